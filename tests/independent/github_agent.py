"""The agent of the GitHub stories, for a process of its own: `kill N` lets it die between answer and outcome."""

from __future__ import annotations

import os
import sys

from github import Auth, Github

import agentrein as rein
from tests.independent import github_settings, github_stories
from tests.independent.dying import die_after

STORIES = {**github_stories.STORIES, **github_settings.STORIES}


def client() -> Github:
    """A client of the stand-in, without the pauses that a real server asks for."""
    return Github(
        auth=Auth.Token(os.environ["GITHUB_TOKEN"]),
        base_url=os.environ["GITHUB_API_URL"],
        retry=None,
        seconds_between_requests=None,
        seconds_between_writes=None,
    )


if __name__ == "__main__":
    if sys.argv[2] == "kill":
        die_after(int(sys.argv[3]))
    armed = rein.wrap(client())
    with rein.run("story") as run:
        STORIES[sys.argv[1]].act(armed)
        run.fail("the story ends here")
