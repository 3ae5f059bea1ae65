"""What a formula may read at each of its places in a pad, and the formulas of a file."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import NamedTuple

from companion.games.pad.engine import entries as read
from companion.games.pad.engine.entries import Faults
from companion.games.pad.engine.formula import SEAT, SIDE, TABLE, Formula, Scope, compile_formula
from companion.games.pad.engine.grammar import Language, Tree, parse, raise_no_formula
from companion.games.pad.engine.pad import BOUND, LEVELS, Option
from companion.reader import Reader

_ROUND = {"round": TABLE, "rounds": TABLE}
_PLACE = {**_ROUND, "cards": TABLE, "dealer": TABLE, "starter": TABLE, "seat": SEAT, "side": SIDE}


class Declared(NamedTuple):
    """What is known of a field before its formulas are read: its level, and the keys of a pick."""

    level: int
    keys: tuple[str, ...] | None


class Formulas:
    """The names of a pad and its formulas; faults are noted."""

    def __init__(
        self, top: Reader, faults: Faults, options: Sequence[Option], rules: int, version: int, turns: bool
    ) -> None:
        self._top = top
        self._faults = faults
        self._version = version
        self._place = {**_PLACE, "turn": TABLE} if turns and version > 1 else _PLACE
        """Where a round or a turn stands."""
        self._sides = "sides" in top.members()
        self._rules = rules
        self._options = options
        self.tallies = self._tables("tallies", 4)
        """The tallies by their names, not yet read."""
        self._declared: dict[str, Declared] = {}
        self._names: dict[str, Tree | None] = {}
        self._language = Language(version, self._lists() if version > 1 else {})

    def _lists(self) -> dict[str, tuple[int, ...]]:
        """The lists of numbers by their names."""
        return {
            name: self._faults.or_else((0,), _numbers, source) for name, source in self._tables("lists", 20).items()
        }

    def _tables(self, name: str, most: int) -> Mapping[str, Reader]:
        """The entries of a table with names of their own."""
        with self._faults.noted():
            source = self._top.get(name, {})
            table = read.table(source)
            for entry_name, entry in table.items():
                self._faults.or_else("", read.check_name, entry, entry_name, self._version)
            if len(table) > most:
                source.raise_wrong("pad.wrong.many", count=len(table), most=most)
            return table
        return {}

    def declare(self, fields: Iterable[tuple[Reader, str, str, tuple[str, ...] | None]]) -> None:
        """Note the fields (the place of the name, the name, who enters it, the keys of a pick); read the names."""
        taken = {option.name for option in self._options}
        for name, source in self.tallies.items():
            self._taken(source, name, taken)
        for name in self._language.lists:
            self._taken(self._top.get("lists").get(name), name, taken)
        names = self._tables("names", 20)
        for name, source in names.items():
            self._taken(source, name, taken)
        for place, name, each, keys in fields:
            self._taken(place, name, taken)
            self._declared.setdefault(name, Declared(LEVELS[each], keys))
        for name, source in names.items():
            tree = None
            with self._faults.noted():
                parsed = parse(source, self._names, self._language)
                self._check_uses(parsed, names)
                # What has the name of something else stands for nothing: it could stand for itself, without an end.
                tree = None if name in self._plain else parsed
            self._names[name] = tree

    def _taken(self, source: Reader, name: str, taken: set[str]) -> None:
        with self._faults.noted():
            if name in taken:
                source.raise_wrong("pad.wrong.name-twice", name=name)
        taken.add(name)

    def _check_uses(self, tree: Tree, names: Container[str]) -> None:
        """Raise Wrong for a name in the formula of a name that is nowhere known, or names one not read yet."""
        calls = {id(node.func) for node in ast.walk(tree.root) if isinstance(node, ast.Call)}
        calls |= {id(node.value) for node in ast.walk(tree.root) if isinstance(node, ast.Subscript)}
        used = [node for node in ast.walk(tree.root) if isinstance(node, ast.Name) and id(node) not in calls]
        readable = (*self._plain, *self._names)
        for node in sorted(used, key=lambda node: node.col_offset):
            if node.id in names and node.id not in readable:
                tree.source.raise_wrong("pad.wrong.formula-yet", name=node.id, known=", ".join(readable))
            if node.id not in readable:
                compile_formula(tree, self._scope(SEAT, dict.fromkeys(self._plain, TABLE)), self._names)

    # -- scopes

    @property
    def _plain(self) -> tuple[str, ...]:
        """All that formulas can read but the names of formulas, in the one order in which it is listed."""
        options = [option.name for option in self._options]
        return (
            *options, "players", *self._place, "score", *self.tallies, *self._declared,
            "value", "last", "points", "next", "out",
        )  # fmt: skip

    @property
    def _chosen(self) -> dict[str, int]:
        return {**{option.name: TABLE for option in self._options}, "players": TABLE}

    @property
    def _kept(self) -> dict[str, int]:
        """What sides keep between rounds."""
        return {"score": SIDE, **dict.fromkeys(self.tallies, SIDE)}

    def _scope(self, level: int, names: Mapping[str, int], keys: Mapping[str, tuple[str, ...]] | None = None) -> Scope:
        texts = {option.name: tuple(map(str, option.values)) for option in self._options
                 if isinstance(option.values[0], str)}  # fmt: skip
        texts |= {name: field.keys for name, field in self._declared.items() if field.keys is not None}
        listed = {name: names[name] for name in self._plain if name in names}
        return Scope(level, listed, {**texts, **(keys or {})}, self._plain, self._sides, self._declared)

    def _more(self, scope: Scope, level: int | None = None, /, **names: int) -> Scope:
        """The same where more names can be read."""
        return self._scope(scope.level if level is None else level, {**scope.names, **names}, scope.keys)

    @property
    def of_rounds(self) -> Scope:
        return self._scope(TABLE, self._chosen)

    @property
    def of_cards(self) -> Scope:
        return self._scope(TABLE, {**self._chosen, **_ROUND})

    def of_field(self, name: str, *, level: int | None = None) -> Scope:
        """A field: what is above it. `level` is the level of its formula, if it is not the field's."""
        above: dict[str, int] = {}
        for other, field in self._declared.items():
            if other == name:
                break
            above[other] = field.level
        own = self._declared[name].level if level is None else level
        return self._scope(own, {**self._chosen, **self._place, **self._kept, **above})

    def of_allow(self, name: str) -> Scope:
        """The conditions of a field: also the field itself, and the value."""
        own = self._declared[name]
        scope = self._more(self.of_field(name), **{name: own.level}, value=TABLE, last=TABLE)
        return scope._replace(keys={**scope.keys, **({"value": own.keys} if own.keys else {})})

    @property
    def of_points(self) -> Scope:
        """The points of a round: everything that was entered."""
        entered = {name: field.level for name, field in self._declared.items()}
        return self._scope(SIDE, {**self._chosen, **self._place, **self._kept, **entered})

    @property
    def of_score(self) -> Scope:
        """The score and the tallies after a round."""
        return self._more(self.of_points, points=SIDE)

    @property
    def of_next(self) -> Scope:
        """Who begins the next round, or has the next turn."""
        return self._more(self.of_score, TABLE)

    @property
    def of_start(self) -> Scope:
        """The score before the first round."""
        return self._scope(SIDE, {**self._chosen, "seat": SEAT, "side": SIDE})

    @property
    def of_out(self) -> Scope:
        return self._scope(SIDE, {**self._chosen, **self._kept, "seat": SEAT, "side": SIDE})

    @property
    def of_best(self) -> Scope:
        return self._more(self.of_out, out=SIDE)

    @property
    def of_end(self) -> Scope:
        """Whether the game is over."""
        return self._more(self.of_best, TABLE, next=TABLE)

    # -- formulas

    def optional(self, name: str, scope: Scope) -> Formula | None:
        """The formula of an entry of the file that may be missing."""
        return self._faults.optional(self._top.members(), name, None, self.read, scope)

    def of_text(self, text: str, scope: Scope) -> Formula:
        """A formula of ours."""
        return compile_formula(parse(Reader(text), {}, Language(1, {})), scope, {})

    def read(self, source: Reader, scope: Scope) -> Formula:
        """A formula as a text, or as a table with a rule. Raises Wrong or AlreadyWrong."""
        text, rule = self.with_rule(source)
        return compile_formula(parse(text, self._names, self._language), scope, self._names, rule)

    def with_rule(self, source: Reader) -> tuple[Reader, int | None]:
        """What stands as `is`, and the rule; or the value alone. Raises Wrong."""
        if not isinstance(source.value, dict):
            if not isinstance(source.value, str):
                raise_no_formula(source)
            return source, None
        members = source.members()
        for entry in members.values():
            read.refuse_unknown(entry, ("is", "rule"))
        inner = read.needed(source, "is")
        if not isinstance(inner.value, str | list):
            raise_no_formula(inner)
        return inner, self.rule(members["rule"]) if "rule" in members else None

    def rule(self, source: Reader) -> int:
        read.refuse_quotes(source)
        rule = read.RULE.fullmatch(source.value) if isinstance(source.value, str) else None
        if rule is not None:
            source.raise_wrong("pad.wrong.slip-instead", found=f'"{rule[0]}"', right=rule[1])
        if type(source.value) is not int or not 1 <= source.value <= self._rules:
            source.raise_wrong("pad.wrong.rule", most=self._rules)
        return source.value

    def several(self, source: Reader, scope: Scope) -> tuple[Formula, ...]:
        """A list of one to four formulas."""
        formulas = [self._faults.or_else(None, self.read, entry, scope)
                 for entry in read.entries(source, 1, 4)]  # fmt: skip
        return tuple([formula for formula in formulas if formula is not None])


def _numbers(source: Reader) -> tuple[int, ...]:
    return tuple([read.whole(entry, -BOUND, BOUND) for entry in read.entries(source, 1, 200)])
