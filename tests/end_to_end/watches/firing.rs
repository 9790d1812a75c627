//! What fires a watch, and what does not.

use serde_json::Value;
use tests::watching::{
    self, Client, Feed, SCOPES, by_mail, by_webhook, created, id, outbox, price,
};
use tests::{Backend, Deployment, Service, hours_ago, offers_csv, wait_for};

crate::on_both_stores!(
    a_watch_fires_once_each_time_its_target_is_crossed,
    paused_watches_and_touched_ones_do_not_fire_by_themselves,
    what_cannot_be_bought_new_now_fires_nothing,
    held_prices_fire_when_they_are_believed,
    either_kind_of_snapshot_fires_and_so_does_what_comes_back,
    terms_of_a_store_and_accepted_prices_fire,
    watches_of_test_keys_fire_nothing,
);

const ANN: &str = "ann@customer.example";

/// A product for 100.00.
fn start(backend: Backend) -> (Deployment, Service, Client) {
    let deployment = watching::deployment(backend);
    assert_eq!(price(&deployment, "100.00"), 0);
    let key = deployment.key("live", &SCOPES);
    let service = deployment.serve();
    let client = service.client(&key, "client-01");
    (deployment, service, client)
}

fn a_watch_fires_once_each_time_its_target_is_crossed(backend: Backend) {
    let (deployment, _service, client) = start(backend);
    client.watch("95", ANN);
    created(&client.create(&by_webhook(95)));
    let prices = [
        ("95.01", 0),
        ("95.00", 0),
        ("94.99", 2),
        ("94.99", 0),
        ("80.00", 0),
        ("94.99", 0),
        ("95.00", 0),
        ("94.99", 2),
        ("120.00", 0),
        ("94.00", 2),
    ];
    for (place, (asked, fired)) in prices.into_iter().enumerate() {
        assert_eq!(price(&deployment, asked), fired, "price {place}: {asked}");
    }
    assert_eq!(price(&deployment, "100.00"), 0);
    let file = deployment.file("feed.csv", Feed::of("90.00").csv());
    let line = deployment.ok(&["import", &file, "--store", "Store One"]);
    assert!(line.contains(" triggered=2 "), "{line}");
    // another shop under the price that reached it already
    assert_eq!(Feed::of("89.00").import(&deployment, "Store Two"), 0);
    assert_eq!(price(&deployment, "100.00"), 0);
    assert_eq!(Feed::of("99.00").import(&deployment, "Store Two"), 0);
    assert_eq!(Feed::of("94.99").import(&deployment, "Store Two"), 2);
    assert_eq!(outbox(&deployment), 5);
}

fn paused_watches_and_touched_ones_do_not_fire_by_themselves(backend: Backend) {
    let (deployment, _service, client) = start(backend);
    let watch = client.watch("95", ANN);
    let change = |body: &str| {
        let answer = client.patch(id(&watch), body);
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()["target_reached"].clone()
    };
    assert_eq!(change(r#"{"status":"paused"}"#), false);
    assert_eq!(price(&deployment, "90.00"), 0, "it is paused");
    assert_eq!(change(r#"{"status":"active"}"#), true);
    assert_eq!(price(&deployment, "89.00"), 0, "it began again below");
    assert_eq!(price(&deployment, "100.00"), 0);
    assert_eq!(price(&deployment, "90.00"), 1);

    assert_eq!(change(r#"{"target_price":85}"#), false);
    assert_eq!(price(&deployment, "86.00"), 0);
    assert_eq!(change(r#"{"target_price":95}"#), true);
    assert_eq!(
        price(&deployment, "85.00"),
        0,
        "the target came to the price"
    );
    assert_eq!(price(&deployment, "96.00"), 0);
    assert_eq!(price(&deployment, "94.00"), 1);

    let other = created(&client.create(&by_mail("99", ANN)));
    assert_eq!(other["target_reached"], true);
    assert_eq!(price(&deployment, "93.00"), 0, "it was replaced below");
    assert_eq!(price(&deployment, "99.00"), 0);
    assert_eq!(price(&deployment, "98.99"), 1);

    assert_eq!(client.delete(id(&watch)).status, 204);
    assert_eq!(price(&deployment, "100.00"), 0);
    assert_eq!(price(&deployment, "90.00"), 0);
    // what fired before stays fired
    assert_eq!(outbox(&deployment), 3);
}

fn what_cannot_be_bought_new_now_fires_nothing(backend: Backend) {
    let (deployment, _service, client) = start(backend);
    client.watch("95", ANN);
    let cheap = Feed::of("90.00");
    let cases = [
        (
            "sold out",
            Feed {
                availability: "out_of_stock",
                ..cheap
            },
        ),
        (
            "used",
            Feed {
                condition: "used",
                ..cheap
            },
        ),
        (
            "refurbished",
            Feed {
                condition: "refurbished",
                ..cheap
            },
        ),
        (
            "delivery is assumed",
            Feed {
                delivery: "",
                ..cheap
            },
        ),
        (
            "dear delivery",
            Feed {
                delivery: "5.00",
                ..cheap
            },
        ),
        (
            "held back",
            Feed {
                price: "9.00",
                ..cheap
            },
        ),
    ];
    for (what, feed) in cases {
        assert_eq!(feed.import(&deployment, "Store One"), 0, "{what}");
        assert_eq!(price(&deployment, "100.00"), 0, "back from: {what}");
    }
    let dry = cheap.import_with(&deployment, "Store One", &["--dry-run"]);
    assert_eq!(dry, 0, "a dry run");
    let long_ago = hours_ago(100);
    let stale = cheap.import_with(&deployment, "Old Store", &["--observed-at", &long_ago]);
    assert_eq!(stale, 0, "stale");
    let limited = Feed {
        availability: "limited",
        delivery: "4.99",
        ..cheap
    };
    assert_eq!(limited.import(&deployment, "Store One"), 1);
    assert_eq!(outbox(&deployment), 1);
}

fn held_prices_fire_when_they_are_believed(backend: Backend) {
    let deployment = watching::deployment(backend);
    let at = |hours: i64, asked: &str, store: &str| {
        let observed_at = hours_ago(hours);
        Feed::of(asked).import_with(&deployment, store, &["--observed-at", &observed_at])
    };
    for hours in [60, 50] {
        at(hours, "100.00", "Store One");
    }
    let key = deployment.key("live", &SCOPES);
    let service = deployment.serve();
    service.client(&key, "client-01").watch("95", ANN);
    assert_eq!(at(40, "10.00", "Store One"), 0, "it is held back");
    assert_eq!(at(37, "10.00", "Store One"), 0);
    assert_eq!(
        at(34, "10.00", "Store One"),
        1,
        "it has stood for six hours"
    );
    assert_eq!(at(33, "100.00", "Store One"), 0);
    assert_eq!(at(32, "3.00", "Store One"), 0, "it is held back");
    assert_eq!(at(31, "3.50", "Store Two"), 1, "another shop confirms it");
    assert_eq!(outbox(&deployment), 2);
}

fn either_kind_of_snapshot_fires_and_so_does_what_comes_back(backend: Backend) {
    let (deployment, _service, client) = start(backend);
    client.watch("95", ANN);
    let import = |csv: String, kind: &str| {
        let file = deployment.file("some.csv", csv);
        let more = ["--snapshot", kind, "--max-shrink", "100%"];
        deployment.import(&file, "Store One", &more)["triggered"].clone()
    };
    let others = offers_csv(&[
        ["b1", "Nova X3 128GB", "Nova", "", "10.00"],
        ["b2", "Nova X4 128GB", "Nova", "", "20.00"],
    ]);
    let with = |asked: &str| {
        let row = ["a1", "Nova X2 128GB", "Nova", "4006381333931", asked];
        let csv = offers_csv(&[row]);
        format!("{others}{}\n", csv.lines().nth(1).unwrap())
    };
    assert_eq!(import(with("90.00"), "full"), 1);
    assert_eq!(import(others.clone(), "delta"), 0, "it is not named");
    assert_eq!(import(with("90.00"), "full"), 0, "nor was it gone");
    assert_eq!(import(with("100.00"), "delta"), 0);
    assert_eq!(import(Feed::of("90.00").csv(), "delta"), 1);
    assert_eq!(import(others.clone(), "full"), 0, "it is gone");
    let watch = wait_for("the end of the offer", || {
        let watch = client.list().remove(0);
        watch["current_price"].is_null().then_some(watch)
    });
    assert_eq!(watch["product"], Value::Null);
    assert_eq!(watch["target_reached"], false);
    assert_eq!(import(with("90.00"), "full"), 0, "it is back as it was");
    assert_eq!(import(with("100.00"), "full"), 0);
    assert_eq!(import(others.clone(), "full"), 0, "it is gone again");
    assert_eq!(import(with("90.00"), "full"), 1, "it is back, and cheaper");
    assert_eq!(import(others.clone(), "full"), 0);
    assert_eq!(import(with("100.00"), "full"), 0, "it is back, but dear");
    assert_eq!(import(with("90.00"), "full"), 1);
    assert_eq!(outbox(&deployment), 4);
}

fn terms_of_a_store_and_accepted_prices_fire(backend: Backend) {
    let (deployment, service, client) = start(backend);
    let unstated = Feed {
        delivery: "",
        ..Feed::of("100.00")
    };
    assert_eq!(unstated.import(&deployment, "Store One"), 0);
    let dearer = client.watch("104", ANN);
    let shown = &dearer["current_price"];
    assert_eq!(shown, 104.99, "an assumed delivery is shown");
    assert_eq!(dearer["target_reached"], false);
    let other_key = deployment.key("live", &SCOPES);
    let other = service.client(&other_key, "client-02");
    let reached = other.watch("105", "ben@customer.example");
    assert_eq!(reached["target_reached"], true, "and is begun with");
    let mut fired = 0;
    let mut delivery = |cost: &str, fires: u64| {
        deployment.ok(&["store", "set", "Store One", "--delivery-cost", cost]);
        fired += fires;
        if fired > 0 {
            assert_eq!(outbox(&deployment), fired, "{cost}");
        }
    };
    delivery("4.50", 0);
    delivery("4.00", 0);
    delivery("3.99", 1);
    delivery("4.00", 0);
    delivery("3.50", 1);
    delivery("10.00", 0);

    let slip = Feed {
        delivery: "",
        ..Feed::of("10.00")
    };
    assert_eq!(slip.import(&deployment, "Store One"), 0, "it is held back");
    let held: Value = serde_json::from_str(&deployment.ok(&["match", "review", "--json"])).unwrap();
    deployment.ok(&["match", "review", "--accept", id(&held)]);
    assert_eq!(outbox(&deployment), fired + 2);
    assert_eq!(slip.import(&deployment, "Store One"), 0, "it fired already");
}

fn watches_of_test_keys_fire_nothing(backend: Backend) {
    let (deployment, service, client) = start(backend);
    let key = deployment.key("test", &SCOPES);
    let tried = service.client(&key, "client-01");
    tried.watch("95", ANN);
    created(&tried.create(&by_webhook(95)));
    assert_eq!(price(&deployment, "90.00"), 0);
    assert!(client.list().is_empty());
    wait_for("the price", || {
        let list = tried.list();
        list.iter()
            .all(|watch| watch["target_reached"] == true)
            .then_some(())
    });
    client.watch("85", ANN);
    assert_eq!(price(&deployment, "84.00"), 1);
    assert_eq!(outbox(&deployment), 1);
}
