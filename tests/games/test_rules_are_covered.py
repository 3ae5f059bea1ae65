"""Every numbered rule of every game stands in the code that enforces it, in the words and in a test's name."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from known import KNOWN, rules_of

from companion.games import registry
from companion.words import LANGUAGES, Words

ROOT = Path(__file__).parents[2]
RULES = [(game, rule) for game in registry.GAMES for rule in rules_of(game)]


def code_of(game):
    """Everything that may enforce a rule of the game: its module or package, and the table layer."""
    found = [
        *(ROOT / registry.folder(game).replace(".", "/")).rglob("*.py"),
        *(ROOT / "companion" / "session").rglob("*.py"),
    ]
    return "\n".join(path.read_text("utf-8") for path in sorted(found))


@cache
def names_of_tests():
    sources = [path.read_text("utf-8") for path in sorted((ROOT / "tests").rglob("test_*.py"))]
    return re.findall(r"^ *(?:async )?def (test_\w+)", "\n".join(sources), re.MULTILINE)


@pytest.mark.parametrize(("game", "rule"), RULES)
def test_every_rule_stands_in_the_code(game, rule):
    assert re.search(rf"\b{rule}\b", code_of(game))


def named_after(rule):
    return [name for name in names_of_tests() if name.startswith("test_" + rule.lower().replace("-", "_") + "_")]


@pytest.mark.parametrize(("game", "rule"), RULES)
def test_every_rule_stands_in_the_name_of_a_test(game, rule):
    assert named_after(rule)


@pytest.mark.parametrize(("game", "rule"), RULES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_stands_in_the_words(language, game, rule):
    assert Words(language).rule(rule)


@pytest.mark.parametrize("game", registry.GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_stand_for_a_rule_that_there_is_not(language, game):
    assert sorted(Words(language).rules(KNOWN[game].PREFIX)) == sorted(rules_of(game))


@pytest.mark.parametrize("game", registry.GAMES)
def test_no_code_names_a_rule_that_there_is_not(game):
    assert set(re.findall(rf"\b{KNOWN[game].PREFIX}-\d+\b", code_of(game))) <= set(rules_of(game))
