"""`companion verify`: does each choice of the device follow from seed and position? Status 0 yes, 1 no, 2 unknown."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from companion.console.arguments import add_data
from companion.console.record_access import named_record
from companion.console.streams import print_line
from companion.games.installed import INSTALLED
from companion.play.timeline import GameSetup, replay_path
from companion.record.exchange import chosen_game
from companion.record.lookup import RecordView
from companion.session.device import Chosen, read_hidden
from companion.session.verify import same_mind, seal_in, verify

FOLLOWS, WRONG, UNKNOWN = 0, 1, 2


def add(parser: ArgumentParser) -> None:
    """Which game."""
    parser.add_argument("game", metavar="GAME", nargs="?", default="last", help="its number in the record, or last")
    add_data(parser)


def run(arguments: Namespace) -> int:
    """Print whether the choices follow from the seed, and which do not; the exit status."""
    with named_record(arguments) as (folder, words), RecordView(folder, INSTALLED) as library:
        state = chosen_game(library, arguments.game, "verify.no-game")
        step = replay_path(GameSetup.of(state, library.rules_of), state.path)[-1]
        hidden = read_hidden(state.id, library.hidden_acts(state))
    if step.outcome is None:
        print_line(words("verify.running" if state.result is None else "verify.unknown", number=state.id))
        return UNKNOWN
    if not seal_in(step) or not hidden.seed:
        print_line(words("verify.no-seed" if seal_in(step) else "verify.nobody", number=state.id))
        return UNKNOWN
    if not same_mind(step):
        print_line(words("verify.version", version=step.setup.seats.mind))
        return UNKNOWN
    found = verify(step, hidden)
    print_line(words("device.seed", seal=found.seal, seed=hidden.seed))
    if hidden.looked:
        print_line(words("device.looked"))
    if not found.sealed:
        print_line(words("verify.seal", seal=found.seal))
    count, names = len(found.chosen), step.setup.names
    if found.missing:
        print_line(words("verify.missing", count=found.missing, number=state.id))
    print_line(words("verify.done", right=count - len(found.wrong), count=count, seal=found.seal))
    for one in found.wrong:
        print_line(words("verify.wrong", place=one.turn.ply + 1, name=names[one.turn.seat], text=_said(one)))
    for one, entered in found.instead:
        who = names[one.turn.seat]
        print_line(words("verify.instead", place=one.turn.ply + 1, name=who, text=_said(one), entered=entered))
    if not found.sealed or found.wrong:
        return WRONG
    return UNKNOWN if found.missing else FOLLOWS


def _said(chosen: Chosen) -> str:
    """What the device chose."""
    return str(chosen.thought.action or chosen.thought.card or "–")
