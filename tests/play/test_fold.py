"""The fold: each transition worked by hand; line by line, from the start and a second, naive fold agree."""

from __future__ import annotations

import random
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import pytest
from installed import Record
from record.random_evening import Guests, games, lines, lists, seen
from variants import first

from companion.games import registry
from companion.play.act import PEOPLE, RECORD, UNKNOWN, Line, Result, begin, parse
from companion.play.fold import NO_GAME, GameState, State, fold
from companion.record.log import LOG
from companion.record.lookup import RecordView as AnyView


class Folded:
    """What follows from lines as one writes them down here: `1 new` is of game 1, `people name 1 Ada` of people."""

    def __init__(self, *said: str) -> None:
        self.state = State()
        self.games: dict[int, GameState] = {}
        for seq, text in enumerate(said, 1):
            about, _, act = text.partition(" ")
            game = int(about) if about.isdigit() else 0
            act = "new praetorians 1,2" if act == "new" else act
            line = Line(seq, 100.0 + seq, parse(act), game, f"g{game}" if game else about, f"d{seq}")
            before = (self.state, dict(self.games))
            self.state, changed = fold(self.state, line, 1000 * seq, self.games.get)
            assert before[1] == self.games
            self.games.update({game.id: game for game in changed})

    def stands(self) -> str:
        """The table, and every game with its path and what was undone beside it."""
        found = [f"on the table: {self.state.table}"]
        no_game = self.games.get(0, NO_GAME)
        for number, game in sorted(self.games.items()):
            path, undone = (_texts(entries) for entries in (game.path, game.undone))
            found += [f"{number}: {path}" + f" | {undone}" * bool(undone)] if number else []
        return "; ".join(found) + f"; no game: {_texts(no_game.undone)}" * bool(no_game.undone)

    def people(self) -> str:
        """Everybody, who played last first; those off the roster in brackets."""
        order = sorted(self.state.people.values(), key=lambda person: (-person.used, person.number))
        return " ".join(f"({person.name})" if person.retired else person.name for person in order)


def _texts(entries: Iterable[object]) -> str:
    return " ".join(str(entry.text).split(" ")[0] for entry in entries)  # type: ignore[attr-defined]


TWO = ("1 new", "1 a", "2 new", "2 b")
"""Game 1 waits, game 2 is on the table; an action each."""


def test_lines_that_only_the_device_reads_change_no_game_but_are_known_of_it() -> None:
    seed = f"seed {'0f' * 16}"
    plain = Folded("1 new", "1 a", "1 undo")
    folded = Folded(f"1 {seed}", "1 new", '1 chose {"ply":0}', "1 a", "1 undo", '1 chose {"ply":1}')
    assert folded.stands() == plain.stands()
    assert folded.games[1].hidden == (1000, 3000, 6000)
    assert folded.games[1].undone


def test_a_seed_whose_game_never_began_is_not_that_of_another_game() -> None:
    seed = f"seed {'0f' * 16}"
    folded = Folded(f"1 {seed}", "2 new")
    assert folded.games[2].hidden == ()
    assert folded.state.games == 2


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ((), "on the table: 0"),
        # new: the game begins; what was undone beside the game that was on the table is out of reach.
        (("1 new",), "on the table: 1; 1: new"),
        (("1 new", "1 a", "1 undo", "2 new"), "on the table: 2; 1: new; 2: new"),
        # play, set, back, change, concede, agree, abandon: a moment more, and redo has nothing any more.
        (("1 new", "1 a"), "on the table: 1; 1: new a"),
        (("1 new", "1 a", "1 undo", "1 b"), "on the table: 1; 1: new b"),
        (("1 new", "1 a", "1 back 0", "1 change 1 b", "1 concede 0"), "on the table: 1; 1: new a back change concede"),
        (("1 new", "1 set {}", "1 agree draw", "1 abandon"), "on the table: 1; 1: new set agree abandon"),
        # abandon: a game that waits does not come to the table; one without a start is not known.
        ((*TWO, "1 abandon"), "on the table: 2; 1: new a abandon; 2: new b"),
        ((*TWO, "2 undo", "1 undo", "2 resume", "1 abandon"), "on the table: 2; 1: new abandon; 2: new | b"),
        ((*TWO, "1 abandon", "1 resume", "1 undo"), "on the table: 1; 1: new a | abandon; 2: new b"),
        (("1 new", "1 undo", "1 abandon"), "on the table: 0; 1: ; no game: new"),
        # undo: the last moment stands beside the game; the first one undone is the last one to come back.
        (("1 new", "1 a", "1 undo"), "on the table: 1; 1: new | a"),
        (("1 new", "1 a", "1 b", "1 undo", "1 undo"), "on the table: 1; 1: new | b a"),
        # undo of a start: the game before comes to the table as it stands, and the start stands beside that.
        ((*TWO, "2 undo", "2 undo"), "on the table: 1; 1: new a | new; 2:  | b"),
        (("1 new", "1 undo"), "on the table: 0; 1: ; no game: new"),
        # …past a game whose start was taken back as well.
        (
            (*TWO, "3 new", "2 resume", "2 undo", "2 undo", "3 resume", "3 undo"),
            "on the table: 1; 1: new a | new new; 2:  | b; 3: ",
        ),
        # redo: what was undone last comes back; a start with its game, as it was put away.
        (("1 new", "1 a", "1 undo", "1 redo"), "on the table: 1; 1: new a"),
        ((*TWO, "2 undo", "2 undo", "2 redo"), "on the table: 2; 1: new a; 2: new | b"),
        ((*TWO, "2 undo", "2 undo", "2 redo", "2 redo"), "on the table: 2; 1: new a; 2: new b"),
        (("1 new", "1 undo", "1 redo"), "on the table: 1; 1: new"),
        (("1 new", "1 undo", "2 new", "2 undo"), "on the table: 0; 1: ; 2: ; no game: new"),
        (("1 new", "1 undo", "2 new", "2 undo", "2 redo"), "on the table: 2; 1: ; 2: new"),
        # a redo of what was not undone last changes nothing.
        (("1 new", "1 a", "1 redo"), "on the table: 1; 1: new a"),
        ((*TWO, "2 undo", "1 redo"), "on the table: 2; 1: new a; 2: new | b"),
        # resume: the game comes to the table with everything that was undone beside it; nothing else changes.
        ((*TWO, "2 undo", "1 resume", "1 undo"), "on the table: 1; 1: new | a; 2: new | b"),
        ((*TWO, "2 undo", "1 resume", "2 resume"), "on the table: 2; 1: new a; 2: new | b"),
        # lost: an entry that no rules agree with; what was undone stays.
        (("1 new", "1 a", "1 lost", "1 b"), "on the table: 1; 1: new a lost b"),
        (("1 new", "1 a", "1 undo", "1 lost"), "on the table: 1; 1: new lost | a"),
        ((*TWO, "2 lost", "2 c"), "on the table: 2; 1: new a; 2: new b lost c"),
        # only the game on the table gets entries: what was lost of another one brought it there.
        ((*TWO, "1 lost"), "on the table: 1; 1: new a; 2: new b"),
        ((*TWO, "1 lost", "1 lost"), "on the table: 1; 1: new a lost; 2: new b"),
        ((*TWO, f"{UNKNOWN} lost"), "on the table: 2; 1: new a; 2: new b lost"),
        ((*TWO, "people lost"), "on the table: 2; 1: new a; 2: new b"),
        ((f"{UNKNOWN} lost",), "on the table: 0"),
        # the text of a score pad changes no game.
        ((*TWO, f'record pad {"ab" * 32} "format = 1"'), "on the table: 2; 1: new a; 2: new b"),
        # a game that is not known, because its start was lost: nothing.
        (("1 new", "2 a", "2 undo", "2 redo", "2 resume", "2 lost"), "on the table: 1; 1: new"),
        (("1 new", "1 undo", "1 a", "1 resume", "1 lost"), "on the table: 0; 1: ; no game: new"),
        (("1 new nonsense",), "on the table: 0"),
        # a line of another game brings that game to the table: what led there was lost.
        ((*TWO, "1 b"), "on the table: 1; 1: new a b; 2: new b"),
        ((*TWO, "1 undo"), "on the table: 1; 1: new | a; 2: new b"),
        # an import changes no table and clears nothing.
        (("1 new", "1 a", "1 undo", "record import 2", "2 new", "2 b"), "on the table: 1; 1: new | a; 2: new b"),
        (("record import 2", "1 new", "1 a", "1 b"), "on the table: 1; 1: new a b"),
        # …also if its first line was lost: each game says for itself how many lines were imported with it.
        (("1 new", "1 a", "1 undo", "2 new praetorians 1,2 import=1", "2 b"), "on the table: 1; 1: new | a; 2: new b"),
        (("1 new", "2 new praetorians 1,2 import=1", "2 b", "2 c"), "on the table: 2; 1: new; 2: new b c"),
    ],
)
def test_each_transition_is_as_the_table_says(said: tuple[str, ...], stands: str) -> None:
    assert Folded(*said).stands() == stands


@pytest.mark.parametrize(
    ("said", "people"),
    [
        (("people name 1 Ada", "people name 2 Ben"), "Ada Ben"),
        (("people name 1 Ada", "people rename 1 Eve"), "Eve"),
        (("people name 1 Ada", "people retire 1"), "(Ada)"),
        (("people name 1 Ada", "people retire 1", "people name 1 Ada"), "Ada"),
        (("people rename 1 Eve", "people retire 1"), ""),
        (("people name 1 Ada", "people name 2 Ben", "people name 3 Eve", "1 new praetorians 3,2"), "Eve Ben Ada"),
        (("people name 1 Ada", "people name 2 Ben", "1 new praetorians 2,1", "2 new praetorians 1,2"), "Ada Ben"),
        (("people name 1 Ada", "people name 2 Ben", "people retire 2", "1 new praetorians 2,1"), "Ben Ada"),
        # people of an imported game do not move to the top, and people taken off the list stay off it.
        (("people name 1 Ada", "people name 2 Ben", "people retire 2", "record import 1", "1 new praetorians 2,1"),
         "Ada (Ben)"),
    ],
)  # fmt: skip
def test_rec_7_people_have_numbers_and_who_played_last_comes_first(said: tuple[str, ...], people: str) -> None:
    assert Folded(*said).people() == people


def test_rec_7_a_game_keeps_the_names_of_its_beginning_and_the_numbers_of_its_people() -> None:
    folded = Folded("people name 1 Ada", "people name 2 Ben", "1 new praetorians 2,1", "people rename 2 Eve", "2 new")
    assert [(game.people, game.names) for game in folded.games.values()] == [
        ((2, 1), ("Ben", "Ada")), ((1, 2), ("Ada", "Eve")),
    ]  # fmt: skip


def test_a_game_knows_its_series_the_game_before_and_where_its_entries_are() -> None:
    folded = Folded("1 new", "2 new praetorians 1,2 entry=scores series=1", "2 a", "2 undo")
    game = folded.games[2]
    assert (game.series, game.before, game.options) == (1, 1, {"entry": "scores"})
    assert (game.begun, game.at, game.last) == (102.0, 102.0, 4)
    assert [(entry.seq, entry.offset, entry.digest) for entry in (*game.path, *game.undone)] == [
        (2, 2000, "d2"), (3, 3000, "d3"),
    ]  # fmt: skip
    assert folded.games[1].series == 1


def test_rec_2_a_record_goes_on_under_the_id_that_was_written_last() -> None:
    folded = Folded("record log 1 aa m1", "1 new", "record log 1 bb m2")
    assert (folded.state.id, folded.state.machine, folded.state.seq) == ("bb", "m2", 3)


def test_a_number_is_never_given_twice_also_where_the_start_of_a_game_was_lost() -> None:
    assert Folded("1 new", "2 a").state.games == 2


# -- a second fold


class Judge:
    """The table of the fold in plain lists and dicts, from the first line on each time. It knows no offsets."""

    def __init__(self, said: Iterable[Line]) -> None:
        self.table = 0
        self.path: dict[int, list[int]] = {}
        self.undone: dict[int, list[tuple[int, int]]] = {0: []}
        """By game, and 0 for no game: game and line number of what redo brings back."""
        self.before: dict[int, int] = {}
        self.names: dict[int, str] = {}
        self.away: set[int] = set()
        self.played: list[int] = []
        """Everybody who played, who played last first."""
        until = -1
        for line in said:
            if line.about == PEOPLE and not line.game:
                self._person(str(line.act).split(" ", 2))
            elif line.about == RECORD and line.act.kind == "import":
                until = line.seq + line.act.number
            elif line.game:
                self._game(line, imported=line.seq <= until)

    def _person(self, words: list[str]) -> None:
        number = int(words[1])
        if words[0] == "retire":
            self.away.add(number)
        else:
            self.names[number] = words[2]
        if words[0] == "name":
            self.away.discard(number)

    def _game(self, line: Line, *, imported: bool) -> None:
        game, kind = line.game, line.act.kind
        if kind == "new":
            self.path[game], self.undone[game], self.before[game] = [line.seq], [], 0
            if not imported:
                self.undone[self.table] = []
                self.before[game], self.table = self.table, game
                people = list(begin(line.act).people)
                self.played = people + [number for number in self.played if number not in people]
                self.away -= set(people)
        elif kind == "undo":
            self.table = game
            seq = self.path[game].pop()
            while self.table and not self.path[self.table]:
                self.table = self.before[self.table]
            self.undone[self.table].append((game, seq))
        elif kind == "redo":
            back, seq = self.undone[self.table].pop()
            assert back == game
            self.path[game].append(seq)
            self.table = game
        elif kind == "resume":
            self.table = game
        else:
            self.path[game].append(line.seq)
            if not imported:
                self.undone[game] = []
                self.table = self.table if kind == "abandon" else game

    def agrees(self, library: AnyView) -> bool:
        """Whether this is what the fold says."""
        state = library.state
        known = {number: library.game_state(number) for number in (0, *self.path)}
        roster = [number for number in (*self.played, *sorted(set(self.names) - set(self.played)))
                  if number not in self.away]  # fmt: skip
        return (
            state.table == self.table
            and {number: [entry.seq for entry in game.path] for number, game in known.items() if game}
            == {0: [], **self.path}
            and {number: [(entry.game, entry.seq) for entry in game.undone] for number, game in known.items() if game}
            == self.undone
            and library.roster == tuple([self.names[number] for number in roster])
            and state.games == len(self.path)
        )


def imported(record: Record, chance: random.Random) -> None:
    """Two games come from elsewhere, with somebody new."""
    state, number = record.state, record.state.games + 1
    person = max(state.people) + 1
    said = [
        (0, f"name {person} Guest {person}"), (number, f"new praetorians {person},1"), (number, "flip R7"),
        (number, "stop"), (number + 1, f"new hannibal 2,{person} entry=scores"), (number + 1, "abandon"),
    ]  # fmt: skip
    group = [Line(state.seq + 1, 5.0, parse(f"import {len(said)}"), 0, RECORD)]
    for game, text in said:
        ended = Result((), (0, 0), "abandon") if text == "abandon" else None
        about = f"g{game}" if game else PEOPLE
        group.append(Line(group[-1].seq + 1, 6.0, parse(text), game, about, "0123456789ab" if game else "", ended))
    record.add_together(group)


@pytest.mark.parametrize("seed", first(range(6), 2))
def test_line_by_line_from_the_start_and_the_judge_agree_over_random_evenings(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    record = Record(tmp_path, ("Ada", "Ben", "Cleo"))
    guests = Guests(record, chance)
    for turn in range(150):
        what = chance.randrange(30)
        if what == 0:
            record.close()
            record = Record(tmp_path)
            guests.sit(record)
        elif what == 1:
            assert record.finished_games(0, 9).total <= record.state.games  # the index is written
        elif what == 2:
            imported(record, chance)
        else:
            guests.act()
        assert Judge(lines(tmp_path)).agrees(record), turn
        if turn % 50 == 25:
            there, pairs = (lists(record), games(record)), list(pairwise(lines(tmp_path)))
            assert all(then.seq == before.seq + 1 for before, then in pairs)
            assert seen(tmp_path) == there
            assert from_the_start(tmp_path) == there
    record.close()
    assert seen(tmp_path) == from_the_start(tmp_path)


def from_the_start(folder: Path) -> tuple[object, ...]:
    """The same log with no index beside it."""
    other = folder / "other"
    other.mkdir(exist_ok=True)
    (other / LOG).write_bytes((folder / LOG).read_bytes())
    return seen(other)


def test_random_evenings_have_every_kind_of_act_and_every_game(tmp_path: Path) -> None:
    happened: set[str] = set()
    for seed in range(3):
        with Record(tmp_path / str(seed), ("Ada", "Ben", "Cleo")) as record:
            guests = Guests(record, random.Random(seed))
            for _ in range(60 * len(registry.GAMES)):
                guests.act()
        said = lines(tmp_path / str(seed))
        happened |= {line.act.kind for line in said} | {begin(line.act).key for line in said if line.act.kind == "new"}
    assert happened >= set(
        "log name rename retire new play set concede agree abandon back change undo redo resume".split()
    ) | set(registry.GAMES)


def test_texts_of_pads_are_found_by_their_hash_and_games_name_theirs() -> None:
    one, two = "ab" * 32, "cd" * 32
    folded = Folded(
        f'record pad {one} "1"', f"1 new small 1,2 pad={one}", f'record pad {two} "2"', "2 new", f'record pad {one} "1"'
    )  # fmt: skip
    assert folded.state.pads == {one: 5000, two: 3000}
    assert [(game.key, game.pad, game.info.pad) for game in folded.games.values() if game.id] == [
        ("small", one, one), ("praetorians", "", ""),
    ]  # fmt: skip
    assert folded.games[1].options == {}
