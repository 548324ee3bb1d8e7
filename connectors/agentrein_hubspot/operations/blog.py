"""Posts, authors and tags of blogs: https://developers.hubspot.com/docs/api-reference/legacy/cms/blogs/blog-posts/guide."""

from __future__ import annotations

from agentrein_hubspot.content_fields import AUTHORS, POSTS, TAGS
from agentrein_hubspot.operations import content, content_batches, content_drafts, multi_language
from agentrein_hubspot.operations.content import Kind

_POST = Kind(POSTS, "post", "blog post", "cms.blogs.blog_posts.basic_api", "legacy/cms/blogs/blog-posts")
_BATCHES = Kind(
    POSTS,
    "post",
    "blog post",
    "cms.blogs.blog_posts.batch_api",
    "legacy/cms/blogs/blog-posts",
    methods={"create_batch": "create", "update_batch": "update", "archive_batch": "archive"},
)
_LANGUAGES = Kind(POSTS, "post", "blog post", "cms.blogs.blog_posts.multi_language_api", "legacy/cms/blogs/blog-posts")
_AUTHOR = Kind(
    AUTHORS, "author", "blog author", "cms.blogs.authors.author_api", "legacy/cms/blogs/blog-authors", drafts=False
)
_TAG = Kind(TAGS, "tag", "blog tag", "cms.blogs.tags.tag_api", "legacy/cms/blogs/blog-tags", drafts=False)

ROWS = (
    *content_drafts.of_drafts(_POST),
    *content_batches.rows(_BATCHES),
    *multi_language.rows(_LANGUAGES),
    content.create(_AUTHOR, "fullName"),
    content.edit(_AUTHOR),
    content.archive(_AUTHOR),
    *content_batches.rows(_AUTHOR),
    *multi_language.rows(_AUTHOR),
    content.create(_TAG),
    content.edit(_TAG),
    content.archive(_TAG),
    *content_batches.rows(_TAG),
    *multi_language.rows(_TAG),
)
