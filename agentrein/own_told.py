"""What of a call of a function stands in the record, what is kept out of it, and whether the two are all there is.

A person approves what is recorded, a resume compares it, and what a function is called with has to be that very thing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from agentrein.ledger.codec import dumps
from agentrein.own_arguments import Unstorable, shown, stored
from agentrein.secret import MASK


@dataclass(frozen=True, slots=True)
class Told:
    """The arguments as they are recorded; `hidden` are those, by name, that the record holds otherwise than they are.

    `whole` is false where an argument is an object, which no data stands for.
    """

    body: dict[str, Any]
    hidden: tuple[Any, ...]
    whole: bool

    @property
    def opaque(self) -> bool:
        """Whether two calls that are recorded alike may differ."""
        return bool(self.hidden) or not self.whole

    def is_still(self, now: Told) -> bool:
        """Whether the arguments are what they were, as far as data tells."""
        return dumps([self.body, self.hidden, self.whole]) == dumps([now.body, now.hidden, now.whole])


def tell(named: Mapping[Any, Any], secret: Iterable[str] = (), *, whole: bool = True) -> Told:
    """What is recorded of arguments, as copies that nobody changes; `secret` names those of which nothing is."""
    body: dict[str, Any] = {}
    hidden: list[Any] = []
    for key, value in named.items():
        name = str(key)
        body[name] = MASK if name in secret else shown(name, value)
        try:
            plain = _data({key: value})[key]
        except Unstorable:
            whole = False
            continue
        if body[name] != plain:
            hidden.append([name, plain])
    return Told(body, tuple(hidden), whole)


def _data(value: Any) -> Any:
    """All of a value as data, credentials too; raises Unstorable for what carries more than that."""
    if isinstance(value, Enum):
        return stored(value)
    if getattr(value, "__dict__", None):
        raise Unstorable(f"a {type(value).__qualname__} with attributes of its own")
    match value:
        case str():
            return str.__str__(value)
        case list() | tuple():
            return [_data(one) for one in value]
        case Mapping():
            if not all(isinstance(key, str) for key in value):
                raise Unstorable("a mapping whose keys are no texts")
            return {key: _data(one) for key, one in value.items()}
    return stored(value)
