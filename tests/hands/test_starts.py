"""The instructions when the start of a game is undone or redone, and when a correction is redone."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import closing
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
from installed import Record

from companion.games.registry import GAMES, game
from companion.ui.intents import Enter, Redo, Rematch, Resume, Start, Undo
from hands.session import NAMES, Device, sentences

TAKEN_BACK = "Taken back: the start of the game"
AGAIN = "Again: the start of the game"
MODULES = {key: f"hands.{key.replace('-', '_')}" for key in GAMES}
PHYSICAL = [(key, import_module(name)) for key, name in MODULES.items() if find_spec(name) is not None]
"""The games that have a table of real cards and pieces; a game may do without."""


@pytest.fixture
def glass(tmp_path: Path) -> Iterator[Device]:
    with closing(Record(tmp_path, NAMES)) as journal:
        yield Device(journal)


def people(key: str) -> tuple[str, ...]:
    return NAMES[: game(key).players[0]]


LAID = {key: f"Lay out {game(key).name} as at its start for {', '.join(people(key))}" for key in GAMES}


def corrected(device: Device, **fields: object) -> Enter:
    """A `set` to the present table with other values of these fields."""
    assert device.session.now is not None
    assert device.session.now.position is not None
    return Enter("set " + json.dumps({**device.session.now.position.table(), **fields}))


def read(device: Device, intent: object) -> list[str]:
    """All lines that the glass then shows, page by page."""
    return [line for page in device.does(intent) for line in page.split("\n")]


# -- a correction comes back


def test_a_praetorians_correction_comes_back(glass: Device) -> None:
    glass.does(Start("praetorians", people("praetorians"), {}))
    facedown = [colour + str(value) for colour in "RPBGY" for value in range(1, 11)]
    glass.does(Enter("flip R7"))
    facedown.remove("P7")  # it was really the purple 7
    glass.does(corrected(glass, kept=["P7"], facedown=facedown))
    assert read(glass, Undo()) == ["Taken back: Set from table", "R7: in front of Ada", "P7: face down"]
    assert read(glass, Redo()) == ["Again: Set from table", "P7: in front of Ada", "R7: face down"]


def test_a_spartacus_correction_comes_back(glass: Device) -> None:
    glass.does(Start("spartacus", people("spartacus"), {}))
    at_start = glass.session.now
    assert at_start is not None
    assert at_start.position is not None
    glass.does(Enter("play 5"))
    glass.does(corrected(glass, **at_start.position.table()))  # Ada has not played yet
    glass.does(Undo())
    assert read(glass, Redo()) == ["Again: Set from table", "Back into Ada's hand: 5", "Ada's turn"]


def test_a_hannibal_correction_comes_back(glass: Device) -> None:
    glass.does(Start("hannibal", people("hannibal"), {}))
    glass.does(Enter("legion ROM>GAL"))
    glass.does(corrected(glass, legions=[{"ROM": 6, "COR": 1}, {"CAR": 5}]))
    assert read(glass, Undo()) == ["Taken back: Set from table", "Legions of Ada, 1: Corsica → Gaul"]
    assert read(glass, Redo()) == ["Again: Set from table", "Legions of Ada, 1: Gaul → Corsica"]


def test_a_seven_hills_correction_comes_back(glass: Device) -> None:
    glass.does(Start("seven-hills", people("seven-hills"), {"open": True}))
    glass.does(Enter("place 1 5"))
    hill, ada_5 = {"open": True, "cards": [[], []]}, {"open": True, "cards": [[5], []]}
    glass.does(corrected(glass, hills=[hill, ada_5, hill, hill, hill, hill, hill], barred=2))
    glass.does(Undo())
    assert read(glass, Redo()) == ["Again: Set from table", "Ada's 5: from hill 1 to hill 2 as card 1"]


def test_an_army_ants_correction_comes_back(glass: Device) -> None:
    glass.does(Start("army-ants", people("army-ants"), {}))
    battle = {"phase": "battle", "turn": 0, "rally": [0, 0]}
    glass.does(corrected(glass, **battle, board={"a1": "RQ", "c3": "R5", "e8": "BQ", "d8": "B7"}))
    glass.does(corrected(glass, **battle, board={"a1": "RQ", "c4": "R5", "e8": "BQ", "d8": "B7"}))
    assert read(glass, Undo()) == ["Taken back: Set from table", "Move R5 from c4 to c3"]
    assert read(glass, Redo()) == ["Again: Set from table", "Move R5 from c3 to c4"]


# -- the start of a game is taken back, and comes back


@pytest.mark.parametrize("key", GAMES)
def test_an_undone_start_names_the_finished_game_that_is_on_the_table_again(glass: Device, key: str) -> None:
    glass.does(Start(key, people(key), {}))
    glass.does(Enter("concede 0"))
    glass.does(Start("praetorians", ("Dora", "Emil"), {}))
    assert read(glass, Undo()) == [TAKEN_BACK, LAID[key]]
    assert read(glass, Redo()) == [AGAIN, "Lay out Praetorians as at its start for Dora, Emil"]


def test_a_start_taken_back_lays_out_nothing_of_a_game_whose_table_is_not_in_the_record(glass: Device) -> None:
    two = people("seven-hills")
    glass.does(Start("seven-hills", two, {"entry": "scores"}))
    glass.does(Enter("hill 1 0"))
    glass.does(Start("praetorians", ("Dora", "Emil"), {}))
    assert read(glass, Undo()) == [TAKEN_BACK, f"Back in the game before: Seven Hills of Rome, {', '.join(two)}"]


def test_a_start_taken_back_says_how_the_praetorians_before_it_ended(glass: Device) -> None:
    glass.does(Start("praetorians", people("praetorians"), {}))
    glass.does(corrected(glass, pawns=[94, 30]))
    glass.does(Enter("flip R5"))
    glass.does(Enter("stop"))  # 94 + 5 = 99
    glass.does(Rematch())
    assert read(glass, Undo()) == [
        TAKEN_BACK, LAID["praetorians"], "R5: in front of Ada", "Ada's pawn: 0 → 99", "Ben's pawn: 3 → 30"
    ]  # fmt: skip
    # Ben begins the rematch.
    assert read(glass, Redo()) == [AGAIN, "Lay out Praetorians as at its start for Ben, Ada"]


def test_a_start_taken_back_says_how_an_unfinished_game_lies_and_whose_turn_it_is(glass: Device) -> None:
    glass.does(Start("praetorians", people("praetorians"), {}))
    glass.does(Enter("flip R1"))
    glass.does(Enter("stop"))
    glass.does(Start("hannibal", ("Dora", "Emil"), {}))
    assert read(glass, Undo()) == [
        TAKEN_BACK, LAID["praetorians"], "R1: to the discards", "Ada's pawn: 0 → 1", "Ben's turn"
    ]  # fmt: skip


def test_the_first_start_of_an_evening_taken_back_leaves_nothing_to_lay_out(glass: Device) -> None:
    glass.does(Start("praetorians", people("praetorians"), {}))
    assert read(glass, Undo()) == [TAKEN_BACK]
    assert read(glass, Redo()) == [AGAIN, LAID["praetorians"]]


def test_redo_of_the_first_entry_of_a_game_moves_one_card_and_lays_out_nothing(glass: Device) -> None:
    glass.does(Start("praetorians", people("praetorians"), {}))
    glass.does(Enter("flip R1"))
    glass.does(Undo())
    assert read(glass, Redo()) == ["Again: ▲R1", "R1: in front of Ada"]


def test_after_a_game_was_resumed_its_start_leads_back_to_the_game_before_it(glass: Device) -> None:
    glass.does(Start("hannibal", people("hannibal"), {}))
    glass.does(Enter("legion ROM>GAL"))
    hannibal = glass.session.now
    glass.does(Start("praetorians", ("Dora", "Emil"), {}))
    glass.does(Enter("flip B4"))
    praetorians = glass.session.now
    assert hannibal is not None
    assert praetorians is not None
    glass.does(Resume(hannibal.setup.id))
    assert read(glass, Undo()) == ["Taken back: Rome→Gaul", "Legions of Ada, 1: Gaul → Rome", "Ada's turn"]
    assert read(glass, Redo()) == ["Again: Rome→Gaul", "Legions of Ada, 1: Rome → Gaul", "Ben's turn"]
    glass.does(Resume(praetorians.setup.id))
    assert read(glass, Undo()) == ["Taken back: ●B4", "B4: face down"]
    assert read(glass, Undo()) == [TAKEN_BACK, LAID["hannibal"], "Legions of Ada, 1: Rome → Gaul", "Ben's turn"]
    assert read(glass, Redo()) == [AGAIN, "Lay out Praetorians as at its start for Dora, Emil"]
    assert read(glass, Redo()) == ["Again: ●B4", "B4: in front of Dora"]


# -- carried out at a real table


@pytest.mark.parametrize("steps", [1, 30, pytest.param(150, marks=pytest.mark.thorough)])
@pytest.mark.parametrize(("key", "table"), PHYSICAL, ids=[key for key, _ in PHYSICAL])
def test_a_table_laid_out_by_the_glass_is_that_of_the_record(
    glass: Device, key: str, table: object, steps: int
) -> None:
    dice = random.Random(steps)
    for options in table.OPTIONS:  # type: ignore[attr-defined]
        for players in table.PLAYERS:  # type: ignore[attr-defined]
            choose = getattr(table, "choose", lambda position, dice: dice.choice(position.legal()))
            glass.does(Start(key, NAMES[:players], options))
            for _ in range(steps):
                now = glass.session.now
                assert now is not None
                assert now.position is not None
                if now.outcome is None:
                    glass.does(Enter(str(choose(now.position, dice))))
            glass.does(Rematch())
            _, *lines = sentences(glass.does(Undo()))
            now = glass.session.now
            assert now is not None
            assert now.timeline is not None
            laid = table.LAY(now.timeline[0].position, NAMES[:players], dice)  # type: ignore[attr-defined]
            if hasattr(laid, "look"):  # at the glass, before anything is done
                laid.look(now.timeline[-1].position)
            for line in lines:
                laid.carry_out(line)
            laid.finish()
            assert laid.differences(now.timeline[-1].position) == []
