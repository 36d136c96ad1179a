"""The error of a call, over REST and over gRPC."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from .models import ErrorDetail

UNREACHABLE = "unreachable"
"""The code if there was no response: the connection was refused or reset, or the time was over."""

UNEXPECTED_RESPONSE = "unexpected_response"
"""The code if the response is not from Workplan, or is incomplete."""


class WorkplanError(Exception):
    """Any failure of a call. `__cause__` is the cause or None."""

    def __init__(
        self,
        message: str,
        *,
        code: str,
        status: int | str | None = None,
        request_id: str | None = None,
        details: Sequence[ErrorDetail] = (),
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        """A sentence for people. It names the first wrong field."""
        self.code = code
        """The server's code, such as `not_found`, or `unreachable` or `unexpected_response`."""
        self.status = status
        """The HTTP status, such as 404, or over gRPC the name of the status, such as `NOT_FOUND`."""
        self.request_id = request_id
        """Identifies the request in the server's log."""
        self.details = list(details)
        """The wrong fields, at most 100."""
        self.retry_after = retry_after
        """Seconds that the server asks to wait before the next try."""

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickle calls an exception only with its positional arguments.
        return partial(type(self), code=self.code), self.args, vars(self)


class CursorError(WorkplanError):
    """The error of a follower that cannot continue.

    The events after its number are no longer kept (`cursor_expired`), or the number does not exist, because a backup of
    the server was restored (`cursor_ahead`). To start over, note the head of the journal, list all records again, and
    follow the journal after that head. The message says so, too.
    """

    @classmethod
    def of(cls, error: WorkplanError) -> CursorError:
        """The error of a call as a CursorError."""
        return cls(
            error.message,
            code=error.code,
            status=error.status,
            request_id=error.request_id,
            details=error.details,
            retry_after=error.retry_after,
        )
