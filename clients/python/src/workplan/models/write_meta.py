from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.write_summary import WriteSummary
    from ..models.write_warning import WriteWarning


T = TypeVar("T", bound="WriteMeta")


@_attrs_define
class WriteMeta:
    """What a response tells about a write beside its records. It has only what the request asks for with include, with
    Prefer: return=minimal or with createOnly: keep.

    """

    warnings: list[WriteWarning] | Unset = UNSET
    """ The first 100 warnings, in the order of the items. Present if the request has include=warnings or
    createOnly: keep. """
    warning_count: int | Unset = UNSET
    """ The number of all warnings, also of those that are not listed. Present if the request has include=warnings
    or createOnly: keep. """
    summary: WriteSummary | Unset = UNSET
    """ Counts the records of a write. Items with the same key are one record. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        warnings: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.warnings, Unset):
            warnings = []
            for warnings_item_data in self.warnings:
                warnings_item = warnings_item_data.to_dict()
                warnings.append(warnings_item)

        warning_count = self.warning_count

        summary: dict[str, Any] | Unset = UNSET
        if not isinstance(self.summary, Unset):
            summary = self.summary.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if warnings is not UNSET:
            field_dict["warnings"] = warnings
        if warning_count is not UNSET:
            field_dict["warningCount"] = warning_count
        if summary is not UNSET:
            field_dict["summary"] = summary

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.write_summary import WriteSummary  # noqa: PLC0415
        from ..models.write_warning import WriteWarning  # noqa: PLC0415

        d = dict(src_dict)
        _warnings = d.pop("warnings", UNSET)
        warnings: list[WriteWarning] | Unset = UNSET
        if _warnings is not UNSET:
            warnings = []
            for warnings_item_data in _warnings:
                warnings_item = WriteWarning.from_dict(warnings_item_data)

                warnings.append(warnings_item)

        warning_count = d.pop("warningCount", UNSET)

        _summary = d.pop("summary", UNSET)
        summary: WriteSummary | Unset
        if isinstance(_summary, Unset):
            summary = UNSET
        else:
            summary = WriteSummary.from_dict(_summary)

        write_meta = cls(
            warnings=warnings,
            warning_count=warning_count,
            summary=summary,
        )

        write_meta.additional_properties = d
        return write_meta

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
