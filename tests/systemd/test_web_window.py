"""The drop-in that gives the service its web window: the command of the unit, the local network, and nothing else."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from companion.commands import run

SYSTEMD = Path(__file__).parents[2] / "systemd"
DIRECTIVES = ("ExecStart", "PrivateNetwork", "RestrictAddressFamilies", "IPAddressAllow")


def directives(file: str) -> list[tuple[str, str]]:
    lines = [line for line in SYSTEMD.joinpath(file).read_text("utf-8").splitlines() if line[:1] not in ("#", "[", "")]
    return [(name, value) for name, _, value in (line.partition("=") for line in lines)]


def test_it_is_the_command_of_the_unit_with_the_option() -> None:
    plain = dict(directives("companion.service"))["ExecStart"]
    emptied, command = [value for name, value in directives("companion-web.conf") if name == "ExecStart"]
    assert emptied == ""
    assert command == f"{plain} --web 0.0.0.0:8000"


def test_the_option_is_one_of_the_program() -> None:
    command = dict(directives("companion-web.conf"))["ExecStart"].split()[1:]
    parser = ArgumentParser()
    run.add(parser)
    assert command[0] == "run"
    assert parser.parse_args(command[1:]).web == ("0.0.0.0", 8000)


def test_it_opens_the_local_network_and_loosens_nothing_else() -> None:
    found = dict(directives("companion-web.conf"))
    assert tuple(found) == DIRECTIVES
    assert found["RestrictAddressFamilies"] == "AF_INET AF_INET6"
    local = "localhost link-local 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7"
    assert found["IPAddressAllow"] == local
    assert dict(directives("companion.service"))["IPAddressDeny"] == "any"
