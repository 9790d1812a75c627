"""The invented models of the sample, written by hand. `make_sample.py` makes the files from them.

Every brand, model, chip and figure is made up. A model has the specs that its variants share; a
variant is (text, price in EUR, number of EANs[, specs of its own]). Several EANs stand for colours
that are one product; where the colour is part of the variant text, each colour is a product.
"""

PHONES, TABLETS, LAPTOPS = [], [], []


def phone(brand, model, says, aliases, variants, **spec):
    PHONES.append(dict(brand=brand, model=model, says=says, aliases=aliases, variants=variants, spec=spec))


def tablet(brand, model, says, aliases, variants, **spec):
    TABLETS.append(dict(brand=brand, model=model, says=says, aliases=aliases, variants=variants, spec=spec))


def laptop(brand, model, says, aliases, variants, **spec):
    LAPTOPS.append(dict(brand=brand, model=model, says=says, aliases=aliases, variants=variants, spec=spec))


# --- Phones: Ombrix, the premium maker ------------------------------------------------------------
phone("Ombrix", "X2", "The all-round flagship in a handy size.", ["ox2"],
      [("128 GB", 749, 3), ("256 GB", 809, 3)],
      inch=6.2, panel="OLED", res="2340 x 1080", hz=120, nits=2000, mah=4200, hours=41, cycles=1000, g=167,
      dims="147.2 x 70.6 x 7.8", mp=50, f=1.8, sensor="1/1.56", zoom=3, ois=1, front=12, video="4K 60 fps",
      esim=1, watts=30, wireless=15, ip="IP68", chip="Corvin 9 (8 cores, 4 nm)", ram=8, updates=7)
phone("Ombrix", "X2 Pro", "The compact flagship with a long tele lens and seven years of updates.",
      ["x2 pro", "x2pro", "ox2 pro"], [("256 GB", 1049, 3), ("512 GB", 1169, 2)],
      inch=6.3, panel="LTPO OLED", res="2622 x 1206", hz=120, nits=2600, mah=4700, hours=44, cycles=1000, g=189,
      dims="149.6 x 71.4 x 8.2", mp=50, f=1.7, sensor="1/1.31", zoom=5, ois=1, front=16, video="4K 120 fps",
      esim=1, watts=45, wireless=25, ip="IP68", chip="Corvin 9 Pro (8 cores, 3 nm)", ram=12, updates=7)
phone("Ombrix", "X2 Ultra", "Everything at once: the largest display and the longest zoom of the series.",
      ["x2 ultra", "x2u"], [("512 GB", 1299, 2), ("1 TB", 1399, 1)],
      inch=6.8, panel="LTPO OLED", res="3120 x 1440", hz=144, nits=3000, mah=5200, hours=46, cycles=1200, g=229,
      dims="163.1 x 77.9 x 8.6", mp=200, f=1.7, sensor="1/1.12", zoom=10, ois=1, front=16, video="8K 30 fps",
      esim=1, watts=65, wireless=25, ip="IP68", chip="Corvin 9 Pro (8 cores, 3 nm)", ram=16, updates=7)
phone("Ombrix", "X2 Mini", "The smallest flagship: light, sealed against water and with eSIM for the way.",
      ["x2 mini", "small phone"], [("128 GB", 649, 2), ("256 GB", 709, 2)],
      inch=5.5, panel="OLED", res="2160 x 1000", hz=120, nits=2200, mah=4100, hours=45, cycles=1000, g=142,
      dims="132.8 x 64.9 x 8.1", mp=50, f=1.8, sensor="1/1.56", zoom=2, ois=1, front=12, video="4K 60 fps",
      esim=1, watts=40, wireless=15, ip="IP68", chip="Corvin 9 (8 cores, 4 nm)", ram=8, updates=7)
phone("Ombrix", "X1", "Last year's flagship, still with four years of updates to come.", ["ox1"],
      [("128 GB", 429, 2), ("256 GB", 479, 2)],
      inch=6.2, panel="OLED", res="2340 x 1080", hz=90, nits=1500, mah=4000, hours=36, cycles=800, g=170,
      dims="147.9 x 71.0 x 8.0", mp=48, f=1.9, sensor="1/1.7", zoom=2, ois=1, front=12, video="4K 60 fps",
      esim=1, watts=25, wireless=15, ip="IP68", chip="Corvin 8 (8 cores, 5 nm)", ram=8, updates=4)

# --- Kelvane, the camera maker --------------------------------------------------------------------
phone("Kelvane", "Iris 5", "A large main sensor in the middle class.", ["iris5"],
      [("128 GB", 599, 2), ("256 GB", 659, 3)],
      inch=6.4, panel="OLED", res="2400 x 1080", hz=120, nits=1800, mah=4600, hours=40, cycles=800, g=186,
      dims="152.3 x 72.8 x 8.3", mp=50, f=1.6, sensor="1/1.3", zoom=2, ois=1, front=20, video="4K 60 fps",
      esim=1, watts=33, wireless=0, ip="IP67", chip="Tessel T8 (8 cores, 4 nm)", ram=8, updates=5)
phone("Kelvane", "Iris 5 Pro", "The camera phone of the year: one-inch sensor, bright optics, 6x tele.",
      ["iris 5 pro", "iris5pro", "camera phone"], [("256 GB", 949, 2), ("512 GB", 1059, 2)],
      inch=6.7, panel="LTPO OLED", res="3088 x 1440", hz=120, nits=2500, mah=5000, hours=42, cycles=1000, g=217,
      dims="161.2 x 75.6 x 8.9", mp=50, f=1.5, sensor="1/0.98", zoom=6, ois=1, front=32, video="8K 30 fps",
      esim=1, watts=67, wireless=50, ip="IP68", chip="Tessel T8+ (8 cores, 4 nm)", ram=12, updates=5)
phone("Kelvane", "Iris 5 Max", "Two tele lenses and a display for editing on the spot.", ["iris 5 max"],
      [("512 GB", 1249, 2)],
      inch=6.9, panel="LTPO OLED", res="3168 x 1440", hz=120, nits=2800, mah=5400, hours=43, cycles=1000, g=236,
      dims="165.4 x 78.8 x 9.1", mp=50, f=1.5, sensor="1/0.98", zoom=10, ois=1, front=32, video="8K 30 fps",
      esim=1, watts=67, wireless=50, ip="IP68", chip="Tessel T8+ (8 cores, 4 nm)", ram=16, updates=5)
phone("Kelvane", "Iris 5 Lite", "The small Iris: 108 MP on paper, no stabilisation in the hand.", ["iris lite"],
      [("128 GB", 329, 2)],
      inch=6.5, panel="OLED", res="2400 x 1080", hz=90, nits=1000, mah=4800, hours=43, cycles=800, g=183,
      dims="160.0 x 73.5 x 7.9", mp=108, f=1.9, sensor="1/1.67", zoom=0, ois=0, front=16, video="4K 30 fps",
      esim=0, watts=33, wireless=0, ip="IP54", chip="Tessel L6 (8 cores, 6 nm)", ram=6, updates=3)
phone("Kelvane", "Iris 4", "The predecessor, now in the price range of the Lite.", ["iris4"],
      [("128 GB", 399, 2), ("256 GB", 449, 2)],
      inch=6.4, panel="OLED", res="2400 x 1080", hz=90, nits=1300, mah=4400, hours=37, cycles=800, g=188,
      dims="152.9 x 73.0 x 8.5", mp=50, f=1.8, sensor="1/1.49", zoom=2, ois=1, front=16, video="4K 60 fps",
      esim=1, watts=30, wireless=0, ip="IP67", chip="Tessel T7 (8 cores, 5 nm)", ram=8, updates=4)
phone("Kelvane", "Iris 4 Pro", "Last year's camera flagship with a 5x tele.", ["iris 4 pro"],
      [("256 GB", 699, 2)],
      inch=6.7, panel="OLED", res="3088 x 1440", hz=120, nits=1700, mah=4800, hours=38, cycles=800, g=221,
      dims="162.0 x 75.9 x 9.2", mp=50, f=1.7, sensor="1/1.12", zoom=5, ois=1, front=20, video="4K 60 fps",
      esim=1, watts=50, wireless=30, ip="IP68", chip="Tessel T7+ (8 cores, 5 nm)", ram=12, updates=4)

# --- Tarnavo, much battery for little money -------------------------------------------------------
phone("Tarnavo", "F5", "A good deal of phone for the money.", ["tarnavo f 5"],
      [("6 GB + 128 GB", 229, 2, dict(ram=6)), ("8 GB + 256 GB", 269, 3, dict(ram=8))],
      inch=6.6, panel="OLED", res="2400 x 1080", hz=120, nits=1200, mah=5200, hours=49, cycles=1000, g=191,
      dims="162.4 x 75.3 x 8.0", mp=64, f=1.8, sensor="1/1.97", zoom=0, ois=0, front=16, video="4K 30 fps",
      esim=0, watts=45, wireless=0, ip="IP54", chip="Lyra 720 (8 cores, 6 nm)", updates=3)
phone("Tarnavo", "F5 Power", "7,200 mAh: three days without a socket.", ["f5 power", "battery phone"],
      [("256 GB", 319, 2), ("512 GB", 369, 1)],
      inch=6.7, panel="OLED", res="2400 x 1080", hz=120, nits=1400, mah=7200, hours=71, cycles=1400, g=234,
      dims="164.3 x 76.6 x 9.8", mp=50, f=1.8, sensor="1/1.95", zoom=0, ois=1, front=16, video="4K 30 fps",
      esim=1, watts=80, wireless=0, ip="IP65", chip="Lyra 740 (8 cores, 4 nm)", ram=8, updates=4)
phone("Tarnavo", "F5 Pro", "Fast chip, fast charging, plain camera.", ["f5 pro"],
      [("256 GB", 379, 2), ("512 GB", 429, 2)],
      inch=6.7, panel="OLED", res="2712 x 1220", hz=144, nits=1800, mah=5500, hours=50, cycles=1200, g=199,
      dims="161.1 x 75.2 x 8.1", mp=50, f=1.8, sensor="1/1.56", zoom=2, ois=1, front=16, video="4K 60 fps",
      esim=1, watts=120, wireless=0, ip="IP65", chip="Lyra 860 (8 cores, 4 nm)", ram=12, updates=4)
phone("Tarnavo", "F5 Go", "The entry: large battery, simple everything else.", ["f5 go"],
      [("64 GB", 149, 1), ("128 GB", 169, 2)],
      inch=6.6, panel="LCD", res="1600 x 720", hz=90, nits=500, mah=5500, hours=54, cycles=800, g=198,
      dims="164.0 x 75.8 x 8.7", mp=13, f=2.2, sensor="1/3.1", zoom=0, ois=0, front=5, video="1080p 30 fps",
      esim=0, watts=15, wireless=0, ip="IP52", chip="Lyra 410 (8 cores, 12 nm)", ram=4, updates=2)
phone("Tarnavo", "F4", "The predecessor of the F5.", ["tarnavo f 4"],
      [("128 GB", 189, 2), ("256 GB", 219, 1)],
      inch=6.5, panel="OLED", res="2400 x 1080", hz=90, nits=900, mah=5000, hours=45, cycles=800, g=190,
      dims="161.8 x 74.9 x 8.3", mp=64, f=1.9, sensor="1/2.0", zoom=0, ois=0, front=13, video="1080p 60 fps",
      esim=0, watts=33, wireless=0, ip="IP53", chip="Lyra 700 (8 cores, 6 nm)", ram=6, updates=2)

# --- Juneka, design first; here the colour is a product of its own --------------------------------
phone("Juneka", "Petal 3", "Thin glass, soft edges, two colours.", ["petal 3"],
      [("128 GB Ink", 549, 1), ("128 GB Rosé", 549, 1), ("256 GB Ink", 609, 1), ("256 GB Rosé", 619, 1)],
      inch=6.1, panel="OLED", res="2400 x 1080", hz=120, nits=1600, mah=3900, hours=35, cycles=800, g=158,
      dims="147.0 x 70.1 x 6.9", mp=50, f=1.9, sensor="1/1.56", zoom=2, ois=1, front=32, video="4K 60 fps",
      esim=1, watts=40, wireless=15, ip="IP54", chip="Tessel T8 (8 cores, 4 nm)", ram=8, updates=4)
phone("Juneka", "Petal 3 Flip", "Folds to the size of a powder box.", ["petal flip", "flip phone"],
      [("256 GB", 999, 2), ("512 GB", 1099, 1)],
      inch=6.8, panel="foldable OLED", res="2640 x 1080", hz=120, nits=1800, mah=4200, cycles=800, g=188,
      dims="166.9 x 73.1 x 7.2", mp=50, f=1.8, sensor="1/1.57", zoom=2, ois=1, front=10, video="4K 60 fps",
      esim=1, watts=40, wireless=15, ip="IPX8", chip="Corvin 9 (8 cores, 4 nm)", ram=12, updates=5)
phone("Juneka", "Petal 3 Fold", "A phone outside, a small tablet inside.", ["petal fold", "foldable"],
      [("512 GB", 1399, 2)],
      inch=7.8, panel="foldable OLED", res="2200 x 2000", hz=120, nits=1800, mah=4900, cycles=800, g=241,
      dims="156.2 x 141.0 x 5.2", mp=50, f=1.8, sensor="1/1.4", zoom=3, ois=1, front=20, video="4K 60 fps",
      esim=1, watts=45, wireless=15, ip="IPX8", chip="Corvin 9 Pro (8 cores, 3 nm)", ram=12, updates=5)
phone("Juneka", "Petal 2", "Last year's Petal in blue.", ["petal 2"],
      [("128 GB", 299, 1), ("256 GB", 349, 1)],
      inch=6.1, panel="OLED", res="2400 x 1080", hz=90, nits=1100, mah=3700, hours=32, cycles=800, g=160,
      dims="147.4 x 70.5 x 7.2", mp=50, f=2.0, sensor="1/2.0", zoom=0, ois=0, front=32, video="4K 30 fps",
      esim=0, watts=30, wireless=0, ip="IP52", chip="Tessel L6 (8 cores, 6 nm)", ram=8, updates=2)

# --- Halvorn, rugged -------------------------------------------------------------------------------
phone("Halvorn", "Crag 7", "A rugged phone that does not look like one.", ["crag7"],
      [("128 GB", 449, 1), ("256 GB", 489, 1)],
      inch=6.3, panel="OLED", res="2400 x 1080", hz=90, nits=1500, mah=5000, hours=51, cycles=1200, g=212,
      dims="156.8 x 75.8 x 10.4", mp=50, f=1.8, sensor="1/1.95", zoom=0, ois=1, front=12, video="4K 30 fps",
      esim=1, watts=30, wireless=10, ip="IP69", chip="Lyra 740 (8 cores, 4 nm)", ram=8, updates=6)
phone("Halvorn", "Crag 7 Tough", "For building sites: drop-proof, with a battery for the week.", ["crag tough", "rugged phone"],
      [("256 GB", 599, 1), ("512 GB", 659, 1)],
      inch=6.5, panel="LCD", res="2400 x 1080", hz=90, nits=900, mah=9600, hours=78, cycles=1000, g=358,
      dims="172.0 x 82.3 x 17.6", mp=48, f=1.9, sensor="1/2.0", zoom=0, ois=0, front=16, video="4K 30 fps",
      esim=1, watts=33, wireless=10, ip="IP69", chip="Lyra 740 (8 cores, 4 nm)", ram=8, updates=6)
phone("Halvorn", "Crag 7 Compact", "Rugged and small.", ["crag compact"],
      [("128 GB", 419, 1)],
      inch=5.6, panel="OLED", res="2160 x 1000", hz=90, nits=1300, mah=4500, hours=50, cycles=1200, g=184,
      dims="141.5 x 69.8 x 11.2", mp=48, f=1.9, sensor="1/2.0", zoom=0, ois=0, front=8, video="4K 30 fps",
      esim=1, watts=25, wireless=10, ip="IP69", chip="Lyra 720 (8 cores, 6 nm)", ram=6, updates=6)
phone("Halvorn", "Crag 7 Pro", "With thermal camera and satellite text messages.", ["crag 7 pro"],
      [("256 GB", 749, 1)],
      inch=6.5, panel="OLED", res="2400 x 1080", hz=120, nits=1700, mah=6100, hours=57, cycles=1200, g=248,
      dims="160.2 x 78.5 x 11.9", mp=50, f=1.8, sensor="1/1.56", zoom=2, ois=1, front=16, video="4K 60 fps",
      esim=1, watts=45, wireless=15, ip="IP69", chip="Lyra 860 (8 cores, 4 nm)", ram=12, updates=6)
phone("Halvorn", "Crag 6", "The older Crag for little money.", ["crag6"],
      [("128 GB", 279, 1)],
      inch=6.1, panel="LCD", res="1600 x 720", hz=60, nits=700, mah=4800, hours=48, cycles=1000, g=226,
      dims="157.9 x 76.4 x 12.3", mp=16, f=2.0, sensor="1/2.8", zoom=0, ois=0, front=8, video="1080p 30 fps",
      esim=0, watts=18, wireless=0, ip="IP68", chip="Lyra 410 (8 cores, 12 nm)", ram=4, updates=3)

# --- Pirrow, small prices; the maker states little -------------------------------------------------
phone("Pirrow", "Pip 8", "A simple phone with a headphone socket.", ["pip8"],
      [("64 GB", 159, 1), ("128 GB", 179, 2)],
      inch=6.4, panel="LCD", res="1600 x 720", hz=60, nits=450, mah=4500, hours=41, g=182,
      dims="160.1 x 74.0 x 8.6", mp=13, f=2.2, zoom=0, ois=0, front=5, video="1080p 30 fps",
      esim=0, watts=10, wireless=0, chip="Minim 4 (8 cores, 12 nm)", ram=4, updates=2)
phone("Pirrow", "Pip 8 Plus", "The Pip with the better display.", ["pip 8 plus", "pip 8+"],
      [("128 GB", 209, 2), ("256 GB", 239, 1)],
      inch=6.7, panel="OLED", res="2400 x 1080", hz=90, nits=800, mah=5000, hours=44, cycles=800, g=193,
      dims="164.8 x 76.2 x 8.2", mp=50, f=1.9, sensor="1/2.76", zoom=0, ois=0, front=8, video="1080p 60 fps",
      esim=0, watts=18, wireless=0, ip="IP52", chip="Minim 5 (8 cores, 8 nm)", ram=6, updates=3)
phone("Pirrow", "Pip 9", "Announced for next month; can be ordered ahead.", ["pip9"],
      [("128 GB", 199, 1), ("256 GB", 229, 1)],
      inch=6.5, panel="OLED", res="2400 x 1080", hz=90, nits=1000, mah=5100, hours=47, cycles=1000, g=186,
      dims="161.0 x 74.3 x 8.1", mp=50, f=1.8, sensor="1/2.5", zoom=0, ois=0, front=8, video="1080p 60 fps",
      esim=1, watts=25, wireless=0, ip="IP54", chip="Minim 6 (8 cores, 6 nm)", ram=6, updates=4)
phone("Pirrow", "Pip 8 Simple", "Large icons and an emergency button. The maker publishes hardly any figures.",
      ["pip simple", "senior phone"], [("32 GB", 149, 1)],
      inch=5.7, panel="LCD", mah=3600, g=165, mp=8, ram=3)
phone("Pirrow", "Pip 7", "Sold off.", ["pip7"], [("64 GB", 149, 1)],
      inch=6.3, panel="LCD", res="1600 x 720", hz=60, nits=400, mah=4200, hours=37, g=180,
      dims="158.0 x 73.8 x 8.9", mp=13, f=2.2, zoom=0, ois=0, front=5, video="1080p 30 fps",
      esim=0, watts=10, wireless=0, chip="Minim 3 (8 cores, 12 nm)", ram=3, updates=1)

# --- Veskara, speed --------------------------------------------------------------------------------
phone("Veskara", "Q7", "The fastest chip for the price.", ["vq7"],
      [("256 GB", 629, 2), ("512 GB", 699, 2)],
      inch=6.7, panel="LTPO OLED", res="2780 x 1264", hz=144, nits=2500, mah=5800, hours=53, cycles=1200, g=206,
      dims="162.6 x 75.8 x 8.4", mp=50, f=1.8, sensor="1/1.4", zoom=2, ois=1, front=16, video="4K 60 fps",
      esim=1, watts=100, wireless=0, ip="IP66", chip="Corvin 9 Pro (8 cores, 3 nm)", ram=12, updates=4)
phone("Veskara", "Q7 Turbo", "For players: shoulder keys, a fan and 165 Hz.", ["q7 turbo", "gaming phone"],
      [("256 GB", 799, 1), ("512 GB", 869, 2), ("1 TB", 979, 1)],
      inch=6.8, panel="OLED", res="2780 x 1264", hz=165, nits=2200, mah=6500, hours=49, cycles=1200, g=228,
      dims="163.9 x 76.8 x 9.3", mp=50, f=1.9, sensor="1/1.56", zoom=0, ois=1, front=16, video="8K 30 fps",
      esim=0, watts=120, wireless=0, ip="IP54", chip="Corvin 9 Pro+ (8 cores, 3 nm)", ram=16, updates=3)
phone("Veskara", "Q7 Slim", "6.2 mm thin, and one sees it at the battery.", ["q7 slim"],
      [("256 GB", 669, 2)],
      inch=6.5, panel="LTPO OLED", res="2660 x 1200", hz=120, nits=2500, mah=3800, hours=33, cycles=1000, g=151,
      dims="157.4 x 74.0 x 6.2", mp=50, f=1.8, sensor="1/1.56", zoom=0, ois=1, front=16, video="4K 60 fps",
      esim=1, watts=65, wireless=15, ip="IP68", chip="Corvin 9 (8 cores, 4 nm)", ram=12, updates=4)
phone("Veskara", "Q6", "The predecessor, reduced.", ["vq6"],
      [("256 GB", 469, 2)],
      inch=6.7, panel="OLED", res="2712 x 1220", hz=120, nits=1600, mah=5200, hours=44, cycles=1000, g=204,
      dims="162.9 x 75.9 x 8.7", mp=50, f=1.9, sensor="1/1.56", zoom=0, ois=1, front=16, video="4K 60 fps",
      esim=1, watts=80, wireless=0, ip="IP54", chip="Corvin 8 (8 cores, 5 nm)", ram=12, updates=3)

# --- Tablets ---------------------------------------------------------------------------------------
tablet("Ombrix", "Slate 11", "The tablet for the sofa and, with keyboard, for the train.", ["slate 11"],
       [("128 GB Wi-Fi", 549, 2), ("256 GB Wi-Fi", 629, 2), ("256 GB 5G", 779, 1, dict(g5=1, esim=1))],
       inch=11.0, panel="LCD", res="2388 x 1668", hz=120, nits=600, mah=8400, hours=12, g=462, dims="247.6 x 178.5 x 5.9",
       mp=12, f=1.8, ois=0, front=12, video="4K 60 fps", watts=30, chip="Corvin 9 (8 cores, 4 nm)", ram=8, updates=7,
       pen="yes", keyboard="optional")
tablet("Ombrix", "Slate 13", "OLED at laptop size.", ["slate 13"],
       [("256 GB Wi-Fi", 999, 1), ("512 GB 5G", 1199, 1, dict(g5=1, esim=1))],
       inch=13.0, panel="LTPO OLED", res="2752 x 2064", hz=120, nits=1000, mah=10300, hours=11, g=579, dims="281.6 x 215.5 x 5.3",
       mp=12, f=1.8, ois=0, front=12, video="4K 60 fps", watts=45, chip="Corvin 9 Pro (8 cores, 3 nm)", ram=12, updates=7,
       pen="yes", keyboard="optional")
tablet("Kelvane", "Canvas 12", "For drawing: matt glass and a pen in the box.", ["canvas", "drawing tablet"],
       [("256 GB Wi-Fi", 799, 1), ("512 GB Wi-Fi", 899, 1)],
       inch=12.2, panel="OLED", res="2800 x 1840", hz=144, nits=900, mah=10100, hours=12, g=556, dims="271.3 x 183.0 x 5.6",
       mp=50, f=1.8, ois=1, front=12, video="4K 60 fps", watts=67, chip="Tessel T8+ (8 cores, 4 nm)", ram=12, updates=5,
       pen="in the box", keyboard="optional")
tablet("Tarnavo", "Board 10", "The entry.", ["board 10"],
       [("64 GB Wi-Fi", 169, 1), ("128 GB Wi-Fi", 199, 2)],
       inch=10.4, panel="LCD", res="2000 x 1200", hz=60, nits=400, mah=7500, hours=10, g=478, dims="246.8 x 156.9 x 7.4",
       mp=8, f=2.2, ois=0, front=5, video="1080p 30 fps", watts=15, chip="Lyra 410 (8 cores, 12 nm)", ram=4, updates=2,
       pen="no", keyboard="no")
tablet("Tarnavo", "Board 11", "Large battery, 5G at choice.", ["board 11"],
       [("128 GB Wi-Fi", 279, 2), ("256 GB 5G", 379, 1, dict(g5=1, esim=0))],
       inch=11.2, panel="LCD", res="2560 x 1600", hz=120, nits=500, mah=9900, hours=16, g=512, dims="257.1 x 168.0 x 6.8",
       mp=13, f=2.0, ois=0, front=8, video="4K 30 fps", watts=45, chip="Lyra 740 (8 cores, 4 nm)", ram=8, updates=4,
       pen="yes", keyboard="optional")
tablet("Juneka", "Folio 11", "An OLED tablet as thin as a magazine.", ["folio 11"],
       [("128 GB Wi-Fi", 449, 1), ("256 GB Wi-Fi", 499, 1)],
       inch=11.0, panel="OLED", res="2560 x 1600", hz=120, nits=700, mah=7600, hours=10, g=431, dims="250.0 x 164.2 x 5.1",
       mp=12, f=2.0, ois=0, front=12, video="4K 30 fps", watts=30, chip="Tessel T8 (8 cores, 4 nm)", ram=8, updates=4,
       pen="yes", keyboard="optional")
tablet("Juneka", "Folio 9", "Fits into a coat pocket.", ["folio 9"], [("128 GB Wi-Fi", 349, 1)],
       inch=8.8, panel="OLED", res="2560 x 1600", hz=120, nits=700, mah=6000, hours=11, g=309, dims="205.2 x 132.8 x 6.1",
       mp=12, f=2.0, ois=0, front=8, video="4K 30 fps", watts=30, chip="Tessel T8 (8 cores, 4 nm)", ram=8, updates=4,
       pen="no", keyboard="no")
tablet("Pirrow", "Pip Pad 8", "For recipes and radio.", ["pip pad"],
       [("32 GB Wi-Fi", 129, 1), ("64 GB Wi-Fi", 149, 1)],
       inch=8.0, panel="LCD", res="1280 x 800", hz=60, nits=350, mah=5000, hours=9, g=329, dims="208.9 x 124.8 x 8.3",
       mp=5, ois=0, front=2, watts=10, chip="Minim 4 (8 cores, 12 nm)", ram=3, updates=1, pen="no", keyboard="no")
tablet("Pirrow", "Pip Pad Kids", "With bumper and time limits.", ["kids tablet"], [("64 GB Wi-Fi", 179, 2)],
       inch=8.0, panel="LCD", res="1280 x 800", hz=60, nits=350, mah=5000, hours=9, g=489, dims="226.0 x 142.0 x 19.0",
       mp=5, ois=0, front=2, watts=10, ip="IP52", chip="Minim 4 (8 cores, 12 nm)", ram=4, updates=2, pen="no", keyboard="no")
tablet("Halvorn", "Crag Tab 10", "For the workshop, with exchangeable battery.", ["rugged tablet"],
       [("128 GB 5G", 599, 1), ("256 GB 5G", 669, 1)],
       inch=10.1, panel="LCD", res="1920 x 1200", hz=60, nits=800, mah=10200, hours=17, g=720, dims="248.0 x 172.0 x 12.4",
       mp=16, f=1.9, ois=0, front=8, video="4K 30 fps", watts=30, ip="IP68", chip="Lyra 740 (8 cores, 4 nm)", ram=8,
       updates=6, pen="in the box", keyboard="optional", g5=1, esim=1)
tablet("Veskara", "Deck 12", "A tablet for games with 165 Hz.", ["deck 12", "gaming tablet"], [("256 GB Wi-Fi", 569, 1)],
       inch=12.1, panel="LCD", res="3000 x 1876", hz=165, nits=800, mah=10800, hours=11, g=589, dims="274.0 x 178.2 x 6.6",
       mp=13, f=2.0, ois=0, front=8, video="4K 60 fps", watts=80, chip="Corvin 9 Pro (8 cores, 3 nm)", ram=12, updates=3,
       pen="yes", keyboard="optional")

# --- Laptops ---------------------------------------------------------------------------------------
laptop("Wexmoor", "Fjord 13", "Well below a kilogram, with 5G: the travel laptop.", ["fjord 13", "travel laptop"],
       [("16 GB / 512 GB", 1349, 1), ("32 GB / 1 TB", 1649, 1)],
       inch=13.3, panel="OLED", res="2880 x 1800", hz=120, nits=500, wh=63, hours=19, kg=0.94, dims="298.0 x 208.0 x 14.2",
       watts=65, usbc=1, lte="5G", esim=1, webcam="1440p", ir="yes", gamut="100 % DCI-P3", reader="no",
       ports="2x USB-C, 1x USB-A, HDMI, audio", chip="Corvin L9 (10 cores, 3 nm)", base_w=15, charger=180)
laptop("Wexmoor", "Fjord 14", "The office laptop with the good keyboard.", ["fjord 14", "office laptop"],
       [("16 GB / 512 GB", 1099, 1), ("32 GB / 1 TB", 1399, 1)],
       inch=14.0, panel="IPS", res="1920 x 1200", hz=60, nits=400, wh=57, hours=13, kg=1.32, dims="315.0 x 222.0 x 16.9",
       watts=65, usbc=1, webcam="1080p", ir="yes", gamut="100 % sRGB", reader="no",
       ports="2x USB-C, 2x USB-A, HDMI, RJ45, audio", chip="Corvin L8 (8 cores, 4 nm)", base_w=15, charger=240)
laptop("Wexmoor", "Fjord 16", "Much battery, number pad, large display.", ["fjord 16"],
       [("16 GB / 1 TB", 1299, 1)],
       inch=16.0, panel="IPS", res="2560 x 1600", hz=120, nits=400, wh=86, hours=19, kg=1.74, dims="356.0 x 248.0 x 17.9",
       watts=100, usbc=1, webcam="1080p", ir="yes", gamut="100 % sRGB", reader="SD",
       ports="2x USB-C, 2x USB-A, HDMI, SD, audio", chip="Corvin L8 (8 cores, 4 nm)", base_w=15, charger=310)
laptop("Dravenor", "Ember 16", "A gaming laptop with a 240 W power brick.", ["ember 16", "gaming laptop"],
       [("16 GB / 1 TB", 1799, 1), ("32 GB / 2 TB", 2399, 1)],
       inch=16.0, panel="IPS", res="2560 x 1600", hz=240, nits=500, wh=99, hours=7, kg=2.58, dims="357.0 x 268.0 x 25.9",
       watts=240, usbc=1, webcam="1080p", ir="no", gamut="100 % DCI-P3", reader="no",
       ports="2x USB-C, 3x USB-A, HDMI, RJ45, audio", chip="Basalt 16X (16 cores, 4 nm)", base_w=55, charger=890)
laptop("Dravenor", "Ember 15", "The smaller Ember for full HD.", ["ember 15"],
       [("16 GB / 512 GB", 1149, 1)],
       inch=15.6, panel="IPS", res="1920 x 1080", hz=165, nits=300, wh=60, hours=5, kg=2.29, dims="359.0 x 256.0 x 23.5",
       watts=180, usbc=0, webcam="720p", ir="no", gamut="65 % sRGB", reader="no",
       ports="1x USB-C, 3x USB-A, HDMI, RJ45, audio", chip="Basalt 12 (12 cores, 5 nm)", base_w=45, charger=640)
laptop("Tarnavo", "Book 15", "For homework and household books.", ["book 15"],
       [("8 GB / 256 GB", 449, 1), ("16 GB / 512 GB", 549, 2)],
       inch=15.6, panel="IPS", res="1920 x 1080", hz=60, nits=300, wh=50, hours=9, kg=1.68, dims="359.0 x 235.0 x 18.9",
       watts=45, usbc=1, webcam="720p", ir="no", gamut="65 % sRGB", reader="microSD",
       ports="1x USB-C, 2x USB-A, HDMI, microSD, audio", chip="Lyra B3 (6 cores, 6 nm)", base_w=15, charger=220)
laptop("Tarnavo", "Book 14", "The small Book.", ["book 14"], [("8 GB / 256 GB", 429, 1)],
       inch=14.0, panel="IPS", res="1920 x 1080", hz=60, nits=300, wh=45, hours=9, kg=1.41, dims="324.0 x 215.0 x 18.2",
       watts=45, usbc=1, webcam="720p", ir="no", gamut="65 % sRGB", reader="microSD",
       ports="1x USB-C, 2x USB-A, HDMI, microSD, audio", chip="Lyra B3 (6 cores, 6 nm)", base_w=15, charger=220)
laptop("Ombrix", "Leaf 13", "Without a fan and with a battery for the day and the night.", ["leaf 13", "ombrix leaf"],
       [("16 GB / 256 GB", 1199, 2), ("16 GB / 512 GB", 1399, 2), ("24 GB / 1 TB", 1749, 1)],
       inch=13.6, panel="IPS", res="2560 x 1664", hz=60, nits=500, wh=54, hours=18, kg=1.24, dims="304.0 x 215.0 x 11.3",
       watts=67, usbc=1, webcam="12 MP", ir="no", gamut="100 % DCI-P3", reader="no",
       ports="2x USB-C, audio", chip="Corvin L9 (10 cores, 3 nm)", base_w=10, charger=160)
laptop("Kelvane", "Studio 16", "For photo and film: calibrated OLED and card reader.", ["studio 16", "creator laptop"],
       [("32 GB / 1 TB", 2299, 1), ("64 GB / 2 TB", 2899, 1)],
       inch=16.0, panel="OLED", res="3840 x 2400", hz=120, nits=600, wh=99, hours=11, kg=1.98, dims="354.0 x 245.0 x 18.4",
       watts=140, usbc=1, webcam="12 MP", ir="yes", gamut="100 % DCI-P3", reader="SD",
       ports="3x USB-C, 1x USB-A, HDMI, SD, audio", chip="Basalt 16 (16 cores, 4 nm)", base_w=45, charger=420)
laptop("Halvorn", "Crag Book 14", "Rugged, bright, with two exchangeable batteries. Above the limit for cabin luggage.",
       ["rugged laptop"], [("16 GB / 512 GB", 2199, 1)],
       inch=14.0, panel="IPS", res="1920 x 1200", hz=60, nits=1000, wh=112, hours=22, kg=2.45, dims="337.0 x 262.0 x 34.0",
       watts=100, usbc=1, lte="5G", esim=1, webcam="1080p", ir="yes", gamut="100 % sRGB", reader="SD", ip="IP65",
       ports="2x USB-C, 2x USB-A, HDMI, RJ45, SD, serial, audio", chip="Corvin L8 (8 cores, 4 nm)", base_w=15, charger=380)
laptop("Pirrow", "Pip Book 12", "Browser, mail, little more.", ["pip book"], [("8 GB / 128 GB", 399, 1)],
       inch=12.0, panel="IPS", res="1366 x 912", hz=60, nits=300, wh=36, hours=10, kg=1.12, dims="278.0 x 206.0 x 16.5",
       watts=30, usbc=1, webcam="720p", ir="no", gamut="65 % sRGB", reader="microSD",
       ports="2x USB-C, microSD, audio", chip="Minim 6 (8 cores, 6 nm)", base_w=6, charger=110)
laptop("Juneka", "Folio Book 14", "Aluminium in rosé or ink, OLED, few ports.", ["folio book"],
       [("16 GB / 512 GB", 999, 2), ("16 GB / 1 TB", 1099, 2)],
       inch=14.0, panel="OLED", res="2880 x 1800", hz=90, nits=400, wh=65, hours=12, kg=1.28, dims="311.0 x 219.0 x 14.9",
       watts=65, usbc=1, webcam="1080p", ir="yes", gamut="100 % DCI-P3", reader="no",
       ports="2x USB-C, audio", chip="Tessel B8 (10 cores, 4 nm)", base_w=28, charger=210)
