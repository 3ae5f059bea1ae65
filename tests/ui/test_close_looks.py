"""A whole review is made better while nobody needs the device: each ply is looked at with ten times the work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, cast

from device import WALL, Answer, Player, begun, look, pick, played, says
from installed import Record
from thinkers import Direct

from companion.app.thinking import Request, Thinking
from companion.games.registry import game
from companion.kit.rules import Position, play
from companion.ports import Answered
from companion.session.session import Session
from hardware.simulated import SimulatedClock

NAMES = ("Ada", "Ben", "Cleo")
RULES = game("spartacus")
EVEN = [1 / 3] * 3
MISSED = 5
"""The entry that is a mistake, as only a close look shows."""


@cache
def whole_game() -> tuple[str, ...]:
    """The actions of a game in which everybody does the first thing that is allowed."""
    position: Position = RULES.start(3, RULES.complete({}))
    texts = list[str]()
    while position.outcome is None:
        action = position.legal()[0]
        texts.append(str(action))
        position = play(position, action)
    return tuple(texts)


PLIES = len(whole_game())
assert RULES.mind is not None
FIRST_WORK = RULES.mind.review_work


class Looks(Direct):
    """Says of these plies, by the work of the look, that "pass" would have been better; the other choices are good.

    Answers no question from `last` on, until it is let go.
    """

    last = 10_000
    dies = False
    mistakes: Mapping[int, set[int]] = {FIRST_WORK: set(), 10 * FIRST_WORK: {MISSED}}

    def reply(self, requests: Sequence[Request]) -> dict[str, Any]:
        request = cast(dict[str, Any], requests[-1])
        if request["do"] != "review":
            return cast(dict[str, Any], super().reply(requests))
        number, wrong = request["ply"], request["ply"] in self.mistakes[request["work"]]
        seat = number % 3
        ply = {
            "ply": number, "action": whole_game()[number - 1], "kind": "choice", "seat": seat,
            "before": EVEN, "choice": [0.0] * 3, "luck": [0.0] * 3, "drift": [0.0] * 3, "after": EVEN,
            "faults": [[seat, -0.3 if wrong else 0.0]], "better": "pass" if wrong else None,
        }  # fmt: skip
        return {"ok": True, "review": {"plies": [ply]}}

    def ask(self, number: int, way: Sequence[Request], then: Sequence[Request]) -> None:
        if len(self.asked) < self.last:
            super().ask(number, way, then)
        elif self.dies:
            self.put(Answered(number, None))
        else:
            self.kept = number, way, then

    def go(self) -> None:
        self.last = 10_000
        self.ask(*self.kept)

    @property
    def looks(self) -> list[tuple[object, object]]:
        """The plies that were asked for, with the work."""
        return [(request[-1]["ply"], request[-1]["work"]) for request in self.asked]


def reviewed(folder: Path, last: int, *words: str, kind: type[Looks] = Looks) -> tuple[Answer, Looks]:
    """What the glass says after so many answers to the review, all that come at once, and then these words."""
    made = list[Looks]()

    def make(put: Any) -> Looks:
        made.append(kind(put))
        made[-1].last = last
        return made[-1]

    def player() -> Player:
        yield from pick("Review")
        yield "ok"
        yield from says(*words)

    return played(folder, player(), worker=make)[-1], made[0]


def test_a_whole_review_goes_on_with_close_looks_and_shows_what_they_find(tmp_path: Path) -> None:
    begun(tmp_path, "spartacus", NAMES, *whole_game())
    first, worker = reviewed(tmp_path, PLIES)
    assert (first["screen"], first["lines"][-1]) == ("turning", f"Looking closer: 0/{PLIES}")
    assert "close" in first["lines"][1]
    assert worker.looks == [(ply, FIRST_WORK) for ply in range(PLIES, 0, -1)]
    found, worker = reviewed(tmp_path, 10_000)
    assert found["lines"][1] == "Cleo: Pass: blunder −30"
    assert not any("closer" in line for line in found["lines"])
    assert worker.looks == [(ply, 10 * FIRST_WORK) for ply in range(PLIES, 0, -1)]
    assert "following" not in worker.asked[0][-1], "nothing follows the last ply"
    told, worker = reviewed(tmp_path, 0, "ok")
    assert any(f"Entry {MISSED}:" in line for line in told["lines"])
    assert worker.asked == [], "all of it is kept"


def test_close_looks_go_on_after_a_restart_where_they_were_kept(tmp_path: Path) -> None:
    begun(tmp_path, "spartacus", NAMES, *whole_game())
    assert reviewed(tmp_path, PLIES + 25)[0]["lines"][-1] == f"Looking closer: 25/{PLIES}"
    assert reviewed(tmp_path, 10_000)[1].looks == [(ply, 10 * FIRST_WORK) for ply in range(PLIES - 20, 0, -1)]


def test_a_close_look_that_fails_leaves_the_review_as_it_is_until_people_ask_again(tmp_path: Path) -> None:
    class Dies(Looks):
        dies = True

    begun(tmp_path, "spartacus", NAMES, *whole_game())
    found, _ = reviewed(tmp_path, PLIES + 25, kind=Dies)
    assert found["screen"] == "turning"
    assert not any("closer" in line for line in found["lines"])
    assert reviewed(tmp_path, 10_000)[1].looks[0] == (PLIES - 20, 10 * FIRST_WORK)


def test_a_page_stays_though_a_close_look_takes_its_mistake_away(tmp_path: Path) -> None:
    begun(tmp_path, "spartacus", NAMES, *whole_game())
    made, seen = list[Looks](), list[Answer]()

    def make(put: Any) -> Looks:
        made.append(Looks(put))
        made[-1].last, made[-1].mistakes = PLIES, {FIRST_WORK: {3, 6, 9}, 10 * FIRST_WORK: {6, 9}}
        return made[-1]

    def player() -> Player:
        yield from pick("Review")
        yield "ok"
        yield from pick("Puzzles")
        yield "ok"
        seen.append((yield "wait 0"))
        made[0].go()
        seen.append((yield "wait 0"))
        yield from pick("Next puzzle")
        seen.append((yield from look()))

    played(tmp_path, player(), worker=make)
    before, after, then = seen
    assert (before["screen"], after["screen"], then["screen"]) == ("tried", "tried", "table")
    assert [line for line in before["lines"] if "Next" in line] == [line for line in after["lines"] if "Next" in line]


def test_nobody_waits_for_a_close_look_and_nothing_moves_on_a_lit_glass(tmp_path: Path) -> None:
    """The mark of a first look moves every second; a close look goes on for minutes while people do other things."""
    begun(tmp_path, "spartacus", NAMES, *whole_game())
    clock, open_looks = SimulatedClock(WALL), Looks(lambda event: None)
    with Record(tmp_path) as record:
        session = Session(record, clock)
        assert session.now is not None
        thinking = Thinking(session, clock, open_looks, lambda: 10.0, lambda message: None)
        thinking.review(session.now)
        waits = list[tuple[bool, float | None]]()
        for answered in range(PLIES + 1):
            thinking.attend()
            found = thinking.deadline(lit=True)
            waits.append((thinking.is_awaited, found and round(found - clock.monotonic())))
            thinking.take(Answered(answered + 1, open_looks.reply(open_looks.asked[-1])))
    assert waits == [(True, 1)] * PLIES + [(False, None)]
