//! The operator's console: from the login to a doubt that is decided to a delivery that is replayed.

use tests::Backend;
use tests::console::PASSWORD;
use tests::webhook_receiver::status;
use tests::webhooks::World;

use crate::driver::{Driver, Look, Window};

const LOOKS: [Look; 3] = [
    Look {
        has_scripts: true,
        is_dark: false,
        width: 1280,
        languages: "en",
    },
    Look {
        has_scripts: true,
        is_dark: true,
        width: 500,
        languages: "de",
    },
    Look {
        has_scripts: false,
        is_dark: false,
        width: 1280,
        languages: "en",
    },
];

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
    window.fill("#name", "ada").await;
    window.fill("#password", PASSWORD).await;
    window.follow(".login button").await;
    assert_eq!(window.text("h1").await, "Overview");
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
        for page in [
            "",
            "/review",
            "/sources",
            "/acts",
            "/catalogue?q=velora",
            "/catalogue/velora_x2_128",
            "/catalogue/korvex_q9_phone",
            "/webhooks",
        ] {
            window.go(&format!("{console}{page}")).await;
            window.must_be_well().await;
        }
        window.follow("tbody a[href$=live]").await;
        window.must_be_well().await;
        window.follow("tbody a[href*=deliveries\\/]").await;
        window.must_be_well().await;
        window.follow("main form.decide button").await;
        // the delivery is on its way, and the page shows where
        let id = window.text("h1 code").await;
        let ended = world.owner.ended(&format!("whd_{id}"));
        assert_eq!(ended["status"], "delivered", "{ended}");
        window
            .go(window.client.current_url().await.unwrap().as_str())
            .await;
        assert!(window.text("dl").await.contains("delivered"));
        window.must_be_well().await;
        window.picture("console-delivery").await;
        window.follow("header.site form button").await;
        assert_eq!(window.text("h1").await, "Log in");
        window.close().await;
        tokio::task::spawn_blocking(move || drop(world))
            .await
            .unwrap();
    }
}
