"""The agent of the Salesforce stories, for a process of its own: `kill N` lets it die between answer and outcome."""

from __future__ import annotations

import os
import sys
from urllib.parse import urlsplit

import requests
from simple_salesforce import Salesforce

import agentrein as rein
from agentrein_salesforce.proxy.plain_http import PlainHTTP
from tests.independent.dying import die_after
from tests.independent.salesforce_stories import STORIES


def client() -> Salesforce:
    """A client of the stand-in, which speaks plain HTTP; simple-salesforce writes https."""
    place, session = urlsplit(os.environ["SALESFORCE_INSTANCE_URL"]).netloc, requests.Session()
    session.mount(f"https://{place}/", PlainHTTP())
    return Salesforce(instance=place, session_id=os.environ["SALESFORCE_SESSION_ID"], session=session)


if __name__ == "__main__":
    if sys.argv[2] == "kill":
        die_after(int(sys.argv[3]))
    armed = rein.wrap(client())
    with rein.run("story") as run:
        STORIES[sys.argv[1]].act(armed)
        run.fail("the story ends here")
