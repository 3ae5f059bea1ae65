"""The rounds of a score pad as a table on the glass, and the correction of every entry from there."""

from __future__ import annotations

import json

import pytest
from pad_tables import BACK, DOWN, LEFT, OK, RIGHT, UP, entered, page_of, pressed
from presses import Shadow, leafed, painter

from companion.games.pad.grid import Rounds
from companion.games.pad.rounds import rounds
from companion.games.pad.sheet import CellChange, Sheet
from companion.play.timeline import advance
from companion.ui import router
from companion.ui.game_over import Over
from companion.ui.help import Help
from companion.ui.intents import Enter, Say, Undo
from companion.ui.log import Stuck, Then, Why
from companion.ui.screen import Command, Intent, Screen
from companion.ui.table import Menu, Table
from companion.ui.widgets import Confirm, Unset
from companion.values import replace
from companion.words import LANGUAGES

ROUND = "bid 0 1, bid 1 0, bid 2 1, took 0 1, took 1 0, took 2 0"
"""WIZ-5: Ada bids and takes 1, 30; Ben bids and takes 0, 20; Cleo bids 1 and takes 0, -10."""


def table_of_rounds(table: Shadow) -> Rounds:
    """The table that the menu opens."""
    menu = Menu(Over(opened=True) if table.over else Table())
    at = [item.label for item in menu.view(table.context).menu].index(table.words("screen.menu.rounds"))
    found = pressed(table, *[DOWN] * at, OK, on=menu)
    assert isinstance(found, Rounds)
    return found


def on_glass(table: Shadow, screen: Screen | Intent) -> list[str]:
    """The heads and the rows that a table of rounds shows."""
    page = page_of(table, screen)
    assert painter().page(page).getbbox() is not None
    return [" ".join(page.heads), *map(str, page.rows)]


def labels(table: Shadow, screen: Screen | Intent) -> list[str]:
    return [str(item) for item in page_of(table, screen).menu]


def test_each_round_is_a_row_with_the_points_and_the_scores_after_it():
    # WIZ-5: two cards; Ada 0 right, 20; Ben bids 1 and takes 0, -10; Cleo bids 1 and takes 2, -10.
    table = entered("wizard", 3, ROUND, "bid 1 1, bid 2 1, bid 0 0, took 1 0, took 2 2, took 0 0", "bid 2 1")
    shown = table_of_rounds(table)
    assert on_glass(table, shown) == [
        "Ad Be Cl",
        "1: +30 30, +20 20, -10 -10",
        "2: +20 50, -10 10, -10 -20",
        "3: –, –, –",
    ]
    assert (page_of(table, shown).title, page_of(table, shown).aside, shown.cursor) == ("Rounds", "3/3", 2)


@pytest.mark.parametrize(("more", "keys"), [("", "ob"), (", bid 1 1", "uob")])
def test_up_and_down_are_in_the_legend_where_there_is_more_than_one_round(more: str, keys: str):
    table = entered("wizard", 3, ROUND + more)
    assert page_of(table, table_of_rounds(table)).keys == keys


def test_in_turns_a_row_holds_the_turns_of_a_round():
    table = entered("molkky", 2, "pins 0 12, pins 1 3, pins 0 0")
    assert on_glass(table, table_of_rounds(table)) == ["Ad Be", "1: +12 12, +3 3", "2: 0 12, –"]


def test_partners_share_a_column():
    table = entered("canasta", 4, "hand 0 1200, hand 1 -50")
    assert on_glass(table, table_of_rounds(table)) == ["Ad+Cl Be+Do", "1: +1200 1200, -50 -50"]


def test_the_menu_and_the_end_of_the_game_lead_there_once_something_is_entered():
    assert "Rounds" not in labels(entered("wizard", 3), Menu(Table()))
    assert "Rounds" not in labels(Shadow("spartacus", ("Ada", "Ben", "Cleo")), Menu(Table()))
    table = entered("points", 2, "made 0 5, made 1 6", "finish")
    assert labels(table, Over(opened=True))[1] == "Rounds"
    there = pressed(table, DOWN, OK, on=Over(opened=True))
    assert on_glass(table, there) == ["Ad Be", "1: +5 5, +6 6"]
    assert pressed(table, BACK, on=there if isinstance(there, Screen) else None) == Over(cursor=1, opened=True)


def test_columns_without_room_are_on_further_parts_that_ok_and_back_and_left_and_right_walk_through():
    table = entered("points", 8, *[f"made {seat} {seat * 40 - 10}" for seat in range(8)])
    first = table_of_rounds(table)
    assert on_glass(table, first) == ["Ad Be Cl Do", "1: -10 -10, 30 30, 70 70, 110 110"]
    second = pressed(table, OK, on=first)
    assert on_glass(table, second) == ["Em Fr Ga Ha", "1: 150 150, 190 190, 230 230, 270 270"]
    assert isinstance(second, Rounds)
    assert isinstance(pressed(table, OK, on=second), Sheet)
    assert pressed(table, BACK, on=second) == first
    assert pressed(table, RIGHT, on=first) == pressed(table, RIGHT, RIGHT, on=first) == second
    assert pressed(table, LEFT, LEFT, on=second) == first
    assert pressed(table, BACK, on=first) == first.back


def test_four_columns_stand_beside_each_other_up_to_three_places_and_three_up_to_four_and_a_sign():
    def columns(players: int, *scores: int) -> int:
        table = entered("points", players, *[f"made {seat} {scores[seat % len(scores)]}" for seat in range(players)])
        return len(page_of(table, table_of_rounds(table)).heads)

    assert columns(4, 640, -35) == columns(8, 640) == 4
    assert columns(3, 1000) == columns(6, 1000) == 3
    assert columns(4, 1000) == 2  # two and two


def test_of_many_rounds_those_around_the_cursor_are_shown_with_a_scroll_bar():
    table = entered("points", 2, *["made 0 1, made 1 2"] * 40)
    shown = table_of_rounds(table)
    page = page_of(table, shown)
    assert [row.name for row in page.rows] == ["35", "36", "37", "38", "39", "40"]
    assert (page.cursor, page.window, page.aside) == (5, (34, 40), "40/40")
    page = page_of(table, pressed(table, *[UP] * 20, on=shown))
    assert page.rows[page.cursor or 0].name == "20"
    page = page_of(table, pressed(table, DOWN, on=shown))
    assert page.rows[page.cursor or 0].name == "1"


def test_a_round_lists_its_entries_and_back_leads_to_the_table():
    table = entered("skat", 3, "soloist 1, game clubs, result won, tops 2, steps 1", "soloist 2, game grand")
    first = table_of_rounds(table)
    there = pressed(table, OK, on=first)
    assert page_of(table, there).title == "Round 2"
    assert labels(table, there) == ["Soloist: Cleo", "Game: grand"]
    there = pressed(table, UP, OK, on=first)
    assert labels(table, there) == ["Soloist: Ben", "Game: clubs", "Result: won", "Tops: 2", "Steps: 1"]
    assert isinstance(there, Sheet)
    assert pressed(table, BACK, on=there) == pressed(table, UP, on=first)


def sheet_of(table: Shadow, number: int) -> Sheet:
    """The sheet of a round."""
    shown = table_of_rounds(table)
    found = pressed(table, *[UP] * (len(shown.rounds) - number), OK, on=shown)
    assert isinstance(found, Sheet)
    return found


def corrected(table: Shadow, sheet: Screen | Intent, label: str, value: str) -> Screen | Intent:
    """The sheet after people have gone down to a cell and turned its wheel to a value."""
    assert isinstance(sheet, Sheet)
    for _ in range(60):
        page = page_of(table, sheet)
        assert page.cursor is not None
        if str(page.menu[page.cursor]).startswith(f"{label}:"):
            break
        sheet = pressed(table, DOWN, on=sheet)
        assert isinstance(sheet, Sheet)
    there = pressed(table, OK, on=sheet)
    for _ in range(60):
        assert isinstance(there, CellChange)
        page = page_of(table, there)
        if value in (page.big, str(page.menu[page.cursor]) if page.cursor is not None else ""):
            break
        there = pressed(table, UP, on=there)
    return pressed(table, OK, on=there if isinstance(there, Screen) else None)


def put_in(table: Shadow, sheet: Screen | Intent) -> Screen | Intent:
    """After the first line of a sheet that people have corrected."""
    assert isinstance(sheet, Sheet)
    while sheet.cursor:
        up = pressed(table, UP, on=sheet)
        assert isinstance(up, Sheet)
        sheet = up
    assert labels(table, sheet)[0] == table.words("screen.sheet.put")
    return pressed(table, OK, on=sheet)


def test_ok_on_a_cell_opens_its_values_on_what_was_entered():
    table = entered("wizard", 3, ROUND, "bid 1 1")
    sheet = sheet_of(table, 1)
    assert labels(table, sheet)[0] == "Ada: Bid: 1"
    there = pressed(table, OK, on=sheet)
    assert isinstance(there, CellChange)
    assert (page_of(table, there).title, page_of(table, there).big) == ("Ada: Bid", "1")
    assert pressed(table, OK, on=there) == sheet  # nothing is different
    assert pressed(table, BACK, on=there) == sheet


def test_one_corrected_cell_without_a_total_is_put_in_at_once():
    table = entered("wizard", 3, ROUND, "bid 1 1")
    sheet = corrected(table, sheet_of(table, 1), "Ada: Bid", "0")
    assert labels(table, sheet)[:2] == ["Enter together", "Ada: Bid: 0"]
    assert pressed(table, OK, on=sheet if isinstance(sheet, Screen) else None) == Enter("change 1 bid 0 0")


def test_a_trick_that_was_bens_and_not_adas_is_two_cells_and_loses_nothing():
    # WIZ-5 in the first round then: Ada bid 1 and took 0, -10; Ben bid 0 and took 1, -10; Cleo -10.
    table = entered("wizard", 3, ROUND, "bid 1 1, bid 2 1, bid 0 0, took 1 0, took 2 2, took 0 0", "bid 2 1")
    sheet = sheet_of(table, 1)
    assert page_of(table, sheet).aside == "Took 1 of 1"
    less = corrected(table, sheet, "Ada: Took", "0")
    assert page_of(table, less).aside == "Took 0 of 1"
    said = put_in(table, less)
    assert isinstance(said, Say)
    assert "WIZ-4" in str(said.params["why"])
    assert said.then == replace(less, cursor=0)
    right = corrected(table, less, "Ben: Took", "1")
    assert page_of(table, right).aside == "Took 1 of 1"
    assert isinstance(right, Sheet)
    assert right.cursor == 0
    assert put_in(table, right) == Enter("change 4-5 took 0 0; took 1 1")
    before = len(table.timeline)
    table.timeline = advance(table.setup, table.timeline, "change 4-5 took 0 0; took 1 1")
    assert len(table.timeline) == before
    assert on_glass(table, table_of_rounds(table))[1:] == [
        "1: -10 -10, -10 -10, -10 -10",
        "2: +20 10, -10 -20, -10 -20",
        "3: –, –, –",
    ]


def test_the_wheel_of_a_cell_says_the_sum_that_its_value_would_make():
    table = entered("wizard", 3, ROUND, "bid 1 1, bid 2 1, bid 0 0, took 1 0, took 2 2, took 0 0")
    sheet = sheet_of(table, 2)
    there = pressed(table, *[DOWN] * 4, OK, on=sheet)
    assert (page_of(table, there).title, page_of(table, there).big) == ("Cleo: Took", "2")
    assert page_of(table, there).aside == "2 of 2"
    assert page_of(table, pressed(table, DOWN, on=there if isinstance(there, Screen) else None)).aside == "1 of 2"


def test_a_cell_that_comes_with_another_value_is_asked_and_one_that_goes_is_gone():
    # SKU-5: who is right has a bonus. One card: Ada bid 1 and took 1, bonus 30; Ben and Cleo bid 0.
    table = entered(
        "skull-king", 3, "bid 0 1, bid 1 0, bid 2 0, took 0 1, bonus 0 30, took 1 0, bonus 1 0, took 2 0, bonus 2 0",
        "bid 1 1",
    )  # fmt: skip
    sheet = sheet_of(table, 1)
    assert [label for label in labels(table, sheet) if "Bonus" in label] == [
        "Ada: Bonus: 30", "Ben: Bonus: 0", "Cleo: Bonus: 0",
    ]  # fmt: skip
    fewer = corrected(table, corrected(table, sheet, "Ada: Took", "0"), "Cleo: Took", "1")
    assert [label for label in labels(table, fewer) if "Bonus" in label] == ["Ben: Bonus: 0"]
    assert put_in(table, fewer) == Enter("change 4-9 took 0 0; took 1 0; bonus 1 0; took 2 1")
    # and back again: the cells that come are empty, and asked before anything is put in
    table.timeline = advance(table.setup, table.timeline, "change 4-9 took 0 0; took 1 0; bonus 1 0; took 2 1")
    assert on_glass(table, table_of_rounds(table))[1] == "1: -10 -10, +10 10, -10 -10"
    more = corrected(table, corrected(table, sheet_of(table, 1), "Ada: Took", "1"), "Cleo: Took", "0")
    assert [label for label in labels(table, more) if label.endswith("·")] == ["Ada: Bonus: ·", "Cleo: Bonus: ·"]
    said = put_in(table, more)
    assert isinstance(said, Say)
    assert said.params == {"cell": "Ada: Bonus: ·"}


def test_what_is_corrected_is_not_lost_by_a_key():
    table = entered("wizard", 3, ROUND, "bid 1 1")
    sheet = corrected(table, sheet_of(table, 1), "Ada: Took", "0")
    assert isinstance(sheet, Sheet)
    asked = pressed(table, BACK, on=sheet)
    assert isinstance(asked, Confirm)
    assert pressed(table, OK, on=asked) == sheet
    assert pressed(table, UP, OK, on=asked) == sheet.back
    for screen in (sheet, pressed(table, OK, on=sheet)):
        assert isinstance(screen, Screen)
        assert router.update(screen, Command.UNDO, table.context) == Unset("unset", asked.text, Undo(), screen)


def test_the_first_wheel_of_a_large_number_starts_on_what_was_entered():
    table = entered("points", 2, "made 0 247, made 1 6")
    assert page_of(table, pressed(table, OK, on=sheet_of(table, 1))).big == "2__"


def test_a_value_of_the_present_round_is_changed_there_too():
    table = entered("wizard", 3, ROUND, "bid 1 1, bid 2 2")
    sheet = sheet_of(table, 2)
    assert labels(table, sheet) == ["Ben: Bid: 1", "Cleo: Bid: 2"]
    assert put_in(table, corrected(table, sheet, "Ben: Bid", "0")) == Enter("change 7 bid 1 0")


def test_in_turns_the_cells_of_a_round_are_those_of_all_who_had_their_turn():
    table = entered("molkky", 3, "pins 0 12, pins 1 3, pins 2 0, pins 0 5, pins 1 7")
    assert labels(table, sheet_of(table, 1)) == ["Ada: Pins: 12", "Ben: Pins: 3", "Cleo: Pins: 0"]
    assert labels(table, sheet_of(table, 2)) == ["Ada: Pins: 5", "Ben: Pins: 7"]
    sheet = corrected(table, corrected(table, sheet_of(table, 1), "Ada: Pins", "10"), "Cleo: Pins", "2")
    assert put_in(table, sheet) == Enter("change 1-3 pins 0 10; pins 1 3; pins 2 2")


def test_at_the_first_later_entry_that_cannot_stand_people_keep_what_is_before_it_or_leave():
    # MOL-4: three throws without a pin in a row, and Ada is out; so her later throw cannot stand.
    table = entered("molkky", 3, "pins 0 1, pins 1 3, pins 2 5, pins 0 0, pins 1 3, pins 2 5, pins 0 0, pins 1 3, "
                    "pins 2 5, pins 0 9")  # fmt: skip
    sheet = corrected(table, sheet_of(table, 1), "Ada: Pins", "0")
    assert isinstance(sheet, Sheet)
    stuck = put_in(table, sheet)
    assert isinstance(stuck, Stuck)
    assert page_of(table, stuck).text[0].startswith("10: ")
    assert labels(table, stuck) == ["Keep up to there", "Leave all as it is"]
    assert pressed(table, OK, on=stuck) == Enter("change 1 pins 0 0")
    assert router.update(stuck, Command.OK, table.context) == Enter("change 1 pins 0 0")  # asks nothing more
    assert pressed(table, DOWN, OK, on=stuck) == replace(sheet, cursor=0)


@pytest.mark.parametrize(("language", "box", "won"), [("en", "Twos ", "no "), ("ja", "欄の2の目は", "勝ちのいいえ：")])
def test_a_refused_value_is_called_what_it_is_called_on_the_glass(language: str, box: str, won: str):
    yahtzee = entered("yahtzee", 1, "box 0 twos", "made 0 4", language=language)
    doppelkopf = entered("doppelkopf", 4, "won 0 no", "won 1 no", "won 2 no", language=language)
    for table, action, said in ((yahtzee, "box 0 twos", box), (doppelkopf, "won 3 no", won)):
        refusal = table.timeline[-1].position.objection(table.read(action))
        assert table.words.message(refusal.message, table.setup.names).startswith(said)


@pytest.mark.parametrize(("language", "said"), [("en", "Dora for Soloist: "), ("ja", "ソロのDora：")])
def test_a_refused_seat_is_called_by_its_name(language: str, said: str):
    skat = entered("skat", 4, language=language)  # SKT-1: Dora deals
    refusal = skat.timeline[-1].position.objection(skat.read("soloist 3"))
    assert skat.words.message(refusal.message, skat.setup.names).startswith(said)


def test_a_reason_without_room_above_the_answers_ends_with_a_mark_and_is_whole_behind_the_last_line():
    table = entered("yahtzee", 2, "box 0 full")
    # YAH-3: a full house brings 25 or 0; the reason counts up what all combinations bring.
    refusal = table.timeline[-1].position.objection(table.read("made 0 20"))
    stuck = Stuck(Table(), 2, table.words.with_rule(refusal.message, table.setup.names), Enter("act"))
    shown = page_of(table, stuck)
    assert len(shown.text) == 4
    assert shown.text[-1].endswith("…")
    assert shown.menu[-1].label == "Why?"
    reason = pressed(table, UP, OK, on=stuck)
    assert isinstance(reason, Why)
    pages = [page_of(table, screen).text for screen in leafed(reason, table.context)]
    [whole] = stuck.reasons(table.context)
    assert "".join("".join(lines) for lines in pages).replace(" ", "") == whole.replace(" ", "")
    assert pressed(table, OK, on=reason) == replace(stuck, cursor=2)


def test_a_changed_entry_is_in_the_table_of_rounds():
    table = entered("wizard", 3, ROUND)
    table.timeline = advance(table.setup, table.timeline, "change 1 bid 0 0")
    assert on_glass(table, table_of_rounds(table))[1] == "1: -10 -10, +20 20, -10 -10"


def test_a_corrected_table_is_an_entry_of_its_round_and_opens_as_in_the_log():
    table = entered("wizard", 3, ROUND, "bid 1 1")
    view = {**table.timeline[-1].position.table(), "scores": [31, 20, -10]}
    table.timeline = advance(table.setup, table.timeline, "set " + json.dumps(view))
    table.enter(table.read("bid 2 1"))
    sheet = sheet_of(table, 2)
    assert labels(table, sheet) == ["Ben: Bid: 1", table.words("screen.log.set"), "Cleo: Bid: 1"]
    there = pressed(table, DOWN, OK, on=sheet)
    assert isinstance(there, Then)
    assert there == Then(replace(sheet, cursor=1), 8)
    assert pressed(table, BACK, on=there) == replace(sheet, cursor=1)
    # What was entered before it stays; what was entered after it is corrected.
    assert put_in(table, corrected(table, sheet, "Cleo: Bid", "2")) == Enter("change 9 bid 2 2")


def test_a_round_that_is_set_back_by_hand_begins_a_row_of_its_own():
    table = entered("wizard", 3, ROUND)
    view = {**table.timeline[-1].position.table(), "round": 1, "cards": 1, "dealer": 2, "seat": 0}
    table.timeline = advance(table.setup, table.timeline, "set " + json.dumps(view))
    found = rounds(table.setup, table.timeline)
    assert [(one.number, one.places) for one in found] == [(1, (1, 2, 3, 4, 5, 6)), (1, (7,))]


def test_who_gives_up_is_no_entry_of_a_round():
    table = entered("wizard", 3, ROUND)
    table.timeline = advance(table.setup, table.timeline, "concede 1")
    assert [one.places for one in rounds(table.setup, table.timeline)] == [(1, 2, 3, 4, 5, 6)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_explains_the_table_the_round_and_the_change(language):
    table = entered("wizard", 3, ROUND, language=language)
    shown = table_of_rounds(table)
    entries = pressed(table, OK, on=shown)
    assert isinstance(entries, Screen)
    change = pressed(table, OK, on=entries)
    for screen in (shown, entries, change):
        assert isinstance(screen, Screen)
        help_screen = router.update(screen, Command.HELP, table.context)
        assert isinstance(help_screen, Help)
        for page in leafed(help_screen, table.context):
            assert painter().page(page.view(table.context)).getbbox() is not None


@pytest.mark.parametrize("small", [False, True])
def test_a_table_is_readable_in_both_sizes_and_only_the_cursor_is_inverted(small):
    table = entered("wizard", 3, ROUND, "bid 1 1")
    picture = painter().in_style(small=small).page(page_of(table, pressed(table, UP, on=table_of_rounds(table))))
    lit = [y for y in range(64) if picture.crop((0, y, 1, y + 1)).getbbox() is not None]
    assert lit == [8, *range(10, 28)]
