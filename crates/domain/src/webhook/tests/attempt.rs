use rstest::rstest;
use time::Duration;

use super::{NOW, REFUSED, SPREADS, TIMEOUT, delivery_in, sending};
use crate::webhook::Policy;
use crate::webhook::attempt::{
    AttemptEffects, Ended, Endpoint, IncidentChange, may_change, settle,
};
use crate::webhook::delivery::{
    Delivery, DeliveryError, DestinationChange, Illegal, State, Verdict,
};
use crate::webhook::endpoint::Health;
use crate::webhook::incident::Incident;

const ENCRYPTION: Verdict = Verdict::Transient {
    error: DeliveryError::Encryption,
    retry_after: None,
};
const VERDICTS: [Verdict; 5] = [
    Verdict::Acknowledged,
    REFUSED,
    TIMEOUT,
    ENCRYPTION,
    Verdict::Lost,
];

fn ended(verdict: Verdict, destination: DestinationChange) -> Ended {
    Ended {
        verdict,
        destination,
        now: NOW,
        spread: 200,
    }
}

/// What follows at a destination that is the same.
fn after(delivery: Delivery, endpoint: Endpoint, verdict: Verdict) -> AttemptEffects {
    at(DestinationChange::Unchanged, delivery, endpoint, verdict)
}

fn at(
    destination: DestinationChange,
    delivery: Delivery,
    endpoint: Endpoint,
    verdict: Verdict,
) -> AttemptEffects {
    let ended = ended(verdict, destination);
    settle(delivery, endpoint, ended, &Policy::default()).unwrap()
}

fn failing(failures: u32) -> Endpoint {
    Endpoint {
        health: Health {
            failures,
            cooldown_until: None,
        },
        incident: None,
    }
}

fn incident(cause: DeliveryError) -> Incident {
    Incident::open(cause, NOW - Duration::HOUR, &Policy::default())
}

fn troubled(incident: Incident) -> Endpoint {
    Endpoint {
        incident: Some(incident),
        ..failing(3)
    }
}

fn due(delivery: Delivery) -> Duration {
    match delivery.state {
        State::Pending { due } => due - NOW,
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_attempt_that_does_not_run_has_no_outcome() {
    for state in [
        State::Pending { due: NOW },
        State::Delivered { at: NOW },
        State::Failed,
        State::Cancelled,
    ] {
        for verdict in VERDICTS {
            let ended = ended(verdict, DestinationChange::Unchanged);
            let policy = Policy::default();
            let next = settle(delivery_in(state), Endpoint::default(), ended, &policy);
            assert_eq!(next, Err(Illegal), "{state:?} {verdict:?}");
        }
    }
}

#[test]
fn a_success_heals_the_endpoint() {
    let next = after(sending(1, 1), failing(2), Verdict::Acknowledged);
    assert_eq!(next.delivery.state, State::Delivered { at: NOW });
    assert_eq!(next.endpoint, Endpoint::default());
    assert_eq!(next.incident, None);
}

#[test]
fn a_success_resolves_the_incident_acknowledged_or_not() {
    let open = incident(DeliveryError::Timeout);
    for incident in [open, open.acknowledge(NOW)] {
        let next = after(sending(3, 3), troubled(incident), Verdict::Acknowledged);
        let resolved = incident.resolve(NOW).map(IncidentChange::Resolved);
        assert_eq!(next.incident, resolved);
        assert!(resolved.is_some());
        assert_eq!(next.endpoint, Endpoint::default());
    }
}

#[test]
fn the_third_transient_failure_opens_an_incident() {
    for (failures, opens) in [(0, false), (1, false), (2, true), (7, true)] {
        let next = after(sending(1, 1), failing(failures), TIMEOUT);
        let opened = Incident::open(DeliveryError::Timeout, NOW, &Policy::default());
        let opened = opens.then_some(opened);
        assert_eq!(next.incident, opened.map(IncidentChange::Opened));
        assert_eq!(next.endpoint.incident, opened);
        assert_eq!(next.endpoint.health.failures, failures + 1);
    }
}

#[test]
fn a_delivery_that_trips_the_endpoint_waits_for_it() {
    let next = after(sending(1, 1), failing(2), TIMEOUT);
    assert_eq!(due(next.delivery), Duration::minutes(5));
    let earlier = after(sending(1, 1), failing(1), TIMEOUT);
    assert_eq!(due(earlier.delivery), Duration::seconds(10));
    let later = after(sending(5, 5), failing(2), TIMEOUT);
    assert_eq!(due(later.delivery), Duration::seconds(810));
}

#[test]
fn a_permanent_failure_fails_cools_down_and_opens_an_incident() {
    let next = after(sending(1, 1), Endpoint::default(), REFUSED);
    assert_eq!(next.delivery.state, State::Failed);
    let until = NOW + Duration::minutes(15);
    assert_eq!(next.endpoint.health.cooldown_until, Some(until));
    let opened = Incident::open(DeliveryError::Http, NOW, &Policy::default());
    assert_eq!(next.incident, Some(IncidentChange::Opened(opened)));
}

#[test]
fn a_second_incident_does_not_open_beside_the_first() {
    let open = incident(DeliveryError::Dns);
    for incident in [open, open.acknowledge(NOW)] {
        for verdict in [TIMEOUT, REFUSED, ENCRYPTION, Verdict::Lost] {
            let next = after(sending(8, 8), troubled(incident), verdict);
            assert_eq!(next.delivery.state, State::Failed);
            assert_eq!(next.incident, None);
            assert_eq!(next.endpoint.incident, Some(incident));
        }
    }
}

#[rstest]
#[case(ENCRYPTION, DeliveryError::Encryption)]
#[case(Verdict::Lost, DeliveryError::LeaseExpired)]
fn what_is_no_fault_of_the_receiver_does_not_blame_it(
    #[case] verdict: Verdict,
    #[case] error: DeliveryError,
) {
    for failures in [0, 2, 3] {
        let before = failing(failures);
        let next = after(sending(1, 1), before, verdict);
        assert_eq!(next.endpoint, before);
        assert_eq!(next.incident, None);
        assert_eq!(next.delivery.last_error, Some(error));
        assert_eq!(due(next.delivery), Duration::seconds(10));
    }
}

#[rstest]
#[case(ENCRYPTION, DeliveryError::Encryption)]
#[case(Verdict::Lost, DeliveryError::LeaseExpired)]
#[case(TIMEOUT, DeliveryError::Timeout)]
fn the_last_attempt_opens_an_incident_whoever_is_to_blame(
    #[case] verdict: Verdict,
    #[case] cause: DeliveryError,
) {
    let next = after(sending(8, 8), Endpoint::default(), verdict);
    assert_eq!(next.delivery.state, State::Failed);
    let opened = Incident::open(cause, NOW, &Policy::default());
    assert_eq!(next.incident, Some(IncidentChange::Opened(opened)));
    assert_eq!(next.endpoint.health.cooldown_until, None);
}

#[test]
fn a_lost_attempt_waits_for_a_cooldown_too() {
    let cooling = Endpoint {
        health: Health {
            failures: 3,
            cooldown_until: Some(NOW + Duration::minutes(4)),
        },
        incident: Some(incident(DeliveryError::Timeout)),
    };
    for verdict in [ENCRYPTION, Verdict::Lost] {
        let next = after(sending(1, 1), cooling, verdict);
        assert_eq!(due(next.delivery), Duration::minutes(4));
        assert_eq!(next.endpoint, cooling);
    }
}

#[test]
fn an_attempt_at_an_earlier_destination_says_nothing_of_the_endpoint() {
    let fine = Endpoint::default();
    let troubled = troubled(incident(DeliveryError::Timeout));
    for destination in [DestinationChange::Changed, DestinationChange::Deleted] {
        for before in [fine, failing(2), troubled] {
            for verdict in VERDICTS {
                let next = at(destination, sending(8, 8), before, verdict);
                assert_eq!(next.endpoint, before, "{destination:?} {verdict:?}");
                assert_eq!(next.incident, None, "{destination:?} {verdict:?}");
                assert!(
                    !matches!(next.delivery.state, State::Pending { .. }),
                    "nothing goes to {destination:?}"
                );
            }
        }
    }
}

#[test]
fn the_jitter_changes_nothing_but_the_next_attempt() {
    let policy = Policy::default();
    for verdict in VERDICTS {
        let settled = SPREADS.map(|spread| {
            let ended = Ended {
                spread,
                ..ended(verdict, DestinationChange::Unchanged)
            };
            settle(sending(2, 2), failing(1), ended, &policy).unwrap()
        });
        for one in settled {
            assert_eq!(one.endpoint, settled[0].endpoint);
            assert_eq!(one.incident, settled[0].incident);
            assert_eq!(one.delivery.attempts, 2);
        }
    }
}

#[test]
fn a_success_of_an_endpoint_that_works_changes_nothing_else() {
    let works = Endpoint::default();
    let failing = Endpoint {
        health: Health {
            failures: 1,
            cooldown_until: None,
        },
        incident: None,
    };
    for (endpoint, verdict, expected) in [
        (works, Verdict::Acknowledged, false),
        (failing, Verdict::Acknowledged, true),
        (works, TIMEOUT, true),
        (works, REFUSED, true),
        (works, Verdict::Lost, true),
    ] {
        assert_eq!(may_change(endpoint, verdict), expected, "{verdict:?}");
    }
}
