from typing import Literal, cast

WarningCode = Literal["create_only", "inactive_user", "outside_project_dates", "over_availability", "repeated_key"]


def check_warning_code(value: str) -> WarningCode:
    return cast(WarningCode, value)
