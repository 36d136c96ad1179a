from typing import Literal, cast

ListTimeOffSort = Literal["-createdAt", "createdAt"]


def check_list_time_off_sort(value: str) -> ListTimeOffSort:
    return cast(ListTimeOffSort, value)
