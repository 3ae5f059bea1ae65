"""What can be chosen on the table, for those who need no cursor: each choice with its name and its codes.

A step that only saves presses of four keys (a colour, a rank, the tens of a number) is no choice here: what is behind
it is (TGT-2). A code is what people type for a step; the codes of a path, one after the other, are what they type for
an action (TYP-3).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from companion.play.timeline import Snapshot
from companion.ui.choices import Choices, Path
from companion.ui.game_screens import GameScreens, choices, places, ring, screens_of
from companion.ui.page import Target
from companion.ui.screen import Context
from companion.values import NamedTuple

BETWEEN = "/"
"""Between the steps in the id of a path. No step has one."""
LINES_MOST = 9
"""In a menu of at most so many lines a digit is the place of a line."""


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


def table_targets(context: Context, step: Snapshot, prefix: Path) -> tuple[Target, ...]:
    """The choices after the steps of a prefix."""
    screens, known = screens_of(step.setup), choices(step)
    codes: dict[Path, tuple[str, ...]] = {}
    for way in coded_ways(step, prefix):
        for path, code in way.codes:
            if code not in codes.get(path, ()):
                codes[path] = (*codes.get(path, ()), code)
    targets = []
    for row, path in enumerate(wide_paths(step, prefix)):
        on_board = places(step, path[:-1])
        part, (line, column) = ("board", on_board[path[-1]]) if on_board else ("menu", (row, None))
        name = screens.choice_name(context, path, known.action(known.with_forced_steps(path)))
        targets.append(Target(path_id(path), part, line, column, name, codes.get(path, ())))
    return tuple(targets)


class CodedWay(NamedTuple):
    """A path from a prefix on, with the code of each of its steps that has one: what is typed from the prefix on up to
    this step. It ends where OK must be pressed first.
    """

    path: Path
    codes: tuple[tuple[Path, str], ...]


def coded_ways(step: Snapshot, prefix: Path) -> list[CodedWay]:
    """All paths after a prefix with their codes; a path with steps of several codes is there several times."""
    return list(_coded(step, screens_of(step.setup), choices(step), prefix, "", (), number=False))


def _coded(
    step: Snapshot,
    screens: GameScreens,
    known: Choices,
    path: Path,
    typed: str,
    codes: tuple[tuple[Path, str], ...],
    *,
    number: bool,
) -> Iterator[CodedWay]:
    """The ways below a path. `number`: what is typed ends with a number that more digits could follow."""
    steps = step_codes(step, screens, path)
    if not steps:
        yield CodedWay(path, codes)
        return
    open_numbers = _open_numbers(steps)
    for name, own in steps.items():
        below = (*path, name)
        if not own:
            yield from _coded(step, screens, known, below, typed, codes, number=number)
        for code in own:
            if number and code[:1].isdecimal():
                yield CodedWay(path, codes)
                return
            text = typed + code
            yield from _coded(
                step, screens, known, below, text, (*codes, (below, text)), number=open_numbers and code.isdecimal()
            )


def step_codes(step: Snapshot, screens: GameScreens, prefix: Path) -> dict[str, tuple[str, ...]]:
    """The codes of the steps after a prefix; in a short menu without digits in its codes also the place of a line."""
    below = choices(step).below(prefix)
    own = {name: screens.codes(step, prefix, name) for name in below}
    if len(below) < 2 or len(below) > LINES_MOST or places(step, prefix):
        return own
    if any(code[:1].isdecimal() for codes in own.values() for code in codes) or not all(own.values()):
        return own
    lines = ring(step, prefix)[0]
    return {name: (*own[name], str(lines.index(name) + 1)) for name in below}


def _open_numbers(steps: Mapping[str, Sequence[str]]) -> bool:
    """Whether the codes of these steps are numbers of which some begin others."""
    return len({len(code) for codes in steps.values() for code in codes if code.isdecimal()}) > 1


class Meant(NamedTuple):
    """What typed text means after a prefix: the path on whose last step the cursor goes, None if it stays; `begins`:
    the text is the beginning of a code.
    """

    path: Path | None
    begins: bool = True


def meant_by(text: str, step: Snapshot, prefix: Path) -> Meant:
    """What a text means. What is typed exactly counts before what is longer: `r1` before `r10` (TYP-3)."""
    ways = coded_ways(step, prefix)
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
