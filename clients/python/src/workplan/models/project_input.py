from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define

from ..models.billing_type import BillingType, check_billing_type
from ..models.project_color import ProjectColor, check_project_color
from ..models.project_status import ProjectStatus, check_project_status
from ..types import UNSET, Unset

T = TypeVar("T", bound="ProjectInput")


@_attrs_define
class ProjectInput:
    """Work for a client between two dates. Has the fields that a new record may set."""

    name: str
    """ Name, 1 to 255 characters. White space at both ends is removed. """
    client_id: str | UUID
    """ The client that the project is for. It cannot be changed. Accepts an id, or an external id such as crm:4711.
    """
    start_date: datetime.date | str
    """ First day. """
    end_date: datetime.date | str
    """ Last day; not before the first. """
    objective: None | str | Unset = UNSET
    """ What the project should achieve, at most 10,000 characters. """
    project_manager_id: None | str | Unset | UUID = UNSET
    """ The user who manages the project. Accepts an id, an external id such as hr:4711, or an e-mail address. """
    status: None | ProjectStatus | Unset = UNSET
    """ Status. Default draft. """
    billing_type: BillingType | None | Unset = UNSET
    """ How the project is billed. It cannot be changed. Default: fixed_price if there is an amount, time_materials
    if there is an hourly rate, else non_billable. """
    amount: float | None | Unset = UNSET
    """ Amount of a fixed price or a retainer, 0 to 1e12. It cannot be changed. """
    hourly_rate: float | None | Unset = UNSET
    """ Hourly rate for time and materials, 0 to 1e12. It cannot be changed. """
    color: None | ProjectColor | Unset = UNSET
    """ The colour to show the project in. If it is null, nobody has chosen one, and each program takes one of its
    own. """
    external_ids: list[str] | None | Unset = UNSET
    """ The ids that the project has in other systems: at most 20, each of another source. One is a source, 1 to 40
    of a-z, 0-9, ".", "_" and "-", a colon, and the id, 1 to 255 characters, such as hr:4711. No two projects have
    the same. They are returned in the order of their sources. """

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        client_id: str
        if isinstance(self.client_id, UUID):
            client_id = str(self.client_id)
        else:
            client_id = self.client_id

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

        status: None | str | Unset
        if isinstance(self.status, Unset):
            status = UNSET
        elif isinstance(self.status, str):
            status = self.status
        else:
            status = self.status

        billing_type: None | str | Unset
        if isinstance(self.billing_type, Unset):
            billing_type = UNSET
        elif isinstance(self.billing_type, str):
            billing_type = self.billing_type
        else:
            billing_type = self.billing_type

        amount: float | None | Unset
        if isinstance(self.amount, Unset):
            amount = UNSET
        else:
            amount = self.amount

        hourly_rate: float | None | Unset
        if isinstance(self.hourly_rate, Unset):
            hourly_rate = UNSET
        else:
            hourly_rate = self.hourly_rate

        color: None | str | Unset
        if isinstance(self.color, Unset):
            color = UNSET
        elif isinstance(self.color, str):
            color = self.color
        else:
            color = self.color

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
                "name": name,
                "clientId": client_id,
                "startDate": start_date,
                "endDate": end_date,
            }
        )
        if objective is not UNSET:
            field_dict["objective"] = objective
        if project_manager_id is not UNSET:
            field_dict["projectManagerId"] = project_manager_id
        if status is not UNSET:
            field_dict["status"] = status
        if billing_type is not UNSET:
            field_dict["billingType"] = billing_type
        if amount is not UNSET:
            field_dict["amount"] = amount
        if hourly_rate is not UNSET:
            field_dict["hourlyRate"] = hourly_rate
        if color is not UNSET:
            field_dict["color"] = color
        if external_ids is not UNSET:
            field_dict["externalIds"] = external_ids

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        def _parse_client_id(data: object) -> str | UUID:
            try:
                if not isinstance(data, str):
                    raise TypeError()
                client_id_type_0 = UUID(data)

                return client_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(str | UUID, data)

        client_id = _parse_client_id(d.pop("clientId"))

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

        def _parse_status(data: object) -> None | ProjectStatus | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                status_type_0 = check_project_status(data)

                return status_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ProjectStatus | Unset, data)

        status = _parse_status(d.pop("status", UNSET))

        def _parse_billing_type(data: object) -> BillingType | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                billing_type_type_0 = check_billing_type(data)

                return billing_type_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(BillingType | None | Unset, data)

        billing_type = _parse_billing_type(d.pop("billingType", UNSET))

        def _parse_amount(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        amount = _parse_amount(d.pop("amount", UNSET))

        def _parse_hourly_rate(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        hourly_rate = _parse_hourly_rate(d.pop("hourlyRate", UNSET))

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

        project_input = cls(
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
            color=color,
            external_ids=external_ids,
        )

        return project_input
