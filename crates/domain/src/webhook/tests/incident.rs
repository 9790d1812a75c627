use time::Duration;

use super::{NOW, TICK};
use crate::webhook::Policy;
use crate::webhook::delivery::DeliveryError;
use crate::webhook::incident::{self, Incident, IncidentState};
use crate::webhook::notice::{Notice, Occasion};
use uuid::Uuid;

const LATER: time::OffsetDateTime = time::macros::datetime!(2026-03-03 12:00 UTC);
const REMINDER: Duration = Duration::hours(6);

fn opened() -> Incident {
    Incident::open(DeliveryError::Dns, NOW, &Policy::default())
}

fn resolved(acknowledged_at: Option<time::OffsetDateTime>) -> Incident {
    let state = IncidentState::Resolved {
        acknowledged_at,
        at: NOW,
    };
    Incident { state, ..opened() }
}

#[test]
fn a_new_incident_is_open_and_its_first_reminder_planned() {
    let incident = opened();
    let remind_at = NOW + REMINDER;
    assert_eq!(incident.state, IncidentState::Open { remind_at });
    assert_eq!(incident.cause, DeliveryError::Dns);
    assert_eq!((incident.opened_at, incident.reminders), (NOW, 0));
    assert!(incident.is_unresolved());
}

#[test]
fn acknowledging_is_not_recovery() {
    let incident = opened().acknowledge(LATER);
    assert_eq!(incident.state, IncidentState::Acknowledged { at: LATER });
    assert!(incident.is_unresolved());
}

#[test]
fn acknowledging_again_or_too_late_changes_nothing() {
    for incident in [
        opened().acknowledge(NOW),
        resolved(None),
        resolved(Some(NOW)),
    ] {
        assert_eq!(incident.acknowledge(LATER), incident);
    }
}

#[test]
fn resolving_remembers_who_knew() {
    for (incident, acknowledged_at) in [(opened(), None), (opened().acknowledge(NOW), Some(NOW))] {
        let over = incident.resolve(LATER).unwrap();
        let expected = IncidentState::Resolved {
            acknowledged_at,
            at: LATER,
        };
        assert_eq!(over.state, expected);
        assert_eq!((over.cause, over.opened_at), (DeliveryError::Dns, NOW));
        assert!(!over.is_unresolved());
    }
}

#[test]
fn what_is_over_is_not_resolved_again() {
    for incident in [resolved(None), resolved(Some(NOW))] {
        assert_eq!(incident.resolve(LATER), None);
    }
}

#[test]
fn a_reminder_is_due_every_six_hours() {
    let policy = Policy::default();
    let mut incident = opened();
    let mut at = NOW;
    for reminders in 1..=3 {
        at += REMINDER;
        assert_eq!(incident.remind(at - TICK, &policy), None);
        incident = incident.remind(at, &policy).unwrap();
        assert_eq!(incident.reminders, reminders);
        let remind_at = at + REMINDER;
        assert_eq!(incident.state, IncidentState::Open { remind_at });
    }
}

#[test]
fn a_late_reminder_is_one_and_not_several() {
    let policy = Policy::default();
    let late = NOW + Duration::days(2);
    let incident = opened().remind(late, &policy).unwrap();
    assert_eq!(incident.reminders, 1);
    assert_eq!(incident.remind(late, &policy), None);
}

#[test]
fn nobody_is_reminded_of_what_is_known_or_over() {
    for incident in [
        opened().acknowledge(NOW),
        resolved(None),
        resolved(Some(NOW)),
    ] {
        assert_eq!(incident.remind(LATER, &Policy::default()), None);
    }
}

#[test]
fn reminders_are_kept_when_it_is_over() {
    let reminded = opened().remind(LATER, &Policy::default()).unwrap();
    assert_eq!(reminded.acknowledge(LATER).reminders, 1);
    assert_eq!(reminded.resolve(LATER).unwrap().reminders, 1);
}

#[test]
fn states_have_the_codes_of_the_interface() {
    let states = [opened(), opened().acknowledge(NOW), resolved(None)];
    let codes = states.map(|incident| incident.state.code());
    assert_eq!(codes, ["open", "acknowledged", "resolved"]);
}

#[test]
fn an_incident_has_one_id_for_the_attempt_that_opened_it() {
    let [one, other] = [1, 2].map(Uuid::from_u128);
    let expected = Uuid::new_v5(&one, b"incident 7 3");
    assert_eq!(incident::id_of(one, 7, 3), expected);
    for (subscription, delivery, attempt) in [(other, 7, 3), (one, 8, 3), (one, 7, 4), (one, 73, 3)]
    {
        assert_ne!(incident::id_of(subscription, delivery, attempt), expected);
    }
}

#[test]
fn each_occasion_has_its_mail_and_its_entry() {
    let notice = |occasion| Notice {
        occasion,
        subscription: Uuid::from_u128(1),
        host: "hooks.example".to_owned(),
        incident: Uuid::from_u128(2),
        cause: DeliveryError::Timeout,
        opened_at: NOW,
        at: NOW,
        waiting: 0,
    };
    let table = [
        (Occasion::Opened, "incident.opened"),
        (Occasion::Reminder, "incident.reminded"),
        (Occasion::Recovered, "incident.resolved"),
    ];
    let mut ids = std::collections::BTreeSet::new();
    for (occasion, action) in table {
        assert_eq!(occasion.action().code(), action);
        for number in 0..3 {
            let notice = notice(occasion);
            let entry = notice.entry_id(number);
            assert_eq!(entry, Uuid::new_v5(&notice.mail_id(number), b"audit"));
            ids.extend([notice.mail_id(number), entry]);
        }
    }
    assert_eq!(ids.len(), 18);
}
