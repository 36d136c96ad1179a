from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.filled_placeholder import FilledPlaceholder
    from ..models.write_meta import WriteMeta


T = TypeVar("T", bound="FillPlaceholderResult")


@_attrs_define
class FillPlaceholderResult:
    """Carries what moved."""

    data: FilledPlaceholder
    """ Says what moved to the person. """
    meta: WriteMeta | Unset = UNSET
    """ What a response tells about a write beside its records. It has only what the request asks for with include,
    with Prefer: return=minimal or with createOnly: keep. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        data = self.data.to_dict()

        meta: dict[str, Any] | Unset = UNSET
        if not isinstance(self.meta, Unset):
            meta = self.meta.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "data": data,
            }
        )
        if meta is not UNSET:
            field_dict["meta"] = meta

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.filled_placeholder import FilledPlaceholder  # noqa: PLC0415
        from ..models.write_meta import WriteMeta  # noqa: PLC0415

        d = dict(src_dict)
        data = FilledPlaceholder.from_dict(d.pop("data"))

        _meta = d.pop("meta", UNSET)
        meta: WriteMeta | Unset
        if isinstance(_meta, Unset):
            meta = UNSET
        else:
            meta = WriteMeta.from_dict(_meta)

        fill_placeholder_result = cls(
            data=data,
            meta=meta,
        )

        fill_placeholder_result.additional_properties = d
        return fill_placeholder_result

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
