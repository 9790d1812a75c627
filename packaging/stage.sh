#!/bin/sh
# Puts what every package holds into a folder: packaging/stage.sh BINARY FOLDER [PREFIX [ZSH]]. PREFIX is what the
# folders of programs and data lie in (`usr/` in a Debian package), ZSH where zsh looks for completions.
set -eu
binary=$1 root=$2 prefix=${3:-} zsh=${4:-site-functions}
here=$(cd "$(dirname "$0")" && pwd)
umask 022

# SOURCE TARGET [MODE]
put() { install -D -m "${3:-0644}" "$1" "$root/$2"; }

put "$binary" "${prefix}bin/cotejo" 0755
ln -s cotejo "$root/${prefix}bin/api"
put "$here/cotejo.service" "${prefix}lib/systemd/system/cotejo.service"
put "$here/cotejo.sysusers" "${prefix}lib/sysusers.d/cotejo.conf"
put "$here/debian/default" etc/default/cotejo
for example in cotejo-import.service cotejo-import.timer; do
    put "$here/$example" "${prefix}share/doc/cotejo/examples/$example"
done
for file in prometheus/cotejo.rules.yml prometheus/cotejo.rules.test.yml grafana/traffic-and-catalogue.json grafana/webhooks.json; do
    put "$here/$file" "${prefix}share/cotejo/$file"
done
mkdir -p "$root/etc/cotejo"
"$binary" config init | sed 's|^#database_url = .*|database_url = "sqlite:///var/lib/cotejo/prices.sqlite"|' \
    >"$root/etc/cotejo/cotejo.toml"
man="$root/${prefix}share/man/man1"
"$binary" manual --name cotejo "$man" 2>/dev/null
gzip -9n "$man"/*
for shell in "bash:bash-completion/completions/cotejo" "zsh:zsh/$zsh/_cotejo" "fish:fish/vendor_completions.d/cotejo.fish"; do
    file="$root/${prefix}share/${shell#*:}"
    mkdir -p "$(dirname "$file")"
    "$binary" completions --name cotejo "${shell%%:*}" >"$file"
done
put "$here/debian/copyright" "${prefix}share/doc/cotejo/copyright"
