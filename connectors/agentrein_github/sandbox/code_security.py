"""Code security configurations of an organisation; repositories are never attached here.

https://docs.github.com/rest/code-security/configurations
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox.ask import DOCS, Ask, not_found
from agentrein_github.sandbox.orgs import require_owner

routes = Routes()
_DOCS = f"{DOCS}/code-security/configurations"
_ALL = "/orgs/{org}/code-security/configurations"
_DEFAULTS = {
    "advanced_security": "disabled",
    "dependency_graph": "enabled",
    "dependency_graph_autosubmit_action": "disabled",
    "dependabot_alerts": "disabled",
    "dependabot_security_updates": "disabled",
    "code_scanning_default_setup": "disabled",
    "secret_scanning": "disabled",
    "secret_scanning_push_protection": "disabled",
    "secret_scanning_delegated_bypass": "disabled",
    "secret_scanning_validity_checks": "disabled",
    "secret_scanning_non_provider_patterns": "disabled",
    "private_vulnerability_reporting": "disabled",
    "enforcement": "enforced",
}


def _one(ask: Ask, org: str, number: str) -> dict[str, Any]:
    found = require_owner(ask, org).security.get(int(number)) if number.isdecimal() else None
    if found is None:
        raise not_found(f"{_DOCS}#get-a-code-security-configuration")
    return found


@routes.on(f"GET {_ALL}")
def list_configurations(ask: Ask, org: str) -> Answer:
    """The configurations.

    https://docs.github.com/rest/code-security/configurations#get-code-security-configurations-for-an-organization
    """
    return ask.page(list(require_owner(ask, org).security.values()), dict)


@routes.on(f"POST {_ALL}")
def create(ask: Ask, org: str) -> Answer:
    """Make a configuration.

    https://docs.github.com/rest/code-security/configurations#create-a-code-security-configuration
    """
    found, number = require_owner(ask, org), ask.world.new_id()
    about = {
        "id": number,
        "target_type": "organization",
        "url": f"{ask.url}/orgs/{org}/code-security/configurations/{number}",
    }
    for name in ("name", "description"):
        ask.text(name, _DOCS, needed=True)
    found.security[number] = {**about, **_DEFAULTS, **ask.fields}
    return Answer(201, found.security[number])


@routes.on(f"GET {_ALL}/{{number}}")
def get(ask: Ask, org: str, number: str) -> Answer:
    """One configuration.

    https://docs.github.com/rest/code-security/configurations#get-a-code-security-configuration
    """
    return Answer(200, _one(ask, org, number))


@routes.on(f"PATCH {_ALL}/{{number}}")
def edit(ask: Ask, org: str, number: str) -> Answer:
    """Change a configuration.

    https://docs.github.com/rest/code-security/configurations#update-a-code-security-configuration
    """
    _one(ask, org, number).update(ask.fields)
    return get(ask, org, number)


@routes.on(f"DELETE {_ALL}/{{number}}")
def delete(ask: Ask, org: str, number: str) -> Answer:
    """Delete a configuration.

    https://docs.github.com/rest/code-security/configurations#delete-a-code-security-configuration
    """
    del require_owner(ask, org).security[_one(ask, org, number)["id"]]
    return Answer(204)


@routes.on(f"GET {_ALL}/{{number}}/repositories")
def list_attached(ask: Ask, org: str, number: str) -> Answer:
    """The repositories that a configuration is attached to.

    https://docs.github.com/rest/code-security/configurations#get-repositories-associated-with-a-code-security-configuration
    """
    _one(ask, org, number)
    return ask.page([], dict)
