from __future__ import annotations

import signal

import pytest

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as for a job in the background: tests press Ctrl-C
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Show what tests recorded to be told at the end, from the workers of `-n`, too: `record_property("told", ...)`."""
    reports = [one for outcome in ("passed", "failed") for one in terminalreporter.getreports(outcome)]
    told = [value for one in reports for name, value in one.user_properties if name == "told" and one.when == "call"]
    for line in sorted(set(told)):
        terminalreporter.write_line(line)
