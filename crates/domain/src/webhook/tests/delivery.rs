use time::{Duration, OffsetDateTime};

use super::{NOW, REFUSED, TICK, TIMEOUT, delivery_in, sending};
use crate::webhook::Policy;
use crate::webhook::delivery::{
    Delivery, DeliveryError, DestinationChange, Illegal, LEASE, ReplayRefusal, RetryTiming, State,
    Verdict,
};

const STATES: [State; 5] = [
    State::Pending { due: NOW },
    State::Sending {
        lease_until: OffsetDateTime::UNIX_EPOCH,
    },
    State::Delivered { at: NOW },
    State::Failed,
    State::Cancelled,
];
const DESTINATIONS: [DestinationChange; 3] = [
    DestinationChange::Unchanged,
    DestinationChange::Changed,
    DestinationChange::Deleted,
];
const VERDICTS: [Verdict; 4] = [Verdict::Acknowledged, REFUSED, TIMEOUT, Verdict::Lost];

/// What follows now, with the middle of the jitter and no cooldown.
fn settled(delivery: Delivery, verdict: Verdict, destination: DestinationChange) -> Delivery {
    settle(delivery, verdict, destination).unwrap()
}

fn settle(
    delivery: Delivery,
    verdict: Verdict,
    destination: DestinationChange,
) -> Result<Delivery, Illegal> {
    let retry = RetryTiming {
        now: NOW,
        cooldown_until: None,
        spread: 200,
    };
    delivery.settle(verdict, destination, &Policy::default(), retry)
}

/// How long the next attempt waits after the first, when the receiver asks for a wait and the endpoint
/// cools down.
fn wait(retry_after: Option<Duration>, cooldown: Option<Duration>) -> Duration {
    let verdict = Verdict::Transient {
        error: DeliveryError::Http,
        retry_after,
    };
    let retry = RetryTiming {
        now: NOW,
        cooldown_until: cooldown.map(|pause| NOW + pause),
        spread: 200,
    };
    let policy = Policy::default();
    let next = sending(1, 1).settle(verdict, DestinationChange::Unchanged, &policy, retry);
    match next.unwrap().state {
        State::Pending { due } => due - NOW,
        other => panic!("{other:?}"),
    }
}

fn lease() -> OffsetDateTime {
    NOW + LEASE
}

#[test]
fn only_a_pending_delivery_is_taken() {
    for state in STATES {
        let taken = delivery_in(state).take(NOW, lease());
        let legal = matches!(state, State::Pending { .. });
        assert_eq!(taken.is_ok(), legal, "{state:?}");
    }
}

#[test]
fn only_a_sending_delivery_is_settled() {
    for state in STATES {
        for verdict in VERDICTS {
            for destination in DESTINATIONS {
                let next = settle(delivery_in(state), verdict, destination);
                let legal = matches!(state, State::Sending { .. });
                assert_eq!(next.is_ok(), legal, "{state:?} {verdict:?} {destination:?}");
            }
        }
    }
}

#[test]
fn only_a_pending_delivery_is_cancelled() {
    for state in STATES {
        for why in DeliveryError::ALL {
            let delivery = delivery_in(state);
            let expected = matches!(state, State::Pending { .. }).then_some(Delivery {
                state: State::Cancelled,
                last_error: Some(why),
                ..delivery
            });
            assert_eq!(delivery.cancel(why).ok(), expected, "{state:?} {why:?}");
        }
    }
}

#[test]
fn only_a_failed_delivery_is_replayed() {
    for state in STATES {
        let expected = match state {
            State::Failed => None,
            _ => Some(ReplayRefusal::NotFailed),
        };
        let replayed = delivery_in(state).replay(NOW);
        assert_eq!(replayed.err(), expected, "{state:?}");
    }
}

#[test]
fn taking_counts_an_attempt_and_starts_the_lease() {
    let queued = Delivery::queued(NOW);
    assert_eq!(queued.state, State::Pending { due: NOW });
    assert_eq!((queued.attempts, queued.cycle, queued.replays), (0, 0, 0));
    assert_eq!(queued.last_error, None);
    let taken = queued.take(NOW, lease()).unwrap();
    assert_eq!((taken.attempts, taken.cycle), (1, 1));
    assert_eq!(
        taken.state,
        State::Sending {
            lease_until: lease()
        }
    );
}

#[test]
fn nothing_is_taken_before_it_is_due() {
    let queued = Delivery::queued(NOW);
    assert_eq!(queued.take(NOW - TICK, lease()), Err(Illegal));
    assert!(queued.take(NOW, lease()).is_ok());
    assert!(queued.take(NOW + TICK, lease()).is_ok());
}

#[test]
fn nothing_is_taken_when_no_attempt_is_left() {
    for (attempts, cycle, legal) in [(7, 7, true), (8, 8, false), (31, 7, true), (32, 7, false)] {
        let delivery = Delivery {
            attempts,
            cycle,
            ..delivery_in(State::Pending { due: NOW })
        };
        assert_eq!(delivery.take(NOW, lease()).is_ok(), legal, "{attempts}");
        assert_eq!(delivery.has_attempts_left(), legal, "{attempts}");
    }
}

#[test]
fn a_success_delivers_whatever_became_of_the_destination() {
    for destination in DESTINATIONS {
        for (attempts, cycle) in [(1, 1), (8, 8), (32, 8)] {
            let delivery = sending(attempts, cycle);
            let next = settled(delivery, Verdict::Acknowledged, destination);
            assert_eq!(next.state, State::Delivered { at: NOW });
            assert_eq!((next.attempts, next.cycle), (attempts, cycle));
        }
    }
}

#[test]
fn a_success_keeps_the_last_error() {
    for last_error in [None, Some(DeliveryError::Tls)] {
        let delivery = Delivery {
            last_error,
            ..sending(2, 2)
        };
        let next = settled(
            delivery,
            Verdict::Acknowledged,
            DestinationChange::Unchanged,
        );
        assert_eq!(next.last_error, last_error);
    }
}

#[test]
fn a_permanent_failure_fails_at_once() {
    for destination in DESTINATIONS {
        for error in [DeliveryError::Http, DeliveryError::DestinationDenied] {
            let next = settled(sending(1, 1), Verdict::Permanent(error), destination);
            assert_eq!(next.state, State::Failed, "{destination:?}");
            assert_eq!(next.last_error, Some(error));
        }
    }
}

#[test]
fn a_transient_failure_goes_back_to_pending_until_the_eighth() {
    for verdict in [TIMEOUT, Verdict::Lost] {
        for cycle in 1..=8 {
            let next = settled(sending(cycle, cycle), verdict, DestinationChange::Unchanged);
            match next.state {
                State::Pending { due } => assert!(cycle < 8 && due > NOW, "{cycle}"),
                state => assert_eq!((state, cycle), (State::Failed, 8)),
            }
            assert_eq!(next.last_error, verdict.error());
        }
    }
}

#[test]
fn the_thirty_second_attempt_is_the_last_in_the_middle_of_a_cycle_too() {
    let last = settled(sending(32, 3), TIMEOUT, DestinationChange::Unchanged);
    assert_eq!(last.state, State::Failed);
    let last_but_one = settled(sending(31, 3), TIMEOUT, DestinationChange::Unchanged);
    assert!(matches!(last_but_one.state, State::Pending { .. }));
}

#[test]
fn a_failure_at_a_destination_that_changed_cancels() {
    for verdict in [TIMEOUT, Verdict::Lost] {
        for (destination, why) in [
            (
                DestinationChange::Changed,
                DeliveryError::SubscriptionChanged,
            ),
            (
                DestinationChange::Deleted,
                DeliveryError::SubscriptionDeleted,
            ),
        ] {
            for cycle in [1, 8] {
                let next = settled(sending(cycle, cycle), verdict, destination);
                assert_eq!(next.state, State::Cancelled);
                assert_eq!(next.last_error, Some(why));
            }
        }
    }
}

#[test]
fn four_cycles_of_eight_are_all_there_are() {
    let mut delivery = Delivery::queued(NOW);
    for replays in 0..=3 {
        for cycle in 1..=8 {
            delivery.state = State::Pending { due: NOW };
            delivery = delivery.take(NOW, lease()).unwrap();
            assert_eq!(
                (delivery.attempts, delivery.cycle),
                (replays * 8 + cycle, cycle)
            );
            delivery = settled(delivery, TIMEOUT, DestinationChange::Unchanged);
        }
        assert_eq!(delivery.state, State::Failed);
        if replays < 3 {
            delivery = delivery.replay(NOW).unwrap();
        }
    }
    assert_eq!(delivery.attempts, 32);
    assert_eq!(delivery.replay(NOW), Err(ReplayRefusal::LimitReached));
}

#[test]
fn a_replay_is_due_at_once_in_a_new_cycle() {
    let failed = Delivery {
        last_error: Some(DeliveryError::Dns),
        attempts: 11,
        cycle: 3,
        replays: 1,
        ..delivery_in(State::Failed)
    };
    let expected = Delivery {
        state: State::Pending { due: NOW },
        cycle: 0,
        replays: 2,
        ..failed
    };
    assert_eq!(failed.replay(NOW), Ok(expected));
}

#[test]
fn replays_and_attempts_are_both_limited() {
    for (attempts, replays, legal) in [
        (1, 2, true),
        (1, 3, false),
        (31, 2, true),
        (32, 0, false),
        (33, 0, false),
    ] {
        let failed = Delivery {
            attempts,
            replays,
            ..delivery_in(State::Failed)
        };
        let expected = (!legal).then_some(ReplayRefusal::LimitReached);
        assert_eq!(failed.replay(NOW).err(), expected, "{attempts} {replays}");
    }
}

#[test]
fn every_status_means_what_the_contract_says() {
    let asked = Some(Duration::seconds(7));
    for status in 100..=599 {
        let hundreds = status / 100;
        let permanent = hundreds == 4 && ![408, 409, 425, 429].contains(&status);
        let expected = if hundreds == 2 {
            Verdict::Acknowledged
        } else if permanent {
            Verdict::Permanent(DeliveryError::Http)
        } else {
            Verdict::Transient {
                error: DeliveryError::Http,
                retry_after: asked,
            }
        };
        assert_eq!(Verdict::of_status(status, asked), expected, "{status}");
    }
}

#[test]
fn a_status_that_nobody_defined_may_do_better_another_time() {
    for status in [0, 99, 600, 999, u16::MAX] {
        let verdict = Verdict::of_status(status, None);
        let expected = Verdict::Transient {
            error: DeliveryError::Http,
            retry_after: None,
        };
        assert_eq!(verdict, expected, "{status}");
    }
}

#[test]
fn the_receiver_may_ask_for_a_wait_of_up_to_an_hour() {
    let backoff = Duration::seconds(10);
    for (asked, expected) in [
        (Duration::MIN, backoff),
        (Duration::seconds(-1), backoff),
        (Duration::ZERO, backoff),
        (Duration::seconds(9), backoff),
        (Duration::seconds(11), Duration::seconds(11)),
        (Duration::HOUR - TICK, Duration::HOUR - TICK),
        (Duration::HOUR, Duration::HOUR),
        (Duration::HOUR + TICK, Duration::HOUR),
        (Duration::MAX, Duration::HOUR),
    ] {
        assert_eq!(wait(Some(asked), None), expected, "{asked}");
    }
    assert_eq!(wait(None, None), backoff);
}

#[test]
fn the_longest_of_backoff_request_and_cooldown_counts() {
    for (asked, cooldown, expected) in [
        (None, -60, 10),
        (None, 9, 10),
        (None, 300, 300),
        (Some(60), 300, 300),
        (Some(600), 300, 600),
        (Some(9999), 900, 3600),
        (Some(9999), 7200, 7200),
    ] {
        let asked = asked.map(Duration::seconds);
        let waited = wait(asked, Some(Duration::seconds(cooldown)));
        assert_eq!(
            waited,
            Duration::seconds(expected),
            "{asked:?} {cooldown} s"
        );
    }
}

#[test]
fn errors_and_states_have_the_codes_of_the_interface() {
    let codes = DeliveryError::ALL.map(DeliveryError::code);
    let expected = "http_error dns_error tls_error timeout transport_error encryption_error \
        destination_denied source_expired source_superseded subscription_changed \
        subscription_deleted lease_expired expired";
    assert_eq!(codes.join(" "), expected);
    let read = codes.map(DeliveryError::from_code);
    assert_eq!(read, DeliveryError::ALL.map(Some));
    assert_eq!(DeliveryError::from_code("http"), None);
    let states = STATES.map(State::code);
    assert_eq!(
        states,
        ["pending", "sending", "delivered", "failed", "cancelled"]
    );
}

#[test]
fn a_destination_is_deleted_before_it_is_changed() {
    use DestinationChange::{Changed, Deleted, Unchanged};
    let table = [
        (false, false, Unchanged),
        (false, true, Changed),
        (true, false, Deleted),
        (true, true, Deleted),
    ];
    for (is_deleted, is_changed, expected) in table {
        assert_eq!(DestinationChange::of(is_deleted, is_changed), expected);
    }
}

#[test]
fn only_the_last_attempt_is_recorded() {
    let one = delivery_in(State::Sending { lease_until: NOW });
    assert_eq!(
        [0, 1, 2].map(|number| one.is_attempt(number)),
        [false, true, false]
    );
}
