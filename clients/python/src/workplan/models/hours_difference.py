from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.hours_key import HoursKey
    from ..models.hours_state import HoursState


T = TypeVar("T", bound="HoursDifference")


@_attrs_define
class HoursDifference:
    """A row of hours that differs between two moments."""

    key: HoursKey
    """ The key of a row of planned or actual hours. """
    before: HoursState | None
    """ The row at the earlier moment; null if there was none. """
    after: HoursState | None
    """ The row at the later moment; null if there was none. """
    events: list[int]
    """ The numbers of the events between the moments that wrote it, lowest first. GET /events/{seq} says who wrote
    it, and when. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.hours_state import HoursState  # noqa: PLC0415

        key = self.key.to_dict()

        before: dict[str, Any] | None
        if isinstance(self.before, HoursState):
            before = self.before.to_dict()
        else:
            before = self.before

        after: dict[str, Any] | None
        if isinstance(self.after, HoursState):
            after = self.after.to_dict()
        else:
            after = self.after

        events = self.events

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "key": key,
                "before": before,
                "after": after,
                "events": events,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.hours_key import HoursKey  # noqa: PLC0415
        from ..models.hours_state import HoursState  # noqa: PLC0415

        d = dict(src_dict)
        key = HoursKey.from_dict(d.pop("key"))

        def _parse_before(data: object) -> HoursState | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                before_type_0 = HoursState.from_dict(data)

                return before_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(HoursState | None, data)

        before = _parse_before(d.pop("before"))

        def _parse_after(data: object) -> HoursState | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                after_type_0 = HoursState.from_dict(data)

                return after_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(HoursState | None, data)

        after = _parse_after(d.pop("after"))

        events = cast(list[int], d.pop("events"))

        hours_difference = cls(
            key=key,
            before=before,
            after=after,
            events=events,
        )

        hours_difference.additional_properties = d
        return hours_difference

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
