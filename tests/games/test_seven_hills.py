"""Seven Hills of Rome rule by rule, worked out by hand."""

import pytest
from seven_hills_positions import GAME, LAST_CARD, cards, five_seven, is_open, laid_out, played, table

from companion.games.seven_hills.engine.actions import BANNER
from companion.games.seven_hills.engine.hills import Hill, Variant, owner
from companion.games.seven_hills.engine.scores import UNNAMED, points
from companion.kit.rules import Over, Unreadable, play

HANDS_FULL = [f"place {hill}" for hill in range(1, 8)]


def won_by(first, second, **options):
    """Who wins a hill where these cards lie."""
    return owner(Hill(True, (first, second)), Variant(GAME.complete(options)))


def test_the_table_of_the_rules():
    position = played(
        "place 2, place 3, place 1, place 2, reveal 5, reveal 7, place 1, place 2 banner", barricades=True
    )
    nothing = {"open": False, "cards": [[], []]}
    assert position.table() == {
        "turn": 0,
        "hills": [
            {"open": False, "cards": [["?", "?"], []]},
            {"open": True, "cards": [[5], [7, "banner"]]},
            {"open": False, "cards": [[], ["?"]]},
            nothing, nothing, nothing, nothing,
        ],
        "left": [7, 7],
        "seen": [[5], [7, "banner"]],
        "barred": 2,
        "reveal": None,
    }  # fmt: skip
    assert position.to_act == (0,)


def test_the_first_position():
    position = played()
    assert position.to_act == (0,)
    assert list(position.legal()) == HANDS_FULL
    assert position.outcome is None
    assert position.table() == table(0, (9, 9), {})


def test_notation_is_read_back():
    for text in ("place 1", "place 7 9", "place 4 banner", "reveal 1", "reveal banner", "hill 7 -", "hill 1 0", "done"):
        assert str(GAME.read(text)) == text
    for text in ("place 0", "place 8", "place 4 10", "place 4 0", "place  4", "Place 4", "reveal", "reveal 0",
                 "reveal ?", "hill 1 2", "hill 8 0", "hill 1", "done ", "pass", "place 4 07", "place 4\n"):  # fmt: skip
        with pytest.raises(Unreadable):
            GAME.read(text)


def test_legal_goes_by_hills_then_cards_the_banner_last():
    assert list(five_seven(barricades=True).legal()) == [
        "place 2",
        "place 3",
        *[f"place 4 {card}" for card in (1, 2, 3, 4, 5, 6, 8, 9, "banner")],
        "place 5",
        "place 6",
        "place 7",
    ]


# HIL-1


def test_hil_1_turns_alternate_and_a_card_must_be_laid():
    position = played()
    for turn, text in enumerate(("place 1", "place 2", "place 3", "place 4", "place 5")):
        assert position.to_act == (turn % 2,)
        assert all(action.startswith("place ") for action in position.legal())
        position = played(text, position)
    assert position.table()["left"] == [6, 7]


def test_hil_1_own_cards_stay_in_the_order_in_which_they_were_laid():
    position = played("place 6, place 4 9, place 6, place 4 1, place 2, place 7, place 4 6", five_seven())
    assert cards(position, 4) == [[5, 9, 1], [7, 6]]
    assert cards(position, 6) == [[], ["?", "?"]]


# HIL-2


def test_hil_2_the_hill_of_the_opponents_last_card_is_barred():
    position = played("place 4")
    assert list(position.legal()) == [text for text in HANDS_FULL if text != "place 4"]
    assert position.table()["barred"] == 4
    assert played("place 5", position).table()["barred"] == 5


def test_hil_2_ones_own_last_hill_is_free():
    assert "place 4" in played("place 4, place 5").legal()


def test_hil_2_a_hill_turned_up_is_barred_afterwards_and_the_earlier_one_until_then():
    position = played("place 3, place 4, place 5, place 3")
    assert position.table()["barred"] == 5
    position = played("reveal 1", position)
    assert position.table()["barred"] == 5
    assert played("reveal 2", position).table()["barred"] == 3


def test_hil_2_a_card_that_was_removed_bars_all_the_same():
    repeat = played("place 4, place 3, place 5, place 4, reveal 5, reveal 5", exclusive=True)
    assert cards(repeat, 4) == [[5], []]
    assert repeat.table()["barred"] == 4
    voided = played("place 4, place 3, place 5, place 4, reveal banner, reveal 5", barricades=True)
    assert cards(voided, 4) == [[], []]
    assert voided.table()["barred"] == 4
    face_up = played("place 4 banner, place 6, place 7, place 4 9", five_seven(barricades=True))
    assert cards(face_up, 4) == [[5], [7]]
    assert face_up.table()["barred"] == 4


# HIL-3


def test_hil_3_cards_lie_face_down_where_one_tribe_is():
    position = played("place 4, place 1, place 4, place 1, place 4")
    assert cards(position, 4) == [["?", "?", "?"], []]
    assert cards(position, 1) == [[], ["?", "?"]]
    assert position.table()["seen"] == [[], []]
    assert not is_open(position, 4)


# HIL-4


def test_hil_4_the_second_tribe_turns_the_hill_up():
    position = played("place 4, place 1, place 4, place 2, place 3, place 4")
    view = position.table()
    assert view["reveal"] == {"hill": 4, "seat": 0, "index": 0}
    assert (view["turn"], view["left"], position.to_act) == (1, [6, 6], (0,))
    assert list(position.legal()) == [f"reveal {card}" for card in range(1, 10)]
    position = played("reveal 5", position)
    assert cards(position, 4) == [[5, "?"], ["?"]]
    assert position.table()["reveal"] == {"hill": 4, "seat": 0, "index": 1}
    assert not is_open(position, 4)
    position = played("reveal 8", position)
    assert position.table()["reveal"] == {"hill": 4, "seat": 1, "index": 0}
    assert (position.to_act, position.table()["turn"]) == ((1,), 1)
    position = played("reveal 5", position)
    assert cards(position, 4) == [[5, 8], [5]]
    assert is_open(position, 4)
    assert position.table()["reveal"] is None
    assert position.table()["seen"] == [[5, 8], [5]]
    assert position.to_act == (0,)


def test_hil_4_an_open_hill_stays_open_even_empty():
    position = played("place 4, place 5, place 6, place 4, reveal banner, reveal 7, place 1", barricades=True)
    assert cards(position, 4) == [[], []]
    assert is_open(position, 4)
    assert "place 4" not in position.legal()
    assert "place 4 3" in position.legal()
    assert cards(played("place 4 3", position), 4) == [[], [3]]


# HIL-5


def test_hil_5_at_the_end_hills_are_turned_up_in_ascending_order():
    position = played("place 2", laid_out(LAST_CARD))
    view = position.table()
    assert (view["turn"], view["barred"], view["left"]) == (None, None, [0, 0])
    assert view["reveal"] == {"hill": 1, "seat": 0, "index": 0}
    assert position.outcome is None
    position = played("reveal 9, reveal 8, reveal 7", position)
    assert cards(position, 1) == [[9, 8, 7, "?"], []]
    assert list(position.legal()) == ["reveal 6"]
    position = played("reveal 6", position)
    assert is_open(position, 1)
    assert position.table()["reveal"] == {"hill": 2, "seat": 1, "index": 0}
    assert position.to_act == (1,)
    position = played("reveal 5, reveal 6, reveal 7, reveal 8, reveal 9", position)
    assert position.legal() == ()
    assert position.to_act == ()
    assert position.table()["reveal"] is None
    assert position.outcome.as_json() == {"winners": [0], "scores": [4, 2]}
    assert [is_open(position, hill) for hill in range(1, 8)] == [True, True, True, False, False, False, False]
    with pytest.raises(Over):
        play(position, GAME.read("reveal 1"))


def test_hil_5_a_turning_up_by_the_last_card_is_finished_first():
    position = laid_out(LAST_CARD | {"barred": 3})
    position = played("place 1, reveal 6, reveal 7, reveal 8", position)
    assert (position.table()["turn"], position.table()["barred"], position.table()["left"]) == (1, 3, [0, 0])
    position = played("reveal 9, reveal 5", position)
    assert cards(position, 1) == [[6, 7, 8, 9], [5]]
    assert (position.table()["turn"], position.table()["reveal"]) == (None, {"hill": 2, "seat": 1, "index": 0})


def test_hil_5_with_nothing_face_down_the_last_card_ends_the_game():
    view = table(1, (0, 1), {1: ([9, 8, 7, 6], [9, 8]), 7: ([1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6])}, barred=1)
    position = played("place 7 7", laid_out(view))
    assert position.outcome.as_json() == {"winners": [1], "scores": [1, 7]}
    assert (position.table()["turn"], position.table()["barred"]) == (None, None)


# HIL-6, HIL-7, HIL-8


def test_hil_6_the_higher_sum_takes_the_hill():
    assert won_by((9,), (4, 6)) == 1
    assert won_by((4, 6), (9,)) == 0


def test_hil_6_equal_sums_go_to_seat_0():
    assert won_by((9,), (4, 5)) == 0
    assert won_by((4, 5), (9,)) == 0


def test_hil_7_a_tribe_alone_takes_the_hill_and_nobody_an_empty_one():
    assert won_by((1,), ()) == 0
    assert won_by((), (1,)) == 1
    assert won_by((), ()) is None


def test_hil_8_the_hills_won_are_added_up():
    assert points((0, 1, 0, None, 1, 1, UNNAMED)) == (4, 13)
    position = played(
        "hill 1 0, hill 2 0, hill 3 1, hill 4 -, hill 5 1, hill 6 1, hill 7 0, done", entry="scores"
    )  # fmt: skip
    assert position.outcome.as_json() == {"winners": [1], "scores": [10, 14]}


def test_hil_8_a_tie_stays_a_tie():
    position = played(
        "hill 1 0, hill 2 1, hill 3 1, hill 4 1, hill 5 1, hill 6 0, hill 7 0, done", entry="scores"
    )  # fmt: skip
    assert position.outcome.as_json() == {"winners": [0, 1], "scores": [14, 14]}


# HIL-10, HIL-11: exclusive values


def test_hil_10_a_number_lying_face_up_is_the_opponents_no_more():
    position = five_seven(exclusive=True)
    assert [text for text in position.legal() if text.startswith("place 4")] == [
        f"place 4 {card}" for card in (1, 2, 3, 4, 6, 8, 9)
    ]
    later = played("place 2", position)
    assert "place 4 7" not in later.legal()
    assert "place 4 5" in five_seven().legal()


def test_hil_10_other_hills_are_free_for_that_number():
    position = played("place 2, place 3, reveal 9, reveal 8, place 6, place 7", five_seven(exclusive=True))
    assert cards(position, 3) == [[8], [9]]
    assert "place 3 5" in position.legal()
    assert "place 3 8" not in position.legal()


def test_hil_10_holds_also_where_a_banner_would_void_the_card():
    position = played("place 4 banner, place 2", five_seven(exclusive=True, barricades=True))
    assert cards(position, 4) == [[5], [7, "banner"]]
    assert "place 4 5" not in position.legal()
    assert "place 4 8" in position.legal()


def test_hil_10_does_not_speak_of_banners():
    position = played("place 4 banner, place 2, place 6", five_seven(exclusive=True, barricades=True))
    assert "place 4 banner" in position.legal()


def test_hil_11_a_new_card_that_repeats_a_number_is_removed():
    position = played(
        "place 4, place 3, place 4, place 2, place 5, place 4, reveal 5, reveal 6, reveal 6", exclusive=True
    )
    assert cards(position, 4) == [[5, 6], []]
    assert position.table()["seen"] == [[5, 6], [6]]
    assert (position.removed_cards(0), position.removed_cards(1)) == ((), (6,))
    assert (position.to_act, position.table()["barred"]) == ((0,), 4)


def test_hil_11_only_with_exclusive_values():
    position = played("place 4, place 3, place 4, place 2, place 5, place 4, reveal 5, reveal 6, reveal 6")
    assert cards(position, 4) == [[5, 6], [6]]


def test_hil_11_the_new_card_is_the_offender_for_either_player():
    position = played("place 3, place 4, place 1, place 5, place 4, reveal 6, reveal 6", exclusive=True)
    assert cards(position, 4) == [[], [6]]


def test_hil_11_a_removed_card_bars_nothing():
    position = played(
        "place 4, place 3, place 4, place 2, place 5, place 4, reveal banner, reveal 5, reveal 7, place 1",
        exclusive=True,
        barricades=True,
    )
    assert cards(position, 4) == [[], [7]]
    assert "place 4 5" in position.legal()


# HIL-12 to HIL-16: barricades


def test_hil_12_each_player_has_a_banner():
    position = played(barricades=True)
    assert position.table()["left"] == [10, 10]
    position = played("place 4, place 3, place 5, place 4", position)
    assert list(position.legal()) == [f"reveal {card}" for card in (*range(1, 10), "banner")]
    assert "place 4 banner" in five_seven(barricades=True).legal()
    assert "place 4 banner" not in five_seven().legal()


def test_hil_12_the_banner_counts_0():
    assert won_by((BANNER, 4), (5,), barricades=True) == 1
    assert won_by((5,), (4, BANNER), barricades=True) == 0


def test_hil_13_a_face_up_banner_voids_the_next_card_of_the_enemy():
    position = played("place 4 banner, place 6, place 7, place 4 9", five_seven(barricades=True))
    assert cards(position, 4) == [[5], [7]]
    assert (position.removed_cards(0), position.removed_cards(1)) == ((9,), (BANNER,))
    assert position.table()["seen"] == [[5, 9], [7, "banner"]]
    assert (position.to_act, position.table()["barred"]) == ((1,), 4)


def test_hil_13_or_of_its_own_tribe():
    position = played("place 4 banner, place 6, place 4 9", five_seven(barricades=True))
    assert cards(position, 4) == [[5], [7]]
    assert (position.removed_cards(0), position.removed_cards(1)) == ((), (9, BANNER))


def test_hil_13_only_the_next_one():
    position = played("place 4 banner, place 6, place 4 9, place 2, place 4 8", five_seven(barricades=True))
    assert cards(position, 4) == [[5], [7, 8]]


def test_hil_13_two_banners_void_each_other():
    position = played("place 4 banner, place 6, place 7, place 4 banner", five_seven(barricades=True))
    assert cards(position, 4) == [[5], [7]]
    assert (position.removed_cards(0), position.removed_cards(1)) == ((BANNER,), (BANNER,))


def turned_up(waiting, new, **options):
    """Hill 4 once it is turned up: Ada's cards waited there, Ben's caused it. Then what is out of the game."""
    others = iter("12356")
    texts = []
    for _ in waiting:
        texts += ["place 4", f"place {next(others)}"]
    texts += ["place 7", "place 4", *[f"reveal {card}" for card in (*waiting, new)]]
    position = played(", ".join(texts), barricades=True, **options)
    assert is_open(position, 4)
    return cards(position, 4), [position.removed_cards(seat) for seat in (0, 1)]


def test_hil_14_a_banner_laid_last_voids_the_card_that_caused_the_turning_up():
    assert turned_up(["banner"], 7) == ([[], []], [(BANNER,), (7,)])
    assert turned_up([3, "banner"], 7) == ([[3], []], [(BANNER,), (7,)])
    assert turned_up([3, "banner"], "banner") == ([[3], []], [(BANNER,), (BANNER,)])


def test_hil_14_a_banner_under_another_card_voids_that_card_of_its_own_tribe():
    assert turned_up(["banner", 5], 7) == ([[], [7]], [(5, BANNER), ()])
    assert turned_up([2, "banner", 5, 6], 7) == ([[2, 6], [7]], [(5, BANNER), ()])


def test_hil_14_a_new_banner_that_was_not_voided_is_live():
    assert turned_up([5], "banner") == ([[5], ["banner"]], [(), ()])
    assert turned_up(["banner", 5], "banner") == ([[], ["banner"]], [(5, BANNER), ()])
    position = played("place 4, place 3, place 5, place 4, reveal 5, reveal banner", barricades=True)
    position = played("place 6, place 2, place 4 9", position)
    assert cards(position, 4) == [[5], []]


def ended(row):
    """Hill 1 once Ada's cards there are turned up at the end of the game."""
    rest = [card for card in (*range(1, 10), "banner") if card not in row]
    hills = {1: (["?"] * len(row), []), 2: (rest, list(range(1, 10)))}
    position = laid_out(table(1, (0, 1), hills, barred=1), barricades=True)
    position = played(", ".join(["place 2 banner", *[f"reveal {card}" for card in row]]), position)
    assert position.outcome is not None
    return cards(position, 1)[0]


def test_hil_14_at_the_end_of_the_game_too():
    assert ended(["banner", 5, 6]) == [6]
    assert ended([4, "banner", 5]) == [4]
    assert ended([4, 5]) == [4, 5]


def test_hil_14_at_the_end_a_banner_laid_last_stays():
    assert ended([4, "banner"]) == [4, "banner"]
    assert ended(["banner"]) == ["banner"]


def test_hil_15_barricades_act_before_a_repeat_is_looked_at():
    assert turned_up(["banner", 5], 5, exclusive=True) == ([[], [5]], [(5, BANNER), ()])
    assert turned_up([5, "banner"], 5, exclusive=True) == ([[5], []], [(BANNER,), (5,)])
    assert turned_up([5, "banner", 6], 5, exclusive=True) == ([[5], []], [(6, BANNER), (5,)])


def test_hil_16_a_banner_alone_wins_no_hill():
    assert won_by((BANNER,), (), barricades=True) is None
    assert won_by((), (BANNER,), barricades=True) is None
    assert won_by((BANNER,), (1,), barricades=True) == 1
    assert won_by((), (1, BANNER), barricades=True) == 1
    assert won_by((BANNER,), (), barricades=True, scoring="strongest") is None
    assert won_by((BANNER,), (1,), barricades=True, scoring="strongest") == 1


# HIL-17 and HIL-18


def test_hil_17_the_strongest_card_takes_the_hill():
    assert won_by((9,), (8, 7), scoring="strongest") == 0
    assert won_by((8, 7), (1, 9), scoring="strongest") == 1


def test_hil_17_equal_cards_are_followed_by_the_next_ones():
    assert won_by((9, 2), (9, 3), scoring="strongest") == 1
    assert won_by((1, 9, 4), (9, 4, 2), scoring="strongest") == 1
    assert won_by((9,), (9, 1), scoring="strongest") == 1
    assert won_by((9, 1), (9,), scoring="strongest") == 0
    assert won_by((3, 9), (9, 3), scoring="strongest") == 0


def test_hil_17_banners_are_not_compared():
    assert won_by((9,), (9, BANNER), scoring="strongest", barricades=True) == 0


def test_hil_18_in_the_open_game_all_cards_are_laid_face_up():
    position = played(open=True)
    assert all(is_open(position, hill) for hill in range(1, 8))
    assert list(position.legal()) == [f"place {hill} {card}" for hill in range(1, 8) for card in range(1, 10)]
    position = played("place 4 7, place 3 7", position)
    assert cards(position, 4) == [[7], []]
    assert cards(position, 3) == [[], [7]]
    assert "place 1 7" not in position.legal()
    assert position.table()["seen"] == [[7], [7]]


def test_hil_18_a_repeat_cannot_be_laid_in_the_open_game_either():
    position = played("place 4 7, place 3 1, place 5 2, place 6 3", open=True, exclusive=True)
    assert "place 3 1" not in position.legal()
    assert "place 3 9" in position.legal()


def test_hil_18_banners_void_in_the_open_game():
    position = played("place 4 banner, place 3 1, place 4 7", open=True, barricades=True)
    assert cards(position, 4) == [[], []]
    assert "place 3 5" in position.legal()


def test_hil_18_the_open_game_ends_with_the_last_card():
    view = table(1, (0, 1), {5: (range(1, 10), range(1, 9))}, barred=5, open_game=True)
    position = played("place 6 9", laid_out(view, open=True))
    assert position.outcome.as_json() == {"winners": [1], "scores": [5, 6]}
    assert position.legal() == ()


# HIL-19 and HIL-20


def test_hil_19_a_card_shown_once_is_not_shown_again():
    position = played("place 2", five_seven())
    assert "place 4 5" not in position.legal()
    assert "place 4 7" in position.legal()
    position = played("place 6, place 5", position)
    assert list(position.legal()) == [f"reveal {card}" for card in (1, 2, 3, 4, 6, 7, 8, 9)]


def test_hil_19_a_removed_card_is_not_shown_again_either():
    position = played("place 4 banner, place 6, place 4 9, place 2", five_seven(barricades=True))
    assert [text for text in position.legal() if text.startswith("place 4")] == [
        f"place 4 {card}" for card in (1, 2, 3, 4, 5, 6, 8)
    ]


def test_hil_19_a_card_face_down_somewhere_may_still_be_any():
    position = played("place 2, place 6", five_seven())
    assert "place 4 8" in position.legal()


def test_hil_20_while_a_hill_is_turned_up_nothing_is_laid():
    position = played("place 4, place 3, place 5, place 4, reveal 5")
    assert all(text.startswith("reveal ") for text in position.legal())
    assert not any(text.startswith("reveal ") for text in played("reveal 7", position).legal())


# Scores entry


def test_scores_hills_are_named_in_any_order_and_again():
    position = played("hill 7 1, hill 2 0, hill 7 1, hill 3 -, hill 2 1", entry="scores")
    assert position.table() == {"hills": [None, 1, "-", None, None, None, 1], "points": [0, 9]}
    assert position.to_act == (0, 1)
    assert position.outcome is None
    assert "done" not in position.legal()
    assert list(position.legal()) == [f"hill {hill} {owner}" for hill in range(1, 8) for owner in (0, 1, "-")]


def test_scores_done_ends_the_game_when_all_are_named():
    position = played(", ".join(f"hill {hill} -" for hill in range(1, 8)), entry="scores")
    assert position.legal()[-1] == "done"
    assert len(position.legal()) == 22
    ended_position = played("hill 7 1, done", position)
    assert ended_position.outcome.as_json() == {"winners": [1], "scores": [0, 7]}
    assert ended_position.to_act == ()
    assert ended_position.legal() == ()
    assert ended_position.table() == {"hills": ["-"] * 6 + [1], "points": [0, 7]}
