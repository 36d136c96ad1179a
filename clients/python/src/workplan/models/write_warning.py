from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.warning_code import WarningCode, check_warning_code

T = TypeVar("T", bound="WriteWarning")


@_attrs_define
class WriteWarning:
    """About an item that is written although something about it is unusual."""

    index: int
    """ The index of the item, from 0. """
    field: str
    """ The field, as the client wrote it, such as items[3].userId. """
    code: WarningCode
    """ The code of a warning. JSON has it in lower case, such as inactive_user.

    - `inactive_user`: The user is inactive.
    - `outside_project_dates`: The date is before the first or after the last day of the project.
    - `over_availability`: After the write, the user has more planned hours on the day than availability. The first
    item of the user and the day that has hours has the warning.
    - `repeated_key`: A later item has the same key, so this one was not written: the last one with a key is.
    - `create_only`: The field can only be set when the record is created. It stays as it is. """
    message: str
    """ What is unusual, for people. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        index = self.index

        field = self.field

        code: str = self.code

        message = self.message

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "index": index,
                "field": field,
                "code": code,
                "message": message,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        index = d.pop("index")

        field = d.pop("field")

        code = check_warning_code(d.pop("code"))

        message = d.pop("message")

        write_warning = cls(
            index=index,
            field=field,
            code=code,
            message=message,
        )

        write_warning.additional_properties = d
        return write_warning

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
