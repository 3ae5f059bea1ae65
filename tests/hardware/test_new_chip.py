"""A display chip is added as hardware/README.md says: a row, a model, a board file. Then the tests of the chips run."""

from __future__ import annotations

import re

import pytest
from project_copy import copied, run

ROW = """        "ssd1305": replace(
            _SSD1306, first_column=2, inches="2.2", model="hardware.simulated.ssd1305:Ssd1305", note="A chip of a test."
        ),
"""
MODEL = '''"""The chip with a RAM of 132 columns and windows; the display shows those from the third."""

from __future__ import annotations

from hardware.chips import CHIPS
from hardware.simulated.chip import Ssd1306


class Ssd1305(Ssd1306):
    """The chip after power-on."""

    name = "SSD1305"
    columns = 132
    first_column = CHIPS["ssd1305"].first_column
'''
BOARD = """# A display of 2.2 inches.
name = "Wide OLED"
chip = "ssd1305"
bus = "i2c"
keys = { UP = 5, DOWN = 6, OK = 13, BACK = 19 }
"""


@pytest.mark.thorough
def test_a_chip_is_a_row_a_model_and_a_board_file(tmp_path):
    project = copied(tmp_path)
    table = project / "hardware" / "chips.py"
    before = table.read_text("utf-8")
    at = before.index('        "sh1106": Chip(')
    table.write_text(before[:at] + ROW + before[at:], "utf-8")
    (project / "hardware" / "simulated" / "ssd1305.py").write_text(MODEL, "utf-8")
    (project / "hardware" / "boards" / "wide-oled.toml").write_text(BOARD, "utf-8")
    # What is asked here runs over the table: the product, and all tests of chips, boards and windows.
    tests = [f"tests/hardware/test_{name}.py" for name in ("dirty", "profiles", "spi", "splash")]
    status, said = run(project, "pytest", "-q", "-p", "no:cacheprovider", *tests)
    assert status == 0, said
    status, said = run(project, "pytest", "-q", "-p", "no:cacheprovider", "-k", "ssd1305", *tests)
    passed = re.search(r"(\d+) passed", said)
    assert passed is not None, said
    assert int(passed[1]) >= 15
    status, said = run(project, "companion", "boards")
    assert "ssd1305" in said, said
    status, said = run(project, "companion", "wiring", "wide-oled")
    assert status == 0, said
