from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="AssignmentTargetInput")


@_attrs_define
class AssignmentTargetInput:
    """Where rows are copied to. Has the fields that a new record may set."""

    start_date: datetime.date | str
    """ The day to which the first day of the source is copied. All rows move by as many days. """
    user_id: None | str | Unset | UUID = UNSET
    """ The user who gets the rows. The source must have a user too. Accepts an id, an external id such as hr:4711,
    or an e-mail address. """
    project_id: None | str | Unset | UUID = UNSET
    """ The project that gets the rows. The source must have a project too. Accepts an id, or an external id such as
    crm:4711. """

    def to_dict(self) -> dict[str, Any]:
        start_date: str
        if isinstance(self.start_date, datetime.date):
            start_date = self.start_date.isoformat()
        else:
            start_date = self.start_date

        user_id: None | str | Unset
        if isinstance(self.user_id, Unset):
            user_id = UNSET
        elif isinstance(self.user_id, UUID):
            user_id = str(self.user_id)
        else:
            user_id = self.user_id

        project_id: None | str | Unset
        if isinstance(self.project_id, Unset):
            project_id = UNSET
        elif isinstance(self.project_id, UUID):
            project_id = str(self.project_id)
        else:
            project_id = self.project_id

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "startDate": start_date,
            }
        )
        if user_id is not UNSET:
            field_dict["userId"] = user_id
        if project_id is not UNSET:
            field_dict["projectId"] = project_id

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

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

        def _parse_user_id(data: object) -> None | str | Unset | UUID:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                user_id_type_0 = UUID(data)

                return user_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | str | Unset | UUID, data)

        user_id = _parse_user_id(d.pop("userId", UNSET))

        def _parse_project_id(data: object) -> None | str | Unset | UUID:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                project_id_type_0 = UUID(data)

                return project_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | str | Unset | UUID, data)

        project_id = _parse_project_id(d.pop("projectId", UNSET))

        assignment_target_input = cls(
            start_date=start_date,
            user_id=user_id,
            project_id=project_id,
        )

        return assignment_target_input
