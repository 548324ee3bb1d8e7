"""How GitHub shows its people, repositories, issues and what belongs to them, as JSON.

The fields are those of GitHub's published schemas that its clients read. https://docs.github.com/rest
"""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

from agentrein_github.sandbox.world import LEVELS, Comment, Issue, Label, Milestone, Repo, User

Json = dict[str, Any]
SITE = "https://github.com"
SWITCHES = {
    "has_issues": True,
    "has_projects": True,
    "has_wiki": True,
    "has_discussions": False,
    "has_downloads": True,
    "is_template": False,
    "allow_squash_merge": True,
    "allow_merge_commit": True,
    "allow_rebase_merge": True,
    "allow_auto_merge": False,
    "delete_branch_on_merge": False,
    "allow_forking": True,
    "allow_update_branch": False,
    "use_squash_pr_title_as_default": False,
    "web_commit_signoff_required": False,
}
CHOICES = {
    "squash_merge_commit_title": "COMMIT_OR_PR_TITLE",
    "squash_merge_commit_message": "COMMIT_MESSAGES",
    "merge_commit_title": "MERGE_MESSAGE",
    "merge_commit_message": "PR_TITLE",
}
SECURITY = ("advanced_security", "secret_scanning", "secret_scanning_push_protection", "dependabot_security_updates")
_USER_LINKS = {
    "followers_url": "/followers",
    "following_url": "/following{/other_user}",
    "gists_url": "/gists{/gist_id}",
    "starred_url": "/starred{/owner}{/repo}",
    "subscriptions_url": "/subscriptions",
    "organizations_url": "/orgs",
    "repos_url": "/repos",
    "events_url": "/events{/privacy}",
    "received_events_url": "/received_events",
}
_REPO_LINKS = {
    "archive_url": "/{archive_format}{/ref}",
    "assignees_url": "/assignees{/user}",
    "blobs_url": "/git/blobs{/sha}",
    "branches_url": "/branches{/branch}",
    "collaborators_url": "/collaborators{/collaborator}",
    "comments_url": "/comments{/number}",
    "commits_url": "/commits{/sha}",
    "compare_url": "/compare/{base}...{head}",
    "contents_url": "/contents/{+path}",
    "contributors_url": "/contributors",
    "deployments_url": "/deployments",
    "downloads_url": "/downloads",
    "events_url": "/events",
    "forks_url": "/forks",
    "git_commits_url": "/git/commits{/sha}",
    "git_refs_url": "/git/refs{/sha}",
    "git_tags_url": "/git/tags{/sha}",
    "hooks_url": "/hooks",
    "issue_comment_url": "/issues/comments{/number}",
    "issue_events_url": "/issues/events{/number}",
    "issues_url": "/issues{/number}",
    "keys_url": "/keys{/key_id}",
    "labels_url": "/labels{/name}",
    "languages_url": "/languages",
    "merges_url": "/merges",
    "milestones_url": "/milestones{/number}",
    "notifications_url": "/notifications{?since,all,participating}",
    "pulls_url": "/pulls{/number}",
    "releases_url": "/releases{/id}",
    "stargazers_url": "/stargazers",
    "statuses_url": "/statuses/{sha}",
    "subscribers_url": "/subscribers",
    "subscription_url": "/subscription",
    "tags_url": "/tags",
    "teams_url": "/teams",
    "trees_url": "/git/trees{/sha}",
}


def user_json(url: str, user: User) -> Json:
    """A user as it stands inside other objects."""
    here = f"{url}/users/{user.login}"
    return {
        "login": user.login,
        "id": user.id,
        "node_id": f"U_kgDO{user.id}",
        "avatar_url": f"https://avatars.githubusercontent.com/u/{user.id}?v=4",
        "gravatar_id": "",
        "url": here,
        "html_url": f"{SITE}/{user.login}",
        **{name: here + tail for name, tail in _USER_LINKS.items()},
        "type": user.kind,
        "user_view_type": "public",
        "site_admin": False,
    }


def profile_json(url: str, user: User, since: str) -> Json:
    """A user as its own page shows it."""
    empty = dict.fromkeys(("company", "location", "email", "hireable", "bio", "twitter_username"))
    counts = dict.fromkeys(("public_repos", "public_gists", "followers", "following"), 0)
    about = {"name": user.login, "blog": "", "created_at": since, "updated_at": since}
    return {**user_json(url, user), **about, **empty, **counts, **user.profile}


def repo_url(url: str, repo: Repo) -> str:
    """The API address of a repository under its present name."""
    return f"{url}/repos/{repo.full_name}"


def repo_json(url: str, repo: Repo, viewer: User | None) -> Json:
    """A repository.

    https://docs.github.com/rest/repos/repos#get-a-repository
    """
    here, site = repo_url(url, repo), f"{SITE}/{repo.full_name}"
    level = repo.level(viewer)
    opened = sum(issue.state == "open" for issue in repo.issues.values() if not issue.deleted)
    return {
        "id": repo.id,
        "node_id": f"R_kgDO{repo.id}",
        "name": repo.name,
        "full_name": repo.full_name,
        "private": repo.private,
        "visibility": "private" if repo.private else "public",
        "owner": user_json(url, repo.owner),
        "organization": user_json(url, repo.owner),
        "html_url": site,
        "description": repo.description,
        "homepage": repo.homepage,
        "fork": repo.fork_of is not None,
        "url": here,
        **{name: here + tail for name, tail in _REPO_LINKS.items()},
        "git_url": f"git://github.com/{repo.full_name}.git",
        "ssh_url": f"git@github.com:{repo.full_name}.git",
        "clone_url": f"{site}.git",
        "svn_url": site,
        "mirror_url": None,
        "created_at": repo.created_at,
        "updated_at": repo.updated_at,
        "pushed_at": repo.updated_at,
        **dict.fromkeys(("size", "stargazers_count", "watchers_count", "forks_count", "subscribers_count"), 0),
        **dict.fromkeys(("watchers", "forks", "network_count"), 0),
        "open_issues_count": opened,
        "open_issues": opened,
        "language": None,
        "license": None,
        "topics": repo.topics,
        "archived": repo.archived,
        "disabled": False,
        "has_pages": False,
        "default_branch": repo.default_branch,
        "temp_clone_token": "",
        **{name: repo.switches.get(name, normal) for name, normal in SWITCHES.items()},
        **{name: repo.choices.get(name, normal) for name, normal in CHOICES.items()},
        **_security(repo, level),
        "permissions": {name: level >= LEVELS.index(name) for name in LEVELS[1:]},
    }


def _security(repo: Repo, level: int) -> Json:
    """The security features, for administrators."""
    if level < LEVELS.index("admin"):
        return {}
    states = {name: {"status": "enabled" if name in repo.security else "disabled"} for name in SECURITY}
    return {"security_and_analysis": states}


def label_json(url: str, repo: Repo, label: Label) -> Json:
    """A label.

    https://docs.github.com/rest/issues/labels
    """
    return {
        "id": label.id,
        "node_id": f"LA_kwDO{label.id}",
        "url": f"{repo_url(url, repo)}/labels/{quote(label.name)}",
        "name": label.name,
        "color": label.color,
        "default": label.name == "bug",
        "description": label.description,
    }


def milestone_json(url: str, repo: Repo, milestone: Milestone) -> Json:
    """A milestone.

    https://docs.github.com/rest/issues/milestones
    """
    here = f"{repo_url(url, repo)}/milestones/{milestone.number}"
    inside = [issue.state for issue in repo.issues.values() if issue.milestone is milestone]
    return {
        "url": here,
        "html_url": f"{SITE}/{repo.full_name}/milestone/{milestone.number}",
        "labels_url": f"{here}/labels",
        "id": milestone.id,
        "node_id": f"MI_kwDO{milestone.id}",
        "number": milestone.number,
        "title": milestone.title,
        "description": milestone.description,
        "creator": user_json(url, milestone.creator),
        "open_issues": inside.count("open"),
        "closed_issues": inside.count("closed"),
        "state": milestone.state,
        "created_at": milestone.created_at,
        "updated_at": milestone.updated_at,
        "due_on": milestone.due_on,
        "closed_at": milestone.closed_at,
    }


def comment_json(url: str, repo: Repo, comment: Comment) -> Json:
    """A comment on an issue.

    https://docs.github.com/rest/issues/comments
    """
    number = comment.issue.number
    kind = "pull" if comment.issue.pull else "issues"
    here = f"{repo_url(url, repo)}/issues/comments/{comment.id}"
    return {
        "url": here,
        "html_url": f"{SITE}/{repo.full_name}/{kind}/{number}#issuecomment-{comment.id}",
        "issue_url": f"{repo_url(url, repo)}/issues/{number}",
        "id": comment.id,
        "node_id": f"IC_kwDO{comment.id}",
        "user": user_json(url, comment.user),
        "created_at": comment.created_at,
        "updated_at": comment.updated_at,
        "body": comment.body,
        "author_association": association(repo, comment.user),
        "reactions": reactions_json(here, repo, comment),
        "performed_via_github_app": None,
    }


def issue_json(url: str, repo: Repo, issue: Issue) -> Json:
    """An issue, or a pull request seen as one.

    https://docs.github.com/rest/issues/issues#get-an-issue
    """
    home = repo_url(url, repo)
    here = f"{home}/issues/{issue.number}"
    kind = "pull" if issue.pull else "issues"
    links = {f"{name}_url": f"{here}/{name}" for name in ("comments", "events", "timeline")}
    return {
        "url": here,
        "repository_url": home,
        **links,
        "labels_url": f"{here}/labels{{/name}}",
        "html_url": f"{SITE}/{repo.full_name}/{kind}/{issue.number}",
        "id": issue.id,
        "node_id": f"I_kwDO{issue.id}",
        **conversation_json(url, repo, issue),
        "comments": sum(comment.issue is issue for comment in repo.comments.values()),
        "state_reason": issue.state_reason,
        "closed_by": user_json(url, issue.closed_by) if issue.closed_by else None,
        "type": None,
        "performed_via_github_app": None,
        "reactions": reactions_json(here, repo, issue),
        "sub_issues_summary": _summary(issue),
        **_pull_links(url, repo, issue),
    }


def conversation_json(url: str, repo: Repo, issue: Issue) -> Json:
    """What an issue and a pull request show alike."""
    assignees = [user_json(url, user) for user in issue.assignees]
    return {
        "number": issue.number,
        "title": issue.title,
        "body": issue.body,
        "user": user_json(url, issue.user),
        "labels": [label_json(url, repo, label) for label in issue.labels],
        "state": issue.state,
        "locked": issue.locked,
        "active_lock_reason": issue.lock_reason,
        "assignee": assignees[0] if assignees else None,
        "assignees": assignees,
        "milestone": milestone_json(url, repo, issue.milestone) if issue.milestone else None,
        "created_at": issue.created_at,
        "updated_at": issue.updated_at,
        "closed_at": issue.closed_at,
        "author_association": association(repo, issue.user),
    }


def _summary(issue: Issue) -> Json:
    done = sum(one.state == "closed" for one in issue.sub_issues)
    total = len(issue.sub_issues)
    return {"total": total, "completed": done, "percent_completed": 100 * done // total if total else 0}


def _pull_links(url: str, repo: Repo, issue: Issue) -> Json:
    if issue.pull is None:
        return {}
    site = f"{SITE}/{repo.full_name}/pull/{issue.number}"
    links = {
        "url": f"{repo_url(url, repo)}/pulls/{issue.number}",
        "html_url": site,
        "diff_url": f"{site}.diff",
        "patch_url": f"{site}.patch",
        "merged_at": issue.pull.merged_at,
    }
    return {"draft": issue.pull.draft, "pull_request": links}


def association(repo: Repo, user: User) -> str:
    """What an account is to a repository."""
    return "COLLABORATOR" if user.login in repo.access else "NONE"


def reactions_json(here: str, repo: Repo, subject: object) -> Json:
    """How many reactions of which kind stand on something."""
    found = [one.content for one in repo.remarks.reactions.values() if one.subject is subject]
    kinds = ("+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes")
    return {"url": f"{here}/reactions", "total_count": len(found), **{kind: found.count(kind) for kind in kinds}}
