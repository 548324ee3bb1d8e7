"""What the rows share: the places they address, the objects they touch, the sets and functions they use."""

from __future__ import annotations

import base64
import binascii
import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from agentrein.connector import (
    anew,
    before,
    computed,
    do,
    each,
    gone,
    look,
    looked,
    maybe,
    members,
    path,
    place,
    read,
    sent,
    shows,
)

REPO = place(
    "/repos/{owner}/{repo}",
    "/repositories/{repo_id}",
    id=("repo_id", "id"),
    now={"owner": "owner.login", "repo": "name"},
)
ISSUE = f"{REPO}/issues/{{issue_number}}"
COMMENT = f"{REPO}/issues/comments/{{comment_id}}"
CONTENTS = f"{REPO}/contents/{{path+}}"
HAS_ISSUES = shows(f"GET {REPO}", has_issues=True)  # switched off, they are answered 410 as deleted ones are
ISSUE_DELETED = gone(f"GET {ISSUE}", parent=HAS_ISSUES)
REF = f"{REPO}/git/ref/{{ref+}}"
REFS = f"{REPO}/git/refs/{{ref+}}"
PULL = f"{REPO}/pulls/{{pull_number}}"

REPO_OBJECT = ("github:repo:", looked("repo_id"))
ISSUE_OBJECT = path(*REPO_OBJECT, "/issue:", sent("issue_number"))
PULL_OBJECT = path(*REPO_OBJECT, "/issue:", sent("pull_number"))  # a pull request is an issue: they share numbers
COMMENT_OBJECT = path(*REPO_OBJECT, "/comment:", sent("comment_id"))

LABELS = members(
    "labels",
    read="labels[].name",
    add=do(f"POST {ISSUE}/labels", {"labels": [each]}, again="safe"),
    remove=do(f"DELETE {ISSUE}/labels/{{name+}}", name=each, ok=(404,), again="safe"),
    folded=True,
)
ASSIGNEES = members(
    "assignees",
    read="assignees[].login",
    add=do(f"POST {ISSUE}/assignees", {"assignees": [each]}, again="safe"),
    remove=do(f"DELETE {ISSUE}/assignees", {"assignees": [each]}, again="safe"),
    folded=True,
)

SCOPES = (("repo", "public_repo"),)
"""What a classic token needs: `public_repo` is enough for what is public. A file below `.github/workflows` needs
`workflow` besides, as writing it did. https://docs.github.com/apps/oauth-apps/building-oauth-apps/scopes-for-oauth-apps
"""

NOTHING_THERE: Mapping[str, Any] = {"": None}
"""What a read shows of a thing that is absent: all of it is null."""

UNDO = "Undone by AgentRein"
"""The commit message of an undo."""

NEWEST_FIRST = {"state": "all", "sort": "created", "direction": "desc", "per_page": 100}
"""How issues and pull requests are listed to find a new one."""


def names(labels: Any) -> Any:
    """Labels as GitHub takes them (names, or objects with a name) as names alone."""
    if not isinstance(labels, list):
        return labels
    return [label.get("name") if isinstance(label, dict) else label for label in labels]


def body_or_null(body: Any) -> Any:
    """The request with an empty or missing text as null, which is how GitHub shows it."""
    return {**body, "body": body.get("body") or None} if isinstance(body, dict) else body


def one_line(content: str) -> str:
    """Base64 without the line breaks that GitHub puts in after 60 columns."""
    return "".join(content.split())


def git_blob_sha(content: str) -> str:
    """The id that git gives to a file of this (base64) content; empty if it is no base64."""
    try:
        data = base64.b64decode(one_line(content), validate=True)
    except (binascii.Error, ValueError):
        return ""
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def short_ref(ref: str) -> str:
    """A ref's name without the leading `refs/`, as GitHub puts it into paths."""
    return ref.removeprefix("refs/")


def branch_of(call: Mapping[str, Any], default: str) -> str:
    """The ref that a commit goes to: the branch of the call, or the repository's default."""
    return "heads/" + branch_name(call, default)


def branch_name(call: Mapping[str, Any], default: str) -> str:
    """The name of that branch. Whatever is read or undone names it, since another branch may become the default."""
    return short_ref(str(call.get("branch") or default)).removeprefix("heads/")


def branch_of_ref(ref: str) -> str:
    """The name of the branch that a ref is; empty for a tag."""
    name = short_ref(ref)
    return name.removeprefix("heads/") if name.startswith("heads/") else ""


def not_renamed(branch: Any) -> Any:
    """What must be so for a branch, or what is in it, to be gone: it has no other name by now."""
    return shows(read(f"GET {REPO}", completed="renamed branch", given={"branch": branch}), renamed=False)


def was_there(image: Any) -> bool:
    """Whether something was there, or so, before: the before-image of what was not is nothing."""
    return image is not None


def without_nulls(image: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    """What a thing is made again with: GitHub takes no null for most fields of a new one."""
    return {name: image[name] for name in names if image.get(name) is not None}


def all_ids(source: str, at: str = "", **where: Any) -> Any:
    """The ids of all entries of a list, which stands at a path of the answer: what was there before a call."""
    given = {"list": source, "at": at, "where": where}
    return read(source, completed="ids", given=given, per_page=100, **where)


def same_entry(source: str, by: str, *, paged: bool = True) -> Any:
    """The entry of a list that shows at a path what the before-image shows there: made again, it has another id."""
    given: dict[str, Any] = {"by": by, "value": before(by)}
    params: dict[str, Any] = {}
    if paged:
        given, params = {**given, "list": f"GET {source}"}, {"per_page": 100}
    return read(f"GET {source}", at="entry", maybe=True, completed="entry", given=given, **params)


def made_again(source: str, named: str, by: str, fields: Sequence[str], *, paged: bool = True, **constants: Any) -> Any:
    """The call that makes a deleted entry of a list again as it was, if no other has its value at `by` by now.

    Calls say its id at `named`.
    """
    was = {name: before(name) for name in fields}
    goal = shows(same_entry(source, by, paged=paged), want=was)
    return do(f"POST {source}", {**constants, **was}, goal=goal, still=None, changed=(422,), anew=[anew("id", named)])


WAS_THERE = computed(was_there, before())
NEW_BRANCH = computed(branch_of_ref, sent("ref"))
NEW_REF = computed(short_ref, sent("ref"))
BRANCH = computed(branch_of, sent(), looked("default_branch"))
BRANCH_NAME = computed(branch_name, sent(), looked("default_branch"))
DEFAULT_BRANCH = look("default_branch", f"GET {REPO}", "default_branch", fresh=True)
FILE_OBJECT = path(*REPO_OBJECT, "/ref:", BRANCH, "/file:", sent("path"))
FILE_THERE = read(f"GET {CONTENTS}", ref=BRANCH_NAME)
FILE_OR_NOT = maybe(f"GET {CONTENTS}", ref=BRANCH_NAME)
