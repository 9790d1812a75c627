#!/bin/sh
# Runs the tests of both clients against a built binary: run.sh BINARY
#
# Needs a Python with httpx and attrs (TEST_PYTHON, python3 or /usr/bin/python3), node, and openssl.
set -eu
binary=$(realpath "$1")
cd "$(dirname "$0")/.."

for python in ${TEST_PYTHON:-python3 /usr/bin/python3} none; do
    if [ "$python" = none ]; then
        echo "no Python has httpx and attrs: scripts/test-requirements.sh says how to get them" >&2
        exit 1
    fi
    "$python" -c 'import attrs, httpx' 2>/dev/null && break
done

export PYTHONDONTWRITEBYTECODE=1
failed=0
PYTHONPATH=python "$python" tests/world.py "$binary" "$python" -m unittest discover -s python/tests || failed=1
"$python" tests/world.py "$binary" node --test typescript/test/client.test.mjs || failed=1
exit $failed
