"""What the acceptance tests share: clients, other processes, a full disk, and the ledger read by plain SQL."""

from __future__ import annotations

import contextvars
import json
import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from github import Auth, Github
from github.Requester import Requester

import agentrein as rein
from agentrein_github.sandbox import GitHubSandbox

AGENT, PERSON = "token-octocat", "token-helper"


class Boom(RuntimeError):
    """What an agent's own code raises."""


class _Elsewhere(Requester):
    """PyGithub's `Requester` in a context without a run, as if in another process."""

    def _Requester__requestRaw(self, *arguments: Any, **named: Any) -> Any:  # noqa: N802 - the SDK's mangled name
        send = super()._Requester__requestRaw  # type: ignore[misc] # its name is mangled
        return contextvars.Context().run(send, *arguments, **named)


def elsewhere(client: Github) -> Github:
    """The client of somebody who has no part in the runs of this process."""
    client.requester.__class__ = _Elsewhere
    return client


def plain(sb: GitHubSandbox, token: str = AGENT, **settings: Any) -> Github:
    """A client as a user makes it, without the SDK's pauses and repeated reads."""
    settings = {"seconds_between_requests": None, "seconds_between_writes": None, "retry": None, **settings}
    return Github(auth=Auth.Token(token), base_url=sb.url, **settings)


def entries(ledger: Path, kind: str = "") -> list[dict[str, Any]]:
    """Entries in the order of their commit, by the SQL that a person would type."""
    sql = "SELECT n, run, seq, kind, at, text FROM entries JOIN payloads ON entry = id ORDER BY id"
    with closing(sqlite3.connect(f"file:{ledger}?mode=ro", uri=True)) as db:
        rows = db.execute(sql).fetchall()
    names = ("n", "run", "seq", "kind", "at")
    found = [{**dict(zip(names, row, strict=False)), "payload": json.loads(row[-1])} for row in rows]
    return [entry for entry in found if kind in {"", entry["kind"]}]


def states(source: rein.Run | rein.Report) -> dict[int, str]:
    """Where each action stands, by its number."""
    return {action.seq: action.state.value for action in source.actions}


def sent(sb: GitHubSandbox) -> list[str]:
    """The writes that reached the sandbox, in the order of their arrival."""
    return [f"{request.method} {request.decoded}" for request in sb.writes]


def python(code: str, *arguments: str, **environ: str) -> subprocess.Popen[str]:
    """Another Python process of the same installation; what it prints comes through its stdout."""
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", code, *arguments],
        env={**os.environ, **environ},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@contextmanager
def full_disk(ledger: Path) -> Iterator[None]:
    """No file of this process can grow beyond what the ledger's log is now: the next append fails in the kernel."""
    limit = fill_disk(ledger)
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)


def fill_disk(ledger: Path) -> tuple[int, int]:
    """Let every write beyond the present end of the ledger's log fail; gives the limit to set again afterwards."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    size = ledger.with_name(ledger.name + "-wal").stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    return before
