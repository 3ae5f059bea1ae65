"""Which device file is which I²C bus of a Raspberry Pi.

The kernel numbers `/dev/i2c-N` by the device tree's aliases. Debian's trees have none: there the number is the order in
which the drivers came, and bus 1 of a Pi 4 is a socket for HDMI. So a bus is found by the tree's node behind it.
"""

from __future__ import annotations

from errno import EPERM
from pathlib import Path

HEADER_BUS = 1
"""The number in a board's profile that means the bus on the header's pins 3 and 5 (GPIO 2 and 3)."""
TREE = "sys/firmware/devicetree/base"
BUSES = "sys/class/i2c-dev"
_NODES = {
    0: ("i2c@7e205000", "i2c@70000", "i2c@40070000"),
    HEADER_BUS: ("i2c@7e804000", "i2c@74000", "i2c@40074000"),
}
"""The controllers behind the buses 0 and 1 of the header: in the processor up to the Pi 4, in the RP1 of the Pi 5."""


def find_bus(bus: int, root: Path = Path("/")) -> int | None:
    """N of the `/dev/i2c-N` that is the bus of a Pi with this number; None if this Pi has switched it off.

    Other buses than 0 and 1, and the buses of other machines, are those that `/dev` numbers so. `root` is put before
    every path.
    """
    if bus not in _NODES or not _text(root / TREE / "model").startswith("Raspberry Pi"):
        return bus
    alias = _text(root / TREE / "aliases" / f"i2c{bus}")
    for number, node in sorted(_nodes(root).items()):
        if node.as_posix().endswith(alias) if alias else node.name in _NODES[bus]:
            return number
    return None


def node_of(number: int, root: Path = Path("/")) -> str:
    """The name of the tree's node behind `/dev/i2c-number`, such as `i2c@7e804000`; empty if it has none."""
    node = _nodes(root).get(number)
    return "" if node is None else node.name


def _nodes(root: Path) -> dict[int, Path]:
    """The tree's nodes behind the device files."""
    links = {entry: entry / "device" / "of_node" for entry in (root / BUSES).glob("i2c-*")}
    numbers = {entry: entry.name.removeprefix("i2c-") for entry in links}
    return {
        int(numbers[entry]): link.resolve()
        for entry, link in links.items()
        if numbers[entry].isdecimal() and link.is_symlink()
    }


def _text(file: Path) -> str:
    """A text of the device tree, without the NUL at its end; empty if there is none."""
    try:
        return file.read_bytes().decode("utf-8", "replace").strip("\0\n ")
    except OSError:
        return ""


def why_barred(error: BaseException | None, group: str) -> str:
    """Why a bus may not be opened: the files of the kernel name a group, the rules of systemd do not."""
    if isinstance(error, OSError) and error.errno == EPERM:
        # systemd lets a service use the kinds of devices that were there when it started (DeviceAllow).
        return "its driver came after the service; sudo systemctl restart companion"
    return f"the user must be in the group {group}"
