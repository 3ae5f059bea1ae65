"""The Debian package: what is in it. tests/system/deb.sh installs it on a real Debian."""

from __future__ import annotations

import fcntl
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import needs
import pytest
from fake_debian import PROJECT, SYSTEMD, Debian
from patience import PATIENCE_S
from project_copy import copied

from companion.installation import PACKAGES, install_command

pytestmark = [
    pytest.mark.gate,  # the package takes ten seconds to make
    pytest.mark.skipif(sys.platform != "linux", reason="dpkg-deb is a thing of Linux"),
]

MAINTAINER = "Ada & Bob's Table <table@example.org>"
DAY = 1767225600
"""2026-01-01 00:00:00 UTC, the time of all files."""
LIB = "usr/lib/table-companion"

IN_DEBIAN = {
    "gpiod": "python3-libgpiod",
    "paho-mqtt": "python3-paho-mqtt",
    "pillow": "python3-pil",
    "platformdirs": "python3-platformdirs",
    "segno": "python3-segno",
    "uvicorn": "python3-uvicorn",
}
"""The packages of Debian in which the libraries of the project are."""
ONLY_OLD = {"lgpio"}
"""Of Pythons before Debian 13's."""


CLI = "/usr/bin/companion"
PAGES = ("README.md", "SCALE.md")
"""Pages for those who read the project; the program has no use for them."""
BUILD = {"DEB_MAINTAINER": MAINTAINER, "SOURCE_DATE_EPOCH": str(DAY), "PYTHON": sys.executable}


def make(project: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    needs.program("dpkg-deb")
    return subprocess.run(
        [str(project / "systemd/make-deb.sh"), *arguments],
        env={**os.environ, **BUILD, **environment},
        cwd="/",
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


@pytest.fixture(scope="session")
def deb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, made once for all processes that run tests."""
    base = tmp_path_factory.getbasetemp()
    shared = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "deb"
    shared.mkdir(exist_ok=True)
    with (shared / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not list(shared.glob("*.deb")):
            done = make(PROJECT, str(shared))
            assert done.returncode == 0, done.stderr
    (made,) = shared.glob("*.deb")
    return made


@pytest.fixture
def root(deb: Path, tmp_path: Path) -> Path:
    """The files of the package."""
    subprocess.run(["dpkg-deb", "-x", str(deb), str(tmp_path / "root")], check=True, timeout=PATIENCE_S)
    return tmp_path / "root"


@pytest.fixture
def scripts(deb: Path, tmp_path: Path) -> Path:
    """What dpkg reads and runs."""
    subprocess.run(["dpkg-deb", "-e", str(deb), str(tmp_path / "scripts")], check=True, timeout=PATIENCE_S)
    return tmp_path / "scripts"


def version() -> str:
    found = re.search(r'__version__ = "(.*)"', (PROJECT / "companion/__init__.py").read_text("utf-8"))
    assert found
    return found[1]


def fields(scripts: Path) -> dict[str, str]:
    lines = (scripts / "control").read_text("utf-8").split("\n")
    return dict(line.split(": ", 1) for line in lines if line and not line.startswith(" "))


def names(relation: str) -> set[str]:
    """The packages of a line such as `python3 (>= 3.11), udev`."""
    return {part.split()[0] for part in relation.split(", ")}


def vendored() -> dict[str, str]:
    lines = (SYSTEMD / "debian/vendor.txt").read_text("utf-8").splitlines()
    return dict(line.split()[0].split("==") for line in lines if not line.startswith("#"))


# -- what is in it


def test_the_control_file_says_what_it_is_and_for_whom(deb: Path, scripts: Path) -> None:
    found = fields(scripts)
    assert deb.name == f"table-companion_{version()}_all.deb"
    assert (found["Package"], found["Version"], found["Architecture"]) == ("table-companion", version(), "all")
    assert found["Maintainer"] == MAINTAINER
    assert found["Installed-Size"].isdecimal()
    assert not [line for name in scripts.iterdir() for line in re.findall("@[A-Z]+@", name.read_text("utf-8"))]


def test_every_library_of_the_project_is_in_the_package_or_a_package_of_debian(scripts: Path) -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    needed = {re.split("[<>=;]", text)[0].strip() for text in project["dependencies"] + extras["pi"]}
    optional = {re.split("[<>=;]", text)[0] for text in extras["web"] + extras["mqtt"] + extras["hall"]}
    found = fields(scripts)
    brought = {name.replace(".", "-") for name in vendored()}
    assert {name.replace(".", "-") for name in needed} - brought - ONLY_OLD <= IN_DEBIAN.keys()
    assert {IN_DEBIAN[name] for name in needed if name in IN_DEBIAN} <= names(found["Depends"])
    assert {IN_DEBIAN[name] for name in optional - needed - brought} <= names(found["Recommends"])


def test_each_file_has_its_place_and_its_mode(root: Path) -> None:
    found = {path.relative_to(root): path.stat().st_mode & 0o7777 for path in root.rglob("*") if path.is_file()}
    assert {str(path): oct(mode) for path, mode in found.items() if mode != 0o644} == {"usr/bin/companion": "0o755"}
    assert {oct(path.stat().st_mode & 0o7777) for path in root.rglob("*") if path.is_dir()} == {"0o755"}
    outside = {str(path) for path in found if not str(path).startswith(f"{LIB}/")}
    assert outside == {
        "etc/companion/board",
        "usr/bin/companion",
        *(f"usr/lib/systemd/system/{unit.name}" for unit in SYSTEMD.glob("*.service")),
        *(f"usr/lib/sysusers.d/{users.stem}.conf" for users in SYSTEMD.glob("*.sysusers")),
        "usr/lib/systemd/system-preset/80-table-companion.preset",
        "usr/lib/udev/rules.d/70-companion.rules",
        "usr/share/bash-completion/completions/companion",
        "usr/share/fish/vendor_completions.d/companion.fish",
        "usr/share/zsh/vendor-completions/_companion",
        *(f"usr/share/table-companion/{dropin.name}" for dropin in SYSTEMD.glob("*.conf")),
        "usr/share/doc/table-companion/changelog.gz",
        "usr/share/doc/table-companion/copyright",
        "usr/share/man/man1/companion.1.gz",
        "usr/share/polkit-1/rules.d/50-companion.rules",
    }


def test_the_program_in_it_is_the_project_s_file_by_file(root: Path) -> None:
    for package in ("companion", "hardware"):
        there = {
            str(path.relative_to(root / LIB)): path.read_bytes()
            for path in (root / LIB / package).rglob("*")
            if path.is_file()
        }
        project = {
            str(path.relative_to(PROJECT)): path.read_bytes()
            for path in (PROJECT / package).rglob("*")
            if path.is_file() and path.name not in PAGES and "__pycache__" not in path.parts
        }
        assert there == project


def test_the_libraries_are_those_of_the_list_with_their_licences(root: Path) -> None:
    folders = {path.name.removesuffix(".dist-info") for path in (root / LIB).glob("*.dist-info")}
    wanted = {f"{name.replace('.', '_')}-{number}" for name, number in vendored().items()}
    assert folders == {*wanted, f"table_companion-{version()}"}
    for folder in (root / LIB).glob("*.dist-info"):
        assert list(folder.rglob("LICENSE*")), folder


def test_the_command_finds_its_program_and_asks_nobody_else(root: Path) -> None:
    start = (root / "usr/bin/companion").read_text("utf-8")
    assert start.startswith("#!/usr/bin/python3 -I\n")
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", start.replace('"/usr/lib', f'"{root}/usr/lib'), "--version"],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert (done.stdout, done.stderr, done.returncode) == (f"companion {version()}\n", "", 0)


def test_units_rules_and_groups_are_those_of_install_sh_with_the_program_in_its_other_place(root: Path) -> None:
    for there, here in {
        "usr/lib/systemd/system/companion.service": "companion.service",
        "usr/lib/sysusers.d/companion.conf": "companion.sysusers",
        "usr/lib/udev/rules.d/70-companion.rules": "companion.udev",
        "usr/share/polkit-1/rules.d/50-companion.rules": "companion.rules",
        "usr/share/table-companion/companion-web.conf": "companion-web.conf",
        "usr/share/table-companion/companion-keyboards.conf": "companion-keyboards.conf",
    }.items():
        text = (SYSTEMD / here).read_text("utf-8")
        assert (root / there).read_text("utf-8") == text.replace("/opt/companion/current/bin/companion", CLI)


def test_the_first_start_of_an_image_with_the_package_in_it_enables_only_the_device(root: Path) -> None:
    subprocess.run(
        [needs.program("systemctl"), f"--root={root}", "preset-all"],
        check=True, capture_output=True, timeout=PATIENCE_S,
    )  # fmt: skip
    enabled = [link.name for link in root.glob("etc/systemd/system/*.wants/*")]
    assert enabled == ["companion.service"]


def test_the_board_of_the_service_can_be_edited_and_is_asked_for_before_it_is_replaced(
    root: Path, scripts: Path
) -> None:
    assert (scripts / "conffiles").read_text("utf-8") == "/etc/companion/board\n"
    lines = (root / "etc/companion/board").read_text("utf-8").splitlines()
    assert [line for line in lines if not line.startswith("#")] == ["COMPANION_BOARD=plain"]


def test_the_scripts_handle_every_unit_and_user_of_the_package(scripts: Path) -> None:
    units = " ".join(sorted(unit.name for unit in SYSTEMD.glob("*.service")))
    users = " ".join(sorted(f"{users.stem}.conf" for users in SYSTEMD.glob("*.sysusers")))
    text = {name: (scripts / name).read_text("utf-8") for name in ("preinst", "postinst", "prerm", "postrm")}
    assert f"\nunits='{units}'\n" in text["postinst"]
    assert f"systemd-sysusers {users}\n" in text["postinst"]
    assert f"deb-systemd-invoke stop {units} " in text["prerm"]
    assert f"deb-systemd-helper purge {units} " in text["postrm"]
    assert {name for name in text if (scripts / name).stat().st_mode & 0o777 != 0o755} == set()


def test_no_script_touches_the_records(scripts: Path) -> None:
    for name in ("preinst", "postinst", "postrm"):
        lines = (scripts / name).read_text("utf-8").splitlines()
        assert not [line for line in lines if re.search(r"^[^#]*/var/lib/companion(?!-)", line)]


def test_a_purge_takes_the_settings_and_leaves_the_files_of_own_boards(scripts: Path, tmp_path: Path) -> None:
    settings = tmp_path / "etc/companion"
    (settings / "board-hall").mkdir(parents=True)
    for name in ("board", "hall.toml", "board-hall/hall.toml", "mine.toml"):
        (settings / name).touch()
    script = (scripts / "postrm").read_text("utf-8")
    for folder in ("/etc/", "/var/"):
        script = script.replace(folder, f"{tmp_path}{folder}")

    def purge() -> None:
        subprocess.run(["sh", "-s", "purge"], input=script, text=True, check=True, capture_output=True)

    purge()
    assert [file.name for file in settings.iterdir()] == ["mine.toml"]
    (settings / "mine.toml").unlink()
    purge()
    purge()  # of what is not there any more
    assert not settings.exists()


@pytest.mark.parametrize("script", ["preinst", "postinst", "prerm", "postrm"])
def test_shellcheck_finds_nothing_in_the_scripts(scripts: Path, script: str) -> None:
    shellcheck = needs.program("shellcheck")
    found = subprocess.run(
        [shellcheck, str(scripts / script)],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert (found.stdout + found.stderr, found.returncode) == ("", 0)


# -- how it is made


@pytest.mark.gate
def test_made_again_from_a_copy_with_other_habits_it_has_the_same_bytes(deb: Path, tmp_path: Path) -> None:
    project = copied(tmp_path)
    script = f'umask 077 && exec "{project}/systemd/make-deb.sh" "$0"'
    done = subprocess.run(
        ["bash", "-c", script, str(tmp_path / "out")],
        env={**os.environ, **BUILD, "TZ": "Asia/Tokyo", "LANG": "C.UTF-8", "PYTHONHASHSEED": "7"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (again,) = (tmp_path / "out").glob("*.deb")
    assert again.read_bytes() == deb.read_bytes()
    assert done.stdout.startswith(f"{again}: {again.stat().st_size} bytes, sha256 ")
    assert not list(project.rglob("*.egg-info"))
    assert not (project / "build").exists()


def test_a_library_with_another_hash_is_refused(tmp_path: Path) -> None:
    project = copied(tmp_path)
    vendor = project / "systemd/debian/vendor.txt"
    vendor.write_text(re.sub("sha256:.", "sha256:f", vendor.read_text("utf-8")), "utf-8")
    done = make(project, str(tmp_path / "out"))
    assert done.returncode == 1
    assert done.stderr.endswith(f"make-deb.sh: pip could not download the libraries of {vendor}; see above\n")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "maintainer", ["", "Ada", "Ada <ada>", "Ada <ada@table>", "ada@table.org", "A <a@b.c> <d@e.f>"]
)
def test_who_answers_for_it_must_be_named_with_an_address(tmp_path: Path, maintainer: str) -> None:
    done = make(PROJECT, str(tmp_path / "out"), DEB_MAINTAINER=maintainer)
    why = "DEB_MAINTAINER: who answers for the package is needed, as in: DEB_MAINTAINER='A Name <address>'"
    assert (done.stdout, done.stderr, done.returncode) == (
        "", f"make-deb.sh: {why} {SYSTEMD}/make-deb.sh\n", 1,
    )  # fmt: skip
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["--board"], "--board: not an option known here; known are FOLDER, --help"),
        (["a", "b"], "2 arguments; one is needed, the folder"),
    ],
)
def test_wrong_arguments_are_named(arguments: list[str], why: str) -> None:
    done = make(PROJECT, *arguments)
    assert (done.stdout, done.stderr, done.returncode) == ("", f"make-deb.sh: {why}\n", 2)


def test_help_is_the_head_of_the_script() -> None:
    done = make(PROJECT, "--help")
    assert "DEB_MAINTAINER='A Name <address>' systemd/make-deb.sh [FOLDER]" in done.stdout
    assert "set -euo" not in done.stdout


# -- what is not in it


@pytest.mark.parametrize(
    ("module", "arguments", "extra"),
    [
        ("uvicorn", ["run", "--panel", "text", "--web", "127.0.0.1:8000"], "web"),
        ("uvicorn", ["hall", "board"], "hall"),
        ("paho", ["hall", "publish"], "mqtt"),
        ("segno", ["labels", "spartacus", "-o", "-"], "web"),
    ],
)
def test_where_a_library_is_missing_the_program_says_how_to_install_it_and_debian_has_it(
    tmp_path: Path, scripts: Path, module: str, arguments: list[str], extra: str
) -> None:
    code = f"import sys; sys.modules['{module}'] = None; from companion.cli import main; sys.exit(main())"
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env={**os.environ, "HOME": str(tmp_path)},
        input="quit\n",
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert install_command(extra) in done.stderr
    needed = names(fields(scripts)["Depends"]) | names(fields(scripts)["Recommends"])
    assert set(PACKAGES[extra].split()) <= needed


# -- beside install.sh


def test_install_sh_and_uninstall_sh_leave_a_machine_with_the_package_alone(tmp_path: Path) -> None:
    debian = Debian(tmp_path)
    debian.wish("installed", "python3-venv\ntable-companion\n")
    before = debian.everything()
    done = debian.install()
    why = "the Debian package table-companion is there; remove it first: sudo apt purge table-companion"
    assert (done.stdout, done.stderr, done.returncode) == ("", f"install.sh: {why} (the records stay)\n", 1)
    done = debian.run(SYSTEMD / "uninstall.sh")
    why = "Table Companion is a Debian package here; remove it: sudo apt remove table-companion"
    assert (done.stdout, done.stderr, done.returncode) == ("", f"uninstall.sh: {why} (the records stay)\n", 1)
    assert debian.output() == []
    assert {name: text for name, text in debian.everything().items() if name != "opt/companion/.lock"} == before
