"""Turns the bytes of one event device into keys, typed text and readings. Pure: no file, no clock.

Everything is decided by the kernel's times of the events, so a busy thread decides as an idle one does.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from companion.ports import Key, Reading, Typed
from companion.values import Frozen
from hardware.debounce import Change
from hardware.keyboards.codes import (
    AXES,
    BACKSPACE,
    CHORDS,
    ENTERS,
    EV_ABS,
    EV_KEY,
    EV_SYN,
    KEYS,
    LAYOUTS,
    READ,
    SHIFTS,
    SYN_DROPPED,
    SYN_REPORT,
)

EVENT = struct.Struct("@LLHHi")
"""`struct input_event`: seconds, microseconds, type, code, value; 24 bytes, 16 where a long has four."""
READING_S = 0.030
"""A reading has no longer pause between two characters (KBD-4), so what was typed counts only this much later."""
READING_LEAST = 4
"""The characters of a reading at least: a number pad types 000 at one key, and fingers may roll over 2, 7 and Enter."""


class Lost(Frozen):
    """Events are lost: no key counts as down any more."""


Value = Change | Typed | Reading | Lost


class _Stroke(NamedTuple):
    """A character: as people type it, as a reader means it, and its time."""

    typed: str
    read: str
    at: float


class Decoder:
    """Decodes one device. `layout` is one of LAYOUTS; `axes` are the lowest and the highest value of each axis."""

    def __init__(self, layout: str = "qwerty", axes: Mapping[int, tuple[int, int]] | None = None) -> None:
        self._characters = LAYOUTS[layout]
        self._axes = dict(axes or {})
        self._modifiers: set[int] = set()
        self._down: dict[int, Key] = {}
        """The keys that are down, by what holds them down: a code, or -1 less an axis."""
        self._strokes: list[_Stroke] = []
        """The characters that may still become a reading."""
        self._already_typed = 0
        """How many of these already count as typed: the next one may be in time by the kernel and be seen too late."""
        self._read_at: float | None = None
        self._torn = b""
        self._skips = False
        self._lost_at: float | None = None
        """When the last key came that may belong to a reading whose beginning is lost."""

    @property
    def deadline(self) -> float | None:
        """When `due` decides that the last characters were typed, if nothing comes; None if nothing is open."""
        return self._strokes[-1].at + READING_S if len(self._strokes) > self._already_typed else None

    def due(self, now: float) -> list[Value]:
        """What is decided because there was no other event by `now`."""
        deadline = self.deadline
        return self._typed() if deadline is not None and now >= deadline else []

    def feed(self, data: bytes) -> list[Value]:
        """The values that more bytes of the device complete, in their order."""
        values: list[Value] = []
        data = self._torn + data
        whole = len(data) - len(data) % EVENT.size
        self._torn = data[whole:]
        for seconds, micros, kind, code, value in EVENT.iter_unpack(data[:whole]):
            values += self._event(seconds + micros / 1_000_000, kind, code, value)
        return values

    def _event(self, at: float, kind: int, code: int, value: int) -> list[Value]:
        if kind == EV_SYN:
            if code == SYN_DROPPED:
                # The buffer of the kernel was full. What is left of a word must not look like a whole one.
                self._skips, self._lost_at = True, at
                self._forget()
                self._modifiers.clear()
                self._down.clear()
                return [Lost()]
            if code == SYN_REPORT:
                self._skips = False
        elif self._skips:
            pass
        elif kind == EV_KEY:
            return list(self._key(at, code, value))
        elif kind == EV_ABS and code in self._axes:
            return self._axis(at, code, value)
        return []

    def _key(self, at: float, code: int, value: int) -> Iterator[Value]:
        if code in SHIFTS or code in CHORDS:
            (self._modifiers.add if value else self._modifiers.discard)(code)
        elif value == 1 and (code in READ or code in ENTERS) and self._is_rest(at):
            pass
        elif code == BACKSPACE:
            if value == 1:  # takes a letter back, as BACK does; held for longer, BACK would undo
                yield from self._ended()
                yield from (Change(Key.BACK, True, at), Change(Key.BACK, False, at))
        elif code in READ:
            if value == 1 and self._modifiers.isdisjoint(CHORDS):
                shifted = not self._modifiers.isdisjoint(SHIFTS)
                yield from self._stroke(_Stroke(self._characters[code][shifted], READ[code][shifted], at))
        elif code in KEYS and value == 1:
            if code in ENTERS and self._is_reading(at):
                text = "".join([stroke.read for stroke in self._strokes])
                self._forget()
                self._read_at = at
                yield Reading(text)
            elif code in ENTERS and self._read_at is not None and at - self._read_at <= READING_S:
                self._read_at = at  # readers may end with Enter twice
            else:
                yield from self._ended()
                self._down[code] = KEYS[code]
                yield Change(KEYS[code], True, at)
        elif value == 0 and code in self._down:
            yield from self._ended()
            yield Change(self._down.pop(code), False, at)

    def _is_rest(self, at: float) -> bool:
        """Whether a key may be the rest of a reading whose beginning is lost: neither its text nor its Enter counts."""
        if self._lost_at is None or at - self._lost_at > READING_S:
            self._lost_at = None
            return False
        self._lost_at = at
        return True

    def _stroke(self, stroke: _Stroke) -> Iterator[Value]:
        if self._strokes and stroke.at - self._strokes[-1].at > READING_S:
            yield from self._ended()
        self._strokes.append(stroke)

    def _is_reading(self, at: float) -> bool:
        """Whether the characters before an Enter at this time are a reading."""
        strokes = self._strokes
        return len(strokes) >= READING_LEAST and at - strokes[-1].at <= READING_S

    def _typed(self) -> list[Value]:
        """The characters that are no reading so far, as typed text."""
        strokes, self._already_typed = self._strokes[self._already_typed :], len(self._strokes)
        return [Typed(stroke.typed) for stroke in strokes]

    def _ended(self) -> list[Value]:
        """The same, when what comes next is no part of them."""
        values = self._typed()
        self._forget()
        return values

    def _forget(self) -> None:
        self._strokes.clear()
        self._already_typed = 0

    def _axis(self, at: float, code: int, value: int) -> list[Value]:
        low, high = self._axes[code]
        quarter = (high - low) / 4
        end = 0 if value < low + quarter else 1 if value > high - quarter else None
        key = None if end is None else AXES[code][end]
        held = self._down.get(-1 - code)
        if key is held:
            return []
        values: list[Value] = []
        if held is not None:
            del self._down[-1 - code]
            values.append(Change(held, False, at))
        if key is not None:
            self._down[-1 - code] = key
            values.append(Change(key, True, at))
        return values
