from typing import Literal, cast

ListProjectsExpandItem = Literal["client", "projectManager"]


def check_list_projects_expand_item(value: str) -> ListProjectsExpandItem:
    return cast(ListProjectsExpandItem, value)
