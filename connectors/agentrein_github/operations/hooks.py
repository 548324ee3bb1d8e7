"""Webhooks of a repository: https://docs.github.com/rest/repos/webhooks."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Operation,
    Tier,
    adding,
    answer,
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
    stands,
)
from agentrein_github.operations.places import NOTHING_THERE, REPO, REPO_OBJECT, made_again

_HOOKS = f"{REPO}/hooks"
_HOOK = f"{_HOOKS}/{{hook_id}}"
_OBJECT = path(*REPO_OBJECT, "/hook:", sent("hook_id"))
_SCOPES = (("repo", "public_repo", "admin:repo_hook"),)
_SECRET = ("config.secret",)
_DOCS = "https://docs.github.com/rest/repos/webhooks"


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
    """A webhook can be made again unless it has a secret, or an address with a password, which is never recorded."""
    return IRREVERSIBLE if has_secret(image) or _names_somebody(image) else COMPENSABLE


def create(hooks: str, where: str, page: str, **row: Any) -> Operation:
    """The row that makes a webhook at a place; `where` says which place, for people."""
    hook = f"{hooks}/{{hook_id}}"
    return op(
        f"POST {hooks}",
        says=f"create a webhook of {where} for {{events}}",
        tier=create_tier,
        takes=hook_body,
        inverse=do(
            f"DELETE {hook}",
            hook_id=answer("id"),
            goal=gone(f"GET {hook}", parent=f"GET {hooks}"),
            still={"config": answer("config"), "events": answer("events"), "active": answer("active")},
            ok=(404,),
        ),
        probe=find(
            f"GET {hooks}",
            same={"config.url": sent("config.url"), "config.content_type": sent("config.content_type")},
            since="created_at",
            pages="page",
            params={"per_page": 100},
        ),
        residue="A ping, and the events that happened meanwhile, were delivered to its address.",
        secret=_SECRET,
        why="The webhook is deleted while it is as the call made it. Its secret is sent, never recorded; that it was "
        "replaced since does not show. An address that holds a password would have to be recorded, so it is "
        f"irreversible. {page}",
        **row,
    )


def edit(hooks: str, where: str, page: str, *sets: Any, **row: Any) -> Operation:
    """The row that edits a webhook of a place; `sets` are those that its address changes beside the fields."""
    hook = f"{hooks}/{{hook_id}}"
    return op(
        f"PATCH {hook}",
        says=f"edit {{fields}} of webhook {{hook_id}} of {where}",
        tier=edit_tier,
        takes=hook_body,
        ignores=("name",),
        inverse=restore(f"GET {hook}", f"PATCH {hook}", field("active"), field("events"), field("config"), *sets),
        residue="Events that happened meanwhile were delivered, or not, as the change asked.",
        secret=_SECRET,
        why="A configuration is replaced as a whole, and one without the secret removes it. A secret reads as stars, "
        "so a configuration is changed only where there is none, before and after; PyGithub sends one each time. "
        f"{page}",
        **row,
    )


def delete(hooks: str, where: str, page: str, **row: Any) -> Operation:
    """The row that deletes a webhook of a place."""
    hook = f"{hooks}/{{hook_id}}"
    return op(
        f"DELETE {hook}",
        says=f"delete webhook {{hook_id}} of {where}",
        tier=delete_tier,
        before=read(f"GET {hook}"),
        inverse=made_again(hooks, "hook_id", "config.url", ("config", "events", "active"), name="web"),
        probe=stands(f"GET {hook}", NOTHING_THERE),
        residue="The webhook has another id and no log of deliveries; what happened meanwhile was not delivered, a "
        "ping was.",
        why="A webhook without a secret is made again as it was; an address that holds a password would have to be "
        f"recorded, so it is irreversible. {page}",
        **row,
    )


def ping(hooks: str, where: str, page: str, **row: Any) -> Operation:
    """The row that pings a webhook of a place."""
    return op(
        f"POST {hooks}/{{hook_id}}/pings",
        sdk="Hook.ping",
        says=f"ping webhook {{hook_id}} of {where}",
        tier=IRREVERSIBLE,
        why=f"A delivery was sent; it does no harm. {page}",
        **row,
    )


def _event(change: str) -> Any:
    return do(f"PATCH {_HOOK}", {change: [each]}, again="safe")


_ADDED = members("add_events", read="events[]", add=_event("add_events"), remove=_event("remove_events"))
_REMOVED = members("remove_events", read="events[]", add=_event("add_events"), remove=_event("remove_events"))
_WHERE = "{owner}/{repo}"

ROWS = (
    create(
        _HOOKS,
        _WHERE,
        f"{_DOCS}#create-a-repository-webhook",
        sdk="Repository.create_hook",
        object=path(*REPO_OBJECT, "/hook:", answer("id")),
        scopes=_SCOPES,
    ),
    edit(
        _HOOKS,
        _WHERE,
        f"{_DOCS}#update-a-repository-webhook",
        adding(_ADDED, after="events[]"),
        removing(_REMOVED, after="events[]"),
        sdk="Hook.edit",
        object=_OBJECT,
        scopes=_SCOPES,
    ),
    delete(
        _HOOKS,
        _WHERE,
        f"{_DOCS}#delete-a-repository-webhook",
        sdk="Hook.delete",
        object=_OBJECT,
        scopes=_SCOPES,
    ),
    ping(_HOOKS, _WHERE, f"{_DOCS}#ping-a-repository-webhook", object=_OBJECT),
    op(
        f"POST {_HOOK}/tests",
        sdk="Hook.test",
        says="send the latest push to webhook {hook_id} of {owner}/{repo}",
        tier=IRREVERSIBLE,
        object=_OBJECT,
        why=f"A delivery was sent, to which its receiver acts as to a push. {_DOCS}#test-the-push-repository-webhook",
    ),
)
