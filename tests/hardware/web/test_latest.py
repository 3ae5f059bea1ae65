"""LatestState holds the newest state only; slow viewers skip states."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import pytest
from viewers import LABELS, Viewer, lit, message_fields, opened, shown, table

from companion.ports import DeviceState, Light, PublicView
from hardware.web.app import App
from hardware.web.latest import LatestState
from hardware.web.limits import Limits

AT_ONCE = Limits(pause_s=0.0)


class Untouched:
    """What stands for a picture that nobody may look at."""

    def __getattribute__(self, name: str) -> object:
        raise AssertionError(f"somebody has looked at {name}")


def nobody_reads() -> PublicView:
    raise AssertionError("somebody has read the table")


def test_laying_a_state_on_the_desk_neither_looks_at_it_nor_rings_while_nobody_looks() -> None:
    latest = LatestState()
    rings = opened(latest)
    for _ in range(1000):
        latest.put(DeviceState(Untouched(), Untouched(), (), None, public_view=nobody_reads))  # type: ignore[arg-type]
    assert rings.calls == []


def test_many_states_wake_the_thread_of_the_viewers_once_until_it_has_run() -> None:
    latest = LatestState()
    rings = opened(latest)
    for _ in range(100):
        latest.add_viewer()
    for count in range(1000):
        latest.put(shown(count))
    assert len(rings.calls) == 1
    rings.answer()
    latest.put(shown(1))
    assert len(rings.calls) == 1


def test_it_rings_no_more_when_all_have_gone() -> None:
    latest = LatestState()
    rings = opened(latest)
    latest.add_viewer()
    latest.remove_viewer()
    latest.put(shown())
    assert rings.calls == []


def test_a_state_can_be_stored_after_the_thread_of_the_viewers_has_ended() -> None:
    latest = LatestState()

    def ended(call: Callable[[], None]) -> None:
        raise RuntimeError("the loop is closed")

    latest.start(ended)
    latest.add_viewer()
    latest.put(shown(1))
    latest.put(shown(2))
    assert latest.public_view() == table()


def test_a_hundred_slow_viewers_each_get_the_newest_state_and_none_in_between() -> None:
    async def scene() -> None:
        latest = LatestState()
        rings = opened(latest)
        answers = App(latest, AT_ONCE)
        latest.put(shown(1))
        people = [Viewer() for _ in range(100)]
        calls = [asyncio.ensure_future(answers(one.scope(), one.receive, one.send)) for one in people]
        for one in people:
            assert (await one.take())["status"] == 200
        # All have been handed the first state, and take nothing while two hundred more are shown.
        first = [await one.offered.get() for one in people]
        for count in range(2, 202):
            latest.put(shown(count))
            rings.answer()
            await asyncio.sleep(0)
        assert all(one.offered.empty() for one in people)
        for one in people:
            one.takes.release()
        second = [await one.offered.get() for one in people]
        assert {lit(message["body"]) for message in first} == {1}
        assert {lit(message["body"]) for message in second} == {201}
        for one in people:
            one.leaves.set()
        await asyncio.gather(*calls)

    asyncio.run(scene())


def test_a_state_is_made_into_a_message_once_for_all_and_the_table_read_once_a_table() -> None:
    reads = 0

    def read() -> PublicView:
        nonlocal reads
        reads += 1
        return table("Ada is in turn")

    latest = LatestState()
    first, second = shown(1, read), shown(2, read)
    assert latest.message(first) is latest.message(first)
    assert message_fields(latest.message(second))["table"]["says"] == "Ada is in turn"
    assert reads == 1


def test_a_message_tells_all_that_can_be_seen() -> None:
    frame = shown(3, light=Light.DIM, turned=True)
    said = message_fields(LatestState().message(frame))
    assert said.pop("glass")[:4] == "4AAA"  # three pixels: 0b1110_0000
    assert said == {
        "light": "dim",
        "turned": True,
        "page": ["3 lit"],
        "banner": None,
        "trouble": None,
        "table": {
            "labels": LABELS,
            "game": "Praetorians",
            "says": "",
            "points": [["Ada", "26", True, False], ["Ben", "9", False, False]],
            "lines": [],
            "log": [],
            "link": "",
            "review": [],
        },
    }


def test_a_table_without_words_has_no_public_view_and_the_display_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> PublicView:
        raise ZeroDivisionError

    latest = LatestState()
    latest.message(shown(1))
    with caplog.at_level(logging.ERROR):
        said = message_fields(latest.message(shown(2, broken)))
    assert said["table"]["points"] == []
    assert said["table"]["labels"]["lost"] == "Connection lost"
    assert [record.message for record in caplog.records] == ["the table in words cannot be made"]
