mod admissions;
mod cancelled;
mod candidates;
mod firings;
mod history;
mod merged;
mod offers;
mod price_checks;

use std::collections::BTreeSet;

use time::macros::datetime;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

use super::{
    Channel, ChannelKind, ClientId, ConditionTerms, CurrentPrice, FallPercent, NewLow,
    PatchRefusal, PriceFall, Side, TargetPrice, UnfitTerm, Watch, WatchCondition,
    WatchConditionKind, WatchPatch, WatchStatus, WatchTerms,
};
use crate::email::EmailAddress;
use crate::ids::Revision;
use crate::money::{Amount, Currency};

use Side::{Above, Below};
use WatchStatus::{Active, Paused};

const CREATED: OffsetDateTime = datetime!(2026-03-01 12:00 UTC);
const CHANGED: OffsetDateTime = datetime!(2026-03-02 12:00 UTC);
const ID: Uuid = Uuid::from_u128(0x0190_0000_0000_7000_8000_0000_0000_0001);
const SIDES: [Side; 2] = [Above, Below];
const STATUSES: [WatchStatus; 2] = [Active, Paused];

/// Where the clock may stand when a client changes a watch: later, as soon as instants differ, at the
/// last change, and before it.
const CLOCKS: [Duration; 5] = [
    Duration::HOUR,
    Duration::MICROSECOND,
    Duration::ZERO,
    Duration::microseconds(-1),
    Duration::hours(-30),
];

/// Prices about a target of 500.00, and on which side of it they are.
const PRICES: [(Option<i64>, Side); 6] = [
    (None, Above),
    (Some(100_000), Above),
    (Some(50_001), Above),
    (Some(50_000), Above),
    (Some(49_999), Below),
    (Some(1), Below),
];

fn currency(code: &str) -> Currency {
    Currency::parse(code).unwrap()
}

fn price_in(code: &str, minor: Option<i64>) -> CurrentPrice {
    CurrentPrice::shown(
        minor.map(|minor| Amount::from_minor(minor).unwrap()),
        currency(code),
    )
}

fn euros(minor: Option<i64>) -> CurrentPrice {
    price_in("EUR", minor)
}

fn target(text: &str) -> TargetPrice {
    TargetPrice::parse_json(text).unwrap()
}

fn below(text: &str) -> WatchCondition {
    WatchCondition::BelowTarget {
        target: target(text),
    }
}

fn address(text: &str) -> EmailAddress {
    EmailAddress::parse(text).unwrap()
}

fn email() -> Channel {
    Channel::Email {
        destination: address("first@example.com"),
    }
}

/// A watch of 500.00 that was changed a day after it was created.
fn watch(side: Side, status: WatchStatus) -> Watch {
    Watch {
        id: ID,
        condition: below("500"),
        store: None,
        channel: email(),
        status,
        side,
        restarts: 0,
        created_at: CREATED,
        updated_at: CHANGED,
    }
}

#[test]
fn a_new_revision_fires_an_active_watch_that_turns_from_above_to_below() {
    let table = [
        // side, status, price, side after, fires
        (Above, Active, None, Above, false),
        (Above, Active, Some(50_001), Above, false),
        (Above, Active, Some(50_000), Above, false),
        (Above, Active, Some(49_999), Below, true),
        (Above, Paused, None, Above, false),
        (Above, Paused, Some(50_001), Above, false),
        (Above, Paused, Some(50_000), Above, false),
        (Above, Paused, Some(49_999), Below, false),
        (Below, Active, None, Below, false),
        (Below, Active, Some(50_001), Above, false),
        (Below, Active, Some(50_000), Above, false),
        (Below, Active, Some(49_999), Below, false),
        (Below, Paused, None, Below, false),
        (Below, Paused, Some(50_001), Above, false),
        (Below, Paused, Some(50_000), Above, false),
        (Below, Paused, Some(49_999), Below, false),
    ];
    for (side, status, price, after, fires) in table {
        let seen = watch(side, status).observe(euros(price));
        assert_eq!(seen, (after, fires), "{side:?} {status:?} {price:?}");
    }
}

#[test]
fn only_an_active_watch_below_its_target_is_told_instead() {
    for (side, status) in every([Above, Below], STATUSES) {
        for (price, is_below) in [
            (None, false),
            (Some(50_001), false),
            (Some(50_000), false),
            (Some(49_999), true),
        ] {
            let told = watch(side, status).is_told_instead(euros(price));
            assert_eq!(told, is_below && status == Active, "{status:?} {price:?}");
        }
    }
}

#[test]
fn a_new_watch_is_active_and_armed_unless_the_price_is_below() {
    for (minor, side) in PRICES {
        let terms = WatchTerms {
            condition: below("500"),
            store: None,
            channel: email(),
        };
        let created = Watch::create(ID, terms, euros(minor), CREATED);
        let expected = Watch {
            updated_at: CREATED,
            ..watch(side, Active)
        };
        assert_eq!(created, expected, "{minor:?}");
        assert!(!created.observe(euros(minor)).1, "{minor:?}");
    }
}

#[test]
fn a_replaced_watch_keeps_id_and_age_and_begins_anew() {
    for (side, status) in every(SIDES, STATUSES) {
        for ((minor, after), ahead) in every(PRICES, CLOCKS) {
            // as far from the new target as from the old one
            let terms = WatchTerms {
                condition: below("600"),
                store: None,
                channel: Channel::Webhook { destination: None },
            };
            let moved = minor.map(|minor| minor + 10_000);
            let now = CHANGED + ahead;
            let replaced = watch(side, status).replace(terms, euros(moved), now);
            let expected = Watch {
                id: ID,
                condition: below("600"),
                store: None,
                channel: Channel::Webhook { destination: None },
                status: Active,
                side: after,
                restarts: 1,
                created_at: CREATED,
                updated_at: changed_at(now),
            };
            assert_eq!(replaced, expected, "{side:?} {status:?} {minor:?} {ahead}");
            assert!(!replaced.observe(euros(moved)).1);
        }
    }
}

/// What a PATCH says of the target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Aim {
    Absent,
    Repeated,
    Changed,
}

#[test]
fn only_a_new_target_and_resuming_look_at_the_price_anew() {
    use Aim::{Absent, Changed, Repeated};
    let table = [
        // status, target, status in the patch, looks anew, status after
        (Active, Absent, None, false, Active),
        (Active, Absent, Some(Active), false, Active),
        (Active, Absent, Some(Paused), false, Paused),
        (Active, Repeated, None, false, Active),
        (Active, Repeated, Some(Active), false, Active),
        (Active, Repeated, Some(Paused), false, Paused),
        (Active, Changed, None, true, Active),
        (Active, Changed, Some(Active), true, Active),
        (Active, Changed, Some(Paused), true, Paused),
        (Paused, Absent, None, false, Paused),
        (Paused, Absent, Some(Active), true, Active),
        (Paused, Absent, Some(Paused), false, Paused),
        (Paused, Repeated, None, false, Paused),
        (Paused, Repeated, Some(Active), true, Active),
        (Paused, Repeated, Some(Paused), false, Paused),
        (Paused, Changed, None, true, Paused),
        (Paused, Changed, Some(Active), true, Active),
        (Paused, Changed, Some(Paused), true, Paused),
    ];
    for (status, aim, wanted, looks, status_after) in table {
        for ((side, (minor, of_price)), ahead) in every(every(SIDES, PRICES), CLOCKS) {
            for destination in [None, Some("second@example.com")] {
                let before = watch(side, status);
                let patch = WatchPatch {
                    target: match aim {
                        Absent => None,
                        Repeated => before.condition.target(),
                        Changed => Some(target("600")),
                    },
                    percent: None,
                    destination: destination.map(address),
                    status: wanted,
                };
                // as far from the new target as from the old one
                let shift = if aim == Changed { 10_000 } else { 0 };
                let current = euros(minor.map(|minor| minor + shift));
                let now = CHANGED + ahead;
                let changed = before.change(&patch, current, now);
                let expected = Watch {
                    id: ID,
                    condition: patch.target.map_or(before.condition, |target| {
                        WatchCondition::BelowTarget { target }
                    }),
                    store: None,
                    channel: match patch.destination.clone() {
                        Some(destination) => Channel::Email { destination },
                        None => email(),
                    },
                    status: status_after,
                    side: if looks { of_price } else { side },
                    restarts: u32::from(looks),
                    created_at: CREATED,
                    updated_at: changed_at(now),
                };
                assert_eq!(changed, expected, "{status:?} {side:?} {patch:?} {minor:?}");
            }
        }
    }
}

#[test]
fn a_lowered_and_a_raised_target_take_their_side_from_the_price() {
    let patched = |side, to: &str| {
        let patch = WatchPatch {
            target: Some(target(to)),
            ..WatchPatch::default()
        };
        let patched = watch(side, Active).change(&patch, euros(Some(45_000)), CHANGED);
        (patched.side, patched.observe(euros(Some(45_000))).1)
    };
    assert_eq!(patched(Below, "450"), (Above, false), "exactly there");
    assert_eq!(patched(Below, "400"), (Above, false));
    assert_eq!(patched(Above, "450.0001"), (Below, false));
    assert_eq!(patched(Above, "500.0001"), (Below, false));
}

#[test]
fn instants_of_changes_grow_while_the_clock_stands_or_goes_back() {
    for ahead in CLOCKS {
        let mut watch = watch(Above, Active);
        for n in 1..=5 {
            let before = watch.updated_at;
            let now = CHANGED + ahead * n;
            watch = if n == 3 {
                let terms = WatchTerms {
                    condition: watch.condition,
                    store: None,
                    channel: watch.channel.clone(),
                };
                watch.replace(terms, euros(None), now)
            } else {
                watch.change(&WatchPatch::default(), euros(None), now)
            };
            assert!(watch.updated_at > before && watch.updated_at >= now);
            assert!(
                watch.updated_at == now || now <= before,
                "not before it has to"
            );
        }
        assert_eq!(watch.created_at, CREATED);
    }
}

#[test]
fn a_changed_address_keeps_its_channel() {
    let second = address("second@example.com");
    let patch = WatchPatch {
        destination: Some(second.clone()),
        ..WatchPatch::default()
    };
    let webhook = |destination| Channel::Webhook { destination };
    let first = Some(address("first@example.com"));
    for (before, expected) in [
        (
            email(),
            Channel::Email {
                destination: second.clone(),
            },
        ),
        (webhook(None), webhook(Some(second.clone()))),
        (webhook(first), webhook(Some(second.clone()))),
    ] {
        let mut watch = watch(Below, Paused);
        watch.channel = before.clone();
        let changed = watch.change(&patch, euros(None), CHANGED);
        assert_eq!(changed.channel, expected);
        assert_eq!(changed.channel.destination(), Some(&second));
        assert_eq!(changed.channel.kind(), before.kind());
        let same = watch.change(&WatchPatch::default(), euros(None), CHANGED);
        assert_eq!(same.channel, before);
    }
}

#[test]
fn a_price_at_the_target_is_not_below_in_any_currency() {
    let table = [
        // target, currency, the lowest price that is not below
        ("500", "EUR", 50_000),
        ("499.95", "EUR", 49_995),
        ("499.955", "EUR", 49_996),
        ("499.9501", "EUR", 49_996),
        ("1", "EUR", 100),
        ("1000000", "EUR", 100_000_000),
        ("500", "JPY", 500),
        ("499.0001", "JPY", 500),
        ("499.9999", "JPY", 500),
        ("1", "JPY", 1),
        ("1000000", "JPY", 1_000_000),
        ("500", "KWD", 500_000),
        ("1.001", "KWD", 1_001),
        ("1.0005", "KWD", 1_001),
        ("1.0001", "KWD", 1_001),
        ("1", "KWD", 1_000),
        ("1000000", "KWD", 1_000_000_000),
    ];
    for (aim, code, lowest) in table {
        let mut armed = watch(Above, Active);
        armed.condition = below(aim);
        let fires = |minor| armed.observe(price_in(code, Some(minor)));
        assert_eq!(fires(lowest), (Above, false), "{aim} {code}");
        assert_eq!(fires(lowest - 1), (Below, true), "{aim} {code}");
        assert_eq!(fires(Amount::MAX_MINOR), (Above, false), "{aim} {code}");
    }
}

#[test]
fn an_event_has_its_own_id_that_stays() {
    let mut ids = BTreeSet::new();
    let revisions = (0..200).chain([-1, i64::MIN, i64::MAX, 1 << 32, 1 << 40]);
    let revisions: Vec<i64> = revisions.collect();
    for n in 0..50 {
        let mut watch = watch(Above, Active);
        watch.id = Uuid::from_u128(ID.as_u128() + n);
        for revision in &revisions {
            let id = watch.event_id(Revision(*revision));
            assert!(ids.insert(id), "{n} {revision}");
            assert_ne!(id, watch.id);
        }
    }
    // a change of the recipe would send twice what fired before an upgrade
    let known = watch(Above, Active).event_id(Revision(7));
    assert_eq!(known.to_string(), "3ffe7fe1-2586-5cb3-a897-7ca4cb450141");
    let changed = watch(Below, Paused).replace(
        WatchTerms {
            condition: below("1"),
            store: None,
            channel: Channel::Webhook { destination: None },
        },
        euros(None),
        CHANGED,
    );
    assert_eq!(
        changed.event_id(Revision(7)),
        known,
        "whatever it has become"
    );
}

#[test]
fn client_ids_have_one_form() {
    for good in ["abcdefgh", "ABC-def_019", "--------", &"x".repeat(80)] {
        let parsed = ClientId::parse(good).unwrap();
        assert_eq!((parsed.as_str(), parsed.to_string().as_str()), (good, good));
    }
    for bad in [
        "",
        "abcdefg",
        &"x".repeat(81),
        "abcdefg ",
        " abcdefgh",
        "abcdefgh\n",
        "abcd.efgh",
        "abcd/efgh",
        "abcdefg\0",
        "\"abcdefgh\"",
        "äbcdefgh",
        "абвгдежз",
    ] {
        assert_eq!(ClientId::parse(bad), None, "{bad:?}");
    }
    assert_ne!(ClientId::parse("abcdefgh"), ClientId::parse("ABCDEFGH"));
}

#[test]
fn codes_are_read_back() {
    for kind in [ChannelKind::Email, ChannelKind::Webhook] {
        assert_eq!(ChannelKind::from_code(kind.code()), Some(kind));
    }
    for status in STATUSES {
        assert_eq!(WatchStatus::from_code(status.code()), Some(status));
    }
    for bad in ["", "Email", "sms", "ACTIVE", "active ", "deleted"] {
        assert_eq!(ChannelKind::from_code(bad), None, "{bad:?}");
        assert_eq!(WatchStatus::from_code(bad), None, "{bad:?}");
    }
}

/// Every pair.
fn every<A: Copy, B: Copy>(
    a: impl IntoIterator<Item = A>,
    b: impl IntoIterator<Item = B> + Clone,
) -> impl Iterator<Item = (A, B)> {
    a.into_iter()
        .flat_map(move |a| b.clone().into_iter().map(move |b| (a, b)))
}

/// When a change at `now` of a watch that was changed at [`CHANGED`] happened.
fn changed_at(now: OffsetDateTime) -> OffsetDateTime {
    if now > CHANGED {
        now
    } else {
        CHANGED + Duration::MICROSECOND
    }
}

#[test]
fn a_watch_of_stock_fires_when_the_product_can_be_had_again() {
    let stated = |minor| euros(Some(minor));
    let sold_out = euros(None);
    let unknown = CurrentPrice {
        is_sold_out: false,
        ..sold_out
    };
    let mut waiting = Watch {
        condition: WatchCondition::BackInStock,
        ..watch(Above, Active)
    };
    for (look, fires) in [
        (sold_out, false),
        (unknown, false),
        (stated(90_000), true),
        (stated(10), false),
        (unknown, false),
        (stated(90_000), false),
        (sold_out, false),
        (stated(90_000), true),
    ] {
        let (side, fired) = waiting.observe(look);
        assert_eq!(fired, fires, "{look:?}");
        waiting.side = side;
    }
    let paused = Watch {
        status: Paused,
        side: Above,
        ..waiting.clone()
    };
    assert_eq!(paused.observe(stated(1)), (Below, false));
    assert!(waiting.is_told_instead(stated(1)) && !paused.is_told_instead(stated(1)));
    assert!(!waiting.is_told_instead(unknown));
    let terms = WatchTerms {
        condition: WatchCondition::BackInStock,
        store: None,
        channel: email(),
    };
    for (shown, side) in [(sold_out, Above), (stated(1), Below)] {
        assert_eq!(Watch::create(ID, terms.clone(), shown, CREATED).side, side);
    }
    let patch = WatchPatch {
        target: Some(target("500")),
        ..WatchPatch::default()
    };
    assert_eq!(waiting.admits(&patch), Err(PatchRefusal::NoTarget));
    assert_eq!(waiting.admits(&WatchPatch::default()), Ok(()));
    assert_eq!(watch(Above, Active).admits(&patch), Ok(()));
}

/// A watch that waits for a fall by a tenth from this price.
fn falling(from: Option<i64>) -> Watch {
    Watch {
        condition: WatchCondition::PriceFall(PriceFall {
            percent: FallPercent::new(10).unwrap(),
            from: from.and_then(Amount::from_minor),
        }),
        ..watch(Above, Active)
    }
}

#[test]
fn a_watch_of_a_fall_is_always_armed_and_begins_with_the_price_that_is_shown() {
    for shown in [None, Some(50_000)] {
        let terms = WatchTerms {
            condition: falling(Some(1)).condition,
            store: None,
            channel: email(),
        };
        let expected = Watch {
            updated_at: CREATED,
            ..falling(shown)
        };
        assert_eq!(
            Watch::create(ID, terms.clone(), euros(shown), CREATED),
            expected
        );
        let replaced = falling(Some(90_000)).replace(terms, euros(shown), CHANGED);
        assert_eq!(replaced.condition, falling(shown).condition);
    }
    let waiting = falling(Some(50_000));
    for (stated, fires, after) in [
        (None, false, Some(50_000)),
        (Some(50_001), false, Some(50_001)),
        (Some(45_001), false, Some(50_000)),
        (Some(45_000), true, Some(45_000)),
    ] {
        assert_eq!(waiting.observe(euros(stated)), (Above, fires), "{stated:?}");
        assert_eq!(waiting.is_reached(euros(stated)), fires);
        assert_eq!(waiting.is_told_instead(euros(stated)), fires);
        let left = waiting.condition.after(euros(stated));
        assert_eq!(left, falling(after).condition, "{stated:?}");
        let paused = Watch {
            status: Paused,
            ..waiting.clone()
        };
        assert_eq!(paused.observe(euros(stated)), (Above, false));
        assert!(!paused.is_told_instead(euros(stated)));
    }
}

#[test]
fn only_another_percent_and_resuming_count_a_fall_anew() {
    let table = [
        // status, percent, status in the patch, counted anew
        (Active, None, None, false),
        (Active, None, Some(Paused), false),
        (Active, Some(10), None, false),
        (Active, Some(20), None, true),
        (Paused, None, Some(Active), true),
        (Paused, Some(10), Some(Paused), false),
        (Paused, Some(20), None, true),
    ];
    for (status, percent, wanted, is_anew) in table {
        let before = Watch {
            status,
            ..falling(Some(50_000))
        };
        let patch = WatchPatch {
            percent: percent.and_then(FallPercent::new),
            status: wanted,
            ..WatchPatch::default()
        };
        let changed = before.change(&patch, euros(Some(44_000)), CHANGED);
        let fall = changed.condition.fall().unwrap();
        let expected = if is_anew { 44_000 } else { 50_000 };
        assert_eq!(fall.from, Amount::from_minor(expected), "{patch:?}");
        assert_eq!(fall.percent.get(), percent.unwrap_or(10));
        assert_eq!(changed.side, Above);
    }
}

#[test]
fn a_condition_takes_what_it_needs_and_nothing_else() {
    use WatchConditionKind::{
        BackInStock, NewLow as Low, PriceFall as Fall, TargetPrice as Target,
    };

    for (kind, has_target, has_percent, unfit) in [
        (Target, true, false, None),
        (Target, false, false, Some(UnfitTerm::Target)),
        (Target, true, true, Some(UnfitTerm::Percent)),
        (Target, false, true, Some(UnfitTerm::Target)),
        (BackInStock, false, false, None),
        (BackInStock, true, false, Some(UnfitTerm::Target)),
        (BackInStock, false, true, Some(UnfitTerm::Percent)),
        (Fall, false, true, None),
        (Fall, false, false, Some(UnfitTerm::Percent)),
        (Fall, true, true, Some(UnfitTerm::Target)),
        (Fall, true, false, Some(UnfitTerm::Target)),
        (Low, false, false, None),
        (Low, true, false, Some(UnfitTerm::Target)),
        (Low, false, true, Some(UnfitTerm::Percent)),
    ] {
        let terms = ConditionTerms {
            target: has_target.then(|| target("500")),
            percent: FallPercent::new(10).filter(|_| has_percent),
        };
        let made = WatchCondition::of(kind, terms);
        assert_eq!(made.err(), unfit, "{kind:?} {terms:?}");
        if let Ok(condition) = made {
            assert_eq!(condition.kind(), kind);
            assert_eq!(condition.target(), terms.target);
            assert_eq!(condition.fall().map(|fall| fall.percent), terms.percent);
            let both = WatchPatch {
                target: Some(target("500")),
                percent: FallPercent::new(20),
                ..WatchPatch::default()
            };
            let of_kind = Watch {
                condition,
                ..watch(Above, Active)
            };
            let refusal = if kind == Target {
                PatchRefusal::NoPercent
            } else {
                PatchRefusal::NoTarget
            };
            assert_eq!(of_kind.admits(&both), Err(refusal));
            let percent = WatchPatch {
                target: None,
                ..both
            };
            assert_eq!(of_kind.admits(&percent).is_ok(), kind == Fall);
        }
        assert_eq!(WatchConditionKind::from_code(kind.code()), Some(kind));
    }
}

#[test]
fn a_watch_of_a_low_begins_with_the_price_that_is_shown_and_is_always_armed() {
    let low = |from, last| {
        let price = |minor: Option<i64>| minor.and_then(Amount::from_minor);
        WatchCondition::NewLow(NewLow {
            from: price(from),
            last: price(last),
        })
    };
    let of = |condition| Watch {
        condition,
        ..watch(Above, Active)
    };
    for shown in [None, Some(50_000)] {
        let terms = WatchTerms {
            condition: low(Some(1), None),
            store: None,
            channel: email(),
        };
        let created = Watch::create(ID, terms.clone(), euros(shown), CREATED);
        assert_eq!(
            (created.condition, created.side),
            (low(shown, shown), Above)
        );
        let replaced = of(low(Some(90_000), Some(1))).replace(terms, euros(shown), CHANGED);
        assert_eq!(replaced.condition, low(shown, shown));
        assert_eq!(replaced.restarts, 1);
    }
    let stated = |minor, is_low| CurrentPrice {
        is_low,
        ..euros(Some(minor))
    };
    let waiting = of(low(Some(50_000), Some(49_900)));
    for (look, fires, after) in [
        (euros(None), false, (50_000, 49_900)),
        (stated(49_500, false), false, (50_000, 49_500)),
        (stated(49_501, true), false, (50_000, 49_501)),
        (stated(49_500, true), true, (49_500, 49_500)),
        (stated(50_001, true), false, (50_001, 50_001)),
    ] {
        assert_eq!(waiting.observe(look), (Above, fires), "{look:?}");
        let left = waiting.condition.after(look);
        assert_eq!(left, low(Some(after.0), Some(after.1)), "{look:?}");
        let paused = Watch {
            status: Paused,
            ..waiting.clone()
        };
        assert_eq!(paused.observe(look), (Above, false));
    }
    let resume = WatchPatch {
        status: Some(Active),
        ..WatchPatch::default()
    };
    let paused = Watch {
        status: Paused,
        ..waiting.clone()
    };
    let resumed = paused.change(&resume, euros(Some(45_000)), CHANGED);
    assert_eq!(resumed.condition, low(Some(45_000), Some(45_000)));
    assert_eq!(resumed.restarts, 1);
    let same = waiting.change(&resume, euros(Some(45_000)), CHANGED);
    assert_eq!((same.condition, same.restarts), (waiting.condition, 0));
}
