#!/bin/sh
# Makes a Debian package of a built binary: packaging/deb.sh BINARY FOLDER [VERSION]. Prints the package's path.
set -eu
binary=$1 folder=$2
here=$(cd "$(dirname "$0")" && pwd)
version=${3:-$("$binary" --version | cut -d' ' -f2)}
arch=$(dpkg --print-architecture)
# the newest version of the C library whose symbols it uses
libc=$(objdump -T "$binary" | grep -o 'GLIBC_[0-9][0-9.]*' | sort -Vu | tail -1 | cut -d_ -f2)
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
umask 022
chmod 0755 "$root"

"$here/stage.sh" "$binary" "$root" usr/ vendor-completions

mkdir "$root/DEBIAN"
for script in postinst prerm postrm; do
    install -m 0755 "$here/debian/$script" "$root/DEBIAN/$script"
done
printf '/etc/cotejo/cotejo.toml\n/etc/default/cotejo\n' >"$root/DEBIAN/conffiles"
cat >"$root/DEBIAN/control" <<CONTROL
Package: cotejo
Version: $version
Architecture: $arch
Maintainer: The maintainers of cotejo <maintainers@cotejo.invalid>
Section: web
Priority: optional
Depends: libc6 (>= $libc), libgcc-s1, ca-certificates, systemd | systemd-standalone-sysusers
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f1)
Description: price comparison service
 Takes the feeds of shops, makes one catalogue of them, and answers over HTTP:
 search, products with delivered offers, comparisons, price history, watches
 and webhooks.
CONTROL
mkdir -p "$folder"
package="$folder/cotejo_${version}_$arch.deb"
dpkg-deb --root-owner-group --build "$root" "$package" >&2
echo "$package"
