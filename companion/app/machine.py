"""The machine that the device runs on: what the loop uses of it, its voltage, and switching it off."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil

from companion.app.active_settings import ActiveSettings
from companion.app.banners import Reporter
from companion.app.timers import ROUNDING_S
from companion.log import Log
from companion.messages import Message
from companion.ports import Clock, Inbox, Key, PadWorker, Panel, PhoneBook, PortError
from companion.ui import shutdown
from companion.ui.page import Page
from companion.ui.screen import EVERY_KEY
from companion.values import Frozen, NamedTuple, Protocol
from companion.words import without_breaks

COUNT_S = 3.0
"""For this long any key stops the countdown."""

log = Log(__name__)


class News(NamedTuple):
    """A message from a service beside the device. One that is `kept` is there until people have read it.

    With `reached`, phones reach the web window: its address and its code are shown in place of the message.
    """

    message: Message
    kept: bool = True
    reached: bool = False


class Services(Protocol):
    """The services beside the device on the card, which may do what the device may not."""

    def ask(self, name: str, text: str = "") -> None:
        """Ask the service `name` to do its work, with a line of text. Raises PortError."""

    def news(self) -> Sequence[News]:
        """What the services have said since this was asked last."""


class Display(Protocol):
    """A display of which nobody has said which chip it has."""

    @property
    def chip(self) -> str:
        """The chip that is driven."""

    @property
    def kinds(self) -> Sequence[Sequence[str]]:
        """The chips that it may have; those together that no picture tells apart."""

    def use(self, chip: str) -> None:
        """Drive this chip from the next frame on."""


class Machine(Frozen):
    """What the loop uses of the machine.

    `attend_keys` opens the keys, or checks that they still work. It may raise PortError, and must cost nothing while
    all is well: it is called after each state. `board` holds the keys that the board has. `undervoltage` says whether
    the machine gets too little voltage; it is asked whenever the loop wakes. `power_off` asks the machine to switch
    itself off and raises PortError if it refuses; without it screens do not offer that. `services` belong to the
    card. `display` is the display of the default board, which may have another chip. `left_hand` lets the keys be those
    for the left hand or not, where they stand in a row. `pads` checks and adds the score pads of phones.
    """

    inbox: Inbox
    clock: Clock
    panels: Sequence[Panel] = ()
    attend_keys: Callable[[], None] | None = None
    board: frozenset[Key] = EVERY_KEY
    undervoltage: Callable[[], bool] = lambda: False
    power_off: Callable[[], None] | None = None
    services: Services | None = None
    display: Display | None = None
    left_hand: Callable[[bool], None] = lambda _: None
    phones: PhoneBook | None = None
    pads: PadWorker | None = None


class Power:
    """Watches the voltage, and counts down before it switches the machine off."""

    def __init__(self, machine: Machine, settings: ActiveSettings, reporter: Reporter) -> None:
        self._clock = machine.clock
        self._machine = machine
        self._settings = settings
        self._reporter = reporter
        self._low = self._low_reported = False
        self._ends_at: float | None = None

    def check_voltage(self) -> None:
        """Log too little voltage each time it begins, but report it once: nobody changes a plug during a game."""
        before, self._low = self._low, self._machine.undervoltage()
        if self._low and not before:
            if self._low_reported:
                log.warning("%s", without_breaks(self._settings.words("power.weak")))
            else:
                self._low_reported = True
                self._reporter.post(Message("power.weak"))

    def start_countdown(self) -> None:
        """Begin to count."""
        self._ends_at = self._clock.monotonic() + COUNT_S

    def stop_countdown(self) -> None:
        """End the count, if there is one: the machine stays on."""
        self._ends_at = None

    @property
    def counts(self) -> bool:
        """Whether the countdown runs."""
        return self._ends_at is not None

    @property
    def deadline(self) -> float | None:
        """When the number of the countdown changes, or the count is over; None without a countdown."""
        return None if self._ends_at is None else self._ends_at - max(self._seconds_left(self._ends_at) - 1, 0)

    @property
    def due(self) -> bool:
        """Whether the count is over."""
        return self._ends_at is not None and self._seconds_left(self._ends_at) == 0

    @property
    def page(self) -> Page | None:
        if self._ends_at is None:
            return None
        seconds, words = self._seconds_left(self._ends_at), self._settings.words
        return shutdown.count(seconds, words) if seconds else shutdown.saving_page(words)

    def switch_off(self) -> bool:
        """Ask the machine to switch itself off; whether it will. A refusal is reported and ends the countdown."""
        assert self._machine.power_off is not None
        try:
            self._machine.power_off()
        except PortError as lost:
            text = self._settings.words("off.refused", why=lost)
            log.error("%s", without_breaks(text))
            self._reporter.report(text)
            self._ends_at = None
            return False
        return True

    def _seconds_left(self, ends_at: float) -> int:
        return max(ceil(ends_at - self._clock.monotonic() - ROUNDING_S), 0)
