"""What only the protocol refuses."""

from __future__ import annotations

from companion.kit.refusals import Refusal


class BadRequest(Refusal):
    """Not a request: no JSON object, an unknown `do`, a field that is missing or has the wrong type."""

    code = "bad-request"


class NoMind(Refusal):
    """Nothing thinks in this game, or not with these options."""

    code = "no-mind"


class NotNow(Refusal):
    """The request does not fit the moment: the seat has nothing to choose, or the game is not over."""

    code = "not-now"


class Private(Refusal):
    """It would need cards that lie face down and are not known."""

    code = "private"
