from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from attrs import define as _attrs_define

from ..types import UNSET, Unset

T = TypeVar("T", bound="WebhookRedeliveryInput")


@_attrs_define
class WebhookRedeliveryInput:
    """Says which events are sent again: seq alone, fromSeq and toSeq, or parked alone. Has the fields that a new record
    may set.

    """

    seq: int | None | Unset = UNSET
    """ The number of one event. """
    from_seq: int | None | Unset = UNSET
    """ The number of the first event of a range. """
    to_seq: int | None | Unset = UNSET
    """ The number of the last event of a range. """
    parked: bool | None | Unset = UNSET
    """ Whether to send all parked events. """

    def to_dict(self) -> dict[str, Any]:
        seq: int | None | Unset
        if isinstance(self.seq, Unset):
            seq = UNSET
        else:
            seq = self.seq

        from_seq: int | None | Unset
        if isinstance(self.from_seq, Unset):
            from_seq = UNSET
        else:
            from_seq = self.from_seq

        to_seq: int | None | Unset
        if isinstance(self.to_seq, Unset):
            to_seq = UNSET
        else:
            to_seq = self.to_seq

        parked: bool | None | Unset
        if isinstance(self.parked, Unset):
            parked = UNSET
        else:
            parked = self.parked

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if seq is not UNSET:
            field_dict["seq"] = seq
        if from_seq is not UNSET:
            field_dict["fromSeq"] = from_seq
        if to_seq is not UNSET:
            field_dict["toSeq"] = to_seq
        if parked is not UNSET:
            field_dict["parked"] = parked

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_seq(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        seq = _parse_seq(d.pop("seq", UNSET))

        def _parse_from_seq(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        from_seq = _parse_from_seq(d.pop("fromSeq", UNSET))

        def _parse_to_seq(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        to_seq = _parse_to_seq(d.pop("toSeq", UNSET))

        def _parse_parked(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        parked = _parse_parked(d.pop("parked", UNSET))

        webhook_redelivery_input = cls(
            seq=seq,
            from_seq=from_seq,
            to_seq=to_seq,
            parked=parked,
        )

        return webhook_redelivery_input
