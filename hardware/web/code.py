"""A QR code as a picture for a page."""

from __future__ import annotations

import io
from importlib.util import find_spec


def code(text: str) -> str | None:
    """The code of a text as SVG; None if it is too long for one, or segno is not installed. A Pi takes seconds."""
    if not text or find_spec("segno") is None:
        return None
    import segno

    try:
        made = segno.make_qr(text, error="l")
    except segno.DataOverflowError:
        return None
    picture = io.BytesIO()
    made.save(picture, kind="svg", xmldecl=False, omitsize=True, light="#fff")
    return picture.getvalue().decode()
