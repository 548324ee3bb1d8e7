"""Only `make independent` runs this folder: it installs stand-ins from the npm registry."""

from __future__ import annotations

import os
from typing import Any

collect_ignore_glob = [] if os.environ.get("AGENTREIN_INDEPENDENT") else ["test_*.py"]


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print what tests counted, for docs/verification.md."""
    for report in (*terminalreporter.stats.get("passed", ()), *terminalreporter.stats.get("failed", ())):
        for name, value in report.user_properties:
            if name == "counted":
                terminalreporter.write_line(value)
