"""What can be chosen on the table, for those who need no cursor: each choice with its name and its codes.

A step that only saves presses of four keys (a colour, a rank, the tens of a number) is no choice here: what is behind
it is (TGT-2). A code is what people type for a step; the codes of a path, one after the other, are what they type for
an action (TYP-3).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import takewhile

from companion.play.timeline import Snapshot
from companion.session.settings import DEFAULTS
from companion.ui.choices import Path
from companion.ui.game_screens import GameScreens, choices, places, ring, running_position, running_snapshot, screens_of
from companion.ui.page import Target
from companion.ui.screen import Context
from companion.ui.widgets import VALUES_MOST
from companion.values import NamedTuple, replace

BETWEEN = "/"
"""Between the steps in the id of a path. No step has one."""
LINES_MOST = 9
"""The most lines of a menu in which a digit is the place of a line."""


def path_id(path: Path) -> str:
    """The id of the target that a path is."""
    return BETWEEN.join(path)


def path_of(target: str) -> Path:
    """The path of an id."""
    return tuple(target.split(BETWEEN))


def wide_paths(step: Snapshot, prefix: Path) -> list[Path]:
    """The paths that a finger chooses from after a prefix: over steps that only save presses."""
    screens, found = screens_of(step.setup), []
    for name in ring(step, prefix)[0]:
        path = (*prefix, name)
        narrow = screens.saves_presses(step, prefix, name) and choices(step).below(path)
        found += wide_paths(step, path) if narrow else [path]
    return found


def table_targets(context: Context, prefix: Path) -> tuple[Target, ...]:
    """The choices after the steps of a prefix, then what can only be read and is not among them. Of a number that is
    asked the values, if they are few.
    """
    table = only_table(context)
    chosen = _choices_in_words(table, prefix)
    names = {target.name for target in chosen}
    lies = [target for target in read_only(table) if target.name not in names]
    step = running_snapshot(table)
    if screens_of(step.setup).has_own_board(step, prefix):
        lies = [target._replace(part="places") if target.part == "board" else target for target in lies]
    return (*chosen, *lies)


def only_table(context: Context) -> Context:
    """The context without all but the table, the language and how it is shown: equal until something is entered."""
    settings = replace(DEFAULTS, risk=context.settings.risk)
    return Context(
        context.step, (), False, context.words, context.wrap, context.routes, context.game_library, settings,
        wide=context.wide,
    )  # fmt: skip


# Each key asks for them again, and most keys only move the cursor. A snapshot never changes.
@lru_cache(maxsize=4)
def _choices_in_words(table: Context, prefix: Path) -> tuple[Target, ...]:
    step = running_snapshot(table)
    screens, known, number = screens_of(step.setup), choices(step), screens_of(step.setup).number(table, prefix)
    codes: dict[Path, tuple[str, ...]] = {}
    for way in coded_ways(step, prefix):
        for path, code in way.codes:
            if code not in codes.get(path, ()):
                codes[path] = (*codes.get(path, ()), code)
    targets = []
    rising = [number.path(value) for value in number.possible] if number is not None else []
    numbers, next_numbers = frozenset(rising), iter(rising)  # the ring of a wheel goes down, and begins anywhere
    for row, found in enumerate(wide_paths(step, prefix)):
        path = next(next_numbers) if found in numbers else found
        if len(numbers) > VALUES_MOST and path in numbers:
            continue
        on_board = places(step, path[:-1])
        part, (line, column) = ("board", on_board[path[-1]]) if on_board else ("menu", (row, None))
        name = screens.choice_name(table, path, known.action(known.with_forced_steps(path)))
        targets.append(Target(path_id(path), part, line, column, name, codes.get(path, ())))
    return tuple(targets)


@lru_cache(maxsize=4)
def read_only(table: Context) -> tuple[Target, ...]:
    """What lies on a table that is `only_table`, in words: at the places of a board, then as the audit says it."""
    step = running_snapshot(table)
    on_board = screens_of(step.setup).places_in_words(table)
    audited = step.setup.text.audit(table.situation, running_position(table).table())
    return (
        *[Target("", "board", row, column, name) for (row, column), name in on_board],
        *[Target("", "audit", row, None, str(item)) for row, (_, item) in enumerate(audited)],
    )


class CodedWay(NamedTuple):
    """A path from a prefix on, with the code of each of its steps that has one: what is typed from the prefix on up to
    this step. It ends where OK must be pressed first.
    """

    path: Path
    codes: tuple[tuple[Path, str], ...]


# Each letter asks for them again. A snapshot never changes, so the last few answers are cached.
@lru_cache(maxsize=4)
def coded_ways(step: Snapshot, prefix: Path) -> tuple[CodedWay, ...]:
    """All paths after a prefix with their codes; a path with steps of several codes is there several times."""
    return tuple(_coded(step, screens_of(step.setup), CodedWay(prefix, ()), number=False))


def _coded(step: Snapshot, screens: GameScreens, way: CodedWay, *, number: bool) -> Iterator[CodedWay]:
    """The ways that go on from one. `number`: what is typed ends with a number that more digits could follow."""
    coded = dict(_next_codes(step, screens, way.path))
    numbers = [code for own in coded.values() for code in own if code.isdecimal()]
    more_digits = any(one != other and other.startswith(one) for one in numbers for other in numbers)
    if not coded or (number and numbers):
        yield way
        return
    typed = way.codes[-1][1] if way.codes else ""
    for path, own in coded.items():
        for code in own:
            below = CodedWay(path, (*way.codes, (path, typed + code)))
            yield from _coded(step, screens, below, number=more_digits and code.isdecimal())


def _next_codes(step: Snapshot, screens: GameScreens, prefix: Path) -> Iterator[tuple[Path, tuple[str, ...]]]:
    """The next steps that have a code, over those that have none."""
    for name, own in step_codes(step, screens, prefix).items():
        path = (*prefix, name)
        if own:
            yield path, own
        else:
            yield from _next_codes(step, screens, path)


def step_codes(step: Snapshot, screens: GameScreens, prefix: Path) -> dict[str, tuple[str, ...]]:
    """The codes of the steps after a prefix; in a short menu without digits in its codes also the place of a line."""
    known = choices(step)
    below = known.below(prefix)
    own = {name: screens.codes(step, prefix, name) for name in below}
    if not below:
        return own
    if any(code[:1].isdecimal() for codes in own.values() for code in codes) or places(step, prefix):
        return own
    if any(screens.saves_presses(step, prefix, name) and not own[name] for name in below):
        return own
    if len(below) > LINES_MOST and any(known.below((*prefix, name)) for name in below):
        return own
    lines = ring(step, prefix)[0]
    return {name: (*own[name], str(lines.index(name) + 1)) for name in below}


_SUM = re.compile(r"[0-9]+(?:\+[0-9]*)+$")


class Meant(NamedTuple):
    """What typed text means after a prefix: the path on whose last step the cursor goes, None if it stays; `begins`:
    the text is the beginning of a code.
    """

    path: Path | None
    begins: bool = True


def meant_by(text: str, step: Snapshot, prefix: Path) -> Meant:
    """What a text means. What is typed exactly counts before what is longer: `r1` before `r10` (TYP-3). Behind a plus
    only the sum counts, and only when it is exact.
    """
    ways, added = coded_ways(step, prefix), _SUM.search(text)
    if added is not None:
        total = sum([int(number) for number in added[0].split("+") if number])
        exact = meant_by(f"{text[: added.start()]}{total}", step, prefix)
        return Meant(exact.path if exact.begins else None)
    for way in ways:
        for path, code in way.codes:
            if code == text:
                return Meant(path)
    begun = [way for way in ways if way.codes and way.codes[-1][1].startswith(text)]
    if not begun:
        return Meant(None, begins=False)
    known = choices(step)
    actions = {known.action(way.path) or way.path for way in begun}
    if len(actions) == 1:
        return Meant(begun[0].path)
    steps = zip(*[way.path for way in begun], strict=False)
    shared = tuple([names[0] for names in takewhile(lambda names: len(set(names)) == 1, steps)])
    return Meant(shared if len(shared) > len(prefix) else None)
