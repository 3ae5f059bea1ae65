"""A line of the log: one act, with everything that makes the line complete in itself.

    5f0c9a12 1042 2026-11-22T20:15:03+01:00 g17 9ac41e234567 flip R7
    0b1fe37c 1043 2026-11-22T20:15:09+01:00 g17 1f00d2c4aa01=0:99,43 stop
    8d20a7c5 1044 2026-11-22T20:15:21+01:00 g18 t:0,11840 77b0c2d4e5f6 flip B3

Before the hash can stand facts, each with a short name; those that this version does not know are not read:

    t:1,5230            for 5230 milliseconds seat 1 was in turn before this entry, pauses left out
    c:83000,91210       how long the clock of each seat has run, on a line that ends a game with a clock
    h:9c1e04b7d2a85f63  the commitment of a choice of the device that is hidden at that time, on the line of the choice
                        and on the entry with which people carried it out
    by:phone2           the phone that pressed; without it somebody at the glass did

README.md explains its parts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from zlib import crc32

from companion.kit.rules import SEAT, SEATS_MOST
from companion.play.act import CLOCK, CONCEDE, IMPORT, NEW, OF_CHANCE, Act, begin, parse
from companion.play.clock import Span
from companion.texts import find_control
from companion.values import NamedTuple

PEOPLE, RECORD, UNKNOWN = "people", "record", "?"
"""The owner of a line that belongs to no game; the last one is for a lost line whose owner is unknown."""
MOST = 70_000
"""The most bytes of a line."""

# Patterns are texts, which `re` compiles at their first use: a start without a game in the record needs none.
_FORM = (
    r"([0-9]{1,15}) ([0-9T:+.-]{19,40})(\??) (g[0-9]{1,9}|people|record)"
    r" ((?:[a-z]{1,9}:[^ \n]+ )*)(-|[0-9a-f]{12})(?:=([0-9,]*):([0-9,-]+)(?::([a-z]+[0-9]{0,2}))?)? ([^\n]+)"
)
_FACTS = {
    "t": f"{SEAT},[0-9]{{1,9}}",
    "c": f"[0-9]{{1,12}}(?:,[0-9]{{1,12}}){{0,{SEATS_MOST - 1}}}",
    "h": "[0-9a-f]{16}",
}
_BY = "[a-z]{1,9}[0-9]{0,4}"
"""Who pressed. What a later version writes there is not read."""
_ENDED = {
    "agree": "agree draw",
    "abandon": "abandon",
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
    """The line of these bytes, which end with LF; None if they are damaged."""
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
        if any(name in facts and not re.fullmatch(form, facts[name]) for name, form in _FACTS.items()):
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
    if len(raw) < 2 or sum(byte in b"0123456789abcdef" for byte in raw[:8]) < 7:
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
