"""The agent of the story: ordinary PyGithub code. As a program it dies in the middle, as `kill -9` would have it."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress

from github import Auth, Github

import agentrein as rein
from agentrein import faults

TOKEN = "token-octocat"  # noqa: S105 - the stand-in's, on loopback
HELPER = "token-helper"
WRITES = 4
"""How many writes the agent gets to before it fails."""

Say = Callable[[str], None]


def client(url: str, token: str = TOKEN) -> Github:
    """A PyGithub client of the stand-in, without the pauses that the real service asks for."""
    return Github(
        base_url=url, auth=Auth.Token(token), seconds_between_requests=None, seconds_between_writes=None, retry=None
    )


def triage(github: Github, say: Say, when_it_failed: Callable[[], None]) -> None:
    """The run: four writes, one that is refused, then a failure, which leaves as it was raised."""
    repo = rein.wrap(github).get_repo("acme/app")
    with rein.run("triage", because="ticket 812"):
        first = repo.get_issue(1)
        first.edit(title="Saving fails on Mondays")
        say("changed the title of issue #1")
        first.add_to_labels("customer")
        say("labelled issue #1 customer")
        repo.create_file("docs/triage.md", "Add the triage notes", "Seen by the agent.\n")
        say("committed docs/triage.md")
        issue = repo.create_issue("Flaky test", body="It fails one time in ten.")
        say(f"opened issue #{issue.number}")
        try:
            repo.get_pull(2).merge()
        except rein.Refused as refused:
            say(f"asked to merge pull request #2:\n{refused}")
        when_it_failed()
        raise RuntimeError("the model lost the thread")


def die_after(writes: int) -> None:
    """Kill this process once the vendor has answered so many writes, before the last outcome is recorded."""
    left = writes

    def listen(point: str) -> None:
        nonlocal left
        left -= point == "after_send"
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    faults.listener = listen


if __name__ == "__main__":
    die_after(WRITES)
    with suppress(RuntimeError):
        triage(client(sys.argv[1]), lambda text: print(f"  {text}", flush=True), lambda: None)  # noqa: T201
