//! The operator's console: from the login to a doubt that is decided to a delivery that is replayed.

use tests::console::PASSWORD;
use tests::webhook_receiver::status;
use tests::webhooks::World;
use tests::{Backend, Deployment, offers_csv, wait_for};

use crate::driver::{Driver, LOOKS, Window};

/// A doubt, a failed delivery, and an operator.
fn world() -> World {
    let world = World::with(Backend::Sqlite, &[("PCS_CONSOLE", "on")]);
    let deployment = &world.deployment;
    deployment.make_doubt("Velora X2 128GB", "Korvex Q9 phone");
    deployment.operator("ada");
    let webhook = world.webhook("/hook");
    world.receiver.then("/hook", status(410));
    assert_eq!(world.deliver(&webhook)["status"], "failed");
    world
}

async fn log_in(window: &Window, console: &str) {
    window.go(console).await;
    window.must_be_well().await;
    window.picture("console-login").await;
    window.fill("#name", "ada").await;
    window.fill("#password", PASSWORD).await;
    window.follow(".login button").await;
    assert_eq!(window.text("h1").await, "Overview");
}

/// Makes a key by form, sees it once, and revokes it.
async fn make_a_key_and_revoke_it(window: &Window, console: &str) {
    window.go(&format!("{console}/workspaces/new")).await;
    window.must_be_well().await;
    window.fill("#name", "shop").await;
    window.fill("#rate_limit", "many").await;
    window.follow("main form button").await;
    assert_eq!(window.count("#rate_limit-wrong").await, 1);
    window.must_be_refused_well().await;
    window.fill("#rate_limit", "600").await;
    window.follow("main form button").await;
    assert_eq!(window.text("h1").await, "Workspace shop");
    window.must_be_well().await;
    window.fill("#label", "for Ann").await;
    window.fill("#expires", "90d").await;
    window.click("input[name='catalog:read']").await;
    window.follow("form[action$=keys] button").await;
    let key = window.text("#key").await;
    assert!(key.starts_with("pcs_live_"), "{key}");
    window.must_be_well().await;
    window.picture("console-key").await;
    window.follow("main p a[href*=workspaces]").await;
    let page = window.text("main").await;
    assert!(page.contains("for Ann") && !page.contains(&key), "{page}");
    window.must_be_well().await;
    window.picture("console-workspace").await;
    window.follow("tbody a[href*=keys]").await;
    window.must_be_well().await;
    window.follow("main form.decide button").await;
    assert!(window.text("tbody").await.contains("revoked"));
    window.must_be_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_decides_a_doubt_and_replays_a_delivery() {
    let driver = Driver::start();
    for look in LOOKS {
        let world = tokio::task::spawn_blocking(world).await.unwrap();
        let window = driver.open(look).await;
        let console = format!("{}/console", world.service.admin);
        log_in(&window, &console).await;
        window.must_be_well().await;
        window.picture("console").await;
        window.follow(".waiting a").await;
        assert_eq!(window.text("h1").await, "Are these one product?");
        assert_eq!(window.count(".sides article").await, 2);
        window.must_be_well().await;
        window.picture("console-doubt").await;
        if look.has_scripts {
            // by keyboard: put off, and back again
            window.press("s").await;
            window.follow("main a[href$=doubts]").await;
            window.press("a").await;
        } else {
            window.follow("button[value=same]").await;
        }
        assert_eq!(window.text("h1").await, "Doubts");
        window
            .go(&format!("{console}/catalogue/korvex_q9_phone"))
            .await;
        window.must_be_well().await;
        for (page, name) in [
            ("/catalogue?q=velora", "catalogue"),
            ("/catalogue/velora_x2_128", "product"),
            ("/review", "review"),
            ("/sources", "sources-none"),
            ("/acts", "acts"),
            ("/webhooks", "webhooks"),
        ] {
            window.go(&format!("{console}{page}")).await;
            window.must_be_well().await;
            window.picture(&format!("console-{name}")).await;
        }
        window.follow("tbody a[href$=live]").await;
        window.must_be_well().await;
        window.follow("tbody a[href*=deliveries\\/]").await;
        window.must_be_well().await;
        window.follow("main form.decide button").await;
        // the delivery is on its way, and the page shows where
        let id = window.text("h1 code").await;
        let ended = world.owner.ended(&id);
        assert_eq!(ended["status"], "delivered", "{ended}");
        window
            .go(window.client.current_url().await.unwrap().as_str())
            .await;
        assert!(window.text("dl").await.contains("delivered"));
        window.must_be_well().await;
        window.picture("console-delivery").await;
        make_a_key_and_revoke_it(&window, &console).await;
        window.follow("header.site form button").await;
        assert_eq!(window.text("h1").await, "Log in");
        window.close().await;
        tokio::task::spawn_blocking(move || drop(world))
            .await
            .unwrap();
    }
}

/// A feed with one good row and many bad ones.
fn bad_feed() -> String {
    let mut rows = vec![["a1", "Nova X2 128GB", "Nova", "", "100.00"]];
    rows.extend(vec![["a2", "Nova X3 128GB", "Nova", "", "cheap"]; 60]);
    rows.push([
        "<b>a3</b>",
        "Nova X4",
        "Nova",
        "",
        "<script>alert(1)</script>",
    ]);
    offers_csv(&rows)
}

/// A shop with imports of which one failed, and an operator.
fn shop() -> Deployment {
    let deployment = Deployment::new(Backend::Sqlite).with("PCS_CONSOLE", "on");
    let folder = deployment.folder.path().display().to_string();
    let deployment = deployment.with("PCS_FEED_DIR", &folder);
    deployment.operator("ada");
    for price in ["100.00", "90.00", "cheap", "95.00"] {
        let row = ["a1", "Nova X2 128GB", "Nova", "", price];
        let feed = deployment.file("offers.csv", offers_csv(&[row]));
        deployment.run(&["import", &feed, "--store", "Northlight"]);
    }
    deployment
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_adds_a_source_and_reads_what_was_rejected() {
    let driver = Driver::start();
    for look in LOOKS {
        let deployment = tokio::task::spawn_blocking(shop).await.unwrap();
        let feed = deployment.file("feed.csv", bad_feed());
        let service = deployment.serve();
        let window = driver.open(look).await;
        let console = format!("{}/console", service.admin);
        let is_narrow = look.width < 1000;
        if is_narrow {
            window.show_at_width(400).await;
        }
        log_in(&window, &console).await;
        assert_eq!(window.count("svg.spark").await, 1);
        window.must_be_well().await;
        window.picture("console-curves").await;
        window.go(&format!("{console}/sources")).await;
        window.follow("main a.button[href$=new]").await;
        window.must_be_well().await;
        window.fill("#store", "Bargain Burrow").await;
        window.fill("#location", &feed).await;
        window.fill("#interval", "soon").await;
        window.follow("main form button").await;
        // what is wrong stands beside the field, and what is right is kept
        assert!(
            window
                .text("#interval-problem")
                .await
                .contains("1m to 30days")
        );
        assert_eq!(window.count("#store[value=\"Bargain Burrow\"]").await, 1);
        window.was_refused_with(400).await;
        window.must_be_well().await;
        window.picture("console-source-wrong").await;
        window.fill("#interval", "30m").await;
        window.follow("main form button").await;
        assert_eq!(window.text("h1").await, "Source of Bargain Burrow");
        window.must_be_well().await;
        window.picture("console-source").await;
        wait_for("the import", || {
            let listed = deployment.ok(&["imports", "--store", "Bargain Burrow"]);
            (!listed.is_empty()).then_some(())
        });
        window.go(&format!("{console}/sources")).await;
        assert_eq!(window.count("article.card button").await, 1);
        window.must_be_well().await;
        window.picture("console-sources").await;
        window.follow("article a[href*=shops]").await;
        assert_eq!(window.text("h1").await, "Bargain Burrow");
        window.must_be_well().await;
        window.follow("table a[href*=run_]").await;
        assert!(window.text("table.cards").await.contains("60"));
        window.must_be_well().await;
        window.picture("console-import").await;
        window.follow("nav a[href*=page]").await;
        assert!(window.text("main").await.contains("<b>a3</b>"));
        window.must_be_well().await;
        if look.has_scripts {
            for page in [
                "",
                "/sources",
                "/sources/new",
                "/imports",
                "/shops?name=Northlight",
            ] {
                window.go(&format!("{console}{page}")).await;
                window.must_be_well().await;
                window.must_fit().await;
            }
        }
        window.close().await;
        tokio::task::spawn_blocking(move || drop((service, deployment)))
            .await
            .unwrap();
    }
}

/// Two prices that are held back, and an operator.
fn held() -> Deployment {
    let deployment = Deployment::new(Backend::Sqlite)
        .with("PCS_CONSOLE", "on")
        .with("PCS_OFFER_TTL", "3000days");
    deployment.hold_prices();
    deployment.operator("ada");
    deployment
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_decides_prices_that_are_held_back() {
    let driver = Driver::start();
    for look in LOOKS {
        let deployment = tokio::task::spawn_blocking(held).await.unwrap();
        let service = deployment.serve();
        let window = driver.open(look).await;
        let console = format!("{}/console", service.admin);
        log_in(&window, &console).await;
        window.go(&format!("{console}/review")).await;
        assert_eq!(window.count("article.held .curve svg").await, 2);
        window.must_be_well().await;
        window.picture("console-held").await;
        if look.has_scripts {
            window.must_fit().await;
            // put off, the other one accepted, and back to the first
            window.press("s").await;
            assert_eq!(window.count("article.held").await, 1);
            window.press("a").await;
        } else {
            window.follow("article.held a[data-key=s]").await;
            window.follow("button[value=accept]").await;
        }
        assert_eq!(window.count("article.held").await, 0);
        window.must_be_well().await;
        window.follow("#prices ~ p a[href$='review#prices']").await;
        if look.has_scripts {
            window.press("r").await;
        } else {
            window.follow("button[value=reject]").await;
        }
        let left = window.text("article.held").await;
        assert!(left.contains("A person rejected it."), "{left}");
        assert_eq!(window.count("[data-key=a]").await, 0);
        window.must_be_well().await;
        window.close().await;
        tokio::task::spawn_blocking(move || drop((service, deployment)))
            .await
            .unwrap();
    }
}
