//! The explorer on the sample: from a search to a product to an alert to a comparison, with and without scripts.

use serde_json::Value;
use tests::mail_server::MailServer;
use tests::{Backend, Deployment, Service};

use crate::driver::{Driver, LOOKS, Look, Window};

/// A product of the sample that has been observed for months.
const LONG_OBSERVED: &str = "ombrix_x2_pro_256_gb";

/// What links in mails begin with.
const ORIGIN: &str = "https://prices.example";

/// The sample, as `api demo` serves it.
fn demo() -> (Deployment, Service) {
    demo_of(Deployment::new(Backend::Sqlite))
}

/// The sample with alerts, whose mails go to this server.
fn alerting(server: &MailServer) -> (Deployment, Service) {
    let deployment = Deployment::new(Backend::Sqlite)
        .with("PCS_SMTP_URL", &server.url())
        .with("PCS_MAIL_FROM", "prices@shop.example")
        .with("PCS_EXPLORER_WORKSPACE", "readers")
        .with("PCS_EXPLORER_ALERT_RATE_LIMIT", "0")
        .with("PCS_PUBLIC_URL", ORIGIN);
    deployment.ok(&["workspace", "set", "readers"]);
    demo_of(deployment)
}

fn demo_of(deployment: Deployment) -> (Deployment, Service) {
    let mut command = deployment.command(&["demo"]);
    let output = std::fs::File::create(deployment.folder.path().join("output")).unwrap();
    command.stdout(output);
    let service = Service::start(command, "http");
    service.wait_until_ready();
    tests::wait_for("the whole sample", || {
        let text = std::fs::read_to_string(deployment.folder.path().join("output")).unwrap();
        text.contains("health").then_some(())
    });
    (deployment, service)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reader_goes_from_a_search_to_a_product_to_an_alert_to_a_comparison() {
    let server = MailServer::start();
    let (_deployment, service) = alerting(&server);
    let driver = Driver::start();
    for (place, look) in LOOKS.into_iter().enumerate() {
        let is_german = look.languages == "de";
        let window = driver.open(look).await;
        window.go(&service.base).await;
        window.must_be_well().await;
        window.picture("start").await;
        window.fill("#q", "ombrix x2").await;
        window.follow("header.site button").await;
        assert!(window.count(".product").await > 3);
        window.must_be_well().await;
        window.picture("search").await;
        let found = window.text("h1").await;
        assert_eq!(found.contains("Produkte"), is_german, "{found}");
        // narrowed by a filter, then all again
        window.follow(".filters ul a[href*=category]").await;
        assert_eq!(window.count(".chosen").await, 1);
        window.follow(".chosen").await;
        let results = window.client.current_url().await.unwrap().to_string();
        window.follow(".product h2 a").await;
        let name = window.text("h1").await;
        assert!(name.starts_with("Ombrix"), "{name}");
        assert!(window.count(".offers tbody tr").await > 1);
        assert_eq!(window.count("svg.chart path.lowest").await, 1);
        window.must_be_well().await;
        read_a_long_past(&window, &service).await;
        set_alert(&window, &service, &server, place).await;
        window.go(&results).await;
        for place in [1, 2] {
            window
                .click(&format!(".products li:nth-child({place}) input"))
                .await;
        }
        window.follow(".bar button").await;
        let compared = window.count("table.compare thead th").await;
        let page = window.text("main").await;
        assert_eq!(compared, 2, "{look:?} {page}");
        let own = ["Eigenschaften zählen", "Properties count"];
        assert!(page.contains(own[usize::from(!is_german)]), "{page}");
        assert_eq!(window.count("main [lang]").await, 0, "one language: {page}");
        window.follow("nav.ranges a[href*=camera]").await;
        window.must_be_well().await;
        window.picture("compare").await;
        window.close().await;
    }
}

/// A curve of months, and the same of a year.
async fn read_a_long_past(window: &Window, service: &Service) {
    window
        .go(&format!("{}/product/{LONG_OBSERVED}", service.base))
        .await;
    assert!(window.count(".offers tbody tr").await > 2);
    window.must_be_well().await;
    window.picture("product").await;
    window.follow(".ranges a[href*='1y']").await;
    assert_eq!(window.count("[aria-current]").await, 1);
    window.must_be_well().await;
}

/// From the form on the page of a product to the mail to the alert, by keyboard where a key is enough.
async fn set_alert(window: &Window, service: &Service, server: &MailServer, place: usize) {
    let suggested = window.value("#alert-price").await;
    assert!(!suggested.is_empty());
    window.picture("alert-form").await;
    window
        .fill("#alert-email", &format!("reader{place}@customer.example"))
        .await;
    window.fill("#alert-price", "cheap").await;
    window.press_in("#alert-price", "\u{e007}").await;
    assert_eq!(window.count("#alert-price[aria-invalid]").await, 1);
    assert_eq!(window.count("#alert-email[aria-invalid]").await, 0);
    let typed = window.value("#alert-email").await;
    assert_eq!(typed, format!("reader{place}@customer.example"));
    window.must_be_accessible_with_scripts().await;
    window.picture("alert-fault").await;
    window.forget_log().await;
    window.fill("#alert-price", &suggested).await;
    window.press_in("#alert-price", "\u{e007}").await;
    let heading = window.text("h1").await;
    let sent = ["Look into your mailbox", "Schauen Sie in Ihr Postfach"];
    assert!(sent.contains(&heading.as_str()), "{heading}");
    window.must_be_well().await;
    let mail = server.wait_for_taken(place + 1).remove(place);
    let text = mail.part("text/plain");
    let link = text
        .split_whitespace()
        .find_map(|word| word.strip_prefix(ORIGIN));
    window
        .go(&format!("{}{}", service.base, link.unwrap()))
        .await;
    window.must_be_well().await;
    window.picture("alert-confirm").await;
    window.follow("main form button").await;
    let heading = window.text("h1").await;
    let set = ["Your alert is set", "Ihr Preisalarm ist eingerichtet"];
    assert!(set.contains(&heading.as_str()), "{heading}");
    window.must_be_well().await;
    window.picture("alert-set").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_are_suggested_while_somebody_types() {
    let (_deployment, service) = demo();
    let driver = Driver::start();
    let window = driver.open(Look::default()).await;
    window.go(&service.base).await;
    window.fill("#q", "kelva").await;
    let wait = "const done = arguments[0]; const look = () => { \
        const all = [...document.querySelectorAll('#suggestions option')].map(o => o.value); \
        all.length ? done(all) : setTimeout(look, 20); }; look();";
    let names = window.client.execute_async(wait, Vec::new()).await.unwrap();
    let names = names.as_array().unwrap();
    let is_of_brand = |name: &Value| name.as_str().unwrap().starts_with("Kelvane");
    assert!(names.iter().all(is_of_brand), "{names:?}");
    window.must_be_well().await;
    window.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_state_has_a_page_that_says_what_to_do() {
    let (_deployment, service) = demo();
    let driver = Driver::start();
    let window = driver.open(Look::default()).await;
    for (path, heading) in [
        ("/?q=qwertzuiop", "Nothing found"),
        ("/?q=4380417011941", "Nothing found"),
        ("/?q=4380417010677", "1 product"),
        ("/?q=ombrix&min_price=99999", "Nothing found"),
        ("/?q=ombrix&min_price=cheap", "That cannot be read"),
        ("/product/nothing", "Not found"),
        ("/compare", "Compare"),
        ("/compare?ids=ombrix_x2_pro_256_gb", "Compare"),
        ("/compare?ids=a,b", "Not found"),
    ] {
        window.go(&format!("{}{path}", service.base)).await;
        assert_eq!(window.text("h1").await, heading, "{path}");
        // the browser itself notes statuses of errors on its console
        window.must_be_accessible().await;
    }
    window.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_long_word_makes_no_page_wider_than_the_window() {
    let deployment = Deployment::new(Backend::Sqlite).with("PCS_EXPLORER", "on");
    let head = "offer_id,title,brand,category,price,delivery_cost,availability,url";
    let (word, brand) = ("k".repeat(180), "b".repeat(90));
    let row = format!("a,Lamp {word},{brand},{brand},9.00,0,in_stock,https://shop.example/a");
    let feed = deployment.file("f.csv", format!("{head}\n{row}\n"));
    deployment.import(&feed, &"S".repeat(100), &[]);
    let service = deployment.serve();
    let driver = Driver::start();
    let window = driver.open(Look::default()).await;
    for width in [400, 1100] {
        window.show_at_width(width).await;
        window.go(&format!("{}/?q=lamp", service.base)).await;
        window.must_fit().await;
        window.follow(".product h2 a").await;
        window.must_fit().await;
        for path in ["/", &format!("/?brand={}", "y".repeat(200))] {
            window.go(&format!("{}{path}", service.base)).await;
            window.must_fit().await;
        }
    }
    window.close().await;
}
