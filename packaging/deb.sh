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

# SOURCE TARGET [MODE]
put() { install -D -m "${3:-0644}" "$1" "$root/$2"; }

put "$binary" usr/bin/cotejo 0755
ln -s cotejo "$root/usr/bin/api"
put "$here/cotejo.service" usr/lib/systemd/system/cotejo.service
put "$here/cotejo.sysusers" usr/lib/sysusers.d/cotejo.conf
put "$here/debian/default" etc/default/cotejo
for example in cotejo-import.service cotejo-import.timer; do
    put "$here/$example" "usr/share/doc/cotejo/examples/$example"
done
for file in prometheus/cotejo.rules.yml prometheus/cotejo.rules.test.yml grafana/traffic-and-catalogue.json grafana/webhooks.json; do
    put "$here/$file" "usr/share/cotejo/$file"
done
mkdir -p "$root/etc/cotejo"
{
    "$binary" config init | sed 's|^#database_url = .*|database_url = "sqlite:///var/lib/cotejo/prices.sqlite"|'
} >"$root/etc/cotejo/cotejo.toml"
"$binary" manual --name cotejo "$root/usr/share/man/man1" 2>/dev/null
gzip -9n "$root"/usr/share/man/man1/*
for shell in bash:usr/share/bash-completion/completions/cotejo zsh:usr/share/zsh/vendor-completions/_cotejo \
    fish:usr/share/fish/vendor_completions.d/cotejo.fish; do
    mkdir -p "$root/$(dirname "${shell#*:}")"
    "$binary" completions --name cotejo "${shell%%:*}" >"$root/${shell#*:}"
done
put "$here/debian/copyright" usr/share/doc/cotejo/copyright

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
