"""Webhooks of a repository: https://docs.github.com/rest/repos/webhooks."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    adding,
    answer,
    before,
    depends,
    do,
    each,
    field,
    find,
    gone,
    members,
    op,
    path,
    read,
    removing,
    restore,
    sent,
    shows,
    stands,
)
from agentrein_github.operations.places import NOTHING_THERE, REPO, REPO_OBJECT

HOOKS = f"{REPO}/hooks"
HOOK = f"{HOOKS}/{{hook_id}}"
_HOOK_OBJECT = path(*REPO_OBJECT, "/hook:", sent("hook_id"))
_SCOPES = (("repo", "public_repo", "admin:repo_hook"),)
_SECRET = ("config.secret",)


def hook_body(body: Any) -> Any:
    """The request with what GitHub takes for granted in a configuration, written as it shows it."""
    if not isinstance(body, dict) or not isinstance(body.get("config"), dict):
        return body
    config = {"content_type": "form", "insecure_ssl": "0", **body["config"]}
    return {**body, "config": {**config, "insecure_ssl": str(config["insecure_ssl"])}}


def has_secret(hook: Any) -> bool:
    """Whether a webhook has a secret: then it reads as stars, which are never written back."""
    config = hook.get("config") if isinstance(hook, dict) else None
    return not isinstance(config, dict) or config.get("secret") is not None


def _names_somebody(body: Any) -> bool:
    """Whether an address holds a name and a password, which the undo would have to record."""
    config = body.get("config") if isinstance(body, dict) else None
    url = config.get("url") if isinstance(config, dict) else None
    return isinstance(url, str) and "@" in url.partition("://")[2].partition("/")[0]


@depends(REVERSIBLE, IRREVERSIBLE)
def create_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A webhook can be deleted; one whose address holds a password cannot be found again without recording that."""
    return IRREVERSIBLE if _names_somebody(call.body) else REVERSIBLE


@depends(REVERSIBLE, IRREVERSIBLE)
def edit_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A configuration replaces the whole one, with its secret, which nobody can read."""
    sets_config = not isinstance(call.body, dict) or "config" in call.body
    spoken = _names_somebody(call.body) or _names_somebody(image)
    return IRREVERSIBLE if sets_config and (has_secret(image) or spoken) else REVERSIBLE


@depends(COMPENSABLE, IRREVERSIBLE)
def delete_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A webhook can be made again unless it has a secret, which nobody can read."""
    return IRREVERSIBLE if has_secret(image) else COMPENSABLE


def _event(change: str) -> Any:
    return do(f"PATCH {HOOK}", {change: [each]}, again="safe")


_ADDED = members("add_events", read="events[]", add=_event("add_events"), remove=_event("remove_events"))
_REMOVED = members("remove_events", read="events[]", add=_event("add_events"), remove=_event("remove_events"))
_SAME_URL = read(
    f"GET {HOOKS}",
    at="entry",
    maybe=True,
    completed="entry",
    given={"by": "config.url", "value": before("config.url")},
    per_page=100,
)
_LIKE_BEFORE = {"config": before("config"), "events": before("events"), "active": before("active")}

ROWS = (
    op(
        f"POST {HOOKS}",
        sdk="Repository.create_hook",
        says="create a webhook of {owner}/{repo} for {events}",
        tier=create_tier,
        takes=hook_body,
        object=path(*REPO_OBJECT, "/hook:", answer("id")),
        inverse=do(
            f"DELETE {HOOK}",
            hook_id=answer("id"),
            goal=gone(f"GET {HOOK}", parent=f"GET {HOOKS}"),
            still={"config": answer("config"), "events": answer("events"), "active": answer("active")},
            ok=(404,),
        ),
        probe=find(
            f"GET {HOOKS}",
            same={"config.url": sent("config.url"), "config.content_type": sent("config.content_type")},
            since="created_at",
            pages="page",
            params={"per_page": 100},
        ),
        residue="A ping, and the events that happened meanwhile, were delivered to its address.",
        scopes=_SCOPES,
        secret=_SECRET,
        why="The webhook is deleted while it is as the call made it. Its secret is sent, never recorded; that it was "
        "replaced since does not show. An address that holds a password would have to be recorded, so it is refused. https://docs.github.com/rest/repos/webhooks#create-a-repository-webhook",
    ),
    op(
        f"PATCH {HOOK}",
        sdk="Hook.edit",
        says="edit {fields} of webhook {hook_id} of {owner}/{repo}",
        tier=edit_tier,
        takes=hook_body,
        object=_HOOK_OBJECT,
        ignores=("name",),
        inverse=restore(
            f"GET {HOOK}",
            f"PATCH {HOOK}",
            field("active"),
            field("events"),
            field("config"),
            adding(_ADDED, after="events[]"),
            removing(_REMOVED, after="events[]"),
        ),
        residue="Events that happened meanwhile were delivered, or not, as the change asked.",
        scopes=_SCOPES,
        secret=_SECRET,
        why="A configuration is replaced as a whole, and one without the secret removes it. A secret reads as stars, "
        "so a configuration is changed only where there is none, before and after; PyGithub sends one each time. "
        "https://docs.github.com/rest/repos/webhooks#update-a-repository-webhook",
    ),
    op(
        f"DELETE {HOOK}",
        sdk="Hook.delete",
        says="delete webhook {hook_id} of {owner}/{repo}",
        tier=delete_tier,
        object=_HOOK_OBJECT,
        before=read(f"GET {HOOK}"),
        inverse=do(
            f"POST {HOOKS}",
            {"name": "web", **_LIKE_BEFORE},
            goal=shows(_SAME_URL, want=_LIKE_BEFORE),
            still=None,
            changed=(422,),
        ),
        probe=stands(f"GET {HOOK}", NOTHING_THERE),
        residue="The webhook has another id and no log of deliveries; what happened meanwhile was not delivered, a "
        "ping was.",
        scopes=_SCOPES,
        why="A webhook without a secret is made again as it was. "
        "https://docs.github.com/rest/repos/webhooks#delete-a-repository-webhook",
    ),
    op(
        f"POST {HOOK}/pings",
        sdk="Hook.ping",
        says="ping webhook {hook_id} of {owner}/{repo}",
        tier=IRREVERSIBLE,
        object=_HOOK_OBJECT,
        why="A delivery was sent; it does no harm. "
        "https://docs.github.com/rest/repos/webhooks#ping-a-repository-webhook",
    ),
    op(
        f"POST {HOOK}/tests",
        sdk="Hook.test",
        says="send the latest push to webhook {hook_id} of {owner}/{repo}",
        tier=IRREVERSIBLE,
        object=_HOOK_OBJECT,
        why="A delivery was sent, to which its receiver acts as to a push. "
        "https://docs.github.com/rest/repos/webhooks#test-the-push-repository-webhook",
    ),
)
