"""A language is added as companion/words/README.md says: one file here, and one in the folder of each game.

The files are put into a copy of the project. They are the English ones with a few texts in French.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from project_copy import copied, run

FRENCH = {
    "companion/words": {'name = "English"': 'name = "Français"', 'title = "Who plays?"': 'title = "Qui joue ?"'},
    "companion/games/praetorians/words": {
        'stop = "Stop"': 'stop = "Arrêter"',
        'praetorians = "Praetorians"': 'praetorians = "Prétorians"',
    },
}


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project with a French file beside each English one."""
    copy = copied(tmp_path_factory.mktemp("copy"))
    for file in copy.glob("companion/**/words/en.toml"):
        text = file.read_text("utf-8")
        for english, french in FRENCH.get(str(file.parent.relative_to(copy)), {}).items():
            assert english in text
            text = text.replace(english, french)
        file.with_name("fr.toml").write_text(text, "utf-8")
    return copy


def test_a_third_language_is_chosen_in_the_settings_and_played_in(project: Path, tmp_path: Path) -> None:
    device = ("companion", "run", "--panel", "text", "--data", str(tmp_path))
    status, said = run(project, *device, said="up\nok\nok\nquit\n")
    assert status == 0, said
    settings, french = map(json.loads, said.splitlines()[2:4])
    assert settings["lines"][1] == "Language: English"
    assert french["lines"][1] == "Language: Français"
    text = (tmp_path / "settings.toml").read_text("utf-8")
    assert 'The language, one of "en", "fr", "ja".' in text
    assert 'language = "fr"' in text
    status, said = run(project, *device, said="ok\nok\nok\nok\nok\nquit\n")
    assert status == 0, said
    home, *_, turn = map(json.loads, said.splitlines())
    assert home["lines"][1] == "Prétorians"
    assert turn["lines"][-1] == "Arrêter: →5"
    status, page = run(project, "companion", "report", "-o", "-", "--data", str(tmp_path))
    assert status == 0, page
    assert '<html lang="fr">' in page
    assert "Prétorians" in page


def test_the_command_line_knows_a_third_language(project: Path, tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('language = "it"\n', "utf-8")
    assert (
        'language is "it"; it must be one of "en", "fr", "ja"'
        in run(project, "companion", "doctor", "--data", str(tmp_path))[1]
    )
    assert "{en,fr,ja}" in run(project, "companion", "report", "--help")[1]


@pytest.mark.thorough
def test_the_tests_of_the_texts_run_over_a_third_language(project: Path) -> None:
    status, said = run(
        project,
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-k",
        "fr and not english_words",
        "tests/test_words.py",
        "tests/test_perform.py",
    )
    assert status == 0, said
    passed = re.search(r"(\d+) passed", said)
    assert passed is not None
    assert int(passed[1]) >= 20
