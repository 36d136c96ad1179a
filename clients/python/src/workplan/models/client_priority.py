from typing import Literal, cast

ClientPriority = Literal["high", "low", "medium"]


def check_client_priority(value: str) -> ClientPriority:
    return cast(ClientPriority, value)
