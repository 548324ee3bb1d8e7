"""Secrets of apps, domains, configurations of payment methods, and test clocks.

https://docs.stripe.com/api/secret_management, https://docs.stripe.com/api/payment_method_domains,
https://docs.stripe.com/api/payment_method_configurations, https://docs.stripe.com/api/test_clocks
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agentrein.connector import (
    COMPENSABLE,
    IRREVERSIBLE,
    REVERSIBLE,
    Actor,
    Call,
    Tier,
    anew,
    answer,
    before,
    depends,
    do,
    field,
    gone,
    leave,
    op,
    path,
    read,
    sent,
    shows,
    stands,
    when,
)
from agentrein_stripe.operations.shapes import ACCOUNT, EVENTS, archive, back, delete, event, fields, listed
from agentrein_stripe.written import flat, member

SECRETS = "/v1/apps/secrets"
APPLE_PAY = "/v1/apple_pay/domains"
APPLE_PAY_ONE = f"{APPLE_PAY}/{{domain}}"
DOMAINS = "/v1/payment_method_domains"
DOMAIN = f"{DOMAINS}/{{payment_method_domain}}"
CONFIGURATIONS = "/v1/payment_method_configurations"
CONFIGURATION = f"{CONFIGURATIONS}/{{configuration}}"
CLOCKS = "/v1/test_helpers/test_clocks"
CLOCK = f"{CLOCKS}/{{test_clock}}"


# --- secrets

_NAMED: dict[str, Any] = {"name": sent("name"), "scope[type]": sent("scope.type")}
_BY_USER: dict[str, Any] = {**_NAMED, "scope[user]": sent("scope.user")}
_SECRET = when(
    sent("scope.user"),
    read(f"GET {SECRETS}/find", maybe=True, **_BY_USER),
    read(f"GET {SECRETS}/find", maybe=True, **_NAMED),
)
_SECRET_OBJECT = path("stripe:app_secret:", sent("scope.type"), "/", sent("name"))


@depends(REVERSIBLE, IRREVERSIBLE)
def secret_tier(call: Call, image: Any, actor: Actor | None) -> Tier:  # noqa: ARG001 - a tier function takes all three
    """A secret that is new is deleted again; one that it replaces is not kept, so that it does not come back."""
    return IRREVERSIBLE if image else REVERSIBLE


# --- configurations


def by_method(body: Any) -> Any:
    """The request with what is preferred for each payment method as a name of its own."""
    return flat(*(body if isinstance(body, Mapping) else ()))(body)


def preferences(body: Mapping[str, Any], image: Any) -> tuple[Any, ...]:  # noqa: ARG001 - a function of both
    """The fields of a configuration: for a payment method, what is preferred for it."""
    return tuple(_preference(name) for name in body if name not in {"active", "name"})


def _preference(name: str) -> Any:
    method, rest = member(name)
    readable = rest == "display_preference][preference"
    return field(name, read=f"written.{method}.display_preference.preference", lossy=not readable, alike="as asked")


ROWS = (
    op(
        f"POST {SECRETS}",
        sdk="apps.secrets.create",
        says="set the secret {name!r}",
        tier=secret_tier,
        object=_SECRET_OBJECT,
        before=_SECRET,
        inverse=do(
            f"POST {SECRETS}/delete",
            {"name": sent("name"), "scope": sent("scope")},
            goal=gone(_SECRET, parent=ACCOUNT),
            ok=(404,),
        ),
        probe=stands(_SECRET, {"name": sent("name")}),
        secret=("payload",),
        residue="Whoever read the secret meanwhile has it.",
        scopes=("secrets: write", "secrets: read"),
        why="A new secret is deleted again. What stood there before is a secret, and is not kept to be written back. "
        "https://docs.stripe.com/api/secret_management",
    ),
    op(
        f"POST {SECRETS}/delete",
        sdk="apps.secrets.delete_where",
        says="delete the secret {name!r}",
        tier=IRREVERSIBLE,
        object=_SECRET_OBJECT,
        why="What stood there is a secret, and is not kept to be written back. "
        "https://docs.stripe.com/api/secret_management",
    ),
    op(
        f"POST {APPLE_PAY}",
        sdk="apple_pay_domains.create",
        says="register {domain_name} for Apple Pay",
        tier=REVERSIBLE,
        object=path("stripe:apple_pay_domain:", answer("id")),
        inverse=delete(APPLE_PAY_ONE, "domain_name", domain=answer("id")),
        probe=listed(f"GET {APPLE_PAY}", "domain_name"),
        why="A domain is registered and taken out again, with the same file on its server. "
        "https://docs.stripe.com/apple-pay",
    ),
    op(
        f"DELETE {APPLE_PAY_ONE}",
        sdk="apple_pay_domains.delete",
        says="take {domain} from Apple Pay",
        tier=REVERSIBLE,
        object=path("stripe:apple_pay_domain:", sent("domain")),
        before=read(f"GET {APPLE_PAY_ONE}"),
        inverse=do(
            f"POST {APPLE_PAY}",
            {"domain_name": before("domain_name")},
            goal=shows(
                read(f"GET {APPLE_PAY}", at="data.0", maybe=True, domain_name=before("domain_name")),
                domain_name=before("domain_name"),
            ),
            still=None,
            anew=[anew("id", "domain")],
        ),
        probe=stands(f"GET {APPLE_PAY_ONE}", {"": None}),
        residue="It has another id, and Apple Pay was not offered there meanwhile.",
        why="A domain is registered and taken out again, with the same file on its server. "
        "https://docs.stripe.com/apple-pay",
    ),
    op(
        f"POST {DOMAINS}",
        sdk="payment_method_domains.create",
        says="register {domain_name} for wallets",
        tier=COMPENSABLE,
        object=path("stripe:payment_method_domain:", answer("id")),
        inverse=archive(DOMAIN, "enabled", turn="enabled", payment_method_domain=answer("id")),
        probe=listed(f"GET {DOMAINS}", "domain_name"),
        residue="The domain stays registered, disabled.",
        why="No call deletes a domain. https://docs.stripe.com/api/payment_method_domains/update",
    ),
    op(
        f"POST {DOMAIN}",
        sdk="payment_method_domains.update",
        says="set {fields} of domain {payment_method_domain}",
        tier=REVERSIBLE,
        takes=flat(),
        object=path("stripe:payment_method_domain:", sent("payment_method_domain")),
        inverse=back(DOMAIN, fields("enabled")),
        why="A domain is switched on and off. https://docs.stripe.com/api/payment_method_domains/update",
    ),
    op(
        f"POST {DOMAIN}/validate",
        sdk="payment_method_domains.validate",
        says="validate domain {payment_method_domain}",
        tier=COMPENSABLE,
        object=path("stripe:payment_method_domain:", sent("payment_method_domain")),
        inverse=leave("wallets were only asked again whether the domain is theirs to show"),
        residue="What wallets answered is shown.",
        why="Nothing is changed but what wallets are known to answer. "
        "https://docs.stripe.com/api/payment_method_domains/validate",
    ),
    op(
        f"POST {CONFIGURATIONS}",
        sdk="payment_method_configurations.create",
        says="create a configuration of payment methods, {name!r}",
        tier=COMPENSABLE,
        object=path("stripe:payment_method_configuration:", answer("id")),
        inverse=archive(CONFIGURATION, "active", "name", configuration=answer("id")),
        probe=listed(f"GET {CONFIGURATIONS}", "name"),
        residue="The configuration stays, inactive.",
        why="No call deletes a configuration. https://docs.stripe.com/api/payment_method_configurations/update",
    ),
    op(
        f"POST {CONFIGURATION}",
        sdk="payment_method_configurations.update",
        says="set {fields} of configuration {configuration}",
        tier=REVERSIBLE,
        takes=by_method,
        object=path("stripe:payment_method_configuration:", sent("configuration")),
        inverse=back(CONFIGURATION, fields("active", kept=("name",)), preferences),
        residue="Customers were offered other payment methods meanwhile.",
        why="What is preferred for a method is written back; the rest of it is not said by a call. "
        "https://docs.stripe.com/api/payment_method_configurations/update",
    ),
    op(
        f"POST {CLOCKS}",
        sdk="test_helpers.test_clocks.create",
        says="create a test clock",
        tier=REVERSIBLE,
        object=path("stripe:test_clock:", answer("id")),
        inverse=delete(
            CLOCK,
            "frozen_time",
            "name",
            others=read(f"GET {CLOCK}", completed="clock and others", test_clock=answer("id")),
            test_clock=answer("id"),
        ),
        probe=event("test_helpers.test_clock.created"),
        residue=EVENTS,
        why="Deleting a clock deletes the customers on it, so that there must be none. "
        "https://docs.stripe.com/api/test_clocks/delete",
    ),
    op(
        f"DELETE {CLOCK}",
        sdk="test_helpers.test_clocks.delete",
        says="delete test clock {test_clock}",
        tier=IRREVERSIBLE,
        object=path("stripe:test_clock:", sent("test_clock")),
        why="The customers on it, and all that is theirs, are deleted with it. "
        "https://docs.stripe.com/api/test_clocks/delete",
    ),
)
