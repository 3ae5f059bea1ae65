"""The engine against a second, naive referee, and against a real table that knows the hidden cards."""

import random
from typing import Any

import pytest
from naive_seven_hills import Naive, Table, consistent, in_order
from variants import features, option_sets, params

from companion.games import registry
from companion.games.seven_hills.engine.cards import CardsPosition
from companion.kit.rules import Illegal, Inconsistent, Over, play
from companion.words import Words

GAME = registry.game("seven-hills")
OPTIONS = [(dict(options),) for options in option_sets(GAME)]
NAMED = [*range(1, 10), "banner"]
READABLE = [
    *[f"place {hill}" for hill in range(1, 8)],
    *[f"place {hill} {card}" for hill in range(1, 8) for card in NAMED],
    *[f"reveal {card}" for card in NAMED],
    *[f"hill {hill} {owner}" for hill in range(1, 8) for owner in "01-"],
    "done",
]


def ids(options):
    return " ".join(str(value) for value in options.values())


ALL = params(OPTIONS, lambda options: features("seven-hills", options), ids)
CARDS = [param for param in ALL if param.values[0]["entry"] == "cards"]


def moments(options, games):
    """Every moment of random games: the engine's position, the naive referee, and the chance that plays."""
    for seed in range(games):
        chance = random.Random(seed)
        position, naive = GAME.start(2, options), Naive(options)
        while True:
            yield position, naive, chance
            if position.outcome is not None:
                break
            action = chance.choice(position.legal())
            if options["entry"] == "scores" and "done" in position.legal() and chance.random() < 0.2:
                action = GAME.read("done")
            position = position.after(action)
            naive.play(action)


@pytest.mark.parametrize("options", ALL)
def test_two_referees_agree_on_everything(options):
    for position, naive, _ in moments(options, 12):
        assert list(position.legal()) == naive.legal()
        assert position.table() == naive.view()
        assert list(position.to_act) == naive.to_act()
        outcome = position.outcome
        assert (outcome.as_json() if outcome else None) == naive.outcome()


@pytest.mark.parametrize("options", ALL)
def test_both_accept_the_same_actions_and_every_refusal_has_words(options):
    words, rules = Words("en"), {f"HIL-{number}" for number in range(1, 21)}
    for position, naive, chance in moments(options, 4):
        legal = naive.legal()
        for text in chance.sample(READABLE, 12):
            before = position.table()
            action = GAME.read(text)
            if text in legal:
                play(position, action)
            elif not legal:
                with pytest.raises(Over):
                    play(position, action)
            else:
                with pytest.raises(Illegal) as refused:
                    play(position, action)
                assert refused.value.rule is None or refused.value.rule in rules
                assert words.message(refused.value.message, ("Ada", "Ben"))
            assert position.table() == before


@pytest.mark.parametrize("options", ALL)
def test_every_position_can_be_set_from_its_table_and_goes_on_in_the_same_way(options):
    for position, _, chance in moments(options, 10):
        if position.outcome is not None:
            continue
        restored = GAME.restore(2, options, position.table())
        assert restored.table() == position.table()
        assert restored.legal() == position.legal()
        assert restored.to_act == position.to_act
        action = chance.choice(position.legal())
        assert restored.after(action).table() == position.after(action).table()


@pytest.mark.parametrize("options", CARDS)
def test_people_who_tell_the_truth_always_end_with_the_right_result(options):
    for seed in range(40):
        table = Table(options, random.Random(seed))
        result = table.play()
        position = GAME.start(2, options)
        for entered in table.entered:
            assert position.outcome is None
            position = play(position, GAME.read(entered))
        assert position.outcome is not None
        assert position.outcome.as_json() == result
        view: Any = position.table()
        cards = [hill["cards"] for hill in view["hills"]]
        assert cards == table.cards
        assert isinstance(position, CardsPosition)
        for seat in (0, 1):
            gone = ["banner" if card == 10 else card for card in position.removed_cards(seat)]
            assert gone == in_order(table.gone[seat])


def meddle(table, chance):
    """Change one thing of a table, keeping the types of its fields."""
    hill = chance.choice(table["hills"])
    seat = chance.randrange(2)
    row, seen = hill["cards"][seat], table["seen"][seat]
    meddling = chance.randrange(11)
    if meddling == 0:
        table["turn"] = chance.choice([0, 1, None])
    elif meddling == 1:
        hill["open"] = not hill["open"]
    elif meddling == 2 and row:
        card = row.pop(chance.randrange(len(row)))
        if chance.random() < 0.5:
            chance.choice(table["hills"])["cards"][seat].append(card)
    elif meddling == 3:
        row.insert(chance.randrange(len(row) + 1), chance.choice([*NAMED, "?"]))
    elif meddling == 4 and row:
        row[chance.randrange(len(row))] = chance.choice([*NAMED, "?"])
    elif meddling == 5:
        table["left"][seat] = chance.randrange(10)
    elif meddling == 6:
        seen[:] = in_order([*seen, chance.choice(NAMED)])
        table["left"][seat] = max(table["left"][seat] - 1, 0)
    elif meddling == 7 and seen:
        seen.pop(chance.randrange(len(seen)))
        table["left"][seat] = min(table["left"][seat] + 1, 9)
    elif meddling == 8:
        table["barred"] = chance.choice([None, *range(1, 8)])
    elif meddling == 9:
        table["reveal"] = chance.choice(
            [None, {"hill": chance.randrange(1, 8), "seat": seat, "index": chance.randrange(3)}]
        )
    elif meddling == 10 and len(row) > 1:
        row.reverse()


@pytest.mark.parametrize("options", CARDS)
def test_both_referees_refuse_the_same_tables_and_accepted_ones_can_be_played(options):
    words, seen = Words("en"), set()
    for position, _, chance in moments(options, 8):
        table = position.table()
        for _ in range(chance.randrange(1, 4)):
            meddle(table, chance)
        expected = consistent(options, table)
        if not expected:
            with pytest.raises(Inconsistent) as refused:
                GAME.restore(2, options, table)
            assert words.message(refused.value.message, ("Ada", "Ben"))
            seen.add(refused.value.message.key)
            continue
        restored = GAME.restore(2, options, table)
        assert restored.table() == table
        while restored.outcome is None:
            restored = restored.after(chance.choice(restored.legal()))
    assert len(seen) > 5
