"""Every way in which stripe sends, and what comes of a write through it."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
import stripe
from stripe import Customer, PaymentMethod, Review, StripeClient
from stripe.v2.core import EventNotification

import agentrein as rein
from agentrein.connector import Refused, State
from agentrein.testing import Answer, Request
from stripe_kit import ALLOW, Echo, aarmed, armed, module, sent, states

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # stripe's own, of doors that must be gated

NOTICE = json.dumps(
    {
        "id": "evt_1",
        "object": "v2.core.event",
        "type": "v1.billing.meter.error_report_triggered",
        "created": "2026-01-01T00:00:00Z",
        "livemode": False,
        "context": "acct_9",
        "related_object": {"id": "mtr_1", "type": "billing.meter", "url": "/v1/reviews/rev_1"},
    }
)


def review_of(client: StripeClient) -> Any:
    """An object that the client gave."""
    return Review._construct_from(values={"id": "rev_1"}, requestor=client._requestor, api_mode="V1")


def streamed(client: StripeClient) -> Any:
    """A write whose answer is streamed."""
    return client._requestor.request_stream("post", "/v1/reviews/rev_1/approve", base_address="api")


async def astreamed(client: StripeClient) -> Any:
    """The same for async code."""
    return await client._requestor.request_stream_async("post", "/v1/reviews/rev_1/approve", base_address="api")


DOORS: dict[str, Callable[[StripeClient], Any]] = {
    "service": lambda client: client.v1.reviews.approve("rev_1"),
    "former service": lambda client: client.reviews.approve("rev_1"),
    "raw request": lambda client: client.raw_request("post", "/v1/reviews/rev_1/approve"),
    "raw v2 request": lambda client: client.raw_request("post", "/v2/core/event_destinations/ed_1/ping"),
    "v2 service": lambda client: client.v2.core.event_destinations.ping("ed_1"),
    "returned object": lambda client: review_of(client).approve(),
    "stream": streamed,
    "context": lambda client: client.with_stripe_context("acct_9").v1.reviews.approve("rev_1"),
    "requestor": lambda client: client._requestor.request(
        "post", "/v1/reviews/rev_1/approve", params={}, base_address="api"
    ),
}
ASYNC: dict[str, Callable[[StripeClient], Awaitable[Any]]] = {
    "service": lambda client: client.v1.reviews.approve_async("rev_1"),
    "raw request": lambda client: client.raw_request_async("post", "/v1/reviews/rev_1/approve"),
    "returned object": lambda client: review_of(client).approve_async(),
    "stream": astreamed,
    "context": lambda client: client.with_stripe_context("acct_9").v1.reviews.approve_async("rev_1"),
}
MODULE: dict[str, Callable[[], Any]] = {
    "class": lambda: Review.approve("rev_1"),
    "returned object": lambda: Review.retrieve("rev_1").approve(),
    "static request": lambda: Review._static_request("post", "/v1/reviews/rev_1/approve"),
    "free verb": lambda: Customer._static_request("post", "/v1/reviews/rev_1/approve"),
    "constructed": lambda: Review.construct_from({"id": "rev_1"}, "sk_test_agent").approve(),
    "another key": lambda: Review.approve("rev_1", api_key="sk_test_other"),
}
REFUSED_ONLY: dict[str, Callable[[StripeClient], Any]] = {
    "upload": lambda client: client.v1.files.create({"purpose": "dispute_evidence", "file": io.BytesIO(b"x")}),
    "oauth": lambda client: client.oauth.deauthorize({"client_id": "ca_1", "stripe_user_id": "acct_9"}),
    "delete": lambda client: client.v1.customers.delete("cus_1"),
    "v2 delete": lambda client: client.v2.core.event_destinations.delete("ed_1"),
    "unheard of": lambda client: client.raw_request("post", "/v1/unheard_of"),
    "meter events": lambda client: client.v2.billing.meter_event_stream.create({"events": []}),
}


@pytest.mark.parametrize("door", [*DOORS.values(), *REFUSED_ONLY.values()], ids=[*DOORS, *REFUSED_ONLY])
def test_no_door_leads_around_the_gate(views: StripeClient, echo: Echo, door: Callable[[StripeClient], Any]) -> None:
    """Outside of a run each of them is refused, and nothing is sent."""
    with pytest.raises(Refused):
        door(views)
    assert not echo.requests


@pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)
def test_each_door_has_one_entry(views: StripeClient, echo: Echo, door: Callable[[StripeClient], Any]) -> None:
    """Scenario 10: within a run a write through it is recorded once, and leaves once."""
    with rein.run("t", policy=ALLOW) as run:
        door(views)
    assert states(run) == [State.LANDED]
    assert len(echo.writes) == 1
    assert echo.writes[0].headers["idempotency-key"] == sent(run)[0]["key"]


@pytest.mark.parametrize("door", ASYNC.values(), ids=ASYNC)
def test_the_async_twins_do_as_well(echo: Echo, door: Callable[[StripeClient], Awaitable[Any]]) -> None:
    """Scenario 10, for async code: refused outside of a run, one entry within."""

    async def main() -> rein.Run:
        async with aarmed(echo.url) as client:
            with pytest.raises(Refused):
                await door(client)
            assert not echo.requests
            async with rein.run("t", policy=ALLOW) as run:
                await door(client)
        return run

    run = asyncio.run(main())
    assert states(run) == [State.LANDED]
    assert [w.headers["idempotency-key"] for w in echo.writes] == [sent(run)[0]["key"]]


@pytest.mark.parametrize("door", MODULE.values(), ids=MODULE)
def test_the_module_s_doors_do_as_well(echo: Echo, door: Callable[[], Any]) -> None:
    """Scenario 10, in the module's style."""
    with module(echo.url):
        with pytest.raises(Refused):
            door()
        assert not echo.writes
        with rein.run("t", policy=ALLOW) as run:
            door()
    assert states(run) == [State.LANDED]
    assert len(echo.writes) == 1


def test_a_page_s_items_are_gated() -> None:
    """What comes out of lists, pages and iterators writes through the gate."""

    def listed(request: Request) -> Answer | None:
        if request.path != "/v1/payment_methods":
            return None
        first = "starting_after" not in request.query
        one = {"id": f"pm_{1 if first else 2}", "object": "payment_method"}
        return Answer(200, {"object": "list", "url": request.path, "data": [one], "has_more": first})

    with Echo(listed) as echo, rein.run("t", policy=ALLOW, on_failure="keep") as run:
        client = armed(echo.url)
        for method in client.v1.payment_methods.list().auto_paging_iter():
            assert isinstance(method, PaymentMethod)
            method._request("post", f"/v1/reviews/{method.id}/approve", base_address="api")
    assert [call["params"] for call in sent(run)] == [{"review": "pm_1"}, {"review": "pm_2"}]


def test_what_an_event_notification_fetches_is_gated(views: StripeClient, echo: Echo) -> None:
    """A notification asks through the client that read it, in the notification's context, and what comes is armed."""
    notice: Any = views.parse_event_notification_without_verification(NOTICE)
    assert isinstance(notice, EventNotification)
    meter, event = notice.fetch_related_object(), notice.fetch_event()
    assert [r.headers["stripe-context"] for r in echo.requests] == ["acct_9"] * 2
    for one in (meter, event):
        with pytest.raises(Refused):
            one._request("post", "/v1/reviews/rev_1/approve", base_address="api")
    assert not echo.writes


def test_an_event_of_a_webhook_is_gated(views: StripeClient, echo: Echo) -> None:
    """Objects that arrive in a webhook belong to the client that read it."""
    body = {"id": "evt_1", "object": "event", "data": {"object": {"id": "rev_1", "object": "review"}}}
    event = views.construct_event_without_verification(json.dumps(body))
    with pytest.raises(Refused):
        event.data.object.approve()
    assert not echo.requests


def test_a_changed_object_is_saved_through_the_gate(views: StripeClient, echo: Echo) -> None:
    """`save` and `delete` of an object are judged by the address that they send to."""
    customer = Customer._construct_from(values={"id": "cus_1", "name": "A"}, requestor=views._requestor, api_mode="V1")
    customer.name = "B"
    for door in (customer.save, customer.delete):
        with pytest.raises(Refused):
            door()
    assert not echo.requests


@pytest.mark.parametrize(
    "door",
    [
        lambda client: client.raw_request("post", "/v1/reviews/../refunds"),
        lambda client: client.raw_request("post", "/v1/reviews/rev_1%2F..%2F..%2Frefunds"),
        lambda client: client.raw_request("post", "/v1/reviews/rev_1/./approve"),
        lambda client: client.raw_request("post", "/v1/reviews//approve"),
        lambda client: client.raw_request("post", "/v1/reviews/rev_1/approve#x"),
        lambda client: client.raw_request("post", "/v1/reviews/rev_1/approve", base="files"),
        lambda client: client.raw_request("post", "/v1/reviews/rev_1/approve", base="nowhere"),
        lambda client: client.raw_request("post", "/v1/files", base="api"),
        lambda client: client.raw_request("delete", "/v1/reviews/rev_1/approve"),
        lambda client: client.raw_request("post", "/v1/reviews/rev_1/approve", headers={"X-HTTP-Method-Override": "a"}),
        lambda client: client.raw_request("post", "/v1/reviews/rev_1/approve", headers={"Host": "a.test"}),
        lambda client: client.raw_request("post", "/v1/reviews/rev_1/approve", headers={"content_type": "a/b"}),
        lambda client: client.raw_request("post", "/v1/reviews/rev_1/approve", headers={"stripe-version": "1"}),
        lambda client: client.raw_request("get", "/v1/reviews", headers={"X-HTTP-Method": "DELETE"}),
        lambda client: client.raw_request("post", "/v2/../v1/customers/search"),
        lambda client: client.raw_request("post", "/v2/core/%2e%2e/search"),
        lambda client: client.v1.reviews.approve("../refunds"),
        lambda client: client.raw_request(
            "post", "/v1/reviews/rev_1/approve", content_type="multipart/form-data", a="b"
        ),
    ],
)
def test_what_would_arrive_elsewhere_is_refused(echo: Echo, door: Callable[[StripeClient], Any]) -> None:
    """Scenario 6: dots, other hosts, other methods and other readings of the body stop before the wire."""
    client = armed(echo.url, base_addresses={**stripe_bases(echo.url), "files": "http://127.0.0.1:1"})
    with pytest.raises(Refused), rein.run("t", on_failure="keep"):
        door(client)
    assert not echo.writes


def stripe_bases(url: str) -> dict[str, str]:
    """All hosts at one address."""
    return dict.fromkeys(("api", "connect", "meter_events"), url)


def test_a_base_address_that_ends_with_a_slash_is_no_way_around(echo: Echo) -> None:
    """What would leave with an empty segment is refused."""
    client = armed(echo.url, base_addresses={"api": f"{echo.url}/"})
    with pytest.raises(Refused, match="empty segment"), rein.run("t"):
        client.v1.reviews.approve("rev_1")
    assert not echo.writes


def test_a_foreign_host_never_gets_a_key(views: StripeClient) -> None:
    """The SDK itself refuses what would leave its hosts; a base that the client has not is refused by the gate."""
    with pytest.raises(ValueError, match=r"scheme or authority|beginning with"), rein.run("t"):
        views.raw_request("post", "https://evil.test/v1/refunds")
    assert stripe.api_key is None


def test_a_file_s_fields_are_recorded_and_its_bytes_are_not(views: StripeClient, echo: Echo) -> None:
    """An upload says its purpose and the name of the file; in which folder it lies, and what is in it, is not kept."""
    file = io.BytesIO(b"the bytes")
    file.name = "/home/a/evidence.png"
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        views.v1.files.create({"purpose": "dispute_evidence", "file": file})
    assert sent(run)[0]["body"] == {"purpose": "dispute_evidence", "file": "evidence.png"}
    assert b"the bytes" in echo.writes[0].raw
    assert "the bytes" not in json.dumps(run.actions[0].planned)
