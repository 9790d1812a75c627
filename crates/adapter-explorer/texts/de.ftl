### Deutsch. `{ $count }` und andere Werte setzt das Programm ein.

## Um jede Seite

site = Preisvergleich
site-about = Was Shops für dasselbe verlangen, mit Versand, und ob der Preis heute ein guter ist.
skip = Zum Inhalt
footer = Preise enthalten Steuern, wie die Shops sie angeben. Versandkosten und Lieferzeiten sind Angaben der Shops oder, wo es dabeisteht, angenommen.
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
bad-query = Eine Suche hat 1 bis 120 Zeichen.
each-field-once = In der Adresse steht etwas zweimal.
foreign-form = Das Formular kam von einer anderen Website. Öffnen Sie das Produkt hier und richten Sie den Preisalarm auf seiner Seite ein.
unreadable-form = Das Formular kam nicht so an, wie es auf der Seite des Produkts steht. Öffnen Sie diese Seite noch einmal.
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
and-other-shops = { $count ->
    [one] { $shops } und { $count } anderer
   *[other] { $shops } und { $count } andere
}
results = { $count ->
    [0] Nichts gefunden
    [one] { $count } Produkt
   *[other] { $count } Produkte
}
nothing-found = Nichts, was zurzeit zu kaufen ist, passt zu diesen Wörtern. Versuchen Sie weniger oder andere: eine Marke, ein Modell, eine Art von Ware.
nothing-with-number = Kein Produkt, das zurzeit zu kaufen ist, hat diese Nummer oder diese Wörter. Prüfen Sie die Ziffern einer EAN, oder suchen Sie nach dem Namen.
nothing-with-filters = Nichts, was zurzeit zu kaufen ist, passt zu diesen Filtern.
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
no-such-page = Diese Seite der Ergebnisse gibt es nicht mehr.
to-first-page = Zur ersten Seite

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
badge-assumed = Versandkosten angenommen
recommendation = Empfehlung
no-recommendation = Zurzeit ist kein Angebot zu empfehlen.
at-the-door = inkl. Versand
compare-with = Mit anderen vergleichen
properties = Eigenschaften

## Die Vergangenheit

price-history = Preisverlauf
no-history = Aus dieser Zeit sind keine Preise bekannt.
no-prices-of = Von { $shop } sind keine Preise bekannt, die hier gezeichnet werden können.
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

## Warum

advice-excellent = Ausgezeichnetes Angebot
advice-good = Gutes Angebot
advice-fair = Mittelmäßiges Angebot
advice-weak = Das beste von wenigen
advice-wait = Zurzeit das beste Angebot, aber Warten kann sich lohnen
advice-score = { $shop } hat mit { $price } inkl. Versand { $points } von 100 Punkten
advice-only = { $score }: Nur dieses Angebot ist zurzeit zu empfehlen
advice-ahead = { $score }, vor { $other } ({ $points }). Vorzüge: { $strengths }
advice-ahead-capped = { $score }, vor { $other } ({ $points }), dessen Versandkosten nicht angegeben sind
advice-level = { $score }, in allem gleichauf mit { $other } ({ $points })
advice-level-but = { $score }, gleichauf mit { $other } ({ $points })
advice-end = { $sentence }.
advice-in-spite = { $sentence }. Nachteil: { $weakness }.
advice-capped = Die Versandkosten sind nicht angegeben, deshalb sind es höchstens 69 Punkte.
advice-cheaper = { $shop } ist mit { $price } inkl. Versand billiger, aber { $why }.
advice-waiting = Der bessere Rat ist, zu warten.
and = { $one } und { $other }
strength-lowest-price = der niedrigste Preis inkl. Versand
strength-lower-price = ein niedrigerer Preis inkl. Versand
strength-delivery = { $count ->
    [0] Lieferung am selben Tag
    [one] Lieferung in { $count } Werktag
   *[other] Lieferung in { $count } Werktagen
}
strength-availability = bessere Verfügbarkeit
strength-later-other = { $count ->
    [one] das späte Eintreffen des anderen (in { $count } Werktag)
   *[other] das späte Eintreffen des anderen (in { $count } Werktagen)
}
strength-announced-other = dass das andere nur angekündigt ist
strength-rated = ein Shop mit { $stars } von 5 Sternen
strength-seller = der bessere Ruf des Shops
strength-return-days = { $count ->
    [one] { $count } Tag Rückgaberecht
   *[other] { $count } Tage Rückgaberecht
}
strength-returns = die Bedingungen der Rückgabe
strength-warranty-months = { $count ->
    [one] { $count } Monat Garantie
   *[other] { $count } Monate Garantie
}
strength-warranty = die Garantie
weakness-higher-price = der höhere Preis inkl. Versand
weakness-slower-delivery = { $count ->
    [0] die langsamere Lieferung (am selben Tag)
    [one] die langsamere Lieferung ({ $count } Werktag)
   *[other] die langsamere Lieferung ({ $count } Werktage)
}
weakness-availability = die weniger sichere Lieferung
weakness-rated = ein Shop mit nur { $stars } von 5 Sternen
weakness-unrated = ein Shop ohne Bewertungen
weakness-returns = die kürzere Zeit für Rückgaben
weakness-returns-unstated = eine nicht genannte Zeit für Rückgaben
weakness-warranty = die kürzere Garantie
weakness-warranty-unstated = eine nicht genannte Garantie
not-taken-stale = der Preis ist veraltet
not-taken-out-of-stock = ausverkauft
not-taken-condition = nicht neu
not-taken-quarantined = der Preis ist unglaubhaft und wird geprüft
not-taken-assumed = die Versandkosten sind nur angenommen
not-taken-behind = schwächer bei Lieferzeit, Shop oder Bedingungen
judged-far-above = Weit über dem üblichen Preis
judged-above = Über dem üblichen Preis
judged-dearer = Teurer als die meiste Zeit
judged-typical = Ein üblicher Preis
judged-good = Ein guter Preis
judged-great = Ein sehr guter Preis
judged-delivered = { $verdict }: Der niedrigste Preis, { $price } mit Versand, liegt { $standing }. Seit dem { $since } war es { $dearer } % der Zeit teurer; { $lowest }.
judged-item = { $verdict }: Der niedrigste Preis, { $price } ohne Versand, liegt { $standing }. Seit dem { $since } war es { $dearer } % der Zeit teurer; { $lowest }.
standing-at = beim Median von 90 Tagen, { $median }
standing-below = { $share } % unter dem Median von 90 Tagen, { $median }
standing-above = { $share } % über dem Median von 90 Tagen, { $median }
lowest-now = das ist der niedrigste Preis seitdem
lowest-then = am niedrigsten war er mit { $price } am { $day } bei { $shop }
unjudged-not-offered = Kein Shop bietet es zurzeit zu einem Preis an, der sich beurteilen lässt.
unjudged-young = { $days ->
    [one] Beobachtet wird es seit { $days } Tag; nötig sind mindestens 14.
   *[other] Beobachtet wird es seit { $days } Tagen; nötig sind mindestens 14.
}
unjudged-sparse = Preise sind für { $share } % der Zeit bekannt; nötig sind mindestens 50 %.

## Nebeneinander

compare-how = Kreuzen Sie in den Treffern einer Suche zwei bis vier Produkte einer Art an, und vergleichen Sie sie.
compare-few = Höchstens vier Produkte lassen sich vergleichen. Wählen Sie unter diesen:
compare-others = Produkte derselben Kategorie
compare-any = Andere Produkte zum Vergleichen
cannot-compare = Diese lassen sich nicht vergleichen
cannot-compare-about = Vergleichen lassen sich nur Produkte einer Art, jedes mit einem Angebot, das zu empfehlen ist.
same-product = Zwei davon sind inzwischen ein und dasselbe Produkt.
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

compared-price-alone = Für dieses Ziel entscheidet allein der Preis inkl. Versand.
compared-no-weights = Eigenschaften solcher Produkte haben kein Gewicht, deshalb entscheidet allein der Preis inkl. Versand.
compared-weighed = Eigenschaften zählen 70 %, der Preis inkl. Versand 30 %.
compared-weighed-most = Eigenschaften zählen 70 %, am meisten { $heaviest }; der Preis inkl. Versand zählt 30 %.
compared-won = { $name } gewinnt mit { $points } von 100 Punkten, { $margin } vor { $other }.
compared-won-by = { $name } gewinnt mit { $points } von 100 Punkten, { $margin } vor { $other }: { $reasons }.
compared-in-favour = Für { $name } spricht: { $reasons }.
compared-advantage = { $property } ({ $own } gegen { $other })
compared-cheaper = der niedrigere Preis inkl. Versand ({ $own } gegen { $other })
compared-unknown = Kein Sieger: Zu wenig ist angegeben über { $names }.
compared-close = { $count ->
    [one] Kein Sieger: { $name } ({ $points }, { $price }) und { $other } ({ $otherpoints }, { $otherprice }) liegen { $margin } Punkt auseinander, und weniger als 3 sind ein Gleichstand.
   *[other] Kein Sieger: { $name } ({ $points }, { $price }) und { $other } ({ $otherpoints }, { $otherprice }) liegen { $margin } Punkte auseinander, und weniger als 3 sind ein Gleichstand.
}
compared-behind = Kein Sieger: { $name } hat die meisten Punkte ({ $points }), aber nur durch Eigenschaften, die nicht für alle angegeben sind; zählt man nur die für alle angegebenen, liegt { $other } vorn.
compared-close-on-common = Kein Sieger: { $name } hat die meisten Punkte ({ $points }), aber durch Eigenschaften, die nicht für alle angegeben sind; zählt man nur die für alle angegebenen, liegt es weniger als 3 Punkte vor { $other }.
compared-unequal = Kein Sieger: { $name } hat die meisten Punkte ({ $points }), aber „{ $property }“ ist nur für einige Produkte angegeben, und nichts anderes entscheidet über dieses Ziel.
compared-nothing-common = Kein Sieger: { $name } hat die meisten Punkte ({ $points }), aber keine Eigenschaft, die zählt, ist für alle angegeben.
compared-gap = Nicht angegeben für { $name }: { $missing } (bekannt sind { $share } % dessen, was zählt).
compared-gap-too-large = Nicht angegeben für { $name }: { $missing } (bekannt sind { $share } % dessen, was zählt, nötig sind 60 %).
compared-storage = Achten Sie auf den Speicher, die Preise gelten für verschiedene Größen: { $names }.
compared-sized = { $name } ({ $size })
compared-cabin-approval = { $name }: Der Akku hat mehr als 100 Wh: in die Flugzeugkabine nur mit Zustimmung der Fluggesellschaft.
compared-no-cabin = { $name }: Der Akku hat mehr als 160 Wh: in der Flugzeugkabine nicht erlaubt.
compared-past = { $name }: { $judged }
no-points = keine Punkte
yes = ja
no = nein
none = ohne
no-ip-code = ohne IP-Code
pixels = { $number } Millionen Pixel
with-rate = { $pictures } mit { $rate } fps
unit-cycles = { $count ->
    [one] { $number } Zyklus
   *[other] { $number } Zyklen
}
unit-points = { $count ->
    [one] { $number } Punkt
   *[other] { $number } Punkte
}
unit-ports = { $count ->
    [one] { $number } Anschluss
   *[other] { $number } Anschlüsse
}
unit-years = { $count ->
    [one] { $number } Jahr
   *[other] { $number } Jahre
}
unit-inches = { $number } Zoll
unit-inch-type = { $number } Zoll (Typ)
unit-other = { $number } { $unit }

## Eigenschaften

property-battery-mah = Akkukapazität
property-battery-wh = Akkukapazität
property-battery-h = Akkulaufzeit
property-charge-cycles = Ladezyklen bis 80 %
property-charge-w = Ladeleistung
property-wireless-charge-w = kabelloses Laden
property-half-charge-min = Zeit bis 50 %
property-weight-g = Gewicht
property-charger-weight-g = Gewicht des Netzteils
property-length-mm = längste Kante
property-width-mm = Breite
property-thickness-mm = Dicke
property-screen-in = Bildschirmdiagonale
property-display-px = Auflösung
property-refresh-hz = Bildwiederholrate
property-brightness-nits = Helligkeit
property-srgb-pct = sRGB-Abdeckung
property-geekbench6-multi = Geekbench 6 (Mehrkern)
property-antutu10 = AnTuTu-Punkte
property-cpu-w = Grundleistung des Prozessors
property-chip-nm = Strukturgröße des Prozessors
property-camera-lab = Punkte im Kameratest
property-camera-mp = Hauptkamera
property-aperture-f = Blende
property-optical-zoom = optischer Zoom
property-sensor-in = Hauptsensor
property-ois = optische Stabilisierung
property-ultrawide = Ultraweitwinkelkamera
property-autofocus = Autofokus
property-video-level = Video
property-video-stabilised = Videostabilisierung
property-front-camera-mp = Frontkamera
property-raw = RAW-Bilder
property-webcam-mp = Webcam
property-ir-camera = Infrarotkamera
property-storage-gb = Speicherplatz
property-ram-gb = Arbeitsspeicher
property-ip-code = Schutzart
property-drop-class = Sturzklasse
property-update-years = Software-Updates
property-esim = eSIM
property-dual-sim = Dual-SIM
property-network-g = Mobilfunk
property-usb-pd = Laden über USB-C
property-ports = Zahl der Anschlüsse
property-card-reader = Kartenleser
property-backlit-keyboard = beleuchtete Tastatur
property-noise-db = Geräusch

## Preisalarm

alert = Preisalarm
alert-about = Wir schreiben Ihnen, wenn der Preis inkl. Versand unter Ihren fällt.
alert-email = E-Mail
alert-price = Preis in { $currency }
alert-ask = Preisalarm einrichten
alert-how = Zuerst schicken wir einen Link, mit dem Sie bestätigen, dass die Adresse Ihre ist. Jede weitere Mail hat einen Link, der den Preisalarm beendet.
alert-bad-email = Das ist keine E-Mail-Adresse, an die wir schreiben können: name@domain, mit Buchstaben ohne Umlaute, Ziffern und einfachen Zeichen.
alert-bad-price = Das ist kein Preis, auf den wir warten können: ein Betrag von 1 bis 1.000.000, geschrieben wie 1.234,50.
alert-too-many = Zu viele Preisalarme auf einmal
alert-too-many-about = { $count ->
    [one] Zuletzt wurden so viele Preisalarme gewünscht, dass wir mit weiteren Mails warten müssen. Schicken Sie das Formular in einer Minute noch einmal ab.
   *[other] Zuletzt wurden so viele Preisalarme gewünscht, dass wir mit weiteren Mails warten müssen. Schicken Sie das Formular in { $count } Minuten noch einmal ab.
}
alert-too-often = Zu viele Preisalarme aus Ihrem Netz
alert-too-often-about = { $count ->
    [one] Nichts wurde verschickt, und Ihre Eingaben stehen noch da. Schicken Sie das Formular in einer Sekunde noch einmal ab.
   *[other] Nichts wurde verschickt, und Ihre Eingaben stehen noch da. Schicken Sie das Formular in { $count } Sekunden noch einmal ab.
}
alert-sent = Schauen Sie in Ihr Postfach
alert-sent-about = Wir haben eine Mail mit einem Link geschickt. Öffnen Sie ihn innerhalb von 24 Stunden und bestätigen Sie dort: Dann ist der Preisalarm eingerichtet.
alert-below-already = Der Preis liegt schon darunter: { $price } inkl. Versand. Wir schreiben, wenn er höher war und wieder fällt.
alert-sent-nothing = Keine Mail nach einigen Minuten? Schauen Sie unter den unerwünschten nach. Wir schreiben höchstens { $day }-mal am Tag an eine Adresse, um Preisalarme bestätigen zu lassen, und nicht, solange { $pending } davon darauf warten.
alert-below = Unter { $price } inkl. Versand
alert-back = Sobald es wieder lieferbar ist
alert-fall = Sobald der Preis um { $percent } % oder mehr fällt
alert-low = Sobald es so wenig kostet wie seit 90 Tagen nicht
alert-confirm-title = Bestätigen Sie Ihren Preisalarm
alert-confirm = Preisalarm bestätigen
alert-set = Ihr Preisalarm ist eingerichtet
alert-set-about = Wir schreiben Ihnen, wenn der Preis inkl. Versand unter Ihren fällt. Jede Mail hat einen Link, der den Preisalarm beendet.
alert-set-end = Um ihn zu beenden, bevor die erste Mail kommt, heben Sie diesen Link auf:
alert-before = Dieser Preisalarm ist schon bestätigt
alert-before-about = Es ist nichts mehr zu tun. Wenn er nicht schon beendet ist, dient zum Beenden der Link auf der Seite, die ihn bestätigt hat, oder der in jeder seiner Mails.
alert-late = Dieser Link ist abgelaufen
alert-late-about = Er galt 24 Stunden. Richten Sie den Preisalarm auf der Seite des Produkts noch einmal ein, dann schicken wir einen neuen.
alert-full = Sie haben 20 Preisalarme
alert-full-about = Mehr kann eine Adresse nicht haben. Beenden Sie einen mit dem Link auf der Seite, die ihn bestätigt hat, oder in einer seiner Mails, und öffnen Sie diesen Link dann noch einmal.
alert-no-room = Für mehr Preisalarme ist kein Platz
alert-no-room-about = So viele haben Preisalarme eingerichtet, dass im Moment keine weiteren möglich sind. Versuchen Sie diesen Link später noch einmal.
alert-gone = Dieses Produkt gibt es nicht mehr
alert-gone-about = Das Produkt dieses Preisalarms ist nicht mehr im Katalog.
alert-unknown = Dieser Link führt nirgendwohin
alert-unknown-about = Vielleicht ist er abgeschnitten oder zu alt: Links gelten 24 Stunden. Kopieren Sie ihn ganz aus der Mail oder richten Sie den Preisalarm auf der Seite des Produkts noch einmal ein.
alert-end-title = Diesen Preisalarm beenden?
alert-end = Preisalarm beenden
alert-ended = Dieser Preisalarm ist beendet
alert-ended-about = Es kommen keine Mails mehr davon. Eine Mail, die gerade unterwegs ist, kann noch ankommen.
alert-none = Diesen Preisalarm gibt es nicht
alert-none-about = Er ist beendet, oder der Link ist abgeschnitten: Kopieren Sie ihn ganz aus der Mail. Ein beendeter Preisalarm schickt keine Mails mehr.
