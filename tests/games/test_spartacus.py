"""Spartacus, rule by rule. Expectations are worked out by hand from the rules, not taken from the engine."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import registry
from companion.kit.rules import BadOption, Over, play

GAME = registry.game("spartacus")
NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
FULL = [*NUMBERS, "banner"]


def begin(players=3, **options):
    return GAME.start(players, GAME.complete(options))


def after(position, *actions):
    for action in actions:
        position = play(position, GAME.read(action))
    return position


def cards(text):
    return [card if card == "banner" else int(card) for card in text.split()]


def late(*hands, leader=0, trick="", banners="double", **options):
    """A position late in a game, by the table: `trick` is led by `leader` and answered in turn, nobody has passed.

    What is neither in a hand nor in the trick was won by the seat before the leader, number by number, all banners
    with the first of them.
    """
    players = len(hands)
    laid = [[(leader + place) % players, card] for place, card in enumerate(cards(trick))]
    held = [cards(hand) for hand in hands]
    rest: list[Any] = ([*FULL] if banners != "none" else [*NUMBERS]) * players
    for card in [card for hand in held for card in hand] + [card for _, card in laid]:
        rest.remove(card)
    piles: list[list[Any]] = [[card] for card in rest if card != "banner"]
    piles[0] += ["banner"] * rest.count("banner")
    points = [0] * players
    points[leader - 1] = sum(pile[0] for pile in piles)
    if banners == "double":
        points[leader - 1] += piles[0][0] * (2 ** rest.count("banner") - 1)
    numbers = [pair for pair in laid if pair[1] != "banner"]
    strong = laid if banners == "joker" else numbers
    table = {
        "turn": (leader + len(laid)) % players,
        "trick": laid,
        "passed": [],
        "best": strong[-1][0] if strong else None,
        "hands": held,
        "tricks": [piles if seat == (leader - 1) % players else [] for seat in range(players)],
        "points": points,
    }
    return GAME.restore(players, GAME.complete({"banners": banners, **options}), table)


def gained(before, position):
    """What the last step brought every seat."""
    return [now - then for then, now in zip(before.table()["points"], position.outcome.scores, strict=True)]


def turns(position, *actions):
    """Whose turn it is after each of the actions."""
    seats = []
    for action in actions:
        position = after(position, action)
        seats.append(position.table()["turn"])
    return seats


# The page's example


def test_the_table_after_a_number_and_a_banner():
    position = after(begin(), "play 7", "play banner")
    assert position.table() == {
        "turn": 2, "trick": [[0, 7], [1, "banner"]], "passed": [], "best": 0,
        "hands": [[1, 2, 3, 4, 5, 6, 8, 9, 10, "banner"], NUMBERS, FULL],
        "tricks": [[], [], []], "points": [0, 0, 0],
    }  # fmt: skip
    assert position.to_act == (2,)
    assert position.outcome is None


# SPA-1


@pytest.mark.parametrize("players", [3, 4, 5])
def test_spa_1_the_turn_goes_clockwise(players):
    plays = [f"play {10 - step}" for step in range(6)]
    assert turns(begin(players), *plays) == [step % players for step in range(1, 7)]


def test_spa_1_a_card_played_is_gone_from_that_hand_and_no_other():
    position = after(begin(), "play 7")
    assert position.table()["hands"] == [[1, 2, 3, 4, 5, 6, 8, 9, 10, "banner"], FULL, FULL]
    assert "play 7" not in after(position, "pass", "pass", "play banner", "play banner").legal()


def test_spa_1_low_beats_high():
    assert after(begin(), "play 7", "play 3").table()["best"] == 1


# SPA-2


@pytest.mark.parametrize("players", [3, 4, 5])
def test_spa_2_seat_0_leads_the_first_trick_with_any_card(players):
    position = begin(players)
    assert position.to_act == (0,)
    assert position.legal() == (*(f"play {number}" for number in NUMBERS), "play banner")
    assert position.table() == {
        "turn": 0, "trick": [], "passed": [], "best": None, "hands": [FULL] * players, "tricks": [[]] * players,
        "points": [0] * players,
    }  # fmt: skip


def test_spa_2_no_lead_is_passed():
    later = after(begin(), "play 5", "pass", "pass")
    assert later.table()["trick"] == []
    assert "pass" not in begin().legal()
    assert "pass" not in later.legal()


# SPA-3


def test_spa_3_while_only_banners_lie_any_card_is_played_and_nobody_passes():
    position = after(begin(), "play banner")
    assert position.legal() == (*(f"play {number}" for number in NUMBERS), "play banner")
    position = after(position, "play banner")
    assert position.legal() == (*(f"play {number}" for number in NUMBERS), "play banner")
    assert position.table()["best"] is None


def test_spa_3_the_turn_goes_round_and_on_until_a_number_lies():
    position = after(begin(), "play banner", "play banner", "play banner")
    assert position.table()["turn"] == 0
    assert position.legal() == tuple(f"play {number}" for number in NUMBERS)


def test_spa_3_ends_with_the_first_number():
    assert after(begin(), "play banner", "play 10").legal()[-2:] == ("play banner", "pass")


# SPA-4


def test_spa_4_a_number_must_be_lower_than_the_lowest():
    assert after(begin(), "play 4").legal() == ("play 1", "play 2", "play 3", "play banner", "pass")
    assert after(begin(), "play 4", "play 2").legal() == ("play 1", "play banner", "pass")


def test_spa_4_a_banner_leaves_the_lowest_as_it_is():
    assert after(begin(), "play 4", "play banner").legal() == ("play 1", "play 2", "play 3", "play banner", "pass")


def test_spa_4_nothing_is_lower_than_1():
    assert after(begin(), "play 1").legal() == ("play banner", "pass")
    assert after(begin(banners="none"), "play 1").legal() == ("pass",)


def test_spa_4_who_has_passed_is_out_of_this_trick_only():
    position = after(begin(4), "play 9", "pass", "play 8", "play 7")
    assert position.table()["passed"] == [1]
    assert turns(position, "play 6", "play 5", "play 4", "play 3") == [2, 3, 0, 2]
    position = after(position, "pass", "pass")  # seat 3 has won with the 7; seat 0 leads
    assert position.table()["passed"] == []
    assert turns(position, "play 10", "play 9") == [1, 2]


def test_spa_4_passed_seats_are_listed_in_order():
    assert after(begin(5), "play 9", "play 8", "play 7", "pass", "play 6", "pass").table()["passed"] == [0, 3]


# SPA-5


def test_spa_5_the_trick_ends_when_all_others_have_passed():
    position = after(begin(), "play 5", "pass", "pass")
    assert position.table()["tricks"] == [[[5]], [], []]


def test_spa_5_the_trick_ends_though_somebody_answered_with_a_banner():
    """(ruling)"""
    position = after(begin(), "play 5", "play banner", "pass")
    assert position.table()["tricks"] == [[[5, "banner"]], [], []]
    position = after(begin(), "play 5", "play banner", "play banner")
    assert position.table()["tricks"] == [[[5, "banner", "banner"]], [], []]


def test_spa_5_a_banner_does_not_beat_a_number():
    position = after(begin(4), "play 5", "play banner", "play 4", "play banner", "play banner")
    assert position.table()["best"] == 2
    position = after(position, "pass")
    assert position.table()["tricks"] == [[], [], [[5, "banner", 4, "banner", "banner"]], []]


def test_spa_5_the_turn_comes_round_to_the_player_who_beat_the_first():
    position = after(begin(), "play banner", "play 9", "play 3", "pass", "pass")
    assert position.table()["tricks"] == [[], [], [["banner", 9, 3]]]


def test_spa_5_the_player_of_the_strongest_card_is_skipped_to_over_passed_seats():
    position = after(begin(4), "play 8", "pass", "play 6", "pass")
    assert position.table()["turn"] == 0
    assert after(position, "pass").table()["tricks"][2] == [[8, 6]]


def test_spa_5_two_passed_neighbours_are_skipped_at_once():
    position = after(begin(5), "play 9", "pass", "pass", "play 8", "play 7")
    assert turns(position, "play 6", "play 5", "play 4", "pass") == [3, 4, 0, 3]


# SPA-6


def test_spa_6_each_trick_is_a_pile_of_its_own_in_the_order_played():
    position = after(begin(), "play 5", "play banner", "play 3", "pass", "play 2", "pass")
    assert position.table()["tricks"] == [[], [[5, "banner", 3, 2]], []]
    position = after(position, "play 4", "pass", "play 1", "pass")
    assert position.table()["tricks"] == [[], [[5, "banner", 3, 2], [4, 1]], []]
    assert position.table()["trick"] == []


# SPA-7


@pytest.mark.parametrize(
    ("actions", "leader"),
    [
        (["play 5", "pass", "pass"], 1),
        (["play 5", "play 4", "pass", "pass"], 2),
        (["play 5", "pass", "play 4", "pass"], 0),
    ],
)
def test_spa_7_the_seat_after_the_winner_leads(actions, leader):
    position = after(begin(), *actions)
    assert position.to_act == (leader,)
    assert (position.table()["trick"], position.table()["passed"], position.table()["best"]) == ([], [], None)


def test_spa_7_the_next_trick_is_led_with_any_card():
    assert after(begin(), "play 1", "pass", "pass").legal() == (*(f"play {n}" for n in NUMBERS), "play banner")


# SPA-8


def test_spa_8_the_game_ends_at_once_with_the_last_card_and_the_lowest_number_takes_the_trick():
    before = late("3", "1 2", "1 5", trick="")
    position = after(before, "play 3")
    assert position.table()["tricks"][0] == [[3]]
    assert gained(before, position) == [3, -3, -6]
    assert position.legal() == ()
    assert position.to_act == ()


def test_spa_8_a_last_banner_leaves_the_trick_to_the_lowest_number():
    before = late("banner", "1 2", "4 10", leader=2, trick="6")
    position = after(before, "play banner")
    assert position.table()["tricks"][2] == [[6, "banner"]]
    assert gained(before, position) == [0, -3, 12 - 14]


def test_spa_8_nobody_else_answers_the_last_card():
    before = late("7 8", "6", "1", leader=0, trick="9")
    position = after(before, "play 6")
    assert position.table()["tricks"][1] == [[9, 6]]
    assert gained(before, position) == [-15, 15, -1]


def test_spa_8_a_last_trick_of_banners_goes_to_nobody():
    before = late("1 2", "banner", "4", leader=0, trick="banner")
    position = after(before, "play banner")
    assert gained(before, position) == [-3, 0, -4]
    table = position.table()
    assert (table["trick"], table["passed"], table["best"], table["turn"]) == ([], [], None, None)
    shown = [card for hand in table["hands"] for card in hand] + [c for won in table["tricks"] for p in won for c in p]
    assert shown.count("banner") == 1


def test_spa_8_a_last_banner_that_leads_goes_to_nobody():
    before = late("banner", "1", "4 banner")
    position = after(before, "play banner")
    assert position.table()["tricks"] == before.table()["tricks"]
    assert gained(before, position) == [0, -1, -8]


def test_spa_8_one_card_left_is_not_the_end():
    assert after(late("3 4", "1 2", "1 5"), "play 3").outcome is None


def test_spa_8_after_the_end_nothing_is_played():
    over = after(late("3", "1 2", "1 5"), "play 3")
    for action in ("play 1", "pass", "done"):
        with pytest.raises(Over):
            play(over, GAME.read(action))
    assert over.table()["turn"] is None


# SPA-9


@pytest.mark.parametrize(
    ("actions", "points"),
    [
        (["play 9", "play 4", "pass", "pass"], 13),
        (["play 9", "play banner", "play 4", "pass", "pass"], 26),
        (["play banner", "play 9", "play banner", "play 4", "pass", "pass"], 52),
        (["play banner", "play banner", "play banner", "play 9", "play 4", "pass", "pass"], 104),
    ],
)
def test_spa_9_a_trick_is_its_numbers_doubled_for_every_banner(actions, points):
    assert sum(after(begin(), *actions).table()["points"]) == points


def test_spa_9_banners_double_their_own_trick_only():
    position = after(begin(), "play 9", "play banner", "pass", "play 5", "pass", "pass")
    assert position.table()["points"] == [18, 5, 0]


# SPA-10


def test_spa_10_the_numbers_in_hand_are_taken_off():
    before = late("2", "1 2 3", "10")
    assert gained(before, after(before, "play 2")) == [2, -6, -10]


def test_spa_10_with_the_banner_still_in_hand_twice():
    before = late("2", "1 2 3 banner", "10 banner")
    assert gained(before, after(before, "play 2")) == [2, -12, -20]


def test_spa_10_a_banner_alone_in_hand_takes_nothing_off():
    before = late("2", "banner", "10")
    assert gained(before, after(before, "play 2")) == [2, 0, -10]


def test_spa_10_while_the_game_runs_hands_do_not_count():
    assert begin().table()["points"] == [0, 0, 0]
    assert late("2", "1 2 3", "10").table()["points"][:2] == [0, 0]


# SPA-11


def decided(points):
    """The outcome of an entry in which the seats won such points from numbers alone."""
    position = begin(len(points), entry="scores", banners="none")
    for seat, total in enumerate(points):
        position = after(position, f"trick {seat} 40 0", f"trick {seat} {total - 40} 0")
    return after(position, "done").outcome.as_json()


def test_spa_11_most_points_win():
    assert decided([60, 62, 43]) == {"winners": [1], "scores": [60, 62, 43]}


def test_spa_11_equal_points_share_the_win():
    """(ruling)"""
    assert decided([61, 43, 61]) == {"winners": [0, 2], "scores": [61, 43, 61]}
    assert decided([55, 55, 55]) == {"winners": [0, 1, 2], "scores": [55, 55, 55]}


def test_spa_11_the_winner_need_not_have_played_the_last_card():
    before = late("2", "1 3", "10", leader=0)  # all other cards are with seat 2
    assert after(before, "play 2").outcome.winners == (2,)


# SPA-13


def test_spa_13_a_joker_beats_any_number():
    position = after(begin(banners="joker"), "play 1", "play banner")
    assert position.table()["best"] == 1


def test_spa_13_a_joker_beats_an_earlier_joker():
    position = after(begin(banners="joker"), "play 5", "play banner", "play banner")
    assert position.table()["best"] == 2


def test_spa_13_a_joker_that_leads_is_higher_than_any_number():
    position = after(begin(banners="joker"), "play banner")
    assert position.table()["best"] == 0
    assert "play 10" in position.legal()
    assert after(position, "play 10").table()["best"] == 1


def test_spa_13_after_a_joker_a_number_is_lower_than_the_lowest_so_far():
    position = after(begin(banners="joker"), "play 5", "play banner")
    assert position.legal() == ("play 1", "play 2", "play 3", "play 4", "play banner", "pass")
    assert after(position, "play 4").table()["best"] == 2


def test_spa_13_while_only_jokers_lie_nobody_passes():
    """(ruling)"""
    position = after(begin(banners="joker"), "play banner", "play banner")
    assert position.legal() == (*(f"play {number}" for number in NUMBERS), "play banner")
    assert position.table()["best"] == 1


# SPA-14


def test_spa_14_the_trick_goes_to_the_last_card_joker_or_not():
    position = after(begin(banners="joker"), "play 5", "play banner", "pass", "pass")
    assert position.table()["tricks"] == [[], [[5, "banner"]], []]
    assert position.to_act == (2,)
    position = after(begin(banners="joker"), "play 5", "play banner", "play 2", "pass", "pass")
    assert position.table()["tricks"] == [[], [], [[5, "banner", 2]]]


def test_spa_14_a_joker_gives_the_others_another_turn():
    position = after(begin(banners="joker"), "play 5", "play banner", "pass")
    assert position.to_act == (0,)


def test_spa_14_the_last_trick_goes_to_its_last_card():
    before = late("banner", "1 2", "4 10", leader=2, trick="6", banners="joker")
    position = after(before, "play banner")
    assert position.table()["tricks"][0] == [[6, "banner"]]
    assert gained(before, position) == [6, -3, -14]


def test_spa_14_a_last_trick_of_jokers_goes_to_the_last_player():
    """(ruling)"""
    before = late("1 2", "banner", "4", leader=0, trick="banner", banners="joker")
    position = after(before, "play banner")
    assert position.table()["tricks"][1] == [["banner", "banner"]]
    assert gained(before, position) == [-3, 0, -4]


# SPA-15

JOKERS = ["play 9", "play banner", "play banner", "play 4", "play 3", "pass", "pass"]
"""Seat 1 takes 16 with two jokers."""


@pytest.mark.parametrize(("scoring", "points"), [("none", 16), ("minus10", -4), ("worthless", 0)])
def test_spa_15_a_trick_with_jokers(scoring, points):
    assert after(begin(banners="joker", joker_scoring=scoring), *JOKERS).table()["points"] == [0, points, 0]


@pytest.mark.parametrize("scoring", ["none", "minus10", "worthless"])
def test_spa_15_a_trick_without_jokers_is_worth_its_numbers(scoring):
    position = after(begin(banners="joker", joker_scoring=scoring), "play 9", "play 5", "pass", "pass")
    assert position.table()["points"] == [0, 14, 0]


@pytest.mark.parametrize(("scoring", "hands"), [("none", [-5, -7]), ("minus10", [-15, -17]), ("worthless", [-5, -7])])
def test_spa_15_a_joker_in_hand(scoring, hands):
    position = begin(entry="scores", banners="joker", joker_scoring=scoring)
    assert after(position, "hand 1 5 1", "hand 2 7 1").table()["points"] == [0, *hands]


def test_spa_15_a_worthless_trick_has_no_10_off_besides():
    """(ruling)"""
    position = begin(entry="scores", banners="joker", joker_scoring="worthless")
    assert after(position, "trick 0 20 3").table()["points"] == [0, 0, 0]


def test_spa_15_a_last_trick_of_jokers_costs_10_each():
    position = begin(entry="scores", banners="joker", joker_scoring="minus10")
    assert after(position, "trick 2 0 2").table()["points"] == [0, 0, -20]


# SPA-16


def test_spa_16_without_banners_hands_are_1_to_10():
    position = begin(banners="none")
    assert position.table()["hands"] == [NUMBERS, NUMBERS, NUMBERS]
    assert position.legal() == tuple(f"play {number}" for number in NUMBERS)
    assert after(position, "play 6").legal() == (*(f"play {number}" for number in [1, 2, 3, 4, 5]), "pass")


def test_spa_16_scores_no_banner_is_entered():
    position = begin(banners="none", entry="scores")
    assert position.table()["missing"] == {"numbers": 165, "banners": 0}
    assert not [action for action in position.legal() if action.startswith("drop") or not action.endswith(" 0")]


# Options


@pytest.mark.parametrize("banners", ["double", "none"])
@pytest.mark.parametrize("scoring", ["minus10", "worthless"])
def test_spa_15_needs_jokers(banners, scoring):
    with pytest.raises(BadOption):
        GAME.complete({"banners": banners, "joker_scoring": scoring})


def test_spa_15_counting_nothing_goes_with_all_banners():
    for banners in ("double", "joker", "none"):
        assert GAME.complete({"banners": banners, "joker_scoring": "none"})["banners"] == banners


def test_the_record():
    assert (GAME.key, GAME.players) == ("spartacus", (3, 5))
    assert GAME.complete({}) == {"banners": "double", "joker_scoring": "none", "entry": "cards"}
