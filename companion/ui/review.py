"""A finished game looked at again: the win shares over the game, and the entries that changed them most."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from companion.kit.game import Game
from companion.kit.rules import Options
from companion.kit.search.review import Moment
from companion.kit.text import tags
from companion.play.timeline import Snapshot
from companion.session.device import are_shares_rough, mind_of
from companion.session.game_library import OfferedPuzzle
from companion.session.review import Reviewed, kind_words, percents, signed
from companion.ui.device_seats import Levels, plays
from companion.ui.intents import EndPuzzle, LookAgain, PlayOn, Say
from companion.ui.log import Change, Then
from companion.ui.odds import MARKS
from companion.ui.page import Chart, Item, Page, Trace
from companion.ui.screen import MOVES, Command, Context, Intent, Screen, move_in_ring
from companion.ui.table import Table
from companion.ui.widgets import Line, ListScreen, Pages, named, text_pages
from companion.values import replace


def may_review(rules: Game | None, options: Options) -> bool:
    """Whether a game by these rules that was played to its end can be looked at again."""
    return rules is not None and rules.mind is not None and rules.mind.plays(rules.complete(options))


def offered(step: Snapshot | None, back: Screen) -> Intent | None:
    """What *Review* does: only of a game that was played to its end, by rules that a mind knows."""
    if step is None or step.position is None or step.position.outcome is None or mind_of(step.setup) is None:
        return None
    return LookAgain(step, Review(back, step))


def own_puzzle(back: Screen, puzzle: OfferedPuzzle, context: Context) -> Screen | Intent:
    """The puzzle that home offers. Where the review of its game is lost, it is made again."""
    step = context.game_library.snapshot_of(puzzle.game)
    if step is None:
        return Say("screen.odds.text", {}, back)
    chart, review = Review(back, step), context.game_library.kept_review(step)
    found = [one for one in review.puzzles if one.ply == puzzle.ply] if review is not None else []
    if review is None or not found:
        return LookAgain(step, chart)
    return LookAgain(step, Puzzle(Turning(chart, step), review.place(found[0]), Table(), step, found[0]))


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
        if not review.plies:
            return self.back
        if command in MOVES:
            count = len(review.plies) + 1
            return replace(self, at=-move_in_ring(-self.at % count, command, count) % count)
        return Turning(self, self.step)

    def view(self, context: Context) -> Page:
        words, review, names = context.words, context.answers.review, self.step.setup.names
        rough = are_shares_rough(self.step.setup)
        page = Page(screen="review", title=words("screen.review.rough" if rough else "screen.review.title"))
        if review is None:
            return replace(page, text=context.wrap(MARKS[context.answers.mark % len(MARKS)]))
        if not review.plies:
            return replace(page, text=context.wrap(words("screen.odds.text")))
        curve = review.curve
        traces = [
            Trace(name, tag, seat) for name, tag, seat in zip(names, tags(names), curve.seats, strict=True)
        ]  # fmt: skip
        last, count = len(review.plies) - self.at, len(review.places)
        aside = f"{count - self.at}/{count}"
        return replace(page, aside=aside, chart=Chart(tuple(traces), last))


class Turning(ListScreen):
    """The moment of the game, what chance gave each player and what choices lost, then what else changed the game.

    OK on the moment, or another entry, says it in words. After them a line makes puzzles of the mistakes, and one tells
    how far the device has looked closely; what it finds there changes the lines.
    """

    screen_name = "turning"

    back: Screen
    step: Snapshot

    def lines(self, context: Context) -> Sequence[Line]:
        review = context.answers.review
        if not review or not review.plies:
            return []
        found = review.moment
        return [
            *([self._line(review, found, context)] if found is not None else []),
            *self._totals(review, context),
            *[self._line(review, one, context) for one in review.others],
            *(named(context, "turning", {"puzzles": lambda: self.puzzle(review, 0)}) if review.puzzles else []),
            *([self._progress(review, context)] if review.is_whole and not review.is_close else []),
        ]

    def page(self, context: Context) -> Page:
        page, review = super().page(context), context.answers.review
        if review is None or review.is_whole:
            return page
        return replace(page, aside=f"{len(review.plies)}/{len(review.places)}")

    def puzzle(self, review: Reviewed, number: int) -> Screen:
        """One of the puzzles of the game, from 0; after the last comes the first."""
        one = review.puzzles[number % len(review.puzzles)]
        return Puzzle(self, review.place(one), Table(), self.step, one)

    def _progress(self, review: Reviewed, context: Context) -> Line:
        done = f"{review.close}/{len(review.places)}"
        return Line(Item(context.words("screen.turning.closer"), done), lambda: self)

    def _totals(self, review: Reviewed, context: Context) -> list[Line]:
        """What chance gave each player and what choices lost; names that have no room are tags of two letters."""
        names = self.step.setup.names
        found = []
        for seat, (name, tag) in enumerate(zip(names, tags(names), strict=True)):
            sums = context.words(
                "screen.turning.sums", luck=signed(review.luck(seat)), lost=signed(review.lost(seat))
            )  # fmt: skip
            found.append(Line(Item(name if context.fits(f"{name} {sums}", 0) else tag, sums), lambda: self))
        return found

    def _line(self, review: Reviewed, one: Moment, context: Context) -> Line:
        """An entry that changed the game: who did what, and what it was."""
        names, seat = self.step.setup.names, one.seat
        label = review.entry_words(one, context.words, context.fits)
        value = kind_words(one, context.words)
        who = names[seat] if context.fits(f"{names[seat]} {label} {value}", 0) else tags(names)[seat]
        return Line(Item(label, value, who), partial(Explained, self, self.step, one))


MOST_LINES = 5
"""More lines of text leave no room for the line under the cursor."""


class Explained(ListScreen):
    """What an entry was for the game, in words; OK shows the table after it, or plays on from the table before it."""

    back: Turning
    step: Snapshot
    moment: Moment

    def lines(self, context: Context) -> Sequence[Line]:
        review = context.answers.review
        assert review is not None
        offers: dict[str, Callable[[], Screen | Intent]] = {}
        setup, place = self.step.setup, review.place(self.moment)
        if review.is_better_known(self.moment):
            offers["why"] = lambda: Better(self)
        if self.step is context.step:
            offers["then"] = lambda: Then(self, place)
        if plays(setup.rules, setup.options):
            play_on = partial(PlayOn, self.step, place, self.moment.seat)
            offers["on"] = lambda: Levels(self, setup.key, play_on)
        what = _better_words(review, self.moment, context)
        return named(context, "moment", {**offers, "back": lambda: self.back}, what=what)

    def page(self, context: Context) -> Page:
        words, review = context.words, context.answers.review
        assert review is not None
        moment = review.moment
        is_first = moment is not None and self.moment.identity == moment.identity
        key = "screen.moment.title" if is_first else "screen.moment.also"
        text = context.wrap(review.sentence(self.moment, words))
        if len(text) > MOST_LINES:
            text = context.wrap(review.sentence(self.moment, words, short=True))
        return Page(screen="moment", title=words(key, kind=kind_words(self.moment, words)), text=text)


class Better(Pages):
    """Why something else would have been better than an entry, and how the game may have gone on from it."""

    flows = True

    back: Explained

    def pages(self, context: Context) -> Sequence[Page]:
        words, review, one = context.words, context.answers.review, self.back.moment
        assert review is not None
        page = Page(screen="better", title=words("screen.moment.why", what=_better_words(review, one, context)))
        why, short = [review.why(one, words, short=short) for short in (False, True)]
        pages = text_pages(page, context.reading, why)
        return pages if len(pages) == 1 else text_pages(page, context.reading, short)


def _better_words(review: Reviewed, one: Moment, context: Context) -> str:
    """What would have been better, in a form that fits the title which asks why, beside the number of its page."""

    def fits(text: str, width: int) -> bool:
        return context.fit(context.words("screen.moment.why", what=text), "1/2")

    return review.better_words(one, context.words, fits)


class Puzzle(Change):
    """The table before a mistake: people enter what they would do instead. It changes nothing."""

    asks_for = "screen.tried.help"

    back: Turning
    step: Snapshot
    moment: Moment

    def past_context(self, context: Context) -> Context:
        return replace(context, step=self.step).at(self.place - 1)

    def enter(self, text: str, context: Context) -> Screen | Intent:
        tried, review = Tried(self, text), context.answers.review
        return self.ended(tried) if review is not None and tried.is_solved(review) else tried

    def ended(self, then: Screen) -> Intent:
        """It is solved, or its answer is shown."""
        return EndPuzzle(self.step.setup.id, self.moment.ply, then)

    def view(self, context: Context) -> Page:
        page = self.inner.view(self.past_context(context))
        title, mark = [context.words("screen.puzzle.title", title=title) for title in (page.title, "")]
        before = f"{mark} "  # where the end of the title may be cut, it begins as on a page without one
        return replace(page, title=title if context.fit(title, page.aside) else before + page.title, before=before)


class Tried(ListScreen):
    """Whether an entry solves a puzzle: as often as people like, and never in figures."""

    back: Puzzle
    text: str

    def lines(self, context: Context) -> Sequence[Line]:
        review, puzzle = context.answers.review, self.back
        assert review is not None
        turning, puzzles = puzzle.back, review.puzzles
        explained = Explained(turning, puzzle.step, puzzle.moment)
        offers: dict[str, Callable[[], Screen | Intent]] = {}
        if not self.is_solved(review):
            offers["again"] = lambda: replace(puzzle, inner=Table())
        offers["show"] = lambda: puzzle.ended(explained)
        if len(puzzles) > 1:
            known = [one.identity for one in puzzles]  # a closer look may have taken this one away
            at = known.index(puzzle.moment.identity) + 1 if puzzle.moment.identity in known else 0
            offers["next"] = lambda: turning.puzzle(review, at)
        return named(context, "tried", {**offers, "back": lambda: turning})

    def page(self, context: Context) -> Page:
        words, review, one = context.words, context.answers.review, self.back.moment
        assert review is not None
        ply, at, said = review.ply(one), self.back.past_context(context).situation, "other"
        shares = dict(zip(("share", "played"), percents(one), strict=True))
        solved, text = self.is_solved(review), self.text
        if solved:
            said, text = "best", text if text in ply.wins else ply.better or text
        elif self._is_played():
            said = "played"
        what = self.back.step.setup.text.advised(at, text)
        title = words("screen.tried.solved" if solved else "screen.tried.title")
        return Page(screen="tried", title=title, text=context.wrap(words(f"screen.tried.{said}", what=what, **shares)))

    def is_solved(self, review: Reviewed) -> bool:
        """Whether this is the better way, or wins as well. One that is no action, as another card, is all but what was
        played.
        """
        puzzle = self.back
        ply = review.ply(puzzle.moment)
        better = ply.better
        legal = {str(action) for action in puzzle.step.plies[puzzle.place - 1].position.legal()}
        return self.text in (better, *ply.wins) or (better not in legal and not self._is_played())

    def _is_played(self) -> bool:
        return self.text == self.back.step.plies[self.back.place].text
