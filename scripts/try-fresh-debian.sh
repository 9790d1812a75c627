#!/bin/sh
# Tries `make run` and `make test` where nothing is installed: in a minimal Debian that has what README.md
# names under "Needed", this machine's Rust toolchain, and a clone of HEAD. As root, on Debian.
#
#   scripts/try-fresh-debian.sh [OPTION...]                  make run, then make test
#   scripts/try-fresh-debian.sh [OPTION...] -- COMMAND...    a command of your own in the clone
#
#   --only run|test   one of the two
#   --user            as an ordinary user; the packages that tests need are installed by hand before, from
#                     the line that scripts/test-requirements.sh prints
#   --bare            with --user: nothing is installed before; shows what somebody is told
#   --target FOLDER   a build folder that is used and kept, to save time; not with --user
#   --keep            leaves the Debian where it is, and says where
#
# The Debian has the suite, the mirrors and the network settings of the host's apt. Everything runs in
# mount and process namespaces of its own, so no mount and no process outlives this script; a folder in the
# temporary directory is removed. The network is the host's: `make run` needs its ports 8080 and 9090.
# Fails, too, when tests leave something in the temporary directory.
set -eu

only= user= bare= target= keep=
usage() {
    sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p;}' "$0" >&2
    exit 2
}
while [ "$#" -gt 0 ]; do
    case $1 in
    --only)
        case ${2:-} in run | test) only=$2 ;; *) usage ;; esac
        shift
        ;;
    --user) user=builder ;;
    --bare) bare=yes ;;
    --target)
        target=$(mkdir -p "${2:?}" && cd "$2" && pwd)
        shift
        ;;
    --keep) keep=yes ;;
    --)
        shift
        break
        ;;
    *) usage ;;
    esac
    shift
done

# what the user would own in it is not this machine's any more
[ -z "$user" ] || [ -z "$target" ] || usage

if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    echo "$0 needs root on Debian: it makes a Debian of its own and changes its root folder" >&2
    exit 2
fi

# Once more in namespaces of its own; what is mounted or started from here on ends with it.
if [ -z "${FRESH_DEBIAN:-}" ]; then
    # for what follows on this side: the Debian, and the printed lines
    tools=
    command -v mmdebstrap >/dev/null || tools="$tools mmdebstrap"
    command -v curl >/dev/null || tools="$tools curl"
    command -v git >/dev/null || tools="$tools git"
    if [ -n "$tools" ]; then
        # shellcheck disable=SC2086 # one word for each package
        { apt-get update -q && apt-get install -y -q --no-install-recommends $tools; } >&2
    fi
    root=$(mktemp -d "${TMPDIR:-/tmp}/fresh-debian.XXXXXX")
    chmod 755 "$root"
    remove() {
        if [ -n "$keep" ]; then
            echo "the Debian is kept: $root" >&2
        else
            rm -rf --one-file-system "$root" "$root.apt.conf"
        fi
    }
    trap remove EXIT
    trap 'exit 130' HUP INT TERM
    status=0
    FRESH_DEBIAN=$root unshare --mount --pid --fork --kill-child "$0" ${only:+--only "$only"} \
        ${user:+--user} ${bare:+--bare} ${target:+--target "$target"} ${1:+--} "$@" || status=$?
    exit "$status"
fi
root=$FRESH_DEBIAN
unset FRESH_DEBIAN

say() { echo "== $*" >&2; }
checkout=$(cd "$(dirname "$0")/.." && pwd)
home=/root
[ -z "$user" ] || home=/home/$user
# the same path as here: a build folder that is handed in stays good
clone=$checkout

make_debian() {
    say "a minimal Debian"
    # shellcheck disable=SC1091
    suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
    settings=$root.apt.conf
    apt-config dump --no-empty --format '%F "%v";%n' Acquire | grep -v '::IndexTargets\|::cdrom' >"$settings"
    sources=$(find /etc/apt/sources.list /etc/apt/sources.list.d -type f \
        \( -name '*.list' -o -name '*.sources' \) -size +0 2>/dev/null || :)
    # what README.md names: a test holds this line against it
    packages="make gcc libc6-dev ca-certificates"
    # shellcheck disable=SC2086 # file names of apt have no spaces
    mmdebstrap --quiet --variant=minbase --include="$(echo "$packages" | tr ' ' ,)" \
        --aptopt="$settings" "$suite" "$root" $sources >&2
    rm "$settings"
}

# What a Debian gets from the machine that it runs on: a network, trust, devices, Rust.
furnish() {
    # a mount point of its own: what starts containers in it changes their root
    mount --bind "$root" "$root"
    cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
    [ ! -f /etc/ssl/certs/ca-certificates.crt ] ||
        cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
    mount -t proc proc "$root/proc"
    mount --rbind /sys "$root/sys"
    mount --rbind /dev "$root/dev"
    if [ -n "$user" ]; then
        chroot "$root" useradd --create-home "$user"
    fi
    mkdir -p "$root/opt/rustup" "$root$home/.cargo/registry"
    mount --bind "${RUSTUP_HOME:-$HOME/.rustup}" "$root/opt/rustup"
    mount -o remount,bind,ro "$root/opt/rustup"
    cargo=${CARGO_HOME:-$HOME/.cargo}
    for file in bin config.toml config; do
        [ ! -e "$cargo/$file" ] || cp -a "$cargo/$file" "$root$home/.cargo/"
    done
    # what was downloaded already; more may be
    for part in index cache; do
        [ ! -d "$cargo/registry/$part" ] || cp -a "$cargo/registry/$part" "$root$home/.cargo/registry/"
    done
    mkdir -p "$root$clone"
    git -c safe.directory="$checkout" clone -q --no-hardlinks "$checkout" "$root$clone"
    if [ -n "$target" ]; then
        same_times
        mkdir "$root$clone/target"
        mount --bind "$target" "$root$clone/target"
    fi
    if [ -n "$user" ]; then
        chroot "$root" chown -R "$user:" "$home" "$clone"
    fi
}

# cargo goes by the times of files: those that are as they are here get theirs.
same_times() {
    git -C "$root$clone" ls-files | while read -r file; do
        if cmp -s "$checkout/$file" "$root$clone/$file"; then
            touch -r "$checkout/$file" "$root$clone/$file"
        fi
    done
}

# Runs a command in the clone, with nothing of this environment but what cargo needs to reach its registry.
inside() {
    who=${1:?}
    shift
    kept=$(env | grep -oE '^(CARGO_[A-Z_]+|RUSTUP_[A-Z_]+|(https?|no|all)_proxy|(HTTPS?|NO|ALL)_PROXY)=' |
        grep -vE '^(CARGO_HOME|CARGO_TARGET_DIR|RUSTUP_HOME)=' | tr -d = || :)
    for name in $kept; do
        eval "value=\$$name"
        set -- "$name=$value" "$@"
    done
    chroot --userspec="$who" "$root" /usr/bin/env -i "HOME=$home" TERM=dumb LANG=C.UTF-8 \
        "PATH=$home/.cargo/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" \
        RUSTUP_HOME=/opt/rustup "CARGO_HOME=$home/.cargo" "DIRECTORY=$clone" "$@"
}
in_clone() { inside "${user:-root}" /bin/sh -c 'cd "$DIRECTORY" && exec "$@"' sh "$@"; }

# make run until it is ready, then each of the lines that it prints.
try_run() {
    say "make run"
    output=$root/make-run.out
    began=$(date +%s)
    in_clone make run >"$output" &
    running=$!
    until ready=$(sed -n 's/^health *//p' "$output") && [ -n "$ready" ] && curl -sf -o /dev/null "$ready"; do
        if ! kill -0 "$running" 2>/dev/null; then
            wait "$running" || :
            say "make run ended before it was ready"
            return 1
        fi
        sleep 1
    done
    say "ready after $(($(date +%s) - began)) s"
    grep '^curl ' "$output" >"$root/lines"
    failed=0
    while read -r line; do
        if answer=$(eval "$line --fail"); then
            echo "$line" | sed 's/Bearer [^ ]*/Bearer .../' >&2
            echo "    $(echo "$answer" | wc -c) bytes" >&2
        else
            say "does not answer: $line"
            failed=1
        fi
    done <"$root/lines"
    [ "$(wc -l <"$root/lines")" -gt 0 ] || failed=1
    # the service itself: what stands between is make's
    service=$(grep -lE '^Name:[[:space:]]api$' /proc/[0-9]*/status | head -n 1)
    kill -TERM "$(basename "$(dirname "$service")")"
    wait "$running" || failed=1
    return "$failed"
}

try_test() {
    say "make test"
    began=$(date +%s)
    status=0
    in_clone make test || status=$?
    say "make test: $(($(date +%s) - began)) s, status $status"
    return "$status"
}

# Whoever is not root installs what the script says, by the line that it prints.
install_as_told() {
    told=$(in_clone scripts/test-requirements.sh 2>&1 || :)
    line=$(echo "$told" | grep -oE 'apt-get install .*' | head -n 1)
    if [ -z "$line" ]; then
        say "no line to install what is missing: $told"
        return 1
    fi
    say "as it says: $line"
    inside root /bin/sh -c "apt-get update -q && DEBIAN_FRONTEND=noninteractive $line -y -q" >&2
}

left_behind() {
    found=$(ls -A "$root/tmp")
    [ -z "$found" ] || say "left in the temporary directory: $found"
    [ -z "$found" ]
}

make_debian
furnish
# the namespace of processes has a /proc of its own
mount -t proc proc /proc
status=0
if [ -n "$user" ] && [ -z "$bare" ]; then
    install_as_told || status=1
fi
if [ "$#" -gt 0 ]; then
    in_clone "$@" || status=$?
else
    [ "$only" = test ] || try_run || status=1
    [ "$only" = run ] || try_test || status=1
    left_behind || status=1
fi
exit "$status"
