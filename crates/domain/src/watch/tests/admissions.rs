use super::{Active, Below, CHANGED, Channel, ID, below, email, euros, watch};
use crate::access::is_quota_reached;
use crate::samples::{FRESHNESS, NOW, TTL, offer};
use crate::watch::{ChannelKind, Watch, WatchRefusal, WatchRequest, WatchTerms, admit};
use time::Duration;
use uuid::Uuid;

#[test]
fn a_webhook_watch_needs_delivery_and_an_offer_that_is_not_stale() {
    use ChannelKind::{Email, Webhook};
    let fresh = offer(1, 100);
    let mut stale = offer(2, 100);
    stale.last_seen_at = NOW - TTL;
    let mut last_moment = offer(3, 100);
    last_moment.last_seen_at = NOW - TTL + Duration::MICROSECOND;
    let mut held = offer(4, 100);
    held.quarantined = true;
    let unavailable = Err(WatchRefusal::DeliveryUnavailable);
    let silent = Err(WatchRefusal::NoSourceEvidence);
    let table = [
        (Webhook, true, vec![fresh.clone()], Ok(())),
        (Webhook, true, vec![stale.clone(), fresh.clone()], Ok(())),
        (Webhook, true, vec![last_moment], Ok(())),
        (Webhook, true, vec![held], Ok(())),
        (Webhook, true, vec![stale.clone()], silent),
        (Webhook, true, vec![], silent),
        (Webhook, false, vec![fresh], unavailable),
        (Webhook, false, vec![], unavailable),
        (Email, false, vec![], Ok(())),
        (Email, true, vec![stale], Ok(())),
    ];
    for (channel, is_deliverable, offers, expected) in table {
        let found = admit(channel, is_deliverable, &offers, FRESHNESS);
        assert_eq!(
            found,
            expected,
            "{channel:?} {is_deliverable} {}",
            offers.len()
        );
    }
}

#[test]
fn a_full_workspace_keeps_the_watches_it_has() {
    let other = Uuid::from_u128(9);
    let terms = WatchTerms {
        condition: below("400"),
        store: None,
        channel: Channel::Webhook { destination: None },
    };
    let existing = watch(Below, Active);
    let save = |existing: Option<&Watch>, is_full| {
        let request = WatchRequest {
            id: other,
            terms: terms.clone(),
            current: euros(Some(1)),
            now: NOW,
        };
        request.save(existing, is_full)
    };
    for is_full in [false, true] {
        let kept = save(Some(&existing), is_full).unwrap();
        assert_eq!((kept.id, kept.condition), (ID, below("400")));
        assert!(kept.updated_at > CHANGED && kept.created_at == existing.created_at);
    }
    assert_eq!(save(None, false).unwrap().id, other);
    assert_eq!(save(None, true), Err(WatchRefusal::QuotaReached));
    assert_eq!(existing.channel, email());
}

#[test]
fn a_quota_is_reached_at_its_number() {
    for (owned, quota, expected) in [
        (0, None, false),
        (u64::MAX, None, false),
        (0, Some(0), true),
        (4, Some(5), false),
        (5, Some(5), true),
        (6, Some(5), true),
    ] {
        assert_eq!(
            is_quota_reached(owned, quota),
            expected,
            "{owned} {quota:?}"
        );
    }
}
