import datetime

from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class KeyIdentity(_message.Message):
    __slots__ = ("key_id", "key_name", "organization_id", "actor_user_id", "scopes", "organization")
    KEY_ID_FIELD_NUMBER: _ClassVar[int]
    KEY_NAME_FIELD_NUMBER: _ClassVar[int]
    ORGANIZATION_ID_FIELD_NUMBER: _ClassVar[int]
    ACTOR_USER_ID_FIELD_NUMBER: _ClassVar[int]
    SCOPES_FIELD_NUMBER: _ClassVar[int]
    ORGANIZATION_FIELD_NUMBER: _ClassVar[int]
    key_id: str
    key_name: str
    organization_id: str
    actor_user_id: str
    scopes: _containers.RepeatedScalarFieldContainer[str]
    organization: KeyOrganization
    def __init__(self, key_id: _Optional[str] = ..., key_name: _Optional[str] = ..., organization_id: _Optional[str] = ..., actor_user_id: _Optional[str] = ..., scopes: _Optional[_Iterable[str]] = ..., organization: _Optional[_Union[KeyOrganization, _Mapping]] = ...) -> None: ...

class KeyOrganization(_message.Message):
    __slots__ = ("suspended_at", "limits")
    SUSPENDED_AT_FIELD_NUMBER: _ClassVar[int]
    LIMITS_FIELD_NUMBER: _ClassVar[int]
    suspended_at: _timestamp_pb2.Timestamp
    limits: OrganizationLimits
    def __init__(self, suspended_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., limits: _Optional[_Union[OrganizationLimits, _Mapping]] = ...) -> None: ...

class OrganizationLimits(_message.Message):
    __slots__ = ("keys", "requests_per_minute", "key_requests_per_minute", "stored_responses_mib_per_day")
    KEYS_FIELD_NUMBER: _ClassVar[int]
    REQUESTS_PER_MINUTE_FIELD_NUMBER: _ClassVar[int]
    KEY_REQUESTS_PER_MINUTE_FIELD_NUMBER: _ClassVar[int]
    STORED_RESPONSES_MIB_PER_DAY_FIELD_NUMBER: _ClassVar[int]
    keys: int
    requests_per_minute: int
    key_requests_per_minute: int
    stored_responses_mib_per_day: int
    def __init__(self, keys: _Optional[int] = ..., requests_per_minute: _Optional[int] = ..., key_requests_per_minute: _Optional[int] = ..., stored_responses_mib_per_day: _Optional[int] = ...) -> None: ...

class Views(_message.Message):
    __slots__ = ("id", "items", "version", "updated_at")
    ID_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    UPDATED_AT_FIELD_NUMBER: _ClassVar[int]
    id: str
    items: _containers.RepeatedCompositeFieldContainer[View]
    version: int
    updated_at: _timestamp_pb2.Timestamp
    def __init__(self, id: _Optional[str] = ..., items: _Optional[_Iterable[_Union[View, _Mapping]]] = ..., version: _Optional[int] = ..., updated_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class View(_message.Message):
    __slots__ = ("name", "query")
    NAME_FIELD_NUMBER: _ClassVar[int]
    QUERY_FIELD_NUMBER: _ClassVar[int]
    name: str
    query: str
    def __init__(self, name: _Optional[str] = ..., query: _Optional[str] = ...) -> None: ...

class GetMeRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetMeResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: KeyIdentity
    def __init__(self, data: _Optional[_Union[KeyIdentity, _Mapping]] = ...) -> None: ...

class GetViewsRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetViewsResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Views
    def __init__(self, data: _Optional[_Union[Views, _Mapping]] = ...) -> None: ...

class ReplaceViewsRequest(_message.Message):
    __slots__ = ("views",)
    VIEWS_FIELD_NUMBER: _ClassVar[int]
    views: Views
    def __init__(self, views: _Optional[_Union[Views, _Mapping]] = ...) -> None: ...

class ReplaceViewsResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Views
    def __init__(self, data: _Optional[_Union[Views, _Mapping]] = ...) -> None: ...
