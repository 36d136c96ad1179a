from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.capacity_time_off_type import CapacityTimeOffType


T = TypeVar("T", bound="CapacityTotal")


@_attrs_define
class CapacityTotal:
    """Has the sums of all items in each bucket; of supply, that of all users."""

    values: list[list[float]]
    """ For each series a list with the hours of each bucket. """
    utilization: list[float | None]
    """ For each bucket, the sum of planned / the sum of availability; null (over gRPC: not a number) if there is no
    availability. """
    time_off_by_type: list[CapacityTimeOffType] | Unset = UNSET
    """ The hours of timeOff by the type of time off. Present if the request has time_off_by_type. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        values = []
        for values_item_data in self.values:
            values_item = values_item_data

            values.append(values_item)

        utilization = []
        for utilization_item_data in self.utilization:
            utilization_item: float | None
            utilization_item = utilization_item_data
            utilization.append(utilization_item)

        time_off_by_type: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.time_off_by_type, Unset):
            time_off_by_type = []
            for time_off_by_type_item_data in self.time_off_by_type:
                time_off_by_type_item = time_off_by_type_item_data.to_dict()
                time_off_by_type.append(time_off_by_type_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "values": values,
                "utilization": utilization,
            }
        )
        if time_off_by_type is not UNSET:
            field_dict["timeOffByType"] = time_off_by_type

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.capacity_time_off_type import CapacityTimeOffType  # noqa: PLC0415

        d = dict(src_dict)
        values = []
        _values = d.pop("values")
        for values_item_data in _values:
            values_item = cast(list[float], values_item_data)

            values.append(values_item)

        utilization = []
        _utilization = d.pop("utilization")
        for utilization_item_data in _utilization:

            def _parse_utilization_item(data: object) -> float | None:
                if data is None:
                    return data
                return cast(float | None, data)

            utilization_item = _parse_utilization_item(utilization_item_data)

            utilization.append(utilization_item)

        _time_off_by_type = d.pop("timeOffByType", UNSET)
        time_off_by_type: list[CapacityTimeOffType] | Unset = UNSET
        if _time_off_by_type is not UNSET:
            time_off_by_type = []
            for time_off_by_type_item_data in _time_off_by_type:
                time_off_by_type_item = CapacityTimeOffType.from_dict(time_off_by_type_item_data)

                time_off_by_type.append(time_off_by_type_item)

        capacity_total = cls(
            values=values,
            utilization=utilization,
            time_off_by_type=time_off_by_type,
        )

        capacity_total.additional_properties = d
        return capacity_total

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
