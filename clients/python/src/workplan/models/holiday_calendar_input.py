from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="HolidayCalendarInput")


@_attrs_define
class HolidayCalendarInput:
    """An iCalendar file with the public holidays of a country. Has the fields that a new record may set."""

    country_code: str
    """ ISO 3166-1 alpha-2 country code. The holidays are for users with this country code. """
    file: str
    """ The bytes of the file in base64, as they are: the server finds out whether they are UTF-8, UTF-16 or ISO
    8859-1. At most 2 MiB before base64. """
    first_year: int | None | Unset = UNSET
    """ The first year, 1900 to 2200. Default: this year, in UTC. """
    last_year: int | None | Unset = UNSET
    """ The last year, 1900 to 2200, not before the first year and at most 9 years after it. Default: two years
    after the first year. """
    also: list[str] | None | Unset = UNSET
    """ Reasons to leave an event out that do not count for this file. """

    def to_dict(self) -> dict[str, Any]:
        country_code = self.country_code

        file = self.file

        first_year: int | None | Unset
        if isinstance(self.first_year, Unset):
            first_year = UNSET
        else:
            first_year = self.first_year

        last_year: int | None | Unset
        if isinstance(self.last_year, Unset):
            last_year = UNSET
        else:
            last_year = self.last_year

        also: list[str] | None | Unset
        if isinstance(self.also, Unset):
            also = UNSET
        elif isinstance(self.also, list):
            also = self.also

        else:
            also = self.also

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "countryCode": country_code,
                "file": file,
            }
        )
        if first_year is not UNSET:
            field_dict["firstYear"] = first_year
        if last_year is not UNSET:
            field_dict["lastYear"] = last_year
        if also is not UNSET:
            field_dict["also"] = also

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        country_code = d.pop("countryCode")

        file = d.pop("file")

        def _parse_first_year(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        first_year = _parse_first_year(d.pop("firstYear", UNSET))

        def _parse_last_year(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        last_year = _parse_last_year(d.pop("lastYear", UNSET))

        def _parse_also(data: object) -> list[str] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                also_type_0 = cast(list[str], data)

                return also_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        also = _parse_also(d.pop("also", UNSET))

        holiday_calendar_input = cls(
            country_code=country_code,
            file=file,
            first_year=first_year,
            last_year=last_year,
            also=also,
        )

        return holiday_calendar_input
