"""The panels, the keys and the phones of the device. Panels and keys that fail are tried again later, and say so."""

from __future__ import annotations

from collections.abc import Callable

from companion.app.active_settings import ActiveSettings
from companion.app.banners import Banners, Reporter
from companion.app.machine import Machine
from companion.app.retrying_port import RetryingPort
from companion.log import Log
from companion.messages import Message
from companion.ports import AuxPortError, DeviceState, PhoneBook, PhoneNews, PhonesSeen
from companion.ui.screen import Screen
from companion.words import Words

log = Log(__name__)


class DevicePorts:
    """Hands states of the device to the panels of the machine, and looks after its keys."""

    def __init__(self, machine: Machine, settings: ActiveSettings, reporter: Reporter) -> None:
        attend_keys = machine.attend_keys
        self._panels = [RetryingPort(panel.show) for panel in machine.panels]
        self._keys = RetryingPort(lambda _: attend_keys()) if attend_keys is not None else None
        self._clock = machine.clock
        self._settings = settings
        self._reporter = reporter

    @property
    def deadlines(self) -> list[float]:
        """When the ports that fail are tried again."""
        ports = self._panels if self._keys is None else [*self._panels, self._keys]
        return [port.retry_at for port in ports if port.retry_at is not None]

    def retry_panels_soon(self) -> None:
        """Try failing panels again soon: somebody is there, perhaps with the plug in the hand."""
        for panel in self._panels:
            panel.retry_soon()

    def show(self, state: DeviceState, *, changed: bool) -> bool:
        """Hand a state to the panels: to all if it has changed, else only to those that fail; whether one is reported.

        A loss of the display itself is not reported, since nobody could read it; its return is.
        """
        reported = False
        for panel in self._panels:
            before = panel.trouble
            if changed or panel.retry_at is not None:
                panel.attempt(state, self._clock.monotonic())
            if before and panel.trouble is None:
                self._reporter.report(self._settings.words("wire.back"))
                reported = True
            elif panel.auxiliary and panel.trouble and panel.trouble != before:
                self._report(panel.auxiliary)
                reported = True
        return reported

    def _report(self, lost: AuxPortError) -> None:
        """Say what has failed, which is logged: in words for people, which are kept, if it has some."""
        if lost.key:
            self._reporter.show(Message(f"web.trouble.{lost.key}", **lost.params))
        else:
            self._reporter.report(str(lost))

    def attend_keys(self, state: DeviceState) -> bool:
        """Open the keys or check them; whether their trouble or its end is reported.

        This comes after the display, and whenever the loop wakes: lost keys wake nobody.
        """
        keys, words = self._keys, self._settings.words
        if keys is None:
            return False
        trouble, retry_at = keys.trouble, keys.retry_at
        keys.attempt(state, self._clock.monotonic())
        if keys.trouble is None:
            if trouble is not None:
                self._reporter.report(words("keys.back"), words("keys.lost"))
            return trouble is not None
        if keys.trouble != trouble:
            self._reporter.report(words("keys.lost"))
            return True
        return keys.retry_at != retry_at and self._reporter.remind(words("keys.lost"))


class PhoneDesk:
    """Follows the screen: a phone can be paired only while the page for that is shown. None can without a `book`."""

    def __init__(self, book: PhoneBook | None, banners: Banners, words: Callable[[], Words]) -> None:
        self._book = book
        self._banners = banners
        self._words = words
        self._newest: tuple[int, str] | None = None

    @property
    def deadline(self) -> float | None:
        return self._book.deadline if self._book is not None else None

    def seen(self) -> PhonesSeen | None:
        return self._book.seen() if self._book is not None else None

    def follow(self, screen: Screen) -> None:
        """This screen is shown now."""
        if self._book is not None:
            self._book.offer(shown=screen.pairs)

    def take(self, news: PhoneNews) -> bool:
        """Say that a phone may press now; whether it does. Its number is in the banner, and BACK takes it back."""
        if not news.number:
            return False
        log.info("phone %d may press now", news.number)
        self._banners.interrupt(self._words()("pairing.may", number=news.number))
        self._newest = (news.number, self._banners.now or "")
        return True

    def take_back(self) -> bool:
        """BACK was pressed at the glass; whether it ended what the phone of the banner that stands may do (PHN-2)."""
        if self._book is None or self._newest is None or self._banners.now != self._newest[1]:
            return False
        self.remove(self._newest[0])
        self._newest = None
        self._banners.dismiss()
        return True

    def accept(self) -> None:
        if self._book is not None:
            self._book.accept()

    def remove(self, number: int) -> None:
        if self._book is not None:
            log.info("phone %d may press no more", number)
            self._book.remove(number)
