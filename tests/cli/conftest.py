from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from github import Auth, Github

import agentrein as rein
from agentrein import dry
from agentrein.cli import main
from agentrein_github.sandbox import GitHubSandbox


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """What was printed on stdout, which must be JSON alone."""
        return json.loads(self.out)

    @property
    def lines(self) -> list[str]:
        """The lines of stdout."""
        return self.out.splitlines()


OCTOCAT, HELPER = "token-octocat", "token-helper"


@pytest.fixture
def sandbox() -> Iterator[GitHubSandbox]:
    """A stand-in for GitHub that serves."""
    with GitHubSandbox() as sb:
        yield sb


@pytest.fixture
def place(tmp_path: Path, sandbox: GitHubSandbox, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the ledger will be; the environment names it, and the sandbox with octocat's token."""
    path = tmp_path / "house" / "ledger.sqlite3"
    monkeypatch.setenv("AGENTREIN_LEDGER", str(path))
    monkeypatch.setenv("AGENTREIN_USER", "tester")
    monkeypatch.setenv("GITHUB_TOKEN", OCTOCAT)
    monkeypatch.setenv("GITHUB_API_URL", sandbox.url)
    for name in ("GH_TOKEN", "NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    return path


def opens(repo: Any) -> None:
    """An agent's work: one issue."""
    repo.create_issue("Flaky test")


def triages(repo: Any) -> None:
    """An agent's work: a title, a label, an issue."""
    issue = repo.get_issue(1)
    issue.edit(title="Agent's title")
    issue.add_to_labels("customer")
    repo.create_issue("Flaky test")


@pytest.fixture
def work() -> SimpleNamespace:
    """Things that agents do."""
    return SimpleNamespace(opens=opens, triages=triages)


def client(sandbox: GitHubSandbox, token: str = OCTOCAT) -> Github:
    """A PyGithub client without pauses."""
    return Github(
        base_url=sandbox.url,
        auth=Auth.Token(token),
        seconds_between_requests=None,
        seconds_between_writes=None,
        retry=None,
    )


@pytest.fixture
def agent(place: Path, sandbox: GitHubSandbox) -> Callable[..., str]:
    """Run an agent: `agent(work, name=..., ...)` gives the run's id; `work` gets the armed repository."""

    def act(work: Callable[[Any], object], name: str = "triage", **options: Any) -> str:
        repo = rein.wrap(client(sandbox)).get_repo("acme/app")
        run = rein.run(name, **options)
        try:
            with run:
                work(repo)
        except RuntimeError:
            pass
        return run.id

    return act


@pytest.fixture
def helper(sandbox: GitHubSandbox) -> Any:
    """The repository as a colleague's plain client sees it."""
    return client(sandbox, HELPER).get_repo("acme/app")


@pytest.fixture
def cli(place: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ended]:
    """Run `rein` in this process, without a terminal; `encoding` is that of its streams."""

    def call(*arguments: str, encoding: str = "utf-8", stdin: str = "") -> Ended:
        streams = [io.TextIOWrapper(io.BytesIO(), encoding=encoding) for _ in range(2)]
        with monkeypatch.context() as patched:
            patched.setattr(sys, "stdout", streams[0])
            patched.setattr(sys, "stderr", streams[1])
            patched.setattr(sys, "stdin", io.StringIO(stdin))
            patched.setattr(dry, "forced", False)  # a dry run leaves the process of the command dry, and the variables
            for name in ("AGENTREIN_DRY_RUN", "AGENTREIN_LEDGER"):
                patched.setenv(name, os.environ.get(name, ""))
            code = main(list(arguments))
        out, err = (stream.buffer.getvalue().decode(encoding) for stream in streams)  # type: ignore[attr-defined]
        return Ended(code, out, err)

    return call


@pytest.fixture
def process(place: Path) -> Callable[..., Ended]:
    """Run `rein` in a process of its own."""

    def call(*arguments: str, environ: Mapping[str, str] | None = None) -> Ended:
        done = subprocess.run(
            [sys.executable, "-m", "agentrein.cli", *arguments],
            env={**os.environ, **(environ or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
        return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())

    return call


@pytest.fixture
def conflict(agent: Callable[..., str], helper: Any) -> str:
    """A completed run, one of whose titles a colleague changed since."""
    run = agent(triages)
    helper.get_issue(1).edit(title="Helper's title")
    return run
