"""Whole games key by key through the real drivers to the chip models: the display shows the frame, for few bits."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest
from chip_models import MODELS
from PIL.Image import Image
from presses import FOUR, Shadow, painter, way_to
from test_dirty import CountedBus
from variants import ENTRIES, options_of, up_to_three
from wire_bits import bits_of

from companion.ui.motion import pages_between
from companion.ui.screen import Intent, Screen
from companion.ui.table import Table
from hardware.chips import I2C, Cost, Windowed, find_windows
from hardware.oled import driver, pack
from hardware.simulated.board import serial_on

FULL_BITS = 9310
"""What luma sends for every frame on I²C: a transfer of six bytes of commands and one of 1,024 bytes of data."""
SHARE = 0.27
"""The share of these bits that a key may take. A line under the cursor has 20 rows: to move it changes four pages."""


def frames(game: str, entry: str | None, actions: int) -> Iterator[Image]:
    """The picture after every key of a random game."""
    return (frame for frame, is_moving in moving_frames(game, entry, actions) if not is_moving)


def moving_frames(game: str, entry: str | None, actions: int) -> Iterator[tuple[Image, bool]]:
    """The same, and the pictures that lead to the table after each entry; whether a picture is one of these."""
    chance = random.Random(f"{game} {entry}")
    table = Shadow(game, up_to_three(game, ("Ada", "Ben", "Cleo")), **options_of(entry))
    before = shown = None
    for _ in range(actions):
        if table.over:
            return
        context = table.context
        page = Table().view(context)
        setback = any(message.key in table.setup.text.setbacks for message in table.messages)
        for between in pages_between(before, shown if setback else None, page):
            yield painter().page(between), True
        before = page
        action = chance.choice(table.legal)
        screen: Screen | Intent = Table()
        for command in (None, *way_to(action, context, FOUR)):
            if command is not None and not isinstance(screen, Intent):
                screen = screen.update(command, context)
            if not isinstance(screen, Intent):
                shown = screen.view(context)
                yield painter().page(shown), False
        table.enter(action)


@pytest.mark.parametrize(
    "chip", ["sh1106", *[pytest.param(chip, marks=pytest.mark.thorough) for chip in MODELS if chip != "sh1106"]]
)
def test_after_every_key_the_glass_shows_the_frame_for_about_a_quarter_of_the_bits(chip: str) -> None:
    model = MODELS[chip]()
    bus = CountedBus({0x3C: model})
    glass = driver(chip)(serial_on(bus, 0x3C), I2C)
    glass.show()
    keys = bits = 0
    for game, entry in ENTRIES:
        for place, frame in enumerate(frames(game, entry, 25)):
            bus.bits = 0
            glass.display(frame)
            assert model.picture().tobytes() == frame.tobytes()
            if place:  # the first one follows another game
                keys, bits = keys + 1, bits + bus.bits
    assert keys > 400
    assert bits <= SHARE * FULL_BITS * keys, bits / keys / FULL_BITS
    bus.bits = 0
    glass.display(frame)
    assert bus.bits == 0
    glass.connection.cleanup()


WHOLE = 400
"""More actions than most random games have."""
A_KEY = 3000
"""The most bits a key over whole games, in each game and entry: a strip below large figures, and the map of Hannibal vs
Rome with its title, change five to six of the eight pages of the chip.
"""


FEW = 50
"""The most keys of a random game that is over at once: people have pressed through two lists and a question, in which a
step changes five pages.
"""


@pytest.mark.gate
def test_over_whole_games_a_key_takes_at_most_three_thousand_bits() -> None:
    cost = Windowed.cost(I2C)
    means: dict[tuple[str, str | None], int] = {}
    for game, entry in ENTRIES:
        shown = [pack(frame) for frame in frames(game, entry, WHOLE)]
        if len(shown) > FEW:
            means[game, entry] = bits(shown, cost) // (len(shown) - 1)
    assert {game for game, _ in means} == {game for game, _ in ENTRIES}
    assert {name: mean for name, mean in means.items() if mean > A_KEY} == {}


def test_figures_that_move_cost_less_than_a_tenth_more_bits() -> None:
    cost = Windowed.cost(I2C)
    still = moving = 0
    for game, entry in ENTRIES:
        shown = [(pack(frame), is_moving) for frame, is_moving in moving_frames(game, entry, 15)]
        moving += bits([frame for frame, _ in shown], cost)
        still += bits([frame for frame, is_moving in shown if not is_moving], cost)
    assert still < moving < 1.1 * still


def bits(frames: list[bytes], cost: Cost) -> int:
    """What a display on I²C gets that shows these frames, after the first one."""
    return sum(bits_of(find_windows(old, new, 128, cost), cost) for old, new in pairwise(frames) if old != new)
