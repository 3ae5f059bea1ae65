"""Prepares a start of the card image: board, language, network, the folder of the records, a backup, and the messages.

Whatever is wrong, the device can start afterwards: a fault becomes a message, and a default holds.
"""

from __future__ import annotations

import os
import pwd
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, date, datetime, time
from hashlib import pbkdf2_hmac
from pathlib import Path
from typing import NamedTuple

from companion.games.installed import INSTALLED
from companion.messages import Message, Phrase
from companion.record import RecordTrouble
from companion.record.log import SETTINGS, open_folder, put_file, remove_file
from companion.services.boards import explain_fault
from companion.services.card.companion_toml import BOARD, FILE, Asked, Fault, Parsed, Wifi, is_key, parse
from companion.services.card.files import acting_as, give_folder, write
from companion.services.card.start_files import (
    MESSAGES,
    START,
    Start,
    in_all_languages,
    parse_start,
    read_text,
    to_json,
)
from companion.services.device import with_chosen_chip
from companion.session.settings_file import SettingsFile, SettingsTrouble
from companion.texts import reason_of
from companion.values import Frozen
from companion.whole_file import NotRegular, read_regular
from companion.words import LANGUAGES, Words
from hardware import splash
from hardware.boards import Board, I2c, Spi
from hardware.boards.profile import WrongProfile, load, nearest, read, text_of

MOST = 8 * 1024
"""The largest companion.toml in bytes; ours has less than a thousand."""
NOON = time(12)
"""The clock is set to this hour of a day: nobody knows better, and it is that day in all inhabited places but few."""
LAST_BOARD = "board"
"""The file with the board that companion.toml named last."""
OPENED = "root-opened"
"""The file with the name of the root file that opened the record last."""
SPLASH = "splash"
"""The file on the data partition: a line for each transfer, with the bus, the address and the bytes, which `splash` of
systemd/image/card.sh reads."""
SPI = "spi"
"""The empty file for companion-spi.service, in the folder of this start."""


class Places(Frozen):
    """The folders: the FAT partition, the data partition, the folder of this start, and the settings of the machine."""

    fat: Path
    data: Path
    run: Path
    etc: Path

    @property
    def records(self) -> Path:
        return self.data / "companion"


class Clock(NamedTuple):
    """The clock of the machine: what it says, in seconds since 1970, and what sets it."""

    now: Callable[[], float]
    set: Callable[[float], None]


def prepare(places: Places, owner: pwd.struct_passwd | None, clock: Clock) -> list[Phrase]:
    """Prepare a start; returns what people must know about it. `owner` is the user whom the records belong to."""
    start = parse_start(read_text(places.run / START))
    messages = start.messages
    parsed, faults = read_companion_toml(places.fat, _day(clock.now()))

    def attempt(what: str, step: Callable[[], None]) -> bool:
        try:
            step()
        except (RecordTrouble, SettingsTrouble) as trouble:
            messages.append(Message(f"image.failed.{what}", why=trouble.message))
        except Exception as error:  # the device can start without any of these steps
            reason = reason_of(error) if isinstance(error, OSError) else f"{type(error).__name__}: {error}"
            messages.append(Message(f"image.failed.{what}", why=reason))
        else:
            return True
        return False

    # First of all: what follows writes files.
    attempt("date", lambda: _set_date(clock, parsed.asked.date))
    if attempt("records", lambda: give_folder(places.records, owner)):
        attempt("backup", lambda: _back_up(places, start, owner))
        attempt("language", lambda: _set_language(places.records, parsed.asked.language, owner))
        attempt("phones", lambda: _set_phones(places.records, owner, phones=parsed.asked.phones))
        attempt("pads", lambda: _take_pads(places, owner, messages))
    attempt("board", lambda: _set_board(places, parsed, faults))
    attempt("display", lambda: _prepare_display(places, owner))
    attempt("network", lambda: _set_network(places.run, parsed.asked))
    messages += [_in_toml(fault) for fault in sorted(faults, key=lambda fault: fault.line or MOST + 1)]
    texts = [in_all_languages(message) for message in messages]
    with suppress(OSError):  # the caller prints them, too
        write(places.run / MESSAGES, to_json(texts))
    return texts


def read_companion_toml(fat: Path, today: date) -> tuple[Parsed, list[Fault]]:
    """What the file asks for on the day of the clock, and its faults."""
    found, faults = _named(fat), list[Fault]()
    name = next(iter(found), FILE)
    parsed = Parsed(Asked())
    if name != FILE:
        faults.append(Fault(Message("image.wrong.renamed", file=name), None, "understood"))
    faults += [Fault(Message("image.wrong.beside", file=other, counts=name), None, "") for other in found[1:]]
    try:
        content = read_regular(fat / name, MOST + 1)
        if len(content) > MOST:
            faults.append(Fault(Message("image.wrong.long", most=MOST)))
        else:
            text, encoding = _decode(content)
            if encoding != "utf-8-sig":
                faults.append(Fault(Message("image.wrong.encoding"), None, ""))
            parsed = parse(text, today)
            faults += parsed.faults
    except FileNotFoundError:
        faults.append(Fault(Message("image.wrong.absent")))
    except NotRegular:
        faults.append(Fault(Message("image.wrong.no-file")))
    except OSError as error:
        faults.append(Fault(Message("image.wrong.unreadable", why=reason_of(error))))
    return parsed, faults


def _named(fat: Path) -> list[str]:
    """The file as it is called, and others like it: Windows hides the ending that an editor has added."""
    names = (FILE, f"{FILE}.txt", f"{FILE}.toml", "companion.txt")
    return [name for name in names if os.path.lexists(fat / name)]


def _decode(content: bytes) -> tuple[str, str]:
    """The text of a file that an editor has saved, and the encoding."""
    wide = "utf-16-le" if content[1:2] == b"\0" else "utf-16-be"
    is_marked = content[:2] in (b"\xff\xfe", b"\xfe\xff")
    code = "utf-16" if is_marked else wide if b"\0" in content[:2] else "utf-8-sig"
    with suppress(UnicodeDecodeError):
        return content.decode(code), code
    return content.decode("cp1252", "replace"), "cp1252"


def _in_toml(fault: Fault) -> Message:
    what, line, then = fault
    what = Message(f"image.{then}", what=what) if then else what
    return Message("image.in", what=what) if line is None else Message("image.at", line=line, what=what)


# -- the steps


def _day(seconds: float) -> date:
    return datetime.fromtimestamp(seconds, UTC).date()


def _set_date(clock: Clock, day: date | None) -> None:
    """Set the clock forward to a day: it never goes back behind what is recorded, and the file stays as it is."""
    if day is not None and day > _day(clock.now()):
        clock.set(datetime.combine(day, NOON, UTC).timestamp())


def _set_board(places: Places, parsed: Parsed, faults: list[Fault]) -> None:
    if any(fault.then == "last-board" for fault in faults):  # the line names none
        board, then = _last_board(places)
        faults[:] = [fault._replace(then=then) if fault.then == "last-board" else fault for fault in faults]
    else:
        board = _board_named(places, parsed, faults)
    write(places.etc / "board", f"COMPANION_BOARD={board}\n")


def _board_named(places: Places, parsed: Parsed, faults: list[Fault]) -> str:
    """The board that companion.toml names; without such a board, the board of the last start. Raises OSError."""
    name = parsed.asked.board
    try:
        meant = _board_meant(places, name)
        if meant != name:
            near = Message("image.wrong.board-near", found=name, cure=meant)
            faults.append(Fault(near, parsed.board_line, "understood"))
        name = meant
        board = _board_called(places, name)
        if parsed.board_line is not None:
            _keep_board(places.data, name)
    except WrongProfile as wrong:
        wrong.file = name
        board, then = _last_board(places)
        what = Phrase(**{name: explain_fault(wrong, Words(name, breaks=True)) for name in LANGUAGES})
        faults.append(Fault(Message("image.notice", text=what), parsed.board_line, then))
    return board


def _last_board(places: Places) -> tuple[str, str]:
    """The board for a start whose own is wrong, and what follows as in `Fault`."""
    with suppress(WrongProfile):
        if last := read_text(places.data / LAST_BOARD).strip():
            return _board_called(places, last), "last-board"
    return BOARD, "default"


def _board_called(places: Places, name: str) -> str:
    """The board of a name, or of a file beside companion.toml. Raises WrongProfile and OSError."""
    is_file = Path(name).suffix.lower() in (".toml", ".txt")
    return _own_board(places, name) if is_file else _known_board(name)


def _keep_board(data: Path, name: str) -> None:
    """Keep the name of a board that is right, for a start at which it is wrong."""
    if read_text(data / LAST_BOARD).strip() != name:
        with open_folder(data) as directory:
            put_file(directory, LAST_BOARD, f"{name}\n".encode())


def _board_meant(places: Places, name: str) -> str:
    """The board that people mean by a name: a file beside companion.toml however it is called, or the nearest name."""
    with suppress(WrongProfile):
        return _known_board(name)
    for file in (name, f"{name}.toml", f"{name}.txt"):
        if Path(file).suffix.lower() in (".toml", ".txt") and (places.fat / file).is_file():
            return file
    return nearest(name)


def _prepare_display(places: Places, owner: pwd.struct_passwd | None) -> None:
    with acting_as(owner):
        name = (places.etc / "board").read_text("utf-8").strip().removeprefix("COMPANION_BOARD=")
        board = with_chosen_chip(load(name), places.records)
    prepare_display(board, places.data, places.run)


def _known_board(name: str) -> str:
    """A board by its name. Raises WrongProfile."""
    read(name, text_of(name)[1])
    return name


def _own_board(places: Places, name: str) -> str:
    """The path of a copy of a board's file that lies beside companion.toml. Raises WrongProfile and OSError."""
    text = text_of(str(places.fat / name))[1]
    read(name, text)
    copy = places.etc / name
    write(copy, text)
    return str(copy)


def _set_language(records: Path, language: str | None, owner: pwd.struct_passwd | None) -> None:
    """Set the language where nobody has chosen settings yet."""
    with acting_as(owner):
        if language is not None and not os.path.lexists(records / SETTINGS):
            SettingsFile(records).change("language", language)


def _set_phones(records: Path, owner: pwd.struct_passwd | None, *, phones: bool) -> None:
    """Let phones press, or not, as the file says at each start."""
    with acting_as(owner):
        settings = SettingsFile(records)
        if settings.settings.phones != phones:
            settings.change("phones", phones)


def _set_network(run: Path, asked: Asked) -> None:
    """Leave what the units of the network need; nothing without a network, so that the service stays shut off."""
    wifi, web = run / "wifi" / "wpa_supplicant.conf", run / "web"
    wifi.unlink(missing_ok=True)
    web.unlink(missing_ok=True)
    if asked.wifi is not None:
        wifi.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write(wifi, configuration(asked.wifi), 0o600)
        if asked.web:
            write(web, "")


def _take_pads(places: Places, owner: pwd.struct_passwd | None, messages: list[Message]) -> None:
    if not (places.fat / "pads").is_dir():
        return
    from companion.services.card.pads import take_pads

    take_pads(places.fat, places.records, owner, messages)


def _back_up(places: Places, start: Start, owner: pwd.struct_passwd | None) -> None:
    """Back up the record before another root file opens it for the first time."""
    if not start.root or not start.kept or start.root == read_text(places.data / OPENED).strip():
        return
    from companion.record.backup import back_up

    try:
        with acting_as(owner):
            back_up(places.records, INSTALLED, f"before-{start.root.removesuffix('.sqfs')}")
    except RecordTrouble as trouble:
        if trouble.message.key != "record.none":
            raise
    with open_folder(places.data) as directory:
        put_file(directory, OPENED, f"{start.root}\n".encode())


def configuration(wifi: Wifi) -> str:
    """The text of wpa_supplicant.conf."""
    lines = [f"ssid={wifi.name.encode().hex()}", "scan_ssid=1"]
    lines += [f"psk={_key(wifi)}", "key_mgmt=WPA-PSK"] if wifi.password else ["key_mgmt=NONE"]
    inside = "".join([f"\t{line}\n" for line in lines])
    country = f"country={wifi.country}\n" if wifi.country else ""
    # By this socket companion-network.service asks why there is no connection.
    country = f"ctrl_interface=/run/wpa_supplicant\n{country}"
    return f"{country}network={{\n{inside}}}\n"


def _key(wifi: Wifi) -> str:
    """The key of a network in 64 hexadecimal digits (IEEE 802.11, annex J)."""
    if is_key(wifi.password):
        return wifi.password.lower()
    return pbkdf2_hmac("sha1", wifi.password.encode(), wifi.name.encode(), 4096, 32).hex()


def set_day(request: Path, data: Path, clock: Clock) -> bool:
    """Set the clock to the day in a request and take that away; whether it named a day. The hour stays.

    Also back: people may have chosen a wrong day before. What is on the data partition is then no later than the clock,
    because the initrd sets the clock forward to that at each start.
    """
    text = read_text(request)
    request.unlink(missing_ok=True)
    try:
        day = date.fromisoformat(text.strip())
    except ValueError:
        return False
    clock.set(datetime.combine(day, datetime.fromtimestamp(clock.now(), UTC).time(), UTC).timestamp())
    now = clock.now()
    (data / "clock").touch()
    for file in (data / "clock", *(data / "companion").glob("*")):
        if file.lstat().st_mtime > now:
            os.utime(file, (now, now), follow_symlinks=False)
    return True


def prepare_display(board: Board, data: Path, run: Path) -> None:
    """Leave the splash of a board for the next start, and SPI for this one if its display needs it. Raises OSError."""
    (run / SPI).unlink(missing_ok=True)
    if isinstance(board.wire, Spi):
        (run / SPI).touch()
    lines = "".join([f"{line}\n" for line in splash_lines(board)]).encode("ascii")
    with suppress(FileNotFoundError):
        # The same board at each start: nothing is written.
        if read_regular(data / SPLASH, len(lines) + 1) == lines:
            return
    with open_folder(data) as directory:
        if lines:
            put_file(directory, SPLASH, lines)
        else:
            remove_file(directory, SPLASH)


def splash_lines(board: Board) -> list[str]:
    """The transfers of the splash as lines; none if the display cannot show it."""
    wire = board.wire
    if not isinstance(wire, I2c) or not splash.supports(board):
        return []
    transfers: list[bytes] = []
    splash.show(transfers.append, board.chip)
    return [f"{wire.bus} {' '.join([f'0x{byte:02x}' for byte in (wire.address, *sent)])}" for sent in transfers]
