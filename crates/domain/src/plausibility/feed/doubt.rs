//! How long a feed is doubted.
//!
//! A feed whose prices are suspect ([`super`]) is *doubted* until an instant that is kept with the store. While
//! it is, no price of the store that is held back is released by standing, whether it is held back with the feed or by itself,
//! and each snapshot is compared with what was believed before the doubt, repeated prices too: a slip that stands looks every
//! day as it did on the first.
//!
//! | a snapshot during the doubt | what follows |
//! |---|---|
//! | is suspect, and like the snapshot before it | the doubt goes on to its end |
//! | is suspect, and not like the one before either | the doubt begins anew: whoever changes his mind daily confirms nothing |
//! | is suspect, but other stores ask what it asks ([`Support`]) | the doubt ends with it |
//! | names at least half of the offers, is not suspect, and has the believed prices back ([`super::FeedTally::has_returned`]) | the doubt ends with it |
//! | names as many, is not suspect, but is not back either | as suspect |
//! | names fewer, and is not suspect | nothing |
//!
//! At the end of the doubt the feed is believed as it stands: what was repeated is released, and a snapshot is held back
//! only if it is suspect against the one before, too. A doubt lasts [`FEED_STANDS`], or [`SALE_STANDS`] when all
//! that is odd is that prices fell, each by another share: that may be a sale.

use time::{Duration, OffsetDateTime};

use super::{Earlier, FeedTally, Sighting, Suspicion};
use crate::money::{Amount, Currency};
use crate::plausibility::confirms;

/// How long a feed has to say the same until it is believed although no shop does such things: longer than
/// a broken export goes unnoticed, shorter than the month by which a price is judged.
pub const FEED_STANDS: Duration = Duration::days(14);

/// How long when it may be a sale: random prices do not stand.
pub const SALE_STANDS: Duration = Duration::days(2);

/// How long a full feed that does not name most of the store's offers has to name the same ones until it is believed:
/// two days, in which an operator is warned at each import, and less than an offer's usual time to live, so that a
/// shop that means it does not go stale.
pub const SHRUNKEN_STANDS: Duration = Duration::days(2);

/// The fewest offers by which other stores speak for a feed.
const SPEAKERS: u64 = 3;

/// Whether other stores ask what a feed asks, and not what was believed of it: counted are offers of which the
/// one price is near to the median of the others (each at least 70 % of the other) and the other one is not.
#[derive(Debug, Clone, Copy, Default)]
struct Support {
    for_it: u64,
    against_it: u64,
}

impl Support {
    fn observe(&mut self, sighting: &Sighting<'_>) {
        let Some(asked) = sighting.asked else {
            return;
        };
        let near = |price: Amount| confirms(price, asked) && confirms(asked, price);
        let before = match sighting.earlier {
            Earlier::Own(before) => near(before),
            Earlier::Market(_) | Earlier::Nothing => false,
        };
        let now = near(sighting.price);
        self.for_it += u64::from(now && !before);
        self.against_it +=
            u64::from(!now && (before || sighting.earlier == Earlier::Market(asked)));
    }

    fn is_enough(self) -> bool {
        self.for_it >= SPEAKERS && self.for_it >= 4 * self.against_it
    }
}

/// A feed whose prices are not believed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doubted {
    /// Why.
    pub suspicion: Suspicion,
    /// Until when, if it goes on like this.
    pub until: OffsetDateTime,
}

/// What is made of the prices of a feed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FeedVerdict {
    /// They are believed, as far as each by itself is; until when the store stays doubted.
    Believed(Option<OffsetDateTime>),
    /// They would not be, but have stood for long enough. The end of the doubt stays with the store: it says that
    /// prices may still be held back with a feed.
    LetIn(Suspicion),
    /// They are not.
    Held(Doubted),
}

/// A feed as it is read.
#[derive(Debug, Clone)]
pub struct FeedReading {
    believed: FeedTally,
    /// Against the snapshot before, when that differs: while the store is, or was, doubted.
    last: Option<FeedTally>,
    support: Support,
    doubted_until: Option<OffsetDateTime>,
    observed_at: OffsetDateTime,
}

impl FeedReading {
    /// A feed observed at this instant of a store that is, or was, doubted until another one.
    pub fn new(doubted_until: Option<OffsetDateTime>, observed_at: OffsetDateTime) -> Self {
        Self {
            believed: FeedTally::default(),
            last: doubted_until.map(|_| FeedTally::default()),
            support: Support::default(),
            doubted_until,
            observed_at,
        }
    }

    /// Whether the store is doubted while the feed is read.
    pub fn is_doubted(&self) -> bool {
        let at = self.observed_at;
        self.doubted_until.is_some_and(|until| at < until)
    }

    /// Counts an offer.
    pub fn observe(&mut self, sighting: &Sighting<'_>) {
        self.believed.observe(sighting);
        self.support.observe(sighting);
        if let Some(last) = &mut self.last {
            last.observe(&Sighting {
                earlier: sighting.held.map_or(sighting.earlier, Earlier::Own),
                ..*sighting
            });
        }
    }

    /// Whether a full feed says that everything is sold out at once.
    pub fn sold_out(&self) -> Option<Suspicion> {
        self.believed.sold_out()
    }

    /// What is made of its prices; the store had `live` offers, and `is_full` when the feed names all that it has.
    pub fn verdict(&self, live: u64, is_full: bool, currency: Currency) -> FeedVerdict {
        let names_most = is_full || 2 * self.believed.compared() >= live;
        let doubted = self.doubted_until.filter(|_| self.is_doubted());
        let suspicion = self.believed.prices(live, is_full, currency).or_else(|| {
            let is_away = doubted.is_some() && names_most && !self.believed.has_returned();
            is_away.then(|| self.believed.not_returned(currency))
        });
        let Some(suspicion) = suspicion else {
            let stays = self.doubted_until.filter(|_| !names_most);
            return FeedVerdict::Believed(stays);
        };
        let anew = self.observed_at.saturating_add(suspicion.stands);
        let last = self.last.as_ref();
        let moved_on = last.is_none_or(|last| last.prices(live, is_full, currency).is_some());
        let until = match doubted {
            None if !moved_on => return FeedVerdict::LetIn(suspicion),
            // the next snapshot like this one is believed
            _ if self.support.is_enough() => self.observed_at,
            Some(until) if !moved_on => until,
            None | Some(_) => anew,
        };
        FeedVerdict::Held(Doubted { suspicion, until })
    }
}
