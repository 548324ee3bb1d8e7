"""The labels of a repository: https://docs.github.com/rest/issues/labels."""

from __future__ import annotations

from collections.abc import Mapping
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
    each,
    either,
    field,
    gone,
    items,
    join,
    look,
    looked,
    maybe,
    now,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
)
from agentrein_github.operations.places import (
    HAS_ISSUES,
    ISSUE,
    NOTHING_THERE,
    REPO,
    REPO_OBJECT,
    SCOPES,
    without_nulls,
)
from agentrein_github.readings_of_issues import MOST_ISSUES

LABEL = f"{REPO}/labels/{{name+}}"
_FIELDS = ("name", "color", "description")
_NEW_NAME = join(sent("name"))
_LABEL_ID = look("label_id", f"GET {LABEL}", "id", fresh=True)
_LABEL_OBJECT = path(*REPO_OBJECT, "/label:", looked("label_id"))


def label_body(body: Any) -> Any:
    """The request with its colour as GitHub shows it."""
    color = body.get("color") if isinstance(body, dict) else None
    return {**body, "color": color.lower()} if isinstance(color, str) else body


def name_after(call: Mapping[str, Any]) -> Any:
    """What the label is called once the call has landed."""
    return call.get("new_name") or call.get("name")


@depends(COMPENSABLE, IRREVERSIBLE)
def delete_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A label can be put back on as many issues as GitHub takes such writes for, if it tells which they are."""
    issues = (image or {}).get("issues")
    return COMPENSABLE if isinstance(issues, list) and len(issues) <= MOST_ISSUES else IRREVERSIBLE


def _listed(**given: Any) -> Any:
    """The label of an id, whatever it is called by now; else that of a name, if one is given."""
    return read(f"GET {REPO}/labels", at="label", maybe=True, completed="label", given=given, per_page=100)


_MADE = _listed(id=answer("id"), name=sent("name"))
_WAS = {name: before(name) for name in _FIELDS}

ROWS = (
    op(
        f"POST {REPO}/labels",
        sdk="Repository.create_label",
        says="create label {name!r} in {owner}/{repo}",
        tier=REVERSIBLE,
        takes=label_body,
        object=path(*REPO_OBJECT, "/label:", answer("id")),
        before=maybe(f"GET {LABEL}", name=_NEW_NAME),
        inverse=either(
            {
                201: do(
                    f"DELETE {LABEL}",
                    name=now(_MADE, "name"),
                    goal=gone(_MADE, parent=f"GET {REPO}"),
                    still={"id": answer("id"), **{name: sent(name) for name in _FIELDS}, "on": []},
                    alike={"id": "made again", "on": "own issues"},
                    ok=(404,),
                ),
                200: None,
            }
        ),
        probe=stands(f"GET {LABEL}", {"name": sent("name")}, status=(201, 200), name=_NEW_NAME),
        residue="Issues that the run opened with the label are closed without it.",
        scopes=SCOPES,
        why="The label is deleted unless people use it by now, or changed it; it is found by its id. GitHub answers "
        "422 if there is one of the name; 200 stands for a probe that finds it there before. "
        "https://docs.github.com/rest/issues/labels#create-a-label",
    ),
    op(
        f"PATCH {LABEL}",
        sdk="Label.edit",
        says="edit {fields} of label {name!r} in {owner}/{repo}",
        tier=REVERSIBLE,
        takes=label_body,
        lookups=_LABEL_ID,
        object=_LABEL_OBJECT,
        inverse=restore(
            _listed(id=looked("label_id"), name=computed(name_after, sent())),
            f"PATCH {LABEL}",
            field("new_name", read="name"),
            field("color"),
            field("description", clear="", same=(None, "")),
            name=computed(name_after, sent()),
        ),
        residue="Links and searches by the other name led nowhere meanwhile.",
        if_stuck="Where somebody gave the label another name since, edit it on the website, then keep the action.",
        scopes=SCOPES,
        why="Each field is written back if it still reads as the call left it; issues keep the label, whatever it is "
        "called. https://docs.github.com/rest/issues/labels#update-a-label",
    ),
    op(
        f"DELETE {LABEL}",
        sdk="Label.delete",
        says="delete label {name!r} of {owner}/{repo}",
        tier=delete_tier,
        lookups=_LABEL_ID,
        object=_LABEL_OBJECT,
        before=read(f"GET {LABEL}", completed="label by name"),
        inverse=items(
            do(
                f"POST {ISSUE}/labels",
                {"labels": [before("name")]},
                issue_number=each,
                goal=shows(
                    read(f"GET {ISSUE}", completed="labelled", given={"name": before("name")}),
                    labelled=True,
                    parent=HAS_ISSUES,
                ),
                ok=(410,),
            ),
            over=before("issues"),
        ),
        also=do(
            f"POST {REPO}/labels",
            computed(without_nulls, before(), _FIELDS),
            goal=shows(maybe(f"GET {LABEL}", name=before("name")), want=_WAS),
            still=None,
            changed=(422,),
        ),
        probe=stands(_listed(id=looked("label_id")), NOTHING_THERE),
        residue="The label has another id; the timelines of its issues show it going and coming.",
        scopes=SCOPES,
        why=f"The label is made again and put back on the issues that had it, if they are no more than {MOST_ISSUES}, "
        "since GitHub limits such writes. https://docs.github.com/rest/issues/labels#delete-a-label",
    ),
)
