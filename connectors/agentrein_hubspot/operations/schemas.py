"""Kinds of records of the portal's own: https://developers.hubspot.com/docs/api-reference/crm-schemas-v3/guide."""

from __future__ import annotations

from agentrein.connector import (
    IRREVERSIBLE,
    REVERSIBLE,
    answer,
    before,
    computed,
    do,
    field,
    find,
    gone,
    op,
    path,
    read,
    restore,
    sent,
    shows,
)
from agentrein_hubspot.kinds import kind_of
from agentrein_hubspot.operations.places import DOCS

GUIDE = f"{DOCS}/crm-schemas-v3/guide"
ALL = "/crm-object-schemas/v3/schemas"
ONE = f"{ALL}/{{objectType}}"
LINKS = f"{ONE}/associations"
LINK = f"{LINKS}/{{associationIdentifier}}"
THE_KIND = path("hubspot:schema:", computed(kind_of, sent("objectType")))


def names_of(properties: object) -> list[str]:
    """The names of the properties that a call makes, sorted."""
    given = properties if isinstance(properties, list) else []
    return sorted(str(one.get("name")) for one in given if isinstance(one, dict))


ROWS = (
    op(
        f"POST {ALL}",
        sdk="crm.schemas.core_api.create",
        says="create the custom object {name!r}",
        tier=REVERSIBLE,
        object=path("hubspot:schema:", answer("objectTypeId")),
        inverse=do(
            f"DELETE {ONE}",
            objectType=answer("objectTypeId"),
            goal=gone(read(f"GET {ONE}", completed="kind in use"), parent=f"GET {ALL}"),
            still={
                "labels": answer("labels"),
                "primaryDisplayProperty": answer("primaryDisplayProperty"),
                "fields": computed(names_of, sent("properties")),
                "records": [],
            },
            ok=(404,),
        ),
        probe=find(read(f"GET {ALL}", at="results"), same={"name": sent("name")}, since="createdAt"),
        residue="Its id is not given again.",
        if_stuck="Look at the object in HubSpot; if there are no records of it, delete it there, then keep the action.",
        why=f"It is deleted while there are no records of it and nobody changed it. {GUIDE}",
    ),
    op(
        f"PATCH {ONE}",
        sdk="crm.schemas.core_api.update",
        says="change the custom object {objectType}",
        tier=REVERSIBLE,
        object=THE_KIND,
        inverse=restore(
            f"GET {ONE}",
            f"PATCH {ONE}",
            field("labels"),
            field("primaryDisplayProperty"),
            field("requiredProperties", clear=[]),
            field("searchableProperties", clear=[]),
            field("secondaryDisplayProperties", clear=[]),
            field("description", clear="", same=(None, "")),
        ),
        why=f"Each part is written back. {GUIDE}",
    ),
    op(
        f"DELETE {ONE}",
        sdk="crm.schemas.core_api.archive",
        says="delete the custom object {objectType}",
        tier=IRREVERSIBLE,
        query=("archived",),
        why=f"Made again it would have another id, and nothing would lead to it. {GUIDE}",
    ),
    op(
        f"POST {LINKS}",
        sdk="crm.schemas.core_api.create_association",
        says="let {fromObjectTypeId} be linked with {toObjectTypeId}",
        tier=REVERSIBLE,
        object=path("hubspot:schema:", computed(kind_of, sent("objectType")), "/association:", answer("id")),
        before=read(f"GET {ONE}"),
        inverse=do(
            f"DELETE {LINK}",
            associationIdentifier=answer("id"),
            goal=shows(read(f"GET {ONE}", completed="the association", given={"id": answer("id")}), there=False),
        ),
        probe=find(
            read(f"GET {ONE}", at="associations"),
            same={"fromObjectTypeId": sent("fromObjectTypeId"), "toObjectTypeId": sent("toObjectTypeId")},
            key="id",
            unless=before("associations[].id"),
        ),
        residue="Links of that kind that others made meanwhile go with it.",
        why=f"The kind of link that the call made is deleted. {GUIDE}",
    ),
    op(
        f"DELETE {LINK}",
        sdk="crm.schemas.core_api.archive_association",
        says="delete association {associationIdentifier} of {objectType} with every link of its kind",
        tier=IRREVERSIBLE,
        why=f"The links of records that it stood for are lost. {GUIDE}",
    ),
)
"""Kinds of records of the portal's own, and how they may be linked."""
