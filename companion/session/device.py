"""The seats of the device in a game: whose turn is the device's, what it hides, and what it has chosen.

The device draws a seed when a game begins with it. The seed, and each of its choices, are lines of the record that only
the device reads; a choice is in the record before the glass asks people to carry it out. So a power cut changes no
choice, and nobody can make it choose again by going back: at the same entry of the same table it has chosen already.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any

from companion.kit.game import Game
from companion.kit.levels import as_offered
from companion.kit.rules import BadSeat, Options, Seat
from companion.play import act as acts
from companion.play.act import NO_SEATS, PERSON, Act, Line, Seats, device_number
from companion.play.timeline import GameSetup, Snapshot, digest, played_before
from companion.reader import Reader, Wrong, from_json
from companion.sealed import commitment_of, seal_of, seed_with_word
from companion.values import Frozen, NamedTuple
from companion.words import Words

if TYPE_CHECKING:  # a start without a device at the table must not pay for them
    from companion.kit.search.mind import Mind, Thought
    from companion.kit.search.review import Following

ASKED = 3
"""Advice has the work of this level."""


class Sitting(NamedTuple):
    """What people choose before a game: the devices by name with their levels, and whether odds and advice are on.

    `again` is the number of the game of which this one tries a moment again, 0 for none.
    """

    devices: Mapping[str, str] = {}
    odds: bool = False
    advice: bool = False
    again: int = 0

    def number_of(self, name: str) -> int:
        """The number of a device in place of a person's."""
        return device_number(sorted(self.devices).index(name))

    def begin(self, game: Game, names: Sequence[str], options: Options, chance: Random) -> tuple[list[Act], Seats]:
        """The hidden lines before the start of a game, and the seats in the line of the start. Raises BadSeat."""
        if not any(self):
            return [], NO_SEATS
        mind = game.mind
        if mind is None or (self.devices and not mind.sits(options)):
            raise BadSeat("refused.seat-game", game=game.in_messages)
        if not self.devices:
            return [], Seats(odds=self.odds, advice=self.advice)
        if set(names) <= set(self.devices):
            raise BadSeat("refused.seat-last")
        seed, seal = draw_seed(chance)
        levels = tuple([self.devices.get(name, PERSON) for name in names])
        return seed, Seats(levels, seal, mind.version, self.odds, self.advice, self.again)


NO_DEVICE = Sitting()


def sitting_again(now: Snapshot, names: Sequence[str]) -> Sitting:
    """The devices of a game for another one, with the levels that they have now. `names` are those of its people today.

    A device that got up sits down again.
    """
    seats = now.setup.seats
    levels = zip(names, now.levels or seats.levels, seats.levels, strict=False)
    return Sitting(
        {name: as_offered(level or first) for name, level, first in levels if first}, seats.odds, seats.advice
    )


def draw_seed(chance: Random) -> tuple[list[Act], str]:
    """The hidden line of a new seed, and its seal."""
    seed = f"{chance.getrandbits(128):032x}"
    return [Act(acts.SEED, 0, seed)], seal_of(seed)


class Turn(NamedTuple):
    """A moment at which a seat of the device has to choose.

    `ply` counts the entries before it that changed the position. `table` is the digest of the position.
    """

    game: int
    ply: int
    seat: Seat
    level: str
    table: str


class Chosen(Frozen):
    """What the device has chosen at a turn. `quick`: by the game's quick rule, because nothing could think.

    `by` says who stopped the thought, one of `STOPPERS`; empty if nobody did. `commitment` is what the line of a hidden
    choice has shown since it was made.
    """

    turn: Turn
    thought: Thought
    quick: bool = False
    by: str = ""
    commitment: str = ""

    def line(self, at: float, seed: str) -> Line:
        """As a line of the record, at this time; the seed salts the commitment."""
        thought = self.thought.as_json()
        del thought["choices"], thought["line"], thought["seat"]
        fields = {"ply": self.turn.ply, "seat": self.turn.seat, "level": self.turn.level, "table": self.turn.table}
        facts = {**({"quick": True} if self.quick else {}), **({"by": self.by} if self.by else {})}
        text = json.dumps({**fields, **facts, **thought}, separators=(",", ":"))
        return Line(0, at, Act(acts.CHOSE, 0, text), self.turn.game, commitment=self.commitment_with(seed))

    def commitment_with(self, seed: str) -> str:
        """The commitment that belongs to this choice; empty where it hides nothing."""
        card = self.thought.card
        return commitment_of(seed, self.turn.ply, self.turn.seat, card) if card is not None else ""


BY_OK, BY_SECONDS = STOPPERS = ("ok", "seconds")
"""Who stops a thought: people, or the setting of the longest thought."""


_GREATEST = 10**9
"""More than any number of entries or seats."""


LOOKED = Act(acts.CHOSE, 0, '{"looked":true}')
"""The hidden line before people go back over an entry that has shown what the device had hidden."""


class Hidden(NamedTuple):
    """What the record hides of a game: the seed (empty without one), and the choices, the oldest first.

    `looked`: people went back over something that the device had hidden and shown. `word` is the one that people added
    to its chance, empty without one.
    """

    seed: str = ""
    chosen: tuple[Chosen, ...] = ()
    looked: bool = False
    word: str = ""

    @property
    def whole_seed(self) -> str:
        """What all chance of the device follows from: the seed, with the word of the people."""
        return seed_with_word(self.seed, self.word)

    def at(self, turn: Turn) -> Chosen | None:
        """What the device has chosen at a turn, at the same table before.

        A card that was chosen stays also with another level: else people could make it choose again after a look.
        """
        same = turn.ply, turn.seat, turn.table
        for chosen in reversed(self.chosen):
            then = chosen.turn
            if (then.ply, then.seat, then.table) == same and (
                then.level == turn.level or chosen.thought.card is not None
            ):
                return chosen
        return None

    def last_at(self, ply: int, seat: Seat, table: str) -> Chosen | None:
        """The last choice of a seat at an entry of this table."""
        return next(
            (one for one in reversed(self.chosen) if one.turn[1:3] == (ply, seat) and one.turn.table == table), None
        )

    def thought_at(self, ply: int, seat: Seat, table: str) -> Thought | None:
        """The last thought of a seat at an entry of this table."""
        chosen = self.last_at(ply, seat, table)
        return chosen.thought if chosen is not None else None

    def thought_elsewhere(self, ply: int, seat: Seat) -> Thought | None:
        """The last thought of a seat at an entry, at whatever table: people may have changed an earlier entry since."""
        return next((one.thought for one in reversed(self.chosen) if one.turn[1:3] == (ply, seat)), None)

    def before(self, chosen: Chosen) -> Hidden:
        """The same as it was when a choice was made."""
        return self._replace(chosen=self.chosen[: self.chosen.index(chosen)])


NOTHING_HIDDEN = Hidden()


class OpenSeed(NamedTuple):
    """The sealed chance of a game that is over: the seal, the seed, and the word of the people, if they added one."""

    seal: str = ""
    seed: str = ""
    word: str = ""

    def sentence(self, words: Words) -> str:
        """What is said of it; empty without a seed."""
        if not self.seed:
            return ""
        return words("device.seed-word" if self.word else "device.seed", **self._asdict())


NO_SEED = OpenSeed()


def read_hidden(game: int, lines: Iterable[Line]) -> Hidden:
    """What the lines about chance say of a game; a line of a later version that cannot be read is left out."""
    seed, chosen, looked, word = "", list[Chosen](), False, ""
    for line in lines:
        act = line.act
        looked |= act == LOOKED
        if act.kind == acts.SEED:
            seed = seed or act.text
            continue
        with suppress(ValueError, TypeError, KeyError, Wrong):
            said = Reader(from_json(act.text))
            if act.kind == acts.WORD:
                word = word or said.text()
            else:
                chosen.append(_read_chosen(game, said, line.commitment))
    return Hidden(seed, tuple(chosen), looked, word)


def _read_chosen(game: int, said: Reader, commitment: str) -> Chosen:
    """A choice of a line. Raises Wrong, or as `read_thought`, if it cannot be read.

    Its numbers must be whole ones: 2.0 is as much as 2, but not the same text, and would be another chance.
    """
    ply, seat = [said.member(name).integer(0, _GREATEST) for name in ("ply", "seat")]
    turn = Turn(game, ply, seat, str(said.member("level").value), said.member("table").text())
    quick, by = said.get("quick", False).boolean(), said.get("by", "").one_of(("", *STOPPERS))
    facts = (*Turn._fields, "quick", "by")
    fields = {name: part.value for name, part in said.members().items() if name not in facts}
    return Chosen(turn, read_thought(seat, fields), quick, by, commitment)


def word_act(word: str) -> Act:
    """The word that people add to the chance of the device, as an act."""
    return Act(acts.WORD, 0, json.dumps(word, ensure_ascii=False))


def may_add_word(step: Snapshot | None, hidden: Hidden) -> bool:
    """Whether people can still add a word: a seal is known, nothing was entered, and nothing has been chosen.

    A game that tries a moment again begins with the entry that sets its table.
    """
    if step is None or step.timeline is None or not hidden.seed or hidden.word or hidden.chosen:
        return False
    return bool(step.setup.seats.seal) and len(step.timeline) == (2 if step.setup.seats.again else 1)


def seal_in(step: Snapshot) -> str:
    """The seal of a game: of its start, or of the first device that sat down later; empty without a device."""
    return _seal_and_mind(step)[0]


def mind_in(step: Snapshot) -> int:
    """The version of the mind of a game, as its seal; 0 if the record does not say it."""
    return _seal_and_mind(step)[1]


def _seal_and_mind(step: Snapshot) -> tuple[str, int]:
    return acts.seal_and_mind(step.setup.seats, [ply.act for ply in step.timeline or ()])


def read_thought(seat: Seat, fields: Mapping[str, Any]) -> Thought:
    """A thought from JSON values; what is missing has its default."""
    from companion.kit.search.mind import Choice, Thought

    known = {name: value for name, value in fields.items() if name in Thought._fields and name != "seat"}
    known["win"] = tuple(known["win"])
    known["choices"] = tuple([Choice(**choice) for choice in known.get("choices", ())])
    known["line"] = tuple(known.get("line", ()))
    extra = {name: value for name, value in fields.items() if name not in Thought._fields}
    return Thought(seat=seat, **known, extra=extra)


def mind_of(setup: GameSetup) -> Mind | None:
    """What thinks in a game; None where no device can sit, and no odds are known."""
    mind = setup.game.mind if setup.game is not None else None
    return mind if mind is not None and mind.plays(options_of(setup)) else None


def are_shares_rough(setup: GameSetup) -> bool:
    """Whether shares of the win in this game come true only roughly."""
    mind = setup.game.mind if setup.game is not None else None
    return mind is not None and len(setup.names) >= mind.rough_from


def options_of(setup: GameSetup) -> Mapping[str, bool | str]:
    """The options of a game whose rules are known, each with its value."""
    return setup.rules.complete(setup.options)


def turn_of(step: Snapshot | None) -> Turn | None:
    """The turn of the device that comes first now; None if people must act, or nobody."""
    if step is None or step.position is None or step.outcome is not None or not any(step.levels):
        return None
    mind, levels, position = mind_of(step.setup), step.levels, step.position
    for seat in position.to_act if mind is not None else ():
        if levels[seat] and mind is not None and mind.may_think(position, seat):
            return Turn(step.setup.id, played_before(step.plies), seat, levels[seat], digest(position))
    return None


def requests(step: Snapshot) -> list[dict[str, object]]:
    """The requests of the protocol that lead to this table, from the beginning of the game."""
    setup, timeline = step.setup, step.plies
    new: dict[str, object] = {
        "do": "new",
        "game": setup.key,
        "players": [f"Seat {seat}" for seat in range(len(setup.names))],  # a mind does not know who plays
        "options": dict(options_of(setup)),
    }
    found = [new]
    for ply in timeline[1:]:
        if ply.act.kind == acts.PLAY:
            found.append({"do": "play", "action": ply.text})
        elif ply.act.kind == acts.SET:
            found.append({"do": "set", "table": json.loads(ply.act.text)})
    return found


def shows_odds(step: Snapshot) -> bool:
    """Whether people switched odds on for this game, and it still runs."""
    return step.setup.seats.odds and step.outcome is None


def asks_advice(step: Snapshot) -> bool:
    """Whether advice was the last thing that people asked for."""
    return step.act.kind == acts.ADVICE and step.outcome is None


def may_advise(step: Snapshot) -> bool:
    """Whether people can ask for advice now: they switched it on, no device is to act, and it needs no secret."""
    mind, position = mind_of(step.setup), step.position
    if mind is None or position is None or step.outcome is not None or not step.setup.seats.advice:
        return False
    acting = position.to_act
    return not any(step.levels[seat] for seat in acting) and mind.advisable(position) and (
        mind.may_think(position, min(acting))
    )  # fmt: skip


def question_request(
    kind: str, step: Snapshot, ply: int, following: Following | None, closely: int
) -> dict[str, object]:
    """The request of the protocol for odds, advice or a ply of a review; that has `closely` times the usual work."""
    mind = mind_of(step.setup)
    if mind is None or kind == "odds":  # also shares of scores, where nothing is thought
        return {"do": "odds"}
    if kind == "advice":
        return {"do": "advise", "work": mind.works[ASKED - 1]}
    said = {} if following is None else {"following": list(following.shares), "proven": following.proven}
    return {"do": kind, "work": closely * mind.review_work, "ply": ply, **said}
