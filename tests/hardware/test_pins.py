"""Which library reaches the pins, and the message where none does: on fakes of both, in a folder for /dev."""

from __future__ import annotations

from types import SimpleNamespace

import fake_chip
import pytest

from companion.installation import install_command
from companion.ports import PortError
from hardware.pins import choose, describe_error

INSTALL = install_command("pi")

PI_5 = 0xC04170


class Machine:
    """Chips by the names of their device files, and the libraries that are installed."""

    def __init__(self, folder, chips):
        self.devices, self.chips = folder, chips
        for name in chips:
            (folder / name).touch()
        self.lgpio = fake_chip.Lgpio(chips)
        self.installed = {"gpiod": fake_chip.gpiod(chips), "lgpio": self.lgpio}

    def load(self, name):
        found = self.installed.get(name)
        if found is None:
            raise ModuleNotFoundError(f"No module named '{name}'", name=name)
        if isinstance(found, Exception):
            raise found
        return found

    def choose(self, **environ):
        return choose(self.load, environ, self.devices, PI_5)

    def refused(self, **environ):
        with pytest.raises(PortError) as lost:
            self.choose(**environ)
        head, _, text = str(lost.value).partition(": ")
        assert head == "the pins of a board cannot be reached"
        return text


@pytest.fixture
def machine(tmp_path):
    made = []

    def build(**chips):
        made.append(Machine(tmp_path, chips))
        return made[-1]

    yield build
    for one in made:
        one.lgpio.shut()


def pi(**more):
    return fake_chip.Chip(**more)


def test_line_events_are_chosen_where_gpiod_works(machine):
    choice = machine(gpiochip0=pi()).choose()
    assert (choice.package, choice.label, choice.why) == ("gpiod", "pinctrl-bcm2711", "it wakes only for edges")
    assert choice.chip.endswith("/gpiochip0")
    assert str(choice) == f"gpiod on {choice.chip} (pinctrl-bcm2711): it wakes only for edges"


@pytest.mark.parametrize("label", ["pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1"])
@pytest.mark.parametrize("library", ["gpiod", "lgpio"])
def test_the_chip_is_known_by_its_label_and_not_by_its_number(machine, library, label):
    here = machine(gpiochip0=pi(label="gpio-brcmstb"), gpiochip4=pi(label=label), gpiochip9=pi(label="raspberrypi-exp"))
    here.installed = {library: here.installed[library]}
    choice = here.choose()
    assert (choice.package, choice.label) == (library, label)
    assert choice.chip.endswith("/gpiochip4")
    factory = choice.open(None)
    factory.pin(5).when_changed = print
    assert here.chips["gpiochip4"].taken == {5}
    factory.close()
    assert all(chip.opened == 0 for chip in here.chips.values())


@pytest.mark.parametrize(
    ("gpiod", "reason"),
    [
        (None, f"gpiod is not installed: {INSTALL}"),
        (SimpleNamespace(Chip=None), "gpiod is older than 2"),
        (ImportError("libgpiod.so.3: cannot open shared object file"),
         "gpiod cannot be used: libgpiod.so.3: cannot open shared object file"),
    ],
)  # fmt: skip
def test_lgpio_is_chosen_where_gpiod_fails_and_the_reason_is_reported(machine, gpiod, reason):
    here = machine(gpiochip0=pi())
    here.installed["gpiod"] = gpiod
    choice = here.choose()
    assert (choice.package, choice.why) == ("lgpio", reason)


def test_lgpio_is_chosen_when_it_is_named(machine):
    choice = machine(gpiochip0=pi()).choose(GPIOZERO_PIN_FACTORY="lgpio")
    assert (choice.package, choice.why) == ("lgpio", "GPIOZERO_PIN_FACTORY names it")


def test_a_factory_of_gpiozeros_is_chosen_when_it_is_named(machine):
    choice = machine().choose(GPIOZERO_PIN_FACTORY="native")
    assert (choice.package, choice.chip) == ("native", None)
    assert str(choice) == "native: GPIOZERO_PIN_FACTORY names it"


def test_a_machine_without_chips_is_no_pi(machine):
    here = machine()
    assert here.refused() == f"{here.devices}/gpiochip0 is missing; this takes a Pi"


def test_on_a_machine_with_other_chips_only_their_names_are_reported(machine):
    here = machine(gpiochip0=pi(label="gpio-sim"), gpiochip1=pi(label="INT33FF:00"))
    assert here.refused() == (
        f"no chip of a Raspberry Pi's header here: {here.devices}/gpiochip0 is gpio-sim, "
        f"{here.devices}/gpiochip1 is INT33FF:00"
    )


def test_no_permission_names_the_file_and_the_group_once(machine):
    here = machine(gpiochip0=pi(refuses=PermissionError(13, "Permission denied")))
    here.installed["lgpio"] = None
    text = here.refused()
    words = f"no permission for {here.devices}/gpiochip0; the user must be in the group gpio; lgpio is not installed"
    assert text.startswith(words)


def test_what_both_libraries_say_is_said_once(machine):
    here = machine(gpiochip0=pi(label="gpio-sim"))
    assert here.refused().count("gpio-sim") == 1


def test_a_chip_that_cannot_be_opened_does_not_hide_the_right_one(machine):
    here = machine(gpiochip0=pi(refuses=PermissionError(13, "Permission denied")), gpiochip1=pi())
    assert here.choose().chip.endswith("/gpiochip1")


def test_without_any_library_the_message_says_how_to_install_one(machine):
    here = machine(gpiochip0=pi())
    here.installed = {}
    assert here.refused() == f"gpiod is not installed: {INSTALL}; lgpio is not installed: {INSTALL}"


def test_the_empty_package_that_pip_takes_for_lgpio_is_known(machine):
    here = machine(gpiochip0=pi())
    here.installed = {"lgpio": SimpleNamespace()}
    assert here.refused(GPIOZERO_PIN_FACTORY="lgpio") == "lgpio is an empty package; 0.2.2 is needed"


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (FileNotFoundError(2, "No such file or directory", ".lgd-nfy-3"),
         "lgpio cannot write where it was started; LG_WD must name a folder in which the user may write"),
        (FileNotFoundError(2, "No such file or directory", "/dev/gpiochip0"), "/dev/gpiochip0 is missing"),
        (PermissionError(13, "Permission denied"), "no permission for it; the user must be in the group gpio"),
        (OSError(19, "No such device"), "[Errno 19] No such device"),
        (ValueError(), "ValueError"),
    ],
    ids=str,
)  # fmt: skip
def test_what_libraries_raise_becomes_words_with_the_cure(error, words):
    assert describe_error(error) == words
