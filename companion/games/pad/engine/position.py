"""A moment of a pad's game: what was entered this round, and the scores of the rounds before."""

from __future__ import annotations

from typing import NamedTuple

from companion.games.pad.engine.choice import Choice, Value
from companion.games.pad.engine.formula import Env, bounded
from companion.games.pad.engine.notation import FINISH, Enter, written
from companion.games.pad.engine.pad import BOUND, NOBODY, Field
from companion.games.pad.engine.setting import Entered, Scores, Setting, Used
from companion.kit.rules import Action, Illegal, Outcome, Seat, Table


class Counted(NamedTuple):
    """A round that counts: the points by side (in turns of format 1 only for the seat in turn), and what follows.

    `next` is the seat that the pad's `next` names; None without it.
    """

    points: Scores
    scores: Scores
    tallies: tuple[Scores, ...]
    next: Seat | None


class PadPosition:
    """What was entered up to step `at` of the round, or of the turn of seat `turn`; over when `outcome` is not None.

    `begins` is the seat that begins the round, None where that follows from its number. `used` are the values entered
    before.
    """

    __slots__ = (
        "_asked",
        "_env",
        "_legal",
        "_out",
        "at",
        "begins",
        "entered",
        "outcome",
        "round",
        "scores",
        "setting",
        "tallies",
        "turn",
        "used",
    )

    def __init__(
        self,
        setting: Setting,
        number: int,
        turn: Seat | None,
        scores: Scores,
        tallies: tuple[Scores, ...],
        entered: Entered | None = None,
        at: int = 0,
        *,
        begins: Seat | None = None,
        used: Used | None = None,
        over: bool = False,
    ) -> None:
        self.setting = setting
        self.round = number
        self.turn = turn
        self.scores = scores
        self.tallies = tallies
        self.entered = setting.none_entered if entered is None else entered
        self.at = at
        self.begins = begins
        self.used = setting.none_used if used is None else used
        self.outcome: Outcome | None = _outcome(setting, scores, tallies) if over else None
        self._asked: Choice | None = None
        self._env: Env | None = None
        self._legal: tuple[Action, ...] | None = None
        self._out: tuple[bool, ...] | None = None

    @property
    def to_act(self) -> tuple[Seat, ...]:
        """The seats that may enter now: in turns the seat in turn; in rounds every seat."""
        if self.outcome is not None:
            return ()
        return tuple(range(self.setting.players)) if self.turn is None else (self.turn,)

    # -- what is asked

    @property
    def starter(self) -> Seat:
        """The seat that begins the round (PAD-1)."""
        return self.setting.starter(self.round) if self.begins is None else self.begins

    @property
    def dealer(self) -> Seat:
        """The seat that deals; -1 for nobody (PAD-1)."""
        return self.setting.dealer(self.starter, self.out)

    @property
    def first(self) -> Seat:
        """The seat in turn, or the one that begins the round."""
        return self.starter if self.turn is None else self.turn

    @property
    def out(self) -> tuple[bool, ...]:
        if self._out is None:
            self._out = self.setting.out(self.scores, self.tallies)
        return self._out

    @property
    def steps(self) -> tuple[tuple[int, int], ...]:
        """What is asked in this round, or in this turn: the place of each field, and who enters it (PAD-2)."""
        return self.setting.steps(self.first, self.out if self.setting.pad.moves else (False,) * self.setting.players)

    @property
    def asked(self) -> tuple[Field, int]:
        """The field that is asked, and the seat or side that enters it; 0 for the table. Only while the game runs."""
        place, unit = self.steps[self.at]
        return self.setting.pad.fields[place], unit

    @property
    def speaker(self) -> Seat | None:
        """The seat that enters it, the lowest of a side; None for the table."""
        return self.setting.speaker(*self.asked)

    @property
    def env(self) -> Env:
        """What formulas read now."""
        if self._env is None:
            self._env = self._env_of(self.entered)
        return self._env

    def _env_of(self, entered: Entered) -> Env:
        """What formulas read when this is entered."""
        return self.setting.env(self.round, self.starter, self.turn, entered, self.scores, self.tallies)

    @property
    def choice(self) -> Choice:
        """The values that may be entered."""
        if self._asked is None:
            steps = self.steps
            place, unit = steps[self.at]
            field = self.setting.pad.fields[place]
            later = [step for step in range(self.at + 1, len(steps)) if steps[step][0] == place]
            last = not any(self._may_be_asked(step) for step in later)
            seat = self.setting.speaker(field, unit) or 0
            self._asked = Choice(
                field, self.env, seat, self.setting.players, self.entered[place], len(later), last,
                self.used[place][unit],
            )  # fmt: skip
        return self._asked

    def _is_asked(self, step: int, env: Env) -> bool:
        place, unit = self.steps[step]
        field = self.setting.pad.fields[place]
        return field.when is None or field.when(env, self.setting.speaker(field, unit) or 0) != 0

    def _may_be_asked(self, step: int) -> bool:
        """Whether the field of a later step is asked at all, as far as can be known: `when` of a joined field may read
        what is entered between now and then.
        """
        steps, fields = self.steps, self.setting.pad.fields
        when = fields[steps[step][0]].when
        open_fields = {fields[place].name for place, _ in steps[self.at + 1 : step]}
        return self._is_asked(step, self.env) or (when is not None and not open_fields.isdisjoint(when.uses))

    @property
    def may_finish(self) -> bool:
        """Whether people may end the game now (PAD-7)."""
        begun = self.round > 1 or (self.turn or 0) > 0
        return self.setting.pad.finish and self.outcome is None and self.at == 0 and begun

    @property
    def scores_so_far(self) -> Scores:
        """The scores; in a game of one round those that it would bring if it ended now."""
        if self.setting.rounds != 1 or self.turn is not None or self.outcome is not None or not self.at:
            return self.scores
        return self._count(self.entered).scores

    # -- play

    def legal(self) -> tuple[Action, ...]:
        """Every action, once each: the values in the order of PAD-3, then `finish`."""
        if self._legal is None:
            self._legal = () if self.outcome is not None else self._actions()
        return self._legal

    def _actions(self) -> tuple[Action, ...]:
        choice = self.choice
        entries = self.setting.entries(*self.steps[self.at], choice.values)
        if choice.allowed is not choice.values:
            allowed = {*choice.allowed}
            entries = tuple([action for action in entries if action.value in allowed])
        return (*entries, FINISH) if self.may_finish else entries

    def objection(self, action: Action) -> Illegal:
        """Why an action is not listed."""
        pad, (field, unit) = self.setting.pad, self.asked
        if not isinstance(action, Enter) or action.field is not field or action.seat != self.speaker:
            asked = "table" if field.each == "table" else "seat"
            if field.each == "side" and len(self.setting.sides[unit]) > 1:
                asked = "side"
            side = {"side": self.setting.sides[unit]} if asked == "side" else {}
            return Illegal(f"refused.pad.asked-{asked}", seat=self.speaker, label=field.label, **side)
        said: dict[object, object] = {pick.key: pick.label for pick in field.picks}
        said |= {value: value for value in (True, False) if field.kind == "yesno"}
        params = {"value": said.get(action.value, written(action.value)), "label": field.label}
        values = self.choice.values
        if action.value not in values:
            number = field.rule
            params |= {"least": written(values[0]), "most": written(values[-1]), "step": field.step}
            key = "range" if field.step == 1 else "range-step"
            if field.kind == "seat":
                key, params = "one-of", {**params, "values": ", ".join(map(written, values))}
            key = key if number is None else f"{key}-rule"
        else:
            number = self.choice.rule_against(action.value)
            key = "once" if action.value in self.choice.used else "kept" if number is None else "kept-rule"
            if field.kind == "seat" and action.value != NOBODY:
                key, params = f"{key}-seat", {"seat": action.value, "label": field.label}
        text = {} if number is None else {"text": pad.rules[number - 1]}
        return Illegal(f"refused.pad.{key}", pad.rule(number), **params, **text)

    def after(self, action: Action) -> PadPosition:
        if not isinstance(action, Enter):  # PAD-7
            number = self.round - 1 if self.turn is None else self.round
            return PadPosition(
                self.setting, number, None, self.scores, self.tallies, begins=self.begins, used=self.used, over=True
            )
        entered = self._with(action.value)
        at = self._following(entered)
        return self._next(self._count(entered), entered) if at is None else self._on(entered, at)

    def entered_on(self, value: Value) -> PadPosition:
        """The position after a value that may be entered and does not end the round."""
        entered = self._with(value)
        at = self._following(entered)
        assert at is not None
        return self._on(entered, at)

    def _on(self, entered: Entered, at: int) -> PadPosition:
        return PadPosition(
            self.setting, self.round, self.turn, self.scores, self.tallies, entered, at,
            begins=self.begins, used=self.used,
        )  # fmt: skip

    def _with(self, value: Value) -> Entered:
        place, unit = self.steps[self.at]
        row = self.entered[place]
        return (*self.entered[:place], (*row[:unit], value, *row[unit + 1 :]), *self.entered[place + 1 :])

    def _following(self, entered: Entered) -> int | None:
        """The step after this one that is asked; None at the end of the round (PAD-2)."""
        env = self._env_of(entered)
        steps = range(self.at + 1, len(self.steps))
        return next((step for step in steps if self._is_asked(step, env)), None)

    def completes(self, value: Value) -> bool:
        """Whether the round counts with this value."""
        return self._following(self._with(value)) is None

    def counted(self, action: Action) -> Counted | None:
        """The round as it counts if this legal action ends it, else None."""
        if not isinstance(action, Enter) or not self.completes(action.value):
            return None
        return self._count(self._with(action.value))

    def entered_with(self, action: Action) -> Entered:
        """What is entered in this round with a legal value."""
        assert isinstance(action, Enter)
        return self._with(action.value)

    def env_after(self, action: Action) -> Env:
        """What formulas read when a legal value is entered, with the scores and tallies of before."""
        assert isinstance(action, Enter)
        return self._env_of(self._with(action.value))

    def counting_sides(self) -> list[int]:
        """The sides for which the round or the turn counts: none that is out (PAD-5)."""
        setting = self.setting
        if self.turn is not None and not setting.pad.all_in_turns:
            return [setting.side_of[self.turn]]
        return [side for side, seats in enumerate(setting.sides) if not self.out[seats[0]]]

    def _count(self, entered: Entered) -> Counted:
        """The points of the round, then the scores and tallies, all from the old ones (PAD-5)."""
        setting, pad = self.setting, self.setting.pad
        env = self._env_of(entered)
        sides = self.counting_sides()
        points = [0] * len(setting.sides)
        for side in sides:
            points[side] = bounded(pad.points(env, setting.sides[side][0]), BOUND)
        env = env._replace(values={**env.values, "points": setting.by_seat(points)})
        scores, tallies = list(self.scores), [list(numbers) for numbers in self.tallies]
        for side in sides:
            seat = setting.sides[side][0]
            score = self.scores[side] + points[side] if pad.score is None else pad.score(env, seat)
            scores[side] = bounded(score, BOUND)
            for numbers, tally in zip(tallies, pad.tallies, strict=True):
                numbers[side] = bounded(tally.next(env, seat), BOUND)
        following = None if pad.next is None else pad.next(env) % setting.players
        return Counted(tuple(points), tuple(scores), tuple(map(tuple, tallies)), following)

    def _next(self, counted: Counted, entered: Entered) -> PadPosition:
        """The next round or turn, or the end (PAD-6)."""
        setting, (_, scores, tallies, named) = self.setting, counted
        number, turn, begins = self.round + 1, None, None
        following = setting.starter(number)
        out = setting.out(scores, tallies)
        if self.turn is not None:
            following = turn = setting.playing(self.turn + 1 if named is None else named, out)
            number = self.round + (turn <= self.turn)
        elif setting.pad.moves:
            after = self.starter + 1 if setting.pad.deal else 0
            following = begins = setting.playing(after if named is None else named, out)
        used = setting.used_after(self.used, entered)
        if all(out) or number > setting.last_round or setting.ends(scores, tallies, following):
            return PadPosition(setting, self.round, None, scores, tallies, begins=self.begins, used=used, over=True)
        return PadPosition(setting, number, turn, scores, tallies, begins=begins, used=used)

    # -- the table

    def table(self) -> Table:
        setting, pad, runs = self.setting, self.setting.pad, self.outcome is None
        field, _ = self.asked
        dealer = self.dealer
        entered = {
            field.name: row[0] if field.each == "table" else list(row)
            for field, row in zip(pad.fields, self.entered, strict=True)
        }
        return {
            "round": self.round,
            "cards": setting.cards(self.round),
            "dealer": dealer if runs and dealer >= 0 else None,
            "turn": self.turn,
            "ask": field.name if runs else None,
            "seat": self.speaker if runs else None,
            "told": entered,
            "scores": list(self.scores),
            "tallies": {tally.name: list(row) for tally, row in zip(pad.tallies, self.tallies, strict=True)},
            **({"starter": self.starter if runs else None} if pad.moves else {}),
            **({"used": self._used()} if any(field.once for field in pad.fields) else {}),
        }

    def _used(self) -> Table:
        """The values entered before, of each field whose values are entered once."""
        return {
            field.name: list(rows[0]) if field.each == "table" else [list(values) for values in rows]
            for field, rows in zip(self.setting.pad.fields, self.used, strict=True)
            if field.once
        }


def _outcome(setting: Setting, scores: Scores, tallies: tuple[Scores, ...]) -> Outcome:
    """Who has won (PAD-8)."""
    ranks, sides = setting.ranks(scores, tallies), setting.may_win(scores, tallies)
    best = max([ranks[side] for side in sides], default=())
    winners = [seat for side in sides if ranks[side] == best for seat in setting.sides[side]]
    return Outcome(tuple(sorted(winners)), setting.by_seat(scores))


def first(setting: Setting) -> PadPosition:
    """The first position: round 1, nothing entered; in turns seat 0 (PAD-1)."""
    begins = 0 if setting.pad.moves else None
    return PadPosition(setting, 1, 0 if setting.pad.turns else None, *setting.at_start, begins=begins)
