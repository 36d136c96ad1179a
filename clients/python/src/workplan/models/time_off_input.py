from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define

from ..models.time_off_status import TimeOffStatus, check_time_off_status
from ..types import UNSET, Unset

T = TypeVar("T", bound="TimeOffInput")


@_attrs_define
class TimeOffInput:
    """A request for time off. Has the fields that a new record may set."""

    user_id: str | UUID
    """ The user who is away. It cannot be changed. Accepts an id, an external id such as hr:4711, or an e-mail
    address. """
    time_off_type_id: str | UUID
    """ The type of time off. """
    start_date: datetime.date | str
    """ First day. """
    end_date: datetime.date | str
    """ Last day; not before the first. A request has at most 366 days. """
    availability: float
    """ Hours per day that the user still works, 0 to 24. """
    reason: str
    """ Reason for the request, 1 to 2,000 characters. White space at both ends is removed. Null unless the caller
    is the owner, one of their managers or an admin. """
    status: None | TimeOffStatus | Unset = UNSET
    """ Status. Default pending. After creation, only approve and reject change it. """
    rejection_reason: None | str | Unset = UNSET
    """ Reason for the rejection, 1 to 1,000 characters. A new request may have it only with the status rejected.
    Null unless the caller is the owner, one of their managers or an admin. """
    external_ids: list[str] | None | Unset = UNSET
    """ The ids that the request has in other systems: at most 20, each of another source. One is a source, 1 to 40
    of a-z, 0-9, ".", "_" and "-", a colon, and the id, 1 to 255 characters, such as hr:4711. No two requests have
    the same. They are returned in the order of their sources. Only managers of the owner and admins may write them.
    """

    def to_dict(self) -> dict[str, Any]:
        user_id: str
        if isinstance(self.user_id, UUID):
            user_id = str(self.user_id)
        else:
            user_id = self.user_id

        time_off_type_id: str
        if isinstance(self.time_off_type_id, UUID):
            time_off_type_id = str(self.time_off_type_id)
        else:
            time_off_type_id = self.time_off_type_id

        start_date: str
        if isinstance(self.start_date, datetime.date):
            start_date = self.start_date.isoformat()
        else:
            start_date = self.start_date

        end_date: str
        if isinstance(self.end_date, datetime.date):
            end_date = self.end_date.isoformat()
        else:
            end_date = self.end_date

        availability = self.availability

        reason = self.reason

        status: None | str | Unset
        if isinstance(self.status, Unset):
            status = UNSET
        elif isinstance(self.status, str):
            status = self.status
        else:
            status = self.status

        rejection_reason: None | str | Unset
        if isinstance(self.rejection_reason, Unset):
            rejection_reason = UNSET
        else:
            rejection_reason = self.rejection_reason

        external_ids: list[str] | None | Unset
        if isinstance(self.external_ids, Unset):
            external_ids = UNSET
        elif isinstance(self.external_ids, list):
            external_ids = self.external_ids

        else:
            external_ids = self.external_ids

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "userId": user_id,
                "timeOffTypeId": time_off_type_id,
                "startDate": start_date,
                "endDate": end_date,
                "availability": availability,
                "reason": reason,
            }
        )
        if status is not UNSET:
            field_dict["status"] = status
        if rejection_reason is not UNSET:
            field_dict["rejectionReason"] = rejection_reason
        if external_ids is not UNSET:
            field_dict["externalIds"] = external_ids

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_user_id(data: object) -> str | UUID:
            try:
                if not isinstance(data, str):
                    raise TypeError()
                user_id_type_0 = UUID(data)

                return user_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(str | UUID, data)

        user_id = _parse_user_id(d.pop("userId"))

        def _parse_time_off_type_id(data: object) -> str | UUID:
            try:
                if not isinstance(data, str):
                    raise TypeError()
                time_off_type_id_type_0 = UUID(data)

                return time_off_type_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(str | UUID, data)

        time_off_type_id = _parse_time_off_type_id(d.pop("timeOffTypeId"))

        def _parse_start_date(data: object) -> datetime.date | str:
            try:
                if not isinstance(data, str):
                    raise TypeError()
                start_date_type_0 = datetime.date.fromisoformat(data)

                return start_date_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.date | str, data)

        start_date = _parse_start_date(d.pop("startDate"))

        def _parse_end_date(data: object) -> datetime.date | str:
            try:
                if not isinstance(data, str):
                    raise TypeError()
                end_date_type_0 = datetime.date.fromisoformat(data)

                return end_date_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.date | str, data)

        end_date = _parse_end_date(d.pop("endDate"))

        availability = d.pop("availability")

        reason = d.pop("reason")

        def _parse_status(data: object) -> None | TimeOffStatus | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                status_type_0 = check_time_off_status(data)

                return status_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TimeOffStatus | Unset, data)

        status = _parse_status(d.pop("status", UNSET))

        def _parse_rejection_reason(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        rejection_reason = _parse_rejection_reason(d.pop("rejectionReason", UNSET))

        def _parse_external_ids(data: object) -> list[str] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                external_ids_type_0 = cast(list[str], data)

                return external_ids_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None | Unset, data)

        external_ids = _parse_external_ids(d.pop("externalIds", UNSET))

        time_off_input = cls(
            user_id=user_id,
            time_off_type_id=time_off_type_id,
            start_date=start_date,
            end_date=end_date,
            availability=availability,
            reason=reason,
            status=status,
            rejection_reason=rejection_reason,
            external_ids=external_ids,
        )

        return time_off_input
