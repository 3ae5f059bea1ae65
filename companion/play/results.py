"""What a result means: the places of the people, and who played together."""

from __future__ import annotations

from companion.kit.game import Game
from companion.kit.rules import Options, Position, Seat
from companion.play.act import Result


def aim_of(game: Game | None, options: Options) -> int:
    """1 where the most points win, -1 where the fewest do, 0 without points, or where the rules are not known here."""
    return game.aim(game.complete(options)) if game is not None and game.allows(options) else 0


def places(result: Result, aim: int) -> tuple[int, ...]:
    """The place of each seat, 1 for the best; equal ones are tied. All are 1 if nobody has won.

    `aim` is the game's. Without points all who have not won share one place, also where people ended the game
    themselves.
    """
    count, winners = len(result.scores), result.winners
    others = [seat for seat in range(count) if seat not in winners]
    worth = [0 if result.ended else aim * score for score in result.scores]

    def place(seat: Seat) -> int:
        if seat in winners or not winners:
            return 1
        return 1 + len(winners) + len([other for other in others if worth[other] > worth[seat]])

    return tuple(map(place, range(count)))


def leaders(game: Game, position: Position) -> tuple[Seat, ...]:
    """The seats that stand best now; none while all stand alike, or where the game has no such order."""
    standing = game.standing(position)
    best = [seat for seat, stands in enumerate(standing) if stands == max(standing)]
    return tuple(best) if len(best) < len(standing) else ()


def is_one_side(game: Game | None, players: int) -> bool:
    """Whether all play together, or one person alone: they win or they lose."""
    return len(set(teams_of(game, players) or range(players))) == 1


def teams_of(game: Game | None, players: int) -> tuple[int, ...] | None:
    """The number of each seat's side; None where everybody plays alone."""
    sides = game.series.sides.get(players, ()) if game is not None else ()
    if sorted(seat for side in sides for seat in side) != list(range(players)):
        return None
    return tuple([next(number for number, side in enumerate(sides) if seat in side) for seat in range(players)])
