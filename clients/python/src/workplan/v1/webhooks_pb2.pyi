import datetime

from google.protobuf import empty_pb2 as _empty_pb2
from google.protobuf import field_mask_pb2 as _field_mask_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class WebhookState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    WEBHOOK_STATE_UNSPECIFIED: _ClassVar[WebhookState]
    WEBHOOK_STATE_PENDING: _ClassVar[WebhookState]
    WEBHOOK_STATE_ACTIVE: _ClassVar[WebhookState]
    WEBHOOK_STATE_PAUSED: _ClassVar[WebhookState]
    WEBHOOK_STATE_DISABLED: _ClassVar[WebhookState]

class WebhookOutcome(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    WEBHOOK_OUTCOME_UNSPECIFIED: _ClassVar[WebhookOutcome]
    WEBHOOK_OUTCOME_DELIVERED: _ClassVar[WebhookOutcome]
    WEBHOOK_OUTCOME_FAILED: _ClassVar[WebhookOutcome]
    WEBHOOK_OUTCOME_PARKED: _ClassVar[WebhookOutcome]
WEBHOOK_STATE_UNSPECIFIED: WebhookState
WEBHOOK_STATE_PENDING: WebhookState
WEBHOOK_STATE_ACTIVE: WebhookState
WEBHOOK_STATE_PAUSED: WebhookState
WEBHOOK_STATE_DISABLED: WebhookState
WEBHOOK_OUTCOME_UNSPECIFIED: WebhookOutcome
WEBHOOK_OUTCOME_DELIVERED: WebhookOutcome
WEBHOOK_OUTCOME_FAILED: WebhookOutcome
WEBHOOK_OUTCOME_PARKED: WebhookOutcome

class Webhook(_message.Message):
    __slots__ = ("id", "url", "types", "name", "state", "cursor", "head", "lag", "failing_since", "last_error", "last_parked", "key_id", "previous_secret_expires_at", "version", "created_at", "updated_at", "secret", "user_id")
    ID_FIELD_NUMBER: _ClassVar[int]
    URL_FIELD_NUMBER: _ClassVar[int]
    TYPES_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    HEAD_FIELD_NUMBER: _ClassVar[int]
    LAG_FIELD_NUMBER: _ClassVar[int]
    FAILING_SINCE_FIELD_NUMBER: _ClassVar[int]
    LAST_ERROR_FIELD_NUMBER: _ClassVar[int]
    LAST_PARKED_FIELD_NUMBER: _ClassVar[int]
    KEY_ID_FIELD_NUMBER: _ClassVar[int]
    PREVIOUS_SECRET_EXPIRES_AT_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    UPDATED_AT_FIELD_NUMBER: _ClassVar[int]
    SECRET_FIELD_NUMBER: _ClassVar[int]
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    id: str
    url: str
    types: _containers.RepeatedScalarFieldContainer[str]
    name: str
    state: WebhookState
    cursor: int
    head: int
    lag: int
    failing_since: _timestamp_pb2.Timestamp
    last_error: str
    last_parked: int
    key_id: str
    previous_secret_expires_at: _timestamp_pb2.Timestamp
    version: int
    created_at: _timestamp_pb2.Timestamp
    updated_at: _timestamp_pb2.Timestamp
    secret: str
    user_id: str
    def __init__(self, id: _Optional[str] = ..., url: _Optional[str] = ..., types: _Optional[_Iterable[str]] = ..., name: _Optional[str] = ..., state: _Optional[_Union[WebhookState, str]] = ..., cursor: _Optional[int] = ..., head: _Optional[int] = ..., lag: _Optional[int] = ..., failing_since: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., last_error: _Optional[str] = ..., last_parked: _Optional[int] = ..., key_id: _Optional[str] = ..., previous_secret_expires_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., version: _Optional[int] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., updated_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., secret: _Optional[str] = ..., user_id: _Optional[str] = ...) -> None: ...

class WebhookRotation(_message.Message):
    __slots__ = ("overlap_seconds",)
    OVERLAP_SECONDS_FIELD_NUMBER: _ClassVar[int]
    overlap_seconds: int
    def __init__(self, overlap_seconds: _Optional[int] = ...) -> None: ...

class WebhookRedelivery(_message.Message):
    __slots__ = ("seq", "from_seq", "to_seq", "parked")
    SEQ_FIELD_NUMBER: _ClassVar[int]
    FROM_SEQ_FIELD_NUMBER: _ClassVar[int]
    TO_SEQ_FIELD_NUMBER: _ClassVar[int]
    PARKED_FIELD_NUMBER: _ClassVar[int]
    seq: int
    from_seq: int
    to_seq: int
    parked: bool
    def __init__(self, seq: _Optional[int] = ..., from_seq: _Optional[int] = ..., to_seq: _Optional[int] = ..., parked: bool = ...) -> None: ...

class WebhookAttempt(_message.Message):
    __slots__ = ("id", "seq", "type", "created_at", "duration", "outcome", "status", "error", "response")
    ID_FIELD_NUMBER: _ClassVar[int]
    SEQ_FIELD_NUMBER: _ClassVar[int]
    TYPE_FIELD_NUMBER: _ClassVar[int]
    CREATED_AT_FIELD_NUMBER: _ClassVar[int]
    DURATION_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    ERROR_FIELD_NUMBER: _ClassVar[int]
    RESPONSE_FIELD_NUMBER: _ClassVar[int]
    id: str
    seq: int
    type: str
    created_at: _timestamp_pb2.Timestamp
    duration: int
    outcome: WebhookOutcome
    status: int
    error: str
    response: str
    def __init__(self, id: _Optional[str] = ..., seq: _Optional[int] = ..., type: _Optional[str] = ..., created_at: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., duration: _Optional[int] = ..., outcome: _Optional[_Union[WebhookOutcome, str]] = ..., status: _Optional[int] = ..., error: _Optional[str] = ..., response: _Optional[str] = ...) -> None: ...

class WebhookPage(_message.Message):
    __slots__ = ("items", "total", "limit", "offset", "has_more", "next_cursor")
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    HAS_MORE_FIELD_NUMBER: _ClassVar[int]
    NEXT_CURSOR_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[Webhook]
    total: int
    limit: int
    offset: int
    has_more: bool
    next_cursor: str
    def __init__(self, items: _Optional[_Iterable[_Union[Webhook, _Mapping]]] = ..., total: _Optional[int] = ..., limit: _Optional[int] = ..., offset: _Optional[int] = ..., has_more: bool = ..., next_cursor: _Optional[str] = ...) -> None: ...

class WebhookAttemptPage(_message.Message):
    __slots__ = ("items", "total", "limit", "offset", "has_more", "next_cursor")
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    HAS_MORE_FIELD_NUMBER: _ClassVar[int]
    NEXT_CURSOR_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[WebhookAttempt]
    total: int
    limit: int
    offset: int
    has_more: bool
    next_cursor: str
    def __init__(self, items: _Optional[_Iterable[_Union[WebhookAttempt, _Mapping]]] = ..., total: _Optional[int] = ..., limit: _Optional[int] = ..., offset: _Optional[int] = ..., has_more: bool = ..., next_cursor: _Optional[str] = ...) -> None: ...

class ListWebhooksRequest(_message.Message):
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

class ListWebhooksResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: WebhookPage
    def __init__(self, data: _Optional[_Union[WebhookPage, _Mapping]] = ...) -> None: ...

class GetWebhookRequest(_message.Message):
    __slots__ = ("webhook_id",)
    WEBHOOK_ID_FIELD_NUMBER: _ClassVar[int]
    webhook_id: str
    def __init__(self, webhook_id: _Optional[str] = ...) -> None: ...

class GetWebhookResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Webhook
    def __init__(self, data: _Optional[_Union[Webhook, _Mapping]] = ...) -> None: ...

class CreateWebhookRequest(_message.Message):
    __slots__ = ("webhook",)
    WEBHOOK_FIELD_NUMBER: _ClassVar[int]
    webhook: Webhook
    def __init__(self, webhook: _Optional[_Union[Webhook, _Mapping]] = ...) -> None: ...

class CreateWebhookResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Webhook
    def __init__(self, data: _Optional[_Union[Webhook, _Mapping]] = ...) -> None: ...

class UpdateWebhookRequest(_message.Message):
    __slots__ = ("webhook_id", "webhook", "update_mask")
    WEBHOOK_ID_FIELD_NUMBER: _ClassVar[int]
    WEBHOOK_FIELD_NUMBER: _ClassVar[int]
    UPDATE_MASK_FIELD_NUMBER: _ClassVar[int]
    webhook_id: str
    webhook: Webhook
    update_mask: _field_mask_pb2.FieldMask
    def __init__(self, webhook_id: _Optional[str] = ..., webhook: _Optional[_Union[Webhook, _Mapping]] = ..., update_mask: _Optional[_Union[_field_mask_pb2.FieldMask, _Mapping]] = ...) -> None: ...

class UpdateWebhookResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Webhook
    def __init__(self, data: _Optional[_Union[Webhook, _Mapping]] = ...) -> None: ...

class DeleteWebhookRequest(_message.Message):
    __slots__ = ("webhook_id",)
    WEBHOOK_ID_FIELD_NUMBER: _ClassVar[int]
    webhook_id: str
    def __init__(self, webhook_id: _Optional[str] = ...) -> None: ...

class DeleteWebhookResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: _empty_pb2.Empty
    def __init__(self, data: _Optional[_Union[_empty_pb2.Empty, _Mapping]] = ...) -> None: ...

class RotateWebhookSecretRequest(_message.Message):
    __slots__ = ("webhook_id", "rotation")
    WEBHOOK_ID_FIELD_NUMBER: _ClassVar[int]
    ROTATION_FIELD_NUMBER: _ClassVar[int]
    webhook_id: str
    rotation: WebhookRotation
    def __init__(self, webhook_id: _Optional[str] = ..., rotation: _Optional[_Union[WebhookRotation, _Mapping]] = ...) -> None: ...

class RotateWebhookSecretResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Webhook
    def __init__(self, data: _Optional[_Union[Webhook, _Mapping]] = ...) -> None: ...

class TestWebhookRequest(_message.Message):
    __slots__ = ("webhook_id",)
    WEBHOOK_ID_FIELD_NUMBER: _ClassVar[int]
    webhook_id: str
    def __init__(self, webhook_id: _Optional[str] = ...) -> None: ...

class TestWebhookResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: WebhookAttempt
    def __init__(self, data: _Optional[_Union[WebhookAttempt, _Mapping]] = ...) -> None: ...

class RedeliverWebhookRequest(_message.Message):
    __slots__ = ("webhook_id", "redelivery")
    WEBHOOK_ID_FIELD_NUMBER: _ClassVar[int]
    REDELIVERY_FIELD_NUMBER: _ClassVar[int]
    webhook_id: str
    redelivery: WebhookRedelivery
    def __init__(self, webhook_id: _Optional[str] = ..., redelivery: _Optional[_Union[WebhookRedelivery, _Mapping]] = ...) -> None: ...

class RedeliverWebhookResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Webhook
    def __init__(self, data: _Optional[_Union[Webhook, _Mapping]] = ...) -> None: ...

class ListWebhookAttemptsRequest(_message.Message):
    __slots__ = ("limit", "offset", "count", "since", "cursor", "webhook_id", "outcome", "seq")
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    OFFSET_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    SINCE_FIELD_NUMBER: _ClassVar[int]
    CURSOR_FIELD_NUMBER: _ClassVar[int]
    WEBHOOK_ID_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    SEQ_FIELD_NUMBER: _ClassVar[int]
    limit: int
    offset: int
    count: bool
    since: _timestamp_pb2.Timestamp
    cursor: str
    webhook_id: str
    outcome: WebhookOutcome
    seq: int
    def __init__(self, limit: _Optional[int] = ..., offset: _Optional[int] = ..., count: bool = ..., since: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., cursor: _Optional[str] = ..., webhook_id: _Optional[str] = ..., outcome: _Optional[_Union[WebhookOutcome, str]] = ..., seq: _Optional[int] = ...) -> None: ...

class ListWebhookAttemptsResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: WebhookAttemptPage
    def __init__(self, data: _Optional[_Union[WebhookAttemptPage, _Mapping]] = ...) -> None: ...
