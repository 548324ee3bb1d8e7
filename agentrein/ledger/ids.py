"""Run ids: short enough to read out, with no letter or digit that is taken for another."""

from __future__ import annotations

import secrets

PREFIX = "r-"
ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Digits and small letters without 0, 1, i, l and o."""


def new_run_id() -> str:
    """A fresh id, `r-` and eight characters of `ALPHABET`."""
    return PREFIX + "".join(secrets.choice(ALPHABET) for _ in range(8))


def beginnings(text: str) -> tuple[str, ...]:
    """What an id may begin with if a person typed `text`: as typed, and with `r-` in front."""
    typed = text.strip().lower()
    if typed in {"", PREFIX}:
        return ()
    return (typed,) if typed.startswith(PREFIX) else (typed, PREFIX + typed)
