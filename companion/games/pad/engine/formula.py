"""Formulas that can be computed: the checked tree becomes nested functions of this module.

All values are whole. No result is beyond a million; division by 0 gives 0. So every formula has a value.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from companion.games.pad.engine.formula_slips import CALLS, OVER_SEATS
from companion.games.pad.engine.grammar import HAS, Names, Tree, text_compared
from companion.reader import Reader

MOST = 1_000_000
"""No result goes beyond this number or below its negative."""

OF_NAMES = frozenset(
    [f"pad.wrong.formula-{fault}" for fault in ("here", "near", "name", "yet", "level", "key", "no-text", "own")]
)
"""The faults of a formula that may only follow from the fault of a name."""

TABLE, SIDE, SEAT = range(3)
"""Whose a formula or a name is. A formula reads names of its own level and of those before it."""

_TRUTH = {"true": "1", "yes": "1", "false": "0", "no": "0"}

_OWN = ("team", "rank")
"""These need somebody whose side or rank it is."""


class Env(NamedTuple):
    """The values that formulas read. What seats or sides have is a sequence by seat.

    `keys` are the texts of options and picks. `mates` are the seats of each seat's side.
    """

    values: Mapping[str, int | Sequence[int]]
    keys: Mapping[str, object]
    mates: Sequence[Sequence[int]]


Value = Callable[[Env, int], int]
"""The value of a formula for a seat; for a side that is its lowest seat, for the table any number."""


class Scope(NamedTuple):
    """What a formula may read where it stands: the names with the level of each; of some the texts that they can be.

    `elsewhere` are all names of the pad. `sides`: the file has sides, so that a side is not its seat. `fields` are the
    names of what is entered.
    """

    level: int
    names: Mapping[str, int]
    keys: Mapping[str, tuple[str, ...]]
    elsewhere: Container[str]
    sides: bool
    fields: Container[str]


class Formula(NamedTuple):
    """A formula that can be computed; `rule` is the rule it names, if any.

    `parts` compute the nodes of its tree, by their identity, and `names` are the trees that its names stand for.
    """

    tree: Tree
    value: Value
    parts: Mapping[int, Value]
    names: Names
    rule: int | None = None

    @property
    def uses(self) -> frozenset[str]:
        """The names that its value may depend on, those in the formulas of names included."""
        return frozenset(_uses(self.tree.root, self.names))

    def __call__(self, env: Env, seat: int = 0) -> int:
        return self.value(env, seat)


def _uses(root: ast.expr, names: Names) -> Iterator[str]:
    for node in ast.walk(root):
        if isinstance(node, ast.Name):
            meant = names.get(node.id)
            if meant is not None:
                yield from _uses(meant.root, names)
            yield node.id


def compile_formula(tree: Tree, scope: Scope, names: Names, rule: int | None = None) -> Formula:
    """The formula of a tree where it stands. Raises Wrong for a name that cannot be read there, or AlreadyWrong."""
    level = SEAT if scope.level == SIDE and not scope.sides else scope.level
    compiler = _Compiler(tree, scope, names)
    return Formula(tree, compiler.value(tree.root, level), compiler.parts, names, rule)


class _Compiler:
    """Makes functions of a checked tree."""

    def __init__(self, tree: Tree, scope: Scope, names: Names) -> None:
        self._source: Reader = tree.source
        self._lists = tree.lists
        self._scope = scope
        self._names = names
        self.parts: dict[int, Value] = {}

    def value(self, node: ast.expr, level: int) -> Value:
        """The function of a node. Of a node that stands at several levels any will do: they give the same."""
        value = self.parts[id(node)] = self._value(node, level)
        return value

    def _value(self, node: ast.expr, level: int) -> Value:
        match node:
            case ast.Constant(value=int(number)):
                return lambda env, seat: number
            case ast.Name():
                return self._name(node.id, level)
            case ast.BinOp():
                return _combine(_OPERATORS[type(node.op)], self.value(node.left, level), self.value(node.right, level))
            case ast.UnaryOp(op=ast.USub()):
                operand = self.value(node.operand, level)
                return lambda env, seat: -operand(env, seat)
            case ast.UnaryOp():
                operand = self.value(node.operand, level)
                return lambda env, seat: 0 if operand(env, seat) else 1
            case ast.BoolOp():
                return _connect(isinstance(node.op, ast.And), [self.value(part, level) for part in node.values])
            case ast.IfExp():
                test, body, other = (self.value(part, level) for part in (node.test, node.body, node.orelse))
                return lambda env, seat: body(env, seat) if test(env, seat) else other(env, seat)
            case ast.Compare():
                return self._comparison(node, level)
            case ast.Call(func=ast.Name(id="has"), args=[ast.Name(id=name)]):
                return self._has(name, level)
            case ast.Call(func=ast.Name(id=called)):
                return self._call(called, node.args, level)
            case ast.Subscript(value=ast.Name(id=name)):
                return _listed(self._lists[name], self.value(node.slice, level))
        raise AssertionError(ast.dump(node))

    def _name(self, name: str, level: int) -> Value:
        meant = self._names.get(name)
        if meant is not None:
            return self.value(meant.root, level)
        if self._readable(name, level) == TABLE:
            return lambda env, seat: env.values[name]  # type: ignore[return-value]  # of the table: a number
        return lambda env, seat: env.values[name][seat]  # type: ignore[index]  # of a seat or side: by seat

    def _readable(self, name: str, level: int) -> int:
        """The level of a name that can be read here."""
        of = self._scope.names.get(name)
        names = (*self._scope.names, *self._names)
        if of is None:
            if name in self._scope.elsewhere or name in CALLS:
                how_many = self._source.path[:1] == ("end",) and name == "round"
                key = "pad.wrong.formula-round" if how_many else "pad.wrong.formula-here"
                self._source.raise_wrong(key, name=name, right='rounds = "10"', known=", ".join(names))
            if name in self._lists:
                self._source.raise_wrong("pad.wrong.formula-place", name=name, right=f"{name}[round]")
            if name in _TRUTH:
                self._source.raise_wrong("pad.wrong.formula-slip", found=name, right=_TRUTH[name])
            near = get_close_matches(name[:24], names, 1)
            key = "pad.wrong.formula-near" if near else "pad.wrong.formula-name"
            self._source.raise_wrong(key, name=name[:24], near="".join(near), known=", ".join(names))
        if of > level:
            calls = [*(["team"] if level != TABLE else []), *OVER_SEATS[:4]]
            self._source.raise_wrong("pad.wrong.formula-level", name=name, calls=", ".join(calls))
        return of

    def _comparison(self, node: ast.Compare, level: int) -> Value:
        text = text_compared(node)
        if text is not None:
            assert isinstance(node.left, ast.Name)
            return self._text(node.left.id, text, isinstance(node.ops[0], ast.Eq), level)
        first = self.value(node.left, level)
        rest = [
            (_COMPARISONS[type(comparison)], self.value(part, level))
            for comparison, part in zip(node.ops, node.comparators, strict=True)
        ]
        if len(rest) == 1:
            compare, second = rest[0]
            return lambda env, seat: 1 if compare(first(env, seat), second(env, seat)) else 0

        def value(env: Env, seat: int) -> int:
            left = first(env, seat)
            for holds, part in rest:
                right = part(env, seat)
                if not holds(left, right):
                    return 0
                left = right
            return 1

        return value

    def _text(self, name: str, text: str, wanted: bool, level: int) -> Value:
        of = self._readable(name, level)
        keys = self._scope.keys.get(name)
        if keys is None:
            self._source.raise_wrong("pad.wrong.formula-no-text", name=name)
        if text not in keys:
            self._source.raise_wrong("pad.wrong.formula-key", name=name, text=text[:24], known=", ".join(keys))
        if of == TABLE:
            return lambda env, seat: 1 if (env.keys[name] == text) is wanted else 0
        return lambda env, seat: 1 if (env.keys[name][seat] == text) is wanted else 0  # type: ignore[index]  # by seat

    def _has(self, name: str, level: int) -> Value:
        of = self._readable(name, level)
        if name not in self._scope.fields:
            self._source.raise_wrong("pad.wrong.formula-has", part=f"{HAS}({name})")
        if of == TABLE:
            return lambda env, seat: 1 if env.keys[name] is not None else 0
        return lambda env, seat: 1 if env.keys[name][seat] is not None else 0  # type: ignore[index]  # by seat

    def _call(self, called: str, args: Sequence[ast.expr], level: int) -> Value:
        if called == "abs":
            part = self.value(args[0], level)
            return lambda env, seat: abs(part(env, seat))
        if len(args) > 1:
            choose = min if called == "min" else max
            parts = [self.value(arg, level) for arg in args]
            return lambda env, seat: choose([part(env, seat) for part in parts])
        if called in _OWN and level == TABLE:
            self._source.raise_wrong("pad.wrong.formula-own", called=called)
        return _OVER[called](self.value(args[0], SEAT))


def _combine(operation: Callable[[int, int], int], left: Value, right: Value) -> Value:
    def value(env: Env, seat: int) -> int:
        number = operation(left(env, seat), right(env, seat))
        return number if -MOST <= number <= MOST else bounded(number, MOST)

    return value


def _listed(numbers: Sequence[int], place: Value) -> Value:
    """The number at a place, which counts from 1; 0 where there is none."""

    def value(env: Env, seat: int) -> int:
        at = place(env, seat)
        return numbers[at - 1] if 1 <= at <= len(numbers) else 0

    return value


def bounded(number: int, most: int) -> int:
    """The number, or the nearest one that is within `most` of zero."""
    return min(max(number, -most), most)


def _connect(every: bool, parts: Sequence[Value]) -> Value:
    def value(env: Env, seat: int) -> int:
        for part in parts:
            if (part(env, seat) != 0) is not every:
                return 0 if every else 1
        return 1 if every else 0

    return value


_OPERATORS: Mapping[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: lambda left, right: left // right if right else 0,
    ast.Mod: lambda left, right: left % right if right else 0,
}
_COMPARISONS: Mapping[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}


def _all(part: Value, env: Env) -> list[int]:
    return [part(env, seat) for seat in range(len(env.mates))]


def _rank(part: Value) -> Value:
    def value(env: Env, seat: int) -> int:
        every = _all(part, env)
        return 1 + sum([number > every[seat] for number in every])

    return value


_OVER: Mapping[str, Callable[[Value], Value]] = {
    "sum": lambda part: lambda env, seat: bounded(sum(_all(part, env)), MOST),
    "min": lambda part: lambda env, seat: min(_all(part, env)),
    "max": lambda part: lambda env, seat: max(_all(part, env)),
    "count": lambda part: lambda env, seat: sum([number != 0 for number in _all(part, env)]),
    "team": lambda part: lambda env, seat: bounded(sum([part(env, mate) for mate in env.mates[seat]]), MOST),
    "rank": _rank,
}
