//! Price alerts that readers of pages ask for.

use app::alerts::{AlertEnds, AlertLinks, Alerts, Confirmed, NewAlert};
use domain::alert::{CONFIRMED_WITHIN, MOST_ALERTS, MOST_PENDING, RequestState};
use domain::language::Language;
use domain::mail::Outcome;
use ports_store::{AlertStore, LeasedMail, MailContent, MailStore, WatchStore};
use time::Duration;

use super::*;

const ORIGIN: &str = "https://prices.example";

struct Pages {
    alerts: Alerts,
    ends: AlertEnds,
    links: AlertLinks,
}

fn pages(world: &World) -> Pages {
    let store = || -> Arc<dyn AlertStore> { Arc::<SqliteStore>::clone(&world.store) };
    let secrets = Arc::new(Seeded::new(11));
    let links = || AlertLinks {
        store: store(),
        secrets: Arc::<Seeded>::clone(&secrets),
        digester: Arc::new(QuickDigest),
        clock: Arc::<ManualClock>::clone(&world.clock),
        origin: Some(ORIGIN.to_owned()),
    };
    Pages {
        alerts: Alerts {
            store: store(),
            watchlists: Arc::new(world.watchlists()),
            tenant: world.owner.tenant,
            pepper: vec![7; 32],
            signer: Arc::new(QuickDigest),
            digester: Arc::new(QuickDigest),
            ids: Arc::new(Seeded::new(9)),
            links: links(),
            per_hour: Some(50),
        },
        ends: AlertEnds {
            store: store(),
            digester: Arc::new(QuickDigest),
        },
        links: links(),
    }
}

fn new(product: &str, to: &str, target: &str) -> NewAlert {
    NewAlert {
        product: CanonicalProductId::parse(product).unwrap(),
        product_name: "Nova X2".to_owned(),
        target: TargetPrice::parse_json(target).unwrap(),
        to: EmailAddress::parse(to).unwrap(),
        language: Language::German,
    }
}

/// The mails that are due, leased for good.
async fn mails(world: &World) -> Vec<LeasedMail> {
    let now = START + Duration::days(300);
    let leased = MailStore::lease_due(&*world.store, now, now + Duration::days(9), 100).await;
    leased.unwrap()
}

fn token(link: &str) -> &str {
    link.strip_prefix(ORIGIN)
        .unwrap()
        .split_once("?t=")
        .unwrap()
        .1
}

/// Asks for an alert; the token in its mail.
async fn asked(world: &World, pages: &Pages, alert: NewAlert) -> String {
    pages.alerts.ask(alert).await.unwrap();
    let mail = mails(world).await.pop().unwrap();
    let link = pages.links.confirmation(mail.id).await.unwrap();
    assert!(link.starts_with("https://prices.example/alert/confirm?t="));
    token(&link).to_owned()
}

/// Confirms an alert; the token of the link that ends it.
async fn set(pages: &Pages, token_of_mail: &str) -> String {
    let end = match outcome(pages, token_of_mail).await {
        Some(Confirmed::Now { end }) => end.unwrap(),
        other => format!("{other:?}"),
    };
    assert!(
        end.starts_with("https://prices.example/alert/end?t="),
        "{end}"
    );
    token(&end).to_owned()
}

async fn outcome(pages: &Pages, token: &str) -> Option<Confirmed> {
    let confirmed = pages.alerts.confirm(token).await.unwrap();
    confirmed.map(|confirmed| confirmed.outcome)
}

/// How many watches the client has for whose address a token is.
async fn watches(world: &World, token: &str) -> usize {
    let digest = ports_system::Digester::sha256(&QuickDigest, token.as_bytes());
    let kept = world.store.find_request(&digest).await.unwrap().unwrap();
    world.store.list_watches(&kept.owner).await.unwrap().len()
}

#[tokio::test]
async fn an_alert_is_made_once_it_is_confirmed_and_ended_by_its_link() {
    let world = World::new().await;
    world.import(vec![offer("Nova X2", 10_000)]).await;
    let pages = pages(&world);
    let confirm = asked(&world, &pages, new(PRODUCT, "ann@customer.example", "90")).await;
    let found = pages.alerts.find(&confirm).await.unwrap().unwrap();
    assert_eq!(found.state, RequestState::Pending);
    assert_eq!(
        (found.alert.language, found.alert.product.as_str()),
        (Language::German, PRODUCT)
    );
    let end = set(&pages, &confirm).await;
    for _again in 0..2 {
        let found = pages.alerts.find(&confirm).await.unwrap().unwrap();
        assert_eq!(found.state, RequestState::Confirmed);
        assert_eq!(outcome(&pages, &confirm).await, Some(Confirmed::Before));
    }
    assert_eq!(watches(&world, &confirm).await, 1);

    world.import(vec![offer("Nova X2", 8_000)]).await;
    let mut fired = Vec::new();
    for mail in mails(&world).await {
        if let MailContent::AlertFired(firing, language) = mail.content {
            assert_eq!(language, Language::German);
            fired.push(firing.watch);
        }
    }
    assert_eq!(fired.len(), 1);
    // each attempt has a token of its own, and each of them ends it
    let (first, second) = (
        pages.links.ending(fired[0]).await.unwrap(),
        pages.links.ending(fired[0]).await.unwrap(),
    );
    assert_ne!(first, second);
    let alert = pages.ends.find(token(&second)).await.unwrap().unwrap();
    assert_eq!((alert.watch, alert.language), (fired[0], Language::German));
    // and so has the page that confirmed it
    assert_eq!(pages.ends.find(&end).await.unwrap(), Some(alert));
    for link in [&first, &first, &second] {
        pages.ends.end(token(link)).await.unwrap();
        assert_eq!(pages.ends.find(token(link)).await.unwrap(), None);
    }
    assert_eq!(pages.ends.find(&end).await.unwrap(), None);
    let late = pages.links.ending(fired[0]).await;
    assert!(matches!(late, Err(Outcome::Refused(_))), "{late:?}");
    // the request is settled: nothing makes it anew
    assert_eq!(outcome(&pages, &confirm).await, Some(Confirmed::Before));
    assert_eq!(watches(&world, &confirm).await, 0);
}

#[tokio::test]
async fn links_expire_and_invented_ones_lead_nowhere() {
    let world = World::new().await;
    world.import(vec![offer("Nova X2", 10_000)]).await;
    let pages = pages(&world);
    let confirm = asked(&world, &pages, new(PRODUCT, "ann@customer.example", "90")).await;
    for invented in [
        "",
        "a",
        &confirm[1..],
        &confirm.to_lowercase(),
        &format!("{confirm}a"),
    ] {
        assert_eq!(outcome(&pages, invented).await, None, "{invented}");
        assert_eq!(pages.alerts.find(invented).await.unwrap(), None);
        assert_eq!(pages.ends.find(invented).await.unwrap(), None);
        pages.ends.end(invented).await.unwrap();
    }
    world
        .clock
        .advance(CONFIRMED_WITHIN - Duration::microseconds(1));
    let state = async || {
        pages
            .alerts
            .find(&confirm)
            .await
            .unwrap()
            .map(|it| it.state)
    };
    assert_eq!(state().await, Some(RequestState::Pending));
    world.clock.advance(Duration::microseconds(1));
    assert_eq!(state().await, Some(RequestState::Expired));
    assert_eq!(outcome(&pages, &confirm).await, Some(Confirmed::Late));
    world
        .store
        .forget_requests(ports_system::Clock::now(&*world.clock))
        .await
        .unwrap();
    assert_eq!(outcome(&pages, &confirm).await, None);
}

#[tokio::test]
async fn an_address_has_so_many_alerts_and_a_product_one() {
    let world = World::new().await;
    let names: Vec<String> = (0..=MOST_ALERTS).map(|n| format!("Nova X{n}")).collect();
    let offers = names.iter().map(|name| offer(name, 10_000));
    world.import(offers.collect()).await;
    let pages = pages(&world);
    for (place, name) in names.iter().enumerate() {
        // a day each: mails of a day are few
        world.clock.advance(CONFIRMED_WITHIN);
        let id = name.to_lowercase().replace(' ', "_");
        let confirm = asked(&world, &pages, new(&id, "ann@customer.example", "90")).await;
        if place < MOST_ALERTS {
            set(&pages, &confirm).await;
        } else {
            let full = outcome(&pages, &confirm).await;
            assert_eq!(full, Some(Confirmed::AddressFull), "{name}");
        }
    }
    // one that is there is replaced
    world.clock.advance(CONFIRMED_WITHIN);
    let again = asked(&world, &pages, new("nova_x0", "Ann@Customer.example", "80")).await;
    set(&pages, &again).await;
    world.clock.advance(CONFIRMED_WITHIN);
    let gone = asked(&world, &pages, new("nothing", "bob@customer.example", "80")).await;
    assert_eq!(outcome(&pages, &gone).await, Some(Confirmed::NoProduct));
}

#[tokio::test]
async fn an_address_is_written_to_seldom_and_all_together_are_limited() {
    let world = World::new().await;
    world.import(vec![offer("Nova X2", 10_000)]).await;
    let mut pages = pages(&world);
    for _ in 0..3 * MOST_PENDING {
        pages
            .alerts
            .ask(new(PRODUCT, "ann@customer.example", "90"))
            .await
            .unwrap();
    }
    assert_eq!(
        u64::try_from(mails(&world).await.len()).unwrap(),
        MOST_PENDING
    );
    pages.alerts.per_hour = Some(MOST_PENDING);
    for to in ["ann@customer.example", "bob@customer.example"] {
        let refused = pages.alerts.ask(new(PRODUCT, to, "90")).await.unwrap_err();
        assert_eq!(refused.code, ErrorCode::RateLimited);
    }
    world.clock.advance(Duration::HOUR);
    pages
        .alerts
        .ask(new(PRODUCT, "bob@customer.example", "90"))
        .await
        .unwrap();
    assert_eq!(mails(&world).await.len(), 1);
}

#[tokio::test]
async fn a_workspace_that_is_full_says_so() {
    let world = World::new().await;
    world.import(vec![offer("Nova X2", 10_000)]).await;
    let mut pages = pages(&world);
    pages.alerts.watchlists = Arc::new(Watchlists {
        quota: Some(0),
        ..world.watchlists()
    });
    let confirm = asked(&world, &pages, new(PRODUCT, "ann@customer.example", "90")).await;
    assert_eq!(
        outcome(&pages, &confirm).await,
        Some(Confirmed::WorkspaceFull)
    );
    // it can be tried again when there is room
    pages.alerts.watchlists = Arc::new(world.watchlists());
    set(&pages, &confirm).await;
}

#[tokio::test]
async fn an_alert_that_has_not_fired_is_ended_by_the_link_behind_its_confirmation() {
    let world = World::new().await;
    world.import(vec![offer("Nova X2", 10_000)]).await;
    let mut pages = pages(&world);
    let confirm = asked(&world, &pages, new(PRODUCT, "ann@customer.example", "90")).await;
    let end = set(&pages, &confirm).await;
    assert_eq!(watches(&world, &confirm).await, 1);
    assert!(pages.ends.end(&end).await.unwrap());
    assert_eq!(watches(&world, &confirm).await, 0);
    assert!(!pages.ends.end(&end).await.unwrap());

    // it is there even where no link can be made
    pages.alerts.links.origin = None;
    let confirm = asked(&world, &pages, new(PRODUCT, "bob@customer.example", "90")).await;
    let made = outcome(&pages, &confirm).await;
    assert_eq!(made, Some(Confirmed::Now { end: None }));
    assert_eq!(watches(&world, &confirm).await, 1);
}

#[tokio::test]
async fn without_an_address_of_the_pages_mails_of_alerts_wait() {
    let world = World::new().await;
    let pages = pages(&world);
    pages
        .alerts
        .ask(new(PRODUCT, "ann@customer.example", "90"))
        .await
        .unwrap();
    let mail = mails(&world).await.pop().unwrap();
    let links = AlertLinks {
        origin: None,
        ..pages.links
    };
    for missing in [
        links.confirmation(mail.id).await,
        links.ending(mail.id).await,
    ] {
        let Err(Outcome::Failed(why)) = missing else {
            panic!("{missing:?}");
        };
        assert!(why.contains("PCS_PUBLIC_URL"), "{why}");
    }
}
