"""Two referees that share no line of code agree about whole games of Praetorians, step by step."""

from __future__ import annotations

import random
from itertools import product

import pytest
from naive_praetorians import Naive, Refused, all_cards
from variants import params

from companion.games import registry
from companion.kit.rules import Illegal, Over, play

GAME = registry.game("praetorians")
STEPS_MOST = 260
READABLE = [
    *(f"flip {card}" for card in all_cards(twelves=False)),
    *(f"flip 12>{seat}" for seat in range(4)),
    "stop",
    *(f"match {value}" for value in range(14)),
    *(f"twelve {seat}" for seat in range(4)),
    *(f"bank {total}" for total in range(60)),
    "match 9999",
    "bank 9999",
    "bust",
]
TABLES = list(product((2, 3, 4), (False, True), ("cards", "scores")))
every_table = pytest.mark.parametrize(
    ("players", "twelves", "entry"),
    params(
        TABLES,
        lambda players, twelves, entry: {(entry, "players", players), (entry, "twelves", twelves)},
        lambda players, twelves, entry: f"{players} {twelves} {entry}",
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


def known(naive):
    return {
        "table": naive.table(),
        "to_act": naive.to_act(),
        "legal": naive.legal(),
        "outcome": naive.outcome(),
    }


def careful(naive, dice):
    """A player who likes matches, avoids the other camp, and stops now and then: long turns, games that end."""
    listed = naive.legal()
    if not naive.cards:
        return dice.choice(listed)
    kept = naive.state["kept"]
    values = {card[1:] for card in kept}
    other = "BG" if any(card[0] in "RP" for card in kept) else "RP" if any(card[0] in "BG" for card in kept) else ""
    if naive.state["flips"] and dice.random() < 0.08:
        return "stop"
    good = [a for a in listed if a.startswith("flip") and (a[6:] in values or a[5] not in other)]
    return dice.choice(good or listed)


def daring(naive, dice):
    """A player who is caught again and again, but turns up the last cards of the deck with care, and one more."""
    if naive.cards and len(naive.state["facedown"]) < 4:
        kept = naive.state["kept"]
        safe = [a for a in naive.legal() if a.startswith("flip Y") or any(a[6:7] == card[0] for card in kept)]
        return dice.choice(safe or naive.legal())
    return dice.choice(naive.legal())


def careless(naive, dice):
    """Anything that is legal, the last of the list more often than the rest."""
    listed = naive.legal()
    return listed[-1] if dice.random() < 0.2 else dice.choice(listed)


def walk(players, twelves, entry, player, seed):
    """Play one game on both referees and compare everything after each step; the steps, and what was met."""
    options = {"twelves": twelves, "entry": entry}
    dice = random.Random(f"{players} {twelves} {entry} {player.__name__} {seed}")
    position, naive = GAME.start(players, GAME.complete(options)), Naive(players, options)
    met = set()
    assert entered(position) == known(naive)
    for _ in range(STEPS_MOST):
        if naive.winner is not None:
            met.add("won")
            break
        for text in dice.sample(READABLE, 3):
            if text in naive.legal():
                continue
            with pytest.raises(Refused):
                naive.do(text)
            with pytest.raises(Illegal):
                play(position, GAME.read(text))
        empty = entry == "cards" and not naive.state["facedown"]
        chosen = player(naive, dice)
        naive.do(chosen)
        position = play(position, GAME.read(chosen))
        assert entered(position) == known(naive)
        if empty and naive.winner is None and chosen != "stop":
            met.add("refilled inside a turn")
        if naive.winner is not None and chosen.startswith(("flip", "match")):
            met.add("won by a match")
    for text in READABLE:
        if text not in naive.legal():
            with pytest.raises(Over if naive.winner is not None else Illegal):
                play(position, GAME.read(text))
    return met


@pytest.mark.parametrize("player", [careful, daring, careless])
@every_table
def test_both_referees_agree_about_whole_games(players, twelves, entry, player):
    met = set()
    for seed in range(4):
        met |= walk(players, twelves, entry, player, seed)
    # Games that met nothing would prove nothing.
    if player is careful:
        assert "won" in met
    if player is daring and entry == "cards":
        assert "refilled inside a turn" in met


def test_the_games_compared_include_one_won_by_a_match():
    assert any("won by a match" in walk(2, False, "cards", careful, seed) for seed in range(12))


@pytest.mark.parametrize("turn", ["flip R1", "match 3", "stop", "bust"])
def test_both_referees_start_alike_whatever_is_refused(turn):
    for players, twelves, entry in TABLES:
        options = {"twelves": twelves, "entry": entry}
        position, naive = GAME.start(players, GAME.complete(options)), Naive(players, options)
        assert (turn in naive.legal()) == (GAME.read(turn) in position.legal())
