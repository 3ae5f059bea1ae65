"""The parser of the command line: what it does not know, it refuses with the nearest thing that it knows."""

from __future__ import annotations

import re
import sys
from argparse import PARSER, REMAINDER, Action, ArgumentError, ArgumentParser
from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

from companion.commands.console.arguments import path
from companion.commands.console.standard_streams import printable

LONGEST = 40
"""Characters of a wrong word that are shown, and compared with the known ones."""


class Parser(ArgumentParser):
    """Reports each wrong word with the usage of the command that it was for, without control characters.

    argparse alone reports an unknown option of a command after everything else, and with the usage of the whole.
    """

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """The arguments. No word is left over: a word that is not known ends the program."""
        words = list(sys.argv[1:] if args is None else args)
        for word in self._options_among(words):
            self._check_option(word)
        chosen, rest = super().parse_known_args(words, namespace)
        if rest:
            self.error(f"{_quoted(rest[0])} is one word too many")
        return chosen, rest

    def error(self, message: str) -> NoReturn:
        """End the program with status 2, after the usage and what is wrong."""
        super().error(printable(message))

    def refuse_word(self, word: str, what: str, known: Iterable[str], otherwise: str) -> NoReturn:
        """End the program because a word is not `what`: with the nearest of the known words, or what can be done."""
        near = nearest(word, known)
        self.error(f"{_quoted(word)} is not {what}; {f'did you mean {near}?' if near else otherwise}")

    def _options_among(self, words: Sequence[str]) -> Iterable[str]:
        """The words that argparse takes for options of this parser."""
        handed_on = any(action.nargs in (PARSER, REMAINDER) for action in self._actions)
        for word in words:
            if word == "--":
                return
            if word[:1] == "-" and word != "-" and " " not in word and not self._negative_number_matcher.match(word):
                yield word
            elif handed_on:
                return

    def _check_option(self, word: str) -> None:
        known = self._option_string_actions
        name, _, value = word.partition("=")
        if value == "--":  # argparse of Python 3.11 makes a list of it
            self.error(f"argument {name}: '--' is no value")
        if any(option.startswith(name) for option in known) or (word[1] != "-" and word[:2] in known):
            return
        self.refuse_word(name, "an option here", known, "--help explains them")

    def _get_value(self, action: Action, arg_string: str) -> Any:
        # The system's names of files are bytes; everything else that a command takes is a text.
        if action.type is not path and not arg_string.isprintable() and re.search("[\ud800-\udfff]", arg_string):
            raise ArgumentError(action, f"{_quoted(arg_string)} is not UTF-8")
        return super()._get_value(action, arg_string)

    def _check_value(self, action: Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        known = [str(choice) for choice in action.choices]
        near = nearest(str(value), known)
        hint = f"; did you mean {near}?" if near else ""
        raise ArgumentError(action, f"{_quoted(str(value))} is not one of {', '.join(known)}{hint}")


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that a word resembles most, apart from leading dashes; None if it resembles none."""
    from difflib import get_close_matches

    bare = {option.lstrip("-"): option for option in known}
    found = get_close_matches(word.lstrip("-").lower()[:LONGEST], bare, 1)
    return bare[found[0]] if found else None


def _quoted(word: str) -> str:
    return repr(word if len(word) <= LONGEST else f"{word[:LONGEST]}…")
