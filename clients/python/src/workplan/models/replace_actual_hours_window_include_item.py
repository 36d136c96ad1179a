from typing import Literal, cast

ReplaceActualHoursWindowIncludeItem = Literal["summary", "warnings"]


def check_replace_actual_hours_window_include_item(value: str) -> ReplaceActualHoursWindowIncludeItem:
    return cast(ReplaceActualHoursWindowIncludeItem, value)
