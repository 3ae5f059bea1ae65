"""The screens that correct the table of Hannibal vs Rome: the lines, the map and the hands."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.hannibal import map_board
from companion.games.hannibal import table_map as map_
from companion.games.hannibal.battle import GONE
from companion.games.hannibal.engine.actions import CARDS
from companion.games.hannibal.engine.board import FLEETS, ISLANDS, LEGIONS, PLACE, REGIONS, ROUTES
from companion.games.hannibal.engine.cards import CARTHAGE, ROME
from companion.games.hannibal.engine.ends import CHIPS_TO_WIN
from companion.games.hannibal.text import place_name, side_name
from companion.ui.audit import Audit
from companion.ui.boards import BoardScreen
from companion.ui.choices import Place
from companion.ui.page import Page, Space, Token
from companion.ui.screen import Context, Screen
from companion.ui.widgets import NumberScreen
from companion.values import replace

FIGHTERS = (None, "hannibal", "legion")
"""The values of `fielded` in the order of OK; None until Carthage has chosen."""


def repair(audit: Audit, line: str, context: Context) -> Screen:
    """The screen that corrects a line; OK changes the turn to the other side, the fighter to the next possible one."""
    fields = audit.table(context)
    field, _, what = line.partition(" ")
    if field == "turn":
        return audit.correct(context, turn=1 - fields["turn"])
    if field == "fielded":
        battle = fields["battle"]
        after = FIGHTERS[(FIGHTERS.index(battle["fielded"]) + 1) % len(FIGHTERS)]
        return audit.correct(context, battle={**battle, "fielded": after})
    if field == "hands":
        return Hands(audit)
    if field == "chips":
        return Chips(audit, int(what), fields["chips"][int(what)])
    if field == "battle":  # the battle is where both sides are: the attacker's pieces correct it
        kind = "fleets" if what in ROUTES else "legions"
        return Pieces(audit, kind, fields["turn"], what)
    if field == "hannibal":
        return Pieces(audit, "hannibal", CARTHAGE, fields["hannibal"] or map_.CAPITALS[CARTHAGE])
    seat = int(what)
    standing = fields[field][seat]
    home = map_.CAPITALS[seat] if field == "legions" else ("ROM-COR", "SAR-CAR")[seat]
    return Pieces(audit, field, seat, next(iter(standing), home))


class Pieces(BoardScreen):
    """The places of one kind of piece: OK adds one under the cursor, and removes all after the last one.

    BACK returns.
    """

    audit: Audit
    kind: str
    seat: int
    at: str

    def places(self, context: Context) -> Mapping[str, Place]:
        return {name: map_board.walk_position(name) for name in self._names()}

    def chosen(self, context: Context) -> Screen:
        return replace(self, audit=self._add_piece(context))

    def left(self, context: Context) -> Screen:
        return self.audit

    def _names(self) -> tuple[str, ...]:
        if self.kind == "fleets":
            return ROUTES
        return tuple([name for name in REGIONS if self.kind == "legions" or PLACE[name] not in ISLANDS])  # HAN-4

    def _greatest_count(self) -> int:
        return FLEETS if self.kind == "fleets" else LEGIONS[self.seat]

    def _add_piece(self, context: Context) -> Audit:
        fields = self.audit.table(context)
        if self.kind == "hannibal":
            return self.audit.correct(context, hannibal=None if fields["hannibal"] == self.at else self.at)
        standing = dict(fields[self.kind][self.seat])
        here = standing.pop(self.at, 0)
        if sum(standing.values()) + here < self._greatest_count():
            standing[self.at] = here + 1
        pieces = list(fields[self.kind])
        pieces[self.seat] = standing
        return self.audit.correct(context, **{self.kind: pieces})

    def view(self, context: Context) -> Page:
        words, fields = context.words, self.audit.table(context)
        place = place_name(words, self.at)
        if self.kind == "hannibal":
            piece = words("hannibal.audit.hannibal")
            aside = piece if fields["hannibal"] == self.at else words("hannibal.audit.not-here", piece=piece)
        else:
            standing = fields[self.kind][self.seat]
            aside = f"{side_name(words, self.seat)} {standing.get(self.at, 0)}"
        return Page(
            screen="audit-map",
            title=place,
            aside=aside,
            board=map_board.board_of_draft(context, fields),
            space=map_.AT[self.at],
        )


class Hands(BoardScreen):
    """Both hands: OK puts the card under the cursor into the hand or removes it. BACK returns.

    A card is named by its seat and its number.
    """

    audit: Audit
    at: str = f"{ROME} {CARDS[0]}"

    def places(self, context: Context) -> Mapping[str, Place]:
        return {f"{seat} {card}": (row, seat) for seat in (ROME, CARTHAGE) for row, card in enumerate(CARDS)}

    def _at(self) -> tuple[int, int]:
        seat, card = map(int, self.at.split())
        return seat, card

    def chosen(self, context: Context) -> Screen:
        seat, card = self._at()
        hands = list(self.audit.table(context)["hands"])
        hands[seat] = [other for other in hands[seat] if other != card] if card in hands[seat] else [*hands[seat], card]
        return replace(self, audit=self.audit.correct(context, hands=hands))

    def left(self, context: Context) -> Screen:
        return self.audit

    def view(self, context: Context) -> Page:
        words, hands = context.words, self.audit.table(context)["hands"]
        seat, card = self._at()
        held = card in hands[seat]
        rows = []
        for place, number in enumerate(CARDS):
            texts = [str(number) if number in hand else GONE for hand in hands]
            cells = [Space(text, (Token(text),), wide=11, large=True) for text in texts]
            if place == 0:
                ends = [
                    Space(
                        f"{side_name(words, end)}{len(hands[end])}",
                        name=side_name(words, end),
                        number=str(len(hands[end])),
                        wide=47,
                        tall=True,
                    )
                    for end in (ROME, CARTHAGE)
                ]
                cells = [ends[ROME], *cells, ends[CARTHAGE]]
            rows.append(tuple(cells))
        row = CARDS.index(card)
        return Page(
            screen="audit-hands",
            title=words("hannibal.audit.hands"),
            aside=words("hannibal.audit.held" if held else "hannibal.audit.aside", card=card),
            board=tuple(rows),
            space=(row, seat + (row == 0)),
        )


class Chips(NumberScreen):
    """How many of the chips lie before one side: there is one heap of them, so the other side has none then."""

    audit: Audit
    seat: int
    value: int
    most: int = CHIPS_TO_WIN - 1
    units: bool = False

    def title(self, context: Context) -> str:
        return context.words("hannibal.audit.chips", side=side_name(context.words, self.seat))

    def left(self, context: Context) -> Screen:
        return self.audit

    def taken(self, context: Context) -> Screen:
        chips = self.audit.table(context)["chips"]
        if self.value == chips[self.seat]:
            return self.audit
        return self.audit.correct(context, chips=[0, self.value] if self.seat else [self.value, 0])
