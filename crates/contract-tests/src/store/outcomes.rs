//! Cases of `DeliveryStore::record` and of incidents.

use domain::webhook::audit::{Action, SYSTEM_ACTOR};
use domain::webhook::delivery::{DeliveryError, MAX_CYCLE, State, Verdict};
use domain::webhook::endpoint::Health;
use domain::webhook::notice::Occasion;
use ports_store::{AuditTarget, CommandEffect, DeliverySummary, MailContent, WebhookCommand};
use time::{Duration, OffsetDateTime};

use super::fixtures::day;
use super::watch_fixtures::take_mails;
use super::webhook_fixtures::{
    attempt, command, delivery, due, finish, found, lease, policy, queue, record, second, standing,
    subscribe, tenant, transient,
};
use super::{Database, StoreUnderTest};

const PERMANENT: Verdict = Verdict::Permanent(DeliveryError::Http);

/// Occasions of the mails that wait, in their order, with who gets them.
async fn told(store: &dyn StoreUnderTest, now: OffsetDateTime) -> Vec<(Occasion, u64, String)> {
    let mut mails = take_mails(store, now).await;
    mails.sort_by_key(|mail| mail.created_at);
    let notice = |mail: &ports_store::LeasedMail| match &mail.content {
        MailContent::Endpoint(notice) => {
            assert_eq!(notice.host, "one.example.com");
            (notice.occasion, notice.waiting, mail.to.as_str().to_owned())
        }
        other @ (MailContent::Fired(_) | MailContent::AlertFired(..) | MailContent::Asked(_)) => {
            panic!("{other:?}")
        }
    };
    mails.iter().map(notice).collect()
}

type Expected = (
    Verdict,
    &'static str,
    Option<DeliveryError>,
    Option<OffsetDateTime>,
    u32,
    Option<i64>,
);

/// Outcomes of a first attempt, each with the delivery's state, error and next attempt, and with the
/// endpoint's failures and cooldown in seconds.
fn outcomes(now: OffsetDateTime) -> [Expected; 6] {
    let asked = Verdict::Transient {
        error: DeliveryError::Http,
        retry_after: Some(Duration::minutes(2)),
    };
    let waits = |wait| Some(now + Duration::seconds(wait));
    [
        (Verdict::Acknowledged, "delivered", None, None, 0, None),
        (
            PERMANENT,
            "failed",
            Some(DeliveryError::Http),
            None,
            0,
            Some(900),
        ),
        (
            transient(DeliveryError::Tls),
            "pending",
            Some(DeliveryError::Tls),
            waits(10),
            1,
            None,
        ),
        (
            asked,
            "pending",
            Some(DeliveryError::Http),
            waits(120),
            1,
            None,
        ),
        (
            transient(DeliveryError::Encryption),
            "pending",
            Some(DeliveryError::Encryption),
            waits(10),
            0,
            None,
        ),
        (
            Verdict::Lost,
            "pending",
            Some(DeliveryError::LeaseExpired),
            waits(10),
            0,
            None,
        ),
    ]
}

/// Each outcome leaves the delivery, its attempt and the endpoint as the rules say.
pub async fn every_outcome_is_recorded(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let now = day(1);
    for (verdict, state, error, next, failures, cooldown) in outcomes(now) {
        let id = subscribe(&*store, tenant, "one").await;
        queue(&*store, tenant, now, id).await;
        let ended = attempt(&*store, tenant, now, verdict).await;
        assert_eq!(standing(&ended), (state, error), "{verdict:?}");
        let closed = ended.attempts[0];
        assert_eq!((closed.error, closed.next_retry_at), (error, next));
        if let Some(next) = next {
            assert_eq!(due(&ended), next);
        }
        if verdict == Verdict::Acknowledged {
            assert_eq!(ended.delivery.state, State::Delivered { at: now });
        }
        assert_eq!(ended.updated_at, now);
        let expected = Health {
            failures,
            cooldown_until: cooldown.map(|wait| now + Duration::seconds(wait)),
        };
        assert_eq!(found(&*store, tenant, id).await.health, expected);
        command(&*store, tenant, now, WebhookCommand::Remove { id })
            .await
            .unwrap();
    }
}

/// A cycle has eight attempts and then fails; a success in between would have kept the last error.
pub async fn a_cycle_ends_after_eight_attempts(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    queue(&*store, tenant, day(0), id).await;
    let mut now = day(0);
    for number in 1..MAX_CYCLE {
        let ended = attempt(&*store, tenant, now, transient(DeliveryError::Timeout)).await;
        assert_eq!(standing(&ended), ("pending", Some(DeliveryError::Timeout)));
        assert_eq!(ended.delivery.attempts, number);
        assert!(
            lease(&*store, due(&ended) - Duration::SECOND, 9)
                .await
                .is_empty()
        );
        now = due(&ended);
    }
    let ended = attempt(&*store, tenant, now, transient(DeliveryError::Timeout)).await;
    assert_eq!(standing(&ended), ("failed", Some(DeliveryError::Timeout)));
    assert_eq!(ended.attempts.len(), usize::from(MAX_CYCLE));
    assert!(lease(&*store, now + Duration::DAY, 9).await.is_empty());
}

/// A batch of outcomes of several endpoints is settled as a whole; each is taken once.
pub async fn a_batch_of_outcomes_settles_every_endpoint(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let mut subscriptions = Vec::new();
    for host in ["one", "two", "three"] {
        let id = subscribe(&*store, tenant, host).await;
        subscriptions.push(id);
        for _ in 0..3 {
            queue(&*store, tenant, day(0), id).await;
        }
    }
    let leased = lease(&*store, day(0), 9).await;
    assert_eq!(leased.len(), 9);
    let ended: Vec<_> = leased
        .iter()
        .map(|one| {
            let verdict = match &one.url[8..11] {
                "one" => Verdict::Acknowledged,
                "two" => transient(DeliveryError::Dns),
                _ => PERMANENT,
            };
            finish(one, second(1), verdict)
        })
        .collect();
    assert_eq!(record(&*store, &ended, second(1)).await, 9);
    assert_eq!(record(&*store, &ended, second(1)).await, 0, "each once");
    let mut health = Vec::new();
    for id in &subscriptions {
        let found = found(&*store, tenant, *id).await;
        let incident = found.incident.map(|named| named.incident.cause);
        health.push((found.health.failures, incident));
    }
    let (dns, http) = (Some(DeliveryError::Dns), Some(DeliveryError::Http));
    assert_eq!(health, [(0, None), (3, dns), (0, http)]);
    assert_eq!(
        store.tally_deliveries(day(1)).await.unwrap().open_incidents,
        2
    );
}

/// An incident opens with the first failure that counts, and is over with the next success: the workspace
/// gets a mail and the audit an entry for each.
pub async fn an_incident_opens_and_is_resolved(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    for _ in 0..4 {
        queue(&*store, tenant, day(0), id).await;
    }
    attempt(&*store, tenant, day(0), PERMANENT).await;
    let opened = found(&*store, tenant, id).await.incident.unwrap();
    assert_eq!(opened.incident.cause, DeliveryError::Http);
    assert_eq!(opened.incident.opened_at, day(0));
    let to = "alert@w.example.com".to_owned();
    assert_eq!(
        told(&*store, day(0)).await,
        [(Occasion::Opened, 3, to.clone())]
    );
    let later = day(0) + Duration::HOUR;
    attempt(&*store, tenant, later, PERMANENT).await;
    let same = found(&*store, tenant, id).await.incident.unwrap();
    assert_eq!(same, opened, "there is one at most");
    assert_eq!(told(&*store, later).await, []);
    let later = day(0) + Duration::HOUR * 2;
    attempt(&*store, tenant, later, Verdict::Acknowledged).await;
    let healthy = found(&*store, tenant, id).await;
    assert_eq!(
        (healthy.incident, healthy.health),
        (None, Health::default())
    );
    assert_eq!(told(&*store, later).await, [(Occasion::Recovered, 1, to)]);
    let audit = store.list_audit(tenant, 9).await.unwrap();
    let by_system = audit.iter().filter(|one| one.actor == SYSTEM_ACTOR);
    let by_system: Vec<_> = by_system
        .map(|one| (one.at, one.action, one.target))
        .collect();
    let target = Some(AuditTarget::Incident(opened.id));
    let expected = [
        (later, Action::IncidentResolved, target),
        (day(0), Action::IncidentOpened, target),
    ];
    assert_eq!(by_system, expected);
    // what is over stays as it is
    let acknowledge = WebhookCommand::Acknowledge {
        id,
        incident: opened.id,
    };
    let done = command(&*store, tenant, later, acknowledge).await.unwrap();
    let CommandEffect::Acknowledged { named, .. } = done else {
        panic!("{done:?}")
    };
    assert_eq!(named.incident.state.code(), "resolved");
}

/// An incident that opens and is over within one batch is told of as both.
pub async fn an_incident_may_open_and_be_over_in_one_batch(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    for round in 0..2 {
        let now = day(round);
        for _ in 0..2 {
            queue(&*store, tenant, now, id).await;
        }
        let leased = lease(&*store, now, 2).await;
        let ended = [
            // in the order in which they ended, not in that of the batch
            finish(
                &leased[0],
                now + Duration::seconds(2),
                Verdict::Acknowledged,
            ),
            finish(&leased[1], now + Duration::seconds(1), PERMANENT),
        ];
        let now = now + Duration::seconds(2);
        assert_eq!(record(&*store, &ended, now).await, 2);
        let after = found(&*store, tenant, id).await;
        assert_eq!((after.incident, after.health), (None, Health::default()));
        let mut occasions: Vec<_> = told(&*store, now).await;
        occasions.sort_by_key(|one| one.0.code());
        let occasions: Vec<_> = occasions.iter().map(|one| one.0).collect();
        assert_eq!(occasions, [Occasion::Opened, Occasion::Recovered]);
    }
    assert_eq!(
        store.tally_deliveries(day(1)).await.unwrap().open_incidents,
        0
    );
}

/// The workspace is reminded of an open incident, until somebody acknowledges it.
pub async fn the_workspace_is_reminded_of_an_open_incident(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let id = subscribe(&*store, tenant, "one").await;
    queue(&*store, tenant, day(0), id).await;
    attempt(&*store, tenant, day(0), PERMANENT).await;
    told(&*store, day(0)).await;
    let mut now = day(0);
    for reminders in 1..=2 {
        now += policy().reminder;
        let just = now - Duration::MICROSECOND;
        assert!(!store.keep(just, &policy()).await.unwrap().is_some());
        assert_eq!(store.keep(now, &policy()).await.unwrap().reminded, 1);
        assert_eq!(store.keep(now, &policy()).await.unwrap().reminded, 0);
        let incident = found(&*store, tenant, id).await.incident.unwrap();
        assert_eq!(incident.incident.reminders, reminders);
        let mails = told(&*store, now).await;
        assert_eq!(mails.len(), 1);
        assert_eq!(mails[0].0, Occasion::Reminder);
    }
    let incident = found(&*store, tenant, id).await.incident.unwrap().id;
    command(
        &*store,
        tenant,
        now,
        WebhookCommand::Acknowledge { id, incident },
    )
    .await
    .unwrap();
    let kept = store.keep(day(9), &policy()).await.unwrap();
    assert_eq!(kept.reminded, 0);
    let audit = store.list_audit(tenant, 99).await.unwrap();
    let reminded = audit
        .iter()
        .filter(|one| one.action == Action::IncidentReminded);
    assert_eq!(reminded.count(), 2);
}

/// The summary counts the owner's deliveries and their attempts; durations are by the nearest rank.
pub async fn the_summary_counts_deliveries_and_attempts(db: &Database) {
    let store = db.connect().await;
    let tenant = tenant(&*store, "w").await;
    let other = super::webhook_fixtures::tenant(&*store, "v").await;
    let empty = store.summarize(tenant).await.unwrap();
    assert_eq!((empty.attempts, empty.duration_ms), (0, None));
    assert!(empty.by_status.iter().all(|(_, count)| *count == 0));
    let id = subscribe(&*store, tenant, "one").await;
    for n in 0..23 {
        queue(&*store, tenant, second(n), id).await;
    }
    let mut ended = Vec::new();
    for _ in 0..2 {
        let leased = lease(&*store, second(30), 10).await;
        ended = leased
            .iter()
            .zip(1..)
            .map(|(one, n)| {
                let mut ended = finish(one, second(30), Verdict::Acknowledged);
                ended.finished_at = ended.started_at + Duration::milliseconds(100 * n);
                ended
            })
            .collect();
        record(&*store, &ended, second(31)).await;
    }
    assert_eq!(ended.len(), 10);
    attempt(&*store, tenant, second(40), PERMANENT).await;
    let summary: DeliverySummary = store.summarize(tenant).await.unwrap();
    let expected = [
        ("pending", 2),
        ("sending", 0),
        ("delivered", 20),
        ("failed", 1),
        ("cancelled", 0),
    ];
    assert_eq!(summary.by_status, expected);
    assert_eq!(summary.by_error, [("http_error", 1)]);
    assert_eq!(summary.attempts, 21);
    // 21 durations: each of 100 to 1000 twice, and a second more
    assert_eq!(summary.duration_ms, Some((600, 1000)));
    assert_eq!(summary.oldest_pending, Some(second(21)));
    assert_eq!(summary.open_incidents, 1);
    let nothing = store.summarize(other).await.unwrap();
    assert_eq!(nothing, empty);
    let waiting = delivery(
        &*store,
        tenant,
        super::webhook_fixtures::deliveries(&*store, tenant, None).await[0].id,
    )
    .await;
    assert_eq!(standing(&waiting).0, "pending");
}
