from typing import Literal, cast

GetUserIncludeItem = Literal["capabilities"]


def check_get_user_include_item(value: str) -> GetUserIncludeItem:
    return cast(GetUserIncludeItem, value)
