"""Spartacus: what is refused and with which words, what people are told, and what their hands put back."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from test_spartacus import GAME, after, begin, late
from test_spartacus_naive import TABLES, any_of, generous, walk

from companion.engines.position import play
from companion.engines.refusals import BadOption, Illegal, Message
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
                     "trick 0 5 0 belongs to scores entry; this game is told card by card", id="trick-in-cards"),
        pytest.param(begin, "hand 0 5 0", None,
                     "hand 0 5 0 belongs to scores entry; this game is told card by card", id="hand-in-cards"),
        pytest.param(begin, "drop 1", None,
                     "drop 1 belongs to scores entry; this game is told card by card", id="drop-in-cards"),
        pytest.param(begin, "done", None,
                     "done belongs to scores entry; this game is told card by card", id="done-in-cards"),
        pytest.param(entry, "play 7", None,
                     "play 7 belongs to cards entry; in this game only scores are told", id="play-in-scores"),
        pytest.param(entry, "pass", None,
                     "pass belongs to cards entry; in this game only scores are told", id="pass-in-scores"),
        pytest.param(entry, "trick 0 0 0", "SPA-2",
                     "nothing is no trick; a trick has at least one card", id="spa_2_trick_of_nothing"),
        pytest.param(lambda: begin(entry="scores"), "drop 0", "SPA-2",
                     "nothing is no trick; a trick has at least one card", id="spa_2_drop_of_nothing"),
        pytest.param(lambda: begin(entry="scores"), "trick 0 56 0", "SPA-4",
                     "56 is too much for a trick: its numbers fall, so 55 is the most", id="spa_4_trick_over_55"),
        pytest.param(lambda: after(begin(entry="scores"), "drop 1"), "drop 1", "SPA-8",
                     "a last trick of banners has been read out already; there is only one", id="spa_8_drop_twice"),
        pytest.param(lambda: begin(entry="scores", banners="joker"), "drop 1", "SPA-14",
                     "jokers never go to nobody; the last one takes the trick", id="spa_14_drop"),
        pytest.param(lambda: begin(entry="scores", banners="none"), "drop 1", "SPA-16",
                     "banners are not in this game; hands are 1 to 10", id="spa_16_drop"),
        pytest.param(lambda: begin(entry="scores", banners="none"), "trick 0 5 1", "SPA-16",
                     "banners are not in this game; hands are 1 to 10", id="spa_16_trick"),
        pytest.param(lambda: begin(entry="scores", banners="none"), "hand 0 5 1", "SPA-16",
                     "banners are not in this game; hands are 1 to 10", id="spa_16_hand"),
        pytest.param(entry, "trick 0 16 0", "SPA-17",
                     "16 is too much; numbers adding to 15 are still missing", id="spa_17_trick_numbers"),
        pytest.param(entry, "trick 0 1 2", "SPA-17",
                     "2 is too much; of the banners 1 are still missing", id="spa_17_trick_banners"),
        pytest.param(entry, "hand 0 16 0", "SPA-17",
                     "16 is too much; numbers adding to 15 are still missing", id="spa_17_hand_numbers"),
        pytest.param(entry, "drop 2", "SPA-17",
                     "2 is too much; of the banners 1 are still missing", id="spa_17_drop"),
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
    position = position()
    before = position.table()
    with pytest.raises(Illegal) as refused:
        play(position, GAME.read(action))
    assert refused.value.rule == rule
    assert english(refused.value.message) == words
    assert position.table() == before


def test_a_scoring_of_jokers_without_jokers_is_refused_in_words():
    with pytest.raises(BadOption) as refused:
        GAME.complete({"joker_scoring": "minus10"})
    assert english(refused.value.message) == "joker_scoring minus10 needs banners joker; here banners is double"


# What people should notice


def told(before, action):
    """Rule and words of everything that is told about a step."""
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
         [("SPA-11", f"{name} shares the win with 110") for name in NAMES]),
    ],
)  # fmt: skip
def test_what_people_are_told(before, action, messages):
    assert told(before(), action) == messages


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
        (begin, lambda: after(begin(), "play 7"), ["Ada's 7: into the running trick", "Ben's turn"]),
        (lambda: after(begin(), "play 7", "pass"), lambda: after(begin(), "play 7"), ["Ben's turn"]),
        (lambda: after(begin(), "play 7", "play banner"), begin,
         ["Back into Ada's hand: 7", "Back into Ben's hand: banner", "Ada's turn"]),
        (won, lambda: after(begin(), "play 5", "play banner"),
         ["Open Ada's won trick 1: 5 banner", "Ada's 5: into the running trick", "Ben's banner: into the running trick",
          "Cleo's turn"]),
        (lambda: after(begin(), "play 5", "play banner"),
         won, ["Ada's won trick 1, face down: 5 banner", "Ben's turn"]),
        (lambda: after(begin(), "play 5", "play banner", "play banner"),
         lambda: after(begin(), "play 5", "play banner"),
         ["Open Ada's won trick 1: 5 banner banner", "Back into Cleo's hand: banner", "Ada's 5: into the running trick",
          "Ben's banner: into the running trick", "Cleo's turn"]),
        (lambda: after(begin(), "play 5", "play banner"),
         lambda: after(begin(), "play 5", "play banner", "play banner"),
         ["From Cleo's hand: banner", "Ada's won trick 1, face down: 5 banner banner", "Ben's turn"]),
        (lambda: won("play 8", "pass", "pass"), won,
         ["Open Ben's won trick 1: 8", "Back into Ben's hand: 8", "Ben's turn"]),
        (lambda: banners("play banner"), banners,
         ["Back into Ben's hand: banner", "Ada's banner: into the running trick", "Ben's turn"]),
        (banners, lambda: banners("play banner"), ["From Ben's hand: banner", "Banners put aside: 2"]),
        (lambda: after(begin(), "play 5"), lambda: won("play 8"),
         ["From Ben's hand: banner", "Ada's 5: out of the running trick", "Ben's 8: into the running trick",
          "Ada's won trick 1, face down: 5 banner", "Cleo's turn"]),
        (entry, lambda: begin(entry="scores"), []),
    ],
)  # fmt: skip
def test_what_the_hands_put_back(now, then, words):
    assert put(now(), then()) == words


def test_put_back_of_a_second_trick_leaves_the_first_alone():
    now = won("play 8", "pass", "play 6", "pass")
    assert now.table()["tricks"] == [[[5, "banner"], [8, 6]], [], []]
    assert GAME.put_back(now, won()) == (
        Message("put.spartacus.open", "SPA-6", seat=0, pile=2, cards=(8, 6)),
        Message("put.spartacus.hand", seat=0, cards=(6,)),
        Message("put.spartacus.hand", seat=1, cards=(8,)),
    )


def physical(position):
    """Hands, trick and won piles as they lie there; of the trick what each seat has laid."""
    table = position.table()
    seats = range(len(table["hands"]))
    laid = [sorted(str(card) for who, card in table["trick"] if who == seat) for seat in seats]
    return {
        "hands": [sorted(map(str, hand)) for hand in table["hands"]],
        "trick": laid,
        "piles": [[sorted(map(str, pile)) for pile in piles] for piles in table["tricks"]],
    }


def lift(card, *places):
    """Take a card from the first of the places where it lies."""
    for place in places:
        if card in place:
            place.remove(card)
            return
    raise AssertionError(f"{card} lies nowhere")


def carry_out(now, messages, aside):
    """The table after hands have done what the messages say, and the cards that then lie in no place of the game."""
    table, loose = physical(now), aside
    for message in messages:
        key, params = message.key.removeprefix("put.spartacus."), message.params
        seat = params.get("seat")
        for card in map(str, params.get("cards", ())):
            if key == "from-hand":
                lift(card, table["hands"][seat])
                loose.append(card)
            elif key == "from-trick":
                lift(card, table["trick"][seat])
                loose.append(card)
            elif key == "hand":
                lift(card, table["trick"][seat], loose)
                table["hands"][seat].append(card)
            elif key == "trick":
                lift(card, table["hands"][seat], loose)
                table["trick"][seat].append(card)
            elif key == "open":
                loose.append(card)
            elif key == "pile":
                lift(card, loose, *table["trick"])
        if key == "open":
            assert params["pile"] == len(table["piles"][seat])
            assert table["piles"][seat].pop() == sorted(map(str, params["cards"]))
        elif key == "pile":
            table["piles"][seat].append(sorted(map(str, params["cards"])))
            assert params["pile"] == len(table["piles"][seat])
        elif key == "drop":
            for _ in range(params["banners"]):
                lift("banner", *table["trick"], loose)
                loose.append("banner")
    table["hands"] = [sorted(hand) for hand in table["hands"]]
    table["trick"] = [sorted(laid) for laid in table["trick"]]
    return table, loose


def vanished(position):
    """The banners that SPA-8 has taken off the table."""
    table = position.table()
    shown = [card for hand in table["hands"] for card in hand] + [card for _, card in table["trick"]]
    shown += [card for piles in table["tricks"] for pile in piles for card in pile]
    return ["banner"] * (len(table["hands"]) * position.counting.banners - shown.count("banner"))


@pytest.mark.parametrize(("players", "options"), [table for table in TABLES if table[1]["entry"] == "cards"])
def test_hands_that_do_what_they_are_told_bring_the_other_table_about(players, options):
    dice = random.Random(11)
    for player in (any_of, generous):
        met = walk(players, options, player, 400)
        for now, then in [*pairwise(met), *(dice.sample(met, 2) for _ in range(30))]:
            for here, there in ((now, then), (then, now)):
                messages = GAME.put_back(here, there)
                assert carry_out(here, messages, vanished(here)) == (physical(there), vanished(there))
                turn = there.table()["turn"]
                moves_on = turn is not None and turn != here.table()["turn"]
                assert [message for message in messages if message.key == "put.turn"] == (
                    [Message("put.turn", seat=turn)] if moves_on else []
                )


# Words


def test_every_rule_and_option_has_words():
    words = Words("en")
    assert [*words.rules("SPA")] == [f"SPA-{number}" for number in range(1, 19)]
    for key, values in GAME.options.items():
        assert words(f"option.spartacus.{key}.label")
        for value in values:
            assert words(f"option.spartacus.{key}.{value}")
