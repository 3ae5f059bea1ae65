"""Random evenings: a record that goes on, back and elsewhere, and hands that read only the English sentences.

Per game there is a physical table (`Physical`). What people do themselves changes it by `act` and `correct`; what the
glass tells them to do changes it by `carry_out`, sentence by sentence, as the sentence reads. After each instruction
the table must lie as the record says.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Protocol, runtime_checkable

from installed import Record
from performing import performer_of

from companion.app.active_settings import ActiveSettings
from companion.app.banners import Banners
from companion.kit.rules import Inconsistent, Options, Position
from companion.session.session import Session
from companion.ui.intents import Enter, Redo, Start, Undo
from companion.ui.painter import Painter
from companion.words import Words
from hardware.fonts import lcd
from hardware.simulated import SimulatedClock

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil")
LONG_NAMES = ("Ada Lovelace, Countess", "Benjamin the Shoemaker", "Cleopatra, Queen of Nile", "Dora", "Emil")


class Physical(Protocol):
    """A table of real cards and pieces, each with an identity of its own, the face-down ones too."""

    def act(self, action: str, before: Position, after: Position) -> None:
        """The people do by themselves what they then enter."""

    def correct(self, position: Position) -> None:
        """The people say that the table lies so, and so it does."""

    def carry_out(self, sentence: str) -> None:
        """Do what one English sentence says, and nothing else; raises AssertionError if it cannot be done."""

    def finish(self) -> None:
        """The instruction ends: nothing is in anybody's fingers; raises AssertionError if something is."""

    def differences(self, position: Position) -> list[str]:
        """What lies otherwise than in the record, in words; empty if all is well."""


@runtime_checkable
class Viewer(Protocol):
    """A table whose people look at the glass before they carry out what it says."""

    def look(self, position: Position) -> None:
        """The glass shows the table as it is in the record."""


Lay = Callable[[Position, tuple[str, ...], random.Random], Physical]
"""The table at the start of a game, with these people by seat; the chance decides what nobody has seen."""


class Pages(Banners):
    """Banners that keep the pages of the last text."""

    def __init__(self, painter: Painter) -> None:
        super().__init__(SimulatedClock(0.0), painter.banners)
        self._painter = painter
        self.pages: list[str] = []

    def show(self, text: str, *, stays: bool = False) -> None:
        self.pages = self._painter.banners(text)


class Device:
    """An evening and what its glass says, without glass and keys."""

    def __init__(self, journal: Record) -> None:
        self._settings = ActiveSettings(Painter(lcd()), Words("en"))
        self._pages = Pages(self._settings.painter)
        clock = SimulatedClock(1_790_000_000.0)
        self.session = Session(journal, clock)
        self._performer = performer_of(self.session, self._settings, clock, self._pages)

    def does(self, intent: object) -> list[str]:
        """Do it; the pages that the glass then shows. Raises a Refusal, and then nothing has happened."""
        self._pages.pages = []
        self._performer.perform(intent)  # type: ignore[arg-type]
        for page in self._pages.pages:
            assert self._settings.painter.banners(page) == [page], f"this is cut on the glass: {page}"
        return self._pages.pages


def sentences(pages: list[str]) -> Iterator[str]:
    """The instructions among the lines of the pages: what follows the head."""
    lines = [line for page in pages for line in page.split("\n")]
    heads = ("Taken back: ", "Again: ", "Correct the table:")
    for at, line in enumerate(lines):
        if line.startswith(heads):
            yield from lines[at + 1 :]
            return


def session(
    folder: Path,
    key: str,
    players: int,
    options: Options,
    lay: Lay,
    seed: int,
    *,
    steps: int = 120,
    names: tuple[str, ...] = NAMES,
    corrected: Callable[[Position, random.Random], dict[str, object] | None] | None = None,
    choose: Callable[[Position, random.Random], str] | None = None,
) -> int:
    """One random evening of a game; how many instructions were carried out. Fails at the first that leads elsewhere.

    `corrected` gives a table view that people could `set` at a position (None for none); without it the table view of
    an earlier or later position of the same game is taken. `choose` picks an action where not all are equally likely.
    """
    dice = random.Random(seed)
    carried_out = 0
    with closing(Record(folder, names)) as journal:
        device = Device(journal)
        device.does(Start(key, names[:players], options))
        now = _now(device)
        table = lay(now, names[:players], dice)
        met = [now]  # positions that were on the table, for `set`
        history: list[str] = []

        def follow(intent: object, said: str) -> None:
            nonlocal carried_out
            history.append(said)
            pages = device.does(intent)
            lines = list(sentences(pages))
            if isinstance(table, Viewer):
                table.look(_now(device))
            why = f"seed {seed}, {options}: {history[-8:]}\nglass: {lines}"
            try:
                for line in lines:
                    table.carry_out(line)
                table.finish()
            except AssertionError as error:
                raise AssertionError(f"{error}\n{why}") from error
            found = table.differences(_now(device))
            assert not found, f"{found}\n{why}"
            carried_out += 1

        for _ in range(steps):
            step = device.session.now
            assert step is not None
            assert step.timeline is not None
            position, count = _now(device), len(step.timeline)
            way = dice.random()
            if way < 0.12 and count > 1:
                for _ in range(dice.choice((1, 1, 2, 3, 9))):
                    if len(_course(device)) > 1:
                        follow(Undo(), "undo")
            elif way < 0.2 and device.session.may_redo:
                for _ in range(dice.choice((1, 1, 2, 3, 9))):
                    if device.session.may_redo:
                        follow(Redo(), "redo")
            elif way < 0.25 and count > 2:
                place = dice.randrange(count - 1)
                follow(Enter(f"back {place}"), f"back {place}")
            elif way < 0.31 and count > 1:
                place = dice.randrange(1, count)
                then = step.timeline[place - 1]
                if then.outcome is None:
                    action = dice.choice(then.position.legal())
                    follow(Enter(f"change {place} {action}"), f"change {place} {action}")
            elif way < 0.34 and step.outcome is None:
                view = corrected(position, dice) if corrected else dice.choice(met).table()
                text = _set(view)
                if text is not None:
                    try:
                        device.does(Enter(text))
                    except Inconsistent:
                        continue
                    history.append(text)
                    table.correct(_now(device))
            elif step.outcome is None and position.legal():
                entered = choose(position, dice) if choose else str(dice.choice(position.legal()))
                table.act(entered, position, position.after(step.setup.game.read(entered)))  # type: ignore[union-attr]
                device.does(Enter(entered))
                history.append(entered)
                found = table.differences(_now(device))
                assert not found, f"the physical table plays otherwise: {found}, {history[-4:]}"
            elif count > 1:
                follow(Undo(), "undo")
            met = [*met[-40:], _now(device)]
    return carried_out


def _now(device: Device) -> Position:
    step = device.session.now
    assert step is not None
    assert step.position is not None
    return step.position


def _course(device: Device) -> tuple[object, ...]:
    step = device.session.now
    assert step is not None
    assert step.timeline is not None
    return step.timeline


def _set(view: dict[str, object] | None) -> str | None:
    import json

    return None if view is None else "set " + json.dumps(view, separators=(",", ":"))
