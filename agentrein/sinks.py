"""The sinks of `[alerts]`: whom an alert is sent to, each by a command, a webhook, or a function."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from agentrein.configuration import Section, read

if TYPE_CHECKING:
    from agentrein.report import Report

KINDS = ("command", "webhook", "webhook_from", "call")
PATIENCE = 10.0
"""Seconds that a sink has unless its `timeout` says otherwise."""

MOST = 300.0
"""Seconds that a `timeout` may say: the end of a run waits for it."""

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


@dataclass(frozen=True, slots=True)
class Sink:
    """One of them: `send` takes the alert as JSON and the report, and raises whatever keeps it from arriving."""

    name: str
    kind: str
    timeout: float
    send: Callable[[bytes, Report], None]
    needs: tuple[str, ...] = ()
    """The environment variables without which it cannot send."""
    program: str = ""
    """What a command starts."""


def configured() -> tuple[Sink, ...]:
    """The sinks of all files, the strongest file's where two have one name; raises ConfigurationError."""
    found: dict[str, Sink] = {}
    for section in read().sections("alerts"):
        for name, told in section.values.items():
            found.setdefault(name, _sink(section, name, told))
    return tuple(found.values())


def _sink(section: Section, name: str, told: Mapping[str, Any]) -> Sink:
    kinds = [kind for kind in KINDS if kind in told]
    if len(kinds) != 1:
        has = " and ".join(kinds) or "none of them"
        raise section.mistake(
            f"the sink {name!r} needs exactly one of {', '.join(KINDS)}, and has {has}",
            name,
            now=f'[alerts.{name}]\ncommand = ["notify", "--urgent"]',
        )
    (kind,) = kinds
    _check_header(section, name, told, kind)
    if kind == "webhook":
        _check_url(section, name, told["webhook"])
    timeout = _timeout(section, name, told)
    return Sink(name, kind, timeout, _sender(kind, told, timeout), _needed(told), _program(told))


def _sender(kind: str, told: Mapping[str, Any], timeout: float) -> Callable[[bytes, Report], None]:
    """What sends; imported when it is needed, for no run that ends well needs it."""

    def send(data: bytes, report: Report) -> None:
        from agentrein import sink_kinds

        if kind == "command":
            sink_kinds.command(told["command"], data, timeout)
        elif kind == "call":
            sink_kinds.call(told["call"], report)
        else:
            header = (told["header"], told["header_from"]) if "header" in told else None
            address = sink_kinds.variable(told["webhook_from"]) if kind == "webhook_from" else told["webhook"]
            sink_kinds.webhook(address, data, header, timeout)

    return send


def _needed(told: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(told[key] for key in ("webhook_from", "header_from") if key in told)


def _program(told: Mapping[str, Any]) -> str:
    return str(told["command"][0]) if "command" in told else ""


def _check_header(section: Section, name: str, told: Mapping[str, Any], kind: str) -> None:
    for one, other in (("header", "header_from"), ("header_from", "header")):
        if one in told and (other not in told or not kind.startswith("webhook")):
            raise section.mistake(
                f"the sink {name!r} has {one}, which only goes with {other} and a webhook",
                name,
                one,
                now='header = "Authorization"\nheader_from = "ALERT_TOKEN"',
            )


def _check_url(section: Section, name: str, url: str) -> None:
    problem = problem_of(url)
    if problem:
        raise section.mistake(
            f"the webhook of the sink {name!r} {problem}",
            name,
            "webhook",
            now='webhook = "https://alerts.example.com/agents", or webhook_from = "ALERT_URL" for one that is secret',
        )


def problem_of(url: str) -> str:
    """What is wrong with the address of a webhook, without repeating it; empty if nothing is."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return "is no address"
    if parts.scheme not in {"http", "https"} or not host:
        return "is no address"
    if parts.username or parts.password:
        return "holds a name or a password, which belong in a header"
    if parts.scheme == "http" and not _is_here(host):
        return "is not encrypted: it must begin with https://"
    return ""


def _is_here(host: str) -> bool:
    if host == "localhost":
        return True
    with suppress(ValueError):
        return ipaddress.ip_address(host).is_loopback
    return False


def _timeout(section: Section, name: str, told: Mapping[str, Any]) -> float:
    given = told.get("timeout", PATIENCE)
    seconds = float(given) if isinstance(given, int | float) else float(int(given[:-1]) * _UNITS[given[-1]])
    if not 0 < seconds <= MOST:
        raise section.mistake(
            f"the sink {name!r} cannot have {given!r} as its timeout",
            name,
            "timeout",
            now=f"a time above 0 and up to {MOST:g} seconds: the end of a run waits for it",
        )
    return seconds
