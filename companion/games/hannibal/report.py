"""The map of Hannibal vs Rome: three lanes between the capitals, the routes and the pieces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.hannibal.engine.board import BORDERS, PLACES, ROUTES
from companion.games.hannibal.engine.cards import CARTHAGE, ROME
from companion.games.hannibal.table_map import AT, COLUMN, ROWS, count, place_word
from companion.games.hannibal.text import place_name
from companion.play.timeline import GameSetup, Timeline
from companion.report.drawing import Drawing, badge, box, line, piece, svg, text
from companion.report.markup import Markup, element, join
from companion.words import Words

REGION_WIDE, REGION_HIGH = 54.0, 54.0
PITCH, LANE = 57.5, 72.0
HIGH = 2 * LANE + REGION_HIGH + 12
COLUMNS = {**COLUMN, "GAL": 1.2, "NHI": 2.4, "SHI": 3.6, "MAU": 4.8}
"""The distance of each place from Rome: the four regions of the upper lane are spread evenly."""


def draw(setup: GameSetup, timeline: Timeline, words: Words) -> tuple[Drawing, ...]:
    """The map with its pieces; none if people entered only chips."""
    table = timeline[-1].position.table()
    if "legions" not in table:
        return ()
    title = words("report.map")
    core = setup.options.get("core") is True
    about = words.join_list(_about(place_word(table, name, core=core), words) for row in ROWS for name in row)
    roads = [line(*where(PLACES[one]), *where(PLACES[other]), "road") for one, other in BORDERS]
    seas = [_sea(route) for route in ROUTES]
    regions = [_region(table, name, words) for name in AT if name not in ROUTES]
    fleets = [_tokens(_pieces(table, route), *where(route)) for route in ROUTES]
    of_side = [words("report.of", what=words(f"report.side.hannibal-{seat}"), about="") for seat in (ROME, CARTHAGE)]
    sides = [
        element("span", badge(seat), of_side[seat], element("bdi", name), " ") for seat, name in enumerate(setup.names)
    ]
    below = element("p", sides, words("report.map-signs"), class_="legend")
    drawing = svg(title, about, HIGH, roads, seas, regions, fleets)
    return (Drawing(title, join(drawing, below)),)


def _about(place: str, words: Words) -> str:
    """A place of `place_word` with its name: `Rome: 7`."""
    name, _, pieces = place.partition(":")
    where = place_name(words, name)
    return words("report.of", what=where, about=pieces) if pieces else where


def where(name: str) -> tuple[float, float]:
    """The middle of a place."""
    return 27.5 + PITCH * COLUMNS[name], 6 + REGION_HIGH / 2 + LANE * AT[name][0]


def _sea(route: str) -> Markup:
    """The line of a route between two regions, in waves."""
    (x, y), (end, below) = where(route[:3]), where(route[4:])
    # A route between lanes starts and ends in the middle of its regions, which are drawn over it.
    waves, step = 12, (end - x) / 12
    rise = (below - y) / waves
    high = [rise / 2 + (5 if at % 2 else -5) for at in range(waves)]
    bends = " ".join([f"q{step / 2:.1f},{bend:.1f} {step:.1f},{rise:.1f}" for bend in high])
    return element("path", d=f"M{x:.1f},{y:.1f} {bends}", class_="sea")


def _region(table: Mapping[str, Any], name: str, words: Words) -> Markup:
    x, y = where(name)
    fought = table["battle"]
    class_ = "region fought" if fought is not None and fought["at"] == name else "region"
    frame = box(x - REGION_WIDE / 2, y - REGION_HIGH / 2, REGION_WIDE, REGION_HIGH, class_, round_=7)
    named = text(x, y - REGION_HIGH / 2 + 10, place_name(words, name), class_="place")
    return element("g", frame, named, _tokens(_pieces(table, name), x, y + 9))


def _pieces(table: Mapping[str, Any], name: str) -> list[tuple[int, str]]:
    """The pieces in a place: the seat, and the text on the piece."""
    here = [(seat, str(count(table, seat, name))) for seat in (ROME, CARTHAGE) if count(table, seat, name)]
    return [*here, *([(CARTHAGE, "H")] if table["hannibal"] == name else [])]


def _tokens(tokens: list[tuple[int, str]], x: float, y: float) -> list[Markup]:
    """Pieces side by side around a point; three of them are closer together."""
    pitch, size = (21.0, 9.5) if len(tokens) < 3 else (15.5, 7.5)
    first = x - pitch * (len(tokens) - 1) / 2
    return [piece(seat, first + pitch * at, y, size, label) for at, (seat, label) in enumerate(tokens)]
