from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.capacity_split import CapacitySplit, check_capacity_split
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.capacity_item import CapacityItem
    from ..models.capacity_total import CapacityTotal


T = TypeVar("T", bound="Capacity")


@_attrs_define
class Capacity:
    """Has the hours of items in buckets."""

    buckets: list[datetime.date]
    """ The first day of each bucket. The first bucket begins on the first day of the range, and the last one ends
    on its last day, also in the middle of a week or month. """
    series: list[str]
    """ The names of the series, in the order of the lists in values:

    - contracted: the hours of the user's working pattern; without one, a fifth of defaultAvailability from Monday
    to Friday
    - holiday: what holidays of the user's country take of contracted
    - timeOff: what approved time off takes of the rest
    - availability: contracted - holiday - timeOff
    - pendingTimeOff: what pending time off would also take
    - planned: planned hours, without projects that are draft or cancelled
    - tentative: planned hours of draft projects, and of rows that are tentative
    - actual: actual hours
    - free: availability - planned on each day on which it is positive
    - over: planned - availability on each day on which it is positive
    - supply: the availability of the active users who have the capability
    - unfilled: the planned hours of placeholders, tentative or not, without projects that are cancelled; they are
    in no other series

    There are only planned, tentative, actual and unfilled if the items are projects, clients or capabilities, if
    the request selects a project, client or capability, and with split_by: availability belongs to users, not to
    their projects.

    There is supply too if the items are capabilities and the request does not select a project or client. The hours
    of a user are in the supply of each of the user's capabilities, and once in the total. """
    items: list[CapacityItem]
    """ The items, ordered by name in any case, and the items of a user by the name of the split. The item without
    an id or split is the last one. Hours and ratios are rounded to six decimals. """
    total: CapacityTotal
    """ Has the sums of all items in each bucket; of supply, that of all users. """
    as_of: int
    """ The number of the last event of the journal that these figures include. Who follows the journal from there
    counts nothing twice and misses nothing. Only while events are written without a pause may the figures include
    later ones. """
    split_by: CapacitySplit | Unset = UNSET
    """ Says by what the hours of a user are split into items.

    - `project`: One item for each user and project with hours.
    - `client`: One item for each user and client with hours.
    - `capability`: One item for each user and capability with hours. Hours without a capability are in an item of
    the user too. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        buckets = []
        for buckets_item_data in self.buckets:
            buckets_item = buckets_item_data.isoformat()
            buckets.append(buckets_item)

        series = self.series

        items = []
        for items_item_data in self.items:
            items_item = items_item_data.to_dict()
            items.append(items_item)

        total = self.total.to_dict()

        as_of = self.as_of

        split_by: str | Unset = UNSET
        if not isinstance(self.split_by, Unset):
            split_by = self.split_by

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "buckets": buckets,
                "series": series,
                "items": items,
                "total": total,
                "asOf": as_of,
            }
        )
        if split_by is not UNSET:
            field_dict["splitBy"] = split_by

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.capacity_item import CapacityItem  # noqa: PLC0415
        from ..models.capacity_total import CapacityTotal  # noqa: PLC0415

        d = dict(src_dict)
        buckets = []
        _buckets = d.pop("buckets")
        for buckets_item_data in _buckets:
            buckets_item = datetime.date.fromisoformat(buckets_item_data)

            buckets.append(buckets_item)

        series = cast(list[str], d.pop("series"))

        items = []
        _items = d.pop("items")
        for items_item_data in _items:
            items_item = CapacityItem.from_dict(items_item_data)

            items.append(items_item)

        total = CapacityTotal.from_dict(d.pop("total"))

        as_of = d.pop("asOf")

        _split_by = d.pop("splitBy", UNSET)
        split_by: CapacitySplit | Unset
        if isinstance(_split_by, Unset):
            split_by = UNSET
        else:
            split_by = check_capacity_split(_split_by)

        capacity = cls(
            buckets=buckets,
            series=series,
            items=items,
            total=total,
            as_of=as_of,
            split_by=split_by,
        )

        capacity.additional_properties = d
        return capacity

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
