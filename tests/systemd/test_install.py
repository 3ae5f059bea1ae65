"""The installer, on a Debian that is a folder. The real thing is tests/system/run.sh."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import needs
import pytest
from fake_debian import PROJECT, SYSTEMD, Debian
from patience import PATIENCE_S

from hardware.boards.compose import compose

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="it installs a service of systemd")

SCRIPTS = (*sorted(SYSTEMD.glob("*.sh")), *sorted((PROJECT / "tests/system").glob("*.sh")), PROJECT / ".ci/run")

KNOWN = (
    "known are --board BOARD, --web, --no-web, --keyboards, --no-keyboards, --hall FILE, --no-hall, "
    "--board-hall [FILE], --no-board-hall, --back, "
    "--dry-run, --help"
)


@pytest.fixture
def debian(tmp_path: Path) -> Debian:
    return Debian(tmp_path)


@pytest.fixture(scope="module")
def _once(tmp_path_factory: pytest.TempPathFactory) -> Debian:
    debian = Debian(tmp_path_factory.mktemp("once"))
    done = debian.install()
    assert done.returncode == 0, done.stderr
    return debian


@pytest.fixture(scope="module")
def _twice(_once: Debian, tmp_path_factory: pytest.TempPathFactory) -> Debian:
    debian = Debian(tmp_path_factory.mktemp("twice"), like=_once)
    done = debian.install()
    assert done.returncode == 0, done.stderr
    return debian


@pytest.fixture
def installed(_once: Debian, tmp_path: Path) -> Debian:
    """After `install.sh` without an option; `output` begins with what that called."""
    return Debian(tmp_path, like=_once)


@pytest.fixture
def updated(_twice: Debian, tmp_path: Path) -> Debian:
    """After `install.sh` without an option, twice."""
    return Debian(tmp_path, like=_twice)


def in_order(steps: list[str], lines: list[str]) -> None:
    """Each step begins a line somewhere after the one before it."""
    left: Iterator[str] = iter(lines)
    for step in steps:
        assert any(line.startswith(step) for line in left), f"not there, or not after the one before: {step}"


@pytest.mark.gate
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.relative_to(PROJECT).as_posix())
def test_shellcheck_finds_nothing(script: Path) -> None:
    shellcheck = needs.program("shellcheck")
    # -x: with what the script sources, by its path in the project.
    found = subprocess.run(
        [shellcheck, "-x", str(script)],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert (found.stdout + found.stderr, found.returncode) == ("", 0)


# -- looking first


def test_a_dry_run_prints_every_step_in_order_and_changes_nothing(debian: Debian) -> None:
    debian.wish("uid", "1000")
    debian.wish("installed")
    before = debian.everything()
    done = debian.install("--dry-run", "--board", "waveshare-oled-hat")
    assert (done.stderr, done.returncode) == ("", 0)
    steps = [line.strip().replace(str(debian.root), "") for line in done.stdout.splitlines()]
    new = next(line.split()[-1] for line in steps if line.startswith("python3 -m venv"))
    in_order(
        [
            "env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3-venv polkitd",
            "env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends fonts-misaki",
            "env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends xfonts-efont-unicode",
            "the bus of the display: spi",
            "systemd-sysusers",
            "udevadm trigger",
            f"python3 -m venv {new}",
            f"{new}/bin/python -m pip install",
            f"{new}/bin/python -m compileall",
            f"echo quit | {new}/bin/companion run --panel text",
            "sync",
            "write to /etc/companion/board: COMPANION_BOARD=waveshare-oled-hat",
            f"cp {new}/systemd/companion.service /etc/systemd/system/companion.service",
            f"cp {new}/systemd/companion.rules /etc/polkit-1/rules.d/50-companion.rules",
            "ln -sfn versions/",
            "systemctl daemon-reload",
            "systemctl enable --quiet companion.service",
            "systemctl restart companion.service",
            "runuser -u companion -- env STATE_DIRECTORY=/var/lib/companion /opt/companion/current/bin/companion",
            "These were the steps; nothing was changed.",
        ],
        steps,
    )
    assert debian.everything() == before
    assert debian.output() == []


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--bord"], f"--bord: not an option known here; {KNOWN}"),
        (["\x1b[31m"], f"$'\\E[31m': not an option known here; {KNOWN}"),
        (["--board"], f"--board: no board is named; {KNOWN}"),
        (["--board", ""], f"--board: no board is named; {KNOWN}"),
        (["--back", "--board", "plain"], f"--back goes with no other option but --dry-run; {KNOWN}"),
        (["--hall"], f"--hall: no file is named; {KNOWN}"),
        (["--board-hall", "--back"], f"--back goes with no other option but --dry-run; {KNOWN}"),
        (["--web", "--back"], f"--back goes with no other option but --dry-run; {KNOWN}"),
    ],
)
def test_a_wrong_option_is_named_and_nothing_happens(debian: Debian, arguments: list[str], why: str) -> None:
    before = debian.everything()
    done = debian.install(*arguments)
    assert (done.stdout, done.stderr, done.returncode) == ("", f"install.sh: {why}\n", 2)
    assert debian.everything() == before


def test_help_is_the_head_of_the_script(debian: Debian) -> None:
    done = debian.install("--help")
    assert done.returncode == 0
    usage = "sudo systemd/install.sh [--board BOARD] [--web | --no-web] [--keyboards | --no-keyboards]"
    assert usage in done.stdout
    assert "set -euo" not in done.stdout


def test_without_root_it_says_how(debian: Debian) -> None:
    debian.wish("uid", "1000")
    done = debian.install()
    why = "install.sh: root is needed: run it with sudo (or look at the steps with --dry-run)\n"
    assert (done.stdout, done.stderr, done.returncode) == ("", why, 1)


def test_without_systemd_it_says_so(debian: Debian) -> None:
    debian.at("/run/systemd/system").rmdir()
    done = debian.install()
    why = "install.sh: systemd does not run this machine; the service needs it\n"
    assert (done.stderr, done.returncode) == (why, 1)


def test_an_old_python_is_refused(debian: Debian) -> None:
    debian.wish("minor", "9")
    done = debian.install()
    assert done.stderr == "install.sh: python3 is missing or older than 3.11; Raspberry Pi OS Bookworm has it\n"
    assert done.returncode == 1
    assert debian.output() == []


def test_a_board_that_nobody_knows_is_refused_before_anything_is_done(debian: Debian) -> None:
    done = debian.install("--board", "bonnett")
    assert done.returncode == 1
    assert done.stderr.startswith("companion: bonnett: there is no such board")
    assert done.stderr.endswith("install.sh: board bonnett cannot be used; name another one with --board\n")
    assert debian.output() == []


def test_a_wrong_file_of_a_board_is_refused_with_its_line(debian: Debian, tmp_path: Path) -> None:
    wrong = tmp_path / "mine.toml"
    wrong.write_text('name = "Mine"\nchip = "ssd9999"\n', "ascii")
    done = debian.install("--board", "mine.toml", cwd=tmp_path)
    assert done.returncode == 1
    assert "mine.toml, line 2" in done.stderr
    assert debian.output() == []


def test_the_name_of_a_file_of_a_board_must_be_plain(debian: Debian, tmp_path: Path) -> None:
    (tmp_path / "my\nboard.toml").write_text(compose("ssd1306"), "utf-8")
    done = debian.install("--board", "my\nboard.toml", cwd=tmp_path)
    assert done.returncode == 1
    assert "a name of letters, digits, dots and dashes is needed" in done.stderr


# -- the first time


def test_the_first_install_ends_with_a_service_that_runs(debian: Debian) -> None:
    done = debian.install("--board", "adafruit-oled-bonnet")
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("Table Companion 0.1.0 runs, with the board adafruit-oled-bonnet.\n")
    (version,) = debian.versions()
    assert version.startswith("0.1.0-")
    assert debian.current() == version
    assert debian.at("/etc/companion/board").read_text("ascii") == "COMPANION_BOARD=adafruit-oled-bonnet\n"
    unit = debian.at("/etc/systemd/system/companion.service")
    assert unit.read_bytes() == (SYSTEMD / "companion.service").read_bytes()
    assert unit.stat().st_mode & 0o777 == 0o644
    assert debian.at("/etc/polkit-1/rules.d/50-companion.rules").is_file()
    assert debian.at("/usr/local/bin/companion").readlink() == Path("/opt/companion/current/bin/companion")
    new = f"/opt/companion/versions/{version}"
    in_order(
        [
            "systemd-sysusers",
            f"python3 -m venv {new}",
            "python -m pip install",
            "python -m compileall -q",
            "companion run --panel text",
            "sync",
            "systemctl daemon-reload",
            "systemctl enable",
            "systemctl restart companion.service",
            "systemctl is-active",
            "companion doctor --board adafruit-oled-bonnet",
        ],
        debian.output(),
    )


def test_nothing_temporary_stays(installed: Debian, tmp_path: Path) -> None:
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bin", "output", "root", "wishes"]
    assert not list(installed.root.rglob("*.new"))


def test_without_a_board_it_is_the_plain_one(installed: Debian) -> None:
    assert installed.at("/etc/companion/board").read_text("ascii") == "COMPANION_BOARD=plain\n"


def test_a_board_of_ones_own_is_kept_where_the_service_can_read_it(debian: Debian, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(compose("sh1106", 3), "utf-8")
    (tmp_path / "mine.toml").chmod(0o600)
    assert debian.install("--board", "mine.toml", cwd=tmp_path).returncode == 0
    kept = debian.at("/etc/companion/mine.toml")
    assert kept.read_bytes() == (tmp_path / "mine.toml").read_bytes()
    assert kept.stat().st_mode & 0o777 == 0o644
    assert debian.at("/etc/companion/board").read_text("ascii") == "COMPANION_BOARD=/etc/companion/mine.toml\n"
    (tmp_path / "mine.toml").unlink()
    again = debian.install(cwd=tmp_path)
    assert again.returncode == 0, again.stderr
    assert kept.is_file()


def test_packages_that_are_missing_are_fetched_and_no_others(debian: Debian) -> None:
    debian.wish("installed", "python3-venv\nfonts-misaki\nxfonts-efont-unicode\n")
    assert debian.install().returncode == 0
    fetched = [line for line in debian.output() if line.startswith("apt-get")]
    assert fetched == ["apt-get install -y -qq --no-install-recommends polkitd"]


def test_after_su_alone_the_programs_of_the_system_are_found(debian: Debian) -> None:
    debian.wish("installed", "python3-venv\nfonts-misaki\nxfonts-efont-unicode\n")
    debian.program("apt-get", 'echo "PATH $PATH" >>"$TOLD"\n')
    assert debian.run(SYSTEMD / "install.sh", path="/usr/bin:/bin").returncode == 0
    [path] = [line.split()[1] for line in debian.output() if line.startswith("PATH ")]
    assert {"/usr/sbin", "/sbin"} < set(path.split(":"))


def test_with_all_packages_there_no_network_is_asked_for(debian: Debian) -> None:
    debian.wish("offline")
    assert debian.install().returncode == 0
    assert not [line for line in debian.output() if line.startswith("apt-get")]


def test_without_a_network_the_missing_package_is_named(debian: Debian) -> None:
    debian.wish("offline")
    debian.wish("installed", "polkitd\n")
    done = debian.install()
    assert done.returncode == 1
    assert done.stderr == "install.sh: python3-venv: apt-get could not install it; a network is needed, once\n"
    assert not debian.at("/opt/companion/current").is_symlink()


def test_without_a_font_the_rest_goes_on(debian: Debian) -> None:
    debian.wish("offline")
    debian.wish("installed", "python3-venv\npolkitd\n")
    done = debian.install()
    assert done.returncode == 0
    assert done.stderr == (
        "install.sh: fonts-misaki could not be installed; without it the glass stays English\n"
        "install.sh: xfonts-efont-unicode could not be installed; without it Japanese is small\n"
    )


def test_a_python_without_wheels_of_lgpio_uses_the_pins_of_the_system(debian: Debian) -> None:
    debian.wish("minor", "13")
    assert debian.install().returncode == 0
    output = debian.output()
    assert "apt-get install -y -qq --no-install-recommends python3-libgpiod" in output
    assert any(line.startswith("python3 -m venv --system-site-packages ") for line in output)


def test_other_pythons_see_nothing_of_the_system(installed: Debian) -> None:
    assert any(line.startswith("python3 -m venv /opt/companion/versions/") for line in installed.output())


# -- the web window

DROP_IN = "/etc/systemd/system/companion.service.d/web.conf"


def extras(debian: Debian) -> str:
    """Those with which pip installed the program last."""
    return next(line for line in reversed(debian.output()) if "pip install" in line).rpartition("[")[2].rstrip("]")


def test_without_being_asked_for_the_service_has_no_web_window(installed: Debian) -> None:
    assert extras(installed) == "pi"
    assert not installed.at(DROP_IN).exists()


def test_the_web_window_comes_with_its_libraries_stays_over_an_update_and_goes_when_asked(debian: Debian) -> None:
    assert debian.install("--web").returncode == 0
    assert extras(debian) == "pi,web"
    assert debian.at(DROP_IN).read_bytes() == (SYSTEMD / "companion-web.conf").read_bytes()
    assert debian.install().returncode == 0
    assert extras(debian) == "pi,web"
    assert debian.at(DROP_IN).is_file()
    assert debian.install("--no-web").returncode == 0
    assert extras(debian) == "pi"
    assert not debian.at(DROP_IN).exists()


def test_a_version_that_never_had_the_libraries_comes_back_without_the_window(installed: Debian) -> None:
    assert installed.install("--web").returncode == 0
    assert installed.install("--back").returncode == 0
    assert not installed.at(DROP_IN).exists()
    assert installed.install("--back").returncode == 0
    assert installed.at(DROP_IN).is_file()


# -- keyboards

TYPING = "/etc/systemd/system/companion.service.d/keyboards.conf"


def test_keyboards_are_keys_when_asked_over_an_update_and_until_they_shall_not_be(installed: Debian) -> None:
    assert not installed.at(TYPING).exists()
    assert installed.install("--keyboards").returncode == 0
    assert installed.at(TYPING).read_bytes() == (SYSTEMD / "companion-keyboards.conf").read_bytes()
    assert installed.install().returncode == 0
    assert installed.at(TYPING).is_file()
    assert installed.install("--no-keyboards").returncode == 0
    assert not installed.at(TYPING).exists()


# -- buses, groups


def test_the_bus_is_switched_on_once_for_every_model(debian: Debian) -> None:
    config = debian.at("/boot/firmware/config.txt")
    config.parent.mkdir(parents=True)
    config.write_text("#dtparam=i2c_arm=on\n[pi4]\narm_boost=1\n", "ascii")
    first = debian.install()
    expected = "#dtparam=i2c_arm=on\n[pi4]\narm_boost=1\n\n[all]\ndtparam=i2c_arm=on\n"
    assert config.read_text("ascii") == expected
    assert "sudo reboot" in first.stdout
    assert debian.at("/etc/modules-load.d/companion.conf").read_text("ascii") == "i2c-dev\n"
    again = debian.install()
    assert config.read_text("ascii") == expected
    assert "sudo reboot" not in again.stdout


@pytest.mark.parametrize("line", ["dtparam=i2c_arm=on,i2c_arm_baudrate=400000", "dtparam=audio=on,i2c_arm=on"])
def test_a_bus_that_is_on_is_left_alone(debian: Debian, line: str) -> None:
    config = debian.at("/boot/config.txt")
    config.parent.mkdir()
    config.write_text(f"{line}\n", "ascii")
    assert debian.install().returncode == 0
    assert config.read_text("ascii") == f"{line}\n"


def test_only_the_bus_of_the_board_is_switched_on(debian: Debian) -> None:
    config = debian.at("/boot/config.txt")
    config.parent.mkdir()
    config.write_text("", "ascii")
    assert debian.install("--board", "waveshare-oled-hat").returncode == 0
    assert config.read_text("ascii") == "\n[all]\ndtparam=spi=on\n"


def test_raspi_config_switches_the_bus_on_where_it_is_there(debian: Debian) -> None:
    debian.program("raspi-config", debian.noted() + '[ "$2" != get_i2c ] || echo 1\n')
    assert debian.install().returncode == 0
    assert [line for line in debian.output() if line.startswith("raspi-config")] == [
        "raspi-config nonint get_i2c",
        "raspi-config nonint do_i2c 0",
    ]


def test_a_bus_that_cannot_be_switched_on_is_told_and_the_rest_goes_on(debian: Debian) -> None:
    debian.program("raspi-config", "case $2 in get_*) echo 1 ;; *) exit 1 ;; esac\n")
    done = debian.install()
    why = "install.sh: the bus could not be switched on; the doctor below says whether it is there\n"
    assert (done.stderr, done.returncode) == (why, 0)


def test_a_step_that_fails_is_named(debian: Debian) -> None:
    debian.program("systemd-sysusers", "exit 1\n")
    done = debian.install()
    step = f"systemd-sysusers --root={debian.root} {debian.root}/etc/sysusers.d/companion.conf"
    assert (done.stderr, done.returncode) == (f"install.sh: this step failed: {step}\n", 1)


def test_rules_for_devices_come_only_where_the_system_has_none(debian: Debian) -> None:
    theirs = debian.at("/usr/lib/udev/rules.d/99-com.rules")
    theirs.parent.mkdir(parents=True)
    theirs.write_text('GROUP="gpio"\nGROUP="i2c"\nGROUP="spi"\n', "ascii")
    assert debian.install().returncode == 0
    assert not debian.at("/etc/udev/rules.d/70-companion.rules").exists()
    theirs.write_text('GROUP="i2c"\n', "ascii")
    assert debian.install().returncode == 0
    assert debian.at("/etc/udev/rules.d/70-companion.rules").is_file()


# -- again


@pytest.mark.parametrize(
    ("text", "board"),
    [
        ('COMPANION_BOARD="sh1106-4"\n', "sh1106-4"),
        ("# mine\nCOMPANION_BOARD=plain\nCOMPANION_BOARD= 'ssd1306-7' \r\n", "ssd1306-7"),
        ("COMPANION_BOARD=\n", "plain"),
    ],
)
def test_a_board_that_was_written_by_hand_is_kept_as_systemd_reads_it(debian: Debian, text: str, board: str) -> None:
    file = debian.at("/etc/companion/board")
    file.parent.mkdir(parents=True)
    file.write_text(text, "ascii", newline="")
    done = debian.install("--dry-run")
    assert (done.stderr, done.returncode) == ("", 0)
    assert f"/etc/companion/board: COMPANION_BOARD={board}\n" in done.stdout


def test_an_update_keeps_the_board_the_settings_and_the_version_before(debian: Debian) -> None:
    assert debian.install("--board", "ssd1306-7").returncode == 0
    first = debian.current()
    drop_in = debian.at("/etc/systemd/system/companion.service.d/mine.conf")
    drop_in.parent.mkdir()
    drop_in.write_text("[Service]\nNice=1\n", "ascii")
    assert debian.install().returncode == 0
    assert debian.previous() == first != debian.current()
    assert debian.versions() == sorted([first, debian.current()])
    assert debian.at("/etc/companion/board").read_text("ascii") == "COMPANION_BOARD=ssd1306-7\n"
    assert drop_in.is_file()


def test_of_all_versions_before_only_one_is_kept(updated: Debian) -> None:
    second = updated.current()
    assert updated.install().returncode == 0
    assert updated.versions() == sorted([second, updated.current()])
    assert updated.previous() == second


def test_back_returns_to_the_version_before_and_its_unit(installed: Debian) -> None:
    first = installed.current()
    unit = installed.at(f"/opt/companion/versions/{first}/systemd/companion.service")
    unit.write_text("# the unit of the first\n", "ascii")
    assert installed.install().returncode == 0
    second = installed.current()
    installed.output()
    done = installed.install("--back")
    assert done.returncode == 0, done.stderr
    assert (installed.current(), installed.previous()) == (first, second)
    assert installed.at("/etc/systemd/system/companion.service").read_text("ascii") == "# the unit of the first\n"
    in_order(["systemctl daemon-reload", "systemctl restart", "systemctl is-active"], installed.output())
    assert installed.install("--back").returncode == 0
    assert (installed.current(), installed.previous()) == (second, first)


def test_back_needs_no_project_around_it(updated: Debian) -> None:
    first = updated.previous()
    done = updated.run(updated.at("/opt/companion/current/systemd/install.sh"), "--back")
    assert done.returncode == 0, done.stderr
    assert updated.current() == first


def test_back_without_a_version_before_says_so(installed: Debian) -> None:
    done = installed.install("--back")
    assert done.returncode == 1
    assert done.stderr == f"install.sh: no version before this one is kept in {installed.root}/opt/companion\n"


def test_back_to_a_version_that_does_not_come_up_returns(updated: Debian) -> None:
    first, second = updated.previous(), updated.current()
    updated.at(f"/opt/companion/versions/{first}/broken").touch()
    done = updated.install("--back")
    assert done.returncode == 1
    assert f"{first} does not stay up" in done.stderr
    assert (updated.current(), updated.previous()) == (second, first)
    assert updated.versions() == sorted([first, second])


def test_a_dry_run_of_back_changes_nothing(updated: Debian) -> None:
    updated.output()
    before = updated.everything()
    done = updated.install("--back", "--dry-run")
    assert (done.stderr, done.returncode) == ("", 0)
    assert f"ln -sfn versions/{updated.previous()} " in done.stdout
    assert updated.everything() == before
    assert updated.output() == []


# -- when it fails


@pytest.mark.parametrize(
    ("wish", "why"),
    [
        ("no-wheels", "a network is needed, or PIP_NO_INDEX=1 and PIP_FIND_LINKS with a folder of wheels"),
        ("dead", "version 0.1.0 does not start; nothing was changed"),
        ("killed", "install.sh: interrupted"),
    ],
)
def test_an_update_that_cannot_be_made_leaves_what_runs_alone(installed: Debian, wish: str, why: str) -> None:
    before = installed.everything()
    installed.output()
    installed.wish(wish)
    done = installed.install("--board", "ssd1306-7")
    assert done.returncode != 0
    assert why in done.stderr
    assert installed.everything() == before
    assert not [line for line in installed.output() if line.startswith("systemctl")]
    installed.unwish(wish)
    assert installed.install("--board", "ssd1306-7").returncode == 0


@pytest.mark.parametrize("wish", ["broken", "unstable"])
def test_an_update_that_does_not_stay_up_gives_way_to_the_version_before(installed: Debian, wish: str) -> None:
    first = installed.current()
    unit = installed.at(f"/opt/companion/versions/{first}/systemd/companion.service")
    unit.write_text("# the unit of the first\n", "ascii")
    installed.output()
    installed.wish(wish)
    done = installed.install("--board", "ssd1306-7")
    assert done.returncode == 1
    assert "version 0.1.0 does not stay up; see: journalctl -u companion" in done.stderr
    assert f"back to {first}" in done.stderr
    assert installed.current() == first
    assert installed.versions() == [first]
    assert installed.at("/etc/systemd/system/companion.service").read_text("ascii") == "# the unit of the first\n"
    assert installed.at("/etc/companion/board").read_text("ascii") == "COMPANION_BOARD=plain\n"
    assert [line for line in installed.output() if line.startswith("systemctl restart")] == [
        "systemctl restart companion.service"
    ] * 2


def test_a_first_install_that_does_not_stay_up_stays_to_be_looked_at(debian: Debian) -> None:
    debian.wish("broken")
    done = debian.install()
    assert done.returncode == 1
    assert "does not stay up; see: journalctl -u companion" in done.stderr
    assert debian.versions() == [debian.current()]


def test_two_at_a_time_are_one_too_many(debian: Debian) -> None:
    debian.at("/opt/companion").mkdir(parents=True)
    lock = debian.at("/opt/companion/.lock")
    with lock.open("w") as held:
        import fcntl

        fcntl.flock(held, fcntl.LOCK_EX)
        done = debian.install()
    assert (done.stderr, done.returncode) == ("install.sh: another install.sh is at work\n", 1)


# -- the records


def with_records(debian: Debian) -> Path:
    records = debian.at("/var/lib/companion")
    records.mkdir(parents=True)
    (records / "record.db").write_text("every game", "ascii")
    return records


def test_the_records_are_backed_up_before_an_update(installed: Debian) -> None:
    with_records(installed)
    installed.wish("backups")
    installed.output()
    assert installed.install().returncode == 0
    in_order(
        ["sync", f"companion backup --numbered before-{installed.current()}", "systemctl restart"], installed.output()
    )


def test_records_that_cannot_be_backed_up_stop_the_update(installed: Debian) -> None:
    with_records(installed)
    installed.wish("backups")
    installed.wish("full")
    installed.output()
    first = installed.current()
    done = installed.install()
    assert done.returncode == 1
    assert done.stderr == "install.sh: the records could not be backed up; nothing was changed\n"
    assert (installed.current(), installed.versions()) == (first, [first])
    assert not [line for line in installed.output() if line.startswith("systemctl")]


def test_nothing_touches_the_records(debian: Debian) -> None:
    records = with_records(debian)
    for arguments in ((), (), ("--back",)):
        assert debian.install(*arguments).returncode == 0
    assert debian.run(SYSTEMD / "uninstall.sh").returncode == 0
    assert {path.name: path.read_text("ascii") for path in records.iterdir()} == {"record.db": "every game"}


# -- a wheel


def standing_alone(folder: Path, *wheels: str) -> Path:
    """The folder systemd without the project around it."""
    alone = folder / "alone/systemd"
    shutil.copytree(SYSTEMD, alone)
    for wheel in wheels:
        shutil.copy(a_wheel(folder), alone / wheel)
    return alone / "install.sh"


def a_wheel(folder: Path) -> Path:
    """Enough of a wheel: the packages, zipped."""
    tree = folder / "tree"
    if not tree.exists():
        for package in ("companion", "hardware"):
            shutil.copytree(PROJECT / package, tree / package, ignore=shutil.ignore_patterns("__pycache__"))
    return Path(shutil.make_archive(str(folder / "wheel"), "zip", tree))


def test_a_wheel_beside_the_script_is_what_is_installed(debian: Debian, tmp_path: Path) -> None:
    script = standing_alone(tmp_path, "table_companion-7.8.9-py3-none-any.whl")
    done = debian.run(script, "--board", "waveshare-oled-hat")
    assert done.returncode == 0, done.stderr
    assert debian.current().startswith("7.8.9-")
    wheel = script.with_name("table_companion-7.8.9-py3-none-any.whl")
    assert any(line.startswith("python -m pip install") and line.endswith(f" {wheel}[pi]") for line in debian.output())
    assert not list(debian.at(f"/opt/companion/versions/{debian.current()}/systemd").glob("*.whl"))


def test_of_two_wheels_none_is_guessed(debian: Debian, tmp_path: Path) -> None:
    script = standing_alone(
        tmp_path, "table_companion-7.8.9-py3-none-any.whl", "table_companion-7.9.0-py3-none-any.whl"
    )
    done = debian.run(script)
    assert done.returncode == 1
    assert done.stderr == f"install.sh: 2 wheels in {script.parent}; one is needed\n"


def test_without_a_wheel_and_a_project_it_says_what_is_needed(debian: Debian, tmp_path: Path) -> None:
    done = debian.run(standing_alone(tmp_path))
    assert done.returncode == 1
    assert "no table_companion-*.whl beside this script, and no project around it" in done.stderr


# -- away with it


def test_uninstalling_leaves_the_records_and_says_where_they_are(installed: Debian) -> None:
    records = with_records(installed)
    installed.output()
    done = installed.run(SYSTEMD / "uninstall.sh")
    assert done.returncode == 0, done.stderr
    assert f"The records are in {records}, of the user companion." in done.stdout
    assert list(installed.everything()) == ["var/lib/companion/record.db"]
    assert installed.output() == ["systemctl disable --now --quiet companion.service", "systemctl daemon-reload"]


def test_uninstalling_leaves_the_file_of_a_board_and_says_where_it_is(debian: Debian, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(compose("sh1106", 3), "utf-8")
    assert debian.install("--board", "mine.toml", cwd=tmp_path).returncode == 0
    done = debian.run(SYSTEMD / "uninstall.sh")
    assert done.returncode == 0, done.stderr
    assert f"The files of your own boards are in {debian.at('/etc/companion')}.\n" in done.stdout
    assert debian.everything() == {"etc/companion/mine.toml": compose("sh1106", 3)}


def test_a_dry_run_of_uninstalling_changes_nothing(installed: Debian) -> None:
    installed.output()
    installed.wish("uid", "1000")
    before = installed.everything()
    done = installed.run(SYSTEMD / "uninstall.sh", "--dry-run")
    assert done.returncode == 0
    assert "rm -rf " in done.stdout
    assert installed.everything() == before
    assert installed.output() == []


def test_uninstalling_needs_root_and_knows_no_other_option(debian: Debian) -> None:
    debian.wish("uid", "1000")
    assert debian.run(SYSTEMD / "uninstall.sh").stderr == (
        "uninstall.sh: root is needed: run it with sudo (or look at the steps with --dry-run)\n"
    )
    done = debian.run(SYSTEMD / "uninstall.sh", "--all")
    assert (done.stderr, done.returncode) == (
        "uninstall.sh: --all: not an option known here; known are --dry-run, --help\n",
        2,
    )
