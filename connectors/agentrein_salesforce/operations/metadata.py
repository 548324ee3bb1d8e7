"""Components of metadata: https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_calls_intro.htm."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COSTLY,
    IRREVERSIBLE,
    Actor,
    Call,
    Tier,
    actor,
    answer,
    batch,
    before,
    computed,
    depends,
    do,
    either,
    gone,
    of_items,
    op,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
)
from agentrein_salesforce import components
from agentrein_salesforce.addresses import VERSION
from agentrein_salesforce.components import MOST
from agentrein_salesforce.operations.places import DOCS

_SOAP = f"POST {components.SOAP}"
_META = f"{DOCS}/atlas.en-us.api_meta.meta/api_meta"
_CREATE, _UPDATE, _UPSERT = f"{_SOAP}#createMetadata", f"{_SOAP}#updateMetadata", f"{_SOAP}#upsertMetadata"
_DELETE, _RENAME = f"{_SOAP}#deleteMetadata", f"{_SOAP}#renameMetadata"

_KIND, _NAME = sent("metadata.@type"), sent("metadata.fullName")
_OF = path("salesforce:metadata:", _KIND, "/", computed(components.folded, _NAME))
_IN = path("salesforce:metadata:CustomObject/", computed(components.owner_of, _KIND, _NAME))
_ASKED = {"operation": "readMetadata", "type": _KIND, "fullNames": [_NAME]}
_MINE = {"set": sent("metadata"), "by": actor("account"), "version": sent(VERSION)}
_HAD = {"had": before()}


def _definition(completed: str = "", given: Any = None) -> Any:
    """The definition of the component that a call names, which may not be there."""
    return read(_SOAP, body=_ASKED, at="records.0", maybe=True, completed=completed, given=given or {})


def _nothing_there(image: Any) -> bool:
    """Whether there was no such component before."""
    return image is None


_ABSENT = computed(_nothing_there, before())
_READABLE = read(_SOAP, body={"operation": "describeMetadata", "asOfVersion": sent(VERSION)})

_DELETE_NEW = do(
    _DELETE,
    {"type": _KIND, "fullNames": [_NAME]},
    goal=gone(_definition("made component", _MINE), parent=_READABLE),
    still={"by others": [], "otherwise": [], "in it": []},
    alike={"otherwise": "own definition", "in it": "own records"},
)
_PUT_BACK = do(
    _UPDATE,
    {"metadata": [before()]},
    goal=shows(_definition("compared component", {"set": sent("metadata"), **_HAD}), want={"as before": True}),
    still={"changed": []},
)


# --- how far they are undone


def _component(call: Call) -> Any:
    return call.body["metadata"] if isinstance(call.body, dict) else {}


@depends(COSTLY, IRREVERSIBLE)
def create_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """How far a new component is undone."""
    return COSTLY if components.may_be_made(_component(call)) else IRREVERSIBLE


@depends(COSTLY, IRREVERSIBLE)
def update_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """How far a change of a component is undone."""
    return COSTLY if components.may_be_changed(_component(call), image) else IRREVERSIBLE


@depends(COSTLY, IRREVERSIBLE)
def upsert_tier(call: Call, image: Any, actor: Actor | None) -> Tier:
    """How far an upsert is undone: as a new component where there was none, as a change where there was one."""
    return (create_tier if image is None else update_tier)(call, image, actor)


# --- the rows

_STAYS = "It changed what the org is made of, for everybody at once; what came to rest on it meanwhile may break."
_LISTED = "A custom object or field that was made stays among the deleted ones for 15 days."
_BY_HAND = "Look at the component in Setup, put it right by hand, then keep the action."
_WHOLE = (
    "The definition that was read before is written back as a whole, if the component still reads as the call left it. "
    "What cuts off data, or adds to what an update does not replace, is not undone; which kinds an update merges into "
    "is inferred. "
)
_AGAIN = (
    "A new component is deleted, unless somebody else changed it, or a custom object or field holds data: that is "
    "counted, and where it cannot be counted, a person is asked. "
)

ONE = (
    op(
        _CREATE,
        sdk="MetadataType.create",
        says="create {kind} {name}",
        names=components.told,
        tier=create_tier,
        takes=components.one_component,
        object=_OF,
        parents=(_IN,),
        before=_definition(),
        inverse=_DELETE_NEW,
        probe=stands(_definition("made component", {**_MINE, **_HAD}), {"made": True}),
        residue=f"{_STAYS} {_LISTED}",
        if_stuck=_BY_HAND,
        why=f"{_AGAIN}{_META}/meta_createMetadata.htm",
    ),
    op(
        _UPDATE,
        sdk="MetadataType.update",
        says="update {kind} {name}",
        names=components.told,
        tier=update_tier,
        takes=components.one_component,
        object=_OF,
        parents=(_IN,),
        inverse=restore(_definition(), _UPDATE, components.definition),
        faithful=False,
        ignores=("operation",),
        residue=_STAYS,
        if_stuck=_BY_HAND,
        why=f"{_WHOLE}{_META}/meta_updateMetadata.htm",
    ),
    op(
        _UPSERT,
        sdk="MetadataType.upsert",
        says="create or update {kind} {name}",
        names=components.told,
        tier=upsert_tier,
        takes=components.one_component,
        object=_OF,
        parents=(_IN,),
        before=_definition(),
        inverse=either({True: _DELETE_NEW, False: _PUT_BACK}, by=answer("results.0.created")),
        probe=stands(
            _definition("compared component", {**_MINE, **_HAD}),
            {"mine": True},
            effect={"results": [{"created": _ABSENT, "success": True}]},
        ),
        residue=f"{_STAYS} {_LISTED}",
        if_stuck=_BY_HAND,
        why=f"The answer says whether it is new. {_AGAIN}{_WHOLE}{_META}/meta_upsertMetadata.htm",
    ),
)


def _several(one: str, sdk: str, does: str, page: str) -> Any:
    """The row of a call about several components."""
    names = {"operation": "readMetadata", "type": sent("metadata.0.@type"), "fullNames": _ALL}
    return op(
        f"{one}+",
        sdk=sdk,
        says=f"{does} {{count}} components of metadata",
        tier=of_items(COSTLY, IRREVERSIBLE),
        batch=batch(
            one,
            split=components.each_component,
            answers=components.each_answer,
            before=read(_SOAP, body=names),
            cut=components.shown_of,
            most=MOST,
        ),
        residue=f"{_STAYS} What stays of each component is what its own row says.",
        why=f"The answer tells of each component what became of it, and each is undone as if it had been a call of its "
        f"own. {_META}/{page}",
    )


_ALL = computed(components.all_names, sent())
MANY = (
    _several(_CREATE, "MetadataType.create", "create", "meta_createMetadata.htm"),
    _several(_UPDATE, "MetadataType.update", "update", "meta_updateMetadata.htm"),
    _several(_UPSERT, "MetadataType.upsert", "create or update", "meta_upsertMetadata.htm"),
)

# --- other names, and deletions

_OLD, _NEW = sent("oldFullName"), sent("newFullName")
_BOTH = read(
    _SOAP,
    body={"operation": "readMetadata", "type": sent("type"), "fullNames": [_OLD, _NEW]},
    completed="renamed component",
    given={"kind": sent("type"), "old": _OLD, "new": _NEW, "version": sent(VERSION)},
)

RENAME = op(
    _RENAME,
    sdk="MetadataType.rename",
    says="rename {type} {oldFullName} to {newFullName}",
    tier=COSTLY,
    object=path("salesforce:metadata:", sent("type"), "/", computed(components.folded, _NEW)),
    parents=(path("salesforce:metadata:", sent("type"), "/", computed(components.folded, _OLD)),),
    before=_BOTH,
    inverse=do(
        _RENAME,
        {"type": sent("type"), "oldFullName": _NEW, "newFullName": _OLD},
        goal=shows(_BOTH, old=True, new=False),
        still={"old": False, "new": True},
    ),
    probe=stands(_BOTH, {"old": False, "new": True, "by": actor("account")}),
    residue="Whatever named the component outside of metadata meanwhile, such as code and integrations, named another.",
    if_stuck=_BY_HAND,
    why=f"It gets its name back, if nothing else has taken that. {_META}/meta_renameMetadata.htm",
)
DELETE = op(
    _DELETE,
    sdk="MetadataType.delete",
    says="delete {type} {fullNames}",
    tier=IRREVERSIBLE,
    why=f"A definition that is made again does not bring back the data that it held. {_META}/meta_deleteMetadata.htm",
)

ROWS = (*ONE, *MANY, RENAME, DELETE)
