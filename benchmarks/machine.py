"""Where the figures come from: processor, system, Python, SQLite, file system and day."""

from __future__ import annotations

import os
import platform
import sqlite3
from datetime import UTC, datetime
from pathlib import Path


def machine(folder: Path) -> str:
    """One line about this machine and the file system that holds `folder`."""
    parts = (
        f"{_processor()} ({os.cpu_count()} cores)",
        f"{platform.system()} {platform.release()}",
        f"Python {platform.python_version()}",
        f"SQLite {sqlite3.sqlite_version}",
        f"file system {_file_system(folder)}",
        f"{datetime.now(UTC):%Y-%m-%d}",
    )
    return ", ".join(parts)


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.machine()


def _file_system(folder: Path) -> str:
    """The type of the mount with the longest path that holds the folder; Linux tells it, others do not."""
    try:
        lines = Path("/proc/mounts").read_text(encoding="utf-8").splitlines()
    except OSError:
        return "unknown"
    mounts = {line.split()[1]: line.split()[2] for line in lines}
    holding = [place for place in mounts if folder.resolve().is_relative_to(place)]
    return mounts[max(holding, key=len)] if holding else "unknown"
