"""How GitHub shows a pull request, as JSON.

https://docs.github.com/rest/pulls/pulls
"""

from __future__ import annotations

from agentrein_github.sandbox import git_shapes
from agentrein_github.sandbox.ask import Ask
from agentrein_github.sandbox.pull_rules import merged_tree, pull_of
from agentrein_github.sandbox.shapes import SITE, Json, conversation_json, repo_json, repo_url, user_json
from agentrein_github.sandbox.store import Commit
from agentrein_github.sandbox.world import Issue, Pull


def pull_json(ask: Ask, issue: Issue) -> Json:
    """A pull request as it stands in lists."""
    pull, home = pull_of(issue), repo_url(ask.url, ask.repo)
    here, thread, site = f"{home}/pulls/{issue.number}", f"{home}/issues/{issue.number}", f"{SITE}/{ask.repo.full_name}"
    links = {
        "self": here,
        "html": f"{site}/pull/{issue.number}",
        "issue": thread,
        "comments": f"{thread}/comments",
        "review_comments": f"{here}/comments",
        "review_comment": f"{home}/pulls/comments{{/number}}",
        "commits": f"{here}/commits",
        "statuses": f"{home}/statuses/{pull.head_sha}",
    }
    others = {f"{name}_url": links[name] for name in links if name not in {"self", "html"}}
    return {
        "url": here,
        "id": pull.id,
        "node_id": f"PR_kwDO{pull.id}",
        "html_url": links["html"],
        "diff_url": f"{links['html']}.diff",
        "patch_url": f"{links['html']}.patch",
        **others,
        **conversation_json(ask.url, ask.repo, issue),
        "merged_at": pull.merged_at,
        "merge_commit_sha": pull.merge_sha,
        "requested_reviewers": [user_json(ask.url, user) for user in pull.reviewers],
        "requested_teams": [team_json(ask, slug) for slug in pull.teams],
        "head": _side(ask, pull.head, pull.head_sha),
        "base": _side(ask, pull.base, _base_sha(ask, pull)),
        "_links": {name: {"href": link} for name, link in links.items()},
        "auto_merge": None if pull.auto_merge is None else _armed(ask, pull.auto_merge),
        "draft": pull.draft,
    }


def _armed(ask: Ask, armed: Json) -> Json:
    """Auto-merge as REST shows it."""
    return {
        "enabled_by": user_json(ask.url, armed["enabledBy"]),
        "merge_method": armed["mergeMethod"].lower(),
        "commit_title": armed["commitHeadline"],
        "commit_message": armed["commitBody"],
    }


def team_json(ask: Ask, slug: str) -> Json:
    """A team as it stands inside other objects.

    https://docs.github.com/rest/teams/teams
    """
    here = f"{ask.url}/organizations/{ask.repo.owner.id}/team/{ask.repo.teams.index(slug) + 1}"
    return {
        "id": ask.repo.teams.index(slug) + 1,
        "node_id": f"T_kwDO{ask.repo.owner.id}{slug}",
        "name": slug,
        "slug": slug,
        "description": None,
        "privacy": "closed",
        "permission": "push",
        "url": here,
        "html_url": f"{SITE}/orgs/{ask.repo.owner.login}/teams/{slug}",
        "members_url": f"{here}/members{{/member}}",
        "repositories_url": f"{here}/repos",
        "parent": None,
    }


def _base_sha(ask: Ask, pull: Pull) -> str:
    tip = ask.repo.git.tip(pull.base)
    return tip.sha if tip is not None and pull.merged_at is None else pull.base_sha


def _side(ask: Ask, branch: str, sha: str) -> Json:
    owner = ask.repo.owner
    return {
        "label": f"{owner.login}:{branch}",
        "ref": branch,
        "sha": sha,
        "user": user_json(ask.url, owner),
        "repo": repo_json(ask.url, ask.repo, ask.user),
    }


def whole_pull_json(ask: Ask, issue: Issue) -> Json:
    """A pull request by itself, with whether it can be merged and how big it is."""
    pull = pull_of(issue)
    merged = pull.merged_at is not None
    files, commits = pull_files(ask, pull), pull_commits(ask, pull)
    mergeable = None if merged else merged_tree(ask.repo, pull) is not None
    return {
        **pull_json(ask, issue),
        "merged": merged,
        "mergeable": mergeable,
        "rebaseable": mergeable,
        "mergeable_state": "unknown" if merged else "clean" if mergeable else "dirty",
        "merged_by": user_json(ask.url, pull.merged_by) if pull.merged_by else None,
        "comments": sum(comment.issue is issue for comment in ask.repo.comments.values()),
        "review_comments": sum(one.issue is issue for one in ask.repo.remarks.review_comments.values()),
        "maintainer_can_modify": pull.maintainer_can_modify,
        "commits": len(commits),
        "additions": sum(file["additions"] for file in files),
        "deletions": sum(file["deletions"] for file in files),
        "changed_files": len(files),
    }


def pull_commits(ask: Ask, pull: Pull) -> list[Commit]:
    """The commits that a pull request brings, oldest first."""
    return ask.repo.git.between(_base_sha(ask, pull), pull.head_sha)[::-1]


def pull_files(ask: Ask, pull: Pull) -> list[Json]:
    """What a pull request changes, counted from where its branch left the base."""
    git = ask.repo.git
    fork = git.fork_point(_base_sha(ask, pull), pull.head_sha)
    old = git.files(git.commits[fork].tree) if fork else {}
    return git_shapes.changed_files(ask, old, git.files(git.commits[pull.head_sha].tree))
