"""How many keys of a keyboard, touches of a finger, or presses beside labels enter an action, on the real screens."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

from variants import option_sets

from companion.games import registry
from companion.kit.rules import Action
from companion.play.timeline import GameSetup, Ply, Snapshot
from companion.ui.choices import Path
from companion.ui.game_screens import choices, running_snapshot, screens_of
from companion.ui.intents import Enter
from companion.ui.labels import Which
from companion.ui.screen import Aim, Command, Context, Intent, Screen
from companion.ui.table import Table
from companion.ui.targets import coded_ways, wide_paths

FAR = 99
"""More keys than any action needs."""
SEATS = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hanna")
MOST = 400
"""Of one game."""
STALE = 100
"""So many games in a row without a new position end the search: there are no more."""


def fewest_keys(action: Action, context: Context, table: Table | None = None, *, depth: int = 0) -> int:
    """The keys from the table as it opens until the action is entered."""
    table = table or Table()
    path = table.path_under_cursor(context)
    best = _after_enter(table, action, context, depth) if _leads(path, action, context) else FAR
    for text in sorted(set(_texts(table, action, context)), key=len):
        if len(text) + 1 >= best:
            break
        aim = table.type_text(text, context)
        shown = aim.screen if isinstance(aim, Aim) and aim.refusal is None else None
        if isinstance(shown, Table) and _leads(shown.path, action, context):
            best = min(best, len(text) + _after_enter(shown, action, context, depth))
    return best


def _after_enter(table: Table, action: Action, context: Context, depth: int) -> int:
    """Enter, and the keys after it."""
    answer = table.update(Command.OK, context)
    if isinstance(answer, Enter):
        return 1 if answer.text == action else FAR
    if not isinstance(answer, Table):  # the question before an entry that ends the game
        return 1
    return 1 + fewest_keys(action, context, answer, depth=depth + 1) if depth < 4 else FAR


def _leads(path: Path, action: Action, context: Context) -> bool:
    return action in choices(running_snapshot(context)).actions(path)


def _texts(table: Table, action: Action, context: Context) -> Iterator[str]:
    """The beginnings of all codes of an action, and the number that it is."""
    step, prefix = running_snapshot(context), table.path_under_cursor(context)[:-1]
    number = screens_of(step.setup).number(context, prefix)
    if number is not None:
        yield from [str(value) for value in number.possible if _leads(number.path(value), action, context)]
    for way in coded_ways(step, prefix):
        if way.codes and _leads(way.path, action, context):
            code = way.codes[-1][1]
            yield from [code[:length] for length in range(1, len(code) + 1)]


def clashes(step: Snapshot, prefix: Path = ()) -> list[str]:
    """The codes that two actions have, and those that begin another one and are no numbers (TYP-3): of what is typed
    after a prefix, and of what is typed after the Enter that goes a step on.
    """
    known = choices(step)
    found: dict[str, set[object]] = {}
    further: dict[Path, None] = {}
    for way in coded_ways(step, prefix):
        if way.codes:
            found.setdefault(way.codes[-1][1], set()).add(known.action(way.path) or way.path)
            if known.below(way.path):
                further[way.path] = None
    codes = sorted(found)
    twice = [code for code in codes if len(found[code]) > 1]
    begun = [one for one, other in pairwise(codes) if other.startswith(one) and one[-1].isalpha()]
    return twice + begun + [code for path in further for code in clashes(step, path)]


def positions(key: str, entry: str | None, count: int) -> Iterator[Snapshot]:
    """So many different positions before an action; fewer if there are no more."""
    game, dice, seen, stale = registry.game(key), random.Random(7), set[int](), 0
    sets = [options for options in option_sets(game) if options.get("entry") == entry]
    while len(seen) < count and stale < STALE:
        people = SEATS[: dice.randint(*game.players)]
        setup = GameSetup(1, key, people, dice.choice(sets), game)
        (ply,), stale = setup.begin(), stale + 1
        for place in range(MOST):
            if ply.outcome is not None or len(seen) == count:
                break
            position = ply.position
            # A position equals only itself; what lies on the table and what is allowed tell them apart.
            known = hash((people, *setup.options.values(), repr(position.table()), position.legal()))
            if known not in seen:
                seen.add(known)
                stale = 0
                yield Snapshot(place, place - 1, "", setup, (ply,))
            action = dice.choice(position.legal())
            ply = Ply(action, position.after(action), None)


def touches(action: Action, context: Context, prefix: Path = ()) -> int:
    """The touches on targets until the action is entered; FAR if it is out of reach."""
    step = running_snapshot(context)
    known, best = choices(step), FAR
    for path in wide_paths(step, prefix):
        if action in known.actions(path):
            whole = known.with_forced_steps(path)
            best = min(best, 1 if known.action(whole) == action else 1 + touches(action, context, whole))
    return best


def presses_beside_label(action: Action, context: Context) -> int | None:
    """The presses of four keys beside the label of the card of an action, which is read first; None if it has none."""
    step = running_snapshot(context)
    assert step.setup.game is not None
    labels = step.setup.game.labels
    assert labels is not None
    answer: Screen | Intent | None = None
    for card in labels.cards:
        if not card.label.startswith("H") and labels.means(card.label, action):
            text = f"TC1 {labels.game} {card.label}"
            answer = (answer if isinstance(answer, Which) else Table()).read_label(text, context)
    if isinstance(answer, Which):
        way = abs(answer.actions.index(action) - answer.cursor)
        return min(way, len(answer.actions) - way) + 1
    return None if answer is None else 0
