"""The entry screens of Praetorians: the colour, then the card; in scores entry sums by tens and units."""

from __future__ import annotations

from companion.games.game import Action
from companion.games.praetorians.engine.actions import COLOURS, VALUES, Bank, Flip, Give, Match, Twelve
from companion.games.praetorians.engine.cards import CardsPosition
from companion.games.praetorians.engine.scores import ScoresPosition
from companion.games.praetorians.text import TEXT, risk, stopping
from companion.ui.choices import Path, middle
from companion.ui.game_screens import action_at, choices, effect, ring, running
from companion.ui.intents import Enter
from companion.ui.page import Item, Page, Space, Token
from companion.ui.screen import Command, Context, Intent, Screen, turned
from companion.ui.table import Table, whose
from companion.values import Frozen, replace

GONE = "·"
"""A card of the grid that is not face down."""


def path(action: Action) -> Path:
    """`flip R7` is reached by colour and value, `bank 27` by its tens, which are in the menu, and the sum itself."""
    if isinstance(action, Flip):
        return (action.card.colour, str(action.card.value))
    if isinstance(action, Give | Twelve):
        return ("twelve", str(action.seat))
    if isinstance(action, Match):
        # Two short rings instead of one long one: a sum takes two and a half presses on average, these take one.
        return ("match 1" if action.value < 6 else "match 6", str(action.value))
    if isinstance(action, Bank):
        return (f"bank {action.total // 10 * 10}", str(action.total))
    return (str(action),)


def page(context: Context, path: Path) -> Page:
    """The table with its menu; the cards of a colour; the receivers of a 12; a large number for sums and matches."""
    if len(path) == 1:
        step = running(context)
        steps, _ = ring(step, ())
        return Page(
            screen="table",
            title=whose(context),
            aside=aside(context, path),
            figures=TEXT.figures(context.situation),
            menu=tuple(_item(context, name) for name in steps),
            cursor=steps.index(path[0]),
        )
    if path[0] in COLOURS:
        return _row(context, path)
    return _receiver(context, path) if path[0] == "twelve" else _amount(context, path)


def _row(context: Context, path: Path) -> Page:
    """The cards of one colour that are still face down, beside the pawns: 1 to 5, and 6 to 10."""
    step = running(context)
    left, action = choices(step).below(path[:1]), action_at(context, path)
    assert action is not None
    cells = [str(value) if str(value) in left else GONE for value in VALUES]
    half = len(cells) // 2
    at = VALUES.index(int(path[1]))
    return Page(
        screen="cards",
        title=f"{context.words(f'praetorians.{path[0]}')} {path[1]}",
        aside=effect(context, action),
        figures=TEXT.figures(context.situation),
        board=tuple((_card(cells[row]), _card(cells[row + half])) for row in range(half)),
        space=(at % half, at // half),
        beside=True,
    )


def _card(cell: str) -> Space:
    return Space(cell, (Token(cell),))


def _item(context: Context, name: str) -> Item:
    """A line of the table's menu: colours with how many cards they still have, sums by their tens."""
    words = context.words
    kind, _, least = name.partition(" ")
    if kind == "match":
        return Item(words(f"praetorians.match-{least}"))
    if least:
        sums = list(choices(running(context)).below((name,)))
        return Item(words("praetorians.tens", least=sums[0], most=sums[-1]))
    left = choices(running(context)).below(())[name]
    return Item(words(f"praetorians.{kind}"), str(left) if name in COLOURS else "")


def _receiver(context: Context, path: Path) -> Page:
    """Who gets the 12."""
    step = running(context)
    steps, _ = ring(step, path[:-1])
    items = []
    for seat in steps:
        action = choices(step).action((*path[:-1], seat))
        assert action is not None
        items.append(Item(step.setup.names[int(seat)], effect(context, action)))
    return Page(
        screen="give",
        title=context.words("praetorians.give"),
        menu=tuple(items),
        cursor=steps.index(path[-1]),
    )


def _amount(context: Context, path: Path) -> Page:
    """A sum or the value of a match, and its effect."""
    action = action_at(context, path)
    assert action is not None
    kind = path[0].partition(" ")[0]
    return Page(
        screen="amount",
        title=context.words(f"praetorians.{kind}-title"),
        aside=effect(context, action),
        big=path[-1],
        figures=TEXT.figures(context.situation),
    )


def sideways(context: Context, path: Path, command: Command) -> Screen | None:
    """LEFT and RIGHT open the grid of cards directly, left or right of its first position."""
    if path[0] not in COLOURS:
        return None
    row = list(choices(running(context)).below(path[:1]))
    at = row.index(path[1]) if len(path) == 2 else middle([1] * len(row))
    return Grid(path[0], row[turned(at, command, len(row))])


class Grid(Frozen):
    """The cards still face down, a row a colour, for boards with LEFT and RIGHT.

    Boards with four keys do not need it: the table screen shows the row of one colour.
    """

    colour: str
    value: str

    def update(self, command: Command, context: Context) -> Screen | Intent:
        known = choices(running(context))
        row = list(known.below((self.colour,)))
        if command is Command.OK:
            action = known.action((self.colour, self.value))
            assert action is not None
            return Enter(action)
        if command is Command.BACK:
            return Table((self.colour,))
        if command in (Command.LEFT, Command.RIGHT):
            return replace(self, value=row[turned(row.index(self.value), command, len(row))])
        colours = [step for step in known.below(()) if step in COLOURS]
        colour = colours[turned(colours.index(self.colour), command, len(colours))]
        nearest = min(known.below((colour,)), key=lambda value: abs(int(value) - int(self.value)))
        return Grid(colour, nearest)

    def view(self, context: Context) -> Page:
        known = choices(running(context))
        grid = []
        for colour in COLOURS:
            left = known.below((colour,))
            cells = [str(value) if str(value) in left else GONE for value in VALUES]
            grid.append((context.words(f"praetorians.letter-{colour}"), *cells))
        action = known.action((self.colour, self.value))
        assert action is not None
        return Page(
            screen="cards",
            title=f"{context.words(f'praetorians.{self.colour}')} {self.value}",
            aside=effect(context, action),
            grid=tuple(grid),
            cell=(COLOURS.index(self.colour), int(self.value)),
        )


def aside(context: Context, path: Path) -> str:
    """Beside the name of the player in turn: the effect of the choice, else what this turn has brought so far."""
    step = running(context)
    action = choices(step).action(path)
    if isinstance(action, Flip):  # the last card of its colour
        return f"{context.words.card('praetorians', action.card)} {effect(context, action)}"
    if action is not None:
        return effect(context, action)
    position = step.position
    if isinstance(position, CardsPosition) and position.kept:
        return context.words(
            "praetorians.so-far", space=position.pawns[position.turn], to=stopping(position), risk=risk(position)
        )
    if isinstance(position, ScoresPosition) and position.matched:
        return context.words("praetorians.matched", matched=position.matched)
    return ""
