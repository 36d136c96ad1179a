import datetime

from google.protobuf import empty_pb2 as _empty_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
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
