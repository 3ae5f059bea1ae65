"""The table in words, for viewers."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from device import Player, begun, look, played
from installed import GameSetup, Record

from companion.cli import main
from companion.games import registry
from companion.kit.search.review import LookedAt, Moment
from companion.play.act import Result
from companion.play.fold import GameInfo
from companion.play.timeline import Snapshot, Timeline, advance
from companion.ports import DeviceState, Points
from companion.record.lists import Play
from companion.session.bgstats import link
from companion.session.kept_reviews import Looks
from companion.session.public_view import LOG, public_view
from companion.session.review import Reviewed, as_reviewed, kind_words, past_of, percents, places_of
from companion.session.session import Session
from companion.ui.screen import PublicViewMaker
from companion.words import Words
from hardware.simulated import SimulatedClock

EN, JA = Words("en"), Words("ja")


def step(game: str, names: tuple[str, ...], *texts: str, **options: bool | str) -> Snapshot:
    plain = GameSetup(1, game, names, {})
    assert plain.game is not None
    setup = GameSetup(1, game, names, plain.game.complete(options))
    timeline: Timeline = setup.begin()
    for text in texts:
        timeline = advance(setup, timeline, text)
    return Snapshot(len(texts) + 1, len(texts), texts[-1] if texts else f"new {game}", setup, timeline)


def test_whose_turn_it_is_the_points_and_what_happened_newest_first() -> None:
    seen = public_view(step("praetorians", ("Ada", "Ben"), "flip R7", "flip R9", "stop", "flip B4"), EN)
    assert (seen.game, seen.says) == ("Praetorians", "Ben is in turn")
    assert seen.points == (Points("Ada", "16"), Points("Ben", "3", marked=True))
    assert seen.log == (
        "4. Ben: blue 4, sum 4", "3. Ada: Stop, 0→16", "2. Ada: red 9, sum 16", "1. Ada: red 7, sum 7",
    )  # fmt: skip


def test_in_the_language_of_the_table() -> None:
    seen = public_view(step("praetorians", ("Ada", "Ben"), "flip R7"), JA)
    assert seen.says == "Adaの手番"
    assert (seen.labels["lang"], seen.labels["lost"]) == ("ja", "接続が切れました")
    assert seen.log[0].startswith("1. Ada: 赤7、")


def test_names_are_never_shortened_and_who_has_passed_is_out() -> None:
    names = ("Ada", "Maximilian", "Cleopatra")
    seen = public_view(step("spartacus", names, "play 8", "play 6", "pass"), EN)
    assert seen.says == "Ada is in turn"
    assert [points.out for points in seen.points] == [False, False, True]
    assert seen.lines == ("Ada 8, Maximilian 6* = 14",)


def test_without_memory_it_shows_won_tricks_and_not_their_points() -> None:
    names = ("Ada", "Ben", "Cleo")
    taken = step("spartacus", names, "play 8", "play 6", "pass", "play 3", "pass")
    assert [points.number for points in public_view(taken, EN).points] == ["17", "0", "0"]  # 8 + 6 + 3
    hidden = PublicViewMaker(taken, EN, memory=False)()
    assert [points.number for points in hidden.points] == ["1", "0", "0"]
    assert hidden.log[0] == "5. Ben: Pass, → Ada"


def test_where_the_board_says_it_all_the_people_are_still_named() -> None:
    seen = public_view(step("hannibal", ("Ada", "Ben")), EN)
    assert seen.says == "Rome: Ada is in turn"
    assert seen.points == (Points("Ada", "", marked=True), Points("Ben", ""))


def test_who_has_won() -> None:
    seen = public_view(step("praetorians", ("Ada", "Ben"), *["match 10"] * 9, "bank 9", entry="scores"), EN)
    assert seen.says == "Ada wins"
    assert seen.points == (Points("Ada", "99", marked=True), Points("Ben", "3"))
    assert seen.log[0] == "10. Ada: Stops with 9, 90→99, wins!"


def test_where_everybody_may_tell_something_nobody_is_in_turn() -> None:
    assert public_view(step("spartacus", ("Ada", "Ben", "Cleo"), entry="scores"), EN).says == ""


@pytest.mark.parametrize(("pad", "says"), [("hearts", "Ada: Taken"), ("skat", "Soloist")])
def test_of_a_score_pad_what_is_entered_now(tmp_path: Path, pad: str, says: str) -> None:
    begun(tmp_path, pad, ("Ada", "Ben", "Cleo"))
    with Record(tmp_path) as record:
        assert public_view(Session(record, SimulatedClock(0.0)).now, EN).says == says


def test_of_a_long_game_the_last_entries() -> None:
    seen = public_view(step("praetorians", ("Ada", "Ben"), *["match 1", "bust"] * 10, entry="scores"), EN)
    assert len(seen.log) == LOG
    assert seen.log[0].startswith("20. ")


def test_without_a_game() -> None:
    seen = public_view(None, EN)
    assert seen[1:] == ("", "No game on the table", (), (), (), "", ())


def test_a_game_that_can_only_be_read() -> None:
    setup = step("praetorians", ("Ada", "Ben")).setup
    seen = public_view(Snapshot(2, 1, "flip R7", setup, None), EN)
    assert (seen.game, seen.says) == ("Praetorians", "This game can only be read")
    assert seen.points == (Points("Ada", ""), Points("Ben", ""))


def test_a_game_that_was_looked_at_again_is_told_its_moment_first() -> None:
    over = step("spartacus", ("Ada", "Ben", "Cleo"), "play 8", "play 6", "pass", "play 3")
    half, nothing = (0.5, 0.25, 0.25), (0.0,) * 3
    won, lost = (1.0, 0.0, 0.0), (0.25, 0.5, 0.25)
    plies = (
        LookedAt(1, "play 8", "choice", 0, half, nothing, nothing, nothing, half, ((0, 0.0),)),
        LookedAt(2, "play 6", "choice", 1, half, nothing, nothing, (0.5, -0.25, -0.25), won, ((1, 0.0),)),
        LookedAt(3, "pass", "choice", 2, won, nothing, nothing, nothing, won, ((2, -0.0),)),
        LookedAt(4, "play 3", "choice", 0, won, (-0.75, 0.5, 0.25), nothing, nothing, lost, ((0, -0.75),), "pass",
                 proven=True),
    )  # fmt: skip
    seen = public_view(over, EN, review=Reviewed(over, plies, places_of(over)))
    assert seen.review == (
        "Moment of the game: blunder −75. Entry 4: Ada: Card 3; Pass wins by force (100→25%)",
        "Pass: What follows is worth 75% more than after Card 3.",
        "Ada: luck 0%, lost and not regained −75%",
        "Ben: luck 0%, lost and not regained 0%",
        "Cleo: luck 0%, lost and not regained 0%",
        "These shares are rough: they are less sure than they look.",
    )
    assert public_view(over, EN).review == ()
    almost = plies[3]._replace(faults=((0, -0.2496),))
    assert (
        "mistake −24." in public_view(over, EN, review=Reviewed(over, (*plies[:3], almost), places_of(over))).review[0]
    )
    guessed = Reviewed(over, (*plies[:3], plies[3]._replace(proven=False)), places_of(over))
    assert "; better: Pass (100→25%)" in public_view(over, EN, review=guessed).review[0]


def test_a_review_says_why_something_else_was_better_and_how_the_game_may_have_gone_on() -> None:
    over = step("spartacus", ("Ada", "Ben", "Cleo"), "play 8", "pass")
    even, none = (0.5, 0.25, 0.25), (0.0,) * 3
    first = LookedAt(1, "play 8", "choice", 0, even, none, none, none, even, ((0, -0.25),), "play 1")
    second = LookedAt(2, "pass", "choice", 1, even, none, none, none, even)
    plies = (first._replace(line=("play 1", "pass", "pass")), second)
    found = Reviewed(over, plies, places_of(over))
    said = Moment(1, "mistake", 0, 0.5, 0.25)
    ends = "It leads to: Ada takes the trick: 1"
    assert found.why(said, EN) == [ends, "May go on: Ben: Pass, Cleo: Pass"]
    assert found.why(said, EN, short=True)[1] == "May go on: Be: Pass, Cl: Pass"
    assert found.sentences(EN)[:3] == [
        f"Moment of the game: blunder −25. {found.sentence(said, EN)}",
        f"Card 1: {ends}",
        "May go on: Ben: Pass, Cleo: Pass",
    ]
    kept_before = found._replace(plies=(first, second))  # a look without a line
    behind = "What follows is worth 25% more than after Card 8."
    assert kept_before.why(said, EN) == [behind], "any number that may be played is the lowest"
    assert found.why(said._replace(kind="luck"), EN) == [], "luck is nobody's choice"


def test_of_luck_a_review_says_what_happened_and_to_whom() -> None:
    over = step("praetorians", ("Ada", "Ben"), "flip R7", "flip B8")
    even, less, nothing = (0.5, 0.5), (0.375, 0.625), (0.0, 0.0)
    plies = (
        LookedAt(1, "flip R7", "chance", 0, even, nothing, nothing, nothing, even),
        LookedAt(2, "flip B8", "chance", 0, even, nothing, (-0.125, 0.125), nothing, less),
    )
    found = Reviewed(over, plies, places_of(over))
    said = Moment(2, "luck", 0, 0.5, 0.375)
    assert found.sentence(said, EN) == "Entry 2: ●B8: Ada is caught between the camps! (Ada: 50→38%)"
    kept = Moment(1, "luck", 0, 0.5, 0.375)
    assert found.sentence(kept, EN) == "Entry 1: Ada: ▲R7 (50→38%)", "of a card that is kept nobody was told"


def test_what_a_player_could_not_know_is_no_part_of_why_something_was_better() -> None:
    """The card of the other in a round, or what lies face down, may have made it worse."""
    over = step("hannibal", ("Ada", "Ben"), "fleet ROM-COR>SAR-CAR", "clash 5 1")
    even, nothing = (0.5, 0.5), (0.0, 0.0)
    moved = LookedAt(1, "fleet ROM-COR>SAR-CAR", "choice", 0, even, nothing, nothing, nothing, even)
    fought = LookedAt(2, "clash 5 1", "choice", None, even, nothing, nothing, nothing, even, ((0, -0.2),), "clash 1 1")
    said = Moment(2, "mistake", 0, 0.5, 0.3)
    hoped = "Ada could expect 20% more of it than of Rome 5, Carthage 1."
    assert Reviewed(over, (moved, fought), places_of(over)).why(said, EN) == [hoped]
    over = step("seven-hills", ("Ada", "Ben"), "place 1")
    laid = LookedAt(1, "place 1", "choice", 0, even, nothing, nothing, nothing, even, ((0, -0.2),), "place 7 9")
    for hidden in (True, False):
        found = Reviewed(over, (laid._replace(hidden=hidden),), places_of(over)).why(said._replace(ply=1), EN)
        assert found[0].startswith("Ada could expect 20% more of it than of Hill 1") == hidden


def test_luck_in_what_no_player_did_alone_has_no_doer() -> None:
    """People set the table, and in a round each lays a card."""
    over = step("hannibal", ("Ada", "Ben"), "fleet ROM-COR>SAR-CAR", "clash 5 1")
    even, more, less, nothing = (0.5, 0.5), (0.625, 0.375), (0.375, 0.625), (0.0, 0.0)
    moved = LookedAt(1, "fleet ROM-COR>SAR-CAR", "choice", 0, even, nothing, nothing, nothing, even)
    fought = LookedAt(2, "clash 5 1", "choice", None, even, nothing, (0.125, -0.125), nothing, more)
    found = Reviewed(over, (moved, fought), places_of(over))
    assert found.sentence(Moment(2, "luck", 0, 0.5, 0.625), EN) == "Entry 2: Rome 5, Carthage 1 (Ada: 50→62%)"
    start = step("praetorians", ("Ada", "Ben")).position
    assert start is not None
    over = step("praetorians", ("Ada", "Ben"), "set " + json.dumps({**start.table(), "pawns": [1, 9]}))
    fixed = LookedAt(1, None, "set", None, even, nothing, (-0.125, 0.125), nothing, less)
    found = Reviewed(over, (fixed,), places_of(over))
    assert found.sentence(Moment(1, "luck", 0, 0.5, 0.375), EN) == "Entry 1: Set from table (Ada: 50→38%)"


def test_a_table_that_a_game_begins_with_is_nobodys_luck() -> None:
    start = step("praetorians", ("Ada", "Ben")).position
    assert start is not None
    near = "set " + json.dumps({**start.table(), "pawns": [1, 90]})
    over = step("praetorians", ("Ada", "Ben"), near, "flip R9")
    even, none, behind, lost = (0.5, 0.5), (0.0, 0.0), (0.25, 0.75), (-0.25, 0.25)
    fixed = LookedAt(1, None, "set", None, even, none, lost, none, behind)
    turned = LookedAt(2, "flip R9", "chance", 0, behind, none, none, none, behind)
    found = as_reviewed(over, Looks((turned, fixed)))
    assert (found.curve.seats, found.luck(0)) == (((25, 25, 25), (75, 75, 75)), 0)
    again = step("praetorians", ("Ada", "Ben"), "flip R9", near)
    turned, fixed = turned._replace(ply=1, before=even, after=even), fixed._replace(ply=2)
    found = as_reviewed(again, Looks((fixed, turned)))
    assert (found.curve.seats, found.luck(0)) == (((50, 50, 25), (50, 50, 75)), -25)


EVEN, NONE = (0.5, 0.5), (0.0, 0.0)


def why(over: Snapshot, better: str, seat: int = 0) -> list[str]:
    """Why something else would have been better than the last entry, which cost 20 per cent."""
    ply = over.id - 1
    played = LookedAt(ply, over.text, "choice", seat, EVEN, NONE, NONE, NONE, EVEN, ((seat, -0.2),), better)
    before = [LookedAt(n, "x", "choice", 0, EVEN, NONE, NONE, NONE, EVEN) for n in range(1, ply)]
    return Reviewed(over, (*before, played), places_of(over)).why(Moment(ply, "mistake", seat, 0.5, 0.3), EN)


def test_a_stop_that_wins_has_that_as_its_reason_and_a_mean_of_next_to_nothing_is_none() -> None:
    start = step("praetorians", ("Ada", "Ben")).position
    assert start is not None
    near = "set " + json.dumps({**start.table(), "pawns": [85, 97]})
    over = step("praetorians", ("Ada", "Ben"), near, "flip R9", "flip P6", "flip B1")
    assert why(over, "stop") == ["Stopping now reaches 99."]
    mind = registry.game("praetorians").mind
    assert mind is not None
    judged = mind.judge(past_of(over, places_of(over)), 3, Random("1"), 1)
    assert (judged.better, judged.proven, judged.wins, judged.best) == ("stop", True, ("stop",), (1.0, 0.0))
    assert why(step("praetorians", ("Ada", "Ben"), "flip R10", "flip R6", "flip B1"), "stop") == [
        "One more card costs 1.6 on average."
    ]
    assert why(step("praetorians", ("Ada", "Ben"), "flip R8", "flip R4", "flip B1"), "stop") == [
        "Then: Ada stops: 0 → 12"
    ]


def test_what_a_round_does_to_both_is_no_reason_for_one_side_nor_is_what_the_played_card_brought_as_well() -> None:
    sea = ("fleet ROM-COR>CAN-SIC", "fleet SAR-CAR>COR-SAR", "fleet CAN-SIC>COR-SAR")
    over = step("hannibal", ("Ada", "Ben"), *sea, "clash 5 2")
    for better in ("clash 1 2", "clash 4 2"):
        assert why(over, better) == ["What follows is worth 20% more than after Rome 5, Carthage 2."]


@pytest.mark.parametrize(
    ("before", "after", "name", "shares"),
    [(0.846, 0.734, "slip −11", (85, 74)), (0.646, 0.151, "blunder −49", (65, 16)), (0.004, 0.0, "slip 0", (0, 0))],
)
def test_the_shares_of_a_moment_differ_by_what_it_is_said_to_have_cost(
    before: float, after: float, name: str, shares: tuple[int, int]
) -> None:
    said = Moment(1, name.split()[0], 0, before, after)
    assert (kind_words(said, EN), percents(said)) == (name, shares)


def test_a_hidden_fault_is_as_large_in_the_sentence_as_in_its_name() -> None:
    over = step("seven-hills", ("Ada", "Ben"), "place 1")
    none = (0.0, 0.0)
    ply = LookedAt(1, "place 1", "choice", 0, (0.5, 0.5), none, none, none, (0.5, 0.5), ((0, -0.227),), hidden=True)
    found = Reviewed(over, (ply,), places_of(over))
    said = Moment(1, "mistake", 0, 0.5, 0.273)
    assert found.sentence(said, EN) == "Entry 1: Ada: Hill 1 (−22%)"
    assert kind_words(said, EN) == "mistake −22"


def test_a_review_names_a_face_down_card_that_was_turned_up_later_and_no_other() -> None:
    over = step("seven-hills", ("Ada", "Ben"), "place 1", "place 2", "place 3", "place 1", "reveal 4", "reveal 9")
    ply = LookedAt(1, "place 1", "choice", 0, (0.5, 0.5), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.5, 0.5))
    found = Reviewed(over, tuple([ply._replace(ply=one) for one in range(1, 7)]), places_of(over))
    said = [found.entry_words(Moment(one, "slip", 0, 0.5, 0.44), EN) for one in (1, 2, 4, 5)]
    assert said == ["Hill 1: 4", "Hill 2", "Hill 1", "Shows 4"], "nobody knows what Ben has at hill 2"


def test_a_review_says_whose_the_cards_of_a_round_are() -> None:
    moves = ("fleet ROM-COR>CAN-SIC", "fleet SAR-CAR>CAN-SIC", "clash 3 5")
    over = step("hannibal", ("Ada", "Ben"), *moves)
    none = (0.0, 0.0)
    ply = LookedAt(1, moves[0], "choice", 0, (0.5, 0.5), none, none, none, (0.5, 0.5))
    found = Reviewed(over, tuple([ply._replace(ply=one) for one in (1, 2, 3)]), places_of(over))
    said = Moment(3, "mistake", 1, 0.5, 0.36)
    assert found.sentence(said, EN) == "Entry 3: Ben: Rome 3, Carthage 5 (50→36%)"
    assert found.entry_words(said, EN, lambda text, width: False) == "3 : 5"


def test_a_game_that_is_over_has_a_link_to_bg_stats() -> None:
    over = step("praetorians", ("Ada", "Ben"), "concede 0", entry="scores")
    result = Result((1,), (0, 0), "concede 0")
    play = Play("0" * 32, GameInfo(7, "praetorians", (1, 2), over.setup.names, {}, 7, 0.0, 0.0, result), 0.0)
    assert public_view(over, EN).link == ""
    assert public_view(over, EN, play=play).link == link(play, over, EN) != ""
    assert PublicViewMaker(over, EN, play=play)().link == link(play, over, EN)


def test_the_device_gives_viewers_the_link_that_the_export_prints_until_the_end_is_undone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    links: list[str] = []

    class Viewer:
        def show(self, shown: DeviceState) -> None:
            assert shown.public_view is not None
            links.append(shown.public_view().link)

        def close(self) -> None: ...

    def player() -> Player:
        yield from look()
        assert main(["export", "last", "--as", "bgstats", "--data", str(tmp_path)]) == 0
        assert [links[-1]] == capsys.readouterr().out.splitlines()
        yield "hold back"
        assert links[-1] == ""

    begun(tmp_path, "praetorians", ("Ada", "Ben"), "concede 0", entry="scores")
    played(tmp_path, player(), panels=(Viewer(),))


def test_what_makes_it_is_equal_as_long_as_it_makes_the_same() -> None:
    table = step("praetorians", ("Ada", "Ben"))
    assert PublicViewMaker(table, EN) == PublicViewMaker(table, EN)
    assert PublicViewMaker(table, EN) != PublicViewMaker(table, JA)
    assert PublicViewMaker(table, EN) != PublicViewMaker(step("praetorians", ("Ada", "Ben")), EN)
    assert PublicViewMaker(table, EN)() == public_view(table, EN)
