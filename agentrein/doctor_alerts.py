"""Whether the sinks of alerts would be reached, as far as that is told without sending anything."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from agentrein.errors import ConfigurationError
from agentrein.sinks import Sink, configured


@dataclass(frozen=True, slots=True)
class SeenSink:
    """One sink, and what is wrong with it; empty if nothing is known to be."""

    sink: Sink
    what: str = ""
    now: str = ""


def look(environ: Mapping[str, str] = os.environ) -> tuple[list[SeenSink], ConfigurationError | None]:
    """The configured sinks, or the mistake in the configuration that hides them."""
    try:
        return [_seen(one, environ) for one in configured()], None
    except ConfigurationError as error:
        return [], error


def _seen(sink: Sink, environ: Mapping[str, str]) -> SeenSink:
    unset = [name for name in sink.needs if not environ.get(name)]
    if unset:
        return SeenSink(sink, f"alerts to {sink.name} cannot be sent: {unset[0]} is not set", f"export {unset[0]}=…")
    if sink.program and shutil.which(sink.program, path=environ.get("PATH")) is None:
        return SeenSink(sink, f"alerts to {sink.name} cannot be sent: there is no program {sink.program}", "install it")
    return SeenSink(sink)


def to_json(one: SeenSink) -> dict[str, Any]:
    """A sink as `rein doctor --json` prints it."""
    return {"sink": one.sink.name, "kind": one.sink.kind, "ready": not one.what}
