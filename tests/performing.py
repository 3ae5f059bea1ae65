"""A performer of intents without a machine: nothing is switched off, nobody thinks, and no phone can press."""

from __future__ import annotations

from functools import partial

from companion.app.active_settings import ActiveSettings
from companion.app.banners import Banners, MessageBox, Reporter
from companion.app.device_ports import PhoneDesk
from companion.app.perform import Performer
from companion.app.thinking import Thinking
from companion.app.timers import IdleTimer
from companion.ports import Clock
from companion.session.session import Session
from companion.session.settings_file import Tags


def performer_of(session: Session, settings: ActiveSettings, clock: Clock, banners: Banners) -> Performer:
    """Performs intents on the session, and shows what people must notice in the banners."""
    reporter = Reporter(banners, IdleTimer(clock, settings), MessageBox(session.folder), lambda: settings.words)
    return Performer(
        session,
        settings,
        banners,
        partial(settings.context, session),
        lambda: None,
        Thinking(session, clock, None, lambda: 0.0, reporter.post),
        reporter,
        None,
        lambda: None,
        Tags(session.folder),
        PhoneDesk(None, banners, lambda: settings.words),
    )
