"""The stand-in for GitHub, driven by the real PyGithub over real HTTP."""

from __future__ import annotations

import subprocess
import threading
import warnings
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import requests
from github import Auth, BadCredentialsException, Github, GithubException, RateLimitExceededException
from github import UnknownObjectException as Unknown
from github.Issue import Issue
from github.Repository import Repository

from agentrein.testing import Request
from agentrein_github.sandbox import GitHubSandbox

Connect = Callable[..., Github]


@pytest.fixture
def sb() -> Iterator[GitHubSandbox]:
    """A sandbox of its own for every test."""
    with GitHubSandbox() as sandbox:
        yield sandbox


@pytest.fixture
def connect(sb: GitHubSandbox) -> Iterator[Connect]:
    """Plain clients, closed at the end."""
    clients: list[Github] = []

    def new(login: str = "octocat", **options: Any) -> Github:
        quick = {"retry": None, "seconds_between_requests": None, "seconds_between_writes": None, **options}
        clients.append(Github(auth=Auth.Token(f"token-{login}"), base_url=sb.url, **quick))
        return clients[-1]

    yield new
    for client in clients:
        client.close()


@pytest.fixture
def repo(connect: Connect) -> Repository:
    """acme/app as the agent sees it."""
    return connect().get_repo("acme/app")


@pytest.fixture
def theirs(connect: Connect) -> Repository:
    """acme/app as a colleague sees it."""
    return connect("helper").get_repo("acme/app")


@pytest.fixture
def issue(repo: Repository) -> Issue:
    """The seeded issue."""
    return repo.get_issue(1)


def labels_of(issue: Issue) -> list[str]:
    """The names of an issue's labels as a fresh read shows them."""
    return sorted(label.name for label in issue.get_labels())


def raw(sb: GitHubSandbox, method: str, path: str, *, timeout: float = 5, **options: Any) -> requests.Response:
    """A request without PyGithub, with its status and body visible."""
    headers = {"Authorization": "token token-octocat", **options.pop("headers", {})}
    return requests.request(method, sb.url + path, headers=headers, timeout=timeout, allow_redirects=False, **options)


# Who asks


@pytest.mark.parametrize("scheme", ["token token-helper", "Bearer token-helper", "Basic aGVscGVyOnRva2VuLWhlbHBlcg=="])
def test_every_way_to_send_a_token_is_understood(sb: GitHubSandbox, scheme: str) -> None:
    """A token is the same account as `token`, `Bearer` or the password of Basic."""
    assert raw(sb, "GET", "/user", headers={"Authorization": scheme}).json()["login"] == "helper"
    assert sb.requests[-1].actor == "helper"


def test_credentials_are_checked(sb: GitHubSandbox, connect: Connect) -> None:
    """An unknown or revoked token is 401 Bad credentials; a write without any is 401 too; a public read needs none."""
    with pytest.raises(BadCredentialsException):
        connect("wrong").get_user().login  # noqa: B018 - reading it sends the request
    sb.revoke_token("token-helper")
    with pytest.raises(BadCredentialsException):
        connect("helper").get_repo("acme/app")
    anonymous = requests.post(f"{sb.url}/repos/acme/app/issues", json={"title": "T"}, timeout=5)
    assert (anonymous.status_code, anonymous.json()["message"]) == (401, "Requires authentication")
    assert requests.get(f"{sb.url}/repos/acme/app", timeout=5).status_code == 200


def test_a_private_repository_is_hidden_from_strangers(sb: GitHubSandbox, connect: Connect) -> None:
    """Without access a private repository is 404; with push access it is there, and administration is refused."""
    sb.add_user("stranger", "token-stranger")
    sb.add_repo("acme/secret", private=True)
    stranger = connect("stranger")
    with pytest.raises(Unknown):
        stranger.get_repo("acme/secret")
    sb.add_collaborator("acme/secret", "stranger", "push")
    secret = stranger.get_repo("acme/secret")
    assert (secret.private, secret.permissions.push, secret.permissions.admin) == (True, True, False)
    with pytest.raises(GithubException, match="Must have admin rights"):
        secret.edit(description="mine")


def test_people_limits_and_graphql_viewer(connect: Connect) -> None:
    """Accounts, collaborators, rate limits and `viewer{login}` are answered; other GraphQL is an error."""
    gh = connect()
    repo = gh.get_repo("acme/app")
    assert (gh.get_user().login, gh.get_user("helper").login) == ("octocat", "helper")
    assert (gh.get_rate_limit().rate.limit, gh.rate_limiting) == (5000, (4999, 5000))
    assert sorted(user.login for user in repo.get_collaborators()) == ["helper", "octocat"]
    assert (repo.has_in_collaborators("helper"), repo.has_in_collaborators("nobody")) == (True, False)
    assert repo.get_collaborator_permission("helper") == "admin"
    assert gh.requester.graphql_query("query{viewer{login}}", {})[1]["data"] == {"viewer": {"login": "octocat"}}
    with pytest.raises(GithubException):
        gh.requester.graphql_query("mutation{deleteIssue(input:{issueId:1}){clientMutationId}}", {})


def test_what_is_not_built_is_not_found(sb: GitHubSandbox) -> None:
    """An address outside the sandbox answers 404 in GitHub's form."""
    answer = raw(sb, "POST", "/repos/acme/app/unheard-of", json={})
    assert (answer.status_code, answer.json()["message"], answer.json()["status"]) == (404, "Not Found", "404")
    assert raw(sb, "POST", "/repos/acme/app/issues", data=b"{").json()["message"] == "Problems parsing JSON"


# Repositories


def test_repository_edit_and_archive(sb: GitHubSandbox, repo: Repository) -> None:
    """Fields can be edited; an archived repository is read-only until it is unarchived."""
    repo.edit(description="new", has_wiki=False)
    assert (repo.description, repo.has_wiki) == ("new", False)
    repo.edit(archived=True)
    with pytest.raises(GithubException, match="archived so is read-only") as refused:
        repo.create_issue("T")
    assert refused.value.status == 403
    with pytest.raises(GithubException, match="archived so is read-only"):
        raw_edit(repo, description="newer")
    raw_edit(repo, archived=False)
    assert repo.create_issue("T").number == 2
    sb.archive_repo("acme/app")
    assert raw(sb, "GET", "/repos/acme/app").json()["archived"] is True


def raw_edit(repo: Repository, **fields: Any) -> None:
    """A PATCH of exactly these fields; PyGithub's own edit always sends the name too."""
    repo.requester.requestJsonAndCheck("PATCH", repo.url, input=fields)


def test_a_renamed_repository_redirects(sb: GitHubSandbox, repo: Repository, connect: Connect) -> None:
    """Reads of the old name are followed by id; writes are answered 307, which PyGithub takes for an empty issue."""
    sb.rename_repo("acme/app", "acme/app2")
    found = raw(sb, "GET", "/repos/acme/app/issues?state=all")
    assert (found.status_code, found.headers["location"]) == (301, f"{sb.url}/repositories/9/issues?state=all")
    written = raw(sb, "POST", "/repos/acme/app/issues", json={"title": "T"})
    assert (written.status_code, written.json()["message"]) == (307, "Moved Permanently")
    assert written.headers["location"] == written.json()["url"] == f"{sb.url}/repositories/9/issues"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert repo.create_issue("T")._number.value is None
    fresh = connect().get_repo("acme/app")
    assert (fresh.full_name, fresh.url) == ("acme/app2", f"{sb.url}/repos/acme/app2")
    assert connect().get_repo(9).full_name == "acme/app2"
    assert raw(sb, "PATCH", "/repositories/9/issues/1", json={"state": "closed"}).json()["state"] == "closed"


def test_a_new_repository_takes_the_old_name(sb: GitHubSandbox, connect: Connect) -> None:
    """The redirect ends when another repository takes the name; the renamed one stays reachable by its id."""
    sb.rename_repo("acme/app", "acme/app2")
    assert sb.add_repo("acme/app") == 10
    assert connect().get_repo("acme/app").id == 10
    assert connect().get_repo(9).get_issue(1).repository_url == f"{sb.url}/repos/acme/app2"


def test_writes_can_be_answered_301_too() -> None:
    """`moved_status=301` answers writes to an old name the way that PyGithub follows."""
    with GitHubSandbox(moved_status=301) as sb:
        sb.rename_repo("acme/app", "acme/app2")
        gh = Github(auth=Auth.Token("token-octocat"), base_url=sb.url, retry=None, lazy=True)
        assert gh.get_repo("acme/app").create_issue("T").number == 2
        assert [request.status for request in sb.writes] == [301, 201]
        gh.close()


# Issues


def test_an_issue_is_opened_with_everything(repo: Repository) -> None:
    """Labels are made on the fly in grey, assignees and milestone are set, numbers go up."""
    milestone = repo.get_milestone(1)
    issue = repo.create_issue("T", "b", labels=["bug", "fresh"], assignees=["helper"], milestone=milestone)
    assert (issue.number, issue.title, issue.body, issue.user.login) == (2, "T", "b", "octocat")
    assert [user.login for user in issue.assignees] == ["helper"]
    assert (issue.milestone.title, issue.state, issue.state_reason) == ("v1", "open", None)
    assert repo.get_label("fresh").color == "ededed"


def test_issue_errors_are_github_s(sb: GitHubSandbox) -> None:
    """Missing titles, unknown people, milestones and states are 422 with GitHub's bodies, and change nothing."""
    start = sb.state()
    missing = raw(sb, "POST", "/repos/acme/app/issues", json={"body": "b"})
    assert missing.json()["message"] == 'Invalid request.\n\n"title" wasn\'t supplied.'
    for fields, field, code in [
        ({"title": " "}, "title", "missing_field"),
        ({"assignees": ["nobody"], "labels": ["x"]}, "assignees", "invalid"),
        ({"milestone": 99, "title": "C"}, "milestone", "invalid"),
        ({"state": "gone"}, "state", "invalid"),
    ]:
        answer = raw(sb, "PATCH", "/repos/acme/app/issues/1", json=fields)
        assert (answer.status_code, answer.json()["message"]) == (422, "Validation Failed")
        error = answer.json()["errors"][0]
        assert (error["resource"], error["field"], error["code"]) == ("Issue", field, code)
    assert sb.left(start) == []


def test_an_issue_is_edited(repo: Repository, issue: Issue) -> None:
    """Title and body are set, an empty body reads as null, labels are replaced, a milestone is set and cleared."""
    issue.edit(title="New", body="", labels=["customer"], assignees=["octocat"], milestone=repo.get_milestone(1))
    fresh = repo.get_issue(1)
    assert (fresh.title, labels_of(fresh), fresh.milestone.number) == ("New", ["customer"], 1)
    assert fresh.raw_data["body"] is None
    issue.edit(milestone=None, assignees=[])
    fresh = repo.get_issue(1)
    assert (fresh.raw_data["milestone"], fresh.assignees) == (None, [])


def test_the_reason_counts_only_when_the_state_changes(repo: Repository, issue: Issue) -> None:
    """Closing defaults to completed, a reason alone is ignored, reopening says reopened."""
    issue.edit(state="closed")
    assert (issue.state, issue.state_reason) == ("closed", "completed")
    assert repo.get_issue(1).raw_data["closed_by"]["login"] == "octocat"
    issue.edit(state_reason="not_planned")
    issue.edit(state="closed", state_reason="not_planned")
    assert repo.get_issue(1).state_reason == "completed"
    issue.edit(state="open")
    fresh = repo.get_issue(1)
    assert (fresh.state_reason, fresh.raw_data["closed_at"]) == ("reopened", None)
    issue.edit(state="closed", state_reason="not_planned")
    assert issue.state_reason == "not_planned"


def test_deleted_and_disabled_issues_are_gone(sb: GitHubSandbox, repo: Repository) -> None:
    """A deleted issue is 410 to reads and writes, and so is opening one where issues are off."""
    sb.delete_issue("acme/app", 1)
    for method, path in [("GET", ""), ("PATCH", ""), ("POST", "/comments")]:
        assert raw(sb, method, f"/repos/acme/app/issues/1{path}", json={}).status_code == 410
    repo.edit(has_issues=False)
    with pytest.raises(GithubException, match="disabled") as refused:
        repo.create_issue("T")
    assert refused.value.status == 410


def test_issues_that_are_switched_off_are_hidden_and_stay(sb: GitHubSandbox, repo: Repository) -> None:
    """Meanwhile issues, their list and their comments are 410; pull requests are not, and all come back."""
    comment = repo.get_issue(1).get_comments()[0].id
    repo.create_git_ref("refs/heads/feat", repo.get_branch("main").commit.sha)
    repo.create_file("a.txt", "add", "a", branch="feat")
    pull = repo.create_pull("main", "feat", title="T").as_issue().create_comment("hi")
    sb.disable_issues("acme/app")
    hidden = ["", "/1", "/1/comments", f"/comments/{comment}"]
    assert [raw(sb, "GET", f"/repos/acme/app/issues{path}").status_code for path in hidden] == [410] * 4
    for path in ("/2", "/2/comments", f"/comments/{pull.id}"):
        assert raw(sb, "GET", f"/repos/acme/app/issues{path}").status_code == 200
    sb.disable_issues("acme/app", disabled=False)
    assert raw(sb, "GET", f"/repos/acme/app/issues{hidden[-1]}").status_code == 200


def test_issue_lists_filter_sort_and_page(repo: Repository, theirs: Repository) -> None:
    """Lists filter by state, label, creator, assignee, time; pages are linked by repository id."""
    for number in range(2, 7):
        repo.create_issue(f"T{number}", labels=["security"] if number % 2 else [])
    theirs.get_issue(3).edit(state="closed", assignees=["helper"])

    def numbers(**query: Any) -> list[int]:
        return [issue.number for issue in repo.get_issues(**query)]

    assert numbers() == [6, 5, 4, 2, 1]
    assert numbers(state="all", creator="octocat", sort="created", direction="asc") == [2, 3, 4, 5, 6]
    assert (numbers(state="closed"), numbers(labels=["security"])) == ([3], [5])
    assert numbers(state="all", assignee="helper") == [3]
    assert numbers(since=datetime.now(UTC) + timedelta(hours=1)) == []
    assert numbers(since=datetime.now(UTC) - timedelta(minutes=5), direction="asc") == [2, 4, 5, 6]
    assert repo.get_issues(state="all").totalCount == 6


def test_pages_are_linked(sb: GitHubSandbox, repo: Repository, connect: Connect) -> None:
    """A list longer than a page comes with a Link header that PyGithub follows."""
    for number in range(2, 6):
        repo.create_issue(f"T{number}")
    answer = raw(sb, "GET", "/repos/acme/app/issues?per_page=2&page=2")
    assert set(answer.links) == {"first", "prev", "next", "last"}
    assert answer.links["next"]["url"] == f"{sb.url}/repositories/9/issues?per_page=2&page=3"
    assert len(list(connect(per_page=2).get_repo("acme/app").get_issues())) == 5


def test_a_read_with_the_present_etag_is_304(issue: Issue) -> None:
    """PyGithub's `update()` sees no change at first and the change afterwards."""
    assert issue.update() is False
    issue.create_comment("hi")
    assert issue.update() is True


def test_labels_of_an_issue(sb: GitHubSandbox, issue: Issue) -> None:
    """Adding, replacing, removing and clearing labels, as a list or an object; an absent one is 404."""
    issue.add_to_labels("bug", "triaged/new one")
    assert labels_of(issue) == ["bug", "triaged/new one"]
    issue.remove_from_labels("triaged/new one")
    with pytest.raises(GithubException, match="Label does not exist") as absent:
        issue.remove_from_labels("triaged/new one")
    assert absent.value.status == 404
    assert raw(sb, "POST", "/repos/acme/app/issues/1/labels", json={"labels": ["security"]}).status_code == 200
    left = raw(sb, "DELETE", "/repos/acme/app/issues/1/labels/BUG").json()
    assert [label["name"] for label in left] == ["security"]
    issue.set_labels("customer", "bug")
    assert labels_of(issue) == ["bug", "customer"]
    issue.delete_labels()
    assert labels_of(issue) == []


def test_assignees_that_cannot_be_are_ignored(repo: Repository, issue: Issue) -> None:
    """The assignee calls answer with the issue and skip unknown logins silently."""
    issue.add_to_assignees("helper", "nobody")
    assert [user.login for user in issue.assignees] == ["helper"]
    issue.remove_from_assignees("helper", "nobody")
    assert repo.get_issue(1).assignees == []


def test_locking(sb: GitHubSandbox, repo: Repository, issue: Issue, connect: Connect) -> None:
    """A lock has a known reason or none, stops strangers' comments, and can be taken off."""
    sb.add_user("stranger", "token-stranger")
    issue.lock("too heated")
    assert (repo.get_issue(1).locked, repo.get_issue(1).active_lock_reason) == (True, "too heated")
    with pytest.raises(GithubException, match="locked"):
        connect("stranger").get_repo("acme/app").get_issue(1).create_comment("why?")
    with pytest.raises(GithubException, match="Validation Failed"):
        issue.lock("boredom")
    assert raw(sb, "PUT", "/repos/acme/app/issues/1/lock").status_code == 204
    assert repo.get_issue(1).active_lock_reason is None
    issue.unlock()
    assert repo.get_issue(1).locked is False


def test_without_triage_access_labels_are_dropped(sb: GitHubSandbox, connect: Connect) -> None:
    """A stranger may open an issue, but its labels are dropped silently and other people's issues are not theirs."""
    sb.add_user("stranger", "token-stranger")
    repo = connect("stranger").get_repo("acme/app")
    assert repo.create_issue("T", labels=["bug"]).labels == []
    with pytest.raises(GithubException) as refused:
        repo.get_issue(1).edit(title="mine")
    assert refused.value.status == 403


def test_comments(repo: Repository, theirs: Repository, issue: Issue) -> None:
    """Comments are made, read, listed, edited by anybody with push access, and deleted for good."""
    comment = issue.create_comment("one")
    assert (issue.get_comment(comment.id).body, repo.get_issue(1).comments) == ("one", 2)
    theirs.get_issue(1).get_comment(comment.id).edit("two")
    assert [c.body for c in issue.get_comments()] == ["I can reproduce it.", "two"]
    recent = repo.get_issues_comments(sort="created", direction="desc", since=datetime.now(UTC) - timedelta(minutes=5))
    assert [c.id for c in recent] == [comment.id]
    comment.delete()
    with pytest.raises(Unknown):
        issue.get_comment(comment.id)
    with pytest.raises(GithubException, match="Validation Failed"):
        issue.create_comment("")


def test_labels_of_a_repository(repo: Repository, issue: Issue) -> None:
    """Label names are unique without regard to case; a rename reaches the issues, a deletion too."""
    label = repo.create_label("area/ui", "FF0000", "User interface")
    assert (repo.get_label("area/ui").color, repo.get_label("AREA/ui").description) == ("ff0000", "User interface")
    with pytest.raises(GithubException) as taken:
        repo.create_label("Area/UI", "00ff00")
    assert taken.value.data["errors"] == [{"resource": "Label", "field": "name", "code": "already_exists"}]
    issue.add_to_labels(label)
    label.edit("ui", "00ff00")
    assert labels_of(issue) == ["bug", "ui"]
    repo.get_label("ui").delete()
    assert (labels_of(issue), [found.name for found in repo.get_labels()]) == (["bug"], ["bug", "customer", "security"])


def test_milestones(repo: Repository, issue: Issue) -> None:
    """Milestones are made, edited (a null due date clears it), closed, counted and deleted from their issues."""
    milestone = repo.create_milestone("v2", description="d", due_on=datetime(2030, 1, 2, tzinfo=UTC).date())
    assert (milestone.number, str(milestone.due_on)) == (2, "2030-01-02 00:00:00+00:00")
    issue.edit(milestone=milestone)
    assert (repo.get_milestone(2).open_issues, [label.name for label in milestone.get_labels()]) == (1, ["bug"])
    repo.requester.requestJsonAndCheck("PATCH", milestone.url, input={"due_on": None, "state": "closed"})
    assert (repo.get_milestone(2).due_on, repo.get_milestone(2).state) == (None, "closed")
    assert [m.number for m in repo.get_milestones()] == [1]
    with pytest.raises(GithubException, match="Validation Failed"):
        milestone.edit("v1")
    milestone.delete()
    assert repo.get_issue(1).milestone is None


# Files, references, history


def test_ids_are_git_s_own(repo: Repository) -> None:
    """A file's sha is what `git hash-object` says, and content comes in lines of 60 columns."""
    data = b"line\n" * 40
    made = repo.create_file("a/b.txt", "add", data)["content"]
    git = subprocess.run(["git", "hash-object", "--stdin"], input=data, capture_output=True, check=True)
    assert made.sha == git.stdout.decode().strip()
    found = repo.get_contents("a/b.txt")
    assert not isinstance(found, list)
    assert found.decoded_content == data
    assert {len(line) for line in found.content.splitlines()[:-1]} == {60}
    assert repo.get_git_blob(made.sha).size == len(data)


def test_contents_are_read(repo: Repository) -> None:
    """Directories list their entries; what is absent is 404, on an absent ref too."""
    root = repo.get_contents("")
    assert isinstance(root, list)
    assert [(entry.path, entry.type) for entry in root] == [("README.md", "file"), ("docs", "dir")]
    with pytest.raises(Unknown):
        repo.get_contents("nope.md")
    with pytest.raises(GithubException, match="No commit found for the ref nope") as absent:
        repo.get_contents("README.md", ref="nope")
    assert absent.value.status == 404


def test_files_are_written_with_compare_and_swap(sb: GitHubSandbox, repo: Repository) -> None:
    """Create is 201, update needs the present sha (422 without, 409 with a stale one), delete too."""
    made = repo.create_file("a.txt", "add", "one")
    again = raw(sb, "PUT", "/repos/acme/app/contents/a.txt", json={"message": "m", "content": "dHdv"})
    assert (again.status_code, again.json()["message"]) == (422, 'Invalid request.\n\n"sha" wasn\'t supplied.')
    with pytest.raises(GithubException, match=f"a.txt does not match {'0' * 40}") as stale:
        repo.update_file("a.txt", "m", "two", "0" * 40)
    assert stale.value.status == 409
    updated = repo.update_file("a.txt", "upd", "two", made["content"].sha)
    with pytest.raises(GithubException) as stale:
        repo.delete_file("a.txt", "rm", made["content"].sha)
    assert stale.value.status == 409
    assert [c.commit.message for c in repo.get_commits(path="a.txt")] == ["upd", "add"]
    repo.delete_file("a.txt", "rm", updated["content"].sha)
    with pytest.raises(Unknown):
        repo.delete_file("a.txt", "rm", updated["content"].sha)
    deleted = raw(sb, "DELETE", f"/repos/acme/app/contents/README.md?message=m&sha={'0' * 40}")
    assert deleted.status_code == 409


def test_branches_and_references(repo: Repository) -> None:
    """References are made, listed, moved forward, forced back and deleted, with GitHub's refusals."""
    main = repo.get_branch("main").commit.sha
    ref = repo.create_git_ref("refs/heads/feat/x", main)
    with pytest.raises(GithubException, match="Reference already exists"):
        repo.create_git_ref("refs/heads/feat/x", main)
    with pytest.raises(GithubException, match="Object does not exist"):
        repo.create_git_ref("refs/heads/y", "0" * 40)
    commit = repo.create_file("n.txt", "add", "n", branch="feat/x")["commit"]
    assert repo.get_git_ref("heads/feat/x").object.sha == commit.sha
    assert [r.ref for r in repo.get_git_matching_refs("heads/feat")] == ["refs/heads/feat/x"]
    with pytest.raises(GithubException, match="Update is not a fast forward"):
        ref.edit(main)
    ref.edit(main, force=True)
    ref.edit(commit.sha)
    assert repo.get_branch("feat/x").commit.sha == commit.sha
    ref.delete()
    with pytest.raises(GithubException, match="Reference does not exist") as gone:
        ref.delete()
    assert gone.value.status == 422
    with pytest.raises(Unknown):
        repo.get_branch("feat/x")
    assert [branch.name for branch in repo.get_branches()] == ["main"]


def test_history_and_objects(repo: Repository) -> None:
    """Commits show their files and numbers; blobs, trees and commits can be made by hand."""
    made = repo.create_file("README2.md", "add\n\nwhy", "a\nb\n")["commit"]
    commit = repo.get_commit("main")
    assert (commit.sha, commit.author.login, commit.stats.additions) == (made.sha, "octocat", 2)
    assert [(file.filename, file.status) for file in commit.files] == [("README2.md", "added")]
    assert [c.sha for c in repo.get_commits()] == [made.sha, commit.parents[0].sha]
    git_commit = repo.get_git_commit(made.sha)
    tree = repo.get_git_tree(git_commit.tree.sha, recursive=True)
    assert [entry.path for entry in tree.tree] == ["README.md", "README2.md", "docs", "docs/guide.md"]
    blob = repo.create_git_blob("x", "utf-8")
    sent = {"base_tree": tree.sha, "tree": [{"path": "docs/x", "mode": "100644", "type": "blob", "sha": blob.sha}]}
    new_tree = repo.requester.requestJsonAndCheck("POST", f"{repo.url}/git/trees", input=sent)[1]["sha"]
    by_hand = repo.create_git_commit("by hand", repo.get_git_tree(new_tree), [git_commit])
    repo.create_git_ref("refs/tags/v1", by_hand.sha)
    assert [file.filename for file in repo.get_commit("v1").files] == ["docs/x"]


# Pull requests


@pytest.fixture
def feature(repo: Repository) -> Repository:
    """The repository with a branch `feat` one commit ahead of main."""
    repo.create_git_ref("refs/heads/feat", repo.get_branch("main").commit.sha)
    repo.create_file("f.txt", "add f", "f\n", branch="feat")
    return repo


def test_a_pull_request_is_opened_listed_and_edited(feature: Repository) -> None:
    """Pull requests share the issues' numbers and endpoints; a second one of a pair and an empty one are refused."""
    pull = feature.create_pull("main", "acme:feat", title="P", body="b")
    assert (pull.number, pull.mergeable, pull.commits, pull.changed_files, pull.additions) == (2, True, 1, 1, 1)
    with pytest.raises(GithubException) as again:
        feature.create_pull("main", "feat", title="P")
    assert again.value.data["errors"][0]["message"] == "A pull request already exists for acme:feat."
    with pytest.raises(GithubException) as empty:
        feature.create_pull("feat", "main", title="P")
    assert empty.value.data["errors"][0]["message"] == "No commits between feat and main"
    pull.edit(title="Q", body="", state="closed")
    shown = feature.get_pull(2).raw_data
    assert (shown["title"], shown["body"], shown["state"]) == ("Q", None, "closed")
    pull.edit(state="open")
    pull.add_to_labels("bug")
    pull.create_issue_comment("hi")
    as_issue = feature.get_issue(2)
    assert (as_issue.pull_request is not None, labels_of(as_issue), as_issue.comments) == (True, ["bug"], 1)
    assert [p.number for p in feature.get_pulls(head="acme:feat", base="main")] == [2]
    assert [i.number for i in feature.get_issues()] == [2, 1]
    assert [file.filename for file in pull.get_files()] == ["f.txt"]
    assert [commit.commit.message for commit in pull.get_commits()] == ["add f"]


def test_a_pull_request_is_merged(feature: Repository) -> None:
    """A merge checks the head, really merges, happens once and cannot be taken back."""
    pull = feature.create_pull("main", "feat", title="P")
    with pytest.raises(GithubException, match="Head branch was modified") as moved:
        pull.merge(sha="0" * 40)
    assert (moved.value.status, pull.is_merged()) == (409, False)
    merge = pull.merge()
    fresh = feature.get_pull(2)
    assert (merge.merged, fresh.merged, fresh.merged_by.login, fresh.state) == (True, True, "octocat", "closed")
    assert (fresh.merge_commit_sha, pull.is_merged()) == (feature.get_branch("main").commit.sha, True)
    assert len(feature.get_commit("main").parents) == 2
    with pytest.raises(GithubException, match="not mergeable") as twice:
        pull.merge()
    assert twice.value.status == 405
    with pytest.raises(GithubException, match="Validation Failed"):
        pull.edit(state="open")


@pytest.mark.parametrize(("method", "message"), [("squash", "P (#2)"), ("rebase", "add f")])
def test_other_ways_to_merge(feature: Repository, method: str, message: str) -> None:
    """Squash and rebase leave one parent and the file on main."""
    feature.create_pull("main", "feat", title="P").merge(merge_method=method)
    tip = feature.get_commit("main")
    assert (tip.commit.message, len(tip.parents), [file.filename for file in tip.files]) == (message, 1, ["f.txt"])


def test_conflicts_cannot_be_merged(feature: Repository) -> None:
    """When both branches add a file differently, the pull request is not mergeable."""
    pull = feature.create_pull("main", "feat", title="P")
    feature.create_file("f.txt", "other", "other\n")
    assert (feature.get_pull(2).mergeable, feature.get_pull(2).mergeable_state) == (False, "dirty")
    with pytest.raises(GithubException) as refused:
        pull.merge()
    assert refused.value.status == 405


def test_deleting_a_branch_closes_its_pull_requests(feature: Repository) -> None:
    """Reopening needs the branch back at the recorded head; elsewhere it is refused."""
    pull = feature.create_pull("main", "feat", title="P")
    main, head = pull.base.sha, pull.head.sha
    feature.get_git_ref("heads/feat").delete()
    assert feature.get_pull(2).state == "closed"
    with pytest.raises(GithubException) as gone:
        pull.edit(state="open")
    assert "branch has been deleted" in gone.value.data["errors"][0]["message"]
    ref = feature.create_git_ref("refs/heads/feat", main)
    with pytest.raises(GithubException) as elsewhere:
        pull.edit(state="open")
    assert "force-pushed or recreated" in elsewhere.value.data["errors"][0]["message"]
    ref.edit(head)
    pull.edit(state="open")
    assert feature.get_pull(2).state == "open"


# Faults


def test_refuse_closes_the_connection_before_the_effect(sb: GitHubSandbox, repo: Repository) -> None:
    """The client sees a broken connection, nothing happened, and the request is recorded without a status."""
    start = sb.state()
    sb.faults.add("refuse", method="POST")
    with pytest.raises(requests.exceptions.ConnectionError):
        repo.create_issue("T")
    assert (sb.left(start), [request.status for request in sb.writes]) == ([], [None])
    assert repo.create_issue("T").number == 2


def test_lost_closes_the_connection_after_the_effect(sb: GitHubSandbox, repo: Repository) -> None:
    """The client sees a broken connection although the issue is there."""
    sb.faults.add("lost", path="/repos/*/issues")
    with pytest.raises(requests.exceptions.ConnectionError):
        repo.create_issue("T")
    assert (repo.get_issue(2).title, sb.writes[0].status) == ("T", None)


@pytest.mark.parametrize(("kind", "issues"), [("error", 1), ("error_after", 2)])
def test_server_errors(sb: GitHubSandbox, repo: Repository, kind: str, issues: int) -> None:
    """A 5xx comes without the effect or after it."""
    sb.faults.add(kind, method="POST", status=502)
    with pytest.raises(GithubException) as failed:
        repo.create_issue("T")
    assert failed.value.status == 502
    assert repo.get_issues(state="all").totalCount == issues


def test_rate_limits(sb: GitHubSandbox, repo: Repository) -> None:
    """429 with Retry-After by default; 403 in GitHub's words raises PyGithub's own exception; nothing happens."""
    sb.faults.add("rate_limited", method="POST", retry_after=7)
    sb.faults.add("rate_limited", method="POST", status=403)
    with pytest.raises(GithubException) as limited:
        repo.create_issue("T")
    assert (limited.value.status, (limited.value.headers or {})["retry-after"]) == (429, "7")
    with pytest.raises(RateLimitExceededException):
        repo.create_issue("T")
    assert repo.get_issues().totalCount == 1


@pytest.mark.parametrize(("kind", "issues"), [("slow", 1), ("slow_after", 2)])
def test_slowness(sb: GitHubSandbox, repo: Repository, kind: str, issues: int) -> None:
    """While a slow answer is awaited, the effect has not happened yet (slow) or has (slow_after)."""
    arrived = threading.Event()
    sb.before_answer(lambda request: arrived.set() if request.is_write else None)
    sb.faults.add(kind, method="POST", seconds=30)
    with pytest.raises(requests.exceptions.ReadTimeout):
        raw(sb, "POST", "/repos/acme/app/issues", json={"title": "T"}, timeout=0.2)
    assert arrived.is_set()
    assert repo.get_issues().totalCount == issues


def test_a_slow_request_is_answered_in_the_end(sb: GitHubSandbox, repo: Repository) -> None:
    """Slow answers are the normal ones."""
    sb.faults.add("slow", seconds=0.01)
    sb.faults.add("slow_after", seconds=0.01)
    assert [repo.create_issue("T").number for _ in range(2)] == [2, 3]


def test_faults_count_and_skip(sb: GitHubSandbox, repo: Repository) -> None:
    """`after` lets requests pass first, `times` bounds the strikes, `clear` ends them, unknown kinds are refused."""
    fault = sb.faults.add("error", method="POST", after=1, times=2, body={"message": "mine"}, headers={"X-Mine": "1"})
    assert repo.create_issue("T").number == 2
    for _ in range(2):
        with pytest.raises(GithubException, match="mine") as failed:
            repo.create_issue("T")
        assert (failed.value.headers or {})["x-mine"] == "1"
    assert (repo.create_issue("T").number, fault.struck) == (3, 2)
    sb.faults.add("error", times=None)
    sb.faults.clear()
    assert repo.create_issue("T").number == 4
    with pytest.raises(ValueError, match="unknown fault 'explode'"):
        sb.faults.add("explode")


# What a test sees


def test_requests_are_recorded_without_the_token(sb: GitHubSandbox, repo: Repository) -> None:
    """A record has method, raw path, query, body, status and actor, and nothing of the credential."""
    repo.get_issue(1).remove_from_labels("bug")
    raw(sb, "POST", "/repos/acme/app/issues/1/labels?a=b", json=["area/ui"])
    raw(sb, "DELETE", "/repos/acme/app/issues/1/labels/area%2Fui")
    last, sent = sb.requests[-1], sb.requests[-2]
    assert (last.method, last.path, last.status, last.actor) == (
        "DELETE",
        "/repos/acme/app/issues/1/labels/area%2Fui",
        200,
        "octocat",
    )
    assert (sent.query, sent.body) == ({"a": "b"}, ["area/ui"])
    assert [request.method for request in sb.writes] == ["DELETE", "POST", "DELETE"]
    assert "token-octocat" not in repr([vars(request) for request in sb.requests])
    sb.clear_requests()
    assert (sb.requests, sb.writes) == ([], [])


def test_a_hook_sees_a_write_before_its_effect(sb: GitHubSandbox, repo: Repository) -> None:
    """When the hook runs, the issue does not exist yet; the hook may read the sandbox over HTTP."""
    seen: list[tuple[str, int]] = []

    @sb.before_answer
    def look(request: Request) -> None:
        if request.is_write:
            seen.append((request.path, len(raw(sb, "GET", "/repos/acme/app/issues").json())))

    repo.create_issue("T")
    assert seen == [("/repos/acme/app/issues", 1)]


def test_a_failing_hook_fails_the_block() -> None:
    """What a hook asserts in the server's thread is raised at the end of the block."""

    def refuse(request: Request) -> None:
        raise AssertionError(request.path)

    with pytest.raises(AssertionError, match="/meta"):
        with GitHubSandbox() as sb:
            sb.before_answer(refuse)
            assert requests.get(f"{sb.url}/meta", timeout=5).status_code == 500


def test_a_bug_of_the_sandbox_fails_the_block(monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception in a route is answered 500 and raised at the end of the block."""
    with pytest.raises(ZeroDivisionError):
        with GitHubSandbox() as sb:
            monkeypatch.setattr(sb, "answer", lambda request: 1 // 0)
            assert requests.get(f"{sb.url}/meta", timeout=5).status_code == 500


def test_a_port_can_be_chosen() -> None:
    """A sandbox serves on the port that it is given, and a taken port is an error at once."""
    with GitHubSandbox() as sb:
        port = int(sb.url.rpartition(":")[2])
        with pytest.raises(OSError, match="in use"):
            GitHubSandbox(port=port).start()
    with GitHubSandbox(port=port) as again:
        assert again.url == f"http://127.0.0.1:{port}"


def test_reset_restores_the_seed(sb: GitHubSandbox, repo: Repository) -> None:
    """After a reset state, requests, faults and order are as at the start, on the same address."""
    start, url = sb.state(), sb.url
    repo.create_issue("T")
    sb.faults.add("error")
    sb.order.watch()
    sb.reset()
    assert (sb.state(), sb.requests, sb.order.watching, sb.url) == (start, [], False, url)
    assert repo.create_issue("T").number == 2


def test_a_stopped_sandbox_comes_back_with_its_state(sb: GitHubSandbox, repo: Repository) -> None:
    """A vendor that is down refuses connections, and is at the same address afterwards."""
    repo.create_issue("T")
    url = sb.url
    sb.stop()
    with pytest.raises(requests.exceptions.ConnectionError):
        repo.get_issue(2)
    with pytest.raises(RuntimeError, match="not running"):
        sb.url  # noqa: B018 - reading it is the test
    sb.start()
    assert (sb.url, repo.get_issue(2).title) == (url, "T")


def test_many_clients_at_once(sb: GitHubSandbox, connect: Connect) -> None:
    """Writes from several threads each happen once, with numbers of their own."""
    numbers: list[int] = []
    clients = [connect().get_repo("acme/app") for _ in range(8)]
    threads = [threading.Thread(target=lambda r=r: numbers.append(r.create_issue("T").number)) for r in clients]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(numbers) == list(range(2, 10))


# Order and what is left


def test_undoing_in_order_is_no_violation(sb: GitHubSandbox, repo: Repository) -> None:
    """Newest first, every effect is popped; a new issue closed as not planned counts as undone."""
    sb.order.watch()
    start = sb.state()
    issue = repo.create_issue("T", labels=["bug"])
    issue.edit(title="U")
    comment = issue.create_comment("hi")
    assert sb.order.standing() == ["repo:9/issue:2", f"repo:9/issue:2/comment:{comment.id}"]
    comment.delete()
    issue.edit(title="T")
    issue.edit(state="closed", state_reason="not_planned")
    assert (sb.order.violations, sb.order.standing(), sb.left(start)) == ([], [], [])


def test_undoing_out_of_order_is_a_violation(sb: GitHubSandbox, repo: Repository, issue: Issue) -> None:
    """Going back past a newer edit, and closing a new issue under a newer comment, are both noted."""
    sb.order.watch()
    issue.edit(title="B")
    issue.edit(title="C")
    issue.edit(title="First issue")
    assert len(sb.order.violations) == 1
    assert "PATCH /repos/acme/app/issues/1 undid #1" in sb.order.violations[0]
    new = repo.create_issue("T")
    new.create_comment("hi")
    new.edit(state="closed", state_reason="not_planned")
    assert len(sb.order.violations) == 2
    assert "POST /repos/acme/app/issues/2/comments" in sb.order.violations[1]


def test_a_file_undone_by_a_second_commit_leaves_nothing(sb: GitHubSandbox, repo: Repository) -> None:
    """A branch is compared by its tree, so a file that came and went leaves no difference."""
    sb.order.watch()
    start = sb.state()
    made = repo.create_file("a.txt", "add", "a")
    assert sb.left(start)[0].startswith("repo:9/branch:main tree is ")
    repo.delete_file("a.txt", "rm", made["content"].sha)
    assert (sb.left(start), sb.order.standing(), sb.order.violations) == ([], [], [])


def test_what_is_left_is_said(sb: GitHubSandbox, repo: Repository, issue: Issue) -> None:
    """New, changed and vanished objects are named, except those that are to be ignored."""
    start = sb.state()
    issue.edit(title="B")
    repo.get_label("security").delete()
    repo.create_label("extra", "ffffff")
    assert sb.left(start) == [
        "repo:9/issue:1 title is 'B', was 'First issue'",
        "repo:9/label:extra is new: {'color': 'ffffff', 'description': None}",
        "repo:9/label:security is gone: it was {'color': 'b60205', 'description': None}",
    ]
    assert sb.left(start, ignore=("repo:9/label:*", "repo:9/issue:1")) == []


def test_state_has_every_kind_of_object(sb: GitHubSandbox, feature: Repository) -> None:
    """Paths name repositories, branches, tags, labels, milestones, issues, pull requests and comments."""
    feature.create_git_ref("refs/tags/v1", feature.get_branch("main").commit.sha)
    feature.create_pull("main", "feat", title="P").create_issue_comment("hi")
    paths = sorted(path.removeprefix("repo:9/") for path in sb.state() if not path.startswith("org:"))
    beside = ("comment", "collaborator", "workflow", "run:", "alert:")
    kinds = [path for path in paths if not any(one in path for one in beside)]
    assert kinds == [
        "branch:feat",
        "branch:main",
        "issue:1",
        "label:bug",
        "label:customer",
        "label:security",
        "milestone:1",
        "pull:2",
        "ref:tags/v1",
        "repo:9",
    ]
    assert [path.rpartition(":")[0] for path in paths if "comment" in path] == ["issue:1/comment", "pull:2/comment"]


def test_who_says_when_the_undo_begins_may_go_back_before(sb: GitHubSandbox, issue: Issue) -> None:
    """While acting, an edit back to an earlier value is an effect of its own; undoing takes all back, newest first."""
    sb.order.watch()
    sb.order.acting()
    for title in ("B", "C", "First issue"):
        issue.edit(title=title)
    assert [effect.n for effect in sb.order.effects("repo:9/issue:1")] == [1, 2, 3]
    sb.order.undoing()
    for title in ("C", "B", "First issue"):
        issue.edit(title=title)
    assert (sb.order.violations, sb.order.standing()) == ([], [])


def test_an_undo_that_sets_something_else_is_a_violation(sb: GitHubSandbox, issue: Issue) -> None:
    """While undoing, what carries effects may only be taken back, and not past a newer effect."""
    sb.order.watch()
    sb.order.acting()
    issue.edit(title="B", labels=["bug", "customer"])
    issue.edit(title="C")
    sb.order.undoing()
    issue.edit(title="First issue")
    issue.remove_from_labels("customer")
    issue.add_to_labels("security")
    issue.edit(body="Theirs")
    issue.edit(body="Ours")
    assert len(sb.order.violations) == 2
    assert "undid #1" in sb.order.violations[0]
    assert "changed body" in sb.order.violations[1]
