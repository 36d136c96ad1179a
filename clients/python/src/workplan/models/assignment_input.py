from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="AssignmentInput")


@_attrs_define
class AssignmentInput:
    """The hours planned for a user on a project on one day, with one capability or none. Has the fields that a new record
    may set.

    """

    user_id: str | UUID
    """ The user; part of the key. Accepts an id, an external id such as hr:4711, or an e-mail address. """
    project_id: str | UUID
    """ The project; part of the key. Accepts an id, or an external id such as crm:4711. """
    date: datetime.date | str
    """ The day; part of the key. """
    hours: float
    """ Planned hours, 0 to 24, returned exactly as sent; a row with 0 hours is kept. """
    capability_id: None | str | Unset | UUID = UNSET
    """ The capability, or null for none; part of the key. """
    tentative: bool | None | Unset = UNSET
    """ Whether the plan of this row is not firm yet. Absent in an upsert, a row keeps what it has, and a new row is
    firm. Capacity counts the hours of tentative rows as tentative, not as planned. """

    def to_dict(self) -> dict[str, Any]:
        user_id: str
        if isinstance(self.user_id, UUID):
            user_id = str(self.user_id)
        else:
            user_id = self.user_id

        project_id: str
        if isinstance(self.project_id, UUID):
            project_id = str(self.project_id)
        else:
            project_id = self.project_id

        date: str
        if isinstance(self.date, datetime.date):
            date = self.date.isoformat()
        else:
            date = self.date

        hours = self.hours

        capability_id: None | str | Unset
        if isinstance(self.capability_id, Unset):
            capability_id = UNSET
        elif isinstance(self.capability_id, UUID):
            capability_id = str(self.capability_id)
        else:
            capability_id = self.capability_id

        tentative: bool | None | Unset
        if isinstance(self.tentative, Unset):
            tentative = UNSET
        else:
            tentative = self.tentative

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "userId": user_id,
                "projectId": project_id,
                "date": date,
                "hours": hours,
            }
        )
        if capability_id is not UNSET:
            field_dict["capabilityId"] = capability_id
        if tentative is not UNSET:
            field_dict["tentative"] = tentative

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

        def _parse_project_id(data: object) -> str | UUID:
            try:
                if not isinstance(data, str):
                    raise TypeError()
                project_id_type_0 = UUID(data)

                return project_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(str | UUID, data)

        project_id = _parse_project_id(d.pop("projectId"))

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

        hours = d.pop("hours")

        def _parse_capability_id(data: object) -> None | str | Unset | UUID:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                capability_id_type_0 = UUID(data)

                return capability_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | str | Unset | UUID, data)

        capability_id = _parse_capability_id(d.pop("capabilityId", UNSET))

        def _parse_tentative(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        tentative = _parse_tentative(d.pop("tentative", UNSET))

        assignment_input = cls(
            user_id=user_id,
            project_id=project_id,
            date=date,
            hours=hours,
            capability_id=capability_id,
            tentative=tentative,
        )

        return assignment_input
