//! Smoke.
use domain::webhook::delivery::{DeliveryError, Verdict};
use ports_store::{DeliveryStore, Forgetting, PageRequest, Step};
use time::Duration;

use super::Database;
use super::fixtures::{day, fresh};
use super::webhook_fixtures::*;

pub async fn every_method_of_webhooks_runs(db: &Database) {
    let store = db.connect().await;
    let owners = with_watches(&*store, &["w"]).await;
    let tenant_ = tenant(&*store, "w").await;
    assert_eq!(owners[0].tenant, tenant_);
    let id = subscribe(&*store, tenant_, "one").await;
    let page = PageRequest { after: None, limit: 5 };
    assert_eq!(store.list_subscriptions(tenant_, page).await.unwrap().total, 1);
    let _ = found(&*store, tenant_, id).await;
    assert_eq!(price(&*store, 9_000, day(1)).await, 1);
    assert_eq!(deliveries(&*store, tenant_, Some(id)).await.len(), 1);
    let ended = attempt(&*store, (tenant_, day(1)), transient(DeliveryError::Dns)).await;
    assert_eq!(standing(&ended), ("pending", Some(DeliveryError::Dns)));
    assert_eq!(DeliveryStore::next_due(&*store, day(1)).await.unwrap(), Some(due(&ended)));
    let ended = attempt(&*store, (tenant_, due(&ended)), Verdict::Permanent(DeliveryError::Http)).await;
    assert_eq!(standing(&ended), ("failed", Some(DeliveryError::Http)));
    assert!(found(&*store, tenant_, id).await.incident.is_some());
    step(&*store, (tenant_, day(1) + Duration::HOUR), replay_step(ended.id, day(1) + Duration::HOUR)).await.unwrap();
    assert_eq!(price(&*store, 8_000, day(2)).await, 0);
    assert_eq!(deliveries(&*store, tenant_, None).await.len(), 2);
    queue(&*store, (tenant_, day(2)), id).await;
    lease(&*store, day(2), 5).await;
    store.keep(fresh(day(6)), &policy()).await.unwrap();
    store.keep(fresh(day(7)), &policy()).await.unwrap();
    store.summarize(tenant_).await.unwrap();
    store.tally_deliveries(day(7)).await.unwrap();
    store.list_audit(tenant_, 100).await.unwrap();
    let rotation = any_id();
    step(&*store, (tenant_, day(7)), Step::Prepare { id, rotation, secret: sealed("new") }).await.unwrap();
    let listed = store.list_sealed("k2", None, 10).await.unwrap();
    for one in &listed { store.reseal(one, &sealed("x")).await.unwrap(); }
    store.claim_pepper(&sealed("pepper")).await.unwrap();
    step(&*store, (tenant_, day(7)), Step::Activate { id, rotation }).await.unwrap();
    step(&*store, (tenant_, day(7)), switch(id, true)).await.unwrap();
    step(&*store, (tenant_, day(7)), Step::Remove { id }).await.unwrap();
    let before = Forgetting { now: day(60), deliveries: day(60), audit: day(60), answers: day(60) };
    store.forget_old(&before).await.unwrap();
    store.forget(day(60), day(60)).await.unwrap();
}
