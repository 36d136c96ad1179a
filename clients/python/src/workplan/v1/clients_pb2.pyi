import datetime

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

class ClientPriority(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CLIENT_PRIORITY_UNSPECIFIED: _ClassVar[ClientPriority]
    CLIENT_PRIORITY_HIGH: _ClassVar[ClientPriority]
    CLIENT_PRIORITY_MEDIUM: _ClassVar[ClientPriority]
    CLIENT_PRIORITY_LOW: _ClassVar[ClientPriority]
CLIENT_PRIORITY_UNSPECIFIED: ClientPriority
CLIENT_PRIORITY_HIGH: ClientPriority
CLIENT_PRIORITY_MEDIUM: ClientPriority
CLIENT_PRIORITY_LOW: ClientPriority

class Client(_message.Message):
    __slots__ = ("id", "company_name", "email", "image", "country_code", "website", "is_active", "client_priority", "categories", "account_manager_id", "version", "created_at", "updated_at", "external_ids")
    ID_FIELD_NUMBER: _ClassVar[int]
    COMPANY_NAME_FIELD_NUMBER: _ClassVar[int]
    EMAIL_FIELD_NUMBER: _ClassVar[int]
    IMAGE_FIELD_NUMBER: _ClassVar[int]
    COUNTRY_CODE_FIELD_NUMBER: _ClassVar[int]
    WEBSITE_FIELD_NUMBER: _ClassVar[int]
    IS_ACTIVE_FIELD_NUMBER: _ClassVar[int]
    CLIENT_PRIORITY_FIELD_NUMBER: _ClassVar[int]
    CATEGORIES_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_MANAGER_ID_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    UPDATED_AT_FIELD_NUMBER: _ClassVar[int]
    EXTERNAL_IDS_FIELD_NUMBER: _ClassVar[int]
    id: str
    company_name: str
    email: str
    image: str
    country_code: str
    website: str
    is_active: bool
    client_priority: ClientPriority
    categories: _containers.RepeatedScalarFieldContainer[str]
    account_manager_id: str
    version: int
    created_at: _timestamp_pb2.Timestamp
    updated_at: _timestamp_pb2.Timestamp
    external_ids: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, id: _Optional[str] = ..., company_name: _Optional[str] = ..., email: _Optional[str] = ..., image: _Optional[str] = ..., country_code: _Optional[str] = ..., website: _Optional[str] = ..., is_active: bool = ..., client_priority: _Optional[_Union[ClientPriority, str]] = ..., categories: _Optional[_Iterable[str]] = ..., account_manager_id: _Optional[str] = ..., version: _Optional[int] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., updated_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., external_ids: _Optional[_Iterable[str]] = ...) -> None: ...

class ClientPage(_message.Message):
    __slots__ = ("items", "total", "limit", "offset", "has_more", "next_cursor")
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    HAS_MORE_FIELD_NUMBER: _ClassVar[int]
    NEXT_CURSOR_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[Client]
    total: int
    limit: int
    offset: int
    has_more: bool
    next_cursor: str
    def __init__(self, items: _Optional[_Iterable[_Union[Client, _Mapping]]] = ..., total: _Optional[int] = ..., limit: _Optional[int] = ..., offset: _Optional[int] = ..., has_more: bool = ..., next_cursor: _Optional[str] = ...) -> None: ...

class ListClientsRequest(_message.Message):
    __slots__ = ("limit", "offset", "count", "updated_since", "cursor", "name", "is_active", "account_manager_id", "ids", "name_exact", "external_id", "sort")
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    UPDATED_SINCE_FIELD_NUMBER: _ClassVar[int]
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    IS_ACTIVE_FIELD_NUMBER: _ClassVar[int]
    ACCOUNT_MANAGER_ID_FIELD_NUMBER: _ClassVar[int]
    IDS_FIELD_NUMBER: _ClassVar[int]
    NAME_EXACT_FIELD_NUMBER: _ClassVar[int]
    EXTERNAL_ID_FIELD_NUMBER: _ClassVar[int]
    SORT_FIELD_NUMBER: _ClassVar[int]
    limit: int
    offset: int
    count: bool
    updated_since: _timestamp_pb2.Timestamp
    cursor: str
    name: str
    is_active: bool
    account_manager_id: str
    ids: _containers.RepeatedScalarFieldContainer[str]
    name_exact: str
    external_id: str
    sort: str
    def __init__(self, limit: _Optional[int] = ..., offset: _Optional[int] = ..., count: bool = ..., updated_since: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., cursor: _Optional[str] = ..., name: _Optional[str] = ..., is_active: bool = ..., account_manager_id: _Optional[str] = ..., ids: _Optional[_Iterable[str]] = ..., name_exact: _Optional[str] = ..., external_id: _Optional[str] = ..., sort: _Optional[str] = ...) -> None: ...

class ListClientsResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: ClientPage
    def __init__(self, data: _Optional[_Union[ClientPage, _Mapping]] = ...) -> None: ...

class GetClientRequest(_message.Message):
    __slots__ = ("client_id",)
    CLIENT_ID_FIELD_NUMBER: _ClassVar[int]
    client_id: str
    def __init__(self, client_id: _Optional[str] = ...) -> None: ...

class GetClientResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Client
    def __init__(self, data: _Optional[_Union[Client, _Mapping]] = ...) -> None: ...

class CreateClientRequest(_message.Message):
    __slots__ = ("client", "dry_run")
    CLIENT_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    client: Client
    dry_run: bool
    def __init__(self, client: _Optional[_Union[Client, _Mapping]] = ..., dry_run: bool = ...) -> None: ...

class CreateClientResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Client
    def __init__(self, data: _Optional[_Union[Client, _Mapping]] = ...) -> None: ...

class UpdateClientRequest(_message.Message):
    __slots__ = ("client_id", "client", "update_mask", "dry_run")
    CLIENT_ID_FIELD_NUMBER: _ClassVar[int]
    CLIENT_FIELD_NUMBER: _ClassVar[int]
    UPDATE_MASK_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    client_id: str
    client: Client
    update_mask: _field_mask_pb2.FieldMask
    dry_run: bool
    def __init__(self, client_id: _Optional[str] = ..., client: _Optional[_Union[Client, _Mapping]] = ..., update_mask: _Optional[_Union[_field_mask_pb2.FieldMask, _Mapping]] = ..., dry_run: bool = ...) -> None: ...

class UpdateClientResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Client
    def __init__(self, data: _Optional[_Union[Client, _Mapping]] = ...) -> None: ...

class ClientBatch(_message.Message):
    __slots__ = ("items", "match", "clear_fields")
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    MATCH_FIELD_NUMBER: _ClassVar[int]
    CLEAR_FIELDS_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[Client]
    match: str
    clear_fields: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, items: _Optional[_Iterable[_Union[Client, _Mapping]]] = ..., match: _Optional[str] = ..., clear_fields: _Optional[_Iterable[str]] = ...) -> None: ...

class UpsertClientsRequest(_message.Message):
    __slots__ = ("batch", "dry_run", "include")
    BATCH_FIELD_NUMBER: _ClassVar[int]
    DRY_RUN_FIELD_NUMBER: _ClassVar[int]
    INCLUDE_FIELD_NUMBER: _ClassVar[int]
    batch: ClientBatch
    dry_run: bool
    include: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, batch: _Optional[_Union[ClientBatch, _Mapping]] = ..., dry_run: bool = ..., include: _Optional[_Iterable[str]] = ...) -> None: ...

class UpsertClientsResponse(_message.Message):
    __slots__ = ("data", "meta")
    DATA_FIELD_NUMBER: _ClassVar[int]
    META_FIELD_NUMBER: _ClassVar[int]
    data: _containers.RepeatedCompositeFieldContainer[Client]
    meta: _meta_pb2.WriteMeta
    def __init__(self, data: _Optional[_Iterable[_Union[Client, _Mapping]]] = ..., meta: _Optional[_Union[_meta_pb2.WriteMeta, _Mapping]] = ...) -> None: ...
