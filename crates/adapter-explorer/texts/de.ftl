### Deutsch. `{ $count }` und andere Werte setzt das Programm ein.

## Um jede Seite

site = Preisvergleich
site-about = Was Shops für dasselbe verlangen, mit Versand, und ob der Preis heute ein guter ist.
skip = Zum Inhalt
footer = Preise enthalten Steuern, wie die Shops sie angeben. Versandkosten und Lieferzeiten sind Angaben der Shops.
search-label = Produkte suchen
search-placeholder = Name, Modell oder EAN
search-button = Suchen
to-search = Zur Suche

## Was schiefgeht

not-found = Nicht gefunden
not-found-about = Hier ist nichts: Das Produkt ist vielleicht nicht mehr da, oder die Adresse ist falsch geschrieben.
bad-request = Unverständliche Angabe
bad-request-about = Etwas an der Adresse oder im Formular ist nicht, wie es sein soll.
bad-filter = Eines der Felder ist nicht, wie es sein soll. Ändern Sie es im Formular und schicken Sie es noch einmal ab.
nearest = Nichts ist so geschrieben. Dies kommt dem am nächsten.
bad-price = „{ $value }“ ist kein lesbarer Betrag. Schreiben Sie ihn wie 1.234,50.
bad-range = Der kleinste Preis liegt über dem größten.
too-many = Zu viele Seiten auf einmal
too-many-about = Aus Ihrem Netz werden so viele Seiten abgerufen, dass diese einen Moment warten muss.
loading = Einen Moment
loading-about = Der Dienst ist gerade gestartet und liest seinen Katalog. Versuchen Sie es in ein paar Sekunden wieder.
broken = Etwas ist schiefgegangen
broken-about = Das liegt an uns und ist notiert. Versuchen Sie es gleich noch einmal.

## Suche

start-title = Was suchen Sie?
empty-catalogue = Es gibt noch keine Produkte: Kein Shop hat seine Angebote geschickt.
products = { $count ->
    [one] { $count } Produkt
   *[other] { $count } Produkte
}
shops = { $count ->
    [one] { $count } Shop
   *[other] { $count } Shops
}
results = { $count ->
    [0] Nichts gefunden
    [one] { $count } Produkt
   *[other] { $count } Produkte
}
nothing-found = Nichts passt zu diesen Wörtern. Versuchen Sie weniger oder andere: eine Marke, ein Modell, eine Art von Ware.
nothing-with-number = Kein Produkt hat diese Nummer oder diese Wörter. Prüfen Sie die Ziffern einer EAN, oder suchen Sie nach dem Namen.
nothing-with-filters = Nichts passt zu diesen Filtern.
remove-filters = Alle Filter entfernen
remove-filter = diesen Filter entfernen
filters = Filter
brand = Marke
category = Kategorie
availability = Verfügbarkeit
any = egal
price = Preis
price-range = { $low } bis { $high }
price-min = von
price-max = bis
sort = Reihenfolge
sort-relevance = beste Treffer
sort-cheap = billigste zuerst
sort-dear = teuerste zuerst
sort-shops = meiste Shops zuerst
apply = Anwenden
from = ab
compare = Vergleichen
compare-chosen = Angekreuzte vergleichen
compared-with = Wird verglichen mit { $name }: Kreuzen Sie bis zu drei andere an.
next-page = Nächste Seite

## Produkt

offers = Angebote
no-offers = Kein Shop bietet das zurzeit an.
offers-of = Die besten von { $count } Angeboten.
shop = Shop
item-price = Artikel
delivery = Versand
price-at-door = Mit Versand
delivery-time = Lieferzeit
terms = Bedingungen
score = Punkte
free = gratis
assumed = angenommen
arrives-by = bis { $day }
arrives-in = { $count ->
    [0] am selben Tag
    [one] { $count } Werktag
   *[other] { $count } Werktage
}
last-seen = zuletzt gesehen { $day }
rating = { $stars } von 5 Sternen
returns = { $count ->
    [0] keine Rückgabe
    [one] { $count } Tag Rückgaberecht
   *[other] { $count } Tage Rückgaberecht
}
warranty = { $count ->
    [one] { $count } Monat Garantie
   *[other] { $count } Monate Garantie
}
in-stock = Auf Lager
limited = Nur noch wenige
preorder = Vorbestellbar
backorder = Nachbestellbar
out-of-stock = Ausverkauft
stock-unknown = Bestand nicht angegeben
refurbished = Generalüberholt
used = Gebraucht
badge-best = Beste Wahl
badge-lowest = Niedrigster Preis
badge-lowest-item = Niedrigster Artikelpreis
badge-stale = Veraltet
badge-review = Preis wird geprüft
recommendation = Empfehlung
no-recommendation = Zurzeit ist kein Angebot zu empfehlen.
at-the-door = inkl. Versand
compare-with = Mit anderen vergleichen
properties = Eigenschaften

## Die Vergangenheit

price-history = Preisverlauf
no-history = Aus dieser Zeit sind keine Preise bekannt.
no-verdict = Ob der Preis ein guter ist, lässt sich nicht sagen:
verdict-great = Sehr guter Preis
verdict-good = Guter Preis
verdict-typical = Üblicher Preis
verdict-high = Hoher Preis
verdict-wait = Besser warten
range = Zeitraum
range-week = 7 Tage
range-month = 30 Tage
range-quarter = 90 Tage
range-year = 1 Jahr
one-shop = Zum Vergleich ein Shop:
no-shop = kein einzelner Shop
show = Zeigen
chart-title = Preis vom { $from } bis { $to }
lowest-price = Niedrigster Preis
median-price = Median
basis-delivered = Preise mit Versand.
basis-item = Preise ohne Versand.
as-table = Dasselbe als Tabelle
day = Tag

## Nebeneinander

compare-how = Kreuzen Sie in den Treffern einer Suche zwei bis vier Produkte einer Art an, und vergleichen Sie sie.
compare-few = Höchstens vier Produkte lassen sich vergleichen.
compare-others = Produkte derselben Kategorie
cannot-compare = Diese lassen sich nicht vergleichen
cannot-compare-about = Vergleichen lassen sich nur Produkte einer Art, jedes mit einem Angebot, das zu empfehlen ist.
goal = Was zählt
goal-overall = Rundum
goal-price = Niedrigster Preis
goal-travel = Unterwegs
goal-battery = Akku
goal-camera = Kamera
winner = Sieger
winner-found = Die bessere Wahl
tie = Kein klarer Sieger
too-little-known = Zu wenig ist bekannt
score-for-goal = Punkte für dieses Ziel
points = { $points } Punkte
not-stated = nicht angegeben
