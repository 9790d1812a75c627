#!/bin/sh
# Makes a tarball of a release: packaging/dist.sh [FOLDER] builds the checkout, wherever it lies, so that the same
# commit gives the same bytes; FOLDER (target/dist) then holds cotejo-VERSION-TARGET.tar.gz, the parts that it is made of as
# a CycloneDX document, and SHA256SUMS. Needs cargo-cyclonedx, which it builds where it is not installed.
set -eu
cd "$(dirname "$0")/.."
here=$PWD
folder=${1:-target/dist}
built=${CARGO_TARGET_DIR:-target}/reproducible
mkdir -p "$built"
built=$(cd "$built" && pwd)
cargo_home=${CARGO_HOME:-$HOME/.cargo}
target=$(rustc -vV | sed -n 's/^host: //p')
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH

case $here$built$cargo_home in
*[[:space:]]*)
    echo "flags of compilers are told apart by spaces: build in a folder without one" >&2
    exit 2
    ;;
esac

# No path of this machine gets into what is built: of Rust and of the C parts (SQLite, ring).
export RUSTFLAGS="--remap-path-prefix=$here=/cotejo --remap-path-prefix=$built=/built --remap-path-prefix=$cargo_home=/cargo"
export CFLAGS="-ffile-prefix-map=$here=/cotejo -ffile-prefix-map=$built=/built -ffile-prefix-map=$cargo_home=/cargo"
CARGO_INCREMENTAL=0 cargo build --locked --release --package api --target-dir "$built"
unset RUSTFLAGS CFLAGS

cargo cyclonedx --version >/dev/null 2>&1 || cargo install --locked cargo-cyclonedx
mkdir -p "$folder"
packaging/sbom.sh "$target" "$folder/sbom.json"
packaging/tarball.sh "$built/release/api" "$folder" "$target" "$folder/sbom.json"
rm "$folder/sbom.json"
