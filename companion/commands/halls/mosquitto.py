"""What mosquitto needs for a hall: its configuration, who may do what, and who may log in. For people to copy."""

from __future__ import annotations

import base64
import hashlib
import os
import secrets
import shlex
from pathlib import Path

from companion.console import print_error
from companion.hall.config import PEM, Broker, Config
from companion.texts import reason_of
from companion.whole_file import write_whole

CONF, ACL, PASSWORDS = "mosquitto.conf", "mosquitto.acl", "mosquitto.passwd"
"""The names of the files, beside the `hall.toml` of the board."""
CERT = "broker.crt"
ROUNDS, SALT_BYTES = 101, 12
"""The iterations that mosquitto_passwd uses. These few are enough for passwords that are made by chance."""


def conf(broker: Broker, folder: Path, cert: Path) -> str:
    """The configuration. `folder` has the other files; `cert` is the certificate, its key lies beside it."""
    tls = f"certfile {cert}\nkeyfile {cert.with_suffix('.key')}\n" if broker.tls else ""
    return (
        f"listener {broker.port}\n{tls}allow_anonymous false\npassword_file {folder / PASSWORDS}\n"
        f"acl_file {folder / ACL}\n"
        "# Nothing is kept here: the tables keep everything until the board has it.\n"
        "persistence false\nset_tcp_nodelay true\nmax_queued_messages 10000\nmax_packet_size 65536\n"
    )


def acl(club: str) -> str:
    """Who may do what: each table has a user of its name, the boards have `board`."""
    return (
        f"pattern write companion/v1/{club}/%u/#\n"
        f"pattern read companion/v1/{club}/%u/#\n"
        f"pattern read companion/v1/{club}/board/+/online\n"
        f"pattern read companion/v1/{club}/board/+/confirmed/%u\n"
        f"pattern write homeassistant/device/companion-{club}-%u/config\n"
        f"pattern read homeassistant/status\n"
        f"user board\n"
        f"topic read companion/v1/{club}/#\n"
    )


def password_line(user: str, password: str) -> str:
    """The line of a user in the password file; mosquitto_passwd is not needed."""
    salt = secrets.token_bytes(SALT_BYTES)
    hashed = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, ROUNDS)
    shown = [base64.b64encode(part).decode() for part in (salt, hashed)]
    return f"{user}:$7${ROUNDS}${shown[0]}${shown[1]}"


def new_certificate(host: str, cert: Path) -> str:
    """The command that makes a certificate for a broker, and its key beside it, when no authority is at hand."""
    kind = "IP" if host.replace(".", "").isdecimal() or ":" in host else "DNS"
    words = (
        "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 -subj /CN=hall "
        f"-addext subjectAltName={kind}:{host} -addext keyUsage=digitalSignature,keyCertSign"
    ).split()
    return shlex.join([*words, "-keyout", str(cert.with_suffix(".key")), "-out", str(cert)])


def next_certificate(config: Config, file: Path) -> Path | None:
    """The file of the certificate that is to follow the certificate of `ca`; None where `ca` names no file."""
    ca = config.login.ca
    return None if ca is None or ca.startswith(PEM) else (file.absolute().parent / ca).with_suffix(".next.crt")


def let_in(file: Path, table: str, password: str, *, again: bool = False) -> None:
    """Say the line with which mosquitto lets the table in. It is added to the file that `companion hall init` wrote;
    `again`: in place of the one that is there.
    """
    line = password_line(table, password)
    note = ""
    try:
        lines = file.read_text("utf-8").splitlines()
        note = f"{file} has it already"
        if again:
            kept = [one for one in lines if not one.startswith(f"{table}:")]
            write_in_place(file, "".join([f"{one}\n" for one in [*kept, line]]))
            note = f"it is in {file} now; a mosquitto that runs reads it again after pkill -HUP -x mosquitto"
        elif not any(one.startswith(f"{table}:") for one in lines):
            with file.open("a", encoding="utf-8") as opened:
                opened.write(f"{line}\n")
            note = f"it is in {file} now; a mosquitto that runs reads it again after pkill -HUP -x mosquitto"
    except FileNotFoundError:
        note = "add it to the password file of the broker"
    except (OSError, UnicodeDecodeError) as error:
        note = f"add it to the password file of the broker; {file}: {reason_of(error)}"
    print_error(f"for mosquitto: {line}")
    print_error(note)


def write_in_place(file: Path, text: str) -> None:
    """Write a file whole or not at all, for those who could read it before. Raises OSError.

    Written by root it still belongs to its owner and group, such as mosquitto, which else could not read it any more.
    """
    before = file.stat()
    write_whole(file, [text.encode()], before.st_mode & 0o777)
    if os.geteuid() == 0:
        os.chown(file, before.st_uid, before.st_gid)
