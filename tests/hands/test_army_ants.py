"""Army Ants: people who do literally what the glass says have the table of the record before them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from installed import Record

from companion.kit.rules import Options, Position
from companion.ui.intents import Enter, Redo, Start, Undo
from hands.army_ants import KEY, OPTIONS, PLACES, Table, corrected
from hands.session import LONG_NAMES, NAMES, Device, sentences, session

DEAL = [f"deploy {card}" for card in "123456789Q123456789"]
"""An army, front rank first: c4 a 3, c3 an 8, c2 a 3."""
OTHER_DEAL = [f"deploy {card}" for card in "987654321Q987654321"]
"""Another: the queen on e3 as well, c4 a 7."""


class Players:
    """Two people at a device, with a field of real cards."""

    def __init__(self, device: Device, options: Options) -> None:
        self._device = device
        device.does(Start(KEY, NAMES[:2], options))
        self.table = Table(self.position, NAMES[:2], random.Random(7))

    @property
    def position(self) -> Position:
        step = self._device.session.now
        assert step is not None
        assert step.position is not None
        return step.position

    def play(self, *actions: str) -> None:
        """They do these things themselves and enter them."""
        for action in actions:
            before = self.position
            self._device.does(Enter(action))
            self.table.act(action, before, self.position)
            assert not self.table.differences(self.position)

    def follow(self, intent: object) -> list[str]:
        """They enter an act, and do what the glass says then; these sentences."""
        said = list(sentences(self._device.does(intent)))
        self.table.look(self.position)
        for sentence in said:
            self.table.carry_out(sentence)
        self.table.finish()
        assert not self.table.differences(self.position)
        return said


@contextmanager
def sat_down(folder: Path, **options: str) -> Iterator[Players]:
    with closing(Record(folder, NAMES)) as journal:
        yield Players(Device(journal), options)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_on_random_evenings_the_hands_lay_the_field_of_the_record(tmp_path: Path, options: Options, seed: int) -> None:
    names = LONG_NAMES if seed % 2 else NAMES
    assert session(tmp_path, KEY, 2, options, Table, seed, steps=150, names=names, corrected=corrected) > 40


@pytest.mark.parametrize("deployment", ["dealt", "rows", "free"])
def test_going_on_from_the_deployment_brings_every_card_back_to_where_it_was_deployed(
    tmp_path: Path, deployment: str
) -> None:
    dice = random.Random(deployment)
    with sat_down(tmp_path, deployment=deployment) as people:
        while people.position.table()["phase"] == "deploy":
            people.play(dice.choice(people.position.legal()))
        deployed = people.table.field
        for _ in range(25):
            legal = people.position.legal()
            if not legal:
                break
            people.play(dice.choice(legal))
            fought = people.table.field
            people.follow(Enter(f"back {dice.randrange(38)}"))
            assert people.table.field == deployed
            people.follow(Undo())
            assert people.table.field == fought


def test_the_cards_of_a_rally_march_go_back_and_the_next_question_is_about_a_square_with_a_card(tmp_path: Path) -> None:
    with sat_down(tmp_path) as people:
        people.play(*DEAL, *DEAL, "march c2-c4 d1")
        assert "c4" not in people.table.field
        assert people.follow(Enter("back 2")) == [
            "Move R3 from c3 to c4",
            "Move R8 from c2 to c3",
            "Move R3 from c1 to c2",
            "Ada's turn",
        ]
        assert people.table.field["c4"] == "R3"


def test_ant_14_after_going_on_no_card_is_refused_where_it_lies(tmp_path: Path) -> None:
    """Three swaps bring the 9 of c2 to e3, below the queen on e4. In the deployment it may not lie there."""
    red = "1234Q" + "56781" + "23945" + "6789"
    army = [f"deploy {card}" for card in red]
    with sat_down(tmp_path, deployment="free") as people:
        people.play(*army, *army, "swap c2 c3", "swap a7 a8", "swap c3 d3", "swap a7 a8", "swap d3 e3")
        assert people.table.field["e3"] == "R9"
        people.follow(Enter("back 3"))
        lying = [people.table.field[square][1] for square in PLACES["R"][3:]]
        assert lying == list(red[3:])
        people.play(*[f"deploy {card}" for card in lying])


def test_a_changed_entry_of_the_deployment_moves_two_cards_beside_those_that_marched(tmp_path: Path) -> None:
    with sat_down(tmp_path) as people:
        people.play(*DEAL, *DEAL, "march c2-c4 d1")
        assert people.follow(Enter("change 1 deploy Q")) == [
            "Move R3 from c3 to c4",
            "Move R8 from c2 to c3",
            "Move R3 from c1 to c2",
            "RQ on e3 and R1 on a4 change places",
            "Ada's turn",
        ]
        people.play("deploy 1")  # on e3, where the queen was


def test_an_entry_that_was_wrong_is_changed_and_nothing_moves_where_the_card_lies_already(tmp_path: Path) -> None:
    """On b4 lies a 5, but a 2 was entered."""
    with sat_down(tmp_path) as people:
        people.play("deploy 1", "deploy 2", "deploy 3")
        people.table.carry_out("R2 on b4 and R5 on " + _square_of(people.table, "R5") + " change places")
        lying = people.table.field
        assert people.follow(Enter("change 2 deploy 5")) == [
            "Check: R5 on b4", "If a check fails, exchange cards, but none on a4 c4",
        ]  # fmt: skip
        assert people.table.field == lying


def test_over_a_deal_that_was_taken_back_the_first_deal_is_laid_out_again(tmp_path: Path) -> None:
    with sat_down(tmp_path) as people:
        people.play(*DEAL, *DEAL)
        first = people.table.field
        assert people.follow(Enter("back 0")) == []
        people.play(*OTHER_DEAL, *OTHER_DEAL)
        second = people.table.field
        for _ in range(38):
            assert people.follow(Undo()) in ([], ["Ada's turn"], ["Ben's turn"])
        assert people.table.field == second
        assert people.follow(Undo()) == [
            "Check: R1 R2 R3 R4 R5 on a4 b4 c4 d4 e4",
            "Check: R6 R7 R8 R9 RQ on a3 b3 c3 d3 e3",
            "Check: R1 R2 R3 R4 R5 on a2 b2 c2 d2 e2",
            "Check: R6 R7 R8 R9 on a1 b1 d1 e1",
            "Check: B1 B2 B3 B4 B5 on a5 b5 c5 d5 e5",
            "Check: B6 B7 B8 B9 BQ on a6 b6 c6 d6 e6",
            "Check: B1 B2 B3 B4 B5 on a7 b7 c7 d7 e7",
            "Check: B6 B7 B8 B9 on a8 b8 d8 e8",
            "If a check fails, exchange cards",
        ]
        assert people.table.field == first
        for _ in range(39):
            people.follow(Redo())
        assert people.table.field == second


def test_the_first_entry_that_is_redone_does_not_lay_out_the_game(tmp_path: Path) -> None:
    with sat_down(tmp_path) as people:
        people.play("deploy 1")
        people.follow(Undo())
        assert people.follow(Redo()) == ["Check: R1 on a4", "If a check fails, exchange cards"]


def _square_of(table: Table, face: str) -> str:
    return next(square for square, lying in table.field.items() if lying == face)
