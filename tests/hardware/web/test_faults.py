"""How often faults that a client may cause are logged."""

from __future__ import annotations

import pytest

from hardware.web.faults import Faults


def test_the_first_fault_is_logged_with_its_trace_and_then_one_line_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    now = [1000.0]
    faults = Faults(lambda: now[0])
    faults.log("no answer", ValueError("seven"))
    for _ in range(5000):
        faults.log("no answer", ValueError("eight"))
    now[0] += 59.0
    faults.log("no answer", ValueError("nine"))
    assert caplog.messages == ["no answer"]
    assert caplog.records[0].exc_info is not None
    now[0] += 1.0
    faults.log("no answer", ValueError("ten"))
    faults.log("no answer", ValueError("eleven"))
    assert caplog.messages[1:] == ["no answer: ValueError: ten (5002 faults since the last line)"]
    assert caplog.records[1].exc_info is None
    now[0] += 60.0
    faults.log("the queue is full")
    assert caplog.messages[2:] == ["the queue is full (2 faults since the last line)"]
