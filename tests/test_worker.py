"""The process in which the device thinks: what it answers, what it takes of the machine, and how it ends."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue

import pytest

from companion.app.thinking import Process, Request, _Running
from companion.ports import Answered, Event
from companion.services.device.loop_setup import MIND_WORKER

NEW = {"do": "new", "game": "praetorians", "players": ["a", "b"], "options": {}}
FLIP, STOP = {"do": "play", "action": "flip R7"}, {"do": "play", "action": "stop"}
SIT = {"do": "sit", "seat": 1, "level": 2, "seed": "7"}
THINK = {"do": "think", "seat": 1}


OTHERS: set[int] = set()
"""Processes that were there before the worker."""


@contextmanager
def running(module: str = MIND_WORKER) -> Iterator[tuple[Process, SimpleQueue[Event]]]:
    """A worker and what it answers."""
    answers: SimpleQueue[Event] = SimpleQueue()
    OTHERS.clear()
    OTHERS.update(children())
    worker = Process(answers.put, module)
    try:
        yield worker, answers
    finally:
        worker.close()


def answer(answers: SimpleQueue[Event]) -> Answered:
    found = answers.get()
    assert isinstance(found, Answered)
    return found


def children() -> set[int]:
    """The processes that this one has started since the worker was made."""
    found = Path(f"/proc/self/task/{os.getpid()}/children").read_text()
    return {int(number) for number in found.split()} - OTHERS


def test_it_answers_the_last_request_and_is_sent_only_what_it_does_not_know() -> None:
    with running() as (worker, answers):
        worker.ask(1, [NEW, FLIP, STOP], [SIT, THINK])
        first = answer(answers)
        assert first.number == 1
        assert first.reply is not None
        assert first.reply["thought"]["seat"] == 1
        worker.stop()  # nothing is open: the answer to this is taken for no other
        worker.ask(2, [NEW, FLIP, STOP, FLIP | {"action": "flip B10"}], [SIT, {"do": "view"}])
        second = answer(answers)
        assert second.number == 2
        assert second.reply is not None
        assert second.reply["view"]["ply"] == 3
        worker.ask(3, [NEW, FLIP], [{"do": "view"}])
        third = answer(answers)
        assert third.reply is not None
        assert third.reply["view"]["ply"] == 1, "another way begins anew"


def test_a_way_longer_than_any_pipe_goes_through() -> None:
    with running() as (worker, answers):
        way: list[Request] = [NEW, *[FLIP, {"do": "undo"}] * 20_000]  # a megabyte
        worker.ask(1, way, [{"do": "view"}])
        found = answer(answers)
        assert found.reply is not None
        assert found.reply["view"]["ply"] == 0


def test_a_worker_that_is_killed_says_so_and_the_next_question_starts_another(tmp_path: Path) -> None:
    with running() as (worker, answers):
        worker.ask(1, [NEW, FLIP, STOP], [SIT, THINK])
        answer(answers)
        (process,) = children()
        os.kill(process, signal.SIGKILL)
        assert answer(answers) == Answered(0, None)
        worker.ask(2, [NEW, FLIP, STOP], [SIT, THINK])
        found = answer(answers)
        assert found.reply is not None
        assert found.number == 2


def test_a_worker_that_dies_over_a_question_answers_it_with_nothing() -> None:
    with running("companion.no_such_module") as (worker, answers):
        worker.ask(5, [NEW], [THINK])
        first = answer(answers)
        # A process that has died before it was asked says so for no question, before the question is answered.
        assert (answer(answers) if first == Answered(0, None) else first) == Answered(5, None)


def test_a_worker_that_has_ended_before_it_is_asked_refuses() -> None:
    answers: SimpleQueue[Event] = SimpleQueue()
    worker = _Running("companion.no_such_module", answers.put)
    assert answers.get() == Answered(0, None)
    with pytest.raises(BrokenPipeError, match="its process has ended"):
        worker.ask(5, [], [b"{}\n"])
    worker.close()


def test_it_takes_what_others_leave_and_has_nothing_open_but_its_pipes() -> None:
    with running() as (worker, answers):
        worker.ask(1, [NEW, FLIP, STOP], [SIT, THINK])
        answer(answers)
        (process,) = children()
        assert os.sched_getscheduler(process) == os.SCHED_IDLE
        assert os.getpriority(os.PRIO_PROCESS, process) == 19
        opened = [str(descriptor.readlink()) for descriptor in Path(f"/proc/{process}/fd").iterdir()]
        assert sum(name.startswith("pipe:") for name in opened) == 2
        assert {name for name in opened if not name.startswith("pipe:")} <= {"/dev/null"}
        limits = Path(f"/proc/{process}/limits").read_text()
        assert f"{160 * 1024 * 1024}" in next(line for line in limits.splitlines() if "address space" in line)


def test_it_ends_when_its_pipe_closes() -> None:
    with running() as (worker, answers):
        worker.ask(1, [NEW], [{"do": "view"}])
        answer(answers)
    assert children() == set()
