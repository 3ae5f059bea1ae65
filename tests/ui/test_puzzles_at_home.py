"""Puzzles from one's own games, at home: which are kept, and that one is offered until it is solved or shown."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from device import WALL, Answer, Player, chosen, homeward, look, pick, played, says
from installed import Record
from thinkers import Direct

from companion.app.reviewing import keep_looks
from companion.app.thinking import Request
from companion.games.registry import game
from companion.kit.search.review import LookedAt
from companion.play.timeline import Snapshot
from companion.record.lists import REVIEWS
from companion.session.game_library import FILE
from companion.session.kept_reviews import Looks
from companion.session.review import as_reviewed, places_of
from companion.session.session import Session
from companion.ui.home import Home
from companion.ui.review import Puzzle, Review, Tried, Turning
from companion.ui.table import Table
from hardware.simulated import SimulatedClock

ADA_BEN = ("Ada", "Ben")
OFFER = "Ada to move: win"
MONTH_S = 31 * 86_400.0


def whole_game() -> list[str]:
    """A game of two people who stop as soon as they may."""
    rules, dice = game("praetorians"), Random(3)
    now, texts = rules.start(2, rules.complete({})), list[str]()
    while now.outcome is None:
        legal = now.legal()
        texts.append(str(next((one for one in legal if one == "stop"), None) or dice.choice(legal)))
        now = now.after(game("praetorians").read(texts[-1]))
    return texts


def finished(session: Session) -> Snapshot:
    session.start("praetorians", ADA_BEN, {})
    for text in whole_game():
        step = session.enter(text)
    return step


def looked_at(step: Snapshot, missed: int) -> tuple[LookedAt, ...]:
    """Looks from the end back: in as many of the first stops as `missed` a proven win of Ada was thrown away."""
    assert step.timeline is not None
    looks, left = [], missed
    for number, ply in enumerate(step.timeline[1:], 1):
        look = LookedAt(number, ply.text, "choice", 0, (0.5, 0.5), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.5, 0.5))
        if left and ply.text == "stop":
            left -= 1
            look = look._replace(
                before=(1.0, 0.0), choice=(-0.5, 0.5), faults=((0, -0.5),), better="another", proven=True
            )
        looks.append(look)
    assert not left
    return tuple(looks[::-1])


def kept(session: Session, step: Snapshot, missed: int) -> None:
    looks = Looks(looked_at(step, missed))
    keep_looks(session.folder, step, looks)
    session.keep_puzzles(as_reviewed(step, looks))


class MissesOneWin(Direct):
    """It says that the first stop threw a proven win away, and that another card was better."""

    def reply(self, requests: Sequence[Request]) -> dict[str, Any]:
        found: dict[str, Any] = super().reply(requests)
        for ply in found["review"]["plies"]:
            ply["faults"], ply["better"] = [], None
            if ply["ply"] == whole_game().index("stop") + 1:
                ply.update(before=[1.0, 0.0], faults=[[0, -0.5]], better="another", proven=True)
        return found


def test_a_win_that_was_missed_is_a_puzzle_at_home_until_it_is_solved(tmp_path: Path) -> None:
    with Record(tmp_path, ADA_BEN) as record:
        finished(Session(record, SimulatedClock(WALL)))

    def player() -> Player:
        yield from homeward()
        assert not (yield from offers())
        yield from says("back")
        yield from pick("Review")
        yield from says("back")
        yield from homeward()
        yield from pick("Ada to move")
        seen.append((yield from look()))
        yield from pick("Stop")
        seen.append((yield from look()))
        yield from says("back", "back", "back", "back")
        yield from homeward()
        assert (yield from offers()), "a wrong answer ends nothing"
        yield from pick("Ada to move")
        while chosen((yield from look())) == "Stop":
            yield "down"
        yield from says("ok", "ok")
        seen.append((yield from look()))
        yield from pick("Back")
        yield from homeward()
        assert not (yield from offers())

    seen: list[dict[str, Any]] = []
    answers = played(tmp_path, player(), worker=MissesOneWin)
    asked, wrong, solved = seen
    assert asked["lines"][0] == "Ada?"
    assert wrong["lines"][0] == "Not the best"
    assert solved["lines"][0] == "Solved"
    assert [entry for answer in answers for entry in answer["actions"]] == [], "it counts nowhere"


def test_each_win_that_was_missed_solves_it_not_only_the_one_that_is_named(tmp_path: Path) -> None:
    with Record(tmp_path, ADA_BEN) as record:
        step = finished(Session(record, SimulatedClock(WALL)))
    looks = looked_at(step, 1)
    missed = next(place for place, look in enumerate(looks) if look.proven)
    ways = looks[missed]._replace(better="flip R1", wins=("flip R1", "flip P2"))
    review = as_reviewed(step, Looks((*looks[:missed], ways, *looks[missed + 1 :])))
    (one,) = review.puzzles
    puzzle = Puzzle(Turning(Review(Home(), step), step), review.place(one), Table(), step, one)
    texts = ("flip R1", "flip P2", "flip P3", "stop")
    assert [Tried(puzzle, text).is_solved(review) for text in texts] == [True, True, False, False]


def offers() -> Generator[str, Answer, bool]:
    """Whether home offers a puzzle: all its lines are looked at."""
    first, seen = chosen((yield from look())), list[str]()
    while True:
        yield "down"
        seen.append(chosen((yield from look())))
        if seen[-1] == first:
            return OFFER in seen


def test_a_month_has_five_and_the_last_game_comes_first(tmp_path: Path) -> None:
    clock = SimulatedClock(WALL)
    with Record(tmp_path, ADA_BEN) as record:
        session = Session(record, clock)
        steps = []
        for missed in (2, 2, 2, 2):
            steps.append(finished(session))
            kept(session, steps[-1], missed)
        offered = session.puzzle()
        assert offered is not None
        assert (offered.game.id, offered.seat) == (3, 0), "of the third one found room, of the fourth none"
        ended = 0
        while (offered := session.puzzle()) is not None:
            session.end_puzzle(offered.game.id, offered.ply)
            ended += 1
        assert ended == 5
        clock.set_wall(WALL + MONTH_S)
        kept(session, finished(session), 1)
        offered = session.puzzle()
        assert offered is not None
        assert offered.game.id == 5
    with Record(tmp_path, ADA_BEN) as record:
        assert Session(record, clock).puzzle() == offered


def test_a_game_that_went_on_has_no_puzzle_until_it_is_looked_at_again(tmp_path: Path) -> None:
    with Record(tmp_path, ADA_BEN) as record:
        session = Session(record, SimulatedClock(WALL))
        step = finished(session)
        kept(session, step, 1)
        assert session.puzzle() is not None
        session.undo()
        assert session.puzzle() is None
        step = session.enter(whole_game()[-1])
        assert session.puzzle() is None
        kept(session, step, 1)
        assert session.puzzle() is not None


def test_what_is_no_list_of_puzzles_is_none_and_what_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    with Record(tmp_path, ADA_BEN) as record:
        session = Session(record, SimulatedClock(WALL))
        step = finished(session)
        kept(session, step, 1)
    file = tmp_path / REVIEWS / FILE
    right = file.read_text()
    for wrong in ("", "{}", "[[]]", right.replace('"ply": ', '"ply": -'), right.replace("false", "0"), right[:-9]):
        file.write_text(wrong)
        with Record(tmp_path, ADA_BEN) as record:
            assert Session(record, SimulatedClock(WALL)).puzzle() is None
    file.unlink()
    file.mkdir()
    with Record(tmp_path, ADA_BEN) as record:
        session = Session(record, SimulatedClock(WALL))
        assert session.now is not None
        kept(session, session.now, 1)
        assert session.puzzle() is not None


def test_where_the_review_is_lost_it_is_made_again(tmp_path: Path) -> None:
    with Record(tmp_path, ADA_BEN) as record:
        session = Session(record, SimulatedClock(WALL))
        step = finished(session)
        kept(session, step, 1)
    (tmp_path / REVIEWS / f"{step.setup.id}.jsonl").unlink()

    def player() -> Player:
        yield from homeward()
        yield from pick("Ada to move")

    assert played(tmp_path, player(), worker=MissesOneWin)[-1]["screen"] == "review"
    assert len(places_of(step)) == len(whole_game())
