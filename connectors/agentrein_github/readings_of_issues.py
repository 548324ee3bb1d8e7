"""What further reads complete about issues: labels and milestones with those that have them, reactions, replies.

A label is read by its name alone, which may change, so the list of labels is searched for its id.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from agentrein.connector import Answer, Own, Read
from agentrein_github.pages import NOT_THERE, PAGE, Steps, listed

MOST_ISSUES = 100
"""Issues that are given a label again one by one: GitHub takes about 80 such writes in a minute, 500 in an hour.

https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api
"""

_LABELS = "GET /repos/{owner}/{repo}/labels"
_MILESTONES = "GET /repos/{owner}/{repo}/milestones"
_REVIEW_COMMENTS = "GET /repos/{owner}/{repo}/pulls/{pull_number}/comments"
_ISSUES = "GET /repos/{owner}/{repo}/issues"


def label(page: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads that find a label by its id, else by its name, and give it with the issues that have it."""
    found = yield from _found(page, given, _LABELS, "name", {})
    if found is None:
        return NOT_THERE
    on = yield from _labelled_with(found["name"])
    if isinstance(on, Answer):
        return on
    return {"label": {**found, "color": str(found.get("color")).lower(), "on": on}}


def milestone(page: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads that find a milestone by its id, else by its title, and give it with the issues in it."""
    found = yield from _found(page, given, _MILESTONES, "title", {"state": "all"})
    if found is None:
        return NOT_THERE
    on = yield from _issues({"milestone": found["number"]})
    if isinstance(on, Answer):
        return on
    return {"milestone": {**found, "on": on}}


def label_by_name(body: Any, given: Mapping[str, Any]) -> Steps:  # noqa: ARG001 - a reading is told what is given
    """Yield the reads that tell which issues have a label: their numbers, null where nothing tells."""
    on = yield from _labelled_with(body["name"])
    return {**body, "issues": None if on is None or isinstance(on, Answer) else [one["number"] for one in on]}


def labelled(body: Any, given: Mapping[str, Any]) -> Any:
    """Tell whether an issue has a label; GitHub compares names without regard to case."""
    names = {str(one.get("name")).casefold() for one in body.get("labels") or []}
    return {**body, "labelled": str(given["name"]).casefold() in names}


def reaction(page: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads that find a reaction by its id, else the one that an account put there of this kind."""
    there = yield from listed(given["list"], {}, first=page)
    if isinstance(there, Answer):
        return there
    by = str(given.get("by", "")).casefold()
    found = [one for one in there if str(one["id"]) == str(given.get("id"))]
    found += [one for one in there if one["user"]["login"].casefold() == by and one["content"] == given.get("content")]
    return {"reaction": found[0]} if found else NOT_THERE


def replies(body: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the reads that tell who replied to a review comment: author and text of each reply."""
    said = yield from listed(_REVIEW_COMMENTS, {"pull_number": given["pull"]})
    if isinstance(said, Answer):
        return said
    found = [one for one in said if one.get("in_reply_to_id") == given["id"]]
    return {**body, "replies": [{"by": one["user"]["login"], "body": one["body"]} for one in found]}


def review_of_pull(body: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the read that tells whether the pull request of a review was merged."""
    answer = yield Read("GET /repos/{owner}/{repo}/pulls/{pull_number}", {"pull_number": given["pull"]})
    if answer.status != 200 or not isinstance(answer.body, Mapping):
        return answer
    return {**body, "merged": answer.body.get("merged")}


def merge(body: Any, given: Mapping[str, Any]) -> Any:
    """A pull request, unless somebody else merged it: then nothing tells whether the account tried to."""
    by = (body.get("merged_by") or {}).get("login")
    theirs = body.get("merged") and str(by).casefold() != str(given["by"]).casefold()
    return Answer(409, {"message": f"merged by {by}"}) if theirs else body


def updated_branch(body: Any, given: Mapping[str, Any]) -> Steps:
    """Yield the read that tells whether a branch points to the account's merge of something into where it was."""
    answer = yield Read("GET /repos/{owner}/{repo}/commits/{sha}", {"sha": body["object"]["sha"]})
    commit = answer.body if answer.status == 200 and isinstance(answer.body, Mapping) else {}
    parents = [one.get("sha") for one in commit.get("parents") or []]
    by = str((commit.get("author") or {}).get("login")).casefold()
    merged = len(parents) > 1 and parents[0] == given["was"]
    return {**body, "updated": merged and by == str(given["by"]).casefold()}


def wiped(body: Any, _given: Mapping[str, Any]) -> Any:
    """Give what GraphQL shows of a node, nothing for a comment of which it only shows that it was deleted."""
    shown = (body.get("data") or {}).get("node") or {}
    return NOT_THERE if shown.get("deletedAt") else body


def _found(page: Any, given: Mapping[str, Any], address: str, name: str, params: dict[str, Any]) -> Steps:
    """The entry of this id, or, where it was made again, of this name; None if there is none."""
    there, number = list(page), 1
    while len(page) >= PAGE and not any(one.get("id") == given.get("id") for one in page):
        number += 1
        answer = yield Read(address, {**params, "per_page": PAGE, "page": number})
        page = answer.body if answer.status == 200 and isinstance(answer.body, list) else []
        there += page
    return next(iter(_matching(there, given, name)), None)


def _matching(there: list[Any], given: Mapping[str, Any], name: str) -> Iterator[Any]:
    yield from (one for one in there if one.get("id") == given.get("id"))
    wanted = str(given.get(name, "")).casefold()
    yield from (one for one in there if str(one.get(name)).casefold() == wanted)


def _labelled_with(name: str) -> Steps:
    """The issues that have a label; None for a name with a comma, which a query takes for two names."""
    if "," in name:
        return None
    return (yield from _issues({"labels": name}))


def _issues(wanted: dict[str, Any]) -> Steps:
    """The issues and pull requests that a query finds, by number, author and title, or the answer that says none."""
    found: list[Any] = []
    for page in range(1, MOST_ISSUES // PAGE + 2):
        answer = yield Read(_ISSUES, {**wanted, "state": "all", "per_page": PAGE, "page": page})
        if answer.status != 200 or not isinstance(answer.body, list):
            return answer
        found += answer.body
        if len(answer.body) < PAGE:
            break
    return [{"number": one["number"], "by": one["user"]["login"], "title": one["title"]} for one in found]


def own_issues(_ours: Any, now: Any, own: Own) -> bool:
    """Whether only issues and pull requests that the run itself opened have the label or milestone.

    They stay, closed, after their undo; those that it only labelled do not have it any more, but in a plan.
    """
    opened = {_said(one, "title") for one in own.sent if one.address.endswith(("/issues", "/pulls"))}
    touched = {str(one.params.get("issue_number")) for one in own.sent} if own.plan else set()
    return isinstance(now, list) and all(
        str(one["number"]) in touched
        or (one["by"].casefold() == own.actor.account.casefold() and one["title"] in opened)
        for one in now
    )


def _said(call: Any, name: str) -> Any:
    return call.body.get(name) if isinstance(call.body, Mapping) else None


def own_replies(_ours: Any, now: Any, own: Own) -> bool:
    """Whether, in a plan, only the run itself replied: its replies are deleted first."""
    said = {_said(one, "body") for one in own.sent} | {(_said(one, "input") or {}).get("body") for one in own.sent}
    account, replied = own.actor.account.casefold(), now if isinstance(now, list) else []
    by = [one["by"] if "by" in one else (one.get("author") or {}).get("login") for one in replied]
    mine = all(str(who).casefold() == account for who in by) and all(one["body"] in said for one in replied)
    return own.plan and mine


def made_again(_ours: Any, _now: Any, own: Own) -> bool:
    """Whether a label, milestone or reaction has another id because the run deleted it, and its undo made it again."""
    deleted = ("/labels/{name+}", "/milestones/{milestone_number}", "/reactions/{reaction_id}")
    return any(one.address.startswith("DELETE") and one.address.endswith(deleted) for one in own.sent)


def same_day(ours: Any, now: Any, _own: Own) -> bool:
    """Whether two times lie on one day: of a due date GitHub keeps no more."""
    return bool(ours) and bool(now) and str(ours)[:10] == str(now)[:10]


READINGS = {
    "label": label,
    "milestone": milestone,
    "label by name": label_by_name,
    "labelled": labelled,
    "reaction": reaction,
    "replies": replies,
    "review of pull": review_of_pull,
    "merge": merge,
    "updated branch": updated_branch,
    "wiped": wiped,
}
COMPARISONS = {"own issues": own_issues, "own replies": own_replies, "made again": made_again, "same day": same_day}
