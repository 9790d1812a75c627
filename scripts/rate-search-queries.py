#!/usr/bin/env python3
"""Writes ratings for `api evaluate search` on a catalogue of electronics.

    scripts/rate-search-queries.py CATALOGUE.jsonl.gz OUT_DIR
    api evaluate search OUT_DIR

The ratings come from rules on title, description, brand and properties, and share nothing with the ranking.
A product is rated 3 when it is of the kind that is asked for and has every quality that is asked for, 1 when it
is of the kind and lacks a quality that is no brand, size or model, and 0 otherwise. OUT_DIR gets `qrels.csv`
and a link to the catalogue.
"""
import csv
import gzip
import json
import os
import re
import sys

CABLES = r"\b(cables?|cords?|patch|extender|splitter|adapters?|converter|kvm|switch(es)?|mounts?|brackets?|stand|enclosure)\b"
CARRIED = r"\b(cases?|bags?|backpack|sleeve|cover|messenger|briefcase|screen protector|folio|skin|lock|security)\b"
PARTS = r"\b(spare part|battery|batteries|charger|power supply|docking|dock station|replacement|memory module|accessory|kit|remote control|for use with|filter|lamp|labels?|paper|ink|toner|cartridges?|drum|tray|feeder)\b"


def rule(wanted, never="", **properties):
    """A kind: words of the title that name it, words that belong to something else, required properties."""
    wanted, never = re.compile(wanted, re.I), re.compile(never or r"(?!)", re.I)

    def holds(product):
        title = product["title"]
        has = all(name in product["attributes"] for name in properties.get("has", ()))
        return has and bool(wanted.search(title)) and not never.search(title)

    return holds


NOT_DEVICE = "|".join([CABLES, CARRIED, PARTS])
KINDS = {
    "tv": rule(r"\b(tv|television)\b", CABLES + r"|antenna|headphone|headset|remote|dock|ac outlet|surge|speaker|wall|tuner|receiver|\bhub\b|monitor/?speakers|flat tv (cart|furniture)|signal|floorstand|portable dvd"),
    "laptop": rule(r"\b(notebook|laptop|chromebook|macbook|netbook|thinkpad|elitebook|probook|latitude|ideapad)\b",
                   NOT_DEVICE + r"|\bmouse\b|keyboard|cooling|module|port replicator|expansion|docking|\bgb (ddr|sodimm)\b$|tablet pc|\bhub\b|\bcart\b|drive bay|optical|webcam|speaker|lift|riser|locker|trolley|hdd caddy", has=("display_diagonal",)),
    "laptop_short": rule(r"\bcompaq\b.*\bnotebook pc\b|\b(probook|elitebook|pavilion|touchsmart|530|610)\b.*\bnotebook pc\b|\bmobile workstation\b", NOT_DEVICE),
    "tablet": rule(r"\bgalaxy tab\b|\bmediapad\b|\bmatepad\b|\bipad\b|\btablet pc\b|\btablet\b.*\b(wi-fi|gb)\b", NOT_DEVICE + r"|keyboard|stylus|protector|panzerglass|\bfor ipad|compatible|pen\b"),
    "phone": rule(r"\b(dual sim|smartphone|iphone|galaxy (a|s|m|note|xcover|z)\w*|moto g\w*|huawei (p|y|mate|nova)\w*)\b.*\b(mah|gb)\b", NOT_DEVICE + r"|galaxy tab|watch|router|buds|protector|power bank"),
    "headphones": rule(r"\b(headphones?|earphones?|earbuds?|headsets?|ear bud)\b", CABLES + r"|pillow|ear ?pads|cushion|carrying|\bcase\b|\bhub\b|amplifier|transmitter|speakers|sound card|isolator"),
    "headset": rule(r"\bheadsets?\b", CABLES + r"|pillow|ear ?pads|cushion|\bcase\b|\bhub\b|amplifier|charger|headphones/headset"),
    "speaker": rule(r"\b(speakers?|soundbar|loudspeakers?|sound ?bar|speaker dock)\b", r"cable|wall plate|adapters?\b|mount|bracket|speaker wire|headphone|remote|projector|(lcd|led) monitor|headset|microphone|\bstand|switch|keyboard|monitor (arm|hood)"),
    "soundbar": rule(r"sound ?bar|speaker bar", "cable|mount"),
    "watch": rule(r"\b(smartwatch|activity tracker|watch active|watch gt)\b", CARRIED + r"|strap|charger|cable"),
    "mouse": rule(r"\b(mouse|mice)\b", CABLES + r"|\bpad\b|mousepad|wrist|keyboard|battery|presenter|platform|tray|rest\b|mouse over|kit|\bcase\b"),
    "keyboard": rule(r"\bkeyboards?\b", CABLES + r"|\bmouse\b|cover|tray|wrist|drawer|platform|console|spare|skin|cleaning|folio|\bcase\b|vacuum|notebook|rack"),
    "keyboard_set": rule(r"\bkeyboard\b.*\bmouse\b|\bmouse\b.*\bkeyboard\b", CABLES + r"|tray|wrist|platform|cover|console|pad\b|sharing|support|connector"),
    "printer": rule(r"\b(laserjet|deskjet|officejet|photosmart|phaser|multifunction|printer|pixma|stylus|imageclass|workcentre|designjet|i-sensys|ml-\d+|clp-\d+)\b",
                    r"\b(toner|cartridges?|ink|paper|tray|feeder|drum|fuser|kit|cable|cables|labels?|spare|part|ribbon|cabinet|stand|printhead|print head|memory|ram|sdram|dimm|module|hard drive|hdd|server|adapter|formatter|stacker|stapler|finisher|unit|maintenance|cover|battery|power|roller|media|film|software|warranty|card|option|duplexer|label printer tape|tape|singlepack|multipack|photo pack|camera|waste|developer|belt|interface|upgrade|accessory|holder|caddy|switch|hub|cutter|carrying|case|bag|font|rip|envelope|scanner glass|pages|original|compatible|book|matte|gloss|base|plate|separation|pad|lamp|lens|assembly|assy)\b"),
    "label_printer": rule(r"\blabel (printer|maker)\b|labelwriter|rhino \d+|p-touch|labelmanager", r"\b(tape|labels\b|cable|adapter|battery|case|ribbon|stand|cassette|spare|paper|roll|rolls|cleaning)"),
    "toner": rule(r"\btoner\b", r"collector|waste|kit for|filter|cloth|bottle holder|developer"),
    "ink": rule(r"\b(ink cartridge|inks?|singlepack|multipack)\b", r"toner|paper|printer$|inkjet|solid ink stick stand|film|waste"),
    "camera": rule(r"\b(compact camera|slr camera|cyber-shot|powershot|ixus|digital camera|camera body|eos \d+d)\b", r"lens|case|bag|battery|charger|cable|remote|adapter|filter|printer|flash|kit$|strap|housing|tripod|grip|hood|screen|eyecup|dock|memory"),
    "camera_lens": rule(r"\b(camera lens|lens\b.*\bmm|ef-s? ?\d+)", r"hood|cap|filter|adapter|case|pouch|slr camera|projector|cleaning|printer|camera kit"),
    "webcam": rule(r"\bwebcam\b", "notebook|netbotz|monitor"),
    "router": rule(r"\b(router|fritz!box)\b", r"cable|kvm|mount|antenna|adapter|console|modem only|rack|power supply|switch\b.*\bmodule"),
    "projector": rule(r"\b(projector|xeed|powerlite|emp-\d+)\b", r"lamp|screen\b(?!.*lumens)|mount|bag|case|filter|cable|lens|remote|bracket|ceiling|adapter|kit|plate|arm|trolley|projection screen|pole|accessory"),
    "projector_lamp": rule(r"\bprojector lamp\b|\blamp\b.*\bprojector\b"),
    "monitor": rule(r"\bmonitor\b|\bled display\b|\bflat panel\b|cm \([\d.]+\"\) \d+ x \d+ pixels", r"notebook|chromebook|all-in-one|\bgb\b|\btv\b|tablet|portable dvd|photoframe|frame|camera|cable|mount|arm\b|stand|bracket|kvm|adapter|cleaning|privacy|filter|extender|splitter|speaker|riser|tv/monitor|switch|baby|blood|ups\b|cabinet|power|hub|converter|pole|hood|desk|console|\bheart|temperature|\brack\b|lock|accessory|mouse|keyboard|\busb\b.*\bhub|tool|bag|upgrade|replacement|printer|dock|warranty|vga|dvi|connector|support|holder|audio|netbotz|handheld"),
    "vacuum": rule(r"\bvacuum\b", r"bags?\b(?!less)|accessory|filter|brush|sealer|bag\b"),
    "coffee": rule(r"\b(coffee (maker|pod machine|machine)|espresso machine|nespresso)\b", r"podholder|accessory|descal|filter|jug|carafe|capsule|cup|milk|spare"),
    "washing": rule(r"\bwashing machine|washer dryer\b"),
    "fridge": rule(r"\b(fridge|refrigerator|fridge-freezer)\b", r"part|filter|accessory"),
    "toothbrush": rule(r"\btoothbrush(es)?\b", r"head|replacement|refill"),
    "shaver": rule(r"\bshaver\b", r"conditioner|head|foil|clean|lotion|blade|cartridge|adapter|plug"),
    "hairdryer": rule(r"\bhair ?dryer\b"),
    "kettle": rule(r"\bkettle\b"),
    "usb_stick": rule(r"\b(usb flash drive|flash drive|usb drive)\b", r"adapter|duplicator|case|cable|lock"),
    "memory_card": rule(r"\b(memory card|sdhc|sdxc|compactflash|secure digital)\b", r"reader|adapter for|duplicator|notebook|case\b|laptop|printer|camcorder|frame"),
    "external_drive": rule(r"\bexternal hard drive\b|\bportable hard drive\b|\bexternal ssd\b", r"enclosure|dock|cable|case|adapter|duplicator"),
    "ssd": rule(r"\b(internal solid state|solid state drive|ssd)\b", r"notebook|all-in-one|\bpc\b|tower|workstation|windows|enclosure|adapter|bracket|dock|cable|chromebook|converter|duplicator|mount|desktop|server|barebone|wi-fi|hdd caddy"),
    "hard_drive": rule(r"\b(internal hard drive|hard drive|hard disk|hdd)\b", r"notebook|enclosure|cable|adapter|dock|tray|caddy|tower|windows|server|case|bracket|duplicator|pc\b|dvd|wi-fi|mount|camcorder|ssd|printer|kit|player|recorder|power|rack|bay|laserjet"),
    "memory": rule(r"\bmemory module\b"),
    "processor": rule(r"\bprocessor\b", r"notebook|blank|heatsink|fan|server|kit|cooler|tower|workstation|windows|desktop|\bpc\b(?! )|module"),
    "motherboard": rule(r"\bmotherboard\b|\bdesktop board\b"),
    "graphics_card": rule(r"\b(graphics card|geforce|radeon|quadro|firegl)\b", r"notebook|windows|workstation|tower|cable|adapter kit|motherboard|bracket|laptop|wi-fi|\bpc\b|ssd|\bmm\b|memory"),
    "ups": rule(r"uninterruptible power supply|\bups\b", r"battery (pack|cabinet|cartridge|module)|card|cable|rail|kit|service|mount|software|manage|switch|transformer|bypass|outlet strip|breaker|panel|sensor|warranty|replacement|pdu"),
    "scanner": rule(r"\b(scanner|scanjet|canoscan)\b", r"spare|printer|laserjet|kit|cable|feeder|adapter|roller|glass|barcode|cleaning|tray|stand|pad|copier"),
    "network_switch": rule(r"\bnetwork switch\b|\bgigabit (networking )?switch\b", r"component|kvm|module|cable|rack mount kit|power supply"),
    "access_point": rule(r"\baccess point\b", r"mount|antenna|power|license|bracket|cable|injector"),
    "usb_hub": rule(r"\b(usb .*hub|interface hub)\b", r"kvm|docking|cable|monitor|switch"),
    "hdmi_cable": rule(r"\bhdmi\b.*\bcables?\b|\bhdmi cable\b", r"adapter|dvi|displayport|splitter|kvm|converter|extender|wall|vga|usb"),
    "usb_cable": rule(r"\busb cable\b|\busb\b.*\bcables?\b", r"hdmi|kvm|serial|adapter|charger|hub|extender|flash"),
    "patch_cable": rule(r"\b(networking cable|patch (cable|cord|lead))\b", r"fiber|fibre|panel|organi"),
    "fiber_cable": rule(r"\b(fib(re|er) optic cable|fib(re|er)\b.*\b(cable|patch))"),
    "laptop_bag": rule(r"\b(notebook|laptop)\b.*\b(case|bag|backpack|sleeve|briefcase)\b|\b(bag|backpack|sleeve|case) .*\b(notebook|laptop)\b", r"lock|adapter|battery|\bmouse\b|drive|charger"),
    "laptop_battery": rule(r"(notebook|laptop).*\bbattery\b|\bli-ion battery\b|\bcell\b.*\bbattery\b", r"ups|\bcase\b|camera|phone|camcorder|external"),
    "tablet_case": rule(r"\btablet case\b|\bfolio for ipad\b|\bipad\b.*\b(case|cover|sleeve|folio)\b", r"enclosure|mount"),
    "phone_case": rule(r"\b(mobile phone case|phone case)\b"),
    "screen_protector": rule(r"\bscreen protector\b"),
    "wall_mount": rule(r"\bwall mount\b|\bflat panel wall\b|wall mount", r"cable|\bups\b|\brack\b|pdu|cabinet|appliance|holder|kvm|access|server|bracket kit|splitter|patch|port\b|outlet|power (supply|strip|dist)"),
    "photo_paper": rule(r"\bphoto paper\b"),
    "labels": rule(r"\blabels\b", r"printer|maker|software|ribbon"),
    "game": rule(r"\bvideo game\b|\b(xbox one|playstation 4|nintendo switch)\b.*\b(basic|italian|english)\b", r"controller|console\b"),
    "console": rule(r"\bplaystation \d\b.*\bgb\b|\bxbox\b.*\bgb\b|\bnintendo (switch|3ds|wii)\b.*\b(black|white|red)\b", r"game|controller|case|cable|video|memory card|basic|remote"),
    "doll": rule(r"\bdolls?\b", r"house|clothes|set\b.*accessor"),
    "puzzle": rule(r"\bpuzzle\b"),
    "battery_aa": rule(r"\baaa?\b.*\b(batter(y|ies)|alkaline|rechargeable)|\b(alkaline|rechargeable) battery\b", r"charger|mouse|keyboard|flashlight|torch|remote|headset|trimmer"),
    "power_adapter": rule(r"\bpower adapter/inverter\b|\bpower adapter\b|\bac adapter\b", r"cable"),
    "docking": rule(r"\b(docking station|dock station|port replicator|notebook dock)\b", r"hard drive|hdd|sata|ipod|speaker|cable|battery|camera|cradle"),
    "server": rule(r"\b(poweredge|proliant|server barebone|\bserver intel)\b", r"memory|hard drive|rail|kit|cable|cage|module|rack cabinet|adapter|power supply|bezel|heatsink|fan|ram|hdd|backplane|processor kit"),
    "desktop": rule(r"\b(all-in-one pc|mini pc|\bpc\b.*\b(tower|sff|windows|ultra slim)|\b(tower|sff|desktop)\b.*\bpc\b)", r"tablet|notebook|cable|case|power|kvm|webcam|game|memory"),
    "barcode": rule(r"\bbarcode (scanner|reader)|\bbar code reader", r"cable|stand|holder"),
    "shredder": rule(r"\bshredder\b", r"oil|bag"),
    "lamp": rule(r"\b(desk lamp|table lamp)\b"),
    "power_strip": rule(r"\b(surge protector|power strip|power extension)\b|surgearrest", r"pdu|ups"),
    "camcorder": rule(r"\b(camcorder|handycam)\b", r"battery|case|bag|cable|tape|charger|lens|light|kit|remote|filter|adapter|dock|disc"),
    "radio": rule(r"\b(radio|clock radio)\b", r"rf|controller|cable|adapter|headset|mouse|remote|cassette"),
    "dvd_player": rule(r"\b(dvd player|dvd/cd player|blu-ray.? player|portable dvd)\b", r"remote|disc|cable|mount|notebook"),
    "mp3": rule(r"\b(mp3|mp4) (video )?player\b|gogear", r"headphone|dock|case|cable|radio"),
    "frame": rule(r"\b(photoframe|digital photo frame|photo frame)\b"),
}


def brand(name):
    return (lambda p: p["brand"].lower() == name.lower()), True


def text(pattern, required=False):
    """A quality that title, description or properties state; a required one leaves 0 without it."""
    found = re.compile(pattern, re.I)

    def holds(p):
        stated = " ".join(f"{k} {v}" for k, v in p["attributes"].items() if k in STATED)
        return bool(found.search(" ".join([p["title"], p["description"] or "", stated])))

    return holds, required


def number(name, low, high):
    """A size that a property states, else the title in inches; required."""

    def holds(p):
        stated = p["attributes"].get(name)
        if not isinstance(stated, (int, float)):
            inches = re.search(r"([\d.]+)(?:\"|''|-?in(?:ch)?\b)", p["title"])
            stated = float(inches.group(1)) if inches else 0
        return low <= stated <= high

    return holds, True


STATED = {"product_type", "product_colour", "colour", "connectivity_technology", "device_interface", "print_technology",
          "operating_system_installed", "display", "hd_type", "ink_type", "type", "keyboard_layout", "purpose",
          "printing_colours", "processor_family", "internal_memory_type", "wi_fi_standards", "movement_detection_technology"}
WIRELESS = r"\bwireless\b|\brf\b|\bbluetooth\b|\bcordless\b|\bwi-?fi\b"

# query, kind, qualities
QUERIES = [
    # qualified names of a kind
    ("oled tv", "tv", [text(r"\boled\b")]),
    ("smart tv", "tv", [text(r"\bsmart tv\b")]),
    ("lcd tv", "tv", [text(r"\blcd\b")]),
    ("plasma tv", "tv", [text(r"\bplasma\b")]),
    ("4k tv", "tv", [text(r"\b4k\b|3840 ?x ?2160")]),
    ("wireless headphones", "headphones", [text(WIRELESS)]),
    ("bluetooth headset", "headset", [text(r"\bbluetooth\b")]),
    ("noise cancelling headphones", "headphones", [text(r"noise.?cancel")]),
    ("in-ear headphones", "headphones", [text(r"in-ear|intraaural|\bear ?buds?\b")]),
    ("bluetooth speaker", "speaker", [text(r"\bbluetooth\b")]),
    ("portable speaker", "speaker", [text(r"\bportable\b")]),
    ("surround sound speakers", "speaker", [text(r"\bsurround\b|5\.1|7\.1|home theat")]),
    ("soundbar", "soundbar", []),
    ("chromebook", "laptop", [text(r"\bchromebook\b", True)]),
    ("gaming laptop", "laptop", [text(r"\bgaming\b|geforce (rtx|gtx)|\brog\b|\btuf\b")]),
    ("touchscreen laptop", "laptop", [text(r"\btouch ?screen\b")]),
    ("android tablet", "tablet", [text(r"\bandroid\b")]),
    ("wireless mouse", "mouse", [text(WIRELESS)]),
    ("bluetooth mouse", "mouse", [text(r"\bbluetooth\b")]),
    ("gaming mouse", "mouse", [text(r"\bgaming\b|\bgamer\b")]),
    ("wireless keyboard", "keyboard", [text(WIRELESS)]),
    ("mechanical keyboard", "keyboard", [text(r"\bmechanical\b")]),
    ("wireless keyboard and mouse", "keyboard_set", [text(WIRELESS)]),
    ("laser printer", "printer", [text(r"\blaser")]),
    ("photo printer", "printer", [text(r"\bphoto printer\b|photosmart|photo printer")]),
    ("dot matrix printer", "printer", [text(r"\bdot matrix\b")]),
    ("label printer", "label_printer", []),
    ("portable projector", "projector", [text(r"\bportable\b|\bpico\b")]),
    ("compact camera", "camera", [text(r"\bcompact camera\b|cyber-shot|ixus|powershot")]),
    ("slr camera", "camera", [text(r"\bslr\b")]),
    ("security camera", "", [text(r"security camera|surveillance|cctv|\bip camera\b|network camera", True)]),
    ("handheld vacuum", "vacuum", [text(r"\bhandheld\b")]),
    ("robot vacuum", "vacuum", [text(r"\brobot\b", True)]),
    ("espresso machine", "coffee", [text(r"\bespresso\b")]),
    ("electric toothbrush", "toothbrush", [text(r"electric|sonic|rechargeable|sonicare")]),
    ("wireless router", "router", [text(WIRELESS)]),
    ("dual band router", "router", [text(r"dual.?band")]),
    ("activity tracker", "watch", [text(r"activity tracker|fitness")]),
    ("curved monitor", "monitor", [text(r"\bcurved\b")]),
    # kinds, and kinds of a brand
    ("smartwatch", "watch", []),
    ("samsung smartwatch", "watch", [brand("Samsung")]),
    ("tablet", "tablet", []),
    ("samsung tablet", "tablet", [brand("Samsung")]),
    ("samsung phone", "phone", [brand("Samsung")]),
    ("huawei smartphone", "phone", [brand("Huawei")]),
    ("hp laptop", "laptop", [brand("HP")]),
    ("philips tv", "tv", [brand("Philips")]),
    ("sony headphones", "headphones", [brand("Sony")]),
    ("canon camera", "camera", [brand("Canon")]),
    ("epson projector", "projector", [brand("Epson")]),
    ("webcam", "webcam", []),
    ("washing machine", "washing", []),
    ("fridge", "fridge", []),
    ("coffee maker", "coffee", []),
    ("hair dryer", "hairdryer", []),
    ("kettle", "kettle", []),
    ("usb stick 32gb", "usb_stick", [text(r"\b32 ?gb\b", True)]),
    ("ssd 960gb", "ssd", [text(r"\b960 ?gb\b", True)]),
    ("memory card 8gb", "memory_card", [text(r"\b8 ?gb\b", True)]),
    ("external hard drive", "external_drive", []),
    ("graphics card", "graphics_card", []),
    ("intel motherboard", "motherboard", [brand("Intel")]),
    ("xeon processor", "processor", [text(r"\bxeon\b", True)]),
    ("32 inch tv", "tv", [number("display_diagonal", 31.4, 32.6)]),
    ("24 inch monitor", "monitor", [number("display_diagonal", 23.5, 24.2)]),
    # accessories
    ("laptop bag", "laptop_bag", []),
    ("laptop battery", "laptop_battery", []),
    ("ipad case", "tablet_case", [text(r"\bipad\b", True)]),
    ("screen protector iphone", "screen_protector", [text(r"\biphone\b", True)]),
    ("tv wall mount", "wall_mount", [text(r"\btv\b|flat (panel|screen)|lcd|plasma|\bscreen\b", True)]),
    ("hdmi cable 2m", "hdmi_cable", [text(r"\b2 ?m\b|\b2\.0 ?m\b", True)]),
    ("fiber optic cable", "fiber_cable", []),
    ("projector lamp epson", "projector_lamp", [text(r"\bepson\b", True)]),
    ("black toner", "toner", [text(r"\bblack\b|\bbk\b", True)]),
    ("camera lens", "camera_lens", []),
    ("docking station", "docking", []),
    ("photo paper a4", "photo_paper", [text(r"\ba4\b", True)]),
    # other words, languages, slips, beginnings
    ("television", "tv", []),
    ("fernseher", "tv", []),
    ("kopfhörer", "headphones", []),
    ("drucker", "printer", []),
    ("sluchátka philips", "headphones", [brand("Philips")]),
    ("wasserkocher", "kettle", []),
    ("headphnoes", "headphones", []),
    ("samsnug galaxy tab", "tablet", [brand("Samsung")]),
    ("projecto", "projector", []),
    # long
    ("samsung 65 inch 4k ultra hd smart tv wifi black", "tv", [brand("Samsung"), number("display_diagonal", 63.5, 65.6)]),
    ("philips bluetooth stereo headset for mobile phones", "headset", [brand("Philips"), text(r"\bbluetooth\b", True)]),
    ("cheap colour laser printer for home office", "printer", [text(r"\blaser"), text(r"\bcolou?r\b")]),
    # one product
    ("logitech z323", "speaker", [text(r"\bz323\b", True)]),
    ("dv7-1211ea", "", [text(r"dv7-1211ea", True)]),
    ("sm-p610", "tablet", [text(r"sm-p610", True)]),
    ("np3250w", "projector", [text(r"np3250w", True)]),
    ("wrt54gl", "router", [text(r"wrt54gl", True)]),
]

# must find nothing
NONSENSE = ["garmin", "asdfghjkl", "qwxzvbn tv", "blorptron 3000", "laptop zzyzxq", "xbqk headphones", "9x9x9x9x", "flurbish wimplet",
            "iphone 99 ultra", "galaxy s97", "'; drop table", "kwyjibo", "tv 9871 inch", "vacuum qqwwee", "smorgenflarb lamp", "0000000000000"]


def rated(products):
    for query, kind, qualities in QUERIES:
        kinds = [KINDS[name] for name in (kind, f"{kind}_short") if name in KINDS]
        for product in products:
            if kinds and not any(of_kind(product) for of_kind in kinds):
                continue
            held = [(holds(product), required) for holds, required in qualities]
            if any(required and not has for has, required in held):
                continue
            yield query, product["id"], 3 if all(has for has, _ in held) else 1


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    catalogue, out = os.path.abspath(sys.argv[1]), sys.argv[2]
    with gzip.open(catalogue, "rt", encoding="utf-8") as lines:
        products = [json.loads(line) for line in lines]
    os.makedirs(out, exist_ok=True)
    link = os.path.join(out, "catalog.jsonl.gz")
    if not os.path.lexists(link):
        os.symlink(catalogue, link)
    with open(os.path.join(out, "qrels.csv"), "w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["query", "product_id", "rating"])
        rows.writerows(rated(products))
        rows.writerows([query, "", ""] for query in NONSENSE)
    found = {}
    for query, _, rating in rated(products):
        found.setdefault(query, []).append(rating)
    for query, _, _ in QUERIES:
        ratings = found.get(query, [])
        print(f"{query}: {ratings.count(3)} rated 3, {ratings.count(1)} rated 1", file=sys.stderr)


if __name__ == "__main__":
    main()
