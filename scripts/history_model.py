"""What price history has to answer, computed from its definition in the plainest way.

Nothing here is taken from the service: docs/ says what the figures mean, this computes them from the
sightings. Instants are whole seconds since 1970 (UTC), prices whole cents, stretches of time are
half open. `python3 scripts/history_model.py` runs the examples.
"""

import collections
import datetime
import functools
from decimal import Decimal
from fractions import Fraction

HOUR, DAY = 3600, 86400
TTL = 72 * HOUR  # default of PCS_OFFER_TTL
YEAR, MONTH, AGAIN = 365, 30 * DAY, 6 * HOUR
RANGES = {"7d": 7, "30d": 30, "90d": 90, "1y": 365}

Near = collections.namedtuple("Near", "value within")  # a rounded number
Either = collections.namedtuple("Either", "values")  # both are right: on the border of rounding
Text = collections.namedtuple("Text", "part")  # words that hold this part
Piece = collections.namedtuple("Piece", "begin end price store")


def money(cents):
    """Cents as the answers write them."""
    return None if cents is None else Decimal(cents) / 100


def day(at):
    """The UTC day of an instant."""
    return (datetime.date(1970, 1, 1) + datetime.timedelta(days=at // DAY)).isoformat()


def rounded(amount, count):
    """A quotient rounded half up.

    >>> rounded(5, 2), rounded(4, 3), rounded(7, 1)
    (3, 1, 7)
    """
    return (2 * amount + count) // (2 * count)


def clamp(value, low, high):
    """The nearest of low to high."""
    return max(low, min(high, value))


def rank(weights, share):
    """Nearest rank: the smallest price whose cumulated time reaches the share.

    >>> rank({100: 50, 200: 50}, Fraction(1, 2)), rank({100: 49, 200: 51}, Fraction(1, 2))
    (100, 200)
    >>> rank({3: 10, 2: 80, 1: 10}, Fraction(1, 10))
    1
    """
    total, cumulated = sum(weights.values()), 0
    for price in sorted(weights):
        cumulated += weights[price]
        if cumulated >= share * total:
            return price
    return None


def union(stretches):
    """Stretches joined where they meet.

    >>> union([(5, 9), (0, 3), (3, 4), (6, 7)])
    [(0, 4), (5, 9)]
    """
    joined = []
    for begin, end in sorted(stretches):
        if joined and begin <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((begin, end))
    return joined


def length(stretches, begin, end):
    """Seconds of disjoint stretches within bounds.

    >>> length([(0, 4), (5, 9)], 2, 7)
    4
    """
    return sum(max(0, min(e, end) - max(b, begin)) for b, e in stretches)


def cut(pieces, begin, end):
    """What of the pieces is within bounds."""
    for piece in pieces:
        b, e = max(piece.begin, begin), min(piece.end, end)
        if b < e:
            yield piece._replace(begin=b, end=e)


def believed(sightings, unknown=()):
    """Of each sighting (instant, price or None) whether its own past lets it be believed.

    A price is judged when it is first seen: one below 0.7 of the median of the 30 days before, and below all
    prices that were believed in them, is not believed, until it is seen again six hours later. In between it may be sold out, or not be seen. At
    unknown instants the price is taken as if nobody had looked at it.

    >>> days = lambda *prices: [(n * DAY, price) for n, price in enumerate(prices)]
    >>> believed(days(100, 100, 70, 10, 100))
    [True, True, True, False, True]
    >>> believed(days(100, 10, 10, 10, 20, 10))
    [True, False, True, True, True, True]
    >>> believed([(0, 100), (DAY, 10), (DAY + AGAIN - 1, 10), (DAY + AGAIN, 10)])
    [True, False, False, True]
    >>> believed(days(100, 10, 11, 12, None, 12))
    [True, False, False, False, False, True]
    """
    past, answer, price_since = collections.deque(), [], (None, 0, True)
    for index, (at, price) in enumerate(sightings):
        if price is None or at in unknown:
            answer.append(False)
            continue
        while past and past[0].end <= at - MONTH:
            past.popleft()
        if price != price_since[0]:
            weights = collections.Counter()
            for piece in cut(past, at - MONTH, at):
                weights[piece.price] += piece.end - piece.begin
            ok = not weights or price >= min(weights) or 10 * price >= 7 * rank(weights, Fraction(1, 2))
            price_since = price, at, ok
        ok = price_since[2] or at - price_since[1] >= AGAIN
        answer.append(ok)
        if ok:
            past.append(Piece(at, stands_until(sightings, index), price, None))
    return answer


def stands_until(sightings, index):
    """A sighting stands until the next one, at most the time to live."""
    until = sightings[index][0] + TTL
    return min(until, sightings[index + 1][0]) if index + 1 < len(sightings) else until


class Market:
    """A product at all stores, as known up to an instant.

    stores: [(name, sightings)] in the order in which the stores were created; sightings ascending.
    The last 365 days count; what is believed in them is judged by what was before, too. unknown: {store's
    number: instants} at which an offer is known to stand, but not its price.

    >>> one = [(n * DAY, 100) for n in range(3)]
    >>> [tuple(p) for p in Market([("A", one), ("B", [(DAY, 90)])], 7 * DAY).lowest]
    [(0, 86400, 100, 0), (86400, 345600, 90, 1), (345600, 432000, 100, 0)]
    >>> Market([("A", one)], 4 * DAY).answer("7d", 4 * DAY - 1)["summary"]["coverage"]
    Near(value=0.5714285714285714, within=0.0006)
    """

    def __init__(self, stores, as_of, unknown=None):
        self.names, self.as_of = [name for name, _ in stores], as_of
        self.today = (as_of - 1) // DAY
        self.since = self.start(YEAR)
        self.first = min(sightings[0][0] for _, sightings in stores if sightings)
        held, self.asked, standing, unknown = [], [], [], unknown or {}
        for no, (_, sightings) in enumerate(stores):
            good, own, kept = [], [], believed(sightings, unknown.get(no, ()))
            for index, (at, price) in enumerate(sightings):
                whole = Piece(at, stands_until(sightings, index), price, no)
                for piece in cut([whole], self.since, as_of):
                    own.append(piece)
                    if price is not None and (kept[index] or at not in unknown.get(no, ())):
                        (good if kept[index] else held).append(piece)
            self.asked.append(good)
            standing.append(own)
        believing = [piece for own in self.asked for piece in own]
        for piece in held:
            speaking = [p for p in believing if p.store != piece.store and 10 * piece.price >= 7 * p.price]
            speaking += [p for p in held if p.store != piece.store and 10 * piece.price >= 7 * p.price
                         and 10 * p.price >= 7 * piece.price]
            others = list(cut(speaking, piece.begin, piece.end))
            for begin, end in union((p.begin, p.end) for p in others):
                self.asked[piece.store].append(piece._replace(begin=begin, end=end))
        self.asked = [sorted(own) for own in self.asked]
        self.held = held
        everything = [piece for own in standing for piece in own]
        self.known = union((p.begin, p.end) for p in everything)
        self.in_stock = union((p.begin, p.end) for p in everything if p.price is not None)
        self.lowest = self.sweep()
        self.time_at, self.coverage = functools.cache(self.time_at), functools.cache(self.coverage)

    def start(self, days):
        """The first midnight of the last days."""
        return (self.today - days + 1) * DAY

    def sweep(self):
        """The lowest price at every instant."""
        bounds = sorted({bound for own in self.asked for p in own for bound in (p.begin, p.end)})
        at, pieces = [0] * len(self.asked), []
        for begin, end in zip(bounds, bounds[1:]):
            prices = []
            for no, own in enumerate(self.asked):
                while at[no] < len(own) and own[at[no]].end <= begin:
                    at[no] += 1
                if at[no] < len(own) and own[at[no]].begin <= begin:
                    prices.append((own[at[no]].price, no))
            if not prices:
                continue
            price, no = min(prices)
            if pieces and pieces[-1].end == begin and pieces[-1][2:] == (price, no):
                pieces[-1] = pieces[-1]._replace(end=end)
            else:
                pieces.append(Piece(begin, end, price, no))
        return pieces

    def time_at(self, begin):
        """Seconds for which each price was the lowest, from an instant on."""
        weights = collections.Counter()
        for piece in cut(self.lowest, begin, self.as_of):
            weights[piece.price] += piece.end - piece.begin
        return weights

    def coverage(self, begin):
        """Share of the time from an instant on in which anything was known."""
        return Fraction(length(self.known, begin, self.as_of), self.as_of - begin)

    def enough(self, begin, now):
        """Whether there is enough for a percentile, a trend, a verdict."""
        return now - self.first >= 14 * DAY and 2 * self.coverage(max(begin, self.first)) >= 1

    def percentile(self, begin, current):
        """Share of the time at which it was dearer, half of the time at the same price."""
        weights = self.time_at(begin)
        dearer = sum(time for price, time in weights.items() if price > current)
        return Fraction(2 * dearer + weights[current], 2 * sum(weights.values()))

    def current(self, now, pieces=None):
        """The piece that is the lowest price at an instant."""
        pieces = self.lowest if pieces is None else pieces
        return next((p for p in reversed(pieces) if p.begin <= now < p.end), None)

    def stats(self, begin):
        """Statistics of the lowest price from an instant on; None without one."""
        pieces, weights = list(cut(self.lowest, begin, self.as_of)), self.time_at(begin)
        if not pieces:
            return None
        total = sum(weights.values())
        amount = sum(price * time for price, time in weights.items())
        squares = sum(price * price * time for price, time in weights.items())
        low = min(pieces, key=lambda p: (p.price, p.begin))
        high = min(pieces, key=lambda p: (-p.price, p.begin))
        return {
            "average": money(rounded(amount, total)),
            "median": money(rank(weights, Fraction(1, 2))), "p10": money(rank(weights, Fraction(1, 10))),
            "min": money(low.price), "min_date": day(low.begin), "min_store": self.names[low.store],
            "max": money(high.price), "max_date": day(high.begin), "max_store": self.names[high.store],
            "volatility": Near((total * squares - amount * amount) ** 0.5 / amount, 0.0006),
            "observed_hours": Near(total / HOUR, 0.006)}

    def trend(self, begin):
        """Least squares slope of the lowest price, in percent of its mean for 30 days.

        >>> rising = [(n * DAY, 1000 + 10 * n) for n in range(60)]
        >>> round(Market([("A", rising)], 60 * DAY).trend(0)["percent_per_30_days"].value, 2)
        23.16
        """
        pieces = [(p.begin - begin, p.end - begin, p.price) for p in cut(self.lowest, begin, self.as_of)]
        if not pieces:
            return None
        time = sum(e - b for b, e, _ in pieces)
        first = Fraction(sum(e ** 2 - b ** 2 for b, e, _ in pieces), 2)
        second = Fraction(sum(e ** 3 - b ** 3 for b, e, _ in pieces), 3)
        amount = sum(p * (e - b) for b, e, p in pieces)
        mixed = Fraction(sum(p * (e ** 2 - b ** 2) for b, e, p in pieces), 2)
        slope = (time * mixed - first * amount) / (time * second - first * first)  # cents a second
        percent = float(100 * MONTH * slope * time / amount)
        names = {"rising" if p > 2 else "falling" if p < -2 else "steady"
                 for p in (percent - 1e-9, percent + 1e-9)}
        return {"direction": Either(names), "percent_per_30_days": Near(percent, 0.006)}

    def lowest_in_days(self, now, current):
        """The longest time in which the current price is the lowest, and was not the only one."""
        for days in (365, 180, 90, 30, 7):
            begin = self.start(days)
            if now - self.first >= days * DAY and 2 * self.coverage(begin) >= 1:
                prices = self.time_at(begin)
                if min(prices) >= current and max(prices) > current:
                    return days
        return None

    def verdict(self, now, current):
        """Whether the current price is a good one, by 180 days."""
        begin = self.start(180)
        if current is None or not self.enough(begin, now):
            return None
        since, prices = max(begin, self.first), self.time_at(begin)
        median, low, high = rank(self.time_at(self.start(90)), Fraction(1, 2)), min(prices), max(prices)
        below = (1 + clamp(Fraction(5 * (median - current), median), -1, 1)) / 2
        near = clamp(1 - Fraction(20 * (current - low), 3 * low), 0, 1)
        spread = clamp(Fraction(20 * (high - low), 3 * low), 0, 1)
        near = Fraction(1, 2) + spread * (near - Fraction(1, 2))
        place = self.percentile(begin, current)
        points = 50 * place + 30 * below + 20 * near
        scores = {int(points + Fraction(1, 2) + sign * Fraction(1, 10 ** 9)) for sign in (-1, 1)}
        usual = rank(prices, Fraction(1, 2))
        if all(100 * abs(current - m) <= 3 * m for m in (median, usual)):
            scores = {clamp(score, 40, 59) for score in scores}
        borders = (80, "great"), (60, "good"), (40, "typical"), (20, "high"), (0, "wait")
        labels = {next(label for border, label in borders if score >= border) for score in scores}
        watched, coverage = now - self.first, self.coverage(since)
        confidence = ("high" if watched >= 90 * DAY and coverage >= Fraction(85, 100) else
                      "medium" if watched >= 35 * DAY and coverage >= Fraction(70, 100) else "low")
        waits = confidence != "low" and 100 * current > 103 * median
        labels = {"high" if label == "wait" and not waits else label for label in labels}
        return {
            "label": Either(labels), "score": Either(scores), "confidence": confidence,
            "reason": Text(str(money(current))),
            "wait": Either({label in ("high", "wait") and waits for label in labels}),
            "parts": {name: Near(float(part), 0.0006) for name, part in (
                ("percentile", place), ("below_median", below), ("near_low", near))},
            "median_90d": money(median), "low_180d": money(low), "since": day(since)}

    def series(self, begin):
        """The days on which it could be bought."""
        days = collections.defaultdict(list)
        for own in self.asked:
            for piece in cut(own, begin, self.as_of):
                for number in range(piece.begin // DAY, (piece.end - 1) // DAY + 1):
                    days[number] += cut([piece], number * DAY, (number + 1) * DAY)
        answer = []
        for number, pieces in sorted(days.items()):
            low = min(pieces, key=lambda p: (p.price, p.begin, p.store))
            last = {p.store: p.price for p in sorted(pieces, key=lambda p: p.begin)}
            prices, count = sorted(last.values()), len(last)
            middle = prices[(count - 1) // 2:count // 2 + 1]
            answer.append({
                "date": day(number * DAY), "min_price": money(low.price),
                "avg_price": money(rounded(sum(prices), count)),
                "median_price": money(rounded(sum(middle), len(middle))),
                "max_price": money(max(p.price for p in pieces)), "store_count": count,
                "min_store": self.names[low.store], "min_item_price": money(low.price),
                "min_delivered_price": None})
        return answer

    def answer(self, span, now):
        """Series and summary of a range, asked at an instant."""
        begin = self.start(RANGES[span])
        series, stats, piece = self.series(begin), self.stats(begin), self.current(now)
        current, enough = piece and piece.price, self.enough(begin, now)
        first = next(cut(self.lowest, begin, self.as_of), None)
        known = length(self.known, begin, self.as_of)
        change = None if current is None or first is None else current - first.price
        trend, verdict = self.trend(begin) if enough else None, self.verdict(now, current)
        percentile = self.percentile(begin, current) if enough and current is not None else None
        figures = ("percentile", percentile), ("trend", trend), ("verdict", verdict)
        headline = dict.fromkeys("min min_date min_store max max_date max_store average median p10 "
                                 "volatility".split())
        share = 1 - length(self.in_stock, begin, self.as_of) / known if known else None
        return {"series": series, "summary": headline | {
            k: v for k, v in (stats or {}).items() if k in headline} | {
            "price_basis": "item", "from": day(begin), "as_of": instant(self.as_of),
            "current": money(current), "current_store": self.names[piece.store] if piece else None,
            "current_item_price": money(current), "current_delivered_price": None,
            "change": money(change),
            "change_percent": None if change is None else Near(100 * change / first.price, 0.006),
            "first_date": series[0]["date"] if series else None,
            "last_date": series[-1]["date"] if series else None, "points": len(series),
            "percentile": None if percentile is None else Near(float(100 * percentile), 0.006),
            "trend": trend, "coverage": Near(known / (self.as_of - begin), 0.0006),
            "out_of_stock_share": None if share is None else Near(share, 0.0006),
            "watched_days": (now - self.first) // DAY,
            "lowest_in_days": None if current is None else self.lowest_in_days(now, current),
            "item": stats, "delivered": None, "verdict": verdict,
            "missing": [{"figure": name, "reason": Text("")} for name, it in figures if it is None]}}

    def store_answer(self, no, span, now):
        """Points and summary of one store."""
        begin, last = self.start(RANGES[span]), {}
        for piece in cut(self.asked[no], begin, self.as_of):
            for number in range(piece.begin // DAY, (piece.end - 1) // DAY + 1):
                last[day(number * DAY)] = piece.price
        prices, piece = list(last.values()), self.current(now, self.asked[no])

        def whole(pick):
            date = next((date for date, price in last.items() if price == pick(prices)), None)
            return date and {"date": date, "item_price": money(last[date]), "delivered_price": None}

        lowest, highest = whole(min) if prices else None, whole(max) if prices else None
        return {
            "store": self.names[no],
            "points": [{"date": date, "price": money(price), "store": self.names[no]}
                       for date, price in last.items()],
            "summary": {
                "range": span, "price_basis": "item", "as_of": instant(self.as_of),
                "current": money(piece and piece.price), "current_delivered_price": None,
                "min": lowest and lowest["item_price"], "max": highest and highest["item_price"],
                "average": money(rounded(sum(prices), len(prices))) if prices else None,
                "lowest": lowest, "highest": highest,
                "first_date": min(last, default=None), "last_date": max(last, default=None),
                "points": len(last)}}


def instant(at):
    """An instant as the answers write it."""
    return f"{datetime.datetime.fromtimestamp(at, datetime.timezone.utc):%Y-%m-%dT%H:%M:%S.000000Z}"


def differences(got, wanted, path=""):
    """Yields (path, got, wanted) for what differs and (None, None, None) for each value that agrees."""
    if isinstance(wanted, dict) and isinstance(got, dict):
        for key in [*wanted, *(key for key in got if key not in wanted)]:
            if key not in got or key not in wanted:
                yield f"{path}.{key}", got.get(key, "nothing"), wanted.get(key, "no such field")
            else:
                yield from differences(got[key], wanted[key], f"{path}.{key}")
        return
    if isinstance(wanted, list) and isinstance(got, list):
        if len(got) != len(wanted):
            yield f"{path}.length", len(got), len(wanted)
        for index, (one, other) in enumerate(zip(got, wanted)):
            name = other.get("date", other.get("figure", index)) if isinstance(other, dict) else index
            yield from differences(one, other, f"{path}[{name}]")
        return
    number = isinstance(got, (int, Decimal)) and not isinstance(got, bool)
    if isinstance(wanted, Near):
        ok = number and abs(float(got) - wanted.value) <= wanted.within
    elif isinstance(wanted, Either):
        ok = got in wanted.values and isinstance(got, bool) == isinstance(next(iter(wanted.values)), bool)
    elif isinstance(wanted, Text):
        ok = isinstance(got, str) and bool(got) and wanted.part in got
    else:
        ok = got == wanted and (number or type(got) is type(wanted))
    yield (None, None, None) if ok else (path, got, wanted)


if __name__ == "__main__":
    import doctest
    raise SystemExit(1 if doctest.testmod().failed else 0)
