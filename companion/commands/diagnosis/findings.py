"""What the doctor says, and of what: a finding, and the machine with its board that is checked."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from companion.commands.diagnosis.machine_probes import Machine
from hardware.boards import Board, I2c
from hardware.buses import TREE, find_bus

OK, WARNING, FAULT = "ok", "warning", "fault"
LEVELS = (OK, WARNING, FAULT)
"""From good to bad; the index is the exit status."""


class Finding(NamedTuple):
    """One line of the report: the check, the level, the key of a text with its parameters, and the key of a cure."""

    check: str
    level: str
    text: str
    params: dict[str, object]
    cure: str = ""


@dataclass(frozen=True, slots=True)
class Subject:
    """What is checked: a machine, a board, the folder of the record, the language and the font that are set."""

    machine: Machine
    board: Board
    folder: Path
    language: str = "en"
    font: str = ""
    found: str = ""
    trouble: str | None = None

    @property
    def model(self) -> str:
        """The model of a Raspberry Pi; empty for any other machine."""
        model = self.machine.text("/proc/device-tree/model") or ""
        return model if model.startswith("Raspberry Pi") else ""

    @property
    def config(self) -> str:
        """Where the firmware's settings are."""
        new = "/boot/firmware/config.txt"
        old = "/boot/config.txt"
        return old if self.machine.at(old).is_file() and not self.machine.at(new).is_file() else new

    @property
    def of_debian(self) -> bool:
        """Whether this is a Pi with a device tree of Debian's kernel: config.txt and raspi-config change nothing of it.

        Raspberry Pi's own trees have an alias for each bus, also for one that is off.
        """
        tree = self.machine.at(TREE)
        return bool(self.model) and (tree / "model").exists() and not (tree / "aliases/i2c1").exists()

    @property
    def bus(self) -> int | None:
        """N of the `/dev/i2c-N` of the display; None without one."""
        wire = self.board.wire
        return find_bus(wire.bus, self.machine.root) if isinstance(wire, I2c) else None

    @property
    def node(self) -> str | None:
        """The device of the display's bus; None without one."""
        wire = self.board.wire
        path = f"/dev/i2c-{self.bus}" if isinstance(wire, I2c) else f"/dev/spidev{wire.port}.{wire.device}"
        return path if self.machine.at(path).exists() else None
