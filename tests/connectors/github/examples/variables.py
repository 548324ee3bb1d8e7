"""Variables of repositories, environments and organisations."""

from __future__ import annotations

from typing import Any

from github import Github

from agentrein.testing.conformance import Example
from connectors.github.examples.things import REPO, org, repo

IN_REPO = f"{REPO}/actions/variables"
IN_ENVIRONMENT = f"{REPO}/environments/{{environment_name}}/variables"
IN_ORG = "/orgs/{org}/actions/variables"
CHOSEN = f"{IN_ORG}/{{name}}/repositories/{{repository_id}}"
STANDS = "a variable of that name stands there again"


def environment(gh: Github) -> Any:
    """The environment prod, made if need be."""
    known = {one.name: one for one in repo(gh).get_environments()}
    return known.get("prod") or repo(gh).create_environment("prod")


def variable(gh: Github) -> Any:
    """A variable of the repository."""
    return repo(gh).create_variable("REGION", "eu")


def environment_variable(gh: Github) -> Any:
    """A variable of the environment."""
    return environment(gh).create_variable("REGION", "eu")


def org_variable(gh: Github) -> Any:
    """A variable of the organisation that every repository sees."""
    return org(gh).create_variable("REGION", "eu")


def chosen_variable(gh: Github) -> Any:
    """A variable of the organisation that the repository sees alone."""
    return org(gh).create_variable("REGION", "eu", "selected", [repo(gh)])


def hidden_variable(gh: Github) -> Any:
    """A variable of the organisation that no repository sees so far."""
    return org(gh).create_variable("REGION", "eu", "selected", [])


EXAMPLES = (
    Example(
        f"POST {IN_REPO}",
        lambda gh: repo(gh).create_variable("region", "eu"),
        foreign=lambda gh: repo(gh).get_variable("REGION").edit("us"),
        beside=lambda gh: repo(gh).create_variable("THEIRS", "1"),
    ),
    Example(
        f"PATCH {IN_REPO}/{{name}}",
        lambda gh: repo(gh).get_variable("REGION").edit("us"),
        prepare=variable,
        foreign=lambda gh: repo(gh).get_variable("REGION").edit("asia"),
        beside=lambda gh: repo(gh).create_variable("THEIRS", "1"),
    ),
    Example(
        f"PATCH {IN_REPO}/{{name}}",
        lambda gh: repo(gh).get_variable("REGION").edit("eu"),
        prepare=variable,
        nothing=True,
        name="as it was",
    ),
    Example(
        f"DELETE {IN_REPO}/{{name}}",
        lambda gh: repo(gh).delete_variable("REGION"),
        prepare=variable,
        foreign=lambda gh: repo(gh).create_variable("REGION", "theirs"),
        unforced=STANDS,
        beside=lambda gh: repo(gh).create_variable("THEIRS", "1"),
    ),
    Example(
        f"POST {IN_ENVIRONMENT}",
        lambda gh: environment(gh).create_variable("region", "eu"),
        prepare=environment,
        foreign=lambda gh: environment(gh).get_variable("REGION").edit("us"),
        beside=lambda gh: repo(gh).create_variable("REGION", "us"),
    ),
    Example(
        f"PATCH {IN_ENVIRONMENT}/{{name}}",
        lambda gh: environment(gh).get_variable("REGION").edit("us"),
        prepare=environment_variable,
        foreign=lambda gh: environment(gh).get_variable("REGION").edit("asia"),
        beside=lambda gh: repo(gh).create_variable("REGION", "theirs"),
    ),
    Example(
        f"DELETE {IN_ENVIRONMENT}/{{name}}",
        lambda gh: environment(gh).delete_variable("REGION"),
        prepare=environment_variable,
        foreign=lambda gh: environment(gh).create_variable("REGION", "theirs"),
        unforced=STANDS,
        beside=lambda gh: repo(gh).create_variable("REGION", "theirs"),
    ),
    Example(
        f"POST {IN_ORG}",
        lambda gh: org(gh).create_variable("region", "eu", "selected", [repo(gh)]),
        foreign=lambda gh: org(gh).get_variable("REGION").edit("eu", "private"),
        beside=lambda gh: org(gh).create_variable("THEIRS", "1"),
    ),
    Example(
        f"PATCH {IN_ORG}/{{name}}",
        lambda gh: org(gh).get_variable("REGION").edit("us"),
        prepare=chosen_variable,
        foreign=lambda gh: org(gh).get_variable("REGION").edit("us", "private"),
        beside=lambda gh: org(gh).create_variable("THEIRS", "1"),
        name="seen by all from now on",
    ),
    Example(
        f"PATCH {IN_ORG}/{{name}}",
        lambda gh: org(gh).get_variable("REGION").edit("us"),
        prepare=org_variable,
        foreign=lambda gh: org(gh).get_variable("REGION").edit("theirs"),
        name="its value",
    ),
    Example(
        f"DELETE {IN_ORG}/{{name}}",
        lambda gh: org(gh).get_variable("REGION").delete(),
        prepare=chosen_variable,
        foreign=org_variable,
        unforced=STANDS,
        beside=lambda gh: org(gh).create_variable("THEIRS", "1"),
        name="for chosen repositories",
    ),
    Example(
        f"DELETE {IN_ORG}/{{name}}",
        lambda gh: org(gh).get_variable("REGION").delete(),
        prepare=org_variable,
        foreign=lambda gh: org(gh).create_variable("REGION", "theirs"),
        unforced=STANDS,
        name="for all",
    ),
    Example(
        f"PUT {CHOSEN}",
        lambda gh: org(gh).get_variable("REGION").add_repo(repo(gh)),
        prepare=hidden_variable,
        alone="on the list or not: whoever takes it off has undone it",
        beside=lambda gh: org(gh).create_variable("THEIRS", "1"),
    ),
    Example(
        f"PUT {CHOSEN}",
        lambda gh: org(gh).get_variable("REGION").add_repo(repo(gh)),
        prepare=chosen_variable,
        nothing=True,
        name="that was on the list",
    ),
    Example(
        f"DELETE {CHOSEN}",
        lambda gh: org(gh).get_variable("REGION").remove_repo(repo(gh)),
        prepare=chosen_variable,
        alone="on the list or not: whoever puts it back has undone it",
        beside=lambda gh: org(gh).create_variable("THEIRS", "1"),
    ),
)
