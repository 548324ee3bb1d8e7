"""Users: https://developers.hubspot.com/docs/api-reference/legacy/settings/users/user-provisioning/guide."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    answer,
    before,
    computed,
    depends,
    do,
    either,
    found,
    gone,
    maybe,
    op,
    path,
    read,
    sent,
    shows,
    stands,
)

DOCS = "https://developers.hubspot.com/docs/api-reference/legacy/settings/users/user-provisioning/guide"
USERS = "/settings/v3/users"
USER = f"{USERS}/{{userId}}"
SCOPES = ("settings.users.read", "settings.users.write")
_FIELDS = ("roleId", "primaryTeamId", "secondaryTeamIds")


def was_there(image: Any) -> bool:
    """Whether somebody of that address was a user before."""
    return image is not None


def as_asked(call: Any, image: Any) -> dict[str, Any]:
    """Role and teams as the call left them: what it says, over what was there, or over nothing."""
    was = image or {"secondaryTeamIds": []}
    return {name: call.get(name, was.get(name)) for name in _FIELDS}


def asked_for(name: str, call: Any) -> Any:
    """One of them, as the call left it of a new user."""
    return as_asked(call, None)[name]


@depends(COMPENSABLE, IRREVERSIBLE)
def create_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A user can be taken out again, a mail of welcome not."""
    body = call.body if isinstance(call.body, dict) else {"sendWelcomeEmail": True}
    return IRREVERSIBLE if body.get("sendWelcomeEmail") else COMPENSABLE


def _all(source: Any) -> dict[str, Any]:
    return {name: source(name) for name in _FIELDS}


_BY_MAIL = maybe(f"GET {USER}", userId=sent("email"), idProperty="EMAIL")
_LEFT = computed(as_asked, sent(), before())
_ITSELF = read(f"GET {USER}", userId=before("id"))

ROWS = (
    op(
        f"POST {USERS}",
        sdk="settings.users.users_api.create",
        says="invite {email} as a user",
        tier=create_tier,
        object=path("hubspot:user:", answer("id")),
        before=_BY_MAIL,
        inverse=either(
            {
                False: do(
                    f"DELETE {USER}",
                    userId=answer("id"),
                    goal=gone(f"GET {USER}", parent=read(f"GET {USERS}", limit=1)),
                    still=_all(answer),
                    ok=(404,),
                ),
                True: None,
            },
            by=computed(was_there, before()),
        ),
        probe=stands(
            _BY_MAIL,
            {"email": sent("email")},
            effect={"id": found("id"), **{name: computed(asked_for, name, sent()) for name in _FIELDS}},
        ),
        residue="The user may have come in meanwhile, and the account had a seat less.",
        if_stuck="Take the user out in HubSpot's settings, then keep the action.",
        scopes=SCOPES,
        why=f"The user is taken out again while nobody gave another role or team; a mail of welcome is out. {DOCS}",
    ),
    op(
        f"PUT {USER}",
        sdk="settings.users.users_api.replace",
        says="set {fields} of user {userId}",
        tier=REVERSIBLE,
        object=path("hubspot:user:", sent("userId")),
        query=("idProperty",),
        before=read(f"GET {USER}", idProperty=sent("idProperty")),
        inverse=do(
            f"PUT {USER}",
            _all(before),
            userId=before("id"),
            goal=shows(_ITSELF, want=_all(before)),
            still=_all(answer),
        ),
        probe=stands(f"GET {USER}", _all(sent), idProperty=sent("idProperty"), effect=_LEFT),
        residue="What the user could see and do was another meanwhile.",
        scopes=SCOPES,
        why=f"Role and teams are set back together. {DOCS}",
    ),
    op(
        f"DELETE {USER}",
        sdk="settings.users.users_api.archive",
        says="take user {userId} out of the account",
        tier=IRREVERSIBLE,
        object=path("hubspot:user:", sent("userId")),
        query=("idProperty",),
        why=f"Who is invited again is a new user, and what the user owned has another owner. {DOCS}",
    ),
)
