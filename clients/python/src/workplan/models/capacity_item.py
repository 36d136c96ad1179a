from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.capacity_part import CapacityPart
    from ..models.capacity_time_off_type import CapacityTimeOffType


T = TypeVar("T", bound="CapacityItem")


@_attrs_define
class CapacityItem:
    """Has the hours of one item in each bucket."""

    id: None | UUID
    """ The id of the user, project, client, capability or organization; null for what belongs to none. """
    name: None | str
    """ Its name, null if the id is null. """
    values: list[list[float]]
    """ For each series a list with the hours of each bucket. """
    utilization: list[float | None]
    """ For each bucket, planned / availability; null (over gRPC: not a number) if there is no availability. """
    split: CapacityPart | None | Unset = UNSET
    """ The project, client or capability that these hours of the user are for. Present if the request has split_by;
    null (over gRPC: empty) for hours without a capability. """
    time_off_by_type: list[CapacityTimeOffType] | Unset = UNSET
    """ The hours of timeOff by the type of time off. Present if the request has time_off_by_type. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.capacity_part import CapacityPart  # noqa: PLC0415

        id: None | str
        if isinstance(self.id, UUID):
            id = str(self.id)
        else:
            id = self.id

        name: None | str
        name = self.name

        values = []
        for values_item_data in self.values:
            values_item = values_item_data

            values.append(values_item)

        utilization = []
        for utilization_item_data in self.utilization:
            utilization_item: float | None
            utilization_item = utilization_item_data
            utilization.append(utilization_item)

        split: dict[str, Any] | None | Unset
        if isinstance(self.split, Unset):
            split = UNSET
        elif isinstance(self.split, CapacityPart):
            split = self.split.to_dict()
        else:
            split = self.split

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
                "id": id,
                "name": name,
                "values": values,
                "utilization": utilization,
            }
        )
        if split is not UNSET:
            field_dict["split"] = split
        if time_off_by_type is not UNSET:
            field_dict["timeOffByType"] = time_off_by_type

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.capacity_part import CapacityPart  # noqa: PLC0415
        from ..models.capacity_time_off_type import CapacityTimeOffType  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                id_type_0 = UUID(data)

                return id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        id = _parse_id(d.pop("id"))

        def _parse_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        name = _parse_name(d.pop("name"))

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

        def _parse_split(data: object) -> CapacityPart | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                split_type_0 = CapacityPart.from_dict(data)

                return split_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(CapacityPart | None | Unset, data)

        split = _parse_split(d.pop("split", UNSET))

        _time_off_by_type = d.pop("timeOffByType", UNSET)
        time_off_by_type: list[CapacityTimeOffType] | Unset = UNSET
        if _time_off_by_type is not UNSET:
            time_off_by_type = []
            for time_off_by_type_item_data in _time_off_by_type:
                time_off_by_type_item = CapacityTimeOffType.from_dict(time_off_by_type_item_data)

                time_off_by_type.append(time_off_by_type_item)

        capacity_item = cls(
            id=id,
            name=name,
            values=values,
            utilization=utilization,
            split=split,
            time_off_by_type=time_off_by_type,
        )

        capacity_item.additional_properties = d
        return capacity_item

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
