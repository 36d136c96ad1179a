from workplan.v1 import users_pb2 as _users_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class CapacityBucket(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CAPACITY_BUCKET_UNSPECIFIED: _ClassVar[CapacityBucket]
    CAPACITY_BUCKET_DAY: _ClassVar[CapacityBucket]
    CAPACITY_BUCKET_WEEK: _ClassVar[CapacityBucket]
    CAPACITY_BUCKET_MONTH: _ClassVar[CapacityBucket]

class CapacityGroup(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CAPACITY_GROUP_UNSPECIFIED: _ClassVar[CapacityGroup]
    CAPACITY_GROUP_USER: _ClassVar[CapacityGroup]
    CAPACITY_GROUP_MANAGER: _ClassVar[CapacityGroup]
    CAPACITY_GROUP_PROJECT: _ClassVar[CapacityGroup]
    CAPACITY_GROUP_CLIENT: _ClassVar[CapacityGroup]
    CAPACITY_GROUP_CAPABILITY: _ClassVar[CapacityGroup]
    CAPACITY_GROUP_ORGANIZATION: _ClassVar[CapacityGroup]

class CapacitySplit(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CAPACITY_SPLIT_UNSPECIFIED: _ClassVar[CapacitySplit]
    CAPACITY_SPLIT_PROJECT: _ClassVar[CapacitySplit]
    CAPACITY_SPLIT_CLIENT: _ClassVar[CapacitySplit]
    CAPACITY_SPLIT_CAPABILITY: _ClassVar[CapacitySplit]
CAPACITY_BUCKET_UNSPECIFIED: CapacityBucket
CAPACITY_BUCKET_DAY: CapacityBucket
CAPACITY_BUCKET_WEEK: CapacityBucket
CAPACITY_BUCKET_MONTH: CapacityBucket
CAPACITY_GROUP_UNSPECIFIED: CapacityGroup
CAPACITY_GROUP_USER: CapacityGroup
CAPACITY_GROUP_MANAGER: CapacityGroup
CAPACITY_GROUP_PROJECT: CapacityGroup
CAPACITY_GROUP_CLIENT: CapacityGroup
CAPACITY_GROUP_CAPABILITY: CapacityGroup
CAPACITY_GROUP_ORGANIZATION: CapacityGroup
CAPACITY_SPLIT_UNSPECIFIED: CapacitySplit
CAPACITY_SPLIT_PROJECT: CapacitySplit
CAPACITY_SPLIT_CLIENT: CapacitySplit
CAPACITY_SPLIT_CAPABILITY: CapacitySplit

class Capacity(_message.Message):
    __slots__ = ("buckets", "series", "items", "total", "as_of", "split_by")
    BUCKETS_FIELD_NUMBER: _ClassVar[int]
    SERIES_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    AS_OF_FIELD_NUMBER: _ClassVar[int]
    SPLIT_BY_FIELD_NUMBER: _ClassVar[int]
    buckets: _containers.RepeatedScalarFieldContainer[str]
    series: _containers.RepeatedScalarFieldContainer[str]
    items: _containers.RepeatedCompositeFieldContainer[CapacityItem]
    total: CapacityTotal
    as_of: int
    split_by: CapacitySplit
    def __init__(self, buckets: _Optional[_Iterable[str]] = ..., series: _Optional[_Iterable[str]] = ..., items: _Optional[_Iterable[_Union[CapacityItem, _Mapping]]] = ..., total: _Optional[_Union[CapacityTotal, _Mapping]] = ..., as_of: _Optional[int] = ..., split_by: _Optional[_Union[CapacitySplit, str]] = ...) -> None: ...

class CapacityItem(_message.Message):
    __slots__ = ("id", "name", "values", "utilization", "split", "time_off_by_type")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUES_FIELD_NUMBER: _ClassVar[int]
    UTILIZATION_FIELD_NUMBER: _ClassVar[int]
    SPLIT_FIELD_NUMBER: _ClassVar[int]
    TIME_OFF_BY_TYPE_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    values: _containers.RepeatedCompositeFieldContainer[CapacityHours]
    utilization: _containers.RepeatedScalarFieldContainer[float]
    split: CapacityPart
    time_off_by_type: CapacityTimeOffTypes
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., values: _Optional[_Iterable[_Union[CapacityHours, _Mapping]]] = ..., utilization: _Optional[_Iterable[float]] = ..., split: _Optional[_Union[CapacityPart, _Mapping]] = ..., time_off_by_type: _Optional[_Union[CapacityTimeOffTypes, _Mapping]] = ...) -> None: ...

class CapacityPart(_message.Message):
    __slots__ = ("id", "name")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ...) -> None: ...

class CapacityTotal(_message.Message):
    __slots__ = ("values", "utilization", "time_off_by_type")
    VALUES_FIELD_NUMBER: _ClassVar[int]
    UTILIZATION_FIELD_NUMBER: _ClassVar[int]
    TIME_OFF_BY_TYPE_FIELD_NUMBER: _ClassVar[int]
    values: _containers.RepeatedCompositeFieldContainer[CapacityHours]
    utilization: _containers.RepeatedScalarFieldContainer[float]
    time_off_by_type: CapacityTimeOffTypes
    def __init__(self, values: _Optional[_Iterable[_Union[CapacityHours, _Mapping]]] = ..., utilization: _Optional[_Iterable[float]] = ..., time_off_by_type: _Optional[_Union[CapacityTimeOffTypes, _Mapping]] = ...) -> None: ...

class CapacityTimeOffTypes(_message.Message):
    __slots__ = ("items",)
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[CapacityTimeOffType]
    def __init__(self, items: _Optional[_Iterable[_Union[CapacityTimeOffType, _Mapping]]] = ...) -> None: ...

class CapacityTimeOffType(_message.Message):
    __slots__ = ("id", "name", "hours")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    HOURS_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    hours: _containers.RepeatedScalarFieldContainer[float]
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., hours: _Optional[_Iterable[float]] = ...) -> None: ...

class CapacityHours(_message.Message):
    __slots__ = ("hours",)
    HOURS_FIELD_NUMBER: _ClassVar[int]
    hours: _containers.RepeatedScalarFieldContainer[float]
    def __init__(self, hours: _Optional[_Iterable[float]] = ...) -> None: ...

class GetCapacityRequest(_message.Message):
    __slots__ = ("start_date", "end_date", "bucket", "group_by", "user_id", "manager_id", "project_id", "client_id", "capability_id", "split_by", "kind", "time_off_by_type")
    START_DATE_FIELD_NUMBER: _ClassVar[int]
    END_DATE_FIELD_NUMBER: _ClassVar[int]
    BUCKET_FIELD_NUMBER: _ClassVar[int]
    GROUP_BY_FIELD_NUMBER: _ClassVar[int]
    USER_ID_FIELD_NUMBER: _ClassVar[int]
    MANAGER_ID_FIELD_NUMBER: _ClassVar[int]
    PROJECT_ID_FIELD_NUMBER: _ClassVar[int]
    CLIENT_ID_FIELD_NUMBER: _ClassVar[int]
    CAPABILITY_ID_FIELD_NUMBER: _ClassVar[int]
    SPLIT_BY_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    TIME_OFF_BY_TYPE_FIELD_NUMBER: _ClassVar[int]
    start_date: str
    end_date: str
    bucket: CapacityBucket
    group_by: CapacityGroup
    user_id: str
    manager_id: str
    project_id: str
    client_id: str
    capability_id: str
    split_by: CapacitySplit
    kind: _users_pb2.UserKindFilter
    time_off_by_type: bool
    def __init__(self, start_date: _Optional[str] = ..., end_date: _Optional[str] = ..., bucket: _Optional[_Union[CapacityBucket, str]] = ..., group_by: _Optional[_Union[CapacityGroup, str]] = ..., user_id: _Optional[str] = ..., manager_id: _Optional[str] = ..., project_id: _Optional[str] = ..., client_id: _Optional[str] = ..., capability_id: _Optional[str] = ..., split_by: _Optional[_Union[CapacitySplit, str]] = ..., kind: _Optional[_Union[_users_pb2.UserKindFilter, str]] = ..., time_off_by_type: bool = ...) -> None: ...

class GetCapacityResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Capacity
    def __init__(self, data: _Optional[_Union[Capacity, _Mapping]] = ...) -> None: ...

class CapacityGaps(_message.Message):
    __slots__ = ("items",)
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    items: _containers.RepeatedCompositeFieldContainer[CapacityGap]
    def __init__(self, items: _Optional[_Iterable[_Union[CapacityGap, _Mapping]]] = ...) -> None: ...

class CapacityGap(_message.Message):
    __slots__ = ("id", "name", "reached_on", "free")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    REACHED_ON_FIELD_NUMBER: _ClassVar[int]
    FREE_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    reached_on: str
    free: float
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., reached_on: _Optional[str] = ..., free: _Optional[float] = ...) -> None: ...

class ListCapacityGapsRequest(_message.Message):
    __slots__ = ("hours", "start_date", "end_date", "capability_id", "manager_id", "has_capability_id", "min_level")
    HOURS_FIELD_NUMBER: _ClassVar[int]
    START_DATE_FIELD_NUMBER: _ClassVar[int]
    END_DATE_FIELD_NUMBER: _ClassVar[int]
    CAPABILITY_ID_FIELD_NUMBER: _ClassVar[int]
    MANAGER_ID_FIELD_NUMBER: _ClassVar[int]
    HAS_CAPABILITY_ID_FIELD_NUMBER: _ClassVar[int]
    MIN_LEVEL_FIELD_NUMBER: _ClassVar[int]
    hours: float
    start_date: str
    end_date: str
    capability_id: str
    manager_id: str
    has_capability_id: _containers.RepeatedScalarFieldContainer[str]
    min_level: int
    def __init__(self, hours: _Optional[float] = ..., start_date: _Optional[str] = ..., end_date: _Optional[str] = ..., capability_id: _Optional[str] = ..., manager_id: _Optional[str] = ..., has_capability_id: _Optional[_Iterable[str]] = ..., min_level: _Optional[int] = ...) -> None: ...

class ListCapacityGapsResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: CapacityGaps
    def __init__(self, data: _Optional[_Union[CapacityGaps, _Mapping]] = ...) -> None: ...

class Candidates(_message.Message):
    __slots__ = ("hours", "days", "items")
    HOURS_FIELD_NUMBER: _ClassVar[int]
    DAYS_FIELD_NUMBER: _ClassVar[int]
    ITEMS_FIELD_NUMBER: _ClassVar[int]
    hours: float
    days: int
    items: _containers.RepeatedCompositeFieldContainer[Candidate]
    def __init__(self, hours: _Optional[float] = ..., days: _Optional[int] = ..., items: _Optional[_Iterable[_Union[Candidate, _Mapping]]] = ...) -> None: ...

class Candidate(_message.Message):
    __slots__ = ("id", "name", "covered", "days_short", "level")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    COVERED_FIELD_NUMBER: _ClassVar[int]
    DAYS_SHORT_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    covered: float
    days_short: int
    level: int
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., covered: _Optional[float] = ..., days_short: _Optional[int] = ..., level: _Optional[int] = ...) -> None: ...

class ListCandidatesRequest(_message.Message):
    __slots__ = ("placeholder_id", "start_date", "end_date", "limit")
    PLACEHOLDER_ID_FIELD_NUMBER: _ClassVar[int]
    START_DATE_FIELD_NUMBER: _ClassVar[int]
    END_DATE_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    placeholder_id: str
    start_date: str
    end_date: str
    limit: int
    def __init__(self, placeholder_id: _Optional[str] = ..., start_date: _Optional[str] = ..., end_date: _Optional[str] = ..., limit: _Optional[int] = ...) -> None: ...

class ListCandidatesResponse(_message.Message):
    __slots__ = ("data",)
    DATA_FIELD_NUMBER: _ClassVar[int]
    data: Candidates
    def __init__(self, data: _Optional[_Union[Candidates, _Mapping]] = ...) -> None: ...
