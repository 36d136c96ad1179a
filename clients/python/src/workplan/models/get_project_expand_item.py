from typing import Literal, cast

GetProjectExpandItem = Literal["client", "projectManager"]


def check_get_project_expand_item(value: str) -> GetProjectExpandItem:
    return cast(GetProjectExpandItem, value)
