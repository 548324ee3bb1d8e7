"""Vacation, IMAP, POP, language, forwarding: https://developers.google.com/workspace/gmail/api/guides/settings_guide."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from agentrein.testing import Answer
from agentrein_google.gmail.sandbox.ask import BASIC, SETTINGS, SHARING, Ask, Methods, invalid

methods = Methods()

START: dict[str, dict[str, Any]] = {
    "vacation": {"enableAutoReply": False, "restrictToContacts": False, "restrictToDomain": False},
    "imap": {"enabled": True, "autoExpunge": True, "expungeBehavior": "archive", "maxFolderSize": 0},
    "pop": {"accessWindow": "disabled", "disposition": "leaveInInbox"},
    "language": {"displayLanguage": "en"},
    "autoForwarding": {"enabled": False},
}
VARIANTS = {"pt": "pt-PT", "zh": "zh-CN"}
"""Languages in the place of which Gmail stores a variant of them."""

LANGUAGES = frozenset({"en", "en-GB", "de", "fr", "ja", *VARIANTS.values()})
_SCRIPT = re.compile(r"<script.*?</script>|\son\w+=\"[^\"]*\"", re.IGNORECASE | re.DOTALL)


def sanitized(html: str) -> str:
    """Markup without what runs."""
    return _SCRIPT.sub("", html)


def _vacation(ask: Ask) -> dict[str, Any]:
    body = ask.body
    kept = {name: bool(body.get(name)) for name in START["vacation"]}
    texts = {name: str(body[name]) for name in ("responseSubject", "responseBodyPlainText") if body.get(name)}
    if body.get("responseBodyHtml"):
        texts["responseBodyHtml"] = sanitized(str(body["responseBodyHtml"]))
    times = {name: str(body[name]) for name in ("startTime", "endTime") if body.get(name)}
    if kept["enableAutoReply"] and not texts:
        raise invalid("Either the response subject or the response body must be nonempty")
    if len(times) == 2 and int(times["startTime"]) >= int(times["endTime"]):
        raise invalid("startTime must precede endTime")
    return {**kept, **texts, **times}


def _imap(ask: Ask) -> dict[str, Any]:
    size = int(ask.body.get("maxFolderSize") or 0)
    if size not in {0, 1000, 2000, 5000, 10000}:
        raise invalid("Invalid maxFolderSize")
    behavior = ask.body.get("expungeBehavior") or "archive"
    if behavior not in {"archive", "trash", "deleteForever"}:
        raise invalid("Invalid expungeBehavior")
    switches = {name: bool(ask.body.get(name)) for name in ("enabled", "autoExpunge")}
    return {**switches, "expungeBehavior": behavior, "maxFolderSize": size}


def _pop(ask: Ask) -> dict[str, Any]:
    window, left = ask.body.get("accessWindow"), ask.body.get("disposition") or "leaveInInbox"
    if window not in {"disabled", "fromNowOn", "allMail"} or left not in _DISPOSITIONS:
        raise invalid("Invalid POP settings")
    return {"accessWindow": window, "disposition": left}


_DISPOSITIONS = frozenset({"leaveInInbox", "archive", "trash", "markRead"})


def _language(ask: Ask) -> dict[str, Any]:
    asked = str(ask.body.get("displayLanguage"))
    stored = VARIANTS.get(asked, asked)
    if stored not in LANGUAGES:
        raise invalid("Invalid display language")
    return {"displayLanguage": stored}


def _forwarding(ask: Ask) -> dict[str, Any]:
    if not ask.body.get("enabled"):
        return {"enabled": False}
    address, left = ask.body.get("emailAddress"), ask.body.get("disposition")
    if ask.world.forwarding.get(str(address), {}).get("verificationStatus") != "accepted" or left not in _DISPOSITIONS:
        raise invalid("Unrecognized forwarding address")
    return {"enabled": True, "emailAddress": address, "disposition": left}


def _setting(name: str, write: str, stored: Callable[[Ask], dict[str, Any]]) -> None:
    """The routes that show a setting and that replace it as a whole."""

    @methods.granted(f"GET /settings/{name}", *SETTINGS)
    def get(ask: Ask) -> Answer:
        return Answer(200, dict(ask.world.settings[name]))

    @methods.granted(f"PUT /settings/{name}", write)
    def put(ask: Ask) -> Answer:
        ask.world.settings[name] = stored(ask)
        return Answer(200, dict(ask.world.settings[name]))


_setting("vacation", BASIC, _vacation)
_setting("imap", BASIC, _imap)
_setting("pop", BASIC, _pop)
_setting("language", BASIC, _language)
_setting("autoForwarding", SHARING, _forwarding)


def at_start() -> dict[str, dict[str, Any]]:
    """The settings of a new mailbox."""
    return {name: dict(fields) for name, fields in START.items()}


def told(fields: Mapping[str, Any]) -> dict[str, Any]:
    """A setting as state."""
    return dict(fields)
