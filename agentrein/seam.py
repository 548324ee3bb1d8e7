"""The one seam at which a write may be answered without being sent: every passage is led through it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from agentrein import doing, telemetry
from agentrein.drive import Steps
from agentrein.dry import rehearsed
from agentrein.model import Answer, Call
from agentrein.resume import resumed
from agentrein.rows import Operation

if TYPE_CHECKING:
    from agentrein.client import Client
    from agentrein.run import Run


def led(
    run: Run,
    client: Client,
    row: Operation,
    call: Call,
    where: str,
    sent: Callable[[], Steps[Answer]],
    *,
    opaque: bool = False,
) -> Steps[Answer]:
    """A write's own steps, which `sent` begins, or those that give its answer in their place.

    `opaque` says that the call does not hold all that would be sent. What a body of one's own sends is a part of that.
    """
    if run.dry is not None:
        return rehearsed(run, run.dry, client, row, call, where, sent)
    if run.earlier is not None and doing.inside(run) is None:
        steps = resumed(run, run.earlier, client, row, call, where, sent, opaque=opaque)
    else:
        steps = sent()
    return telemetry.passage(run, client, row, steps)
