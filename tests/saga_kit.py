"""The steps of a saga as old code has them: pairs over one dict, in a module that every process can import."""

from __future__ import annotations

import asyncio
from typing import Any

from own_kit import cancel, log, put, shop, stop


def reserve(ctx: dict[str, Any]) -> dict[str, Any]:
    """Takes from the stock."""
    log("reserve")
    put(f"stock-{ctx['order']}", 1)
    return {"reservation": f"R-{ctx['order']}"}


def release(ctx: dict[str, Any]) -> None:
    """Puts it back."""
    log(f"release {ctx['reservation']}")
    stop("release")
    cancel(f"stock-{ctx['order']}")


def order(ctx: dict[str, Any]) -> None:
    """Places the order, and says so in the dict itself."""
    log("order")
    stop("order begins")
    put(f"order-{ctx['order']}", 1)
    ctx["number"] = f"N-{ctx['order']}"
    stop("order ends")


async def aorder(ctx: dict[str, Any]) -> dict[str, Any]:
    """The same on an event loop."""
    await asyncio.sleep(0)
    put(f"order-{ctx['order']}", 1)
    return {"number": f"N-{ctx['order']}"}


def unorder(ctx: dict[str, Any]) -> None:
    """Cancels it."""
    log(f"unorder {ctx['number']}")
    cancel(f"order-{ctx['order']}")


async def pay(ctx: dict[str, Any]) -> None:
    """Is declined."""
    raise ConnectionError("card declined")


def pay_now(ctx: dict[str, Any]) -> None:
    """Is declined, too."""
    stop("pay")
    raise ConnectionError("card declined")


def refund(ctx: dict[str, Any]) -> None:
    """Needs what only a payment gives."""
    log(f"refund {ctx['payment']}")


__all__ = ["aorder", "order", "pay", "pay_now", "refund", "release", "reserve", "shop", "unorder"]
