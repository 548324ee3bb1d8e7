"""The seams: where stripe's requestor sends, and where requestors, clients and objects are made of others.

`_APIRequestor.request_raw` is the one place through which everything goes, `raw_request`, streams and methods of
returned objects alike, and the lowest at which stripe still knows whether its caller gave an idempotency key.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Awaitable, Callable
from typing import Any

from stripe import StripeClient as Client
from stripe._api_requestor import _APIRequestor
from stripe._stripe_object import StripeObject

from agentrein.connector import Answer, Check, UsageError, enter, enter_async, rehearsing
from agentrein_stripe import connector
from agentrein_stripe.proxy.client import Armed, AsyncStripeClient, StripeClient
from agentrein_stripe.proxy.decode import Built, decode, plain_read
from agentrein_stripe.proxy.mark import Mark, mark_of, put
from agentrein_stripe.proxy.once import Once, as_first, native, sibling

SEAM = "__rein_seam__"


class _Sending:
    """One request of an armed requestor: built once, so that what is recorded is what leaves."""

    def __init__(
        self, view: type[Armed], requestor: Any, found: Mark, asked: tuple[Any, ...], named: dict[str, Any]
    ) -> None:
        method, url, params, options = asked
        built = requestor._args_for_request_with_retries(method, url, params, options, **named)
        self._requestor, self._built, self._sent = requestor, Built.of(*built), 0
        self.request = decode(requestor.base_addresses, self._built, options, params)
        self.client = view(requestor, found, self._built.headers.get("Authorization"), self._built.retries)
        self.reads = connector.reads(self.request.method, self.request.path)

    def as_built(self) -> Any:
        """The requestor of a read, which is sent as often as stripe's own setting says."""
        return sibling(self._requestor, self._requestor._client, self._built.arguments)

    def once(self, check: Check) -> tuple[Once, Any]:
        """What sends the request once, and the requestor to call for it."""
        once = self.client.once(check)
        return once, sibling(self._requestor, once, self._built.under(check.key))

    def told(self, answer: Answer) -> Answer:
        """The answer; that it was given before stays in it where it answers to an earlier call of the caller's."""
        self._sent += 1
        return self.client.advised(answer if self._sent == 1 and self.request.key else as_first(answer))


def _sync(original: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(original)
    def request_raw(
        self: Any,
        method: str,
        url: str,
        params: Any = None,
        options: Any = None,
        is_streaming: bool = False,  # noqa: FBT001, FBT002 - as in stripe's own
        **kept: Any,
    ) -> Any:
        def send(requestor: Any) -> Any:
            return original(requestor, method, url, params, options, is_streaming, **kept)

        found = mark_of(self)
        if found is None:
            return send(self)
        plain = None if rehearsing() else plain_read(method, url, options)
        if plain is not None:
            return enter(StripeClient(self, found), plain, lambda _: Answer(native=send(self))).native
        one = _Sending(StripeClient, self, found, (method, url, params, options), kept)

        def once(check: Check) -> Answer:
            if one.reads and not check.key:  # a write has a key where an id makes its address look like a read's
                return Answer(native=send(one.as_built()))
            sender, requestor = one.once(check)
            try:
                return one.told(sender.answer(send(requestor)))
            except BaseException as error:  # noqa: BLE001 - the gate raises it again
                return one.told(sender.answer(error=error))

        return native(enter(one.client, one.request, once), streaming=is_streaming)

    return request_raw


def _async(original: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    @functools.wraps(original)
    async def request_raw_async(
        self: Any,
        method: str,
        url: str,
        params: Any = None,
        options: Any = None,
        is_streaming: bool = False,  # noqa: FBT001, FBT002 - as in stripe's own
        **kept: Any,
    ) -> Any:
        async def send(requestor: Any) -> Any:
            return await original(requestor, method, url, params, options, is_streaming, **kept)

        found = mark_of(self)
        if found is None:
            return await send(self)

        async def read(_: Check) -> Answer:
            return Answer(native=await send(self))

        plain = None if rehearsing() else plain_read(method, url, options)
        if plain is not None:
            return (await enter_async(AsyncStripeClient(self, found), plain, read)).native
        named = {**kept, "usage": [*(kept.get("usage") or ()), "async"]}
        one = _Sending(AsyncStripeClient, self, found, (method, url, params, options), named)

        async def once(check: Check) -> Answer:
            if one.reads and not check.key:  # a write has a key where an id makes its address look like a read's
                return Answer(native=await send(one.as_built()))
            sender, requestor = one.once(check)
            try:
                return one.told(sender.answer(await send(requestor)))
            except BaseException as error:  # noqa: BLE001 - a cancellation too is an answer that the gate raises again
                return one.told(sender.answer(error=error))

        answer = await enter_async(one.client, one.request, once)
        return native(answer, streaming=is_streaming, is_async=True)

    return request_raw_async


def _marking(original: Callable[..., Any]) -> Callable[..., Any]:
    """A requestor made of another one with other options is armed as that one is."""

    @functools.wraps(original)
    def _new_requestor_with_options(self: Any, options: Any) -> Any:
        made, found = original(self, options), mark_of(self)
        if found is not None:
            put(made, found)
        return made

    return _new_requestor_with_options


def _with_context(original: Callable[..., Any]) -> Callable[..., Any]:
    """A client made of another one for another context is armed as that one is."""

    @functools.wraps(original)
    def with_stripe_context(self: Any, stripe_context: Any) -> Any:
        made, found = original(self, stripe_context), mark_of(self._requestor)
        if found is not None:
            put(made._requestor, found)
        return made

    return with_stripe_context


def _copying(original: Callable[..., Any]) -> Callable[..., Any]:
    """A copy of an object goes through the module's default client; it is armed as the object is."""

    @functools.wraps(original)
    def __copy__(self: Any) -> Any:
        made, found = original(self), mark_of(self._requestor)
        if found is not None:
            put(made._requestor, found)
        return made

    return __copy__


def _reducing(original: Callable[..., Any]) -> Callable[..., Any]:
    """A pickled object takes its mark along, which brings the gate into the process that unpickles it."""

    @functools.wraps(original)
    def __reduce__(self: Any) -> tuple[Any, ...]:
        make, arguments, *rest = original(self)
        found = mark_of(self._requestor)
        if found is None:
            return make, arguments, *rest
        return unpickled, (found, make, arguments), *rest

    return __reduce__


def unpickled(found: Mark, make: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
    """An object of stripe's as its pickle says, armed."""
    made = make(*arguments)
    put(made._requestor, found)
    return made


_SEAMS: tuple[tuple[type, str, Callable[..., Callable[..., Any]]], ...] = (
    (_APIRequestor, "request_raw", _sync),
    (_APIRequestor, "request_raw_async", _async),
    (_APIRequestor, "_new_requestor_with_options", _marking),
    (Client, "with_stripe_context", _with_context),
    (StripeObject, "__copy__", _copying),
    (StripeObject, "__reduce__", _reducing),
)


def install() -> None:
    """Put the seams in place; harmless when they stand already. Raises UsageError where a double stands there."""
    for owner, name, gated in _SEAMS:
        original = owner.__dict__[name]
        if hasattr(original, SEAM):
            continue
        if not inspect.isfunction(original) or not original.__module__.startswith("stripe."):
            raise UsageError(
                f"{owner.__qualname__}.{name} is not stripe's own now, so that the gate cannot be put there",
                now="wrap a client before you patch stripe's private methods",
            )
        seam: Any = gated(original)
        setattr(seam, SEAM, True)
        setattr(owner, name, seam)


def stands(requestor: Any) -> bool:
    """Whether the gate stands in the requestor's class: a class of somebody's own could have its own methods."""
    return all(hasattr(getattr(type(requestor), name, None), SEAM) for name in ("request_raw", "request_raw_async"))
