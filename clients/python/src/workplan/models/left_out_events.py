from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.left_out_reason import LeftOutReason, check_left_out_reason

if TYPE_CHECKING:
    from ..models.left_out_event import LeftOutEvent


T = TypeVar("T", bound="LeftOutEvents")


@_attrs_define
class LeftOutEvents:
    """Are the events of a file that were left out for one reason."""

    reason: LeftOutReason
    """ Why an event of a file is no holiday.

    - `cancelled`: The event is cancelled.
    - `private`: The event is private or confidential.
    - `observance`: The day is observed but not free, such as a change of the clocks.
    - `workday`: The day is a working day in place of another one.
    - `regional`: The day is a holiday in a part of the country only.
    - `time_of_day`: The event begins or ends at a time of day.
    - `repeats`: The event repeats in a way that holidays do not: more often than once a year without an end, or in
    hours.
    - `too_long`: The event has more than 31 days.
    - `other_year`: No day of the event is in the years of the request.
    - `same_day`: A later event of the file has the same day.
    - `unreadable`: The event has no valid date or name. """
    count: int
    """ How many events were left out for it, or for same_day how many days. """
    events: list[LeftOutEvent]
    """ The first 100 of them, in the order of the file. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        reason: str = self.reason

        count = self.count

        events = []
        for events_item_data in self.events:
            events_item = events_item_data.to_dict()
            events.append(events_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "reason": reason,
                "count": count,
                "events": events,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.left_out_event import LeftOutEvent  # noqa: PLC0415

        d = dict(src_dict)
        reason = check_left_out_reason(d.pop("reason"))

        count = d.pop("count")

        events = []
        _events = d.pop("events")
        for events_item_data in _events:
            events_item = LeftOutEvent.from_dict(events_item_data)

            events.append(events_item)

        left_out_events = cls(
            reason=reason,
            count=count,
            events=events,
        )

        left_out_events.additional_properties = d
        return left_out_events

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
