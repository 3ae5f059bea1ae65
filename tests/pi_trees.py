"""The I²C buses of machines, as files below a folder that stands for `/`: what sysfs and the device tree say there."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from hardware.buses import BUSES, TREE

LOW, HEADER, HDMI = "/soc/i2c@7e205000", "/soc/i2c@7e804000", "/soc/i2c@7e805000"
"""The controllers up to the Pi 3; on a Pi 4 the first two are there as well."""
HDMI_4 = ("/soc/i2c@7ef04500", "/soc/i2c@7ef09500")
MUX = ("/i2c-mux0/i2c@0", "/i2c-mux0/i2c@1")
RP1 = "/axi/pcie@1000120000/rp1"
EP_BUS = "/axi/pcie@1000120000/pci@0,0/dev@0,0/pci-ep-bus@1"
"""… and in the trees of Linux 7."""


class Machine(NamedTuple):
    """A machine: the model in its tree, the tree's nodes behind the numbers in /dev (empty for a bus without one), the
    tree's aliases, and the number of the bus on the pins 3 and 5 (None if it is off).
    """

    model: str
    buses: Mapping[int, str]
    header: int | None
    aliases: Mapping[str, str] = {}


OF_DEBIAN = {"i2c0": LOW, "i2c1": HEADER}
"""The aliases that make-image.sh adds to Debian's trees."""
MACHINES = {
    # As QEMU's machines showed them, with Debian 13's kernel.
    "Debian on a Zero 2 W": Machine("Raspberry Pi Zero 2 W Rev 1.0", {0: LOW, 1: HEADER, 2: HDMI}, 1),
    "Debian on a 4": Machine(
        "Raspberry Pi 4 Model B", {0: HDMI_4[0], 1: HDMI_4[1], 2: LOW, 3: HEADER, 4: MUX[0], 5: MUX[1]}, 3
    ),
    "Debian on a 400, its drivers in another order": Machine(
        "Raspberry Pi 400 Rev 1.0", {0: LOW, 1: HDMI_4[0], 2: HEADER, 3: HDMI_4[1]}, 2
    ),
    "Debian on a 3, its drivers in another order": Machine(
        "Raspberry Pi 3 Model B Plus Rev 1.3", {0: HDMI, 1: LOW, 2: HEADER}, 2
    ),
    "the card in a 4": Machine(
        "Raspberry Pi 4 Model B", {0: LOW, 1: HEADER, 2: HDMI_4[0], 3: HDMI_4[1], 4: MUX[0], 5: MUX[1]}, 1, OF_DEBIAN
    ),
    "the card in a CM3": Machine("Raspberry Pi Compute Module 3", {0: LOW, 1: HEADER, 2: HDMI}, 1, OF_DEBIAN),
    # Raspberry Pi OS: its trees have aliases, for buses that are off as well.
    "Raspberry Pi OS on a Zero W": Machine(
        "Raspberry Pi Zero W Rev 1.1", {1: HEADER, 2: HDMI}, 1, {"i2c0": LOW, "i2c1": HEADER, "i2c2": HDMI}
    ),
    "Raspberry Pi OS on a 4": Machine(
        "Raspberry Pi 4 Model B Rev 1.4", {1: HEADER, 20: HDMI_4[0], 21: HDMI_4[1]}, 1, {"i2c1": HEADER}
    ),
    "Raspberry Pi OS on a 5": Machine(
        "Raspberry Pi 5 Model B Rev 1.0", {1: f"{RP1}/i2c@74000", 13: "/soc@107c000000/i2c@7d508200"}, 1,
        {"i2c1": f"{RP1}/i2c@74000"},
    ),
    "a 5 whose tree has no aliases": Machine(
        "Raspberry Pi 5 Model B Rev 1.0", {0: "/soc@107c000000/i2c@7d508200", 1: f"{RP1}/i2c@70000",
                                           2: f"{RP1}/i2c@74000"}, 2,
    ),
    "Debian's backports on a 5": Machine(
        "Raspberry Pi 5 Model B Rev 1.0", {0: "/soc@107c000000/i2c@7d508200", 4: f"{EP_BUS}/i2c@40074000"}, 4
    ),
    "Raspberry Pi OS with I2C off": Machine(
        "Raspberry Pi 4 Model B Rev 1.4", {20: HDMI_4[0], 21: HDMI_4[1]}, None, {"i2c1": HEADER}
    ),
    "I2C off, and an adapter on USB in its place": Machine(
        "Raspberry Pi 3 Model B Rev 1.2", {1: "", 2: HDMI}, None, {"i2c1": HEADER, "i2c2": HDMI}
    ),
    "Debian without the driver": Machine("Raspberry Pi 4 Model B", {}, None),
    # No Pi: the number is all there is.
    "another board": Machine("Radxa ROCK Pi 4B", {0: "/i2c@ff3c0000", 7: "/i2c@ff160000"}, 1),
    "a PC": Machine("", {0: "", 1: ""}, 1),
}  # fmt: skip


def lay_out(machine: Machine, root: Path) -> Path:
    """The files of a machine below `root`."""
    tree = root / TREE
    if machine.model:
        put(tree / "model", machine.model)
        for name, node in machine.aliases.items():
            put(tree / "aliases" / name, node)
        put(root / "proc/device-tree/model", machine.model)
    for number, node in machine.buses.items():
        put(root / f"dev/i2c-{number}", "")
        (device := root / BUSES / f"i2c-{number}" / "device").mkdir(parents=True)
        if node:
            (tree / node.lstrip("/")).mkdir(parents=True, exist_ok=True)
            put(tree / node.lstrip("/") / "clock-frequency", "\0\x06\x1a\x80")  # 400 kHz, without a NUL behind it
            (device / "of_node").symlink_to(tree / node.lstrip("/"))
    return root


def put(file: Path, text: str) -> None:
    """A property of a tree: texts end with NUL."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode("latin-1") + b"\0" * (file.name != "clock-frequency"))
