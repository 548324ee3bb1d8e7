"""kill -9 of a PyGithub agent around the second of its four writes; the next leg leaves each thing there once."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

from acceptance_kit import python
from agentrein.ledger import open_ledger
from agentrein_github.sandbox import GitHubSandbox

LEG = """
import json, os, signal, sys
from github import Auth, Github
import agentrein as rein
from agentrein import faults
passed = []
def at(name):
    passed.append(name)
    if sys.argv[1:] == [name, str(passed.count(name))]:
        os.kill(os.getpid(), signal.SIGKILL)
faults.listener = at
gh = rein.wrap(Github(auth=Auth.Token(os.environ["GITHUB_TOKEN"]), base_url=os.environ["GITHUB_API_URL"], retry=None,
                      seconds_between_requests=None, seconds_between_writes=None))
repo = gh.get_repo("acme/app")
with rein.run("onboard", key="onboard-42", resume=True) as run:
    with run.step("tracking"):
        first = repo.create_issue("Onboard 42", body="Welcome")
        second = repo.create_issue("Checklist 42", body=f"For #{first.number}")
    with run.step("links"):
        comment = first.create_comment(f"See #{second.number}")
        second.edit(title="Checklist of 42")
gh.close()
print(json.dumps([first.number, second.number, second.title, comment.id]), flush=True)
"""


@pytest.mark.parametrize("point", ["before_plan", "after_plan", "after_send", "after_answer", "after_outcome"])
@pytest.mark.parametrize("nth", ["2", "3"])
def test_each_thing_is_there_once(sb: GitHubSandbox, ledger: Path, point: str, nth: str) -> None:
    """Whether the killed process had sent the write, had its answer, or neither."""
    with python(LEG, point, nth) as process:
        _, said = process.communicate(timeout=60)
    assert process.returncode == -signal.SIGKILL, said
    with python(LEG) as process:
        out, said = process.communicate(timeout=60)
    assert process.returncode == 0, said
    first, second, title, _ = json.loads(out)
    writes = [f"{one.method} {one.path}" for one in sb.writes]
    assert writes == [
        "POST /repos/acme/app/issues",
        "POST /repos/acme/app/issues",
        f"POST /repos/acme/app/issues/{first}/comments",
        f"PATCH /repos/acme/app/issues/{second}",
    ]
    assert title == "Checklist of 42"
    assert [run.status for run in open_ledger(None).runs()] == ["completed"]
