"""What the suites over all games must know about each of them, written by hand from its rules, not read from its code.

A game has a module here, `known_` and the name of its engine: `PREFIX` and `RULES`, what its rules are called and how
many there are; `NOTATION`, a pattern of all that is readable, whatever the options, the number of players and the
position; and `keeps(options, before, table)`, which asserts what holds for every table and for the step from the one
before (at the start the same).
"""

from importlib import import_module

from known_pads import OF_EVERY_PAD, PADS

from companion.games import registry

KNOWN = {key: import_module(f"known_{key.replace('-', '_')}") for key in registry.GAMES}
KNOWN |= PADS


def rules_of(game):
    """The numbers of all rules of a game: PRA-1, PRA-2, …; of a pad also those of every pad."""
    own = [f"{KNOWN[game].PREFIX}-{number}" for number in range(1, KNOWN[game].RULES + 1)]
    return [*own, *(OF_EVERY_PAD if game in PADS else [])]
