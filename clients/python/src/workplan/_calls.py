"""The key, the deadline and the retries of a call, the same over both protocols."""

import random
from time import monotonic

from .errors import UNEXPECTED_RESPONSE, UNREACHABLE, WorkplanError

TIMEOUT = 30.0
"""Default of the seconds for a call, including all its tries."""

TRIES = 4
"""Default of the number of tries."""

_LONGEST_PAUSE = 60.0


class Tries:
    """The tries of one call, until its deadline."""

    def __init__(self, tries: int, timeout: float, idempotent: bool) -> None:
        self._left = tries
        self._deadline = monotonic() + timeout
        self._idempotent = idempotent
        self._backoff = 0.5

    @property
    def remaining(self) -> float:
        """Seconds until the deadline."""
        return max(0.0, self._deadline - monotonic())

    def pause_after(self, error: WorkplanError) -> float | None:
        """Seconds to wait before the next try, or None if there is no next try."""
        self._left -= 1
        # The server has changed nothing. A RESOURCE_EXHAUSTED without its ErrorInfo is not from
        # the server: gRPC has the same status for a response that is too large.
        refused = error.status == 429 or (error.status == "RESOURCE_EXHAUSTED" and error.code != UNEXPECTED_RESPONSE)
        # The server may have carried out the call.
        failed = error.status in (503, "UNAVAILABLE", "RESOURCE_EXHAUSTED") or error.code == UNREACHABLE
        if self._left <= 0 or not (refused or (failed and self._idempotent)):
            return None
        pause = error.retry_after
        if pause is None:
            pause = self._backoff * random.uniform(0.8, 1.2)
            self._backoff *= 2
        return max(0.0, pause) if pause <= min(_LONGEST_PAUSE, self.remaining) else None


def authorization(key: str) -> str:
    """The header that carries the key. The ValueError for a wrong key does not repeat it."""
    if not key:
        raise ValueError("the API key is empty")
    if not key.isascii() or not key.isprintable() or " " in key:
        raise ValueError("the API key has a character that no key has, such as a space or a line break")
    return f"Bearer {key}"
