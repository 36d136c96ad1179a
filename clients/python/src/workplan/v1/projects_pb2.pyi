import datetime

from google.protobuf import field_mask_pb2 as _field_mask_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from workplan.v1 import clients_pb2 as _clients_pb2
from workplan.v1 import meta_pb2 as _meta_pb2
from workplan.v1 import users_pb2 as _users_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ProjectStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PROJECT_STATUS_UNSPECIFIED: _ClassVar[ProjectStatus]
    PROJECT_STATUS_DRAFT: _ClassVar[ProjectStatus]
    PROJECT_STATUS_PLANNED: _ClassVar[ProjectStatus]
    PROJECT_STATUS_ACTIVE: _ClassVar[ProjectStatus]
    PROJECT_STATUS_COMPLETED: _ClassVar[ProjectStatus]
    PROJECT_STATUS_CANCELLED: _ClassVar[ProjectStatus]

class BillingType(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    BILLING_TYPE_UNSPECIFIED: _ClassVar[BillingType]
    BILLING_TYPE_FIXED_PRICE: _ClassVar[BillingType]
    BILLING_TYPE_RETAINER: _ClassVar[BillingType]
    BILLING_TYPE_TIME_MATERIALS: _ClassVar[BillingType]
    BILLING_TYPE_NON_BILLABLE: _ClassVar[BillingType]

class ProjectColor(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PROJECT_COLOR_UNSPECIFIED: _ClassVar[ProjectColor]
    PROJECT_COLOR_INDIGO: _ClassVar[ProjectColor]
    PROJECT_COLOR_TEAL: _ClassVar[ProjectColor]
    PROJECT_COLOR_ORANGE: _ClassVar[ProjectColor]
    PROJECT_COLOR_PINK: _ClassVar[ProjectColor]
    PROJECT_COLOR_BLUE: _ClassVar[ProjectColor]
    PROJECT_COLOR_LIME: _ClassVar[ProjectColor]
    PROJECT_COLOR_PURPLE: _ClassVar[ProjectColor]
    PROJECT_COLOR_BROWN: _ClassVar[ProjectColor]
    PROJECT_COLOR_CYAN: _ClassVar[ProjectColor]
    PROJECT_COLOR_GREEN: _ClassVar[ProjectColor]
    PROJECT_COLOR_MAGENTA: _ClassVar[ProjectColor]
    PROJECT_COLOR_GRAY: _ClassVar[ProjectColor]
PROJECT_STATUS_UNSPECIFIED: ProjectStatus
PROJECT_STATUS_DRAFT: ProjectStatus
PROJECT_STATUS_PLANNED: ProjectStatus
PROJECT_STATUS_ACTIVE: ProjectStatus
PROJECT_STATUS_COMPLETED: ProjectStatus
PROJECT_STATUS_CANCELLED: ProjectStatus
BILLING_TYPE_UNSPECIFIED: BillingType
BILLING_TYPE_FIXED_PRICE: BillingType
BILLING_TYPE_RETAINER: BillingType
BILLING_TYPE_TIME_MATERIALS: BillingType
BILLING_TYPE_NON_BILLABLE: BillingType
PROJECT_COLOR_UNSPECIFIED: ProjectColor
PROJECT_COLOR_INDIGO: ProjectColor
PROJECT_COLOR_TEAL: ProjectColor
PROJECT_COLOR_ORANGE: ProjectColor
PROJECT_COLOR_PINK: ProjectColor
PROJECT_COLOR_BLUE: ProjectColor
PROJECT_COLOR_LIME: ProjectColor
PROJECT_COLOR_PURPLE: ProjectColor
PROJECT_COLOR_BROWN: ProjectColor
PROJECT_COLOR_CYAN: ProjectColor
PROJECT_COLOR_GREEN: ProjectColor
PROJECT_COLOR_MAGENTA: ProjectColor
PROJECT_COLOR_GRAY: ProjectColor

class Project(_message.Message):
    __slots__ = ("id", "name", "client_id", "start_date", "end_date", "objective", "project_manager_id", "status", "billing_type", "amount", "hourly_rate", "is_billable", "version", "created_at", "updated_at", "client", "project_manager", "color", "external_ids")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    CLIENT_ID_FIELD_NUMBER: _ClassVar[int]
    START_DATE_FIELD_NUMBER: _ClassVar[int]
    END_DATE_FIELD_NUMBER: _ClassVar[int]
    OBJECTIVE_FIELD_NUMBER: _ClassVar[int]
    PROJECT_MANAGER_ID_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    BILLING_TYPE_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    HOURLY_RATE_FIELD_NUMBER: _ClassVar[int]
    IS_BILLABLE_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    UPDATED_AT_FIELD_NUMBER: _ClassVar[int]
    CLIENT_FIELD_NUMBER: _ClassVar[int]
    PROJECT_MANAGER_FIELD_NUMBER: _ClassVar[int]
    COLOR_FIELD_NUMBER: _ClassVar[int]
    EXTERNAL_IDS_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    client_id: str
    start_date: str
    end_date: str
    objective: str
    project_manager_id: str
    status: ProjectStatus
    billing_type: BillingType
    amount: float
    hourly_rate: float
    is_billable: bool
    version: int
    created_at: _timestamp_pb2.Timestamp
    updated_at: _timestamp_pb2.Timestamp
    client: _clients_pb2.Client
    project_manager: _users_pb2.User
    color: ProjectColor
    external_ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., client_id: _Optional[str] = ..., start_date: _Optional[str] = ..., end_date: _Optional[str] = ..., objective: _Optional[str] = ..., project_manager_id: _Optional[str] = ..., status: _Optional[_Union[ProjectStatus, str]] = ..., billing_type: _Optional[_Union[BillingType, str]] = ..., amount: _Optional[float] = ..., hourly_rate: _Optional[float] = ..., is_billable: bool = ..., version: _Optional[int] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., updated_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., client: _Optional[_Union[_clients_pb2.Client, _Mapping]] = ..., project_manager: _Optional[_Union[_users_pb2.User, _Mapping]] = ..., color: _Optional[_Union[ProjectColor, str]] = ..., external_ids: _Optional[_Iterable[str]] = ...) -> None: ...

class ProjectPage(_message.Message):
    __slots__ = ("items", "total", "limit", "offset", "has_more", "next_cursor")
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    HAS_MORE_FIELD_NUMBER: _ClassVar[int]
    NEXT_CURSOR_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[Project]
    total: int
    limit: int
    offset: int
    has_more: bool
    next_cursor: str
    def __init__(self, items: _Optional[_Iterable[_Union[Project, _Mapping]]] = ..., total: _Optional[int] = ..., limit: _Optional[int] = ..., offset: _Optional[int] = ..., has_more: bool = ..., next_cursor: _Optional[str] = ...) -> None: ...

class ListProjectsRequest(_message.Message):
    __slots__ = ("limit", "offset", "count", "updated_since", "client_id", "status", "start_date", "end_date", "assigned_user_id", "is_billable", "name", "expand", "cursor", "ids", "name_exact", "external_id", "sort")
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    UPDATED_SINCE_FIELD_NUMBER: _ClassVar[int]
    CLIENT_ID_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    START_DATE_FIELD_NUMBER: _ClassVar[int]
    END_DATE_FIELD_NUMBER: _ClassVar[int]
    ASSIGNED_USER_ID_FIELD_NUMBER: _ClassVar[int]
    IS_BILLABLE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    EXPAND_FIELD_NUMBER: _ClassVar[int]
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    IDS_FIELD_NUMBER: _ClassVar[int]
    NAME_EXACT_FIELD_NUMBER: _ClassVar[int]
    EXTERNAL_ID_FIELD_NUMBER: _ClassVar[int]
    SORT_FIELD_NUMBER: _ClassVar[int]
    limit: int
    offset: int
    count: bool
    updated_since: _timestamp_pb2.Timestamp
    client_id: str
    status: _containers.RepeatedScalarFieldContainer[ProjectStatus]
    start_date: str
    end_date: str
    assigned_user_id: str
    is_billable: bool
    name: str
    expand: _containers.RepeatedScalarFieldContainer[str]
    cursor: str
    ids: _containers.RepeatedScalarFieldContainer[str]
    name_exact: str
    external_id: str
    sort: str
    def __init__(self, limit: _Optional[int] = ..., offset: _Optional[int] = ..., count: bool = ..., updated_since: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., client_id: _Optional[str] = ..., status: _Optional[_Iterable[_Union[ProjectStatus, str]]] = ..., start_date: _Optional[str] = ..., end_date: _Optional[str] = ..., assigned_user_id: _Optional[str] = ..., is_billable: bool = ..., name: _Optional[str] = ..., expand: _Optional[_Iterable[str]] = ..., cursor: _Optional[str] = ..., ids: _Optional[_Iterable[str]] = ..., name_exact: _Optional[str] = ..., external_id: _Optional[str] = ..., sort: _Optional[str] = ...) -> None: ...

class ListProjectsResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: ProjectPage
    def __init__(self, data: _Optional[_Union[ProjectPage, _Mapping]] = ...) -> None: ...

class GetProjectRequest(_message.Message):
    __slots__ = ("project_id", "expand")
    PROJECT_ID_FIELD_NUMBER: _ClassVar[int]
    EXPAND_FIELD_NUMBER: _ClassVar[int]
    project_id: str
    expand: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, project_id: _Optional[str] = ..., expand: _Optional[_Iterable[str]] = ...) -> None: ...

class GetProjectResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Project
    def __init__(self, data: _Optional[_Union[Project, _Mapping]] = ...) -> None: ...

class CreateProjectRequest(_message.Message):
    __slots__ = ("project", "dry_run")
    PROJECT_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    project: Project
    dry_run: bool
    def __init__(self, project: _Optional[_Union[Project, _Mapping]] = ..., dry_run: bool = ...) -> None: ...

class CreateProjectResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Project
    def __init__(self, data: _Optional[_Union[Project, _Mapping]] = ...) -> None: ...

class UpdateProjectRequest(_message.Message):
    __slots__ = ("project_id", "project", "update_mask", "dry_run")
    PROJECT_ID_FIELD_NUMBER: _ClassVar[int]
    PROJECT_FIELD_NUMBER: _ClassVar[int]
    UPDATE_MASK_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    project_id: str
    project: Project
    update_mask: _field_mask_pb2.FieldMask
    dry_run: bool
    def __init__(self, project_id: _Optional[str] = ..., project: _Optional[_Union[Project, _Mapping]] = ..., update_mask: _Optional[_Union[_field_mask_pb2.FieldMask, _Mapping]] = ..., dry_run: bool = ...) -> None: ...

class UpdateProjectResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Project
    def __init__(self, data: _Optional[_Union[Project, _Mapping]] = ...) -> None: ...

class ProjectBatch(_message.Message):
    __slots__ = ("items", "match", "clear_fields", "create_only")
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    CLEAR_FIELDS_FIELD_NUMBER: _ClassVar[int]
    CREATE_ONLY_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[Project]
    match: str
    clear_fields: _containers.RepeatedScalarFieldContainer[str]
    create_only: str
    def __init__(self, items: _Optional[_Iterable[_Union[Project, _Mapping]]] = ..., match: _Optional[str] = ..., clear_fields: _Optional[_Iterable[str]] = ..., create_only: _Optional[str] = ...) -> None: ...

class UpsertProjectsRequest(_message.Message):
    __slots__ = ("batch", "dry_run", "include")
    BATCH_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_FIELD_NUMBER: _ClassVar[int]
    batch: ProjectBatch
    dry_run: bool
    include: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, batch: _Optional[_Union[ProjectBatch, _Mapping]] = ..., dry_run: bool = ..., include: _Optional[_Iterable[str]] = ...) -> None: ...

class UpsertProjectsResponse(_message.Message):
    __slots__ = ("data", "meta")
    DATA_FIELD_NUMBER: _ClassVar[int]
    META_FIELD_NUMBER: _ClassVar[int]
    data: _containers.RepeatedCompositeFieldContainer[Project]
    meta: _meta_pb2.WriteMeta
    def __init__(self, data: _Optional[_Iterable[_Union[Project, _Mapping]]] = ..., meta: _Optional[_Union[_meta_pb2.WriteMeta, _Mapping]] = ...) -> None: ...
