"""Seven Hills of Rome: people who do literally what the glass says have the table of the record before them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from installed import Record
from variants import features, sample

from companion.games import registry
from companion.kit.rules import Inconsistent, Position, play
from companion.messages import Message
from companion.ui.intents import Enter, Redo, Start, Undo
from companion.ui.painter import Painter
from companion.words import Words
from hands import seven_hills
from hands.session import NAMES, Device, sentences, session
from hardware.fonts import lcd

GAME = registry.game("seven-hills")
LONG = ("Augustus of Rome, Caesar", "Wolfgang Amadeus Mommsen")
KINDS = (
    "bring", "face-down", "face-up", "fetch", "gone-down", "gone-hand", "hand", "lay", "lay-down", "move", "remove",
    "remove-hand", "take",
)  # fmt: skip
EXCLUSIVE = {"exclusive": True}
BARRICADES = {"barricades": True}
_TAKEN = sample([features(GAME.key, GAME.complete(options)) for options in seven_hills.OPTIONS])
_PARAMS = [
    pytest.param(options, id="-".join(map(str, options.values())), marks=() if place in _TAKEN else pytest.mark.gate)
    for place, options in enumerate(seven_hills.OPTIONS)
]
every_option = pytest.mark.parametrize("options", _PARAMS)
with_cards = pytest.mark.parametrize("options", _PARAMS[:-1])


@every_option
def test_what_is_taken_back_brought_back_or_changed_is_put_where_the_record_has_it(options, tmp_path: Path):
    corrected, names = (seven_hills.corrected, NAMES) if options.get("scoring") == "sum" else (None, LONG)
    session(
        tmp_path, GAME.key, 2, GAME.complete(options), seven_hills.LAY, 1,
        steps=100, names=names, corrected=corrected,
    )  # fmt: skip


@pytest.mark.parametrize("moments", [12, pytest.param(40, marks=pytest.mark.thorough)])
@with_cards
def test_from_a_moment_of_one_game_the_hands_come_to_a_moment_of_another(options, moments):
    chance = random.Random(5)
    now, table = moment(options, chance)
    for _ in range(moments):
        then, _ = moment(options, chance)
        said = [Words("en").message(message, NAMES) for message in GAME.put_back(now, then)]
        for sentence in said:
            table.carry_out(sentence)
        assert not table.differences(then), said
        now = then


def moment(options: dict[str, bool | str], chance: random.Random) -> tuple[Position, seven_hills.SevenHillsTable]:
    """A position of a random game, and its table."""
    position = GAME.start(2, GAME.complete(options))
    table = seven_hills.LAY(position, NAMES[:2], chance)
    for _ in range(chance.randrange(40)):
        if position.outcome is not None:
            break
        action = chance.choice(position.legal())
        table.act(action, position, position.after(action))
        position = position.after(action)
        if chance.random() < 0.05:
            try:
                position = GAME.restore(2, GAME.complete(options), seven_hills.corrected(position, chance) or {})
            except Inconsistent:
                continue
            table.correct(position)
    assert not table.differences(position)
    return position, table


@pytest.mark.parametrize("evenings", [3, pytest.param(8, marks=pytest.mark.thorough)])
@with_cards
def test_going_back_leaves_every_card_where_it_lay_face_down_cards_too(options, evenings):
    """People turn up what really lies there; so the record comes to know which card they must put back where."""
    chance = random.Random(11)
    for _ in range(evenings):
        position = GAME.start(2, GAME.complete(options))
        table = seven_hills.LAY(position, NAMES[:2], chance)
        timeline = [(position, table.lies())]
        for _ in range(100):
            if position.outcome is not None or chance.random() < 0.1:
                now, place = position, chance.randrange(len(timeline))
                del timeline[place + 1 :]
                position, lay = timeline[place]
                for message in GAME.put_back(now, position):
                    table.carry_out(Words("en").message(message, NAMES))
                assert table.lies() == lay
                if position.outcome is not None:
                    continue
            action = GAME.read(table.truthful(position, chance))
            after = play(position, action)
            table.act(str(action), position, after)
            position = after
            timeline.append((position, table.lies()))


# By hand, in the words of the glass


@contextmanager
def played(folder: Path, actions: str, **options: bool | str) -> Iterator[Device]:
    """A device on which these actions, separated by commas, were entered."""
    with closing(Record(folder, NAMES)) as journal:
        device = Device(journal)
        device.does(Start("seven-hills", NAMES[:2], GAME.complete(options)))
        for action in actions.split(", "):
            device.does(Enter(action))
        yield device


def said(device: Device, intent: object) -> list[str]:
    return list(sentences(device.does(intent)))


def test_taking_back_a_go_on_fills_the_hill_from_its_first_card_on(tmp_path: Path):
    actions = "place 1, place 2, place 1, place 3, place 4, place 1, reveal 5, reveal 6, reveal 7"
    with played(tmp_path, actions) as device:
        assert said(device, Enter("back 1")) == [
            "Ada's 6 at hill 1: to hand",
            "Ada: the last face-down card at hill 4: to hand",
            "Ada's 5 at hill 1: turn face down",
            "Ben's 7 at hill 1: to hand",
            "Ben: the last face-down card at hill 2: to hand",
            "Ben: the last face-down card at hill 3: to hand",
            "Ben's turn",
        ]
        assert said(device, Undo()) == [
            "Ada's card 1 at hill 1: turn face up; if it is not the 5, swap it with the 5",
            "Ada's 6: from hand face up to hill 1 as card 2",
            "Ada: any card from hand face down to hill 4",
            "Ben's 7: from hand face up to hill 1 as card 1",
            "Ben: any card from hand face down to hill 2",
            "Ben: any card from hand face down to hill 3",
            "Ada's turn",
        ]


FOUR_WITH_A_BANNER = (
    "place 4, place 3, place 4, place 2, place 4, place 1, place 4, place 5, place 6, "
    "place 4, reveal 5, reveal banner, reveal 7, reveal 2, reveal 9"
)


def test_cards_that_a_banner_removed_go_back_between_the_others(tmp_path: Path):
    """Ada laid 5, banner, 7 and 2 at hill 4; her banner takes the 7 along when Ben's 9 turns the hill up."""
    with played(tmp_path, FOUR_WITH_A_BANNER, **BARRICADES) as device:
        assert said(device, Undo()) == [
            "Ada's removed banner: face up to hill 4 as card 2",
            "Ada's removed 7: face up to hill 4 as card 3",
            "Ben's 9 at hill 4: turn face down",
            "Ben's turn",
        ]
        assert said(device, Redo()) == [
            "Ada's banner 7 at hill 4: remove face down",
            "Ben's card 1 at hill 4: turn face up; if it is not the 9, swap it with the 9",
            "Ada's turn",
        ]
        assert said(device, Enter("back 9")) == [
            "Ada's removed banner: face down to hill 4 as card 2",
            "Ada's removed 7: face down to hill 4 as card 3",
            "Ada's 5 2 at hill 4: turn face down",
            "Ben's 9 at hill 4: to hand",
            "Ben's turn",
        ]
        assert said(device, Undo()) == [
            "Ada's card 1 at hill 4: turn face up; if it is not the 5, swap it with the 5",
            "Ada's card 2 at hill 4: turn face up; if it is not the banner, swap it with the banner",
            "Ada's card 3 at hill 4: turn face up; if it is not the 7, swap it with the 7",
            "Ada's card 4 at hill 4: turn face up; if it is not the 2, swap it with the 2",
            "Ada's banner 7 at hill 4: remove face down",
            "Ben: if the 9 lies face down, swap it with a card in hand",
            "Ben's 9: from hand face up to hill 4 as card 1",
            "Ada's turn",
        ]


def test_a_repeated_number_goes_back_to_the_hill_where_it_was_turned_up(tmp_path: Path):
    with played(tmp_path, "place 4, place 3, place 5, place 4, reveal 5, reveal 5", **EXCLUSIVE) as device:
        assert said(device, Undo()) == ["Ben's removed 5: face down to hill 4 as card 1", "Ben's turn"]
        device.does(Redo())
        assert said(device, Enter("back 3")) == [
            "Ada's 5 at hill 4: turn face down",
            "Ben's removed 5: to hand",
            "Ben's turn",
        ]


def test_of_several_removed_cards_the_one_that_lay_at_the_hill_goes_back_to_it(tmp_path: Path):
    """Ben's 5 is removed at hill 4 as a repeat; Ada's banner there voids his 8, which came from his hand."""
    actions = (
        "place 4, place 3, place 5, place 4, reveal 5, reveal 5, "
        "place 6, place 1, place 4 banner, place 2, place 7, place 4 8"
    )
    with played(tmp_path, actions, **EXCLUSIVE, **BARRICADES) as device:
        assert said(device, Undo()) == [
            "Ada's removed banner: face up to hill 4 as card 2",
            "Ben's removed 8: to hand",
            "Ben's turn",
        ]
        device.does(Redo())
        assert said(device, Enter("back 4")) == [
            "Ada: the last face-down card at hill 6: to hand",
            "Ada: the last face-down card at hill 7: to hand",
            "Ada's removed banner: to hand",
            "Ada's 5 at hill 4: turn face down",
            "Ben: the last face-down card at hill 1: to hand",
            "Ben: the last face-down card at hill 2: to hand",
            "Ben's removed 8: to hand",
            "Ben's removed 5: face down to hill 4 as card 1",
            "Ben's turn",
        ]


def test_a_card_that_was_really_another_changes_places_with_it(tmp_path: Path):
    with played(tmp_path, "place 4, place 3, place 5, place 4, reveal 5, reveal 7") as device:
        assert said(device, Enter("change 5 reveal 6")) == [
            "Ada's 5 at hill 4: to hand",
            "Ada: if the 6 lies face down, swap it with a card in hand",
            "Ada's 6: from hand face up to hill 4 as card 1",
        ]


def test_every_sentence_fits_a_banner_in_both_languages_with_the_longest_names():
    painter = Painter(lcd())
    params = {"card": "banner", "cards": ("banner", 7), "hill": 4, "to": 5, "at": 10, "count": 10}
    for language in ("en", "ja"):
        for kind in KINDS:
            message = Message(f"put.seven_hills.{kind}", None, seat=0, **params)
            assert painter.fits_banner(Words(language).message(message, ["W" * 24]))
