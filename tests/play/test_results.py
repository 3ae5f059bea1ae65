"""The places of a result, and who stands best while a game runs: by the rules of each game, worked by hand."""

from __future__ import annotations

import pytest
from own_pads import small

from companion.games import registry
from companion.games.pad.collection import AllGames, recorded_game
from companion.kit.game import Game
from companion.play.act import Result
from companion.play.results import aim_of, leaders, places, teams_of


def game(key: str) -> Game:
    return AllGames(None).game(key)


@pytest.mark.parametrize(
    ("winners", "scores", "ended", "aim", "expected"),
    [
        ((0,), (99, 3), "", 1, (1, 2)),
        ((1,), (5, 9, 7, 5), "", 1, (3, 1, 2, 3)),
        ((2,), (10, 30, 40, 30), "", 1, (4, 2, 1, 2)),
        ((0, 2), (40, 10, 40, 30), "", 1, (1, 4, 1, 3)),
        ((1,), (26, 3, 40, 26), "", -1, (2, 1, 4, 2)),
        ((1,), (40, 30, 40), "", 1, (2, 1, 2)),  # decided by something else than points
        ((0,), (40, 40, 30), "", 1, (1, 2, 3)),  # a tie of points that something else has broken
        ((1,), (1, 7, 0), "", 0, (2, 1, 2)),
        ((0, 1), (7, 7), "", 1, (1, 1)),
        ((), (3, 9), "", 1, (1, 1)),
        ((0, 2, 3), (0, 0, 0, 0), "concede 1", 1, (1, 4, 1, 1)),
        ((1,), (20, 0, 30), "concede 0", 1, (2, 1, 2)),
        ((), (0, 0, 0), "agree draw", -1, (1, 1, 1)),
    ],
)
def test_winners_are_first_and_the_others_follow_by_points(
    winners: tuple[int, ...], scores: tuple[int, ...], ended: str, aim: int, expected: tuple[int, ...]
) -> None:
    assert places(Result(winners, scores, ended), aim) == expected


@pytest.mark.parametrize(
    ("key", "options", "aim"),
    [
        ("praetorians", {}, 1), ("spartacus", {}, 1), ("seven-hills", {}, 1), ("hannibal", {}, 0),
        ("hannibal", {"core": True}, 0), ("army-ants", {}, 0), ("hearts", {}, -1), ("wizard", {}, 1),
        ("points", {"low": True}, -1), ("points", {"low": False}, 1), ("molkky", {}, 1), ("farkle", {}, 1),
        ("canasta", {}, 1), ("doppelkopf", {}, 1), ("oh-hell", {}, 1), ("rummy", {}, 1), ("skat", {}, 1),
        ("skull-king", {}, 1), ("spades", {}, 1), ("hearts", {"no such option": True}, 0),
    ],
)  # fmt: skip
def test_a_game_says_whether_the_most_or_the_fewest_points_are_best(
    key: str, options: dict[str, bool | str], aim: int
) -> None:
    assert aim_of(game(key), options) == aim


def test_without_known_rules_points_order_nobody() -> None:
    assert aim_of(None, {}) == 0


def own_pad(best: str) -> Game:
    """A pad with this `best`, and a tally of the rounds that brought points."""
    found = recorded_game(small(top=f'best = ["{best}"]\n[tallies.good]\nnext = "good + (points > 0)"'))
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("best", "aim"),
    [("score", 1), ("-score", -1), ("-rank(score)", 1), ("rank(score)", -1), ("good", 0), ("good + seat", 0)],
)
def test_a_pad_whose_winner_is_found_without_points_orders_nobody_by_them(best: str, aim: int) -> None:
    assert aim_of(own_pad(best), {}) == aim


def after(key: str, players: int, *texts: str, **options: bool | str) -> tuple[int, ...]:
    """Who leads in a game after these entries."""
    rules = game(key)
    position = rules.start(players, rules.complete(options))
    for text in texts:
        action = rules.read(text)
        assert action in position.legal()
        position = position.after(action)
    return leaders(rules, position)


def test_in_praetorians_the_pawn_ahead_leads() -> None:
    assert after("praetorians", 3, entry="scores") == (2,)  # PRA-1: 0, 3, 6
    assert after("praetorians", 3, "bank 6", entry="scores") == (0, 2)


def test_in_spartacus_and_seven_hills_the_most_points_lead_also_below_nothing() -> None:
    assert after("spartacus", 3, entry="scores", banners="none") == ()
    assert after("spartacus", 3, "trick 1 55 0", entry="scores", banners="none") == (1,)
    assert after("seven-hills", 2, entry="scores") == ()


def test_in_hannibal_the_chips_lead_and_without_chips_nobody_and_in_army_ants_nobody() -> None:
    assert after("hannibal", 2, "turn core", "turn", entry="scores", core=True) == (0,)
    assert after("hannibal", 2, "turn", entry="scores") == ()
    assert after("army-ants", 2, entry="scores") == ()


def test_of_a_pad_its_own_rules_say_who_leads() -> None:
    most, fewest = ({"low": low, "goal": "none"} for low in (False, True))
    made = ("made 0 30", "made 1 -5", "made 2 12")
    assert after("points", 3, *made, **most) == (0,)
    assert after("points", 3, *made, **fewest) == (1,)
    assert after("points", 3, **fewest) == ()


def test_who_is_out_does_not_lead() -> None:
    misses = ("pins 0 0", "pins 1 0", "pins 2 1") * 2
    assert after("molkky", 3, *misses, "pins 0 0") == (2,)
    assert after("molkky", 3, "pins 0 0", "pins 1 0", "pins 2 0", *("pins 0 0", "pins 1 1", "pins 2 1")) == (1, 2)


def test_partners_lead_together() -> None:
    assert after("canasta", 4, "hand 0 100", "hand 1 250") == (1, 3)
    assert teams_of(game("canasta"), 4) == (0, 1, 0, 1)
    assert teams_of(game("canasta"), 2) is None
    assert teams_of(registry.game("spartacus"), 3) is None
    assert teams_of(None, 2) is None
