"""Seven Hills of Rome on the glass, by key presses: entries, effects, turning up, scores, and corrections."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import pytest
from device import Player, actions, begin, chosen, look, menu, pick, played
from glass import MeasuringPainter
from letters import letters_for
from PIL import Image
from presses import FOUR, JOYSTICK, Shadow, leafed, painter, way_to, ways

from companion.games import registry
from companion.games.seven_hills.board import side
from companion.games.seven_hills.card_pad import MORE
from companion.games.seven_hills.draft import switch_card
from companion.games.seven_hills.engine.actions import BANNER, HILLS, NUMBERS
from companion.games.seven_hills.engine.cards import CardsPosition
from companion.games.seven_hills.hills_picture import HILLS_PICTURE, POINTS, TOP
from companion.games.seven_hills.pictures import BELOW
from companion.games.seven_hills.repair import Gone, Hills, Side
from companion.play.timeline import Snapshot, advance
from companion.ports import HEIGHT
from companion.session.text import explain_action
from companion.ui import digits
from companion.ui.audit import Audit
from companion.ui.game_over import Over
from companion.ui.game_screens import action_at, of_game, ring
from companion.ui.help import Help
from companion.ui.letters import LINE, RIGHT
from companion.ui.log import Log, Then, Why
from companion.ui.page import Page, Space, Token
from companion.ui.screen import Command
from companion.ui.table import Menu, Score, Table
from companion.values import replace

KEY = "seven-hills"
NAMES = ("Player 1", "Player 2")
LABELS = {"exclusive": "Exclusive", "barricades": "Barricades", "scoring": "Hill to",
          "open": "Open game", "entry": "Entry"}  # fmt: skip
OPTIONS: list[dict[str, bool | str]] = [
    {},
    {"exclusive": True},
    {"barricades": True},
    {"scoring": "strongest"},
    {"open": True},
    {"exclusive": True, "barricades": True, "scoring": "strongest"},
    {"exclusive": True, "barricades": True, "open": True},
    {"entry": "scores"},
]
QUICK = (OPTIONS[0], OPTIONS[5], OPTIONS[7])
some_options = pytest.mark.parametrize(
    "options", [pytest.param(one, marks=() if one in QUICK else pytest.mark.thorough) for one in OPTIONS]
)


def start(**options: bool | str) -> Player:
    """From home to the table of a new game; each option has two values, so one OK changes it."""
    yield from pick("Seven Hills of Rome")
    for option in options:
        yield from pick(LABELS[option])
    yield from begin()


def tell(shadow: Shadow, *texts: str) -> Player:
    """Tell actions by the shortest way with four keys."""
    for text in texts:
        action = next(action for action in shadow.legal if action == text)
        for command in way_to(action, shadow.context, FOUR):
            yield command.value
        shadow.enter(action)


def game(*texts: str, **options: bool | str) -> Player:
    yield from start(**options)
    yield from tell(Shadow(KEY, NAMES, **options), *texts)


def walk(step: str, key: str = "down") -> Player:
    """Until the cursor rests on this step."""
    answer = yield from look()
    for _ in range(20):
        if chosen(answer).rstrip("▲▼") == step:
            return
        answer = yield key
    raise AssertionError(f"{step} is out of reach: {answer['lines']}")


def table(*texts: str, **options: bool | str) -> Shadow:
    shadow = Shadow(KEY, ("Ada", "Ben"), **options)
    for text in texts:
        shadow.enter(next(action for action in shadow.legal if action == text))
    return shadow


TURNED = ("place 2", "place 3", "place 2", "place 6", "place 4", "place 2", "reveal 5", "reveal 3", "reveal 9")
"""Hill 2 is turned up, 5 and 3 against 9; Player 1 is in turn and hill 2 is barred."""


# Entering actions


def test_the_table_is_the_row_of_hills_with_the_cards_of_both_sides(tmp_path: Path) -> None:
    answer = played(tmp_path, game(*TURNED))[-1]
    assert answer["screen"] == "hills"
    assert answer["lines"][0] == "Player 1"
    # The points are at the end of each player's row.
    assert answer["lines"][2:] == ["· 9 ? · · ? · 2", "1 2▲ 3 4 5 6 7 ·", "· 5,3× · ? · · · 0"]


def test_hil_3_a_card_laid_face_down_is_one_step(tmp_path: Path) -> None:
    def player() -> Player:
        yield from start()
        answer = yield from look()
        assert answer["lines"][1] == "no card yet"
        yield from walk("3")
        yield "ok"
        answer = yield from look()
        assert answer["lines"][0] == "Player 2"
        assert answer["banner"] is None

    assert actions(played(tmp_path, player()))[1:] == ["place 3"]


def test_hil_4_turning_up_asks_card_by_card_whose_it_is_and_says_the_hill(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*TURNED[:5])
        yield from walk("2")
        answer = yield from look()
        assert answer["lines"][:2] == ["Player 2", "turns it up"]
        answer = yield "ok"
        assert answer["banner"] == "Both tribes are at hill 2: turn it up, Player 1's cards first"
        assert answer["screen"] == "turning-up"
        assert answer["lines"] == [
            "Player 1", "card 1 of 2?", "1 4 7 ?", "2 5 8 (2)", "3 6 9 ?,?"
        ]  # fmt: skip
        yield from walk("5")
        answer = yield "ok"
        # The 5 is gone from the pad, and stands as the first of the two cards.
        assert answer["lines"][:2] == ["Player 1", "card 2 of 2?"]
        assert answer["lines"][2:] == ["1 4 7 ?", "2 · 8 (2)", "3 6 9 5,?"]
        yield from walk("3")
        answer = yield "ok"
        yield from walk("8")
        answer = yield from look()
        assert answer["lines"][:2] == ["Player 2", "8:8 Player 1"]  # HIL-6: equal sums go to seat 0
        yield from walk("9")
        answer = yield from look()
        assert answer["lines"][1] == "9:8 Player 2"
        yield "ok"

    assert actions(played(tmp_path, player()))[6:] == ["place 2", "reveal 5", "reveal 3", "reveal 9"]


def test_laying_at_an_open_hill_tells_the_sums_before_it_counts(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*TURNED, "place 1")
        yield from walk("2")
        answer = yield from look()
        assert answer["lines"][1] == "9:8 Player 2"
        answer = yield "ok"
        assert answer["screen"] == "laid"
        assert answer["lines"][-3:] == ["1 4 7 9", "2 5 8 (2)", "3 6 · 5,3"]  # HIL-19: the 9 has been shown
        yield from walk("4")
        answer = yield from look()
        assert answer["lines"][1] == "13:8 P2"
        yield "back"
        answer = yield from look()
        assert chosen(answer) == "2▲"
        yield "ok"
        yield from walk("4")
        yield "ok"

    assert actions(played(tmp_path, player()))[11:] == ["place 2 4"]


def test_hil_2_the_barred_hill_is_not_offered_and_help_says_why(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*TURNED)
        seen = set()
        for _ in range(7):
            answer = yield "down"
            seen.add(chosen(answer))
        assert seen == {"1", "3", "4", "5", "6", "7"}
        yield "hold ok"
        answer = yield "down"
        assert answer["lines"][0] == "Why not?"
        assert " ".join(answer["lines"][2:]) == (
            "Hill 2: hill 2 is barred: Player 2 has just laid a card there (HIL-2)."
        )

    played(tmp_path, player())


def test_up_and_down_count_on_the_pad_and_a_joystick_goes_across() -> None:
    shadow = table(*TURNED[:6])
    steps, first = ring(shadow.context.step, ())  # type: ignore[arg-type]  # a game is on
    assert (steps, first) == (tuple("123456789"), "5")
    right = Table().update(Command.RIGHT, shadow.context)
    assert right == Table(("8",))
    assert Table(("3",)).update(Command.DOWN, shadow.context) == Table(("4",))


def test_a_card_that_can_be_no_other_costs_one_press() -> None:
    shadow, forced = table(), 0
    for text in END:
        if len(shadow.legal) == 1:
            assert way_to(text, shadow.context, FOUR) == (Command.OK,)
            forced += 1
        shadow.enter(next(action for action in shadow.legal if action == text))
    assert forced == 2  # the last card that each of them has not shown: the 8 and the 9


# Variants


def test_hil_10_a_taken_number_is_left_out_and_help_says_where_it_lies(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*TURNED, "place 1", exclusive=True)
        yield from walk("2")
        answer = yield "ok"
        assert answer["lines"][-3:] == ["1 4 7 9", "2 · 8 (2)", "· 6 · 5,3"]
        answer = yield "hold ok"
        text = ""
        for _ in range(12):
            answer = yield "down"
            text += " ".join(answer["lines"]) + "\n"
        assert "Hill 2: 5: the 5 lies at hill 2 for Player 1; it cannot be laid there again (HIL-10)." in text
        assert "Hill 2: 9: Player 2 has shown the 9 before; each card exists once (HIL-19)." in text

    played(tmp_path, player())


def test_hil_11_a_repeated_number_is_shown_before_and_announced_after(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*TURNED[:8], exclusive=True)
        yield from walk("5")
        answer = yield from look()
        assert answer["lines"][1] == "removed"
        answer = yield "ok"
        assert answer["banner"] == "Player 2's new 5 repeats a number at hill 2: remove it face down"
        answer = yield "down"  # what has no room beside the order follows
        assert answer["banner"] == "Hill 2 is Player 1's now: the other tribe is not there\nPlayer 1's turn"

    played(tmp_path, player())


BANNERS = ("place 2", "place 3", "place 1", "place 2", "reveal 5", "reveal 7", "place 1", "place 2 banner")


def test_hil_13_a_live_banner_is_named_at_the_hill_and_with_the_card(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*BANNERS[:-1], barricades=True)
        yield from walk("2")
        yield "ok"
        yield from walk("banner")
        answer = yield from look()
        assert answer["lines"][1] == "voids next"
        yield "ok"
        answer = yield from look()
        assert answer["lines"][2] == "· 7,banner ? · · · · 2"
        shadow = Shadow(KEY, NAMES, barricades=True)
        for text in BANNERS:
            shadow.enter(next(action for action in shadow.legal if action == text))
        yield from tell(shadow, "place 4")
        yield from walk("2")
        answer = yield from look()
        assert answer["lines"][1] == "banner voids it"
        yield "ok"
        yield from walk("9")
        answer = yield from look()
        assert answer["lines"][1] == "9 voided"
        answer = yield "ok"
        assert answer["banner"] == "Hill 2: Player 2's banner voids Player 2's 9. Remove both face down"

    played(tmp_path, player())


def test_hil_14_a_hidden_banner_voids_the_new_card_and_the_line_says_so_before(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("place 2", "place 3", "place 1", "place 2", "reveal banner", barricades=True)
        yield from walk("4")
        answer = yield from look()
        assert answer["lines"][:2] == ["Player 2", "4 voided, nobody's"]
        answer = yield "ok"
        assert answer["banner"] == (
            "Hill 2: Player 1's banner voids Player 2's 4. Remove both face down\nPlayer 1's turn"
        )

    played(tmp_path, player())


def test_hil_17_and_18_in_the_open_game_the_strongest_card_is_named(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("place 2 5", "place 3 4", "place 1 3", open=True, scoring="strongest")
        yield from walk("2")
        yield "ok"
        yield from walk("3")
        answer = yield from look()
        assert answer["lines"][1] == "ahead: P1"
        yield from walk("6")
        answer = yield from look()
        assert answer["lines"][1] == "ahead: P2"
        yield "back"
        yield "back"
        yield from pick("Audit")
        yield from pick("Correct the hills")
        yield "ok"
        answer = yield from look()
        assert not any("+" in line for line in answer["lines"])  # nothing lies face down in this game

    played(tmp_path, player())


# Scores entry


def test_scores_a_hill_stays_where_it_is_while_its_owner_is_chosen_also_when_all_have_one() -> None:
    table = Shadow(KEY, NAMES, entry="scores")
    for hill in range(1, 8):
        assert _hills(table, "7") == _hills(table, "7", "0")
        table.enter(table.read(f"hill {hill} 0"))
    assert _hills(table, "7") == _hills(table, "7", "0")


def _hills(table: Shadow, *path: str) -> bytes:
    """The pixels of the numbers of the first six hills."""
    return painter().page(Table(path).view(table.context)).crop((0, 18, 84, 26)).tobytes()


def test_scores_the_cursor_goes_on_to_the_next_hill_and_then_to_done(tmp_path: Path) -> None:
    def player() -> Player:
        yield from start(entry="scores")
        answer = yield from look()
        assert (answer["screen"], chosen(answer)) == ("owners", "1")
        assert answer["lines"][1] == "missing: 7"
        for hill, owner in enumerate("0110-01", 1):
            answer = yield from look()
            assert chosen(answer) == str(hill)
            answer = yield "ok"
            while answer["lines"][1] != {"0": "Player 1", "1": "Player 2", "-": "nobody"}[owner]:
                answer = yield "up"  # from side to side
            yield "ok"
        answer = yield from look()
        # 1+4+6 against 2+3+7
        assert answer["lines"][:4] == ["Done", "wins: Player 2", "▼Player 1 11", "▲Player 2 12"]
        assert answer["lines"][4:] == ["· won won · – · won ·", "1 2 3 4 5 6 7 ✓", "won · · won – won · ·"]
        assert chosen(answer) == "✓"
        yield "ok"
        answer = yield from look()
        assert answer["lines"][:2] == ["Player 2 wins", "by points"]

    assert actions(played(tmp_path, player()))[1:] == [
        "hill 1 0", "hill 2 1", "hill 3 1", "hill 4 0", "hill 5 -", "hill 6 0", "hill 7 1", "done"
    ]  # fmt: skip


def test_scores_after_naming_hill_6_first_the_next_is_7_and_then_the_first_that_is_missing(tmp_path: Path) -> None:
    def player() -> Player:
        yield from start(entry="scores")
        yield from walk("6")
        yield "ok"
        answer = yield from look()
        assert answer["lines"] == [
            "Hill 6 to", "Player 1", "▼Player 1 6", "▲Player 2 0",
            "· · · · · · ·", "1 2 3 4 5 6 7", "· · · · · won ·",
        ]  # fmt: skip
        answer = yield "up"
        assert answer["lines"][1] == "nobody"
        answer = yield "up"
        assert answer["lines"][1:5] == ["Player 2", "▼Player 1 0", "▲Player 2 6", "· · · · · won ·"]
        yield "down"
        yield "down"
        yield "ok"
        answer = yield from look()
        assert chosen(answer) == "7"
        yield "ok"
        yield "ok"
        answer = yield from look()
        assert chosen(answer) == "1"

    played(tmp_path, player())


def test_scores_the_log_says_once_that_a_hill_is_nobodys(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("hill 1 0", "hill 2 -", entry="scores")
        yield from menu("Log")

    assert played(tmp_path, player())[-1]["lines"][2:4] == ["Hill 2: nobody", "Hill 1: Player 1: 1 point"]


def test_scores_a_tie_is_called_a_tie(tmp_path: Path) -> None:
    def player() -> Player:
        # 1+6+7 and 2+3+4+5: fourteen each
        yield from game(*[f"hill {hill} {owner}" for hill, owner in enumerate("0111100", 1)], "done", entry="scores")
        answer = yield from look()
        assert answer["lines"][:4] == ["Winners: Player 1, Player 2", "a tie", "Player 1 14", "Player 2 14"]

    played(tmp_path, player())


# When record and table differ


def test_undo_says_what_goes_back_to_whose_hand(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*TURNED[:3])
        answer = yield "hold back"
        assert "Player 1: the last face-down card at hill 2: to hand" in answer["banner"]
        assert answer["lines"][-1] == "· ? × · · · · 0"  # the other card lies, and hill 3 is barred again

    assert actions(played(tmp_path, player()))[4:] == ["undo"]


def test_the_log_the_table_then_and_why(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*TURNED)
        yield from menu("Log")
        answer = yield from look()
        assert answer["lines"][2:6] == [
            "P2: Shows 9: 9:8 Player 2",
            "Player 1: Shows 3",
            "Player 1: Shows 5",
            "P2: Hill 2: turns it up",
        ]
        answer = yield "ok"
        assert answer["lines"][1:] == [
            "9:8 P2", "Why?", "Change", "Back", "· 9 ? · · ? · 2", "1 2▲ 3 4 5 6 7 ·", "· 5,3× · ? · · · 0"
        ]  # fmt: skip
        answer = yield "ok"
        assert " ".join(answer["lines"][1:]) == (
            "Hill 2: Player 2, 9 to 3+5=8 (HIL-6) Player 1's turn, not at hill 2 (HIL-2)"
        )
        yield "ok"
        yield "back"
        yield "down"
        answer = yield "ok"  # a card that only had to be named has nothing behind it
        assert answer["lines"][1:4] == ["Change", "Go on", "Back"]

    played(tmp_path, player())


def test_a_card_that_was_named_wrongly_is_changed_in_the_log(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*TURNED)
        yield from menu("Log")
        yield "ok"
        yield from pick("Change")
        answer = yield from look()
        assert answer["lines"][:2] == ["9: Player 2", "8:5 Player 1"]
        yield from walk("4")
        yield "ok"
        answer = yield from look()
        assert [answer["lines"][row][-2:] for row in (2, 4)] == [" 0", " 2"]

    assert actions(played(tmp_path, player()))[10:] == ["change 9 reveal 4"]


END = (
    *TURNED, "place 3", "reveal 4", "reveal 8", "place 4", "reveal 6", "reveal 1", "place 1", "place 6", "place 1",
    "place 3 3", "place 2 7", "place 3 2", "place 7", "place 3 6", "place 4 4", "place 2 7", "reveal 1", "reveal 2",
    "reveal 5", "reveal 8", "reveal 9",
)  # fmt: skip


def test_hil_8_why_reckons_up_every_hill_and_both_sums(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*END[:24])
        # The last card of all starts the last turning up: hills 1, 6 and 7.
        shadow = Shadow(KEY, NAMES)
        for text in END[:24]:
            shadow.enter(next(action for action in shadow.legal if action == text))
        yield from tell(shadow, END[24])
        answer = yield from look()
        assert answer["banner"] == "Hill 2 is Player 2's now: 16 to 15\nAll cards are laid: turn up hill 1"
        yield from tell(shadow, *END[25:29])
        answer = yield from look()
        assert answer["banner"] == "Hill 6 is Player 2's now: the other tribe is not there\nNow turn up hill 7"
        assert answer["lines"][1] == "alone: P1, wins: P1"
        yield "ok"
        answer = yield from look()
        assert answer["lines"][:2] == ["Player 1 wins", "by points"]
        yield "back"
        yield from menu("Log")
        yield "ok"
        yield from pick("Why?")
        text = ""
        answer = yield from look()
        for _ in range(int(answer["lines"][1][-1])):
            text += " ".join(answer["lines"][2:]) + " "
            answer = yield "down"
        assert text.strip() == (
            "Hill 1: Player 1 is alone (HIL-7) "
            "Hill 2: Player 2, 7+9=16 to 3+5+7=15 (HIL-6) "
            "Hill 3: Player 2, 2+3+4+6=15 to 8 (HIL-6) "
            "Hill 4: Player 1, 4+6=10 to 1 (HIL-6) "
            "Hill 5: nobody (HIL-7) "
            "Hill 6: Player 2 is alone (HIL-7) "
            "Hill 7: Player 1 is alone (HIL-7) "
            "Player 1: 1+4+7=12 points (HIL-8) "
            "Player 2: 2+3+6=11 points (HIL-8) "
            "Player 1 wins with 12 points to 11 (HIL-8)"
        )

    played(tmp_path, player())


@pytest.mark.parametrize(
    ("laid", "said"),
    [
        # HIL-17: the second card decides; a missing card is lower than any; all equal goes to seat 0.
        ("4 9, 1 2, 4 7, 1 1, 2 1, 4 9, 2 2, 4 8", "Hill 4: Ben, 9 8 beats 9 7 (HIL-17)"),
        ("4 9, 1 2, 4 1, 1 1, 2 3, 4 9", "Hill 4: Ada, 9 1 beats 9 (HIL-17)"),
        ("4 9, 1 2, 2 1, 4 9", "Hill 4: all equal, 9. It goes to Ada, who began (HIL-17)"),
    ],
)
def test_hil_17_why_compares_the_cards_one_by_one(laid: str, said: str) -> None:
    shadow = table(open=True, scoring="strongest")
    for text in [f"place {card}" for card in laid.split(", ")]:
        shadow.enter(next(action for action in shadow.legal if action == text))
    step = shadow.context.step
    assert step is not None
    sentences = explain_action(step.at(len(shadow.timeline) - 2), step, shadow.context.words)
    assert sentences[0] == said


def test_the_audit_shows_the_board_and_what_does_not_lie_on_it(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*BANNERS, "place 4", "place 2 9", barricades=True)
        yield from menu("Audit")

    # Player 1 has laid at 2, 1, 1 and 4; Player 2 at 3 and 2, then the banner and the 9, which are out.
    assert played(tmp_path, player())[-1]["lines"] == [
        "On the table now", "Correct the hills", "Turn: Player 1", "Player 1: in hand: 6", "Player 2: in hand: 6",
        "Player 1: out: –", "Player 2: out: 9 banner", "Barred hill: 2",
        "· 7 ? · · · ·", "1 2▲ 3 4 5 6 7", "?,? 5× · ? · · ·",
    ]  # fmt: skip


def test_a_card_that_nobody_entered_is_laid_by_hand_and_the_rest_follows(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*TURNED[:4])
        # Player 1 has laid a card at hill 5, and nobody has entered it.
        yield from menu("Audit", "Correct the hills")
        yield "right"
        yield "right"
        yield "right"
        yield "right"
        answer = yield "down"
        assert answer["lines"][:2] == ["Player 1", "in hand 7"]
        yield "ok"
        yield from walk("+")
        answer = yield "ok"
        assert answer["lines"][:2] == ["Player 1", "face down: 1"]
        yield "back"
        yield "back"
        answer = yield from look()
        assert "Turn: Player 2" in answer["lines"]
        assert "Barred hill: 5" in answer["lines"]
        yield from pick("Set the record so")
        answer = yield from look()
        assert (answer["screen"], answer["lines"][0]) == ("hills", "Player 2")
        answer = yield "hold back"
        assert answer["lines"][0] == "Player 1"

    record = actions(played(tmp_path, player()))
    assert record[5].startswith('set {"turn": 1, ')
    assert '"left": [6, 7]' in record[5]
    assert record[6:] == ["undo"]


def test_a_card_that_lies_at_another_hill_is_moved_and_nothing_else_changes(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*TURNED)
        yield from menu("Audit", "Correct the hills")
        # Player 1's card at hill 4 really lies at hill 5.
        for key in ("down", "right", "right", "right", "ok"):
            yield key
        yield from walk("-")
        answer = yield "ok"
        assert answer["lines"][:2] == ["Player 1", "face down: 0"]
        answer = yield "ok"
        assert answer["banner"] == "Player 1 has no face-down card at hill 4"
        for key in ("back", "right", "ok"):
            yield key
        yield from walk("+")
        for key in ("ok", "back", "back"):
            yield key
        answer = yield from look()
        assert answer["lines"][3:5] == ["Turn: Player 1", "Player 1: in hand: 6"]
        yield from pick("Set the record so")
        answer = yield from look()
        assert answer["lines"][-3:] == ["· 9 ? · · ? · 2", "1 2▲ 3 4 5 6 7 ·", "· 5,3× · · ? · · 0"]

    record = actions(played(tmp_path, player()))
    assert len(record) == len(TURNED) + 2


def test_a_card_comes_from_the_hand_only_while_there_is_one(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*END[:25])  # all cards are laid, and those of hill 1 are asked for
        yield from menu("Audit", "Correct the hills")
        yield "ok"
        yield from walk("+")
        answer = yield "ok"
        assert answer["banner"] == "Player 2 has no card left for that"
        assert "Set the record so" not in answer["lines"]

    played(tmp_path, player())


def test_a_removed_card_is_corrected_on_its_own_pad(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*BANNERS, "place 4", "place 2 9", barricades=True)
        yield from menu("Audit")
        answer = yield from look()
        for _ in range(5):
            answer = yield "down"
        assert chosen(answer) == "Player 2: out: 9 banner"
        yield "ok"
        yield from walk("8")
        yield "ok"
        yield from walk("9")
        yield "ok"
        yield "back"
        answer = yield from look()
        assert "Player 2: out: 8 banner" in answer["lines"]
        yield from pick("Set the record so")
        answer = yield from look()
        assert answer["screen"] == "hills"

    assert '"seen": [[5], [7, 8, "banner"]]' in actions(played(tmp_path, player()))[-1]


def test_scores_an_owner_is_corrected_and_the_points_follow(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("hill 7 0", entry="scores")
        yield from menu("Audit")
        yield from pick("Hill 7")
        answer = yield from look()
        assert answer["lines"][-5:-3] == ["Player 1: points: 0", "Player 2: points: 7"]
        yield from pick("Set the record so")

    assert actions(played(tmp_path, player()))[2] == (
        'set {"hills": [null, null, null, null, null, null, 1], "points": [0, 7]}'
    )


def test_the_turn_and_the_barred_hill_are_lines_of_their_own(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game("place 2", "place 3", "place 5", "place 6")
        yield from menu("Audit")
        yield from pick("Barred hill")
        answer = yield from look()
        assert chosen(answer) == "Barred hill: 3"  # HIL-2: Player 2 has cards at 3 and 6, so only one of them is barred
        yield "ok"
        answer = yield from look()
        assert chosen(answer) == "Barred hill: 6"
        yield "ok"
        answer = yield from look()
        assert chosen(answer) == "Barred hill: 3"
        yield from pick("Set the record so")
        answer = yield from look()
        assert answer["screen"] == "hills"
        assert answer["lines"][-1] == "· ? × · ? · · 0"
        yield from menu("Audit")
        yield from pick("Turn")
        answer = yield from look()
        assert "Set the record so" not in answer["lines"]  # HIL-1: with as many cards in hand it is Player 1's turn

    assert len(actions(played(tmp_path, player()))) == 6


def test_a_concession_shows_the_points_as_the_hills_lay(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*TURNED)
        yield from menu("End the game", "Player 2 concedes", "End it")
        answer = yield from look()
        assert answer["lines"][:4] == ["Player 1 wins", "Player 2 concedes", "Player 1 0", "Player 2 2"]

    played(tmp_path, player())


def test_set_up_says_what_to_take_by_the_options(tmp_path: Path) -> None:
    def player() -> Player:
        yield from pick("Seven Hills of Rome")
        yield from pick("Barricades")
        yield from pick("Open game")
        answer = yield "hold ok"
        assert "Goes with the strongest card." in " ".join(answer["lines"])
        yield "ok"
        yield from pick("Start")
        answer = yield from look()
        text = " ".join(answer["lines"][2:])
        for _ in range(3):
            answer = yield "down"
            text += " " + " ".join(answer["lines"][2:])
        assert text == (
            "Each takes the cards 1 to 9 and the banner of one colour. The yellow cards 1 to 7, the hills, in a row "
            "between you. On the display Player 1's side is below (▼), Player 2's above (▲). Lay your hands out face "
            "up too. Player 1 begins."
        )

    played(tmp_path, player())


# Whole games


@some_options
def test_a_whole_game_by_key_presses_is_recorded_as_it_was_meant(
    tmp_path: Path, options: Mapping[str, bool | str]
) -> None:
    shadow, dice = Shadow(KEY, NAMES, **options), random.Random(11)

    def player() -> Player:
        yield from start(**options)
        for _ in range(80):
            if shadow.over:
                break
            legal = shadow.legal
            done = [action for action in legal if action == "done"]
            yield from tell(shadow, str(done[0] if done else dice.choice(legal)))
        answer = yield from look()
        assert answer["screen"] == "results"

    record = actions(played(tmp_path, player()))[1:]
    assert record == [moment.text for moment in shadow.timeline[1:]]


@some_options
def test_every_action_is_within_reach_and_every_screen_can_be_painted(options: Mapping[str, bool | str]) -> None:
    shadow, dice = Shadow(KEY, ("Constantin the Great, I.", "Ben"), **options), random.Random(5)
    look = of_game(registry.game(KEY))
    for moment in range(60):
        context = shadow.context
        step = context.step
        assert step is not None
        screens: list[Any] = [Score(), Audit(Menu(Table())), Menu(Table())]
        if shadow.over:
            screens += [Over(), Help(Over()), Why(Then(Log(Menu(Table())), len(shadow.timeline) - 1))]
        else:
            assert set(ways(context, FOUR)) == set(ways(context, JOYSTICK)) == set(shadow.legal)
            screens += [Table(), *[Table(look.path(action)) for action in shadow.legal[::4]]]
            if moment % 4 == 0:
                screens += leafed(Help(Table()), context)
        if "entry" not in options:
            audit = Audit(Menu(Table()))
            sides = [Hills(audit, f"{dice.randint(1, 7)} {seat}") for seat in (0, 1)]
            screens += [sides[0], Side(sides[1]), Gone(audit, 0)]
        screens.append(Then(Log(Menu(Table())), len(shadow.timeline) - 1))
        for screen in screens:
            painter().page(screen.view(context))
        if shadow.over:
            return
        done = [action for action in shadow.legal if action == "done"]
        shadow.enter(done[0] if done else dice.choice(shadow.legal))
    assert options.get("entry") == "scores"


def presses(shadow: Shadow, keys: tuple[Command, ...], texts: tuple[str, ...]) -> int:
    count = 0
    for text in texts:
        action = next(action for action in shadow.legal if action == text)
        count += len(way_to(action, shadow.context, keys))
        shadow.enter(action)
    return count


def test_the_presses_of_a_fixed_game_stay_as_they_are() -> None:
    assert len(END) == 30
    assert presses(Shadow(KEY, NAMES), FOUR, END) == 80
    assert presses(Shadow(KEY, NAMES), JOYSTICK, END) == 75
    named = tuple([f"hill {hill} {hill % 2}" for hill in range(1, 8)])
    assert presses(Shadow(KEY, NAMES, entry="scores"), FOUR, (*named, "done")) == 18 + 1


@pytest.mark.parametrize("games", [6, pytest.param(30, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("options", [options for options in OPTIONS if "entry" not in options])
def test_what_is_laid_by_hand_leads_to_the_table_that_telling_it_leads_to(
    options: Mapping[str, bool | str], games: int
) -> None:
    """The fields that follow in a correction are those of the rules, wherever no card is removed."""
    compared = 0
    for seed in range(games):
        shadow, dice = Shadow(KEY, NAMES, **options), random.Random(seed)
        while not shadow.over:
            position = shadow.timeline[-1].position
            assert isinstance(position, CardsPosition)
            action = dice.choice(shadow.legal)
            fields = cast(Mapping[str, Any], position.table())
            if action.startswith("reveal"):
                reveal = fields["reveal"]
                hill, seat, card = reveal["hill"], reveal["seat"], action.split()[1]
            else:
                hill, card = int(action.split()[1]), [*action.split(), "?"][2]
                seat = fields["turn"]
            side = Side(Hills(Audit(Menu(Table())), f"{hill} {seat}"), MORE if card == "?" else card)
            laid = side.update(Command.OK, shadow.context)
            assert isinstance(laid, Side)
            by_hand = laid.table(shadow.context)
            shadow.enter(action)
            after = shadow.timeline[-1].position
            assert isinstance(after, CardsPosition)
            if (position.removed_cards(0), position.removed_cards(1)) == (
                after.removed_cards(0),
                after.removed_cards(1),
            ):
                assert dict(by_hand) == after.table()
                compared += 1
    assert compared > 6 * games


def test_ok_enters_the_action_at_the_cursor() -> None:
    shadow = table(*TURNED)
    assert action_at(shadow.context, ("1",)) == "place 1"
    assert action_at(shadow.context, ("4",)) == "place 4"


def test_cards_have_18_rows_and_those_of_crowded_hills_two_rows_of_digits_that_are_not_one_number() -> None:
    picture = painter().page(Table(("3",)).view(table(*TURNED).context))
    assert lit_rows(picture, 14, 33, TOP, 28) == [18]  # the 9 at hill 2
    every = [f"place {hill} {card}" for card in (9, 1, 2, 3, 4, 5, 6, 7) for hill in (7, 2)]
    picture = painter().page(Table(("3",)).view(table(*every, open=True).context))
    assert lit_rows(picture, 9, 31, TOP, 28) == [6, 6]  # two rows of four cards at hill 2
    row = picture.crop((9, TOP, 31, TOP + 6))
    dark = "".join([".#"[row.crop((x, 0, x + 1, 6)).getbbox() is None] for x in range(22)]).strip("#")
    assert sum(len(gap) >= 2 for gap in dark.split(".")) == 3  # two dark columns between the four digits


def lit_rows(picture: Image.Image, left: int, right: int, top: int, bottom: int) -> list[int]:
    """How high each run of rows is in which something is lit."""
    lit = "".join(["x "[not picture.crop((left, y, right, y + 1)).getbbox()] for y in range(top, bottom)])
    return list(map(len, lit.split()))


def test_the_points_have_22_rows_at_the_end_of_each_row_and_between_them_stands_whose_turn_it_is() -> None:
    page = Table().view(table(*TURNED).context)
    assert [row[-1].number for row in page.board] == ["2", "", "0"]
    assert page.board[1][-1].name == "Ad"  # Ada, whose side is below
    assert page.board[1][-1].sign == BELOW
    picture = painter().page(page)
    assert lit_rows(picture, POINTS, RIGHT, TOP, HEIGHT) == [22, 7, 22]


@pytest.mark.parametrize("cards", [8, 10])
def test_points_and_all_hills_stay_on_the_glass_also_where_all_cards_lie_at_two_hills(cards: int) -> None:
    measuring = MeasuringPainter(letters_for("en"))
    lower, upper = [side(tuple([*NUMBERS, BANNER][:cards]))] * 2, side(())
    hills = [[upper, Space(str(hill), (Token(str(hill)),)), upper] for hill in HILLS]
    hills[1][0], hills[6][2] = lower
    ends = Space("12", number="12"), Space("·"), Space("16", number="16")
    board = tuple([(*[hill[row] for hill in hills], ends[row]) for row in range(3)])
    page = Page(screen="hills", title="Ada", board=board, drawing=HILLS_PICTURE, space=(1, 6))
    found = measuring.measures(page)
    assert (found.clipped, found.covered, found.figure) == (0, 0, 6)


@pytest.mark.parametrize("cards", [7, 8])
@pytest.mark.parametrize("crowded", [1, 4, 7])
def test_the_points_are_beside_the_hills_also_where_one_has_most_cards_and_every_other_has_one(
    crowded: int, cards: int
) -> None:
    measuring = MeasuringPainter(letters_for("en"))
    hills = [
        [side((9,)), Space(f"{hill}▼", (Token(str(hill), BELOW),)), side((*NUMBERS, BANNER)[: cards if full else 1])]
        for hill in HILLS
        for full in [hill == crowded]
    ]
    ends = Space("12", number="12"), Space("·"), Space("16", number="16")
    board = tuple([(*[hill[row] for hill in hills], ends[row]) for row in range(3)])
    page = Page(screen="hills", title="Ada", board=board, drawing=HILLS_PICTURE)
    for space in [(1, hill) for hill in range(7)]:
        found = measuring.measures(replace(page, space=space))
        assert (found.clipped, found.covered) == (0, 0)
    hill_7 = painter().page(page).crop((POINTS - 1, TOP, POINTS, HEIGHT))
    assert hill_7.getbbox() is None  # a dark column before the points


def test_up_and_down_are_drawn_as_left_and_right_where_they_walk_along_the_row() -> None:
    page = Table().view(table().context)
    assert page.keys == "sob"
    gutter = painter().page(page).crop((120, 0, 128, 24))
    upright = painter().page(replace(page, keys="uob")).crop((120, 0, 128, 24))
    assert gutter.tobytes() != upright.tobytes()
    assert Table(("2",)).update(Command.DOWN, table().context) == Table(("3",))


def test_a_removed_card_can_only_be_where_the_options_remove_cards(tmp_path: Path) -> None:
    def player() -> Player:
        yield from game(*TURNED[:6])
        yield from menu("Audit")

    assert played(tmp_path, player())[-1]["lines"][:-3] == [
        "On the table now", "Correct the hills", "Turn: Player 2", "Player 1: in hand: 6", "Player 2: in hand: 6",
        "Barred hill: 4", "Player 1: turns up: hill 2, 1",
    ]  # fmt: skip


def test_the_cards_that_lie_there_are_framed_on_the_pad_of_a_correction() -> None:
    shadow = table(*TURNED)
    page = Side(Hills(Audit(Menu(Table())), "2 0")).view(shadow.context)
    assert [space.text for row in page.board for space in row if space.framed] == ["5", "3"]


def test_hil_13_a_number_that_was_forgotten_is_put_before_the_banner() -> None:
    shadow = table(*BANNERS, barricades=True)
    position = shadow.timeline[-1].position
    assert isinstance(position, CardsPosition)
    game = registry.game(KEY)
    options = game.complete({"barricades": True})
    corrected = cast(Any, game.settle(2, options, {**position.table(), **switch_card(position.table(), 2, 1, 4)}))
    assert corrected["hills"][1]["cards"] == [[5], [7, 4, "banner"]]
    assert corrected["left"] == [7, 6]


def test_the_winners_of_a_game_that_was_given_up_are_marked() -> None:
    shadow = table(*TURNED)
    step = shadow.context.step
    assert step is not None
    assert step.timeline is not None
    ended = advance(step.setup, step.timeline, "concede 1")
    figures = step.setup.text.figures(Snapshot(1, 0, "concede 1", step.setup, ended).situation(shadow.context.words))
    assert [figure.marked for figure in figures] == [True, False]


@pytest.mark.parametrize("clock", ["", "1:23", "21:23"])
@pytest.mark.parametrize("name", ["Ian", "Bartholomew Constantine", "翔", "佐々木健太郎", "W"])
def test_the_player_in_turn_is_marked_however_long_the_name_is(name: str, clock: str) -> None:
    glass = MeasuringPainter(letters_for("ja"))
    mark = digits.mark("turn")
    for aside in ("", "no card yet"):
        picture = glass.page(Page(screen="hills", title=name, aside=aside, turn=True, clock=clock))
        top = (LINE - 1 - mark.height) // 2
        shown = picture.crop((0, top, mark.width, top + mark.height))
        assert shown.tobytes() == mark.tobytes(), aside
        assert clock in "".join(glass.written_plain)
