mod attempt;
mod delivery;
mod endpoint;
mod excerpt;
mod fair;
mod incident;
mod replays;
mod rotation;
mod signature;
mod subscription;
mod window;

use time::macros::datetime;
use time::{Duration, OffsetDateTime};

use super::delivery::{Delivery, DeliveryError, LEASE, State, Verdict};
use super::{EventFilter, EventKind};

const NOW: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);

/// The smallest step of time.
const TICK: Duration = Duration::NANOSECOND;

/// Numbers for the jitter: the least, the middle and the greatest wait, and beyond.
const SPREADS: [u64; 5] = [0, 200, 400, 401, u64::MAX];

const TIMEOUT: Verdict = Verdict::Transient {
    error: DeliveryError::Timeout,
    retry_after: None,
};
const REFUSED: Verdict = Verdict::Permanent(DeliveryError::Http);

/// A delivery in this state, with one attempt behind it.
fn delivery_in(state: State) -> Delivery {
    Delivery {
        state,
        attempts: 1,
        cycle: 1,
        replays: 0,
        last_error: None,
    }
}

/// A delivery under an attempt, with so many in all and in the cycle.
fn sending(attempts: u16, cycle: u16) -> Delivery {
    Delivery {
        attempts,
        cycle,
        ..delivery_in(State::Sending {
            lease_until: NOW + LEASE,
        })
    }
}

#[test]
fn a_filter_without_kinds_is_none() {
    assert_eq!(EventFilter::new([]), None);
}

#[test]
fn a_filter_is_a_set_in_one_order() {
    let [fired, test] = EventKind::ALL;
    let both = EventFilter::new([test, fired, test]).unwrap();
    assert_eq!(Some(&both), EventFilter::new([fired, test]).as_ref());
    assert_eq!(both.kinds().collect::<Vec<_>>(), [fired, test]);
}

#[test]
fn a_filter_contains_what_was_asked_for() {
    for asked in EventKind::ALL {
        let filter = EventFilter::new([asked]).unwrap();
        for kind in EventKind::ALL {
            assert_eq!(filter.contains(kind), kind == asked, "{asked:?} {kind:?}");
        }
    }
}

#[test]
fn kinds_have_the_codes_of_the_interface() {
    let codes = EventKind::ALL.map(EventKind::code);
    assert_eq!(codes, ["watchlist.triggered", "webhook.test"]);
    assert_eq!(codes.map(EventKind::from_code), EventKind::ALL.map(Some));
    for code in ["", "*", "Webhook.test", "webhook.test ", "watchlist"] {
        assert_eq!(EventKind::from_code(code), None, "{code}");
    }
}
