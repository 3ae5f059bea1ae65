"""A game is added as companion/games/README.md says: one folder, one line. Then the suites over all games run over it.

`sixth_game/nim` is the folder that somebody would write who adds a game; here it is put into a copy of the project.
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from project_copy import NOT_COPIED, copied, run

ADDED = Path(__file__).parent / "sixth_game"
REGISTRY = "companion/games/registry.py"
PYTEST = ("pytest", "-q", "-p", "no:cacheprovider", "-k", "nim")


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A copy of the project with Nim in it."""
    copy = copied(tmp_path_factory.mktemp("copy"))
    shutil.copytree(ADDED / "nim", copy / "companion" / "games" / "nim", ignore=NOT_COPIED)
    shutil.copytree(ADDED / "tests", copy / "tests", ignore=NOT_COPIED, dirs_exist_ok=True)
    entered(copy / REGISTRY, '    "army-ants",\n', '    "army-ants",\n    "nim",\n')
    return copy


def entered(file, old, new):
    """A line of a file made another one."""
    text = file.read_text("utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), "utf-8")


def passed_of(said):
    """How many tests pytest says have passed."""
    found = re.search(r"(\d+) passed", said)
    assert found is not None, said
    return int(found[1])


@pytest.mark.thorough
def test_the_suites_over_all_games_run_over_a_sixth_one(project):
    status, said = run(project, *PYTEST, "tests/games", "tests/test_fuzz.py")
    assert status == 0, said
    passed = passed_of(said)
    # Of the suite over all games alone there are more than twenty for each table; Nim has two, and three rules.
    assert passed >= 40
    assert "failed" not in said
    assert "skipped" not in said


@pytest.mark.thorough
def test_the_types_of_a_sixth_game_are_right(project):
    status, said = run(project, "mypy", "companion/games/nim")
    assert status == 0, said


@pytest.mark.thorough
def test_the_suites_notice_what_a_sixth_game_does_wrong(project):
    module = project / "companion/games/nim/engine/heap.py"
    right = module.read_text("utf-8")
    for old, new in (
        ("TAKES[: self.left]", "TAKES + TAKES"),
        ('"heap": self.left}', '"heap": {self.left}}'),
        ("and (now.turn != then.turn or not now.left)", ""),
    ):
        assert right.count(old) == 1
        module.write_text(right.replace(old, new), "utf-8")
        shutil.rmtree(module.parent / "__pycache__", ignore_errors=True)
        status, said = run(project, *PYTEST, "-x", "tests/games/test_every_game.py")
        assert status == 1, said
    module.write_text(right, "utf-8")
    shutil.rmtree(module.parent / "__pycache__")


def test_the_referee_knows_a_sixth_game(project):
    requests = [
        {"do": "new", "game": "nim", "players": ["Ada", "Ben"]},
        {"do": "play", "action": "take 4"},
        {"do": "play", "action": "take 3"},
        {"do": "set", "table": {"turn": 0, "heap": 2}},
        {"do": "play", "action": "take 2"},
    ]
    status, said = run(project, "companion", "referee", said="\n".join(map(json.dumps, requests)))
    assert status == 0
    began, refused, took, put, won = map(json.loads, said.splitlines())
    assert began["view"]["legal"] == ["take 1", "take 2", "take 3"]
    assert refused["error"] == {"code": "illegal", "rule": "NIM-2", "message": "4 are too many; at most 3 may be taken"}
    assert took["view"]["table"] == {"turn": 1, "heap": 7}
    assert put["view"]["ply"] == 2
    assert won["view"]["outcome"] == {"winners": [0], "scores": [1, 0]}
    assert "Nim (nim), 2 players\n  heap: Heap\n" in run(project, "companion", "games")[1]


START = """
import sys
from pathlib import Path
from companion.session.session import Session
from companion.games.installed import INSTALLED
from companion.record.record import Record
from hardware.clocks import SystemClock
with Record(Path(sys.argv[1]), INSTALLED) as journal:
    session = Session(journal, SystemClock())
    session.start("nim", ("Ada", "Ben"), {})
"""
TOLD = """
    for text in ("take 3", "take 3", "take 1", "take 3"):
        session.enter(text)
"""


def test_a_sixth_game_has_a_report_in_words_where_it_has_any(project, tmp_path):
    (project / "start_nim.py").write_text(START + TOLD, "utf-8")
    assert run(project, "start_nim", str(tmp_path)) == (0, "")
    status, page = run(project, "companion", "report", "last", "-o", "-", "--data", str(tmp_path))
    assert status == 0, page
    assert re.findall(r'class="did">(?:<span.*?</span>)?([^<]*)<', page) == ["take 3", "take 3", "take 1", "take 3"]
    assert "<h1>Ben wins</h1>" in page
    assert "Ben takes the last one and wins!" in page
    assert "Counters in the heap" in page  # the chart
    assert "<dd>Ben takes the last one" not in page


def test_a_sixth_game_is_on_the_glass_in_the_report_and_in_japanese(project, tmp_path):
    (project / "start_nim.py").write_text(START, "utf-8")
    assert run(project, "start_nim", str(tmp_path)) == (0, "")
    device = ("companion", "run", "--panel", "text", "--data", str(tmp_path))
    said = run(project, *device, said="ok\nquit\n")[1]
    assert "Traceback" not in said, said
    shown, taken = map(json.loads, said.splitlines()[:2])
    assert shown["lines"] == ["Ada", "9 left", "Ada 10", "take 1", "take 2", "take 3"]
    assert (taken["actions"], taken["lines"][0]) == (["take 1"], "Ben")
    status, page = run(project, "companion", "report", "-o", "-", "--data", str(tmp_path))
    assert status == 0, page
    assert "<dt>The heap</dt><dd>9</dd>" in page
    assert "<figcaption>The heap</figcaption>" in page
    status, page = run(project, "companion", "report", "-o", "-", "--data", str(tmp_path), "--language", "ja")
    assert status == 0, page
    assert "<dt>山</dt><dd>9</dd>" in page
    status, said = run(project, *PYTEST, "tests/ui/test_every_game_on_the_glass.py")
    assert status == 0, said
    assert passed_of(said) >= 10
