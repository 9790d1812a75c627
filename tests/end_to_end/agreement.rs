//! Search and the page of a product tell the same price around each instant at which it changes, in each of two processes.

use serde_json::{Value, json};
use tests::watching::unlimited;
use tests::{Backend, Deployment, Key, Service, wait_for};
use time::{Duration, OffsetDateTime};

crate::on_both_stores!(
    search_and_page_agree_within_a_second,
    of_assumed_prices_the_lowest_counts_everywhere,
);

const PRODUCT: &str = "nova_lamp";
/// How long one of them may tell what the other tells no more.
const SKEW: Duration = Duration::seconds(1);
/// How long an offer that expires soon stays true: long enough to be imported and seen on a slow machine.
const SOON: Duration = Duration::seconds(20);
/// How long offers stay true.
const TTL: Duration = Duration::hours(72);

struct World {
    deployment: Deployment,
    key: Key,
    replicas: [Service; 2],
}

impl World {
    fn new(backend: Backend) -> Self {
        let deployment = unlimited(Deployment::new(backend));
        let catalogue = format!(
            "canonical_product_id,product_name,brand,model,category\n{PRODUCT},Nova lamp,Nova,Lamp,Lamps\n\
             other,Other shade,Other,Shade,Lamps\n"
        );
        let catalogue = deployment.file("catalogue.csv", catalogue);
        deployment.ok(&["catalog", "import", &catalogue]);
        let key = deployment.key("live", &["catalog:read"]);
        let replicas = [deployment.serve(), deployment.serve()];
        Self {
            deployment,
            key,
            replicas,
        }
    }

    /// Imports the one offer of a shop.
    fn offer(
        &self,
        shop: &str,
        product: &str,
        price: &str,
        delivery: &str,
        observed: Option<String>,
    ) {
        // only the other shop says what delivery costs in the category
        let category = if product == PRODUCT { "" } else { "Lamps" };
        let feed = format!(
            "offer_id,title,category,canonical_product_id,price,delivery_cost,availability,url\n\
             a,Nova lamp,{category},{product},{price},{delivery},in_stock,https://shop.example/a\n"
        );
        let file = self.deployment.file("feed.csv", feed);
        let at = observed.unwrap_or_default();
        let more = ["--observed-at", at.as_str()];
        let more = if at.is_empty() { &[] } else { &more[..] };
        self.deployment.import(&file, shop, more);
    }

    /// What search and the page of each process tell, one after the other.
    fn told(&self) -> impl Iterator<Item = Told> {
        self.replicas.iter().flat_map(move |service| {
            let asks: [&dyn Fn() -> Value; 2] = [&|| self.told_by_search(service), &|| {
                self.told_by_page(service)
            }];
            asks.map(Told::by)
        })
    }

    fn told_by_search(&self, service: &Service) -> Value {
        let found = service.get("/v1/search?q=nova+lamp", &self.key).json();
        let items = found["items"].as_array().unwrap();
        let of_search = items
            .iter()
            .find(|item| item["canonical_product_id"] == PRODUCT);
        of_search.map_or(Value::Null, |item| json!(item["min_price"].as_f64()))
    }

    fn told_by_page(&self, service: &Service) -> Value {
        let page = service.get(&format!("/v1/products/{PRODUCT}"), &self.key);
        let page = page.json();
        let offers = page["offers"].as_array().unwrap();
        let counts = offers.iter().filter(|o| !o["decision_score"].is_null());
        let prices = counts.map(|offer| offer["delivered_price"].as_f64().unwrap());
        let of_page = prices.min_by(f64::total_cmp);
        of_page.map_or(Value::Null, |price| json!(price))
    }

    /// Waits until all tell this price. None that is asked may tell another one for long once the first told it.
    #[track_caller]
    fn all_come_to(&self, why: &str, price: Value) {
        let mut first: Option<OffsetDateTime> = None;
        let mut last = Duration::ZERO;
        wait_for(why, || {
            let mut all_tell_it = true;
            for told in self.told() {
                if told.price == price {
                    first.get_or_insert(told.answered);
                } else {
                    all_tell_it = false;
                    last = first.map_or(last, |first| told.asked - first);
                }
            }
            all_tell_it.then_some(())
        });
        assert!(last <= SKEW, "{why}: they differed for {last:?}");
    }
}

/// One answer.
struct Told {
    /// Right before it was asked for, and right after it came.
    asked: OffsetDateTime,
    answered: OffsetDateTime,
    price: Value,
}

impl Told {
    fn by(ask: &dyn Fn() -> Value) -> Self {
        let asked = tests::now();
        let price = ask();
        Self {
            asked,
            answered: tests::now(),
            price,
        }
    }
}

/// When an offer was last seen that expires soon.
fn expires_soon() -> String {
    let at = tests::now() - TTL + SOON;
    let format = time::format_description::well_known::Rfc3339;
    at.replace_nanosecond(0).unwrap().format(&format).unwrap()
}

fn search_and_page_agree_within_a_second(backend: Backend) {
    let world = World::new(backend);
    world.offer("Short Shop", PRODUCT, "40.00", "0", Some(expires_soon()));
    world.all_come_to("a new offer", json!(40.0));
    world.all_come_to("the only offer has expired", Value::Null);
    world.offer("Dear Shop", PRODUCT, "50.00", "0", None);
    world.all_come_to("another shop's offer", json!(50.0));
    world.offer("Cheap Shop", PRODUCT, "45.00", "0", Some(expires_soon()));
    world.all_come_to("an offer that expires soon", json!(45.0));
    world.all_come_to("the cheaper offer has expired", json!(50.0));
    world.offer("Dear Shop", PRODUCT, "48.00", "", None);
    world.all_come_to("a delivery cost that is only assumed", json!(52.99));
    for (stated, price) in [("3.00", 51.0), ("7.00", 55.0), ("1.00", 49.0)] {
        world.offer("Other Shop", "other", "10.00", stated, None);
        world.all_come_to("what delivery usually costs in the category", json!(price));
    }
    let terms = |option, value| {
        let set = ["store", "set", "Dear Shop", option, value];
        world.deployment.ok(&set);
    };
    terms("--delivery-cost", "2.50");
    world.all_come_to("the terms of the shop", json!(50.5));
    terms("--free-delivery-from", "45");
    world.all_come_to("free from a price on", json!(48.0));
}

/// Where no offer states its delivery cost, one of a store that states more for something else is no better than one for which
/// the usual cost is assumed: the lowest price counts.
fn of_assumed_prices_the_lowest_counts_everywhere(backend: Backend) {
    let world = World::new(backend);
    let head = "offer_id,title,canonical_product_id,price,delivery_cost,availability,url\n";
    for (shop, rows) in [
        (
            "Alpha",
            "a,Nova lamp,nova_lamp,95.00,,in_stock,https://a.example/a\n\
             b,Other shade,other,20.00,5.00,in_stock,https://a.example/b\n",
        ),
        (
            "Beta",
            "a,Nova lamp,nova_lamp,85.01,,in_stock,https://b.example/a\n",
        ),
    ] {
        let file = world.deployment.file("feed.csv", format!("{head}{rows}"));
        world.deployment.import(&file, shop, &[]);
    }
    world.all_come_to("the lowest assumed price", json!(90.0));
}
