//! What is said of a feed that is not believed.

use super::moves::{Moved, Moves, Shift};
use super::{FEED_STANDS, SALE_STANDS, SHRUNKEN_STANDS};
use crate::money::{Amount, Currency};
use crate::plausibility::STANDS;

/// What prices are compared with.
pub(super) const BEFORE: &str = "their last believed prices";
/// The same.
pub(super) const OTHERS: &str = "what other shops ask";

/// Of an id that is shown in an example.
const ID_LENGTH: usize = 40;

/// Why a feed is not believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SuspicionKind {
    /// Most prices moved by one factor.
    Shifted,
    /// Nearly all prices are the same.
    OneValue,
    /// The prices went to other offers.
    Swapped,
    /// The prices moved without any order.
    Random,
    /// Everything is sold out at once.
    SoldOut,
    /// Too many offers are gone.
    Shrunken,
}

impl SuspicionKind {
    /// All kinds.
    pub const ALL: [Self; 6] = [
        Self::Shifted,
        Self::OneValue,
        Self::Swapped,
        Self::Random,
        Self::SoldOut,
        Self::Shrunken,
    ];

    /// Its name in listings and in the store.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Shifted => "shifted",
            Self::OneValue => "one_value",
            Self::Swapped => "swapped",
            Self::Random => "random",
            Self::SoldOut => "sold_out",
            Self::Shrunken => "shrunken",
        }
    }

    /// The kind of a name.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }

    /// Whether nothing of such a snapshot counts. Otherwise it counts, with its prices held back.
    pub const fn is_refused(self) -> bool {
        matches!(self, Self::SoldOut | Self::Shrunken)
    }
}

/// A feed that is not believed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suspicion {
    /// Why.
    pub kind: SuspicionKind,
    /// In a few words, for each offer.
    pub summary: String,
    /// With counts and examples, for a person.
    pub evidence: String,
    /// How long the feed has to say so until it is believed all the same; a shrunken one has to name the same
    /// offers all the while.
    pub stands: time::Duration,
}

impl Suspicion {
    /// Everything is sold out at once: of so many that could be ordered, among so many that the store had.
    pub(super) fn sold_out(orderable: u64, had: u64, now: u64) -> Self {
        Self {
            kind: SuspicionKind::SoldOut,
            summary: "everything is sold out at once".to_owned(),
            stands: STANDS,
            evidence: format!(
                "{orderable} of {had} offers could be ordered before, and {now} of all in the feed \
                 can be now: a shop system that is down looks like this"
            ),
        }
    }

    /// So many of the store's offers would be gone.
    pub fn shrunken(gone: u64, live: u64, percent: u8) -> Self {
        Self {
            kind: SuspicionKind::Shrunken,
            summary: "too many offers are gone".to_owned(),
            stands: SHRUNKEN_STANDS,
            evidence: format!(
                "the snapshot would remove {gone} of the store's {live} offers, more than {percent} %; \
                 a feed that broke off looks like this"
            ),
        }
    }
}

/// Writes suspicions about prices.
pub(super) struct Words {
    pub(super) currency: Currency,
}

impl Words {
    pub(super) fn shifted(&self, moves: &Moves, shift: Shift, against: &str) -> Suspicion {
        let Shift {
            factor,
            power,
            count,
        } = shift;
        let factor = if factor < 1.0 {
            format!("1/{}", rounded(1.0 / factor))
        } else {
            rounded(factor)
        };
        Suspicion {
            kind: SuspicionKind::Shifted,
            summary: format!("most prices that moved did so by a factor near {factor}"),
            stands: FEED_STANDS,
            evidence: format!(
                "{count} prices lie at powers of ten, or at one factor, near {factor} from {against} \
                 ({}){}",
                counts(moves),
                self.such_as(&moves.examples(Some(power)))
            ),
        }
    }

    pub(super) fn one_value(&self, value: Amount, rows: u64, moves: [&Moves; 2]) -> Suspicion {
        let examples: Vec<_> = moves.into_iter().flat_map(|m| m.examples(None)).collect();
        let shown = self.currency.show(value);
        Suspicion {
            kind: SuspicionKind::OneValue,
            summary: format!("nearly all prices are {shown}"),
            stands: FEED_STANDS,
            evidence: format!(
                "at least 90 % of {rows} rows ask {shown}, which they did not before{}",
                self.such_as(examples.get(..examples.len().min(3)).unwrap_or_default())
            ),
        }
    }

    pub(super) fn swapped(&self, moves: &Moves) -> Suspicion {
        Suspicion {
            kind: SuspicionKind::Swapped,
            summary: "the prices went to other offers".to_owned(),
            stands: FEED_STANDS,
            evidence: format!(
                "the new prices are the old ones of other offers: ids or rows slipped ({}){}",
                counts(moves),
                self.such_as(&moves.examples(None))
            ),
        }
    }

    /// `is_one_way`: a sale with a different reduction on everything looks alike.
    pub(super) fn random(&self, moves: &Moves, against: &str, is_one_way: bool) -> Suspicion {
        Suspicion {
            kind: SuspicionKind::Random,
            summary: "most prices moved far, without a common factor".to_owned(),
            stands: if is_one_way { SALE_STANDS } else { FEED_STANDS },
            evidence: format!(
                "{} prices are more than half above or a third below {against}, without a common \
                 factor ({}){}",
                moves.far(),
                counts(moves),
                self.such_as(&moves.examples(None))
            ),
        }
    }

    fn such_as(&self, examples: &[(&str, Moved)]) -> String {
        let shown: Vec<String> = examples
            .iter()
            .map(|(id, (before, now))| {
                let id: String = id.chars().take(ID_LENGTH).collect();
                let (before, now) = (self.currency.show(*before), self.currency.show(*now));
                format!("{id}: {before} -> {now}")
            })
            .collect();
        if shown.is_empty() {
            String::new()
        } else {
            format!(", as in {}", shown.join("; "))
        }
    }
}

fn counts(moves: &Moves) -> String {
    format!("{} of {} moved", moves.moved(), moves.compared())
}

/// Two digits are enough of a factor.
fn rounded(factor: f64) -> String {
    if factor >= 9.5 {
        format!("{factor:.0}")
    } else {
        format!("{factor:.1}")
    }
}
