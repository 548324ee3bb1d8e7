"""The acting account: profile, addresses, keys."""

from __future__ import annotations

from typing import Any

from agentrein.testing.conformance import Example
from connectors.github.examples.activity import by_itself
from connectors.github.examples.hooks import KEY, OTHER_KEY

EMAILS, KEYS = "/user/emails", "/user/keys"


def profile(**fields: Any) -> Any:
    """The profile with these fields changed."""
    return lambda gh: gh.get_user().edit(**fields)


def addresses(*emails: str) -> Any:
    """More addresses for the account."""
    return lambda gh: gh.get_user().add_to_emails(*emails)


def key(title: str, text: str) -> Any:
    """A key for the account."""
    return lambda gh: gh.get_user().create_key(title, text)


EXAMPLES = (
    Example(
        "PATCH /user",
        profile(bio="An {login}", company="Acme", hireable=True),
        foreign=by_itself(profile(company="Theirs")),
        beside=by_itself(profile(location="Rome")),
        name="texts and a flag",
    ),
    Example(
        "PATCH /user",
        profile(blog=""),
        prepare=by_itself(profile(blog="https://blog.example")),
        foreign=by_itself(profile(blog="https://theirs.example")),
        name="none",
    ),
    Example(
        f"POST {EMAILS}",
        addresses("one@example.com", "Two@example.com"),
        alone="addresses are undone one by one, so that nobody's are touched",
        beside=by_itself(addresses("three@example.com")),
    ),
    Example(
        f"DELETE {EMAILS}",
        lambda gh: gh.get_user().remove_from_emails("ONE@example.com"),
        prepare=by_itself(addresses("one@example.com")),
        alone="addresses are undone one by one, so that nobody's are touched",
        beside=by_itself(addresses("three@example.com")),
    ),
    Example(
        f"POST {KEYS}",
        key("laptop", KEY),
        alone="a key cannot be edited",
        beside=by_itself(key("other", OTHER_KEY)),
    ),
    Example(
        f"DELETE {KEYS}/{{key_id}}",
        lambda gh: next(iter(gh.get_user().get_keys())).delete(),
        prepare=by_itself(key("laptop", KEY)),
        foreign=by_itself(key("theirs", KEY)),
        unforced="GitHub takes a key once",
        beside=by_itself(key("other", OTHER_KEY)),
    ),
)
