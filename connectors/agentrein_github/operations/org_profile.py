"""What organisations say of themselves and members show of their membership: https://docs.github.com/rest/orgs/orgs."""

from __future__ import annotations

from agentrein.connector import (
    REVERSIBLE,
    adding,
    do,
    each,
    field,
    members,
    op,
    path,
    read,
    removing,
    restore,
    sent,
)
from agentrein_github.operations.org_people import DOCS, MEMBER
from agentrein_github.operations.settings_places import ORG, ORG_OBJECT, ORG_SCOPE

_PUBLIC = f"{ORG}/public_members/{{username}}"
_PROFILE = (
    "name",
    "billing_email",
    "company",
    "email",
    "twitter_username",
    "location",
    "description",
    "blog",
    "has_organization_projects",
    "has_repository_projects",
    "default_repository_permission",
    "members_can_create_repositories",
    "members_can_create_public_repositories",
    "members_can_create_private_repositories",
    "members_can_create_pages",
    "members_can_fork_private_repositories",
    "web_commit_signoff_required",
)
_SHOWN = members(
    "logins",
    read="[].login",
    add=do(f"PUT {_PUBLIC}", username=each, again="safe"),
    remove=do(f"DELETE {_PUBLIC}", username=each, ok=(404,), again="safe"),
    folded=True,
    sent=[sent("username")],
)
_ALL_PUBLIC = f"GET {ORG}/public_members"
_PUBLIC_ONES = read(_ALL_PUBLIC, completed="all pages", given={"list": _ALL_PUBLIC}, per_page=100)

ROWS = (
    op(
        f"PUT {_PUBLIC}",
        sdk="Organization.add_to_public_members",
        says="show that {username} is a member of the organisation {org}",
        tier=REVERSIBLE,
        object=MEMBER,
        inverse=restore(_PUBLIC_ONES, None, adding(_SHOWN)),
        faithful=False,
        scopes=ORG_SCOPE,
        why=f"The membership is hidden again if it was. {DOCS}#set-public-organization-membership-for-the-"
        "authenticated-user",
    ),
    op(
        f"DELETE {_PUBLIC}",
        sdk="Organization.remove_from_public_members",
        says="hide that {username} is a member of the organisation {org}",
        tier=REVERSIBLE,
        object=MEMBER,
        inverse=restore(_PUBLIC_ONES, None, removing(_SHOWN)),
        faithful=False,
        scopes=ORG_SCOPE,
        why=f"The membership is shown again if it was. {DOCS}#remove-public-organization-membership-for-the-"
        "authenticated-user",
    ),
    op(
        f"PATCH {ORG}",
        sdk="Organization.edit",
        says="change {fields} of the organisation {org}",
        tier=REVERSIBLE,
        object=path(*ORG_OBJECT),
        inverse=restore(
            f"GET {ORG}",
            f"PATCH {ORG}",
            *(field(name, clear="", same=(None, "")) for name in _PROFILE),
        ),
        residue="What members could do meanwhile is done.",
        scopes=ORG_SCOPE,
        why="Each field is written back if it still reads as the call left it. "
        "https://docs.github.com/rest/orgs/orgs#update-an-organization",
    ),
)
