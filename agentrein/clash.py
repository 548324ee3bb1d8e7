"""Whether what is installed under our name is what runs: the public index has an unrelated package of that name."""

from __future__ import annotations

from importlib.metadata import Distribution, distributions, packages_distributions
from pathlib import Path

NAME = "agentrein"
_OURS = "agentrein.cli:main"


def clashes() -> list[tuple[str, str]]:
    """What is wrong, each with what to do about it; empty where nothing is."""
    here = {str(one.locate_file("")): one for one in distributions(name=NAME)}
    found = []
    if here and not any(_is_ours(one) for one in here.values()):
        told = ", ".join(_named(one) for one in here.values())
        found.append((f"{told} is another package of the name {NAME}", f"pip uninstall {NAME}, then install ours"))
    elif len(here) > 1:
        places = " and ".join(f"{one.version} in {place}" for place, one in here.items())
        found.append((f"{NAME} is installed more than once: {places}", "uninstall the one that you do not use"))
    others = sorted({one for one in packages_distributions().get(NAME, ()) if one and one.casefold() != NAME})
    if others:
        brought, home = ", ".join(others), Path(__file__).parent
        what = f"{brought} brings an import package {NAME} too; this one runs from {home}"
        found.append((what, f"uninstall {brought}, or use an environment without it"))
    return found


def _is_ours(one: Distribution) -> bool:
    return any(entry.value == _OURS for entry in one.entry_points)


def _named(one: Distribution) -> str:
    return f"{NAME} {one.version} in {one.locate_file('')}"
