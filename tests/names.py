"""Names that people can have, as examples for hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from companion.kit.game import NAME_MOST, check_name
from companion.kit.refusals import BadPlayers


def possible(name: str) -> bool:
    """Whether somebody can have this name."""
    try:
        check_name(name)
    except BadPlayers:
        return False
    return True


names = st.text(min_size=1, max_size=NAME_MOST).filter(possible)
