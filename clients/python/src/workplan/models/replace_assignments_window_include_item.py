from typing import Literal, cast

ReplaceAssignmentsWindowIncludeItem = Literal["availability", "summary", "warnings"]


def check_replace_assignments_window_include_item(value: str) -> ReplaceAssignmentsWindowIncludeItem:
    return cast(ReplaceAssignmentsWindowIncludeItem, value)
