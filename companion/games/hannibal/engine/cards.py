"""A game entered move by move and card by card.

Only the place of the running battle holds pieces of both sides; there the attacker, whose turn it is, has exactly the
piece that has entered. Hands are never empty, and both hold the same number of cards.
"""

from __future__ import annotations

from companion.games.hannibal.engine.actions import (
    CARDS,
    FIELDS,
    Clash,
    Field,
    Hand,
    Move,
    MoveFleet,
    MoveHannibal,
    clashes,
    crossings,
    marches,
    sailings,
)
from companion.games.hannibal.engine.board import CAPITALS, PLACES, SEA, Camp, Place, route_between
from companion.games.hannibal.engine.ends import (
    CHIPS_TO_WIN,
    controls_core,
    controls_mediterranean,
    end_outcome,
    with_chip,
)
from companion.kit.rules import Action, Illegal, ListsOnce, Outcome, Seat, Table

ROME, CARTHAGE = 0, 1
FULL_HANDS: tuple[Hand, Hand] = (CARDS, CARDS)


class CardsPosition(ListsOnce):
    """A moment of a game entered move by move.

    `camps` by seat, with Hannibal; `hannibal` is his place, or None. `battle` is the place of the running battle,
    `fielded` who fights its next round for Carthage: None at sea, and on land until Carthage has chosen.
    With an `outcome` no battle is running, and `turn` is the seat that had the last turn.
    """

    __slots__ = (
        "battle", "camps", "chips", "core", "fielded", "hands", "hannibal", "outcome", "symmetric", "turn",
    )  # fmt: skip

    def __init__(
        self,
        core: bool,
        symmetric: bool,
        turn: Seat,
        camps: tuple[Camp, Camp],
        hannibal: Place | None,
        hands: tuple[Hand, Hand],
        battle: Place | None,
        fielded: str | None,
        chips: tuple[int, int],
        outcome: Outcome | None = None,
    ) -> None:
        self.core = core
        self.symmetric = symmetric
        self.turn = turn
        self.camps = camps
        self.hannibal = hannibal
        self.hands = hands
        self.battle = battle
        self.fielded = fielded
        self.chips = chips
        self.outcome = outcome
        self._legal = None

    @property
    def to_act(self) -> tuple[Seat, ...]:
        if self.outcome is not None:
            return ()
        if self.battle is None:
            return (self.turn,)
        return (CARTHAGE,) if self.must_choose_fighter else (ROME, CARTHAGE)

    @property
    def must_choose_fighter(self) -> bool:
        """Whether Carthage has to choose who fights the next round (HAN-9)."""
        return self.battle is not None and self.battle < SEA and self.fielded is None

    def pieces(self, seat: Seat) -> Camp:
        """The camp of a seat without Hannibal."""
        if seat == ROME or self.hannibal is None:
            return self.camps[seat]
        pieces = list(self.camps[CARTHAGE])
        pieces[self.hannibal] -= 1
        return tuple(pieces)

    def _list_legal(self) -> tuple[Action, ...]:
        if self.outcome is not None:
            return ()
        if self.battle is not None:
            return FIELDS if self.must_choose_fighter else clashes(self.hands)  # HAN-9, HAN-7
        pieces = self.pieces(self.turn)  # HAN-2: only own pieces, and no pass
        fleets = pieces[SEA:]
        listed: list[Action] = []
        for count, moves in zip(pieces, crossings(fleets), strict=False):  # ends where the regions end
            if count:
                listed += moves
        if self.turn == CARTHAGE and self.hannibal is not None:
            listed += marches(self.hannibal)
        listed += sailings(fleets)
        return tuple(listed)

    def after(self, action: Action) -> CardsPosition:
        if isinstance(action, Move):
            return self._move(action)
        if isinstance(action, Clash):
            return self._clash(action)
        assert isinstance(action, Field)
        return CardsPosition(
            self.core, self.symmetric, self.turn, self.camps, self.hannibal, self.hands, self.battle, action.fighter,
            self.chips,
        )  # fmt: skip

    def _move(self, move: Move) -> CardsPosition:
        seat, to = self.turn, move.to
        pieces = list(self.camps[seat])
        pieces[move.origin] -= 1
        pieces[to] += 1
        enemy = self.camps[1 - seat]
        camps = (tuple(pieces), enemy) if seat == ROME else (enemy, tuple(pieces))
        hannibal = to if isinstance(move, MoveHannibal) else self.hannibal
        if to == CAPITALS[1 - seat]:  # HAN-11: at once, even if it is defended
            return self._ended_position(camps, hannibal, self.hands, self.chips, seat, "HAN-11")
        if enemy[to]:  # HAN-6
            return self._round(camps, hannibal, self.hands, to)
        return self._end_turn(camps, hannibal, self.hands)

    def _round(
        self, camps: tuple[Camp, Camp], hannibal: Place | None, hands: tuple[Hand, Hand], at: Place
    ) -> CardsPosition:
        """The battle before a round; (ruling) Carthage chooses who fights for each round again."""
        fielded = only_fighter(camps, hannibal, at)
        return CardsPosition(self.core, self.symmetric, self.turn, camps, hannibal, hands, at, fielded, self.chips)

    def _clash(self, clash: Clash) -> CardsPosition:
        at = self.battle
        assert at is not None
        rome, carthage = clash.cards
        left = (
            tuple([card for card in self.hands[ROME] if card != rome]),
            tuple([card for card in self.hands[CARTHAGE] if card != carthage]),
        )
        hands = left if left[ROME] else FULL_HANDS  # HAN-8: in the same step
        hannibal = self.hannibal
        if self.fielded == "hannibal":  # HAN-10
            carthage += 1
            if carthage <= rome:
                hannibal = None
        camps = (  # HAN-7: the lower card loses a piece, equal cards one each
            _without(self.camps[ROME], at) if rome <= carthage else self.camps[ROME],
            _without(self.camps[CARTHAGE], at) if carthage <= rome else self.camps[CARTHAGE],
        )
        if camps[ROME][at] and camps[CARTHAGE][at]:  # HAN-6: until only one side is left, or none
            return self._round(camps, hannibal, hands, at)
        romans, carthaginians = any(camps[ROME][:SEA]), any(camps[CARTHAGE][:SEA])
        if not (romans and carthaginians):  # HAN-13: checked before HAN-12; if both have lost all, nobody wins
            winner = ROME if romans else CARTHAGE if carthaginians else None
            return self._ended_position(camps, hannibal, hands, self.chips, winner, "HAN-13")
        return self._end_turn(camps, hannibal, hands)

    def _end_turn(self, camps: tuple[Camp, Camp], hannibal: Place | None, hands: tuple[Hand, Hand]) -> CardsPosition:
        """The next turn, or the end: HAN-12, then HAN-17 and HAN-18, then HAN-14."""
        seat, chips = self.turn, self.chips
        if controls_mediterranean(camps[seat], seat, symmetric=self.symmetric):
            return self._ended_position(camps, hannibal, hands, chips, seat, "HAN-12")
        if self.core and controls_core(camps[seat], seat):
            chips = with_chip(chips, seat)
            if chips[seat] == CHIPS_TO_WIN:
                return self._ended_position(camps, hannibal, hands, chips, seat, "HAN-18")
        # HAN-1: the other side's turn
        following = CardsPosition(self.core, self.symmetric, 1 - seat, camps, hannibal, hands, None, None, chips)
        if not following.legal():  # HAN-14: only the other side's moves count
            return self._ended_position(camps, hannibal, hands, chips, seat, "HAN-14")
        return following

    def _ended_position(
        self,
        camps: tuple[Camp, Camp],
        hannibal: Place | None,
        hands: tuple[Hand, Hand],
        chips: tuple[int, int],
        winner: Seat | None,
        rule: str,
    ) -> CardsPosition:
        return CardsPosition(
            self.core, self.symmetric, self.turn, camps, hannibal, hands, None, None, chips, end_outcome(winner, rule)
        )

    def objection(self, action: Action) -> Illegal:
        if isinstance(action, Move):
            return self._objection_to_move(action)
        if isinstance(action, Field):
            return self._objection_to_field(action)
        if isinstance(action, Clash):
            return self._objection_to_clash(action)
        return Illegal("refused.entry-cards", action=action)

    def _objection_to_move(self, move: Move) -> Illegal:
        seat, origin, to = self.turn, move.origin, move.to
        named = {"place": PLACES[origin], "to": PLACES[to]}
        if self.battle is not None:
            return Illegal("refused.hannibal.battle", "HAN-6", place=PLACES[self.battle])
        absent = self._objection_to_absent(move)
        if absent is not None:
            return absent
        if isinstance(move, MoveFleet):
            return Illegal("refused.hannibal.same-route", "HAN-5", place=PLACES[origin])
        route = route_between(origin, to)
        if route is None:
            if origin == to:
                return Illegal("refused.hannibal.same-region", "HAN-3", place=PLACES[origin])
            return Illegal("refused.hannibal.not-adjacent", "HAN-3", **named)
        if isinstance(move, MoveHannibal):
            return Illegal("refused.hannibal.elephants", "HAN-4", **named)
        return Illegal("refused.hannibal.no-crossing", "HAN-3", **named, seat=seat, route=PLACES[route])

    def _objection_to_absent(self, move: Move) -> Illegal | None:
        """The objection to moving a piece that the seat does not have there (HAN-2)."""
        seat, place = self.turn, PLACES[move.origin]
        if isinstance(move, MoveHannibal):
            if seat == ROME:
                return Illegal("refused.hannibal.not-own", "HAN-2", seat=seat)
            if self.hannibal is None:
                return Illegal("refused.hannibal.lost", "HAN-2")
            if self.hannibal != move.origin:
                return Illegal("refused.hannibal.elsewhere", "HAN-2", at=PLACES[self.hannibal], place=place)
            return None
        if self.pieces(seat)[move.origin]:
            return None
        if isinstance(move, MoveFleet):
            return Illegal("refused.hannibal.no-fleet", "HAN-2", seat=seat, place=place)
        if self.camps[seat][move.origin]:
            return Illegal("refused.hannibal.only-hannibal", "HAN-2", place=place)
        return Illegal("refused.hannibal.no-legion", "HAN-2", seat=seat, place=place)

    def _objection_to_field(self, field: Field) -> Illegal:
        if self.battle is None:
            if self.hannibal is None or not any(self.pieces(CARTHAGE)[:SEA]):
                return Illegal("refused.hannibal.one-kind", "HAN-9")
            return Illegal("refused.hannibal.no-battle", action=field)
        place = PLACES[self.battle]
        if self.battle >= SEA:
            return Illegal("refused.hannibal.at-sea", "HAN-9", place=place)
        if self.hannibal == self.battle and self.pieces(CARTHAGE)[self.battle]:
            return Illegal("refused.hannibal.fielded", "HAN-9", place=place)
        return Illegal("refused.hannibal.one-kind-there", "HAN-9", place=place)

    def _objection_to_clash(self, clash: Clash) -> Illegal:
        if self.must_choose_fighter:
            assert self.battle is not None
            return Illegal("refused.hannibal.field-first", "HAN-9", seat=CARTHAGE, place=PLACES[self.battle])
        for seat, card in enumerate(clash.cards):
            if card not in self.hands[seat]:
                return Illegal("refused.hannibal.laid-aside", "HAN-7", seat=seat, card=card, hand=self.hands[seat])
        return Illegal("refused.hannibal.no-battle", action=clash)

    def table(self) -> Table:
        battle = self.battle
        fought = None
        if battle is not None:
            fought = {"at": PLACES[battle], "attacker": self.turn, "fielded": self.fielded}
        pieces = [self.pieces(ROME), self.pieces(CARTHAGE)]
        return {
            "turn": self.turn if self.outcome is None else None,
            "legions": [_by_name(camp, 0, SEA) for camp in pieces],
            "hannibal": None if self.hannibal is None else PLACES[self.hannibal],
            "fleets": [_by_name(camp, SEA, len(PLACES)) for camp in pieces],
            "hands": [list(hand) for hand in self.hands],
            "battle": fought,
            "chips": list(self.chips),
        }


def only_fighter(camps: tuple[Camp, Camp], hannibal: Place | None, at: Place) -> str | None:
    """Who fights a round for Carthage without being chosen (HAN-9); None where Carthage has both kinds, and at sea."""
    if at >= SEA:
        return None
    if hannibal != at:
        return "legion"
    return "hannibal" if camps[CARTHAGE][at] == 1 else None


def _without(camp: Camp, at: Place) -> Camp:
    """The camp with one piece lost."""
    pieces = list(camp)
    pieces[at] -= 1
    return tuple(pieces)


def _by_name(camp: Camp, first: Place, end: Place) -> dict[str, int]:
    """The places of a part of the board where the camp has pieces, with their number."""
    return {PLACES[place]: camp[place] for place in range(first, end) if camp[place]}
