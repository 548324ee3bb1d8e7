"""What an account says of itself: profile, addresses, keys.

https://docs.github.com/rest/users
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox import shapes
from agentrein_github.sandbox.ask import DOCS, Ask, fail, malformed, not_found
from agentrein_github.sandbox.deploy_keys import keys_in_use, public_key
from agentrein_github.sandbox.kept import AccountKey

KEY = "/user/keys/{key_id}"
routes = Routes()
_DOCS, _EMAIL_DOCS, _KEY_DOCS = (f"{DOCS}/users/{name}" for name in ("users", "emails", "keys"))
_TEXTS = ("name", "email", "blog", "twitter_username", "company", "location", "bio")


@routes.on("PATCH /user")
def edit_profile(ask: Ask) -> Answer:
    """Change what the account says of itself.

    https://docs.github.com/rest/users/users#update-the-authenticated-user
    """
    said = {name: ask.text(name, _DOCS) or None for name in _TEXTS if name in ask.fields}
    if "hireable" in ask.fields:
        said["hireable"] = ask.fields["hireable"] or None
    ask.me.profile |= said
    return Answer(200, shapes.profile_json(ask.url, ask.me, ask.world.now()))


# Addresses


def _addresses(ask: Ask) -> list[str]:
    """The addresses of a request, which is an object with them, a list, or one text."""
    body = ask.request.body
    sent = body.get("emails") if isinstance(body, dict) else body
    sent = [sent] if isinstance(sent, str) else sent
    if not isinstance(sent, list) or not all(isinstance(one, str) and "@" in one for one in sent):
        raise malformed('"emails" wasn\'t supplied.', _EMAIL_DOCS)
    return sent


def _email_json(address: str, *, primary: bool) -> dict[str, Any]:
    visibility = "private" if primary else None
    return {"email": address, "primary": primary, "verified": primary, "visibility": visibility}


def _primary(ask: Ask) -> str:
    return f"{ask.me.login}@example.com"


def _emails(ask: Ask) -> list[dict[str, Any]]:
    others = [_email_json(one, primary=False) for one in ask.me.emails]
    return [_email_json(_primary(ask), primary=True), *others]


@routes.on("GET /user/emails")
def list_emails(ask: Ask) -> Answer:
    """The addresses of the account.

    https://docs.github.com/rest/users/emails#list-email-addresses-for-the-authenticated-user
    """
    return ask.page(_emails(ask), lambda one: one)


@routes.on("POST /user/emails")
def add_emails(ask: Ask) -> Answer:
    """Add addresses; each is mailed, to be verified.

    https://docs.github.com/rest/users/emails#add-an-email-address-for-the-authenticated-user
    """
    known = {one["email"].casefold() for one in _emails(ask)}
    added = _addresses(ask)
    if any(one.casefold() in known for one in added):
        raise fail(422, "Validation Failed", _EMAIL_DOCS)
    ask.me.emails += added
    return Answer(201, [_email_json(one, primary=False) for one in added])


@routes.on("DELETE /user/emails")
def delete_emails(ask: Ask) -> Answer:
    """Delete addresses, but not the primary one.

    https://docs.github.com/rest/users/emails#delete-an-email-address-for-the-authenticated-user
    """
    gone = {one.casefold() for one in _addresses(ask)}
    if not gone <= {one.casefold() for one in ask.me.emails}:
        raise fail(422, "Validation Failed", _EMAIL_DOCS)
    ask.me.emails = [one for one in ask.me.emails if one.casefold() not in gone]
    return Answer(204)


# Keys


def _key_json(ask: Ask, key: AccountKey) -> dict[str, Any]:
    shown = {name: getattr(key, name) for name in ("id", "title", "key", "created_at")}
    return {**shown, "url": f"{ask.url}/user/keys/{key.id}", "verified": True, "read_only": False}


def _key(ask: Ask, key_id: str) -> AccountKey:
    key = ask.me.keys.get(int(key_id)) if key_id.isdecimal() else None
    if key is None:
        raise not_found(_KEY_DOCS)
    return key


@routes.on("GET /user/keys")
def list_keys(ask: Ask) -> Answer:
    """The keys of the account.

    https://docs.github.com/rest/users/keys#list-public-ssh-keys-for-the-authenticated-user
    """
    return ask.page(list(ask.me.keys.values()), lambda key: _key_json(ask, key))


@routes.on("POST /user/keys")
def create_key(ask: Ask) -> Answer:
    """Add a key; the account is mailed.

    https://docs.github.com/rest/users/keys#create-a-public-ssh-key-for-the-authenticated-user
    """
    _ = ask.me
    key = public_key(ask, _KEY_DOCS, keys_in_use(ask))
    made = AccountKey(ask.world.new_id(), ask.text("title", _KEY_DOCS) or "", key, ask.world.now())
    ask.me.keys[made.id] = made
    return Answer(201, _key_json(ask, made))


@routes.on(f"GET {KEY}")
def get_key(ask: Ask, key_id: str) -> Answer:
    """One key.

    https://docs.github.com/rest/users/keys#get-a-public-ssh-key-for-the-authenticated-user
    """
    return Answer(200, _key_json(ask, _key(ask, key_id)))


@routes.on(f"DELETE {KEY}")
def delete_key(ask: Ask, key_id: str) -> Answer:
    """Delete a key.

    https://docs.github.com/rest/users/keys#delete-a-public-ssh-key-for-the-authenticated-user
    """
    del ask.me.keys[_key(ask, key_id).id]
    return Answer(204)
