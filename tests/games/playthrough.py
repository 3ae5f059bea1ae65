"""Whole games as text: the actions, the messages, and the tables after them.

A playthrough is a file that a person can read, and a test compares it to the letter:

    game: praetorians
    players: Ada, Ben
    options: twelves=false entry=cards

    start
      pawns: 0 3
      ...
      legal: 50

    1 flip R7
      R7 is kept: 7 so far
      kept: R7
      ...

Under an action are first the messages, then the fields of the table view that changed, then the number of legal
actions; of a long row only what is gone from it or new in it, of names with values and of rows in a row only those that
changed. To write one, put the three header lines and one action
a line into a file in `tests/games/playthroughs`, then run `python tests/games/playthrough.py --write`: everything
but the header and the actions is rewritten. The same brings all files up to date after a change; read the difference
before it is kept.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from companion.games.pad.collection import AllGames
from companion.kit.rules import play
from companion.words import Words

FOLDER = Path(__file__).parents[1] / "games" / "playthroughs"
HEADER = ("game", "players", "options")
LONG = 10
"""A row of more than so many parts is long."""
VALUES = {"true": True, "false": False}


def files():
    """All playthroughs."""
    return sorted(FOLDER.glob("*.txt"))


def header_and_actions(text):
    """The header as a dict of texts, and the notations of the actions; everything else follows from them."""
    lines = text.splitlines()
    header = dict(line.split(": ", 1) for line in lines[: len(HEADER)])
    assert tuple(header) == HEADER, f"the first lines are {', '.join(HEADER)}"
    flush = [line for line in lines[len(HEADER) :] if line and not line.startswith(" ")]
    return header, [re.sub(r"^\d+ ", "", line) for line in flush if line != "start" and not line.startswith("over: ")]


def shown(value):
    """A value of the table view on one line: lists of words and numbers with blanks between, else JSON."""
    if isinstance(value, list) and value and all(isinstance(part, str | int) for part in value):
        return " ".join(str(part) for part in value)
    return json.dumps(value)


def changed(before, after):
    """What is new in a value of many parts, None where that says too little: then it is shown whole."""
    if isinstance(before, dict) and isinstance(after, dict) and before:
        new = [f"{name} {shown(value)}" for name, value in after.items() if before.get(name, ...) != value]
        return ", ".join([f"{name} gone" for name in before if name not in after] + new)
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        pairs = list(enumerate(zip(before, after, strict=True)))
        if all(isinstance(part, list | dict) for part in before + after):
            return ", ".join(f"[{place}] {shown(part)}" for place, (was, part) in pairs if was != part)
    return changed_row(before, after)


def changed_row(before, after):
    """What is gone from a long row and new in it, None if it is not long or that says too little."""
    if not (isinstance(before, list) and isinstance(after, list) and min(len(before), len(after)) > LONG):
        return None
    if not all(isinstance(part, str | int) for part in before + after):
        return None
    gone = [part for part in before if part not in after or before.count(part) > after.count(part)]
    new = [part for part in after if part not in before or after.count(part) > before.count(part)]
    gone, new = list(dict.fromkeys(gone)), list(dict.fromkeys(new))
    rest, rest_after = list(before), list(after)
    for part in gone:
        rest.remove(part)
    for part in new:
        rest_after.remove(part)
    if rest != rest_after or len(gone) + len(new) > LONG:
        return None
    words = [f"{' '.join(parts)} {what}" for parts, what in ((gone, "gone"), (new, "new")) if parts]
    return f"{len(after)}, {', '.join(words)}"


def changes(before, after):
    """The fields of a table view that are not as before."""
    return [
        f"  {field}: {changed(before.get(field), value) or shown(value)}"
        for field, value in after.items()
        if before.get(field, ...) != value
    ]


def played(text):
    """The playthrough with everything but the header and the actions made again."""
    header, actions = header_and_actions(text)
    game, names = AllGames().game(header["game"]), tuple(header["players"].split(", "))
    chosen = dict(option.split("=") for option in header["options"].split())
    options = game.complete({key: VALUES.get(value, value) for key, value in chosen.items()})
    position, words = game.start(len(game.seat(names)), options), Words("en")
    lines = [f"{field}: {header[field]}" for field in HEADER]
    lines += ["", "start", *changes({}, position.table()), f"  legal: {len(position.legal())}"]
    for number, notation in enumerate(actions, 1):
        action = game.read(notation)
        after = play(position, action)
        lines += ["", f"{number} {action}"]
        lines += [f"  {words.message(message, names)}" for message in game.consequences(position, action, after)]
        lines += [*changes(position.table(), after.table()), f"  legal: {len(after.legal())}"]
        position = after
    if position.outcome is not None:
        lines += ["", f"over: {json.dumps(position.outcome.as_json())}"]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python tests/games/playthrough.py --write")
    for path in files():
        text = path.read_text("utf-8")
        if text != (new_text := played(text)):
            path.write_text(new_text, "utf-8")
            print(f"{path.name}: written")
