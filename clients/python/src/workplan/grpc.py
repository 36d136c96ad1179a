"""Workplan over gRPC: channels that send the key, try again, and raise WorkplanError.

The messages, and the stubs that call over such a channel, are in `workplan.v1`.
"""

from __future__ import annotations

import asyncio
import copy
import math
import re
import threading
import time
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator
from contextlib import aclosing, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import grpc
import grpc.aio
from google.protobuf import descriptor_pool
from google.protobuf.descriptor_pb2 import MethodOptions
from google.protobuf.message import DecodeError
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status

from ._calls import TIMEOUT, TRIES, Reconnections, Tries, authorization, new_idempotency_key
from .errors import UNEXPECTED_RESPONSE, UNREACHABLE, WorkplanError
from .models import ErrorDetail
from .paging import Page, Row, Row_co
from .types import UNSET
from .v1 import (
    Event,
    EventPage,
    EventServiceStub,
    ListEventsRequest,
    ListUsersRequest,
    User,
    UserServiceStub,
    WatchEventsRequest,
)

if TYPE_CHECKING:
    from .v1.events_pb2_grpc import EventServiceAsyncStub

# An error with 100 details has more than the 8 KiB of metadata that gRPC accepts by default.
_OPTIONS = [("grpc.max_metadata_size", 1 << 20)]

_IDEMPOTENCY_KEY = "idempotency-key"

_IF_MATCH = "if-match"

_NO_RESPONSE = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.CANCELLED)


def channel(
    target: str, key: str, *, plaintext: bool = False, timeout: float = TIMEOUT, tries: int = TRIES
) -> grpc.Channel:
    """A channel to a server. A call with `future` blocks, because of the retries.

    Args:
        target: Host and port of the server, such as `workplan.example.com:443`.
        key: The API key.
        plaintext: Whether to connect without TLS.
        timeout: Seconds for a call, including all its tries. Each call can have its own.
        tries: The maximum number of tries of a call.
    """
    calls, streams = _Interceptor(target, key, timeout, tries), _StreamInterceptor(target, key, timeout, tries)
    if plaintext:
        connection = grpc.insecure_channel(target, _OPTIONS)
    else:
        connection = grpc.secure_channel(target, grpc.ssl_channel_credentials(), _OPTIONS)
    return grpc.intercept_channel(connection, calls, streams)


def channel_async(
    target: str, key: str, *, plaintext: bool = False, timeout: float = TIMEOUT, tries: int = TRIES
) -> grpc.aio.Channel:
    """A channel for asyncio. See channel for the arguments."""
    interceptors: list[grpc.aio.ClientInterceptor] = [
        _AsyncInterceptor(target, key, timeout, tries),
        _AsyncStreamInterceptor(target, key, timeout, tries),
    ]
    if plaintext:
        return grpc.aio.insecure_channel(target, _OPTIONS, interceptors=interceptors)
    return grpc.aio.secure_channel(target, grpc.ssl_channel_credentials(), _OPTIONS, interceptors=interceptors)


@dataclass(frozen=True)
class _Details(grpc.ClientCallDetails):
    """The fields of gRPC's own details of a call."""

    method: str
    timeout: float | None
    metadata: Any
    credentials: grpc.CallCredentials | None
    wait_for_ready: bool | None
    compression: grpc.Compression | None


class _Settings:
    """The settings that a channel gives to each call."""

    def __init__(self, target: str, key: str, timeout: float, tries: int) -> None:
        if target.startswith(("http://", "https://")):
            raise ValueError(f"target {target!r} is a URL: write host and port, such as workplan.example.com:443")
        self._target = target
        self._authorization = authorization(key)
        self._timeout = timeout
        self._tries = tries

    def _tries_of(self, timeout: float | None) -> Tries:
        return Tries(self._tries, self._timeout if timeout is None else timeout)

    def _metadata(self, method: str, given: Any) -> list[tuple[str, str]]:
        """The metadata of a call: those given, the key, and an idempotency key if it may not be sent twice without one.

        A call with if-match may not: after a lost response, its next try would conflict with its own change.
        """
        metadata = [*(given or ()), ("authorization", self._authorization)]
        names = {name for name, _ in metadata}
        if (_IF_MATCH in names or not _is_idempotent(method)) and _IDEMPOTENCY_KEY not in names:
            metadata.append((_IDEMPOTENCY_KEY, new_idempotency_key()))
        return metadata

    def _error(self, cause: Any) -> WorkplanError:
        """The error of a call."""
        code: grpc.StatusCode = cause.code()
        info, bad, retry = _details_of(cause)
        if info.reason:
            reason, message = info.reason, cause.details()
        elif code in _NO_RESPONSE:
            reason, message = UNREACHABLE, f"no response from {self._target}: {cause.details()}"
        else:
            reason = UNEXPECTED_RESPONSE
            message = f"the response of {self._target} is not from Workplan: {code.name}, {cause.details()}"
        return WorkplanError(
            message,
            code=reason,
            status=code.name,
            request_id=dict(cause.initial_metadata() or ()).get("x-request-id"),
            details=[_detail(violation) for violation in bad.field_violations],
            retry_after=retry.retry_delay.seconds + retry.retry_delay.nanos / 1e9
            if retry.HasField("retry_delay")
            else None,
        )


def _is_idempotent(method: str) -> bool:
    """Whether a method, such as /workplan.v1.MeService/GetMe, may be called twice without an idempotency key."""
    name = method.strip("/").replace("/", ".")
    try:
        options: MethodOptions = descriptor_pool.Default().FindMethodByName(name).GetOptions()
    except KeyError:
        return False
    return options.idempotency_level != MethodOptions.IDEMPOTENCY_UNKNOWN


def _details_of(call: Any) -> tuple[ErrorInfo, BadRequest, RetryInfo]:
    """The details of a call's google.rpc.Status. Missing details are empty."""
    details = (ErrorInfo(), BadRequest(), RetryInfo())
    with suppress(KeyError, DecodeError):
        status = Status.FromString(dict(call.trailing_metadata() or ())["grpc-status-details-bin"])
        for packed in status.details:
            for detail in details:
                packed.Unpack(detail)
    return details


def _detail(violation: BadRequest.FieldViolation) -> ErrorDetail:
    item = re.search(r"\bitems\[(\d+)\]", violation.field)
    return ErrorDetail(violation.field, violation.description, int(item[1]) if item else UNSET)


class _Interceptor(_Settings, grpc.UnaryUnaryClientInterceptor):
    def intercept_unary_unary(self, continuation: Any, client_call_details: Any, request: Any) -> Any:
        details = client_call_details
        metadata = self._metadata(details.method, details.metadata)
        tries = self._tries_of(details.timeout)
        while True:
            outcome = continuation(
                _Details(
                    details.method,
                    tries.remaining,
                    metadata,
                    details.credentials,
                    details.wait_for_ready,
                    details.compression,
                ),
                request,
            )
            cause = outcome.exception()
            if not isinstance(cause, grpc.RpcError):
                return outcome
            error = self._error(cause)
            pause = tries.pause_after(error)
            if pause is None:
                raise error from cause
            time.sleep(pause)


class _AsyncInterceptor(_Settings, grpc.aio.UnaryUnaryClientInterceptor):
    async def intercept_unary_unary(self, continuation: Any, client_call_details: Any, request: Any) -> Any:
        details = client_call_details
        metadata = grpc.aio.Metadata(*self._metadata(details.method.decode(), details.metadata))
        tries = self._tries_of(details.timeout)
        while True:
            call = await continuation(details._replace(timeout=tries.remaining, metadata=metadata), request)
            try:
                if await call is not None:
                    return call
                # grpc.aio returns None for a message that it cannot read; the sync channel raises.
                raise grpc.aio.AioRpcError(
                    grpc.StatusCode.INTERNAL,
                    await call.initial_metadata(),
                    await call.trailing_metadata(),
                    "the message cannot be read",
                )
            except grpc.aio.AioRpcError as cause:
                error = self._error(cause)
                pause = tries.pause_after(error)
                if pause is None:
                    raise error from cause
            await asyncio.sleep(pause)


# A stream has no deadline and is not repeated: `follow` does that.
class _StreamInterceptor(_Settings, grpc.UnaryStreamClientInterceptor):
    def intercept_unary_stream(self, continuation: Any, client_call_details: Any, request: Any) -> Any:
        details = client_call_details
        return _Stream(
            continuation(
                _Details(
                    details.method,
                    details.timeout,
                    self._metadata(details.method, details.metadata),
                    details.credentials,
                    details.wait_for_ready,
                    details.compression,
                ),
                request,
            ),
            self._error,
        )


class _Stream:
    """A stream that raises WorkplanError."""

    def __init__(self, call: Any, error: Callable[[Any], WorkplanError]) -> None:
        self._call = call
        self._error = error

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        try:
            return next(self._call)
        except grpc.RpcError as cause:
            raise self._error(cause) from cause

    def __getattr__(self, name: str) -> Any:
        return getattr(self._call, name)


class _AsyncStreamInterceptor(_Settings, grpc.aio.UnaryStreamClientInterceptor):
    async def intercept_unary_stream(self, continuation: Any, client_call_details: Any, request: Any) -> Any:
        details = client_call_details
        metadata = grpc.aio.Metadata(*self._metadata(details.method.decode(), details.metadata))
        return self._messages(await continuation(details._replace(metadata=metadata), request))

    async def _messages(self, call: Any) -> AsyncIterator[Any]:
        try:
            async for message in call:
                yield message
        except grpc.aio.AioRpcError as cause:
            raise self._error(cause) from cause
        finally:
            call.cancel()


class _ListRequest(Protocol):
    cursor: str

    def ClearField(self, field_name: str, /) -> None: ...


class _ListResponse(Protocol[Row_co]):
    @property
    def data(self) -> Page[Row_co]: ...


Request = TypeVar("Request", bound=_ListRequest)


def paginate(rpc: Callable[[Request], _ListResponse[Row]], request: Request) -> Iterator[Row]:
    """All rows of a list: `paginate(stub.ListUsers, ListUsersRequest(limit=200))`."""
    page = rpc(request).data
    yield from page.items
    while page.next_cursor:
        page = rpc(_following(request, page.next_cursor)).data
        yield from page.items


async def paginate_async(
    rpc: Callable[[Request], Awaitable[_ListResponse[Row]]], request: Request
) -> AsyncIterator[Row]:
    """All rows of a list, as `paginate`, over a channel for asyncio."""
    page = (await rpc(request)).data
    for row in page.items:
        yield row
    while page.next_cursor:
        page = (await rpc(_following(request, page.next_cursor))).data
        for row in page.items:
            yield row


def _following(request: Request, cursor: str) -> Request:
    """The request of the next page."""
    following = copy.deepcopy(request)
    following.ClearField("offset")  # The server refuses both together.
    following.cursor = cursor
    return following


_LONGEST_SILENCE = 45.0
"""Seconds that a stream of events may be silent. The server sends a message every 15 seconds."""


def follow(connection: grpc.Channel, request: WatchEventsRequest | None = None) -> Iterator[Event]:
    """The events after a number, oldest first, and then each new one as it is written.

    Store the `seq` of each event that you have handled, and pass the last one as `after` when your program starts again:
    `follow(connection, WatchEventsRequest(after=str(stored)))`. Without `after`, the events begin with the oldest one
    that is kept, and with "head" now.

    The first call fails as any other call does. After it, the iterator connects again for as long as it takes while the
    server cannot be reached or is busy, so that no event is lost. A CursorError says how to start over.
    """
    stub = EventServiceStub(connection)
    following = copy.deepcopy(request or WatchEventsRequest())
    reconnections = Reconnections()
    read = _list
    while True:
        try:
            for seq, event in read(stub, following):
                reconnections.responded()
                if event is not None:
                    yield event
                following.after = str(seq)
            read = _watch
        except WorkplanError as error:
            time.sleep(reconnections.pause_after(error))


async def follow_async(connection: grpc.aio.Channel, request: WatchEventsRequest | None = None) -> AsyncIterator[Event]:
    """The events after a number, as `follow`, over a channel for asyncio. It ends when its task is cancelled."""
    stub = EventServiceStub(connection)
    following = copy.deepcopy(request or WatchEventsRequest())
    reconnections = Reconnections()
    read = _list_async
    while True:
        try:
            async with aclosing(read(stub, following)) as messages:
                async for seq, event in messages:
                    reconnections.responded()
                    if event is not None:
                        yield event
                    following.after = str(seq)
            read = _watch_async
        except WorkplanError as error:
            await asyncio.sleep(reconnections.pause_after(error))


# The first events come from a list: unlike a stream, the call has a deadline and is sent again.
def _list(stub: EventServiceStub, request: WatchEventsRequest) -> Iterator[tuple[int, Event | None]]:
    yield from _messages_of(stub.ListEvents(_list_request(request)).data)


async def _list_async(
    stub: EventServiceAsyncStub, request: WatchEventsRequest
) -> AsyncGenerator[tuple[int, Event | None], None]:
    for message in _messages_of((await stub.ListEvents(_list_request(request))).data):
        yield message


def _list_request(request: WatchEventsRequest) -> ListEventsRequest:
    return ListEventsRequest(after=request.after if request.HasField("after") else None, types=request.types)


def _messages_of(page: EventPage) -> Iterator[tuple[int, Event | None]]:
    """The messages that a stream with the events of a page would have."""
    for event in page.items:
        yield event.seq, event
    yield page.next_after, None


def _watch(stub: EventServiceStub, request: WatchEventsRequest) -> Iterator[tuple[int, Event | None]]:
    stream = stub.WatchEvents(request)
    silence = _Silence(stream.cancel)
    try:
        for message in stream:
            silence.heard = math.inf  # The caller may take long to handle an event.
            yield message.seq, message.event if message.HasField("event") else None
            silence.heard = time.monotonic()
    finally:
        stream.cancel()
        silence.ended.set()
    raise _ended()


class _Silence:
    """Ends a stream that is silent for too long."""

    def __init__(self, end: Callable[[], object]) -> None:
        self._end = end
        self.heard = time.monotonic()
        """When the last message came."""
        self.ended = threading.Event()
        """Whether the stream has ended."""
        threading.Thread(target=self._watch, daemon=True).start()

    def _watch(self) -> None:
        while not self.ended.wait(5):
            if time.monotonic() - self.heard > _LONGEST_SILENCE:
                self._end()


async def _watch_async(
    stub: EventServiceAsyncStub, request: WatchEventsRequest
) -> AsyncGenerator[tuple[int, Event | None], None]:
    stream = stub.WatchEvents(request)
    messages = aiter(stream)
    try:
        while True:
            message = await asyncio.wait_for(anext(messages), _LONGEST_SILENCE)
            yield message.seq, message.event if message.HasField("event") else None
    except (StopAsyncIteration, TimeoutError, asyncio.TimeoutError):
        raise _ended() from None
    finally:
        stream.cancel()


def _ended() -> WorkplanError:
    return WorkplanError("the stream of events has ended", code=UNREACHABLE)


def find_user_by_email(connection: grpc.Channel, email: str) -> User | None:
    """Finds the user with an e-mail address, in any case. None if there is no such user."""
    users = UserServiceStub(connection).ListUsers(ListUsersRequest(email=email)).data.items
    return users[0] if users else None


async def find_user_by_email_async(connection: grpc.aio.Channel, email: str) -> User | None:
    """Finds the user with an e-mail address, as `find_user_by_email`, over a channel for asyncio."""
    users = (await UserServiceStub(connection).ListUsers(ListUsersRequest(email=email))).data.items
    return users[0] if users else None
