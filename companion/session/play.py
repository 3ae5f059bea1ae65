"""What a link or a report needs to know of a game besides its timeline."""

from __future__ import annotations

from typing import NamedTuple, Self

from companion.record.fold import GameInfo, GameState
from companion.record.index import duration_s
from companion.record.lookup import RecordView


class Play(NamedTuple):
    """What the record knows of a game besides its timeline: the id that the record had when the game began, and the
    seconds that people have played.
    """

    record: str
    game: GameInfo
    seconds: float

    @classmethod
    def of(cls, library: RecordView, game: GameState) -> Self:
        """The play of a game of the record."""
        ids = library.state.ids
        begun = [record for record, seq in ids.items() if game.path and seq < game.path[0].seq]
        return cls(begun[-1] if begun else library.state.id, game.info, duration_s(game.path))
