"""`companion labels`: write a sheet of labels for the cards of a game, for a reader of QR codes."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from importlib.util import find_spec
from pathlib import Path

from companion.console import CommandError, add_data, name, print_line
from companion.console.record_access import named_record, write_out
from companion.games.installed import INSTALLED
from companion.installation import install_command
from companion.report.label_sheet import label_sheet
from companion.session.text import game_name


def add(parser: ArgumentParser) -> None:
    """Arguments: which game, where to, and whether for sleeves."""
    parser.add_argument("game", metavar="GAME", choices=INSTALLED.keys, help=", ".join(INSTALLED.keys))
    out = "the file, or - for standard output"
    parser.add_argument("-o", dest="file", metavar="FILE.html", type=name, required=True, help=out)
    about = "squares to cut out and put into sleeves, instead of label paper of 5 by 13"
    parser.add_argument("--cut", action="store_true", help=about)
    add_data(parser)


def run(arguments: Namespace) -> int:
    """Write the sheet; the exit status."""
    with named_record(arguments) as (folder, words):
        if find_spec("segno") is None:
            raise CommandError(words("labels.no-segno", how=install_command("web")))
        game = INSTALLED.game(arguments.game)
        assert game.labels is not None
        title = game_name(game.key, words, game)
        sheet = label_sheet(game.labels, title, cut=arguments.cut)
        if not write_out([sheet], Path(arguments.file), folder):
            return 0
    print_line(words("labels.done", file=arguments.file, game=title, count=len(game.labels.texts())))
    return 0
