from typing import Literal, cast

UpsertUsersIncludeItem = Literal["summary"]


def check_upsert_users_include_item(value: str) -> UpsertUsersIncludeItem:
    return cast(UpsertUsersIncludeItem, value)
