from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.import_outcome import ImportOutcome, check_import_outcome

T = TypeVar("T", bound="ImportedHoliday")


@_attrs_define
class ImportedHoliday:
    """A holiday of a file."""

    date: str
    """ The day. """
    name: str
    """ The name. """
    result: ImportOutcome
    """ What an import did with a holiday.

    - `created`: The country had no holiday on this day.
    - `renamed`: The holiday of this day got another name.
    - `unchanged`: The holiday of this day has this name already. """
    previous_name: None | str
    """ The name that a renamed holiday had; null for others. """
    line: int
    """ The line of the file on which the event begins. The first line is 1. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        date = self.date

        name = self.name

        result: str = self.result

        previous_name: None | str
        previous_name = self.previous_name

        line = self.line

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "date": date,
                "name": name,
                "result": result,
                "previousName": previous_name,
                "line": line,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        date = d.pop("date")

        name = d.pop("name")

        result = check_import_outcome(d.pop("result"))

        def _parse_previous_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        previous_name = _parse_previous_name(d.pop("previousName"))

        line = d.pop("line")

        imported_holiday = cls(
            date=date,
            name=name,
            result=result,
            previous_name=previous_name,
            line=line,
        )

        imported_holiday.additional_properties = d
        return imported_holiday

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
