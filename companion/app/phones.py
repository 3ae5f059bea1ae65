"""The phones that may press, as the loop knows them: when one may be paired, and the banner that says so."""

from __future__ import annotations

import logging
from collections.abc import Callable

from companion.app.banners import Banners
from companion.ports import PhoneBook, PhoneNews, PhonesSeen
from companion.ui.screen import Screen
from companion.words import Words

log = logging.getLogger(__name__)


class PhoneDesk:
    """Follows the screen: a phone can be paired only while the page for that is shown. None can without a `book`."""

    def __init__(self, book: PhoneBook | None, banners: Banners, words: Callable[[], Words]) -> None:
        self._book = book
        self._banners = banners
        self._words = words
        self._newest: tuple[int, str] | None = None

    @property
    def deadline(self) -> float | None:
        """When the page for pairing changes by itself."""
        return self._book.deadline if self._book is not None else None

    def seen(self) -> PhonesSeen | None:
        """What that page shows; None where no phone can press."""
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
        """Let the phone that asks press."""
        if self._book is not None:
            self._book.accept()

    def remove(self, number: int) -> None:
        """End what a phone may do."""
        if self._book is not None:
            log.info("phone %d may press no more", number)
            self._book.remove(number)
