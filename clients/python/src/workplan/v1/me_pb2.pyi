from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class KeyIdentity(_message.Message):
    __slots__ = ("key_id", "key_name", "organization_id", "actor_user_id", "scopes")
    KEY_ID_FIELD_NUMBER: _ClassVar[int]
    KEY_NAME_FIELD_NUMBER: _ClassVar[int]
    ORGANIZATION_ID_FIELD_NUMBER: _ClassVar[int]
    ACTOR_USER_ID_FIELD_NUMBER: _ClassVar[int]
    SCOPES_FIELD_NUMBER: _ClassVar[int]
    key_id: str
    key_name: str
    organization_id: str
    actor_user_id: str
    scopes: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, key_id: _Optional[str] = ..., key_name: _Optional[str] = ..., organization_id: _Optional[str] = ..., actor_user_id: _Optional[str] = ..., scopes: _Optional[_Iterable[str]] = ...) -> None: ...

class GetMeRequest(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class GetMeResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: KeyIdentity
    def __init__(self, data: _Optional[_Union[KeyIdentity, _Mapping]] = ...) -> None: ...
