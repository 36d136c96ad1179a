from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="WebhookRotationInput")


@_attrs_define
class WebhookRotationInput:
    """Says how a secret is rotated. Has the fields that a new record may set."""

    overlap_seconds: int | None | Unset = UNSET
    """ For how many seconds both secrets sign, 0 to 604800 (a week). Default 86400 (a day). """

    def to_dict(self) -> dict[str, Any]:
        overlap_seconds: int | None | Unset
        if isinstance(self.overlap_seconds, Unset):
            overlap_seconds = UNSET
        else:
            overlap_seconds = self.overlap_seconds

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if overlap_seconds is not UNSET:
            field_dict["overlapSeconds"] = overlap_seconds

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_overlap_seconds(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        overlap_seconds = _parse_overlap_seconds(d.pop("overlapSeconds", UNSET))

        webhook_rotation_input = cls(
            overlap_seconds=overlap_seconds,
        )

        return webhook_rotation_input
