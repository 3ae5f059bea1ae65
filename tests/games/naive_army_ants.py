"""A second, plain referee for Army Ants, written from the rules alone: it tries everything and caches nothing."""

from itertools import combinations

FILES = "abcde"
DIRECTIONS = {"u": (0, 1), "d": (0, -1), "l": (-1, 0), "r": (1, 0)}
SQUARES = [file + str(rank) for file in FILES for rank in range(1, 9)]
FACES = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "Q"]
RED_ORDER = [f + r for r in "4321" for f in FILES if f + r != "c1"]
BLACK_ORDER = [f + r for r in "5678" for f in FILES if f + r != "c8"]
ORDERS = [RED_ORDER, BLACK_ORDER]
HOMES = [[s for s in SQUARES if s[1] in "1234"], [s for s in SQUARES if s[1] in "5678"]]


def step(square, direction, distance=1):
    """The square that far away, or None off the field."""
    across, up = DIRECTIONS[direction]
    file, rank = FILES.index(square[0]) + across * distance, int(square[1]) + up * distance
    return FILES[file] + str(rank) if 0 <= file < 5 and 1 <= rank <= 8 else None


def beside(one, other):
    return any(step(one, direction) == other for direction in DIRECTIONS)


def strength(card):
    return 0 if card[1] == "Q" else int(card[1])


class Naive:
    def __init__(self, options, table=None):
        self.deployment = options["deployment"]
        self.entry = options["entry"]
        table = table or {"phase": "deploy", "turn": 0, "board": {}, "rally": [5, 5]}
        self.phase = table["phase"]
        self.turn = table["turn"]
        self.board = dict(table["board"])
        self.rally = list(table["rally"])
        self.outcome = None

    def table(self):
        if self.entry == "scores":
            return {}
        return {
            "phase": self.phase,
            "turn": None if self.outcome else self.turn,
            "board": dict(self.board),
            "rally": list(self.rally),
        }

    def own(self, square, seat=None):
        seat = self.turn if seat is None else seat
        return self.board.get(square, "-")[0] == "RB"[seat]

    def legal(self):
        if self.outcome:
            return []
        if self.entry == "scores":
            return ["win 0", "win 1", "draw"]
        if self.phase == "deploy":
            return self.deploys()
        if self.phase == "rally":
            return self.rally_marches() + self.swaps() + self.favors()
        return (self.battle_marches() + self.moves_out() + self.swaps() + self.attacks()) or ["pass"]

    # deployment

    def deploys(self):
        square = self.next_square()
        found = []
        for face in FACES:
            entered = sum(1 for card in self.board.values() if card == "RB"[self.turn] + face)
            if entered < (1 if face == "Q" else 2):
                board = {**self.board, square: "RB"[self.turn] + face}
                if self.deployment != "free" or self.can_be_arranged(board):
                    found.append(f"deploy {face}")
        return found

    def next_square(self):
        return next(square for square in ORDERS[self.turn] if square not in self.board)

    def can_be_arranged(self, board):
        """Try every way to lay the queen and the nines that are left."""
        letter = "RB"[self.turn]
        not_entered = [square for square in ORDERS[self.turn] if square not in board]
        queens = [square for square in board if board[square] == letter + "Q"]
        nines = [square for square in board if board[square] == letter + "9"]
        for queen in queens or not_entered:
            free = [square for square in not_entered if square != queen]
            for more in combinations(free, 2 - len(nines)):
                if not any(beside(queen, nine) for nine in nines + list(more)):
                    return True
        return False

    # turns

    def lines(self, shortest):
        """Every straight row of own cards: its squares, and whether it lies along a file."""
        for square in SQUARES:
            for direction in "ur":
                line = []
                at = square
                while at is not None and self.own(at):
                    line.append(at)
                    if len(line) >= shortest and not (len(line) == 1 and direction == "r"):
                        yield list(line), direction
                    at = step(at, direction)

    def rally_marches(self):
        found = []
        for line, along in self.lines(1):
            for direction in DIRECTIONS:
                if len(line) > 1 and (direction in "ud") != (along == "u"):
                    continue
                head = line[-1] if direction in "ur" else line[0]
                target = step(head, direction)
                if target in HOMES[self.turn] and target not in self.board:
                    name = line[0] if len(line) == 1 else f"{line[0]}-{line[-1]}"
                    found.append(f"march {name} {direction}1")
        return found

    def battle_marches(self):
        found = []
        for line, _ in self.lines(2):
            for direction in DIRECTIONS:
                for distance in range(1, 10):
                    crossed = [step(square, direction, n) for square in line for n in range(1, distance + 1)]
                    if not all(at is not None and (at in line or at not in self.board) for at in crossed):
                        break
                    found.append(f"march {line[0]}-{line[-1]} {direction}{distance}")
        return found

    def swaps(self):
        return [
            f"swap {one} {other}"
            for one, other in combinations(SQUARES, 2)
            if self.own(one) and self.own(other) and beside(one, other)
        ]

    def favors(self):
        queen = next(square for square in self.board if self.board[square] == "RB"[self.turn] + "Q")
        return ["favor"] if self.deployment != "free" and queen[1] == "45"[self.turn] else []

    def moves_out(self):
        found = []
        for start in SQUARES:
            if self.own(start):
                reached = {start}
                edge = [start]
                while edge:
                    at = edge.pop()
                    for direction in DIRECTIONS:
                        to = step(at, direction)
                        if to is not None and to not in self.board and to not in reached:
                            reached.add(to)
                            edge.append(to)
                found += [f"moveout {start}>{to}" for to in SQUARES if to in reached and to != start]
        return found

    def attacks(self):
        found = []
        for start in SQUARES:
            if self.own(start) and self.board[start][1] != "Q":
                for direction in DIRECTIONS:
                    to = step(start, direction)
                    while to is not None and to not in self.board:
                        to = step(to, direction)
                    enemy = to is not None and self.own(to, 1 - self.turn)
                    if enemy and strength(self.board[to]) <= strength(self.board[start]):
                        found.append(f"attack {start}>{to}")
        return found

    # carrying out

    def play(self, text):
        assert text in self.legal()
        kind, *rest = text.replace(">", " ").split()
        if kind in ("win", "draw"):
            winner = int(rest[0]) if rest else None
            self.outcome = {
                "winners": [] if winner is None else [winner],
                "scores": [int(winner == seat) for seat in (0, 1)],
            }
            return
        if kind == "deploy":
            self.board[self.next_square()] = "RB"[self.turn] + rest[0]
            if len(self.board) == 38:
                self.phase, self.turn = "rally", 0
            elif len(self.board) >= 19:
                self.turn = 1
            return
        if kind == "march":
            first, last = rest[0][:2], rest[0][-2:]
            line = [
                square for square in SQUARES if first[0] <= square[0] <= last[0] and first[1] <= square[1] <= last[1]
            ]
            cards = [self.board.pop(square) for square in line]
            for square, card in zip(line, cards, strict=True):
                self.board[step(square, rest[1][0], int(rest[1][1]))] = card
        elif kind == "swap":
            one, other = rest
            self.board[one], self.board[other] = self.board[other], self.board[one]
        elif kind == "favor":
            gap = next(square for square in HOMES[self.turn] if square not in self.board)
            queen = next(square for square in self.board if self.board[square] == "RB"[self.turn] + "Q")
            self.board[gap] = self.board.pop(queen)
        elif kind == "moveout":
            self.board[rest[1]] = self.board.pop(rest[0])
        elif kind == "attack":
            card, beaten = self.board.pop(rest[0]), self.board.pop(rest[1])
            if strength(card) > strength(beaten):
                self.board[rest[1]] = card
        if self.phase == "rally":
            self.rally[self.turn] = 0 if kind == "favor" else self.rally[self.turn] - 1
            if self.rally == [0, 0]:
                self.phase, self.turn = "battle", 0
            elif self.rally[1 - self.turn] > 0:
                self.turn = 1 - self.turn
            return
        cards = list(self.board.values())
        for seat in (0, 1):
            if "RB"[1 - seat] + "Q" not in cards:
                self.outcome = {"winners": [seat], "scores": [1 - seat, seat]}
        if sorted(cards) == ["BQ", "RQ"]:
            self.outcome = {"winners": [], "scores": [0, 0]}
        self.turn = 1 - self.turn
