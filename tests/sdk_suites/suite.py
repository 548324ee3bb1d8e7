"""Runs the tests that come with PyGithub, with its own clients or with armed ones."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

TESTS = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class Ends:
    """How the tests of the suite ended: `passed`, `failed` or `skipped`, and what each said; what the gate saw."""

    tests: dict[str, tuple[str, str]]
    gate: dict[str, Any]

    @property
    def counts(self) -> Counter[str]:
        """Tests by how they ended."""
        return Counter(end for end, _ in self.tests.values())

    def those(self, end: str) -> set[str]:
        """The tests that ended so, as `file.py::Class::test`."""
        return {name for name, (ended, _) in self.tests.items() if ended == end}


def run(folder: Path, *, armed: bool, in_run: bool = True) -> Ends:
    """The suite, unpacked into a folder, by its own pytest settings and in a process of its own."""
    ends, gate = folder / "ends.json", folder / "gate.json"
    plugins = ["-p", "sdk_suites.outcomes", *(["-p", "sdk_suites.armed"] if armed else [])]
    options = ["-q", "-p", "no:cacheprovider", "--color=no", "--tb=short", "-W", "ignore"]
    there = {"PYTHONPATH": str(TESTS), "SDK_SUITE_ENDS": str(ends), "SDK_SUITE_GATE": str(gate)}
    there["SDK_SUITE_RUN"] = "yes" if in_run else ""
    command = [sys.executable, "-m", "pytest", *options, *plugins, "tests"]
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    done = subprocess.run(command, cwd=folder, env={**inherited, **there}, capture_output=True, text=True, check=False)
    if done.returncode not in {0, 1}:
        raise RuntimeError(done.stdout + done.stderr)
    told = json.loads(ends.read_text())
    found = {name.removeprefix("tests/"): (end, said) for name, (end, said) in told.items()}
    return Ends(found, json.loads(gate.read_text()) if armed else {})
