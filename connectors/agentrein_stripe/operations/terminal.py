"""Readers of cards, where they stand and how they are set up. https://docs.stripe.com/api/terminal/locations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    COSTLY,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    answer,
    before,
    depends,
    do,
    find,
    leave,
    op,
    path,
    read,
    sent,
    shows,
    stands,
)
from agentrein_stripe.operations.shapes import all_there, back, delete, fields
from agentrein_stripe.said import sets_for_good
from agentrein_stripe.written import flat

LOCATIONS = "/v1/terminal/locations"
LOCATION = f"{LOCATIONS}/{{location}}"
CONFIGURATIONS = "/v1/terminal/configurations"
CONFIGURATION = f"{CONFIGURATIONS}/{{configuration}}"
READERS = "/v1/terminal/readers"
READER = f"{READERS}/{{reader}}"

_DEVICES = (
    "bbpos_wisepad3",
    "bbpos_wisepos_e",
    "cellular",
    "offline",
    "reader_security",
    "reboot_window",
    "stripe_s700",
    "stripe_s710",
    "stripe_t600",
    "tipping",
    "verifone_m425",
    "verifone_p400",
    "verifone_p630",
    "verifone_ux700",
    "verifone_v660p",
)
"""What can be set up; the access to a wireless network holds a secret, and is refused."""

_NAMES = ("configuration_overrides", "display_name", "display_name_kana", "display_name_kanji", "phone")
_ADDRESSES = ("address", "address_kana", "address_kanji")
_SCOPES = ("terminal: write", "terminal: read")
_THIS_READER = path("stripe:reader:", sent("reader"))


@depends(REVERSIBLE, IRREVERSIBLE)
def location_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """An address is written back where one stood."""
    return IRREVERSIBLE if sets_for_good(call, image, _ADDRESSES) else REVERSIBLE


def refunded(call: Mapping[str, Any]) -> dict[str, Any]:
    """How much of which payment goes back; a call without an amount gives all of it back."""
    of = call.get("payment_intent") or call.get("charge") or "a payment"
    count = call.get("amount")
    return {"money": f"all of {of}" if count is None else f"{count} (in its smallest unit) of {of}"}


def _new(address: str, *same: str) -> Any:
    """A thing in a list that shows no times: one that was not there before."""
    return find(
        read(f"GET {address}", at="data", limit=100),
        same=same,
        key="id",
        unless=before("data[].id"),
        pages="starting_after",
        next="data.-1.id",
    )


def _shown_on(action: str, says: str) -> Any:
    """What a reader shows or asks until it is told to stop."""
    return op(
        f"POST {READER}/{action}",
        sdk=f"terminal.readers.{action}",
        says=says,
        tier=COMPENSABLE,
        object=_THIS_READER,
        inverse=do(
            f"POST {READER}/cancel_action",
            goal=shows(f"GET {READER}", action=None),
            still={"action.type": action},
        ),
        probe=stands(f"GET {READER}", {"action.type": action}),
        residue="Who stood at the reader saw it, and may have answered.",
        scopes=_SCOPES,
        why="A reader drops what it shows, unless it does something else by now. "
        "https://docs.stripe.com/api/terminal/readers/cancel_action",
    )


ROWS = (
    op(
        f"POST {LOCATIONS}",
        sdk="terminal.locations.create",
        says="create location {display_name!r}",
        tier=REVERSIBLE,
        object=path("stripe:location:", answer("id")),
        before=all_there(f"GET {LOCATIONS}"),
        inverse=delete(
            LOCATION,
            "address",
            "display_name",
            "metadata",
            others=read(f"GET {LOCATION}", completed="location and others", location=answer("id")),
            location=answer("id"),
        ),
        probe=_new(LOCATIONS, "display_name"),
        scopes=_SCOPES,
        why="A location is deleted while no reader stands there. https://docs.stripe.com/api/terminal/locations/delete",
    ),
    op(
        f"POST {LOCATION}",
        sdk="terminal.locations.update",
        says="set {fields} of location {location}",
        tier=location_tier,
        takes=flat(),
        object=path("stripe:location:", sent("location")),
        inverse=back(LOCATION, fields(*_NAMES, kept=_ADDRESSES)),
        scopes=_SCOPES,
        why="An empty text clears a name, and an address is replaced as a whole (inferred). "
        "https://docs.stripe.com/api/terminal/locations/update",
    ),
    op(
        f"DELETE {LOCATION}",
        sdk="terminal.locations.delete",
        says="delete location {location}",
        tier=IRREVERSIBLE,
        object=path("stripe:location:", sent("location")),
        why="A new location has another id, which apps that connect readers are set up with. "
        "https://docs.stripe.com/api/terminal/locations/delete",
    ),
    op(
        f"POST {CONFIGURATIONS}",
        sdk="terminal.configurations.create",
        says="create reader configuration {name!r}",
        tier=REVERSIBLE,
        object=path("stripe:terminal_configuration:", answer("id")),
        before=all_there(f"GET {CONFIGURATIONS}"),
        inverse=delete(
            CONFIGURATION,
            "name",
            *_DEVICES,
            others=read(f"GET {CONFIGURATION}", completed="configuration and others", configuration=answer("id")),
            configuration=answer("id"),
        ),
        probe=_new(CONFIGURATIONS, "name"),
        secret=("wifi",),
        scopes=_SCOPES,
        why="A configuration that no location uses is deleted again. "
        "https://docs.stripe.com/api/terminal/configurations/delete",
    ),
    op(
        f"POST {CONFIGURATION}",
        sdk="terminal.configurations.update",
        says="set {fields} of reader configuration {configuration}",
        tier=REVERSIBLE,
        takes=flat(),
        object=path("stripe:terminal_configuration:", sent("configuration")),
        inverse=back(CONFIGURATION, fields("name", bare=_DEVICES), keyed=False),
        secret=("wifi",),
        residue="Readers worked by the other settings meanwhile.",
        scopes=_SCOPES,
        why="An empty text clears a setting; what opens a wireless network is a secret, and is refused. "
        "https://docs.stripe.com/api/terminal/configurations/update",
    ),
    op(
        f"DELETE {CONFIGURATION}",
        sdk="terminal.configurations.delete",
        says="delete reader configuration {configuration}",
        tier=IRREVERSIBLE,
        object=path("stripe:terminal_configuration:", sent("configuration")),
        why="A new configuration has another id, and the locations that used it do not use it. "
        "https://docs.stripe.com/api/terminal/configurations/delete",
    ),
    op(
        f"POST {READERS}",
        sdk="terminal.readers.create",
        says="register reader {label!r}",
        tier=COSTLY,
        object=path("stripe:reader:", answer("id")),
        parents=(path("stripe:location:", sent("location")),),
        before=all_there(f"GET {READERS}"),
        inverse=delete(READER, "label", "metadata", reader=answer("id")),
        probe=_new(READERS, "location"),
        secret=("registration_code",),
        residue="The registration code is used up: somebody has to read another one off the device.",
        scopes=_SCOPES,
        why="A reader is unregistered by deleting it. https://docs.stripe.com/api/terminal/readers/delete",
    ),
    op(
        f"POST {READER}",
        sdk="terminal.readers.update",
        says="set {fields} of reader {reader}",
        tier=REVERSIBLE,
        takes=flat(),
        object=_THIS_READER,
        inverse=back(READER, fields("label")),
        scopes=_SCOPES,
        why="Label and metadata are written back. https://docs.stripe.com/api/terminal/readers/update",
    ),
    op(
        f"DELETE {READER}",
        sdk="terminal.readers.delete",
        says="unregister reader {reader}",
        tier=IRREVERSIBLE,
        object=_THIS_READER,
        why="Registering it again needs hands on the device. https://docs.stripe.com/api/terminal/readers/delete",
    ),
    op(
        f"POST {READER}/cancel_action",
        sdk="terminal.readers.cancel_action",
        says="stop what reader {reader} does",
        tier=IRREVERSIBLE,
        object=_THIS_READER,
        why="A payment that was to be collected there is not begun again. "
        "https://docs.stripe.com/api/terminal/readers/cancel_action",
    ),
    _shown_on("set_reader_display", "show a cart on reader {reader}"),
    _shown_on("collect_inputs", "ask for inputs on reader {reader}"),
    _shown_on("collect_payment_method", "ask for a card on reader {reader}, for {payment_intent}"),
    op(
        "POST /v1/terminal/connection_tokens",
        sdk="terminal.connection_tokens.create",
        says="make a token that connects an app to readers",
        tier=COMPENSABLE,
        object=path("stripe:connection_token:new"),
        inverse=leave("a token expires soon, and works once"),
        residue="Until it expires, who has the token connects to readers.",
        why="No call ends it. https://docs.stripe.com/api/terminal/connection_tokens",
    ),
    op(
        "POST /v1/terminal/onboarding_links",
        sdk="terminal.onboarding_links.create",
        says="make a link with which a reader is set up",
        tier=COMPENSABLE,
        object=path("stripe:onboarding_link"),
        inverse=leave("a link expires soon, and works once"),
        residue="Who followed the link agreed to the terms of a wallet.",
        why="No call ends it. https://docs.stripe.com/api/terminal/onboarding-link",
    ),
    op(
        f"POST {READER}/refund_payment",
        sdk="terminal.readers.refund_payment",
        says="refund {money} on reader {reader}",
        names=refunded,
        tier=IRREVERSIBLE,
        object=_THIS_READER,
        why="The money goes back to who paid. https://docs.stripe.com/api/terminal/readers/refund_payment",
    ),
)
