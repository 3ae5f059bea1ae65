"""REC-12: every export comes back. Over random evenings export, import and export are the identity, also of figures."""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from installed import Record, RecordView, export_text, import_games
from record.random_evening import WALL, Guests
from variants import first

from companion.kit.rules import Refusal
from companion.record import Unfit, figures
from companion.record.exchange import Imported
from companion.record.index import INDEX
from companion.record.lists import PersonStats
from companion.record.log import LOG
from companion.session.session import Session
from hardware.simulated import SimulatedClock

SCORES = {"entry": "scores"}
NAMES = ("Ada", "Ben", "Cleo", "Ada, Countess", "[x]", "5 Dora", "アウグストゥス", "-")


class Changing(Guests):
    """Guests who are called otherwise often, leave and come, so that one name is that of several people."""

    def act(self) -> None:
        if self.chance.random() < 0.8:
            super().act()
            return
        self.clock.advance(self.chance.choice((0.2, 5.0, 5000.0)))
        with suppress(Refusal):
            match self.chance.randrange(4):
                case 0:
                    self.session.rename_person(self.chance.choice(self.session.roster), self.chance.choice(NAMES))
                case 1:
                    self.session.add_person(self.chance.choice(NAMES))
                case 2 if len(self.session.roster) > 4:
                    self.session.retire_person(self.chance.choice(self.session.roster))
                case _:
                    self.session.rematch()


def out(folder: Path, form: str, game: str | None = None) -> str:
    return "".join(export_text(folder, game, form))


def figures_of(folder: Path, *, times: bool) -> tuple[Any, ...]:
    """Every figure of everybody; without `times` those that a text has too."""

    def tally(one: PersonStats) -> PersonStats:
        return one if times else one._replace(thought_ms=None)

    with RecordView(folder) as library:
        people = library.ask(lambda index: sorted(figures.people(index.run)))
        return (
            people,
            library.ask(lambda index: [list(map(tally, figures.person_stats(index.run, name))) for name in people]),
            library.ask(lambda index: [figures.head_to_head(index.run, a, b) for a in people for b in people]),
            [(game.id, game.names, game.people, game.sure, [one.id for one in library.series(game.series)], game.result)
             for game in library.finished_games(0, 999).games],
            library.ask(lambda index: figures.durations(index.run)) if times else None,
            {name: library.state.people[library.person(name)].retired for name in people},
            library.numbers(by_end=True),
        )  # fmt: skip


def played(folder: Path, seed: int) -> None:
    """An evening of people who change their names, on a system that now and then calls its clock synchronised."""
    chance, time_server = random.Random(seed), random.Random(seed)
    with Record(folder, ("Ada", "Ben", "Cleo", "Dora"), sure=lambda: time_server.random() < 0.7) as record:
        guests = Changing(record, chance)
        for _ in range(chance.choice((3, 12, 40, 90))):
            guests.act()


def is_identity(folder: Path, seed: int) -> None:
    """Export, import and export of an evening are the same in every byte, and so are the figures."""
    played(folder / "there", seed)
    if not figures_of(folder / "there", times=True)[-1]:
        return  # no game was begun, or each start was undone
    for form in ("text", "json"):
        first = out(folder / "there", form)
        imported = import_games(folder / form, first.encode(), WALL)
        assert (imported.known, imported.refused) == (0, ())
        assert out(folder / form, form) == first, (seed, form)
        times = form == "json"
        assert figures_of(folder / form, times=times) == figures_of(folder / "there", times=times), (seed, form)
        # What came back is known there, and to the record that it is from.
        count = len(imported.numbers)
        for place in (form, "there"):
            log = (folder / place / LOG).read_bytes()
            assert import_games(folder / place, first.encode(), WALL) == Imported((), count), (seed, form, place)
            assert (folder / place / LOG).read_bytes() == log


@pytest.mark.parametrize("part", first(range(4), 2))
def test_rec_12_export_import_export_is_the_identity_over_random_evenings(tmp_path: Path, part: int) -> None:
    for seed in range(part, 24, 4):
        is_identity(tmp_path / str(seed), seed)


@pytest.mark.thorough
@pytest.mark.parametrize("part", range(20))
def test_rec_12_export_import_export_is_the_identity_over_a_thousand_evenings(tmp_path: Path, part: int) -> None:
    for seed in range(1000 + part, 2000, 20):
        is_identity(tmp_path / str(seed), seed)


def evening(folder: Path, *steps: Callable[[Session], object]) -> None:
    """What people do, a minute between each thing and the next."""
    clock = SimulatedClock(WALL)
    with Record(folder, ("Ada", "Ben")) as record:
        session = Session(record, clock)
        for step in steps:
            step(session)
            clock.advance(60.0)


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize("then", [[], ["undo"], ["undo", "sit 1 2"], ["back 0"], ["back 0", "sit 0 2"]])
def test_rec_12_a_game_in_which_a_device_sat_down_later_comes_back(tmp_path: Path, then: list[str], form: str) -> None:
    evening(
        tmp_path / "there",
        lambda table: table.start("praetorians", ("Ada", "Ben"), {}),
        lambda table: table.enter("sit 1 3"),
        lambda table: [table.undo() if text == "undo" else table.enter(text) for text in then],
        lambda table: table.enter("agree draw"),
    )
    written = out(tmp_path / "there", form)
    assert ("seed" in written) == (then != ["undo"])
    assert import_games(tmp_path / "new", written.encode(), WALL) == Imported((1,), 0)
    assert out(tmp_path / "new", form) == written
    wrong = written.replace("seed: ", "seed: 0").replace('"seed": "', '"seed": "0')
    if wrong != written:
        with pytest.raises(Unfit) as fault:
            import_games(tmp_path / "wrong", wrong.encode(), WALL)
        assert fault.value.why.key == "import.seed"


def test_rec_12_somebody_who_is_renamed_in_a_series_is_one_person_in_the_file(tmp_path: Path) -> None:
    evening(
        tmp_path / "there",
        lambda table: table.start("praetorians", ("Ada", "Ben"), SCORES),
        lambda table: table.enter("concede 1"),
        lambda table: table.rename_person("Ada", "Adele"),
        lambda table: table.rematch(),
        lambda table: table.enter("concede 0"),
    )
    text = out(tmp_path / "there", "text")
    assert "players: Ada, Ben\npeople: 1 Adele, 2 Ben\n" in text
    assert "players: Ben, Adele\npeople: 2 Ben, 1 Adele\n" in text
    assert '"people": [{"person": 1, "name": "Adele"}, {"person": 2, "name": "Ben"}]' in out(tmp_path / "there", "json")
    assert import_games(tmp_path / "new", text.encode(), WALL) == Imported((1, 2), 0)
    with Record(tmp_path / "new") as record:
        assert [game.names for game in record.finished_games(0, 9).games] == [("Ben", "Adele"), ("Ada", "Ben")]
        (tally,) = record.ask(lambda index: figures.person_stats(index.run, "Adele"))
        assert (tally.played, tally.won, tally.longest) == (2, 2, 2)
        assert record.person("Ada") == 0


def test_rec_12_two_people_who_were_called_ada_one_after_the_other_stay_two(tmp_path: Path) -> None:
    evening(
        tmp_path / "there",
        lambda table: table.start("praetorians", ("Ada", "Ben"), SCORES),
        lambda table: table.enter("concede 1"),
        lambda table: table.rename_person("Ada", "Adele"),
        lambda table: table.start("praetorians", ("Ada", "Ben"), SCORES),
        lambda table: table.enter("concede 0"),
        lambda table: table.retire_person("Adele"),
    )
    for form in ("text", "json"):
        import_games(tmp_path / form, out(tmp_path / "there", form).encode(), WALL)
        with Record(tmp_path / form) as record:
            adele, ada = record.ask(lambda index: [figures.person_stats(index.run, name) for name in ("Adele", "Ada")])
            assert [(tally.played, tally.won) for tally in (*adele, *ada)] == [(1, 1), (1, 0)]
            assert record.roster == ("Ben", "Ada")


def test_rec_12_people_of_a_file_are_the_people_of_a_record_that_knows_their_games(tmp_path: Path) -> None:
    evening(
        tmp_path / "there",
        lambda table: table.start("praetorians", ("Ada", "Ben"), SCORES),
        lambda table: table.enter("concede 1"),
    )
    before = out(tmp_path / "there", "text")
    assert import_games(tmp_path / "other", before.encode(), WALL) == Imported((1,), 0)
    with Record(tmp_path / "other") as record:
        table = Session(record, SimulatedClock(WALL + 3600))
        table.rename_person("Ada", "Adele")
        table.add_person("Ada")
        table.start("praetorians", ("Ben", "Adele"), SCORES)
        table.enter("concede 0")
    after = out(tmp_path / "other", "text")
    assert import_games(tmp_path / "there", after.encode(), WALL) == Imported((2,), 1)
    with Record(tmp_path / "there") as record:
        (tally,) = record.ask(lambda index: figures.person_stats(index.run, "Ada"))
        assert (tally.played, tally.won) == (2, 2)  # Adele there is Ada here: they played the same game
        assert record.roster == ("Ada", "Ben")
        assert record.finished_games(0, 1).games[0].names == ("Ben", "Adele")


def damage(folder: Path, text: bytes) -> None:
    """Spoil the last line that ends with this text."""
    log = folder / LOG
    content = log.read_bytes()
    place = content.rindex(text + b"\n")
    log.write_bytes(content[:place] + b"?" + content[place + 1 :])
    (folder / INDEX).unlink()


@pytest.mark.parametrize("form", ["text", "json"])
def test_rec_12_a_game_that_lacks_the_undo_of_its_end_refuses_itself_alone(tmp_path: Path, form: str) -> None:
    evening(
        tmp_path / "there",
        lambda table: table.start("praetorians", ("Ada", "Ben"), SCORES),
        lambda table: table.enter("concede 0"),
        lambda table: table.undo(),
        lambda table: table.enter("bank 20"),
        lambda table: table.start("praetorians", ("Ben", "Ada"), SCORES),
        lambda table: table.enter("concede 1"),
    )
    damage(tmp_path / "there", b"undo")
    found = import_games(tmp_path / "new", out(tmp_path / "there", form).encode(), WALL)
    assert (found.numbers, [one.why.key for one in found.refused]) == ((2,), ["import.lost"])


@pytest.mark.parametrize("form", ["text", "json"])
def test_rec_12_a_game_that_went_on_behind_a_lost_entry_comes_back(tmp_path: Path, form: str) -> None:
    evening(
        tmp_path / "there",
        lambda table: table.start("praetorians", ("Ada", "Ben"), SCORES),
        lambda table: table.enter("bank 20"),
        lambda table: table.enter("bank 30"),
        lambda table: table.enter("bank 7"),
    )
    damage(tmp_path / "there", b"bank 30")
    evening(tmp_path / "there", lambda table: table.enter("back 1"), lambda table: table.enter("concede 1"))
    text = out(tmp_path / "there", form)
    assert import_games(tmp_path / "new", text.encode(), WALL) == Imported((1,), 0)
    assert out(tmp_path / "new", form) == text


def test_rec_12_two_people_with_one_name_as_a_new_one_was_lost_stay_two(tmp_path: Path) -> None:
    evening(
        tmp_path / "there",
        lambda table: table.start("praetorians", ("Ada", "Ben"), SCORES),
        lambda table: table.rename_person("Ada", "Adele"),
        lambda table: table.add_person("Ada"),
        lambda table: table.start("praetorians", ("Ben", "Ada"), SCORES),
    )
    damage(tmp_path / "there", b"Adele")
    import_games(tmp_path / "new", out(tmp_path / "there", "text").encode(), WALL)
    with Record(tmp_path / "new") as record:
        assert sorted(record.roster) == ["Ada", "Ada 2", "Ben"]


def test_rec_12_a_file_without_numbers_names_people_as_before(tmp_path: Path) -> None:
    text = "game: praetorians\nplayers: Ada, Ben\noptions: entry=scores\nbank 20\n"
    assert import_games(tmp_path, (text + text.replace("20", "21")).encode(), WALL) == Imported((1, 2), 0)
    with Record(tmp_path) as record:
        assert record.roster == ("Ada", "Ben")


@pytest.mark.parametrize("people", ["", "people: 7 Zoe\u0308, 8 Ｋｅｎ\n"])
def test_a_name_that_looks_the_same_is_the_same_person(tmp_path: Path, people: str) -> None:
    evening(tmp_path, lambda table: table.add_person("Zoë"), lambda table: table.add_person("Ken"))
    game = f"game: praetorians\nplayers: Zoe\u0308, Ｋｅｎ\n{people}options: entry=scores\nconcede 1\n"
    assert import_games(tmp_path, game.encode(), WALL) == Imported((1,), 0)
    assert import_games(tmp_path, game.encode(), WALL) == Imported((), 1)
    with Record(tmp_path) as record:
        assert record.roster == ("Ada", "Ben", "Zoë", "Ken")
        assert record.finished_games(0, 9).games[0].names == ("Zoe\u0308", "Ｋｅｎ")
        (tally,) = record.ask(lambda index: figures.person_stats(index.run, "Zoë"))
        assert (tally.played, tally.won) == (1, 1)


@pytest.mark.parametrize("people", ["", "people: 7 Ken, 8 Ｋｅｎ\n", "people: 8 Ken, 7 Ｋｅｎ\n"])
@pytest.mark.parametrize("known", ["Ken", "Ｋｅｎ", "Emil"])
def test_two_people_of_a_game_whose_names_look_the_same_stay_two(tmp_path: Path, known: str, people: str) -> None:
    evening(tmp_path, lambda table: table.add_person(known))
    game = f"game: praetorians\nplayers: Ken, Ｋｅｎ\n{people}options: entry=scores\nconcede 1\n"
    assert import_games(tmp_path, game.encode(), WALL) == Imported((1,), 0)
    with Record(tmp_path) as record:
        info = record.finished_games(0, 9).games[0]
        assert len(set(info.people)) == 2
        assert info.names == ("Ken", "Ｋｅｎ")
        both = {"Ken", "Ｋｅｎ"}
        assert both & set(record.roster) == ({known} if known in both else both)


def test_rec_12_what_a_file_cannot_say_refuses_that_game_and_the_others_come_in(tmp_path: Path) -> None:
    text = "game: praetorians\nplayers: Ada, Ben\noptions: entry=scores\nbank 20\n"
    unknown = f"game: wizard\nplayers: Ada, Ben, Cy\npad: {'0f' * 32}\n"
    lost = text.replace("bank 20", "lost")
    found = import_games(tmp_path, (unknown + text + lost).encode(), WALL)
    assert (found.numbers, found.known) == ((1,), 0)
    assert [(one.why.key, one.where.params if one.where else {}) for one in found.refused] == [
        ("import.pad-unknown", {"line": 1}), ("import.lost", {"line": 11}),
    ]  # fmt: skip
    with pytest.raises(Unfit):
        import_games(tmp_path, unknown.encode(), WALL)


@pytest.mark.parametrize(
    ("people", "key"),
    [
        ("1 Ada", "value.length"),
        ("1 Ada, 1 Ben", "import.people"),
        ("1 Ada, -", "import.people"),
        ("1 Ada, Ben", "import.wrong"),
        ("0 Ada, 2 Ben", "value.range"),
        ("1 Ada, 2 Ada", "import.person"),
        (f"1 Ada, 2 {'B' * 30}", "refused.name-long"),
    ],
)
def test_rec_12_people_that_cannot_be_are_refused(tmp_path: Path, people: str, key: str) -> None:
    text = f"game: praetorians\nplayers: Ada, Ben\npeople: {people}\n"
    with pytest.raises(Unfit) as fault:
        import_games(tmp_path, text.encode(), WALL)
    assert fault.value.why.key == key
