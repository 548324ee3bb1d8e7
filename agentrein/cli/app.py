"""The command `rein`: global options, the commands by name, and one place where errors become exit codes."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Sequence
from difflib import get_close_matches

import click
from click.shell_completion import CompletionItem

from agentrein.cli import failure
from agentrein.cli.session import Session, foldable, pass_session, shared
from agentrein.errors import UsageError

COMMANDS = {
    "demo": "Watch an agent fail and be undone.",
    "runs": "List the runs, newest first.",
    "show": "Show what happened in a run.",
    "run": "Run a script without sending its writes.",
    "plan": "Show what a revert would send.",
    "revert": "Undo a run.",
    "recover": "Undo crashed runs, without asking.",
    "approvals": "List what waits for your approval.",
    "approve": "Approve a call that waits for it, once.",
    "reject": "Say no to a call that waits for approval.",
    "keys": "Make a key for signed approvals, show it, or sign with it.",
    "policy": "Show which rules hold, and where each stands.",
    "note": "Note what makes up for a write, such as a correction.",
    "freeze": "Stop writes, of everything or of one account.",
    "thaw": "Lift a freeze.",
    "ops": "List what can be undone, and how.",
    "audit": "List every write of the installed SDKs, and what is not covered.",
    "doctor": "Check clients, accounts, scopes, and the ledger.",
    "verify": "Check the hash chains of runs, or an exported run.",
    "export": "Write one run as one JSON file, for an audit.",
    "prune": "Delete what old runs sent; they can no longer be undone.",
}
"""The commands, in the order in which a user meets them, with their short help; each is `command` in the file of its
name, which help and completion need not import."""


class Commands(click.Group):
    """Commands that are imported when they are named."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - Click's signature
        """All names, in our order."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """One command."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"agentrein.cli.{cmd_name}")
        found: click.Command = module.command
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is named; raises UsageError with the nearest name for one that there is not."""
        if args[0] not in COMMANDS and not ctx.resilient_parsing:
            near = get_close_matches(args[0], COMMANDS, 1, 0.5)
            raise UsageError(f"there is no command {args[0]!r}", now=f"rein {near[0] if near else '--help'}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The list in the help."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Names of commands, or options."""
        if incomplete and not incomplete[0].isalnum():
            return click.Command.shell_complete(self, ctx, incomplete)
        return [CompletionItem(name, help=told) for name, told in COMMANDS.items() if name.startswith(incomplete)]


_EPILOG = """Exit codes: 0 done, 1 something is left for you, 2 usage, 3 no ledger, run or client to be had,
4 you said no, 70 a bug of ours, 130 stopped by Ctrl-C while it only read.

\b
Completion on Tab, in the shell's own file:
  bash  ~/.bashrc   eval "$(_REIN_COMPLETE=bash_source rein)"
  zsh   ~/.zshrc    eval "$(_REIN_COMPLETE=zsh_source rein)"
  fish  ~/.config/fish/completions/rein.fish   _REIN_COMPLETE=fish_source rein | source
"""


_SETTINGS = {"max_content_width": 100, "help_option_names": ["-h", "--help"]}


@click.group(cls=Commands, invoke_without_command=True, epilog=_EPILOG, context_settings=_SETTINGS)
@shared
@foldable
@click.version_option(package_name="agentrein", prog_name="rein", message="%(prog)s %(version)s")
@pass_session
@click.pass_context
def rein(ctx: click.Context, session: Session) -> int | None:
    """Undo for AI agents. Without a command: what waits for you."""
    if ctx.invoked_subcommand is not None:
        return None
    from agentrein.cli import bare

    return bare.show(session)


def run(arguments: Sequence[str] | None) -> int:
    """Run the command line and return the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    session = Session(as_json="--json" in given, debug="--debug" in given)
    try:
        result = rein.main(given, prog_name="rein", standalone_mode=False, obj=session)
        code = result if isinstance(result, int) else 0
    except (KeyboardInterrupt, click.Abort):
        code = failure.stopped(session)
    except Exception as error:  # noqa: BLE001 - the one place where an error becomes an exit code
        code = failure.tell(session, error)
    session.out.flush()
    if session.out.failed is not None:
        code = failure.unwritten(session, session.out.failed)
    session.err.flush()
    return code
