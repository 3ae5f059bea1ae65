"""Every place that reads values that somebody else wrote: each value is accepted or refused in words, in every
language. Nothing else is ever raised.

A value is random, or one that is taken and in which one place has been changed: such a value comes further.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from installed import GameSetup, answer
from variants import ENTRIES, options_of

from companion.games import registry
from companion.kit.rules import Inconsistent, Refusal
from companion.messages import Message
from companion.play.timeline import advance
from companion.reader import Unparsed
from companion.record import Unfit
from companion.record.gamefiles import read as read_games
from companion.services.boards import explain_fault
from companion.session.settings import Settings, parse
from companion.words import LANGUAGES, Words
from hardware.boards import profile

fuzzed = settings(derandomize=True, database=None, deadline=None)
ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=8)  # halves of surrogate pairs too
HOSTILE = st.sampled_from([10**30, -(10**4299), 10**4299, 1e308, True, 1.0, -0.0, "", "0", "\ud800", "x" * 70_000])
PLAIN = st.none() | st.booleans() | st.integers(-2, 12) | st.integers() | st.floats() | ANY_TEXT | HOSTILE
JSON = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(ANY_TEXT, inner, max_size=4), max_leaves=8
)


def nested(depth=10_000):
    """Lists in lists, deeper than anything in Python follows."""
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


def places(value, path=()):
    """Where something stands in a value, the whole of it included."""
    yield path
    if isinstance(value, dict):
        for name, part in value.items():
            yield from places(part, (*path, name))
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from places(part, (*path, index))


def replaced(value, path, new):
    """A value with another part at a place."""
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = replaced(value[path[0]], path[1:], new)
    return copy


def spoilt(*values):
    """One of the values with something else at one place, or a random value."""
    around = st.sampled_from(values).flatmap(
        lambda value: st.builds(replaced, st.just(value), st.sampled_from(list(places(value))), JSON)
    )
    return around | JSON


def in_words(message: Message) -> None:
    """A message can be said, in a line that somebody can read."""
    for language in LANGUAGES:
        assert Words(language).message(message, ("Ada", "Ben"))


# -- table views

TABLES = [(registry.game(key), entry) for key, entry in ENTRIES]


def view(game, entry):
    """A table early in a game: up to three actions, the first legal ones, have been played."""
    position = game.start(2, options(game, entry))
    for _ in range(3):
        following = position.after(position.legal()[0])
        if following.outcome is None:
            position = following
    return json.loads(json.dumps(position.table()))


def options(game, entry):
    return game.complete(options_of(entry))


@pytest.mark.parametrize("examples", [40, pytest.param(200, marks=pytest.mark.thorough)])
@pytest.mark.parametrize(("game", "entry"), TABLES, ids=[f"{key}-{entry}" for key, entry in ENTRIES])
def test_any_table_is_taken_or_inconsistent(game, entry, examples):
    @settings(fuzzed, max_examples=examples)
    @given(spoilt(view(game, entry)))
    def taken_or_inconsistent(table):
        try:
            assert game.restore(2, options(game, entry), table).legal()
        except Inconsistent as refusal:
            in_words(refusal.message)

    taken_or_inconsistent()
    for path in places(view(game, entry)):
        with pytest.raises(Inconsistent) as refused:
            game.restore(2, options(game, entry), replaced(view(game, entry), path, nested()))
        in_words(refused.value.message)


# -- files of games

GAME = {"number": 3, "game": "praetorians", "players": ["Ada", "Ben"], "options": {"entry": "scores"}, "series": None,
        "begun": "2026-09-21T20:15:00+02:00", "start": "",
        "entries": ["bank 20", {"text": "bust", "at": None, "digest": ""}],
        "result": {"winners": [0], "scores": [99, 6], "ended": ""}}  # fmt: skip
FILE = {"format": "table-companion games", "version": 1, "games": [GAME]}


@fuzzed
@given(spoilt(FILE))
def test_any_file_of_games_is_taken_or_refused(value):
    games_or_refused(json.dumps(value))
    games_or_refused(json.dumps({**FILE, "games": value}))


@pytest.mark.parametrize(
    "text",
    ['{"games": ' + "[" * 10_000, '{"games": ' + "[" * 900 + "]" * 900 + "}", '{"version": 1' + "0" * 5000 + "}"],
    ids=["deep", "less deep", "long"],
)
def test_a_file_of_games_that_python_cannot_read_is_refused(text):
    games_or_refused(text)


def games_or_refused(text):
    try:
        assert read_games(text.encode(), 0.0)
    except Unfit as unfit:
        in_words(unfit.why)
        if unfit.where is not None:
            in_words(unfit.where)


# -- a table that was set, in the log or in a file


@pytest.mark.parametrize("text", ["{" * 10_000 + "}", '{"turn": NaN}', '{"turn": ' + "9" * 5000 + "}", "{5}"])
def test_a_set_table_that_is_not_json_is_refused(text):
    setup = GameSetup(0, "praetorians", ("Ada", "Ben"), {"entry": "scores"})
    with pytest.raises(Unparsed):
        advance(setup, setup.begin(), f"set {text}")


@fuzzed
@given(spoilt({"turn": 0, "pawns": [0, 3], "matched": 0}))
def test_any_set_table_is_taken_or_refused(table):
    setup = GameSetup(0, "praetorians", ("Ada", "Ben"), {"entry": "scores"})
    try:
        assert advance(setup, setup.begin(), f"set {json.dumps(table)}")
    except Unparsed:  # NaN and Infinity
        assert "N" in json.dumps(table) or "I" in json.dumps(table)
    except Refusal as refusal:
        in_words(refusal.message)


# -- the protocol

NEW = {"do": "new", "game": "praetorians", "players": ["Ada", "Ben"], "options": {"entry": "scores"}}
REQUESTS = (NEW, {"do": "play", "action": "bust"}, {"do": "set", "table": {"turn": 0, "pawns": [0, 3], "matched": 0}})


@fuzzed
@given(spoilt(*REQUESTS))
def test_any_request_gets_one_answer_and_a_refused_one_changes_nothing(request_):
    before = answer(None, json.dumps(NEW).encode()).referee
    answered = answer(before, json.dumps(request_).encode())
    reply = json.loads(answered.reply)
    assert reply["ok"] or (reply["error"]["message"] and answered.referee is before)


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda request_: request_["do"])
def test_a_request_with_a_deep_value_anywhere_is_refused(request_):
    before = answer(None, json.dumps(NEW).encode()).referee
    for path in places(request_):
        line = json.dumps(replaced(request_, path, "@")).replace('"@"', "[" * 10_000 + "]" * 10_000)
        answered = answer(before, line.encode())
        assert json.loads(answered.reply)["error"]["code"] == "bad-request"
        assert answered.referee is before


# -- boards


def toml(value):
    """A value as TOML has it in a line; where it has none for it (null, half a surrogate pair), something like it."""
    if isinstance(value, dict):
        return f"{{{', '.join([f'{toml(name)} = {toml(part)}' for name, part in value.items()])}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, str):
        text = value.encode("utf-8", "replace").decode()
        return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, bool) or value is None:
        return "true" if value else "false"
    # Hexadecimal numbers may be longer than those in tens, which Python would not read.
    return hex(value) if isinstance(value, int) and value >= 0 else str(value)


def file_of(table):
    """A file with a line for each entry."""
    return "\n".join([f"{toml(name)} = {toml(value)}" for name, value in table.items()])


KEYS = {"UP": 5, "DOWN": 6, "OK": 13}
BOARDS = (
    {"name": "mine", "chip": "ssd1306", "bus": "i2c", "size": [128, 64], "rotation": 180, "active": "low", "pull": "up",
     "debounce": 5, "hat": True, "i2c": {"bus": 1, "address": 0x3C}, "keys": KEYS, "buzzer": {"pin": 12}},
    {"name": "mine", "chip": "sh1106", "bus": "spi",
     "spi": {"port": 0, "device": 0, "dc": 24, "reset": 25, "speed": 500_000},
     "encoder": {"a": 17, "b": 27, "push": 22, "kind": "half"}, "lights": {"pins": [23, 26]}, "keys": {"BACK": 4}},
)  # fmt: skip


@fuzzed
@given(spoilt(*BOARDS).filter(lambda value: isinstance(value, dict)))
def test_any_description_of_a_board_is_taken_or_refused(table):
    board_or_refused(file_of(table))


HOSTILE_TOML = {"endless": "[" * 10_000, "deep": "[" * 300 + "]" * 300, "long": f"0x{'F' * 5000}", "infinite": "1e400",
                "nan": "nan", "date": "1979-05-27"}  # fmt: skip


@pytest.mark.parametrize("table", BOARDS, ids=lambda table: table["bus"])
@pytest.mark.parametrize("value", HOSTILE_TOML.values(), ids=HOSTILE_TOML)
def test_a_description_of_a_board_with_a_hostile_value_anywhere_is_refused(table, value):
    for path in list(places(table))[1:]:
        with pytest.raises(profile.WrongProfile):
            profile.read("mine.toml", file_of(replaced(table, path, "@")).replace('"@"', value))


def board_or_refused(text):
    try:
        assert profile.read("mine.toml", text).name
    except profile.WrongProfile as wrong:
        said = [explain_fault(wrong, Words(language)) for language in LANGUAGES]
        assert all(said)


# -- settings

SETTINGS = {"language": "ja", "score": 30, "dim": "never", "dark": 600, "brightness": 50, "rotation": "turn",
            "repeat": "fast", "sounds": "keys", "lights": True, "web": "8000", "font": ""}  # fmt: skip


@fuzzed
@given(spoilt(SETTINGS).filter(lambda value: isinstance(value, dict)))
def test_any_settings_are_accepted_or_reported_as_faults(table):
    found = parse(file_of(table))
    for trouble in found.troubles:
        in_words(trouble)


@pytest.mark.parametrize("value", HOSTILE_TOML.values(), ids=HOSTILE_TOML)
@pytest.mark.parametrize("name", SETTINGS)
def test_a_hostile_value_of_a_setting_is_reported_and_never_takes_effect(name, value):
    found = parse(f"{name} = {value}")
    assert found.settings == Settings()
    (trouble,) = found.troubles
    in_words(trouble)
