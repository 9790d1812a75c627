//! What a product costs that very many offers are of.

use std::fmt::Write;
use std::time::Duration;

use serde_json::json;
use tests::watching::unlimited;
use tests::{Backend, Deployment, Key, Service, timed};

/// The product that everybody sells.
const PRODUCT: &str = "nova_x2";
const OTHER: &str = "nova_x3";
/// How often each is measured; the least counts.
const TIMES: usize = 5;

fn deployment(backend: Backend) -> Deployment {
    // nothing is answered from memory
    let deployment = unlimited(Deployment::new(backend)).with("PCS_ANSWER_CACHE", "0");
    let phone = |id: &str, mah: u32| {
        json!({
            "canonical_product_id": id, "product_name": id, "brand": "Nova", "model": id,
            "category": "Smartphones",
            "specs": { "Battery capacity": format!("{mah} mAh"), "Weight": "200 g", "RAM": "8 GB" },
        })
        .to_string()
    };
    let lines = [phone(PRODUCT, 5000), phone(OTHER, 4000)];
    let catalogue = deployment.file("c.jsonl", lines.join("\n"));
    deployment.ok(&["catalog", "import", &catalogue]);
    deployment
}

/// A feed of so many offers of the product, at this price in minor units and up to five more.
fn feed(offers: usize, price: usize) -> String {
    let mut csv =
        "offer_id,title,canonical_product_id,price,delivery_cost,url,availability\n".to_owned();
    for no in 0..offers {
        let price = price + no % 500;
        let (units, cents) = (price / 100, price % 100);
        writeln!(
            csv,
            "o{no},Nova X2 no {no},{PRODUCT},{units}.{cents:02},0,https://shop.example/{no},in_stock"
        )
        .unwrap();
    }
    csv
}

/// The shortest of some runs.
fn least(mut work: impl FnMut()) -> Duration {
    let times = (0..TIMES).map(|_| timed(&mut work));
    times.min().unwrap()
}

/// The time of an answer that is made of the store.
fn answer(service: &Service, key: &Key, path: &str) -> Duration {
    least(|| {
        let answer = service.get(path, key);
        assert_eq!(answer.status, 200, "{path}");
    })
}

/// What it costs that so many offers are of a product.
fn costs(backend: Backend, offers: usize) -> [Duration; 5] {
    let deployment = deployment(backend);
    let import = |csv: String, store: &str, more: &[&str]| {
        let file = deployment.file("feed.csv", csv);
        deployment.import(&file, store, more)
    };
    let rival = format!(
        "offer_id,canonical_product_id,price,delivery_cost,url,availability\n\
         a,{OTHER},450.00,0,https://other.example/a,in_stock\n"
    );
    import(rival, "Shop Two", &[]);
    import(feed(offers, 40_000), "Shop One", &[]);
    // each has a price of the past
    import(feed(offers, 39_900), "Shop One", &[]);
    let scopes = [
        "catalog:read",
        "comparison:read",
        "watchlists:read",
        "watchlists:write",
    ];
    let key = deployment.key("live", &scopes);
    let service = deployment.serve();
    let page = answer(&service, &key, &format!("/v1/products/{PRODUCT}"));
    let history = answer(&service, &key, &format!("/v1/products/{PRODUCT}/history"));
    let compare = format!("/v1/compare?ids={PRODUCT},{OTHER}");
    let compare = answer(&service, &key, &compare);
    let mut target = 39_000;
    let client = service.client(&key, "many-offers");
    let watch = least(|| {
        target -= 100;
        let wanted = json!({
            "canonical_product_id": PRODUCT, "target_price": target / 100, "channel": "webhook",
        });
        let answer = client
            .named(&format!("client-{target}"))
            .create(&wanted.to_string());
        assert_eq!(
            answer.status,
            201,
            "{}",
            String::from_utf8_lossy(&answer.body)
        );
    });
    let mut price = 38_990;
    let event = least(|| {
        price -= 100;
        let counts = import(feed(1, price), "Shop One", &["--snapshot", "delta"]);
        assert_eq!(counts["triggered"], 1, "{counts}");
    });
    [page, history, compare, watch, event]
}

fn measure(backend: Backend) {
    println!(
        "{backend:?}: offers | page | history | comparison | new watch | import that fires one"
    );
    for offers in [50, 5000, 50_000] {
        println!("{offers} | {:?}", costs(backend, offers));
    }
}

#[test]
#[ignore = "prints figures"]
fn of_sqlite() {
    measure(Backend::Sqlite);
}

#[test]
#[ignore = "prints figures"]
fn of_postgres() {
    measure(Backend::Postgres);
}
