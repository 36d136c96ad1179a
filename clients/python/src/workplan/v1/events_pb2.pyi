import datetime

from google.protobuf import struct_pb2 as _struct_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class WatchEventsRequest(_message.Message):
    __slots__ = ("after", "types")
    AFTER_FIELD_NUMBER: _ClassVar[int]
    TYPES_FIELD_NUMBER: _ClassVar[int]
    after: str
    types: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, after: _Optional[str] = ..., types: _Optional[_Iterable[str]] = ...) -> None: ...

class WatchEventsResponse(_message.Message):
    __slots__ = ("seq", "event")
    SEQ_FIELD_NUMBER: _ClassVar[int]
    EVENT_FIELD_NUMBER: _ClassVar[int]
    seq: int
    event: Event
    def __init__(self, seq: _Optional[int] = ..., event: _Optional[_Union[Event, _Mapping]] = ...) -> None: ...

class Event(_message.Message):
    __slots__ = ("seq", "type", "at", "actor_id", "key_id", "request_id", "record", "before", "after", "rows", "row_count", "first_date", "last_date")
    SEQ_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    AT_FIELD_NUMBER: _ClassVar[int]
    ACTOR_ID_FIELD_NUMBER: _ClassVar[int]
    KEY_ID_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    RECORD_FIELD_NUMBER: _ClassVar[int]
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    ROWS_FIELD_NUMBER: _ClassVar[int]
    ROW_COUNT_FIELD_NUMBER: _ClassVar[int]
    FIRST_DATE_FIELD_NUMBER: _ClassVar[int]
    LAST_DATE_FIELD_NUMBER: _ClassVar[int]
    seq: int
    type: str
    at: _timestamp_pb2.Timestamp
    actor_id: str
    key_id: str
    request_id: str
    record: EventRecord
    before: _struct_pb2.Struct
    after: _struct_pb2.Struct
    rows: _containers.RepeatedCompositeFieldContainer[EventRow]
    row_count: int
    first_date: str
    last_date: str
    def __init__(self, seq: _Optional[int] = ..., type: _Optional[str] = ..., at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., actor_id: _Optional[str] = ..., key_id: _Optional[str] = ..., request_id: _Optional[str] = ..., record: _Optional[_Union[EventRecord, _Mapping]] = ..., before: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ..., after: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ..., rows: _Optional[_Iterable[_Union[EventRow, _Mapping]]] = ..., row_count: _Optional[int] = ..., first_date: _Optional[str] = ..., last_date: _Optional[str] = ...) -> None: ...

class EventRecord(_message.Message):
    __slots__ = ("type", "id")
    TYPE_FIELD_NUMBER: _ClassVar[int]
    ID_FIELD_NUMBER: _ClassVar[int]
    type: str
    id: str
    def __init__(self, type: _Optional[str] = ..., id: _Optional[str] = ...) -> None: ...

class EventRow(_message.Message):
    __slots__ = ("id", "user_id", "project_id", "capability_id", "date", "hours", "previous_hours", "version", "tentative")
    ID_FIELD_NUMBER: _ClassVar[int]
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    PROJECT_ID_FIELD_NUMBER: _ClassVar[int]
    CAPABILITY_ID_FIELD_NUMBER: _ClassVar[int]
    DATE_FIELD_NUMBER: _ClassVar[int]
    HOURS_FIELD_NUMBER: _ClassVar[int]
    PREVIOUS_HOURS_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    TENTATIVE_FIELD_NUMBER: _ClassVar[int]
    id: str
    user_id: str
    project_id: str
    capability_id: str
    date: str
    hours: float
    previous_hours: float
    version: int
    tentative: bool
    def __init__(self, id: _Optional[str] = ..., user_id: _Optional[str] = ..., project_id: _Optional[str] = ..., capability_id: _Optional[str] = ..., date: _Optional[str] = ..., hours: _Optional[float] = ..., previous_hours: _Optional[float] = ..., version: _Optional[int] = ..., tentative: bool = ...) -> None: ...

class EventPage(_message.Message):
    __slots__ = ("items", "next_after", "head", "first", "up_to_date")
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    NEXT_AFTER_FIELD_NUMBER: _ClassVar[int]
    HEAD_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    UP_TO_DATE_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[Event]
    next_after: int
    head: int
    first: int
    up_to_date: bool
    def __init__(self, items: _Optional[_Iterable[_Union[Event, _Mapping]]] = ..., next_after: _Optional[int] = ..., head: _Optional[int] = ..., first: _Optional[int] = ..., up_to_date: bool = ...) -> None: ...

class ListEventsRequest(_message.Message):
    __slots__ = ("after", "types", "actor_id", "record_id", "since", "limit", "wait")
    AFTER_FIELD_NUMBER: _ClassVar[int]
    TYPES_FIELD_NUMBER: _ClassVar[int]
    ACTOR_ID_FIELD_NUMBER: _ClassVar[int]
    RECORD_ID_FIELD_NUMBER: _ClassVar[int]
    SINCE_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    WAIT_FIELD_NUMBER: _ClassVar[int]
    after: str
    types: _containers.RepeatedScalarFieldContainer[str]
    actor_id: str
    record_id: str
    since: _timestamp_pb2.Timestamp
    limit: int
    wait: int
    def __init__(self, after: _Optional[str] = ..., types: _Optional[_Iterable[str]] = ..., actor_id: _Optional[str] = ..., record_id: _Optional[str] = ..., since: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., limit: _Optional[int] = ..., wait: _Optional[int] = ...) -> None: ...

class ListEventsResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: EventPage
    def __init__(self, data: _Optional[_Union[EventPage, _Mapping]] = ...) -> None: ...

class GetEventRequest(_message.Message):
    __slots__ = ("seq", "offset", "limit")
    SEQ_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    seq: int
    offset: int
    limit: int
    def __init__(self, seq: _Optional[int] = ..., offset: _Optional[int] = ..., limit: _Optional[int] = ...) -> None: ...

class GetEventResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Event
    def __init__(self, data: _Optional[_Union[Event, _Mapping]] = ...) -> None: ...
