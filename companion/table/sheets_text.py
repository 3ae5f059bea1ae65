"""Games as plain text in the action notation, to be read, written by hand, and read again by us:

    game: praetorians
    players: Ada, Ben
    options: twelves=false entry=scores
    begun: 2026-09-21T20:15:00+02:00

    1 bank 20
    2 bust
    3 bank 55

Only the first two lines and the entries are needed. The number before an entry says which moment of the game it made,
as `back 2` and `change 1 bust` count them; it is for readers. Lines that are empty, begin with `#` or with a blank, and
the line `start` say nothing. Each `game:` begins another game. The playthroughs of the tests are such files.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress

from companion.engines.position import Options
from companion.engines.refusals import Message, Refusal
from companion.table.moments import Played, Result, told
from companion.table.sheets import Noted, Sheet, moment, shown, unfit
from companion.table.vetting import NEVER_IN_A_LINE, TEXT_MOST

HEADER = ("game", "players", "options", "begun", "ended", "series", "over", "digest")
"""What a line may begin with, and a colon behind it; the last two say how the game stands after its entries."""
_VALUES: dict[str, bool | str] = {"true": True, "false": False}


# -- writing


def written(games: Iterable[Sheet]) -> Iterator[str]:
    """The text, piece by piece."""
    for place, sheet in enumerate(games):
        lines = [f"# game {sheet.number}", f"game: {sheet.key}", f"players: {_people(sheet.names)}"]
        if sheet.options:
            lines.append(f"options: {' '.join(f'{key}={_value(value)}' for key, value in sheet.options.items())}")
        for key, said in (("begun", shown(sheet.begun)), ("ended", shown(sheet.ended)), ("series", sheet.series)):
            if said is not None:
                lines.append(f"{key}: {said}")
        lines += ["", *_numbered(sheet), ""] if sheet.entries else [""]
        if sheet.result is not None:
            over = {"winners": sheet.result.winners, "scores": sheet.result.scores}
            lines.append(f"over: {json.dumps(over)}")
        lines.append(f"digest: {sheet.end}")
        yield "\n" * (place > 0) + "\n".join(lines) + "\n"


def _people(names: tuple[str, ...]) -> str:
    """The names in a row; as JSON where one has a comma of its own."""
    if any("," in name or name.startswith("[") for name in names):
        return json.dumps(names, ensure_ascii=False)
    return ", ".join(names)


def _value(value: bool | str) -> str:
    return value if isinstance(value, str) else str(value).lower()


def _numbered(sheet: Sheet) -> Iterator[str]:
    """The entries, each moment with its number in the game."""
    place = 0
    for number, entry in enumerate(sheet.entries):
        back = re.fullmatch("back ([0-9]{1,6})", entry.text)
        if back is not None:
            place = int(back[1])
            yield entry.text
        elif entry.text.startswith("change "):
            place = _moments(sheet, number + 1)
            yield entry.text
        else:
            place += 1
            yield f"{place} {entry.text}"


def _moments(sheet: Sheet, count: int) -> int:
    """How many moments count after so many entries: a change drops those that are not allowed any more."""
    played = Played(0, sheet.key, sheet.names, sheet.options)
    if played.game is None:
        return count
    course = None
    with suppress(Refusal, ValueError, RecursionError):
        course = played.begin()
        for entry in sheet.entries[:count]:
            course = told(played, course, entry.text)
    return len(course) - 1 if course is not None else count


# -- reading


def read(text: str) -> Iterator[Sheet]:
    """The games of a text; raises Unfit at the first line that nobody can read."""
    begun: _Draft | None = None
    for number, whole in enumerate(text.split("\n"), 1):
        line = whole.rstrip()
        if not line or line[0] in "# \t" or line == "start":
            continue
        where = at_line(number)
        if len(line) > TEXT_MOST:
            raise unfit(where, "long", most=TEXT_MOST)
        strange = NEVER_IN_A_LINE.search(line)
        if strange is not None:
            raise unfit(where, "character", point=f"U+{ord(strange[0]):04X}")
        head = re.match(r"([A-Za-z]+):(?: |$)", line)
        if head is not None and head[1] not in HEADER:
            raise unfit(where, "unknown", name=head[1], known=", ".join(HEADER))
        if head is not None and head[1] == "game":
            if begun is not None:
                yield begun.sheet()
            begun = _Draft(number)
        if begun is None:
            raise unfit(where, "no-game")
        if head is not None:
            begun.header(head[1], line[head.end() :].strip(), number)
        else:
            begun.entries.append(Noted(re.sub("^[0-9]{1,7} ", "", line), place=number))
    if begun is None:
        raise unfit(None, "empty")
    yield begun.sheet()


def at_line(number: int) -> Message:
    """Where in a text."""
    return Message("import.at-line", line=number)


class _Draft:
    """A game whose lines are being read."""

    def __init__(self, line: int) -> None:
        self._line = line
        self._said: dict[str, str] = {}
        self._lines: dict[str, int] = {}
        self.entries: list[Noted] = []

    def header(self, key: str, value: str, line: int) -> None:
        """A line that says something about the game."""
        if key in self._said:
            raise unfit(at_line(line), "twice", name=key)
        self._said[key] = value
        self._lines[key] = line

    def sheet(self) -> Sheet:
        """All of it; raises Unfit."""
        said = self._said
        if "players" not in said:
            raise unfit(at_line(self._line), "missing", name="players")
        entries = self.entries
        end = said.get("digest", "")
        if end and entries:
            entries = [*entries[:-1], entries[-1]._replace(digest=end)]
        return Sheet(
            said["game"], self._names(), self._options(), tuple(entries),
            series=self._whole("series"), begun=self._moment("begun"), ended=self._moment("ended"),
            start="" if entries else end, result=self._result(), place=self._line,
        )  # fmt: skip

    def _names(self) -> tuple[str, ...]:
        text = self._said["players"]
        if not text.startswith("["):
            return tuple([name.strip() for name in text.split(",")])
        with suppress(ValueError, RecursionError):
            names = json.loads(text)
            if all(isinstance(name, str) for name in names):
                return tuple(names)
        raise self._wrong("players")

    def _options(self) -> Options:
        chosen: dict[str, bool | str] = {}
        for part in self._said.get("options", "").split():
            key, equals, value = part.partition("=")
            if not equals or key in chosen:
                raise self._wrong("options")
            chosen[key] = _VALUES.get(value, value)
        return chosen

    def _moment(self, key: str) -> float | None:
        if key not in self._said:
            return None
        with suppress(ValueError):
            return moment(self._said[key])
        raise self._wrong(key)

    def _whole(self, key: str) -> int | None:
        if key not in self._said:
            return None
        if not re.fullmatch("[0-9]{1,9}", self._said[key]):
            raise self._wrong(key)
        return int(self._said[key])

    def _result(self) -> Result | None:
        if "over" not in self._said:
            return None
        with suppress(ValueError, RecursionError, KeyError, TypeError):
            over = json.loads(self._said["over"])
            result = Result(tuple(over["winners"]), tuple(over["scores"]))
            if all(type(part) is int for part in (*result.winners, *result.scores)):
                return result
        raise self._wrong("over")

    def _wrong(self, key: str) -> Exception:
        return unfit(at_line(self._lines[key]), "wrong", name=key)
