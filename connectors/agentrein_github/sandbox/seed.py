"""The start of every GitHub sandbox: two people, one repository, one issue."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from agentrein_github.sandbox.automation_world import Run, Workflow
from agentrein_github.sandbox.discussions import Discussion
from agentrein_github.sandbox.org_world import Membership, Org
from agentrein_github.sandbox.security_world import Alert
from agentrein_github.sandbox.store import FILE_MODE
from agentrein_github.sandbox.world import Comment, Issue, Label, Milestone, Repo, User, World

_FILES = {"README.md": b"hello\n", "docs/guide.md": b"# Guide\n\nRead the code.\n"}
_LABELS = (("bug", "d73a4a"), ("customer", "fbca04"), ("security", "b60205"))
_AN_HOUR = 3600


def world(clock: Callable[[], float]) -> World:
    """GitHub as a sandbox finds it; everything in it is an hour old."""
    made = World(lambda: clock() - _AN_HOUR)
    for login in ("octocat", "helper"):
        made.add_user(login)
        made.tokens[f"token-{login}"] = login
    repo = made.add_repo("acme/app")
    repo.description = "The application"
    repo.access = dict.fromkeys(("octocat", "helper"), "admin")
    # Numbers and ids of its own, so that the first new issue is number 2.
    repo.discussions = {1001: Discussion(90001, 1001, "What next?", made.users["helper"])}
    repo.teams = ["core", "docs"]
    first_commit(made, repo, _FILES)
    _first_issue(made, repo)
    for number, login in ((80001, "hubot"), (80002, "monalisa")):
        made.users[login] = User(number, login)
    roles = {"octocat": "admin", "helper": "admin", "hubot": "member"}
    members = {login: Membership(made.users[login], role) for login, role in roles.items()}
    made.orgs[repo.owner.id] = Org(repo.owner, made.now(), members=members)
    repo.workflows = {60001: Workflow(60001, "CI", ".github/workflows/ci.yml")}
    repo.runs = {70001: Run(70001, "CI")}
    repo.alerts = {1: Alert(1, "parser", "GHSA-3333-3333-3333", made.now(), made.now())}
    made.tokens["token-monalisa"] = "monalisa"
    made.clock = clock
    return made


def first_commit(world: World, repo: Repo, files: Mapping[str, bytes | str]) -> None:
    """Give a repository its default branch with these files."""
    stored = {path: (FILE_MODE, repo.git.blob(_bytes(content))) for path, content in files.items()}
    author = world.signature(world.add_user("helper"))
    commit = repo.git.commit(repo.git.write_files(stored), (), "Initial commit", author, login="helper")
    repo.git.refs[f"refs/heads/{repo.default_branch}"] = commit.sha


def _bytes(content: bytes | str) -> bytes:
    return content.encode() if isinstance(content, str) else content


def _first_issue(world: World, repo: Repo) -> None:
    helper, now = world.add_user("helper"), world.now()
    repo.labels = [Label(world.new_id(), name, color) for name, color in _LABELS]
    milestone = Milestone(world.new_id(), next(repo.milestone_numbers), "v1", helper, now, now)
    repo.milestones[milestone.number] = milestone
    issue = Issue(world.new_id(), next(repo.numbers), "First issue", helper, now, now, body="It does not work.")
    issue.labels = repo.labels[:1]
    repo.issues[issue.number] = issue
    comment = Comment(world.new_id(), issue, helper, "I can reproduce it.", now, now)
    repo.comments[comment.id] = comment
