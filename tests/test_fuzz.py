"""Random input: any bytes to the protocol and any text to a notation, for every game, in limited time.

Either it means something, or one clean error comes out and nothing has happened.
"""

from __future__ import annotations

import json
import random
import time
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from installed import answer

from companion.games import registry
from companion.kit.rules import Unreadable
from companion.referee import LINE_MOST
from companion.referee.state import Outside

CODES = {
    "bad-request", "unknown-game", "bad-players", "bad-option", "no-game", "unreadable", "over", "illegal",
    "nothing-to-undo", "nothing-to-redo", "inconsistent", "bad-seat", "no-mind", "not-now", "private", "bad-secrets",
}  # fmt: skip
CPU_MOST_S = 60.0
"""Processor time. The usual answer costs less than a thousandth of a second."""

GAMES = [registry.game(key) for key in registry.GAMES]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
ENTRIES = [(game, entry) for game in GAMES for entry in game.options.get("entry", [None])]
every_entry = pytest.mark.parametrize(
    ("game", "entry"), ENTRIES, ids=[f"{game.key}-{entry or 'only'}" for game, entry in ENTRIES]
)
fuzzed = settings(derandomize=True, database=None)
often = pytest.mark.parametrize("examples", [25, pytest.param(250, marks=pytest.mark.thorough)])
"""For tests that look at few examples in the quick run."""
ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=40)  # halves of surrogate pairs too
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | ANY_TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(ANY_TEXT, inner, max_size=4),
    max_leaves=10,
)


NOTHING_OUTSIDE = Outside()


@cache
def referee(game, entry, steps=6):
    """A game that has been going on for some steps: a value, that no request changes."""
    players = ["Ada", "Ben", "Cleo"][: game.players[1]]
    options = {"entry": entry} if entry else {}
    output = answer(None, asked("new", game=game.key, players=players, options=options))
    dice = random.Random(f"{game.key} {entry}")
    for _ in range(steps):
        legal = json.loads(output.reply)["view"]["legal"]
        if not legal:
            break
        going_on = [action for action in legal if action.split()[0] not in ("win", "draw")] or legal[:1]
        before, output = output, answer(output.referee, asked("play", action=dice.choice(going_on)))
        if json.loads(output.reply)["view"]["over"]:
            return before.referee
    return output.referee


def asked(do, **fields):
    return json.dumps({"do": do, **fields}).encode()


def one_clean_answer(before, line, outside=NOTHING_OUTSIDE):
    """The reply; an error leaves the very same session."""
    began_s = time.process_time()
    output = answer(before, line, outside=outside)
    assert time.process_time() - began_s < CPU_MOST_S
    assert output.reply.isascii()
    assert b"\n" not in output.reply
    reply = json.loads(output.reply)
    if reply["ok"] is not True:
        assert output.referee is before
        assert set(reply) == {"ok", "error"}
        assert set(reply["error"]) == {"code", "rule", "message"}
        assert reply["error"]["code"] in CODES
        assert reply["error"]["message"]
    return reply


def reads_or_refuses(game, text):
    """Whether the text is readable; it is then its own notation."""
    began_s = time.process_time()
    try:
        action = game.read(text)
    except Unreadable:
        action = None
    assert time.process_time() - began_s < CPU_MOST_S
    assert action is None or str(action) == text
    return action is not None


# Notations


@every_game
@fuzzed
@given(text=ANY_TEXT)
def test_any_text_is_a_notation_or_unreadable(game, text):
    reads_or_refuses(game, text)


@often
@every_entry
def test_a_notation_with_anything_in_it_is_a_notation_or_unreadable(game, entry, examples):
    legal = referee(game, entry).position.legal()

    @settings(fuzzed, max_examples=examples)
    @given(data=st.data())
    def look(data):
        text = data.draw(st.sampled_from(legal))
        assert reads_or_refuses(game, str(text))
        at, to = sorted([data.draw(st.integers(0, len(text))), data.draw(st.integers(0, len(text)))])
        reads_or_refuses(game, text[:at] + data.draw(ANY_TEXT) + text[to:])

    look()


@every_entry
def test_a_very_long_text_is_unreadable_in_no_time(game, entry):
    for text in {action.split()[0]: str(action) for action in referee(game, entry).position.legal()}.values():
        for piece in (text, text[-1], " ", "0", "9", text[:-1] + " ", ">", "-", "a1", "\n"):
            long = (text + piece * LINE_MOST)[:LINE_MOST]
            assert not reads_or_refuses(game, long)
            assert not reads_or_refuses(game, piece * 20_000 + text)


# The protocol


@every_entry
@fuzzed
@given(lines=st.lists(st.binary(max_size=80), max_size=3))
def test_any_bytes_get_one_clean_error(game, entry, lines):
    before = referee(game, entry)
    for line in lines:
        assert one_clean_answer(before, line)["ok"] is False


@every_entry
@fuzzed
@given(data=st.data())
def test_a_request_with_any_bytes_in_it_gets_one_clean_answer(game, entry, data):
    before = referee(game, entry)
    position = before.position
    line = data.draw(
        st.sampled_from(
            [asked("set", table=position.table()), asked("play", action=position.legal()[0]), asked("undo")]
        )
    )
    at, to = sorted([data.draw(st.integers(0, len(line))), data.draw(st.integers(0, len(line)))])
    one_clean_answer(before, line[:at] + data.draw(st.binary(max_size=12)) + line[to:])


@often
@every_entry
def test_any_values_in_a_table_get_one_clean_answer(game, entry, examples):
    before = referee(game, entry)

    @settings(fuzzed, max_examples=examples)
    @given(data=st.data())
    def look(data):
        table = dict(before.position.table())
        fields = data.draw(st.lists(st.sampled_from([*table, "weather"]), min_size=1, max_size=3, unique=True))
        for field in fields:
            table[field] = data.draw(JSON)
        one_clean_answer(before, json.dumps({"do": "set", "table": table}).encode())

    look()


@often
@every_game
def test_any_values_in_a_new_game_get_one_clean_answer(game, examples):
    before = referee(game, game.options.get("entry", [None])[0])

    @settings(fuzzed, max_examples=examples)
    @given(data=st.data())
    def look(data):
        known = data.draw(st.sampled_from(sorted(game.options)))
        for players in (data.draw(st.lists(ANY_TEXT, max_size=5) | JSON), ["Ada", "Ben", "Cleo"][: game.players[1]]):
            for options in (data.draw(st.dictionaries(ANY_TEXT, JSON, max_size=2)), {known: data.draw(JSON)}):
                one_clean_answer(before, asked("new", game=game.key, players=players, options=options))

    look()


@often
@pytest.mark.parametrize("entry", ["cards", "scores"])
def test_any_values_in_a_request_about_thinking_get_one_clean_answer(entry, examples):
    before = referee(registry.game("praetorians"), entry)
    right = {"seat": 0, "level": 1, "work": 3, "seconds": 1, "seed": "a", "secrets": {}}

    @settings(fuzzed, max_examples=examples)
    @given(data=st.data())
    def look(data):
        do = data.draw(st.sampled_from(["sit", "think", "stop", "odds", "advise", "review", "know"]))
        names = data.draw(st.lists(st.sampled_from(sorted(right)), unique=True))
        fields = {name: data.draw(st.just(right[name]) | JSON) for name in names}
        one_clean_answer(before, asked(do, **fields), Outside(stopped=lambda: True))

    look()


@every_entry
def test_a_line_full_of_anything_is_answered_in_no_time(game, entry):
    before = referee(game, entry)
    for piece in (b"[", b'{"a":', b"9", b"\\", b'"', b" ", b"\x00", b"\xf0\x9f\x90\x9c", b"-", b"e"):
        for line in (piece * (LINE_MOST // len(piece)), b'{"do": "set", "table": ' + piece * 20_000):
            assert one_clean_answer(before, line)["error"]["code"] == "bad-request"
    table = before.position.table()
    for spoilt in ({"x" * 30_000: 1}, dict.fromkeys(map(str, range(2500)), 0), {"turn": [0] * 9000}):
        for name in [*table, "weather"]:
            line = asked("set", table=table | spoilt | {name: [0] * 6000})
            assert one_clean_answer(before, line)["error"]["code"] == "inconsistent"
