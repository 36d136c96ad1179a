import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from workplan.v1 import meta_pb2 as _meta_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ActualHoursRow(_message.Message):
    __slots__ = ("id", "user_id", "project_id", "capability_id", "date", "hours", "version", "created_at", "updated_at")
    ID_FIELD_NUMBER: _ClassVar[int]
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    PROJECT_ID_FIELD_NUMBER: _ClassVar[int]
    CAPABILITY_ID_FIELD_NUMBER: _ClassVar[int]
    DATE_FIELD_NUMBER: _ClassVar[int]
    HOURS_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    UPDATED_AT_FIELD_NUMBER: _ClassVar[int]
    id: str
    user_id: str
    project_id: str
    capability_id: str
    date: str
    hours: float
    version: int
    created_at: _timestamp_pb2.Timestamp
    updated_at: _timestamp_pb2.Timestamp
    def __init__(self, id: _Optional[str] = ..., user_id: _Optional[str] = ..., project_id: _Optional[str] = ..., capability_id: _Optional[str] = ..., date: _Optional[str] = ..., hours: _Optional[float] = ..., version: _Optional[int] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., updated_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class ActualHoursPage(_message.Message):
    __slots__ = ("items", "total", "limit", "offset", "has_more", "next_cursor", "as_of_seq")
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    HAS_MORE_FIELD_NUMBER: _ClassVar[int]
    NEXT_CURSOR_FIELD_NUMBER: _ClassVar[int]
    AS_OF_SEQ_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[ActualHoursRow]
    total: int
    limit: int
    offset: int
    has_more: bool
    next_cursor: str
    as_of_seq: int
    def __init__(self, items: _Optional[_Iterable[_Union[ActualHoursRow, _Mapping]]] = ..., total: _Optional[int] = ..., limit: _Optional[int] = ..., offset: _Optional[int] = ..., has_more: bool = ..., next_cursor: _Optional[str] = ..., as_of_seq: _Optional[int] = ...) -> None: ...

class ActualHoursBatch(_message.Message):
    __slots__ = ("items",)
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[ActualHoursRow]
    def __init__(self, items: _Optional[_Iterable[_Union[ActualHoursRow, _Mapping]]] = ...) -> None: ...

class ListActualHoursRequest(_message.Message):
    __slots__ = ("limit", "offset", "count", "updated_since", "user_id", "project_id", "start_date", "end_date", "capability_id", "cursor", "min_hours", "as_of")
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    UPDATED_SINCE_FIELD_NUMBER: _ClassVar[int]
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    PROJECT_ID_FIELD_NUMBER: _ClassVar[int]
    START_DATE_FIELD_NUMBER: _ClassVar[int]
    END_DATE_FIELD_NUMBER: _ClassVar[int]
    CAPABILITY_ID_FIELD_NUMBER: _ClassVar[int]
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    MIN_HOURS_FIELD_NUMBER: _ClassVar[int]
    AS_OF_FIELD_NUMBER: _ClassVar[int]
    limit: int
    offset: int
    count: bool
    updated_since: _timestamp_pb2.Timestamp
    user_id: str
    project_id: str
    start_date: str
    end_date: str
    capability_id: str
    cursor: str
    min_hours: float
    as_of: str
    def __init__(self, limit: _Optional[int] = ..., offset: _Optional[int] = ..., count: bool = ..., updated_since: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., user_id: _Optional[str] = ..., project_id: _Optional[str] = ..., start_date: _Optional[str] = ..., end_date: _Optional[str] = ..., capability_id: _Optional[str] = ..., cursor: _Optional[str] = ..., min_hours: _Optional[float] = ..., as_of: _Optional[str] = ...) -> None: ...

class ListActualHoursResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: ActualHoursPage
    def __init__(self, data: _Optional[_Union[ActualHoursPage, _Mapping]] = ...) -> None: ...

class DiffActualHoursRequest(_message.Message):
    __slots__ = ("limit", "offset", "count", "from_moment", "to_moment", "user_id", "project_id", "start_date", "end_date", "capability_id", "cursor")
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    FROM_MOMENT_FIELD_NUMBER: _ClassVar[int]
    TO_MOMENT_FIELD_NUMBER: _ClassVar[int]
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    PROJECT_ID_FIELD_NUMBER: _ClassVar[int]
    START_DATE_FIELD_NUMBER: _ClassVar[int]
    END_DATE_FIELD_NUMBER: _ClassVar[int]
    CAPABILITY_ID_FIELD_NUMBER: _ClassVar[int]
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    limit: int
    offset: int
    count: bool
    from_moment: str
    to_moment: str
    user_id: str
    project_id: str
    start_date: str
    end_date: str
    capability_id: str
    cursor: str
    def __init__(self, limit: _Optional[int] = ..., offset: _Optional[int] = ..., count: bool = ..., from_moment: _Optional[str] = ..., to_moment: _Optional[str] = ..., user_id: _Optional[str] = ..., project_id: _Optional[str] = ..., start_date: _Optional[str] = ..., end_date: _Optional[str] = ..., capability_id: _Optional[str] = ..., cursor: _Optional[str] = ...) -> None: ...

class DiffActualHoursResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: _meta_pb2.HoursDiffPage
    def __init__(self, data: _Optional[_Union[_meta_pb2.HoursDiffPage, _Mapping]] = ...) -> None: ...

class UpsertActualHoursRequest(_message.Message):
    __slots__ = ("batch", "dry_run", "include")
    BATCH_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_FIELD_NUMBER: _ClassVar[int]
    batch: ActualHoursBatch
    dry_run: bool
    include: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, batch: _Optional[_Union[ActualHoursBatch, _Mapping]] = ..., dry_run: bool = ..., include: _Optional[_Iterable[str]] = ...) -> None: ...

class UpsertActualHoursResponse(_message.Message):
    __slots__ = ("data", "meta")
    DATA_FIELD_NUMBER: _ClassVar[int]
    META_FIELD_NUMBER: _ClassVar[int]
    data: ActualHoursBatch
    meta: _meta_pb2.WriteMeta
    def __init__(self, data: _Optional[_Union[ActualHoursBatch, _Mapping]] = ..., meta: _Optional[_Union[_meta_pb2.WriteMeta, _Mapping]] = ...) -> None: ...

class ActualHoursWindow(_message.Message):
    __slots__ = ("user_id", "project_id", "start_date", "end_date", "items")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    PROJECT_ID_FIELD_NUMBER: _ClassVar[int]
    START_DATE_FIELD_NUMBER: _ClassVar[int]
    END_DATE_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    project_id: str
    start_date: str
    end_date: str
    items: _containers.RepeatedCompositeFieldContainer[ActualHoursRow]
    def __init__(self, user_id: _Optional[str] = ..., project_id: _Optional[str] = ..., start_date: _Optional[str] = ..., end_date: _Optional[str] = ..., items: _Optional[_Iterable[_Union[ActualHoursRow, _Mapping]]] = ...) -> None: ...

class ActualHoursChanges(_message.Message):
    __slots__ = ("created", "updated", "unchanged", "deleted", "items")
    CREATED_FIELD_NUMBER: _ClassVar[int]
    UPDATED_FIELD_NUMBER: _ClassVar[int]
    UNCHANGED_FIELD_NUMBER: _ClassVar[int]
    DELETED_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    created: int
    updated: int
    unchanged: int
    deleted: int
    items: _containers.RepeatedCompositeFieldContainer[ActualHoursRow]
    def __init__(self, created: _Optional[int] = ..., updated: _Optional[int] = ..., unchanged: _Optional[int] = ..., deleted: _Optional[int] = ..., items: _Optional[_Iterable[_Union[ActualHoursRow, _Mapping]]] = ...) -> None: ...

class ReplaceActualHoursWindowRequest(_message.Message):
    __slots__ = ("window", "dry_run", "include")
    WINDOW_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_FIELD_NUMBER: _ClassVar[int]
    window: ActualHoursWindow
    dry_run: bool
    include: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, window: _Optional[_Union[ActualHoursWindow, _Mapping]] = ..., dry_run: bool = ..., include: _Optional[_Iterable[str]] = ...) -> None: ...

class ReplaceActualHoursWindowResponse(_message.Message):
    __slots__ = ("data", "meta")
    DATA_FIELD_NUMBER: _ClassVar[int]
    META_FIELD_NUMBER: _ClassVar[int]
    data: ActualHoursChanges
    meta: _meta_pb2.WriteMeta
    def __init__(self, data: _Optional[_Union[ActualHoursChanges, _Mapping]] = ..., meta: _Optional[_Union[_meta_pb2.WriteMeta, _Mapping]] = ...) -> None: ...

class DeleteActualHoursRequest(_message.Message):
    __slots__ = ("user_id", "project_id", "start_date", "end_date", "dry_run")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    PROJECT_ID_FIELD_NUMBER: _ClassVar[int]
    START_DATE_FIELD_NUMBER: _ClassVar[int]
    END_DATE_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    project_id: str
    start_date: str
    end_date: str
    dry_run: bool
    def __init__(self, user_id: _Optional[str] = ..., project_id: _Optional[str] = ..., start_date: _Optional[str] = ..., end_date: _Optional[str] = ..., dry_run: bool = ...) -> None: ...

class DeleteActualHoursResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: _meta_pb2.DeletedRows
    def __init__(self, data: _Optional[_Union[_meta_pb2.DeletedRows, _Mapping]] = ...) -> None: ...

class DeleteActualHoursRowsRequest(_message.Message):
    __slots__ = ("rows", "dry_run")
    ROWS_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    rows: _meta_pb2.HoursKeys
    dry_run: bool
    def __init__(self, rows: _Optional[_Union[_meta_pb2.HoursKeys, _Mapping]] = ..., dry_run: bool = ...) -> None: ...

class DeleteActualHoursRowsResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: _meta_pb2.DeletedRows
    def __init__(self, data: _Optional[_Union[_meta_pb2.DeletedRows, _Mapping]] = ...) -> None: ...
