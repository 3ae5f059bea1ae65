"""The READMEs: their links, the files and commands that they name, and the wires are right."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from datetime import date
from pathlib import Path

import pytest
import readme_commands

from companion import __version__
from companion.cli import find_commands, main
from companion.games import registry
from companion.games.pad.collection import SHIPPED, AllGames, shipped
from companion.kit.levels import CHILD_WITHOUT_LOOK
from companion.kit.search.weaker import CHILD_GIVES
from companion.referee import answer
from companion.words import Words

ROOT = Path(__file__).parents[1]
PAGES = {
    str(page.relative_to(ROOT)): page
    for top in (".github", "companion", "hardware", "systemd", "tests")
    for page in sorted((ROOT / top).rglob("*.md"))
} | {"README.md": ROOT / "README.md"}
PROGRAM = 'if __name__ == "__main__":'
BENCHES = [file for file in sorted((ROOT / "tests/bench").glob("*.py")) if PROGRAM in file.read_text("utf-8")]
everywhere = pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)


def anchors(page: Path) -> set[str]:
    """The headings of a page as links name them: in lower case, without punctuation, `-` for a blank."""
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@everywhere
def test_every_link_leads_to_a_file_and_a_heading_of_it(page: Path) -> None:
    for link in re.findall(r"\]\(([^)]+)\)", page.read_text("utf-8")):
        path, _, anchor = link.partition("#")
        target = page.parent / path if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


@everywhere
def test_every_file_named_with_its_folder_is_there(page: Path) -> None:
    path = r"(?<![\w/.-])((?:\.ci|\.github|companion|hardware|systemd|tests)/[\w./-]+\.\w+)(?=[` ])"
    named = re.findall(path, page.read_text("utf-8"))
    assert [name for name in named if not (ROOT / name).is_file() and "nim" not in name] == []


@everywhere
def test_every_command_named_is_one(page: Path) -> None:
    named = re.findall(r"(?:`|^|bin/)companion ([a-z][a-z-]*)\b", page.read_text("utf-8"), re.MULTILINE)
    assert set(named) <= set(find_commands())


def test_every_command_has_its_line() -> None:
    text = PAGES["companion/commands/README.md"].read_text("utf-8")
    known = set(find_commands())
    assert {"run", "referee"} < known
    assert {name for name in known if not re.search(rf"`(?:companion )?{name}\b", text)} == set()


def test_every_bench_has_its_line() -> None:
    text = PAGES["tests/README.md"].read_text("utf-8")
    assert [bench.name for bench in BENCHES if f"`{bench.name}`" not in text] == []


@pytest.mark.gate
@pytest.mark.parametrize("bench", BENCHES, ids=lambda bench: bench.name)
def test_every_bench_explains_itself(bench: Path) -> None:
    if "import numpy" in bench.read_text("utf-8"):
        pytest.importorskip("numpy")
    called = subprocess.run(
        [sys.executable, bench, "--help"], capture_output=True, text=True, check=False, cwd=ROOT, timeout=600
    )
    assert (called.returncode, called.stderr) == (0, "")
    assert f"python tests/bench/{bench.name}" in called.stdout


def test_the_wires_are_those_of_the_plain_board(capsys: pytest.CaptureFixture[str]) -> None:
    text = PAGES["hardware/README.md"].read_text("utf-8")
    rows = re.findall(r"^\| ((?:display|button) [A-Z]+) \| ([^|,]+).*\| (\d+) \|$", text, re.MULTILINE)
    main(["wiring", "plain"])
    line = r"^((?:display|button) [A-Z]+) +(3V3|GND|GPIO \d+) +(\d+)(?: |$)"
    _, listed, _ = capsys.readouterr().out.split("\n\n", 2)
    printed = re.findall(line, listed, re.MULTILINE)
    assert [(part, wire.strip().replace("ground", "GND"), pin) for part, wire, pin in rows] == printed
    assert len(printed) == 8


def test_the_drawing_is_that_of_the_plain_board(capsys: pytest.CaptureFixture[str]) -> None:
    main(["wiring", "plain", "--svg"])
    drawn = capsys.readouterr().out
    assert drawn == (ROOT / "tests/pictures/wiring.svg").read_text("utf-8")
    assert "button BACK, other side to GND" in drawn


def test_the_game_of_the_referee_goes_as_it_is_written() -> None:
    page = PAGES["companion/commands/README.md"].read_text("utf-8")
    asked = re.findall("^> (.+)$", page, re.MULTILINE)
    games, referee, said = AllGames(), None, list[str]()
    for line in asked:
        answered = answer(referee, line.encode(), games)
        referee, said = answered.referee, [*said, answered.reply.decode()]
    assert said == re.findall("^< (.+)$", page, re.MULTILINE)
    assert json.loads(said[-2])["view"]["over"]


def test_every_page_with_commands_is_among_those_that_are_tried() -> None:
    fenced = {name for name, page in PAGES.items() if re.search("^```(ba)?sh$", page.read_text("utf-8"), re.MULTILINE)}
    assert fenced <= set(readme_commands.PAGES)


def test_every_command_that_is_not_tried_is_still_there() -> None:
    for page, starts in readme_commands.LEFT.items():
        texts = [command.text for command in readme_commands.commands(page)]
        assert [start for start in starts if not any(text.startswith(start) for text in texts)] == [], page


def test_a_fresh_machine_needs_two_commands_for_the_tests() -> None:
    first, *_, tests = [command.text for command in readme_commands.commands("README.md") if not command.left]
    assert first == "sudo apt update && sudo apt install python3-venv"
    assert tests.endswith("pip install -e '.[test]' && .venv/bin/python -m pytest -n auto")


def test_the_newest_entry_of_the_changelog_is_this_version_with_the_day_of_its_release() -> None:
    head = re.search(r"^## (.+) – (.+)$", PAGES["companion/CHANGELOG.md"].read_text("utf-8"), re.MULTILINE)
    assert head is not None
    assert head[1] == __version__
    assert date.fromisoformat(head[2])


def test_the_front_page_is_short_and_names_games_that_are_there() -> None:
    page = PAGES["README.md"].read_text("utf-8")
    assert len(page.encode()) <= 10_000
    assert len(SHIPPED) == 40
    counted = " ".join(page.split()).split("**forty games that you own** – ")[1].split(" and [more]")[0]
    names = {shipped(key).pad.name.of("en") for key in SHIPPED}
    assert set(counted.split(", ")) <= names


def test_the_page_of_the_pads_lists_all_that_ship() -> None:
    page = PAGES["companion/games/pad/README.md"].read_text("utf-8")
    listed = " ".join(page.split("in [shipped](shipped):\n\n")[1].split(".\n\n")[0].split()).split(", ")
    assert listed == sorted((shipped(key).pad.name.of("en") for key in SHIPPED), key=str.casefold)


def test_the_moving_picture_is_small() -> None:
    assert (ROOT / "tests/pictures/evening.gif").stat().st_size <= 500_000


MARK = re.compile(r"<!-- ([a-z0-9-]+) -->")
FIGURES = tomllib.loads((ROOT / "tests/figures.toml").read_text("utf-8"))
"""What benches have measured: see `tests/bench/figures.py`."""
MEASURED = re.compile(
    r"± \.?\d|tests/bench/.*\d|\d.*\b(desktop|processor time|busy|a load of|CPU)\b"
    r"|\d (checks|lost|doubled|torn|wakes)\b|\b(all passed|as they stand: \d)|\bin \d+ games"
)
"""What only a measurement can say."""


def test_pages_name_the_figures_that_were_measured() -> None:
    """A page that names another figure is mended by `tests/bench/figures.py BENCH KEY=FIGURE`, which changes both."""
    marks = [
        (name, mark[1], text[: mark.start()])
        for name, page in PAGES.items()
        for text in [" ".join(page.read_text("utf-8").split())]
        for mark in MARK.finditer(text)
    ]
    assert [(page, name) for page, name, before in marks if not before.endswith(f" {FIGURES[name]['is']}")] == []
    assert {name for _, name, _ in marks} == set(FIGURES)


def unmarked(text: str) -> list[str]:
    """The lines of a page that name a measured figure without its mark. What stands in backquotes is no figure."""
    for figure in sorted(FIGURES, key=lambda name: -len(FIGURES[name]["is"])):
        text = re.sub(r"\s+".join(map(re.escape, FIGURES[figure]["is"].split())) + f"<!-- {figure} -->", "", text)
    text = re.sub("^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub("`((?!tests/bench)[^`\n])*`|\\]\\([^)]*\\)", "", text)
    return [line for line in text.splitlines() if MEASURED.search(line)]


@everywhere
def test_every_measured_figure_has_a_mark(page: Path) -> None:
    assert unmarked(page.read_text("utf-8")) == []


def test_a_figure_without_a_mark_is_found() -> None:
    for line in (
        "won .5 ± .1 of 40",
        "0 lost",
        "3 ms on a desktop",
        "`tests/bench/wire.py` says 25 %",
        "20 checks, all passed",
    ):
        assert unmarked(f"It {line}.") == [f"It {line}."]
    name, figure = next(iter(FIGURES.items()))
    assert unmarked(f"On a desktop {figure['is']}<!-- {name} -->, and `27 ± 4`.") == []


def test_every_figure_says_where_it_comes_from() -> None:
    for figure in FIGURES.values():
        assert set(figure) == {"is", "bench", "day", "commit", "machine"}
        assert any((ROOT / "tests" / folder / figure["bench"]).is_file() for folder in ("bench", "system"))
        assert date.fromisoformat(figure["day"])


def test_every_row_of_measures_has_a_mark() -> None:
    for name in ("README.md", "hardware/README.md"):
        section = (
            PAGES[name].read_text("utf-8").split("\n## What is measured" if name == "README.md" else "\n## Figures")[1]
        )
        rows = re.findall("^\\| [a-z].*$", section.split("\n## ")[0], re.MULTILINE)
        assert len(rows) > 4
        assert [row for row in rows if MARK.search(row) is None] == []


def test_the_levels_are_those_of_the_minds() -> None:
    page = PAGES["companion/kit/search/README.md"].read_text("utf-8")
    assert f"whose share is at most {CHILD_GIVES:.1f}".replace("0.", ".") in page
    assert f"{CHILD_WITHOUT_LOOK // 5} of 20 choices without a look" in page
    for key in registry.GAMES:
        mind = registry.game(key).mind
        if mind is None or not (ROOT / registry.folder(key).replace(".", "/") / "mind").is_dir():
            continue  # an added game need not have a mind of its own
        name = re.escape(Words("en")(f"game.{key}").removesuffix(" of Rome"))
        works = re.search(rf"^\| \[{name}\]\(.*?\) \| ([0-9, ]+) [a-z]", page, re.MULTILINE)
        if key != "praetorians":
            assert works is not None
            assert [int(work.replace(",", "")) for work in works[1].split(", ")] == list(mind.works)
