"""Odds and advice: how likely each is to win, and what the device would do, where people switched that on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Any

from PIL import Image

from companion.kit.text import Figure
from companion.session.advice import expected, is_proven, reason, split_by_noise
from companion.session.device import are_shares_rough, may_advise
from companion.ui import paint_list
from companion.ui.game_screens import running_snapshot
from companion.ui.intents import Ask, Enough
from companion.ui.letters import LEFT, LINE, RIGHT, Faces, Pen, underline
from companion.ui.page import Drawing, Page, Shares
from companion.ui.screen import MOVES, Command, Context, Intent, Screen
from companion.ui.widgets import Pages, text_pages
from companion.values import replace

LEAST, MOST = 1, 99
"""While a game runs nothing is certain: a share is shown as a per cent from LEAST to MOST."""
MARKS = ("·", "··", "···")
"""They move on while the device thinks."""


def percent(share: float) -> int:
    """A share in per cent, as the glass shows it while the game runs."""
    return min(max(round(100 * share), LEAST), MOST)


def shares(context: Context) -> tuple[int, ...]:
    """The shares of the seats in per cent; empty where odds are not switched on or not known yet."""
    odds = context.answers.odds
    return tuple([percent(share) for share in odds["win"]]) if odds else ()


def with_odds(page: Page, context: Context, *, line: bool = True) -> Page:
    """The page of the table with its odds: a `line` under the title, or beside it where a board needs the room.

    Where neither has room, they are a bar in place of the rule below the title.
    """
    found = shares(context)
    if not found or page.chart is not None:
        return page
    texts = _odds_lines(found, context)
    shown = next((text for text in texts if context.fits(text, 0)), None)
    if line and shown is not None and not page.board and page.drawing is None:
        return replace(page, text=(shown, *page.text))
    beside = next((text for text in texts if context.fit(page.title, text)), None)
    if line and beside is not None and not page.aside and context.clock is None:
        return replace(page, aside=beside)
    return replace(page, shares=Shares(found, texts[0]))


def _odds_lines(percents: Sequence[int], context: Context) -> tuple[str, str]:
    """The odds in words, and shorter where those are too long."""
    rough = _are_rough(context, context.answers.odds or {})
    key, mark = ("screen.odds.line-rough", "~") if rough else ("screen.odds.line", "")
    long = context.words(key, shares=" : ".join([f"{share}%" for share in percents]))
    return long, f"{mark}{':'.join(map(str, percents))} %"


def figures_with_odds(figures: tuple[Figure, ...], context: Context) -> tuple[Figure, ...]:
    """The figures of the score board, each with the share of the player."""
    found = shares(context)
    if len(found) != len(figures):
        return figures
    return tuple([figure._replace(share=share) for figure, share in zip(figures, found, strict=True)])


class Odds(Pages):
    """How likely each player is to win, and what else is known of the cards to come."""

    flows = True

    back: Screen

    def pages(self, context: Context) -> Sequence[Page]:
        words, odds, names = context.words, context.answers.odds, running_snapshot(context).setup.names
        page = Page(screen="odds", title=words("screen.odds.title"))
        if not odds:
            text = MARKS[context.answers.mark % len(MARKS)] if odds is None else words("screen.odds.text")
            return text_pages(page, context.reading, [text])
        lines = [words("screen.odds.of", name=name, share=percent(win)) for name, win in
                 zip(names, odds["win"], strict=True)]  # fmt: skip
        more = running_snapshot(context).setup.text.odds_lines(context.situation, odds)
        return text_pages(page, context.reading, [*lines, *more, *_rough_line(context, odds)])


class Advice(Pages):
    """What the device would do, with two other actions; while it thinks, OK ends that."""

    back: Screen

    def update(self, command: Command, context: Context) -> Screen | Intent:
        if command is Command.OK and context.answers.advice is None:
            return Enough()
        return super().update(command, context) if command in (*MOVES, Command.OK, Command.BACK) else self

    def pages(self, context: Context) -> Sequence[Page]:
        words, advice = context.words, context.answers.advice
        page = Page(screen="advice", title=words("screen.advice.title"))
        if not advice:
            text = MARKS[context.answers.mark % len(MARKS)] if advice is None else words("screen.odds.text")
            return text_pages(page, context.reading, [text])
        rough = _rough_line(context, advice)
        best = _two_best(context, advice)
        if not best:
            return text_pages(page, context.reading, [*_advice_lines(context, advice), *rough])
        _, others = split_by_noise(advice)
        lines = [line for line in (*_reasons(context, advice, others[1:]), *rough) if line]
        more = text_pages(page, context.reading, lines) if lines else []
        return [replace(page, drawing=BestPicture(best)), *more]


def _two_best(context: Context, advice: dict[str, Any] | Any) -> tuple[tuple[str, int], ...]:
    """The best action and the next one, with their shares; empty where there is not one that is best."""
    if advice["mix"] or advice["action"] is None:
        return ()
    equal, others = split_by_noise(advice)
    if len(equal) > 1:
        return ()
    text, at, share = running_snapshot(context).setup.text, context.situation, percent(advice["win"][advice["seat"]])
    return (text.advised(at, equal[0]), share), *[(text.advised(at, one), percent(win)) for one, win in others[:1]]


def _reasons(context: Context, advice: dict[str, Any] | Any, others: Sequence[tuple[str, float]]) -> list[str]:
    """Why the best action is good, these others with their shares, and what would follow."""
    words, text, at = context.words, running_snapshot(context).setup.text, context.situation.in_full
    also = [words("advice.also", what=text.advised(at, one), share=percent(win)) for one, win in others]
    lines, ahead = [reason(text, at, advice), *also], expected(text, at, advice)
    return [*lines, words("advice.expected", what=words.join_list(ahead))] if ahead else lines


def _are_rough(context: Context, answer: Mapping[str, Any]) -> bool:
    """Whether the shares of odds or an advice come true only roughly: not those that are proven."""
    return bool(answer) and not is_proven(answer) and are_shares_rough(running_snapshot(context).setup)


def _rough_line(context: Context, answer: Mapping[str, Any]) -> list[str]:
    """Says that the shares are rough, where they are."""
    return [context.words("review.rough")] if _are_rough(context, answer) else []


def _advice_lines(context: Context, advice: dict[str, Any] | Any) -> list[str]:
    """The best action and two others with their shares; for cards that are laid at the same time, how often which."""
    words, text = context.words, running_snapshot(context).setup.text
    if advice["mix"]:
        often = sorted(advice["mix"].items(), key=lambda pair: -pair[1])
        parts = [words("screen.advice.often", card=card, share=round(100 * share)) for card, share in often if share]
        name = running_snapshot(context).setup.names[advice["seat"]]  # both lay a card now
        return [words("screen.advice.mix", name=name), *parts, words("advice.mix")]
    if advice["action"] is None:
        return [words("screen.odds.text")]
    at, share = context.situation.in_full, percent(advice["win"][advice["seat"]])
    equal, others = split_by_noise(advice)
    names = [text.advised(at, action) for action in equal]
    if len(names) > 1:
        what = reduce(lambda one, other: words("advice.or", one=one, other=other), names)
        lines = [words("advice.equal", what=what, share=share)]
    else:
        lines = [words("screen.advice.best", what=names[0]) + f" {share}%"]
    return [*lines, *_reasons(context, advice, others)]


def ask(context: Context, back: Screen) -> Intent | None:
    """What *Ask* in the menu does; None where no advice may be asked for."""
    step = context.step
    return Ask(Advice(back)) if step is not None and may_advise(step) else None


WHOLE = RIGHT - LEFT
"""The width of a bar for a hundred per cent."""
ROWS = ((11, 33, 36), (42, 55, 56))
"""The first row of an action, and the first and the last row of its bar."""


class BestPicture(Drawing):
    """Up to two actions with their shares in per cent, the best one first."""

    actions: tuple[tuple[str, int], ...]

    fills_glass = True

    @property
    def lines(self) -> tuple[str, ...]:
        return tuple([f"{name} {share}%" for name, share in self.actions])

    def paint(self, letters: Faces, picture: Image.Image, page: Page) -> None:
        letters.text(picture, 0, 0, page.title, RIGHT)
        letters.text(picture, RIGHT - letters.width(page.aside), 0, page.aside, RIGHT)
        underline(picture, 0, RIGHT, LINE - 1, dotted=True)
        for (name, share), (top, bar, low), best in zip(self.actions, ROWS, (True, False), strict=False):
            number = f"{share}%"
            end = RIGHT - letters.large.width(number) if best else RIGHT - letters.lines.width(number)
            room = end - LEFT - paint_list.GAP
            faces = (letters.large, letters.lines, letters) if best else (letters.lines, letters)
            face = next((face for face in faces if face.width(name) <= room), letters)
            (letters.large if best else letters.lines).text(picture, end, top, number, RIGHT - end)
            face.text(picture, LEFT, top + (0 if face is faces[0] else LINE // 2 if best else 2), name, room)
            Pen(picture).rectangle((LEFT, bar, LEFT + max(WHOLE * share // 100, 1) - 1, low), fill=1)
            Pen(picture).point([(x, low) for x in range(LEFT + WHOLE * share // 100 + 1, RIGHT, 2)], fill=1)
