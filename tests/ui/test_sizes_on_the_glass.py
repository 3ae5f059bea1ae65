"""Every screen measured, in both languages, with names of eight letters: how large things are, and what has no room."""

from __future__ import annotations

from functools import cache

import pytest
from glass import EIGHT, Measures, MeasuringPainter, measured_scenes, measures_of
from letters import larger, letters_for
from scenes import scenes
from write_frames import NAMES

from companion.games.army_ants.field_picture import GOAL, GOAL_HIGH, FieldPicture
from companion.ports import HEIGHT
from companion.ui import paint_title, router
from companion.ui.letters import RIGHT
from companion.ui.page import Figure, Item, Page, Row, Space, Token
from companion.ui.painter import Painter
from companion.values import replace
from companion.words import LANGUAGES, Words

PAINTER = MeasuringPainter(letters_for("en"))
everywhere = pytest.mark.parametrize("language", LANGUAGES)

FIGURE, FAR_FIGURE = 16, 22
"""The least height of a number that people argue about, and of one on the score board."""
LETTER = 6
"""The least height of a letter and of a digit on a piece."""

LOW = {
    "pad-eight-score": 14,  # eight people, three digits each
    # Points beside the clock that runs.
    **dict.fromkeys(("score-long-names-clock", "spartacus-score-five-clock"), 13),
    **dict.fromkeys(("score-clock", "score-last-seconds", "ants-score-clock"), 13),
    **dict.fromkeys(
        ("table-clock", "cards-clock", "table-last-seconds"), 13
    ),  # the figure above the clock of its player
    # A second number, which is not drawn where the first one needs the room.
    **dict.fromkeys(("pad-results", "pad-score-clock", "hannibal-score-clock"), 7),
    "pad-last": 15,
    "pad-sides": 7,  # the scores give way to what was entered and to the points of the round
}
"""The scenes that have no room for digits of FIGURE, and how high they are there."""

CUT = {
    "the title says the state of the turn, and the name of the player in turn stands above the figures": {
        "table", "table-four", "match", "twelve", "undo", "change", "table-clock", "table-last-seconds",
        "spartacus-lead", "spartacus-banners-only", "spartacus-table", "spartacus-banner", "spartacus-pass",
        "spartacus-taken", "spartacus-joker", "spartacus-last", "spartacus-five",
    },
    "the round stands beside the title where whose game it is has no room": {"pad-table-field"},
    "a name gives way to its clock": {
        "ants-battle-clock", "seven-hills-table-clock", "spartacus-five-clock",
    },
    "a name in the title gives way to what a choice would do": {
        "over-decided", "person-figures-won", "hannibal-turns", "spartacus-sum", "spartacus-pile-banners",
        "spartacus-scores", "spartacus-scores-hand", "spartacus-tens",
    },
    "a line of a list has a name, and what is longer than the rest of the line": {
        "home-several", "seven-hills-log", "spartacus-audit-won",
    },
    "the kept cards are the title, and the choice has its colour": {"cards", "cards-caught", "cards-clock"},
    "what is said of the × stands between the cards and the risk": {"odds-table"},
    "with *Unclaimed* there is no room for what is not entered yet": {"spartacus-drop"},
    "on the map a line of the menu takes the place of the title, or of what an entry has done": {
        "hannibal-audit", "hannibal-audit-battle", "hannibal-audit-core", "hannibal-then", "hannibal-won-then",
    },
    "names of 24 letters": {"spartacus-long-names", "score-long-names-clock", "results-long-names"},
    "what a page says in one line stands in the columns of the people": {
        "pad-took", "pad-last", "pad-sides", "pad-sheet-cell", "pad-eight",
    },
    "the heads of a table are its title": {"pad-rounds", "pad-rounds-eight", "pad-rounds-right", "pad-rounds-turns"},
    "a line of the list is the beginning of a message, which OK shows whole": {"messages"},
    "the text ends so": {
        "saving", "hannibal-lay", "seven-hills-asked-nothing", "seven-hills-asked-place",
        "seven-hills-asked-place-card", "seven-hills-asked-reveal", "spartacus-asked-banner", "spartacus-asked-card",
        "spartacus-asked-pass",
    },
    "what a pad counts is shortened; its page says it whole": {"games"},
    "beside the field the goal stands in large letters, and what happens there, in place of the sentence": {
        "ants-late-queen", "ants-late-rank", "ants-late-swap", "ants-rally-where",
    },
}  # fmt: skip
"""The scenes in which a text is shortened with an ellipsis or left out, by the reason."""


@cache
def measured(language: str) -> tuple[Measures, ...]:
    return tuple(measured_scenes(language))


@everywhere
def test_nothing_is_drawn_beyond_the_glass_or_the_page(language: str) -> None:
    assert [found.name for found in measured(language) if found.clipped] == []


@everywhere
def test_nothing_is_drawn_over_something_else(language: str) -> None:
    assert [found.name for found in measured(language) if found.covered] == []


LONG = "Wilhelmina Kapellmeister"
LISTS = {
    "a value below its label": Page(
        screen="x", title="x", menu=(Item("Start"), Item("Duel with the device", "Susannah"), Item("Begins")), cursor=1
    ),
    "a label in narrower letters": Page(
        screen="x", title="x", menu=(Item("Begins"), Item(LONG, "1"), Item(LONG)), cursor=0
    ),
    "a table": Page(
        screen="x", title="", heads=("Su", "Be"), cursor=0,
        rows=(Row("1", ("30", "-10"), ("+30", "-10")), Row("2", ("174", "165"), ("", ""))),
    ),
}  # fmt: skip


@pytest.mark.parametrize("page", LISTS.values(), ids=LISTS)
@pytest.mark.parametrize("small", [False, True], ids=["usual", "small"])
def test_in_a_list_with_letters_of_either_size_nothing_is_drawn_over_something_else(page: Page, *, small: bool) -> None:
    found = MeasuringPainter(letters_for("en"), small=small).measures(page)
    assert (found.covered, found.clipped, found.inverted) == (0, 0, 1)


@everywhere
def test_one_thing_at_most_is_inverted(language: str) -> None:
    """The last seconds of a clock are inverted, too."""
    assert [found.name for found in measured(language) if found.inverted > 1] == ["table-last-seconds"]


def test_what_people_argue_about_has_digits_of_sixteen_pixels_and_of_twenty_two_on_the_score_board() -> None:
    low: dict[str, int] = {}
    for found in [*measured("en"), *measured("ja")]:
        if found.argued is not None and found.argued < (FAR_FIGURE if found.screen == "score" else FIGURE):
            low[found.name] = min(found.argued, low.get(found.name, FIGURE))
    assert low == LOW


@everywhere
def test_no_letter_and_no_digit_is_lower_than_six_pixels(language: str) -> None:
    for found in measured(language):
        assert min(size for size in (found.letter, found.figure, LETTER) if size is not None) == LETTER, found.name


def test_letters_of_japanese_have_eight_rows() -> None:
    painter = MeasuringPainter(letters_for("ja"))
    assert painter.measures(Page(screen="x", title="丘")).letter == 8


def test_texts_are_shortened_only_where_a_reason_is_known() -> None:
    cut = {found.name for language in LANGUAGES for found in measured(language) if found.cut}
    assert cut == {scene for scenes in CUT.values() for scene in scenes}


def test_in_a_line_of_a_list_the_tag_of_the_player_stays_and_the_value_gives_way() -> None:
    page = Page(screen="log", title="Log", menu=(Item("Shows 1", "6:1 Susannah", "Be"), Item("Start")), cursor=1)
    assert PAINTER.measures(page).cut == ("6:1 Susan…",)
    assert PAINTER.measures(replace(page, cursor=0)).cut == ()  # it goes on in a second row


def test_a_line_beside_the_cursor_that_has_no_room_in_letters_of_twelve_rows_is_whole_in_smaller_ones() -> None:
    painter = MeasuringPainter(larger())
    items = (Item("開始"), Item("丘を取るのは", "大きい合計"), Item("1が出た", "6:1 健太郎", "美咲"), Item("終了"))
    found = painter.measures(Page(screen="new", title="x", menu=items, cursor=0))
    assert (found.cut, found.covered, found.clipped) == ((), 0, 0)
    assert all(text in painter.written_plain for text in ("丘を取るのは", "大きい合計", "美咲", "6:1健太郎"))


def test_a_value_in_a_row_of_its_own_that_has_no_room_is_whole_in_smaller_letters() -> None:
    painter = MeasuringPainter(larger())
    items = (Item("続ける", "近衛兵、健太郎、美咲"), Item("近衛兵"))
    found = painter.measures(Page(screen="home", title="x", menu=items, cursor=0))
    assert (found.cut, found.covered, found.clipped) == ((), 0, 0)


@pytest.mark.parametrize("cursor", [0, 1, 2])
def test_a_value_without_room_in_the_smallest_letters_has_its_next_shorter_form(cursor: int) -> None:
    """In letters of seven rows 112 pixels have room for some twenty letters."""
    painter = MeasuringPainter(larger())
    short = "Praetorians, Su Be Hu", "Praetorians"
    items = (
        Item("Continue", "Praetorians, Susannah, Bernhard, Humphrey", keep=True, short=short),
        Item("» Seven Hills", "Susannah, Bernhard, Humphrey", keep=True, short=("Su Be", "Su")),
        Item("Players", "Susannah, Bernhard, Humphrey", short=("Su Be Hu",)),
    )
    found = painter.measures(Page(screen="home", title="x", menu=items, cursor=cursor))
    assert (found.cut, found.covered, found.clipped) == ((), 0, 0)
    written = painter.written_plain
    # Below its label there is room for more than beside it.
    assert ("Praetorians,SuBeHu" if cursor == 0 else "ContinuePraetorians") in written
    assert "PlayersSuBeHu" in written


def test_all_cards_of_a_trick_of_five_are_in_the_audit_with_names_in_kanji() -> None:
    painter, words = MeasuringPainter(larger()), Words("ja", breaks=True)
    scene = next(scene for scene in scenes(painter, words, NAMES["kanji"]) if scene.name == "spartacus-audit")
    assert measures_of(painter, scene).cut == ()
    assert "佐々9翔8渡辺⚑美咲6佐々5" in painter.written_plain


@everywhere
def test_what_happens_on_the_square_of_a_goal_does_not_touch_the_edge_of_its_box(language: str) -> None:
    painter = Painter(letters_for(language))
    seen = 0
    for scene in scenes(painter, Words(language, breaks=True), EIGHT):
        page = router.view(scene.screen, scene.context)
        if isinstance(page.drawing, FieldPicture) and page.drawing.effect and not scene.banner:
            seen += 1
            edge = painter.page(page).crop((RIGHT - 1, GOAL, RIGHT, GOAL + GOAL_HIGH))
            assert edge.getcolors() == [(GOAL_HIGH, 255)], scene.name
    assert seen


def test_a_name_that_gives_way_to_its_clock_keeps_the_letters_that_have_room() -> None:
    PAINTER.measures(Page(screen="x", title="Bartholomaeus Friedrich", turn=True, clock="(10:00)", aside="no card yet"))
    assert PAINTER.written_plain.startswith("Bar(10:00)")  # not B…


def test_between_a_title_and_its_clock_are_five_columns_where_there_is_room() -> None:
    picture = PAINTER.dark_picture()
    paint_title.draw(PAINTER, picture, Page(screen="x", title=""), "H", "", clock="H")
    # Both letters are five columns wide; the first one begins in the first column.
    lit = [x for x in range(20) if picture.crop((x, 2, x + 1, 8)).getbbox()]
    assert (min(lit), max(lit)) == (0, 14)


# -- the measures


def test_a_number_is_measured_in_pixels_and_one_in_letters_has_their_height() -> None:
    page = Page(screen="x", title="", menu=(Item("Stop"),), cursor=0)
    two = PAINTER.measures(replace(page, figures=(Figure("Ada", 7), Figure("Ben", 43))))
    assert two.argued == 30  # 12 pixels wide
    five = tuple(Figure(f"Player {seat}", -110) for seat in range(5))
    assert PAINTER.measures(replace(page, text=("",), figures=five)).argued == 7


def test_a_text_that_is_shortened_and_one_that_is_left_out_are_cut() -> None:
    assert PAINTER.measures(Page(screen="x", title="Ada")).cut == ()
    long = "W" * 30
    # 18 letters of 6 pixels and the ellipsis have room in 116 pixels.
    assert PAINTER.measures(Page(screen="x", title=long)).cut == (f"{'W' * 18}…", f"({long})")
    # A glass has room for seven lines below the title; the eighth is beyond it.
    assert PAINTER.measures(Page(screen="x", title="", text=tuple("ABCDEFGH"))).clipped > 0


def test_pixels_beyond_the_glass_and_on_lit_pixels_are_counted() -> None:
    painter = MeasuringPainter(letters_for("en"))
    picture = painter.dark_picture()
    painter.text(picture, RIGHT - 2, HEIGHT - 4, "I", 9)
    assert painter.clipped > 0
    assert painter.covered == 0
    painter.text(picture, 0, 0, "I", 9)
    painter.text(picture, 0, 0, "I", 9)
    assert painter.covered > 0


def test_a_space_and_a_line_under_a_cursor_are_two_inverted_things() -> None:
    page = Page(screen="x", title="", board=((Space("1", (Token("1"),)),),), menu=(Item("Stop"),))
    assert PAINTER.measures(page).inverted == 0
    assert PAINTER.measures(replace(page, space=(0, 0))).inverted == 1
    assert PAINTER.measures(replace(page, space=(0, 0), cursor=0)).inverted == 2
