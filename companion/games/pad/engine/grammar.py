"""The grammar of formulas: a small closed part of Python's expressions, over whole numbers.

`ast` only splits the text. What is not listed here is a fault. Nothing that a file says is ever executed.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Mapping
from typing import NamedTuple, NoReturn

from companion.games.pad.engine.formula_slips import CALLS, OVER_SEATS, find_formula_slip
from companion.reader import Reader, Wrong

LENGTH_MOST = 300
NODES_MOST = 200
WEIGHT_MOST = 1_000
WEIGHTS = (1, 8, 64)
"""What a node weighs: outside of calls over seats, inside one, inside two."""

_CHARACTERS = {
    1: re.compile(r"""[a-z0-9_ ()+\-*/%<>=!,"']*"""),
    2: re.compile(r"""[a-z0-9_ ()\[\]+\-*/%<>=!,"']*"""),
}
"""What may stand in a formula at all, by the format of the file."""
_NUMBER = re.compile(r"0|[1-9][0-9]{0,5}")
NUMBER_MOST = 999_999
"""The greatest number that may be written in a formula."""
_TEXT = re.compile(r"""'([a-z0-9-]*)'|"([a-z0-9-]*)\"""")

HAS = "has"
"""`has(FIELD)`, from format 2 on."""
_UNCOUNTED = (ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.expr_context)


Lists = Mapping[str, tuple[int, ...]]
"""The lists of a pad by their names; there are none in format 1."""


class Language(NamedTuple):
    """What formulas of a file may use: by its format, and the lists in it."""

    format: int
    lists: Lists

    @property
    def calls(self) -> tuple[str, ...]:
        return CALLS if self.format == 1 else (*CALLS, HAS)


class Tree(NamedTuple):
    """The checked tree of a formula. `counts` are its nodes by the number of calls over seats around them.

    `lists` are the numbers of the lists that it may read.
    """

    source: Reader
    text: str
    root: ast.expr
    counts: tuple[int, int, int]
    nest: int
    lists: Lists

    @property
    def weight(self) -> int:
        """How much it costs to compute."""
        return sum([count * weight for count, weight in zip(self.counts, WEIGHTS, strict=True)])


class AlreadyWrong(Exception):
    """A formula uses a name whose own formula is at fault, which has been said."""


Names = Mapping[str, "Tree | None"]
"""The formulas that names stand for; None for one at fault."""


def parse(source: Reader, names: Names, language: Language) -> Tree:
    """The tree of a text, with what may stand in it at all checked. Raises Wrong or AlreadyWrong."""
    try:
        return _parse(source, names, language)
    except Wrong as wrong:
        slip = find_formula_slip(str(source.value), lists=language.format > 1) if wrong.key in _OF_FORM else None
        if slip is None:
            raise
        source.raise_wrong(slip.key, **slip.params)


_OF_FORM = [f"pad.wrong.formula-{fault}" for fault in ("character", "form", "number", "part", "call")]
"""The faults that may come from a slip."""


def _parse(source: Reader, names: Names, language: Language) -> Tree:
    text = source.value
    if not isinstance(text, str):
        raise_no_formula(source)
    if not 1 <= len(text) <= LENGTH_MOST:
        source.raise_wrong("pad.wrong.formula-long", most=LENGTH_MOST, count=len(text))
    good = _CHARACTERS[language.format].match(text)
    if good is not None and good.end() < len(text):
        source.raise_wrong("pad.wrong.formula-character", character=text[good.end()])
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            root = ast.parse(text, mode="eval").body
    except SyntaxError as error:
        at = max((error.offset or 1) - 1, 0)
        source.raise_wrong("pad.wrong.formula-form", part=text[at : at + 12] or text[-12:])
    except (ValueError, MemoryError, RecursionError):
        source.raise_wrong("pad.wrong.formula-form", part=text[:12])
    if _count(root) > NODES_MOST:  # also so that the functions below are never called too deep
        source.raise_wrong("pad.wrong.formula-nodes", most=NODES_MOST, count=_count(root))
    return _Checker(source, text, names, language).tree(root)


def raise_no_formula(source: Reader) -> NoReturn:
    """Raise Wrong for a value that is no text."""
    value = source.value
    if isinstance(value, int) and abs(value) <= NUMBER_MOST:
        source.raise_wrong("pad.wrong.formula-quotes", right=f'"{int(value)}"')
    source.raise_wrong("pad.wrong.decimal" if isinstance(value, float) else "pad.wrong.formula")


def _count(root: ast.AST) -> int:
    return sum([not isinstance(node, _UNCOUNTED) for node in ast.walk(root)])


class _Checker:
    """Checks the nodes of one formula, and counts them with those that its names stand for."""

    def __init__(self, source: Reader, text: str, names: Names, language: Language) -> None:
        self._source = source
        self._text = text
        self._names = names
        self._language = language
        self._counts = [0, 0, 0]
        self._nest = 0

    def tree(self, root: ast.expr) -> Tree:
        self._check(root, 0)
        zero, one, two = self._counts
        tree = Tree(self._source, self._text, root, (zero, one, two), self._nest, self._language.lists)
        if sum(tree.counts) > NODES_MOST:
            self._source.raise_wrong("pad.wrong.formula-nodes", most=NODES_MOST, count=sum(tree.counts))
        if tree.weight > WEIGHT_MOST:
            self._source.raise_wrong("pad.wrong.formula-weight", most=WEIGHT_MOST, weight=tree.weight)
        return tree

    def _check(self, node: ast.expr, depth: int) -> None:
        if isinstance(node, ast.Name):
            self._check_name(node, depth)
            return
        self._counts[depth] += 1
        match node:
            case ast.Constant():
                if isinstance(node.value, str):
                    self._refuse(node, "pad.wrong.formula-text")
                if type(node.value) is not int or not _NUMBER.fullmatch(self._segment(node)):
                    self._refuse(node, "pad.wrong.formula-number")
            case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult() | ast.FloorDiv() | ast.Mod()):
                self._check(node.left, depth)
                self._check(node.right, depth)
            case ast.UnaryOp(op=ast.USub() | ast.Not()):
                self._check(node.operand, depth)
            case ast.BoolOp():
                for value in node.values:
                    self._check(value, depth)
            case ast.IfExp():
                for part in (node.test, node.body, node.orelse):
                    self._check(part, depth)
            case ast.Compare():
                self._check_comparison(node, depth)
            case ast.Call(func=ast.Name(id=called)) if called in self._language.calls:
                self._check_call(node, called, depth)
            case ast.Call(func=ast.Name(id=name)) if name in self._language.lists:
                self._refuse(node, "pad.wrong.formula-place", name=name, right=f"{name}[round]")
            case ast.Subscript(value=ast.Name(id=name)) if name in self._language.calls:
                right = f"{name}({self._segment(node.slice)})"
                self._refuse(node, "pad.wrong.formula-slip", found=self._segment(node)[:24], right=right)
            case ast.Subscript(value=ast.Name(id=name)) if self._language.format > 1:
                if name not in self._language.lists:
                    known = ", ".join(self._language.lists) or "–"
                    right = f"sum({name} * (seat == {self._segment(node.slice)}))"
                    self._refuse(node, "pad.wrong.formula-list", name=name, known=known, right=right)
                self._counts[depth] += 1  # the name of the list
                self._check(node.slice, depth)
            case _:
                self._refuse(node, "pad.wrong.formula-part", calls=", ".join(self._language.calls))

    def _check_name(self, node: ast.Name, depth: int) -> None:
        if node.id not in self._names:
            self._counts[depth] += 1
            return
        meant = self._names[node.id]
        if meant is None:
            raise AlreadyWrong
        self._inside(meant.nest, depth)
        for inner, count in enumerate(meant.counts):
            if count:
                self._counts[depth + inner] += count

    def _check_comparison(self, node: ast.Compare, depth: int) -> None:
        if text_compared(node) is not None:
            left, right = node.left, node.comparators[0]
            if not isinstance(left, ast.Name) or not _TEXT.fullmatch(self._segment(right)):
                self._refuse(right, "pad.wrong.formula-text")
            if left.id in self._names:
                self._refuse(left, "pad.wrong.formula-text")
            self._counts[depth] += 2
            return
        comparisons = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)
        if not all(isinstance(comparison, comparisons) for comparison in node.ops):
            self._refuse(node, "pad.wrong.formula-part", calls=", ".join(self._language.calls))
        for part in (node.left, *node.comparators):
            self._check(part, depth)

    def _check_call(self, node: ast.Call, called: str, depth: int) -> None:
        self._counts[depth] += 1  # the name of the call
        count = len(node.args)
        several = called in ("min", "max") and count > 1
        if node.keywords or not (count == 1 or several):
            self._refuse(node, "pad.wrong.formula-call", called=called)
        if called == HAS:
            if not isinstance(node.args[0], ast.Name) or node.args[0].id in self._names:
                self._refuse(node, "pad.wrong.formula-has")
            self._counts[depth] += 1  # the name of the field
            return
        inner = depth
        if called in OVER_SEATS and not several:
            inner += 1
            self._inside(1, depth)
        for part in node.args:
            self._check(part, inner)

    def _inside(self, calls: int, depth: int) -> None:
        """Raise Wrong if too many calls over seats stand at this depth, one in the other."""
        self._nest = max(self._nest, depth + calls)
        if self._nest > 2:
            self._source.raise_wrong("pad.wrong.formula-nest")

    def _segment(self, node: ast.expr) -> str:
        # The text is ASCII: columns in bytes are places of characters.
        return self._text[node.col_offset : node.end_col_offset]

    def _refuse(self, node: ast.expr, key: str, **params: object) -> NoReturn:
        self._source.raise_wrong(key, part=self._segment(node)[:24], **params)


def text_compared(node: ast.Compare) -> str | None:
    """The text of `NAME == 'text'` or `NAME != 'text'`; None for a comparison of numbers."""
    if len(node.ops) == 1 and isinstance(node.ops[0], ast.Eq | ast.NotEq):
        right = node.comparators[0]
        if isinstance(right, ast.Constant) and isinstance(right.value, str):
            return right.value
    return None
