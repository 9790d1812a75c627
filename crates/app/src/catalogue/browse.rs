//! Searching by pages, filters and orders, with counts of what else could be chosen.

mod cursor;
mod facets;

use domain::availability::Availability;
use domain::money::Amount;

use crate::AppError;
use crate::catalogue::Catalogue;
use crate::catalogue::row::{self, Row};
use crate::catalogue::search::{Found, Rank, Ranked, parse};
use crate::catalogue::side_table::SideTable;

pub use cursor::Cursor;
pub use facets::{Count, Facets, MOST_COUNTS};

/// The most items of one page.
pub const MOST_ITEMS: usize = 100;

/// Which of the products that match are wanted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Filter {
    /// The brand, in any case.
    pub brand: Option<String>,
    /// The category, in any case: the whole text, or its first parts where it is a path (`Computers > Laptops`).
    pub category: Option<String>,
    /// The least lowest delivered price.
    pub min_price: Option<Amount>,
    /// The largest lowest delivered price.
    pub max_price: Option<Amount>,
    /// Some offer can be had in this way.
    pub availability: Option<Availability>,
}

impl Filter {
    /// Whether no price is at least the one and at most the other.
    pub fn has_crossed_prices(&self) -> bool {
        let prices = self.min_price.zip(self.max_price);
        prices.is_some_and(|(least, most)| least > most)
    }
}

/// What comes first.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Sort {
    /// The best match; of equals the cheapest. Where no text is looked for: what most shops sell.
    #[default]
    Relevance,
    /// The lowest delivered price.
    PriceAscending,
    /// The highest of the lowest delivered prices.
    PriceDescending,
    /// What most shops sell; of equals the cheapest.
    Stores,
}

impl Sort {
    /// Every order, in the order of the interface.
    pub const ALL: [Self; 4] = [
        Self::Relevance,
        Self::PriceAscending,
        Self::PriceDescending,
        Self::Stores,
    ];

    /// The code of the interface.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Relevance => "relevance",
            Self::PriceAscending => "price_asc",
            Self::PriceDescending => "price_desc",
            Self::Stores => "stores",
        }
    }

    /// The code read back; `None` for anything else.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|sort| sort.code() == code)
    }
}

/// A page that is asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct Browsing {
    /// What is looked for, as in [`Catalogue::search`]; `None`: every product of a brand or a category.
    pub q: Option<String>,
    /// Which of them.
    pub filter: Filter,
    /// In which order.
    pub sort: Sort,
    /// How many, 1 to [`MOST_ITEMS`].
    pub limit: usize,
    /// Where the page before ended.
    pub after: Option<Cursor>,
}

/// A page of what was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    /// How many products match, on all pages.
    pub total: usize,
    /// Those of this page. Their relevance is 0 where no text was looked for.
    pub items: Vec<Found>,
    /// What else could be chosen.
    pub facets: Facets,
    /// Where the next page begins, if there is one.
    pub next: Option<Cursor>,
}

impl Catalogue {
    /// Finds products as [`Catalogue::search`] does, those of a filter only, a page at a time. A product that comes
    /// or changes its place while somebody turns pages may be missed or seen twice; by relevance others too, when
    /// the best match is another one. Blocks for milliseconds; without a text for a look at every product.
    #[tracing::instrument(target = "otel", name = "browse", skip_all)]
    pub fn browse(&self, browsing: &Browsing) -> Result<Page, AppError> {
        let query = browsing.q.as_deref().map(parse).transpose()?;
        let filter = Wanted::new(&browsing.filter);
        if !browsing.names_goods() {
            return Err(AppError::validation(
                "q",
                "1 to 120 characters; it may be left out beside brand or category",
            ));
        }
        let after = browsing.after.as_ref();
        let after = after.map(|cursor| cursor.place(browsing)).transpose()?;
        let hits = query.as_ref().map(|query| self.hits(query)).transpose()?;
        let table = self.read_table();
        table.require_loaded()?;
        let now = row::instant(self.now());
        let found = match (&query, hits) {
            (Some(query), Some(hits)) => Ranked::all(&table, hits, now, query),
            _ => all_rows(&table, now),
        };
        let judged: Vec<_> = found
            .into_iter()
            .map(|it| (filter.passes(&it), it))
            .collect();
        let facets = Facets::count(&judged);
        let wanted = judged.into_iter().filter(|(passes, _)| passes.all());
        let mut places: Vec<_> = wanted.map(|(_, it)| (browsing.place(&it), it)).collect();
        let total = places.len();
        if let Some((place, id)) = after {
            places.retain(|(at, it)| (*at, it.row.id()) > (place, id));
        }
        let is_more = places.len() > browsing.limit;
        cut(&mut places, browsing.limit);
        let last = places.last().filter(|_| is_more);
        let next = last.and_then(|(place, it)| Cursor::new(browsing, *place, it.row.id()));
        let items = places.into_iter().map(|(_, it)| it.shown(query.is_some()));
        Ok(Page {
            total,
            items: items.collect(),
            facets,
            next,
        })
    }
}

/// Every product that can be bought.
fn all_rows(table: &SideTable, now: i64) -> Vec<Ranked<'_>> {
    let rows = table.rows().filter_map(|(_, row)| {
        let price = row.rank(now)?;
        Some(Ranked {
            rank: Rank::new(0, price),
            row,
        })
    });
    rows.collect()
}

/// The first so many, in order.
fn cut(places: &mut Vec<(i64, Ranked<'_>)>, limit: usize) {
    let by_place = |a: &(i64, Ranked<'_>), b: &(i64, Ranked<'_>)| {
        (a.0, a.1.row.id()).cmp(&(b.0, b.1.row.id()))
    };
    if places.len() > limit && limit > 0 {
        places.select_nth_unstable_by(limit - 1, by_place);
        places.truncate(limit);
    }
    places.sort_unstable_by(by_place);
}

impl Browsing {
    /// Whether it says which goods are looked for: a text, a brand or a category does, a price or an availability alone
    /// does not.
    pub const fn names_goods(&self) -> bool {
        let Filter {
            brand, category, ..
        } = &self.filter;
        self.q.is_some() || brand.is_some() || category.is_some()
    }

    /// By what a product is ordered before its id, the least first.
    fn place(&self, found: &Ranked<'_>) -> i64 {
        let price = found.rank.price();
        match self.sort {
            Sort::Relevance if self.q.is_some() => found.rank.number(),
            Sort::Relevance | Sort::Stores => {
                let stores = i64::from(found.row.store_count().min(MOST_STORES));
                Rank::new(i64::from(MOST_STORES) - stores, price).number()
            }
            Sort::PriceAscending => price,
            Sort::PriceDescending => -price,
        }
    }
}

/// Products of more stores than that are ordered as if they had so many.
const MOST_STORES: u32 = 10_000;

/// A filter made ready for very many rows.
struct Wanted<'a> {
    filter: &'a Filter,
    brand: Option<Folded>,
    category: Option<Folded>,
}

/// Part of what is wanted.
#[derive(Clone, Copy)]
enum Part {
    Brand,
    Category,
    Price,
    Availability,
}

impl Part {
    const fn bit(self) -> u8 {
        match self {
            Self::Brand => 1,
            Self::Category => 1 << 1,
            Self::Price => 1 << 2,
            Self::Availability => 1 << 3,
        }
    }
}

impl<'a> Wanted<'a> {
    fn new(filter: &'a Filter) -> Self {
        let folded = |text: &Option<String>| text.as_deref().map(Folded::new);
        Self {
            filter,
            brand: folded(&filter.brand),
            category: folded(&filter.category),
        }
    }

    /// Which parts of it a product passes.
    fn passes(&self, found: &Ranked<'_>) -> Passes {
        let row: &Row = found.row;
        let price = Amount::from_minor(found.rank.price());
        let is_dear = self
            .filter
            .min_price
            .is_none_or(|least| price >= Some(least));
        let is_cheap = self.filter.max_price.is_none_or(|most| price <= Some(most));
        let can_be_had = |wanted: Availability| row.availability().has(wanted);
        let is_brand = self
            .brand
            .as_ref()
            .is_none_or(|brand| brand.is(row.brand()));
        let category = self.category.as_ref();
        let is_category = category.is_none_or(|category| category.begins(row.category()));
        let all = [
            (Part::Brand, is_brand),
            (Part::Category, is_category),
            (Part::Price, is_dear && is_cheap),
            (
                Part::Availability,
                self.filter.availability.is_none_or(can_be_had),
            ),
        ];
        let failed = all.into_iter().filter(|(_, passes)| !passes);
        Passes {
            failed: failed.fold(0, |failed, (part, _)| failed | part.bit()),
        }
    }
}

/// Which parts of a filter a product passes.
#[derive(Clone, Copy)]
struct Passes {
    /// A bit for each that it does not.
    failed: u8,
}

impl Passes {
    const fn all(self) -> bool {
        self.failed == 0
    }

    /// Whether it would pass, if one part were not asked for.
    const fn but_for(self, left_out: Part) -> bool {
        self.failed & !left_out.bit() == 0
    }
}

/// A text that is compared in any case.
struct Folded(String);

impl Folded {
    fn new(text: &str) -> Self {
        Self(text.trim().to_lowercase())
    }

    fn is(&self, text: &str) -> bool {
        if text.is_ascii() {
            text.eq_ignore_ascii_case(&self.0)
        } else {
            text.to_lowercase() == self.0
        }
    }

    /// Whether it is the whole of a path, or its first parts.
    fn begins(&self, path: &str) -> bool {
        let mut ends = path.match_indices('>').map(|(end, _)| end);
        self.is(path)
            || ends.any(|end| path.get(..end).is_some_and(|part| self.is(part.trim_end())))
    }
}
