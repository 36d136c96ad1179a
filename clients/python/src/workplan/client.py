"""The calls of the REST API, sync and async."""

from __future__ import annotations

import datetime
from urllib.parse import quote
from uuid import UUID

from ._http import AsyncConnection, Call, Connection, body_of
from .models.actual_hours_batch import ActualHoursBatch
from .models.actual_hours_batch_input import ActualHoursBatchInput
from .models.actual_hours_page import ActualHoursPage
from .models.actual_hours_row_input import ActualHoursRowInput
from .models.approve_time_off_result import ApproveTimeOffResult
from .models.assignment import Assignment
from .models.assignment_batch_input import AssignmentBatchInput
from .models.assignment_input import AssignmentInput
from .models.assignment_page import AssignmentPage
from .models.billing_type import BillingType
from .models.capability_page import CapabilityPage
from .models.client import Client
from .models.client_input import ClientInput
from .models.client_page import ClientPage
from .models.client_patch import ClientPatch
from .models.client_priority import ClientPriority
from .models.create_client_result import CreateClientResult
from .models.create_project_result import CreateProjectResult
from .models.create_time_off_result import CreateTimeOffResult
from .models.delete_time_off_result import DeleteTimeOffResult
from .models.get_client_result import GetClientResult
from .models.get_me_result import GetMeResult
from .models.get_project_expand_item import (
    GetProjectExpandItem,
)
from .models.get_project_result import GetProjectResult
from .models.get_time_off_result import GetTimeOffResult
from .models.get_user_result import GetUserResult
from .models.key_identity import KeyIdentity
from .models.list_actual_hours_result import ListActualHoursResult
from .models.list_assignments_result import ListAssignmentsResult
from .models.list_capabilities_result import ListCapabilitiesResult
from .models.list_clients_result import ListClientsResult
from .models.list_projects_expand_item import (
    ListProjectsExpandItem,
)
from .models.list_projects_result import ListProjectsResult
from .models.list_time_off_result import ListTimeOffResult
from .models.list_time_off_types_result import ListTimeOffTypesResult
from .models.list_users_result import ListUsersResult
from .models.project import Project
from .models.project_input import ProjectInput
from .models.project_page import ProjectPage
from .models.project_patch import ProjectPatch
from .models.project_status import ProjectStatus
from .models.reject_time_off_result import RejectTimeOffResult
from .models.role import Role
from .models.time_off import TimeOff
from .models.time_off_input import TimeOffInput
from .models.time_off_page import TimeOffPage
from .models.time_off_patch import TimeOffPatch
from .models.time_off_rejection import TimeOffRejection
from .models.time_off_rejection_input import TimeOffRejectionInput
from .models.time_off_status import TimeOffStatus
from .models.time_off_type_page import TimeOffTypePage
from .models.update_client_result import UpdateClientResult
from .models.update_project_result import UpdateProjectResult
from .models.update_time_off_result import UpdateTimeOffResult
from .models.update_user_result import UpdateUserResult
from .models.upsert_actual_hours_result import UpsertActualHoursResult
from .models.upsert_assignments_result import UpsertAssignmentsResult
from .models.user import User
from .models.user_page import UserPage
from .models.user_patch import UserPatch
from .types import UNSET, Unset


class Workplan(Connection):
    """Workplan over REST. Use it as a context manager, or close it. Threads may share it."""

    def find_user_by_email(self, email: str, *, timeout: float | None = None) -> User | None:
        """Finds the user with an e-mail address, in any case. None if there is no such user."""
        page = self.list_users(email=email, timeout=timeout)
        return page.items[0] if page.items else None

    def get_me(
        self,
        *,
        timeout: float | None = None,
    ) -> KeyIdentity:
        """Returns the identity of the calling key.

        Its organization, the user it acts as and its scopes. It needs no scope, and answers also for a
        deactivated user and a suspended organization.

        Needs no scope.
        - 401 where the key is missing, unknown, expired or revoked

        Args:
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/me",
            GetMeResult.from_dict,
            idempotent=True,
        )
        return self._send(call, timeout).data

    def list_users(
        self,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        updated_since: datetime.datetime | str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        email: str | Unset = UNSET,
        name: str | Unset = UNSET,
        is_active: bool | Unset = UNSET,
        role: Role | Unset = UNSET,
        reports_to_id: str | Unset | UUID = UNSET,
        timeout: float | None = None,
    ) -> UserPage:
        """Returns the users of the organization, oldest first.

        Needs the scope `read:users`.
        - 400 names a filter or a page bound that is wrong

        Args:
            limit: Rows on the page: default 50, clamped into 1..200.
            offset: Rows to skip: 0 to 9007199254740991, default 0. Past the end the page is empty. Offsets shift if
                rows are written between two pages; cursors do not.
            count: Whether to count all rows that match. A count costs as much as the organization is large, so
                total is null without it.
            updated_since: Only rows changed at this time or later.
            cursor: Continues after the page that returned this next_cursor, in the same list with the same filters.
                A request has a cursor or an offset, not both.
            email: Only the user with this e-mail address, in any case.
            name: Only users whose name contains this text, in any case.
            is_active: Only active users, or only inactive ones.
            role: What a user may do beside their own matters.
                - `member`: Writes own rows, and those of the users who report to them.
                - `manager`: Also writes clients and projects.
                - `admin`: Writes everything in the organization.
            reports_to_id: Only users who report directly to this user.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/users",
            ListUsersResult.from_dict,
            idempotent=True,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "updatedSince": updated_since,
                "cursor": cursor,
                "email": email,
                "name": name,
                "isActive": is_active,
                "role": role,
                "reportsToId": reports_to_id,
            },
        )
        return self._send(call, timeout).data

    def get_user(
        self,
        user_id: str | UUID,
        *,
        timeout: float | None = None,
    ) -> User:
        """Returns one user.

        Needs the scope `read:users`.

        Args:
            user_id: The user, a UUID.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/users/{user_id}".format(
                user_id=quote(str(user_id), safe=""),
            ),
            GetUserResult.from_dict,
            idempotent=True,
        )
        return self._send(call, timeout).data

    def update_user(
        self,
        user_id: str | UUID,
        *,
        name: str | Unset = UNSET,
        image: None | str | Unset = UNSET,
        country_code: None | str | Unset = UNSET,
        default_availability: float | Unset = UNSET,
        reports_to_id: None | str | Unset | UUID = UNSET,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> User:
        """Changes the fields that are given and returns the user.

        Users change their own name and image; their managers also country and availability; admins every
        field of every user.

        Needs the scope `write:users`.
        - 400 where a field is out of bounds, or the reporting line would name an unknown user or become a
        cycle
        - 403 where one field may not be changed by the caller
        - 409 where If-Match names another version

        Args:
            user_id: The user to change, a UUID.
            name: Display name, 1 to 255 characters after trimming.
            image: Avatar: an absolute http or https URL of at most 2048 characters.
            country_code: ISO 3166-1 alpha-2 country code, answered in upper case.
            default_availability: Default weekly availability in hours, 0 to 168.
            reports_to_id: The user's manager, a user of the organization; never the user or someone below them.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PATCH",
            "/api/v1/users/{user_id}".format(
                user_id=quote(str(user_id), safe=""),
            ),
            UpdateUserResult.from_dict,
            idempotent=True,
            body=body_of(
                UserPatch(
                    name=name,
                    image=image,
                    country_code=country_code,
                    default_availability=default_availability,
                    reports_to_id=reports_to_id,
                )
            ),
            if_match=if_match,
        )
        return self._send(call, timeout).data

    def list_clients(
        self,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        updated_since: datetime.datetime | str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        name: str | Unset = UNSET,
        is_active: bool | Unset = UNSET,
        account_manager_id: str | Unset | UUID = UNSET,
        timeout: float | None = None,
    ) -> ClientPage:
        """Returns the clients of the organization, oldest first.

        Needs the scope `read:clients`.
        - 400 names a filter or a page bound that is wrong

        Args:
            limit: Rows on the page: default 50, clamped into 1..200.
            offset: Rows to skip: 0 to 9007199254740991, default 0. Past the end the page is empty. Offsets shift if
                rows are written between two pages; cursors do not.
            count: Whether to count all rows that match. A count costs as much as the organization is large, so
                total is null without it.
            updated_since: Only rows changed at this time or later.
            cursor: Continues after the page that returned this next_cursor, in the same list with the same filters.
                A request has a cursor or an offset, not both.
            name: Only clients whose company name contains this text, in any case.
            is_active: Only active clients, or only inactive ones.
            account_manager_id: Only clients of this account manager.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/clients",
            ListClientsResult.from_dict,
            idempotent=True,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "updatedSince": updated_since,
                "cursor": cursor,
                "name": name,
                "isActive": is_active,
                "accountManagerId": account_manager_id,
            },
        )
        return self._send(call, timeout).data

    def create_client(
        self,
        *,
        company_name: str,
        email: None | str | Unset = UNSET,
        image: None | str | Unset = UNSET,
        country_code: None | str | Unset = UNSET,
        website: None | str | Unset = UNSET,
        is_active: bool | Unset = UNSET,
        client_priority: ClientPriority | Unset = UNSET,
        categories: list[str] | Unset = UNSET,
        account_manager_id: None | str | Unset | UUID = UNSET,
        timeout: float | None = None,
    ) -> Client:
        """Creates a client.

        Managers and admins may.

        Needs the scope `write:clients`.
        - 400 where a field is missing or out of bounds, or the account manager is unknown

        Args:
            company_name: Company name, 2 to 255 characters after trimming.
            email: Contact e-mail address, at most 320 characters.
            image: Logo, a URI of at most 2048 characters.
            country_code: Country code, at most 100 characters.
            website: Website of the company, at most 2048 characters.
            is_active: Whether the client is active; true by default.
            client_priority: How important a client is.
                - `high`: High.
                - `medium`: Medium, the default.
                - `low`: Low.
            categories: Up to 30 categories of 1 to 50 characters, trimmed, each once. Each may also be an object with
                the member name.
            account_manager_id: The user who looks after the client.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/clients",
            CreateClientResult.from_dict,
            idempotent=False,
            body=body_of(
                ClientInput(
                    company_name=company_name,
                    email=email,
                    image=image,
                    country_code=country_code,
                    website=website,
                    is_active=is_active,
                    client_priority=client_priority,
                    categories=categories,
                    account_manager_id=account_manager_id,
                )
            ),
        )
        return self._send(call, timeout).data

    def get_client(
        self,
        client_id: str | UUID,
        *,
        timeout: float | None = None,
    ) -> Client:
        """Returns one client.

        Needs the scope `read:clients`.

        Args:
            client_id: The client, a UUID.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/clients/{client_id}".format(
                client_id=quote(str(client_id), safe=""),
            ),
            GetClientResult.from_dict,
            idempotent=True,
        )
        return self._send(call, timeout).data

    def update_client(
        self,
        client_id: str | UUID,
        *,
        company_name: str | Unset = UNSET,
        email: None | str | Unset = UNSET,
        image: None | str | Unset = UNSET,
        country_code: None | str | Unset = UNSET,
        website: None | str | Unset = UNSET,
        is_active: bool | Unset = UNSET,
        client_priority: ClientPriority | Unset = UNSET,
        categories: list[str] | Unset = UNSET,
        account_manager_id: None | str | Unset | UUID = UNSET,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> Client:
        """Changes the fields that are given and returns the client.

        Managers and admins may.

        Needs the scope `write:clients`.
        - 400 where a field is out of bounds, or the account manager is unknown
        - 409 where If-Match names another version

        Args:
            client_id: The client to change, a UUID.
            company_name: Company name, 2 to 255 characters after trimming.
            email: Contact e-mail address, at most 320 characters.
            image: Logo, a URI of at most 2048 characters.
            country_code: Country code, at most 100 characters.
            website: Website of the company, at most 2048 characters.
            is_active: Whether the client is active; true by default.
            client_priority: How important a client is.
                - `high`: High.
                - `medium`: Medium, the default.
                - `low`: Low.
            categories: Up to 30 categories of 1 to 50 characters, trimmed, each once.
            account_manager_id: The user who looks after the client.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PATCH",
            "/api/v1/clients/{client_id}".format(
                client_id=quote(str(client_id), safe=""),
            ),
            UpdateClientResult.from_dict,
            idempotent=True,
            body=body_of(
                ClientPatch(
                    company_name=company_name,
                    email=email,
                    image=image,
                    country_code=country_code,
                    website=website,
                    is_active=is_active,
                    client_priority=client_priority,
                    categories=categories,
                    account_manager_id=account_manager_id,
                )
            ),
            if_match=if_match,
        )
        return self._send(call, timeout).data

    def list_projects(
        self,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        updated_since: datetime.datetime | str | Unset = UNSET,
        client_id: str | Unset | UUID = UNSET,
        status: list[ProjectStatus] | Unset = UNSET,
        start_date: datetime.date | str | Unset = UNSET,
        end_date: datetime.date | str | Unset = UNSET,
        assigned_user_id: str | Unset | UUID = UNSET,
        is_billable: bool | Unset = UNSET,
        name: str | Unset = UNSET,
        expand: list[ListProjectsExpandItem] | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> ProjectPage:
        """Returns the projects of the organization, oldest first.

        Filters combine with AND.

        Needs the scope `read:projects`.
        - 400 names a filter or a page bound that is wrong
        - 409 is reserved: no list is refused for a conflict today

        Args:
            limit: Rows on the page: default 50, clamped into 1..200.
            offset: Rows to skip: 0 to 9007199254740991, default 0. Past the end the page is empty. Offsets shift if
                rows are written between two pages; cursors do not.
            count: Whether to count all rows that match. A count costs as much as the organization is large, so
                total is null without it.
            updated_since: Only rows changed at this time or later.
            client_id: Only rows of this client.
            status: Only projects in one of these states, up to five.
            start_date: Only projects that end on this date or later.
            end_date: Only projects that start on this date or earlier.
            assigned_user_id: Only projects with planned hours of this user, more than 0.
            is_billable: Only projects that are billable, or only those that are not.
            name: Only projects whose name contains this text, whatever the case.
            expand: Objects to add to each project: client, projectManager.
            cursor: Continues after the page that returned this next_cursor, in the same list with the same filters.
                A request has a cursor or an offset, not both.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/projects",
            ListProjectsResult.from_dict,
            idempotent=True,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "updatedSince": updated_since,
                "clientId": client_id,
                "status": status,
                "startDate": start_date,
                "endDate": end_date,
                "assignedUserId": assigned_user_id,
                "isBillable": is_billable,
                "name": name,
                "expand": expand,
                "cursor": cursor,
            },
        )
        return self._send(call, timeout).data

    def create_project(
        self,
        *,
        name: str,
        client_id: str | UUID,
        start_date: datetime.date | str,
        end_date: datetime.date | str,
        objective: None | str | Unset = UNSET,
        project_manager_id: None | str | Unset | UUID = UNSET,
        status: ProjectStatus | Unset = UNSET,
        billing_type: BillingType | Unset = UNSET,
        amount: float | Unset = UNSET,
        hourly_rate: float | Unset = UNSET,
        timeout: float | None = None,
    ) -> Project:
        """Creates a project.

        Managers and admins may.

        Needs the scope `write:projects`.
        - 400 where a field is missing or out of bounds, the client or the project manager is unknown, the
        end is before the start, or amount and hourly rate do not fit the billing type

        Args:
            name: Name, 1 to 255 characters after trimming.
            client_id: The client that the project is for. Set on create only.
            start_date: First day.
            end_date: Last day, not before the first.
            objective: What the project is to achieve, up to 10,000 characters.
            project_manager_id: The user who manages the project.
            status: Where a project stands.
                - `draft`: A draft, the default.
                - `planned`: Planned.
                - `active`: Under way.
                - `completed`: Completed.
                - `cancelled`: Cancelled.
            billing_type: How a project is billed.
                - `fixed_price`: One amount for the project.
                - `retainer`: An amount that recurs.
                - `time_materials`: Hours at an hourly rate.
                - `non_billable`: Not billed.
            amount: Amount of a fixed price or a retainer, 0 to 1e12. Set on create only.
            hourly_rate: Hourly rate of time and materials, 0 to 1e12. Set on create only.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/projects",
            CreateProjectResult.from_dict,
            idempotent=False,
            body=body_of(
                ProjectInput(
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
                )
            ),
        )
        return self._send(call, timeout).data

    def get_project(
        self,
        project_id: str | UUID,
        *,
        expand: list[GetProjectExpandItem] | Unset = UNSET,
        timeout: float | None = None,
    ) -> Project:
        """Returns one project.

        Needs the scope `read:projects`.

        Args:
            project_id: The project, a UUID.
            expand: Objects to add to the project: client, projectManager.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/projects/{project_id}".format(
                project_id=quote(str(project_id), safe=""),
            ),
            GetProjectResult.from_dict,
            idempotent=True,
            query={
                "expand": expand,
            },
        )
        return self._send(call, timeout).data

    def update_project(
        self,
        project_id: str | UUID,
        *,
        name: str | Unset = UNSET,
        start_date: datetime.date | str | Unset = UNSET,
        end_date: datetime.date | str | Unset = UNSET,
        objective: None | str | Unset = UNSET,
        project_manager_id: None | str | Unset | UUID = UNSET,
        status: ProjectStatus | Unset = UNSET,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> Project:
        """Changes the fields that are given and returns the project.

        Any move between states is allowed. Managers, admins and the project's manager may.

        Needs the scope `write:projects`.
        - 400 where a field is out of bounds, the project manager is unknown, or the end would be before the
        start
        - 409 where If-Match names another version

        Args:
            project_id: The project to change, a UUID.
            name: Name, 1 to 255 characters after trimming.
            start_date: First day.
            end_date: Last day, not before the first.
            objective: What the project is to achieve, up to 10,000 characters.
            project_manager_id: The user who manages the project.
            status: Where a project stands.
                - `draft`: A draft, the default.
                - `planned`: Planned.
                - `active`: Under way.
                - `completed`: Completed.
                - `cancelled`: Cancelled.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PATCH",
            "/api/v1/projects/{project_id}".format(
                project_id=quote(str(project_id), safe=""),
            ),
            UpdateProjectResult.from_dict,
            idempotent=True,
            body=body_of(
                ProjectPatch(
                    name=name,
                    start_date=start_date,
                    end_date=end_date,
                    objective=objective,
                    project_manager_id=project_manager_id,
                    status=status,
                )
            ),
            if_match=if_match,
        )
        return self._send(call, timeout).data

    def list_capabilities(
        self,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        updated_since: datetime.datetime | str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> CapabilityPage:
        """Returns the capabilities, oldest first.

        Needs the scope `read:assignments`.
        - 400 names a filter or a page bound that is wrong

        Args:
            limit: Rows on the page: default 50, clamped into 1..200.
            offset: Rows to skip: 0 to 9007199254740991, default 0. Past the end the page is empty. Offsets shift if
                rows are written between two pages; cursors do not.
            count: Whether to count all rows that match. A count costs as much as the organization is large, so
                total is null without it.
            updated_since: Only rows changed at this time or later.
            cursor: Continues after the page that returned this next_cursor, in the same list with the same filters.
                A request has a cursor or an offset, not both.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/capabilities",
            ListCapabilitiesResult.from_dict,
            idempotent=True,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "updatedSince": updated_since,
                "cursor": cursor,
            },
        )
        return self._send(call, timeout).data

    def list_assignments(
        self,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        updated_since: datetime.datetime | str | Unset = UNSET,
        user_id: str | Unset | UUID = UNSET,
        project_id: str | Unset | UUID = UNSET,
        start_date: datetime.date | str | Unset = UNSET,
        end_date: datetime.date | str | Unset = UNSET,
        capability_id: str | Unset | UUID = UNSET,
        cursor: str | Unset = UNSET,
        min_hours: float | Unset = UNSET,
        timeout: float | None = None,
    ) -> AssignmentPage:
        """Returns rows of planned hours, ordered by date, user, project and capability.

        Filters combine with AND.

        Needs the scope `read:assignments`.
        - 400 names a filter or a page bound that is wrong

        Args:
            limit: Rows on the page: default 50, clamped into 1..200.
            offset: Rows to skip: 0 to 9007199254740991, default 0. Past the end the page is empty. Offsets shift if
                rows are written between two pages; cursors do not.
            count: Whether to count all rows that match. A count costs as much as the organization is large, so
                total is null without it.
            updated_since: Only rows changed at this time or later.
            user_id: Only rows of this user.
            project_id: Only rows of this project.
            start_date: Only rows on this date or later.
            end_date: Only rows on this date or earlier.
            capability_id: Only rows of this capability, or none for rows without a capability.
            cursor: Continues after the page that returned this next_cursor, in the same list with the same filters.
                A request has a cursor or an offset, not both.
            min_hours: Only rows with at least this many hours.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/assignments",
            ListAssignmentsResult.from_dict,
            idempotent=True,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "updatedSince": updated_since,
                "user_id": user_id,
                "project_id": project_id,
                "start_date": start_date,
                "end_date": end_date,
                "capability_id": capability_id,
                "cursor": cursor,
                "min_hours": min_hours,
            },
        )
        return self._send(call, timeout).data

    def upsert_assignments(
        self,
        *,
        items: list[AssignmentInput],
        dry_run: bool | Unset = UNSET,
        timeout: float | None = None,
    ) -> list[Assignment]:
        """Writes up to 5,000 rows in one transaction and returns them in the order of the items.

        A row with the same user, project, capability and date is updated, otherwise created; of two items
        with one key the later wins, and both places show the final row. One bad item writes nothing, and
        the error lists every bad item.

        Needs the scope `write:assignments`.
        - 400 where an item is out of bounds or names an unknown user, project or capability
        - 403 where the caller may not write an item

        Args:
            items: The rows, 0 to 5,000.
            dry_run: Whether only to check: the same checks and the same answer, nothing written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/assignments",
            UpsertAssignmentsResult.from_dict,
            idempotent=True,
            query={
                "dryRun": dry_run,
            },
            body=body_of(
                AssignmentBatchInput(
                    items=items,
                )
            ),
        )
        return self._send(call, timeout).data

    def list_actual_hours(
        self,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        updated_since: datetime.datetime | str | Unset = UNSET,
        user_id: str | Unset | UUID = UNSET,
        project_id: str | Unset | UUID = UNSET,
        start_date: datetime.date | str | Unset = UNSET,
        end_date: datetime.date | str | Unset = UNSET,
        capability_id: str | Unset | UUID = UNSET,
        cursor: str | Unset = UNSET,
        min_hours: float | Unset = UNSET,
        timeout: float | None = None,
    ) -> ActualHoursPage:
        """Returns rows of actual hours, ordered by date, user, project and capability.

        Filters combine with AND.

        Needs the scope `read:actual_hours`.
        - 400 names a filter or a page bound that is wrong

        Args:
            limit: Rows on the page: default 50, clamped into 1..200.
            offset: Rows to skip: 0 to 9007199254740991, default 0. Past the end the page is empty. Offsets shift if
                rows are written between two pages; cursors do not.
            count: Whether to count all rows that match. A count costs as much as the organization is large, so
                total is null without it.
            updated_since: Only rows changed at this time or later.
            user_id: Only rows of this user.
            project_id: Only rows of this project.
            start_date: Only rows on this date or later.
            end_date: Only rows on this date or earlier.
            capability_id: Only rows of this capability, or none for rows without a capability.
            cursor: Continues after the page that returned this next_cursor, in the same list with the same filters.
                A request has a cursor or an offset, not both.
            min_hours: Only rows with at least this many hours.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/actual-hours",
            ListActualHoursResult.from_dict,
            idempotent=True,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "updatedSince": updated_since,
                "user_id": user_id,
                "project_id": project_id,
                "start_date": start_date,
                "end_date": end_date,
                "capability_id": capability_id,
                "cursor": cursor,
                "min_hours": min_hours,
            },
        )
        return self._send(call, timeout).data

    def upsert_actual_hours(
        self,
        *,
        items: list[ActualHoursRowInput],
        dry_run: bool | Unset = UNSET,
        timeout: float | None = None,
    ) -> ActualHoursBatch:
        """Writes up to 5,000 rows in one transaction and returns them in the order of the items.

        A row with the same user, project, capability and date is updated, otherwise created; of two items
        with one key the later wins, and both places show the final row. One bad item writes nothing, and
        the error lists every bad item.

        Needs the scope `write:actual_hours`.
        - 400 where an item is out of bounds or names an unknown user, project or capability
        - 403 where the caller may not write an item

        Args:
            items: The rows, 0 to 5,000.
            dry_run: Whether only to check: the same checks and the same answer, nothing written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/actual-hours",
            UpsertActualHoursResult.from_dict,
            idempotent=True,
            query={
                "dryRun": dry_run,
            },
            body=body_of(
                ActualHoursBatchInput(
                    items=items,
                )
            ),
        )
        return self._send(call, timeout).data

    def list_time_off_types(
        self,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        updated_since: datetime.datetime | str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> TimeOffTypePage:
        """Returns the types of time off, oldest first.

        Needs the scope `read:time_off`.
        - 400 names a filter or a page bound that is wrong

        Args:
            limit: Rows on the page: default 50, clamped into 1..200.
            offset: Rows to skip: 0 to 9007199254740991, default 0. Past the end the page is empty. Offsets shift if
                rows are written between two pages; cursors do not.
            count: Whether to count all rows that match. A count costs as much as the organization is large, so
                total is null without it.
            updated_since: Only rows changed at this time or later.
            cursor: Continues after the page that returned this next_cursor, in the same list with the same filters.
                A request has a cursor or an offset, not both.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/time-off-types",
            ListTimeOffTypesResult.from_dict,
            idempotent=True,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "updatedSince": updated_since,
                "cursor": cursor,
            },
        )
        return self._send(call, timeout).data

    def list_time_off(
        self,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        updated_since: datetime.datetime | str | Unset = UNSET,
        user_id: str | Unset | UUID = UNSET,
        status: TimeOffStatus | Unset = UNSET,
        start_date: datetime.date | str | Unset = UNSET,
        end_date: datetime.date | str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> TimeOffPage:
        """Returns time off requests, oldest first.

        Filters combine with AND. The reasons are null to all but the owner, their managers and admins.

        Needs the scope `read:time_off`.
        - 400 names a filter or a page bound that is wrong

        Args:
            limit: Rows on the page: default 50, clamped into 1..200.
            offset: Rows to skip: 0 to 9007199254740991, default 0. Past the end the page is empty. Offsets shift if
                rows are written between two pages; cursors do not.
            count: Whether to count all rows that match. A count costs as much as the organization is large, so
                total is null without it.
            updated_since: Only rows changed at this time or later.
            user_id: Only rows of this user.
            status: Where a time off request stands.
                - `pending`: Waiting for a decision, the default.
                - `approved`: Approved.
                - `rejected`: Rejected.
            start_date: Only requests that end on this date or later.
            end_date: Only requests that start on this date or earlier.
            cursor: Continues after the page that returned this next_cursor, in the same list with the same filters.
                A request has a cursor or an offset, not both.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/time-off",
            ListTimeOffResult.from_dict,
            idempotent=True,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "updatedSince": updated_since,
                "user_id": user_id,
                "status": status,
                "start_date": start_date,
                "end_date": end_date,
                "cursor": cursor,
            },
        )
        return self._send(call, timeout).data

    def create_time_off(
        self,
        *,
        user_id: str | UUID,
        time_off_type_id: str | UUID,
        start_date: datetime.date | str,
        end_date: datetime.date | str,
        availability: float,
        reason: str,
        status: TimeOffStatus | Unset = UNSET,
        rejection_reason: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> TimeOff:
        """Asks for time off, for oneself or as an approver.

        A status other than pending needs approval rights.

        Needs the scope `write:time_off`.
        - 400 where a field is missing or out of bounds, the user or the type is unknown, or the end is
        before the start or over 366 days away

        Args:
            user_id: The user who is away. Set on create only.
            time_off_type_id: The type of time off.
            start_date: First day.
            end_date: Last day: not before the first, and at most 366 days in all.
            availability: Hours still worked per day, 0 to 24.
            reason: Why, 1 to 2,000 characters after trimming. Shown to the owner, their managers and admins, and
                null to all others.
            status: Where a time off request stands.
                - `pending`: Waiting for a decision, the default.
                - `approved`: Approved.
                - `rejected`: Rejected.
            rejection_reason: Why it was rejected, 1 to 1,000 characters after trimming. Set on create together with the
                status rejected, then by reject. Null to all but the owner, their managers and admins.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/time-off",
            CreateTimeOffResult.from_dict,
            idempotent=False,
            body=body_of(
                TimeOffInput(
                    user_id=user_id,
                    time_off_type_id=time_off_type_id,
                    start_date=start_date,
                    end_date=end_date,
                    availability=availability,
                    reason=reason,
                    status=status,
                    rejection_reason=rejection_reason,
                )
            ),
        )
        return self._send(call, timeout).data

    def get_time_off(
        self,
        request_id: str | UUID,
        *,
        timeout: float | None = None,
    ) -> TimeOff:
        """Returns one time off request.

        The reasons are null unless the caller is the owner, one of their managers or an admin.

        Needs the scope `read:time_off`.

        Args:
            request_id: The time off request, a UUID.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/time-off/{request_id}".format(
                request_id=quote(str(request_id), safe=""),
            ),
            GetTimeOffResult.from_dict,
            idempotent=True,
        )
        return self._send(call, timeout).data

    def delete_time_off(
        self,
        request_id: str | UUID,
        *,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> None:
        """Deletes a request.

        A pending one by its owner or an approver, an approved one by an approver, and by the owner before
        it starts, a rejected one by an approver.

        Needs the scope `write:time_off`.
        - 409 where If-Match names another version

        Args:
            request_id: The request to delete, a UUID.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "DELETE",
            "/api/v1/time-off/{request_id}".format(
                request_id=quote(str(request_id), safe=""),
            ),
            DeleteTimeOffResult.from_dict,
            idempotent=True,
            if_match=if_match,
        )
        self._send(call, timeout)

    def update_time_off(
        self,
        request_id: str | UUID,
        *,
        time_off_type_id: str | Unset | UUID = UNSET,
        start_date: datetime.date | str | Unset = UNSET,
        end_date: datetime.date | str | Unset = UNSET,
        availability: float | Unset = UNSET,
        reason: str | Unset = UNSET,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> TimeOff:
        """Changes the fields that are given and returns the request.

        A pending one by its owner or an approver, an approved one by an approver.

        Needs the scope `write:time_off`.
        - 400 where a field is out of bounds or the type is unknown
        - 409 where the request is rejected
        - 409 where If-Match names another version

        Args:
            request_id: The request to change, a UUID.
            time_off_type_id: The type of time off.
            start_date: First day.
            end_date: Last day: not before the first, and at most 366 days in all.
            availability: Hours still worked per day, 0 to 24.
            reason: Why, 1 to 2,000 characters after trimming. Shown to the owner, their managers and admins, and
                null to all others.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PATCH",
            "/api/v1/time-off/{request_id}".format(
                request_id=quote(str(request_id), safe=""),
            ),
            UpdateTimeOffResult.from_dict,
            idempotent=True,
            body=body_of(
                TimeOffPatch(
                    time_off_type_id=time_off_type_id,
                    start_date=start_date,
                    end_date=end_date,
                    availability=availability,
                    reason=reason,
                )
            ),
            if_match=if_match,
        )
        return self._send(call, timeout).data

    def approve_time_off(
        self,
        request_id: str | UUID,
        *,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> None:
        """Approves a pending request; approving an approved one changes nothing.

        The managers of the user may, and admins; never the user themselves unless they are an admin.

        Needs the scope `write:time_off`.
        - 409 where the request is rejected
        - 409 where If-Match names another version

        Args:
            request_id: The request to approve, a UUID.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/time-off/{request_id}/approve".format(
                request_id=quote(str(request_id), safe=""),
            ),
            ApproveTimeOffResult.from_dict,
            idempotent=True,
            if_match=if_match,
        )
        self._send(call, timeout)

    def reject_time_off(
        self,
        request_id: str | UUID,
        *,
        rejection_reason: str,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> TimeOffRejection:
        """Rejects a pending request; rejecting a rejected one for the same reason changes nothing.

        Who may approve may reject.

        Needs the scope `write:time_off`.
        - 400 where the reason is missing or too long
        - 409 where the request is approved, or rejected for another reason
        - 409 where If-Match names another version

        Args:
            request_id: The request to reject, a UUID.
            rejection_reason: The reason, 1 to 1,000 characters after trimming.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/time-off/{request_id}/reject".format(
                request_id=quote(str(request_id), safe=""),
            ),
            RejectTimeOffResult.from_dict,
            idempotent=True,
            body=body_of(
                TimeOffRejectionInput(
                    rejection_reason=rejection_reason,
                )
            ),
            if_match=if_match,
        )
        return self._send(call, timeout).data


class AsyncWorkplan(AsyncConnection):
    """Workplan over REST, for asyncio and trio. Use it as an async context manager, or close it."""

    async def find_user_by_email(self, email: str, *, timeout: float | None = None) -> User | None:
        """Finds the user with an e-mail address, in any case. None if there is no such user."""
        page = await self.list_users(email=email, timeout=timeout)
        return page.items[0] if page.items else None

    async def get_me(
        self,
        *,
        timeout: float | None = None,
    ) -> KeyIdentity:
        """Returns the identity of the calling key.

        Its organization, the user it acts as and its scopes. It needs no scope, and answers also for a
        deactivated user and a suspended organization.

        Needs no scope.
        - 401 where the key is missing, unknown, expired or revoked

        Args:
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/me",
            GetMeResult.from_dict,
            idempotent=True,
        )
        return (await self._send(call, timeout)).data

    async def list_users(
        self,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        updated_since: datetime.datetime | str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        email: str | Unset = UNSET,
        name: str | Unset = UNSET,
        is_active: bool | Unset = UNSET,
        role: Role | Unset = UNSET,
        reports_to_id: str | Unset | UUID = UNSET,
        timeout: float | None = None,
    ) -> UserPage:
        """Returns the users of the organization, oldest first.

        Needs the scope `read:users`.
        - 400 names a filter or a page bound that is wrong

        Args:
            limit: Rows on the page: default 50, clamped into 1..200.
            offset: Rows to skip: 0 to 9007199254740991, default 0. Past the end the page is empty. Offsets shift if
                rows are written between two pages; cursors do not.
            count: Whether to count all rows that match. A count costs as much as the organization is large, so
                total is null without it.
            updated_since: Only rows changed at this time or later.
            cursor: Continues after the page that returned this next_cursor, in the same list with the same filters.
                A request has a cursor or an offset, not both.
            email: Only the user with this e-mail address, in any case.
            name: Only users whose name contains this text, in any case.
            is_active: Only active users, or only inactive ones.
            role: What a user may do beside their own matters.
                - `member`: Writes own rows, and those of the users who report to them.
                - `manager`: Also writes clients and projects.
                - `admin`: Writes everything in the organization.
            reports_to_id: Only users who report directly to this user.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/users",
            ListUsersResult.from_dict,
            idempotent=True,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "updatedSince": updated_since,
                "cursor": cursor,
                "email": email,
                "name": name,
                "isActive": is_active,
                "role": role,
                "reportsToId": reports_to_id,
            },
        )
        return (await self._send(call, timeout)).data

    async def get_user(
        self,
        user_id: str | UUID,
        *,
        timeout: float | None = None,
    ) -> User:
        """Returns one user.

        Needs the scope `read:users`.

        Args:
            user_id: The user, a UUID.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/users/{user_id}".format(
                user_id=quote(str(user_id), safe=""),
            ),
            GetUserResult.from_dict,
            idempotent=True,
        )
        return (await self._send(call, timeout)).data

    async def update_user(
        self,
        user_id: str | UUID,
        *,
        name: str | Unset = UNSET,
        image: None | str | Unset = UNSET,
        country_code: None | str | Unset = UNSET,
        default_availability: float | Unset = UNSET,
        reports_to_id: None | str | Unset | UUID = UNSET,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> User:
        """Changes the fields that are given and returns the user.

        Users change their own name and image; their managers also country and availability; admins every
        field of every user.

        Needs the scope `write:users`.
        - 400 where a field is out of bounds, or the reporting line would name an unknown user or become a
        cycle
        - 403 where one field may not be changed by the caller
        - 409 where If-Match names another version

        Args:
            user_id: The user to change, a UUID.
            name: Display name, 1 to 255 characters after trimming.
            image: Avatar: an absolute http or https URL of at most 2048 characters.
            country_code: ISO 3166-1 alpha-2 country code, answered in upper case.
            default_availability: Default weekly availability in hours, 0 to 168.
            reports_to_id: The user's manager, a user of the organization; never the user or someone below them.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PATCH",
            "/api/v1/users/{user_id}".format(
                user_id=quote(str(user_id), safe=""),
            ),
            UpdateUserResult.from_dict,
            idempotent=True,
            body=body_of(
                UserPatch(
                    name=name,
                    image=image,
                    country_code=country_code,
                    default_availability=default_availability,
                    reports_to_id=reports_to_id,
                )
            ),
            if_match=if_match,
        )
        return (await self._send(call, timeout)).data

    async def list_clients(
        self,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        updated_since: datetime.datetime | str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        name: str | Unset = UNSET,
        is_active: bool | Unset = UNSET,
        account_manager_id: str | Unset | UUID = UNSET,
        timeout: float | None = None,
    ) -> ClientPage:
        """Returns the clients of the organization, oldest first.

        Needs the scope `read:clients`.
        - 400 names a filter or a page bound that is wrong

        Args:
            limit: Rows on the page: default 50, clamped into 1..200.
            offset: Rows to skip: 0 to 9007199254740991, default 0. Past the end the page is empty. Offsets shift if
                rows are written between two pages; cursors do not.
            count: Whether to count all rows that match. A count costs as much as the organization is large, so
                total is null without it.
            updated_since: Only rows changed at this time or later.
            cursor: Continues after the page that returned this next_cursor, in the same list with the same filters.
                A request has a cursor or an offset, not both.
            name: Only clients whose company name contains this text, in any case.
            is_active: Only active clients, or only inactive ones.
            account_manager_id: Only clients of this account manager.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/clients",
            ListClientsResult.from_dict,
            idempotent=True,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "updatedSince": updated_since,
                "cursor": cursor,
                "name": name,
                "isActive": is_active,
                "accountManagerId": account_manager_id,
            },
        )
        return (await self._send(call, timeout)).data

    async def create_client(
        self,
        *,
        company_name: str,
        email: None | str | Unset = UNSET,
        image: None | str | Unset = UNSET,
        country_code: None | str | Unset = UNSET,
        website: None | str | Unset = UNSET,
        is_active: bool | Unset = UNSET,
        client_priority: ClientPriority | Unset = UNSET,
        categories: list[str] | Unset = UNSET,
        account_manager_id: None | str | Unset | UUID = UNSET,
        timeout: float | None = None,
    ) -> Client:
        """Creates a client.

        Managers and admins may.

        Needs the scope `write:clients`.
        - 400 where a field is missing or out of bounds, or the account manager is unknown

        Args:
            company_name: Company name, 2 to 255 characters after trimming.
            email: Contact e-mail address, at most 320 characters.
            image: Logo, a URI of at most 2048 characters.
            country_code: Country code, at most 100 characters.
            website: Website of the company, at most 2048 characters.
            is_active: Whether the client is active; true by default.
            client_priority: How important a client is.
                - `high`: High.
                - `medium`: Medium, the default.
                - `low`: Low.
            categories: Up to 30 categories of 1 to 50 characters, trimmed, each once. Each may also be an object with
                the member name.
            account_manager_id: The user who looks after the client.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/clients",
            CreateClientResult.from_dict,
            idempotent=False,
            body=body_of(
                ClientInput(
                    company_name=company_name,
                    email=email,
                    image=image,
                    country_code=country_code,
                    website=website,
                    is_active=is_active,
                    client_priority=client_priority,
                    categories=categories,
                    account_manager_id=account_manager_id,
                )
            ),
        )
        return (await self._send(call, timeout)).data

    async def get_client(
        self,
        client_id: str | UUID,
        *,
        timeout: float | None = None,
    ) -> Client:
        """Returns one client.

        Needs the scope `read:clients`.

        Args:
            client_id: The client, a UUID.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/clients/{client_id}".format(
                client_id=quote(str(client_id), safe=""),
            ),
            GetClientResult.from_dict,
            idempotent=True,
        )
        return (await self._send(call, timeout)).data

    async def update_client(
        self,
        client_id: str | UUID,
        *,
        company_name: str | Unset = UNSET,
        email: None | str | Unset = UNSET,
        image: None | str | Unset = UNSET,
        country_code: None | str | Unset = UNSET,
        website: None | str | Unset = UNSET,
        is_active: bool | Unset = UNSET,
        client_priority: ClientPriority | Unset = UNSET,
        categories: list[str] | Unset = UNSET,
        account_manager_id: None | str | Unset | UUID = UNSET,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> Client:
        """Changes the fields that are given and returns the client.

        Managers and admins may.

        Needs the scope `write:clients`.
        - 400 where a field is out of bounds, or the account manager is unknown
        - 409 where If-Match names another version

        Args:
            client_id: The client to change, a UUID.
            company_name: Company name, 2 to 255 characters after trimming.
            email: Contact e-mail address, at most 320 characters.
            image: Logo, a URI of at most 2048 characters.
            country_code: Country code, at most 100 characters.
            website: Website of the company, at most 2048 characters.
            is_active: Whether the client is active; true by default.
            client_priority: How important a client is.
                - `high`: High.
                - `medium`: Medium, the default.
                - `low`: Low.
            categories: Up to 30 categories of 1 to 50 characters, trimmed, each once.
            account_manager_id: The user who looks after the client.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PATCH",
            "/api/v1/clients/{client_id}".format(
                client_id=quote(str(client_id), safe=""),
            ),
            UpdateClientResult.from_dict,
            idempotent=True,
            body=body_of(
                ClientPatch(
                    company_name=company_name,
                    email=email,
                    image=image,
                    country_code=country_code,
                    website=website,
                    is_active=is_active,
                    client_priority=client_priority,
                    categories=categories,
                    account_manager_id=account_manager_id,
                )
            ),
            if_match=if_match,
        )
        return (await self._send(call, timeout)).data

    async def list_projects(
        self,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        updated_since: datetime.datetime | str | Unset = UNSET,
        client_id: str | Unset | UUID = UNSET,
        status: list[ProjectStatus] | Unset = UNSET,
        start_date: datetime.date | str | Unset = UNSET,
        end_date: datetime.date | str | Unset = UNSET,
        assigned_user_id: str | Unset | UUID = UNSET,
        is_billable: bool | Unset = UNSET,
        name: str | Unset = UNSET,
        expand: list[ListProjectsExpandItem] | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> ProjectPage:
        """Returns the projects of the organization, oldest first.

        Filters combine with AND.

        Needs the scope `read:projects`.
        - 400 names a filter or a page bound that is wrong
        - 409 is reserved: no list is refused for a conflict today

        Args:
            limit: Rows on the page: default 50, clamped into 1..200.
            offset: Rows to skip: 0 to 9007199254740991, default 0. Past the end the page is empty. Offsets shift if
                rows are written between two pages; cursors do not.
            count: Whether to count all rows that match. A count costs as much as the organization is large, so
                total is null without it.
            updated_since: Only rows changed at this time or later.
            client_id: Only rows of this client.
            status: Only projects in one of these states, up to five.
            start_date: Only projects that end on this date or later.
            end_date: Only projects that start on this date or earlier.
            assigned_user_id: Only projects with planned hours of this user, more than 0.
            is_billable: Only projects that are billable, or only those that are not.
            name: Only projects whose name contains this text, whatever the case.
            expand: Objects to add to each project: client, projectManager.
            cursor: Continues after the page that returned this next_cursor, in the same list with the same filters.
                A request has a cursor or an offset, not both.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/projects",
            ListProjectsResult.from_dict,
            idempotent=True,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "updatedSince": updated_since,
                "clientId": client_id,
                "status": status,
                "startDate": start_date,
                "endDate": end_date,
                "assignedUserId": assigned_user_id,
                "isBillable": is_billable,
                "name": name,
                "expand": expand,
                "cursor": cursor,
            },
        )
        return (await self._send(call, timeout)).data

    async def create_project(
        self,
        *,
        name: str,
        client_id: str | UUID,
        start_date: datetime.date | str,
        end_date: datetime.date | str,
        objective: None | str | Unset = UNSET,
        project_manager_id: None | str | Unset | UUID = UNSET,
        status: ProjectStatus | Unset = UNSET,
        billing_type: BillingType | Unset = UNSET,
        amount: float | Unset = UNSET,
        hourly_rate: float | Unset = UNSET,
        timeout: float | None = None,
    ) -> Project:
        """Creates a project.

        Managers and admins may.

        Needs the scope `write:projects`.
        - 400 where a field is missing or out of bounds, the client or the project manager is unknown, the
        end is before the start, or amount and hourly rate do not fit the billing type

        Args:
            name: Name, 1 to 255 characters after trimming.
            client_id: The client that the project is for. Set on create only.
            start_date: First day.
            end_date: Last day, not before the first.
            objective: What the project is to achieve, up to 10,000 characters.
            project_manager_id: The user who manages the project.
            status: Where a project stands.
                - `draft`: A draft, the default.
                - `planned`: Planned.
                - `active`: Under way.
                - `completed`: Completed.
                - `cancelled`: Cancelled.
            billing_type: How a project is billed.
                - `fixed_price`: One amount for the project.
                - `retainer`: An amount that recurs.
                - `time_materials`: Hours at an hourly rate.
                - `non_billable`: Not billed.
            amount: Amount of a fixed price or a retainer, 0 to 1e12. Set on create only.
            hourly_rate: Hourly rate of time and materials, 0 to 1e12. Set on create only.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/projects",
            CreateProjectResult.from_dict,
            idempotent=False,
            body=body_of(
                ProjectInput(
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
                )
            ),
        )
        return (await self._send(call, timeout)).data

    async def get_project(
        self,
        project_id: str | UUID,
        *,
        expand: list[GetProjectExpandItem] | Unset = UNSET,
        timeout: float | None = None,
    ) -> Project:
        """Returns one project.

        Needs the scope `read:projects`.

        Args:
            project_id: The project, a UUID.
            expand: Objects to add to the project: client, projectManager.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/projects/{project_id}".format(
                project_id=quote(str(project_id), safe=""),
            ),
            GetProjectResult.from_dict,
            idempotent=True,
            query={
                "expand": expand,
            },
        )
        return (await self._send(call, timeout)).data

    async def update_project(
        self,
        project_id: str | UUID,
        *,
        name: str | Unset = UNSET,
        start_date: datetime.date | str | Unset = UNSET,
        end_date: datetime.date | str | Unset = UNSET,
        objective: None | str | Unset = UNSET,
        project_manager_id: None | str | Unset | UUID = UNSET,
        status: ProjectStatus | Unset = UNSET,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> Project:
        """Changes the fields that are given and returns the project.

        Any move between states is allowed. Managers, admins and the project's manager may.

        Needs the scope `write:projects`.
        - 400 where a field is out of bounds, the project manager is unknown, or the end would be before the
        start
        - 409 where If-Match names another version

        Args:
            project_id: The project to change, a UUID.
            name: Name, 1 to 255 characters after trimming.
            start_date: First day.
            end_date: Last day, not before the first.
            objective: What the project is to achieve, up to 10,000 characters.
            project_manager_id: The user who manages the project.
            status: Where a project stands.
                - `draft`: A draft, the default.
                - `planned`: Planned.
                - `active`: Under way.
                - `completed`: Completed.
                - `cancelled`: Cancelled.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PATCH",
            "/api/v1/projects/{project_id}".format(
                project_id=quote(str(project_id), safe=""),
            ),
            UpdateProjectResult.from_dict,
            idempotent=True,
            body=body_of(
                ProjectPatch(
                    name=name,
                    start_date=start_date,
                    end_date=end_date,
                    objective=objective,
                    project_manager_id=project_manager_id,
                    status=status,
                )
            ),
            if_match=if_match,
        )
        return (await self._send(call, timeout)).data

    async def list_capabilities(
        self,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        updated_since: datetime.datetime | str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> CapabilityPage:
        """Returns the capabilities, oldest first.

        Needs the scope `read:assignments`.
        - 400 names a filter or a page bound that is wrong

        Args:
            limit: Rows on the page: default 50, clamped into 1..200.
            offset: Rows to skip: 0 to 9007199254740991, default 0. Past the end the page is empty. Offsets shift if
                rows are written between two pages; cursors do not.
            count: Whether to count all rows that match. A count costs as much as the organization is large, so
                total is null without it.
            updated_since: Only rows changed at this time or later.
            cursor: Continues after the page that returned this next_cursor, in the same list with the same filters.
                A request has a cursor or an offset, not both.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/capabilities",
            ListCapabilitiesResult.from_dict,
            idempotent=True,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "updatedSince": updated_since,
                "cursor": cursor,
            },
        )
        return (await self._send(call, timeout)).data

    async def list_assignments(
        self,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        updated_since: datetime.datetime | str | Unset = UNSET,
        user_id: str | Unset | UUID = UNSET,
        project_id: str | Unset | UUID = UNSET,
        start_date: datetime.date | str | Unset = UNSET,
        end_date: datetime.date | str | Unset = UNSET,
        capability_id: str | Unset | UUID = UNSET,
        cursor: str | Unset = UNSET,
        min_hours: float | Unset = UNSET,
        timeout: float | None = None,
    ) -> AssignmentPage:
        """Returns rows of planned hours, ordered by date, user, project and capability.

        Filters combine with AND.

        Needs the scope `read:assignments`.
        - 400 names a filter or a page bound that is wrong

        Args:
            limit: Rows on the page: default 50, clamped into 1..200.
            offset: Rows to skip: 0 to 9007199254740991, default 0. Past the end the page is empty. Offsets shift if
                rows are written between two pages; cursors do not.
            count: Whether to count all rows that match. A count costs as much as the organization is large, so
                total is null without it.
            updated_since: Only rows changed at this time or later.
            user_id: Only rows of this user.
            project_id: Only rows of this project.
            start_date: Only rows on this date or later.
            end_date: Only rows on this date or earlier.
            capability_id: Only rows of this capability, or none for rows without a capability.
            cursor: Continues after the page that returned this next_cursor, in the same list with the same filters.
                A request has a cursor or an offset, not both.
            min_hours: Only rows with at least this many hours.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/assignments",
            ListAssignmentsResult.from_dict,
            idempotent=True,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "updatedSince": updated_since,
                "user_id": user_id,
                "project_id": project_id,
                "start_date": start_date,
                "end_date": end_date,
                "capability_id": capability_id,
                "cursor": cursor,
                "min_hours": min_hours,
            },
        )
        return (await self._send(call, timeout)).data

    async def upsert_assignments(
        self,
        *,
        items: list[AssignmentInput],
        dry_run: bool | Unset = UNSET,
        timeout: float | None = None,
    ) -> list[Assignment]:
        """Writes up to 5,000 rows in one transaction and returns them in the order of the items.

        A row with the same user, project, capability and date is updated, otherwise created; of two items
        with one key the later wins, and both places show the final row. One bad item writes nothing, and
        the error lists every bad item.

        Needs the scope `write:assignments`.
        - 400 where an item is out of bounds or names an unknown user, project or capability
        - 403 where the caller may not write an item

        Args:
            items: The rows, 0 to 5,000.
            dry_run: Whether only to check: the same checks and the same answer, nothing written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/assignments",
            UpsertAssignmentsResult.from_dict,
            idempotent=True,
            query={
                "dryRun": dry_run,
            },
            body=body_of(
                AssignmentBatchInput(
                    items=items,
                )
            ),
        )
        return (await self._send(call, timeout)).data

    async def list_actual_hours(
        self,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        updated_since: datetime.datetime | str | Unset = UNSET,
        user_id: str | Unset | UUID = UNSET,
        project_id: str | Unset | UUID = UNSET,
        start_date: datetime.date | str | Unset = UNSET,
        end_date: datetime.date | str | Unset = UNSET,
        capability_id: str | Unset | UUID = UNSET,
        cursor: str | Unset = UNSET,
        min_hours: float | Unset = UNSET,
        timeout: float | None = None,
    ) -> ActualHoursPage:
        """Returns rows of actual hours, ordered by date, user, project and capability.

        Filters combine with AND.

        Needs the scope `read:actual_hours`.
        - 400 names a filter or a page bound that is wrong

        Args:
            limit: Rows on the page: default 50, clamped into 1..200.
            offset: Rows to skip: 0 to 9007199254740991, default 0. Past the end the page is empty. Offsets shift if
                rows are written between two pages; cursors do not.
            count: Whether to count all rows that match. A count costs as much as the organization is large, so
                total is null without it.
            updated_since: Only rows changed at this time or later.
            user_id: Only rows of this user.
            project_id: Only rows of this project.
            start_date: Only rows on this date or later.
            end_date: Only rows on this date or earlier.
            capability_id: Only rows of this capability, or none for rows without a capability.
            cursor: Continues after the page that returned this next_cursor, in the same list with the same filters.
                A request has a cursor or an offset, not both.
            min_hours: Only rows with at least this many hours.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/actual-hours",
            ListActualHoursResult.from_dict,
            idempotent=True,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "updatedSince": updated_since,
                "user_id": user_id,
                "project_id": project_id,
                "start_date": start_date,
                "end_date": end_date,
                "capability_id": capability_id,
                "cursor": cursor,
                "min_hours": min_hours,
            },
        )
        return (await self._send(call, timeout)).data

    async def upsert_actual_hours(
        self,
        *,
        items: list[ActualHoursRowInput],
        dry_run: bool | Unset = UNSET,
        timeout: float | None = None,
    ) -> ActualHoursBatch:
        """Writes up to 5,000 rows in one transaction and returns them in the order of the items.

        A row with the same user, project, capability and date is updated, otherwise created; of two items
        with one key the later wins, and both places show the final row. One bad item writes nothing, and
        the error lists every bad item.

        Needs the scope `write:actual_hours`.
        - 400 where an item is out of bounds or names an unknown user, project or capability
        - 403 where the caller may not write an item

        Args:
            items: The rows, 0 to 5,000.
            dry_run: Whether only to check: the same checks and the same answer, nothing written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/actual-hours",
            UpsertActualHoursResult.from_dict,
            idempotent=True,
            query={
                "dryRun": dry_run,
            },
            body=body_of(
                ActualHoursBatchInput(
                    items=items,
                )
            ),
        )
        return (await self._send(call, timeout)).data

    async def list_time_off_types(
        self,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        updated_since: datetime.datetime | str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> TimeOffTypePage:
        """Returns the types of time off, oldest first.

        Needs the scope `read:time_off`.
        - 400 names a filter or a page bound that is wrong

        Args:
            limit: Rows on the page: default 50, clamped into 1..200.
            offset: Rows to skip: 0 to 9007199254740991, default 0. Past the end the page is empty. Offsets shift if
                rows are written between two pages; cursors do not.
            count: Whether to count all rows that match. A count costs as much as the organization is large, so
                total is null without it.
            updated_since: Only rows changed at this time or later.
            cursor: Continues after the page that returned this next_cursor, in the same list with the same filters.
                A request has a cursor or an offset, not both.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/time-off-types",
            ListTimeOffTypesResult.from_dict,
            idempotent=True,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "updatedSince": updated_since,
                "cursor": cursor,
            },
        )
        return (await self._send(call, timeout)).data

    async def list_time_off(
        self,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        updated_since: datetime.datetime | str | Unset = UNSET,
        user_id: str | Unset | UUID = UNSET,
        status: TimeOffStatus | Unset = UNSET,
        start_date: datetime.date | str | Unset = UNSET,
        end_date: datetime.date | str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> TimeOffPage:
        """Returns time off requests, oldest first.

        Filters combine with AND. The reasons are null to all but the owner, their managers and admins.

        Needs the scope `read:time_off`.
        - 400 names a filter or a page bound that is wrong

        Args:
            limit: Rows on the page: default 50, clamped into 1..200.
            offset: Rows to skip: 0 to 9007199254740991, default 0. Past the end the page is empty. Offsets shift if
                rows are written between two pages; cursors do not.
            count: Whether to count all rows that match. A count costs as much as the organization is large, so
                total is null without it.
            updated_since: Only rows changed at this time or later.
            user_id: Only rows of this user.
            status: Where a time off request stands.
                - `pending`: Waiting for a decision, the default.
                - `approved`: Approved.
                - `rejected`: Rejected.
            start_date: Only requests that end on this date or later.
            end_date: Only requests that start on this date or earlier.
            cursor: Continues after the page that returned this next_cursor, in the same list with the same filters.
                A request has a cursor or an offset, not both.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/time-off",
            ListTimeOffResult.from_dict,
            idempotent=True,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "updatedSince": updated_since,
                "user_id": user_id,
                "status": status,
                "start_date": start_date,
                "end_date": end_date,
                "cursor": cursor,
            },
        )
        return (await self._send(call, timeout)).data

    async def create_time_off(
        self,
        *,
        user_id: str | UUID,
        time_off_type_id: str | UUID,
        start_date: datetime.date | str,
        end_date: datetime.date | str,
        availability: float,
        reason: str,
        status: TimeOffStatus | Unset = UNSET,
        rejection_reason: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> TimeOff:
        """Asks for time off, for oneself or as an approver.

        A status other than pending needs approval rights.

        Needs the scope `write:time_off`.
        - 400 where a field is missing or out of bounds, the user or the type is unknown, or the end is
        before the start or over 366 days away

        Args:
            user_id: The user who is away. Set on create only.
            time_off_type_id: The type of time off.
            start_date: First day.
            end_date: Last day: not before the first, and at most 366 days in all.
            availability: Hours still worked per day, 0 to 24.
            reason: Why, 1 to 2,000 characters after trimming. Shown to the owner, their managers and admins, and
                null to all others.
            status: Where a time off request stands.
                - `pending`: Waiting for a decision, the default.
                - `approved`: Approved.
                - `rejected`: Rejected.
            rejection_reason: Why it was rejected, 1 to 1,000 characters after trimming. Set on create together with the
                status rejected, then by reject. Null to all but the owner, their managers and admins.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/time-off",
            CreateTimeOffResult.from_dict,
            idempotent=False,
            body=body_of(
                TimeOffInput(
                    user_id=user_id,
                    time_off_type_id=time_off_type_id,
                    start_date=start_date,
                    end_date=end_date,
                    availability=availability,
                    reason=reason,
                    status=status,
                    rejection_reason=rejection_reason,
                )
            ),
        )
        return (await self._send(call, timeout)).data

    async def get_time_off(
        self,
        request_id: str | UUID,
        *,
        timeout: float | None = None,
    ) -> TimeOff:
        """Returns one time off request.

        The reasons are null unless the caller is the owner, one of their managers or an admin.

        Needs the scope `read:time_off`.

        Args:
            request_id: The time off request, a UUID.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/time-off/{request_id}".format(
                request_id=quote(str(request_id), safe=""),
            ),
            GetTimeOffResult.from_dict,
            idempotent=True,
        )
        return (await self._send(call, timeout)).data

    async def delete_time_off(
        self,
        request_id: str | UUID,
        *,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> None:
        """Deletes a request.

        A pending one by its owner or an approver, an approved one by an approver, and by the owner before
        it starts, a rejected one by an approver.

        Needs the scope `write:time_off`.
        - 409 where If-Match names another version

        Args:
            request_id: The request to delete, a UUID.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "DELETE",
            "/api/v1/time-off/{request_id}".format(
                request_id=quote(str(request_id), safe=""),
            ),
            DeleteTimeOffResult.from_dict,
            idempotent=True,
            if_match=if_match,
        )
        await self._send(call, timeout)

    async def update_time_off(
        self,
        request_id: str | UUID,
        *,
        time_off_type_id: str | Unset | UUID = UNSET,
        start_date: datetime.date | str | Unset = UNSET,
        end_date: datetime.date | str | Unset = UNSET,
        availability: float | Unset = UNSET,
        reason: str | Unset = UNSET,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> TimeOff:
        """Changes the fields that are given and returns the request.

        A pending one by its owner or an approver, an approved one by an approver.

        Needs the scope `write:time_off`.
        - 400 where a field is out of bounds or the type is unknown
        - 409 where the request is rejected
        - 409 where If-Match names another version

        Args:
            request_id: The request to change, a UUID.
            time_off_type_id: The type of time off.
            start_date: First day.
            end_date: Last day: not before the first, and at most 366 days in all.
            availability: Hours still worked per day, 0 to 24.
            reason: Why, 1 to 2,000 characters after trimming. Shown to the owner, their managers and admins, and
                null to all others.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PATCH",
            "/api/v1/time-off/{request_id}".format(
                request_id=quote(str(request_id), safe=""),
            ),
            UpdateTimeOffResult.from_dict,
            idempotent=True,
            body=body_of(
                TimeOffPatch(
                    time_off_type_id=time_off_type_id,
                    start_date=start_date,
                    end_date=end_date,
                    availability=availability,
                    reason=reason,
                )
            ),
            if_match=if_match,
        )
        return (await self._send(call, timeout)).data

    async def approve_time_off(
        self,
        request_id: str | UUID,
        *,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> None:
        """Approves a pending request; approving an approved one changes nothing.

        The managers of the user may, and admins; never the user themselves unless they are an admin.

        Needs the scope `write:time_off`.
        - 409 where the request is rejected
        - 409 where If-Match names another version

        Args:
            request_id: The request to approve, a UUID.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/time-off/{request_id}/approve".format(
                request_id=quote(str(request_id), safe=""),
            ),
            ApproveTimeOffResult.from_dict,
            idempotent=True,
            if_match=if_match,
        )
        await self._send(call, timeout)

    async def reject_time_off(
        self,
        request_id: str | UUID,
        *,
        rejection_reason: str,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> TimeOffRejection:
        """Rejects a pending request; rejecting a rejected one for the same reason changes nothing.

        Who may approve may reject.

        Needs the scope `write:time_off`.
        - 400 where the reason is missing or too long
        - 409 where the request is approved, or rejected for another reason
        - 409 where If-Match names another version

        Args:
            request_id: The request to reject, a UUID.
            rejection_reason: The reason, 1 to 1,000 characters after trimming.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/time-off/{request_id}/reject".format(
                request_id=quote(str(request_id), safe=""),
            ),
            RejectTimeOffResult.from_dict,
            idempotent=True,
            body=body_of(
                TimeOffRejectionInput(
                    rejection_reason=rejection_reason,
                )
            ),
            if_match=if_match,
        )
        return (await self._send(call, timeout)).data
