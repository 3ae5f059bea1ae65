"""A moment of a game in words has room above its menu, with the longest names and moves."""

from __future__ import annotations

import pytest
from installed import GameSetup
from letters import letters_installed
from scenes import Stage

from companion.games import registry
from companion.kit.search.review import LookedAt, Moment
from companion.session.review import Reviewed, places_of
from companion.ui import router
from companion.ui.painter import Painter
from companion.ui.review import Explained, Puzzle, Review, Turning
from companion.ui.screen import Answers, Command, Intent, Screen
from companion.ui.table import Table
from companion.values import replace
from companion.words import Words

NAMES = [
    ("Ada", "Ben"),
    ("Maximiliana-Bartholomäus", "Wilhelmina von Hohenzoll"),
    ("佐々木健太郎左衛門尉", "渡辺小百合渡辺小百合渡辺小百合渡辺小百合渡辺小百"),
    ("M" * 24, "Щ" * 24),
]
MOVES = ("fleet ROM-COR>CAN-SIC", "fleet SAR-CAR>COR-SAR", "fleet CAN-SIC>COR-SAR", "clash 1 3")
NONE = (0.0, 0.0)


@pytest.mark.parametrize("names", NAMES)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_moment_leaves_room_for_the_line_under_the_cursor(language: str, names: tuple[str, str]) -> None:
    painter, words = Painter(letters_installed()), Words(language, breaks=True)
    stage, rules = Stage(painter, words, {}), registry.game("hannibal")
    step = stage.played(GameSetup(1, "hannibal", names, rules.complete({}), rules), *MOVES)
    ply = LookedAt(1, "", "choice", 0, (0.5, 0.5), NONE, NONE, NONE, (0.5, 0.5))
    better = (None, "fleet SAR-CAR>SIC-ZAM", "fleet ROM-COR>CAN-SIC", None)
    plies = tuple([ply._replace(ply=place, better=other) for place, other in enumerate(better, 1)])
    review = Reviewed(step, plies, places_of(step))
    context = replace(stage.context(step), answers=Answers(review=review))
    turning = Turning(Review(Table(), step), step)
    for moment in (
        Moment(2, "blunder", 1, 1.0, 0.0),
        Moment(3, "mistake", 0, 0.67, 0.5),
        Moment(4, "luck", 1, 0.5, 1.0),
    ):
        page = router.view(Explained(turning, step, moment), context)
        assert len(page.text) <= 5, page.text
        lit = painter.page(page).crop((0, 50, 110, 64)).convert("L").histogram()[255]
        assert lit > 110 * 14 / 2, "the line under the cursor is there, and inverted"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_where_something_better_is_known_why_is_offered_though_it_brings_nothing_that_can_be_said(
    language: str,
) -> None:
    """That is said only where it is asked, so that no key waits for it."""
    words, rules = Words(language, breaks=True), registry.game("hannibal")
    stage = Stage(Painter(letters_installed()), words, {})
    step = stage.played(GameSetup(1, "hannibal", NAMES[0], rules.complete({}), rules), MOVES[0])
    better = "fleet CAN-SIC>COR-SAR"
    ply = LookedAt(1, MOVES[0], "choice", 0, (0.67, 0.33), NONE, NONE, (0.5, 0.5), (0.5, 0.5), better=better)
    review, moment = Reviewed(step, (ply,), places_of(step)), Moment(1, "mistake", 0, 0.67, 0.5)
    said = words("advice.ahead", what=review.entry_words(moment, words), share=17)
    assert review.why(moment, words) == [said]
    context = replace(stage.context(step), answers=Answers(review=review))
    explained = Explained(Turning(Review(Table(), step), step), step, moment)
    assert explained.lines(context)[0].item.label.startswith(words("screen.moment.why", what="?").partition("?")[0])
    opened = explained.update(Command.OK, context)
    assert isinstance(opened, Screen)
    shown = router.view(opened, context)
    assert "".join(shown.text).replace(" ", "") == said.replace(" ", "").replace("\u200b", "")


@pytest.mark.parametrize("names", NAMES)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_puzzle_is_told_from_the_table_whatever_is_under_the_cursor(language: str, names: tuple[str, str]) -> None:
    painter, words = Painter(letters_installed()), Words(language, breaks=True)
    stage, rules = Stage(painter, words, {}), registry.game("hannibal")
    step = stage.played(GameSetup(1, "hannibal", names, rules.complete({}), rules), *MOVES)
    mark = words("screen.puzzle.title", title="")
    puzzle: Screen | Intent = Puzzle(
        Turning(Review(Table(), step), step), 3, Table(), step, Moment(3, "mistake", 0, 0.67, 0.5)
    )
    titles = []
    for _ in range(12):
        assert isinstance(puzzle, Screen)
        titles.append(router.view(puzzle, stage.context(step)).title)
        puzzle = puzzle.update(Command.DOWN, stage.context(step))
    assert len(set(titles)) > 1
    assert all(mark in title for title in titles), titles
