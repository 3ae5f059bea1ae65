"""The instructions of Praetorians, carried out at a real table."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from installed import Record

from companion.app.perform import banner_sentences
from companion.games import registry
from companion.kit.rules import Options
from companion.ui.intents import Enter, Redo, Start, Undo
from companion.ui.painter import Painter
from companion.words import Words
from hands.praetorians import LAY, OPTIONS, PLAYERS, choose, corrected
from hands.session import LONG_NAMES, NAMES, Device, session
from hardware.fonts import lcd

GAME = registry.game("praetorians")
DECK = [colour + str(value) for colour in "RPBGY" for value in range(1, 11)]
TAKEN = [f"{colour}{value}" for colour in "RPBGY" for value in (1, 2, 3, 4)]
"""Twenty cards, in order."""


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_hands_that_only_read_the_glass_have_the_table_of_the_record(
    tmp_path: Path, options: Options, players: int
) -> None:
    put_backs = 0
    for seed, wishes in enumerate((corrected, None)):
        put_backs += session(
            tmp_path / str(seed), "praetorians", players, options, LAY, seed,
            steps=60, names=LONG_NAMES if seed else NAMES, corrected=wishes, choose=choose,
        )  # fmt: skip
    assert put_backs > 20


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_hands_turn_any_table_into_any_other(options: Options, players: int) -> None:
    dice, words, painter = random.Random(players), Words("en"), Painter(lcd())
    begin = GAME.start(players, options)
    for _ in range(60):
        now, then = (GAME.restore(players, options, corrected(begin, dice)) for _ in range(2))
        table = LAY(now, LONG_NAMES, dice)
        for message in GAME.put_back(now, then):
            for sentence in banner_sentences(message, LONG_NAMES, words, painter):
                assert painter.fits_banner(sentence)
                table.carry_out(sentence)
        assert table.differences(then) == []


@pytest.fixture
def glass(tmp_path: Path) -> Iterator[Device]:
    """A device on which Ada and Ben have begun a game."""
    with closing(Record(tmp_path, NAMES)) as journal:
        device = Device(journal)
        device.does(Start("praetorians", NAMES[:2], {}))
        yield device


def laid(kept: str, discards: list[str]) -> Enter:
    """A `set`: Ada's turn, pawns on 20 and 30, all cards but these lie face down."""
    view = {
        "turn": 0, "pawns": [20, 30], "kept": kept.split(), "flips": len(kept.split()), "matched": 0,
        "facedown": [card for card in DECK if card not in (*kept.split(), *discards)], "discards": discards,
    }  # fmt: skip
    return Enter("set " + json.dumps(view))


def test_undo_over_a_shuffle_says_which_card_stays_face_down(glass: Device) -> None:
    # R9 is kept, B10 lies face down, the other 48 are discards. B10 catches Ada, and all 50 are spread face down.
    glass.does(laid("R9", [card for card in DECK if card not in ("R9", "B10")]))
    glass.does(Enter("flip B10"))
    assert glass.does(Undo()) == [
        "Taken back: ●B10\nR9: in front of Ada\nAll face-down cards but B10: to the discards\nAda's turn"
    ]
    # Nobody shuffles twice: "Shuffle the discards …" is not said beside "All discards: …".
    assert glass.does(Redo()) == [
        "●B10: Ada is caught between the camps!\nAgain: ●B10\nAll discards: face down\nR9: face down\nBen's turn"
    ]


def test_going_on_from_the_middle_of_the_deck_after_a_shuffle_names_the_cards_that_stay(glass: Device) -> None:
    # 28 discards, R9 and R10 kept, 20 face down. Ada stops with 19; then all is shuffled.
    facedown = TAKEN
    kept = "R9 R10"
    glass.does(laid(kept, [card for card in DECK if card not in (*facedown, *kept.split())]))
    glass.does(laid("", ["R1"]))  # after a shuffle, R1 came first
    pages = glass.does(Enter("back 1"))
    assert pages == [
        "Correct the table:\nR9 R10: in front of Ada\nR1: face down",
        f"All face-down cards but {' '.join(facedown)}: to the discards",
    ]


def test_cards_that_move_both_ways_are_named_once(glass: Device) -> None:
    # Every second card of the deck is a discard, then every other one: 25 cards each way.
    glass.does(laid("", DECK[::2]))
    glass.does(laid("", DECK[1::2]))
    assert glass.does(Undo()) == [
        "Taken back: Set from table\nAll discards: face down",
        f"{' '.join(DECK[::2])}: to the discards",
    ]


def test_a_kept_card_that_belongs_to_another_turn_goes_in_front_of_its_new_owner(glass: Device) -> None:
    for action in ("flip R1", "flip B9", "flip Y2"):  # B9 catches Ada; Y2 is kept by Ben
        glass.does(Enter(action))
    # With P5 Ada is not caught: she turns up Y2.
    assert glass.does(Enter("change 2 flip P5")) == [
        "Correct the table:\nR1 P5 Y2: in front of Ada\nB9: face down\nAda's turn"
    ]
    assert glass.does(Undo()) == [
        "Taken back: the change of entry 2\nY2: in front of Ben\nP5: face down\nR1 B9: to the discards\nBen's turn"
    ]


def test_of_the_five_12s_as_many_are_named_as_move(tmp_path: Path) -> None:
    with closing(Record(tmp_path, NAMES)) as journal:
        device = Device(journal)
        device.does(Start("praetorians", NAMES[:2], {"twelves": True}))
        for action in ("flip 12>1", "flip 12>1", "flip R1"):
            device.does(Enter(action))
        assert device.does(Enter("back 0")) == ["Correct the table:\nR1 12 12: face down\nBen's pawn: 0 → 3"]
