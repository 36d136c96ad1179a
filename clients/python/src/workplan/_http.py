"""How a call is sent over HTTP, and what is made of the answer."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import aclosing, closing
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any, Generic, TypedDict, TypeVar

import anyio
import httpx

from ._calls import TIMEOUT, TRIES, Tries, authorization
from .errors import UNEXPECTED_ANSWER, UNREACHABLE, WorkplanError
from .models import ErrorBody
from .types import UNSET, Unset

if TYPE_CHECKING:
    from typing_extensions import Self

Answer = TypeVar("Answer")

# What a body that breaks off is to httpx.
_BREAKS = (httpx.NetworkError, httpx.ProtocolError, httpx.DecodingError)


@dataclass(frozen=True)
class Call(Generic[Answer]):
    """One call of the API."""

    method: str
    path: str
    parse: Callable[[Mapping[str, Any]], Answer]
    idempotent: bool
    query: Mapping[str, object] = field(default_factory=dict)
    body: Mapping[str, Any] | None = None
    if_match: int | Unset = UNSET

    def request(self, http: httpx.Client | httpx.AsyncClient, timeout: float) -> httpx.Request:
        """The request of one try."""
        return http.build_request(
            self.method,
            self.path,
            params={name: _text(value) for name, value in self.query.items() if value is not UNSET},
            headers={} if isinstance(self.if_match, Unset) else {"If-Match": f'"{self.if_match}"'},
            json=self.body,
            timeout=timeout,
        )

    def answer(self, response: httpx.Response, content: bytes) -> Answer:
        """What the response says; an error is raised."""
        try:
            document = json.loads(content)
            if response.status_code == httpx.codes.OK:
                return self.parse(document)
            error = ErrorBody.from_dict(document).error
        except (ValueError, TypeError, LookupError, AttributeError) as cause:
            raise _unexpected(response, f"it begins with {content[:80].decode(errors='replace')!r}") from cause
        raise WorkplanError(
            error.message,
            code=error.code,
            status=response.status_code,
            request_id=error.request_id,
            details=error.details,
            retry_after=_retry_after(response),
        )


def _text(value: object) -> str:
    """A value as the query has it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, list):
        return ",".join(map(_text, value))
    return str(value)


def _unreachable(request: httpx.Request, cause: Exception) -> WorkplanError:
    timed_out = isinstance(cause, (TimeoutError, httpx.TimeoutException))
    reason = "timed out" if timed_out else str(cause) or type(cause).__name__
    return WorkplanError(f"no answer from {request.url}: {reason}", code=UNREACHABLE)


def _unexpected(response: httpx.Response, what: str) -> WorkplanError:
    request = response.request
    kind = response.headers.get("Content-Type", "no content type")
    return WorkplanError(
        f"{request.method} {request.url} was not answered by Workplan: status {response.status_code}, {kind}; {what}",
        code=UNEXPECTED_ANSWER,
        status=response.status_code,
        request_id=response.headers.get("X-Request-Id"),
        retry_after=_retry_after(response),
    )


def _retry_after(response: httpx.Response) -> float | None:
    seconds: str = response.headers.get("Retry-After", "")
    return float(seconds) if seconds.isdecimal() else None


class _Options(TypedDict):
    base_url: str
    headers: dict[str, str]


def _options(base_url: str, key: str) -> _Options:
    return {"base_url": base_url, "headers": {"Authorization": authorization(key), "Accept": "application/json"}}


class Connection:
    """A server and a key, and how they are called."""

    def __init__(self, base_url: str, key: str, *, timeout: float = TIMEOUT, tries: int = TRIES) -> None:
        """Connects when the first call is made.

        Args:
            base_url: Address of the server, without `/api/v1`.
            key: The API key.
            timeout: Seconds that a call may take with all its tries; each call can have its own.
            tries: How often a call is tried in all.
        """
        self._timeout = timeout
        self._tries = tries
        self._http = httpx.Client(**_options(base_url, key))

    def close(self) -> None:
        """Closes the connections to the server."""
        self._http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _send(self, call: Call[Answer], timeout: float | None) -> Answer:
        tries = Tries(self._tries, self._timeout if timeout is None else timeout, call.idempotent)
        while True:
            try:
                return self._try(call, tries)
            except WorkplanError as error:
                pause = tries.pause_after(error)
                if pause is None:
                    raise
            time.sleep(pause)

    def _try(self, call: Call[Answer], tries: Tries) -> Answer:
        request = call.request(self._http, tries.remaining)
        try:
            with closing(self._http.send(request, stream=True)) as response:
                try:
                    content = b"".join(self._chunks(response, tries))
                except _BREAKS as cause:
                    raise _unexpected(response, "its body breaks off") from cause
        except (httpx.TransportError, TimeoutError) as cause:
            raise _unreachable(request, cause) from cause
        return call.answer(response, content)

    @staticmethod
    def _chunks(response: httpx.Response, tries: Tries) -> Iterator[bytes]:
        # The timeout of httpx is that of one read, and there may be many.
        for chunk in response.iter_bytes():
            yield chunk
            if not tries.remaining:
                raise TimeoutError


class AsyncConnection:
    """A server and a key, and how they are called with async."""

    def __init__(self, base_url: str, key: str, *, timeout: float = TIMEOUT, tries: int = TRIES) -> None:
        """Connects when the first call is made; see Workplan for the arguments."""
        self._timeout = timeout
        self._tries = tries
        self._http = httpx.AsyncClient(**_options(base_url, key))

    async def aclose(self) -> None:
        """Closes the connections to the server."""
        await self._http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self.aclose()

    async def _send(self, call: Call[Answer], timeout: float | None) -> Answer:
        tries = Tries(self._tries, self._timeout if timeout is None else timeout, call.idempotent)
        while True:
            try:
                return await self._try(call, tries)
            except WorkplanError as error:
                pause = tries.pause_after(error)
                if pause is None:
                    raise
            await anyio.sleep(pause)

    async def _try(self, call: Call[Answer], tries: Tries) -> Answer:
        request = call.request(self._http, tries.remaining)
        try:
            with anyio.fail_after(tries.remaining):
                async with aclosing(await self._http.send(request, stream=True)) as response:
                    try:
                        content = await response.aread()
                    except _BREAKS as cause:
                        raise _unexpected(response, "its body breaks off") from cause
        except (httpx.TransportError, TimeoutError) as cause:
            raise _unreachable(request, cause) from cause
        return call.answer(response, content)
