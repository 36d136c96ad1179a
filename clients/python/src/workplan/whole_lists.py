"""Reads all rows of a list in one response."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any, Generic, Literal, TypeAlias, TypeVar
from uuid import uuid4

import anyio

from ._http import AsyncConnection, Call, Connection, Whole
from .paging import Arguments, Page, Row

AnyConnection = TypeVar("AnyConnection", bound="Connection | AsyncConnection")

Format: TypeAlias = Literal["csv", "ndjson", "parquet"]
"""Text for spreadsheets, a JSON object in each line, or a table for warehouses."""

_MEDIA_TYPES = {"csv": "text/csv", "ndjson": "application/x-ndjson", "parquet": "application/vnd.apache.parquet"}


def whole(
    list_page: Callable[Arguments, Page[Row]], *args: Arguments.args, **kwargs: Arguments.kwargs
) -> WholeList[Row]:
    """All rows of a list in one response: `whole(workplan.list_users, is_active=True)`.

    The arguments are those of the call, without limit, offset, cursor and count.
    """
    return WholeList(*_recorded(Connection, list_page, args, kwargs))


def whole_async(
    list_page: Callable[Arguments, Awaitable[Page[Row]]], *args: Arguments.args, **kwargs: Arguments.kwargs
) -> AsyncWholeList[Row]:
    """All rows of a list, as `whole`, with a call of AsyncWorkplan."""
    return AsyncWholeList(*_recorded(AsyncConnection, list_page, args, kwargs))


class _Rows(Generic[Row]):
    """What a sync and an async list have in common."""

    _seq: int | None = None

    @property
    def seq(self) -> int | None:
        """The number of the latest event whose write the rows have, from the latest response.

        To keep a copy up to date, follow the journal after it. None before the first row is read.
        """
        return self._seq


class WholeList(_Rows[Row]):
    """All rows of a list in one response: `for user in whole(workplan.list_users)`.

    They are those of one moment, however long you read, and only a few are in memory at a time. Each loop sends a request
    of its own.

    A request is repeated as any other call is, until the response begins. `timeout` is the time for that, and then for each
    part of the response to arrive. The server ends it after 5 minutes. If it ends early, the WorkplanError has the code
    `unexpected_response`.
    """

    def __init__(self, connection: Connection, call: Call[Any], timeout: float | None) -> None:
        """Made by `whole`."""
        self._connection, self._call, self._timeout = connection, call, timeout

    def __iter__(self) -> Iterator[Row]:
        with self._open("ndjson") as response:
            yield from response.rows()

    def chunks(self, format: Format) -> Iterator[bytes]:
        """The bytes of a file with the rows. If they end with an error, rows are missing."""
        with self._open(format) as response:
            yield from response.chunks()

    def save(self, path: str | os.PathLike[str], format: Format) -> None:
        """Saves the rows to a file. The file is complete, or stays as it was.

        The rows go to another file beside it, which then gets its name.
        """
        part = _part(path)
        try:
            with open(part, "xb") as file:
                file.writelines(self.chunks(format))
            os.replace(part, path)
        finally:
            _remove(part)

    def _open(self, format: Format) -> Whole:
        response = self._connection._open(replace(self._call, accept=_MEDIA_TYPES[format]), self._timeout)
        self._seq = response.seq
        return response


class AsyncWholeList(_Rows[Row]):
    """All rows of a list in one response, as WholeList: `async for user in whole_async(workplan.list_users)`."""

    def __init__(self, connection: AsyncConnection, call: Call[Any], timeout: float | None) -> None:
        """Made by `whole_async`."""
        self._connection, self._call, self._timeout = connection, call, timeout

    async def __aiter__(self) -> AsyncIterator[Row]:
        async with await self._open("ndjson") as response:
            async for row in response.arows():
                yield row

    async def chunks(self, format: Format) -> AsyncIterator[bytes]:
        """The bytes of a file with the rows. If they end with an error, rows are missing."""
        async with await self._open(format) as response:
            async for chunk in response.achunks():
                yield chunk

    async def save(self, path: str | os.PathLike[str], format: Format) -> None:
        """Saves the rows to a file. The file is complete, or stays as it was, as with WholeList."""
        part = _part(path)
        try:
            async with await anyio.open_file(part, "xb") as file:
                async for chunk in self.chunks(format):
                    await file.write(chunk)
            os.replace(part, path)
        finally:
            _remove(part)

    async def _open(self, format: Format) -> Whole:
        response = await self._connection._open(replace(self._call, accept=_MEDIA_TYPES[format]), self._timeout)
        self._seq = response.seq
        return response


def _part(path: str | os.PathLike[str]) -> str:
    return f"{os.fspath(path)}.{uuid4().hex}.part"


def _remove(part: str) -> None:
    with suppress(FileNotFoundError):  # it has got its name
        os.remove(part)


class _Recorded(Exception):
    """A call that a list method would send."""

    def __init__(self, call: Call[Any], timeout: float | None) -> None:
        self.arguments = call, timeout


class _Recorder:
    """Takes the place of a connection, to learn what a list method would send."""

    def _send(self, call: Call[Any], timeout: float | None) -> object:
        raise _Recorded(call, timeout)


def _recorded(
    kind: type[AnyConnection], list_page: Callable[..., Any], args: Any, kwargs: Any
) -> tuple[AnyConnection, Call[Any], float | None]:
    """The connection, the call and the timeout of a list method."""
    connection = getattr(list_page, "__self__", None)
    if not isinstance(connection, kind):
        raise TypeError(f"{list_page!r} is not a list method of {kind.__name__}, such as workplan.list_users")
    try:
        # An async method calls _send when its coroutine starts.
        list_page.__func__(_Recorder(), *args, **kwargs).send(None)  # type: ignore[attr-defined]
    except _Recorded as recorded:
        return connection, *recorded.arguments
    raise AssertionError("a list method sends a call")
