from typing import Literal, cast

ImportOutcome = Literal["created", "renamed", "unchanged"]


def check_import_outcome(value: str) -> ImportOutcome:
    return cast(ImportOutcome, value)
