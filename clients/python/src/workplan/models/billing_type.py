from typing import Literal, cast

BillingType = Literal["fixed_price", "non_billable", "retainer", "time_materials"]


def check_billing_type(value: str) -> BillingType:
    return cast(BillingType, value)
