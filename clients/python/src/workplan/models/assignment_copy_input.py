from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define

from ..models.on_existing import OnExisting, check_on_existing
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.assignment_source_input import AssignmentSourceInput
    from ..models.assignment_target_input import AssignmentTargetInput


T = TypeVar("T", bound="AssignmentCopyInput")


@_attrs_define
class AssignmentCopyInput:
    """Says which rows to copy, and where to. Has the fields that a new record may set."""

    source: AssignmentSourceInput
    """ The rows that are copied. Has the fields that a new record may set. """
    target: AssignmentTargetInput
    """ Where rows are copied to. Has the fields that a new record may set. """
    on_existing: OnExisting
    """ What a copy does with a row that the target already has.

    - `replace`: The row gets the copied hours.
    - `add`: The copied hours are added to those of the row.
    - `skip`: The row stays as it is. """
    move: bool | None | Unset = UNSET
    """ Whether to delete the rows of the source. Rows that are both source and target get what is copied to them.
    """

    def to_dict(self) -> dict[str, Any]:
        source = self.source.to_dict()

        target = self.target.to_dict()

        on_existing: str = self.on_existing

        move: bool | None | Unset
        if isinstance(self.move, Unset):
            move = UNSET
        else:
            move = self.move

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "source": source,
                "target": target,
                "onExisting": on_existing,
            }
        )
        if move is not UNSET:
            field_dict["move"] = move

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.assignment_source_input import AssignmentSourceInput  # noqa: PLC0415
        from ..models.assignment_target_input import AssignmentTargetInput  # noqa: PLC0415

        d = dict(src_dict)
        source = AssignmentSourceInput.from_dict(d.pop("source"))

        target = AssignmentTargetInput.from_dict(d.pop("target"))

        on_existing = check_on_existing(d.pop("onExisting"))

        def _parse_move(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        move = _parse_move(d.pop("move", UNSET))

        assignment_copy_input = cls(
            source=source,
            target=target,
            on_existing=on_existing,
            move=move,
        )

        return assignment_copy_input
