"""A pad is tried in a terminal: what is asked, the arithmetic of each round, and what was entered as an example."""

from __future__ import annotations

import json
from unicodedata import normalize

from companion.games.pad.engine.choice import Value
from companion.games.pad.engine.notation import FINISH, Enter, enter, written
from companion.games.pad.engine.pad import NOBODY, Field
from companion.games.pad.engine.position import PadPosition
from companion.games.pad.game import PadGame
from companion.games.pad.text import TEXT
from companion.kit.rules import Action, Options, Unreadable, play
from companion.kit.text import Situation
from companion.ui.widgets import whole_number
from companion.words import Words

UNDO = "undo"
"""What takes the last entry back, where it is no value of what is asked."""
LISTED_MOST = 12
"""The most values that are listed one by one in a question."""


class Trial:
    """A game of a pad in which everything is entered as a text.

    People are called A, B, C by seat (`names`); a value may be given alone, or as a whole action, `bid 1 3`.
    """

    def __init__(self, game: PadGame, players: int, options: Options, words: Words) -> None:
        names = words("screen.players.newcomers").split()
        self._game = game
        self._players = players
        self._options = options
        self._words = words
        self.names = tuple([*names, *[f"#{seat}" for seat in range(len(names), players)]][:players])
        self._start = game.start(players, options)
        self._entered: list[tuple[Action, PadPosition]] = []
        """What was entered, each with the position after it."""

    @property
    def _position(self) -> PadPosition:
        return self._entered[-1][1] if self._entered else self._start

    @property
    def over(self) -> bool:
        return self._position.outcome is not None

    @property
    def question(self) -> str:
        """Who enters what, and from which values: `B: Bid (0–3)`."""
        return f"{TEXT.turn_text(self._at)} ({self._listed})"

    @property
    def _listed(self) -> str:
        """The values that may be entered, people by their names; of numbers the first and the last."""
        allowed = self._position.choice.allowed
        if self._position.asked[0].kind == "number" and len(allowed) > 1:
            return f"{allowed[0]}–{allowed[-1]}"
        names = {value: name for name, value in self._values(self._position.asked[0]) if name in self.names}
        values = [names.get(value, written(value)) for value in allowed[:LISTED_MOST]]
        return ", ".join([*values, *(["…"] if len(allowed) > LISTED_MOST else [])])

    def enter(self, text: str) -> list[str]:
        """Enter a value or an action, also in wide letters as Japanese keyboards write; what is said, line by line.

        Raises a Refusal; then nothing has changed.
        """
        before, text = self._position, normalize("NFKC", text)
        try:
            action = self._action(text)
        except Unreadable:
            if text.casefold() != UNDO:
                raise
            return [self._take_back()]
        after = play(before, action)
        messages = self._game.consequences(before, action, after)
        explained = TEXT.explain(action, self._at._replace(position=after, outcome=after.outcome), messages)
        self._entered.append((action, after))
        return [self._words.message(message, self.names) for message in explained]

    def _take_back(self) -> str:
        """Take back what was entered last; what is said about it."""
        if not self._entered:
            return self._words("refused.nothing-to-undo")
        action, _ = self._entered.pop()
        return self._words("log.undo", text=TEXT.action_name(self._at, action))

    def example(self) -> str:
        """The complete rounds as a table of the file; empty without one."""
        rounds: list[list[Action]] = []
        scores: list[list[int]] = []
        of_round: list[Action] = []
        for action, after in self._entered:
            (of_round if isinstance(action, Enter) else rounds[-1]).append(action)
            if of_round and (after.outcome is not None or not after.at):
                rounds.append(of_round)
                scores.append(list(after.scores))
                of_round = []
        if not rounds:
            return ""
        options = ", ".join([f"{name} = {json.dumps(value)}" for name, value in self._options.items()])
        lines = ["[[example]]", f"players = {self._players}", *([f"options = {{{options}}}"] if options else [])]
        written_rounds = [f"  [{', '.join([json.dumps(str(action)) for action in actions])}]," for actions in rounds]
        lines += ["rounds = [", *written_rounds, "]", f"scores = {json.dumps(scores)}"]
        if self._position.outcome is not None:
            lines.append(f"winners = {json.dumps(list(self._position.outcome.winners))}")
        return "\n".join(lines)

    @property
    def _at(self) -> Situation[PadPosition]:
        return Situation(
            self._game, self._position, self.names, self._options, self._words, self._position.outcome
        )  # fmt: skip

    def _action(self, text: str) -> Action:
        """The action that a text means: a value of what is asked, or the whole of it. Raises Unreadable."""
        field, _ = self._position.asked
        for name, value in self._values(field):
            if text.casefold() == normalize("NFKC", name).casefold():
                return enter(field, self._position.speaker, value)
        if field.kind == "number" and (number := whole_number(text)) is not None:
            text = str(number)
        who = "" if self._position.speaker is None else f" {self._position.speaker}"
        alone = f"{field.name}{who} {text}"
        try:
            return self._game.read(text if " " in text or text == FINISH else alone)
        except Unreadable:
            raise Unreadable("refused.pad.no-value", value=text, label=field.label, values=self._listed) from None

    def _values(self, field: Field) -> list[tuple[str, Value]]:
        """What people may say for values, beside the notation."""
        language = self._words.language
        match field.kind:
            case "yesno":
                return [(self._words("pad.no"), False), (self._words("pad.yes"), True), ("n", False), ("y", True)]
            case "pick":
                return [(pick.label.of(language), pick.key) for pick in field.picks]
            case "seat":
                return [*[(name, seat) for seat, name in enumerate(self.names)], (self._words("pad.nobody"), NOBODY)]
        return []
