"""Hannibal vs Rome: the messages after an action, and what people must do to go back."""

from __future__ import annotations

import random
import re
import tomllib
from pathlib import Path

import pytest
from hannibal_board import FULL, GAME, NAMES, after, begin, board, english, scores

from companion.games import registry
from companion.kit.rules import play
from companion.words import Words


def entered(position, action):
    """The English messages after `action`."""
    act = GAME.read(action)
    return [english(message) for message in GAME.consequences(position, act, play(position, act))]


def rules_of_messages(position, action):
    act = GAME.read(action)
    return [message.rule for message in GAME.consequences(position, act, play(position, act))]


def land():
    return after(board("GAL ROM", "NHI*2 CAR", "NHI"), "legion GAL>NHI")


def last():
    return board("NHI ROM", "NHI*2 CAR", battle="NHI", fielded="legion", hands=([4], [2]))


def sea():
    return after(board("ROM ROM-COR", "CAR SAR-CAR*2"), "fleet ROM-COR>SAR-CAR")


def chips():
    return board("MAU SIC ROM-COR", "CAR", core=True, chips=(0, 5))


@pytest.mark.parametrize(
    ("laid", "action", "rules", "words"),
    [
        pytest.param(begin, "legion ROM>GAL", ["HAN-1"], ["Ben's turn"], id="han_1_turn"),
        pytest.param(lambda: board("GAL ROM", "NHI*2 CAR"), "legion GAL>NHI", ["HAN-6"],
                     ["Battle at N. Hispania! Rome 1, Carthage 2"], id="han_6_battle"),
        pytest.param(lambda: board("GAL ROM", "NHI*2 CAR", "NHI"), "legion GAL>NHI", ["HAN-6", "HAN-9"],
                     ["Battle at N. Hispania! Rome 1, Carthage 3",
                     "Ben says who fights this round: Hannibal or a legion"],
                     id="han_9_choose"),
        pytest.param(lambda: board("GAL ROM", "CAR", "NHI"), "legion GAL>NHI", ["HAN-6", "HAN-10"],
                     ["Battle at N. Hispania! Rome 1, Carthage 1", "Hannibal fights: Carthage's card counts one more"],
                     id="han_10_"),
        pytest.param(lambda: board("ROM ROM-COR", "CAR SAR-CAR*2"), "fleet ROM-COR>SAR-CAR", ["HAN-6"],
                     ["Battle at Sardinia–Carthage! Rome 1, Carthage 2"], id="han_6_sea"),
        pytest.param(land, "field hannibal", ["HAN-10"], ["Hannibal fights: Carthage's card counts one more"],
                     id="han_10_fielded"),
        pytest.param(land, "field legion", ["HAN-9"], ["A legion fights; Hannibal stays out of this round"],
                     id="han_9_fielded"),
        pytest.param(lambda: after(land(), "field legion"), "clash 5 1", ["HAN-7", "HAN-7", "HAN-6", "HAN-9"],
                     ["Rome 5, Carthage 1: Ada wins the round", "Take a legion of Ben off N. Hispania",
                      "The battle at N. Hispania goes on: Rome 1, Carthage 2",
                      "Ben says who fights this round: Hannibal or a legion"], id="han_7_round-won"),
        pytest.param(lambda: after(land(), "field hannibal"), "clash 3 3", ["HAN-10", "HAN-7", "HAN-6", "HAN-1"],
                     ["Rome 3, Carthage 4: Ben wins the round", "Take a legion of Ada off N. Hispania",
                      "Ben wins the battle at N. Hispania", "Ben's turn"], id="han_10_hannibal-wins"),
        pytest.param(lambda: after(land(), "field hannibal"), "clash 5 3", ["HAN-10", "HAN-10", "HAN-6"],
                     ["Rome 5, Carthage 4: Ada wins the round", "Hannibal has fallen: take him off N. Hispania",
                      "The battle at N. Hispania goes on: Rome 1, Carthage 2"], id="han_10_hannibal-falls"),
        pytest.param(lambda: after(land(), "field hannibal"), "clash 4 3",
                     ["HAN-10", "HAN-7", "HAN-10", "HAN-6", "HAN-1"],
                     ["Rome 4, Carthage 4: both lose a piece", "Take a legion of Ada off N. Hispania",
                      "Hannibal has fallen: take him off N. Hispania", "Ben wins the battle at N. Hispania",
                     "Ben's turn"],
                     id="han_10_tie"),
        pytest.param(sea, "clash 2 4", ["HAN-7", "HAN-7", "HAN-6", "HAN-1"],
                     ["Rome 2, Carthage 4: Ben wins the round", "Take a fleet of Ada off Sardinia–Carthage",
                      "Ben wins the battle at Sardinia–Carthage", "Ben's turn"], id="han_7_sea"),
        pytest.param(last, "clash 4 2", ["HAN-7", "HAN-7", "HAN-8", "HAN-6"],
                     ["Rome 4, Carthage 2: Ada wins the round", "Take a legion of Ben off N. Hispania",
                      "All cards are used. Take your five cards back",
                      "The battle at N. Hispania goes on: Rome 1, Carthage 1"], id="han_8_cards-back"),
        pytest.param(lambda: after(board("GAL ROM", "NHI CAR"), "legion GAL>NHI"), "clash 3 3",
                     ["HAN-7", "HAN-7", "HAN-7", "HAN-6", "HAN-1"],
                     ["Rome 3, Carthage 3: both lose a piece", "Take a legion of Ada off N. Hispania",
                      "Take a legion of Ben off N. Hispania", "The battle is over; nobody is left at N. Hispania",
                     "Ben's turn"],
                     id="han_7_tie"),
        pytest.param(lambda: board("MAU", "CAR"), "legion MAU>CAR", ["HAN-11"],
                     ["Ada enters the enemy capital and wins!"], id="han_11_"),
        pytest.param(lambda: board("ROM", "SAR SIC COR-SAR", "GAL", turn=1), "legion SAR>COR", ["HAN-12"],
                     ["Ben controls the Mediterranean and wins!"], id="han_12_"),
        pytest.param(lambda: after(board("GAL", "NHI"), "legion GAL>NHI"), "clash 1 2",
                     ["HAN-7", "HAN-7", "HAN-6", "HAN-13"],
                     ["Rome 1, Carthage 2: Ben wins the round", "Take a legion of Ada off N. Hispania",
                      "Ben wins the battle at N. Hispania", "Ada has lost all legions. Ben wins!"], id="han_13_"),
        pytest.param(lambda: after(board("GAL", "NHI"), "legion GAL>NHI"), "clash 1 1",
                     ["HAN-7", "HAN-7", "HAN-7", "HAN-6", "HAN-13"],
                     ["Rome 1, Carthage 1: both lose a piece", "Take a legion of Ada off N. Hispania",
                      "Take a legion of Ben off N. Hispania", "The battle is over; nobody is left at N. Hispania",
                      "Both have lost all legions. Nobody wins"], id="han_13_nobody"),
        pytest.param(lambda: board("GAL", "SAR"), "legion GAL>NHI", ["HAN-14"],
                     ["Ben cannot move any piece. Ada wins!"], id="han_14_"),
        pytest.param(chips, "fleet ROM-COR>COR-SAR", ["HAN-17", "HAN-17", "HAN-1"],
                     ["Three core regions: Ada takes a chip and has 1", "Ben gives back all chips (5)", "Ben's turn"],
                     id="han_17_"),
        pytest.param(lambda: board("MAU SIC ROM-COR", "CAR", core=True, chips=(7, 0)), "fleet ROM-COR>COR-SAR",
                     ["HAN-17", "HAN-18"],
                     ["Three core regions: Ada takes a chip and has 8", "Ada has eight chips and wins!"], id="han_18_"),
        pytest.param(scores, "turn", ["HAN-1"], ["Ben's turn"], id="scores-turn"),
        pytest.param(lambda: scores(turn=1, chips=(2, 0)), "turn core", ["HAN-17", "HAN-17", "HAN-1"],
                     ["Three core regions: Ben takes a chip and has 1", "Ada gives back all chips (2)", "Ada's turn"],
                     id="scores-chip"),
        pytest.param(lambda: scores(turn=1, chips=(0, 7)), "turn core", ["HAN-17", "HAN-18"],
                     ["Three core regions: Ben takes a chip and has 8", "Ben has eight chips and wins!"],
                     id="scores-eighth"),
        pytest.param(scores, "win 1", [None], ["Ben wins!"], id="scores-win"),
        pytest.param(scores, "draw", [None], ["Nobody wins"], id="scores-draw"),
    ],
)  # fmt: skip
def test_consequences_say_what_happened_and_what_the_hands_must_do(laid, action, rules, words):
    position = laid()
    assert entered(position, action) == words
    assert rules_of_messages(position, action) == rules


def back(now, then):
    return [english(message) for message in GAME.put_back(now, then)]


def undone(position, action):
    """The messages when `action` is undone."""
    return back(after(position, action), position)


@pytest.mark.parametrize(
    ("laid", "action", "words"),
    [
        pytest.param(begin, "legion ROM>GAL", ["Legions of Ada, 1: Gaul → Rome", "Ada's turn"], id="legion"),
        pytest.param(begin, "fleet ROM-COR>SIC-ZAM", ["Fleets of Ada, 1: Sicily–Zama → Rome–Corsica", "Ada's turn"],
                     id="fleet"),
        pytest.param(lambda: after(begin(), "legion ROM>GAL"), "hannibal CAR>MAU",
                     ["Hannibal: Mauretania → Carthage", "Ben's turn"], id="hannibal"),
        pytest.param(lambda: board("GAL ROM", "NHI*2 CAR", "NHI"),
                     "legion GAL>NHI", ["Legions of Ada, 1: N. Hispania → Gaul"],
                     id="into-battle"),
        pytest.param(land, "field hannibal", [], id="field"),
        pytest.param(lambda: after(land(), "field legion"), "clash 5 1",
                     ["Legions of Ben, 1: back to N. Hispania", "Ada takes into hand: 5", "Ben takes into hand: 1"],
                     id="round"),
        pytest.param(lambda: after(land(), "field hannibal"), "clash 4 3",
                     ["Legions of Ada, 1: back to N. Hispania", "Hannibal: back to N. Hispania",
                     "Ada takes into hand: 4",
                      "Ben takes into hand: 3", "Ada's turn"], id="tie-with-hannibal"),
        pytest.param(last, "clash 4 2",
                     ["Legions of Ben, 1: back to N. Hispania", "Ada lays aside: 1 2 3 5", "Ben lays aside: 1 3 4 5"],
                     id="fifth-card"),
        pytest.param(sea, "clash 2 4",
                     ["Fleets of Ada, 1: back to Sardinia–Carthage", "Ada takes into hand: 2", "Ben takes into hand: 4",
                      "Ada's turn"], id="sea"),
        pytest.param(chips, "fleet ROM-COR>COR-SAR",
                     ["Fleets of Ada, 1: Corsica–Sardinia → Rome–Corsica", "Chips of Ada: 1 → 0", "Chips of Ben: 0 → 5",
                      "Ada's turn"], id="chips"),
        pytest.param(lambda: board("MAU", "CAR"), "legion MAU>CAR",
                     ["Legions of Ada, 1: Carthage → Mauretania", "Ada's turn"], id="won"),
        pytest.param(lambda: scores(turn=1, chips=(2, 0)), "turn core",
                     ["Chips of Ada: 0 → 2", "Chips of Ben: 1 → 0", "Ben's turn"], id="scores"),
        pytest.param(scores, "win 0", ["Ada's turn"], id="scores-won"),
    ],
)  # fmt: skip
def test_put_back_says_what_the_hands_must_do(laid, action, words):
    assert undone(laid(), action) == words


def test_put_back_of_a_redone_end_names_no_turn():
    position = board("MAU", "CAR")
    assert back(position, after(position, "legion MAU>CAR")) == ["Legions of Ada, 1: Mauretania → Carthage"]


def test_put_back_goes_from_any_table_to_any_other():
    now = board("GAL*3 SIC ROM-COR*2", "MAU*2 SAR-CAR*3", "ZAM", hands=([1, 2], [4, 5]))
    then = board("NHI*2 ROM CAN-SIC SIC-ZAM", "CAR*3 SAR-CAR COR-SAR", turn=1, hands=([2, 3, 4], [1, 2, 3]))
    assert back(now, then) == [
        "Legions of Ada, 1: Gaul → Rome",
        "Legions of Ada, 2: Gaul → N. Hispania",
        "Legions of Ada, 1: off Sicily",
        "Fleets of Ada, 1: Rome–Corsica → Cannae–Sicily",
        "Fleets of Ada, 1: Rome–Corsica → Sicily–Zama",
        "Legions of Ben, 2: Mauretania → Carthage",
        "Legions of Ben, 1: back to Carthage",
        "Fleets of Ben, 1: Sardinia–Carthage → Corsica–Sardinia",
        "Fleets of Ben, 1: off Sardinia–Carthage",
        "Hannibal: off Zama",
        "Ada takes into hand: 3 4",
        "Ada lays aside: 1",
        "Ben takes into hand: 1 2 3",
        "Ben lays aside: 4 5",
        "Ben's turn",
    ]
    assert back(now, now) == []


# Words

KEYS = re.compile(r'"((?:refused|table|event|put)\.hannibal\.[a-z0-9-]+)"')


def keys_in_code():
    package = Path(registry.__file__).parent / "hannibal"
    files = [*sorted(package.glob("engine/*.py")), *sorted(package.glob("mind/*.py")), package / "text.py"]
    code = "\n".join(path.read_text("utf-8") for path in files)
    kinds = {f"put.hannibal.{kind}{end}" for kind in ("legion", "fleet", "hannibal") for end in ("", "-on", "-off")}
    return set(KEYS.findall(code)) | kinds


def test_every_text_of_the_game_is_used_and_every_one_used_is_there():
    tree = tomllib.loads((Path(registry.__file__).parent / "hannibal" / "words" / "en.toml").read_text("utf-8"))
    kinds = ("refused", "table", "event", "put")
    assert {f"{kind}.hannibal.{name}" for kind in kinds for name in tree[kind]["hannibal"]} == keys_in_code()


@pytest.mark.parametrize("number", range(1, 19))
def test_every_rule_has_a_text(number):
    assert Words("en")(f"rule.HAN-{number}")


def test_every_option_has_a_text():
    said = Words("en")
    for option, values in GAME.options.items():
        assert said(f"option.hannibal.{option}.label")
        for value in values:
            assert said(f"option.hannibal.{option}.{str(value).lower()}")


def test_messages_fit_a_small_glass():
    dice = random.Random("glass")
    for _ in range(20):
        position = begin(core=True)
        while position.outcome is None:
            action = dice.choice(position.legal())
            following = position.after(action)
            for message in GAME.consequences(position, action, following):
                assert len(Words("en").message(message, NAMES)) <= 80
            position = following


def test_the_record_of_the_game():
    assert registry.game("hannibal") is GAME
    assert (GAME.key, GAME.name, GAME.players) == ("hannibal", "Hannibal vs Rome", (2, 2))
    assert dict(GAME.complete({})) == {"core": False, "west": "printed", "entry": "cards"}
    assert begin().table()["hands"] == [FULL, FULL]
