"""Planting credentials and looking for them: in every byte of a ledger's folder, in logs, in what commands print."""

from __future__ import annotations

import base64
import logging
from collections.abc import Iterable, Mapping
from pathlib import Path
from urllib.parse import quote

import pytest

from agentrein.cli import main

_FOREIGN = ("urllib3", "uvicorn", "asyncio", "httpx", "httpcore", "slack_sdk", "notion_client", "github")
"""Loggers of SDKs and HTTP libraries, which log what any client of theirs sends."""


def forms(secret: str) -> list[bytes]:
    """A secret as it is, quoted for an address, and as Basic authentication writes it."""
    return [
        secret.encode(),
        quote(secret, safe="").encode(),
        base64.b64encode(f"user:{secret}".encode()),
        base64.b64encode(secret.encode()).rstrip(b"="),
    ]


def stored(ledger: Path) -> dict[str, bytes]:
    """Every file in the ledger's folder, with those that SQLite and the locks put beside it; names count as bytes."""
    files = [file for file in ledger.parent.rglob("*") if file.is_file()]
    found = {file.name: file.read_bytes() for file in files}
    return {**found, "names of files": "\n".join(map(str, files)).encode()}


def logged(caplog: pytest.LogCaptureFixture) -> bytes:
    """What was logged at any level, tracebacks included, but not by SDKs and HTTP libraries themselves."""
    shown = logging.Formatter("%(name)s %(message)s")
    return "\n".join(shown.format(one) for one in caplog.records if not one.name.startswith(_FOREIGN)).encode()


def found(secrets: Mapping[str, str], haystacks: Mapping[str, bytes]) -> list[str]:
    """Where a secret stands, in any of its forms."""
    return [
        f"{name} in {place}: …{data[max(0, data.index(form) - 60) : data.index(form) + 20]!r}…"
        for name, secret in secrets.items()
        for place, data in haystacks.items()
        for form in forms(secret)
        if form in data
    ]


def commands(run: str, connectors: Iterable[str] = ()) -> list[list[str]]:
    """Every command that reads, reverts or recovers, on a run; it is reverted and recovered last."""
    reading = [[], ["runs"], ["show", run, "--all"], ["plan", run, "--all"], ["doctor", "--all"]]
    reading += [["show", run, "1", "--all"], ["ops", *connectors, "--all"]]
    return [*reading, ["recover", run], ["recover"], ["revert", run, "--yes"], ["show", run, "--all"]]


def printed(capsys: pytest.CaptureFixture[str], run: str, *connectors: str) -> dict[str, bytes]:
    """What each command prints on both streams, for people and as JSON, with tracebacks asked for."""
    said = {}
    for command in commands(run, connectors):
        for more in ([], ["--json"]):
            capsys.readouterr()
            code = main([*command, *more, "--debug"])
            out = "".join(capsys.readouterr())
            name = " ".join(["rein", *command, *more])
            assert code != 70, f"{name} is a bug: {out}"
            said[name] = out.encode()
    return said
