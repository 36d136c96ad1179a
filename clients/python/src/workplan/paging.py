"""All rows of a list, page by page."""

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
    def offset(self) -> int:
        """How many rows are before it."""

    @property
    def has_more(self) -> bool:
        """Whether rows follow."""


def paginate(
    list_page: Callable[Arguments, Page[Row]], *args: Arguments.args, **kwargs: Arguments.kwargs
) -> Iterator[Row]:
    """All rows of a list: `paginate(workplan.list_users, limit=200)` fetches 200 users at a time, as they are asked for."""
    page = list_page(*args, **kwargs)
    yield from page.items
    while page.has_more:
        kwargs["offset"] = page.offset + len(page.items)
        page = list_page(*args, **kwargs)
        yield from page.items


async def paginate_async(
    list_page: Callable[Arguments, Awaitable[Page[Row]]], *args: Arguments.args, **kwargs: Arguments.kwargs
) -> AsyncIterator[Row]:
    """All rows of a list, as `paginate`, with a call of AsyncWorkplan."""
    page = await list_page(*args, **kwargs)
    for row in page.items:
        yield row
    while page.has_more:
        kwargs["offset"] = page.offset + len(page.items)
        page = await list_page(*args, **kwargs)
        for row in page.items:
            yield row
