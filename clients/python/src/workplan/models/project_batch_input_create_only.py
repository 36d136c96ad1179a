from typing import Literal, cast

ProjectBatchInputCreateOnly = Literal["keep", "refuse"]


def check_project_batch_input_create_only(value: str) -> ProjectBatchInputCreateOnly:
    return cast(ProjectBatchInputCreateOnly, value)
