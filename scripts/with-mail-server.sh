#!/bin/sh
# Runs COMMAND with TEST_SMTP_PYTHON naming a Python that has the mail server library aiosmtpd: tests
# start tests/smtp/server.py with it.
#
#   scripts/with-mail-server.sh COMMAND [ARGUMENT...]
#
# An existing TEST_SMTP_PYTHON is used as it is. The exit status is the command's.
set -eu

if [ "$#" -eq 0 ]; then
    echo "usage: $0 COMMAND [ARGUMENT...]" >&2
    exit 2
fi

if [ -n "${TEST_SMTP_PYTHON:-}" ]; then
    exec "$@"
fi

version=1.4.6
folder=$(cd "$(dirname "$0")/.." && pwd)/target/mail-server

# The first Python with the library: of PATH, the system's, the one that was made here before.
find_python() {
    for python in python3 /usr/bin/python3 "$folder/bin/python"; do
        if "$python" -c 'import aiosmtpd.smtp' >/dev/null 2>&1; then
            command -v "$python"
            return 0
        fi
    done
    return 1
}

install_package() {
    [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1 || return 1
    echo "aiosmtpd is missing: installing Debian's package python3-aiosmtpd" >&2
    DEBIAN_FRONTEND=noninteractive apt-get update -q >&2 &&
        DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends python3-aiosmtpd >&2
}

make_environment() {
    command -v python3 >/dev/null 2>&1 || return 1
    echo "aiosmtpd is missing: making a virtual environment in $folder" >&2
    python3 -m venv --clear "$folder" >&2 &&
        "$folder/bin/python" -m pip install -q --disable-pip-version-check "aiosmtpd==$version" >&2
}

if ! python=$(find_python); then
    # what one way did not bring, the other may
    install_package || :
    if ! python=$(find_python); then
        make_environment || :
        if ! python=$(find_python); then
            echo "A Python 3 with aiosmtpd was not found, and could not be made." >&2
            echo "Install it (Debian and Ubuntu: apt-get install python3-aiosmtpd; elsewhere: pip install" >&2
            echo "aiosmtpd==$version), or set TEST_SMTP_PYTHON to a Python that has it." >&2
            exit 1
        fi
    fi
fi

TEST_SMTP_PYTHON=$python
export TEST_SMTP_PYTHON
exec "$@"
