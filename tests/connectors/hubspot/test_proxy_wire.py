from __future__ import annotations

from collections.abc import Callable
from typing import Any

import hubspot
import pytest
from hubspot.events.send import ApiException
from urllib3.exceptions import MaxRetryError, ProtocolError
from urllib3.util.retry import Retry

import agentrein as rein
from agentrein.connector import State
from hubspot_kit import ALLOW, Echo, armed, erase_file, plain, raised, send_event, states

WRITES: list[tuple[str, Callable[[Any], Any]]] = [("POST", send_event), ("DELETE", erase_file)]


@pytest.mark.parametrize("kind", ["refuse", "lost"])
@pytest.mark.parametrize(("method", "write"), WRITES)
def test_a_dropped_write_leaves_once(echo: Echo, kind: str, method: str, write: Callable[[Any], Any]) -> None:
    """Scenario 37: one write on the wire, where the SDK alone sends a DELETE four times; its own exception arrives."""
    echo.faults.add(kind, method=method, times=None)
    expected = raised(write, plain(echo.url))
    assert len(echo.writes) == {"POST": 1, "DELETE": 4}[method]
    echo.clear_requests()
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        error = raised(write, armed(echo.url))
    assert [w.method for w in echo.writes] == [method]
    assert type(error) is type(expected) is {"POST": ProtocolError, "DELETE": MaxRetryError}[method]
    assert states(run) == [State.UNKNOWN]


@pytest.mark.parametrize("retry", [False, 0, Retry(total=False), Retry(5, read=2, other=2, allowed_methods=None)])
@pytest.mark.parametrize(("method", "write"), WRITES)
def test_the_user_s_own_retries_send_no_write_twice(
    echo: Echo, retry: Any, method: str, write: Callable[[Any], Any]
) -> None:
    """Whatever `retry` the user gave, a dropped write goes once and ends with the exception of that setting."""
    echo.faults.add("lost", method=method, times=None)
    expected = raised(write, plain(echo.url, retry=retry))
    echo.clear_requests()
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        error = raised(write, armed(echo.url, retry=retry))
    assert len(echo.writes) == 1
    assert type(error) is type(expected)
    assert states(run) == [State.UNKNOWN]


def test_reads_keep_their_resends(echo: Echo, events: hubspot.Client) -> None:
    """A read whose connection drops is sent again by the pool, in a run and outside of one."""
    echo.faults.add("lost", method="GET", times=2)
    with rein.run("t"):
        assert events.crm.contacts.basic_api.get_page().results == []
    assert [r.status for r in echo.requests] == [None, None, 200]
    limits = armed(echo.url, retry=Retry(3, status_forcelist=(429,), allowed_methods=None))
    echo.faults.add("rate_limited", path="*/search", retry_after=0)
    assert limits.crm.contacts.search_api.do_search({}).total == 0
    assert [r.status for r in echo.requests[3:]] == [429, 200]


@pytest.mark.parametrize("status", [301, 307, 303])
def test_a_redirect_is_not_followed_with_a_second_write(echo: Echo, events: hubspot.Client, status: int) -> None:
    """urllib3 would send the write once more, to wherever the answer points."""
    echo.faults.add("error", method="POST", status=status, headers={"location": "/events/v3/send/batch"})
    with rein.run("t", policy=ALLOW, on_failure="keep") as run, pytest.raises(ApiException) as error:
        send_event(events)
    assert error.value.status == status
    assert len(echo.requests) == 2  # who acts, and the write
    assert states(run) == [State.REJECTED]


def test_a_limit_reaches_the_caller_as_ever(echo: Echo, events: hubspot.Client) -> None:
    """The SDK alone raises a 429 on a POST at once, and so it does through the gate: nothing happened."""
    echo.faults.add("rate_limited", method="POST", retry_after=1, times=None)
    with rein.run("t", policy=ALLOW, on_failure="keep") as run, pytest.raises(ApiException) as error:
        send_event(events)
    assert error.value.status == 429
    assert len(echo.writes) == 1
    assert states(run) == [State.REJECTED]


def test_a_limit_is_waited_out_where_the_user_asked_for_it(echo: Echo) -> None:
    """A request that HubSpot did not execute is sent again if the user's `retry` says so; the record counts it."""
    client = armed(echo.url, retry=Retry(3, status_forcelist=(429,), allowed_methods=None))
    echo.faults.add("rate_limited", method="POST", retry_after=0, times=2)
    with rein.run("t", policy=ALLOW) as run:
        send_event(client)
    assert [w.status for w in echo.writes] == [429, 429, 200]
    assert states(run) == [State.LANDED]
    assert [o.planned["address"] for o in run.actions] == ["POST /events/v3/send"]


def test_nothing_left_when_nobody_listens(echo: Echo, events: hubspot.Client) -> None:
    """A refused connection is certain not to have sent: rejected, not unknown; the exception is the bare client's."""
    with rein.run("t", policy=ALLOW, on_failure="keep") as run:
        send_event(events)
        echo.stop()
        for write in (send_event, erase_file):
            error = raised(write, events)
            assert isinstance(error, MaxRetryError)
    assert states(run) == [State.LANDED, State.REJECTED, State.REJECTED]
