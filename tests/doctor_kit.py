"""What the tests of `rein doctor` share: an agent that reacts, a page read as one line, and metadata of packages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from slack_sdk import WebClient

import agentrein as rein
from agentrein_slack.sandbox import SlackSandbox

BOT = "xoxb-agent"


def client_in(done: Any, name: str) -> dict[str, Any]:
    """A connector's client in the JSON."""
    (found,) = [one for one in done.json["clients"] if one["connector"] == name]
    return dict(found)


def reacts(slack: SlackSandbox) -> str:
    """A completed run that reacts to a message; its id."""
    ts = slack.post_as("U0BOB", "C0AAA", "Build 41 failed")
    armed = rein.wrap(WebClient(BOT, base_url=slack.api_url))
    with rein.run("react") as run:
        armed.reactions_add(channel="C0AAA", timestamp=ts, name="eyes")
    return run.id


def flat(text: str) -> str:
    """The text without its line breaks."""
    return " ".join(text.split())


def installed(folder: Path, name: str, *, entries: str = "", brings: str = "") -> None:
    """A distribution's metadata in a folder, as an installer leaves it."""
    info = folder / f"{name.replace('-', '_')}-9.9.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 9.9\n")
    (info / "entry_points.txt").write_text(entries)
    if brings:
        (info / "top_level.txt").write_text(f"{brings}\n")
