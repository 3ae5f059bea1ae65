"""Positions of Seven Hills of Rome for tests: played, or laid out by hand."""

from companion.games import registry
from companion.kit.rules import play

GAME = registry.game("seven-hills")


def played(actions="", position=None, **options):
    """The position after these actions, separated by commas; each must be legal."""
    if position is None:
        position = GAME.start(2, GAME.complete(options))
    for text in actions.split(", ") if actions else ():
        position = play(position, GAME.read(text))
    return position


def table(turn, left, hills, *, barred=None, reveal=None, gone=((), ()), open_game=False):
    """A table view. `hills` maps a number to the cards of both seats; a hill is open if it holds a known card, or if
    "open" is added. `reveal` is (hill, seat, index); that hill is not open. Shown cards are those that lie known, and
    those in `gone`.
    """
    rows, seen = [], [list(gone[0]), list(gone[1])]
    for number in range(1, 8):
        first, second, *marked = hills.get(number, ([], []))
        known = [[card for card in row if card != "?"] for row in (first, second)]
        is_open = bool(known[0] or known[1] or marked or open_game) and not (reveal and reveal[0] == number)
        rows.append({"open": is_open, "cards": [list(first), list(second)]})
        for seat in (0, 1):
            seen[seat] += known[seat]
    return {
        "turn": turn,
        "hills": rows,
        "left": list(left),
        "seen": [sorted(cards, key=lambda card: 10 if card == "banner" else card) for cards in seen],
        "barred": barred,
        "reveal": dict(zip(("hill", "seat", "index"), reveal, strict=True)) if reveal else None,
    }


def laid_out(view, **options):
    """The position that a table view shows."""
    return GAME.restore(2, GAME.complete(options), view)


def cards(position, hill):
    """The cards at a hill, by seat."""
    return position.table()["hills"][hill - 1]["cards"]


def is_open(position, hill):
    """Whether cards are laid face up at a hill."""
    return position.table()["hills"][hill - 1]["open"]


def five_seven(**options):
    """Hill 4 is open with Ada's 5 and Ben's 7; Ben is in turn and hill 1 is barred."""
    return played("place 4, place 3, place 5, place 4, reveal 5, reveal 7, place 1", **options)


# Ada has laid all her cards, Ben has one left; hill 1 is hers and hill 2 is his, all face down.
LAST_CARD = table(
    1, (0, 1), {1: (["?"] * 4, []), 2: ([], ["?"] * 4), 3: ([1, 2, 3, 4, 5], [1, 2, 3, 4])}, barred=1
)  # fmt: skip
