import datetime

from google.protobuf import empty_pb2 as _empty_pb2
from google.protobuf import field_mask_pb2 as _field_mask_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from workplan.v1 import meta_pb2 as _meta_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Role(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ROLE_UNSPECIFIED: _ClassVar[Role]
    ROLE_MEMBER: _ClassVar[Role]
    ROLE_MANAGER: _ClassVar[Role]
    ROLE_ADMIN: _ClassVar[Role]

class UserKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    USER_KIND_UNSPECIFIED: _ClassVar[UserKind]
    USER_KIND_PERSON: _ClassVar[UserKind]
    USER_KIND_PLACEHOLDER: _ClassVar[UserKind]

class UserKindFilter(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    USER_KIND_FILTER_UNSPECIFIED: _ClassVar[UserKindFilter]
    USER_KIND_FILTER_PERSON: _ClassVar[UserKindFilter]
    USER_KIND_FILTER_PLACEHOLDER: _ClassVar[UserKindFilter]
    USER_KIND_FILTER_ALL: _ClassVar[UserKindFilter]
ROLE_UNSPECIFIED: Role
ROLE_MEMBER: Role
ROLE_MANAGER: Role
ROLE_ADMIN: Role
USER_KIND_UNSPECIFIED: UserKind
USER_KIND_PERSON: UserKind
USER_KIND_PLACEHOLDER: UserKind
USER_KIND_FILTER_UNSPECIFIED: UserKindFilter
USER_KIND_FILTER_PERSON: UserKindFilter
USER_KIND_FILTER_PLACEHOLDER: UserKindFilter
USER_KIND_FILTER_ALL: UserKindFilter

class User(_message.Message):
    __slots__ = ("id", "name", "email", "image", "country_code", "default_availability", "reports_to_id", "role", "is_active", "version", "created_at", "updated_at", "kind", "capabilities", "external_ids", "can_sign_in")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    EMAIL_FIELD_NUMBER: _ClassVar[int]
    IMAGE_FIELD_NUMBER: _ClassVar[int]
    COUNTRY_CODE_FIELD_NUMBER: _ClassVar[int]
    DEFAULT_AVAILABILITY_FIELD_NUMBER: _ClassVar[int]
    REPORTS_TO_ID_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    IS_ACTIVE_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    UPDATED_AT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    CAPABILITIES_FIELD_NUMBER: _ClassVar[int]
    EXTERNAL_IDS_FIELD_NUMBER: _ClassVar[int]
    CAN_SIGN_IN_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    email: str
    image: str
    country_code: str
    default_availability: float
    reports_to_id: str
    role: Role
    is_active: bool
    version: int
    created_at: _timestamp_pb2.Timestamp
    updated_at: _timestamp_pb2.Timestamp
    kind: UserKind
    capabilities: _containers.RepeatedCompositeFieldContainer[UserCapability]
    external_ids: _containers.RepeatedScalarFieldContainer[str]
    can_sign_in: bool
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., email: _Optional[str] = ..., image: _Optional[str] = ..., country_code: _Optional[str] = ..., default_availability: _Optional[float] = ..., reports_to_id: _Optional[str] = ..., role: _Optional[_Union[Role, str]] = ..., is_active: bool = ..., version: _Optional[int] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., updated_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., kind: _Optional[_Union[UserKind, str]] = ..., capabilities: _Optional[_Iterable[_Union[UserCapability, _Mapping]]] = ..., external_ids: _Optional[_Iterable[str]] = ..., can_sign_in: bool = ...) -> None: ...

class UserCapabilities(_message.Message):
    __slots__ = ("id", "items", "version", "updated_at")
    ID_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    UPDATED_AT_FIELD_NUMBER: _ClassVar[int]
    id: str
    items: _containers.RepeatedCompositeFieldContainer[UserCapability]
    version: int
    updated_at: _timestamp_pb2.Timestamp
    def __init__(self, id: _Optional[str] = ..., items: _Optional[_Iterable[_Union[UserCapability, _Mapping]]] = ..., version: _Optional[int] = ..., updated_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class UserCapability(_message.Message):
    __slots__ = ("capability_id", "level")
    CAPABILITY_ID_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    capability_id: str
    level: int
    def __init__(self, capability_id: _Optional[str] = ..., level: _Optional[int] = ...) -> None: ...

class UserPage(_message.Message):
    __slots__ = ("items", "total", "limit", "offset", "has_more", "next_cursor")
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    HAS_MORE_FIELD_NUMBER: _ClassVar[int]
    NEXT_CURSOR_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[User]
    total: int
    limit: int
    offset: int
    has_more: bool
    next_cursor: str
    def __init__(self, items: _Optional[_Iterable[_Union[User, _Mapping]]] = ..., total: _Optional[int] = ..., limit: _Optional[int] = ..., offset: _Optional[int] = ..., has_more: bool = ..., next_cursor: _Optional[str] = ...) -> None: ...

class UserCapabilitiesPage(_message.Message):
    __slots__ = ("items", "total", "limit", "offset", "has_more", "next_cursor")
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    HAS_MORE_FIELD_NUMBER: _ClassVar[int]
    NEXT_CURSOR_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[UserCapabilities]
    total: int
    limit: int
    offset: int
    has_more: bool
    next_cursor: str
    def __init__(self, items: _Optional[_Iterable[_Union[UserCapabilities, _Mapping]]] = ..., total: _Optional[int] = ..., limit: _Optional[int] = ..., offset: _Optional[int] = ..., has_more: bool = ..., next_cursor: _Optional[str] = ...) -> None: ...

class ListUsersRequest(_message.Message):
    __slots__ = ("limit", "offset", "count", "updated_since", "cursor", "email", "name", "is_active", "role", "reports_to_id", "capability_id", "min_level", "kind", "ids", "name_exact", "external_id", "sort", "include")
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    UPDATED_SINCE_FIELD_NUMBER: _ClassVar[int]
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    EMAIL_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    IS_ACTIVE_FIELD_NUMBER: _ClassVar[int]
    ROLE_FIELD_NUMBER: _ClassVar[int]
    REPORTS_TO_ID_FIELD_NUMBER: _ClassVar[int]
    CAPABILITY_ID_FIELD_NUMBER: _ClassVar[int]
    MIN_LEVEL_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    IDS_FIELD_NUMBER: _ClassVar[int]
    NAME_EXACT_FIELD_NUMBER: _ClassVar[int]
    EXTERNAL_ID_FIELD_NUMBER: _ClassVar[int]
    SORT_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_FIELD_NUMBER: _ClassVar[int]
    limit: int
    offset: int
    count: bool
    updated_since: _timestamp_pb2.Timestamp
    cursor: str
    email: str
    name: str
    is_active: bool
    role: Role
    reports_to_id: str
    capability_id: _containers.RepeatedScalarFieldContainer[str]
    min_level: int
    kind: UserKindFilter
    ids: _containers.RepeatedScalarFieldContainer[str]
    name_exact: str
    external_id: str
    sort: str
    include: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, limit: _Optional[int] = ..., offset: _Optional[int] = ..., count: bool = ..., updated_since: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., cursor: _Optional[str] = ..., email: _Optional[str] = ..., name: _Optional[str] = ..., is_active: bool = ..., role: _Optional[_Union[Role, str]] = ..., reports_to_id: _Optional[str] = ..., capability_id: _Optional[_Iterable[str]] = ..., min_level: _Optional[int] = ..., kind: _Optional[_Union[UserKindFilter, str]] = ..., ids: _Optional[_Iterable[str]] = ..., name_exact: _Optional[str] = ..., external_id: _Optional[str] = ..., sort: _Optional[str] = ..., include: _Optional[_Iterable[str]] = ...) -> None: ...

class ListUsersResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: UserPage
    def __init__(self, data: _Optional[_Union[UserPage, _Mapping]] = ...) -> None: ...

class GetUserRequest(_message.Message):
    __slots__ = ("user_id", "include")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    include: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, user_id: _Optional[str] = ..., include: _Optional[_Iterable[str]] = ...) -> None: ...

class GetUserResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: User
    def __init__(self, data: _Optional[_Union[User, _Mapping]] = ...) -> None: ...

class CreateUserRequest(_message.Message):
    __slots__ = ("user", "dry_run")
    USER_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    user: User
    dry_run: bool
    def __init__(self, user: _Optional[_Union[User, _Mapping]] = ..., dry_run: bool = ...) -> None: ...

class CreateUserResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: User
    def __init__(self, data: _Optional[_Union[User, _Mapping]] = ...) -> None: ...

class UpdateUserRequest(_message.Message):
    __slots__ = ("user_id", "user", "update_mask", "dry_run")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    USER_FIELD_NUMBER: _ClassVar[int]
    UPDATE_MASK_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    user: User
    update_mask: _field_mask_pb2.FieldMask
    dry_run: bool
    def __init__(self, user_id: _Optional[str] = ..., user: _Optional[_Union[User, _Mapping]] = ..., update_mask: _Optional[_Union[_field_mask_pb2.FieldMask, _Mapping]] = ..., dry_run: bool = ...) -> None: ...

class UpdateUserResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: User
    def __init__(self, data: _Optional[_Union[User, _Mapping]] = ...) -> None: ...

class UnbindSignInRequest(_message.Message):
    __slots__ = ("user_id",)
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    def __init__(self, user_id: _Optional[str] = ...) -> None: ...

class UnbindSignInResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: _empty_pb2.Empty
    def __init__(self, data: _Optional[_Union[_empty_pb2.Empty, _Mapping]] = ...) -> None: ...

class GetUserCapabilitiesRequest(_message.Message):
    __slots__ = ("user_id",)
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    def __init__(self, user_id: _Optional[str] = ...) -> None: ...

class GetUserCapabilitiesResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: UserCapabilities
    def __init__(self, data: _Optional[_Union[UserCapabilities, _Mapping]] = ...) -> None: ...

class ReplaceUserCapabilitiesRequest(_message.Message):
    __slots__ = ("user_id", "user_capabilities")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    USER_CAPABILITIES_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    user_capabilities: UserCapabilities
    def __init__(self, user_id: _Optional[str] = ..., user_capabilities: _Optional[_Union[UserCapabilities, _Mapping]] = ...) -> None: ...

class ReplaceUserCapabilitiesResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: UserCapabilities
    def __init__(self, data: _Optional[_Union[UserCapabilities, _Mapping]] = ...) -> None: ...

class UserBatch(_message.Message):
    __slots__ = ("items", "match", "clear_fields", "create_only")
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    CLEAR_FIELDS_FIELD_NUMBER: _ClassVar[int]
    CREATE_ONLY_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[User]
    match: str
    clear_fields: _containers.RepeatedScalarFieldContainer[str]
    create_only: str
    def __init__(self, items: _Optional[_Iterable[_Union[User, _Mapping]]] = ..., match: _Optional[str] = ..., clear_fields: _Optional[_Iterable[str]] = ..., create_only: _Optional[str] = ...) -> None: ...

class UpsertUsersRequest(_message.Message):
    __slots__ = ("batch", "dry_run", "include")
    BATCH_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_FIELD_NUMBER: _ClassVar[int]
    batch: UserBatch
    dry_run: bool
    include: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, batch: _Optional[_Union[UserBatch, _Mapping]] = ..., dry_run: bool = ..., include: _Optional[_Iterable[str]] = ...) -> None: ...

class UpsertUsersResponse(_message.Message):
    __slots__ = ("data", "meta")
    DATA_FIELD_NUMBER: _ClassVar[int]
    META_FIELD_NUMBER: _ClassVar[int]
    data: _containers.RepeatedCompositeFieldContainer[User]
    meta: _meta_pb2.WriteMeta
    def __init__(self, data: _Optional[_Iterable[_Union[User, _Mapping]]] = ..., meta: _Optional[_Union[_meta_pb2.WriteMeta, _Mapping]] = ...) -> None: ...

class ListUserCapabilitiesRequest(_message.Message):
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

class ListUserCapabilitiesResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: UserCapabilitiesPage
    def __init__(self, data: _Optional[_Union[UserCapabilitiesPage, _Mapping]] = ...) -> None: ...

class CapabilitiesOfUser(_message.Message):
    __slots__ = ("user_id", "items")
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    user_id: str
    items: _containers.RepeatedCompositeFieldContainer[UserCapability]
    def __init__(self, user_id: _Optional[str] = ..., items: _Optional[_Iterable[_Union[UserCapability, _Mapping]]] = ...) -> None: ...

class UserCapabilitiesBatch(_message.Message):
    __slots__ = ("items",)
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[CapabilitiesOfUser]
    def __init__(self, items: _Optional[_Iterable[_Union[CapabilitiesOfUser, _Mapping]]] = ...) -> None: ...

class UpsertUserCapabilitiesRequest(_message.Message):
    __slots__ = ("batch", "dry_run", "include")
    BATCH_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_FIELD_NUMBER: _ClassVar[int]
    batch: UserCapabilitiesBatch
    dry_run: bool
    include: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, batch: _Optional[_Union[UserCapabilitiesBatch, _Mapping]] = ..., dry_run: bool = ..., include: _Optional[_Iterable[str]] = ...) -> None: ...

class UpsertUserCapabilitiesResponse(_message.Message):
    __slots__ = ("data", "meta")
    DATA_FIELD_NUMBER: _ClassVar[int]
    META_FIELD_NUMBER: _ClassVar[int]
    data: _containers.RepeatedCompositeFieldContainer[UserCapabilities]
    meta: _meta_pb2.WriteMeta
    def __init__(self, data: _Optional[_Iterable[_Union[UserCapabilities, _Mapping]]] = ..., meta: _Optional[_Union[_meta_pb2.WriteMeta, _Mapping]] = ...) -> None: ...
