import datetime

from google.protobuf import empty_pb2 as _empty_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class CalendarFeed(_message.Message):
    __slots__ = ("id", "created_at", "last_read_at", "url")
    ID_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    LAST_READ_AT_FIELD_NUMBER: _ClassVar[int]
    URL_FIELD_NUMBER: _ClassVar[int]
    id: str
    created_at: _timestamp_pb2.Timestamp
    last_read_at: _timestamp_pb2.Timestamp
    url: str
    def __init__(self, id: _Optional[str] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., last_read_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., url: _Optional[str] = ...) -> None: ...

class CreateCalendarFeedRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class CreateCalendarFeedResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: CalendarFeed
    def __init__(self, data: _Optional[_Union[CalendarFeed, _Mapping]] = ...) -> None: ...

class GetCalendarFeedRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetCalendarFeedResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: CalendarFeed
    def __init__(self, data: _Optional[_Union[CalendarFeed, _Mapping]] = ...) -> None: ...

class DeleteCalendarFeedRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class DeleteCalendarFeedResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: _empty_pb2.Empty
    def __init__(self, data: _Optional[_Union[_empty_pb2.Empty, _Mapping]] = ...) -> None: ...

class CalendarFeedPage(_message.Message):
    __slots__ = ("items", "total", "limit", "offset", "has_more", "next_cursor")
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    HAS_MORE_FIELD_NUMBER: _ClassVar[int]
    NEXT_CURSOR_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[CalendarFeed]
    total: int
    limit: int
    offset: int
    has_more: bool
    next_cursor: str
    def __init__(self, items: _Optional[_Iterable[_Union[CalendarFeed, _Mapping]]] = ..., total: _Optional[int] = ..., limit: _Optional[int] = ..., offset: _Optional[int] = ..., has_more: bool = ..., next_cursor: _Optional[str] = ...) -> None: ...

class ListCalendarFeedsRequest(_message.Message):
    __slots__ = ("limit", "offset", "count", "cursor")
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    limit: int
    offset: int
    count: bool
    cursor: str
    def __init__(self, limit: _Optional[int] = ..., offset: _Optional[int] = ..., count: bool = ..., cursor: _Optional[str] = ...) -> None: ...

class ListCalendarFeedsResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: CalendarFeedPage
    def __init__(self, data: _Optional[_Union[CalendarFeedPage, _Mapping]] = ...) -> None: ...

class DeleteUserCalendarFeedRequest(_message.Message):
    __slots__ = ("user_id",)
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    def __init__(self, user_id: _Optional[str] = ...) -> None: ...

class DeleteUserCalendarFeedResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: _empty_pb2.Empty
    def __init__(self, data: _Optional[_Union[_empty_pb2.Empty, _Mapping]] = ...) -> None: ...
