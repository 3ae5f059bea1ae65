"""The installer with the services of a hall: a table that publishes, and a board."""

from __future__ import annotations

from pathlib import Path

import pytest
from fake_debian import SYSTEMD, Debian

pytestmark = pytest.mark.gate  # the quick run installs the device alone

HALL_UNIT = "/etc/systemd/system/companion-hall.service"
BOARD_UNIT = "/etc/systemd/system/companion-board.service"
TABLE = 'club = "arena"\ntable = "t1"\nbroker = "mqtt://192.168.1.5"\npassword_file = "password"\nca = "/etc/ssl/ca"\n'
BOARD = 'club = "arena"\nbroker = "mqtt://192.168.1.5"\n\n[board]\nsecret_file = "secret"\n'


@pytest.fixture
def debian(tmp_path: Path) -> Debian:
    made = Debian(tmp_path)
    made.wish("installed", "python3-venv\npolkitd\nfonts-misaki\nxfonts-efont-unicode\ntzdata\n")
    return made


@pytest.fixture
def table(tmp_path: Path) -> str:
    return written(tmp_path / "stick/table-1.toml", TABLE, "password")


@pytest.fixture
def board(tmp_path: Path) -> str:
    return written(tmp_path / "home/hall.toml", BOARD, "secret")


def written(file: Path, text: str, beside: str) -> str:
    file.parent.mkdir()
    file.write_text(text, "ascii")
    (file.parent / beside).write_text("hidden\n", "ascii")
    return str(file)


def mode(file: Path) -> int:
    return file.stat().st_mode & 0o777


def systemctl(debian: Debian) -> list[str]:
    return [line.removeprefix("systemctl ") for line in debian.output() if line.startswith("systemctl ")]


def extras(debian: Debian) -> str:
    """Those with which pip installed the program last."""
    return next(line for line in reversed(debian.output()) if "pip install" in line).rpartition("[")[2].rstrip("]")


# -- a table


def test_a_table_of_a_hall_gets_a_service_a_user_and_its_files_which_only_they_can_read(
    debian: Debian, table: str
) -> None:
    done = debian.install("--hall", table)
    assert done.returncode == 0, done.stderr
    calls = debian.output()
    assert debian.at(HALL_UNIT).read_bytes() == (SYSTEMD / "companion-hall.service").read_bytes()
    assert debian.at("/etc/sysusers.d/companion-hall.conf").is_file()
    hall, password = debian.at("/etc/companion/hall.toml"), debian.at("/etc/companion/password")
    assert hall.read_text("ascii") == TABLE
    assert password.read_text("ascii") == "hidden\n"
    assert (mode(hall), mode(password)) == (0o640, 0o640)
    assert [line for line in calls if line.startswith("chgrp")] == [
        "chgrp companion-hall /etc/companion/password.new",
        "chgrp companion-hall /etc/companion/hall.toml.new",
    ]
    (pip,) = [line for line in calls if "pip install" in line]
    assert pip.endswith("[pi,mqtt]")
    assert not debian.at(BOARD_UNIT).exists()
    services = [line for line in calls if line.startswith(("systemctl enable", "systemctl restart"))]
    assert services == [
        "systemctl enable --quiet companion.service",
        "systemctl restart companion.service",
        "systemctl enable --quiet companion-hall.service",
        "systemctl restart companion-hall.service",
    ]


def test_an_update_keeps_the_table_in_its_hall_and_no_hall_takes_it_out(debian: Debian, table: str) -> None:
    assert debian.install("--hall", table).returncode == 0
    hall = debian.at("/etc/companion/hall.toml")
    hall.write_text(TABLE + "# mine\n", "ascii")
    assert debian.install().returncode == 0
    assert extras(debian) == "pi,mqtt"
    assert hall.read_text("ascii") == TABLE + "# mine\n"
    cursor = debian.at("/var/lib/companion-hall/cursor.json")
    cursor.parent.mkdir(parents=True)
    cursor.touch()
    assert debian.install("--no-hall").returncode == 0
    calls = debian.output()
    assert "systemctl disable --now --quiet companion-hall.service" in calls
    left = [name for name in debian.everything() if "hall" in name and not name.startswith("opt/")]
    assert left == []
    assert not debian.at("/etc/companion/password").exists()
    assert debian.at("/etc/companion/board").is_file()
    assert debian.install().returncode == 0
    assert extras(debian) == "pi"


def test_a_version_without_the_libraries_comes_back_without_the_hall_and_the_hall_with_the_later_one(
    debian: Debian, table: str
) -> None:
    assert debian.install().returncode == 0
    assert debian.install("--hall", table).returncode == 0
    assert debian.install("--back").returncode == 0
    assert not debian.at(HALL_UNIT).exists()
    assert debian.at("/etc/companion/hall.toml").is_file()
    assert debian.install("--back").returncode == 0
    assert debian.at(HALL_UNIT).is_file()


def test_a_publisher_that_does_not_start_leaves_the_new_version_at_the_table(debian: Debian, table: str) -> None:
    debian.wish("companion-hall.service-fails")
    done = debian.install("--hall", table)
    assert done.returncode == 1
    why = "install.sh: companion-hall does not start; everything else runs. See: journalctl -u companion-hall\n"
    assert done.stderr.endswith(why)
    assert debian.versions() == [debian.current()]
    debian.unwish("companion-hall.service-fails")
    assert debian.install().returncode == 0


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (TABLE.replace('"password"', '"passwort"'), "it names the file passwort, which is not beside it"),
        (BOARD.replace("secret_file", "# "), "it names no table; companion hall table makes the file of one"),
    ],
)
def test_a_wrong_file_of_a_table_is_refused_before_anything_is_done(
    debian: Debian, table: str, text: str, why: str
) -> None:
    Path(table).write_text(text, "ascii")
    done = debian.install("--hall", table)
    assert (done.stderr, done.returncode) == (f"install.sh: {table}: {why}\n", 1)
    assert debian.output() == []


def test_a_file_that_is_not_there_is_named(debian: Debian) -> None:
    done = debian.install("--hall", "nothing.toml")
    assert done.stderr == "install.sh: nothing.toml: there is no such file that can be read\n"
    assert debian.output() == []


def test_a_file_that_the_program_refuses_changes_nothing(debian: Debian, table: str) -> None:
    assert debian.install().returncode == 0
    before = debian.everything()
    debian.wish("wrong-hall")
    done = debian.install("--hall", table)
    assert (done.stderr, done.returncode) == (f"install.sh: {table} cannot be used; nothing was changed\n", 1)
    assert {name: text for name, text in debian.everything().items() if "sysusers" not in name} == {
        name: text for name, text in before.items() if "sysusers" not in name
    }


# -- a board


def test_the_board_of_a_hall_is_installed_without_the_device(debian: Debian, board: str) -> None:
    debian.wish("installed", "python3-venv\n")
    done = debian.install("--board-hall", board)
    assert (done.stderr, done.returncode) == ("", 0)
    assert done.stdout.endswith("Table Companion 0.1.0 runs, as the board of a hall and nothing else.\n")
    calls = debian.output()
    (pip,) = [line for line in calls if "pip install" in line]
    assert pip.endswith("[hall]")
    assert [line for line in calls if line.startswith("apt-get")] == [
        "apt-get install -y -qq --no-install-recommends tzdata"
    ]
    assert [line for line in calls if line.startswith("systemctl")] == [
        "systemctl daemon-reload",
        "systemctl daemon-reload",
        "systemctl enable --quiet companion-board.service",
        "systemctl restart companion-board.service",
        "systemctl show --property=NRestarts --value companion-board.service",
        *["systemctl is-active --quiet companion-board.service",
          "systemctl show --property=NRestarts --value companion-board.service"] * 5,
    ]  # fmt: skip
    assert [name for name in debian.everything() if name.startswith("etc/")] == [
        "etc/companion/board-hall/hall.toml",
        "etc/companion/board-hall/secret",
        "etc/systemd/system/companion-board.service",
        "etc/systemd/system/companion-board.service.d/files.conf",
    ]
    assert mode(debian.at("/etc/companion/board-hall/secret")) == 0o640
    credentials = debian.at("/etc/systemd/system/companion-board.service.d/files.conf").read_text("ascii")
    assert credentials == "[Service]\nLoadCredential=secret:/etc/companion/board-hall/secret\n"


def test_an_update_of_a_board_alone_stays_a_board_alone_and_goes_back(debian: Debian, board: str) -> None:
    assert debian.install("--board-hall", board).returncode == 0
    first = debian.current()
    assert debian.install().returncode == 0
    assert extras(debian) == "hall"
    assert debian.previous() == first
    assert debian.install("--back").returncode == 0
    assert debian.current() == first
    assert not debian.at("/etc/systemd/system/companion.service").exists()


def test_a_board_alone_that_does_not_stay_up_gives_way_to_the_version_before(debian: Debian, board: str) -> None:
    assert debian.install("--board-hall", board).returncode == 0
    first = debian.current()
    debian.wish("unstable")
    done = debian.install()
    assert done.returncode == 1
    assert "version 0.1.0 does not stay up; see: journalctl -u companion-board\n" in done.stderr
    assert (debian.current(), debian.versions()) == (first, [first])


def test_the_device_joins_the_board_when_it_is_asked_for_and_stays(debian: Debian, board: str) -> None:
    assert debian.install("--board-hall", board).returncode == 0
    assert debian.install("--board", "plain").returncode == 0
    assert extras(debian) == "pi,hall"
    assert debian.at("/etc/systemd/system/companion.service").is_file()
    assert debian.install("--no-board-hall").returncode == 0
    assert extras(debian) == "pi"
    assert not debian.at(BOARD_UNIT).exists()
    assert not debian.at("/etc/companion/board-hall").exists()


def test_without_a_file_the_board_takes_the_one_in_etc(debian: Debian) -> None:
    done = debian.install("--board-hall")
    assert done.stderr == "install.sh: --board-hall: the board's hall.toml is needed; companion hall init makes it\n"
    assert debian.output() == []
    debian.at("/etc/companion").mkdir()
    debian.at("/etc/companion/hall.toml").write_text('club = "arena"\n', "ascii")
    assert debian.install("--board-hall", "--no-web").returncode == 0
    assert debian.at("/etc/companion/board-hall/hall.toml").read_text("ascii") == 'club = "arena"\n'
    assert debian.at("/etc/companion/hall.toml").is_file()


def test_a_board_alone_is_not_taken_away_by_halves(debian: Debian, board: str) -> None:
    assert debian.install("--board-hall", board).returncode == 0
    done = debian.install("--no-board-hall")
    why = "install.sh: --no-board-hall: nothing but the board is installed here; uninstall.sh removes it\n"
    assert (done.stderr, done.returncode) == (why, 1)
    assert debian.at(BOARD_UNIT).is_file()


# -- all of it


def test_a_dry_run_with_a_hall_prints_its_steps_and_changes_nothing(debian: Debian, table: str, board: str) -> None:
    before = debian.everything()
    done = debian.install("--dry-run", "--hall", table, "--board-hall", board)
    assert (done.stderr, done.returncode) == ("", 0)
    steps = done.stdout.replace(str(debian.root), "")
    for step in (
        f"hall table any --config {table}\n",
        f"cp {table} /etc/companion/hall.toml, for root and the group companion-hall\n",
        f"cp {board} /etc/companion/board-hall/hall.toml, for root and the group root\n",
        "systemctl restart companion-hall.service\n",
        "systemctl restart companion-board.service\n",
    ):
        assert step in steps
    assert debian.everything() == before
    assert debian.output() == []


def test_uninstalling_stops_all_services_and_leaves_the_results(debian: Debian, table: str, board: str) -> None:
    assert debian.install("--hall", table, "--board-hall", board).returncode == 0
    results = debian.at("/var/lib/companion-board/board.sqlite3")
    results.parent.mkdir(parents=True)
    results.write_text("every result", "ascii")
    cursor = debian.at("/var/lib/companion-hall/cursor.json")
    cursor.parent.mkdir()
    cursor.touch()
    debian.output()
    done = debian.run(SYSTEMD / "uninstall.sh")
    assert done.returncode == 0, done.stderr
    assert f"The results of the hall are in {results.parent}.\n" in done.stdout
    assert debian.everything() == {"var/lib/companion-board/board.sqlite3": "every result"}
    assert systemctl(debian) == [
        "disable --now --quiet companion.service",
        "disable --now --quiet companion-hall.service",
        "disable --now --quiet companion-board.service",
        "daemon-reload",
    ]


# -- the rights of the record's files


def test_an_update_lets_the_group_read_log_and_settings_and_nothing_else(debian: Debian, tmp_path: Path) -> None:
    assert debian.install().returncode == 0
    records = debian.at("/var/lib/companion")
    (records / "backups").mkdir(parents=True)
    (records / "backups/record.log").touch()
    elsewhere = tmp_path / "settings.toml"
    elsewhere.touch()
    for name in ("record.log", "lock", "index.sqlite3", "backups/record.log"):
        (records / name).touch()
        (records / name).chmod(0o600)
    elsewhere.chmod(0o600)
    (records / "settings.toml").symlink_to(elsewhere)
    assert debian.install().returncode == 0
    modes = {name: mode(records / name) for name in ("record.log", "lock", "index.sqlite3", "backups/record.log")}
    assert modes == {"record.log": 0o640, "lock": 0o600, "index.sqlite3": 0o600, "backups/record.log": 0o600}
    assert mode(elsewhere) == 0o600
