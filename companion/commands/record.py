"""`companion backup`, `restore`, `export`, `import`: the record leaves the device, and comes back."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

from companion.commands import named
from companion.engines.refusals import Message
from companion.table.journal import JournalTrouble
from companion.table.sound import NEVER_IN_A_LINE
from companion.words import Words


def backup(data: Path | None, file: Path) -> int:
    """Write the record and the settings of a folder into one file; the exit status."""
    from companion.table import backup

    folder = named.folder(data)

    def done(words: Words) -> None:
        counted = backup.backup(folder, file, time.time())
        _say(words("backup.done", file=file, games=counted.games, entries=counted.entries))

    return _told(folder, done)


def restore(data: Path | None, file: Path) -> int:
    """Bring the record and the settings of a backup back into a folder; the exit status."""
    from companion.table import backup

    folder = named.folder(data)

    def done(words: Words) -> None:
        back = backup.restore(folder, file)
        _say(words("restore.done", file=file, games=back.counted.games, entries=back.counted.entries))
        if back.counted.stuck:
            _say(words("restore.stuck", stuck=back.counted.stuck))
        for kept in (back.record, back.settings):
            if kept is not None:
                _say(words("restore.kept", file=kept))

    return _told(folder, done)


def _told(folder: Path, do: Callable[[Words], None]) -> int:
    """Do something with the record and say what came of it, in the language that is set; the exit status."""
    words = named.words_of(folder)
    try:
        do(words)
    except JournalTrouble as trouble:
        print(f"companion: {harmless(said(trouble.message, words))}", file=sys.stderr)
        if trouble.message.key == "journal.locked":
            print(f"companion: {words('restore.stop')}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


def _say(text: str) -> None:
    print(harmless(text))


def said(message: Message, words: Words) -> str:
    """A message in words; part of it may be one of its own."""
    params = {name: said(part, words) if isinstance(part, Message) else part for name, part in message.params.items()}
    return words.message(Message(message.key, message.rule, **params), ())


def harmless(text: str) -> str:
    """A text from elsewhere as one line of a terminal, which it cannot give orders to."""
    return NEVER_IN_A_LINE.sub(lambda found: found[0].encode("unicode_escape").decode(), text)
