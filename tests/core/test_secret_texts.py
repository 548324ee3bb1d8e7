"""What a text that others wrote shows as a credential is taken out, in steps that the length of the text bounds."""

from __future__ import annotations

import subprocess
import sys

import pytest

from agentrein.connector import Verdict
from agentrein.model import State
from agentrein.secret_texts import LONGEST_REASON, MASK, scrubbed

BARE = (
    "ghp_abcdefgh12",
    "gho_abcdefgh12",
    "ghs_abcdefgh12",
    "github_pat_11ABC_def",
    "xoxa-1-abcd",
    "xoxb-1-abcd",
    "xoxp-1-abcd",
    "xoxe-1-abcd",
    "sk_live_abcdefgh",
    "sk-abc123DEF456",
    "AKIAIOSFODNN7EXAMPLE",
    "ntn_abcdefgh12",
    "secret_abcdefghijklmnopqrst",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc",
)
"""Credentials that are known by how they begin."""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("bad token=abc&x=1", f"bad token={MASK}&x=1"),
        ('{"client_secret": "abc", "a": 1}', f'{{"client_secret": "{MASK}", "a": 1}}'),
        ("Authorization: Bearer abc12345678", f"Authorization: {MASK}"),
        ("sent Basic dXNlcjpwYXNzd29yZA==", f"sent {MASK}"),
        ("at https://user:pw@host/x", f"at https://{MASK}@host/x"),
        ("the token ghx_4711 was revoked", f"the token {MASK} was revoked"),
        ("Authorization: token ghp_x", f"Authorization: {MASK}"),
        ("Authorization: Bearer abcdefg", f"Authorization: {MASK}"),
        ("Bearer abcdefg", MASK),
        ("client_secret='a b c' is wrong", f"client_secret='{MASK}' is wrong"),
        ('{"password": "two words", "a": 1}', f'{{"password": "{MASK}", "a": 1}}'),
        ("Cookie: a=b; c=d", f"Cookie: {MASK}"),
        ("at https://user:p@ss@host/x", f"at https://{MASK}@host/x"),
        ("at https://user:p/ss@host", f"at https://{MASK}@host"),
        ("passwd: x9x", f"passwd: {MASK}"),
        ("secret: abcdefghijklmnop is taken", f"secret: {MASK} is taken"),
        ("Incorrect API key provided: abcd1234.", f"Incorrect API key provided: {MASK}"),
        (
            "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----",
            f"{MASK}-----END RSA PRIVATE KEY-----",
        ),
        ('{"Authorization": "Bearer abc", "a": 1}', f'{{"Authorization": "{MASK}", "a": 1}}'),
        (r"{\"token\": \"abc\"}", rf'{{\"token\": \"{MASK}"}}'),
        *((f"{one} is bad", f"{MASK} is bad") for one in BARE),
        ("https://h/x?key=7&x=1", f"https://h/x?key={MASK}&x=1"),
    ],
)
def test_what_a_text_calls_a_credential_is_taken_out(text: str, expected: str) -> None:
    """In the words of vendors and libraries."""
    assert scrubbed(text) == expected
    assert scrubbed(expected) == expected
    assert Verdict(State.REJECTED, text).reason == expected


@pytest.mark.parametrize(
    "text",
    [
        "answered 401: Bad credentials",
        "API token is invalid.",
        "Requires Basic authentication",
        "Resource not accessible by personal access token",
        "body failed validation: body.key should be defined",
        "no answer came (ConnectionError)",
        "mail to ada@example.org",
        "Validation Failed: secret: is already taken",
        "Resource not accessible by personal access token: see https://docs.board.example/rest",
        "WWW-Authenticate: Basic realm=board",
        "the secret_name: PROD_DEPLOY_2 is taken",
        "answered with code=404",
        "see https://board.example:8080/@ada",
        "body.properties.Password.rich_text should be defined",
    ],
)
def test_other_words_stay(text: str) -> None:
    """What vendors say about credentials without showing one is needed."""
    assert scrubbed(text) == text


def test_a_long_reason_is_cut_between_words() -> None:
    """Before it is searched; what was cut off is told by an ellipsis, and cutting again changes nothing."""
    reason = Verdict(State.REJECTED, "too long " * 1000).reason
    assert len(reason) <= LONGEST_REASON
    assert reason.endswith((" long…", " too…"))
    assert Verdict(State.REJECTED, reason).reason == reason
    assert len(Verdict(State.REJECTED, "x" * 10_000).reason) == LONGEST_REASON


SHAPES = (
    *("ab12cd34", "some_long_name-", "token", "token_", "token ", "token: ", "token=", "-", "_", "a.", "漢字", "key "),
    *("bearer ", "bearer" + " " * 50, "basic x", "://", "://:", "://a@", "https://a:b", "cookie:", "cookie: a", "sk-"),
    *("authorization: token ", "eyJ", "eyJ-", "eyJa-a.", "xoxb-", "ghp_", 'token="', "password: \\'", "code=", "key=a"),
)
"""Texts that are hard to read when repeated: a pattern that looks back, or on without end, begins again at each."""


def test_any_text_is_read_in_steps_that_its_length_bounds() -> None:
    """A megabyte of each shape; patterns whose steps grew with the square of the length would take hours."""
    code = (
        "import sys; from agentrein.secret_texts import scrubbed\n"
        "for shape in sys.argv[1:]: scrubbed((shape * (1_000_000 // len(shape) + 1))[:1_000_000])"
    )
    done = subprocess.run([sys.executable, "-c", code, *SHAPES], timeout=120, check=False)
    assert done.returncode == 0
