from typing import Literal, cast

WebhookOutcome = Literal["delivered", "failed", "parked"]


def check_webhook_outcome(value: str) -> WebhookOutcome:
    return cast(WebhookOutcome, value)
