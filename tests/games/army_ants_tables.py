"""Short notations of Army Ants tables, for the tests."""

from companion.games import registry
from companion.kit.rules import play
from companion.words import Words

GAME = registry.game("army-ants")
NAMES = ("Ada", "Ben")
DEAL = list("123456789Q123456789")
"""The usual army of these tests, front rank first: the queen on file e of the second rank."""
FAVORED = list("12Q4567893123456789")
"""The same with the queen in the middle of the front rank."""
ARRANGED = list("Q123456789123456789")
"""An army that ANT-14 allows, the queen on file a of the front rank, a 9 on file e of the second."""


def words(text):
    return text.split()


RED_SQUARES = words("a4 b4 c4 d4 e4  a3 b3 c3 d3 e3  a2 b2 c2 d2 e2  a1 b1 d1 e1")
BLACK_SQUARES = words("a5 b5 c5 d5 e5  a6 b6 c6 d6 e6  a7 b7 c7 d7 e7  a8 b8 d8 e8")


def laid(red, black=()):
    """The board after these cards are entered, built without the referee."""
    lying = {square: f"R{card}" for square, card in zip(RED_SQUARES, red, strict=False)}
    return lying | {square: f"B{card}" for square, card in zip(BLACK_SQUARES, black, strict=False)}


def options(**chosen):
    return GAME.complete(chosen)


def after(position, *texts):
    """The position after these actions, each accepted by `play`."""
    for text in texts:
        position = play(position, GAME.read(text))
    return position


def start(**chosen):
    return GAME.start(2, options(**chosen))


def given(red, black=(), **chosen):
    """The position after these cards are entered."""
    return after(start(**chosen), *[f"deploy {card}" for card in (*red, *black)])


def rally(red=DEAL, black=DEAL, **chosen):
    return given(red, black, **chosen)


def squares(text):
    """`"R5c4 BQe8"` as the board of a table view."""
    return {word[2:]: word[:2] for word in words(text)}


def battle(text, turn=0, **chosen):
    """A battle with these cards: each word a card and its square."""
    table = {"phase": "battle", "turn": turn, "board": squares(text), "rally": [0, 0]}
    return GAME.restore(2, options(**chosen), table)


def board(position):
    """The cards as `squares` reads them, in the order of the squares."""
    return " ".join(f"{card}{square}" for square, card in position.table()["board"].items())


def of(position, kind):
    """The legal actions of a kind, without its name."""
    return [action.removeprefix(f"{kind} ") for action in position.legal() if action.split()[0] == kind]


def said(message):
    return Words("en").message(message, NAMES)
