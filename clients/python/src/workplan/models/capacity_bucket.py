from typing import Literal, cast

CapacityBucket = Literal["day", "month", "week"]


def check_capacity_bucket(value: str) -> CapacityBucket:
    return cast(CapacityBucket, value)
