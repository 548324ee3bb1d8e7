"""Files, references and pull requests of the stand-in for GitHub."""

from __future__ import annotations

import subprocess

import pytest
from github import GithubException
from github import UnknownObjectException as Unknown
from github.Repository import Repository

from agentrein_github.sandbox import GitHubSandbox
from connectors.github.sandbox_things import labels_of, raw

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
