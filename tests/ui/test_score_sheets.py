"""The score sheet as a value: what it shows of pads and of games entered by scores, and what a round becomes."""

from __future__ import annotations

import random

import pytest
from pad_tables import random_table
from presses import Shadow

from companion.games.pad.collection import SHIPPED
from companion.games.pad.engine.position import PadPosition
from companion.play.act import parse
from companion.play.timeline import change_plies
from companion.ports import ScoreSheet, SheetCell, SheetLine
from companion.ui.game_screens import RoundTyping, screens_of
from companion.ui.intents import Enter, Say
from companion.ui.log import Stuck
from companion.ui.screen import Context
from companion.ui.sources import SOURCES
from companion.ui.table import Table


def table_of(key: str, names: tuple[str, ...], *texts: str, **options: bool | str) -> Shadow:
    table = Shadow(key, names, **options)
    for text in texts:
        table.enter(table.read(text))
    return table


def typed(context: Context, place: int, **cells: str) -> RoundTyping | None:
    """A round with texts for some of its cells; `_` in their ids stands for a blank or a point."""
    assert context.step is not None
    screens = screens_of(context.step.setup)
    bare = screens.typed_round(context, place, {}, Table())
    assert bare is not None
    ids = {blank.id.replace(" ", "_").replace(".", "_"): blank.id for blank in bare.blanks}
    return screens.typed_round(context, place, {ids[name.strip("n")]: text for name, text in cells.items()}, Table())


def sheet_of(context: Context) -> ScoreSheet:
    found = SOURCES.sheet(context)
    assert found is not None
    return found


PEOPLE = ("Ada", "Ben", "Cy")
SPARTACUS = (
    "trick 0 30 1", "trick 1 40 0", "trick 2 35 1", "trick 0 20 0", "hand 0 10 0", "hand 1 30 1", "hand 2 0 0",
)  # fmt: skip
"""All piles of three people: numbers of 165 and three banners."""


def test_piles_are_corrected_together_with_what_they_must_add_up_to_in_sight() -> None:
    table = table_of("spartacus", PEOPLE, *SPARTACUS, entry="scores", banners="double")
    shown = sheet_of(table.context)
    assert shown.people == PEOPLE
    (piles,) = shown.rounds
    assert piles.lines[:3] == (
        SheetLine("Trick 1", (SheetCell("30⚑"), SheetCell("40"), SheetCell("35⚑"))),
        SheetLine("Trick 2", (SheetCell("20"), SheetCell(""), SheetCell(""))),
        SheetLine("Hand", (SheetCell("10"), SheetCell("30⚑"), SheetCell("0"))),
    )
    round_ = typed(table.context, 0, n0_0="28", n1_0="42")
    assert round_ is not None
    assert round_.sums == (("Numbers 165 of 165", True), ("Banners 3 of 3", True))
    assert [blank.name for blank in round_.blanks[:3]] == ["Trick 1: Ada", "Trick 1: Ada, banners", "Trick 1: Ben"]
    assert round_.put is not None
    answer = round_.put(table.context)
    assert isinstance(answer, Enter)
    assert answer.text == "change 1-2 trick 0 28 1; trick 1 42 0"
    short = typed(table.context, 0, n0_0="28")
    assert short is not None
    assert short.sums[0] == ("Numbers 163 of 165", False)


def test_a_sum_that_cannot_be_is_named_and_a_game_that_would_go_on_is_asked_about() -> None:
    table = table_of("spartacus", PEOPLE, *SPARTACUS, "done", entry="scores", banners="double")
    wrong = typed(table.context, 0, n0_0="56")
    assert wrong is not None
    assert wrong.blanks[0].fault == "56 is not possible: 0 to 55"
    short = typed(table.context, 0, n0_0="28")
    assert short is not None
    assert short.put is not None
    answer = short.put(table.context)
    assert isinstance(answer, Stuck)
    assert answer.until == 8  # `done` cannot stand while 2 are missing


@pytest.mark.parametrize(
    ("language", "why"),
    [
        ("en", "The points taken in a deal add up to 26. Taken 39 of 26 (HEA-2)"),
        ("ja", "1回で取る点の合計は26点です。取った点 39/26 (HEA-2)"),
    ],
)
def test_a_wrong_sum_is_no_fault_of_the_one_who_was_asked_last(language: str, why: str) -> None:
    table = Shadow("hearts", PEOPLE, language)
    for text in ("taken 1 5", "taken 2 6", "taken 0 15"):
        table.enter(table.read(text))
    round_ = typed(table.context, 0, taken_1="18")
    assert round_ is not None
    assert round_.put is not None
    answer = round_.put(table.context)
    assert isinstance(answer, Say)
    assert answer.params == {"why": why}


def test_the_step_of_a_number_is_named() -> None:
    wrong = typed(table_of("canasta", PEOPLE, "hand 0 100", "hand 1 200", "hand 2 300").context, 0, hand_1="601")
    assert wrong is not None
    assert [blank.fault for blank in wrong.blanks] == ["", "601 is not possible: -4000 to 6000 by 5", ""]


def test_turns_of_praetorians_are_a_table_of_rounds() -> None:
    entries = ("bank 21", "match 7", "bank 12", "bust", "bank 30")
    table = table_of("praetorians", ("Ada", "Ben"), *entries, entry="scores")
    first, second = sheet_of(table.context).rounds  # the pawn of the second player begins on 3
    assert first.lines == (
        SheetLine("Matches", (SheetCell(""), SheetCell("7"))),
        SheetLine("Sum", (SheetCell("21"), SheetCell("12"))),
        SheetLine("Space", (SheetCell("21"), SheetCell("22"))),
    )
    assert second.lines == (
        SheetLine("Sum", (SheetCell("caught"), SheetCell("30"))),
        SheetLine("Space", (SheetCell("21"), SheetCell("52"))),
    )
    round_ = typed(table.context, 0, n0_0="22", n2_0="11")
    assert round_ is not None
    assert round_.put is not None
    answer = round_.put(table.context)
    assert isinstance(answer, Enter)
    assert answer.text == "change 1-3 bank 22; match 7; bank 11"


@pytest.mark.parametrize("key", ["praetorians", "spartacus", "hannibal", "seven-hills", "army-ants"])
def test_where_cards_are_entered_there_is_no_sheet(key: str) -> None:
    table = Shadow(key, PEOPLE if key == "spartacus" else PEOPLE[:2])
    table.enter(table.legal[0])
    assert SOURCES.sheet(table.context) is None


def agrees(key: str, dice: random.Random) -> None:
    """A random game of a pad: its sheet has its scores, each round is as it was entered, and another value counts."""
    table = random_table(key, dice)
    context, position = table.context, table.timeline[-1].position
    assert isinstance(position, PadPosition)
    shown = sheet_of(context)
    for place in range(len(shown.rounds)):
        same = typed(context, place)
        assert same is not None
        assert same.put is None
        assert all(blank.value and not blank.fault for blank in same.blanks)
    words = context.words
    scores = [line for one in shown.rounds for line in one.lines if line.name == words("pad.score")]
    if scores and not position.setting.pad.turns:
        assert [cell.text for cell in scores[-1].cells] == list(map(str, position.scores))
    place = dice.randrange(len(shown.rounds))
    same = typed(context, place)
    assert same is not None
    blank = dice.choice(same.blanks)
    value = dice.choice([value for value, _ in blank.choices] or [blank.possible.split()[0]])
    other = screens_of(table.setup).typed_round(context, place, {blank.id: value}, Table())
    assert other is not None
    answer = other.put(context) if other.put is not None else None
    if isinstance(answer, Enter):
        assert change_plies(table.setup, table.timeline, parse(answer.text))[2] is None


def test_sheets_of_random_games_say_what_was_entered() -> None:
    for key in ("wizard", "spades", "farkle"):
        agrees(key, random.Random(3))


@pytest.mark.parametrize(
    "seeds",
    [pytest.param(range(1), marks=pytest.mark.gate), pytest.param(range(1, 4), marks=pytest.mark.thorough)],
    ids=["one", "three"],
)
@pytest.mark.parametrize("key", SHIPPED)
def test_sheets_of_every_pad_say_what_was_entered(key: str, seeds: range) -> None:
    for seed in seeds:
        agrees(key, random.Random(seed))
