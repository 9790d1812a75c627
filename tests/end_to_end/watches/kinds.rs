//! Watches that wait for something else than the lowest price of all shops.

use serde_json::{Value, json};
use tests::mail_server::MailServer;
use tests::watching::{self, Client, Feed, PRODUCT, WATCHES, created};
use tests::webhooks::World;
use tests::{Backend, days_ago, wait_for};

crate::on_both_stores!(
    a_watch_of_one_shop_is_told_of_its_price_alone,
    a_watch_of_stock_is_told_when_the_product_is_back,
    a_watch_of_a_fall_is_told_of_each_fall_by_so_many_percent,
    a_watch_of_a_low_is_told_below_the_prices_of_90_days,
);

const ANN: &str = "ann@customer.example";

/// A service that sends mails and webhooks, with a product for 100.00 at one shop, and an endpoint.
fn start(backend: Backend, server: &MailServer) -> World {
    let from = "Price Watch <watch@shop.example>";
    let settings = [
        ("PCS_SMTP_URL", server.url()),
        ("PCS_MAIL_FROM", from.into()),
    ];
    let settings = settings
        .each_ref()
        .map(|(name, value)| (*name, value.as_str()));
    let world = World::with(backend, &settings);
    assert_eq!(watching::price(&world.deployment, "100.00"), 0);
    world.webhook("/events");
    wait_for("the product", || {
        let path = format!("/v1/products/{PRODUCT}");
        (world.service.get(&path, &world.key).status == 200).then_some(())
    });
    world
}

/// A watch by mail and one by webhook with these members besides.
fn watch_both(client: &Client, more: &Value) -> [Value; 2] {
    [
        json!({"channel": "email", "destination": ANN}),
        json!({"channel": "webhook"}),
    ]
    .map(|mut body| {
        let members = body.as_object_mut().unwrap();
        members.insert("canonical_product_id".to_owned(), PRODUCT.into());
        members.extend(more.as_object().unwrap().clone());
        created(&client.create(&body.to_string()))
    })
}

/// What the `count`th event tells.
fn told(world: &World, count: usize) -> Value {
    let received = world.receiver.wait_for("/events", count);
    assert_eq!(received.len(), count);
    received[count - 1].json()["data"].clone()
}

/// The text of the `count`th mail.
fn mailed(server: &MailServer, count: usize) -> String {
    let mails = server.wait_for_taken(count);
    assert_eq!(mails.len(), count);
    let text = mails[count - 1].part("text/plain");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn a_watch_of_one_shop_is_told_of_its_price_alone(backend: Backend) {
    let server = MailServer::start();
    let world = start(backend, &server);
    let client = world.owner.client();
    let refused = client.ask(
        "POST",
        WATCHES,
        &[("Idempotency-Key", "unknown-shop")],
        Some(
            &json!({"canonical_product_id": PRODUCT, "target_price": 95, "channel": "webhook",
                "store": "Store Nine"})
            .to_string(),
        ),
    );
    assert_eq!(refused.status, 400, "{}", refused.text());
    assert_eq!(refused.json()["details"][0]["field"], "store");

    for watch in watch_both(client, &json!({"target_price": 95, "store": "store ONE"})) {
        assert_eq!(watch["store"], "Store One");
        assert_eq!(watch["current_price"], 100);
    }
    let of = |shop: &str, price: &str| Feed::of(price).import(&world.deployment, shop);
    assert_eq!(of("Store Two", "80.00"), 0, "another shop's price");
    assert_eq!(of("Store One", "90.00"), 2);
    let data = told(&world, 1);
    assert_eq!(
        (
            &data["store"],
            &data["current_price"],
            &data["target_price"]
        ),
        (&json!("Store One"), &json!(90), &json!(95))
    );
    let text = mailed(&server, 1);
    for said in [
        "90.00 EUR at Store One",
        "Your target at Store One: 95.00 EUR",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    assert_eq!(of("Store Two", "70.00"), 0);
    assert_eq!(of("Store One", "89.00"), 0, "it was told of");
    assert_eq!(of("Store One", "95.00"), 0);
    assert_eq!(of("Store One", "94.99"), 2);
    let listed = client.list();
    assert_eq!(listed.len(), 2);
    for watch in listed {
        assert_eq!(watch["current_price"], 94.99, "{watch}");
        assert_eq!(watch["target_reached"], true);
    }
}

fn a_watch_of_stock_is_told_when_the_product_is_back(backend: Backend) {
    let server = MailServer::start();
    let world = start(backend, &server);
    let client = world.owner.client();
    let refused = client.create(
        &json!({"canonical_product_id": PRODUCT, "target_price": 95, "channel": "webhook",
            "condition": "back_in_stock"})
        .to_string(),
    );
    assert_eq!(refused.status, 400, "{}", refused.text());
    assert_eq!(refused.json()["details"][0]["field"], "target_price");

    let mut last = Value::Null;
    for watch in watch_both(client, &json!({"condition": "back_in_stock"})) {
        assert_eq!(watch["condition"], "back_in_stock");
        assert_eq!(
            (&watch["target_price"], &watch["target_reached"]),
            (&Value::Null, &json!(true))
        );
        last = watch;
    }
    let refused = client.patch(watching::id(&last), r#"{"target_price":50}"#);
    assert_eq!(refused.status, 400, "{}", refused.text());
    assert_eq!(refused.json()["details"][0]["field"], "target_price");

    let sold_out = Feed {
        availability: "out_of_stock",
        ..Feed::of("100.00")
    };
    let silent = Feed {
        delivery: "",
        ..Feed::of("100.00")
    };
    let of = |feed: Feed<'_>| feed.import(&world.deployment, "Store One");
    assert_eq!(of(silent), 0);
    assert_eq!(of(Feed::of("99.00")), 0, "it was there all the time");
    assert_eq!(of(sold_out), 0);
    assert_eq!(of(Feed::of("110.00")), 2, "at whatever price");
    let data = told(&world, 1);
    assert_eq!(
        (
            &data["condition"],
            &data["target_price"],
            &data["current_price"]
        ),
        (&json!("back_in_stock"), &Value::Null, &json!(110))
    );
    let text = mailed(&server, 1);
    for said in [
        "Nova X2 128GB is available again.",
        "110.00 EUR at Store One",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    assert!(!text.contains("target"), "{text}");
    assert_eq!(of(Feed::of("80.00")), 0);
    assert_eq!(of(sold_out), 0);
    assert_eq!(of(Feed::of("80.00")), 2);
}

fn a_watch_of_a_fall_is_told_of_each_fall_by_so_many_percent(backend: Backend) {
    let server = MailServer::start();
    let world = start(backend, &server);
    let client = world.owner.client();
    for (percent, field) in [
        (json!({}), "percent"),
        (json!({"percent": 91}), "percent"),
        (json!({"percent": 10.5}), "percent"),
        (json!({"percent": -10}), "percent"),
        (json!({"percent": 10, "target_price": 95}), "target_price"),
    ] {
        let mut body = json!({"canonical_product_id": PRODUCT, "channel": "webhook",
            "condition": "price_fall"});
        let members = body.as_object_mut().unwrap();
        members.extend(percent.as_object().unwrap().clone());
        let refused = client.create(&body.to_string());
        assert_eq!(refused.status, 400, "{}", refused.text());
        assert_eq!(refused.json()["details"][0]["field"], field);
    }

    let mut last = Value::Null;
    for watch in watch_both(client, &json!({"condition": "price_fall", "percent": 10})) {
        assert_eq!(
            (&watch["condition"], &watch["percent"]),
            (&json!("price_fall"), &json!(10))
        );
        assert_eq!(
            (&watch["reference_price"], &watch["target_price"]),
            (&json!(100), &Value::Null)
        );
        assert_eq!(watch["target_reached"], false);
        last = watch;
    }
    let of = |price: &str| Feed::of(price).import(&world.deployment, "Store One");
    assert_eq!(of("110.00"), 0);
    assert_eq!(of("104.50"), 0);
    assert_eq!(of("99.01"), 0, "not yet a tenth of 110");
    assert_eq!(of("99.00"), 2, "in several steps");
    let data = told(&world, 1);
    for (member, expected) in [
        ("condition", json!("price_fall")),
        ("percent", json!(10)),
        ("reference_price", json!(110)),
        ("current_price", json!(99)),
        ("target_price", Value::Null),
    ] {
        assert_eq!(data[member], expected, "{member}");
    }
    let text = mailed(&server, 1);
    for said in [
        "Nova X2 128GB has fallen by at least 10 %, from 110.00 EUR.",
        "99.00 EUR at Store One",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    assert!(!text.contains("target"), "{text}");
    assert_eq!(of("89.11"), 0, "counted from what was told");
    assert_eq!(of("89.10"), 2);
    assert_eq!(told(&world, 2)["reference_price"], 99);
    wait_for("the list", || {
        let all = client.list();
        let is_new = all.iter().all(|it| it["current_price"] == 89.1);
        (is_new && all.len() == 2 && all.iter().all(|it| it["reference_price"] == 89.1))
            .then_some(())
    });

    let patched = client.patch(watching::id(&last), r#"{"percent":2.0e1}"#);
    assert_eq!(patched.status, 200, "{}", patched.text());
    assert_eq!(patched.json()["percent"], 20);
    assert_eq!(of("80.00"), 1, "the one by mail");
    assert_eq!(of("71.28"), 2);
}

/// For how many days the price is the lowest, as price intelligence has it.
fn lowest_in_days(world: &World) -> Value {
    let path = format!("/v1/products/{PRODUCT}/history?range=90d");
    let answer = world.service.get(&path, &world.key);
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()["summary"]["lowest_in_days"].clone()
}

fn a_watch_of_a_low_is_told_below_the_prices_of_90_days(backend: Backend) {
    let server = MailServer::start();
    let world = start(backend, &server);
    let client = world.owner.client();
    for (more, field) in [
        (json!({"percent": 10}), "percent"),
        (json!({"target_price": 95}), "target_price"),
    ] {
        let mut body = json!({"canonical_product_id": PRODUCT, "channel": "webhook",
            "condition": "new_low"});
        let members = body.as_object_mut().unwrap();
        members.extend(more.as_object().unwrap().clone());
        let refused = client.create(&body.to_string());
        assert_eq!(refused.status, 400, "{}", refused.text());
        assert_eq!(refused.json()["details"][0]["field"], field);
    }
    for watch in watch_both(client, &json!({"condition": "new_low"})) {
        assert_eq!(watch["condition"], "new_low");
        assert_eq!(
            (&watch["target_price"], &watch["target_reached"]),
            (&Value::Null, &json!(false))
        );
    }
    let of = |price: &str| Feed::of(price).import(&world.deployment, "Store One");
    assert_eq!(of("98.00"), 0, "nothing is known of 90 days");
    let mut past = "canonical_product_id,date,price,delivery_cost\n".to_owned();
    for ago in 1..=100 {
        past += &format!("{PRODUCT},{},105.00,0\n", days_ago(ago));
    }
    let past = world.deployment.file("past.csv", past);
    world
        .deployment
        .ok(&["history", "import", &past, "--store", "Store One"]);
    assert_eq!(of("100.00"), 0);
    assert_eq!(of("98.00"), 0, "it was there before");
    assert_eq!(of("97.00"), 2);
    let data = told(&world, 1);
    for (member, expected) in [
        ("condition", json!("new_low")),
        ("current_price", json!(97)),
        ("target_price", Value::Null),
        ("percent", Value::Null),
        ("reference_price", Value::Null),
    ] {
        assert_eq!(data[member], expected, "{member}");
    }
    let text = mailed(&server, 1);
    for said in [
        "Nova X2 128GB costs less than at any time in 90 days.",
        "97.00 EUR at Store One",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    assert!(!text.contains("target"), "{text}");
    wait_for("the page", || {
        (lowest_in_days(&world) == json!(90)).then_some(())
    });
    assert_eq!(of("96.50"), 0, "less than a percent below what was told");
    assert_eq!(of("104.00"), 0);
    assert_eq!(of("97.00"), 0, "it was told of");
    assert_eq!(of("96.00"), 2);
}
