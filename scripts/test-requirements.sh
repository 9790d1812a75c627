#!/bin/sh
# Tells all that `make test` needs and this machine lacks, at once, with one line that installs it. As root
# on Debian it installs all of it, with one run of apt-get.
#
#   scripts/test-requirements.sh              what tests need
#   scripts/test-requirements.sh postgresql   PostgreSQL's server programs only
#
# TEST_PYTHON names another Python than python3 or /usr/bin/python3. TEST_SNIPPET_RUNTIMES=installed does not
# ask for the languages of the examples in docs/webhooks. Exit status 1: something is missing.
set -eu
cd "$(dirname "$0")"

only=${1:-}

# WHAT PACKAGE...: something is missing, which these packages of Debian bring.
lacks() {
    missing="$missing  $1
"
    shift
    packages="$packages $*"
}

may_have() {
    optional="$optional $1"
}

has() { command -v "$1" >/dev/null 2>&1; }

# Some Python has a module; tests look for it in the same order.
python_has() {
    for python in ${TEST_PYTHON:-python3 /usr/bin/python3}; do
        if "$python" -c "import $1" >/dev/null 2>&1; then
            return 0
        fi
    done
    return 1
}

look() {
    missing= packages= optional=
    ./find-postgres.sh >/dev/null || lacks "PostgreSQL's server programs (initdb, pg_ctl)" postgresql
    [ "$only" != postgresql ] || return 0
    (PATH="$PATH:/usr/sbin:/usr/local/sbin" && has pgbouncer) || lacks "pgbouncer, through which some of them go" pgbouncer
    has cc || lacks "a C compiler" gcc libc6-dev
    python_has aiosmtpd.smtp || lacks "Python's module aiosmtpd, a mail server" python3-aiosmtpd
    has chromedriver || lacks "a browser that tests steer (chromium, chromedriver)" chromium chromium-driver
    has mmdebstrap || lacks "mmdebstrap, a bare Debian in which the package is tried" mmdebstrap
    { has podman && (PATH="$PATH:/usr/sbin:/usr/local/sbin" && has runc); } ||
        lacks "podman and runc, which build and run the container image" podman runc
    has docker-compose || lacks "docker-compose, which checks compose.yaml by its schema" docker-compose
    has objdump || lacks "objdump, which says which C library the package needs" binutils
    { has promtool && has prometheus; } || lacks "Prometheus and promtool, which judge metrics, alerts and dashboards" prometheus
    python_has stripe || lacks "Python's module stripe, which judges signatures of webhooks" python3-stripe
    python_has "attrs, httpx" || lacks "Python's modules httpx and attrs, for the client in Python" python3-httpx python3-attr
    has node || lacks "node, for the client in TypeScript" nodejs
    has python3 || lacks "python3, which runs the guide's lines" python3
    has curl || lacks "curl, which the guide uses" curl
    has openssl || lacks "openssl, which makes the certificate of a receiver of webhooks" openssl
    if [ "${TEST_SNIPPET_RUNTIMES:-}" != installed ]; then
        has php || may_have php-cli
    fi
}

install() {
    # shellcheck disable=SC2086 # one word for each package
    DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$@" >&2
}

look
[ -n "$packages$optional" ] || exit 0

if [ "$(id -u)" -eq 0 ] && has apt-get; then
    echo "tests need Debian's packages$packages$optional: installing them" >&2
    # what is optional and cannot be had keeps nothing else away
    # shellcheck disable=SC2086 # one word for each package
    { DEBIAN_FRONTEND=noninteractive apt-get update -q >&2 && install $packages $optional; } ||
        { [ -n "$packages" ] && [ -n "$optional" ] && install $packages; } || :
    look
fi

if [ -z "$packages$optional" ]; then
    exit 0
fi
if [ -n "$missing" ]; then
    printf 'Missing:\n%s' "$missing" >&2
fi
if [ -n "$optional" ]; then
    echo "Optional, to run the examples for receivers of webhooks:$optional" >&2
fi
echo "Debian and Ubuntu: sudo apt-get install --no-install-recommends$packages$optional" >&2
[ -n "$missing" ] || exit 0
echo "Elsewhere: PostgreSQL with its server; pgbouncer; chromium and chromedriver; node; openssl; a Python 3 with aiosmtpd, stripe, httpx and attrs (PyPI), named by TEST_PYTHON" >&2
echo "if it is not python3." >&2
exit 1
