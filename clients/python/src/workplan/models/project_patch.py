from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define

from ..models.project_color import ProjectColor, check_project_color
from ..models.project_status import ProjectStatus, check_project_status
from ..types import UNSET, Unset

T = TypeVar("T", bound="ProjectPatch")


@_attrs_define
class ProjectPatch:
    """Work for a client between two dates. Has the fields that a change may set; absent ones keep their values, and null
    clears one that may be null.

    """

    name: str | Unset = UNSET
    """ Name, 1 to 255 characters. White space at both ends is removed. """
    start_date: datetime.date | str | Unset = UNSET
    """ First day. """
    end_date: datetime.date | str | Unset = UNSET
    """ Last day; not before the first. """
    objective: None | str | Unset = UNSET
    """ What the project should achieve, at most 10,000 characters. """
    project_manager_id: None | str | Unset | UUID = UNSET
    """ The user who manages the project. Accepts an id, an external id such as hr:4711, or an e-mail address. """
    status: ProjectStatus | Unset = UNSET
    """ The status of a project.

    - `draft`: A draft.
    - `planned`: Planned.
    - `active`: In progress.
    - `completed`: Completed.
    - `cancelled`: Cancelled. """
    color: None | ProjectColor | Unset = UNSET
    """ The colour to show the project in. If it is null, nobody has chosen one, and each program takes one of its
    own. """
    external_ids: list[str] | Unset = UNSET
    """ The ids that the project has in other systems: at most 20, each of another source. One is a source, 1 to 40
    of a-z, 0-9, ".", "_" and "-", a colon, and the id, 1 to 255 characters, such as hr:4711. No two projects have
    the same. They are returned in the order of their sources. """

    def to_dict(self) -> dict[str, Any]:
        name = self.name

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

        objective: None | str | Unset
        if isinstance(self.objective, Unset):
            objective = UNSET
        else:
            objective = self.objective

        project_manager_id: None | str | Unset
        if isinstance(self.project_manager_id, Unset):
            project_manager_id = UNSET
        elif isinstance(self.project_manager_id, UUID):
            project_manager_id = str(self.project_manager_id)
        else:
            project_manager_id = self.project_manager_id

        status: str | Unset = UNSET
        if not isinstance(self.status, Unset):
            status = self.status

        color: None | str | Unset
        if isinstance(self.color, Unset):
            color = UNSET
        elif isinstance(self.color, str):
            color = self.color
        else:
            color = self.color

        external_ids: list[str] | Unset = UNSET
        if not isinstance(self.external_ids, Unset):
            external_ids = self.external_ids

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if name is not UNSET:
            field_dict["name"] = name
        if start_date is not UNSET:
            field_dict["startDate"] = start_date
        if end_date is not UNSET:
            field_dict["endDate"] = end_date
        if objective is not UNSET:
            field_dict["objective"] = objective
        if project_manager_id is not UNSET:
            field_dict["projectManagerId"] = project_manager_id
        if status is not UNSET:
            field_dict["status"] = status
        if color is not UNSET:
            field_dict["color"] = color
        if external_ids is not UNSET:
            field_dict["externalIds"] = external_ids

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name", UNSET)

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

        def _parse_objective(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        objective = _parse_objective(d.pop("objective", UNSET))

        def _parse_project_manager_id(data: object) -> None | str | Unset | UUID:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                project_manager_id_type_0 = UUID(data)

                return project_manager_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | str | Unset | UUID, data)

        project_manager_id = _parse_project_manager_id(d.pop("projectManagerId", UNSET))

        _status = d.pop("status", UNSET)
        status: ProjectStatus | Unset
        if isinstance(_status, Unset):
            status = UNSET
        else:
            status = check_project_status(_status)

        def _parse_color(data: object) -> None | ProjectColor | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                color_type_0 = check_project_color(data)

                return color_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ProjectColor | Unset, data)

        color = _parse_color(d.pop("color", UNSET))

        external_ids = cast(list[str], d.pop("externalIds", UNSET))

        project_patch = cls(
            name=name,
            start_date=start_date,
            end_date=end_date,
            objective=objective,
            project_manager_id=project_manager_id,
            status=status,
            color=color,
            external_ids=external_ids,
        )

        return project_patch
