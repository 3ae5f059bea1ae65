"""The requests about thinking: seats of the device, thoughts, odds, advice, the review of a finished game.

None of them changes the view. Each reads its fields first; then the game, the seat, the end, the mind, the moment and
what is hidden are checked, in this order.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from companion.kit.levels import CHILD, DEEP, HEIGHT_MOST, height
from companion.kit.rules import BadSeat, Over, Seat
from companion.kit.search.mind import BadSecrets, Mind, Sight, Thought, until
from companion.kit.search.review import Following, as_json, look_again
from companion.kit.search.stages import Stages
from companion.kit.search.weaker import WORK_MOST, think_at, work_at
from companion.reader import Reader, as_short_json
from companion.referee.state import BadRequest, NoMind, NotNow, Outside, Private, Referee, Seated, require_game
from companion.sealed import chance_of, seal_of

SECONDS = (0.01, 600)
SEED = "0"
"""The seed where none is given."""
BEST = "4"
ODDS_LEVEL = "2"
"""Odds have the work of this level where none is given."""

Reply = tuple[dict[str, object], Referee]
"""The fields of a reply besides `ok`, and the game after it."""


class Effort(NamedTuple):
    """How much to think: `work` or a `level`, at most one of them; the greatest number of seconds; the seed."""

    work: int | None
    level: str | None
    seconds: float | None
    seed: str | None

    def of(self, mind: Mind, seated: Seated | None) -> tuple[str, int]:
        """The level and the work. A level that is not given is the seat's, or the best for work alone."""
        level = self.level or (seated.level if seated else BEST)
        return level, self.work or work_at(mind, level)


class Patience:
    """Whether a mind is to stop before its work is done: once it is true, it stays so."""

    __slots__ = ("_deadline", "_outside", "_over")

    def __init__(self, seconds: float | None, outside: Outside) -> None:
        self._outside = outside
        self._deadline = None if seconds is None else outside.clock() + seconds
        self._over = False

    def __call__(self) -> bool:
        if not self._over:
            late = self._deadline is not None and self._outside.clock() >= self._deadline
            self._over = late or self._outside.stopped()
        return self._over


def sit(referee: Referee | None, fields: Reader, outside: Outside) -> Reply:
    """`sit`: a seat becomes the device's, or with level null nobody's of the device."""
    number = _whole(fields.member("seat"))
    chosen = None if "height" not in fields.members() and fields.member("level").is_null else _level(fields)
    seed = _seed(fields)
    referee = require_game(referee)
    seat = _seat(referee, number)
    _require_running(referee)
    mind = _require_mind(referee, outside)
    if chosen is None:
        return {"seal": None, "mind": mind.version}, referee.stand(seat)
    if seed is None:
        seed = referee.seated[seat].seed if seat in referee.seated else SEED
    return {"seal": seal_of(seed), "mind": mind.version}, referee.sit(seat, Seated(chosen, seed))


def think(referee: Referee | None, fields: Reader, outside: Outside) -> Reply:
    """`think`: what the mind would do on a seat, knowing what the seat has hidden."""
    number = _whole(fields.member("seat"))
    effort = _effort(fields, referee.seated.get(number) if referee else None)
    referee = require_game(referee)
    seat = _seat(referee, number)
    _require_running(referee)
    mind = _require_mind(referee, outside)
    _require_turn(referee, seat, mind)
    secrets = referee.secrets(seat, mind)
    if secrets is None:
        raise Private("refused.request.private", seat=seat)
    thought = _thought(mind, referee, Sight(referee.position, seat, secrets), effort, outside)
    return {"thought": thought.as_json()}, referee.thought(thought) if seat in referee.seated else referee


def _thought(mind: Mind, referee: Referee, sight: Sight[Any], effort: Effort, outside: Outside) -> Thought:
    """The thought of the seat of a sight, with as much work as a request asks for."""
    seated = referee.seated.get(sight.seat)
    level, work = effort.of(mind, seated)
    stages = Stages(work, Patience(effort.seconds, outside))
    chance = chance_of(effort.seed or (seated.seed if seated else SEED), referee.ply, sight.seat)
    return stages.result(think_at(mind, sight, level, chance, stages))


def advise(referee: Referee | None, fields: Reader, outside: Outside) -> Reply:
    """`advise`: a thought for who is to act, the lower seat if two are, from what everybody knows."""
    seat = min(referee.position.to_act, default=None) if referee else None
    seated = referee.seated.get(seat) if referee and seat is not None else None
    effort = _effort(fields, seated)
    referee = require_game(referee)
    _require_running(referee)
    mind = _require_mind(referee, outside)
    assert seat is not None
    _require_turn(referee, seat, mind)
    secrets = mind.hidden(referee.position, seat)
    if secrets is None or not mind.advisable(referee.position):
        raise Private("refused.request.private-advice")
    thought = _thought(mind, referee, Sight(referee.position, seat, secrets), effort, outside)
    return {"advice": thought._replace(card=None).as_json()}, referee


def odds(referee: Referee | None, fields: Reader, outside: Outside) -> Reply:
    """`odds`: what is likely, from what everybody knows."""
    effort = _effort(fields, Seated(ODDS_LEVEL, SEED))
    referee = require_game(referee)
    _require_running(referee)
    position = referee.position
    mind = outside.mind(referee.game)
    if mind is not None and mind.plays(referee.options):
        _, work = effort.of(mind, Seated(ODDS_LEVEL, SEED))
        chance = chance_of(effort.seed or SEED, referee.ply, position.to_act[0])
        return {"odds": mind.odds(position, chance, until(work, Patience(effort.seconds, outside)))}, referee
    if mind is not None and mind.shares_of_scores is not None:
        return {"odds": {"win": list(mind.shares_of_scores(position)), "exact": False, "work": 0}}, referee
    raise _no_mind(referee)


def review(referee: Referee | None, fields: Reader, outside: Outside) -> Reply:
    """`review`: a finished game looked at again, ply by ply; if it is stopped, the plies until then.

    With `ply` only that one, as if the game began there; `following` are then the shares of the table after it, as the
    look at the next ply has said, and `proven` whether they are.
    """
    effort = _effort(fields, None)
    ply = _given(fields, "ply")
    only = None if ply is None else ply.integer(1, WORK_MOST)
    shares, proven = _given(fields, "following"), _given(fields, "proven")
    seats = None if referee is None else len(referee.players)
    sure = proven is not None and proven.boolean()
    values = None if shares is None else tuple([share.number(0, 1) for share in shares.entries(seats)])
    following = None if values is None else Following(values, sure)
    referee = require_game(referee)
    mind = _require_mind(referee, outside)
    if referee.position.outcome is None:
        raise NotNow("refused.request.not-over")
    _, work = effort.of(mind, None)
    is_stopped = Patience(effort.seconds, outside)
    past, seed = referee.past, effort.seed or SEED

    def chance_at(n: int) -> Random:
        return chance_of(seed, n, min(past.positions[n].to_act))

    looked = None if only is None else range(len(past.actions))[only - 1 : only]
    looks = list(look_again(mind, past, chance_at, work, is_stopped, looked, following))
    return {"review": as_json(looks[::-1], past, work)}, referee


def know(referee: Referee | None, fields: Reader, outside: Outside) -> Reply:
    """`know`: what a seat has hidden."""
    number = _whole(fields.member("seat"))
    secrets = fields.member("secrets")
    members = secrets.members()
    referee = require_game(referee)
    seat = _seat(referee, number)
    mind = _require_mind(referee, outside)
    if mind.read is not None:
        return {}, referee.know(seat, mind.read(referee.position, seat, secrets))
    if members:
        raise BadSecrets("refused.request.no-secrets", name=next(iter(members)))
    return {}, referee


def _seat(referee: Referee, number: int) -> Seat:
    if not 0 <= number < len(referee.players):
        raise BadSeat("refused.no-seat", number=as_short_json(number), count=len(referee.players))
    return number


def _require_running(referee: Referee) -> None:
    if referee.position.outcome is not None:
        raise Over("refused.over")


def _require_mind(referee: Referee, outside: Outside) -> Mind:
    mind = outside.mind(referee.game)
    if mind is None or not mind.plays(referee.options):
        raise _no_mind(referee)
    return mind


def _no_mind(referee: Referee) -> NoMind:
    return NoMind("refused.request.no-mind", game=referee.game.in_messages)


def _require_turn(referee: Referee, seat: Seat, mind: Mind) -> None:
    if seat not in referee.position.to_act or not mind.may_think(referee.position, seat):
        raise NotNow("refused.request.not-now", seat=seat)


def _effort(fields: Reader, usual: Seated | None) -> Effort:
    """How much to think; `usual` has the level that counts where none is given, None if one is needed."""
    work, seconds = [_given(fields, name) for name in ("work", "seconds")]
    effort = Effort(
        None if work is None else work.integer(1, WORK_MOST),
        _level(fields),
        None if seconds is None else seconds.number(*SECONDS),
        _seed(fields),
    )
    if effort.work is not None and effort.level is not None:
        raise BadRequest("refused.request.work-and-level")
    if effort.work is None and effort.level is None and usual is None:
        raise BadRequest("refused.request.work-or-level")
    level = effort.level or (usual.level if usual is not None else "")
    if effort.work is None and effort.seconds is None and level == DEEP:
        raise BadRequest("refused.request.deep-seconds")
    return effort


def _level(fields: Reader) -> str | None:
    """The `level`, or in its place the `height`: the part of a win that a choice may give away, in whole per cents."""
    level, part = _given(fields, "level"), _given(fields, "height")
    if level is not None and part is not None:
        raise BadRequest("refused.request.level-and-height")
    if part is not None:
        percent = round(100 * part.number(0, HEIGHT_MOST / 100))
        return height(percent)
    return None if level is None else str(level.integer(int(CHILD), int(DEEP)))


def _given(fields: Reader, name: str) -> Reader | None:
    return fields.members().get(name)


def _whole(value: Reader) -> int:
    if type(value.value) is not int:
        value.raise_wrong("value.whole")
    return value.value


def _seed(fields: Reader) -> str | None:
    seed = _given(fields, "seed")
    return None if seed is None else seed.matching("[0-9A-Za-z.-]{1,64}", "value.seed")
