"""A saga in a process of its own; the environment says where it dies."""

from __future__ import annotations

import agentrein as rein
from saga_kit import order, pay_now, refund, release, reserve, unorder

if __name__ == "__main__":
    rein.saga(
        [
            rein.Step("reserve", reserve, release),
            rein.Step("order", order, unorder),
            rein.Step("pay", pay_now, refund),
        ],
        {"order": "A1"},
        name="checkout",
    )
