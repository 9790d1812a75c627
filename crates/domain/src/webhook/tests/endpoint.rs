use rstest::rstest;
use time::Duration;

use super::{NOW, TICK};
use crate::webhook::Policy;
use crate::webhook::endpoint::{Condition, Health, Signal};

use Signal::{Permanent, Success, Transient};

const SHORT: Duration = Duration::minutes(5);
const LONG: Duration = Duration::minutes(15);

/// The endpoint after these signals, all of them now.
fn after(signals: &[Signal]) -> Health {
    let policy = Policy::default();
    signals.iter().fold(Health::default(), |health, signal| {
        health.after(*signal, NOW, &policy).0
    })
}

fn cooling(failures: u32, left: Duration) -> Health {
    Health {
        failures,
        cooldown_until: Some(NOW + left),
    }
}

#[test]
fn a_new_endpoint_is_open() {
    assert_eq!(Health::default().condition(NOW), Condition::Open);
    assert!(Health::default().room(NOW) > 1);
}

#[test]
fn the_room_narrows_from_open_to_cooling_down() {
    let rooms = [0, 1, 2, 3].map(|failures| after(&vec![Transient; failures]).room(NOW));
    let [open, suspect, still, cooling] = rooms;
    assert!(open > suspect && suspect == still && still >= 1);
    assert_eq!(cooling, 0);
}

#[rstest]
#[case(&[], 0, None)]
#[case(&[Transient], 1, None)]
#[case(&[Transient, Transient], 2, None)]
#[case(&[Transient, Transient, Transient], 3, Some(SHORT))]
#[case(&[Transient, Transient, Transient, Transient], 4, Some(SHORT))]
#[case(&[Transient, Transient, Success, Transient, Transient], 2, None)]
#[case(&[Transient, Transient, Transient, Success], 0, None)]
#[case(&[Permanent], 0, Some(LONG))]
#[case(&[Permanent, Success], 0, None)]
#[case(&[Transient, Permanent, Transient], 2, Some(LONG))]
#[case(&[Transient, Permanent, Transient, Transient], 3, Some(LONG))]
fn consecutive_transient_failures_are_counted(
    #[case] signals: &[Signal],
    #[case] failures: u32,
    #[case] pause: Option<Duration>,
) {
    let health = after(signals);
    assert_eq!(health.failures, failures);
    assert_eq!(health.cooldown_until, pause.map(|pause| NOW + pause));
}

#[rstest]
#[case(0, Success, false)]
#[case(0, Transient, false)]
#[case(1, Transient, false)]
#[case(2, Transient, true)]
#[case(3, Transient, true)]
#[case(u32::MAX, Transient, true)]
#[case(0, Permanent, true)]
#[case(5, Permanent, true)]
#[case(5, Success, false)]
fn a_cooldown_starts_at_the_third_failure_and_each_after_it(
    #[case] failures: u32,
    #[case] signal: Signal,
    #[case] starts: bool,
) {
    let health = Health {
        failures,
        cooldown_until: None,
    };
    let (next, started) = health.after(signal, NOW, &Policy::default());
    assert_eq!(started, starts);
    assert_eq!(next.cooldown_until.is_some(), starts);
}

#[test]
fn neither_cooldown_cuts_the_other_off() {
    let policy = Policy::default();
    for (left, signal, expected) in [
        (LONG, Transient, LONG),
        (SHORT, Permanent, LONG),
        (SHORT + TICK, Transient, SHORT + TICK),
        (SHORT - TICK, Transient, SHORT),
        (LONG - TICK, Permanent, LONG),
        (-TICK, Transient, SHORT),
    ] {
        let (next, started) = cooling(3, left).after(signal, NOW, &policy);
        assert_eq!(next.cooldown_until, Some(NOW + expected), "{left}");
        assert!(started, "{left}");
    }
}

#[test]
fn nothing_may_run_until_the_cooldown_is_over() {
    for left in [TICK, SHORT, LONG] {
        let health = cooling(3, left);
        assert_eq!(health.condition(NOW), Condition::CoolingDown(NOW + left));
        assert_eq!(health.room(NOW), 0);
    }
}

#[test]
fn one_at_a_time_may_run_after_a_cooldown() {
    for (failures, left) in [
        (3, Duration::ZERO),
        (3, -TICK),
        (0, -LONG),
        (9, Duration::days(-5)),
    ] {
        let health = cooling(failures, left);
        assert_eq!(health.condition(NOW), Condition::Probing, "{left}");
        assert_eq!(health.room(NOW), 1, "{left}");
    }
}

#[test]
fn a_failed_probe_cools_down_anew_and_a_success_opens() {
    let policy = Policy::default();
    let probing = cooling(3, Duration::ZERO);
    let (failed, started) = probing.after(Transient, NOW, &policy);
    assert_eq!((failed, started), (cooling(4, SHORT), true));
    let (refused, started) = probing.after(Permanent, NOW, &policy);
    assert_eq!((refused, started), (cooling(3, LONG), true));
    let opened = probing.after(Success, NOW, &policy);
    assert_eq!(opened, (Health::default(), false));
}

#[test]
fn probing_goes_on_after_a_failure_that_starts_no_cooldown() {
    let probing = cooling(0, Duration::ZERO);
    let (next, started) = probing.after(Transient, NOW, &Policy::default());
    assert!(!started);
    assert_eq!(next.condition(NOW), Condition::Probing);
    assert_eq!(next.room(NOW), 1);
}

#[test]
fn the_pauses_are_the_policys() {
    let policy = Policy {
        cooldown_transient: Duration::SECOND,
        cooldown_permanent: Duration::MINUTE,
        ..Policy::default()
    };
    let health = Health {
        failures: 2,
        cooldown_until: None,
    };
    let (short, _) = health.after(Transient, NOW, &policy);
    assert_eq!(short.cooldown_until, Some(NOW + Duration::SECOND));
    let (long, _) = health.after(Permanent, NOW, &policy);
    assert_eq!(long.cooldown_until, Some(NOW + Duration::MINUTE));
}
