"""What agents do in a repository on GitHub, one story per area, in the words of PyGithub."""

from __future__ import annotations

import io
from typing import Any

from github import Github, InputGitTreeElement
from github.PullRequest import PullRequest
from github.Repository import Repository

from tests.independent.story import Story


def repo(gh: Github) -> Repository:
    """The repository that is there from the start."""
    return gh.get_repo("octocat/hello")


def tip(gh: Github, branch: str = "main") -> str:
    """The commit that a branch points to."""
    return repo(gh).get_branch(branch).commit.sha


def branch_with_pull(gh: Github) -> PullRequest:
    """A pull request from a branch with one commit that main does not have."""
    here = repo(gh)
    here.create_git_ref("refs/heads/feat", tip(gh))
    here.create_file("feat.txt", "work", "work\n", branch="feat")
    return here.create_pull("main", "feat", title="Work", body="please look")


def seen(gh: Github) -> dict[str, Any]:
    """What a person sees of the repository, apart from commits and from issues that are closed as not planned."""
    here, issues = repo(gh), {}
    for one in here.get_issues(state="all"):
        if one.pull_request is None and one.state_reason != "not_planned":
            said = [comment.body for comment in one.get_comments()]
            people, names = sorted(who.login for who in one.assignees), sorted(label.name for label in one.labels)
            due = one.milestone and one.milestone.title
            issues[one.number] = (one.title, one.body, one.state, one.locked, names, people, said, due)
    return {
        "issues": issues,
        "files": sorted((file.path, file.sha) for file in here.get_contents("")),  # type: ignore[union-attr]
        "branches": sorted(branch.name for branch in here.get_branches()),
        "pulls": [pull.number for pull in here.get_pulls(state="open")],
        "labels": sorted((one.name, one.color, one.description) for one in here.get_labels()),
        "milestones": sorted((one.title, one.state, one.description) for one in here.get_milestones(state="all")),
    }


def old_issue(gh: Github) -> None:
    """Issue 1, and labels."""
    for name in ("bug", "keep", "triaged"):
        repo(gh).create_label(name, "d73a4a", f"About {name}")
    repo(gh).create_issue("Old title", body="old body", labels=["bug", "keep"])


def issues(gh: Github) -> None:
    """Issues, their comments, labels and people, files, a branch and a pull request."""
    here = repo(gh)
    filed = here.create_issue("Flaky test", body="It fails on Mondays")
    filed.create_comment("Filed by the agent")
    issue = here.get_issue(1)
    issue.edit(title="Changed", body="changed", assignees=["helper"])
    issue.add_to_labels("bug", "triaged")
    issue.remove_from_labels("keep")
    issue.create_comment("second").edit("second, edited")
    issue.edit(state="closed", state_reason="completed")
    issue.lock("resolved")
    made = here.create_file("notes.txt", "add notes", "one")
    here.update_file("notes.txt", "change notes", "two", made["content"].sha)
    here.create_git_ref("refs/heads/feat", tip(gh))
    here.create_file("feat.txt", "work", "work", branch="feat")
    pull = here.create_pull("main", "feat", title="Work", body="please look")
    pull.edit(title="Work, edited")


def taken_before(gh: Github) -> None:
    """A locked issue that is somebody's, files, a pull request and a branch without one."""
    old_issue(gh)
    issue = repo(gh).get_issue(1)
    issue.add_to_assignees("helper")
    issue.lock("spam")
    repo(gh).create_file("gone.txt", "for a while", "gone\n")
    branch_with_pull(gh)
    repo(gh).create_git_ref("refs/heads/spare", tip(gh))


def taken(gh: Github) -> None:
    """What was there is replaced, moved and taken away."""
    here, issue = repo(gh), repo(gh).get_issue(1)
    issue.unlock()
    issue.remove_from_assignees("helper")
    issue.add_to_assignees("hubot")
    issue.set_labels("triaged")
    issue.delete_labels()
    here.delete_file("gone.txt", "no longer needed", here.get_contents("gone.txt").sha)  # type: ignore[union-attr]
    here.get_git_ref("heads/feat").edit(tip(gh, "spare"), force=True)
    here.get_git_ref("heads/spare").delete()
    here.get_pull(2).edit(state="closed")


def planned_before(gh: Github) -> None:
    """Labels and milestones, one of each on an issue."""
    old_issue(gh)
    due = repo(gh).create_milestone("Old", description="first")
    repo(gh).create_milestone("Empty", description="nothing in it")
    repo(gh).get_issue(1).edit(milestone=due)


def planned(gh: Github) -> None:
    """Labels and milestones come, change and go."""
    here = repo(gh)
    here.create_label("new", "ff0000", "Brand new")
    here.get_label("keep").edit("kept", "00ff00", "changed")
    here.get_label("bug").delete()
    made = here.create_milestone("New", description="second")
    there = {one.title: one for one in here.get_milestones()}
    here.get_issue(1).edit(milestone=made)
    there["Old"].edit("Older", state="closed", description="changed")
    there["Empty"].delete()
    here.replace_topics(["ci", "tests"])


def attached(text: str) -> dict[str, Any]:
    """A file of a release."""
    return {"file_like": io.BytesIO(text.encode()), "file_size": len(text), "content_type": "text/plain"}


def released_before(gh: Github) -> None:
    """A release with a file."""
    made = repo(gh).create_git_release("v1", "First", "What is new")
    made.upload_asset_from_memory(**attached("one"), name="one.txt")


def released(gh: Github) -> None:
    """Releases and their files."""
    here = repo(gh)
    here.create_git_release("v2", "Second", "More")
    here.create_git_release("v3", "Third", "Not yet", draft=True)
    first = here.get_release("v1")
    first.update_release("First, edited", "changed")
    first.upload_asset_from_memory(**attached("two"), name="two.txt")
    next(iter(first.get_assets())).update_asset("uno.txt", "the first")


def releases(gh: Github) -> list[Any]:
    """What a person sees of the releases; no label and an empty one look alike."""
    return [
        (one.tag_name, one.name, one.body, one.draft, [(file.name, file.label or "") for file in one.get_assets()])
        for one in repo(gh).get_releases()
    ]


def remarked_before(gh: Github) -> None:
    """Remarks on a commit and on a pull request that somebody is asked to review; main has gone on meanwhile."""
    repo(gh).get_commit(tip(gh)).create_comment("An old remark")
    pull = branch_with_pull(gh)
    pull.create_review_comment("An old note", repo(gh).get_commit(tip(gh, "feat")), "feat.txt", line=1)
    pull.create_review_request(reviewers=["helper"])
    pull.create_review(body="An old draft")
    repo(gh).create_file("main.txt", "goes on", "main\n")


def remarked(gh: Github) -> None:
    """Remarks on commits and lines, reviews and who is asked for them, a branch brought up to date."""
    here, pull = repo(gh), repo(gh).get_pull(1)
    here.get_commit(tip(gh)).create_comment("A new remark")
    next(iter(here.get_comments())).edit("rewritten by the agent")
    pull.create_review_comment("A new note", here.get_commit(tip(gh, "feat")), "feat.txt", line=1)
    next(iter(pull.get_review_comments())).edit("rewritten by the agent")
    pull.create_review_request(reviewers=["hubot"])
    pull.delete_review_request(reviewers=["helper"])
    next(iter(pull.get_reviews())).edit("rewritten by the agent")
    pull.create_review(body="Fine", event="APPROVE")
    pull.update_branch()


def remarks(gh: Github) -> dict[str, Any]:
    """What a person sees of remarks and reviews that are not dismissed."""
    pull = repo(gh).get_pull(1)
    return {
        "commits": sorted(one.body for one in repo(gh).get_comments()),
        "lines": sorted(one.body for one in pull.get_review_comments()),
        "asked": [one.login for one in pull.requested_reviewers],
        "reviews": [one.body for one in pull.get_reviews() if one.state != "DISMISSED"],
        "feat": tip(gh, "feat"),
    }


def stored(gh: Github) -> None:
    """A commit made of its objects, with a branch and a tag."""
    here = repo(gh)
    blob = here.create_git_blob("work", "utf-8")
    tree = here.create_git_tree(
        [InputGitTreeElement("work.txt", "100644", "blob", sha=blob.sha)], here.get_git_tree("main")
    )
    commit = here.create_git_commit("Work", tree, [here.get_git_commit(tip(gh))])
    here.create_git_ref("refs/heads/work", commit.sha)
    tag = here.create_git_tag("v1", "First", commit.sha, "commit")
    here.create_git_ref("refs/tags/v1", tag.sha)


def refs(gh: Github) -> list[str]:
    """The branches and tags."""
    return [one.ref for kind in ("heads", "tags") for one in repo(gh).get_git_matching_refs(kind)]


STORIES = {
    "issues": Story(old_issue, issues, seen, 15),
    "taken away": Story(taken_before, taken, lambda gh: (seen(gh), tip(gh, "feat"), repo(gh).get_issue(1).locked), 9),
    "planned": Story(planned_before, planned, lambda gh: (seen(gh), repo(gh).get_topics()), 8),
    "releases": Story(released_before, released, releases, 5),
    "remarks": Story(remarked_before, remarked, remarks, 9),
    "objects": Story(repo, stored, refs, 6),
}
