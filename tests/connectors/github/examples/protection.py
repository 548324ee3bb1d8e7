"""Protection of branches, as a whole and rule by rule."""

from __future__ import annotations

from typing import Any

from github import Github

from agentrein.testing.conformance import Example
from connectors.github.examples.things import REPO, branch, repo

PROTECTION = f"{REPO}/branches/{{branch}}/protection"
ALONE = "on or off: whoever switches it back has undone it"


def main(gh: Github) -> Any:
    """The branch main."""
    return repo(gh).get_branch("main")


RULES: dict[str, Any] = {
    "strict": True,
    "checks": [("ci/Build", 7), "lint"],
    "enforce_admins": True,
    "dismissal_users": ["Helper"],
    "dismissal_teams": [],
    "require_code_owner_reviews": True,
    "required_approving_review_count": 2,
    "users_bypass_pull_request_allowances": ["octocat"],
    "user_push_restrictions": ["helper", "octocat"],
    "team_push_restrictions": ["core"],
    "required_linear_history": True,
    "required_conversation_resolution": True,
}


def guarded(gh: Github, **other: Any) -> Any:
    """The branch with every rule, some of them otherwise."""
    return main(gh).edit_protection(**{**RULES, **other})


def open_to_all(gh: Github) -> Any:
    """The branch with a protection that has no rule."""
    return main(gh).edit_protection()


def signed(gh: Github) -> Any:
    """The branch with every rule, signed commits among them."""
    guarded(gh)
    main(gh).add_required_signatures()


EXAMPLES = (
    Example(
        f"PUT {PROTECTION}",
        guarded,
        foreign=lambda gh: main(gh).edit_required_status_checks(strict=False),
        beside=lambda gh: branch(gh, "theirs"),
        name="a branch that had none",
    ),
    Example(
        f"PUT {PROTECTION}",
        lambda gh: main(gh).edit_protection(strict=False, contexts=["lint"], allow_force_pushes=True),
        prepare=signed,
        foreign=lambda gh: main(gh).edit_protection(strict=False, contexts=["lint"], required_linear_history=True),
        beside=lambda gh: main(gh).remove_required_signatures(),
        name="a branch that had some",
    ),
    Example(
        f"DELETE {PROTECTION}",
        lambda gh: main(gh).remove_protection(),
        prepare=signed,
        foreign=open_to_all,
        name="with signatures",
    ),
    Example(
        f"DELETE {PROTECTION}",
        lambda gh: main(gh).remove_protection(),
        prepare=guarded,
        foreign=open_to_all,
        beside=lambda gh: branch(gh, "theirs"),
        name="without signatures",
    ),
    Example(
        f"DELETE {PROTECTION}/required_status_checks",
        lambda gh: main(gh).remove_required_status_checks(),
        prepare=signed,
        foreign=lambda gh: guarded(gh, checks=["theirs"]),
        beside=lambda gh: main(gh).remove_admin_enforcement(),
    ),
    Example(
        f"DELETE {PROTECTION}/required_pull_request_reviews",
        lambda gh: main(gh).remove_required_pull_request_reviews(),
        prepare=signed,
        foreign=lambda gh: guarded(gh, required_approving_review_count=3),
        beside=lambda gh: main(gh).remove_admin_enforcement(),
    ),
    Example(
        f"DELETE {PROTECTION}/restrictions",
        lambda gh: main(gh).remove_push_restrictions(),
        prepare=signed,
        foreign=lambda gh: guarded(gh, user_push_restrictions=["monalisa"]),
        beside=lambda gh: main(gh).remove_admin_enforcement(),
    ),
    Example(
        f"POST {PROTECTION}/enforce_admins",
        lambda gh: main(gh).set_admin_enforcement(),
        prepare=open_to_all,
        alone=ALONE,
        beside=lambda gh: main(gh).add_required_signatures(),
    ),
    Example(
        f"POST {PROTECTION}/enforce_admins",
        lambda gh: main(gh).set_admin_enforcement(),
        prepare=guarded,
        nothing=True,
        name="that was on",
    ),
    Example(
        f"DELETE {PROTECTION}/enforce_admins",
        lambda gh: main(gh).remove_admin_enforcement(),
        prepare=guarded,
        alone=ALONE,
        beside=lambda gh: main(gh).add_required_signatures(),
    ),
    Example(
        f"POST {PROTECTION}/required_signatures",
        lambda gh: main(gh).add_required_signatures(),
        prepare=guarded,
        alone=ALONE,
        beside=lambda gh: main(gh).remove_admin_enforcement(),
    ),
    Example(
        f"DELETE {PROTECTION}/required_signatures",
        lambda gh: main(gh).remove_required_signatures(),
        prepare=signed,
        alone=ALONE,
        beside=lambda gh: main(gh).remove_admin_enforcement(),
    ),
    Example(
        f"PATCH {PROTECTION}/required_status_checks",
        lambda gh: main(gh).edit_required_status_checks(strict=False, contexts=["test", "lint"]),
        prepare=guarded,
        foreign=lambda gh: main(gh).edit_required_status_checks(strict=False, checks=["theirs"]),
        beside=lambda gh: main(gh).remove_admin_enforcement(),
    ),
    Example(
        f"PATCH {PROTECTION}/required_pull_request_reviews",
        lambda gh: main(gh).edit_required_pull_request_reviews(
            dismissal_users=["octocat"], dismiss_stale_reviews=True, required_approving_review_count=1
        ),
        prepare=guarded,
        foreign=lambda gh: main(gh).edit_required_pull_request_reviews(required_approving_review_count=3),
        beside=lambda gh: main(gh).edit_required_pull_request_reviews(require_last_push_approval=True),
    ),
    Example(
        f"POST {PROTECTION}/restrictions/users",
        lambda gh: main(gh).add_user_push_restrictions("Octocat", "monalisa"),
        prepare=guarded,
        alone="on the list or not: whoever takes one off has undone it",
        beside=lambda gh: main(gh).add_user_push_restrictions("theirs"),
    ),
    Example(
        f"PUT {PROTECTION}/restrictions/users",
        lambda gh: main(gh).replace_user_push_restrictions("monalisa"),
        prepare=guarded,
        alone="on the list or not: whoever changes that has undone it",
        beside=lambda gh: main(gh).add_user_push_restrictions("theirs"),
    ),
    Example(
        f"DELETE {PROTECTION}/restrictions/users",
        lambda gh: main(gh).remove_user_push_restrictions("HELPER"),
        prepare=guarded,
        alone="on the list or not: whoever puts one back has undone it",
        beside=lambda gh: main(gh).add_user_push_restrictions("theirs"),
    ),
    Example(
        f"POST {PROTECTION}/restrictions/teams",
        lambda gh: main(gh).add_team_push_restrictions("core", "docs"),
        prepare=guarded,
        alone="on the list or not: whoever takes one off has undone it",
        beside=lambda gh: main(gh).add_team_push_restrictions("theirs"),
    ),
    Example(
        f"PUT {PROTECTION}/restrictions/teams",
        lambda gh: main(gh).replace_team_push_restrictions("docs"),
        prepare=guarded,
        alone="on the list or not: whoever changes that has undone it",
        beside=lambda gh: main(gh).add_team_push_restrictions("theirs"),
    ),
    Example(
        f"DELETE {PROTECTION}/restrictions/teams",
        lambda gh: main(gh).remove_team_push_restrictions("core"),
        prepare=guarded,
        alone="on the list or not: whoever puts one back has undone it",
        beside=lambda gh: main(gh).add_team_push_restrictions("theirs"),
    ),
)
