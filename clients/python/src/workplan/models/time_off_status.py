from typing import Literal, cast

TimeOffStatus = Literal["approved", "pending", "rejected"]


def check_time_off_status(value: str) -> TimeOffStatus:
    return cast(TimeOffStatus, value)
