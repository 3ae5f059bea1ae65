"""The screens of Praetorians: the colour, then the card; in scores entry sums by tens and units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.praetorians.engine.actions import COLOURS, VALUES, Bank, Flip, Give, Match, Stop, Twelve
from companion.games.praetorians.engine.cards import CardsPosition
from companion.games.praetorians.engine.position import Position, ScoresPosition
from companion.games.praetorians.score_sheet import score_sheet, typed_round
from companion.games.praetorians.strip import Choice, Strip
from companion.games.praetorians.text import TEXT, risk, space_after_stop, would_catch
from companion.kit.rules import Action
from companion.kit.search.mind import Thought
from companion.play.timeline import Snapshot
from companion.ui.boards import GridScreen
from companion.ui.choices import Path, Place, middle
from companion.ui.game_screens import (
    EFFECT,
    GameScreens,
    NumberAsked,
    action_at,
    choices,
    effect,
    ring,
    running_snapshot,
    with_effect,
)
from companion.ui.intents import Enter
from companion.ui.letters import ELLIPSIS
from companion.ui.odds import with_odds
from companion.ui.page import Item, Page, Space, Token
from companion.ui.screen import Command, Context, Screen, move_in_ring
from companion.ui.table import Table, asked_on_table, turn_text
from companion.values import replace

SHAPES = {"R": "triangle", "P": "triangle", "B": "circle", "G": "circle", "Y": "diamond"}
"""The camps' shapes, by colour."""
GONE = "·"
"""A card of the grid that is not face down."""
BESIDE_A_CARD = 40
"""How wide an effect may be beside the name of a card where it has no room whole."""


def _meaning(context: Context) -> tuple[str, str]:
    """What the shapes mean, before the first card of a game; and the ×, while a colour has it (PRA-5)."""
    step = running_snapshot(context)
    if not isinstance(step.position, CardsPosition):
        return "", ""
    camps = context.words("praetorians.camps") if step.first else ""
    return camps, context.words("praetorians.cross") if would_catch(step.position) else ""


def _row(context: Context, path: Path, table: Page) -> Page:
    """The cards of one colour that are still face down, in place of its line: above 1 to 5, below 6 to 10."""
    step = running_snapshot(context)
    left, action = choices(step).below(path[:1]), action_at(context, path)
    assert action is not None
    cells = [str(value) if str(value) in left else GONE for value in VALUES]
    half = len(cells) // 2
    at, letter, position = VALUES.index(int(path[1])), context.words(f"praetorians.letter-{path[0]}"), step.position
    assert isinstance(position, CardsPosition)
    kept = (
        _kept_text(context, position, "praetorians.so-far-plain") if position.kept else step.setup.names[position.turn]
    )
    title, would = _card_and_effect(context, path, action)
    return replace(
        table,
        screen="cards",
        title=title,
        aside=would,
        board=(_cards(cells[:half]), _cards(cells[half:])),
        space=divmod(at, half),
        drawing=Strip(tuple(map(Choice, cells)), at, Item(letter + path[1]), kept=kept, prefix=letter),
    )


def _card_and_effect(context: Context, path: Path, action: Action) -> tuple[str, str]:
    """The name of a card, and what it would do as far as that has room beside the name."""
    title, would = f"{context.words(f'praetorians.{path[0]}')} {path[1]}", effect(context, action)
    if context.fit(title, would):
        return title, would
    return title, effect(context, action, BESIDE_A_CARD)  # that a match wins says more than its points


def _cards(cells: Sequence[str]) -> tuple[Space, ...]:
    """Cards side by side; the last column has room for a 10."""
    last = len(cells) - 1
    return tuple([Space(cell, (Token(cell),), wide=5 if at == last else 3) for at, cell in enumerate(cells)])


def _item(context: Context, name: str) -> Item:
    """A line of the table's menu: colours with how many cards they still have, which the discards say, marked if they
    would catch; what a stop would bring; sums by their tens.
    """
    words, position = context.words, running_snapshot(context).position
    kind, _, least = name.partition(" ")
    if kind == "match":
        return Item(words(f"praetorians.match-{least}"))
    if least:
        sums = list(choices(running_snapshot(context)).below((name,)))
        return Item(words("praetorians.tens", least=sums[0], most=sums[-1]))
    label = words(f"praetorians.{kind}")
    if not isinstance(position, CardsPosition):
        return Item(label)
    if name in COLOURS:
        left = choices(running_snapshot(context)).below(())[name]
        catches = any(card.colour == name for card in would_catch(position))
        shown = str(left) if context.memory else ""
        return Item(words("praetorians.catches", colour=label) if catches else label, shown)
    return Item(label, words("praetorians.stop-to", to=space_after_stop(position)) if kind == "stop" else "")


def _choice(context: Context, name: str) -> Choice:
    """A choice beside the one under the cursor: a shape, or × if the colour would catch, and a letter or a number."""
    words, position = context.words, running_snapshot(context).position
    kind, _, least = name.partition(" ")
    if name in COLOURS:
        cards = would_catch(position) if isinstance(position, CardsPosition) else ()
        catches = any(card.colour == name for card in cards)
        return Choice(words(f"praetorians.letter-{name}"), "cross" if catches else SHAPES[name])
    if kind == "bank":
        return Choice(next(iter(choices(running_snapshot(context)).below((name,)))))
    return Choice(words(f"praetorians.short-{kind}", least=least))


def _receiver(context: Context, path: Path) -> Page:
    """Who gets the 12."""
    step = running_snapshot(context)
    steps, _ = ring(step, path[:-1])
    items = []
    for seat in steps:
        action = choices(step).action((*path[:-1], seat))
        assert action is not None
        items.append(Item(step.setup.names[int(seat)], effect(context, action)))
    device = context.device
    title = context.words("praetorians.give")
    if device is not None and device.thought is not None and TEXT.gives(context.situation, device.thought):
        title = asked_on_table(context, device, path)
    return Page(screen="give", title=title, menu=tuple(items), cursor=steps.index(path[-1]))


def _amount(context: Context, path: Path, table: Page) -> Page:
    """A sum or the value of a match in place of its line, and its effect."""
    action = action_at(context, path)
    assert action is not None
    kind = path[0].partition(" ")[0]
    sums = list(choices(running_snapshot(context)).below(path[:1]))
    return replace(
        table,
        screen="amount",
        title=context.words(f"praetorians.{kind}-title"),
        aside=effect(context, action),
        big=path[-1],
        drawing=Strip(tuple(map(Choice, sums)), sums.index(path[-1]), Item(path[-1])),
    )


class Grid(GridScreen):
    """The cards still face down, a row a colour, for boards with LEFT and RIGHT.

    Boards with four keys do not need it: the table screen shows the row of one colour. A card is named by its colour
    and value.
    """

    plays = True

    at: str

    def places(self, context: Context) -> Mapping[str, Place]:
        paths = choices(running_snapshot(context))
        return {
            f"{colour}{value}": (row, int(value))
            for row, colour in enumerate(COLOURS)
            for value in paths.below((colour,))
        }

    def chosen(self, context: Context) -> Enter:
        return Enter(self._action(context))

    def left(self, context: Context) -> Screen:
        return Table((self.at[0],))

    def _action(self, context: Context) -> Action:
        action = choices(running_snapshot(context)).action((self.at[0], self.at[1:]))
        assert action is not None
        return action

    def view(self, context: Context) -> Page:
        paths = choices(running_snapshot(context))
        grid = []
        for colour in COLOURS:
            left = paths.below((colour,))
            cells = [str(value) if str(value) in left else GONE for value in VALUES]
            grid.append(
                (context.words.sign("praetorians", colour) + context.words(f"praetorians.letter-{colour}"), *cells)
            )
        title, would = _card_and_effect(context, (self.at[0], self.at[1:]), self._action(context))
        page = Page(
            screen="cards",
            title=title,
            aside=would,
            grid=tuple(grid),
            cell=self.places(context)[self.at],
        )
        return with_odds(page, context, line=False)


def aside_text(context: Context, path: Path) -> str:
    """Beside the name of the player in turn: what this turn has brought so far, or the effect of an entry.

    What a stop would bring is in its line.
    """
    step, words = running_snapshot(context), context.words
    action, position = choices(step).action(path), step.position
    if isinstance(action, Flip):  # the last card of its colour
        return f"{words.card('praetorians', action.card)} {effect(context, action)}"
    if isinstance(position, CardsPosition) and position.kept and (action is None or isinstance(action, Stop)):
        return _kept_text(context, position, f"praetorians.so-far{'' if context.memory else '-plain'}")
    if action is not None:
        return effect(context, action)
    if isinstance(position, ScoresPosition) and position.matched:
        return words("praetorians.matched", matched=position.matched)
    return ""


def _kept_text(context: Context, position: CardsPosition, key: str) -> str:
    """The kept cards with their sum, and the risk of the next card; without room for all, the last cards."""
    words = context.words
    cards = [words.card("praetorians", card) for card in position.kept]
    for skipped in range(len(cards)):
        shown = ELLIPSIS * (skipped > 0) + " ".join(cards[skipped:])
        text = words(key, cards=shown, sum=position.kept_sum, risk=risk(position))
        if context.fits(text, EFFECT):
            break
    return text


class PraetoriansScreens(GameScreens[Position]):
    """The screens that enter and draw Praetorians."""

    sheet = staticmethod(score_sheet)
    typed_round = staticmethod(typed_round)
    own = (Grid,)
    asks_on_table = True

    def path(self, action: Action) -> Path:
        """`flip R7` is reached by colour and value, `bank 27` by its tens, which are in the menu, and the sum."""
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

    def page(self, context: Context, path: Path) -> Page:
        """The table with its menu; the cards of a colour; who may get a 12; a large number for sums and matches."""
        if path[0] == "twelve" and len(path) > 1:
            return _receiver(context, path)
        steps, _ = ring(running_snapshot(context), ())
        table = Page(
            screen="table",
            title=turn_text(context),
            figures=TEXT.figures(context.situation),
            menu=tuple(_item(context, name) for name in steps),
            keys="sob",
        )
        line = steps.index(path[0])
        if len(path) == 1:
            camps, cross = _meaning(context)
            drawing = Strip(tuple([_choice(context, name) for name in steps]), line, table.menu[line], camps, cross)
            return replace(table, aside=aside_text(context, path), cursor=line, drawing=drawing)
        inside = replace(table, inside=line)
        return _row(context, path, inside) if path[0] in COLOURS else _amount(context, path, inside)

    def side_screen(self, context: Context, path: Path, command: Command) -> Screen | None:
        """LEFT and RIGHT open the grid of cards directly, left or right of its first position."""
        if path[0] not in COLOURS:
            return None
        row = list(choices(running_snapshot(context)).below(path[:1]))
        at = row.index(path[1]) if len(path) == 2 else middle([1] * len(row))
        return Grid(path[0] + row[move_in_ring(at, command, len(row))])

    def saves_presses(self, step: Snapshot, prefix: Path, name: str) -> bool:
        """Colours, 12s, tens and halves lead to what people choose."""
        return not prefix and name not in ("stop", "bust")

    def codes(self, step: Snapshot, prefix: Path, name: str) -> tuple[str, ...]:
        """`r7`, `t2` for a 12 to the second player, `s`; with scores the sum `27`, a match `m7`, `c` for caught."""
        if prefix:
            return (str(int(name) + 1) if prefix[0] == "twelve" else name,)
        kind = name.partition(" ")[0]
        return {"bank": (), "bust": ("c",)}.get(kind, (kind[0].lower(),))

    def number(self, context: Context, prefix: Path) -> NumberAsked | None:
        """With scores the sum of the kept cards."""
        step = running_snapshot(context)
        if not isinstance(step.position, ScoresPosition) or (prefix and not prefix[0].startswith("bank")):
            return None
        listed = choices(step)
        paths = {
            int(total): (tens, total)
            for tens in listed.below(())
            if tens.startswith("bank")
            for total in listed.below((tens,))
        }
        return NumberAsked(sorted(paths), paths.__getitem__)

    def asks(self, context: Context, thought: Thought, path: Path) -> tuple[str, ...]:
        """Another card or stop; who gets a 12 stands there too where it has room, and alone while people enter one."""
        request, twelve = TEXT.ask(context.situation, thought), TEXT.gives(context.situation, thought)
        if not twelve:
            return (request,)
        if path[0] == "twelve":
            return (twelve,)
        return context.words("praetorians.ask.twelve", what=request, twelve=twelve), request

    def wanted_step(self, thought: Thought, prefix: Path) -> str | None:
        """Stop, and who gets a 12."""
        if prefix:
            return str(thought.extra.get("twelve")) if prefix == ("twelve",) else None
        return "stop" if thought.action == "stop" else None

    def choice_name(self, context: Context, path: Path, action: Action | None) -> str:
        """A card by its colour and value, else the action; and what it would do."""
        assert action is not None
        if not isinstance(action, Flip):
            return with_effect(context, action)
        colour = context.words(f"praetorians.{action.card.colour}")
        name = context.words("praetorians.choice.card", colour=colour, value=action.card.value)
        return with_effect(context, action, name)


SCREENS = PraetoriansScreens()
