"""Standings and results as a page for paper and for phones, without a board that runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.hall.messages import FINAL
from companion.hall.wall import DIGITS
from companion.report.markup import Inside, Markup, document, element, isolate, section

_SCOPE = {"evening": "evening of {}", "from": "from {}", "to": "to {}", "league": "league {}", "kind": "only {}"}


def paper(title: str, standings: Mapping[str, Any], results: Sequence[Mapping[str, Any]]) -> str:
    """The page as HTML, from what `/standings.json` and `/results.json` say. Ends that were taken back are left out."""
    final = [result for result in results if result["state"] == FINAL]
    final.sort(key=lambda result: (result["day"], result["record"], result["game"]))
    facts = [form.format(standings["scope"][name]) for name, form in _SCOPE.items() if name in standings["scope"]]
    facts.append("1 game" if standings["games"] == 1 else f"{standings['games']} games")
    head = element(
        "header",
        element("p", str(standings["club"]), class_="game"),
        element("h1", title),
        element("p", [element("span", fact) for fact in facts], class_="facts"),
    )
    parts = [
        head,
        section("Standings", _standings(standings["lines"]), class_="whole"),
        section("Results", _results(final), class_="whole") if final else None,
    ]
    return document(title, "en", parts)


def _standings(lines: Sequence[Mapping[str, Any]]) -> Markup:
    counts = [
        "games",
        "won",
        "drawn",
        "lost",
        *(["points"] if any(line["points"] is not None for line in lines) else []),
    ]
    heads: list[tuple[str, str | None]] = [("", "count"), ("", None)]
    heads += [(name.capitalize(), "count") for name in (*counts, "score")]
    rows = [
        element(
            "tr",
            _count(line["place"]),
            element("th", _shown(line), scope="row"),
            [_count(line[name]) for name in (*counts, "score")],
        )
        for line in lines
    ]
    return _table(heads, rows)


def _results(results: Sequence[Mapping[str, Any]]) -> Markup:
    heads = [("Evening", None), ("Game", None), ("Table", None), ("Players, by place", None), ("", None)]
    rows = [
        element(
            "tr",
            [element("td", str(text)) for text in (result["day"], result["title"], result["table"])],
            element("td", _players(result)),
            element("td", "" if result["ended"] == "played" else result["ended"]),
        )
        for result in results
    ]
    return _table(heads, rows)


def _players(result: Mapping[str, Any]) -> str:
    scores = result["scores"]
    seats = sorted(range(len(result["players"])), key=lambda seat: (result["places"][seat], seat))
    return ", ".join(
        [
            f"{result['places'][seat]}. {_shown(result['players'][seat])}"
            + (f" {scores[seat]}" if scores is not None else "")
            for seat in seats
        ]
    )


def _shown(person: Mapping[str, Any]) -> str:
    """The name of a person; without one the first digits of the id, as on the wall."""
    name = person["name"]
    return isolate(name) if name is not None else person["person"][:DIGITS]


def _count(value: object) -> Markup:
    return element("td", "" if value is None else str(value), class_="count")


def _table(heads: Sequence[tuple[str, str | None]], rows: Inside) -> Markup:
    head = element("tr", [element("th", text, class_=kind, scope="col") for text, kind in heads])
    return element("table", element("thead", head), element("tbody", rows))
