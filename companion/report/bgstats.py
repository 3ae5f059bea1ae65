"""The part of the report that adds the game to BG Stats: a link for the device that shows it, a code for a phone."""

from __future__ import annotations

from importlib.util import find_spec

from companion.record.lists import Play
from companion.report.entries import Account
from companion.report.markup import Markup, element, section
from companion.session.bgstats import link
from companion.words import Words


def bgstats_section(account: Account, words: Words) -> Markup | None:
    """The link and its code; None for a game without a result, and where the id of its record is not known."""
    play = Play(account.record, account.kept, account.seconds)
    address = link(play, account.steps[-1], words) if account.record else ""
    if not address:
        return None
    anchor = element("p", element("a", words("report.bgstats-add"), href=address))
    code = _code(address)
    about = element("p", words("report.bgstats-code"), class_="soft") if code is not None else None
    return section(words("report.bgstats"), anchor, about, code, class_="whole bgstats")


def _code(text: str) -> Markup | None:
    """The QR code of a text as SVG; None if it is too long for one, or segno is not installed."""
    if find_spec("segno") is None:
        return None
    import segno

    try:
        qr = segno.make_qr(text, error="l")
    except segno.DataOverflowError:
        return None
    return Markup(qr.svg_inline(omitsize=True, light="#fff", svgclass="code", lineclass=None))
