#!/usr/bin/env python3
"""Writes offers that carry the true trade item number of a product and a title of another hand.

    scripts/rewrite-titles.py DATA OUT_DIR
    api evaluate offers OUT_DIR/maker

DATA has electronics_catalog/catalog.jsonl.gz, grocery_eans/offers.csv and feeds/. Each folder in OUT_DIR has
offers.csv, in which the first store is the catalogue, and pairs.csv:

    maker      what the maker's short description calls the product
    part       the part number and what kind of thing it is, lower case, without the brand
    abroad     the title with German words, the brand left out or last, and what shops write behind it
    short      every second word of the title, cut off
    groceries  names of groceries as till receipts shorten them
    feeds      the second name that shops' own feeds give a thing
    mistaken   the maker's words with the number of another product of the same brand: none belongs where the number says
    titles     without any number of offers, beside the catalogue's part numbers: three shops with titles as in maker, part and
               abroad, of the brands that a number between 0 and 99 puts below 40; for fitting and for `evaluate offers`

Which products are taken, and how words change, depends on the number of the product alone.
"""
import csv
import gzip
import hashlib
import json
import os
import re
import sys
import xml.etree.ElementTree as xml
from collections import Counter

PRODUCTS = 3000
GERMAN = {
    "toner": "Tonerkartusche", "cartridge": "Patrone", "cartridges": "Patronen", "ink": "Tinten", "black": "schwarz",
    "white": "weiß", "blue": "blau", "red": "rot", "grey": "grau", "silver": "silber", "yellow": "gelb", "green": "grün",
    "cable": "Kabel", "networking": "Netzwerk", "network": "Netzwerk", "power": "Strom", "adapter": "Netzteil",
    "battery": "Akku", "notebook": "Laptop", "keyboard": "Tastatur", "mouse": "Maus", "printer": "Drucker",
    "memory": "Arbeitsspeicher", "module": "Modul", "wireless": "kabellos", "wired": "kabelgebunden", "with": "mit",
    "for": "für", "and": "und", "mount": "Halterung", "bracket": "Halter", "paper": "Papier", "camera": "Kamera",
    "speaker": "Lautsprecher", "headset": "Kopfhörer", "monitor": "Bildschirm", "hard": "Fest", "drive": "Platte",
    "charger": "Ladegerät", "original": "Original", "pages": "Seiten", "server": "Server", "processor": "Prozessor",
}
BEHIND = ["sofort lieferbar", "NEU & OVP", "2 Jahre Garantie", "Händler Rechnung MwSt", "versandkostenfrei", "TOP Preis"]


def spread(text):
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")


def catalogue(data):
    products = []
    with gzip.open(os.path.join(data, "electronics_catalog", "catalog.jsonl.gz"), "rt") as lines:
        for line in lines:
            product = json.loads(line)
            product["eans"] = list(dict.fromkeys(ean.lstrip("0").zfill(13) for ean in product["eans"]))
            products.append(product)
    products.sort(key=lambda p: spread(p["id"]))
    claims = Counter(ean for p in products for ean in p["eans"])
    for product in products:
        # a number that two products claim belongs to neither for certain
        product["own"] = [ean for ean in product["eans"] if claims[ean] == 1]
    return products


def words(text):
    return re.findall(r"[^\W_]+", text.lower())


def maker(product):
    said = product["description"]
    return said if said and words(said) != words(product["title"]) else None


def part(product):
    kind = product["attributes"].get("product_type") or product["attributes"].get("type") or ""
    kind = kind if isinstance(kind, str) else ""
    return f"{product['mpn']} {kind}".lower().strip()


def abroad(product):
    brand = product["brand"].lower()
    said = [GERMAN.get(word.lower(), word) for word in product["title"].split() if word.lower() != brand]
    number = spread(product["id"] + "abroad")
    behind = BEHIND[number % len(BEHIND)]
    return " ".join(said + ([product["brand"]] if number % 3 else []) + [behind])


def short(product):
    said = product["title"].split()
    begin = spread(product["id"] + "short") % 2
    kept = said[begin::2]
    return " ".join(kept) if len(said) > 3 else None


def titles(products, out):
    """Offers of three shops that are known by their titles alone."""
    chosen = [p for p in products if spread("brand " + p["brand"]) % 100 < 40]
    rows = [("catalogue", f"c{p['id']}", p["title"], p["brand"], p["mpn"], "") for p in chosen]
    pairs = []
    for rewrite in (maker, part, abroad):
        shop = rewrite.__name__
        offered = [(p, rewrite(p)) for p in chosen if spread(p["id"] + "shop" + shop) % 100 < 60]
        offered = [(p, title) for p, title in offered if title and len(title.split()) > 1]
        for product, title in offered[:PRODUCTS]:
            # one shop in three states the brand
            brand = "" if spread(product["id"] + shop) % 3 else product["brand"]
            rows.append((shop, f"{shop}{product['id']}", title, brand, "", ""))
            pairs.append(("all", f"c{product['id']}", f"{shop}{product['id']}", 1))
    folder = os.path.join(out, "titles")
    os.makedirs(folder, exist_ok=True)
    table(folder, "offers.csv", ["store", "offer_id", "title", "brand", "mpn", "ean"], rows)
    table(folder, "pairs.csv", ["split", "left", "right", "label"], pairs)
    print(f"titles: {len(chosen)} products, {len(pairs)} offers")


def table(folder, name, header, rows):
    with open(os.path.join(folder, name), "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(header)
        writer.writerows(rows)


def write(out, name, listed, offered):
    """`listed`: id, title, brand, number; `offered`: id of the product, title, brand, number."""
    folder = os.path.join(out, name)
    os.makedirs(folder, exist_ok=True)
    rows = [("catalogue", f"c{no}", title, brand, ean) for no, title, brand, ean in listed]
    rows += [("shop", f"o{no}", title, brand, ean) for no, title, brand, ean in offered]
    table(folder, "offers.csv", ["store", "offer_id", "title", "brand", "ean"], rows)
    table(folder, "pairs.csv", ["split", "left", "right", "label"],
          [("all", f"c{no}", f"o{no}", 1) for no, *_ in offered])
    print(f"{name}: {len(listed)} products, {len(offered)} offers")


def electronics(data, out):
    products = catalogue(data)
    listed = [(p["id"], p["title"], p["brand"], ";".join(p["eans"])) for p in products]
    for rewrite in (maker, part, abroad, short):
        offered = []
        for product in products:
            title = rewrite(product) if product["own"] else None
            if title and len(offered) < PRODUCTS:
                # two shops in three state the brand
                brand = product["brand"] if spread(product["id"] + rewrite.__name__) % 3 else ""
                offered.append((product["id"], title, brand, product["own"][0]))
        write(out, rewrite.__name__, listed, offered)
    mistaken(products, listed, out)
    titles(products, out)


def mistaken(products, listed, out):
    by_brand = {}
    for product in products:
        if product["own"] and maker(product):
            by_brand.setdefault(product["brand"], []).append(product)
    offered = []
    for brand, own in sorted(by_brand.items()):
        for product, other in zip(own, own[1:]):
            if words(product["title"]) != words(other["title"]):
                offered.append((product["id"], maker(product), brand, other["own"][0]))
    offered.sort(key=lambda offer: spread(offer[0]))
    write(out, "mistaken", listed, offered[:PRODUCTS])


def groceries(data, out):
    with open(os.path.join(data, "grocery_eans", "offers.csv"), newline="") as file:
        products = [row for row in csv.DictReader(file) if len(row["ean"]) in (12, 13)]
    products.sort(key=lambda row: spread(row["ean"]))
    listed = [(row["ean"], row["title"], row["brand"], row["ean"]) for row in products]
    shortened = [
        (row["ean"], " ".join(word if re.search(r"\d", word) else word[:4].upper() for word in row["title"].split()),
         "", row["ean"])
        for row in products[:PRODUCTS]
    ]
    write(out, "groceries", listed, shortened)


def feeds(data, out):
    listed, offered, known = [], [], set()
    for name in sorted(os.listdir(os.path.join(data, "feeds"))):
        path = os.path.join(data, "feeds", name)
        if not name.endswith(".xml"):
            continue
        try:
            root = xml.parse(path).getroot()
        except xml.ParseError:
            continue
        for item in root.iter():
            said = {child.tag.rsplit("}", 1)[-1].lower(): (child.text or "").strip() for child in item}
            ean = said.get("ean") or said.get("gtin") or ""
            one = said.get("productname") or said.get("title") or ""
            other = said.get("product") or said.get("description", "").split("\n")[0][:120]
            if re.fullmatch(r"[13-9]\d{11,12}", ean) and ean not in known and words(one) != words(other) and one and other:
                known.add(ean)
                brand = said.get("manufacturer") or said.get("brand") or ""
                listed.append((ean, one, brand, ean))
                offered.append((ean, other, "", ean))
    write(out, "feeds", listed, offered)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    _, data, out = sys.argv
    electronics(data, out)
    groceries(data, out)
    feeds(data, out)


if __name__ == "__main__":
    main()
