from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

if TYPE_CHECKING:
    from ..models.error_detail import ErrorDetail


T = TypeVar("T", bound="ErrorObject")


@_attrs_define
class ErrorObject:
    """Describes an error, for people and for programs."""

    message: str
    """ A sentence for people. It names the first invalid field. """
    code: str
    """ The code of an error. JSON has it in lower case, such as not_found.

    - `invalid_json` (400): The body is missing, is not a valid JSON object, or has a duplicate member.
    - `validation_failed` (400): A field or parameter is missing, out of range, or conflicts with another one.
    - `unknown_field` (400): The body has a member that the resource does not have, or that this call cannot write.
    - `unknown_parameter` (400): The query has a parameter that the operation does not have.
    - `unknown_reference` (400): An id in the body does not exist in the organization.
    - `too_many_items` (400): A batch has more items than one call accepts.
    - `credential_missing` (401): The request has no API key. Send it as Authorization: Bearer <key>.
    - `credential_invalid` (401): The API key does not exist.
    - `key_expired` (401): The API key has expired.
    - `key_revoked` (401): The API key was revoked.
    - `scope_missing` (403): The key lacks the scope of the operation; the message names it.
    - `permission_denied` (403): The user that the key acts as may not do this.
    - `actor_inactive` (403): The user that the key acts as is deactivated.
    - `organization_suspended` (403): The organization is suspended.
    - `not_found` (404): The record does not exist in the organization.
    - `route_not_found` (404): The path does not exist.
    - `method_not_allowed` (405): The path does not support this method. The header Allow lists those that it
    supports.
    - `body_too_large` (413): The body is larger than 4 MiB.
    - `unsupported_media_type` (415): The body is not application/json, or is compressed.
    - `version_conflict` (409): The record no longer has the version in If-Match. Nothing was written.
    - `invalid_state` (409): The state of the record does not allow this.
    - `rate_limited` (429): The key has used up its requests for now, or the address has sent too many wrong keys.
    Nothing was done. Wait for the seconds in Retry-After.
    - `internal` (500): An unexpected error. The server log has the details under the request id.
    - `unavailable` (503): The service or its database is unavailable. Wait for the seconds in Retry-After. Without
    Retry-After, nobody knows whether the request was executed: look before you send it again.
    - `too_expensive` (503): The database needed too long for the request and stopped. Nothing was written. The same
    request would probably fail again: send less at once, or narrow it with filters, a shorter range or a smaller
    page.
    - `already_exists` (409): Another record has this value, which must be unique. Nothing was written.
    - `idempotency_key_reused` (409): The Idempotency-Key was sent before, with another request. Nothing was done.
    Send a new key.
    - `idempotency_in_progress` (409): A request with the same Idempotency-Key is still running. Wait for the
    seconds in Retry-After and send it again.
    - `idempotency_response_missing` (409): The request with this Idempotency-Key was executed, and its response was
    not stored, because the organization had used up the room for a day. Nothing was done again. Read the records
    instead.
    - `too_many_concurrent` (429): The organization has too many requests running. Nothing was done. Wait for the
    seconds in Retry-After.
    - `request_timeout` (408): The body did not arrive within 60 seconds. Nothing was done.
    - `cursor_expired` (410): The events after the given number are no longer kept. Note the head, read all records
    again, and continue after that head.
    - `cursor_ahead` (409): The given event does not exist yet: a backup of the database was restored. Note the
    head, read all records again, and continue after that head.
    - `not_acceptable` (406): Accept asks for CSV, NDJSON or Parquet, and the operation does not send it. The
    message names what it sends. """
    request_id: str
    """ The id of the request, as in the header X-Request-Id and in the server log. """
    details: list[ErrorDetail]
    """ The invalid fields, or the invalid items of a batch; at most 100. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        message = self.message

        code = self.code

        request_id = self.request_id

        details = []
        for details_item_data in self.details:
            details_item = details_item_data.to_dict()
            details.append(details_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "message": message,
                "code": code,
                "requestId": request_id,
                "details": details,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.error_detail import ErrorDetail  # noqa: PLC0415

        d = dict(src_dict)
        message = d.pop("message")

        code = d.pop("code")

        request_id = d.pop("requestId")

        details = []
        _details = d.pop("details")
        for details_item_data in _details:
            details_item = ErrorDetail.from_dict(details_item_data)

            details.append(details_item)

        error_object = cls(
            message=message,
            code=code,
            request_id=request_id,
            details=details,
        )

        error_object.additional_properties = d
        return error_object

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
