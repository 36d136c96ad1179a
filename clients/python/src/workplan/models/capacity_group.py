from typing import Literal, cast

CapacityGroup = Literal["capability", "client", "manager", "organization", "project", "user"]


def check_capacity_group(value: str) -> CapacityGroup:
    return cast(CapacityGroup, value)
