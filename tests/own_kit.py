"""A shop whose state is a file, so that every process sees it: functions of a user's own, with what undoes them."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import agentrein as rein


def shop() -> dict[str, Any]:
    """What stands in the shop, and in `log` what was called, in order."""
    path = Path(os.environ["OWN_SHOP"])
    return json.loads(path.read_text()) if path.exists() else {"orders": {}, "log": []}


def write(found: dict[str, Any]) -> None:
    """Write it down, whole or not at all."""
    path = Path(os.environ["OWN_SHOP"])
    path.with_suffix(".new").write_text(json.dumps(found))
    path.with_suffix(".new").replace(path)


def log(said: str) -> None:
    """Note a call."""
    write({**(now := shop()), "log": [*now["log"], said]})


def put(order: str, qty: int) -> None:
    """An order comes to stand there."""
    now = shop()
    write({**now, "orders": {**now["orders"], order: qty}})


def stop(where: str) -> None:
    """Where the test says so, the process is killed, or the function fails."""
    if os.environ.get("OWN_DIES") == where:
        os.kill(os.getpid(), 9)
    if os.environ.get("OWN_FAILS") == where:
        raise OSError(f"the warehouse is down ({where})")


def cancel(order: str) -> None:
    """The undo of `place`, which may be called twice."""
    log(f"cancel {order}")
    stop("undo begins")
    now = shop()
    write({**now, "orders": {name: qty for name, qty in now["orders"].items() if name != order}})
    stop("undo ends")


def stands(order: str) -> bool:
    """The probe of `place`."""
    log(f"probe {order}")
    return order in shop()["orders"]


@rein.action(undo=cancel, tier=rein.REVERSIBLE, probe=stands, says="order {qty} pieces as {order}")
def place(order: str, qty: int = 1) -> dict[str, Any]:
    """Place an order."""
    log(f"place {order} {qty}")
    stop("body begins")
    put(order, qty)
    stop("body ends")
    return {"number": f"N-{order}"}


async def acancel(result: dict[str, Any] | None = None, *, order: str, key: str) -> None:
    """The undo of `aplace`: it takes the result, and the key of this undo."""
    await asyncio.sleep(0)
    log(f"acancel {order} {result} {key}")
    stop("undo begins")
    now = shop()
    write({**now, "orders": {name: qty for name, qty in now["orders"].items() if name != order}})


@rein.action(undo=acancel, tier=rein.COMPENSABLE)
async def aplace(order: str) -> dict[str, Any]:
    """Place an order on an event loop."""
    await asyncio.sleep(0)
    stop("body begins")
    put(order, 1)
    stop("body ends")
    return {"number": f"N-{order}"}


@rein.action
def mail(to: str) -> str:
    """What nothing undoes."""
    log(f"mail {to}")
    return "sent"


def cancel_by_result(result: Any) -> None:
    """An undo that needs what the function returned."""
    log(f"cancel by {json.dumps(result)}")


def cancel_lazily(order: str) -> Iterator[None]:
    """What would take it back if anybody went through it."""
    cancel(order)
    yield
