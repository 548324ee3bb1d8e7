"""GitHub: an issue and its labels, then a failure; the issue is closed, the label that was there stays.

Needed: GITHUB_TOKEN. Changed by: GITHUB_REPOSITORY, in which the issue is opened and closed again (else acme/app, which
only the sandbox has), and GITHUB_API_URL, another server than GitHub's own.
"""

import os
import sys

from github import Auth, Github

import agentrein as rein

if missing := {"GITHUB_TOKEN"} - os.environ.keys():
    sys.exit(f"set {', '.join(sorted(missing))}: the first lines of this script say what each is for")

gh = rein.wrap(
    Github(
        auth=Auth.Token(os.environ["GITHUB_TOKEN"]),
        base_url=os.environ.get("GITHUB_API_URL", "https://api.github.com"),
    )
)

with rein.run("triage"):
    repo = gh.get_repo(os.environ.get("GITHUB_REPOSITORY", "acme/app"))
    issue = repo.create_issue("Flaky test", body="It fails one time in ten.")
    issue.add_to_labels("bug")
    raise RuntimeError("the model gave up")
