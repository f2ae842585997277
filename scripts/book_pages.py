"""The changes of mkdocs to the pages, which are written for the site of a repository and for rustdoc."""

import re

RUST = re.compile(r"^```rust\n.*?^```$", re.M | re.S)


def on_page_markdown(markdown, **_):
    # rustdoc compiles these lines and does not show them.
    markdown = RUST.sub(lambda block: re.sub(r"^# .*\n", "", block[0], flags=re.M), markdown)
    # The book has neither source files nor notebooks.
    return re.sub(r"\[([^\]]*)\]\([^)]*\.(?:rs|ipynb)\)", r"\1", markdown)
