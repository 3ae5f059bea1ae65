"""Two referees that share no line of code agree about whole games of Spartacus, step by step."""

from __future__ import annotations

import copy
import json
import random
from itertools import product

import pytest
from naive_spartacus import Refused, can_be, naive
from variants import features, params

from companion.games import registry
from companion.kit.rules import Illegal, Inconsistent, Over, play

GAME = registry.game("spartacus")
CARDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, "banner"]
READABLE = [
    *(f"play {card}" for card in CARDS),
    "pass",
    *(f"trick {seat} {total} {count}" for seat, total, count in product((0, 3, 4), (0, 7, 55, 56), (0, 1, 3, 6))),
    *(f"hand {seat} {total} {count}" for seat, total, count in product((0, 2, 4), (0, 9, 55, 56), (0, 1, 2))),
    *(f"drop {count}" for count in range(7)),
    "trick 1 9999 9999",
    "hand 1 9999 0",
    "drop 9999",
    "done",
]
BANNERS = [("double", "none"), ("joker", "none"), ("joker", "minus10"), ("joker", "worthless"), ("none", "none")]
TABLES = [
    (players, {"banners": banners, "joker_scoring": scoring, "entry": entry})
    for players, (banners, scoring), entry in product((3, 4, 5), BANNERS, ("cards", "scores"))
]
every_table = pytest.mark.parametrize(
    ("players", "options"),
    params(
        TABLES,
        lambda players, options: features("spartacus", options, players),
        lambda players, options: f"{players} {' '.join(options.values())}",
    ),
)


def entered(position):
    outcome = position.outcome
    return {
        "table": position.table(),
        "to_act": list(position.to_act),
        "legal": [str(action) for action in position.legal()],
        "outcome": outcome.as_json() if outcome else None,
    }


def known(game):
    return {"table": game.table(), "to_act": game.to_act(), "legal": game.legal(), "outcome": game.outcome()}


def any_of(game, dice):
    """Anything that is legal, the last of the list more often than the rest."""
    listed = game.legal()
    return listed[-1] if dice.random() < 0.2 else dice.choice(listed)


def generous(game, dice):
    """A player who passes seldom, likes banners, and enters large piles: long tricks, games that end."""
    listed = game.legal()
    if "done" in listed:
        return "done"
    if "play banner" in listed and dice.random() < 0.3:
        return "play banner"
    if game.options["entry"] == "scores":
        few = dice.sample(listed, min(4, len(listed)))
        return max(few, key=lambda action: sum(map(int, action.split()[1:])))
    return dice.choice([action for action in listed if action != "pass"] or listed)


def sparing(game, dice):
    """A player who keeps the banner to the last and then does not answer a number with it."""
    listed = game.legal()
    return dice.choice([action for action in listed if action not in ("play banner", "pass")] or listed[-1:])


def walk(players, options, player, seed):
    """Play one game on both referees and compare everything after each step; the positions met."""
    dice = random.Random(f"{players} {options} {player.__name__} {seed}")
    position, game = GAME.start(players, options), naive(players, options)
    met = [position]
    assert entered(position) == known(game)
    for _ in range(120 if options["entry"] == "cards" else 30):
        for text in dice.sample(READABLE, 4):
            assert (text in position.legal()) == (text in game.legal())
            if text not in game.legal():
                with pytest.raises(Refused):
                    game.do(text)
                with pytest.raises(Over if game.over else Illegal):
                    play(position, GAME.read(text))
        if game.over:
            break
        chosen = player(game, dice)
        game.do(chosen)
        position = play(position, GAME.read(chosen))
        assert entered(position) == known(game)
        met.append(position)
    return met


@pytest.mark.parametrize("player", [any_of, generous])
@every_table
def test_both_referees_agree_about_whole_games(players, options, player):
    ended = 0
    for seed in range(4 if options["entry"] == "cards" else 1):
        met = walk(players, options, player, seed)
        ended += met[-1].outcome is not None
    if player is generous:
        assert ended


@pytest.mark.parametrize("banners", ["double", "joker"])
def test_the_games_compared_include_last_tricks_of_banners_only(banners):
    """SPA-8: they go to nobody, or with jokers to the last player."""
    options = {"banners": banners, "joker_scoring": "none", "entry": "cards"}
    lasts = []
    for seed in range(60):
        before, end = walk(3, options, sparing, seed)[-2:]
        cards = [card for _, card in before.trick] + ["banner"] * ("banner" in before.table()["hands"][before.turn])
        if end.outcome is not None and set(cards) == {"banner"} and len(before.table()["hands"][before.turn]) == 1:
            lasts.append(sum(map(len, end.won_tricks)) - sum(map(len, before.won_tricks)))
    assert lasts
    assert set(lasts) == {0 if banners == "double" else 1}


@every_table
def test_every_position_that_play_reaches_can_be_set_and_goes_on_alike(players, options):
    dice = random.Random(7)
    for seed in range(4 if options["entry"] == "cards" else 1):
        for position in walk(players, options, (any_of, generous)[seed % 2], 100 + seed):
            if position.outcome is not None:
                continue
            assert can_be(players, options, position.table())
            again = GAME.restore(players, options, json.loads(json.dumps(position.table())))
            assert entered(again) == entered(position)
            chosen = dice.choice(position.legal())
            assert entered(again.after(chosen)) == entered(position.after(chosen))


def disturb(table, players, dice):
    """The same table with one or two things changed that keep the types of its fields."""
    table = copy.deepcopy(table)
    for _ in range(dice.choice((1, 1, 2))):
        field = dice.choice([name for name in table if name not in ("turn", "missing")] + ["turn"] * ("trick" in table))
        if field == "turn":
            table["turn"] = dice.randrange(players)
        elif field == "best":
            table["best"] = dice.choice([None, *range(players)])
        elif field == "passed":
            table["passed"] = sorted(dice.sample(range(players), dice.randrange(players + 1)))
        elif field == "points":
            table["points"][dice.randrange(players)] += dice.choice((-1, 1))
        elif field == "dropped":
            table["dropped"] = dice.choice([None, *range(1, players + 1)])
        elif field == "piles":
            table["piles"][dice.randrange(players)].append([dice.randrange(56), dice.randrange(players + 1)])
        elif "missing" in table:
            table["hands"][dice.randrange(players)] = dice.choice([None, [0, 0], [dice.randrange(56), 0]])
        else:
            shift(table, field, players, dice)
    return table


def shift(table, field, players, dice):
    """Cards change their places: between hands, trick and piles, or piles between seats."""
    seat, other = dice.randrange(players), dice.randrange(players)
    if field == "trick" and table["trick"]:
        pair = dice.choice(table["trick"])
        if dice.random() < 0.5:
            pair[0] = seat
        else:
            table["trick"].remove(pair)
            table["hands"][seat] = sorted([*table["hands"][seat], pair[1]], key=CARDS.index)
    elif field == "hands" and table["hands"][seat]:
        card = dice.choice(table["hands"][seat])
        table["hands"][seat].remove(card)
        table["hands"][other] = sorted([*table["hands"][other], card], key=CARDS.index)
    elif field == "tricks" and table["tricks"][seat]:
        pile = table["tricks"][seat].pop()
        if dice.random() < 0.5:
            dice.shuffle(pile)
        table["tricks"][other].append(pile)


def counted(table, players, options):
    """The table with the fields that follow from the others corrected."""
    game = naive(players, options)
    if options["entry"] == "cards":
        game.trick, game.tricks = table["trick"], table["tricks"]
        return {**table, "points": game.points(), "best": game.best()}
    game.piles, game.hands, game.dropped = table["piles"], table["hands"], table["dropped"]
    return {**table, "points": game.points(), "missing": game.missing()}


@every_table
def test_both_referees_refuse_the_same_disturbed_tables(players, options):
    dice = random.Random(f"{players} {options}")
    accepted = refused = 0
    for position in walk(players, options, generous, 300) + walk(players, options, any_of, 301):
        if position.outcome is not None:
            continue
        for _ in range(5):
            table = disturb(position.table(), players, dice)
            if dice.random() < 0.6:
                table = counted(table, players, options)
            if can_be(players, options, table):
                assert GAME.restore(players, options, table).table() == table
                accepted += 1
            else:
                with pytest.raises(Inconsistent):
                    GAME.restore(players, options, table)
                refused += 1
    assert accepted > 10
    assert refused > 10
