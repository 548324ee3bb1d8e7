"""The protection of branches as a whole: https://docs.github.com/rest/branches/branch-protection."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    REVERSIBLE,
    before,
    computed,
    do,
    either,
    gone,
    op,
    path,
    read,
    seen,
    sent,
    shows,
    stands,
)
from agentrein_github.operations.places import NOTHING_THERE, REPO, REPO_OBJECT, WAS_THERE
from agentrein_github.operations.settings_places import REPO_SCOPE
from agentrein_github.protection_shape import RULES, SWITCHES, protection_body

BRANCH = f"{REPO}/branches/{{branch}}"
PROTECTION = f"{BRANCH}/protection"
OBJECT = path(*REPO_OBJECT, "/protection:", sent("branch"))
READ = read(f"GET {PROTECTION}", maybe=True, completed="protection")
GAP = "What was pushed in between was not held back."

_RULE_BY_RULE = {rule: sent(rule) for rule in RULES}
_AS_SENT = {**_RULE_BY_RULE, "required_signatures": False}
_ALIKE = {"required_status_checks": "same checks", "required_signatures": "own signatures"}


def contexts(checks: Any) -> list[str] | None:
    """The names of the checks that a call requires, which is what GitHub keeps whatever app it finds for them."""
    listed = checks.get("checks") if isinstance(checks, Mapping) else None
    return None if listed is None else sorted(one["context"] for one in listed)


def put_back(*rules: str) -> dict[str, Any]:
    """The body that puts these rules back as they were, and leaves the others as they are right now."""
    return {rule: before(rule) if rule in rules else seen(rule) for rule in RULES}


def remove_rule(rule: str, sdk: str, what: str, anchor: str) -> Any:
    """The row that takes one rule off, which is put back through the whole: its own address needs it to be there."""
    return op(
        f"DELETE {PROTECTION}/{rule}",
        sdk=sdk,
        says=f"require no {what} any more on {{branch}} of {{owner}}/{{repo}}",
        tier=REVERSIBLE,
        object=OBJECT,
        before=READ,
        inverse=do(
            f"PUT {PROTECTION}",
            put_back(rule),
            goal=shows(READ, want={rule: before(rule)}),
            still={rule: None},
        ),
        probe=stands(READ, {rule: None}),
        residue=GAP,
        scopes=REPO_SCOPE,
        why="The protection is written whole, with this rule as it was and the others as they are right before; GitHub "
        f"shows rules as objects and takes names. https://docs.github.com/rest/branches/branch-protection#{anchor}",
    )


ROWS = (
    op(
        f"PUT {PROTECTION}",
        sdk="Branch.edit_protection",
        says="protect {branch} of {owner}/{repo}",
        tier=REVERSIBLE,
        takes=protection_body,
        object=OBJECT,
        before=READ,
        inverse=either(
            {
                False: do(
                    f"DELETE {PROTECTION}",
                    goal=gone(READ, parent=shows(f"GET {BRANCH}", name=sent("branch"))),
                    still=_AS_SENT,
                    alike=_ALIKE,
                    ok=(404,),
                ),
                True: do(
                    f"PUT {PROTECTION}",
                    {rule: before(rule) for rule in RULES},
                    goal=shows(READ, want={rule: before(rule) for rule in RULES}),
                    still=_RULE_BY_RULE,
                    alike={"required_status_checks": "same checks"},
                ),
            },
            by=WAS_THERE,
        ),
        probe=stands(
            READ,
            {
                **{rule: sent(rule) for rule in (*SWITCHES, "restrictions", "required_pull_request_reviews")},
                "contexts": computed(contexts, sent("required_status_checks")),
            },
        ),
        residue=GAP,
        scopes=REPO_SCOPE,
        why="A branch that was not protected is freed again, else all rules are written as they were, if they still "
        "read as the call left them. GitHub shows objects and takes booleans, logins and slugs; a check without an app "
        "gets the one that reported last, which is no change by others. "
        "https://docs.github.com/rest/branches/branch-protection#update-branch-protection",
    ),
    op(
        f"DELETE {PROTECTION}",
        sdk="Branch.remove_protection",
        says="take the protection off {branch} of {owner}/{repo}",
        tier=REVERSIBLE,
        object=OBJECT,
        before=READ,
        inverse=either(
            {
                True: do(
                    f"POST {PROTECTION}/required_signatures",
                    goal=shows(READ, required_signatures=True),
                ),
                False: None,
            },
            by=before("required_signatures"),
        ),
        also=do(
            f"PUT {PROTECTION}",
            {rule: before(rule) for rule in RULES},
            goal=shows(READ, want={rule: before(rule) for rule in RULES}),
            still=None,
        ),
        probe=stands(READ, NOTHING_THERE),
        residue=GAP,
        scopes=REPO_SCOPE,
        why="All rules are written as they were, if the branch is unprotected; that commits be signed is asked for by "
        "an address of its own. https://docs.github.com/rest/branches/branch-protection#delete-branch-protection",
    ),
    remove_rule(
        "required_status_checks",
        "Branch.remove_required_status_checks",
        "status checks",
        "remove-status-check-protection",
    ),
    remove_rule(
        "required_pull_request_reviews",
        "Branch.remove_required_pull_request_reviews",
        "reviews",
        "delete-pull-request-review-protection",
    ),
    remove_rule("restrictions", "Branch.remove_push_restrictions", "right to push", "delete-access-restrictions"),
)
