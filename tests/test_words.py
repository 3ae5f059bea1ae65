"""The texts: the same in every language, in letters that the glass has, and short enough for their places on it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from letters import letters_for
from scenes import scenes

from companion.games import registry
from companion.games.registry import GAMES
from companion.messages import Message
from companion.ports import WIDTH
from companion.ui.letters import RIGHT, Typefaces, composed
from companion.ui.painter import BANNER_LINES, BANNER_WIDE, SIDE, SIDE_LEAST, Painter
from companion.ui.test_card import INSIDE
from companion.words import LANGUAGES, Words, files, parse_table, parse_toml, tables
from hardware.fonts import lcd

ROOT = Path(__file__).resolve().parents[1]

LETTERS = lcd()


class Measured(Painter):
    """A painter that remembers what it had to cut off."""

    def __init__(self, typefaces: Typefaces) -> None:
        super().__init__(typefaces)
        self.cut: list[str] = []

    def shortened(self, text: str, width: int) -> str:
        short = super().shortened(text, width)
        if short != composed(text):
            self.cut.append(text)
        return short


TYPEFACES = {language: letters_for(language) for language in LANGUAGES}
PAINTERS = {language: Painter(typeface) for language, typeface in TYPEFACES.items()}
"""By language what measures its texts."""


@cache
def texts(language: str) -> dict[str, str]:
    words = Words(language)
    return {key: words(key) for file in files(language) for key in parse_toml(file.read_text("utf-8"))}


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def like(key: str, *patterns: str) -> bool:
    return any(fnmatchcase(key, pattern) for pattern in patterns)


OTHERS = [language for language in LANGUAGES if language != "en"]
others = pytest.mark.parametrize("language", OTHERS)
everywhere = pytest.mark.parametrize("language", LANGUAGES)


NOT_ONE = {
    "board.test.*": "a board has at least three keys",
    "board.wrong.keys": "a board has at least three keys",
    "doctor.hall.results.old": "a constant",
    "event.army_ants.rally": "a constant",
    "hall.config.*": "a constant",
    "image.wrong.*": "a constant",
    "import.*": "a constant",
    "off.again": "of more than one time",
    "pad.full": "a constant",
    "pad.wrong.bytes": "of too many",
    "pad.wrong.formula-*": "of too many",
    "pad.wrong.list": "at most many",
    "pad.wrong.option*": "of too many",
    "pad.wrong.text-long": "of too many",
    "pad.wrong.values": "of too many",
    "board.wrong.l*": "a constant",
    "board.wrong.small": "such a display is named as it is",
    "demo.cards": "somebody turns up cards",
    "pad.wrong.text": "a constant",
    "put.seven_hills.*": "one card has a text of its own",
    "refused.army_ants.rally-distance": "one square is right",
    "refused.name-long": "of too many",
    "refused.phones-full": "a constant",
    "refused.request.long": "a constant",
    "refused.spartacus.hand-banners": "of too many",
    "refused.spartacus.missing-*": "one banner has a text of its own",
    "spartacus.audit.many": "of more than one",
    "table.hannibal.attackers": "one piece is right",
    "terminal.small": "a constant",
}
"""Texts with a number that is never 1, and why."""
PEOPLE = ("seat", "who", "name", "game")
"""How parameters begin that are names, and never 1."""
VERBS = frozenset(
    "answers beats begins belongs closes comes does enters exists fails fits follows goes has holds is its leaves lets "
    "lies means names needs plays prints repeats runs says speaks stands starts takes this voids was wins "
    "writes".split()
)
"""What ends in s behind something that may be 1, and is no noun of several."""


def test_one_is_one_thing_in_every_english_text() -> None:
    """`1 card` and never `1 cards`, whatever may be 1."""
    words, wrong = Words("en"), []
    for key, text in texts("en").items():
        said = words(key, **{field: "Ada" if field.startswith(PEOPLE) else 1 for field in fields(text)})
        found = re.findall(r"\b1 (?:other |rally |face-down )?([a-z]+s)\b", said)
        if set(found) - VERBS and not like(key, *NOT_ONE):
            wrong.append(f"{key}: {said}")
    assert not wrong


def test_the_words_that_go_with_a_number_follow_it_also_at_the_end_of_arithmetic() -> None:
    said = [Words("en")("why.pad.points", seat="Ada", why=why, score=1) for why in
            ("1", "-1", "20 - 19 = 1", "0", "11", "1 + 1 = 2", "100002 → 99999")]  # fmt: skip
    assert [one.removesuffix(", now 1").rpartition(" ")[2] for one in said] == ["point"] * 3 + ["points"] * 4
    assert "1 card left. Lay it out" in Words("en")("screen.ants-offer.text", count=1)
    assert "2 cards left. Lay them out" in Words("en")("screen.ants-offer.text", count=2)


# -- the same in every language


@others
def test_every_language_has_the_texts_of_english_and_no_more(language: str) -> None:
    assert texts(language).keys() == texts("en").keys()


@everywhere
def test_no_text_replaces_that_of_another_file(language: str) -> None:
    keys = Counter(key for file in files(language) for key in parse_toml(file.read_text("utf-8")))
    assert [key for key, count in keys.items() if count > 1] == []


def test_help_that_only_one_game_shows_is_in_the_folder_of_the_game() -> None:
    product = ROOT / "companion"
    code = {
        folder: [file.read_text("utf-8") for file in folder.rglob("*.py")] for folder in (product / "games").iterdir()
    }
    shared = [file.read_text("utf-8") for folder in ("ui", "app") for file in (product / folder).glob("*.py")]
    for key in parse_toml((product / "words" / "en.toml").read_text("utf-8")):
        if like(key, "screen.*.help"):
            name = f'"{key.split(".")[1]}"'
            games = [folder.name for folder, texts in code.items() if any(name in text for text in texts)]
            assert len(games) != 1 or any(name in text for text in shared), f"{key} is a text of {games[0]}"


@others
def test_every_text_tells_what_the_english_one_tells(language: str) -> None:
    english = texts("en")
    assert {key for key, text in texts(language).items() if fields(text) != fields(english[key])} == set()


@everywhere
def test_a_file_read_table_by_table_has_the_texts_of_the_whole_file(language: str) -> None:
    for file in files(language):
        found = [(name, parse_table(table.decode())) for name, table in tables(file.read_bytes())]
        read = {f"{name}.{key}" if name else key: said for name, texts in found for key, said in texts.items()}
        assert read == parse_toml(file.read_text("utf-8")), file


def test_a_file_has_tables_and_a_first_one_without_a_name() -> None:
    content = b'# a remark\n\nbare = "in front"\n[one.two-3]\nkey = "said"\n\n[four]\n'
    assert tables(content) == [
        ("", b'\n# a remark\n\nbare = "in front"'),
        ("one.two-3", b'key = "said"\n'),
        ("four", b""),
    ]


@pytest.mark.parametrize(
    ("line", "texts"),
    [
        ('key = "said"', {"key": "said"}),
        ("key-2 = 'he \"said\"'", {"key-2": 'he "said"'}),
        ('key = ""', {"key": ""}),
        ('key = "said" # why', {"key": "said"}),
        ('key = "said" # why "said"', {"key": "said"}),
        ('key = "he \\"said\\""', {"key": 'he "said"'}),
        ('key = "one\\ntwo"', {"key": "one\ntwo"}),
        ('key = "one = two"', {"key": "one = two"}),
        ('"key" = "said"', {"key": "said"}),
        ('a.b = "said"', {"a.b": "said"}),
        ("key = '''said'''", {"key": "said"}),
        ('key="said"', {"key": "said"}),
        ('  key = "said"', {"key": "said"}),
        ('key = """\nsaid\nagain"""', {"key": "said\nagain"}),
    ],
)
def test_a_line_is_read_as_toml_wants_it(line: str, texts: dict[str, str]) -> None:
    assert parse_table(f'first = "1"\n{line}\nlast = "2"\n') == {"first": "1", **texts, "last": "2"}


def test_a_line_that_toml_does_not_know_is_an_error() -> None:
    for line in ("nonsense", 'key = "said', "key = 'said\"", "key"):
        with pytest.raises(ValueError):  # noqa: PT011 - the reader's own
            parse_table(f'first = "1"\n{line}\nlast = "2"\n')


@everywhere
def test_no_text_is_empty_or_begins_or_ends_with_a_blank(language: str) -> None:
    said = {key: text for key, text in texts(language).items() if key != "list.between"}
    assert [key for key, text in said.items() if not text.strip() or text.strip("\n") != text.strip()] == []


@everywhere
def test_a_refusal_ends_without_a_full_stop(language: str) -> None:
    said = texts(language)
    assert [key for key in said if like(key, "refused.*", "table.*", "value.*") and said[key][-1] in ".。"] == []


# -- rules

RULE = re.compile(r"\b(?:PRA|SPA|HAN|HIL|ANT)-\d+", re.ASCII)


@everywhere
def test_every_rule_that_a_text_cites_is_there(language: str) -> None:
    said = texts(language)
    cited = {number for text in said.values() for number in RULE.findall(text)}
    assert cited
    assert {f"rule.{number}" for number in cited} <= said.keys()


@others
def test_a_text_cites_the_rules_that_the_english_one_cites(language: str) -> None:
    english, said = texts("en"), texts(language)
    assert [key for key in said if set(RULE.findall(said[key])) != set(RULE.findall(english[key]))] == []


@cache
def rules() -> list[str]:
    return [key for key in texts("en") if key.startswith("rule.")]


def test_what_english_marks_as_a_ruling_is_marked_in_japanese() -> None:
    for key in rules():
        marked = len(re.findall(r"\(ruling|\bruling on", texts("en")[key]))
        assert texts("ja")[key].count("（裁定") == marked, key


def test_a_japanese_rule_names_the_numbers_of_the_english_one() -> None:
    """Numbers in words may be digits in Japanese, and ordinals too: every number in digits stands there, and no large
    one that English lacks."""
    for key in rules():
        english, japanese = (set(re.findall(r"\d+", RULE.sub("", texts(lang)[key]))) for lang in ("en", "ja"))
        assert english <= japanese, key
        assert {number for number in japanese - english if int(number) > 8} == set(), key


PLACES = {
    "Gaul": "ガリア", "northern Hispania": "北ヒスパニア", "southern Hispania": "南ヒスパニア",
    "Mauretania": "モーリタニア",
    "Corsica": "コルシカ", "Sardinia": "サルディニア", "Cannae": "カンネー", "Sicily": "シシリア", "Zama": "ザマ",
}  # fmt: skip
"""The regions, without the capitals, which have the names of the sides."""


def test_a_japanese_rule_names_the_places_of_the_english_one_in_their_order() -> None:
    """The order too: who needs which place is what HAN-12 is about."""
    for key in rules():
        if key.startswith("rule.HAN-"):
            english = [PLACES[name] for name in re.findall("|".join(PLACES), texts("en")[key])]
            assert re.findall("|".join(PLACES.values()), texts("ja")[key]) == english, key


REGION = re.compile(r"\b(?:ROM|GAL|NHI|SHI|MAU|CAR|COR|SAR|CAN|SIC|ZAM)\b")


@everywhere
def test_people_read_the_names_of_the_regions_and_not_their_codes(language: str) -> None:
    """Only the map has letters, for want of room; the line above it has the name."""
    said = texts(language)
    assert [key for key in said if not like(key, "hannibal.map.*") and REGION.search(said[key])] == []


@others
def test_on_the_map_two_kana_of_the_name_are_enough(language: str) -> None:
    said = texts(language)
    for code in REGION.pattern[5:-3].split("|"):
        assert PAINTERS[language].width(said[f"hannibal.map.{code}"]) <= 17, code


# -- letters

NAMES = "Table Companion PRA SPA HAN HIL ANT".split()
KEYS = "OK Enter Esc Backspace Ctrl".split()
TOOLS = """
TERM JSON UTF pip install table companion desktop textual dumb fonts misaki settings toml data hall openskill README
xfonts efont unicode
""".split()
TOOLS += ["segno", "QR", "JavaScript", "BG", "Stats", "chown", "DISPLAY", "WAYLAND"]
TOOLS += "pygame ce sudo systemctl stop check repair backup restore export all last game format FILE DIR MB".split()
TO_PROGRAMS = ("table.*", "value.*", "refused.request.*")
FIELDS = "players options table turn best dropped reveal phase fielded hannibal legion null true false".split()
FIELDS += "work level know height seconds".split()
"""What stands in tables and requests of other programs, which are English."""
HARDWARE = (
    "UP DOWN BOARD FILE NAME CE CLK CS DC DIN DT GND GPIO HAT LED MOSI RST SCL SCLK SDA SPI SW USB VCC MB ms kHz Pi OS "
    "Raspberry Bookworm Trixie Python README SD TOML Service WatchdogSec active address config debounce gpiochip "
    "lgpio lights none pi pull rotation sh size spi sqlite ssd systemd udev up firmware boot overlays "
    "Linux Debian Zero backups my root txt input keyboards etc COMPANION restart "
    # commands, as one types them
    "companion board boards check clean doctor repair run test panel terminal on apt aG arm chmod rX chown do dev chip "
    "dtparam enable full "
    "groupadd journalctl nonint now packages python raspi site sudo system systemctl upgrade usermod vacuum"
).split()
"""What stands on parts, in files and in commands: the same in every language."""
HALL = (
    "hall toml key people secret ca cert url user password acl mqtt mqtts TLS MQTT mosquitto conf allow anonymous "
    "false file Wi Fi pkill HUP init publish adopt remove RECORD start json limit mac md owner schema topic version "
    "journalctl timedatectl chmod state table TABLE web names none NAME"
).split()
"""The same in what concerns the hall."""
PADS = "play turns true false".split()
"""What people write into the file of a score pad."""


@others
def test_no_english_words_are_left(language: str) -> None:
    left = {}
    for key, text in texts(language).items():
        if like(
            key,
            "settings.*",
            "hall.config.*",
            "image.*",
            "network.*",
            "stick.*",
            "screen.settings.stick",
            "web.lang",
            "web.allow",
            "phone.lang",
        ):  # the words in a file
            continue
        known = {*NAMES, *KEYS, *TOOLS, *(FIELDS if like(key, *TO_PROGRAMS) else ())}
        known |= set(HARDWARE) if like(key, "board.*", "doctor.*") else set()
        known |= set(HALL) if like(key, "doctor.hall.*", "doctor.*.hall-*") else set()
        known |= set(PADS) if like(key, "pad.wrong.*") else set()
        found = re.findall("[A-Za-z]{2,}", re.sub(r"\{\w+\}", "", text))
        if set(found) - known:
            left[key] = set(found) - known
    assert left == {}


def in_jis_x_0208(character: str) -> bool:
    try:
        code = character.encode("euc_jp")
    except UnicodeEncodeError:
        return False
    return len(code) == 2 and code[0] >= 0xA1  # otherwise kana of half width, or JIS X 0212


def test_no_japanese_text_of_the_glass_divides_words_by_blanks() -> None:
    word = "[ぁ-ヿ一-鿿々]"
    found = {key for key, text in texts("ja").items() if re.search(f"{word} {word}", text)}
    assert {key for key in found if not like(key, "board.*", "doctor.*")} == set()


def test_every_letter_of_japanese_is_one_that_typefaces_of_8_pixels_have() -> None:
    drawn = {"\n"} | {character for text in texts("ja").values() for character in text if LETTERS.columns(character)}
    strange = {
        character: key
        for key, text in texts("ja").items()
        for character in text
        if character not in drawn and not in_jis_x_0208(character)
    }
    assert strange == {}


def test_every_kanji_is_one_of_the_common_level() -> None:
    """Level 1 of JIS X 0208 ends with row 47; the kanji after it are rare, and hardly readable in 8 pixels."""
    rare = {
        character: key
        for key, text in texts("ja").items()
        for character in text
        if "\u4e00" <= character <= "\u9fff" and character.encode("euc_jp")[0] > 0xA0 + 47
    }
    assert rare == {}


def test_every_letter_of_english_is_one_of_the_glass() -> None:
    said = "".join(texts("en").values())
    assert {character for character in said if not LETTERS.columns(character)} <= {"\n"}


# -- room on the glass

LINE = RIGHT - 4
"""The room of a menu's line."""
BESIDE = RIGHT - SIDE - 4
"""That of a line beside figures."""
TITLE = RIGHT - 4
"""That of a title with nothing behind it."""
BEHIND = RIGHT - 24
"""That behind a title, at the most."""

PARAMS = {
    "name": "Cleo", "names": "Cleo", "entry": "Cleo", "title": "Cleo", "card": "10", "cards": "10",
}  # fmt: skip
"""What is filled in where it is not a number."""

RUNNING = (
    "*.help", "*.text", "screen.read-only.unseen", "screen.read-only.after", "screen.read-only.past",
    "screen.help.keys-*", "screen.help.may", "screen.put-right",
    "screen.undone", "screen.redone", "screen.audit.over", "screen.audit.follows", "screen.log.new", "screen.log.back",
    "screen.log.change", "screen.settings.font-*", "screen.setup.begins*", "screen.curves.none", "screen.who.n*",
    "screen.abandon.done", "screen.over.resumed", "screen.moment.lay", "screen.tried.best", "screen.tried.played",
    "screen.tried.other",
)  # fmt: skip
"""Texts of the screens that run over several lines, or into a banner."""


def filled(language: str, key: str) -> str:
    """A text with something plausible in every gap: a short name, a number of two digits."""
    names = fields(texts(language)[key])
    params = {name: PARAMS.get(name, "Cleo" if name.startswith("seat") else 88) for name in names}
    return Words(language, breaks=True)(key, **params)


def too_wide(language: str, keys: Iterator[str] | list[str], room: int) -> dict[str, int]:
    """The texts that do not fit, each with the pixels it has too many."""
    painter = PAINTERS[language]
    over = {key: painter.width(filled(language, key)) - room for key in keys}
    return {key: pixels for key, pixels in over.items() if pixels > 0}


def keys(*patterns: str, but: tuple[str, ...] = ()) -> list[str]:
    found = [key for key in texts("en") if like(key, *patterns) and not like(key, *but)]
    assert found
    return found


@everywhere
def test_titles_fit_the_title_bar(language: str) -> None:
    found = keys("screen.*.title", "praetorians.*-title", "praetorians.give", "game.*", "screen.help.now")
    assert too_wide(language, found, TITLE) == {}


@everywhere
def test_lines_of_menus_fit_the_glass(language: str) -> None:
    found = keys("screen.*", "game.*", "praetorians.say.*", "praetorians.audit.*", but=("screen.*.title", *RUNNING))
    assert too_wide(language, found, LINE) == {}


@everywhere
def test_lines_beside_figures_fit_there(language: str) -> None:
    over = ("screen.over.rematch", "screen.over.curves", "screen.over.home")
    found = keys("screen.then.*", *over, but=("screen.then.title", *RUNNING))
    found += [f"praetorians.{name}" for name in ("twelve", "stop", "bust")]
    assert too_wide(language, found, BESIDE) == {}
    ranges = [f"praetorians.{name}" for name in ("match-1", "match-6", "tens")]
    assert too_wide(language, ranges, RIGHT - SIDE_LEAST - 4) == {}
    painter = PAINTERS[language]
    said = texts(language)
    wide = RIGHT - SIDE_LEAST - 4
    for colour in "RPBGY":  # with how many cards there still are
        marked = said["praetorians.catches"].format(colour=said[f"praetorians.{colour}"])
        assert painter.width(marked) + 4 + painter.width("10") <= wide
    stop = said["praetorians.stop"], said["praetorians.stop-to"].format(to=99)
    assert sum(map(painter.width, stop)) + 4 <= wide


@everywhere
def test_what_stands_behind_a_title_fits_there(language: str) -> None:
    """An effect stands behind the player's name, in the log and on the table with the name of a card before it."""
    found = keys(
        "effect.*",
        "over.*",
        "praetorians.so-far*",
        "praetorians.matched",
        "spartacus.state-*",
        "praetorians.audit.in-*",
    )
    found += ["screen.log.draw", "screen.log.abandon", "screen.log.set", "screen.log.concede"]
    assert too_wide(language, found, BEHIND) == {}
    card = PAINTERS[language].width(Words(language).card("praetorians", "R10") + " ")
    assert too_wide(language, keys("effect.praetorians.*"), BEHIND - card - 1) == {}


@everywhere
def test_the_board_test_fits_its_glass(language: str) -> None:
    """Beside a title stands the number of the key; the card leaves room for its rulers; a line below a word is one."""
    painter = PAINTERS[language]
    titles = keys("board.test.press", "board.test.push", "board.test.left", "board.test.right")
    assert too_wide(language, titles, TITLE - painter.width("7/7") - 6) == {}
    assert too_wide(language, keys("board.test.all", "board.test.some"), TITLE) == {}
    assert too_wide(language, keys("board.test.card-*"), WIDTH - 2 * INSIDE) == {}
    assert too_wide(language, keys("board.test.seconds", "board.test.was"), RIGHT) == {}


@everywhere
def test_rows_of_the_grid_are_named_by_one_letter(language: str) -> None:
    assert too_wide(language, keys("praetorians.letter-*"), 7) == {}


@everywhere
def test_options_and_their_values_fit_one_line(language: str) -> None:
    """English is held to it for the games on the glass; elsewhere its values are only printed by `companion games`."""
    painter, said = PAINTERS[language], texts(language)
    over = {}
    for game in registry.GAMES if language != "en" else GAMES:
        for option, values in registry.game(game).options.items():
            label = painter.width(said[f"option.{game}.{option}.label"])
            for value in values:
                key = f"option.{game}.{option}.{str(value).lower()}"
                if label + 4 + painter.width(said[key]) > LINE:
                    over[key] = label + 4 + painter.width(said[key]) - LINE
    assert over == {}


@everywhere
def test_every_message_fits_a_banner(language: str) -> None:
    painter = PAINTERS[language]
    found = keys("event.*", "put.*", "refused.*", "tour.*", "screen.*-right", "screen.audit.over", but=TO_PROGRAMS)
    lines = {key: len(painter.wrap(filled(language, key), BANNER_WIDE)) for key in found}
    assert {key: count for key, count in lines.items() if count > BANNER_LINES} == {}


@everywhere
def test_the_reason_why_a_change_is_stuck_has_four_lines(language: str) -> None:
    painter, words = PAINTERS[language], Words(language)
    lines = {}
    for key in keys("refused.praetorians.*", but=("*.bank-most",)):  # no screen offers a sum that cannot be
        why = words.with_rule(Message(key, "PRA-10", **dict.fromkeys(fields(words(key)), "Cleo")), ("Cleo",))
        lines[key] = len(painter.wrap(words("screen.stuck.text", place=88, why=why)))
    assert {key: count for key, count in lines.items() if count > 4} == {}


@everywhere
def test_no_help_needs_a_second_page_for_its_last_line(language: str) -> None:
    words, reading = Words(language, breaks=True), PAINTERS[language].reading
    lines = {key: len(reading.wrap(words(key))) for key in keys("screen.*.help")}
    assert [key for key, count in lines.items() if count == reading.rows + 1] == []


@pytest.mark.parametrize(
    ("key", "params", "text"),
    [
        ("event.army_ants.beaten", {"card": "R5", "beaten": "B2", "to": "a5"},
         "赤5が黒2に勝った。黒2をa5から取り、そこに赤5を置いてください"),
        ("put.army_ants.on", {"cards": ("RQ", "B9"), "squares": "a1 b1"}, "赤Q 黒9をa1 b1に置いてください"),
        ("event.praetorians.kept", {"card": "B4", "sum": 4}, "青4は手元へ。合計4"),
    ],
)  # fmt: skip
def test_a_card_has_the_colour_of_its_language(key: str, params: dict[str, object], text: str) -> None:
    assert Words("ja").message(Message(key, "ANT-9", **params), ("Ada",)) == text


@everywhere
def test_why_a_game_is_read_only_leaves_room_for_the_way_home(language: str) -> None:
    for key in ("screen.read-only.text", "screen.read-only.unseen"):
        assert len(PAINTERS[language].wrap(texts(language)[key])) <= 5
    assert len(PAINTERS[language].wrap(texts(language)["screen.read-only.after"].format(place=999))) <= 3


@everywhere
def test_nothing_but_names_is_cut_off_on_any_screen(language: str) -> None:
    painter = Measured(TYPEFACES[language])
    cut = []
    for scene in scenes(painter, Words(language)):
        page = scene.screen.view(scene.context)
        painter.cut.clear()
        painter.page(page, scene.banner)
        names = scene.context.step.setup.names if scene.context.step is not None else ()
        games = (
            *scene.context.game_library.waiting_games(0, 9).games,
            *scene.context.game_library.finished_games(0, 9).games,
        )
        lists = [Words(language).join_list(people) for people in (names, *[game.names for game in games])]
        # A title may end with a name, which gives way to what stands behind it.
        cut += [(scene.name, text) for text in painter.cut if text not in lists and not text.endswith(tuple(names))]
    assert cut == []
