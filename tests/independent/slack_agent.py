"""The agent of the Slack stories, for a process of its own: `kill N` lets it die between answer and outcome."""

from __future__ import annotations

import os
import sys

from slack_sdk import WebClient

import agentrein as rein
from tests.independent.dying import die_after
from tests.independent.slack_stories import STORIES


def client() -> WebClient:
    """A client of the stand-in."""
    return WebClient(token=os.environ["SLACK_BOT_TOKEN"], base_url=os.environ["SLACK_API_URL"])


if __name__ == "__main__":
    if sys.argv[2] == "kill":
        die_after(int(sys.argv[3]))
    armed = rein.wrap(client())
    with rein.run("story") as run:
        STORIES[sys.argv[1]].act(armed)
        run.fail("the story ends here")
