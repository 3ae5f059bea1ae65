"""Control characters are found and escaped, and nothing else is."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from unicodedata import category, normalize

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from installed import Record

from companion.games.pad.engine.entries import phrase
from companion.hall.fields import is_plain
from companion.kit.rules import NAME_MOST, BadPlayers, check_name
from companion.reader import Reader, Wrong
from companion.session.session import Session
from companion.texts import JOINERS, escape_controls, escape_json, find_control, find_unseen, harmless, is_shown, look
from hardware.simulated import SimulatedClock

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


# -- the rule


UNSEEN = tuple("\u200b\u061c\u00ad\u200e\u200c\u200d\ufeff\u3164\u034f\ufe0f\U000e0041")


def passes_as_name(text: str) -> bool:
    try:
        check_name(text)
    except BadPlayers:
        return False
    return True


def passes_in_a_pad(text: str) -> bool:
    try:
        phrase(Reader(text), NAME_MOST)
    except Wrong:
        return False
    return True


@example("Ada")
@example("Ada\u200b")
@example("\u061cAda")
@example("Zoe\u0308 \u96ea")
@given(st.text(st.characters() | st.sampled_from(UNSEEN), min_size=1, max_size=NAME_MOST))
def test_names_and_messages_hold_no_control_and_pads_nothing_unseen(text: str) -> None:
    if text == text.strip():
        names = find_control(text) is None
        assert (passes_as_name(text), is_plain(text, NAME_MOST)) == (names, names)
        assert passes_in_a_pad(text) == (find_unseen(text) is None)
    assert (harmless(text) == text) == all(map(is_shown, text))
    assert find_control(harmless(text)) is None


@pytest.mark.parametrize("character", UNSEEN, ids=ascii)
def test_what_nobody_sees_is_in_no_pad_and_only_joiners_are_shown(character: str) -> None:
    assert find_unseen(f"Ad{character}a") == character
    assert not passes_in_a_pad(f"Ad{character}a")
    assert harmless(f"Ad{character}a") == (f"Ad{character}a" if character in ("\u200c", "\u200d") else "Ad\ufffda")


@pytest.mark.parametrize("name", ["عالی\u200cجناب", "क्\u200dष", "👩\u200d👧"], ids=ascii)
def test_a_name_has_the_joiners_that_its_script_needs(tmp_path: Path, name: str) -> None:
    with Record(tmp_path, ("Ada",)) as record:
        session = Session(record, SimulatedClock(0.0))
        session.add_person(name)
        assert name in session.roster
        plain = name.replace("\u200c", "").replace("\u200d", "")
        with pytest.raises(BadPlayers) as refused:
            session.add_person(plain)
        assert refused.value.message.key == "refused.name-alike"
    with Record(tmp_path) as record:
        assert name in Session(record, SimulatedClock(0.0)).roster


@pytest.mark.parametrize("name", JOINERS)
def test_a_person_of_the_record_has_a_name_that_is_seen(tmp_path: Path, name: str) -> None:
    with Record(tmp_path, ("Ada",)) as record:
        session = Session(record, SimulatedClock(0.0))
        with pytest.raises(BadPlayers) as refused:
            session.add_person(name)
        assert (refused.value.message.key, session.roster) == ("refused.name-empty", ("Ada",))


def test_every_format_and_control_is_unseen_and_no_letter_is() -> None:
    for point in range(sys.maxunicode + 1):
        character, kind = chr(point), category(chr(point))
        if kind in ("Cc", "Cf", "Cs", "Zl", "Zp"):
            assert find_unseen(character) == character
        if kind in ("Lu", "Ll", "Nd", "Sm", "Sc"):
            assert find_unseen(character) is None


@given(st.text(max_size=20))
def test_the_look_of_a_text_is_that_of_its_compatible_form(text: str) -> None:
    assert look(text) == look(normalize("NFKC", text)) == look(f"  {text}\u3000")


@pytest.mark.parametrize("alike", ["Ａｄａ", "Ada\u0301", "ℬen", "B\u00a0en", "Ben\u200d", "Be\u200bn"])
def test_a_name_that_looks_like_one_that_is_there_is_refused(tmp_path: Path, alike: str) -> None:
    with Record(tmp_path, ("Ada", "Adá", "Ben", "B en", "Cleo")) as record:
        session = Session(record, SimulatedClock(0.0))
        before = session.roster
        for change in (
            session.add_person,
            lambda name: session.rename_person("Cleo", name),
        ):
            with pytest.raises(BadPlayers) as refused:
                change(alike)
            assert refused.value.message.key == "refused.name-alike"
        assert session.roster == before
        session.rename_person("Ben", "Ｂｅｎ")
        assert "Ｂｅｎ" in session.roster
