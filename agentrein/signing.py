"""Signatures under approvals: Ed25519, keys as short texts, private keys in files that only their owner can read.

The package `cryptography` does the work; it is imported when a signature is made or checked.
"""

from __future__ import annotations

import binascii
import os
import stat
from base64 import urlsafe_b64decode, urlsafe_b64encode
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from agentrein.errors import UsageError

if TYPE_CHECKING:
    from types import ModuleType

    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

KIND = "ed25519:"
_RAW_KEY = 32


def check_key(text: str) -> str:
    """A public key in its one spelling; raises UsageError for what is none."""
    raw = _raw(text)
    if len(raw) != _RAW_KEY:
        raise UsageError(f"{text[:60]!r} is no public key", now=f"a key reads {KIND}…, as `rein keys new` prints it")
    return KIND + _text(raw)


def verifies(key: str, signature: str, signed: bytes) -> bool:
    """Whether a signature was made with the private half of a public key; raises UsageError without cryptography."""
    ed25519 = _ed25519()
    from cryptography.exceptions import InvalidSignature

    try:
        ed25519.Ed25519PublicKey.from_public_bytes(_raw(key)).verify(_raw(signature), signed)
    except (InvalidSignature, ValueError):
        return False
    return True


def new_key(path: Path) -> str:
    """Write a new private key to a file that only its owner can read, and give the public one.

    Raises UsageError where something stands there already: an overwritten key cannot be had again.
    """
    key: Ed25519PrivateKey = _ed25519().Ed25519PrivateKey.generate()
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise UsageError(
            f"the key cannot be written: {error.strerror}",
            where=str(path),
            now="name a file that is not there yet, in a folder that is",
        ) from error
    with os.fdopen(descriptor, "wb") as file:
        file.write(pem)
        file.flush()
        os.fsync(file.fileno())
    return _public(key)


def public_key(path: Path) -> str:
    """The public half of a private key in a file; raises UsageError."""
    return _public(_read(path))


def sign(path: Path, signed: bytes) -> tuple[str, str]:
    """The public key of a private one in a file, and its signature; raises UsageError."""
    key = _read(path)
    return _public(key), KIND + _text(key.sign(signed))


def _read(path: Path) -> Ed25519PrivateKey:
    """A private key from its file, which nobody else may read: whoever can read it can approve."""
    ed25519 = _ed25519()
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        mode, pem = path.stat().st_mode, path.read_bytes()
    except OSError as error:
        raise UsageError(
            f"the key cannot be read: {error.strerror}",
            where=str(path),
            now=f"make one: rein keys new {quote(str(path))}",
        ) from error
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise UsageError("others can read this private key", where=str(path), now=f"chmod 600 {quote(str(path))}")
    try:
        key: object = load_pem_private_key(pem, None)
    except (ValueError, TypeError) as error:
        raise UsageError(
            "this is no private key without a passphrase",
            where=str(path),
            now=f"make one: rein keys new {quote(str(path))}",
        ) from error
    if not isinstance(key, ed25519.Ed25519PrivateKey):
        raise UsageError("this private key is not of the kind Ed25519", where=str(path), now="rein keys new PATH")
    found: Ed25519PrivateKey = key
    return found


def _ed25519() -> ModuleType:
    try:
        from cryptography.hazmat.primitives.asymmetric import ed25519
    except ImportError as error:
        from agentrein.installed import install_line

        raise UsageError("signed approvals need the package cryptography", now=install_line("signed")) from error
    return ed25519


def _public(key: Ed25519PrivateKey) -> str:
    return KIND + _text(key.public_key().public_bytes_raw())


def _text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).decode("ascii").rstrip("=")


def _raw(text: str) -> bytes:
    """The bytes of a key or a signature; empty for what is neither."""
    body = text.strip().removeprefix(KIND)
    try:
        return urlsafe_b64decode(body + "=" * (-len(body) % 4)) if text.strip().startswith(KIND) else b""
    except (ValueError, binascii.Error):
        return b""
