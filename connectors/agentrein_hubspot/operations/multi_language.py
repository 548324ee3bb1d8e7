"""Language groups of content: https://developers.hubspot.com/docs/api-reference/latest/cms/pages/guide."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Operation,
    Tier,
    answer,
    before,
    computed,
    depends,
    do,
    either,
    op,
    read,
    sent,
    shows,
)
from agentrein_hubspot.operations.content import Kind, made, unmade

_GROUP = "multi-language"


@depends(REVERSIBLE, IRREVERSIBLE)
def attach_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """It is detached again, but a language that the call gives to it, or to the primary, would stay."""
    body, shown = call.body if isinstance(call.body, dict) else {}, image or {}
    primary = body.get("primaryLanguage")
    is_given = primary is not None and primary != (shown.get("primary") or {}).get("language")
    return IRREVERSIBLE if is_given or body.get("language") != shown.get("language") else REVERSIBLE


@depends(REVERSIBLE, IRREVERSIBLE)
def detach_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """It is attached again, but a group whose primary leaves gets another one."""
    return IRREVERSIBLE if (image or {}).get("isPrimary", True) else REVERSIBLE


def is_in_group(primary: Any) -> bool:
    """Whether a content was translated from another."""
    return bool(primary)


def named_ids(languages: Any) -> list[str]:
    """The ids that a call gives languages."""
    return [str(id) for id in languages] if isinstance(languages, dict) else []


def _one(kind: Kind, completed: str = "", **given: Any) -> Any:
    """The read of the content that the body names."""
    asked = {"base": kind.base, **given} if completed else {}
    return read(f"GET {kind.one}", completed=completed, given=asked, objectId=sent("id"))


_WAS = {"id": sent("id"), "primaryId": before("translatedFromId"), "language": before("language")}


def attach(kind: Kind) -> Operation:
    """The row that puts one into a group."""
    attached = {"translatedFromId": sent("primaryId")}
    detached = do(
        f"POST {kind.base}/{_GROUP}/detach-from-lang-group",
        {"id": sent("id")},
        goal=shows(_one(kind), translatedFromId=None),
        still=attached,
    )
    returned = do(
        f"POST {kind.base}/{_GROUP}/attach-to-lang-group",
        _WAS,
        goal=shows(_one(kind), translatedFromId=before("translatedFromId")),
        still=attached,
    )
    return op(
        f"POST {kind.base}/{_GROUP}/attach-to-lang-group",
        sdk=kind.sdk("attach_to_lang_group"),
        says=f"attach {kind.noun} {{id}} to the languages of {{primaryId}}",
        tier=attach_tier,
        object=kind.object(sent("id")),
        before=_one(kind, "in group", primary=sent("primaryId")),
        inverse=either({False: detached, True: returned}, by=computed(is_in_group, before("translatedFromId"))),
        scopes=("content",),
        why="It is detached, or attached to the group that it came from. That a language stays when the group is left "
        f"is inferred, so a call that gives one is irreversible. {kind.docs}",
    )


def detach(kind: Kind) -> Operation:
    """The row that takes one out of its group."""
    back = do(
        f"POST {kind.base}/{_GROUP}/attach-to-lang-group",
        _WAS,
        goal=shows(_one(kind), translatedFromId=before("translatedFromId")),
        still={"translatedFromId": None},
    )
    return op(
        f"POST {kind.base}/{_GROUP}/detach-from-lang-group",
        sdk=kind.sdk("detach_from_lang_group"),
        says=f"detach {kind.noun} {{id}} from its languages",
        tier=detach_tier,
        object=kind.object(sent("id")),
        before=_one(kind, "alone or not"),
        inverse=either({True: back, False: None}, by=computed(is_in_group, before("translatedFromId"))),
        scopes=("content",),
        why="It is attached again with its language. What becomes of a group whose primary leaves is not documented, "
        f"so that is irreversible. {kind.docs}",
    )


def set_primary(kind: Kind) -> Operation:
    """The row that makes one the primary of its group."""
    back = do(
        f"PUT {kind.base}/{_GROUP}/set-new-lang-primary",
        {"id": before("translatedFromId")},
        goal=shows(_one(kind), translatedFromId=before("translatedFromId")),
        still={"translatedFromId": None},
    )
    return op(
        f"PUT {kind.base}/{_GROUP}/set-new-lang-primary",
        sdk=kind.sdk("set_lang_primary"),
        says=f"make {kind.noun} {{id}} the primary of its languages",
        tier=REVERSIBLE,
        object=kind.object(sent("id")),
        before=_one(kind),
        inverse=either({True: back, False: None}, by=computed(is_in_group, before("translatedFromId"))),
        scopes=("content",),
        why=f"The earlier primary becomes the primary again. {kind.docs}",
    )


def update_languages(kind: Kind) -> Operation:
    """The row that sets the languages of a group."""
    ids = computed(named_ids, sent("languages"))
    source = read(
        f"GET {kind.one}",
        completed="languages",
        given={"base": kind.base, "ids": ids},
        objectId=sent("primaryId"),
    )
    return op(
        f"POST {kind.base}/{_GROUP}/update-languages",
        sdk=kind.sdk("update_langs"),
        says=f"set the languages of the {kind.noun}s around {{primaryId}}",
        tier=REVERSIBLE,
        object=kind.object(sent("primaryId")),
        before=source,
        inverse=do(
            f"POST {kind.base}/{_GROUP}/update-languages",
            {"primaryId": sent("primaryId"), "languages": before("languages")},
            goal=shows(source, languages=before("languages")),
            still={"languages": sent("languages")},
        ),
        scopes=("content",),
        why=f"Each gets the language that it had. {kind.docs}",
    )


def vary(kind: Kind, **same: Any) -> Operation:
    """The row that makes one for another language."""
    return op(
        f"POST {kind.base}/{_GROUP}/create-language-variation",
        sdk=kind.sdk("create_lang_variation"),
        says=f"make {kind.noun} {{id}} in {{language}}",
        tier=REVERSIBLE,
        object=kind.object(answer("id")),
        parents=(kind.object(sent("id")),),
        inverse=unmade(kind),
        probe=made(kind, translatedFromId=sent("id"), language=sent("language"), **same),
        residue="It stays among the deleted content.",
        if_stuck=f"Look for the {kind.noun} in HubSpot; if it is there, delete it, then keep the action.",
        scopes=("content",),
        why=f"The new one is archived while nobody touched it. {kind.docs}",
    )


def rows(kind: Kind) -> tuple[Operation, ...]:
    """All of them for one kind."""
    return (vary(kind), attach(kind), detach(kind), set_primary(kind), update_languages(kind))
