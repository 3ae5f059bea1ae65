"""Two referees that share no line of code agree about games of Hannibal vs Rome, step by step, and about tables."""

from __future__ import annotations

import random
from functools import cache
from itertools import product

import pytest
from naive_hannibal import ISLANDS, READABLE, REGIONS, SEA_ROUTES, Naive, RefusedError, consistent
from variants import params

from companion.games import registry
from companion.kit.rules import Illegal, Inconsistent, Over, play

GAME = registry.game("hannibal")
STEPS_MOST = 250
TABLES = list(product((False, True), ("printed", "symmetric"), ("cards", "scores")))
BOARDS = list(product((False, True), ("printed", "symmetric")))
every_table = pytest.mark.parametrize(
    ("core", "west", "entry"),
    params(
        TABLES,
        lambda core, west, entry: {(core, entry), (west, entry)},
        lambda core, west, entry: f"{core} {west} {entry}",
    ),
)
every_board = pytest.mark.parametrize(
    ("core", "west"), params(BOARDS, lambda core, west: {core, west}, lambda core, west: f"{core} {west}")
)


def entered(position):
    outcome = position.outcome
    return {
        "table": position.table(),
        "to_act": list(position.to_act),
        "legal": sorted(position.legal()),
        "outcome": outcome.as_json() if outcome else None,
    }


def known(naive, legal):
    return {
        "table": naive.table(),
        "to_act": naive.to_act(),
        "legal": sorted(legal),
        "outcome": naive.outcome(),
    }


def anything(naive, legal, dice):
    return dice.choice(legal)


WANTED = ["SAR", "NHI", "MAU", "ZAM", "SIC"]


def settling(naive, legal, dice):
    """A Rome that looks for the regions that win, or takes chips in scores; Carthage does little but sail."""
    rome = naive.state["turn"] == 0
    if not naive.cards:
        return "turn core" if rome and "turn core" in legal else "turn"
    walks = [a for a in legal if a.startswith("legion") and a[-7:-4] not in WANTED]
    going = [a for a in walks if a[-3:] in WANTED]
    sails = [a for a in legal if a.startswith("fleet")]
    if rome:
        return dice.choice(going or dice.choice([walks, sails]) or legal)
    return dice.choice(sails or legal)


def fighting(naive, legal, dice):
    """Players who attack wherever they can, but not the capitals."""
    if not naive.cards or naive.state["battle"] is not None:
        return dice.choice(legal)
    calm = [a for a in legal if not a.endswith(">CAR") and not a.endswith(">ROM")]
    enemy = 1 - naive.state["turn"]
    attack = [a for a in calm if naive.left_at(enemy, a.split(">")[1]) > 0]
    return dice.choice(attack or calm or legal)


def walk(options, player, seed):
    """One game on both referees, compared after each step; every step restored from its table; what was met."""
    dice = random.Random(f"{options} {player.__name__} {seed}")
    filled = GAME.complete(options)
    position, naive = GAME.start(2, filled), Naive(options)
    met = set()
    for _ in range(STEPS_MOST):
        legal = naive.legal()
        assert entered(position) == known(naive, legal)
        if naive.result is not None:
            break
        table = position.table()
        position = GAME.restore(2, filled, table)
        assert entered(position) == known(naive, legal)
        for text in dice.sample(READABLE, 3):
            if text not in legal:
                with pytest.raises(RefusedError):
                    naive.do(text)
                with pytest.raises(Illegal) as refused:
                    play(position, GAME.read(text))
                rule, against = refused.value.rule, naive.against(text)
                assert rule in against if rule else against == {"phase"}
        if naive.cards and naive.must_field():
            met.add("Carthage had to say")
        chosen = player(naive, legal, dice)
        naive.do(chosen)
        position = play(position, GAME.read(chosen))
    if naive.result is not None:
        met.add(naive.result["by"])
        met.add("nobody won" if naive.result["winners"] == [] else "won")
        for text in READABLE:
            with pytest.raises(Over):
                play(position, GAME.read(text))
    return met


@cache
def games(core, west, entry):
    """Games of all kinds of players with these options, compared step by step; what was met in them."""
    options = {"core": core, "west": west, "entry": entry}
    return set().union(*[walk(options, player, seed) for player in (anything, settling, fighting) for seed in range(3)])


@every_table
def test_both_referees_agree_about_whole_games(core, west, entry):
    assert "won" in games(core, west, entry)


@pytest.mark.thorough
def test_the_games_compared_met_every_end_and_a_choice_of_carthage():
    met = set().union(*[games(*table) for table in TABLES])
    assert met >= {"HAN-11", "HAN-12", "HAN-13", "HAN-14", "HAN-18", None, "nobody won", "Carthage had to say"}


def battered(dice, core):
    """A table in the middle of a game, put together by chance: mostly few pieces, often a battle, often impossible."""
    legions: list[dict[str, int]] = [{}, {}]
    fleets: list[dict[str, int]] = [{}, {}]
    owner = {region: dice.choice([0, 1, None]) for region in REGIONS}
    for region in dice.sample(REGIONS, dice.randint(2, 7)):
        if owner[region] is not None:
            legions[owner[region]][region] = dice.choice([1, 1, 1, 2, 2, 3])
    for route in dice.sample(SEA_ROUTES, dice.randint(0, 4)):
        fleets[dice.choice([0, 1])][route] = dice.choice([1, 1, 2])
    hannibal = dice.choice([None, *[r for r in REGIONS if r not in ISLANDS and owner[r] != 0]])
    turn, battle = dice.choice([0, 1]), None
    if dice.random() < 0.6:
        at = dice.choice(REGIONS * 2 + SEA_ROUTES)
        battle = {"at": at, "attacker": turn, "fielded": dice.choice([None, "legion", "hannibal"])}
        if at in REGIONS:
            legions[turn][at] = 1
            legions[1 - turn][at] = dice.choice([1, 1, 2])
            if dice.random() < 0.5:
                hannibal = at
                if turn == 1:
                    legions[1].pop(at)
        else:
            fleets[turn][at] = 1
            fleets[1 - turn][at] = dice.choice([1, 2])
    cards = dice.randint(1, 5)
    hands = [sorted(dice.sample([1, 2, 3, 4, 5], cards)) for _ in (0, 1)]
    chips = dice.choice([[0, 0], [dice.randint(0, 7), 0], [0, 7], [7, 0], [0, dice.randint(0, 7)]]) if core else [0, 0]
    return {
        "turn": turn,
        "legions": [{r: side[r] for r in REGIONS if r in side} for side in legions],
        "hannibal": hannibal,
        "fleets": [{r: side[r] for r in SEA_ROUTES if r in side} for side in fleets],
        "hands": hands,
        "battle": battle,
        "chips": chips,
    }


def spoilt(dice, table):
    """The table with one or two values exchanged for something that often cannot be."""
    table = {**table, "legions": [dict(s) for s in table["legions"]], "fleets": [dict(s) for s in table["fleets"]]}
    seat = dice.choice([0, 1])
    for _ in range(dice.choice([1, 1, 2])):
        how = dice.randrange(8)
        if how == 0:
            table["legions"][seat][dice.choice(REGIONS)] = dice.choice([0, 1, 3, 5, 7, 8, True, 1.0])
        elif how == 1:
            table["fleets"][seat][dice.choice(SEA_ROUTES)] = dice.choice([0, 1, 3, 4, True])
        elif how == 2:
            table["hannibal"] = dice.choice([None, *REGIONS, "ROM-COR", 5, []])
        elif how == 3:
            table["hands"] = [dice.choice([[], [1], [2, 1], [1, 1], [1, 6], [0, 1], [True], table["hands"][0]]),
                              table["hands"][1]]  # fmt: skip
        elif how == 4:
            table["battle"] = dice.choice([None, {}, {"at": "GAL", "attacker": seat, "fielded": "legion"}, "GAL"])
        elif how == 5:
            table["chips"] = dice.choice([[1, 0], [0, 8], [1, 1], [0], [0, 0], [True, 0]])
        elif how == 6:
            table["turn"] = dice.choice([0, 1, 2, None, True])
        else:
            table["legions"] = [table["legions"][1], table["legions"][0]]
    return table


@pytest.mark.parametrize(("count", "rare"), [(800, set()), pytest.param(2500, {"HAN-12"}, marks=pytest.mark.thorough)])
@every_board
def test_both_referees_agree_which_tables_are_consistent_and_how_they_go_on(core, west, count, rare):
    options, dice = {"core": core, "west": west}, random.Random(f"{core} {west}")
    filled, taken, met = GAME.complete(options), 0, set()
    for turned in range(count):
        table = battered(dice, core)
        if turned % 3 == 0:
            table = spoilt(dice, table)
        if not consistent(options, table):
            with pytest.raises(Inconsistent):
                GAME.restore(2, filled, table)
            continue
        taken += 1
        position, naive = GAME.restore(2, filled, table), Naive(options).at(table)
        assert entered(position) == known(naive, naive.legal())
        for chosen in dice.sample(naive.legal(), min(4, len(naive.legal()))):
            following = Naive(options).at(table)
            following.do(chosen)
            assert entered(play(position, GAME.read(chosen))) == known(following, following.legal())
            if following.result is not None:
                met.add(following.result["by"])
    assert taken > count // 10
    assert met >= {"HAN-11", "HAN-13", "HAN-14"} | rare | ({"HAN-18"} if core else set())


@every_board
def test_every_refusal_names_a_rule_that_is_against_it(core, west):
    options, dice = {"core": core, "west": west}, random.Random(f"refusals {core} {west}")
    filled, looked = GAME.complete(options), 0
    while looked < 60:
        table = battered(dice, core)
        if not consistent(options, table):
            continue
        looked += 1
        position, naive = GAME.restore(2, filled, table), Naive(options).at(table)
        for text in READABLE:
            against = naive.against(text)
            assert (GAME.read(text) in position.legal()) == (not against)
            if against:
                rule = position.objection(GAME.read(text)).rule
                assert rule in against if rule else against == {"phase"}


@pytest.mark.parametrize("entry", ["cards", "scores"])
@pytest.mark.parametrize("games", [8, pytest.param(40, marks=pytest.mark.thorough)])
def test_no_position_that_play_reaches_is_refused(entry, games):
    for seed, (core, west) in product(range(games), BOARDS):
        filled = GAME.complete({"core": core, "west": west, "entry": entry})
        position, dice = GAME.start(2, filled), random.Random(f"{entry} {seed} {core} {west}")
        while position.outcome is None:
            again = GAME.restore(2, filled, position.table())
            assert again.table() == position.table()
            position = position.after(dice.choice(position.legal()))
