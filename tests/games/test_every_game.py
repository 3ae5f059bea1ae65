"""What holds for every game, whatever its rules: one suite over all games, options and numbers of players.

A game is met by walking: a row of bytes picks one legal action after another. A game that is added to the registry,
and a pad that ships, is picked up by itself; what only that game can promise stands in its module of `known`.
"""

from __future__ import annotations

import json
import random
import re
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from known import KNOWN, rules_of
from variants import features, features_of_pad, in_turn, option_sets, sample

from companion.games import registry
from companion.games.pad.collection import AllGames
from companion.kit.rules import (
    SEATS_MOST,
    BadOption,
    Illegal,
    Inconsistent,
    NothingToRedo,
    NothingToUndo,
    Over,
    Unreadable,
    play,
)
from companion.referee.state import Moment, Outside, Referee
from companion.words import LANGUAGES, Words

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hal", "Ida", "Jan", "Kai", "Lea")
STEPS_MOST = 300
LISTED_MOST = 20_000 if settings().derandomize else 1_000_000
"""A walk ends when its positions have listed so many actions; a pad of wide numbers lists up to 2,001 in each. The
thorough run has no such end: none of its walks gets so far."""


GAMES = AllGames().all()
TABLES = [
    (game, options, players)
    for game in GAMES
    for options in option_sets(game)
    for players in range(game.players[0], game.players[1] + 1)
]
OF_REGISTRY = [table for table in TABLES if table[0].key in registry.GAMES]


def label(game, options, players):
    return " ".join([game.key, *(f"{key}={value}".lower() for key, value in options.items()), str(players)])


def features_of(game, options, players):
    """What the tests take in turn. All pads are one engine: few that make use of all of it are enough."""
    return features(game.key, options, players) if game.key in registry.GAMES else features_of_pad(game.key)


def features_for_gate(game, options, players):
    """What the gate takes besides, in turn: one table of each pad."""
    return set() if game.key in registry.GAMES else {(game.key,)}


every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
_TAKEN = sample([{(game.key,)} if game.key in registry.GAMES else features_of_pad(game.key) for game in GAMES])
every_kind_of_game = pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, id=game.key, marks=() if place in _TAKEN else pytest.mark.gate)
        for place, game in enumerate(GAMES)
    ],
)
every_table = in_turn(("game", "options", "players"), TABLES, features_of, label, features_for_gate)

# Few walks for each table when there are many tables.
EXAMPLES = max(3, min(40, 1000 // len(OF_REGISTRY)))
walked = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
walks = given(choices=st.binary(min_size=12, max_size=90))


def chosen(legal, byte, step):
    """One of the legal actions; the last ones, which often end a turn, more often than the others."""
    return legal[-1 - byte % 3 % len(legal)] if byte >= 192 else legal[(byte * 31 + step) % len(legal)]


def walk(game, options, players, choices):
    """The actions of a walk and the positions on it: one position more than actions."""
    positions, actions, listed = [game.start(players, options)], [], 0
    for step, byte in enumerate(choices):
        legal = positions[-1].legal()
        listed += len(legal)
        if not legal or listed > LISTED_MOST:
            break
        actions.append(chosen(legal, byte, step))
        positions.append(play(positions[-1], actions[-1]))
    return actions, positions


def seen(position):
    """Everything that can be asked of a position, as JSON."""
    outcome = position.outcome
    reported = [position.table(), [str(action) for action in position.legal()], list(position.to_act)]
    return json.dumps([*reported, outcome.as_json() if outcome else None])


@cache
def known_actions(game):
    """Actions of other positions of the game, under up to 16 of its options and numbers of players."""
    found: set[str] = set()
    dice = random.Random(7)
    tables = [(options, players) for other, options, players in TABLES if other is game]
    for options, players in dice.sample(tables, min(16, len(tables))):
        for _ in range(3):
            actions, positions = walk(game, options, players, dice.randbytes(60))
            found.update(map(str, actions))
            for position in positions[:1] + dice.sample(positions, min(4, len(positions))):
                found.update(map(str, position.legal()))
    return sorted(found)


# Records


@every_game
def test_a_record_fits_its_key_and_its_defaults_come_first(game):
    assert AllGames().game(game.key) is game
    least, most = game.players
    assert 1 <= least <= most <= SEATS_MOST
    assert dict(game.complete({})) == {key: values[0] for key, values in game.options.items()}
    assert list(game.complete({})) == list(game.options)


@every_game
def test_a_game_takes_no_unknown_option_and_no_value_of_another_type(game):
    with pytest.raises(BadOption):
        game.complete({"colour": "red"})
    for key, values in game.options.items():
        for value in [0, 1, None, "", 0.0, [], values[0:0], "no such value", "true", "FALSE"]:
            assert not any(type(value) is type(listed) and value == listed for listed in values)
            with pytest.raises(BadOption):
                game.complete({key: value})


# What is legal


@every_table
@walked
@walks
def test_legal_lists_everything_once_and_nothing_exactly_when_the_game_is_over(game, options, players, choices):
    for position in walk(game, options, players, choices)[1]:
        legal = position.legal()
        assert len(set(legal)) == len(legal)
        assert (position.outcome is None) == bool(legal)
        assert bool(position.to_act) == bool(legal)
        assert list(position.to_act) == sorted(set(position.to_act))
        assert all(0 <= seat < players for seat in position.to_act)


@every_table
@walked
@walks
def test_legal_depends_on_the_position_alone(game, options, players, choices):
    for position in walk(game, options, players, choices)[1]:
        if position.outcome is None:
            table = json.loads(json.dumps(position.table()))
            assert game.restore(players, options, table).legal() == position.legal() == position.legal()


@every_table
@walked
@walks
def test_an_action_is_its_notation(game, options, players, choices):
    for position in walk(game, options, players, choices)[1]:
        for action in position.legal():
            again = game.read(str(action))
            assert again == action
            assert str(again) == str(action)
            assert type(again) is type(action)
            assert re.fullmatch(KNOWN[game.key].NOTATION, str(action))


SLIPS = ("", " ", "0", "1", "9", "-", "+", ">", "\n", "\r", "\t", "é", "１", "\x00", "R", "a")


@pytest.mark.parametrize("examples", [20, pytest.param(300, marks=pytest.mark.thorough)])
@every_kind_of_game
def test_a_text_is_readable_exactly_when_the_notation_matches(game, examples):
    notation = re.compile(KNOWN[game.key].NOTATION, re.ASCII)

    @settings(walked, max_examples=examples)
    @given(data=st.data())
    def look(data):
        text = data.draw(st.from_regex(notation, fullmatch=True))
        assert str(game.read(text)) == text
        at = data.draw(st.integers(0, len(text)))
        slip = data.draw(st.sampled_from(SLIPS))
        for near in (text[:at] + slip + text[at:], text[:at] + slip + text[at + 1 :], text.upper(), text.title()):
            if notation.fullmatch(near):
                assert str(game.read(near)) == near
            else:
                with pytest.raises(Unreadable) as refused:
                    game.read(near)
                assert refused.value.rule is None

    look()


@every_table
@walked
@given(choices=st.binary(min_size=4, max_size=60), data=st.data())
def test_an_action_is_accepted_if_and_only_if_it_is_listed(game, options, players, choices, data):
    position = walk(game, options, players, choices)[1][-1]
    readable = st.from_regex(re.compile(KNOWN[game.key].NOTATION, re.ASCII), fullmatch=True)
    tried = data.draw(st.lists(st.sampled_from(known_actions(game)) | readable, min_size=8, max_size=20))
    before = seen(position)
    for text in tried:
        action = game.read(text)
        if action in position.legal():
            assert isinstance(seen(play(position, action)), str)
        else:
            with pytest.raises(Illegal if position.legal() else Over) as refused:
                play(position, action)
            rule = refused.value.rule
            assert rule is None or rule in rules_of(game.key)
            for language in LANGUAGES:
                assert Words(language).message(refused.value.message, NAMES[:players])
        assert seen(position) == before


@every_table
def test_everything_known_is_accepted_if_and_only_if_it_is_listed_at_the_start(game, options, players):
    position = game.start(players, options)
    accepted, refusals = set(), []
    for text in known_actions(game):
        try:
            play(position, game.read(text))
        except Illegal as refusal:
            refusals.append(refusal.message)
        else:
            accepted.add(text)
    assert all(Words(language).message(message, NAMES[:players]) for message in refusals for language in LANGUAGES)
    assert accepted == {str(action) for action in position.legal()}


# The table view


@every_table
@walked
@walks
def test_the_table_is_plain_json_and_can_be_set_up_again(game, options, players, choices):
    positions = walk(game, options, players, choices)[1]
    for position in positions:
        table = position.table()
        copy = json.loads(json.dumps(table, allow_nan=False))
        assert copy == table
        assert list(copy) == list(table)
        # A scores entry's table does not always show that the end was entered: then it is the table just before.
        running = position if position.outcome is None else positions[-2]
        if running.table() == table:
            assert seen(game.restore(players, options, copy)) == seen(running)
        else:
            with pytest.raises(Inconsistent) as refused:
                game.restore(players, options, copy)
            assert Words("en").message(refused.value.message, NAMES[:players])


@every_table
@walked
@walks
def test_a_table_that_play_reaches_is_settled(game, options, players, choices):
    for position in walk(game, options, players, choices)[1]:
        if position.outcome is None:
            table = position.table()
            assert game.settle(players, options, json.loads(json.dumps(table))) == table


@every_table
@settings(walked, max_examples=max(6, EXAMPLES))
@given(choices=st.binary(max_size=40), data=st.data())
def test_a_settled_table_stays_as_it_is_and_is_set_up_or_refused_by_what_lies_there(
    game, options, players, choices, data
):
    table = spoil(walk(game, options, players, choices)[1][-1].table(), data)
    fault = None
    try:
        settled = game.settle(players, options, table)
    except Inconsistent:
        return
    assert game.settle(players, options, settled) == settled
    try:
        again = game.restore(players, options, settled).table()
    except Inconsistent as refusal:
        fault, again = refusal.message.key, settled
    assert again == settled
    # If play cannot reach it, still nothing disagrees with the rest.
    assert fault not in ("value.due", "value.order")


@every_table
@walked
@given(choices=st.binary(min_size=12, max_size=90), share=st.integers(0, 100))
def test_a_table_set_up_again_plays_on_like_the_first(game, options, players, choices, share):
    actions, positions = walk(game, options, players, choices)
    at = min(len(choices) * share // 100, len(positions) - 1)
    if positions[at].outcome is None:
        again = game.restore(players, options, json.loads(json.dumps(positions[at].table())))
        for action, position in zip(actions[at:], positions[at + 1 :], strict=True):
            again = play(again, action)
            assert seen(again) == seen(position)


@every_table
@walked
@given(choices=st.binary(max_size=40), data=st.data())
def test_a_table_with_a_field_missing_unknown_or_of_no_type_is_inconsistent(game, options, players, choices, data):
    position = walk(game, options, players, choices)[1][-1]
    table = position.table()
    wrongs = [{**table, "weather": "fine"}]
    if table:  # a scores entry may show nothing at all
        field = data.draw(st.sampled_from(sorted(table)))
        without = {name: value for name, value in table.items() if name != field}
        wrongs += [without, {**table, field: 1.5}, {**table, field: {"": None}}, {}]
    for wrong in wrongs:
        with pytest.raises(Inconsistent) as refused:
            game.restore(players, options, wrong)
        assert Words("en").message(refused.value.message, NAMES[:players])


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 130) | st.floats(allow_nan=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
    max_leaves=6,
)


def spoil(table, data):
    """The same table with one value somewhere in it exchanged, dropped or doubled."""
    if not table:
        return {data.draw(st.text(max_size=3)): data.draw(ANYTHING)}
    table = json.loads(json.dumps(table))
    node = table
    while True:
        keys = sorted(node) if isinstance(node, dict) else range(len(node))
        key = data.draw(st.sampled_from(keys))
        inner = node[key]
        if not (isinstance(inner, dict | list) and inner) or data.draw(st.booleans()):
            break
        node = inner
    how = data.draw(st.sampled_from(["other", "drop", "twice", "moved"]))
    if how == "other":
        node[key] = data.draw(ANYTHING)
    elif how == "drop":
        del node[key]
    elif isinstance(node, list):
        node.insert(data.draw(st.integers(0, len(node))), node[key] if how == "twice" else node.pop(key))
    return table


@every_table
@settings(walked, max_examples=max(6, EXAMPLES))
@given(choices=st.binary(max_size=40), data=st.data())
def test_a_spoiled_table_is_refused_in_words_or_shows_itself(game, options, players, choices, data):
    position = walk(game, options, players, choices)[1][-1]
    table = spoil(position.table(), data)
    try:
        again = game.restore(players, options, table)
    except Inconsistent as refusal:
        refused, again = refusal.message, None
    if again is None:
        assert all(Words(language).message(refused, NAMES[:players]) for language in LANGUAGES)
    else:
        assert json.dumps(again.table(), sort_keys=True) == json.dumps(table, sort_keys=True)
        assert again.outcome is None
        assert again.legal()
        assert seen(game.restore(players, options, again.table())) == seen(again)
        for action in again.legal()[:: max(1, len(again.legal()) // 100)]:  # a pad lists up to 2,001
            assert isinstance(seen(play(again, action)), str)


@every_table
@walked
@walks
def test_a_table_keeps_what_its_game_keeps(game, options, players, choices):
    positions = walk(game, options, players, choices)[1]
    tables = [position.table() for position in positions]
    for before, table, position in zip(tables[:1] + tables, tables, positions, strict=False):
        KNOWN[game.key].keeps(options, before, table)
        if position.outcome is not None:
            assert len(position.outcome.scores) == players
            assert all(0 <= seat < players for seat in position.outcome.winners)
            assert position.table().get("turn") is None


# Time


@every_table
@walked
@walks
def test_positions_never_change(game, options, players, choices):
    positions, before = [game.start(players, options)], []
    for step, byte in enumerate(choices):
        before.append(seen(positions[-1]))
        legal = positions[-1].legal()
        if not legal:
            break
        for action in legal[:: max(1, len(legal) // 5)]:
            positions[-1].after(action)
        positions.append(play(positions[-1], chosen(legal, byte, step)))
    assert [seen(position) for position in positions[: len(before)]] == before


@every_table
@walked
@walks
def test_undo_leads_back_to_the_start_and_redo_to_the_end(game, options, players, choices):
    actions, (start, *_) = walk(game, options, players, choices)
    referee = Referee(game, NAMES[:players], options, (Moment(start),))
    positions = [start]
    for action in actions:
        referee = referee.play(action, Outside())
        positions.append(referee.position)
    for position in reversed(positions[:-1]):
        assert referee.position is not position
        referee = referee.undo()
        assert referee.position is position
    with pytest.raises(NothingToUndo):
        referee.undo()
    for position in positions[1:]:
        referee = referee.redo()
        assert referee.position is position
    with pytest.raises(NothingToRedo):
        referee.redo()


@every_table
def test_a_whole_game_ends_or_is_capped(game, options, players):
    dice = random.Random(f"{game.key} {players}")
    for _ in range(3):
        position, steps = game.start(players, options), 0
        while (legal := position.legal()) and steps < STEPS_MOST:
            position, steps = play(position, chosen(legal, dice.randrange(256), steps)), steps + 1
        assert (position.outcome is None) == bool(position.legal())
        if position.outcome is not None:
            with pytest.raises(Over):
                play(position, game.read(str(legal[0] if legal else known_actions(game)[0])))


# Words


@every_table
@walked
@walks
def test_messages_and_instructions_to_put_back_have_words(game, options, players, choices):
    actions, positions = walk(game, options, players, choices)
    for before, action, after in zip(positions, actions, positions[1:], strict=False):
        messages = [*game.consequences(before, action, after), *game.put_back(after, before)]
        messages += game.put_back(before, after)
        for message in messages:
            assert message.rule is None or message.rule in rules_of(game.key)
            for language in LANGUAGES:
                said = Words(language).message(message, NAMES[:players])
                assert said
                assert "{" not in said
        assert list(game.put_back(after, after)) == []
