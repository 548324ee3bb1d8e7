"""What can be written in posts, pages, authors, tags and folders, by the address of each kind.

https://developers.hubspot.com/docs/api-reference/latest/cms/pages/guide
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

POSTS = "/cms/v3/blogs/posts"
AUTHORS = "/cms/v3/blogs/authors"
TAGS = "/cms/v3/blogs/tags"
SITE_PAGES = "/cms/v3/pages/site-pages"
LANDING_PAGES = "/cms/v3/pages/landing-pages"
FOLDERS = f"{LANDING_PAGES}/folders"
EMAILS = "/marketing/v3/emails"

_TEXTS = (
    "name",
    "slug",
    "language",
    "htmlTitle",
    "metaDescription",
    "headHtml",
    "footerHtml",
    "domain",
    "authorName",
    "campaign",
    "contentGroupId",
    "folderId",
    "featuredImage",
    "featuredImageAltText",
    "linkRelCanonicalUrl",
    "pageExpiryRedirectUrl",
    "dynamicPageDataSourceId",
    "dynamicPageHubDbTableId",
)
_OTHERS = (
    "categoryId",
    "useFeaturedImage",
    "publishDate",
    "publishImmediately",
    "layoutSections",
    "widgets",
    "widgetContainers",
    "themeSettingsValues",
    "attachedStylesheets",
    "enableDomainStylesheets",
    "enableLayoutStylesheets",
    "includeDefaultCustomCss",
    "pageExpiryDate",
    "pageExpiryEnabled",
    "pageExpiryRedirectId",
    "publicAccessRules",
    "publicAccessRulesEnabled",
    "dynamicPageDataSourceType",
    "archivedInDashboard",
)
_OF_POSTS = ("postBody", "postSummary", "rssBody", "rssSummary", "blogAuthorId")
_OF_AUTHORS = ("fullName", "name", "displayName", "slug", "email", "bio", "avatar", "website", "language")
_NETWORKS = ("facebook", "linkedin", "twitter")

TEXTS: Mapping[str, tuple[str, ...]] = {
    POSTS: (*_TEXTS, *_OF_POSTS),
    AUTHORS: (*_OF_AUTHORS, *_NETWORKS),
    TAGS: ("name", "slug", "language"),
    SITE_PAGES: (*_TEXTS, "templatePath", "subcategory"),
    LANDING_PAGES: (*_TEXTS, "templatePath", "subcategory"),
    FOLDERS: ("name",),
    EMAILS: ("name", "subject", "language", "campaign", "activeDomain"),
}
"""Fields that hold text: an empty one may read as null."""

OTHERS: Mapping[str, tuple[str, ...]] = {
    POSTS: (*_OTHERS, "tagIds", "enableGoogleAmpOutputOverride"),
    AUTHORS: (),
    TAGS: (),
    SITE_PAGES: (*_OTHERS, "pageRedirected"),
    LANDING_PAGES: (*_OTHERS, "pageRedirected"),
    FOLDERS: ("parentFolderId",),
    EMAILS: (
        "businessUnitId",
        "content",
        "from",
        "to",
        "webversion",
        "subscriptionDetails",
        "testing",
        "rssData",
        "jitterSendTime",
        "sendOnPublish",
        "publishDate",
    ),
}
"""Fields that hold anything else."""

READ_ONLY = (
    "id",
    "created",
    "updated",
    "createdById",
    "updatedById",
    "archivedAt",
    "deletedAt",
    "url",
    "state",
    "currentState",
    "currentlyPublished",
    "translations",
    "translatedFromId",
    "contentTypeCategory",
    "abStatus",
    "abTestId",
    "mabExperimentId",
    "category",
)
"""What the models of the SDK send along, and HubSpot sets by itself."""


def writable(base: str, thing: Mapping[str, Any]) -> dict[str, Any]:
    """Of a thing as it reads, what can be written again; what is empty is left out."""
    return {name: thing[name] for name in (*TEXTS[base], *OTHERS[base]) if not _is_empty(thing.get(name))}


def differing(wanted: Mapping[str, Any], now: Mapping[str, Any]) -> dict[str, Any]:
    """What has to be written so that the second reads as the first: an empty text, or null, where that has nothing."""
    return {name: wanted.get(name, _empty(name)) for name in {**now, **wanted} if wanted.get(name) != now.get(name)}


def _empty(name: str) -> str | None:
    return "" if any(name in texts for texts in TEXTS.values()) else None


def _is_empty(value: Any) -> bool:
    return value is None or value == ""
