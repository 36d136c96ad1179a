from typing import Literal, cast

UpsertActualHoursIncludeItem = Literal["summary", "warnings"]


def check_upsert_actual_hours_include_item(value: str) -> UpsertActualHoursIncludeItem:
    return cast(UpsertActualHoursIncludeItem, value)
