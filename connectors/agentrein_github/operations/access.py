"""Collaborators of a repository and invitations: https://docs.github.com/rest/collaborators/collaborators."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    COSTLY,
    IRREVERSIBLE,
    Actor,
    Call,
    Tier,
    anew,
    before,
    computed,
    depends,
    do,
    either,
    now,
    op,
    path,
    read,
    sent,
    shows,
    stands,
)
from agentrein_github.operations.places import NOTHING_THERE, REPO, REPO_OBJECT
from agentrein_github.operations.settings_places import REPO_SCOPE, folded

_ONE = f"{REPO}/collaborators/{{username}}"
_INVITATION = f"{REPO}/invitations/{{invitation_id}}"
_OBJECT = path(*REPO_OBJECT, "/collaborator:", computed(folded, sent("username")))


def standing(username: Any) -> Any:
    """How somebody stands in the repository: the role that was given directly, and a pending invitation."""
    given = {"username": username}
    return read(f"GET {REPO}/collaborators", completed="collaborator", given=given, affiliation="direct", per_page=100)


_STANDING = standing(sent("username"))
_PENDING = read(
    f"GET {REPO}/invitations", completed="pending invitation", given={"username": sent("username")}, per_page=100
)


def permission_body(body: Any) -> Any:
    """The request with the role that GitHub gives where it names none."""
    asked = body if isinstance(body, dict) else {}
    return {**asked, "permission": asked.get("permission") or "push"}


def had_a_role(image: Any) -> bool:
    """Whether somebody was a collaborator before."""
    return bool((image or {}).get("role"))


@depends(COSTLY, IRREVERSIBLE)
def add_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """What becomes of an invitation that was pending before is not documented."""
    return IRREVERSIBLE if (image or {}).get("invited") else COSTLY


@depends(COMPENSABLE, IRREVERSIBLE)
def remove_tier(call: Call, image: Any, actor: Actor | None) -> Tier:
    """Whoever removes itself could not come back, and a pending invitation is no role."""
    own = actor is None or folded(actor.account) == folded(call.params["username"])
    return IRREVERSIBLE if own or (image or {}).get("invited") else COMPENSABLE


ROWS = (
    op(
        f"PUT {_ONE}",
        sdk="Repository.add_to_collaborators",
        says="give {username} the role {permission} in {owner}/{repo}",
        tier=add_tier,
        takes=permission_body,
        object=_OBJECT,
        before=_STANDING,
        inverse=either(
            {
                False: do(
                    f"DELETE {_INVITATION}",
                    invitation_id=now(_PENDING, "id"),
                    goal=shows(_STANDING, invited=None),
                    still={"invited": sent("permission")},
                    ok=(404,),
                ),
                True: do(
                    f"PUT {_ONE}",
                    {"permission": before("role")},
                    goal=shows(_STANDING, role=before("role")),
                    still={"role": sent("permission")},
                ),
            },
            by=computed(had_a_role, before()),
        ),
        also=either(
            {
                False: do(
                    f"DELETE {_ONE}",
                    goal=shows(_STANDING, role=None),
                    still={"role": sent("permission")},
                    ok=(404,),
                ),
                True: None,
            },
            by=computed(had_a_role, before()),
        ),
        probe=stands(_STANDING, {"as": sent("permission")}),
        residue="The mail that invited them is sent; what they did meanwhile stays.",
        scopes=REPO_SCOPE,
        why="An invitation is taken back, whoever accepted it is removed, and a collaborator gets the old role back. "
        "That a pending invitation changes with the call is inferred, so it is irreversible then. "
        "https://docs.github.com/rest/collaborators/collaborators#add-a-repository-collaborator",
    ),
    op(
        f"DELETE {_ONE}",
        sdk="Repository.remove_from_collaborators",
        says="remove {username} from the collaborators of {owner}/{repo}",
        tier=remove_tier,
        object=_OBJECT,
        before=_STANDING,
        inverse=either(
            {
                True: do(
                    f"PUT {_ONE}",
                    {"permission": before("role")},
                    goal=shows(_STANDING, want={"as": before("role")}),
                    still={"as": None},
                ),
                False: None,
            },
            by=computed(had_a_role, before()),
        ),
        probe=stands(_STANDING, {"role": None}),
        residue="Whoever is no member of the organisation must accept an invitation. Assignments, stars and "
        "subscriptions are lost, and so is a fork of a private repository.",
        scopes=REPO_SCOPE,
        why="The role is given again. "
        "https://docs.github.com/rest/collaborators/collaborators#remove-a-repository-collaborator",
    ),
    op(
        f"DELETE {_INVITATION}",
        sdk="Repository.remove_invitation",
        says="take back the invitation {invitation_id} to {owner}/{repo}",
        tier=COSTLY,
        object=path(*REPO_OBJECT, "/invitation:", sent("invitation_id")),
        before=read(
            f"GET {REPO}/invitations",
            at="invitation",
            completed="invitation",
            given={"invitation_id": sent("invitation_id")},
            per_page=100,
        ),
        inverse=do(
            f"PUT {_ONE}",
            {"permission": before("permission")},
            username=before("login"),
            goal=shows(standing(before("login")), want={"as": before("permission")}),
            still={"as": None},
            anew=[anew("invitation_id", "invitation_id")],
        ),
        probe=stands(
            read(
                f"GET {REPO}/invitations",
                at="invitation",
                maybe=True,
                completed="invitation",
                given={"invitation_id": sent("invitation_id")},
                per_page=100,
            ),
            NOTHING_THERE,
        ),
        residue="The new invitation has another id and is mailed again.",
        scopes=REPO_SCOPE,
        why="They are invited again with the same role. "
        "https://docs.github.com/rest/collaborators/invitations#delete-a-repository-invitation",
    ),
)
