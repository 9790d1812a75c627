#!/bin/sh
# Writes what the binary is made of as a CycloneDX document: packaging/sbom.sh TARGET FILE. Needs cargo-cyclonedx. It names
# no folder of this machine and, with SOURCE_DATE_EPOCH, no other time than that.
set -eu
target=$1 file=$2
root=$(cd "$(dirname "$0")/.." && pwd)
# the tool writes one beside the manifest of each crate
forget() { rm -f "$root"/crates/*/cotejo-sbom.json "$root"/tests/cotejo-sbom.json "$root"/fuzz/cotejo-sbom.json; }
trap forget EXIT
cargo cyclonedx --quiet --manifest-path "$root/crates/api/Cargo.toml" --target "$target" --format json \
    --spec-version 1.5 --override-filename cotejo-sbom
sed "s|path+file://$root/|path+file:///cotejo/|g" "$root/crates/api/cotejo-sbom.json" >"$file"
