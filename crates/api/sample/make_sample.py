#!/usr/bin/env python3
"""Makes the sample catalogue, shops, feeds and manifest from `sample_models.py`.

    python3 make_sample.py        writes catalogue.jsonl, stores.json, sample.json and feeds/
    python3 check.py              proves what it wrote

Seeded: the same script writes the same bytes. Prices of products that `sample.json` shows off are
written by hand in SHOWN; all others come from the shop's habits in SHOPS. Standard library only.
"""

import csv
import io
import json
import random
import unicodedata
from pathlib import Path
from xml.sax.saxutils import escape

from sample_models import LAPTOPS, PHONES, TABLETS

HERE = Path(__file__).resolve().parent
SEED = 20260  # any number; a new one gives a new market

# One invented company prefix a maker; 43x is an unrestricted range.
GTIN_PREFIX = {
    "Ombrix": "4380417", "Kelvane": "4383926", "Tarnavo": "4386153", "Juneka": "4389708",
    "Halvorn": "4362284", "Pirrow": "4365571", "Veskara": "4367839", "Wexmoor": "4369012",
    "Dravenor": "4391645", "Claspett": "4394830",
}

# --- Shops -------------------------------------------------------------------------------------------
# `terms` is what `api store set` would be told; the rest is how the shop behaves in this script.
SHOPS = {
    "northlight": dict(  # big and reliable
        terms=dict(name="Northlight", url="https://northlight.example/", seller_score=4.7, seller_reviews=18240,
                   return_days=30, warranty_months=24, delivery_cost=4.95, free_delivery_from=49.00, delivery_days=1),
        file="northlight.xml", format="google", age_hours=1, prefix="NL", first=100231,
        share=dict(Smartphones=.85, Tablets=.85, Laptops=.85), price=(.985, 1.02)),
    "bargain_burrow": dict(  # cheap, badly rated, short returns
        terms=dict(name="Bargain Burrow", url="https://bargain-burrow.example/", seller_score=3.1, seller_reviews=940,
                   return_days=14, warranty_months=24, delivery_cost=6.90, free_delivery_from=None, delivery_days=5),
        file="bargain_burrow.tsv", format="google", age_hours=3, prefix="bb", first=7701,
        share=dict(Smartphones=.65, Tablets=.6, Laptops=.55), price=(.905, .97)),
    "pocketwright": dict(  # specialist for mobile devices, long returns and warranty
        terms=dict(name="Pocketwright", url="https://pocketwright.example/", seller_score=4.8, seller_reviews=2100,
                   return_days=60, warranty_months=36, delivery_cost=5.90, free_delivery_from=500.00, delivery_days=2),
        file="pocketwright.csv", format="offers", age_hours=2, prefix="PW-", first=4100,
        share=dict(Smartphones=.65, Tablets=.6, Laptops=.15), price=(.995, 1.035)),
    "meridian_import": dict(  # slow importer
        terms=dict(name="Meridian Import", url="https://meridian-import.example/", seller_score=4.2,
                   seller_reviews=510, return_days=14, warranty_months=None, delivery_cost=9.90,
                   free_delivery_from=None, delivery_days=14),
        file="meridian_import.xml", format="google", age_hours=6, prefix="MI", first=58002,
        share=dict(Smartphones=.4, Tablets=.35, Laptops=.3), price=(.885, .955)),
    "hushbox": dict(  # never states its delivery cost
        terms=dict(name="Hushbox", url="https://hushbox.example/", seller_score=4.4, seller_reviews=3200,
                   return_days=30, warranty_months=24, delivery_cost=None, free_delivery_from=None, delivery_days=3),
        file="hushbox.jsonl", format="offers", age_hours=0, prefix="hx-", first=30501,
        share=dict(Smartphones=.45, Tablets=.45, Laptops=.5), price=(.945, .99)),
    "second_bloom": dict(  # refurbisher, little that is new
        terms=dict(name="Second Bloom", url="https://second-bloom.example/", seller_score=4.6, seller_reviews=1320,
                   return_days=30, warranty_months=12, delivery_cost=3.90, free_delivery_from=100.00, delivery_days=3),
        file="second_bloom.jsonl", format="offers", age_hours=4, prefix="SB", first=880,
        share=dict(Smartphones=.3, Tablets=.25, Laptops=.35), price=(.58, .76)),
    "old_harbour": dict(  # has not sent a feed for days
        terms=dict(name="Old Harbour Electronics", url="https://old-harbour.example/", seller_score=3.9,
                   seller_reviews=260, return_days=14, warranty_months=24, delivery_cost=5.99,
                   free_delivery_from=250.00, delivery_days=4),
        file="old_harbour.csv", format="offers", age_hours=100, prefix="OH/", first=2200,
        share=dict(Smartphones=.3, Tablets=.3, Laptops=.3), price=(.83, .93)),
}

# --- Offers written by hand ---------------------------------------------------------------------------
# product -> shop -> item price, or a dict with more.
SHOWN = {
    "ombrix_x2_pro_256_gb": {
        "bargain_burrow": 1029.90, "northlight": dict(price=1039.00, was=1099.00), "pocketwright": 1042.00,
        "second_bloom": dict(price=799.00, condition="refurbished")},
    "kelvane_iris_5_pro_256_gb": {
        "northlight": 929.00, "pocketwright": 949.00, "meridian_import": 869.00,
        "bargain_burrow": dict(price=849.00, availability="out_of_stock"),
        "second_bloom": dict(price=699.00, condition="used"), "old_harbour": 829.00},
    "tarnavo_f5_power_256_gb": {
        "hushbox": 289.00, "northlight": 309.00, "pocketwright": 315.00, "bargain_burrow": 299.90},
    "veskara_q7_turbo_1_tb": {"meridian_import": 799.00, "northlight": 979.00, "pocketwright": 969.00},
    "ombrix_x1_128_gb": {
        "northlight": dict(price=399.00, availability="out_of_stock"), "old_harbour": 389.00,
        "second_bloom": dict(price=279.00, condition="refurbished")},
    "pirrow_pip_7_64_gb": {"bargain_burrow": dict(price=0.00)},
    "pirrow_pip_9_128_gb": {
        "pocketwright": dict(price=199.00, availability="preorder"),
        "hushbox": dict(price=189.00, availability="preorder")},
    "pirrow_pip_9_256_gb": {
        "pocketwright": dict(price=229.00, availability="preorder"),
        "hushbox": dict(price=219.00, availability="preorder")},
    "ombrix_x2_mini_256_gb": {"northlight": 699.00, "pocketwright": 705.00, "bargain_burrow": 679.90},
    "ombrix_x2_ultra_512_gb": {"northlight": 1279.00, "pocketwright": 1289.00, "meridian_import": 1199.00,
                               "hushbox": 1239.00},
    "kelvane_iris_5_lite_128_gb": {"northlight": 319.00, "bargain_burrow": 289.90, "pocketwright": 329.00},
    "halvorn_crag_7_tough_256_gb": {"northlight": 589.00, "pocketwright": dict(price=599.00, availability="limited",
                                                                              stock=2), "bargain_burrow": 569.00},
    "veskara_q6_256_gb": {"bargain_burrow": dict(price=429.90, wrong_ean=True), "northlight": 459.00,
                          "hushbox": 439.00},
    "tarnavo_book_14_8_gb_256_gb": {"hushbox": dict(price=399.00, availability="unknown"), "northlight": 429.00,
                                    "meridian_import": 389.00},
    "wexmoor_fjord_13_16_gb_512_gb": {"northlight": 1329.00, "hushbox": 1299.00, "meridian_import": 1249.00,
                                      "pocketwright": 1349.00},
    "ombrix_leaf_13_16_gb_512_gb": {"northlight": 1379.00, "bargain_burrow": 1299.00, "old_harbour": 1199.00},
    "halvorn_crag_book_14_16_gb_512_gb": {"northlight": 2199.00, "meridian_import": 2049.00},
}

# Things that are not in the catalogue: title, category, EAN number (None: none), offers, more.
EXTRAS = [
    ("Claspett case for Ombrix X2 Pro, black", "Phone cases", 1,
     {"northlight": 24.90, "bargain_burrow": 17.90, "pocketwright": 22.00}, {}),
    ("Claspett case for Kelvane Iris 5 Pro, clear", "Phone cases", 2, {"northlight": 19.90, "hushbox": 18.50}, {}),
    ("Claspett 65 W USB-C charger", "Chargers", 3,
     {"northlight": 39.90, "bargain_burrow": 29.90, "hushbox": 34.00, "meridian_import": 27.50}, {}),
    ("Claspett screen protector for Ombrix X2, pack of 2", "Screen protectors", 4, {"northlight": 14.90},
     dict(multipack=2)),
    ("Claspett USB-C cable 2 m", "Cables", 5, {"hushbox": 12.90, "pocketwright": 14.00}, {}),
    ("Ombrix X2 Pro 256 GB with Claspett case and charger", "Smartphones", "ombrix_x2_pro_256_gb",
     {"northlight": 1089.00}, dict(bundle=True, brand="Ombrix")),
    ("Stylus for tablets, white, own brand", "Tablet accessories", "in-store", {"bargain_burrow": 9.90},
     dict(brand="Burrow Basics")),
]


# --- Catalogue ----------------------------------------------------------------------------------------
def slug(*texts):
    plain = unicodedata.normalize("NFKD", " ".join(texts)).encode("ascii", "ignore").decode().lower()
    return "_".join("".join(c if c.isalnum() else " " for c in plain).split())


def ean(prefix, number):
    body = f"{prefix}{number:0{12 - len(prefix)}d}"
    total = sum(int(d) * (3 if i % 2 else 1) for i, d in enumerate(body))
    return f"{body}{(10 - total % 10) % 10}"


def yes_no(value):
    return "yes" if value else "no"


def specs_of(s, storage, ram):
    """The specs in the order in which they are shown; what the maker does not state is left out."""
    rows = [
        ("Display", "inch", "{:.1f} in"), ("Panel", "panel", "{}"), ("Resolution", "res", "{}"),
        ("Refresh rate", "hz", "{} Hz"), ("Brightness", "nits", "{} nits"),
        ("Battery", "mah", "{} mAh"), ("Battery", "wh", "{} Wh"), ("Battery endurance", "hours", "{} h"),
        ("Cycles to 80 %", "cycles", "{} cycles"), ("Charging", "watts", "{} W"),
        ("Wireless charging", "wireless", lambda w: f"{w} W" if w else "no"),
        ("USB-C charging", "usbc", yes_no), ("Charger weight", "charger", "{} g"),
        ("Weight", "g", "{} g"), ("Weight", "kg", "{:.2f} kg"), ("Dimensions", "dims", "{} mm"),
        ("Main camera", "mp", "{} MP"), ("Aperture", "f", "f/{:.1f}"), ("Sensor size", "sensor", "{} in"),
        ("Optical zoom", "zoom", lambda z: f"{z}x" if z else "no"), ("OIS", "ois", yes_no),
        ("Front camera", "front", "{} MP"), ("Video", "video", "{}"),
        ("Webcam", "webcam", "{}"), ("Infrared camera", "ir", "{}"), ("Colour gamut", "gamut", "{}"),
        ("Card reader", "reader", "{}"), ("5G", "g5", yes_no), ("Mobile network", "lte", "{}"), ("eSIM", "esim", yes_no),
        ("IP rating", "ip", "{}"), ("Chip", "chip", "{}"), ("Chip base power", "base_w", "{} W"),
        ("Pen", "pen", "{}"), ("Keyboard", "keyboard", "{}"), ("Ports", "ports", "{}"), ("Updates", "updates", "{} years"),
    ]
    shown = [dict(label=label, value=form.format(s[key]) if isinstance(form, str) else form(s[key]))
             for label, key, form in rows if key in s]
    capacity = [dict(label="Storage", value=storage), dict(label="RAM", value=f"{ram} GB")]
    return shown[:5] + capacity + shown[5:]


def storage_and_ram(category, variant, spec):
    sizes = variant.replace("+", "/").split("/")
    storage = " ".join(sizes[-1].split()[:2])
    return storage, int(sizes[0].split()[0]) if category == "Laptops" else spec["ram"]


def mpn_of(brand, model, variant):
    """Part numbers as makers write them: `OM-X2PRO-256`; long words shrink to their first letter."""
    short = "".join(w[0] if w.isalpha() and len(w) > 4 else w for w in slug(model).split("_"))
    tail = slug(variant).replace("gb", "").replace("wi_fi", "w").replace("_", "")
    return f"{brand[:2]}-{short}-{tail}".upper()


def catalogue():
    numbers = {brand: 1040 for brand in GTIN_PREFIX}
    rng = random.Random(SEED)
    products = []
    for category, models in (("Smartphones", PHONES), ("Tablets", TABLETS), ("Laptops", LAPTOPS)):
        for m in models:
            for text, price, colours, *own in m["variants"]:
                spec = {**m["spec"], **(own[0] if own else {})}
                if category == "Smartphones" and m["model"] != "Pip 8 Simple":
                    spec.setdefault("g5", int(price >= 180))
                storage, ram = storage_and_ram(category, text, spec)
                eans = []
                for _ in range(colours):
                    numbers[m["brand"]] += rng.randint(3, 37)
                    eans.append(ean(GTIN_PREFIX[m["brand"]], numbers[m["brand"]]))
                kind = dict(Smartphones="phone", Tablets="tablet", Laptops="laptop")[category]
                products.append(dict(
                    canonical_product_id=slug(m["brand"], m["model"], text),
                    product_name=f"{m['brand']} {m['model']} {text}", brand=m["brand"], model=m["model"],
                    variant=text, category=category, mpn=mpn_of(m["brand"], m["model"], text),
                    eans=eans, aliases=m["aliases"],
                    description=f"{m['says']} {m['brand']} {m['model']}, {kind} with {storage} storage and {ram} GB RAM.",
                    image_path=f"images/{slug(m['brand'], m['model'])}.webp",
                    specs=specs_of(spec, storage, ram), _price=price))
    return products


# --- Offers -------------------------------------------------------------------------------------------
def shop_price(rng, list_price, shop):
    low, high = shop["price"]
    price = list_price * rng.uniform(low, high)
    ending = rng.choice([0.00, 0.00, 0.90, 0.99, 0.49]) if price < 600 else rng.choice([0.00, 0.00, 0.90])
    return round(max(int(price), 9) + ending, 2)


def random_offer(rng, name, product):
    shop = SHOPS[name]
    offer = dict(price=shop_price(rng, product["_price"], shop))
    if name == "second_bloom":
        offer["condition"] = rng.choice(["refurbished", "refurbished", "used"])
    weights = dict(in_stock=82, limited=8, out_of_stock=8, backorder=2 if shop["format"] == "offers" else 0)
    offer["availability"] = rng.choices(list(weights), list(weights.values()))[0]
    if offer["availability"] == "limited":
        offer["stock"] = rng.randint(1, 4)
    if name == "northlight" and rng.random() < .12:
        offer["was"] = round(offer["price"] * 1.1, 0) - 0.01
    return offer


def offers_of(rng, product):
    """The offers of a product by shop: by hand, else drawn: 2 to 6, one of them recommendable."""
    by_hand = SHOWN.get(product["canonical_product_id"])
    if by_hand is not None:
        return {shop: dict(o) if isinstance(o, dict) else dict(price=o) for shop, o in by_hand.items()}
    while True:
        names = [n for n in SHOPS if rng.random() < SHOPS[n]["share"][product["category"]]]
        drawn = {n: random_offer(rng, n, product) for n in names}
        open_ones = [n for n, o in drawn.items()
                     if n not in ("second_bloom", "old_harbour") and o["availability"] in ("in_stock", "limited")]
        if 2 <= len(drawn) <= 6 and open_ones and open_ones != ["hushbox"]:
            return drawn


def title_of(rng, p, offer):
    """A title as shops write it: brand, model and capacity are always there, the order is not."""
    v = p["variant"].replace(" GB", "GB").replace(" TB", "TB") if rng.random() < .6 else p["variant"]
    what = dict(Smartphones="smartphone", Tablets="tablet", Laptops="laptop")[p["category"]]
    title = rng.choice(["{b} {m} {v}", "{b} {m} {v} {w}", "{b} {m} ({v})", "{w} {b} {m} {v}", "{b} {m} - {v}"]).format(
        b=p["brand"], m=p["model"], v=v, w=what.capitalize() if rng.random() < .5 else what)
    condition = offer.get("condition", "new")
    return title if condition == "new" else f"{title}, {condition}"


def rows_by_shop(products):
    """One row a shop and offer: everything that a shop knows; the writers choose what it tells."""
    rng = random.Random(SEED + 1)
    by_id = {p["canonical_product_id"]: p for p in products}
    rows = {name: [] for name in SHOPS}
    for p in products:
        for name, offer in offers_of(rng, p).items():
            rows[name].append(dict(
                product=p["canonical_product_id"], title=title_of(rng, p, offer), brand=p["brand"], model=p["model"],
                variant=p["variant"], category=p["category"], mpn=p["mpn"], eans=[rng.choice(p["eans"])],
                all_eans=p["eans"], **{"availability": "in_stock", "condition": "new", **offer}))
    for title, category, number, prices, more in EXTRAS:
        if number == "in-store":
            eans = [ean("20", 4711)]
        elif isinstance(number, str):
            eans = by_id[number]["eans"][:1]
        else:
            eans = [ean(GTIN_PREFIX["Claspett"], 200 + 17 * number)]
        for name, price in prices.items():
            rows[name].append({**dict(
                product=None, title=title, brand="Claspett", model="", variant="", category=category, mpn="", eans=eans,
                all_eans=eans, price=price, availability="in_stock", condition="new"), **more})
    for name, shop_rows in rows.items():
        rng.shuffle(shop_rows)
        shop, number = SHOPS[name], SHOPS[name]["first"]
        for row in shop_rows:
            number += rng.randint(1, 40)
            row["id"] = f"{shop['prefix']}{number}"
            row["url"] = f"{shop['terms']['url']}p/{number}"
            if row.get("wrong_ean"):
                good = row["eans"][0]
                row["eans"] = [good[:-1] + str((int(good[-1]) + 1) % 10)]
    return rows


# --- Feeds --------------------------------------------------------------------------------------------
def money(amount):
    return f"{amount:.2f}"


def google_availability(value):
    return "in_stock" if value == "limited" else value


def xml_tag(name, value):
    return f"<{name}>{escape(str(value))}</{name}>"


def google_price(row, tag):
    if "was" in row:
        return [tag("g:price", f"{money(row['was'])} EUR"), tag("g:sale_price", f"{money(row['price'])} EUR")]
    return [tag("g:price", f"{money(row['price'])} EUR")]


def northlight(rows, rng):
    """Google XML in RSS 2.0: GTIN, brand and MPN; delivery stated on every item."""
    out = ['<?xml version="1.0" encoding="UTF-8"?>', '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">',
           "<channel>", "<title>Northlight</title>", "<link>https://northlight.example/</link>",
           "<description>All offers of Northlight</description>"]
    for r in rows:
        cost = 0 if r["price"] >= 49 else 4.95
        parts = [xml_tag("g:id", r["id"]), xml_tag("title", r["title"]), xml_tag("link", r["url"]),
                 *google_price(r, xml_tag), xml_tag("g:availability", google_availability(r["availability"])),
                 xml_tag("g:condition", r["condition"]), xml_tag("g:brand", r["brand"])]
        if r["mpn"]:
            parts.append(xml_tag("g:mpn", r["mpn"]))
        if rng.random() < .88 or not r["mpn"]:
            parts.append(xml_tag("g:gtin", r["eans"][0]))
        if r.get("bundle"):
            parts.append(xml_tag("g:is_bundle", "yes"))
        if "multipack" in r:
            parts.append(xml_tag("g:multipack", r["multipack"]))
        parts += [xml_tag("g:product_type", r["category"]),
                  f"<g:shipping><g:country>DE</g:country><g:price>{money(cost)} EUR</g:price>"
                  "<g:max_handling_time>0</g:max_handling_time><g:max_transit_time>1</g:max_transit_time></g:shipping>"]
        out.append("<item>" + "".join(parts) + "</item>")
    return "\n".join(out + ["</channel>", "</rss>", ""])


def meridian_import(rows, rng):
    """Google XML in Atom: brand and MPN only; delivery comes from the shop's terms."""
    out = ['<?xml version="1.0" encoding="UTF-8"?>',
           '<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="http://base.google.com/ns/1.0">',
           "<title>Meridian Import</title>", '<link rel="self" href="https://meridian-import.example/feed.xml"/>']
    for r in rows:
        parts = [xml_tag("g:id", r["id"]), xml_tag("g:title", r["title"]), xml_tag("g:link", r["url"]),
                 *google_price(r, xml_tag), xml_tag("g:availability", google_availability(r["availability"])),
                 xml_tag("g:brand", r["brand"]), xml_tag("g:product_type", r["category"])]
        parts.append(xml_tag("g:mpn", r["mpn"]) if r["mpn"] else xml_tag("g:gtin", r["eans"][0]))
        out.append("<entry>" + "".join(parts) + "</entry>")
    return "\n".join(out + ["</feed>", ""])


def bargain_burrow(rows, rng):
    """Google TSV as old feeds are: a space in a header, `in stock`; every other row by title only."""
    head = ["id", "title", "link", "price", "availability", "condition", "brand", "gtin", "product type", "shipping"]
    out = ["\t".join(head)]
    for r in rows:
        gtin = r["eans"][0] if rng.random() < .5 or r.get("wrong_ean") or not r["product"] else ""
        brand = r["brand"] if gtin or rng.random() < .5 else ""
        out.append("\t".join([r["id"], r["title"], r["url"], f"{money(r['price'])} EUR",
                              google_availability(r["availability"]).replace("_", " "), r["condition"], brand, gtin,
                              r["category"], "DE:::6.90 EUR:1:2:2:3"]))
    return "\n".join(out + [""])


def offers_csv(head, rows, fill):
    text = io.StringIO()
    writer = csv.DictWriter(text, head, lineterminator="\n")
    writer.writeheader()
    writer.writerows(fill(r) for r in rows)
    return text.getvalue()


def pocketwright(rows, rng):
    """Our CSV with the canonical id: the shop that has read our documentation."""
    head = ["offer_id", "canonical_product_id", "title", "brand", "ean", "price", "currency", "availability",
            "stock_quantity", "url"]
    return offers_csv(head, rows, lambda r: dict(
        offer_id=r["id"], canonical_product_id=r["product"] or "", title=r["title"], brand=r["brand"],
        ean="" if r["product"] else r["eans"][0], price=money(r["price"]), currency="EUR",
        availability=r["availability"], stock_quantity=r.get("stock", ""), url=r["url"]))


def old_harbour(rows, rng):
    """Our CSV with EANs, several in a field; the links are missing: the shop's page takes their place."""
    head = ["offer_id", "title", "brand", "category", "ean", "price", "availability", "condition"]
    return offers_csv(head, rows, lambda r: dict(
        offer_id=r["id"], title=r["title"], brand=r["brand"], category=r["category"], ean=";".join(r["all_eans"]),
        price=money(r["price"]), availability=r["availability"], condition=r["condition"]))


def json_lines(rows, fill):
    return "".join(json.dumps(fill(r), ensure_ascii=False) + "\n" for r in rows)


def hushbox(rows, rng):
    """Our JSON Lines: an EAN, or brand, model and variant; no word on delivery cost."""
    def fill(r):
        row = dict(offer_id=r["id"], title=r["title"], price=r["price"], availability=r["availability"],
                   category=r["category"], url=r["url"])
        if "stock" in r:
            row["stock_quantity"] = r["stock"]
        if r["product"] and rng.random() < .3 and r["product"] not in SHOWN:
            return {**row, "brand": r["brand"], "model": r["model"], "variant": r["variant"]}
        return {**row, "brand": r["brand"], "ean": r["eans"]}
    return json_lines(rows, fill)


def second_bloom(rows, rng):
    """Our JSON Lines with conditions; no numbers at all, only brand, model and variant."""
    return json_lines(rows, lambda r: dict(
        offer_id=r["id"], title=r["title"], brand=r["brand"], model=r["model"], variant=r["variant"],
        category=r["category"], price=r["price"], availability=r["availability"], condition=r["condition"],
        url=r["url"]))


WRITERS = dict(northlight=northlight, meridian_import=meridian_import, bargain_burrow=bargain_burrow,
               pocketwright=pocketwright, old_harbour=old_harbour, hushbox=hushbox, second_bloom=second_bloom)

# --- Manifest -----------------------------------------------------------------------------------------
SHOWCASE = [
    dict(title="A search that is more than a word match", query="x2 pro",
         why="Both storage sizes of the phone come first, before the bundle and the cases that also carry its name; "
             "\"irsi 5\" (misspelt) and \"rose\" (for Rosé) find theirs too."),
    dict(title="A close call", product_id="ombrix_x2_pro_256_gb",
         why="Three shops within 0.6 % at the door. Bargain Burrow has the lowest item price and the lowest total, yet "
             "Pocketwright is recommended: free delivery in 2 days, 60 days for returning, 36 months of warranty."),
    dict(title="Three phones compared for travelling",
         compare=dict(goal="travel", ids=["ombrix_x2_mini_256_gb", "kelvane_iris_5_256_gb", "ombrix_x2_pro_256_gb"]),
         why="Small and light wins; the Pro fits better than the Iris, but its price costs it the second place."),
    dict(title="Cheap and rightly not recommended", product_id="kelvane_iris_5_pro_256_gb",
         why="Four cheaper offers, four reasons: Second Bloom is used, Old Harbour's price is out of date, Bargain "
             "Burrow is out of stock, Meridian Import takes 14 business days. Northlight is recommended."),
    dict(title="Delivery cost not stated", product_id="tarnavo_f5_power_256_gb",
         why="Hushbox would have the lowest total, but says nothing about delivery: an assumed cost, 69 points at "
             "most. Northlight is recommended."),
    dict(title="The slow shop that is worth waiting for", product_id="veskara_q7_turbo_1_tb",
         why="Meridian Import takes 14 business days and is recommended all the same: it costs 16 % less."),
]
COMPARISONS = [
    dict(goal="travel", ids=["ombrix_x2_mini_256_gb", "kelvane_iris_5_256_gb", "ombrix_x2_pro_256_gb"],
         why="Small and light wins; the Pro fits better than the Iris, but its price costs it the second place."),
    dict(goal="max-battery", ids=["tarnavo_f5_power_256_gb", "halvorn_crag_7_tough_256_gb", "veskara_q7_256_gb"],
         why="The largest battery (9600 mAh) is not the best one: cycles and charging count as well."),
    dict(goal="camera", ids=["kelvane_iris_5_pro_256_gb", "ombrix_x2_pro_256_gb", "kelvane_iris_5_lite_128_gb"],
         why="108 MP on paper lose against 50 MP on a one-inch sensor."),
    dict(goal="travel", ids=["wexmoor_fjord_13_16_gb_512_gb", "ombrix_leaf_13_16_gb_512_gb",
                             "halvorn_crag_book_14_16_gb_512_gb"],
         why="Laptops: 0.94 kg with 5G; the Crag Book's 112 Wh are above the limit for cabin luggage."),
]


# --- History ------------------------------------------------------------------------------------------
# How dear a product was against today, as (days ago, factor); between two entries the price stands.
FALLING = [(240, 1.14), (190, 1.10), (150, 1.08), (101, 1.06), (60, 1.03), (22, 1.00)]
RISEN = [(240, 0.88), (170, 0.86), (120, 0.87), (75, 0.85), (34, 0.88), (9, 1.00)]
SALES = [(240, 1.08), (182, 0.97), (171, 1.08), (96, 0.96), (84, 1.06), (30, 1.06), (6, 1.00)]
STEADY = [(240, 1.00), (128, 1.01), (115, 1.00)]
PASTS = {
    "ombrix_x2_pro_256_gb": FALLING, "ombrix_x2_mini_256_gb": FALLING, "kelvane_iris_5_pro_256_gb": RISEN,
    "kelvane_iris_5_256_gb": SALES, "kelvane_iris_5_lite_128_gb": STEADY, "tarnavo_f5_power_256_gb": SALES,
    "veskara_q7_turbo_1_tb": FALLING, "veskara_q7_slim_256_gb": STEADY, "veskara_q7_256_gb": RISEN,
    "halvorn_crag_7_tough_256_gb": STEADY, "wexmoor_fjord_13_16_gb_512_gb": FALLING,
    "ombrix_leaf_13_16_gb_512_gb": SALES, "halvorn_crag_book_14_16_gb_512_gb": STEADY,
}
KEEPS_NO_PAST = ("second_bloom", "old_harbour")


def history(rows):
    """The past of some products at the shops that sell them new: steps, seen daily, in days before today."""
    rng = random.Random(SEED + 2)
    lines = ["store,canonical_product_id,from_days_ago,to_days_ago,price,in_stock"]
    for name, shop_rows in rows.items():
        if name in KEEPS_NO_PAST:
            continue
        for row in sorted(shop_rows, key=lambda r: r["product"] or ""):
            past = PASTS.get(row["product"])
            if past is None or row.get("wrong_ean") or row["condition"] != "new" or row["price"] <= 0:
                continue
            shift = rng.randint(-3, 3)
            for (start, factor), (end, _) in zip(past, past[1:] + [(shift, None)]):
                price = row["price"] if factor == 1.00 else round(row["price"] * factor) - 0.10
                sold_out = start - end < 20 and rng.random() < .15
                lines.append(",".join([
                    SHOPS[name]["terms"]["name"], row["product"], str(start - shift), str(end - shift + 1), money(price),
                    "false" if sold_out else "true"]))
    return "\n".join(lines) + "\n"


def pretty(value):
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def main():
    products = catalogue()
    (HERE / "catalogue.jsonl").write_text(json_lines(
        products, lambda p: {k: v for k, v in p.items() if not k.startswith("_")}), encoding="utf-8")
    (HERE / "stores.json").write_text(pretty([s["terms"] for s in SHOPS.values()]), encoding="utf-8")
    (HERE / "feeds").mkdir(exist_ok=True)
    by_shop = rows_by_shop(products)
    (HERE / "history.csv").write_text(history(by_shop), encoding="utf-8")
    for number, (name, rows) in enumerate(by_shop.items()):
        text = WRITERS[name](rows, random.Random(SEED + 100 + number))
        (HERE / "feeds" / SHOPS[name]["file"]).write_text(text, encoding="utf-8")
    feeds = [dict(store=s["terms"]["name"], file=f"feeds/{s['file']}", format=s["format"], age_hours=s["age_hours"])
             for s in sorted(SHOPS.values(), key=lambda s: -s["age_hours"])]
    (HERE / "sample.json").write_text(pretty(dict(
        catalogue="catalogue.jsonl", stores="stores.json", feeds=feeds, showcase=SHOWCASE, comparisons=COMPARISONS)),
        encoding="utf-8")


if __name__ == "__main__":
    main()
