"""The screens of a battle: the remaining pieces of both sides in large figures, between them both hands."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from companion.games.hannibal.engine.actions import CARDS, FIELDS, Clash
from companion.games.hannibal.engine.board import PLACES
from companion.games.hannibal.engine.cards import CARTHAGE, ROME, CardsPosition
from companion.games.hannibal.pictures import ELEPHANT, LEGION, SWORDS
from companion.games.hannibal.text import TEXT, loses, place_name, side_name
from companion.kit.rules import Seat
from companion.ui.boards import GridScreen
from companion.ui.choices import Path, Place
from companion.ui.game_screens import action_at, choices, ring, running_position, running_snapshot
from companion.ui.intents import Enter
from companion.ui.odds import with_odds
from companion.ui.page import Board, Page, Space, Token
from companion.ui.screen import Command, Context, Screen, move_in_ring
from companion.ui.table import Table
from companion.words import Words

GONE = "·"
"""A card that is used already."""
TIE = "="
"""The mark of a tie: both sides lose a piece."""
ROME_WINS, CARTHAGE_WINS = "◀", "▶"
"""The winner of a round: Rome is at the left of a battle, Carthage at the right."""
WIDE_SIDE, WIDE_CARD = 47, 11
"""Shares of the width: a side's name in full, and a card."""


def battle_position(context: Context) -> CardsPosition:
    """The position in which a battle runs."""
    position: CardsPosition = running_position(context)
    assert position.battle is not None
    return position


def left(position: CardsPosition, seat: Seat) -> int:
    """How many pieces of a seat, with Hannibal, are in the battle."""
    assert position.battle is not None
    return position.camps[seat][position.battle]


def field_page(context: Context, path: Path) -> Page:
    """Carthage chooses who fights this round (HAN-9): Hannibal is above the legions, between the two sides."""
    position, words = battle_position(context), context.words
    assert position.battle is not None
    others = left(position, CARTHAGE) - 1
    hannibal = Space("H+1", (Token("+1", ELEPHANT),), wide=2 * WIDE_CARD)
    legions = Space(str(others), (Token(str(others), LEGION),), wide=2 * WIDE_CARD, large=True)
    row = FIELDS.index(path[0])
    place, aside = place_name(words, PLACES[position.battle]), words(f"hannibal.{path[0].replace(' ', '-')}")
    return Page(
        screen="field",
        title=_first_that_fits(context, (words("hannibal.who", place=place), place), aside),
        aside=aside,
        board=((_side(context, ROME, None), hannibal, _side(context, CARTHAGE, None)), (legions,)),
        space=(row, 1 - row),
    )


def clash_page(context: Context, path: Path) -> Page:
    """Both shown cards, Rome's first. As soon as both are known, the page shows the losses of the round."""
    position, words = battle_position(context), context.words
    assert position.battle is not None
    paths = choices(running_snapshot(context))
    whole = paths.with_forced_steps(path)
    clash = action_at(context, path)
    assert clash is None or isinstance(clash, Clash)
    place = place_name(words, PLACES[position.battle])
    aside = (
        TEXT.effect(context.situation, clash)
        if clash is not None
        else words("hannibal.shows", side=side_name(words, ROME))
    )
    return Page(
        screen="battle",
        title=_first_that_fits(context, (words("hannibal.battle", place=place), place), aside),
        aside=aside,
        board=_board(context, clash, path, whole),
        space=_cell(path),
    )


def _first_that_fits(context: Context, titles: Sequence[str], aside: str) -> str:
    """The first of the titles that has room in front of the aside; else only that there is a battle."""
    return next((title for title in titles if context.fit(title, aside)), context.words("hannibal.audit.battle"))


def _cell(path: Path) -> tuple[int, int]:
    """Row and column of the card under the cursor; the sides at both ends are spaces of the first row."""
    row = CARDS.index(int(path[-1]))
    return row, len(path) - 1 + (row == 0)


def _board(context: Context, clash: Clash | None, path: Path, whole: Path) -> Board:
    """Both hands between the two sides; a chosen card is framed."""
    ends = [_side(context, seat, clash) for seat in (ROME, CARTHAGE)]
    chosen = {(seat, card) for seat, card in enumerate(whole) if seat != len(path) - 1}
    return board_of_hands(battle_position(context).hands, ends, chosen)


def board_of_hands(
    hands: Sequence[Sequence[int]], ends: Sequence[Space], chosen: Collection[tuple[Seat, str]] = ()
) -> Board:
    """Rows of cards, Rome's in the left column, between the spaces of the two sides; `chosen` cards are framed."""

    def cell(seat: Seat, card: int) -> Space:
        here = str(card) if card in hands[seat] else GONE
        return Space(here, (Token(here),), wide=WIDE_CARD, framed=(seat, str(card)) in chosen, large=True)

    rows = [(cell(ROME, card), cell(CARTHAGE, card)) for card in CARDS]
    return ((ends[ROME], *rows[0], ends[CARTHAGE]), *rows[1:])


def _side(context: Context, seat: Seat, clash: Clash | None) -> Space:
    """One side: its name, how many pieces it has and would have; swords for the attacker, Hannibal's +1."""
    position, words = battle_position(context), context.words
    now = left(position, seat)
    tokens, read = [], ""
    if clash is not None:
        after = now - loses(position, clash, seat)
        if after < now:
            tokens.append(Token(f"→{after}"))
            read += f"→{after}"
    if seat == position.turn:
        tokens.append(Token(picture=SWORDS))
        read += "×"
    if seat == CARTHAGE and position.fielded == "hannibal":
        tokens.append(Token("+1", ELEPHANT))
        read += "H+1"
    return side_space(words, seat, now, read, tuple(tokens))


def side_space(words: Words, seat: Seat, count: int, read: str = "", tokens: tuple[Token, ...] = ()) -> Space:
    """One side: its name, a number, and tokens; `read` is the text of the tokens."""
    name = side_name(words, seat)
    return Space(f"{name}{count}{read}", tokens, name, number=str(count), wide=WIDE_SIDE, tall=True)


def pair_screen(context: Context, path: Path, command: Command) -> Screen | None:
    """LEFT and RIGHT open the choice of both cards at once, beside the first position of Carthage's cursor."""
    step = running_snapshot(context)
    paths = choices(step)
    rome = path[0]
    hand = list(paths.below((rome,)))
    if len(hand) < 2:
        return None
    card = path[1] if len(path) == 2 else ring(step, (rome,))[1]
    return Pairs(f"{rome} {hand[move_in_ring(hand.index(card), command, len(hand))]}")


class Pairs(GridScreen):
    """Both cards of a round at once, for boards with LEFT and RIGHT: Rome's down the side, Carthage's along the top.

    A cell says who would win the round. Boards with four keys choose one card after the other.
    """

    plays = True

    at: str

    def _cards(self) -> Path:
        return tuple(self.at.split())

    def places(self, context: Context) -> Mapping[str, Place]:
        paths = choices(running_snapshot(context))
        return {
            f"{rome} {carthage}": (row, column)
            for row, rome in enumerate(paths.below(()), 1)
            for column, carthage in enumerate(paths.below((rome,)), 1)
        }

    def chosen(self, context: Context) -> Enter:
        clash = choices(running_snapshot(context)).action(self._cards())
        assert clash is not None
        return Enter(clash)

    def left(self, context: Context) -> Screen:
        return Table(self._cards()[:1])

    def view(self, context: Context) -> Page:
        position, words, paths = battle_position(context), context.words, choices(running_snapshot(context))
        chosen = self._cards()
        romans, carthaginians = list(paths.below(())), list(paths.below((chosen[0],)))
        grid = [("×", *carthaginians)]
        for rome in romans:
            cells = []
            for carthage in carthaginians:
                clash = paths.action((rome, carthage))
                assert isinstance(clash, Clash)
                lost = loses(position, clash, ROME), loses(position, clash, CARTHAGE)
                cells.append(TIE if all(lost) else CARTHAGE_WINS if lost[ROME] else ROME_WINS)
            grid.append((rome, *cells))
        clash = paths.action(chosen)
        assert clash is not None
        page = Page(
            screen="pairs",
            title=words("hannibal.say.clash", rome=chosen[0], carthage=chosen[1]),
            aside=TEXT.effect(context.situation, clash),
            grid=tuple(grid),
            cell=self.places(context)[self.at],
        )
        return with_odds(page, context, line=False)
