"""Workplan over gRPC: channels that send the key, try again, and raise WorkplanError.

The messages, and the stubs that call over such a channel, are in `workplan.v1`.
"""

from __future__ import annotations

import asyncio
import copy
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import grpc
import grpc.aio
from google.protobuf import descriptor_pool
from google.protobuf.descriptor_pb2 import MethodOptions
from google.protobuf.message import DecodeError
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status

from ._calls import TIMEOUT, TRIES, Tries, authorization, new_idempotency_key
from .errors import UNEXPECTED_RESPONSE, UNREACHABLE, WorkplanError
from .models import ErrorDetail
from .paging import Page, Row, Row_co
from .types import UNSET
from .v1 import ListUsersRequest, User, UserServiceStub

# An error with 100 details has more than the 8 KiB of metadata that gRPC accepts by default.
_OPTIONS = [("grpc.max_metadata_size", 1 << 20)]

_IDEMPOTENCY_KEY = "idempotency-key"

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
    interceptor = _Interceptor(target, key, timeout, tries)
    if plaintext:
        connection = grpc.insecure_channel(target, _OPTIONS)
    else:
        connection = grpc.secure_channel(target, grpc.ssl_channel_credentials(), _OPTIONS)
    return grpc.intercept_channel(connection, interceptor)


def channel_async(
    target: str, key: str, *, plaintext: bool = False, timeout: float = TIMEOUT, tries: int = TRIES
) -> grpc.aio.Channel:
    """A channel for asyncio. See channel for the arguments."""
    interceptors = [_AsyncInterceptor(target, key, timeout, tries)]
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
        """The metadata of a call: those given, the key, and an idempotency key if it may not be sent twice without one."""
        metadata = [*(given or ()), ("authorization", self._authorization)]
        if not _is_idempotent(method) and not any(name == _IDEMPOTENCY_KEY for name, _ in metadata):
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


def find_user_by_email(connection: grpc.Channel, email: str) -> User | None:
    """Finds the user with an e-mail address, in any case. None if there is no such user."""
    users = UserServiceStub(connection).ListUsers(ListUsersRequest(email=email)).data.items
    return users[0] if users else None


async def find_user_by_email_async(connection: grpc.aio.Channel, email: str) -> User | None:
    """Finds the user with an e-mail address, as `find_user_by_email`, over a channel for asyncio."""
    users = (await UserServiceStub(connection).ListUsers(ListUsersRequest(email=email))).data.items
    return users[0] if users else None
