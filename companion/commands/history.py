"""`companion history`, `companion show`, `companion stats`: what the record holds, for people and for programs.

The record is only read, also while the device goes on.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from companion.commands import Unusable, named
from companion.commands.record import said
from companion.commands.tables import Cell, Table, as_csv, as_json, harmless, say
from companion.games import registry
from companion.games.registry import GAMES
from companion.ports import CLOCK_FROM
from companion.record import figures as results
from companion.record.exchange import named as numbered
from companion.record.figures import Past
from companion.record.gamefiles import LATEST, shown
from companion.record.line import Result
from companion.record.lists import Durations, HeadToHead, PersonStats
from companion.record.lookup import Library
from companion.record.trouble import RecordTrouble
from companion.session.text import ending, entry, game_name, in_short, winners
from companion.session.timeline import GameSetup, Snapshot, replayed
from companion.words import Words

TABLE, JSON, CSV = "table", "json", "csv"


def history(data: Path | None, kind: str | None, names: Sequence[str], most: int, form: str) -> int:
    """The games that are over, the last one first; the exit status."""

    def ask(record: Library, words: Words) -> None:
        _known(record, kind, names, words)
        found = record.ask(lambda index: results.past(index.run, kind, names, most))
        if form == JSON:
            as_json([_told(past) for past in found])
        elif form == CSV:
            as_csv(_PAST, [_flat(past) for past in found])
        elif found:
            heads = _heads(words, "number", "when", "game", "result", "entries", "minutes")
            say(Table("", heads, [_listed(past, words) for past in found]))
        else:
            say(words("history.none"))

    return _answered(data, ask)


def stats(data: Path | None, kind: str | None, names: Sequence[str], form: str) -> int:
    """Everybody's record, or that of some; of two also how they fared against each other; the exit status."""

    def ask(record: Library, words: Words) -> None:
        _known(record, kind, names, words)
        run = record.ask(lambda index: index.run)
        every = names or results.people(run)
        tallies = [(name, one) for name in every for one in results.tallies(run, name) if kind in (None, one.kind)]
        both = results.meetings(run, *names) if len(names) == 2 else ()
        met = [one for one in both if kind in (None, one.kind)]
        # How long games take is not about anybody.
        long = [] if names else [one for one in results.lengths(run, -1) if kind in (None, one.kind)]
        if form == JSON:
            people = [{"name": name, **one._asdict(), "lost": one.lost} for name, one in tallies]
            against = [{"players": list(names), **one._asdict(), "even": one.even} for one in met]
            as_json({"people": people, "meetings": against, "lengths": [one._asdict() for one in long]})
        elif form == CSV:
            as_csv(_RECORD, [_row(name, one, one.kind) for name, one in tallies])
        elif tallies:
            say(*_counted(tallies, names, met, long, words))
        else:
            say(words("history.none"))

    return _answered(data, ask)


def _counted(
    tallies: Sequence[tuple[str, PersonStats]],
    names: Sequence[str],
    met: Sequence[HeadToHead],
    long: Sequence[Durations],
    words: Words,
) -> Iterator[Table]:
    """What has been counted, as tables."""
    rows = [_row(name, tally, game_name(tally.kind, words)) for name, tally in tallies]
    yield Table(words("history.record"), _heads(words, *_RECORD), rows)
    if met:
        game, played, even = _heads(words, "game", "played", "even")
        fared = [(game_name(one.kind, words), one.played, one.won, one.lost, one.even) for one in met]
        yield Table(words("history.against", names=words.listed(names)), (game, played, *names, even), fared)
    if long:
        lengths = [
            (game_name(one.kind, words), one.games, one.told[1], *[_minutes(seconds) for seconds in one.seconds])
            for one in long
        ]
        heads = _heads(words, "game", "played", "entries", "shortest", "minutes", "longest-game")
        yield Table(words("history.lengths"), heads, lengths)


def show(data: Path | None, game: str, form: str) -> int:
    """One game, by its number or `last`: its whole log in words and in notation, who has won and why."""

    def ask(record: Library, words: Words) -> None:
        number = numbered(record, game)
        found = record.look(number) if number is not None else None
        if found is None:
            raise RecordTrouble("history.no-game", game=game)
        step = replayed(GameSetup(found.id, found.key, found.names, found.options), found.path)[-1]
        lines = _lines(step, [entry.text for entry in found.path[1:]], words)
        ends = found.at
        if form == JSON:
            head = {
                "number": found.id, "game": found.key, "players": list(found.names), "options": dict(found.options),
                "begun": shown(found.begun), "last": shown(ends), **_ended(found.names, found.result),
                "read_only": step.timeline is None,
            }  # fmt: skip
            as_json({**head, "log": [line._asdict() for line in lines]})
        elif form == CSV:
            as_csv(Line._fields, lines)
        else:
            names = words.listed(found.names)
            about = (
                words("history.title", number=found.id, game=game_name(found.key, words), names=names),
                words("history.from-to", begun=_when(found.begun), last=_when(ends)),
                *_how(step, found.result, words),
            )
            say(*about, "", *([Table("", _heads(words, *Line._fields), lines)] if lines else []))

    return _answered(data, ask)


class Line(NamedTuple):
    """One moment of a log: who told what, what came of it, and its notation."""

    place: int
    who: str
    what: str
    came: str
    notation: str


def _lines(step: Snapshot, texts: Sequence[str], words: Words) -> list[Line]:
    """The log of a game; of one that cannot be played again, or has no words for its glass, in notation alone."""
    if step.timeline is None or step.played.key not in GAMES:
        told = texts if step.timeline is None else [moment.text for moment in step.timeline[1:]]
        return [Line(place, "", "", "", text) for place, text in enumerate(told, 1)]
    lines = []
    for place, moment in enumerate(step.timeline[1:], 1):
        item = entry(step, place, words)
        lines.append(Line(place, item.who, item.label, item.value, moment.text))
    return lines


def _how(step: Snapshot, result: Result | None, words: Words) -> Iterator[str]:
    """Who has won, and why."""
    if step.timeline is None:
        yield words("screen.read-only.text")
    if result is None:
        yield words("history.runs")
    elif step.timeline is not None and step.played.key in GAMES:
        won = winners(tuple([step.played.names[seat] for seat in result.winners]), words)
        yield words("history.over", won=won, why=ending(step, words))
    else:
        yield winners(tuple([step.played.names[seat] for seat in result.winners]), words)
    if result is not None and not result.ended:
        yield words.listed(f"{name} {score}" for name, score in zip(step.played.names, result.scores, strict=True))


# -- the record


def _answered(data: Path | None, ask: Callable[[Library, Words], None]) -> int:
    """Look into the record and say what is there, in the language that is set; the exit status."""
    folder = named.folder(data)
    words = named.words_of(folder)
    try:
        with Library(folder) as record:
            ask(record, words)
    except RecordTrouble as trouble:
        print(f"companion: {harmless(said(trouble.message, words))}", file=sys.stderr)
        return 1
    return 0


def _known(record: Library, kind: str | None, names: Sequence[str], words: Words) -> None:
    """Raise Unusable for a game or a person that the record cannot know."""
    if kind is not None and kind not in registry.GAMES:
        raise Unusable(harmless(words("refused.unknown-game", game=kind, games=", ".join(registry.GAMES))))
    for name in names:
        if not record.person(name):
            people = words.listed(record.ask(lambda index: results.people(index.run)))
            raise Unusable(harmless(words("history.nobody", name=name, people=people)))


# -- parts of answers

_RECORD = ("person", "game", "played", "won", "drawn", "lost", "streak", "longest", "best", "mean")
_PAST = ("number", "game", "players", "begun", "ended", "winners", "scores", "how", "entries", "seconds")


def _heads(words: Words, *names: str) -> tuple[str, ...]:
    """The headings of columns."""
    return tuple([words(f"history.{name}") for name in names])


def _listed(past: Past, words: Words) -> tuple[Cell, ...]:
    """A game as a row."""
    game = past.game
    what = game_name(game.key, words), in_short(game, words)
    return (game.id, _when(game.at), *what, past.told, _minutes(past.seconds))


def _told(past: Past) -> dict[str, object]:
    """A game for programs."""
    game = past.game
    return {
        "number": game.id, "game": game.key, "players": list(game.names), "options": dict(game.options),
        "begun": shown(game.begun), "ended": shown(game.at), **_ended(game.names, game.result),
        "entries": past.told, "seconds": past.seconds,
    }  # fmt: skip


def _flat(past: Past) -> list[Cell]:
    """The same in cells; several names or numbers in one stand apart by `; `."""
    told = _told(past)
    cells = [told[head] for head in _PAST]
    return [
        "; ".join(map(str, cell)) if isinstance(cell, list) else cell if isinstance(cell, int) else str(cell or "")
        for cell in cells
    ]


def _ended(names: Sequence[str], result: Result | None) -> dict[str, object]:
    """How a game ended: `how` is the act of the people that ended it. All are None while it runs."""
    if result is None:
        return {"winners": None, "scores": None, "how": None}
    scores = None if result.ended else list(result.scores)
    return {"winners": [names[seat] for seat in result.winners], "scores": scores, "how": result.ended or None}


def _row(name: str, tally: PersonStats, game: str) -> tuple[Cell, ...]:
    """Somebody's record as a row. Points that only repeat who has won are none to speak of."""
    best, mean = (tally.best, tally.mean) if tally.by_points else (None, None)
    counts = (tally.played, tally.won, tally.drawn, tally.lost, tally.streak, tally.longest)
    return (name, game, *counts, best, mean)


def _when(at: float | None) -> str:
    """A moment as the clock on the wall shows it; nothing where it was never set."""
    if at is None or not CLOCK_FROM <= at < LATEST:
        return ""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))


def _minutes(seconds: float | None) -> int | None:
    return None if seconds is None else round(seconds / 60)
