"""One request on the user's own session, with no resend hidden in it and the gate's check right before the bytes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

from requests import PreparedRequest, Response, Session, exceptions
from requests.adapters import HTTPAdapter
from urllib3.exceptions import ConnectTimeoutError, MaxRetryError, NewConnectionError, ProxyError
from urllib3.util.retry import Retry

from agentrein.connector import Answer
from agentrein_salesforce.proxy.answer import body_of, lack_of
from agentrein_salesforce.proxy.gated import plain_class

Check = Callable[[], None]

_BEFORE_CONNECTING = (
    exceptions.ConnectTimeout,
    exceptions.InvalidHeader,
    exceptions.InvalidSchema,
    exceptions.InvalidURL,
    exceptions.MissingSchema,
)


def once(session: Session, check: Check | None, request: PreparedRequest, settings: dict[str, Any]) -> Answer:
    """Send a prepared request once, and give its answer, whatever is raised; a redirect is not followed."""
    left, response = False, None
    try:
        single = sibling(session, request.url or "")
        if check is not None:
            check()
        left = True
        response = single.send(request, **{**settings, "allow_redirects": False})
        return answered(response)
    except BaseException as error:  # noqa: BLE001 - the gate raises it again
        status = None if response is None else response.status_code
        return Answer(status, error=error, sent=left and not _failed_to_connect(error))


def answered(response: Response) -> Answer:
    """What came, as data, with the SDK's own response in it; reads the body to its end."""
    headers = {name.lower(): value for name, value in response.headers.items()}
    body = body_of(response)
    return Answer(response.status_code, body, headers, native=response, lacks=lack_of(response, body))


def sibling(session: Session, url: str) -> Session:
    """A copy of the session that shares everything with it but the gate and the resends of its adapter."""
    copied: Session = object.__new__(plain_class(type(session)))
    copied.__dict__.update(session.__dict__)
    copied.adapters = OrderedDict({"": _unrepeating(session.get_adapter(url))})
    return copied


def _unrepeating(adapter: Any) -> Any:
    """The adapter, or a copy of one that a user told to resend; it shares the connections."""
    retries = getattr(adapter, "max_retries", None)
    if not isinstance(adapter, HTTPAdapter) or not isinstance(retries, Retry) or retries.total == 0:
        return adapter
    copied = object.__new__(type(adapter))
    copied.__dict__.update(adapter.__dict__, max_retries=Retry(0, read=False))
    return copied


def _failed_to_connect(error: BaseException) -> bool:
    """Whether a request failed before its request line left."""
    if isinstance(error, _BEFORE_CONNECTING):
        return True
    cause = error.args[0] if isinstance(error, exceptions.ConnectionError) and error.args else None
    reason = cause.reason if isinstance(cause, MaxRetryError) else None
    if isinstance(reason, ProxyError):
        reason = reason.original_error
    return isinstance(reason, NewConnectionError | ConnectTimeoutError)
