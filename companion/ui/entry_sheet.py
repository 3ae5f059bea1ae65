"""Entries of scores as a round of the score sheet: the numbers in them are typed, and put in together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from unicodedata import normalize

from companion.ports import Blank
from companion.ui.game_screens import RoundTyping
from companion.ui.log import put_in_round
from companion.ui.screen import Context, Screen
from companion.ui.widgets import whole_number
from companion.values import NamedTuple

Sums = tuple[tuple[str, bool], ...]
"""As in `ports.RoundDraft`."""


class Part(NamedTuple):
    """A number in an entry: its heading on the sheet, its label under that, the number, and the most it may be."""

    heading: str
    label: str
    value: int
    most: int
    least: int = 0


class SheetEntry(NamedTuple):
    """An entry of the game: its notation, with `{}` for each of its parts."""

    form: str
    parts: tuple[Part, ...] = ()

    def with_values(self, values: Sequence[int]) -> str:
        """Its notation with other numbers."""
        return self.form.format(*values) if self.parts else self.form


def typed_entries(
    context: Context,
    first: int,
    entries: Sequence[SheetEntry],
    typed: Mapping[str, str],
    back: Screen,
    sums: Callable[[Sequence[str]], Sums],
) -> RoundTyping | None:
    """A round of which these entries are those from the place `first` on, with other texts for its numbers: the number
    of the entry and of the part, `3.0`. None if a number is not there. `sums` says what the sums of entries are.
    """
    ids = {f"{at}.{number}" for at, entry in enumerate(entries) for number in range(len(entry.parts))}
    if not set(typed) <= ids:
        return None
    blanks, new = [], []
    for at, entry in enumerate(entries):
        values = []
        for number, part in enumerate(entry.parts):
            blank, value = _blank(f"{at}.{number}", part, typed, context)
            blanks.append(blank)
            values.append(value)
        new.append(entry.with_values(values))
    old = [entry.with_values([part.value for part in entry.parts]) for entry in entries]
    faulty = any(blank.fault for blank in blanks)
    put = partial(put_in_round, back, first, first + len(new) - 1, new)
    return RoundTyping(tuple(blanks), sums(new), put if new != old or faulty else None)


def _blank(id_: str, part: Part, typed: Mapping[str, str], context: Context) -> tuple[Blank, int]:
    """A number as it was typed, and its value; the one that was entered where that cannot be."""
    text = normalize("NFKC", typed.get(id_, str(part.value))).strip()
    value = whole_number(text)
    possible = context.words("target.range", least=part.least, most=part.most)
    fault = ""
    if value is None or not part.least <= value <= part.most:
        fault = context.words("refused.number", number=text, possible=possible)
        value = part.value
    name = f"{part.heading}: {part.label}"
    return Blank(id_, name, part.heading, part.label, text, possible=possible, fault=fault), value
