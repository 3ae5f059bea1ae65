"""Play the evening of `games/evening.txt` again and write it down. Run by hand after the way to enter things changed:

    python tests/write_evening.py

Three people are entered with the letter wheel, two games with 12s are played from shuffled decks, the second as a
rematch; a slip is taken back at once, the end of the first game and the start of the rematch are undone and redone. A
third game waits while the second one is opened from the history, undone by one entry and redone.
"""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from device import Player, begin, chosen, look, pick, played, read_on, tell

from companion.games.praetorians.engine.cards import CardsPosition
from companion.games.registry import game
from companion.kit.rules import Action, play

SEED = 65
PEOPLE = ("Ada", "Ben", "Cleo")
FOLDER = Path(__file__).parent / "games"
PRAETORIANS = game("praetorians")


def turned_up(position: CardsPosition, chance: random.Random) -> Action:
    """A player who stops at eleven to sixteen, and the card that comes up."""
    legal = position.legal()
    if "stop" in legal and position.kept_sum >= 11 + chance.randrange(6):
        return legal[-1]
    return chance.choice([action for action in legal if action != "stop"])


def spelled(name: str) -> Player:
    for letter in (*name, "✓"):
        answer = yield from look()
        while answer["lines"][1] != letter:
            answer = yield "up" if letter == "✓" else "down"
        yield "ok"


def whole_game(names: tuple[str, ...], chance: random.Random) -> Player:
    position = PRAETORIANS.start(3, PRAETORIANS.complete({"twelves": True}))
    while position.outcome is None:
        assert isinstance(position, CardsPosition)
        action = turned_up(position, chance)
        if chance.random() < 0.02 and len(position.legal()) > 2:
            slip = next(other for other in position.legal() if other not in (action, "stop"))
            yield from tell(str(slip), names)
            answer = yield "hold back"
            yield from read_on(answer)
        yield from tell(str(action), names)
        position = play(position, action)
    answer = yield from look()
    assert answer["screen"] == "results"


def rematch() -> Player:
    """From the results to their menu, and on its first line."""
    yield "ok"
    yield "ok"


def session(chance: random.Random) -> Player:
    answer = yield from look()
    assert chosen(answer) == "Praetorians"
    yield "ok"
    yield from pick("Players")
    for name in ("Player 1", "Player 2"):
        yield from pick(name)
    for name in PEOPLE:
        yield from pick("New name")
        yield from spelled(name)
    yield "back"
    yield from pick("12s")
    yield from begin()
    yield from whole_game(PEOPLE, chance)
    for _ in range(2):
        answer = yield "hold back"
        yield from read_on(answer)
    for _ in range(2):
        yield "back"
        yield from pick("Redo")
        answer = yield from look()
        yield from read_on(answer)
    yield from rematch()
    answer = yield "hold back"
    answer = yield from read_on(answer)
    assert answer["screen"] == "results"
    yield from rematch()
    yield from whole_game((*PEOPLE[1:], PEOPLE[0]), chance)
    yield from rematch()
    yield "back"
    yield from pick("Home")
    yield from pick("History")
    yield "ok"
    yield from pick("Open")
    answer = yield "hold back"
    answer = yield from read_on(answer)
    assert answer["screen"] == "table"
    yield "back"
    yield from pick("Redo")
    answer = yield from look()
    yield from read_on(answer)
    yield "back"
    yield from pick("Home")
    yield from pick("» Praetorians")
    answer = yield from look()
    assert answer["screen"] == "table"
    yield "quit"


def main() -> None:
    words: list[str] = []

    def written(player: Player) -> Player:
        word = next(player)
        while True:
            if word != "wait 0":
                words.append(word)
            answer = yield word
            try:
                word = player.send(answer)
            except StopIteration:
                return

    with tempfile.TemporaryDirectory() as folder:
        answers = played(Path(folder), written(session(random.Random(SEED))))
    record = [text for answer in answers for text in answer["actions"]]
    (FOLDER / "evening.txt").write_text("".join(f"{word}\n" for word in words), "utf-8")
    (FOLDER / "evening-record.txt").write_text("".join(f"{text}\n" for text in record), "utf-8")
    print(f"{len(words)} words, {len(record)} entries")


if __name__ == "__main__":
    main()
