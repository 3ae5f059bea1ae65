"""The wiring of a board as a drawing: the header of the Pi from above, and straight wires to its parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from itertools import cycle
from typing import Literal, NamedTuple

ROW, HEAD, MARGIN = 22, 46, 14
"""The height of a row of pins, of the title above them, and the edge, in pixels."""
SIDE, PIN, NAME = 300, 20, 62
"""The width of the parts on a side, of a pin's square, and of its name beside it."""
POWER = {"3V3": "#c62828", "5V": "#c62828", "GND": "#222222"}
SIGNALS = ("#1565c0", "#2e7d32", "#ef6c00", "#6a1b9a", "#00838f", "#ad1457", "#5d4037", "#455a64")
"""The colours of the wires: supply red and ground black, as people have them; no other wire has these."""
OHM = "330 Ω"
"""What each LED needs before it."""


class Wire(NamedTuple):
    """A wire: what it belongs to, the pin of the header from 1 on, where its other side goes, and what is between."""

    part: str
    pin: int
    other: str = ""
    kind: Literal["button", "lamp", ""] = ""


def draw(title: str, wires: Sequence[Wire], pin_name: Callable[[int], str]) -> str:
    """The drawing as SVG. Wires are straight and never cross: each part lies beside its pin."""
    width, height = 2 * (MARGIN + SIDE + NAME + PIN), HEAD + 20 * ROW + MARGIN
    signals = cycle(SIGNALS)
    used = {wire.pin: (wire, POWER.get(pin_name(wire.pin)) or next(signals)) for wire in wires}
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        ' font-family="sans-serif" font-size="13">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        _text(width / 2, 20, title, "middle", 'font-weight="bold"'),
        f'<rect x="{width / 2 - PIN - 3}" y="{HEAD - 3}" width="{2 * PIN + 6}" height="{20 * ROW + 4}" fill="#263238"'
        ' rx="4"/>',
    ]
    for pin in range(1, 41):
        lines += _pin(pin, used.get(pin), pin_name(pin), width / 2)
    return "\n".join([*lines, "</svg>"]) + "\n"


def _pin(pin: int, used: tuple[Wire, str] | None, name: str, middle: float) -> list[str]:
    """A pin with its number and name, and its wire if it has one: odd pins are on the left."""
    way = -1 if pin % 2 else 1
    x, y = middle + way * PIN / 2, HEAD + (pin - 1) // 2 * ROW + ROW / 2
    anchor = "end" if way < 0 else "start"
    wire, colour = used if used is not None else (None, "#cfd8dc")
    shape = f'width="{PIN - 6}" height="{PIN - 6}" fill="{colour}"' + (' rx="7"' if pin != 1 else "")  # pin 1 is square
    lines = [
        f'<rect x="{x - PIN / 2 + 3}" y="{y - PIN / 2 + 3}" {shape}/>',
        _text(x, y + 4, str(pin), "middle", f'font-size="9" fill="{"#ffffff" if used is not None else "#263238"}"'),
    ]
    edge = middle + way * (PIN + 8)
    if wire is None:
        return [*lines, _text(edge, y + 4, name, anchor, 'font-size="10" fill="#90a4ae"')]
    end = middle + way * (PIN + NAME + 30)
    lines += [
        f'<path d="M{edge - way * 4} {y}H{end}" stroke="{colour}" stroke-width="3"/>',
        _text((edge + end) / 2, y - 3, name, "middle", 'font-size="10" fill="#546e7a"'),
    ]
    if wire.kind == "button":  # two contacts and what closes them
        lines.append(
            f'<path d="M{end} {y}m0 0h{way * 6}m{way * 22} 0h{way * 6}m{-way * 31} -6h{way * 28}m{-way * 14} 0v-4" '
            f'stroke="{colour}" stroke-width="2" fill="none"/>'
        )
        end += way * 34
    elif wire.kind == "lamp":  # a resistor, and an LED
        lines += [
            f'<path d="M{end} {y}h{way * 6}v-4h{way * 24}v8h{-way * 24}v-4m{way * 24} 0h{way * 6}v-5l{way * 10} 5'
            f'l{-way * 10} 5v-5m{way * 10} -5v10m0 -5h{way * 6}" stroke="{colour}" stroke-width="2" fill="none"/>',
            _text(end + way * 18, y - 6, OHM, "middle", 'font-size="9" fill="#546e7a"'),
        ]
        end += way * 52
    lines.append(f'<circle cx="{end}" cy="{y}" r="4" fill="{colour}"/>')
    label = f"{wire.part}, {wire.other}" if wire.other else wire.part
    return [*lines, _text(end + way * 8, y + 4, label, anchor)]


def _text(x: float, y: float, text: str, anchor: str, more: str = "") -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}" {more}>{escape(text)}</text>'
