"""A table of Three Cards: the rows before the players. Any card that does not lie there may be in a hand."""

from __future__ import annotations

import random
import re

from companion.kit.rules import Position

PLAYERS = (2, 3, 4)
OPTIONS: tuple[dict[str, bool | str], ...] = ({}, {"low": True})


class Table:
    """The cards that lie face up, and whose turn people think it is."""

    def __init__(self, start: Position, names: tuple[str, ...], dice: random.Random) -> None:
        self._names = names
        self.correct(start)

    def correct(self, position: Position) -> None:
        """Lay everything as a table view says."""
        self._rows = [list(row) for row in position.table()["rows"]]
        self._to_act = position.to_act

    def act(self, action: str, before: Position, after: Position) -> None:
        """Lay a card, and know who is next."""
        self._rows[before.to_act[0]].append(int(action.split()[1]))
        self._to_act = after.to_act

    def carry_out(self, sentence: str) -> None:
        """Do what one sentence says."""
        name, cards = f"({'|'.join(map(re.escape, self._names))})", r"(\d+(?: \d+)*)"
        if said := re.fullmatch(f"{name}: {cards} back to hand", sentence):
            row, taken = self._row(said[1]), [*map(int, said[2].split())]
            assert row[-len(taken) :] == taken, f"{taken} are not the end of {row}"
            del row[-len(taken) :]
        elif said := re.fullmatch(f"{name}: {cards} from hand to the end of the row", sentence):
            self._row(said[1]).extend(map(int, said[2].split()))
        else:
            said = re.fullmatch(f"{name}'s turn", sentence)
            assert said, f"nobody can do this: {sentence}"
            self._to_act = (self._names.index(said[1]),)

    def _row(self, name: str) -> list[int]:
        return self._rows[self._names.index(name)]

    def finish(self) -> None:
        """No card lies in two places."""
        cards = [card for row in self._rows for card in row]
        assert len(set(cards)) == len(cards), cards

    def differences(self, position: Position) -> list[str]:
        """What lies otherwise than in the record."""
        rows = position.table()["rows"]
        found = [] if rows == self._rows else [f"{self._rows} lie there, in the record {rows}"]
        if position.to_act and position.to_act != self._to_act:
            found.append(f"people wait for {self._to_act}, the record for {position.to_act}")
        return found


LAY = Table
