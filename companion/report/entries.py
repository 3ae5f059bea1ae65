"""What happened in a game, entry by entry, in words: who did what, and its consequences.

Only the entries of the current timeline are here. Where people went back or changed an entry, the entry at that place
has a note; the removed entries are not here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from companion.kit.rules import Refusal, Seat
from companion.messages import Message
from companion.play.act import BACK, CHANGE, SET
from companion.play.clock import time_text
from companion.play.fold import GameInfo
from companion.play.timeline import GameSetup, Ply, Snapshot, Timeline, used_ms
from companion.report.markup import isolate
from companion.session.device import NO_SEED, OpenSeed
from companion.session.ratings import RatingLine
from companion.session.review import Reviewed
from companion.session.text import act_words
from companion.words import Words


class Account(NamedTuple):
    """What a report is about: `kept`, the game in the record, its path, and its series.

    `steps` are the snapshots of the game's path; the last one is the current one. `series` are the games of its series
    up to this one, oldest first. `seconds` is how long people have played, 0 if nobody knows. `record` is the id that
    the record had when the game began; without it the page has no link to BG Stats. `chance` is the device's, with the
    seed only of a finished game; `looked`: people went back over what the device had shown.
    `reviewed` is the game looked at again, if the reader wants that. `ratings` are the people's by seat; empty
    where nobody has switched them on.
    """

    kept: GameInfo
    steps: tuple[Snapshot, ...]
    series: tuple[GameInfo, ...]
    seconds: float = 0.0
    record: str = ""
    chance: OpenSeed = NO_SEED
    looked: bool = False
    reviewed: Reviewed | None = None
    ratings: tuple[RatingLine, ...] = ()

    @property
    def timeline(self) -> Timeline | None:
        """The current timeline of the game; None if it was recorded under other rules."""
        return self.steps[-1].timeline

    @property
    def setup(self) -> GameSetup:
        """Which game, who sat where, which options."""
        return self.steps[-1].setup

    @property
    def axis(self) -> str:
        """What the numbers below a chart count: for a score pad rounds, unless it goes by turns."""
        kept, timeline = self.kept, self.timeline
        by_rounds = kept.pad and timeline is not None and timeline[0].position.table()["turn"] is None
        return "rounds" if by_rounds else kept.key

    @property
    def times(self) -> tuple[str, ...]:
        """How long the clock of each seat has run; empty without one."""
        return tuple(map(time_text, used_ms(self.setup, self.timeline))) if self.timeline is not None else ()


class Said(NamedTuple):
    """A sentence about a consequence of an action, with the number of its rule; readers must not miss `heavy` ones."""

    text: str
    rule: str | None = None
    heavy: bool = False


class Entry(NamedTuple):
    """One entry: its place in the timeline, its seat, the action and its consequences (`came`).

    `act` marks acts of the people. `notes` come before it: people went back there, or they changed the entry.
    """

    place: int
    seat: Seat | None
    what: str
    came: tuple[Said, ...] = ()
    act: bool = False
    notes: tuple[str, ...] = ()


def snapshot_at(setup: GameSetup, timeline: Timeline, place: int) -> Snapshot:
    """The table after an entry, with names that are isolated from the text around them."""
    named = setup.renamed(tuple(map(isolate, setup.names)))
    return Snapshot(place, place, timeline[place].text, named, timeline[: place + 1])


def entries(account: Account, words: Words) -> list[Entry]:
    """The entries of the current timeline in order; for a game recorded under other rules, all recorded entries."""
    timeline, setup = account.timeline, account.setup
    if timeline is None:
        return _unread_entries(account, words)
    notes = _notes(account.steps, words)
    entries_so_far = []
    for place in range(1, len(timeline)):
        entry = _entry(setup, timeline, place, words)
        entries_so_far.append(entry._replace(notes=tuple(notes.get(place, ()))))
    return entries_so_far


def ending_notes(account: Account, words: Words) -> tuple[str, ...]:
    """The notes behind the last entry."""
    timeline = account.timeline
    return tuple(_notes(account.steps, words).get(len(timeline), ())) if timeline is not None else ()


def _entry(setup: GameSetup, timeline: Timeline, place: int, words: Words) -> Entry:
    ply, before = timeline[place], timeline[place - 1]
    names = tuple(map(isolate, setup.names))
    act = act_words(ply.text, names, words)
    if act is not None:
        return Entry(place, None, act, _corrections(setup, before, ply, names, words), act=True)
    what = action_words(setup, timeline, place, words)
    return Entry(place, actor(before), what, _consequences(setup, timeline, place, names, words))


def actor(before: Ply) -> Seat | None:
    """Who acts: the only seat that may act, else the seat in turn; None if anybody may enter."""
    to_act = before.position.to_act
    if len(to_act) == 1:
        return to_act[0]
    turn = before.position.table().get("turn")
    return turn if isinstance(turn, int) else None


def action_words(setup: GameSetup, timeline: Timeline, place: int, words: Words) -> str:
    """An action in words."""
    text = timeline[place].text
    return setup.text.action_name(snapshot_at(setup, timeline, place - 1).situation(words), setup.rules.read(text))


def _consequences(
    setup: GameSetup, timeline: Timeline, place: int, names: Sequence[str], words: Words
) -> tuple[Said, ...]:
    """The consequences of an action, with the arithmetic if there is any."""
    game = setup.rules
    before, ply = timeline[place - 1], timeline[place]
    messages = game.consequences(before.position, game.read(ply.text), ply.position)
    text = setup.text
    heavy = {message.key for message in messages if _announces_end(message)} | text.setbacks
    after = snapshot_at(setup, timeline, place).situation(words)
    messages = text.explain(game.read(ply.text), after, messages)
    sentences = []
    for message in messages:
        if message.key not in game.prompts:  # the next entry says who is next
            sentence = words.message(Message(_text_key(message.key, words), message.rule, **message.params), names)
            sentences.append(Said(sentence, message.rule, message.key in heavy))
    return tuple(sentences)


def _text_key(key: str, words: Words) -> str:
    """The key of a message's text on paper: its own if there is one, else the arithmetic, else the plain text."""
    keys = (key.replace("event.", "report.event.", 1), key.replace("event.", "why.", 1))
    return next((candidate for candidate in keys if candidate in words), key)


def _announces_end(message: Message) -> bool:
    """Whether a message announces the end of the game."""
    return message.key.rpartition(".")[2].split("-")[0] in ("won", "drawn", "draw")


def _corrections(setup: GameSetup, before: Ply, ply: Ply, names: Sequence[str], words: Words) -> tuple[Said, ...]:
    """What changed when people corrected the table; empty for other acts."""
    if ply.act.kind != SET:
        return ()
    return tuple([Said(words.message(put, names)) for put in setup.rules.put_back(before.position, ply.position)])


def _notes(steps: Sequence[Snapshot], words: Words) -> Mapping[int, list[str]]:
    """The notes about changes of the timeline, by the place of the entry that they precede."""
    notes: dict[int, list[str]] = {}
    for before, step in pairwise(steps):
        act = step.act
        if act.kind not in (BACK, CHANGE) or before.timeline is None or step.timeline is None:
            continue
        last = max(act.number, act.last)
        put = len(act.entries) if act.kind == CHANGE else 0
        gone = len(before.timeline) - len(step.timeline) + (put and put - (last + 1 - act.number))
        # Notes about removed entries are removed, too.
        notes = {at: texts for at, texts in notes.items() if at < len(step.timeline)}
        if act.kind == BACK:
            notes.setdefault(act.number + 1, []).append(words("report.back", count=gone))
            continue
        places = list(range(act.number, last + 1))
        if put == len(places):  # the range may have entries that stay between those that change
            places = [at for at, text in zip(places, act.entries, strict=True) if before.timeline[at].text != text]
        was = words.join_list([_entry_text(before.setup, before.timeline, place, words) for place in places])
        notes.setdefault(act.number, []).append(words("report.changed", was=was))
        if gone:
            notes.setdefault(len(step.timeline), []).append(words("report.back", count=gone))
    return notes


def _entry_text(setup: GameSetup, timeline: Timeline, place: int, words: Words) -> str:
    """An entry in words."""
    text = timeline[place].text
    act = act_words(text, tuple(map(isolate, setup.names)), words)
    return act if act is not None else action_words(setup, timeline, place, words)


def _unread_entries(account: Account, words: Words) -> list[Entry]:
    """The recorded entries: acts of the people in words, actions in their notation."""
    unread = []
    for at, step in enumerate(account.steps[1:], 1):
        before = account.steps[at - 1]
        act = act_words(step.text, tuple(map(isolate, step.setup.names)), words)
        what = act if act is not None else step.text
        seat = None
        if act is None and before.timeline is not None and step.setup.game is not None:
            seat = actor(before.timeline[-1])
            try:
                step.setup.game.read(step.text)
            except Refusal:
                seat = None
        unread.append(Entry(at, seat, what, act=act is not None))
    return unread
