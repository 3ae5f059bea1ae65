"""The page of the report, from top to bottom, as one text that loads nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from itertools import groupby

from companion.kit.text import Item, has_text, own_text
from companion.play.act import Result
from companion.play.fold import GameInfo
from companion.play.timeline import GameSetup, Timeline, result_of
from companion.record.lists import Play
from companion.report.charts import chart
from companion.report.drawing import COLUMNS_MOST, Drawing, badge
from companion.report.entries import Account, Entry, ending_notes, entries, snapshot_at
from companion.report.markup import Inside, Markup, document, element, isolate, join, section
from companion.session.bgstats import link
from companion.session.curves import Curve, curves
from companion.session.ratings import rating_text
from companion.session.series import Round, Standing, counts, rule_of, sides_of, standing
from companion.session.text import (
    clock_in_words,
    ending_text,
    game_name,
    game_summary,
    series_title,
    when_text,
    winners,
)
from companion.words import Words

NOTE = "note"
NOTHING = "–"
"""The value of an audit line for nothing."""
LONG = 14
"""A turn with more entries may break at the end of a printed page."""


def page(account: Account, words: Words, language: str) -> str:
    """The report of a game as a whole page of HTML."""
    kept, timeline = account.kept, account.timeline
    log_entries = entries(account, words)
    charts: list[Drawing] = []
    drawings: tuple[Drawing, ...] = ()
    lines: Markup | None = None
    if timeline is not None:
        sides = sides_of(account.setup.game, len(kept.names))
        charts = [chart(curve, account.axis, kept.names, words, sides) for curve in curves(account.setup, timeline)]
        charts += review_charts(account, words)
        drawings = account.setup.rules.draw(account.setup, timeline, words)
        lines = _table_lines(account.setup, timeline, words)
    broad = len(kept.names) > COLUMNS_MOST
    series = _series(account, words, broad=broad)
    parts: list[Inside] = [
        _head(account, len(log_entries), words),
        element("div", _people(account, words), None if broad else series),
        section(words("report.course"), _drawings(charts)) if charts else None,
        section(words("report.review"), review_list(account, words)) if account.reviewed is not None else None,
        series if broad else None,
        section(words("report.table"), _drawings(drawings, lines), class_="whole") if drawings or lines else None,
        _log(account, log_entries, words),
        _bgstats(account, words),
        element("footer", words("report.footer", number=kept.id)),
    ]
    game = game_name(kept.key, words, account.setup.game)
    title = words("report.of", what=game, about=_headline(account, words))
    return document(title, language, parts, kept.key if not kept.pad else None)


# -- what game, who has won, when


def _result(account: Account) -> Result | None:
    """How the game ended: by today's rules, or else as in the record."""
    return result_of(account.timeline) if account.timeline is not None else account.kept.result


def _headline(account: Account, words: Words) -> str:
    """Who has won, or that the game still runs."""
    result = _result(account)
    if result is None:
        return words("report.running")
    return winners(tuple([isolate(account.kept.names[seat]) for seat in result.winners]), words)


def _head(account: Account, count: int, words: Words) -> Markup:
    kept = account.kept
    facts = [_reason(account, words), when_text(kept.begun, words, sure=kept.sure), _length(account, words)]
    facts.append(words("report.entries", count=count))
    options = [
        element("div", element("dt", label), element("dd", value)) for label, value in _options_in_words(account, words)
    ]
    return element(
        "header",
        element("p", game_name(kept.key, words, account.setup.game), class_="game"),
        element("h1", _headline(account, words)),
        element("p", [element("span", fact) for fact in facts if fact], class_="facts"),
        element("dl", options, class_="agreed") if options else None,
        sealed(account, words),
        element("p", words("report.read-only"), class_="warning") if account.timeline is None else None,
    )


def _reason(account: Account, words: Words) -> str:
    """Why the game is over; empty while it runs."""
    result = _result(account)
    if result is None:
        return ""
    if account.timeline is None:
        return game_summary(account.kept, words) if result.ended else ""
    return ending_text(snapshot_at(account.setup, account.timeline, len(account.timeline) - 1), words)


def _length(account: Account, words: Words) -> str:
    """How long people have played; empty if nobody knows."""
    minutes = round(account.seconds / 60)
    return words("report.minutes", count=minutes) if minutes else ""


def _options_in_words(account: Account, words: Words) -> list[tuple[str, str]]:
    """The options of the game in words, without those that have no text, and those whose value follows from others."""
    options = [(words("report.clock"), clock_in_words(account.kept.clock, words))] if account.times else []
    if (game := account.setup.game) is None:
        return options
    for option in game.open_options(account.kept.options):
        value = account.kept.options[option]
        key = f"option.{account.kept.key}.{option}"
        chosen = f"{key}.{str(value).lower()}"
        if has_text(game, f"{key}.label", words) and has_text(game, chosen, words):
            options.append((own_text(game, f"{key}.label", words), own_text(game, chosen, words)))
    return options


# -- the people


def _people(account: Account, words: Words) -> Markup:
    """The people with their numbers, and who has won."""
    kept, result = account.kept, _result(account)
    times = [(words("report.clock"), account.times)] if account.times else []
    rated = (
        [(words("history.rating"), [rating_text(line, words) for line in account.ratings])] if account.ratings else []
    )
    numbers = [*_numbers(account, words), *times, *rated]
    rows = []
    for seat, name in enumerate(kept.names):
        won = result is not None and seat in result.winners
        role = f"report.side.{kept.key}-{seat}"
        notes = [words(role)] if role in words else []
        notes += [words("report.begins")] if seat == 0 else []
        about = element("span", words.join_list(notes), class_="role") if notes else None
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
    return section(words("report.people"), element("table", head, element("tbody", rows), class_="people"))


def _numbers(account: Account, words: Words) -> list[tuple[str, Sequence[int | str]]]:
    """The final numbers of the people, with their titles: the ends of the curves, else the points."""
    numbers: tuple[Curve, ...] = curves(account.setup, account.timeline) if account.timeline is not None else ()
    if numbers:
        return [(words(curve.key), [seat[-1] for seat in curve.seats]) for curve in numbers]
    result = _result(account)
    # In a game that is only won or lost the scores are 1 and 0; the mark of the winner shows that better.
    if result is None or set(result.scores) <= {0, 1}:
        return []
    return [(words("curve.points"), result.scores)]


# -- the table


def _drawings(drawings: Iterable[Drawing], beside: Markup | None = None) -> Markup:
    """Drawings side by side, if there is room."""
    figures = [
        element("figure", element("figcaption", title), markup, class_=form or None) for title, markup, form in drawings
    ]
    return element("div", figures, beside, class_="drawings")


def _table_lines(setup: GameSetup, timeline: Timeline, words: Words) -> Markup | None:
    """What is on the table, as the lines of the audit, without lines for nothing."""
    at = snapshot_at(setup, timeline, len(timeline) - 1).situation(words)
    lines = setup.text.audit(at, timeline[-1].position.table())
    parts = [
        element("div", element("dt", _label(setup.key, field, item, words)), element("dd", item.value))
        for field, item in lines
        if item.value not in ("", NOTHING)
    ]
    return element("dl", parts, class_="lying") if parts else None


def _label(key: str, field: str, item: Item, words: Words) -> str:
    """The label of a line; on paper some labels need more words than on the glass."""
    more = f"report.lies.{key}.{field.split()[0]}"
    label = words("report.of", what=item.who, about=item.label) if item.who and item.label else item.who or item.label
    return words(more, what=label) if more in words else label


# -- the series


def _series(account: Account, words: Words, *, broad: bool) -> Markup | None:
    """The games of the series, and its standing after this game; `broad` with a column for many people."""
    games = account.series
    if not games:
        return None
    rounds = [Round(game.names, game.result, game.head) for game in games]
    rule = rule_of(account.setup.game)
    after, counting, points = standing(rule, rounds), counts(rule, rounds), rule.points
    heads = [element("th", element("bdi", name), scope="col", class_="count") for name in after.people]
    rows = [
        element(
            "tr",
            element("th", str(number), scope="row"),
            [
                element("td", _share(game, name, words, points=points) if there else "–", class_="count")
                for name in after.people
            ],
        )
        for number, (game, there) in enumerate(zip(games, counting, strict=True), 1)
    ]
    total = element(
        "tr",
        element("th", words("curve.points") if points else words("report.wins"), scope="row"),
        [element("td", str(total), class_="count") for total in after.totals],
    )
    head = element("thead", element("tr", element("th", words("report.game"), scope="col"), heads))
    table = element("table", head, element("tbody", rows), element("tfoot", total))
    scrolled = element("div", table, class_="series broad" if broad else "series")
    sentence = element("p", _series_sentence(after, words))
    return section(words("screen.series.title"), sentence, scrolled, class_="whole" if broad else None)


def _share(game: GameInfo, name: str, words: Words, *, points: bool) -> str:
    """What a person got in a game of the series."""
    result = game.result
    if result is None:
        return "–"
    seat = game.names.index(name)
    if points:
        return str(result.scores[seat])
    return words("report.won") if seat in result.winners else "–"


def _series_sentence(after: Standing, words: Words) -> str:
    if after.decided:
        return series_title(after._replace(winners=tuple(map(isolate, after.winners))), words)
    leaders = words.join_list(map(isolate, after.leaders))
    key = "report.series-open" if not after.leaders or len(after.leaders) == len(after.people) else "report.series-led"
    return words(key, count=after.games, names=leaders)


# -- what happened


def _log(account: Account, log_entries: Sequence[Entry], words: Words) -> Markup:
    """All entries, the entries of one turn together."""
    blocks: list[Markup] = []
    for kind, group in groupby(_with_notes(log_entries), key=lambda part: NOTE if isinstance(part, str) else part.seat):
        turn = list(group)
        if kind == NOTE:
            blocks.append(element("li", [element("p", str(note), class_="note") for note in turn]))
            continue
        blocks.append(_turn(account, [entry for entry in turn if isinstance(entry, Entry)]))
    blocks += [element("li", element("p", note, class_="note")) for note in ending_notes(account, words)]
    inside = element("ol", blocks, class_="log") if blocks else element("p", words("report.nothing"))
    return section(words("report.log"), inside, class_="whole")


def _with_notes(log_entries: Sequence[Entry]) -> Iterable[Entry | str]:
    for entry in log_entries:
        yield from entry.notes
        yield entry


def _turn(account: Account, turn: Sequence[Entry]) -> Markup:
    """The entries of a turn; entries without consequences are side by side."""
    seat, whose = turn[0].seat, None
    if seat is not None:
        whose = join(badge(seat), element("bdi", account.kept.names[seat]))
        if len(turn) == 1:
            return element("li", element("ol", _entry(turn[0], whose)), class_="turn")
        whose = element("p", whose, class_="whose")
    parts = [
        element("ol", map(_entry, group), class_=None if came else "plain")
        for came, group in groupby(turn, key=lambda entry: bool(entry.came or entry.act))
    ]
    return element("li", whose, parts, class_="turn long" if len(turn) > LONG else "turn")


def _entry(entry: Entry, whose: Markup | None = None) -> Markup:
    """An entry with its number; `whose` is its player, if the player is not shown above it."""
    came = [
        element("p", _breakable(said.text), _rule(said.rule), class_="came heavy" if said.heavy else "came")
        for said in entry.came
    ]
    who = join(element("span", whose, class_="whose"), " ") if whose is not None else None
    done = element("div", element("p", who, entry.what, class_="did"), " " if came else None, came)
    number = element("span", str(entry.place), class_="number")
    return element("li", number, done, class_="entry act" if entry.act else "entry")


def _breakable(text: str) -> Markup:
    """A text whose lines may end before a minus behind a Japanese colon: there a browser breaks none of itself, and in
    a name that is too long for a line it would then break anywhere, also behind the minus.
    """
    return Markup(join(text).replace("：-", "：<wbr>-"))


def _rule(rule: str | None) -> Inside:
    """The number of a rule, behind its consequence."""
    return (" ", element("span", rule, class_="law")) if rule else None


def sealed(account: Account, words: Words) -> Markup | None:
    """The seal, the seed once it is known, and whether people went back after a look; None without a device."""
    chance = account.chance
    if not chance.seal:
        return None
    sentence = chance.sentence(words) or words("device.seal", seal=chance.seal)
    texts = [sentence, words("device.looked") if account.looked else ""]
    return element("p", [element("span", text) for text in texts if text], class_="facts")


def review_charts(account: Account, words: Words) -> list[Drawing]:
    """The win shares after each entry."""
    return [chart(account.reviewed.curve, "ply", account.kept.names, words)] if account.reviewed is not None else []


def review_list(account: Account, words: Words) -> Markup:
    """The moment of the game, what else changed it, then what chance and choices did for each player."""
    found, timeline = account.reviewed, account.timeline
    assert found is not None
    assert timeline is not None
    isolated = found._replace(step=snapshot_at(account.setup, timeline, len(timeline) - 1))
    return element("ul", [element("li", sentence) for sentence in isolated.sentences(words)])


# -- the game for BG Stats: a link for the device that shows the page, a code for a phone


def _bgstats(account: Account, words: Words) -> Markup | None:
    """The link and its code; None for a game without a result, and where the id of its record is not known."""
    play = Play(account.record, account.kept, account.seconds)
    address = link(play, account.steps[-1], words) if account.record else ""
    if not address:
        return None
    anchor = element("p", element("a", words("report.bgstats-add"), href=address))
    code = _code(address)
    about = element("p", words("report.bgstats-code"), class_="soft") if code is not None else None
    return section(words("report.bgstats"), anchor, about, code, class_="whole bgstats")


def _code(text: str) -> Markup | None:
    """The QR code of a text as SVG; None if it is too long for one, or segno is not installed."""
    if find_spec("segno") is None:
        return None
    import segno

    try:
        qr = segno.make_qr(text, error="l")
    except segno.DataOverflowError:
        return None
    return Markup(qr.svg_inline(omitsize=True, light="#fff", svgclass="code", lineclass=None))
