"""What fits where: the sizes at which something changes, worked out by hand."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.simulated.terminal.cells import BRAILLE, HALF
from hardware.simulated.terminal.fit import Fit, Place, fit

BESIDE, BELOW, NOWHERE = Place.BESIDE, Place.BELOW, Place.NOWHERE


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        # 128 + 2 frame + 14 keys; 32 + 2 frame + 1 legend + 3 record
        ((144, 38), Fit(HALF, BESIDE, BELOW, 1, side=14, record_high=3)),
        ((256, 80), Fit(HALF, BESIDE, BELOW, 1, side=30, record_high=18)),
        # 24 columns beside the glass: the record has its place below the keys
        ((154, 35), Fit(HALF, BESIDE, BESIDE, 1, side=24)),
        # one column less: half blocks would leave no place for the record
        ((153, 35), Fit(BRAILLE, BESIDE, BELOW, 1, side=30, record_high=16)),
        # 128 + 2; 32 + 2 + 3 keys + 3 record + 1
        ((130, 41), Fit(HALF, BELOW, BELOW, 1, record_high=3)),
        ((130, 40), Fit(BRAILLE, BESIDE, BELOW, 1, side=30, record_high=18)),
        ((129, 41), Fit(BRAILLE, BESIDE, BELOW, 1, side=30, record_high=18)),
        # 16 + 2 + 1 leave five lines
        ((80, 24), Fit(BRAILLE, BESIDE, BELOW, 1, side=14, record_high=5)),
        ((79, 24), Fit(BRAILLE, BELOW, NOWHERE, 1)),
        ((79, 25), Fit(BRAILLE, BELOW, BELOW, 1, record_high=3)),
        ((80, 19), Fit(BRAILLE, BESIDE, NOWHERE, 1, side=14)),
        ((90, 19), Fit(BRAILLE, BESIDE, BESIDE, 1, side=24)),
        ((66, 19), Fit(BRAILLE, NOWHERE, NOWHERE, 1)),
        ((66, 18), Fit(BRAILLE, NOWHERE, NOWHERE, 0)),
        ((66, 17), Fit(BRAILLE, NOWHERE, NOWHERE, 1, frame=0)),
        ((65, 24), Fit(BRAILLE, NOWHERE, NOWHERE, 1, frame=0)),
        ((64, 16), Fit(BRAILLE, NOWHERE, NOWHERE, 0, frame=0)),
        ((64, 15), None),
        ((63, 16), None),
        ((20, 5), None),
        ((1, 1), None),
    ],
)
def test_the_best_arrangement_for_a_size(size: tuple[int, int], expected: Fit | None) -> None:
    assert fit(*size) == expected


@given(width=st.integers(1, 400), height=st.integers(1, 200), legend=st.integers(1, 2))
def test_nothing_stands_outside_the_terminal(width: int, height: int, legend: int) -> None:
    found = fit(width, height, legend)
    if found is None:
        assert width < 64 or height < 16
    else:
        assert found.total_width <= width
        assert found.total_height <= height
        assert (found.keys is BESIDE) == (found.side > 0)
        assert (found.record is BELOW) == (found.record_high > 0)


def test_the_readme_names_the_least_sizes() -> None:
    readme = (Path(__file__).parents[3] / "hardware/simulated/README.md").read_text("utf-8")
    found = re.search(r"from (\d+) × (\d+) characters on \((\d+) × (\d+) or (\d+) × (\d+) with keys to click\)", readme)
    assert found is not None
    least, *with_keys = zip(*[map(int, found.groups())] * 2, strict=True)
    sizes = [(width, height) for width in range(60, 90) for height in range(14, 30)]
    fits = {size: arranged for size in sizes if (arranged := fit(*size)) is not None}
    clicked = {size for size, arranged in fits.items() if arranged.keys is not NOWHERE}
    for named, those in ([least], fits.keys()), (with_keys, clicked):
        assert set(named) <= set(those)
        assert all(any(width >= wide and height >= high for wide, high in named) for width, height in those)
