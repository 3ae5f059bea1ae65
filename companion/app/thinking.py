"""Lets the device think when it is its turn: asks the worker, takes its answer, and says what the glass may show.

The worker is the process in which the device thinks. It speaks the referee's protocol over two pipes. One thread of
this process reads the answers and only enqueues them, another one sends the questions, of any length; so nothing ever
waits for the worker. While a question is open, nothing is sent to it but `stop`.

A thought arrives like a key. It is in the record before anybody sees it. A worker that has died is started once more.
What cannot be thought even so, or because it cannot start, is chosen by the quick rule of the game; people read that.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any

from companion.app.timers import ROUNDING_S
from companion.log import Log
from companion.messages import Message
from companion.play.timeline import Snapshot
from companion.ports import Answered, Clock, Event
from companion.record import RecordTrouble
from companion.session.device import (
    BY_OK,
    BY_SECONDS,
    Chosen,
    Turn,
    asks_advice,
    mind_of,
    question_request,
    read_thought,
    requests,
    shows_odds,
)
from companion.session.session import Session
from companion.ui.screen import Answers, DeviceTurn
from companion.values import NamedTuple, Protocol

if TYPE_CHECKING:
    from companion.app.reviewing import Reviewing
    from companion.kit.search.mind import Thought
    from companion.kit.search.review import Following
    from companion.session.review import Reviewed

Request = Mapping[str, object]


class Worker(Protocol):
    """What answers questions about games, one at a time. Each answer comes into the inbox as `Answered`."""

    def ask(self, number: int, way: Sequence[Request], then: Sequence[Request]) -> None:
        """Ask the last one of `then`, at the table to which `way` leads from its beginning. Only once the last answer
        has come.

        Where nothing can be asked, the answer is `Answered` without a reply.
        """

    def stop(self) -> None:
        """Ask for the best answer that there is by now."""

    def close(self) -> None:
        """End the worker, also while a question is open; that one is not answered any more."""


class Process:
    """A `Worker` in a process of its own, started with the first question. `module` is what it runs.

    `put` takes the answers, in any thread.
    """

    def __init__(self, put: Callable[[Event], None], module: str) -> None:
        self._put = put
        self._module = module
        self._running: _Running | None = None

    def ask(self, number: int, way: Sequence[Request], then: Sequence[Request]) -> None:
        try:
            if self._running is None or self._running.ended:
                self.close()
                self._running = _Running(self._module, self._put)
            self._running.ask(number, [_line(request) for request in way], [_line(request) for request in then])
        except OSError as error:
            log.error("the device cannot think: %s", error)
            self.close()
            self._put(Answered(number, None))

    def stop(self) -> None:
        if self._running is not None:
            self._running.stop()

    def close(self) -> None:
        running, self._running = self._running, None
        if running is not None:
            running.close()


def start_module(module: str, *words: str, stderr: int = subprocess.DEVNULL) -> subprocess.Popen[bytes]:
    """Start a module of this project as a process of its own, with pipes for input and output. It is given the number
    of this process, then `words`. Raises OSError.
    """
    source = str(Path(__file__).resolve().parents[2])
    paths = [source, *filter(None, [os.environ.get("PYTHONPATH")])]
    return subprocess.Popen(
        [sys.executable, "-m", module, str(os.getpid()), *words],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)}, start_new_session=True,
    )  # fmt: skip


class _Running:
    """One process of the worker, until it ends."""

    def __init__(self, module: str, put: Callable[[Event], None]) -> None:
        self._put = put
        self._known: list[bytes] = []
        self._expected: deque[int | None] = deque()  # for each answer to come, the question, if somebody waits for it
        self.ended = self._closed = False
        self._ending = Lock()
        self._process = start_module(module)
        assert self._process.stdin is not None
        self._descriptor = self._process.stdin.fileno()
        self._unsent: SimpleQueue[bytes] = SimpleQueue()
        self._threads = [Thread(target=work, name="worker", daemon=True) for work in (self._read, self._write)]
        for thread in self._threads:
            thread.start()

    def ask(self, number: int, way: list[bytes], then: list[bytes]) -> None:
        """Send what the worker does not know yet of the way, then the rest. Raises BrokenPipeError if it has ended."""
        known = len(self._known)
        lines = [*(way[known:] if known and way[:known] == self._known else way), *then]
        self._known = way
        with self._ending:  # `_read` answers only what was asked before it
            if self.ended:
                raise BrokenPipeError("its process has ended")
            self._expected.extend([*[None] * (len(lines) - 1), number])
        self._unsent.put(b"".join(lines))

    def stop(self) -> None:
        """Ask for the best answer by now."""
        self._expected.append(None)
        self._unsent.put(_line({"do": "stop"}))

    def _write(self) -> None:
        """In a thread of its own, since a pipe takes only a part at once: send what is asked."""
        with suppress(OSError):  # it has ended, which `_read` says
            while content := self._unsent.get():
                while content:
                    content = content[os.write(self._descriptor, content) :]

    def _read(self) -> None:
        """In a thread of its own: hand on the answers that are waited for; the end of the process is one, too."""
        assert self._process.stdout is not None
        with self._process.stdout as answers:
            for line in answers:
                number = self._expected.popleft()
                if number is not None:
                    self._put(Answered(number, json.loads(line)))
        with self._ending:
            self.ended = True
            asked = next(filter(None, self._expected), 0)
        if not self._closed:
            self._put(Answered(asked, None))

    def close(self) -> None:
        """End the process."""
        self._closed = True
        self._process.kill()
        self._unsent.put(b"")
        self._process.wait()
        for thread in self._threads:
            thread.join()
        with suppress(OSError):
            assert self._process.stdin is not None
            self._process.stdin.close()


def _line(request: Request) -> bytes:
    return json.dumps(request, separators=(",", ":")).encode() + b"\n"


MARK_S = 1.0
"""How often the mark moves while the device thinks."""
ANSWER_S = 0.2
"""The time that a worker has after a request to stop, for an answer that nobody waits for."""
WANTED_S = 2.0
"""The same for an answer that the table waits for: a busy machine gives the worker little of the processor."""
REVIEW_S = 600.0
"""The most time for a ply of a review."""
REST_S = 60.0
"""The worker ends after this time without a question."""

log = Log(__name__)


ODDS, ADVICE, REVIEW = "odds", "advice", "review"


class _Question(NamedTuple):
    """A question of people about a table: its `kind`, and the snapshot, which is only equal to itself.

    A review has a question for each ply; `following` is what the look at the one after it has said. Its work is
    `closely` times that of a first look.
    """

    kind: str
    step: Snapshot
    ply: int = 0
    following: Following | None = None
    closely: int = 1


class _Job(NamedTuple):
    """A question of the worker. `what` is None once nobody waits for the answer. `until`: it is killed then.

    `by` says who has stopped it first, one of the `STOPPERS`. `again`: the worker died over it once.
    """

    number: int
    what: Turn | _Question | None
    since: float
    until: float | None = None
    by: str = ""
    again: bool = False


class Thinking:
    """The thoughts of the device for the game on the table.

    `limit_s` gives the greatest number of seconds for a thought. `report` is called with a message for
    people. Without a worker every turn is chosen by the quick rule.
    """

    def __init__(
        self,
        session: Session,
        clock: Clock,
        worker: Worker | None,
        limit_s: Callable[[], float],
        report: Callable[[Message], None],
    ) -> None:
        self._session = session
        self._clock = clock
        self._worker = worker
        self._limit_s = limit_s
        self._report = report
        self._job: _Job | None = None
        self._number = 0
        self._seen: Snapshot | None = None
        self._turn: Turn | None = None
        self._asked_at: float | None = None
        self._answers: dict[str, tuple[Snapshot, Mapping[str, Any]]] = {}
        self._reviewing: Reviewing | None = None
        self._kept: tuple[Snapshot | None, Reviewed | None] = (None, None)
        self._failed: Turn | None = None  # its choice cannot be recorded; it is asked for again when people say so

    @property
    def turn(self) -> DeviceTurn | None:
        """The turn of the device on the table, with what it has chosen, for screens; None if people act."""
        self._find_turn()  # an entry has just been made, perhaps
        if self._turn is None:
            return None
        chosen = self._session.secrets.hidden.at(self._turn)
        thought: Thought | None = chosen.thought if chosen is not None else None
        job = self._job
        mark = int(self._now - job.since) if job is not None and job.what == self._turn and thought is None else 0
        return DeviceTurn(self._turn.seat, self._turn.level, thought, mark)

    @property
    def answers(self) -> Answers:
        """What people asked about the table at hand, as far as it is known; {} where nothing could be found.

        Odds are estimated, so what an advice has proven takes the place of their shares.
        """
        now, job = self._session.now, self._job
        found = {kind: answer for kind, (step, answer) in self._answers.items() if step is now}
        mark = int(self._now - job.since) if job is not None and isinstance(job.what, _Question) else 0
        odds, advice = found.get(ODDS), found.get(ADVICE)
        if odds and advice:
            from companion.session.advice import is_proven

            odds = {**odds, "win": advice["win"], "exact": True} if is_proven(advice) else odds
        return Answers(odds, advice, self._review, mark)

    def review(self, step: Snapshot) -> None:
        """Look at a finished game again, from where the last look at it ended."""
        if self._reviewing is None:
            from companion.app.reviewing import Reviewing

            self._reviewing = Reviewing(self._session.folder, self._session.keep_puzzles)
        self._reviewing.begin(step)

    @property
    def reviewed(self) -> Reviewed | None:
        """The review of the game on the table, once it is whole; also one that was kept before a restart."""
        found, now = self._review, self._session.now
        if found is not None and found.step is now:
            return found if found.plies and found.is_whole else None
        if now is not self._kept[0]:
            self._kept = now, self._session.kept_review(now) if now is not None else None
        return self._kept[1]

    @property
    def _review(self) -> Reviewed | None:
        return self._reviewing.answer if self._reviewing is not None else None

    @property
    def is_awaited(self) -> bool:
        """Whether the device thinks, and somebody waits for it: nobody waits for a close look."""
        return self._job is not None and not _looks_closely(self._job)

    def deadline(self, *, lit: bool) -> float | None:
        """When something changes by itself; the mark moves only on a glass that is lit."""
        job = self._job
        if job is None:
            return self._asked_at + REST_S if self._asked_at is not None else None
        if job.until is not None:
            return job.until
        if _looks_closely(job):
            return None
        ends = self._ends(job)
        return min(ends, job.since + (int(self._now - job.since) + 1) * MARK_S) if lit else ends

    def attend(self, *, holds: bool = False) -> bool:
        """Begin to think, or stop, as the table now is. Call it after each event. `holds`: choose nothing yet.

        Whether the device has chosen at once.
        """
        before = len(self._session.secrets.hidden.chosen)
        self._expire()
        self._find_turn()
        what, job = self._wanted(), self._job
        if job is not None and job.what is not None and job.what != what:
            self._job = job._replace(what=None)
            self._stop(ANSWER_S)
        if self._job is None and isinstance(what, Turn):
            if not holds:
                self._think(what)
        elif self._job is None and isinstance(what, _Question):
            self._ask(what)
        return len(self._session.secrets.hidden.chosen) > before

    def enough(self) -> None:
        """Take the best that the device has thought of by now; a review goes on."""
        self._failed = None
        if self._job is not None and self._job.what is not None and not _reviews(self._job):
            self._stop(WANTED_S, BY_OK)

    def take(self, answer: Answered) -> None:
        if self._worker is not None and answer.reply is None:
            self._worker.close()  # it is dead
        job = self._job
        if job is None or job.number != answer.number:
            return
        self._job, self._asked_at = None, self._now
        if job.what is None:
            return
        reply = answer.reply
        right = reply is not None and bool(reply.get("ok"))
        if reply is None and not job.again and job.until is None and self._worker is not None:
            log.warning("the worker of the device died; it is started once more")
            self._number += 1
            self._job = job._replace(number=self._number, again=True)
            self._worker.ask(self._number, *self._question(job.what))
            return
        if not right:
            why = reply["error"]["code"] if reply is not None else "its worker died"  # a message could name a card
            log.error("the device cannot think: %s", why)
        if isinstance(job.what, _Question):
            self._answer(job.what, reply[job.what.kind] if reply is not None and right else {})
        elif reply is not None and right:
            thought = read_thought(job.what.seat, reply["thought"])
            self._record(Chosen(job.what, thought, by=job.by if thought.stopped else ""))
        else:
            self._choose_quickly(job.what)

    def close(self) -> None:
        """End the worker."""
        if self._worker is not None:
            self._worker.close()
        self._job = self._asked_at = None

    @property
    def _now(self) -> float:
        return self._clock.monotonic() + ROUNDING_S

    def _find_turn(self) -> None:
        """Whose turn it is; asked for once for every table, because it needs a digest."""
        now = self._session.now
        if self._seen is not now:
            self._seen, self._turn = now, self._session.device_turn()

    def _wanted(self) -> Turn | _Question | None:
        """What is to be thought about now: a turn of the device first, then what people ask."""
        now, turn = self._session.now, self._turn
        if turn is not None and turn != self._failed and self._session.secrets.hidden.at(turn) is None:
            return turn
        if now is not None and now.position is not None:
            for kind, wanted in ((ADVICE, asks_advice(now)), (ODDS, shows_odds(now))):
                known = self._answers.get(kind)
                if wanted and (known is None or known[0] is not now):
                    return _Question(kind, now)
        review = self._reviewing.wanted if self._reviewing is not None else None
        return _Question(REVIEW, *review) if review is not None else None

    def _answer(self, question: _Question, answer: Mapping[str, Any]) -> None:
        if question.kind == REVIEW:
            assert self._reviewing is not None
            self._reviewing.take(answer)
        else:
            self._answers[question.kind] = question.step, answer

    def _ask(self, question: _Question) -> None:
        """Ask what people want to know. Without a worker nothing is known."""
        if self._worker is None:
            self._answer(question, {})
        else:
            self._begin(question, self._worker)

    def _think(self, turn: Turn) -> None:
        arranged = self._arranged(turn)
        if arranged is not None:
            self._record(Chosen(turn, arranged))
        elif self._worker is None:
            self._choose_quickly(turn)
        else:
            self._begin(turn, self._worker)

    def _begin(self, what: Turn | _Question, worker: Worker) -> None:
        self._number += 1
        self._job = _Job(self._number, what, self._clock.monotonic())
        worker.ask(self._number, *self._question(what))

    def _question(self, what: Turn | _Question) -> tuple[Sequence[Request], Sequence[Request]]:
        """The requests of the protocol: those that lead to the table, and those that ask."""
        if isinstance(what, _Question):
            return requests(what.step), [question_request(*what)]
        from companion.session.secrets import seat_requests

        now = self._session.now
        assert now is not None
        return requests(now), seat_requests(now, what, self._session.secrets.hidden)

    def _arranged(self, turn: Turn) -> Thought | None:
        """A turn for which nothing has to be thought: chance alone has arranged the device's army for the start.

        Where the device cannot know any more what it has laid face down, people enter its turn.
        """
        from companion.kit.search.mind import Thought, even
        from companion.session.secrets import sight_of

        now = self._session.now
        assert now is not None
        mind, sight = mind_of(now.setup), sight_of(now, turn, self._session.secrets.hidden)
        if sight.secrets is None:  # people set the table, or turned up another card than it had laid
            return Thought(turn.seat, None, even(len(now.setup.names)), extra={"unknown": True})
        if mind is None or mind.arrange is None or not sight.secrets:
            return None
        return mind.quick(sight)._replace(extra={"arrangement": mind.shown(sight.secrets)})

    def _choose_quickly(self, turn: Turn) -> None:
        """Choose by the quick rule of the game, and say so once, until a choice of the game is thought again."""
        from companion.session.secrets import sight_of

        now, hidden = self._session.now, self._session.secrets.hidden
        assert now is not None
        mind, said = mind_of(now.setup), bool(hidden.chosen) and hidden.chosen[-1].quick
        assert mind is not None
        quick = Chosen(turn, mind.quick(sight_of(now, turn, hidden)), quick=True)
        if self._record(quick) and not said:
            self._report(Message("device.quick"))

    def _record(self, chosen: Chosen) -> bool:
        """Record a choice; whether it is in the record now."""
        try:
            self._session.secrets.choose(chosen)
        except RecordTrouble as trouble:
            self._failed = chosen.turn
            self._report(trouble.message)
            return False
        return True

    def _stop(self, wait_s: float, by: str = "") -> None:
        assert self._worker is not None
        assert self._job is not None
        if self._job.until is None:
            self._worker.stop()
            self._job = self._job._replace(until=self._clock.monotonic() + wait_s, by=by)
        else:
            self._job = self._job._replace(until=min(self._job.until, self._clock.monotonic() + wait_s))

    def _expire(self) -> None:
        """Do what is due: end a long thought, kill a worker that does not answer, let an idle one end."""
        job = self._job
        if job is None:
            if self._asked_at is not None and self._now >= self._asked_at + REST_S:
                self.close()
        elif job.until is not None:
            if self._now >= job.until:
                self.close()
                if isinstance(job.what, _Question):
                    self._answer(job.what, {})
                elif job.what is not None and job.what == self._turn:
                    self._choose_quickly(job.what)
        elif not _looks_closely(job) and self._now >= self._ends(job):
            self._stop(WANTED_S, BY_SECONDS)

    def _ends(self, job: _Job) -> float:
        """When a thought must end: a ply of a review takes as long as it takes."""
        return job.since + (REVIEW_S if _reviews(job) else self._limit_s())


def _looks_closely(job: _Job) -> bool:
    """It takes as long as it takes."""
    return isinstance(job.what, _Question) and job.what.closely > 1


def _reviews(job: _Job) -> bool:
    return isinstance(job.what, _Question) and job.what.kind == REVIEW
