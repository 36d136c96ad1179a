from typing import Literal, cast

UpsertProjectsIncludeItem = Literal["summary"]


def check_upsert_projects_include_item(value: str) -> UpsertProjectsIncludeItem:
    return cast(UpsertProjectsIncludeItem, value)
