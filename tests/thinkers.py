"""Workers for tests: they answer in the thread of the test, at once or when the test says so."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random

from installed import answer

from companion.app.thinking import Request
from companion.kit.rules import Position
from companion.kit.search.mind import Thought
from companion.ports import Answered, Event
from companion.referee.state import Outside, Referee


class Direct:
    """Answers at once, by the protocol. `asked` collects the questions."""

    def __init__(self, put: Callable[[Event], None]) -> None:
        self.put = put
        self.asked: list[Sequence[Request]] = []
        self.closed = 0

    def ask(self, number: int, way: Sequence[Request], then: Sequence[Request]) -> None:
        self.asked.append([*way, *then])
        self.put(Answered(number, self.reply(self.asked[-1])))

    def reply(self, requests: Sequence[Request]) -> dict[str, object]:
        """The last reply of the protocol, as JSON values."""
        referee: Referee | None = None
        found: dict[str, object] = {}
        for request in requests:
            answered = answer(referee, json.dumps(request).encode(), outside=Outside(stopped=lambda: self.stops))
            referee, found = answered.referee, json.loads(answered.reply)
        return found

    stops = False

    def stop(self) -> None: ...

    def close(self) -> None:
        self.closed += 1


class Held(Direct):
    """Thinks until it is told to stop, and answers then; `deaf`: never."""

    deaf = False
    open: int | None = None

    def ask(self, number: int, way: Sequence[Request], then: Sequence[Request]) -> None:
        self.open = number
        self.asked.append([*way, *then])

    def stop(self) -> None:
        if self.open is not None and not self.deaf:
            self.put(Answered(self.open, self.reply(self.asked[-1])))
            self.open = None

    def close(self) -> None:
        super().close()
        self.open = None


class Dead(Direct):
    """Dies at every question."""

    def ask(self, number: int, way: Sequence[Request], then: Sequence[Request]) -> None:
        self.asked.append([*way, *then])
        self.put(Answered(number, None))


def random_action(position: Position, dice: Random) -> str:
    return str(dice.choice(position.legal()))


def asked(position: Position, seat: int, thought: Thought, dice: Random) -> str | None:
    """The action for a thought; where a card of each seat counts, one of those with the card of the device."""
    if thought.action in position.legal():
        return thought.action
    if thought.card is None:
        return None
    found = [str(action) for action in position.legal() if str(action).split()[1 + seat] == str(thought.card)]
    return dice.choice(found)
