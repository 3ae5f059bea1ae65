"""The arithmetic of a formula in words: the branch that held, with the numbers put in (`20 + 10 × 2 = 40`)."""

from __future__ import annotations

import ast

from companion.games.pad.engine.formula import Env, Formula

_SIGNS: dict[type[ast.operator], tuple[str, int]] = {
    ast.Add: ("+", 1),
    ast.Sub: ("-", 1),
    ast.Mult: ("×", 2),
    ast.FloorDiv: ("÷", 2),
    ast.Mod: ("%", 2),
}
"""The sign of an operation and how strongly it binds."""
_NUMBER = 4


def explain(formula: Formula, env: Env, seat: int) -> str:
    """The arithmetic of a formula for a seat; the number alone where there is nothing to compute."""
    value = formula(env, seat)
    text, _ = _Shown(formula, env, seat).show(formula.tree.root)
    return text if text == str(value) else f"{text} = {value}"


class _Shown:
    """Writes the nodes of one formula."""

    def __init__(self, formula: Formula, env: Env, seat: int) -> None:
        self._formula = formula
        self._env = env
        self._seat = seat

    def show(self, node: ast.expr) -> tuple[str, int]:
        """The text of a node, and how strongly what it is made of binds."""
        match node:
            case ast.IfExp():
                return self.show(node.body if self._value(node.test) else node.orelse)
            case ast.Name(id=name) if (meant := self._formula.names.get(name)) is not None:
                return self.show(meant.root)
            case ast.BinOp():
                sign, strength = _SIGNS[type(node.op)]
                left, right = self._inside(node.left, strength), self._inside(node.right, strength + 1)
                return f"{left} {sign} {right}", strength
        return str(self._value(node)), _NUMBER

    def _inside(self, node: ast.expr, least: int) -> str:
        text, strength = self.show(node)
        return text if strength >= least else f"({text})"

    def _value(self, node: ast.expr) -> int:
        return self._formula.parts[id(node)](self._env, self._seat)
