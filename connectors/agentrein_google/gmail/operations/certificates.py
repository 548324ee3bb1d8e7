"""Certificates, and keys of client-side encryption: https://developers.google.com/workspace/gmail/api/guides/smime_certs."""

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
    either,
    field,
    find,
    gone,
    path,
    read,
    restore,
    sent,
    shows,
    stands,
)
from agentrein_google.gmail.operations.places import ADDRESS, DOCS, MAILBOX, USER, S, row

_OF: dict[str, Any] = {**USER, "sendAsEmail": sent("sendAsEmail")}
_SMIME, _PAIRS, _IDENTITIES = f"{S}.sendAs.smimeInfo", f"{S}.cse.keypairs", f"{S}.cse.identities"
_LISTED = read(f"{_SMIME}.list", completed="certificates", **_OF)


@depends(REVERSIBLE, IRREVERSIBLE)
def choose_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """Another one was chosen before: none can be unchosen."""
    return REVERSIBLE if isinstance(image, dict) and image.get("default") else IRREVERSIBLE


def first_of(ids: Any) -> Any:
    """The one that was chosen."""
    return ids[0] if ids else None


def _switch(verb: str, back: str) -> Operation:
    """The row that enables a key pair, or disables it."""
    now = read(f"{_PAIRS}.get", **USER, keyPairId=sent("keyPairId"))
    return row(
        f"{_PAIRS}.{verb}",
        "keyPairId",
        sdk=f"users().settings().cse().keypairs().{verb}",
        says=f"{verb} key pair {{keyPairId}}",
        tier=REVERSIBLE,
        object=path(*MAILBOX, "/key-pair:", sent("keyPairId")),
        before=now,
        inverse=either(
            {
                f"{back}d": do(
                    f"{_PAIRS}.{back}",
                    {},
                    **USER,
                    keyPairId=sent("keyPairId"),
                    goal=shows(now, enablementState=f"{back}d"),
                ),
                f"{verb}d": None,
            },
            by=before("enablementState"),
        ),
        probe=stands(now, {"enablementState": f"{verb}d"}),
        residue="A key pair that is disabled for 30 days can be destroyed for good." if verb == "disable" else "",
        scopes=ADDRESS,
        why=f"Switched back unless it stood so before. {DOCS}/users.settings.cse.keypairs/{back}",
    )


_IDENTITY = read(f"{_IDENTITIES}.get", **USER, cseEmailAddress=sent("emailAddress"))
_KEYS = ("primaryKeyPairId", "signAndEncryptKeyPairs")


@depends(REVERSIBLE, IRREVERSIBLE)
def insert_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """The first one is the default by itself, and none can be unchosen."""
    body = call.body if isinstance(call.body, dict) else {"isDefault": True}
    alone = not (isinstance(image, dict) and image.get("default"))
    return IRREVERSIBLE if alone or body.get("isDefault") else REVERSIBLE


def _there(address: Any) -> Any:
    """The read of an identity that may not be there."""
    return read(f"{_IDENTITIES}.get", maybe=True, **USER, cseEmailAddress=address)


_MADE, _DELETED = _there(answer("emailAddress")), _there(sent("cseEmailAddress"))
_BEFORE = {name: before(name) for name in ("emailAddress", *_KEYS)}

ROWS = (
    row(
        f"{_SMIME}.insert",
        "sendAsEmail",
        sdk="users().settings().sendAs().smimeInfo().insert",
        says="give {sendAsEmail} a further certificate",
        tier=insert_tier,
        object=path(*MAILBOX, "/sendAs:", sent("sendAsEmail"), "/smime:", answer("id")),
        before=_LISTED,
        inverse=do(
            f"{_SMIME}.delete",
            **_OF,
            id=answer("id"),
            goal=gone(read(f"{_SMIME}.get", maybe=True, **_OF, id=answer("id")), parent=_LISTED),
            still={"isDefault": False},
            ok=(404,),
        ),
        probe=find(
            read(f"{_SMIME}.list", "smimeInfo", completed="certificates", **_OF),
            same={"kind": "certificate"},
            key="id",
            unless=before("smimeInfo[].id"),
        ),
        secret=("pkcs12", "encryptedKeyPassword"),
        if_stuck="Somebody made it the default: choose another one there first.",
        scopes=ADDRESS,
        why="Deleted by its id while it is not the default. The first one becomes that by itself (inferred), and none "
        f"can be unchosen. {DOCS}/users.settings.sendAs.smimeInfo/delete",
    ),
    row(
        f"{_SMIME}.delete",
        "sendAsEmail",
        "id",
        sdk="users().settings().sendAs().smimeInfo().delete",
        says="delete certificate {id} of {sendAsEmail}",
        tier=IRREVERSIBLE,
        object=path(*MAILBOX, "/sendAs:", sent("sendAsEmail"), "/smime:", sent("id")),
        why=f"The private key is never shown. {DOCS}/users.settings.sendAs.smimeInfo/delete",
    ),
    row(
        f"{_IDENTITIES}.create",
        sdk="users().settings().cse().identities().create",
        says="encrypt mail of {emailAddress} with key pair {primaryKeyPairId} from now on",
        tier=COSTLY,
        object=path(*MAILBOX, "/identity:", answer("emailAddress")),
        before=read(f"{_IDENTITIES}.list", completed="members", given={"of": "cseIdentities"}, **USER),
        inverse=do(
            f"{_IDENTITIES}.delete",
            **USER,
            cseEmailAddress=answer("emailAddress"),
            goal=gone(_MADE, parent=read(f"{_IDENTITIES}.list", **USER)),
            still={name: answer(name) for name in _KEYS},
            ok=(404,),
        ),
        probe=find(
            read(f"{_IDENTITIES}.list", "cseIdentities", completed="members", given={"of": "cseIdentities"}, **USER),
            same=("emailAddress",),
            key="emailAddress",
            unless=before("cseIdentities[].emailAddress"),
        ),
        residue="The certificate was published to the directory, and others may have it.",
        scopes=ADDRESS,
        why=f"Deleted while it has the key pair that it was made with. {DOCS}/users.settings.cse.identities/delete",
    ),
    row(
        f"{_IDENTITIES}.delete",
        "cseEmailAddress",
        sdk="users().settings().cse().identities().delete",
        says="encrypt no mail of {cseEmailAddress} any more",
        tier=COMPENSABLE,
        object=path(*MAILBOX, "/identity:", sent("cseEmailAddress")),
        before=read(f"{_IDENTITIES}.get", **USER, cseEmailAddress=sent("cseEmailAddress")),
        inverse=do(
            f"{_IDENTITIES}.create",
            _BEFORE,
            **USER,
            goal=shows(_DELETED, want=_BEFORE),
            still=None,
        ),
        probe=stands(_DELETED, {"": None}),
        residue="Mail that was sent meanwhile was not encrypted, and the certificate is published anew.",
        scopes=ADDRESS,
        why=f"Made again with the same key pair. {DOCS}/users.settings.cse.identities/create",
    ),
    row(
        f"{_SMIME}.setDefault",
        "sendAsEmail",
        "id",
        sdk="users().settings().sendAs().smimeInfo().setDefault",
        says="make certificate {id} the default of {sendAsEmail}",
        tier=choose_tier,
        object=path(*MAILBOX, "/sendAs:", sent("sendAsEmail"), "/smime"),
        before=_LISTED,
        inverse=do(
            f"{_SMIME}.setDefault",
            **_OF,
            id=computed(first_of, before("default")),
            goal=shows(_LISTED, default=before("default")),
            still={"default": [sent("id")]},
        ),
        probe=stands(_LISTED, {"default": [sent("id")]}),
        residue="Mail that was sent meanwhile is signed with it.",
        scopes=ADDRESS,
        why="The one that was the default is made that again, if there was one. "
        f"{DOCS}/users.settings.sendAs.smimeInfo/setDefault",
    ),
    _switch("enable", "disable"),
    _switch("disable", "enable"),
    row(
        f"{_IDENTITIES}.patch",
        "emailAddress",
        sdk="users().settings().cse().identities().patch",
        says="encrypt mail of {emailAddress} with key pair {primaryKeyPairId}",
        tier=REVERSIBLE,
        object=path(*MAILBOX, "/identity:", sent("emailAddress")),
        ignores=("emailAddress",),
        inverse=restore(
            _IDENTITY,
            f"{_IDENTITIES}.patch",
            field("primaryKeyPairId"),
            **USER,
            emailAddress=sent("emailAddress"),
            plus={"emailAddress": sent("emailAddress")},
        ),
        residue="Mail that was sent meanwhile is encrypted with it.",
        scopes=ADDRESS,
        why=f"The key pair before is chosen again. {DOCS}/users.settings.cse.identities/patch",
    ),
)
