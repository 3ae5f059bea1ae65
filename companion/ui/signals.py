"""What lamps and buzzer show of the table. They only repeat what the glass shows."""

from __future__ import annotations

from companion.play.timeline import Snapshot
from companion.ports import Sound
from companion.ui.intents import Enter, Redo, Say
from companion.ui.rotation import place_at_table
from companion.ui.router import notices
from companion.ui.screen import Intent


def lamps(step: Snapshot | None) -> frozenset[int]:
    """The places at the table that are in turn; empty if everybody or nobody may act."""
    if step is None or step.position is None or step.outcome is not None:
        return frozenset()
    names, seats = step.setup.names, step.position.to_act
    # All lamps lit say as little as none.
    return frozenset([place_at_table(names, seat) for seat in seats]) if len(seats) < len(names) else frozenset()


def sound(intent: Intent, before: Snapshot | None, after: Snapshot | None) -> Sound:
    """The sound after an intent was performed and led from one snapshot to the next."""
    if isinstance(intent, Say):
        return Sound.REFUSED
    if isinstance(intent, Enter | Redo) and before is not None and after is not None:
        if before.outcome is None and after.outcome is not None and after.outcome.winners:
            return Sound.WIN
        setbacks = after.setup.text.setbacks
        if any(message.key in setbacks for message in notices(before, after)):
            return Sound.BUST
    return Sound.DONE
