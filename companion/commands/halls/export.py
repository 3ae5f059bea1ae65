"""`companion hall export`: standings or results of a board in a file, as its pages give them; no network is needed."""

from __future__ import annotations

import json
import os
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from companion.commands.halls.configuration import CONFIG, add_config, load_config
from companion.commands.halls.opened_store import add_board_data, board_folder, opened_store
from companion.console import CommandError, path
from companion.console.record_access import STDOUT, explain_trouble, write_out
from companion.hall.answers import Answers, BadQuestion, Health, NotFound
from companion.hall.config import Config, parse_config
from companion.hall.ledger import Ledger
from companion.hall.paper import paper
from companion.hall.tables import Tables
from companion.record import RecordTrouble
from companion.services.hall.store import FILE, Store
from companion.words import Words

STANDINGS, RESULTS = "standings", "results"
CSV, JSON, HTML = "csv", "json", "html"
SCOPE = {
    "evening": ("DAY", "only this evening, like 2026-11-22"),
    "from": ("DAY", "from this evening on; --to is needed, too"),
    "to": ("DAY", "until this evening; --from is needed, too"),
    "league": ("NAME", "a league of hall.toml"),
    "kind": ("KEY", "only this game, like spartacus"),
}


def add(parser: ArgumentParser) -> None:
    """Arguments: what, of which time, in which format, and where to."""
    about = "standings (the default) or results; a page has both"
    parser.add_argument("what", metavar="WHAT", nargs="?", choices=(STANDINGS, RESULTS), default=STANDINGS, help=about)
    about = "as the board's pages give it; html is a page for paper and phones"
    parser.add_argument("--as", dest="format", choices=(CSV, JSON, HTML), required=True, help=about)
    for name, (value, about) in SCOPE.items():
        parser.add_argument(f"--{name}", dest=f"scope_{name}", metavar=value, help=about)
    parser.add_argument("-o", dest="file", metavar="FILE", type=path, help="write there, not to standard output")
    add_config(parser)
    add_board_data(parser)


def run(arguments: Namespace) -> int:
    """Write it; the exit status."""
    words = Words("en")
    config, folder = _config(arguments, words), board_folder(arguments)
    asked = {name: getattr(arguments, f"scope_{name}") for name in SCOPE}
    scope = {name: text for name, text in asked.items() if text is not None}
    with opened_store(arguments) as store:
        pages = Pages(config, store)
    try:
        text = pages.text(arguments.what, arguments.format, scope)
    except (BadQuestion, NotFound) as wrong:
        raise CommandError(str(wrong)) from wrong
    file: Path | None = arguments.file
    place = Path(os.path.realpath(file or STDOUT))
    if place.parent == Path(os.path.realpath(folder)) and place.name.startswith(FILE):
        raise CommandError(f"{file} is the database of the board; another name is needed")
    try:
        write_out([text], file, folder)
    except RecordTrouble as trouble:
        raise CommandError(*explain_trouble(trouble, words), status=1) from trouble
    return 0


class Pages:
    """The answers of a board, from its database."""

    def __init__(self, config: Config, store: Store) -> None:
        own = config.board
        ledger = Ledger(store.rows(), store.owners(), store.forgotten(), own.zone, own.begins, guarded=False)
        self._title = own.title
        self._answers = Answers(config, store.id, ledger, Tables())

    def text(self, what: str, form: str, scope: dict[str, str]) -> str:
        """Standings or results of a scope; raises BadQuestion and NotFound."""
        if form == HTML:
            return paper(self._title, json.loads(self._answer(STANDINGS, JSON, scope)), self._results(scope))
        if what == STANDINGS:
            return self._answer(STANDINGS, form, scope)
        if form == JSON:
            page = {"results": self._results(scope), "next": None}
            return json.dumps(page, ensure_ascii=False, separators=(",", ":"))
        heads, *rest = [self._answer(RESULTS, CSV, scope, after) for after, _ in self._parts(scope)]
        return heads + "".join([piece.partition("\r\n")[2] for piece in rest])

    def _results(self, scope: dict[str, str]) -> list[dict[str, Any]]:
        """All results."""
        return [result for _, results in self._parts(scope) for result in results]

    def _parts(self, scope: dict[str, str]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
        """What asks for each part of the results, and the part; the board gives 500 at a time."""
        after: str | None = ""
        while after is not None:
            page = json.loads(self._answer(RESULTS, JSON, scope, after))
            yield after, page["results"]
            after = page["next"]

    def _answer(self, what: str, form: str, scope: dict[str, str], after: str = "") -> str:
        query = urlencode({**scope, **({"after": after} if after else {})})
        health = Health("", None, {}, {}, 0)  # another page has it
        return self._answers.answer(f"/{what}.{form}", query, 0.0, time.time(), health).text


def _config(arguments: Namespace, words: Words) -> Config:
    """The configuration; where the usual file is not there, one without leagues and without the name of the club."""
    if arguments.config == CONFIG and not CONFIG.is_file():
        return parse_config('club = "none"\nbroker = "mqtt://localhost"', lambda name: "")._replace(club="")
    return load_config(arguments, words)
