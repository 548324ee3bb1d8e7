"""The two tellings of the story: the agent fails, and the agent's process is killed."""

from __future__ import annotations

import signal
import textwrap
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType
from typing import TYPE_CHECKING, Any

from notion_client import APIResponseError

from agentrein.ledger import open_ledger
from agentrein.loading import load
from agentrein.registry import connector
from agentrein_demo import agent, world
from agentrein_demo.clients import AGENT, COLLEAGUE, VENDORS, Clients, clients, environ

if TYPE_CHECKING:
    from agentrein.testing import Sandbox
    from agentrein_demo.stage import Stage


@dataclass(frozen=True)
class _Scene:
    """The stand-ins, as they were before the agent came."""

    stage: Stage
    sandboxes: Mapping[str, Sandbox]
    states: Mapping[str, Mapping[str, Mapping[str, Any]]]
    colleague: Clients
    start: list[str]

    @property
    def urls(self) -> list[str]:
        """Where the stand-ins are, by vendor."""
        return _urls(self.sandboxes)

    def picture(self) -> list[str]:
        """What people see at the stand-ins now."""
        return world.picture(self.colleague)

    def show(self, title: str, now: list[str]) -> None:
        """Print a picture, with a star where it differs from the start."""
        self.stage.title(f"{title}  (* differs from the start)")
        for line in world.compared(now, self.start):
            self.stage.say(f"  {line}")

    def left(self) -> list[str]:
        """What still differs from the start and is no residue, by vendor."""
        return [f"{name}: {what}" for name, one in self.sandboxes.items() for what in one.left(self.states[name])]


def failed(stage: Stage) -> dict[str, object]:
    """The agent fails on Notion: its run is reverted, and Notion's exception arrives with the report."""
    with _scene(stage) as scene, clients(scene.urls, AGENT) as made:
        stage.title('The agent works:  with rein.run("triage", because="ticket 812"): ...')
        middle: list[str] = []
        try:
            _as_user_code(agent).triage(
                made, lambda text: stage.say(_indented(text)), lambda: middle.extend(scene.picture())
            )
        except APIResponseError as error:
            scene.show("When it failed", middle)
            stage.title(f"The caller gets Notion's own {type(error).__name__}:")
            for line in [str(error), *"\n".join(error.__notes__).split("\n")]:
                stage.say(_folded(line))
        return _end(scene)


def crashed(stage: Stage) -> dict[str, object]:
    """The agent's process is killed between an answer and its record; another process recovers the run."""
    with _scene(stage) as scene:
        stage.title("The agent works, in a process of its own")
        code = stage.python("-m", "agentrein_demo.agent", *scene.urls, environ={})
        if code == -signal.SIGKILL:
            stage.say("  Killed (SIGKILL): Slack had answered, and that was not yet recorded.")
        scene.show("When it died", scene.picture())
        stage.title("Another process, later")
        stage.rein_process("recover", environ=environ(scene.urls))
        return _end(scene)


@contextmanager
def _scene(stage: Stage) -> Iterator[_Scene]:
    """The stand-ins, with a colleague's work in them."""
    with ExitStack() as stack:
        made = {name: load(connector(name).sandbox)() for name in VENDORS}
        sandboxes: dict[str, Sandbox] = {name: stack.enter_context(one) for name, one in made.items()}
        colleague = stack.enter_context(clients(_urls(sandboxes), COLLEAGUE))
        world.other_people_work(colleague)
        stage.say("The real SDKs, stand-ins for three vendors on loopback, a real ledger:")
        stage.say(f"export AGENTREIN_LEDGER={stage.ledger}")
        stage.title("At the start")
        states = {name: one.state() for name, one in sandboxes.items()}
        scene = _Scene(stage, sandboxes, states, colleague, world.picture(colleague))
        for line in scene.start:
            stage.say(f"    {line}")
        yield scene


def _urls(sandboxes: Mapping[str, Sandbox]) -> list[str]:
    return [sandboxes[name].url for name in VENDORS]


def _as_user_code(module: ModuleType) -> Any:
    """The module under another name: what is named like us is skipped when the ledger notes where a call was made."""
    spec = spec_from_file_location("triage_agent", str(module.__file__))
    assert spec is not None and spec.loader is not None  # noqa: PT018, S101 - the file was imported before
    loaded = module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def _folded(line: str) -> str:
    """A line of a report, folded under its own beginning."""
    own = line[: len(line) - len(line.lstrip())]
    return textwrap.fill(line.strip(), 78, initial_indent=f"  {own}", subsequent_indent=f"  {own}   ")


def _indented(text: str) -> str:
    """What the agent says, folded where it is prose; what somebody may paste stays whole."""
    first, *rest = text.split("\n")
    lines = [first]
    for line in rest:
        folds = not line.startswith("  now")
        lines += textwrap.wrap(line, 74, subsequent_indent=" " * 9, break_on_hyphens=False) if folds else [line]
    return "\n".join([f"  {lines[0]}", *(f"    {line}" for line in lines[1:])])


def _end(scene: _Scene) -> dict[str, object]:
    stage, ledger = scene.stage, open_ledger(None)
    scene.show("After the revert", scene.picture())
    run = ledger.resolve("last")
    stage.say()
    stage.rein("show", run)
    left = scene.left()
    stage.say()
    stage.say("Compared with the start, nothing else is left." if not left else f"Left behind: {'; '.join(left)}")
    return {"run": run, "status": ledger.run(run).status, "ledger": stage.ledger, "left": left}
