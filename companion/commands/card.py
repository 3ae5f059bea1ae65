"""`companion card`.

Prepares a start of the card image. Its service runs this before the device; `companion --help` does not list it.
"""

from __future__ import annotations

import os
import time
from argparse import ArgumentParser, Namespace
from functools import partial
from pathlib import Path

from companion.console import CommandError, path, print_line
from companion.installation import RUN
from companion.services.card.files import find_owner
from companion.services.card.prepare import Clock, Places, prepare, set_day
from companion.services.card.start_files import COPY, DATE, START
from companion.words import without_breaks

REQUESTS = Path("/run/companion")
"""Where the device leaves its requests: the directory that systemd makes for its service."""


def add(parser: ArgumentParser) -> None:
    """Arguments: what to do, and the folders of the card."""
    parser.description = "Prepare a start of the card image; its service runs this before the device."
    about = "start: prepare the start; network: watch whether the Wi-Fi of companion.toml works, and say why not; "
    about += "stick: copy the records to a USB stick; date: set the clock to the day chosen on the glass"
    parser.add_argument("what", nargs="?", choices=("start", "network", "stick", "date"), default="start", help=about)
    about = "the first partition of the card, with companion.toml"
    parser.add_argument("--fat", metavar="DIR", type=path, default=Path("/boot/firmware"), help=about)
    about = "the partition of the records, which are in its folder companion"
    parser.add_argument("--data", metavar="DIR", type=path, default=Path("/data"), help=about)
    about = "what belongs to this start: start, which the initrd writes, and messages.json, web and wifi"
    parser.add_argument("--run", metavar="DIR", type=path, default=Path(RUN), help=about)
    about = "where the board is written to"
    parser.add_argument("--etc", metavar="DIR", type=path, default=Path("/etc/companion"), help=about)

    about = "set the clock of this machine forward to the date in companion.toml"
    parser.add_argument("--set-clock", action="store_true", help=about)


def run(arguments: Namespace) -> int:
    """Prepare the start and print its messages; 0, because the device can start whatever they say.

    Raises CommandError where this machine was not started from a card: its board and its records are not the card's.
    """
    places = Places(
        arguments.fat.absolute(), arguments.data.absolute(), arguments.run.absolute(), arguments.etc.absolute()
    )
    if not os.path.lexists(places.run / START):
        raise CommandError(
            f"{places.run / START} is absent: this machine was not started from the card image; only there this "
            "command prepares the start, and nothing was changed"
        )
    if arguments.what == "network":
        from companion.services.card.network import watch

        watch(places.run, places.data)
        return 0
    set_clock = partial(time.clock_settime, time.CLOCK_REALTIME)
    clock = Clock(time.time, set_clock if arguments.set_clock else lambda _: None)
    if arguments.what == "date":
        return 0 if set_day(REQUESTS / DATE, places.data, clock) else 1
    if arguments.what == "stick":
        from companion.services.card.stick import copy_to_stick

        owner, at = find_owner(), places.run / "stick"
        return 0 if copy_to_stick(places.records, places.run, REQUESTS / COPY, owner, at=at) else 1
    for message in prepare(places, find_owner(), clock):
        print_line(without_breaks(message.of("en")))
    return 0
