import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from workplan.v1 import meta_pb2 as _meta_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class OnExisting(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ON_EXISTING_UNSPECIFIED: _ClassVar[OnExisting]
    ON_EXISTING_REPLACE: _ClassVar[OnExisting]
    ON_EXISTING_ADD: _ClassVar[OnExisting]
    ON_EXISTING_SKIP: _ClassVar[OnExisting]
ON_EXISTING_UNSPECIFIED: OnExisting
ON_EXISTING_REPLACE: OnExisting
ON_EXISTING_ADD: OnExisting
ON_EXISTING_SKIP: OnExisting

class Assignment(_message.Message):
    __slots__ = ("id", "user_id", "project_id", "capability_id", "date", "hours", "tentative", "version", "created_at", "updated_at")
    ID_FIELD_NUMBER: _ClassVar[int]
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    PROJECT_ID_FIELD_NUMBER: _ClassVar[int]
    CAPABILITY_ID_FIELD_NUMBER: _ClassVar[int]
    DATE_FIELD_NUMBER: _ClassVar[int]
    HOURS_FIELD_NUMBER: _ClassVar[int]
    TENTATIVE_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    UPDATED_AT_FIELD_NUMBER: _ClassVar[int]
    id: str
    user_id: str
    project_id: str
    capability_id: str
    date: str
    hours: float
    tentative: bool
    version: int
    created_at: _timestamp_pb2.Timestamp
    updated_at: _timestamp_pb2.Timestamp
    def __init__(self, id: _Optional[str] = ..., user_id: _Optional[str] = ..., project_id: _Optional[str] = ..., capability_id: _Optional[str] = ..., date: _Optional[str] = ..., hours: _Optional[float] = ..., tentative: bool = ..., version: _Optional[int] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., updated_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class AssignmentPage(_message.Message):
    __slots__ = ("items", "total", "limit", "offset", "has_more", "next_cursor", "as_of_seq")
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    HAS_MORE_FIELD_NUMBER: _ClassVar[int]
    NEXT_CURSOR_FIELD_NUMBER: _ClassVar[int]
    AS_OF_SEQ_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[Assignment]
    total: int
    limit: int
    offset: int
    has_more: bool
    next_cursor: str
    as_of_seq: int
    def __init__(self, items: _Optional[_Iterable[_Union[Assignment, _Mapping]]] = ..., total: _Optional[int] = ..., limit: _Optional[int] = ..., offset: _Optional[int] = ..., has_more: bool = ..., next_cursor: _Optional[str] = ..., as_of_seq: _Optional[int] = ...) -> None: ...

class AssignmentBatch(_message.Message):
    __slots__ = ("items",)
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[Assignment]
    def __init__(self, items: _Optional[_Iterable[_Union[Assignment, _Mapping]]] = ...) -> None: ...

class ListAssignmentsRequest(_message.Message):
    __slots__ = ("limit", "offset", "count", "updated_since", "user_id", "project_id", "start_date", "end_date", "capability_id", "cursor", "min_hours", "tentative", "as_of")
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
    TENTATIVE_FIELD_NUMBER: _ClassVar[int]
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
    tentative: bool
    as_of: str
    def __init__(self, limit: _Optional[int] = ..., offset: _Optional[int] = ..., count: bool = ..., updated_since: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., user_id: _Optional[str] = ..., project_id: _Optional[str] = ..., start_date: _Optional[str] = ..., end_date: _Optional[str] = ..., capability_id: _Optional[str] = ..., cursor: _Optional[str] = ..., min_hours: _Optional[float] = ..., tentative: bool = ..., as_of: _Optional[str] = ...) -> None: ...

class ListAssignmentsResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: AssignmentPage
    def __init__(self, data: _Optional[_Union[AssignmentPage, _Mapping]] = ...) -> None: ...

class DiffAssignmentsRequest(_message.Message):
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

class DiffAssignmentsResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: _meta_pb2.HoursDiffPage
    def __init__(self, data: _Optional[_Union[_meta_pb2.HoursDiffPage, _Mapping]] = ...) -> None: ...

class UpsertAssignmentsRequest(_message.Message):
    __slots__ = ("batch", "dry_run", "include")
    BATCH_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_FIELD_NUMBER: _ClassVar[int]
    batch: AssignmentBatch
    dry_run: bool
    include: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, batch: _Optional[_Union[AssignmentBatch, _Mapping]] = ..., dry_run: bool = ..., include: _Optional[_Iterable[str]] = ...) -> None: ...

class UpsertAssignmentsResponse(_message.Message):
    __slots__ = ("data", "meta")
    DATA_FIELD_NUMBER: _ClassVar[int]
    META_FIELD_NUMBER: _ClassVar[int]
    data: _containers.RepeatedCompositeFieldContainer[Assignment]
    meta: _meta_pb2.WriteMeta
    def __init__(self, data: _Optional[_Iterable[_Union[Assignment, _Mapping]]] = ..., meta: _Optional[_Union[_meta_pb2.WriteMeta, _Mapping]] = ...) -> None: ...

class AssignmentWindow(_message.Message):
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
    items: _containers.RepeatedCompositeFieldContainer[Assignment]
    def __init__(self, user_id: _Optional[str] = ..., project_id: _Optional[str] = ..., start_date: _Optional[str] = ..., end_date: _Optional[str] = ..., items: _Optional[_Iterable[_Union[Assignment, _Mapping]]] = ...) -> None: ...

class AssignmentChanges(_message.Message):
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
    items: _containers.RepeatedCompositeFieldContainer[Assignment]
    def __init__(self, created: _Optional[int] = ..., updated: _Optional[int] = ..., unchanged: _Optional[int] = ..., deleted: _Optional[int] = ..., items: _Optional[_Iterable[_Union[Assignment, _Mapping]]] = ...) -> None: ...

class ReplaceAssignmentsWindowRequest(_message.Message):
    __slots__ = ("window", "dry_run", "include")
    WINDOW_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_FIELD_NUMBER: _ClassVar[int]
    window: AssignmentWindow
    dry_run: bool
    include: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, window: _Optional[_Union[AssignmentWindow, _Mapping]] = ..., dry_run: bool = ..., include: _Optional[_Iterable[str]] = ...) -> None: ...

class ReplaceAssignmentsWindowResponse(_message.Message):
    __slots__ = ("data", "meta")
    DATA_FIELD_NUMBER: _ClassVar[int]
    META_FIELD_NUMBER: _ClassVar[int]
    data: AssignmentChanges
    meta: _meta_pb2.WriteMeta
    def __init__(self, data: _Optional[_Union[AssignmentChanges, _Mapping]] = ..., meta: _Optional[_Union[_meta_pb2.WriteMeta, _Mapping]] = ...) -> None: ...

class DeleteAssignmentsRequest(_message.Message):
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

class DeleteAssignmentsResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: _meta_pb2.DeletedRows
    def __init__(self, data: _Optional[_Union[_meta_pb2.DeletedRows, _Mapping]] = ...) -> None: ...

class DeleteAssignmentRowsRequest(_message.Message):
    __slots__ = ("rows", "dry_run")
    ROWS_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    rows: _meta_pb2.HoursKeys
    dry_run: bool
    def __init__(self, rows: _Optional[_Union[_meta_pb2.HoursKeys, _Mapping]] = ..., dry_run: bool = ...) -> None: ...

class DeleteAssignmentRowsResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: _meta_pb2.DeletedRows
    def __init__(self, data: _Optional[_Union[_meta_pb2.DeletedRows, _Mapping]] = ...) -> None: ...

class AssignmentSource(_message.Message):
    __slots__ = ("user_id", "project_id", "start_date", "end_date")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    PROJECT_ID_FIELD_NUMBER: _ClassVar[int]
    START_DATE_FIELD_NUMBER: _ClassVar[int]
    END_DATE_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    project_id: str
    start_date: str
    end_date: str
    def __init__(self, user_id: _Optional[str] = ..., project_id: _Optional[str] = ..., start_date: _Optional[str] = ..., end_date: _Optional[str] = ...) -> None: ...

class AssignmentTarget(_message.Message):
    __slots__ = ("start_date", "user_id", "project_id")
    START_DATE_FIELD_NUMBER: _ClassVar[int]
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    PROJECT_ID_FIELD_NUMBER: _ClassVar[int]
    start_date: str
    user_id: str
    project_id: str
    def __init__(self, start_date: _Optional[str] = ..., user_id: _Optional[str] = ..., project_id: _Optional[str] = ...) -> None: ...

class AssignmentCopy(_message.Message):
    __slots__ = ("source", "target", "on_existing", "move")
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    ON_EXISTING_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    source: AssignmentSource
    target: AssignmentTarget
    on_existing: OnExisting
    move: bool
    def __init__(self, source: _Optional[_Union[AssignmentSource, _Mapping]] = ..., target: _Optional[_Union[AssignmentTarget, _Mapping]] = ..., on_existing: _Optional[_Union[OnExisting, str]] = ..., move: bool = ...) -> None: ...

class CopyAssignmentsRequest(_message.Message):
    __slots__ = ("copy", "dry_run", "include")
    COPY_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_FIELD_NUMBER: _ClassVar[int]
    copy: AssignmentCopy
    dry_run: bool
    include: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, copy: _Optional[_Union[AssignmentCopy, _Mapping]] = ..., dry_run: bool = ..., include: _Optional[_Iterable[str]] = ...) -> None: ...

class CopyAssignmentsResponse(_message.Message):
    __slots__ = ("data", "meta")
    DATA_FIELD_NUMBER: _ClassVar[int]
    META_FIELD_NUMBER: _ClassVar[int]
    data: AssignmentChanges
    meta: _meta_pb2.WriteMeta
    def __init__(self, data: _Optional[_Union[AssignmentChanges, _Mapping]] = ..., meta: _Optional[_Union[_meta_pb2.WriteMeta, _Mapping]] = ...) -> None: ...

class Filling(_message.Message):
    __slots__ = ("user_id", "start_date", "end_date")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    START_DATE_FIELD_NUMBER: _ClassVar[int]
    END_DATE_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    start_date: str
    end_date: str
    def __init__(self, user_id: _Optional[str] = ..., start_date: _Optional[str] = ..., end_date: _Optional[str] = ...) -> None: ...

class FillPlaceholderRequest(_message.Message):
    __slots__ = ("placeholder_id", "filling", "dry_run", "include")
    PLACEHOLDER_ID_FIELD_NUMBER: _ClassVar[int]
    FILLING_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_FIELD_NUMBER: _ClassVar[int]
    placeholder_id: str
    filling: Filling
    dry_run: bool
    include: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, placeholder_id: _Optional[str] = ..., filling: _Optional[_Union[Filling, _Mapping]] = ..., dry_run: bool = ..., include: _Optional[_Iterable[str]] = ...) -> None: ...

class FilledPlaceholder(_message.Message):
    __slots__ = ("moved", "merged", "over_before", "over_after", "items")
    MOVED_FIELD_NUMBER: _ClassVar[int]
    MERGED_FIELD_NUMBER: _ClassVar[int]
    OVER_BEFORE_FIELD_NUMBER: _ClassVar[int]
    OVER_AFTER_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    moved: int
    merged: int
    over_before: float
    over_after: float
    items: _containers.RepeatedCompositeFieldContainer[Assignment]
    def __init__(self, moved: _Optional[int] = ..., merged: _Optional[int] = ..., over_before: _Optional[float] = ..., over_after: _Optional[float] = ..., items: _Optional[_Iterable[_Union[Assignment, _Mapping]]] = ...) -> None: ...

class FillPlaceholderResponse(_message.Message):
    __slots__ = ("data", "meta")
    DATA_FIELD_NUMBER: _ClassVar[int]
    META_FIELD_NUMBER: _ClassVar[int]
    data: FilledPlaceholder
    meta: _meta_pb2.WriteMeta
    def __init__(self, data: _Optional[_Union[FilledPlaceholder, _Mapping]] = ..., meta: _Optional[_Union[_meta_pb2.WriteMeta, _Mapping]] = ...) -> None: ...

class ConfirmationWindow(_message.Message):
    __slots__ = ("user_id", "project_id", "start_date", "end_date")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    PROJECT_ID_FIELD_NUMBER: _ClassVar[int]
    START_DATE_FIELD_NUMBER: _ClassVar[int]
    END_DATE_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    project_id: str
    start_date: str
    end_date: str
    def __init__(self, user_id: _Optional[str] = ..., project_id: _Optional[str] = ..., start_date: _Optional[str] = ..., end_date: _Optional[str] = ...) -> None: ...

class Confirmation(_message.Message):
    __slots__ = ("confirmed", "refused", "refused_items")
    CONFIRMED_FIELD_NUMBER: _ClassVar[int]
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    REFUSED_ITEMS_FIELD_NUMBER: _ClassVar[int]
    confirmed: int
    refused: int
    refused_items: _containers.RepeatedCompositeFieldContainer[_meta_pb2.HoursKey]
    def __init__(self, confirmed: _Optional[int] = ..., refused: _Optional[int] = ..., refused_items: _Optional[_Iterable[_Union[_meta_pb2.HoursKey, _Mapping]]] = ...) -> None: ...

class ConfirmAssignmentsRequest(_message.Message):
    __slots__ = ("window", "dry_run")
    WINDOW_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    window: ConfirmationWindow
    dry_run: bool
    def __init__(self, window: _Optional[_Union[ConfirmationWindow, _Mapping]] = ..., dry_run: bool = ...) -> None: ...

class ConfirmAssignmentsResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Confirmation
    def __init__(self, data: _Optional[_Union[Confirmation, _Mapping]] = ...) -> None: ...
