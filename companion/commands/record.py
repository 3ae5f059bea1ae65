"""`companion backup`, `restore`, `export`, `import`: the record leaves the device, and comes back."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from companion.commands import Unusable, named
from companion.commands.streams import complain, harmless, standard_input
from companion.games.refusals import Message
from companion.record.trouble import RecordTrouble, why
from companion.words import Words


def backup(data: Path | None, file: Path) -> int:
    """Write the record and the settings of a folder into one file; the exit status."""
    from companion.record import backup

    folder = named.folder(data)

    def done(words: Words) -> None:
        counted = backup.backup(folder, file)
        say(words("backup.done", file=file, games=counted.games, entries=counted.entries))

    return told(folder, done)


def restore(data: Path | None, file: Path) -> int:
    """Bring the record and the settings of a backup back into a folder; the exit status."""
    from companion.record import backup

    folder = named.folder(data)

    def done(words: Words) -> None:
        back = backup.restore(folder, file)
        say(words("restore.done", file=file, games=back.counted.games, entries=back.counted.entries))
        if back.counted.stuck:
            say(words("restore.stuck", stuck=back.counted.stuck))
        for kept in (back.record, back.settings):
            if kept is not None:
                say(words("restore.kept", file=kept))

    return told(folder, done)


def export(data: Path | None, game: str | None, form: str, file: Path | None, *, every: bool) -> int:
    """Write one game, or all, to standard output or into a file; the exit status."""
    from companion.record import exchange

    folder = named.folder(data)

    def done(words: Words) -> None:
        if (game is None) != every:
            raise Unusable(words("export.which"))
        pieces = exchange.exported(folder, game, form)
        if file is None:
            for piece in pieces:
                # Not by print: a file format has one encoding and its own line ends, whatever terminal this is.
                sys.stdout.buffer.write(piece.encode())
            sys.stdout.buffer.flush()
        else:
            save(pieces, folder, file)

    return told(folder, done)


def save(pieces: Iterable[str], folder: Path, file: Path) -> None:
    """A file that is written whole or not at all; what is no file (a pipe, a terminal) is written to."""
    place = file.resolve()
    if place.parent == folder.resolve() and place.name.startswith(("record", "settings", "index")):
        raise RecordTrouble("export.over-record", file=file)
    there = place.exists() and not place.is_file()
    temporary = place if there else place.with_name(f".{place.name[:100]}.new")
    try:
        try:
            with temporary.open("wb") as opened:
                for piece in pieces:
                    opened.write(piece.encode())
                if not there:
                    opened.flush()
                    os.fsync(opened.fileno())
            if not there:
                temporary.replace(place)
        except BaseException:
            if not there:
                temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise RecordTrouble("export.unwritable", file=file, why=why(error)) from error


def bring(data: Path | None, file: Path) -> int:
    """Take the games of a file into the record; the exit status."""
    from companion.record import exchange
    from companion.record.gamefiles import Unfit, unfit

    folder = named.folder(data)

    def done(words: Words) -> None:
        try:
            try:
                standard = file == Path("-")
                content = standard_input().read(exchange.MOST + 1) if standard else exchange.content_of(file)
            except OSError as error:
                raise unfit(None, "unreadable", why=why(error)) from error
            brought = exchange.bring(folder, content, time.time())
        except Unfit as fault:
            params: dict[str, object] = {"file": file, "why": words.with_rule(fault.why, fault.names)}
            if fault.where is not None:
                params["where"] = words.message(fault.where, ())
            message = Message("import.in" if fault.where is None else "import.at", **params)
            raise RecordTrouble("import.refused", why=message) from fault
        new = brought.numbers
        if len(new) == 1:
            say(words("import.one", number=new[0]))
        elif new:
            say(words("import.done", count=len(new), first=new[0], last=new[-1]))
        if brought.known:
            say(words("import.known", count=brought.known))

    return told(folder, done)


def told(folder: Path, do: Callable[[Words], None]) -> int:
    """Do something with the record and say what came of it, in the language that is set; the exit status."""
    words = named.words_of(folder)
    try:
        do(words)
    except RecordTrouble as trouble:
        complain(said(trouble.message, words))
        if trouble.message.key == "journal.locked":
            complain(words("restore.stop"))
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def say(text: str) -> None:
    """Tell whoever is at the terminal one thing."""
    print(harmless(text))


def said(message: Message, words: Words) -> str:
    """A message in words; part of it may be one of its own."""
    params = {name: said(part, words) if isinstance(part, Message) else part for name, part in message.params.items()}
    return words.message(Message(message.key, message.rule, **params), ())
