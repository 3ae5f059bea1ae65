"""The commands of the READMEs: of their fenced blocks, and those that fill a cell of a table.

    python tests/readme_commands.py pages           the pages that have any, in the order to run them
    python tests/readme_commands.py list PAGE       its commands that are run, one a line
    python tests/readme_commands.py script PAGE     a script of bash that runs them as they stand, in one shell
    python tests/readme_commands.py left [PAGE]     those that are not run, with the reason

The script writes the number and the status of each command into the file that RESULTS names. Only the standard library
is needed.
"""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path
from typing import NamedTuple

PROJECT = Path(__file__).resolve().parents[1]
PAGES = (
    "README.md", "tests/README.md", ".github/CONTRIBUTING.md", "hardware/boards/README.md",
    "hardware/simulated/README.md", "companion/commands/README.md", "companion/hall/README.md", "systemd/README.md",
)  # fmt: skip
"""All pages with commands. The first one installs what the others use."""
CELL = re.compile(r"\| `((?:sudo|python3|\.venv/bin/\w+|\.ci/run|companion)(?: [^`]*)?)` (?=\|)")
PLACEHOLDER = re.compile(r"[…\[]|\b[A-Z]{3,}\b")
"""What somebody must fill in before the command of a table can be typed."""

PYTEST = ".venv/bin/python -m pytest -n auto"
FILLED_IN = "has a part to fill in"
PI = "needs the pins and the display of a Raspberry Pi"
RUN, DEB, IMAGE = [f"tests/system/{name}.sh runs it, on a machine of its own" for name in ("run", "deb", "image")]
ADDRESS = f"needs the address 192.168.1.5; {RUN}"
LEFT = {
    "README.md": {"sudo systemd/": RUN, "companion doctor": RUN},
    "tests/README.md": {
        f'{PYTEST} -m "gate and not thorough"': "the gate runs it",
        f"{PYTEST} -m thorough": "takes hours",
        PYTEST: "the test command of README.md runs the same",
        ".ci/run": "takes as long as everything here",
        ".venv/bin/python tests/mutate.py": "takes hours",
        "python3 tests/system/": "boots a machine, which a container may not",
        "sudo tests/system/": "boots a machine, which a container may not",
    },
    "hardware/boards/README.md": {"companion board-test": PI},
    "hardware/simulated/README.md": {
        "companion run --panel window": "needs a screen",
        "companion run --panel simulated": RUN,
    },
    "companion/commands/README.md": {"companion card": IMAGE},
    "companion/hall/README.md": {
        "companion hall check": ADDRESS,
        "companion hall publish": ADDRESS,
        "companion hall board": ADDRESS,
        "/usr/sbin/mosquitto": ADDRESS,
        "sudo install": RUN,
        "sudo systemctl daemon-reload": RUN,
        "sudo systemd/": RUN,
    },
    "systemd/README.md": {
        "DEB_MAINTAINER=": IMAGE,
        "sudo systemd/make-image.sh": IMAGE,
        "sudo systemd/": RUN,
        "sudo": DEB,
    },
}
"""By page, the beginnings of commands that are not run, with the reason; the first one that fits holds."""
TYPED = {
    "companion": ("Enter OK", "q"),
    "companion run --panel terminal": ("Enter OK", "q"),
    "companion run --panel text": ("lines", "quit\\n"),
    "companion run --panel board": ("Table Companion [0-9]", "\\003"),
}
"""Commands that stay, with what can be read when they are ready, and the keys that end them."""


FOLLOWED = {
    "# in the folder of Table Companion": ('cd "$COPY"', ""),
    "companion hall init": ("", "eval \"$(sed -n 's/.*To make it: //p' ~/said)\""),
}
"""What a person does before and after a command that has this part, because the page or the command says so."""


class Command(NamedTuple):
    """A command of a page, and why it is not run; empty if it is."""

    text: str
    left: str


def commands(page: str) -> list[Command]:
    """The commands of a page, in its order."""
    found, fenced = list[Command](), False
    for line in (PROJECT / page).read_text("utf-8").splitlines():
        if line.startswith("```"):
            fenced = not fenced and line in ("```sh", "```bash")
        elif fenced and line.strip():
            found.append(Command(line, _why_left(page, line)))
        else:
            for text in CELL.findall(line):
                left = FILLED_IN if PLACEHOLDER.search(text) else ""
                found.append(Command(text, _why_left(page, text) or left))
    return found


def _why_left(page: str, text: str) -> str:
    return next((reason for start, reason in LEFT.get(page, {}).items() if text.startswith(start)), "")


FUNCTIONS = r"""
# Some commands stay until somebody ends them: they get a terminal, and the keys as soon as they are ready.
typed() { # COMMAND READY KEYS
  rm -f ~/typescript
  {
    for _ in {1..1800}; do
      ! grep -aqE -- "$2" ~/typescript 2>/dev/null || break
      sleep 1
    done
    sleep 2
    printf "$3"
    sleep 5
  } | script -qefc "$1" ~/typescript >/dev/null
  local status=${PIPESTATUS[1]}
  [ "$3 $status" != '\003 130' ] || status=0 # as every program that Ctrl-C ends
  tail -c 2000 ~/typescript
  return "$status"
}
as_it_stands() { # NUMBER COMMAND
  echo "+ $1 $2"
  eval "$2" > >(tee ~/said) 2>&1
  echo "$1 $?" >>"$RESULTS"
  sleep 1 # tee writes in its own time
}
"""


def script(page: str) -> str:
    """A script of bash that runs the commands of a page."""
    lines = [FUNCTIONS]
    for number, text in enumerate([command.text for command in commands(page) if not command.left], 1):
        last = text.rpartition("&& ")[2].replace(".venv/bin/", "")
        run = f"typed {shlex.join([text, *TYPED[last]])}" if last in TYPED else text
        before, after = next((both for part, both in FOLLOWED.items() if part in text), ("", ""))
        lines += [before, f"as_it_stands {number} {shlex.quote(run)}", after]
    return "\n".join(lines)


def main(what: str, *pages: str) -> None:
    """Print what is asked for."""
    if what == "pages":
        print("\n".join(PAGES))
    for page in pages or (PAGES if what == "left" else ()):
        if what == "script":
            print(script(page))
            continue
        for command in commands(page):
            if bool(command.left) == (what == "left"):
                print(f"{page}: {command.text}: {command.left}" if command.left else command.text)


if __name__ == "__main__":
    main(*sys.argv[1:])
