//! How the cost of each kind of work grows with the catalogue.

mod plot;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use serde_json::Value;

use crate::bare;
use crate::catalogue::{self, Offer, offer, product};
use crate::http::{costed, spreads, typical};
use crate::load::Target;
use crate::matching::imported_by_batches;
use crate::numbers::{float, median};
use crate::options::Common;
use crate::outcome::{Outcome, say};
use crate::queries;
use crate::service::Api;
use crate::table::Row;

/// Rows of the shop's feed, whatever the size of the catalogue.
const FEED: u64 = 10_000;

/// Products that are asked for, and connections that ask.
const HOT: u64 = 5_000;
const PRODUCT_CONNECTIONS: u64 = 32;
const SEARCH_CONNECTIONS: u64 = 16;

/// How many times as much the import of one shop may cost beside the largest catalogue.
const FLAT: f64 = 1.3;

/// What is measured.
#[derive(Debug, Clone, Args)]
pub struct GrowthArgs {
    #[command(flatten)]
    common: Common,
    /// Sizes of the catalogue, the smallest first; each at least 10,000.
    #[arg(long, value_delimiter = ',', default_values_t = [10_000, 100_000, 1_000_000])]
    #[arg(value_parser = clap::value_parser!(u64).range(10_000..=10_000_000))]
    sizes: Vec<u64>,
    /// Where the plot goes.
    #[arg(long, value_name = "FILE.svg", default_value = "docs/growth.svg")]
    plot: PathBuf,
}

/// A kind of work, and how much it may cost.
struct Kind {
    what: &'static str,
    unit: &'static str,
    /// Products, the most that it may cost beside so many, and how that is said.
    limits: &'static [(u64, f64, &'static str)],
    /// The most beside the largest catalogue as a multiple of the smallest.
    growth: Option<(f64, &'static str)>,
}

const fn kind(what: &'static str, unit: &'static str) -> Kind {
    Kind {
        what,
        unit,
        limits: &[],
        growth: None,
    }
}

const KINDS: [Kind; 11] = [
    Kind {
        limits: &[(1_000_000, 50.0, "<= 50 us")],
        ..kind("catalog import, new: a product", "us")
    },
    Kind {
        limits: &[(1_000_000, 20.0, "<= 20 us")],
        ..kind("catalog import, unchanged: a product", "us")
    },
    Kind {
        growth: Some((FLAT, "<= 1.3 times")),
        ..kind("import of 10,000 new offers", "s")
    },
    Kind {
        growth: Some((FLAT, "<= 1.3 times")),
        ..kind("import of 10,000 offers, 10 % changed", "s")
    },
    Kind {
        limits: &[(200_000, 0.3, "< 0.3 ms"), (2_000_000, 0.4, "< 0.4 ms")],
        ..kind("matching a new offer by its title", "ms")
    },
    Kind {
        limits: &[(1_000_000, 8.0, "< 8 s")],
        ..kind("first start to ready", "s")
    },
    Kind {
        limits: &[(1_000_000, 8.0, "< 8 s")],
        ..kind("restart to ready", "s")
    },
    Kind {
        limits: &[(1_000_000, 800.0, "< 800 MB")],
        ..kind("memory to serve after a restart", "MB")
    },
    kind("product from cache: processor time", "us"),
    Kind {
        limits: &[
            (200_000, 150.0, "< 150 us"),
            (1_000_000, 250.0, "< 250 us"),
            (5_000_000, 500.0, "< 500 us"),
        ],
        ..kind("search: processor time", "us")
    },
    Kind {
        limits: &[
            (200_000, 3.0, "< 3 ms"),
            (1_000_000, 6.0, "< 6 ms"),
            (5_000_000, 15.0, "< 15 ms"),
        ],
        ..kind("search at half the peak: p99 in excess of bare actix", "ms")
    },
];

/// Measures each size on a SQLite store of its own, and draws the plot.
pub fn measure(args: &GrowthArgs) -> Outcome<Vec<Row>> {
    let mut columns: Vec<(u64, [f64; KINDS.len()])> = Vec::new();
    for products in &args.sizes {
        say(&format!("{products} products"));
        let figures = sized(&args.common, *products)?;
        for (kind, figure) in KINDS.iter().zip(figures) {
            say(&format!("  {}: {figure:.3} {}", kind.what, kind.unit));
        }
        columns.push((*products, figures));
    }
    plot::draw(&args.plot, &KINDS, &columns)?;
    say(&format!("drawn: {}", args.plot.display()));
    let mut rows = Vec::new();
    for (number, kind) in KINDS.iter().enumerate() {
        let series = columns.iter().filter_map(|(products, figures)| {
            let figure = figures.get(number)?;
            Some((*products, *figure))
        });
        rows.extend(kind.rows(&series.collect::<Vec<_>>()));
    }
    Ok(rows)
}

impl Kind {
    /// A row for each size, beside the smallest one.
    fn rows(&self, series: &[(u64, f64)]) -> Vec<Row> {
        let Some((smallest, first)) = series.first() else {
            return Vec::new();
        };
        let largest = series.last().map(|(products, _)| *products);
        let row = |(products, figure): &(u64, f64)| {
            let times = figure / first;
            let limit = self.limits.iter().find(|(at, _, _)| at == products);
            let absolute = limit.map(|(_, most, shown)| (*shown, figure <= most));
            let grown = self.growth.filter(|_| Some(*products) == largest);
            Row {
                what: format!("{}, {products} products", self.what),
                measured: format!("{figure:.2} {}", self.unit),
                limit: format!("{smallest} products: {first:.2} {}", self.unit),
                ratio: format!("{times:.2} times"),
                goal: absolute.or(grown.map(|(most, shown)| (shown, times <= most))),
            }
        };
        series.iter().map(row).collect()
    }
}

/// All figures of one size, in the order of the kinds.
fn sized(common: &Common, products: u64) -> Outcome<[f64; KINDS.len()]> {
    let temporary = tempfile::tempdir()?;
    let folder = temporary.path();
    let url = format!("sqlite://{}", folder.join("growth.sqlite").display());
    let api = Api::new(&common.binary()?, url, folder);
    let key = api.key()?;
    let file = folder.join("catalogue.jsonl");
    catalogue::write_products(&file, products)?;
    let each = |seconds: f64| seconds * 1e6 / float(products);
    let new = each(api.import_catalogue(&file)?.seconds);
    let unchanged = each(api.import_catalogue(&file)?.seconds);
    std::fs::remove_file(&file)?;
    let [first_feed, changed, matching] = feeds(&api, products, folder)?;
    let first = api.serve("http=warn,info", &[])?;
    let start = first.ready_seconds;
    first.server.end()?;
    let serving = api.serve("http=warn,info", &[])?;
    let memory = float(serving.server.peak_rss_bytes()) / 1e6;
    let answers = Answers {
        common,
        products,
        key: &key,
        folder,
    };
    let target = Target::new(serving.address, answers.of_products(), Some(&key));
    typical(&target)?;
    let (_, product_us) = costed(
        &serving.server,
        &target,
        PRODUCT_CONNECTIONS,
        common.round(),
    )?;
    let (search_us, excess) = answers.searches(&serving)?;
    Ok([
        new,
        unchanged,
        first_feed,
        changed,
        matching,
        start,
        serving.ready_seconds,
        memory,
        product_us,
        search_us,
        excess,
    ])
}

/// Seconds of a shop's first feed and of its next one, and milliseconds of matching an offer that says no number.
fn feeds(api: &Api, products: u64, folder: &Path) -> Outcome<[f64; 3]> {
    let file = folder.join("offers.csv");
    let numbers = || (0..FEED).map(|place| place * (products / FEED));
    let mut seconds = Vec::new();
    for edition in 0..2 {
        catalogue::write_offers(&file, numbers().map(|number| offer(0, edition, number)))?;
        seconds.push(api.import(&file, "Bench Store")?.seconds);
    }
    let unnumbered = numbers().map(|number| Offer {
        ean: String::new(),
        mpn: String::new(),
        ..offer(1, 0, number)
    });
    catalogue::write_offers(&file, unnumbered)?;
    let (said, batches) = imported_by_batches(api, "Other Store", &file)?;
    let offers: u64 = batches.iter().map(|(offers, _)| offers).sum();
    if said.get("read").and_then(Value::as_u64) != Some(offers) {
        return Err(format!("{offers} offers were matched of {said}").into());
    }
    let micros: u64 = batches.iter().map(|(_, micros)| micros).sum();
    let [first, next] = seconds
        .try_into()
        .map_err(|_| "a feed was not imported twice")?;
    Ok([first, next, float(micros) / float(offers) / 1e3])
}

struct Answers<'a> {
    common: &'a Common,
    products: u64,
    key: &'a str,
    folder: &'a Path,
}

impl Answers<'_> {
    fn of_products(&self) -> Vec<String> {
        let step = self.products / HOT;
        let ids = (0..HOT).map(|place| product(place * step).id);
        ids.map(|id| format!("/v1/products/{id}")).collect()
    }

    /// Microseconds of processor time of a search as fast as answers come, and how many milliseconds its p99 is above
    /// the bare handler's at half of that rate.
    fn searches(&self, serving: &crate::service::Serving) -> Outcome<(f64, f64)> {
        let texts = queries::queries(2000, self.products);
        let path = |q: &String| format!("/v1/search?q={}", queries::encoded(q));
        let paths = texts.iter().map(path).collect();
        let target = Target::new(serving.address, paths, Some(self.key));
        let (body, content_type) = typical(&target)?;
        let bare = bare::start(&body, &content_type, self.folder, "search")?;
        let (mut rates, mut costs) = (Vec::new(), Vec::new());
        let long = self.common.round().max(Duration::from_secs(2));
        for _ in 0..self.common.rounds() {
            let (round, us) = costed(&serving.server, &target, SEARCH_CONNECTIONS, long)?;
            rates.push(round.per_second);
            costs.push(us);
        }
        let half = median(&rates) / 2.0;
        let spreads = spreads(&target, &target.at(bare.address), half, self.common)?;
        let excess = spreads.iter().map(|(ours, bare)| ours.p99 - bare.p99);
        Ok((median(&costs), median(&excess.collect::<Vec<_>>())))
    }
}
