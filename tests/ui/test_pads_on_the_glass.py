"""Score pads on the glass: one question at a time, few presses, and corrections of everything that the audit shows."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping
from typing import Any

import pytest
from device import Player, begun, look, pick, played
from glass import MeasuringPainter
from own_pads import small
from pad_rounds import BARS, mean_presses
from pad_tables import BACK, DOWN, LEFT, OK, PEOPLE, RIGHT, UP, Own, entered, page, page_of, pressed
from presses import FOUR, JOYSTICK, Shadow, painter, screens, way_by_wheels, way_to, ways

from companion.games.pad.collection import SHIPPED, shipped
from companion.play.timeline import advance
from companion.session.text import entry
from companion.ui.audit import Audit
from companion.ui.intents import Enter, Say
from companion.ui.page import Item, Page
from companion.ui.screen import Command, Screen
from companion.ui.table import Menu, Score, Table
from companion.values import replace
from hardware.fonts import lcd

QUICK = ("hearts", "molkky", "skat", "skull-king", "wizard")
"""The pads whose presses the quick run counts; the gate those of all."""


def test_a_page_says_who_enters_what_what_is_entered_and_what_is_missing():
    table = entered("wizard", 3, "bid 0 1, bid 1 0, bid 2 0, took 0 1, took 1 0, took 2 0", "bid 1 1, bid 2 0, bid 0 2")
    shown = page(table)
    assert (shown.title, shown.aside, shown.text) == ("Ben: Took", "2 left", ("2 1 0",))
    assert [str(figure) for figure in shown.figures] == ["Ada 30", "Ben 20", "Cleo 20"]
    assert [figure.marked for figure in shown.figures] == [False, True, False]
    table.enter(table.read("took 1 1"))
    assert page(table).text == ("2/· 1/1 0/·",)
    assert page(entered("wizard", 3)).aside == "Round 1"


def test_the_value_is_large_and_the_cursor_starts_on_the_guess_and_up_is_more():
    table = entered("wizard", 3, "bid 0 0, bid 1 0, bid 2 0, took 0 1, took 1 0, took 2 0")
    assert page(table).big == "1"  # of two cards and three people: (2 + 1) // 3
    assert (page(table, UP).big, page(table, DOWN).big) == ("2", "0")


def test_a_value_that_ends_the_round_says_what_it_would_bring():
    table = entered("wizard", 3, "bid 0 1, bid 1 0, bid 2 0, took 0 1, took 1 0")
    assert page(table).text == ("1/1 0/0 0/·", "+30 +20 +20")
    assert page(entered("molkky", 2, "pins 0 12, pins 1 3"), UP).text == ("7 → 19",)
    assert page(entered("points", 2, "made 0 45", goal="50"), UP, OK, OK).text[-1].endswith("Ben wins!")


def test_a_forced_value_is_one_ok():
    table = entered("wizard", 3, "bid 0 1, bid 1 0, bid 2 0, took 0 1")
    assert pressed(table, OK) == Enter("took 1 0")


def test_left_and_right_walk_between_the_wheels():
    table = entered("farkle", 2)
    assert page(table).big == "0___"
    table = entered("farkle", 2, "kept 0 600, kept 1 500")
    assert page(table, UP).big == "1___"
    assert page(table, UP, RIGHT).big == page(table, UP, OK).big == "1000"
    assert page(table, UP, RIGHT, UP, LEFT).big == "1___"
    assert page(table, RIGHT, RIGHT).big == page(table, RIGHT).big
    assert page(table, LEFT).big == page(table).big
    assert page(table, UP, OK, BACK).big == "1___"


def test_the_end_is_below_the_least_value_where_people_may_end_the_game():
    table = entered("points", 2, "made 0 5, made 1 6")
    shown = page(table, UP, UP)
    assert page(entered("points", 2)).menu[-1].label == "-300"
    assert shown.menu[-1].label == "end the game"
    assert "finish" in {str(action) for action in table.legal}
    assert len(way_to("finish", table.context, FOUR)) == 6


def test_a_pick_is_a_list_in_the_order_of_the_file():
    shown = page(entered("skat", 3, "soloist 1"))
    assert [item.label for item in shown.menu][:5] == ["diamonds", "hearts", "spades", "clubs", "grand"]
    assert (shown.aside, shown.text) == ("Ben", ())
    assert [item.label for item in page(entered("skat", 3)).menu] == ["Ada", "Ben", "Cleo", "nobody"]
    assert page(entered("hearts", 3, "taken 0 0, taken 1 20, taken 2 6, jack 0 no", jack_rule=True)).text == (
        "0/- 20/· 6/·",
    )


def test_partners_are_one_figure_on_the_table_and_on_the_score_board():
    table = entered("spades", 4, "bid 0 3")
    assert [figure.name for figure in page(table).figures] == ["Ad+Cl", "Be+Do"]
    assert [figure.name for figure in Score().view(table.context).figures] == ["Ada+Cleo", "Ben+Dora"]
    assert [figure.marked for figure in Score().view(table.context).figures] == [False, True]


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("scores", [range(8), range(100, 180, 10), range(-250, 1000, 100)], ids=str)
def test_the_digits_of_the_one_who_enters_and_of_those_around_are_large_and_all_are_on_the_page(scores, players):
    table = entered("points", players, *[f"made {seat} {scores[seat]}" for seat in range(players)])
    for seat in range(players):
        shown = page(table)
        assert [figure.name for figure in shown.figures] == list(PEOPLE[:players])
        assert shown.around == seat
        assert (MeasuringPainter(lcd()).measures(shown).argued or 0) >= 16
        table.enter(table.legal[0])


def test_while_the_mark_slides_to_somebody_who_is_not_drawn_it_stays_away():
    table = entered("points", 8, *[f"made {seat} {seat * 100}" for seat in range(8)])
    shown = page(table)
    moving = painter().page(replace(shown, slide=(7, 0, 1)))
    assert moving.tobytes() == painter().page(shown).tobytes()
    assert painter().page(replace(shown, slide=(1, 0, 1))).tobytes() != painter().page(shown).tobytes()


@pytest.mark.parametrize("key", [pytest.param(key, marks=() if key in QUICK else pytest.mark.gate) for key in SHIPPED])
def test_four_keys_reach_every_value_of_every_question(key: str) -> None:
    dice = random.Random(key)
    least, most = shipped(key).pad.players
    table = entered(key, min(max(4, least), most))
    asked = set()
    for _ in range(40):
        if table.over:
            break
        if len(table.legal) < 70 and str(table.legal[0]).split(" ")[0] not in asked:
            asked.add(str(table.legal[0]).split(" ")[0])
            assert set(ways(table.context, FOUR)) == set(table.legal)
            for screen in screens(table.context, JOYSTICK):
                assert f"screen.{screen.view(table.context).screen}.help" in table.words
        action = dice.choice(table.legal)
        assert pressed(table, *way_by_wheels(action, table.context)) == Enter(action)
        table.enter(action)


def test_a_way_by_wheels_is_a_shortest_way():
    table = entered("hearts", 4)
    shortest = ways(table.context, FOUR)
    assert {action: len(way_by_wheels(action, table.context)) for action in table.legal} == {
        action: len(shortest[action]) for action in table.legal
    }


@pytest.mark.parametrize(
    # In the others each entry may look at a thousand values.
    "bar",
    [pytest.param(bar, id=bar.key, marks=() if bar.key in QUICK else pytest.mark.gate) for bar in BARS],
)
def test_a_round_or_an_entry_takes_few_presses(bar):
    shortest = mean_presses(bar)
    assert shortest <= bar.most
    person = mean_presses(bar, rings=False)
    assert person <= min(1.2 * shortest, bar.most)


# Corrections

TRICKY = (
    small().decode().replace("most = 9", "most = 99")
    + """
[[fields]]
name = "more"
kind = "yesno"
when = "made > 0"
"""
)
"""A round that nobody made anything in is over without the second question."""


def audit(table: Shadow) -> tuple[Audit, list[str]]:
    start = Audit(Menu(Table()))
    return start, [key for key, _ in table.setup.text.audit(table.context.situation, start.table(table.context))]


def corrected(table: Shadow, line: str, *keys: Command) -> Audit:
    """The audit after a line was opened and these keys were pressed."""
    start, lines = audit(table)
    found = pressed(table, *[DOWN] * lines.index(line), OK, *keys, on=start)
    assert isinstance(found, Audit)
    return found


def test_the_audit_corrects_scores_tallies_the_round_and_what_was_entered():
    table = entered("spades", 4, "bid 0 3, bid 1 2")

    def now(line: str, *keys: Command) -> Mapping[str, Any]:
        return corrected(table, line, *keys).table(table.context)

    assert now("scores 1", DOWN, OK, UP, OK, UP, OK)["scores"] == [0, -89]
    assert now("tallies.bags 0", OK, OK, UP, UP, OK)["tallies"] == {"bags": [2, 0]}
    assert now("round", OK, OK, UP, OK)["round"] == 2
    assert now("told.bid 0", DOWN, OK)["told"]["bid"] == [4, 2, None, None]
    table = entered("skat", 3, "soloist 1, game grand")
    assert now("told.soloist 0", DOWN, OK)["told"] == {
        "soloist": 2, "game": "grand", "result": None, "bid": None, "tops": None, "steps": None,
    }  # fmt: skip
    start, lines = audit(table)
    there = page_of(table, pressed(table, *[DOWN] * lines.index("told.soloist 0"), OK, on=start))
    assert [item.label for item in there.menu] == ["Ada", "Ben", "Cleo"]  # nobody would end the round


def test_a_large_number_that_may_not_stand_there_is_refused_with_what_would_be_right_and_stays_as_entered():
    table = entered("canasta", 2, "hand 0 200")  # CAN-2: -4000 to 6000 by 5
    start, lines = audit(table)
    there = pressed(table, *[DOWN] * lines.index("told.hand 0"), OK, OK, OK, *[UP] * 3, on=start)
    assert page_of(table, there).big == "203"
    said = pressed(table, OK, on=there if isinstance(there, Screen) else None)
    assert isinstance(said, Say)
    assert said.then == there
    first, second = str(said.params["why"]).split("\n")
    assert first.startswith("203: Points goes from -4000 to 6000 by 5. ")
    assert first.endswith("by fives. (CAN-2)")
    assert second == "The nearest that may stand there: 205"
    now = pressed(table, UP, UP, OK, on=said.then)
    assert isinstance(now, Audit)
    assert now.table(table.context)["told"]["hand"] == [205, None]


def test_a_large_number_that_would_end_the_round_is_refused():
    table = Own(TRICKY, PEOPLE[:2])
    for action in ("made 0 0", "made 1 3"):
        table.enter(table.read(action))
    start, lines = audit(table)
    there = pressed(table, *[DOWN] * lines.index("told.made 1"), OK, OK, *[DOWN] * 3, OK, on=start)
    assert isinstance(there, Say)
    assert str(there.params["why"]).split("\n") == [
        "with 0 this round would be over", "The nearest that may stand there: 1",
    ]  # fmt: skip


def test_back_goes_one_figure_back_and_left_and_right_go_to_the_figures_beside():
    table = entered("wizard", 3)
    start, lines = audit(table)
    there = pressed(table, *[DOWN] * lines.index("scores 0"), OK, on=start)
    assert isinstance(there, Screen)
    for keys, value in (((UP,), "100"), ((LEFT, UP), "1000"), ((RIGHT, UP), "10"), ((OK, BACK, UP), "100")):
        assert page_of(table, pressed(table, *keys, on=there)).big == value
    assert isinstance(pressed(table, OK, BACK, BACK, on=there), Audit)


def test_what_was_used_before_is_corrected_in_the_audit_and_one_undo_takes_it_back(tmp_path):
    begun(tmp_path, "yahtzee", ("Ada", "Ben"), "box 0 sixes", "made 0 18", "box 1 full", "made 1 25")

    def player() -> Player:
        yield "back"
        yield from pick("Audit")
        answer = yield from look()
        assert answer["lines"][-2:] == ["Ada: Box used: Sixes", "Ben: Box used: Full house"]
        answer = yield "up"  # the last line: Ben's boxes
        answer = yield "ok"
        assert (answer["screen"], answer["lines"][0]) == ("audit-used", "Ben: Box used")
        yield from pick("Full house")  # YAH-1: it was Ada's full house, Ben has filled the chance
        yield from pick("Chance")
        answer = yield from look()
        assert [line for line in answer["lines"] if line.endswith(": used")] == ["Chance: used"]
        yield "back"
        answer = yield from look()
        assert answer["lines"][-1] == "Ben: Box used: Chance"
        yield from pick("Set the record so")
        answer = yield from look()
        assert answer["screen"] == "table"
        answer = yield "hold back"
        assert answer["screen"] == "table"

    answers = played(tmp_path, player())
    made = [text for answer in answers for text in answer["actions"]]
    assert '"used": {"box": [["sixes"], ["chance"]]}' in made[0]
    assert made[1:] == ["undo"]


def test_numbers_that_were_used_before_are_corrected_too():
    text = small(rounds="9", top="").decode().replace("format = 1", "format = 2") + "once = true\n"
    table = Own(text, PEOPLE[:2])
    for action in ("made 0 3", "made 1 4"):
        table.enter(table.read(action))
    now = corrected(table, "used.made 1", OK, *[DOWN] * 4, OK, BACK)
    assert now.table(table.context)["used"] == {"made": [[3], [0]]}
    timeline = advance(table.setup, table.timeline, "set " + json.dumps(now.table(table.context)))
    timeline = advance(table.setup, timeline, "made 1 4")  # in round 2 Ben begins; 4 is free again
    assert timeline[-1].position.legal() == tuple([f"made 0 {value}" for value in (0, 1, 2, *range(4, 10))])


def test_in_a_game_of_turns_a_line_of_the_log_has_the_name_once():
    table = entered("molkky", 2, "pins 0 12, pins 1 3")
    assert table.context.step is not None
    assert entry(table.context.step, 2, table.words)[:3:2] == ("Pins 3", PEOPLE[1])
    rounds = entered("wizard", 3, "bid 0 1")
    assert rounds.context.step is not None
    assert entry(rounds.context.step, 1, rounds.words).label == f"{PEOPLE[0]}: Bid 1"


def test_a_line_of_the_log_without_room_for_the_change_has_the_whole_number_that_it_led_to():
    table = entered("darts", 2, "made 0 121")
    assert table.context.step is not None
    item = entry(table.context.step, 1, table.words)
    painter = MeasuringPainter(lcd())
    line = item._replace(who="Ma")
    measured = painter.measures(Page(screen="log", title="Log", menu=(Item("Start"), line), cursor=0))
    assert item.short == (f"→{item.value.partition('→')[2]}",)
    assert measured.cut == ()
