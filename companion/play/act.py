"""An act: what somebody did, as a line of the record says it. Its notation and its value are inverses.

new praetorians 1,2 entry=scores   people 1 and 2, by seat, begin a game; `series=12` makes it a game of a series,
                                   `import=40` says that it and the next 40 lines were imported, `pad=SHA256` that
                                   it is the game of a score pad with this text, `clock=sand-60` that its clock runs
flip R7                            an action in the notation of the game on the line
set {…}                            people corrected the table to this table view
concede 1, agree draw, abandon     people end the game themselves; `abandon` also one that waits
back 12                            continue from the twelfth entry of the game
change 5 flip R7                   the fifth entry was really this; later ones stay as far as they are allowed
change 5-7 took 1 2; took 2 1      the fifth to the seventh entry together were really these, more or fewer
sit 1 3                            the device takes over seat 1, with level 3; in a game that began without a device
                                   the seal stands behind it, `sit 1 3 k7m2-p9xq-4tn8-r2wa`
stand 1, level 1 h12               the device gets up from a seat, or plays on with another level (see `kit.levels`)
advice                             people asked the device for advice
seed 9f…, chose {…}                what the device hides: the seed behind its seal, and each of its choices before
                                   the glass asks people to carry it out; no log and no file shows these lines
word "plum"                        people added this word to the chance of the device, as a string of JSON
undo, redo, resume                 undo the last entry, redo the last undo, bring this game to the table
clock                              the time since the last entry of the game, which the line has (see `line`)
name 3 Ada, rename 3 Ada L, retire 3   person 3 joins (or returns), has a new name, leaves
log 1 ID MACHINE                   from here on the record has this id; 1 is the version of the format
pad SHA256 "format = 1\n…"         the text of a score pad, by whose hash games name it, as a string of JSON
import 57                          the next 57 lines were imported; they count all together or not at all
lost                               never written: replaces a line that cannot be read any more
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from companion.kit import levels
from companion.kit.rules import SEAT, SEATS_MOST, Options
from companion.play.clock import OFF, ClockRule, parse_clock
from companion.play.seats import NO_SEATS, Seats, take_seats
from companion.values import NamedTuple

PLAY, SET, CONCEDE, AGREE, ABANDON, BACK, CHANGE = "play", "set", "concede", "agree", "abandon", "back", "change"
NEW, UNDO, REDO, RESUME = "new", "undo", "redo", "resume"
SIT, STAND, LEVEL, ADVICE = "sit", "stand", "level", "advice"
SEED, CHOSE, WORD = "seed", "chose", "word"
HIDDEN = (SEED, CHOSE)
"""Only the device itself reads lines of these kinds."""
OF_CHANCE = (*HIDDEN, WORD)
"""Lines about the chance of the device. They are no entries of the game."""
NAME, RENAME, RETIRE = "name", "rename", "retire"
LOG, IMPORT, LOST, PAD, CLOCK = "log", "import", "lost", "pad", "clock"

_FORMS = {
    PLAY: "{text}", SET: "set {text}", CONCEDE: "concede {number}", AGREE: "agree draw", ABANDON: "abandon",
    BACK: "back {number}", CHANGE: "change {number}{last} {text}", NEW: "new {text}", UNDO: "undo", REDO: "redo",
    RESUME: "resume", NAME: "name {number} {text}", RENAME: "rename {number} {text}", RETIRE: "retire {number}",
    LOG: "log {number} {text}", IMPORT: "import {number}", LOST: "lost", PAD: "pad {text}",
    CLOCK: "clock", SIT: "sit {number} {text}", STAND: "stand {number}", LEVEL: "level {number} {text}",
    ADVICE: "advice", SEED: "seed {text}", CHOSE: "chose {text}", WORD: "word {text}",
}  # fmt: skip
"""The notation of each kind."""
BETWEEN = "; "
"""Stands between the entries of a change; no entry has it within itself."""
_NUMBERS = dict.fromkeys((CONCEDE, SIT, STAND, LEVEL), SEAT)
_SEAL = "[0-9a-z]{4}-[0-9a-z]{4}(?:-[0-9a-z]{4}-[0-9a-z]{4})?"
_TEXTS = {
    SET: r"\{.*\}", PAD: '[0-9a-f]{64} ".*"', SIT: f"(?:{levels.PATTERN})(?: {_SEAL})?", LEVEL: levels.PATTERN,
    SEED: "[0-9a-f]{32}", CHOSE: r"\{.*\}", WORD: '".+"',
}  # fmt: skip
_PATTERNS = {
    kind: form.format(
        number=f"(?P<number>{_NUMBERS.get(kind, '0|[1-9][0-9]{0,8}')})",
        text=f"(?P<text>{_TEXTS.get(kind, '.+')})",
        last="(?:-(?P<last>[1-9][0-9]{0,8}))?",
    )
    for kind, form in _FORMS.items() if kind != PLAY
}  # fmt: skip


class Act(NamedTuple):
    """`kind` is one of the names above; `number` and `text` stand in its notation, 0 and "" if it has none.

    `last` is the last entry that a change of several replaces, 0 in all other acts.
    """

    kind: str
    number: int = 0
    text: str = ""
    last: int = 0

    def __str__(self) -> str:
        last = f"-{self.last}" if self.last else ""
        return _FORMS[self.kind].format(number=self.number, text=self.text, last=last)

    @property
    def entries(self) -> tuple[str, ...]:
        """The texts that a change puts in the place of `number`, or of `number` to `last`."""
        return tuple(self.text.split(BETWEEN)) if self.last else (self.text,)

    @property
    def places(self) -> str:
        """Which entries a change replaces, for people: `5` or `5–7`."""
        return f"{self.number}–{self.last}" if self.last > self.number else str(self.number)


def change(first: int, old: Sequence[str], new: Sequence[str]) -> Act | None:
    """The change of the entries `old`, which begin at place `first`, into the entries `new`; None if nothing differs.

    It names as few entries as possible, but at least one in the place of at least one.
    """
    begin = 0
    while begin < min(len(old), len(new)) and old[begin] == new[begin]:
        begin += 1
    if len(old) == len(new) == begin:
        return None
    end = 0
    while end < min(len(old), len(new)) - begin and old[-1 - end] == new[-1 - end]:
        end += 1
    if begin + end == min(len(old), len(new)):  # entries are only added, or only removed
        begin, end = (begin - 1, end) if begin else (begin, end - 1)
    put = new[begin : len(new) - end]
    last = first + len(old) - end - 1
    if len(put) == 1 and last == first + begin:
        return Act(CHANGE, last, put[0])
    return Act(CHANGE, first + begin, BETWEEN.join(put), last)


def parse(text: str) -> Act:
    """The act of a notation. A text in none of the forms above counts as an action of a game, even if it is none."""
    kind = text.partition(" ")[0]
    pattern = _PATTERNS.get(kind)
    match = re.fullmatch(pattern, text) if pattern is not None else None
    if match is None:
        return Act(PLAY, 0, text)
    parts = match.groupdict()
    return Act(kind, int(parts.get("number", 0)), parts.get("text", ""), int(parts.get("last") or 0))


class Begin(NamedTuple):
    """What `new` says: the game's key, the numbers of the people by seat, the options, the number of the series.

    `pad` is the SHA-256 of the text of a score pad, empty for other games. `imported` is None for a game that people
    played here, else how many lines after this one were imported with it. `clock` is the rule of the turn clock,
    `seats` belong to the device.
    """

    key: str
    people: tuple[int, ...]
    options: Options
    series: int | None = None
    imported: int | None = None
    pad: str = ""
    clock: ClockRule = OFF
    seats: Seats = NO_SEATS

    def act(self) -> Act:
        """The act that begins this game."""
        options = {f"_{name}" if _is_fact(name) else name: value for name, value in self.options.items()}
        clock = None if self.clock == OFF else str(self.clock).replace(" ", "-")
        facts = zip(_FACTS, (self.series, self.imported, self.pad or None, clock), strict=True)
        people = [str(number) if number >= 0 else f"d{-number}" for number in self.people]
        words = [self.key, ",".join(people), *option_words(options), *self.seats.words()]
        return Act(NEW, 0, " ".join([*words, *[f"{name}={fact}" for name, fact in facts if fact is not None]]))


_FACTS = ("series", "import", "pad", "clock")
"""What else stands behind the options."""


def _is_fact(name: str) -> bool:
    """Whether an option has the name of a fact, as one of a score pad can; it is written with one more `_`."""
    return name.lstrip("_") in _FACTS


_WHO = "(?:[0-9]{1,9}|d[1-9])"
_BEGIN = rf"([a-z0-9-]{{1,40}}) ({_WHO}(?:,{_WHO}){{0,{SEATS_MOST - 1}}})((?: [a-z_-][a-z0-9_-]*=[A-Za-z0-9_-]+)*)"


def option_words(options: Options) -> list[str]:
    """The options in their notation, as `twelves=true`."""
    return [f"{name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in options.items()]


def read_options(text: str) -> dict[str, bool | str]:
    """The options of this notation; raises ValueError for another text."""
    words = [word.split("=", 1) for word in text.split()]
    options = {name: {"true": True, "false": False}.get(value, value) for name, value in words}
    if len(options) < len(words):
        raise ValueError(text)
    return options


def begin(act: Act) -> Begin:
    """What an act of the kind `new` says; raises ValueError for another act."""
    match = re.fullmatch(_BEGIN, act.text)
    if match is None:
        raise ValueError(act.text)
    options = read_options(match[3])
    series, imported, pad, clock = [options.pop(name, None) for name in _FACTS]
    people = tuple([int(number.replace("d", "-")) for number in match[2].split(",")])
    seats = take_seats(options, len(people)) if not pad else NO_SEATS
    return Begin(
        match[1], people,
        {name[1:] if _is_fact(name) else name: value for name, value in options.items()},
        None if series is None else int(series), None if imported is None else int(imported), str(pad or ""),
        OFF if clock is None else parse_clock(str(clock).replace("-", " ")), seats,
    )  # fmt: skip
