"""Odds have a place on every table: for each game and number of players, with and without a clock, in both sizes."""

from __future__ import annotations

import re
from random import Random

import pytest
from installed import GameSetup
from letters import letters_installed
from scenes import Stage

from companion.games import registry
from companion.games.registry import GAMES
from companion.kit.rules import play
from companion.play.act import Seats
from companion.play.timeline import Snapshot
from companion.ui import router
from companion.ui.game_screens import choices
from companion.ui.page import Page
from companion.ui.painter import Painter
from companion.ui.screen import Answers, Context, Screen
from companion.ui.table import Score, Table
from companion.values import replace
from companion.words import Words

NAMES = ("Ada", "Benedikta", "Cleo", "Dora", "Emil")
TABLES = [
    (key, count, entry)
    for key in GAMES
    for count in range(registry.game(key).players[0], registry.game(key).players[1] + 1)
    for entry in ("cards", "scores")
    # Without cards only Praetorians has odds, and without a mind no game.
    if registry.game(key).mind is not None and (entry == "cards" or key == "praetorians")
]


def tables(stage: Stage, key: str, count: int, entry: str) -> list[Snapshot]:
    """Tables of a random game, from its start on."""
    rules, dice = registry.game(key), Random(f"{key} {count}")
    options = rules.complete({"entry": entry} if "entry" in rules.options else {})
    setup = GameSetup(1, key, NAMES[:count], options, rules, seats=Seats(odds=True))
    position, texts, found = rules.start(count, options), list[str](), list[Snapshot]()
    for number in range(58):
        if position.outcome is not None:
            break
        if number % 19 == 0:
            found.append(stage.played(setup, *texts))
        action = dice.choice(position.legal())
        position = play(position, action)
        texts.append(str(action))
    return found


def with_shares(context: Context, shares: tuple[int, ...]) -> Context:
    return replace(context, answers=Answers({"win": [share / 100 for share in shares], "exact": False}))


def screens(context: Context) -> list[Screen]:
    """The table, the choice of a second step where there is one, and the score board."""
    step = context.step
    assert step is not None
    known = choices(step)
    second = [Table((first, *list(known.below((first,)))[:1])) for first in list(known.below(()))[:40:13]]
    return [Table(), *[screen for screen in second if len(screen.path) == 2], Score()]


def says(page: Page, shares: tuple[int, ...]) -> bool:
    """Whether a page has these shares among its lines, in their order, or each with its player."""
    lines = page.read(None).lines
    together = any([int(number) for number in re.findall("[0-9]+", line)] == list(shares) for line in lines)
    figures = [figure.share for figure in page.figures]
    return together or figures == list(shares) or any(f": {shares[0]}%" in line or f"{shares[0]}% :" in line
                                                      for line in lines)  # fmt: skip


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(("key", "count", "entry"), TABLES)
def test_odds_are_on_every_table_in_words_and_in_pixels(key: str, count: int, entry: str, language: str) -> None:
    if letters_installed().columns("あ") is None and language == "ja":
        pytest.skip("the letters of this language are missing here")
    one = (
        (61, 39)
        if count == 2
        else (10, 20, 70)
        if count == 3
        else (10, 17, 23, 50)
        if count == 4
        else (9, 11, 14, 26, 40)
    )
    other = one[::-1]
    for small in (False, True):
        painter = Painter(letters_installed(), small=small)
        stage = Stage(painter, Words(language, breaks=True), {})
        for step in tables(stage, key, count, entry):
            for context in (stage.context(step), stage.clocked(step, *range(600, 600 + count))):
                for screen in screens(context):
                    pages = [router.view(screen, with_shares(context, shares)) for shares in (one, other)]
                    if pages[0].far and len(pages[0].figures) != count:
                        continue  # a score board of what lies on the table, not of people
                    for page, shares in zip(pages, (one, other), strict=True):
                        assert says(page, shares), (screen, page.read(None).lines)
                    pictures = [painter.page(page) for page in pages]
                    assert pictures[0].tobytes() != pictures[1].tobytes(), (screen, pages[0].read(None).lines)


def test_without_odds_no_table_has_a_bar() -> None:
    stage = Stage(Painter(letters_installed()), Words("en", breaks=True), {})
    for step in tables(stage, "hannibal", 2, "cards"):
        assert router.view(Table(), stage.context(step)).shares is None
