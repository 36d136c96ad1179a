import datetime

from google.protobuf import field_mask_pb2 as _field_mask_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Key(_message.Message):
    __slots__ = ("id", "name", "actor_user_id", "scopes", "rate_limit", "expires_at", "last_used_at", "revoked_at", "previous_secret_expires_at", "version", "created_at", "updated_at", "secret", "made", "all_scopes")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    ACTOR_USER_ID_FIELD_NUMBER: _ClassVar[int]
    SCOPES_FIELD_NUMBER: _ClassVar[int]
    RATE_LIMIT_FIELD_NUMBER: _ClassVar[int]
    EXPIRES_AT_FIELD_NUMBER: _ClassVar[int]
    LAST_USED_AT_FIELD_NUMBER: _ClassVar[int]
    REVOKED_AT_FIELD_NUMBER: _ClassVar[int]
    PREVIOUS_SECRET_EXPIRES_AT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    UPDATED_AT_FIELD_NUMBER: _ClassVar[int]
    SECRET_FIELD_NUMBER: _ClassVar[int]
    MADE_FIELD_NUMBER: _ClassVar[int]
    ALL_SCOPES_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    actor_user_id: str
    scopes: _containers.RepeatedScalarFieldContainer[str]
    rate_limit: int
    expires_at: _timestamp_pb2.Timestamp
    last_used_at: _timestamp_pb2.Timestamp
    revoked_at: _timestamp_pb2.Timestamp
    previous_secret_expires_at: _timestamp_pb2.Timestamp
    version: int
    created_at: _timestamp_pb2.Timestamp
    updated_at: _timestamp_pb2.Timestamp
    secret: str
    made: MadeByKey
    all_scopes: bool
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., actor_user_id: _Optional[str] = ..., scopes: _Optional[_Iterable[str]] = ..., rate_limit: _Optional[int] = ..., expires_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., last_used_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., revoked_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., previous_secret_expires_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., version: _Optional[int] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., updated_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., secret: _Optional[str] = ..., made: _Optional[_Union[MadeByKey, _Mapping]] = ..., all_scopes: bool = ...) -> None: ...

class MadeByKey(_message.Message):
    __slots__ = ("webhooks", "keys", "users", "has_more")
    WEBHOOKS_FIELD_NUMBER: _ClassVar[int]
    KEYS_FIELD_NUMBER: _ClassVar[int]
    USERS_FIELD_NUMBER: _ClassVar[int]
    HAS_MORE_FIELD_NUMBER: _ClassVar[int]
    webhooks: _containers.RepeatedCompositeFieldContainer[MadeRecord]
    keys: _containers.RepeatedCompositeFieldContainer[MadeRecord]
    users: _containers.RepeatedCompositeFieldContainer[MadeRecord]
    has_more: bool
    def __init__(self, webhooks: _Optional[_Iterable[_Union[MadeRecord, _Mapping]]] = ..., keys: _Optional[_Iterable[_Union[MadeRecord, _Mapping]]] = ..., users: _Optional[_Iterable[_Union[MadeRecord, _Mapping]]] = ..., has_more: bool = ...) -> None: ...

class MadeRecord(_message.Message):
    __slots__ = ("id", "name", "key_id", "is_active", "created_at")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    KEY_ID_FIELD_NUMBER: _ClassVar[int]
    IS_ACTIVE_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    key_id: str
    is_active: bool
    created_at: _timestamp_pb2.Timestamp
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., key_id: _Optional[str] = ..., is_active: bool = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class KeyRevocation(_message.Message):
    __slots__ = ("disable_webhooks", "revoke_keys")
    DISABLE_WEBHOOKS_FIELD_NUMBER: _ClassVar[int]
    REVOKE_KEYS_FIELD_NUMBER: _ClassVar[int]
    disable_webhooks: bool
    revoke_keys: bool
    def __init__(self, disable_webhooks: bool = ..., revoke_keys: bool = ...) -> None: ...

class KeyRotation(_message.Message):
    __slots__ = ("overlap_seconds",)
    OVERLAP_SECONDS_FIELD_NUMBER: _ClassVar[int]
    overlap_seconds: int
    def __init__(self, overlap_seconds: _Optional[int] = ...) -> None: ...

class KeyPage(_message.Message):
    __slots__ = ("items", "total", "limit", "offset", "has_more", "next_cursor")
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    HAS_MORE_FIELD_NUMBER: _ClassVar[int]
    NEXT_CURSOR_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[Key]
    total: int
    limit: int
    offset: int
    has_more: bool
    next_cursor: str
    def __init__(self, items: _Optional[_Iterable[_Union[Key, _Mapping]]] = ..., total: _Optional[int] = ..., limit: _Optional[int] = ..., offset: _Optional[int] = ..., has_more: bool = ..., next_cursor: _Optional[str] = ...) -> None: ...

class ListKeysRequest(_message.Message):
    __slots__ = ("limit", "offset", "count", "updated_since", "cursor")
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    UPDATED_SINCE_FIELD_NUMBER: _ClassVar[int]
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    limit: int
    offset: int
    count: bool
    updated_since: _timestamp_pb2.Timestamp
    cursor: str
    def __init__(self, limit: _Optional[int] = ..., offset: _Optional[int] = ..., count: bool = ..., updated_since: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., cursor: _Optional[str] = ...) -> None: ...

class ListKeysResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: KeyPage
    def __init__(self, data: _Optional[_Union[KeyPage, _Mapping]] = ...) -> None: ...

class CreateKeyRequest(_message.Message):
    __slots__ = ("key",)
    KEY_FIELD_NUMBER: _ClassVar[int]
    key: Key
    def __init__(self, key: _Optional[_Union[Key, _Mapping]] = ...) -> None: ...

class CreateKeyResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Key
    def __init__(self, data: _Optional[_Union[Key, _Mapping]] = ...) -> None: ...

class UpdateKeyRequest(_message.Message):
    __slots__ = ("key_id", "key", "update_mask")
    KEY_ID_FIELD_NUMBER: _ClassVar[int]
    KEY_FIELD_NUMBER: _ClassVar[int]
    UPDATE_MASK_FIELD_NUMBER: _ClassVar[int]
    key_id: str
    key: Key
    update_mask: _field_mask_pb2.FieldMask
    def __init__(self, key_id: _Optional[str] = ..., key: _Optional[_Union[Key, _Mapping]] = ..., update_mask: _Optional[_Union[_field_mask_pb2.FieldMask, _Mapping]] = ...) -> None: ...

class UpdateKeyResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Key
    def __init__(self, data: _Optional[_Union[Key, _Mapping]] = ...) -> None: ...

class RotateKeyRequest(_message.Message):
    __slots__ = ("key_id", "rotation")
    KEY_ID_FIELD_NUMBER: _ClassVar[int]
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    key_id: str
    rotation: KeyRotation
    def __init__(self, key_id: _Optional[str] = ..., rotation: _Optional[_Union[KeyRotation, _Mapping]] = ...) -> None: ...

class RotateKeyResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Key
    def __init__(self, data: _Optional[_Union[Key, _Mapping]] = ...) -> None: ...

class RevokeKeyRequest(_message.Message):
    __slots__ = ("key_id", "revocation")
    KEY_ID_FIELD_NUMBER: _ClassVar[int]
    REVOCATION_FIELD_NUMBER: _ClassVar[int]
    key_id: str
    revocation: KeyRevocation
    def __init__(self, key_id: _Optional[str] = ..., revocation: _Optional[_Union[KeyRevocation, _Mapping]] = ...) -> None: ...

class RevokeKeyResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Key
    def __init__(self, data: _Optional[_Union[Key, _Mapping]] = ...) -> None: ...
