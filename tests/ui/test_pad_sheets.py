"""Several cells of an earlier round corrected together: the game is then the one that was played with these values."""

from __future__ import annotations

import random
from collections.abc import Generator

import pytest
from device import Answer, Player, begun, chosen, look, pick, played
from glass import MeasuringPainter
from letters import letters_for
from pad_tables import PEOPLE, page_of, random_table
from presses import Shadow

from companion.cli import main
from companion.games.pad.collection import SHIPPED, shipped
from companion.games.pad.engine.notation import FINISH
from companion.games.pad.engine.notation import Enter as Entry
from companion.games.pad.grid import Rounds
from companion.games.pad.sheet import Sheet
from companion.kit.rules import Refusal
from companion.play.act import CHANGE
from companion.play.timeline import Timeline, advance
from companion.ui.game_screens import running_snapshot
from companion.ui.intents import Enter
from companion.ui.log import ChangeToo, Stuck, Together, put_in
from companion.ui.screen import Command, Intent, Screen
from companion.ui.table import Table
from companion.values import replace
from companion.words import LANGUAGES

GAMES = 3


def freshly_played(table: Shadow, first: int, new: list[str], later: int) -> Timeline:
    """The game with other entries from the place `first` on, then those from the place `later` on while they can be."""
    timeline = table.timeline[:first]
    for text in new:
        timeline = advance(table.setup, timeline, text)
    for ply in table.timeline[later:]:
        try:
            timeline = advance(table.setup, timeline, ply.text)
        except Refusal:
            break
    return timeline


def other_round(table: Shadow, first: int, number: int, dice: random.Random) -> list[str]:
    """Another way in which people may have played the round that begins at a place."""
    timeline = table.timeline[:first]
    found = list[str]()
    while timeline[-1].outcome is None and timeline[-1].position.table()["round"] == number:
        action = dice.choice([action for action in timeline[-1].position.legal() if action != FINISH])
        timeline = advance(table.setup, timeline, action)
        found.append(str(action))
    return found


def put_together(table: Shadow, sheet: Sheet, wanted: list[str], dice: random.Random) -> Screen | Intent:
    """What the sheet answers when its cells have these values, corrected in any order."""
    actions = [action for action in map(table.read, wanted) if isinstance(action, Entry)]
    values = {(action.field.name, action.seat): action.value for action in actions}
    for _ in range(400):
        other = [cell for cell in sheet.cells if cell.key in values and cell.value != values[cell.key]]
        if not other:
            break
        cell = dice.choice(other)
        sheet = sheet.put_value(table.context, cell.key, values[cell.key])
        assert page_of(table, sheet).title
    assert [(cell.key, cell.value) for cell in sheet.cells] == list(values.items())
    while sheet.cursor:
        up = sheet.update(Command.UP, table.context)
        assert isinstance(up, Sheet)
        sheet = up
    return sheet.update(Command.OK, table.context)


QUICK = ("wizard", "skull-king", "spades", "skat", "molkky")
"""The pads whose rounds the quick run corrects; the gate those of all."""


@pytest.mark.parametrize("key", [pytest.param(key, marks=() if key in QUICK else pytest.mark.gate) for key in SHIPPED])
def test_a_corrected_round_makes_the_game_that_was_played_with_these_values(key):
    dice, put, stuck, earlier = random.Random(key), 0, 0, 0
    for _ in range(GAMES):
        table = random_table(key, dice)
        grid = Rounds.from_snapshot(running_snapshot(table.context), Table())
        earlier += len(grid.rounds) - 1
        for one in dice.sample(grid.rounds[:-1], min(3, len(grid.rounds) - 1)):
            sheet = Sheet.of_round(grid, one, table.context)
            wanted = other_round(table, one.places[0], one.number, dice)
            fresh = freshly_played(table, one.places[0], wanted, one.places[-1] + 1)
            if wanted == [table.timeline[place].text for place in one.places]:
                continue
            answer = put_together(table, sheet, wanted, dice)
            whole = len(fresh) == len(table.timeline) - len(one.places) + len(wanted)
            assert isinstance(answer, Enter if whole else Stuck)
            entered = answer.keep if isinstance(answer, Stuck) else answer
            assert isinstance(entered, Enter)
            assert entered.act.kind == CHANGE
            changed = advance(table.setup, table.timeline, entered.text)
            assert [ply.text for ply in changed] == [ply.text for ply in fresh]
            assert changed[-1].position.table() == fresh[-1].position.table()
            put, stuck = put + whole, stuck + (not whole)
    assert put + stuck > 0 or not earlier  # a game of one round has none


SUMS = [key for key in SHIPPED if any(field.total is not None for field in shipped(key).pad.fields)]
"""The pads with a field whose values in a round must have a sum."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", SUMS)
def test_the_sum_that_must_come_out_is_whole_in_the_title_of_a_sheet_and_of_every_cell(key: str, language: str) -> None:
    dice, glass = random.Random(key), MeasuringPainter(letters_for(language))
    table = Shadow(key, PEOPLE[: shipped(key).game.players[1]], language)
    while not table.over and table.timeline[-1].position.table()["round"] < 3:
        table.enter(dice.choice([action for action in table.legal if action != FINISH] or table.legal))
    context = replace(table.context, wrap=glass.wrap, pages_of_text=glass.reading)
    grid = Rounds.from_snapshot(running_snapshot(context), Table())
    sheet: Screen | Intent = Sheet.of_round(grid, grid.rounds[0], context)
    assert isinstance(sheet, Sheet)
    sums = 0
    for _ in sheet.cells:
        for screen in (sheet, sheet.update(Command.OK, context)):
            assert isinstance(screen, Screen)
            page = screen.view(context)
            glass.measures(page)
            assert any(text.startswith(page.title[:3]) for text in glass.written), page.title
            assert not page.aside or page.aside in glass.written, page.aside
            sums += bool(page.aside)
        sheet = sheet.update(Command.DOWN, context)
        assert isinstance(sheet, Sheet)
    assert sums >= len(sheet.cells)


FIRST = ("bid 0 1", "bid 1 0", "bid 2 1", "took 0 1", "took 1 0", "took 2 0")
"""WIZ-5: Ada bids and takes 1, 30; Ben bids and takes 0, 20; Cleo bids 1 and takes 0, -10."""
SECOND = ("bid 1 1", "bid 2 1", "bid 0 0", "took 1 0", "took 2 2", "took 0 0")
"""Ada 20, Ben -10, Cleo -10."""
NAMES = ("Ada", "Ben", "Cleo")


def test_an_evening_in_which_a_trick_was_not_adas_but_bens(tmp_path, capsys):
    begun(tmp_path / "one", "wizard", NAMES, *FIRST, *SECOND, "bid 2 2")

    def corrects() -> Player:
        answer = yield from look()
        assert [line for line in answer["lines"] if line in ("Ada 50", "Ben 10", "Cleo -20")] == [
            "Ada 50", "Ben 10", "Cleo -20",
        ]  # fmt: skip
        yield "back"
        yield from pick("Rounds")
        yield "up"
        yield "up"
        answer = yield "ok"
        assert answer["lines"][:2] == ["Round 1", "Took 1 of 1"]
        yield from cell("Ada: Took", "0")
        answer = yield from look()
        assert answer["lines"][:2] == ["Round 1", "Took 0 of 1"]
        yield from cell("Ben: Took", "1")
        answer = yield from look()
        assert answer["lines"][:2] == ["Round 1", "Took 1 of 1"]
        assert chosen(answer) == "Enter together"
        answer = yield "ok"  # WIZ-5: Ada -10, Ben -10 in the first round; the second stands as it is
        assert answer["screen"] == "table"
        assert answer["lines"][0] == "Ada: Bid"
        assert {"Ada 10", "Ben -20", "Cleo -20"} <= set(answer["lines"])
        answer = yield "hold back"  # one undo
        assert {"Ada 50", "Ben 10", "Cleo -20"} <= set(answer["lines"])
        yield "back"
        answer = yield from picked("Redo")
        assert {"Ada 10", "Ben -20", "Cleo -20"} <= set(answer["lines"])

    answers = played(tmp_path / "one", corrects(), people=NAMES)
    acts = [text for answer in answers for text in answer["actions"]]
    assert acts == ["change 4-5 took 0 0; took 1 1", "undo", "redo"]

    def looks() -> Player:
        answer = yield from look()  # after a restart
        assert {"Ada 10", "Ben -20", "Cleo -20"} <= set(answer["lines"])
        answer = yield "hold back"
        assert {"Ada 50", "Ben 10", "Cleo -20"} <= set(answer["lines"])
        yield "back"
        yield from pick("Redo")

    played(tmp_path / "one", looks(), people=NAMES)
    for form in ("text", "json"):
        assert main(["export", "--all", "--as", form, "--data", str(tmp_path / "one")]) == 0
        written = capsys.readouterr().out
        assert "change 4-5 took 0 0; took 1 1" in written
        (tmp_path / "file").write_text(written)
        assert main(["import", str(tmp_path / "file"), "--data", str(tmp_path / form)]) == 0
        capsys.readouterr()
        assert main(["export", "--all", "--as", form, "--data", str(tmp_path / form)]) == 0
        assert capsys.readouterr().out == written
    assert main(["report", "1", "--data", str(tmp_path / "one"), "-o", str(tmp_path / "page.html")]) == 0
    page = (tmp_path / "page.html").read_text()
    assert "Changed. Before, this was: " in page
    assert "From here on entered again" not in page


def cell(label: str, value: str) -> Player:
    """Correct one cell of a sheet."""
    yield from pick_line(label)
    answer = yield from look()
    for _ in range(20):
        if answer["lines"][2] == value:
            break
        answer = yield "up"
    yield "ok"


def pick_line(label: str) -> Player:
    answer = yield from look()
    for _ in range(40):
        if chosen(answer).startswith(label):
            yield "ok"
            return
        answer = yield "down"
    raise AssertionError(label)


def picked(label: str) -> Generator[str, Answer, Answer]:
    """The answer after a line of a menu."""
    yield from pick(label)
    return (yield from look())


def test_sums_of_a_scores_entry_are_corrected_together_too():
    # SPA-17: 55 in numbers for each of three people, 165; SPA-18: one hand is empty. Ben's trick had 45, Cleo's 35.
    table = Shadow("spartacus", NAMES, entry="scores", banners="none")
    entries = ("trick 0 40 0", "trick 1 50 0", "trick 2 30 0", "trick 0 35 0", "hand 0 0 0", "hand 1 4 0", "hand 2 6 0")
    for text in (*entries, "done"):
        table.enter(table.read(text))
    context = table.context
    stuck = put_in(Table(), {2: "trick 1 45 0"}, context)
    assert isinstance(stuck, Stuck)
    assert stuck.until == 8  # `done`: 5 are missing
    together = stuck.update(Command.OK, context)
    assert isinstance(together, Together)
    there: Screen | Intent = together
    for _ in range(5):
        assert isinstance(there, Screen)
        there = there.update(Command.DOWN, context)
    assert isinstance(there, Together)
    page = there.view(context)
    assert [str(item) for item in page.menu][-3:] == [
        "Cleo: trick 30: +30 → 30", "Ben: trick 45: changed", "Ada: trick 40: +40 → 40",
    ]  # fmt: skip
    change = there.update(Command.OK, context)
    assert isinstance(change, ChangeToo)
    assert change.enter("trick 2 35 0", context) == Enter("change 2-3 trick 1 45 0; trick 2 35 0")
    still = change.enter("trick 2 33 0", context)
    assert isinstance(still, Stuck)
    assert (still.until, dict(still.changes)) == (8, {2: "trick 1 45 0", 3: "trick 2 33 0"})
    after = advance(table.setup, table.timeline, "change 2-3 trick 1 45 0; trick 2 35 0")
    assert after[-1].outcome is not None
    assert len(after) == len(table.timeline)


def test_the_report_counts_no_entry_as_lost_that_a_correction_has_made_needless(tmp_path):
    # SKU-5: two bonuses less, because two bids were wrong after all.
    first = (
        "bid 0 1",
        "bid 1 0",
        "bid 2 0",
        "took 0 1",
        "bonus 0 30",
        "took 1 0",
        "bonus 1 0",
        "took 2 0",
        "bonus 2 0",
    )
    change = "change 4-9 took 0 0; took 1 0; bonus 1 0; took 2 1"
    begun(tmp_path, "skull-king", NAMES, *first, "bid 1 1", change)
    assert main(["report", "1", "--data", str(tmp_path), "-o", str(tmp_path / "page.html")]) == 0
    page = (tmp_path / "page.html").read_text()
    assert "Changed. Before, this was: " in page
    assert "From here on entered again" not in page
    begun(tmp_path / "two", "skull-king", NAMES, *first, "bid 1 1", "change 10-10 bid 1 0; bid 2 1", "back 9")
    assert main(["report", "1", "--data", str(tmp_path / "two"), "-o", str(tmp_path / "two.html")]) == 0
    assert "From here on entered again; entries taken back: 2" in (tmp_path / "two.html").read_text()
