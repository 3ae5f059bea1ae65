"""Every screen of the device as the page of a phone: a real server and no loop, so that a scene is shown at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from browser import PHONE, Browser
from letters import letters_for
from patience import PATIENCE_S
from PIL import Image
from scenes import Scene, scenes
from selenium.webdriver.support.ui import WebDriverWait

from companion.app.composer import LastSheet, make_wide_page
from companion.ports import DeviceState, Event, Look, PageText, WidePage
from companion.ui.painter import Painter
from companion.ui.screen import PublicViewMaker
from companion.values import NamedTuple
from companion.words import Words
from hardware.web import Window
from hardware.web.limits import LIMITS
from hardware.web.pairing import Phones

ADDRESS = "127.0.0.1"


class Shown(NamedTuple):
    """A scene as a phone gets it. `waits`: its banner wants hands, and is a dialog."""

    name: str
    scene: Scene
    page: WidePage
    waits: bool


def shown_scenes(words: Words) -> Iterator[Shown]:
    """All scenes; one with a banner once with a banner that ends by itself, and once with one that wants hands."""
    for scene in scenes(Painter(letters_for(words.language)), words):
        for waits in (False, True) if scene.banner else (False,):
            yield Shown(f"{scene.name}{'-waits' * waits}", scene, wide_page(scene, waits=waits), waits)


def wide_page(scene: Scene, *, waits: bool = False) -> WidePage:
    """What the loop would send of a scene."""
    return make_wide_page(scene.screen, scene.banner, None, scene.context, 0, LastSheet(), waits=waits)


class Stand:
    """A server that shows one scene after the other to a phone that may press."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.phones = Phones()
        self._page = WidePage("", "", "")
        self._count = 0
        limits = LIMITS._replace(pause_s=0.0)
        self.window = Window(ADDRESS, 0, limits, self.phones, self._put)

    def _put(self, event: Event) -> None:
        if isinstance(event, Look):
            event.answer(self._page)

    def open(self, shown: Shown, *, paired: bool = True) -> None:
        """Open the page in a browser; a paired phone by its code."""
        self.show(shown)
        self.phones.offer(shown=paired)
        key = f"#{self.phones.seen().key}" if paired else ""
        self.browser.open("about:blank")
        self.browser.open(f"{self.window.address}p{key}", PHONE)
        self.wait("typeof phone === 'object' && page && (phone && phone.number || !arguments[0])", paired)

    def restart(self, shown: Shown, *, known: bool) -> None:
        """Let the window go and come back at its address, with the phones that it knew or without one."""
        port = int(self.window.address.rstrip("/").rpartition(":")[2])
        self.window.close()
        self.wait("document.body.dataset.state === 'lost'")
        self.phones = self.phones if known else Phones()
        self.window = Window(ADDRESS, port, LIMITS._replace(pause_s=0.0), self.phones, self._put)
        self.show(shown)

    def show(self, shown: Shown) -> None:
        """Let the device show a scene."""
        self._count += 1
        self._page = shown.page._replace(number=f"{self._count:012}")
        context = shown.scene.context
        view = PublicViewMaker(context.step, context.words)
        self.window.show(
            DeviceState(
                Image.new("1", (128, 64)), PageText("", (), None, None), (), None,
                public_view=view, wide=lambda: self._page,
            )
        )  # fmt: skip

    def see(self, shown: Shown) -> None:
        """Show a scene, and wait until the page has it."""
        self.show(shown)
        self.wait("page.number === arguments[0]", self._page.number)

    def wait(self, holds: str, *arguments: object) -> None:
        """Until an expression of JavaScript is true in the page."""
        WebDriverWait(self.browser.driver, PATIENCE_S, 0.002).until(
            lambda _: self.browser.run(f"return {holds}", *arguments)
        )


@contextmanager
def stand(browser: Browser) -> Iterator[Stand]:
    """A stand that is closed in the end."""
    made = Stand(browser)
    try:
        yield made
    finally:
        made.window.close()
