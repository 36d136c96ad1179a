from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.error_object import ErrorObject


T = TypeVar("T", bound="ErrorBody")


@_attrs_define
class ErrorBody:
    """The body of every REST error response. Over gRPC the status carries the same information: its code, its message, and
    the details google.rpc.ErrorInfo (with the error code as the reason), BadRequest and RetryInfo. Trailers have
    limited room: the metadata details_omitted of the ErrorInfo counts the invalid fields that were left out.

    """

    error: ErrorObject
    """ Describes an error, for people and for programs. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        error = self.error.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "error": error,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.error_object import ErrorObject  # noqa: PLC0415

        d = dict(src_dict)
        error = ErrorObject.from_dict(d.pop("error"))

        error_body = cls(
            error=error,
        )

        error_body.additional_properties = d
        return error_body

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
