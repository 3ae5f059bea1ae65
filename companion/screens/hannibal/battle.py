"""A battle on the glass: the pieces left on both sides in large figures, between them both hands."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.engines.hannibal.actions import CARDS, FIELDS, Clash
from companion.engines.hannibal.board import PLACES
from companion.engines.hannibal.cards import CARTHAGE, ROME, CardsPosition
from companion.engines.position import Seat
from companion.screens.choosing import Path
from companion.screens.face import action_at, choices, ring, running
from companion.screens.hannibal.looks import effect, loses, side
from companion.screens.intents import Intent, Tell
from companion.screens.page import Board, Page, Space, Token
from companion.screens.screen import Command, Screen, Sight, turned
from companion.screens.table import Table

GONE = "·"
"""A card that is laid aside."""
TIE = "="
"""Both would lose a piece."""
WIDE_SIDE, WIDE_CARD = 47, 11
"""Shares of the width: a side's name in full, and a card."""


def fighting(sight: Sight) -> CardsPosition:
    """The position in which a battle runs."""
    position = running(sight).position
    assert isinstance(position, CardsPosition)
    assert position.battle is not None
    return position


def left(position: CardsPosition, seat: Seat) -> int:
    """How many pieces of a seat, Hannibal counted, are in the battle."""
    assert position.battle is not None
    return position.camps[seat][position.battle]


def field_page(sight: Sight, path: Path) -> Page:
    """Carthage says who fights this round (HAN-9): Hannibal stands above the legions, between the two sides."""
    position, words = fighting(sight), sight.words
    assert position.battle is not None
    others = left(position, CARTHAGE) - 1
    hannibal = Space("H+1", (Token("+1", "elephant"),), wide=2 * WIDE_CARD)
    legions = Space(str(others), (Token(str(others), "legion"),), wide=2 * WIDE_CARD)
    row = FIELDS.index(path[0])
    return Page(
        screen="field",
        title=words("hannibal.who", place=PLACES[position.battle]),
        aside=words(f"hannibal.{path[0].replace(' ', '-')}"),
        board=((_side(sight, ROME, None), hannibal, _side(sight, CARTHAGE, None)), (legions,)),
        space=(row, 1 - row),
    )


def clash_page(sight: Sight, path: Path) -> Page:
    """Both shown cards, Rome's first. What the round would cost is in sight as soon as both are known."""
    position, words = fighting(sight), sight.words
    assert position.battle is not None
    known = choices(running(sight))
    whole = known.forced(path)
    clash = action_at(sight, path)
    assert clash is None or isinstance(clash, Clash)
    place = PLACES[position.battle]
    title = words("hannibal.battle", place=place)
    aside = effect(sight, clash) if clash is not None else words("hannibal.shows", side=side(words, ROME))
    return Page(
        screen="battle",
        title=title if sight.fit(title, aside) else place,
        aside=aside,
        board=_board(sight, clash, path, whole),
        space=_cell(path),
    )


def _cell(path: Path) -> tuple[int, int]:
    """Where the card under the cursor stands; the sides at the ends are spaces of the first row."""
    row = CARDS.index(int(path[-1]))
    return row, len(path) - 1 + (row == 0)


def _board(sight: Sight, clash: Clash | None, path: Path, whole: Path) -> Board:
    """Rows of cards, Rome's in the left column, between the two sides; a card that is chosen already is framed."""
    position = fighting(sight)
    rows = []
    for place, card in enumerate(CARDS):
        cells = []
        for seat in (ROME, CARTHAGE):
            here = str(card) if card in position.hands[seat] else GONE
            chosen = len(path) - 1 != seat < len(whole) and whole[seat] == str(card)
            cells.append(Space(here, (Token(here),), wide=WIDE_CARD, framed=chosen))
        if place == 0:
            cells = [_side(sight, ROME, clash), *cells, _side(sight, CARTHAGE, clash)]
        rows.append(tuple(cells))
    return tuple(rows)


def _side(sight: Sight, seat: Seat, clash: Clash | None) -> Space:
    """One side: its name, how many pieces it has and would have; swords for the attacker, Hannibal's +1."""
    position, words = fighting(sight), sight.words
    now = left(position, seat)
    tokens, read = [], [side(words, seat), str(now)]
    if clash is not None:
        after = now - loses(position, clash, seat)
        if after < now:
            tokens.append(Token(f"→{after}"))
            read.append(f"→{after}")
    if seat == position.turn:
        tokens.append(Token(picture="swords"))
        read.append("×")
    if seat == CARTHAGE and position.fielded == "hannibal":
        tokens.append(Token("+1", "elephant"))
        read.append("H+1")
    return Space("".join(read), tuple(tokens), side(words, seat), number=str(now), wide=WIDE_SIDE, tall=True)


def across(sight: Sight, path: Path, command: Command) -> Screen | None:
    """LEFT and RIGHT lead straight to both cards at once: Carthage's beside the one that it would begin with."""
    step = running(sight)
    known = choices(step)
    rome = path[0]
    hand = list(known.below((rome,)))
    if len(hand) < 2:
        return None
    card = path[1] if len(path) == 2 else ring(step, (rome,))[1]
    return Pairs(rome, hand[turned(hand.index(card), command, len(hand))])


@dataclass(frozen=True, slots=True)
class Pairs:
    """Both cards of a round at once, for boards with LEFT and RIGHT: Rome's down the side, Carthage's along the top.

    A cell says who would win the round. With four keys one hand after the other is enough.
    """

    rome: str
    carthage: str

    def update(self, command: Command, sight: Sight) -> Screen | Intent:
        known = choices(running(sight))
        if command is Command.BACK:
            return Table((self.rome,))
        if command is Command.OK:
            clash = known.action((self.rome, self.carthage))
            assert clash is not None
            return Tell(clash)
        if command in (Command.LEFT, Command.RIGHT):
            hand = list(known.below((self.rome,)))
            return replace(self, carthage=hand[turned(hand.index(self.carthage), command, len(hand))])
        hand = list(known.below(()))
        return replace(self, rome=hand[turned(hand.index(self.rome), command, len(hand))])

    def view(self, sight: Sight) -> Page:
        position, words, known = fighting(sight), sight.words, choices(running(sight))
        romans, carthaginians = list(known.below(())), list(known.below((self.rome,)))
        letters = (words("hannibal.letter-rome"), words("hannibal.letter-carthage"))
        grid = [("×", *carthaginians)]
        for rome in romans:
            cells = []
            for carthage in carthaginians:
                clash = known.action((rome, carthage))
                assert isinstance(clash, Clash)
                lost = loses(position, clash, ROME), loses(position, clash, CARTHAGE)
                cells.append(TIE if all(lost) else letters[lost[ROME]])
            grid.append((rome, *cells))
        clash = known.action((self.rome, self.carthage))
        assert clash is not None
        return Page(
            screen="pairs",
            title=words("hannibal.say.clash", rome=self.rome, carthage=self.carthage),
            aside=effect(sight, clash),
            grid=tuple(grid),
            cell=(romans.index(self.rome) + 1, carthaginians.index(self.carthage) + 1),
        )
