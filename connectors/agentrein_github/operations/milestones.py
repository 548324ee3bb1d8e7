"""Milestones: https://docs.github.com/rest/issues/milestones."""

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
    field,
    find,
    gone,
    now,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
)
from agentrein_github.operations.places import NOTHING_THERE, REPO, REPO_OBJECT, SCOPES, without_nulls

MILESTONE = f"{REPO}/milestones/{{milestone_number}}"
_FIELDS = ("title", "state", "description", "due_on")
_OBJECT = path(*REPO_OBJECT, "/milestone:", sent("milestone_number"))


@depends(COMPENSABLE, IRREVERSIBLE)
def delete_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """An empty milestone is made again; which number it gets, and so where issues would go, is not known before."""
    counts = [(image or {}).get(name) for name in ("open_issues", "closed_issues")]
    return COMPENSABLE if counts == [0, 0] else IRREVERSIBLE


def _listed(**given: Any) -> Any:
    """The milestone of an id, else that of a title: made again, it has another number."""
    return read(
        f"GET {REPO}/milestones",
        at="milestone",
        maybe=True,
        completed="milestone",
        given=given,
        state="all",
        per_page=100,
    )


_MADE = _listed(id=answer("id"), title=answer("title"))
_WAS = {name: before(name) for name in _FIELDS}

ROWS = (
    op(
        f"POST {REPO}/milestones",
        sdk="Repository.create_milestone",
        says="create milestone {title!r} in {owner}/{repo}",
        tier=REVERSIBLE,
        object=path(*REPO_OBJECT, "/milestone:", answer("number")),
        inverse=do(
            f"DELETE {MILESTONE}",
            milestone_number=now(_MADE, "number"),
            goal=gone(_MADE, parent=f"GET {REPO}"),
            still={"id": answer("id"), **{name: answer(name) for name in _FIELDS}, "on": []},
            alike={"id": "made again", "on": "own issues"},
            ok=(404,),
        ),
        probe=find(
            f"GET {REPO}/milestones",
            same=("title", "description", "state"),
            mine="creator.login",
            since="created_at",
            pages="page",
            params={"state": "all", "per_page": 100},
        ),
        residue="Issues that the run opened in the milestone are closed without it.",
        scopes=SCOPES,
        why="The milestone is deleted unless people put issues into it, or changed it. "
        "https://docs.github.com/rest/issues/milestones#create-a-milestone",
    ),
    op(
        f"PATCH {MILESTONE}",
        sdk="Milestone.edit",
        says="edit {fields} of milestone {milestone_number} in {owner}/{repo}",
        tier=REVERSIBLE,
        object=_OBJECT,
        inverse=restore(
            f"GET {MILESTONE}",
            f"PATCH {MILESTONE}",
            field("title"),
            field("state"),
            field("description", clear="", same=(None, "")),
            field("due_on", alike="same day"),
        ),
        scopes=SCOPES,
        why="Each field is written back if it still reads as the call left it; null clears the due date, of which "
        "GitHub keeps the day. https://docs.github.com/rest/issues/milestones#update-a-milestone",
    ),
    op(
        f"DELETE {MILESTONE}",
        sdk="Milestone.delete",
        says="delete milestone {milestone_number} of {owner}/{repo}",
        tier=delete_tier,
        object=_OBJECT,
        before=read(f"GET {MILESTONE}"),
        inverse=do(
            f"POST {REPO}/milestones",
            computed(without_nulls, before(), _FIELDS),
            goal=shows(_listed(id=before("id"), title=before("title")), want=_WAS),
            still=None,
            changed=(422,),
            anew=[anew("number", "milestone_number", "milestone")],
        ),
        probe=stands(f"GET {MILESTONE}", NOTHING_THERE),
        residue="The milestone has another number, creator and date.",
        scopes=SCOPES,
        why="It is made again if no issue was in it. An undo cannot put issues back into it, because its new number is "
        "only known once it stands; with issues it is irreversible. "
        "https://docs.github.com/rest/issues/milestones#delete-a-milestone",
    ),
)
