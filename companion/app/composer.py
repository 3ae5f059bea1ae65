"""Composes the state of the device that every panel gets. Nothing is drawn while nothing changes."""

from __future__ import annotations

from dataclasses import replace

from PIL.Image import Transpose

from companion.app.active_settings import ActiveSettings
from companion.ports import DeviceState, Light, PageText, Sound
from companion.session.session import Session
from companion.ui import signals
from companion.ui.idle import Rest
from companion.ui.page import Page
from companion.ui.rotation import upside_down
from companion.ui.screen import PublicViewMaker

NO_LAMPS: frozenset[int] = frozenset()


class Composer:
    """Makes the state from a page and from session and settings as they are, and keeps the last one as `state`."""

    def __init__(self, session: Session, settings: ActiveSettings) -> None:
        self._session = session
        self._settings = settings
        self._inputs: tuple[object, ...] | None = None
        self._state: DeviceState | None = None

    @property
    def turned(self) -> bool:
        """Whether the picture that is shown stands upside down."""
        return self._state is not None and self._state.turned

    @property
    def state(self) -> DeviceState:
        """The last state, without its sound: a port that is tried again must not make it once more."""
        assert self._state is not None
        return replace(self._state, sound=None) if self._state.sound is not None else self._state

    def compose(
        self,
        page: Page,
        banner: str | None,
        rest: Rest,
        trouble: str | None,
        sound: Sound | None,
        held: tuple[str, int] | None = None,
    ) -> DeviceState | None:
        """The new state; None when it is the one before. The session's new entries go into it.

        `held` is the key that is held, for `Painter.page`.
        """
        settings, step = self._settings, self._session.now
        turned = upside_down(settings.now.rotation, step)
        contrast = settings.contrast(rest.light)
        lamps = signals.lamps(step) if settings.now.lights and rest.light is not Light.DARK else NO_LAMPS
        sound = settings.audible(sound)
        recorded = tuple(self._session.recorded)
        inputs = (page, banner, trouble, rest.light, contrast, rest.shift, turned, settings.painter, lamps, held)
        if inputs == self._inputs and self._state is not None:
            if not recorded and sound is None:
                return None
            frame, text = self._state.frame, self._state.page
        elif rest.light is Light.DARK:
            frame, text = settings.painter.dark(), PageText("dark", (), None, None)
        else:
            frame, text = settings.painter.page(page, banner, rest.shift, held), page.read(banner)
            frame = frame.transpose(Transpose.ROTATE_180) if turned else frame
        self._session.recorded.clear()  # only now: painting may fail, and then the entries are shown next time
        self._inputs = inputs
        public_view = PublicViewMaker(step, settings.words)
        self._state = DeviceState(
            frame, text, recorded, trouble, rest.light, contrast, lamps, sound, turned, public_view
        )
        return self._state
