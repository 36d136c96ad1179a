import datetime

from google.protobuf import empty_pb2 as _empty_pb2
from google.protobuf import field_mask_pb2 as _field_mask_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from workplan.v1 import meta_pb2 as _meta_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class TimeOffStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TIME_OFF_STATUS_UNSPECIFIED: _ClassVar[TimeOffStatus]
    TIME_OFF_STATUS_PENDING: _ClassVar[TimeOffStatus]
    TIME_OFF_STATUS_APPROVED: _ClassVar[TimeOffStatus]
    TIME_OFF_STATUS_REJECTED: _ClassVar[TimeOffStatus]
TIME_OFF_STATUS_UNSPECIFIED: TimeOffStatus
TIME_OFF_STATUS_PENDING: TimeOffStatus
TIME_OFF_STATUS_APPROVED: TimeOffStatus
TIME_OFF_STATUS_REJECTED: TimeOffStatus

class TimeOff(_message.Message):
    __slots__ = ("id", "user_id", "time_off_type_id", "start_date", "end_date", "availability", "reason", "status", "rejection_reason", "decided_by_id", "decided_at", "version", "created_at", "updated_at", "external_ids")
    ID_FIELD_NUMBER: _ClassVar[int]
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    TIME_OFF_TYPE_ID_FIELD_NUMBER: _ClassVar[int]
    START_DATE_FIELD_NUMBER: _ClassVar[int]
    END_DATE_FIELD_NUMBER: _ClassVar[int]
    AVAILABILITY_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    REJECTION_REASON_FIELD_NUMBER: _ClassVar[int]
    DECIDED_BY_ID_FIELD_NUMBER: _ClassVar[int]
    DECIDED_AT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    UPDATED_AT_FIELD_NUMBER: _ClassVar[int]
    EXTERNAL_IDS_FIELD_NUMBER: _ClassVar[int]
    id: str
    user_id: str
    time_off_type_id: str
    start_date: str
    end_date: str
    availability: float
    reason: str
    status: TimeOffStatus
    rejection_reason: str
    decided_by_id: str
    decided_at: _timestamp_pb2.Timestamp
    version: int
    created_at: _timestamp_pb2.Timestamp
    updated_at: _timestamp_pb2.Timestamp
    external_ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, id: _Optional[str] = ..., user_id: _Optional[str] = ..., time_off_type_id: _Optional[str] = ..., start_date: _Optional[str] = ..., end_date: _Optional[str] = ..., availability: _Optional[float] = ..., reason: _Optional[str] = ..., status: _Optional[_Union[TimeOffStatus, str]] = ..., rejection_reason: _Optional[str] = ..., decided_by_id: _Optional[str] = ..., decided_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., version: _Optional[int] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., updated_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., external_ids: _Optional[_Iterable[str]] = ...) -> None: ...

class TimeOffRejection(_message.Message):
    __slots__ = ("rejection_reason",)
    REJECTION_REASON_FIELD_NUMBER: _ClassVar[int]
    rejection_reason: str
    def __init__(self, rejection_reason: _Optional[str] = ...) -> None: ...

class TimeOffPage(_message.Message):
    __slots__ = ("items", "total", "limit", "offset", "has_more", "next_cursor")
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    HAS_MORE_FIELD_NUMBER: _ClassVar[int]
    NEXT_CURSOR_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[TimeOff]
    total: int
    limit: int
    offset: int
    has_more: bool
    next_cursor: str
    def __init__(self, items: _Optional[_Iterable[_Union[TimeOff, _Mapping]]] = ..., total: _Optional[int] = ..., limit: _Optional[int] = ..., offset: _Optional[int] = ..., has_more: bool = ..., next_cursor: _Optional[str] = ...) -> None: ...

class ListTimeOffRequest(_message.Message):
    __slots__ = ("limit", "offset", "count", "updated_since", "user_id", "status", "start_date", "end_date", "cursor", "sort", "external_id")
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    UPDATED_SINCE_FIELD_NUMBER: _ClassVar[int]
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    START_DATE_FIELD_NUMBER: _ClassVar[int]
    END_DATE_FIELD_NUMBER: _ClassVar[int]
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    SORT_FIELD_NUMBER: _ClassVar[int]
    EXTERNAL_ID_FIELD_NUMBER: _ClassVar[int]
    limit: int
    offset: int
    count: bool
    updated_since: _timestamp_pb2.Timestamp
    user_id: str
    status: TimeOffStatus
    start_date: str
    end_date: str
    cursor: str
    sort: str
    external_id: str
    def __init__(self, limit: _Optional[int] = ..., offset: _Optional[int] = ..., count: bool = ..., updated_since: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., user_id: _Optional[str] = ..., status: _Optional[_Union[TimeOffStatus, str]] = ..., start_date: _Optional[str] = ..., end_date: _Optional[str] = ..., cursor: _Optional[str] = ..., sort: _Optional[str] = ..., external_id: _Optional[str] = ...) -> None: ...

class ListTimeOffResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: TimeOffPage
    def __init__(self, data: _Optional[_Union[TimeOffPage, _Mapping]] = ...) -> None: ...

class GetTimeOffRequest(_message.Message):
    __slots__ = ("request_id",)
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    def __init__(self, request_id: _Optional[str] = ...) -> None: ...

class GetTimeOffResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: TimeOff
    def __init__(self, data: _Optional[_Union[TimeOff, _Mapping]] = ...) -> None: ...

class CreateTimeOffRequest(_message.Message):
    __slots__ = ("time_off", "dry_run")
    TIME_OFF_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    time_off: TimeOff
    dry_run: bool
    def __init__(self, time_off: _Optional[_Union[TimeOff, _Mapping]] = ..., dry_run: bool = ...) -> None: ...

class CreateTimeOffResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: TimeOff
    def __init__(self, data: _Optional[_Union[TimeOff, _Mapping]] = ...) -> None: ...

class UpdateTimeOffRequest(_message.Message):
    __slots__ = ("request_id", "time_off", "update_mask", "dry_run")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    TIME_OFF_FIELD_NUMBER: _ClassVar[int]
    UPDATE_MASK_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    time_off: TimeOff
    update_mask: _field_mask_pb2.FieldMask
    dry_run: bool
    def __init__(self, request_id: _Optional[str] = ..., time_off: _Optional[_Union[TimeOff, _Mapping]] = ..., update_mask: _Optional[_Union[_field_mask_pb2.FieldMask, _Mapping]] = ..., dry_run: bool = ...) -> None: ...

class UpdateTimeOffResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: TimeOff
    def __init__(self, data: _Optional[_Union[TimeOff, _Mapping]] = ...) -> None: ...

class DeleteTimeOffRequest(_message.Message):
    __slots__ = ("request_id",)
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    def __init__(self, request_id: _Optional[str] = ...) -> None: ...

class DeleteTimeOffResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: _empty_pb2.Empty
    def __init__(self, data: _Optional[_Union[_empty_pb2.Empty, _Mapping]] = ...) -> None: ...

class ApproveTimeOffRequest(_message.Message):
    __slots__ = ("request_id",)
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    def __init__(self, request_id: _Optional[str] = ...) -> None: ...

class ApproveTimeOffResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: _empty_pb2.Empty
    def __init__(self, data: _Optional[_Union[_empty_pb2.Empty, _Mapping]] = ...) -> None: ...

class RejectTimeOffRequest(_message.Message):
    __slots__ = ("request_id", "rejection")
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    REJECTION_FIELD_NUMBER: _ClassVar[int]
    request_id: str
    rejection: TimeOffRejection
    def __init__(self, request_id: _Optional[str] = ..., rejection: _Optional[_Union[TimeOffRejection, _Mapping]] = ...) -> None: ...

class RejectTimeOffResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: TimeOffRejection
    def __init__(self, data: _Optional[_Union[TimeOffRejection, _Mapping]] = ...) -> None: ...

class TimeOffBatch(_message.Message):
    __slots__ = ("items", "match", "deleted", "create_only")
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    DELETED_FIELD_NUMBER: _ClassVar[int]
    CREATE_ONLY_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[TimeOff]
    match: str
    deleted: _containers.RepeatedScalarFieldContainer[str]
    create_only: str
    def __init__(self, items: _Optional[_Iterable[_Union[TimeOff, _Mapping]]] = ..., match: _Optional[str] = ..., deleted: _Optional[_Iterable[str]] = ..., create_only: _Optional[str] = ...) -> None: ...

class UpsertTimeOffRequest(_message.Message):
    __slots__ = ("batch", "dry_run", "include")
    BATCH_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_FIELD_NUMBER: _ClassVar[int]
    batch: TimeOffBatch
    dry_run: bool
    include: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, batch: _Optional[_Union[TimeOffBatch, _Mapping]] = ..., dry_run: bool = ..., include: _Optional[_Iterable[str]] = ...) -> None: ...

class UpsertTimeOffResponse(_message.Message):
    __slots__ = ("data", "meta")
    DATA_FIELD_NUMBER: _ClassVar[int]
    META_FIELD_NUMBER: _ClassVar[int]
    data: _containers.RepeatedCompositeFieldContainer[TimeOff]
    meta: _meta_pb2.WriteMeta
    def __init__(self, data: _Optional[_Iterable[_Union[TimeOff, _Mapping]]] = ..., meta: _Optional[_Union[_meta_pb2.WriteMeta, _Mapping]] = ...) -> None: ...
