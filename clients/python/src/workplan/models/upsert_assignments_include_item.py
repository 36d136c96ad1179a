from typing import Literal, cast

UpsertAssignmentsIncludeItem = Literal["availability", "summary", "warnings"]


def check_upsert_assignments_include_item(value: str) -> UpsertAssignmentsIncludeItem:
    return cast(UpsertAssignmentsIncludeItem, value)
