"""What a text that others wrote shows as a credential, taken out of it in a number of steps that its length bounds.

Every pattern begins at a word that can be found without looking back, and either reads on for so many characters at
most or takes what it reads: a text of another's, however long or odd, costs no more than reading it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

MASK = "(secret, not recorded)"
"""What stands where a secret stood."""

LONGEST_REASON = 2000
"""Characters of a vendor's reason that are kept."""

WORDS = (
    r"token|secret|passw(?:or)?d|passphrase|pwd|api[_ -]?key|(?:access|private|license|encryption)[_ -]?key"
    r"|credentials?|authorization|cookie|signature|encrypted[_-]value|cvc|cvv"
)
"""What the name of a credential holds, as a pattern in which case does not matter."""

_HINTS = (
    "cvc",
    "cvv",
    "token",
    "secret",
    "pass",
    "pwd",
    "key",
    "credential",
    "authorization",
    "cookie",
    "signature",
    "encrypted",
)

_VALUE = r"[^\s\"'&,;)}\]]"
_NO_MASK = r"(?!\(secret)"
_NO_QUOTE = r"(?!\\?[\"'])"
_QUOTED = rf"\\?(?:\"{_NO_MASK}[^\"\n]++|'{_NO_MASK}[^'\n]++)"
_TELLS_APART = r"(?<![_-]name)(?<![_-]id)(?<![_-]type)(?<![_-]prefix)"
_TOLD_ALL = rf"{_NO_MASK}{_NO_QUOTE}(?!=){_VALUE}++"
_TOLD_LIKELY = rf"{_NO_MASK}{_NO_QUOTE}(?!https?://)(?=[^\d=\s\"'&,;)}}\]]{{0,200}}+[\d=]|{_VALUE}{{16}}){_VALUE}++"


class _Pattern(NamedTuple):
    """A pattern, and words of which a text must hold one (in small letters) to be searched for it."""

    hints: tuple[str, ...]
    pattern: re.Pattern[str]


def _pattern(pattern: str, *hints: str) -> _Pattern:
    return _Pattern(hints, re.compile(f"(?i){pattern}"))


_TEXTS = (
    # name and password in an address; a password may hold @ and even a slash
    _pattern(r"(?P<name>://)(?:[^/\s\"'<>]*@|[^/\s\"'<>@:]*+:(?!\d{1,5}/)[^\s\"'<>@]{1,200}+@)", "://"),
    _pattern(r"(?P<name>cookie\s{0,8}:\s{0,8})(?=[^\s=]{1,100}=)[^\n\"']++", "cookie"),
    _pattern(
        r"(?P<name>authorization[\"']?\s{0,8}[:=]\s{0,8}[\"']?)"
        rf"(?:bearer|basic|token|digest|bot|apikey)\s{{1,8}}(?!(?:is|was|has|must|auth\w{{0,20}})\b){_NO_MASK}{_VALUE}++",
        "authorization",
    ),
    _pattern(
        r"\bbearer\s{1,8}(?!(?:tokens?|auth\w{0,20}|credentials?|schemes?|headers?|format)\b|realm=)"
        + _NO_MASK
        + r"\S{6,}+",
        "bearer",
    ),
    _pattern(r"\bbasic\s{1,8}(?!realm=)(?=\S{20}|\S{0,20}?(?:\d|=|(?-i:[a-z][A-Z])))\S{6,}+", "basic"),
    _pattern(r"-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]*+", "private key-----"),
    # what vendors begin their credentials with
    _pattern(
        r"(?-i:(?<![A-Za-z0-9])(?:gh[a-z]_[A-Za-z0-9]{6,}+|github_pat_\w{6,}+|(?:AKIA|ASIA)[A-Z0-9]{12,}+|ntn_\w{6,}+"
        r"|xox[a-z]-[\w-]{6,}+|[rsp]k_(?:live|test)_\w{6,}+"
        r"|secret_[A-Za-z0-9]{16,}+|whsec_\w{6,}+)|(?<![\w-])(?:sk-(?=[A-Za-z_-]{0,200}+\d)[\w-]{6,}+|eyJ[\w-]{8,}+\.[\w-]{2,}+(?:\.[\w-]*+)?))",
        *("gh", "github_pat_", "aki", "asi", "ntn_", "xox", "k_", "sk-", "secret_", "whsec_", "eyj"),
    ),
    _pattern(
        rf"(?P<name>(?:{WORDS})[\w-]{{0,40}}+{_TELLS_APART}\\?[\"']?\s{{0,8}}"
        rf"(?:=\s{{0,8}}(?={_QUOTED}|{_TOLD_ALL})|:\s{{0,8}}(?={_QUOTED}|{_TOLD_LIKELY})))"
        rf"(?:(?P<quote>\\?[\"'])(?:(?<=\")[^\"\n]++|(?<=')[^'\n]++)|{_VALUE}++)",
        *_HINTS,
    ),
    _pattern(
        rf"(?P<name>\b(?:{WORDS}|key)s?\s{{1,8}}(?:provided:\s{{1,8}})?[\"']?)"
        r"(?=[a-z_.~+/=-]{0,200}+\d)[\w.~+/=-]{8,}+",
        *_HINTS,
    ),
    _pattern(
        rf"(?P<name>\b(?:auth|code(?![\"']?=[\"']?\d{{1,5}}\b)|key|pin|sig)[\"']?=[\"']?){_NO_MASK}{_VALUE}++",
        *("auth", "code", "key", "pin", "sig"),
    ),
)


def scrubbed(text: str) -> str:
    """A text that others wrote, without what it shows as a credential: `token=…`, `Bearer …`, `https://name:…@host`."""
    if not text:
        return text
    small = text.lower()
    for hints, pattern in _TEXTS:
        if any(hint in small for hint in hints):
            text = pattern.sub(_masked, text)
    return text


def reason_of(text: str) -> str:
    """A vendor's reason as it is kept: its beginning, cut between two words, without credentials."""
    if len(text) > LONGEST_REASON:
        start = text[: LONGEST_REASON - 1]
        text = f"{start.rpartition(' ')[0] or start}…"
    return scrubbed(text)


def _masked(found: re.Match[str]) -> str:
    groups = found.groupdict()
    at = "@" if groups.get("name") == "://" else ""
    return f"{groups.get('name') or ''}{groups.get('quote') or ''}{MASK}{at}"
