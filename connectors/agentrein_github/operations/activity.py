"""Stars, watching and following: https://docs.github.com/rest/activity, https://docs.github.com/rest/users/followers."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    REVERSIBLE,
    actor,
    answer,
    before,
    do,
    either,
    gone,
    look,
    looked,
    maybe,
    now,
    op,
    path,
    read,
    sent,
    shows,
    stands,
)
from agentrein_github.operations.places import NOTHING_THERE, REPO, SCOPES, WAS_THERE
from agentrein_github.operations.switches import off, on

_STAR, _WATCH, _FOLLOW = "/user/starred/{owner}/{repo}", f"{REPO}/subscription", "/user/following/{username}"
_ACCOUNT = ("github:user:", actor("account"))
_REPO_ID = look("repo_id", f"GET {REPO}", "id")
_REPO_NOW = read(f"GET {REPO.by_id}", repo_id=looked("repo_id"))
_NAMES_NOW: dict[str, Any] = {"owner": now(_REPO_NOW, "owner.login"), "repo": now(_REPO_NOW, "name")}
"""A star is set by the names alone, which may be others by the time of the undo."""

_STARRED = read(f"GET {REPO.by_id}", completed="starred", repo_id=looked("repo_id"))
_FOLLOWED = read(f"GET {_FOLLOW}", maybe=True, completed="there")
_WATCHED = maybe(f"GET {_WATCH}")
_WATCH_BEFORE = {name: before(name) for name in ("subscribed", "ignored")}
_WATCH_NOW = {name: answer(name) for name in ("subscribed", "ignored")}
_WATCH_SCOPES = (("repo", "public_repo", "notifications"),)
_FOLLOW_SCOPES = (("user", "user:follow"),)
_STAR_OBJECT = path(*_ACCOUNT, "/star:", looked("repo_id"))
_WATCH_OBJECT = path(*_ACCOUNT, "/watching:", looked("repo_id"))
_FOLLOW_OBJECT = path(*_ACCOUNT, "/following:", sent("username"))


def watch_body(body: Any) -> Any:
    """The request with what GitHub takes for granted where it is not said."""
    return {"subscribed": False, "ignored": False, **body} if isinstance(body, dict) else body


ROWS = (
    op(
        f"PUT {_STAR}",
        sdk="AuthenticatedUser.add_to_starred",
        says="star {owner}/{repo}",
        tier=REVERSIBLE,
        lookups=_REPO_ID,
        object=_STAR_OBJECT,
        before=_STARRED,
        inverse=either(
            {True: None, False: do(f"DELETE {_STAR}", goal=shows(_STARRED, starred=False), **_NAMES_NOW)},
            by=before("starred"),
        ),
        probe=stands(_STARRED, {"starred": True}),
        residue="Followers may have seen the star.",
        scopes=SCOPES,
        why="The star is taken away unless it was there before. "
        "https://docs.github.com/rest/activity/starring#star-a-repository-for-the-authenticated-user",
    ),
    op(
        f"DELETE {_STAR}",
        sdk="AuthenticatedUser.remove_from_starred",
        says="take the star from {owner}/{repo}",
        tier=REVERSIBLE,
        lookups=_REPO_ID,
        object=_STAR_OBJECT,
        before=_STARRED,
        inverse=either(
            {True: do(f"PUT {_STAR}", goal=shows(_STARRED, starred=True), **_NAMES_NOW), False: None},
            by=before("starred"),
        ),
        probe=stands(_STARRED, {"starred": False}),
        residue="The star has another date, and so another place among the account's stars; it is on no list of them.",
        scopes=SCOPES,
        why="The repository is starred again if it was. "
        "https://docs.github.com/rest/activity/starring#unstar-a-repository-for-the-authenticated-user",
    ),
    op(
        f"PUT {_WATCH}",
        sdk="AuthenticatedUser.add_to_watched",
        says="watch {owner}/{repo}",
        tier=REVERSIBLE,
        takes=watch_body,
        object=_WATCH_OBJECT,
        before=_WATCHED,
        inverse=either(
            {
                True: do(f"PUT {_WATCH}", _WATCH_BEFORE, goal=shows(_WATCHED, want=_WATCH_BEFORE), still=_WATCH_NOW),
                False: do(f"DELETE {_WATCH}", goal=gone(_WATCHED, parent=f"GET {REPO}"), still=_WATCH_NOW),
            },
            by=WAS_THERE,
        ),
        probe=stands(_WATCHED, {"subscribed": sent("subscribed"), "ignored": sent("ignored")}),
        residue="Notifications that came meanwhile stay.",
        scopes=_WATCH_SCOPES,
        why="What was said before is said again, or nothing if nothing was. "
        "https://docs.github.com/rest/activity/watching#set-a-repository-subscription",
    ),
    op(
        f"DELETE {_WATCH}",
        sdk="AuthenticatedUser.remove_from_watched",
        says="watch {owner}/{repo} no more",
        tier=REVERSIBLE,
        object=_WATCH_OBJECT,
        before=_WATCHED,
        inverse=either(
            {
                True: do(f"PUT {_WATCH}", _WATCH_BEFORE, goal=shows(_WATCHED, want=_WATCH_BEFORE), still=None),
                False: None,
            },
            by=WAS_THERE,
        ),
        probe=stands(_WATCHED, NOTHING_THERE),
        residue="What happened meanwhile was notified to nobody.",
        scopes=_WATCH_SCOPES,
        why="The repository is watched, or ignored, as before; PyGithub's own method could only watch it. "
        "https://docs.github.com/rest/activity/watching#delete-a-repository-subscription",
    ),
    on(
        _FOLLOW,
        _FOLLOWED,
        "GET /users/{username}",
        sdk="AuthenticatedUser.add_to_following",
        says="follow {username}",
        tier=REVERSIBLE,
        object=_FOLLOW_OBJECT,
        residue="The followed person was notified.",
        scopes=_FOLLOW_SCOPES,
        why="The person is followed no more, unless they were before. "
        "https://docs.github.com/rest/users/followers#follow-a-user",
    ),
    off(
        _FOLLOW,
        _FOLLOWED,
        sdk="AuthenticatedUser.remove_from_following",
        says="follow {username} no more",
        tier=REVERSIBLE,
        object=_FOLLOW_OBJECT,
        residue="The followed person may be notified again.",
        scopes=_FOLLOW_SCOPES,
        why="The person is followed again if they were. https://docs.github.com/rest/users/followers#unfollow-a-user",
    ),
)
