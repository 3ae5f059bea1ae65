"""The log is imported and set up with the first message that is wanted."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import sys
from companion.log import Log, set_up_later

def set_up(level):
    from companion.console.log_lines import log_to_stderr
    log_to_stderr(level, {})

log = Log("some.module")
set_up_later(sys.argv[1], set_up)
log.info("%d keys", 4)
print("logging" in sys.modules)
log.warning("%s", "a\x1b[1mb")
log.info("%d lamps", 2)
"""


@pytest.mark.parametrize(
    ("level", "imported", "said"), [("INFO", True, "4 keys\na\\x1b[1mb\n2 lamps\n"), ("WARNING", False, "a\\x1b[1mb\n")]
)
def test_the_first_message_that_is_wanted_imports_the_log_and_sets_it_up(level: str, imported: bool, said: str) -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT, level], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == (f"{imported}\n", said)


def test_the_text_panel_writes_a_warning_of_the_start_on_standard_error(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("dim_s = \n")
    run = "import sys; from companion.cli import main; main(['run', '--panel', 'text', '--data', sys.argv[1]])"
    done = subprocess.run(
        [sys.executable, "-c", run, str(tmp_path)], input="", capture_output=True, text=True, check=True
    )
    assert done.stderr == "settings.toml cannot be read from line 1 on; the defaults hold\n"
