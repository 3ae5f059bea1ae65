"""What the hands are told in Praetorians, carried out at a real table."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from hands import praetorians
from hands.evening import LONG_NAMES, NAMES, evening

from companion.engines.position import Options


@pytest.mark.parametrize("players", praetorians.PLAYERS)
@pytest.mark.parametrize("options", praetorians.OPTIONS, ids=str)
def test_hands_that_only_read_the_glass_have_the_table_of_the_record(
    tmp_path: Path, options: Options, players: int
) -> None:
    put_backs = sum(
        evening(
            tmp_path / str(seed), "praetorians", players, options, praetorians.LAY, seed,
            names=LONG_NAMES if seed % 2 else NAMES, corrected=corrected, choose=praetorians.choose,
        )
        for seed, corrected in enumerate((praetorians.corrected, None))
    )  # fmt: skip
    assert put_backs > 40
