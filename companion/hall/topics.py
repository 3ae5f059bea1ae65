"""The topics of the hall, for club, table and board."""

from __future__ import annotations

import re
from typing import NamedTuple

from companion.hall.fields import KEY

ROOT = "companion/v1"
BOARD = "board"
HOME_STATUS = "homeassistant/status"


class TableTopic(NamedTuple):
    """A topic that a table writes: `what` is `online`, `state` or `result`."""

    table: str
    what: str


def of_table(club: str, table: str, what: str) -> str:
    """The topic on which a table says something."""
    return f"{ROOT}/{club}/{table}/{what}"


def of_board(club: str, board: str, *rest: str) -> str:
    """A topic of a board; `+` is any board."""
    return "/".join([ROOT, club, BOARD, board, *rest])


def home_config(club: str, table: str) -> str:
    """The topic on which a table announces itself to Home Assistant."""
    return f"homeassistant/device/companion-{club}-{table}/config"


def table_topic(club: str, topic: str) -> TableTopic | None:
    """What a topic of a table says; None for every other one."""
    match = re.fullmatch(f"{ROOT}/{re.escape(club)}/({KEY})/(online|state|result)", topic)
    return TableTopic(match[1], match[2]) if match is not None and match[1] != BOARD else None


def speaking_board(club: str, topic: str, *rest: str) -> str | None:
    """The board whose topic `of_board(club, board, *rest)` this is; None for every other topic."""
    match = re.fullmatch(of_board(re.escape(club), "([0-9a-f]{32})", *map(re.escape, rest)), topic)
    return match[1] if match is not None else None
