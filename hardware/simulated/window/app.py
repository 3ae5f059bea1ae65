"""The window: the glass pixel for pixel, keys that can be clicked, and what is to be said, on pygame.

It reads pictures and presses pins; what they mean is known elsewhere. It sleeps until somebody moves a finger or the
device has news.
"""

from __future__ import annotations

import os
from contextlib import suppress
from math import ceil
from typing import TYPE_CHECKING

from companion.ports import Clock, Key, PortLost
from hardware.simulated.fingers import HELD_S, Fingers
from hardware.simulated.front import Front, News, Words
from hardware.simulated.window import lettering
from hardware.simulated.window.layout import LINE, LINES, Box, Fit, fit, opening
from hardware.simulated.window.lettering import Letters

# It would greet on standard output.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
import pygame

if TYPE_CHECKING:
    from PIL.Image import Image

GROUND, EDGE, WORD, LAMP = "#0f1216", "#39424d", "#b9c0c9", "#e3b15c"
"""Calm and dark, like the table in the evening, with the lamp as the one colour."""
UNLIT, LIT, DIMMED = "#06080a", "#dcecff", "#39424d"

STROKES = {
    pygame.K_UP: Key.UP,
    pygame.K_DOWN: Key.DOWN,
    pygame.K_LEFT: Key.LEFT,
    pygame.K_RIGHT: Key.RIGHT,
    pygame.K_RETURN: Key.OK,
    pygame.K_KP_ENTER: Key.OK,
    pygame.K_ESCAPE: Key.BACK,
    pygame.K_BACKSPACE: Key.BACK,
    pygame.K_F1: Key.HELP,
}
"""Keys of the keyboard, by what they are."""
LETTERS = {"?": Key.HELP}
"""And by what they write."""
UNDO = ("u", "U")
LEAVE = ("q", "Q", "\x03", "\x11")
"""Also with Ctrl, and Ctrl-C."""
GAP = "   "

NEWS = pygame.event.custom_type()
"""The device has left something to look at."""


class WindowApp:
    """A window on a front, from construction to `close`. Raises PortLost where there is no screen for it.

    Asks the device to end in good order, and ends when it has.
    """

    def __init__(self, front: Front, clock: Clock, words: Words, letters: Letters) -> None:
        self.front = front
        self.news = News()
        self._clock = clock
        self._words = words
        self._letters = letters
        self._keys = front.board.profile.keys
        self._fingers = Fingers(front.board.press, front.board.release, self._seen)
        self._struck: dict[int, Key] = {}
        self._clicked: Key | None = None
        self._held = Key.BACK
        self._lift_at: float | None = None
        self._down: set[Key] = set()
        try:
            pygame.display.init()
            _visible()
            pygame.display.set_caption(words("terminal.title"))
            pygame.display.set_mode(opening(*pygame.display.get_desktop_sizes()[0]), pygame.RESIZABLE)
            # What nobody looks at is not to wake anybody.
            pygame.event.set_blocked([pygame.MOUSEMOTION, pygame.MOUSEWHEEL, pygame.TEXTEDITING])
        except pygame.error as error:
            pygame.display.quit()
            raise PortLost(words("window.none", why=error)) from error
        front.listen(self._call)

    def close(self) -> None:
        """Take the window away."""
        pygame.display.quit()

    def run(self) -> None:
        """Until the device has ended."""
        while not self.news.ended:
            self.turn(pygame.event.wait(self._sleep_ms()))

    def turn(self, event: pygame.Event) -> None:
        """Do what an event asks for, and what is due."""
        kind = event.type
        if kind == NEWS:
            self.news = self.front.take()
        elif kind == pygame.QUIT:
            self.front.stop()
        elif kind == pygame.KEYDOWN:
            self._strike(event)
        elif kind == pygame.KEYUP:
            key = self._struck.pop(event.key, None)
            if key is not None:
                self._fingers.up(key)
        elif kind == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
            self._click(*event.pos)
        elif kind == pygame.MOUSEBUTTONUP and event.button == pygame.BUTTON_LEFT and self._clicked is not None:
            self._fingers.up(self._clicked)
            self._clicked = None
        elif kind == pygame.WINDOWFOCUSLOST:
            self._lift()  # who looks elsewhere has let go
        if self._lift_at is not None and self._clock.monotonic() >= self._lift_at:
            self._lift_at = None
            self._fingers.up(self._held)
        # Everything that comes in may change what is seen, and nothing else does.
        if kind != pygame.NOEVENT:
            self.draw()

    # -- news

    def _call(self) -> None:
        """In the device's thread: ask the window to look."""
        # pygame.error: the window has gone, and nobody looks any more.
        with suppress(pygame.error):
            pygame.event.post(pygame.Event(NEWS))

    def _sleep_ms(self) -> int:
        """How long until a finger of ours is to be lifted; 0 means for ever."""
        if self._lift_at is None:
            return 0
        return max(ceil(1000 * (self._lift_at - self._clock.monotonic())), 1)

    # -- fingers

    def _strike(self, event: pygame.Event) -> None:
        if event.unicode in LEAVE:
            self.front.stop()
        elif event.unicode in UNDO:
            self._hold(Key.BACK)
        elif event.unicode in LETTERS and LETTERS[event.unicode] not in self._keys:
            self._hold(Key.OK)  # which means help there, or leads to it
        else:
            key = STROKES.get(event.key) or LETTERS.get(event.unicode)
            if key in self._keys and self._fingers.down(key):
                self._struck[event.key] = key

    def _hold(self, key: Key) -> None:
        """Hold a key as long as a hold takes; where there is no BACK, OK, which opens the menu that has Undo."""
        self._held = key if key in self._keys else Key.OK
        if self._fingers.down(self._held):
            self._lift_at = self._clock.monotonic() + HELD_S

    def _click(self, x: int, y: int) -> None:
        for key, box in self._fit().caps.items():
            if key in self._keys and box.holds(x, y) and self._fingers.down(key):
                self._clicked = key

    def _lift(self) -> None:
        self._struck.clear()
        self._clicked = self._lift_at = None
        self._fingers.lift()

    def _seen(self, key: Key, down: bool) -> None:
        """A key looks pressed while it is."""
        if down:
            self._down.add(key)
        else:
            self._down.discard(key)

    # -- pictures

    def draw(self) -> None:
        """Everything, where it belongs in a window of this size."""
        surface, place = _surface(), self._fit()
        surface.fill(GROUND)
        pygame.draw.rect(surface, EDGE, _around(place.glass, place.scale), border_radius=place.scale)
        if self.news.picture is not None:
            lit = DIMMED if self.news.dim else LIT
            surface.blit(_enlarged(self.news.picture, place.scale, lit, UNLIT), place.glass[:2])
        for key, box in place.caps.items():
            if key in self._keys:
                self._draw_cap(surface, key, box, place)
        self._draw_text(surface, place)
        pygame.display.flip()

    def _fit(self) -> Fit:
        return fit(*_surface().get_size())

    def _draw_cap(self, surface: pygame.Surface, key: Key, box: Box, place: Fit) -> None:
        down = key in self._down
        pygame.draw.rect(surface, LAMP if down else EDGE, box, 0 if down else place.scale // 3 + 1, 2 * place.scale)
        name = lettering.drawn(self._words(f"terminal.key.{key.value}"), self._letters)
        label = _enlarged(name, place.letter, GROUND if down else WORD)
        surface.blit(label, label.get_rect(center=pygame.Rect(box).center))

    def _draw_text(self, surface: pygame.Surface, place: Fit) -> None:
        """Trouble first, then why the glass is black; else the legend. In smaller letters where it is long."""
        word = self.news.trouble or (self._words("terminal.dark") if self.news.dark else None)
        legend = "terminal.legend" if Key.BACK in self._keys else "terminal.legend-three"
        parts = lettering.pieces(word) if word else self._words(legend).split("|")
        letter = place.letter
        while True:
            wide, most = place.text.width // letter, place.text.height // (LINE * letter)
            found = lettering.lines(parts, "" if word else GAP, wide, self._letters)
            if len(found) <= most or letter == 1:
                break
            letter -= 1
        for number, line in enumerate(lettering.fitted(found, most or LINES)):
            text = lettering.shortened(line, wide, self._letters)
            image = _enlarged(lettering.drawn(text, self._letters), letter, LAMP if word else WORD)
            surface.blit(image, (place.text.left, place.text.top + number * LINE * letter))


def _visible() -> None:
    """Raise pygame.error where windows would open that nobody can see, unless somebody asked for that."""
    # What SDL falls back to where it finds no screen, and what it takes only when it is named.
    if pygame.display.get_driver() == "offscreen" and not os.environ.get("SDL_VIDEODRIVER"):
        raise pygame.error("neither DISPLAY nor WAYLAND_DISPLAY leads to one")


def _surface() -> pygame.Surface:
    """What is in the window; another one whenever its size has changed."""
    surface = pygame.display.get_surface()
    assert surface is not None
    return surface


def _around(box: Box, by: int) -> Box:
    return Box(box.left - by, box.top - by, box.width + 2 * by, box.height + 2 * by)


def _enlarged(picture: Image, scale: int, lit: str, unlit: str | None = None) -> pygame.Surface:
    """A picture of mode "1", every pixel a square; clear where it is not lit if no colour is given for that."""
    small = pygame.image.frombytes(picture.convert("L").tobytes(), picture.size, "P")
    small.set_palette_at(255, pygame.Color(lit))
    if unlit is None:
        small.set_colorkey(0)
    else:
        small.set_palette_at(0, pygame.Color(unlit))
    return pygame.transform.scale_by(small, scale)
