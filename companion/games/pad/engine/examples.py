"""The examples of a pad: rounds with the scores that must come out. They are played when the file is read."""

from __future__ import annotations

from typing import NamedTuple, NoReturn
from unicodedata import normalize

from companion.games.pad.engine import entries as read
from companion.games.pad.engine.formula import Formula
from companion.games.pad.engine.notation import FINISH, Enter
from companion.games.pad.engine.notation import read as read_action
from companion.games.pad.engine.notation import written as value_written
from companion.games.pad.engine.pad import BOUND, Pad
from companion.games.pad.engine.position import first
from companion.games.pad.engine.setting import Setting
from companion.kit.rules import Action, Options, Unreadable
from companion.messages import Message
from companion.reader import Reader

EXAMPLES_MOST = 12
ROUNDS_MOST = 100
ACTIONS_MOST = 400
COST_MOST = 300_000
"""The most that all examples of a file may cost, in the weight of formulas."""
_KNOWN = ("players", "options", "rounds", "scores", "winners")


class Example(NamedTuple):
    """A game in the file of a pad: the actions of its rounds, the scores by side after each, and who has won."""

    players: int
    options: Options
    rounds: tuple[tuple[str, ...], ...]
    scores: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...] | None


def check_examples(source: Reader, pad: Pad) -> None:
    """Raise Wrong for the first example that cannot be read, or whose scores do not come out."""
    left = COST_MOST
    for entry in read.entries(source, 1, EXAMPLES_MOST):
        left = _Played(entry, pad, read_example(entry, pad), left).left


def read_example(source: Reader, pad: Pad) -> Example:
    """An example as the file has it. Raises Wrong."""
    for entry in read.table(source).values():
        read.refuse_unknown(entry, _KNOWN)
    players = read.whole(read.needed(source, "players"), *pad.players)
    options = _options(source.get("options", {}), pad)
    rounds = tuple([_actions(one) for one in read.entries(read.needed(source, "rounds"), 1, ROUNDS_MOST)])
    scores = read.needed(source, "scores")
    rows = read.entries(scores, 1, ROUNDS_MOST)
    if len(rows) != len(rounds) and all(isinstance(row.value, list) for row in rows):
        scores.raise_wrong("pad.wrong.example-rounds", count=len(rows), rounds=len(rounds))
    sides = len(Setting(pad, players, options).sides)
    written = tuple([
        tuple([read.whole(score, -BOUND, BOUND) for score in read.entries(row, sides, sides)]) for row in rows
    ])  # fmt: skip
    winners = None
    if "winners" in source.members():
        listed = read.entries(source.member("winners"), 0, players)
        winners = tuple([read.whole(seat, 0, players - 1) for seat in listed])
    return Example(players, options, rounds, written, winners)


def _options(source: Reader, pad: Pad) -> Options:
    chosen = {option.name: option.values[0] for option in pad.options}
    options = {option.name: option for option in pad.options}
    for name, entry in read.table(source).items():
        read.refuse_unknown(entry, tuple(options), of_the_whole=())
        option = options[name]
        if not any(type(entry.value) is type(value) and entry.value == value for value in option.values):
            values = ", ".join(
                [str(value).lower() if isinstance(value, bool) else f'"{value}"' for value in option.values]
            )
            entry.raise_wrong("pad.wrong.one-of", known=values)
        chosen[name] = entry.value  # type: ignore[assignment]  # one of the values
    return chosen


def _actions(source: Reader) -> tuple[str, ...]:
    actions = []
    for entry in read.entries(source, 1, ACTIONS_MOST):
        if not isinstance(entry.value, str):
            entry.raise_wrong("pad.wrong.text", most=40)
        actions.append(entry.value)
    return tuple(actions)


class _Played:
    """Plays one example; raises Wrong where it does not hold. `left` is what further examples may cost."""

    def __init__(self, source: Reader, pad: Pad, example: Example, left: int) -> None:
        self.left = left
        self._source = source
        self._pad = pad
        self._position = first(Setting(pad, example.players, example.options))
        players, fields = example.players, pad.fields
        whens = sum([_weight(field.when) for field in fields])
        bounds = [part for field in fields for part in (field.least, field.most) if isinstance(part, Formula)]
        totals = [part for field in fields if field.total for part in (field.total.least, field.total.most)]
        self._of_entry = 3 * players * (whens + len(fields)) + max([0, *map(_weight, [*bounds, *totals])])
        of_side = (pad.points, pad.score, pad.out, pad.won, *pad.best, *[tally.next for tally in pad.tallies])
        of_table = (pad.end, pad.next, pad.cards)
        self._of_round = 2 * players * sum(map(_weight, of_side)) + sum(map(_weight, of_table))
        rounds, scores = source.member("rounds").entries(), source.member("scores").entries()
        for number, (actions, row, written) in enumerate(zip(rounds, scores, example.scores, strict=True), 1):
            self._round(number, actions)
            self._compare(number, row, written)
        if example.winners is not None:
            self._check_winners(source.member("winners"), example.winners)

    def _round(self, number: int, actions: Reader) -> None:
        for entry in actions.entries():
            if self._position.outcome is not None:
                entry.raise_wrong("pad.wrong.example-over", round=number)
            self._enter(number, entry)
        if self._position.at:
            actions.raise_wrong("pad.wrong.example-open", round=number, missing=self._asked)

    @property
    def _asked(self) -> str:
        """What is entered next, without its value: `bid 2`."""
        field, speaker = self._position.asked[0], self._position.speaker
        return field.name if speaker is None else f"{field.name} {speaker}"

    def _enter(self, number: int, source: Reader) -> None:
        position, text = self._position, str(source.value)
        try:
            action = read_action(self._pad, text)
        except Unreadable:
            action = Action(text)
        if not self._is_legal(source, action):
            if not isinstance(action, Enter) and (action != FINISH or not self._pad.finish):
                self._refuse_unreadable(number, source, text)
            why = position.objection(action).message
            source.raise_wrong("pad.wrong.example-action", round=number, action=text[:40], why=why)
        self._position = position.after(action)

    def _refuse_unreadable(self, number: int, source: Reader, text: str) -> NoReturn:
        """Raise Wrong for a text that is no entry, with what is meant or what may be entered."""
        plain = " ".join(normalize("NFKC", text).replace("−", "-").split())
        right = ", ".join([f'"{part.strip()}"' for part in plain.split(",") if part.strip()])
        if plain and right != f'"{text}"':
            source.raise_wrong("pad.wrong.slip-instead", found=f'"{text[:40]}"', right=right)
        key, value = "pad.wrong.example-entry", text.removeprefix(f"{self._asked} ")
        values = list(map(value_written, self._position.choice.values))
        if value != text:
            key = "pad.wrong.example-value"
        if self._position.asked[0].kind == "number":
            values = [f"{values[0]}–{values[-1]}"]
        params = {"value": value[:20], "values": ", ".join(values)}
        source.raise_wrong(key, round=number, action=text[:40], missing=self._asked, **params)

    def _is_legal(self, source: Reader, action: Action) -> bool:
        """Whether the action is among the legal ones. They are listed only for a value that PAD-4 may keep out."""
        position = self._position
        if not isinstance(action, Enter):
            return action == FINISH and position.may_finish
        field = position.asked[0]
        if action.field is not field or action.seat != position.speaker:
            return False
        conditions = sum(map(_weight, field.allow))
        self._pay(source, self._of_entry + conditions + self._of_round // len(position.steps))
        if position.choice.fits(action.value):
            return True
        self._pay(source, len(position.choice.values) * (1 + conditions))
        return position.choice.allows(action.value)

    def _pay(self, source: Reader, cost: int) -> None:
        """Take off what an entry costs to compute, in the weight of formulas."""
        self.left -= cost
        if self.left < 0:
            source.raise_wrong("pad.wrong.example-cost")

    def _compare(self, number: int, row: Reader, written: tuple[int, ...]) -> None:
        setting = self._position.setting
        for entry, score, right, seats in zip(
            row.entries(), self._position.scores, written, setting.sides, strict=True
        ):
            if score != right:
                who = Message("pad.seat", number=seats[0])
                entry.raise_wrong("pad.wrong.example-score", round=number, who=who, score=score, written=right)

    def _check_winners(self, source: Reader, written: tuple[int, ...]) -> None:
        outcome = self._position.outcome
        if outcome is None:
            source.raise_wrong("pad.wrong.example-goes-on")
        if outcome.winners != written:
            source.raise_wrong("pad.wrong.example-winners", winners=list(outcome.winners))


def _weight(formula: Formula | None) -> int:
    return 0 if formula is None else formula.tree.weight
