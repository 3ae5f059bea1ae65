"""Every numbered rule of every game stands in the code that enforces it, in the words and in a test's name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from known import KNOWN, rules_of

from companion.games import registry
from companion.words import LANGUAGES, Words

ROOT = Path(__file__).parents[2]

every_game = pytest.mark.parametrize("game", registry.GAMES)


def code_of(game):
    """Everything that may enforce a rule of the game: its module or package, and the table layer."""
    found = [
        *(ROOT / registry.folder(game).replace(".", "/")).rglob("*.py"),
        *(ROOT / "companion" / "session").rglob("*.py"),
    ]
    return "\n".join(path.read_text("utf-8") for path in sorted(found))


def names_of_tests():
    sources = [path.read_text("utf-8") for path in sorted((ROOT / "tests").rglob("test_*.py"))]
    return re.findall(r"^ *(?:async )?def (test_\w+)", "\n".join(sources), re.MULTILINE)


@every_game
def test_every_rule_stands_in_the_code(game):
    code = code_of(game)
    assert [rule for rule in rules_of(game) if not re.search(rf"\b{rule}\b", code)] == []


def test_every_rule_stands_in_the_name_of_a_test():
    begun = {"_".join(name.split("_")[1:3]) for name in names_of_tests()}
    rules = [rule for game in registry.GAMES for rule in rules_of(game)]
    assert [rule for rule in rules if rule.lower().replace("-", "_") not in begun] == []


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_exactly_the_rules_stand_in_the_words(language, game):
    words = Words(language)
    assert sorted(words.rules(KNOWN[game].PREFIX)) == sorted(rules_of(game))
    assert [rule for rule in rules_of(game) if not words.rule(rule)] == []


@every_game
def test_no_code_names_a_rule_that_there_is_not(game):
    assert set(re.findall(rf"\b{KNOWN[game].PREFIX}-\d+\b", code_of(game))) <= set(rules_of(game))
