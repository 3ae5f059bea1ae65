"""The files of the record: opened, written and read through here alone, and put right where damaged or gone."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from errno import EROFS
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Concatenate, ParamSpec, Protocol, Self, TypeVar

from companion.engines.refusals import Message
from companion.table import soundness
from companion.table.place import (
    BESIDE,
    FILE,
    LOCK,
    NEW,
    NOTHING,
    Damaged,
    RecordTrouble,
    Known,
    Vanished,
    locked,
    marks,
    settled,
    trouble,
    unusable,
)
from companion.table.schema import SCHEMA, prepare

if TYPE_CHECKING:
    from tempfile import TemporaryDirectory

_P = ParamSpec("_P")
_T = TypeVar("_T")
_F = TypeVar("_F", bound="Files")


class Holder(Protocol):
    """Whoever has a part of the record in memory. It outlives the file that it came from."""

    def known(self) -> Known:
        """That part."""

    def mended(self) -> None:
        """The record has been put right; what follows from it may be other than before."""


def mending(method: Callable[Concatenate[_F, _P], _T]) -> Callable[Concatenate[_F, _P], _T]:
    """Where damage is met, or the files are gone: the record is put right, and this done once more, all of it."""

    @wraps(method)
    def again(self: _F, /, *args: _P.args, **kwargs: _P.kwargs) -> _T:
        try:
            if self._shut and not self._closed:
                self._opened()
            return method(self, *args, **kwargs)
        except (Damaged, Vanished) as damage:
            if self._hopeless:
                raise
            self._mend(damage)
        try:
            return method(self, *args, **kwargs)
        except Damaged:
            self._hopeless = True  # nothing is set aside twice for one thing
            raise

    return again


class Files:
    """The database of the record in a folder, opened for writing by this process alone.

    A context manager; `close` may come twice. A record that is damaged is set aside and what is whole of it goes on in
    a fresh one, whether that is found when it is opened or later (see `salvage`); one on a disk that can only be read
    can be looked at, and nothing is told to it. `told` collects messages for people about that, oldest first. `holder`
    is asked what it has in memory, so that nothing is lost that was told before.
    """

    def __init__(self, folder: Path, defaults: Sequence[str] = ()) -> None:
        """Open the record, making it if there is none, then with `defaults` as its first people."""
        self._folder = folder
        self._defaults = defaults
        self._closed = self._hopeless = False
        self._shut = True
        self._counted: dict[tuple[object, ...], int] = {}
        """What holds until something is written."""
        self.told: list[Message] = []
        self.holder: Holder | None = None
        self._copy: TemporaryDirectory[str] | None = None
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            self._lock = locked(folder / LOCK)
        except OSError as error:
            trouble = unusable(folder, error)
            if error.errno != EROFS:
                raise trouble from error
            self._look(trouble)
        try:
            self._opened()
        except BaseException:
            self.close()
            raise

    def _look(self, trouble: RecordTrouble) -> None:
        """On a disk that can only be read, go on with a copy in memory, to which nothing is told."""
        from companion.table.salvage import carried  # only then

        copy = carried(self._folder)
        if copy is None:
            raise trouble
        self._copy, self._folder = copy, Path(copy.name)
        self._lock = locked(self._folder / LOCK)
        self.told.append(Message("journal.barred"))

    # -- the files

    def _opened(self) -> None:
        try:
            self._open()
        except Damaged as damage:
            self._salvage(damage)

    def _open(self) -> None:
        """Open what lies there. Raises Damaged if it is no record any more, and then has changed nothing."""
        file = self._folder / FILE
        self._counted.clear()
        try:
            names = os.listdir(self._folder)  # noqa: PTH208 - strings are enough
        except OSError as error:
            raise unusable(self._folder, error) from error
        if any(name.endswith(".fresh") for name in names):
            from companion.table.salvage import finish  # only where the plug has interrupted it

            finish(self._folder)
        soundness.look(self._folder)
        try:
            if not os.path.lexists(file):
                self._begin()
            self._database = sqlite3.connect(file, isolation_level=None)
            try:
                self._prepare()
                self._marks = marks(self._folder)
                self._shut = False
            except BaseException:
                self._database.close()
                raise
        except sqlite3.Error as error:
            raise trouble(error, "journal.open", strange=True, file=file) from error
        except (ValueError, LookupError, TypeError, RecursionError) as error:  # from an older record: see schema
            raise Damaged(repr(error)) from error
        except OSError as error:
            raise unusable(self._folder, error) from error

    def _begin(self) -> None:
        """Make a record with its first people. It appears whole or not at all: half a one would look like damage."""
        for end in ("", *BESIDE):
            (self._folder / f"{NEW}{end}").unlink(missing_ok=True)
        with closing(sqlite3.connect(self._folder / NEW, isolation_level=None)) as database:
            database.execute("PRAGMA synchronous = FULL")
            self._brought_up(database, 0)
            # Last, so that nothing is left in a log when this is renamed.
            database.execute("PRAGMA journal_mode = WAL")
        (self._folder / NEW).rename(self._folder / FILE)
        settled(self._folder)

    def _brought_up(self, database: sqlite3.Connection, schema: int) -> None:
        """Lead a record to the present schema, whole or not at all."""
        run = database.execute
        run("BEGIN IMMEDIATE")
        try:
            prepare(run, schema, self._defaults)
            run(f"PRAGMA application_id = {soundness.APPLICATION}")
            soundness.same(database)
            run("COMMIT")
        except BaseException:
            if database.in_transaction:
                run("ROLLBACK")
            raise

    def _prepare(self) -> None:
        run = self._database.execute
        soundness.guard(self._database)
        schema = soundness.ours(self._database, self._folder / FILE)
        run("PRAGMA journal_mode = WAL")
        run("PRAGMA synchronous = FULL")
        run("PRAGMA foreign_keys = ON")
        if schema < SCHEMA:
            self._brought_up(self._database, schema)
        else:
            soundness.same(self._database)

    def _salvage(self, damage: Damaged) -> None:
        """Set what lies there aside and go on with what is whole, also with all that is in memory."""
        import logging

        from companion.table import salvage  # hardly ever needed

        logging.getLogger(__name__).error("the record is damaged: %s", salvage.why(damage))
        known = self.holder.known() if self.holder is not None else NOTHING
        self.told.append(salvage.salvage(self._folder, self._defaults, known, self._release).message)
        self._open()

    def _release(self) -> None:
        """The files are let go of."""
        if not self._shut:
            self._shut = True
            self._database.close()

    def _mend(self, damage: RecordTrouble) -> None:
        """Put the record right. Raises RecordTrouble if that is not possible now."""
        self._hopeless = True
        try:
            if isinstance(damage, Damaged) and self._in_place():
                self._salvage(damage)
            else:
                from companion.table import salvage

                self._lock = salvage.put_back(self._folder, self._database, self._marks, self._lock, self._release)
                self.told.append(Message("journal.again", folder=self._folder))
                self._open()
            if self.holder is not None:
                self.holder.mended()
        finally:
            self._hopeless = False

    @contextmanager
    def _written(self) -> Iterator[None]:
        """All or nothing, and durable at the end."""
        if self._copy is not None:
            raise RecordTrouble("journal.barred")
        if not self._in_place():
            raise Vanished(self._folder)
        self._counted.clear()
        try:
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._database.execute("COMMIT")
            except BaseException:
                # After some errors, a full disk among them, SQLite has rolled back by itself.
                if self._database.in_transaction:
                    self._database.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            raise trouble(error, "journal.write") from error

    def _in_place(self) -> bool:
        """Whether what is open here still lies in the folder; what is written would be lost if it did not."""
        try:
            return marks(self._folder) == self._marks
        except OSError:
            return False

    @contextmanager
    def _read(self) -> Iterator[None]:
        """What cannot be read as the thing it should be is damage."""
        try:
            yield
        except sqlite3.Error as error:
            raise trouble(error, "journal.read") from error
        except (ValueError, LookupError, TypeError, RecursionError) as error:
            raise Damaged(repr(error)) from error

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._release()
            self._lock.close()
            if self._copy is not None:
                self._copy.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
