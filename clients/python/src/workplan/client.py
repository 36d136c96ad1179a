"""The calls of the REST API, sync and async."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from urllib.parse import quote
from uuid import UUID

from ._http import AsyncConnection, Call, Connection, body_of, only_once
from .models.actual_hours_batch import ActualHoursBatch
from .models.actual_hours_batch_input import ActualHoursBatchInput
from .models.actual_hours_changes import ActualHoursChanges
from .models.actual_hours_page import ActualHoursPage
from .models.actual_hours_row_input import ActualHoursRowInput
from .models.actual_hours_window_input import ActualHoursWindowInput
from .models.approve_time_off_result import ApproveTimeOffResult
from .models.assignment import Assignment
from .models.assignment_batch_input import AssignmentBatchInput
from .models.assignment_changes import AssignmentChanges
from .models.assignment_copy_input import AssignmentCopyInput
from .models.assignment_input import AssignmentInput
from .models.assignment_page import AssignmentPage
from .models.assignment_source_input import AssignmentSourceInput
from .models.assignment_target_input import AssignmentTargetInput
from .models.assignment_window_input import AssignmentWindowInput
from .models.billing_type import BillingType
from .models.calendar_feed import CalendarFeed
from .models.calendar_feed_page import CalendarFeedPage
from .models.candidates import Candidates
from .models.capabilities_of_user_input import CapabilitiesOfUserInput
from .models.capability import Capability
from .models.capability_input import CapabilityInput
from .models.capability_page import CapabilityPage
from .models.capability_patch import CapabilityPatch
from .models.capacity import Capacity
from .models.capacity_bucket import CapacityBucket
from .models.capacity_gaps import CapacityGaps
from .models.capacity_group import CapacityGroup
from .models.capacity_split import CapacitySplit
from .models.client import Client
from .models.client_batch_input import ClientBatchInput
from .models.client_input import ClientInput
from .models.client_page import ClientPage
from .models.client_patch import ClientPatch
from .models.client_priority import ClientPriority
from .models.confirm_assignments_result import ConfirmAssignmentsResult
from .models.confirmation import Confirmation
from .models.confirmation_window_input import ConfirmationWindowInput
from .models.copy_assignments_include_item import (
    CopyAssignmentsIncludeItem,
)
from .models.copy_assignments_result import CopyAssignmentsResult
from .models.create_calendar_feed_result import CreateCalendarFeedResult
from .models.create_capability_result import CreateCapabilityResult
from .models.create_client_result import CreateClientResult
from .models.create_key_result import CreateKeyResult
from .models.create_project_result import CreateProjectResult
from .models.create_time_off_result import CreateTimeOffResult
from .models.create_time_off_type_result import CreateTimeOffTypeResult
from .models.create_user_result import CreateUserResult
from .models.create_webhook_result import CreateWebhookResult
from .models.delete_actual_hours_result import DeleteActualHoursResult
from .models.delete_actual_hours_rows_result import DeleteActualHoursRowsResult
from .models.delete_assignment_rows_result import DeleteAssignmentRowsResult
from .models.delete_assignments_result import DeleteAssignmentsResult
from .models.delete_calendar_feed_result import DeleteCalendarFeedResult
from .models.delete_holiday_result import DeleteHolidayResult
from .models.delete_session_result import DeleteSessionResult
from .models.delete_time_off_result import DeleteTimeOffResult
from .models.delete_user_calendar_feed_result import DeleteUserCalendarFeedResult
from .models.delete_webhook_result import DeleteWebhookResult
from .models.deleted_rows import DeletedRows
from .models.diff_actual_hours_result import DiffActualHoursResult
from .models.diff_assignments_result import DiffAssignmentsResult
from .models.event import Event
from .models.event_page import EventPage
from .models.fill_placeholder_include_item import (
    FillPlaceholderIncludeItem,
)
from .models.fill_placeholder_result import FillPlaceholderResult
from .models.filled_placeholder import FilledPlaceholder
from .models.filling_input import FillingInput
from .models.get_calendar_feed_result import GetCalendarFeedResult
from .models.get_capacity_result import GetCapacityResult
from .models.get_client_result import GetClientResult
from .models.get_event_result import GetEventResult
from .models.get_me_result import GetMeResult
from .models.get_project_expand_item import (
    GetProjectExpandItem,
)
from .models.get_project_result import GetProjectResult
from .models.get_time_off_result import GetTimeOffResult
from .models.get_user_capabilities_result import GetUserCapabilitiesResult
from .models.get_user_include_item import (
    GetUserIncludeItem,
)
from .models.get_user_result import GetUserResult
from .models.get_views_result import GetViewsResult
from .models.get_webhook_result import GetWebhookResult
from .models.get_working_patterns_result import GetWorkingPatternsResult
from .models.holiday import Holiday
from .models.holiday_batch_input import HolidayBatchInput
from .models.holiday_calendar_input import HolidayCalendarInput
from .models.holiday_import import HolidayImport
from .models.holiday_input import HolidayInput
from .models.holiday_page import HolidayPage
from .models.hours_diff_page import HoursDiffPage
from .models.hours_key_input import HoursKeyInput
from .models.hours_keys_input import HoursKeysInput
from .models.import_holidays_result import ImportHolidaysResult
from .models.key import Key
from .models.key_identity import KeyIdentity
from .models.key_input import KeyInput
from .models.key_page import KeyPage
from .models.key_patch import KeyPatch
from .models.key_revocation_input import KeyRevocationInput
from .models.key_rotation_input import KeyRotationInput
from .models.list_actual_hours_result import ListActualHoursResult
from .models.list_assignments_result import ListAssignmentsResult
from .models.list_calendar_feeds_result import ListCalendarFeedsResult
from .models.list_candidates_result import ListCandidatesResult
from .models.list_capabilities_result import ListCapabilitiesResult
from .models.list_capacity_gaps_result import ListCapacityGapsResult
from .models.list_clients_result import ListClientsResult
from .models.list_clients_sort import ListClientsSort
from .models.list_events_result import ListEventsResult
from .models.list_holidays_result import ListHolidaysResult
from .models.list_keys_result import ListKeysResult
from .models.list_projects_expand_item import (
    ListProjectsExpandItem,
)
from .models.list_projects_result import ListProjectsResult
from .models.list_projects_sort import ListProjectsSort
from .models.list_sessions_result import ListSessionsResult
from .models.list_time_off_result import ListTimeOffResult
from .models.list_time_off_sort import ListTimeOffSort
from .models.list_time_off_types_result import ListTimeOffTypesResult
from .models.list_user_capabilities_result import ListUserCapabilitiesResult
from .models.list_users_include_item import (
    ListUsersIncludeItem,
)
from .models.list_users_result import ListUsersResult
from .models.list_users_sort import ListUsersSort
from .models.list_webhook_attempts_result import ListWebhookAttemptsResult
from .models.list_webhooks_result import ListWebhooksResult
from .models.list_working_patterns_result import ListWorkingPatternsResult
from .models.on_existing import OnExisting
from .models.patterns_of_user_input import PatternsOfUserInput
from .models.project import Project
from .models.project_batch_input import ProjectBatchInput
from .models.project_batch_input_create_only import (
    ProjectBatchInputCreateOnly,
)
from .models.project_color import ProjectColor
from .models.project_input import ProjectInput
from .models.project_page import ProjectPage
from .models.project_patch import ProjectPatch
from .models.project_status import ProjectStatus
from .models.redeliver_webhook_result import RedeliverWebhookResult
from .models.reject_time_off_result import RejectTimeOffResult
from .models.replace_actual_hours_window_include_item import (
    ReplaceActualHoursWindowIncludeItem,
)
from .models.replace_actual_hours_window_result import ReplaceActualHoursWindowResult
from .models.replace_assignments_window_include_item import (
    ReplaceAssignmentsWindowIncludeItem,
)
from .models.replace_assignments_window_result import ReplaceAssignmentsWindowResult
from .models.replace_user_capabilities_result import ReplaceUserCapabilitiesResult
from .models.replace_views_result import ReplaceViewsResult
from .models.replace_working_patterns_result import ReplaceWorkingPatternsResult
from .models.revoke_key_result import RevokeKeyResult
from .models.role import Role
from .models.rotate_key_result import RotateKeyResult
from .models.rotate_webhook_secret_result import RotateWebhookSecretResult
from .models.session_page import SessionPage
from .models.test_webhook_result import TestWebhookResult
from .models.time_off import TimeOff
from .models.time_off_batch_input import TimeOffBatchInput
from .models.time_off_batch_input_create_only import (
    TimeOffBatchInputCreateOnly,
)
from .models.time_off_input import TimeOffInput
from .models.time_off_page import TimeOffPage
from .models.time_off_patch import TimeOffPatch
from .models.time_off_rejection import TimeOffRejection
from .models.time_off_rejection_input import TimeOffRejectionInput
from .models.time_off_status import TimeOffStatus
from .models.time_off_type import TimeOffType
from .models.time_off_type_input import TimeOffTypeInput
from .models.time_off_type_page import TimeOffTypePage
from .models.time_off_type_patch import TimeOffTypePatch
from .models.unbind_sign_in_result import UnbindSignInResult
from .models.update_capability_result import UpdateCapabilityResult
from .models.update_client_result import UpdateClientResult
from .models.update_key_result import UpdateKeyResult
from .models.update_project_result import UpdateProjectResult
from .models.update_time_off_result import UpdateTimeOffResult
from .models.update_time_off_type_result import UpdateTimeOffTypeResult
from .models.update_user_result import UpdateUserResult
from .models.update_webhook_result import UpdateWebhookResult
from .models.upsert_actual_hours_include_item import (
    UpsertActualHoursIncludeItem,
)
from .models.upsert_actual_hours_result import UpsertActualHoursResult
from .models.upsert_assignments_include_item import (
    UpsertAssignmentsIncludeItem,
)
from .models.upsert_assignments_result import UpsertAssignmentsResult
from .models.upsert_clients_include_item import (
    UpsertClientsIncludeItem,
)
from .models.upsert_clients_result import UpsertClientsResult
from .models.upsert_holidays_result import UpsertHolidaysResult
from .models.upsert_projects_include_item import (
    UpsertProjectsIncludeItem,
)
from .models.upsert_projects_result import UpsertProjectsResult
from .models.upsert_time_off_include_item import (
    UpsertTimeOffIncludeItem,
)
from .models.upsert_time_off_result import UpsertTimeOffResult
from .models.upsert_user_capabilities_include_item import (
    UpsertUserCapabilitiesIncludeItem,
)
from .models.upsert_user_capabilities_result import UpsertUserCapabilitiesResult
from .models.upsert_users_include_item import (
    UpsertUsersIncludeItem,
)
from .models.upsert_users_result import UpsertUsersResult
from .models.upsert_working_patterns_include_item import (
    UpsertWorkingPatternsIncludeItem,
)
from .models.upsert_working_patterns_result import UpsertWorkingPatternsResult
from .models.user import User
from .models.user_batch_input import UserBatchInput
from .models.user_batch_input_create_only import (
    UserBatchInputCreateOnly,
)
from .models.user_capabilities import UserCapabilities
from .models.user_capabilities_batch_input import UserCapabilitiesBatchInput
from .models.user_capabilities_input import UserCapabilitiesInput
from .models.user_capabilities_page import UserCapabilitiesPage
from .models.user_capability_input import UserCapabilityInput
from .models.user_input import UserInput
from .models.user_kind import UserKind
from .models.user_kind_filter import UserKindFilter
from .models.user_page import UserPage
from .models.user_patch import UserPatch
from .models.view_input import ViewInput
from .models.views import Views
from .models.views_input import ViewsInput
from .models.webhook import Webhook
from .models.webhook_attempt import WebhookAttempt
from .models.webhook_attempt_page import WebhookAttemptPage
from .models.webhook_input import WebhookInput
from .models.webhook_outcome import WebhookOutcome
from .models.webhook_page import WebhookPage
from .models.webhook_patch import WebhookPatch
from .models.webhook_redelivery_input import WebhookRedeliveryInput
from .models.webhook_rotation_input import WebhookRotationInput
from .models.webhook_state import WebhookState
from .models.working_pattern_input import WorkingPatternInput
from .models.working_patterns import WorkingPatterns
from .models.working_patterns_batch_input import WorkingPatternsBatchInput
from .models.working_patterns_input import WorkingPatternsInput
from .models.working_patterns_page import WorkingPatternsPage
from .models.write_meta import WriteMeta
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
        """Returns the identity of the key.

        The identity is its organization, the user it acts as and its scopes. In the console it is that of
        the session. The call also works if the user is deactivated or the organization is suspended;
        organization.suspendedAt says so then.

        Needs no scope.
        - 401 if the key is missing, unknown, expired or revoked

        Args:
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/me",
            GetMeResult.from_dict,
        )
        return self._send(call, timeout).data

    def get_views(
        self,
        *,
        timeout: float | None = None,
    ) -> Views:
        """Returns the saved views of the acting user.

        Needs the scope `read:users`.

        Args:
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/me/views",
            GetViewsResult.from_dict,
        )
        return self._send(call, timeout).data

    def replace_views(
        self,
        *,
        items: list[ViewInput],
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> Views:
        """Replaces the whole list of saved views of the acting user.

        An empty list removes all. It leaves no event, because the views concern nobody else.

        Needs the scope `write:users`.
        - 400 if an item is invalid, or two have the same name in any case of its letters
        - 409 if the record no longer has the version in If-Match

        Args:
            items: The views, at most 50, in the order in which they were sent.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PUT",
            "/api/v1/me/views",
            ReplaceViewsResult.from_dict,
            body=body_of(
                ViewsInput(
                    items=items,
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
        ids: list[UUID] | Unset = UNSET,
        timeout: float | None = None,
    ) -> CapabilityPage:
        """Lists the capabilities, oldest first.

        Needs the scope `read:assignments`.
        - 400 if a parameter is invalid

        Args:
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty. Offsets shift if records are written between two requests; cursors do not.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            updated_since: Only records changed at this time or later.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset.
            ids: Only the capabilities with these ids, at most 200. Ids that do not exist are left out. All are
                on one page with limit=200.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/capabilities",
            ListCapabilitiesResult.from_dict,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "updatedSince": updated_since,
                "cursor": cursor,
                "ids": ids,
            },
        )
        return self._send(call, timeout).data

    def create_capability(
        self,
        *,
        name: str,
        is_active: bool | None | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> Capability:
        """Creates a capability.

        Only admins may.

        Needs the scope `write:catalog`.
        - 400 if a field is missing or out of range
        - 403 if the caller is not an admin
        - 409 if another one has the name

        Args:
            name: Name, 1 to 255 characters, unique in the organization. White space at both ends is removed.
            is_active: Whether it is active, true by default. New rows of hours cannot refer to an inactive one.
            dry_run: Whether to run all checks and return the same response without writing anything.
            idempotency_key: The server carries out the call only once for a key, within 24 hours. The default is a random key, so that each call is carried out once, however often it is sent. Pass your own to repeat a call after a restart.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/capabilities",
            CreateCapabilityResult.from_dict,
            query={
                "dryRun": dry_run,
            },
            body=body_of(
                CapabilityInput(
                    name=name,
                    is_active=is_active,
                )
            ),
            idempotency_key=only_once(idempotency_key),
        )
        return self._send(call, timeout).data

    def update_capability(
        self,
        capability_id: str | UUID,
        *,
        name: str | Unset = UNSET,
        is_active: bool | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> Capability:
        """Changes the given fields of a capability.

        Only admins may.

        Needs the scope `write:catalog`.
        - 400 if a field is out of range
        - 404 if the capability does not exist
        - 403 if the caller is not an admin
        - 409 if another one has the name
        - 409 if the record no longer has the version in If-Match

        Args:
            capability_id: The capability to change, a UUID.
            name: Name, 1 to 255 characters, unique in the organization. White space at both ends is removed.
            is_active: Whether it is active, true by default. New rows of hours cannot refer to an inactive one.
            dry_run: Whether to run all checks and return the same response without writing anything.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PATCH",
            "/api/v1/capabilities/{capability_id}".format(
                capability_id=quote(str(capability_id), safe=""),
            ),
            UpdateCapabilityResult.from_dict,
            query={
                "dryRun": dry_run,
            },
            body=body_of(
                CapabilityPatch(
                    name=name,
                    is_active=is_active,
                )
            ),
            if_match=if_match,
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
        capability_id: list[UUID] | Unset = UNSET,
        min_level: int | Unset = UNSET,
        kind: UserKindFilter | Unset = UNSET,
        ids: list[UUID] | Unset = UNSET,
        name_exact: str | Unset = UNSET,
        external_id: str | Unset = UNSET,
        sort: ListUsersSort | Unset = UNSET,
        include: list[ListUsersIncludeItem] | Unset = UNSET,
        timeout: float | None = None,
    ) -> UserPage:
        """Lists the users, oldest first.

        Filters combine with AND. Placeholders are in the list only with kind=placeholder or kind=all.

        Needs the scope `read:users`.
        - 400 if a parameter is invalid, or min_level is used without capability_id

        Args:
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty. Offsets shift if records are written between two requests; cursors do not.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            updated_since: Only records changed at this time or later.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset.
            email: Only the user with this e-mail address, which has no space. Case is ignored.
            name: Only users whose name contains this text. Case and accents are ignored.
            is_active: Only active users, or only inactive ones.
            role: What a user may write.
                - `member`: May write their own records and those of the people below them.
                - `manager`: May also write clients and projects.
                - `admin`: May write everything in the organization.
            reports_to_id: Only users who report directly to this user. Accepts an id, an external id such as hr:4711, or
                an e-mail address.
            capability_id: Only users who have all of these capabilities, at most 20.
            min_level: The level, 1 to 5, that users must at least have in each of these capabilities; 1 by default. It
                needs capability_id.
            kind: Says which users are meant.
                - `person`: Persons.
                - `placeholder`: Placeholders.
                - `all`: Persons and placeholders.
            ids: Only the users with these ids, at most 200. Ids that do not exist are left out. All are on one
                page with limit=200. Placeholders among them need kind=all, too. Accepts an id, an external id
                such as hr:4711, or an e-mail address.
            name_exact: Only users with exactly this name. Case matters. White space at both ends is removed.
            external_id: Only the user with this external id, such as hr:4711.
            sort: The order: createdAt for oldest first, which is the default, or -createdAt for newest first.
            include: What users have beside their fields: capabilities. A user who has none has no such member.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/users",
            ListUsersResult.from_dict,
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
                "capabilityId": capability_id,
                "minLevel": min_level,
                "kind": kind,
                "ids": ids,
                "nameExact": name_exact,
                "externalId": external_id,
                "sort": sort,
                "include": include,
            },
        )
        return self._send(call, timeout).data

    def create_user(
        self,
        *,
        name: str,
        email: None | str | Unset = UNSET,
        image: None | str | Unset = UNSET,
        country_code: None | str | Unset = UNSET,
        default_availability: float | None | Unset = UNSET,
        reports_to_id: None | str | Unset | UUID = UNSET,
        role: None | Role | Unset = UNSET,
        is_active: bool | None | Unset = UNSET,
        kind: None | Unset | UserKind = UNSET,
        capabilities: list[UserCapabilityInput] | None | Unset = UNSET,
        external_ids: list[str] | None | Unset = UNSET,
        can_sign_in: bool | None | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> User:
        """Creates a user.

        The e-mail address and the name are required. Only admins may. The role manager or admin, and
        canSignIn, need the scope write:keys too: without it, the person cannot sign in until canSignIn is
        set. An external id of the source scim needs the scope scim.

        A user of the kind placeholder stands for work that has no person yet. It needs only a name, and has
        neither an e-mail address nor a role. Its capabilities are those that the person for the work should
        have. Users with the role manager may create placeholders too.

        Needs the scope `write:users`.
        - 400 if a field is missing or out of range, the manager or a capability is unknown, a capability is
        inactive, or a placeholder has an e-mail address or a role
        - 403 if the caller may not create such a user, or lacks the scope for the role
        - 409 if another user has the e-mail address

        Args:
            name: Display name, 1 to 255 characters. White space at both ends is removed.
            email: E-mail address, at most 320 characters. It is unique in the organization in any case of its
                letters. White space at both ends is removed. Only admins may write it. A person needs one; a
                placeholder has none, and its address is "" in responses.
            image: Avatar: an absolute http or https URL of at most 2048 characters.
            country_code: ISO 3166-1 alpha-2 country code. It is stored in upper case.
            default_availability: Default weekly availability in hours, 0 to 168. A new user has 40 by default.
            reports_to_id: The user's manager: another user, who must not be below this user in the reporting line. Accepts
                an id, an external id such as hr:4711, or an e-mail address.
            role: Role: what the user may write. A new user is a member by default. Only admins may write it. A
                placeholder has none to write, and is a member in responses.
            is_active: Whether the user is active, true by default. Keys of inactive users are refused, and work again
                when the user is active again. Only admins may write it.
            kind: What the user stands for, a person by default. It cannot be changed.
            capabilities: The capabilities that a new user has at once, at most 100. Only a request that creates a user
                has them; afterwards see ReplaceUserCapabilities. A response has them only with
                include=capabilities. Over gRPC, the list is empty without it, whatever the user has.
            external_ids: The ids that the user has in other systems: at most 20, each of another source. One is a source,
                1 to 40 of a-z, 0-9, ".", "_" and "-", a colon, and the id, 1 to 255 characters, such as
                hr:4711. No two users have the same. They are returned in the order of their sources.
            can_sign_in: Whether the person can sign in with the e-mail address, at an OpenID Connect provider. A new
                person can if the caller has the scope write:keys, which true needs. Keys do not depend on it.
                Only admins may write it, and the last active admin who can sign in keeps it. It is false for a
                placeholder, which has none to write.
            dry_run: Whether to run all checks and return the same response without writing anything.
            idempotency_key: The server carries out the call only once for a key, within 24 hours. The default is a random key, so that each call is carried out once, however often it is sent. Pass your own to repeat a call after a restart.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/users",
            CreateUserResult.from_dict,
            query={
                "dryRun": dry_run,
            },
            body=body_of(
                UserInput(
                    name=name,
                    email=email,
                    image=image,
                    country_code=country_code,
                    default_availability=default_availability,
                    reports_to_id=reports_to_id,
                    role=role,
                    is_active=is_active,
                    kind=kind,
                    capabilities=capabilities,
                    external_ids=external_ids,
                    can_sign_in=can_sign_in,
                )
            ),
            idempotency_key=only_once(idempotency_key),
        )
        return self._send(call, timeout).data

    def get_user(
        self,
        user_id: str | UUID,
        *,
        include: list[GetUserIncludeItem] | Unset = UNSET,
        timeout: float | None = None,
    ) -> User:
        """Returns one user.

        Needs the scope `read:users`.
        - 404 if the user does not exist

        Args:
            user_id: The user. Accepts an id, an external id such as hr:4711, or an e-mail address.
            include: What the user has beside its fields: capabilities. A user who has none has no such member.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/users/{user_id}".format(
                user_id=quote(str(user_id), safe=""),
            ),
            GetUserResult.from_dict,
            query={
                "include": include,
            },
        )
        return self._send(call, timeout).data

    def update_user(
        self,
        user_id: str | UUID,
        *,
        name: str | Unset = UNSET,
        email: str | Unset = UNSET,
        image: None | str | Unset = UNSET,
        country_code: None | str | Unset = UNSET,
        default_availability: float | Unset = UNSET,
        reports_to_id: None | str | Unset | UUID = UNSET,
        role: Role | Unset = UNSET,
        is_active: bool | Unset = UNSET,
        external_ids: list[str] | Unset = UNSET,
        can_sign_in: bool | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> User:
        """Changes the given fields of a user.

        Users may change their own name and image. Their managers may also change the country and the
        availability. Admins may change every field of every user. Four changes need the scope write:keys
        too, because somebody can then sign in with more rights: a higher role, another e-mail address, and
        isActive or canSignIn from false to true. Another external id of the source scim needs the scope
        scim. Users with the role manager may change placeholders, but not put one below themselves that is
        not. Another e-mail address ends the user's sessions and removes the account that the user signs in
        with, see UnbindSignIn.

        Needs the scope `write:users`.
        - 400 if a field is out of range, the manager is unknown, or the reporting line would become a cycle
        - 404 if the user does not exist
        - 403 if the caller may not change one of the fields, or lacks the scope for it
        - 409 if another user has the e-mail address
        - 409 if the organization would have no active admin left
        - 409 if the record no longer has the version in If-Match

        Args:
            user_id: The user to change. Accepts an id, an external id such as hr:4711, or an e-mail address.
            name: Display name, 1 to 255 characters. White space at both ends is removed.
            email: E-mail address, at most 320 characters. It is unique in the organization in any case of its
                letters. White space at both ends is removed. Only admins may write it. A person needs one; a
                placeholder has none, and its address is "" in responses.
            image: Avatar: an absolute http or https URL of at most 2048 characters.
            country_code: ISO 3166-1 alpha-2 country code. It is stored in upper case.
            default_availability: Default weekly availability in hours, 0 to 168. A new user has 40 by default.
            reports_to_id: The user's manager: another user, who must not be below this user in the reporting line. Accepts
                an id, an external id such as hr:4711, or an e-mail address.
            role: What a user may write.
                - `member`: May write their own records and those of the people below them.
                - `manager`: May also write clients and projects.
                - `admin`: May write everything in the organization.
            is_active: Whether the user is active, true by default. Keys of inactive users are refused, and work again
                when the user is active again. Only admins may write it.
            external_ids: The ids that the user has in other systems: at most 20, each of another source. One is a source,
                1 to 40 of a-z, 0-9, ".", "_" and "-", a colon, and the id, 1 to 255 characters, such as
                hr:4711. No two users have the same. They are returned in the order of their sources.
            can_sign_in: Whether the person can sign in with the e-mail address, at an OpenID Connect provider. A new
                person can if the caller has the scope write:keys, which true needs. Keys do not depend on it.
                Only admins may write it, and the last active admin who can sign in keeps it. It is false for a
                placeholder, which has none to write.
            dry_run: Whether to run all checks and return the same response without writing anything.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PATCH",
            "/api/v1/users/{user_id}".format(
                user_id=quote(str(user_id), safe=""),
            ),
            UpdateUserResult.from_dict,
            query={
                "dryRun": dry_run,
            },
            body=body_of(
                UserPatch(
                    name=name,
                    email=email,
                    image=image,
                    country_code=country_code,
                    default_availability=default_availability,
                    reports_to_id=reports_to_id,
                    role=role,
                    is_active=is_active,
                    external_ids=external_ids,
                    can_sign_in=can_sign_in,
                )
            ),
            if_match=if_match,
        )
        return self._send(call, timeout).data

    def upsert_users(
        self,
        *,
        items: list[UserInput],
        match: str,
        clear_fields: list[str] | None | Unset = UNSET,
        create_only: UserBatchInputCreateOnly | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        include: list[UpsertUsersIncludeItem] | Unset = UNSET,
        on_meta: Callable[[WriteMeta], object] | None = None,
        timeout: float | None = None,
    ) -> list[User]:
        """Creates or changes up to 1,000 users in one transaction.

        An item changes the user that it matches, or creates one. What matches is the external id of one
        source, or the e-mail address. Each item has what a new user needs; what it leaves out, a user who
        exists keeps. An item has no capabilities, which are written at their own path. The response has one
        user for each item, in the order of the items. If an item is invalid, nothing is written and the
        error lists all invalid items.

        Needs the scope `write:users`.
        - 400 if an item is invalid, has nothing to match, or matches the same as another item
        - 403 if the caller may not write one of the users
        - 409 if another user has the e-mail address or an external id of an item
        - 409 if the organization would have no active admin left

        Args:
            items: The users, at most 1,000. Each matches another user.
            match: What tells which user an item is: externalId with a source, such as externalId:hr, for the
                external id of that source; or email, for the e-mail address, in any case of its letters.
            clear_fields: The fields of which an item without a value clears the value of the user. Without it, what an
                item leaves out stays as it is. The names are those of JSON, also over gRPC.
            create_only: What an item does that has another value in a field that only a new user can have: refuse, which
                is the default, or keep, which leaves the field as it is. meta.warnings then names it.
            dry_run: Whether to run all checks and return the same response without writing anything.
            include: What the response has in meta: summary counts the records that are created, updated and left as
                they were.
            on_meta: Gets what the response has in meta. It is called once, before the method returns.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/users/upsert",
            UpsertUsersResult.from_dict,
            query={
                "dryRun": dry_run,
                "include": include,
            },
            body=body_of(
                UserBatchInput(
                    items=items,
                    match=match,
                    clear_fields=clear_fields,
                    create_only=create_only,
                )
            ),
        )
        result = self._send(call, timeout)
        if on_meta is not None and not isinstance(result.meta, Unset):
            on_meta(result.meta)
        return result.data

    def unbind_sign_in(
        self,
        user_id: str | UUID,
        *,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> None:
        """Removes the account of the OpenID Connect provider that a user signs in with, and ends the sessions
        that were begun with it.

        The first account that signs in with the e-mail address of a user is bound to the user, and no other
        one can sign in until it is removed. It changes nothing if no account is bound. Only admins may.

        Needs the scopes `write:users` and `write:keys`.
        - 404 if the user does not exist
        - 403 if the caller is not an admin

        Args:
            user_id: The user. Accepts an id, an external id such as hr:4711, or an e-mail address.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/users/{user_id}/unbind-sign-in".format(
                user_id=quote(str(user_id), safe=""),
            ),
            UnbindSignInResult.from_dict,
            if_match=if_match,
        )
        self._send(call, timeout)

    def get_user_capabilities(
        self,
        user_id: str | UUID,
        *,
        timeout: float | None = None,
    ) -> UserCapabilities:
        """Returns the capabilities that a user has, with a level for each.

        Needs the scope `read:users`.
        - 404 if the user does not exist

        Args:
            user_id: The user. Accepts an id, an external id such as hr:4711, or an e-mail address.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/users/{user_id}/capabilities".format(
                user_id=quote(str(user_id), safe=""),
            ),
            GetUserCapabilitiesResult.from_dict,
        )
        return self._send(call, timeout).data

    def replace_user_capabilities(
        self,
        user_id: str | UUID,
        *,
        items: list[UserCapabilityInput],
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> UserCapabilities:
        """Replaces the whole list of capabilities of a user.

        An empty list removes all. An inactive capability may stay in the list, but not be added to it. The
        user, the user's managers and admins may.

        Needs the scope `write:users`.
        - 400 if an item is invalid, two have the same capability, or a capability is unknown, or is
        inactive and new in the list
        - 404 if the user does not exist
        - 403 if the caller may not change the capabilities of the user
        - 409 if the record no longer has the version in If-Match

        Args:
            user_id: The user. Accepts an id, an external id such as hr:4711, or an e-mail address.
            items: The capabilities, at most 100, each once. They are returned in the order of their ids.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PUT",
            "/api/v1/users/{user_id}/capabilities".format(
                user_id=quote(str(user_id), safe=""),
            ),
            ReplaceUserCapabilitiesResult.from_dict,
            body=body_of(
                UserCapabilitiesInput(
                    items=items,
                )
            ),
            if_match=if_match,
        )
        return self._send(call, timeout).data

    def list_user_capabilities(
        self,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        updated_since: datetime.datetime | str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        ids: list[UUID] | Unset = UNSET,
        timeout: float | None = None,
    ) -> UserCapabilitiesPage:
        """Lists the capabilities of all users, in the order of the ids of the users.

        A user who never had any is not in the list.

        Needs the scope `read:users`.
        - 400 if a parameter is invalid

        Args:
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty. Offsets shift if records are written between two requests; cursors do not.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            updated_since: Only records changed at this time or later.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset.
            ids: Only those of the users with these ids, at most 200. Ids that do not exist are left out. Accepts
                an id, an external id such as hr:4711, or an e-mail address.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/users/capabilities",
            ListUserCapabilitiesResult.from_dict,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "updatedSince": updated_since,
                "cursor": cursor,
                "ids": ids,
            },
        )
        return self._send(call, timeout).data

    def upsert_user_capabilities(
        self,
        *,
        items: list[CapabilitiesOfUserInput],
        dry_run: bool | Unset = UNSET,
        include: list[UpsertUserCapabilitiesIncludeItem] | Unset = UNSET,
        on_meta: Callable[[WriteMeta], object] | None = None,
        timeout: float | None = None,
    ) -> list[UserCapabilities]:
        """Replaces the lists of capabilities of up to 1,000 users in one transaction, each as
        ReplaceUserCapabilities does it.

        A list that is the same in any order is not changed. The response has one list for each item, in the
        order of the items. If an item is invalid, nothing is written and the error lists all invalid items.

        Needs the scope `write:users`.
        - 400 if an item is invalid, two have the same user or, in one list, the same capability, a user or
        a capability is unknown, or a capability is inactive and new in a list
        - 403 if the caller may not change the capabilities of one of the users

        Args:
            items: The lists, at most 1,000, each of another user.
            dry_run: Whether to run all checks and return the same response without writing anything.
            include: What the response has in meta: summary counts the lists that are written for the first time,
                changed and left as they were.
            on_meta: Gets what the response has in meta. It is called once, before the method returns.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/users/capabilities/upsert",
            UpsertUserCapabilitiesResult.from_dict,
            query={
                "dryRun": dry_run,
                "include": include,
            },
            body=body_of(
                UserCapabilitiesBatchInput(
                    items=items,
                )
            ),
        )
        result = self._send(call, timeout)
        if on_meta is not None and not isinstance(result.meta, Unset):
            on_meta(result.meta)
        return result.data

    def fill_placeholder(
        self,
        placeholder_id: str | UUID,
        *,
        user_id: str | UUID,
        start_date: datetime.date | None | str | Unset = UNSET,
        end_date: datetime.date | None | str | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        include: list[FillPlaceholderIncludeItem] | Unset = UNSET,
        if_match: int | Unset = UNSET,
        on_meta: Callable[[WriteMeta], object] | None = None,
        timeout: float | None = None,
    ) -> FilledPlaceholder:
        """Moves the rows of a placeholder to a person.

        All, or those of a range of dates, at most 5,000. It writes in one transaction. If the person
        already has a row with the same project, capability and date, the hours are added to that row. A
        request that is sent again finds nothing left to move.

        Needs the scopes `write:assignments`, `read:users`, `read:assignments` and `read:time_off`.
        - 400 if a field is invalid, the user in the path is no placeholder, the user in the body is unknown
        or a placeholder, a new row would have an inactive capability, or there are too many rows
        - 404 if the user in the path does not exist
        - 403 if the caller may not write one of the rows
        - 409 if a day would have more than 24 hours in a row

        Args:
            placeholder_id: The placeholder. Accepts an id, an external id such as hr:4711, or an e-mail address.
            user_id: The person. Accepts an id, an external id such as hr:4711, or an e-mail address.
            start_date: The first day; by default, that of the first row.
            end_date: The last day, not before the first; by default, that of the last row.
            dry_run: Whether to run all checks and return the same response without writing anything.
            include: What the response has in meta: warnings about rows that are unusual, and a summary that counts
                rows of the person.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            on_meta: Gets what the response has in meta. It is called once, before the method returns.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/users/{placeholder_id}/fill".format(
                placeholder_id=quote(str(placeholder_id), safe=""),
            ),
            FillPlaceholderResult.from_dict,
            query={
                "dryRun": dry_run,
                "include": include,
            },
            body=body_of(
                FillingInput(
                    user_id=user_id,
                    start_date=start_date,
                    end_date=end_date,
                )
            ),
            if_match=if_match,
        )
        result = self._send(call, timeout)
        if on_meta is not None and not isinstance(result.meta, Unset):
            on_meta(result.meta)
        return result.data

    def list_candidates(
        self,
        placeholder_id: str | UUID,
        *,
        start_date: datetime.date | str,
        end_date: datetime.date | str,
        limit: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> Candidates:
        """Lists the active persons who could do the work of a placeholder in a range.

        Those who have all of its capabilities, each at its level or a higher one. The best is first. On
        each day a person covers the hours of the placeholder as far as the person's free hours reach. Hours
        of projects that are cancelled do not count.

        Needs the scopes `read:users`, `read:assignments` and `read:time_off`.
        - 400 if a parameter is invalid, the user is no placeholder, or the range is longer than 370 days
        - 404 if the user does not exist

        Args:
            placeholder_id: The placeholder. Accepts an id, an external id such as hr:4711, or an e-mail address.
            start_date: The first day of the range.
            end_date: The last day of the range, at most 370 days including the first one.
            limit: The maximum number of persons. Default 20; values outside 1 to 200 are clamped.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/users/{placeholder_id}/candidates".format(
                placeholder_id=quote(str(placeholder_id), safe=""),
            ),
            ListCandidatesResult.from_dict,
            query={
                "start_date": start_date,
                "end_date": end_date,
                "limit": limit,
            },
        )
        return self._send(call, timeout).data

    def get_working_patterns(
        self,
        user_id: str | UUID,
        *,
        timeout: float | None = None,
    ) -> WorkingPatterns:
        """Returns the working patterns of a user.

        Without any, the user works a fifth of defaultAvailability from Monday to Friday.

        Needs the scope `read:users`.
        - 404 if the user does not exist

        Args:
            user_id: The user. Accepts an id, an external id such as hr:4711, or an e-mail address.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/users/{user_id}/working-patterns".format(
                user_id=quote(str(user_id), safe=""),
            ),
            GetWorkingPatternsResult.from_dict,
        )
        return self._send(call, timeout).data

    def replace_working_patterns(
        self,
        user_id: str | UUID,
        *,
        items: list[WorkingPatternInput],
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> WorkingPatterns:
        """Replaces the whole list of working patterns of a user.

        An empty list removes all. The user's managers and admins may.

        Needs the scope `write:users`.
        - 400 if an item is invalid or two begin on the same day
        - 404 if the user does not exist
        - 403 if the caller may not change the availability of the user
        - 409 if the record no longer has the version in If-Match

        Args:
            user_id: The user. Accepts an id, an external id such as hr:4711, or an e-mail address.
            items: The patterns, at most 100. They are returned in the order of validFrom.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PUT",
            "/api/v1/users/{user_id}/working-patterns".format(
                user_id=quote(str(user_id), safe=""),
            ),
            ReplaceWorkingPatternsResult.from_dict,
            body=body_of(
                WorkingPatternsInput(
                    items=items,
                )
            ),
            if_match=if_match,
        )
        return self._send(call, timeout).data

    def list_working_patterns(
        self,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        updated_since: datetime.datetime | str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        ids: list[UUID] | Unset = UNSET,
        timeout: float | None = None,
    ) -> WorkingPatternsPage:
        """Lists the working patterns of all users, in the order of the ids of the users.

        A user who never had any is not in the list.

        Needs the scope `read:users`.
        - 400 if a parameter is invalid

        Args:
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty. Offsets shift if records are written between two requests; cursors do not.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            updated_since: Only records changed at this time or later.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset.
            ids: Only those of the users with these ids, at most 200. Ids that do not exist are left out. Accepts
                an id, an external id such as hr:4711, or an e-mail address.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/users/working-patterns",
            ListWorkingPatternsResult.from_dict,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "updatedSince": updated_since,
                "cursor": cursor,
                "ids": ids,
            },
        )
        return self._send(call, timeout).data

    def upsert_working_patterns(
        self,
        *,
        items: list[PatternsOfUserInput],
        dry_run: bool | Unset = UNSET,
        include: list[UpsertWorkingPatternsIncludeItem] | Unset = UNSET,
        on_meta: Callable[[WriteMeta], object] | None = None,
        timeout: float | None = None,
    ) -> list[WorkingPatterns]:
        """Replaces the lists of working patterns of up to 1,000 users in one transaction, each as
        ReplaceWorkingPatterns does it.

        A list that is the same in any order is not changed. The response has one list for each item, in the
        order of the items. If an item is invalid, nothing is written and the error lists all invalid items.

        Needs the scope `write:users`.
        - 400 if an item is invalid, two have the same user or, in one list, the same first day, or a user
        is unknown or a placeholder
        - 403 if the caller may not change the availability of one of the users

        Args:
            items: The lists, at most 1,000, each of another user.
            dry_run: Whether to run all checks and return the same response without writing anything.
            include: What the response has in meta: summary counts the lists that are written for the first time,
                changed and left as they were.
            on_meta: Gets what the response has in meta. It is called once, before the method returns.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/users/working-patterns/upsert",
            UpsertWorkingPatternsResult.from_dict,
            query={
                "dryRun": dry_run,
                "include": include,
            },
            body=body_of(
                WorkingPatternsBatchInput(
                    items=items,
                )
            ),
        )
        result = self._send(call, timeout)
        if on_meta is not None and not isinstance(result.meta, Unset):
            on_meta(result.meta)
        return result.data

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
        ids: list[UUID] | Unset = UNSET,
        name_exact: str | Unset = UNSET,
        external_id: str | Unset = UNSET,
        sort: ListClientsSort | Unset = UNSET,
        timeout: float | None = None,
    ) -> ClientPage:
        """Lists the clients, oldest first.

        Filters combine with AND.

        Needs the scope `read:clients`.
        - 400 if a parameter is invalid

        Args:
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty. Offsets shift if records are written between two requests; cursors do not.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            updated_since: Only records changed at this time or later.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset.
            name: Only clients whose company name contains this text. Case and accents are ignored.
            is_active: Only active clients, or only inactive ones.
            account_manager_id: Only clients of this account manager. Accepts an id, an external id such as hr:4711, or an
                e-mail address.
            ids: Only the clients with these ids, at most 200. Ids that do not exist are left out. All are on one
                page with limit=200. Accepts an id, or an external id such as crm:4711.
            name_exact: Only clients with exactly this company name. Case matters. White space at both ends is removed.
            external_id: Only the client with this external id, such as crm:8000.
            sort: The order: createdAt for oldest first, which is the default, or -createdAt for newest first.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/clients",
            ListClientsResult.from_dict,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "updatedSince": updated_since,
                "cursor": cursor,
                "name": name,
                "isActive": is_active,
                "accountManagerId": account_manager_id,
                "ids": ids,
                "nameExact": name_exact,
                "externalId": external_id,
                "sort": sort,
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
        is_active: bool | None | Unset = UNSET,
        client_priority: ClientPriority | None | Unset = UNSET,
        categories: list[str] | None | Unset = UNSET,
        account_manager_id: None | str | Unset | UUID = UNSET,
        external_ids: list[str] | None | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> Client:
        """Creates a client.

        Only managers and admins may.

        Needs the scope `write:clients`.
        - 400 if a field is missing or out of range, or the account manager is unknown
        - 403 if the caller is neither a manager nor an admin

        Args:
            company_name: Company name, 2 to 255 characters. White space at both ends is removed.
            email: Contact e-mail address, at most 320 characters. White space at both ends is removed.
            image: URI of the logo, at most 2048 characters. The schemes javascript, vbscript and file are refused,
                and data unless it is an image.
            country_code: Country code or name, at most 100 characters.
            website: Website of the company, at most 2048 characters. The schemes javascript, vbscript and file are
                refused, and data unless it is an image.
            is_active: Whether the client is active. Default true.
            client_priority: Priority. Default medium.
            categories: Categories: at most 30, of 1 to 50 characters each. White space at both ends is removed, and
                repeated ones are dropped. Each may also be an object with the member name.
            account_manager_id: The user who looks after the client. Accepts an id, an external id such as hr:4711, or an e-mail
                address.
            external_ids: The ids that the client has in other systems: at most 20, each of another source. One is a
                source, 1 to 40 of a-z, 0-9, ".", "_" and "-", a colon, and the id, 1 to 255 characters, such as
                hr:4711. No two clients have the same. They are returned in the order of their sources.
            dry_run: Whether to run all checks and return the same response without writing anything.
            idempotency_key: The server carries out the call only once for a key, within 24 hours. The default is a random key, so that each call is carried out once, however often it is sent. Pass your own to repeat a call after a restart.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/clients",
            CreateClientResult.from_dict,
            query={
                "dryRun": dry_run,
            },
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
                    external_ids=external_ids,
                )
            ),
            idempotency_key=only_once(idempotency_key),
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
        - 404 if the client does not exist

        Args:
            client_id: The client. Accepts an id, or an external id such as crm:4711.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/clients/{client_id}".format(
                client_id=quote(str(client_id), safe=""),
            ),
            GetClientResult.from_dict,
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
        external_ids: list[str] | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> Client:
        """Changes the given fields of a client.

        Only managers and admins may.

        Needs the scope `write:clients`.
        - 400 if a field is out of range or the account manager is unknown
        - 404 if the client does not exist
        - 403 if the caller is neither a manager nor an admin
        - 409 if the record no longer has the version in If-Match
        - 429 if the key has used up its requests for now

        Args:
            client_id: The client to change. Accepts an id, or an external id such as crm:4711.
            company_name: Company name, 2 to 255 characters. White space at both ends is removed.
            email: Contact e-mail address, at most 320 characters. White space at both ends is removed.
            image: URI of the logo, at most 2048 characters. The schemes javascript, vbscript and file are refused,
                and data unless it is an image.
            country_code: Country code or name, at most 100 characters.
            website: Website of the company, at most 2048 characters. The schemes javascript, vbscript and file are
                refused, and data unless it is an image.
            is_active: Whether the client is active. Default true.
            client_priority: How important a client is.
                - `high`: High.
                - `medium`: Medium.
                - `low`: Low.
            categories: Categories: at most 30, of 1 to 50 characters each. White space at both ends is removed, and
                repeated ones are dropped.
            account_manager_id: The user who looks after the client. Accepts an id, an external id such as hr:4711, or an e-mail
                address.
            external_ids: The ids that the client has in other systems: at most 20, each of another source. One is a
                source, 1 to 40 of a-z, 0-9, ".", "_" and "-", a colon, and the id, 1 to 255 characters, such as
                hr:4711. No two clients have the same. They are returned in the order of their sources.
            dry_run: Whether to run all checks and return the same response without writing anything.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PATCH",
            "/api/v1/clients/{client_id}".format(
                client_id=quote(str(client_id), safe=""),
            ),
            UpdateClientResult.from_dict,
            query={
                "dryRun": dry_run,
            },
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
                    external_ids=external_ids,
                )
            ),
            if_match=if_match,
        )
        return self._send(call, timeout).data

    def upsert_clients(
        self,
        *,
        items: list[ClientInput],
        match: str,
        clear_fields: list[str] | None | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        include: list[UpsertClientsIncludeItem] | Unset = UNSET,
        on_meta: Callable[[WriteMeta], object] | None = None,
        timeout: float | None = None,
    ) -> list[Client]:
        """Creates or changes up to 1,000 clients in one transaction.

        An item changes the client that it matches, or creates one. What matches is the external id of one
        source, or the company name. Each item has what a new client needs; what it leaves out, a client
        that exists keeps. The response has one client for each item, in the order of the items. If an item
        is invalid, nothing is written and the error lists all invalid items.

        Needs the scope `write:clients`.
        - 400 if an item is invalid, has nothing to match, or matches the same as another item
        - 403 if the caller may not write clients
        - 409 if another client has an external id of an item
        - 409 if an item matches several clients

        Args:
            items: The clients, at most 1,000. Each matches another client.
            match: What tells which client an item is: externalId with a source, such as externalId:hr, for the
                external id of that source; or name, for the company name.
            clear_fields: The fields of which an item without a value clears the value of the client. Without it, what an
                item leaves out stays as it is. The names are those of JSON, also over gRPC.
            dry_run: Whether to run all checks and return the same response without writing anything.
            include: What the response has in meta: summary counts the records that are created, updated and left as
                they were.
            on_meta: Gets what the response has in meta. It is called once, before the method returns.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/clients/upsert",
            UpsertClientsResult.from_dict,
            query={
                "dryRun": dry_run,
                "include": include,
            },
            body=body_of(
                ClientBatchInput(
                    items=items,
                    match=match,
                    clear_fields=clear_fields,
                )
            ),
        )
        result = self._send(call, timeout)
        if on_meta is not None and not isinstance(result.meta, Unset):
            on_meta(result.meta)
        return result.data

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
        ids: list[UUID] | Unset = UNSET,
        name_exact: str | Unset = UNSET,
        external_id: str | Unset = UNSET,
        sort: ListProjectsSort | Unset = UNSET,
        timeout: float | None = None,
    ) -> ProjectPage:
        """Lists the projects, oldest first.

        Filters combine with AND.

        Needs the scope `read:projects`.
        - 400 if a parameter is invalid
        - 409 is reserved: no list fails with a conflict today
        - 429 if the key has used up its requests for now

        Args:
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty. Offsets shift if records are written between two requests; cursors do not.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            updated_since: Only records changed at this time or later.
            client_id: Only projects of this client. Accepts an id, or an external id such as crm:4711.
            status: Only projects with one of these statuses, at most five.
            start_date: Only projects that end on this date or later; not after the end date.
            end_date: Only projects that start on this date or earlier; not before the start date.
            assigned_user_id: Only projects with planned hours above 0 for this user. Accepts an id, an external id such as
                hr:4711, or an e-mail address.
            is_billable: Only billable projects, or only those that are not.
            name: Only projects whose name contains this text. Case and accents are ignored.
            expand: Objects to add to each project: client, projectManager.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset.
            ids: Only the projects with these ids, at most 200. Ids that do not exist are left out. All are on
                one page with limit=200. Accepts an id, or an external id such as crm:4711.
            name_exact: Only projects with exactly this name. Case matters. White space at both ends is removed.
            external_id: Only the project with this external id, such as crm:9321.
            sort: The order: createdAt for oldest first, which is the default, or -createdAt for newest first.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/projects",
            ListProjectsResult.from_dict,
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
                "ids": ids,
                "nameExact": name_exact,
                "externalId": external_id,
                "sort": sort,
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
        status: None | ProjectStatus | Unset = UNSET,
        billing_type: BillingType | None | Unset = UNSET,
        amount: float | None | Unset = UNSET,
        hourly_rate: float | None | Unset = UNSET,
        color: None | ProjectColor | Unset = UNSET,
        external_ids: list[str] | None | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> Project:
        """Creates a project.

        Only managers and admins may.

        Needs the scope `write:projects`.
        - 400 if a field is missing or out of range, the client or the project manager is unknown, the end
        is before the start, or the amount or hourly rate does not match the billing type
        - 403 if the caller is neither a manager nor an admin

        Args:
            name: Name, 1 to 255 characters. White space at both ends is removed.
            client_id: The client that the project is for. It cannot be changed. Accepts an id, or an external id such
                as crm:4711.
            start_date: First day.
            end_date: Last day; not before the first.
            objective: What the project should achieve, at most 10,000 characters.
            project_manager_id: The user who manages the project. Accepts an id, an external id such as hr:4711, or an e-mail
                address.
            status: Status. Default draft.
            billing_type: How the project is billed. It cannot be changed. Default: fixed_price if there is an amount,
                time_materials if there is an hourly rate, else non_billable.
            amount: Amount of a fixed price or a retainer, 0 to 1e12. It cannot be changed.
            hourly_rate: Hourly rate for time and materials, 0 to 1e12. It cannot be changed.
            color: The colour to show the project in. If it is null, nobody has chosen one, and each program takes
                one of its own.
            external_ids: The ids that the project has in other systems: at most 20, each of another source. One is a
                source, 1 to 40 of a-z, 0-9, ".", "_" and "-", a colon, and the id, 1 to 255 characters, such as
                hr:4711. No two projects have the same. They are returned in the order of their sources.
            dry_run: Whether to run all checks and return the same response without writing anything.
            idempotency_key: The server carries out the call only once for a key, within 24 hours. The default is a random key, so that each call is carried out once, however often it is sent. Pass your own to repeat a call after a restart.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/projects",
            CreateProjectResult.from_dict,
            query={
                "dryRun": dry_run,
            },
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
                    color=color,
                    external_ids=external_ids,
                )
            ),
            idempotency_key=only_once(idempotency_key),
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
        - 404 if the project does not exist

        Args:
            project_id: The project. Accepts an id, or an external id such as crm:4711.
            expand: Objects to add to the project: client, projectManager.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/projects/{project_id}".format(
                project_id=quote(str(project_id), safe=""),
            ),
            GetProjectResult.from_dict,
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
        color: None | ProjectColor | Unset = UNSET,
        external_ids: list[str] | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> Project:
        """Changes the given fields of a project.

        Only managers, admins and the project's manager may. A manager may not become the project's manager
        in this way: only an admin or the project's manager sets projectManagerId to themself. Every status
        may follow every other.

        Needs the scope `write:projects`.
        - 400 if a field is out of range, the project manager is unknown, or the end would be before the
        start
        - 404 if the project does not exist
        - 403 if the caller is neither a manager, nor an admin, nor the project's manager, or may not become
        its manager
        - 409 if the record no longer has the version in If-Match

        Args:
            project_id: The project to change. Accepts an id, or an external id such as crm:4711.
            name: Name, 1 to 255 characters. White space at both ends is removed.
            start_date: First day.
            end_date: Last day; not before the first.
            objective: What the project should achieve, at most 10,000 characters.
            project_manager_id: The user who manages the project. Accepts an id, an external id such as hr:4711, or an e-mail
                address.
            status: The status of a project.
                - `draft`: A draft.
                - `planned`: Planned.
                - `active`: In progress.
                - `completed`: Completed.
                - `cancelled`: Cancelled.
            color: The colour to show the project in. If it is null, nobody has chosen one, and each program takes
                one of its own.
            external_ids: The ids that the project has in other systems: at most 20, each of another source. One is a
                source, 1 to 40 of a-z, 0-9, ".", "_" and "-", a colon, and the id, 1 to 255 characters, such as
                hr:4711. No two projects have the same. They are returned in the order of their sources.
            dry_run: Whether to run all checks and return the same response without writing anything.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PATCH",
            "/api/v1/projects/{project_id}".format(
                project_id=quote(str(project_id), safe=""),
            ),
            UpdateProjectResult.from_dict,
            query={
                "dryRun": dry_run,
            },
            body=body_of(
                ProjectPatch(
                    name=name,
                    start_date=start_date,
                    end_date=end_date,
                    objective=objective,
                    project_manager_id=project_manager_id,
                    status=status,
                    color=color,
                    external_ids=external_ids,
                )
            ),
            if_match=if_match,
        )
        return self._send(call, timeout).data

    def upsert_projects(
        self,
        *,
        items: list[ProjectInput],
        match: str,
        clear_fields: list[str] | None | Unset = UNSET,
        create_only: ProjectBatchInputCreateOnly | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        include: list[UpsertProjectsIncludeItem] | Unset = UNSET,
        on_meta: Callable[[WriteMeta], object] | None = None,
        timeout: float | None = None,
    ) -> list[Project]:
        """Creates or changes up to 1,000 projects in one transaction.

        An item changes the project that it matches, or creates one. What matches is the external id of one
        source, or the name and the client. Each item has what a new project needs; what it leaves out, a
        project that exists keeps. What of a project cannot be changed must be the same. The response has
        one project for each item, in the order of the items. If an item is invalid, nothing is written and
        the error lists all invalid items.

        Needs the scope `write:projects`.
        - 400 if an item is invalid, has nothing to match, matches the same as another item, or would change
        what cannot be changed
        - 403 if the caller may not write one of the projects
        - 409 if another project has an external id of an item
        - 409 if an item matches several projects

        Args:
            items: The projects, at most 1,000. Each matches another project.
            match: What tells which project an item is: externalId with a source, such as externalId:hr, for the
                external id of that source; or name, for the name and the client.
            clear_fields: The fields of which an item without a value clears the value of the project. Without it, what an
                item leaves out stays as it is. The names are those of JSON, also over gRPC.
            create_only: What an item does that has another value in a field that only a new project can have: refuse,
                which is the default, or keep, which leaves the field as it is. meta.warnings then names it.
            dry_run: Whether to run all checks and return the same response without writing anything.
            include: What the response has in meta: summary counts the records that are created, updated and left as
                they were.
            on_meta: Gets what the response has in meta. It is called once, before the method returns.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/projects/upsert",
            UpsertProjectsResult.from_dict,
            query={
                "dryRun": dry_run,
                "include": include,
            },
            body=body_of(
                ProjectBatchInput(
                    items=items,
                    match=match,
                    clear_fields=clear_fields,
                    create_only=create_only,
                )
            ),
        )
        result = self._send(call, timeout)
        if on_meta is not None and not isinstance(result.meta, Unset):
            on_meta(result.meta)
        return result.data

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
        capability_id: str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        min_hours: float | Unset = UNSET,
        tentative: bool | Unset = UNSET,
        as_of: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> AssignmentPage:
        """Returns rows of planned hours, ordered by date, user, project and capability.

        Filters combine with AND.

        Needs the scope `read:assignments`.
        - 400 if a parameter is invalid, or as_of is in the future or too long ago
        - 410 if the events after as_of are no longer kept

        Args:
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty. Offsets shift if records are written between two requests; cursors do not.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            updated_since: Only records changed at this time or later.
            user_id: Only rows of this user. Accepts an id, an external id such as hr:4711, or an e-mail address.
            project_id: Only rows of this project. Accepts an id, or an external id such as crm:4711.
            start_date: Only rows on this date or later; not after the end date.
            end_date: Only rows on this date or earlier; not before the start date.
            capability_id: Only rows of this capability. The value none selects rows without a capability.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset.
            min_hours: Only rows with at least this many hours, 0 to 24.
            tentative: Only rows that are tentative, or only rows that are firm.
            as_of: The rows as they were then, and not as they are now: after the event with this number, or at
                this time, which is that of the last event written at it or before. 0 is before the first event.
                nextCursor keeps the moment, and asOfSeq of the page is its event. Not together with
                updatedSince. It needs the scope read:events, too.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/assignments",
            ListAssignmentsResult.from_dict,
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
                "tentative": tentative,
                "asOf": as_of,
            },
        )
        return self._send(call, timeout).data

    def upsert_assignments(
        self,
        *,
        items: list[AssignmentInput],
        dry_run: bool | Unset = UNSET,
        include: list[UpsertAssignmentsIncludeItem] | Unset = UNSET,
        on_meta: Callable[[WriteMeta], object] | None = None,
        timeout: float | None = None,
    ) -> list[Assignment]:
        """Creates or updates up to 5,000 rows in one transaction.

        The key of a row is its user, project, capability and date: an item updates the row with its key, or
        creates it. If two items have the same key, the later one wins. The response has one row per item,
        in the order of the items. If an item is invalid, nothing is written and the error lists all invalid
        items. Inactive users and days outside of the project's dates are written; include=warnings lists
        them.

        Needs the scope `write:assignments`.
        - 400 if an item is invalid or names an unknown user, project or capability
        - 403 if the caller may not write one of the rows

        Args:
            items: The rows, at most 5,000. If two have the same user, project, capability and date, the later one
                wins.
            dry_run: Whether to run all checks and return the same response without writing anything.
            include: What the response has in meta: warnings about items that are unusual, and a summary that counts
                rows. With availability, which goes with warnings, there are also warnings about users with more
                planned hours than availability on a day. That takes longer, and needs the scopes of GET
                /capacity/gaps.
            on_meta: Gets what the response has in meta. It is called once, before the method returns.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/assignments",
            UpsertAssignmentsResult.from_dict,
            query={
                "dryRun": dry_run,
                "include": include,
            },
            body=body_of(
                AssignmentBatchInput(
                    items=items,
                )
            ),
        )
        result = self._send(call, timeout)
        if on_meta is not None and not isinstance(result.meta, Unset):
            on_meta(result.meta)
        return result.data

    def delete_assignments(
        self,
        *,
        user_id: str | Unset | UUID = UNSET,
        project_id: str | Unset | UUID = UNSET,
        start_date: datetime.date | str,
        end_date: datetime.date | str,
        dry_run: bool | Unset = UNSET,
        timeout: float | None = None,
    ) -> DeletedRows:
        """Deletes all rows of a user, a project or both in a range of dates, at most 5,000.

        The event assignments.deleted has the rows. A list with updated_since does not show that rows are
        deleted.

        Needs the scope `write:assignments`.
        - 400 if a parameter is invalid, there is neither a user nor a project, one of them is unknown, or
        there are too many rows
        - 403 if the caller may not write one of the rows

        Args:
            user_id: The rows of this user. Without a project, the rows of all projects. Accepts an id, an external
                id such as hr:4711, or an e-mail address.
            project_id: The rows of this project. Without a user, the rows of all users. Accepts an id, or an external
                id such as crm:4711.
            start_date: The first day.
            end_date: The last day, not before the first.
            dry_run: Whether to run all checks and return the same response without writing anything.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "DELETE",
            "/api/v1/assignments",
            DeleteAssignmentsResult.from_dict,
            query={
                "user_id": user_id,
                "project_id": project_id,
                "start_date": start_date,
                "end_date": end_date,
                "dryRun": dry_run,
            },
        )
        return self._send(call, timeout).data

    def diff_assignments(
        self,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        from_: str,
        to: str | Unset = UNSET,
        user_id: str | Unset | UUID = UNSET,
        project_id: str | Unset | UUID = UNSET,
        start_date: datetime.date | str | Unset = UNSET,
        end_date: datetime.date | str | Unset = UNSET,
        capability_id: str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> HoursDiffPage:
        """Returns what changed in planned hours between two moments, ordered by date, user, project and
        capability.

        A row that was changed and is again as it was is left out. Filters combine with AND.

        Needs the scopes `read:assignments` and `read:events`.
        - 400 if a parameter is invalid, a moment is in the future, from is after to, or too much was
        written in between
        - 410 if the events after from are no longer kept

        Args:
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            from_: The earlier moment: the number of an event, after which it is, or a time. A time is that of the
                last event written at it or before. 0 is before the first event.
            to: The later moment, like from. Without it, it is now: after the latest event.
            user_id: Only rows of this user. Accepts an id, an external id such as hr:4711, or an e-mail address.
            project_id: Only rows of this project. Accepts an id, or an external id such as crm:4711.
            start_date: Only rows on this date or later; not after the end date.
            end_date: Only rows on this date or earlier; not before the start date.
            capability_id: Only rows of this capability. The value none selects rows without a capability.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset. It keeps both moments.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/assignments/diff",
            DiffAssignmentsResult.from_dict,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "from": from_,
                "to": to,
                "user_id": user_id,
                "project_id": project_id,
                "start_date": start_date,
                "end_date": end_date,
                "capability_id": capability_id,
                "cursor": cursor,
            },
        )
        return self._send(call, timeout).data

    def replace_assignments_window(
        self,
        *,
        start_date: datetime.date | str,
        end_date: datetime.date | str,
        items: list[AssignmentInput],
        user_id: None | str | Unset | UUID = UNSET,
        project_id: None | str | Unset | UUID = UNSET,
        dry_run: bool | Unset = UNSET,
        include: list[ReplaceAssignmentsWindowIncludeItem] | Unset = UNSET,
        on_meta: Callable[[WriteMeta], object] | None = None,
        timeout: float | None = None,
    ) -> AssignmentChanges:
        """Makes the rows of a window exactly the given items, in one transaction.

        The window is a user, a project or both, and a range of dates. Rows of the window that are not among
        the items are deleted, others are created, changed or left as they are. It leaves the events of an
        upsert and of a deletion. At most 5,000 rows may be created, changed and deleted. If an item is
        invalid, nothing is written and the error lists all invalid items.

        Needs the scope `write:assignments`.
        - 400 if an item is invalid, is outside of the window, or names an unknown user, project or
        capability, or if too many rows would be written
        - 403 if the caller may not write one of the rows

        Args:
            start_date: The first day.
            end_date: The last day, not before the first.
            items: All rows of the window, at most 5,000. If two have the same user, project, capability and date,
                the later one wins.
            user_id: Only rows of this user. Accepts an id, an external id such as hr:4711, or an e-mail address.
            project_id: Only rows of this project. Accepts an id, or an external id such as crm:4711.
            dry_run: Whether to run all checks and return the same response without writing anything.
            include: What the response has in meta: warnings about items that are unusual, and a summary that counts
                rows. With availability, which goes with warnings, there are also warnings about users with more
                planned hours than availability on a day. That takes longer, and needs the scopes of GET
                /capacity/gaps.
            on_meta: Gets what the response has in meta. It is called once, before the method returns.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PUT",
            "/api/v1/assignments/window",
            ReplaceAssignmentsWindowResult.from_dict,
            query={
                "dryRun": dry_run,
                "include": include,
            },
            body=body_of(
                AssignmentWindowInput(
                    start_date=start_date,
                    end_date=end_date,
                    items=items,
                    user_id=user_id,
                    project_id=project_id,
                )
            ),
        )
        result = self._send(call, timeout)
        if on_meta is not None and not isinstance(result.meta, Unset):
            on_meta(result.meta)
        return result.data

    def delete_assignment_rows(
        self,
        *,
        items: list[HoursKeyInput],
        dry_run: bool | Unset = UNSET,
        timeout: float | None = None,
    ) -> DeletedRows:
        """Deletes the rows with the given keys, at most 5,000, in one transaction.

        A key without a row is skipped.

        Needs the scope `write:assignments`.
        - 400 if an item is invalid or names an unknown user, project or capability
        - 403 if the caller may not write one of the rows

        Args:
            items: The keys, at most 5,000.
            dry_run: Whether to run all checks and return the same response without writing anything.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/assignments/delete",
            DeleteAssignmentRowsResult.from_dict,
            query={
                "dryRun": dry_run,
            },
            body=body_of(
                HoursKeysInput(
                    items=items,
                )
            ),
        )
        return self._send(call, timeout).data

    def copy_assignments(
        self,
        *,
        source: AssignmentSourceInput,
        target: AssignmentTargetInput,
        on_existing: OnExisting,
        move: bool | None | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        include: list[CopyAssignmentsIncludeItem] | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        on_meta: Callable[[WriteMeta], object] | None = None,
        timeout: float | None = None,
    ) -> AssignmentChanges:
        """Copies the rows of a user, a project or both in a range of dates by whole days, to another user or
        project if the target has one.

        With move, it also deletes the rows of the source. It writes in one transaction, and at most 5,000
        rows. Rows outside of the project's dates are written; include=warnings lists them.

        Needs the scopes `write:assignments` and `read:assignments`.
        - 400 if a field is invalid, the source has neither a user nor a project, the target is the source,
        one of the users and projects is unknown, a new row would have an inactive capability, or there are
        too many rows
        - 403 if the caller may not write one of the rows
        - 409 if a day would have more than 24 hours in a row

        Args:
            source: The rows that are copied. Has the fields that a new record may set.
            target: Where rows are copied to. Has the fields that a new record may set.
            on_existing: What a copy does with a row that the target already has.
                - `replace`: The row gets the copied hours.
                - `add`: The copied hours are added to those of the row.
                - `skip`: The row stays as it is.
            move: Whether to delete the rows of the source. Rows that are both source and target get what is
                copied to them.
            dry_run: Whether to run all checks and return the same response without writing anything.
            include: What the response has in meta: warnings about rows that are unusual, and a summary that counts
                rows.
            idempotency_key: The server carries out the call only once for a key, within 24 hours. The default is a random key, so that each call is carried out once, however often it is sent. Pass your own to repeat a call after a restart.
            on_meta: Gets what the response has in meta. It is called once, before the method returns.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/assignments/copy",
            CopyAssignmentsResult.from_dict,
            query={
                "dryRun": dry_run,
                "include": include,
            },
            body=body_of(
                AssignmentCopyInput(
                    source=source,
                    target=target,
                    on_existing=on_existing,
                    move=move,
                )
            ),
            idempotency_key=only_once(idempotency_key),
        )
        result = self._send(call, timeout)
        if on_meta is not None and not isinstance(result.meta, Unset):
            on_meta(result.meta)
        return result.data

    def confirm_assignments(
        self,
        *,
        start_date: datetime.date | str,
        end_date: datetime.date | str,
        user_id: None | str | Unset | UUID = UNSET,
        project_id: None | str | Unset | UUID = UNSET,
        dry_run: bool | Unset = UNSET,
        timeout: float | None = None,
    ) -> Confirmation:
        """Makes the tentative rows of a range of dates firm.

        Those of a user, a project or both, at most 5,000. It skips rows that the caller may not write, and
        lists them.

        Needs the scope `write:assignments`.
        - 400 if a field is invalid, there is neither a user nor a project, one of them is unknown, or there
        are too many rows
        - 403 if there are tentative rows, and the caller may write none of them

        Args:
            start_date: The first day.
            end_date: The last day, not before the first.
            user_id: Only rows of this user. Accepts an id, an external id such as hr:4711, or an e-mail address.
            project_id: Only rows of this project. Accepts an id, or an external id such as crm:4711.
            dry_run: Whether to run all checks and return the same response without writing anything.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/assignments/confirm",
            ConfirmAssignmentsResult.from_dict,
            query={
                "dryRun": dry_run,
            },
            body=body_of(
                ConfirmationWindowInput(
                    start_date=start_date,
                    end_date=end_date,
                    user_id=user_id,
                    project_id=project_id,
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
        capability_id: str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        min_hours: float | Unset = UNSET,
        as_of: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> ActualHoursPage:
        """Returns rows of actual hours, ordered by date, user, project and capability.

        Filters combine with AND.

        Needs the scope `read:actual_hours`.
        - 400 if a parameter is invalid, or as_of is in the future or too long ago
        - 410 if the events after as_of are no longer kept

        Args:
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty. Offsets shift if records are written between two requests; cursors do not.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            updated_since: Only records changed at this time or later.
            user_id: Only rows of this user. Accepts an id, an external id such as hr:4711, or an e-mail address.
            project_id: Only rows of this project. Accepts an id, or an external id such as crm:4711.
            start_date: Only rows on this date or later; not after the end date.
            end_date: Only rows on this date or earlier; not before the start date.
            capability_id: Only rows of this capability. The value none selects rows without a capability.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset.
            min_hours: Only rows with at least this many hours, 0 to 24.
            as_of: The rows as they were then, and not as they are now: after the event with this number, or at
                this time, which is that of the last event written at it or before. 0 is before the first event.
                nextCursor keeps the moment, and asOfSeq of the page is its event. Not together with
                updatedSince. It needs the scope read:events, too.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/actual-hours",
            ListActualHoursResult.from_dict,
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
                "asOf": as_of,
            },
        )
        return self._send(call, timeout).data

    def upsert_actual_hours(
        self,
        *,
        items: list[ActualHoursRowInput],
        dry_run: bool | Unset = UNSET,
        include: list[UpsertActualHoursIncludeItem] | Unset = UNSET,
        on_meta: Callable[[WriteMeta], object] | None = None,
        timeout: float | None = None,
    ) -> ActualHoursBatch:
        """Creates or updates up to 5,000 rows in one transaction.

        The key of a row is its user, project, capability and date: an item updates the row with its key, or
        creates it. If two items have the same key, the later one wins. The response has one row per item,
        in the order of the items. If an item is invalid, nothing is written and the error lists all invalid
        items. Inactive users and days outside of the project's dates are written; include=warnings lists
        them.

        Needs the scope `write:actual_hours`.
        - 400 if an item is invalid or names an unknown user, project or capability
        - 403 if the caller may not write one of the rows

        Args:
            items: The rows, at most 5,000. If two have the same user, project, capability and date, the later one
                wins.
            dry_run: Whether to run all checks and return the same response without writing anything.
            include: What the response has in meta: warnings about items that are unusual, and a summary that counts
                rows.
            on_meta: Gets what the response has in meta. It is called once, before the method returns.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/actual-hours",
            UpsertActualHoursResult.from_dict,
            query={
                "dryRun": dry_run,
                "include": include,
            },
            body=body_of(
                ActualHoursBatchInput(
                    items=items,
                )
            ),
        )
        result = self._send(call, timeout)
        if on_meta is not None and not isinstance(result.meta, Unset):
            on_meta(result.meta)
        return result.data

    def delete_actual_hours(
        self,
        *,
        user_id: str | Unset | UUID = UNSET,
        project_id: str | Unset | UUID = UNSET,
        start_date: datetime.date | str,
        end_date: datetime.date | str,
        dry_run: bool | Unset = UNSET,
        timeout: float | None = None,
    ) -> DeletedRows:
        """Deletes all rows of a user, a project or both in a range of dates, at most 5,000.

        The event actual_hours.deleted has the rows. A list with updated_since does not show that rows are
        deleted.

        Needs the scope `write:actual_hours`.
        - 400 if a parameter is invalid, there is neither a user nor a project, one of them is unknown, or
        there are too many rows
        - 403 if the caller may not write one of the rows

        Args:
            user_id: The rows of this user. Without a project, the rows of all projects. Accepts an id, an external
                id such as hr:4711, or an e-mail address.
            project_id: The rows of this project. Without a user, the rows of all users. Accepts an id, or an external
                id such as crm:4711.
            start_date: The first day.
            end_date: The last day, not before the first.
            dry_run: Whether to run all checks and return the same response without writing anything.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "DELETE",
            "/api/v1/actual-hours",
            DeleteActualHoursResult.from_dict,
            query={
                "user_id": user_id,
                "project_id": project_id,
                "start_date": start_date,
                "end_date": end_date,
                "dryRun": dry_run,
            },
        )
        return self._send(call, timeout).data

    def diff_actual_hours(
        self,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        from_: str,
        to: str | Unset = UNSET,
        user_id: str | Unset | UUID = UNSET,
        project_id: str | Unset | UUID = UNSET,
        start_date: datetime.date | str | Unset = UNSET,
        end_date: datetime.date | str | Unset = UNSET,
        capability_id: str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> HoursDiffPage:
        """Returns what changed in actual hours between two moments, ordered by date, user, project and
        capability.

        A row that was changed and is again as it was is left out. Filters combine with AND.

        Needs the scopes `read:actual_hours` and `read:events`.
        - 400 if a parameter is invalid, a moment is in the future, from is after to, or too much was
        written in between
        - 410 if the events after from are no longer kept

        Args:
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            from_: The earlier moment: the number of an event, after which it is, or a time. A time is that of the
                last event written at it or before. 0 is before the first event.
            to: The later moment, like from. Without it, it is now: after the latest event.
            user_id: Only rows of this user. Accepts an id, an external id such as hr:4711, or an e-mail address.
            project_id: Only rows of this project. Accepts an id, or an external id such as crm:4711.
            start_date: Only rows on this date or later; not after the end date.
            end_date: Only rows on this date or earlier; not before the start date.
            capability_id: Only rows of this capability. The value none selects rows without a capability.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset. It keeps both moments.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/actual-hours/diff",
            DiffActualHoursResult.from_dict,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "from": from_,
                "to": to,
                "user_id": user_id,
                "project_id": project_id,
                "start_date": start_date,
                "end_date": end_date,
                "capability_id": capability_id,
                "cursor": cursor,
            },
        )
        return self._send(call, timeout).data

    def replace_actual_hours_window(
        self,
        *,
        start_date: datetime.date | str,
        end_date: datetime.date | str,
        items: list[ActualHoursRowInput],
        user_id: None | str | Unset | UUID = UNSET,
        project_id: None | str | Unset | UUID = UNSET,
        dry_run: bool | Unset = UNSET,
        include: list[ReplaceActualHoursWindowIncludeItem] | Unset = UNSET,
        on_meta: Callable[[WriteMeta], object] | None = None,
        timeout: float | None = None,
    ) -> ActualHoursChanges:
        """Makes the rows of a window exactly the given items, in one transaction.

        The window is a user, a project or both, and a range of dates. Rows of the window that are not among
        the items are deleted, others are created, changed or left as they are. It leaves the events of an
        upsert and of a deletion. At most 5,000 rows may be created, changed and deleted. If an item is
        invalid, nothing is written and the error lists all invalid items.

        Needs the scope `write:actual_hours`.
        - 400 if an item is invalid, is outside of the window, or names an unknown user, project or
        capability, or if too many rows would be written
        - 403 if the caller may not write one of the rows

        Args:
            start_date: The first day.
            end_date: The last day, not before the first.
            items: All rows of the window, at most 5,000. If two have the same user, project, capability and date,
                the later one wins.
            user_id: Only rows of this user. Accepts an id, an external id such as hr:4711, or an e-mail address.
            project_id: Only rows of this project. Accepts an id, or an external id such as crm:4711.
            dry_run: Whether to run all checks and return the same response without writing anything.
            include: What the response has in meta: warnings about items that are unusual, and a summary that counts
                rows.
            on_meta: Gets what the response has in meta. It is called once, before the method returns.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PUT",
            "/api/v1/actual-hours/window",
            ReplaceActualHoursWindowResult.from_dict,
            query={
                "dryRun": dry_run,
                "include": include,
            },
            body=body_of(
                ActualHoursWindowInput(
                    start_date=start_date,
                    end_date=end_date,
                    items=items,
                    user_id=user_id,
                    project_id=project_id,
                )
            ),
        )
        result = self._send(call, timeout)
        if on_meta is not None and not isinstance(result.meta, Unset):
            on_meta(result.meta)
        return result.data

    def delete_actual_hours_rows(
        self,
        *,
        items: list[HoursKeyInput],
        dry_run: bool | Unset = UNSET,
        timeout: float | None = None,
    ) -> DeletedRows:
        """Deletes the rows with the given keys, at most 5,000, in one transaction.

        A key without a row is skipped.

        Needs the scope `write:actual_hours`.
        - 400 if an item is invalid or names an unknown user, project or capability
        - 403 if the caller may not write one of the rows

        Args:
            items: The keys, at most 5,000.
            dry_run: Whether to run all checks and return the same response without writing anything.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/actual-hours/delete",
            DeleteActualHoursRowsResult.from_dict,
            query={
                "dryRun": dry_run,
            },
            body=body_of(
                HoursKeysInput(
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
        """Lists the types of time off, oldest first.

        Needs the scope `read:time_off`.
        - 400 if a parameter is invalid

        Args:
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty. Offsets shift if records are written between two requests; cursors do not.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            updated_since: Only records changed at this time or later.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/time-off-types",
            ListTimeOffTypesResult.from_dict,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "updatedSince": updated_since,
                "cursor": cursor,
            },
        )
        return self._send(call, timeout).data

    def create_time_off_type(
        self,
        *,
        name: str,
        is_active: bool | None | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> TimeOffType:
        """Creates a type of time off.

        Only admins may.

        Needs the scope `write:catalog`.
        - 400 if a field is missing or out of range
        - 403 if the caller is not an admin
        - 409 if another one has the name

        Args:
            name: Name, 1 to 255 characters, unique in the organization. White space at both ends is removed.
            is_active: Whether it is active, true by default. New time off requests cannot refer to an inactive one.
            dry_run: Whether to run all checks and return the same response without writing anything.
            idempotency_key: The server carries out the call only once for a key, within 24 hours. The default is a random key, so that each call is carried out once, however often it is sent. Pass your own to repeat a call after a restart.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/time-off-types",
            CreateTimeOffTypeResult.from_dict,
            query={
                "dryRun": dry_run,
            },
            body=body_of(
                TimeOffTypeInput(
                    name=name,
                    is_active=is_active,
                )
            ),
            idempotency_key=only_once(idempotency_key),
        )
        return self._send(call, timeout).data

    def update_time_off_type(
        self,
        time_off_type_id: str | UUID,
        *,
        name: str | Unset = UNSET,
        is_active: bool | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> TimeOffType:
        """Changes the given fields of a type of time off.

        Only admins may.

        Needs the scope `write:catalog`.
        - 400 if a field is out of range
        - 404 if the type of time off does not exist
        - 403 if the caller is not an admin
        - 409 if another one has the name
        - 409 if the record no longer has the version in If-Match

        Args:
            time_off_type_id: The type of time off to change, a UUID.
            name: Name, 1 to 255 characters, unique in the organization. White space at both ends is removed.
            is_active: Whether it is active, true by default. New time off requests cannot refer to an inactive one.
            dry_run: Whether to run all checks and return the same response without writing anything.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PATCH",
            "/api/v1/time-off-types/{time_off_type_id}".format(
                time_off_type_id=quote(str(time_off_type_id), safe=""),
            ),
            UpdateTimeOffTypeResult.from_dict,
            query={
                "dryRun": dry_run,
            },
            body=body_of(
                TimeOffTypePatch(
                    name=name,
                    is_active=is_active,
                )
            ),
            if_match=if_match,
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
        sort: ListTimeOffSort | Unset = UNSET,
        external_id: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> TimeOffPage:
        """Lists time off requests, oldest first.

        Filters combine with AND. Reasons are null unless the caller is the owner, one of their managers or
        an admin.

        Needs the scope `read:time_off`.
        - 400 if a parameter is invalid

        Args:
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty. Offsets shift if records are written between two requests; cursors do not.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            updated_since: Only records changed at this time or later.
            user_id: Only requests of this user. Accepts an id, an external id such as hr:4711, or an e-mail address.
            status: The status of a time off request.
                - `pending`: Waiting for a decision.
                - `approved`: Approved.
                - `rejected`: Rejected.
            start_date: Only requests that end on this date or later; not after the end date.
            end_date: Only requests that start on this date or earlier; not before the start date.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset.
            sort: The order: createdAt for oldest first, which is the default, or -createdAt for newest first.
            external_id: Only the request with this external id, such as hr:4711.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/time-off",
            ListTimeOffResult.from_dict,
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
                "sort": sort,
                "externalId": external_id,
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
        status: None | TimeOffStatus | Unset = UNSET,
        rejection_reason: None | str | Unset = UNSET,
        external_ids: list[str] | None | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> TimeOff:
        """Creates a time off request.

        Users may create their own requests; managers those of the people below them; admins all. A status
        other than pending needs the right to approve.

        Needs the scope `write:time_off`.
        - 400 if a field is missing or out of range, the user or the type is unknown, the end is before the
        start, or the request is longer than 366 days
        - 403 if the caller may not create the request with this status

        Args:
            user_id: The user who is away. It cannot be changed. Accepts an id, an external id such as hr:4711, or an
                e-mail address.
            time_off_type_id: The type of time off.
            start_date: First day.
            end_date: Last day; not before the first. A request has at most 366 days.
            availability: Hours per day that the user still works, 0 to 24.
            reason: Reason for the request, 1 to 2,000 characters. White space at both ends is removed. Null unless
                the caller is the owner, one of their managers or an admin.
            status: Status. Default pending. After creation, only approve and reject change it.
            rejection_reason: Reason for the rejection, 1 to 1,000 characters. A new request may have it only with the status
                rejected. Null unless the caller is the owner, one of their managers or an admin.
            external_ids: The ids that the request has in other systems: at most 20, each of another source. One is a
                source, 1 to 40 of a-z, 0-9, ".", "_" and "-", a colon, and the id, 1 to 255 characters, such as
                hr:4711. No two requests have the same. They are returned in the order of their sources. Only
                managers of the owner and admins may write them.
            dry_run: Whether to run all checks and return the same response without writing anything.
            idempotency_key: The server carries out the call only once for a key, within 24 hours. The default is a random key, so that each call is carried out once, however often it is sent. Pass your own to repeat a call after a restart.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/time-off",
            CreateTimeOffResult.from_dict,
            query={
                "dryRun": dry_run,
            },
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
                    external_ids=external_ids,
                )
            ),
            idempotency_key=only_once(idempotency_key),
        )
        return self._send(call, timeout).data

    def get_time_off(
        self,
        request_id: str | UUID,
        *,
        timeout: float | None = None,
    ) -> TimeOff:
        """Returns one time off request.

        Reasons are null unless the caller is the owner, one of their managers or an admin.

        Needs the scope `read:time_off`.
        - 404 if the request does not exist

        Args:
            request_id: The time off request. Accepts an id, or an external id such as crm:4711.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/time-off/{request_id}".format(
                request_id=quote(str(request_id), safe=""),
            ),
            GetTimeOffResult.from_dict,
        )
        return self._send(call, timeout).data

    def delete_time_off(
        self,
        request_id: str | UUID,
        *,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> None:
        """Deletes a time off request.

        The owner may delete a pending request, and an approved one before it starts; managers of the owner
        and admins every request.

        Needs the scope `write:time_off`.
        - 404 if the request does not exist
        - 403 if the caller may not delete the request
        - 409 if the record no longer has the version in If-Match

        Args:
            request_id: The request to delete. Accepts an id, or an external id such as crm:4711.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "DELETE",
            "/api/v1/time-off/{request_id}".format(
                request_id=quote(str(request_id), safe=""),
            ),
            DeleteTimeOffResult.from_dict,
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
        external_ids: list[str] | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> TimeOff:
        """Changes the given fields of a time off request.

        The owner may change a pending request; managers of the owner and admins also an approved one.

        Needs the scope `write:time_off`.
        - 400 if a field is out of range, the type is unknown, the end would be before the start, or the
        request would be longer than 366 days
        - 404 if the request does not exist
        - 403 if the caller may not change the request
        - 409 if the request is rejected
        - 409 if the record no longer has the version in If-Match

        Args:
            request_id: The request to change. Accepts an id, or an external id such as crm:4711.
            time_off_type_id: The type of time off.
            start_date: First day.
            end_date: Last day; not before the first. A request has at most 366 days.
            availability: Hours per day that the user still works, 0 to 24.
            reason: Reason for the request, 1 to 2,000 characters. White space at both ends is removed. Null unless
                the caller is the owner, one of their managers or an admin.
            external_ids: The ids that the request has in other systems: at most 20, each of another source. One is a
                source, 1 to 40 of a-z, 0-9, ".", "_" and "-", a colon, and the id, 1 to 255 characters, such as
                hr:4711. No two requests have the same. They are returned in the order of their sources. Only
                managers of the owner and admins may write them.
            dry_run: Whether to run all checks and return the same response without writing anything.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PATCH",
            "/api/v1/time-off/{request_id}".format(
                request_id=quote(str(request_id), safe=""),
            ),
            UpdateTimeOffResult.from_dict,
            query={
                "dryRun": dry_run,
            },
            body=body_of(
                TimeOffPatch(
                    time_off_type_id=time_off_type_id,
                    start_date=start_date,
                    end_date=end_date,
                    availability=availability,
                    reason=reason,
                    external_ids=external_ids,
                )
            ),
            if_match=if_match,
        )
        return self._send(call, timeout).data

    def upsert_time_off(
        self,
        *,
        items: list[TimeOffInput],
        match: str,
        deleted: list[UUID] | None | Unset = UNSET,
        create_only: TimeOffBatchInputCreateOnly | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        include: list[UpsertTimeOffIncludeItem] | Unset = UNSET,
        on_meta: Callable[[WriteMeta], object] | None = None,
        timeout: float | None = None,
    ) -> list[TimeOff]:
        """Creates, changes or deletes up to 1,000 time off requests in one transaction.

        An item changes the request that has its external id of one source, or creates one. The user of a
        request cannot be changed. The status approved or rejected decides a pending request, for which the
        caller needs the right to decide it; pending leaves a decision. The response has one request for
        each item, in the order of the items. If an item is invalid, nothing is written and the error lists
        all invalid items.

        Needs the scope `write:time_off`.
        - 400 if an item is invalid, has no external id of the source, or matches the same as another item
        - 403 if the caller may not write one of the requests
        - 409 if another request has an external id of an item
        - 409 if an item changes a rejected request, or a decision

        Args:
            items: The requests, at most 1,000. Each matches another request.
            match: What tells which request an item is: externalId with a source, such as externalId:hr, for the
                external id of that source.
            deleted: The requests to delete, at most 1,000, such as those that were withdrawn: their external ids or
                ids. Those that do not exist, any more, are left out. Accepts an id, or an external id such as
                crm:4711.
            create_only: What an item does that has another value in a field that only a new request can have: refuse,
                which is the default, or keep, which leaves the field as it is. meta.warnings then names it.
            dry_run: Whether to run all checks and return the same response without writing anything.
            include: What the response has in meta: summary counts the records that are created, updated, left as
                they were and deleted.
            on_meta: Gets what the response has in meta. It is called once, before the method returns.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/time-off/upsert",
            UpsertTimeOffResult.from_dict,
            query={
                "dryRun": dry_run,
                "include": include,
            },
            body=body_of(
                TimeOffBatchInput(
                    items=items,
                    match=match,
                    deleted=deleted,
                    create_only=create_only,
                )
            ),
        )
        result = self._send(call, timeout)
        if on_meta is not None and not isinstance(result.meta, Unset):
            on_meta(result.meta)
        return result.data

    def approve_time_off(
        self,
        request_id: str | UUID,
        *,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> None:
        """Approves a pending time off request.

        Approving an approved one changes nothing. Only managers of the owner and admins may; of these, only
        admins may approve their own.

        Needs the scope `write:time_off`.
        - 404 if the request does not exist
        - 403 if the caller may not approve the request
        - 409 if the request is rejected
        - 409 if the record no longer has the version in If-Match

        Args:
            request_id: The request to approve. Accepts an id, or an external id such as crm:4711.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/time-off/{request_id}/approve".format(
                request_id=quote(str(request_id), safe=""),
            ),
            ApproveTimeOffResult.from_dict,
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
        """Rejects a pending time off request.

        Rejecting a rejected one for the same reason changes nothing. Only those who may approve the request
        may reject it.

        Needs the scope `write:time_off`.
        - 400 if the reason is missing or too long
        - 404 if the request does not exist
        - 403 if the caller may not reject the request
        - 409 if the request is approved, or rejected for another reason
        - 409 if the record no longer has the version in If-Match

        Args:
            request_id: The request to reject. Accepts an id, or an external id such as crm:4711.
            rejection_reason: The reason, 1 to 1,000 characters. White space at both ends is removed.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/time-off/{request_id}/reject".format(
                request_id=quote(str(request_id), safe=""),
            ),
            RejectTimeOffResult.from_dict,
            body=body_of(
                TimeOffRejectionInput(
                    rejection_reason=rejection_reason,
                )
            ),
            if_match=if_match,
        )
        return self._send(call, timeout).data

    def list_holidays(
        self,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        updated_since: datetime.datetime | str | Unset = UNSET,
        country_code: str | Unset = UNSET,
        year: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> HolidayPage:
        """Lists holidays, ordered by date and country.

        Filters combine with AND.

        Needs the scope `read:time_off`.
        - 400 if a parameter is invalid

        Args:
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty. Offsets shift if records are written between two requests; cursors do not.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            updated_since: Only records changed at this time or later.
            country_code: Only holidays of this country.
            year: Only holidays of this year, 1 to 9999.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/holidays",
            ListHolidaysResult.from_dict,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "updatedSince": updated_since,
                "countryCode": country_code,
                "year": year,
                "cursor": cursor,
            },
        )
        return self._send(call, timeout).data

    def upsert_holidays(
        self,
        *,
        items: list[HolidayInput],
        on_meta: Callable[[WriteMeta], object] | None = None,
        timeout: float | None = None,
    ) -> list[Holiday]:
        """Creates or updates up to 1,000 holidays in one transaction.

        A country has at most one holiday a day: an item updates the holiday of its country and date, or
        creates it. If two items have the same country and date, the later one wins. The response has one
        holiday per item, in the order of the items. Only admins may.

        Needs the scope `write:catalog`.
        - 400 if an item is invalid
        - 403 if the caller is not an admin

        Args:
            items: The holidays, at most 1,000. If two have the same country and date, the later one wins.
            on_meta: Gets what the response has in meta. It is called once, before the method returns.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PUT",
            "/api/v1/holidays",
            UpsertHolidaysResult.from_dict,
            body=body_of(
                HolidayBatchInput(
                    items=items,
                )
            ),
        )
        result = self._send(call, timeout)
        if on_meta is not None and not isinstance(result.meta, Unset):
            on_meta(result.meta)
        return result.data

    def import_holidays(
        self,
        *,
        country_code: str,
        file: str,
        first_year: int | None | Unset = UNSET,
        last_year: int | None | Unset = UNSET,
        also: list[str] | None | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        timeout: float | None = None,
    ) -> HolidayImport:
        """Creates or renames the public holidays of a country from an iCalendar file (RFC 5545).

        Each day of each event becomes a holiday for the whole day, with the summary of the event as its
        name. A holiday that exists on that day gets the name and keeps its factor. Others stay as they are.
        Events that repeat become a holiday in each of the years. What is no public holiday is left out, and
        the response counts it with its reason. Holidays are written in parts of 1,000: if the call fails,
        send it again. Only admins may.

        Needs the scopes `read:time_off` and `write:catalog`.
        - 400 if the file is not base64, no iCalendar file or truncated, or the years are more than 10 or
        end before they begin
        - 403 if the caller is not an admin

        Args:
            country_code: ISO 3166-1 alpha-2 country code. The holidays are for users with this country code.
            file: The bytes of the file in base64, as they are: the server finds out whether they are UTF-8,
                UTF-16 or ISO 8859-1. At most 2 MiB before base64.
            first_year: The first year, 1900 to 2200. Default: this year, in UTC.
            last_year: The last year, 1900 to 2200, not before the first year and at most 9 years after it. Default:
                two years after the first year.
            also: Reasons to leave an event out that do not count for this file.
            dry_run: Whether to run all checks and return the same response without writing anything.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/holidays/import",
            ImportHolidaysResult.from_dict,
            query={
                "dryRun": dry_run,
            },
            body=body_of(
                HolidayCalendarInput(
                    country_code=country_code,
                    file=file,
                    first_year=first_year,
                    last_year=last_year,
                    also=also,
                )
            ),
        )
        return self._send(call, timeout).data

    def delete_holiday(
        self,
        holiday_id: str | UUID,
        *,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> None:
        """Deletes a holiday.

        Only admins may.

        Needs the scope `write:catalog`.
        - 404 if the holiday does not exist
        - 403 if the caller is not an admin
        - 409 if the record no longer has the version in If-Match

        Args:
            holiday_id: The holiday to delete, a UUID.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "DELETE",
            "/api/v1/holidays/{holiday_id}".format(
                holiday_id=quote(str(holiday_id), safe=""),
            ),
            DeleteHolidayResult.from_dict,
            if_match=if_match,
        )
        self._send(call, timeout)

    def get_calendar_feed(
        self,
        *,
        timeout: float | None = None,
    ) -> CalendarFeed:
        """Returns the calendar feed of the acting user, without its address.

        Needs the scope `read:users`.
        - 404 if the acting user has no calendar feed

        Args:
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/calendar-feed",
            GetCalendarFeedResult.from_dict,
        )
        return self._send(call, timeout).data

    def create_calendar_feed(
        self,
        *,
        idempotency_key: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> CalendarFeed:
        """Gives the acting user a calendar feed with a new address.

        An earlier address stops working within a second. The response has the address, which is never shown
        again. A feed that was created with an API key, or in a session that was started with one, ends when
        the key is revoked or expires.

        Needs the scopes `write:users`, `read:projects`, `read:assignments` and `read:time_off`.
        - 403 if the caller lacks one of the scopes

        Args:
            idempotency_key: The server carries out the call only once for a key, within 24 hours. The default is a random key, so that each call is carried out once, however often it is sent. Pass your own to repeat a call after a restart.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/calendar-feed",
            CreateCalendarFeedResult.from_dict,
            idempotency_key=only_once(idempotency_key),
        )
        return self._send(call, timeout).data

    def delete_calendar_feed(
        self,
        *,
        timeout: float | None = None,
    ) -> None:
        """Revokes the calendar feed of the acting user.

        Its address stops working within a second.

        Needs the scope `write:users`.
        - 404 if the acting user has no calendar feed

        Args:
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "DELETE",
            "/api/v1/calendar-feed",
            DeleteCalendarFeedResult.from_dict,
        )
        self._send(call, timeout)

    def list_calendar_feeds(
        self,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> CalendarFeedPage:
        """Lists the calendar feeds of all users, oldest first, without their addresses.

        Only admins may.

        Needs the scope `read:keys`.
        - 400 if a parameter is invalid
        - 403 if the caller is not an admin

        Args:
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty. Offsets shift if records are written between two requests; cursors do not.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/calendar-feeds",
            ListCalendarFeedsResult.from_dict,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "cursor": cursor,
            },
        )
        return self._send(call, timeout).data

    def delete_user_calendar_feed(
        self,
        user_id: str | UUID,
        *,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> None:
        """Revokes the calendar feed of a user.

        Its address stops working within a second. Only admins may.

        Needs the scope `write:keys`.
        - 404 if the user does not exist or has no calendar feed
        - 403 if the caller is not an admin

        Args:
            user_id: The user. Accepts an id, an external id such as hr:4711, or an e-mail address.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "DELETE",
            "/api/v1/calendar-feeds/{user_id}".format(
                user_id=quote(str(user_id), safe=""),
            ),
            DeleteUserCalendarFeedResult.from_dict,
            if_match=if_match,
        )
        self._send(call, timeout)

    def get_capacity(
        self,
        *,
        start_date: datetime.date | str,
        end_date: datetime.date | str,
        bucket: CapacityBucket | Unset = UNSET,
        group_by: CapacityGroup | Unset = UNSET,
        user_id: str | Unset | UUID = UNSET,
        manager_id: str | Unset | UUID = UNSET,
        project_id: str | Unset | UUID = UNSET,
        client_id: str | Unset | UUID = UNSET,
        capability_id: str | Unset | UUID = UNSET,
        split_by: CapacitySplit | Unset = UNSET,
        kind: UserKindFilter | Unset = UNSET,
        time_off_by_type: bool | Unset = UNSET,
        timeout: float | None = None,
    ) -> Capacity:
        """Returns hours in buckets of days, weeks or months, for each user or in groups.

        All hours are computed for each user and day, and then summed. Inactive users are included only if
        they have planned or actual hours in the range. Projects, as the items or as what hours are split
        by, need the scope read:projects too, and clients the scope read:clients.

        REST sends an ETag, and 304 for a matching If-None-Match if nothing in the organization has changed
        since. With Accept: text/csv, the response is CSV with one line for each item and bucket.

        Needs the scopes `read:users`, `read:assignments`, `read:actual_hours` and `read:time_off`.
        - 400 if a parameter is invalid, the range is longer than 370 days, split_by is used with another
        group_by than user, time_off_by_type is used without the series timeOff, the response would have
        more than 20,000 items times buckets or 200,000 types times items times buckets, or there are more
        than 1,000,000 users times days
        - 403 if the caller lacks the scope of what group_by or split_by names

        Args:
            start_date: The first day of the range.
            end_date: The last day of the range, at most 370 days including the first one.
            bucket: The length of the buckets of a capacity.
                - `day`: One day.
                - `week`: Monday to Sunday.
                - `month`: A calendar month.
            group_by: Says what the items of a capacity are.
                - `user`: One item for each user.
                - `manager`: One item for each user that others report to: the sums of those who report directly
                to that user. Users who report to nobody are in an item without an id.
                - `project`: One item for each project with hours.
                - `client`: One item for each client with hours.
                - `capability`: One item for each capability with hours or supply. Hours without a capability
                are in an item without an id.
                - `organization`: One item, the organization.
            user_id: Only this user. Accepts an id, an external id such as hr:4711, or an e-mail address.
            manager_id: Only users below this user in the reporting line. Accepts an id, an external id such as hr:4711,
                or an e-mail address.
            project_id: Only hours on this project, and users who have some. Accepts an id, or an external id such as
                crm:4711.
            client_id: Only hours on projects of this client, and users who have some. Accepts an id, or an external id
                such as crm:4711.
            capability_id: Only hours with this capability, and users who have some.
            split_by: Says by what the hours of a user are split into items.
                - `project`: One item for each user and project with hours.
                - `client`: One item for each user and client with hours.
                - `capability`: One item for each user and capability with hours. Hours without a capability are
                in an item of the user too.
            kind: Says which users are meant.
                - `person`: Persons.
                - `placeholder`: Placeholders.
                - `all`: Persons and placeholders.
            time_off_by_type: Whether items and the total also have the hours of timeOff by the type of time off. It needs the
                series timeOff.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/capacity",
            GetCapacityResult.from_dict,
            query={
                "start_date": start_date,
                "end_date": end_date,
                "bucket": bucket,
                "group_by": group_by,
                "user_id": user_id,
                "manager_id": manager_id,
                "project_id": project_id,
                "client_id": client_id,
                "capability_id": capability_id,
                "split_by": split_by,
                "kind": kind,
                "time_off_by_type": time_off_by_type,
            },
        )
        return self._send(call, timeout).data

    def list_capacity_gaps(
        self,
        *,
        hours: float,
        start_date: datetime.date | str,
        end_date: datetime.date | str,
        capability_id: str | Unset | UUID = UNSET,
        manager_id: str | Unset | UUID = UNSET,
        has_capability_id: list[UUID] | Unset = UNSET,
        min_level: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> CapacityGaps:
        """Lists the active users who have at least the given number of free hours in the range, with the first
        day by which they have them.

        The user who has them first comes first.

        Needs the scopes `read:users`, `read:assignments` and `read:time_off`.
        - 400 if a parameter is invalid, the range is longer than 370 days, or min_level is used without
        has_capability_id

        Args:
            hours: The wanted number of free hours, 0.01 to 10,000.
            start_date: The first day of the range.
            end_date: The last day of the range, at most 370 days including the first one.
            capability_id: Only users who have planned or actual hours with this capability in the range or in the 365 days
                before it. See has_capability_id for the capabilities of the user.
            manager_id: Only users below this user in the reporting line. Accepts an id, an external id such as hr:4711,
                or an e-mail address.
            has_capability_id: Only users who have all of these capabilities in their list, at most 20, whether or not they
                have hours with them.
            min_level: The level, 1 to 5, that users must at least have in each capability of has_capability_id; 1 by
                default. It needs has_capability_id.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/capacity/gaps",
            ListCapacityGapsResult.from_dict,
            query={
                "hours": hours,
                "start_date": start_date,
                "end_date": end_date,
                "capability_id": capability_id,
                "manager_id": manager_id,
                "has_capability_id": has_capability_id,
                "min_level": min_level,
            },
        )
        return self._send(call, timeout).data

    def list_events(
        self,
        *,
        after: str | Unset = UNSET,
        types: list[str] | Unset = UNSET,
        actor_id: str | Unset | UUID = UNSET,
        record_id: str | Unset | UUID = UNSET,
        since: datetime.datetime | str | Unset = UNSET,
        limit: int | Unset = UNSET,
        wait: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> EventPage:
        """Returns events, oldest first.

        To follow the journal, call it again with the nextAfter of the response. With wait, a call that has
        nothing to return yet waits for an event.

        Needs the scope `read:events`.
        - 400 if a parameter is invalid
        - 410 if the events after the given one are no longer kept
        - 409 if the given event does not exist yet, because a backup was restored

        Args:
            after: Only events after this number: 0, or the nextAfter of an earlier response. head is the number of
                the latest event. Without it, the list begins with the oldest event that is kept.
            types: Only events of these types, such as client.updated. time_off.* is all types that begin with
                time_off, and * is all types.
            actor_id: Only events that this user wrote. Accepts an id, an external id such as hr:4711, or an e-mail
                address.
            record_id: Only events of this record. Rows of hours are not found by their ids.
            since: Only events written at this time or later.
            limit: The maximum number of events. Default 100; values outside 1 to 200 are clamped.
            wait: How many seconds to wait for an event if there is none, 0 to 25. Default 0.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/events",
            ListEventsResult.from_dict,
            query={
                "after": after,
                "types": types,
                "actorId": actor_id,
                "recordId": record_id,
                "since": since,
                "limit": limit,
                "wait": wait,
            },
        )
        return self._send(call, timeout).data

    def get_event(
        self,
        seq: int,
        *,
        offset: int | Unset = UNSET,
        limit: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> Event:
        """Returns one event.

        If it is a batch of hours, offset and limit choose its rows.

        Needs the scope `read:events`.
        - 400 if a parameter is invalid
        - 404 if the event does not exist, is no longer kept, or is not the caller's to read

        Args:
            seq: The number of the event.
            offset: The number of rows to skip, 0 to 5000. Default 0.
            limit: The maximum number of rows. Default 1000; values outside 1 to 1000 are clamped.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/events/{seq}".format(
                seq=quote(str(seq), safe=""),
            ),
            GetEventResult.from_dict,
            query={
                "offset": offset,
                "limit": limit,
            },
        )
        return self._send(call, timeout).data

    def list_keys(
        self,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        updated_since: datetime.datetime | str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> KeyPage:
        """Lists the keys, oldest first, without their secrets.

        Revoked and expired keys are included. Only admins may.

        Needs the scope `read:keys`.
        - 400 if a parameter is invalid
        - 403 if the caller is not an admin

        Args:
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty. Offsets shift if records are written between two requests; cursors do not.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            updated_since: Only records changed at this time or later.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/keys",
            ListKeysResult.from_dict,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "updatedSince": updated_since,
                "cursor": cursor,
            },
        )
        return self._send(call, timeout).data

    def create_key(
        self,
        *,
        name: str,
        actor_user_id: str | UUID,
        scopes: list[str],
        rate_limit: int | None | Unset = UNSET,
        expires_at: datetime.datetime | None | str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> Key:
        """Creates a key.

        A key can give only scopes that it has itself. The response has the secret, which is never shown
        again. Only admins may.

        Needs the scope `write:keys`.
        - 400 if a field is missing or out of range, a scope or the user is unknown, or the key would expire
        in the past
        - 403 if the caller is not an admin, or the calling key lacks one of the scopes

        Args:
            name: Name, 1 to 255 characters. White space at both ends is removed.
            actor_user_id: The user that the key acts as. It cannot be changed. Accepts an id, an external id such as
                hr:4711, or an e-mail address.
            scopes: What the key may be used for: at least one scope, and only scopes that the calling key has. They
                cannot be changed. They are returned in alphabetical order, without duplicates. If allScopes is
                true, they are all scopes that there are. The scope scim is for identity providers, which use
                SCIM and no operation of this API.
            rate_limit: The number of requests per minute, 0 to 1000000. 0 is no limit, and null is the default of the
                installation.
            expires_at: When the key stops working; null if it does not expire. It must be in the future.
            idempotency_key: The server carries out the call only once for a key, within 24 hours. The default is a random key, so that each call is carried out once, however often it is sent. Pass your own to repeat a call after a restart.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/keys",
            CreateKeyResult.from_dict,
            body=body_of(
                KeyInput(
                    name=name,
                    actor_user_id=actor_user_id,
                    scopes=scopes,
                    rate_limit=rate_limit,
                    expires_at=expires_at,
                )
            ),
            idempotency_key=only_once(idempotency_key),
        )
        return self._send(call, timeout).data

    def update_key(
        self,
        key_id: str | UUID,
        *,
        name: str | Unset = UNSET,
        rate_limit: int | None | Unset = UNSET,
        expires_at: datetime.datetime | None | str | Unset = UNSET,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> Key:
        """Changes the name, the rate limit or the expiry of a key.

        It is effective within a second. Only a key that has all its scopes can give it more time, also if
        it has expired, or a higher rate limit. Only admins may.

        Needs the scope `write:keys`.
        - 400 if a field is out of range, or the key would expire in the past
        - 404 if the key does not exist
        - 403 if the caller is not an admin, or lacks a scope of a key that would get more
        - 409 if the record no longer has the version in If-Match

        Args:
            key_id: The key to change, a UUID.
            name: Name, 1 to 255 characters. White space at both ends is removed.
            rate_limit: The number of requests per minute, 0 to 1000000. 0 is no limit, and null is the default of the
                installation.
            expires_at: When the key stops working; null if it does not expire. It must be in the future.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PATCH",
            "/api/v1/keys/{key_id}".format(
                key_id=quote(str(key_id), safe=""),
            ),
            UpdateKeyResult.from_dict,
            body=body_of(
                KeyPatch(
                    name=name,
                    rate_limit=rate_limit,
                    expires_at=expires_at,
                )
            ),
            if_match=if_match,
        )
        return self._send(call, timeout).data

    def rotate_key(
        self,
        key_id: str | UUID,
        *,
        overlap_seconds: int | None | Unset = UNSET,
        if_match: int | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> Key:
        """Gives a key a new secret.

        The response has the secret, which is never shown again. The old secret works for overlapSeconds
        more; a secret that was rotated out before stops at once. Only admins may.

        Needs the scope `write:keys`.
        - 400 if the overlap is out of range
        - 404 if the key does not exist
        - 403 if the caller is not an admin, or the calling key lacks one of the scopes of the key
        - 409 if the key is revoked or has expired
        - 409 if the record no longer has the version in If-Match

        Args:
            key_id: The key to rotate, a UUID.
            overlap_seconds: For how many seconds the old secret works on, 0 to 604800 (a week). Default 86400 (a day).
            if_match: The version that the record must still have. If it has another one, nothing is written.
            idempotency_key: The server carries out the call only once for a key, within 24 hours. The default is a random key, so that each call is carried out once, however often it is sent. Pass your own to repeat a call after a restart.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/keys/{key_id}/rotate".format(
                key_id=quote(str(key_id), safe=""),
            ),
            RotateKeyResult.from_dict,
            body=body_of(
                KeyRotationInput(
                    overlap_seconds=overlap_seconds,
                )
            ),
            if_match=if_match,
            idempotency_key=only_once(idempotency_key),
        )
        return self._send(call, timeout).data

    def revoke_key(
        self,
        key_id: str | UUID,
        *,
        disable_webhooks: bool | None | Unset = UNSET,
        revoke_keys: bool | None | Unset = UNSET,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> Key:
        """Stops a key, and all its secrets, within a second and for good.

        Revoking a revoked key changes nothing. A key may revoke itself. The response has what the key has
        made: what it has set up works on, unless the request also disables the webhooks and revokes the
        keys. Only admins may.

        Needs the scope `write:keys`.
        - 404 if the key does not exist
        - 403 if the caller is not an admin, or would disable webhooks without the scope write:webhooks
        - 409 if the record no longer has the version in If-Match

        Args:
            key_id: The key to revoke, a UUID.
            disable_webhooks: Whether to disable all of the webhooks. It needs the scope write:webhooks too.
            revoke_keys: Whether to revoke the keys, at most 200 at once. Send the request again as long as the response
                lists a key with isActive.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/keys/{key_id}/revoke".format(
                key_id=quote(str(key_id), safe=""),
            ),
            RevokeKeyResult.from_dict,
            body=body_of(
                KeyRevocationInput(
                    disable_webhooks=disable_webhooks,
                    revoke_keys=revoke_keys,
                )
            ),
            if_match=if_match,
        )
        return self._send(call, timeout).data

    def list_sessions(
        self,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        cursor: str | Unset = UNSET,
        user_id: str | Unset | UUID = UNSET,
        timeout: float | None = None,
    ) -> SessionPage:
        """Lists the sessions that have not ended, oldest first.

        Only admins may.

        Needs the scope `read:keys`.
        - 400 if a parameter is invalid
        - 403 if the caller is not an admin

        Args:
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty. Offsets shift if records are written between two requests; cursors do not.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset.
            user_id: Only those of this user. Accepts an id, an external id such as hr:4711, or an e-mail address.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/sessions",
            ListSessionsResult.from_dict,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "cursor": cursor,
                "userId": user_id,
            },
        )
        return self._send(call, timeout).data

    def delete_session(
        self,
        session_id: str | UUID,
        *,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> None:
        """Ends a session.

        Its person has to sign in again. It is effective within a second. Only admins may.

        Needs the scope `write:keys`.
        - 404 if the session does not exist or has ended
        - 403 if the caller is not an admin

        Args:
            session_id: The session to end, a UUID.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "DELETE",
            "/api/v1/sessions/{session_id}".format(
                session_id=quote(str(session_id), safe=""),
            ),
            DeleteSessionResult.from_dict,
            if_match=if_match,
        )
        self._send(call, timeout)

    def list_webhooks(
        self,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        updated_since: datetime.datetime | str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> WebhookPage:
        """Lists the endpoints, oldest first.

        Only admins may.

        Needs the scope `read:webhooks`.
        - 400 if a parameter is invalid
        - 403 if the caller is not an admin

        Args:
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty. Offsets shift if records are written between two requests; cursors do not.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            updated_since: Only records changed at this time or later. Deliveries do not count as changes.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/webhooks",
            ListWebhooksResult.from_dict,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "updatedSince": updated_since,
                "cursor": cursor,
            },
        )
        return self._send(call, timeout).data

    def create_webhook(
        self,
        *,
        url: str,
        types: list[str],
        name: None | str | Unset = UNSET,
        state: None | Unset | WebhookState = UNSET,
        cursor: int | None | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> Webhook:
        """Creates an endpoint and pings it with a signed request.

        If it responds with 2xx, it is active. Otherwise it is pending: it is pinged again after 5 s, 30 s,
        2 min and so on, and becomes active when it responds with 2xx. It gets the events after cursor, by
        default those from now on. The response has the secret, which no other response has. Only admins
        may.

        Needs the scope `write:webhooks`.
        - 400 if a field is missing or invalid, or the address is not allowed
        - 403 if the caller is not an admin, or the key may read no event of a type
        - 410 if the events after cursor are no longer kept
        - 409 if cursor is behind the latest event, the organization has 20 endpoints, or the operator has
        not set up webhooks

        Args:
            url: The address: an https URL of a public host. Redirects are not followed.
            types: The types of the events, such as client.updated. time_off.* is all types that begin with
                time_off, also later ones, and * is all types.
            name: Name, 1 to 255 characters. White space at both ends is removed.
            state: The state. A request can set active, which is the default, and paused.
            cursor: The number of the last event that the endpoint has got, or that was not for it. A request can
                move it: to 0 or any event that is kept. The events after it are sent next. By default it is the
                head when the endpoint is created.
            idempotency_key: The server carries out the call only once for a key, within 24 hours. The default is a random key, so that each call is carried out once, however often it is sent. Pass your own to repeat a call after a restart.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/webhooks",
            CreateWebhookResult.from_dict,
            body=body_of(
                WebhookInput(
                    url=url,
                    types=types,
                    name=name,
                    state=state,
                    cursor=cursor,
                )
            ),
            idempotency_key=only_once(idempotency_key),
        )
        return self._send(call, timeout).data

    def get_webhook(
        self,
        webhook_id: str | UUID,
        *,
        timeout: float | None = None,
    ) -> Webhook:
        """Returns one endpoint.

        Only admins may.

        Needs the scope `read:webhooks`.
        - 404 if the endpoint does not exist
        - 403 if the caller is not an admin

        Args:
            webhook_id: The endpoint, a UUID.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/webhooks/{webhook_id}".format(
                webhook_id=quote(str(webhook_id), safe=""),
            ),
            GetWebhookResult.from_dict,
        )
        return self._send(call, timeout).data

    def delete_webhook(
        self,
        webhook_id: str | UUID,
        *,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> None:
        """Deletes an endpoint.

        Nothing more is sent to it. Only admins may.

        Needs the scope `write:webhooks`.
        - 404 if the endpoint does not exist
        - 403 if the caller is not an admin
        - 409 if the record no longer has the version in If-Match

        Args:
            webhook_id: The endpoint to delete, a UUID.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "DELETE",
            "/api/v1/webhooks/{webhook_id}".format(
                webhook_id=quote(str(webhook_id), safe=""),
            ),
            DeleteWebhookResult.from_dict,
            if_match=if_match,
        )
        self._send(call, timeout)

    def update_webhook(
        self,
        webhook_id: str | UUID,
        *,
        url: str | Unset = UNSET,
        types: list[str] | Unset = UNSET,
        name: None | str | Unset = UNSET,
        state: WebhookState | Unset = UNSET,
        cursor: int | Unset = UNSET,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> Webhook:
        """Changes the address, the types, the name, the state or the cursor of an endpoint.

        A ping as that of CreateWebhook comes before each change to active, and also if the address of an
        active endpoint changes. Only admins may.

        Needs the scope `write:webhooks`.
        - 400 if a field is invalid, or the address is not allowed
        - 404 if the endpoint does not exist
        - 403 if the caller is not an admin, or the key may read no event of a type
        - 409 if the record no longer has the version in If-Match
        - 410 if the events after cursor are no longer kept
        - 409 if cursor is behind the latest event

        Args:
            webhook_id: The endpoint to change, a UUID.
            url: The address: an https URL of a public host. Redirects are not followed.
            types: The types of the events, such as client.updated. time_off.* is all types that begin with
                time_off, also later ones, and * is all types.
            name: Name, 1 to 255 characters. White space at both ends is removed.
            state: The state of an endpoint.
                - `pending`: It has not responded to a ping with 2xx. It gets no events, and is pinged again.
                - `active`: It gets the events.
                - `paused`: An admin has paused it. Its cursor stays.
                - `disabled`: It has responded with 410, or all requests of five days have failed. Its cursor
                stays. UpdateWebhook makes it active again.
            cursor: The number of the last event that the endpoint has got, or that was not for it. A request can
                move it: to 0 or any event that is kept. The events after it are sent next. By default it is the
                head when the endpoint is created.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PATCH",
            "/api/v1/webhooks/{webhook_id}".format(
                webhook_id=quote(str(webhook_id), safe=""),
            ),
            UpdateWebhookResult.from_dict,
            body=body_of(
                WebhookPatch(
                    url=url,
                    types=types,
                    name=name,
                    state=state,
                    cursor=cursor,
                )
            ),
            if_match=if_match,
        )
        return self._send(call, timeout).data

    def rotate_webhook_secret(
        self,
        webhook_id: str | UUID,
        *,
        overlap_seconds: int | None | Unset = UNSET,
        if_match: int | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> Webhook:
        """Gives an endpoint a new secret.

        For overlapSeconds, requests are signed with both secrets; a secret that was rotated out before is
        no longer used. The response has the new secret. Only admins may.

        Needs the scope `write:webhooks`.
        - 400 if the overlap is out of range
        - 404 if the endpoint does not exist
        - 403 if the caller is not an admin, or the key may read no event of a type
        - 409 if the record no longer has the version in If-Match
        - 409 if the operator has not set up webhooks

        Args:
            webhook_id: The endpoint, a UUID.
            overlap_seconds: For how many seconds both secrets sign, 0 to 604800 (a week). Default 86400 (a day).
            if_match: The version that the record must still have. If it has another one, nothing is written.
            idempotency_key: The server carries out the call only once for a key, within 24 hours. The default is a random key, so that each call is carried out once, however often it is sent. Pass your own to repeat a call after a restart.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/webhooks/{webhook_id}/rotate-secret".format(
                webhook_id=quote(str(webhook_id), safe=""),
            ),
            RotateWebhookSecretResult.from_dict,
            body=body_of(
                WebhookRotationInput(
                    overlap_seconds=overlap_seconds,
                )
            ),
            if_match=if_match,
            idempotency_key=only_once(idempotency_key),
        )
        return self._send(call, timeout).data

    def test_webhook(
        self,
        webhook_id: str | UUID,
        *,
        if_match: int | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> WebhookAttempt:
        """Sends a signed ping and returns the attempt.

        If the endpoint responds with 2xx, it becomes active if it was pending, and the next event is sent
        at once, also if the endpoint had to wait after failures. Only admins may.

        Needs the scope `write:webhooks`.
        - 404 if the endpoint does not exist
        - 403 if the caller is not an admin
        - 409 if the endpoint does not respond with 2xx

        Args:
            webhook_id: The endpoint, a UUID.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            idempotency_key: The server carries out the call only once for a key, within 24 hours. The default is a random key, so that each call is carried out once, however often it is sent. Pass your own to repeat a call after a restart.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/webhooks/{webhook_id}/test".format(
                webhook_id=quote(str(webhook_id), safe=""),
            ),
            TestWebhookResult.from_dict,
            if_match=if_match,
            idempotency_key=only_once(idempotency_key),
        )
        return self._send(call, timeout).data

    def redeliver_webhook(
        self,
        webhook_id: str | UUID,
        *,
        seq: int | None | Unset = UNSET,
        from_seq: int | None | Unset = UNSET,
        to_seq: int | None | Unset = UNSET,
        parked: bool | None | Unset = UNSET,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> Webhook:
        """Sends events again, before those that follow the cursor.

        One event, a range of events, or those that were parked. Only events of the types of the endpoint
        are sent. An event that the endpoint refuses again is parked at once. Only admins may.

        Needs the scope `write:webhooks`.
        - 400 if the request names no events, or names them in more than one way
        - 404 if the endpoint or an event does not exist
        - 403 if the caller is not an admin
        - 410 if an event is no longer kept

        Args:
            webhook_id: The endpoint, a UUID.
            seq: The number of one event.
            from_seq: The number of the first event of a range.
            to_seq: The number of the last event of a range.
            parked: Whether to send all parked events.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/webhooks/{webhook_id}/redeliver".format(
                webhook_id=quote(str(webhook_id), safe=""),
            ),
            RedeliverWebhookResult.from_dict,
            body=body_of(
                WebhookRedeliveryInput(
                    seq=seq,
                    from_seq=from_seq,
                    to_seq=to_seq,
                    parked=parked,
                )
            ),
            if_match=if_match,
        )
        return self._send(call, timeout).data

    def list_webhook_attempts(
        self,
        webhook_id: str | UUID,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        since: datetime.datetime | str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        outcome: WebhookOutcome | Unset = UNSET,
        seq: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> WebhookAttemptPage:
        """Lists the requests to an endpoint in the last 30 days, newest first.

        An attempt is listed at most a second after the request. Only admins may.

        Needs the scope `read:webhooks`.
        - 400 if a parameter is invalid
        - 404 if the endpoint does not exist
        - 403 if the caller is not an admin

        Args:
            webhook_id: The endpoint, a UUID.
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty. Offsets shift if records are written between two requests; cursors do not.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            since: Only attempts at this time or later.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset.
            outcome: The result of a request to an endpoint.
                - `delivered`: The endpoint has responded with 2xx.
                - `failed`: There was no response, or one with another status. The request is tried again.
                - `parked`: The endpoint has refused the event for the last time. The next event follows.
            seq: Only attempts to send this event.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/webhooks/{webhook_id}/attempts".format(
                webhook_id=quote(str(webhook_id), safe=""),
            ),
            ListWebhookAttemptsResult.from_dict,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "since": since,
                "cursor": cursor,
                "outcome": outcome,
                "seq": seq,
            },
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
        """Returns the identity of the key.

        The identity is its organization, the user it acts as and its scopes. In the console it is that of
        the session. The call also works if the user is deactivated or the organization is suspended;
        organization.suspendedAt says so then.

        Needs no scope.
        - 401 if the key is missing, unknown, expired or revoked

        Args:
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/me",
            GetMeResult.from_dict,
        )
        return (await self._send(call, timeout)).data

    async def get_views(
        self,
        *,
        timeout: float | None = None,
    ) -> Views:
        """Returns the saved views of the acting user.

        Needs the scope `read:users`.

        Args:
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/me/views",
            GetViewsResult.from_dict,
        )
        return (await self._send(call, timeout)).data

    async def replace_views(
        self,
        *,
        items: list[ViewInput],
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> Views:
        """Replaces the whole list of saved views of the acting user.

        An empty list removes all. It leaves no event, because the views concern nobody else.

        Needs the scope `write:users`.
        - 400 if an item is invalid, or two have the same name in any case of its letters
        - 409 if the record no longer has the version in If-Match

        Args:
            items: The views, at most 50, in the order in which they were sent.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PUT",
            "/api/v1/me/views",
            ReplaceViewsResult.from_dict,
            body=body_of(
                ViewsInput(
                    items=items,
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
        ids: list[UUID] | Unset = UNSET,
        timeout: float | None = None,
    ) -> CapabilityPage:
        """Lists the capabilities, oldest first.

        Needs the scope `read:assignments`.
        - 400 if a parameter is invalid

        Args:
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty. Offsets shift if records are written between two requests; cursors do not.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            updated_since: Only records changed at this time or later.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset.
            ids: Only the capabilities with these ids, at most 200. Ids that do not exist are left out. All are
                on one page with limit=200.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/capabilities",
            ListCapabilitiesResult.from_dict,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "updatedSince": updated_since,
                "cursor": cursor,
                "ids": ids,
            },
        )
        return (await self._send(call, timeout)).data

    async def create_capability(
        self,
        *,
        name: str,
        is_active: bool | None | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> Capability:
        """Creates a capability.

        Only admins may.

        Needs the scope `write:catalog`.
        - 400 if a field is missing or out of range
        - 403 if the caller is not an admin
        - 409 if another one has the name

        Args:
            name: Name, 1 to 255 characters, unique in the organization. White space at both ends is removed.
            is_active: Whether it is active, true by default. New rows of hours cannot refer to an inactive one.
            dry_run: Whether to run all checks and return the same response without writing anything.
            idempotency_key: The server carries out the call only once for a key, within 24 hours. The default is a random key, so that each call is carried out once, however often it is sent. Pass your own to repeat a call after a restart.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/capabilities",
            CreateCapabilityResult.from_dict,
            query={
                "dryRun": dry_run,
            },
            body=body_of(
                CapabilityInput(
                    name=name,
                    is_active=is_active,
                )
            ),
            idempotency_key=only_once(idempotency_key),
        )
        return (await self._send(call, timeout)).data

    async def update_capability(
        self,
        capability_id: str | UUID,
        *,
        name: str | Unset = UNSET,
        is_active: bool | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> Capability:
        """Changes the given fields of a capability.

        Only admins may.

        Needs the scope `write:catalog`.
        - 400 if a field is out of range
        - 404 if the capability does not exist
        - 403 if the caller is not an admin
        - 409 if another one has the name
        - 409 if the record no longer has the version in If-Match

        Args:
            capability_id: The capability to change, a UUID.
            name: Name, 1 to 255 characters, unique in the organization. White space at both ends is removed.
            is_active: Whether it is active, true by default. New rows of hours cannot refer to an inactive one.
            dry_run: Whether to run all checks and return the same response without writing anything.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PATCH",
            "/api/v1/capabilities/{capability_id}".format(
                capability_id=quote(str(capability_id), safe=""),
            ),
            UpdateCapabilityResult.from_dict,
            query={
                "dryRun": dry_run,
            },
            body=body_of(
                CapabilityPatch(
                    name=name,
                    is_active=is_active,
                )
            ),
            if_match=if_match,
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
        capability_id: list[UUID] | Unset = UNSET,
        min_level: int | Unset = UNSET,
        kind: UserKindFilter | Unset = UNSET,
        ids: list[UUID] | Unset = UNSET,
        name_exact: str | Unset = UNSET,
        external_id: str | Unset = UNSET,
        sort: ListUsersSort | Unset = UNSET,
        include: list[ListUsersIncludeItem] | Unset = UNSET,
        timeout: float | None = None,
    ) -> UserPage:
        """Lists the users, oldest first.

        Filters combine with AND. Placeholders are in the list only with kind=placeholder or kind=all.

        Needs the scope `read:users`.
        - 400 if a parameter is invalid, or min_level is used without capability_id

        Args:
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty. Offsets shift if records are written between two requests; cursors do not.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            updated_since: Only records changed at this time or later.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset.
            email: Only the user with this e-mail address, which has no space. Case is ignored.
            name: Only users whose name contains this text. Case and accents are ignored.
            is_active: Only active users, or only inactive ones.
            role: What a user may write.
                - `member`: May write their own records and those of the people below them.
                - `manager`: May also write clients and projects.
                - `admin`: May write everything in the organization.
            reports_to_id: Only users who report directly to this user. Accepts an id, an external id such as hr:4711, or
                an e-mail address.
            capability_id: Only users who have all of these capabilities, at most 20.
            min_level: The level, 1 to 5, that users must at least have in each of these capabilities; 1 by default. It
                needs capability_id.
            kind: Says which users are meant.
                - `person`: Persons.
                - `placeholder`: Placeholders.
                - `all`: Persons and placeholders.
            ids: Only the users with these ids, at most 200. Ids that do not exist are left out. All are on one
                page with limit=200. Placeholders among them need kind=all, too. Accepts an id, an external id
                such as hr:4711, or an e-mail address.
            name_exact: Only users with exactly this name. Case matters. White space at both ends is removed.
            external_id: Only the user with this external id, such as hr:4711.
            sort: The order: createdAt for oldest first, which is the default, or -createdAt for newest first.
            include: What users have beside their fields: capabilities. A user who has none has no such member.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/users",
            ListUsersResult.from_dict,
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
                "capabilityId": capability_id,
                "minLevel": min_level,
                "kind": kind,
                "ids": ids,
                "nameExact": name_exact,
                "externalId": external_id,
                "sort": sort,
                "include": include,
            },
        )
        return (await self._send(call, timeout)).data

    async def create_user(
        self,
        *,
        name: str,
        email: None | str | Unset = UNSET,
        image: None | str | Unset = UNSET,
        country_code: None | str | Unset = UNSET,
        default_availability: float | None | Unset = UNSET,
        reports_to_id: None | str | Unset | UUID = UNSET,
        role: None | Role | Unset = UNSET,
        is_active: bool | None | Unset = UNSET,
        kind: None | Unset | UserKind = UNSET,
        capabilities: list[UserCapabilityInput] | None | Unset = UNSET,
        external_ids: list[str] | None | Unset = UNSET,
        can_sign_in: bool | None | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> User:
        """Creates a user.

        The e-mail address and the name are required. Only admins may. The role manager or admin, and
        canSignIn, need the scope write:keys too: without it, the person cannot sign in until canSignIn is
        set. An external id of the source scim needs the scope scim.

        A user of the kind placeholder stands for work that has no person yet. It needs only a name, and has
        neither an e-mail address nor a role. Its capabilities are those that the person for the work should
        have. Users with the role manager may create placeholders too.

        Needs the scope `write:users`.
        - 400 if a field is missing or out of range, the manager or a capability is unknown, a capability is
        inactive, or a placeholder has an e-mail address or a role
        - 403 if the caller may not create such a user, or lacks the scope for the role
        - 409 if another user has the e-mail address

        Args:
            name: Display name, 1 to 255 characters. White space at both ends is removed.
            email: E-mail address, at most 320 characters. It is unique in the organization in any case of its
                letters. White space at both ends is removed. Only admins may write it. A person needs one; a
                placeholder has none, and its address is "" in responses.
            image: Avatar: an absolute http or https URL of at most 2048 characters.
            country_code: ISO 3166-1 alpha-2 country code. It is stored in upper case.
            default_availability: Default weekly availability in hours, 0 to 168. A new user has 40 by default.
            reports_to_id: The user's manager: another user, who must not be below this user in the reporting line. Accepts
                an id, an external id such as hr:4711, or an e-mail address.
            role: Role: what the user may write. A new user is a member by default. Only admins may write it. A
                placeholder has none to write, and is a member in responses.
            is_active: Whether the user is active, true by default. Keys of inactive users are refused, and work again
                when the user is active again. Only admins may write it.
            kind: What the user stands for, a person by default. It cannot be changed.
            capabilities: The capabilities that a new user has at once, at most 100. Only a request that creates a user
                has them; afterwards see ReplaceUserCapabilities. A response has them only with
                include=capabilities. Over gRPC, the list is empty without it, whatever the user has.
            external_ids: The ids that the user has in other systems: at most 20, each of another source. One is a source,
                1 to 40 of a-z, 0-9, ".", "_" and "-", a colon, and the id, 1 to 255 characters, such as
                hr:4711. No two users have the same. They are returned in the order of their sources.
            can_sign_in: Whether the person can sign in with the e-mail address, at an OpenID Connect provider. A new
                person can if the caller has the scope write:keys, which true needs. Keys do not depend on it.
                Only admins may write it, and the last active admin who can sign in keeps it. It is false for a
                placeholder, which has none to write.
            dry_run: Whether to run all checks and return the same response without writing anything.
            idempotency_key: The server carries out the call only once for a key, within 24 hours. The default is a random key, so that each call is carried out once, however often it is sent. Pass your own to repeat a call after a restart.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/users",
            CreateUserResult.from_dict,
            query={
                "dryRun": dry_run,
            },
            body=body_of(
                UserInput(
                    name=name,
                    email=email,
                    image=image,
                    country_code=country_code,
                    default_availability=default_availability,
                    reports_to_id=reports_to_id,
                    role=role,
                    is_active=is_active,
                    kind=kind,
                    capabilities=capabilities,
                    external_ids=external_ids,
                    can_sign_in=can_sign_in,
                )
            ),
            idempotency_key=only_once(idempotency_key),
        )
        return (await self._send(call, timeout)).data

    async def get_user(
        self,
        user_id: str | UUID,
        *,
        include: list[GetUserIncludeItem] | Unset = UNSET,
        timeout: float | None = None,
    ) -> User:
        """Returns one user.

        Needs the scope `read:users`.
        - 404 if the user does not exist

        Args:
            user_id: The user. Accepts an id, an external id such as hr:4711, or an e-mail address.
            include: What the user has beside its fields: capabilities. A user who has none has no such member.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/users/{user_id}".format(
                user_id=quote(str(user_id), safe=""),
            ),
            GetUserResult.from_dict,
            query={
                "include": include,
            },
        )
        return (await self._send(call, timeout)).data

    async def update_user(
        self,
        user_id: str | UUID,
        *,
        name: str | Unset = UNSET,
        email: str | Unset = UNSET,
        image: None | str | Unset = UNSET,
        country_code: None | str | Unset = UNSET,
        default_availability: float | Unset = UNSET,
        reports_to_id: None | str | Unset | UUID = UNSET,
        role: Role | Unset = UNSET,
        is_active: bool | Unset = UNSET,
        external_ids: list[str] | Unset = UNSET,
        can_sign_in: bool | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> User:
        """Changes the given fields of a user.

        Users may change their own name and image. Their managers may also change the country and the
        availability. Admins may change every field of every user. Four changes need the scope write:keys
        too, because somebody can then sign in with more rights: a higher role, another e-mail address, and
        isActive or canSignIn from false to true. Another external id of the source scim needs the scope
        scim. Users with the role manager may change placeholders, but not put one below themselves that is
        not. Another e-mail address ends the user's sessions and removes the account that the user signs in
        with, see UnbindSignIn.

        Needs the scope `write:users`.
        - 400 if a field is out of range, the manager is unknown, or the reporting line would become a cycle
        - 404 if the user does not exist
        - 403 if the caller may not change one of the fields, or lacks the scope for it
        - 409 if another user has the e-mail address
        - 409 if the organization would have no active admin left
        - 409 if the record no longer has the version in If-Match

        Args:
            user_id: The user to change. Accepts an id, an external id such as hr:4711, or an e-mail address.
            name: Display name, 1 to 255 characters. White space at both ends is removed.
            email: E-mail address, at most 320 characters. It is unique in the organization in any case of its
                letters. White space at both ends is removed. Only admins may write it. A person needs one; a
                placeholder has none, and its address is "" in responses.
            image: Avatar: an absolute http or https URL of at most 2048 characters.
            country_code: ISO 3166-1 alpha-2 country code. It is stored in upper case.
            default_availability: Default weekly availability in hours, 0 to 168. A new user has 40 by default.
            reports_to_id: The user's manager: another user, who must not be below this user in the reporting line. Accepts
                an id, an external id such as hr:4711, or an e-mail address.
            role: What a user may write.
                - `member`: May write their own records and those of the people below them.
                - `manager`: May also write clients and projects.
                - `admin`: May write everything in the organization.
            is_active: Whether the user is active, true by default. Keys of inactive users are refused, and work again
                when the user is active again. Only admins may write it.
            external_ids: The ids that the user has in other systems: at most 20, each of another source. One is a source,
                1 to 40 of a-z, 0-9, ".", "_" and "-", a colon, and the id, 1 to 255 characters, such as
                hr:4711. No two users have the same. They are returned in the order of their sources.
            can_sign_in: Whether the person can sign in with the e-mail address, at an OpenID Connect provider. A new
                person can if the caller has the scope write:keys, which true needs. Keys do not depend on it.
                Only admins may write it, and the last active admin who can sign in keeps it. It is false for a
                placeholder, which has none to write.
            dry_run: Whether to run all checks and return the same response without writing anything.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PATCH",
            "/api/v1/users/{user_id}".format(
                user_id=quote(str(user_id), safe=""),
            ),
            UpdateUserResult.from_dict,
            query={
                "dryRun": dry_run,
            },
            body=body_of(
                UserPatch(
                    name=name,
                    email=email,
                    image=image,
                    country_code=country_code,
                    default_availability=default_availability,
                    reports_to_id=reports_to_id,
                    role=role,
                    is_active=is_active,
                    external_ids=external_ids,
                    can_sign_in=can_sign_in,
                )
            ),
            if_match=if_match,
        )
        return (await self._send(call, timeout)).data

    async def upsert_users(
        self,
        *,
        items: list[UserInput],
        match: str,
        clear_fields: list[str] | None | Unset = UNSET,
        create_only: UserBatchInputCreateOnly | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        include: list[UpsertUsersIncludeItem] | Unset = UNSET,
        on_meta: Callable[[WriteMeta], object] | None = None,
        timeout: float | None = None,
    ) -> list[User]:
        """Creates or changes up to 1,000 users in one transaction.

        An item changes the user that it matches, or creates one. What matches is the external id of one
        source, or the e-mail address. Each item has what a new user needs; what it leaves out, a user who
        exists keeps. An item has no capabilities, which are written at their own path. The response has one
        user for each item, in the order of the items. If an item is invalid, nothing is written and the
        error lists all invalid items.

        Needs the scope `write:users`.
        - 400 if an item is invalid, has nothing to match, or matches the same as another item
        - 403 if the caller may not write one of the users
        - 409 if another user has the e-mail address or an external id of an item
        - 409 if the organization would have no active admin left

        Args:
            items: The users, at most 1,000. Each matches another user.
            match: What tells which user an item is: externalId with a source, such as externalId:hr, for the
                external id of that source; or email, for the e-mail address, in any case of its letters.
            clear_fields: The fields of which an item without a value clears the value of the user. Without it, what an
                item leaves out stays as it is. The names are those of JSON, also over gRPC.
            create_only: What an item does that has another value in a field that only a new user can have: refuse, which
                is the default, or keep, which leaves the field as it is. meta.warnings then names it.
            dry_run: Whether to run all checks and return the same response without writing anything.
            include: What the response has in meta: summary counts the records that are created, updated and left as
                they were.
            on_meta: Gets what the response has in meta. It is called once, before the method returns.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/users/upsert",
            UpsertUsersResult.from_dict,
            query={
                "dryRun": dry_run,
                "include": include,
            },
            body=body_of(
                UserBatchInput(
                    items=items,
                    match=match,
                    clear_fields=clear_fields,
                    create_only=create_only,
                )
            ),
        )
        result = await self._send(call, timeout)
        if on_meta is not None and not isinstance(result.meta, Unset):
            on_meta(result.meta)
        return result.data

    async def unbind_sign_in(
        self,
        user_id: str | UUID,
        *,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> None:
        """Removes the account of the OpenID Connect provider that a user signs in with, and ends the sessions
        that were begun with it.

        The first account that signs in with the e-mail address of a user is bound to the user, and no other
        one can sign in until it is removed. It changes nothing if no account is bound. Only admins may.

        Needs the scopes `write:users` and `write:keys`.
        - 404 if the user does not exist
        - 403 if the caller is not an admin

        Args:
            user_id: The user. Accepts an id, an external id such as hr:4711, or an e-mail address.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/users/{user_id}/unbind-sign-in".format(
                user_id=quote(str(user_id), safe=""),
            ),
            UnbindSignInResult.from_dict,
            if_match=if_match,
        )
        await self._send(call, timeout)

    async def get_user_capabilities(
        self,
        user_id: str | UUID,
        *,
        timeout: float | None = None,
    ) -> UserCapabilities:
        """Returns the capabilities that a user has, with a level for each.

        Needs the scope `read:users`.
        - 404 if the user does not exist

        Args:
            user_id: The user. Accepts an id, an external id such as hr:4711, or an e-mail address.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/users/{user_id}/capabilities".format(
                user_id=quote(str(user_id), safe=""),
            ),
            GetUserCapabilitiesResult.from_dict,
        )
        return (await self._send(call, timeout)).data

    async def replace_user_capabilities(
        self,
        user_id: str | UUID,
        *,
        items: list[UserCapabilityInput],
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> UserCapabilities:
        """Replaces the whole list of capabilities of a user.

        An empty list removes all. An inactive capability may stay in the list, but not be added to it. The
        user, the user's managers and admins may.

        Needs the scope `write:users`.
        - 400 if an item is invalid, two have the same capability, or a capability is unknown, or is
        inactive and new in the list
        - 404 if the user does not exist
        - 403 if the caller may not change the capabilities of the user
        - 409 if the record no longer has the version in If-Match

        Args:
            user_id: The user. Accepts an id, an external id such as hr:4711, or an e-mail address.
            items: The capabilities, at most 100, each once. They are returned in the order of their ids.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PUT",
            "/api/v1/users/{user_id}/capabilities".format(
                user_id=quote(str(user_id), safe=""),
            ),
            ReplaceUserCapabilitiesResult.from_dict,
            body=body_of(
                UserCapabilitiesInput(
                    items=items,
                )
            ),
            if_match=if_match,
        )
        return (await self._send(call, timeout)).data

    async def list_user_capabilities(
        self,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        updated_since: datetime.datetime | str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        ids: list[UUID] | Unset = UNSET,
        timeout: float | None = None,
    ) -> UserCapabilitiesPage:
        """Lists the capabilities of all users, in the order of the ids of the users.

        A user who never had any is not in the list.

        Needs the scope `read:users`.
        - 400 if a parameter is invalid

        Args:
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty. Offsets shift if records are written between two requests; cursors do not.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            updated_since: Only records changed at this time or later.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset.
            ids: Only those of the users with these ids, at most 200. Ids that do not exist are left out. Accepts
                an id, an external id such as hr:4711, or an e-mail address.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/users/capabilities",
            ListUserCapabilitiesResult.from_dict,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "updatedSince": updated_since,
                "cursor": cursor,
                "ids": ids,
            },
        )
        return (await self._send(call, timeout)).data

    async def upsert_user_capabilities(
        self,
        *,
        items: list[CapabilitiesOfUserInput],
        dry_run: bool | Unset = UNSET,
        include: list[UpsertUserCapabilitiesIncludeItem] | Unset = UNSET,
        on_meta: Callable[[WriteMeta], object] | None = None,
        timeout: float | None = None,
    ) -> list[UserCapabilities]:
        """Replaces the lists of capabilities of up to 1,000 users in one transaction, each as
        ReplaceUserCapabilities does it.

        A list that is the same in any order is not changed. The response has one list for each item, in the
        order of the items. If an item is invalid, nothing is written and the error lists all invalid items.

        Needs the scope `write:users`.
        - 400 if an item is invalid, two have the same user or, in one list, the same capability, a user or
        a capability is unknown, or a capability is inactive and new in a list
        - 403 if the caller may not change the capabilities of one of the users

        Args:
            items: The lists, at most 1,000, each of another user.
            dry_run: Whether to run all checks and return the same response without writing anything.
            include: What the response has in meta: summary counts the lists that are written for the first time,
                changed and left as they were.
            on_meta: Gets what the response has in meta. It is called once, before the method returns.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/users/capabilities/upsert",
            UpsertUserCapabilitiesResult.from_dict,
            query={
                "dryRun": dry_run,
                "include": include,
            },
            body=body_of(
                UserCapabilitiesBatchInput(
                    items=items,
                )
            ),
        )
        result = await self._send(call, timeout)
        if on_meta is not None and not isinstance(result.meta, Unset):
            on_meta(result.meta)
        return result.data

    async def fill_placeholder(
        self,
        placeholder_id: str | UUID,
        *,
        user_id: str | UUID,
        start_date: datetime.date | None | str | Unset = UNSET,
        end_date: datetime.date | None | str | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        include: list[FillPlaceholderIncludeItem] | Unset = UNSET,
        if_match: int | Unset = UNSET,
        on_meta: Callable[[WriteMeta], object] | None = None,
        timeout: float | None = None,
    ) -> FilledPlaceholder:
        """Moves the rows of a placeholder to a person.

        All, or those of a range of dates, at most 5,000. It writes in one transaction. If the person
        already has a row with the same project, capability and date, the hours are added to that row. A
        request that is sent again finds nothing left to move.

        Needs the scopes `write:assignments`, `read:users`, `read:assignments` and `read:time_off`.
        - 400 if a field is invalid, the user in the path is no placeholder, the user in the body is unknown
        or a placeholder, a new row would have an inactive capability, or there are too many rows
        - 404 if the user in the path does not exist
        - 403 if the caller may not write one of the rows
        - 409 if a day would have more than 24 hours in a row

        Args:
            placeholder_id: The placeholder. Accepts an id, an external id such as hr:4711, or an e-mail address.
            user_id: The person. Accepts an id, an external id such as hr:4711, or an e-mail address.
            start_date: The first day; by default, that of the first row.
            end_date: The last day, not before the first; by default, that of the last row.
            dry_run: Whether to run all checks and return the same response without writing anything.
            include: What the response has in meta: warnings about rows that are unusual, and a summary that counts
                rows of the person.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            on_meta: Gets what the response has in meta. It is called once, before the method returns.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/users/{placeholder_id}/fill".format(
                placeholder_id=quote(str(placeholder_id), safe=""),
            ),
            FillPlaceholderResult.from_dict,
            query={
                "dryRun": dry_run,
                "include": include,
            },
            body=body_of(
                FillingInput(
                    user_id=user_id,
                    start_date=start_date,
                    end_date=end_date,
                )
            ),
            if_match=if_match,
        )
        result = await self._send(call, timeout)
        if on_meta is not None and not isinstance(result.meta, Unset):
            on_meta(result.meta)
        return result.data

    async def list_candidates(
        self,
        placeholder_id: str | UUID,
        *,
        start_date: datetime.date | str,
        end_date: datetime.date | str,
        limit: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> Candidates:
        """Lists the active persons who could do the work of a placeholder in a range.

        Those who have all of its capabilities, each at its level or a higher one. The best is first. On
        each day a person covers the hours of the placeholder as far as the person's free hours reach. Hours
        of projects that are cancelled do not count.

        Needs the scopes `read:users`, `read:assignments` and `read:time_off`.
        - 400 if a parameter is invalid, the user is no placeholder, or the range is longer than 370 days
        - 404 if the user does not exist

        Args:
            placeholder_id: The placeholder. Accepts an id, an external id such as hr:4711, or an e-mail address.
            start_date: The first day of the range.
            end_date: The last day of the range, at most 370 days including the first one.
            limit: The maximum number of persons. Default 20; values outside 1 to 200 are clamped.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/users/{placeholder_id}/candidates".format(
                placeholder_id=quote(str(placeholder_id), safe=""),
            ),
            ListCandidatesResult.from_dict,
            query={
                "start_date": start_date,
                "end_date": end_date,
                "limit": limit,
            },
        )
        return (await self._send(call, timeout)).data

    async def get_working_patterns(
        self,
        user_id: str | UUID,
        *,
        timeout: float | None = None,
    ) -> WorkingPatterns:
        """Returns the working patterns of a user.

        Without any, the user works a fifth of defaultAvailability from Monday to Friday.

        Needs the scope `read:users`.
        - 404 if the user does not exist

        Args:
            user_id: The user. Accepts an id, an external id such as hr:4711, or an e-mail address.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/users/{user_id}/working-patterns".format(
                user_id=quote(str(user_id), safe=""),
            ),
            GetWorkingPatternsResult.from_dict,
        )
        return (await self._send(call, timeout)).data

    async def replace_working_patterns(
        self,
        user_id: str | UUID,
        *,
        items: list[WorkingPatternInput],
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> WorkingPatterns:
        """Replaces the whole list of working patterns of a user.

        An empty list removes all. The user's managers and admins may.

        Needs the scope `write:users`.
        - 400 if an item is invalid or two begin on the same day
        - 404 if the user does not exist
        - 403 if the caller may not change the availability of the user
        - 409 if the record no longer has the version in If-Match

        Args:
            user_id: The user. Accepts an id, an external id such as hr:4711, or an e-mail address.
            items: The patterns, at most 100. They are returned in the order of validFrom.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PUT",
            "/api/v1/users/{user_id}/working-patterns".format(
                user_id=quote(str(user_id), safe=""),
            ),
            ReplaceWorkingPatternsResult.from_dict,
            body=body_of(
                WorkingPatternsInput(
                    items=items,
                )
            ),
            if_match=if_match,
        )
        return (await self._send(call, timeout)).data

    async def list_working_patterns(
        self,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        updated_since: datetime.datetime | str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        ids: list[UUID] | Unset = UNSET,
        timeout: float | None = None,
    ) -> WorkingPatternsPage:
        """Lists the working patterns of all users, in the order of the ids of the users.

        A user who never had any is not in the list.

        Needs the scope `read:users`.
        - 400 if a parameter is invalid

        Args:
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty. Offsets shift if records are written between two requests; cursors do not.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            updated_since: Only records changed at this time or later.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset.
            ids: Only those of the users with these ids, at most 200. Ids that do not exist are left out. Accepts
                an id, an external id such as hr:4711, or an e-mail address.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/users/working-patterns",
            ListWorkingPatternsResult.from_dict,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "updatedSince": updated_since,
                "cursor": cursor,
                "ids": ids,
            },
        )
        return (await self._send(call, timeout)).data

    async def upsert_working_patterns(
        self,
        *,
        items: list[PatternsOfUserInput],
        dry_run: bool | Unset = UNSET,
        include: list[UpsertWorkingPatternsIncludeItem] | Unset = UNSET,
        on_meta: Callable[[WriteMeta], object] | None = None,
        timeout: float | None = None,
    ) -> list[WorkingPatterns]:
        """Replaces the lists of working patterns of up to 1,000 users in one transaction, each as
        ReplaceWorkingPatterns does it.

        A list that is the same in any order is not changed. The response has one list for each item, in the
        order of the items. If an item is invalid, nothing is written and the error lists all invalid items.

        Needs the scope `write:users`.
        - 400 if an item is invalid, two have the same user or, in one list, the same first day, or a user
        is unknown or a placeholder
        - 403 if the caller may not change the availability of one of the users

        Args:
            items: The lists, at most 1,000, each of another user.
            dry_run: Whether to run all checks and return the same response without writing anything.
            include: What the response has in meta: summary counts the lists that are written for the first time,
                changed and left as they were.
            on_meta: Gets what the response has in meta. It is called once, before the method returns.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/users/working-patterns/upsert",
            UpsertWorkingPatternsResult.from_dict,
            query={
                "dryRun": dry_run,
                "include": include,
            },
            body=body_of(
                WorkingPatternsBatchInput(
                    items=items,
                )
            ),
        )
        result = await self._send(call, timeout)
        if on_meta is not None and not isinstance(result.meta, Unset):
            on_meta(result.meta)
        return result.data

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
        ids: list[UUID] | Unset = UNSET,
        name_exact: str | Unset = UNSET,
        external_id: str | Unset = UNSET,
        sort: ListClientsSort | Unset = UNSET,
        timeout: float | None = None,
    ) -> ClientPage:
        """Lists the clients, oldest first.

        Filters combine with AND.

        Needs the scope `read:clients`.
        - 400 if a parameter is invalid

        Args:
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty. Offsets shift if records are written between two requests; cursors do not.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            updated_since: Only records changed at this time or later.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset.
            name: Only clients whose company name contains this text. Case and accents are ignored.
            is_active: Only active clients, or only inactive ones.
            account_manager_id: Only clients of this account manager. Accepts an id, an external id such as hr:4711, or an
                e-mail address.
            ids: Only the clients with these ids, at most 200. Ids that do not exist are left out. All are on one
                page with limit=200. Accepts an id, or an external id such as crm:4711.
            name_exact: Only clients with exactly this company name. Case matters. White space at both ends is removed.
            external_id: Only the client with this external id, such as crm:8000.
            sort: The order: createdAt for oldest first, which is the default, or -createdAt for newest first.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/clients",
            ListClientsResult.from_dict,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "updatedSince": updated_since,
                "cursor": cursor,
                "name": name,
                "isActive": is_active,
                "accountManagerId": account_manager_id,
                "ids": ids,
                "nameExact": name_exact,
                "externalId": external_id,
                "sort": sort,
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
        is_active: bool | None | Unset = UNSET,
        client_priority: ClientPriority | None | Unset = UNSET,
        categories: list[str] | None | Unset = UNSET,
        account_manager_id: None | str | Unset | UUID = UNSET,
        external_ids: list[str] | None | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> Client:
        """Creates a client.

        Only managers and admins may.

        Needs the scope `write:clients`.
        - 400 if a field is missing or out of range, or the account manager is unknown
        - 403 if the caller is neither a manager nor an admin

        Args:
            company_name: Company name, 2 to 255 characters. White space at both ends is removed.
            email: Contact e-mail address, at most 320 characters. White space at both ends is removed.
            image: URI of the logo, at most 2048 characters. The schemes javascript, vbscript and file are refused,
                and data unless it is an image.
            country_code: Country code or name, at most 100 characters.
            website: Website of the company, at most 2048 characters. The schemes javascript, vbscript and file are
                refused, and data unless it is an image.
            is_active: Whether the client is active. Default true.
            client_priority: Priority. Default medium.
            categories: Categories: at most 30, of 1 to 50 characters each. White space at both ends is removed, and
                repeated ones are dropped. Each may also be an object with the member name.
            account_manager_id: The user who looks after the client. Accepts an id, an external id such as hr:4711, or an e-mail
                address.
            external_ids: The ids that the client has in other systems: at most 20, each of another source. One is a
                source, 1 to 40 of a-z, 0-9, ".", "_" and "-", a colon, and the id, 1 to 255 characters, such as
                hr:4711. No two clients have the same. They are returned in the order of their sources.
            dry_run: Whether to run all checks and return the same response without writing anything.
            idempotency_key: The server carries out the call only once for a key, within 24 hours. The default is a random key, so that each call is carried out once, however often it is sent. Pass your own to repeat a call after a restart.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/clients",
            CreateClientResult.from_dict,
            query={
                "dryRun": dry_run,
            },
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
                    external_ids=external_ids,
                )
            ),
            idempotency_key=only_once(idempotency_key),
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
        - 404 if the client does not exist

        Args:
            client_id: The client. Accepts an id, or an external id such as crm:4711.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/clients/{client_id}".format(
                client_id=quote(str(client_id), safe=""),
            ),
            GetClientResult.from_dict,
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
        external_ids: list[str] | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> Client:
        """Changes the given fields of a client.

        Only managers and admins may.

        Needs the scope `write:clients`.
        - 400 if a field is out of range or the account manager is unknown
        - 404 if the client does not exist
        - 403 if the caller is neither a manager nor an admin
        - 409 if the record no longer has the version in If-Match
        - 429 if the key has used up its requests for now

        Args:
            client_id: The client to change. Accepts an id, or an external id such as crm:4711.
            company_name: Company name, 2 to 255 characters. White space at both ends is removed.
            email: Contact e-mail address, at most 320 characters. White space at both ends is removed.
            image: URI of the logo, at most 2048 characters. The schemes javascript, vbscript and file are refused,
                and data unless it is an image.
            country_code: Country code or name, at most 100 characters.
            website: Website of the company, at most 2048 characters. The schemes javascript, vbscript and file are
                refused, and data unless it is an image.
            is_active: Whether the client is active. Default true.
            client_priority: How important a client is.
                - `high`: High.
                - `medium`: Medium.
                - `low`: Low.
            categories: Categories: at most 30, of 1 to 50 characters each. White space at both ends is removed, and
                repeated ones are dropped.
            account_manager_id: The user who looks after the client. Accepts an id, an external id such as hr:4711, or an e-mail
                address.
            external_ids: The ids that the client has in other systems: at most 20, each of another source. One is a
                source, 1 to 40 of a-z, 0-9, ".", "_" and "-", a colon, and the id, 1 to 255 characters, such as
                hr:4711. No two clients have the same. They are returned in the order of their sources.
            dry_run: Whether to run all checks and return the same response without writing anything.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PATCH",
            "/api/v1/clients/{client_id}".format(
                client_id=quote(str(client_id), safe=""),
            ),
            UpdateClientResult.from_dict,
            query={
                "dryRun": dry_run,
            },
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
                    external_ids=external_ids,
                )
            ),
            if_match=if_match,
        )
        return (await self._send(call, timeout)).data

    async def upsert_clients(
        self,
        *,
        items: list[ClientInput],
        match: str,
        clear_fields: list[str] | None | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        include: list[UpsertClientsIncludeItem] | Unset = UNSET,
        on_meta: Callable[[WriteMeta], object] | None = None,
        timeout: float | None = None,
    ) -> list[Client]:
        """Creates or changes up to 1,000 clients in one transaction.

        An item changes the client that it matches, or creates one. What matches is the external id of one
        source, or the company name. Each item has what a new client needs; what it leaves out, a client
        that exists keeps. The response has one client for each item, in the order of the items. If an item
        is invalid, nothing is written and the error lists all invalid items.

        Needs the scope `write:clients`.
        - 400 if an item is invalid, has nothing to match, or matches the same as another item
        - 403 if the caller may not write clients
        - 409 if another client has an external id of an item
        - 409 if an item matches several clients

        Args:
            items: The clients, at most 1,000. Each matches another client.
            match: What tells which client an item is: externalId with a source, such as externalId:hr, for the
                external id of that source; or name, for the company name.
            clear_fields: The fields of which an item without a value clears the value of the client. Without it, what an
                item leaves out stays as it is. The names are those of JSON, also over gRPC.
            dry_run: Whether to run all checks and return the same response without writing anything.
            include: What the response has in meta: summary counts the records that are created, updated and left as
                they were.
            on_meta: Gets what the response has in meta. It is called once, before the method returns.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/clients/upsert",
            UpsertClientsResult.from_dict,
            query={
                "dryRun": dry_run,
                "include": include,
            },
            body=body_of(
                ClientBatchInput(
                    items=items,
                    match=match,
                    clear_fields=clear_fields,
                )
            ),
        )
        result = await self._send(call, timeout)
        if on_meta is not None and not isinstance(result.meta, Unset):
            on_meta(result.meta)
        return result.data

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
        ids: list[UUID] | Unset = UNSET,
        name_exact: str | Unset = UNSET,
        external_id: str | Unset = UNSET,
        sort: ListProjectsSort | Unset = UNSET,
        timeout: float | None = None,
    ) -> ProjectPage:
        """Lists the projects, oldest first.

        Filters combine with AND.

        Needs the scope `read:projects`.
        - 400 if a parameter is invalid
        - 409 is reserved: no list fails with a conflict today
        - 429 if the key has used up its requests for now

        Args:
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty. Offsets shift if records are written between two requests; cursors do not.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            updated_since: Only records changed at this time or later.
            client_id: Only projects of this client. Accepts an id, or an external id such as crm:4711.
            status: Only projects with one of these statuses, at most five.
            start_date: Only projects that end on this date or later; not after the end date.
            end_date: Only projects that start on this date or earlier; not before the start date.
            assigned_user_id: Only projects with planned hours above 0 for this user. Accepts an id, an external id such as
                hr:4711, or an e-mail address.
            is_billable: Only billable projects, or only those that are not.
            name: Only projects whose name contains this text. Case and accents are ignored.
            expand: Objects to add to each project: client, projectManager.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset.
            ids: Only the projects with these ids, at most 200. Ids that do not exist are left out. All are on
                one page with limit=200. Accepts an id, or an external id such as crm:4711.
            name_exact: Only projects with exactly this name. Case matters. White space at both ends is removed.
            external_id: Only the project with this external id, such as crm:9321.
            sort: The order: createdAt for oldest first, which is the default, or -createdAt for newest first.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/projects",
            ListProjectsResult.from_dict,
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
                "ids": ids,
                "nameExact": name_exact,
                "externalId": external_id,
                "sort": sort,
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
        status: None | ProjectStatus | Unset = UNSET,
        billing_type: BillingType | None | Unset = UNSET,
        amount: float | None | Unset = UNSET,
        hourly_rate: float | None | Unset = UNSET,
        color: None | ProjectColor | Unset = UNSET,
        external_ids: list[str] | None | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> Project:
        """Creates a project.

        Only managers and admins may.

        Needs the scope `write:projects`.
        - 400 if a field is missing or out of range, the client or the project manager is unknown, the end
        is before the start, or the amount or hourly rate does not match the billing type
        - 403 if the caller is neither a manager nor an admin

        Args:
            name: Name, 1 to 255 characters. White space at both ends is removed.
            client_id: The client that the project is for. It cannot be changed. Accepts an id, or an external id such
                as crm:4711.
            start_date: First day.
            end_date: Last day; not before the first.
            objective: What the project should achieve, at most 10,000 characters.
            project_manager_id: The user who manages the project. Accepts an id, an external id such as hr:4711, or an e-mail
                address.
            status: Status. Default draft.
            billing_type: How the project is billed. It cannot be changed. Default: fixed_price if there is an amount,
                time_materials if there is an hourly rate, else non_billable.
            amount: Amount of a fixed price or a retainer, 0 to 1e12. It cannot be changed.
            hourly_rate: Hourly rate for time and materials, 0 to 1e12. It cannot be changed.
            color: The colour to show the project in. If it is null, nobody has chosen one, and each program takes
                one of its own.
            external_ids: The ids that the project has in other systems: at most 20, each of another source. One is a
                source, 1 to 40 of a-z, 0-9, ".", "_" and "-", a colon, and the id, 1 to 255 characters, such as
                hr:4711. No two projects have the same. They are returned in the order of their sources.
            dry_run: Whether to run all checks and return the same response without writing anything.
            idempotency_key: The server carries out the call only once for a key, within 24 hours. The default is a random key, so that each call is carried out once, however often it is sent. Pass your own to repeat a call after a restart.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/projects",
            CreateProjectResult.from_dict,
            query={
                "dryRun": dry_run,
            },
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
                    color=color,
                    external_ids=external_ids,
                )
            ),
            idempotency_key=only_once(idempotency_key),
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
        - 404 if the project does not exist

        Args:
            project_id: The project. Accepts an id, or an external id such as crm:4711.
            expand: Objects to add to the project: client, projectManager.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/projects/{project_id}".format(
                project_id=quote(str(project_id), safe=""),
            ),
            GetProjectResult.from_dict,
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
        color: None | ProjectColor | Unset = UNSET,
        external_ids: list[str] | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> Project:
        """Changes the given fields of a project.

        Only managers, admins and the project's manager may. A manager may not become the project's manager
        in this way: only an admin or the project's manager sets projectManagerId to themself. Every status
        may follow every other.

        Needs the scope `write:projects`.
        - 400 if a field is out of range, the project manager is unknown, or the end would be before the
        start
        - 404 if the project does not exist
        - 403 if the caller is neither a manager, nor an admin, nor the project's manager, or may not become
        its manager
        - 409 if the record no longer has the version in If-Match

        Args:
            project_id: The project to change. Accepts an id, or an external id such as crm:4711.
            name: Name, 1 to 255 characters. White space at both ends is removed.
            start_date: First day.
            end_date: Last day; not before the first.
            objective: What the project should achieve, at most 10,000 characters.
            project_manager_id: The user who manages the project. Accepts an id, an external id such as hr:4711, or an e-mail
                address.
            status: The status of a project.
                - `draft`: A draft.
                - `planned`: Planned.
                - `active`: In progress.
                - `completed`: Completed.
                - `cancelled`: Cancelled.
            color: The colour to show the project in. If it is null, nobody has chosen one, and each program takes
                one of its own.
            external_ids: The ids that the project has in other systems: at most 20, each of another source. One is a
                source, 1 to 40 of a-z, 0-9, ".", "_" and "-", a colon, and the id, 1 to 255 characters, such as
                hr:4711. No two projects have the same. They are returned in the order of their sources.
            dry_run: Whether to run all checks and return the same response without writing anything.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PATCH",
            "/api/v1/projects/{project_id}".format(
                project_id=quote(str(project_id), safe=""),
            ),
            UpdateProjectResult.from_dict,
            query={
                "dryRun": dry_run,
            },
            body=body_of(
                ProjectPatch(
                    name=name,
                    start_date=start_date,
                    end_date=end_date,
                    objective=objective,
                    project_manager_id=project_manager_id,
                    status=status,
                    color=color,
                    external_ids=external_ids,
                )
            ),
            if_match=if_match,
        )
        return (await self._send(call, timeout)).data

    async def upsert_projects(
        self,
        *,
        items: list[ProjectInput],
        match: str,
        clear_fields: list[str] | None | Unset = UNSET,
        create_only: ProjectBatchInputCreateOnly | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        include: list[UpsertProjectsIncludeItem] | Unset = UNSET,
        on_meta: Callable[[WriteMeta], object] | None = None,
        timeout: float | None = None,
    ) -> list[Project]:
        """Creates or changes up to 1,000 projects in one transaction.

        An item changes the project that it matches, or creates one. What matches is the external id of one
        source, or the name and the client. Each item has what a new project needs; what it leaves out, a
        project that exists keeps. What of a project cannot be changed must be the same. The response has
        one project for each item, in the order of the items. If an item is invalid, nothing is written and
        the error lists all invalid items.

        Needs the scope `write:projects`.
        - 400 if an item is invalid, has nothing to match, matches the same as another item, or would change
        what cannot be changed
        - 403 if the caller may not write one of the projects
        - 409 if another project has an external id of an item
        - 409 if an item matches several projects

        Args:
            items: The projects, at most 1,000. Each matches another project.
            match: What tells which project an item is: externalId with a source, such as externalId:hr, for the
                external id of that source; or name, for the name and the client.
            clear_fields: The fields of which an item without a value clears the value of the project. Without it, what an
                item leaves out stays as it is. The names are those of JSON, also over gRPC.
            create_only: What an item does that has another value in a field that only a new project can have: refuse,
                which is the default, or keep, which leaves the field as it is. meta.warnings then names it.
            dry_run: Whether to run all checks and return the same response without writing anything.
            include: What the response has in meta: summary counts the records that are created, updated and left as
                they were.
            on_meta: Gets what the response has in meta. It is called once, before the method returns.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/projects/upsert",
            UpsertProjectsResult.from_dict,
            query={
                "dryRun": dry_run,
                "include": include,
            },
            body=body_of(
                ProjectBatchInput(
                    items=items,
                    match=match,
                    clear_fields=clear_fields,
                    create_only=create_only,
                )
            ),
        )
        result = await self._send(call, timeout)
        if on_meta is not None and not isinstance(result.meta, Unset):
            on_meta(result.meta)
        return result.data

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
        capability_id: str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        min_hours: float | Unset = UNSET,
        tentative: bool | Unset = UNSET,
        as_of: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> AssignmentPage:
        """Returns rows of planned hours, ordered by date, user, project and capability.

        Filters combine with AND.

        Needs the scope `read:assignments`.
        - 400 if a parameter is invalid, or as_of is in the future or too long ago
        - 410 if the events after as_of are no longer kept

        Args:
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty. Offsets shift if records are written between two requests; cursors do not.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            updated_since: Only records changed at this time or later.
            user_id: Only rows of this user. Accepts an id, an external id such as hr:4711, or an e-mail address.
            project_id: Only rows of this project. Accepts an id, or an external id such as crm:4711.
            start_date: Only rows on this date or later; not after the end date.
            end_date: Only rows on this date or earlier; not before the start date.
            capability_id: Only rows of this capability. The value none selects rows without a capability.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset.
            min_hours: Only rows with at least this many hours, 0 to 24.
            tentative: Only rows that are tentative, or only rows that are firm.
            as_of: The rows as they were then, and not as they are now: after the event with this number, or at
                this time, which is that of the last event written at it or before. 0 is before the first event.
                nextCursor keeps the moment, and asOfSeq of the page is its event. Not together with
                updatedSince. It needs the scope read:events, too.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/assignments",
            ListAssignmentsResult.from_dict,
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
                "tentative": tentative,
                "asOf": as_of,
            },
        )
        return (await self._send(call, timeout)).data

    async def upsert_assignments(
        self,
        *,
        items: list[AssignmentInput],
        dry_run: bool | Unset = UNSET,
        include: list[UpsertAssignmentsIncludeItem] | Unset = UNSET,
        on_meta: Callable[[WriteMeta], object] | None = None,
        timeout: float | None = None,
    ) -> list[Assignment]:
        """Creates or updates up to 5,000 rows in one transaction.

        The key of a row is its user, project, capability and date: an item updates the row with its key, or
        creates it. If two items have the same key, the later one wins. The response has one row per item,
        in the order of the items. If an item is invalid, nothing is written and the error lists all invalid
        items. Inactive users and days outside of the project's dates are written; include=warnings lists
        them.

        Needs the scope `write:assignments`.
        - 400 if an item is invalid or names an unknown user, project or capability
        - 403 if the caller may not write one of the rows

        Args:
            items: The rows, at most 5,000. If two have the same user, project, capability and date, the later one
                wins.
            dry_run: Whether to run all checks and return the same response without writing anything.
            include: What the response has in meta: warnings about items that are unusual, and a summary that counts
                rows. With availability, which goes with warnings, there are also warnings about users with more
                planned hours than availability on a day. That takes longer, and needs the scopes of GET
                /capacity/gaps.
            on_meta: Gets what the response has in meta. It is called once, before the method returns.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/assignments",
            UpsertAssignmentsResult.from_dict,
            query={
                "dryRun": dry_run,
                "include": include,
            },
            body=body_of(
                AssignmentBatchInput(
                    items=items,
                )
            ),
        )
        result = await self._send(call, timeout)
        if on_meta is not None and not isinstance(result.meta, Unset):
            on_meta(result.meta)
        return result.data

    async def delete_assignments(
        self,
        *,
        user_id: str | Unset | UUID = UNSET,
        project_id: str | Unset | UUID = UNSET,
        start_date: datetime.date | str,
        end_date: datetime.date | str,
        dry_run: bool | Unset = UNSET,
        timeout: float | None = None,
    ) -> DeletedRows:
        """Deletes all rows of a user, a project or both in a range of dates, at most 5,000.

        The event assignments.deleted has the rows. A list with updated_since does not show that rows are
        deleted.

        Needs the scope `write:assignments`.
        - 400 if a parameter is invalid, there is neither a user nor a project, one of them is unknown, or
        there are too many rows
        - 403 if the caller may not write one of the rows

        Args:
            user_id: The rows of this user. Without a project, the rows of all projects. Accepts an id, an external
                id such as hr:4711, or an e-mail address.
            project_id: The rows of this project. Without a user, the rows of all users. Accepts an id, or an external
                id such as crm:4711.
            start_date: The first day.
            end_date: The last day, not before the first.
            dry_run: Whether to run all checks and return the same response without writing anything.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "DELETE",
            "/api/v1/assignments",
            DeleteAssignmentsResult.from_dict,
            query={
                "user_id": user_id,
                "project_id": project_id,
                "start_date": start_date,
                "end_date": end_date,
                "dryRun": dry_run,
            },
        )
        return (await self._send(call, timeout)).data

    async def diff_assignments(
        self,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        from_: str,
        to: str | Unset = UNSET,
        user_id: str | Unset | UUID = UNSET,
        project_id: str | Unset | UUID = UNSET,
        start_date: datetime.date | str | Unset = UNSET,
        end_date: datetime.date | str | Unset = UNSET,
        capability_id: str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> HoursDiffPage:
        """Returns what changed in planned hours between two moments, ordered by date, user, project and
        capability.

        A row that was changed and is again as it was is left out. Filters combine with AND.

        Needs the scopes `read:assignments` and `read:events`.
        - 400 if a parameter is invalid, a moment is in the future, from is after to, or too much was
        written in between
        - 410 if the events after from are no longer kept

        Args:
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            from_: The earlier moment: the number of an event, after which it is, or a time. A time is that of the
                last event written at it or before. 0 is before the first event.
            to: The later moment, like from. Without it, it is now: after the latest event.
            user_id: Only rows of this user. Accepts an id, an external id such as hr:4711, or an e-mail address.
            project_id: Only rows of this project. Accepts an id, or an external id such as crm:4711.
            start_date: Only rows on this date or later; not after the end date.
            end_date: Only rows on this date or earlier; not before the start date.
            capability_id: Only rows of this capability. The value none selects rows without a capability.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset. It keeps both moments.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/assignments/diff",
            DiffAssignmentsResult.from_dict,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "from": from_,
                "to": to,
                "user_id": user_id,
                "project_id": project_id,
                "start_date": start_date,
                "end_date": end_date,
                "capability_id": capability_id,
                "cursor": cursor,
            },
        )
        return (await self._send(call, timeout)).data

    async def replace_assignments_window(
        self,
        *,
        start_date: datetime.date | str,
        end_date: datetime.date | str,
        items: list[AssignmentInput],
        user_id: None | str | Unset | UUID = UNSET,
        project_id: None | str | Unset | UUID = UNSET,
        dry_run: bool | Unset = UNSET,
        include: list[ReplaceAssignmentsWindowIncludeItem] | Unset = UNSET,
        on_meta: Callable[[WriteMeta], object] | None = None,
        timeout: float | None = None,
    ) -> AssignmentChanges:
        """Makes the rows of a window exactly the given items, in one transaction.

        The window is a user, a project or both, and a range of dates. Rows of the window that are not among
        the items are deleted, others are created, changed or left as they are. It leaves the events of an
        upsert and of a deletion. At most 5,000 rows may be created, changed and deleted. If an item is
        invalid, nothing is written and the error lists all invalid items.

        Needs the scope `write:assignments`.
        - 400 if an item is invalid, is outside of the window, or names an unknown user, project or
        capability, or if too many rows would be written
        - 403 if the caller may not write one of the rows

        Args:
            start_date: The first day.
            end_date: The last day, not before the first.
            items: All rows of the window, at most 5,000. If two have the same user, project, capability and date,
                the later one wins.
            user_id: Only rows of this user. Accepts an id, an external id such as hr:4711, or an e-mail address.
            project_id: Only rows of this project. Accepts an id, or an external id such as crm:4711.
            dry_run: Whether to run all checks and return the same response without writing anything.
            include: What the response has in meta: warnings about items that are unusual, and a summary that counts
                rows. With availability, which goes with warnings, there are also warnings about users with more
                planned hours than availability on a day. That takes longer, and needs the scopes of GET
                /capacity/gaps.
            on_meta: Gets what the response has in meta. It is called once, before the method returns.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PUT",
            "/api/v1/assignments/window",
            ReplaceAssignmentsWindowResult.from_dict,
            query={
                "dryRun": dry_run,
                "include": include,
            },
            body=body_of(
                AssignmentWindowInput(
                    start_date=start_date,
                    end_date=end_date,
                    items=items,
                    user_id=user_id,
                    project_id=project_id,
                )
            ),
        )
        result = await self._send(call, timeout)
        if on_meta is not None and not isinstance(result.meta, Unset):
            on_meta(result.meta)
        return result.data

    async def delete_assignment_rows(
        self,
        *,
        items: list[HoursKeyInput],
        dry_run: bool | Unset = UNSET,
        timeout: float | None = None,
    ) -> DeletedRows:
        """Deletes the rows with the given keys, at most 5,000, in one transaction.

        A key without a row is skipped.

        Needs the scope `write:assignments`.
        - 400 if an item is invalid or names an unknown user, project or capability
        - 403 if the caller may not write one of the rows

        Args:
            items: The keys, at most 5,000.
            dry_run: Whether to run all checks and return the same response without writing anything.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/assignments/delete",
            DeleteAssignmentRowsResult.from_dict,
            query={
                "dryRun": dry_run,
            },
            body=body_of(
                HoursKeysInput(
                    items=items,
                )
            ),
        )
        return (await self._send(call, timeout)).data

    async def copy_assignments(
        self,
        *,
        source: AssignmentSourceInput,
        target: AssignmentTargetInput,
        on_existing: OnExisting,
        move: bool | None | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        include: list[CopyAssignmentsIncludeItem] | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        on_meta: Callable[[WriteMeta], object] | None = None,
        timeout: float | None = None,
    ) -> AssignmentChanges:
        """Copies the rows of a user, a project or both in a range of dates by whole days, to another user or
        project if the target has one.

        With move, it also deletes the rows of the source. It writes in one transaction, and at most 5,000
        rows. Rows outside of the project's dates are written; include=warnings lists them.

        Needs the scopes `write:assignments` and `read:assignments`.
        - 400 if a field is invalid, the source has neither a user nor a project, the target is the source,
        one of the users and projects is unknown, a new row would have an inactive capability, or there are
        too many rows
        - 403 if the caller may not write one of the rows
        - 409 if a day would have more than 24 hours in a row

        Args:
            source: The rows that are copied. Has the fields that a new record may set.
            target: Where rows are copied to. Has the fields that a new record may set.
            on_existing: What a copy does with a row that the target already has.
                - `replace`: The row gets the copied hours.
                - `add`: The copied hours are added to those of the row.
                - `skip`: The row stays as it is.
            move: Whether to delete the rows of the source. Rows that are both source and target get what is
                copied to them.
            dry_run: Whether to run all checks and return the same response without writing anything.
            include: What the response has in meta: warnings about rows that are unusual, and a summary that counts
                rows.
            idempotency_key: The server carries out the call only once for a key, within 24 hours. The default is a random key, so that each call is carried out once, however often it is sent. Pass your own to repeat a call after a restart.
            on_meta: Gets what the response has in meta. It is called once, before the method returns.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/assignments/copy",
            CopyAssignmentsResult.from_dict,
            query={
                "dryRun": dry_run,
                "include": include,
            },
            body=body_of(
                AssignmentCopyInput(
                    source=source,
                    target=target,
                    on_existing=on_existing,
                    move=move,
                )
            ),
            idempotency_key=only_once(idempotency_key),
        )
        result = await self._send(call, timeout)
        if on_meta is not None and not isinstance(result.meta, Unset):
            on_meta(result.meta)
        return result.data

    async def confirm_assignments(
        self,
        *,
        start_date: datetime.date | str,
        end_date: datetime.date | str,
        user_id: None | str | Unset | UUID = UNSET,
        project_id: None | str | Unset | UUID = UNSET,
        dry_run: bool | Unset = UNSET,
        timeout: float | None = None,
    ) -> Confirmation:
        """Makes the tentative rows of a range of dates firm.

        Those of a user, a project or both, at most 5,000. It skips rows that the caller may not write, and
        lists them.

        Needs the scope `write:assignments`.
        - 400 if a field is invalid, there is neither a user nor a project, one of them is unknown, or there
        are too many rows
        - 403 if there are tentative rows, and the caller may write none of them

        Args:
            start_date: The first day.
            end_date: The last day, not before the first.
            user_id: Only rows of this user. Accepts an id, an external id such as hr:4711, or an e-mail address.
            project_id: Only rows of this project. Accepts an id, or an external id such as crm:4711.
            dry_run: Whether to run all checks and return the same response without writing anything.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/assignments/confirm",
            ConfirmAssignmentsResult.from_dict,
            query={
                "dryRun": dry_run,
            },
            body=body_of(
                ConfirmationWindowInput(
                    start_date=start_date,
                    end_date=end_date,
                    user_id=user_id,
                    project_id=project_id,
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
        capability_id: str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        min_hours: float | Unset = UNSET,
        as_of: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> ActualHoursPage:
        """Returns rows of actual hours, ordered by date, user, project and capability.

        Filters combine with AND.

        Needs the scope `read:actual_hours`.
        - 400 if a parameter is invalid, or as_of is in the future or too long ago
        - 410 if the events after as_of are no longer kept

        Args:
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty. Offsets shift if records are written between two requests; cursors do not.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            updated_since: Only records changed at this time or later.
            user_id: Only rows of this user. Accepts an id, an external id such as hr:4711, or an e-mail address.
            project_id: Only rows of this project. Accepts an id, or an external id such as crm:4711.
            start_date: Only rows on this date or later; not after the end date.
            end_date: Only rows on this date or earlier; not before the start date.
            capability_id: Only rows of this capability. The value none selects rows without a capability.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset.
            min_hours: Only rows with at least this many hours, 0 to 24.
            as_of: The rows as they were then, and not as they are now: after the event with this number, or at
                this time, which is that of the last event written at it or before. 0 is before the first event.
                nextCursor keeps the moment, and asOfSeq of the page is its event. Not together with
                updatedSince. It needs the scope read:events, too.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/actual-hours",
            ListActualHoursResult.from_dict,
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
                "asOf": as_of,
            },
        )
        return (await self._send(call, timeout)).data

    async def upsert_actual_hours(
        self,
        *,
        items: list[ActualHoursRowInput],
        dry_run: bool | Unset = UNSET,
        include: list[UpsertActualHoursIncludeItem] | Unset = UNSET,
        on_meta: Callable[[WriteMeta], object] | None = None,
        timeout: float | None = None,
    ) -> ActualHoursBatch:
        """Creates or updates up to 5,000 rows in one transaction.

        The key of a row is its user, project, capability and date: an item updates the row with its key, or
        creates it. If two items have the same key, the later one wins. The response has one row per item,
        in the order of the items. If an item is invalid, nothing is written and the error lists all invalid
        items. Inactive users and days outside of the project's dates are written; include=warnings lists
        them.

        Needs the scope `write:actual_hours`.
        - 400 if an item is invalid or names an unknown user, project or capability
        - 403 if the caller may not write one of the rows

        Args:
            items: The rows, at most 5,000. If two have the same user, project, capability and date, the later one
                wins.
            dry_run: Whether to run all checks and return the same response without writing anything.
            include: What the response has in meta: warnings about items that are unusual, and a summary that counts
                rows.
            on_meta: Gets what the response has in meta. It is called once, before the method returns.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/actual-hours",
            UpsertActualHoursResult.from_dict,
            query={
                "dryRun": dry_run,
                "include": include,
            },
            body=body_of(
                ActualHoursBatchInput(
                    items=items,
                )
            ),
        )
        result = await self._send(call, timeout)
        if on_meta is not None and not isinstance(result.meta, Unset):
            on_meta(result.meta)
        return result.data

    async def delete_actual_hours(
        self,
        *,
        user_id: str | Unset | UUID = UNSET,
        project_id: str | Unset | UUID = UNSET,
        start_date: datetime.date | str,
        end_date: datetime.date | str,
        dry_run: bool | Unset = UNSET,
        timeout: float | None = None,
    ) -> DeletedRows:
        """Deletes all rows of a user, a project or both in a range of dates, at most 5,000.

        The event actual_hours.deleted has the rows. A list with updated_since does not show that rows are
        deleted.

        Needs the scope `write:actual_hours`.
        - 400 if a parameter is invalid, there is neither a user nor a project, one of them is unknown, or
        there are too many rows
        - 403 if the caller may not write one of the rows

        Args:
            user_id: The rows of this user. Without a project, the rows of all projects. Accepts an id, an external
                id such as hr:4711, or an e-mail address.
            project_id: The rows of this project. Without a user, the rows of all users. Accepts an id, or an external
                id such as crm:4711.
            start_date: The first day.
            end_date: The last day, not before the first.
            dry_run: Whether to run all checks and return the same response without writing anything.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "DELETE",
            "/api/v1/actual-hours",
            DeleteActualHoursResult.from_dict,
            query={
                "user_id": user_id,
                "project_id": project_id,
                "start_date": start_date,
                "end_date": end_date,
                "dryRun": dry_run,
            },
        )
        return (await self._send(call, timeout)).data

    async def diff_actual_hours(
        self,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        from_: str,
        to: str | Unset = UNSET,
        user_id: str | Unset | UUID = UNSET,
        project_id: str | Unset | UUID = UNSET,
        start_date: datetime.date | str | Unset = UNSET,
        end_date: datetime.date | str | Unset = UNSET,
        capability_id: str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> HoursDiffPage:
        """Returns what changed in actual hours between two moments, ordered by date, user, project and
        capability.

        A row that was changed and is again as it was is left out. Filters combine with AND.

        Needs the scopes `read:actual_hours` and `read:events`.
        - 400 if a parameter is invalid, a moment is in the future, from is after to, or too much was
        written in between
        - 410 if the events after from are no longer kept

        Args:
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            from_: The earlier moment: the number of an event, after which it is, or a time. A time is that of the
                last event written at it or before. 0 is before the first event.
            to: The later moment, like from. Without it, it is now: after the latest event.
            user_id: Only rows of this user. Accepts an id, an external id such as hr:4711, or an e-mail address.
            project_id: Only rows of this project. Accepts an id, or an external id such as crm:4711.
            start_date: Only rows on this date or later; not after the end date.
            end_date: Only rows on this date or earlier; not before the start date.
            capability_id: Only rows of this capability. The value none selects rows without a capability.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset. It keeps both moments.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/actual-hours/diff",
            DiffActualHoursResult.from_dict,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "from": from_,
                "to": to,
                "user_id": user_id,
                "project_id": project_id,
                "start_date": start_date,
                "end_date": end_date,
                "capability_id": capability_id,
                "cursor": cursor,
            },
        )
        return (await self._send(call, timeout)).data

    async def replace_actual_hours_window(
        self,
        *,
        start_date: datetime.date | str,
        end_date: datetime.date | str,
        items: list[ActualHoursRowInput],
        user_id: None | str | Unset | UUID = UNSET,
        project_id: None | str | Unset | UUID = UNSET,
        dry_run: bool | Unset = UNSET,
        include: list[ReplaceActualHoursWindowIncludeItem] | Unset = UNSET,
        on_meta: Callable[[WriteMeta], object] | None = None,
        timeout: float | None = None,
    ) -> ActualHoursChanges:
        """Makes the rows of a window exactly the given items, in one transaction.

        The window is a user, a project or both, and a range of dates. Rows of the window that are not among
        the items are deleted, others are created, changed or left as they are. It leaves the events of an
        upsert and of a deletion. At most 5,000 rows may be created, changed and deleted. If an item is
        invalid, nothing is written and the error lists all invalid items.

        Needs the scope `write:actual_hours`.
        - 400 if an item is invalid, is outside of the window, or names an unknown user, project or
        capability, or if too many rows would be written
        - 403 if the caller may not write one of the rows

        Args:
            start_date: The first day.
            end_date: The last day, not before the first.
            items: All rows of the window, at most 5,000. If two have the same user, project, capability and date,
                the later one wins.
            user_id: Only rows of this user. Accepts an id, an external id such as hr:4711, or an e-mail address.
            project_id: Only rows of this project. Accepts an id, or an external id such as crm:4711.
            dry_run: Whether to run all checks and return the same response without writing anything.
            include: What the response has in meta: warnings about items that are unusual, and a summary that counts
                rows.
            on_meta: Gets what the response has in meta. It is called once, before the method returns.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PUT",
            "/api/v1/actual-hours/window",
            ReplaceActualHoursWindowResult.from_dict,
            query={
                "dryRun": dry_run,
                "include": include,
            },
            body=body_of(
                ActualHoursWindowInput(
                    start_date=start_date,
                    end_date=end_date,
                    items=items,
                    user_id=user_id,
                    project_id=project_id,
                )
            ),
        )
        result = await self._send(call, timeout)
        if on_meta is not None and not isinstance(result.meta, Unset):
            on_meta(result.meta)
        return result.data

    async def delete_actual_hours_rows(
        self,
        *,
        items: list[HoursKeyInput],
        dry_run: bool | Unset = UNSET,
        timeout: float | None = None,
    ) -> DeletedRows:
        """Deletes the rows with the given keys, at most 5,000, in one transaction.

        A key without a row is skipped.

        Needs the scope `write:actual_hours`.
        - 400 if an item is invalid or names an unknown user, project or capability
        - 403 if the caller may not write one of the rows

        Args:
            items: The keys, at most 5,000.
            dry_run: Whether to run all checks and return the same response without writing anything.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/actual-hours/delete",
            DeleteActualHoursRowsResult.from_dict,
            query={
                "dryRun": dry_run,
            },
            body=body_of(
                HoursKeysInput(
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
        """Lists the types of time off, oldest first.

        Needs the scope `read:time_off`.
        - 400 if a parameter is invalid

        Args:
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty. Offsets shift if records are written between two requests; cursors do not.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            updated_since: Only records changed at this time or later.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/time-off-types",
            ListTimeOffTypesResult.from_dict,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "updatedSince": updated_since,
                "cursor": cursor,
            },
        )
        return (await self._send(call, timeout)).data

    async def create_time_off_type(
        self,
        *,
        name: str,
        is_active: bool | None | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> TimeOffType:
        """Creates a type of time off.

        Only admins may.

        Needs the scope `write:catalog`.
        - 400 if a field is missing or out of range
        - 403 if the caller is not an admin
        - 409 if another one has the name

        Args:
            name: Name, 1 to 255 characters, unique in the organization. White space at both ends is removed.
            is_active: Whether it is active, true by default. New time off requests cannot refer to an inactive one.
            dry_run: Whether to run all checks and return the same response without writing anything.
            idempotency_key: The server carries out the call only once for a key, within 24 hours. The default is a random key, so that each call is carried out once, however often it is sent. Pass your own to repeat a call after a restart.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/time-off-types",
            CreateTimeOffTypeResult.from_dict,
            query={
                "dryRun": dry_run,
            },
            body=body_of(
                TimeOffTypeInput(
                    name=name,
                    is_active=is_active,
                )
            ),
            idempotency_key=only_once(idempotency_key),
        )
        return (await self._send(call, timeout)).data

    async def update_time_off_type(
        self,
        time_off_type_id: str | UUID,
        *,
        name: str | Unset = UNSET,
        is_active: bool | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> TimeOffType:
        """Changes the given fields of a type of time off.

        Only admins may.

        Needs the scope `write:catalog`.
        - 400 if a field is out of range
        - 404 if the type of time off does not exist
        - 403 if the caller is not an admin
        - 409 if another one has the name
        - 409 if the record no longer has the version in If-Match

        Args:
            time_off_type_id: The type of time off to change, a UUID.
            name: Name, 1 to 255 characters, unique in the organization. White space at both ends is removed.
            is_active: Whether it is active, true by default. New time off requests cannot refer to an inactive one.
            dry_run: Whether to run all checks and return the same response without writing anything.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PATCH",
            "/api/v1/time-off-types/{time_off_type_id}".format(
                time_off_type_id=quote(str(time_off_type_id), safe=""),
            ),
            UpdateTimeOffTypeResult.from_dict,
            query={
                "dryRun": dry_run,
            },
            body=body_of(
                TimeOffTypePatch(
                    name=name,
                    is_active=is_active,
                )
            ),
            if_match=if_match,
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
        sort: ListTimeOffSort | Unset = UNSET,
        external_id: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> TimeOffPage:
        """Lists time off requests, oldest first.

        Filters combine with AND. Reasons are null unless the caller is the owner, one of their managers or
        an admin.

        Needs the scope `read:time_off`.
        - 400 if a parameter is invalid

        Args:
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty. Offsets shift if records are written between two requests; cursors do not.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            updated_since: Only records changed at this time or later.
            user_id: Only requests of this user. Accepts an id, an external id such as hr:4711, or an e-mail address.
            status: The status of a time off request.
                - `pending`: Waiting for a decision.
                - `approved`: Approved.
                - `rejected`: Rejected.
            start_date: Only requests that end on this date or later; not after the end date.
            end_date: Only requests that start on this date or earlier; not before the start date.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset.
            sort: The order: createdAt for oldest first, which is the default, or -createdAt for newest first.
            external_id: Only the request with this external id, such as hr:4711.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/time-off",
            ListTimeOffResult.from_dict,
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
                "sort": sort,
                "externalId": external_id,
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
        status: None | TimeOffStatus | Unset = UNSET,
        rejection_reason: None | str | Unset = UNSET,
        external_ids: list[str] | None | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> TimeOff:
        """Creates a time off request.

        Users may create their own requests; managers those of the people below them; admins all. A status
        other than pending needs the right to approve.

        Needs the scope `write:time_off`.
        - 400 if a field is missing or out of range, the user or the type is unknown, the end is before the
        start, or the request is longer than 366 days
        - 403 if the caller may not create the request with this status

        Args:
            user_id: The user who is away. It cannot be changed. Accepts an id, an external id such as hr:4711, or an
                e-mail address.
            time_off_type_id: The type of time off.
            start_date: First day.
            end_date: Last day; not before the first. A request has at most 366 days.
            availability: Hours per day that the user still works, 0 to 24.
            reason: Reason for the request, 1 to 2,000 characters. White space at both ends is removed. Null unless
                the caller is the owner, one of their managers or an admin.
            status: Status. Default pending. After creation, only approve and reject change it.
            rejection_reason: Reason for the rejection, 1 to 1,000 characters. A new request may have it only with the status
                rejected. Null unless the caller is the owner, one of their managers or an admin.
            external_ids: The ids that the request has in other systems: at most 20, each of another source. One is a
                source, 1 to 40 of a-z, 0-9, ".", "_" and "-", a colon, and the id, 1 to 255 characters, such as
                hr:4711. No two requests have the same. They are returned in the order of their sources. Only
                managers of the owner and admins may write them.
            dry_run: Whether to run all checks and return the same response without writing anything.
            idempotency_key: The server carries out the call only once for a key, within 24 hours. The default is a random key, so that each call is carried out once, however often it is sent. Pass your own to repeat a call after a restart.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/time-off",
            CreateTimeOffResult.from_dict,
            query={
                "dryRun": dry_run,
            },
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
                    external_ids=external_ids,
                )
            ),
            idempotency_key=only_once(idempotency_key),
        )
        return (await self._send(call, timeout)).data

    async def get_time_off(
        self,
        request_id: str | UUID,
        *,
        timeout: float | None = None,
    ) -> TimeOff:
        """Returns one time off request.

        Reasons are null unless the caller is the owner, one of their managers or an admin.

        Needs the scope `read:time_off`.
        - 404 if the request does not exist

        Args:
            request_id: The time off request. Accepts an id, or an external id such as crm:4711.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/time-off/{request_id}".format(
                request_id=quote(str(request_id), safe=""),
            ),
            GetTimeOffResult.from_dict,
        )
        return (await self._send(call, timeout)).data

    async def delete_time_off(
        self,
        request_id: str | UUID,
        *,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> None:
        """Deletes a time off request.

        The owner may delete a pending request, and an approved one before it starts; managers of the owner
        and admins every request.

        Needs the scope `write:time_off`.
        - 404 if the request does not exist
        - 403 if the caller may not delete the request
        - 409 if the record no longer has the version in If-Match

        Args:
            request_id: The request to delete. Accepts an id, or an external id such as crm:4711.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "DELETE",
            "/api/v1/time-off/{request_id}".format(
                request_id=quote(str(request_id), safe=""),
            ),
            DeleteTimeOffResult.from_dict,
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
        external_ids: list[str] | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> TimeOff:
        """Changes the given fields of a time off request.

        The owner may change a pending request; managers of the owner and admins also an approved one.

        Needs the scope `write:time_off`.
        - 400 if a field is out of range, the type is unknown, the end would be before the start, or the
        request would be longer than 366 days
        - 404 if the request does not exist
        - 403 if the caller may not change the request
        - 409 if the request is rejected
        - 409 if the record no longer has the version in If-Match

        Args:
            request_id: The request to change. Accepts an id, or an external id such as crm:4711.
            time_off_type_id: The type of time off.
            start_date: First day.
            end_date: Last day; not before the first. A request has at most 366 days.
            availability: Hours per day that the user still works, 0 to 24.
            reason: Reason for the request, 1 to 2,000 characters. White space at both ends is removed. Null unless
                the caller is the owner, one of their managers or an admin.
            external_ids: The ids that the request has in other systems: at most 20, each of another source. One is a
                source, 1 to 40 of a-z, 0-9, ".", "_" and "-", a colon, and the id, 1 to 255 characters, such as
                hr:4711. No two requests have the same. They are returned in the order of their sources. Only
                managers of the owner and admins may write them.
            dry_run: Whether to run all checks and return the same response without writing anything.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PATCH",
            "/api/v1/time-off/{request_id}".format(
                request_id=quote(str(request_id), safe=""),
            ),
            UpdateTimeOffResult.from_dict,
            query={
                "dryRun": dry_run,
            },
            body=body_of(
                TimeOffPatch(
                    time_off_type_id=time_off_type_id,
                    start_date=start_date,
                    end_date=end_date,
                    availability=availability,
                    reason=reason,
                    external_ids=external_ids,
                )
            ),
            if_match=if_match,
        )
        return (await self._send(call, timeout)).data

    async def upsert_time_off(
        self,
        *,
        items: list[TimeOffInput],
        match: str,
        deleted: list[UUID] | None | Unset = UNSET,
        create_only: TimeOffBatchInputCreateOnly | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        include: list[UpsertTimeOffIncludeItem] | Unset = UNSET,
        on_meta: Callable[[WriteMeta], object] | None = None,
        timeout: float | None = None,
    ) -> list[TimeOff]:
        """Creates, changes or deletes up to 1,000 time off requests in one transaction.

        An item changes the request that has its external id of one source, or creates one. The user of a
        request cannot be changed. The status approved or rejected decides a pending request, for which the
        caller needs the right to decide it; pending leaves a decision. The response has one request for
        each item, in the order of the items. If an item is invalid, nothing is written and the error lists
        all invalid items.

        Needs the scope `write:time_off`.
        - 400 if an item is invalid, has no external id of the source, or matches the same as another item
        - 403 if the caller may not write one of the requests
        - 409 if another request has an external id of an item
        - 409 if an item changes a rejected request, or a decision

        Args:
            items: The requests, at most 1,000. Each matches another request.
            match: What tells which request an item is: externalId with a source, such as externalId:hr, for the
                external id of that source.
            deleted: The requests to delete, at most 1,000, such as those that were withdrawn: their external ids or
                ids. Those that do not exist, any more, are left out. Accepts an id, or an external id such as
                crm:4711.
            create_only: What an item does that has another value in a field that only a new request can have: refuse,
                which is the default, or keep, which leaves the field as it is. meta.warnings then names it.
            dry_run: Whether to run all checks and return the same response without writing anything.
            include: What the response has in meta: summary counts the records that are created, updated, left as
                they were and deleted.
            on_meta: Gets what the response has in meta. It is called once, before the method returns.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/time-off/upsert",
            UpsertTimeOffResult.from_dict,
            query={
                "dryRun": dry_run,
                "include": include,
            },
            body=body_of(
                TimeOffBatchInput(
                    items=items,
                    match=match,
                    deleted=deleted,
                    create_only=create_only,
                )
            ),
        )
        result = await self._send(call, timeout)
        if on_meta is not None and not isinstance(result.meta, Unset):
            on_meta(result.meta)
        return result.data

    async def approve_time_off(
        self,
        request_id: str | UUID,
        *,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> None:
        """Approves a pending time off request.

        Approving an approved one changes nothing. Only managers of the owner and admins may; of these, only
        admins may approve their own.

        Needs the scope `write:time_off`.
        - 404 if the request does not exist
        - 403 if the caller may not approve the request
        - 409 if the request is rejected
        - 409 if the record no longer has the version in If-Match

        Args:
            request_id: The request to approve. Accepts an id, or an external id such as crm:4711.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/time-off/{request_id}/approve".format(
                request_id=quote(str(request_id), safe=""),
            ),
            ApproveTimeOffResult.from_dict,
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
        """Rejects a pending time off request.

        Rejecting a rejected one for the same reason changes nothing. Only those who may approve the request
        may reject it.

        Needs the scope `write:time_off`.
        - 400 if the reason is missing or too long
        - 404 if the request does not exist
        - 403 if the caller may not reject the request
        - 409 if the request is approved, or rejected for another reason
        - 409 if the record no longer has the version in If-Match

        Args:
            request_id: The request to reject. Accepts an id, or an external id such as crm:4711.
            rejection_reason: The reason, 1 to 1,000 characters. White space at both ends is removed.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/time-off/{request_id}/reject".format(
                request_id=quote(str(request_id), safe=""),
            ),
            RejectTimeOffResult.from_dict,
            body=body_of(
                TimeOffRejectionInput(
                    rejection_reason=rejection_reason,
                )
            ),
            if_match=if_match,
        )
        return (await self._send(call, timeout)).data

    async def list_holidays(
        self,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        updated_since: datetime.datetime | str | Unset = UNSET,
        country_code: str | Unset = UNSET,
        year: int | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> HolidayPage:
        """Lists holidays, ordered by date and country.

        Filters combine with AND.

        Needs the scope `read:time_off`.
        - 400 if a parameter is invalid

        Args:
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty. Offsets shift if records are written between two requests; cursors do not.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            updated_since: Only records changed at this time or later.
            country_code: Only holidays of this country.
            year: Only holidays of this year, 1 to 9999.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/holidays",
            ListHolidaysResult.from_dict,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "updatedSince": updated_since,
                "countryCode": country_code,
                "year": year,
                "cursor": cursor,
            },
        )
        return (await self._send(call, timeout)).data

    async def upsert_holidays(
        self,
        *,
        items: list[HolidayInput],
        on_meta: Callable[[WriteMeta], object] | None = None,
        timeout: float | None = None,
    ) -> list[Holiday]:
        """Creates or updates up to 1,000 holidays in one transaction.

        A country has at most one holiday a day: an item updates the holiday of its country and date, or
        creates it. If two items have the same country and date, the later one wins. The response has one
        holiday per item, in the order of the items. Only admins may.

        Needs the scope `write:catalog`.
        - 400 if an item is invalid
        - 403 if the caller is not an admin

        Args:
            items: The holidays, at most 1,000. If two have the same country and date, the later one wins.
            on_meta: Gets what the response has in meta. It is called once, before the method returns.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PUT",
            "/api/v1/holidays",
            UpsertHolidaysResult.from_dict,
            body=body_of(
                HolidayBatchInput(
                    items=items,
                )
            ),
        )
        result = await self._send(call, timeout)
        if on_meta is not None and not isinstance(result.meta, Unset):
            on_meta(result.meta)
        return result.data

    async def import_holidays(
        self,
        *,
        country_code: str,
        file: str,
        first_year: int | None | Unset = UNSET,
        last_year: int | None | Unset = UNSET,
        also: list[str] | None | Unset = UNSET,
        dry_run: bool | Unset = UNSET,
        timeout: float | None = None,
    ) -> HolidayImport:
        """Creates or renames the public holidays of a country from an iCalendar file (RFC 5545).

        Each day of each event becomes a holiday for the whole day, with the summary of the event as its
        name. A holiday that exists on that day gets the name and keeps its factor. Others stay as they are.
        Events that repeat become a holiday in each of the years. What is no public holiday is left out, and
        the response counts it with its reason. Holidays are written in parts of 1,000: if the call fails,
        send it again. Only admins may.

        Needs the scopes `read:time_off` and `write:catalog`.
        - 400 if the file is not base64, no iCalendar file or truncated, or the years are more than 10 or
        end before they begin
        - 403 if the caller is not an admin

        Args:
            country_code: ISO 3166-1 alpha-2 country code. The holidays are for users with this country code.
            file: The bytes of the file in base64, as they are: the server finds out whether they are UTF-8,
                UTF-16 or ISO 8859-1. At most 2 MiB before base64.
            first_year: The first year, 1900 to 2200. Default: this year, in UTC.
            last_year: The last year, 1900 to 2200, not before the first year and at most 9 years after it. Default:
                two years after the first year.
            also: Reasons to leave an event out that do not count for this file.
            dry_run: Whether to run all checks and return the same response without writing anything.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/holidays/import",
            ImportHolidaysResult.from_dict,
            query={
                "dryRun": dry_run,
            },
            body=body_of(
                HolidayCalendarInput(
                    country_code=country_code,
                    file=file,
                    first_year=first_year,
                    last_year=last_year,
                    also=also,
                )
            ),
        )
        return (await self._send(call, timeout)).data

    async def delete_holiday(
        self,
        holiday_id: str | UUID,
        *,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> None:
        """Deletes a holiday.

        Only admins may.

        Needs the scope `write:catalog`.
        - 404 if the holiday does not exist
        - 403 if the caller is not an admin
        - 409 if the record no longer has the version in If-Match

        Args:
            holiday_id: The holiday to delete, a UUID.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "DELETE",
            "/api/v1/holidays/{holiday_id}".format(
                holiday_id=quote(str(holiday_id), safe=""),
            ),
            DeleteHolidayResult.from_dict,
            if_match=if_match,
        )
        await self._send(call, timeout)

    async def get_calendar_feed(
        self,
        *,
        timeout: float | None = None,
    ) -> CalendarFeed:
        """Returns the calendar feed of the acting user, without its address.

        Needs the scope `read:users`.
        - 404 if the acting user has no calendar feed

        Args:
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/calendar-feed",
            GetCalendarFeedResult.from_dict,
        )
        return (await self._send(call, timeout)).data

    async def create_calendar_feed(
        self,
        *,
        idempotency_key: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> CalendarFeed:
        """Gives the acting user a calendar feed with a new address.

        An earlier address stops working within a second. The response has the address, which is never shown
        again. A feed that was created with an API key, or in a session that was started with one, ends when
        the key is revoked or expires.

        Needs the scopes `write:users`, `read:projects`, `read:assignments` and `read:time_off`.
        - 403 if the caller lacks one of the scopes

        Args:
            idempotency_key: The server carries out the call only once for a key, within 24 hours. The default is a random key, so that each call is carried out once, however often it is sent. Pass your own to repeat a call after a restart.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/calendar-feed",
            CreateCalendarFeedResult.from_dict,
            idempotency_key=only_once(idempotency_key),
        )
        return (await self._send(call, timeout)).data

    async def delete_calendar_feed(
        self,
        *,
        timeout: float | None = None,
    ) -> None:
        """Revokes the calendar feed of the acting user.

        Its address stops working within a second.

        Needs the scope `write:users`.
        - 404 if the acting user has no calendar feed

        Args:
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "DELETE",
            "/api/v1/calendar-feed",
            DeleteCalendarFeedResult.from_dict,
        )
        await self._send(call, timeout)

    async def list_calendar_feeds(
        self,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> CalendarFeedPage:
        """Lists the calendar feeds of all users, oldest first, without their addresses.

        Only admins may.

        Needs the scope `read:keys`.
        - 400 if a parameter is invalid
        - 403 if the caller is not an admin

        Args:
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty. Offsets shift if records are written between two requests; cursors do not.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/calendar-feeds",
            ListCalendarFeedsResult.from_dict,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "cursor": cursor,
            },
        )
        return (await self._send(call, timeout)).data

    async def delete_user_calendar_feed(
        self,
        user_id: str | UUID,
        *,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> None:
        """Revokes the calendar feed of a user.

        Its address stops working within a second. Only admins may.

        Needs the scope `write:keys`.
        - 404 if the user does not exist or has no calendar feed
        - 403 if the caller is not an admin

        Args:
            user_id: The user. Accepts an id, an external id such as hr:4711, or an e-mail address.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "DELETE",
            "/api/v1/calendar-feeds/{user_id}".format(
                user_id=quote(str(user_id), safe=""),
            ),
            DeleteUserCalendarFeedResult.from_dict,
            if_match=if_match,
        )
        await self._send(call, timeout)

    async def get_capacity(
        self,
        *,
        start_date: datetime.date | str,
        end_date: datetime.date | str,
        bucket: CapacityBucket | Unset = UNSET,
        group_by: CapacityGroup | Unset = UNSET,
        user_id: str | Unset | UUID = UNSET,
        manager_id: str | Unset | UUID = UNSET,
        project_id: str | Unset | UUID = UNSET,
        client_id: str | Unset | UUID = UNSET,
        capability_id: str | Unset | UUID = UNSET,
        split_by: CapacitySplit | Unset = UNSET,
        kind: UserKindFilter | Unset = UNSET,
        time_off_by_type: bool | Unset = UNSET,
        timeout: float | None = None,
    ) -> Capacity:
        """Returns hours in buckets of days, weeks or months, for each user or in groups.

        All hours are computed for each user and day, and then summed. Inactive users are included only if
        they have planned or actual hours in the range. Projects, as the items or as what hours are split
        by, need the scope read:projects too, and clients the scope read:clients.

        REST sends an ETag, and 304 for a matching If-None-Match if nothing in the organization has changed
        since. With Accept: text/csv, the response is CSV with one line for each item and bucket.

        Needs the scopes `read:users`, `read:assignments`, `read:actual_hours` and `read:time_off`.
        - 400 if a parameter is invalid, the range is longer than 370 days, split_by is used with another
        group_by than user, time_off_by_type is used without the series timeOff, the response would have
        more than 20,000 items times buckets or 200,000 types times items times buckets, or there are more
        than 1,000,000 users times days
        - 403 if the caller lacks the scope of what group_by or split_by names

        Args:
            start_date: The first day of the range.
            end_date: The last day of the range, at most 370 days including the first one.
            bucket: The length of the buckets of a capacity.
                - `day`: One day.
                - `week`: Monday to Sunday.
                - `month`: A calendar month.
            group_by: Says what the items of a capacity are.
                - `user`: One item for each user.
                - `manager`: One item for each user that others report to: the sums of those who report directly
                to that user. Users who report to nobody are in an item without an id.
                - `project`: One item for each project with hours.
                - `client`: One item for each client with hours.
                - `capability`: One item for each capability with hours or supply. Hours without a capability
                are in an item without an id.
                - `organization`: One item, the organization.
            user_id: Only this user. Accepts an id, an external id such as hr:4711, or an e-mail address.
            manager_id: Only users below this user in the reporting line. Accepts an id, an external id such as hr:4711,
                or an e-mail address.
            project_id: Only hours on this project, and users who have some. Accepts an id, or an external id such as
                crm:4711.
            client_id: Only hours on projects of this client, and users who have some. Accepts an id, or an external id
                such as crm:4711.
            capability_id: Only hours with this capability, and users who have some.
            split_by: Says by what the hours of a user are split into items.
                - `project`: One item for each user and project with hours.
                - `client`: One item for each user and client with hours.
                - `capability`: One item for each user and capability with hours. Hours without a capability are
                in an item of the user too.
            kind: Says which users are meant.
                - `person`: Persons.
                - `placeholder`: Placeholders.
                - `all`: Persons and placeholders.
            time_off_by_type: Whether items and the total also have the hours of timeOff by the type of time off. It needs the
                series timeOff.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/capacity",
            GetCapacityResult.from_dict,
            query={
                "start_date": start_date,
                "end_date": end_date,
                "bucket": bucket,
                "group_by": group_by,
                "user_id": user_id,
                "manager_id": manager_id,
                "project_id": project_id,
                "client_id": client_id,
                "capability_id": capability_id,
                "split_by": split_by,
                "kind": kind,
                "time_off_by_type": time_off_by_type,
            },
        )
        return (await self._send(call, timeout)).data

    async def list_capacity_gaps(
        self,
        *,
        hours: float,
        start_date: datetime.date | str,
        end_date: datetime.date | str,
        capability_id: str | Unset | UUID = UNSET,
        manager_id: str | Unset | UUID = UNSET,
        has_capability_id: list[UUID] | Unset = UNSET,
        min_level: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> CapacityGaps:
        """Lists the active users who have at least the given number of free hours in the range, with the first
        day by which they have them.

        The user who has them first comes first.

        Needs the scopes `read:users`, `read:assignments` and `read:time_off`.
        - 400 if a parameter is invalid, the range is longer than 370 days, or min_level is used without
        has_capability_id

        Args:
            hours: The wanted number of free hours, 0.01 to 10,000.
            start_date: The first day of the range.
            end_date: The last day of the range, at most 370 days including the first one.
            capability_id: Only users who have planned or actual hours with this capability in the range or in the 365 days
                before it. See has_capability_id for the capabilities of the user.
            manager_id: Only users below this user in the reporting line. Accepts an id, an external id such as hr:4711,
                or an e-mail address.
            has_capability_id: Only users who have all of these capabilities in their list, at most 20, whether or not they
                have hours with them.
            min_level: The level, 1 to 5, that users must at least have in each capability of has_capability_id; 1 by
                default. It needs has_capability_id.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/capacity/gaps",
            ListCapacityGapsResult.from_dict,
            query={
                "hours": hours,
                "start_date": start_date,
                "end_date": end_date,
                "capability_id": capability_id,
                "manager_id": manager_id,
                "has_capability_id": has_capability_id,
                "min_level": min_level,
            },
        )
        return (await self._send(call, timeout)).data

    async def list_events(
        self,
        *,
        after: str | Unset = UNSET,
        types: list[str] | Unset = UNSET,
        actor_id: str | Unset | UUID = UNSET,
        record_id: str | Unset | UUID = UNSET,
        since: datetime.datetime | str | Unset = UNSET,
        limit: int | Unset = UNSET,
        wait: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> EventPage:
        """Returns events, oldest first.

        To follow the journal, call it again with the nextAfter of the response. With wait, a call that has
        nothing to return yet waits for an event.

        Needs the scope `read:events`.
        - 400 if a parameter is invalid
        - 410 if the events after the given one are no longer kept
        - 409 if the given event does not exist yet, because a backup was restored

        Args:
            after: Only events after this number: 0, or the nextAfter of an earlier response. head is the number of
                the latest event. Without it, the list begins with the oldest event that is kept.
            types: Only events of these types, such as client.updated. time_off.* is all types that begin with
                time_off, and * is all types.
            actor_id: Only events that this user wrote. Accepts an id, an external id such as hr:4711, or an e-mail
                address.
            record_id: Only events of this record. Rows of hours are not found by their ids.
            since: Only events written at this time or later.
            limit: The maximum number of events. Default 100; values outside 1 to 200 are clamped.
            wait: How many seconds to wait for an event if there is none, 0 to 25. Default 0.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/events",
            ListEventsResult.from_dict,
            query={
                "after": after,
                "types": types,
                "actorId": actor_id,
                "recordId": record_id,
                "since": since,
                "limit": limit,
                "wait": wait,
            },
        )
        return (await self._send(call, timeout)).data

    async def get_event(
        self,
        seq: int,
        *,
        offset: int | Unset = UNSET,
        limit: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> Event:
        """Returns one event.

        If it is a batch of hours, offset and limit choose its rows.

        Needs the scope `read:events`.
        - 400 if a parameter is invalid
        - 404 if the event does not exist, is no longer kept, or is not the caller's to read

        Args:
            seq: The number of the event.
            offset: The number of rows to skip, 0 to 5000. Default 0.
            limit: The maximum number of rows. Default 1000; values outside 1 to 1000 are clamped.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/events/{seq}".format(
                seq=quote(str(seq), safe=""),
            ),
            GetEventResult.from_dict,
            query={
                "offset": offset,
                "limit": limit,
            },
        )
        return (await self._send(call, timeout)).data

    async def list_keys(
        self,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        updated_since: datetime.datetime | str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> KeyPage:
        """Lists the keys, oldest first, without their secrets.

        Revoked and expired keys are included. Only admins may.

        Needs the scope `read:keys`.
        - 400 if a parameter is invalid
        - 403 if the caller is not an admin

        Args:
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty. Offsets shift if records are written between two requests; cursors do not.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            updated_since: Only records changed at this time or later.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/keys",
            ListKeysResult.from_dict,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "updatedSince": updated_since,
                "cursor": cursor,
            },
        )
        return (await self._send(call, timeout)).data

    async def create_key(
        self,
        *,
        name: str,
        actor_user_id: str | UUID,
        scopes: list[str],
        rate_limit: int | None | Unset = UNSET,
        expires_at: datetime.datetime | None | str | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> Key:
        """Creates a key.

        A key can give only scopes that it has itself. The response has the secret, which is never shown
        again. Only admins may.

        Needs the scope `write:keys`.
        - 400 if a field is missing or out of range, a scope or the user is unknown, or the key would expire
        in the past
        - 403 if the caller is not an admin, or the calling key lacks one of the scopes

        Args:
            name: Name, 1 to 255 characters. White space at both ends is removed.
            actor_user_id: The user that the key acts as. It cannot be changed. Accepts an id, an external id such as
                hr:4711, or an e-mail address.
            scopes: What the key may be used for: at least one scope, and only scopes that the calling key has. They
                cannot be changed. They are returned in alphabetical order, without duplicates. If allScopes is
                true, they are all scopes that there are. The scope scim is for identity providers, which use
                SCIM and no operation of this API.
            rate_limit: The number of requests per minute, 0 to 1000000. 0 is no limit, and null is the default of the
                installation.
            expires_at: When the key stops working; null if it does not expire. It must be in the future.
            idempotency_key: The server carries out the call only once for a key, within 24 hours. The default is a random key, so that each call is carried out once, however often it is sent. Pass your own to repeat a call after a restart.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/keys",
            CreateKeyResult.from_dict,
            body=body_of(
                KeyInput(
                    name=name,
                    actor_user_id=actor_user_id,
                    scopes=scopes,
                    rate_limit=rate_limit,
                    expires_at=expires_at,
                )
            ),
            idempotency_key=only_once(idempotency_key),
        )
        return (await self._send(call, timeout)).data

    async def update_key(
        self,
        key_id: str | UUID,
        *,
        name: str | Unset = UNSET,
        rate_limit: int | None | Unset = UNSET,
        expires_at: datetime.datetime | None | str | Unset = UNSET,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> Key:
        """Changes the name, the rate limit or the expiry of a key.

        It is effective within a second. Only a key that has all its scopes can give it more time, also if
        it has expired, or a higher rate limit. Only admins may.

        Needs the scope `write:keys`.
        - 400 if a field is out of range, or the key would expire in the past
        - 404 if the key does not exist
        - 403 if the caller is not an admin, or lacks a scope of a key that would get more
        - 409 if the record no longer has the version in If-Match

        Args:
            key_id: The key to change, a UUID.
            name: Name, 1 to 255 characters. White space at both ends is removed.
            rate_limit: The number of requests per minute, 0 to 1000000. 0 is no limit, and null is the default of the
                installation.
            expires_at: When the key stops working; null if it does not expire. It must be in the future.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PATCH",
            "/api/v1/keys/{key_id}".format(
                key_id=quote(str(key_id), safe=""),
            ),
            UpdateKeyResult.from_dict,
            body=body_of(
                KeyPatch(
                    name=name,
                    rate_limit=rate_limit,
                    expires_at=expires_at,
                )
            ),
            if_match=if_match,
        )
        return (await self._send(call, timeout)).data

    async def rotate_key(
        self,
        key_id: str | UUID,
        *,
        overlap_seconds: int | None | Unset = UNSET,
        if_match: int | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> Key:
        """Gives a key a new secret.

        The response has the secret, which is never shown again. The old secret works for overlapSeconds
        more; a secret that was rotated out before stops at once. Only admins may.

        Needs the scope `write:keys`.
        - 400 if the overlap is out of range
        - 404 if the key does not exist
        - 403 if the caller is not an admin, or the calling key lacks one of the scopes of the key
        - 409 if the key is revoked or has expired
        - 409 if the record no longer has the version in If-Match

        Args:
            key_id: The key to rotate, a UUID.
            overlap_seconds: For how many seconds the old secret works on, 0 to 604800 (a week). Default 86400 (a day).
            if_match: The version that the record must still have. If it has another one, nothing is written.
            idempotency_key: The server carries out the call only once for a key, within 24 hours. The default is a random key, so that each call is carried out once, however often it is sent. Pass your own to repeat a call after a restart.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/keys/{key_id}/rotate".format(
                key_id=quote(str(key_id), safe=""),
            ),
            RotateKeyResult.from_dict,
            body=body_of(
                KeyRotationInput(
                    overlap_seconds=overlap_seconds,
                )
            ),
            if_match=if_match,
            idempotency_key=only_once(idempotency_key),
        )
        return (await self._send(call, timeout)).data

    async def revoke_key(
        self,
        key_id: str | UUID,
        *,
        disable_webhooks: bool | None | Unset = UNSET,
        revoke_keys: bool | None | Unset = UNSET,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> Key:
        """Stops a key, and all its secrets, within a second and for good.

        Revoking a revoked key changes nothing. A key may revoke itself. The response has what the key has
        made: what it has set up works on, unless the request also disables the webhooks and revokes the
        keys. Only admins may.

        Needs the scope `write:keys`.
        - 404 if the key does not exist
        - 403 if the caller is not an admin, or would disable webhooks without the scope write:webhooks
        - 409 if the record no longer has the version in If-Match

        Args:
            key_id: The key to revoke, a UUID.
            disable_webhooks: Whether to disable all of the webhooks. It needs the scope write:webhooks too.
            revoke_keys: Whether to revoke the keys, at most 200 at once. Send the request again as long as the response
                lists a key with isActive.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/keys/{key_id}/revoke".format(
                key_id=quote(str(key_id), safe=""),
            ),
            RevokeKeyResult.from_dict,
            body=body_of(
                KeyRevocationInput(
                    disable_webhooks=disable_webhooks,
                    revoke_keys=revoke_keys,
                )
            ),
            if_match=if_match,
        )
        return (await self._send(call, timeout)).data

    async def list_sessions(
        self,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        cursor: str | Unset = UNSET,
        user_id: str | Unset | UUID = UNSET,
        timeout: float | None = None,
    ) -> SessionPage:
        """Lists the sessions that have not ended, oldest first.

        Only admins may.

        Needs the scope `read:keys`.
        - 400 if a parameter is invalid
        - 403 if the caller is not an admin

        Args:
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty. Offsets shift if records are written between two requests; cursors do not.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset.
            user_id: Only those of this user. Accepts an id, an external id such as hr:4711, or an e-mail address.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/sessions",
            ListSessionsResult.from_dict,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "cursor": cursor,
                "userId": user_id,
            },
        )
        return (await self._send(call, timeout)).data

    async def delete_session(
        self,
        session_id: str | UUID,
        *,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> None:
        """Ends a session.

        Its person has to sign in again. It is effective within a second. Only admins may.

        Needs the scope `write:keys`.
        - 404 if the session does not exist or has ended
        - 403 if the caller is not an admin

        Args:
            session_id: The session to end, a UUID.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "DELETE",
            "/api/v1/sessions/{session_id}".format(
                session_id=quote(str(session_id), safe=""),
            ),
            DeleteSessionResult.from_dict,
            if_match=if_match,
        )
        await self._send(call, timeout)

    async def list_webhooks(
        self,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        updated_since: datetime.datetime | str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> WebhookPage:
        """Lists the endpoints, oldest first.

        Only admins may.

        Needs the scope `read:webhooks`.
        - 400 if a parameter is invalid
        - 403 if the caller is not an admin

        Args:
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty. Offsets shift if records are written between two requests; cursors do not.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            updated_since: Only records changed at this time or later. Deliveries do not count as changes.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/webhooks",
            ListWebhooksResult.from_dict,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "updatedSince": updated_since,
                "cursor": cursor,
            },
        )
        return (await self._send(call, timeout)).data

    async def create_webhook(
        self,
        *,
        url: str,
        types: list[str],
        name: None | str | Unset = UNSET,
        state: None | Unset | WebhookState = UNSET,
        cursor: int | None | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> Webhook:
        """Creates an endpoint and pings it with a signed request.

        If it responds with 2xx, it is active. Otherwise it is pending: it is pinged again after 5 s, 30 s,
        2 min and so on, and becomes active when it responds with 2xx. It gets the events after cursor, by
        default those from now on. The response has the secret, which no other response has. Only admins
        may.

        Needs the scope `write:webhooks`.
        - 400 if a field is missing or invalid, or the address is not allowed
        - 403 if the caller is not an admin, or the key may read no event of a type
        - 410 if the events after cursor are no longer kept
        - 409 if cursor is behind the latest event, the organization has 20 endpoints, or the operator has
        not set up webhooks

        Args:
            url: The address: an https URL of a public host. Redirects are not followed.
            types: The types of the events, such as client.updated. time_off.* is all types that begin with
                time_off, also later ones, and * is all types.
            name: Name, 1 to 255 characters. White space at both ends is removed.
            state: The state. A request can set active, which is the default, and paused.
            cursor: The number of the last event that the endpoint has got, or that was not for it. A request can
                move it: to 0 or any event that is kept. The events after it are sent next. By default it is the
                head when the endpoint is created.
            idempotency_key: The server carries out the call only once for a key, within 24 hours. The default is a random key, so that each call is carried out once, however often it is sent. Pass your own to repeat a call after a restart.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/webhooks",
            CreateWebhookResult.from_dict,
            body=body_of(
                WebhookInput(
                    url=url,
                    types=types,
                    name=name,
                    state=state,
                    cursor=cursor,
                )
            ),
            idempotency_key=only_once(idempotency_key),
        )
        return (await self._send(call, timeout)).data

    async def get_webhook(
        self,
        webhook_id: str | UUID,
        *,
        timeout: float | None = None,
    ) -> Webhook:
        """Returns one endpoint.

        Only admins may.

        Needs the scope `read:webhooks`.
        - 404 if the endpoint does not exist
        - 403 if the caller is not an admin

        Args:
            webhook_id: The endpoint, a UUID.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/webhooks/{webhook_id}".format(
                webhook_id=quote(str(webhook_id), safe=""),
            ),
            GetWebhookResult.from_dict,
        )
        return (await self._send(call, timeout)).data

    async def delete_webhook(
        self,
        webhook_id: str | UUID,
        *,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> None:
        """Deletes an endpoint.

        Nothing more is sent to it. Only admins may.

        Needs the scope `write:webhooks`.
        - 404 if the endpoint does not exist
        - 403 if the caller is not an admin
        - 409 if the record no longer has the version in If-Match

        Args:
            webhook_id: The endpoint to delete, a UUID.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "DELETE",
            "/api/v1/webhooks/{webhook_id}".format(
                webhook_id=quote(str(webhook_id), safe=""),
            ),
            DeleteWebhookResult.from_dict,
            if_match=if_match,
        )
        await self._send(call, timeout)

    async def update_webhook(
        self,
        webhook_id: str | UUID,
        *,
        url: str | Unset = UNSET,
        types: list[str] | Unset = UNSET,
        name: None | str | Unset = UNSET,
        state: WebhookState | Unset = UNSET,
        cursor: int | Unset = UNSET,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> Webhook:
        """Changes the address, the types, the name, the state or the cursor of an endpoint.

        A ping as that of CreateWebhook comes before each change to active, and also if the address of an
        active endpoint changes. Only admins may.

        Needs the scope `write:webhooks`.
        - 400 if a field is invalid, or the address is not allowed
        - 404 if the endpoint does not exist
        - 403 if the caller is not an admin, or the key may read no event of a type
        - 409 if the record no longer has the version in If-Match
        - 410 if the events after cursor are no longer kept
        - 409 if cursor is behind the latest event

        Args:
            webhook_id: The endpoint to change, a UUID.
            url: The address: an https URL of a public host. Redirects are not followed.
            types: The types of the events, such as client.updated. time_off.* is all types that begin with
                time_off, also later ones, and * is all types.
            name: Name, 1 to 255 characters. White space at both ends is removed.
            state: The state of an endpoint.
                - `pending`: It has not responded to a ping with 2xx. It gets no events, and is pinged again.
                - `active`: It gets the events.
                - `paused`: An admin has paused it. Its cursor stays.
                - `disabled`: It has responded with 410, or all requests of five days have failed. Its cursor
                stays. UpdateWebhook makes it active again.
            cursor: The number of the last event that the endpoint has got, or that was not for it. A request can
                move it: to 0 or any event that is kept. The events after it are sent next. By default it is the
                head when the endpoint is created.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "PATCH",
            "/api/v1/webhooks/{webhook_id}".format(
                webhook_id=quote(str(webhook_id), safe=""),
            ),
            UpdateWebhookResult.from_dict,
            body=body_of(
                WebhookPatch(
                    url=url,
                    types=types,
                    name=name,
                    state=state,
                    cursor=cursor,
                )
            ),
            if_match=if_match,
        )
        return (await self._send(call, timeout)).data

    async def rotate_webhook_secret(
        self,
        webhook_id: str | UUID,
        *,
        overlap_seconds: int | None | Unset = UNSET,
        if_match: int | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> Webhook:
        """Gives an endpoint a new secret.

        For overlapSeconds, requests are signed with both secrets; a secret that was rotated out before is
        no longer used. The response has the new secret. Only admins may.

        Needs the scope `write:webhooks`.
        - 400 if the overlap is out of range
        - 404 if the endpoint does not exist
        - 403 if the caller is not an admin, or the key may read no event of a type
        - 409 if the record no longer has the version in If-Match
        - 409 if the operator has not set up webhooks

        Args:
            webhook_id: The endpoint, a UUID.
            overlap_seconds: For how many seconds both secrets sign, 0 to 604800 (a week). Default 86400 (a day).
            if_match: The version that the record must still have. If it has another one, nothing is written.
            idempotency_key: The server carries out the call only once for a key, within 24 hours. The default is a random key, so that each call is carried out once, however often it is sent. Pass your own to repeat a call after a restart.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/webhooks/{webhook_id}/rotate-secret".format(
                webhook_id=quote(str(webhook_id), safe=""),
            ),
            RotateWebhookSecretResult.from_dict,
            body=body_of(
                WebhookRotationInput(
                    overlap_seconds=overlap_seconds,
                )
            ),
            if_match=if_match,
            idempotency_key=only_once(idempotency_key),
        )
        return (await self._send(call, timeout)).data

    async def test_webhook(
        self,
        webhook_id: str | UUID,
        *,
        if_match: int | Unset = UNSET,
        idempotency_key: str | Unset = UNSET,
        timeout: float | None = None,
    ) -> WebhookAttempt:
        """Sends a signed ping and returns the attempt.

        If the endpoint responds with 2xx, it becomes active if it was pending, and the next event is sent
        at once, also if the endpoint had to wait after failures. Only admins may.

        Needs the scope `write:webhooks`.
        - 404 if the endpoint does not exist
        - 403 if the caller is not an admin
        - 409 if the endpoint does not respond with 2xx

        Args:
            webhook_id: The endpoint, a UUID.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            idempotency_key: The server carries out the call only once for a key, within 24 hours. The default is a random key, so that each call is carried out once, however often it is sent. Pass your own to repeat a call after a restart.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/webhooks/{webhook_id}/test".format(
                webhook_id=quote(str(webhook_id), safe=""),
            ),
            TestWebhookResult.from_dict,
            if_match=if_match,
            idempotency_key=only_once(idempotency_key),
        )
        return (await self._send(call, timeout)).data

    async def redeliver_webhook(
        self,
        webhook_id: str | UUID,
        *,
        seq: int | None | Unset = UNSET,
        from_seq: int | None | Unset = UNSET,
        to_seq: int | None | Unset = UNSET,
        parked: bool | None | Unset = UNSET,
        if_match: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> Webhook:
        """Sends events again, before those that follow the cursor.

        One event, a range of events, or those that were parked. Only events of the types of the endpoint
        are sent. An event that the endpoint refuses again is parked at once. Only admins may.

        Needs the scope `write:webhooks`.
        - 400 if the request names no events, or names them in more than one way
        - 404 if the endpoint or an event does not exist
        - 403 if the caller is not an admin
        - 410 if an event is no longer kept

        Args:
            webhook_id: The endpoint, a UUID.
            seq: The number of one event.
            from_seq: The number of the first event of a range.
            to_seq: The number of the last event of a range.
            parked: Whether to send all parked events.
            if_match: The version that the record must still have. If it has another one, nothing is written.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "POST",
            "/api/v1/webhooks/{webhook_id}/redeliver".format(
                webhook_id=quote(str(webhook_id), safe=""),
            ),
            RedeliverWebhookResult.from_dict,
            body=body_of(
                WebhookRedeliveryInput(
                    seq=seq,
                    from_seq=from_seq,
                    to_seq=to_seq,
                    parked=parked,
                )
            ),
            if_match=if_match,
        )
        return (await self._send(call, timeout)).data

    async def list_webhook_attempts(
        self,
        webhook_id: str | UUID,
        *,
        limit: int | Unset = UNSET,
        offset: int | Unset = UNSET,
        count: bool | Unset = UNSET,
        since: datetime.datetime | str | Unset = UNSET,
        cursor: str | Unset = UNSET,
        outcome: WebhookOutcome | Unset = UNSET,
        seq: int | Unset = UNSET,
        timeout: float | None = None,
    ) -> WebhookAttemptPage:
        """Lists the requests to an endpoint in the last 30 days, newest first.

        An attempt is listed at most a second after the request. Only admins may.

        Needs the scope `read:webhooks`.
        - 400 if a parameter is invalid
        - 404 if the endpoint does not exist
        - 403 if the caller is not an admin

        Args:
            webhook_id: The endpoint, a UUID.
            limit: The maximum number of records on the page. Default 50; values outside 1 to 200 are clamped.
            offset: The number of records to skip, 0 to 9007199254740991. Default 0. Past the end, the page is
                empty. Offsets shift if records are written between two requests; cursors do not.
            count: Whether to count all records that match. Counting takes time, so total is null without it.
            since: Only attempts at this time or later.
            cursor: The nextCursor of the page to continue after. The list and the filters must be the same. A
                request cannot have both a cursor and an offset.
            outcome: The result of a request to an endpoint.
                - `delivered`: The endpoint has responded with 2xx.
                - `failed`: There was no response, or one with another status. The request is tried again.
                - `parked`: The endpoint has refused the event for the last time. The next event follows.
            seq: Only attempts to send this event.
            timeout: Seconds for the call, including all its tries.
        """
        call = Call(
            "GET",
            "/api/v1/webhooks/{webhook_id}/attempts".format(
                webhook_id=quote(str(webhook_id), safe=""),
            ),
            ListWebhookAttemptsResult.from_dict,
            query={
                "limit": limit,
                "offset": offset,
                "count": count,
                "since": since,
                "cursor": cursor,
                "outcome": outcome,
                "seq": seq,
            },
        )
        return (await self._send(call, timeout)).data
