//! Feeds that misbehave cost their shop only: what they take grows with their rows, and answers stay bounded.

use std::fmt::Write;
use std::io::Write as _;
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use tests::measured::{Cost, cost_of};
use tests::{Backend, Deployment};

crate::on_both_stores!(
    offers_of_one_product_by_id_cost_as_much_each,
    offers_of_one_product_by_number_cost_as_much_each,
    offers_of_one_title_cost_as_much_each,
    one_offer_named_again_and_again_costs_as_much_each,
    an_answer_has_so_many_offers_and_tells_how_many_there_are,
    a_feed_teaches_a_product_few_numbers,
);

/// How many times as many rows the larger feed has.
const TIMES: usize = 4;
/// How much more a row of it may cost, in tenths. The processor time of the same work differs up to twofold on a busy
/// machine; what grows with the square of the rows costs four times as much.
const LINEAR: u32 = 20;
/// The same in full size, which `make chaos` runs.
const LINEAR_IN_FULL: u32 = 15;
/// How often what costs too much is measured again.
const TRIES: usize = 3;
/// The memory of an import.
const MEMORY: u64 = 300 * 1024 * 1024;
const PRODUCT: &str = "nova_lamp";
const NUMBER: &str = "4006381333931";

/// The rows of a feed.
struct Feed {
    rows: usize,
    title: fn(usize) -> String,
    number: &'static str,
    product: &'static str,
    id: fn(usize) -> String,
    /// In minor units; each row has up to 99 more.
    price: usize,
}

impl Feed {
    fn csv(&self) -> String {
        let mut csv =
            "offer_id,title,brand,ean,canonical_product_id,price,url,availability\n".to_owned();
        for no in 0..self.rows {
            let (id, title) = ((self.id)(no), (self.title)(no));
            let (number, product) = (self.number, self.product);
            let (units, cents) = (self.price / 100, no % 100);
            writeln!(
                csv,
                "{id},{title},Nova,{number},{product},{units}.{cents:02},https://shop.example/{no},in_stock"
            )
            .unwrap();
        }
        csv
    }
}

fn each_its_own(no: usize) -> String {
    format!("o{no}")
}

fn deployment(backend: Backend) -> Deployment {
    let deployment = Deployment::new(backend);
    let catalogue = format!(
        "canonical_product_id,product_name,brand,model,category,eans\n{PRODUCT},Nova lamp,Nova,Lamp,Lamps,{NUMBER}\n"
    );
    let catalogue = deployment.file("catalogue.csv", catalogue);
    deployment.ok(&["catalog", "import", &catalogue]);
    deployment
}

/// What comes of a feed: a new one, then lower prices, then as much from another shop far below, then under other ids.
fn costs(backend: Backend, feed: Feed) -> Vec<Cost> {
    let deployment = deployment(backend);
    let import = |feed: &Feed, store: &str| {
        let file = deployment.file("feed.csv", feed.csv());
        cost_of(deployment.command(&["import", &file, "--store", store]))
    };
    let lower = Feed {
        price: feed.price * 9 / 10,
        ..feed
    };
    let far_below = Feed {
        price: feed.price / 3,
        ..feed
    };
    let renamed = Feed {
        id: |no| format!("other {no}"),
        ..feed
    };
    vec![
        import(&feed, "Shop One"),
        import(&lower, "Shop One"),
        import(&far_below, "Shop Two"),
        import(&renamed, "Shop One"),
    ]
}

/// Whether work on so many times as many rows cost about so many times as much, but for what is not of rows: starting,
/// opening the store.
fn is_linear(few: Cost, many: Cost, linear: u32) -> bool {
    let times = u32::try_from(TIMES).unwrap() * linear;
    many.time < few.time * times / 10 + Duration::from_millis(200)
}

/// How many rows the smaller feed of a run in full has; `None` in another run.
#[expect(
    clippy::disallowed_methods,
    reason = "the size of a run in full is said by the command"
)]
fn full_size() -> Option<usize> {
    let rows = std::env::var("BAD_FEED_ROWS").ok();
    rows.map(|rows| rows.parse().expect("a number"))
}

/// Imports a feed and a larger one.
fn costs_as_much_each(backend: Backend, feed: impl Fn(usize) -> Feed) {
    let linear = full_size().map_or(LINEAR, |_| LINEAR_IN_FULL);
    let rows = full_size().unwrap_or(1000);
    let mut told = String::new();
    for _ in 0..TRIES {
        let few = costs(backend, feed(rows));
        let many = costs(backend, feed(TIMES * rows));
        told = format!("{backend:?}, {rows} rows: {few:?}, then {many:?}");
        println!("{told}");
        assert!(many.iter().all(|cost| cost.memory < MEMORY), "{told}");
        let mut pairs = few.iter().zip(&many);
        if pairs.all(|(few, many)| is_linear(*few, *many, linear)) {
            return;
        }
    }
    panic!("{told}");
}

fn offers_of_one_product_by_id_cost_as_much_each(backend: Backend) {
    costs_as_much_each(backend, |rows| Feed {
        rows,
        title: |no| format!("Nova lamp no {no}"),
        number: "",
        product: PRODUCT,
        id: each_its_own,
        price: 5000,
    });
}

fn offers_of_one_product_by_number_cost_as_much_each(backend: Backend) {
    costs_as_much_each(backend, |rows| Feed {
        rows,
        title: |no| format!("Nova lamp no {no}"),
        number: NUMBER,
        product: "",
        id: each_its_own,
        price: 5000,
    });
}

fn offers_of_one_title_cost_as_much_each(backend: Backend) {
    costs_as_much_each(backend, |rows| Feed {
        rows,
        title: |_| "Nova lamp X200".to_owned(),
        number: "",
        product: "",
        id: each_its_own,
        price: 5000,
    });
}

/// Each is compared with many others, which takes its time.
#[test]
#[ignore = "takes long: make chaos"]
fn titles_that_share_their_words_cost_as_much_each() {
    let backend = Backend::Sqlite;
    costs_as_much_each(backend, |rows| Feed {
        rows: 2 * rows,
        title: shuffled,
        number: "",
        product: "",
        id: each_its_own,
        price: 5000,
    });
}

/// Some of the same few words, in another order each time.
fn shuffled(no: usize) -> String {
    const WORDS: [&str; 16] = [
        "Nova", "desk", "lamp", "LED", "black", "white", "steel", "oak", "reading", "dimmable",
        "warm", "cold", "touch", "folding", "clamp", "office",
    ];
    let mut state = no.wrapping_mul(2_654_435_761).wrapping_add(12_345);
    let mut words = WORDS.to_vec();
    let mut title = Vec::new();
    for _ in 0..7 {
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345) % (1 << 31);
        title.push(words.swap_remove((state >> 8) % words.len()));
    }
    title.join(" ")
}

fn one_offer_named_again_and_again_costs_as_much_each(backend: Backend) {
    let import = |rows| {
        let deployment = deployment(backend);
        let feed = Feed {
            rows,
            title: |_| "Nova lamp".to_owned(),
            number: NUMBER,
            product: "",
            id: |_| "same".to_owned(),
            price: 5000,
        };
        let file = deployment.file("feed.csv", feed.csv());
        cost_of(deployment.command(&["import", &file, "--store", "Shop One"]))
    };
    let (few, many) = (import(12_500), import(TIMES * 12_500));
    assert!(many.memory < MEMORY, "{many:?}");
    assert!(is_linear(few, many, LINEAR), "{few:?}, then {many:?}");
}

/// A line that is longer than any record may be is read once and kept nowhere: 200 MiB, a GiB in full.
#[test]
fn a_line_without_end_costs_no_memory() {
    let deployment = deployment(Backend::Sqlite);
    let mut head = "offer_id,title,ean,price,url,availability\n".to_owned();
    head.push_str("a1,Nova lamp,,49.90,https://shop.example/1,in_stock\n");
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(head.as_bytes()).unwrap();
    let zeros = vec![b'0'; 1024 * 1024];
    let long = full_size().map_or(200, |_| 1024);
    for _ in 0..long {
        gzip.write_all(&zeros).unwrap();
    }
    let packed = deployment.file("feed.csv.gz", gzip.finish().unwrap());
    let cost = cost_of(deployment.command(&["import", &packed, "--store", "Shop One"]));
    assert!(cost.memory < MEMORY, "{cost:?}");
}

/// More columns than any feed has: the rows are rejected for what they are, and cost no more than their bytes.
#[test]
fn a_million_columns_are_refused() {
    let deployment = deployment(Backend::Sqlite);
    let mut csv = "offer_id,title,price,url,availability".to_owned();
    for column in 0..1_000_000 {
        write!(csv, ",c{column}").unwrap();
    }
    csv.push_str("\na1,Nova lamp,49.90,https://shop.example/1,in_stock\n");
    let file = deployment.file("feed.csv", csv);
    let ran = deployment.run(&["import", &file, "--store", "Shop One"]);
    assert_eq!(ran.status, Some(3), "{}", ran.stderr);
    assert!(
        ran.stderr.contains("more than 4096 columns"),
        "{}",
        ran.stderr
    );
}

fn an_answer_has_so_many_offers_and_tells_how_many_there_are(backend: Backend) {
    let deployment = deployment(backend);
    let feed = |rows, price| {
        Feed {
            rows,
            title: |no| format!("Nova lamp no {no}"),
            number: "",
            product: PRODUCT,
            id: each_its_own,
            price,
        }
        .csv()
    };
    let file = deployment.file("feed.csv", feed(200, 5000));
    deployment.import(&file, "Shop One", &[]);
    let key = deployment.key("live", &["catalog:read", "comparison:read"]);
    let service = deployment.serve();
    let read = || service.get(&format!("/v1/products/{PRODUCT}"), &key).json();
    let length = |answer: &Value| answer["offers"].as_array().unwrap().len();
    let whole = read();
    assert_eq!((length(&whole), &whole["offer_count"]), (200, &Value::Null));
    // dearer ones, and one that is the cheapest by its item price alone
    let mut more = feed(300, 6000);
    more.push_str("cheap,Nova lamp,Nova,,nova_lamp,45.00,https://shop.example/c,in_stock\n");
    let more = deployment.file("more.csv", more);
    deployment.ok(&["store", "set", "Shop Two", "--delivery-cost", "90"]);
    deployment.import(&more, "Shop Two", &[]);
    let cut = tests::wait_for("the other shop's offers", || {
        let answer = read();
        (answer["offer_count"] == json!(501)).then_some(answer)
    });
    assert_eq!(length(&cut), 200);
    let decision = &cut["decision"];
    assert_eq!(decision["evaluated_offer_count"], 501);
    assert_eq!(decision["lowest_item_price"], 45);
    assert_eq!(cut["offers"][0]["is_recommended"], true);
    assert_eq!(cut["offers"][199]["is_lowest_item_price"], true);
    assert_eq!(cut["offers"][199]["item_price"], 45);
    let history = service.get(&format!("/v1/products/{PRODUCT}/history"), &key);
    assert_eq!(history.json()["summary"]["current_item_price"], 45);
}

fn a_feed_teaches_a_product_few_numbers(backend: Backend) {
    let deployment = deployment(backend);
    let mut csv =
        "offer_id,title,brand,ean,canonical_product_id,price,url,availability\n".to_owned();
    for no in 0..1500_u64 {
        let number = number(no);
        writeln!(
            csv,
            "o{no},Nova lamp no {no},Nova,{number},{PRODUCT},50.00,https://shop.example/{no},in_stock"
        )
        .unwrap();
    }
    let file = deployment.file("feed.csv", csv);
    let counts = deployment.import(&file, "Shop One", &[]);
    assert_eq!(counts["accepted"], 1500);
    let key = deployment.key("live", &["catalog:read"]);
    let service = deployment.serve();
    let found = |no| {
        let answer = service.get(&format!("/v1/search?q={}", number(no)), &key);
        answer.json()["total"].as_u64().unwrap()
    };
    // its own and the first 199
    assert_eq!([0, 198, 199, 1499].map(found), [1, 1, 0, 0]);
}

/// A valid trade item number.
fn number(no: u64) -> String {
    let digits = format!("400638{no:06}");
    let weighed = digits.bytes().enumerate().map(|(place, digit)| {
        let digit = u64::from(digit - b'0');
        if place % 2 == 0 { digit } else { 3 * digit }
    });
    let check = (10 - weighed.sum::<u64>() % 10) % 10;
    format!("{digits}{check}")
}
