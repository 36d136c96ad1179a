from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.billing_type import BillingType, check_billing_type
from ..models.project_color import ProjectColor, check_project_color
from ..models.project_status import ProjectStatus, check_project_status
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.expanded_client import ExpandedClient
    from ..models.expanded_user import ExpandedUser


T = TypeVar("T", bound="Project")


@_attrs_define
class Project:
    """Work for a client between two dates."""

    id: UUID
    """ Identifier, a UUID. """
    name: str
    """ Name, 1 to 255 characters. White space at both ends is removed. """
    client_id: UUID
    """ The client that the project is for. It cannot be changed. """
    start_date: datetime.date
    """ First day. """
    end_date: datetime.date
    """ Last day; not before the first. """
    objective: None | str
    """ What the project should achieve, at most 10,000 characters. """
    project_manager_id: None | UUID
    """ The user who manages the project. """
    status: ProjectStatus
    """ The status of a project.

    - `draft`: A draft.
    - `planned`: Planned.
    - `active`: In progress.
    - `completed`: Completed.
    - `cancelled`: Cancelled. """
    billing_type: BillingType
    """ How a project is billed.

    - `fixed_price`: One amount for the project.
    - `retainer`: A recurring amount.
    - `time_materials`: Hours at an hourly rate.
    - `non_billable`: Not billed. """
    amount: float | None
    """ Amount of a fixed price or a retainer, 0 to 1e12. It cannot be changed. """
    hourly_rate: float | None
    """ Hourly rate for time and materials, 0 to 1e12. It cannot be changed. """
    is_billable: bool
    """ Whether the project is billed: false if the billing type is non_billable. """
    version: int
    """ Version of the record: 1 after creation, one more after each change. REST sends it as the ETag. A request
    with If-Match (gRPC: metadata if-match) fails if the record has another version. """
    created_at: datetime.datetime
    """ When the record was created. """
    updated_at: datetime.datetime
    """ When the record was last changed. """
    color: None | ProjectColor
    """ The colour to show the project in. If it is null, nobody has chosen one, and each program takes one of its
    own. """
    external_ids: list[str]
    """ The ids that the project has in other systems: at most 20, each of another source. One is a source, 1 to 40
    of a-z, 0-9, ".", "_" and "-", a colon, and the id, 1 to 255 characters, such as hr:4711. No two projects have
    the same. They are returned in the order of their sources. """
    client: ExpandedClient | Unset = UNSET
    """ A company that projects are done for. It has only its id and its name if the key lacks the scope to read it.
    """
    project_manager: ExpandedUser | None | Unset = UNSET
    """ The project's manager, or null if the project has none. Present if the request has expand=projectManager.
    Without the scope read:users, it has only id and name: its version is 0, its external ids are empty, and all
    other members are null, also those that are never null elsewhere. Over gRPC they are not set. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.expanded_user import ExpandedUser  # noqa: PLC0415

        id = str(self.id)

        name = self.name

        client_id = str(self.client_id)

        start_date = self.start_date.isoformat()

        end_date = self.end_date.isoformat()

        objective: None | str
        objective = self.objective

        project_manager_id: None | str
        if isinstance(self.project_manager_id, UUID):
            project_manager_id = str(self.project_manager_id)
        else:
            project_manager_id = self.project_manager_id

        status: str = self.status

        billing_type: str = self.billing_type

        amount: float | None
        amount = self.amount

        hourly_rate: float | None
        hourly_rate = self.hourly_rate

        is_billable = self.is_billable

        version = self.version

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()

        color: None | str
        if isinstance(self.color, str):
            color = self.color
        else:
            color = self.color

        external_ids = self.external_ids

        client: dict[str, Any] | Unset = UNSET
        if not isinstance(self.client, Unset):
            client = self.client.to_dict()

        project_manager: dict[str, Any] | None | Unset
        if isinstance(self.project_manager, Unset):
            project_manager = UNSET
        elif isinstance(self.project_manager, ExpandedUser):
            project_manager = self.project_manager.to_dict()
        else:
            project_manager = self.project_manager

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "clientId": client_id,
                "startDate": start_date,
                "endDate": end_date,
                "objective": objective,
                "projectManagerId": project_manager_id,
                "status": status,
                "billingType": billing_type,
                "amount": amount,
                "hourlyRate": hourly_rate,
                "isBillable": is_billable,
                "version": version,
                "createdAt": created_at,
                "updatedAt": updated_at,
                "color": color,
                "externalIds": external_ids,
            }
        )
        if client is not UNSET:
            field_dict["client"] = client
        if project_manager is not UNSET:
            field_dict["projectManager"] = project_manager

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.expanded_client import ExpandedClient  # noqa: PLC0415
        from ..models.expanded_user import ExpandedUser  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        name = d.pop("name")

        client_id = UUID(d.pop("clientId"))

        start_date = datetime.date.fromisoformat(d.pop("startDate"))

        end_date = datetime.date.fromisoformat(d.pop("endDate"))

        def _parse_objective(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        objective = _parse_objective(d.pop("objective"))

        def _parse_project_manager_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                project_manager_id_type_0 = UUID(data)

                return project_manager_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        project_manager_id = _parse_project_manager_id(d.pop("projectManagerId"))

        status = check_project_status(d.pop("status"))

        billing_type = check_billing_type(d.pop("billingType"))

        def _parse_amount(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        amount = _parse_amount(d.pop("amount"))

        def _parse_hourly_rate(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        hourly_rate = _parse_hourly_rate(d.pop("hourlyRate"))

        is_billable = d.pop("isBillable")

        version = d.pop("version")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt").replace("Z", "+00:00"))

        def _parse_color(data: object) -> None | ProjectColor:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                color_type_0 = check_project_color(data)

                return color_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ProjectColor, data)

        color = _parse_color(d.pop("color"))

        external_ids = cast(list[str], d.pop("externalIds"))

        _client = d.pop("client", UNSET)
        client: ExpandedClient | Unset
        if isinstance(_client, Unset):
            client = UNSET
        else:
            client = ExpandedClient.from_dict(_client)

        def _parse_project_manager(data: object) -> ExpandedUser | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                project_manager_type_0 = ExpandedUser.from_dict(data)

                return project_manager_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ExpandedUser | None | Unset, data)

        project_manager = _parse_project_manager(d.pop("projectManager", UNSET))

        project = cls(
            id=id,
            name=name,
            client_id=client_id,
            start_date=start_date,
            end_date=end_date,
            objective=objective,
            project_manager_id=project_manager_id,
            status=status,
            billing_type=billing_type,
            amount=amount,
            hourly_rate=hourly_rate,
            is_billable=is_billable,
            version=version,
            created_at=created_at,
            updated_at=updated_at,
            color=color,
            external_ids=external_ids,
            client=client,
            project_manager=project_manager,
        )

        project.additional_properties = d
        return project

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
