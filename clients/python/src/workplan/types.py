"""The value of an absent argument, which differs from None."""

from typing import Literal


class Unset:
    """The type of UNSET."""

    def __bool__(self) -> Literal[False]:
        return False

    def __repr__(self) -> str:
        return "UNSET"


UNSET = Unset()
"""The value of an absent field. A change keeps the field; None clears it."""
