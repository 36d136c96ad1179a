from typing import Literal, cast

UserKindFilter = Literal["all", "person", "placeholder"]


def check_user_kind_filter(value: str) -> UserKindFilter:
    return cast(UserKindFilter, value)
