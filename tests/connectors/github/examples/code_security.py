"""Code security configurations."""

from __future__ import annotations

from typing import Any

from github import Github

from agentrein.testing.conformance import Example
from connectors.github.examples.things import org

ALL = "/orgs/{org}/code-security/configurations"


def configuration(gh: Github) -> Any:
    """The newest configuration."""
    return list(org(gh).get_code_security_configs())[-1]


def strict(gh: Github) -> None:
    """A configuration of people's."""
    org(gh).create_code_security_config("Strict", "For services", secret_scanning="enabled")


def edited(**fields: Any) -> Any:
    """The newest configuration with these fields changed."""
    return lambda gh: org(gh).edit_code_security_config(configuration(gh).id, **fields)


EXAMPLES = (
    Example(
        f"POST {ALL}",
        lambda gh: org(gh).create_code_security_config("Mild", "For sketches", dependabot_alerts="enabled"),
        prepare=strict,
        foreign=edited(dependabot_alerts="disabled"),
        beside=lambda gh: org(gh).edit(description="theirs"),
    ),
    Example(
        f"PATCH {ALL}/{{configuration_id}}",
        edited(name="Strictest", dependabot_alerts="enabled"),
        prepare=strict,
        foreign=edited(name="theirs"),
        beside=edited(description="theirs"),
    ),
)
