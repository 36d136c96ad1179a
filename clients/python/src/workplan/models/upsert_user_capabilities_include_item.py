from typing import Literal, cast

UpsertUserCapabilitiesIncludeItem = Literal["summary"]


def check_upsert_user_capabilities_include_item(value: str) -> UpsertUserCapabilitiesIncludeItem:
    return cast(UpsertUserCapabilitiesIncludeItem, value)
