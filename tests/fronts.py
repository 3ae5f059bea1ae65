"""What tests of fronts share: a device for them, and a look into its record afterwards."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from installed import Record
from logs import texts

from companion.app.active_settings import ActiveSettings
from companion.app.loop import Loop
from companion.app.machine import Machine
from companion.app.startup import Startup
from companion.app.timers import DEAF_S
from companion.ports import Clock, OpenInbox, Panel
from companion.session.session import Session
from companion.ui.painter import Painter
from companion.words import Words
from hardware.fonts import lcd
from hardware.simulated import SimulatedClock
from hardware.simulated.front import Device

WORDS = Words("en")


def device(folder: Path) -> Device:
    """A whole device with its record in a folder."""

    def begun(inbox: OpenInbox, panels: Sequence[Panel], clock: Clock) -> None:
        with Record(folder, ("Player 1", "Player 2")) as journal:
            settings = ActiveSettings(Painter(lcd()), WORDS)
            Loop(Session(journal, clock), settings, Machine(inbox, clock, panels), Startup(tour=False)).run()

    return begun


def pass_time(clock: Clock) -> None:
    """Let time go on until OK acts again after an entry."""
    if isinstance(clock, SimulatedClock):
        clock.advance(DEAF_S)
    else:
        time.sleep(DEAF_S)


def recorded(folder: Path) -> list[str]:
    """What is in the record; that it can be opened means that nobody else holds it."""
    Record(folder).close()
    return texts(folder)
