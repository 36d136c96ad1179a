from typing import Literal, cast

CopyAssignmentsIncludeItem = Literal["summary", "warnings"]


def check_copy_assignments_include_item(value: str) -> CopyAssignmentsIncludeItem:
    return cast(CopyAssignmentsIncludeItem, value)
