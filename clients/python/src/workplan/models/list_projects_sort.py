from typing import Literal, cast

ListProjectsSort = Literal["-createdAt", "createdAt"]


def check_list_projects_sort(value: str) -> ListProjectsSort:
    return cast(ListProjectsSort, value)
