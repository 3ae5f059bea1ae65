"""Three Cards: people who do literally what the glass says have the table of the record before them."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games import registry
from hands import three_cards
from hands.session import session

GAME = registry.game("three-cards")


@pytest.mark.parametrize("options", three_cards.OPTIONS)
@pytest.mark.parametrize("players", three_cards.PLAYERS)
def test_whatever_is_taken_back_or_changed_the_cards_lie_as_in_the_record(players, options, tmp_path: Path) -> None:
    assert session(tmp_path, GAME.key, players, GAME.complete(options), three_cards.LAY, players) > 10
