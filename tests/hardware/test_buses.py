"""A board's bus is found by what it is, on the machines of tests/pi_trees.py."""

from __future__ import annotations

import pytest
from pi_trees import HDMI_4, HEADER, LOW, MACHINES, Machine, lay_out

from hardware.buses import find_bus, node_of


@pytest.mark.parametrize("name", MACHINES)
def test_bus_1_is_that_of_the_header_on_every_machine(tmp_path, name):
    machine = MACHINES[name]
    assert find_bus(1, lay_out(machine, tmp_path)) == machine.header


@pytest.mark.parametrize("name", [name for name, machine in MACHINES.items() if machine.header is not None])
def test_no_bus_but_one_is_taken_for_that_of_the_header(tmp_path, name):
    """The header's number is the answer because of its node: with the node of another bus it is not."""
    machine = MACHINES[name]
    if not machine.model.startswith("Raspberry Pi"):
        return
    without = {number: "" if number == machine.header else node for number, node in machine.buses.items()}
    assert find_bus(1, lay_out(machine._replace(buses=without), tmp_path)) is None


@pytest.mark.parametrize(
    ("name", "bus"),
    [("Debian on a 4", 2), ("Debian on a Zero 2 W", 0), ("the card in a 4", 0), ("Raspberry Pi OS on a Zero W", None),
     ("a 5 whose tree has no aliases", 1), ("a PC", 0)],
)  # fmt: skip
def test_bus_0_is_that_of_the_identification_pins(tmp_path, name, bus):
    assert find_bus(0, lay_out(MACHINES[name], tmp_path)) == bus


def test_the_multiplexer_that_a_tree_calls_bus_0_is_taken(tmp_path):
    """Raspberry Pi's tree of a 4 has a multiplexer between the controller and the pins."""
    pins = "/soc/i2c0mux/i2c@0"
    machine = Machine("Raspberry Pi 4 Model B Rev 1.4", {0: pins, 1: HEADER, 22: LOW}, 1, {"i2c0": pins})
    assert find_bus(0, lay_out(machine, tmp_path)) == 0


@pytest.mark.parametrize("name", MACHINES)
@pytest.mark.parametrize("bus", [3, 11, 99])
def test_another_bus_is_the_one_that_dev_numbers_so(tmp_path, name, bus):
    assert find_bus(bus, lay_out(MACHINES[name], tmp_path)) == bus


def test_what_is_behind_a_device(tmp_path):
    root = lay_out(MACHINES["Debian on a 4"], tmp_path)
    assert [node_of(number, root) for number in (0, 1, 3, 4, 9)] == [
        HDMI_4[0].removeprefix("/soc/"), "i2c@7ef09500", "i2c@7e804000", "i2c@0", "",
    ]  # fmt: skip
    assert node_of(1, lay_out(MACHINES["a PC"], tmp_path / "pc")) == ""
