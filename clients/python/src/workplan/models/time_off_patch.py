from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="TimeOffPatch")


@_attrs_define
class TimeOffPatch:
    """A request for time off. Has the fields that a change may set; absent ones keep their values."""

    time_off_type_id: str | Unset | UUID = UNSET
    """ The type of time off. """
    start_date: datetime.date | str | Unset = UNSET
    """ First day. """
    end_date: datetime.date | str | Unset = UNSET
    """ Last day; not before the first. A request has at most 366 days. """
    availability: float | Unset = UNSET
    """ Hours per day that the user still works, 0 to 24. """
    reason: str | Unset = UNSET
    """ Reason for the request, 1 to 2,000 characters. White space at both ends is removed. Null unless the caller
    is the owner, one of their managers or an admin. """
    external_ids: list[str] | Unset = UNSET
    """ The ids that the request has in other systems: at most 20, each of another source. One is a source, 1 to 40
    of a-z, 0-9, ".", "_" and "-", a colon, and the id, 1 to 255 characters, such as hr:4711. No two requests have
    the same. They are returned in the order of their sources. Only managers of the owner and admins may write them.
    """

    def to_dict(self) -> dict[str, Any]:
        time_off_type_id: str | Unset
        if isinstance(self.time_off_type_id, Unset):
            time_off_type_id = UNSET
        elif isinstance(self.time_off_type_id, UUID):
            time_off_type_id = str(self.time_off_type_id)
        else:
            time_off_type_id = self.time_off_type_id

        start_date: str | Unset
        if isinstance(self.start_date, Unset):
            start_date = UNSET
        elif isinstance(self.start_date, datetime.date):
            start_date = self.start_date.isoformat()
        else:
            start_date = self.start_date

        end_date: str | Unset
        if isinstance(self.end_date, Unset):
            end_date = UNSET
        elif isinstance(self.end_date, datetime.date):
            end_date = self.end_date.isoformat()
        else:
            end_date = self.end_date

        availability = self.availability

        reason = self.reason

        external_ids: list[str] | Unset = UNSET
        if not isinstance(self.external_ids, Unset):
            external_ids = self.external_ids

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
        if external_ids is not UNSET:
            field_dict["externalIds"] = external_ids

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_time_off_type_id(data: object) -> str | Unset | UUID:
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                time_off_type_id_type_0 = UUID(data)

                return time_off_type_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(str | Unset | UUID, data)

        time_off_type_id = _parse_time_off_type_id(d.pop("timeOffTypeId", UNSET))

        def _parse_start_date(data: object) -> datetime.date | str | Unset:
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                start_date_type_0 = datetime.date.fromisoformat(data)

                return start_date_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.date | str | Unset, data)

        start_date = _parse_start_date(d.pop("startDate", UNSET))

        def _parse_end_date(data: object) -> datetime.date | str | Unset:
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                end_date_type_0 = datetime.date.fromisoformat(data)

                return end_date_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.date | str | Unset, data)

        end_date = _parse_end_date(d.pop("endDate", UNSET))

        availability = d.pop("availability", UNSET)

        reason = d.pop("reason", UNSET)

        external_ids = cast(list[str], d.pop("externalIds", UNSET))

        time_off_patch = cls(
            time_off_type_id=time_off_type_id,
            start_date=start_date,
            end_date=end_date,
            availability=availability,
            reason=reason,
            external_ids=external_ids,
        )

        return time_off_patch
