"""The screens of Seven Hills of Rome: first the hill in the row of seven, then the card on a pad."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from companion.games.seven_hills.board import NO_CARD, board, owners_board, side, tally, tokens
from companion.games.seven_hills.card_pad import PLACES, ROWS, pad, pad_beside_hill
from companion.games.seven_hills.engine.actions import HILLS, SAID, Award, LayDown, LayUp, Reveal
from companion.games.seven_hills.engine.cards import CardsPosition
from companion.games.seven_hills.engine.messages import standing
from companion.games.seven_hills.engine.position import Position
from companion.games.seven_hills.engine.scores import UNNAMED, ScoresPosition
from companion.games.seven_hills.hills_picture import HILLS_PICTURE, PAD_PICTURE
from companion.games.seven_hills.repair import audit_board
from companion.games.seven_hills.text import TEXT, card_text, side_text
from companion.kit.rules import DONE, Action
from companion.kit.text import tags, with_name
from companion.messages import Message
from companion.play.timeline import Snapshot
from companion.ui.choices import Path, Place
from companion.ui.game_screens import (
    GameScreens,
    action_at,
    choices,
    effect,
    ring,
    running_position,
    running_snapshot,
    with_effect,
)
from companion.ui.page import Board, Page, Space, Token
from companion.ui.screen import Context
from companion.ui.table import turn_text

_SIDES = {"1": 0, "-": 1, "0": 2}
"""The row of the board for each owner of a hill; for nobody it is the row of the hill."""

_IN_THE_ROW: Mapping[str, Place] = {str(hill): (1, at) for at, hill in enumerate(HILLS)}


def _distance(one: Place, other: Place) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def _has_changed_owner(step: Snapshot) -> bool:
    """Whether the last entry named the owner of a hill when all hills had been named."""
    before = step.timeline[-2].position if step.timeline and _last_hill(step) else None
    return isinstance(before, ScoresPosition) and UNNAMED not in before.owners


def _last_hill(step: Snapshot) -> str:
    """The hill that was named last, as a step; before the first one, less than any hill."""
    return str(step.action.hill) if isinstance(step.action, Award) else ""


# -- the row of hills


def _row(context: Context, position: CardsPosition, path: Path) -> Page:
    return Page(
        screen="hills",
        title=turn_text(context),
        aside=_aside_text(context, position, path),
        board=board(context),
        drawing=HILLS_PICTURE,
        space=(1, int(path[0]) - 1),
        keys="sob",
    )


def _aside_text(context: Context, position: CardsPosition, path: Path) -> str:
    """The effect of a card at the hill under the cursor; if it depends on the card, who leads at the hill."""
    words, number = context.words, int(path[0])
    hill = position.hills[number - 1]
    action = action_at(context, path)
    assert position.turn is not None
    if isinstance(action, LayDown):
        own = len(hill.cards[position.turn])
        return _effect(context, action) or words("seven_hills.face-down" if own else "seven_hills.empty", count=own)
    if isinstance(action, LayUp):  # the only card that can be laid there
        return _effect(context, action, f"{card_text(context.situation, SAID[action.card])}: ")
    if hill.banner_of is not None:
        return words("seven_hills.voids")
    message = standing(number, hill, position.variant)
    shown = Message(message.key.replace("event.", "effect."), **message.params)
    return _beside_title(context, lambda names: words.message(shown, names))


def _effect(context: Context, action: Action, before: str = "") -> str:
    return _beside_title(context, lambda names: before + TEXT.effect(context.situation._replace(names=names), action))


def _beside_title(context: Context, text: Callable[[tuple[str, ...]], str]) -> str:
    """A text with names; with tags where it has no room beside the whole name of the player in turn."""
    names = running_snapshot(context).setup.names
    whole = text(names)
    return whole if context.fit(turn_text(context), whole) else text(tuple(tags(names)))


# -- the pad of cards


def _card(context: Context, position: CardsPosition, path: Path) -> Page:
    """Which card was laid face up at a hill, and its effect."""
    steps, _ = ring(running_snapshot(context), path[:-1])
    number = int(path[0])
    action = action_at(context, path)
    assert action is not None
    cards = position.hills[number - 1].cards
    keys = pad(steps, ROWS + position.variant.barricades)
    return Page(
        screen="laid",
        title=turn_text(context),
        aside=_effect(context, action),
        board=pad_beside_hill(keys, context.words, number, [side(row) for row in cards]),
        drawing=PAD_PICTURE,
        space=PLACES[path[-1]],
    )


def _turning_up(context: Context, position: CardsPosition, named: str) -> Page:
    """Which card is the next of the hill that is being turned up; for the last card also its effect."""
    step, words, pending = running_snapshot(context), context.words, position.pending
    assert pending is not None
    steps, _ = ring(step, ())
    action = choices(step).action((named,))
    assert action is not None
    number, seat, cards = pending.hill, pending.seat, position.hills[pending.hill - 1].cards
    count = len(cards[seat])
    if seat == position.turn:
        which = words("seven_hills.new-card")
    else:
        key = "seven_hills.which-card" if count == 1 else "seven_hills.nth-card"
        which = words(key, at=pending.index + 1, count=count)
    rows = [side(row) for row in cards]
    rows[seat] = Space(rows[seat].text, tokens(cards[seat], pending.index))
    return Page(
        screen="turning-up",
        title=turn_text(context),
        aside=_effect(context, action) or which,
        board=pad_beside_hill(pad(steps, ROWS + position.variant.barricades), words, number, rows),
        drawing=PAD_PICTURE,
        space=PLACES[named],
    )


# -- scores entry

BESIDE_DONE = 80
"""The pixels of a title bar beside the title when all hills have owners."""


def _owners(context: Context, position: ScoresPosition, hill: str) -> Page:
    """The hills with their owners, and both totals."""
    words, hills = context.words, board(context)
    missing = position.owners.count(UNNAMED)
    aside = words("seven_hills.missing", count=missing)
    if not missing:
        hills = _with_column(hills, Space("✓", (Token("✓"),)))
        aside = effect(context, DONE, BESIDE_DONE)
    return Page(
        screen="owners",
        title=words("seven_hills.whose") if hill != DONE else words("seven_hills.done"),
        aside=aside,
        board=hills,
        drawing=HILLS_PICTURE,
        space=_IN_THE_ROW.get(hill, (1, len(HILLS))),
        figures=tally(context, position),
        keys="sob",
    )


def _owner(context: Context, position: ScoresPosition, path: Path) -> Page:
    """The owner of a hill: its laurel goes from side to side, with the new totals."""
    step, words = running_snapshot(context), context.words
    hill, owner = path
    action = choices(step).action(path)
    assert action is not None
    then = position.after(action)
    hills = owners_board(then.table())
    if UNNAMED not in position.owners:  # the hills stay where they are beside ✓
        hills = _with_column(hills, Space(NO_CARD))
    title = words("seven_hills.goes-to", hill=hill)
    name = words("seven_hills.nobody") if owner == "-" else step.setup.names[int(owner)]
    return Page(
        screen="owner",
        title=title,
        aside=with_name(str, name, lambda text, width: context.fit(title, text)),
        board=hills,
        drawing=HILLS_PICTURE,
        space=(_SIDES[owner], int(hill) - 1),
        figures=tally(context, then),
    )


def _with_column(hills: Board, middle: Space) -> Board:
    """The hills and behind them one more column, with nothing above and below its middle."""
    return tuple([(*row, space) for row, space in zip(hills, (Space(NO_CARD), middle, Space(NO_CARD)), strict=True)])


class SevenHillsScreens(GameScreens[Position]):
    """The screens that enter and draw Seven Hills of Rome."""

    board = staticmethod(board)
    drawing = HILLS_PICTURE
    audit_board = staticmethod(audit_board)

    def path(self, action: Action) -> Path:
        """The hill, then the card or the owner; for a hill that is being turned up only the card."""
        if isinstance(action, LayDown):
            return (str(action.hill),)
        if isinstance(action, LayUp):
            return (str(action.hill), str(SAID[action.card]))
        if isinstance(action, Reveal):
            return (str(SAID[action.card]),)
        if isinstance(action, Award):
            return (str(action.hill), "-" if action.owner is None else str(action.owner))
        return (DONE,)

    def places(self, step: Snapshot, prefix: Path) -> Mapping[str, Place] | None:
        """The hills are in the middle row of the board, the cards on their pad, the possible owners beside the hill."""
        position = step.position
        if isinstance(position, CardsPosition):
            return PLACES if prefix or position.pending is not None else _IN_THE_ROW
        if prefix:
            return {owner: (row, int(prefix[0]) - 1) for owner, row in _SIDES.items()}
        return {**_IN_THE_ROW, DONE: (1, len(HILLS))}

    def has_own_board(self, step: Snapshot, prefix: Path) -> bool:
        """The pad of the cards is not the row of hills."""
        return self.places(step, prefix) is PLACES

    def likeliest_step(self, step: Snapshot, prefix: Path, steps: tuple[str, ...]) -> str | None:
        """On the pad the card in the middle. In scores entry the next hill that nobody has named, then `done`.

        After a change of an owner, when all had been named, it is the hill in the middle: more may have to be changed.
        """
        if self.places(step, prefix) is PLACES:
            return min(steps, key=lambda card: sum(_distance(PLACES[card], PLACES[other]) for other in steps))
        if isinstance(step.position, ScoresPosition) and not prefix:
            unnamed = [str(hill) for hill, owner in zip(HILLS, step.position.owners, strict=True) if owner == UNNAMED]
            last = _last_hill(step)
            if not unnamed:
                return None if _has_changed_owner(step) else DONE
            return next((hill for hill in unnamed if hill > last), unnamed[0])
        if isinstance(step.position, ScoresPosition):
            return "0"
        return None

    def page(self, context: Context, path: Path) -> Page:
        """The row of hills; after a hill the pad of cards, or its possible owners."""
        position: Position = running_position(context)
        if isinstance(position, ScoresPosition):
            return _owner(context, position, path) if len(path) > 1 else _owners(context, position, path[0])
        if position.pending is not None:
            return _turning_up(context, position, path[0])
        return _card(context, position, path) if len(path) > 1 else _row(context, position, path)

    def codes(self, step: Snapshot, prefix: Path, name: str) -> tuple[str, ...]:
        """The hill and the card, `38`, `3b`, or its owner, `32`, `30` for nobody; `d` at the end."""
        if name == DONE or not name.isdecimal():
            return ({"-": "0"}.get(name, name[0]),)
        return (str(int(name) + 1) if prefix and isinstance(step.position, ScoresPosition) else name,)

    def choice_name(self, context: Context, path: Path, action: Action | None) -> str:
        """The hill, or what would happen there."""
        return context.words("seven_hills.hill", hill=path[0]) if action is None else with_effect(context, action)

    def places_in_words(self, context: Context) -> Iterator[tuple[Place, str]]:
        """The cards of each player at each hill, and who leads there."""
        position: Position = running_position(context)
        if not isinstance(position, CardsPosition):
            return
        for at, (number, hill) in enumerate(zip(HILLS, position.hills, strict=True)):
            for seat, row in ((0, 2), (1, 0)):
                yield (row, at), side_text(context.situation, number, seat, hill.cards[seat])
            if hill.banner_of is None:
                standing_now = standing(number, hill, position.variant)
                yield (1, at), context.words.message(standing_now, context.situation.names)


SCREENS = SevenHillsScreens()
