"""What tests measure on a picture."""

from __future__ import annotations

from PIL import Image


def heights(picture: Image.Image) -> list[int]:
    """The heights of everything on a picture that is in one piece, the pixels of a piece touching also at corners."""
    pixels = picture.convert("L").tobytes()
    left = {(place % picture.width, place // picture.width) for place, lit in enumerate(pixels) if lit}
    found = []
    while left:
        edge, piece = [left.pop()], []
        while edge:
            x, y = edge.pop()
            piece.append(y)
            near = {(x + across, y + down) for across in (-1, 0, 1) for down in (-1, 0, 1)} & left
            left -= near
            edge += near
        found.append(max(piece) - min(piece) + 1)
    return found
