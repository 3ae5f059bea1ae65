"""The messages of Seven Hills of Rome: refusals, what people should notice, what they must do."""

import pytest
from seven_hills_positions import GAME, LAST_CARD, five_seven, laid_out, played, table

from companion.kit.rules import Illegal, play
from companion.messages import Message
from companion.words import Words

# What is refused, why, and in which words

ENTRY = {"entry": "scores"}
OPEN = {"open": True}
BARRICADES = {"barricades": True}
EXCLUSIVE = {"exclusive": True}
OPEN_FOUR = "place 4, place 3, place 5, place 4, reveal 5, reveal 7, place 1"
TURNING = "place 4, place 3, place 5, place 4, reveal 5"

REFUSED = [
    ({}, "place 4", "place 4", "HIL-2", "hill 4 is barred: Ada has just laid a card there"),
    ({}, "place 4", "place 4 banner", "HIL-2", "hill 4 is barred: Ada has just laid a card there"),
    ({}, "place 4, place 3, place 5, place 4, reveal 5, reveal 7", "place 4 9", "HIL-2",
     "hill 4 is barred: Ben has just laid a card there"),
    ({}, "", "place 4 7", "HIL-3", "hill 4 is not turned up; cards are laid face down there"),
    ({}, "", "place 4 banner", "HIL-3", "hill 4 is not turned up; cards are laid face down there"),
    ({}, OPEN_FOUR, "place 4", "HIL-4", "hill 4 is turned up; cards are laid face up there, so name the card"),
    (EXCLUSIVE, OPEN_FOUR, "place 4 5", "HIL-10",
     "the 5 lies at hill 4 for Ada; it cannot be laid there again"),
    (EXCLUSIVE, OPEN_FOUR, "place 4 7", "HIL-19", "Ben has shown the 7 before; each card exists once"),
    ({}, OPEN_FOUR, "place 4 banner", None, "there are no banners in this game"),
    ({}, TURNING, "reveal banner", None, "there are no banners in this game"),
    (BARRICADES, OPEN_FOUR + ", place 4 banner, place 6, place 7, place 2", "place 4 banner", "HIL-19",
     "Ben has shown the banner before; each card exists once"),
    (OPEN, "", "place 4", "HIL-18", "in the open game cards are laid face up, so name the card"),
    (OPEN, "place 4 7", "place 4", "HIL-2", "hill 4 is barred: Ada has just laid a card there"),
    (OPEN, "place 4 7, place 3 7", "place 2 7", "HIL-19", "Ada has shown the 7 before; each card exists once"),
    (OPEN, "", "reveal 7", "HIL-20", "nothing is ever turned up in the open game; lay a card"),
    ({}, "", "reveal 7", "HIL-20", "no hill is being turned up; lay a card"),
    ({}, "", "reveal banner", "HIL-20", "no hill is being turned up; lay a card"),
    ({}, TURNING, "place 1", "HIL-20", "hill 4 is being turned up; Ben's next card must be named first"),
    ({}, TURNING, "place 4 7", "HIL-20", "hill 4 is being turned up; Ben's next card must be named first"),
    ({}, "place 4, place 3, place 4, place 2, place 5, place 4, reveal 5", "reveal 5", "HIL-19",
     "Ada has shown the 5 before; each card exists once"),
    ({}, "", "hill 4 0", None, "hill 4 0 belongs to scores entry; this game has cards entry"),
    ({}, TURNING, "done", None, "done belongs to scores entry; this game has cards entry"),
    (ENTRY, "", "place 4", None, "place 4 belongs to cards entry; this game has scores entry"),
    (ENTRY, "", "reveal 4", None, "reveal 4 belongs to cards entry; this game has scores entry"),
    (ENTRY, "hill 1 0, hill 2 1, hill 4 -, hill 6 0", "done", None,
     "not all hills have an owner yet; still to be named: 3 5 7"),
]  # fmt: skip


def named(case):
    rule = (case[3] or "no rule").lower().replace("-", "_")
    return f"{rule}_: {case[2]} after {case[1] or 'nothing'}"


@pytest.mark.parametrize("case", REFUSED, ids=named)
def test_refused(case):
    options, actions, text, rule, words = case
    position = played(actions, **options)
    with pytest.raises(Illegal) as refused:
        play(position, GAME.read(text))
    assert refused.value.rule == rule
    assert Words("en").message(refused.value.message, ("Ada", "Ben")) == words


# What people should notice


def entered(before, text):
    """The messages after an action: kind, rule and parameters."""
    action = GAME.read(text)
    messages = GAME.consequences(before, action, play(before, action))
    words = Words("en")
    for message in messages:
        assert words.message(message, ("Ada", "Ben"))
    return list(messages)


def say(kind, rule, **params):
    return Message(f"event.seven_hills.{kind}", rule, **params)


def test_hil_2_message_who_is_next_and_where_not():
    assert entered(played(), "place 4") == [say("turn", "HIL-2", seat=1, hill=4)]
    assert entered(played("place 4"), "place 5") == [say("turn", "HIL-2", seat=0, hill=5)]


def test_hil_4_message_to_turn_a_hill_up():
    position = played("place 4, place 3, place 5")
    assert entered(position, "place 4") == [say("turn-up", "HIL-4", hill=4, seat=0)]
    position = played("place 4", position)
    assert entered(position, "reveal 5") == []


def test_hil_4_message_how_a_hill_stands_once_it_is_turned_up():
    position = played("place 4, place 3, place 5, place 4, reveal 5")
    assert entered(position, "reveal 7") == [
        say("takes-sum", "HIL-6", seat=1, hill=4, sum=7, other=5),
        say("turn", "HIL-2", seat=0, hill=4),
    ]


def test_hil_5_message_of_the_last_turning_up():
    position = laid_out(LAST_CARD)
    assert entered(position, "place 2") == [say("all-laid", "HIL-5", hill=1)]
    position = played("place 2, reveal 9, reveal 8, reveal 7", position)
    assert entered(position, "reveal 6") == [
        say("takes-alone", "HIL-7", seat=0, hill=1),
        say("next-hill", "HIL-5", hill=2),
    ]


def test_hil_6_message_who_leads_after_a_card_was_laid_face_up():
    assert entered(five_seven(), "place 4 1") == [
        say("sum", "HIL-6", seat=1, hill=4, sum=8, other=5),
        say("turn", "HIL-2", seat=0, hill=4),
    ]


def test_hil_7_message_that_a_tribe_is_alone():
    assert entered(played(open=True), "place 4 1")[0] == say("takes-alone", "HIL-7", seat=0, hill=4)
    position = played("place 4 1, place 3 1", open=True)
    assert entered(position, "place 4 2")[0] == say("alone", "HIL-7", seat=0, hill=4)


def test_hil_8_message_who_has_won():
    position = played("place 2, reveal 9, reveal 8, reveal 7, reveal 6", laid_out(LAST_CARD))
    position = played("reveal 5, reveal 6, reveal 7, reveal 8", position)
    assert entered(position, "reveal 9") == [
        say("takes-alone", "HIL-7", seat=1, hill=2),
        say("won", "HIL-8", seat=0, points=4, other=2),
    ]


def test_hil_8_message_of_a_tie():
    position = played(
        "hill 1 0, hill 2 1, hill 3 1, hill 4 1, hill 5 1, hill 6 0, hill 7 0", entry="scores"
    )  # fmt: skip
    assert entered(position, "done") == [say("tie", "HIL-8", points=14)]


def test_hil_11_message_to_remove_a_repeat():
    position = played("place 4, place 3, place 5, place 4, reveal 5", exclusive=True)
    assert entered(position, "reveal 5") == [
        say("repeated", "HIL-11", seat=1, card=5, hill=4),
        say("takes-alone", "HIL-7", seat=0, hill=4),
        say("turn", "HIL-2", seat=0, hill=4),
    ]


def test_hil_13_message_of_a_banner_and_of_what_it_voids():
    position = five_seven(barricades=True)
    assert entered(position, "place 4 banner")[0] == say("banner", "HIL-13", seat=1, hill=4)
    position = played("place 4 banner, place 6, place 7", position)
    assert entered(position, "place 4 9") == [
        say("voided", "HIL-13", hill=4, seat=0, card=9, seat_banner=1),
        say("sum", "HIL-6", seat=1, hill=4, sum=7, other=5),
        say("turn", "HIL-2", seat=1, hill=4),
    ]
    assert entered(position, "place 4 banner")[0] == say(
        "voided", "HIL-13", hill=4, seat=0, card="banner", seat_banner=1
    )  # fmt: skip


def test_hil_14_message_what_a_face_down_banner_voids():
    position = played("place 4, place 3, place 5, place 4, reveal banner", barricades=True)
    assert entered(position, "reveal 7") == [
        say("voided", "HIL-14", hill=4, seat=1, card=7, seat_banner=0),
        say("nobody", "HIL-7", hill=4),
        say("turn", "HIL-2", seat=0, hill=4),
    ]
    position = played("place 4, place 3, place 4, place 2, place 5, place 4, reveal banner, reveal 6", barricades=True)
    assert entered(position, "reveal banner") == [
        say("voided", "HIL-14", hill=4, seat=0, card=6, seat_banner=0),
        say("banner", "HIL-14", seat=1, hill=4),
        say("nobody", "HIL-7", hill=4),
        say("turn", "HIL-2", seat=0, hill=4),
    ]


def test_hil_17_message_who_has_the_strongest_card():
    position = played("place 4 8, place 3 1, place 2 9", open=True, scoring="strongest")
    assert entered(position, "place 4 9")[0] == say("takes-strongest", "HIL-17", seat=1, hill=4)
    position = played(
        "place 4 8, place 3 1, place 2 9, place 4 9, place 1 1, place 3 2", open=True, scoring="strongest"
    )
    assert entered(position, "place 4 7")[0] == say("strongest", "HIL-17", seat=1, hill=4)


def test_hil_6_message_that_equal_sums_go_to_the_player_who_began():
    position = played("place 3 9, place 4 8, place 1 1, place 2 1, place 4 5, place 1 7", open=True)
    assert entered(position, "place 4 3")[0] == say("takes-equal", "HIL-6", seat=0, hill=4, sum=8, other=8)
    assert Words("en").message(say("takes-equal", "HIL-6", seat=0, hill=4, sum=8, other=8), ("Ada", "Ben")) == (
        "Hill 4: 8 to 8. Equal sums go to Ada, who began"
    )


def test_hil_17_message_that_equal_cards_go_to_the_player_who_began():
    position = played("place 3 9, place 4 8, place 1 1, place 2 1", open=True, scoring="strongest")
    assert entered(position, "place 4 8")[0] == say("takes-all-equal", "HIL-17", seat=0, hill=4)


def test_scores_message_about_the_owner_of_a_hill():
    position = played("hill 7 1", entry="scores")
    assert entered(position, "hill 2 1") == [say("awarded", "HIL-8", seat=1, hill=2, points=9)]
    assert entered(position, "hill 7 -") == [say("nobody", "HIL-7", hill=7)]


# What the hands must do


def put(kind, **params):
    return Message(f"put.seven_hills.{kind}", None, **params)


def turn(seat):
    return Message("put.turn", seat=seat)


def undone(position, text):
    """The messages when the action is undone."""
    return list(GAME.put_back(played(text, position), position))


def test_put_back_nothing():
    assert GAME.put_back(five_seven(), five_seven()) == ()


def test_put_back_a_face_down_card():
    assert undone(played("place 4"), "place 3") == [put("take-one", seat=1, hill=3), turn(1)]


def test_put_back_a_card_that_caused_a_turning_up():
    """The turn has not passed yet."""
    assert undone(played("place 4, place 3, place 5"), "place 4") == [put("take-one", seat=1, hill=4)]


def test_put_back_a_named_card():
    position = played("place 4, place 3, place 5, place 4")
    assert undone(position, "reveal 5") == [put("face-down", seat=0, cards=(5,), hill=4)]
    position = played("reveal 5", position)
    assert undone(position, "reveal 7") == [put("face-down", seat=1, cards=(7,), hill=4), turn(1)]


def test_put_back_a_face_up_card():
    assert undone(five_seven(), "place 4 1") == [put("hand", seat=1, cards=(1,), hill=4), turn(1)]


def test_put_back_a_voided_card_and_its_banner():
    position = played("place 4 banner, place 6, place 7", five_seven(barricades=True))
    assert undone(position, "place 4 9") == [
        put("gone-hand", seat=0, cards=(9,)),
        put("bring", seat=1, card="banner", to=4, at=2),
        turn(0),
    ]


def test_put_back_what_a_turning_up_removed():
    position = played("place 4, place 3, place 5, place 4, reveal banner", barricades=True)
    assert undone(position, "reveal 7") == [
        put("bring", seat=0, card="banner", to=4, at=1),
        put("gone-down", seat=1, card=7, to=4, at=1),
        turn(1),
    ]


def test_put_back_the_last_card_of_a_game():
    view = table(1, (0, 1), {5: (range(1, 10), range(1, 9))}, barred=5, open_game=True)
    position = laid_out(view, open=True)
    assert undone(position, "place 6 9") == [put("hand", seat=1, cards=(9,), hill=6), turn(1)]


def test_put_back_in_the_last_turning_up_names_whose_card_is_next():
    position = played("place 2, reveal 9, reveal 8, reveal 7", laid_out(LAST_CARD))
    assert undone(position, "reveal 6") == [put("face-down", seat=0, cards=(6,), hill=1)]
    position = played("reveal 6, reveal 5, reveal 6, reveal 7, reveal 8", position)
    assert undone(position, "reveal 9") == [put("face-down", seat=1, cards=(9,), hill=2), turn(1)]


def test_put_forward_again():
    position = played("place 4, place 3, place 5, place 4")
    assert list(GAME.put_back(position, played("reveal 5", position))) == [put("face-up", seat=0, card=5, hill=4, at=1)]
    assert list(GAME.put_back(played(), played("place 4"))) == [put("lay-down-one", seat=0, hill=4), turn(1)]
    position = five_seven()
    assert list(GAME.put_back(position, played("place 4 1", position))) == [
        put("fetch", seat=1, card=1),  # his card at hill 3 lies face down and may be the 1
        put("lay", seat=1, card=1, to=4, at=2),
        turn(0),
    ]


def test_put_back_after_setting_from_the_table():
    here = laid_out(table(0, (7, 7), {4: ([5, 6], [7, 8])}, barred=4, open_game=True), open=True)
    there = laid_out(table(0, (7, 7), {4: ([6, 5], [7]), 3: ([], [8])}, barred=4, open_game=True), open=True)
    assert list(GAME.put_back(here, there)) == [
        put("hand", seat=0, cards=(6,), hill=4),
        put("lay", seat=0, card=6, to=4, at=1),
        put("move", seat=1, card=8, hill=4, to=3, at=1),
    ]


def test_put_back_reorders_cards_beside_face_down_cards():
    """Ada's 6 was the first card at hill 4, not the second, and her 5 has not been named yet."""
    others = {1: (["?"], []), 3: ([], ["?"] * 3)}
    here = laid_out(table(1, (5, 5), {4: ([5, 6, "?"], ["?"]), **others}, barred=1, reveal=(4, 0, 2)))
    there = laid_out(table(1, (5, 5), {4: ([6, "?", "?"], ["?"]), **others}, barred=1, reveal=(4, 0, 1)))
    assert list(GAME.put_back(here, there)) == [
        put("hand", seat=0, cards=(6,), hill=4),
        put("lay", seat=0, card=6, to=4, at=1),
        put("face-down", seat=0, cards=(5,), hill=4),
    ]


def test_put_back_moves_known_cards_before_cards_from_the_hand():
    """Otherwise Ada could swap her 6, which she has just taken into her hand, for the 9 that lies at hill 1."""
    others = {1: (["?"], []), 2: ([], ["?", "?"])}
    here = laid_out(table(0, (6, 6), {4: ([5, 6], [7]), **others}, barred=4))
    there = laid_out(table(0, (5, 5), {4: ([6, 5], [7]), 3: ([9], [1]), **others}, barred=4))
    assert list(GAME.put_back(here, there)) == [
        put("hand", seat=0, cards=(6,), hill=4),
        put("lay", seat=0, card=6, to=4, at=1),
        put("fetch", seat=0, card=9),
        put("lay", seat=0, card=9, to=3, at=1),
        put("fetch", seat=1, card=1),
        put("lay", seat=1, card=1, to=3, at=1),
    ]


def test_put_back_returns_cards_that_are_out_of_the_game():
    here = laid_out(
        table(0, (7, 7), {4: ([5, 6], [7, 8]), 3: ([1], ["banner"])}, barred=4, open_game=True),
        open=True, barricades=True,
    )  # fmt: skip
    there = laid_out(
        table(0, (7, 7), {4: ([5, 6], [7, 8])}, barred=4, open_game=True, gone=([1], ["banner"])),
        open=True, barricades=True,
    )  # fmt: skip
    unknown = laid_out(
        table(0, (8, 8), {4: ([5, 6], [7, 8])}, barred=4, open_game=True), open=True, barricades=True
    )  # fmt: skip
    assert list(GAME.put_back(here, there)) == [
        put("remove", seat=0, cards=(1,), hill=3),
        put("remove", seat=1, cards=("banner",), hill=3),
    ]
    assert list(GAME.put_back(unknown, there)) == [
        put("remove-hand", seat=0, card=1),
        put("remove-hand", seat=1, card="banner"),
    ]


def test_scores_have_nothing_to_put_back():
    position = played(entry="scores")
    assert GAME.put_back(position, played("hill 1 0", position)) == ()


def test_every_rule_and_every_option_has_words():
    words = Words("en")
    for number in range(1, 21):
        assert words(f"rule.HIL-{number}")
    for option, values in GAME.options.items():
        assert words(f"option.seven-hills.{option}.label")
        for value in values:
            assert words(f"option.seven-hills.{option}.{str(value).lower()}")
