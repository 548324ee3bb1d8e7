"""The two tellings of the story: the agent fails, and the agent's process is killed."""

from __future__ import annotations

import signal
import textwrap
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import module_from_spec, spec_from_file_location
from types import ModuleType
from typing import TYPE_CHECKING, Any

from agentrein.ledger import open_ledger
from agentrein.registry import connector, load
from agentrein_demo import agent, world

if TYPE_CHECKING:
    from agentrein.testing import Sandbox
    from agentrein_demo.stage import Stage


@dataclass(frozen=True)
class _Scene:
    """The stand-in, as it was before the agent came."""

    stage: Stage
    sandbox: Sandbox
    state: Mapping[str, Mapping[str, Any]]
    start: list[str]

    def picture(self) -> list[str]:
        """What people see at the stand-in now."""
        return world.picture(agent.client(self.sandbox.url, agent.HELPER))

    def show(self, title: str, now: list[str]) -> None:
        """Print a picture, with a star where it differs from the start."""
        self.stage.title(f"{title}  (* differs from the start)")
        for line in world.compared(now, self.start):
            self.stage.say(f"  {line}")


def failed(stage: Stage) -> dict[str, object]:
    """The agent raises: its run is reverted, and its exception arrives with the report."""
    with _scene(stage) as scene:
        stage.title('The agent works:  with rein.run("triage", because="ticket 812"): ...')
        middle: list[str] = []
        try:
            _as_user_code(agent).triage(
                agent.client(scene.sandbox.url),
                lambda text: stage.say(_indented(text)),
                lambda: middle.extend(scene.picture()),
            )
        except RuntimeError as error:
            scene.show("When it failed", middle)
            stage.title(f"The caller gets the agent's own {type(error).__name__}, with this note:")
            stage.say(textwrap.indent("\n".join(error.__notes__), "  "))
        return _end(scene)


def crashed(stage: Stage) -> dict[str, object]:
    """The agent's process is killed between an answer and its record; another process recovers the run."""
    with _scene(stage) as scene:
        stage.title("The agent works, in a process of its own")
        code = stage.python("-m", "agentrein_demo.agent", scene.sandbox.url, environ={})
        if code == -signal.SIGKILL:
            stage.say("  Killed (SIGKILL): the next write was answered, and not yet recorded as done.")
        scene.show("When it died", scene.picture())
        stage.title("Another process, later")
        environ = {"GITHUB_TOKEN": agent.TOKEN, "GITHUB_API_URL": scene.sandbox.url}
        stage.rein_process("recover", environ=environ)
        return _end(scene)


@contextmanager
def _scene(stage: Stage) -> Iterator[_Scene]:
    """The stand-in, with a colleague's work in it."""
    sandbox: Sandbox = load(connector("github").sandbox)()
    with sandbox:
        helper = agent.client(sandbox.url, agent.HELPER)
        world.other_people_work(helper)
        stage.say(f"Real PyGithub, a stand-in for GitHub on {sandbox.url}, a real ledger:")
        stage.say(f"export AGENTREIN_LEDGER={stage.ledger}")
        stage.title("At the start")
        scene = _Scene(stage, sandbox, sandbox.state(), world.picture(helper))
        for line in scene.start:
            stage.say(f"    {line}")
        yield scene


def _as_user_code(module: ModuleType) -> Any:
    """The module under another name: what is named like us is skipped when the ledger notes where a call was made."""
    spec = spec_from_file_location("triage_agent", str(module.__file__))
    assert spec is not None and spec.loader is not None  # noqa: PT018, S101 - the file was imported before
    loaded = module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


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
    left = scene.sandbox.left(scene.state)
    stage.say()
    stage.say("Compared with the start, nothing else is left." if not left else f"Left behind: {'; '.join(left)}")
    return {"run": run, "status": ledger.run(run).status, "ledger": stage.ledger, "left": left}
