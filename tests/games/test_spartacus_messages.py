"""Spartacus: refusals and their words, the messages, and what people put back."""

from __future__ import annotations

import pytest
from refusing import refusal
from test_spartacus import GAME, after, begin, late

from companion.kit.rules import BadOption, play
from companion.words import Words

NAMES = ("Ada", "Ben", "Cleo")


def english(message):
    return Words("en").message(message, NAMES)


# Refusals: rule and words


def entry(*actions):
    """Scores entry; 15 in numbers and one banner are missing before the actions."""
    return after(begin(entry="scores"), "trick 0 55 1", "trick 1 55 1", "hand 2 40 0", *actions)


@pytest.mark.parametrize(
    ("position", "action", "rule", "words"),
    [
        pytest.param(lambda: after(begin(), "play 7", "pass", "pass", "play 9", "pass"), "play 7", "SPA-1",
                     "7 is not in Ada's hand any more", id="spa_1_gone"),
        pytest.param(lambda: after(begin(), "play banner", "play 9", "play 8"), "play banner", "SPA-1",
                     "banner is not in Ada's hand any more", id="spa_1_banner_gone"),
        pytest.param(begin,
                     "pass", "SPA-2", "a lead cannot be passed; Ada plays any card", id="spa_2_first_lead"),
        pytest.param(lambda: after(begin(), "play 5", "pass", "pass"), "pass", "SPA-2",
                     "a lead cannot be passed; Ben plays any card", id="spa_2_later_lead"),
        pytest.param(lambda: after(begin(), "play banner"), "pass", "SPA-3",
                     "no pass while only banners lie; Ben plays any card", id="spa_3_pass"),
        pytest.param(lambda: after(begin(banners="joker"), "play banner"), "pass", "SPA-3",
                     "no pass while only banners lie; Ben plays any card", id="spa_3_pass_jokers"),
        pytest.param(lambda: after(begin(), "play 5"), "play 7", "SPA-4",
                     "7 is not lower than the 5 on the table", id="spa_4_higher"),
        pytest.param(lambda: after(begin(), "play 5"), "play 5", "SPA-4",
                     "5 is not lower than the 5 on the table", id="spa_4_equal"),
        pytest.param(lambda: after(begin(banners="joker"), "play 5", "play banner"), "play 6", "SPA-4",
                     "6 is not lower than the 5 on the table", id="spa_4_under_a_joker"),
        pytest.param(lambda: begin(banners="none"), "play banner", "SPA-16",
                     "banners are not in this game; hands are 1 to 10", id="spa_16_banner"),
        pytest.param(begin, "trick 0 5 0", None,
                     "trick 0 5 0 belongs to scores entry; this game has cards entry", id="trick-in-cards"),
        pytest.param(begin, "hand 0 5 0", None,
                     "hand 0 5 0 belongs to scores entry; this game has cards entry", id="hand-in-cards"),
        pytest.param(begin, "drop 1", None,
                     "drop 1 belongs to scores entry; this game has cards entry", id="drop-in-cards"),
        pytest.param(begin, "done", None,
                     "done belongs to scores entry; this game has cards entry", id="done-in-cards"),
        pytest.param(entry, "play 7", None,
                     "play 7 belongs to cards entry; this game has scores entry", id="play-in-scores"),
        pytest.param(entry, "pass", None,
                     "pass belongs to cards entry; this game has scores entry", id="pass-in-scores"),
        pytest.param(entry, "trick 0 0 0", "SPA-2",
                     "an empty trick is not possible; a trick has at least one card", id="spa_2_trick_of_nothing"),
        pytest.param(lambda: begin(entry="scores"), "drop 0", "SPA-2",
                     "an empty trick is not possible; a trick has at least one card", id="spa_2_drop_of_nothing"),
        pytest.param(lambda: begin(entry="scores"), "trick 0 56 0", "SPA-4",
                     "56 is too much for a trick: its numbers fall, so 55 is the most", id="spa_4_trick_over_55"),
        pytest.param(lambda: after(begin(entry="scores"), "drop 1"), "drop 1", "SPA-8",
                     "a last trick of banners has been read out already; there is only one", id="spa_8_drop_twice"),
        pytest.param(lambda: begin(entry="scores", banners="joker"), "drop 1", "SPA-14",
                     "jokers always go to a player; the last one takes the trick", id="spa_14_drop"),
        pytest.param(lambda: begin(entry="scores", banners="none"), "drop 1", "SPA-16",
                     "banners are not in this game; hands are 1 to 10", id="spa_16_drop"),
        pytest.param(lambda: begin(entry="scores", banners="none"), "trick 0 5 1", "SPA-16",
                     "banners are not in this game; hands are 1 to 10", id="spa_16_trick"),
        pytest.param(lambda: begin(entry="scores", banners="none"), "hand 0 5 1", "SPA-16",
                     "banners are not in this game; hands are 1 to 10", id="spa_16_hand"),
        pytest.param(entry, "trick 0 16 0", "SPA-17",
                     "16 is too much; numbers adding to 15 are still missing", id="spa_17_trick_numbers"),
        pytest.param(entry, "trick 0 1 2", "SPA-17",
                     "2 banners are too many; 1 is still missing", id="spa_17_trick_banners"),
        pytest.param(entry, "hand 0 16 0", "SPA-17",
                     "16 is too much; numbers adding to 15 are still missing", id="spa_17_hand_numbers"),
        pytest.param(entry, "drop 2", "SPA-17",
                     "2 banners are too many; 1 is still missing", id="spa_17_drop"),
        pytest.param(lambda: begin(entry="scores"), "hand 0 56 0", "SPA-17",
                     "56 is too much for a hand; a full one adds to 55", id="spa_17_hand_over_55"),
        pytest.param(lambda: begin(entry="scores"), "hand 0 5 2", "SPA-17",
                     "2 banners are too many for a hand; everybody has one", id="spa_17_hand_banners"),
        pytest.param(entry, "done", "SPA-17",
                     "numbers adding to 15 and 1 banner are not accounted for", id="spa_17_done"),
        pytest.param(lambda: begin(entry="scores"), "done", "SPA-17",
                     "numbers adding to 165 and 3 banners are not accounted for", id="spa_17_done_at_once"),
        pytest.param(lambda: entry("trick 0 8 1"), "done", "SPA-17",
                     "numbers adding to 7 are not accounted for", id="spa_17_done_numbers"),
        pytest.param(lambda: entry("trick 0 15 0"), "done", "SPA-17",
                     "1 banner is not accounted for", id="spa_17_done_banner"),
        pytest.param(lambda: after(begin(entry="scores"), *["trick 1 55 0"] * 3, "drop 1"), "done", "SPA-17",
                     "2 banners are not accounted for", id="spa_17_done_banners"),
        pytest.param(lambda: entry("hand 0 1 0"), "hand 1 1 0", "SPA-18",
                     "Ben's hand must be empty: all others hold cards, and one hand was played out",
                     id="spa_18_none_left"),
        pytest.param(lambda: entry("hand 0 1 0", "hand 1 0 0"), "hand 1 1 0", "SPA-18",
                     "Ben's hand must be empty: all others hold cards, and one hand was played out", id="spa_18_again"),
        pytest.param(entry, "hand 2 1 0", None, "Cleo's hand has been read out already", id="hand-twice"),
        pytest.param(lambda: entry("hand 0 1 0", "hand 1 0 0"), "hand 1 0 0", None,
                     "Ben's hand has been read out already", id="empty-hand-twice"),
        pytest.param(entry, "trick 3 5 0", None,
                     "seat 3 is empty: 3 play, seats are counted from 0", id="trick-of-nobody"),
        pytest.param(entry, "hand 4 5 0", None,
                     "seat 4 is empty: 3 play, seats are counted from 0", id="hand-of-nobody"),
        pytest.param(entry, "trick 3 56 0", "SPA-4",
                     "56 is too much for a trick: its numbers fall, so 55 is the most", id="spa_4_before_the_seat"),
        pytest.param(entry, "hand 4 16 0", "SPA-17",
                     "16 is too much; numbers adding to 15 are still missing", id="spa_17_before_the_seat"),
        pytest.param(entry, "hand 2 16 0", "SPA-17",
                     "16 is too much; numbers adding to 15 are still missing", id="spa_17_before_hand_twice"),
    ],
)  # fmt: skip
def test_refusals_name_a_rule_and_the_thing_at_fault(position, action, rule, words):
    refused = refusal(GAME, position(), action)
    assert refused.rule == rule
    assert english(refused.message) == words


def test_a_scoring_of_jokers_without_jokers_is_refused_in_words():
    with pytest.raises(BadOption) as refused:
        GAME.complete({"joker_scoring": "minus10"})
    assert english(refused.value.message) == "joker_scoring minus10 needs banners joker; here banners is double"


# What people should notice


def entered(before, action):
    """Rule and words of all messages about an action."""
    action = GAME.read(action)
    return [(message.rule, english(message)) for message in GAME.consequences(before, action, play(before, action))]


@pytest.mark.parametrize(
    ("before", "action", "messages"),
    [
        (begin, "play 7", [("SPA-4", "Ada: 7 is the lowest"), ("SPA-1", "Ben is next")]),
        (begin, "play banner",
         [("SPA-9", "Ada's banner doubles the trick"), ("SPA-3", "Ben is next and must play a card")]),
        (lambda: begin(banners="joker"), "play banner",
         [("SPA-13", "Ada's joker beats all before it"), ("SPA-3", "Ben is next and must play a card")]),
        (lambda: after(begin(), "play 7", "play banner"), "play 4",
         [("SPA-4", "Cleo: 4 is the lowest"), ("SPA-1", "Ada is next")]),
        (lambda: after(begin(), "play 7"), "pass", [("SPA-4", "Ben is out of this trick"), ("SPA-1", "Cleo is next")]),
        (lambda: after(begin(), "play 7", "play banner"), "pass",
         [("SPA-4", "Cleo is out of this trick"), ("SPA-6", "Ada takes the trick: 14"),
          ("SPA-7", "Ben leads the next trick")]),
        (lambda: after(begin(), "play 7", "play banner"), "play banner",
         [("SPA-9", "Cleo's banner doubles the trick"), ("SPA-6", "Ada takes the trick: 28"),
          ("SPA-7", "Ben leads the next trick")]),
        (lambda: after(begin(banners="joker"), "play 7", "play banner", "pass"), "pass",
         [("SPA-4", "Ada is out of this trick"), ("SPA-14", "Ben takes the trick: 7"),
          ("SPA-7", "Cleo leads the next trick")]),
        (lambda: late("3", "1 2", "1 5", leader=0), "play 3",
         [("SPA-4", "Ada: 3 is the lowest"), ("SPA-6", "Ada takes the trick: 3"),
          ("SPA-8", "Ada's last card: the game is over"), ("SPA-10", "Ben's hand costs 3"),
          ("SPA-10", "Cleo's hand costs 6"), ("SPA-11", "Cleo wins with 175!")]),
        (lambda: late("1 2", "banner", "banner", trick="banner"), "play banner",
         [("SPA-9", "Ben's banner doubles the trick"), ("SPA-8", "Ben's last card: the game is over"),
          ("SPA-8", "Banners that go to nobody: 2"), ("SPA-10", "Ada's hand costs 3"),
          ("SPA-11", "Cleo wins with 162!")]),
        (lambda: begin(entry="scores"), "trick 0 20 1", [("SPA-9", "Ada: 40 for a trick")]),
        (lambda: begin(entry="scores"), "hand 1 20 1", [("SPA-10", "Ben's hand costs 40")]),
        (lambda: begin(entry="scores"), "drop 2", [("SPA-8", "Banners that go to nobody: 2")]),
        (lambda: entry("trick 0 15 0"), "drop 1",
         [("SPA-8", "Banners that go to nobody: 1"), ("SPA-17", "Every card is accounted for")]),
        (lambda: entry("trick 0 15 0", "drop 1"), "done", [("SPA-11", "Ada wins with 125!")]),
        (lambda: after(begin(entry="scores"), *[f"trick {seat} 55 1" for seat in range(3)]), "done",
         [("SPA-11", f"{name} shares the win, with 110") for name in NAMES]),
    ],
)  # fmt: skip
def test_messages_to_people(before, action, messages):
    assert entered(before(), action) == messages


# What the hands put back


def put(now, then):
    return [english(message) for message in GAME.put_back(now, then)]


def won(*actions):
    """Seat 0 has won a trick and seat 1 leads; then the actions."""
    return after(begin(), "play 5", "play banner", "pass", *actions)


def banners(*actions):
    """A banner lies and seat 1 holds nothing but another one; then the actions."""
    return after(late("1 2", "banner", "banner", trick="banner"), *actions)


@pytest.mark.parametrize(
    ("now", "then", "words"),
    [
        (begin, begin, []),
        (lambda: after(begin(), "play 7"), begin, ["Back into Ada's hand: 7", "Ada's turn"]),
        (begin, lambda: after(begin(), "play 7"),
         ["To the end of the running trick: Ada's 7", "Ben's turn"]),
        (lambda: after(begin(), "play 7", "pass"), lambda: after(begin(), "play 7"), ["Ben's turn"]),
        (lambda: after(begin(), "play 7", "play banner"), begin,
         ["Back into Ada's hand: 7", "Back into Ben's hand: banner", "Ada's turn"]),
        (won, lambda: after(begin(), "play 5", "play banner"),
         ["Open Ada's won trick 1", "To the end of the running trick, in this order: Ada's 5, Ben's banner",
          "Cleo's turn"]),
        (lambda: after(begin(), "play 5", "play banner"),
         won, ["The running trick, face down: Ada's won trick 1", "Ben's turn"]),
        (lambda: after(begin(), "play 5", "play banner", "play banner"),
         lambda: after(begin(), "play 5", "play banner"),
         ["Open Ada's won trick 1", "Back into Cleo's hand: banner",
          "To the end of the running trick, in this order: Ada's 5, Ben's banner", "Cleo's turn"]),
        (lambda: after(begin(), "play 5", "play banner"),
         lambda: after(begin(), "play 5", "play banner", "play banner"),
         ["To the end of the running trick: Cleo's banner",
          "The running trick, face down: Ada's won trick 1", "Ben's turn"]),
        (lambda: won("play 8", "pass", "pass"), won,
         ["Open Ben's won trick 1", "Back into Ben's hand: 8", "Ben's turn"]),
        (lambda: banners("play banner"), banners,
         ["Back into Ben's hand: banner", "To the end of the running trick: Ada's banner",
          "Ben's turn"]),
        (banners, lambda: banners("play banner"), ["Out of the game: Ada's banner, Ben's banner"]),
        (lambda: after(begin(), "play 5"), lambda: won("play 8"),
         ["To the end of the running trick: Ben's banner",
          "The running trick, face down: Ada's won trick 1",
          "To the end of the running trick: Ben's 8", "Cleo's turn"]),
        (lambda: won("play 8", "pass", "play 6", "pass"), won,
         ["Open Ada's won trick 2", "Back into Ada's hand: 6", "Back into Ben's hand: 8"]),
        (lambda: won("play 8", "pass", "play 6", "pass"), begin,
         ["Open Ada's won tricks from 1 on", "Back into Ada's hand: 5 6", "Back into Ben's hand: 8 banner",
          "Ada's turn"]),
        (entry, lambda: begin(entry="scores"), []),
    ],
)  # fmt: skip
def test_what_the_hands_put_back(now, then, words):
    assert put(now(), then()) == words


def test_cards_that_come_back_into_the_trick_are_named_in_the_order_played():
    """With jokers the last card is the strongest: Ben's joker takes Ada's 5, Ada's 3 takes Ben's joker."""
    laid = after(begin(banners="joker"), "play 5", "play banner", "pass", "play 3")
    now = after(laid, "pass")
    assert now.table()["tricks"] == [[[5, "banner", 3]], [], []]
    assert put(now, laid) == [
        "Open Ada's won trick 1",
        "To the end of the running trick, in this order: Ada's 5, Ben's banner, Ada's 3",
    ]


def test_a_card_that_lies_too_early_in_the_trick_goes_to_its_end():
    now = after(begin(banners="joker"), "play banner", "play 9", "play banner")
    then = after(begin(banners="joker"), "play banner", "play banner", "play banner", "play 10", "play 9")
    assert put(now, then) == [
        "To the end of the running trick, in this order: Ben's banner, Cleo's banner, Ada's 10, Ben's 9",
        "Cleo's turn",
    ]


def test_equal_tricks_of_different_people_have_different_names():
    """Ada's won trick is 9 banner each time, but the banner is Ben's or Cleo's."""
    now = after(begin(), "play 9", "play banner", "pass")
    then = after(begin(), "play 9", "pass", "play banner")
    assert now.table()["tricks"] == then.table()["tricks"] == [[[9, "banner"]], [], []]
    assert put(now, then) == [
        "Open Ada's won trick 1",
        "Back into Ben's hand: banner",
        "Ada's won trick 1, face down: Ada's 9, Cleo's banner",
    ]


def test_after_a_correction_nobody_knows_whose_card_is_in_which_trick():
    """Ada and Ben have won a 5 each; a table view says only that two 5s of these two are there."""
    setup = after(begin(), "play 5", "pass", "pass", "play 5", "pass", "pass")
    corrected = GAME.restore(3, GAME.complete({}), setup.table())
    assert put(setup, corrected) == []
    assert put(after(corrected, "play 8"), corrected) == ["Back into Cleo's hand: 8", "Cleo's turn"]
    assert put(corrected, setup) == [
        "Open Ada's won trick 1",
        "Open Ben's won trick 1",
        "Ada's won trick 1, face down: Ada's 5",
        "Ben's won trick 1, face down: Ben's 5",
    ]


def test_after_a_correction_a_card_that_only_one_seat_has_played_is_known():
    setup = after(begin(), "play 5", "pass", "pass")
    corrected = GAME.restore(3, GAME.complete({}), setup.table())
    assert put(corrected, setup) == []


# Words


def test_every_rule_and_option_has_words():
    words = Words("en")
    assert [*words.rules("SPA")] == [f"SPA-{number}" for number in range(1, 19)]
    for key, values in GAME.options.items():
        assert words(f"option.spartacus.{key}.label")
        for value in values:
            assert words(f"option.spartacus.{key}.{value}")
