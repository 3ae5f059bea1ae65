"""Counts calls: how much work something does, on every machine the same."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import CodeType, FrameType


def calls(function: CodeType, do: Callable[[], object]) -> int:
    """How many times a function was called while something was done."""
    count = 0

    def called(frame: FrameType, event: str, _: object) -> None:
        nonlocal count
        count += event == "call" and frame.f_code is function

    sys.setprofile(called)
    try:
        do()
    finally:
        sys.setprofile(None)
    return count
