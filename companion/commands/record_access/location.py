"""Where the record is kept."""

from __future__ import annotations

import os
from pathlib import Path

SERVICE = Path("/var/lib/companion")
"""Where the service keeps its record."""


def record_folder(data: Path | None, *, service: Path | None = SERVICE) -> Path:
    """The folder of the record: `data` if given, else the service's if it is installed, else the user's own.

    With `service=None` the folder of an installed service is not taken. Absolute: the pin library may change the
    working directory.
    """
    if data is not None:
        return data.absolute()
    state = os.environ.get("STATE_DIRECTORY", "").split(":")[0]
    if state:
        return Path(state)
    if service is not None and service.is_dir():
        return service
    from platformdirs import user_data_path  # not on a device, whose first picture would wait for it

    return user_data_path("table-companion")
