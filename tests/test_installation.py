"""What people are advised to type where a library is missing: something that works where the program is installed."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

from companion.installation import DEBIAN, OPTIONS, PACKAGES, SERVICE, Installation, install_command

PROJECT = Path(__file__).parents[1]
NEW = "cd table-companion && python3 -m venv .venv && .venv/bin/pip install '.[desktop]'"
METADATA = """\
Name: table-companion
Requires-Dist: gpiozero<3,>=2.0.1.post3
Requires-Dist: pillow<14,>=10.1
Provides-Extra: pi
Requires-Dist: gpiod<3,>=2.1; extra == "pi"
Requires-Dist: lgpio<0.3,>=0.2.2; python_version < "3.13" and extra == "pi"
Provides-Extra: web
Requires-Dist: uvicorn<1,>=0.34; extra == "web"
"""


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """The folder of packages in a virtual environment with the program."""
    folder = tmp_path / "venv/lib/site-packages"
    (folder / "table_companion-1.dist-info").mkdir(parents=True)
    (folder / "table_companion-1.dist-info/METADATA").write_text(METADATA)
    (tmp_path / "venv/pyvenv.cfg").write_text("")
    return folder


def installed(library: Path) -> Installation:
    return Installation(library, library.parents[1])


def came_from(library: Path, source: Path) -> None:
    (library / "table_companion-1.dist-info/direct_url.json").write_text(json.dumps({"url": source.as_uri()}))


def test_a_copy_of_the_project_is_installed_again_with_the_extra(tmp_path: Path, library: Path) -> None:
    (tmp_path / "a copy").mkdir()
    (tmp_path / "a copy/pyproject.toml").write_text("")
    there = Installation(tmp_path / "a copy", tmp_path / "venv")
    assert there.command("web") == f"{tmp_path}/venv/bin/python -m pip install -e '{tmp_path}/a copy[web]'"


def test_what_was_installed_from_a_copy_is_installed_from_there_again(tmp_path: Path, library: Path) -> None:
    source = tmp_path / "a copy"
    source.mkdir()
    came_from(library, source)
    assert installed(library).command("web") == f"{tmp_path}/venv/bin/python -m pip install '{source}[web]'"


@pytest.mark.parametrize("known", [True, False])
def test_where_the_source_is_gone_pip_gets_the_libraries(tmp_path: Path, library: Path, known: bool) -> None:
    if known:
        came_from(library, tmp_path / "gone")
    pip = f"{tmp_path}/venv/bin/python -m pip install"
    assert installed(library).command("web") == f"{pip} 'uvicorn<1,>=0.34'"
    assert installed(library).command("pi") == f"""{pip} 'gpiod<3,>=2.1' 'lgpio<0.3,>=0.2.2; python_version < "3.13"'"""


def test_what_the_program_itself_needs_comes_the_way_that_it_was_installed(tmp_path: Path, library: Path) -> None:
    pip = f"{tmp_path}/venv/bin/python -m pip install"
    assert installed(library).command("") == f"{pip} 'gpiozero<3,>=2.0.1.post3' 'pillow<14,>=10.1'"
    came_from(library, tmp_path)
    assert installed(library).command("") == f"{pip} {tmp_path}"
    service = Installation(SERVICE / "versions/1-x/lib/python3.11/site-packages", SERVICE / "versions/1-x")
    assert service.command("") == "cd table-companion && sudo systemd/install.sh"
    # gpiozero and luma.oled are files of the Debian package: none of Debian's brings them back.
    debian = Installation(DEBIAN, Path("/usr"))
    assert debian.command("") == "sudo apt install --reinstall ./table-companion_VERSION_all.deb"
    (tmp_path / "venv/pyvenv.cfg").unlink()
    new = "cd table-companion && python3 -m venv .venv && .venv/bin/pip install ."
    assert installed(library).command("") == new


def test_a_python_of_the_system_is_left_alone(tmp_path: Path, library: Path) -> None:
    (tmp_path / "venv/pyvenv.cfg").unlink()
    assert installed(library).command("desktop") == NEW


def test_the_debian_package_takes_those_of_debian() -> None:
    there = Installation(DEBIAN, Path("/usr"))
    assert there.command("web") == "sudo apt install python3-segno python3-uvicorn"
    assert there.command("desktop") == NEW


def test_the_service_gets_its_keyboards_as_it_was_installed() -> None:
    linked = Installation(DEBIAN, Path("/usr")).keyboards()
    assert "ln -s /usr/share/table-companion/companion-keyboards.conf /etc/systemd/system/companion.service" in linked
    there = Installation(SERVICE / "versions/1-x/lib/python3.11/site-packages", SERVICE / "versions/1-x")
    assert there.keyboards() == "cd table-companion && sudo systemd/install.sh --keyboards"


def test_the_service_is_installed_again_with_the_option() -> None:
    there = Installation(SERVICE / "versions/1-x/lib/python3.11/site-packages", SERVICE / "versions/1-x")
    assert there.command("web") == "cd table-companion && sudo systemd/install.sh --web"
    assert there.command("pi") == "cd table-companion && sudo systemd/install.sh"
    assert there.command("desktop") == NEW


def test_on_a_card_nothing_can_be_installed() -> None:
    there = Installation(DEBIAN, Path("/usr"), on_card=True)
    assert {there.command(extra) for extra in ("web", "desktop")} == {
        "cd table-companion && sudo systemd/make-image.sh DEB OUT.img"
    }


def test_these_tests_run_in_a_copy_of_the_project() -> None:
    assert install_command("web").endswith("[web]'") or install_command("web").endswith("[web]")


def test_every_extra_of_the_program_is_known() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = set(project["optional-dependencies"]) - {"bench", "test", "desktop"}
    assert extras == set(PACKAGES) == set(OPTIONS)
    # What the Debian package depends on anyhow need not be named; what is named must be of the extra.
    for extra, packages in PACKAGES.items():
        libraries = {re.split("[<>=]", text)[0] for text in project["optional-dependencies"][extra]}
        assert {name.removeprefix("python3-lib").removeprefix("python3-") for name in packages.split()} <= libraries


@pytest.mark.parametrize("option", [option for option in OPTIONS.values() if option])
def test_every_option_is_one_of_the_script(option: str) -> None:
    assert option.split()[0] in (PROJECT / "systemd/install.sh").read_text("utf-8")


def test_no_text_sends_anybody_to_an_index() -> None:
    files = [*PROJECT.glob("companion/**/*"), *PROJECT.glob("hardware/**/*"), *PROJECT.glob("systemd/**/*")]
    texts = [file for file in files if file.suffix in (".py", ".toml", ".md", ".sh")]
    assert len(texts) > 300
    wrong = [file for file in texts if re.search(r"install '?table-companion\b", file.read_text("utf-8"))]
    assert wrong == []
