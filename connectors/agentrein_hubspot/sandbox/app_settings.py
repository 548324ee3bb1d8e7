"""Settings of an app, of which there is one or none: made, changed, and taken away.

https://developers.hubspot.com/docs/api-reference/legacy/webhooks/guide
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from agentrein.testing import Answer, Routes
from agentrein_hubspot.sandbox.ask import Ask, conflict, not_found
from agentrein_hubspot.sandbox.shelf import Thing, plain, written
from agentrein_hubspot.sandbox.world import World

APP = "4711"
"""The app whose settings are there at the start."""


@dataclass
class Settings:
    """All settings, by what they are and by app."""

    kept: dict[str, dict[str, Thing]] = field(default_factory=dict)

    def of(self, kind: str) -> dict[str, Thing]:
        """Those of one kind, by app."""
        return self.kept.setdefault(kind, {})


def settings_of(world: World) -> Settings:
    """The settings of all apps."""
    return world.kept(Settings)


@dataclass(frozen=True)
class Kind:
    """One kind of settings: its address, what it holds, and what stands where the caller says nothing."""

    name: str
    at: str
    fields: tuple[str, ...]
    defaults: Mapping[str, Any] = field(default_factory=dict)
    dated: bool = True

    def one(self, world: World, app: str) -> Thing:
        """The settings of an app; 404 where there are none."""
        found = settings_of(world).of(self.name).get(app)
        if found is None:
            raise not_found(f"App {app} has no {self.name} settings.")
        return found

    def put(self, world: World, app: str, fields: Mapping[str, Any]) -> Thing:
        """Write the settings of an app as a whole."""
        times = {"createdAt": world.moment(), "updatedAt": world.moment()} if self.dated else {}
        thing = {**copy.deepcopy(dict(self.defaults)), **copy.deepcopy(dict(fields)), **times}
        settings_of(world).of(self.name)[app] = thing
        return thing

    def serve(self, routes: Routes, verbs: Iterable[str]) -> None:
        """Answer for one kind: the methods that it has besides GET."""
        handlers = {"POST": self._make, "PUT": self._replace, "PATCH": self._change, "DELETE": self._clear}
        for verb, handler in {"GET": self._show, **{one: handlers[one] for one in verbs}}.items():
            routes.on(f"{verb} {self.at}")(handler)

    def _show(self, ask: Ask, app: str) -> Answer:
        return Answer(200, self.one(ask.world, app))

    def _make(self, ask: Ask, app: str) -> Answer:
        if app in settings_of(ask.world).of(self.name):
            raise conflict(f"App {app} has {self.name} settings already.")
        return Answer(200, self.put(ask.world, app, written(self.fields, ask.body)))

    def _replace(self, ask: Ask, app: str) -> Answer:
        return Answer(200, self.put(ask.world, app, written(self.fields, ask.body)))

    def _change(self, ask: Ask, app: str) -> Answer:
        thing = self.one(ask.world, app)
        thing.update(copy.deepcopy(written(self.fields, ask.body)))
        return Answer(200, thing)

    def _clear(self, ask: Ask, app: str) -> Answer:
        self.one(ask.world, app)
        del settings_of(ask.world).of(self.name)[app]
        return Answer(204)

    def state(self, world: World) -> dict[str, Thing]:
        """What an undo is to bring back."""
        shown = settings_of(world).of(self.name).items()
        fields = self.fields
        return {f"app:{app}/{self.name}": {name: plain(thing.get(name)) for name in fields} for app, thing in shown}
