"""What can be written in posts, pages, authors, tags and folders, as the models of HubSpot's documentation list it.

https://developers.hubspot.com/docs/api-reference/latest/cms/pages/guide
"""

from __future__ import annotations

_CONTENT = (
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
    "categoryId",
    "featuredImage",
    "featuredImageAltText",
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
    "linkRelCanonicalUrl",
    "pageExpiryDate",
    "pageExpiryEnabled",
    "pageExpiryRedirectId",
    "pageExpiryRedirectUrl",
    "publicAccessRules",
    "publicAccessRulesEnabled",
    "dynamicPageDataSourceId",
    "dynamicPageDataSourceType",
    "dynamicPageHubDbTableId",
    "archivedInDashboard",
)
POST = (
    *_CONTENT,
    "postBody",
    "postSummary",
    "rssBody",
    "rssSummary",
    "tagIds",
    "blogAuthorId",
    "enableGoogleAmpOutputOverride",
)
PAGE = (*_CONTENT, "templatePath", "subcategory", "pageRedirected")
AUTHOR = (
    "fullName",
    "name",
    "displayName",
    "slug",
    "email",
    "bio",
    "avatar",
    "website",
    "facebook",
    "linkedin",
    "twitter",
    "language",
)
TAG = ("name", "slug", "language")
FOLDER = ("name", "parentFolderId")
