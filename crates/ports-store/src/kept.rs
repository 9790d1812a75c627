use domain::ids::Revision;
use serde::{Deserialize, Serialize};

use crate::IndexError;

/// What a kept catalogue was read of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptState {
    /// The revision from which on changes are missing; what was read later may be in it.
    pub revision: i64,
    /// [The store's number](crate::CatalogueReader::stamp) for it.
    pub stamp: i64,
}

impl KeptState {
    /// The revision.
    pub const fn revision(&self) -> Revision {
        Revision(self.revision)
    }
}

/// The row of a product, with numbers as they are: prices in minor units, -1 for none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptRow<'a> {
    /// The product's number.
    pub no: i64,
    /// Id, name, brand, model, variant, category and picture, one behind the other.
    pub texts: &'a str,
    /// Where the first six of them end.
    pub ends: [u32; 6],
    /// There is a picture.
    pub has_image: bool,
    /// Thousandths.
    pub confidence: u16,
    /// Stores that sell it.
    pub store_count: u32,
    /// How offers can be had that can be bought, a bit for each availability.
    pub availability: u8,
    /// Its offers, stale ones too.
    pub offers: u32,
    /// Until when it is true, in nanoseconds since 1970; the largest number for ever.
    pub until: i64,
    /// Digests of the texts that name it as a whole.
    pub full_names: [u64; 2],
    /// The minimum by what offers and stores state, in minor units; -1 for none.
    pub of_stores: i64,
    /// It rests on a store's highest delivery cost.
    pub is_of_stores_assumed: bool,
    /// Digest of the category on whose usual delivery cost the other offers rest.
    pub category: Option<u64>,
    /// The lowest item price of these.
    pub item: i64,
    /// The revision that was read.
    pub revision: i64,
    /// [Digest](crate::IndexedProduct::digest) of the searched text.
    pub text_digest: u64,
}

/// Gives one row after the other to what it is called with; false when there are no more.
pub type MoreRows<'a> = dyn FnMut(&mut dyn FnMut(&KeptRow<'_>)) -> bool + 'a;

/// What is kept of the served catalogue beside the index, so that the next start need not read everything. Calls
/// block.
pub trait CatalogueKeeper: Send + Sync {
    /// What was kept last, by the same build of the program with the same settings; `None` when there is nothing,
    /// or it cannot be used.
    fn kept(&self) -> Option<KeptState>;

    /// Calls back for every row that was kept. An error when they are not as they were written; some may have been
    /// given by then.
    fn read(&self, each: &mut dyn FnMut(&KeptRow<'_>)) -> Result<(), IndexError>;

    /// Keeps these rows in the place of what was kept. What breaks off leaves that as it was.
    fn keep(&self, state: KeptState, more: &mut MoreRows<'_>) -> Result<(), IndexError>;

    /// Forgets what was kept: to be called before the index is [cleared](crate::ProductIndex::clear).
    fn forget(&self) -> Result<(), IndexError>;
}
