"""Labels of links and their limits: https://developers.hubspot.com/docs/api-reference/crm-associations-v4/guide."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    answer,
    before,
    computed,
    do,
    each,
    either,
    field,
    find,
    found,
    items,
    leave,
    op,
    path,
    read,
    restore,
    sent,
    shows,
)
from agentrein_hubspot.kinds import kind_of
from agentrein_hubspot.operations.associations import GUIDE

LABELS = "/crm/v4/associations/{fromObjectType}/{toObjectType}/labels"
LABEL = f"{LABELS}/{{associationTypeId}}"
LIMITS = "/crm/v4/associations/definitions/configurations/{fromObjectType}/{toObjectType}"
_KINDS = (computed(kind_of, sent("fromObjectType")), "-", computed(kind_of, sent("toObjectType")))
THE_LIMITS = path("hubspot:limits:", *_KINDS)


# --- pure functions


def inputs_were(inputs: Any, image: Any) -> list[dict[str, Any]]:
    """The inputs that bring the limits from before back: those of types that had one."""
    return [
        {"category": one["category"], "typeId": one["typeId"], "maxToObjectIds": image["limits"][_name(one)]}
        for one in inputs
        if image["limits"][_name(one)] is not None
    ]


def inputs_new(inputs: Any, image: Any) -> list[dict[str, Any]]:
    """The types that had no limit before, as a call names them that takes it away."""
    return [
        {"category": one["category"], "typeId": one["typeId"]} for one in inputs if image["limits"][_name(one)] is None
    ]


def limits_were(image: Mapping[str, Any]) -> dict[str, Any]:
    """The limits before, by type."""
    return dict(image["limits"])


def limits_asked(inputs: Any) -> dict[str, Any]:
    """The limits as a call sets them, by type; none where it takes one away."""
    return {_name(one): one.get("maxToObjectIds") for one in inputs}


def _name(one: Mapping[str, Any]) -> str:
    return f"{one['category']}:{one['typeId']}"


def had_any(inputs: Any, image: Any) -> bool:
    """Whether any of the types had a limit."""
    return bool(inputs_were(inputs, image))


def had_none(inputs: Any, image: Any) -> bool:
    """Whether any of the types had no limit."""
    return bool(inputs_new(inputs, image))


_SHOWN = read(
    f"GET {LIMITS}",
    completed="the limits",
    given={
        "inputs": sent("inputs"),
        "was": computed(limits_were, before()),
        "left": computed(limits_asked, sent("inputs")),
    },
)
_BEFORE = read(f"GET {LIMITS}", completed="the limits", given={"inputs": sent("inputs")})
_WERE, _NEW = computed(inputs_were, sent("inputs"), before()), computed(inputs_new, sent("inputs"), before())


def _limits_back(call: str, inputs: Any) -> Any:
    return do(
        f"POST {LIMITS}/batch/{call}",
        {"inputs": inputs},
        goal=shows(_SHOWN, as_before=True),
        still={"changed": []},
    )


ROWS = (
    op(
        f"POST {LABELS}",
        sdk="crm.associations.v4.schema.definitions_api.create",
        says="create label {label!r} for links of {fromObjectType} with {toObjectType}",
        tier=COSTLY,
        object=path("hubspot:label:", *_KINDS, ":", answer("results.0.typeId")),
        before=read(f"GET {LABELS}"),
        inverse=items(
            do(
                f"DELETE {LABEL}",
                associationTypeId=each.at("typeId"),
                goal=shows(read(f"GET {LABELS}", completed="the label", given={"id": each.at("typeId")}), there=False),
                still={"label": each.at("label")},
            ),
            over=answer("results"),
        ),
        probe=find(
            read(f"GET {LABELS}", at="results"),
            same={"label": sent("label")},
            key="typeId",
            unless=before("results[].typeId"),
            effect={"results": [found()]},
        ),
        residue="Links that others gave the label lose it: nothing tells which those are.",
        if_stuck="Delete the label in HubSpot by hand.",
        why=f"Each type that the call made is deleted: a paired label makes two. {GUIDE}",
    ),
    op(
        f"PUT {LABELS}",
        sdk="crm.associations.v4.schema.definitions_api.update",
        says="rename label {associationTypeId} for links of {fromObjectType} with {toObjectType} to {label!r}",
        tier=REVERSIBLE,
        object=path("hubspot:label:", *_KINDS, ":", sent("associationTypeId")),
        faithful=False,
        inverse=restore(
            read(f"GET {LABELS}", completed="the label", given={"id": sent("associationTypeId")}),
            f"PUT {LABELS}",
            field("label"),
            keep=("associationTypeId",),
        ),
        why=f"The text is written back; which label is its inverse no read tells, so that one is not set here. {GUIDE}",
    ),
    op(
        f"DELETE {LABEL}",
        sdk="crm.associations.v4.schema.definitions_api.remove",
        says="delete label {associationTypeId} for links of {fromObjectType} with {toObjectType}, and every use of it",
        tier=IRREVERSIBLE,
        why=f"Every link loses the label, and a new one would have another id. {GUIDE}",
    ),
    op(
        f"POST {LIMITS}/batch/create",
        sdk="crm.associations.v4.schema.definition_configurations_api.batch_create",
        says="limit the links of {fromObjectType} with {toObjectType}",
        tier=REVERSIBLE,
        object=THE_LIMITS,
        before=_BEFORE,
        inverse=either(
            {
                True: _limits_back("purge", _NEW),
                False: leave("the limits were there before"),
            },
            by=computed(had_none, sent("inputs"), before()),
        ),
        why=f"Limits that were not there are taken away. {GUIDE}",
    ),
    op(
        f"POST {LIMITS}/batch/update",
        sdk="crm.associations.v4.schema.definition_configurations_api.batch_update",
        says="change the limits of links of {fromObjectType} with {toObjectType}",
        tier=REVERSIBLE,
        object=THE_LIMITS,
        before=_BEFORE,
        inverse=either(
            {
                True: _limits_back("update", _WERE),
                False: leave("there were no limits"),
            },
            by=computed(had_any, sent("inputs"), before()),
        ),
        why=f"The limits from before are set again. {GUIDE}",
    ),
    op(
        f"POST {LIMITS}/batch/purge",
        sdk="crm.associations.v4.schema.definition_configurations_api.batch_remove",
        says="take limits of links of {fromObjectType} with {toObjectType} away",
        tier=REVERSIBLE,
        object=THE_LIMITS,
        before=_BEFORE,
        inverse=either(
            {
                True: _limits_back("create", _WERE),
                False: leave("there were no limits"),
            },
            by=computed(had_any, sent("inputs"), before()),
        ),
        residue="More links than the limit may have been made meanwhile.",
        why=f"The limits from before are set again. {GUIDE}",
    ),
)
"""Labels of links, and how many links of a type a record may have."""
