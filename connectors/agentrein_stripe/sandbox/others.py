"""Other people and the vendor, played by a test."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from agentrein.testing import Request, Sandbox
from agentrein_stripe.sandbox.seed import PLATFORM
from agentrein_stripe.sandbox.world import Thing, World


class Others(Sandbox):
    """What a test may do besides the agent's requests. Whatever Stripe would refuse raises ValueError with its message.

    `account` and `mode` say where, if not in the platform's account and test mode.
    """

    worlds: dict[tuple[str, str], World]
    broken: list[bool]

    def world(self, account: str = PLATFORM, mode: str = "test") -> World:
        """What an account holds in a mode."""
        return self.worlds[account, mode]

    def thing(self, id: str, account: str = PLATFORM, mode: str = "test") -> Thing | None:
        """An object as it stands, a copy; None if there is none of this id."""
        with self.lock:
            return deepcopy(self.world(account, mode).by_id(id))

    def things(self, kind: str, account: str = PLATFORM, mode: str = "test") -> list[Thing]:
        """The objects of a kind that are there, copies, oldest first."""
        with self.lock:
            return [deepcopy(one) for one in self.world(account, mode).of(kind).values() if not one.get("deleted")]

    def person(self, address: str, *, account: str = "", mode: str = "test", **params: Any) -> Thing:
        """What a person's request, such as `POST /v1/customers`, with these parameters is answered with."""
        method, _, path = address.partition(" ")
        headers = {"stripe-account": account} if account else {}
        with self.lock:
            request = Request(
                n=0,
                at=self.now(),
                method=method,
                path=path,
                query={},
                body=_as_sent(params),
                actor="person" if mode == "test" else "live person",
                headers=headers,
            )
            answer = self.answer(request)
        if answer.status >= 400:
            raise ValueError(answer.body["error"]["message"])
        found: Thing = deepcopy(answer.body)
        return found

    def set(self, id: str, account: str = PLATFORM, mode: str = "test", **fields: Any) -> None:
        """Give an object other fields, as something that happens at the vendor's would, without an event."""
        with self.lock:
            found = self.world(account, mode).by_id(id)
            if found is None:
                raise KeyError(f"there is no {id}")
            found |= deepcopy(fields)

    def break_next(self, *, after: bool = False) -> None:
        """Let the next POST be answered with a 500 that its idempotency key keeps; `after` its effect, or without."""
        with self.lock:
            self.broken.append(after)

    def forget_keys(self) -> None:
        """Let every idempotency key be forgotten, as Stripe may after 24 hours."""
        with self.lock:
            for world in self.worlds.values():
                world.kept.clear()


def _as_sent(value: Any) -> Any:
    """Parameters as they read when they came over the wire: all of them texts."""
    if isinstance(value, dict):
        return {name: _as_sent(one) for name, one in value.items() if one is not None}
    if isinstance(value, list):
        return [_as_sent(one) for one in value]
    return str(value).lower() if isinstance(value, bool) else str(value)
