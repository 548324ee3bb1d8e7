"""What the rows of workflows' settings and of organisations share: places, identities, the forms of names."""

from __future__ import annotations

from typing import Any

from agentrein.connector import computed, looked, path, place, read, sent
from agentrein_github.operations.places import REPO, REPO_OBJECT

ORG = place("/orgs/{org}", "/organizations/{org_id}", id=("org_id", "id"), now={"org": "login"})
ENVIRONMENT = f"{REPO}/environments/{{environment_name}}"

REPO_SCOPE = (("repo",),)
"""Settings of workflows ask for the whole of it, of public repositories too.

https://docs.github.com/rest/actions/variables#create-a-repository-variable
"""
ORG_SCOPE = (("admin:org",),)
"""What a classic token needs to change an organisation.

https://docs.github.com/apps/oauth-apps/building-oauth-apps/scopes-for-oauth-apps
"""


def capitals(name: str) -> str:
    """The name of a variable or secret as GitHub keeps it."""
    return str(name).upper()


def folded(name: str) -> str:
    """A name whose case GitHub ignores, in one form."""
    return str(name).casefold()


def chosen_repositories(at: str, **where: Any) -> Any:
    """The ids of the repositories that were chosen to see a setting, as a path names them."""
    given = {"list": f"GET {at}", "where": where}
    return read(f"GET {at}", completed="chosen repositories", given=given, per_page=100)


ORG_OBJECT = ("github:org:", looked("org_id"))
ENVIRONMENT_OBJECT = (*REPO_OBJECT, "/environment:", computed(folded, sent("environment_name")))
ENVIRONMENT_ITSELF = path(*ENVIRONMENT_OBJECT)
