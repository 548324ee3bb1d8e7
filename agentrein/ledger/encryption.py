"""Encryption of payloads: what a ledger, its WAL and its backups hold of them is worth nothing without the key.

A sealed payload stands where the plain one would, as JSON with one key that no payload has:

    {"$sealed":["A256GCM","<id of the key>","<nonce, base64>","<AES-256-GCM, base64>"]}

Each entry has a key of its own, made of the encryption key and of what the entry is (run, n, seq, kind), which is also
its associated data: a payload that was moved to another entry does not open. The hash chain covers the sealed text, so
verifying needs no key, and pruning changes nothing. `docs/retention.md` has all of it.
"""

from __future__ import annotations

import hmac
import json
import os
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from typing import Any

from agentrein.errors import ChainBroken, EncryptionError, ReinError

VARIABLE, COMMAND = "AGENTREIN_KEY", "AGENTREIN_KEY_COMMAND"
PATIENCE = 60.0
"""Seconds that the command which prints the keys may take."""

UNREADABLE = "(encrypted)"
"""What is shown for a text of a summary whose key is not at hand."""

_SIZE, _ID = 32, 16
_BEGINS = '{"$sealed":["A256GCM","'
_MAKE = "openssl rand -base64 32"

Place = tuple[str, int, int | None, str]
"""What an entry is: run, n, seq, kind."""


@dataclass(frozen=True, slots=True)
class Keyring:
    """The encryption keys of this process by their ids: the first one writes, all of them read."""

    keys: Mapping[str, bytes] = field(repr=False)

    @property
    def writes(self) -> str:
        """The id of the key that writes."""
        return next(iter(self.keys))

    def seal(self, text: str, place: Place) -> str:
        """A payload's text, sealed for one entry."""
        nonce = os.urandom(12)
        key = _entry_key(self.keys[self.writes], place)
        sealed = _cipher(key).encrypt(nonce, text.encode("ascii"), _context(place))
        return f'{_BEGINS}{self.writes}","{_base64(nonce)}","{_base64(sealed)}"]}}'

    def key_of(self, text: str, place: Place) -> bytes:
        """The key that opens this one entry and no other; raises EncryptionError where it is not at hand."""
        wanted = sealed_with(text)
        if wanted is None or wanted not in self.keys:
            raise lacking([wanted or "?"], self)
        return _entry_key(self.keys[wanted], place)


def keyring() -> Keyring | None:
    """The keys that the environment or the configuration gives, None if neither speaks of any.

    `AGENTREIN_KEY` goes before `AGENTREIN_KEY_COMMAND`, that before `[encryption] command = [...]`. Raises
    EncryptionError, or ConfigurationError, where what they name is no key or cannot be had.
    """
    if os.environ.get(VARIABLE, "").strip():
        return _parsed(os.environ[VARIABLE], VARIABLE)
    if os.environ.get(COMMAND, "").strip():
        import shlex

        return _printed(tuple(shlex.split(os.environ[COMMAND])), COMMAND)
    from agentrein.configuration import read

    for section in read().sections("encryption"):
        if section.values.get("command"):
            return _printed(tuple(section.values["command"]), section.at("command"))
    return None


def sealed_with(text: str) -> str | None:
    """The id of the key that a payload is sealed with, None for a plain one."""
    return text[len(_BEGINS) : len(_BEGINS) + _ID] if text.startswith(_BEGINS) else None


def opened_with(key: bytes, text: str, place: Place) -> str:
    """The plain text of a payload, by the key of its entry alone; raises ChainBroken where it does not open."""
    from cryptography.exceptions import InvalidTag

    try:
        _, _, nonce, sealed = json.loads(text)["$sealed"]
        plain: bytes = _cipher(key).decrypt(b64decode(nonce), b64decode(sealed), _context(place))
        return plain.decode("ascii")
    except (InvalidTag, ValueError, KeyError, TypeError) as error:
        raise ChainBroken(
            f"entry {place[1]} of run {place[0]} does not fit: its payload does not open with its own key",
            now="it was changed, or moved here from another entry: compare the record with a backup",
        ) from error


class Opener:
    """Reads payloads that may be sealed; looks for the keys once, when the first one is."""

    def __init__(self) -> None:
        self._ring: Keyring | None = None

    def opened(self, text: str, place: Place) -> str:
        """The plain text; raises EncryptionError without its key, ChainBroken where it does not open with it."""
        wanted = sealed_with(text)
        if wanted is None:
            return text
        self._ring = self._ring or keyring()
        if self._ring is None:
            raise lacking([wanted], None)
        return opened_with(self._ring.key_of(text, place), text, place)

    def readable(self, text: str | None, place: Place) -> str | None:
        """A text of a summary as far as it can be read: it must not cost the summary that its key is not at hand."""
        if text is None or sealed_with(text) is None:
            return text
        try:
            return str(json.loads(self.opened(text, place)))
        except ReinError:
            return UNREADABLE


def lacking(wanted: Iterable[str], ring: Keyring | None) -> EncryptionError:
    """The error for payloads whose keys are not among those that were given."""
    ids = sorted(set(wanted))
    has = "none is given" if ring is None else f"given: {', '.join(ring.keys)}"
    return EncryptionError(
        f"the ledger's payloads are encrypted with {'key' if len(ids) == 1 else 'keys'} {', '.join(ids)}; {has}",
        now=f"give all of them, the newest first: by {VARIABLE}, {COMMAND}, or [encryption] command = [...]",
    )


def _entry_key(key: bytes, place: Place) -> bytes:
    """HKDF-Expand (RFC 5869) of SHA-256, one block: a key for this entry alone."""
    return hmac.digest(key, b"agentrein payload\0" + _context(place) + b"\x01", "sha256")


def _context(place: Place) -> bytes:
    return json.dumps(place, separators=(",", ":")).encode("ascii")


def _cipher(key: bytes) -> Any:
    try:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    except ImportError as error:
        raise EncryptionError(
            "encrypted payloads need the package cryptography, which is not installed",
            now='install it: pip install "agentrein[encrypted]"',
        ) from error
    return AESGCM(key)


def _base64(content: bytes) -> str:
    return b64encode(content).decode("ascii")


# --- where keys come from


@lru_cache(maxsize=8)
def _parsed(text: str, where: str) -> Keyring:
    """The keys of a text, apart by spaces, lines or commas; nothing of them is ever repeated in an error."""
    found = [_key(one, number, where) for number, one in enumerate(text.replace(",", " ").split(), 1)]
    if not found:
        raise EncryptionError("no encryption key was given", where=where, now=f"make one: {_MAKE}")
    _cipher(found[0])  # say at once that the package is missing
    return Keyring({sha256(b"agentrein encryption key\0" + key).hexdigest()[:_ID]: key for key in found})


def _key(text: str, number: int, where: str) -> bytes:
    """One key; either alphabet of base64, with padding or without."""
    plain = text.translate(str.maketrans("-_", "+/")).rstrip("=")
    try:
        key = b64decode(plain + "=" * (-len(plain) % 4), validate=True)
    except ValueError:
        key = b""
    if len(key) != _SIZE or len(set(key)) < _SIZE // 2:  # of random bytes so few differ once in 10^12
        what = f"is not the base64 of {_SIZE} bytes" if len(key) != _SIZE else "is not random"
        raise EncryptionError(f"encryption key {number} {what}", where=where, now=f"make one: {_MAKE}")
    return key


@lru_cache(maxsize=8)
def _printed(command: tuple[str, ...], where: str) -> Keyring:
    """The keys that a command prints; what it says on stderr goes to ours, and nothing that it prints into an error."""
    import subprocess

    if not command:
        raise EncryptionError("the command that prints the encryption keys is empty", where=where)
    try:
        done = subprocess.run(  # noqa: S603 - the person who configured it said so
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired as error:
        raise _no_command(command, f"took longer than {PATIENCE:g} s", where) from error
    except OSError as error:
        raise _no_command(command, f"cannot be started: {error.strerror}", where) from error
    if done.returncode:
        raise _no_command(command, f"ended with exit code {done.returncode}", where)
    try:
        return _parsed(done.stdout.decode("ascii"), where)
    except UnicodeDecodeError:
        raise _no_command(command, "printed no base64", where) from None


def _no_command(command: tuple[str, ...], what: str, where: str) -> EncryptionError:
    return EncryptionError(
        f"the command that prints the encryption keys, {command[0]}, {what}",
        where=where,
        now="run it by hand; it must print the keys, base64 of 32 bytes each, the one that writes first",
    )
