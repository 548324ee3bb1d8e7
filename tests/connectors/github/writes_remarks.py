"""What an agent may say about code and issues in a property test, and how it sorts them."""

from __future__ import annotations

from typing import Any

from github.Repository import Repository
from hypothesis import strategies as st

from property_kit import drawn

TEXT = st.sampled_from(["One", "Two", "{title}"])
KIND = st.sampled_from(["+1", "heart"])
WHICH = st.integers(0, 3)
"""One of those that are there, round and round."""

LABEL = st.sampled_from(["bug", "area", "AREA", "defect"])
EVENT = st.sampled_from([None, "APPROVE", "REQUEST_CHANGES", "COMMENT"])


def _one(found: Any, which: int) -> Any:
    listed = list(found)
    if not listed:
        raise LookupError("there is none")
    return listed[which % len(listed)]


def _pull(repo: Repository) -> Any:
    return repo.get_pull(2)


def _thing(repo: Repository, which: int) -> Any:
    """Something that takes reactions."""
    things = [repo.get_issue(1), *repo.get_issue(1).get_comments(), *repo.get_pulls_comments(), *repo.get_comments()]
    return _one(things, which)


def react(repo: Repository, which: int, kind: str) -> None:
    """Put a reaction somewhere."""
    _thing(repo, which).create_reaction(kind)


def unreact(repo: Repository, which: int) -> None:
    """Take one of the account's own away."""
    thing = _thing(repo, which)
    thing.delete_reaction(_one((one for one in thing.get_reactions() if one.user.login == "octocat"), which).id)


def comment_on_commit(repo: Repository, text: str) -> None:
    """Comment on the newest commit."""
    repo.get_commit("main").create_comment(text)


def comment_on_line(repo: Repository, text: str) -> None:
    """Comment on a line of the pull request."""
    _pull(repo).create_review_comment(text, _pull(repo).head.sha, "b.txt", line=1)


def reply(repo: Repository, which: int, text: str) -> None:
    """Reply to such a comment."""
    top = (one for one in _pull(repo).get_review_comments() if one.in_reply_to_id is None)
    _pull(repo).create_review_comment_reply(_one(top, which).id, text)


def edit(repo: Repository, which: int, text: str) -> None:
    """Change one of these comments."""
    _one([*repo.get_pulls_comments(), *repo.get_comments()], which).edit(text)


def hide(repo: Repository, which: int, reason: str) -> None:
    """Hide or show a comment on the issue."""
    one = _one(repo.get_issue(1).get_comments(), which)
    one.minimize(reason) if reason else one.unminimize()


def review(repo: Repository, text: str, event: str | None) -> None:
    """Review the pull request."""
    _pull(repo).create_review(body=text, **({"event": event} if event else {}))


def ask_for_review(repo: Repository, team: str, wanted: bool) -> None:  # noqa: FBT001 - drawn
    """Ask a team for a review, or take that back."""
    how = _pull(repo).create_review_request if wanted else _pull(repo).delete_review_request
    how(reviewers=[], team_reviewers=[team])


def draft(repo: Repository, wanted: bool) -> None:  # noqa: FBT001 - drawn
    """Make a draft of the pull request, or mark it as ready."""
    _pull(repo).convert_to_draft() if wanted else _pull(repo).mark_ready_for_review()


def discuss(repo: Repository, text: str, which: int | None) -> None:
    """Comment on the discussion, or reply to a comment on it."""
    there = repo.get_discussion(1001, "id")
    above = None if which is None else _one(there.get_comments("id"), which).id
    there.add_comment(text, reply_to=above)


def make_label(repo: Repository, name: str) -> None:
    """Make a label."""
    repo.create_label(name, "aabbcc")


def edit_label(repo: Repository, name: str, new: str) -> None:
    """Rename and recolour a label."""
    repo.get_label(name).edit(new, "0000ff", "changed")


def use_label(repo: Repository, name: str) -> None:
    """Put a label that there is on the issue."""
    repo.get_issue(1).add_to_labels(repo.get_label(name))


def delete_label(repo: Repository, name: str) -> None:
    """Delete a label."""
    repo.get_label(name).delete()


def make_milestone(repo: Repository, title: str) -> None:
    """Make a milestone."""
    repo.create_milestone(title)


def edit_milestone(repo: Repository, which: int, title: str, state: str) -> None:
    """Change a milestone."""
    _one(repo.get_milestones(state="all"), which).edit(title, state=state)


def adopt(repo: Repository, which: int, parent: bool) -> None:  # noqa: FBT001 - drawn
    """Make one of two issues a sub-issue of the first, or what blocks it."""
    other = _one([one for one in repo.get_issues() if one.number != 1 and one.pull_request is None], which)
    issue = repo.get_issue(1)
    issue.add_sub_issue(other) if parent else issue.add_blocked_by(other)


def move(repo: Repository, which: int, behind: int) -> None:
    """Put a sub-issue behind another."""
    subs = list(repo.get_issue(1).get_sub_issues())
    one, other = _one(subs, which), _one(subs, behind)
    if one.id != other.id:
        repo.get_issue(1).prioritize_sub_issue(one, other)


WRITES = drawn(
    (react, (WHICH, KIND)),
    (unreact, (WHICH,)),
    (comment_on_commit, (TEXT,)),
    (comment_on_line, (TEXT,)),
    (reply, (WHICH, TEXT)),
    (edit, (WHICH, TEXT)),
    (hide, (WHICH, st.sampled_from(["SPAM", "OFF_TOPIC", ""]))),
    (review, (TEXT, EVENT)),
    (ask_for_review, (st.sampled_from(["core", "docs"]), st.booleans())),
    (draft, (st.booleans(),)),
    (discuss, (TEXT, st.none() | WHICH)),
    (make_label, (LABEL,)),
    (edit_label, (LABEL, LABEL)),
    (use_label, (LABEL,)),
    (delete_label, (LABEL,)),
    (make_milestone, (TEXT,)),
    (edit_milestone, (WHICH, TEXT, st.sampled_from(["open", "closed"]))),
    (adopt, (WHICH, st.booleans())),
    (move, (WHICH, WHICH)),
)
"""What an agent does."""
