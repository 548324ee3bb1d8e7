"""What people see at GitHub, in a few lines, read by somebody else's client."""

from __future__ import annotations

from github import Github
from github.Issue import Issue


def other_people_work(github: Github) -> None:
    """A colleague's pull request, there before the agent comes."""
    repo = github.get_repo("acme/app")
    repo.create_git_ref("refs/heads/faster", repo.get_branch("main").commit.sha)
    repo.create_file("docs/speed.md", "Note what is slow", "The tests.\n", branch="faster")
    repo.create_pull("main", "faster", title="Speed up the tests", body="")


def picture(github: Github) -> list[str]:
    """Issues, pull requests and files, a line each."""
    repo = github.get_repo("acme/app")
    issues = sorted(repo.get_issues(state="all"), key=lambda issue: issue.number)
    files = [item.path for item in repo.get_git_tree("main", recursive=True).tree if item.type == "blob"]
    return [*map(_line, issues), f"files on main  {', '.join(sorted(files))}"]


def _line(issue: Issue) -> str:
    kind = "pull request" if issue.pull_request else "issue"
    reason = f" as {issue.state_reason.replace('_', ' ')}" if issue.state == "closed" and issue.state_reason else ""
    labels = "".join(f" [{label.name}]" for label in issue.labels)
    return f'{kind} #{issue.number}  {issue.state}{reason}  "{issue.title}"{labels}'


def compared(now: list[str], start: list[str]) -> list[str]:
    """The lines, with a star before each that was not so at the start."""
    return [f"{' ' if line in start else '*'} {line}" for line in now]
