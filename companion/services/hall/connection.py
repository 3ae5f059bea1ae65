"""The login of `hall.toml` as the connection needs it."""

from __future__ import annotations

from pathlib import Path

from companion.hall.config import PEM, Login
from hardware.mqtt import Identity


def identity(client: str, login: Login, folder: Path) -> Identity:
    """The login as the connection needs it; names of files are relative to the folder of `hall.toml`."""
    ca, cert, cert_key = (
        None if name is None or name.startswith(PEM) else str(folder / name)
        for name in (login.ca, login.cert, login.cert_key)
    )
    return Identity(client, login.user, login.password, ca, cert, cert_key, login.ca if ca is None else None)
