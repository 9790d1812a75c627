//! The side table: a row for each product.

use std::collections::{BTreeSet, HashMap};

use domain::ids::{CanonicalProductId, ProductNo, Revision};
use domain::money::Amount;
use domain::num;
use rustc_hash::FxBuildHasher;
use time::OffsetDateTime;

use super::row::{Row, instant};
use super::summary::UsualDelivery;
use crate::AppError;

/// Rows of neighbouring numbers lie together: numbers are given in order, with gaps.
const PAGE_ROWS: i64 = 256;

/// The rows of neighbouring numbers.
type Page = Box<[Option<Row>]>;

/// The side table.
pub(crate) struct SideTable {
    pages: HashMap<i64, Page, FxBuildHasher>,
    products: usize,
    /// When the rows expire, the next first, in nanoseconds.
    expiries: BTreeSet<(i64, ProductNo)>,
    pub(crate) covered: Option<Revision>,
    /// What every row counts with.
    pub(super) usual_delivery: UsualDelivery,
    /// The cost of delivery where a category has no usual one.
    assumed_delivery: Amount,
}

/// Where a product's row is.
fn place(no: ProductNo) -> (i64, usize) {
    let place = num::usize_from_i64(no.0.rem_euclid(PAGE_ROWS));
    (no.0.div_euclid(PAGE_ROWS), place)
}

/// Finds rows of products one after the other, those of neighbours quickly.
pub(crate) struct Finder<'a> {
    table: &'a SideTable,
    page: Option<(i64, &'a Page)>,
}

impl<'a> Finder<'a> {
    pub(crate) fn get(&mut self, no: ProductNo) -> Option<&'a Row> {
        let (number, place) = place(no);
        if self.page.is_none_or(|(at, _)| at != number) {
            self.page = Some((number, self.table.pages.get(&number)?));
        }
        self.page?.1.get(place)?.as_ref()
    }
}

impl SideTable {
    /// An empty one.
    pub(super) fn new(assumed_delivery: Amount) -> Self {
        Self {
            pages: HashMap::default(),
            products: 0,
            expiries: BTreeSet::new(),
            covered: None,
            usual_delivery: UsualDelivery::new(),
            assumed_delivery,
        }
    }

    /// One without rows that counts as this one does.
    pub(super) fn emptied(&self) -> Self {
        Self {
            covered: self.covered,
            usual_delivery: self.usual_delivery.clone(),
            ..Self::new(self.assumed_delivery)
        }
    }

    /// Removes all rows.
    pub(super) fn clear(&mut self) {
        self.pages.clear();
        self.products = 0;
        self.expiries.clear();
    }

    /// Refuses until the whole catalogue was read once: half of it would look like all of it.
    pub(crate) fn require_loaded(&self) -> Result<(), AppError> {
        match self.covered {
            Some(_) => Ok(()),
            None => Err(AppError::loading()),
        }
    }

    /// How many products there are.
    pub(super) const fn len(&self) -> usize {
        self.products
    }

    /// The row of a product.
    pub(super) fn get(&self, no: ProductNo) -> Option<&Row> {
        self.finder().get(no)
    }

    pub(crate) const fn finder(&self) -> Finder<'_> {
        Finder {
            table: self,
            page: None,
        }
    }

    fn get_mut(&mut self, no: ProductNo) -> Option<&mut Row> {
        let (number, place) = place(no);
        self.pages.get_mut(&number)?.get_mut(place)?.as_mut()
    }

    /// The numbers of the pages.
    pub(super) fn pages(&self) -> Vec<i64> {
        self.pages.keys().copied().collect()
    }

    /// The rows of a page.
    pub(super) fn page(&self, number: i64) -> impl Iterator<Item = (ProductNo, &Row)> {
        let page = self.pages.get(&number).map(Box::as_ref).unwrap_or_default();
        let numbers = (number.saturating_mul(PAGE_ROWS)..).map(ProductNo);
        let rows = numbers.zip(page.iter());
        rows.filter_map(|(no, row)| Some((no, row.as_ref()?)))
    }

    /// The index has the text with this digest of a product.
    pub(super) fn set_text(&mut self, no: ProductNo, digest: u64) {
        if let Some(row) = self.get_mut(no) {
            row.text_digest = digest;
        }
    }

    /// All rows, in no order.
    pub(super) fn rows(&self) -> impl Iterator<Item = (ProductNo, &Row)> {
        let numbers = self.pages.keys().copied();
        numbers.flat_map(|number| self.page(number))
    }

    /// The products of which an offer rests on a usual delivery cost that is another one from now on: their
    /// rows are to [be counted anew](Self::count_anew), those that are put in count with it already.
    pub(super) fn change_usual_delivery(&mut self, now: UsualDelivery) -> Vec<ProductNo> {
        let before = std::mem::replace(&mut self.usual_delivery, now);
        let now = &self.usual_delivery;
        if before == *now {
            return Vec::new();
        }
        let is_other = |category: &u64| before.get(category) != now.get(category);
        let resting = self.rows();
        let resting = resting.filter(|(_, row)| row.rests_on().as_ref().is_some_and(is_other));
        resting.map(|(no, _)| no).collect()
    }

    /// Counts the rows of these products with the usual delivery costs; their ids.
    pub(super) fn count_anew(&mut self, products: &[ProductNo]) -> Vec<CanonicalProductId> {
        let usual = std::mem::take(&mut self.usual_delivery);
        let otherwise = self.assumed_delivery;
        let mut ids = Vec::with_capacity(products.len());
        for no in products {
            if let Some(row) = self.get_mut(*no) {
                row.count_with(&usual, otherwise);
                ids.extend(row.canonical_id());
            }
        }
        self.usual_delivery = usual;
        ids
    }

    /// Puts a row in, unless a later read has been there before.
    pub(super) fn put(&mut self, no: ProductNo, mut row: Row) {
        if self.get(no).is_some_and(|other| other.mark > row.mark) {
            return;
        }
        row.count_with(&self.usual_delivery, self.assumed_delivery);
        let until = row.expiry();
        let (number, place) = place(no);
        let empty = || (0..PAGE_ROWS).map(|_| None).collect();
        let page = self.pages.entry(number).or_insert_with(empty);
        let before = page.get_mut(place).and_then(|slot| slot.replace(row));
        match before {
            Some(before) => self.forget_expiry(no, &before),
            None => self.products += 1,
        }
        self.expiries.extend(until.map(|at| (at, no)));
    }

    /// Takes the row of a product out.
    pub(super) fn remove(&mut self, no: ProductNo) -> Option<Row> {
        let (number, place) = place(no);
        let removed = self.pages.get_mut(&number)?.get_mut(place)?.take()?;
        self.products -= 1;
        self.forget_expiry(no, &removed);
        Some(removed)
    }

    /// When the next row expires, or the first did that nobody has looked at since.
    pub(super) fn next_expiry(&self) -> Option<OffsetDateTime> {
        let (at, _) = self.expiries.first()?;
        OffsetDateTime::from_unix_timestamp_nanos(i128::from(*at)).ok()
    }

    /// At most so many of the products whose rows have expired, with the instants of that; the first to expire
    /// first.
    pub(super) fn expired(&self, now: OffsetDateTime, limit: usize) -> Vec<(i64, ProductNo)> {
        let now = instant(now);
        let all = self.expiries.iter().copied();
        all.take_while(|(at, _)| *at <= now).take(limit).collect()
    }

    /// These were looked at: one that is still there is of a product which is gone, or which a later read replaces.
    pub(super) fn settle(&mut self, expired: &[(i64, ProductNo)]) {
        for expiry in expired {
            self.expiries.remove(expiry);
        }
    }

    fn forget_expiry(&mut self, no: ProductNo, row: &Row) {
        if let Some(at) = row.expiry() {
            self.expiries.remove(&(at, no));
        }
    }
}
