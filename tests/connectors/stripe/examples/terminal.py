"""Readers of cards, where they stand and how they are set up."""

from __future__ import annotations

from typing import Any

from stripe import StripeClient

from agentrein.testing.conformance import Example
from connectors.stripe.examples.things import ADDRESS, first

LOCATIONS = "/v1/terminal/locations"
CONFIGURATIONS = "/v1/terminal/configurations"
READERS = "/v1/terminal/readers"
READER = f"{READERS}/{{reader}}"


def _make(c: StripeClient) -> Any:
    return c.v1.terminal.locations.create({"display_name": "Shop", "address": ADDRESS})  # type: ignore[typeddict-item]


def _location(c: StripeClient) -> str:
    return str(first(c.v1.terminal.locations.list()).id)


def _register(c: StripeClient) -> Any:
    return c.v1.terminal.readers.create(
        {"registration_code": "simulated-wpe", "label": "Till", "location": _location(c)}
    )


def _registered(c: StripeClient) -> Any:
    _make(c)
    return _register(c)


def _reader(c: StripeClient) -> str:
    return str(first(c.v1.terminal.readers.list()).id)


def _configure(c: StripeClient) -> Any:
    return c.v1.terminal.configurations.create({"name": "Shop", "tipping": {"eur": {"percentages": [5, 10]}}})


def _configuration(c: StripeClient) -> str:
    return str(first(c.v1.terminal.configurations.list()).id)


def _cart(c: StripeClient) -> Any:
    return c.v1.terminal.readers.set_reader_display(
        _reader(c),
        {
            "type": "cart",
            "cart": {
                "currency": "eur",
                "total": 900,
                "line_items": [{"amount": 900, "description": "Tea", "quantity": 1}],
            },
        },
    )


def _inputs(c: StripeClient) -> Any:
    asked = {"type": "text", "custom_text": {"title": "Your name?"}}
    return c.v1.terminal.readers.collect_inputs(_reader(c), {"inputs": [asked]})  # type: ignore[list-item]


def _collect(c: StripeClient) -> Any:
    return c.v1.terminal.readers.collect_payment_method(_reader(c), {"payment_intent": "pi_1"})


EXAMPLES = (
    Example(
        f"POST {LOCATIONS}",
        _make,
        foreign=lambda c: c.v1.terminal.locations.update(_location(c), {"display_name": "Ours"}),
        beside=_make,
    ),
    Example(
        f"POST {LOCATIONS}/{{location}}",
        lambda c: c.v1.terminal.locations.update(
            _location(c), {"display_name": "Store", "address": {**ADDRESS, "city": "Berlin"}, "phone": "+49 30 1"}
        ),
        prepare=_make,
        foreign=lambda c: c.v1.terminal.locations.update(
            _location(c), {"display_name": "Ours", "address": {**ADDRESS, "city": "Ulm"}, "phone": ""}
        ),
        beside=lambda c: c.v1.terminal.locations.update(_location(c), {"metadata": {"since": "2020"}}),
    ),
    Example(
        f"POST {CONFIGURATIONS}",
        _configure,
        prepare=_configure,
        foreign=lambda c: c.v1.terminal.configurations.update(_configuration(c), {"name": "Ours"}),
    ),
    Example(
        f"POST {CONFIGURATIONS}/{{configuration}}",
        lambda c: c.v1.terminal.configurations.update(
            _configuration(c), {"name": "Store", "tipping": "", "offline": {"enabled": True}}
        ),
        prepare=_configure,
        foreign=lambda c: c.v1.terminal.configurations.update(
            _configuration(c),
            {"name": "Ours", "tipping": {"eur": {"percentages": [20]}}, "offline": {"enabled": False}},
        ),
        beside=lambda c: c.v1.terminal.configurations.update(
            _configuration(c), {"reboot_window": {"start_hour": 2, "end_hour": 4}}
        ),
    ),
    Example(
        f"POST {READERS}",
        _register,
        prepare=_make,
        foreign=lambda c: c.v1.terminal.readers.update(_reader(c), {"label": "Front"}),
        beside=lambda c: c.v1.terminal.locations.update(_location(c), {"metadata": {"since": "2020"}}),
    ),
    Example(
        f"POST {READER}",
        lambda c: c.v1.terminal.readers.update(_reader(c), {"label": "Front", "metadata": {"a": "1"}}),
        prepare=_registered,
        foreign=lambda c: c.v1.terminal.readers.update(_reader(c), {"label": "Back", "metadata": {"a": "2"}}),
        beside=lambda c: c.v1.terminal.readers.update(_reader(c), {"metadata": {"b": "2"}}),
    ),
    Example(f"POST {READER}/set_reader_display", _cart, prepare=_registered, foreign=_inputs),
    Example(f"POST {READER}/collect_inputs", _inputs, prepare=_registered, foreign=_cart),
    Example(f"POST {READER}/collect_payment_method", _collect, prepare=_registered, foreign=_cart),
    Example(
        "POST /v1/terminal/connection_tokens",
        lambda c: c.v1.terminal.connection_tokens.create({"location": _location(c)}),
        prepare=_make,
        alone="a token ends by itself, and nobody else sees it",
        nothing=True,
    ),
    Example(
        "POST /v1/terminal/onboarding_links",
        lambda c: c.v1.terminal.onboarding_links.create(
            {
                "link_type": "apple_terms_and_conditions",
                "link_options": {"apple_terms_and_conditions": {"merchant_display_name": "Acme"}},
            }
        ),
        alone="a link ends by itself, and nobody else sees it",
        nothing=True,
    ),
)
