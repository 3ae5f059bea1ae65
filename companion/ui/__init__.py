"""The screens. Each is a value with `update` (a command in, the next screen or an intent out) and `view` (a page of
plain text). Only the painter and the `paint_…` modules know pixels; nothing here knows a pin or a file.
"""
