"""Sends calls over HTTP and reads the responses."""

from __future__ import annotations

import json
import math
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import aclosing, closing
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from types import NoneType
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypedDict, TypeVar

import anyio
import httpx

from ._calls import TIMEOUT, TRIES, Tries, authorization, new_idempotency_key
from .errors import UNEXPECTED_RESPONSE, UNREACHABLE, WorkplanError
from .models import ErrorBody
from .types import UNSET, Unset

if TYPE_CHECKING:
    from typing_extensions import Self

Result = TypeVar("Result")

# The errors of httpx for an incomplete body.
_BREAKS = (httpx.NetworkError, httpx.ProtocolError, httpx.DecodingError)


@dataclass(frozen=True)
class Call(Generic[Result]):
    """One call of the API."""

    method: str
    path: str
    parse: Callable[[Mapping[str, Any]], Result]
    query: Mapping[str, object] = field(default_factory=dict)
    body: Mapping[str, Any] | None = None
    if_match: int | Unset = UNSET
    idempotency_key: str | Unset = UNSET
    accept: str = "application/json"

    def __post_init__(self) -> None:
        """Adds a key to a call with If-Match: after a lost response, its next try would conflict with its own change."""
        if not isinstance(self.if_match, Unset):
            object.__setattr__(self, "idempotency_key", only_once(self.idempotency_key))

    def request(self, http: httpx.Client | httpx.AsyncClient, timeout: float) -> httpx.Request:
        """The request of one try."""
        try:
            return http.build_request(
                self.method,
                self.path,
                params={name: _text(value) for name, value in self.query.items() if value is not UNSET},
                headers=self._headers(),
                json=self.body,
                timeout=timeout,
            )
        except (TypeError, ValueError):
            for name, value in _unsendable("", self.body):
                raise TypeError(f"{name} cannot be sent as JSON: {value!r}") from None
            raise

    def _headers(self) -> dict[str, str]:
        headers = {"Accept": self.accept}
        if not isinstance(self.if_match, Unset):
            headers["If-Match"] = f'"{self.if_match}"'
        if not isinstance(self.idempotency_key, Unset):
            headers["Idempotency-Key"] = self.idempotency_key
        return headers

    def result(self, response: httpx.Response, content: bytes) -> Result:
        """The result in a response; an error in it is raised."""
        try:
            document = json.loads(content)
            if response.status_code == httpx.codes.OK:
                return self.parse(document)
            error = ErrorBody.from_dict(document).error
        except (ValueError, TypeError, LookupError, AttributeError) as cause:
            raise _unexpected(response, f"the body begins with {content[:80].decode(errors='replace')!r}") from cause
        raise WorkplanError(
            error.message,
            code=error.code,
            status=response.status_code,
            request_id=error.request_id,
            details=error.details,
            retry_after=_retry_after(response),
        )


# The members of a page around a row: only the pages have classes that read rows.
_PAGE = {
    "total": None,
    "limit": 1,
    "offset": 0,
    "hasMore": False,
    "nextCursor": None,
    "fromSeq": 0,  # of differences
    "toSeq": 0,
    "conflicts": 0,  # of a proposal
}


class Whole:
    """A response with all rows of a list that has begun. Use it as a context manager."""

    def __init__(self, call: Call[Any], response: httpx.Response) -> None:
        self.seq = int(response.headers["Workplan-Seq"])
        self._call = call
        self._response = response

    @staticmethod
    def begins(call: Call[Any], response: httpx.Response) -> bool:
        """Whether a response is not an error."""
        kind = response.headers.get("Content-Type", "").partition(";")[0]
        return response.status_code == httpx.codes.OK and kind == call.accept and "Workplan-Seq" in response.headers

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._response.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *exception: object) -> None:
        await self._response.aclose()

    def chunks(self) -> Iterator[bytes]:
        """The parts of the body. An error if it does not end as it should."""
        end = _End(self._call.accept)
        try:
            for chunk in self._response.iter_bytes():
                yield end.after(chunk)
        except (*_BREAKS, httpx.TimeoutException) as cause:
            raise self._cut(cause) from cause
        if end.is_missing:
            raise self._cut(EOFError("the end is missing"))

    async def achunks(self) -> AsyncIterator[bytes]:
        """The parts of the body, as chunks."""
        end = _End(self._call.accept)
        try:
            async for chunk in self._response.aiter_bytes():
                yield end.after(chunk)
        except (*_BREAKS, httpx.TimeoutException) as cause:
            raise self._cut(cause) from cause
        if end.is_missing:
            raise self._cut(EOFError("the end is missing"))

    def rows(self) -> Iterator[Any]:
        """The rows of the lines of JSON."""
        rest = b""
        for chunk in self.chunks():
            *lines, rest = (rest + chunk).split(b"\n")
            yield from map(self._row, lines)

    async def arows(self) -> AsyncIterator[Any]:
        """The rows of the lines of JSON."""
        rest = b""
        async for chunk in self.achunks():
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                yield self._row(line)

    def _row(self, line: bytes) -> Any:
        try:
            return self._call.parse({"data": {**_PAGE, "items": [json.loads(line)]}}).data.items[0]
        except (ValueError, TypeError, LookupError, AttributeError) as cause:
            raise self._cut(cause) from cause

    def _cut(self, cause: Exception) -> WorkplanError:
        if isinstance(cause, httpx.TimeoutException):
            return _unreachable(self._response.request, cause)
        return _unexpected(self._response, f"rows are missing: {cause}")


class _End:
    """The end of a response with all rows."""

    def __init__(self, accept: str) -> None:
        self._mark, self._last = (b"PAR1", b"") if accept.endswith("parquet") else (b"\n", b"\n")

    def after(self, chunk: bytes) -> bytes:
        """Keeps the end of a part."""
        self._last = (self._last + chunk[-len(self._mark) :])[-len(self._mark) :]
        return chunk

    @property
    def is_missing(self) -> bool:
        """Whether the response has another end than its form. A list without rows is empty as lines of JSON."""
        return self._last != self._mark


def only_once(idempotency_key: str | Unset) -> str:
    """The key of a call that may not be sent twice without one."""
    return new_idempotency_key() if isinstance(idempotency_key, Unset) else idempotency_key


class Model(Protocol):
    """A class of workplan.models."""

    def to_dict(self) -> dict[str, Any]: ...


def body_of(model: Model) -> dict[str, Any]:
    """The body of a request. A TypeError if an item in it is not of a class of workplan.models."""
    try:
        return model.to_dict()
    except AttributeError as wrong:
        raise TypeError(f"{wrong.obj!r} is a {type(wrong.obj).__name__}, not a class of workplan.models") from None


def _unsendable(name: str, value: object) -> Iterator[tuple[str, object]]:
    """The parts of a body that cannot be written as JSON, with their names."""
    if isinstance(value, Mapping):
        for member, part in value.items():
            yield from _unsendable(f"{name}.{member}" if name else member, part)
    elif isinstance(value, list):
        for i, part in enumerate(value):
            yield from _unsendable(f"{name}[{i}]", part)
    elif not isinstance(value, (str, int, float, NoneType)) or (isinstance(value, float) and not math.isfinite(value)):
        yield name, value


def _text(value: object) -> str:
    """A value as it is written in a query."""
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
    return WorkplanError(f"no response from {request.url}: {reason}", code=UNREACHABLE)


def _unexpected(response: httpx.Response, what: str) -> WorkplanError:
    request = response.request
    kind = response.headers.get("Content-Type", "no content type")
    return WorkplanError(
        f"{request.method} {request.url}: the response is not from Workplan: {response.status_code}, {kind}; {what}",
        code=UNEXPECTED_RESPONSE,
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
    if not re.match("https?://", base_url):
        raise ValueError(f"base_url {base_url!r} does not begin with http:// or https://")
    return {
        "base_url": re.sub("/*(/api/v1/*)?$", "", base_url),
        "headers": {"Authorization": authorization(key)},
    }


class Connection:
    """Calls a server with a key."""

    def __init__(self, base_url: str, key: str, *, timeout: float = TIMEOUT, tries: int = TRIES) -> None:
        """Connects on the first call.

        Args:
            base_url: Address of the server, such as `https://workplan.example.com`. `/api/v1` at its end is optional.
            key: The API key.
            timeout: Seconds for a call, including all its tries. Each call can have its own.
            tries: The maximum number of tries of a call.
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

    def _send(self, call: Call[Result], timeout: float | None) -> Result:
        return self._repeat(partial(self._try, call), timeout)

    def _open(self, call: Call[Any], timeout: float | None) -> Whole:
        """Sends a request for all rows, until the response begins."""
        return self._repeat(partial(self._begin, call), timeout)

    def _repeat(self, attempt: Callable[[Tries], Result], timeout: float | None) -> Result:
        tries = Tries(self._tries, self._timeout if timeout is None else timeout)
        while True:
            try:
                return attempt(tries)
            except WorkplanError as error:
                pause = tries.pause_after(error)
                if pause is None:
                    raise
            time.sleep(pause)

    def _try(self, call: Call[Result], tries: Tries) -> Result:
        request = call.request(self._http, tries.remaining)
        try:
            response = self._http.send(request, stream=True)
            content = self._read(response, tries)
        except (httpx.TransportError, TimeoutError) as cause:
            raise _unreachable(request, cause) from cause
        return call.result(response, content)

    def _begin(self, call: Call[Any], tries: Tries) -> Whole:
        request = call.request(self._http, tries.remaining)
        try:
            response = self._http.send(request, stream=True)
            if Whole.begins(call, response):
                return Whole(call, response)
            content = self._read(response, tries)
        except (httpx.TransportError, TimeoutError) as cause:
            raise _unreachable(request, cause) from cause
        call.result(response, content)
        raise _unexpected(response, "it does not have all rows")

    def _read(self, response: httpx.Response, tries: Tries) -> bytes:
        with closing(response):
            try:
                return b"".join(self._chunks(response, tries))
            except _BREAKS as cause:
                raise _unexpected(response, "the body is incomplete") from cause

    @staticmethod
    def _chunks(response: httpx.Response, tries: Tries) -> Iterator[bytes]:
        # The timeout of httpx is for one read.
        for chunk in response.iter_bytes():
            yield chunk
            if not tries.remaining:
                raise TimeoutError


class AsyncConnection:
    """Calls a server with a key, for asyncio and trio."""

    def __init__(self, base_url: str, key: str, *, timeout: float = TIMEOUT, tries: int = TRIES) -> None:
        """Connects on the first call. See Workplan for the arguments."""
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

    async def _send(self, call: Call[Result], timeout: float | None) -> Result:
        return await self._repeat(partial(self._try, call), timeout)

    async def _open(self, call: Call[Any], timeout: float | None) -> Whole:
        """Sends a request for all rows, until the response begins."""
        return await self._repeat(partial(self._begin, call), timeout)

    async def _repeat(self, attempt: Callable[[Tries], Awaitable[Result]], timeout: float | None) -> Result:
        tries = Tries(self._tries, self._timeout if timeout is None else timeout)
        while True:
            try:
                return await attempt(tries)
            except WorkplanError as error:
                pause = tries.pause_after(error)
                if pause is None:
                    raise
            await anyio.sleep(pause)

    async def _try(self, call: Call[Result], tries: Tries) -> Result:
        request = call.request(self._http, tries.remaining)
        try:
            with anyio.fail_after(tries.remaining):
                response = await self._http.send(request, stream=True)
                content = await self._read(response)
        except (httpx.TransportError, TimeoutError) as cause:
            raise _unreachable(request, cause) from cause
        return call.result(response, content)

    async def _begin(self, call: Call[Any], tries: Tries) -> Whole:
        request = call.request(self._http, tries.remaining)
        try:
            with anyio.fail_after(tries.remaining):
                response = await self._http.send(request, stream=True)
                if Whole.begins(call, response):
                    return Whole(call, response)
                content = await self._read(response)
        except (httpx.TransportError, TimeoutError) as cause:
            raise _unreachable(request, cause) from cause
        call.result(response, content)
        raise _unexpected(response, "it does not have all rows")

    @staticmethod
    async def _read(response: httpx.Response) -> bytes:
        async with aclosing(response):
            try:
                return await response.aread()
            except _BREAKS as cause:
                raise _unexpected(response, "the body is incomplete") from cause
