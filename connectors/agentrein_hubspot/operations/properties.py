"""Definitions of properties and their groups: https://developers.hubspot.com/docs/api-reference/crm-properties-v3/guide."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from agentrein.connector import (
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Answer,
    Call,
    Request,
    Tier,
    answer,
    batch,
    before,
    computed,
    depends,
    do,
    either,
    field,
    find,
    gone,
    leave,
    maybe,
    of_items,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
)
from agentrein_hubspot.batches import inputs_of, segment
from agentrein_hubspot.kinds import called, kind_of
from agentrein_hubspot.operations.places import DOCS

GUIDE = f"{DOCS}/crm-properties-v3/guide"
ALL = "/crm/v3/properties/{objectType}"
ONE = f"{ALL}/{{propertyName}}"
GROUPS = f"{ALL}/groups"
GROUP = f"{GROUPS}/{{groupName}}"
BY_HAND = (
    "A person can bring it back for 90 days: in HubSpot, Settings, Properties, Archived properties. "
    "https://knowledge.hubspot.com/properties/create-and-edit-properties"
)
_KIND = computed(kind_of, sent("objectType"))


# --- pure functions


def was_there(shown: Any) -> bool:
    """Whether something of the name was there before."""
    return shown is not None


def what(call: Mapping[str, Any]) -> dict[str, Any]:
    """What records of the kind are called."""
    return {"what": called(str(call.get("objectType")))}


def each_property(call: Call) -> list[Request]:
    """Each new property as a request of its own."""
    kind = segment(call.params["objectType"])
    return [Request("POST", f"/crm/v3/properties/{kind}", {}, dict(one)) for one in inputs_of(call)]


def told_properties(answer: Answer, requests: Sequence[Request]) -> list[Answer]:
    """Each property that the answer shows; the others failed if it tells of errors."""
    body = answer.body if isinstance(answer.body, Mapping) else {}
    made = {one["name"]: one for one in body.get("results") or []}
    errors = list(body.get("errors") or [])
    rest = Answer(400, errors[0]) if errors else Answer()
    named = [request.body.get("name") for request in requests]
    return [Answer(201, made[name]) if name in made else rest for name in named]


@depends(COSTLY, IRREVERSIBLE)
def group_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A group comes back empty: where the properties of one that was not empty go, HubSpot does not say."""
    return COSTLY if (image or {}).get("holds") == [] else IRREVERSIBLE


_THERE = leave("one of the name was there before, so the call cannot have made it")

ROWS = (
    op(
        f"POST {ALL}",
        sdk="crm.properties.core_api.create",
        says="create property {name} of {what} records",
        names=what,
        tier=REVERSIBLE,
        object=path("hubspot:property:", _KIND, ":", sent("name")),
        inverse=do(
            f"DELETE {ONE}",
            propertyName=sent("name"),
            goal=gone(
                read(
                    f"GET {ONE}",
                    maybe=True,
                    completed="property in use",
                    given={"kind": sent("objectType")},
                    propertyName=sent("name"),
                ),
                parent=f"GET {GROUPS}",
            ),
            still={
                "label": answer("label"),
                "type": answer("type"),
                "options": answer("options"),
                "groupName": answer("groupName"),
                "description": answer("description"),
                "values": [],
            },
            ok=(404,),
        ),
        probe=find(
            read(f"GET {ALL}", at="results", completed="dated", given={"name": sent("name")}),
            same=("name", "label", "type"),
            since="createdAt",
        ),
        residue="Its name stays taken by the archived property, so that making it again is refused (inferred).",
        if_stuck="Look at the property in HubSpot; if no record holds a value in it, archive it, then keep the action.",
        why=f"The property is archived while no record holds a value in it, as far as the search shows. {GUIDE}",
    ),
    op(
        f"PATCH {ONE}",
        sdk="crm.properties.core_api.update",
        says="change property {propertyName} of {what} records",
        names=what,
        tier=REVERSIBLE,
        object=path("hubspot:property:", _KIND, ":", sent("propertyName")),
        inverse=restore(
            f"GET {ONE}",
            f"PATCH {ONE}",
            field("label"),
            field("type"),
            field("fieldType"),
            field("groupName"),
            field("description", clear="", same=(None, "")),
            field("options", alike="options as written"),
            field("displayOrder"),
            field("hidden"),
            field("formField"),
            field("calculationFormula", clear=""),
        ),
        residue="Values for which there was no option meanwhile stay in their records (inferred).",
        if_stuck="Change the property back in HubSpot by hand.",
        why=f"Each part is written back, the options as a whole list. {GUIDE}",
    ),
    op(
        f"DELETE {ONE}",
        sdk="crm.properties.core_api.archive",
        says="archive property {propertyName} of {what} records",
        names=what,
        tier=IRREVERSIBLE,
        if_stuck=BY_HAND,
        why=f"No call of this API brings an archived property back. {BY_HAND}",
    ),
    op(
        f"POST {ALL}/batch/create",
        sdk="crm.properties.batch_api.create",
        says="create {count} properties of {what} records",
        names=what,
        tier=of_items(REVERSIBLE),
        batch=batch(f"POST {ALL}", split=each_property, answers=told_properties, most=100),
        residue="Their names stay taken by the archived properties (inferred).",
        why=f"Each property is archived while no record holds a value in it. {GUIDE}",
    ),
    op(
        f"POST {GROUPS}",
        sdk="crm.properties.groups_api.create",
        says="create group {name} of the properties of {what} records",
        names=what,
        tier=REVERSIBLE,
        object=path("hubspot:group:", _KIND, ":", sent("name")),
        before=maybe(f"GET {GROUP}", groupName=sent("name")),
        inverse=either(
            {
                False: do(
                    f"DELETE {GROUP}",
                    groupName=sent("name"),
                    goal=gone(
                        read(
                            f"GET {GROUP}",
                            maybe=True,
                            completed="group with properties",
                            given={"kind": sent("objectType")},
                            groupName=sent("name"),
                        ),
                        parent=f"GET {GROUPS}",
                    ),
                    still={"label": answer("label"), "displayOrder": answer("displayOrder"), "holds": []},
                    ok=(404,),
                ),
                True: _THERE,
            },
            by=computed(was_there, before()),
        ),
        probe=stands(maybe(f"GET {GROUP}", groupName=sent("name")), {"label": sent("label")}),
        if_stuck="Look at the group in HubSpot; if no property stands in it, delete it, then keep the action.",
        why=f"The group is deleted while no property stands in it. {GUIDE}",
    ),
    op(
        f"PATCH {GROUP}",
        sdk="crm.properties.groups_api.update",
        says="change group {groupName} of the properties of {what} records",
        names=what,
        tier=REVERSIBLE,
        object=path("hubspot:group:", _KIND, ":", sent("groupName")),
        inverse=restore(f"GET {GROUP}", f"PATCH {GROUP}", field("label"), field("displayOrder")),
        why=f"Label and place are written back. {GUIDE}",
    ),
    op(
        f"DELETE {GROUP}",
        sdk="crm.properties.groups_api.archive",
        says="delete group {groupName} of the properties of {what} records",
        names=what,
        tier=group_tier,
        object=path("hubspot:group:", _KIND, ":", sent("groupName")),
        before=read(f"GET {GROUP}", completed="group with properties", given={"kind": sent("objectType")}),
        inverse=do(
            f"POST {GROUPS}",
            {"name": before("name"), "label": before("label"), "displayOrder": before("displayOrder")},
            goal=shows(maybe(f"GET {GROUP}"), want={"label": before("label"), "displayOrder": before("displayOrder")}),
            still=None,
        ),
        probe=stands(maybe(f"GET {GROUP}"), {"": None}),
        residue="A new group stands in its place.",
        why=f"An empty group is made again under its name. {GUIDE}",
    ),
)
"""Definitions of properties, and the groups in which they stand."""
