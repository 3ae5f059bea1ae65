"""A finished game looked at again: the win shares over the game, and the entries that changed them most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from companion.kit.game import Game
from companion.kit.rules import Options
from companion.kit.search.review import swing
from companion.kit.text import tags
from companion.play.act import PLAY, SET
from companion.play.timeline import Snapshot
from companion.session.device import mind_of
from companion.session.text import entry
from companion.ui.intents import LookAgain
from companion.ui.log import Log, Then
from companion.ui.odds import MARKS
from companion.ui.page import Chart, Item, Page, Trace
from companion.ui.screen import MOVES, Command, Context, Intent, Screen, move_in_ring
from companion.ui.widgets import Line, ListScreen
from companion.values import replace


def may_review(rules: Game | None, options: Options) -> bool:
    """Whether a game by these rules that was played to its end can be looked at again."""
    return rules is not None and rules.mind is not None and rules.mind.plays(rules.complete(options))


def offered(step: Snapshot | None, back: Screen) -> Intent | None:
    """What *Review* does: only of a game that was played to its end, by rules that a mind knows."""
    if step is None or step.position is None or step.position.outcome is None or mind_of(step.setup) is None:
        return None
    return LookAgain(step, Review(back, step))


class Review(Screen):
    """The win shares in per cent, entry by entry: the arrow keys move along them, OK goes to the turning points.

    The cursor starts at the end. `at` counts back from there. `step` is the game; its curve grows while people look
    at it.
    """

    back: Screen
    step: Snapshot
    at: int = 0

    def update(self, command: Command, context: Context) -> Screen | Intent:
        review = context.answers.review
        if command is Command.BACK:
            return self.back
        if review is None:
            return self
        if not review.get("plies"):
            return self.back
        if command in MOVES:
            count = len(review["plies"]) + 1
            return replace(self, at=-move_in_ring(-self.at % count, command, count) % count)
        return Turning(self, self.step)

    def view(self, context: Context) -> Page:
        words, review, names = context.words, context.answers.review, self.step.setup.names
        page = Page(screen="review", title=words("screen.review.title"))
        if review is None:
            return replace(page, text=context.wrap(MARKS[context.answers.mark % len(MARKS)]))
        if not review.get("plies"):
            return replace(page, text=context.wrap(words("screen.odds.text")))
        plies = review["plies"]
        shares = [plies[0]["before"], *[ply["after"] for ply in plies]]
        traces = [
            Trace(name, tag, tuple([round(100 * share[seat]) for share in shares]))
            for seat, (name, tag) in enumerate(zip(names, tags(names), strict=True))
        ]
        last, count = len(shares) - 1, review["count"]
        return replace(page, aside=f"{last - self.at}/{count}", chart=Chart(tuple(traces), last - self.at))


class Turning(ListScreen):
    """What chance gave each player and what choices cost, then the entries that changed the game most.

    OK on an entry of the game on the table shows the table after it.
    """

    screen_name = "turning"

    back: Screen
    step: Snapshot
    cursor: int = 0

    def lines(self, context: Context) -> Sequence[Line]:
        review, step = context.answers.review, self.step
        if not review or not review.get("plies"):
            return []
        return [
            *self._totals(review, step.setup.names, context),
            *[self._turn(review["plies"][number - 1], context) for number in review["turning"]],
        ]

    def _totals(self, review: Mapping[str, Any], names: Sequence[str], context: Context) -> Iterator[Line]:
        """What chance gave each player and what choices cost; names that have no room are tags of two letters."""
        for seat, (name, tag) in enumerate(zip(names, tags(names), strict=True)):
            luck, choice = _sum(review, "luck", seat), _faults(review, seat)
            sums = context.words("screen.turning.sums", luck=luck, choice=choice)
            yield Line(Item(name if context.fits(f"{name} {sums}", 0) else tag, sums), lambda: self)

    def _turn(self, ply: Mapping[str, Any], context: Context) -> Line:
        """A turning point: who did what, what would have been better, and what the choice cost or luck gave."""
        step = self.step
        place = _place_of(ply["ply"], step)
        why = swing(ply["seat"], ply["faults"], ply["luck"])
        change = context.words(
            "screen.turning.choice" if why.by_choice else "screen.turning.luck", change=_signed(round(100 * why.change))
        )
        item = entry(step, place, context.words, context.fits, memory=context.memory)
        text = step.setup.text
        label = item.label
        if ply.get("better"):
            before = step.at(place - 1).situation(context.words, context.fits, memory=context.memory)
            better = text.advised(before, ply["better"])
            both = context.words("screen.turning.better", what=label, better=better)
            label = both if context.fits(f"{item.who} {both} {change}", 0) else label
        who = step.setup.names[why.seat] if ply["seat"] is None else item.who
        if step is not context.step:
            return Line(Item(label, change, who), lambda: self)
        return Line(Item(label, change, who), partial(Then, Log(self), place))


def _place_of(ply: int, step: Snapshot) -> int:
    """The place in the timeline of the entry that the protocol counts as this ply."""
    timeline = step.timeline
    assert timeline is not None
    places = [place for place, one in enumerate(timeline) if place and one.act.kind in (PLAY, SET)]
    return places[ply - 1]


def _sum(review: Mapping[str, Any], part: str, seat: int) -> str:
    return _signed(round(100 * sum(ply[part][seat] for ply in review["plies"])))


def _faults(review: Mapping[str, Any], seat: int) -> str:
    return _signed(round(100 * sum(cost for ply in review["plies"] for who, cost in ply["faults"] if who == seat)))


def _signed(number: int) -> str:
    return f"{number:+d}".replace("-", "−").replace("+0", "0")
