#!/usr/bin/env python3
"""Tries the service on the real data beside the checkout, the way an operator would run it.

    scripts/try_real_data.py [DATA_DIR] [--api PATH] [--backend sqlite|postgres] [--only STEP]

Every barcode of the electronics catalogue is searched for in each of its written forms; the offers of
real shops are imported twice; Google feeds are imported twice, other files must be refused; what was
matched is listed for a human to judge. DATA_DIR: EVALUATION_DATA or ../shared/data beside the checkout.
--backend postgres: on the server of TEST_DATABASE_URL (scripts/with-postgres.sh starts one).
Exit status: 0 all is well, 1 something failed, 2 wrong usage or no data.
"""

import argparse
import collections
import concurrent.futures
import contextlib
import csv
import gzip
import http.client
import json
import os
import pathlib
import re
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from urllib.parse import quote, urlsplit

ROOT = pathlib.Path(__file__).resolve().parent.parent
CONNECTIONS, SHOWN = 6, 25
COUNTS = "read accepted rejected created changed unchanged gone quarantined".split()
LIVE = "o.to_rev = 9223372036854775807"  # offers that no later revision replaced


class Report(list):
    """What was checked and measured: rows of name, state, detail."""
    def note(self, what, detail, ok=None):
        """Notes a measurement, or a check when it is said whether it is ok."""
        self.append((what, {None: "", True: "ok", False: "FAILED"}[ok], str(detail)))
        if ok is False:
            print(f"  FAILED {what}: {detail}", flush=True)

    def show(self):
        """Prints the summary table; answers what failed."""
        print("\n== Summary")
        for what, state, detail in self:
            print(f"{what:<52}  {state:<6}  {detail}")
        failures = [what for what, state, _ in self if state == "FAILED"]
        print(f"\n{len(failures)} failure(s)" if failures else "\nAll is well.")
        return failures


class Database:
    """One database for one try: a SQLite file, or a database on the PostgreSQL server."""
    made = []  # on the server

    def __init__(self, backend, folder, name):
        self.server = os.environ.get("TEST_DATABASE_URL", "")
        self.name, self.path = f"try_{os.getpid()}_{name}", folder / f"{name}.sqlite"
        self.url, self.postgres = f"sqlite://{self.path}", backend == "postgres"
        if self.postgres:
            self.psql(self.server, f"CREATE DATABASE {self.name}")
            self.url = urlsplit(self.server)._replace(path=f"/{self.name}").geturl()
            self.made.append(self)

    @staticmethod
    def psql(url, statement):
        """Runs one statement; answers what it prints."""
        command = ["psql", url, "-XAtq", "-v", "ON_ERROR_STOP=1", "-c", statement]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"psql: {done.stderr.strip()}")
        return done.stdout

    def rows(self, select):
        """Answers rows of texts."""
        if self.postgres:
            printed = self.psql(self.url, f"COPY ({select}) TO STDOUT (FORMAT csv)")
            return [row for row in csv.reader(re.split(r"(?<=\n)", printed)) if row]
        with contextlib.closing(sqlite3.connect(self.path)) as connection:
            return [list(map(str, row)) for row in connection.execute(select)]

    def state(self):
        """What readers may see: equal before and after an import that was refused."""
        return [self.rows(select) for select in (
            "SELECT revision FROM catalogue_state", "SELECT name FROM stores ORDER BY no",
            "SELECT canonical_id, name FROM products ORDER BY no",
            f"SELECT offer_id, item_minor, seen_at FROM offers o WHERE {LIVE} ORDER BY no")]


class Api:
    """The program with the settings of one database."""
    def __init__(self, binary, database, currency):
        self.binary, self.database = binary, database
        self.env = {k: v for k, v in os.environ.items() if not k.startswith("PCS_")} | {
            "DATABASE_URL": database.url, "PCS_CURRENCY": currency, "PCS_RATE_LIMIT_READS": "0",
            "PCS_WEBHOOKS": "off", "PCS_LOG": "error",
            "PCS_VAULT_KEY": "v1:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="}
        self.run("migrate")

    def run(self, *arguments, may_fail=False):
        """Runs a command."""
        command = [str(self.binary), *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, env=self.env)
        if done.returncode and not may_fail:
            raise SystemExit(f"api {arguments}: status {done.returncode}\n{done.stderr}")
        return done

    def load(self, *arguments):
        """Runs an import; answers its counts, status, seconds, one line of text and the rejected rows."""
        listed, began = self.database.path.with_suffix(".report"), time.monotonic()
        done = self.run(*arguments, "--json", "--report", listed, may_fail=True)
        wall, good = time.monotonic() - began, done.returncode == 0
        got = dict.fromkeys(COUNTS, 0) | (json.loads(done.stdout) if good else {})
        line = " ".join(f"{c}={got[c]}" for c in COUNTS) + f" {wall:.2f} s" if good else done.stderr.strip()
        same = good and not (got["created"] or got["changed"] or got["gone"])
        rows = map(json.loads, listed.read_text().splitlines() if good else [])
        counted = collections.Counter(f"{row['field']}: {row['reason']}" for row in rows).most_common(5)
        refused = "".join(f"\n    {times}x {why}" for why, times in counted)
        return got | {"status": done.returncode, "wall": wall, "line": line, "same": same, "refused": refused}


class Server:
    """`api serve`, ready; to be closed."""
    def __init__(self, api):
        made = api.run("keys", "create", "--workspace", "try", "--scope", "catalog:read", "--json")
        self.headers = {"Authorization": f"Bearer {json.loads(made.stdout)['key']}"}
        self.database = api.database
        with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as other:
            self.port, self.admin = one.getsockname()[1], other.getsockname()[1]
        listen = {"PCS_LISTEN": f"127.0.0.1:{self.port}", "PCS_ADMIN_LISTEN": f"127.0.0.1:{self.admin}"}
        self.process = subprocess.Popen([str(api.binary), "serve"], env=api.env | listen)
        self.wait()

    def close(self):
        """Stops it."""
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(30)
        self.process.kill()

    def wait(self):
        """Waits until searches cover what is published."""
        wanted, until = self.database.rows("SELECT revision FROM catalogue_state")[0][0], time.monotonic() + 300
        while time.monotonic() < until and self.process.poll() is None:
            with contextlib.suppress(OSError):  # not listening, or 503
                with urllib.request.urlopen(f"http://127.0.0.1:{self.admin}/readyz", timeout=10) as answer:
                    if (json.load(answer).get("covered_revision") or -1) >= int(wanted):
                        return
            time.sleep(0.1)
        self.close()
        raise SystemExit(f"serve is not ready (exit status {self.process.poll()})")

    def get_all(self, paths):
        """GETs paths over several kept connections; answers (status, ETag, body) of each, in order."""
        local = threading.local()

        def get(path):
            if not hasattr(local, "connection"):
                local.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
            local.connection.request("GET", path, headers=self.headers)
            answer = local.connection.getresponse()
            return answer.status, answer.getheader("ETag"), answer.read()

        with concurrent.futures.ThreadPoolExecutor(CONNECTIONS) as pool:
            return list(pool.map(get, paths))

    def memory(self):
        """Resident memory as Linux tells it."""
        status = pathlib.Path(f"/proc/{self.process.pid}/status")
        return ", ".join(re.findall(r"VmHWM.*|VmRSS.*", status.read_text() if status.exists() else ""))


def speed(rows, seconds):
    """Rows and time."""
    return f"{rows} in {seconds:.1f} s, {rows / seconds:.0f}/s"


def forms(code):
    """The written forms of a code that are searched for, as {text: name}; none when it is not valid."""
    weighted = sum(int(d) * (3 if place % 2 else 1) for place, d in enumerate(reversed(code)))
    number = code.lstrip("0")
    if weighted % 10 or len(code) not in (8, 12, 13, 14) or not number:
        return {}
    if len(number) == 14:
        return {code: "packaging level"}
    short = {number.zfill(12): "UPC-12"} if len(number) <= 12 else {}
    return short | {number.zfill(14): "GTIN-14", number.zfill(13): "EAN-13", code: "stored"}


def try_catalogue(data, make, report):
    """Searches every barcode of the electronics catalogue in every form."""
    api, folder = make("catalogue", "EUR")
    packed = (data / "electronics_catalog/catalog.jsonl.gz").read_bytes()
    products = [json.loads(line) for line in gzip.decompress(packed).splitlines()]
    catalogue, offers = folder / "catalogue.jsonl", folder / "offers.jsonl"
    owners = collections.defaultdict(set)
    with catalogue.open("w") as out, offers.open("w") as shop:
        for p in products:
            no = "icecat_" + re.sub("[^a-z0-9]+", "_", p["id"].lower())
            specs = {k: str(v) for k, v in p["attributes"].items() if v is not None and str(v)}
            row = {"canonical_product_id": no, "product_name": p["title"], "brand": p["brand"], "mpn": p["mpn"],
                   "eans": p["eans"], "description": p["description"], "image_path": p["image"],
                   "category": specs.get("product_type"), "specs": specs}
            out.write(json.dumps({k: v for k, v in row.items() if v}) + "\n")
            row = {"offer_id": p["id"], "canonical_product_id": no, "price": f"{p['price_minor'] / 100:.2f}",
                   "url": f"https://shop.example/{p['id']}"}
            shop.write(json.dumps(row) + "\n")
            for code in p["eans"]:
                for text, form in forms(code).items():
                    owners[form, text].add(no)
    for what, *command in (("products", "catalog", "import", catalogue),
                           ("offers", "import", offers, "--store", "One Shop")):
        got = api.load(*command)
        print(f"  {what}: {got['line']}{got['refused']}")
        report.note(f"catalogue: import of {what}", speed(len(products), got["wall"]))
        report.note(f"catalogue: all {what} are kept", got["line"], got["created"] == len(products))
    began = time.monotonic()
    with contextlib.closing(Server(api)) as server:
        report.note("catalogue: start of serve", f"{time.monotonic() - began:.1f} s")
        began = time.monotonic()
        answers = server.get_all(f"/v1/search?q={text}" for _, text in owners)
        report.note("catalogue: barcode searches", speed(len(owners), time.monotonic() - began))
        report.note("catalogue: memory of serve", server.memory())
    kept = {row[0] for row in api.database.rows("SELECT canonical_id FROM products")}
    results = collections.defaultdict(list)
    for ((form, text), wanted), (status, _, body) in zip(owners.items(), answers):
        answer = json.loads(body) if status == 200 else {}
        ids = {item["canonical_product_id"] for item in answer.get("items", [])}
        ok = ids == wanted or (wanted < ids and form != "packaging level")
        why = "" if ok else "product not kept" if not wanted & kept else f"{text} {status} {sorted(ids)[:3]}"
        results[form].append((ok, len(ids) > len(wanted), why))
    for form, of in sorted(results.items()):
        good, more = sum(ok for ok, _, _ in of), sum(more for _, more, _ in of)
        why = collections.Counter(why for ok, _, why in of if not ok).most_common(3)
        detail = f"{good} of {len(of)} = {100 * good / len(of):.3f} %, {more} with others too {why or ''}"
        report.note(f"barcode found: {form}", detail, good == len(of))


def try_shops(data, make, report):
    """Imports the phone and tablet shops twice; the second time nothing may change."""
    api, folder = make("shops", "AZN")
    columns = ["offer_id", "title", "brand", "ean", "price", "currency", "url"]
    with open(data / "electronics_offers/offers.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    shops = sorted({row["store"] for row in rows})
    for shop in shops:
        with (folder / f"{shop}.csv").open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([columns, *([r[c] for c in columns] for r in rows if r["store"] == shop)])

    def import_all(what):
        got = {shop: api.load("import", folder / f"{shop}.csv", "--store", shop, "--decimal-mark", "dot")
               for shop in shops}
        report.note(what, speed(sum(g["read"] for g in got.values()), sum(g["wall"] for g in got.values())))
        return got

    first = import_all("shops: first import")
    for shop, got in first.items():
        print(f"  {shop:<16} {got['line']}{got['refused']}")
    report.note(f"shops: all {len(shops)} are imported", {c: sum(g[c] for g in first.values()) for c in COUNTS[:3]},
                all(got["status"] == 0 for got in first.values()))
    ids = [row[0] for row in api.database.rows("SELECT canonical_id FROM products ORDER BY canonical_id")]
    titles = [row["title"][:100] for row in rows if row["title"].strip()]
    sample = [f"/v1/products/{no}" for no in ids[::max(1, len(ids) // 400)]]
    sample += [f"/v1/search?q={quote(title)}" for title in titles[::max(1, len(titles) // 200)]]

    def compare(what):
        other = [path for path, old, new in zip(sample, before, server.get_all(sample)) if old != new]
        report.note(f"shops: equal answers after {what}", f"{len(sample)} asked, differ: {other[:3]}", not other)

    with contextlib.closing(Server(api)) as server:
        before = server.get_all(sample)
        good = sum(status == 200 and bool(tag) for status, tag, _ in before)
        report.note("shops: answers are 200 with an ETag", f"{good} of {len(sample)}", good == len(sample))
        moved = {s: got["line"] for s, got in import_all("shops: second import").items() if not got["same"]}
        report.note("shops: a second import changes nothing", moved or "", not moved)
        server.wait()
        time.sleep(1.5)
        compare("it")
        report.note("shops: memory of serve", server.memory())
    with contextlib.closing(Server(api)) as server:
        compare("a restart")
    show_matches(api.database, report)


NOISE = frozenset("""smartfon smartphone mobil telefon telefonu phone planşet planset tablet apple samsung xiaomi
    gb ram rom yeni new""".split())
LOOKALIKES = str.maketrans("авекмнорстух", "abekmhopctyx")  # Cyrillic letters among Latin ones


def words(title):
    """Words of a title, in the plainest way: independent of the service's own reading."""
    plain = title.lower().translate(LOOKALIKES).replace("wi-fi", "wifi").replace("+", " plus ")
    return [w for w in re.split(r"[^\w]+", re.sub(r"(\d)\s*(gb|tb)\b", r"\1 \2 ", plain)) if w]


def show_matches(database, report):
    """Lists what was merged, what looks wrongly merged, and what looks missed."""
    rows = database.rows(f"""SELECT p.canonical_id, p.name, s.name, o.title, o.rung, o.item_minor
        FROM offers o JOIN products p ON p.no = o.product_no JOIN stores s ON s.no = o.store_no
        WHERE {LIVE} ORDER BY p.no, o.no""")
    products, groups = collections.defaultdict(list), collections.defaultdict(list)
    for row in rows:
        products[row[0]].append(row)
        groups[frozenset(words(row[3])) - NOISE].append(row)
    missed = [own for own in groups.values() if len({r[0] for r in own}) > 1 and len({r[2] for r in own}) > 1]
    merged = sorted((own for own in products.values() if len({row[2] for row in own}) > 1),
                    key=lambda own: -len({row[2] for row in own}))
    several = [own for own in products.values() if len(own) > 1]

    def where(pick):
        return [own for own in several if len({pick(words(row[3])) for row in own}) > 1]

    lists = {
        "products of several stores": merged,
        "suspicious: digits differ": where(lambda ws: tuple(sorted(w for w in ws if re.search(r"\d", w)))),
        "suspicious: words differ": where(lambda ws: frozenset(ws) - NOISE),
        "suspicious: prices differ much": [own for own in several if max(int(row[5]) for row in own)
                                           > 2 * min(int(row[5]) for row in own)],
        "perhaps missed: the same words, several products": sorted(missed, key=len, reverse=True)}
    report.note("shops: products, of several offers", f"{len(products)}, {len(several)}")
    report.note("shops: offers by rung", dict(collections.Counter(row[4] for row in rows)))
    report.note("shops: matches for review", len(database.rows("SELECT no FROM match_reviews")))
    for heading, found in lists.items():
        report.note(f"shops: {heading}", len(found))
        print(f"\n-- {heading} ({len(found)})")
        for own in found[:SHOWN]:
            print(f"  {own[0][1]}")
            for no, _, store, title, rung, price in own[:8]:
                print(f"      {store:<16}{int(price) / 100:>9.2f}  {rung:<6} {title}   [{no}]")


def try_feeds(data, make, report):
    """Google feeds are imported twice, everything else is refused with a reason."""
    files = sorted(path for path in (data / "feeds").rglob("*") if path.is_file())
    text = {path: path.read_bytes().decode("utf-8", "replace") for path in files}
    google = [p for p in files if "base.google.com/ns" in text[p][:3000] and "price>" in text[p]]
    for number, path in enumerate(google):
        stated = re.findall(r"price>\s*(?:<!\[CDATA\[)?([^<\]]*?)\s*\b([A-Z]{3})\b", text[path])
        currency = collections.Counter(code for _, code in stated).most_common(1)[0][0]
        comma = all(re.search(r",\d\d$", amount) for amount, _ in stated)
        flags = ("--decimal-mark", "comma") if comma else ()  # what an operator does when told of it
        api = make(f"feed{number}", currency)[0]
        for again in ("", " again"):
            got = api.load("import", path, "--store", path.stem, *flags)
            ok = got["same"] if again else got["status"] == 0 and got["accepted"] > 0
            report.note(f"feed {path.name}{again}", f"{currency} {' '.join(flags)} {got['line']}", ok)
        print(f"  {path.name}: {got['line']}{got['refused']}")
    for path in (p for p in files if p not in google):
        for store in (google[-1].stem, "somebody new"):
            before = api.database.state()
            got = api.load("import", path, "--store", store)
            state = "as it was" if api.database.state() == before else "CHANGED"
            ok = got["status"] == 3 and state == "as it was" and got["line"].startswith("error: ")
            report.note(f"refused: {path.name} to {store}", f"{got['status']}, store {state}: {got['line']}", ok)


def main():
    """Reads the arguments and runs every step."""
    steps = {"feeds": try_feeds, "shops": try_shops, "catalogue": try_catalogue}
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("data", nargs="?", type=pathlib.Path, metavar="DATA_DIR")
    parser.add_argument("--api", type=pathlib.Path, help="the program (default: the newest build)")
    parser.add_argument("--backend", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--only", choices=steps, action="append", help="one step; repeatable")
    given = parser.parse_args()
    data = given.data or pathlib.Path(os.environ.get("EVALUATION_DATA") or ROOT.parent / "shared/data")
    built = [p for p in (ROOT / "target/release/api", ROOT / "target/debug/api") if p.is_file()]
    binary = given.api or max(built, key=lambda p: p.stat().st_mtime, default=ROOT)
    if not (data / "electronics_catalog").is_dir():
        parser.error(f"the real data is not in {data}; set EVALUATION_DATA")
    if not binary.is_file():
        parser.error("no program: cargo build --release -p api, or --api PATH")
    if given.backend == "postgres" and not os.environ.get("TEST_DATABASE_URL"):
        parser.error("--backend postgres needs TEST_DATABASE_URL (scripts/with-postgres.sh sets it)")
    report = Report()
    print(f"{binary} on {given.backend}, data of {data.resolve()}")
    with tempfile.TemporaryDirectory(prefix="try-real-data.") as temporary:
        def make(name, currency):
            folder = pathlib.Path(temporary, name)
            folder.mkdir()
            return Api(binary, Database(given.backend, folder, name), currency), folder
        try:
            for name in given.only or steps:
                print(f"\n== {name}", flush=True)
                steps[name](data, make, report)
        finally:
            for database in Database.made:
                database.psql(database.server, f"DROP DATABASE IF EXISTS {database.name} WITH (FORCE)")
    return 1 if report.show() else 0


if __name__ == "__main__":
    sys.exit(main())
