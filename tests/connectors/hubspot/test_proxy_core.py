from __future__ import annotations

import ssl

import hubspot
import pytest
from hubspot.crm.lists.exceptions import ApiException as ListsApiException
from urllib3 import exceptions
from urllib3.exceptions import MaxRetryError

import agentrein as rein
from agentrein.connector import Call
from agentrein_hubspot.proxy import client_of
from agentrein_hubspot.proxy.once import never_sent
from hubspot_kit import EVENT, Echo

ERASE = Call("hubspot", "DELETE /files/v3/files/{fileId}/gdpr-delete", {"fileId": "7"})


@pytest.mark.parametrize(
    ("problem", "certain"),
    [
        (exceptions.NewConnectionError(None, "refused"), True),
        (exceptions.MaxRetryError(None, "/", exceptions.ConnectTimeoutError()), True),
        (exceptions.MaxRetryError(None, "/", exceptions.ProxyError("p", OSError())), True),
        (exceptions.MaxRetryError(None, "/", exceptions.SSLError(ssl.SSLCertVerificationError())), True),
        (exceptions.LocationParseError("x"), True),
        (exceptions.SSLError(ssl.SSLEOFError()), False),
        (exceptions.MaxRetryError(None, "/", exceptions.ProtocolError("aborted")), False),
        (exceptions.ReadTimeoutError(None, "/", "slow"), False),
        (KeyboardInterrupt(), False),
        (None, False),
    ],
)
def test_only_what_is_certain_counts_as_never_sent(problem: BaseException | None, certain: bool) -> None:  # noqa: FBT001 - a column of the table above
    """Where no connection was made, or no certificate taken, nothing left; of all else nobody knows."""
    assert never_sent(problem) is certain


def test_what_the_core_asks_raises_for_no_status(echo: Echo, events: hubspot.Client) -> None:
    """An error is an ordinary answer there, with status, body and headers, and is sent once whatever the retries."""
    echo.faults.add("error", status=503, headers={"Retry-After": "7"}, times=None)
    client = client_of(events)
    answer = client.request(ERASE, None)
    assert (answer.status, answer.error, answer.headers["retry-after"]) == (503, None, "7")
    assert answer.body["category"] == "VALIDATION_ERROR"
    assert len(echo.requests) == 1
    echo.faults.clear()
    echo.faults.add("lost", times=None)
    lost = client.request(ERASE, None)
    assert (type(lost.error), lost.sent) == (MaxRetryError, True)
    assert len(echo.requests) == 2
    echo.stop()
    never = client.request(ERASE, None)
    assert (type(never.error), never.sent) == (MaxRetryError, False)


def test_what_the_core_sends_is_as_the_sdk_would(echo: Echo, events: hubspot.Client) -> None:
    """Query, body and credential of the core's own requests arrive in the form in which HubSpot takes them."""
    client = client_of(events)
    read = Call("hubspot", "GET /crm/v3/objects/{type}/{id}", {"type": "0-1", "id": "a b", "archived": False, "n": [1]})
    assert client.request(read, None).status == 200
    write = Call("hubspot", "POST /events/v3/send", {}, EVENT)
    assert client.request(write, None).status == 200
    first, second = echo.requests
    assert (first.path, first.query, first.actor) == (
        "/crm/v3/objects/0-1/a%20b",
        {"archived": "false", "n": "1"},
        "agent",
    )
    assert (second.body, second.headers["content-type"], second.actor) == (EVENT, "application/json", "agent")


def test_the_check_runs_before_the_bytes(echo: Echo, events: hubspot.Client) -> None:
    """What the core wants to know before a request of its own leaves can stop it, with nothing sent."""

    def stop() -> None:
        raise ZeroDivisionError

    answer = client_of(events).request(ERASE, stop)
    assert isinstance(answer.error, ZeroDivisionError)
    assert not answer.sent
    assert not echo.requests


def test_a_read_before_a_write_that_fails_gives_the_sdk_s_exception(echo: Echo, events: hubspot.Client) -> None:
    """Where HubSpot refuses a read that a write needs, the caller sees HubSpot's own error and nothing is written."""
    echo.faults.add("error", method="GET", status=404, times=None, path="/crm/*")
    with rein.run("t", on_failure="keep") as run, pytest.raises(ListsApiException) as error:
        events.crm.lists.lists_api.update_name("9", list_name="New")
    assert error.value.status == 404
    assert not echo.writes
    assert not run.actions
