"""The table of a pad: a column for each side, the wheel below, a title that never loses what is asked."""

from __future__ import annotations

import pytest
from glass import MeasuringPainter
from letters import larger
from own_pads import small
from pad_tables import DOWN, LEFT, OK, PEOPLE, RIGHT, UP, Own, entered, page
from presses import Shadow, painter

from companion.ui.page import Figure, Page
from companion.ui.routes import ROUTES
from companion.ui.table import Table
from companion.ui.wheel_picture import Column, Wheel
from companion.values import replace
from hardware.fonts import lcd


def wheel(shown: Page) -> Wheel:
    assert isinstance(shown.drawing, Wheel)
    assert painter().page(shown).getbbox() is not None
    return shown.drawing


def test_a_column_has_what_is_entered_and_in_the_end_the_points_of_the_round():
    # WIZ-5: Ada bid and took 1, 30; Ben bid 0 and takes 0, 20; Cleo 20.
    table = entered("wizard", 3, "bid 0 1, bid 1 0, bid 2 0, took 0 1")
    assert wheel(page(table)).columns == (Column("1/1"), Column("0/·"), Column("0/·"))
    table.enter(table.read("took 1 0"))
    assert wheel(page(table)).columns == (Column("1/1", "+30"), Column("0/0", "+20"), Column("0/0", "+20"))


def test_the_title_names_what_is_joined_below_the_names_and_keeps_names_whole_or_as_tags():
    table = entered("wizard", 4, "bid 0 1, bid 1 0, bid 2 0, bid 3 1, took 0 1")
    assert wheel(page(table)).title == "Ben: Bid/Took"
    assert wheel(page(entered("wizard", 4, "bid 0 1"))).title == ""  # one thing alone needs no head
    long = Shadow("wizard", ("Susannah", "Bernhard", "Humphrey", "Dorothea"))
    for action in ("bid 0 1", "bid 1 0", "bid 2 0", "bid 3 1"):
        long.enter(long.read(action))
    assert wheel(page(long)).title == "Su: Bid/Took"


def test_a_title_without_room_for_all_that_is_joined_says_what_is_asked():
    table = entered("ticket-to-ride", 2, "routes 0 60")
    assert wheel(page(table)).title == "Routes/Tickets done"
    table.enter(table.read("tickets 0 3"))
    assert (wheel(page(table)).title, page(table).title) == ("", "Ada: Their points")


def test_what_a_value_would_do_is_not_cut_beside_a_title_of_all_that_is_joined():
    table = entered("snooker", 2, "potted 0 9, foul 0 7, potted 1 18")
    shown = page(table)
    assert (wheel(shown).title, shown.title, shown.aside) == ("", "Ben: Foul", "18 → 25")


def test_a_name_in_the_title_gives_way_to_what_is_missing():
    table = entered("nimmt", 3, "heads 0 9")
    assert (page(table).title, page(table).aside) == ("Bullheads", "0–162 left")


def test_a_tally_with_a_label_stands_in_the_column():
    table = entered("spades", 4)
    assert [column.tally for column in wheel(page(table)).columns] == [("Bags", 0), ("Bags", 0)]
    assert [column.entered for column in wheel(page(entered("spades", 4, "bid 0 3, bid 1 2"))).columns] == [
        "3 ·",
        "2 ·",
    ]


def test_partners_are_named_as_a_side_in_title_log_and_audit():
    table = entered("canasta", 4)
    assert page(table).title == "Ad+Cl: Points"
    table.enter(table.read("hand 0 200"))
    assert page(table).title == "Be+Do: Points"
    situation = table.context.at(0).situation
    assert table.setup.text.action_name(situation, table.read("hand 0 200")) == "Ad+Cl: Points 200"
    assert table.setup.text.turn_text(situation) == "Ad+Cl: Points"
    audited = [
        str(item) for _, item in table.setup.text.audit(table.context.situation, table.timeline[-1].position.table())
    ]
    assert "Ad+Cl: Score: 0" in audited
    assert "Ad+Cl: Points: 200" in audited


LONG = "Wolfeschlegelsteinhausen"


@pytest.mark.parametrize("name", ["Ada", LONG, "佐々木健太郎左衛門尉", "M" * 24])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_title_never_loses_what_is_asked(name, language):
    text = (
        small()
        .decode()
        .replace('name = "made"', 'name = "made"\nlabel = {en = "Wolves WWWWW", ja = "狼狼狼狼狼狼狼狼狼狼狼狼"}')
    )
    table = Own(text, (name, "Ben"))
    table.words = type(table.words)(language)
    shown = page(table)
    label = "Wolves WWWWW" if language == "en" else "狼狼狼狼狼狼狼狼狼狼狼狼"
    assert shown.title.endswith(label)
    measured = MeasuringPainter(lcd()).measures(replace(shown, text=()))
    assert not [cut for cut in measured.cut if cut[-3:] not in label and cut[:-1] not in name]


def test_a_number_says_once_in_which_order_its_wheels_go():
    table = entered("farkle", 2)
    assert (page(table).big, page(table).aside) == ("0___", "1000s first")
    assert page(table, UP, OK).aside == "then rest"  # a thousand and its fifties are on two wheels
    large = small().decode().replace("most = 9", "most = 99000\nstep = 1000")
    assert page(Own(large, ("Ada", "Ben"))).aside == "10000s first"  # beside the tag of the player
    table = entered("points", 2)
    assert (page(table).big, page(table).aside) == ("0__", "100s first")
    assert ROUTES.sources.wide(Table(), table.context).aside == "Round 1"  # a number is typed on a phone
    assert page(table, OK).aside == "then 10s"
    assert page(table, OK, OK).aside == "then rest"
    table.enter(table.read("made 0 5"))
    assert page(table).aside == "Round 1"
    assert page(entered("wizard", 2 + 1)).aside == "Round 1"


def test_no_wheel_says_minus_zero():
    table = entered("points", 2)
    assert "-0" not in [item.label for item in page(table).menu]
    assert page(table, DOWN).big == "-__"
    assert wheel(page(table)).values[wheel(page(table)).at - 1] == "-__"
    assert page(table, DOWN, OK).big == "-_"  # -1 to -9


COINS = """
[[fields]]
name = "coins"
kind = "number"
least = 0
most = 9
"""


def test_in_a_game_of_one_round_the_scores_are_the_sums_so_far():
    table = Own(small("made + coins", rounds="1").decode() + COINS, ("Ada", "Ben"))
    for action in ("made 0 7", "made 1 2", "coins 0 4"):
        table.enter(table.read(action))
    assert [figure.number for figure in page(table).figures] == [11, 2]
    several = Own(small("made + coins", rounds="2").decode() + COINS, ("Ada", "Ben"))
    several.enter(several.read("made 0 7"))
    assert [figure.number for figure in page(several).figures] == [0, 0]


def test_on_a_single_wheel_less_is_at_the_left_and_more_at_the_right():
    table = entered("molkky", 2)
    shown = page(table)
    assert wheel(shown).values[wheel(shown).at + 1] == str(int(shown.big) + 1)
    assert int(page(table, RIGHT).big) > int(shown.big)
    assert page(table, RIGHT, LEFT).big == shown.big


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("score", [0, -35, 260, -120, 9950, -99_999])
def test_the_one_who_enters_and_those_beside_have_digits_of_seventeen_pixels(players, score):
    table = Shadow("points", PEOPLE[:players])
    view = {**table.timeline[-1].position.table(), "scores": [score] * players}
    game = table.setup.game
    assert game is not None
    position = game.restore(players, game.complete({}), view)
    table.timeline = (table.timeline[0]._replace(position=position),)
    shown = page(table)
    measured = MeasuringPainter(lcd()).measures(replace(shown, text=()))
    assert (measured.argued or 0) >= 17
    assert measured.clipped == measured.covered == 0


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Charlotte", "Benjamin", "Chandra"), "BenjaminCh…eCh…a"),
        (("Charlotte", "Benjamin", "Dorothea"), "BenjaminCha…Dor…"),
        (("Christina", "Benjamin", "Charlotta"), "BenjaminChri…Cha…"),
        (("Charlotte", "Amy", "Chandra"), "AmyCharlo…Chandra"),
        (("Chandra", "Benjamin", "Chantal"), "BenjaminCh…aCh…l"),
        (("Chantal", "Benjamin", "Charlie"), "BenjaminCh…lCh…e"),
        (("Charlotte", "Benjamin", "Charlie"), "BenjaminC…CoC…Ci"),
    ],
)
def test_shortened_names_at_both_sides_of_the_cursor_differ(names: tuple[str, ...], shown: str) -> None:
    glass = MeasuringPainter(lcd())
    drawing = Wheel((Column(), Column()), names, 1, names[1])
    measured = glass.measures(Page(screen="x", title="", figures=(Figure("A", 1), Figure("B", 2)), drawing=drawing))
    assert glass.written_plain == f"AB{shown}"
    assert (measured.clipped, measured.covered) == (0, 0)


def test_words_beside_the_cursor_that_have_no_room_are_whole_in_smaller_letters() -> None:
    words = ("トリック", "手札", "取り手なし")
    glass = MeasuringPainter(larger())
    drawing = Wheel((Column(), Column()), words, 1, words[1])
    measured = glass.measures(Page(screen="x", title="", figures=(Figure("A", 1), Figure("B", 2)), drawing=drawing))
    assert glass.written_plain == "AB手札トリック取り手なし"
    assert (measured.cut, measured.clipped, measured.covered) == ((), 0, 0)


@pytest.mark.parametrize(
    ("players", "shown"), [(4, ["Mis. 1", "Mis. 0", "Mis. 1", "Mis. 0"]), (2, ["Misses 1", "Misses 0"])]
)
def test_a_label_without_room_is_cut_alike_in_all_columns(players, shown):
    top = 'play = "turns"\n[tallies.missed]\nlabel = "Misses"\nnext = "missed + (made == 0)"'
    table = Own(small(top=top).decode(), PEOPLE[:players])
    for seat in range(players):
        table.enter(table.read(f"made {seat} {seat % 2}"))
    measuring = MeasuringPainter(lcd())
    measuring.measures(page(table))
    assert [text for text in measuring.written if text.startswith("Mis")] == shown


def test_who_would_win_has_tags_where_the_names_have_no_room():
    names = ("Maximilian", "Wilhelmine", "Bartholomew", "Christabel")
    table = Shadow("euchre", names, goal="5")
    for action in ("maker 0", "alone yes", "tricks 5", "maker 0", "alone yes"):
        table.enter(table.read(action))
    shown = page(table, UP, UP)
    assert (shown.title, shown.aside) == ("Tricks", "Ma+Ba win!")
    short = entered("euchre", 4, "maker 0, alone yes, tricks 5, maker 0, alone yes", goal="5")
    assert page(short, UP, UP).aside == "Ada+Cleo win!"
