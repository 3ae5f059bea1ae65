"""The curves of a game, worked out by hand for a few turns of every game."""

import re
from pathlib import Path

import pytest
from installed import GameSetup

from companion.play.timeline import Timeline, advance
from companion.session.curves import Curve, curves

GAMES = Path(__file__).parents[1] / "games" / "playthroughs"
ADA_BEN = ("Ada", "Ben")


def timeline(game: GameSetup, *texts: str) -> Timeline:
    """The timeline of a game with these entries."""
    so_far = game.begin()
    for text in texts:
        so_far = advance(game, so_far, text)
    return so_far


def test_pawns_stand_where_a_turn_begins_and_at_last_where_they_are_now() -> None:
    game = GameSetup(1, "praetorians", ADA_BEN, {"entry": "scores"})
    # Ada banks 21 and stands on 21; Ben matches a 4 (3 + 4 = 7) and is caught; Ada matches a 9, and is on 30.
    entered_so_far = timeline(game, "bank 21", "match 4", "bust", "match 9")
    assert curves(game, entered_so_far) == (Curve("curve.pawns", ((0, 21, 21, 30), (3, 3, 7, 7)), (0, 1, 3, 4)),)


def test_before_the_first_turn_is_over_there_is_nothing_to_draw() -> None:
    game = GameSetup(1, "praetorians", ADA_BEN, {"entry": "scores"})
    assert curves(game, timeline(game)) == ()
    assert curves(game, timeline(game, "bank 21")) != ()


def test_what_people_end_themselves_adds_no_turn() -> None:
    game = GameSetup(1, "praetorians", ADA_BEN, {"entry": "scores"})
    assert curves(game, timeline(game, "bank 21", "concede 1")) == curves(game, timeline(game, "bank 21"))


def test_what_was_gone_back_over_is_not_in_the_course() -> None:
    game = GameSetup(1, "praetorians", ADA_BEN, {"entry": "scores"})
    assert curves(game, timeline(game, "bank 21", "bank 5", "back 1"))[0].seats == ((0, 21), (3, 3))


def test_points_change_with_every_trick() -> None:
    game = GameSetup(1, "spartacus", ("Ada", "Ben", "Cleo"), {"banners": "none"})
    # Ben takes 7 and 3: ten points. Cleo leads to the next trick, which nobody has taken yet.
    (curve,) = curves(game, timeline(game, "play 7", "play 3", "pass", "pass", "play 9"))
    assert curve == Curve("curve.points", ((0, 0), (0, 10), (0, 0)), (0, 4))


def test_chips_and_pieces_go_by_turns() -> None:
    game = GameSetup(1, "hannibal", ADA_BEN, {"core": True, "entry": "scores"})
    assert curves(game, timeline(game, "turn core", "turn", "turn core")) == (
        Curve("curve.chips", ((0, 1, 1, 2), (0, 0, 0, 0)), (0, 1, 2, 3)),
    )
    # Ada sails into three fleets and loses hers; Ben, who has not lost anything, moves a legion.
    cards = GameSetup(1, "hannibal", ADA_BEN, {})
    fought = timeline(cards, "fleet ROM-COR>SAR-CAR", "clash 2 4", "legion CAR>MAU")
    assert curves(cards, fought) == (Curve("curve.pieces", ((10, 9, 9), (9, 9, 9)), (0, 2, 3)),)


def test_a_number_that_nobody_has_changed_is_no_curve_beside_one_that_has_changed() -> None:
    core = GameSetup(1, "hannibal", ADA_BEN, {"core": True})
    fought = timeline(core, "fleet ROM-COR>SAR-CAR", "clash 2 4", "legion CAR>MAU")
    assert [curve.key for curve in curves(core, fought)] == ["curve.pieces"]  # no chip has been taken yet
    scores = GameSetup(1, "hannibal", ADA_BEN, {"core": True, "entry": "scores"})
    assert [curve.key for curve in curves(scores, timeline(scores, "turn", "turn"))] == ["curve.chips"]


def test_points_of_the_hills_are_beside_the_player_who_has_them() -> None:
    game = GameSetup(1, "seven-hills", ADA_BEN, {"open": True})
    (curve,) = curves(game, timeline(game, "place 7 9", "place 3 5", "place 1 1", "place 2 9", "place 3 8"))
    # Everybody is alone at first; with her last card Ada's 8 beats Ben's 5 on hill 3.
    assert curve == Curve("curve.points", ((0, 7, 7, 8, 8, 11), (0, 0, 3, 3, 5, 2)), (0, 1, 2, 3, 4, 5))


def test_ants_are_taken_from_the_battle_on() -> None:
    text = (GAMES / "army-ants-cards-rows.txt").read_text("utf-8")
    game = GameSetup(1, "army-ants", ADA_BEN, {"deployment": "rows"})
    so_far = timeline(game, *re.findall(r"^[0-9]+ (.+)$", text, re.MULTILINE))
    (curve,) = curves(game, so_far)
    # Counted in the file: Ada takes 1, 4, 5, 5, Ben 5, 1, 3, 1 and the queen; of 7, 8 and 9 both fall.
    assert curve.key == "curve.captured"
    assert [(line[0], line[-1]) for line in curve.seats] == [(0, 7), (0, 8)]
    # The battle begins with the 48th action.
    assert (curve.places[0], curve.places[-1]) == (47, 61)


@pytest.mark.parametrize("key", ["army-ants", "seven-hills", "spartacus"])
def test_a_game_of_which_only_the_end_is_entered_has_no_curves(key: str) -> None:
    names = ("Ada", "Ben", "Cleo") if key == "spartacus" else ADA_BEN
    game = GameSetup(1, key, names, {"entry": "scores"})
    texts = [str(action) for action in game.begin()[-1].position.legal()[:1]]
    assert curves(game, timeline(game, *texts)) == ()


def test_a_scale_begins_at_nought_or_below_and_is_never_empty() -> None:
    flat = Curve("curve.points", ((0, 0), (0, 0)), (0, 1))
    assert (flat.least, flat.most) == (0, 1)
    below = Curve("curve.points", ((0, -27), (0, 31)), (0, 1))
    assert (below.least, below.most) == (-27, 31)
