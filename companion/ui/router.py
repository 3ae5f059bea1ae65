"""Which screen comes next: at the start, after a command, and after an entry."""

from __future__ import annotations

from companion.kit.rules import Action, Unreadable
from companion.messages import Message
from companion.play.act import BACK, CHANGE
from companion.play.timeline import Snapshot
from companion.ports import Key
from companion.session.text import act_words, game_text_key, series_title
from companion.ui.intents import Enter, Redo, Undo
from companion.ui.page import Page
from companion.ui.screen import Command, Context, Intent, Screen
from companion.values import NamedTuple, replace
from companion.words import Words


def home_screen(context: Context) -> Screen:
    """Home as people left it."""
    return context.home if context.home is not None else context.routes.home()


def screen_of_table(context: Context) -> Screen:
    """The screen that fits the table: running, over, read-only, or home without a game."""
    step, routes = context.step, context.routes
    if step is None:
        return home_screen(context)
    if step.position is None or step.setup.game is None:
        return routes.read_only()
    if step.outcome is not None:
        return routes.over()
    if context.left is not None:
        return routes.handover()
    own = routes.asked_by_game(context) if context.device is not None else None
    return own if own is not None else routes.table()


def after_start(context: Context) -> Screen:
    """The screen after a game was started."""
    if context.step is None or context.step.setup.game is None:
        return screen_of_table(context)
    return context.routes.setup()


def screen_on_arrival(context: Context) -> Screen:
    """The screen of a game to which people come, also after a restart: as long as a word can be added to the chance of
    the device, its seal.
    """
    return context.routes.seal() if context.may_add_word else screen_of_table(context)


def update(screen: Screen, command: Command, context: Context) -> Screen | Intent:
    """The next screen or an intent. HELP and UNDO are the same on every screen but those that take them."""
    if screen.takes_all:
        return screen.update(command, context)
    if command not in (Command.OK, Command.BACK):
        screen = screen.untyped
    if command is Command.MENU:
        return context.routes.hold_menu(screen, context)
    end = screen.end(context) if command is Command.HOLD else None
    if command in (Command.HELP, Command.HOLD):
        return end or context.routes.help(screen)
    undo = command is Command.UNDO and not screen.takes_undo
    answer = Undo() if undo else screen.update(command, context)
    return keep_corrections(answer, screen, context)


def keep_corrections(answer: Screen | Intent, screen: Screen, context: Context) -> Screen | Intent:
    """The answer of a screen; before an entry that leads to the table, the question if corrections of the audit would
    be lost.
    """
    return context.routes.unset(answer, screen, context) if isinstance(answer, Undo | Redo | Enter) else answer


def view(screen: Screen, context: Context) -> Page:
    """The page of a screen; the gutter does not show keys that the board lacks."""
    page = _with_clock(screen.view(context), context) if screen.plays else screen.view(context)
    return page if Key.BACK in context.keys else replace(page, keys=page.keys.replace("b", ""))


def _with_clock(page: Page, context: Context) -> Page:
    """A page on which people enter actions, with the clock of the one in turn; in brackets while it stands."""
    face = context.clock
    if face is None or face.turn is None:
        return page
    text = face.text(face.turn)
    return replace(page, clock=text if face.runs else f"({text})", ticks=face.runs)


def score_board(screen: Screen, context: Context) -> Screen | None:
    """The score board if it may replace a screen while nobody plays, else None."""
    return context.routes.score() if screen.may_rest else None


def notices(before: Snapshot, after: Snapshot) -> tuple[Message, ...]:
    """What people must notice after an entry that led from one snapshot to the next."""
    game = after.setup.game
    if after.first or game is None or before.position is None or after.position is None:
        return ()
    try:
        action = game.read(after.text)
    except Unreadable:  # an act of the people: they know what they did
        return ()
    messages = game.consequences(before.position, action, after.position)
    shown = [message for message in messages if message.key in after.setup.text.banners]
    return (*_device_orders(before, after, action), *shown)


def _device_orders(before: Snapshot, after: Snapshot, action: Action) -> list[Message]:
    text, devices = after.setup.text, [seat for seat, level in enumerate(before.levels) if level]
    orders = [text.device_order(seat, before.position, action, after.position) for seat in devices]
    return [message for message in orders if message is not None]


def describe(step: Snapshot, before: Context) -> str:
    """The entry that led to a snapshot, in words; `before` is the context before that entry."""
    words = before.words
    if step.first:
        return words("screen.log.new")
    if step.act.kind in (BACK, CHANGE):
        return words(f"screen.log.{step.act.kind}", place=step.act.places)
    act = act_words(step.text, step.setup.names, words)
    if act is not None:
        return act
    game, standing = step.setup.game, before.step
    if game is None or standing is None or standing.position is None:
        return step.text
    return step.setup.text.action_name(before.situation.in_full, game.read(step.text))


class Announcements(NamedTuple):
    """The sentences that people must notice: which of them say what to do with their hands, and which for a device.

    `brief` are those that a key may already make untrue: OK at the turn of a device enters what it does.
    """

    sentences: tuple[str, ...]
    orders: tuple[str, ...]
    for_device: tuple[str, ...]
    brief: tuple[str, ...]


def announcements(before: Snapshot, after: Snapshot, context: Context) -> Announcements:
    """What people must notice after an entry; whose turn it is now, or the winner of the series, comes last."""
    text = after.setup.text
    said = [(message.key, context.words.message(message, after.setup.names)) for message in notices(before, after)]
    turn, seat = turn_begun(before, context), context.situation.turn
    return Announcements(
        (*[sentence for _, sentence in said], *turn, *series_won(context)),
        tuple([sentence for key, sentence in said if key in text.orders]),
        tuple([sentence for key, sentence in said if key not in text.banners]),
        turn if seat is not None and after.levels[seat] else (),
    )


def turn_begun(before: Snapshot, context: Context) -> tuple[str, ...]:
    """Whose turn it is now, in words, if a long turn has just ended; else empty."""
    after = context.step
    if after is None or after.first or before.position is None or after.position is None:
        return ()
    turn = context.situation.turn
    if turn is None or not after.setup.text.ends_long_turn(before.position, after.position):
        return ()
    return (context.words("screen.turn", name=after.setup.names[turn]),)


def announcements_of_redo(before: Snapshot, redone: Snapshot, context: Context) -> tuple[str, ...]:
    """What people must notice after redo, without the orders that they would then carry out twice."""
    orders = redone.setup.text.orders
    banners = redone.setup.text.banners
    messages = [one for one in notices(before, redone) if one.key in banners and one.key not in orders]
    return (*[context.words.message(message, redone.setup.names) for message in messages], *series_won(context))


def series_won(context: Context) -> tuple[str, ...]:
    """Who has won the series, in words, if it is decided and the game on the table is over; else empty."""
    step = context.step
    standing = context.game_library.standing() if step is not None and step.outcome is not None else None
    if standing is None or not standing.decided:
        return ()
    return (series_title(standing, context.words),)


def announce_beginner(begun: Snapshot, words: Words) -> str:
    """Who begins a game."""
    return words(game_text_key(words, "screen.setup.begins", begun.setup.key), name=begun.setup.names[0])


def announce_draw(begun: Snapshot, words: Words) -> str:
    """Who begins a game after people drew lots."""
    return words(game_text_key(words, "screen.new.drawn", begun.setup.key), name=begun.setup.names[0])


def instructions_between(before: Snapshot, after: Snapshot) -> tuple[Message, ...]:
    """What people must do at the table after they went back in the timeline or changed a past entry."""
    return _differences(before, after) if after.act.kind in (BACK, CHANGE) else ()


def undo_instructions(undone: Snapshot, now: Snapshot | None) -> tuple[Message, ...]:
    """What people must do at the table after the undo of `undone`; the table is at `now` again."""
    if now is None or now.position is None:
        return ()
    return setup_instructions(now) if undone.first else _differences(undone, now)


def redo_instructions(before: Snapshot | None, redone: Snapshot) -> tuple[Message, ...]:
    """What people must do at the table after the redo of `redone`; the table was at `before`."""
    return setup_instructions(redone) if before is None or redone.first else _differences(before, redone)


def _differences(before: Snapshot, after: Snapshot) -> tuple[Message, ...]:
    """What people must do to turn one table of a game into another."""
    game = after.setup.game
    if game is None or before.position is None or after.position is None:
        return ()
    return game.put_back(before.position, after.position)


def setup_instructions(step: Snapshot) -> tuple[Message, ...]:
    """How to lay out the table of a game: the start, then what is different now.

    Of a table that the referee does not know only which game it is.
    """
    setup, timeline = step.setup, step.timeline
    if setup.game is None or timeline is None:
        return ()
    begun, now = timeline[0].position, timeline[-1].position
    differences = setup.game.put_back(begun, now)
    key = "put.game" if differences or begun == now else "put.game-again"
    return (Message(key, game=setup.game.in_messages, names=setup.names), *differences)
