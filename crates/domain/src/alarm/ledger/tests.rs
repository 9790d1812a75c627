use std::collections::BTreeMap;

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::{Alarm, LONGEST_PAUSE, Ledger, MOST_OF_KIND, News, Observation, Policy, What};
use crate::alarm::AlarmKind;

const START: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);

const POLICY: Policy = Policy {
    after: Duration::minutes(5),
    reminder: Duration::DAY,
};

fn minute(minutes: i64) -> OffsetDateTime {
    START + Duration::minutes(minutes)
}

fn shop(name: &str) -> Alarm {
    Alarm::new(AlarmKind::ShopStale, name, &format!("{name} goes stale"), 1)
}

fn review(size: u64) -> Alarm {
    Alarm::new(AlarmKind::Review, "", &format!("{size} doubts wait"), size)
}

/// All that stands.
fn all(standing: &[Alarm]) -> Observation {
    standing.into()
}

/// One look at what stands, and an attempt if one is due: what it told, or would have.
fn look(
    ledger: Ledger,
    standing: &[Alarm],
    now: OffsetDateTime,
    takes: bool,
) -> (Ledger, Vec<(What, String)>) {
    look_at(ledger, &all(standing), now, takes)
}

fn look_at(
    ledger: Ledger,
    seen: &Observation,
    now: OffsetDateTime,
    takes: bool,
) -> (Ledger, Vec<(What, String)>) {
    let id = Uuid::from_u128(now.unix_timestamp().unsigned_abs().into());
    let ledger = ledger.observed(seen, now);
    let ledger = ledger.composed(seen, id, now, &POLICY);
    let Some(due) = ledger.due(now) else {
        return (ledger, Vec::new());
    };
    let told = due.news.iter();
    let told = told.map(|it| {
        (
            it.what,
            format!("{} {}", it.alarm.kind().code(), it.alarm.subject()),
        )
    });
    let told = told.collect();
    if takes {
        (ledger.sent(now), told)
    } else {
        (ledger.failed(None, now), told)
    }
}

/// What is told by which minute, when these stand at these minutes.
fn course(steps: &[(i64, &[Alarm])]) -> Vec<(i64, Vec<(What, String)>)> {
    let mut ledger = Ledger::default();
    let mut told = Vec::new();
    for (at, standing) in steps {
        let (next, said) = look(ledger, standing, minute(*at), true);
        ledger = next;
        if !said.is_empty() {
            told.push((*at, said));
        }
    }
    told
}

fn stale(what: What, name: &str) -> (What, String) {
    (what, format!("shop_stale {name}"))
}

#[test]
fn what_stands_for_a_while_is_told_once_and_so_is_its_end() {
    let a = [shop("a")];
    let told = course(&[
        (0, &a),
        (4, &a),
        (5, &a),
        (6, &a),
        (600, &a),
        (601, &[]),
        (605, &[]),
        (606, &[]),
        (700, &[]),
    ]);
    let expected = [
        (5, vec![stale(What::Begun, "a")]),
        (606, vec![stale(What::Ended, "a")]),
    ];
    assert_eq!(told, expected);
}

#[test]
fn flapping_says_nothing() {
    let a = [shop("a")];
    let short = course(&[(0, &a), (4, &a), (5, &[]), (6, &a), (10, &a), (11, &[])]);
    assert_eq!(short, []);
    let gaps = course(&[(0, &a), (5, &a), (6, &[]), (10, &[]), (11, &a), (20, &a)]);
    assert_eq!(gaps, [(5, vec![stale(What::Begun, "a")])]);
}

#[test]
fn several_at_once_are_one_message_the_urgent_first() {
    let both = [review(3), shop("a"), shop("b")];
    let told = course(&[(0, &both), (5, &both)]);
    let all = vec![
        stale(What::Begun, "a"),
        stale(What::Begun, "b"),
        (What::Begun, "review ".to_owned()),
    ];
    assert_eq!(told, [(5, all)]);
}

#[test]
fn what_comes_soon_after_a_message_waits_for_the_next() {
    let (a, b) = ([shop("a")], [shop("a"), shop("b")]);
    let told = course(&[(0, &a), (1, &b), (5, &b), (6, &b), (9, &b), (10, &b)]);
    let expected = [
        (5, vec![stale(What::Begun, "a")]),
        (10, vec![stale(What::Begun, "b")]),
    ];
    assert_eq!(told, expected);
}

#[test]
fn a_reminder_comes_after_a_day_and_of_a_digest_when_it_has_grown() {
    let day = 24 * 60;
    let (few, more, fewer) = (
        [shop("a"), review(3)],
        [shop("a"), review(4)],
        [shop("a"), review(2)],
    );
    let told = course(&[
        (0, &few),
        (5, &few),
        (day + 4, &few),
        (day + 5, &few),
        (day + 60, &fewer),
        (2 * day + 10, &few),
        (3 * day + 20, &more),
    ]);
    let digest = |what| (what, "review ".to_owned());
    let expected = [
        (5, vec![stale(What::Begun, "a"), digest(What::Begun)]),
        (day + 5, vec![stale(What::Reminded, "a")]),
        (
            2 * day + 10,
            vec![stale(What::Reminded, "a"), digest(What::Reminded)],
        ),
        (
            3 * day + 20,
            vec![stale(What::Reminded, "a"), digest(What::Reminded)],
        ),
    ];
    assert_eq!(told, expected);
}

#[test]
fn a_channel_that_fails_is_tried_again_with_the_same_message() {
    let a = [shop("a")];
    let (ledger, _) = look(Ledger::default(), &a, minute(0), false);
    let (mut ledger, told) = look(ledger, &a, minute(5), false);
    assert_eq!(told, [stale(What::Begun, "a")]);
    let id = ledger.pending.as_ref().unwrap().id;
    let mut now = minute(5);
    for pause in [30, 60, 120, 240, 480, 960] {
        let due_at = ledger.pending.as_ref().unwrap().due_at;
        assert_eq!(due_at, now + Duration::seconds(pause));
        assert_eq!(ledger.due(due_at - Duration::SECOND), None);
        now = due_at;
        (ledger, _) = look(ledger, &a, now, false);
        assert_eq!(ledger.pending.as_ref().unwrap().id, id);
    }
    // what is an hour old is made anew, of what stands then, with the pause that was reached
    let both = [shop("a"), shop("b")];
    let both = all(&both);
    let ledger = ledger.observed(&both, now + Duration::minutes(2));
    let ledger = ledger.composed(&both, Uuid::max(), minute(66), &POLICY);
    let pending = ledger.pending.as_ref().unwrap();
    assert_eq!((pending.id, pending.failures), (Uuid::max(), 7));
    assert_eq!(pending.news.len(), 2);
    let none = Observation::default();
    let ledger = ledger.observed(&none, minute(67));
    let ledger = ledger.composed(&none, Uuid::nil(), minute(67), &POLICY);
    let ledger = ledger.composed(&none, Uuid::nil(), minute(130), &POLICY);
    assert_eq!(ledger.pending.as_ref().map(|it| it.news.len()), None);
}

#[test]
fn a_channel_may_ask_for_a_pause_of_an_hour_at_most() {
    let a = all(&[shop("a")]);
    let ledger = Ledger::default().observed(&a, minute(0));
    let ledger = ledger.composed(&a, Uuid::nil(), minute(5), &POLICY);
    for (asked, pause) in [
        (None, Duration::seconds(30)),
        (Some(Duration::seconds(7)), Duration::seconds(30)),
        (Some(Duration::minutes(9)), Duration::minutes(9)),
        (Some(Duration::days(9)), LONGEST_PAUSE),
    ] {
        let failed = ledger.clone().failed(asked, minute(5));
        assert_eq!(failed.pending.unwrap().due_at, minute(5) + pause);
    }
}

#[test]
fn what_came_and_went_while_a_message_was_on_its_way_is_told() {
    let a = [shop("a")];
    let (ledger, _) = look(Ledger::default(), &a, minute(0), true);
    let (ledger, _) = look(ledger, &a, minute(5), false);
    // it is over before the channel took that it began
    let (ledger, told) = look(ledger, &[], minute(6), true);
    assert_eq!(told, [stale(What::Begun, "a")]);
    let (ledger, told) = look(ledger, &[], minute(11), false);
    assert_eq!(told, [stale(What::Ended, "a")]);
    // it is back before the channel took that it ended
    let (ledger, told) = look(ledger, &a, minute(12), true);
    assert_eq!(told, [stale(What::Ended, "a")]);
    let (ledger, told) = look(ledger, &a, minute(16), true);
    assert_eq!(told, []);
    let (_, told) = look(ledger, &a, minute(17), true);
    assert_eq!(told, [stale(What::Begun, "a")]);
}

#[test]
fn a_clock_that_was_ahead_delays_nothing_for_long() {
    let a = [shop("a")];
    let year = 365 * 24 * 60;
    let (ledger, _) = look(Ledger::default(), &a, minute(year), true);
    let (ledger, _) = look(ledger, &a, minute(year + 5), true);
    let (ledger, _) = look(ledger, &a, minute(0), true);
    let (_, told) = look(ledger, &a, minute(24 * 60), true);
    assert_eq!(told, [stale(What::Reminded, "a")]);
}

#[test]
fn a_ledger_is_bounded_for_each_kind_and_forgets_nothing_that_stands() {
    let mut many: Vec<Alarm> = (0..1000).map(|n| shop(&n.to_string())).collect();
    many.push(review(1));
    let ledger = Ledger::default().observed(&all(&many), minute(0));
    assert_eq!(ledger.entries.len(), MOST_OF_KIND + 1);
    let noted = ledger.entries.clone();
    // an older one that begins pushes none out
    many.insert(0, shop("older"));
    let many = all(&many);
    let ledger = ledger.observed(&many, minute(5));
    assert_eq!(ledger.entries, noted);
    let ledger = ledger.composed(&many, Uuid::nil(), minute(5), &POLICY);
    assert_eq!(ledger.pending.unwrap().news.len(), MOST_OF_KIND + 1);
}

#[test]
fn what_could_not_be_looked_at_neither_begins_nor_ends() {
    let day = 24 * 60;
    // by minute: whether it is seen, whether not everything of its kind is
    for (steps, expected) in [
        // told, then unclear for long, then there
        (
            vec![
                (0, true, false),
                (5, true, false),
                (6, false, true),
                (60, false, true),
                (61, true, true),
            ],
            vec![(5, What::Begun)],
        ),
        // told, unclear, then gone: over when that is seen for long enough
        (
            vec![
                (0, true, true),
                (5, true, true),
                (60, false, true),
                (61, false, false),
                (66, false, false),
            ],
            vec![(5, What::Begun), (66, What::Ended)],
        ),
        // it is not told to begin, to stand or to be over while it is unclear
        (
            vec![(0, true, false), (5, false, true), (6, true, false)],
            vec![(6, What::Begun)],
        ),
        (
            vec![
                (0, true, false),
                (5, true, false),
                (day + 5, false, true),
                (day + 6, true, true),
            ],
            vec![(5, What::Begun), (day + 6, What::Reminded)],
        ),
        (
            vec![
                (0, true, false),
                (5, true, false),
                (6, false, false),
                (60, false, true),
                (61, false, false),
            ],
            vec![(5, What::Begun), (61, What::Ended)],
        ),
    ] {
        assert_eq!(told_of_one_shop(&steps), expected, "{steps:?}");
    }
}

/// What is told, and in which minute, where in these a shop is seen to go stale, or not every shop is looked at.
fn told_of_one_shop(steps: &[(i64, bool, bool)]) -> Vec<(i64, What)> {
    let mut ledger = Ledger::default();
    let mut told = Vec::new();
    for (at, stands, is_unclear) in steps {
        let unclear = is_unclear.then_some(AlarmKind::ShopStale);
        let seen = Observation {
            standing: stands.then(|| shop("a")).into_iter().collect(),
            unclear: unclear.into_iter().collect(),
        };
        let (next, said) = look_at(ledger, &seen, minute(*at), true);
        ledger = next;
        told.extend(said.into_iter().map(|(what, _)| (*at, what)));
    }
    told
}

/// One step of a course: so many minutes later, which stand, and whether the channel takes a message.
type Step = (u8, BTreeMap<u8, u8>, bool);

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let standing = btree_map(0_u8..4, 1_u8..5, 0..4);
    vec((0_u8..60, standing, prop::bool::weighted(0.7)), 1..80)
}

proptest! {
    #[test]
    fn each_condition_begins_is_reminded_and_ends_in_this_order(steps in steps()) {
        let mut ledger = Ledger::default();
        let mut now = START;
        // by condition: since when it stands or is gone, and when it was told last
        let mut looks: BTreeMap<u8, (bool, OffsetDateTime)> = BTreeMap::new();
        let mut told: BTreeMap<String, (What, OffsetDateTime)> = BTreeMap::new();
        let mut last = None::<OffsetDateTime>;
        for (pause, standing, takes) in steps {
            now += Duration::minutes(pause.into());
            let alarms: Vec<Alarm> = standing.iter().map(|(n, size)| {
                let kind = if *n == 0 { AlarmKind::Review } else { AlarmKind::ShopStale };
                Alarm::new(kind, &n.to_string(), "", (*size).into())
            }).collect();
            for n in 0..4 {
                let stands = standing.contains_key(&n);
                let look = looks.entry(n).or_insert((false, now));
                if look.0 != stands {
                    *look = (stands, now);
                }
            }
            let seen = all(&alarms);
            ledger = ledger.observed(&seen, now);
            ledger = ledger.composed(&seen, Uuid::nil(), now, &POLICY);
            prop_assert!(ledger.entries.len() <= 4);
            let Some(pending) = ledger.due(now).cloned() else { continue };
            prop_assert!(!pending.news.is_empty());
            if pending.made_at == now {
                for News { what, alarm, .. } in &pending.news {
                    let n: u8 = alarm.subject().parse().unwrap();
                    let (stands, since) = looks[&n];
                    prop_assert_eq!(stands, *what != What::Ended);
                    // a reminder may follow a gap that was too short to be told
                    prop_assert!(*what == What::Reminded || now - since >= POLICY.after);
                }
            }
            if !takes {
                ledger = ledger.failed(None, now);
                continue;
            }
            prop_assert!(last.is_none_or(|at| now - at >= POLICY.after || pending.failures > 0));
            last = Some(now);
            for News { what, alarm, .. } in &pending.news {
                let before = told.insert(alarm.subject().to_owned(), (*what, now));
                match (what, before) {
                    (What::Begun, None | Some((What::Ended, _)))
                    | (What::Ended, Some((What::Begun | What::Reminded, _))) => {}
                    (What::Reminded, Some((What::Begun | What::Reminded, at))) => {
                        prop_assert!(now - at >= POLICY.reminder);
                    }
                    other => prop_assert!(false, "{other:?}"),
                }
            }
            ledger = ledger.sent(now);
        }
        // at rest, a channel that works is told how all of it stands
        for _ in 0..6 {
            now += Duration::HOUR;
            let alarms = [Alarm::new(AlarmKind::ShopStale, "1", "", 1)];
            let seen = all(&alarms);
            ledger = ledger.observed(&seen, now);
            ledger = ledger.composed(&seen, Uuid::nil(), now, &POLICY);
            if ledger.due(now).is_some() {
                ledger = ledger.sent(now);
            }
        }
        prop_assert!(ledger.entries.len() == 1 && ledger.entries[0].told.is_some());
    }
}
