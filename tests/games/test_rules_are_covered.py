"""Every numbered rule of every game stands in the code that enforces it, in the words and in a test's name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from known import KNOWN, rules_of
from known_pads import BY_HAND, OF_EVERY_PAD, PADS

from companion.games import registry
from companion.games.pad.collection import shipped
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
    # The rules of the other pads that ship stand in their examples.
    begun = {"_".join(name.split("_")[1:3]) for name in names_of_tests()}
    rules = [rule for game in (*registry.GAMES, *BY_HAND) for rule in rules_of(game)]
    assert [rule for rule in rules if rule.lower().replace("-", "_") not in begun] == []


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_exactly_the_rules_stand_in_the_words(language, game):
    words = Words(language)
    assert sorted(words.rules(KNOWN[game].PREFIX)) == sorted(rules_of(game))
    assert [rule for rule in rules_of(game) if not words(f"rule.{rule}")] == []


def test_the_rules_of_every_pad_stand_in_the_code_and_in_the_words():
    code = "\n".join(file.read_text("utf-8") for file in sorted((ROOT / "companion/games/pad/engine").glob("*.py")))
    assert [rule for rule in OF_EVERY_PAD if not re.search(rf"\b{rule}\b", code)] == []
    for language in LANGUAGES:
        assert list(Words(language).rules("PAD")) == OF_EVERY_PAD


@pytest.mark.parametrize("key", PADS)
def test_a_pad_that_ships_has_its_rules_its_prefix_and_every_text_in_every_language(key):
    pad = shipped(key).pad
    assert (pad.key, pad.prefix, len(pad.rules)) == (key, PADS[key].PREFIX, PADS[key].RULES)
    texts = [pad.name, *pad.rules, *[option.label for option in pad.options], *[field.label for field in pad.fields]]
    texts += [text for option in pad.options for text in option.words.values()]
    texts += [pick.label for field in pad.fields for pick in field.picks]
    texts += [text for text in (pad.about, *[tally.label for tally in pad.tallies]) if text is not None]
    assert [text for text in texts if set(text.texts) != set(LANGUAGES)] == []


@every_game
def test_no_code_names_a_rule_that_there_is_not(game):
    assert set(re.findall(rf"\b{KNOWN[game].PREFIX}-\d+\b", code_of(game))) <= set(rules_of(game))
