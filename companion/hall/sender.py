"""Which results a table sends now. Pure: the caller gives the time, in seconds that only rise, and sends.

Each result is sent once when it happens, and again while a board is there that has not confirmed it. A result that no
board ever confirms does not hold up the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from companion.hall.cursor import BOARDS_MOST, Cursor, Done
from companion.hall.messages import BoardOnline, Confirmed
from companion.hall.outbox import Result

SETTLE_S = 3.0
"""A result is sent when no line about its game came for this time: people may take the end back at once."""
ONLINE_S = 180.0
"""How long a board counts as there after it has said so."""
AGAIN_S, AGAIN_MOST_S = 5.0, 60.0
OLD_S, RARELY_S = 3600.0, 600.0
"""A result that is not confirmed for the first time is then tried only now and then. The second is also how long a
board is believed that has never confirmed anything rightly, and how often it is served later."""
UNDER_WAY_MOST = 20
PER_SECOND = 20.0

Key = tuple[str, int]


class _Attempt:
    """The sendings of a revision: since when, the next one, and how long to wait after that one."""

    def __init__(self, revision: int, now: float) -> None:
        self.revision = revision
        self.since = now
        self.next = now
        self.wait = AGAIN_S
        self.under_way_until = now


class _Board:
    def __init__(self, now: float) -> None:
        self.since = now
        self.until = now + ONLINE_S
        self.served = now


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
        self._attempts: dict[Key, _Attempt] = {}
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
        self._attempts.clear()
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
        """There is a connection again: everything that waits may be sent at once."""
        for attempt in self._attempts.values():
            attempt.next, attempt.wait = now, AGAIN_S

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
        done = self._cursor.keep(confirmed.board, at).setdefault(confirmed.record, Done())
        done.above.update((triple[0], triple) for triple in fitting)
        done.compact([result for result in self._results.values() if result.record == confirmed.record])
        for game, _, _ in fitting:
            if all(self._cursor.has(board, self._results[game]) for board in self.boards(now)):
                self._attempts.pop((confirmed.record, game), None)
        self.changed = True

    # -- what follows

    def due(self, now: float) -> list[Result]:
        """The results to send now; they count as sent."""
        self._room = min(PER_SECOND, self._room + (now - self._room_at) * PER_SECOND)
        self._room_at = now
        here = [board for board, known in self._boards.items() if known.until > now]
        known = [board for board in here if self._believed(board, now)]
        strangers = [board for board in here if board not in known]
        rest = [board for board in strangers if now - self._boards[board].served >= RARELY_S]
        way = sum(attempt.under_way_until > now for attempt in self._attempts.values())
        due: list[Result] = []
        if self._quiet or not (known or strangers or self._unsent):
            return due
        self._quiet = not strangers
        for result in sorted(self._results.values(), key=lambda result: result.revision):
            if self._room < 1:
                self._quiet = False
                break
            key = result.record, result.game
            if now - self._lines.get(result.game, now - SETTLE_S) < SETTLE_S:
                self._quiet = False
                continue
            missing = [board for board in known if not self._cursor.has(board, result)]
            first = key in self._unsent
            self._quiet = self._quiet and not missing
            if not missing and not first:
                self._attempts.pop(key, None)
                rare = [board for board in rest if not self._cursor.has(board, result)]
                if not rare:
                    continue
                for board in rare:
                    self._boards[board].served = now
                    rest.remove(board)
            elif not first:
                attempt = self._attempts.get(key)
                if attempt is not None and attempt.revision == result.revision and attempt.next > now:
                    continue
                if way >= UNDER_WAY_MOST:
                    continue
            way += bool(missing)
            self._sent(key, result, now, waits=bool(missing))
            due.append(result)
        self._note_told()
        return due

    def _believed(self, board: str, now: float) -> bool:
        """Whether a board may be served like one that has confirmed something rightly."""
        return not self._signs or board in self._cursor.boards or now - self._boards[board].since < RARELY_S

    def _sent(self, key: Key, result: Result, now: float, *, waits: bool) -> None:
        self._room -= 1
        if key in self._unsent:
            self._unsent.discard(key)
            self.changed = True
        if not waits:
            return
        attempt = self._attempts.get(key)
        if attempt is None or attempt.revision != result.revision:
            attempt = self._attempts[key] = _Attempt(result.revision, now)
        attempt.under_way_until = now + AGAIN_S
        wait = RARELY_S if now - attempt.since > OLD_S else attempt.wait
        attempt.next = now + wait * (0.8 + 0.4 * self._chance())
        attempt.wait = min(2 * attempt.wait, AGAIN_MOST_S)

    def _note_told(self) -> None:
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
        here = [board for board, known in self._boards.items() if known.until > now]
        return sum(
            result.record == record and not any(self._cursor.has(board, result) for board in here)
            for result in self._results.values()
        )

    def boards(self, now: float) -> list[str]:
        """The boards that are there."""
        return [board for board, known in self._boards.items() if known.until > now]
