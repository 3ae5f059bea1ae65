"""Hannibal vs Rome: what can be read, and the messages about an action that is not legal."""

from __future__ import annotations

import pytest
from hannibal_board import FULL, GAME, REGIONS, ROUTES, after, begin, board, english, scores
from refusing import refusal

from companion.kit.rules import Unreadable


def sea():
    return board("ROM COR-SAR", "CAR COR-SAR", battle="COR-SAR", hands=([1, 2], [3, 4]))


def land():
    return board("NHI ROM", "NHI CAR", "NHI", battle="NHI", hands=([1, 2], [3, 4]))


def fielded():
    return board("NHI ROM", "NHI CAR", "NHI", battle="NHI", fielded="legion", hands=([1, 2], [3, 4]))


def legions():
    return board("NHI ROM", "NHI CAR", "CAR", battle="NHI", fielded="legion", hands=([1, 2], [3, 4]))


def lonely():
    return board("NHI ROM", "CAR", "NHI", battle="NHI", fielded="hannibal", hands=([1, 2], [3, 4]))


def punic():
    return board("ROM*3", "ZAM MAU SIC-ZAM", "MAU", turn=1, hands=([1, 2], [3, 4]))


def lost():
    return board("ROM*3", "ZAM MAU", turn=1)


def alone():
    return board("ROM*3", "ZAM", "MAU", turn=1)


@pytest.mark.parametrize(
    ("laid", "action", "rule", "words"),
    [
        pytest.param(begin, "legion GAL>NHI", "HAN-2", "Ada has no legion in Gaul", id="han_2_none-there"),
        pytest.param(begin, "legion CAR>MAU", "HAN-2", "Ada has no legion in Carthage", id="han_2_the-enemy's"),
        pytest.param(begin, "fleet SAR-CAR>COR-SAR", "HAN-2",
                     "Ada has no fleet on Sardinia–Carthage", id="han_2_no-fleet"),
        pytest.param(begin, "hannibal CAR>MAU", "HAN-2",
                     "Hannibal is Carthage's; it is the turn of Ada, who has Rome", id="han_2_rome-moves-hannibal"),
        pytest.param(lost, "hannibal MAU>CAR", "HAN-2", "Hannibal has been lost", id="han_2_hannibal-lost"),
        pytest.param(punic, "hannibal CAR>ZAM", "HAN-2",
                     "Hannibal stands in Mauretania, not in Carthage", id="han_2_elsewhere"),
        pytest.param(alone, "legion MAU>CAR", "HAN-2",
                     "in Mauretania stands only Hannibal; he is moved as Hannibal, not as a legion", id="han_2_alone"),
        pytest.param(begin, "legion ROM>NHI", "HAN-3", "N. Hispania is not next to Rome", id="han_3_too-far"),
        pytest.param(begin, "legion ROM>CAR", "HAN-3", "Carthage is not next to Rome", id="han_3_far-too-far"),
        pytest.param(begin, "legion ROM>ROM", "HAN-3",
                     "Rome is where the legion stands; it must move to another region", id="han_3_nowhere"),
        pytest.param(punic, "hannibal MAU>GAL", "HAN-3", "Gaul is not next to Mauretania", id="han_3_hannibal-too-far"),
        pytest.param(lambda: after(begin(), *["fleet ROM-COR>CAN-SIC", "legion CAR>ZAM"] * 3), "legion ROM>COR",
                     "HAN-3",
                     "Corsica is across the sea from Rome; Ada needs a fleet on Rome–Corsica", id="han_3_no-fleet"),
        pytest.param(lambda: board("ROM", "SIC", "ZAM", turn=1), "hannibal ZAM>SIC", "HAN-4",
                     "Hannibal cannot cross the sea; Zama to Sicily is by sea", id="han_4_no-fleet"),
        pytest.param(lambda: board("ROM", "SIC SIC-ZAM", "ZAM", turn=1), "hannibal ZAM>SIC", "HAN-4",
                     "Hannibal cannot cross the sea; Zama to Sicily is by sea", id="han_4_with-a-fleet"),
        pytest.param(begin, "fleet ROM-COR>ROM-COR", "HAN-5",
                     "Rome–Corsica is where the fleet lies; it must move to another route", id="han_5_nowhere"),
        pytest.param(land, "legion ROM>GAL", "HAN-6",
                     "the battle at N. Hispania is not over; nothing else moves until then",
                     id="han_6_move-in-a-battle"),
        pytest.param(sea, "fleet COR-SAR>ROM-COR", "HAN-6",
                     "the battle at Corsica–Sardinia is not over; nothing else moves until then", id="han_6_flight"),
        pytest.param(fielded, "hannibal NHI>GAL", "HAN-6",
                     "the battle at N. Hispania is not over; nothing else moves until then",
                     id="han_6_hannibal-in-a-battle"),
        pytest.param(fielded, "clash 3 3", "HAN-7", "Ada has no 3 in hand; left: 1 2", id="han_7_rome's-card"),
        pytest.param(fielded, "clash 2 1", "HAN-7", "Ben has no 1 in hand; left: 3 4", id="han_7_carthage's-card"),
        pytest.param(sea, "clash 5 5", "HAN-7", "Ada has no 5 in hand; left: 1 2", id="han_7_neither-card"),
        pytest.param(punic, "clash 1 1", "HAN-7", "Ben has no 1 in hand; left: 3 4", id="han_7_no-battle-no-card"),
        pytest.param(punic, "clash 1 3", None, "clash 1 3 belongs to a battle, and none is being fought",
                     id="no-battle-clash"),
        pytest.param(punic, "field legion", None, "field legion belongs to a battle, and none is being fought",
                     id="no-battle-field"),
        pytest.param(lost, "field hannibal", "HAN-9",
                     "Carthage does not have both Hannibal and other legions; nothing to choose", id="han_9_lost"),
        pytest.param(lambda: board("ROM", "", "MAU"), "field legion", "HAN-9",
                     "Carthage does not have both Hannibal and other legions; nothing to choose", id="han_9_no-legion"),
        pytest.param(legions, "field legion", "HAN-9",
                     "N. Hispania does not hold both Hannibal and other legions; nothing to choose",
                     id="han_9_legions-only"),
        pytest.param(lonely, "field legion", "HAN-9",
                     "N. Hispania does not hold both Hannibal and other legions; nothing to choose",
                     id="han_9_hannibal-only"),
        pytest.param(sea, "field legion", "HAN-9", "the battle on Corsica–Sardinia is at sea; fleets fight there",
                     id="han_9_at-sea"),
        pytest.param(fielded, "field hannibal", "HAN-9",
                     "who fights this round in N. Hispania has been chosen; show the cards",
                     id="han_9_said"),
        pytest.param(land, "clash 1 3", "HAN-9", "Ben must first say who fights in N. Hispania: Hannibal or a legion",
                     id="han_9_first-say"),
        pytest.param(begin, "turn", None, "turn belongs to scores entry; this game has cards entry", id="turn"),
        pytest.param(lambda: begin(core=True), "turn core", None,
                     "turn core belongs to scores entry; this game has cards entry", id="turn-core"),
        pytest.param(land, "win 0", None, "win 0 belongs to scores entry; this game has cards entry", id="win"),
        pytest.param(begin, "draw", None, "draw belongs to scores entry; this game has cards entry", id="draw"),
        pytest.param(lambda: scores(core=False), "turn core", None,
                     "turn core belongs to core control; this game is played without it", id="scores-core"),
        pytest.param(scores, "legion ROM>GAL", None,
                     "legion ROM>GAL belongs to cards entry; this game has scores entry", id="scores-legion"),
        pytest.param(scores, "field legion", None,
                     "field legion belongs to cards entry; this game has scores entry", id="scores-field"),
        pytest.param(scores, "clash 1 1", None,
                     "clash 1 1 belongs to cards entry; this game has scores entry", id="scores-clash"),
    ],
)  # fmt: skip
def test_refusals_name_a_rule_and_the_thing_at_fault(laid, action, rule, words):
    refused = refusal(GAME, laid(), action)
    assert refused.rule == rule
    assert english(refused.message) == words


# Notation


def test_notation_reads_and_writes():
    texts = [f"{kind} {one}>{other}" for kind in ("legion", "hannibal") for one in REGIONS for other in REGIONS]
    texts += [f"fleet {one}>{other}" for one in ROUTES for other in ROUTES]
    texts += [f"clash {rome} {carthage}" for rome in FULL for carthage in FULL]
    texts += ["field hannibal", "field legion", "turn", "turn core", "win 0", "win 1", "draw"]
    for text in texts:
        assert str(GAME.read(text)) == text
    assert len(set(texts)) == 121 + 121 + 25 + 25 + 7


UNREADABLE = [
    *("", " ", "legion", "legion ROM", "legion ROM>", "legion ROM>XXX", "legion ROM-GAL", "legion rom>gal"),
    *("Legion ROM>GAL", "legion ROM > GAL", "legion  ROM>GAL", " legion ROM>GAL", "legion ROM>GAL "),
    *("legion ROM>GAL\n", "legion ROM>ROM-COR", "legion ROM>GAL\x00", "hannibal CAR", "hannibal SAR-CAR>COR"),
    *("fleet ROM>COR", "fleet COR-ROM>CAN-SIC", "fleet ROM-COR", "fleet ROM-CAN>COR-SAR"),
    *("field", "field fleet", "field Hannibal", "clash 0 1", "clash 6 1", "clash 1", "clash 1 2 3", "clash 1  2"),
    *("clash 01 2", "clash +1 2", "clash 1 ٢", "clash\t1 2", "turn Core", "turn  core", "turncore"),
    *("win", "win 2", "win 00", "draw 0", "Draw", "pass"),
]


def test_notation_refuses_everything_else():
    for text in UNREADABLE:
        with pytest.raises(Unreadable) as refused:
            pytest.fail(f"{text!r} is read as {GAME.read(text)!r}")
        assert refused.value.rule is None, text
        assert text in english(refused.value.message)
