"""Invitations that the account itself was sent: https://docs.github.com/rest/collaborators/invitations."""

from __future__ import annotations

from agentrein.connector import COMPENSABLE, actor, before, computed, do, gone, op, path, read, sent, stands
from agentrein_github.operations.places import NOTHING_THERE, REPO
from agentrein_github.operations.settings_places import REPO_SCOPE

_LISTED = read(
    "GET /user/repository_invitations",
    at="invitation",
    maybe=True,
    completed="own invitation",
    given={"invitation_id": sent("invitation_id")},
    per_page=100,
)
_ONE = f"{REPO}/collaborators/{{username}}"


def text(number: object) -> str:
    """An id as an identity holds it."""
    return str(number)


ROWS = (
    op(
        "PATCH /user/repository_invitations/{invitation_id}",
        sdk="AuthenticatedUser.accept_invitation",
        says="accept the invitation {invitation_id} into a repository",
        tier=COMPENSABLE,
        object=path("github:invitation:", computed(text, sent("invitation_id"))),
        before=_LISTED,
        inverse=do(
            f"DELETE {_ONE}",
            owner=before("owner"),
            repo=before("repo"),
            username=actor("account"),
            goal=gone(f"GET {_ONE}", parent="GET /user"),
            ok=(404,),
        ),
        probe=stands(_LISTED, NOTHING_THERE),
        residue="The invitation is used up: to come back, the account must be invited again.",
        scopes=REPO_SCOPE,
        why="The account leaves the repository again, as everybody may. That it reads as gone then, to an account "
        "without access, is what leaving means. "
        "https://docs.github.com/rest/collaborators/invitations#accept-a-repository-invitation",
    ),
)
