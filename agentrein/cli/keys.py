"""`rein keys`: the keys of people who approve; the private one never leaves the file that they name."""

from __future__ import annotations

import json
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from agentrein.approvals import digest_of, is_bound, number_of, statement
from agentrein.cli.approvals import page_of_bound
from agentrein.cli.complete import files
from agentrein.cli.screen import words
from agentrein.cli.session import Session, pass_session, shared
from agentrein.errors import UsageError
from agentrein.ledger import codec
from agentrein.signing import new_key, public_key, sign


@click.command("keys", short_help="Make a key for signed approvals, show it, or sign with it.")
@click.argument("what", metavar="WHAT", type=click.Choice(["new", "show", "sign"]))
@click.argument("path", metavar="PATH", shell_complete=files)
@shared
@pass_session
def command(session: Session, what: str, path: str) -> int:
    """Make a private key in the file PATH, which only its owner can read; show its public half; or sign with it.

    WHAT is new, show or sign. `new` and `show` print the public key, which the configuration of the agent pins. `sign`
    reads what `rein approvals ID --json` printed on the agent's machine, shows it, and prints the signature for `rein
    approve`.
    """
    place = Path(path).expanduser()
    if what == "sign":
        return _sign(session, place)
    public = new_key(place) if what == "new" else public_key(place)
    if session.as_json:
        session.json({"public": public, "path": str(place)})
        return 0
    session.out.print([words(public)])
    if what == "new":
        told = f"The private key is in {place}: keep it where the agent cannot read it."
        pin = f'[approvals]\nrequire = "signed"\nkeys = ["{public}"]'
        session.err.print([words(told), words("Pin the public one in agentrein.toml of the agent's machine:")])
        session.err.print([words(f"  {line}") for line in pin.splitlines()])
    return 0


def _sign(session: Session, path: Path) -> int:
    asked = _read()
    try:
        id_, expires, what = _id_of(asked["id"]), _time_of(asked["expires"]), codec.loads(asked["bound"])
        made = statement(id_, what, expires)
        fits = made.decode("ascii") == asked["statement"] and is_bound(what)
    except (AttributeError, KeyError, TypeError, ValueError):
        fits = False
    if not fits:
        raise UsageError(
            "this is not what `rein approvals ID --json` prints", now="rein approvals ID --json | rein keys sign PATH"
        )
    session.err.print([words(f"Signing {id_} of run {what['run']}: {what['operation']}")])
    session.err.print(page_of_bound(session.err, what, expires))
    public, signature = sign(path, made)
    if session.as_json:
        session.json({"id": id_, "public": public, "signature": signature, "digest": digest_of(what)})
    else:
        session.out.print([words(f"rein approve {id_} --by-key {public} --signature {signature}")])
    return 0


def _id_of(given: str) -> str:
    """An id as it is printed into the line that a shell runs; raises ValueError for what is none."""
    number = number_of(given)
    if number is None or given != f"A-{number}":
        raise ValueError(given)
    return f"A-{number}"


def _time_of(given: str) -> str:
    """A time as the ledger writes it; raises ValueError for what is none."""
    if datetime.fromisoformat(given).tzinfo is None:
        raise ValueError(given)
    return given


def _read() -> dict[str, Any]:
    """The one request that stands on stdin."""
    try:
        given = json.load(sys.stdin)
        (one,) = given if isinstance(given, list) else [given]
        found: dict[str, Any] = dict(one)
    except (ValueError, TypeError) as error:
        raise UsageError(
            "stdin holds no single request", now="rein approvals ID --json | rein keys sign PATH"
        ) from error
    return found
