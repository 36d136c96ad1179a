from typing import Literal, cast

LeftOutReason = Literal[
    "cancelled",
    "observance",
    "other_year",
    "private",
    "regional",
    "repeats",
    "same_day",
    "time_of_day",
    "too_long",
    "unreadable",
    "workday",
]


def check_left_out_reason(value: str) -> LeftOutReason:
    return cast(LeftOutReason, value)
