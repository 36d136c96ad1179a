from typing import Literal, cast

OnExisting = Literal["add", "replace", "skip"]


def check_on_existing(value: str) -> OnExisting:
    return cast(OnExisting, value)
