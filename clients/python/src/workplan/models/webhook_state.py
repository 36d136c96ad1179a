from typing import Literal, cast

WebhookState = Literal["active", "disabled", "paused", "pending"]


def check_webhook_state(value: str) -> WebhookState:
    return cast(WebhookState, value)
