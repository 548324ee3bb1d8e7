"""Posts, authors and tags of blogs."""

from __future__ import annotations

from connectors.hubspot.examples.content import Family, drafted, made, several, spoken

POSTS = Family(
    "/cms/v3/blogs/posts",
    lambda h: h.cms.blogs.blog_posts.basic_api,
    lambda h: h.cms.blogs.blog_posts.multi_language_api,
    7001,
    required=(("contentGroupId", "7100"),),
    several=lambda h: h.cms.blogs.blog_posts.batch_api,
)
AUTHORS = Family(
    "/cms/v3/blogs/authors",
    lambda h: h.cms.blogs.authors.author_api,
    lambda h: h.cms.blogs.authors.author_api,
    7011,
    "fullName",
    drafts=False,
)
TAGS = Family(
    "/cms/v3/blogs/tags",
    lambda h: h.cms.blogs.tags.tag_api,
    lambda h: h.cms.blogs.tags.tag_api,
    7021,
    drafts=False,
)

EXAMPLES = (*made(POSTS), *drafted(POSTS), *several(POSTS), *spoken(POSTS))
TWINS = (*made(AUTHORS), *several(AUTHORS), *spoken(AUTHORS), *made(TAGS), *several(TAGS), *spoken(TAGS))
"""Rows that one definition makes with those of posts."""
