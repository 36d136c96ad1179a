from typing import Literal, cast

UpsertClientsIncludeItem = Literal["summary"]


def check_upsert_clients_include_item(value: str) -> UpsertClientsIncludeItem:
    return cast(UpsertClientsIncludeItem, value)
