"""What the doctor checks on the card image, where nobody can log in: how it started, and cures that hold there."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import replace

from companion.installation import RUN
from companion.services.card.start_files import START, in_all_languages, parse_start, read_messages
from companion.services.checks.findings import FAULT, OK, WARNING, Check, Finding, Machine, Seen, Subject, seen
from companion.services.checks.health import check_all

_CURES = {
    **dict.fromkeys(
        ("libraries", "libraries-stub", "pins", "groups", "groups-again", "groups-absent", "speed", "fonts",
         "fonts-low", "service-no-watchdog", "speed-debian", "keyboards-barred"),
        "again",
    ),
    **dict.fromkeys(("devices-no-i2c", "devices-no-i2c-debian", "devices-no-spi", "devices-no-spi-debian"), "bus"),
    **dict.fromkeys(("data-foreign", "data-new", "data-owned"), "data-barred"),
    "record-unread": "kept",
    **dict.fromkeys(("service-failed", "service-stopped"), "service"),
    **{
        cure: cure
        for cure in ("model", "model-short", "system", "pins-no-chip", "pins-busy", "display-elsewhere",
                     "display-nobody", "data-barred", "data-full", "record-broken", "clock")
    },
}  # fmt: skip
"""Which cure holds on the card in place of another one."""


def find_card(machine: Machine, environment: Mapping[str, str] = os.environ) -> str | None:
    """The folder on the machine that belongs to its start from a card; None if it runs from none."""
    return environment.get("COMPANION_CARD") or (RUN if machine.at(f"{RUN}/{START}").is_file() else None)


def check_on_card(subject: Subject, card: str) -> Iterator[Finding]:
    """How the card has started, and all findings of the machine with cures that hold on the card."""
    yield from _CARD.findings(subject, card)
    for finding in check_all(replace(subject, keyboards=True)):  # there they always are keys
        if finding.text == "clock.alone":  # there is no time server, and none is missing
            yield finding._replace(level=OK, text="clock.card", cure="")
        elif finding.text == "display.spi":
            yield finding._replace(text="display.spi-card")
        else:
            yield finding._replace(cure=cure_on_card(finding.cure))


def cure_on_card(cure: str) -> str:
    """The cure that holds on the card in place of another one."""
    return f"card.{_CURES[cure]}" if cure in _CURES else cure


def _start(subject: Subject, card: str) -> Iterator[Seen]:
    start = parse_start(subject.machine.text(f"{card}/{START}") or "")
    yield seen("root", level=WARNING if start.wanted else OK, root=start.root or "?")
    if start.kept:
        yield seen("kept", data=start.data or "?")
    texts = []
    for message in start.messages:
        unkept = message.key == "image.unkept"
        cure = "card.kept" if unkept else "card.root"
        yield seen("message", level=FAULT if unkept else WARNING, cure=cure, text=message)
        texts.append(in_all_languages(message))
    for text in read_messages(subject.machine.at(card)):
        if text not in texts:
            yield seen("message", cure="card.toml" if str(text).startswith("companion.toml") else "", text=text)


_CARD = Check("card", _start, warnings="message", cures={"root": ""})
