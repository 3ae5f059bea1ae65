"""Tables of Hannibal vs Rome in one line, for the tests of its rules."""

from __future__ import annotations

from companion.games import registry
from companion.kit.rules import play
from companion.words import Words

GAME = registry.game("hannibal")
NAMES = ("Ada", "Ben")
FULL = [1, 2, 3, 4, 5]
REGIONS = ["ROM", "GAL", "NHI", "SHI", "MAU", "CAR", "COR", "SAR", "CAN", "SIC", "ZAM"]
ROUTES = ["ROM-COR", "COR-SAR", "SAR-CAR", "CAN-SIC", "SIC-ZAM"]


def pieces(text):
    """`GAL ROM*2 ROM-COR` as the counts of legions and of fleets."""
    counts = {}
    for part in text.split():
        place, _, count = part.partition("*")
        counts[place] = int(count or 1)
    legions = {place: counts[place] for place in REGIONS if place in counts}
    return legions, {place: counts[place] for place in ROUTES if place in counts}


def lay(rome, carthage, hannibal=None, *, turn=0, battle=None, fielded=None, hands=(FULL, FULL), chips=(0, 0)):
    """A table view; `battle` is the place of a battle, in which the side whose turn it is attacks."""
    (roman, roman_fleets), (punic, punic_fleets) = pieces(rome), pieces(carthage)
    return {
        "turn": turn,
        "legions": [roman, punic],
        "hannibal": hannibal,
        "fleets": [roman_fleets, punic_fleets],
        "hands": [list(hand) for hand in hands],
        "battle": battle and {"at": battle, "attacker": turn, "fielded": fielded},
        "chips": list(chips),
    }


def seated(table, **options):
    """The position that a table view shows."""
    return GAME.restore(2, GAME.complete(options), table)


def board(*args, core=False, west="printed", **fields):
    """The position laid out by `lay`."""
    return seated(lay(*args, **fields), core=core, west=west)


def begin(**options):
    return GAME.start(2, GAME.complete(options))


def scores(turn=0, chips=(0, 0), *, core=True):
    return seated({"turn": turn, "chips": list(chips)}, entry="scores", core=core)


def after(position, *actions):
    for action in actions:
        position = play(position, GAME.read(action))
    return position


def ended(position):
    """The outcome as JSON, or None."""
    return position.outcome and position.outcome.as_json()


def won(seat, rule):
    """The outcome of a game that this seat has won by this rule."""
    return {"winners": [seat], "scores": [[1, 0], [0, 1]][seat], "by": rule}


def english(message):
    return Words("en").message(message, NAMES)
