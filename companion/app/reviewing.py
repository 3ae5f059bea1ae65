"""The review of a finished game as far as it is made: ply by ply, kept beside the record, and gone on with later."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.kit.search.review import LookedAt, joined, read_ply, turning_points
from companion.play.levels import played_before
from companion.play.timeline import Snapshot
from companion.session.kept_reviews import keep_plies, kept_plies

EVERY = 10
"""The review is stored every time this number of plies is done, and at its end: a power cut costs no more."""

log = logging.getLogger(__name__)


class Reviewing:
    """At most one game is looked at, the last one that people asked for. `folder` holds the record."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._step: Snapshot | None = None
        self._plies: tuple[LookedAt, ...] = ()
        self._count = 0
        self._failed = False
        self._answer: Mapping[str, Any] | None = None

    def begin(self, step: Snapshot) -> None:
        """Look at this finished game, from where the last look at it ended."""
        self._step, self._failed = step, False
        self._count = played_before(step.timeline or ())
        self._set_plies(kept_plies(self._folder, step))

    @property
    def answer(self) -> Mapping[str, Any] | None:
        """The plies that are known, and those that decided the game once all are; None before the first one, {} if
        there will be none.
        """
        return {} if self._failed and self._answer is None else self._answer

    @property
    def wanted(self) -> tuple[Snapshot, int] | None:
        """The game, and the number of the next ply that must be looked at; None if there is none."""
        if self._step is None or self._failed or len(self._plies) >= self._count:
            return None
        return self._step, len(self._plies) + 1

    def take(self, review: Mapping[str, Any] | None) -> None:
        """Take the look at the ply that was wanted, as the protocol has it; None if there is none."""
        if not review or not review["plies"] or self._step is None:
            self._failed = True
            return
        ply = read_ply(review["plies"][0])
        self._set_plies((*self._plies, joined(ply, self._plies[-1].after) if self._plies else ply))
        if len(self._plies) % EVERY == 0 or len(self._plies) == self._count:
            try:
                keep_plies(self._folder, self._step, self._plies)
            except OSError as error:
                log.warning("the review cannot be kept: %s", error)

    def _set_plies(self, plies: tuple[LookedAt, ...]) -> None:
        self._plies = plies
        turning = turning_points(plies) if len(plies) == self._count else []
        said = {"plies": [ply.as_json() for ply in plies], "turning": turning, "count": self._count}
        self._answer = said if plies else None
