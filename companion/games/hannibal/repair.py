"""The screens that correct the table of Hannibal vs Rome: the lines, the map and the hands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from companion.games.hannibal import lanes
from companion.games.hannibal import map as map_
from companion.games.hannibal.battle import GONE
from companion.games.hannibal.engine.actions import CARDS
from companion.games.hannibal.engine.board import FLEETS, ISLANDS, LEGIONS, PLACE, REGIONS, ROUTES
from companion.games.hannibal.engine.cards import CARTHAGE, ROME
from companion.games.hannibal.engine.ends import CHIPS_TO_WIN
from companion.games.hannibal.text import NOTHING, both_kinds, side
from companion.ui.choices import by_columns, sideways
from companion.ui.game_screens import Audit, running
from companion.ui.page import Page, Space, Token
from companion.ui.screen import Command, Context, Intent, Screen, turned
from companion.values import Frozen, replace

FIGHTERS = (None, "hannibal", "legion")
"""The values of `fielded` in the order of OK; None until Carthage has chosen."""


def repair(audit: Audit, line: str, context: Context) -> Screen:
    """The screen that corrects a line; OK changes the turn to the other side, the fighter to the next possible one."""
    fields = cast(Mapping[str, Any], audit.table(context))
    field, _, what = line.partition(" ")
    if field == "turn":
        return corrected(audit, context, turn=1 - fields["turn"])
    if field == "fielded":
        battle = fields["battle"]
        after = FIGHTERS[(FIGHTERS.index(battle["fielded"]) + 1) % len(FIGHTERS)]
        return audit.corrected(context, battle={**battle, "fielded": after})
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


def corrected(audit: Audit, context: Context, **changes: object) -> Audit:
    """The audit with pieces or the turn corrected; the battle follows them: it is where both sides are (HAN-6)."""
    fields: dict[str, Any] = {**audit.table(context), **changes}
    if "legions" not in fields:
        return audit.corrected(context, **changes)
    met = [
        place
        for place in (*REGIONS, *ROUTES)
        if map_.count(fields, ROME, place) and (map_.count(fields, CARTHAGE, place) or fields["hannibal"] == place)
    ]
    before, battle = fields["battle"], None
    if met:
        at = before["at"] if before is not None and before["at"] in met else met[0]
        fielded = before["fielded"] if before is not None and before["at"] == at else None
        if at in ROUTES:
            fielded = None
        elif not both_kinds(fields, at):
            fielded = "hannibal" if fields["hannibal"] == at else "legion"
        battle = {"at": at, "attacker": fields["turn"], "fielded": fielded}
    return audit.corrected(context, **changes, battle=battle)


class Pieces(Frozen):
    """The places of one kind of piece: OK adds one under the cursor, and removes all after the last one.

    UP and DOWN go through all places, LEFT and RIGHT along the lane. BACK returns.
    """

    audit: Audit
    kind: str
    seat: int
    at: str

    def update(self, command: Command, context: Context) -> Screen | Intent:
        if command is Command.BACK:
            return self.audit
        if command is Command.OK:
            return replace(self, audit=self._one_more(context))
        walk = {name: lanes.walk(name) for name in self._names()}
        names = by_columns(walk, walk)
        at = names.index(self.at)
        if command in (Command.LEFT, Command.RIGHT):
            at = sideways(walk, names, at, 1 if command is Command.RIGHT else -1)
        else:
            at = turned(at, command, len(names))
        return replace(self, at=names[at])

    def _names(self) -> tuple[str, ...]:
        if self.kind == "fleets":
            return ROUTES
        return tuple([name for name in REGIONS if self.kind == "legions" or PLACE[name] not in ISLANDS])  # HAN-4

    def _most(self) -> int:
        return FLEETS if self.kind == "fleets" else LEGIONS[self.seat]

    def _one_more(self, context: Context) -> Audit:
        fields = cast(Mapping[str, Any], self.audit.table(context))
        if self.kind == "hannibal":
            return corrected(self.audit, context, hannibal=None if fields["hannibal"] == self.at else self.at)
        standing = dict(fields[self.kind][self.seat])
        here = standing.pop(self.at, 0)
        if sum(standing.values()) + here < self._most():
            standing[self.at] = here + 1
        pieces = list(fields[self.kind])
        pieces[self.seat] = standing
        return corrected(self.audit, context, **{self.kind: pieces})

    def view(self, context: Context) -> Page:
        words, fields = context.words, cast(Mapping[str, Any], self.audit.table(context))
        core = running(context).setup.options["core"] is True
        if self.kind == "hannibal":
            title, aside = words("hannibal.audit.hannibal"), fields["hannibal"] or NOTHING
        else:
            standing = fields[self.kind][self.seat]
            title = words(f"hannibal.audit.{self.kind}", side=side(words, self.seat))
            aside = str(standing.get(self.at, 0))
        return Page(
            screen="audit-map",
            title=title,
            aside=aside,
            board=lanes.board(fields, core=core),
            space=map_.AT[self.at],
        )


class Hands(Frozen):
    """Both hands: OK puts the card under the cursor into the hand or removes it. BACK returns."""

    audit: Audit
    seat: int = ROME
    card: int = CARDS[0]

    def update(self, command: Command, context: Context) -> Screen | Intent:
        if command is Command.BACK:
            return self.audit
        if command in (Command.LEFT, Command.RIGHT):
            return replace(self, seat=1 - self.seat)
        if command in (Command.UP, Command.DOWN):
            at = turned(self.seat * len(CARDS) + CARDS.index(self.card), command, 2 * len(CARDS))
            return replace(self, seat=at // len(CARDS), card=CARDS[at % len(CARDS)])
        hands = cast(Any, self.audit.table(context)["hands"])
        hand = hands[self.seat]
        hand = [card for card in hand if card != self.card] if self.card in hand else sorted([*hand, self.card])
        hands = [hand, hands[1]] if self.seat == ROME else [hands[0], hand]
        return replace(self, audit=self.audit.corrected(context, hands=hands))

    def view(self, context: Context) -> Page:
        words, hands = context.words, cast(Any, self.audit.table(context)["hands"])
        held = self.card in hands[self.seat]
        rows = []
        for place, card in enumerate(CARDS):
            texts = [str(card) if card in hand else GONE for hand in hands]
            cells = [Space(text, (Token(text),), wide=11) for text in texts]
            if place == 0:
                ends = [
                    Space(
                        f"{side(words, seat)}{len(hands[seat])}",
                        name=side(words, seat),
                        number=str(len(hands[seat])),
                        wide=47,
                        tall=True,
                    )
                    for seat in (ROME, CARTHAGE)
                ]
                cells = [ends[ROME], *cells, ends[CARTHAGE]]
            rows.append(tuple(cells))
        row = CARDS.index(self.card)
        return Page(
            screen="audit-hands",
            title=words("hannibal.audit.hands"),
            aside=words("hannibal.audit.held" if held else "hannibal.audit.aside", card=self.card),
            board=tuple(rows),
            space=(row, self.seat + (row == 0)),
        )


class Chips(Frozen):
    """The chips of one side; if it has any, the other side has none (HAN-17)."""

    audit: Audit
    seat: int
    count: int

    def update(self, command: Command, context: Context) -> Screen | Intent:
        if command is Command.BACK:
            return self.audit
        if command is not Command.OK:
            # UP is one more, as with every number.
            return replace(self, count=turned(self.count, UP_IS_MORE[command], CHIPS_TO_WIN))
        chips = list(cast(Any, self.audit.table(context)["chips"]))
        chips[self.seat] = self.count
        if self.count:
            chips[1 - self.seat] = 0
        return self.audit.corrected(context, chips=chips)

    def view(self, context: Context) -> Page:
        words = context.words
        return Page(
            screen="number",
            title=words("hannibal.audit.chips", side=side(words, self.seat)),
            big=str(self.count),
            text=(words("screen.number.text", most=CHIPS_TO_WIN - 1),),
        )


UP_IS_MORE = {
    Command.UP: Command.DOWN,
    Command.DOWN: Command.UP,
    Command.RIGHT: Command.RIGHT,
    Command.LEFT: Command.LEFT,
}
