"""Imports soon after the start what keys need, and not at the key that needs it first.

At the start people wait for the picture, so little is imported before it. But an import at a key opens files: if no
file descriptor is free, or the card has died, it would end the device in the middle of a game.
"""

from __future__ import annotations

import logging
import pkgutil
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from importlib.util import find_spec

PACKAGES = ("companion.games", "companion.session", "companion.ui")
"""All modules in these …"""
LEFT_OUT = ("report",)
"""… except those that only `companion report` needs …"""
OTHERS = (
    "companion.commands.device.display_words",
    "encodings.utf_8_sig",
    "subprocess",
    "tomllib",
)
"""… and these, for the last page, the record (also when it turns out to be damaged), the settings and switching off."""
OPTIONAL = ("segno",)

log = logging.getLogger(__name__)


def modules() -> Iterator[str]:
    """The names of all modules that a key may need."""
    for package in PACKAGES:
        yield from _in_package(package)
    yield from OTHERS
    yield from (name for name in OPTIONAL if find_spec(name) is not None)


def import_in_background(*more: Callable[[], object]) -> Iterator[str]:
    """Import one module with each step, then read one pad that ships, then call one of `more`. A fault is logged."""
    for name in modules():
        _attempt(partial(import_module, name), name)
        yield name
    pads = import_module("companion.games.pad.collection")
    for key in pads.SHIPPED:  # lists of games read them
        _attempt(partial(pads.shipped, key), key)
        yield key
    for call in more:
        _attempt(call, call.__name__)
        yield call.__name__


def _attempt(call: Callable[[], object], name: str) -> None:
    try:
        call()
    except Exception:  # the game goes on; the key that needs it will report it
        log.exception("%s cannot be loaded", name)


def _in_package(package: str) -> Iterator[str]:
    """A package and all modules in it and in the packages in it."""
    yield package
    for found in pkgutil.iter_modules(import_module(package).__path__, f"{package}."):
        if found.name.rpartition(".")[2] in LEFT_OUT:
            continue
        if found.ispkg:
            yield from _in_package(found.name)
        else:
            yield found.name
