//! Cases of `AlertStore`.

use domain::alert::{AlertRefusal, AskedAlert, CONFIRMED_WITHIN, HOUR, MOST_A_DAY, MOST_PENDING};
use domain::language::Language;
use domain::mail::Next;
use domain::watch::{ClientId, WatchCondition};
use ports_store::{AlertRequest, IdempotencyClaim, MailContent, MailRecord, MailStore, WatchOwner};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::fixtures::{catalogued, day, id};
use super::watch_fixtures::{
    address, ask, claimed, fall, low, observe, once, only, owner, save, take_mails, target, wanted,
};
use super::{Database, ROUNDS, StoreUnderTest};

/// A request whose id and token are made of the number.
fn request(number: u8, owner: &WatchOwner, at: OffsetDateTime) -> AlertRequest {
    AlertRequest {
        alert: AskedAlert {
            request: Uuid::from_u128(number.into()),
            product: id("a"),
            product_name: "A \"name\" <b> ünder".to_owned(),
            target: target("449.95"),
            language: Language::German,
        },
        owner: owner.clone(),
        to: address("ann@example.com"),
        requested_at: at,
    }
}

fn client(owner: &WatchOwner, name: &str) -> WatchOwner {
    WatchOwner {
        client: ClientId::parse(name).unwrap(),
        ..owner.clone()
    }
}

async fn ask_for(store: &dyn StoreUnderTest, request: &AlertRequest) -> Result<(), AlertRefusal> {
    store.insert_request(request, None).await.unwrap()
}

/// A watch that a reader asked for, with its id.
async fn with_alert(store: &dyn StoreUnderTest, owner: &WatchOwner) -> Uuid {
    let mut wanted = wanted(owner, "a", "100", day(0));
    wanted.reader = Some(Language::German);
    save(store, &wanted).await;
    only(store, owner).await.id
}

async fn with_product(store: &dyn StoreUnderTest) -> WatchOwner {
    claimed(store).await;
    store.save_products(&[catalogued("a")]).await.unwrap();
    owner(store, "w").await
}

/// A request is written with its mail, and found by each of its tokens as it was asked for.
pub async fn a_request_is_found_by_its_tokens(db: &Database) {
    let store = db.connect().await;
    let owner = owner(&*store, "w").await;
    let asked = request(1, &owner, day(0));
    assert_eq!(ask_for(&*store, &asked).await, Ok(()));
    let mails = take_mails(&*store, day(0)).await;
    assert_eq!(mails.len(), 1);
    assert_eq!(
        (mails[0].id, mails[0].created_at),
        (asked.alert.request, day(0))
    );
    assert_eq!(mails[0].to, asked.to);
    let content = MailContent::Asked(Box::new(asked.alert.clone()));
    assert_eq!(mails[0].content, content);
    assert_eq!(store.find_request(&[1; 32]).await.unwrap(), None);
    for digest in [[1; 32], [2; 32]] {
        let added = store.insert_confirmation(&digest, asked.alert.request, day(0));
        assert!(added.await.unwrap());
        let found = store.find_request(&digest).await.unwrap().unwrap();
        assert_eq!(found.alert, asked.alert);
        assert_eq!(
            (found.owner, found.to),
            (owner.clone(), Some(asked.to.clone()))
        );
        assert_eq!(found.expires_at, day(0) + CONFIRMED_WITHIN);
        assert!(!found.is_confirmed);
        assert_eq!(store.find_alert(&digest).await.unwrap(), None);
        assert!(!store.remove_alert(&digest).await.unwrap());
    }
}

/// A request that is not there, was confirmed, or has expired gets no token.
pub async fn only_requests_that_wait_get_tokens(db: &Database) {
    let store = db.connect().await;
    let owner = owner(&*store, "w").await;
    let asked = request(1, &owner, day(0));
    let (no, end) = (asked.alert.request, day(0) + CONFIRMED_WITHIN);
    let add = async |digest: u8, at| {
        store
            .insert_confirmation(&[digest; 32], no, at)
            .await
            .unwrap()
    };
    assert!(!add(1, day(0)).await, "it is not there");
    ask_for(&*store, &asked).await.unwrap();
    assert!(add(2, end - Duration::microseconds(1)).await);
    assert!(!add(3, end).await, "it has expired");
    store.save_confirmed(no, day(0)).await.unwrap();
    assert!(!add(4, day(0)).await, "it was confirmed");
    for digest in [1, 3, 4] {
        assert_eq!(store.find_request(&[digest; 32]).await.unwrap(), None);
    }
}

/// Once it was confirmed, a request has no address, but is found and counts.
pub async fn a_confirmed_request_has_no_address(db: &Database) {
    let store = db.connect().await;
    let owner = owner(&*store, "w").await;
    let asked = request(1, &owner, day(0));
    ask_for(&*store, &asked).await.unwrap();
    let no = asked.alert.request;
    store
        .insert_confirmation(&[1; 32], no, day(0))
        .await
        .unwrap();
    for _ in 0..2 {
        store.save_confirmed(no, day(0) + HOUR).await.unwrap();
        let found = store.find_request(&[1; 32]).await.unwrap().unwrap();
        assert_eq!((found.to, found.is_confirmed), (None, true));
    }
    let another = request(2, &owner, day(0));
    let refused = store.insert_request(&another, Some(1)).await;
    assert_eq!(refused.unwrap(), Err(AlertRefusal::AllFull));
}

/// Requests are counted for their address and for all of the workspace; what is refused leaves nothing.
pub async fn requests_are_limited(db: &Database) {
    let store = db.connect().await;
    let owner = owner(&*store, "w").await;
    let other = client(&owner, "client-2");
    let elsewhere = super::watch_fixtures::owner(&*store, "another").await;
    let mut number = 0;
    let mut next = |owner: &WatchOwner, at| {
        number += 1;
        request(number, owner, at)
    };
    for _ in 0..MOST_PENDING {
        assert_eq!(ask_for(&*store, &next(&owner, day(0))).await, Ok(()));
    }
    let refused = next(&owner, day(0));
    assert_eq!(
        ask_for(&*store, &refused).await,
        Err(AlertRefusal::AddressFull)
    );
    let added = store.insert_confirmation(&[1; 32], refused.alert.request, day(0));
    assert!(!added.await.unwrap());
    for owner in [&other, &elsewhere] {
        assert_eq!(ask_for(&*store, &next(owner, day(0))).await, Ok(()));
    }
    let per_hour = Some(MOST_PENDING + 1);
    let all = store.insert_request(&next(&other, day(0)), per_hour).await;
    assert_eq!(all.unwrap(), Err(AlertRefusal::AllFull));
    let later = store
        .insert_request(&next(&other, day(0) + HOUR), per_hour)
        .await;
    assert_eq!(later.unwrap(), Ok(()));
    // confirmed ones make place, until there were as many as a day has
    for _ in MOST_PENDING..MOST_A_DAY {
        store
            .save_confirmed(Uuid::from_u128(1), day(0))
            .await
            .unwrap();
        store
            .save_confirmed(Uuid::from_u128(2), day(0))
            .await
            .unwrap();
        store
            .save_confirmed(Uuid::from_u128(3), day(0))
            .await
            .unwrap();
        assert_eq!(ask_for(&*store, &next(&owner, day(0))).await, Ok(()));
    }
    assert_eq!(
        ask_for(&*store, &next(&owner, day(0))).await,
        Err(AlertRefusal::AddressFull)
    );
    let tomorrow = day(0) + CONFIRMED_WITHIN;
    assert_eq!(ask_for(&*store, &next(&owner, tomorrow)).await, Ok(()));
    let mails = take_mails(&*store, tomorrow).await;
    let of_ann = u64::try_from(mails.len()).unwrap();
    assert_eq!(of_ann, MOST_A_DAY + 1 + 3);
}

/// Requests that come at once do not pass the limits together.
pub async fn requests_at_once_are_counted_one_after_another(db: &Database) {
    let (store, other) = (db.connect().await, db.connect().await);
    let owner = owner(&*store, "w").await;
    for round in 0..ROUNDS {
        let at = day(0) + Duration::hours(2) * i32::try_from(round).unwrap();
        let number = u8::try_from(round * 2).unwrap();
        let of = |name: &str| client(&owner, &format!("{name}-{round:04}"));
        let (one, two) = (
            request(number, &of("client-a"), at),
            request(number + 1, &of("client-b"), at),
        );
        let (one, two) = tokio::join!(
            store.insert_request(&one, Some(1)),
            other.insert_request(&two, Some(1))
        );
        let taken = [one.unwrap(), two.unwrap()];
        assert_eq!(taken.iter().filter(|it| it.is_ok()).count(), 1, "{taken:?}");
    }
}

/// The mail of a watch that a reader asked for says so; a watch that is made over the API stays what it is.
pub async fn mails_of_alerts_are_told_from_others(db: &Database) {
    let store = db.connect().await;
    let owner = with_product(&*store).await;
    let alert = with_alert(&*store, &owner).await;
    let plain = client(&owner, "client-2");
    save(&*store, &wanted(&plain, "a", "100", day(0))).await;
    // replaced over the API
    save(&*store, &wanted(&owner, "a", "99", day(0))).await;
    assert_eq!(only(&*store, &owner).await.id, alert);
    assert_eq!(
        observe(&*store, "Shop", &[ask("1", "a", 9_000)], day(1)).await,
        2
    );
    let mails = take_mails(&*store, day(1)).await;
    let told = |mail: &ports_store::LeasedMail| match &mail.content {
        MailContent::AlertFired(firing, language) => (firing.watch, Some(*language)),
        MailContent::Fired(firing) => (firing.watch, None),
        other => panic!("{other:?}"),
    };
    let mut told: Vec<_> = mails.iter().map(told).collect();
    told.sort_by_key(|(_, language)| language.is_none());
    let other = only(&*store, &plain).await.id;
    assert_eq!(told, [(alert, Some(Language::German)), (other, None)]);
}

/// An alert is found by each of its tokens until it ends; watches that were made over the API get none.
pub async fn an_alert_is_found_by_its_tokens(db: &Database) {
    let store = db.connect().await;
    let owner = with_product(&*store).await;
    let alert = with_alert(&*store, &owner).await;
    let plain = client(&owner, "client-2");
    save(&*store, &wanted(&plain, "a", "100", day(0))).await;
    let other = only(&*store, &plain).await.id;
    for watch in [other, Uuid::from_u128(9)] {
        assert!(!store.insert_end(&[9; 32], watch, day(0)).await.unwrap());
        assert_eq!(store.find_alert(&[9; 32]).await.unwrap(), None);
    }
    for digest in [[1; 32], [2; 32]] {
        assert!(store.insert_end(&digest, alert, day(0)).await.unwrap());
        let found = store.find_alert(&digest).await.unwrap().unwrap();
        assert_eq!((found.watch, found.product), (alert, id("a")));
        assert_eq!(
            (found.condition.target(), found.language),
            (Some(target("100")), Language::German)
        );
        assert_eq!(store.find_request(&digest).await.unwrap(), None);
    }
    // its owner lets the watch wait for something else
    for condition in [WatchCondition::BackInStock, fall(10), low()] {
        let mut other = wanted(&owner, "a", "100", day(0));
        other.terms.condition = condition;
        save(&*store, &other).await;
        let found = store.find_alert(&[1; 32]).await.unwrap().unwrap();
        assert_eq!((found.watch, found.product), (alert, id("a")));
        assert_eq!(found.condition.kind(), condition.kind());
    }
    // its owner removes it, and all tokens go with it
    assert!(store.remove(&owner, alert).await.unwrap());
    assert_eq!(store.find_alert(&[1; 32]).await.unwrap(), None);
    assert!(!store.remove_alert(&[2; 32]).await.unwrap());
    assert!(!store.insert_end(&[3; 32], alert, day(0)).await.unwrap());
}

/// An alert that is ended is gone with its mails that were not sent, those that are being sent too; other watches and
/// their mails stay.
pub async fn an_ended_alert_leaves_no_mails(db: &Database) {
    let store = db.connect().await;
    let owner = with_product(&*store).await;
    let alert = with_alert(&*store, &owner).await;
    let plain = client(&owner, "client-2");
    save(&*store, &wanted(&plain, "a", "100", day(0))).await;
    for at in [1, 2] {
        assert_eq!(
            observe(&*store, "Shop", &[ask("1", "a", 9_000)], day(at)).await,
            2
        );
        observe(&*store, "Shop", &[ask("1", "a", 20_000)], day(at) + HOUR).await;
    }
    store.insert_end(&[1; 32], alert, day(2)).await.unwrap();
    // one of its two is being sent
    let until = day(3);
    let leased = loop {
        let some = MailStore::lease_due(&*store, day(2), until, 1)
            .await
            .unwrap();
        if let MailContent::AlertFired(..) = some[0].content {
            break some[0].clone();
        }
    };
    assert!(store.remove_alert(&[1; 32]).await.unwrap());
    assert!(!store.remove_alert(&[1; 32]).await.unwrap());
    assert!(store.list_watches(&owner).await.unwrap().is_empty());
    let record = MailRecord {
        id: leased.id,
        attempt: leased.attempt,
        next: Next::Retry {
            due: day(2),
            error: "busy".to_owned(),
        },
    };
    assert_eq!(
        MailStore::record(&*store, &[record], day(2)).await.unwrap(),
        0
    );
    let left = take_mails(&*store, day(9)).await;
    let is_of_other =
        |mail: &ports_store::LeasedMail| matches!(mail.content, MailContent::Fired(_));
    assert!(left.iter().all(is_of_other), "{left:?}");
    assert_eq!(left.len(), 2);
    only(&*store, &plain).await;
    assert_eq!(
        observe(&*store, "Shop", &[ask("1", "a", 9_000)], day(10)).await,
        1
    );
}

/// Requests are forgotten when they have expired, with their tokens and mails, and no others.
pub async fn expired_requests_are_forgotten(db: &Database) {
    let store = db.connect().await;
    let owner = owner(&*store, "w").await;
    let (old, new) = (
        request(1, &owner, day(0)),
        request(2, &owner, day(0) + HOUR),
    );
    for asked in [&old, &new] {
        ask_for(&*store, asked).await.unwrap();
        let digest = [u8::try_from(asked.alert.request.as_u128()).unwrap(); 32];
        let added = store.insert_confirmation(&digest, asked.alert.request, day(0));
        assert!(added.await.unwrap());
    }
    let end = day(0) + CONFIRMED_WITHIN;
    assert!(
        !store
            .forget_requests(end - Duration::microseconds(1))
            .await
            .unwrap()
    );
    assert!(store.find_request(&[1; 32]).await.unwrap().is_some());
    assert!(!store.forget_requests(end).await.unwrap());
    assert_eq!(store.find_request(&[1; 32]).await.unwrap(), None);
    assert!(store.find_request(&[2; 32]).await.unwrap().is_some());
    let mails = take_mails(&*store, end).await;
    let left: Vec<Uuid> = mails.iter().map(|mail| mail.id).collect();
    assert_eq!(left, [new.alert.request]);
}

/// An alert is made once for its request, whatever comes twice: the key of its creation is kept.
pub async fn an_alert_is_made_once(db: &Database) {
    let store = db.connect().await;
    let owner = with_product(&*store).await;
    let mut wanted = wanted(&owner, "a", "100", day(0));
    wanted.reader = Some(Language::English);
    let claim: IdempotencyClaim = once(&owner, "alert-1", 1, day(0));
    store.save(&wanted, &claim).await.unwrap();
    let alert = only(&*store, &owner).await.id;
    store.insert_end(&[1; 32], alert, day(0)).await.unwrap();
    assert!(store.remove_alert(&[1; 32]).await.unwrap());
    let again = store.save(&wanted, &claim).await.unwrap();
    assert!(
        matches!(again, ports_store::Outcome::Replayed(_)),
        "{again:?}"
    );
    assert!(store.list_watches(&owner).await.unwrap().is_empty());
}
