"""What `companion hall check` finds at a board: its database and disk, its pages, and what it lacks of the tables."""

from __future__ import annotations

import http.client
import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from companion.hall.messages import StateMessage
from companion.services.checks.findings import FAULT, OK, WARNING, Finding, Machine
from companion.services.checks.hall_broker import SHOWN
from companion.services.hall.store import BYTES_MOST, FILE, Store

ASK_S = 3.0
SPACE_LEAST, SPACE_LOW = 16 << 20, 200 << 20
"""Bytes without which nothing can be kept for long; bytes below which the user should make room."""
MB = 1 << 20
JSON_MOST = 8 << 20


class Held(NamedTuple):
    """What a database holds: the id of its board, and how many games of each record."""

    board: str
    games: dict[str, int]


def database(folder: Path, machine: Machine) -> tuple[list[Finding], Held | None]:
    """What the database in a folder says of itself, and what it holds; None without one."""
    file = folder / FILE
    try:
        if not file.is_file():
            return [_finding("database", WARNING, "none", "start", file=file)], None
        with closing(Store(folder)) as store:
            rows, board, size = store.rows(), store.id, store.bytes()
        free = machine.free(folder)
    except (sqlite3.Error, OSError, ValueError) as error:
        why = (getattr(error, "strerror", None) or str(error)).lower()
        return [_finding("database", FAULT, "unread", "unread", file=file, why=why)], None
    counts: dict[str, int] = {}
    for row in rows:
        counts[row.record] = counts.get(row.record, 0) + 1
    params: dict[str, Any] = {
        "file": file, "board": board[:SHOWN], "games": len(rows), "size": size // MB, "most": BYTES_MOST // MB,
        "free": free // MB,
    }  # fmt: skip
    found = [_finding("database", OK, "there", **params)]
    if size > BYTES_MOST:
        found = [_finding("database", FAULT, "large", "large", **params)]
    elif free < SPACE_LOW:
        found = [_finding("database", FAULT if free < SPACE_LEAST else WARNING, "full", "full", **params)]
    disputed = sum(row.disputed for row in rows)
    if disputed:
        found.append(_finding("database", WARNING, "disputed", "disputed", count=disputed))
    return found, Held(board, counts)


class Window:
    """What the pages of a board that runs say: `health` and `tables`, None if it does not answer, `why`.

    `held` is the database that it should have.
    """

    def __init__(self, host: str, port: int, held: Held | None) -> None:
        self._held = held
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
        self.url = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
        self.why = ""
        self.health = self._ask(host, port, "/health.json")
        self.tables = self._ask(host, port, "/tables.json") if self.health is not None else None

    def _ask(self, host: str, port: int, path: str) -> Any:
        try:
            with closing(http.client.HTTPConnection(host, port, timeout=ASK_S)) as connection:
                connection.request("GET", path)
                answer = connection.getresponse()
                text = answer.read(JSON_MOST)
                if answer.status != 200:
                    raise ValueError(f"status {answer.status}")
                return json.loads(text)
        except (OSError, ValueError, http.client.HTTPException) as error:
            self.why = str(getattr(error, "strerror", None) or error).lower() or type(error).__name__
        return None

    def findings(self) -> Iterator[Finding]:
        """How the board does by its own word."""
        if not isinstance(self.health, dict) or not isinstance(self.health.get("refused"), dict):
            yield _finding("page", WARNING, "gone", "start", url=self.url, why=self.why or "it is no board")
            return
        if not self._is_own():
            yield _finding("page", WARNING, "other", "other", url=self.url)
        elif self.health.get("connected") is not True:
            yield _finding("page", FAULT, "apart", "apart", url=self.url)
        else:
            yield _finding("page", OK, "there", url=self.url, since=str(self.health.get("since")))
        refused = {str(why): count for why, count in self.health["refused"].items() if count}
        if refused:
            shown = ", ".join([f"{why} {count}" for why, count in sorted(refused.items())])
            yield _finding("page", WARNING, "refused", "refused", what=shown)

    def _is_own(self) -> bool:
        return self._held is None or self.health.get("board") == self._held.board

    def counts(self) -> dict[str, tuple[int, int]]:
        """By table how many results it has, and how many of them the board has."""
        lines = self.tables.get("tables") if isinstance(self.tables, dict) and self._is_own() else None
        return {
            str(line["table"]): (line["games"], line["counted"])
            for line in lines or []
            if isinstance(line, dict) and all(isinstance(line.get(name), int) for name in ("games", "counted"))
        }


def tables(
    online: Mapping[str, bool], states: Mapping[str, StateMessage], refused: Mapping[str, str],
    counted: Mapping[str, tuple[int, int]],
) -> Iterator[Finding]:  # fmt: skip
    """The tables that a broker knows, and what the board lacks of them."""
    names = sorted({*online, *states, *refused, *counted})
    if not names:
        yield _finding("tables", WARNING, "none", "none")
        return
    there = [name for name in names if online.get(name)]
    yield _finding("tables", OK, "there", count=len(names), online=len(there))
    for name in names:
        if name in refused:
            yield _finding("tables", FAULT, "refused", "refused", table=name, why=refused[name])
        games, held = counted.get(name, (0, 0))
        if games != held:
            text = "missing" if games > held else "more"
            yield _finding("tables", WARNING, text, text, table=name, games=games, held=held, count=abs(games - held))
        state = states.get(name)
        if state is not None and state.trouble is not None:
            yield _finding("tables", WARNING, "trouble", "trouble", table=name, what=state.trouble)
        if state is not None and not state.clock and online.get(name):
            yield _finding("tables", WARNING, "clock", "clock", table=name)


def _finding(check: str, level: str, text: str, cure: str = "", **params: object) -> Finding:
    return Finding(
        f"hall-{check}", level, f"hall.{check}.{text}", params, f"hall-{check}-{cure}" if cure else ""
    )  # fmt: skip
