"""The page: what a report says, from top to bottom. A text goes out; nothing in it asks for anything else."""

from __future__ import annotations

import base64
import hashlib
import time
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from itertools import groupby
from pathlib import Path

from companion.games import registry
from companion.games.game import Seat
from companion.games.registry import GAMES
from companion.games.text import Item, text_of
from companion.ports import CLOCK_FROM
from companion.record.fold import GameInfo
from companion.record.line import Result
from companion.report.charts import chart
from companion.report.drawing import Drawing, badge
from companion.report.markup import Inside, Markup, element, isolated, joined
from companion.report.telling import Account, Entry, ending_notes, entries, snapshot_at
from companion.session.curves import Curve, curves
from companion.session.series import Round, Standing, counts, standing
from companion.session.text import ending, in_short, series_title, winners
from companion.session.timeline import GameSetup, Timeline, result_of
from companion.words import Words

NOTE = "note"
NOTHING = "–"
"""What stands in a line of the audit for nothing."""
LONG = 14
"""A turn of more entries may be broken at the end of a page."""

Draw = Callable[[GameSetup, Timeline, Words], tuple[Drawing, ...]]


def page(account: Account, words: Words, language: str) -> str:
    """The report of a game as a whole page of HTML."""
    kept, timeline = account.kept, account.timeline
    told = entries(account, words)
    charts: list[Drawing] = []
    drawn: tuple[Drawing, ...] = ()
    lying: Markup | None = None
    if timeline is not None:
        charts = [chart(curve, kept.key, kept.names, words) for curve in curves(account.setup, timeline)]
        drawn, lying = _drawn(account.setup, timeline, words), _lying(account.setup, timeline, words)
    shown: list[Inside] = [
        _head(account, len(told), words),
        element("div", _people(account, words), _series(account, words)),
        _section(words("report.course"), _drawings(charts)) if charts else None,
        _section(words("report.table"), _drawings(drawn, lying), class_="whole") if drawn or lying else None,
        _log(account, told, words),
        element("footer", words("report.footer", number=kept.id)),
    ]
    title = f"{_game(kept.key, words)}: {_headline(account, words)}"
    return _whole(title, language, kept.key, shown)


def _whole(title: str, language: str, key: str, shown: Inside) -> str:
    """The document. Its policy allows its own style, word for word, and nothing else: no script, nothing from afar."""
    style = Path(__file__).with_name("style.css").read_text("utf-8")
    allowed = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{allowed}'; base-uri 'none'; form-action 'none'"
    head = joined(
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", name="referrer", content="no-referrer"),
        element("title", title),
        element("style", Markup(style)),
    )
    body = element("body", element("main", shown), class_=key if key in GAMES else None)
    whole = f"<!doctype html>\n{element('html', element('head', head), body, lang=language)}\n"
    return whole.encode("utf-8", "replace").decode()  # half a letter, as a record from elsewhere may have it


def _section(title: str, *inside: Inside, class_: str | None = None) -> Markup:
    return element("section", element("h2", title), *inside, class_=class_)


# -- what game, who has won, when


def _game(key: str, words: Words) -> str:
    return words(f"game.{key}") if f"game.{key}" in words else key


def _result(account: Account) -> Result | None:
    """How the game ended: as it counts now, or as the record has it."""
    return result_of(account.timeline) if account.timeline is not None else account.kept.result


def _headline(account: Account, words: Words) -> str:
    """Who has won, or that it goes on."""
    result = _result(account)
    if result is None:
        return words("report.running")
    return winners(tuple([isolated(account.kept.names[seat]) for seat in result.winners]), words)


def _head(account: Account, count: int, words: Words) -> Markup:
    kept = account.kept
    facts = [_reason(account, words), _when(kept.begun, words), _length(account, words)]
    facts.append(words("report.entries", count=count))
    options = [element("div", element("dt", label), element("dd", value)) for label, value in _agreed(account, words)]
    return element(
        "header",
        element("p", _game(kept.key, words), class_="game"),
        element("h1", _headline(account, words)),
        element("p", [element("span", fact) for fact in facts if fact], class_="facts"),
        element("dl", options, class_="agreed") if options else None,
        element("p", words("report.read-only"), class_="warning") if account.timeline is None else None,
    )


def _reason(account: Account, words: Words) -> str:
    """Why the game is over; nothing while it runs."""
    result = _result(account)
    if result is None:
        return ""
    if account.timeline is None or account.kept.key not in GAMES:
        return in_short(account.kept, words) if result.ended else ""
    return ending(snapshot_at(account.setup, account.timeline, len(account.timeline) - 1), words)


def _when(at: float, words: Words) -> str:
    """A moment as the clock on the wall showed it; nothing where it was never set."""
    if at < CLOCK_FROM:
        return ""
    then = time.localtime(at)
    parts = {"month": then.tm_mon, "day": then.tm_mday, "hour": then.tm_hour, "minute": then.tm_min}
    return words("screen.ended.when", year=then.tm_year, **{name: f"{number:02}" for name, number in parts.items()})


def _length(account: Account, words: Words) -> str:
    """How long people have played."""
    minutes = round(account.seconds / 60)
    return words("report.minutes", count=minutes) if minutes else ""


def _agreed(account: Account, words: Words) -> list[tuple[str, str]]:
    """The options of the game in words, those with a word."""
    said = []
    for option, value in account.kept.options.items():
        key = f"option.{account.kept.key}.{option}"
        chosen = f"{key}.{str(value).lower()}"
        if f"{key}.label" in words and chosen in words:
            said.append((words(f"{key}.label"), words(chosen)))
    return said


# -- the people


def _people(account: Account, words: Words) -> Markup:
    """Everybody with their numbers, and who has won."""
    kept, result = account.kept, _result(account)
    numbers = _numbers(account, words)
    rows = []
    for seat, name in enumerate(kept.names):
        won = result is not None and seat in result.winners
        role = f"report.side.{kept.key}-{seat}"
        said = [words(role)] if role in words else []
        said += [words("report.begins")] if seat == 0 else []
        about = element("span", words.listed(said), class_="role") if said else None
        rows.append(
            element(
                "tr",
                element("th", badge(seat), element("bdi", name), about, scope="row"),
                [element("td", str(row[seat]), class_="count") for _, row in numbers],
                element("td", words("report.won") if won else "", class_="count won"),
            )
        )
    heads = [element("th", title, scope="col", class_="count") for title, _ in numbers]
    corner = element("th", element("span", words("report.name"), class_="heard"), scope="col")
    last = element("th", element("span", words("report.result"), class_="heard"), scope="col", class_="count")
    head = element("thead", element("tr", corner, heads, last))
    return _section(words("report.people"), element("table", head, element("tbody", rows), class_="people"))


def _numbers(account: Account, words: Words) -> list[tuple[str, Sequence[int]]]:
    """What people have in the end, each with its title: the ends of the curves, else the points."""
    found: tuple[Curve, ...] = curves(account.setup, account.timeline) if account.timeline is not None else ()
    if found:
        return [(words(curve.key), [seat[-1] for seat in curve.seats]) for curve in found]
    result = _result(account)
    # Where a game is just won or lost its scores are 1 and 0, which the winner's mark says better.
    if result is None or set(result.scores) <= {0, 1}:
        return []
    return [(words("curve.points"), result.scores)]


# -- the table


def _drawings(drawings: Iterable[Drawing], beside: Markup | None = None) -> Markup:
    """Drawings side by side, as far as there is room."""
    figures = [
        element("figure", element("figcaption", title), markup, class_=form or None) for title, markup, form in drawings
    ]
    return element("div", figures, beside, class_="drawings")


def _drawn(setup: GameSetup, timeline: Timeline, words: Words) -> tuple[Drawing, ...]:
    """The table as it stands, drawn; nothing for a game without a drawing."""
    if setup.key not in GAMES:
        return ()
    draw: Draw = import_module(f"{registry.folder(setup.key)}.report").drawn
    return draw(setup, timeline, words)


def _lying(setup: GameSetup, timeline: Timeline, words: Words) -> Markup | None:
    """What lies on the table, line by line, as it is checked by hand; what does not lie there is left out."""
    if setup.key not in GAMES:
        return None
    at = snapshot_at(setup, timeline, len(timeline) - 1).situation(words)
    lines = text_of(setup.key).audit(at, timeline[-1].position.table())
    shown = [
        element("div", element("dt", _label(setup.key, field, item, words)), element("dd", item.value))
        for field, item in lines
        if item.value not in ("", NOTHING)
    ]
    return element("dl", shown, class_="lying") if shown else None


def _label(key: str, field: str, item: Item, words: Words) -> str:
    """What a line is about; on paper some need a word more than on the glass."""
    more = f"report.lies.{key}.{field.split()[0]}"
    said = ": ".join(filter(None, (item.who, item.label)))
    return words(more, what=said) if more in words else said


# -- the series


def _series(account: Account, words: Words) -> Markup | None:
    """The games of the series, and how it stands after this one."""
    games = account.series
    if not games:
        return None
    rounds = [Round(game.names, game.result, game.head) for game in games]
    stood, counting = standing(games[0].key, rounds), counts(games[0].key, rounds)
    points = games[0].key in GAMES and registry.game(games[0].key).series.points
    heads = [element("th", element("bdi", name), scope="col", class_="count") for name in stood.people]
    rows = [
        element(
            "tr",
            element("th", str(number), scope="row"),
            [
                element("td", _share(game, name, words, points=points) if there else "–", class_="count")
                for name in stood.people
            ],
        )
        for number, (game, there) in enumerate(zip(games, counting, strict=True), 1)
    ]
    total = element(
        "tr",
        element("th", words("curve.points") if points else words("report.wins"), scope="row"),
        [element("td", str(total), class_="count") for total in stood.totals],
    )
    head = element("thead", element("tr", element("th", words("report.game"), scope="col"), heads))
    table = element("table", head, element("tbody", rows), element("tfoot", total), class_="series")
    return _section(words("screen.series.title"), element("p", _stands(stood, words)), table)


def _share(game: GameInfo, name: str, words: Words, *, points: bool) -> str:
    """What a game of the series brought somebody."""
    result = game.result
    if result is None:
        return "–"
    seat = game.names.index(name)
    if points:
        return str(result.scores[seat])
    return words("report.won") if seat in result.winners else "–"


def _stands(stood: Standing, words: Words) -> str:
    """How the series stands, in a sentence."""
    if stood.decided:
        return series_title(stood._replace(winners=tuple(map(isolated, stood.winners))), words)
    leaders = words.listed(map(isolated, stood.leaders))
    key = "report.series-open" if not stood.leaders or len(stood.leaders) == len(stood.people) else "report.series-led"
    return words(key, count=stood.games, names=leaders)


# -- what happened


def _log(account: Account, told: Sequence[Entry], words: Words) -> Markup:
    """Every entry, those of one turn together."""
    blocks: list[Markup] = []
    for kind, group in groupby(_noted(told), key=_block):
        turn = list(group)
        if kind == NOTE:
            blocks.append(element("li", [element("p", str(note), class_="note") for note in turn]))
            continue
        blocks.append(_turn(account, [entry for entry in turn if isinstance(entry, Entry)]))
    blocks += [element("li", element("p", note, class_="note")) for note in ending_notes(account, words)]
    inside = element("ol", blocks, class_="log") if blocks else element("p", words("report.nothing"))
    return _section(words("report.log"), inside, class_="whole")


def _noted(told: Sequence[Entry]) -> Iterable[Entry | str]:
    """The entries, each with what is to be said before it."""
    for entry in told:
        yield from entry.notes
        yield entry


def _block(part: Entry | str) -> Seat | str | None:
    """What stands together: the entries of one seat, and notes by themselves."""
    return NOTE if isinstance(part, str) else part.seat


def _turn(account: Account, turn: Sequence[Entry]) -> Markup:
    """The entries of a turn; those of which nothing came stand side by side."""
    seat, whose = turn[0].seat, None
    if seat is not None:
        whose = joined(badge(seat), element("bdi", account.kept.names[seat]))
        if len(turn) == 1:
            return element("li", element("ol", _entry(turn[0], whose)), class_="turn")
        whose = element("p", whose, class_="whose")
    parts = [
        element("ol", map(_entry, group), class_=None if came else "plain")
        for came, group in groupby(turn, key=lambda entry: bool(entry.came or entry.act))
    ]
    return element("li", whose, parts, class_="turn long" if len(turn) > LONG else "turn")


def _entry(entry: Entry, whose: Markup | None = None) -> Markup:
    """An entry with its number; `whose` it is stands before it where nobody else does."""
    came = [
        element("p", said.text, _law(said.rule), class_="came heavy" if said.heavy else "came") for said in entry.came
    ]
    who = element("span", whose, class_="whose") if whose is not None else None
    done = element("div", element("p", who, entry.what, class_="did"), " " if came else None, came)
    number = element("span", str(entry.place), class_="number")
    return element("li", number, done, class_="entry act" if entry.act else "entry")


def _law(rule: str | None) -> Inside:
    """The number of a rule, behind what follows from it."""
    return (" ", element("span", rule, class_="law")) if rule else None
