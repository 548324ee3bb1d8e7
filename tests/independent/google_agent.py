"""The agent of the Google stories, for a process of its own: `kill N` lets it die between answer and outcome."""

from __future__ import annotations

import os
import sys
from typing import Any

import agentrein as rein
from agentrein_google.proxy.environment import acting
from tests.google_kit import VERSIONS, plain
from tests.independent.dying import die_after
from tests.independent.google_stories import AGAIN, STORIES


def client(api: str) -> Any:
    """A client of the stand-in, with the credentials that the environment names."""
    _, http = acting(os.environ, api, VERSIONS[api])
    return plain(api, os.environ["GOOGLE_API_ROOT"], http=http)


if __name__ == "__main__":
    told = (STORIES | AGAIN)[sys.argv[1]]
    if sys.argv[2] == "kill":
        die_after(int(sys.argv[3]))
    armed = rein.wrap(client(told.api))
    with rein.run("story") as run:
        told.story.act(armed)
        run.fail("the story ends here")
