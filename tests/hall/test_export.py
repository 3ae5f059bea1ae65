"""What `companion hall export` writes: the same as the pages of the board, and a page for paper."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hall.results import ADA, BEN, CLEO, OTHER, RESULT, withdrawn
from pypdf import PdfReader

from companion.cli import main
from companion.hall.config import parse_config
from companion.hall.intake import CheckedMessage
from companion.hall.ledger import Ledger
from companion.hall.messages import Person, ResultMessage
from companion.services.hall.board import BrokerEvent, HallBoard
from companion.services.hall.events import Events, Stop
from companion.services.hall.store import FILE, Store
from hardware.systemd import Manager

if TYPE_CHECKING:
    from browser import Browser

CONFIG = """
club = "arena"
broker = "mqtt://127.0.0.1"
[board]
title = "Arena & friends"
[league.autumn]
from = "2026-11-01"
to = "2026-11-30"
kinds = ["spartacus"]
win = 3
"""
EVIL = "<b>=Eve"
NOVEMBER, DECEMBER = "2026-11-22T19:48:10Z", "2026-12-24T19:00:00Z"
ARRIVED = 1798200000.0  # after both
PLAYED = (
    RESULT,
    RESULT._replace(game=18, places=(2, 1), scores=(3, 8)),
    RESULT._replace(game=19, kind="skat", title="Skat", players=(ADA, BEN, CLEO), places=(1, 1, 1), scores=None),
    RESULT._replace(record=OTHER, game=1, players=(CLEO, Person("4" * 16, EVIL)), places=(2, 1), finished=DECEMBER),
    withdrawn(RESULT._replace(record=OTHER, game=2), 1100),
)


def fill(folder: Path, results: tuple[ResultMessage, ...]) -> None:
    own = parse_config(CONFIG, lambda name: "").board
    ledger = Ledger((), {}, set(), own.zone, own.begins, guarded=False)
    for result in results:
        ledger.take(CheckedMessage("t1", result, False), result, ARRIVED)
    store = Store(folder)
    store.commit(ledger.rows.values(), ())
    store.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    fill(tmp_path / "board", PLAYED)
    (tmp_path / "hall.toml").write_text(CONFIG)
    return tmp_path


@pytest.fixture
def board(folder: Path) -> Iterator[HallBoard]:
    events: Events[BrokerEvent | Stop] = Events()
    found = HallBoard(parse_config(CONFIG, lambda name: ""), folder / "board", folder, events)
    yield found
    events.put(Stop())
    with closing(events):
        found.run(Manager({}))


def export(folder: Path, *words: str) -> str:
    out, config = folder / "out", folder / "hall.toml"
    assert (
        main(["hall", "export", "--config", str(config), "--data", str(folder / "board"), "-o", str(out), *words]) == 0
    )
    return out.read_bytes().decode()


@pytest.mark.parametrize("what", ["standings", "results"])
@pytest.mark.parametrize("form", ["json", "csv"])
@pytest.mark.parametrize(
    ("words", "query"),
    [
        ([], ""),
        (["--evening", "2026-11-22"], "evening=2026-11-22"),
        (["--from", "2026-12-01", "--to", "2026-12-31"], "from=2026-12-01&to=2026-12-31"),
        (["--league", "autumn"], "league=autumn"),
        (["--evening", "2026-11-22", "--kind", "skat"], "evening=2026-11-22&kind=skat"),
    ],
)
def test_it_is_what_the_pages_of_the_board_say(
    folder: Path, board: HallBoard, what: str, form: str, words: list[str], query: str
) -> None:
    assert export(folder, what, "--as", form, *words) == board.answer(f"/{what}.{form}", query).text


def test_the_standings_of_an_evening_are_those_of_its_results(folder: Path) -> None:
    found = json.loads(export(folder, "--as", "json", "--evening", "2026-11-22"))
    assert (found["club"], found["games"]) == ("arena", 3)
    assert [(line["place"], line["name"], line["games"], line["won"], line["score"]) for line in found["lines"]] == [
        (1, "Ada", 3, 1, 3), (1, "Ben", 3, 1, 3), (3, "Cleo", 1, 0, 1),
    ]  # fmt: skip
    rows = list(csv.reader(io.StringIO(export(folder, "--as", "csv", "--kind", "spartacus"))))
    assert rows[0] == ["place", "person", "name", "games", "won", "drawn", "lost", "points", "score"]
    assert rows[1] == ["1", "4" * 16, EVIL, "1", "1", "0", "0", "9", "2"]
    assert rows[2] == ["2", ADA.person, "Ada", "2", "1", "0", "1", "15", "2"]


def test_more_results_than_a_page_of_the_board_has_are_all_there(tmp_path: Path) -> None:
    fill(tmp_path / "board", tuple([RESULT._replace(game=number) for number in range(1, 1002)]))
    (tmp_path / "hall.toml").write_text(CONFIG)
    found = json.loads(export(tmp_path, "results", "--as", "json"))
    assert ([one["game"] for one in found["results"]], found["next"]) == ([*range(1, 1002)], None)
    rows = list(csv.reader(io.StringIO(export(tmp_path, "results", "--as", "csv"))))
    assert [row[1] for row in rows] == ["game", *map(str, range(1, 1002))]


def test_results_as_csv_have_columns_for_each_seat(tmp_path: Path) -> None:
    three = RESULT._replace(
        game=18, players=(ADA, BEN, CLEO._replace(name=None)), teams=(0, 1, 0), places=(1, 2, 1), scores=(5, -7, 5)
    )
    fill(tmp_path / "board", (RESULT, three, withdrawn(three._replace(game=19), 1043)))
    (tmp_path / "hall.toml").write_text(CONFIG)
    heads, two, with_teams, taken_back = csv.reader(io.StringIO(export(tmp_path, "results", "--as", "csv")))
    of_seats = [f"{name} {seat}" for seat in (1, 2, 3) for name in ("name", "person", "place", "score", "team")]
    assert heads == [
        "record", "game", "revision", "hash", "state", "kind", "title", "table", "day", "ended", "signed", "disputed",
        "arrived", *of_seats,
    ]  # fmt: skip
    assert two[13:] == ["Ada", ADA.person, "1", "12", "", "Ben", BEN.person, "2", "9", "", *[""] * 5]
    assert with_teams[13:] == [
        "Ada", ADA.person, "1", "5", "0", "Ben", BEN.person, "2", "-7", "1", "", CLEO.person, "1", "5", "0",
    ]  # fmt: skip
    assert taken_back[13:18] == ["Ada", ADA.person, "", "", "0"]
    assert [row[10:12] for row in (two, with_teams, taken_back)] == [["false", "false"]] * 3


def test_the_page_has_standings_and_results_and_names_are_escaped(folder: Path) -> None:
    page = export(folder, "--as", "html")
    assert "<b>" not in page
    assert "<script" not in page
    assert "<h1>Arena &amp; friends</h1>" in page
    assert '<td class="count">3</td><th scope="row">&lt;b&gt;=Eve</th>' in page
    assert "<td>2026-11-22</td><td>Spartacus</td><td>t1</td><td>1. Ada 12, 2. Ben 9</td><td></td>" in page
    assert "<td>1. Ada, 1. Ben, 1. Cleo</td>" in page
    assert page.count("<td>2026-12-24</td>") == 1  # the end that was taken back is not among them
    assert "league autumn</span><span>2 games<" in export(folder, "--as", "html", "--league", "autumn")
    assert "only skat</span><span>1 game<" in export(folder, "--as", "html", "--kind", "skat")


def test_the_page_says_of_a_game_that_was_not_played_to_its_end_how_it_ended(tmp_path: Path) -> None:
    fill(tmp_path / "board", (RESULT._replace(ended="agreed", places=(1, 1), scores=None),))
    (tmp_path / "hall.toml").write_text(CONFIG)
    assert "<td>1. Ada, 1. Ben</td><td>agreed</td>" in export(tmp_path, "--as", "html")


def test_the_page_prints_on_a4_and_needs_no_script(folder: Path, browser: Browser) -> None:
    (folder / "page.html").write_text(export(folder, "--as", "html"))
    browser.open(folder / "page.html", 360)
    assert browser.too_wide() == []
    assert browser.faint() == []
    assert browser.said() == []
    (sheet,) = PdfReader(io.BytesIO(browser.pdf())).pages
    assert (round(sheet.mediabox.width), round(sheet.mediabox.height)) == (595, 842)
    assert "Standings" in sheet.extract_text()
    assert "2026-12-24" in sheet.extract_text()


def test_without_names_people_are_numbers_and_a_club_may_have_no_file(folder: Path, capsys: Any) -> None:
    fill(folder / "nameless", (RESULT._replace(players=(Person(ADA.person, None), Person(BEN.person, None))),))
    assert main(["hall", "export", "--as", "html", "--data", str(folder / "nameless")]) == 0
    assert "1. 1111 12, 2. 2222 9" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "status", "why"),
    [
        (["--evening", "yesterday"], 2, "a day is written as 2026-11-22"),
        (["--from", "2026-11-01"], 2, "league"),
        (["--league", "none"], 2, "hall.toml has no league none"),
        (["--data", "nowhere"], 1, "board.sqlite3 is not there; name the folder of the board with --data"),
        (["-o", "{folder}/none/file"], 1, "file"),
        (["-o", f"{{folder}}/board/{FILE}"], 2, "is the database of the board; another name is needed"),
    ],
)
def test_what_cannot_be_written_is_said(folder: Path, words: list[str], status: int, why: str, capsys: Any) -> None:
    named = [word.format(folder=folder) for word in words]
    start = ["hall", "export", "--as", "csv", "--config", str(folder / "hall.toml"), "--data", str(folder / "board")]
    assert main([*start, *named]) == status
    assert why in capsys.readouterr().err
