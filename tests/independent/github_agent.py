"""The agent of the GitHub story, for a process of its own: `github_agent.py kill` dies between answer and outcome."""

from __future__ import annotations

import os
import sys

from github import Auth, Github

import agentrein as rein
from tests.independent.dying import die_after


def client() -> Github:
    """A client of the stand-in, without the pauses that a real server asks for."""
    return Github(
        auth=Auth.Token(os.environ["GITHUB_TOKEN"]),
        base_url=os.environ["GITHUB_API_URL"],
        retry=None,
        seconds_between_requests=None,
        seconds_between_writes=None,
    )


def story(gh: Github, number: int) -> None:
    """What the agent does: every kind of write that the stand-in knows."""
    repo = gh.get_repo("octocat/hello")
    filed = repo.create_issue("Flaky test", body="It fails on Mondays")
    filed.create_comment("Filed by the agent")
    issue = repo.get_issue(number)
    issue.edit(title="Changed", body="changed", assignees=["helper"])
    issue.add_to_labels("bug", "triaged")
    issue.remove_from_labels("keep")
    issue.create_comment("second").edit("second, edited")
    issue.edit(state="closed", state_reason="completed")
    issue.lock("resolved")
    made = repo.create_file("notes.txt", "add notes", "one")
    repo.update_file("notes.txt", "change notes", "two", made["content"].sha)
    repo.create_git_ref("refs/heads/feat", repo.get_branch("main").commit.sha)
    repo.create_file("feat.txt", "work", "work", branch="feat")
    pull = repo.create_pull("main", "feat", title="Work", body="please look")
    pull.edit(title="Work, edited")


if __name__ == "__main__":
    if sys.argv[1] == "kill":
        die_after(int(sys.argv[3]))
    armed = rein.wrap(client())
    with rein.run("story") as run:
        story(armed, int(sys.argv[2]))
        run.fail("the story ends here")
