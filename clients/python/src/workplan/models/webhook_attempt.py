from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.webhook_outcome import WebhookOutcome, check_webhook_outcome

T = TypeVar("T", bound="WebhookAttempt")


@_attrs_define
class WebhookAttempt:
    """A request to an endpoint."""

    id: UUID
    """ Identifier, a UUID. """
    seq: int | None
    """ The number of the event; null for a ping. """
    type_: str
    """ The type of the event, or webhook.ping. """
    created_at: datetime.datetime
    """ When the request was sent. """
    duration: int
    """ How long it took, in milliseconds. """
    outcome: WebhookOutcome
    """ The result of a request to an endpoint.

    - `delivered`: The endpoint has responded with 2xx.
    - `failed`: There was no response, or one with another status. The request is tried again.
    - `parked`: The endpoint has refused the event for the last time. The next event follows. """
    status: int | None
    """ The HTTP status of the response; null if there was no response. """
    error: None | str
    """ Why the request failed; null if it did not. """
    response: None | str
    """ The first 1024 bytes of the body of the response; null if there was no response. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        seq: int | None
        seq = self.seq

        type_ = self.type_

        created_at = self.created_at.isoformat()

        duration = self.duration

        outcome: str = self.outcome

        status: int | None
        status = self.status

        error: None | str
        error = self.error

        response: None | str
        response = self.response

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "seq": seq,
                "type": type_,
                "createdAt": created_at,
                "duration": duration,
                "outcome": outcome,
                "status": status,
                "error": error,
                "response": response,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        def _parse_seq(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        seq = _parse_seq(d.pop("seq"))

        type_ = d.pop("type")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt").replace("Z", "+00:00"))

        duration = d.pop("duration")

        outcome = check_webhook_outcome(d.pop("outcome"))

        def _parse_status(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        status = _parse_status(d.pop("status"))

        def _parse_error(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        error = _parse_error(d.pop("error"))

        def _parse_response(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        response = _parse_response(d.pop("response"))

        webhook_attempt = cls(
            id=id,
            seq=seq,
            type_=type_,
            created_at=created_at,
            duration=duration,
            outcome=outcome,
            status=status,
            error=error,
            response=response,
        )

        webhook_attempt.additional_properties = d
        return webhook_attempt

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
