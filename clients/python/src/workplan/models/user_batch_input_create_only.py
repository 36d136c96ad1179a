from typing import Literal, cast

UserBatchInputCreateOnly = Literal["keep", "refuse"]


def check_user_batch_input_create_only(value: str) -> UserBatchInputCreateOnly:
    return cast(UserBatchInputCreateOnly, value)
