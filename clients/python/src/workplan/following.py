"""Follows the journal of events."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from typing import Protocol

import anyio

from ._calls import TIMEOUT, Reconnections
from .errors import WorkplanError
from .paging import Arguments, Row, Row_co

_WAIT = 20
"""Seconds that a call waits for an event. Proxies cut off longer calls."""


class Part(Protocol[Row_co]):
    """A part of the journal."""

    @property
    def items(self) -> Sequence[Row_co]:
        """The events of the part."""

    @property
    def next_after(self) -> int:
        """The number after which the next part begins."""


def follow(
    list_events: Callable[Arguments, Part[Row]], *args: Arguments.args, **kwargs: Arguments.kwargs
) -> Iterator[Row]:
    """The events after a number, oldest first, and then each new one: `follow(workplan.list_events, after=stored)`.

    Store the `seq` of each event that you have handled, and pass the last one as `after` when your program starts again.
    Without `after`, the events begin with the oldest one that is kept, and with "head" now.

    The first call fails as any other call does. After it, the iterator calls again for as long as it takes while the
    server cannot be reached or is busy, so that no event is lost. A CursorError says how to start over.
    """
    reconnections = Reconnections()
    while True:
        try:
            part = list_events(*args, **kwargs)
        except WorkplanError as error:
            time.sleep(reconnections.pause_after(error))
            continue
        reconnections.responded()
        yield from part.items
        _continue_after(part, kwargs)


async def follow_async(
    list_events: Callable[Arguments, Awaitable[Part[Row]]], *args: Arguments.args, **kwargs: Arguments.kwargs
) -> AsyncIterator[Row]:
    """The events after a number, as `follow`, with the call of AsyncWorkplan. It ends when its task is cancelled."""
    reconnections = Reconnections()
    while True:
        try:
            part = await list_events(*args, **kwargs)
        except WorkplanError as error:
            await anyio.sleep(reconnections.pause_after(error))
            continue
        reconnections.responded()
        for event in part.items:
            yield event
        _continue_after(part, kwargs)


def _continue_after(part: Part[object], arguments: dict[str, object]) -> None:
    # The first call does not wait: it shows at once whether the address and the key are right.
    arguments |= {"after": str(part.next_after), "wait": _WAIT, "timeout": TIMEOUT + _WAIT}
