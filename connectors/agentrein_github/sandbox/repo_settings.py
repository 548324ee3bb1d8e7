"""Topics of a repository, and what Dependabot does for it.

https://docs.github.com/rest/repos/repos
"""

from __future__ import annotations

import re

from agentrein.testing import Answer, Routes
from agentrein_github.sandbox.ask import DOCS, REPO, Ask, fail, malformed, not_found

routes = Routes()
_DOCS = f"{DOCS}/repos/repos"
_TOPIC = re.compile(r"[a-z0-9][a-z0-9-]{0,49}")
_MOST_TOPICS = 20
_FIXES = "dependabot_security_updates"


@routes.on(f"GET {REPO}/topics")
def get_topics(ask: Ask) -> Answer:
    """The topics.

    https://docs.github.com/rest/repos/repos#get-all-repository-topics
    """
    return Answer(200, {"names": ask.repo.topics})


@routes.on(f"PUT {REPO}/topics")
def replace_topics(ask: Ask) -> Answer:
    """Replace all topics; they are kept in lower case.

    https://docs.github.com/rest/repos/repos#replace-all-repository-topics
    """
    ask.require("admin")
    names = ask.fields.get("names")
    if not isinstance(names, list) or not all(isinstance(one, str) for one in names):
        raise malformed('"names" wasn\'t supplied.', _DOCS)
    lower = list(dict.fromkeys(one.lower() for one in names))
    if len(lower) > _MOST_TOPICS or not all(map(_TOPIC.fullmatch, lower)):
        raise fail(422, "Validation Failed", _DOCS)
    ask.repo.topics = lower
    return get_topics(ask)


def _switch(ask: Ask, *, on: bool) -> Answer:
    ask.require("admin")
    ask.repo.vulnerability_alerts = on
    return Answer(204)


@routes.on(f"GET {REPO}/vulnerability-alerts")
def has_alerts(ask: Ask) -> Answer:
    """204 if alerts are on, else 404; 404 too for who is no administrator.

    https://docs.github.com/rest/repos/repos#check-if-vulnerability-alerts-are-enabled-for-a-repository
    """
    ask.require("admin")
    if not ask.repo.vulnerability_alerts:
        raise not_found(f"{_DOCS}#check-if-vulnerability-alerts-are-enabled-for-a-repository")
    return Answer(204)


@routes.on(f"PUT {REPO}/vulnerability-alerts")
def enable_alerts(ask: Ask) -> Answer:
    """Switch alerts on.

    https://docs.github.com/rest/repos/repos#enable-vulnerability-alerts
    """
    return _switch(ask, on=True)


@routes.on(f"DELETE {REPO}/vulnerability-alerts")
def disable_alerts(ask: Ask) -> Answer:
    """Switch alerts off.

    https://docs.github.com/rest/repos/repos#disable-vulnerability-alerts
    """
    return _switch(ask, on=False)


@routes.on(f"GET {REPO}/automated-security-fixes")
def has_fixes(ask: Ask) -> Answer:
    """Whether Dependabot opens pull requests; 404 where it never did.

    https://docs.github.com/rest/repos/repos#check-if-dependabot-security-updates-are-enabled-for-a-repository
    """
    ask.require("admin")
    if not ask.repo.vulnerability_alerts:
        raise not_found(f"{_DOCS}#check-if-dependabot-security-updates-are-enabled-for-a-repository")
    return Answer(200, {"enabled": _FIXES in ask.repo.security, "paused": False})


@routes.on(f"PUT {REPO}/automated-security-fixes")
def enable_fixes(ask: Ask) -> Answer:
    """Let Dependabot open pull requests; 422 without alerts.

    https://docs.github.com/rest/repos/repos#enable-dependabot-security-updates
    """
    ask.require("admin")
    if not ask.repo.vulnerability_alerts:
        raise fail(422, "Vulnerability alerts must be enabled to enable automated security fixes.", _DOCS)
    ask.repo.security.add(_FIXES)
    return Answer(204)


@routes.on(f"DELETE {REPO}/automated-security-fixes")
def disable_fixes(ask: Ask) -> Answer:
    """Let Dependabot open none.

    https://docs.github.com/rest/repos/repos#disable-dependabot-security-updates
    """
    ask.require("admin")
    ask.repo.security.discard(_FIXES)
    return Answer(204)
