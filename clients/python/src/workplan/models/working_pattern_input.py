from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

T = TypeVar("T", bound="WorkingPatternInput")


@_attrs_define
class WorkingPatternInput:
    """How many hours a user works on each day of the week from a day on. Has the fields that a new record may set."""

    valid_from: datetime.date | str
    """ The first day of the pattern. """
    hours: list[float]
    """ The hours from Monday to Sunday: seven numbers from 0 to 24. """

    def to_dict(self) -> dict[str, Any]:
        valid_from: str
        if isinstance(self.valid_from, datetime.date):
            valid_from = self.valid_from.isoformat()
        else:
            valid_from = self.valid_from

        hours = self.hours

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "validFrom": valid_from,
                "hours": hours,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_valid_from(data: object) -> datetime.date | str:
            try:
                if not isinstance(data, str):
                    raise TypeError()
                valid_from_type_0 = datetime.date.fromisoformat(data)

                return valid_from_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.date | str, data)

        valid_from = _parse_valid_from(d.pop("validFrom"))

        hours = cast(list[float], d.pop("hours"))

        working_pattern_input = cls(
            valid_from=valid_from,
            hours=hours,
        )

        return working_pattern_input
