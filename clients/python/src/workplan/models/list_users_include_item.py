from typing import Literal, cast

ListUsersIncludeItem = Literal["capabilities"]


def check_list_users_include_item(value: str) -> ListUsersIncludeItem:
    return cast(ListUsersIncludeItem, value)
