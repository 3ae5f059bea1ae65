"""Reads a pad: the tables of a TOML file in, a `Pad` out, or every fault with its place and what would be right."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Concatenate

from companion.games.pad.engine import entries as read
from companion.games.pad.engine.entries import Faults
from companion.games.pad.engine.examples import EXAMPLES_MOST, check_examples
from companion.games.pad.engine.fields import read_fields
from companion.games.pad.engine.formula import OF_NAMES, Formula
from companion.games.pad.engine.formulas import Formulas
from companion.games.pad.engine.pad import BOUND, Option, Pad, Tally
from companion.games.pad.engine.setting import Setting
from companion.kit.rules import Options, Seat
from companion.messages import Phrase
from companion.reader import Path, Reader, Wrong

_KEY = re.compile("[a-z][a-z0-9-]{0,23}")
_PREFIX = re.compile("[A-Z]{3}")
_KNOWN = (*read.TOP, "options", "names", "tallies", "fields")
_LATER = (*read.TOP_LATER, "lists", "example")
"""What a file may have from format 2 on."""
FORMATS = (1, 2)
SETS_MOST = 64
_PLAYERS = {1: (2, 8), 2: (1, 12)}
"""The least and the most players that a pad may have, by its format."""
_SIDES_LEAST = {1: 2, 2: 1}

Taken = Callable[[str], bool]
"""Whether a key or a prefix belongs to another game."""


class WrongPad(Exception):
    """A text that is no pad; `faults` are all that were found, in no order."""

    def __init__(self, faults: list[Wrong]) -> None:
        super().__init__(faults)
        self.faults = faults


def read_pad(tree: object, taken: Taken, *, examples: bool = True) -> Pad:
    """The pad that the tables of a file describe; raises WrongPad. Without `examples` these are not looked at."""
    faults = Faults()
    pad = _PadReader(Reader(tree), faults, taken).pad()
    if pad is not None and not faults:
        check_whole(pad, faults)
    if pad is not None and not faults and examples and pad.examples:
        with faults.noted():
            check_examples(Reader(tree).member("example"), pad)
    if pad is None or faults:
        raise WrongPad(_causes(faults))
    return pad


def _causes(faults: list[Wrong]) -> list[Wrong]:
    """The faults without those that only follow from another place, at fault itself, that says which names there are or
    who enters a field.
    """
    if not any(map(_declares, faults)):
        return faults
    return [wrong for wrong in faults if wrong.key not in (*OF_NAMES, "pad.wrong.join")] or faults


def _declares(wrong: Wrong) -> bool:
    """Whether a fault is at a place that says which names there are, also where its key is misspelt."""
    near = wrong.params.get("near")
    path: Path = (*wrong.path[:-1], near) if isinstance(near, str) and near else wrong.path
    if wrong.key == _BARE_HEADER:
        return True
    top, inner = path[0], path[2] if len(path) > 2 else None
    if top == "fields":
        return inner in (None, "name", "kind", "each", "values")
    return top == "sides" or (top in ("options", "names", "tallies") and inner in (None, "values"))


_BARE_HEADER = "pad.wrong.slip-header-form"


class _PadReader:
    """Reads one file. What is at fault is noted, and the rest is read as far as it can be."""

    def __init__(self, top: Reader, faults: Faults, taken: Taken) -> None:
        self._top = top
        self._faults = faults
        self._taken = taken
        written = top.value.get("format") if isinstance(top.value, dict) else None
        self._format = written if type(written) is int and written in FORMATS else FORMATS[-1]
        """The format of the file; where that is at fault the last one, which has the most entries."""

    def pad(self) -> Pad | None:
        top, noted, version = self._top, self._faults, self._format
        later = version < FORMATS[-1]
        self._bare_headers()
        noted.only(top, *_KNOWN, *([] if later else _LATER), later=_LATER if later else ())
        noted.or_else(1, lambda: read.whole(read.needed(top, "format"), FORMATS[0], FORMATS[-1]))
        key = noted.or_else("", self._free, "key", _KEY)
        prefix = noted.or_else("", self._free, "prefix", _PREFIX)
        name = noted.or_else(Phrase("?"), lambda: read.phrase(read.needed(top, "name"), 24))
        members = top.members()
        about = noted.optional(members, "about", None, read.phrase, 200)
        players = noted.or_else(_PLAYERS[version], self._players)
        rules = self._rules()
        turns = noted.optional(members, "play", "rounds", read.one_of, ("rounds", "turns")) == "turns"
        deal = noted.optional(members, "deal", "left", _in_rounds, turns, read.one_of, ("left", "none")) == "left"
        sides = noted.optional(members, "sides", {}, _in_rounds, turns, _sides, players, version)
        finish = noted.optional(members, "finish", False, read.switch)
        series = noted.optional(members, "series", "wins", read.one_of, ("wins", "points"))
        options = self._options()
        formulas = Formulas(top, noted, options, len(rules), version, turns)
        fields = read_fields(top, noted, formulas, turns, version)
        tallies = self._tallies(formulas)
        rounds = formulas.optional("rounds", formulas.of_rounds)
        cards = formulas.optional("cards", formulas.of_cards)
        points = noted.or_else(None, lambda: formulas.read(read.needed(top, "points"), formulas.of_points))
        score = formulas.optional("score", formulas.of_score)
        end = formulas.optional("end", formulas.of_end)
        out = noted.optional(members, "out", None, self._only_turns, turns, formulas)
        best = noted.optional(members, "best", None, formulas.several, formulas.of_best)
        if best is None:
            best = (formulas.of_text("score", formulas.of_best),)
        start = formulas.optional("start", formulas.of_start)
        won = formulas.optional("won", formulas.of_best)
        following = formulas.optional("next", formulas.of_next)
        if points is None or not fields:
            return None
        return Pad(
            version, key, prefix, name, about, players, rules, turns, deal and not turns, sides, finish,
            series == "points", options, fields, tallies, rounds, cards, points, score, out, end, best, start, won,
            following, self._examples(),
        )  # fmt: skip

    def _bare_headers(self) -> None:
        """Note each table with the entries of an option or of a tally whose header is its name alone."""
        for name, entry in self._top.members().items():
            for table, has in (("options", "values"), ("tallies", "next")):
                if name not in (*_KNOWN, *_LATER) and isinstance(entry.value, dict) and has in entry.value:
                    right = f"[{table}.{name}]"
                    self._faults.append(Wrong(entry.path, _BARE_HEADER, found=f"[{name}]", right=right))

    def _examples(self) -> int:
        found = self._top.members().get("example")
        if found is None:
            return 0
        if isinstance(found.value, dict):
            with self._faults.noted():
                found.raise_wrong("pad.wrong.slip-fields", found="[example]", right="[[example]]")
        return self._faults.or_else(0, lambda: len(read.entries(found, 1, EXAMPLES_MOST)))

    def _free(self, name: str, pattern: re.Pattern[str]) -> str:
        source = read.needed(self._top, name)
        text = read.matching(source, pattern, f"pad.wrong.{name}-form")
        if self._taken(text):
            source.raise_wrong(f"pad.wrong.{name}-taken")
        return text

    def _players(self) -> tuple[int, int]:
        source = read.needed(self._top, "players")
        least, most = (read.whole(entry, *_PLAYERS[self._format]) for entry in read.entries(source, 2, 2))
        if least > most:
            source.raise_wrong("pad.wrong.players")
        return least, most

    def _rules(self) -> tuple[Phrase, ...]:
        with self._faults.noted():
            rules = read.entries(read.needed(self._top, "rules"), 1, 40)
            return tuple([self._faults.or_else(Phrase("?"), read.phrase, rule, 300) for rule in rules])
        return (Phrase("?"),) * 40

    def _only_turns(self, source: Reader, turns: bool, formulas: Formulas) -> Formula:
        if not turns and self._format == 1:
            source.raise_wrong("pad.wrong.only-turns")
        return formulas.read(source, formulas.of_out)

    # -- options and tallies

    def _options(self) -> tuple[Option, ...]:
        read_options = []
        with self._faults.noted():
            source = self._top.get("options", {})
            options = read.table(source)
            sets = 1
            for name, option in options.items():
                read_option = self._faults.or_else(None, self._option, name, option)
                if read_option is not None:
                    read_options.append(read_option)
                    sets *= len(read_option.values)
            if len(options) > 6:
                source.raise_wrong("pad.wrong.options", count=len(options), most=6)
            if sets > SETS_MOST:
                source.raise_wrong("pad.wrong.option-sets", count=sets, most=SETS_MOST)
        return tuple(read_options)

    def _option(self, name: str, source: Reader) -> Option:
        noted = self._faults
        noted.or_else("", read.check_name, source, name, self._format)
        if not noted.only(source, "values", "label", "about", "words"):
            return Option(name, (False, True), Phrase(name), None, {})
        values = noted.or_else((False, True), lambda: _values(read.needed(source, "values")))
        members = source.members()
        label = noted.optional(members, "label", Phrase(name), read.phrase, 20)
        about = noted.optional(members, "about", None, read.phrase, 200)
        words = noted.optional(members, "words", {}, _words, values)
        return Option(name, values, label, about, words)

    def _tallies(self, formulas: Formulas) -> tuple[Tally, ...]:
        noted, found = self._faults, []
        for name, source in formulas.tallies.items():
            if not noted.only(source, "next", "start", "label"):
                continue
            members = source.members()
            start = noted.optional(members, "start", 0, read.whole, -BOUND, BOUND)
            label = noted.optional(members, "label", None, read.phrase, 12)
            with noted.noted():
                following = formulas.read(read.needed(source, "next"), formulas.of_score)
                found.append(Tally(name, start, label, following))
        return tuple(found)


def _in_rounds(
    source: Reader, turns: bool, reading: Callable[Concatenate[Reader, read.P], read.T],
    *given: read.P.args, **named: read.P.kwargs,
) -> read.T:  # fmt: skip
    """What is read where the pad is played in rounds. Raises Wrong where it is played in turns."""
    if turns:
        source.raise_wrong("pad.wrong.not-turns")
    return reading(source, *given, **named)


def _values(source: Reader) -> tuple[bool | str, ...]:
    values = source.value
    if isinstance(values, list) and values and all(isinstance(value, bool) for value in values):
        if sorted(values) != [False, True]:
            source.raise_wrong("pad.wrong.switches")
        return tuple(values)
    values_read: list[bool | str] = []
    for entry in read.entries(source, 2, 8):
        text = read.matching(entry, read.KEY, "pad.wrong.option-value")
        if text in values_read:
            entry.raise_wrong("pad.wrong.twice")
        if text in ("true", "false"):  # the record could not enter it from a switch
            source.raise_wrong("pad.wrong.switches")
        values_read.append(text)
    return tuple(values_read)


def _words(source: Reader, values: tuple[bool | str, ...]) -> Mapping[str, Phrase]:
    """What the values of an option are called."""
    names = [value if isinstance(value, str) else str(value).lower() for value in values]
    texts = {}
    for name, entry in read.table(source).items():
        read.refuse_unknown(entry, names, of_the_whole=())
        texts[name] = read.phrase(entry, 20)
    return texts


def _sides(source: Reader, players: tuple[int, int], version: int) -> Mapping[int, tuple[tuple[Seat, ...], ...]]:
    least, most = players
    counts = [str(number) for number in range(least, most + 1)]
    sides_by_count = {}
    if isinstance(source.value, list) and all(isinstance(side, list) for side in source.value):
        number = sum(map(len, source.value))
        if str(number) in counts:
            source.raise_wrong("pad.wrong.slip-instead", found="sides =", right=f"sides.{number} =")
    for name, entry in read.table(source).items():
        if name not in counts:
            entry.raise_wrong("pad.wrong.key", near="", known=", ".join(counts))
        number = int(name)
        sides = tuple(
            [
                tuple([read.whole(seat, 0, number - 1) for seat in read.entries(side, 1, number)])
                for side in read.entries(entry, min(_SIDES_LEAST[version], number), number)
            ]
        )
        seats = [seat for side in sides for seat in side]
        rising = all(list(side) == sorted(side) for side in sides) and list(sides) == sorted(sides)
        if sorted(seats) != list(range(number)) or not rising:
            entry.raise_wrong("pad.wrong.sides", most=number - 1)
        sides_by_count[number] = sides
    return sides_by_count


def check_whole(pad: Pad, faults: Faults) -> None:
    """Note a pad whose game is over before it begins, or that never ends, with any players and options."""
    with faults.noted():
        for setting in _settings(pad):
            if pad.end is not None and setting.ends(*setting.at_start, setting.starter(1)):
                raise Wrong(("end",), "pad.wrong.end-at-once", **_which(setting))
    with faults.noted():
        if pad.moves and pad.out is not None:
            for setting in _settings(pad):
                if any(setting.out(*setting.at_start)):
                    raise Wrong(("out",), "pad.wrong.end-at-once", **_which(setting))
    with faults.noted():
        if pad.end is None and not pad.finish:
            for setting in _settings(pad):
                if setting.rounds == 0:
                    key = "pad.wrong.endless" if pad.rounds is None else "pad.wrong.open"
                    raise Wrong(("rounds",), key, **_which(setting))


def _settings(pad: Pad) -> Iterator[Setting]:
    """Every number of players with every set of options."""
    for values in product(*[option.values for option in pad.options]):
        options: Options = dict(zip([option.name for option in pad.options], values, strict=True))
        for players in range(pad.players[0], pad.players[1] + 1):
            yield Setting(pad, players, options)


def _which(setting: Setting) -> dict[str, object]:
    chosen = [f"{name} = {str(value).lower()}" for name, value in setting.options.items()]
    return {"players": setting.players, "options": "".join([f", {one}" for one in chosen])}
