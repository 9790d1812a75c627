#!/bin/sh
# Runs COMMAND where the examples of docs/webhooks can be run: Node and PHP are installed when they are
# missing, this is Debian, and we are root (about 15 MB). Go and Java are too large for that and are used
# where they are. What cannot be had is no failure: the test `guide` then holds the example against the
# digest of the file that passed, and says so.
#
#   scripts/with-snippet-runtimes.sh COMMAND [ARGUMENT...]
#
# TEST_SNIPPET_RUNTIMES=installed installs nothing. The exit status is the command's.
set -eu

if [ "$#" -eq 0 ]; then
    echo "usage: $0 COMMAND [ARGUMENT...]" >&2
    exit 2
fi

missing=
command -v node >/dev/null 2>&1 || missing="$missing nodejs"
command -v php >/dev/null 2>&1 || missing="$missing php-cli"

if [ -n "$missing" ] && [ "${TEST_SNIPPET_RUNTIMES:-}" != installed ] &&
    [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "examples of webhooks: installing Debian's packages$missing" >&2
    # shellcheck disable=SC2086 # one word for each package
    { DEBIAN_FRONTEND=noninteractive apt-get update -q >&2 &&
        DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends $missing >&2; } ||
        echo "examples of webhooks:$missing cannot be installed; going on without" >&2
fi

exec "$@"
