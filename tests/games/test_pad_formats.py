"""The two formats of pads: format 1 as it always was, and what format 2 has besides."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from pad_digests import digest_of
from pads import SMALL, fault, small
from pads import game as game_of

from companion.games.pad.collection import shipped_file, taken
from companion.kit.rules import Illegal, Inconsistent, play
from companion.words import LANGUAGES, Words

DIGESTS = {
    "wizard": "7bde7402f27bbf2c",
    "skull-king": "b8868ca36c84ccf2",
    "oh-hell": "aca246340f3bfa29",
    "hearts": "c7a2f509f63994c0",
    "spades": "e74b7db363327d9b",
    "rummy": "db94a78ed914850f",
    "canasta": "4a013e0fb6d77ddf",
    "doppelkopf": "d5bc3d7ff5237353",
    "skat": "c53e63e04d388b28",
    "farkle": "a660da88c2af6cf5",
    "molkky": "b05a6ee048e3e79b",
    "points": "cba46002caea7e05",
}
"""What they were before there was a format 2, without the words of refusals."""
QUICK = ("hearts", "skat", "farkle")
"""The pads of the quick run: rounds, a table's own fields, turns."""
FORMAT_1 = Path(__file__).parent / "format_1"
"""The pads as they shipped before there was a format 2: records have these texts."""


game = cache(game_of)
"""The same game for the same text."""


def as_two(text):
    return text.replace("format = 1", "format = 2")


def two(*fields, **changed):
    """The small pad in format 2."""
    return as_two(small(*fields, **changed))


def played(text, players, *actions, **options):
    """The position after actions; commas part several in one text. Each table is one that can be set up."""
    rules = game(text)
    chosen = rules.complete(options)
    position = rules.start(players, chosen)
    for action in [one.strip() for several in actions for one in several.split(",")]:
        position = play(position, rules.read(action))
        if position.outcome is None:
            assert rules.restore(players, chosen, position.table()).table() == position.table()
    return position


@pytest.mark.parametrize("key", [pytest.param(key, marks=() if key in QUICK else pytest.mark.gate) for key in DIGESTS])
def test_every_view_of_a_pad_of_format_1_is_what_it_always_was(key):
    assert digest_of(game((FORMAT_1 / f"{key}.toml").read_text("utf-8"))) == DIGESTS[key]


@pytest.mark.parametrize("more", ["start = '5'", "won = 'score > 1'", "next = '1'", "[lists]\npar = [1]"])
def test_what_format_2_has_is_named_in_format_1(more):
    found = fault(small(top=more))
    assert found[0] == 9
    assert "goes only with format = 2" in found[2]
    assert game(two(top=more))


def test_a_pad_of_format_2_may_have_1_to_12_players_and_16_fields():
    assert game(two(players="[1, 12]")).players == (1, 12)
    assert "from 1 to 12" in fault(two(players="[1, 13]"))[2]
    assert "from 2 to 8" in fault(small(players="[1, 12]"))[2]
    more = [f"name = 'f{number}'\nkind = 'yesno'" for number in range(16)]
    assert game(two(*more[:15]))
    assert "17 entries; 1 to 16 are needed" in fault(two(*more))[2]
    assert str(game(two(players="[1, 12]")).read("made 11 4")) == "made 11 4"


def test_start_is_the_score_before_the_first_round():
    assert played(two(top="start = '501 - 100 * seat'"), 3).table()["scores"] == [501, 401, 301]
    assert played(two(top="start = '7'", points="-made"), 2, "made 0 2, made 1 0").scores == (5, 7)


def test_one_side_alone_wins_or_does_not():
    text = two(players="[1, 2]", top="won = 'score >= 9'\n[sides]\n2 = [[0, 1]]", points="sum(made)")
    alone = "made 0 3, made 0 3"
    assert played(text, 1, alone, "made 0 3").outcome.winners == (0,)
    assert played(text, 1, alone, "made 0 2").outcome.winners == ()
    # Two people of one side, which the lower seat speaks for: 1 + 1, then 1 + 0, then 3 + 3 points make 9.
    together = played(text, 2, "made 0 1, made 1 1, made 1 1, made 0 0, made 0 3, made 1 3")
    assert together.outcome.as_json() == {"winners": [0, 1], "scores": [9, 9]}
    assert game(text).aim({}) == 1
    without = played(two(players="[1, 1]"), 1, alone, "made 0 0")
    assert without.outcome.winners == (0,)


def test_the_best_of_those_win_who_reach_what_won_asks_for():
    text = two(top="won = 'score < 12'")
    rounds = "made 0 9, made 1 1, made 1 1, made 0 9, made 0 0, made 1 1"
    assert played(text, 2, rounds).outcome.as_json() == {"winners": [1], "scores": [18, 3]}


def test_nobody_has_won_is_said_in_words():
    rules = game(two(top="won = {is = 'score > 99', rule = 2}"))
    before = played(two(top="won = 'score > 99'"), 2, "made 0 1, made 1 1, made 1 1, made 0 1, made 0 1")
    action = rules.read("made 1 0")
    before = rules.restore(2, {}, before.table())
    last = rules.consequences(before, action, play(before, action))[-1]
    assert (last.key, last.rule) == ("event.pad.lost", "SML-2")
    assert all(Words(language).message(last, ["Ada", "Ben"]) for language in LANGUAGES)


LIVES = two(
    players="[2, 4]", rounds=None, points="-made",
    top="start = '9'\nout = 'score <= 0'\nend = 'count(not out) == 1'",
)  # fmt: skip


def test_who_is_out_is_skipped_in_rounds():
    # Ada is out after the first round: Ben begins the second one, and after him Cleo the third one, dealt by Ben.
    first = played(LIVES, 3, "made 0 9, made 1 1, made 2 0")
    table = first.table()
    assert (table["scores"], table["starter"], table["dealer"], table["seat"]) == ([0, 8, 9], 1, 2, 1)
    second = played(LIVES, 3, "made 0 9, made 1 1, made 2 0, made 1 2, made 2 3")
    table = second.table()
    assert (table["scores"], table["starter"], table["dealer"]) == ([0, 6, 6], 2, 1)
    over = played(LIVES, 3, "made 0 9, made 1 1, made 2 0, made 1 2, made 2 3, made 2 1, made 1 6")
    assert over.outcome.as_json() == {"winners": [2], "scores": [0, 0, 5]}


def test_the_table_is_asked_whoever_is_out():
    text = LIVES + "[[fields]]\nname = 'who'\nkind = 'seat'\neach = 'table'\n"
    for out, others in ((0, (1, 2)), (1, (2, 0)), (2, (1, 0))):
        first = [f"made {seat} {9 if seat == out else 0}" for seat in range(3)]
        table = played(text, 3, *first, f"who {out}", *[f"made {seat} 0" for seat in others]).table()
        assert (table["ask"], table["seat"]) == ("who", None)


def test_the_round_counts_nothing_for_who_is_out():
    text = LIVES.replace('points = "-made"', 'points = "-9 if round == 1 and seat == 0 else 1"')
    assert played(text, 3, "made 0 0, made 1 0, made 2 0, made 1 0, made 2 0").scores == (0, 11, 11)


def test_a_table_on_which_all_or_the_one_who_begins_are_out_is_inconsistent():
    rules, table = game(LIVES), played(LIVES, 3).table()
    for scores, starter in (([0, 0, 0], 0), ([0, 5, 5], 0)):
        with pytest.raises(Inconsistent) as found:
            rules.restore(3, {}, {**table, "scores": scores, "starter": starter, "seat": starter, "dealer": 2})
        assert all(Words(language).message(found.value.message, "ABC") for language in LANGUAGES)


def test_next_names_who_begins():
    # The one with the fewest points of the round begins; of several the one with the highest seat.
    text = two(top="next = 'max(seat * (made == min(made)))'", players="[3, 3]")
    assert played(text, 3, "made 0 4, made 1 2, made 2 9").table()["seat"] == 1
    assert played(text, 3, "made 0 4, made 1 2, made 2 9, made 1 1, made 2 0, made 0 0").table()["starter"] == 2
    without = two(top="deal = 'none'\nnext = '1'", players="[3, 3]")
    assert played(without, 3, "made 0 4, made 1 2, made 2 9").table()["dealer"] is None
    assert played(two(top="next = '0 - 1'"), 3, "made 0 4, made 1 2, made 2 9").table()["seat"] == 2


FOULS = two(
    "name = 'foul'\nkind = 'number'\nleast = 0\nmost = 7", rounds='"2"',
    top="play = 'turns'", points="made if seat == turn else max(foul)",
)  # fmt: skip


def test_in_turns_the_points_of_every_side_are_computed():
    # Ada makes 3 and no foul; Ben makes 2 and a foul of 4, which the others get.
    assert played(FOULS, 3, "made 0 3, foul 0 0, made 1 2, foul 1 4").scores == (7, 2, 4)
    rules = game(FOULS)
    before = played(FOULS, 3, "made 0 3, foul 0 0, made 1 2")
    said = rules.consequences(before, rules.read("foul 1 4"), play(before, rules.read("foul 1 4")))
    assert [(message.key, message.params.get("seat")) for message in said] == [
        ("event.pad.points", 0), ("event.pad.points", 1), ("event.pad.points", 2), ("event.pad.turn", 2),
    ]  # fmt: skip


def test_in_turns_next_names_who_has_the_next_turn():
    again = two(top="play = 'turns'\nnext = 'turn if max(made) == 9 else turn + 1'", rounds='"4"')
    position = played(again, 3, "made 0 9")
    assert (position.turn, position.round) == (0, 2)
    assert played(again, 3, "made 0 9, made 0 1").turn == 1


SHEET = two(
    "name = 'box'\nkind = 'pick'\nvalues = ['ones', 'twos', 'threes']\nonce = true\nrule = 2",
    players="[1, 3]",
)  # fmt: skip


def test_a_value_that_counts_once_is_entered_once_a_game_and_seat():
    one = "made 0 1, made 1 1, box 0 twos, box 1 twos"
    position = played(SHEET, 2, one, "made 1 1, made 0 1")
    assert position.table()["used"] == {"box": [["twos"], ["twos"]]}
    assert [str(action) for action in position.legal()] == ["box 1 ones", "box 1 threes"]
    rules = game(SHEET)
    with pytest.raises(Illegal) as found:
        play(position, rules.read("box 1 twos"))
    assert found.value.rule == "SML-2"
    assert "each value is entered once" in Words("en").message(found.value.message, "AB")
    after = played(SHEET, 2, one, "made 1 1, made 0 1, box 1 ones, box 0 threes")
    assert after.table()["used"] == {"box": [["twos", "threes"], ["ones", "twos"]]}


def test_where_all_values_are_used_each_may_be_entered_again():
    text = SHEET.replace('rounds = "3"', 'rounds = "4"')
    text = text.replace("players = [1, 3]", "players = [1, 1]")
    boxes = ", ".join(f"made 0 1, box 0 {box}" for box in ("ones", "twos", "threes"))
    assert len(played(text, 1, boxes, "made 0 1").legal()) == 3


def test_the_values_used_are_part_of_a_table_that_is_set():
    rules = game(SHEET)
    table = played(SHEET, 1, "made 0 1, box 0 twos, made 0 2").table()
    spoiled = {**table, "used": {"box": [["threes", "ones"]]}}
    settled = rules.settle(1, {}, spoiled)
    assert settled["used"] == {"box": [["ones", "threes"]]}
    assert [str(action) for action in rules.restore(1, {}, settled).legal()] == ["box 0 twos"]
    wrongs: list[object] = [{"box": [["fours"]]}, {"box": []}, {}, None]
    for wrong in wrongs:
        with pytest.raises(Inconsistent):
            rules.restore(1, {}, {**table, "used": wrong})


def test_once_of_numbers_and_of_the_table():
    text = as_two(SMALL) + "once = true\neach = 'table'\n"
    assert played(text, 2, "made 4").table()["used"] == {"made": [4]}
    assert len(played(text, 2, "made 4, made 0").legal()) == 8
    assert "only for number and pick" in fault(two("name = 'up'\nkind = 'yesno'\nonce = true"))[2]


def test_lists_have_a_number_by_round():
    text = two(top="[lists]\npar = [4, 3, 5]", points="made - par[round]")
    assert played(text, 2, "made 0 4, made 1 9, made 1 3, made 0 0").scores == (-3, 5)
    outside = two(top="[lists]\npar = [4, -3]", points="par[made]")
    assert played(outside, 2, "made 0 0, made 1 2").scores == (0, -3)
    assert played(outside, 2, "made 0 3, made 1 1").scores == (0, 4)
    assert fault(two(points="sum[made]"))[2] == "sum[made] means nothing in a formula; write sum(made)"
    no_list = "pat is no list of this file; its lists are par; what one seat has is sum(pat * (seat == 1))"
    assert fault(two(top="lists.par = [1]", points="pat[1]"))[2] == no_list
    assert "made is no list" in fault(two(points="made[1]"))[2]
    for points in ("par", "par(round)"):
        assert "write par[round]" in fault(two(top="lists.par = [1]", points=points))[2]
    assert "[ means nothing" in fault(small(points="made[1]"))[2]
    assert "sum already means" in fault(two(top="lists.sum = [1]"))[2]
    assert "a sign is missing" in fault(two(top="lists.par = [1]", points="par[1] 2"))[2]
    assert "made is the name of something else" in fault(two(top="lists.made = [1]"))[2]


def test_has_says_whether_something_was_entered():
    bonus = "name = 'more'\nkind = 'number'\nleast = 0\nmost = 9\nwhen = 'made > 5'"
    text = two(bonus, points="has(more) * 100 + count(has(more))")
    assert played(text, 2, "made 0 6, made 1 1, more 0 0").scores == (101, 1)
    table = two("name = 'x'\nkind = 'yesno'\neach = 'table'\nwhen = 'sum(made) > 5'", points="has(x)")
    assert played(table, 2, "made 0 1, made 1 1").scores == (0, 0)
    assert played(table, 2, "made 0 1, made 1 8, x no").scores == (1, 1)
    for wrong in ("has(1)", "has(score)", "has(made + 1)", "has(made, made)"):
        assert "has" in fault(two(points=wrong))[2]
    assert "has" in fault(small(points="has(made)"))[2]


def test_has_and_turn_are_names_of_format_2_alone():
    text = SMALL.replace("made", "turn")
    assert game(text)
    assert "turn already means something" in fault(as_two(text))[2]
    assert "turn is not known" in fault(two(points="turn"))[2]


def test_the_pad_in_the_readme_is_sound_and_ends_with_one_who_is_left():
    readme = (shipped_file("skat").parent.parent / "README.md").read_text("utf-8")
    text, example = re.findall("```toml\n(.*?)```", readme, re.DOTALL)
    pad = game(text + example).pad
    assert pad.examples == 1
    assert not taken(pad.key)
    assert not taken(pad.prefix)
    over = played(text, 2, "loser 0, loser 1, loser 1, loser 1")
    assert over.outcome.as_json() == {"winners": [0], "scores": [2, 0]}
    assert len(game(text).start(12, {"lives": "5"}).legal()) == 12
