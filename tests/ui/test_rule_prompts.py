"""Set-up pages and rule prompts: pages end with a sentence, OK turns them, the rules of a series at the end of a game;
and a long name gives way to the verb behind it."""

from __future__ import annotations

import itertools

import pytest
from fixed_library import FixedLibrary
from installed import GameSetup
from letters import letters_for

from companion.games import registry
from companion.games.army_ants import repair as army_ants
from companion.games.praetorians.repair import repair
from companion.games.spartacus.repair import Cards, Place, Where
from companion.kit.rules import Options
from companion.kit.text import with_name, with_names
from companion.play.timeline import Snapshot, advance
from companion.session.text import entry, winners
from companion.ui.audit import Audit
from companion.ui.game_over import Over, Series
from companion.ui.game_screens import running_snapshot
from companion.ui.help import Help
from companion.ui.log import Log
from companion.ui.page import Page, Reading
from companion.ui.painter import Painter
from companion.ui.routes import ROUTES
from companion.ui.screen import Command, Context
from companion.ui.setup_pages import SetUp
from companion.ui.table import End, Menu, Table
from companion.ui.widgets import sentence_pages, text_pages
from companion.values import replace
from companion.words import BREAK, LANGUAGES, Words

PEOPLE = ("Ada", "Ben", "Cleo", "Dora")
LONG = ("Maximiliane Charlotte Au", "Ben", "Cleo")
"""The first name has 24 letters."""


def table(
    game: str,
    *actions: str,
    options: Options | None = None,
    language: str = "en",
    names: tuple[str, ...] = PEOPLE,
) -> Context:
    """A game after these actions, as screens see it."""
    count = registry.game(game).players[0]
    setup = GameSetup(1, game, names[:count], registry.game(game).complete(options or {}))
    timeline = setup.begin()
    for action in actions:
        timeline = advance(setup, timeline, action)
    step = Snapshot(len(actions) + 1, len(actions), actions[-1] if actions else "new", setup, timeline)
    return Context(
        step, setup.names, False, Words(language, breaks=True), Painter(letters_for(language)).wrap, ROUTES,
        FixedLibrary(),
    )  # fmt: skip


def titles(screen: Table | Over | Series, context: Context) -> list[str]:
    """The titles of the pages of help on a screen, each once: of a rule its number."""
    return list(dict.fromkeys(page.title for page in Help(screen).pages(context)))


WORD_BY_WORD = Reading(lambda text: tuple(text.split()))


def test_a_page_ends_with_a_sentence_and_a_paragraph_begins_a_line() -> None:
    pages = sentence_pages(
        Page("x", "X"),
        Reading(lambda text: tuple(text.split(". "))),
        ["One. Two two. Three.", "Four.", "Five. Six! Seven?"],
    )
    assert [page.text for page in pages] == [("One", "Two two", "Three.", "Four.", "Five", "Six! Seven?")]
    pages = sentence_pages(Page("x", "X"), WORD_BY_WORD, ["a", "b", "c", "d", "e", "f f. g."])
    assert [page.text for page in pages] == [("a", "b", "c", "d", "e"), ("f", "f.", "g.")]


def test_the_end_of_a_sentence_does_not_stand_alone_on_a_page() -> None:
    for text, expected in (
        ("a b c d e", ["abcde"]),
        ("a b c d e f", ["abcd", "ef"]),
        ("a b c d e f g", ["abcde", "fg"]),
        ("a b c d e f g h i j k", ["abcde", "fghi", "jk"]),
    ):
        pages = text_pages(Page("x", "X"), WORD_BY_WORD._replace(rows=5), [text])
        assert ["".join(page.text) for page in pages] == expected
    parted = text_pages(Page("x", "X"), WORD_BY_WORD._replace(rows=5), ["a b c d e"], ["f"])
    assert ["".join(page.text) for page in parted] == ["abcde", "f"]


def test_a_sentence_that_is_longer_than_a_page_goes_on_and_loses_nothing() -> None:
    pages = sentence_pages(Page("x", "X"), WORD_BY_WORD, ["z", "a b c d e f g h."])
    assert [page.text for page in pages] == [("z",), ("a", "b", "c", "d", "e", "f"), ("g", "h.")]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", registry.GAMES)
def test_every_setup_page_ends_with_a_sentence(game: str, language: str) -> None:
    known = registry.game(game).options
    for values in itertools.product(*known.values()):
        options = dict(zip(known, values, strict=True))
        if options.get("joker_scoring", "none") != "none" and options["banners"] != "joker":
            continue
        pages = SetUp().pages(table(game, options=options, language=language))
        assert all(page.text[-1].endswith((".", "。")) and len(page.text) <= 6 for page in pages)


def test_ok_goes_to_the_next_setup_page_and_back_skips_them_all() -> None:
    context = table("hannibal")
    last = len(SetUp().pages(context)) - 1
    assert last > 1
    assert SetUp().update(Command.OK, context) == SetUp(at=1)
    assert SetUp(at=last - 1).update(Command.OK, context) == SetUp(at=last)
    assert SetUp(at=last).update(Command.OK, context) == Table()
    assert SetUp().update(Command.BACK, context) == Table()
    assert SetUp(at=last).update(Command.DOWN, context) == SetUp()


def test_the_setup_of_praetorians_tells_of_the_banner_cards() -> None:
    for language, words in (("en", "a banner at each end"), ("ja", "両端に旗印のカード")):
        for twelves in (False, True):
            lines = [
                line
                for page in SetUp().pages(table("praetorians", language=language, options={"twelves": twelves}))
                for line in page.text
            ]
            assert words in (" " if language == "en" else "").join(lines)


@pytest.mark.parametrize(
    ("game", "number"), [("spartacus", "SPA-12"), ("hannibal", "HAN-15"), ("seven-hills", "HIL-9")]
)
def test_the_rule_of_a_series_is_in_help_when_a_game_is_over_also_by_conceding(game: str, number: str) -> None:
    assert number not in titles(Table(), table(game))
    over = table(game, "concede 0")
    assert titles(Over(opened=True), over)[1] == number
    assert titles(Series(Over(opened=True)), over)[1] == number


def test_how_a_turn_ends_stands_beside_when_people_may_stop() -> None:
    shown = titles(Table(), table("praetorians", "flip R7"))
    assert shown.index("PRA-7") == shown.index("PRA-4") + 1
    assert "PRA-7" in titles(Table(), table("praetorians", options={"entry": "scores"}))


def test_rule_prompts_speak_of_people_and_of_what_a_match_does() -> None:
    en, ja = Words("en"), Words("ja")
    assert "camp does not catch you" in en("rule.PRA-6")
    assert "Your turn goes on" in en("rule.PRA-6")
    assert "はさまれません" in ja("rule.PRA-6")
    assert "手番は続きます" in ja("rule.PRA-6")
    assert "eat 0" not in en("rule.SPA-2")
    assert "席0" not in ja("rule.SPA-2")


def test_a_name_is_shortened_until_what_is_behind_it_fits() -> None:
    def fits(text: str, width: int) -> bool:
        return len(text) <= width

    assert with_name(lambda name: f"{name} wins", "Ada", fits, 8) == "Ada wins"
    assert with_name(lambda name: f"{name} wins", "Maximilian", fits, 12) == "Maximi… wins"
    assert with_name(lambda name: f"{name} wins", "Ann Lee", fits, 10) == "Ann… wins"
    assert with_name(lambda name: f"{name} wins", "Ada", fits, 3) == "A… wins"
    assert with_name(lambda name: f"{name} wins", "Maximilian", fits, 9, tag="Ma") == "Max… wins"
    assert with_name(lambda name: f"{name} wins", "Maximilian", fits, 8, tag="Ma") == "Ma wins"
    assert with_name(lambda name: f"{name} wins", "佐々木", fits, 7, tag="佐々") == "佐々 wins"
    people = ("Maximilian", "Maxine", "Anna", "Annabel Lee")
    assert with_names(lambda name: f"{name} wins", people, fits, 10) == ["Mm wins", "Mn wins", "Anna wins", "Ab wins"]
    assert with_names(lambda name: f"{name} wins", people, fits, 12)[:2] == ["Maximi… wins", "Maxine wins"]


@pytest.mark.parametrize(("language", "verb", "wins"), [("en", "concedes", "wins"), ("ja", "が投了", "の勝ち")])
def test_a_long_name_gives_way_to_the_verb(language: str, verb: str, wins: str) -> None:
    painter = Painter(letters_for(language))
    over = table("spartacus", "concede 0", language=language, names=LONG)
    assert over.step is not None
    lines = [End(Menu(Table())).lines(over)[0].item, entry(over.step, 1, over.words, over.fits)]
    shown = [*[item.label.replace(BREAK, "") for item in lines], winners(LONG[:1], over.words.plain, over.fits)]
    for text, end in zip(shown, (verb, verb, wins), strict=True):
        assert painter.shortened(text, 114) == text
        assert text.startswith("Maxim")
        assert text.endswith(f"…{end}" if language == "ja" else f"… {end}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_a_list_a_sentence_with_a_name_is_whole_in_the_wider_letters_of_lists(language: str) -> None:
    painter = Painter(letters_for(language))
    wide = tuple(letter * 24 for letter in "MWm")
    over = replace(table("spartacus", "concede 0", language=language, names=wide), pages_of_text=painter.reading)
    cards = replace(table("spartacus", "play 5", language=language, names=wide), pages_of_text=painter.reading)
    log, where = Log(Menu(Table())), Where(Cards(Audit(Table()), "trick", 1), Place("trick", 1), 5)
    step = running_snapshot(over)
    damaged = replace(over, step=Snapshot(2, 1, "", step.setup, step.timeline, beyond=("concede 1",)))
    pages = [End(Menu(Table())).view(cards), log.view(over), log.view(damaged), where.view(cards)]
    for item in [page.menu[0] for page in pages]:
        beside = painter.lines.width(item.value) + 4 if item.value else 0
        assert painter.texts.width(item.label) + beside <= 112, item
        assert "…" in item.label


@pytest.mark.parametrize(
    ("language", "pawn", "turns", "places"),
    [
        ("en", "…'s pawn", "…", ("…'s hand", "…'s trick 1", "…")),
        ("ja", "…のポーン", "…の結集", ("…の手札", "…のトリック1", "…の新しい山")),
    ],
)
def test_a_long_name_gives_way_to_what_it_is_about_in_lists_and_titles(
    language: str, pawn: str, turns: str, places: tuple[str, ...]
) -> None:
    painter = Painter(letters_for(language))
    pawns = table("praetorians", language=language, names=LONG)
    item = Audit(Table()).view(pawns).menu[1]
    assert item.label.replace(BREAK, "").endswith(pawn)
    assert painter.width(item.label) <= 114 - painter.width("98") - 4
    ants = table("army-ants", language=language, names=LONG)
    rally = army_ants.repair(Audit(Table(), draft={"rally": [4, 5]}), "rally 0", ants)
    titles = [repair(Audit(Table()), "pawns 0", pawns).view(pawns).title, rally.view(ants).title]
    assert [title.replace(BREAK, "")[-len(end) :] for title, end in zip(titles, (pawn, turns), strict=True)] == [
        pawn,
        turns,
    ]
    assert max(map(painter.width, titles)) <= 114
    cards = table("spartacus", "play 5", "pass", "pass", "play 9", language=language, names=LONG)
    audit = Audit(Table())
    moves = (Where(Cards(audit, "trick", 1), Place("trick", 1), 9), Where(Cards(audit, "won", 0), Place("pile", 0), 5))
    shown = [item.label.replace(BREAK, "") for where in moves for item in where.view(cards).menu]
    assert all(any(label.endswith(end) and painter.width(label) <= 114 for label in shown) for end in places)


def test_a_long_name_gives_way_to_what_was_read_out_in_the_log() -> None:
    context = table("spartacus", "trick 0 34 1", names=LONG, options={"entry": "scores"})
    assert context.step is not None
    item = entry(context.step, 1, context.words, context.fits)
    assert item.label == "Ma: trick 34⚑"
    assert (
        registry.game("spartacus")
        .text.action_name(
            context.situation._replace(fits=lambda text, width: True), registry.game("spartacus").read("trick 0 34 1")
        )
        .startswith(LONG[0])
    )
