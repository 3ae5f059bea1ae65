"""The screens that correct cards: the cards in one place, the right place of a card, and who has passed."""

from __future__ import annotations

from functools import partial

from companion.games.spartacus.draft import Place, move_card, move_trick_to_pile, targets
from companion.games.spartacus.engine.notation import Card
from companion.games.spartacus.lines import cards_word
from companion.kit.text import with_name
from companion.kit.zones import Fields, value_at
from companion.ui.audit import Correction
from companion.ui.game_screens import running_snapshot
from companion.ui.page import Item, Page
from companion.ui.screen import Context, Screen
from companion.ui.widgets import Line, ListScreen
from companion.values import replace

Lying = tuple[Place, Card | None]
"""A place and the card in it; None is the whole trick."""


class Cards(Correction, ListScreen):
    """The cards of a hand, of the running trick or of a seat's won tricks; OK on one asks for its right place."""

    field: str
    seat: int
    cursor: int = 0

    def cards_here(self, fields: Fields) -> list[Lying]:
        """The cards here; before the cards of a trick the whole trick."""
        if self.field == "hand":
            hand = Place("hand", self.seat)
            return [(hand, card) for card in value_at(fields, hand.path)]
        if self.field == "trick":
            trick: list[Lying] = [(Place("trick", seat), card) for seat, card in fields["trick"]]
            return [(Place("trick", 0), None), *trick] if trick else []
        found: list[Lying] = []
        for number, pile in enumerate(fields["tricks"][self.seat]):
            place = Place("pile", self.seat, number)
            found += [(place, None), *[(place, card) for card in pile]]
        return found

    def with_card(self, card: str, context: Context) -> Screen | None:
        found = [str(lying) for _, lying in self.cards_here(self.table(context))]
        return replace(self, cursor=found.index(card)) if card in found else None

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
    cursor: int = 0

    def _targets(self, fields: Fields) -> list[Place]:
        if self.card is not None:
            return targets(fields, self.card, self.place)
        seats = range(len(fields["hands"]))
        return [Place("pile", seat, -1) for seat in seats if self.place.kind == "trick" or seat != self.place.seat]

    def lines(self, context: Context) -> list[Line]:
        fields = self.table(context)
        return [
            Line(Item(self._name(context, fields, there)), partial(self._put, context, there))
            for there in self._targets(fields)
        ]

    def _put(self, context: Context, there: Place) -> Screen:
        fields = self.table(context)
        if self.card is None:
            return self.back.correct(context, **move_trick_to_pile(fields, self.place, there.seat))
        return self.back.correct(context, **move_card(fields, self.card, self.place, there))

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
        return with_name(lambda shown: text(name=shown), context.situation.names[place.seat], context.fits)


class Passed(Correction, ListScreen):
    """Who has passed in the running trick: OK changes it for the player under the cursor."""

    screen_name = "audit-passed"

    cursor: int = 0

    def lines(self, context: Context) -> list[Line]:
        passed = self.table(context)["passed"]
        return [
            Line(
                Item(name, context.words("spartacus.audit.out" if seat in passed else "spartacus.audit.in")),
                partial(self._change, context, seat),
            )
            for seat, name in enumerate(running_snapshot(context).setup.names)
        ]

    def _change(self, context: Context, seat: int) -> Screen:
        return self.correct(context, passed=sorted({*self.table(context)["passed"]} ^ {seat}))
