#!/bin/sh
# Packs a built binary: packaging/tarball.sh BINARY FOLDER TARGET SBOM. Makes cotejo-VERSION-TARGET.tar.gz, the SBOM beside it
# and SHA256SUMS in FOLDER, and prints the tarball's path. The same inputs and SOURCE_DATE_EPOCH give the same bytes.
set -eu
binary=$1 folder=$2 target=$3 sbom=$4
here=$(cd "$(dirname "$0")" && pwd)
: "${SOURCE_DATE_EPOCH:?the time of what is packed, in seconds since 1970}"
version=$("$binary" --version | cut -d' ' -f2)
name=cotejo-$version-$target
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 022
root=$work/$name
mkdir "$root"

"$here/stage.sh" "$binary" "$root"
for file in README.md CHANGELOG.md SECURITY.md LICENSE-MIT LICENSE-APACHE; do
    install -m 0644 "$here/../$file" "$root/$file"
done
install -m 0644 "$sbom" "$root/share/doc/cotejo/sbom.cdx.json"

mkdir -p "$folder"
# the order, owners and times are the same everywhere, and the compressor notes neither name nor time
LC_ALL=C tar --create --directory "$work" --format=ustar --sort=name --mtime="@$SOURCE_DATE_EPOCH" --owner=0 --group=0 \
    --numeric-owner --mode='u=rwX,go=rX' "$name" | gzip -9n >"$folder/$name.tar.gz"
install -m 0644 "$sbom" "$folder/$name.cdx.json"
(cd "$folder" && sha256sum "$name.tar.gz" "$name.cdx.json" >SHA256SUMS)
echo "$folder/$name.tar.gz"
