"""The hook that `mkdocs.yml` names, for MkDocs and its forks; the work is done in `tarock.publish.site`."""

from tarock.publish.site import (
    on_config,
    on_env,
    on_files,
    on_nav,
    on_page_context,
    on_post_build,
    on_post_page,
    on_serve,
)

__all__ = ["on_config", "on_env", "on_files", "on_nav", "on_page_context", "on_post_build", "on_post_page", "on_serve"]
