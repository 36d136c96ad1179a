from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="HolidayInput")


@_attrs_define
class HolidayInput:
    """A public holiday of a country. Has the fields that a new record may set."""

    country_code: str
    """ ISO 3166-1 alpha-2 country code; part of the key. It is stored in upper case. The holiday is for users with
    this country code. """
    date: datetime.date | str
    """ The day; part of the key. """
    name: str
    """ Name, 1 to 255 characters. White space at both ends is removed. """
    factor: float | None | Unset = UNSET
    """ The part of the day that the holiday takes, 0 to 1. The default is 1, a whole day. """

    def to_dict(self) -> dict[str, Any]:
        country_code = self.country_code

        date: str
        if isinstance(self.date, datetime.date):
            date = self.date.isoformat()
        else:
            date = self.date

        name = self.name

        factor: float | None | Unset
        if isinstance(self.factor, Unset):
            factor = UNSET
        else:
            factor = self.factor

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "countryCode": country_code,
                "date": date,
                "name": name,
            }
        )
        if factor is not UNSET:
            field_dict["factor"] = factor

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        country_code = d.pop("countryCode")

        def _parse_date(data: object) -> datetime.date | str:
            try:
                if not isinstance(data, str):
                    raise TypeError()
                date_type_0 = datetime.date.fromisoformat(data)

                return date_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.date | str, data)

        date = _parse_date(d.pop("date"))

        name = d.pop("name")

        def _parse_factor(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        factor = _parse_factor(d.pop("factor", UNSET))

        holiday_input = cls(
            country_code=country_code,
            date=date,
            name=name,
            factor=factor,
        )

        return holiday_input
