use proptest::prelude::*;
use time::{Duration, OffsetDateTime};

use super::{NOW, TICK, delivery_in};
use crate::webhook::delivery::{Delivery, DeliveryError, DestinationChange, MAX_REPLAYS, State};
use crate::webhook::endpoint::Health;
use crate::webhook::rotation::{RotationState, VALID};
use crate::webhook::subscription::{
    CommandRefusal, Registration, RegistrationPatch, Replay, activate_rotation, may_register,
    prepare_rotation,
};
use crate::webhook::{EventFilter, EventKind};
use crate::webhook_url::{ExemptHosts, WebhookUrl};

const COOLED: OffsetDateTime = NOW.saturating_add(Duration::HOUR);

fn filter(kinds: &[EventKind]) -> EventFilter {
    EventFilter::new(kinds.iter().copied()).unwrap()
}

fn registration() -> Registration {
    Registration {
        url: "https://hooks.customer.example.com/a".to_owned(),
        events: filter(&[EventKind::WatchlistTriggered]),
        enabled: true,
        version: 3,
        health: Health {
            failures: 4,
            cooldown_until: Some(COOLED),
        },
        tested_at: None,
        updated_at: NOW,
    }
}

fn patch(
    url: Option<&str>,
    events: Option<EventFilter>,
    enabled: Option<bool>,
) -> RegistrationPatch {
    RegistrationPatch {
        url: url.map(|url| WebhookUrl::parse(url, &ExemptHosts::default()).unwrap()),
        events,
        enabled,
    }
}

#[test]
fn a_time_is_replayed_where_the_webhook_is_on_and_something_is_delivered() {
    let off = Registration {
        enabled: false,
        ..registration()
    };
    assert_eq!(registration().may_replay(true), Ok(()));
    assert_eq!(off.may_replay(true), Err(CommandRefusal::Disabled));
    for registration in [registration(), off] {
        let unavailable = Err(CommandRefusal::DeliveryUnavailable);
        assert_eq!(registration.may_replay(false), unavailable);
    }
}

#[test]
fn a_workspace_registers_as_many_as_its_quota() {
    let unavailable = Err(CommandRefusal::DeliveryUnavailable);
    let full = Err(CommandRefusal::QuotaReached);
    let table = [
        (true, 0, None, Ok(())),
        (true, u64::MAX, None, Ok(())),
        (true, 0, Some(0), full),
        (true, 4, Some(5), Ok(())),
        (true, 5, Some(5), full),
        (true, 6, Some(5), full),
        (false, 0, None, unavailable),
        (false, 5, Some(5), unavailable),
    ];
    for (is_deliverable, owned, quota, expected) in table {
        let found = may_register(is_deliverable, owned, quota);
        assert_eq!(found, expected, "{is_deliverable} {owned} {quota:?}");
    }
}

#[test]
fn a_change_asks_for_what_follows_from_it() {
    let same = "https://hooks.customer.example.com/a";
    let other = "https://hooks.customer.example.com/b";
    let both = filter(&EventKind::ALL);
    let asked = filter(&[EventKind::WatchlistTriggered]);
    let table = [
        // patch, version, cancels, ends the cooldown, waits for claims
        (patch(None, None, None), 3, false, false, false),
        (patch(Some(same), Some(asked), None), 3, false, false, false),
        (patch(Some(other), None, None), 4, true, true, false),
        (patch(None, Some(both.clone()), None), 4, true, false, false),
        (patch(Some(other), Some(both), None), 4, true, true, false),
        (patch(None, None, Some(true)), 3, false, true, false),
        (patch(None, None, Some(false)), 3, false, false, true),
        (patch(Some(other), None, Some(false)), 4, true, true, true),
    ];
    for (patch, version, cancels, resumes, waits) in table {
        let change = registration().change(patch.clone(), true, NOW).unwrap();
        let after = &change.registration;
        assert_eq!(after.version, version, "{patch:?}");
        let why = cancels.then_some(DeliveryError::SubscriptionChanged);
        assert_eq!(change.cancels, why, "{patch:?}");
        assert_eq!(
            change.makes_due_until,
            resumes.then_some(COOLED),
            "{patch:?}"
        );
        assert_eq!(after.health == Health::default(), resumes, "{patch:?}");
        assert_eq!(change.waits_for_claims, waits, "{patch:?}");
        assert_eq!(after.enabled, patch.enabled.unwrap_or(true));
        assert_eq!(after.updated_at, NOW + Duration::MICROSECOND);
    }
}

#[test]
fn switching_on_needs_a_deployment_that_delivers() {
    let change = |enabled| registration().change(patch(None, None, enabled), false, NOW);
    assert_eq!(change(Some(true)), Err(CommandRefusal::DeliveryUnavailable));
    assert!(change(Some(false)).is_ok());
    assert!(change(None).is_ok());
}

#[test]
fn a_test_is_accepted_once_an_interval() {
    let minute = Duration::MINUTE;
    let tested = |ago: Duration| Some(NOW - ago);
    let soon = |again_at| Err(CommandRefusal::TestedRecently { again_at });
    let table = [
        // delivers, enabled, tested, result
        (true, true, None, Ok(())),
        (true, true, tested(minute), Ok(())),
        (true, true, tested(minute - TICK), soon(NOW + TICK)),
        (true, true, tested(Duration::ZERO), soon(NOW + minute)),
        (
            true,
            false,
            tested(Duration::ZERO),
            Err(CommandRefusal::Disabled),
        ),
        (false, false, None, Err(CommandRefusal::DeliveryUnavailable)),
    ];
    for (is_deliverable, enabled, tested_at, expected) in table {
        let one = Registration {
            enabled,
            tested_at,
            ..registration()
        };
        assert_eq!(one.may_test(is_deliverable, minute, NOW), expected);
    }
}

fn replay(state: State) -> Replay {
    Replay {
        delivery: delivery_in(state),
        destination: DestinationChange::Unchanged,
        is_enabled: true,
        is_current: true,
        is_deliverable: true,
    }
}

#[test]
fn a_replay_is_refused_for_the_first_reason_that_there_is() {
    let spent = Delivery {
        replays: MAX_REPLAYS,
        ..delivery_in(State::Failed)
    };
    let mut asked = Replay {
        delivery: spent,
        destination: DestinationChange::Changed,
        is_enabled: false,
        is_current: false,
        is_deliverable: false,
    };
    let mut refused = vec![asked.begin(NOW)];
    asked.is_deliverable = true;
    refused.push(asked.begin(NOW));
    asked.destination = DestinationChange::Unchanged;
    refused.push(asked.begin(NOW));
    asked.is_enabled = true;
    refused.push(asked.begin(NOW));
    asked.is_current = true;
    refused.push(asked.begin(NOW));
    let expected = [
        CommandRefusal::DeliveryUnavailable,
        CommandRefusal::WebhookChanged,
        CommandRefusal::Disabled,
        CommandRefusal::SourceNotCurrent,
        CommandRefusal::ReplayLimitReached,
    ];
    assert_eq!(refused, expected.map(Err));
    asked.delivery = delivery_in(State::Failed);
    let begun = asked.begin(NOW).unwrap();
    assert_eq!(
        (begun.state, begun.replays),
        (State::Pending { due: NOW }, 1)
    );
}

#[test]
fn what_is_not_failed_is_not_replayable_whatever_else_is_wrong() {
    for state in [
        State::Pending { due: NOW },
        State::Sending { lease_until: NOW },
        State::Delivered { at: NOW },
        State::Cancelled,
    ] {
        for destination in [DestinationChange::Unchanged, DestinationChange::Deleted] {
            let asked = Replay {
                destination,
                is_current: false,
                ..replay(state)
            };
            assert_eq!(asked.begin(NOW), Err(CommandRefusal::NotReplayable));
        }
    }
}

#[test]
fn one_rotation_is_prepared_at_a_time() {
    let prepared = Ok(RotationState::Prepared {
        expires_at: NOW + VALID,
    });
    let in_progress = Err(CommandRefusal::RotationInProgress);
    let unavailable = Err(CommandRefusal::DeliveryUnavailable);
    let table = [
        (None, true, prepared),
        (Some(NOW), true, prepared),
        (Some(NOW + TICK), true, in_progress),
        (Some(NOW + TICK), false, unavailable),
        (None, false, unavailable),
    ];
    for (pending_until, is_deliverable, expected) in table {
        assert_eq!(
            prepare_rotation(pending_until, is_deliverable, NOW),
            expected
        );
    }
}

#[test]
fn a_rotation_is_activated_where_webhooks_are_delivered() {
    let expires_at = NOW + TICK;
    let table = [
        (
            RotationState::Prepared { expires_at },
            true,
            Ok(RotationState::Activated),
        ),
        (
            RotationState::Prepared { expires_at: NOW },
            true,
            Err(CommandRefusal::RotationExpired),
        ),
        (
            RotationState::Cancelled,
            true,
            Err(CommandRefusal::RotationNotPending),
        ),
        (
            RotationState::Cancelled,
            false,
            Err(CommandRefusal::DeliveryUnavailable),
        ),
    ];
    for (state, is_deliverable, expected) in table {
        assert_eq!(activate_rotation(state, is_deliverable, NOW), expected);
    }
}

fn any_patch() -> impl Strategy<Value = RegistrationPatch> {
    let url = prop::option::of(prop::sample::select(vec![
        "https://hooks.customer.example.com/a",
        "https://b.customer.example.com/",
    ]));
    let events = prop::option::of(prop::sample::subsequence(EventKind::ALL.to_vec(), 1..=2));
    (url, events, any::<Option<bool>>())
        .prop_map(|(url, events, enabled)| patch(url, events.map(|kinds| filter(&kinds)), enabled))
}

proptest! {
    /// Whatever is changed in whatever order and by whatever clock: instants of changes grow, versions count
    /// exactly the changes that cancel, and what a change makes is what its owner asked for.
    #[test]
    fn changes_leave_what_was_asked_for(patches in prop::collection::vec((any_patch(), -100_i64..100), 1..8)) {
        let mut one = registration();
        for (patch, seconds) in patches {
            let change = one.change(patch.clone(), true, NOW + Duration::seconds(seconds)).unwrap();
            let after = change.registration;
            prop_assert!(after.updated_at > one.updated_at);
            prop_assert_eq!(after.version - one.version, u32::from(change.cancels.is_some()));
            prop_assert_eq!(
                change.cancels.is_some(),
                (&after.url, &after.events) != (&one.url, &one.events)
            );
            prop_assert_eq!(&after.url, patch.url.as_ref().map_or(one.url.as_str(), WebhookUrl::as_str));
            prop_assert_eq!(&after.events, patch.events.as_ref().unwrap_or(&one.events));
            prop_assert_eq!(after.enabled, patch.enabled.unwrap_or(one.enabled));
            one = after;
        }
    }
}
