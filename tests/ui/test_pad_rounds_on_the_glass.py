"""The rounds of a score pad as a table on the glass, and the correction of every entry from there."""

from __future__ import annotations

import json

import pytest
from pad_tables import BACK, DOWN, LEFT, OK, RIGHT, UP, entered, page_of, pressed
from presses import Shadow, leafed, painter

from companion.games.pad.grid import Entries, Rounds
from companion.games.pad.rounds import rounds
from companion.play.timeline import advance
from companion.ui import router
from companion.ui.game_over import Over
from companion.ui.help import Help
from companion.ui.intents import Enter
from companion.ui.log import Change, Then
from companion.ui.screen import Command, Intent, Screen
from companion.ui.table import Menu, Table
from companion.ui.widgets import Confirm
from companion.words import LANGUAGES

ROUND = "bid 0 1, bid 1 0, bid 2 1, took 0 1, took 1 0, took 2 0"
"""WIZ-5: Ada bids and takes 1, 30; Ben bids and takes 0, 20; Cleo bids 1 and takes 0, -10."""


def table_of_rounds(table: Shadow) -> Rounds:
    """The table that the menu opens."""
    menu = Menu(Over() if table.over else Table())
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
    assert labels(table, Over())[1] == "Rounds"
    there = pressed(table, DOWN, OK, on=Over())
    assert on_glass(table, there) == ["Ad Be", "1: +5 5, +6 6"]
    assert pressed(table, BACK, on=there if isinstance(there, Screen) else None) == Over(cursor=1)


def test_columns_without_room_are_on_further_parts_that_ok_and_back_and_left_and_right_walk_through():
    table = entered("points", 8, *[f"made {seat} {seat * 40 - 10}" for seat in range(8)])
    first = table_of_rounds(table)
    assert on_glass(table, first) == ["Ad Be Cl Do", "1: -10 -10, +30 30, +70 70, +110 110"]
    second = pressed(table, OK, on=first)
    assert on_glass(table, second) == ["Em Fr Ga Ha", "1: +150 150, +190 190, +230 230, +270 270"]
    assert isinstance(second, Rounds)
    assert isinstance(pressed(table, OK, on=second), Entries)
    assert pressed(table, BACK, on=second) == first
    assert pressed(table, RIGHT, on=first) == pressed(table, RIGHT, RIGHT, on=first) == second
    assert pressed(table, LEFT, LEFT, on=second) == first
    assert pressed(table, BACK, on=first) == first.back


def test_scores_of_four_people_up_to_four_digits_stand_beside_each_other():
    table = entered(
        "farkle", 4, *[f"kept {seat} {made}" for _ in range(5) for seat, made in enumerate((600, 1000, 0, 950))]
    )
    assert len(page_of(table, table_of_rounds(table)).heads) == 4


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
    assert isinstance(there, Entries)
    assert pressed(table, BACK, on=there) == pressed(table, UP, on=first)


def test_ok_on_an_entry_opens_its_values_on_what_was_entered_and_changes_it():
    table = entered("wizard", 3, ROUND, "bid 1 1")
    entries = pressed(table, UP, OK, on=table_of_rounds(table))
    assert isinstance(entries, Entries)
    assert labels(table, entries)[0] == "Ada: Bid: 1"
    there = pressed(table, OK, on=entries)
    assert isinstance(there, Change)
    assert (page_of(table, there).title, page_of(table, there).big) == ("1: Ada: Bid", "1")
    assert pressed(table, OK, on=there) == entries  # nothing is different
    assert pressed(table, BACK, on=there) == entries
    assert pressed(table, DOWN, OK, on=there) == Enter("change 1 bid 0 0")


def test_the_first_wheel_of_a_large_number_starts_on_what_was_entered():
    table = entered("points", 2, "made 0 247, made 1 6")
    entries = pressed(table, OK, on=table_of_rounds(table))
    assert isinstance(entries, Entries)
    assert page_of(table, pressed(table, OK, on=entries)).big == "2__"


def test_a_value_of_the_present_round_is_changed_there_too():
    table = entered("wizard", 3, ROUND, "bid 1 1, bid 2 2")
    assert labels(table, pressed(table, OK, on=table_of_rounds(table))) == ["Ben: Bid: 1", "Cleo: Bid: 2"]
    assert pressed(table, OK, OK, DOWN, OK, on=table_of_rounds(table)) == Enter("change 7 bid 1 0")


def test_where_a_later_entry_is_no_longer_allowed_the_question_says_its_rule_and_no_leads_back():
    table = entered("wizard", 3, ROUND)  # WIZ-4: with one trick for Ben, Ada's one trick and his are two
    entries = pressed(table, OK, on=table_of_rounds(table))
    assert isinstance(entries, Entries)
    there = pressed(table, *[DOWN] * 3, OK, DOWN, OK, on=entries)  # Ada took 0
    assert isinstance(there, Confirm)
    page = page_of(table, there)
    assert "WIZ-4" in " ".join(page.text)
    assert pressed(table, UP, OK, on=there) == Enter("change 4 took 0 0")
    assert pressed(table, OK, on=there) == pressed(table, *[DOWN] * 3, on=entries)


def test_a_changed_entry_is_in_the_table_of_rounds():
    table = entered("wizard", 3, ROUND)
    table.timeline = advance(table.setup, table.timeline, "change 1 bid 0 0")
    assert on_glass(table, table_of_rounds(table))[1] == "1: -10 -10, +20 20, -10 -10"


def test_a_corrected_table_is_an_entry_of_its_round_and_opens_as_in_the_log():
    table = entered("wizard", 3, ROUND, "bid 1 1")
    view = {**table.timeline[-1].position.table(), "scores": [31, 20, -10]}
    table.timeline = advance(table.setup, table.timeline, "set " + json.dumps(view))
    table.enter(table.read("bid 2 1"))
    entries = pressed(table, OK, on=table_of_rounds(table))
    assert isinstance(entries, Entries)
    assert labels(table, entries) == ["Ben: Bid: 1", table.words("screen.log.set"), "Cleo: Bid: 1"]
    there = pressed(table, DOWN, OK, on=entries)
    assert isinstance(there, Then)
    assert there == Then(Entries(entries.back, entries.round, 1), 8)
    assert pressed(table, BACK, on=there) == Entries(entries.back, entries.round, 1)


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
    assert lit == [7, *range(15, 32)]
