from typing import Literal, cast

ListUsersSort = Literal["-createdAt", "createdAt"]


def check_list_users_sort(value: str) -> ListUsersSort:
    return cast(ListUsersSort, value)
