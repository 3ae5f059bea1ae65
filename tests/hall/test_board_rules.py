"""What a board takes and holds: the order of the checks, owners, disputes, evenings, and any order of messages."""

from __future__ import annotations

import json
import random
from collections import Counter
from contextlib import closing
from datetime import time
from pathlib import Path
from tempfile import TemporaryDirectory
from zoneinfo import ZoneInfo

import names
import pytest
from hall.results import ADA, BEN, OTHER, RECORD, RESULT, STATE, withdrawn
from hypothesis import given
from hypothesis import strategies as st

from companion.hall.canonical import sign, table_key
from companion.hall.fields import seconds_since_1970
from companion.hall.intake import CheckedMessage, Intake, Refused
from companion.hall.ledger import RECORDS_MOST, Ledger, Row
from companion.hall.messages import Person, ResultMessage, as_json
from companion.hall.standings import Scope, Standings
from companion.services.hall.store import Store

TOPIC = "companion/v1/arena/t1/result"
NOW = seconds_since_1970("2026-11-22T19:50:00Z")
EVENING = "2026-11-22"


def intake(secret: str | None = None, *, marks: bool = False, most: int = 600) -> Intake:
    return Intake("arena", secret, most, marks=marks)


def why(found: Intake, topic: str, payload: bytes) -> str:
    def take() -> None:
        found.admit(topic, len(payload), 0.0)
        found.place(found.check(topic, payload))

    with pytest.raises(Refused) as refused:
        take()
    return refused.value.why


def encoded(message: dict[str, object]) -> bytes:
    return json.dumps(message).encode()


@pytest.mark.parametrize(
    ("topic", "payload", "reason"),
    [
        ("companion/v1/other/t1/result", b"", "topic"),
        ("companion/v1/arena/board/result", b"", "topic"),
        ("companion/v1/arena/T1/result", b"", "topic"),
        ("companion/v1/arena/t1/orders", b"", "topic"),
        (TOPIC, b" " * 8193, "size"),
        ("companion/v1/arena/t1/state", b" " * 4097, "size"),
        (TOPIC, b"{", "json"),
        (TOPIC, b"[" * 9 + b"]" * 9, "json"),
        (TOPIC, encoded({"v": 2}), "version"),
        (TOPIC, encoded({}), "schema"),
        (TOPIC, encoded(as_json(STATE)), "schema"),
        (TOPIC, encoded({**as_json(RESULT), "game": 17.0}), "schema"),
        ("companion/v1/arena/t1/online", b"yes", "schema"),
    ],
)
def test_what_does_not_fit_is_refused_for_the_first_reason(topic: str, payload: bytes, reason: str) -> None:
    assert why(intake(), topic, payload) == reason


def test_a_board_with_a_secret_takes_only_signed_messages() -> None:
    guarded, marking = intake("secret"), intake("secret", marks=True)
    key, other = (table_key("secret", "arena", table) for table in ("t1", "t2"))
    signed, plain = encoded(sign(key, TOPIC, as_json(RESULT))), encoded(as_json(RESULT))
    assert why(guarded, TOPIC, plain) == "mac"
    assert why(guarded, TOPIC, encoded(sign(other, TOPIC, as_json(RESULT)))) == "mac"
    assert guarded.check(TOPIC, signed) == CheckedMessage("t1", RESULT, True)
    assert not marking.check(TOPIC, plain).signed
    marking.place(marking.check(TOPIC, signed))
    assert why(marking, TOPIC, plain) == "mac"


def test_a_table_that_says_too_much_is_not_heard_until_it_is_quiet() -> None:
    found, topic = intake(), "companion/v1/arena/t1/online"
    for _ in range(20):
        found.admit(topic, 6, 5.0)
    with pytest.raises(Refused, match="limit"):
        found.admit(topic, 6, 5.0)
    found.admit("companion/v1/arena/t2/online", 6, 5.0)
    found.admit("companion/v1/arena/t1/state", 600, 5.0)
    found.admit(topic, 6, 5.3)


def test_a_message_that_is_too_large_is_refused_also_on_a_topic_that_was_heard_before() -> None:
    found = intake()
    found.admit(TOPIC, 8192, 5.0)
    with pytest.raises(Refused, match="size"):
        found.admit(TOPIC, 8193, 6.0)


def test_what_a_table_sends_is_counted_in_bytes_too() -> None:
    found = intake()
    for _ in range(1000 * 2048 // 8192):
        found.admit(TOPIC, 8192, 5.0)
    with pytest.raises(Refused, match="limit"):
        found.admit(TOPIC, 8192, 5.03)  # three messages of 2,048 bytes
    found.admit(TOPIC, 8192, 5.05)


def test_names_that_nobody_has_heard_of_do_not_fill_the_memory_and_take_nothing_from_others() -> None:
    found = intake(most=2)
    for _ in range(20):
        found.admit("companion/v1/arena/t1/online", 6, 5.0)
    for number in range(15):
        found.admit(f"companion/v1/arena/x{number}/online", 6, 5.0)
    with pytest.raises(Refused, match="limit"):
        found.admit("companion/v1/arena/t1/online", 6, 5.0)


def test_there_is_room_for_so_many_tables() -> None:
    found = intake(most=1)
    assert found.place(CheckedMessage("t1", True, False))
    with pytest.raises(Refused, match="limit"):
        found.place(CheckedMessage("t2", True, False))
    assert found.place(CheckedMessage("t1", STATE, False))


def test_with_a_secret_only_what_is_signed_takes_a_place() -> None:
    guarded, marking = intake("secret", most=1), intake("secret", marks=True, most=1)
    assert not guarded.place(CheckedMessage("t1", True, False))
    assert guarded.place(CheckedMessage("t2", STATE, True))
    assert guarded.place(CheckedMessage("t2", True, False))
    assert marking.place(CheckedMessage("t1", True, False))
    assert marking.place(CheckedMessage("t2", STATE, True))  # in place of the one that has never signed
    with pytest.raises(Refused, match="limit"):
        marking.place(CheckedMessage("t3", STATE, True))


def ledger(*rows: Row, guarded: bool = False, owners: dict[str, str] | None = None) -> Ledger:
    return Ledger(rows, owners or {}, set(), ZoneInfo("UTC"), time(6), guarded=guarded)


def take(found: Ledger, message: ResultMessage, table: str = "t1", *, signed: bool = False, now: float = NOW) -> object:
    taken = CheckedMessage(table, message, signed)
    found.check(taken, message)
    return found.take(taken, message, now)


def test_a_result_is_held_and_confirmed_and_told_again_changes_nothing() -> None:
    found = ledger()
    first, again = take(found, RESULT), take(found, RESULT)
    assert first.confirmed == again.confirmed == (17, 1042, RESULT.hash[:16])  # type: ignore[attr-defined]
    assert first.row == found.rows[RECORD, 17]  # type: ignore[attr-defined]
    assert again.row is None  # type: ignore[attr-defined]
    row = found.rows[RECORD, 17]
    assert (row.table, row.day, row.places, row.arrived, row.first) == ("t1", EVENING, (1, 2), NOW, NOW)


def test_an_older_revision_is_confirmed_and_not_held() -> None:
    found = ledger()
    take(found, withdrawn(RESULT, 1050))
    older = take(found, RESULT)
    assert (older.row, older.confirmed[1]) == (None, 1042)  # type: ignore[attr-defined]
    assert found.final() == 0
    assert found.standings(Scope()).lines() == ()


def test_of_a_copy_only_the_names_are_taken_over() -> None:
    found = ledger()
    take(found, RESULT)
    nameless = RESULT._replace(players=(Person(ADA.person, None), BEN), title="Other", options={})
    take(found, nameless)
    assert [player.name for player in found.rows[RECORD, 17].players] == [None, "Ben"]
    assert found.rows[RECORD, 17].title == "Spartacus"


def test_two_results_of_one_revision_are_a_dispute_until_a_later_one_comes() -> None:
    found = ledger()
    other = RESULT._replace(places=(2, 1), scores=(9, 12))
    take(found, RESULT)
    take(found, other)
    assert found.rows[RECORD, 17].disputed
    assert found.rows[RECORD, 17].hash == max(RESULT.hash, other.hash)
    take(found, RESULT._replace(revision=1043))
    assert not found.rows[RECORD, 17].disputed


def test_a_record_belongs_to_the_table_that_told_of_it_first_and_signed() -> None:
    found = ledger(guarded=True)
    assert take(found, RESULT, signed=True).owner == (RECORD, "t1")  # type: ignore[attr-defined]
    take(found, RESULT, "t2", signed=True)  # a copy of what is known
    with pytest.raises(Refused, match="owner"):
        take(found, RESULT._replace(revision=1043), "t2", signed=True)
    with pytest.raises(Refused, match="owner"):
        take(found, RESULT._replace(game=18), "t2")
    found.owners[RECORD] = "t2"  # the organiser has adopted it
    take(found, RESULT._replace(revision=1043), "t2", signed=True)
    assert found.rows[RECORD, 17].revision == 1043


def test_a_table_has_room_for_a_hundred_records() -> None:
    found = ledger()
    for number in range(RECORDS_MOST):
        take(found, RESULT._replace(record=f"{number:032x}"))
    with pytest.raises(Refused, match="limit"):
        take(found, RESULT)


def test_the_evening_stays_that_of_the_first_arrival_where_the_clock_was_wrong() -> None:
    found = ledger()
    unsure = RESULT._replace(clock=False)
    take(found, unsure)
    take(found, unsure._replace(revision=1050), now=NOW + 3 * 86400)
    assert found.rows[RECORD, 17].day == EVENING
    assert found.rows[RECORD, 17].arrived == NOW + 3 * 86400


def test_who_is_forgotten_has_no_name_any_more() -> None:
    found = ledger()
    take(found, RESULT)
    found.forget({ADA.person})
    take(found, RESULT)
    take(found, RESULT._replace(game=18))
    assert {row.players for row in found.rows.values()} == {(Person(ADA.person, None), BEN)}


def messages(seed: int) -> list[ResultMessage]:
    """Some games of two records, each with some revisions, one of them disputed."""
    chance, found = random.Random(seed), []
    for game in range(1, 9):
        for revision in range(1, chance.randint(2, 4)):
            places = chance.choice([(1, 2), (2, 1), (1, 1)])
            result = RESULT._replace(
                record=chance.choice([RECORD, OTHER]), game=game, revision=10 * game + revision, places=places
            )
            found.append(result if chance.random() < 0.8 else withdrawn(result, result.revision))
    found.append(found[0]._replace(entries=45))
    return found


@given(st.integers(0, 10**6), st.randoms(use_true_random=False))
def test_order_repetition_and_division_make_no_difference(seed: int, chance: random.Random) -> None:
    all_of_them = messages(seed)
    whole, mixed, halves = ledger(), ledger(), [ledger(), ledger()]
    for message in all_of_them:
        take(whole, message)
        take(chance.choice(halves), message)
    shuffled = [*all_of_them, *chance.choices(all_of_them, k=9)]
    chance.shuffle(shuffled)
    mixed.standings(Scope())  # kept from the start
    for message in shuffled:
        take(mixed, message)
    for half in halves:  # what each board heard is told to both in the end
        for message in all_of_them:
            take(half, message)
    for other in (mixed, *halves):
        assert other.rows == whole.rows
        assert other.standings(Scope()).lines() == whole.standings(Scope()).lines()
    latest: dict[tuple[str, int], ResultMessage] = {}
    for message in sorted(all_of_them, key=lambda message: (message.revision, message.hash)):
        latest[message.record, message.game] = message
    replay = [row.counted for row in whole.rows.values() if latest[row.key].state == "final"]
    assert whole.standings(Scope()).lines() == Standings([one for one in replay if one is not None]).lines()
    assert Counter(row.state for row in whole.rows.values()) == Counter(message.state for message in latest.values())


def test_a_scope_is_days_and_kinds() -> None:
    found = ledger()
    take(found, RESULT)
    take(found, RESULT._replace(game=18, kind="skat", clock=False), now=NOW + 86400)
    assert len(found.standings(Scope())) == 2
    assert len(found.standings(Scope(first="2026-11-23"))) == 1
    assert len(found.standings(Scope(last=EVENING))) == 1
    assert len(found.standings(Scope(kinds=("skat", "hearts")))) == 1
    assert len(found.standings(Scope(kinds=("hearts",)))) == 0


@given(shown=names.names, revisions=st.integers(1, 4))
def test_the_name_of_who_is_forgotten_is_in_no_file_while_the_board_runs(shown: str, revisions: int) -> None:
    shown = f"«{shown}»"  # a name of one letter is in every file
    written = json.dumps(shown, ensure_ascii=False).encode()
    with TemporaryDirectory() as name:
        folder, found = Path(name), ledger()
        with closing(Store(folder)) as board, closing(Store(folder)) as organiser:
            for revision in range(1, revisions + 1):
                players = (Person(ADA.person, shown), BEN)
                take(found, RESULT._replace(revision=revision, players=players))
                board.commit(found.rows.values(), ())
            assert any(written in file.read_bytes() for file in folder.iterdir())
            assert organiser.forget(ADA.person) == 1
            assert not any(written in file.read_bytes() for file in folder.iterdir())
            assert board.was_changed()
            assert [row.players for row in board.rows()] == [(Person(ADA.person, None), BEN)]


def test_what_is_stored_is_there_again(tmp_path: Path) -> None:
    found, store = ledger(), Store(tmp_path)
    for message in messages(4):
        take(found, message)
    store.commit(found.rows.values(), [(RECORD, "t1")])
    store.close()
    again = Store(tmp_path)
    assert {row.key: row for row in again.rows()} == found.rows
    assert again.owners() == {RECORD: "t1"}
    before = again.id
    again.renew()
    assert (len(before), again.id == before) == (32, False)
    other = Store(tmp_path)
    assert not again.was_changed()
    other.adopt(OTHER, "t2")
    assert other.forget(ADA.person) == len(found.rows)
    assert again.was_changed()
    assert not again.was_changed()
    assert again.owners() == {RECORD: "t1", OTHER: "t2"}
    assert again.forgotten() == {ADA.person}
    assert all(row.players[0] == Person(ADA.person, None) for row in again.rows())
    other.close()
    again.close()
