"""What strangers may send to a board or write into `hall.toml`: it fits, or it is refused, and nothing else happens.

The quick run tries some thousand; the thorough one a million messages and a hundred thousand files.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from copy import deepcopy
from datetime import time
from random import Random
from zoneinfo import ZoneInfo

import pytest
from hall.results import RESULT, STATE, withdrawn
from hall.test_config import BOARD, TABLE, read_file

from companion.hall.canonical import sign, table_key
from companion.hall.config import parse_config
from companion.hall.intake import REFUSALS, Intake, Refused
from companion.hall.ledger import Ledger
from companion.hall.messages import ResultMessage, as_json
from companion.hall.tables import Tables
from companion.reader import Unparsed, Wrong

RESULTS = (RESULT, withdrawn(RESULT, 1043))
MESSAGES = [*[("result", json.dumps(as_json(one))) for one in RESULTS], ("state", json.dumps(as_json(STATE)))]
ODD: tuple[object, ...] = (
    None, True, 0, -1, 2**31, 2**63, 10**400, 0.5, 1e308, "", " ", "a" * 99, "\u202e", "\0", "é" * 24, "\ud800", [], {},
    [[]], {"a": {}}, [1, 2], "2026-11-22T19:48:10Z", "9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "1" * 32, "final",
)  # fmt: skip
WORDS = (
    "club",
    "broker",
    '"',
    "'",
    "[",
    "]",
    "=",
    "\n",
    "[board]",
    "[league.a]",
    "0",
    "1e9",
    "true",
    "é",
    "\0",
    "#",
    "{",
)


def changed(message: dict[str, object], chance: Random) -> None:
    """Change one place of a message, however deep."""
    place: dict[str, object] | list[object] = message
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            return
        key = chance.choice(keys)
        inner = place[key]  # type: ignore[index, call-overload]
        if isinstance(inner, dict | list) and inner and chance.random() < 0.6:
            place = inner
            continue
        if chance.random() < 0.2:
            del place[key]  # type: ignore[arg-type]
        else:
            place[key] = deepcopy(chance.choice(ODD))  # type: ignore[index, call-overload]
        return


def payload(chance: Random, key: str | None) -> tuple[str, bytes]:
    """A topic, and bytes that were a message once."""
    what, origin = chance.choice(MESSAGES)
    topic = chance.choice([f"companion/v1/arena/t1/{what}"] * 9 + ["companion/v1/arena/t1/online", "a/b", ""])
    message = json.loads(origin)
    for _ in range(chance.choice([0, 1, 1, 1, 3])):
        changed(message, chance)
    if key is not None and chance.random() < 0.7:
        with suppress(ValueError):
            message = sign(key, topic, message)
    raw = json.dumps(message).encode()
    if chance.random() < 0.3:
        at = chance.randrange(len(raw))
        raw = chance.choice([raw[:at], raw[:at] + bytes([chance.randrange(256)]) + raw[at + 1 :], raw[at:], raw + raw])
    return topic, raw


@pytest.mark.parametrize("count", [2000, pytest.param(1_000_000, marks=pytest.mark.thorough)])
@pytest.mark.parametrize("secret", [None, "secret"])
def test_whatever_comes_a_board_takes_it_or_refuses_it_for_a_reason_it_knows(count: int, secret: str | None) -> None:
    chance = Random(count)
    key = table_key(secret, "arena", "t1") if secret is not None else None
    intake, tables = Intake("arena", secret, 600, marks=False), Tables()
    ledger = Ledger((), {}, set(), ZoneInfo("UTC"), time(6), guarded=secret is not None)
    how: Counter[str] = Counter()
    for number in range(count // 2):
        topic, raw = payload(chance, key)
        now = 1795376890.0 + number
        try:
            intake.admit(topic, len(raw), now)
            taken = intake.check(topic, raw)
            if isinstance(taken.message, ResultMessage):
                ledger.check(taken, taken.message)
                intake.place(taken)
                confirmed = ledger.take(taken, taken.message, now).confirmed
                assert ledger.rows[taken.message.record, taken.message.game].revision >= confirmed[1]
            else:
                tables.take(taken, now, retained=False, placed=intake.place(taken))
        except Refused as refused:
            how[refused.why] += 1
        else:
            how["taken"] += 1
    assert how.keys() <= {*REFUSALS, "taken"}
    assert {"taken", "topic", "json", "schema", *(["mac"] if secret is not None else [])} <= how.keys()
    json.dumps(tables.lines(ledger, 0.0)).encode()


@pytest.mark.parametrize("count", [1000, pytest.param(100_000, marks=pytest.mark.thorough)])
def test_whatever_stands_in_hall_toml_it_is_read_or_the_fault_is_named(count: int) -> None:
    chance, read = Random(count), 0
    for _ in range(count):
        text = chance.choice([TABLE, BOARD])
        for _ in range(chance.randint(1, 3)):
            first, last = sorted([chance.randrange(len(text)), chance.randrange(len(text))])
            change: Callable[[], str] = chance.choice([
                lambda: text[:first] + chance.choice(WORDS) + text[first:],  # noqa: B023
                lambda: text[:first] + text[last:],  # noqa: B023
                lambda: text + text[first:last],  # noqa: B023
                lambda: text[:first] + chr(chance.randrange(0xD800)) + text[first + 1 :],  # noqa: B023
            ])  # fmt: skip
            text = change() or TABLE
        with suppress(Unparsed, Wrong):
            parse_config(text, read_file)
            read += 1
    assert 0 < read < count
