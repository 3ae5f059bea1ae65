"""What `companion hall check` finds in the record of a table: which results no board has confirmed, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from companion.hall.config import Config
from companion.hall.cursor import Cursor
from companion.hall.fields import seconds_since_1970
from companion.hall.messages import BoardOnline
from companion.hall.outbox import Outbox, Result
from companion.hall.people import NamePolicy
from companion.hall.sender import ONLINE_S
from companion.record.log import LOG
from companion.services.checks.findings import FAULT, Check, Seen, seen
from companion.services.checks.hall_broker import SHOWN
from companion.services.hall.follower import Follower
from companion.texts import reason_of
from companion.whole_file import read_regular

GAMES = 10
"""The most games that are listed."""
REFUSED_S = 120.0
"""What a board that is there has not confirmed so long after the end of the game, it refuses."""


def results_of(
    config: Config, folder: Path, state: Path, boards: Mapping[str, BoardOnline] | None, now: float
) -> Iterator[Seen]:
    """What the record in a folder holds, and what the cursor in the file `state` says of it.

    `boards` are those that the brokers know; None if no broker can be asked. `now` is in seconds since 1970.
    """
    with suppress(OSError):
        if not (folder / LOG).exists():
            yield seen("no-record", folder=folder)
            return
    outbox, trouble = _fold(config, folder)
    if trouble is not None:
        yield seen("record", why=trouble)
        return
    if outbox.unsendable:
        yield seen("unsendable", games=_list(outbox.unsendable))
    results = list(outbox.results.values())
    try:
        cursor = Cursor.parse(read_regular(state).decode("utf-8"))
    except FileNotFoundError:
        yield seen("never", count=len(results), file=state) if results else seen("none")
        return
    except (OSError, UnicodeDecodeError) as error:
        yield seen("unread", file=state, why=reason_of(error))
        return
    cursor.begin(config.policy, outbox.state.id)
    if cursor.other is not None:
        yield seen("other", record=cursor.other[:SHOWN])
    lacking = [*_unsent(results, cursor), *_unconfirmed(results, cursor, config, boards or {}, now)]
    yield from lacking
    if not lacking:
        yield seen("all", count=len(results)) if results else seen("none")


def _unsent(results: list[Result], cursor: Cursor) -> Iterator[Seen]:
    games = [one.game for one in results if one.revision > cursor.sent.get(one.record, 0)]
    if games:
        yield seen("unsent", count=len(games), games=_list(games))


def _unconfirmed(
    results: list[Result], cursor: Cursor, config: Config, boards: Mapping[str, BoardOnline], now: float
) -> Iterator[Seen]:
    sent = [one for one in results if one.revision <= cursor.sent.get(one.record, 0)]
    here = [
        board for board, word in sorted(boards.items())
        if word.online and abs(now - seconds_since_1970(word.at)) <= ONLINE_S
    ]  # fmt: skip
    for board in here:
        missing = [one for one in sent if not cursor.has(board, one)]
        old = [one for one in missing if now - _ended(one, now) > REFUSED_S]
        params: dict[str, Any] = {
            "board": board[:SHOWN], "count": len(missing), "all": len(results), "old": len(old),
            "games": _list([one.game for one in old or missing]), "minutes": int(REFUSED_S / 60), "table": config.table,
            "record": (old or missing)[0].record if missing else None,
        }  # fmt: skip
        if missing and board not in cursor.boards:
            signs = "key" if config.key is not None else "no-key"
            yield seen(f"stranger-{signs}", level=FAULT if old else None, **params)
        elif old:
            yield seen("old", **params)
        elif missing:
            yield seen("young", **params)
        elif config.key is not None and board not in cursor.boards:
            yield seen("unheard", **params)
    waiting = [one.game for one in sent if not any(cursor.has(board, one) for board in cursor.boards)]
    if waiting and not here:
        yield seen("waiting", count=len(waiting), games=_list(waiting))


def _fold(config: Config, folder: Path) -> tuple[Outbox, str | None]:
    follower = Follower(folder)
    outbox = Outbox(NamePolicy(config.names, config.people_key or ""), follower.rules, follower.line_at)
    for offset, line in follower.new_lines():
        outbox.fold_line(offset, line)
    follower.close()
    return outbox, follower.trouble


def _ended(result: Result, now: float) -> float:
    """When the game of a result ended, or began if its end was taken back; `now` if the record does not say."""
    message = result.message()
    at = message["finished"] or message["begun"]
    return seconds_since_1970(at) if isinstance(at, str) else now


def _list(games: list[int] | set[int]) -> str:
    shown = sorted(games)
    return ", ".join([*map(str, shown[:GAMES]), *(["…"] if len(shown) > GAMES else [])])


RESULTS = Check(
    "hall-results",
    results_of,
    warnings="no-record unsendable never unread unsent waiting stranger-key stranger-no-key old young unheard",
    faults="record other",
    cures={"unheard": "hall-results-stranger-key", "unsent": "hall-results-never", "waiting": "hall-results-boards"},
)
