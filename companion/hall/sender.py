"""Which results a table sends now. Pure: the caller gives the time, in seconds that only rise, and sends.

Each result is sent once when it happens, and again while a board is there that has not confirmed it. A board reads what
a table sends in the order of the sendings. So a result that was sent before one that the board has confirmed was lost,
or refused: it is sent again. What was sent after that is still on its way to a board that is busy, and is not repeated
as long as the board confirms something now and then. A result that no board ever confirms does not hold up the others.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from companion.hall.cursor import BOARDS_MOST, Confirmations, Cursor
from companion.hall.messages import BoardOnline, Confirmed
from companion.hall.outbox import Result

SETTLE_S = 3.0
"""A result is sent when no line about its game came for this time: people may take the end back at once."""
FRESH_S = SETTLE_S + 2.0
"""A result is sent this time after its last line although many are under way."""
ONLINE_S = 180.0
"""How long a board counts as there after it has said so."""
SILENT_S, PAUSE_MOST_S = 5.0, 60.0
"""A board that confirms nothing for this time is sent one more result; then it has twice the time."""
QUICK_S, QUICK_TIMES = 1.0, 4
"""A board that confirmed quickly is silent after this multiple of the time that it took, but not before the first."""
LOST_S = 1.0
"""A result that was lost is sent again at once, then after this time, then after twice the time."""
OLD_S, RARELY_S = 3600.0, 600.0
"""A result that is not confirmed for the first time is then tried only now and then. The second is also how long a
board is believed that has never confirmed anything rightly, and how often it is served later."""
UNDER_WAY_MOST, AGAIN_MOST = 10, 5
"""The most results that are on their way to a board, and from how many on none is repeated: results that are never
confirmed leave places for others.
"""
PER_SECOND = 20.0

Key = tuple[str, int]


class _Sending:
    """The last sending of a revision, and when it may be repeated. `number` counts all sendings; with 0 there was none
    over this connection. `since` is from when on the revision waits.
    """

    def __init__(self, revision: int, now: float) -> None:
        self.revision = revision
        self.since = now
        self.number = 0
        self.begin(now)

    def begin(self, now: float) -> None:
        """The result is as if it were not sent yet."""
        self.number = 0
        self.at = self.next = now
        self.pause = 0.0


class _Board:
    """A board that is there. `passed` is the number of the latest sending that it has confirmed; `heard` is when it has
    last confirmed something, or was tried after it was silent for `wait` seconds.
    """

    def __init__(self, now: float) -> None:
        self.since = now
        self.until = now + ONLINE_S
        self.served = now
        self.passed = 0
        self.note(now)

    def note(self, now: float, wait: float = SILENT_S) -> None:
        """It was heard."""
        self.heard = now
        self.pause = self.wait = wait

    def has_passed(self, sending: _Sending) -> bool:
        """Whether a sending that it has not confirmed was lost or refused."""
        return sending.number < self.passed

    def silent_at(self, sending: _Sending) -> float:
        """By when it should have confirmed something, after this sending."""
        return max(sending.at, self.heard) + self.wait


class Sender:
    """Decides; `cursor` is changed with it. `results` are in the outbox. `signs` says whether the table
    has a key: then a board must sign, too. `chance` gives numbers from 0 to 1.
    """

    def __init__(
        self, results: Mapping[int, Result], cursor: Cursor, chance: Callable[[], float], *, signs: bool
    ) -> None:
        self._results = results
        self._cursor = cursor
        self._chance = chance
        self._signs = signs
        self._lines: dict[int, float] = {}
        self._sendings: dict[Key, _Sending] = {}
        self._number = 0
        self._boards: dict[str, _Board] = {}
        self._room, self._room_at = PER_SECOND, 0.0
        self.changed = True
        """Whether the cursor has changed since the caller set this to False."""
        self.begin_again()

    def begin_again(self) -> None:
        """The cursor has begun again."""
        sent = self._cursor.sent
        self._unsent = {
            (one.record, one.game) for one in self._results.values() if one.revision > sent.get(one.record, 0)
        }
        self._sendings.clear()
        self._quiet = False

    # -- what happens

    def note_lines(self, games: Iterable[int], now: float) -> None:
        """Lines about these games were read."""
        self._quiet = False
        for game in games:
            self._lines[game] = now
            result = self._results.get(game)
            if result is not None and result.revision > self._cursor.sent.get(result.record, 0):
                self._unsent.add((result.record, game))

    def note_connection(self, now: float) -> None:
        """There is a connection again: what was under way is lost, and may be sent at once."""
        for sending in self._sendings.values():
            sending.begin(now)
        for board in self._boards.values():
            board.note(now)

    def note_board(self, word: BoardOnline, now: float) -> None:
        """A board has said whether it is there."""
        # A board that was silent for too long was not asked about meanwhile: it may lack something now.
        self._quiet = self._quiet and word.board in self.boards(now)
        if not word.online:
            self._boards.pop(word.board, None)
        elif word.board in self._boards:
            self._boards[word.board].until = now + ONLINE_S
        else:
            strangers = [board for board in self._boards if board not in self._cursor.boards]
            if word.board not in self._cursor.boards and len(strangers) >= BOARDS_MOST:
                del self._boards[strangers[0]]
            self._boards[word.board] = _Board(now)
            self.note_connection(now)

    def note_confirmed(self, confirmed: Confirmed, now: float, at: str) -> None:
        """A board has results on its disk; `at` is the present time as in messages. The caller has checked its
        signature. What does not fit a present result exactly does not count.
        """
        fitting = [
            triple for triple in confirmed.results
            if (result := self._results.get(triple[0])) is not None
            and (result.record, *result.triple) == (confirmed.record, *triple)
        ]  # fmt: skip
        if not fitting:
            if not confirmed.results and self._signs and confirmed.board not in self._cursor.boards:
                self._cursor.keep(confirmed.board, at)  # it greets, with the right signature
                self.changed = True
            return
        done = self._cursor.keep(confirmed.board, at).setdefault(confirmed.record, Confirmations())
        done.above.update((triple[0], triple) for triple in fitting)
        done.compact([result for result in self._results.values() if result.record == confirmed.record])
        board = self._boards.get(confirmed.board)
        if board is not None:
            sendings = [self._sendings.get((confirmed.record, game)) for game, _, _ in fitting]
            latest = max(
                [sending for sending in sendings if sending is not None], key=lambda one: one.number, default=None
            )
            if latest is not None and latest.number:
                board.passed = max(board.passed, latest.number)
                board.note(now, min(max(QUICK_S, QUICK_TIMES * (now - latest.at)), SILENT_S))
        self.changed = True

    # -- what follows

    def due(self, now: float) -> list[Result]:
        """The results to send now; they count as sent."""
        self._room = min(PER_SECOND, self._room + (now - self._room_at) * PER_SECOND)
        self._room_at = now
        here = self.boards(now)
        believed = {board: self._boards[board] for board in here if self._believed(board, now)}
        strangers = [board for board in here if board not in believed]
        rest = [board for board in strangers if now - self._boards[board].served >= RARELY_S]
        due: list[Result] = []
        if self._quiet or not (believed or strangers or self._unsent):
            return due
        results = [one for one in self._results.values() if now - self._last_line(one, now) >= SETTLE_S]
        self._quiet = not strangers and len(results) == len(self._results)
        results.sort(key=lambda result: result.revision)  # in this order, and what is sent again after all others
        results.sort(key=self._was_sent)
        lacking = {
            (result.record, result.game): lack for result in results
            if (lack := [board for board in believed if not self._cursor.has(board, result)])
        }  # fmt: skip
        under_way, tried = self._count(lacking, believed, now)
        for result in results:
            if self._room < 1:
                self._quiet = False
                break
            key = result.record, result.game
            missing = lacking.get(key, [])
            self._quiet = self._quiet and not missing
            if missing:
                sending = self._sendings[key]
                if sending.number:
                    lost = [board for board in missing if believed[board].has_passed(sending)]
                    room = any(under_way[board] < AGAIN_MOST for board in lost)
                else:
                    room = any(under_way[board] < UNDER_WAY_MOST for board in missing)
                    room = room or now - self._last_line(result, now) < FRESH_S
                if now < sending.next or not (room or key in tried.values()):
                    continue
                self._note_sending(sending, now)
                under_way.update(missing)
                for board in missing:
                    if tried.get(board) == key:
                        self._note_silence(believed[board], now)
            elif key not in self._unsent:
                self._sendings.pop(key, None)
                rare = [board for board in rest if not self._cursor.has(board, result)]
                if not rare:
                    continue
                for board in rare:
                    self._boards[board].served = now
                    rest.remove(board)
            self._room -= 1
            if key in self._unsent:
                self._unsent.discard(key)
                self.changed = True
            due.append(result)
        self._note_sent_until()
        return due

    def next_at(self, now: float) -> float:
        """The next time at which something may be due that is not due at `now`; infinity if only an event can bring
        it.
        """
        if self._quiet:
            return math.inf
        boards = [self._boards[board] for board in self.boards(now)]
        times = [at + SETTLE_S for at in self._lines.values()]
        times += [state.served + RARELY_S for state in boards]
        for sending in self._sendings.values():
            times += [sending.next, *[state.silent_at(sending) for state in boards]]
        if self._room < 1:
            times.append(self._room_at + UNDER_WAY_MOST / PER_SECOND)
        return min([at for at in times if at > now], default=math.inf)

    def _believed(self, board: str, now: float) -> bool:
        """Whether a board may be served like one that has confirmed something rightly."""
        return not self._signs or board in self._cursor.boards or now - self._boards[board].since < RARELY_S

    def _was_sent(self, result: Result) -> bool:
        """Whether this revision was sent over this connection."""
        sending = self._sendings.get((result.record, result.game))
        return sending is not None and sending.revision == result.revision and sending.number > 0

    def _last_line(self, result: Result, now: float) -> float:
        """When a line about its game was read; long ago for one that was there from the start."""
        return self._lines.get(result.game, now - FRESH_S)

    def _count(
        self, lacking: Mapping[Key, list[str]], believed: Mapping[str, _Board], now: float
    ) -> tuple[Counter[str], dict[str, Key]]:
        """How many results are on their way to each board. And what each silent board is sent now: the newest result
        that was not sent yet, since it may be one that the board does not refuse; else what was sent longest ago.
        """
        under_way: Counter[str] = Counter()
        newest: dict[str, Key] = {}
        oldest: dict[str, tuple[int, Key]] = {}
        for key, boards in lacking.items():
            revision = self._results[key[1]].revision
            sending = self._sendings.get(key)
            if sending is None or sending.revision != revision:
                sending = self._sendings[key] = _Sending(revision, now)
            for board in boards:
                if not sending.number:
                    newest[board] = key
                elif not believed[board].has_passed(sending):
                    under_way[board] += 1
                    if now >= max(believed[board].silent_at(sending), sending.next):
                        oldest[board] = min(oldest.get(board, (sending.number, key)), (sending.number, key))
        return under_way, {board: newest.get(board, key) for board, (_, key) in oldest.items()}

    def _note_sending(self, sending: _Sending, now: float) -> None:
        self._number += 1
        sending.number, sending.at = self._number, now
        sending.next = now + (RARELY_S if now - sending.since > OLD_S else sending.pause * self._spread())
        sending.pause = min(2 * sending.pause, PAUSE_MOST_S) or LOST_S

    def _note_silence(self, board: _Board, now: float) -> None:
        board.heard = now
        board.pause = min(2 * board.pause, PAUSE_MOST_S)
        board.wait = board.pause * self._spread()

    def _spread(self) -> float:
        """The factor of a pause, by chance, so that not all tables send in one moment."""
        return 0.8 + 0.4 * self._chance()

    def _note_sent_until(self) -> None:
        waiting: dict[str, int] = {}
        latest: dict[str, int] = {}
        for result in self._results.values():
            latest[result.record] = max(latest.get(result.record, 0), result.revision)
            if (result.record, result.game) in self._unsent:
                waiting[result.record] = min(waiting.get(result.record, result.revision), result.revision)
        for record, revision in latest.items():
            self._cursor.sent[record] = waiting.get(record, revision + 1) - 1

    def waiting(self, record: str, now: float) -> int:
        """How many results of a record no board that is there has confirmed."""
        here = self.boards(now)
        return sum(
            result.record == record and not any(self._cursor.has(board, result) for board in here)
            for result in self._results.values()
        )

    def boards(self, now: float) -> list[str]:
        return [board for board, state in self._boards.items() if state.until > now]
