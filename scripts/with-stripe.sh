#!/bin/sh
# Runs COMMAND with TEST_STRIPE_PYTHON naming a Python that has the PyPI package stripe: tests let its
# signature check judge what the service sends.
#
#   scripts/with-stripe.sh COMMAND [ARGUMENT...]
#
# An existing TEST_STRIPE_PYTHON is used as it is. The exit status is the command's.
set -eu

if [ "$#" -eq 0 ]; then
    echo "usage: $0 COMMAND [ARGUMENT...]" >&2
    exit 2
fi

if [ -n "${TEST_STRIPE_PYTHON:-}" ]; then
    exec "$@"
fi

version=16.1.0
folder=$(cd "$(dirname "$0")/.." && pwd)/target/stripe

# The first Python with the package: of PATH, the one that was made here before.
find_python() {
    for python in "$folder/bin/python" python3; do
        if "$python" -c 'import stripe; stripe.WebhookSignature.verify_header' >/dev/null 2>&1; then
            command -v "$python"
            return 0
        fi
    done
    return 1
}

install_python() {
    [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1 || return 1
    echo "Python 3 with venv and pip is missing: installing Debian's packages" >&2
    DEBIAN_FRONTEND=noninteractive apt-get update -q >&2 &&
        DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends \
            python3 python3-venv python3-pip >&2
}

make_environment() {
    for python in python3 /usr/bin/python3; do
        command -v "$python" >/dev/null 2>&1 || continue
        echo "The package stripe is missing: making a virtual environment in $folder" >&2
        if "$python" -m venv --clear "$folder" >&2 &&
            "$folder/bin/python" -m pip install -q --disable-pip-version-check "stripe==$version" >&2; then
            return 0
        fi
    done
    return 1
}

if ! python=$(find_python); then
    make_environment || { install_python && make_environment; } || :
    if ! python=$(find_python); then
        echo "A Python 3 with the package stripe was not found, and could not be made." >&2
        echo "Install it (pip install stripe==$version), or set TEST_STRIPE_PYTHON to a Python that has" >&2
        echo "it." >&2
        exit 1
    fi
fi

TEST_STRIPE_PYTHON=$python
export TEST_STRIPE_PYTHON
exec "$@"
