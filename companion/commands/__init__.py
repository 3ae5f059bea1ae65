"""The commands: each file here is one, with `add(parser)` for its arguments and `run(arguments)` for its exit status.

The first line of the file names the command and says what `companion --help` says of it. What runs for long lies in
`companion.services`, what several commands share in `companion.console`.
"""
