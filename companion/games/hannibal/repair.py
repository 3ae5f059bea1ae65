"""The screens that correct the table of Hannibal vs Rome: the lines, the map and the hands."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.hannibal import map_board
from companion.games.hannibal import table_map as map_
from companion.games.hannibal.battle import board_of_hands, side_space
from companion.games.hannibal.engine.actions import CARDS
from companion.games.hannibal.engine.board import FLEETS, ISLANDS, LEGIONS, PLACE, REGIONS, ROUTES
from companion.games.hannibal.engine.cards import CARTHAGE, ROME
from companion.games.hannibal.engine.ends import CHIPS_TO_WIN
from companion.games.hannibal.map_picture import MAP
from companion.games.hannibal.text import map_label, place_name, side_name
from companion.kit.rules import Seat
from companion.kit.text import LINE_WIDTH
from companion.kit.zones import with_token_switched
from companion.ui.audit import Audit, Correction
from companion.ui.boards import BoardScreen
from companion.ui.choices import Place
from companion.ui.intents import Say
from companion.ui.page import Page
from companion.ui.screen import Context, Intent, Screen
from companion.ui.widgets import NumberScreen
from companion.values import replace

FIGHTERS = (None, "hannibal", "legion")
"""The values of `fielded` in the order of OK; None until Carthage has chosen."""


def repair(audit: Audit, line: str, context: Context) -> Screen:
    """The screen that corrects a line; OK changes the turn to the other side, the fighter to the next possible one."""
    fields = audit.table(context)
    field, _, what = line.partition(" ")
    if field == "turn":
        return audit.put_next(context, ("turn",), (ROME, CARTHAGE))
    if field == "fielded":
        return audit.put_next(context, ("battle", "fielded"), FIGHTERS)
    if field == "hands":
        return Hands(audit)
    if field == "chips":
        return _chips(audit, int(what), context)
    if field == "battle":  # the battle is where both sides are: the attacker's pieces correct it
        kind = "fleets" if what in ROUTES else "legions"
        return Pieces(audit, kind, fields["turn"], what)
    if field == "hannibal":
        return Pieces(audit, "hannibal", CARTHAGE, fields["hannibal"] or map_.CAPITALS[CARTHAGE])
    seat = int(what)
    standing = fields[field][seat]
    home = map_.CAPITALS[seat] if field == "legions" else ("ROM-COR", "SAR-CAR")[seat]
    return Pieces(audit, field, seat, next(iter(standing), home))


def _chips(audit: Audit, seat: Seat, context: Context) -> NumberScreen:
    """How many of the chips lie before one side: there is one heap of them, so the other side has none then."""
    words, now = context.words, audit.table(context)["chips"]

    def take(context: Context, count: int) -> Audit:
        return audit if count == now[seat] else audit.correct(context, chips=[0, count] if seat else [count, 0])

    return NumberScreen(
        audit, words("hannibal.audit.chips", side=side_name(words, seat)), take, now[seat], CHIPS_TO_WIN - 1
    )


class Pieces(Correction, BoardScreen):
    """The places of one kind of piece: OK adds one under the cursor, and removes all after the last one.

    BACK returns.
    """

    kind: str
    seat: int
    at: str

    def places(self, context: Context) -> Mapping[str, Place]:
        return {name: map_board.walk_position(name) for name in self._names()}

    def chosen(self, context: Context) -> Screen | Intent:
        fields = self.table(context)
        if self.kind == "hannibal":
            return self.correct(context, hannibal=None if fields["hannibal"] == self.at else self.at)
        standing = dict(fields[self.kind][self.seat])
        here = standing.pop(self.at, 0)
        greatest_count = FLEETS if self.kind == "fleets" else LEGIONS[self.seat]
        if sum(standing.values()) + here < greatest_count:
            standing[self.at] = here + 1
        elif not here:
            return Say("hannibal.audit.none-left", {}, self)
        return self.put(context, (self.kind, self.seat), standing)

    def _names(self) -> tuple[str, ...]:
        if self.kind == "fleets":
            return ROUTES
        return tuple([name for name in REGIONS if self.kind == "legions" or PLACE[name] not in ISLANDS])  # HAN-4

    def view(self, context: Context) -> Page:
        words, fields = context.words, self.table(context)
        place = place_name(words, self.at)
        if self.kind == "hannibal":
            piece = words("hannibal.audit.hannibal")
            aside = piece if fields["hannibal"] == self.at else words("hannibal.audit.not-here", piece=piece)
        else:
            standing = fields[self.kind][self.seat]
            aside = f"{side_name(words, self.seat)} {standing.get(self.at, 0)}"
        return Page(
            screen="audit-map",
            title=place if context.fits(f"{place}{aside}", LINE_WIDTH) else map_label(words, self.at),
            aside=aside,
            board=map_board.board_of_draft(context, fields),
            drawing=MAP,
            space=map_.AT[self.at],
        )


class Hands(Correction, BoardScreen):
    """Both hands: OK puts the card under the cursor into the hand or removes it. BACK returns.

    A card is named by its seat and its number.
    """

    at: str = f"{ROME} {CARDS[0]}"

    def places(self, context: Context) -> Mapping[str, Place]:
        return {f"{seat} {card}": (row, seat) for seat in (ROME, CARTHAGE) for row, card in enumerate(CARDS)}

    def with_card(self, card: str, context: Context) -> Screen | None:
        side, value = card.split()
        return replace(self, at=f"{'RC'.index(side)} {value}")

    def _at(self) -> tuple[int, int]:
        seat, card = map(int, self.at.split())
        return seat, card

    def chosen(self, context: Context) -> Screen:
        seat, card = self._at()
        return self.correct(context, **with_token_switched(self.table(context), ("hands", seat), card))

    def space_name(self, at: str, context: Context) -> str:
        page, side = replace(self, at=at).view(context), side_name(context.words, int(at.split()[0]))
        return context.words("hannibal.audit.of-side", side=side, card=page.aside)

    def view(self, context: Context) -> Page:
        words, hands = context.words, self.table(context)["hands"]
        seat, card = self._at()
        held = card in hands[seat]
        row = CARDS.index(card)
        return Page(
            screen="audit-hands",
            title=words("hannibal.audit.hands"),
            aside=words("hannibal.audit.held" if held else "hannibal.audit.aside", card=card),
            board=board_of_hands(hands, [side_space(words, end, len(hands[end])) for end in (ROME, CARTHAGE)]),
            space=(row, seat + (row == 0)),
        )
