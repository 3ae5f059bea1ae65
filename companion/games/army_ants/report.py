"""The field of Army Ants: five files, eight ranks, red below and black above."""

from __future__ import annotations

from companion.games.army_ants.engine.field import FILES, RANKS, SIDES
from companion.play.timeline import GameSetup, Ply, Timeline
from companion.report.drawing import Drawing, box, piece, svg, text
from companion.words import Words

CELL, EDGE = 40, 22


def draw(setup: GameSetup, timeline: Timeline, words: Words) -> tuple[Drawing, ...]:
    """The field at the start of the battle, and the last one; none if people entered only the result."""
    tables = [ply.position.table() for ply in timeline]
    if "board" not in tables[-1]:
        return ()
    began = next((at for at, table in enumerate(tables) if table["phase"] == "battle"), None)
    drawings = [_field("report.field-battle", timeline[began], words)] if began not in (None, len(timeline) - 1) else []
    return (*drawings, _field("report.field", timeline[-1], words))


def _field(key: str, ply: Ply, words: Words) -> Drawing:
    title = words(key)
    board = ply.position.table()["board"]
    wide, high = EDGE + CELL * len(FILES) + 2, CELL * len(RANKS) + EDGE + 2
    parts = []
    for across, file in enumerate(FILES):
        x = EDGE + CELL * across
        parts.append(text(x + CELL / 2, high - EDGE / 2, file, class_="scale"))
        for rank in RANKS:
            y = 1 + CELL * (len(RANKS) - rank)
            parts.append(box(x, y, CELL, CELL, "square dark" if (across + rank) % 2 else "square"))
            card = board.get(f"{file}{rank}")
            if card is not None:
                parts.append(piece(SIDES.index(card[0]), x + CELL / 2, y + CELL / 2, 14, card[1]))
    parts += [text(EDGE / 2, 1 + CELL * (len(RANKS) - rank + 0.5), rank, class_="scale") for rank in RANKS]
    about = words.join_list(f"{square} {words.card('army_ants', card)}" for square, card in board.items())
    return Drawing(title, svg(title, about, high, parts, wide=wide, more=" field"), "low")
