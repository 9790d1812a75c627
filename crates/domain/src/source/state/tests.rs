use proptest::prelude::*;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::{
    ContentMark, Ended, ImportCounts, Lease, Leased, Outcome, REREAD, SourceState, backoff,
};
use crate::freshness::Freshness;
use crate::snapshot::SnapshotKind;
use crate::source::{Fault, FaultClass, Interval, SourceId};

const NOW: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);
const TTL: Duration = Duration::hours(72);
const MINUTE: Duration = Duration::MINUTE;

fn id() -> SourceId {
    SourceId(Uuid::from_u128(0x1234_5678_9abc_def0_0fed_cba9_8765_4321))
}

fn hourly() -> Interval {
    Interval::DEFAULT
}

fn at(now: OffsetDateTime) -> Ended {
    Ended {
        id: id(),
        interval: hourly(),
        now,
    }
}

fn lease(state: SourceState, now: OffsetDateTime, at_once: bool) -> Leased {
    let wish = Lease {
        now,
        until: now + MINUTE,
        at_once,
    };
    state.leased(wish, id(), hourly())
}

fn taken(state: SourceState, now: OffsetDateTime) -> SourceState {
    match lease(state, now, false) {
        Leased::Taken(state) => state,
        other => panic!("{other:?}"),
    }
}

fn mark(byte: u8) -> ContentMark {
    ContentMark {
        etag: Some(format!("\"{byte}\"")),
        last_modified: None,
        digest: [byte; 32],
    }
}

fn imported(byte: u8, quarantined: u64) -> Outcome {
    Outcome::Imported {
        mark: mark(byte),
        observed_at: NOW,
        counts: ImportCounts {
            read: 3,
            accepted: 3,
            quarantined,
            ..ImportCounts::default()
        },
    }
}

fn failed() -> Outcome {
    Outcome::Failed(Fault::new(FaultClass::Status, "500"))
}

#[test]
fn a_source_is_run_by_one_at_a_time() {
    let new = SourceState::new(NOW);
    assert_eq!(
        lease(new.clone(), NOW - Duration::SECOND, false),
        Leased::NotDue
    );
    let first = taken(new, NOW);
    assert!(first.running);
    assert_eq!((first.attempt, first.due_at), (1, NOW + MINUTE));
    assert_eq!(first.last_attempt_at, Some(NOW));
    let before = NOW + MINUTE - Duration::SECOND;
    for at_once in [false, true] {
        assert_eq!(lease(first.clone(), before, at_once), Leased::NotDue);
    }
    let second = taken(first, NOW + MINUTE);
    assert_eq!((second.attempt, second.failures), (2, 1));
    assert_eq!(second.fault.map(|f| f.class), Some(FaultClass::Lost));
}

#[test]
fn a_source_that_kills_who_runs_it_is_left_alone_longer_each_time() {
    let mut now = NOW;
    let mut state = taken(SourceState::new(now), now);
    now += MINUTE;
    state = taken(state, now);
    now += MINUTE;
    let Leased::Waits(waiting) = lease(state.clone(), now, false) else {
        panic!("it was lost twice");
    };
    assert!(!waiting.running && waiting.due_at >= now + hourly().duration() * 2);
    assert_eq!((waiting.attempt, waiting.failures), (2, 2));
    let Leased::Taken(by_hand) = lease(state, now, true) else {
        panic!("an operator may run it");
    };
    assert_eq!(by_hand.attempt, 3);
}

#[test]
fn a_run_that_died_is_none_once_its_lease_has_ended() {
    let state = taken(SourceState::new(NOW), NOW);
    let before = NOW + MINUTE - Duration::SECOND;
    assert!(state.is_run(before) && !state.is_due(before));
    let after = NOW + MINUTE;
    assert!(!state.is_run(after) && state.is_due(after));
    let paused = state.set_paused(true, after);
    assert!(!paused.is_due(after));
}

#[test]
fn an_operator_runs_what_is_not_due() {
    let later = SourceState::new(NOW + TTL);
    assert!(matches!(lease(later, NOW, true), Leased::Taken(_)));
}

#[test]
fn an_import_ends_failures() {
    let mut state = taken(SourceState::new(NOW), NOW);
    for n in 1..=3 {
        state = state.after(failed(), at(NOW));
        assert_eq!((state.failures, state.running), (n, false));
        assert_eq!(state.last_success_at, None);
    }
    let state = state.after(imported(1, 0), at(NOW));
    assert_eq!((state.failures, state.fault.as_ref()), (0, None));
    assert_eq!(state.last_success_at, Some(NOW));
    assert_eq!(state.changed_at, Some(NOW));
    let known = state.known.unwrap();
    assert_eq!(known.mark, mark(1));
    assert_eq!(known.imported_at, Some(NOW));
}

#[test]
fn a_failure_keeps_what_was_imported() {
    let state = taken(SourceState::new(NOW), NOW).after(imported(1, 0), at(NOW));
    let after = state.clone().after(failed(), at(NOW + Duration::HOUR));
    assert_eq!((&after.known, &after.counts), (&state.known, &state.counts));
    assert_eq!(after.last_success_at, Some(NOW));
    assert_eq!(after.changed_at, Some(NOW));
}

#[test]
fn the_same_content_imported_again_is_no_change() {
    let state = taken(SourceState::new(NOW), NOW).after(imported(1, 0), at(NOW));
    let later = at(NOW + Duration::DAY);
    let same = state.clone().after(imported(1, 0), later);
    assert_eq!(same.changed_at, Some(NOW));
    assert_eq!(
        state.after(imported(2, 0), later).changed_at,
        Some(later.now)
    );
}

#[test]
fn what_could_not_be_run_is_nobodys_failure() {
    let state = taken(SourceState::new(NOW), NOW).after(failed(), at(NOW));
    let state = taken(state, NOW + Duration::DAY);
    let now = NOW + Duration::DAY;
    let after = state.after(Outcome::PutOff(MINUTE), at(now));
    assert_eq!((after.failures, after.due_at), (1, now + MINUTE));
    assert!(!after.running && after.fault.is_some());
}

fn fresh(now: OffsetDateTime, offer_ttl: Duration) -> Freshness {
    Freshness { now, offer_ttl }
}

#[test]
fn what_was_overtaken_is_read_again_at_once_whatever_it_is() {
    let state = taken(SourceState::new(NOW), NOW).after(imported(1, 0), at(NOW));
    let after = state.after(Outcome::Overtaken, at(NOW));
    assert_eq!(after.due_at, NOW);
    let full = after.confirmable(SnapshotKind::Full, fresh(NOW, TTL));
    assert!(full.is_none());
    assert!(after.known.is_some(), "by which a change is told");
}

#[test]
fn unchanged_content_is_confirmed_as_long_as_that_says_the_same() {
    let state = taken(SourceState::new(NOW), NOW).after(imported(1, 0), at(NOW));
    let full = |state: &SourceState, now, ttl| {
        let freshness = fresh(now, ttl);
        state.confirmable(SnapshotKind::Full, freshness).is_some()
    };
    assert!(full(&state, NOW, TTL));
    assert!(full(&state, NOW + REREAD - Duration::SECOND, TTL));
    assert!(!full(&state, NOW + REREAD, TTL), "prices may have begun");
    let ttl = Duration::hours(3);
    assert!(full(
        &state,
        NOW + Duration::hours(2) - Duration::SECOND,
        ttl
    ));
    assert!(!full(&state, NOW + Duration::hours(2), ttl), "nearly stale");
    let held = taken(SourceState::new(NOW), NOW).after(imported(1, 1), at(NOW));
    assert!(!full(&held, NOW, TTL), "a held price may be released");
    let delta = held.confirmable(SnapshotKind::Delta, fresh(NOW + Duration::WEEK, TTL));
    assert!(delta.is_some(), "a delta is not repeated");
    assert!(!full(&SourceState::new(NOW), NOW, TTL));
}

#[test]
fn a_confirmation_moves_what_is_seen_and_not_what_was_imported() {
    let state = taken(SourceState::new(NOW), NOW).after(imported(1, 0), at(NOW));
    let later = NOW + Duration::HOUR;
    let unchanged = |observed_at| Outcome::Unchanged {
        mark: mark(7),
        observed_at,
    };
    let after = state.clone().after(unchanged(Some(later)), at(later));
    let known = after.known.clone().unwrap();
    assert_eq!((known.mark, known.observed_at), (mark(7), later));
    assert_eq!(known.imported_at, Some(NOW));
    assert_eq!(
        (after.changed_at, after.last_success_at),
        (Some(NOW), Some(later))
    );
    let delta = state.after(unchanged(None), at(later)).known.unwrap();
    assert_eq!(delta.observed_at, NOW);
}

#[test]
fn pauses_double_up_to_a_day() {
    let hours = |failures| backoff(hourly(), failures).whole_hours();
    assert_eq!(
        [0, 1, 2, 3, 4, 5, 6, 7, u32::MAX].map(hours),
        [1, 1, 2, 4, 8, 16, 24, 24, 24]
    );
    let minute = Interval::new(MINUTE).unwrap();
    assert_eq!(backoff(minute, 1), MINUTE);
    assert_eq!(backoff(minute, 11), MINUTE * 1024);
    assert_eq!(backoff(minute, u32::MAX), Duration::DAY);
    let week = Interval::new(Duration::WEEK).unwrap();
    assert_eq!(backoff(week, 5), Duration::WEEK);
}

#[test]
fn a_fault_is_short_and_on_one_line() {
    let fault = Fault::new(FaultClass::Refused, &format!("a\r\nb{}", "ä".repeat(400)));
    assert_eq!(fault.text.chars().count(), 300);
    assert!(fault.text.starts_with("a  bä"));
    for class in FaultClass::ALL {
        assert_eq!(FaultClass::from_code(class.code()), Some(class));
    }
}

fn outcomes() -> impl Strategy<Value = Outcome> {
    prop_oneof![
        (0..3_u8, 0..2_u64).prop_map(|(byte, held)| imported(byte, held)),
        (0..3_u8).prop_map(|byte| Outcome::Unchanged {
            mark: mark(byte),
            observed_at: Some(NOW)
        }),
        Just(Outcome::Overtaken),
        Just(failed()),
        (0..600_i64).prop_map(|s| Outcome::PutOff(Duration::seconds(s))),
    ]
}

proptest! {
    /// After a success it is due within a twentieth of the interval; after a failure never before
    /// the interval is over, nor later than a tenth over a day.
    #[test]
    fn pauses_stay_within_their_borders(
        seconds in 60..2_592_000_i64,
        source in any::<u128>(),
        ends in prop::collection::vec(outcomes(), 1..30),
    ) {
        let interval = Interval::new(Duration::seconds(seconds)).unwrap();
        let length = interval.duration();
        let id = SourceId(Uuid::from_u128(source));
        let mut state = SourceState::new(NOW);
        let mut now = NOW;
        for (attempt, outcome) in (1..).zip(ends) {
            now = now.max(state.due_at);
            let wish = Lease { now, until: now + MINUTE, at_once: false };
            let Leased::Taken(held) = state.leased(wish, id, interval) else {
                return Err(TestCaseError::fail("it was due"));
            };
            prop_assert_eq!(held.attempt, attempt);
            state = held.after(outcome.clone(), Ended { id, interval, now });
            prop_assert!(!state.running);
            let pause = state.due_at - now;
            match outcome {
                Outcome::Imported { .. } | Outcome::Unchanged { .. } => {
                    prop_assert!(pause >= length * 0.95 && pause <= length * 1.05);
                    prop_assert_eq!(state.failures, 0);
                }
                Outcome::Failed(_) => {
                    let longest = Duration::DAY.max(length) * 1.1;
                    prop_assert!(pause >= length && pause <= longest);
                }
                Outcome::Overtaken => prop_assert!(pause.is_zero()),
                Outcome::PutOff(wait) => prop_assert_eq!(pause, wait),
            }
        }
    }
}

#[test]
fn a_changed_source_begins_anew_and_its_old_run_is_not_recorded() {
    let ran = taken(SourceState::new(NOW), NOW).after(imported(1, 0), at(NOW));
    let running = match lease(ran, NOW + MINUTE, true) {
        Leased::Taken(state) => state,
        other => panic!("{other:?}"),
    };
    let later = NOW + MINUTE * 2;
    let changed = running.clone().changed(later);
    assert_ne!(changed.attempt, running.attempt);
    assert_eq!((changed.running, changed.due_at), (false, later));
    assert_eq!((changed.known, changed.failures), (None, 0));
    assert_eq!(changed.counts, running.counts, "what it brought last stays");
    assert_eq!(changed.last_success_at, running.last_success_at);
}

#[test]
fn a_paused_source_is_run_by_who_asks_for_it_alone() {
    let paused = SourceState::new(NOW).set_paused(true, NOW);
    assert_eq!(lease(paused.clone(), NOW + MINUTE, false), Leased::NotDue);
    assert!(matches!(
        lease(paused.clone(), NOW, true),
        Leased::Taken(state) if state.paused
    ));
    let later = NOW + Duration::DAY;
    let resumed = paused.set_paused(false, later);
    assert_eq!((resumed.paused, resumed.due_at), (false, later));
    assert!(matches!(
        lease(resumed, later, false),
        Leased::Taken(state) if state.running
    ));
}

#[test]
fn pausing_and_resuming_leave_a_run_alone() {
    let running = taken(SourceState::new(NOW), NOW);
    let paused = running.clone().set_paused(true, NOW);
    assert_eq!(
        (paused.running, paused.attempt),
        (true, running.attempt),
        "it ends as it would"
    );
    assert_eq!(paused.set_paused(false, NOW), running);
}
