"""An act: what somebody did, and the line of the record that says it. Both notations are inverses of their values.

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
                                   the seal stands behind it, and the version of the mind: `sit 1 3 k7m2-p9xq-… mind=1`
stand 1, level 1 h12               the device gets up from a seat, or plays on with another level (see `kit.levels`)
advice                             people asked the device for advice
seed 9f…, chose {…}                what the device hides: the seed behind its seal, and each of its choices before
                                   the glass asks people to carry it out; no log and no file shows these lines
word "plum"                        people added this word to the chance of the device, as a string of JSON
undo, redo, resume                 undo the last entry, redo the last undo, bring this game to the table
clock                              the time since the last entry of the game, which the line has (see `t:` below)
name 3 Ada, rename 3 Ada L, retire 3   person 3 joins (or returns), has a new name, leaves
log 1 ID MACHINE                   from here on the record has this id; 1 is the version of the format
pad SHA256 "format = 1\n…"         the text of a score pad, by whose hash games name it, as a string of JSON
import 57                          the next 57 lines were imported; they count all together or not at all
lost                               never written: replaces a line that cannot be read any more

In the line `new` the seats of the device are words behind the people. `d1` among them is the device, `d2` a second one:

    new spartacus 3,d1,d2 banners=plain entry=cards sit1=2 sit2=4 seal=k7m2-p9xq mind=1 odds=true

A line of the log is one act, with everything that makes the line complete in itself:

    5f0c9a12 1042 2026-11-22T20:15:03+01:00 g17 9ac41e234567 flip R7
    0b1fe37c 1043 2026-11-22T20:15:09+01:00 g17 1f00d2c4aa01=0:99,43 stop
    8d20a7c5 1044 2026-11-22T20:15:21+01:00 g18 t:0,11840 77b0c2d4e5f6 flip B3

Before the hash can stand facts, each with a short name; those that this version does not know are not read:

    t:1,5230            for 5230 milliseconds seat 1 was in turn before this entry, pauses left out
    c:83000,91210       how long the clock of each seat has run, on a line that ends a game with a clock
    h:9c1e04b7d2a85f63  the commitment of a choice of the device that is hidden at that time, on the line of the choice
                        and on the entry with which people carried it out
    by:phone2           the phone that pressed; without it somebody at the glass did

The README.md of companion/record explains its parts.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import count
from zlib import crc32

from companion.kit import levels
from companion.kit.rules import SEAT, SEATS_MOST, Options
from companion.play.clock import OFF, ClockRule, Span, parse_clock
from companion.texts import find_control
from companion.values import NamedTuple

DEVICE_NAME = "Device"
"""What a device is called in files; on the glass the word of its language stands there."""
PERSON = ""
"""In place of the level of a seat on which a person sits."""


class Seats(NamedTuple):
    """`levels` by seat (see `kit.levels`), `PERSON` for a person; empty if no device sits.

    `seal` belongs to the device's chance. `mind` is the version of the mind that the game began with. `odds` and
    `advice`: people switched them on. `again` is the number of the game of which this one tries a moment again, 0 for
    none: it stays out of all figures.
    """

    levels: tuple[str, ...] = ()
    seal: str = ""
    mind: int = 0
    odds: bool = False
    advice: bool = False
    again: int = 0

    def level(self, seat: int) -> str:
        """The level of the device on a seat; `PERSON` for a person."""
        return self.levels[seat] if seat < len(self.levels) else PERSON

    def words(self) -> list[str]:
        """In the notation of the line `new`."""
        words = [f"sit{seat}={level}" for seat, level in enumerate(self.levels) if level]
        words += [f"seal={self.seal}"] if self.seal else []
        words += [f"mind={self.mind}"] if self.mind else []
        words += [f"{name}=true" for name in ("odds", "advice") if getattr(self, name)]
        return [*words, *([f"again={self.again}"] if self.again else [])]


NO_SEATS = Seats()
"""Only people sit, and nothing is switched on."""


def take_seats(words: dict[str, bool | str], people: int) -> Seats:
    """Take the words about the seats out of the options of a line `new`. Raises ValueError for wrong ones."""
    by_seat = [PERSON] * people
    for name in [name for name in words if re.fullmatch(f"sit{SEAT}", name)]:
        seat, level = int(name[3:]), str(words.pop(name))
        if seat >= people or not re.fullmatch(levels.PATTERN, level):
            raise ValueError(name)
        by_seat[seat] = level
    seal, mind = str(words.pop("seal", "")), str(words.pop("mind", "0"))
    odds, advice, again = words.pop("odds", False), words.pop("advice", False), str(words.pop("again", "0"))
    return Seats(tuple(by_seat) if any(by_seat) else (), seal, int(mind), odds is True, advice is True, int(again))


def read_seats(text: str, people: int) -> Seats:
    """The seats of their words in a file, `sit1=3 seal=k7m2-p9xq`. Raises ValueError."""
    parts = [word.split("=", 1) for word in text.split()]
    words: dict[str, bool | str] = {name: {"true": True}.get(value, value) for name, value in parts}
    seats = take_seats(words, people)
    if words or (seats.levels and PERSON not in seats.levels):
        raise ValueError(text)
    return seats


def seal_and_mind(seats: Seats, entries: Iterable[Act]) -> tuple[str, int]:
    """The seal of a game and the version of its mind: of its start, or of the first device that sat down later.

    Empty and 0 where these entries have none.
    """
    seal, mind = seats.seal, seats.mind
    for words in [entry.text.split(" ") for entry in entries if entry.kind == SIT]:
        seal = seal or "".join(words[1:2])
        mind = mind or int("".join(words[2:]).removeprefix("mind=") or 0)
    return seal, mind


def numbers_of(names: Sequence[str], seats: Seats, people: Mapping[str, int]) -> tuple[int, ...]:
    """The numbers by seat: of people as `people` has them, of devices in the order of their names."""
    devices = sorted(name for seat, name in enumerate(names) if seats.level(seat))
    return tuple([
        device_number(devices.index(name)) if seats.level(seat) else people[name] for seat, name in enumerate(names)
    ])  # fmt: skip


def device_number(place: int) -> int:
    """The number in place of a person's for a device: -1 for the first of a game, -2 for the second."""
    return -1 - place


def named(people: Sequence[int], names_now: Mapping[int, str], device: str = DEVICE_NAME) -> tuple[str, ...]:
    """The names by seat: of people as `names_now`, of devices such that nobody who is known has them."""
    free = device_names(set(names_now.values()), device)
    devices = {number: next(free) for number in sorted({number for number in people if number < 0}, reverse=True)}
    return tuple([devices[number] if number < 0 else names_now.get(number, f"#{number}") for number in people])


def device_names(taken: Collection[str], device: str = DEVICE_NAME) -> Iterator[str]:
    """The names for devices beside these names: Device, Device 2 and so on, with the word for `device`."""
    names = (device if number == 1 else f"{device} {number}" for number in count(1))
    return (name for name in names if name not in taken)


PLAY, SET, CONCEDE, AGREE, ABANDON, BACK, CHANGE = "play", "set", "concede", "agree", "abandon", "back", "change"
AGREE_DRAW = "agree draw"
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
    PLAY: "{text}", SET: "set {text}", CONCEDE: "concede {number}", AGREE: AGREE_DRAW, ABANDON: "abandon",
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
_SIT = f"(?:{levels.PATTERN})(?: {_SEAL}(?: mind=[0-9]{{1,9}})?)?"
_TEXTS = {
    SET: r"\{.*\}", PAD: '[0-9a-f]{64} ".*"', SIT: _SIT, LEVEL: levels.PATTERN,
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


PEOPLE, RECORD, UNKNOWN = "people", "record", "?"
"""The owner of a line that belongs to no game; the last one is for a lost line whose owner is unknown."""
MOST = 70_000
"""The most bytes of a line."""

# Patterns are texts, which `re` compiles at their first use: a start without a game in the record needs none.
_FORM = (
    r"([0-9]{1,15}) ([0-9T:+.-]{19,40})(\??) (g[0-9]{1,9}|people|record)"
    r" ((?:[a-z]{1,9}:[^ \n]+ )*)(-|[0-9a-f]{12})(?:=([0-9,]*):([0-9,-]+)(?::([a-z]+[0-9]{0,2}))?)? ([^\n]+)"
)
_LINE_FACTS = {
    "t": f"{SEAT},[0-9]{{1,9}}",
    "c": f"[0-9]{{1,12}}(?:,[0-9]{{1,12}}){{0,{SEATS_MOST - 1}}}",
    "h": "[0-9a-f]{16}",
}
_BY = "[a-z]{1,9}[0-9]{0,4}"
"""Who pressed. What a later version writes there is not read."""
_ENDED = {
    "agree": AGREE_DRAW,
    ABANDON: ABANDON,
    **{f"concede{seat}": f"concede {seat}" for seat in range(SEATS_MOST)},
}
_ENDS = {text: word for word, text in _ENDED.items()}
"""The acts by which people end a game, by the word in the line, and the other way round."""


class Result(NamedTuple):
    """How a game ended; `ended` is the act of the people that ended it, empty if people played to the end."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    ended: str = ""

    @property
    def conceding_seat(self) -> int | None:
        """The seat that conceded; None without one."""
        act = parse(self.ended)
        return act.number if act.kind == CONCEDE else None


class Line(NamedTuple):
    """`game` is 0 for acts that belong to no game; `about` then is the owner. `at` is in seconds since 1970.

    `result` is how the game ended with this line; None while it runs. In a game with a clock, `span` is the thinking
    time that led to the entry, None if nobody's clock ran, and `used` at its end the time of each seat. `commitment` is
    the one of a hidden choice of the device, else empty; `by` is the phone that
    pressed, empty for keys. The fold adds `offset`, the byte where the line begins.
    """

    seq: int
    at: float
    act: Act
    game: int = 0
    about: str = RECORD
    digest: str = ""
    result: Result | None = None
    sure: bool = True
    """Whether the system called its clock synchronised."""
    offset: int = 0
    span: Span | None = None
    used: tuple[int, ...] = ()
    commitment: str = ""
    by: str = ""

    @property
    def text(self) -> str:
        """The act in its notation."""
        return str(self.act)

    @property
    def imported(self) -> int | None:
        """How many lines after this one were imported with it; None if it was not imported.

        The first line of an import says so, and so does the start of each game, in case the first line gets damaged.
        """
        if self.act.kind == IMPORT and self.about == RECORD:
            return self.act.number
        if self.act.kind == NEW and self.game:
            with suppress(ValueError):
                return begin(self.act).imported
        return None

    def encode(self) -> bytes:
        """The bytes of the line with its LF; raises ValueError if `decode` could not read them."""
        table = self.digest or "-"
        if self.result is not None:
            table += f"={','.join(map(str, self.result.winners))}:{','.join(map(str, self.result.scores))}"
            table += f":{_ENDS[self.result.ended]}" if self.result.ended else ""
        belongs = f"g{self.game}" if self.game else self.about
        at = shown(self.at) or "1970-01-01T00:00:00+00:00"  # in place of an impossible time
        facts = f"t:{self.span.seat},{self.span.ms} " if self.span is not None else ""
        facts += f"c:{','.join(map(str, self.used))} " if self.used else ""
        facts += f"h:{self.commitment} " if self.commitment else ""
        facts += f"by:{self.by} " if self.by else ""
        rest = f"{self.seq} {at}{'' if self.sure else '?'} {belongs} {facts}{table} {self.text}".encode()
        raw = b"%08x %s\n" % (crc32(rest), rest)
        if decode(raw) is None:
            raise ValueError(self.text)
        return raw


def imported(lines: Sequence[Line], at: float) -> list[Line]:
    """Lines as an import, with its first line, all without numbers."""
    marked = [
        line if line.act.kind != NEW else line._replace(act=begin(line.act)._replace(imported=after).act())
        for after, line in zip(reversed(range(len(lines))), lines, strict=True)
    ]
    return [Line(0, at, Act(IMPORT, len(lines))), *marked]


def decode(raw: bytes) -> Line | None:
    """The line of these bytes, which end with LF; None if they are damaged. Editors of Windows put a CR before it."""
    if raw[-2:] == b"\r\n":
        raw = raw[:-2] + b"\n"
    rest = raw[9:-1]
    if len(raw) > MOST or raw[-1:] != b"\n" or raw[:9] != b"%08x " % crc32(rest):
        return None
    try:
        match = re.fullmatch(_FORM, rest.decode())
    except UnicodeDecodeError:
        return None
    if match is None or find_control(match[10]):
        return None
    seq, at, unsure, belongs, parts, digest, winners, scores, ended, text = match.groups()
    try:
        act, when = parse(text), datetime.fromisoformat(at).timestamp()
        result = None
        if scores is not None:
            result = Result(_numbers(winners), _numbers(scores), _ENDED[ended] if ended else "")
        facts = dict([fact.split(":", 1) for fact in parts.split()])
        if any(name in facts and not re.fullmatch(form, facts[name]) for name, form in _LINE_FACTS.items()):
            return None
        span = Span(*_numbers(facts["t"])) if "t" in facts else None
        used = _numbers(facts.get("c", ""))
        by = facts.get("by", "")
    except (KeyError, ValueError, OverflowError, OSError):
        return None
    game = int(belongs[1:]) if belongs[0] == "g" else 0
    digest = "" if digest == "-" else digest
    return Line(
        int(seq), when, act, game, belongs, digest, result, not unsure, span=span, used=used,
        commitment=facts.get("h", ""), by=by if re.fullmatch(_BY, by) else "",
    )  # fmt: skip


_BELONGS = rb" [0-9]{4}-[0-9T:+.-]{15,35}\?? (g[0-9]{1,9}|people|record) "
_HARMLESS = rb' (?:pad [0-9a-f]{64} "|- seed [0-9a-f]{2}|- chose \{|- word ")| t:[0-9]{1,2},[0-9]{1,9} - clock$'
"""In lines without which a game lacks no entry: the text of a score pad, what only the device reads, and the time of a
clock, which gives back a minute."""
_HEAD = 80
"""The number of bytes in which the owner stands."""


def damage_owners(raw: bytes) -> list[str]:
    """The owner of a damaged line: `g17`, `people`, `record`, or `?`; two if the LF between two lines is lost."""
    line = _as_it_was(raw)
    if line is not None:
        return [RECORD if line.act.kind in (CLOCK, *OF_CHANCE) else line.about]
    owners = [named.decode() for named in re.findall(_BELONGS, raw)]
    if len(owners) < 2 and re.search(_HARMLESS, raw):
        return [RECORD]
    return owners or [UNKNOWN]


def is_torn(raw: bytes) -> bool:
    """Whether bytes are the beginning of a line that was never written whole."""
    return not raw.endswith(b"\n") and _as_it_was(raw) is None


def _as_it_was(raw: bytes) -> Line | None:
    """A damaged line as it was, if one flipped bit in its head or in its LF is all the damage; for its owner only.

    A flipped bit can make another game of the owner, and a torn tail of a whole line.
    """
    if sum(byte in b"0123456789abcdef" for byte in raw[:8]) < 7:
        return None
    places = (*range(min(len(raw), _HEAD)), len(raw) - 1)
    flipped = (raw[:place] + bytes([raw[place] ^ 1 << bit]) + raw[place + 1 :] for place in places for bit in range(8))
    return next((line for line in map(decode, flipped) if line is not None), None)


def shown(at: float) -> str | None:
    """A time in the form of lines: local time to the second, with its offset from UTC; None for an impossible one."""
    try:
        return datetime.fromtimestamp(at).astimezone().isoformat(timespec="seconds")
    except (ValueError, OverflowError, OSError):
        return None  # the clock was far off


def _numbers(text: str) -> tuple[int, ...]:
    return tuple([int(part) for part in text.split(",")]) if text else ()
