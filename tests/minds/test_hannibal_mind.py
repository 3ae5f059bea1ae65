"""The mind of Hannibal vs Rome: what it may never do wrong, the cards of a round, and the game looked at again."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import pairwise, product
from typing import Any

import pytest

from companion.games import registry
from companion.games.hannibal.engine.cards import CardsPosition
from companion.games.hannibal.engine.ends import controls_core, controls_mediterranean
from companion.games.hannibal.mind.battle import WIN, Battle
from companion.games.hannibal.mind.camps import camps, number_of
from companion.games.hannibal.mind.hands import mask_of
from companion.games.hannibal.mind.look import turns
from companion.games.hannibal.mind.search import NARROW, Search, state_of
from companion.kit.rules import Inconsistent, Position, Seat, play
from companion.kit.search.matrix import solve
from companion.kit.search.mind import BadSecrets, Enough, Judged, Mind, Past, Sight, Thought
from companion.reader import Reader, Wrong

GAME = registry.game("hannibal")
FULL = (1, 2, 3, 4, 5)
OPTIONS = [{"core": core, "west": west} for core, west in product((False, True), ("printed", "symmetric"))]
every_option = pytest.mark.parametrize(
    "options", OPTIONS, ids=["-".join(f"{key}-{value}" for key, value in options.items()) for options in OPTIONS]
)


def mind() -> Mind:
    found = registry.game("hannibal").mind
    assert found is not None
    return found


REGIONS = ("ROM", "GAL", "NHI", "SHI", "MAU", "CAR", "COR", "SAR", "CAN", "SIC", "ZAM")
ROUTES = ("ROM-COR", "COR-SAR", "SAR-CAR", "CAN-SIC", "SIC-ZAM")


def seated(
    rome: str, carthage: str, hannibal: str | None = None, *, turn: Seat = 0, at: str | None = None,
    fielded: str | None = None, hands: Any = (FULL, FULL), chips: tuple[int, int] = (0, 0), core: bool = False,
    west: str = "printed",
) -> CardsPosition:  # fmt: skip
    """A position; pieces as `GAL ROM ROM ROM-COR`, Hannibal apart. At `at` the side in turn attacks."""
    counted = [[text.split().count(place) for place in REGIONS + ROUTES] for text in (rome, carthage)]
    camps_said = [dict(zip(REGIONS + ROUTES, counts, strict=True)) for counts in counted]
    table = {
        "turn": turn,
        "legions": [{place: camp[place] for place in REGIONS if camp[place]} for camp in camps_said],
        "hannibal": hannibal,
        "fleets": [{place: camp[place] for place in ROUTES if camp[place]} for camp in camps_said],
        "hands": [list(hand) for hand in hands],
        "battle": at and {"at": at, "attacker": turn, "fielded": fielded},
        "chips": list(chips),
    }
    position = GAME.restore(2, GAME.complete({"core": core, "west": west}), table)
    assert isinstance(position, CardsPosition)
    return position


def threatened(seed: int, options: Mapping[str, Any]) -> Iterator[CardsPosition]:
    """Tables in which the other side is about to take SIC and the Mediterranean, with more pieces laid at random."""
    dice = random.Random(seed)
    for _ in range(300):
        rome, carthage, turn = dice.choice(
            [("ROM CAN CAN-SIC", "COR NHI ZAM SIC-ZAM", 0), ("SAR NHI CAN CAN-SIC", "CAR ZAM SIC-ZAM", 1)]
        )
        more = [
            " ".join([*dice.choices(REGIONS, k=dice.randint(0, 2)), *dice.choices(ROUTES, k=dice.randint(0, 2))])
            for _ in (0, 1)
        ]
        with suppress(Inconsistent):
            yield seated(f"{rome} {more[0]}", f"{carthage} {more[1]}", "CAR", turn=turn, **options)


def until(work: int) -> Enough:
    return lambda done: done >= work


def thought(position: CardsPosition, seat: Seat | None = None, *, work: int = 40, seed: str = "0") -> Thought:
    """What a seat, the first that is to act, would do at level 1."""
    seat = position.to_act[0] if seat is None else seat
    return mind().think(Sight(position, seat), 1, random.Random(seed), until(work))


def played(seed: int, options: Mapping[str, object], most: int = 250) -> Iterator[CardsPosition]:
    """The positions of a game played at random, without the last."""
    dice = random.Random(seed)
    position = GAME.start(2, GAME.complete(options))
    for _ in range(most):
        assert isinstance(position, CardsPosition)
        if position.outcome is not None:
            return
        yield position
        position = position.after(dice.choice(position.legal()))


def winning(position: CardsPosition) -> list[str]:
    """The actions that win the game at once for the side in turn."""
    if position.battle is not None:
        return []
    ends = [(action, position.after(action).outcome) for action in position.legal()]
    return [str(action) for action, outcome in ends if outcome is not None and outcome.winners == (position.turn,)]


@every_option
def test_the_camps_of_the_search_agree_with_the_engine(options) -> None:
    steps = 0
    for seed in range(6):
        for position in played(seed, options):
            sides = camps(position.core, position.symmetric)
            numbers = [number_of(position, seat) for seat in (0, 1)]
            looks = [sides[seat][numbers[seat]] for seat in (0, 1)]
            for seat in (0, 1):
                camp = position.camps[seat]
                assert looks[seat].places == sum(1 << place for place, count in enumerate(camp) if count)
                assert looks[seat].legions == any(camp[:11])
                assert looks[seat].holds == controls_mediterranean(camp, seat, symmetric=position.symmetric)
                assert looks[seat].core == (position.core and controls_core(camp, seat))
            if position.battle is not None:
                continue
            seat = position.turn
            assert len(looks[seat].steps) == len(position.legal())
            for step, action in zip(looks[seat].steps, position.legal(), strict=True):
                after = position.after(action)
                assert step.camp == number_of(after, seat)
                assert bool(step.bit & looks[1 - seat].places) == (
                    after.battle is not None or (after.outcome is not None and bool(position.camps[1 - seat][step.to]))
                )
                steps += 1
    assert steps > 1_000


@every_option
def test_mnd_6_a_win_by_one_move_is_always_taken(options) -> None:
    seen = 0
    for seed in range(8):
        for position in played(seed, options):
            wins = winning(position)
            if wins:
                seen += 1
                found = thought(position, work=1)
                assert found.action in wins
                assert found.win[position.turn] == 1.0
                assert found.exact
                assert mind().quick(Sight(position, position.turn)).action in wins
    assert seen > 20


@every_option
def test_mnd_6_a_win_by_one_move_is_refused_to_the_other_where_a_quiet_move_can(options) -> None:
    refused = 0
    for position in threatened(1, options):
        if winning(position):
            continue
        quiet = {str(action): position.after(action) for action in position.legal()}
        quiet = {action: after for action, after in quiet.items() if after.battle is None and not after.outcome}
        safe = [action for action, after in quiet.items() if not winning(after)]
        if safe and len(safe) < len(quiet):
            refused += 1
            action = thought(position, work=1).action
            assert action in safe or action not in quiet
    assert refused > 20


def test_mnd_6_no_battle_is_risked_where_a_quiet_move_refuses_the_win() -> None:
    # Carthage would enter SIC and control the Mediterranean. A legion there refuses it; the battle for COR may be lost.
    position = seated("ROM ROM ROM CAN ROM-COR CAN-SIC", "COR NHI ZAM SIC-ZAM", "CAR")
    for work in (1, 40, 400):
        assert thought(position, work=work).action == "legion CAN>SIC"


def test_mnd_6_a_battle_is_fought_where_nothing_else_refuses_the_win() -> None:
    # A legion in GAL is about to enter ROM; only the attack on it may prevent that.
    position = seated("ROM ROM ROM SIC CAN-SIC", "GAL MAU", "CAR")
    assert thought(position, work=1).action == "legion ROM>GAL"


def test_the_way_into_the_capital_is_not_left_open() -> None:
    # Rome has the five, Carthage the one: the battle for GAL is won for certain, and then nothing threatens ROM.
    position = seated("ROM ROM CAN", "GAL CAR CAR", "CAR", hands=([5], [1]))
    assert thought(position, work=400).action == "legion ROM>GAL"


def test_mnd_6_the_eighth_chip_is_refused() -> None:
    # Carthage keeps three core regions and would take its eighth chip. With COR, Rome has three, too.
    position = seated("SHI ROM ROM ROM-COR", "NHI SAR", "CAR", core=True, chips=(0, 7))
    assert thought(position, work=1).action == "legion ROM>COR"


DECIDING = [
    seated("GAL GAL GAL", "", "GAL", turn=1, at="GAL", fielded="hannibal"),
    seated("NHI", "", "NHI", turn=0, at="NHI", fielded="hannibal"),
    seated("NHI", "NHI", turn=0, at="NHI", fielded="legion", hands=((1, 3, 5), (1, 2, 5))),
    seated("NHI", "NHI NHI", "NHI", turn=0, at="NHI", fielded="legion", hands=((2, 4, 5), (1, 2, 3))),
    seated("GAL GAL", "", "GAL", turn=1, at="GAL", fielded="hannibal", hands=((1, 2, 4, 5), (1, 2, 4, 5))),
    seated("GAL GAL GAL GAL GAL", "", "GAL", turn=1, at="GAL", fielded="hannibal", hands=((2, 3), (3, 5))),
    seated("GAL GAL GAL GAL GAL GAL GAL", "GAL", turn=1, at="GAL", fielded="legion", hands=((1, 3, 4), (2, 4, 5))),
]
"""Battles in which both sides have all their legions: the game ends with them."""


def worth(position: Position) -> float:
    """What a battle that decides the game is worth for Rome, by the engine."""
    if position.outcome is not None:
        return float(position.outcome.scores[0] - position.outcome.scores[1])
    assert isinstance(position, CardsPosition)
    if position.must_choose_fighter:
        return min(worth(position.after(action)) for action in position.legal())
    return solve(entries(position)).value


def entries(position: CardsPosition) -> list[list[float]]:
    rome, carthage = position.hands
    return [[worth(play(position, GAME.read(f"clash {a} {b}"))) for b in carthage] for a in rome]


@pytest.mark.parametrize("position", DECIDING)
def test_the_mixes_of_a_round_that_decides_the_game_cannot_be_exploited(position) -> None:
    rows = entries(position)
    rome, carthage = (thought(position, seat, work=40) for seat in (0, 1))
    mixes = [[*found.mix.values()] for found in (rome, carthage) if found.mix is not None]
    least = min(
        sum(part * row[column] for part, row in zip(mixes[0], rows, strict=True)) for column in range(len(rows[0]))
    )
    most = max(sum(part * entry for part, entry in zip(mixes[1], row, strict=True)) for row in rows)
    assert most - least < 1e-9
    assert rome.exact
    assert rome.win == carthage.win
    assert 2 * rome.win[0] - 1 == pytest.approx(worth(position))


def test_the_fighter_of_a_round_that_decides_the_game_is_the_better_one() -> None:
    position = seated("NHI", "NHI NHI", "NHI", turn=0, at="NHI", hands=((2, 4), (3, 5)))
    better = min(position.legal(), key=lambda action: worth(position.after(action)))
    found = thought(position)
    assert found.action == str(better)
    assert 1 - 2 * found.win[1] == pytest.approx(worth(position))


def test_a_round_has_no_action_but_a_card_drawn_from_the_mix() -> None:
    position = seated("GAL GAL CAN", "GAL CAR", "CAR", turn=1, at="GAL", fielded="legion", hands=((1, 2, 4), (2, 3, 5)))
    drawn = dict.fromkeys((1, 2, 4), 0)
    mix: Mapping[str, float] = {}
    for seed in range(500):
        found = thought(position, 0, seed=str(seed))
        assert found.action is None
        assert found.mix is not None
        assert isinstance(found.card, int)
        drawn[found.card] += 1
        mix = found.mix
    assert list(mix) == ["1", "2", "4"]
    assert sum(mix.values()) == pytest.approx(1)
    expected = {card: 500 * mix[str(card)] for card in drawn}
    assert all(not drawn[card] for card in drawn if not expected[card])
    # Two degrees of freedom: above 13.8 in one of 1,000 honest drawings.
    assert sum((drawn[card] - expected[card]) ** 2 / expected[card] for card in drawn if expected[card]) < 13.8


def test_nothing_but_the_card_depends_on_chance_in_a_round() -> None:
    position = DECIDING[0]
    thoughts = [thought(position, 1, seed=str(seed)) for seed in range(20)]
    assert len({found.card for found in thoughts}) > 1
    assert len({json.dumps(found._replace(card=None).as_json()) for found in thoughts}) == 1


def test_a_card_that_is_chosen_stays() -> None:
    position = DECIDING[0]
    for seed in range(5):
        assert mind().think(Sight(position, 0, 4), 1, random.Random(seed), until(40)).card == 4
    assert mind().quick(Sight(position, 0, 4)).card == 4


def test_with_one_card_each_there_is_nothing_to_choose() -> None:
    found = thought(seated("NHI", "NHI NHI", turn=0, at="NHI", fielded="legion", hands=((5,), (1,))))
    assert (found.card, found.mix, found.exact) == (5, {"5": 1.0}, True)


@pytest.mark.parametrize("work", [1, 40, 130, 400, 1_000])
def test_a_thought_that_is_stopped_equals_that_of_the_work_done(work) -> None:
    attacked = seated("GAL GAL ROM", "GAL CAR", "CAR", turn=1, at="GAL", fielded="legion")
    for position in [*[*played(3, {"core": True}, 60)][::7], *DECIDING[:3], attacked]:
        found = thought(position, work=work)
        assert thought(position, work=found.work) == found
        assert found.work <= work + 128


def test_it_asks_often_whether_it_is_enough() -> None:
    asked = [0]

    def enough(done: int) -> bool:
        asked.append(done)
        return done >= 500

    for position in played(5, {}, 40):
        del asked[1:]
        mind().think(Sight(position, position.to_act[0]), 3, random.Random(1), enough)
        assert max(after - before for before, after in pairwise(asked)) <= 128


PRINTED = """
import json, random
from companion.games import registry
from companion.kit.search.mind import Sight
game, mind = registry.game("hannibal"), registry.game("hannibal").mind
position, dice = game.start(2, game.complete({"core": True})), random.Random(4)
for ply in range(25):
    seat = position.to_act[0]
    found = mind.think(Sight(position, seat), 2, random.Random(str(ply)), lambda done: done >= 100)
    print(json.dumps(found.as_json()))
    position = position.after(dice.choice(position.legal()))
    if position.outcome is not None:
        break
"""


def test_mnd_4_the_same_sight_seed_and_work_give_the_same_bytes() -> None:
    printed = {
        subprocess.run(
            [sys.executable, "-c", PRINTED], env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True, check=True,
        ).stdout
        for seed in ("0", "1", "77")
    }  # fmt: skip
    assert len(printed) == 1
    assert len(printed.pop().splitlines()) > 15


@every_option
def test_mnd_5_a_whole_game_is_played_by_its_thoughts(options) -> None:
    position = GAME.start(2, GAME.complete(options))
    for ply in range(500):
        assert isinstance(position, CardsPosition)
        if position.outcome is not None:
            break
        table = position.table()
        found = [thought(position, seat, work=30, seed=f"{ply} {seat}") for seat in position.to_act]
        assert position.table() == table
        for one in found:
            assert sum(one.win) == pytest.approx(1, abs=1e-12)
            assert all(0 <= part <= 1 for part in one.win)
            shares = [choice.win for choice in one.choices]
            assert shares == sorted(shares, reverse=True)
            assert len(shares) <= 8
            assert not shares or (one.choices[0].action, shares[0]) == (one.action, one.win[one.seat])
            json.dumps(one.as_json())
        cards = [one.card for one in found]
        position = play(position, GAME.read(found[0].action or f"clash {cards[0]} {cards[1]}"))
    assert position.outcome is not None


def test_odds_without_work_are_an_estimate_and_with_work_that_of_the_thought() -> None:
    for position in [*played(2, {}, 60)][::5]:
        quick = mind().odds(position, random.Random(1), until(0))
        assert quick["work"] == 0
        deep = mind().odds(position, random.Random(1), until(200))
        assert deep["win"] == list(thought(position, work=200).win)
        assert sum(deep["win"]) == pytest.approx(1)


@every_option
def test_the_parts_of_a_review_add_up_from_the_first_share_to_the_result(options) -> None:
    for past in (finished(seed, options) for seed in range(2)):
        looked_at = [mind().judge(past, ply, random.Random(1), 40) for ply in range(len(past.actions))]
        for ply, judged in enumerate(looked_at):
            choice = [part - best for part, best in zip(judged.played, judged.best, strict=True)]
            luck = [part - before for part, before in zip(judged.after, judged.played, strict=True)]
            assert sum(choice) == pytest.approx(0, abs=1e-9)
            assert sum(luck) == pytest.approx(0, abs=1e-9)
            assert all(fault <= 0 for _, fault in judged.faults)
            if str(past.actions[ply]).startswith("clash"):
                assert judged.seat is None
                assert choice[0] == pytest.approx(judged.faults[0][1] - judged.faults[1][1])
            else:
                assert judged.seat == past.positions[ply].to_act[0]
                assert [seat for seat, _ in judged.faults] == [judged.seat]
                assert judged.faults[0][1] == pytest.approx(choice[judged.seat])
                assert luck == [0.0, 0.0]
        outcome = past.positions[-1].outcome
        assert outcome is not None
        assert looked_at[-1].after == (
            (1.0, 0.0) if outcome.winners == (0,) else (0.0, 1.0) if outcome.winners else (0.5, 0.5)
        )


def finished(seed: int, options: Mapping[str, object]) -> Past:
    """A finished game played at random."""
    dice = random.Random(seed)
    positions, actions = [GAME.start(2, GAME.complete(options))], []
    while positions[-1].outcome is None:
        actions.append(dice.choice(positions[-1].legal()))
        positions.append(positions[-1].after(actions[-1]))
    return Past(positions, actions)


def judged(position: CardsPosition, action: str, work: int = 200) -> Judged:
    after = play(position, GAME.read(action))
    return mind().judge(Past([position, after], [GAME.read(action)]), 0, random.Random(1), work)


def test_a_win_that_is_not_taken_is_a_fault() -> None:
    position = seated("ROM MAU CAN", "SHI SHI SHI", "CAR")
    looked_at = judged(position, "legion ROM>GAL")
    assert looked_at.best == (1.0, 0.0)
    assert (looked_at.better, looked_at.wins) == ("legion MAU>CAR", ("legion MAU>CAR",))
    assert looked_at.faults[0][1] < -0.05
    won = (1.0, 0.0)
    assert judged(position, "legion MAU>CAR") == Judged("choice", 0, won, won, won, ((0, 0.0),), proven=True)


def test_where_every_way_is_wanted_a_win_leaves_the_others_their_exact_values() -> None:
    position = seated("ROM NHI SHI SHI COR", "SAR SIC ZAM CAN-SIC", turn=1, hands=((1, 2), (1, 5)))
    found = turns(position, lambda work: work >= 300, margin=2 * WIN)
    values = dict(zip(map(str, position.legal()), found.values, strict=True))
    assert values.pop("legion SIC>CAN") == WIN
    assert -WIN < values.pop("legion ZAM>CAR") < 0
    # Nobody guards Carthage after a turn of the fleet.
    assert list(values) == [f"fleet CAN-SIC>{to}" for to in ("ROM-COR", "COR-SAR", "SAR-CAR", "SIC-ZAM")]
    assert set(values.values()) == {-WIN}


def test_a_review_and_the_upper_levels_follow_threats_against_the_capital_farther() -> None:
    fleets = "ROM-COR COR-SAR SIC-ZAM", "SAR-CAR SAR-CAR SAR-CAR"
    legions = "ROM ROM ROM ROM ROM ROM NHI", "CAR CAR CAR CAR ZAM"
    rome, carthage = [" ".join(camp) for camp in zip(legions, fleets, strict=True)]
    position = seated(rome, carthage, "SHI", turn=1)
    # The win begins with a battle at NHI; a weak level needs a deeper look to see it.
    looked_at = judged(position, "fleet SAR-CAR>CAN-SIC", 5_000)
    assert (looked_at.best, looked_at.proven) == ((0.0, 1.0), True)
    assert (looked_at.better, looked_at.wins) == ("hannibal SHI>NHI", ("hannibal SHI>NHI",))
    for level, sees in ((2, False), (3, True)):
        found = mind().think(Sight(position, 1), level, random.Random(1), until(5_000))
        assert (found.exact, found.win[1] == 1.0) == (sees, sees)


@every_option
def test_narrow_bounds_say_on_which_side_of_them_a_value_is(options) -> None:
    sides = set()
    for position in played(5, options):
        if position.battle is not None:
            continue
        state = state_of(position)

        def search(now: CardsPosition = position) -> Search:
            return Search(now.core, now.symmetric, until(10**9))

        exact = search().value(state, 1)
        for bound in (-0.5, exact - 0.1, exact, exact + 0.1, 0.5):
            found = search().value(state, 1, bound, bound + NARROW)
            assert (found > bound) == (exact > bound)
            sides.add(found > bound)
    assert sides == {True, False}


def test_no_battle_is_worth_more_than_against_the_highest_card() -> None:
    dice = random.Random(1)
    below = 0
    for _ in range(200):
        results: dict[Any, float] = {}

        def after(*result: object, known: dict[Any, float] = results) -> float:
            return known.setdefault(result, dice.uniform(-1, 1))

        size = dice.randint(1, 5)
        own, other = [mask_of(tuple(dice.sample(FULL, size))) for _ in range(2)]
        battle = Battle(after, dice.randint(0, 1), own, other)
        legions, hannibal = dice.choice([(1, False), (3, False), (0, True), (2, True)])
        most, value = [ask(legions, hannibal, own, other) for ask in (battle.most, battle.value)]
        assert value <= most + 1e-9
        below += value < most
    assert below > 50


def test_the_opening_is_looked_at_four_turns_deep_in_few_positions() -> None:
    position = GAME.start(2, GAME.complete({}))
    assert isinstance(position, CardsPosition)
    assert turns(position, until(10**9), deepest=4).work < 5_000  # 6,733 with bounds that are always wide


def test_a_card_within_the_mix_is_no_fault_and_the_rest_is_luck() -> None:
    # Rome's five wins whatever Carthage shows, and its one loses.
    position = seated("NHI", "NHI", turn=0, at="NHI", fielded="legion", hands=((1, 5), (3, 4)))
    looked_at = judged(position, "clash 1 4")
    assert looked_at.best == (1.0, 0.0)
    assert (looked_at.faults, looked_at.better) == (((0, -1.0), (1, 0.0)), "clash 5 4")
    assert looked_at.played == looked_at.after == (0.0, 1.0)
    # Both have 1 and 2: who shows the 2 cannot lose, and nobody wins if both do.
    position = seated("NHI", "NHI", turn=0, at="NHI", fielded="legion", hands=((1, 2), (1, 2)))
    looked_at = judged(position, "clash 2 2")
    assert (looked_at.faults, looked_at.better) == (((0, 0.0), (1, 0.0)), None)
    looked_at = judged(position, "clash 2 1")
    assert (looked_at.faults, looked_at.better) == (((0, 0.0), (1, -0.5)), "clash 2 2")
    assert looked_at.played == looked_at.after == (1.0, 0.0)


def test_the_card_of_a_round_is_known_as_the_protocol_says_it() -> None:
    position = seated("NHI", "NHI NHI", turn=0, at="NHI", fielded="legion", hands=((1, 2, 4), (2, 3, 5)))
    read = mind().read
    assert read is not None
    assert read(position, 0, Reader({"card": 4})) == 4
    assert mind().shown(4) == {"card": 4}
    assert mind().shown(()) is None
    for card in (3, 5, 6, 0, -1):
        with pytest.raises(BadSecrets):
            read(position, 0, Reader({"card": card}))
    for wrong in ({"card": 4.0}, {"card": "4"}, {"card": None}, {}, {"card": 4, "hand": []}, 4):
        with pytest.raises(Wrong):
            read(position, 0, Reader(wrong))
    for no_round in (seated("ROM", "CAR"), seated("NHI", "NHI", "NHI", at="NHI")):
        with pytest.raises(BadSecrets):
            read(no_round, 0, Reader({"card": 4}))


def test_only_games_entered_by_cards_have_a_mind() -> None:
    assert mind().plays(GAME.complete({}))
    assert not mind().plays(GAME.complete({"entry": "scores"}))
