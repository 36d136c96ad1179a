// Written by generate from the extensions of the OpenAPI document. Do not edit.

/** The REST calls that may be sent twice: x-idempotent. */
export const idempotent: ReadonlySet<string> = new Set([
  "get /api/v1/me",
  "get /api/v1/users",
  "get /api/v1/users/{user_id}",
  "patch /api/v1/users/{user_id}",
  "get /api/v1/users/{user_id}/working-patterns",
  "put /api/v1/users/{user_id}/working-patterns",
  "get /api/v1/clients",
  "get /api/v1/clients/{client_id}",
  "patch /api/v1/clients/{client_id}",
  "get /api/v1/projects",
  "get /api/v1/projects/{project_id}",
  "patch /api/v1/projects/{project_id}",
  "get /api/v1/capabilities",
  "patch /api/v1/capabilities/{capability_id}",
  "get /api/v1/assignments",
  "post /api/v1/assignments",
  "get /api/v1/actual-hours",
  "post /api/v1/actual-hours",
  "get /api/v1/time-off-types",
  "patch /api/v1/time-off-types/{time_off_type_id}",
  "get /api/v1/time-off",
  "get /api/v1/time-off/{request_id}",
  "patch /api/v1/time-off/{request_id}",
  "delete /api/v1/time-off/{request_id}",
  "post /api/v1/time-off/{request_id}/approve",
  "post /api/v1/time-off/{request_id}/reject",
  "get /api/v1/holidays",
  "put /api/v1/holidays",
  "delete /api/v1/holidays/{holiday_id}",
  "get /api/v1/calendar-feed",
  "delete /api/v1/calendar-feed",
  "get /api/v1/capacity",
  "get /api/v1/capacity/gaps",
  "get /api/v1/events",
  "get /api/v1/events/{seq}",
  "get /api/v1/events/stream",
  "get /api/v1/keys",
  "patch /api/v1/keys/{key_id}",
  "post /api/v1/keys/{key_id}/revoke",
  "get /api/v1/webhooks",
  "get /api/v1/webhooks/{webhook_id}",
  "patch /api/v1/webhooks/{webhook_id}",
  "delete /api/v1/webhooks/{webhook_id}",
  "post /api/v1/webhooks/{webhook_id}/redeliver",
  "get /api/v1/webhooks/{webhook_id}/attempts",
]);

/** The error codes of the server: x-extensible-enum. */
export type ServerErrorCode =
  | "invalid_json"
  | "validation_failed"
  | "unknown_field"
  | "unknown_parameter"
  | "unknown_reference"
  | "too_many_items"
  | "credential_missing"
  | "credential_invalid"
  | "key_expired"
  | "key_revoked"
  | "scope_missing"
  | "permission_denied"
  | "actor_inactive"
  | "organization_suspended"
  | "not_found"
  | "route_not_found"
  | "method_not_allowed"
  | "body_too_large"
  | "unsupported_media_type"
  | "version_conflict"
  | "invalid_state"
  | "rate_limited"
  | "internal"
  | "unavailable"
  | "already_exists"
  | "idempotency_key_reused"
  | "idempotency_in_progress"
  | "too_many_concurrent"
  | "request_timeout"
  | "cursor_expired"
  | "cursor_ahead";
