"""What can go wrong with a call, over REST and over gRPC."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from .models import ErrorDetail

UNREACHABLE = "unreachable"
"""The code of an error where no answer came: refused, reset, timed out."""

UNEXPECTED_ANSWER = "unexpected_answer"
"""The code of an error where what came is not an answer of Workplan."""


class WorkplanError(Exception):
    """Everything that can go wrong with a call. Its cause, where it has one, is `__cause__`."""

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
        """A plain sentence that names the first bad field."""
        self.code = code
        """The server's code, such as `not_found`, or `unreachable` or `unexpected_answer`."""
        self.status = status
        """The HTTP status, such as 404, or over gRPC the name of the status, such as `NOT_FOUND`."""
        self.request_id = request_id
        """What identifies the call in the server's log."""
        self.details = list(details)
        """The bad fields, or those of the bad items of a batch: the first hundred."""
        self.retry_after = retry_after
        """Seconds that the server asks to wait before the next try."""

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickle calls an exception with its positional arguments alone.
        return partial(WorkplanError, code=self.code), self.args, vars(self)
