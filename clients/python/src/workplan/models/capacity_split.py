from typing import Literal, cast

CapacitySplit = Literal["capability", "client", "project"]


def check_capacity_split(value: str) -> CapacitySplit:
    return cast(CapacitySplit, value)
