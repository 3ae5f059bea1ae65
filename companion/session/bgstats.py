"""A finished game as a link that adds it to BG Stats, an app in which people keep the plays of all their games.

The link holds the names of the people. Nothing here sends it: it goes where the person goes who opens it.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from urllib.parse import quote

from companion.kit.rules import Seat
from companion.play.act import ABANDON, Result
from companion.play.results import places
from companion.play.timeline import Snapshot
from companion.ports import CLOCK_FROM
from companion.record.lists import Play
from companion.session.text import act_words, ending_text, game_name
from companion.words import Words

ADDRESS = "bgstats://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Table Companion"
"""The source by which BG Stats knows again what comes from here. It is not translated."""
RECORD_DIGITS = 8
"""The number of digits of the record's id that distinguish its people from people of other records."""


def link(play: Play, step: Snapshot, words: Words) -> str:
    """The link for a game as it stands after `step`; empty if the game has no result: it runs or was abandoned."""
    result = step.result if step.timeline is not None else play.game.result
    if result is None or result.ended == ABANDON:
        return ""
    text = json.dumps(_fields(play, step, result, words), ensure_ascii=False, separators=(",", ":"))
    return ADDRESS + quote(text, safe="", errors="replace")


def _fields(play: Play, step: Snapshot, result: Result, words: Words) -> Mapping[str, object]:
    """The link as JSON. BG Stats on Android refuses a player without `startPlayer` or `winner`; what else is missing
    it leaves open.
    """
    game, setup, minutes = play.game, step.setup, round(play.seconds / 60)
    aim = _aim(step)
    fields: dict[str, object] = {"sourceName": SOURCE, "sourcePlayId": f"{play.record}-{game.id}"}
    if game.begun >= CLOCK_FROM:
        fields["playDate"] = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(game.begun))
    if minutes:
        fields["durationMin"] = minutes
    fields["comments"] = _comments(step, result, words)
    fields["game"] = {
        "name": game_name(setup.key, words, setup.game),
        "highestWins": aim >= 0,
        "noPoints": aim == 0,
        "sourceGameId": game.key,
    }
    fields["players"] = [_player(play, seat, result, aim, words) for seat in range(len(game.names))]
    return fields


def _aim(step: Snapshot) -> int:
    """What points mean in a game; in one that can only be read, as in most games."""
    game = step.setup.game
    if game is None or step.timeline is None:
        return 1
    return game.aim(game.complete(step.setup.options))


def _comments(step: Snapshot, result: Result, words: Words) -> str:
    """Why the game is over."""
    if step.timeline is not None:
        return ending_text(step, words)
    return (act_words(result.ended, step.setup.names, words) or "") if result.ended else ""


def _player(play: Play, seat: Seat, result: Result, aim: int, words: Words) -> Mapping[str, object]:
    game, role = play.game, f"report.side.{play.game.key}-{seat}"
    person = game.people[seat] if seat < len(game.people) else seat
    player: dict[str, object] = {
        "name": game.names[seat],
        "sourcePlayerId": f"{play.record[:RECORD_DIGITS]}-{person}",
        "startPlayer": seat == 0,
    }
    if aim and not result.ended:
        player["score"] = result.scores[seat]
    player |= {"rank": places(result, aim)[seat], "winner": seat in result.winners}
    if role in words:
        player["role"] = words(role)
    return player
