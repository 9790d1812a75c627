use time::Duration;

use super::{NOW, TICK};
use crate::webhook::rotation::{RotationRefusal, RotationState};

use RotationState::{Activated, Cancelled, Expired};

const DAY: Duration = Duration::hours(24);

type Step = fn(RotationState, time::OffsetDateTime) -> Result<RotationState, RotationRefusal>;

/// The two ways on, and where they lead.
const STEPS: [(Step, RotationState); 2] = [
    (RotationState::activate, Activated),
    (RotationState::cancel, Cancelled),
];

fn prepared() -> RotationState {
    RotationState::prepare(NOW)
}

#[test]
fn a_preparation_is_valid_for_a_day() {
    let expires_at = NOW + DAY;
    assert_eq!(prepared(), RotationState::Prepared { expires_at });
    for (at, pending) in [(NOW, true), (expires_at - TICK, true), (expires_at, false)] {
        assert_eq!(prepared().is_pending(at), pending, "{at}");
        let state = if pending { prepared() } else { Expired };
        assert_eq!(prepared().at(at), state, "{at}");
    }
}

#[test]
fn a_preparation_is_activated_or_cancelled_until_it_expires() {
    for (step, next) in STEPS {
        assert_eq!(step(prepared(), NOW), Ok(next));
        assert_eq!(step(prepared(), NOW + DAY - TICK), Ok(next));
        let refused = Err(RotationRefusal::Expired);
        assert_eq!(step(prepared(), NOW + DAY), refused);
        assert_eq!(step(prepared(), NOW + DAY * 30), refused);
    }
}

#[test]
fn of_two_racing_steps_the_first_wins() {
    for (first, won) in STEPS {
        for (second, _) in STEPS {
            let next = first(prepared(), NOW).unwrap();
            assert_eq!(next, won);
            assert_eq!(second(next, NOW), Err(RotationRefusal::NotPending));
        }
    }
}

#[test]
fn what_is_decided_stays_decided_beyond_a_day() {
    for at in [NOW, NOW + DAY, NOW + DAY * 30] {
        for (step, _) in STEPS {
            for state in [Activated, Cancelled] {
                assert_eq!(step(state, at), Err(RotationRefusal::NotPending));
                assert_eq!(state.at(at), state);
            }
            assert_eq!(step(Expired, at), Err(RotationRefusal::Expired));
        }
        assert_eq!(Expired.at(at), Expired);
    }
}

#[test]
fn only_a_preparation_is_pending() {
    for state in [Activated, Cancelled, Expired] {
        assert!(!state.is_pending(NOW), "{state:?}");
    }
}

#[test]
fn states_have_the_codes_of_the_interface() {
    let codes = [prepared(), Activated, Cancelled, Expired].map(RotationState::code);
    assert_eq!(codes, ["prepared", "activated", "cancelled", "expired"]);
}
