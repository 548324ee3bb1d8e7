"""Single records: https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_sobject_retrieve.htm."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    IRREVERSIBLE,
    actor,
    anew,
    answer,
    computed,
    days,
    do,
    either,
    find,
    found,
    join,
    look,
    looked,
    now,
    op,
    read,
    restore,
    seen,
    sent,
    shows,
    stands,
)
from agentrein_salesforce.addresses import LAST_MODIFIED, UNCHANGED_SINCE
from agentrein_salesforce.comparisons import AS_SET
from agentrein_salesforce.operations.kinds import (
    FILE,
    USER,
    create_tier,
    delete_tier,
    made,
    update_tier,
)
from agentrein_salesforce.operations.kinds import (
    RECORD as PLAIN,
)
from agentrein_salesforce.operations.places import (
    BEFORE,
    BY_HAND,
    DESCRIBED,
    KEPT,
    KEYED,
    NEW,
    NEW_RECORD,
    OBJECT,
    RECORD,
    REFERENCES,
    REST,
    STAYS,
    UNDELETE,
    bin_of,
    delete_new,
    gone_for_good,
    record,
    written,
)
from agentrein_salesforce.operations.told import told

_NEW_ID = answer("id")


# --- a new record

_FILE_OF = now(
    read("GET /queryAll", q=join("SELECT ContentDocumentId FROM ContentVersion WHERE Id = '", _NEW_ID, "'")),
    "records.0.ContentDocumentId",
)
_SWITCH_OFF = do(
    f"PATCH {RECORD}",
    {"IsActive": False},
    id=_NEW_ID,
    goal=shows(
        read(f"GET {RECORD}", completed="made record", given={"set": KEPT, "by": actor("account")}), IsActive=False
    ),
    still={"others": [], "edited": [], "further": []},
    alike={"edited": "own work", "further": "untouched"},
    ends=True,
)

_MADE = find(
    read(f"GET {OBJECT}/describe", at="records", completed="made records", given={"set": KEPT, "by": actor("account")}),
    same={"as set": True},
    mine="CreatedById",
    since="CreatedDate",
    newest=True,
    effect={"id": found("Id")},
    status=201,
)


def _create(address: str, sdk: str) -> Any:
    """The row of an address at which records are made."""
    return op(
        address,
        sdk=sdk,
        says="create {sobject}{named}",
        names=told,
        tier=create_tier,
        object=NEW,
        parents=REFERENCES,
        inverse=either(
            {
                PLAIN: NEW_RECORD,
                USER: _SWITCH_OFF,
                FILE: delete_new(_FILE_OF, "ContentDocument", gone_for_good("ContentVersion", _NEW_ID, {}), asked={}),
            },
            by=computed(made, sent()),
        ),
        probe=_MADE,
        residue=f"{STAYS} A user cannot be deleted, and may not log in any more instead.",
        if_stuck=BY_HAND,
        why="A new record is deleted, unless somebody else changed it or made something that refers to it; a new file "
        "goes with its document; a user is switched off. Platform events, big and external objects, mails that are "
        "sent and new versions of a file cannot be taken back; that a mail with another status than draft is sent is "
        "inferred. "
        f"{REST}/dome_sobject_create.htm",
    )


create = _create(f"POST {OBJECT}", "SFType.create")
create_by_id = _create(f"POST {OBJECT}/Id", "Salesforce.restful")

# --- a changed record

update = op(
    f"PATCH {RECORD}",
    sdk="SFType.update",
    says="update {sobject} {id}: {set}",
    names=told,
    tier=update_tier,
    object=record(sent("id")),
    inverse=restore(BEFORE, f"PATCH {RECORD}", written, headers={UNCHANGED_SINCE: seen(LAST_MODIFIED)}),
    ignores="attributes",
    residue="Field history, stage history and the stamps of the last change show both writes. Automation ran on each: "
    "its mails are out, and other fields that it set stay.",
    if_stuck="Look at what Salesforce says against the old values (a validation rule, a lock, a record type); put them "
    "back by hand, then keep the action.",
    why="Exactly the fields that the call set are written back in one request, each only if it still reads as the call "
    "left it; a describe tells which may be written. Where Salesforce says when a record was changed last, it is asked "
    "to refuse what comes after a later change. "
    f"{REST}/dome_update_fields.htm",
)

# --- a deleted record


def _undelete(id: Any, sobject: Any) -> Any:
    """Take a record out of the Recycle Bin, with what went along."""
    shown = bin_of(sobject, id, at="records.0", maybe=True)
    return do(
        UNDELETE,
        {"ids": [id]},
        goal=shows(shown, IsDeleted=False),
        still={"IsDeleted": True, "LastModifiedById": actor("account")},  # or somebody had it back, and deleted it too
        alike={"LastModifiedById": AS_SET["reference"]},
        until=days(15),
        anew=[anew("Id", "id", was=id)],  # under the same id: only a plan has to know that it will be there again
    )


def _in_bin(id: Any, sobject: Any) -> Any:
    shown = bin_of(sobject, id, at="records.0", maybe=True)
    return stands(shown, {"IsDeleted": True, "LastModifiedById": actor("account")})


_BACK = (
    "Records that went along come back too. Lookups that were set to something else meanwhile stay so, and standard "
    "lookups that undelete does not restore stay empty. Automation ran on the deletion and on the way back."
)
_PURGED = "Look into the Recycle Bin in Salesforce; what is no longer there must be made anew by hand."
_WHY_UNDELETE = (
    "Where a describe says that the records of an object can be undeleted, the SOAP API takes one out of the Recycle "
    "Bin, for 15 days; others, such as members of an account's team, do not come back. https://developer.salesforce.com/docs/atlas.en-us.api.meta/api/sforce_api_calls_undelete.htm"
)

delete = op(
    f"DELETE {RECORD}",
    sdk="SFType.delete",
    says="delete {sobject} {id}",
    tier=delete_tier,
    object=record(sent("id")),
    before=DESCRIBED,
    inverse=_undelete(sent("id"), sent("sobject")),
    probe=_in_bin(sent("id"), sent("sobject")),
    residue=_BACK,
    if_stuck=_PURGED,
    why=_WHY_UNDELETE,
)

delete_keyed = op(
    f"DELETE {KEYED}",
    sdk="SFType.delete",
    says="delete {sobject} {field} {value!r}",
    tier=delete_tier,
    lookups=look("id", f"GET {KEYED}", "Id", fresh=True, fields="Id"),
    object=record(looked("id")),
    before=DESCRIBED,
    inverse=_undelete(looked("id"), sent("sobject")),
    probe=_in_bin(looked("id"), sent("sobject")),
    residue=_BACK,
    if_stuck=_PURGED,
    why=_WHY_UNDELETE,
)

undelete = op(
    UNDELETE,
    sdk="SOAP undelete",
    says="undelete {ids}",
    tier=IRREVERSIBLE,
    why="It brings back what went along with a record, too, and no answer says what that was. "
    "https://developer.salesforce.com/docs/atlas.en-us.api.meta/api/sforce_api_calls_undelete.htm",
)


ROWS = (create, create_by_id, update, delete, delete_keyed, undelete)
