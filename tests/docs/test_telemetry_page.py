"""docs/telemetry.md: its program prints what stands below it, and every field, metric and event is on it."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agentrein.telemetry import tracing
from docs_kit import DOCS, ROOT, blocks, sections, text_of

PAGE = DOCS / "telemetry.md"
TEXT = text_of(PAGE)
EVENTS = {name: text_of(ROOT / "agentrein" / "telemetry" / f"{name}s.py") for name in ("run", "action", "revert")}
SOURCE = "".join((*EVENTS.values(), text_of(ROOT / "agentrein" / "telemetry" / "telling.py")))


def plain(text: str) -> str:
    """Without what differs from run to run."""
    text = re.sub(r"\br-[a-z0-9]{8}\b", "r-xxxxxxxx", text)
    return re.sub(r"(server\.port = )\d+", r"\1 0", text).strip()


def printed(folder: Path, sandbox: Any, code: str) -> str:
    """What the program prints, on both streams, in a process of its own: OpenTelemetry takes a provider once."""
    environ = {"GITHUB_TOKEN": "token-octocat", "GITHUB_API_URL": sandbox.url}
    environ |= {"AGENTREIN_LEDGER": str(folder / "ledger.sqlite3"), "PYTHONUTF8": "1"}
    line = [sys.executable, "-c", code]
    done = subprocess.run(line, env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.stdout


def test_the_program_prints_what_stands_below_it(rein_sandbox: Callable[[str], Any], tmp_path: Path) -> None:
    """All of it, spans and log records."""
    code, shown = blocks(TEXT)[:2]
    assert (code.kind, shown.kind) == ("python", "text")
    assert plain(printed(tmp_path, rein_sandbox("github"), code.text)) == plain(shown.text)


def test_every_field_is_on_the_page() -> None:
    """Each attribute that the source sets, and no other."""
    set_ = set(re.findall(r'"((?:agentrein|error|gen_ai|http|server|url)\.[\w.]+)"', SOURCE))
    counters = {*tracing.COUNTERS, *tracing.DURATIONS}
    spans = {f"agentrein.{name}" for name in EVENTS}
    table = set(re.findall(r"`([a-z_]+\.[\w.]+)`", re.sub(r"\]\([^)]*\)", "", sections(TEXT)["Fields"])))
    assert table - {"Refused.reason"} == (set_ - counters - spans) | {"error.type", *tracing.DURATIONS}


def test_every_metric_is_on_the_page() -> None:
    """With its unit."""
    table = sections(TEXT)["Metrics"]
    rows = dict(re.findall(r"^\| `([\w.]+)` \| ([^|]*) \|", table, re.MULTILINE))
    units = {name: f"counter, `{unit}`" for name, (unit, _) in tracing.COUNTERS.items()}
    units |= dict.fromkeys(tracing.DURATIONS, "histogram, `s`")
    assert {name: kind.partition(":")[0] for name, kind in rows.items()} == units


@pytest.mark.parametrize("logger", EVENTS)
def test_every_event_is_on_the_page(logger: str) -> None:
    """Each event of a logger, and no other."""
    events = set(re.findall(r'log\(LOGGER, [^"]*"(\w+)"', EVENTS[logger]))
    rows = re.findall(r"^\| (`agentrein\.\w+`)? ?\| `(\w+)` \|", sections(TEXT)["Logs"], re.MULTILINE)
    found, now = {}, ""
    for name, event in rows:
        now = name.strip("`") or now
        found.setdefault(now, set()).add(event)
    assert found[f"agentrein.{logger}"] == events
    assert f'getLogger("agentrein.{logger}")' in EVENTS[logger]
