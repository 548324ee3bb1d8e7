"""People in workspaces, and what they are there, which administrators set: https://docs.slack.dev/admins."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    before,
    computed,
    depends,
    do,
    either,
    op,
    path,
    read,
    sent,
    shows,
    stands,
)
from agentrein_slack.operations.places import METHODS
from agentrein_slack.readings_of_staff import PEOPLE

_IT = {"team_id": sent("team_id"), "user_id": sent("user_id")}
_GIVEN = {"team": sent("team_id"), "user": sent("user_id")}
_PERSON = read("admin.users.list", "person", completed="person", given=_GIVEN, team_id=sent("team_id"), limit=PEOPLE)
_MEMBER = path("slack:workspace:", sent("team_id"), "/member:", sent("user_id"))
_SCOPES = ("admin.users:write", "admin.users:read")

GIVES = {"regular": "admin.users.setRegular", "admin": "admin.users.setAdmin", "owner": "admin.users.setOwner"}
"""What somebody can be made again, and how; nothing makes a guest, or the one primary owner."""


def _can_go_back(call: Call, image: Any, actor: Actor | None) -> bool:
    """Whether the person was something that it can be made again, and is not the actor, who might lose the right to."""
    role = image.get("role") if isinstance(image, dict) else None
    said = call.body if isinstance(call.body, dict) else {}
    return role in GIVES and actor is not None and actor.account != said.get("user_id")


@depends(REVERSIBLE, IRREVERSIBLE)
def raise_tier(call: Call, image: Any, actor: Actor | None) -> Tier:
    """Who is given more can be given what it had."""
    return REVERSIBLE if _can_go_back(call, image, actor) else IRREVERSIBLE


@depends(COSTLY, IRREVERSIBLE)
def lower_tier(call: Call, image: Any, actor: Actor | None) -> Tier:
    """Who loses rights loses what hangs on them."""
    return COSTLY if _can_go_back(call, image, actor) else IRREVERSIBLE


def joins_as(body: Any) -> str:
    """What somebody becomes whom a call puts into a workspace."""
    said = body if isinstance(body, dict) else {}
    asked = (said.get("is_restricted"), said.get("is_ultra_restricted"))
    return "guest" if any(str(one).lower() in {"1", "true"} for one in asked) else "regular"


def _role(role: str, says: str, tier: Any, residue: str) -> Any:
    """The row that makes somebody this."""
    address = GIVES[role]
    back = {
        was: None if was == role else do(gives, _IT, goal=shows(_PERSON, role=was), still={"role": role})
        for was, gives in GIVES.items()
    }
    return op(
        address,
        sdk=f"WebClient.{address.replace('.', '_')}",
        says=says,
        tier=tier,
        object=_MEMBER,
        before=_PERSON,
        inverse=either(back, by=before("role")),
        probe=stands(_PERSON, {"role": role}),
        residue=residue,
        if_stuck="Only an owner makes somebody an owner: ask one.",
        scopes=_SCOPES,
        why="Made again what the person was before, while it is what the call made it. Nobody can be made a guest, or "
        f"the primary owner, and whoever lowers itself may not be able to go back. {METHODS}/admin.users.list",
    )


ROWS = (
    op(
        "admin.users.assign",
        sdk="WebClient.admin_users_assign",
        says="put {user_id} into workspace {team_id}",
        tier=COSTLY,
        object=_MEMBER,
        before=_PERSON,
        inverse=either(
            {
                False: do(
                    "admin.users.remove",
                    _IT,
                    goal=shows(_PERSON, there=False),
                    still={"role": computed(joins_as, sent())},
                ),
                True: None,
            },
            by=before("there"),
        ),
        probe=stands(_PERSON, {"there": True}),
        residue="The person was notified, and what it wrote there meanwhile stays.",
        if_stuck="Somebody made the person something else there since: ask whether it may be removed.",
        scopes=_SCOPES,
        why=f"Taken out again, unless the person was there before. {METHODS}/admin.users.remove",
    ),
    op(
        "admin.users.remove",
        sdk="WebClient.admin_users_remove",
        says="take {user_id} out of workspace {team_id}",
        tier=IRREVERSIBLE,
        object=_MEMBER,
        why="The person's channels and sessions in the workspace are lost, and assigning it again brings neither back. "
        f"{METHODS}/admin.users.remove",
    ),
    _role(
        "admin", "make {user_id} an admin of {team_id}", raise_tier, "The person could do meanwhile what admins can."
    ),
    _role(
        "owner", "make {user_id} an owner of {team_id}", raise_tier, "The person could do meanwhile what owners can."
    ),
    _role(
        "regular",
        "make {user_id} a regular member of {team_id}",
        lower_tier,
        "The person could not do meanwhile what it could before, and what hung on that may have ended.",
    ),
)
