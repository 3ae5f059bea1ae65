"""A series: how its games are counted, when it is decided, and how people sit in the next one."""

import random
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from installed import Record

from companion.games import registry
from companion.games.installed import INSTALLED
from companion.kit.rules import NothingToRedo, Options
from companion.play.act import ABANDON, AGREE_DRAW, Result
from companion.play.fold import GameInfo
from companion.session import series as rules
from companion.session.series import Round, Standing
from companion.session.session import Session
from hardware.simulated import SimulatedClock

ADA_ROME, BEN_ROME = ("Ada", "Ben"), ("Ben", "Ada")
FOUR = ("Ada", "Ben", "Cleo", "Dora")


def standing(game: str, rounds: Sequence[Round]) -> Standing:
    return rules.standing(rules.rule_of(INSTALLED.known(game)), rounds)


def counts(game: str, rounds: Sequence[Round]) -> tuple[bool, ...]:
    return rules.counts(rules.rule_of(INSTALLED.known(game)), rounds)


def won(names: tuple[str, ...], *winners: str, scores: tuple[int, ...] = ()) -> Round:
    seats = tuple([seat for seat, name in enumerate(names) if name in winners])
    return Round(names, Result(seats, scores or tuple([int(name in winners) for name in names])))


def ended(names: tuple[str, ...], act: str) -> Round:
    given_up = int(act[-1]) if act.startswith("concede") else None
    winners = () if given_up is None else tuple([seat for seat in range(len(names)) if seat != given_up])
    return Round(names, Result(winners, (0,) * len(names), act))


# -- wins are counted


@pytest.mark.parametrize("game", ["praetorians", "army-ants", "a game that nobody has heard of"])
def test_wins_are_counted_and_there_is_no_end_to_it(game: str) -> None:
    rounds = [won(FOUR[:2], "Ada", scores=(99, 10)), won(("Ben", "Ada"), "Ada", scores=(80, 99)), won(FOUR[:2], "Ben")]
    score = standing(game, rounds)
    assert score == Standing(("Ada", "Ben"), (2, 1), 3, ("Ada",), False, (), ("Ben", "Ada"))


def test_a_tie_is_a_win_for_each_of_its_winners() -> None:
    score = standing("praetorians", [won(FOUR, "Ada", "Cleo"), won((*FOUR[1:], "Ada"), "Cleo")])
    assert score.totals == (1, 0, 2, 0)
    assert score.leaders == ("Cleo",)


def test_a_concession_is_a_win_for_the_others_and_a_draw_for_nobody() -> None:
    score = standing("praetorians", [ended(FOUR[:3], "concede 1"), ended(("Ben", "Cleo", "Ada"), AGREE_DRAW)])
    assert (score.totals, score.games) == ((1, 0, 1), 2)


def test_nobody_leads_before_anything_has_ended() -> None:
    score = standing("praetorians", [Round(FOUR, None)])
    assert (score.totals, score.leaders, score.games) == ((0, 0, 0, 0), (), 0)


def test_somebody_else_begins_every_game_in_the_order_of_the_table() -> None:
    seats: tuple[str, ...] = FOUR
    begin = []
    for _ in range(5):
        begin.append(seats[0])
        seats = standing("praetorians", [won(seats, "Ada")]).seats
    assert begin == ["Ada", "Ben", "Cleo", "Dora", "Ada"]
    assert seats == ("Ben", "Cleo", "Dora", "Ada")


# -- Spartacus


def test_spa_12_the_points_of_all_games_are_added_and_the_highest_total_leads() -> None:
    first, second = ("Ada", "Ben", "Cleo"), ("Ben", "Cleo", "Ada")
    score = standing("spartacus", [won(first, "Ada", scores=(90, 20, -14)), won(second, "Ben", scores=(85, 3, 12))])
    assert score == Standing(first, (102, 105, -11), 2, ("Ben",), False, (), ("Cleo", "Ada", "Ben"))


def test_spa_12_equal_totals_share() -> None:
    first, second = ("Ada", "Ben", "Cleo"), ("Ben", "Cleo", "Ada")
    score = standing("spartacus", [won(first, "Ada", scores=(60, 40, 7)), won(second, "Ben", scores=(50, 9, 30))])
    assert (score.totals, score.leaders) == ((90, 90, 16), ("Ada", "Ben"))


def test_spa_12_a_game_that_people_end_brings_nobody_points() -> None:
    first, second = ("Ada", "Ben", "Cleo"), ("Ben", "Cleo", "Ada")
    for act in ("concede 2", AGREE_DRAW):
        score = standing("spartacus", [won(first, "Ada", scores=(60, 40, 7)), ended(second, act)])
        assert (score.totals, score.games, score.leaders) == ((60, 40, 7), 2, ("Ada",))
        assert score.seats[0] == "Cleo"


def test_spa_12_an_abandoned_game_does_not_count_and_the_same_person_begins_again() -> None:
    first, second = ("Ada", "Ben", "Cleo"), ("Ben", "Cleo", "Ada")
    score = standing("spartacus", [won(first, "Ada", scores=(60, 40, 7)), ended(second, ABANDON)])
    assert (score.totals, score.games, score.seats) == ((60, 40, 7), 1, second)


# -- Hannibal


def test_han_15_roles_change_after_every_game() -> None:
    assert standing("hannibal", [won(ADA_ROME, "Ada")]).seats == BEN_ROME
    assert standing("hannibal", [won(ADA_ROME, "Ben")]).seats == BEN_ROME
    assert standing("hannibal", [won(BEN_ROME, "Ben")]).seats == ADA_ROME


def test_han_15_the_player_who_wins_twice_in_a_row_wins_the_series_once_with_each_role() -> None:
    rounds = [won(ADA_ROME, "Ada"), won(BEN_ROME, "Ben"), won(ADA_ROME, "Ada")]
    assert not standing("hannibal", rounds).decided
    score = standing("hannibal", [*rounds, won(BEN_ROME, "Ada")])
    assert (score.decided, score.winners, score.totals) == (True, ("Ada",), (3, 1))


def test_han_15_a_game_without_a_winner_breaks_the_run_and_roles_change_all_the_same() -> None:
    nobody = won(BEN_ROME)
    for without in (nobody, ended(BEN_ROME, AGREE_DRAW), ended(BEN_ROME, ABANDON)):
        score = standing("hannibal", [won(ADA_ROME, "Ada"), without])
        assert score.seats == ADA_ROME
        score = standing("hannibal", [won(ADA_ROME, "Ada"), without, won(ADA_ROME, "Ada")])
        assert (score.decided, score.winners) == (False, ())
        score = standing("hannibal", [won(ADA_ROME, "Ada"), without, won(ADA_ROME, "Ada"), won(BEN_ROME, "Ada")])
        assert score.winners == ("Ada",)


def test_han_15_two_games_without_a_winner_are_no_run() -> None:
    without = [won(ADA_ROME), won(BEN_ROME)]
    assert not standing("hannibal", without).decided
    assert standing("hannibal", [*without, won(ADA_ROME, "Ben"), won(BEN_ROME, "Ben")]).winners == ("Ben",)


def test_han_15_a_concession_is_a_win_for_the_other_also_in_a_run() -> None:
    score = standing("hannibal", [won(ADA_ROME, "Ada"), ended(BEN_ROME, "concede 0")])
    assert score.winners == ("Ada",)


def test_han_15_a_game_that_still_runs_neither_breaks_nor_makes_a_run() -> None:
    score = standing("hannibal", [won(ADA_ROME, "Ada"), Round(BEN_ROME, None)])
    assert (score.decided, score.games, score.seats) == (False, 1, ADA_ROME)


def test_han_15_the_run_is_what_counts_and_what_is_shown() -> None:
    def run(*rounds: Round) -> tuple[int, ...]:
        score = standing("hannibal", rounds)
        assert score.run_needed == 2
        return score.run

    assert run(Round(ADA_ROME, None)) == (0, 0)
    assert run(won(ADA_ROME, "Ada")) == (1, 0)
    assert run(won(ADA_ROME, "Ada"), won(BEN_ROME, "Ben")) == (0, 1)
    assert run(won(ADA_ROME, "Ada"), won(BEN_ROME)) == (0, 0)
    assert run(won(ADA_ROME, "Ada"), won(BEN_ROME, "Ben"), won(ADA_ROME, "Ada"), won(BEN_ROME, "Ada")) == (2, 0)
    assert standing("praetorians", [won(ADA_ROME, "Ada")]).run == ()


# -- Seven Hills


def test_hil_9_two_games_are_added_and_each_begins_one() -> None:
    first = won(("Ada", "Ben"), "Ada", scores=(17, 11))
    score = standing("seven-hills", [first])
    assert (score.decided, score.seats) == (False, ("Ben", "Ada"))
    score = standing("seven-hills", [first, won(("Ben", "Ada"), "Ben", scores=(18, 10))])
    assert (score.decided, score.totals, score.winners) == (True, (27, 29), ("Ben",))


def test_hil_9_a_tie_stays_a_tie() -> None:
    rounds = [won(("Ada", "Ben"), "Ada", scores=(17, 11)), won(("Ben", "Ada"), "Ben", scores=(17, 11))]
    score = standing("seven-hills", rounds)
    assert (score.decided, score.totals, score.winners, score.leaders) == (True, (28, 28), (), ("Ada", "Ben"))


def test_hil_9_an_abandoned_game_does_not_count_so_each_still_begins_one() -> None:
    rounds = [ended(("Ada", "Ben"), ABANDON)]
    assert standing("seven-hills", rounds).seats == ("Ada", "Ben")
    rounds.append(won(("Ada", "Ben"), "Ada", scores=(17, 11)))
    score = standing("seven-hills", rounds)
    assert (score.games, score.decided, score.seats) == (1, False, ("Ben", "Ada"))


def test_hil_9_an_agreed_draw_is_one_of_the_two_games_and_brings_no_points() -> None:
    score = standing("seven-hills", [ended(("Ada", "Ben"), AGREE_DRAW), won(("Ben", "Ada"), "Ben", scores=(18, 10))])
    assert (score.decided, score.totals, score.winners) == (True, (10, 18), ("Ben",))


def test_hil_9_who_concedes_a_game_cannot_win_by_the_points_of_the_other() -> None:
    score = standing("seven-hills", [won(("Ada", "Ben"), "Ada", scores=(25, 3)), ended(("Ben", "Ada"), "concede 1")])
    assert (score.decided, score.totals, score.winners) == (True, (25, 3), ("Ben",))
    score = standing("seven-hills", [ended(("Ada", "Ben"), "concede 0"), ended(("Ben", "Ada"), "concede 0")])
    assert (score.decided, score.winners) == (True, ())


# -- through the evening, with the engines


def finish(session: Session, chance: random.Random) -> Result:
    """Play the game on the table to its end, by chance."""
    for _ in range(2000):
        now = session.now
        assert now is not None
        assert now.position is not None
        if now.result is not None:
            return now.result
        session.enter(str(chance.choice(now.position.legal())))
    session.enter("concede 0")
    return finish(session, chance)


GAMES: list[tuple[str, tuple[str, ...], Options]] = [
    ("praetorians", ("Ada", "Ben", "Cleo"), {"entry": "scores"}),
    ("spartacus", ("Ada", "Ben", "Cleo"), {}),
    ("hannibal", ("Ada", "Ben"), {"entry": "scores"}),
    ("seven-hills", ("Ada", "Ben"), {"scoring": "strongest", "open": True}),
    ("army-ants", ("Ada", "Ben"), {"entry": "scores"}),
]
KNOWN = [key for key, _, _ in GAMES]
GAMES += [
    (key, ("Ada", "Ben", "Cleo")[: registry.game(key).players[0]], {}) for key in registry.GAMES if key not in KNOWN
]


@pytest.mark.parametrize(("game", "names", "options"), GAMES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_game_is_played_on_in_its_series_until_that_is_decided(
    tmp_path: Path, game: str, names: tuple[str, ...], options: Options, seed: int
) -> None:
    chance = random.Random(seed)
    with Record(tmp_path) as journal:
        session = Session(journal, SimulatedClock(0.0))
        session.start(game, names, options)
        rounds: list[Round] = []
        sat = []
        for _ in range(5):
            now = session.now
            assert now is not None
            sat.append(now.setup.names)
            assert now.setup.options == registry.game(game).complete(options)
            rounds.append(Round(now.setup.names, finish(session, chance)))
            score = session.standing()
            assert score == standing(game, rounds)
            assert Session(journal, SimulatedClock(0.0)).standing() == score
            if score.decided:
                rounds = []
            session.rematch()
        # Somebody else begins every game, also the first one of the next series.
        assert all(later == earlier[1:] + earlier[:1] for earlier, later in pairwise(sat))


def test_hil_9_after_two_games_a_rematch_begins_another_series(tmp_path: Path) -> None:
    chance = random.Random(9)
    with Record(tmp_path) as journal:
        session = Session(journal, SimulatedClock(0.0))
        session.start("seven-hills", ("Ada", "Ben"), {"entry": "scores"})
        series = []
        for _ in range(5):
            finish(session, chance)
            assert session.now is not None
            kept = journal.game_state(session.now.setup.id)
            assert kept is not None
            series.append(kept.series)
            session.rematch()
        assert series == [1, 1, 3, 3, 5]


def test_a_new_game_from_home_begins_a_series_even_with_the_same_people(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        session = Session(journal, SimulatedClock(0.0))
        for _ in range(2):
            session.start("praetorians", ("Ada", "Ben"), {})
            session.enter("concede 0")
            score = session.standing()
            assert score is not None
            assert (score.games, score.totals) == (1, (0, 1))


def test_undoing_the_end_of_a_game_takes_it_out_of_the_series_and_a_rematch_that_was_undone_too(
    tmp_path: Path,
) -> None:
    with Record(tmp_path) as journal:
        session = Session(journal, SimulatedClock(0.0))
        session.start("praetorians", ("Ada", "Ben"), {})
        session.enter("concede 0")
        session.rematch()
        session.enter("concede 0")
        score = session.standing()
        assert score is not None
        assert score.totals == (1, 1)
        session.undo()
        score = session.standing()
        assert score is not None
        assert (score.totals, score.games) == ((0, 1), 1)
        session.undo()
        session.rematch()
        assert session.now is not None
        assert session.now.setup.names == ("Ben", "Ada")  # not moved on twice


def test_an_older_game_shows_the_standing_after_it_and_putting_it_right_changes_the_later_ones(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        session = Session(journal, SimulatedClock(0.0))
        session.start("hannibal", ("Ada", "Ben"), {"entry": "scores"})
        session.enter("concede 0")
        session.rematch()
        session.enter("concede 0")
        score = session.standing()
        assert score is not None
        assert (score.totals, score.decided) == ((1, 1), False)
        session.resume(1)
        score = session.standing()
        assert score is not None
        assert score.totals == (0, 1)
        session.undo()
        session.enter("concede 1")
        session.resume(2)
        score = session.standing()
        assert score is not None
        assert (score.decided, score.winners) == (True, ("Ada",))


def test_a_rematch_of_an_older_game_follows_the_last_one_of_its_series(tmp_path: Path) -> None:
    with Record(tmp_path) as journal:
        session = Session(journal, SimulatedClock(0.0))
        session.start("praetorians", ("Ada", "Ben", "Cleo"), {})
        session.enter("concede 0")
        session.rematch()
        session.enter("concede 0")
        session.resume(1)
        assert session.rematch().setup.names == ("Cleo", "Ada", "Ben")
        assert [game.id for game in journal.series(1)] == [1, 2, 3]


# -- an earlier game of a series comes back to the table


@pytest.fixture(name="session")
def a_new_evening(tmp_path: Path) -> Iterator[Session]:
    with Record(tmp_path) as journal:
        yield Session(journal, SimulatedClock(0.0))


def on_the_table(session: Session) -> int:
    assert session.now is not None
    return session.now.setup.id


def the_standing(session: Session) -> Standing:
    score = session.standing()
    assert score is not None
    return score


@pytest.mark.parametrize(("game", "names", "options"), GAMES)
def test_a_rematch_of_an_earlier_game_takes_up_the_next_one_that_waits(
    session: Session, game: str, names: tuple[str, ...], options: Options
) -> None:
    session.start(game, names, options)
    session.enter("concede 0")
    session.rematch()
    session.start("praetorians", ("Dora", "Emil"), {})
    session.resume(1)
    assert session.rematch().setup.id == 2
    session.enter("concede 0")
    session.resume(1)
    next_game = session.rematch()  # what waits is over now: the one after it begins
    assert (next_game.first, next_game.setup.id) == (True, 4)


def test_hil_9_nobody_begins_both_games_by_a_rematch_of_the_first_while_the_second_waits(session: Session) -> None:
    session.start("seven-hills", ("Ada", "Ben"), {"entry": "scores"})
    session.enter("concede 1")
    session.rematch()
    session.resume(1)
    assert session.rematch().setup.names == ("Ben", "Ada")
    session.enter("concede 0")
    assert (the_standing(session).decided, the_standing(session).winners) == (True, ("Ada",))
    session.resume(1)
    session.rematch()
    session.enter("concede 1")
    session.resume(2)
    assert (the_standing(session).games, the_standing(session).winners) == (2, ("Ada",))


def test_a_game_that_was_reopened_is_the_one_that_a_rematch_of_a_later_one_takes_up(session: Session) -> None:
    session.start("seven-hills", ("Ada", "Ben"), {"entry": "scores"})
    session.enter("concede 1")
    session.rematch()
    session.resume(1)
    session.undo()
    session.resume(2)
    session.enter("concede 0")
    assert not the_standing(session).decided
    assert session.rematch().setup.id == 1
    session.enter("concede 1")
    assert (the_standing(session).decided, the_standing(session).winners) == (True, ("Ada",))


def test_undo_after_a_rematch_that_took_up_a_game_takes_back_the_last_entry_of_that_game(session: Session) -> None:
    session.start("hannibal", ("Ada", "Ben"), {"entry": "scores"})
    session.enter("concede 0")
    session.rematch()
    session.resume(1)
    session.rematch()
    assert session.undo().first
    assert on_the_table(session) == 1
    assert session.redo().setup.id == 2


def test_a_start_that_was_taken_back_stays_away_when_the_series_has_gone_on_without_it(session: Session) -> None:
    session.start("hannibal", ("Ada", "Ben"), {"entry": "scores"})
    session.enter("concede 1")
    session.rematch()
    session.enter("concede 0")  # Ada has won twice in a row with a game that is taken back below
    session.undo()
    session.enter("abandon")
    session.rematch()
    session.undo()
    assert (on_the_table(session), session.may_redo) == (2, True)
    session.resume(1)
    assert session.rematch().setup.id == 4
    session.resume(2)
    assert not session.may_redo
    with pytest.raises(NothingToRedo):
        session.redo()
    session.resume(4)
    session.undo()
    session.resume(2)
    assert session.redo().setup.id == 3


def test_hil_9_an_abandoned_game_that_is_played_on_after_all_does_not_change_a_series_that_is_decided(
    session: Session,
) -> None:
    session.start("seven-hills", ("Ada", "Ben"), {"entry": "scores"})
    session.enter("abandon")
    for loser in (0, 1):
        session.rematch()
        session.enter(f"concede {loser}")
    assert on_the_table(session) == 3
    decided = the_standing(session)
    assert (decided.decided, decided.winners, decided.games) == (True, ("Ben",), 2)
    session.resume(1)
    session.undo()
    session.enter("concede 1")
    session.resume(3)
    assert the_standing(session) == decided


def test_hil_9_a_waiting_game_that_cannot_count_any_more_is_left_waiting(session: Session) -> None:
    session.start("seven-hills", ("Ada", "Ben"), {"entry": "scores"})
    session.enter("abandon")
    assert session.rematch().setup.names == ("Ada", "Ben")
    session.resume(1)
    session.undo()
    session.enter("concede 1")
    third = session.rematch()
    assert (third.setup.id, third.setup.names) == (3, ("Ben", "Ada"))


def test_hil_9_of_two_games_that_the_same_person_began_the_one_that_ended_first_counts() -> None:
    ada_first = Round(("Ada", "Ben"), Result((0,), (17, 11)), 9)
    ada_again = Round(("Ada", "Ben"), Result((1,), (0, 28)), 30)
    ben = Round(("Ben", "Ada"), Result((1,), (10, 18)), 40)
    rounds = [ada_first, ada_again, ben]
    assert counts("seven-hills", rounds) == (True, False, True)
    assert standing("seven-hills", rounds).totals == (35, 21)
    earlier = [ada_first._replace(at=50), ada_again, ben]
    assert counts("seven-hills", earlier) == (False, True, True)
    assert standing("seven-hills", earlier).totals == (18, 38)


def test_hil_9_who_has_not_begun_a_game_that_counts_begins_the_next_one() -> None:
    won_by_ada = won(("Ada", "Ben"), "Ada", scores=(17, 11))
    for later in (Round(("Ada", "Ben"), None), ended(("Ben", "Ada"), ABANDON), ended(("Ada", "Ben"), ABANDON)):
        assert standing("seven-hills", [won_by_ada, later]).seats == ("Ben", "Ada")


def test_han_15_games_after_the_one_that_decided_the_series_do_not_count() -> None:
    rounds = [won(ADA_ROME, "Ada"), won(BEN_ROME, "Ada"), won(ADA_ROME, "Ben"), won(BEN_ROME, "Ben")]
    score = standing("hannibal", rounds)
    assert (score.totals, score.games, score.winners) == ((2, 0), 2, ("Ada",))
    assert counts("hannibal", rounds) == (True, True, False, False)


def test_a_game_that_ends_last_shows_who_has_won_the_series_also_where_a_later_one_was_over_before(
    session: Session,
) -> None:
    session.start("seven-hills", ("Ada", "Ben"), {"entry": "scores"})
    session.enter("concede 1")
    session.rematch()
    session.enter("concede 0")
    session.resume(1)
    session.undo()
    assert not the_standing(session).decided
    session.enter("concede 1")
    assert (the_standing(session).decided, the_standing(session).winners) == (True, ("Ada",))


@pytest.mark.parametrize("game", ["hannibal", "seven-hills"])
@pytest.mark.parametrize("seed", [0, *[pytest.param(seed, marks=pytest.mark.thorough) for seed in range(1, 4)]])
def test_in_random_evenings_no_further_game_changes_a_series_that_is_decided(
    tmp_path: Path, game: str, seed: int
) -> None:
    """Games end, are resumed, reopened, taken back and brought back in any order.

    A game that is over for the first time after its series was decided changes nothing in it, and in Seven Hills each
    of the two games that count was begun by another person.
    """
    chance = random.Random(seed)
    with Record(tmp_path) as journal:
        session = Session(journal, SimulatedClock(0.0))
        session.start(game, ("Ada", "Ben"), {"entry": "scores"})
        been_over: set[int] = set()
        decided_ones = 0
        all_after = whole(journal, game)
        for _ in range(150):
            now = session.now
            if now is None:
                session.start(game, ("Ada", "Ben"), {"entry": "scores"})
                all_after = whole(journal, game)
                continue
            all_before = all_after
            over = now.outcome is not None
            what = chance.choice(
                ["resume", "undo"] + ["redo"] * session.may_redo + (["rematch"] * 3 if over else ["end"] * 3)
            )
            if what == "resume":
                session.resume(chance.choice([one.id for games in all_series(journal) for one in games]))
            elif what == "undo":
                session.undo()
            elif what == "redo":
                session.redo()
            elif what == "rematch":
                session.rematch()
            else:
                session.enter(chance.choice(["concede 0", "concede 1", "concede 0", "agree draw", "abandon"]))
            further = what == "end" and now.setup.id not in been_over
            if what == "end":
                been_over.add(now.setup.id)
            all_after = whole(journal, game)
            for number, score in all_after.items():
                earlier = all_before.get(number)
                if earlier is not None and earlier.decided and (further or what in ("resume", "rematch")):
                    assert score._replace(seats=()) == earlier._replace(seats=())
                    decided_ones += 1
            for games in all_series(journal) if game == "seven-hills" else ():
                rounds = [Round(one.names, one.result, one.head) for one in games]
                begins = [one.names[0] for one, there in zip(games, counts(game, rounds), strict=True) if there]
                assert len(set(begins)) == len(begins)
        assert decided_ones > 0


def all_series(journal: Record) -> list[tuple[GameInfo, ...]]:
    """The games of every series of the record."""
    numbers = {game.series for number in journal.numbers() if (game := journal.game_state(number)) is not None}
    return [journal.series(number) for number in sorted(numbers)]


def whole(journal: Record, game: str) -> dict[int, Standing]:
    """How every series stands, by its number."""
    return {
        games[0].series: standing(game, [Round(one.names, one.result, one.head) for one in games])
        for games in all_series(journal)
    }
