"""The review of a finished game as far as it is made: ply by ply from its end, kept beside the record, and gone on with
later. Once it is whole it is made better, from the end again: each ply is looked at closely.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from companion.kit.search.review import Following, following_of, read_ply, times_closely
from companion.log import Log
from companion.play.timeline import Snapshot
from companion.record.lists import REVIEWS
from companion.record.log import made_folder, open_folder, put_file
from companion.session.device import mind_of
from companion.session.kept_reviews import Looks, kept_looks, looks_as_file
from companion.session.review import Reviewed, as_reviewed, places_of
from companion.values import NamedTuple

EVERY = 10
"""The review is stored every time this number of plies is done, and at its end: a power cut costs no more."""

log = Log(__name__)


def keep_looks(folder: Path, step: Snapshot, looks: Looks) -> None:
    """Keep the plies that are known beside the record of a folder. Raises OSError; the file then holds what it held
    before.
    """
    name, content = looks_as_file(step, looks)
    with open_folder(folder) as directory, made_folder(directory, REVIEWS) as reviews:
        put_file(reviews, name, content, durable=False)


class WantedLook(NamedTuple):
    """The ply that must be looked at next, what the look at the one after it has said, and the work, as a multiple of
    that of a first look.
    """

    step: Snapshot
    ply: int
    following: Following | None
    closely: int = 1


class Reviewing:
    """At most one game is looked at, the last one that people asked for. `folder` holds the record. `note_whole` gets a
    review of which no ply is missing, and again when all were looked at closely.
    """

    def __init__(self, folder: Path, note_whole: Callable[[Reviewed], None]) -> None:
        self._folder = folder
        self._note_whole = note_whole
        self._step: Snapshot | None = None
        self._looks = Looks()
        self._count = 0
        self._closely = 1
        self._failed = False
        self._answer: Reviewed | None = None

    def begin(self, step: Snapshot) -> None:
        """Look at this finished game, from where the last look at it ended."""
        self._step, self._failed = step, False
        self._count, mind = len(places_of(step)), mind_of(step.setup)
        self._closely = 1 if mind is None else times_closely(mind)
        self._set_looks(kept_looks(self._folder, step))
        if self._is_whole:
            self._note()

    @property
    def answer(self) -> Reviewed | None:
        """What is known of the review; None before the first look at a ply. Without plies there will be none."""
        if self._failed and self._answer is None and self._step is not None:
            return Reviewed(self._step, (), ())
        return self._answer

    @property
    def wanted(self) -> WantedLook | None:
        """What must be looked at next; None if there is nothing."""
        (plies, close), is_whole = self._looks, self._is_whole
        done = close if is_whole else len(plies)
        if self._step is None or self._failed or done == self._count:
            return None
        following = following_of(plies[done - 1]) if done else None
        return WantedLook(self._step, self._count - done, following, self._closely if is_whole else 1)

    def take(self, review: Mapping[str, Any] | None) -> None:
        """Take the look at the ply that was wanted, as the protocol has it; None if there is none."""
        if not review or not review["plies"] or self._step is None:
            if self._is_whole:  # good enough until people ask for it again
                self._set_looks(self._looks._replace(close=self._count))
            else:
                self._failed = True
            return
        ply, (plies, close) = read_ply(review["plies"][0]), self._looks
        if self._is_whole:
            done = close + 1
            self._set_looks(Looks((*plies[:close], ply, *plies[done:]), done))
        else:
            done = len(plies) + 1
            self._set_looks(Looks((*plies, ply), done if self._closely == 1 else close))
        if done == self._count:
            self._note()
        if done % EVERY == 0 or done == self._count:
            try:
                keep_looks(self._folder, self._step, self._looks)
            except OSError as error:
                log.warning("the review cannot be kept: %s", error)

    @property
    def _is_whole(self) -> bool:
        return len(self._looks.plies) == self._count

    def _set_looks(self, looks: Looks) -> None:
        assert self._step is not None
        self._looks = looks
        self._answer = as_reviewed(self._step, looks) if looks.plies else None

    def _note(self) -> None:
        if self._answer is not None:
            self._note_whole(self._answer)
