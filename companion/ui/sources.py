"""What comes from keyboards, readers and phones, on any screen; and the page for a place that is wider than the glass.

The screens answer by themselves, most of them because the kit does (see `widgets`, `boards`, `table`). Here is what is
the same for all: letters that stand for keys, a target that is not there any more, names that must differ.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from unicodedata import normalize

from companion.kit.labels import is_label
from companion.messages import Message
from companion.ports import RoundDraft, RoundTyped, ScoreSheet, Target, TouchResult
from companion.ui import router
from companion.ui.game_screens import screens_of
from companion.ui.intents import Say
from companion.ui.page import Page
from companion.ui.screen import Aim, Command, Context, Intent, Screen
from companion.ui.typing import Typing
from companion.values import replace
from companion.words import without_breaks

KEYS = {"?": Command.HELP, "u": Command.UNDO}
"""Letters that are keys where no text is written (TYP-4). No code begins with one of them; `mau` goes on with one."""
STEPS = {"+": Command.DOWN, "-": Command.UP}
"""The keys of a number pad that move the cursor where no number is asked."""
TEXT, NUMBER = "text", "number"
"""The kinds of fields."""


# Most keys only move the cursor, and the targets stay as they were.
@lru_cache(maxsize=4)
def _with_own_names(targets: tuple[Target, ...]) -> tuple[Target, ...]:
    """The targets without breaks; of those with the same name all but the first one with a number behind it."""
    counts: Counter[str] = Counter()
    targets_named = []
    for target in targets:
        name = without_breaks(target.name)
        counts[name] += 1
        count = counts[name]
        targets_named.append(target._replace(name=f"{name} ({count})" if count > 1 else name))
    return tuple(targets_named)


class Sources:
    """What keyboards, readers and phones lead to, and the page that is made for them: the same way for every screen."""

    def wide(self, screen: Screen, context: Context) -> Page:
        """The page of a screen for a place wider than the glass, with its targets. No two of these have one name."""
        context = context.widened()
        page = router.view(screen, context)
        return replace(page, targets=_with_own_names(screen.targets(context)), field=screen.asks(context))

    def typed(self, screen: Screen, text: str, context: Context) -> Screen | Intent:
        """The next screen, or an intent, after text from a keyboard: the screen itself where it is not possible."""
        if isinstance(screen, Typing) and not screen.text:  # only a refused letter stands there
            screen = screen.start
        field = screen.asks(context)
        if field is not None and field.kind == TEXT:
            answer = screen.type_text(text, context)
            return answer.screen if isinstance(answer, Aim) else answer
        plain = normalize("NFKC", text).casefold().strip()
        if not plain:
            return screen
        command = KEYS.get(plain) or (None if screen.has_text or field is not None else STEPS.get(plain))
        if command is not None and not (isinstance(screen, Typing) and screen.goes_on(plain, context)):
            return router.update(screen, command, context)
        answer = screen.type_text(plain, context)
        if isinstance(answer, Aim):
            return Typing(screen, answer.screen, plain, answer.refusal)
        return replace(answer, then=Typing(screen, screen, "", refused=answer)) if isinstance(answer, Say) else answer

    def touched(self, screen: Screen, target: str, context: Context) -> Screen | Intent | None:
        """The next screen, or an intent, after a touch; None if the page has no such target (TGT-2)."""
        below = screen.untyped
        if target not in [possible.id for possible in below.targets(context.widened()) if possible.id]:
            return None
        return router.keep_corrections(below.touch(target, context), below, context)

    def filled(self, screen: Screen, text: str, context: Context) -> Screen | Intent | None:
        """The next screen, or an intent, after a phone has filled the field: what typing all of it and OK leads to.

        None if the page asks for nothing, and for an empty number. A text takes the place of what is written there.
        """
        below = screen.untyped
        field, number = below.asks(context), normalize("NFKC", text).strip()
        if field is None or (field.kind == NUMBER and not number):
            return None
        if field.kind == TEXT:
            emptied = below.update(Command.UNDO, context)
            written = emptied.type_text(text, context) if isinstance(emptied, Screen) else emptied
        else:
            written = below.type_text(number, context)
        answer = written.screen if isinstance(written, Aim) else written
        if isinstance(written, Aim) and written.refusal is not None:
            answer = written.refusal
        if isinstance(answer, Screen):
            answer = answer.update(Command.OK, context)
        return (
            replace(answer, then=screen) if isinstance(answer, Say) else router.keep_corrections(answer, below, context)
        )

    def sheet(self, context: Context) -> ScoreSheet | None:
        """The score sheet of the game on the table; None without one, and where the game can only be read."""
        step = context.step
        if step is None or step.position is None or step.setup.game is None or step.beyond:
            return None
        return screens_of(step.setup).sheet(replace(context, words=context.words.plain))

    def typed_round(
        self, screen: Screen, event: RoundTyped, context: Context
    ) -> tuple[RoundDraft, Screen | Intent | None]:
        """A round of the score sheet as people have typed it, and what puts it in, if that is asked for and possible:
        the correction, or the question at the first later entry that cannot stand, as for a round corrected at the
        glass.
        """
        step, refused = context.step, RoundDraft(TouchResult.REFUSED)
        if step is None or step.setup.game is None or step.position is None:
            return refused, None
        plain, back = replace(context, words=context.words.plain), router.screen_of_table(context)
        typing = screens_of(step.setup).typed_round(plain, event.round, event.values, back)
        if typing is None:
            return refused, None
        faults = [blank.fault for blank in typing.blanks if blank.fault]
        draft = RoundDraft(TouchResult.DONE, typing.blanks, typing.sums)
        if not event.put or typing.put is None:
            return draft, None
        if faults:
            return draft._replace(result=TouchResult.REFUSED, why=faults[0]), None
        answer = typing.put(context)
        if isinstance(answer, Say):
            why = without_breaks(context.words.message(Message(answer.key, **answer.params), ()))
            return draft._replace(result=TouchResult.REFUSED, why=why), None
        return draft, router.keep_corrections(answer, screen.untyped, context)

    def read(self, screen: Screen, label: str, context: Context) -> Screen | Intent:
        """The next screen, or an intent, after a reader has read a label, or a tag that stands for one (LAB-5)."""
        below = screen.untyped
        bare = label.strip()  # some readers put a blank before or behind what they read
        known = bare if is_label(bare) else label if below.takes_tags else context.tag_label(label)
        if known is None:
            return Say("refused.tag-unknown", {}, screen)
        answer = below.read_label(known, context)
        if answer is None:
            return Say("refused.label-here", {}, screen)
        return router.keep_corrections(answer, below, context)


SOURCES = Sources()
