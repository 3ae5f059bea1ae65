"""The JSON Schema of the referee's protocol, for `companion referee --schema`.

    python tests/write_schema.py        writes companion/words/referee.schema.json

Nothing of it is written by hand. Requests and tables are read by a reader that notes what is asked of each value: its
kind, its bounds, which members it has. Replies are those of random games of every kind, with all their options. What
may stand in a place is the union of all that was met there.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))  # else tests/hardware would be taken for hardware

from variants import option_sets

from companion import words
from companion.games.pad.collection import AllGames
from companion.games.registry import GAMES
from companion.kit.game import Game
from companion.kit.rules import Options, Refusal
from companion.reader import Reader
from companion.referee import answer
from companion.referee.state import Referee

FILE = Path(words.__file__).with_name("referee.schema.json")
NAMES = ("Ada", "Ben", "Cleo", "Dora", "Eli", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Leo")
PAD = "pad"
"""The tables of all score pads are alike; `GAMES` have one each."""
KINDS = {bool: "boolean", int: "integer", float: "number", str: "string", type(None): "null", list: "array"}
WALKS = 6
"""How many games of each kind: some things are rare, as a table without Hannibal."""
SMALL = 8
"""How much is thought: the kind of a reply does not depend on it."""


class Node:
    """What may stand in a place."""

    def __init__(self) -> None:
        self.kinds = set[str]()
        self.values = list[Any]()  # if only these may stand there
        self.least: float | None = None
        self.most: float | None = None
        self.numbers = set[int]()
        self.members = dict[str, Node]()
        self.always: set[str] | None = None
        self.entries: Node | None = None
        self.pattern = ""
        self.is_map = False
        self.is_closed = False

    def at(self, path: Sequence[str | int]) -> Node:
        """The place that a path leads to."""
        node = self
        for step in path:
            node = node.entry() if isinstance(step, int) or node.is_map else node.member(step)
        return node

    def entry(self) -> Node:
        """The place of every entry, or of every value of a map."""
        self.entries = self.entries or Node()
        return self.entries

    def member(self, name: str) -> Node:
        """The place of a member."""
        return self.members.setdefault(name, Node())

    def bound(self, least: float, most: float) -> None:
        """Numbers here have these bounds, or wider ones."""
        self.least = least if self.least is None else min(self.least, least)
        self.most = most if self.most is None else max(self.most, most)

    def see(self, value: Any) -> None:
        """This value has stood here."""
        if isinstance(value, dict):
            self.kinds.add("object")
            self.is_map |= any(re.fullmatch("[a-z_]+", name) is None for name in value)
            if self.is_map:
                for old in self.members.values():
                    self.entry().join(old)
                self.members.clear()
            self.always = set(value) if self.always is None else self.always & set(value)
            for name, part in value.items():
                (self.entry() if self.is_map else self.member(name)).see(part)
            return
        self.kinds.add(KINDS[type(value)])
        if isinstance(value, list):
            for part in value:
                self.entry().see(part)
        elif type(value) is int:
            self.numbers.add(value)

    def join(self, other: Node) -> None:
        """What may stand in another place may stand here."""
        self.kinds |= other.kinds
        self.numbers |= other.numbers
        assert not other.members
        if other.entries is not None:
            self.entry().join(other.entries)

    def schema(self) -> dict[str, Any]:
        """The schema of the place."""
        found: dict[str, Any] = {}
        kinds = sorted(self.kinds - ({"integer"} if "number" in self.kinds else set()))
        if kinds and kinds != ["null"]:  # what is null in these games may be something in others
            found["type"] = kinds[0] if len(kinds) == 1 else kinds
        if self.values and self.least is None and self.kinds <= {KINDS[type(value)] for value in self.values}:
            found["enum"] = self.values
        if self.least is not None and self.most is not None and "array" not in self.kinds:
            found["minimum"] = min([self.least, *self.numbers])
            found["maximum"] = max([self.most, *self.numbers])
        if self.pattern:
            found["pattern"] = f"^{self.pattern}$"
        if self.entries is not None and "array" in self.kinds:
            found["items"] = self.entries.schema()
        if "object" in self.kinds:
            if self.is_map:
                found["additionalProperties"] = self.entry().schema()
            else:
                found["properties"] = {name: node.schema() for name, node in self.members.items()}
                found["required"] = sorted(self.always or ())
                if self.is_closed:
                    found["additionalProperties"] = False
        return found


class Noting(Reader):
    """Reads as a reader does, and notes in `root` what is asked of each value."""

    __slots__ = ()
    root: Node

    @property
    def node(self) -> Node:
        return self.root.at(self.path)

    def members(self) -> Any:
        if self.path:  # the names that a request has are those of its kind
            self.node.is_map = True
        return super().members()

    def only(self, *known: str) -> Any:
        self.node.is_closed = True
        return super().only(*known)

    def integer(self, least: int, most: int, key: str = "value.range", **params: object) -> int:
        self.node.bound(least, most)
        return super().integer(least, most, key, **params)

    def number(self, least: float, most: float) -> float:
        self.node.bound(least, most)
        self.node.kinds.add("number")
        return super().number(least, most)

    def matching(self, pattern: str, key: str) -> str:
        self.node.pattern = pattern
        return super().matching(pattern, key)

    def one_of(self, known: Sequence[Any], key: str = "value.one-of", **params: object) -> Any:
        self.node.values += [value for value in known if value not in self.node.values]
        return super().one_of(known, key, **params)


def noting(root: Node) -> type[Reader]:
    """A reader that notes in this place."""
    return type("NotingHere", (Noting,), {"root": root, "__slots__": ()})


class Traffic:
    """Requests with their replies, and what they may be."""

    def __init__(self) -> None:
        self.games = AllGames()
        self.requests = dict[str, Node]()
        self.replies = dict[str, Node]()
        self.error = Node()
        self.tables = {key: Node() for key in (*GAMES, PAD)}
        self.referee: Referee | None = None

    def ask(self, do: str, **fields: Any) -> Any:
        """The reply to a request."""
        node = self.requests.setdefault(do, Node())
        request = json.loads(json.dumps({"do": do, **fields}))
        if do == "new":
            node.member("options").is_map = True
        answered = answer(self.referee, json.dumps(request).encode(), self.games, reader=noting(node))
        self.referee, reply = answered.referee, json.loads(answered.reply)
        if not reply["ok"]:
            self.error.see(reply)
            return reply
        node.see({**request, "table": {}} if "table" in request else request)
        seen = self.replies.setdefault("view" if "view" in reply else do, Node())
        if "view" in reply:
            self._table(reply["view"])
            seen.member("view").member("options").is_map = True
            seen.see({**reply, "view": {**reply["view"], "table": {}}})
            return reply
        if do == "games":
            seen.member("games").entry().member("options").is_map = True
        seen.see(reply)
        return reply

    def _table(self, view: Mapping[str, Any]) -> None:
        assert self.referee is not None
        node = self.tables[view["game"] if view["game"] in GAMES else PAD]
        if view["game"] not in GAMES:
            for name in ("told", "tallies"):
                node.member(name).is_map = True
            # Of all that a pad may have, also those that people write, and of all their seats.
            node.member("told").entry().kinds |= {*KINDS.values()} - {"number"}
            node.member("turn").bound(0, len(NAMES) - 1)
        game, table = self.referee.game, self.referee.position.table()
        if not view["over"]:
            game.build(len(self.referee.players), self.referee.options, noting(node)(table))
        node.see(json.loads(json.dumps(table)))


def walk(traffic: Traffic, game: Game, players: int, options: Options, chance: Random) -> None:
    """A random game, of a score pad its begin, with a table that is set and steps taken back."""
    traffic.ask("new", game=game.key, players=NAMES[:players], options=dict(options))
    for ply in range(400 if game.key in GAMES else 40):
        assert traffic.referee is not None
        position = traffic.referee.position
        if position.outcome is not None:
            break
        if ply == 5:
            for do in ("undo", "redo", "view"):
                traffic.ask(do)
            traffic.ask("set", table=traffic.referee.position.table())
        traffic.ask("play", action=str(chance.choice(position.legal())))


def refusals(traffic: Traffic) -> None:
    """Requests that fail."""
    traffic.ask("new", game="spartacus", players=["Ada", "Ben", "Cleo"])
    for action in ("play 7", "play 9", "play 99", "sing"):
        traffic.ask("play", action=action)
    for do, fields in (("undo", {}), ("undo", {}), ("set", {"table": {}}), ("new", {"game": "chess", "players": []})):
        traffic.ask(do, **fields)


def thoughts(traffic: Traffic, game: Game) -> None:
    """The requests about thinking, in a game with a mind."""
    work: dict[str, Any] = {"work": SMALL, "seed": "a"}
    traffic.ask("new", game=game.key, players=NAMES[: game.players[0]], options={})
    for effort in ({"work": SMALL}, {"level": 1}, {"height": 0.3, "seconds": 9.5}, {"seed": "b", "level": 1}):
        for do, fields in (("think", {"seat": 0}), ("advise", {}), ("odds", {})):
            traffic.ask(do, **fields, **effort)
    traffic.ask("odds")
    traffic.ask("sit", seat=1, level=2, seed="a")
    traffic.ask("sit", seat=1, height=0.12)
    traffic.ask("sit", seat=1, level=None)
    traffic.ask("sit", seat=0, level=1)
    traffic.ask("think", seat=0)
    secrets: dict[str, Any] = {}
    traffic.ask("know", seat=1, secrets=secrets)
    for ply in range(3000):
        assert traffic.referee is not None
        position = traffic.referee.position
        if position.outcome is not None:
            break
        if ply % 8 and len(position.to_act) == 1:  # where several act, as in a battle, a thought is a mix of cards
            traffic.ask("play", action=str(position.legal()[ply % len(position.legal())]))
            continue
        seat = min(position.to_act)
        thought = traffic.ask("think", seat=seat, **work)
        traffic.ask("advise", **work)
        traffic.ask("odds", **work)
        best = thought["thought"]["action"] if thought["ok"] else None
        traffic.ask("play", action=best if best in position.legal() else str(position.legal()[0]))
    if game.key == GAMES[0]:  # a whole one takes long in the others, and says the same
        traffic.ask("review", **work)
    looks: list[dict[str, Any]] = [{"level": 1}, {"work": SMALL}, {"height": 0.1}, {"work": SMALL, "seconds": 5}]
    for ply, effort in enumerate(looks, 1):
        traffic.ask("review", **effort, ply=ply)
    traffic.ask("review", **work, ply=1, following=[0.5] * game.players[0], proven=False)


def codes() -> list[str]:
    """The code of every refusal."""

    def below(kind: type[Refusal]) -> Iterator[type[Refusal]]:
        yield kind
        for one in kind.__subclasses__():
            yield from below(one)

    here = ("companion.kit.", "companion.referee.")  # who records a game has refusals of its own
    return sorted({kind.code for kind in below(Refusal) if "code" in vars(kind) and kind.__module__.startswith(here)})


def met() -> Traffic:
    """All traffic."""
    traffic, chance = Traffic(), Random(7)
    for do in ("games", "stop"):
        traffic.ask(do)
    traffic.ask("play", action="pass")
    refusals(traffic)
    for game in traffic.games.all():
        refereed = game.key in GAMES
        for options in WALKS * _few(option_sets(game), chance) if refereed else [game.complete({})]:
            walk(traffic, game, game.players[1], options, chance)
        if game.mind is not None:
            thoughts(traffic, game)
    traffic.ask("quit")
    return traffic


def _few(sets: Sequence[Options], chance: Random) -> list[Options]:
    """Of many sets of options some with all values of each."""
    left = {(name, value) for options in sets for name, value in options.items()}
    found = list[Options]()
    for options in chance.sample(sets, len(sets)):
        new = left & {*options.items()}
        if new or not found:
            found.append(options)
            left -= new
    return found


def schema() -> dict[str, Any]:
    """The schema."""
    traffic = met()
    view = traffic.replies.pop("view").schema()
    view["properties"]["view"]["properties"]["table"] = {"type": "object"}
    view["properties"]["view"]["allOf"] = [
        {"if": {"properties": {"game": {"const": key}}}, "then": _with_table(key)} for key in GAMES
    ] + [{"if": {"properties": {"game": {"not": {"enum": list(GAMES)}}}}, "then": _with_table(PAD)}]
    error = traffic.error.schema()
    error["properties"]["error"]["properties"]["code"]["enum"] = codes()
    error["properties"]["ok"] = {"const": False}
    requests = {do: _fixed(node.schema(), "do", do) for do, node in traffic.requests.items()}
    requests["set"]["properties"]["table"] = {"anyOf": [{"$ref": f"#/$defs/table-{key}"} for key in traffic.tables]}
    replies = {"view": view, **{do: node.schema() for do, node in traffic.replies.items()}, "error": error}
    for name, reply in replies.items():
        if name != "error":
            _fixed(reply, "ok", True)["additionalProperties"] = False
    done = {name: reply for name, reply in replies.items() if set(reply["properties"]) > {"ok"}}
    done["done"] = replies["quit"]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The line protocol of companion referee: a request or a reply",
        "anyOf": [{"$ref": "#/$defs/request"}, {"$ref": "#/$defs/reply"}],
        "$defs": {
            "request": {"oneOf": [{"$ref": f"#/$defs/request-{do}"} for do in requests]},
            "reply": {"oneOf": [{"$ref": f"#/$defs/reply-{name}"} for name in done]},
            **{f"request-{do}": one for do, one in requests.items()},
            **{f"reply-{name}": one for name, one in done.items()},
            **{f"table-{key}": node.schema() for key, node in traffic.tables.items()},
        },
    }


def _fixed(schema: dict[str, Any], name: str, value: object) -> dict[str, Any]:
    """The schema where a member always has this value."""
    schema["properties"][name] = {"const": value}
    return schema


def _with_table(key: str) -> dict[str, Any]:
    return {"properties": {"table": {"$ref": f"#/$defs/table-{key}"}}}


def text() -> str:
    """The schema as the file has it."""
    return json.dumps(schema(), indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
