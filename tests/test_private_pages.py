"""What only those at the glass may see is in no byte that leaves the device.

Two evenings that differ in nothing but what the device hides are the same to everybody who is not at the glass: on the
web window, on phones and in the answers to what they send, in the pictures of a folder, for the manager of the service,
in the log, in the hall and in an export.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
import socket
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from device import WALL, Answer, Player, look, pick, played
from fixed_library import FixedLibrary
from installed import Record
from letters import letters_for, need_letters
from patience import PATIENCE_S
from phones import HOST, Phone
from scenes import scenes
from thinkers import Direct, asked, random_action
from viewers import Caller, message_fields, port

from companion.app.thinking import Thinking
from companion.cli import main
from companion.games import registry
from companion.games.pad.collection import AllGames
from companion.hall.live import LiveTable
from companion.hall.messages import StateMessage
from companion.hall.outbox import Outbox
from companion.hall.people import NamePolicy
from companion.kit.search.mind import Thought
from companion.ports import DeviceState, Event
from companion.record.log import LOG, Scan, read_line
from companion.services.pad_process import ADD, CHECK, report_on
from companion.session.device import Chosen, Sitting
from companion.session.session import Session
from companion.ui import router
from companion.ui.device_seats import DeviceMenu
from companion.ui.handover import Handover
from companion.ui.log import Log, Then
from companion.ui.page import Page
from companion.ui.painter import Painter
from companion.ui.routes import ROUTES
from companion.ui.screen import Context, Left, Screen
from companion.ui.table import Menu, Table
from companion.words import LANGUAGES, Words
from hardware.frame_files import Frames
from hardware.simulated import SimulatedClock
from hardware.systemd import Manager, Ready
from hardware.web import Window
from hardware.web.limits import LIMITS
from hardware.web.pairing import Phones, proof_of
from hardware.web.phone_door import PAD, PRESS, SHEET, PhoneDoor

everywhere = pytest.mark.parametrize("language", LANGUAGES)
ONLY_HERE = {"en": "Only on the device", "ja": "デバイスだけに表示中"}
SEA = "fleet ROM-COR>SAR-CAR"
SOUND = files("companion.games.pad").joinpath("new.toml").read_bytes()
WRONG = SOUND.replace(b"players = [2, 6]", b"players = [2, 60]")
NO_SHEET = '[200, {"result": "moved", "blanks": [], "sums": [], "why": "", "asks": false}]'
ASKS = '[200, {"result": "asks", "why": ""}]'
Sent = Generator[str, Answer, str]
"""A request of a phone, while words pass; in the end its status and its answer."""


class Hiding(NamedTuple):
    """A game in which the device hides a card: the entries before it chooses, what it asks for, and the card it hides,
    which may as well be the other one. `entered`: people have carried it out.
    """

    key: str
    before: str
    action: str | None
    cards: tuple[int, int]
    entered: bool


HIDING = (
    Hiding("seven-hills", "place 1", "place 3", (7, 4), entered=True),
    Hiding("hannibal", SEA, None, (3, 5), entered=False),
)


def record_game(folder: Path, hiding: Hiding, card: int, language: str) -> None:
    """The record of a game in which the device has hidden this card."""
    folder.mkdir()
    (folder / "settings.toml").write_text(f'language = "{language}"\n', "ascii")
    with Record(folder, ("Ada",)) as record:
        session = Session(record, SimulatedClock(WALL), Random(5))
        session.start(hiding.key, ("Ada", "Device"), {}, 0, sitting=Sitting({"Device": "1"}))
        session.enter(hiding.before)
        turn = session.device_turn()
        assert turn is not None
        session.secrets.choose(Chosen(turn, Thought(turn.seat, hiding.action, (0.5, 0.5), card=card)))
        if hiding.action is not None and hiding.entered:
            session.enter(hiding.action)


def state_in_the_hall(folder: Path) -> StateMessage:
    """What a publisher would say of the table."""
    games = AllGames()
    with (folder / LOG).open("rb") as file:
        policy = NamePolicy("full", "key")
        outbox = Outbox(policy, lambda game, state: games.game(game.key), lambda at: read_line(file, at))
        for offset, line in Scan(file):
            outbox.fold_line(offset, line)
        return LiveTable(outbox, policy, lambda game: games.game(game.key), Words("en")).state(1, 1, 0)


class PadsHere:
    """Checks the pads of phones in this process."""

    def __init__(self, put: Callable[[Event], None], folder: Path) -> None:
        self._put, self._folder = put, folder

    def check(self, content: bytes, name: str, language: str) -> None:
        self._put(report_on(CHECK, self._folder, language, name, content))

    def add(self, content: bytes, language: str) -> None:
        self._put(report_on(ADD, self._folder, language, "", content))

    def close(self) -> None: ...


class Hand:
    """A paired phone without the wire: what it sends goes through the door, in a thread of its own as on a device."""

    def __init__(self, folder: Path) -> None:
        self._folder, book = folder, Phones()
        book.offer(shown=True)
        self._phone = Phone(0, book.seen().key)
        number = book.pair(proof_of(self._phone.key, "pair", b"{}"), b"{}", HOST)
        assert isinstance(number, int)
        self._phone.number = number
        self._put: Callable[[Event], None] = lambda event: None
        self._taken = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.door = PhoneDoor(book, self._take)
        self.door.start(self._loop.call_soon_threadsafe)
        # The page is made with each state, as somebody looks at it all the time.
        self.door.pages.add_viewer()

    def pads(self, put: Callable[[Event], None]) -> PadsHere:
        """What checks its pads, from the function that takes events."""
        self._put = put
        return PadsHere(put, self._folder)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def page(self) -> bytes:
        """The page as it is now."""
        seen = asyncio.run_coroutine_threadsafe(self.door.pages.next(None), self._loop).result(PATIENCE_S)
        return self.door.pages.message(seen)

    def press(self, page: str, target: str) -> Sent:
        return (yield from self._send(PRESS, self._phone.signed(page, target)))

    def correct(self, sheet: str) -> Sent:
        return (yield from self._send(SHEET, self._phone.signed_round(sheet, 0, {"taken 0": "6"})))

    def hand_over(self, content: bytes) -> Sent:
        return (yield from self._send(PAD, self._phone.signed_pad(content)))

    def _send(self, path: str, signed: tuple[bytes, dict[str, str]]) -> Sent:
        """Send a request while a word passes; what the phone is answered."""
        self._taken = taken = threading.Event()
        body, headers = signed[0], {name.lower(): value for name, value in signed[1].items()}
        sent = asyncio.run_coroutine_threadsafe(self.door.answer(path, headers, body, HOST), self._loop)
        sent.add_done_callback(lambda _: taken.set())
        assert taken.wait(PATIENCE_S)
        yield "wait 0"
        return json.dumps(sent.result(PATIENCE_S))

    def _take(self, event: Event) -> None:
        self._put(event)
        self._taken.set()


class Outlets:
    """Everything through which a running device tells others what it shows, as bytes."""

    def __init__(self, folder: Path) -> None:
        self._listening = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._listening.bind(f"\0{folder}")
        self._listening.setblocking(False)
        self._manager = Manager({"NOTIFY_SOCKET": f"@{folder}"})
        self._frames = folder / "frames"
        # All callers of a test have one address.
        self.window = Window("127.0.0.1", 0, LIMITS._replace(pause_s=0.0, connections_each=LIMITS.connections))
        self.hand = Hand(folder / "data")
        self._parts = (self.window, self.hand.door, Frames(self._frames), Ready(self._manager))
        self.heard: list[bytes] = []
        self.answered: list[tuple[str, str]] = []
        """What the phone was answered, each with what it had sent."""
        self._sent_on: set[tuple[str, str]] = set()
        self.pages: list[list[str]] = []
        self.phone_pages: list[dict[str, Any]] = []

    def show(self, state: DeviceState) -> None:
        for part in self._parts:
            part.show(state)

    def close(self) -> None:
        for part in self._parts:
            if not isinstance(part, PhoneDoor):
                part.close()
        self.hand.close()
        self._manager.close()
        self._listening.close()

    def look(self) -> None:
        """Take what each of them gives now."""
        for path in ("/events", "/", "/overlay", "/big"):
            with Caller(port(self.window)) as caller:
                caller.say(f"GET {path} HTTP/1.1\nHost: localhost\n\n")
                said = caller.state() if path == "/events" else caller.hear()
            self.heard.append(said)
            if path == "/events":
                self.pages.append(message_fields(said)["page"])
        message = self.hand.page()
        self.heard.append(message)
        self.phone_pages.append(json.loads(message.rpartition(b"data: ")[2]))
        while True:
            try:
                self.heard.append(self._listening.recv(65536))
            except BlockingIOError:
                break

    def send(self) -> Player:
        """Send all that a phone may send, once on each page, without leading the glass elsewhere."""
        page, hand = self.phone_pages[-1], self.hand
        kind = "private" if page["private"] else "public"
        if (page["number"], kind) in self._sent_on:
            return
        self._sent_on.add((page["number"], kind))
        said = {
            "late": (yield from hand.press("0" * 12, "@ok")),
            "gone": (yield from hand.press(page["number"], "nothing/7")),
            "sheet": (yield from hand.correct("0" * 12)),
        }
        if page["private"] or len(self._sent_on) == 1:
            said["pad"] = yield from hand.hand_over(WRONG)
        if page["private"]:
            said["pressed"] = yield from hand.press(page["number"], "@ok")
            said["sound"] = yield from hand.hand_over(SOUND)
            yield "wait 2"  # the question is answered once it could be read
            self.look()
            yield "back"
        elif page["screen"] in ("menu", "log", "audit"):
            said["helped"] = yield from hand.press(page["number"], "@help")
            self.look()
            said["back"] = yield from hand.press(self.phone_pages[-1]["number"], "@back")
        self.answered += [(f"{kind} {name}", one) for name, one in said.items()]

    def pictures(self) -> list[bytes]:
        return [file.read_bytes() for file in sorted(self._frames.iterdir())]


def watched(player: Player, outlets: Outlets) -> Player:
    """The same player; after each key others look, and a phone presses."""
    answer = None
    while True:
        try:
            word = next(player) if answer is None else player.send(answer)
        except StopIteration:
            return
        answer = yield word
        outlets.look()
        yield from outlets.send()


def walk(words: Words) -> Player:
    """Through all that can be looked at on the table, then the device gets up and shows what it had hidden."""
    yield from look()
    yield "help"
    yield "down"
    yield "back"
    answer = yield "back"
    if answer["screen"] != "menu":  # the cursor was on a space of a board
        yield "back"
    for line in ("log", "audit"):
        yield from pick(words(f"screen.menu.{line}"))
        answer = yield from look()
        yield "down"
        yield "ok"
        for _ in range(6):
            answer = yield "back"
            if answer["screen"] == "menu":
                break
        assert answer["screen"] == "menu"
    yield from pick(words("screen.menu.home"))
    yield "down"
    yield "back"
    yield "back"
    yield from pick(words("screen.menu.device"))
    yield from pick(words("screen.device.stand", name=words("device.name")))
    for _ in range(4):
        answer = yield "ok"
        if answer["screen"] != "handover":
            break
    yield "hold back"


def without_commitments(text: str) -> str:
    """A text with the same sign for each commitment: nobody can tell from one which card it is, without the seed."""
    return re.sub("(?<![0-9a-f])[0-9a-f]{16}(?![0-9a-f])", "#", text)


@pytest.mark.parametrize(
    ("hiding", "language"),
    [  # each game and each language once; the gate takes the other pairs
        pytest.param(
            hiding, language, id=f"{hiding.key} {language}", marks=() if (place + at) % 2 == 0 else pytest.mark.gate
        )
        for place, hiding in enumerate(HIDING)
        for at, language in enumerate(LANGUAGES)
    ],
)
def test_two_evenings_that_differ_in_what_is_hidden_are_the_same_for_everybody_elsewhere(
    tmp_path: Path, hiding: Hiding, language: str, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    need_letters(language)
    caplog.set_level(logging.DEBUG)
    left: list[list[object]] = []
    glasses = list[list[Answer]]()
    for number, card in enumerate(hiding.cards):
        folder = tmp_path / str(number)
        folder.mkdir()
        record_game(folder / "data", hiding, card, language)
        caplog.clear()
        with closing(Outlets(folder)) as outlets:
            walked = watched(walk(Words(language)), outlets)
            glasses.append(played(folder / "data", walked, panels=[outlets], pads=outlets.hand.pads))
            said: list[object] = [*outlets.heard, *outlets.pictures(), *outlets.answered]
            answered = {name: {one for other, one in outlets.answered if other == name} for name, _ in outlets.answered}
            shown = [line for page in outlets.pages for line in page]
            private = [page for page in outlets.phone_pages if page["private"]]
        assert ONLY_HERE[language] in shown
        assert private
        for page in private:
            assert (page["text"], page["answers"]) == ([ONLY_HERE[language]], [])
            assert (page["targets"], page["field"], page["table"]["log"]) == ([], None, [])
        refused, moved = '[200, {"result": "refused"}]', '[200, {"result": "moved"}]'
        for kind in ("public", "private"):
            assert (answered[f"{kind} late"], answered[f"{kind} gone"]) == ({moved}, {refused})
            assert answered[f"{kind} sheet"] == {NO_SHEET}
            assert answered[f"{kind} pad"] == answered["public pad"]
        assert (answered["private pressed"], answered["private sound"]) == ({refused}, {ASKS})
        assert len(answered["public pad"]) == 1
        assert answered["public helped"] == answered["public back"] == {'[200, {"result": "done"}]'}
        said += [line.replace(str(folder), "") for line in caplog.messages]
        state = state_in_the_hall(folder / "data")
        said.append(state._replace(record="", players=tuple([seat._replace(person="") for seat in state.players])))
        capsys.readouterr()
        for command in (["log", "1"], ["export", "1"], ["export", "1", "--as", "json"]):
            main([*command, "--data", str(folder / "data")])
            said.append(without_commitments(capsys.readouterr().out))
        left.append(said)
    first, second = left
    assert first == second
    hidden = [
        list(dict.fromkeys(tuple(answer["lines"]) for answer in answers if answer["screen"] == "handover"))[1]
        for answers in glasses
    ]
    assert [str(card) in " ".join(lines) for card, lines in zip(hiding.cards, hidden, strict=True)] == [True, True]
    assert hidden[0] != hidden[1]


# -- pages without a device


@everywhere
def test_each_page_with_a_code_or_hidden_cards_is_only_its_title_elsewhere(language: str) -> None:
    words, found = Words(language), set()
    painter = Painter(letters_for(language))
    for scene in scenes(painter, words):
        page = router.view(scene.screen, scene.context)
        if page.private:
            found.add(scene.name)
            outside = page.outside(words)
            assert outside.read(None).lines == (page.title, ONLY_HERE[language])
            bare = Page(screen=page.screen, title=page.title, text=(ONLY_HERE[language],), keys="")
            assert painter.page(outside).tobytes() == painter.page(bare).tobytes()
        assert page.private or not page.code, scene.name
    assert found == {"address", "code", "hannibal-handover-card", "seven-hills-handover-cards"}


# -- whole games


def screens_at(context: Context) -> Iterator[Screen]:
    """All screens that people can open at the table, from there and from its menu."""
    table = router.screen_of_table(context)
    yield table
    yield Table()
    menu = Menu(table)
    yield menu
    yield ROUTES.score()
    yield ROUTES.help(table)
    yield ROUTES.handover()
    yield Handover(looked=True)
    log = Log(menu)
    yield from (log, ROUTES.audit(menu), DeviceMenu(menu), ROUTES.home())
    for line in menu.lines(context):
        opened = line.opens()
        if isinstance(opened, Screen):
            yield opened
    step = context.step
    assert step is not None
    assert step.timeline is not None
    for place in range(max(len(step.timeline) - 3, 0), len(step.timeline)):
        yield Then(log, place)


def seen_elsewhere(screen: Screen, context: Context) -> Page:
    page = router.view(screen, context)
    return page.outside(context.words) if page.private else page


@pytest.mark.parametrize("key", ["hannibal", "seven-hills", "army-ants"])
def test_in_whole_games_no_page_shows_elsewhere_which_card_the_device_hides(tmp_path: Path, key: str) -> None:
    rules, dice, words = registry.game(key), Random(8), Words("en")
    options = rules.complete({"deployment": "free"} if "deployment" in rules.options else {})
    painter, hidden, private = Painter(letters_for("en")), 0, 0
    with Record(tmp_path, ("Ada",)) as record:
        session, answers = Session(record, SimulatedClock(WALL), Random(5)), list[Any]()
        thinking = Thinking(session, SimulatedClock(WALL), Direct(answers.append), lambda: 10.0, answers.append)
        session.start(key, ("Ada", "Device"), options, 0, sitting=Sitting({"Device": "1"}))
        for _ in range(300):
            now = session.now
            assert now is not None
            assert now.position is not None
            if now.outcome is not None:
                break
            thinking.attend()
            while answers:
                thinking.take(answers.pop())
            turn, action = thinking.turn, random_action(now.position, dice)
            if turn is not None and turn.thought is not None:
                thought = turn.thought
                if thought.card is not None and (thought.action is None or thought.action in now.position.legal()):
                    others = [card for card in (1, 2, 3, 4, 5) if card != thought.card]
                    other = thought._replace(card=dice.choice(others))
                    contexts = [
                        Context(
                            now, ("Ada",), False, words, painter.wrap, ROUTES, FixedLibrary(),
                            device=turn._replace(thought=one),
                            left=Left(turn.seat, {"card": one.card, "hills": [[one.card]] * 7}),
                        )
                        for one in (thought, other)
                    ]  # fmt: skip
                    for screen in screens_at(contexts[0]):
                        pages = [seen_elsewhere(screen, context) for context in contexts]
                        assert pages[0] == pages[1], (screen, now.text)
                        private += router.view(screen, contexts[0]) != router.view(screen, contexts[1])
                    hidden += 1
                action = asked(now.position, turn.seat, thought, dice) or action
            session.enter(action)
        thinking.close()
    assert now is not None
    assert now.outcome is not None
    assert bool(hidden) == bool(private) == (key != "army-ants")
