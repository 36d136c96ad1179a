from typing import Literal, cast

UserKind = Literal["person", "placeholder"]


def check_user_kind(value: str) -> UserKind:
    return cast(UserKind, value)
