"""The people of games in files: by their numbers, so that a new name and two people of one name are no riddle.

    people: 3 Ada, 5 Ben       by seat, what they are called today; `-` for a device
    retired: 5                 those who are not on the roster any more

Names in a file without numbers are names of the record.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import count

from companion.kit.rules import Refusal, check_person
from companion.messages import Message
from companion.play import act as acts
from companion.play.act import PEOPLE, Act, Line
from companion.play.fold import GameState, Person
from companion.reader import Reader, from_json
from companion.record import Unfit, unfit_file
from companion.texts import look

NUMBER_MOST = 10**8
"""The highest number of a person, or of a game, that a file can give."""

FilePeople = tuple[Person | None, ...]
"""The people of a game by seat, None for a device; empty if the file has no numbers."""


def people_of(game: GameState, roster: Mapping[int, Person]) -> FilePeople:
    """The people of a game of the record, as they are called today."""
    return tuple([roster.get(number, Person(number, f"#{number}")) if number > 0 else None for number in game.people])


def distinct(roster: Mapping[int, Person]) -> dict[int, Person]:
    """Everybody, where somebody's new name was lost with a number behind the old one, which another person has."""
    found, taken = dict[int, Person](), set[str]()
    for number, person in sorted(roster.items(), key=lambda item: -item[1].used):
        name = person.name
        if name in taken:
            name = next(other for n in count(2) if (other := f"{person.name[:20]} {n}") not in taken)
        taken.add(name)
        found[number] = person._replace(name=name)
    return found


def as_members(people: FilePeople) -> dict[str, object]:
    """The members that people have in JSON."""
    members = [None if person is None else {"person": person.number, "name": person.name} for person in people]
    retired = [person.number for person in people if person is not None and person.retired]
    return {**({"people": members} if members else {}), **({"retired": retired} if retired else {})}


def as_header(people: FilePeople) -> dict[str, str]:
    """The lines that people have in a text."""
    texts = ["-" if person is None else f"{person.number} {person.name}" for person in people]
    retired = [str(person.number) for person in people if person is not None and person.retired]
    return {"people": as_list(texts), "retired": ", ".join(retired)}


def as_list(texts: Sequence[str]) -> str:
    """Texts in a row, as a list of JSON where a comma stands in one."""
    if any("," in text or text.startswith("[") for text in texts):
        return json.dumps(texts, ensure_ascii=False)
    return ", ".join(texts)


def parse_list(text: str) -> list[object]:
    """The parts of such a row. Raises ValueError."""
    entries = from_json(text) if text.startswith("[") else [part.strip() for part in text.split(",")]
    return entries if isinstance(entries, list) else [entries]


def parse_people(text: str) -> object:
    """The tree of JSON for a line of people. Raises ValueError."""
    return [None if part == "-" else _parse_person(part) for part in parse_list(text)]


def _parse_person(part: object) -> dict[str, object]:
    match = re.fullmatch("([0-9]{1,9}) (.+)", str(part))
    if match is None:
        raise ValueError(part)
    return {"person": int(match[1]), "name": match[2]}


def read_people(game: Reader) -> FilePeople:
    """The people of a game in the tree of JSON. Raises Wrong."""
    people = game.get("people")
    if people.is_null:
        return ()
    seats = game.member("players").entries()
    retired = [part.integer(1, NUMBER_MOST) for part in game.get("retired", []).entries()]
    people_read = list[Person | None]()
    for one in people.entries(len(seats)):
        if one.is_null:
            people_read.append(None)
            continue
        one.only("person", "name")
        number = one.member("person").integer(1, NUMBER_MOST)
        people_read.append(Person(number, one.member("name").text(), number in retired))
    return tuple(people_read)


class Newcomers:
    """Gives the people of a file their numbers in a record, and writes down what they were called in each game.

    Somebody who plays in a game that the record has already is who played there; else the one with the same name
    today, or with one that looks the same; else somebody new, under the number in the file if nobody has that.
    """

    def __init__(self, known: Mapping[int, Person]) -> None:
        self._known = known
        self._by_name = {person.name: person.number for person in known.values()}
        self._by_look = {look(name): number for name, number in self._by_name.items()}
        self._numbers: dict[int, int] = {}
        self._new: dict[int, Person] = {}
        self._called = {person.number: person.name for person in known.values()}

    def check(self, games: Iterable[tuple[FilePeople, GameState, Message | None]]) -> None:
        """Raise Unfit where people of the file, each with the place of the game, cannot be distinguished."""
        names, numbers = dict[int, str](), dict[str, int]()
        for people, game, where in games:
            named = [person for person in people if person is not None]
            levels = [not game.seats.level(seat) for seat in range(len(people))]
            if len({person.number for person in named}) < len(named) or levels != [p is not None for p in people]:
                raise unfit_file(where, "people")
            for person in named:
                try:
                    check_person(person.name)
                except Refusal as refusal:
                    raise Unfit(where, refusal.message, game.names) from None
                other = names.setdefault(person.number, person.name), numbers.setdefault(person.name, person.number)
                if other != (person.name, person.number):
                    raise unfit_file(where, "person", number=person.number, name=person.name)

    def recognise(self, people: FilePeople, recorded: GameState) -> None:
        """The record has this game already: its people are the people of the file."""
        for person, number in zip(people, recorded.people, strict=False):
            if person is not None and number in self._known and number not in self._numbers.values():
                self._numbers.setdefault(person.number, number)

    def seat(self, people: FilePeople, game: GameState, now: float) -> tuple[dict[str, int], list[Line]]:
        """The numbers of the people of a game by their names in it, and the lines that give them these names."""
        numbers, lines = dict[str, int](), list[Line]()
        for seat, name in enumerate(game.names):
            if game.seats.level(seat):
                continue
            person = people[seat] if people else None
            number = numbers[name] = self._number(person) if person is not None else self._named(name, game.names)
            if self._called.get(number) != name:
                kind = acts.RENAME if number in self._called else acts.NAME
                lines.append(Line(0, now, Act(kind, number, name), about=PEOPLE))
                self._called[number] = name
        return numbers, lines

    def settle(self, now: float) -> list[Line]:
        """The lines that give everybody today's name, and take those off the roster who have left it."""
        lines, taken = list[Line](), {person.name for person in self._known.values()}
        looks = set(map(look, taken))
        for number, person in sorted({**self._new, **self._known}.items()):
            name = person.name
            if number in self._new and (name in taken or look(name) in looks):
                name = next(other for n in count(2) if (other := f"{name[:20]} {n}") not in taken)
            taken.add(name)
            if number in self._called and self._called[number] != name:
                lines.append(Line(0, now, Act(acts.RENAME, number, name), about=PEOPLE))
            if number in self._new and person.retired:
                lines.append(Line(0, now, Act(acts.RETIRE, number), about=PEOPLE))
        return lines

    def _number(self, person: Person) -> int:
        number = self._numbers.get(person.number)
        if number is None:
            number = self._found(person.name)
            if not number or number in self._numbers.values():
                number = person.number if person.number not in self._called else self._next()
                self._new[number] = person._replace(number=number)
            self._numbers[person.number] = number
        return number

    def _named(self, name: str, names: Sequence[str]) -> int:
        number = self._by_name.get(name, 0)
        if not number and [look(other) for other in names].count(look(name)) == 1:
            number = self._found(name)
        if not number:
            number = self._by_name[name] = self._by_look[look(name)] = self._next()
            self._new[number] = Person(number, name)
        return number

    def _found(self, name: str) -> int:
        """The number of the person with a name, or with one that looks the same; 0 for nobody."""
        return self._by_name.get(name) or self._by_look.get(look(name), 0)

    def _next(self) -> int:
        return max([*self._called, *self._new], default=0) + 1
