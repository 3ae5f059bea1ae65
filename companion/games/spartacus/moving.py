"""The screens that correct cards: the cards in one place, the right place of a card, and who has passed."""

from __future__ import annotations

from companion.games.spartacus.draft import Fields, Place, cards_in, derived, fields_of, moved, targets, whole
from companion.games.spartacus.engine.notation import Card
from companion.games.spartacus.text import cards_word, counting_of
from companion.ui.game_screens import Audit, running
from companion.ui.page import Item, Page
from companion.ui.screen import MOVES, Command, Context, Intent, Screen, turned
from companion.values import Frozen, replace

Lying = tuple[Place, Card | None]
"""A place and the card in it; None is the whole trick."""


class Cards(Frozen):
    """The cards of a hand, of the running trick or of a seat's won tricks; OK on one asks for its right place."""

    audit: Audit
    field: str
    seat: int
    cursor: int = 0

    def lying(self, fields: Fields) -> list[Lying]:
        """The cards here; before the cards of a trick the whole trick."""
        if self.field == "hand":
            hand = Place("hand", self.seat)
            return [(hand, card) for card in cards_in(fields, hand)]
        if self.field == "trick":
            trick: list[Lying] = [(Place("trick", seat), card) for seat, card in fields["trick"]]
            return [(Place("trick", 0), None), *trick] if trick else []
        found: list[Lying] = []
        for number, pile in enumerate(fields["tricks"][self.seat]):
            place = Place("pile", self.seat, number)
            found += [(place, None), *[(place, card) for card in pile]]
        return found

    def update(self, command: Command, context: Context) -> Screen | Intent:
        cards = self.lying(fields_of(self.audit.table(context)))
        if command is Command.BACK or not cards:
            return self.audit
        cursor = min(self.cursor, len(cards) - 1)
        if command in MOVES:
            return replace(self, cursor=turned(cursor, command, len(cards)))
        return Where(self, *cards[cursor])

    def view(self, context: Context) -> Page:
        words, names = context.words, running(context).setup.names
        cards = self.lying(fields_of(self.audit.table(context)))
        items = [self._item(context, place, card) for place, card in cards] or [Item(words("spartacus.audit.nothing"))]
        label = words(f"spartacus.audit.{self.field}")
        return Page(
            screen="audit-pile",
            title=label if self.field == "trick" else names[self.seat],
            aside="" if self.field == "trick" else label,
            menu=tuple(items),
            cursor=min(self.cursor, len(items) - 1),
        )

    def _item(self, context: Context, place: Place, card: Card | None) -> Item:
        words, names = context.words, running(context).setup.names
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


class Where(Frozen):
    """The right place of a card, or of a whole trick: OK puts it there."""

    cards: Cards
    place: Place
    card: Card | None
    cursor: int = 0

    def _targets(self, fields: Fields) -> list[Place]:
        if self.card is not None:
            return targets(fields, self.card, self.place)
        seats = range(len(fields["hands"]))
        return [Place("pile", seat, -1) for seat in seats if self.place.kind == "trick" or seat != self.place.seat]

    def update(self, command: Command, context: Context) -> Screen | Intent:
        fields = fields_of(self.cards.audit.table(context))
        places = self._targets(fields)
        if command in MOVES:
            return replace(self, cursor=turned(self.cursor, command, len(places)))
        if command is Command.BACK:
            return self.cards
        counting, there = counting_of(context.situation), places[self.cursor]
        if self.card is None:
            new = whole(fields, counting, self.place, there.seat)
        else:
            new = moved(fields, counting, self.card, self.place, there)
        return replace(self.cards, audit=self.cards.audit.corrected(context, **new))

    def view(self, context: Context) -> Page:
        words = context.words
        if self.card is not None:
            card = cards_word(context.situation, self.card)
        elif self.place.kind == "trick":
            card = words("spartacus.audit.all-trick")
        else:
            card = words("spartacus.audit.all", pile=self.place.number + 1)
        fields = fields_of(self.cards.audit.table(context))
        return Page(
            screen="audit-where",
            title=words("spartacus.audit.where", card=card),
            menu=tuple(Item(self._name(context, fields, place)) for place in self._targets(fields)),
            cursor=self.cursor,
        )

    def _name(self, context: Context, fields: Fields, place: Place) -> str:
        words, name = context.words, running(context).setup.names[place.seat]
        if place.kind != "pile":
            return words(f"spartacus.audit.to-{place.kind}", name=name)
        if place.number in (-1, len(fields["tricks"][place.seat])):
            return words("spartacus.audit.to-new", name=name)
        return words("spartacus.audit.to-pile", name=name, pile=place.number + 1)


class Passed(Frozen):
    """Who has passed in the running trick: OK changes it for the player under the cursor."""

    audit: Audit
    cursor: int = 0

    def update(self, command: Command, context: Context) -> Screen | Intent:
        names = running(context).setup.names
        if command in MOVES:
            return replace(self, cursor=turned(self.cursor, command, len(names)))
        if command is Command.BACK:
            return self.audit
        fields = fields_of(self.audit.table(context))
        out = set(fields["passed"]) ^ {self.cursor}
        fields["passed"] = sorted(out)
        new = derived(fields, counting_of(context.situation))
        return replace(self, audit=self.audit.corrected(context, **new))

    def view(self, context: Context) -> Page:
        words, names = context.words, running(context).setup.names
        passed = fields_of(self.audit.table(context))["passed"]
        return Page(
            screen="audit-passed",
            title=words("screen.audit-passed.title"),
            menu=tuple(
                Item(name, words("spartacus.audit.out" if seat in passed else "spartacus.audit.in"))
                for seat, name in enumerate(names)
            ),
            cursor=self.cursor,
        )
