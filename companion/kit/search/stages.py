"""When a thought ends, and what counts of one that is stopped: the thought of the last stage that was done.

A stage is done with each power of two of the work. So a person who stops a thought has few thoughts to choose from, and
each can be thought again: nobody can let a mind run until it says what he likes.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.kit.search.mind import Enough, IsStopped, Thought, never

Sketch = Callable[[int], Thought]
"""Gives the thought of a search as it stands, after this work; changes nothing, so that the search can go on."""


class Stages:
    """Whether a thought is to end: asked like `Enough`, it is true when the work is done or `is_stopped` says so.

    `by_stage` has the thoughts of the stages that were done, by their work, the first one first: with `every` all of
    them, else the last one. `finish` makes a thought of what a search has come to. `stopped`: it was stopped before its
    work was done.
    """

    __slots__ = ("_every", "_is_stopped", "_next", "_work", "by_stage", "finish", "sketch", "stopped")

    def __init__(self, work: int, is_stopped: IsStopped = never, *, every: bool = False) -> None:
        self._work = work
        self._is_stopped = is_stopped
        self._every = every
        self._next = 1
        self.sketch: Sketch | None = None
        self.finish: Callable[[Thought], Thought] = lambda thought: thought
        self.by_stage: dict[int, Thought] = {}
        self.stopped = False

    def __call__(self, done: int) -> bool:
        if done >= self._work:
            return True
        if done >= self._next:
            stage = stage_of(done)
            self._next = 2 * stage
            if self.sketch is not None:
                if not self._every:
                    self.by_stage.clear()
                self.by_stage[stage] = self.finish(self.sketch(done))
        self.stopped = self.stopped or self._is_stopped()
        return self.stopped

    def result(self, thought: Thought) -> Thought:
        """The answer of a thought that was asked with these stages; if it was stopped, the answer of its last stage.

        A thought that was stopped before its first stage has work 0.
        """
        if not self.stopped:
            return thought
        return next(reversed(self.by_stage.values()), thought)._replace(stopped=True)


def stage_of(work: int) -> int:
    """The greatest power of two that is not more than this work; 0 without work."""
    return 1 << work.bit_length() - 1 if work else 0


def sketching(enough: Enough, sketch: Sketch) -> Enough:
    """`enough` for a search whose thought is made so at any time. Only `Stages` asks for it."""
    if isinstance(enough, Stages):
        enough.sketch = sketch
    return enough
