"""Custom properties and their values."""

from __future__ import annotations

from typing import Any

from github import Github
from github.OrganizationCustomProperty import CustomProperty

from agentrein.testing.conformance import Example
from connectors.github.examples.things import REPO, both, issue, org, repo

SCHEMA = "/orgs/{org}/properties/schema"
ONE = f"PUT {SCHEMA}/{{custom_property_name}}"
SEVERAL = f"PATCH {SCHEMA}"
VALUES = f"PATCH {REPO}/properties/values"
ORG_VALUES = "PATCH /orgs/{org}/properties/values"


def stage(*allowed: str, **said: Any) -> CustomProperty:
    """A choice among these stages."""
    return CustomProperty("stage", "single_select", allowed_values=list(allowed), **said)


def defined(*properties: CustomProperty) -> Any:
    """These properties, one call each."""
    return both(*(lambda gh, one=one: org(gh).create_custom_property(one) for one in properties))


def valued(**values: Any) -> Any:
    """Values of the repository."""
    return lambda gh: repo(gh).update_custom_properties(values)


def second(gh: Github) -> None:
    """A second repository of the organisation."""
    org(gh).create_repo("web", auto_init=True)


def everywhere(**values: Any) -> Any:
    """Values of both repositories."""
    return lambda gh: org(gh).create_custom_property_values(["app", "web"], values)


TEAM = CustomProperty("team", "string", description="Whose it is")
TAGS = CustomProperty("tags", "multi_select", allowed_values=["a", "b", "c"], values_editable_by="org_and_repo_actors")
KEPT = CustomProperty("kept", "true_false", required=True, default_value="true")
ALL = defined(TEAM, TAGS, KEPT, stage("dev", "prod"))


EXAMPLES = (
    Example(
        VALUES,
        valued(team="{core}", tags=["c", "a"], stage="prod"),
        prepare=both(ALL, valued(tags=["b", "a"], stage="dev")),
        foreign=valued(tags=["b"]),
        beside=valued(kept="false"),
        name="new and changed",
    ),
    Example(
        VALUES,
        valued(team=None, kept=None),
        prepare=both(ALL, valued(team="core", kept="false")),
        foreign=valued(team="theirs"),
        beside=valued(stage="dev"),
        name="unset",
    ),
    Example(VALUES, valued(team="core"), prepare=both(ALL, valued(team="core")), nothing=True, name="as they were"),
    Example(
        ORG_VALUES,
        everywhere(team="core", tags=["c"]),
        prepare=both(second, ALL, valued(team="docs")),
        foreign=valued(team="theirs"),
        beside=valued(stage="dev"),
    ),
    Example(
        ONE,
        defined(stage("dev", "prod", description="Where it {runs}")),
        foreign=valued(stage="dev"),
        beside=lambda gh: issue(gh).create_comment("Elsewhere"),
        name="new",
    ),
    Example(
        ONE,
        defined(stage("dev", "prod", "test", description="More", required=True, default_value="dev")),
        prepare=defined(stage("dev", "prod", description="Less")),
        foreign=valued(stage="test"),
        beside=valued(stage="dev"),
        name="changed",
    ),
    Example(
        SEVERAL,
        lambda gh: org(gh).create_custom_properties([TEAM, stage("dev", "prod", "test"), KEPT]),
        prepare=defined(stage("dev", "prod", description="Less"), CustomProperty("team", "string")),
        foreign=defined(CustomProperty("team", "string", description="theirs")),
        beside=valued(stage="dev"),
    ),
)
