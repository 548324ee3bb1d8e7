"""The acting account itself: https://docs.github.com/rest/users."""

from __future__ import annotations

from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    COSTLY,
    REVERSIBLE,
    actor,
    adding,
    answer,
    do,
    each,
    field,
    members,
    op,
    path,
    read,
    removing,
    restore,
    sent,
)
from agentrein_github.operations.deploy_keys import add_key, delete_key

_KEYS, _EMAILS = "/user/keys", "/user/emails"
_ACCOUNT = ("github:user:", actor("account"))
_SCOPES = (("user",),)
_KEY_SCOPES = (("admin:public_key",),)
_TEXTS = ("name", "email", "blog", "twitter_username", "company", "location", "bio")
_LISTED = read(f"GET {_EMAILS}", per_page=100)
_ADDRESSES = members(
    "emails",
    read="[].email",
    add=do(f"POST {_EMAILS}", {"emails": [each]}, again="safe"),
    remove=do(f"DELETE {_EMAILS}", {"emails": [each]}, again="safe"),
    folded=True,
)


def emails_body(body: Any) -> Any:
    """The request with its addresses in an object: GitHub takes a bare list, or one text, too."""
    return body if isinstance(body, dict) else {"emails": [body] if isinstance(body, str) else body}


ROWS = (
    op(
        "PATCH /user",
        sdk="AuthenticatedUser.edit",
        says="edit {fields} of the account's profile",
        tier=REVERSIBLE,
        object=path(*_ACCOUNT, "/profile"),
        inverse=restore(
            "GET /user",
            "PATCH /user",
            *(field(one, clear="", same=(None, "")) for one in _TEXTS),
            field("hireable", clear=False, same=(None, False)),
        ),
        scopes=_SCOPES,
        why="Each field is written back if it still reads as the call left it. "
        "https://docs.github.com/rest/users/users#update-the-authenticated-user",
    ),
    op(
        f"POST {_EMAILS}",
        sdk="AuthenticatedUser.add_to_emails",
        says="add {emails} to the account",
        tier=COSTLY,
        takes=emails_body,
        object=path(*_ACCOUNT, "/emails"),
        inverse=restore(_LISTED, None, adding(_ADDRESSES, after="[].email")),
        residue="A mail was sent to each address, to verify it.",
        scopes=_SCOPES,
        why="The addresses that were not there before are deleted again. "
        "https://docs.github.com/rest/users/emails#add-an-email-address-for-the-authenticated-user",
    ),
    op(
        f"DELETE {_EMAILS}",
        sdk="AuthenticatedUser.remove_from_emails",
        says="delete {emails} from the account",
        tier=COMPENSABLE,
        takes=emails_body,
        object=path(*_ACCOUNT, "/emails"),
        inverse=restore(_LISTED, None, removing(_ADDRESSES)),
        residue="Each address must be verified anew; commits by it belonged to nobody meanwhile.",
        if_stuck="Where another account has the address by now, only that one can give it back.",
        scopes=_SCOPES,
        why="The addresses are added again; the primary one GitHub does not delete. "
        "https://docs.github.com/rest/users/emails#delete-an-email-address-for-the-authenticated-user",
    ),
    add_key(
        _KEYS,
        sdk="AuthenticatedUser.create_key",
        says="add the key {title!r} to the account",
        tier=COSTLY,
        object=path(*_ACCOUNT, "/key:", answer("id")),
        residue="The account was mailed; who has the private key could act as it meanwhile.",
        scopes=_KEY_SCOPES,
        why="A key cannot be edited, only deleted, and no other of GitHub's has the same key. "
        "https://docs.github.com/rest/users/keys#create-a-public-ssh-key-for-the-authenticated-user",
    ),
    delete_key(
        _KEYS,
        "title",
        "key",
        sdk="UserKey.delete",
        says="delete the key {key_id} of the account",
        tier=COSTLY,
        object=path(*_ACCOUNT, "/key:", sent("key_id")),
        residue="The key has another id, the account was mailed, and who uses it was refused meanwhile.",
        scopes=_KEY_SCOPES,
        why="The public part is readable, so the same key is added again. "
        "https://docs.github.com/rest/users/keys#delete-a-public-ssh-key-for-the-authenticated-user",
    ),
)
