from typing import Literal, cast

ProjectStatus = Literal["active", "cancelled", "completed", "draft", "planned"]


def check_project_status(value: str) -> ProjectStatus:
    return cast(ProjectStatus, value)
