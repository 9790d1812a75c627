//! The side table's row of one product, made small: there are millions.

use std::sync::Arc;

use domain::availability::Availability;
use domain::ids::{CanonicalProductId, ProductNo, Revision};
use domain::money::Amount;
use domain::placement::Confidence;
use domain::scoring::Minimum;
use ports_store::KeptRow;
use time::OffsetDateTime;

use super::summary::{ReadMark, Resting, Summary, UsualDelivery};

/// Stands for no price.
const NONE: i64 = -1;

/// Stands for an instant that does not come.
const NEVER: i64 = i64::MAX;

/// An instant as the row has it: nanoseconds since 1970, at most until 2262.
pub(crate) fn instant(at: OffsetDateTime) -> i64 {
    i64::try_from(at.unix_timestamp_nanos()).unwrap_or(NEVER)
}

/// The texts of a product in one piece.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Texts {
    /// Id, name, brand, model, variant, category and picture, one behind the other.
    all: Arc<str>,
    /// Where the first six of them end.
    ends: [u32; 6],
    has_image: bool,
}

impl Texts {
    pub(crate) fn new(texts: [&str; 6], image_path: Option<&str>) -> Self {
        let mut all = String::new();
        let ends = texts.map(|text| {
            all.push_str(text);
            u32::try_from(all.len()).unwrap_or(u32::MAX)
        });
        all.push_str(image_path.unwrap_or_default());
        Self {
            all: all.into(),
            ends,
            has_image: image_path.is_some(),
        }
    }

    /// One of the first six.
    pub(crate) fn get(&self, place: usize) -> &str {
        let end = |place: usize| {
            let end = self.ends.get(place).copied().unwrap_or(u32::MAX);
            domain::num::usize_from_u32(end)
        };
        let start = place.checked_sub(1).map_or(0, end);
        self.all.get(start..end(place)).unwrap_or_default()
    }

    pub(crate) fn image_path(&self) -> Option<&str> {
        let [.., start] = self.ends;
        let image = self.all.get(domain::num::usize_from_u32(start)..);
        image.filter(|_| self.has_image)
    }
}

/// A set of availabilities.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Availabilities(u8);

impl Availabilities {
    const fn bit(availability: Availability) -> u8 {
        match availability {
            Availability::InStock => 1,
            Availability::Limited => 1 << 1,
            Availability::Preorder => 1 << 2,
            Availability::Backorder => 1 << 3,
            Availability::OutOfStock => 1 << 4,
            Availability::Unknown => 1 << 5,
        }
    }

    pub(crate) fn of(all: impl Iterator<Item = Availability>) -> Self {
        Self(all.fold(0, |set, one| set | Self::bit(one)))
    }

    pub(crate) const fn has(self, availability: Availability) -> bool {
        self.0 & Self::bit(availability) != 0
    }
}

/// What is known of a product.
pub(crate) struct Row {
    /// The lowest delivered price in minor units, or [`NONE`].
    price: i64,
    /// Until when this is true if no snapshot comes, or [`NEVER`].
    until: i64,
    /// Digests of the texts that name it as a whole: its name, and brand, model and variant.
    full_names: [u64; 2],
    texts: Texts,
    confidence: Confidence,
    /// The price rests on an assumption.
    is_assumed: bool,
    /// Some offer rests on what delivery usually costs in the category.
    is_resting: bool,
    store_count: u32,
    /// How offers can be had that can be bought.
    availability: Availabilities,
    /// Its offers, stale ones too.
    pub(super) offers: u32,
    /// The minimum by what offers and stores state, in minor units, or [`NONE`]: with the delivery cost of the offer or of its store,
    /// else with the highest one of its store.
    of_stores: i64,
    /// It rests on a store's highest delivery cost.
    is_of_stores_assumed: bool,
    /// Digest of the category's name.
    category: u64,
    /// The lowest item price of the other offers that can be bought, or [`NONE`].
    item: i64,
    /// When it was read.
    pub(super) mark: ReadMark,
    /// Changes when the searched text does.
    pub(super) text_digest: u64,
}

/// What a row is made of.
pub(crate) struct Made {
    pub(super) texts: Texts,
    pub(super) confidence: Confidence,
    pub(super) store_count: u32,
    /// How offers can be had that can be bought.
    pub(super) availability: Availabilities,
    /// How many offers it has, stale ones too.
    pub(super) offers: usize,
    /// Until when this is true if no snapshot comes.
    pub(super) valid_until: Option<OffsetDateTime>,
    /// The minimum by what offers and stores state.
    pub(super) of_stores: Option<Minimum>,
    /// What the other offers rest on.
    pub(super) resting: Option<Resting>,
    pub(super) mark: ReadMark,
    pub(super) full_names: [u64; 2],
    pub(super) text_digest: u64,
}

impl Row {
    /// Not counted with any usual delivery cost yet.
    pub(super) fn new(made: Made) -> Self {
        let Made {
            texts,
            confidence,
            store_count,
            availability,
            offers,
            valid_until,
            of_stores,
            resting,
            mark,
            full_names,
            text_digest,
        } = made;
        let price = |amount: Option<Amount>| amount.map_or(NONE, Amount::minor);
        Self {
            price: NONE,
            until: valid_until.map_or(NEVER, instant),
            full_names,
            texts,
            confidence,
            is_assumed: false,
            is_resting: resting.is_some(),
            store_count,
            availability,
            offers: u32::try_from(offers).unwrap_or(u32::MAX),
            of_stores: price(of_stores.map(|minimum| minimum.price)),
            is_of_stores_assumed: of_stores.is_some_and(|minimum| minimum.is_assumed),
            category: resting.map_or(0, |resting| resting.category),
            item: price(resting.and_then(|resting| resting.item)),
            mark,
            text_digest,
        }
    }

    /// The instant at which it stops being true.
    pub(super) fn expiry(&self) -> Option<i64> {
        (self.until != NEVER).then_some(self.until)
    }

    /// Whether an offer that it rests on has turned stale since it was made.
    pub(crate) const fn has_expired(&self, now: i64) -> bool {
        self.until <= now
    }

    /// The price by which it is ranked, in minor units; `None` for one that is not found now.
    pub(crate) const fn rank(&self, now: i64) -> Option<i64> {
        if self.price == NONE || self.has_expired(now) {
            None
        } else {
            Some(self.price)
        }
    }

    /// Whether the digest is that of a text that names it as a whole.
    pub(crate) fn is_named(&self, digest: u64) -> bool {
        self.full_names.contains(&digest)
    }

    pub(crate) fn id(&self) -> &str {
        self.texts.get(0)
    }

    pub(crate) fn brand(&self) -> &str {
        self.texts.get(2)
    }

    pub(crate) fn category(&self) -> &str {
        self.texts.get(5)
    }

    pub(crate) const fn store_count(&self) -> u32 {
        self.store_count
    }

    /// How offers can be had that can be bought.
    pub(crate) const fn availability(&self) -> Availabilities {
        self.availability
    }

    /// The category on whose usual delivery cost it rests.
    pub(super) fn rests_on(&self) -> Option<u64> {
        self.is_resting.then_some(self.category)
    }

    /// Counts with what delivery usually costs now, whatever was true when it was read; `otherwise` where a category
    /// has no usual cost.
    pub(super) fn count_with(&mut self, usual: &UsualDelivery, otherwise: Amount) {
        let assumed = self.rests_on().and_then(|category| {
            let item = Amount::from_minor(self.item)?;
            let cost = usual.get(&category).copied();
            Some((true, item.plus(cost.unwrap_or(otherwise))))
        });
        let of_stores =
            Amount::from_minor(self.of_stores).map(|price| (self.is_of_stores_assumed, price));
        let minimum = of_stores.into_iter().chain(assumed).min();
        (self.is_assumed, self.price) = minimum.map_or((false, NONE), |(is_assumed, price)| {
            (is_assumed, price.minor())
        });
    }

    /// What search shows of it.
    pub(crate) fn summary(&self) -> Summary {
        let price = Amount::from_minor(self.price);
        Summary {
            texts: self.texts.clone(),
            confidence: self.confidence,
            minimum: price.map(|price| Minimum {
                price,
                is_assumed: self.is_assumed,
            }),
            store_count: self.store_count,
        }
    }

    /// Its public id.
    pub(super) fn canonical_id(&self) -> Option<CanonicalProductId> {
        CanonicalProductId::parse(self.id())
    }

    /// The row as it is kept.
    pub(super) fn kept(&self, no: ProductNo) -> KeptRow<'_> {
        KeptRow {
            no: no.0,
            texts: &self.texts.all,
            ends: self.texts.ends,
            has_image: self.texts.has_image,
            confidence: self.confidence.milli(),
            store_count: self.store_count,
            availability: self.availability.0,
            offers: self.offers,
            until: self.until,
            full_names: self.full_names,
            of_stores: self.of_stores,
            is_of_stores_assumed: self.is_of_stores_assumed,
            category: self.rests_on(),
            item: self.item,
            revision: self.mark.revision.0,
            text_digest: self.text_digest,
        }
    }

    /// A row that was kept, earlier than everything that is read; not counted with any usual delivery cost yet.
    pub(super) fn of_kept(kept: &KeptRow<'_>) -> (ProductNo, Self) {
        let KeptRow {
            no,
            texts,
            ends,
            has_image,
            confidence,
            store_count,
            availability,
            offers,
            until,
            full_names,
            of_stores,
            is_of_stores_assumed,
            category,
            item,
            revision,
            text_digest,
        } = *kept;
        let row = Self {
            price: NONE,
            until,
            full_names,
            texts: Texts {
                all: texts.into(),
                ends,
                has_image,
            },
            confidence: Confidence::from_milli(confidence),
            is_assumed: false,
            is_resting: category.is_some(),
            store_count,
            availability: Availabilities(availability),
            offers,
            of_stores,
            is_of_stores_assumed,
            category: category.unwrap_or_default(),
            item,
            mark: ReadMark {
                revision: Revision(revision),
                read: 0,
            },
            text_digest,
        };
        (ProductNo(no), row)
    }
}
