"""Stock, order, coupon, payment: the payment fails, so what came before it is compensated, newest first.

Changed by: SHOP_COUPONS=down, with which one compensation fails, too: then somebody is alerted.
"""

import asyncio

import shop

import agentrein as rein


def alert(report: rein.Report) -> None:
    """Tell whoever is on call; a real one sends a message."""
    for action in report.actions:
        if action.left:
            print(f"ALERT  {action.says}: {action.message}")
    print(f"ALERT  once that is mended:  rein revert {report.run}")


async def main() -> rein.SagaResult:
    """One order."""
    return await rein.saga(
        [
            rein.Step("take 2 mugs from the stock", shop.take_from_stock, shop.put_back),
            rein.Step("place the order", shop.place_order, shop.cancel_order),
            rein.Step("redeem the coupon", shop.redeem_coupon, shop.give_coupon_back),
            rein.Step("charge the card", shop.charge_card, shop.refund),
        ],
        {"order": "4711", "customer": "ada", "sku": "mug", "pieces": 2, "coupon": "SPRING"},
        name="checkout",
        on_attention=alert,
    )


result = asyncio.run(main())
print("completed          ", result.completed)
print("failed             ", result.failed_step, "-", result.error)
print("compensated        ", result.compensated)
print("compensation failed", result.compensation_failed)
