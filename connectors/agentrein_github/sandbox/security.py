"""Dependabot alerts, and advisories of a repository.

https://docs.github.com/rest/dependabot/alerts
"""

from __future__ import annotations

from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox import shapes
from agentrein_github.sandbox.ask import DOCS, REPO, Ask, fail, malformed, not_found
from agentrein_github.sandbox.security_world import ALPHABET, Advisory, Alert

routes = Routes()
_ALERTS, _ADVISORIES = f"{REPO}/dependabot/alerts", f"{REPO}/security-advisories"
_ALERT_DOCS, _DOCS = f"{DOCS}/dependabot/alerts", f"{DOCS}/security-advisories/repository-advisories"
_REASONS = ("fix_started", "inaccurate", "no_bandwidth", "not_used", "tolerable_risk")
_DISMISSAL = ("state", "dismissed_reason", "dismissed_comment")
_TEXTS = ("summary", "description", "severity", "cve_id", "cvss_vector_string")
_LISTS = ("vulnerabilities", "cwe_ids", "credits")
_STATES = ("published", "closed", "draft")


# Alerts


def _alert(ask: Ask, number: str) -> Alert:
    ask.require("push")
    found = ask.repo.alerts.get(int(number)) if number.isdecimal() else None
    if found is None:
        raise not_found(f"{_ALERT_DOCS}#get-a-dependabot-alert")
    return found


def _alert_json(ask: Ask, alert: Alert) -> dict[str, Any]:
    here = f"{shapes.repo_url(ask.url, ask.repo)}/dependabot/alerts/{alert.number}"
    package = {"ecosystem": "pip", "name": alert.package}
    return {
        "number": alert.number,
        "state": alert.state,
        "dependency": {"package": package, "manifest_path": "requirements.txt", "scope": "runtime"},
        "security_advisory": {"ghsa_id": alert.ghsa_id, "cve_id": None, "summary": f"Unsafe {alert.package}"},
        "security_vulnerability": {"package": package, "severity": "high", "vulnerable_version_range": "< 2.0"},
        "url": here,
        "html_url": f"{shapes.SITE}/{ask.repo.full_name}/security/dependabot/{alert.number}",
        "created_at": alert.created_at,
        "updated_at": alert.updated_at,
        "dismissed_at": alert.dismissed_at,
        "dismissed_by": alert.dismissed_by and shapes.user_json(ask.url, alert.dismissed_by),
        "dismissed_reason": alert.reason,
        "dismissed_comment": alert.comment,
        "fixed_at": alert.updated_at if alert.state == "fixed" else None,
        "auto_dismissed_at": alert.updated_at if alert.state == "auto_dismissed" else None,
    }


@routes.on(f"GET {_ALERTS}")
def list_alerts(ask: Ask) -> Answer:
    """The alerts.

    https://docs.github.com/rest/dependabot/alerts#list-dependabot-alerts-for-a-repository
    """
    ask.require("push")
    return ask.page(list(ask.repo.alerts.values()), lambda one: _alert_json(ask, one))


@routes.on(f"GET {_ALERTS}/{{number}}")
def get_alert(ask: Ask, number: str) -> Answer:
    """One alert.

    https://docs.github.com/rest/dependabot/alerts#get-a-dependabot-alert
    """
    return Answer(200, _alert_json(ask, _alert(ask, number)))


@routes.on(f"PATCH {_ALERTS}/{{number}}")
def edit_alert(ask: Ask, number: str) -> Answer:
    """Dismiss an alert, or open it again.

    https://docs.github.com/rest/dependabot/alerts#update-a-dependabot-alert
    """
    alert, docs = _alert(ask, number), f"{_ALERT_DOCS}#update-a-dependabot-alert"
    if not set(ask.fields) <= set(_DISMISSAL) or None in ask.fields.values():
        raise malformed("A field is unknown, or null.", docs)
    state, reason = ask.text("state", docs, needed=True) or "", ask.text("dismissed_reason", docs)
    if state not in {"open", "dismissed"} or (state == "dismissed" and reason not in _REASONS):
        raise malformed("The state, or the reason, is none that can be set.", docs)
    if alert.state not in {"open", "dismissed"}:
        raise fail(422, "The alert cannot be changed in its state.", docs)
    comment = ask.text("dismissed_comment", docs)
    alert.set(state, reason, comment or None, ask.me, ask.world.now())
    return get_alert(ask, number)


# Advisories


def _advisory(ask: Ask, ghsa_id: str) -> Advisory:
    ask.require("admin")
    if ghsa_id not in ask.repo.advisories:
        raise not_found(f"{_DOCS}#get-a-repository-security-advisory")
    return ask.repo.advisories[ghsa_id]


def _advisory_json(ask: Ask, one: Advisory) -> dict[str, Any]:
    here = f"{shapes.repo_url(ask.url, ask.repo)}/security-advisories/{one.ghsa_id}"
    vector = one.fields.get("cvss_vector_string")
    dates = {"published_at": one.updated_at if one.state == "published" else None, "withdrawn_at": None}
    return {
        "ghsa_id": one.ghsa_id,
        "url": here,
        "html_url": f"{shapes.SITE}/{ask.repo.full_name}/security/advisories/{one.ghsa_id}",
        **{name: one.fields.get(name) for name in _TEXTS if name != "cvss_vector_string"},
        **{name: one.fields.get(name) or [] for name in _LISTS},
        "cvss": {"vector_string": vector, "score": None},
        "author": shapes.user_json(ask.url, one.author),
        "publisher": None,
        "identifiers": [{"type": "GHSA", "value": one.ghsa_id}],
        "state": one.state,
        "created_at": one.created_at,
        "updated_at": one.updated_at,
        "closed_at": one.updated_at if one.state == "closed" else None,
        **dates,
        "submission": None,
        "private_fork": None,
    }


def _said(ask: Ask, docs: str, *, needed: tuple[str, ...] = ()) -> dict[str, Any]:
    said = {name: ask.text(name, docs, needed=name in needed) for name in _TEXTS if name in {*ask.fields, *needed}}
    if said.get("severity") and said.get("cvss_vector_string"):
        raise malformed("Give severity or cvss_vector_string, not both.", docs)
    return said | {name: ask.fields[name] for name in _LISTS if name in ask.fields}


@routes.on(f"GET {_ADVISORIES}")
def list_advisories(ask: Ask) -> Answer:
    """The advisories, newest first.

    https://docs.github.com/rest/security-advisories/repository-advisories#list-repository-security-advisories
    """
    return ask.page(list(reversed(ask.repo.advisories.values())), lambda one: _advisory_json(ask, one))


@routes.on(f"POST {_ADVISORIES}")
def create_advisory(ask: Ask) -> Answer:
    """Draft an advisory.

    https://docs.github.com/rest/security-advisories/repository-advisories#create-a-repository-security-advisory
    """
    ask.require("admin")
    said = _said(ask, f"{_DOCS}#create-a-repository-security-advisory", needed=("summary", "description"))
    number, size = ask.world.new_id(), len(ALPHABET)
    tail = "".join(ALPHABET[number // size**power % size] for power in (3, 2, 1, 0))
    now = ask.world.now()
    one = Advisory(f"GHSA-2222-2222-{tail}", ask.me, now, now, fields=said)
    ask.repo.advisories[one.ghsa_id] = one
    return Answer(201, _advisory_json(ask, one))


@routes.on(f"GET {_ADVISORIES}/{{ghsa_id}}")
def get_advisory(ask: Ask, ghsa_id: str) -> Answer:
    """One advisory.

    https://docs.github.com/rest/security-advisories/repository-advisories#get-a-repository-security-advisory
    """
    return Answer(200, _advisory_json(ask, _advisory(ask, ghsa_id)))


@routes.on(f"PATCH {_ADVISORIES}/{{ghsa_id}}")
def edit_advisory(ask: Ask, ghsa_id: str) -> Answer:
    """Change, publish or close an advisory.

    https://docs.github.com/rest/security-advisories/repository-advisories#update-a-repository-security-advisory
    """
    one, docs = _advisory(ask, ghsa_id), f"{_DOCS}#update-a-repository-security-advisory"
    said, state = _said(ask, docs), ask.text("state", docs) or one.state
    if state not in _STATES or (one.state == "published" and state != "published"):
        raise malformed("The state cannot be set.", docs)
    one.fields |= said
    one.state, one.updated_at = state, ask.world.now()
    return get_advisory(ask, ghsa_id)
