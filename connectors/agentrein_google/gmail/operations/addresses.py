"""Addresses to send as, to forward to, and delegates: https://developers.google.com/workspace/gmail/api/guides/alias_and_signature_settings."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    COSTLY,
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
    each,
    field,
    find,
    gone,
    look,
    looked,
    members,
    path,
    read,
    removing,
    restore,
    sent,
    shows,
    stands,
)
from agentrein_google.gmail.operations.places import ADDRESS, DOCS, MAILBOX, SHARING, USER, S, row

_ALIAS = ("displayName", "replyToAddress", "signature", "treatAsAlias")
_SEND_AS = f"{S}.sendAs"


def _collection(area: str, at: str = "") -> Any:
    """All of a collection, which is not in the answer at all while it is empty."""
    return read(f"{S}.{area}.list", at, completed="members", given={"of": area}, **USER)


def _create(area: str, key: str, tier: Any, says: str, residue: str, **columns: Any) -> Operation:
    """The row of an address that is added to a collection."""
    there = read(f"{S}.{area}.get", maybe=True, **{**USER, key: answer(key)})
    still = columns.pop("still", {})
    return row(
        f"{S}.{area}.create",
        sdk=f"users().settings().{area}().create",
        says=says,
        tier=tier,
        object=path(*MAILBOX, f"/{area}:", answer(key)),
        before=_collection(area),
        inverse=do(
            f"{S}.{area}.delete",
            **{**USER, key: answer(key)},
            goal=gone(there, parent=_collection(area)),
            still=still,
            ok=(404,),
        ),
        probe=find(_collection(area, area), same=(key,), key=key, unless=before(f"{area}[].{key}")),
        residue=residue,
        scopes=SHARING,
        why=f"Removed by its address. {DOCS}/users.settings.{area}/delete",
        **columns,
    )


def _delete(area: str, key: str, tier: Any, says: str, residue: str, *fields: str) -> Operation:
    """The row of an address that is taken out of a collection."""
    there = read(f"{S}.{area}.get", maybe=True, **{**USER, key: sent(key)})
    return row(
        f"{S}.{area}.delete",
        key,
        sdk=f"users().settings().{area}().delete",
        says=says,
        tier=tier,
        object=path(*MAILBOX, f"/{area}:", sent(key)),
        before=read(f"{S}.{area}.get", **{**USER, key: sent(key)}),
        inverse=do(
            f"{S}.{area}.create",
            {name: before(name) for name in (key, *fields)},
            **USER,
            goal=shows(there, want={name: before(name) for name in (key, *fields)}),
            still=None,
        ),
        probe=stands(there, {"": None}),
        residue=residue,
        scopes=SHARING,
        why=f"Added again. {DOCS}/users.settings.{area}/create",
    )


@depends(COSTLY, IRREVERSIBLE)
def create_alias_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """One that becomes the default puts another out of its place."""
    body = call.body if isinstance(call.body, dict) else {}
    return IRREVERSIBLE if body.get("isDefault") or body.get("smtpMsa") else COSTLY


@depends(COMPENSABLE, IRREVERSIBLE)
def delete_alias_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """One with a mail server of its own cannot be made again: its password is never shown."""
    told = image if isinstance(image, dict) else {"smtpMsa": {}}
    return IRREVERSIBLE if "smtpMsa" in told or told.get("isDefault") else COMPENSABLE


@depends(REVERSIBLE, COMPENSABLE)
def delete_delegate_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """One that had not accepted yet does so at once when it is added again."""
    accepted = isinstance(image, dict) and image.get("verificationStatus") == "accepted"
    return REVERSIBLE if accepted else COMPENSABLE


_THIS: dict[str, Any] = {**USER, "sendAsEmail": sent("sendAsEmail")}
_NOW = read(f"{_SEND_AS}.list", completed="alias", given={"address": sent("sendAsEmail")}, **USER)
_DEFAULT = look("default", f"{_SEND_AS}.list", "sendAs[isDefault=True].sendAsEmail", fresh=True, **USER)
_MAKE_DEFAULT = do(f"{_SEND_AS}.patch", {"isDefault": True}, **USER, sendAsEmail=each, again="safe")
DEFAULT = members("default", read="default[]", add=_MAKE_DEFAULT, remove=_MAKE_DEFAULT)
_FIELDS = (
    field("displayName", clear="", same=(None, "")),
    field("replyToAddress", clear="", same=(None, "")),
    field("signature", clear="", same=(None, ""), alike="cleaned"),
    field("treatAsAlias", same=(None, True)),
)


def put_out(asked: Any, default: Any) -> list[str]:
    """The default address, where a call makes another one the default."""
    return [default] if asked is True else []


@depends(REVERSIBLE, IRREVERSIBLE)
def update_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Its undo writes all of an address: not the password of a mail server, nor which address was the default."""
    body = call.body if isinstance(call.body, dict) else {}
    shown = image if isinstance(image, dict) else {"smtpMsa": {}}
    makes = body.get("isDefault") and not shown.get("isDefault")
    return IRREVERSIBLE if "smtpMsa" in body or "smtpMsa" in shown or makes else REVERSIBLE


def whole(image: Any) -> dict[str, Any]:
    """What writes an address as it was read."""
    return {name: image[name] for name in _ALIAS if name in image}


_ALIAS_IS = {name: answer(name) for name in ("isDefault", *_ALIAS)}
_PASSWORD = ("smtpMsa.password", "smtpMsa.username")

ROWS = (
    _create(
        "sendAs",
        "sendAsEmail",
        create_alias_tier,
        "let mail be sent as {sendAsEmail}",
        "A mail may have gone to the address, to verify it.",
        still=_ALIAS_IS,
        secret=_PASSWORD,
    ),
    row(
        f"{_SEND_AS}.patch",
        "sendAsEmail",
        sdk="users().settings().sendAs().patch",
        says="change {fields} of the address {sendAsEmail}",
        tier=REVERSIBLE,
        object=path(*MAILBOX, "/sendAs:", sent("sendAsEmail")),
        lookups=_DEFAULT,
        ignores=("isDefault", "sendAsEmail", "isPrimary", "verificationStatus"),
        secret=_PASSWORD,
        inverse=restore(
            _NOW,
            f"{_SEND_AS}.patch",
            *_FIELDS,
            removing(DEFAULT, computed(put_out, sent("isDefault"), looked("default"))),
            **_THIS,
        ),
        residue="Mail that was sent meanwhile shows what was set.",
        if_stuck="Somebody changed the address since: choose there.",
        scopes=ADDRESS,
        why="Each field is written back while it reads as the call left it; the address that was the default is "
        "made that again, because none can be unmade. Setting a mail server of its own is refused: its password is "
        "never shown. "
        f"{DOCS}/users.settings.sendAs/patch",
    ),
    row(
        f"{_SEND_AS}.update",
        "sendAsEmail",
        sdk="users().settings().sendAs().update",
        says="change the address {sendAsEmail} as a whole",
        tier=update_tier,
        object=path(*MAILBOX, "/sendAs:", sent("sendAsEmail")),
        secret=_PASSWORD,
        inverse=restore(
            read(f"{_SEND_AS}.get", **_THIS),
            do(f"{_SEND_AS}.update", computed(whole, before()), **_THIS, again="safe"),
            *_FIELDS,
            wants={name: sent(name) for name in _ALIAS},
        ),
        residue="Mail that was sent meanwhile shows what was set.",
        if_stuck="Somebody changed the address since: choose there.",
        scopes=ADDRESS,
        why="It replaces all of the address, and so does its undo, while nobody changed any of it. "
        f"{DOCS}/users.settings.sendAs/update",
    ),
    _delete(
        "sendAs",
        "sendAsEmail",
        delete_alias_tier,
        "let no mail be sent as {sendAsEmail} any more",
        "It may have to be verified again, by a mail to it.",
        *_ALIAS,
    ),
    _create(
        "forwardingAddresses",
        "forwardingEmail",
        COSTLY,
        "let mail be forwarded to {forwardingEmail}",
        "A mail may have gone to the address, to verify it.",
    ),
    _delete(
        "forwardingAddresses",
        "forwardingEmail",
        COSTLY,
        "let no mail be forwarded to {forwardingEmail} any more",
        "It may have to be verified again, by a mail to it; forwarding and filters that used it stay off.",
    ),
    _create(
        "delegates",
        "delegateEmail",
        REVERSIBLE,
        "let {delegateEmail} read and send all mail",
        "What the delegate read, sent or deleted meanwhile stays so.",
    ),
    _delete(
        "delegates",
        "delegateEmail",
        delete_delegate_tier,
        "take all mail out of the hands of {delegateEmail}",
        "It takes up to a minute until the delegate can use it again; one that had not accepted yet has now.",
    ),
)
