"""`companion verify`: check that each choice of the device in a finished game follows from its sealed seed.

Status 0 yes, 1 no, 2 unknown, 3 yes, but another stop would have been another choice.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from companion.console import add_data, print_line
from companion.console.record_access import named_record
from companion.games.installed import INSTALLED
from companion.play.timeline import GameSetup, replay_path
from companion.record.exchange import chosen_game
from companion.record.lookup import RecordView
from companion.session.device import STOPPERS, Chosen, OpenSeed, mind_in, read_hidden, seal_in
from companion.session.verify import Verified, belongs, is_old, recorded_choices, same_mind, verify
from companion.words import Words

FOLLOWS, WRONG, UNKNOWN, OPEN = 0, 1, 2, 3
"""OPEN: everything follows, but another stop of a thought would have been another choice."""


def add(parser: ArgumentParser) -> None:
    """Argument: which game."""
    parser.add_argument("game", metavar="GAME", nargs="?", default="last", help="its number in the record, or last")
    add_data(parser)


def run(arguments: Namespace) -> int:
    """Print whether the choices follow from the seed, and which do not; the exit status."""
    with named_record(arguments) as (folder, words), RecordView(folder, INSTALLED) as library:
        library.device_name = words("device.name")
        state = chosen_game(library, arguments.game, "verify.no-game")
        setup = GameSetup.of(state, library.rules_of).renamed(library.names_then(state))
        step = replay_path(setup, state.path)[-1]
        hidden, choices = read_hidden(state.id, library.lines_of_chance(state)), recorded_choices(library, state)
    seal, number = seal_in(step), state.id
    if step.outcome is None and (seal or state.result is not None):
        print_line(words("verify.running" if state.result is None else "verify.unknown", number=number))
        return UNKNOWN
    if not seal or not hidden.seed:
        print_line(words("verify.no-seed" if seal else "verify.nobody", number=number))
        return UNKNOWN
    if belongs(step, hidden):
        print_line(OpenSeed(seal, hidden.seed, hidden.word).sentence(words))
    else:
        print_line(words("verify.seal", seal=seal))
    if hidden.looked:
        print_line(words("device.looked"))
    if not same_mind(step):
        key = "verify.old" if is_old(step) else "verify.version"
        print_line(words(key, number=number, version=mind_in(step)))
        return UNKNOWN if belongs(step, hidden) else WRONG
    verified = verify(step, hidden, [line.commitment for line in state.path if line.commitment], choices)
    if verified.missing:
        same, other, unknown = [verified.missing.count(one) for one in (True, False, None)]
        counts = {"count": len(verified.missing), "same": same, "other": other, "unknown": unknown}
        print_line(words("verify.missing", number=number, **counts))
    counts = {"switched": choices.switched, "moved": verified.moved, "untold": verified.untold, "quick": verified.quick}
    for key, count in {**counts, "committed": verified.committed}.items():
        if count:
            print_line(words(f"verify.{key}", count=count))
    if verified.checked or not verified.missing:
        _print_choices(verified, step.setup.names, words)
    if not verified.sealed or verified.wrong:
        return WRONG
    return UNKNOWN if verified.missing or verified.untold else OPEN if verified.open else FOLLOWS


def _print_choices(verified: Verified, names: Sequence[str], words: Words) -> None:
    """How many choices follow, and which do not, might have been others, or were not carried out."""
    count, stops = len(verified.checked), [verified.stopped(by) for by in (*STOPPERS, "")]
    params = {"right": count - len(verified.wrong) - verified.untold, "count": count, "seal": verified.seal}
    if any(stops) or verified.open:
        ok, seconds, unknown = stops
        print_line(words("verify.stopped", **params, ok=ok, seconds=seconds, unknown=unknown, open=len(verified.open)))
    else:
        print_line(words("verify.done", **params))
    for key, choices in (("wrong", verified.wrong), ("open", verified.open)):
        for one in choices:
            print_line(words(f"verify.{key}", place=one.turn.ply + 1, name=names[one.turn.seat], text=_said(one)))
    for one, entered in verified.instead:
        who = names[one.turn.seat]
        print_line(words("verify.instead", place=one.turn.ply + 1, name=who, text=_said(one), entered=entered))
    for turn, entered in verified.corrected:
        print_line(words("verify.corrected", place=turn.ply + 1, name=names[turn.seat], entered=entered))


def _said(chosen: Chosen) -> str:
    """What the device chose; with another card also who gets it if it is a 12."""
    thought = chosen.thought
    said, twelve = str(thought.action or thought.card or "–"), thought.extra.get("twelve")
    return said if thought.action != "another" or twelve is None else f"{said}, 12>{twelve}"
