"""Contains all the data models used in inputs/outputs"""

from .actual_hours_batch import ActualHoursBatch
from .actual_hours_batch_input import ActualHoursBatchInput
from .actual_hours_page import ActualHoursPage
from .actual_hours_row import ActualHoursRow
from .actual_hours_row_input import ActualHoursRowInput
from .approve_time_off_response import ApproveTimeOffResponse
from .approve_time_off_response_data import ApproveTimeOffResponseData
from .assignment import Assignment
from .assignment_batch_input import AssignmentBatchInput
from .assignment_input import AssignmentInput
from .assignment_page import AssignmentPage
from .billing_type import BillingType
from .capability import Capability
from .capability_page import CapabilityPage
from .client import Client
from .client_input import ClientInput
from .client_page import ClientPage
from .client_patch import ClientPatch
from .client_priority import ClientPriority
from .create_client_response import CreateClientResponse
from .create_project_response import CreateProjectResponse
from .create_time_off_response import CreateTimeOffResponse
from .delete_time_off_response import DeleteTimeOffResponse
from .delete_time_off_response_data import DeleteTimeOffResponseData
from .error import Error
from .error_detail import ErrorDetail
from .error_response import ErrorResponse
from .get_me_response import GetMeResponse
from .key_identity import KeyIdentity
from .list_actual_hours_response import ListActualHoursResponse
from .list_assignments_response import ListAssignmentsResponse
from .list_capabilities_response import ListCapabilitiesResponse
from .list_clients_response import ListClientsResponse
from .list_projects_expand_item import ListProjectsExpandItem
from .list_projects_response import ListProjectsResponse
from .list_time_off_response import ListTimeOffResponse
from .list_time_off_types_response import ListTimeOffTypesResponse
from .list_users_response import ListUsersResponse
from .project import Project
from .project_input import ProjectInput
from .project_page import ProjectPage
from .project_patch import ProjectPatch
from .project_status import ProjectStatus
from .reject_time_off_response import RejectTimeOffResponse
from .role import Role
from .time_off import TimeOff
from .time_off_input import TimeOffInput
from .time_off_page import TimeOffPage
from .time_off_patch import TimeOffPatch
from .time_off_rejection import TimeOffRejection
from .time_off_rejection_input import TimeOffRejectionInput
from .time_off_status import TimeOffStatus
from .time_off_type import TimeOffType
from .time_off_type_page import TimeOffTypePage
from .update_client_response import UpdateClientResponse
from .update_project_response import UpdateProjectResponse
from .update_time_off_response import UpdateTimeOffResponse
from .update_user_response import UpdateUserResponse
from .upsert_actual_hours_response import UpsertActualHoursResponse
from .upsert_assignments_response import UpsertAssignmentsResponse
from .user import User
from .user_page import UserPage
from .user_patch import UserPatch

__all__ = (
    "ActualHoursBatch",
    "ActualHoursBatchInput",
    "ActualHoursPage",
    "ActualHoursRow",
    "ActualHoursRowInput",
    "ApproveTimeOffResponse",
    "ApproveTimeOffResponseData",
    "Assignment",
    "AssignmentBatchInput",
    "AssignmentInput",
    "AssignmentPage",
    "BillingType",
    "Capability",
    "CapabilityPage",
    "Client",
    "ClientInput",
    "ClientPage",
    "ClientPatch",
    "ClientPriority",
    "CreateClientResponse",
    "CreateProjectResponse",
    "CreateTimeOffResponse",
    "DeleteTimeOffResponse",
    "DeleteTimeOffResponseData",
    "Error",
    "ErrorDetail",
    "ErrorResponse",
    "GetMeResponse",
    "KeyIdentity",
    "ListActualHoursResponse",
    "ListAssignmentsResponse",
    "ListCapabilitiesResponse",
    "ListClientsResponse",
    "ListProjectsExpandItem",
    "ListProjectsResponse",
    "ListTimeOffResponse",
    "ListTimeOffTypesResponse",
    "ListUsersResponse",
    "Project",
    "ProjectInput",
    "ProjectPage",
    "ProjectPatch",
    "ProjectStatus",
    "RejectTimeOffResponse",
    "Role",
    "TimeOff",
    "TimeOffInput",
    "TimeOffPage",
    "TimeOffPatch",
    "TimeOffRejection",
    "TimeOffRejectionInput",
    "TimeOffStatus",
    "TimeOffType",
    "TimeOffTypePage",
    "UpdateClientResponse",
    "UpdateProjectResponse",
    "UpdateTimeOffResponse",
    "UpdateUserResponse",
    "UpsertActualHoursResponse",
    "UpsertAssignmentsResponse",
    "User",
    "UserPage",
    "UserPatch",
)
