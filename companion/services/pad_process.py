"""Checks and adds the score pads that phones hand over, in a process of its own: reading a bad file may take seconds on
a small Pi, and neither the loop nor the web window waits for it.

`PadProcess` starts this module as a program for each pad. It reads the content from its input and answers with one line
of JSON.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock, Thread

from companion.app.thinking import start_module
from companion.games.pad.adding import Added, add_pad, find_place
from companion.kit.faults import FileFault, fault_line
from companion.log import Log
from companion.messages import Message
from companion.ports import Event, PadReport
from companion.record import RecordTrouble
from companion.services.mind_worker import lower_priority
from companion.texts import harmless
from companion.words import Words

CHECK, ADD = "check", "add"
LONGEST_S = 60.0
"""A process that takes longer is ended; a check of any file takes half a second on a desktop."""

log = Log(__name__)


class PadProcess:
    """Implements `ports.PadWorker` for the record in `folder`; `put` takes what it reports, in any thread."""

    def __init__(self, put: Callable[[Event], None], folder: Path) -> None:
        self._put = put
        self._folder = folder
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._closed = False

    def check(self, content: bytes, name: str, language: str) -> None:
        self._start(CHECK, content, name, language)

    def add(self, content: bytes, language: str) -> None:
        self._start(ADD, content, "", language)

    def close(self) -> None:
        with self._lock:
            self._closed = True
            if self._process is not None:
                self._process.kill()

    def _start(self, what: str, content: bytes, name: str, language: str) -> None:
        words = [what, str(self._folder), language, harmless(name)]
        Thread(target=self._run, args=(words, content), name="pad", daemon=True).start()

    def _run(self, words: list[str], content: bytes) -> None:
        """Wait for the process, and hand on what it says. Runs in a thread of its own."""
        output = b""
        try:
            with self._lock:
                if self._closed:
                    return
                self._process = process = start_module(__spec__.name, *words, stderr=subprocess.PIPE)
            with process:
                try:
                    answer, output = process.communicate(content, LONGEST_S)
                except subprocess.TimeoutExpired:
                    process.kill()
                    raise
            report = PadReport(**json.loads(answer))
        except (OSError, ValueError, subprocess.TimeoutExpired) as error:
            if self._closed:
                return
            why = output.decode("utf-8", "replace").strip().rpartition("\n")[2] or str(error)
            log.error("a pad cannot be checked: %s", why)
            fault = FileFault("pad.wrong.unforeseen", why=type(error).__name__)
            report = PadReport(fault=_in_words(fault, words[3], Words(words[2])))
        self._put(report)


def report_on(what: str, folder: Path, language: str, name: str, content: bytes) -> PadReport:
    """Check a pad, or add it; what people are to hear of it."""
    words = Words(language)
    try:
        pad, added, _ = (find_place if what == CHECK else add_pad)(folder, content)
    except FileFault as fault:
        return PadReport(fault=_in_words(fault, name, words))
    except RecordTrouble as trouble:
        message = trouble.message  # a phone has no options, and no use for our folders
        key = "handed.there" if message.key == "pad.there" else message.key
        return PadReport(fault=words.message(Message(key, **message.params), ()))
    if what == CHECK and added is Added.SAME:
        return PadReport(fault=words("handed.same"))
    return PadReport(pad.name.of(language), pad.players_in_words)


def _in_words(fault: FileFault, name: str, words: Words) -> str:
    return fault_line(name or words("handed.text"), fault, words)


if __name__ == "__main__":
    lower_priority(int(sys.argv[1]))
    _what, _folder, _language, _name = sys.argv[2:]
    _report = report_on(_what, Path(_folder), _language, _name, sys.stdin.buffer.read())
    with suppress(BrokenPipeError):
        sys.stdout.write(json.dumps(vars(_report)) + "\n")
        sys.stdout.flush()
