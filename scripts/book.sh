#!/bin/sh
# Makes pages of docs/ with mdBook, in target/book, and looks whether every link leads somewhere.
set -eu
cd "$(dirname "$0")/.."
command -v mdbook >/dev/null || cargo install --locked mdbook --version 0.5.4

source=target/book-source
rm -rf "$source" target/book
mkdir -p target
cp -R docs "$source"
# what lies outside of docs/ has no page
find "$source" -name '*.md' -exec sed -i -E 's#\[([^]]*)\]\((\.\./)+(clients|packaging|crates|scripts|tests|README|CHANGELOG)[^)]*\)#\1#g' {} +
{
    printf '\n# Records of decisions\n\n'
    for record in docs/adr/*.md; do
        printf -- '- [%s](adr/%s)\n' "$(sed -n '1s/^# *//p' "$record" | tr -d '[]')" "$(basename "$record")"
    done
} >>"$source/SUMMARY.md"
mdbook build "$source"
scripts/check-links.py target/book docs
