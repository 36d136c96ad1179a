from typing import Literal, cast

SessionMethod = Literal["demo", "key", "oidc"]


def check_session_method(value: str) -> SessionMethod:
    return cast(SessionMethod, value)
