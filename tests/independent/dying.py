"""Ending a process as a kill does, between answer and outcome: `python -m tests.independent.dying N SCRIPT`."""

from __future__ import annotations

import os
import runpy
import signal
import sys

from agentrein import faults


def die_after(sends: int) -> None:
    """Kill this process after so many requests of the SDK's own were answered and before the outcome is recorded."""
    count = 0

    def listener(point: str) -> None:
        nonlocal count
        count += point == "after_send"
        if count == sends:
            os.kill(os.getpid(), signal.SIGKILL)

    faults.listener = listener


if __name__ == "__main__":
    die_after(int(sys.argv[1]))
    runpy.run_path(sys.argv[2], run_name="__main__")
