### English. `{ $count }` and other values are put in by the code.

## Around every page

site = Price comparison
site-about = Compare what shops ask for the same thing, delivery included, and see whether today's price is a good one.
skip = Skip to the content
footer = Prices include taxes as shops state them. What delivery costs and how long it takes is what shops say, or assumed, where marked.
search-label = Search products
search-placeholder = Name, model or EAN
search-button = Search
to-search = To the search

## What goes wrong

not-found = Not found
not-found-about = Nothing is here: the product may be gone, or the address is mistyped.
bad-request = That cannot be read
bad-request-about = Something in the address or the form is not as it should be.
bad-filter = One of the fields is not as it should be. Change it in the form and send it again.
nearest = Nothing is written like this. These come nearest.
bad-price = “{ $value }” is no amount that can be read. Write it as 1,234.50.
bad-range = The least price is above the largest.
bad-query = a search has 1 to 120 characters.
each-field-once = Something is named twice in the address.
foreign-form = The form was sent from another site. Open the product here, and set the alert on its page.
unreadable-form = The form was not sent as it stands on the page of the product. Open that page again.
too-many = Too many pages at once
too-many-about = So many pages were asked for from your network that this one has to wait a moment.
loading = Just a moment
loading-about = The service has just started and reads its catalogue. Try again in a few seconds.
broken = Something went wrong
broken-about = This is our fault, and it has been noted. Try again in a moment.

## Search

start-title = What are you looking for?
empty-catalogue = There are no products yet: no shop has sent its feed.
products = { $count ->
    [one] { $count } product
   *[other] { $count } products
}
shops = { $count ->
    [one] { $count } shop
   *[other] { $count } shops
}
and-other-shops = { $count ->
    [one] { $shops } and { $count } other
   *[other] { $shops } and { $count } others
}
results = { $count ->
    [0] Nothing found
    [one] { $count } product
   *[other] { $count } products
}
nothing-found = Nothing that can be bought now has these words. Try fewer or other ones: a brand, a model, a kind of thing.
nothing-with-number = No product that can be bought now has this number, and none these words. Check the digits of an EAN, or search by name.
nothing-with-filters = Nothing that can be bought now passes these filters.
remove-filters = Remove all filters
remove-filter = remove this filter
filters = Filters
brand = Brand
category = Category
availability = Availability
any = any
price = Price
price-range = { $low } to { $high }
price-min = from
price-max = to
sort = Order
sort-relevance = best match
sort-cheap = cheapest first
sort-dear = dearest first
sort-shops = most shops first
apply = Apply
from = from
compare = Compare
compare-chosen = Compare what is ticked
compared-with = To be compared with { $name }: tick up to three others.
next-page = Next page
no-such-page = This page of the results is not there any more.
to-first-page = To the first page

## Product

offers = Offers
no-offers = No shop offers this now.
offers-of = The best of { $count } offers.
shop = Shop
item-price = Item
delivery = Delivery
price-at-door = At the door
delivery-time = Delivery time
terms = Terms
score = Score
free = free
assumed = assumed
arrives-by = by { $day }
arrives-in = { $count ->
    [0] the same day
    [one] { $count } business day
   *[other] { $count } business days
}
last-seen = last seen { $day }
rating = Rated { $stars } of 5
returns = { $count ->
    [0] no returns
    [one] { $count } day for returns
   *[other] { $count } days for returns
}
warranty = { $count ->
    [one] { $count } month of warranty
   *[other] { $count } months of warranty
}
in-stock = In stock
limited = Few left
preorder = Pre-order
backorder = On back-order
out-of-stock = Out of stock
stock-unknown = Stock not stated
refurbished = Refurbished
used = Used
badge-best = Best choice
badge-lowest = Lowest price
badge-lowest-item = Lowest item price
badge-stale = Out of date
badge-review = Price under review
badge-assumed = Delivery cost assumed
recommendation = Recommendation
no-recommendation = No offer can be recommended now.
at-the-door = at the door
compare-with = Compare with others
properties = Properties

## The past

price-history = Price history
no-history = No prices are known in this time.
no-prices-of = No prices of { $shop } are known that can be drawn here.
no-verdict = Whether the price is a good one cannot be said:
verdict-great = Great price
verdict-good = Good price
verdict-typical = Usual price
verdict-high = High price
verdict-wait = Better wait
range = Time shown
range-week = 7 days
range-month = 30 days
range-quarter = 90 days
range-year = 1 year
one-shop = Beside it:
no-shop = no single shop
show = Show
chart-title = Price from { $from } to { $to }
lowest-price = Lowest price
median-price = Median
basis-delivered = Prices at the door.
basis-item = Prices without delivery.
as-table = The same as a table
day = Day

## Why

advice-excellent = Excellent offer
advice-good = Good offer
advice-fair = Fair offer
advice-weak = Best of few
advice-wait = Best offer now, but waiting may pay
advice-score = { $shop } at { $price } at the door scores { $points } of 100
advice-only = { $score }: the only offer that can be recommended now
advice-ahead = { $score }, ahead of { $other } ({ $points }) by { $strengths }
advice-ahead-capped = { $score }, ahead of { $other } ({ $points }), whose delivery cost is not stated
advice-level = { $score }, level with { $other } ({ $points }) in every respect
advice-level-but = { $score }, level with { $other } ({ $points })
advice-end = { $sentence }.
advice-in-spite = { $sentence }, in spite of { $weakness }.
advice-capped = Its delivery cost is not stated, so the score is capped at 69.
advice-cheaper = { $shop } is cheaper at { $price } at the door, but { $why }.
advice-waiting = Waiting is the better advice.
and = { $one } and { $other }
strength-lowest-price = the lowest price at the door
strength-lower-price = a lower price at the door
strength-delivery = { $count ->
    [0] delivery on the same day
    [one] delivery within { $count } business day
   *[other] delivery within { $count } business days
}
strength-availability = better availability
strength-later-other = { $count ->
    [one] the other's late delivery (within { $count } business day)
   *[other] the other's late delivery (within { $count } business days)
}
strength-announced-other = the other's being only announced
strength-rated = a seller rated { $stars } of 5
strength-seller = the better standing of its seller
strength-return-days = { $count ->
    [one] { $count } day for returning
   *[other] { $count } days for returning
}
strength-returns = its return terms
strength-warranty-months = { $count ->
    [one] { $count } month of warranty
   *[other] { $count } months of warranty
}
strength-warranty = its warranty
weakness-higher-price = its higher price at the door
weakness-slower-delivery = { $count ->
    [0] slower delivery (the same day)
    [one] slower delivery ({ $count } business day)
   *[other] slower delivery ({ $count } business days)
}
weakness-availability = less certain delivery
weakness-rated = a seller rated { $stars } of 5 only
weakness-unrated = a seller without rating
weakness-returns = shorter time for returning
weakness-returns-unstated = a time for returning that is not stated
weakness-warranty = shorter warranty
weakness-warranty-unstated = a warranty that is not stated
not-taken-stale = its price is out of date
not-taken-out-of-stock = it is out of stock
not-taken-condition = it is not new
not-taken-quarantined = its price is implausible and under review
not-taken-assumed = its delivery cost is only assumed
not-taken-behind = it falls behind in delivery time, seller or terms
judged-far-above = Far above its usual price
judged-above = Above its usual price
judged-dearer = Dearer than it was for most of the time
judged-typical = A typical price
judged-good = A good price
judged-great = A great price
judged-delivered = { $verdict }: the lowest price, { $price } with delivery, is { $standing }. Since { $since } it was dearer for { $dearer } % of the time; { $lowest }.
judged-item = { $verdict }: the lowest price, { $price } for the item, is { $standing }. Since { $since } it was dearer for { $dearer } % of the time; { $lowest }.
standing-at = at its 90-day median of { $median }
standing-below = { $share } % below its 90-day median of { $median }
standing-above = { $share } % above its 90-day median of { $median }
lowest-now = this is the lowest price since then
lowest-then = the lowest was { $price } on { $day } at { $shop }
unjudged-not-offered = no shop offers it now at a price that can be judged
unjudged-young = { $days ->
    [one] watched for { $days } day; at least 14 are needed
   *[other] watched for { $days } days; at least 14 are needed
}
unjudged-sparse = prices are known for { $share } % of the time; at least 50 % are needed

## Side by side

compare-how = Tick two to four products of one kind among the results of a search, then compare them.
compare-few = At most four products can be compared. Choose among these:
compare-others = Products of the same category
compare-any = Other products to compare it with
cannot-compare = These cannot be compared
cannot-compare-about = Only products of one kind can be, each with an offer that can be recommended.
same-product = Two of these are one product by now.
goal = What counts
goal-overall = All round
goal-price = Lowest price
goal-travel = Travel
goal-battery = Battery
goal-camera = Camera
winner = Winner
winner-found = The better choice
tie = No clear winner
too-little-known = Too little is known
score-for-goal = Score for this goal
points = { $points } points
not-stated = not stated

compared-price-alone = For this goal the price at the door alone decides.
compared-no-weights = Properties of such products have no weights, so the price at the door alone decides.
compared-weighed = Properties count 70 %, the price at the door 30 %.
compared-weighed-most = Properties count 70 %, most of all { $heaviest }; the price at the door counts 30 %.
compared-won = { $name } wins with { $points } of 100 points, { $margin } ahead of { $other }.
compared-won-by = { $name } wins with { $points } of 100 points, { $margin } ahead of { $other }: { $reasons }.
compared-in-favour = In favour of { $name }: { $reasons }.
compared-advantage = { $property } ({ $own } against { $other })
compared-cheaper = the lower price at the door ({ $own } against { $other })
compared-unknown = No winner: too little is stated about { $names }.
compared-close = { $count ->
    [one] No winner: { $name } ({ $points }, { $price }) and { $other } ({ $otherpoints }, { $otherprice }) are { $margin } point apart, and fewer than 3 are a tie.
   *[other] No winner: { $name } ({ $points }, { $price }) and { $other } ({ $otherpoints }, { $otherprice }) are { $margin } points apart, and fewer than 3 are a tie.
}
compared-behind = No winner: { $name } has the most points ({ $points }), but only by properties that not every product states; on those that all state, { $other } is ahead.
compared-close-on-common = No winner: { $name } has the most points ({ $points }), but by properties that not every product states; on those that all state, it is fewer than 3 points ahead of { $other }.
compared-unequal = No winner: { $name } has the most points ({ $points }), but { $property } is stated for some products and not for others, and nothing else decides this goal.
compared-nothing-common = No winner: { $name } has the most points ({ $points }), but no property that counts is stated by all.
compared-gap = Not stated for { $name }: { $missing } ({ $share } % of what counts is known).
compared-gap-too-large = Not stated for { $name }: { $missing } ({ $share } % of what counts is known, 60 % is needed).
compared-storage = Mind the storage, the prices are of different sizes: { $names }.
compared-sized = { $name } ({ $size })
compared-cabin-approval = { $name }: its battery is above 100 Wh: in an aircraft cabin only with the airline's approval.
compared-no-cabin = { $name }: its battery is above 160 Wh: not allowed in an aircraft cabin.
compared-past = { $name }: { $judged }
no-points = no points
yes = yes
no = no
none = none
no-ip-code = no IP code
pixels = { $number } million pixels
with-rate = { $pictures } at { $rate } fps
unit-cycles = { $count ->
    [one] { $number } cycle
   *[other] { $number } cycles
}
unit-points = { $count ->
    [one] { $number } point
   *[other] { $number } points
}
unit-ports = { $count ->
    [one] { $number } port
   *[other] { $number } ports
}
unit-years = { $count ->
    [one] { $number } year
   *[other] { $number } years
}
unit-inches = { $number } inches
unit-inch-type = { $number } inch type
unit-other = { $number } { $unit }

## Properties

property-battery-mah = battery capacity
property-battery-wh = battery capacity
property-battery-h = battery endurance
property-charge-cycles = charging cycles to 80 %
property-charge-w = charging power
property-wireless-charge-w = wireless charging
property-half-charge-min = time to 50 %
property-weight-g = weight
property-charger-weight-g = charger weight
property-length-mm = longest edge
property-width-mm = width
property-thickness-mm = thickness
property-screen-in = screen size
property-display-px = resolution
property-refresh-hz = refresh rate
property-brightness-nits = brightness
property-srgb-pct = sRGB coverage
property-geekbench6-multi = Geekbench 6 multi-core score
property-antutu10 = AnTuTu score
property-cpu-w = processor base power
property-chip-nm = processor structure size
property-camera-lab = camera test score
property-camera-mp = main camera
property-aperture-f = aperture
property-optical-zoom = optical zoom
property-sensor-in = main sensor
property-ois = optical stabilisation
property-ultrawide = ultra-wide camera
property-autofocus = autofocus
property-video-level = video
property-video-stabilised = video stabilisation
property-front-camera-mp = front camera
property-raw = RAW pictures
property-webcam-mp = webcam
property-ir-camera = infrared camera
property-storage-gb = storage
property-ram-gb = memory
property-ip-code = protection
property-drop-class = drop class
property-update-years = software updates
property-esim = eSIM
property-dual-sim = dual SIM
property-network-g = mobile network
property-usb-pd = charging by USB-C
property-ports = number of ports
property-card-reader = card reader
property-backlit-keyboard = backlit keyboard
property-noise-db = noise

## Price alerts

alert = Price alert
alert-about = We write to you when the price at the door falls below yours.
alert-email = E-mail
alert-price = Price in { $currency }
alert-ask = Set the alert
alert-how = First we send a link with which you confirm that the address is yours. Each mail after that has a link that ends the alert.
alert-bad-email = This is no e-mail address that we can write to: name@domain, in letters, digits and signs of English keyboards.
alert-bad-price = This is no price that we can wait for: an amount from 1 to 1,000,000, written as 1,234.50.
alert-too-many = Too many alerts at once
alert-too-many-about = { $count ->
    [one] So many alerts were asked for of late that we have to wait before we send more mails. Send the form again in a minute.
   *[other] So many alerts were asked for of late that we have to wait before we send more mails. Send the form again in { $count } minutes.
}
alert-too-often = Too many alerts from your network
alert-too-often-about = { $count ->
    [one] Nothing was sent, and what you typed is kept. Send the form again in a second.
   *[other] Nothing was sent, and what you typed is kept. Send the form again in { $count } seconds.
}
alert-sent = Look into your mailbox
alert-sent-about = We have sent a mail with a link. Open it within 24 hours and confirm the alert there: then it is set.
alert-below-already = It costs less than that already: { $price } at the door. We write when it has been dearer and falls again.
alert-sent-nothing = No mail after some minutes? Look among the unwanted ones. We write to an address at most { $day } times a day to have alerts confirmed, and not while { $pending } of them wait for it.
alert-below = Below { $price } at the door
alert-back = When it can be had again
alert-fall = When the price falls by { $percent } % or more
alert-low = When it costs less than at any time in 90 days
alert-confirm-title = Confirm your price alert
alert-confirm = Confirm the alert
alert-set = Your alert is set
alert-set-about = We write to you when the price at the door falls below yours. Each mail has a link that ends the alert.
alert-set-end = To end it before the first mail comes, keep this link:
alert-before = This alert is confirmed already
alert-before-about = There is nothing more to do. If it has not ended already, you can end it by the link on the page that confirmed it, or the one in each of its mails.
alert-late = This link has expired
alert-late-about = It was good for 24 hours. Set the alert once more on the page of the product, and we send a new one.
alert-full = You have 20 alerts
alert-full-about = An address can have no more. End one by the link on the page that confirmed it, or in one of its mails, then open this link again.
alert-no-room = There is no room for more alerts
alert-no-room-about = So many people have set alerts that no more can be kept at the moment. Try this link again later.
alert-gone = This product is gone
alert-gone-about = The product of this alert is not in the catalogue any more.
alert-unknown = This link leads nowhere
alert-unknown-about = It may be cut off, or too old: links are good for 24 hours. Copy all of it from the mail, or set the alert once more on the page of the product.
alert-end-title = End this price alert?
alert-end = End the alert
alert-ended = This alert is ended
alert-ended-about = No more mails will come of it. A mail that is just on its way may still arrive.
alert-none = There is no such alert
alert-none-about = It has ended, or the link is cut off: copy all of it from the mail. An alert that has ended sends no more mails.
