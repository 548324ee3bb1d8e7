"""Members of organisations and invitations into them: https://docs.github.com/rest/orgs/members."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    COSTLY,
    IRREVERSIBLE,
    Actor,
    Call,
    Operation,
    Tier,
    answer,
    before,
    computed,
    depends,
    do,
    either,
    find,
    gone,
    maybe,
    op,
    path,
    read,
    sent,
    shows,
    stands,
)
from agentrein_github.operations.places import NOTHING_THERE, WAS_THERE, all_ids
from agentrein_github.operations.settings_places import ORG, ORG_OBJECT, ORG_SCOPE, folded
from agentrein_github.operations.teams import role_body
from agentrein_github.readings_of_access import membership_role

_MEMBERSHIP = f"{ORG}/memberships/{{username}}"
_READ = f"GET {_MEMBERSHIP}"
_INVITATIONS = f"GET {ORG}/invitations"
DOCS = "https://docs.github.com/rest/orgs/members"
MEMBER = path(*ORG_OBJECT, "/member:", computed(folded, sent("username")))
_LOST = "They must accept an invitation; teams, private forks and assignments are lost."


def invitation_body(body: Any) -> Any:
    """The request with the role that GitHub gives where it names none."""
    asked = body if isinstance(body, dict) else {}
    return {**asked, "role": asked.get("role") or "direct_member"}


@depends(COMPENSABLE, IRREVERSIBLE)
def remove_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Whoever removes itself could not come back."""
    own = actor is None or folded(actor.account) == folded(call.params["username"])
    return IRREVERSIBLE if own else COMPENSABLE


@depends(COSTLY, IRREVERSIBLE)
def invite_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Who is behind a mail address is not told, so an invitation that was accepted would not be found."""
    return COSTLY if (call.body or {}).get("invitee_id") else IRREVERSIBLE


@depends(COSTLY, IRREVERSIBLE)
def cancel_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Invited again by name alone: a mail address and teams would get another invitation."""
    found = image or {}
    return COSTLY if found.get("login") and not found.get("teams") else IRREVERSIBLE


def _remove(address: str, sdk: str, says: str, anchor: str) -> Operation:
    """The row of a call after which somebody is no member any more."""
    return op(
        f"{address}",
        sdk=sdk,
        says=says,
        tier=remove_tier,
        object=MEMBER,
        before=read(_READ),
        inverse=do(
            f"PUT {_MEMBERSHIP}",
            {"role": before("role")},
            goal=shows(maybe(_READ), role=before("role")),
            still=None,
        ),
        probe=stands(maybe(_READ), NOTHING_THERE),
        residue=_LOST,
        scopes=ORG_SCOPE,
        why=f"They are invited again with the role that they had. {DOCS}#{anchor}",
    )


_ONE = read(
    _INVITATIONS,
    at="invitation",
    maybe=True,
    completed="org invitation",
    given={"invitation_id": sent("invitation_id")},
    per_page=100,
)

ROWS = (
    op(
        f"PUT {_MEMBERSHIP}",
        sdk="Organization.add_to_members",
        says="make {username} a {role} of the organisation {org}",
        tier=COSTLY,
        takes=role_body,
        object=MEMBER,
        before=maybe(_READ),
        inverse=either(
            {
                False: do(
                    f"DELETE {_MEMBERSHIP}",
                    goal=gone(_READ, parent=f"GET {ORG}"),
                    still={"role": sent("role")},
                    ok=(404,),
                ),
                True: do(
                    f"PUT {_MEMBERSHIP}",
                    {"role": before("role")},
                    goal=shows(_READ, role=before("role")),
                    still={"role": sent("role")},
                ),
            },
            by=WAS_THERE,
        ),
        probe=stands(maybe(_READ), {"role": sent("role")}),
        residue="The mail that invited them is sent; what they did meanwhile stays.",
        scopes=ORG_SCOPE,
        why="Whoever was no member is removed, or uninvited; a member gets the role back. "
        f"{DOCS}#set-organization-membership-for-a-user",
    ),
    _remove(
        f"DELETE {_MEMBERSHIP}",
        "Organization.remove_from_membership",
        "remove {username} from the organisation {org}",
        "remove-organization-membership-for-a-user",
    ),
    _remove(
        f"DELETE {ORG}/members/{{username}}",
        "Organization.remove_from_members",
        "remove {username} from the organisation {org}",
        "remove-an-organization-member",
    ),
    _remove(
        f"PUT {ORG}/outside_collaborators/{{username}}",
        "Organization.convert_to_outside_collaborator",
        "make the member {username} of the organisation {org} an outside collaborator",
        "remove-organization-membership-for-a-user",
    ),
    op(
        f"POST {ORG}/invitations",
        sdk="Organization.invite_user",
        says="invite somebody into the organisation {org} as {role}",
        tier=invite_tier,
        takes=invitation_body,
        object=path(*ORG_OBJECT, "/invitation:", answer("id")),
        before=all_ids(_INVITATIONS),
        inverse=do(
            f"DELETE {_MEMBERSHIP}",
            username=answer("login"),
            goal=gone(_READ, parent=f"GET {ORG}"),
            still={"state": "pending", "role": computed(membership_role, sent("role"))},
            ok=(404,),
        ),
        probe=find(
            _INVITATIONS,
            same=("role",),
            mine="inviter.login",
            since="created_at",
            key="id",
            unless=before("ids"),
            pages="page",
            params={"per_page": 100},
        ),
        residue="The mail that invited them is sent.",
        scopes=ORG_SCOPE,
        why="The pending membership is removed, which takes the invitation back; whoever accepted it stays. By mail "
        f"address it is irreversible, since nothing tells who accepted. {DOCS}#create-an-organization-invitation",
    ),
    op(
        f"DELETE {ORG}/invitations/{{invitation_id}}",
        sdk="Organization.cancel_invitation",
        says="take back the invitation {invitation_id} into the organisation {org}",
        tier=cancel_tier,
        object=path(*ORG_OBJECT, "/invitation:", sent("invitation_id")),
        before=_ONE,
        inverse=do(
            f"PUT {_MEMBERSHIP}",
            {"role": before("role")},
            username=before("login"),
            goal=shows(maybe(_READ), role=before("role")),
            still=None,
        ),
        probe=stands(_ONE, NOTHING_THERE),
        residue="The new invitation has another id and is mailed again.",
        scopes=ORG_SCOPE,
        why=f"They are invited again with the same role. {DOCS}#cancel-an-organization-invitation",
    ),
)
