"""The phones that may press: pairing one, and ending what one may do. All of it needs keys at the glass (PHN-1)."""

from __future__ import annotations

from functools import partial

from companion.ports import PhonesSeen
from companion.ui.intents import AcceptPhone, RemovePhone, Say
from companion.ui.page import Item, Page
from companion.ui.qr import BESIDE, fits
from companion.ui.screen import Command, Context, Intent, Screen
from companion.ui.widgets import Confirm, Line, ListScreen, named
from companion.values import replace

PATH = "p"
"""The page for phones, behind the address of the web window."""


class Phones(ListScreen):
    """A phone to be paired, and those that are."""

    screen_name = "phones"
    needs_glass = True

    back: Screen

    def lines(self, context: Context) -> list[Line]:
        seen = context.phones or PhonesSeen()
        pair = named(context, "phones", {"pair": partial(self._pair, seen)})
        return [
            *pair,
            *[Line(Item(_name(number, context)), partial(self._ask, number, context)) for number in seen.numbers],
        ]

    def _pair(self, seen: PhonesSeen) -> Screen | Intent:
        return Say("refused.phones-full", {"most": len(seen.numbers)}, self) if seen.full else Pair(self)

    def _ask(self, number: int, context: Context) -> Screen:
        text = context.words("screen.phone.text", name=_name(number, context))
        return Confirm("phone", text, RemovePhone(number, self), self)


def _name(number: int, context: Context) -> str:
    return context.words("screen.phones.phone", number=number)


class Pair(Screen):
    """The code that pairs a phone, or the digits of a phone that asks, which OK accepts (PHN-2)."""

    needs_glass = True
    pairs = True

    back: Screen

    def update(self, command: Command, context: Context) -> Screen | Intent:
        if command is Command.OK and context.phones is not None and context.phones.digits:
            return AcceptPhone(self)
        return self.back if command in (Command.OK, Command.BACK) else self

    def view(self, context: Context) -> Page:
        words, seen = context.words, context.phones or PhonesSeen()
        page = Page(screen="pair", title=words("screen.pair.title"), keys="ob", private=True)
        if seen.digits:
            return replace(page, text=context.wrap(words("pairing.asks")), big=seen.digits)
        address = f"{context.capabilities().web}{PATH}"
        code = f"{address}#{seen.key}"
        if not seen.key:
            return replace(page, text=context.wrap(words("pairing.over")))
        if fits(code):
            text = context.wrap(words("pairing.scan", address=f"/{PATH}"), BESIDE)
            return replace(page, text=text, code=code)
        text = (*context.wrap(words("pairing.open")), *context.wrap(address.removeprefix("http://")))
        return replace(page, text=text)
