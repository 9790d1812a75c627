#!/usr/bin/env python3
"""Runs the lines of docs/GUIDE.md, in their order, with a built binary: try-guide.py BINARY

They run in an empty folder and on free ports; every line has to succeed, and say what the text says."""

import os
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

GUIDE = Path(__file__).resolve().parent.parent / "docs" / "GUIDE.md"


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def main():
    binary = os.path.abspath(sys.argv[1])
    api, admin = free_ports(2)
    lines = [line[4:] for line in GUIDE.read_text().splitlines() if line.startswith("    ")]
    script = "\n".join(lines).replace("127.0.0.1:8080", f"127.0.0.1:{api}").replace("127.0.0.1:9090", f"127.0.0.1:{admin}")
    # `curl --fail` so that a refusal ends it; a shell that ends early leaves no service
    script = f"""set -e
trap 'test -z "$!" || kill $! 2>/dev/null || :' EXIT
cotejo() {{ if [ "$1" = serve ]; then exec "$COTEJO" "$@" 2>log; else "$COTEJO" "$@"; fi; }}
curl() {{ command curl --fail --max-time 60 "$@"; }}
{script}
wait $! || :
"""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PCS_")} | {
        "COTEJO": binary, "PCS_LISTEN": f"127.0.0.1:{api}", "PCS_ADMIN_LISTEN": f"127.0.0.1:{admin}"}
    with tempfile.TemporaryDirectory() as folder:
        ran = subprocess.run(["sh", "-c", script], cwd=folder, env=environment, text=True, stdin=subprocess.DEVNULL,
                             capture_output=True, timeout=120)
    said = ran.stdout + ran.stderr
    expected = ["accepted=1", '"lumo_desk_lamp"', '"target_price":45', "triggered=1"]
    missing = [words for words in expected if words not in said]
    if ran.returncode or missing:
        sys.exit(f"docs/GUIDE.md: exit status {ran.returncode}, not said: {missing}\n{said}")
    print(f"docs/GUIDE.md: {len(lines)} lines run, and they say what it says")


main()
