"""Japanese on the glass: lines end between words, and never within a name, a number or a verb."""

from __future__ import annotations

import re
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from string import Formatter

import pytest
from installed import Record
from letters import japanese

from companion.app.active_settings import ActiveSettings
from companion.app.composer import Composer, View
from companion.games.registry import game
from companion.kit.rules import BadPlayers
from companion.messages import Message
from companion.session.session import Session
from companion.ui.page import Page
from companion.ui.painter import BANNER_WIDE, Painter
from companion.words import BREAK, SOFT, Words, files, parse_toml, with_breaks
from hardware.simulated import SimulatedClock

PAINTER = Painter(japanese())
WORDS = Words("ja", breaks=True)


@pytest.mark.parametrize(
    "parts",
    [
        "{card}が/{beaten}に/勝つ。{beaten}を/{to}から/取り、そこに/{card}を/置いてください",
        "{seat}が/トリックを/取る：{points}点",
        "裏向きに/取り除いてください",
        "その/手札の/1枚と/入れかえてください",
        "両方の/部族がいる/丘は、合計の/大きいほうが/取ります",
        "勝ちを/分け合う",
        "もう1枚めくるなら、先に/捨て札を/混ぜてください",
        "手番と/終わり方だけです",
        "○を/長押し：「戻る」「元に/戻す」「ヘルプ」の/メニュー",
        "お知らせを/読み上げます",
        "カードは/裏向きです",
        "縦か横に/隣り合う自分の/カード2枚",
    ],
)
def test_words_end_where_people_would_pause(parts: str) -> None:
    assert with_breaks(parts.replace("/", "")).replace(SOFT, "").split(BREAK) == parts.split("/")


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("消えたままになったら、", "消えた/ままに/なったら、"),
        ("スマホ画面です", "スマホ/画面です"),
        ("取り除いてください", "取り除いてください"),
        ("{seat}が持つのは", "{seat}が持つのは"),  # five letters
        ("両陣営にはさまれた", "両陣営に/はさまれた"),
    ],
)
def test_a_long_word_may_be_broken_inside_but_never_within_a_name_or_before_its_last_letter(
    word: str, parts: str
) -> None:
    assert with_breaks(word).replace(SOFT, "/").replace(BREAK, "") == parts


def test_a_long_word_is_broken_only_where_it_is_longer_than_half_a_line() -> None:
    text = with_breaks("緑のランプが消えたままになったら、電源を抜いてください")
    assert PAINTER.wrap(text, 10 * 8) == ("緑のランプが消えた", "ままになったら、", "電源を抜いてください")
    assert PAINTER.wrap(text, 18 * 8) == ("緑のランプが消えたままになったら、", "電源を抜いてください")


def test_a_text_with_marks_is_broken_there_and_nowhere_else() -> None:
    assert with_breaks("次の｜丘の数").split(BREAK) == ["次の", "丘の数"]


def test_a_text_that_is_not_for_the_glass_has_no_breaks() -> None:
    for words in (Words("ja"), WORDS.plain):
        assert words("event.spartacus.next", seat="Ada") == "次はAda"
    assert Words("en", breaks=True)("event.spartacus.next", seat="Ada") == "Ada is next"
    page = Page(screen="x", title=WORDS("screen.series.won", names="Ada"))
    assert page.read(WORDS("event.spartacus.next", seat="Ada")).lines == ("Adaがシリーズ勝利",)
    assert page.read(WORDS("event.spartacus.next", seat="Ada")).banner == "次はAda"


def test_a_name_in_kana_is_not_broken_where_a_text_would_be() -> None:
    name = "だれもがその子たちと"
    text = WORDS("event.spartacus.leads", seat=name)
    assert PAINTER.wrap(text, BANNER_WIDE) == ("次のトリックは", f"{name}が", "リード")


def test_a_long_name_stays_whole_where_what_it_has_follows() -> None:
    name = "佐々木健太郎鈴木高橋林"
    lines = PAINTER.wrap(WORDS("event.seven_hills.takes-sum", hill=5, seat=name, sum=5, other=1), BANNER_WIDE)
    assert lines == ("丘5は", f"{name}の", "もの：5対1")


@pytest.mark.parametrize("name", ["美咲", "佐々木", "佐々木健太郎"])
@pytest.mark.parametrize("value", [8, 88, "2+3+4+6=15"])
def test_no_running_text_is_broken_within_a_name(name: str, value: int | str) -> None:
    wrong = {}
    for key in {key for file in files("ja") for key in parse_toml(file.read_text("utf-8"))}:
        if not any(fnmatchcase(key, pattern) for pattern in RUNNING) or key.startswith("refused.request"):
            continue
        fields = {field for _, field, _, _ in Formatter().parse(WORDS(key)) if field}
        named = {field for field in fields if field.startswith("seat") or field in ("name", "names")}
        text = WORDS(key, **{field: name if field in named else value for field in fields})
        lines = PAINTER.wrap(text, BANNER_WIDE)
        if sum([line.count(name) for line in lines]) < text.count(name):
            wrong[key] = lines
    assert wrong == {}


def test_a_name_that_is_longer_than_a_line_loses_nothing() -> None:
    name = "あいうえおかきくけこさしすせそたちつてと"
    lines = PAINTER.wrap(WORDS("event.spartacus.leads", seat=name), BANNER_WIDE)
    assert "".join(lines) == f"次のトリックは{name}がリード"
    assert all(PAINTER.width(line) <= BANNER_WIDE for line in lines)


def test_a_long_message_goes_on_in_the_next_banner_between_words() -> None:
    sentence = WORDS("event.army_ants.beaten", card="R5", beaten="B2", to="a5")
    pages = PAINTER.banners(sentence * 6)
    assert len(pages) > 1
    assert "".join(pages).replace(BREAK, "") == sentence.replace(BREAK, "") * 6
    assert all(page.endswith((BREAK, "。", "、", "い")) for page in pages)


RUNNING = (
    "event.*", "put.*", "refused.*", "setup.*", "why.*", "rule.*", "*.help", "*.text", "*.about", "tour.*", "off.*",
    "screen.setup.begins*", "screen.new.drawn*", "screen.read-only.past", "screen.help.keys-*", "screen.undone",
    "screen.redone", "screen.put-right", "screen.over.resumed", "screen.series.won", "settings.no-letters",
    "screen.abandon.done",
)  # fmt: skip
"""Texts that fill several lines, and messages."""
PARAMS = {"name": "さくら", "names": "さくら、たろう", "card": "赤10", "beaten": "黒7", "cards": "赤10、青3"}
BEGINS = re.compile(
    "ください|かまいません|いけません|できま|なりません|ありません|すべて|すぐ|だれ|どれ|どの|どちら|どこ|その|それ|そこ"
    "|この|これ|ここ|もう|まだ|まず|また|ほか|いっしょ|いつも|おそらく|だから|めく|まっすぐ|じゃま|ふくめ|そろ|なら|ある|あります|よく|はさまれ|あと|あれば|いちばん|みんな|さくら|たろう"
)
"""Words of hiragana with which a line may begin; a particle or the rest of a verb never does."""
INNER = re.compile(
    "ません|ました|でした|でき|い(?:ます|ません|る|ない)|こと|もの|とき|ところ|まま|ため|よう|はず|だけ|ほう|から|まで|しま|する|した|して|つなが|なっ|な[くけりる]|たび|あいだ"
)
"""And those in the middle of a long word."""


def test_every_line_of_every_running_text_begins_with_a_word() -> None:
    wrong = {}
    for key in {key for file in files("ja") for key in parse_toml(file.read_text("utf-8"))}:
        if not any(fnmatchcase(key, pattern) for pattern in RUNNING) or key.startswith("refused.request"):
            continue
        fields = {name for _, name, _, _ in Formatter().parse(WORDS(key)) if name}
        params = {name: "さくら" if name.startswith("seat") else PARAMS.get(name, 88) for name in fields}
        for line in PAINTER.wrap(WORDS(key, **params), BANNER_WIDE)[1:]:
            if re.match("[ぁ-ゖー、。）」]", line) and not BEGINS.match(line) and not INNER.match(line):
                wrong[key] = line
    assert wrong == {}


def test_a_refusal_names_the_game_in_the_language_of_its_words() -> None:
    with pytest.raises(BadPlayers) as refused:
        game("spartacus").seat(("Ada", "Ben"))
    said = {language: Words(language).message(refused.value.message, ()) for language in ("en", "ja")}
    assert said == {
        "en": "Spartacus is for 3 to 5 players, not 2",
        "ja": "スパルタクスは3〜5人用です。2人ではできません",
    }


def test_what_hinders_the_record_reaches_windows_and_web_pages_without_breaks(tmp_path: Path) -> None:
    settings = ActiveSettings(PAINTER, WORDS)
    with Record(tmp_path, ("Ada",)) as record:
        clock = SimulatedClock(0.0)
        session = Session(record, clock)
        composer = Composer(session, settings, partial(settings.context, session), clock)
        trouble = WORDS.message(Message("record.full"), ())
        assert BREAK in trouble
        japanese().columns(trouble[0])  # without the font there is nothing to draw with
        state = composer.compose(View(Page(screen="x", title="X"), trouble), trouble, None)
    assert state is not None
    assert state.trouble == state.page.banner == trouble.replace(BREAK, "")
