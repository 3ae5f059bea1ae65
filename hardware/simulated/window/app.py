"""The window, on pygame: the display pixel by pixel, keys to click, and a line of text.

It shows pictures and presses pins, and knows no more about the device. It sleeps until there is input or the device has
something new.
"""

from __future__ import annotations

import os
from contextlib import suppress
from math import ceil
from typing import TYPE_CHECKING

from companion.ports import Clock, Key, PortError
from hardware.simulated.front import UNDO, Front, FrontState, Words
from hardware.simulated.key_presses import HELD_S, PressedKeys
from hardware.simulated.window import lettering
from hardware.simulated.window.layout import LINE, LINES, Box, Fit, fit, initial_size
from hardware.simulated.window.lettering import Letters

# pygame would print a greeting to standard output.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
import pygame
from pygame import Event  # another pygame, which is not pygame-ce, lacks it

if TYPE_CHECKING:
    from PIL.Image import Image

GROUND, EDGE, WORD, LAMP = "#0f1216", "#39424d", "#b9c0c9", "#e3b15c"
"""Dark, with one accent colour."""
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
"""Keys of the keyboard, by their codes."""
LETTERS = {"?": Key.HELP}
"""Keys of the keyboard, by their characters."""
LEAVE = ("q", "Q")
LEAVE_ALWAYS = ("\x03", "\x11")
"""Ctrl-C and Ctrl-Q."""
GAP = "   "

NEWS = pygame.event.custom_type()
"""The event that the device has something new."""


class WindowApp:
    """A window for a front, until `close`. Raises PortError if there is no screen.

    To quit, it asks the device to end in good order, and ends after it.
    """

    def __init__(self, front: Front, clock: Clock, words: Words, letters: Letters) -> None:
        self.front = front
        self.state = FrontState()
        self.clock = clock
        self._words = words
        self._letters = letters
        self._keys = front.board.profile.keys
        self.keys_down = PressedKeys(front.board.press, front.board.release)
        self._pressed_by: dict[int, Key] = {}
        self.clicked: Key | None = None
        self._held = Key.BACK
        self._release_at: float | None = None
        try:
            pygame.display.init()
            _require_screen(words)
            pygame.display.set_caption(words("terminal.title"))
            pygame.display.set_mode(initial_size(*pygame.display.get_desktop_sizes()[0]), pygame.RESIZABLE)
            # Events that the window ignores must not wake it.
            pygame.event.set_blocked([pygame.MOUSEMOTION, pygame.MOUSEWHEEL, pygame.TEXTEDITING])
        except pygame.error as error:
            pygame.display.quit()
            raise PortError(words("window.none", why=error)) from error
        front.set_callback(self._notify)

    def close(self) -> None:
        pygame.display.quit()

    def run(self) -> None:
        """Run until the device has ended."""
        while not self.state.ended:
            self.turn(pygame.event.wait(self.sleep_ms()))

    def turn(self, event: Event) -> None:
        """Handle an event and what is due."""
        kind = event.type
        if kind == NEWS:
            self.state = self.front.take()
        elif kind == pygame.QUIT:
            self.front.stop()
        elif kind == pygame.KEYDOWN:
            self._key_down(event)
        elif kind == pygame.TEXTINPUT:
            if self.state.types(event.text):
                self.front.type(event.text)
        elif kind == pygame.KEYUP:
            key = self._pressed_by.pop(event.key, None)
            if key is not None:
                self.keys_down.release(key)
        elif kind == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
            self._click(*event.pos)
        elif kind == pygame.MOUSEBUTTONUP and event.button == pygame.BUTTON_LEFT and self.clicked is not None:
            self.keys_down.release(self.clicked)
            self.clicked = None
        elif kind == pygame.WINDOWFOCUSLOST:
            self._release_all()  # release the keys when the window loses the focus
        if self._release_at is not None and self.clock.monotonic() >= self._release_at:
            self._release_at = None
            self.keys_down.release(self._held)
        # Every event may change the picture, and nothing else does.
        if kind != pygame.NOEVENT:
            self.draw()

    # -- news

    def _notify(self) -> None:
        """Wake the window. Called in the device's thread."""
        # pygame.error: the window is closed.
        with suppress(pygame.error):
            pygame.event.post(Event(NEWS))

    def sleep_ms(self) -> int:
        """How long to sleep until a held key is released; 0 means for ever."""
        if self._release_at is None:
            return 0
        return max(ceil(1000 * (self._release_at - self.clock.monotonic())), 1)

    # -- keys

    def _key_down(self, event: Event) -> None:
        if event.unicode in LEAVE_ALWAYS:
            self.front.stop()
        elif event.unicode and event.unicode.isprintable() and self.state.types(event.unicode):
            pass  # it comes again as text, composed to the letter that people mean
        elif event.unicode in LEAVE:
            self.front.stop()
        elif event.unicode in UNDO:
            self._hold(Key.BACK)
        elif event.unicode in LETTERS and LETTERS[event.unicode] not in self._keys:
            self._hold(Key.OK)  # on such a board OK opens the menu with help
        else:
            key = STROKES.get(event.key) or LETTERS.get(event.unicode)
            if key is Key.BACK and key not in self._keys and self.state.takes_text:
                self.front.take_back(self.clock.monotonic())
            elif key in self._keys and self.keys_down.press(key):
                self._pressed_by[event.key] = key

    def _hold(self, key: Key) -> None:
        """Hold a key for as long as a hold takes. Without a BACK key hold OK, which opens the menu with Undo."""
        self._held = key if key in self._keys else Key.OK
        if self.keys_down.press(self._held):
            self._release_at = self.clock.monotonic() + HELD_S

    def _click(self, x: int, y: int) -> None:
        for key, box in self.layout().caps.items():
            if key in self._keys and box.holds(x, y) and self.keys_down.press(key):
                self.clicked = key

    def _release_all(self) -> None:
        self._pressed_by.clear()
        self.clicked = self._release_at = None
        self.keys_down.release_all()

    # -- pictures

    def draw(self) -> None:
        """Draw everything, arranged for the size of the window."""
        surface, place = _surface(), self.layout()
        surface.fill(GROUND)
        pygame.draw.rect(surface, EDGE, _grow(place.glass, place.scale), border_radius=place.scale)
        if self.state.picture is not None:
            lit = DIMMED if self.state.dim else LIT
            surface.blit(_enlarge(self.state.picture, place.scale, lit, UNLIT), place.glass[:2])
        for key, box in place.caps.items():
            if key in self._keys:
                self._draw_cap(surface, key, box, place)
        self._draw_text(surface, place)
        pygame.display.flip()

    def layout(self) -> Fit:
        """The arrangement in the window as it is now."""
        return fit(*_surface().get_size())

    def _draw_cap(self, surface: pygame.Surface, key: Key, box: Box, place: Fit) -> None:
        down = key in self.keys_down.down
        pygame.draw.rect(surface, LAMP if down else EDGE, box, 0 if down else place.scale // 3 + 1, 2 * place.scale)
        name = lettering.draw(self._words(f"terminal.key.{key.value}"), self._letters)
        label = _enlarge(name, place.letter, GROUND if down else WORD)
        surface.blit(label, label.get_rect(center=pygame.Rect(box).center))

    def _draw_text(self, surface: pygame.Surface, place: Fit) -> None:
        """The trouble, else why the display is dark, else the legend; in smaller letters if it is long."""
        word = self.state.trouble or (self._words("terminal.dark") if self.state.dark else None)
        parts = lettering.split(word) if word else self._words(self.state.legend(self._keys)).split("|")
        letter = place.letter
        while True:
            wide, most = place.text.width // letter, place.text.height // (LINE * letter)
            lines = lettering.wrap(parts, "" if word else GAP, wide, self._letters)
            if len(lines) <= most or letter == 1:
                break
            letter -= 1
        for number, line in enumerate(lettering.limit(lines, most or LINES)):
            text = lettering.shorten(line, wide, self._letters)
            image = _enlarge(lettering.draw(text, self._letters), letter, LAMP if word else WORD)
            surface.blit(image, (place.text.left, place.text.top + number * LINE * letter))


def _require_screen(words: Words) -> None:
    """Raise pygame.error if nobody could see a window, unless SDL_VIDEODRIVER asks for that."""
    # Without a screen SDL falls back to the driver "offscreen".
    if pygame.display.get_driver() == "offscreen" and not os.environ.get("SDL_VIDEODRIVER"):
        raise pygame.error(words("window.unseen"))


def _surface() -> pygame.Surface:
    """The surface of the window; a new one after each change of its size."""
    surface = pygame.display.get_surface()
    assert surface is not None
    return surface


def _grow(box: Box, by: int) -> Box:
    return Box(box.left - by, box.top - by, box.width + 2 * by, box.height + 2 * by)


def _enlarge(picture: Image, scale: int, lit: str, unlit: str | None = None) -> pygame.Surface:
    """A picture of mode "1" with pixels as squares; unlit ones are transparent without a colour for them."""
    small = pygame.image.frombytes(picture.convert("L").tobytes(), picture.size, "P")
    small.set_palette_at(255, pygame.Color(lit))
    if unlit is None:
        small.set_colorkey(0)
    else:
        small.set_palette_at(0, pygame.Color(unlit))
    return pygame.transform.scale_by(small, scale)
