"""The line protocol of minds, clause by clause, with minds of a few lines."""

from __future__ import annotations

import json
from typing import Any

import pytest
from installed import answer
from small_minds import LAYS_THE_LOWEST, mind

from companion.kit.search.mind import Judged, Thought, even
from companion.referee.state import Outside
from companion.sealed import chance_of

COUNTS = mind()
THOUGHT = [
    "seat", "action", "card", "mix", "win", "exact", "choices", "line", "work", "depth", "stopped",
]  # fmt: skip


class Table:
    """A referee at the other end of a line, with a mind; a thought is stopped when `asks` questions were asked."""

    def __init__(self, mind=COUNTS, game="praetorians", players=("Ada", "Ben"), clock=lambda: 0.0, **options):
        self.referee, self.asks = None, None
        self.outside = Outside(clock, self.stop, lambda key: mind)
        self.game = {"do": "new", "game": game, "players": list(players), "options": options}
        self.new()

    def new(self):
        assert self.ask(**self.game)["ok"]

    def stop(self):
        if self.asks is not None:
            self.asks -= 1
        return self.asks is not None and self.asks < 0

    def line(self, do, **fields):
        answered = answer(self.referee, json.dumps({"do": do, **fields}).encode(), outside=self.outside)
        self.referee = answered.referee
        return answered.reply

    def ask(self, do, **fields):
        return json.loads(self.line(do, **fields))

    def code(self, do, **fields):
        before = self.line("view")
        reply = self.ask(do, **fields)
        assert reply["ok"] is False
        assert reply["error"]["rule"] is None
        assert reply["error"]["message"]
        assert self.line("view") == before
        return reply["error"]["code"]

    def play(self, *actions):
        for action in actions:
            assert self.ask("play", action=action)["ok"], action

    def think(self, **fields):
        reply = self.ask("think", **fields)
        assert list(reply) == ["ok", "thought"], reply
        return reply["thought"]


def hills(**options):
    return Table(LAYS_THE_LOWEST, "seven-hills", **options)


# Seats


def test_a_seat_that_sits_says_its_seal_and_the_version_of_its_mind():
    table = Table()
    # printf a | sha256sum: see test_sealed.py
    assert table.ask("sit", seat=1, level=3, seed="a") == {"ok": True, "seal": "sabr-24pa-3eyw-nyp2", "mind": 7}
    assert table.ask("sit", seat=1, level=None) == {"ok": True, "seal": None, "mind": 7}


def test_a_seat_without_a_seed_has_the_seed_0_and_keeps_its_own_at_another_level():
    table = Table()
    assert table.ask("sit", seat=1, level=3)["seal"] == "bzpe-psqz-s1qk-hpaj"
    table.ask("sit", seat=1, level=1, seed="a")
    assert table.ask("sit", seat=1, level=2)["seal"] == "sabr-24pa-3eyw-nyp2"


def test_a_seat_that_sits_thinks_with_its_level_and_seed():
    table = Table()
    table.ask("sit", seat=0, level=3, seed="a")
    thought = table.think(seat=0)
    assert thought["work"] == 30
    assert thought == table.think(seat=0, level=3, seed="a")
    assert table.think(seat=0, seed="b", work=5) == Table().think(seat=0, seed="b", work=5)


def test_a_seat_that_got_up_and_a_new_game_need_a_level_again():
    table = Table()
    table.ask("sit", seat=0, level=3)
    table.ask("sit", seat=0, level=None)
    assert table.code("think", seat=0) == "bad-request"
    table.ask("sit", seat=0, level=3)
    table.new()
    assert table.code("think", seat=0) == "bad-request"


# Thoughts


def test_a_thought_has_these_fields_in_this_order():
    assert list(Table().think(seat=0, work=3)) == THOUGHT


@pytest.mark.parametrize(("level", "work"), [(1, 10), (2, 20), (3, 30), (4, 40)])
def test_a_level_is_an_amount_of_work(level, work):
    assert Table().think(seat=0, level=level)["work"] == work


def test_the_chance_of_a_thought_follows_from_seed_ply_and_seat():
    table = Table(players=("Ada", "Ben", "Cleo"))
    table.play("flip Y1", "stop")
    chance = chance_of("x.y-Z", 2, 1)
    legal = table.ask("view")["view"]["legal"]
    assert table.think(seat=1, work=1, seed="x.y-Z")["action"] == legal[int(chance.random() * len(legal))]
    assert table.think(seat=1, work=1) == table.think(seat=1, work=1, seed="0")


def test_a_thought_changes_nothing():
    table = Table()
    table.play("flip R7", "flip R8")
    table.ask("undo")
    view = table.line("view")
    table.think(seat=0, work=3)
    assert table.line("view") == view
    assert table.ask("redo")["view"]["ply"] == 2


@pytest.mark.parametrize(("asks", "stage"), [(0, 0), (1, 1), (3, 2), (5, 4), (8, 8), (30, 16)])
def test_a_stopped_thought_equals_the_thought_of_the_last_power_of_two(asks, stage):
    table = Table()
    table.asks = asks  # asked before each unit of work and stopped at the time after these
    stopped = table.think(seat=0, work=1000)
    assert (stopped["work"], stopped["stopped"]) == (stage, True)
    table.asks = None
    if stage:
        assert table.think(seat=0, work=stage) == {**stopped, "stopped": False}


def test_a_thought_ends_at_its_seconds_on_the_clock_that_is_given():
    ticks = iter(range(100))
    table = Table(clock=lambda: next(ticks))
    # at 0 the time begins; the clock shows 1, 2, 3 before the first three units, and 4 before the fourth
    thought = table.think(seat=0, work=1000, seconds=4)
    assert (thought["work"], thought["stopped"]) == (2, True), "three units were done, the last stage after two"


def test_stop_is_answered_also_when_nothing_runs_and_without_a_game():
    assert json.loads(answer(None, b'{"do": "stop"}').reply) == {"ok": True}
    assert Table().ask("stop") == {"ok": True}


def test_advice_is_a_thought_of_who_is_to_act_without_a_card():
    table = Table(mind(think=lambda sight, *_: Thought(sight.seat, "stop", even(2), card=3, mix={"3": 1.0})))
    table.play("flip R7", "stop")
    reply = table.ask("advise", work=20)
    assert list(reply) == ["ok", "advice"]
    assert list(reply["advice"]) == THOUGHT
    assert (reply["advice"]["seat"], reply["advice"]["card"], reply["advice"]["mix"]) == (1, None, {"3": 1.0})


def test_odds_have_a_work_of_their_own_unless_one_is_given():
    assert Table().ask("odds") == {"ok": True, "odds": {"win": [0.5, 0.5], "exact": False, "work": 20}}
    assert Table().ask("odds", work=3)["odds"]["work"] == 3


def test_with_scores_entry_there_are_odds_where_the_mind_has_shares_for_it_and_nothing_else():
    table = Table(
        mind(plays=lambda options: options["entry"] == "cards", shares_of_scores=lambda position: (0.25, 0.75)),
        entry="scores",
    )
    assert table.ask("odds") == {"ok": True, "odds": {"win": [0.25, 0.75], "exact": False, "work": 0}}
    assert table.code("think", seat=0, work=1) == "no-mind"
    assert table.code("advise", work=1) == "no-mind"
    assert table.code("sit", seat=0, level=1) == "no-mind"
    assert table.code("review", work=1) == "no-mind"
    assert table.code("know", seat=0, secrets={}) == "no-mind"


# What a seat has hidden


def test_a_seat_that_sits_remembers_what_it_laid_by_its_last_thought():
    table = hills()
    table.ask("sit", seat=0, level=1)
    assert table.think(seat=0)["card"] == 1
    table.play("place 1", "place 2")
    assert table.think(seat=0)["card"] == 2


def test_what_was_laid_without_a_thought_is_private_until_it_is_known():
    table = hills()
    table.ask("sit", seat=0, level=1)
    table.play("place 1", "place 2")
    assert table.code("think", seat=0) == "private"
    assert table.ask("know", seat=0, secrets={"cards": [1]}) == {"ok": True}
    assert table.think(seat=0)["card"] == 2


def test_another_action_than_that_of_the_thought_does_not_lay_its_card():
    table = hills()
    table.ask("sit", seat=0, level=1)
    assert table.think(seat=0)["action"] == "place 1"
    table.play("place 7", "place 2")
    assert table.code("think", seat=0) == "private"


def test_the_cards_of_a_seat_that_sits_are_kept_by_ply():
    table = hills()
    table.ask("sit", seat=0, level=1)
    table.think(seat=0)
    table.play("place 1", "place 2")
    for _ in range(2):
        table.ask("undo")
    for _ in range(2):
        table.ask("redo")
    assert table.think(seat=0)["card"] == 2
    table.ask("undo")
    table.ask("undo")
    table.play("place 1", "place 3")  # the thought at this ply was of this action
    assert table.think(seat=0)["card"] == 2


@pytest.mark.parametrize("request_", ["set", "undo", "redo", "new"])
def test_what_is_known_of_another_seat_is_dropped(request_):
    table = hills()
    table.play("place 1", "place 2", "place 3", "place 4")
    table.ask("undo")
    table.ask("undo")
    assert table.ask("know", seat=0, secrets={"cards": [9]})["ok"]
    assert table.think(seat=0, work=1)["card"] == 1
    if request_ == "set":
        assert table.ask("set", table=table.ask("view")["view"]["table"])["ok"]
    elif request_ == "redo":
        table.ask("redo")
        table.ask("redo")
    elif request_ == "undo":
        table.ask("undo")
        table.play("place 5")
    else:
        table.new()
        table.play("place 1", "place 2")
    assert table.code("think", seat=0, work=1) == "private"


def test_what_is_known_of_another_seat_goes_on_through_actions():
    table = hills()
    table.play("place 1")
    table.ask("know", seat=0, secrets={"cards": [1]})
    table.play("place 2")
    assert table.think(seat=0, work=1)["card"] == 2
    table.play("place 1")  # another card face down: no thought counts for a seat that does not sit
    table.play("place 3")
    assert table.code("think", seat=0, work=1) == "private"


def test_a_thought_from_before_a_seat_got_up_lays_nothing():
    table = hills()
    table.ask("sit", seat=0, level=1)
    assert table.think(seat=0)["action"] == "place 1"
    table.ask("sit", seat=0, level=None)
    table.ask("know", seat=0, secrets={"cards": []})
    table.play("place 1", "place 2")
    assert table.code("think", seat=0, work=1) == "private"


def test_a_seat_that_sits_down_is_still_known():
    table = hills()
    table.play("place 1", "place 2")
    table.ask("know", seat=0, secrets={"cards": [1]})
    table.ask("sit", seat=0, level=1)
    assert table.think(seat=0)["card"] == 2


def test_what_another_seat_hides_changes_no_byte():
    def replies(card):
        table = hills()
        table.play("place 1")
        table.ask("know", seat=0, secrets={"cards": [card]})
        thought = table.line("think", seat=1, work=9)
        return [thought, table.line("odds"), table.line("advise", work=1), table.line("view")]

    assert replies(3) == replies(8)


def test_secrets_that_cannot_be_are_refused_and_change_nothing():
    table = hills()
    table.play("place 1", "place 2")
    table.ask("know", seat=0, secrets={"cards": [1]})
    assert table.code("know", seat=0, secrets={"cards": [1, 2]}) == "bad-secrets"
    assert table.think(seat=0, work=1)["card"] == 2
    assert table.code("know", seat=0, secrets=[]) == "bad-request"
    assert table.code("know", seat=0, secrets={"cards": "x"}) == "bad-request"


def test_a_game_that_hides_nothing_has_nothing_to_be_known():
    assert Table().ask("know", seat=0, secrets={}) == {"ok": True}
    assert Table().code("know", seat=0, secrets={"card": 3}) == "bad-secrets"


# Errors, and their order


WRONG = [
    {"do": "sit", "level": 1},
    {"do": "sit", "seat": "0", "level": 1},
    {"do": "sit", "seat": True, "level": 1},
    {"do": "sit", "seat": 0},
    {"do": "sit", "seat": 0, "level": -1},
    {"do": "sit", "seat": 0, "level": 6},
    {"do": "sit", "seat": 0, "height": 0.51},
    {"do": "sit", "seat": 0, "height": 0.1, "level": 1},
    {"do": "think", "seat": 0, "level": 5},
    {"do": "think", "seat": 0, "height": "0.1"},
    {"do": "sit", "seat": 0, "level": 1, "seed": ""},
    {"do": "sit", "seat": 0, "level": 1, "seed": 7},
    {"do": "sit", "seat": 0, "level": 1, "seed": "a_b"},
    {"do": "sit", "seat": 0, "level": 1, "seed": "a\n"},
    {"do": "sit", "seat": 0, "level": 1, "seed": "a" * 65},
    {"do": "think", "work": 1},
    {"do": "think", "seat": 0},
    {"do": "think", "seat": 0, "work": 1, "level": 1},
    {"do": "think", "seat": 0, "work": 0},
    {"do": "think", "seat": 0, "work": 10_000_001},
    {"do": "think", "seat": 0, "work": 1.0},
    {"do": "think", "seat": 0, "work": None},
    {"do": "think", "seat": 0, "level": "1"},
    {"do": "think", "seat": 0, "work": 1, "seconds": 0.009},
    {"do": "think", "seat": 0, "work": 1, "seconds": 601},
    {"do": "think", "seat": 0, "work": 1, "seconds": True},
    {"do": "think", "seat": 0, "work": 1, "seconds": "1"},
    {"do": "think", "seat": 0, "work": 1, "seed": "é"},
    {"do": "odds", "work": 0},
    {"do": "odds", "work": 1, "level": 1},
    {"do": "advise"},
    {"do": "advise", "work": 1, "level": 1},
    {"do": "review"},
    {"do": "review", "work": True},
    {"do": "review", "work": 1, "ply": 0},
    {"do": "know", "seat": 0},
    {"do": "know", "secrets": {}},
    {"do": "know", "seat": 0, "secrets": None},
]


@pytest.mark.parametrize("request_", WRONG, ids=json.dumps)
def test_a_missing_or_wrong_field_is_a_bad_request_before_all_else(request_):
    assert Table().code(**request_) == "bad-request"
    assert json.loads(answer(None, json.dumps(request_).encode()).reply)["error"]["code"] == "bad-request"


RIGHT = [
    {"do": "sit", "seat": 9, "level": 1},
    {"do": "sit", "seat": 9, "level": None},
    {"do": "think", "seat": 9, "work": 10_000_000, "seconds": 600, "seed": "a" * 64},
    {"do": "odds"},
    {"do": "advise", "level": 4},
    {"do": "review", "work": 1},
    {"do": "know", "seat": 9, "secrets": {}},
]


@pytest.mark.parametrize("request_", RIGHT, ids=json.dumps)
def test_without_a_game_every_request_of_a_mind_is_refused(request_):
    assert json.loads(answer(None, json.dumps(request_).encode()).reply)["error"]["code"] == "no-game"


@pytest.mark.parametrize("seat", [-1, 2, 10**4000])
def test_a_seat_that_the_game_does_not_have_comes_before_the_end_and_the_mind(seat):
    table = Table(None, entry="scores")
    table.play("bank 55", "bust", "bank 55")
    assert table.code("sit", seat=seat, level=1) == "bad-seat"
    assert table.code("think", seat=seat, work=1) == "bad-seat"
    assert table.code("know", seat=seat, secrets={}) == "bad-seat"


ASKS: list[dict[str, Any]] = [
    {"do": "sit", "seat": 1, "level": 1},
    {"do": "think", "seat": 1, "work": 1},
    {"do": "odds"},
    {"do": "advise", "work": 1},
]


def test_the_end_comes_before_the_mind_and_the_mind_before_the_moment():
    table = Table(None, entry="scores")
    for request in ASKS:
        assert table.code(**request) == "no-mind"
    assert table.code("review", work=1) == "no-mind"
    table.play("bank 55", "bust", "bank 55")
    for request in ASKS:
        assert table.code(**request) == "over"


def test_a_score_pad_has_no_mind():
    table = Table(game="farkle")
    table.outside = Outside()
    assert table.code("think", seat=0, work=1) == "no-mind"
    assert table.ask("odds")["error"]["message"].startswith("the device cannot think in this game of Farkle;")


def test_a_seat_that_is_not_to_act_or_has_nothing_to_choose_is_not_now_and_not_private():
    table = hills()
    table.play("place 1")
    assert table.code("think", seat=0, work=1) == "not-now"
    table.play("place 2")
    assert table.code("think", seat=0, work=1) == "private"
    table = Table(mind(may_think=lambda position, seat: False))
    assert table.code("think", seat=0, work=1) == "not-now"
    assert table.code("advise", work=1) == "not-now"


def test_advice_that_needs_hidden_cards_is_private():
    assert hills().code("advise", work=1) == "private"


def test_a_running_game_has_no_review():
    assert Table().code("review", work=1) == "not-now"


# Reviews


def judge(past, ply, chance, work, stopped, known):
    """Made-up looks: they differ a little from ply to ply, and the one who ends a turn loses a tenth of its share."""
    position = past.positions[ply]
    seat, action = position.to_act[0], past.actions[ply]
    best = (0.5 + 0.02 * ply, 0.5 - 0.02 * ply)
    if action.startswith("bank"):
        sign = 0.1 if seat else -0.1
        played = (best[0] + sign, best[1] - sign)
        after = (played[0] + 0.01, played[1] - 0.01)
        return Judged("choice", seat, best, played, after, ((seat, -0.1),), "bust")
    return Judged("chance", seat, best, best, (best[0] + 0.2, best[1] - 0.2))


REVIEWED = ["bank 50", "bust", "match 10", "bank 55"]


def reviewed(**fields):
    table = Table(mind(judge=judge, plays=lambda options: True), entry="scores")
    table.play(*REVIEWED)
    reply = table.ask("review", **fields)
    assert list(reply) == ["ok", "review"], reply
    return reply["review"]


def test_one_ply_can_be_looked_at_alone():
    alone = reviewed(work=2000, ply=3)["plies"]
    assert [ply["ply"] for ply in alone] == [3]
    assert alone[0]["after"] == reviewed(work=2000)["plies"][2]["after"]
    assert reviewed(work=2000, ply=5)["plies"] == []


def test_a_review_has_a_record_for_each_ply():
    review = reviewed(work=2000)
    assert list(review) == ["plies", "turning", "moments", "moment", "luck", "lost", "final", "work"]
    assert [ply["ply"] for ply in review["plies"]] == [1, 2, 3, 4]
    assert [ply["action"] for ply in review["plies"]] == REVIEWED
    assert [ply["kind"] for ply in review["plies"]] == ["choice", "chance", "chance", "choice"]
    assert [ply["seat"] for ply in review["plies"]] == [0, 1, 0, 0]
    assert (review["final"], review["work"]) == ([1.0, 0.0], 2000)


def test_the_moment_and_the_totals_of_a_review_in_figures():
    # luck of .2 at two plies; a tenth given away at the first and the last; the last card is no luck
    review = reviewed(work=2000)
    assert review["turning"] == [1, 2, 4]
    assert [(one["ply"], one["kind"], one["seat"]) for one in review["moments"]] == [
        (2, "luck", 1), (1, "slip", 0), (4, "slip", 0),
    ]  # fmt: skip
    moment = review["moments"][0]
    assert review["moment"] == moment
    assert (moment["before"], moment["after"]) == (pytest.approx(0.48), pytest.approx(0.28))
    assert review["lost"] == [0.0, 0.0]  # the one who has won has regained it
    assert review["luck"] == pytest.approx([0.95, -0.95])


def test_what_is_proven_of_the_next_table_can_be_told_to_a_look_at_one_ply():
    heard = []

    def listens(past, ply, chance, work, stopped, known):
        heard.append(known)
        return judge(past, ply, chance, work, stopped, known)

    table = Table(mind(judge=listens, plays=lambda options: True), entry="scores")
    table.play(*REVIEWED)
    assert table.ask("review", work=1, ply=1, following=[1, 0.0], proven=True)["ok"]
    assert table.ask("review", work=1, ply=1, following=[1, 0.0])["ok"]
    assert heard == [(1.0, 0.0), None]
    for wrong in ([1], [1, 0, 0], [2, 0], ["1", 0], 1, [True, False]):
        assert table.code("review", work=1, ply=1, following=wrong) == "bad-request"


def test_before_and_the_four_changes_are_after_and_all_plies_add_up_to_the_result():
    plies = reviewed(work=2000)["plies"]
    for seat in (0, 1):
        for n, ply in enumerate(plies):
            changes = [ply[part][seat] for part in ("choice", "luck", "drift")]
            assert ply["before"][seat] + sum(changes) == pytest.approx(ply["after"][seat], abs=1e-12)
            assert n == 0 or ply["before"] == plies[n - 1]["after"]
        every = [ply[part][seat] for ply in plies for part in ("choice", "luck", "drift")]
        assert plies[0]["before"][seat] + sum(every) == pytest.approx([1, 0][seat], abs=1e-12)


def test_the_first_ply_in_figures():
    # best .5; played .4; after .41
    ply = reviewed(work=2000)["plies"][0]
    assert ply["before"] == [0.5, 0.5]
    assert ply["choice"] == pytest.approx([-0.1, 0.1])
    assert ply["luck"] == pytest.approx([0.01, -0.01])
    assert ply["drift"] == [0, 0]
    assert ply["after"] == pytest.approx([0.41, 0.59])
    assert (ply["faults"], ply["better"]) == ([[0, -0.1]], "bust")


def test_a_table_that_was_set_is_luck():
    table = Table(mind(judge=judge, plays=lambda options: True), entry="scores")
    table.play("bank 50")
    table.ask("set", table={"turn": 1, "pawns": [98, 3], "matched": 0})
    table.play("bust", "bank 5")
    ply = table.ask("review", work=1)["review"]["plies"][1]
    assert (ply["kind"], ply["seat"], ply["action"]) == ("set", None, None)
    assert (ply["choice"], ply["drift"]) == ([0, 0], [0, 0])
    assert ply["luck"] == pytest.approx([0.54 - 0.41, 0.46 - 0.59])  # the look after it begins with .54


def test_what_was_taken_back_is_not_in_the_review():
    table = Table(mind(judge=judge, plays=lambda options: True), entry="scores")
    table.play("bank 55", "bust")
    table.ask("undo")
    table.play("bank 1", "bank 55")
    assert [ply["action"] for ply in table.ask("review", work=1)["review"]["plies"]] == ["bank 55", "bank 1", "bank 55"]


def test_a_review_that_is_stopped_has_the_plies_from_the_end_until_then():
    table = Table(mind(judge=judge, plays=lambda options: True), entry="scores")
    table.play(*REVIEWED)
    table.asks = 1
    (last,) = table.ask("review", work=2000)["review"]["plies"]
    assert last["ply"] == len(REVIEWED)
    assert last["after"] == reviewed(work=2000)["plies"][-1]["after"]


# Levels that give something away, and the one that takes its time


def test_a_height_stands_in_the_place_of_a_level():
    table = Table()
    assert table.ask("sit", seat=0, height=0.12)["ok"]
    assert table.think(seat=0)["work"] == 30, "that of level 3"
    assert table.think(seat=0, level=0)["work"] == 10
    assert table.think(seat=0, height=0.5)["work"] == 30


def test_the_deepest_level_needs_seconds_and_thinks_until_they_are_over():
    table = Table()
    assert table.code("think", seat=0, level=5) == "bad-request"
    table.ask("sit", seat=0, level=5)
    assert table.code("think", seat=0) == "bad-request"
    assert table.think(seat=0, work=7)["work"] == 7
    ticks = iter(range(10**6))
    table = Table(clock=lambda: next(ticks))
    thought = table.think(seat=0, level=5, seconds=300)
    assert (thought["work"], thought["stopped"]) == (256, True)
