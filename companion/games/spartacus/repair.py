"""The screens that correct the table of Spartacus: its lines, the cards in each place, and entered piles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from companion.games.spartacus.engine.notation import BANNER, NUMBERS_SUM, Card
from companion.games.spartacus.engine.position import EMPTY
from companion.games.spartacus.lines import cards_word, counting_of, pile_words
from companion.kit.rules import Seat, Table
from companion.kit.text import with_name_of
from companion.kit.zones import Fields, Path, value_at, with_token, with_value, without_token
from companion.ui.audit import Audit, Correction
from companion.ui.game_screens import running_snapshot
from companion.ui.intents import Say
from companion.ui.page import Item, Page
from companion.ui.screen import Context, Intent, Screen
from companion.ui.widgets import Line, ListScreen, NumberScreen
from companion.values import replace


class Place(NamedTuple):
    """A place of a card: a seat's `hand`; the `trick`, played by that seat; or a won `pile` of the seat.

    `number` counts the piles of a seat from 0; the next number after them is a new pile.
    """

    kind: str
    seat: Seat
    number: int = 0

    @property
    def path(self) -> Path:
        """Where its cards are in the table."""
        paths: dict[str, Path] = {"hand": ("hands", self.seat), "trick": ("trick",)}
        return paths.get(self.kind, ("tricks", self.seat, self.number))

    def token(self, card: Card) -> object:
        """A card as it stands there: in the trick with who played it."""
        return [self.seat, card] if self.kind == "trick" else card


def targets(fields: Fields, card: Card, here: Place) -> list[Place]:
    """The other possible places of this card: nobody holds a card twice, and a trick has no number twice."""
    seats = range(len(fields["hands"]))
    left = without_token(fields, here.path, here.token(card))
    # A player's card most likely goes back to that player: so these places come first.
    nearest = sorted(seats, key=lambda seat: (seat - here.seat) % len(seats))
    owns = [seat for seat in nearest if card in left["hands"][seat] or [seat, card] in left["trick"]]
    free = [seat for seat in nearest if seat not in owns]
    in_hand = [Place("hand", seat) for seat in free]
    laid = [other for _, other in left["trick"]]
    in_trick = [Place("trick", seat) for seat in free if card == BANNER or card not in laid]
    in_pile = [
        Place("pile", seat, number)
        for seat in seats
        for number, pile in enumerate(left["tricks"][seat])
        if card == BANNER or card not in pile
    ]
    new = [Place("pile", seat, len(left["tricks"][seat])) for seat in seats]
    groups = (in_trick, in_hand) if here.kind == "hand" else (in_hand, in_trick)
    return [place for place in (*groups[0], *groups[1], *in_pile, *new) if place != here]


def move_card(fields: Fields, card: Card, here: Place, to: Place) -> Table:
    """The fields with a card in another place; piles that are empty then are removed."""
    new = without_token(fields, here.path, here.token(card))
    if to.kind == "pile" and to.number == len(new["tricks"][to.seat]):
        new = with_token(new, ("tricks", to.seat), [])
    lying = value_at(new, to.path)
    falling = [other for _, other in lying] if to.kind == "trick" else lying
    index = None if to.kind == "hand" else _falling_index(falling, card)
    new = with_token(new, to.path, to.token(card), index)
    return with_value(new, ("tricks",), [[pile for pile in piles if pile] for piles in new["tricks"]])


def move_trick_to_pile(fields: Fields, here: Place, seat: Seat) -> Table:
    """The fields after a whole trick, running or won, has become a new pile of this seat."""
    if here.kind == "trick":
        cards = [card for _, card in fields["trick"]]
        # Others may lead, too, if their neighbours have won tricks.
        new = {**fields, "trick": [], "turn": (seat + 1) % len(fields["hands"])}
    else:
        cards = value_at(fields, here.path)
        own = fields["tricks"][here.seat]
        new = with_value(fields, here.path[:-1], [*own[: here.number], *own[here.number + 1 :]])
    return with_token(new, ("tricks", seat), cards)


def _falling_index(cards: Sequence[Card], card: Card) -> int:
    """The index at which a card keeps the numbers falling (SPA-4): before the first lower one."""
    if isinstance(card, int):
        for place, other in enumerate(cards):
            if isinstance(other, int) and other < card:
                return place
    return len(cards)


def repair(audit: Audit, line: str, context: Context) -> Screen:
    """The screen that corrects a line. During a trick, the players who have passed decide whose turn it is."""
    fields = audit.table(context)
    field, _, seat = line.partition(" ")
    if field == "turn" and not fields["trick"]:
        return audit.put_next(context, ("turn",), range(len(fields["hands"])))
    if field in ("turn", "passed"):
        return Passed(audit)
    if field in ("trick", "hand", "won"):
        return Cards(audit, field, int(seat or 0))
    if field == "piles":
        return Entries(audit, int(seat))
    if field == "hands":
        total, banners = fields["hands"][int(seat)] or (0, 0)
        return Entry(audit, int(seat), None, total, banners)
    if field == "dropped":
        return Entry(audit, None, None, 0, fields["dropped"] or 0)
    return audit  # the points and the missing cards follow from the other lines


Lying = tuple[Place, Card | None]
"""A place and the card in it; None is the whole trick."""


class Cards(Correction, ListScreen):
    """The cards of a hand, of the running trick or of a seat's won tricks; OK on one asks for its right place."""

    field: str
    seat: int

    def cards_here(self, fields: Fields) -> list[Lying]:
        """The cards here; before the cards of a trick the whole trick."""
        if self.field == "hand":
            hand = Place("hand", self.seat)
            return [(hand, card) for card in value_at(fields, hand.path)]
        if self.field == "trick":
            trick: list[Lying] = [(Place("trick", seat), card) for seat, card in fields["trick"]]
            return [(Place("trick", 0), None), *trick] if trick else []
        lying: list[Lying] = []
        for number, pile in enumerate(fields["tricks"][self.seat]):
            place = Place("pile", self.seat, number)
            lying += [(place, None), *[(place, card) for card in pile]]
        return lying

    def with_card(self, card: str, context: Context) -> Screen | None:
        cards = [str(lying) for _, lying in self.cards_here(self.table(context))]
        return replace(self, cursor=cards.index(card)) if card in cards else None

    def lines(self, context: Context) -> list[Line]:
        cards = self.cards_here(self.table(context))
        if not cards:
            return [Line(Item(context.words("spartacus.audit.nothing")), lambda: self.back)]
        return [Line(self._item(context, place, card), partial(Where, self, place, card)) for place, card in cards]

    def page(self, context: Context) -> Page:
        label = context.words(f"spartacus.audit.{self.field}")
        if self.field == "trick":
            return Page(screen="audit-pile", title=label)
        return Page(screen="audit-pile", title=running_snapshot(context).setup.names[self.seat], aside=label)

    def _item(self, context: Context, place: Place, card: Card | None) -> Item:
        words, names = context.words, running_snapshot(context).setup.names
        if place.kind == "trick":
            if card is None:
                return Item(words("spartacus.audit.all-trick"))
            return Item(cards_word(context.situation, card), words("spartacus.audit.by", name=names[place.seat]))
        if place.kind == "hand":
            assert card is not None
            return Item(cards_word(context.situation, card))
        number = place.number + 1
        if card is None:
            return Item(words("spartacus.audit.all", pile=number))
        return Item(cards_word(context.situation, card), words("spartacus.audit.in-pile", pile=number))


class Where(Correction, ListScreen):
    """The right place of a card, or of a whole trick: OK puts it there."""

    place: Place
    card: Card | None

    def _targets(self, fields: Fields) -> list[Place]:
        if self.card is not None:
            return targets(fields, self.card, self.place)
        seats = range(len(fields["hands"]))
        return [Place("pile", seat, -1) for seat in seats if self.place.kind == "trick" or seat != self.place.seat]

    def lines(self, context: Context) -> list[Line]:
        fields = self.table(context)
        return [
            Line(Item(self._name(context, fields, place)), partial(self._put, context, place))
            for place in self._targets(fields)
        ]

    def _put(self, context: Context, to: Place) -> Screen:
        fields = self.table(context)
        if self.card is None:
            return self.back.correct(context, **move_trick_to_pile(fields, self.place, to.seat))
        return self.back.correct(context, **move_card(fields, self.card, self.place, to))

    def page(self, context: Context) -> Page:
        words = context.words
        if self.card is not None:
            card = cards_word(context.situation, self.card)
        elif self.place.kind == "trick":
            card = words("spartacus.audit.all-trick")
        else:
            card = words("spartacus.audit.all", pile=self.place.number + 1)
        return Page(screen="audit-where", title=words("spartacus.audit.where", card=card))

    def _name(self, context: Context, fields: Fields, place: Place) -> str:
        kind, params = place.kind, {}
        if kind == "pile" and place.number in (-1, len(fields["tricks"][place.seat])):
            kind = "new"
        elif kind == "pile":
            params = {"pile": place.number + 1}
        text = partial(context.words, f"spartacus.audit.to-{kind}", **params)
        return with_name_of(lambda name: text(name=name), context.situation.names, place.seat, context.fits_list)


class Passed(Correction, ListScreen):
    """Who has passed in the running trick: OK changes it for the player under the cursor."""

    screen_name = "audit-passed"

    def lines(self, context: Context) -> list[Line]:
        passed = self.table(context)["passed"]
        return [
            Line(
                Item(name, context.words("spartacus.audit.out" if seat in passed else "spartacus.audit.in")),
                partial(self._change, context, seat),
            )
            for seat, name in enumerate(running_snapshot(context).setup.names)
        ]

    def _change(self, context: Context, seat: int) -> Screen | Intent:
        changed = self.correct(context, passed=sorted({*self.table(context)["passed"]} ^ {seat}))
        if changed == self:
            return Say("spartacus.audit.not-out", {"name": context.situation.names[seat]}, self)
        return changed


class Entries(Correction, ListScreen):
    """The tricks of a player as they were entered; OK on one changes it, the last line adds one."""

    seat: int

    def lines(self, context: Context) -> list[Line]:
        piles = self.table(context)["piles"][self.seat]
        items = [
            *[(Item(pile_words(*pile)), pile) for pile in piles],
            (Item(context.words("spartacus.audit.new")), EMPTY),
        ]
        return [
            Line(item, partial(Entry, self, self.seat, place, total, banners))
            for place, (item, (total, banners)) in enumerate(items)
        ]

    def page(self, context: Context) -> Page:
        name = running_snapshot(context).setup.names[self.seat]
        return Page(screen="audit-entries", title=name, aside=context.words("spartacus.audit.won"))


class Entry(Correction, ListScreen):
    """One entry: the trick at `place` of a seat, its hand (`place` None), or the banners of nobody (`seat` None).

    OK on a line changes it, or removes the whole entry; BACK returns.
    """

    seat: int | None
    place: int | None
    total: int
    banners: int

    def lines(self, context: Context) -> list[Line]:
        words, seats = context.words, len(running_snapshot(context).setup.names)
        hand = self.seat is not None and self.place is None
        lines = []
        if self.seat is not None:
            lines.append(self._part(words("spartacus.audit.sum"), self.total, NUMBERS_SUM, self._with_sum))
        if counting_of(context.situation).banners:
            most = 1 if hand else seats
            lines.append(self._part(words("spartacus.audit.banners"), self.banners, most, self._with_banners))
        return [*lines, Line(Item(words("spartacus.audit.remove")), lambda: self.store(context, None))]

    def _part(self, name: str, value: int, most: int, take: Callable[[Context, int], Screen]) -> Line:
        return Line(Item(name, str(value)), lambda: NumberScreen(self, name, take, value, most))

    def _with_sum(self, context: Context, total: int) -> Screen:
        return self.store(context, (total, self.banners))

    def _with_banners(self, context: Context, banners: int) -> Screen:
        return self.store(context, (self.total, banners))

    def page(self, context: Context) -> Page:
        kind = "dropped" if self.seat is None else "hand" if self.place is None else "won"
        label = context.words(f"spartacus.audit.{kind}")
        if self.seat is None:
            return Page(screen="audit-entry", title=label)
        return Page(screen="audit-entry", title=running_snapshot(context).setup.names[self.seat], aside=label)

    def store(self, context: Context, entry: tuple[int, int] | None) -> Screen:
        """The next screen, with this entry in the audit (None: removed)."""
        if self.seat is None:
            stored = self.correct(context, dropped=entry[1] or None if entry else None)
        elif self.place is None:
            stored = self.put(context, ("hands", self.seat), list(entry) if entry else None)
        else:
            piles = list(self.table(context)["piles"][self.seat])
            piles[self.place : self.place + 1] = [list(entry)] if entry else []
            stored = self.put(context, ("piles", self.seat), piles)
        return stored.back if entry is None else replace(stored, total=entry[0], banners=entry[1])
