"""GitHub's stand-in for dry runs: the repositories that calls name, empty but for a first commit."""

from __future__ import annotations

import itertools

from agentrein.connector import INVENTED, Call
from agentrein.testing.stand_in import SandboxStandIn
from agentrein_github.sandbox import GitHubSandbox


class GitHubStandIn(SandboxStandIn):
    """Knows what the dry run makes in a repository, and nothing of what is there already."""

    sandbox: GitHubSandbox

    def meet(self, call: Call) -> None:
        """Have the repository, without issues, and with numbers that GitHub never gives."""
        owner, name = call.params.get("owner"), call.params.get("repo")
        if not (isinstance(owner, str) and isinstance(name, str)):
            return
        world = self.sandbox.world
        if world.repo(f"{owner}/{name}") is None:
            self.sandbox.add_repo(f"{owner}/{name}")
            repo = world.repo(f"{owner}/{name}")
            if repo is not None:
                repo.numbers, repo.milestone_numbers = itertools.count(INVENTED), itertools.count(INVENTED)


def stand_in(endpoint: str) -> GitHubStandIn:
    """A stand-in for an endpoint."""
    box = GitHubSandbox().stand_at(endpoint)
    box.world.repos.clear()
    box.world.names.clear()
    box.world.ids_from(INVENTED)
    return GitHubStandIn(box, {"authorization": "token token-octocat"})
