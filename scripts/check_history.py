#!/usr/bin/env python3
"""Shows on real price data that price history is exact, by recomputing every answer independently.

    scripts/check_history.py [--data DATA_DIR] [--api PATH] [--backend sqlite|postgres] [--only SET]

Two sets of price changes are moved to end yesterday and imported as shops that are crawled daily, with
holes and sold-out days put in; a third set is made up, at the ends of the rules. Every answer for every
range is recomputed by history_model.py, field by field. Then: importing again, and in another order,
changes nothing; a price that is a tenth for one day is seen in no figure.
DATA_DIR: EVALUATION_DATA or ../shared/data beside the checkout.
--backend postgres: on the server of TEST_DATABASE_URL (scripts/with-postgres.sh starts one).
Exit status: 0 all is well, 1 something differs, 2 wrong usage or no data.
"""

import argparse
import bisect
import collections
import contextlib
import csv
import datetime
import doctest
import gzip
import json
import os
import pathlib
import random
import re
import sys
import tempfile
import time
from decimal import Decimal
from urllib.parse import quote

import history_model as model
from history_model import DAY, HOUR, RANGES
from try_real_data import ROOT, Api, Database, Report, Server, speed

SHOWN, BATCH, GLITCHES, KEPT_DAYS = 12, 150, 200, 500
COLUMNS = "canonical_product_id date price in_stock".split()

Row = collections.namedtuple("Row", "at cents in_stock date price")
Glitch = collections.namedtuple("Glitch", "product shop index day")


class DataSet:
    """Products with the rows of each shop: titles {id: title}, shops [(name, {id: [Row]})]."""
    def __init__(self, name, shops):
        self.name, self.titles, self.kinds = name, {}, collections.Counter()
        self.shops = [(shop, {}) for shop in shops]

    def rows(self):
        """How many rows there are."""
        return sum(len(rows) for _, offers in self.shops for rows in offers.values())

    def stores(self, product):
        """A product as the model takes it."""
        return [(name, [(r.at, r.cents if r.in_stock else None) for r in offers.get(product, ())])
                for name, offers in self.shops]

    def changed(self, glitches):
        """A copy in which the prices of single days are a tenth."""
        copy = DataSet(self.name, [])
        copy.titles, copy.shops = self.titles, [(name, dict(offers)) for name, offers in self.shops]
        for glitch in glitches:
            offers = copy.shops[glitch.shop][1]
            rows = offers[glitch.product] = list(offers[glitch.product])
            cents = model.rounded(rows[glitch.index].cents, 10)
            rows[glitch.index] = rows[glitch.index]._replace(cents=cents, price=f"{cents / 100:.2f}")
        return copy

    def files(self, folder, seed=None):
        """Writes a file for each shop, in another order with a seed; answers their paths."""
        folder.mkdir(exist_ok=True)
        for shop, offers in self.shops:
            rows = [(product, row.date, row.price, "true" if row.in_stock else "false")
                    for product, own in offers.items() for row in own]
            if seed is not None:
                random.Random(seed).shuffle(rows)
            with (folder / f"{shop}.csv").open("w", newline="", encoding="utf-8") as file:
                csv.writer(file).writerows([COLUMNS, *rows])
        return [(shop, folder / f"{shop}.csv") for shop, _ in self.shops]


def row(at, cents, in_stock, rng, first=False):
    """A row as a shop may write it: midnights as days, other times as instants of some zone."""
    utc = datetime.datetime.fromtimestamp(at, datetime.timezone.utc)
    zone = datetime.timezone(datetime.timedelta(hours=rng.choice((-5, 0, 1, 2, 10))))
    date = utc.astimezone(zone).isoformat() if at % DAY else f"{utc:%Y-%m-%d}"
    date = date.replace("+00:00", "Z")
    priced = in_stock or first or rng.random() < 0.5  # a sold-out row may have a price, the first one must
    return Row(at, cents, in_stock, date, f"{cents / 100:.2f}" if priced else "")


def crawled(changes, last, rng, kinds):
    """The rows of an item: changes {day number: cents}, the data's last day."""
    if rng.random() < 0.1:
        kinds["items of change points only"] += 1
        return [row(day * DAY, cents, True, rng) for day, cents in sorted(changes.items())]
    days = sorted(changes)
    end = last if rng.random() < 0.5 else days[-1]  # still sold, or gone after its last change
    number = max(days[0], last - KEPT_DAYS)
    kinds["items crawled daily"] += 1
    timed, twice, holes, sold_out = (rng.random() < share for share in (0.3, 0.1, 0.15, 0.2))
    rows, until_seen, until_sold = [], 0, 0
    while number <= end:
        if holes and rng.random() < 0.03:
            until_seen = number + rng.randint(1, 9)
            kinds["holes"] += 1
        if sold_out and rng.random() < 0.02:
            until_sold = number + rng.randint(1, 6)
            kinds["sold-out stretches"] += 1
        cents = changes[days[bisect.bisect_right(days, number) - 1]]
        if number >= until_seen:
            at = number * DAY + (rng.randrange(DAY // 120) * 60 if timed else 0)
            rows.append(row(at, cents, number >= until_sold, rng, not rows))
            if twice and rng.random() < 0.5:
                later = at + rng.choice((HOUR, 5 * HOUR, 6 * HOUR, 11 * HOUR))
                rows.append(row(later, cents, number >= until_sold, rng))
        number += 1
    return rows or [row(days[-1] * DAY, changes[days[-1]], True, rng)]


def read(path, item, price, wanted=None):
    """Price changes as {item: {day number: cents}}, moved so that the last day is yesterday."""
    opened = gzip.open if path.suffix == ".gz" else open
    items = collections.defaultdict(dict)
    with opened(path, "rt", newline="", encoding="utf-8") as file:
        for line in csv.DictReader(file):
            number = datetime.date.fromisoformat(line["date"]).toordinal() - 719163  # of 1970-01-01
            items[line[item]][number] = int((Decimal(line[price]) * 100).to_integral_value())
    yesterday = int(time.time()) // DAY - 1
    moved = yesterday - max(number for changes in items.values() for number in changes)
    return {item: {number + moved: cents for number, cents in changes.items()}
            for item, changes in items.items() if wanted is None or item in wanted}, yesterday


def no(text):
    """A public id."""
    return re.sub("[^a-z0-9]+", "_", text.lower()).strip("_")


def price_history(data, rng, _):
    """Two shops' comparable items; each pair is one product."""
    made = DataSet("price_history", ["Spar", "Billa"])
    items, last = read(data / "price_history/prices.csv", "offer_id", "price")
    with open(data / "price_history/offers.csv", newline="", encoding="utf-8") as file:
        titles = {line["offer_id"]: line["title"] for line in csv.DictReader(file)}
    with open(data / "price_history/pairs.csv", newline="", encoding="utf-8") as file:
        pairs = [(line["left"], line["right"]) for line in csv.DictReader(file)]
    for left, right in pairs:
        product = no(left)
        made.titles[product] = titles[left]
        for (_, offers), item in zip(made.shops, (left, right)):
            late = [number for number in items[item] if number > last - KEPT_DAYS]
            early = [number for number in items[item] if number <= last - KEPT_DAYS]
            changes = {number: items[item][number] for number in [*early[-1:], *late]}
            offers[product] = crawled(changes, last, rng, made.kinds)
    return made


def grocery_history(data, rng, sample):
    """A sample of one shop's items."""
    made = DataSet("grocery_history", ["My Market"])
    path = data / "grocery_history/price_changes.csv.gz"
    with gzip.open(path, "rt", newline="", encoding="utf-8") as file:
        titles = {line["sku"]: line["name"] for line in csv.DictReader(file)}
    wanted = set(rng.sample(sorted(titles), min(sample, len(titles))))
    items, last = read(path, "sku", "price_eur", wanted)
    for item, changes in sorted(items.items()):
        made.titles["grocery_" + no(item)] = titles[item]
        made.shops[0][1]["grocery_" + no(item)] = crawled(changes, last, rng, made.kinds)
    return made


def made_up(_data, rng, sample):
    """Made up: shops seen at uneven times, jumping between few prices, over the ends of every rule."""
    made, now = DataSet("made_up", ["Shop C", "Shop A", "Shop D", "Shop B"]), int(time.time())
    steps = (HOUR, 3 * HOUR, 6 * HOUR - 1, 6 * HOUR, DAY, DAY, DAY, 2 * DAY, 3 * DAY, 3 * DAY + 1, 5 * DAY, 20 * DAY)
    factors = (100, 100, 100, 95, 72, 70, 69, 50, 10, 140, 300)
    for number in range(max(1, sample // 8)):
        product = f"made_up_{number}"
        made.titles[product], base = f"Made up {number}", rng.choice((1, 37, 999, 20000, 1234567))
        pace, begin = rng.choice((1, 2, 8)), now - rng.choice((5, 16, 40, 100, 200, 370, 390)) * DAY
        for shop, (_, offers) in enumerate(made.shops):
            if shop and rng.random() < 0.4:
                continue
            at, cents, rows = begin + rng.randrange(3 * DAY), base, []
            loyal, sold_out = rng.choice((0.3, 0.8, 0.95)), rng.choice((0, 0.1, 0.5))
            while at < now - HOUR and len(rows) < 700:
                if rng.random() > loyal:
                    cents = max(1, base * rng.choice(factors) // 100)
                rows.append(row(at, cents, rng.random() >= sold_out, rng, not rows))
                step = rng.choice(steps[:-pace])
                at += step if rng.random() < 0.9 else DAY - at % DAY
            offers[product] = rows
    made.kinds["rows of instants"] = sum(r.at % DAY != 0 for _, own in made.shops for o in own.values() for r in o)
    return made


class Instance:
    """A fresh store with a data set in it."""
    def __init__(self, folder, binary, backend, name, data):
        self.folder, self.data = folder / name, data
        self.folder.mkdir()
        self.api = Api(binary, Database(backend, self.folder, name), "EUR")
        # nothing is thinned out or forgotten meanwhile: the oldest points are years old
        self.api.env |= {"PCS_HISTORY_RETENTION": "3650days", "PCS_HISTORY_DETAIL": "3650days"}
        catalogue = self.folder / "catalogue.jsonl"
        catalogue.write_text("".join(json.dumps({"canonical_product_id": product, "product_name": title}) + "\n"
                                     for product, title in data.titles.items()))
        self.catalogue = self.api.load("catalog", "import", catalogue)

    def load(self, report, what, seed=None):
        """Imports the files of the data set."""
        rows, wall = 0, 0
        for shop, path in self.data.files(self.folder / "files", seed):
            got = self.api.load("history", "import", path, "--store", shop, "--decimal-mark", "dot")
            rows, wall = rows + got["accepted"], wall + got["wall"]
            if got["status"] or got["rejected"]:
                print(f"  {shop}: {got['line']}{got['refused']}")
        report.note(what, speed(rows, wall), rows == self.data.rows())


def paths(data, products):
    """Every question about products as (product, range, number of a store or None, path)."""
    for product in products:
        for span in RANGES:
            path = f"/v1/products/{product}/history?range={span}"
            yield product, span, None, path
            for number, (shop, _) in enumerate(data.shops):
                yield product, span, number, f"{path}&store={quote(shop)}"


def loaded(answer):
    """The body of an answer of status 200, else a text that equals nothing."""
    status, _, body = answer
    return json.loads(body, parse_float=Decimal) if status == 200 else f"status {status}: {body[:200]}"


class Checker:
    """Compares answers with the model."""
    def __init__(self, data):
        self.data, self.markets = data, {}
        self.answers, self.values, self.deviations = 0, 0, []
        self.seen = collections.Counter()

    def wanted(self, product, span, number, asked):
        """What the answer has to be, when asked at this second, reaching to this instant."""
        now, as_of = asked
        if (product, as_of) not in self.markets:
            self.markets[product, as_of] = model.Market(self.data.stores(product), as_of)
        market = self.markets[product, as_of]
        if number is None:
            return {"canonical_product_id": product, "range": span} | market.answer(span, now)
        return {"canonical_product_id": product} | market.store_answer(number, span, now)

    @staticmethod
    def as_of(got):
        """The instant to which an answer reaches."""
        text = got["summary"]["as_of"].replace("Z", "+00:00")
        return int(datetime.datetime.fromisoformat(text).timestamp())

    def compare(self, question, got, moments):
        """What differs, at the moment at which least does."""
        if not isinstance(got, dict) or "as_of" not in got.get("summary", {}):
            return [("", got, "an answer")], 0
        as_of, best = self.as_of(got), None
        for now in sorted({min(now, as_of - 1) for now in moments}):
            if not as_of - HOUR <= now:
                continue
            found = list(model.differences(got, self.wanted(*question, (now, as_of))))
            wrong = [one for one in found if one[0] is not None]
            if best is None or len(wrong) < len(best[0]):
                best = wrong, len(found)
            if not wrong:
                break
        return best or ([(".summary.as_of", got["summary"]["as_of"], "the end of this hour")], 0)

    def check(self, server, products):
        """Asks everything about products; answers the bodies by path."""
        bodies = {}
        for start in range(0, len(products), BATCH):
            asked = list(paths(self.data, products[start:start + BATCH]))
            moments = [int(time.time())]
            answers = server.get_all(path for *_, path in asked)
            moments.append(int(time.time()))
            for (*question, path), answer in zip(asked, answers):
                got = loaded(answer)
                wrong, count = self.compare(question, got, moments)
                if wrong:  # the hour, or a price, may have ended meanwhile
                    again = int(time.time())
                    got = loaded(server.get_all([path])[0])
                    wrong, count = self.compare(question, got, [again, int(time.time())])
                bodies[path] = got
                self.answers, self.values = self.answers + 1, self.values + count
                self.deviations += [(path, *one) for one in wrong]
                self.look(got, question[2])
            self.markets.clear()
        return bodies

    def same(self, server, products, before, report, what):
        """Asks again: nothing may differ but what the time changes, exactly."""
        asked, other = list(paths(self.data, products)), []
        moments = [int(time.time())]
        answers = [loaded(answer) for answer in server.get_all(path for *_, path in asked)]
        moments.append(int(time.time()))
        for (*question, path), got in zip(asked, answers):
            if got != before[path] and self.compare(question, got, moments)[0]:
                other.append(path)
        self.markets.clear()
        report.note(what, f"{len(asked)} answers, differ: {len(other)} {other[:3] or ''}", not other)

    def look(self, got, number):
        """Counts what kinds of answers there were: a check that sees only nulls shows nothing."""
        if number is not None or not isinstance(got, dict):
            return
        summary = got["summary"]
        verdict = summary["verdict"]
        self.seen["verdict " + (verdict["label"] if verdict else "null")] += 1
        self.seen["percentile" if summary["percentile"] is not None else "percentile null"] += 1
        self.seen[f"lowest_in_days {summary['lowest_in_days']}"] += 1
        self.seen[f"trend {summary['trend']['direction'] if summary['trend'] else None}"] += 1
        self.seen["sold out at times"] += bool(summary["out_of_stock_share"])
        self.seen["empty series"] += not got["series"]

    def note(self, report, what):
        """Notes what was compared, and shows what differs."""
        by_field = collections.Counter(re.sub(r"\[[^]]*\]", "[]", field) for _, field, _, _ in self.deviations)
        for path, field, got, wanted in sorted(self.deviations, key=lambda d: len(d[0]))[:SHOWN]:
            print(f"    {path} {field}: {str(got)[:200]}, recomputed {str(wanted)[:200]}")
        detail = f"{self.answers} answers, {self.values} values, {len(self.deviations)} differ"
        report.note(what, f"{detail} {by_field.most_common(8) if by_field else ''}", not self.deviations)


def choose_glitches(data, products, rng):
    """Days of items whose price may be made a tenth: one row among rows that are much alike."""
    today, found = int(time.time()) // DAY, []
    for product in products:
        chosen = []
        for shop, (_, offers) in enumerate(data.shops):
            rows = offers.get(product, ())
            others = [r.cents for name, own in data.shops if own is not offers
                      for r in own.get(product, ()) if r.in_stock]
            kept = model.believed([(r.at, r.cents if r.in_stock else None) for r in rows])
            for index in range(5, len(rows) - 1):
                around = rows[index - 1:index + 2]
                number, cents = rows[index].at // DAY, rows[index].cents
                past = [r.cents for r in rows[:index] if r.at >= rows[index].at - 30 * DAY and r.in_stock]
                alike = all(r.in_stock and 0.7 <= r.cents / cents <= 1.3 for r in around)
                # a day of its own, seen once, between days that were seen; dear enough to have a tenth
                daily = [r.at // DAY for r in around] == [number - 1, number, number + 1]
                # neither the offer's own past nor another shop makes a tenth believable
                odd = past and min(past) > cents / 4 and min(others, default=cents) > cents / 5
                # a price that is still held back is judged anew after another one
                odd = odd and kept[index - 1]
                if today - 150 < number and index >= 5 and alike and daily and odd and cents >= 20:
                    chosen.append(Glitch(product, shop, index, number))
        if chosen:
            found.append(rng.choice(chosen))
    # three slips of one shop on one day are a feed that is not believed, and no slips of single offers
    rng.shuffle(found)
    kept, of_day = [], collections.Counter()
    for glitch in found:
        of_day[glitch.shop, glitch.day] += 1
        if of_day[glitch.shop, glitch.day] <= 2:
            kept.append(glitch)
    return kept[:GLITCHES]


FIELDS = ("min", "min_date", "p10", "verdict.low_180d", "verdict.label", "lowest_in_days")


def pick(body, field):
    """A field of a summary by its dotted name."""
    value = body["summary"]
    for name in field.split("."):
        value = value and value.get(name)
    return value


def try_glitches(instance, data, before, products, report, rng):
    """A tenth of the price for one day must be seen in nothing."""
    name, glitches = data.name, choose_glitches(data, products, rng)
    report.note(f"{name}: glitches put in", len(glitches), bool(glitches))
    changed = data.changed(glitches)
    glitched = instance("glitch", changed)
    glitched.load(report, f"{name}: import with glitches")
    checker = Checker(changed)
    with contextlib.closing(Server(glitched.api)) as server:
        after = checker.check(server, [glitch.product for glitch in glitches])
    checker.note(report, f"{name}: answers with glitches are exact")
    lows, compared, moved, drops, wrong = 0, 0, 0, [], []
    for glitch in glitches:
        for span in RANGES:
            path = f"/v1/products/{glitch.product}/history?range={span}"
            old, new = before[path], after[path]
            if not (isinstance(old, dict) and isinstance(new, dict)):
                continue
            compared += len(FIELDS)
            other = [field for field in FIELDS if pick(old, field) != pick(new, field)]
            if other:  # a day less may move a rank or a border: then by just that
                wanted = without_day(data, glitch, span, checker.as_of(new))
                unlike = [field for field in other if any(
                    one[0] is not None for one in model.differences(pick(new, field), pick(wanted, field)))]
                moved += len(other) - len(unlike)
                wrong += [(path, glitch.day, field, pick(old, field), pick(new, field)) for field in unlike]
            prices = {item["date"]: item["min_price"] for item in new["series"]}
            days = [model.day((glitch.day + by) * DAY) for by in (-1, 0, 1)]
            if days[1] in prices:
                lows += 1
                around = [prices[day] for day in (days[0], days[2]) if day in prices]
                if prices[days[1]] < Decimal("0.7") * min(around, default=0):
                    drops.append((path, days[1], prices[days[1]]))
    for path, number, field, old, new in wrong[:SHOWN]:
        print(f"    {path} {field}: {old} without the glitch of {model.day(number * DAY)}, {new} with it")
    report.note(f"{name}: lows, p10, labels with and without", f"{compared} compared, {moved} moved by the missing "
                f"day, {len(wrong)} of {len({path for path, *_ in wrong})} answers otherwise", not wrong)
    unheld = [glitch for glitch in glitches if not is_held(changed, glitch)]
    report.note(f"{name}: glitches held back by definition", f"{len(glitches) - len(unheld)} of {len(glitches)} "
                f"{unheld[:3] or ''}", not unheld)
    report.note(f"{name}: no drop in the series", f"{lows} days looked at, {len(drops)} below 0.7 of their "
                f"neighbours {drops[:3] or ''}", not drops)


def without_day(data, glitch, span, as_of):
    """What would be answered if nobody had looked at the price on the day of the glitch."""
    unknown = {glitch.shop: {data.shops[glitch.shop][1][glitch.product][glitch.index].at}}
    market = model.Market(data.stores(glitch.product), as_of, unknown)
    return market.answer(span, min(int(time.time()), as_of - 1))


def is_held(data, glitch):
    """Whether the model believes no instant of the glitch."""
    rows = data.shops[glitch.shop][1][glitch.product]
    market = model.Market(data.stores(glitch.product), (int(time.time()) // HOUR + 1) * HOUR)
    begin, end = rows[glitch.index].at, rows[glitch.index + 1].at
    return not list(model.cut(market.asked[glitch.shop], begin, end))


def try_set(data, instance, report, rng):
    """All steps on one data set."""
    name, products = data.name, sorted(data.titles)
    report.note(f"{name}: products, rows", f"{len(products)}, {data.rows()}; {dict(data.kinds)}")
    clean = instance("clean", data)
    report.note(f"{name}: all products are kept", clean.catalogue["line"],
                clean.catalogue["created"] == len(products))
    clean.load(report, f"{name}: first import")
    checker, began = Checker(data), time.monotonic()
    with contextlib.closing(Server(clean.api)) as server:
        before = checker.check(server, products)
    report.note(f"{name}: asked and recomputed", speed(checker.answers, time.monotonic() - began))
    checker.note(report, f"{name}: every answer is exact")
    report.note(f"{name}: kinds of answers", dict(sorted(checker.seen.items())))
    for what, seed in (("the same files", None), ("shuffled rows", 7)):
        clean.load(report, f"{name}: import of {what} again", seed)
        with contextlib.closing(Server(clean.api)) as server:
            checker.same(server, products, before, report, f"{name}: equal answers after {what}")
    shuffled = instance("shuffled", data)
    shuffled.load(report, f"{name}: first import of shuffled rows", 8)
    with contextlib.closing(Server(shuffled.api)) as server:
        checker.same(server, products, before, report, f"{name}: equal answers of that store")
    if name != "made_up":
        try_glitches(instance, data, before, products, report, rng)


def main():
    """Reads the arguments and runs every step."""
    sets = {"price_history": price_history, "grocery_history": grocery_history, "made_up": made_up}
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=pathlib.Path, metavar="DATA_DIR")
    parser.add_argument("--api", type=pathlib.Path, help="the program (default: the newest build)")
    parser.add_argument("--backend", choices=("sqlite", "postgres"), default="sqlite")
    parser.add_argument("--only", choices=sets, action="append", help="one data set; repeatable")
    parser.add_argument("--sample", type=int, default=2000, help="items of grocery_history (default 2000)")
    parser.add_argument("--seed", type=int, default=3)
    given = parser.parse_args()
    data = given.data or pathlib.Path(os.environ.get("EVALUATION_DATA") or ROOT.parent / "shared/data")
    built = [p for p in (ROOT / "target/release/api", ROOT / "target/debug/api") if p.is_file()]
    binary = given.api or max(built, key=lambda p: p.stat().st_mtime, default=ROOT)
    if not (data / "price_history").is_dir():
        parser.error(f"the real data is not in {data}; set EVALUATION_DATA")
    if not binary.is_file():
        parser.error("no program: cargo build --release -p api, or --api PATH")
    if given.backend == "postgres" and not os.environ.get("TEST_DATABASE_URL"):
        parser.error("--backend postgres needs TEST_DATABASE_URL (scripts/with-postgres.sh sets it)")
    report = Report()
    print(f"{binary} on {given.backend}, data of {data.resolve()}")
    tried = doctest.testmod(model)
    report.note("examples of the recomputation", f"{tried.attempted} examples", not tried.failed)
    with tempfile.TemporaryDirectory(prefix="check-history.") as temporary:
        try:
            for name in given.only or sets:
                print(f"\n== {name}", flush=True)
                rng = random.Random(f"{given.seed} {name}")

                def instance(what, made, name=name):
                    return Instance(pathlib.Path(temporary), binary, given.backend, f"{name}_{what}", made)
                try_set(sets[name](data, rng, given.sample), instance, report, rng)
        finally:
            for database in Database.made:
                database.psql(database.server, f"DROP DATABASE IF EXISTS {database.name} WITH (FORCE)")
    return 1 if report.show() else 0


if __name__ == "__main__":
    sys.exit(main())
