"""How the approvals of a run must be given: signed, with which keys, or unsigned; for how long they hold.

The strongest pinned file that says it decides, and a second one can only be stricter. So can what is passed to the run,
or stands in a file that was only found; without a pinned file what is passed decides, and where nobody says anything,
nobody can approve.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from shlex import quote
from typing import Any

from agentrein.approvals import APPROVED, Approval, statement
from agentrein.configuration import Configuration, Section
from agentrein.errors import ConfigurationError, UsageError

SIGNED, UNSIGNED = "signed", "unsigned"
HOUR = 3600.0
_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}

Callback = Callable[[Approval], Any]
"""Asked by the run itself: True approves, False denies, None leaves it open. What it says is unsigned."""


@dataclass(frozen=True, slots=True)
class Approving:
    """How approvals of a run are given. `require` is empty where nobody can give one; `origin` is where it was said.

    `expires` and `wait` are seconds.
    """

    require: str = ""
    keys: tuple[str, ...] = ()
    expires: float = HOUR
    wait: float = 0.0
    callback: Callback | None = None
    origin: str = ""

    def accepts(self, one: Approval, what: dict[str, Any]) -> bool:
        """Whether an approval was given as it must be, for exactly what it is used for."""
        if one.state != APPROVED:
            return False
        return self.require == UNSIGNED or (self.require == SIGNED and self.is_signed(one, what))

    def is_signed(self, one: Approval, what: dict[str, Any]) -> bool:
        """Whether one of the keys signed exactly this."""
        from agentrein.signing import verifies

        return one.key in self.keys and verifies(one.key, one.signature, statement(one.id, what, one.expires))


def passed(given: object) -> Approving:
    """The option `approvals=` of a run; raises UsageError.

    `"unsigned"`, a function that is asked, `"signed"` for keys that a pinned file names, or public keys.
    """
    if given is None:
        return Approving()
    if callable(given):
        return Approving(UNSIGNED, callback=given, origin="approvals=")
    if isinstance(given, str) and given in {SIGNED, UNSIGNED}:
        return Approving(given, origin="approvals=")
    keys = (given,) if isinstance(given, str) else tuple(given) if isinstance(given, Iterable) else ()
    if not keys or not all(isinstance(one, str) for one in keys):
        now = 'approvals="unsigned", a function that is asked, or a list of public keys'
        raise UsageError(f"approvals={given!r} tells nobody how to approve", now=now)
    return Approving(SIGNED, _keys(keys), origin="approvals=")


def approving_of(own: Approving, configuration: Configuration) -> Approving:
    """How the approvals of a run are given, by what was passed to it and what files say; raises ConfigurationError."""
    sections = configuration.sections("approvals")
    deciding = [one for one in sections if one.pinned and {"require", "keys"} & set(one.values)]
    found = own
    if deciding:
        found = _of_section(deciding[0])
        for one in deciding[1:]:
            found = _narrowed(found, one)
        found = _tightened(found, own)
    for one in sections:
        if not one.pinned:
            found = _found(found, one)
    spans = [_seconds(one.values["expires"]) for one in sections if "expires" in one.values]
    waits = [_seconds(one.values["wait"]) for one in sections if "wait" in one.values]
    found = replace(found, expires=min(spans, default=HOUR), wait=next(iter(waits), 0.0))
    if found.require == SIGNED and not found.keys:
        raise UsageError(
            "approvals must be signed, and no key is named", where=found.origin, now="rein keys new PATH makes one"
        )
    return found


def _of_section(section: Section) -> Approving:
    given = section.values.get("keys", ())
    try:
        keys = _keys(given)
    except UsageError as error:
        raise section.mistake(error.what, "keys", now=error.now) from error
    require = section.values.get("require", SIGNED)
    if require == SIGNED and not keys:
        raise section.mistake(
            "approvals must be signed, and no key is named", "require", now='keys = ["ed25519:…"]; rein keys new PATH'
        )
    return Approving(require, keys, origin=section.at("require" if "require" in section.values else "keys"))


def _narrowed(so_far: Approving, section: Section) -> Approving:
    """What is pinned by a stronger file, and what one more of them asks for besides: signatures, by fewer keys."""
    if so_far.keys and section.values.get("require", SIGNED) == SIGNED and not section.values.get("keys"):
        return so_far if so_far.require == SIGNED else replace(so_far, require=SIGNED, origin=section.at("require"))
    one = _of_section(section)
    if UNSIGNED in {one.require, so_far.require}:
        return so_far if one.require == UNSIGNED else one
    keys = tuple(key for key in so_far.keys if key in one.keys)
    if not keys:
        raise section.mistake(
            f"none of these keys is one that {so_far.origin} names, so nobody could approve",
            "keys",
            now="name some of those: a second pinned file can only be stricter",
        )
    return so_far if keys == so_far.keys else replace(so_far, keys=keys, origin=one.origin)


def _tightened(pinned: Approving, own: Approving) -> Approving:
    """What is pinned, unless the run asks for signatures where the file would do without."""
    if pinned.require == UNSIGNED and own.require == SIGNED:
        return replace(own, keys=own.keys or pinned.keys)
    return replace(pinned, callback=own.callback if pinned.require == UNSIGNED else None)


def _found(so_far: Approving, section: Section) -> Approving:
    """What a file that was only found adds: it may ask for signatures, and never say whose."""
    if "keys" in section.values:
        raise _not_here(section, "keys")
    if section.values.get("require") == UNSIGNED:
        raise _not_here(section, "require")
    if section.values.get("require") != SIGNED or so_far.require == SIGNED:
        return so_far
    return replace(so_far, require=SIGNED if so_far.keys else "", callback=None, origin=section.at("require"))


def _not_here(section: Section, key: str) -> ConfigurationError:
    return section.mistake(
        f"approvals.{key} is only followed where a pinned file says it: anybody may have written this one",
        key,
        now=f"name the file: AGENTREIN_CONFIG={quote(str(section.file.path))}; or pass approvals= to the run",
    )


def _keys(given: Iterable[str]) -> tuple[str, ...]:
    from agentrein.signing import check_key

    return tuple(dict.fromkeys(map(check_key, given)))


def _seconds(given: float | str) -> float:
    """A length of time as the file says it, which the schema has checked."""
    found = re.fullmatch(r"(\d+)([smhd])", str(given), re.ASCII)
    return float(found[1]) * _UNITS[found[2]] if found else float(given)
