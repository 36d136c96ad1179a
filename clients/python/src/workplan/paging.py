"""Reads all rows of a list, page by page."""


from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from typing import ParamSpec, Protocol, TypeVar

Arguments = ParamSpec("Arguments")
Row = TypeVar("Row")
Row_co = TypeVar("Row_co", covariant=True)


class Page(Protocol[Row_co]):
    """One page of a list."""

    @property
    def items(self) -> Sequence[Row_co]:
        """The rows of the page."""

    @property
    def next_cursor(self) -> str | None:
        """The cursor of the next page. None, or over gRPC empty, on the last page."""


def paginate(
    list_page: Callable[Arguments, Page[Row]], *args: Arguments.args, **kwargs: Arguments.kwargs
) -> Iterator[Row]:
    """All rows of a list: `paginate(workplan.list_users, limit=200)`. Fetches a page when its first row is read."""
    page = list_page(*args, **kwargs)
    yield from page.items
    while page.next_cursor:
        _continue_after(page, kwargs)
        page = list_page(*args, **kwargs)
        yield from page.items


async def paginate_async(
    list_page: Callable[Arguments, Awaitable[Page[Row]]], *args: Arguments.args, **kwargs: Arguments.kwargs
) -> AsyncIterator[Row]:
    """All rows of a list, as `paginate`, with a call of AsyncWorkplan."""
    page = await list_page(*args, **kwargs)
    for row in page.items:
        yield row
    while page.next_cursor:
        _continue_after(page, kwargs)
        page = await list_page(*args, **kwargs)
        for row in page.items:
            yield row


def _continue_after(page: Page[object], arguments: dict[str, object]) -> None:
    arguments.pop("offset", None)  # The server refuses both together.
    arguments["cursor"] = page.next_cursor
