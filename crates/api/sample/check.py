#!/usr/bin/env python3
"""Validates the sample and prints a summary. Exit status 1 when anything is wrong.

    python3 check.py

Reads the files as an importer would, not the tables they were made from: forms of ids, prices and
EANs, the match of every offer (pinned id, EAN, part number, title), the decision scores of the
products that are shown off, and the winners of the comparisons. The score repeats the rules of
`crates/domain/src/scoring`, the fit the weights of the field notes, both in a few lines: close
enough to see that the sample shows what it promises. Standard library only.
"""

import csv
import json
import re
import sys
import unicodedata
import xml.etree.ElementTree as ET
from collections import Counter, defaultdict
from pathlib import Path

HERE = Path(__file__).resolve().parent
TTL_HOURS = 72
SIZE_LIMIT = 400_000
# What is wrong or missing on purpose.
WRONG_EANS, ZERO_PRICES, UNKNOWN_STOCK = 1, 1, 1
NO_OFFER = {"pirrow_pip_7_64_gb"}
NOTHING_TO_RECOMMEND = {"ombrix_x1_128_gb"}
RECOMMENDED = {
    "ombrix_x2_pro_256_gb": "Pocketwright", "kelvane_iris_5_pro_256_gb": "Northlight",
    "tarnavo_f5_power_256_gb": "Northlight", "veskara_q7_turbo_1_tb": "Meridian Import"}

G = "{http://base.google.com/ns/1.0}"
problems = []


def expect(holds, text):
    if not holds:
        problems.append(text)


def ean_is_valid(code):
    total = sum(int(d) * (3 if i % 2 else 1) for i, d in enumerate(code))
    return len(code) == 13 and total % 10 == 0


def tokens(text):
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.findall(r"[0-9]+|[a-z]+[0-9]*", re.sub(r"(\d)(gb|tb)\b", r"\1 \2", plain))


# --- Readers ------------------------------------------------------------------------------------------
def google_money(text, where):
    expect(re.fullmatch(r"\d+\.\d\d EUR", text), f"{where}: price {text!r}")
    return float(text.split()[0])


def google_row(id, get, where, shipping):
    price = google_money(get("sale_price") or get("price"), where)
    return dict(id=id, title=get("title"), price=price, pinned="", eans=[e for e in [get("gtin")] if e],
                brand=get("brand"), mpn=get("mpn"), url=get("link"), delivery=shipping[0], days=shipping[1],
                availability=(get("availability") or "unknown").replace(" ", "_"), condition=get("condition") or "new",
                alone=not get("is_bundle") and not get("multipack"))


def read_google_xml(path):
    root = ET.parse(path).getroot()
    items = list(root.iter("item")) or list(root.iter("{http://www.w3.org/2005/Atom}entry"))
    for item in items:
        get = lambda name: item.findtext(G + name) or item.findtext(name) or ""
        shipping = item.find(G + "shipping")
        stated = (None, None)
        if shipping is not None:
            stated = (google_money(shipping.findtext(G + "price"), path.name),
                      int(shipping.findtext(G + "max_handling_time")) + int(shipping.findtext(G + "max_transit_time")))
        yield google_row(get("id"), get, f"{path.name} {get('id')}", stated)


def read_google_tsv(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    head = [h.replace(" ", "_") for h in lines[0].split("\t")]
    for line in lines[1:]:
        cells = line.split("\t")
        expect(len(cells) == len(head), f"{path.name}: {len(cells)} cells in {line[:40]!r}")
        row = dict(zip(head, cells))
        _, _, _, price, _, handling, _, transit = row["shipping"].split(":")
        stated = (google_money(price, path.name), int(handling) + int(transit))
        yield google_row(row["id"], lambda name: row.get(name, ""), f"{path.name} {row['id']}", stated)


def own_row(row, eans, price):
    return dict(id=row["offer_id"], title=row.get("title", ""), price=price, eans=eans, brand=row.get("brand", ""),
                pinned=row.get("canonical_product_id", ""), mpn=row.get("mpn", ""), url=row.get("url", ""),
                delivery=None, days=None, availability=row.get("availability") or "unknown",
                condition=row.get("condition") or "new", alone=True)


def read_csv(path):
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            expect(re.fullmatch(r"\d+\.\d\d", row["price"]), f"{path.name}: price {row['price']!r}")
            yield own_row(row, [e for e in row["ean"].split(";") if e], float(row["price"]))


def read_json_lines(path):
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        expect(round(row["price"], 2) == row["price"], f"{path.name}: price {row['price']}")
        yield own_row(row, row.get("ean", []), row["price"])


READERS = {("google", ".xml"): read_google_xml, ("google", ".tsv"): read_google_tsv,
           ("offers", ".csv"): read_csv, ("offers", ".jsonl"): read_json_lines}


# --- Matching -----------------------------------------------------------------------------------------
class Matcher:
    def __init__(self, products):
        self.ids = {p["canonical_product_id"] for p in products}
        self.by_ean = {e: p["canonical_product_id"] for p in products for e in p["eans"]}
        self.by_mpn = {(p["brand"], p["mpn"]): p["canonical_product_id"] for p in products}
        self.words = {p["canonical_product_id"]: Counter(tokens(f"{p['brand']} {p['model']} {p['variant']}"))
                      for p in products}

    def find(self, offer, where):
        """The product and the rung; the title decides only where nothing stronger is stated."""
        if offer["pinned"]:
            expect(offer["pinned"] in self.ids, f"{where}: pins {offer['pinned']}, which is not in the catalogue")
            return offer["pinned"], "pinned id"
        if not offer["alone"]:
            return None, "new product"
        for ean in offer["eans"]:
            if ean in self.by_ean:
                return self.by_ean[ean], "EAN"
        if (offer["brand"], offer["mpn"]) in self.by_mpn:
            return self.by_mpn[offer["brand"], offer["mpn"]], "brand and MPN"
        title = Counter(tokens(offer["title"]))
        fitting = sorted(((sum(w.values()), id) for id, w in self.words.items() if not w - title), reverse=True)
        if not fitting or "case" in title:
            return None, "new product"
        expect(len(fitting) == 1 or fitting[0][0] > fitting[1][0], f"{where}: {offer['title']!r} is ambiguous")
        return fitting[0][1], "title"


# --- Decision score -----------------------------------------------------------------------------------
def gate(o):
    if o["age"] > TTL_HOURS:
        return "stale"
    if o["availability"] == "out_of_stock":
        return "out of stock"
    return o["condition"] if o["condition"] != "new" else None


def delivery_of(o, assumed):
    terms = o["terms"]
    if o["delivery"] is not None:
        return o["delivery"], False
    if terms["delivery_cost"] is None:
        return assumed, True
    free = terms["free_delivery_from"] is not None and o["price"] >= terms["free_delivery_from"]
    return 0 if free else terms["delivery_cost"], False


def score(o, best):
    t = o["terms"]
    days = o["days"] if o["days"] is not None else t["delivery_days"]
    steps = [(1, 1.0), (2, .9), (3, .8), (5, .6), (7, .4), (14, .15), (999, .05)]
    speed = dict(preorder=.1, backorder=.1, unknown=.3).get(o["availability"], next(u for d, u in steps if days <= d))
    rating = (25 * 4 + t["seller_reviews"] * t["seller_score"]) / (25 + t["seller_reviews"])
    returns = 1 if t["return_days"] >= 60 else .7 if t["return_days"] >= 30 else .3
    warranty = 1 if (t["warranty_months"] or 0) >= 36 else .4
    price = 1 - min((o["total"] - best) / (.25 * best), 1)
    points = round(60 * price + 15 * speed + 15 * max(0, min((rating - 3) / 2, 1)) + 5 * returns + 5 * warranty)
    return min(points, 69) if o["assumed"] else points


def assess(offers, assumed):
    for o in offers:
        o["cost"], o["assumed"] = delivery_of(o, assumed)
        o["total"], o["gate"] = o["price"] + o["cost"], gate(o)
    best = min((o["total"] for o in offers if not o["gate"]), default=None)
    for o in offers:
        o["points"] = None if o["gate"] else score(o, best)
    return sorted(offers, key=lambda o: (o["gate"] is not None, -(o["points"] or 0), o["total"]))


# --- Comparison ---------------------------------------------------------------------------------------
# label, weight, better is: more (+1) or less (-1).
GOALS = {
    ("travel", "Smartphones"): [("Weight", 20, -1), ("Battery endurance", 25, 1), ("eSIM", 15, 1), ("IP rating", 12, 1),
                                ("Charging", 10, 1), ("Dimensions", 8, -1), ("OIS", 5, 1), ("5G", 5, 1)],
    ("max-battery", "Smartphones"): [("Battery endurance", 45, 1), ("Battery", 20, 1), ("Cycles to 80 %", 10, 1),
                                     ("Charging", 12, 1), ("Wireless charging", 3, 1)],
    ("camera", "Smartphones"): [("Sensor size", 20, 1), ("OIS", 12, 1), ("Aperture", 6, -1), ("Optical zoom", 15, 1),
                                ("Front camera", 8, 1), ("Main camera", 4, 1), ("Storage", 5, 1)],
    ("travel", "Laptops"): [("Weight", 35, -1), ("Battery endurance", 25, 1), ("USB-C charging", 12, 1),
                            ("Display", 8, -1), ("Brightness", 8, 1), ("Mobile network", 5, 1), ("Charger weight", 3, -1)],
}


def number(value):
    if value in ("yes", "no"):
        return float(value == "yes")
    if value.startswith("1/"):
        return 1 / float(value[2:].split()[0])
    found = float(re.search(r"\d+(\.\d+)?", value).group())
    return found * 1000 if "TB" in value else found


def fits(products, category, goal):
    """Fit by product id: anchors at the 5th and 95th percentile, missing values left out."""
    specs = {p["canonical_product_id"]: {s["label"]: number(s["value"]) for s in p["specs"] if re.search(
        r"\d|^yes$|^no$", s["value"])} for p in products if p["category"] == category}
    result = {}
    for id, spec in specs.items():
        known = gained = 0
        for label, weight, sign in GOALS[goal, category]:
            values = sorted(s[label] for s in specs.values() if label in s)
            low, high = values[int(.05 * (len(values) - 1))], values[round(.95 * (len(values) - 1))]
            if label in spec:
                share = max(0, min((spec[label] - low) / (high - low or 1), 1))
                known, gained = known + weight, gained + weight * (share if sign > 0 else 1 - share)
        result[id] = (100 * gained / known if known else 0, known)
    return result


# --- The checks ---------------------------------------------------------------------------------------
def check_catalogue():
    products = [json.loads(line) for line in (HERE / "catalogue.jsonl").read_text(encoding="utf-8").splitlines()]
    ids = Counter(p["canonical_product_id"] for p in products)
    eans = Counter(e for p in products for e in p["eans"])
    mpns = Counter((p["brand"], p["mpn"]) for p in products)
    for name, counted in (("id", ids), ("EAN", eans), ("MPN", mpns)):
        expect(max(counted.values()) == 1, f"catalogue: {name} twice: {counted.most_common(1)}")
    for p in products:
        id = p["canonical_product_id"]
        expect(re.fullmatch(r"[a-z0-9_]+", id) and len(id) <= 128, f"catalogue: id {id!r}")
        expect(p["eans"] and all(ean_is_valid(e) for e in p["eans"]), f"{id}: EANs {p['eans']}")
        expect(all(e.startswith(("43", "44")) for e in p["eans"]), f"{id}: EAN prefix")
        labels = [s["label"] for s in p["specs"]]
        expect(len(set(labels)) == len(labels), f"{id}: a label twice")
        expect(all(s["value"] and isinstance(s["value"], str) for s in p["specs"]), f"{id}: an empty value")
        expect(re.fullmatch(r"images/[a-z0-9_]+\.webp", p["image_path"]), f"{id}: image path")
        expect(all(p[k] for k in ("product_name", "brand", "model", "variant", "mpn", "description")), f"{id}: empty text")
    return products


def read_offers(sample, stores, products):
    matcher, offers, files, rungs, seen = Matcher(products), defaultdict(list), [], Counter(), Counter()
    for feed in sample["feeds"]:
        path, terms = HERE / feed["file"], stores[feed["store"]]
        rows = list(READERS[feed["format"], path.suffix](path))
        files.append((feed["store"], feed["file"], feed["format"], feed["age_hours"], len(rows)))
        ids = Counter(r["id"] for r in rows)
        expect(max(ids.values()) == 1, f"{feed['file']}: an offer id twice")
        for row in rows:
            where = f"{feed['file']} {row['id']}"
            for ean in row["eans"]:
                seen["wrong EANs"] += not ean_is_valid(ean)
            seen["prices of 0"] += row["price"] <= 0
            seen[row["availability"]] += 1
            seen[row["condition"]] += 1
            host = re.match(r"https://([^/]+)/", row["url"] or terms["url"])
            expect(host and host[1].endswith(".example"), f"{where}: url {row['url']!r}")
            product, rung = matcher.find(row, where)
            rungs[rung] += 1
            if row["price"] > 0 and product:
                offers[product].append({**row, "terms": terms, "age": feed["age_hours"]})
    return offers, files, rungs, seen


def check_offers(products, offers, assumed):
    shown = {}
    for p in products:
        id = p["canonical_product_id"]
        listed = shown[id] = assess(offers[id], assumed)
        stores = Counter(o["terms"]["name"] for o in listed)
        expect(all(n == 1 for n in stores.values()), f"{id}: a shop twice {stores}")
        expect(bool(listed) or id in NO_OFFER, f"{id}: no offer")
        expect(2 <= len(listed) <= 6 or id in NO_OFFER, f"{id}: {len(listed)} offers")
        open_ones = [o for o in listed if not o["gate"]]
        expect(bool(open_ones) != (id in NO_OFFER | NOTHING_TO_RECOMMEND), f"{id}: {len(open_ones)} open offers")
    for id, store in RECOMMENDED.items():
        expect(shown[id][0]["terms"]["name"] == store, f"{id}: {shown[id][0]['terms']['name']}, not {store}, is recommended")
    close = shown["ombrix_x2_pro_256_gb"]
    expect(close[0]["total"] <= 1.01 * min(o["total"] for o in close if not o["gate"]), "the close call is not close")
    expect(close[0]["price"] > min(o["price"] for o in close if not o["gate"]), "the close call is the cheapest item")
    gates = {o["gate"] for o in shown["kelvane_iris_5_pro_256_gb"]}
    expect({"stale", "used", "out of stock"} <= gates, f"the cheap offers: {gates}")
    capped = [o for o in shown["tarnavo_f5_power_256_gb"] if o["assumed"]]
    expect([o["points"] for o in capped] == [69], "the offer without delivery cost is not capped")
    return shown


def check_history(ids, offers):
    """Steps follow each other day by day until yesterday, and the last one is today's price."""
    lines = (HERE / "history.csv").read_text(encoding="utf-8").splitlines()[1:]
    last = {}
    for line in lines:
        store, product, start, end, price, _ = line.split(",")
        expect(product in ids, f"history of an unknown product: {product}")
        before = last.get((store, product))
        expect(before is None or before[0] == int(start) + 1, f"history: a gap before {line}")
        expect(int(start) >= int(end), f"history: {line} ends before it begins")
        last[store, product] = (int(end), float(price))
    for (store, product), (end, price) in last.items():
        now = [o["price"] for o in offers[product] if o["terms"]["name"] == store]
        expect(end == 1 and price in now, f"history of {product} at {store} ends at {price}, {end} days ago, not {now}")
    return len(lines)


def main():
    products = check_catalogue()
    stores = {s["name"]: s for s in json.loads((HERE / "stores.json").read_text(encoding="utf-8"))}
    sample = json.loads((HERE / "sample.json").read_text(encoding="utf-8"))
    ids = {p["canonical_product_id"]: p for p in products}
    for entry in sample["showcase"]:
        named = entry.get("compare", {}).get("ids", []) or [entry.get("product_id")]
        expect("query" in entry or set(named) <= set(ids), f"showcase: {entry['title']}")
    offers, files, rungs, seen = read_offers(sample, stores, products)
    rates = sorted(o["delivery"] for o in sum(offers.values(), []) if o["delivery"] is not None)
    shown = check_offers(products, offers, rates[len(rates) - len(rates) // 4 - 1])
    for what, wanted in (("wrong EANs", WRONG_EANS), ("prices of 0", ZERO_PRICES), ("unknown", UNKNOWN_STOCK)):
        expect(seen[what] == wanted, f"{seen[what]} {what}, not {wanted}")
    expect({(f, Path(n).suffix) for _, n, f, _, _ in files} == set(READERS), "not every format is used")

    steps = check_history(ids, offers)

    print("products  ", dict(Counter(p["category"] for p in products)))
    for store, name, form, age, rows in files:
        print(f"feed       {store:24} {name:27} {form:7} {age:3} h {rows:3} rows")
    per = Counter(len(o) for o in shown.values())
    print("offers    ", sum(f[4] for f in files), "rows; per product", dict(sorted(per.items())))
    print("matched by", dict(rungs))
    print("seen      ", dict(seen))
    print("recommends", dict(Counter(o[0]["terms"]["name"] for o in shown.values() if o and not o[0]["gate"])))
    cheapest = sum(o[0]["total"] > min(x["total"] for x in o if not x["gate"]) for o in shown.values()
                   if o and not o[0]["gate"])
    print(f"           {cheapest} times not the lowest delivered price")
    for id in [*RECOMMENDED, *sorted(NOTHING_TO_RECOMMEND)]:
        print(id)
        for o in shown[id]:
            note = o["gate"] or ("delivery assumed" if o["assumed"] else "")
            print(f"    {o['terms']['name']:24} {o['price']:8.2f} + {o['cost']:.2f} = {o['total']:8.2f}"
                  f"  {o['points'] if o['points'] is not None else '-':>3}  {note}")
    print(f"history    {steps} steps")
    for c in sample["comparisons"]:
        category = {ids[id]["category"] for id in c["ids"]}
        expect(len(category) == 1, f"comparison {c['ids']}: {category}")
        found = fits(products, category.pop(), c["goal"])
        ranked = sorted(c["ids"], key=lambda id: -found[id][0])
        expect(ranked[0] == c["ids"][0], f"comparison {c['goal']}: {ranked[0]} wins")
        expect(found[ranked[0]][0] - found[ranked[1]][0] >= 3, f"comparison {c['goal']} is a tie")
        print(c["goal"], ", ".join(f"{id} {found[id][0]:.0f}" for id in ranked))
    size = sum(f.stat().st_size for f in HERE.rglob("*") if f.is_file() and "__pycache__" not in f.parts)
    expect(size < SIZE_LIMIT, f"{size} bytes")
    print(f"size       {size} bytes")
    for problem in problems:
        print("WRONG", problem, file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
