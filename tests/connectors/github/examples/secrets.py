"""Secrets of repositories, environments and organisations."""

from __future__ import annotations

from typing import Any

from agentrein.testing.conformance import Example
from connectors.github.examples.things import REPO, org, repo
from connectors.github.examples.variables import environment

IN_REPO = f"PUT {REPO}/{{secret_type}}/secrets/{{secret_name}}"
IN_ENVIRONMENT = f"PUT {REPO}/environments/{{environment_name}}/secrets/{{secret_name}}"
ON = "on the list or not: whoever changes that has undone it"


def org_secret(*repos: Any, kind: str = "actions") -> Any:
    """A secret of the organisation for chosen repositories."""
    return lambda gh: org(gh).create_secret("TOKEN", "old", "selected", [one(gh) for one in repos], kind)


EXAMPLES = (
    Example(
        IN_REPO,
        lambda gh: repo(gh).create_secret("token", "new"),
        foreign=lambda gh: repo(gh).create_secret("TOKEN", "theirs"),
        beside=lambda gh: repo(gh).create_secret("OTHER", "theirs"),
        name="of Actions",
    ),
    Example(
        IN_REPO,
        lambda gh: repo(gh).create_secret("TOKEN", "new", "dependabot"),
        prepare=lambda gh: repo(gh).create_secret("TOKEN", "of Actions"),
        foreign=lambda gh: repo(gh).create_secret("TOKEN", "theirs", "dependabot"),
        beside=lambda gh: repo(gh).create_secret("TOKEN", "of Actions too"),
        name="of Dependabot",
    ),
    Example(
        IN_ENVIRONMENT,
        lambda gh: environment(gh).create_secret("token", "new"),
        prepare=environment,
        foreign=lambda gh: environment(gh).create_secret("TOKEN", "theirs"),
        beside=lambda gh: repo(gh).create_secret("TOKEN", "theirs"),
    ),
    *(
        Example(
            f"PUT /orgs/{{org}}/{kind}/secrets/{{secret_name}}",
            lambda gh, kind=kind: org(gh).create_secret("TOKEN", "new", "selected", [repo(gh)], kind),
            foreign=lambda gh, kind=kind: org(gh).create_secret("TOKEN", "theirs", secret_type=kind),
            beside=lambda gh, kind=kind: org(gh).create_secret("OTHER", "theirs", secret_type=kind),
        )
        for kind in ("actions", "dependabot")
    ),
    *(
        Example(
            f"PUT /orgs/{{org}}/{kind}/secrets/{{secret_name}}/repositories/{{repository_id}}",
            lambda gh, kind=kind: org(gh).get_secret("TOKEN", kind).add_repo(repo(gh)),
            prepare=org_secret(kind=kind),
            alone=ON,
            beside=lambda gh, kind=kind: org(gh).create_secret("OTHER", "theirs", secret_type=kind),
        )
        for kind in ("actions", "dependabot")
    ),
    *(
        Example(
            f"DELETE /orgs/{{org}}/{kind}/secrets/{{secret_name}}/repositories/{{repository_id}}",
            lambda gh, kind=kind: org(gh).get_secret("TOKEN", kind).remove_repo(repo(gh)),
            prepare=org_secret(repo, kind=kind),
            alone=ON,
            beside=lambda gh, kind=kind: org(gh).create_secret("OTHER", "theirs", secret_type=kind),
        )
        for kind in ("actions", "dependabot")
    ),
)
