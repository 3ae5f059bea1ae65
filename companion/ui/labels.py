"""A label on the table: the one action that it means, or the choice among several (LAB-2)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from companion.kit.labels import GameLabels
from companion.kit.rules import Action
from companion.ui.game_screens import running_position, running_snapshot
from companion.ui.intents import Enter, Say
from companion.ui.page import Item
from companion.ui.screen import Context, Intent, Screen
from companion.ui.widgets import Line, ListScreen


class Which(ListScreen):
    """A label means several actions: to whom a 12 goes, at which hill a card lies, which other card was in a round.
    People choose one, or the next label answers.
    """

    screen_name = "which"
    plays = True

    back: Screen
    actions: tuple[Action, ...]

    def lines(self, context: Context) -> list[Line]:
        name = partial(running_snapshot(context).setup.text.action_name, context.situation)
        return [Line(Item(name(action)), partial(Enter, action)) for action in self.actions]

    def read_label(self, label: str, context: Context) -> Screen | Intent:
        """The next label chooses among these actions; one that means none of them counts as on the table."""
        return labelled(self.back, label, context, self.actions) or labelled_on_table(self.back, label, context)


def labelled_on_table(screen: Screen, label: str, context: Context) -> Screen | Intent:
    """The answer of a table to a label. A refusal does not name the card (LAB-6)."""
    labels, position = _labels(context), running_position(context)
    card_label = labels.label_of(label) if labels is not None else None
    if labels is None or card_label is None:
        return Say("refused.label-game", {}, screen)
    answer = labelled(screen, label, context, position.legal())
    if answer is not None:
        return answer
    rule = labels.rule_against(position, card_label)
    return Say("refused.label-rule" if rule else "refused.label", {"rule": rule}, screen)


def labelled(screen: Screen, label: str, context: Context, among: Sequence[Action]) -> Screen | Intent | None:
    """The one action of these that a label means, or the choice if it means several; None if it means none."""
    labels = _labels(context)
    card_label = labels.label_of(label) if labels is not None else None
    if labels is None or card_label is None:
        return None
    actions = labels.meant(card_label, among)
    if len(actions) < 2:
        return Enter(actions[0]) if actions else None
    return Which(screen, tuple(actions), cursor=len(actions) // 2)


def _labels(context: Context) -> GameLabels | None:
    return running_snapshot(context).setup.rules.labels
