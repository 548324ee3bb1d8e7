"""Webhook endpoints, files, secrets of apps, domains, configurations and test clocks."""

from __future__ import annotations

import io
from typing import Any

from stripe import StripeClient

from agentrein.testing.conformance import Example
from connectors.stripe.examples.things import first

ENDPOINTS, ENDPOINT = "/v1/webhook_endpoints", "/v1/webhook_endpoints/{webhook_endpoint}"
FILES, LINKS, LINK = "/v1/files", "/v1/file_links", "/v1/file_links/{link}"
SECRETS, APPLE_PAY = "/v1/apps/secrets", "/v1/apple_pay/domains"
DOMAINS, DOMAIN = "/v1/payment_method_domains", "/v1/payment_method_domains/{payment_method_domain}"
CONFIGURATIONS = "/v1/payment_method_configurations"
CLOCKS = "/v1/test_helpers/test_clocks"

_HOOK = {"url": "https://hooks.example/stripe", "enabled_events": ["invoice.paid"]}
_SECRET = {"name": "token", "payload": "s3cret", "scope": {"type": "account"}}
_FOREVER = 4102444800


def _upload(c: StripeClient, **more: Any) -> Any:
    return c.v1.files.create({"purpose": "dispute_evidence", "file": io.BytesIO(b"evidence"), **more})  # type: ignore[typeddict-item]


def _endpoint(c: StripeClient) -> str:
    return str(first(c.v1.webhook_endpoints.list()).id)


def _link(c: StripeClient) -> str:
    return str(first(c.v1.file_links.list()).id)


def _linked(c: StripeClient) -> Any:
    return c.v1.file_links.create({"file": _upload(c).id, "expires_at": _FOREVER})


def _domain(c: StripeClient) -> str:
    return str(first(c.v1.payment_method_domains.list()).id)


def _configuration(c: StripeClient) -> str:
    return str(first(c.v1.payment_method_configurations.list()).id)


def _prefer(method: str, preference: str) -> Any:
    return {method: {"display_preference": {"preference": preference}}}


EXAMPLES = (
    Example(
        f"POST {ENDPOINTS}",
        lambda c: c.v1.webhook_endpoints.create(_HOOK),  # type: ignore[arg-type]
        foreign=lambda c: c.v1.webhook_endpoints.update(_endpoint(c), {"enabled_events": ["*"]}),
        beside=lambda c: c.v1.webhook_endpoints.create({"url": "https://b.example", "enabled_events": ["*"]}),
    ),
    Example(
        f"POST {ENDPOINT}",
        lambda c: c.v1.webhook_endpoints.update(
            _endpoint(c), {"disabled": True, "url": "https://b.example", "enabled_events": ["*"], "description": "Old"}
        ),
        prepare=lambda c: c.v1.webhook_endpoints.create(_HOOK),  # type: ignore[arg-type]
        foreign=lambda c: c.v1.webhook_endpoints.update(
            _endpoint(c),
            {
                "disabled": False,
                "url": "https://c.example",
                "enabled_events": ["invoice.created"],
                "description": "Mine",
            },
        ),
        beside=lambda c: c.v1.webhook_endpoints.update(_endpoint(c), {"metadata": {"since": "2020"}}),
    ),
    Example(
        f"POST {FILES}",
        lambda c: _upload(c, file_link_data={"create": True}),
        alone="a link that somebody lets end earlier has ended",
        beside=lambda c: c.v1.file_links.create({"file": first(c.v1.files.list()).id}),
        leaves=("file:*",),
        name="with a link",
    ),
    Example(
        f"POST {FILES}",
        _upload,
        alone="nobody changes a file, and it stays",
        nothing=True,
        leaves=("file:*",),
        name="without a link",
    ),
    Example(
        f"POST {LINKS}",
        lambda c: c.v1.file_links.create({"file": first(c.v1.files.list()).id}),
        prepare=_upload,
        alone="a link that somebody lets end earlier has ended",
    ),
    Example(
        f"POST {LINK}",
        lambda c: c.v1.file_links.update(_link(c), {"expires_at": "", "metadata": {"plan": "pro"}}),
        prepare=_linked,
        foreign=lambda c: c.v1.file_links.update(_link(c), {"expires_at": _FOREVER + 1, "metadata": {"plan": "free"}}),
        beside=lambda c: c.v1.file_links.update(_link(c), {"metadata": {"since": "2020"}}),
    ),
    Example(
        f"POST {SECRETS}",
        lambda c: c.v1.apps.secrets.create(_SECRET),  # type: ignore[arg-type]
        alone="no read shows who wrote a secret, and its payload is not recorded to be compared",
    ),
    Example(
        f"POST {APPLE_PAY}",
        lambda c: c.v1.apple_pay_domains.create({"domain_name": "shop.example"}),
        alone="a domain has nothing to change",
        beside=lambda c: c.v1.apple_pay_domains.create({"domain_name": "other.example"}),
    ),
    Example(
        f"DELETE {APPLE_PAY}/{{domain}}",
        lambda c: c.v1.apple_pay_domains.delete(first(c.v1.apple_pay_domains.list()).id),
        prepare=lambda c: c.v1.apple_pay_domains.create({"domain_name": "shop.example"}),
        alone="a colleague who registers the domain again has done what the undo would do",
        beside=lambda c: c.v1.apple_pay_domains.create({"domain_name": "other.example"}),
        leaves=("apple_pay_domain:*",),
    ),
    Example(
        f"POST {DOMAINS}",
        lambda c: c.v1.payment_method_domains.create({"domain_name": "shop.example"}),
        alone="a domain that somebody disables is as the undo would leave it",
        beside=lambda c: c.v1.payment_method_domains.create({"domain_name": "other.example"}),
    ),
    Example(
        f"POST {DOMAIN}",
        lambda c: c.v1.payment_method_domains.update(_domain(c), {"enabled": False}),
        prepare=lambda c: c.v1.payment_method_domains.create({"domain_name": "shop.example"}),
        alone="a colleague who enables it again has done what the undo would do",
    ),
    Example(
        f"POST {DOMAIN}/validate",
        lambda c: c.v1.payment_method_domains.validate(_domain(c)),
        prepare=lambda c: c.v1.payment_method_domains.create({"domain_name": "shop.example"}),
        alone="nothing is changed",
        nothing=True,
    ),
    Example(
        f"POST {CONFIGURATIONS}",
        lambda c: c.v1.payment_method_configurations.create({"name": "Shop", **_prefer("card", "on")}),
        foreign=lambda c: c.v1.payment_method_configurations.update(_configuration(c), {"name": "Ours"}),
    ),
    Example(
        f"POST {CONFIGURATIONS}/{{configuration}}",
        lambda c: c.v1.payment_method_configurations.update(
            _configuration(c), {"name": "Mine", **_prefer("card", "off")}
        ),
        prepare=lambda c: c.v1.payment_method_configurations.create({"name": "Shop", **_prefer("card", "on")}),
        foreign=lambda c: c.v1.payment_method_configurations.update(
            _configuration(c), {"name": "Ours", **_prefer("card", "none")}
        ),
        beside=lambda c: c.v1.payment_method_configurations.update(_configuration(c), _prefer("link", "off")),
    ),
    Example(
        f"POST {CLOCKS}",
        lambda c: c.v1.test_helpers.test_clocks.create({"frozen_time": 1796000000, "name": "Trial"}),
        foreign=lambda c: c.v1.customers.create({"test_clock": first(c.v1.test_helpers.test_clocks.list()).id}),
    ),
)
