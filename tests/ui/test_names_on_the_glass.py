"""Every screen with names of every width and of each script, for two to twelve people.

The quick run takes a part of the widths for each language and size of letters; the thorough run takes all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest
from fixed_library import FixedLibrary
from glass import MeasuringPainter
from hypothesis import given
from hypothesis import strategies as st
from installed import GameSetup
from letters import japanese
from names import SCRIPTS, WIDEST, every_width, names, people_of_width, possible, script_name
from scenes import Scene, Stage, scenes

from companion.games import registry
from companion.games.hannibal.map_picture import MAP
from companion.games.pad.collection import shipped
from companion.games.pad.grid import Rounds
from companion.games.pad.sheet import Sheet
from companion.games.praetorians.strip import Strip
from companion.kit.rules import NAME_MOST
from companion.kit.text import tags
from companion.record.pads import hash_of
from companion.session.text import game_text_key
from companion.ui import paint_figures, router
from companion.ui.audit import Audit
from companion.ui.game_over import Over
from companion.ui.game_screens import running_snapshot
from companion.ui.handover import Handover
from companion.ui.history import Ended
from companion.ui.home import ask_before_abandoning
from companion.ui.letters import ELLIPSIS, Letters, composed
from companion.ui.log import Log, Then
from companion.ui.new_game import New
from companion.ui.page import Figure, Item, Page
from companion.ui.painter import Painter
from companion.ui.screen import Command
from companion.ui.table import End, Menu, Score, Table
from companion.ui.wheel_picture import Wheel
from companion.ui.widgets import Confirm
from companion.values import replace
from companion.words import LANGUAGES, Words, without_breaks
from hardware.fonts import lcd

PEOPLE = (
    "Ada", "Ben", "Cleo", "Dora", "A", "B", "Emil", "Fritz", "Cleopatra", "Maximilian",
    "Maximilian Konstantinow", "Bartholomew Constantine",
)  # fmt: skip
"""Everybody in the scenes."""
SIZES = [(language, small) for language in LANGUAGES for small in (False, True)]
QUICK = {("ja", False)}
"""What the quick run takes; the gate takes the others."""
LETTERS = Letters(japanese())
WIDTHS = every_width(LETTERS.width)
STEP = 96
"""They take one width of so many, another one for each language and size."""
KNOWN = (43, 44, 47, 48, 93)
"""Widths of names that ended the device at a turn of Army Ants."""


def crowds(stage: Stage) -> Iterator[Scene]:
    """Screens of games for two to twelve people."""
    pad = shipped("bowling")
    pads = FixedLibrary(pads=(pad.game,))
    for count in (2, 3, 4, 5, 6, 8, 12):
        people = stage.renamed(PEOPLE[:count])
        setup = GameSetup(1, "bowling", people, pad.game.complete({}), pad.game, hash_of(pad.content))
        made = [f"first {seat} 10" for seat in range(count)]
        running = stage.played(setup, *made, *made[:1])
        over = stage.played(setup, *made, "concede 1")
        context, log = stage.context(running, game_library=pads), Log(Menu(Table()), cursor=1)
        rounds = replace(Rounds.from_snapshot(running_snapshot(context), Menu(Table())), cursor=0)
        for name, screen in {
            "table": Table(), "score": Score(), "menu": Menu(Table()), "audit": Audit(Menu(Table()), cursor=1),
            "log": log, "rounds": rounds, "sheet": Sheet.of_round(rounds, rounds.rounds[0], context),
            **({"then": Then(log, 1), "end": End(Menu(Table()))} if count in (2, 12) else {}),
        }.items():  # fmt: skip
            yield Scene(f"{name}-{count}", screen, context)
        yield Scene(f"over-{count}", Over(), stage.context(over, game_library=pads), stage.banner_after(running, over))
        yield Scene(f"conceded-{count}", Log(Menu(Over())), stage.context(over))


def cut_verbs(page: Page, people: frozenset[str], painter: MeasuringPainter) -> list[str]:
    """The title and the line under the cursor, if one lost more than the end of a name."""
    chosen = page.menu[page.cursor : page.cursor + 1] if page.cursor is not None and page.inside is None else ()
    title = page.drawing.title or page.title if isinstance(page.drawing, Wheel) else page.title
    texts = [without_breaks(text) for text in (title, *[item.label for item in chosen]) if text]
    written = painter.written_plain
    return [
        text for text in texts
        if not text.endswith(tuple(people)) and "".join(LETTERS.shortened(text, 9999).split()) not in written
    ]  # fmt: skip


def check(painter: MeasuringPainter, words: Words, people: Mapping[str, str]) -> int:
    """Paint all scenes with these names; how many there are."""
    count, known = 0, frozenset([*people.values(), "Bartholomaeus Friedrich"])
    for scene in [*scenes(painter, words, people), *crowds(Stage(painter, words, people))]:
        painter.start()
        page = router.view(scene.screen, scene.context)
        painter.page(page)
        if page == Page(page.screen, page.title, text=page.text, keys=page.keys, reads=page.reads):
            assert painter.clipped == 0, (scene.name, people)  # a page of text alone is whole
        in_heads = page.far or page.rows  # the heads of a table stand in the place of its title
        # So that all choices are in sight one may have its short name; a line of the audit is the title of the map.
        in_place = isinstance(page.drawing, Strip) or (page.drawing is MAP and page.menu)
        assert in_heads or in_place or cut_verbs(page, known, painter) == [], (scene.name, people)
        if scene.banner is not None:
            for banner in painter.banners(scene.banner):
                painter.page(page, banner)
        painter.plain(page.read(scene.banner))
        count += 1
    return count


@pytest.mark.parametrize(
    ("language", "small"),
    [pytest.param(*size, marks=() if size in QUICK else pytest.mark.gate) for size in SIZES],
)
def test_every_screen_shows_names_of_any_width_and_script(language: str, small: bool) -> None:
    painter, words = MeasuringPainter(japanese(), small=small), Words(language, breaks=True)
    first = 1 + SIZES.index((language, small)) * STEP // len(SIZES)
    for width in WIDTHS[first::STEP]:
        assert check(painter, words, people_of_width(PEOPLE, painter.width, width, turn=width)) > 300


@pytest.mark.parametrize("language", LANGUAGES)
def test_before_a_game_is_ended_the_end_of_the_question_and_both_answers_are_in_sight(language: str) -> None:
    painter, words = MeasuringPainter(japanese()), Words(language, breaks=True)
    for width in WIDTHS[1::STEP]:
        people = people_of_width(PEOPLE, painter.width, width, turn=width)
        for scene in crowds(Stage(painter, words, people)):
            if not scene.name.startswith("end-"):
                continue
            names, context = running_snapshot(scene.context).setup.names, scene.context
            ending = scene.screen.update(Command.OK, context)
            abandoning = ask_before_abandoning(1, "Hannibal vs Rome", names, scene.screen, context)
            for screen in (ending, abandoning):
                assert isinstance(screen, Confirm)
                painter.start()
                painter.page(screen.view(context))
                end = screen.text[-8:]
                for text in (end, *[words(f"screen.{screen.name}.{answer}") for answer in ("yes", "no")]):
                    assert "".join(without_breaks(text).split()) in painter.written_plain, (screen.text, text)


def test_a_result_in_history_that_has_no_room_for_whole_names_has_tags_and_all_points() -> None:
    painter = MeasuringPainter(japanese())
    longest = people_of_width(PEOPLE, painter.width, WIDTHS[-1])
    words = Words("en", breaks=True)
    scene = next(scene for scene in scenes(painter, words, longest) if scene.name == "history")
    shown = scene.screen.view(scene.context).text
    game = scene.context.game_library.finished_games(0, 1).games[0]
    assert game.result is not None
    assert all(f"{tag} " in " ".join(shown) for tag in tags(game.names))
    assert " ".join(shown).endswith(str(game.result.scores[-1]))


def test_a_long_name_under_the_cursor_has_no_blank_that_is_not_its_own() -> None:
    painter, name = MeasuringPainter(japanese()), script_name(SCRIPTS["kanji"], 0, LETTERS.width, WIDTHS[-1])[:20]
    painter.start()
    painter.page(Page("people", "", menu=(Item(name),), cursor=0))
    assert "".join(painter.written) == name


@pytest.mark.parametrize("cursor", [0, 1])
@pytest.mark.parametrize("value", ["", "×"])
def test_two_people_whose_names_begin_alike_differ_in_each_line_of_the_log(cursor: int, value: str) -> None:
    painter = MeasuringPainter(japanese())
    for letters in range(1, 22):
        menu = tuple([Item("W" * letters, value, who) for who in ("佐々", "佐藤")])
        painter.start()
        painter.page(Page("log", "", menu=menu, cursor=cursor))
        assert all(item.who in painter.written_plain for item in menu), letters


@pytest.mark.parametrize(("language", "names"), [("en", ("Bartholomew", "Ian")), ("ja", ("佐々木健太郎", "佐藤健"))])
def test_the_page_of_an_entry_says_who_did_what(language: str, names: tuple[str, str]) -> None:
    painter = MeasuringPainter(japanese())
    stage = Stage(painter, Words(language, breaks=True), {})
    hannibal = ("legion ROM>GAL", "legion CAR>MAU", "legion GAL>NHI", "legion CAR>ZAM")
    hills = ("place 2", "place 6", "place 1", "place 4", "place 1", "place 5", "place 4", "reveal 8", "reveal 7")
    for key, texts in (("hannibal", hannibal), ("seven-hills", hills)):
        step = stage.step(key, names, *texts)
        context, short = stage.context(step), tags(names)
        for place in range(1, len(texts) + 1):
            seat = step.at(place - 1).turn
            assert seat is not None
            painter.start()
            page = Then(Log(Menu(Table())), place).view(context)
            painter.page(page)
            assert without_breaks(page.title) in painter.written
            assert f"{place} {short[seat]}" in page.title or f"{place} {names[seat]}" in page.title
            assert key != "hannibal" or "→" in page.title


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_takes_over_from_the_device_is_named_whole_before_anything_is_shown(language: str) -> None:
    painter, name = MeasuringPainter(japanese()), script_name(SCRIPTS["kanji"], 0, LETTERS.width, WIDTHS[-1])
    scene = next(
        scene for scene in scenes(painter, Words(language, breaks=True), {"Ben": name})
        if scene.name == "hannibal-handover"
    )  # fmt: skip
    screen, shown = scene.screen, list[str]()
    while not (page := router.view(screen, scene.context)).private:
        painter.start()
        painter.page(page)
        assert painter.clipped == 0
        shown += page.text
        after = screen.update(Command.OK, scene.context)
        assert isinstance(after, Handover)
        screen = after
    assert name in without_breaks("".join(shown))


@pytest.mark.thorough
@pytest.mark.parametrize("part", range(8))
@pytest.mark.parametrize(("language", "small"), SIZES)
def test_every_screen_shows_names_of_every_width(language: str, small: bool, part: int) -> None:
    painter, words = MeasuringPainter(japanese(), small=small), Words(language, breaks=True)
    for width in WIDTHS[part::8]:
        assert check(painter, words, people_of_width(PEOPLE, painter.width, width, turn=width)) > 300


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.gate)])
@pytest.mark.parametrize("script", SCRIPTS)
def test_army_ants_shows_names_of_every_width_of_a_script(script: str, step: int) -> None:
    painters = [Painter(japanese(), small=small) for small in (False, True)]
    for width in [*KNOWN, *WIDTHS[::step]]:
        one = script_name(SCRIPTS[script], 0, LETTERS.width, width)
        for painter in painters:
            stage = Stage(painter, Words("en"), {"Ada": one})
            painter.page(Table().view(stage.context(stage.step("army-ants", PEOPLE[:2]))))


@given(people=st.lists(names, min_size=len(PEOPLE), max_size=len(PEOPLE), unique=True), size=st.sampled_from(SIZES))
@pytest.mark.thorough
def test_every_screen_shows_any_names(people: list[str], size: tuple[str, bool]) -> None:
    language, small = size
    painter = MeasuringPainter(japanese(), small=small)
    for scene in scenes(painter, Words(language, breaks=True), dict(zip(PEOPLE, people, strict=True))):
        page = router.view(scene.screen, scene.context)
        painter.page(page, scene.banner)
        page.read(scene.banner)


@pytest.mark.parametrize(
    "count",
    [
        5,
        *[pytest.param(count, marks=pytest.mark.gate) for count in (2, 8)],
        *[pytest.param(count, marks=pytest.mark.thorough) for count in (3, 4, 6, 7)],
    ],
)
@pytest.mark.parametrize(
    "turn", [pytest.param(turn, marks=pytest.mark.gate if turn % 3 else ()) for turn in range(len(SCRIPTS))]
)
def test_no_name_above_a_number_has_fewer_than_four_letters_where_four_fit(count: int, turn: int) -> None:
    for wide in (16, 23, 29, 36, 39, 55):
        for width in range(3, 120, 7):
            every = list(people_of_width(PEOPLE[:count], LETTERS.width, width, turn).values())
            shown = paint_figures.names(LETTERS, [Figure(name, 7) for name in every], wide)
            assert len(set(shown)) == count
            for name, text in zip(every, shown, strict=True):
                four = " " not in name[:4] and LETTERS.width(composed(name)[:4].rstrip() + ELLIPSIS) <= wide
                assert text == composed(name) or not four or len(text.replace(ELLIPSIS, "")) >= 4, (name, text, wide)


# -- the names


@pytest.mark.gate
def test_names_have_the_width_that_is_wanted_in_each_script() -> None:
    reached = {
        width
        for width in WIDTHS
        for letters in SCRIPTS.values()
        for start in (0, len(letters) // 3)
        if LETTERS.width(script_name(letters, start, LETTERS.width, width)) == width
    }
    longest = max(LETTERS.width(script_name(letters, 0, LETTERS.width, 9999)) for letters in SCRIPTS.values())
    assert longest >= 8 * NAME_MOST - 1  # kanji
    assert set(range(1, 130)) <= reached


@pytest.mark.gate
def test_the_generated_people_are_possible_and_no_two_are_alike() -> None:
    for turn, width in enumerate(WIDTHS):
        people = list(people_of_width(PEOPLE, LETTERS.width, width, turn).values())
        assert all(map(possible, people))
        assert len({tag.casefold() for tag in tags(people)}) == len(people) == len(set(people))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", registry.GAMES)
def test_on_a_new_game_a_long_name_neither_cuts_who_begins_nor_is_touched_by_it(key: str, language: str) -> None:
    painter, words = MeasuringPainter(japanese()), Words(language, breaks=True)
    rules, context = registry.game(key), Stage(painter, words, {}).context()
    label = words(game_text_key(words, "screen.new.begins", key))
    for script in ("latin", "kanji"):
        people = tuple(
            script_name(SCRIPTS[script], start, LETTERS.width, WIDEST) for start in range(rules.players[0])
        )  # fmt: skip
        for cursor in range(1, 4):
            measured = painter.measures(router.view(New(rules, people, rules.complete({}), cursor=cursor), context))
            assert "".join(label.split()) in painter.written_plain, (people, cursor)
            assert (measured.covered, measured.clipped) == (0, 0), (people, cursor)


@pytest.mark.parametrize(
    ("people", "last"),
    [
        (("Ada", "Ben"), ["Ben concedes (Ada,", "Ben)"]),
        (("Susannah", "Bernhard", "Humphrey", "Dorothea"), ["Be concedes (Su, Be,", "Hu, Do)"]),
        (("Wilhelmina Kapellmeister", "Bartholomew Constantine"), ["Ba concedes (Wi, Ba)"]),
    ],
)
def test_of_a_game_that_ended_early_it_is_said_who_conceded_and_who_played(
    people: tuple[str, ...], last: list[str]
) -> None:
    scene = next(scene for scene in scenes(Painter(lcd()), Words("en")) if scene.name == "ended-conceded")
    assert isinstance(scene.screen, Ended)
    page = router.view(replace(scene.screen, game=scene.screen.game._replace(names=people)), scene.context)
    assert [*page.text] == ["Hannibal vs Rome", "2026-07-04 20:02", *last]
