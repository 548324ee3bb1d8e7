"""Who is in a list: https://developers.hubspot.com/docs/api-reference/legacy/crm/lists/guide."""

from __future__ import annotations

from typing import Any

from agentrein.connector import COSTLY, answer, before, do, op, read, seen, sent, shows, stands
from agentrein_hubspot.operations.lists import DOCS, LIST, SCOPES, THIS

MEMBERS = f"{LIST}/memberships"
RESIDUE = "What runs when records join or leave ran, and mails went out; the time of joining is a new one."
WHY = "The answer tells who really came and went, so only those go back; a lost answer is made up for by who was there."


def record_ids(body: Any) -> Any:
    """The bare list of the request under a name, so that rows can speak of it."""
    return {"recordIds": [str(id) for id in body]} if isinstance(body, list) else body


def who(**given: Any) -> Any:
    """The read of who is in the list, told against what is given."""
    completed = given.pop("completed", "members")
    return read(
        f"GET {MEMBERS}", completed=completed, given={"list": sent("listId"), **given}, listId=sent("listId"), limit=250
    )


def _taken_out(ids: Any) -> Any:
    return do(f"PUT {MEMBERS}/remove", seen("present"), goal=shows(who(ids=ids), present=[]))


def _put_in(ids: Any) -> Any:
    return do(f"PUT {MEMBERS}/add", seen("absent"), goal=shows(who(ids=ids), absent=[]))


def _landed(**named: Any) -> Any:
    """Whether those whom the call names came, or went."""
    return stands(who(completed="changed members", before=before("ids"), **named), {"landed": True})


ROWS = (
    op(
        f"PUT {MEMBERS}/add",
        sdk="crm.lists.memberships_api.add",
        says="add records {recordIds} to list {listId}",
        takes=record_ids,
        tier=COSTLY,
        object=THIS,
        before=who(),
        inverse=_taken_out(answer("recordsIdsAdded")),
        probe=_landed(add=sent("recordIds")),
        residue=RESIDUE,
        scopes=SCOPES,
        why=f"{WHY} {DOCS}/guide",
    ),
    op(
        f"PUT {MEMBERS}/remove",
        sdk="crm.lists.memberships_api.remove",
        says="take records {recordIds} out of list {listId}",
        takes=record_ids,
        tier=COSTLY,
        object=THIS,
        before=who(),
        inverse=_put_in(answer("recordIdsRemoved")),
        probe=_landed(remove=sent("recordIds")),
        residue=RESIDUE,
        scopes=SCOPES,
        why=f"{WHY} {DOCS}/guide",
    ),
    op(
        f"PUT {MEMBERS}/add-and-remove",
        sdk="crm.lists.memberships_api.add_and_remove",
        says="add records to list {listId}, and take others out",
        tier=COSTLY,
        object=THIS,
        before=who(),
        inverse=do(
            f"PUT {MEMBERS}/add-and-remove",
            {"recordIdsToAdd": seen("lacking"), "recordIdsToRemove": seen("extra")},
            goal=shows(
                who(completed="both sides", added=answer("recordsIdsAdded"), removed=answer("recordIdsRemoved")),
                lacking=[],
                extra=[],
            ),
        ),
        probe=_landed(add=sent("recordIdsToAdd"), remove=sent("recordIdsToRemove")),
        residue=RESIDUE,
        scopes=SCOPES,
        why=f"{WHY} {DOCS}/guide",
    ),
    op(
        f"PUT {MEMBERS}/add-from/{{sourceListId}}",
        sdk="crm.lists.memberships_api.add_all_from_list",
        says="add all records of list {sourceListId} to list {listId}",
        tier=COSTLY,
        object=THIS,
        before=who(completed="members of two", source=sent("sourceListId")),
        inverse=_taken_out(before("new")),
        residue=RESIDUE,
        scopes=SCOPES,
        why=f"The answer names nobody, so those go who were in the source alone before. {DOCS}/guide",
    ),
    op(
        f"DELETE {MEMBERS}",
        sdk="crm.lists.memberships_api.remove_all",
        says="take all records out of list {listId}",
        tier=COSTLY,
        object=THIS,
        before=who(),
        inverse=_put_in(before("ids")),
        residue=RESIDUE,
        scopes=SCOPES,
        why=f"All who were in it are read before and added again. {DOCS}/guide",
    ),
)
