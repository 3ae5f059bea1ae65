"""A game is added as companion/games/README.md says: a folder and a line. Then everything that checks games checks it.

`sixth_game` has the folders that somebody would write who adds a game: Nim, and Three Cards, a card game whose hands
only their owners see, with labels, without an option `entry`, without a mind and without a drawing. Both are put into
one copy of the project here, each by its folder, its tests and its line.
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from letters import need_letters
from project_copy import NOT_COPIED, copied, run

ADDED = Path(__file__).parent / "sixth_game"
FOLDERS = ("nim", "three_cards")
REGISTRY = "companion/games/registry.py"
PYTEST = ("pytest", "-q", "-p", "no:cacheprovider")
WITH_GATE = ("-m", "not thorough")
OVER_GAMES = re.compile(r"\bGAMES\b|\bAllGames\b|\bvariants\b|\bscenes\b|\bparse_toml\b|\bwrite_shell_files\b")
"""What stands in a module of tests that runs over all games, their texts, or the commands that name them."""
BY_NAME = "nim or three-cards or three_cards"
GREAT = ("tests/games/test_every_game.py", "tests/ui/test_every_game_on_the_glass.py")
"""The suites over all games that the quick run takes; the gate takes all."""
WHOLE = (
    "test_words or test_house or test_help or random_evenings_have or games_are_listed or every_screen_looks "
    "or title_is_not_inverted or paints_in_small_letters or test_japanese or test_rules_are_covered "
    "or test_shell_files or test_ink or levels_are_those_of_the_minds or referee_offers_the_pads or names_in_a_circle"
)
"""Suites over all games whose tests do not carry the name of one."""


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A copy of the project with both games in it, the pictures of all scenes, and the files of shells."""
    copy = copied(tmp_path_factory.mktemp("copy"))
    for folder in FOLDERS:
        shutil.copytree(ADDED / folder, copy / "companion" / "games" / folder, ignore=NOT_COPIED)
    shutil.copytree(ADDED / "tests", copy / "tests", ignore=NOT_COPIED, dirs_exist_ok=True)
    changed(copy / REGISTRY, '    "army-ants",\n', '    "army-ants",\n    "nim",\n    "three-cards",\n')
    (copy / "write_again.py").write_text(WRITE_AGAIN, "utf-8")
    for command in ("write_frames.py tests/frames", "write_shell_files.py"):
        assert run(copy, "write_again", *f"tests/{command}".split()) == (0, "")
    return copy


WRITE_AGAIN = """
import runpy, sys
sys.path.insert(0, "tests")
runpy.run_path(sys.argv.pop(1), run_name="__main__")
"""


def changed(file, old, new):
    """Replace a text that stands once in a file; the content before."""
    before = file.read_text("utf-8")
    assert before.count(old) == 1
    file.write_text(before.replace(old, new), "utf-8")
    return before


def passed_of(said):
    """How many tests pytest says have passed."""
    found = re.search(r"(\d+) passed", said)
    assert found is not None, said
    return int(found[1])


def suites(project):
    """The modules of tests that run over all games, and the games' own."""
    modules = sorted((project / "tests").rglob("test_*.py"))
    own = [f"test_{folder}.py" for folder in FOLDERS]
    return [str(file) for file in modules if file.name in own or OVER_GAMES.search(file.read_text("utf-8"))]


def test_the_two_great_suites_run_over_games_that_are_added(project):
    status, said = run(project, *PYTEST, "-k", BY_NAME, *GREAT)
    assert status == 0, said
    # There are more than seven for each table that the quick run takes in turn.
    assert passed_of(said) >= 40
    assert "skipped" not in said


@pytest.mark.gate
def test_all_suites_over_all_games_run_over_games_that_are_added(project):
    need_letters("ja")
    status, said = run(project, *PYTEST, *WITH_GATE, "-k", f"{BY_NAME} or {WHOLE}", *suites(project))
    assert status == 0, said
    assert passed_of(said) >= 250
    assert "skipped" not in said


def test_every_picture_of_an_added_game_is_written(project):
    names = {file.stem for file in (project / "tests/frames").iterdir()}
    assert {"nim-table", "three-cards-table", "three-cards-audit", "three-cards-row", "table"} <= names


LINT = """
import sys
from importlinter.cli import lint_imports
sys.path.insert(0, "")
sys.exit(lint_imports(cache_dir=None))
"""


def test_the_import_contracts_hold_for_added_games_and_notice_what_they_may_not_do(project):
    (project / "lint.py").write_text(LINT, "utf-8")
    status, said = run(project, "lint")
    assert status == 0, said
    assert "0 broken" in said
    rules, screens = project / "companion/games/nim/engine/heap.py", project / "companion/games/three_cards/screens.py"
    first = changed(rules, "from companion.reader", "import random\n\nfrom companion.reader")
    second = changed(screens, "from companion.ui.choices", "import companion.games.nim.text\nfrom companion.ui.choices")
    status, said = run(project, "lint")
    rules.write_text(first, "utf-8")
    screens.write_text(second, "utf-8")
    assert status == 1, said
    assert "companion.games.nim.engine.heap -> random" in said
    assert "companion.games.three_cards.screens -> companion.games.nim.text" in said


def test_the_types_and_the_style_of_added_games_are_right(project):
    folders = [f"companion/games/{folder}" for folder in FOLDERS]
    status, said = run(project, "mypy", *folders)
    assert status == 0, said
    tests = [f"tests/{folder}" for folder in ("games", "hands", "scenes")]
    status, said = run(project, "ruff", "check", "--no-cache", *folders, *tests)
    assert status == 0, said


WRONG = {
    "test_legal_lists_everything_once": ("TAKES[: self.left]", "TAKES + TAKES"),
    "test_positions_never_change": ('"heap": self.left}', '"heap": {self.left}}'),
    "test_messages_and_instructions_to_put_back_have_words": ("and (now.turn != then.turn or not now.left)", ""),
}
"""Faults of Nim, and the test that notices each of them and would pass with the other two."""


@pytest.mark.gate
def test_the_suites_notice_what_an_added_game_does_wrong(project):
    module = project / "companion/games/nim/engine/heap.py"
    right = module.read_text("utf-8")
    for old, new in WRONG.values():
        changed(module, old, new)
    shutil.rmtree(module.parent / "__pycache__", ignore_errors=True)
    wrong = f"nim and ({' or '.join(WRONG)})"
    status, said = run(project, *PYTEST, *WITH_GATE, "-k", wrong, "tests/games/test_every_game.py")
    module.write_text(right, "utf-8")
    shutil.rmtree(module.parent / "__pycache__")
    assert status == 1, said
    failed = re.findall(r"^FAILED tests/games/test_every_game.py::(\w+)", said, re.MULTILINE)
    assert all(any(name.startswith(test) for name in failed) for test in WRONG), said


SLIPS = {
    "a key unlike that in the registry": (
        "__init__.py", 'key = "nim"', 'key = "heap"',
        "companion.games.nim: the key of GAME is 'heap', and its line in registry.py is 'nim'",
    ),
    "a text without quotes": (
        "words/en.toml", '"{heap} {heap:counter|counters} in a heap."', "ten",
        "nim/words/en.toml, below [setup.nim]: invalid value (at line 1, column 8)",
    ),
}  # fmt: skip


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_in_an_added_game_is_named_with_its_place(project, slip):
    file, old, new, said = SLIPS[slip]
    place = project / "companion/games/nim" / file
    right = changed(place, old, new)
    status, answer = run(project, "companion", "games")
    place.write_text(right, "utf-8")
    assert status == 1
    assert said in answer


def test_the_referee_knows_an_added_game(project):
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
    games = run(project, "companion", "games")[1]
    assert "Nim (nim), 2 players\n  heap: Heap\n" in games
    assert "Three Cards (three-cards), 2 to 4 players\n  low: Low card\n" in games


def replies(project, *requests):
    """What `companion referee` replies to these requests. The end of input would stop the last thought."""
    status, said = run(project, "companion", "referee", said="\n".join(map(json.dumps, [*requests, {"do": "view"}])))
    assert status == 0
    return [json.loads(line) for line in said.splitlines()][:-1]


NEW = {"do": "new", "game": "nim", "players": ["Ada", "Ben"]}


def test_a_sixth_game_without_a_mind_of_its_own_can_be_played_against(project):
    # Who leaves a multiple of four wins: any turn of the other, and one more, take four counters together.
    best = {heap: f"take {heap % 4}" for heap in range(2, 9) if heap % 4}
    for level in (1, 4):
        asked = [
            request
            for heap in best
            for request in (
                {"do": "set", "table": {"turn": 1, "heap": heap}},
                {"do": "think", "seat": 1, "level": level},
            )
        ]
        thoughts = [reply["thought"] for reply in replies(project, NEW, *asked)[2::2]]
        assert [thought["action"] for thought in thoughts] == list(best.values())
        assert all(thought["exact"] and thought["win"] == [0.0, 1.0] for thought in thoughts)


def test_the_odds_the_advice_and_the_review_of_a_sixth_game_are_those_of_the_solved_game(project):
    played = [
        {"do": "play", "action": action} for action in ("take 2", "take 1", "take 2", "take 1", "take 3", "take 1")
    ]
    _, lost, _, advised, *_, review = replies(
        project,
        {**NEW, "options": {"heap": "twenty"}},
        {"do": "odds", "work": 20},
        NEW,
        {"do": "advise", "work": 20},
        *played,
        {"do": "review", "work": 20},
    )
    assert lost["odds"] == {"win": [0.0, 1.0], "exact": True, "work": 1}
    assert (advised["advice"]["action"], advised["advice"]["exact"]) == ("take 2", True)
    plies = review["review"]["plies"]
    # 10: take 2 is right. 8 is lost whatever is taken. 7: three are right. 5: one is right. 4 is lost. 1 is left.
    assert [ply["faults"] for ply in plies] == [[[0, 0.0]], [[1, 0.0]], [[0, -1.0]], [[1, 0.0]], [[0, 0.0]], []]
    assert [ply["kind"] for ply in plies] == ["choice"] * 5 + ["forced"]
    assert plies[-1]["after"] == review["review"]["final"] == [0.0, 1.0]


def test_nothing_thinks_in_a_sixth_game_that_says_so(project):
    asked = ({"do": "think", "seat": 0, "level": 1}, {"do": "odds"}, {"do": "sit", "seat": 0, "level": 1})
    refused = replies(project, {**NEW, "game": "three-cards"}, *asked)[1:]
    assert [reply["error"]["code"] for reply in refused] == ["no-mind"] * 3


START = """
import sys
from pathlib import Path
from companion.session.session import Session
from companion.games.installed import INSTALLED
from companion.record.record import Record
from hardware.clocks import SystemClock
folder, game, *actions = sys.argv[1:]
with Record(Path(folder), INSTALLED) as journal:
    session = Session(journal, SystemClock())
    session.start(game, ("Ada", "Ben"), {})
    for action in actions:
        session.enter(action)
"""


@pytest.fixture(scope="module")
def begin(project):
    """Begins a game in a folder, with these actions."""
    (project / "start_game.py").write_text(START, "utf-8")

    def begin(folder, game, *actions):
        assert run(project, "start_game", str(folder), game, *actions) == (0, "")

    return begin


def test_an_added_game_has_a_report_in_words_where_it_has_any(project, begin, tmp_path):
    begin(tmp_path, "nim", "take 3", "take 3", "take 1", "take 3")
    status, page = run(project, "companion", "report", "last", "-o", "-", "--data", str(tmp_path))
    assert status == 0, page
    assert re.findall(r'class="did">(?:<span.*?</span> )?([^<]*)<', page) == ["take 3", "take 3", "take 1", "take 3"]
    assert "<h1>Ben wins</h1>" in page
    assert "Ben takes the last one and wins!" in page
    assert "Counters in the heap" in page  # the chart
    assert "<dd>Ben takes the last one" not in page


def test_an_added_game_is_on_the_glass_in_the_report_and_in_japanese(project, begin, tmp_path):
    begin(tmp_path, "nim")
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


def test_of_hidden_hands_only_the_cards_that_lie_face_up_are_shown(project, begin, tmp_path):
    begin(tmp_path, "three-cards", "lay 7")
    device = ("companion", "run", "--panel", "text", "--data", str(tmp_path))
    said = run(project, *device, said="ok\nquit\n")[1]
    assert "Traceback" not in said, said
    shown, laid = map(json.loads, said.splitlines()[:2])
    cards = [str(card) for card in range(1, 13) if card != 7]
    assert shown["lines"] == ["Ben", "takes it: Ada", "Ada 0", "Ben 0", *cards]
    assert (laid["actions"], laid["banner"]) == (["lay 6"], "Ada takes the trick with the 7")
    status, page = run(project, "companion", "report", "-o", "-", "--data", str(tmp_path))
    assert status == 0, page
    assert "<dt>Ada</dt><dd>7 ? ?</dd>" in page
