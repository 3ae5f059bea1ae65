"""What holds for every game on the glass: one suite over all games, options and entries.

A game is met by walking at random through it. On the way every screen is opened that a thumb can open.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from presses import FOUR, JOYSTICK, Shadow, painter, pressed, walked, ways

from companion import engines
from companion.engines.refusals import BadOption
from companion.screens import flow
from companion.screens.audit import Audit
from companion.screens.ended import Over
from companion.screens.face import GAMES, face
from companion.screens.help import Help
from companion.screens.intents import Intent
from companion.screens.log import Log, Then, Why, entry
from companion.screens.page import Page
from companion.screens.paint import RIGHT
from companion.screens.screen import Command, Screen, Sight
from companion.screens.setup import SetUp
from companion.screens.table import End, Menu, Score, Table
from companion.table.moments import Step
from companion.words import LANGUAGES

PEOPLE = ("Ada", "Ben", "Cleo", "Dora", "Emil")
STEPS_MOST = 150


def option_sets(key: str) -> Iterator[dict[str, bool | str]]:
    game = engines.game(key)
    for values in product(*game.options.values()):
        chosen = dict(zip(game.options, values, strict=True))
        try:
            game.complete(chosen)
        except BadOption:
            continue
        yield chosen


TABLES = [
    pytest.param(key, options, players, id=f"{key} {players} {' '.join(map(str, options.values()))}")
    for key in GAMES
    for options in option_sets(key)
    for players in sorted(set(engines.game(key).players))
]
every_table = pytest.mark.parametrize(("key", "options", "players"), TABLES)


def moments(key: str, options: dict[str, bool | str], players: int, language: str, count: int) -> Iterator[Shadow]:
    """The table at some moments of a random game, its start among them; at the last one the game is over if it ends."""
    chance = random.Random(f"{key} {players} {options}")
    table = Shadow(key, PEOPLE[:players], language, **options)
    yield table
    steps = 0
    while not table.over and steps < STEPS_MOST:
        table.tell(chance.choice(table.legal))
        steps += 1
        if not table.over and chance.random() < count / 40:
            yield table
    yield table


def readable(screen: Screen, sight: Sight) -> Page:
    """The page of a screen, having looked whether it can be read, drawn and explained."""
    page = screen.view(sight)
    text = page.read(None)
    if not isinstance(screen, Score | Help):  # only looked at, and explains itself
        assert f"screen.{page.screen}.help" in sight.words, page.screen
    assert page.title
    cursor = text.cursor
    if isinstance(cursor, tuple):
        row, column = cursor
        assert column is None or column < len(text.lines[row].split())
    elif cursor is not None:
        assert cursor < len(text.lines)
    for row in (*page.grid, *[[space.text for space in row] for row in page.board]):
        assert all(cell and " " not in cell for cell in row), row
    # What stands behind the title tells what is about to happen: none of it may be cut off.
    assert painter().width(page.aside) <= RIGHT - 24, page.aside
    for line in page.text:
        assert painter().width(line) <= RIGHT, line
    painter().page(page)
    return page


@every_table
def test_every_action_is_within_reach_of_four_keys_and_of_a_joystick(key, options, players) -> None:
    for table in moments(key, options, players, "en", 2):
        if not table.over:
            for keys in (FOUR, JOYSTICK):
                assert set(ways(table.sight, keys)) == set(table.legal)


@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES)
@every_table
def test_every_screen_of_telling_can_be_read(key, options, players, language) -> None:
    for table in moments(key, options, players, language, 1):
        if not table.over:
            for screen in walked(table.sight, JOYSTICK)[1]:
                readable(screen, table.sight)


@pytest.mark.parametrize("language", LANGUAGES)
@every_table
def test_every_screen_about_the_game_can_be_read(key, options, players, language) -> None:
    for table in moments(key, options, players, language, 4):
        sight = table.sight
        screen: Screen = Over() if table.over else Table()
        menu = Menu(screen)
        for other in (screen, menu, Score(), SetUp(), *([] if table.over else [End(menu)])):
            readable(other, sight)
        pages = Help(screen)._pages(sight)
        for number in range(len(pages)):
            readable(Help(screen, number), sight)
        log = Log(menu)
        readable(log, sight)
        place = len(table.course) - 1
        readable(Then(log, place), sight)
        assert str(entry(sight, place))
        if place:
            for number in range(len(Why(Then(log, place))._pages(sight))):
                readable(Why(Then(log, place), number), sight)


@pytest.mark.parametrize("language", LANGUAGES)
@every_table
def test_every_line_of_the_audit_leads_to_its_correction_and_back(key, options, players, language) -> None:
    for table in moments(key, options, players, language, 2):
        sight = table.sight
        audit = Audit(Menu(Table()))
        readable(audit, sight)
        if table.over:
            continue
        lines = face(key).audit(sight, audit.table(sight))
        for at in range(len(lines)):
            there = Audit(Menu(Table()), at).update(Command.OK, sight)
            if not isinstance(there, Intent):
                readable(there, sight)
                back: Screen | Intent = there
                for _ in range(4):
                    if not isinstance(back, Intent | Audit):
                        back = back.update(Command.BACK, sight)
                assert isinstance(back, Audit | Menu), lines[at]


@every_table
def test_every_step_back_tells_the_hands_in_words(key, options, players) -> None:
    for table in moments(key, options, players, "en", 8):
        if len(table.course) > 1:
            now = table.sight.step
            assert now is not None
            before = Step(1, 0, table.course[-2].text or "new", table.played, table.course[:-1])
            for message in flow.put_back(now, before):
                assert table.words.message(message, table.played.names)


@every_table
def test_a_random_game_pressed_key_by_key_is_recorded_as_it_was_meant(key, options, players, tmp_path: Path) -> None:
    table = Shadow(key, PEOPLE[:players], **options)
    answers, meant = pressed(tmp_path, table, random.Random(f"{key} {players} {options} pressed"))
    assert [action for answer in answers for action in answer["actions"]] == meant
    assert (answers[-1]["screen"] == "over") is table.over
