"""Single rules of a branch's protection: https://docs.github.com/rest/branches/branch-protection."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    REVERSIBLE,
    Operation,
    adding,
    before,
    do,
    each,
    either,
    field,
    members,
    op,
    read,
    removing,
    replacing,
    restore,
    shows,
    stands,
)
from agentrein_github.operations.protection import GAP, OBJECT, PROTECTION
from agentrein_github.operations.settings_places import REPO_SCOPE
from agentrein_github.protection_shape import reviews_body, some_checks_body

_DOCS = "https://docs.github.com/rest/branches/branch-protection"
_CHECKS = f"{PROTECTION}/required_status_checks"
_REVIEWS = f"{PROTECTION}/required_pull_request_reviews"


def _switch(rule: str, what: str, on: tuple[str, str], off: tuple[str, str]) -> tuple[Operation, Operation]:
    """The rows that switch a rule on and off: `on` and `off` are their SDK names and anchors."""
    at = f"{PROTECTION}/{rule}"
    shared: Any = {"object": OBJECT, "before": read(f"GET {at}"), "residue": GAP, "scopes": REPO_SCOPE}
    put = do(f"POST {at}", goal=shows(f"GET {at}", enabled=True), still={"enabled": False})
    taken = do(f"DELETE {at}", goal=shows(f"GET {at}", enabled=False), still={"enabled": True}, ends=False)
    return (
        op(
            f"POST {at}",
            sdk=on[0],
            says=f"{what} on {{branch}} of {{owner}}/{{repo}}",
            tier=REVERSIBLE,
            inverse=either({False: taken, True: None}, by=before("enabled")),
            probe=stands(f"GET {at}", {"enabled": True}),
            why=f"The rule is taken off again if it was off before. {_DOCS}#{on[1]}",
            **shared,
        ),
        op(
            f"DELETE {at}",
            sdk=off[0],
            says=f"no longer {what} on {{branch}} of {{owner}}/{{repo}}",
            tier=REVERSIBLE,
            inverse=either({True: put, False: None}, by=before("enabled")),
            probe=stands(f"GET {at}", {"enabled": False}),
            why=f"The rule is put on again if it was on before. {_DOCS}#{off[1]}",
            **shared,
        ),
    )


def _pushers(kind: str, name: str, sdk: str) -> tuple[Operation, ...]:
    """The rows about who may push, people or teams: PyGithub sends a bare list, the API takes an object too."""
    at = f"{PROTECTION}/restrictions/{kind}"
    them = members(
        kind,
        read=f"[].{name}",
        add=do(f"POST {at}", {kind: [each]}, again="safe"),
        remove=do(f"DELETE {at}", {kind: [each]}, again="safe"),
        folded=True,
    )

    def listed(body: Any) -> Any:
        """The names as an object holds them."""
        return {kind: list(body)} if isinstance(body, list | tuple) else body

    shared: Any = {
        "tier": REVERSIBLE,
        "takes": listed,
        "object": OBJECT,
        "residue": GAP,
        "scopes": REPO_SCOPE,
        "faithful": False,
    }
    return (
        op(
            f"POST {at}",
            sdk=f"Branch.add_{sdk}_push_restrictions",
            says=f"let {{{kind}}} push to {{branch}} of {{owner}}/{{repo}}",
            inverse=restore(f"GET {at}", None, adding(them)),
            why=f"Those who could not push before are taken off the list. {_DOCS}#add-{sdk}-access-restrictions",
            **shared,
        ),
        op(
            f"PUT {at}",
            sdk=f"Branch.replace_{sdk}_push_restrictions",
            says=f"let only {{{kind}}} push to {{branch}} of {{owner}}/{{repo}}",
            inverse=restore(f"GET {at}", None, replacing(them)),
            why=f"Undone one by one, so that whom somebody adds meanwhile stays. {_DOCS}#set-{sdk}-access-restrictions",
            **shared,
        ),
        op(
            f"DELETE {at}",
            sdk=f"Branch.remove_{sdk}_push_restrictions",
            says=f"no longer let {{{kind}}} push to {{branch}} of {{owner}}/{{repo}}",
            inverse=restore(f"GET {at}", None, removing(them)),
            why=f"Those who could push before are put on the list again. {_DOCS}#remove-{sdk}-access-restrictions",
            **shared,
        ),
    )


ROWS = (
    *_switch(
        "enforce_admins",
        "hold administrators to the rules",
        ("Branch.set_admin_enforcement", "set-admin-branch-protection"),
        ("Branch.remove_admin_enforcement", "delete-admin-branch-protection"),
    ),
    *_switch(
        "required_signatures",
        "require signed commits",
        ("Branch.add_required_signatures", "create-commit-signature-protection"),
        ("Branch.remove_required_signatures", "delete-commit-signature-protection"),
    ),
    op(
        f"PATCH {_CHECKS}",
        sdk="Branch.edit_required_status_checks",
        says="change the status checks that {branch} of {owner}/{repo} requires",
        tier=REVERSIBLE,
        takes=some_checks_body,
        object=OBJECT,
        inverse=restore(
            read(f"GET {_CHECKS}", completed="required checks"),
            f"PATCH {_CHECKS}",
            field("strict"),
            field("checks", alike="same checks"),
        ),
        faithful=False,
        residue=GAP,
        scopes=REPO_SCOPE,
        why="The checks are written as they were, each with its app, if they still read as the call left them. "
        f"{_DOCS}#update-status-check-protection",
    ),
    op(
        f"PATCH {_REVIEWS}",
        sdk="Branch.edit_required_pull_request_reviews",
        says="change the reviews that {branch} of {owner}/{repo} requires",
        tier=REVERSIBLE,
        takes=reviews_body,
        object=OBJECT,
        inverse=restore(
            read(f"GET {_REVIEWS}", completed="required reviews"),
            f"PATCH {_REVIEWS}",
            field("dismiss_stale_reviews"),
            field("require_code_owner_reviews"),
            field("require_last_push_approval"),
            field("required_approving_review_count"),
            field("dismissal_restrictions"),
            field("bypass_pull_request_allowances"),
        ),
        faithful=False,
        residue=GAP,
        scopes=REPO_SCOPE,
        why="Each rule is written back if it still reads as the call left it; an empty object takes a restriction off. "
        f"{_DOCS}#update-pull-request-review-protection",
    ),
    *_pushers("users", "login", "user"),
    *_pushers("teams", "slug", "team"),
)
