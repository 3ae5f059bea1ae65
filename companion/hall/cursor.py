"""What a table remembers of its publishing: which results it has sent once, and what each board has confirmed.

To lose it costs nothing but repeats.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from typing import Self

from companion.hall.fields import REVISION_MOST, hexadecimal, or_null, seconds_since_1970, time_text
from companion.hall.messages import read_triple
from companion.hall.outbox import Result
from companion.reader import Reader, Unparsed, Wrong, from_json

BOARDS_MOST = 4
FORGOTTEN_S = 30 * 86_400
"""A board that has not been heard of for this time is forgotten."""


class Confirmations:
    """What a board has confirmed of a record: every present result before revision `below`, and those in `above`."""

    def __init__(self, below: int = 0, above: Iterable[tuple[int, int, str]] = ()) -> None:
        self.below = below
        self.above = {game: (game, revision, shown) for game, revision, shown in above}

    def has(self, result: Result) -> bool:
        return result.revision < self.below or self.above.get(result.game) == result.triple

    def compact(self, present: Iterable[Result]) -> None:
        """Raise `below` as far as everything present is confirmed."""
        waiting = [result.revision for result in present if not self.has(result)]
        latest = max([revision for _, revision, _ in self.above.values()], default=self.below - 1) + 1
        self.below = max(self.below, min(waiting) if waiting else latest)
        self.above = {game: one for game, one in self.above.items() if one[1] >= self.below}


class Cursor:
    """`start` is how often the publisher has started; `policy` and `record` are the ids of the names' policy and of
    the record at that time; `sent` has by record the revision up to which everything was sent once; `home` says whether
    the table was announced to Home Assistant; `other` is the record of another device that speaks as this table.
    `boards` has by board when it was heard of and what it confirmed, by record.
    """

    def __init__(self) -> None:
        self.start = 0
        self.policy = ""
        self.record = ""
        self.home = False
        self.other: str | None = None
        self.sent: dict[str, int] = {}
        self.heard: dict[str, str] = {}
        self.boards: dict[str, dict[str, Confirmations]] = {}

    @classmethod
    def parse(cls, text: str) -> Self:
        """The cursor of a text; an empty one for a text that is none."""
        cursor = cls()
        with suppress(Unparsed, Wrong):
            read, value = cls(), Reader(from_json(text))
            read.start = value.member("start").integer(0, REVISION_MOST)
            read.policy, read.record = value.member("policy").text(), value.member("record").text()
            read.home = value.member("home").boolean()
            read.other = or_null(hexadecimal(32))(value.get("other"))
            for record, revision in value.member("told").members().items():
                read.sent[record] = revision.integer(0, REVISION_MOST)
            for board, part in value.member("boards").members().items():
                read.heard[board] = time_text(part.member("heard"))
                read.boards[board] = {
                    record: Confirmations(
                        done.member("below").integer(0, REVISION_MOST), map(read_triple, done.member("above").entries())
                    )
                    for record, done in part.member("done").members().items()
                }
            cursor = read
        return cursor

    def text(self) -> str:
        """The cursor as JSON."""
        boards = {
            board: {
                "heard": self.heard[board],
                "done": {
                    record: {"below": done.below, "above": list(done.above.values())}
                    for record, done in confirmed.items()
                },
            }
            for board, confirmed in self.boards.items()
        }
        fields = {
            "v": 1, "start": self.start, "policy": self.policy, "record": self.record, "home": self.home,
            "other": self.other,
            "told": self.sent, "boards": boards,
        }  # fmt: skip
        return json.dumps(fields, sort_keys=True)

    def begin(self, policy: str, record: str) -> None:
        """The publisher has started, or the record has another id. After a change everything is sent once more."""
        if (policy, record) != (self.policy, self.record):
            self.policy, self.record = policy, record
            self.sent.clear()
            self.boards.clear()
            self.heard.clear()

    def keep(self, board: str, at: str) -> dict[str, Confirmations]:
        """What a board has confirmed, to be changed; `at` is the present time. Of too many boards the one that was
        silent longest is forgotten.
        """
        done = self.boards.setdefault(board, {})
        self.heard[board] = at
        now = seconds_since_1970(at)
        others = sorted([name for name in self.boards if name != board], key=lambda name: self.heard[name])
        for number, name in enumerate(others):
            if now - seconds_since_1970(self.heard[name]) > FORGOTTEN_S or len(others) - number >= BOARDS_MOST:
                del self.boards[name], self.heard[name]
        return done

    def has(self, board: str, result: Result) -> bool:
        done = self.boards.get(board, {}).get(result.record)
        return done is not None and done.has(result)
