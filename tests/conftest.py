from __future__ import annotations

import signal

import pytest
from hypothesis import HealthCheck, settings

# How long a machine takes is no property of the code: a busy one fails no test.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as for a job in the background: tests press Ctrl-C
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Show what tests recorded to be told at the end, from the workers of `-n`, too: `record_property("told", ...)`."""
    reports = [one for outcome in ("passed", "failed") for one in terminalreporter.getreports(outcome)]
    told = [value for one in reports for name, value in one.user_properties if name == "told" and one.when == "call"]
    for line in sorted(set(told)):
        terminalreporter.write_line(line)
