"""The referee as a process: requests from standard input, each answered on standard output before the next."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from select import POLLERR, poll, select
from time import monotonic

from companion.console import standard_input
from companion.games.pad.collection import AllGames
from companion.kit.game import Game
from companion.kit.search.mind import Mind
from companion.referee import LINE_MOST, answer, is_stop
from companion.referee.state import Outside


def serve(games: AllGames, mind: Callable[[Game], Mind | None] | None = None) -> int:
    """Answer requests from standard input, with these games, and their minds or another; the exit status."""
    referee = None
    write = sys.stdout.buffer
    requests = Requests(standard_input().fileno(), write.fileno())
    outside = Outside(monotonic, requests.stop) if mind is None else Outside(monotonic, requests.stop, mind)
    for request in requests:
        answered = answer(referee, request, games, outside)
        referee = answered.referee
        write.write(answered.reply + b"\n")
        write.flush()
        if answered.last:
            break
    return 0


class Requests:
    """The lines that come through a file descriptor, without their line feeds; None for one that is too long. The
    answers go to another one.

    The next line can be looked at before the one at hand is answered.
    """

    def __init__(self, descriptor: int, answers: int) -> None:
        self._descriptor = descriptor
        self._answers = poll()
        self._answers.register(answers, 0)
        self._bytes = b""
        self._ended = False
        self._next_waits = False  # it was looked at and is no `stop`

    def __iter__(self) -> Iterator[bytes | None]:
        while True:
            while self._incomplete():
                self._receive()
            if not self._bytes:
                return
            self._next_waits = False
            line, feed, rest = self._bytes.partition(b"\n")
            while not feed and not self._ended:  # too long: the rest of the line is skipped
                self._bytes = b""
                self._receive()
                _, feed, rest = self._bytes.partition(b"\n")
            self._bytes = rest
            yield line if len(line) <= LINE_MOST else None

    def stop(self) -> bool:
        """Whether the next line has come and is `stop`, the input has ended behind this one, or nobody reads the
        answers any more. It does not wait.
        """
        while not self._next_waits and self._incomplete() and select([self._descriptor], [], [], 0)[0]:
            self._receive()
        if not self._next_waits and not self._incomplete():
            line = self._bytes.partition(b"\n")[0]
            if not self._bytes or (len(line) <= LINE_MOST and is_stop(line)):
                return True
            self._next_waits = True
        return any(event & POLLERR for _, event in self._answers.poll(0))

    def _incomplete(self) -> bool:
        return not self._ended and len(self._bytes) <= LINE_MOST and b"\n" not in self._bytes

    def _receive(self) -> None:
        received = os.read(self._descriptor, LINE_MOST)
        self._bytes += received
        self._ended = not received
