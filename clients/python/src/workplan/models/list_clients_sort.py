from typing import Literal, cast

ListClientsSort = Literal["-createdAt", "createdAt"]


def check_list_clients_sort(value: str) -> ListClientsSort:
    return cast(ListClientsSort, value)
