"""Control characters are found and escaped, and nothing else is."""

from __future__ import annotations

import json

import pytest

from companion.control_characters import escape_controls, escape_json, find_control

STRANGE = ["\0", "\t", "\n", "\x1b", "\x7f", "\x9f", "\u2028", "\u2029", "\u202e", "\u2066", "\ud800", "\udfff"]


@pytest.mark.parametrize("character", STRANGE, ids=ascii)
def test_a_control_character_is_found_wherever_it_stands(character: str) -> None:
    assert find_control(character) == character
    assert find_control(f"Ada {character}\x1b") == character


@pytest.mark.parametrize("text", ["", "Ada", "Ärger – “so”", "勝ち　負け", "a\u00a0b", "\u200b\ufeff"], ids=ascii)
def test_other_texts_have_none_also_where_python_does_not_call_them_printable(text: str) -> None:
    assert find_control(text) is None
    assert escape_controls(text) == escape_json(text) == text


def test_escapes_are_those_of_python() -> None:
    assert escape_controls("a\x1b[1m\n\u202e\ud800é") == r"a\x1b[1m\n\u202e\ud800é"


def test_escaped_json_has_the_same_value_and_keeps_its_layout() -> None:
    value = {"name": "A\x1b\n\x7f\u2028\u202eé"}
    text = escape_json(json.dumps(value, ensure_ascii=False, indent=1))
    assert text == '{\n "name": "A\\u001b\\n\\u007f\\u2028\\u202eé"\n}'
    assert json.loads(text) == value
