"""What tells an argument that is absent from one that is None."""

from typing import Literal


class Unset:
    """The type of UNSET."""

    def __bool__(self) -> Literal[False]:
        return False

    def __repr__(self) -> str:
        return "UNSET"


UNSET = Unset()
"""The value of a field that is absent: a change keeps it, where None clears it."""
