"""The newest state lies on the latest, and nothing older waits for anybody."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import pytest
from onlookers import LABELS, Onlooker, lit, opened, shown, table, told

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


def test_however_much_is_shown_the_onlookers_are_rung_once_until_they_look_up() -> None:
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


def test_a_desk_whose_onlookers_thread_has_ended_is_laid_on_all_the_same() -> None:
    latest = LatestState()

    def ended(call: Callable[[], None]) -> None:
        raise RuntimeError("the loop is closed")

    latest.opened(ended)
    latest.add_viewer()
    latest.put(shown(1))
    latest.put(shown(2))
    assert latest.public_view() == table()


def test_a_hundred_slow_onlookers_each_get_the_newest_state_and_none_in_between() -> None:
    async def scene() -> None:
        latest = LatestState()
        rings = opened(latest)
        answers = App(latest, AT_ONCE)
        latest.put(shown(1))
        people = [Onlooker() for _ in range(100)]
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
    assert told(latest.message(second))["table"]["says"] == "Ada is in turn"
    assert reads == 1


def test_a_message_tells_all_that_can_be_seen() -> None:
    frame = shown(3, light=Light.DIM, turned=True)
    said = told(LatestState().message(frame))
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
        },
    }


def test_a_table_that_cannot_be_told_costs_its_words_and_not_the_glass(caplog: pytest.LogCaptureFixture) -> None:
    def broken() -> PublicView:
        raise ZeroDivisionError

    latest = LatestState()
    latest.message(shown(1))
    with caplog.at_level(logging.ERROR):
        said = told(latest.message(shown(2, broken)))
    assert said["table"]["points"] == []
    assert said["table"]["labels"]["lost"] == "Connection lost"
    assert [record.message for record in caplog.records] == ["the table in words cannot be made"]
