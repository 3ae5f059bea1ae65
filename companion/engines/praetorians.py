"""Praetorians: push your luck on a pawn track between two camps of cards.

Every card is always in exactly one place: face down, kept in front of the player in turn, or among the discards.
A match is the one event that outlives the turn it happens in; everything else a turn gains is lost with it.
"""

from __future__ import annotations

import re
from operator import attrgetter

from companion.engines import tables
from companion.engines.position import Action, Game, Options, Outcome, Position, Seat, Table
from companion.engines.refusals import Illegal, Inconsistent, Message, Unreadable

COLOURS = "RPBGY"
CAMP = {"R": 1, "P": 1, "B": -1, "G": -1, "Y": 0}
"""Red and purple stand against blue and green; yellow is neutral."""
VALUES = range(1, 11)
GOAL = 99
STARTS = (0, 3, 6, 9)
TWELVE_BACK = 12
TWELVES = 5
BANK_MOST = sum(VALUES)
FLIPS_MOST = 120
PILE = 10
"""More cards than this go back as a pile: a turn keeps ten at most."""


class Card(str):
    """A card by its notation, `R7` or `12`; of a 12 only `order` means anything."""

    __slots__ = ("camp", "colour", "order", "value")

    colour: str
    value: int
    camp: int
    order: int


class Flip(Action):
    """`flip R7`: that card was turned up."""

    __slots__ = ("card",)
    card: Card


class Give(Action):
    """`flip 12>2`: a 12 was turned up and given to that seat."""

    __slots__ = ("seat",)
    seat: Seat


class Stop(Action):
    """`stop`: the player stops."""

    __slots__ = ()


class Match(Action):
    """`match 7`: a card matched a kept one (scores entry)."""

    __slots__ = ("value",)
    value: int


class Twelve(Action):
    """`twelve 2`: a 12 was given to that seat (scores entry)."""

    __slots__ = ("seat",)
    seat: Seat


class Bank(Action):
    """`bank 21`: the player stopped with kept cards adding to 21 (scores entry)."""

    __slots__ = ("total",)
    total: int


class Bust(Action):
    """`bust`: the player was caught (scores entry)."""

    __slots__ = ()


def _card(colour: str, value: int, order: int) -> Card:
    card = Card(f"{colour}{value}")
    card.colour, card.value, card.camp, card.order = colour, value, CAMP.get(colour, 0), order
    return card


CARDS = tuple(_card(colour, value, 10 * row + value) for row, colour in enumerate(COLOURS) for value in VALUES)
TWELVE = _card("", 12, 99)
_CARD: dict[object, Card] = {str(card): card for card in (*CARDS, TWELVE)}
_in_order = attrgetter("order")


def _flip(card: Card) -> Flip:
    action = Flip(f"flip {card}")
    action.card = card
    return action


def _give(seat: Seat) -> Give:
    action = Give(f"flip 12>{seat}")
    action.seat = seat
    return action


def _match(value: int) -> Match:
    action = Match(f"match {value}")
    action.value = value
    return action


def _twelve(seat: Seat) -> Twelve:
    action = Twelve(f"twelve {seat}")
    action.seat = seat
    return action


def _bank(total: int) -> Bank:
    action = Bank(f"bank {total}")
    action.total = total
    return action


# Made once: positions only pick from these, so listing what is legal makes no objects but the list.
_FLIPS = {card: _flip(card) for card in CARDS}
_GIVES = tuple(map(_give, range(4)))
_STOP = (Stop("stop"),)
_MATCHES = tuple(map(_match, VALUES))
_TWELVES = tuple(map(_twelve, range(4)))
_BANKS = tuple(map(_bank, range(BANK_MOST + 1)))
_BUST = (Bust("bust"),)
_KNOWN: dict[str, Action] = {
    str(action): action
    for action in (*_FLIPS.values(), *_GIVES, *_STOP, *_MATCHES, *_TWELVES, *_BANKS, *_BUST)
}
_NUMBERED = re.compile(r"(match|bank) (0|[1-9][0-9]{0,3})")


def read(text: str) -> Action:
    """The action of a notation; `match` and `bank` are readable with any number to 9999."""
    known = _KNOWN.get(text)
    if known is not None:
        return known
    numbered = _NUMBERED.fullmatch(text)
    if numbered is None:
        raise Unreadable("refused.unreadable", action=text)
    return (_match if numbered[1] == "match" else _bank)(int(numbered[2]))


class CardsPosition:
    """A moment of a game told card by card.

    `kept` is in the order of turning up, `facedown` sorted; `discards` lie in no order. `winner` is None while the
    game runs; afterwards everything else stays as the last action left it.
    """

    __slots__ = ("_legal", "discards", "facedown", "flips", "kept", "matched", "pawns", "turn", "twelves", "winner")

    def __init__(
        self,
        twelves: bool,
        turn: Seat,
        pawns: tuple[int, ...],
        kept: tuple[Card, ...],
        flips: int,
        matched: int,
        facedown: tuple[Card, ...],
        discards: tuple[Card, ...],
        winner: Seat | None = None,
    ) -> None:
        self.twelves = twelves
        self.turn = turn
        self.pawns = pawns
        self.kept = kept
        self.flips = flips
        self.matched = matched
        self.facedown = facedown
        self.discards = discards
        self.winner = winner
        self._legal: tuple[Action, ...] | None = None

    @property
    def outcome(self) -> Outcome | None:
        return _outcome(self.winner, self.pawns)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return (self.turn,) if self.winner is None else ()

    @property
    def kept_sum(self) -> int:
        """What stopping now would bring."""
        return sum([card.value for card in self.kept])

    def legal(self) -> tuple[Action, ...]:
        if self._legal is None:
            self._legal = self._listed()
        return self._legal

    def _listed(self) -> tuple[Action, ...]:
        if self.winner is not None:  # PRA-8
            return ()
        # PRA-9: when none is face down the next card comes from the discards; kept cards stay out.
        pile = self.facedown or tuple(sorted(self.discards, key=_in_order))
        if self.twelves and pile and pile[-1] is TWELVE:
            numbers = pile[: pile.index(TWELVE)]
            gives = _GIVES[: self.turn] + _GIVES[self.turn + 1 : len(self.pawns)]  # PRA-10: to another player
        else:
            numbers, gives = pile, ()
        flips: tuple[Action, ...] = tuple([_FLIPS[card] for card in numbers])
        return flips + gives + (_STOP if self.flips else ())  # PRA-3, PRA-4

    def after(self, action: Action) -> CardsPosition:
        if isinstance(action, Flip):
            return self._with_card(action.card)
        if isinstance(action, Give):
            return self._with_twelve(action.seat)
        pawns = _moved(self.pawns, self.turn, self.kept_sum)  # PRA-4
        if pawns[self.turn] == GOAL:  # PRA-8: the turn stays as it is, nothing is cleared or refilled
            return self._like(pawns=pawns, winner=self.turn)
        return self._next_turn(pawns, self.kept, self.facedown, self.discards)

    def _with_card(self, card: Card) -> CardsPosition:
        facedown, discards = self._without(card)
        kept = self.kept
        for other in kept:
            if other.value == card.value:  # PRA-6: a match; camp ignored, card discarded, pawn moves at once
                pawns = _moved(self.pawns, self.turn, card.value)
                won = self.turn if pawns[self.turn] == GOAL else None  # PRA-8: also in the middle of a turn
                return CardsPosition(
                    self.twelves, self.turn, pawns, kept, self.flips + 1, self.matched + card.value,
                    facedown, (*discards, card), won,
                )  # fmt: skip
        caught = card.camp and any(other.camp == -card.camp for other in kept)
        kept = (*kept, card)
        if caught:  # PRA-5
            return self._next_turn(self.pawns, kept, facedown, discards)
        return CardsPosition(
            self.twelves, self.turn, self.pawns, kept, self.flips + 1, self.matched, facedown, discards
        )

    def _with_twelve(self, seat: Seat) -> CardsPosition:
        facedown, discards = self._without(TWELVE)
        pawns = _moved(self.pawns, seat, -TWELVE_BACK)  # PRA-10; the turn goes on
        return self._like(pawns=pawns, flips=self.flips + 1, facedown=facedown, discards=(*discards, TWELVE))

    def _without(self, card: Card) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """Face-down cards and discards once `card` is turned up, the discards shuffled in first if needed (PRA-9)."""
        facedown, discards = self.facedown, self.discards
        if not facedown:
            facedown, discards = tuple(sorted(discards, key=_in_order)), ()
        at = facedown.index(card)
        return facedown[:at] + facedown[at + 1 :], discards

    def _next_turn(
        self, pawns: tuple[int, ...], kept: tuple[Card, ...], facedown: tuple[Card, ...], discards: tuple[Card, ...]
    ) -> CardsPosition:
        discards += kept  # PRA-7
        if not facedown:  # PRA-9 (ruling): needed as soon as a new turn begins
            facedown, discards = tuple(sorted(discards, key=_in_order)), ()
        turn = (self.turn + 1) % len(pawns)
        return CardsPosition(self.twelves, turn, pawns, (), 0, 0, facedown, discards)

    def _like(
        self,
        *,
        pawns: tuple[int, ...],
        flips: int | None = None,
        facedown: tuple[Card, ...] | None = None,
        discards: tuple[Card, ...] | None = None,
        winner: Seat | None = None,
    ) -> CardsPosition:
        return CardsPosition(
            self.twelves, self.turn, pawns, self.kept, self.flips if flips is None else flips, self.matched,
            self.facedown if facedown is None else facedown, self.discards if discards is None else discards, winner,
        )  # fmt: skip

    def objection(self, action: Action) -> Illegal:
        if isinstance(action, Flip):
            if action.card in self.kept:
                return Illegal("refused.praetorians.kept", "PRA-2", card=action.card)
            return Illegal("refused.praetorians.discarded", "PRA-2", card=action.card)
        if isinstance(action, Give):
            if not self.twelves:
                return Illegal("refused.praetorians.no-twelves")
            if action.seat >= len(self.pawns):
                return Illegal("refused.no-seat", number=action.seat, count=len(self.pawns))
            if action.seat == self.turn:
                return Illegal("refused.praetorians.own-twelve", "PRA-10", seat=self.turn)
            return Illegal("refused.praetorians.twelves-gone", "PRA-2")
        if isinstance(action, Stop):
            return Illegal("refused.praetorians.first-card", "PRA-3", seat=self.turn)
        return Illegal("refused.entry-cards", action=action)

    def table(self) -> Table:
        return {
            "turn": self.turn if self.winner is None else None,
            "pawns": list(self.pawns),
            "kept": list(self.kept),
            "flips": self.flips,
            "matched": self.matched,
            "facedown": list(self.facedown),
            "discards": sorted(self.discards, key=_in_order),
        }


class ScoresPosition:
    """A moment of a game in which people turn and add the cards themselves."""

    __slots__ = ("matched", "pawns", "turn", "twelves", "winner")

    def __init__(
        self, twelves: bool, turn: Seat, pawns: tuple[int, ...], matched: int, winner: Seat | None = None
    ) -> None:
        self.twelves = twelves
        self.turn = turn
        self.pawns = pawns
        self.matched = matched
        self.winner = winner

    @property
    def outcome(self) -> Outcome | None:
        return _outcome(self.winner, self.pawns)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return (self.turn,) if self.winner is None else ()

    def legal(self) -> tuple[Action, ...]:
        if self.winner is not None:
            return ()
        gives: tuple[Action, ...] = ()
        if self.twelves:
            gives = _TWELVES[: self.turn] + _TWELVES[self.turn + 1 : len(self.pawns)]
        nothing_kept = self.twelves and not self.matched  # only 12s were turned up, which fulfils PRA-3
        return _MATCHES + gives + (_BANKS if nothing_kept else _BANKS[1:]) + _BUST

    def after(self, action: Action) -> ScoresPosition:
        turn, pawns, matched = self.turn, self.pawns, self.matched
        if isinstance(action, Match):  # PRA-6
            pawns, matched = _moved(pawns, turn, action.value), matched + action.value
        elif isinstance(action, Twelve):  # PRA-10
            pawns = _moved(pawns, action.seat, -TWELVE_BACK)
        elif isinstance(action, Bank):  # PRA-4
            pawns = _moved(pawns, turn, action.total)
        if pawns[turn] == GOAL:  # PRA-8
            return ScoresPosition(self.twelves, turn, pawns, matched, turn)
        if isinstance(action, Bank | Bust):  # PRA-7
            turn, matched = (turn + 1) % len(pawns), 0
        return ScoresPosition(self.twelves, turn, pawns, matched)

    def objection(self, action: Action) -> Illegal:
        if isinstance(action, Match):
            return Illegal("refused.praetorians.no-such-value", "PRA-6", value=action.value)
        if isinstance(action, Twelve):
            if not self.twelves:
                return Illegal("refused.praetorians.no-twelves")
            if action.seat >= len(self.pawns):
                return Illegal("refused.no-seat", number=action.seat, count=len(self.pawns))
            return Illegal("refused.praetorians.own-twelve", "PRA-10", seat=self.turn)
        if isinstance(action, Bank):
            if action.total > BANK_MOST:
                return Illegal("refused.praetorians.bank-most", "PRA-6", total=action.total, most=BANK_MOST)
            if self.matched:
                return Illegal("refused.praetorians.bank-matched", "PRA-6", seat=self.turn)
            return Illegal("refused.praetorians.bank-nothing", "PRA-3")
        return Illegal("refused.entry-scores", action=action)

    def table(self) -> Table:
        return {
            "turn": self.turn if self.winner is None else None,
            "pawns": list(self.pawns),
            "matched": self.matched,
        }


def _moved(pawns: tuple[int, ...], seat: Seat, by: int) -> tuple[int, ...]:
    """The pawns with one moved; the track ends at 0 (PRA-10) and at 99 (PRA-8)."""
    space = min(max(pawns[seat] + by, 0), GOAL)
    return (*pawns[:seat], space, *pawns[seat + 1 :])


def _outcome(winner: Seat | None, pawns: tuple[int, ...]) -> Outcome | None:
    return None if winner is None else Outcome((winner,), pawns)


def start(players: int, options: Options) -> Position:
    """The first position: pawns on 0, 3, 6, 9 (PRA-1), all cards face down (PRA-2)."""
    twelves = bool(options["twelves"])
    pawns = STARTS[:players]
    if options["entry"] == "scores":
        return ScoresPosition(twelves, 0, pawns, 0)
    return CardsPosition(twelves, 0, pawns, (), 0, 0, _deck(twelves), ())


def _deck(twelves: bool) -> tuple[Card, ...]:
    return CARDS + (TWELVE,) * TWELVES if twelves else CARDS


def restore(players: int, options: Options, table: Table) -> Position:
    """The position that a table view shows; raises Inconsistent with the first fault."""
    twelves = bool(options["twelves"])
    if options["entry"] == "scores":
        turn, pawns, matched = tables.fields(table, "turn", "pawns", "matched")
        seat, spaces = tables.seat(turn, "turn", players), _spaces(pawns, players)
        return ScoresPosition(twelves, seat, spaces, _matched(matched, seat, spaces))
    turn, pawns, kept, flips, matched, facedown, discards = tables.fields(
        table, "turn", "pawns", "kept", "flips", "matched", "facedown", "discards"
    )
    seat, spaces = tables.seat(turn, "turn", players), _spaces(pawns, players)
    position = CardsPosition(
        twelves, seat, spaces, _cards(kept, "kept"), tables.whole(flips, "flips", 0, FLIPS_MOST),
        _matched(matched, seat, spaces), _cards(facedown, "facedown"), _cards(discards, "discards"),
    )  # fmt: skip
    _check_cards(position)
    _check_turn(position)
    return position


def _spaces(value: object, players: int) -> tuple[int, ...]:
    spaces = tables.row(value, "pawns", players)
    return tuple([tables.whole(space, f"pawns[{seat}]", 0, GOAL - 1) for seat, space in enumerate(spaces)])


def _matched(value: object, turn: Seat, pawns: tuple[int, ...]) -> int:
    matched = tables.whole(value, "matched", 0, GOAL)
    if matched > pawns[turn]:
        raise Inconsistent("table.praetorians.pawn-matched", seat=turn, space=pawns[turn], matched=matched)
    return matched


def _cards(value: object, field: str) -> tuple[Card, ...]:
    cards = []
    for text in tables.row(value, field):
        card = _CARD.get(tables.text(text, field))
        if card is None:
            raise Inconsistent("table.praetorians.no-card", field=field, card=text)
        cards.append(card)
    return tuple(cards)


def _check_cards(position: CardsPosition) -> None:
    """Face-down cards, discards and kept cards together are the deck."""
    deck = _deck(position.twelves)
    found = position.facedown + position.discards + position.kept
    for card in (*CARDS, TWELVE):
        count, exist = found.count(card), deck.count(card)
        if count > exist:
            raise Inconsistent("table.praetorians.too-many", card=card, count=count, exist=exist)
        if count < exist:
            raise Inconsistent("table.praetorians.too-few", card=card, count=count, exist=exist)
    for field, pile in (("facedown", position.facedown), ("discards", position.discards)):
        if list(pile) != sorted(pile, key=_in_order):
            raise Inconsistent("table.sorted", field=field)


def _check_turn(position: CardsPosition) -> None:
    """The kept cards are such that the turn goes on, and the matches can have been made with them."""
    kept = position.kept
    if TWELVE in kept:
        raise Inconsistent("table.praetorians.kept-twelve", "PRA-10")
    values = [card.value for card in kept]
    for value in values:
        if values.count(value) > 1:
            raise Inconsistent("table.praetorians.kept-match", "PRA-6", value=value)
    if {card.camp for card in kept} >= {1, -1}:
        raise Inconsistent("table.praetorians.kept-camps", "PRA-5")
    others = position.flips - len(kept)
    if others < 0:
        raise Inconsistent("table.praetorians.flips", flips=position.flips, kept=len(kept))
    if position.flips and not kept and not position.twelves:
        raise Inconsistent("table.praetorians.flips-kept", "PRA-6", flips=position.flips)
    if not position.flips and not position.facedown:
        raise Inconsistent("table.praetorians.nothing-facedown", "PRA-9")
    if not _can_match(position.matched, values, others, fewer=position.twelves):
        raise Inconsistent("table.praetorians.matched", "PRA-6", matched=position.matched, matches=others)


def _can_match(total: int, values: list[int], matches: int, *, fewer: bool) -> bool:
    """Whether `total` is a sum of `matches` of the values, repeats allowed; or of fewer, when the rest may be 12s."""
    sums = 1  # bit s: s can be reached with as many matches as counted so far
    for _ in range(matches):
        if fewer and sums >> total & 1:
            return True
        step = 0
        for value in values:
            step |= sums << value
        sums = step & (1 << total + 1) - 1
    return bool(sums >> total & 1)


def consequences(before: Position, action: Action, after: Position) -> tuple[Message, ...]:
    """What people should notice after a legal action: first what happened, then what the hands must do."""
    assert isinstance(before, CardsPosition | ScoresPosition)
    assert isinstance(after, CardsPosition | ScoresPosition)
    seat = before.turn
    moved = {"space": before.pawns[seat], "to": after.pawns[seat]}
    told = []
    if isinstance(action, Flip) and isinstance(before, CardsPosition) and isinstance(after, CardsPosition):
        if after.matched > before.matched:
            told.append(Message("told.praetorians.match", "PRA-6", seat=seat, value=action.card.value, **moved))
        elif after.turn != seat:
            told.append(Message("told.praetorians.caught", "PRA-5", seat=seat, card=action.card))
        else:
            told.append(Message("told.praetorians.kept", "PRA-4", card=action.card, sum=after.kept_sum))
    elif isinstance(action, Match):
        told.append(Message("told.praetorians.match", "PRA-6", seat=seat, value=action.value, **moved))
    elif isinstance(action, Give | Twelve):
        back = {"space": before.pawns[action.seat], "to": after.pawns[action.seat]}
        told.append(Message("told.praetorians.twelve", "PRA-10", seat=action.seat, **back))
    elif isinstance(action, Bust):
        told.append(Message("told.praetorians.bust", "PRA-5", seat=seat))
    else:
        brought = action.total if isinstance(action, Bank) else before.kept_sum  # type: ignore[union-attr]
        told.append(Message("told.praetorians.stopped", "PRA-4", seat=seat, sum=brought, **moved))
    if after.winner is not None:
        told.append(Message("told.praetorians.won", "PRA-8", seat=after.winner))
    elif isinstance(before, CardsPosition) and isinstance(after, CardsPosition):
        turned_up = isinstance(action, Flip)
        left = len(before.facedown or (before.discards if turned_up else ())) - turned_up
        if not left and after.turn != seat:
            told.append(Message("told.praetorians.shuffle", "PRA-9"))
        elif not after.facedown:
            told.append(Message("told.praetorians.last-card", "PRA-9"))
    return tuple(told)


def put_back(now: Position, then: Position) -> tuple[Message, ...]:
    """What the hands must do to turn the table `now` into the table `then`."""
    assert isinstance(now, CardsPosition | ScoresPosition)
    assert isinstance(then, CardsPosition | ScoresPosition)
    told = []
    if isinstance(now, CardsPosition) and isinstance(then, CardsPosition):
        for place in ("kept", "facedown", "discards"):
            here, there = getattr(now, place), list(getattr(then, place))
            for card in here:
                if card in there:
                    there.remove(card)
            if there:
                # After a shuffle it is a whole pile; nobody looks for its cards one by one.
                key = f"put.praetorians.{place}-pile" if len(there) > PILE else f"put.praetorians.{place}"
                told.append(Message(key, seat=then.turn, cards=tuple(there), count=len(there)))
    for seat, (space, to) in enumerate(zip(now.pawns, then.pawns, strict=True)):
        if space != to:
            told.append(Message("put.praetorians.pawn", seat=seat, space=space, to=to))
    if then.winner is None and (now.turn != then.turn or now.winner is not None):
        told.append(Message("put.turn", seat=then.turn))
    return tuple(told)


GAME = Game(
    "praetorians",
    "Praetorians",
    (2, 4),
    {"twelves": (False, True), "entry": ("cards", "scores")},
    start=start,
    read=read,
    restore=restore,
    consequences=consequences,
    put_back=put_back,
)
