from typing import Literal, cast

Role = Literal["admin", "manager", "member"]


def check_role(value: str) -> Role:
    return cast(Role, value)
