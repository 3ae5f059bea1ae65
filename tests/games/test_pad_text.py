"""What is said about the game of a pad: who enters what, what is missing, and how points come about."""

from __future__ import annotations

import pytest
from pads import Played, small

from companion.games.pad.collection import shipped
from companion.kit.rules import play
from companion.kit.text import Figure, Situation
from companion.words import Words

TEXT = shipped("wizard").game.text
NAMES = ("Ada", "Ben", "Cleo", "Dora")


def at(played, language="en"):
    position = played.now
    return Situation(
        played.game, position, NAMES[: played.players], played.options, Words(language), position.outcome
    )  # fmt: skip


def why(played, action, language="en"):
    """What is said of an action, with the arithmetic."""
    action = played.game.read(action)
    after = play(played.now, action)
    messages = played.game.consequences(played.now, action, after)
    situation = at(played, language)._replace(position=after, outcome=after.outcome)
    words = Words(language)
    return [words.with_rule(one, NAMES) for one in TEXT.explain(action, situation, messages)]


def test_why_puts_the_numbers_entered_into_the_branch_that_held():
    played = Played("wizard", 3).round("bid", 1, 0, 0).round("took", 1, 0)
    assert why(played, "took 2 0")[:3] == [
        "Ada: 20 + 10 × 1 = 30 points, now 30 (WIZ-5)",
        "Ben: 20 + 10 × 0 = 20 points, now 20 (WIZ-5)",
        "Cleo: 20 + 10 × 0 = 20 points, now 20 (WIZ-5)",
    ]
    assert why(played, "took 2 0", "ja")[0] == "Ada：20 + 10 × 1 = 30点、合計30点 (WIZ-5)"
    played = Played("wizard", 3).set(round=3, scores=[50, 0, 0]).round("bid", 2, 0, 1).round("took", 0, 3)
    assert why(played, "took 1 0")[:2] == [
        "Ada: -10 × 3 = -30 points, now 20 (WIZ-5)",
        "Ben: -10 × 1 = -10 points, now -10 (WIZ-5)",
    ]


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ("made", "3"),
        ("made + 0", "3 + 0 = 3"),
        ("(made - 1) * (made + 1)", "(3 - 1) × (3 + 1) = 8"),
        ("made - (2 - 1)", "3 - (2 - 1) = 2"),
        ("made - 2 - 1", "3 - 2 - 1 = 0"),
        ("made * 2 + 1", "3 × 2 + 1 = 7"),
        ("7 // made % 2", "7 ÷ 3 % 2 = 0"),
        ("sum(made) * 10", "4 × 10 = 40"),
        ("twice + 1", "3 × 2 + 1 = 7"),
        ("twice if made > 1 else 0", "3 × 2 = 6"),
        ("(made == 3) * 5", "1 × 5 = 5"),
        ("-made * made", "-3 × 3 = -9"),
        ("rank(made) + max(made, 5)", "1 + 5 = 6"),
    ],
)
def test_the_arithmetic_of_a_formula(points, said):
    played = Played(small(top='[names]\ntwice = "made * 2"', points=points), 2).round("made", 3)
    assert why(played, "made 1 1")[0].startswith(f"Ada: {said} points, now ")


@pytest.mark.parametrize(("points", "shown", "counts"), [
    ("made * 30000", "3 × 30000 = 90000", 90_000),
    ("made * 33333", "3 × 33333 = 99999", 99_999),
    ("made * 33334", "3 × 33334 = 100002 → 99999", 99_999),
    ("0 - made * 400000", "0 - 3 × 400000 = -1000000 → -99999", -99_999),
    ("max(made, 100000)", "100000 → 99999", 99_999),
])  # fmt: skip
def test_pad_5_the_arithmetic_of_points_beyond_what_they_may_be_ends_with_what_counts(points, shown, counts):
    played = Played(small(points=points), 2).round("made", 3)
    assert why(played, "made 1 1")[0].startswith(f"Ada: {shown} points, now {counts}")
    assert played.round("made", 1).now.scores[0] == counts


def test_the_arithmetic_speaks_of_sides():
    played = Played("canasta", 4).round("hand", 100)
    assert why(played, "hand 1 50")[0] == "Ada+Cleo: 100 points, now 100 (CAN-2)"


def test_an_action_is_called_by_who_entered_what():
    skat = Played("skat", 3)
    for action, name in (
        ("soloist 1", "Soloist: Ben"),
        ("soloist nobody", "Soloist: nobody"),
        ("game null-open", "Game: null open"),
        ("finish", "end the game"),
    ):
        assert TEXT.action_name(at(skat), skat.game.read(action)) == name
    assert TEXT.action_name(at(skat, "ja"), skat.game.read("game grand")) == "ゲーム：グランド"
    spades = Played("spades", 4)
    assert TEXT.action_name(at(spades), spades.game.read("bid 2 3")) == "Cleo: Bid 3"
    won = Played("doppelkopf", 4)
    assert TEXT.action_name(at(won), won.game.read("won 1 yes")) == "Ben: Won yes"


def test_the_title_says_who_enters_what_and_a_line_what_is_missing():
    played = Played("wizard", 3).set(round=3).round("bid", 1, 1, 0)
    assert (TEXT.turn_text(at(played)), TEXT.lines(at(played))) == ("Cleo: Took", ("3 left",))
    played.round("took", 2)
    assert (TEXT.turn_text(at(played)), TEXT.lines(at(played, "ja"))) == ("Ada: Took", ("残り1",))
    kraken = Played("skull-king", 3, kraken=True).set(round=3).round("bid", 1, 1, 0)
    assert TEXT.lines(at(kraken)) == ("1–3 left",)
    assert TEXT.lines(at(Played("points", 2))) == ()
    over = Played("points", 2, goal="50").round("made", 50, 0)
    assert TEXT.turn_text(at(over)) == "Points by round"
    assert TEXT.turn_text(at(Played("doppelkopf", 4).round("won", "no", "no", "no", "yes"))) == "Worth"


def test_figures_are_the_scores_with_the_first_tally_that_is_shown():
    played = Played("molkky", 3).set(scores=[5, 6, 7], tallies={"misses": [0, 3, 1]})
    assert TEXT.figures(at(played)) == (
        Figure("Ada", 5, True, second=(0, "Miss")),
        Figure("Ben", 6, out=True, second=(3, "Miss")),
        Figure("Cleo", 7, second=(1, "Miss")),
    )
    over = Played("points", 2, goal="50").round("made", 50, 0)
    assert TEXT.figures(at(over)) == (Figure("Ada", 50, True, won=True), Figure("Ben", 0))


def test_the_audit_has_the_round_scores_shown_tallies_and_what_was_entered():
    played = Played("spades", 4).set(tallies={"bags": [3, 0]}).round("bid", 1, 0)
    said = [(field, str(item)) for field, item in TEXT.audit(at(played), played.table)]
    assert said == [
        ("round", "Round: 1"),
        ("scores 0", "Ad+Cl: Score: 0"),
        ("scores 1", "Be+Do: Score: 0"),
        ("tallies.bags 0", "Ad+Cl: Bags: 3"),
        ("tallies.bags 1", "Be+Do: Bags: 0"),
        ("told.bid 0", "Ada: Bid: 1"),
        ("told.bid 1", "Ben: Bid: 0"),
    ]
    table = Played("skat", 3).enter("soloist 2")
    assert ("told.soloist 0", "Soloist: Cleo") in [(f, str(item)) for f, item in TEXT.audit(at(table), table.table)]


def test_the_rules_of_what_is_asked_come_first_and_the_others_follow():
    played = Played("wizard", 3)
    assert TEXT.rules(played.now) == ("WIZ-2", "WIZ-3", "WIZ-5", "WIZ-1", "WIZ-4", "WIZ-6")
    assert TEXT.rules(played.round("bid", 0, 0, 0).now)[:2] == ("WIZ-4", "WIZ-5")
    assert TEXT.rules(Played("points", 2, goal="50").round("made", 50, 0).now) == ("PTS-1", "PTS-2", "PTS-3")


def test_values_that_may_not_be_entered_now_are_known():
    hook = Played("wizard", 3, hook=True).round("bid", 0, 1)
    assert TEXT.unavailable_actions(hook.now) == ("bid 2 0",)
    assert TEXT.unavailable_actions(Played("points", 2).now) == ()
    hearts = Played("hearts", 3).round("taken", 20)
    assert TEXT.unavailable_actions(hearts.now) == ("taken 1 7",)  # one for the rule, not each from 7 to 26


def test_a_pad_says_what_it_is_before_the_first_round():
    said = [Words("ja").message(one, NAMES) for one in TEXT.setup_messages(at(Played("skat", 3)))]
    assert said == ["国際ルールです。"]
    assert TEXT.setup_messages(at(Played("wizard", 3))) == ()


def test_partners_win_together_and_what_decided_is_said():
    def said(played, action):
        after = play(played.now, action)
        return [Words("en").message(one, NAMES) for one in played.game.consequences(played.now, action, after)][-1]

    canasta = Played("canasta", 4).set(scores=[4900, 4000]).enter("hand 0 200")
    assert said(canasta, canasta.game.read("hand 1 0")) == "Ada+Cleo win with 5100!"
    # PHT-4: who has laid down the tenth phase wins; people know the points, not that this was true.
    phases = Played("phase-10", 2).set(tallies={"phase": [10, 9]}).enter("done 0 yes", "left 0 5", "done 1 no")
    assert said(phases, phases.game.read("left 1 50")) == "Ada wins with 5!"
    tied = Played(small(top='best = ["score", "seat"]', rounds='"1"'), 2).enter("made 0 5")
    assert said(tied, tied.game.read("made 1 5")) == "Ben wins with 5 1!"
    assert said(tied, tied.game.read("made 1 6")) == "Ben wins with 6!"
