"""Parts: requests that only prepare, such as the bytes of an upload, let out as parts of the action that commits."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from agentrein.drive import Commit, Send, Steps
from agentrein.errors import LedgerError, Refused
from agentrein.model import Answer, Call
from agentrein.passage import not_recorded
from agentrein.rows import Operation
from agentrein.says import sentence

if TYPE_CHECKING:
    from agentrein.client import Client
    from agentrein.run import Run


def prepared(
    run: Run, client: Client, row: Operation, call: Call, forward: Callable[[Callable[[], None]], Any], where: str
) -> Steps[Answer]:
    """Record a request that only prepares, and send it once; refused where what it prepares would be.

    Nothing undoes it by itself: the vendor forgets what is prepared and never committed. Raises Refused.
    """
    says = sentence(row, call)
    whole = client.connector.table.row(row.part)
    assert isinstance(whole, Operation)  # noqa: S101 - the table was checked
    run.admit(says, row.name, where)
    run.judge(whole, whole.tiers[-1] if len(whole.tiers) == 1 else row.tiers[0], says, where, call)
    note = {"connector": row.connector, "address": row.address, "of": row.part, "says": says, "where": where}
    try:
        yield Commit(lambda: run.record_part(note))
    except LedgerError as error:
        raise not_recorded(run, row, says, where, error) from error
    committed, stopped = time.monotonic(), list[LedgerError | Refused]()

    def check() -> None:
        try:
            run.clear_to_send(says, row.name, where, committed)
        except (LedgerError, Refused) as error:
            stopped.append(error)
            raise

    answer: Answer = yield Send(forward, check)
    for cause in stopped:
        raise cause if isinstance(cause, Refused) else not_recorded(run, row, says, where, cause)
    return answer
