"""The page for a wall: the tables as tiles, the live ones first, and the standings of the evening beside them."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from companion.hall.standings import StandingLine
from companion.hall.tables import Line

TILES = 40
"""The number of tiles on a page."""
CROWDS = (4, "few"), (9, "some"), (20, "several"), (TILES, "all")
"""How many tiles a page has at most to be called so: `wall.css` makes them as large as fit."""
STANDINGS = 20
SHOWS = ("both", "tables", "standings")


def wall_page(
    heading: str, lines: Sequence[Line], standings: Sequence[StandingLine], show: str = "both", page: int = 0
) -> str:
    """The page as HTML. `page` counts on for ever; after the last page comes the first."""
    pages = max(1, -(-len(lines) // TILES))
    first = page % pages * TILES
    parts = []
    if show != "standings":
        shown = lines[first : first + TILES]
        tiles = "".join([_tile(line) for line in shown]) or "<p>No table has been heard of yet.</p>"
        crowd = next(name for most, name in CROWDS if len(shown) <= most)
        parts.append(f'<section class="tables {crowd}">{tiles}</section>')
    if show != "tables":
        rows = "".join([_row(line) for line in standings[:STANDINGS]])
        head = "<tr><th></th><th></th><th>Games</th><th>Won</th><th>Score</th></tr>"
        parts.append(f'<section class="standings"><table><thead>{head}</thead><tbody>{rows}</tbody></table></section>')
    count = f"<p>{page % pages + 1} of {pages}</p>" if pages > 1 and show != "standings" else ""
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{escape(heading)}</title><link rel="icon" href="icon.svg">'
        '<link rel="stylesheet" href="wall.css"><script src="wall.js" defer></script>'
        f'</head><body class="{show}"><header><h1>{escape(heading)}</h1>{count}</header><main>{"".join(parts)}</main>'
        "</body></html>"
    )


def _tile(line: Line) -> str:
    title = escape(line.title or "")
    people = "".join([_seat(number, seat) for number, seat in enumerate(line.players, 1)])
    says = f'<p class="says">{escape(line.says)}</p>' if line.says else ""
    many = ' class="many"' if len(line.players) > 5 else ""
    warnings = f'<p class="warning">{escape(" · ".join(line.warnings))}</p>' if line.warnings else ""
    age = "" if line.live else f'<p class="age">{silent(line.age)}</p>'
    state = "live" if line.live else "silent"
    return (
        f'<article class="{state}"><h2>{escape(line.table)} <span>{title}</span></h2>'
        f"<ul{many}>{people}</ul>{says}{age}{warnings}</article>"
    )


def _seat(number: int, seat: dict[str, object]) -> str:
    name, points = seat["name"], seat["points"]
    marks = " ".join([mark for mark in ("turn", "leads", "won", "out") if seat[mark]])
    shown = escape(str(name)) if name is not None else f"Seat {number}"
    return f'<li class="{marks}"><span>{shown}</span><b>{"" if points is None else points}</b></li>'


def _row(line: StandingLine) -> str:
    name = escape(line.name if line.name is not None else line.person[:4])
    return f"<tr><td>{line.place}</td><td>{name}</td><td>{line.games}</td><td>{line.won}</td><td>{line.score}</td></tr>"


def silent(age: int | None) -> str:
    """For how long nothing was heard of a table, in seconds, in words; None if it never was."""
    if age is None:
        return "not heard of yet"
    if age < 120:
        return f"silent for {age} s"
    return f"silent for {age // 60} min" if age < 7200 else f"silent for {age // 3600} h"
