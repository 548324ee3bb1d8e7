"""A vendor that asks to wait: whoever watches is told for what, and for how long."""

from __future__ import annotations

import re
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from agentrein_github.sandbox import GitHubSandbox

Cli = Callable[..., Any]
Agent = Callable[..., str]


def test_a_revert_says_for_what_it_waits(cli: Cli, agent: Agent, work: SimpleNamespace, sandbox: GitHubSandbox) -> None:
    """Write, seconds and reason stand on stderr before the wait, and the result comes all the same."""
    run = agent(work.opens)
    sandbox.faults.add("rate_limited", method="PATCH", retry_after=1)
    done = cli("revert", run, "--yes")
    assert done.code == 0
    told, finished = done.err.splitlines()[-2:]
    assert re.search(r"#1 +waiting 1 s +github: GitHub's .*rate limit", told)
    assert re.search(r"#1 +compensated .*read back +\d+\.\d s  1 of 1$", finished)


def test_a_plan_says_so_too(cli: Cli, agent: Agent, work: SimpleNamespace, sandbox: GitHubSandbox) -> None:
    """Reads wait as well; what is printed on stdout stays the plan."""
    run = agent(work.opens)
    sandbox.faults.add("rate_limited", method="GET", retry_after=1, times=1)
    done = cli("plan", run)
    assert "waiting 1 s" in done.err
    assert done.out.startswith("PLAN, nothing sent")


def test_short_waits_are_not_told(cli: Cli, agent: Agent, work: SimpleNamespace, sandbox: GitHubSandbox) -> None:
    """What is over before it is read is no news."""
    run = agent(work.opens)
    sandbox.faults.add("error", method="GET", status=502, times=1, path="/repos/*")
    done = cli("revert", run, "--yes")
    assert done.code == 0
    assert "waiting" not in done.err
