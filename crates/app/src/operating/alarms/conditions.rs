//! Which conditions follow from what is known.

use std::collections::BTreeMap;

use domain::alarm::limits::{DELIVERIES_LATE, FEEDS_LATE, MAILS_LATE, MOST_SKEW};
use domain::alarm::{Alarm, AlarmKind};
use ports_store::{
    DeliveryTally, HeldSnapshot, MailTally, StoredSource, TroubledWorkspace, UnseenShop,
};
use time::{Duration, OffsetDateTime};

use crate::operating::overview::Waiting;

/// A feed that failed so often in a row needs a person.
const FAILURES: u32 = 3;

/// Offers of a shop that count for less than this part of their time to live: 6 hours of 72.
const LAST_PART: i32 = 12;

pub(super) fn of_sources(sources: &[StoredSource], now: OffsetDateTime) -> Vec<Alarm> {
    let active = || sources.iter().filter(|one| !one.state.paused);
    let failing = active().filter(|one| one.state.failures >= FAILURES);
    let failing = failing.map(|StoredSource { source, state }| {
        let error = state.fault.as_ref().map_or("", |fault| fault.class.code());
        let (store, id, failures) = (source.store.as_str(), source.id, state.failures);
        let detail =
            format!("The feed of {store} failed {failures} times in a row ({error}, {id})");
        Alarm::new(AlarmKind::SourceFails, &id.to_string(), &detail, 1)
    });
    // while somebody runs it, it is due when that lease ends
    let late = active().filter(|one| now - one.state.due_at > FEEDS_LATE);
    let late = alone(
        AlarmKind::SourcesLate,
        domain::num::u64_from_usize(late.count()),
        |count| format!("Feeds are due for more than 15 minutes and nobody reads them: {count}"),
    );
    failing.chain(late).collect()
}

pub(super) fn of_shops(
    unseen: &[UnseenShop],
    now: OffsetDateTime,
    offer_ttl: Duration,
) -> Vec<Alarm> {
    let last = unseen.iter().filter_map(|shop| {
        // one that was never published has no offers that could go stale
        let left = shop.stale_from(offer_ttl)? - now;
        let store = shop.store.as_str();
        let when = if left.is_positive() {
            format!("will soon count no more, in {}", in_words(left))
        } else {
            "count no more".to_owned()
        };
        let why = match shop.refused {
            Some(kind) => format!("its feed is refused ({})", kind.code()),
            None => "it is not imported".to_owned(),
        };
        let detail = format!("The offers of {store} {when}: {why}");
        (left < offer_ttl / LAST_PART).then(|| Alarm::new(AlarmKind::ShopStale, store, &detail, 1))
    });
    last.collect()
}

/// Of open feeds one condition for each shop: the last of them.
pub(super) fn of_feeds(open: &[HeldSnapshot]) -> Vec<Alarm> {
    let mut held: BTreeMap<String, Alarm> = BTreeMap::new();
    for feed in open {
        let store = feed.store.as_str();
        let follows = if feed.kind.is_refused() {
            "and was refused".to_owned()
        } else {
            format!("and its prices are held back: {}", feed.prices)
        };
        let detail = format!(
            "A feed of {store} is not believed ({}) {follows}; api match review",
            feed.kind.code()
        );
        let alarm = Alarm::new(AlarmKind::FeedHeld, store, &detail, 1);
        held.insert(alarm.subject().to_owned(), alarm);
    }
    held.into_values().collect()
}

pub(super) fn of_deliveries(tally: DeliveryTally, now: OffsetDateTime) -> Vec<Alarm> {
    let late = tally.oldest_due.filter(|due| now - *due > DELIVERIES_LATE);
    let late = late.map(|_| {
        let detail = "Webhooks are due for more than a minute and are not sent";
        Alarm::new(AlarmKind::WebhooksLate, "", detail, 1)
    });
    let skew = tally.store_clock.map(|at| (now - at).abs());
    let wrong = skew.filter(|skew| *skew > MOST_SKEW).map(|_| {
        let detail = "The clock of a worker is more than 5 seconds off that of the store";
        Alarm::new(AlarmKind::Clock, "", detail, 1)
    });
    late.into_iter().chain(wrong).collect()
}

pub(super) fn of_endpoints(troubled: &[TroubledWorkspace]) -> Vec<Alarm> {
    let open = troubled.iter().filter(|it| it.open_incidents > 0);
    let open = open.map(|it| {
        let (name, count) = (&it.name, it.open_incidents);
        let detail = format!("Webhook endpoints of the workspace {name} that fail: {count}");
        Alarm::new(AlarmKind::Endpoints, name, &detail, count)
    });
    open.collect()
}

pub(super) fn of_mails(tally: MailTally, has_server: bool, now: OffsetDateTime) -> Vec<Alarm> {
    let oldest = tally.oldest_waiting.filter(|at| now - *at > MAILS_LATE);
    let late = oldest.map(|_| {
        let why = if has_server {
            "see what /readyz says of mail"
        } else {
            "PCS_SMTP_URL is not set"
        };
        let detail = format!("Mails wait for more than 15 minutes: {why}");
        Alarm::new(AlarmKind::MailsLate, "", &detail, tally.waiting)
    });
    let failed = alone(AlarmKind::MailsGivenUp, tally.failed, |count| {
        format!("Mails that were given up within the time for which they are kept: {count}")
    });
    late.into_iter().chain(failed).collect()
}

pub(super) fn of_review(waiting: Waiting) -> Option<Alarm> {
    let Waiting {
        doubts,
        feeds,
        prices,
        are_more_prices,
    } = waiting;
    let [feeds, prices] = [feeds, prices].map(domain::num::u64_from_usize);
    let more = if are_more_prices { " or more" } else { "" };
    let size = doubts.saturating_add(feeds).saturating_add(prices);
    alone(AlarmKind::Review, size, |_| {
        format!(
            "For a person to decide: prices {prices}{more}, feeds {feeds}, doubts {doubts}; api match review"
        )
    })
}

/// The one condition of a kind, if there is anything of it.
fn alone(kind: AlarmKind, size: u64, detail: impl Fn(u64) -> String) -> Option<Alarm> {
    (size > 0).then(|| Alarm::new(kind, "", &detail(size), size))
}

/// How long, roughly: it must not read otherwise at each look.
fn in_words(left: Duration) -> String {
    match left.whole_hours() {
        0 => "less than an hour".to_owned(),
        hours => format!("less than {} hours", hours + 1),
    }
}

#[cfg(test)]
mod tests {
    use domain::alarm::{Alarm, AlarmKind};
    use domain::ids::{SnapshotNo, WorkspaceNo};
    use domain::plausibility::feed::SuspicionKind;
    use domain::store::StoreName;
    use ports_store::{DeliveryTally, HeldSnapshot, MailTally, TroubledWorkspace, UnseenShop};
    use time::macros::datetime;
    use time::{Duration, OffsetDateTime};

    use super::{Waiting, of_deliveries, of_endpoints, of_feeds, of_mails, of_review, of_shops};

    const NOW: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);
    const TTL: Duration = Duration::hours(72);

    fn told(alarms: &[Alarm]) -> Vec<(AlarmKind, &str)> {
        let told = alarms.iter().map(|alarm| (alarm.kind(), alarm.detail()));
        told.collect()
    }

    fn seen(hours_ago: i64, refused: Option<SuspicionKind>) -> Vec<Alarm> {
        let shop = UnseenShop {
            store: StoreName::parse("Shop @One").unwrap(),
            last_observed_at: Some(NOW - Duration::hours(hours_ago)),
            refused,
        };
        of_shops(&[shop], NOW, TTL)
    }

    #[test]
    fn a_shop_needs_a_person_in_the_last_part_of_its_time() {
        for hours in [36, 66] {
            assert_eq!(seen(hours, None), []);
        }
        let soon = "The offers of Shop ＠One will soon count no more, in less than 6 hours: it is not imported";
        assert_eq!(told(&seen(67, None)), [(AlarmKind::ShopStale, soon)]);
        let gone = "The offers of Shop ＠One count no more: its feed is refused (shrunken)";
        let refused = seen(72, Some(SuspicionKind::Shrunken));
        assert_eq!(told(&refused), [(AlarmKind::ShopStale, gone)]);
        let never = UnseenShop {
            store: StoreName::parse("New").unwrap(),
            last_observed_at: None,
            refused: Some(SuspicionKind::Shrunken),
        };
        assert_eq!(of_shops(&[never], NOW, TTL), []);
    }

    #[test]
    fn a_shop_whose_feeds_are_not_believed_is_told_of_once() {
        let feed = |no, kind, prices| HeldSnapshot {
            no: SnapshotNo(no),
            store: StoreName::parse("Shop One").unwrap(),
            observed_at: NOW,
            kind,
            evidence: "100 of 120 prices are a tenth".to_owned(),
            prices,
            verdict: None,
            named: None,
        };
        let held = feed(1, SuspicionKind::Shifted, 7);
        let refused = feed(2, SuspicionKind::Shrunken, 0);
        let first = "A feed of Shop One is not believed (shifted) and its prices are held back: 7; api match review";
        assert_eq!(
            told(&of_feeds(std::slice::from_ref(&held))),
            [(AlarmKind::FeedHeld, first)]
        );
        let last =
            "A feed of Shop One is not believed (shrunken) and was refused; api match review";
        assert_eq!(
            told(&of_feeds(&[held, refused])),
            [(AlarmKind::FeedHeld, last)]
        );
        assert_eq!(of_feeds(&[]), []);
    }

    #[test]
    fn deliveries_and_the_clock_may_be_late() {
        let tally = DeliveryTally {
            oldest_due: Some(NOW - Duration::MINUTE),
            store_clock: Some(NOW + Duration::seconds(5)),
            ..DeliveryTally::default()
        };
        assert_eq!(of_deliveries(tally, NOW), []);
        let late = of_deliveries(tally, NOW + Duration::seconds(1));
        assert_eq!(late.len(), 1);
        let wrong = of_deliveries(tally, NOW - Duration::seconds(1));
        assert_eq!(wrong.len(), 1);
        assert_eq!(wrong[0].kind(), AlarmKind::Clock);
        assert_eq!(of_deliveries(DeliveryTally::default(), NOW), []);
    }

    #[test]
    fn mails_wait_for_a_reason() {
        let tally = MailTally {
            waiting: 3,
            failed: 2,
            oldest_waiting: Some(NOW - Duration::minutes(16)),
        };
        let failed = "Mails that were given up within the time for which they are kept: 2";
        let unset = "Mails wait for more than 15 minutes: PCS_SMTP_URL is not set";
        assert_eq!(
            told(&of_mails(tally, false, NOW)),
            [
                (AlarmKind::MailsLate, unset),
                (AlarmKind::MailsGivenUp, failed)
            ]
        );
        let minute = Duration::MINUTE;
        assert_eq!(of_mails(tally, true, NOW - minute).len(), 1);
        assert_eq!(of_mails(MailTally::default(), true, NOW), []);
    }

    #[test]
    fn what_people_decide_is_one_number() {
        assert_eq!(of_review(Waiting::default()), None);
        let waiting = Waiting {
            doubts: 7,
            feeds: 1,
            prices: 1000,
            are_more_prices: true,
        };
        let alarm = of_review(waiting).unwrap();
        let detail =
            "For a person to decide: prices 1000 or more, feeds 1, doubts 7; api match review";
        assert_eq!((alarm.detail(), alarm.size()), (detail, 1008));
    }

    #[test]
    fn workspaces_with_incidents_are_named() {
        let workspace = |name: &str, open_incidents| TroubledWorkspace {
            no: WorkspaceNo(1),
            name: name.to_owned(),
            open_incidents,
            failed: 9,
        };
        let troubled = [workspace("a", 0), workspace("b", 2)];
        let detail = "Webhook endpoints of the workspace b that fail: 2";
        assert_eq!(
            told(&of_endpoints(&troubled)),
            [(AlarmKind::Endpoints, detail)]
        );
    }
}
