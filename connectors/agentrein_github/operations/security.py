"""Dependabot alerts, and advisories of a repository: https://docs.github.com/rest/dependabot/alerts."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    answer,
    before,
    computed,
    depends,
    do,
    either,
    find,
    op,
    path,
    sent,
    shows,
    stands,
)
from agentrein_github.operations.places import REPO, REPO_OBJECT

_ALERT = f"{REPO}/dependabot/alerts/{{alert_number}}"
_ADVISORIES = f"{REPO}/security-advisories"
_ADVISORY = f"{_ADVISORIES}/{{ghsa_id}}"
_ADVISORY_DOCS = "https://docs.github.com/rest/security-advisories/repository-advisories"
_DISMISSAL = ("state", "dismissed_reason", "dismissed_comment")
_WRITTEN = ("state", "summary", "description", "severity", "cve_id", "cwe_ids", "vulnerabilities", "credits")


def text(said: Any) -> str:
    """A text as it is written: GitHub takes no null for none."""
    return said or ""


@depends(REVERSIBLE, IRREVERSIBLE)
def alert_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Only `open` and `dismissed` can be written; who is given an alert starts to work, an agent at once."""
    known = isinstance(call.body, dict) and set(call.body) <= set(_DISMISSAL)
    was = image if isinstance(image, dict) else {}
    writable = was.get("state") == "open" or (was.get("state") == "dismissed" and bool(was.get("dismissed_reason")))
    return REVERSIBLE if known and writable else IRREVERSIBLE


@depends(COMPENSABLE, IRREVERSIBLE)
def advisory_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A private fork that is started along outlives the advisory."""
    forks = isinstance(call.body, dict) and call.body.get("start_private_fork")
    return IRREVERSIBLE if forks else COMPENSABLE


def _alert_again(**body: Any) -> Any:
    left = {name: answer(name) for name in _DISMISSAL}
    return do(f"PATCH {_ALERT}", body, goal=shows(f"GET {_ALERT}", want=body), still=left)


ROWS = (
    op(
        f"PATCH {_ALERT}",
        sdk="Repository.update_dependabot_alert",
        says="set the Dependabot alert {alert_number} of {owner}/{repo} to {state}",
        tier=alert_tier,
        object=path(*REPO_OBJECT, "/alert:", sent("alert_number")),
        before=f"GET {_ALERT}",
        inverse=either(
            {
                "open": _alert_again(state="open"),
                "dismissed": _alert_again(
                    state="dismissed",
                    dismissed_reason=before("dismissed_reason"),
                    dismissed_comment=computed(text, before("dismissed_comment")),
                ),
            },
            by=before("state"),
        ),
        probe=stands(f"GET {_ALERT}", {name: sent(name) for name in _DISMISSAL}),
        residue="An alert that is dismissed again shows who undid, and when, as who dismissed it. Where dismissals "
        "must be approved, the request for one stays.",
        if_stuck="Where Dependabot fixed or dismissed it by itself meanwhile, nothing is left to do: keep the action.",
        scopes=(("repo", "security_events", "public_repo"),),
        why="The alert is opened again, or dismissed with the reason and comment that it had, while it reads as the "
        "call left it; what is fixed or dismissed by a rule cannot be. That an empty comment is none is inferred. "
        "https://docs.github.com/rest/dependabot/alerts#update-a-dependabot-alert",
    ),
    op(
        f"POST {_ADVISORIES}",
        sdk="Repository.create_repository_advisory",
        says="draft the security advisory {summary!r} of {owner}/{repo}",
        tier=advisory_tier,
        object=path(*REPO_OBJECT, "/advisory:", answer("ghsa_id")),
        inverse=do(
            f"PATCH {_ADVISORY}",
            {"state": "closed"},
            ghsa_id=answer("ghsa_id"),
            goal=shows(f"GET {_ADVISORY}", state="closed"),
            still={name: answer(name) for name in (*_WRITTEN, "private_fork")},
        ),
        probe=find(
            f"GET {_ADVISORIES}",
            same=("summary", "description"),
            mine="author.login",
            since="created_at",
            newest=True,
            params={"sort": "created", "direction": "desc", "per_page": 100},
        ),
        residue="The draft stays, closed, for those who may see it; people whom it credits were told.",
        if_stuck="Close the advisory on the website unless somebody works on it, then keep the action.",
        scopes=(("repo", "repository_advisories:write"),),
        why="Advisories cannot be deleted: the draft is closed while nobody changed or published it, asked for a CVE, "
        f"or started a private fork. {_ADVISORY_DOCS}#create-a-repository-security-advisory",
    ),
    op(
        f"PATCH {_ADVISORY}",
        sdk="RepositoryAdvisory.edit / publish / close / accept_report / add_vulnerabilities / offer_credits",
        says="change {fields} of the security advisory {ghsa_id} of {owner}/{repo}",
        tier=IRREVERSIBLE,
        why="A published advisory is public and copied by other databases, people who are credited are told, and what "
        f"is closed was taken from those who worked on it. {_ADVISORY_DOCS}#update-a-repository-security-advisory",
    ),
)
