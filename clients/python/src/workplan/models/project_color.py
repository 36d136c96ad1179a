from typing import Literal, cast

ProjectColor = Literal[
    "blue", "brown", "cyan", "gray", "green", "indigo", "lime", "magenta", "orange", "pink", "purple", "teal"
]


def check_project_color(value: str) -> ProjectColor:
    return cast(ProjectColor, value)
