"""A sheet of labels for A4 paper: a QR code for each card, its name below in all languages."""

from __future__ import annotations

from collections.abc import Sequence

from companion.kit.labels import Card, GameLabels
from companion.report.markup import Markup, document, element
from companion.words import LANGUAGES, Words

STYLE = """
@page { size: A4; margin: 0 }
* { box-sizing: border-box; margin: 0 }
body { font: 7pt/1.1 sans-serif; color: #000; background: #fff }
main { width: 210mm; padding: 10.7mm 4.7mm 0; display: grid; grid-template-columns: repeat(5, 38.1mm);
  grid-auto-rows: 21.2mm; column-gap: 2.5mm }
.cut { grid-template-columns: repeat(8, 24mm); grid-auto-rows: 24mm; column-gap: 0; padding: 10mm 9mm 0 }
div { display: flex; flex-direction: column; align-items: center; justify-content: center; break-inside: avoid;
  text-align: center; overflow: hidden }
.cut div { outline: .1mm dashed #888 }
svg { width: 14mm; height: 14mm; flex: none }
"""
"""Five columns of 38.1 × 21.2 mm are the usual paper with 65 labels. A code is 14 mm with its white margin, and 10 mm
and more without it."""


def label_sheet(labels: GameLabels, title: str, *, cut: bool = False) -> str:
    """The page; `cut`: squares to cut out for sleeves, instead of label paper."""
    speakers = [Words(language) for language in LANGUAGES]
    cells = [_cell(text, card, speakers) for text, card in labels.texts()]
    return document(title, LANGUAGES[0], cells, "cut" if cut else None, paper_style=STYLE)


def _cell(text: str, card: Card, speakers: Sequence[Words]) -> Markup:
    names = dict.fromkeys(card.name(words) for words in speakers)
    return element("div", _code(text), [element("span", name) for name in names], title=text)


def _code(text: str) -> Markup:
    """The code of a text as one path, with the four modules of white that belong around it."""
    import segno

    matrix = [bytes(row) for row in segno.make(text, micro=False, error="l").matrix]
    side = len(matrix)
    path = "".join([
        f"M{column} {row}h1v1h-1z" for row, dark in enumerate(matrix) for column, one in enumerate(dark) if one
    ])  # fmt: skip
    return element("svg", element("path", d=path), viewBox=f"-4 -4 {side + 8} {side + 8}", shape_rendering="crispEdges")
