"""Praetorians' table: figures of 22 pixels, and below them the choices side by side."""

from __future__ import annotations

import pytest
from glass import EIGHT, MeasuringPainter, measures_of
from letters import letters_for
from scenes import scenes

from companion.games.praetorians.strip import Choice, Strip
from companion.ports import HEIGHT
from companion.ui.letters import RIGHT
from companion.ui.page import Figure, Item, Page
from companion.values import replace
from companion.words import LANGUAGES, Words

FIGURES = (Figure("Ada", 26), Figure("Ben", 9, True), Figure("Cleo", 99))
SUMS = tuple(Choice(str(number)) for number in range(20, 30))
PAINTER = MeasuringPainter(letters_for("en"))


def strip(at: int) -> Page:
    drawing = Strip(SUMS, at, Item(SUMS[at].short))
    return Page(screen="x", title="Ben", figures=FIGURES, menu=(Item("Stop"),), drawing=drawing)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_points_have_22_pixels_on_every_table_with_a_strip(language: str) -> None:
    shown = {"table", "table-four", "cards", "scores", "amount", "odds-table", "device-thinks"}
    every = [scene for scene in scenes(PAINTER, Words(language, breaks=True), EIGHT) if scene.name in shown]
    painter = MeasuringPainter(letters_for(language))
    heights = {scene.name: measures_of(painter, scene).argued for scene in every}
    assert set(heights.values()) == {22}
    assert set(heights) == shown


@pytest.mark.parametrize("at", range(len(SUMS)))
def test_the_choice_under_the_cursor_and_those_beside_it_are_always_in_sight(at: int) -> None:
    found = PAINTER.measures(strip(at))
    assert (found.clipped, found.covered, found.inverted) == (0, 0, 1)
    seen = [choice.short for choice in SUMS[max(at - 1, 0) : at + 2]]
    assert all(number in PAINTER.written_plain for number in seen)


def test_a_step_of_the_cursor_changes_nothing_above_the_strip() -> None:
    pictures = [PAINTER.page(strip(at)).crop((0, 0, RIGHT, HEIGHT - 20)).tobytes() for at in (3, 4)]
    assert pictures[0] == pictures[1]


def test_what_is_kept_takes_the_place_of_a_name_that_is_above_the_figures() -> None:
    page = replace(strip(0), aside="B9 G5 B3 = 17 28%")
    PAINTER.measures(page)
    assert "B9G5B3=1728%" in PAINTER.written_plain
    once = PAINTER.written_plain.count("Ben")
    PAINTER.measures(replace(page, aside="9→26"))
    assert (once, PAINTER.written_plain.count("Ben")) == (1, 2)


@pytest.mark.parametrize("kept", ["…Y4 B10 = 35 19%", "…黄4 青10=35 19%"])
@pytest.mark.parametrize(
    ("name", "left"), [("Al", 2), ("Alexander", 0), ("翔", 2), ("佐々木健太郎", 0), ("Bartholomew Constantine", 0)]
)
def test_beside_a_title_the_first_cards_give_way_and_never_the_sum_and_the_risk(
    kept: str, name: str, left: int
) -> None:
    painter = MeasuringPainter(letters_for("ja"))
    painter.measures(replace(strip(0), title=f"24: {name}", aside=kept))
    cards, _, numbers = kept.removeprefix("…").partition("=")
    shown = "…" * bool(left) + "".join(cards.split()[2 - left :]) + "=" + "".join(numbers.split())
    assert shown in painter.written_plain
    assert (left > 0) == (cards.split()[-1] in painter.written_plain)


def test_pra_5_the_title_says_what_shapes_and_the_cross_mean_where_it_has_room() -> None:
    before = strip(0)
    assert isinstance(before.drawing, Strip)
    said = replace(before.drawing, camps="▲ and ● catch you", cross="× catches")

    def written(aside: str) -> str:
        PAINTER.measures(replace(before, drawing=said, aside=aside))
        return PAINTER.written_plain

    assert "▲and●catchyou" in written("")
    assert "B4=4×catches34%" in written("B4 = 4 34%")
    assert "B9G5B3=1728%" in written("B9 G5 B3 = 17 28%")


def test_a_clock_stands_below_the_figure_of_its_player_without_a_flag_where_four_play() -> None:
    page = replace(strip(0), clock="⚑-0:05")
    assert PAINTER.measures(page).argued == 13
    assert "⚑-0:05" not in PAINTER.written_plain  # the flag blinks
    PAINTER.measures(replace(page, clock="⚑-0:04"))
    assert "⚑-0:04" in PAINTER.written_plain
    PAINTER.measures(replace(page, figures=(*FIGURES, Figure("Dora", 3))))
    assert "⚑" not in PAINTER.written_plain
    assert "-0:05" in PAINTER.written_plain
