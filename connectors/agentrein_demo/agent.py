"""The agent of the story: ordinary SDK code. As a program it dies in the middle, as `kill -9` would have it."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress

from notion_client import APIResponseError

import agentrein as rein
from agentrein import faults
from agentrein_demo.clients import AGENT, Clients, clients

INCIDENTS = "b55c9c91-384d-452b-81db-d1ef79372b7"
"""The database's id, copied without its last character: the mistake on which the run fails."""

WRITES = 2
"""How many writes are answered before the crash: the issue and the message."""

Say = Callable[[str], None]


def triage(made: Clients, say: Say, when_it_failed: Callable[[], None]) -> None:
    """The run: two writes, one that is refused, then a page in a database that is not there."""
    repo = rein.wrap(made.github).get_repo("acme/app")
    slack, notion = rein.wrap(made.slack), rein.wrap(made.notion)
    with rein.run("triage", because="ticket 812"):
        issue = repo.create_issue("Flaky test", body="It fails one time in ten.")
        say(f"opened issue #{issue.number}")
        text = f"Filed #{issue.number}: Flaky test"
        slack.chat_postMessage(
            channel="#deploys",
            text=text,
            blocks=[{"type": "section", "text": {"type": "mrkdwn", "text": text}}],
            attachments=[{"color": "#d00000", "text": "assert 41 == 42"}],
        )
        say("posted to #deploys, with the log tail")
        theirs = slack.conversations_history(channel="C0AAA", limit=2)["messages"][1]
        try:
            slack.chat_delete(channel="C0AAA", ts=theirs["ts"])
        except rein.Refused as refused:
            say(f"asked to delete another message:\n{refused}")
        try:
            notion.pages.create(
                parent={"database_id": INCIDENTS},
                properties={"Name": {"title": [{"text": {"content": "Flaky test"}}]}},
            )
        except APIResponseError:
            say("asked Notion for a page in a database whose id it got wrong")
            when_it_failed()
            raise


def die_after(writes: int) -> None:
    """Kill this process once a vendor has answered so many writes, before the last outcome is recorded."""
    left = writes

    def listen(point: str) -> None:
        nonlocal left
        left -= point == "after_send"
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    faults.listener = listen


if __name__ == "__main__":
    die_after(WRITES)
    with clients(sys.argv[1:], AGENT) as ours, suppress(APIResponseError):
        triage(ours, lambda text: print(f"  {text}", flush=True), lambda: None)  # noqa: T201
