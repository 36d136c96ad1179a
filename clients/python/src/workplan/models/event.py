from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.event_after_type_0 import EventAfterType0
    from ..models.event_before_type_0 import EventBeforeType0
    from ..models.event_record import EventRecord
    from ..models.event_row import EventRow


T = TypeVar("T", bound="Event")


@_attrs_define
class Event:
    """One write: what changed, when, and by whom."""

    seq: int
    """ The number of the event: 1, 2, 3 and so on in the organization, without a gap. Of two writes to one record,
    the later one has the higher number. """
    type_: str
    """ What happened, such as client.updated or assignments.upserted. New types may be added. """
    at: datetime.datetime
    """ When it was written. """
    actor_id: None | UUID
    """ The user who wrote it; null if it was the command line. """
    key_id: None | UUID
    """ The API key with which it was written; null if it was the command line, or a person in the console who is
    not signed in with a key. """
    request_id: None | str
    """ The id of the request, as in its header X-Request-Id; null if it was the command line. """
    record: EventRecord | None
    """ The record that was written; null for hours. """
    before: EventBeforeType0 | None
    """ The fields that changed, with their values before the write; null if the record was created, and for hours.
    If it was deleted, all fields. """
    after: EventAfterType0 | None
    """ The record after the write; null if it was deleted, and for hours. """
    rows: list[EventRow]
    """ The rows of hours that were created or changed, or deleted: at most 200 of them in a list, and those that
    offset and limit choose in GetEvent. Empty for other records. """
    row_count: int
    """ How many rows of hours were created, changed or deleted; 0 for other records. """
    first_date: datetime.date | None
    """ The first day of all rows that were created, changed or deleted; null for other records. """
    last_date: datetime.date | None
    """ The last day of all rows that were created, changed or deleted; null for other records. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.event_after_type_0 import EventAfterType0  # noqa: PLC0415
        from ..models.event_before_type_0 import EventBeforeType0  # noqa: PLC0415
        from ..models.event_record import EventRecord  # noqa: PLC0415

        seq = self.seq

        type_ = self.type_

        at = self.at.isoformat()

        actor_id: None | str
        if isinstance(self.actor_id, UUID):
            actor_id = str(self.actor_id)
        else:
            actor_id = self.actor_id

        key_id: None | str
        if isinstance(self.key_id, UUID):
            key_id = str(self.key_id)
        else:
            key_id = self.key_id

        request_id: None | str
        request_id = self.request_id

        record: dict[str, Any] | None
        if isinstance(self.record, EventRecord):
            record = self.record.to_dict()
        else:
            record = self.record

        before: dict[str, Any] | None
        if isinstance(self.before, EventBeforeType0):
            before = self.before.to_dict()
        else:
            before = self.before

        after: dict[str, Any] | None
        if isinstance(self.after, EventAfterType0):
            after = self.after.to_dict()
        else:
            after = self.after

        rows = []
        for rows_item_data in self.rows:
            rows_item = rows_item_data.to_dict()
            rows.append(rows_item)

        row_count = self.row_count

        first_date: None | str
        if isinstance(self.first_date, datetime.date):
            first_date = self.first_date.isoformat()
        else:
            first_date = self.first_date

        last_date: None | str
        if isinstance(self.last_date, datetime.date):
            last_date = self.last_date.isoformat()
        else:
            last_date = self.last_date

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "seq": seq,
                "type": type_,
                "at": at,
                "actorId": actor_id,
                "keyId": key_id,
                "requestId": request_id,
                "record": record,
                "before": before,
                "after": after,
                "rows": rows,
                "rowCount": row_count,
                "firstDate": first_date,
                "lastDate": last_date,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.event_after_type_0 import EventAfterType0  # noqa: PLC0415
        from ..models.event_before_type_0 import EventBeforeType0  # noqa: PLC0415
        from ..models.event_record import EventRecord  # noqa: PLC0415
        from ..models.event_row import EventRow  # noqa: PLC0415

        d = dict(src_dict)
        seq = d.pop("seq")

        type_ = d.pop("type")

        at = datetime.datetime.fromisoformat(d.pop("at").replace("Z", "+00:00"))

        def _parse_actor_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                actor_id_type_0 = UUID(data)

                return actor_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        actor_id = _parse_actor_id(d.pop("actorId"))

        def _parse_key_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                key_id_type_0 = UUID(data)

                return key_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        key_id = _parse_key_id(d.pop("keyId"))

        def _parse_request_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        request_id = _parse_request_id(d.pop("requestId"))

        def _parse_record(data: object) -> EventRecord | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                record_type_0 = EventRecord.from_dict(data)

                return record_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(EventRecord | None, data)

        record = _parse_record(d.pop("record"))

        def _parse_before(data: object) -> EventBeforeType0 | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                before_type_0 = EventBeforeType0.from_dict(data)

                return before_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(EventBeforeType0 | None, data)

        before = _parse_before(d.pop("before"))

        def _parse_after(data: object) -> EventAfterType0 | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                after_type_0 = EventAfterType0.from_dict(data)

                return after_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(EventAfterType0 | None, data)

        after = _parse_after(d.pop("after"))

        rows = []
        _rows = d.pop("rows")
        for rows_item_data in _rows:
            rows_item = EventRow.from_dict(rows_item_data)

            rows.append(rows_item)

        row_count = d.pop("rowCount")

        def _parse_first_date(data: object) -> datetime.date | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                first_date_type_0 = datetime.date.fromisoformat(data)

                return first_date_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.date | None, data)

        first_date = _parse_first_date(d.pop("firstDate"))

        def _parse_last_date(data: object) -> datetime.date | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                last_date_type_0 = datetime.date.fromisoformat(data)

                return last_date_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.date | None, data)

        last_date = _parse_last_date(d.pop("lastDate"))

        event = cls(
            seq=seq,
            type_=type_,
            at=at,
            actor_id=actor_id,
            key_id=key_id,
            request_id=request_id,
            record=record,
            before=before,
            after=after,
            rows=rows,
            row_count=row_count,
            first_date=first_date,
            last_date=last_date,
        )

        event.additional_properties = d
        return event

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
