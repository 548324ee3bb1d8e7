"""A shop as it was before AgentRein: async functions over one dict, each with the one that takes it back.

Its systems are tables of `shop.sqlite3`, in the folder in which it is run. Changed by: SHOP_COUPONS=down, with which
the coupon service does not answer when a coupon is to be given back.
"""

import asyncio
import os
import sqlite3
from typing import Any

Ctx = dict[str, Any]
DATABASE = "shop.sqlite3"


async def ask(system: str, statement: str, *values: str) -> None:
    """Send a statement to one of the systems, which takes a moment."""
    await asyncio.sleep(0)
    with sqlite3.connect(DATABASE) as database:
        database.execute(f"CREATE TABLE IF NOT EXISTS {system} (id TEXT PRIMARY KEY, says TEXT)")
        database.execute(statement, values)


async def take_from_stock(ctx: Ctx) -> Ctx:
    """Put what was ordered aside."""
    await ask("stock", "INSERT INTO stock VALUES (?, ?)", ctx["order"], f"{ctx['pieces']} × {ctx['sku']} put aside")
    return {"reservation": f"R-{ctx['order']}"}


async def put_back(ctx: Ctx) -> None:
    """Give it back to the stock; once it is there again, this changes nothing."""
    await ask("stock", "DELETE FROM stock WHERE id = ?", ctx["order"])


async def place_order(ctx: Ctx) -> None:
    """Enter the order."""
    await ask("orders", "INSERT INTO orders VALUES (?, ?)", ctx["order"], ctx["reservation"])


async def cancel_order(ctx: Ctx) -> None:
    """Take it out again."""
    await ask("orders", "DELETE FROM orders WHERE id = ?", ctx["order"])


async def redeem_coupon(ctx: Ctx) -> None:
    """Use the coupon up."""
    await ask("coupons", "INSERT INTO coupons VALUES (?, 'used')", ctx["coupon"])


async def give_coupon_back(ctx: Ctx) -> None:
    """Make it good again."""
    if os.environ.get("SHOP_COUPONS") == "down":
        raise ConnectionError("the coupon service does not answer")
    await ask("coupons", "DELETE FROM coupons WHERE id = ?", ctx["coupon"])


async def charge_card(ctx: Ctx) -> None:
    """Take the money: this card has none."""
    raise PermissionError(f"card of {ctx['customer']} declined")


async def refund(ctx: Ctx) -> None:
    """Give the money back."""
    await ask("payments", "DELETE FROM payments WHERE id = ?", ctx["order"])
