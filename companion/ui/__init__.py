"""What people see and do: every screen is a value with `update` (a command in, the next screen or an intent out) and
`view` (a page of plain words). Only `paint` knows pixels; nothing here knows a pin or a file.
"""
