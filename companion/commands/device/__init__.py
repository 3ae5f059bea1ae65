"""The device that `companion run` starts: a board by its name, a front for each panel, and what the fronts share.

A front is a module `<panel>_front` with `start(folder, side_panels, board)`, which returns when the device has ended.

People wait for the first picture. So a front imports at the top what that picture needs; Pillow, gpiozero and the loop
take longer than the picture and are imported inside the function that has shown it.
"""

from __future__ import annotations

PEOPLE = ("A", "B")
"""The people of a new record, until people enter their names: the first newcomers of the texts.

The record is opened before the texts are read.
"""
