"""A page of HTML around its parts, for reports: one text that loads nothing else."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

from companion.report.markup import Inside, Markup, element, join


def document(title: str, language: str, parts: Inside, class_: str | None = None) -> str:
    """The document. Its content security policy allows exactly its own style: no script, nothing from other servers."""
    style = Path(__file__).with_name("style.css").read_text("utf-8")
    allowed = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{allowed}'; base-uri 'none'; form-action 'none'"
    head = join(
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=policy),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", name="referrer", content="no-referrer"),
        element("title", title),
        element("style", Markup(style)),
    )
    body = element("body", element("main", parts), class_=class_)
    whole = f"<!doctype html>\n{element('html', element('head', head), body, lang=language)}\n"
    return whole.encode("utf-8", "replace").decode()  # an imported record may have half a surrogate pair
