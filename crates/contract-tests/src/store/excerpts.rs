//! Cases of how answers began: what `DeliveryStore::record` keeps of it.

use domain::access::Tenant;
use domain::webhook::delivery::{DeliveryError, KEPT, MAX_CYCLE, Verdict};
use domain::webhook::excerpt::Excerpt;
use ports_store::{FinishedAttempt, Forgetting};
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::fixtures::day;
use super::webhook_fixtures::{finish, lease, queue, record, subscribe, tenant, transient};
use super::{Database, StoreUnderTest};

/// Excerpts of the attempts of a delivery that are kept.
async fn excerpts(store: &dyn StoreUnderTest, tenant: Tenant, id: Uuid) -> Vec<(u16, String)> {
    let found = store.find_delivery(tenant, id).await.unwrap().unwrap();
    let kept = found.excerpts.iter();
    kept.map(|kept| (kept.attempt, kept.excerpt.as_str().to_owned()))
        .collect()
}

/// What its receiver says of an attempt.
fn said(number: u16) -> Option<Excerpt> {
    match number {
        3 | 7 | 8 => None,
        _ => Some(Excerpt::kept(format!("ü no {number}\n\"'"))),
    }
}

/// Attempts that ended: those of one delivery as their number says, the others in words once, and well then.
async fn ended(
    store: &dyn StoreUnderTest,
    now: OffsetDateTime,
    told: Uuid,
    number: u16,
) -> Vec<FinishedAttempt> {
    let leased = lease(store, now, 2).await;
    let mut ended = Vec::new();
    for one in &leased {
        let is_told = one.id == told;
        let verdict = if is_told || number == 1 {
            transient(DeliveryError::Http)
        } else {
            Verdict::Acknowledged
        };
        let excerpt = match (is_told, one.attempt) {
            (true, number) => said(number),
            (false, 1) => Some(Excerpt::kept("beside".to_owned())),
            (false, _) => None,
        };
        let finished = finish(one, now, verdict);
        ended.push(FinishedAttempt {
            excerpt,
            ..finished
        });
    }
    ended
}

/// How answers began is kept of the last attempts, counted from the newest that has an excerpt, and shown with its
/// delivery alone; it goes with it.
pub async fn the_last_excerpts_stay_with_their_delivery(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    let other = subscribe(&*store, tenant, "two").await;
    let told = queue(&*store, tenant, day(0), id).await;
    let beside = queue(&*store, tenant, day(0), other).await;
    let mut now = day(0);
    let kept: [&[u16]; 8] = [
        &[1],
        &[1, 2],
        &[1, 2],
        &[2, 4],
        &[4, 5],
        &[4, 5, 6],
        &[4, 5, 6],
        &[4, 5, 6],
    ];
    for (number, kept) in (1..=MAX_CYCLE).zip(kept) {
        let ended = ended(&*store, now, told, number).await;
        // what is recorded twice changes nothing
        record(&*store, &ended, now).await;
        assert_eq!(record(&*store, &ended, now).await, 0);
        let expected: Vec<_> = kept
            .iter()
            .map(|number| (*number, format!("ü no {number}\n\"'")))
            .collect();
        assert_eq!(excerpts(&*store, tenant, told).await, expected, "{number}");
        now += Duration::hours(2);
    }
    let of_beside = [(1, "beside".to_owned())];
    assert_eq!(excerpts(&*store, tenant, beside).await, of_beside);
    let later = day(0) + KEPT + Duration::DAY;
    let before = Forgetting {
        now: later,
        deliveries: later - KEPT,
        audit: day(0),
        answers: day(0),
    };
    while store.forget_old(&before).await.unwrap() {}
    assert_eq!(store.find_delivery(tenant, told).await.unwrap(), None);
}
