"""A pytest plugin that writes down how each test ended."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

ENDS: dict[str, tuple[str, str]] = {}


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """The worst of a test's phases and subtests, and what it said."""
    if report.failed:
        ENDS[report.nodeid] = "failed", f"{report.capstdout}{report.longreprtext}"
    elif report.skipped:
        ENDS.setdefault(report.nodeid, ("skipped", report.longreprtext))
    elif report.when == "call":
        ENDS.setdefault(report.nodeid, ("passed", ""))


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Leave them behind."""
    Path(os.environ["SDK_SUITE_ENDS"]).write_text(json.dumps(ENDS))
