import datetime

from google.protobuf import empty_pb2 as _empty_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from workplan.v1 import meta_pb2 as _meta_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class ImportOutcome(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    IMPORT_OUTCOME_UNSPECIFIED: _ClassVar[ImportOutcome]
    IMPORT_OUTCOME_CREATED: _ClassVar[ImportOutcome]
    IMPORT_OUTCOME_RENAMED: _ClassVar[ImportOutcome]
    IMPORT_OUTCOME_UNCHANGED: _ClassVar[ImportOutcome]

class LeftOutReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LEFT_OUT_REASON_UNSPECIFIED: _ClassVar[LeftOutReason]
    LEFT_OUT_REASON_CANCELLED: _ClassVar[LeftOutReason]
    LEFT_OUT_REASON_PRIVATE: _ClassVar[LeftOutReason]
    LEFT_OUT_REASON_OBSERVANCE: _ClassVar[LeftOutReason]
    LEFT_OUT_REASON_WORKDAY: _ClassVar[LeftOutReason]
    LEFT_OUT_REASON_REGIONAL: _ClassVar[LeftOutReason]
    LEFT_OUT_REASON_TIME_OF_DAY: _ClassVar[LeftOutReason]
    LEFT_OUT_REASON_REPEATS: _ClassVar[LeftOutReason]
    LEFT_OUT_REASON_TOO_LONG: _ClassVar[LeftOutReason]
    LEFT_OUT_REASON_OTHER_YEAR: _ClassVar[LeftOutReason]
    LEFT_OUT_REASON_SAME_DAY: _ClassVar[LeftOutReason]
    LEFT_OUT_REASON_UNREADABLE: _ClassVar[LeftOutReason]
IMPORT_OUTCOME_UNSPECIFIED: ImportOutcome
IMPORT_OUTCOME_CREATED: ImportOutcome
IMPORT_OUTCOME_RENAMED: ImportOutcome
IMPORT_OUTCOME_UNCHANGED: ImportOutcome
LEFT_OUT_REASON_UNSPECIFIED: LeftOutReason
LEFT_OUT_REASON_CANCELLED: LeftOutReason
LEFT_OUT_REASON_PRIVATE: LeftOutReason
LEFT_OUT_REASON_OBSERVANCE: LeftOutReason
LEFT_OUT_REASON_WORKDAY: LeftOutReason
LEFT_OUT_REASON_REGIONAL: LeftOutReason
LEFT_OUT_REASON_TIME_OF_DAY: LeftOutReason
LEFT_OUT_REASON_REPEATS: LeftOutReason
LEFT_OUT_REASON_TOO_LONG: LeftOutReason
LEFT_OUT_REASON_OTHER_YEAR: LeftOutReason
LEFT_OUT_REASON_SAME_DAY: LeftOutReason
LEFT_OUT_REASON_UNREADABLE: LeftOutReason

class WorkingPatterns(_message.Message):
    __slots__ = ("id", "items", "version", "updated_at")
    ID_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    UPDATED_AT_FIELD_NUMBER: _ClassVar[int]
    id: str
    items: _containers.RepeatedCompositeFieldContainer[WorkingPattern]
    version: int
    updated_at: _timestamp_pb2.Timestamp
    def __init__(self, id: _Optional[str] = ..., items: _Optional[_Iterable[_Union[WorkingPattern, _Mapping]]] = ..., version: _Optional[int] = ..., updated_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class WorkingPattern(_message.Message):
    __slots__ = ("valid_from", "hours")
    VALID_FROM_FIELD_NUMBER: _ClassVar[int]
    HOURS_FIELD_NUMBER: _ClassVar[int]
    valid_from: str
    hours: _containers.RepeatedScalarFieldContainer[float]
    def __init__(self, valid_from: _Optional[str] = ..., hours: _Optional[_Iterable[float]] = ...) -> None: ...

class WorkingPatternsPage(_message.Message):
    __slots__ = ("items", "total", "limit", "offset", "has_more", "next_cursor")
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    HAS_MORE_FIELD_NUMBER: _ClassVar[int]
    NEXT_CURSOR_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[WorkingPatterns]
    total: int
    limit: int
    offset: int
    has_more: bool
    next_cursor: str
    def __init__(self, items: _Optional[_Iterable[_Union[WorkingPatterns, _Mapping]]] = ..., total: _Optional[int] = ..., limit: _Optional[int] = ..., offset: _Optional[int] = ..., has_more: bool = ..., next_cursor: _Optional[str] = ...) -> None: ...

class GetWorkingPatternsRequest(_message.Message):
    __slots__ = ("user_id",)
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    def __init__(self, user_id: _Optional[str] = ...) -> None: ...

class GetWorkingPatternsResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: WorkingPatterns
    def __init__(self, data: _Optional[_Union[WorkingPatterns, _Mapping]] = ...) -> None: ...

class ReplaceWorkingPatternsRequest(_message.Message):
    __slots__ = ("user_id", "working_patterns")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    WORKING_PATTERNS_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    working_patterns: WorkingPatterns
    def __init__(self, user_id: _Optional[str] = ..., working_patterns: _Optional[_Union[WorkingPatterns, _Mapping]] = ...) -> None: ...

class ReplaceWorkingPatternsResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: WorkingPatterns
    def __init__(self, data: _Optional[_Union[WorkingPatterns, _Mapping]] = ...) -> None: ...

class ListWorkingPatternsRequest(_message.Message):
    __slots__ = ("limit", "offset", "count", "updated_since", "cursor", "ids")
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    UPDATED_SINCE_FIELD_NUMBER: _ClassVar[int]
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    IDS_FIELD_NUMBER: _ClassVar[int]
    limit: int
    offset: int
    count: bool
    updated_since: _timestamp_pb2.Timestamp
    cursor: str
    ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, limit: _Optional[int] = ..., offset: _Optional[int] = ..., count: bool = ..., updated_since: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., cursor: _Optional[str] = ..., ids: _Optional[_Iterable[str]] = ...) -> None: ...

class ListWorkingPatternsResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: WorkingPatternsPage
    def __init__(self, data: _Optional[_Union[WorkingPatternsPage, _Mapping]] = ...) -> None: ...

class PatternsOfUser(_message.Message):
    __slots__ = ("user_id", "items")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    items: _containers.RepeatedCompositeFieldContainer[WorkingPattern]
    def __init__(self, user_id: _Optional[str] = ..., items: _Optional[_Iterable[_Union[WorkingPattern, _Mapping]]] = ...) -> None: ...

class WorkingPatternsBatch(_message.Message):
    __slots__ = ("items",)
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[PatternsOfUser]
    def __init__(self, items: _Optional[_Iterable[_Union[PatternsOfUser, _Mapping]]] = ...) -> None: ...

class UpsertWorkingPatternsRequest(_message.Message):
    __slots__ = ("batch", "dry_run", "include")
    BATCH_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_FIELD_NUMBER: _ClassVar[int]
    batch: WorkingPatternsBatch
    dry_run: bool
    include: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, batch: _Optional[_Union[WorkingPatternsBatch, _Mapping]] = ..., dry_run: bool = ..., include: _Optional[_Iterable[str]] = ...) -> None: ...

class UpsertWorkingPatternsResponse(_message.Message):
    __slots__ = ("data", "meta")
    DATA_FIELD_NUMBER: _ClassVar[int]
    META_FIELD_NUMBER: _ClassVar[int]
    data: _containers.RepeatedCompositeFieldContainer[WorkingPatterns]
    meta: _meta_pb2.WriteMeta
    def __init__(self, data: _Optional[_Iterable[_Union[WorkingPatterns, _Mapping]]] = ..., meta: _Optional[_Union[_meta_pb2.WriteMeta, _Mapping]] = ...) -> None: ...

class Holiday(_message.Message):
    __slots__ = ("id", "country_code", "date", "name", "factor", "version", "created_at", "updated_at")
    ID_FIELD_NUMBER: _ClassVar[int]
    COUNTRY_CODE_FIELD_NUMBER: _ClassVar[int]
    DATE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    FACTOR_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    UPDATED_AT_FIELD_NUMBER: _ClassVar[int]
    id: str
    country_code: str
    date: str
    name: str
    factor: float
    version: int
    created_at: _timestamp_pb2.Timestamp
    updated_at: _timestamp_pb2.Timestamp
    def __init__(self, id: _Optional[str] = ..., country_code: _Optional[str] = ..., date: _Optional[str] = ..., name: _Optional[str] = ..., factor: _Optional[float] = ..., version: _Optional[int] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., updated_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class HolidayPage(_message.Message):
    __slots__ = ("items", "total", "limit", "offset", "has_more", "next_cursor")
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    HAS_MORE_FIELD_NUMBER: _ClassVar[int]
    NEXT_CURSOR_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[Holiday]
    total: int
    limit: int
    offset: int
    has_more: bool
    next_cursor: str
    def __init__(self, items: _Optional[_Iterable[_Union[Holiday, _Mapping]]] = ..., total: _Optional[int] = ..., limit: _Optional[int] = ..., offset: _Optional[int] = ..., has_more: bool = ..., next_cursor: _Optional[str] = ...) -> None: ...

class ListHolidaysRequest(_message.Message):
    __slots__ = ("limit", "offset", "count", "updated_since", "country_code", "year", "cursor")
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    UPDATED_SINCE_FIELD_NUMBER: _ClassVar[int]
    COUNTRY_CODE_FIELD_NUMBER: _ClassVar[int]
    YEAR_FIELD_NUMBER: _ClassVar[int]
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    limit: int
    offset: int
    count: bool
    updated_since: _timestamp_pb2.Timestamp
    country_code: str
    year: int
    cursor: str
    def __init__(self, limit: _Optional[int] = ..., offset: _Optional[int] = ..., count: bool = ..., updated_since: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., country_code: _Optional[str] = ..., year: _Optional[int] = ..., cursor: _Optional[str] = ...) -> None: ...

class ListHolidaysResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: HolidayPage
    def __init__(self, data: _Optional[_Union[HolidayPage, _Mapping]] = ...) -> None: ...

class HolidayBatch(_message.Message):
    __slots__ = ("items",)
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[Holiday]
    def __init__(self, items: _Optional[_Iterable[_Union[Holiday, _Mapping]]] = ...) -> None: ...

class UpsertHolidaysRequest(_message.Message):
    __slots__ = ("batch",)
    BATCH_FIELD_NUMBER: _ClassVar[int]
    batch: HolidayBatch
    def __init__(self, batch: _Optional[_Union[HolidayBatch, _Mapping]] = ...) -> None: ...

class UpsertHolidaysResponse(_message.Message):
    __slots__ = ("data", "meta")
    DATA_FIELD_NUMBER: _ClassVar[int]
    META_FIELD_NUMBER: _ClassVar[int]
    data: _containers.RepeatedCompositeFieldContainer[Holiday]
    meta: _meta_pb2.WriteMeta
    def __init__(self, data: _Optional[_Iterable[_Union[Holiday, _Mapping]]] = ..., meta: _Optional[_Union[_meta_pb2.WriteMeta, _Mapping]] = ...) -> None: ...

class HolidayCalendar(_message.Message):
    __slots__ = ("country_code", "file", "first_year", "last_year", "also")
    COUNTRY_CODE_FIELD_NUMBER: _ClassVar[int]
    FILE_FIELD_NUMBER: _ClassVar[int]
    FIRST_YEAR_FIELD_NUMBER: _ClassVar[int]
    LAST_YEAR_FIELD_NUMBER: _ClassVar[int]
    ALSO_FIELD_NUMBER: _ClassVar[int]
    country_code: str
    file: str
    first_year: int
    last_year: int
    also: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, country_code: _Optional[str] = ..., file: _Optional[str] = ..., first_year: _Optional[int] = ..., last_year: _Optional[int] = ..., also: _Optional[_Iterable[str]] = ...) -> None: ...

class ImportHolidaysRequest(_message.Message):
    __slots__ = ("calendar", "dry_run")
    CALENDAR_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    calendar: HolidayCalendar
    dry_run: bool
    def __init__(self, calendar: _Optional[_Union[HolidayCalendar, _Mapping]] = ..., dry_run: bool = ...) -> None: ...

class ImportHolidaysResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: HolidayImport
    def __init__(self, data: _Optional[_Union[HolidayImport, _Mapping]] = ...) -> None: ...

class HolidayImport(_message.Message):
    __slots__ = ("items", "summary", "left_out")
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    SUMMARY_FIELD_NUMBER: _ClassVar[int]
    LEFT_OUT_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[ImportedHoliday]
    summary: _meta_pb2.WriteSummary
    left_out: _containers.RepeatedCompositeFieldContainer[LeftOutEvents]
    def __init__(self, items: _Optional[_Iterable[_Union[ImportedHoliday, _Mapping]]] = ..., summary: _Optional[_Union[_meta_pb2.WriteSummary, _Mapping]] = ..., left_out: _Optional[_Iterable[_Union[LeftOutEvents, _Mapping]]] = ...) -> None: ...

class ImportedHoliday(_message.Message):
    __slots__ = ("date", "name", "result", "previous_name", "line")
    DATE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    RESULT_FIELD_NUMBER: _ClassVar[int]
    PREVIOUS_NAME_FIELD_NUMBER: _ClassVar[int]
    LINE_FIELD_NUMBER: _ClassVar[int]
    date: str
    name: str
    result: ImportOutcome
    previous_name: str
    line: int
    def __init__(self, date: _Optional[str] = ..., name: _Optional[str] = ..., result: _Optional[_Union[ImportOutcome, str]] = ..., previous_name: _Optional[str] = ..., line: _Optional[int] = ...) -> None: ...

class LeftOutEvents(_message.Message):
    __slots__ = ("reason", "count", "events")
    REASON_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    EVENTS_FIELD_NUMBER: _ClassVar[int]
    reason: LeftOutReason
    count: int
    events: _containers.RepeatedCompositeFieldContainer[LeftOutEvent]
    def __init__(self, reason: _Optional[_Union[LeftOutReason, str]] = ..., count: _Optional[int] = ..., events: _Optional[_Iterable[_Union[LeftOutEvent, _Mapping]]] = ...) -> None: ...

class LeftOutEvent(_message.Message):
    __slots__ = ("line", "name", "date", "message")
    LINE_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    DATE_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    line: int
    name: str
    date: str
    message: str
    def __init__(self, line: _Optional[int] = ..., name: _Optional[str] = ..., date: _Optional[str] = ..., message: _Optional[str] = ...) -> None: ...

class DeleteHolidayRequest(_message.Message):
    __slots__ = ("holiday_id",)
    HOLIDAY_ID_FIELD_NUMBER: _ClassVar[int]
    holiday_id: str
    def __init__(self, holiday_id: _Optional[str] = ...) -> None: ...

class DeleteHolidayResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: _empty_pb2.Empty
    def __init__(self, data: _Optional[_Union[_empty_pb2.Empty, _Mapping]] = ...) -> None: ...
