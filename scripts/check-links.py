#!/usr/bin/env python3
"""Looks whether links of pages lead somewhere: check-links.py PAGES DOCUMENTS

Every relative link of a page in PAGES has its file, and its heading; every document in DOCUMENTS has a page."""

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.links, self.ids = set(), set()
        self.feed(path.read_text())

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name in ("href", "src") and value and tag != "base":
                self.links.add(value)
            elif name == "id":
                self.ids.add(value)


def main():
    folder, documents = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    pages = {path: Page(path) for path in folder.rglob("*.html") if path.name not in ("404.html", "toc.html", "print.html")}
    broken = []
    for path, page in pages.items():
        for link in page.links:
            url = urlsplit(link)
            if url.scheme or url.netloc:
                continue
            target = (path.parent / unquote(url.path)).resolve() if url.path else path
            if not target.exists():
                broken.append(f"{path.relative_to(folder)}: {link}: there is no such file")
            elif url.fragment and target in pages and unquote(url.fragment) not in pages[target].ids:
                broken.append(f"{path.relative_to(folder)}: {link}: there is no such heading")
    for document in documents.rglob("*.md"):
        page = folder / document.relative_to(documents).with_suffix(".html")
        if document.name != "SUMMARY.md" and page not in pages:
            broken.append(f"{document}: it is not in docs/SUMMARY.md")
    if broken:
        sys.exit("\n".join(sorted(broken)))
    print(f"{len(pages)} pages, {sum(len(page.links) for page in pages.values())} links")


main()
