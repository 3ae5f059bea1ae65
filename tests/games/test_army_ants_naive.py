"""The referee against a second, plain one: games at random, tables at random, actions at random."""

import random

import pytest
from army_ants_tables import FAVORED, GAME, after, battle, rally, said, start
from naive_army_ants import FACES, SQUARES, Naive

from companion.kit.rules import Illegal, play

DEPLOYMENTS = ("dealt", "rows", "free")


def agree(position, naive):
    legal = position.legal()
    assert len(set(legal)) == len(legal)
    assert set(legal) == set(naive.legal())
    assert position.table() == naive.table()
    assert (position.outcome and position.outcome.as_json()) == naive.outcome
    assert position.to_act == (() if naive.outcome else (0, 1) if naive.entry == "scores" else (naive.turn,))


def any_action(rng, near):
    """A readable action; more often than not one that resembles `near`, a legal one."""
    kind = rng.choice(["deploy", "march", "line", "swap", "favor", "moveout", "attack", "pass", "win", "draw", near])
    one, other = rng.choice(SQUARES), rng.choice(SQUARES)
    if rng.random() < 0.7:
        named = [word for word in near.replace(">", " ").replace("-", " ").split() if word in SQUARES]
        if named:
            one = rng.choice(named)
    if rng.random() < 0.5:
        other = rng.choice([s for s in SQUARES if s[0] == one[0] or s[1] == one[1]])
    towards = f"{rng.choice('udlr')}{rng.choice('1111223456789')}"
    return {
        "deploy": f"deploy {rng.choice('123456789Q')}",
        "march": f"march {one} {towards}",
        "line": f"march {one}-{other} {towards}",
        "swap": f"swap {one} {other}",
        "moveout": f"moveout {one}>{other}",
        "attack": f"attack {one}>{other}",
        "win": f"win {rng.choice('01')}",
    }.get(kind, kind)


def try_any(rng, position, legal):
    """Readable actions are accepted exactly when the naive referee lists them; a refusal has words."""
    for _ in range(6):
        action = GAME.read(any_action(rng, rng.choice(legal)))
        if action in legal:
            play(position, action)
        else:
            with pytest.raises(Illegal) as refused:
                play(position, action)
            assert refused.value.rule is None or refused.value.rule.startswith("ANT-")


def run(rng, position, naive, steps, options):
    agree(position, naive)
    for _ in range(steps):
        legal = naive.legal()
        if not legal:
            return
        restored = GAME.restore(2, options, position.table())
        assert restored.table() == position.table()
        assert restored.legal() == position.legal()
        try_any(rng, position, legal)
        keen = [text for text in legal if text.startswith(("attack", "favor"))]
        text = rng.choice(keen if keen and rng.random() < 0.3 else legal)
        position = play(position, GAME.read(text))
        naive.play(text)
        agree(position, naive)


@pytest.mark.parametrize("seed", ["", *[pytest.param(seed, marks=pytest.mark.thorough) for seed in "abc"]])
@pytest.mark.parametrize("deployment", DEPLOYMENTS)
def test_both_referees_see_the_same_games(deployment, seed):
    rng = random.Random(f"games {deployment}{seed}")
    options = GAME.complete({"deployment": deployment})
    run(rng, GAME.start(2, options), Naive(options), 130, options)


def sparse(rng):
    """A battle with few cards, where draws and captured queens are near."""
    squares = rng.sample(SQUARES if rng.random() < 0.5 else [s for s in SQUARES if s[0] in "ab" and s[1] in "123"], 6)
    faces = rng.sample("12345678" * 2, 2)
    cards = ["RQ", "BQ", rng.choice("RB") + faces[0], rng.choice("RB") + rng.choice(faces)]
    cards += ["R9", "B9"] if rng.random() < 0.2 else []
    return rng.choice((0, 1)), dict(zip(squares, cards, strict=False))


def shut_in(rng):
    """A queen alone in a corner between enemy cards."""
    seat = rng.choice((0, 1))
    corner, *walls = rng.choice([("a1", "a2", "b1"), ("e1", "d1", "e2"), ("a8", "a7", "b8"), ("e8", "e7", "d8")])
    own, enemy = ("R", "B") if seat == 0 else ("B", "R")
    far = rng.choice([square for square in SQUARES if square[0] == "c"])
    return seat, {corner: f"{own}Q", walls[0]: f"{enemy}3", walls[1]: f"{enemy}1", far: f"{enemy}Q"}


@pytest.mark.parametrize("count", [80, pytest.param(250, marks=pytest.mark.thorough)])
def test_both_referees_see_the_same_ends(count):
    rng = random.Random("ends")
    options = GAME.complete({})
    seen = set()
    for number in range(count):
        turn, board = shut_in(rng) if number % 10 == 0 else sparse(rng)
        table = {"phase": "battle", "turn": turn, "board": board, "rally": [0, 0]}
        position, naive = GAME.restore(2, options, table), Naive(options, table)
        seen.add(naive.legal() == ["pass"])
        run(rng, position, naive, 12, options)
        if naive.outcome:
            seen.add(tuple(naive.outcome["winners"]))
    assert seen == {(), (0,), (1,), True, False}


def test_both_referees_see_the_same_scores_entry():
    options = GAME.complete({"entry": "scores", "deployment": "free"})
    for text in ("win 0", "win 1", "draw"):
        position, naive = GAME.start(2, options), Naive(options)
        agree(position, naive)
        position = play(position, GAME.read(text))
        naive.play(text)
        agree(position, naive)


READABLE = [
    *[f"deploy {face}" for face in FACES],
    *[f"march {one} {way}{far}" for one in SQUARES for way in "udlr" for far in range(1, 10)],
    *[f"march {a}-{z} {way}{far}" for a in SQUARES for z in SQUARES for way in "udlr" for far in range(1, 10)],
    *[f"swap {one} {other}" for one in SQUARES for other in SQUARES],
    *[f"moveout {one}>{other}" for one in SQUARES for other in SQUARES],
    *[f"attack {one}>{other}" for one in SQUARES for other in SQUARES],
    *["favor", "pass", "win 0", "win 1", "draw"],
]


LINES = "R1a1 R2b1 R3c1 RQc2 R4c3 BQc8 B4b8 B4c7 B5e5"


@pytest.mark.parametrize(
    "begin",
    [
        pytest.param(lambda: start(deployment="free"), id="free"),
        pytest.param(lambda: after(rally(FAVORED), "favor"), id="alone", marks=pytest.mark.thorough),
        pytest.param(lambda: battle(LINES, turn=1), id="lines", marks=pytest.mark.thorough),
        pytest.param(lambda: battle("RQa1 R5a2 B5a3 B6b1 BQb2 B1c1"), id="corner"),
    ],
)
def test_of_all_that_can_be_read_exactly_the_legal_is_accepted(begin):
    position = begin()
    deployment = "free" if position.free else "dealt"
    legal = set(Naive({"deployment": deployment, "entry": "cards"}, position.table()).legal())
    accepted, entered = set(), []
    for text in READABLE:
        action = GAME.read(text)
        assert action == text
        try:
            play(position, action)
            accepted.add(text)
        except Illegal as refused:
            entered.append(said(refused.message))
    assert accepted == legal
    assert all(entered)
