"""Corrections of the audit that are not in the record yet: people are asked before these are lost."""

from __future__ import annotations

from companion.play.act import SET
from companion.ui.audit import Audit
from companion.ui.intents import Enter
from companion.ui.screen import Context, Intent, Screen, screens_behind
from companion.ui.table import Menu
from companion.ui.widgets import Confirm


def ask_first(intent: Intent, screen: Screen, context: Context) -> Screen | Intent:
    """The intent, or the question before it, if the screen or one behind it has corrections that it would drop."""
    asked = isinstance(screen, Confirm) and screen.name == "unset"
    sets_them = isinstance(intent, Enter) and intent.act.kind == SET
    if asked or sets_them:
        return intent
    for behind in screens_behind(screen):
        if isinstance(behind, Audit) and behind.draft is not None:
            return Confirm("unset", context.words("screen.unset.text"), intent, screen)
        if isinstance(behind, Menu) and behind.audit is not None:
            return Confirm("unset", context.words("screen.unset.text"), intent, behind.open_audit(context))
    return intent
