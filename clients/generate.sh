#!/bin/sh
# Writes what is generated of the two clients, with the versions that the lock files name (PyPI, npm).
#
#   clients/generate.sh BINARY    description as this binary serves it, and everything below
#   clients/generate.sh --check   from the description that is kept, beside it: fails where something differs;
#                                 installs both packages from their folders and uses them
#
# Needs python3 with venv, node and npm; keeps what it downloads in target/clients.
set -eu
cd "$(dirname "$0")/.."
tools=$PWD/target/clients
mkdir -p "$tools"
export PYTHONDONTWRITEBYTECODE=1

[ -x "$tools/python/bin/pip" ] || python3 -m venv "$tools/python"
"$tools/python/bin/pip" install --quiet --disable-pip-version-check --no-deps -r clients/python/generator.txt

# FOLDER: writes what is generated in a folder like clients
generate() {
    (
        cd "$1/python"
        PATH="$tools/python/bin:$PATH" openapi-python-client generate --path ../openapi.json --meta none \
            --config generator.yml --output-path cotejo/generated --overwrite >"$tools/log" 2>&1 || { cat "$tools/log" >&2; exit 1; }
        find cotejo/generated -name '*.py' -exec sed -i \
            '1i # Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.' {} +
        # a file without a line has no first one
        find cotejo/generated -name '*.py' -empty -exec sh -c 'echo "# Written by openapi-python-client." >"$1"' - {} \;
        rm -rf cotejo/generated/.ruff_cache
    )
    (
        cd "$1/typescript"
        npm ci --silent --no-audit --no-fund
        rm -rf dist
        npm run --silent generate >"$tools/log" 2>&1 || { cat "$tools/log" >&2; exit 1; }
        npm run --silent build
    )
}

if [ "$1" != --check ]; then
    binary=$1
    "$tools/python/bin/python" clients/tests/world.py "$binary" "$tools/python/bin/python" -c '
import json, os, urllib.request
with urllib.request.urlopen(os.environ["COTEJO_DIRECT"] + "/openapi.json") as served:
    text = json.dumps(json.load(served), indent=1, ensure_ascii=False) + "\n"
open("clients/openapi.json", "w").write(text)'
    generate clients
    exit
fi

kept=$(mktemp -d)
trap 'rm -rf "$kept"' EXIT
tar -c --exclude node_modules --exclude '*.egg-info' --exclude build clients | tar -x -C "$kept"
cp -R "$kept/clients" "$kept/again"
generate "$kept/again"
mv "$kept/again/typescript/node_modules" "$kept/tools"
diff -r "$kept/clients" "$kept/again" >&2 || {
    echo "clients: what is kept is not what is generated; \`make clients\` is due" >&2
    exit 1
}
python3 -m venv "$kept/user"
"$kept/user/bin/pip" install --quiet --disable-pip-version-check "$kept/clients/python"
(cd "$kept" && user/bin/python -c 'import cotejo; cotejo.Cotejo("http://127.0.0.1:1", "key").close()')
mkdir "$kept/app"
(
    cd "$kept/app"
    npm init --yes >/dev/null
    npm install --silent --no-audit --no-fund "$kept/clients/typescript"
    node --input-type=module -e 'import { Cotejo } from "cotejo"; new Cotejo("http://127.0.0.1:1", "key");'
    # the first lines of the README have the types that they should have
    sed -n '/^```typescript$/,/^```$/{/^```/d;p}' "$kept/clients/typescript/README.md" >first.mts
    node "$kept/tools/typescript/bin/tsc" --noEmit --strict --module nodenext --target es2022 first.mts
)
echo "clients: what is kept is what is generated, and both can be installed"
