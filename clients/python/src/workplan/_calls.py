"""The key, the deadline and the retries of a call, the same over both protocols."""

import random
import uuid
from time import monotonic

from .errors import UNEXPECTED_RESPONSE, UNREACHABLE, CursorError, WorkplanError

TIMEOUT = 30.0
"""Default of the seconds for a call, including all its tries."""

TRIES = 4
"""Default of the number of tries."""

_LONGEST_PAUSE = 60.0


class Tries:
    """The tries of one call, until its deadline."""

    def __init__(self, tries: int, timeout: float) -> None:
        self._left = tries
        self._deadline = monotonic() + timeout
        self._backoff = 0.5

    @property
    def remaining(self) -> float:
        """Seconds until the deadline."""
        return max(0.0, self._deadline - monotonic())

    def pause_after(self, error: WorkplanError) -> float | None:
        """Seconds to wait before the next try, or None if there is no next try."""
        self._left -= 1
        # A RESOURCE_EXHAUSTED without its ErrorInfo is not from the server: gRPC has the same
        # status for a response that is too large.
        busy = error.status == 429 or (error.status == "RESOURCE_EXHAUSTED" and error.code != UNEXPECTED_RESPONSE)
        down = error.status in (503, "UNAVAILABLE") or error.code == UNREACHABLE
        if error.code == "too_expensive":  # the next try would be too
            return None
        if self._left <= 0 or not (busy or down or error.code == "idempotency_in_progress"):
            return None
        pause = error.retry_after
        if pause is None:
            pause = self._backoff * random.uniform(0.8, 1.2)
            self._backoff *= 2
        return max(0.0, pause) if pause <= min(_LONGEST_PAUSE, self.remaining) else None


# Something else than Workplan responds if a proxy does, for example while the server restarts.
_PASSING = (UNREACHABLE, UNEXPECTED_RESPONSE, "unavailable", "rate_limited", "too_many_concurrent")

_LONGEST_BACKOFF = 32.0


class Reconnections:
    """The reconnections of a follower of the journal: as many as it takes, after the first response."""

    def __init__(self) -> None:
        self._connected = False
        self._backoff = 0.5

    def responded(self) -> None:
        """The server has responded."""
        self._connected = True
        self._backoff = 0.5

    def pause_after(self, error: WorkplanError) -> float:
        """Seconds to wait before the next connection. Raises the error if it does not pass, or nothing worked before."""
        if error.code in ("cursor_expired", "cursor_ahead"):
            raise CursorError.of(error) from error
        if not self._connected or error.code not in _PASSING:
            raise error
        if error.retry_after is not None:
            return error.retry_after
        pause = self._backoff * random.uniform(0.8, 1.2)
        self._backoff = min(2 * self._backoff, _LONGEST_BACKOFF)
        return pause


def new_idempotency_key() -> str:
    """A random key, for a call that may not be sent twice without one. The server carries out the call only once."""
    return str(uuid.uuid4())


def authorization(key: str) -> str:
    """The header that carries the key. The ValueError for a wrong key does not repeat it."""
    if not key:
        raise ValueError("the API key is empty")
    if not key.isascii() or not key.isprintable() or " " in key:
        raise ValueError("the API key has a character that no key has, such as a space or a line break")
    return f"Bearer {key}"
