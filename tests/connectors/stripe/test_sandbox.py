"""What every area of the stand-in for Stripe has alike, asked with the bare SDK."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
import stripe
from stripe import StripeClient

from agentrein_stripe.sandbox import StripeSandbox
from stripe_kit import plain


@pytest.fixture(scope="module")
def running() -> Iterator[StripeSandbox]:
    """One stand-in for the module."""
    with StripeSandbox() as sandbox:
        yield sandbox


@pytest.fixture
def sb(running: StripeSandbox) -> StripeSandbox:
    """Empty accounts."""
    running.reset()
    return running


@pytest.fixture
def v1(sb: StripeSandbox) -> Any:
    """A bare client of the platform, in test mode."""
    return plain(sb.url).v1


def refused(call: Callable[[], Any], kind: type[stripe.StripeError] = stripe.InvalidRequestError) -> Any:
    """The error with which Stripe answers a call."""
    with pytest.raises(kind) as caught:
        call()
    return caught.value


def error_of(call: Callable[[], Any]) -> tuple[int | None, str | None, str | None]:
    """Status, code and parameter of the error."""
    said = refused(call)
    return said.http_status, said.code, said.param


# --- keys, accounts and modes


def test_who_asks_is_told_by_the_key(sb: StripeSandbox, v1: Any) -> None:
    """Account and mode are the key's; two keys of an account cannot be told apart by what they show."""
    assert v1.accounts.retrieve_current().id == sb.PLATFORM
    assert plain(sb.url, "sk_test_person").v1.accounts.retrieve_current().id == sb.PLATFORM
    assert plain(sb.url, "sk_test_stranger").v1.accounts.retrieve_current().id == sb.STRANGER
    assert v1.balance.retrieve().livemode is False
    assert plain(sb.url, "sk_live_agent").v1.balance.retrieve().livemode is True
    assert refused(plain(sb.url, "sk_test_x").v1.balance.retrieve, stripe.AuthenticationError).code is None


def test_a_restricted_key_reads_and_does_not_write(sb: StripeSandbox, v1: Any) -> None:
    """A restricted key is answered 403 where it may not act."""
    made = v1.customers.create({"name": "Anna"})
    reader = plain(sb.url, "rk_test_reader").v1
    assert reader.customers.retrieve(made.id).name == "Anna"
    refused(lambda: reader.customers.update(made.id, {"name": "Ben"}), stripe.PermissionError)


def test_each_connected_account_is_a_world_of_its_own(sb: StripeSandbox, v1: Any) -> None:
    """The header `Stripe-Account` decides whose coupon an id means."""
    theirs = {"stripe_account": sb.CONNECTED}
    v1.coupons.create({"id": "SUMMER", "percent_off": 10})
    v1.coupons.create({"id": "SUMMER", "percent_off": 20}, theirs)
    v1.coupons.delete("SUMMER", {}, theirs)
    assert v1.coupons.retrieve("SUMMER").percent_off == 10
    assert error_of(lambda: v1.coupons.retrieve("SUMMER", {}, theirs)) == (404, "resource_missing", "id")
    said = refused(lambda: v1.coupons.list({}, {"stripe_account": sb.STRANGER}), stripe.PermissionError)
    assert said.error.code == "account_invalid"


def test_what_the_other_mode_holds_is_missing_with_a_hint(sb: StripeSandbox, v1: Any) -> None:
    """A 404 of the wrong mode says so in its message, and only there."""
    made = v1.customers.create({"name": "Anna"})
    said = refused(lambda: plain(sb.url, "sk_live_agent").v1.customers.retrieve(made.id))
    assert (said.http_status, said.code) == (404, "resource_missing")
    assert "a similar object exists in test mode, but a live mode key was used" in str(said)
    assert "similar object" not in str(refused(lambda: v1.customers.retrieve("cus_none")))


# --- idempotency keys


def test_a_key_repeats_its_first_answer(sb: StripeSandbox, v1: Any) -> None:
    """The same key does nothing twice, and is refused with other parameters."""
    key = {"idempotency_key": "k1"}
    first, second = (v1.customers.create({"name": "Anna"}, key) for _ in range(2))
    assert (second.id, len(sb.things("customer"))) == (first.id, 1)
    assert second.last_response.headers["idempotent-replayed"] == "true"
    said = refused(lambda: v1.customers.create({"name": "Ben"}, key), stripe.IdempotencyError)
    assert (said.http_status, len(sb.things("customer"))) == (400, 1)


def test_a_key_is_one_for_each_account_and_mode(sb: StripeSandbox, v1: Any) -> None:
    """Keys of different accounts and modes do not meet."""
    key = {"idempotency_key": "k1"}
    v1.customers.create({"name": "Anna"}, key)
    v1.customers.create({"name": "Ben"}, {**key, "stripe_account": sb.CONNECTED})
    plain(sb.url, "sk_live_agent").v1.customers.create({"name": "Cem"}, key)
    assert [len(sb.things("customer", *where)) for where in ((), (sb.CONNECTED,), (sb.PLATFORM, "live"))] == [1, 1, 1]


@pytest.mark.parametrize("after", [False, True], ids=["without effect", "after its effect"])
def test_a_stored_500_is_repeated_until_the_key_is_forgotten(sb: StripeSandbox, v1: Any, *, after: bool) -> None:
    """A 500 is kept like any other answer, whether or not something happened before it."""
    key = {"idempotency_key": "k1"}
    sb.break_next(after=after)
    for _ in range(2):
        assert refused(lambda: v1.customers.create({"name": "Anna"}, key), stripe.APIError).http_status == 500
    assert len(sb.things("customer")) == int(after)
    sb.forget_keys()
    v1.customers.create({"name": "Anna"}, key)
    assert len(sb.things("customer")) == 1 + int(after)


def test_a_key_keeps_what_began_and_not_what_was_invalid(sb: StripeSandbox, v1: Any) -> None:
    """What failed validation may be corrected under the same key; what began is repeated."""
    key = {"idempotency_key": "k1"}
    refused(lambda: v1.coupons.create({"id": "A"}, key))
    v1.coupons.create({"id": "A", "percent_off": 5}, key)
    taken = {"idempotency_key": "k2"}
    refused(lambda: v1.coupons.create({"id": "A", "percent_off": 5}, taken))
    v1.coupons.delete("A")
    assert refused(lambda: v1.coupons.create({"id": "A", "percent_off": 5}, taken)).code == "resource_already_exists"


# --- parameters


def test_what_the_wire_cannot_say_is_not_changed(v1: Any) -> None:
    """The SDK drops nothing and empty lists; an empty text is what clears."""
    made = v1.products.create({"name": "Pro", "description": "Good", "images": ["https://a.example/1.png"]})
    v1.products.update(made.id, {"description": None, "images": [], "metadata": {}})
    same = v1.products.retrieve(made.id)
    assert (same.description, same.images) == ("Good", ["https://a.example/1.png"])
    v1.products.update(made.id, {"description": "", "images": ""})
    empty = v1.products.retrieve(made.id)
    assert (empty.description, empty.images) == (None, [])


def test_metadata_is_merged_key_by_key(v1: Any) -> None:
    """Keys that are not named stay, an empty one goes, numbers are keys like others."""
    made = v1.customers.create({"metadata": {"order": "6", "src": "web", "2024": "x"}})
    v1.customers.update(made.id, {"metadata": {"order": "7", "hold": "yes", "2024": ""}})
    assert v1.customers.retrieve(made.id).metadata.to_dict() == {"order": "7", "src": "web", "hold": "yes"}
    v1.customers.update(made.id, {"metadata": ""})
    assert v1.customers.retrieve(made.id).metadata.to_dict() == {}


def test_nested_names_come_as_hashes_and_lists(sb: StripeSandbox, v1: Any) -> None:
    """The record of a request holds parameters as a user wrote them."""
    v1.customers.create({
        "address": {"city": "Bonn"},
        "preferred_locales": ["de", "en"],
        "tax_id_data": [{"type": "eu_vat", "value": "DE123456789"}],
    })  # fmt: skip
    assert sb.requests[0].body == {
        "address": {"city": "Bonn"},
        "preferred_locales": ["de", "en"],
        "tax_id_data": [{"type": "eu_vat", "value": "DE123456789"}],
    }


@pytest.mark.parametrize(
    ("params", "error"),
    [
        ({"name": "P", "colour": "red"}, (400, "parameter_unknown", "colour")),
        ({"name": "P", "package_dimensions": {"depth": 1}}, (400, "parameter_unknown", "package_dimensions[depth]")),
        ({}, (400, "parameter_missing", "name")),
        ({"name": ""}, (400, "parameter_invalid_empty", "name")),
        ({"name": "P", "active": "maybe"}, (400, None, "active")),
        ({"name": "P", "default_price_data": {"currency": "eur", "unit_amount": "9.5"}},
         (400, "parameter_invalid_integer", "default_price_data[unit_amount]")),
    ],
    ids=["unknown", "unknown inside", "missing", "empty", "no boolean", "no integer"],
)  # fmt: skip
def test_a_parameter_that_is_none_is_refused(v1: Any, params: Any, error: Any) -> None:
    """Each error names its code and the parameter, with the way to it."""
    assert error_of(lambda: v1.products.create(params)) == error


def test_what_a_parameter_names_must_be_there(v1: Any) -> None:
    """400 for what a parameter names, 404 for what the path names."""
    price = {"product": "prod_none", "currency": "eur", "unit_amount": 1}
    assert error_of(lambda: v1.prices.create(price)) == (400, "resource_missing", "product")
    assert error_of(lambda: v1.customers.update("cus_none", {"name": "A"})) == (
        404,
        "resource_missing",
        "id",
    )


# --- lists, expansions, events


def test_lists_are_paged_and_begin_with_the_newest(v1: Any) -> None:
    """Pages go on behind an id, in both directions."""
    made = [v1.customers.create({"name": str(n)}).id for n in range(5)]
    page = v1.customers.list({"limit": 2})
    assert ([one.id for one in page.data], page.has_more) == ([made[4], made[3]], True)
    assert [one.id for one in v1.customers.list({"limit": 2}).auto_paging_iter()] == made[::-1]
    back = v1.customers.list({"limit": 2, "ending_before": made[2]})
    assert ([one.id for one in back.data], back.has_more) == ([made[4], made[3]], False)
    assert error_of(lambda: v1.customers.list({"limit": 101}))[2] == "limit"
    assert error_of(lambda: v1.customers.list({"starting_after": "cus_none"}))[1] == "resource_missing"


def test_lists_are_narrowed(v1: Any) -> None:
    """By a field, and by the time of creation."""
    anna = v1.customers.create({"email": "anna@example.com"})
    v1.customers.create({"email": "ben@example.com"})
    assert [one.id for one in v1.customers.list({"email": "anna@example.com"}).data] == [anna.id]
    assert v1.customers.list({"created": {"gte": anna.created + 10}}).data == []
    assert len(v1.customers.list({"created": {"lte": anna.created + 10}}).data) == 2


def test_ids_are_expanded(v1: Any) -> None:
    """Through several objects, within lists, and not what there is not."""
    made = v1.products.create({"name": "Pro", "default_price_data": {"currency": "eur", "unit_amount": 900}})
    assert v1.products.retrieve(made.id, {"expand": ["default_price"]}).default_price.unit_amount == 900
    listed = v1.prices.list({"expand": ["data.product.default_price"]})
    assert listed.data[0].product.default_price.id == made.default_price
    assert error_of(lambda: v1.products.retrieve(made.id, {"expand": ["colour"]}))[2] == "expand"


def test_events_tell_which_request_did_it_and_what_was_before(sb: StripeSandbox, v1: Any) -> None:
    """An update that changes nothing has no event."""
    made = v1.customers.create({"name": "Anna", "metadata": {"a": "1"}}, {"idempotency_key": "k1"})
    changed = v1.customers.update(made.id, {"name": "Ben", "metadata": {"b": "2"}}, {"idempotency_key": "k2"})
    v1.customers.update(made.id, {"name": "Ben"}, {"idempotency_key": "k3"})
    events = v1.events.list({"type": "customer.*"}).data
    assert [(one.type, one.request.idempotency_key) for one in events] == [
        ("customer.updated", "k2"),
        ("customer.created", "k1"),
    ]
    assert events[0].request.id == changed.last_response.request_id
    assert events[0].data.previous_attributes.to_dict() == {"name": "Anna", "metadata": {"b": None}}
    assert v1.events.list({"types": ["customer.deleted"]}).data == []
    assert v1.events.retrieve(events[1].id).data.object.name == "Anna"


def test_events_are_kept_for_thirty_days(sb: StripeSandbox, v1: Any) -> None:
    """Older ones are not shown."""
    v1.customers.create({"name": "Anna"})
    sb.world().events[0]["created"] -= 31 * 24 * 3600
    assert v1.events.list().data == []


# --- what is gone, what is not known, and what others do


def test_a_deleted_customer_is_shown_as_such_and_other_things_are_gone(sb: StripeSandbox, v1: Any) -> None:
    """Reading a deleted customer is a 200, reading another deleted thing a 404."""
    made = v1.customers.create({"name": "Anna"})
    assert v1.customers.delete(made.id).deleted is True
    assert v1.customers.retrieve(made.id).deleted is True
    assert error_of(lambda: v1.customers.update(made.id, {"name": "A"})) == (404, "resource_missing", "id")
    v1.coupons.create({"id": "A", "percent_off": 5})
    assert v1.coupons.delete("A").deleted is True
    assert error_of(lambda: v1.coupons.delete("A")) == (404, "resource_missing", "id")
    assert sb.state() == {}


def test_a_path_that_there_is_not_is_told_apart(sb: StripeSandbox) -> None:
    """It is no missing object."""
    client: StripeClient = plain(sb.url)
    with pytest.raises(stripe.InvalidRequestError, match="Unrecognized request URL"):
        client.raw_request("post", "/v1/nothing")


def test_faults_have_stripes_errors(sb: StripeSandbox, v1: Any) -> None:
    """What a test injects raises what the SDK raises for Stripe's own errors."""
    sb.faults.add("rate_limited")
    refused(v1.customers.list, stripe.RateLimitError)
    sb.faults.add("error", status=409)
    assert refused(v1.customers.list, stripe.APIError).error.code == "lock_timeout"


def test_people_act_beside_the_agent(sb: StripeSandbox, v1: Any) -> None:
    """What a test does as a person has events without a key, and is refused as by the API."""
    made = sb.person("POST /v1/customers", name="Anna", metadata={"a": 1})
    assert v1.customers.retrieve(made["id"]).metadata["a"] == "1"
    assert [event.request.idempotency_key for event in v1.events.list().data] == [None]
    with pytest.raises(ValueError, match="Received unknown parameter: colour"):
        sb.person("POST /v1/customers", colour="red")
    sb.set(made["id"], delinquent=True)
    assert sb.thing(made["id"]) == {**made, "delinquent": True}
    with pytest.raises(KeyError):
        sb.set("cus_none", name="x")
