from typing import Literal, cast

TimeOffBatchInputCreateOnly = Literal["keep", "refuse"]


def check_time_off_batch_input_create_only(value: str) -> TimeOffBatchInputCreateOnly:
    return cast(TimeOffBatchInputCreateOnly, value)
