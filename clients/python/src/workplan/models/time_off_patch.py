from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar
from uuid import UUID

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="TimeOffPatch")


@_attrs_define
class TimeOffPatch:
    """A request for time off. As a change: only what is to change is sent."""

    time_off_type_id: UUID | Unset = UNSET
    """ The type of time off. """
    start_date: datetime.date | Unset = UNSET
    """ First day. From 1970-01-01 to 2999-12-31. """
    end_date: datetime.date | Unset = UNSET
    """ Last day: not before the first, and at most 366 days in all. From 1970-01-01 to 2999-12-31. """
    availability: float | Unset = UNSET
    """ Hours still worked per day, 0 to 24. """
    reason: str | Unset = UNSET
    """ Why, 1 to 2,000 characters. Shown to the owner, their managers and admins, and null to all others. """

    def to_dict(self) -> dict[str, Any]:
        time_off_type_id: str | Unset = UNSET
        if not isinstance(self.time_off_type_id, Unset):
            time_off_type_id = str(self.time_off_type_id)

        start_date: str | Unset = UNSET
        if not isinstance(self.start_date, Unset):
            start_date = self.start_date.isoformat()

        end_date: str | Unset = UNSET
        if not isinstance(self.end_date, Unset):
            end_date = self.end_date.isoformat()

        availability = self.availability

        reason = self.reason

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if time_off_type_id is not UNSET:
            field_dict["timeOffTypeId"] = time_off_type_id
        if start_date is not UNSET:
            field_dict["startDate"] = start_date
        if end_date is not UNSET:
            field_dict["endDate"] = end_date
        if availability is not UNSET:
            field_dict["availability"] = availability
        if reason is not UNSET:
            field_dict["reason"] = reason

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        _time_off_type_id = d.pop("timeOffTypeId", UNSET)
        time_off_type_id: UUID | Unset
        if isinstance(_time_off_type_id, Unset):
            time_off_type_id = UNSET
        else:
            time_off_type_id = UUID(_time_off_type_id)

        _start_date = d.pop("startDate", UNSET)
        start_date: datetime.date | Unset
        if isinstance(_start_date, Unset):
            start_date = UNSET
        else:
            start_date = datetime.date.fromisoformat(_start_date)

        _end_date = d.pop("endDate", UNSET)
        end_date: datetime.date | Unset
        if isinstance(_end_date, Unset):
            end_date = UNSET
        else:
            end_date = datetime.date.fromisoformat(_end_date)

        availability = d.pop("availability", UNSET)

        reason = d.pop("reason", UNSET)

        time_off_patch = cls(
            time_off_type_id=time_off_type_id,
            start_date=start_date,
            end_date=end_date,
            availability=availability,
            reason=reason,
        )

        return time_off_patch
