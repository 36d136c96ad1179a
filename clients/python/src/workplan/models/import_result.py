from typing import Literal, cast

ImportResult = Literal["created", "renamed", "unchanged"]


def check_import_result(value: str) -> ImportResult:
    return cast(ImportResult, value)
