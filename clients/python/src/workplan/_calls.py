"""What a call has over both protocols: a key, a deadline, and tries."""

import random
from time import monotonic

from .errors import UNREACHABLE, WorkplanError

TIMEOUT = 30.0
"""Seconds that a call may take, with all its tries, unless the caller says otherwise."""

TRIES = 4
"""How often a call is tried, unless the caller says otherwise."""

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
        """Seconds to wait before the next try, or None where there is to be no other."""
        self._left -= 1
        refused = error.status in (429, "RESOURCE_EXHAUSTED")
        # Such a call may have been carried out although it failed.
        failed = error.status in (503, "UNAVAILABLE") or error.code == UNREACHABLE
        if self._left <= 0 or not (refused or (failed and self._idempotent)):
            return None
        pause = error.retry_after
        if pause is None:
            pause = self._backoff * random.uniform(0.8, 1.2)
            self._backoff *= 2
        return max(0.0, pause) if pause <= min(_LONGEST_PAUSE, self.remaining) else None


def authorization(key: str) -> str:
    """The credential that the key is sent as; a ValueError, which does not repeat it, if it cannot be sent."""
    if not key or not key.isascii() or not key.isprintable() or " " in key:
        raise ValueError("the API key must be visible ASCII characters")
    return f"Bearer {key}"
