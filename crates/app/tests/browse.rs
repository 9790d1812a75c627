//! Pages, filters and counts of a search, beside what a naive model says of the same products.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use std::sync::Arc;

use adapter_sqlite::SqliteStore;
use adapter_tantivy::TantivyIndex;
use app::AppError;
use app::catalogue::browse::{Browsing, Count, Cursor, Filter, Page, Sort};
use app::catalogue::{Catalogue, CatalogueSettings, CatalogueStores};
use app::importing::import_catalogue::import_catalogue;
use domain::availability::Availability;
use domain::gtin::Gtin;
use domain::ids::CanonicalProductId;
use domain::money::{Amount, Currency};
use domain::placement::Confidence;
use domain::product::{ProductDraft, ProductGtin, Provenance};
use domain::snapshot::SnapshotKind;
use fakes::{ManualClock, PreparedBatches};
use ports_net::{CatalogueItem, FeedItem};
use support::{START, TTL, empty_store, importer, offer_of, request};
use tempfile::TempDir;

/// A product as the tests make it.
struct Made {
    id: String,
    brand: &'static str,
    category: &'static str,
    price: i64,
    availability: Availability,
    stores: u32,
}

const BRANDS: [&str; 4] = ["Nova", "NOVA", "Élan", "Brio"];
const CATEGORIES: [&str; 4] = ["Home", "Home > Vases", "Homeware", ""];
const WAYS: [Availability; 3] = [
    Availability::InStock,
    Availability::Preorder,
    Availability::Unknown,
];

fn pick<T: Copy, const N: usize>(all: [T; N], n: usize) -> T {
    *all.get(n % N).unwrap()
}

/// Products of which each third is sold by two stores.
fn made() -> Vec<Made> {
    let product = |n: usize| Made {
        id: format!("vase_{}", name(n).to_lowercase()),
        brand: pick(BRANDS, n * 7),
        category: pick(CATEGORIES, n * 5 % 11),
        price: 1000 + i64::try_from(n * 37 % 19).unwrap() * 100,
        availability: pick(WAYS, n * 3 % 7),
        stores: if n.is_multiple_of(3) { 2 } else { 1 },
    };
    (0..60).map(product).collect()
}

/// A word of letters: numbers in titles would be models.
fn name(n: usize) -> String {
    let letter = |n: usize| char::from(b'a' + u8::try_from(n).unwrap());
    [
        "K",
        &letter(n / 8).to_string(),
        "o",
        &letter(n % 8).to_string(),
        "u",
    ]
    .concat()
}

fn row(n: usize, product: &Made) -> CatalogueItem {
    let of_number = ProductGtin {
        gtin: number(),
        provenance: Provenance::Catalogue,
        confidence: Confidence::FULL,
    };
    let draft = ProductDraft {
        brand: product.brand.to_owned(),
        category: product.category.to_owned(),
        gtins: if n == 5 { vec![of_number] } else { Vec::new() },
        ..ProductDraft::named(
            CanonicalProductId::parse(&product.id).unwrap(),
            format!("Vase {}", name(n)),
            Provenance::Catalogue,
        )
    };
    CatalogueItem::Product {
        line: 1,
        draft: Box::new(draft),
        remarks: Vec::new(),
    }
}

struct World {
    catalogue: Catalogue,
    clock: Arc<ManualClock>,
    made: Vec<Made>,
    _folder: TempDir,
}

async fn world() -> World {
    let (store, folder) = empty_store().await;
    let store = Arc::new(store);
    let clock = Arc::new(ManualClock::at(START));
    let made = made();
    let rows = made.iter().enumerate().map(|(n, product)| row(n, product));
    let mut rows = PreparedBatches::of(rows.collect());
    let counts = import_catalogue(&*store, &*store, &mut rows, &mut |_, _| {}).await;
    assert_eq!(counts.unwrap().rejected, 0);
    for place in 1..=2 {
        let sold = made.iter().filter(|it| it.stores >= place);
        let items = sold.map(|product| {
            let mut offer = offer_of(&product.id, &product.id, product.brand, product.price);
            offer.facts.availability = product.availability;
            offer.pinned = CanonicalProductId::parse(&product.id);
            FeedItem::Offer(Box::new(offer), Vec::new())
        });
        let mut feed = PreparedBatches::of(items.collect());
        let request = request(&format!("Shop {place}"), SnapshotKind::Full);
        let importer = importer(&store, &clock);
        let counts = importer.import(&request, &mut feed, &mut ()).await;
        assert_eq!(counts.unwrap().rejected, 0);
    }
    let catalogue = Catalogue::new(
        CatalogueStores {
            reader: Arc::<SqliteStore>::clone(&store),
            history: Arc::<SqliteStore>::clone(&store),
            scales: store,
        },
        Arc::new(TantivyIndex::in_memory().unwrap()),
        Arc::<ManualClock>::clone(&clock),
        CatalogueSettings {
            currency: Currency::parse("EUR").unwrap(),
            offer_ttl: TTL,
            assumed_delivery: Amount::ZERO,
        },
    );
    catalogue.load().await.unwrap();
    World {
        catalogue,
        clock,
        made,
        _folder: folder,
    }
}

fn number() -> Gtin {
    Gtin::parse("4006381333931").unwrap()
}

fn browsing(filter: Filter, sort: Sort, limit: usize) -> Browsing {
    Browsing {
        q: Some("vase".to_owned()),
        filter,
        sort,
        limit,
        after: None,
    }
}

impl Made {
    fn is_of_brand(&self, brand: &str) -> bool {
        self.brand.to_lowercase() == brand.trim().to_lowercase()
    }

    fn is_of_category(&self, category: &str) -> bool {
        let (own, asked) = (self.category.to_lowercase(), category.to_lowercase());
        own == asked || own.starts_with(&format!("{asked} >"))
    }

    fn passes(&self, filter: &Filter) -> bool {
        let price = Amount::from_minor(self.price).unwrap();
        filter
            .brand
            .as_ref()
            .is_none_or(|brand| self.is_of_brand(brand))
            && filter
                .category
                .as_ref()
                .is_none_or(|category| self.is_of_category(category))
            && filter.min_price.is_none_or(|least| price >= least)
            && filter.max_price.is_none_or(|most| price <= most)
            && filter
                .availability
                .is_none_or(|wanted| self.availability == wanted)
    }

    /// All names are as relevant as each other here.
    fn place(&self, sort: Sort) -> (i64, i64, String) {
        let stores = -i64::from(self.stores);
        let (first, second) = match sort {
            Sort::Relevance | Sort::PriceAscending => (self.price, 0),
            Sort::PriceDescending => (-self.price, 0),
            Sort::Stores => (stores, self.price),
        };
        (first, second, self.id.clone())
    }
}

/// Every page, one after the other.
fn all_pages(catalogue: &Catalogue, mut browsing: Browsing) -> (Vec<String>, Vec<Page>) {
    let (mut ids, mut pages) = (Vec::new(), Vec::new());
    loop {
        let page = catalogue.browse(&browsing).unwrap();
        assert!(page.items.len() <= browsing.limit);
        ids.extend(page.items.iter().map(|it| it.summary.id().to_owned()));
        let next = page.next.as_ref().map(ToString::to_string);
        pages.push(page);
        let Some(next) = next else {
            return (ids, pages);
        };
        browsing.after = Cursor::parse(&next);
        assert!(browsing.after.is_some(), "{next}");
    }
}

fn filters() -> Vec<Filter> {
    let text = |text: &str| Some(text.to_owned());
    let amount = Amount::from_minor;
    let none = Filter::default;
    vec![
        none(),
        Filter {
            brand: text(" nova"),
            ..none()
        },
        Filter {
            brand: text("ÉLAN"),
            ..none()
        },
        Filter {
            brand: text("Nov"),
            ..none()
        },
        Filter {
            category: text("home"),
            ..none()
        },
        Filter {
            category: text("Home > Vases"),
            ..none()
        },
        Filter {
            min_price: amount(1300),
            max_price: amount(2000),
            ..none()
        },
        Filter {
            availability: Some(Availability::Preorder),
            ..none()
        },
        Filter {
            availability: Some(Availability::OutOfStock),
            ..none()
        },
        Filter {
            brand: text("Brio"),
            category: text("home"),
            min_price: amount(1100),
            max_price: None,
            availability: Some(Availability::InStock),
        },
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_are_the_products_that_pass_in_order_each_once() {
    let World {
        catalogue,
        clock: _,
        made,
        _folder,
    } = world().await;
    for filter in filters() {
        for sort in Sort::ALL {
            let mut expected: Vec<&Made> = made.iter().filter(|it| it.passes(&filter)).collect();
            expected.sort_by_key(|it| it.place(sort));
            let expected: Vec<&str> = expected.iter().map(|it| it.id.as_str()).collect();
            for limit in [1, 7, 100] {
                let (ids, pages) = all_pages(&catalogue, browsing(filter.clone(), sort, limit));
                assert_eq!(ids, expected, "{filter:?} {sort:?} {limit}");
                assert!(pages.iter().all(|page| page.total == expected.len()));
                assert_eq!(pages.len(), expected.len().div_ceil(limit).max(1));
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_part_is_counted_as_if_nothing_were_chosen_of_it() {
    let World {
        catalogue,
        clock: _,
        made,
        _folder,
    } = world().await;
    for filter in filters() {
        let page = catalogue
            .browse(&browsing(filter.clone(), Sort::Relevance, 1))
            .unwrap();
        let but = |change: fn(&mut Filter)| {
            let mut other = filter.clone();
            change(&mut other);
            made.iter()
                .filter(move |it| it.passes(&other))
                .collect::<Vec<_>>()
        };
        let brands = but(|filter| filter.brand = None);
        for Count { value, products } in &page.facets.brands {
            let same = brands.iter().filter(|it| it.is_of_brand(value)).count();
            assert_eq!(same, *products, "{filter:?} {value}");
        }
        let counted: usize = page.facets.brands.iter().map(|it| it.products).sum();
        assert_eq!(counted, brands.len(), "{filter:?}");
        let categories = but(|filter| filter.category = None);
        for Count { value, products } in &page.facets.categories {
            let chosen = Filter {
                category: Some(value.clone()),
                ..Filter::default()
            };
            let same = categories.iter().filter(|it| it.passes(&chosen)).count();
            assert_eq!(same, *products, "{filter:?} {value}");
        }
        let mut named = categories.iter().filter(|it| !it.category.is_empty());
        let told = |category: &str| {
            let mut told = page.facets.categories.iter();
            told.any(|it| it.value.to_lowercase() == category.to_lowercase())
        };
        assert!(named.all(|it| told(it.category)), "{filter:?}");
        let ways = but(|filter| filter.availability = None);
        let had = WAYS.map(|value| Count {
            value,
            products: ways.iter().filter(|it| it.availability == value).count(),
        });
        let had: Vec<_> = had.into_iter().filter(|it| it.products > 0).collect();
        assert_eq!(page.facets.availabilities, had, "{filter:?}");
        let priced = but(|filter| (filter.min_price, filter.max_price) = (None, None));
        let prices = priced.iter().map(|it| it.price);
        let range = prices.clone().min().zip(prices.max());
        let told = page
            .facets
            .prices
            .map(|(low, high)| (low.minor(), high.minor()));
        assert_eq!(told, range, "{filter:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_brand_or_a_category_is_browsed_without_a_text() {
    let World {
        catalogue,
        clock: _,
        made,
        _folder,
    } = world().await;
    let by = |filter: Filter| Browsing {
        q: None,
        ..browsing(filter, Sort::Relevance, 7)
    };
    let filter = Filter {
        category: Some("Home".to_owned()),
        ..Filter::default()
    };
    let mut expected: Vec<&Made> = made.iter().filter(|it| it.passes(&filter)).collect();
    expected.sort_by_key(|it| it.place(Sort::Stores));
    let expected: Vec<&str> = expected.iter().map(|it| it.id.as_str()).collect();
    let (ids, pages) = all_pages(&catalogue, by(filter));
    assert_eq!(ids, expected);
    assert!(
        pages
            .iter()
            .flat_map(|page| &page.items)
            .all(|it| it.relevance == 0.0)
    );
    let everything = by(Filter {
        max_price: Amount::from_minor(2000),
        ..Filter::default()
    });
    assert_eq!(field(&catalogue.browse(&everything).unwrap_err()), "q");
}

fn field(error: &AppError) -> &str {
    error.details.first().unwrap().field
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cursor_belongs_to_its_search() {
    let World {
        catalogue, _folder, ..
    } = world().await;
    let first = browsing(Filter::default(), Sort::PriceAscending, 5);
    let cursor = catalogue.browse(&first).unwrap().next;
    let longer = Browsing {
        after: cursor.clone(),
        limit: 9,
        ..first.clone()
    };
    assert_eq!(catalogue.browse(&longer).unwrap().items.len(), 9);
    for other in [
        Browsing {
            sort: Sort::Stores,
            ..longer.clone()
        },
        Browsing {
            q: Some("vases".to_owned()),
            ..longer.clone()
        },
        Browsing {
            filter: Filter {
                brand: Some("Nova".to_owned()),
                ..Filter::default()
            },
            ..longer.clone()
        },
    ] {
        assert_eq!(field(&catalogue.browse(&other).unwrap_err()), "cursor");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn several_products_are_read_at_once_by_id_or_number() {
    let World {
        catalogue,
        clock: _,
        made,
        _folder,
    } = world().await;
    let id = |text: &str| CanonicalProductId::parse(text).unwrap();
    let ids = [id(&made[3].id), id("nothing"), id(&made[5].id)];
    let found = catalogue.products(&ids).await.unwrap();
    let names: Vec<_> = found
        .iter()
        .map(|it| it.as_ref().map(|it| it.product.draft.id.clone()))
        .collect();
    assert_eq!(names, [Some(ids[0].clone()), None, Some(ids[2].clone())]);
    let other = Gtin::parse("9783161484100").unwrap();
    let by_number = catalogue.ids_of_numbers(&[other, number()]).unwrap();
    assert_eq!(by_number, [None, Some(ids[2].clone())]);
    let stores = catalogue.stores().await.unwrap();
    let seen: Vec<_> = stores
        .iter()
        .map(|store| (store.name.as_str(), store.last_observed_at))
        .collect();
    assert_eq!(seen, [("Shop 1", Some(START)), ("Shop 2", Some(START))]);
}

#[tokio::test]
async fn a_shop_whose_offers_count_no_more_sells_nothing() {
    let world = world().await;
    let selling = async || {
        let stores = world.catalogue.selling_stores().await.unwrap();
        stores.len()
    };
    assert_eq!(selling().await, 2);
    world.clock.advance(TTL);
    assert_eq!(selling().await, 0);
    assert_eq!(world.catalogue.stores().await.unwrap().len(), 2);
}

#[test]
fn prices_and_availabilities_name_no_goods() {
    let mut browsing = browsing(Filter::default(), Sort::Relevance, 9);
    assert!(browsing.names_goods());
    browsing.q = None;
    browsing.filter.min_price = Some(Amount::ZERO);
    browsing.filter.availability = Some(Availability::InStock);
    assert!(!browsing.names_goods());
    browsing.filter.category = Some("Home".to_owned());
    assert!(browsing.names_goods());
}
