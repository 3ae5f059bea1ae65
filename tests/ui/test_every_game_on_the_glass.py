"""What holds for every game on the glass: one suite over all games, options and entries.

A game is met by walking at random through it. On the way every screen is opened that a thumb can open.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from presses import FOUR, JOYSTICK, Shadow, leafed, painter, pressed, screens, ways
from variants import features, features_of_pad, in_turn, option_sets

from companion.games import registry
from companion.games.pad.collection import AllGames
from companion.kit.game import Game
from companion.play.timeline import Snapshot
from companion.session.text import entry, explain_action
from companion.ui import router
from companion.ui.audit import Audit
from companion.ui.game_over import Over
from companion.ui.help import Help
from companion.ui.letters import RIGHT
from companion.ui.log import Log, Then, Why
from companion.ui.page import Page
from companion.ui.screen import Command, Context, Intent, Screen
from companion.ui.setup_pages import SetUp
from companion.ui.table import End, Menu, Score, Table
from companion.ui.widgets import NumberScreen
from companion.values import replace
from companion.words import LANGUAGES

PEOPLE = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal")
STEPS_MOST = 150
MANY = 300
"""More values than this are tried only at the start of a game; of more screens than this only some are drawn."""


def numbers_of_players(game: Game, place: int) -> Iterable[int]:
    """With how many people a game is met: a score pad with other options than the first ones only with the most."""
    least, most = game.players
    if game.key in registry.GAMES:
        return sorted({least, most})
    return (most,) if place else range(most, least - 1, -1)


TABLES = [
    (game.key, dict(options), players)
    for game in AllGames().all()
    for place, options in enumerate(option_sets(game))
    for players in numbers_of_players(game, place)
]


def features_of(key, options, players, language="en"):
    """What the tests take in turn. All pads are one engine: few that make use of all of it are enough."""
    if key not in registry.GAMES:
        return features_of_pad(key) | {("pad", "language", language)}
    return features(key, options, players) | {(key, options.get("entry"), "language", language)}


def features_for_gate(key, options, players, language="en"):
    """What the gate takes besides, in turn: one table of each pad."""
    return set() if key in registry.GAMES else {(key, language)}


def label(key, options, players, language=""):
    return " ".join([key, str(players), *map(str, options.values()), language]).strip()


every_table = in_turn(("key", "options", "players"), TABLES, features_of, label, features_for_gate)
every_table_in_every_language = in_turn(
    ("key", "options", "players", "language"),
    [(*table, language) for table in TABLES for language in LANGUAGES],
    features_of, label, features_for_gate,
)  # fmt: skip


def moments(key: str, options: dict[str, bool | str], players: int, language: str, count: int) -> Iterator[Shadow]:
    """The table at some moments of a random game, its start among them; at the last one the game is over if it ends."""
    chance = random.Random(f"{key} {players} {options}")
    table = Shadow(key, PEOPLE[:players], language, **options)
    yield table
    steps = 0
    while not table.over and steps < STEPS_MOST:
        table.enter(chance.choice(table.legal))
        steps += 1
        if not table.over and chance.random() < count / 40:
            yield table
    yield table


def readable(screen: Screen, context: Context) -> Page:
    """The page of a screen, having looked whether it can be read, drawn and explained."""
    page = screen.view(context)
    text = page.read(None)
    if not isinstance(screen, Score | Help):  # only looked at, and explains itself
        assert f"screen.{page.screen}.help" in context.words, page.screen
    assert page.title
    cursor = text.cursor
    if isinstance(cursor, tuple):
        row, column = cursor
        assert column is None or column < len(text.lines[row].split())
    elif cursor is not None:
        assert cursor < len(text.lines)
    for cells in (*page.grid, *[[space.text for space in row] for row in page.board]):
        assert all(cell and " " not in cell for cell in cells), cells
    # What stands behind the title tells what is about to happen: none of it may be cut off.
    assert painter().width(page.aside) <= RIGHT - 24, page.aside
    for line in page.text:
        assert painter().width(line) <= RIGHT, line
    painter().page(page)
    return page


@every_table
def test_every_action_is_within_reach_of_four_keys_and_of_a_joystick(key, options, players) -> None:
    for place, table in enumerate(moments(key, options, players, "en", 2)):
        if not table.over and (place == 0 or len(table.legal) < MANY):
            for keys in (FOUR, JOYSTICK):
                assert set(ways(table.context, keys)) == set(table.legal)


@pytest.mark.thorough
@pytest.mark.parametrize("language", LANGUAGES)
@every_table
def test_every_screen_of_an_entry_can_be_read(key, options, players, language) -> None:
    for table in moments(key, options, players, language, 1):
        if not table.over:
            found = screens(table.context, JOYSTICK)
            for screen in found[:: 1 + len(found) // MANY]:
                readable(screen, table.context)


@pytest.mark.parametrize("count", [1, pytest.param(4, marks=pytest.mark.thorough)])
@every_table_in_every_language
def test_every_screen_about_the_game_can_be_read(key, options, players, language, count) -> None:
    for table in moments(key, options, players, language, count):
        context = table.context
        screen: Screen = Over(opened=True) if table.over else Table()
        menu = Menu(screen)
        for other in (screen, menu, Score(), SetUp(), *([] if table.over else [End(menu)])):
            readable(other, context)
        for page in leafed(Help(screen), context):
            readable(page, context)
        log = Log(menu)
        readable(log, context)
        place = len(table.timeline) - 1
        readable(Then(log, place), context)
        step = context.step
        assert step is not None
        assert str(entry(step, place, context.words))
        if place and explain_action(step.at(place - 1), step, context.words):
            for page in leafed(Why(Then(log, place)), context):
                readable(page, context)


@every_table_in_every_language
def test_every_line_of_the_audit_leads_to_its_correction_and_back(key, options, players, language) -> None:
    for table in moments(key, options, players, language, 2):
        context = table.context
        audit = Audit(Menu(Table()))
        readable(audit, context)
        if table.over:
            continue
        lines = table.setup.text.audit(context.situation, audit.table(context))
        for at in range(len(lines)):
            there = Audit(Menu(Table()), cursor=at).update(Command.OK, context)
            if not isinstance(there, Intent):
                readable(there, context)
                if isinstance(there, NumberScreen):
                    for value in (there.least, there.most):
                        taken = replace(there, value=value, unit=1).update(Command.OK, context)
                        assert not isinstance(taken, Intent)
                        readable(taken, context)
                back: Screen | Intent = there
                for _ in range(4):
                    if not isinstance(back, Intent | Audit):
                        back = back.update(Command.BACK, context)
                assert isinstance(back, Audit | Menu), lines[at]


@every_table
def test_every_step_back_tells_the_hands_in_words(key, options, players) -> None:
    for table in moments(key, options, players, "en", 8):
        if len(table.timeline) > 1:
            now = table.context.step
            assert now is not None
            before = Snapshot(1, 0, table.timeline[-2].text or "new", table.setup, table.timeline[:-1])
            for message in router.undo_instructions(now, before):
                assert table.words.message(message, table.setup.names)


@pytest.mark.parametrize("most", [10, pytest.param(60, marks=pytest.mark.thorough)])
@every_table
def test_a_random_game_pressed_key_by_key_is_recorded_as_it_was_meant(
    key, options, players, most, tmp_path: Path
) -> None:
    table = Shadow(key, PEOPLE[:players], **options)
    answers, meant = pressed(tmp_path, table, random.Random(f"{key} {players} {options} pressed"), most=most)
    assert [action for answer in answers for action in answer["actions"]] == meant
    assert (answers[-1]["screen"] == "results") is table.over
