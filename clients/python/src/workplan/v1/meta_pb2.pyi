from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class WarningCode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    WARNING_CODE_UNSPECIFIED: _ClassVar[WarningCode]
    WARNING_CODE_INACTIVE_USER: _ClassVar[WarningCode]
    WARNING_CODE_OUTSIDE_PROJECT_DATES: _ClassVar[WarningCode]
    WARNING_CODE_OVER_AVAILABILITY: _ClassVar[WarningCode]
    WARNING_CODE_REPEATED_KEY: _ClassVar[WarningCode]
    WARNING_CODE_CREATE_ONLY: _ClassVar[WarningCode]
WARNING_CODE_UNSPECIFIED: WarningCode
WARNING_CODE_INACTIVE_USER: WarningCode
WARNING_CODE_OUTSIDE_PROJECT_DATES: WarningCode
WARNING_CODE_OVER_AVAILABILITY: WarningCode
WARNING_CODE_REPEATED_KEY: WarningCode
WARNING_CODE_CREATE_ONLY: WarningCode

class WriteMeta(_message.Message):
    __slots__ = ("warnings", "warning_count", "summary")
    WARNINGS_FIELD_NUMBER: _ClassVar[int]
    WARNING_COUNT_FIELD_NUMBER: _ClassVar[int]
    SUMMARY_FIELD_NUMBER: _ClassVar[int]
    warnings: WriteWarnings
    warning_count: int
    summary: WriteSummary
    def __init__(self, warnings: _Optional[_Union[WriteWarnings, _Mapping]] = ..., warning_count: _Optional[int] = ..., summary: _Optional[_Union[WriteSummary, _Mapping]] = ...) -> None: ...

class WriteWarnings(_message.Message):
    __slots__ = ("items",)
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[WriteWarning]
    def __init__(self, items: _Optional[_Iterable[_Union[WriteWarning, _Mapping]]] = ...) -> None: ...

class WriteWarning(_message.Message):
    __slots__ = ("index", "field", "code", "message")
    INDEX_FIELD_NUMBER: _ClassVar[int]
    FIELD_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    index: int
    field: str
    code: WarningCode
    message: str
    def __init__(self, index: _Optional[int] = ..., field: _Optional[str] = ..., code: _Optional[_Union[WarningCode, str]] = ..., message: _Optional[str] = ...) -> None: ...

class WriteSummary(_message.Message):
    __slots__ = ("created", "updated", "unchanged", "deleted")
    CREATED_FIELD_NUMBER: _ClassVar[int]
    UPDATED_FIELD_NUMBER: _ClassVar[int]
    UNCHANGED_FIELD_NUMBER: _ClassVar[int]
    DELETED_FIELD_NUMBER: _ClassVar[int]
    created: int
    updated: int
    unchanged: int
    deleted: int
    def __init__(self, created: _Optional[int] = ..., updated: _Optional[int] = ..., unchanged: _Optional[int] = ..., deleted: _Optional[int] = ...) -> None: ...

class HoursKey(_message.Message):
    __slots__ = ("user_id", "project_id", "capability_id", "date")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    PROJECT_ID_FIELD_NUMBER: _ClassVar[int]
    CAPABILITY_ID_FIELD_NUMBER: _ClassVar[int]
    DATE_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    project_id: str
    capability_id: str
    date: str
    def __init__(self, user_id: _Optional[str] = ..., project_id: _Optional[str] = ..., capability_id: _Optional[str] = ..., date: _Optional[str] = ...) -> None: ...

class HoursKeys(_message.Message):
    __slots__ = ("items",)
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[HoursKey]
    def __init__(self, items: _Optional[_Iterable[_Union[HoursKey, _Mapping]]] = ...) -> None: ...

class DeletedRows(_message.Message):
    __slots__ = ("deleted",)
    DELETED_FIELD_NUMBER: _ClassVar[int]
    deleted: int
    def __init__(self, deleted: _Optional[int] = ...) -> None: ...

class HoursState(_message.Message):
    __slots__ = ("id", "hours", "tentative", "version")
    ID_FIELD_NUMBER: _ClassVar[int]
    HOURS_FIELD_NUMBER: _ClassVar[int]
    TENTATIVE_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    id: str
    hours: float
    tentative: bool
    version: int
    def __init__(self, id: _Optional[str] = ..., hours: _Optional[float] = ..., tentative: bool = ..., version: _Optional[int] = ...) -> None: ...

class HoursDifference(_message.Message):
    __slots__ = ("key", "before", "after", "events")
    KEY_FIELD_NUMBER: _ClassVar[int]
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    key: HoursKey
    before: HoursState
    after: HoursState
    events: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, key: _Optional[_Union[HoursKey, _Mapping]] = ..., before: _Optional[_Union[HoursState, _Mapping]] = ..., after: _Optional[_Union[HoursState, _Mapping]] = ..., events: _Optional[_Iterable[int]] = ...) -> None: ...

class HoursDiffPage(_message.Message):
    __slots__ = ("items", "total", "limit", "offset", "has_more", "next_cursor", "from_seq", "to_seq")
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    HAS_MORE_FIELD_NUMBER: _ClassVar[int]
    NEXT_CURSOR_FIELD_NUMBER: _ClassVar[int]
    FROM_SEQ_FIELD_NUMBER: _ClassVar[int]
    TO_SEQ_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[HoursDifference]
    total: int
    limit: int
    offset: int
    has_more: bool
    next_cursor: str
    from_seq: int
    to_seq: int
    def __init__(self, items: _Optional[_Iterable[_Union[HoursDifference, _Mapping]]] = ..., total: _Optional[int] = ..., limit: _Optional[int] = ..., offset: _Optional[int] = ..., has_more: bool = ..., next_cursor: _Optional[str] = ..., from_seq: _Optional[int] = ..., to_seq: _Optional[int] = ...) -> None: ...
