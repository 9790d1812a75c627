#!/usr/bin/env python3
"""The way of a new user in a bare Debian, timed: try-new-user.py PACKAGE.deb

As root on Debian with mmdebstrap. Makes two bare roots, which is not counted, and runs in the first: installation, a
setting, start, an import, a page, a metric in Prometheus, a backup; in the second: installation, restore, start, the page
again. The service is started as the unit would start it, since there is no systemd. Prints each command with its seconds."""

import contextlib
import glob
import json
import os
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

API, ADMIN, PROMETHEUS = "127.0.0.1:18080", "127.0.0.1:19090", "127.0.0.1:19091"
FEED = """offer_id,title,brand,ean,price,delivery_cost,availability,url
1,Lumo Desk Lamp 40W black,Lumo,4006381333931,49.90,4.90,in_stock,https://shop.example/1
2,Nova X2 128GB,Nova,4380417010677,499.00,0,in_stock,https://shop.example/2
"""
SCRAPE = f"scrape_configs: [{{job_name: cotejo, scrape_interval: 1s, static_configs: [{{targets: ['{ADMIN}']}}]}}]"
STEPS = []


def asked(url, patience=60):
    """The text of an answer of 200, as soon as there is one."""
    ends = time.monotonic() + patience
    while True:
        try:
            with urllib.request.urlopen(url, timeout=10) as answer:
                return answer.read().decode()
        except (urllib.error.URLError, OSError):
            if time.monotonic() > ends:
                raise
            time.sleep(0.1)


class Root:
    """A bare Debian."""

    def __init__(self, folder):
        self.folder = folder
        release = dict(line.split("=", 1) for line in Path("/etc/os-release").read_text().splitlines() if "=" in line)
        sources = sorted(glob.glob("/etc/apt/sources.list.d/*.list") + glob.glob("/etc/apt/sources.list.d/*.sources")
                         + glob.glob("/etc/apt/sources.list"))
        subprocess.run(["mmdebstrap", "--mode=root", "--variant=minbase", '--aptopt=Acquire::Check-Valid-Until "false"',
                        "--skip=cleanup/apt/lists", release["VERSION_CODENAME"], folder, *sources],
                       check=True, capture_output=True)
        for file in ("/etc/resolv.conf", *glob.glob("/etc/apt/apt.conf.d/*")):
            target = Path(folder + file)
            if not target.exists():
                target.write_text(Path(file).read_text())

    def command(self, line, user=None):
        who = [f"--userspec={user}:{user}", "--groups="] if user else []
        return ["chroot", *who, self.folder, "/usr/bin/env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin",
                "DEBIAN_FRONTEND=noninteractive", "sh", "-c", f"cd /var/lib/cotejo 2>/dev/null || cd /; {line}"]

    def run(self, what, line, user=None):
        began = time.monotonic()
        ran = subprocess.run(self.command(line, user), text=True, capture_output=True, stdin=subprocess.DEVNULL)
        if ran.returncode:
            sys.exit(f"{line}: {ran.returncode}\n{ran.stdout}{ran.stderr}")
        told(what, line, began)
        return ran.stdout

    @contextlib.contextmanager
    def started(self, what, line, url, user=None):
        """Something that serves, once this address answers."""
        began = time.monotonic()
        with open(self.folder + "/tmp/log", "ab") as log:
            service = subprocess.Popen(self.command("exec " + line, user), stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        try:
            asked(url)
            told(what, line, began)
            yield
        finally:
            service.terminate()
            service.wait(60)


def told(what, line, began):
    STEPS.append(time.monotonic() - began)
    print(f"{STEPS[-1]:7.1f} s  {what}: {line}", flush=True)


def installed(root, package):
    Path(root.folder + "/srv/cotejo.deb").write_bytes(package.read_bytes())
    root.run("install", "apt-get install -qq -y --no-install-recommends /srv/cotejo.deb")
    settings = f'explorer = "on"\nlisten = "{API}"\nadmin_listen = "{ADMIN}"\n'
    Path(root.folder + "/srv/settings").write_text(settings)
    root.run("configure", "cat /srv/settings >>/etc/cotejo/cotejo.toml")


def until(url, is_wanted, patience=60):
    """Asks again and again until an answer is as wanted."""
    ends = time.monotonic() + patience
    while not is_wanted(text := asked(url)):
        if time.monotonic() > ends:
            sys.exit(f"{url}: {text}")
        time.sleep(0.1)


def main():
    package = Path(sys.argv[1]).resolve()
    serve = ("start", "cotejo serve --config /etc/cotejo/cotejo.toml", f"http://{ADMIN}/readyz", "cotejo")
    with tempfile.TemporaryDirectory() as folder:
        first, second = Root(folder + "/first"), Root(folder + "/second")
        for root in (first, second):
            os.chmod(root.folder, 0o755)
        installed(first, package)
        with first.started(*serve):
            print(f"{sum(STEPS):7.1f} s  until it serves, {len(STEPS)} commands", flush=True)
            Path(first.folder + "/srv/feed.csv").write_text(FEED)
            first.run("import", 'cotejo import /srv/feed.csv --store "Shop One"', "cotejo")
            began = time.monotonic()
            until(f"http://{API}/?q=lumo", lambda text: "Lumo Desk Lamp" in text)
            told("page", f"http://{API}/?q=lumo", began)
            first.run("install Prometheus", "apt-get install -qq -y --no-install-recommends prometheus")
            Path(first.folder + "/srv/prometheus.yml").write_text(SCRAPE)
            ready = f"http://{PROMETHEUS}/-/ready"
            line = f"prometheus --config.file=/srv/prometheus.yml --storage.tsdb.path=/tmp/p --web.listen-address={PROMETHEUS}"
            with first.started("start Prometheus", line, ready):
                began = time.monotonic()
                query = f"http://{PROMETHEUS}/api/v1/query?" + urllib.parse.urlencode({"query": "cotejo_catalogue_products > 0"})
                until(query, lambda text: json.loads(text)["data"]["result"])
                told("metric", query, began)
            first.run("backup", "umask 077; echo a long passphrase >p; cotejo backup shop.backup --passphrase-file p", "cotejo")
        installed(second, package)
        for file in ("shop.backup", "p"):
            Path(f"{second.folder}/srv/{file}").write_bytes(Path(f"{first.folder}/var/lib/cotejo/{file}").read_bytes())
        second.run("bring", "install -o cotejo -g cotejo -m 0600 /srv/shop.backup /srv/p /var/lib/cotejo/")
        second.run("restore", "cotejo restore shop.backup --passphrase-file p", "cotejo")
        with second.started(*serve):
            began = time.monotonic()
            until(f"http://{API}/?q=lumo", lambda text: "Lumo Desk Lamp" in text)
            told("page", f"http://{API}/?q=lumo", began)
    print(f"{sum(STEPS) / 60:7.1f} min in all, {len(STEPS)} commands")


main()
