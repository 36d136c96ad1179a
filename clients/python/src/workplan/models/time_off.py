from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.time_off_status import TimeOffStatus, check_time_off_status

T = TypeVar("T", bound="TimeOff")


@_attrs_define
class TimeOff:
    """A request for time off."""

    id: UUID
    """ Identifier, a UUID. """
    user_id: UUID
    """ The user who is away. It cannot be changed. """
    time_off_type_id: UUID
    """ The type of time off. """
    start_date: datetime.date
    """ First day. """
    end_date: datetime.date
    """ Last day; not before the first. A request has at most 366 days. """
    availability: float
    """ Hours per day that the user still works, 0 to 24. """
    reason: None | str
    """ Reason for the request, 1 to 2,000 characters. White space at both ends is removed. Null unless the caller
    is the owner, one of their managers or an admin. """
    status: TimeOffStatus
    """ The status of a time off request.

    - `pending`: Waiting for a decision.
    - `approved`: Approved.
    - `rejected`: Rejected. """
    rejection_reason: None | str
    """ Reason for the rejection, 1 to 1,000 characters. A new request may have it only with the status rejected.
    Null unless the caller is the owner, one of their managers or an admin. """
    decided_by_id: None | UUID
    """ The user who approved or rejected the request. """
    decided_at: datetime.datetime | None
    """ When the request was approved or rejected. """
    version: int
    """ Version of the record: 1 after creation, one more after each change. REST sends it as the ETag. A request
    with If-Match (gRPC: metadata if-match) fails if the record has another version. """
    created_at: datetime.datetime
    """ When the record was created. """
    updated_at: datetime.datetime
    """ When the record was last changed. """
    external_ids: list[str]
    """ The ids that the request has in other systems: at most 20, each of another source. One is a source, 1 to 40
    of a-z, 0-9, ".", "_" and "-", a colon, and the id, 1 to 255 characters, such as hr:4711. No two requests have
    the same. They are returned in the order of their sources. Only managers of the owner and admins may write them.
    """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        user_id = str(self.user_id)

        time_off_type_id = str(self.time_off_type_id)

        start_date = self.start_date.isoformat()

        end_date = self.end_date.isoformat()

        availability = self.availability

        reason: None | str
        reason = self.reason

        status: str = self.status

        rejection_reason: None | str
        rejection_reason = self.rejection_reason

        decided_by_id: None | str
        if isinstance(self.decided_by_id, UUID):
            decided_by_id = str(self.decided_by_id)
        else:
            decided_by_id = self.decided_by_id

        decided_at: None | str
        if isinstance(self.decided_at, datetime.datetime):
            decided_at = self.decided_at.isoformat()

        else:
            decided_at = self.decided_at

        version = self.version

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        external_ids = self.external_ids

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "userId": user_id,
                "timeOffTypeId": time_off_type_id,
                "startDate": start_date,
                "endDate": end_date,
                "availability": availability,
                "reason": reason,
                "status": status,
                "rejectionReason": rejection_reason,
                "decidedById": decided_by_id,
                "decidedAt": decided_at,
                "version": version,
                "createdAt": created_at,
                "updatedAt": updated_at,
                "externalIds": external_ids,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        user_id = UUID(d.pop("userId"))

        time_off_type_id = UUID(d.pop("timeOffTypeId"))

        start_date = datetime.date.fromisoformat(d.pop("startDate"))

        end_date = datetime.date.fromisoformat(d.pop("endDate"))

        availability = d.pop("availability")

        def _parse_reason(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        reason = _parse_reason(d.pop("reason"))

        status = check_time_off_status(d.pop("status"))

        def _parse_rejection_reason(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        rejection_reason = _parse_rejection_reason(d.pop("rejectionReason"))

        def _parse_decided_by_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                decided_by_id_type_0 = UUID(data)

                return decided_by_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        decided_by_id = _parse_decided_by_id(d.pop("decidedById"))

        def _parse_decided_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                decided_at_type_0 = datetime.datetime.fromisoformat(data.replace("Z", "+00:00"))

                return decided_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        decided_at = _parse_decided_at(d.pop("decidedAt"))

        version = d.pop("version")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt").replace("Z", "+00:00"))

        external_ids = cast(list[str], d.pop("externalIds"))

        time_off = cls(
            id=id,
            user_id=user_id,
            time_off_type_id=time_off_type_id,
            start_date=start_date,
            end_date=end_date,
            availability=availability,
            reason=reason,
            status=status,
            rejection_reason=rejection_reason,
            decided_by_id=decided_by_id,
            decided_at=decided_at,
            version=version,
            created_at=created_at,
            updated_at=updated_at,
            external_ids=external_ids,
        )

        time_off.additional_properties = d
        return time_off

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
