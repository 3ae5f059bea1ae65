"""The screens of Spartacus: the hand of the player in turn; in scores entry seat, sum and banners of a pile."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from companion.games.spartacus.arithmetic import worth_of
from companion.games.spartacus.engine.cards import CardsPosition
from companion.games.spartacus.engine.notation import NO_NUMBER, Card, Drop, Hand, Play, Trick
from companion.games.spartacus.engine.position import Position, ScoresPosition
from companion.games.spartacus.lines import cards_word, missing_text, symbol
from companion.games.spartacus.score_sheet import score_sheet, typed_round
from companion.games.spartacus.text import TEXT
from companion.games.spartacus.trick_picture import TrickPicture, TrickSeat
from companion.kit.rules import DONE, Action, Done, Seat
from companion.kit.text import tags
from companion.play.timeline import Snapshot
from companion.ui.choices import Path, Place, Way
from companion.ui.game_screens import (
    LINE,
    GameScreens,
    NumberAsked,
    action_at,
    choices,
    effect,
    ring,
    running_position,
    running_snapshot,
    with_effect,
)
from companion.ui.letters import ELLIPSIS
from companion.ui.page import Item, Page
from companion.ui.screen import Context
from companion.ui.table import turn_text
from companion.ui.wheel_picture import Column, Wheel
from companion.values import replace
from companion.words import Words

LONG = 6
"""If a row has more choices than this, the numbers in its middle are behind one choice."""
MIDDLE = "middle"
"""The step to these numbers."""
WHOLE = 4
"""The steps of a pile."""
KINDS = ("trick", "hand", "drop", "done")
"""The kinds of entries, in the order of the menu."""


def path(action: Action) -> Path:
    """A card is one step. A pile has four: its kind and seat, the tens of its sum, the sum, and its banners."""
    if isinstance(action, Trick | Hand):
        kind = "trick" if isinstance(action, Trick) else "hand"
        tens = f"tens {action.total // 10}"
        return (f"{kind} {action.seat}", tens, f"sum {action.total}", f"banners {action.banners}")
    if isinstance(action, Drop):
        return ("drop", str(action))
    return (str(action),)


def _current_seat(step: Snapshot) -> Seat:
    """The player whose piles are entered now: the same as before; after the hand, which comes last, the next one."""
    action = step.action
    if isinstance(action, Hand):
        return (action.seat + 1) % len(step.setup.names)
    return action.seat if isinstance(action, Trick) else 0


def _hand(context: Context, position: CardsPosition, path: Path) -> Page:
    step = running_snapshot(context)
    steps, _ = ring(step, path[:-1])
    actions = [choices(step).actions((*path[:-1], name)) for name in steps]
    at = steps.index(path[-1])
    short = _state_text(context.words, position, "short")
    would = effect(context, actions[at][0], LINE)  # the same for all numbers in the middle
    if context.clock is not None or not context.fits(f"{would}  {short}", LINE):
        beside = effect(context, actions[at][0])
        # A whole name comes before the points of the trick, but not before a clock.
        would = would if ELLIPSIS in beside and ELLIPSIS not in would and context.clock is None else beside
    return Page(
        screen="table",
        title=turn_text(context),
        aside=_state_text(context.words, position, "worth"),
        text=(would,),
        drawing=TrickPicture(_trick(context, position), short),
        keys="sob",
        menu=tuple(map(Item, _labels(context, actions))),
        cursor=at,
    )


def _state_text(words: Words, position: CardsPosition, length: str) -> str:
    """The running trick in a few words: its points, as `worth` or in `short`, or that any card may be played."""
    if position.trick and position.lowest != NO_NUMBER:
        return words(f"spartacus.state-{length}", points=worth_of(position))
    return words("spartacus.state-any" if position.trick else "spartacus.state-lead")


def _trick(context: Context, position: CardsPosition) -> tuple[TrickSeat, ...]:
    """The running trick by seats, with the points and how many cards everybody holds."""
    figures = TEXT.figures(context.situation)
    return tuple([
        TrickSeat(
            figure,
            tag,
            tuple([symbol(card) for player, card in position.trick if player == seat]),
            position.hands[seat].bit_count(),
            crown=seat == position.best,
        )
        for seat, (figure, tag) in enumerate(zip(figures, tags([figure.name for figure in figures]), strict=True))
    ])  # fmt: skip


def _labels(context: Context, steps: Sequence[Sequence[Action]]) -> list[str]:
    """The choices of a hand side by side; where the word of a banner has no room, its sign."""

    def label(actions: Sequence[Action], card_label: Callable[[Card], str]) -> str:
        least, *_, most = (actions[0], *actions)
        if least is not most:
            name = partial(TEXT.action_name, context.situation)
            return context.words("spartacus.middle", least=name(least), most=name(most))
        return card_label(least.card) if isinstance(least, Play) else TEXT.action_name(context.situation, least)

    whole = [label(actions, partial(cards_word, context.situation)) for actions in steps]
    fits = context.fits("".join(whole), LINE - 2 * len(whole))
    return whole if fits else [label(actions, symbol) for actions in steps]


def _pile_page(context: Context, position: ScoresPosition, path: Path) -> Page:
    """The points in columns, the player of the pile marked; below them the kinds of entries, then the number that is
    being chosen.
    """
    step, words = running_snapshot(context), context.words
    steps, _ = ring(step, ())
    kinds = [kind for kind in KINDS if any(name.partition(" ")[0] == kind for name in steps)]
    kind, _, seat = path[0].partition(" ")
    action = action_at(context, path)
    aside = effect(context, action) if action is not None else ""
    if kind == "trick" and action is None:
        aside = words("spartacus.piles", count=len(position.piles[int(seat)]))
    labels = tuple([words(f"spartacus.{name}") for name in kinds])
    line = kinds.index(kind)
    table = Page(
        screen="table",
        title=step.setup.names[int(seat)] if seat else words(f"spartacus.{kind}"),
        aside=aside,
        text=TEXT.lines(context.situation),
        figures=TEXT.figures(context.situation, int(seat) if seat else None),
        around=int(seat) if seat else 0,
        menu=tuple(map(Item, labels)),
        keys="sob",
    )
    if isinstance(action, Done):
        return _results(position, replace(table, cursor=line))
    if len(path) == 1:
        return replace(table, cursor=line, drawing=_wheel(table, labels, line, aside if kind == "trick" else ""))
    if len(path) == WHOLE:
        return _banners(context, position, path, table)
    return _amount(context, position, path, table, line)


def _results(position: ScoresPosition, table: Page) -> Page:
    """Everybody's points and who would win, on the whole glass."""
    outcome = position.after(DONE).outcome
    assert outcome is not None
    figures = [
        figure._replace(marked=seat in outcome.winners, won=seat in outcome.winners)
        for seat, figure in enumerate(table.figures)
    ]
    return replace(table, figures=tuple(figures), around=None, far=True)


def _wheel(table: Page, values: Sequence[str], at: int, aside: str, *, big: str = "") -> Wheel:
    """The points of all over these values, with what is not entered yet in the title. A number is `big` under the
    cursor.
    """
    columns = (Column(),) * len(table.figures)
    return Wheel(columns, tuple(values), at, big or values[at], bool(big), title=table.text[0], aside=aside)


def _would(context: Context, pile: str, left: str, points: int) -> str:
    """What a pile brings, beside what is `left` then."""
    would = context.words("spartacus.points", points=points)
    return next(aside for aside in (f"{pile} {would}", would) if aside == would or context.fit(left, aside))


def _amount(context: Context, position: ScoresPosition, path: Path, table: Page, line: int) -> Page:
    """In large figures the tens of a sum, the sum itself, or how many banners go to nobody."""
    step, words = running_snapshot(context), context.words
    kind, _, seat = path[0].partition(" ")
    action = choices(step).actions(path)[0]
    steps, _ = ring(step, path[:-1])
    at, pile = steps.index(path[-1]), words(f"spartacus.{kind}")
    numbers = [name.rpartition(" ")[2] for name in steps]
    page = replace(table, screen="amount", inside=line)
    if len(path) == 2 and not isinstance(action, Drop):
        assert isinstance(action, Trick | Hand)
        tens = [f"{number}_" for number in numbers]
        return replace(page, aside=pile, big=tens[at], drawing=_wheel(page, tens, at, pile, big=tens[at]))
    after = position.after(action)
    page = replace(page, text=(missing_text(context.situation, after),), big=numbers[at])
    if isinstance(action, Drop):
        left = page.text[0] if context.fit(pile, page.text[0]) else ""
        wheel = _wheel(page, numbers, at, left, big=numbers[at])
        return replace(page, aside="", drawing=replace(wheel, title=pile))
    assert isinstance(action, Trick | Hand)
    points = after.points[int(seat)]
    sums = words("spartacus.sum", pile=pile, before=position.points[int(seat)], points=points)
    would = _would(context, pile, page.text[0], points)
    return replace(page, aside=sums, drawing=_wheel(page, numbers, at, would, big=numbers[at]))


def _banners(context: Context, position: ScoresPosition, path: Path, table: Page) -> Page:
    """How many banners are in the pile, and the points of the player with each number of them."""
    step, words = running_snapshot(context), context.words
    steps, _ = ring(step, path[:-1])
    ends = []
    for name in steps:
        action = choices(step).actions((*path[:-1], name))[0]
        assert isinstance(action, Trick | Hand)
        ends.append((action, position.after(action)))
    at = steps.index(path[-1])
    action, after = ends[at]
    pile = words(f"spartacus.{path[0].partition(' ')[0]}")
    page = replace(
        table,
        screen="pile-banners",
        aside=words("spartacus.with-banners", pile=pile, sum=action.total),
        text=(missing_text(context.situation, after),),
        menu=tuple(
            Item(
                words("spartacus.count", banners=action.banners),
                words("spartacus.points", points=after.points[action.seat]),
            )
            for action, after in ends
        ),
        cursor=at,
    )
    would = _would(context, pile, page.text[0], after.points[action.seat])
    return replace(page, drawing=_wheel(page, [item.label for item in page.menu], at, would))


class SpartacusScreens(GameScreens[Position]):
    """The screens that enter and draw Spartacus."""

    sheet = staticmethod(score_sheet)
    typed_round = staticmethod(typed_round)

    def ways(self, position: Position) -> list[Way]:
        """The paths. In a long row the numbers in its middle are behind one choice, so that all choices are near."""
        listed = position.legal()
        if not isinstance(position, CardsPosition) or len(listed) <= LONG:
            return [(path(action), action) for action in listed]
        near = (len(listed) - 1) // 2
        left = (len(listed) - near) // 2
        middle = listed[
            left : left + near
        ]  # numbers: two choices at least are behind it, and banner and pass come last
        return [((MIDDLE, str(action)) if action in middle else path(action), action) for action in listed]

    def likeliest_step(self, step: Snapshot, prefix: Path, steps: tuple[str, ...]) -> str | None:
        """Of a hand the choice in the middle; of two there the one nearer to the highest card that may be played.

        From there no other is far, also for people who do not know that the row is a ring. With scores the next pile
        of the same player.
        """
        position = step.position
        if MIDDLE in steps:
            return MIDDLE
        if isinstance(position, CardsPosition):
            banner_and_pass = sum(1 for name in steps if name in ("play banner", "pass"))
            highest = len(steps) - banner_and_pass - 1
            return steps[min(max(highest, (len(steps) - 1) // 2), len(steps) // 2)]
        if prefix:
            return None
        if DONE in steps:
            return DONE
        reading = f"trick {_current_seat(step)}"
        return reading if reading in steps else None

    def places(self, step: Snapshot, prefix: Path) -> Mapping[str, Place] | None:
        """The cards are side by side. With scores there is a column for each player: the trick, below it the hand."""
        if not isinstance(step.position, ScoresPosition):
            return {name: (0, column) for column, name in enumerate(choices(step).below(prefix))}
        if prefix:
            return None
        standing: dict[str, Place] = {}
        for name in choices(step).below(()):
            kind, _, seat = name.partition(" ")
            row = KINDS.index(kind)
            standing[name] = (row, int(seat)) if seat else (row, len(step.setup.names))
        return standing

    def page(self, context: Context, path: Path) -> Page:
        """The table with the hand; in scores entry the kinds of entries, then the screens of a pile."""
        position: Position = running_position(context)
        if isinstance(position, CardsPosition):
            return _hand(context, position, path)
        return _pile_page(context, position, path)

    def saves_presses(self, step: Snapshot, prefix: Path, name: str) -> bool:
        """The middle of a hand and the tens of a sum lead to what people choose."""
        return name == MIDDLE or name.startswith("tens ")

    def codes(self, step: Snapshot, prefix: Path, name: str) -> tuple[str, ...]:
        """`7`, `b` for the banner, `p` for a pass; with scores `t2` for a trick of the second player, `h2`, `d` for a
        drop, `e` at the end, and the numbers behind these.
        """
        kind, _, number = name.partition(" ")
        if kind in ("trick", "hand"):
            return (f"{kind[0]}{int(number) + 1}",)
        if self.saves_presses(step, prefix, name):
            return ()
        return (number,) if number.isdecimal() else ({"play banner": "b", DONE: "e"}.get(name, name[0]),)

    def number(self, context: Context, prefix: Path) -> NumberAsked | None:
        """The sum of a pile."""
        step = running_snapshot(context)
        if not isinstance(step.position, ScoresPosition) or len(prefix) not in (1, 2) or prefix[0] == "drop":
            return None
        listed = choices(step)
        paths = {
            int(name.removeprefix("sum ")): (prefix[0], tens, name)
            for tens in listed.below(prefix[:1])
            for name in listed.below((prefix[0], tens))
        }
        return NumberAsked(sorted(paths), paths.__getitem__)

    def choice_name(self, context: Context, path: Path, action: Action | None) -> str:
        """A card, a player and a kind of pile, a sum, or the number of banners."""
        kind, _, number = path[-1].partition(" ")
        if isinstance(action, Play):
            return with_effect(context, action, cards_word(context.situation, action.card))
        if isinstance(action, Drop):
            return context.words("spartacus.choice.drop", banners=action.banners)
        if isinstance(action, Trick | Hand):
            name = running_snapshot(context).setup.names[action.seat]
            key = f"spartacus.choice.{'trick' if isinstance(action, Trick) else 'hand'}-whole"
            return context.words(key, name=name, sum=action.total, banners=action.banners)
        if kind == "sum":
            return context.words("spartacus.choice.sum", sum=number)
        if kind in ("trick", "hand"):
            return context.words(f"spartacus.choice.{kind}", name=running_snapshot(context).setup.names[int(number)])
        return context.words(f"spartacus.{kind}") if action is None else with_effect(context, action)

    def drawing_of_then(self, context: Context) -> TrickPicture | None:
        """The trick as it was; None in scores entry."""
        position: Position = running_position(context)
        if not isinstance(position, CardsPosition):
            return None
        return TrickPicture(_trick(context, position), _state_text(context.words, position, "worth"))


SCREENS = SpartacusScreens()
