#!/bin/sh
# Makes the tarball of HEAD twice, here and in a clone in another-folder with a build of its own, and compares: packaging/dist-check.sh.
set -eu
cd "$(dirname "$0")/.."
if [ -n "$(git status --porcelain)" ]; then
    echo "what is not committed would not be in the clone: commit it first" >&2
    exit 2
fi
elsewhere=$(mktemp -d)
trap 'rm -rf "$elsewhere"' EXIT
trap 'exit 130' HUP INT TERM
packaging/dist.sh target/dist
git clone -q --no-hardlinks . "$elsewhere/another-folder"
(
    unset CARGO_TARGET_DIR
    cd "$elsewhere/another-folder"
    packaging/dist.sh dist
)
different=0
for file in "$elsewhere/another-folder/dist"/*; do
    cmp "$file" "target/dist/$(basename "$file")" || different=1
done
[ "$different" -eq 0 ] || exit 1
echo "the same twice:"
cat target/dist/SHA256SUMS
