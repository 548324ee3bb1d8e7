"""Every public callable of the SDK that may send something, with arguments that it takes."""

from __future__ import annotations

import importlib
import inspect
import io
import pkgutil
import sys
from collections.abc import Callable, Iterator
from typing import Any

import stripe
from stripe import APIResource, ListObject, OAuth, StripeClient, StripeObject
from stripe._stripe_service import StripeService
from stripe._test_helpers import APIResourceTestHelpers

Called = tuple[str, Callable[[], Any]]

INHERITED = frozenset(dir(StripeObject))
"""What every object has; it sends nothing."""

BY_NAME = {"method": "post", "url": "/v1/reviews/x_1/approve"}
"""What is no id among the arguments that are given by their place: the older helpers take verb and address."""

FURTHER: dict[str, dict[str, Any]] = {
    "File.create": {"file": io.BytesIO(b"x"), "purpose": "dispute_evidence"},
    "v1.files.create": {"file": io.BytesIO(b"x"), "purpose": "dispute_evidence"},
    "oauth.deauthorize": {"client_id": "ca_1", "stripe_user_id": "acct_9"},
    "Account().deauthorize": {"client_id": "ca_1"},
    "CreditNote.create": {"invoice": "in_1"},
    "v1.credit_notes.create": {"invoice": "in_1"},
    "EphemeralKey.create": {"stripe_version": "2026-10-28.endive"},
}
"""What a callable needs besides its ids."""


def needed(name: str) -> dict[str, Any]:
    """The parameters of a callable; a file that was read is read again from its start."""
    given = FURTHER.get(name.removesuffix("_async"), {})
    for value in given.values():
        if isinstance(value, io.BytesIO):
            value.seek(0)
    return dict(given)


def ids(function: Callable[..., Any]) -> list[str]:
    """Something for each argument that must be given by its place."""
    parameters = list(inspect.signature(function).parameters.values())[1:]
    wanted = [one.name for one in parameters if one.default is one.empty and one.kind in {0, 1}]
    return [BY_NAME.get(name, "x_1") for name in wanted if name != "params"]


def of_services(client: StripeClient, *, asynchronous: bool) -> Iterator[Called]:
    """The methods of the services at a client."""
    for name, service in services(client):
        for method, function in inspect.getmembers(type(service), inspect.isfunction):
            if method.startswith("_") or method.endswith("_async") is not asynchronous:
                continue
            full = f"{name}.{method}"
            yield full, call_of_service(service, method, function, full)


def call_of_service(service: Any, method: str, function: Callable[..., Any], full: str) -> Callable[[], Any]:
    """A call of a service's method; the parameters go in one dict."""
    takes = inspect.signature(function).parameters
    return lambda: getattr(service, method)(*ids(function), **({"params": needed(full)} if "params" in takes else {}))


def services(client: StripeClient) -> Iterator[tuple[str, StripeService]]:
    """The services of a client, at every depth, with their names."""
    waiting: list[tuple[str, Any]] = [("v1", client.v1), ("v2", client.v2), ("oauth", client.oauth)]
    while waiting:
        name, service = waiting.pop()
        yield name, service
        inner = vars(sys.modules[type(service).__module__]).get("_subservices", {})
        waiting += [(f"{name}.{one}", getattr(service, one)) for one in inner]


def of_resources(requestor: Any, *, asynchronous: bool) -> Iterator[Called]:
    """The methods of the SDK's resources: of the classes, and of objects that a requestor gave."""
    for kind in resources():
        short = f"{kind.__module__.removeprefix('stripe.')}.{kind.__qualname__}"
        for method in dir(kind):
            static = inspect.getattr_static(kind, method)
            if method.startswith("_") or method.endswith("_async") is not asynchronous:
                continue
            if method in INHERITED and static is inspect.getattr_static(StripeObject, method, None):
                continue
            if hasattr(static, "class_method_name"):
                yield f"{short}.{method}", call_of_class(kind, method, static.class_method_name)
                yield f"{short}().{method}", call_of_object(kind, method, requestor)
            elif isinstance(static, classmethod):
                yield f"{short}.{method}", call_of_class(kind, method, method)
            elif inspect.isfunction(static):
                yield f"{short}().{method}", call_of_object(kind, method, requestor)


def of_others(client: StripeClient, *, asynchronous: bool) -> Iterator[Called]:
    """What takes any address, or stands beside services and resources."""
    if asynchronous:
        yield "raw_request_async", lambda: client.raw_request_async("post", BY_NAME["url"])
        return
    url = "/v1/customers/x_1/tax_ids"
    listed: Any = ListObject._construct_from(values={"url": url}, requestor=client._requestor, api_mode="V1")
    yield "raw_request", lambda: client.raw_request("post", BY_NAME["url"])
    yield "ListObject.create", lambda: listed.create(type="eu_vat", value="DE1")
    yield "OAuth.token", lambda: OAuth.token(grant_type="authorization_code", code="ac_1")
    yield "OAuth.deauthorize", lambda: OAuth.deauthorize(client_id="ca_1", stripe_user_id="acct_9")


def call_of_class(kind: Any, method: str, described: str) -> Callable[[], Any]:
    """A call in the module's style."""
    function = inspect.getattr_static(kind, described).__func__
    return lambda: getattr(kind, method)(*ids(function), **needed(f"{kind.__name__}.{method}"))


def call_of_object(kind: Any, method: str, requestor: Any) -> Callable[[], Any]:
    """A call of an object's method, something of it changed before."""
    static = inspect.getattr_static(kind, method)
    function = getattr(static, "method", static)

    def call() -> Any:
        if hasattr(kind, "_resource_cls"):  # the test helpers of a resource
            return getattr(kind(made(kind._resource_cls, requestor)), method)(*ids(function))
        return getattr(made(kind, requestor), method)(*ids(function), **needed(f"{kind.__name__}().{method}"))

    return call


def made(kind: Any, requestor: Any) -> Any:
    """An object as an answer gives it, with what nested objects need to find their own address, and a change."""
    values = dict.fromkeys(("account", "customer", "fee", "transfer", "invoice"), "x_2")
    found = kind._construct_from(values={"id": "x_1", **values}, requestor=requestor, api_mode="V1")
    found.description = "changed"
    return found


def resources() -> list[type]:
    """All classes of resources, their test helpers included."""
    for module in pkgutil.walk_packages(stripe.__path__, "stripe."):
        if ".params" not in module.name and ".events" not in module.name:
            importlib.import_module(module.name)
    waiting: list[type] = [*APIResource.__subclasses__(), *APIResourceTestHelpers.__subclasses__()]
    found: dict[str, type] = {}
    while waiting:
        kind = waiting.pop()
        found[f"{kind.__module__}.{kind.__qualname__}"] = kind
        waiting += kind.__subclasses__()
    return [found[name] for name in sorted(found) if found[name].__module__.startswith("stripe.")]
