from typing import Literal, cast

UpsertTimeOffIncludeItem = Literal["summary"]


def check_upsert_time_off_include_item(value: str) -> UpsertTimeOffIncludeItem:
    return cast(UpsertTimeOffIncludeItem, value)
