"""Contains all the data models used in inputs/outputs"""

from .actual_hours_batch import ActualHoursBatch
from .actual_hours_batch_input import ActualHoursBatchInput
from .actual_hours_changes import ActualHoursChanges
from .actual_hours_page import ActualHoursPage
from .actual_hours_row import ActualHoursRow
from .actual_hours_row_input import ActualHoursRowInput
from .actual_hours_window_input import ActualHoursWindowInput
from .approve_time_off_result import ApproveTimeOffResult
from .approve_time_off_result_data import ApproveTimeOffResultData
from .assignment import Assignment
from .assignment_batch_input import AssignmentBatchInput
from .assignment_changes import AssignmentChanges
from .assignment_copy_input import AssignmentCopyInput
from .assignment_input import AssignmentInput
from .assignment_page import AssignmentPage
from .assignment_source_input import AssignmentSourceInput
from .assignment_target_input import AssignmentTargetInput
from .assignment_window_input import AssignmentWindowInput
from .billing_type import BillingType
from .calendar_feed import CalendarFeed
from .calendar_feed_page import CalendarFeedPage
from .candidate import Candidate
from .candidates import Candidates
from .capabilities_of_user_input import CapabilitiesOfUserInput
from .capability import Capability
from .capability_input import CapabilityInput
from .capability_page import CapabilityPage
from .capability_patch import CapabilityPatch
from .capacity import Capacity
from .capacity_bucket import CapacityBucket
from .capacity_gap import CapacityGap
from .capacity_gaps import CapacityGaps
from .capacity_group import CapacityGroup
from .capacity_item import CapacityItem
from .capacity_part import CapacityPart
from .capacity_split import CapacitySplit
from .capacity_time_off_type import CapacityTimeOffType
from .capacity_total import CapacityTotal
from .category_object import CategoryObject
from .client import Client
from .client_batch_input import ClientBatchInput
from .client_input import ClientInput
from .client_page import ClientPage
from .client_patch import ClientPatch
from .client_priority import ClientPriority
from .confirm_assignments_result import ConfirmAssignmentsResult
from .confirmation import Confirmation
from .confirmation_window_input import ConfirmationWindowInput
from .copy_assignments_include_item import CopyAssignmentsIncludeItem
from .copy_assignments_result import CopyAssignmentsResult
from .create_calendar_feed_result import CreateCalendarFeedResult
from .create_capability_result import CreateCapabilityResult
from .create_client_result import CreateClientResult
from .create_key_result import CreateKeyResult
from .create_project_result import CreateProjectResult
from .create_time_off_result import CreateTimeOffResult
from .create_time_off_type_result import CreateTimeOffTypeResult
from .create_user_result import CreateUserResult
from .create_webhook_result import CreateWebhookResult
from .delete_actual_hours_result import DeleteActualHoursResult
from .delete_actual_hours_rows_result import DeleteActualHoursRowsResult
from .delete_assignment_rows_result import DeleteAssignmentRowsResult
from .delete_assignments_result import DeleteAssignmentsResult
from .delete_calendar_feed_result import DeleteCalendarFeedResult
from .delete_calendar_feed_result_data import DeleteCalendarFeedResultData
from .delete_holiday_result import DeleteHolidayResult
from .delete_holiday_result_data import DeleteHolidayResultData
from .delete_session_result import DeleteSessionResult
from .delete_session_result_data import DeleteSessionResultData
from .delete_time_off_result import DeleteTimeOffResult
from .delete_time_off_result_data import DeleteTimeOffResultData
from .delete_user_calendar_feed_result import DeleteUserCalendarFeedResult
from .delete_user_calendar_feed_result_data import DeleteUserCalendarFeedResultData
from .delete_webhook_result import DeleteWebhookResult
from .delete_webhook_result_data import DeleteWebhookResultData
from .deleted_rows import DeletedRows
from .diff_actual_hours_result import DiffActualHoursResult
from .diff_assignments_result import DiffAssignmentsResult
from .error_body import ErrorBody
from .error_detail import ErrorDetail
from .error_object import ErrorObject
from .event import Event
from .event_after_type_0 import EventAfterType0
from .event_before_type_0 import EventBeforeType0
from .event_page import EventPage
from .event_record import EventRecord
from .event_row import EventRow
from .expanded_client import ExpandedClient
from .expanded_user import ExpandedUser
from .fill_placeholder_include_item import FillPlaceholderIncludeItem
from .fill_placeholder_result import FillPlaceholderResult
from .filled_placeholder import FilledPlaceholder
from .filling_input import FillingInput
from .get_calendar_feed_result import GetCalendarFeedResult
from .get_capacity_result import GetCapacityResult
from .get_client_result import GetClientResult
from .get_event_result import GetEventResult
from .get_me_result import GetMeResult
from .get_project_expand_item import GetProjectExpandItem
from .get_project_result import GetProjectResult
from .get_time_off_result import GetTimeOffResult
from .get_user_capabilities_result import GetUserCapabilitiesResult
from .get_user_include_item import GetUserIncludeItem
from .get_user_result import GetUserResult
from .get_views_result import GetViewsResult
from .get_webhook_result import GetWebhookResult
from .get_working_patterns_result import GetWorkingPatternsResult
from .holiday import Holiday
from .holiday_batch_input import HolidayBatchInput
from .holiday_calendar_input import HolidayCalendarInput
from .holiday_import import HolidayImport
from .holiday_input import HolidayInput
from .holiday_page import HolidayPage
from .hours_diff_page import HoursDiffPage
from .hours_difference import HoursDifference
from .hours_key import HoursKey
from .hours_key_input import HoursKeyInput
from .hours_keys_input import HoursKeysInput
from .hours_state import HoursState
from .import_holidays_result import ImportHolidaysResult
from .import_outcome import ImportOutcome
from .imported_holiday import ImportedHoliday
from .key import Key
from .key_identity import KeyIdentity
from .key_input import KeyInput
from .key_organization import KeyOrganization
from .key_page import KeyPage
from .key_patch import KeyPatch
from .key_revocation_input import KeyRevocationInput
from .key_rotation_input import KeyRotationInput
from .left_out_event import LeftOutEvent
from .left_out_events import LeftOutEvents
from .left_out_reason import LeftOutReason
from .list_actual_hours_result import ListActualHoursResult
from .list_assignments_result import ListAssignmentsResult
from .list_calendar_feeds_result import ListCalendarFeedsResult
from .list_candidates_result import ListCandidatesResult
from .list_capabilities_result import ListCapabilitiesResult
from .list_capacity_gaps_result import ListCapacityGapsResult
from .list_clients_result import ListClientsResult
from .list_clients_sort import ListClientsSort
from .list_events_result import ListEventsResult
from .list_holidays_result import ListHolidaysResult
from .list_keys_result import ListKeysResult
from .list_projects_expand_item import ListProjectsExpandItem
from .list_projects_result import ListProjectsResult
from .list_projects_sort import ListProjectsSort
from .list_sessions_result import ListSessionsResult
from .list_time_off_result import ListTimeOffResult
from .list_time_off_sort import ListTimeOffSort
from .list_time_off_types_result import ListTimeOffTypesResult
from .list_user_capabilities_result import ListUserCapabilitiesResult
from .list_users_include_item import ListUsersIncludeItem
from .list_users_result import ListUsersResult
from .list_users_sort import ListUsersSort
from .list_webhook_attempts_result import ListWebhookAttemptsResult
from .list_webhooks_result import ListWebhooksResult
from .list_working_patterns_result import ListWorkingPatternsResult
from .made_by_key import MadeByKey
from .made_record import MadeRecord
from .on_existing import OnExisting
from .organization_limits import OrganizationLimits
from .patterns_of_user_input import PatternsOfUserInput
from .project import Project
from .project_batch_input import ProjectBatchInput
from .project_batch_input_create_only import ProjectBatchInputCreateOnly
from .project_color import ProjectColor
from .project_input import ProjectInput
from .project_page import ProjectPage
from .project_patch import ProjectPatch
from .project_status import ProjectStatus
from .redeliver_webhook_result import RedeliverWebhookResult
from .reject_time_off_result import RejectTimeOffResult
from .replace_actual_hours_window_include_item import (
    ReplaceActualHoursWindowIncludeItem,
)
from .replace_actual_hours_window_result import ReplaceActualHoursWindowResult
from .replace_assignments_window_include_item import ReplaceAssignmentsWindowIncludeItem
from .replace_assignments_window_result import ReplaceAssignmentsWindowResult
from .replace_user_capabilities_result import ReplaceUserCapabilitiesResult
from .replace_views_result import ReplaceViewsResult
from .replace_working_patterns_result import ReplaceWorkingPatternsResult
from .revoke_key_result import RevokeKeyResult
from .role import Role
from .rotate_key_result import RotateKeyResult
from .rotate_webhook_secret_result import RotateWebhookSecretResult
from .session import Session
from .session_method import SessionMethod
from .session_page import SessionPage
from .test_webhook_result import TestWebhookResult
from .time_off import TimeOff
from .time_off_batch_input import TimeOffBatchInput
from .time_off_batch_input_create_only import TimeOffBatchInputCreateOnly
from .time_off_input import TimeOffInput
from .time_off_page import TimeOffPage
from .time_off_patch import TimeOffPatch
from .time_off_rejection import TimeOffRejection
from .time_off_rejection_input import TimeOffRejectionInput
from .time_off_status import TimeOffStatus
from .time_off_type import TimeOffType
from .time_off_type_input import TimeOffTypeInput
from .time_off_type_page import TimeOffTypePage
from .time_off_type_patch import TimeOffTypePatch
from .unbind_sign_in_result import UnbindSignInResult
from .unbind_sign_in_result_data import UnbindSignInResultData
from .update_capability_result import UpdateCapabilityResult
from .update_client_result import UpdateClientResult
from .update_key_result import UpdateKeyResult
from .update_project_result import UpdateProjectResult
from .update_time_off_result import UpdateTimeOffResult
from .update_time_off_type_result import UpdateTimeOffTypeResult
from .update_user_result import UpdateUserResult
from .update_webhook_result import UpdateWebhookResult
from .upsert_actual_hours_include_item import UpsertActualHoursIncludeItem
from .upsert_actual_hours_result import UpsertActualHoursResult
from .upsert_assignments_include_item import UpsertAssignmentsIncludeItem
from .upsert_assignments_result import UpsertAssignmentsResult
from .upsert_clients_include_item import UpsertClientsIncludeItem
from .upsert_clients_result import UpsertClientsResult
from .upsert_holidays_result import UpsertHolidaysResult
from .upsert_projects_include_item import UpsertProjectsIncludeItem
from .upsert_projects_result import UpsertProjectsResult
from .upsert_time_off_include_item import UpsertTimeOffIncludeItem
from .upsert_time_off_result import UpsertTimeOffResult
from .upsert_user_capabilities_include_item import UpsertUserCapabilitiesIncludeItem
from .upsert_user_capabilities_result import UpsertUserCapabilitiesResult
from .upsert_users_include_item import UpsertUsersIncludeItem
from .upsert_users_result import UpsertUsersResult
from .upsert_working_patterns_include_item import UpsertWorkingPatternsIncludeItem
from .upsert_working_patterns_result import UpsertWorkingPatternsResult
from .user import User
from .user_batch_input import UserBatchInput
from .user_batch_input_create_only import UserBatchInputCreateOnly
from .user_capabilities import UserCapabilities
from .user_capabilities_batch_input import UserCapabilitiesBatchInput
from .user_capabilities_input import UserCapabilitiesInput
from .user_capabilities_page import UserCapabilitiesPage
from .user_capability import UserCapability
from .user_capability_input import UserCapabilityInput
from .user_input import UserInput
from .user_kind import UserKind
from .user_kind_filter import UserKindFilter
from .user_page import UserPage
from .user_patch import UserPatch
from .view import View
from .view_input import ViewInput
from .views import Views
from .views_input import ViewsInput
from .warning_code import WarningCode
from .webhook import Webhook
from .webhook_attempt import WebhookAttempt
from .webhook_attempt_page import WebhookAttemptPage
from .webhook_input import WebhookInput
from .webhook_outcome import WebhookOutcome
from .webhook_page import WebhookPage
from .webhook_patch import WebhookPatch
from .webhook_redelivery_input import WebhookRedeliveryInput
from .webhook_rotation_input import WebhookRotationInput
from .webhook_state import WebhookState
from .working_pattern import WorkingPattern
from .working_pattern_input import WorkingPatternInput
from .working_patterns import WorkingPatterns
from .working_patterns_batch_input import WorkingPatternsBatchInput
from .working_patterns_input import WorkingPatternsInput
from .working_patterns_page import WorkingPatternsPage
from .write_meta import WriteMeta
from .write_summary import WriteSummary
from .write_warning import WriteWarning

__all__ = (
    "ActualHoursBatch",
    "ActualHoursBatchInput",
    "ActualHoursChanges",
    "ActualHoursPage",
    "ActualHoursRow",
    "ActualHoursRowInput",
    "ActualHoursWindowInput",
    "ApproveTimeOffResult",
    "ApproveTimeOffResultData",
    "Assignment",
    "AssignmentBatchInput",
    "AssignmentChanges",
    "AssignmentCopyInput",
    "AssignmentInput",
    "AssignmentPage",
    "AssignmentSourceInput",
    "AssignmentTargetInput",
    "AssignmentWindowInput",
    "BillingType",
    "CalendarFeed",
    "CalendarFeedPage",
    "Candidate",
    "Candidates",
    "CapabilitiesOfUserInput",
    "Capability",
    "CapabilityInput",
    "CapabilityPage",
    "CapabilityPatch",
    "Capacity",
    "CapacityBucket",
    "CapacityGap",
    "CapacityGaps",
    "CapacityGroup",
    "CapacityItem",
    "CapacityPart",
    "CapacitySplit",
    "CapacityTimeOffType",
    "CapacityTotal",
    "CategoryObject",
    "Client",
    "ClientBatchInput",
    "ClientInput",
    "ClientPage",
    "ClientPatch",
    "ClientPriority",
    "ConfirmAssignmentsResult",
    "Confirmation",
    "ConfirmationWindowInput",
    "CopyAssignmentsIncludeItem",
    "CopyAssignmentsResult",
    "CreateCalendarFeedResult",
    "CreateCapabilityResult",
    "CreateClientResult",
    "CreateKeyResult",
    "CreateProjectResult",
    "CreateTimeOffResult",
    "CreateTimeOffTypeResult",
    "CreateUserResult",
    "CreateWebhookResult",
    "DeleteActualHoursResult",
    "DeleteActualHoursRowsResult",
    "DeleteAssignmentRowsResult",
    "DeleteAssignmentsResult",
    "DeleteCalendarFeedResult",
    "DeleteCalendarFeedResultData",
    "DeletedRows",
    "DeleteHolidayResult",
    "DeleteHolidayResultData",
    "DeleteSessionResult",
    "DeleteSessionResultData",
    "DeleteTimeOffResult",
    "DeleteTimeOffResultData",
    "DeleteUserCalendarFeedResult",
    "DeleteUserCalendarFeedResultData",
    "DeleteWebhookResult",
    "DeleteWebhookResultData",
    "DiffActualHoursResult",
    "DiffAssignmentsResult",
    "ErrorBody",
    "ErrorDetail",
    "ErrorObject",
    "Event",
    "EventAfterType0",
    "EventBeforeType0",
    "EventPage",
    "EventRecord",
    "EventRow",
    "ExpandedClient",
    "ExpandedUser",
    "FilledPlaceholder",
    "FillingInput",
    "FillPlaceholderIncludeItem",
    "FillPlaceholderResult",
    "GetCalendarFeedResult",
    "GetCapacityResult",
    "GetClientResult",
    "GetEventResult",
    "GetMeResult",
    "GetProjectExpandItem",
    "GetProjectResult",
    "GetTimeOffResult",
    "GetUserCapabilitiesResult",
    "GetUserIncludeItem",
    "GetUserResult",
    "GetViewsResult",
    "GetWebhookResult",
    "GetWorkingPatternsResult",
    "Holiday",
    "HolidayBatchInput",
    "HolidayCalendarInput",
    "HolidayImport",
    "HolidayInput",
    "HolidayPage",
    "HoursDifference",
    "HoursDiffPage",
    "HoursKey",
    "HoursKeyInput",
    "HoursKeysInput",
    "HoursState",
    "ImportedHoliday",
    "ImportHolidaysResult",
    "ImportOutcome",
    "Key",
    "KeyIdentity",
    "KeyInput",
    "KeyOrganization",
    "KeyPage",
    "KeyPatch",
    "KeyRevocationInput",
    "KeyRotationInput",
    "LeftOutEvent",
    "LeftOutEvents",
    "LeftOutReason",
    "ListActualHoursResult",
    "ListAssignmentsResult",
    "ListCalendarFeedsResult",
    "ListCandidatesResult",
    "ListCapabilitiesResult",
    "ListCapacityGapsResult",
    "ListClientsResult",
    "ListClientsSort",
    "ListEventsResult",
    "ListHolidaysResult",
    "ListKeysResult",
    "ListProjectsExpandItem",
    "ListProjectsResult",
    "ListProjectsSort",
    "ListSessionsResult",
    "ListTimeOffResult",
    "ListTimeOffSort",
    "ListTimeOffTypesResult",
    "ListUserCapabilitiesResult",
    "ListUsersIncludeItem",
    "ListUsersResult",
    "ListUsersSort",
    "ListWebhookAttemptsResult",
    "ListWebhooksResult",
    "ListWorkingPatternsResult",
    "MadeByKey",
    "MadeRecord",
    "OnExisting",
    "OrganizationLimits",
    "PatternsOfUserInput",
    "Project",
    "ProjectBatchInput",
    "ProjectBatchInputCreateOnly",
    "ProjectColor",
    "ProjectInput",
    "ProjectPage",
    "ProjectPatch",
    "ProjectStatus",
    "RedeliverWebhookResult",
    "RejectTimeOffResult",
    "ReplaceActualHoursWindowIncludeItem",
    "ReplaceActualHoursWindowResult",
    "ReplaceAssignmentsWindowIncludeItem",
    "ReplaceAssignmentsWindowResult",
    "ReplaceUserCapabilitiesResult",
    "ReplaceViewsResult",
    "ReplaceWorkingPatternsResult",
    "RevokeKeyResult",
    "Role",
    "RotateKeyResult",
    "RotateWebhookSecretResult",
    "Session",
    "SessionMethod",
    "SessionPage",
    "TestWebhookResult",
    "TimeOff",
    "TimeOffBatchInput",
    "TimeOffBatchInputCreateOnly",
    "TimeOffInput",
    "TimeOffPage",
    "TimeOffPatch",
    "TimeOffRejection",
    "TimeOffRejectionInput",
    "TimeOffStatus",
    "TimeOffType",
    "TimeOffTypeInput",
    "TimeOffTypePage",
    "TimeOffTypePatch",
    "UnbindSignInResult",
    "UnbindSignInResultData",
    "UpdateCapabilityResult",
    "UpdateClientResult",
    "UpdateKeyResult",
    "UpdateProjectResult",
    "UpdateTimeOffResult",
    "UpdateTimeOffTypeResult",
    "UpdateUserResult",
    "UpdateWebhookResult",
    "UpsertActualHoursIncludeItem",
    "UpsertActualHoursResult",
    "UpsertAssignmentsIncludeItem",
    "UpsertAssignmentsResult",
    "UpsertClientsIncludeItem",
    "UpsertClientsResult",
    "UpsertHolidaysResult",
    "UpsertProjectsIncludeItem",
    "UpsertProjectsResult",
    "UpsertTimeOffIncludeItem",
    "UpsertTimeOffResult",
    "UpsertUserCapabilitiesIncludeItem",
    "UpsertUserCapabilitiesResult",
    "UpsertUsersIncludeItem",
    "UpsertUsersResult",
    "UpsertWorkingPatternsIncludeItem",
    "UpsertWorkingPatternsResult",
    "User",
    "UserBatchInput",
    "UserBatchInputCreateOnly",
    "UserCapabilities",
    "UserCapabilitiesBatchInput",
    "UserCapabilitiesInput",
    "UserCapabilitiesPage",
    "UserCapability",
    "UserCapabilityInput",
    "UserInput",
    "UserKind",
    "UserKindFilter",
    "UserPage",
    "UserPatch",
    "View",
    "ViewInput",
    "Views",
    "ViewsInput",
    "WarningCode",
    "Webhook",
    "WebhookAttempt",
    "WebhookAttemptPage",
    "WebhookInput",
    "WebhookOutcome",
    "WebhookPage",
    "WebhookPatch",
    "WebhookRedeliveryInput",
    "WebhookRotationInput",
    "WebhookState",
    "WorkingPattern",
    "WorkingPatternInput",
    "WorkingPatterns",
    "WorkingPatternsBatchInput",
    "WorkingPatternsInput",
    "WorkingPatternsPage",
    "WriteMeta",
    "WriteSummary",
    "WriteWarning",
)
