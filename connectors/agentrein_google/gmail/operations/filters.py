"""Filters: https://developers.google.com/workspace/gmail/api/guides/filter_settings."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    anew,
    answer,
    before,
    computed,
    depends,
    do,
    find,
    gone,
    path,
    read,
    sent,
    shows,
    stands,
)
from agentrein_google.gmail.operations.places import BASIC, DOCS, MAILBOX, THING, USER, S, row
from agentrein_google.gmail.readings_of_settings import does

_FILTERS = f"{S}.filters"
_LISTED = read(f"{_FILTERS}.list", "filter", completed="filters", **USER)
_ONE = read(f"{_FILTERS}.list", path("filter[id=", answer("id"), "]"), maybe=True, **USER)
_AGAIN = read(
    f"{_FILTERS}.list",
    "again",
    completed="filters",
    given={"does": before("does"), "others": before("others")},
    maybe=True,
    **USER,
)


@depends(REVERSIBLE, IRREVERSIBLE)
def create_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """What a filter forwards has left the mailbox."""
    action = call.body.get("action") if isinstance(call.body, dict) else None
    return IRREVERSIBLE if isinstance(action, dict) and action.get("forward") else REVERSIBLE


def filter_names(said: Any) -> dict[str, str]:
    """What a filter looks for and does, for a sentence."""
    body = said if isinstance(said, dict) else {}
    return {name: ", ".join(f"{k} {v}" for k, v in (body.get(name) or {}).items()) for name in ("criteria", "action")}


ROWS = (
    row(
        f"{_FILTERS}.create",
        sdk="users().settings().filters().create",
        says="filter mail with {criteria}: {action}",
        names=filter_names,
        tier=create_tier,
        object=path(*MAILBOX, "/filter:", answer("id")),
        before=read(f"{_FILTERS}.list", completed="filters", **USER),
        inverse=do(
            f"{_FILTERS}.delete",
            **USER,
            id=answer("id"),
            goal=gone(_ONE, parent=_LISTED),
            ok=(404,),
            again="safe",
        ),
        probe=find(
            _LISTED,
            same={"does": computed(does, sent("criteria"), sent("action"))},
            key="id",
            unless=before("filter[].id"),
            rewrites=True,
        ),
        residue="What it did to mail that arrived meanwhile stays.",
        scopes=BASIC,
        why="Deleted by its id; a filter cannot be changed, so nobody can have. One that forwards is refused: what "
        f"it forwards has left the mailbox. {DOCS}/users.settings.filters/delete",
    ),
    row(
        f"{_FILTERS}.delete",
        "id",
        sdk="users().settings().filters().delete",
        says="delete filter {id}",
        tier=COMPENSABLE,
        object=path(*MAILBOX, "/filter:", sent("id")),
        before=read(f"{_FILTERS}.get", completed="one filter", given=USER, **THING),
        inverse=do(
            f"{_FILTERS}.create",
            {"criteria": before("criteria"), "action": before("action")},
            **USER,
            goal=shows(_AGAIN, does=before("does")),
            still=None,
            anew=[anew("id", "id")],
        ),
        probe=stands(read(f"{_FILTERS}.get", maybe=True, **THING), {"": None}),
        residue="The filter has a new id, and mail that arrived meanwhile was not filtered.",
        scopes=BASIC,
        why=f"Made again with the same criteria and action. {DOCS}/users.settings.filters/create",
    ),
)
