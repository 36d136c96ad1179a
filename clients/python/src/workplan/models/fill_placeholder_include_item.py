from typing import Literal, cast

FillPlaceholderIncludeItem = Literal["summary", "warnings"]


def check_fill_placeholder_include_item(value: str) -> FillPlaceholderIncludeItem:
    return cast(FillPlaceholderIncludeItem, value)
