from typing import Literal, cast

UpsertWorkingPatternsIncludeItem = Literal["summary"]


def check_upsert_working_patterns_include_item(value: str) -> UpsertWorkingPatternsIncludeItem:
    return cast(UpsertWorkingPatternsIncludeItem, value)
