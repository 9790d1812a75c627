use proptest::prelude::*;
use time::macros::datetime;
use time::{Duration, OffsetDateTime};

use super::offers::any_market;
use super::{Above, Active, Below, ID, Paused, currency, email, every, falling, watch};
use crate::access::Mode;
use crate::availability::{Availability, Condition};
use crate::email::EmailAddress;
use crate::history::{KnownPast, PriceSegment};
use crate::ids::{CanonicalProductId, ProductNo, Revision};
use crate::offer::Offer;
use crate::product::{Product, ProductDraft, Provenance};
use crate::samples::{FRESHNESS, NOW, TTL, amount, offer, store};
use crate::store::{Store, StoreName};
use crate::watch::{
    Channel, CheckTerms, Evidence, NewLow, PriceCheck, Showing, ShownProduct, Side, Watch,
    WatchChange, WatchCondition, WatchConditionKind,
};
use crate::webhook::delivery::DeliveryError;
use crate::webhook::event::REUSED;
use crate::webhook::evidence::{Judgement, judge, objection};

/// When days of delivery are counted anew.
const MIDNIGHT: OffsetDateTime = datetime!(2026-03-02 00:00 UTC);
const TERMS_REVISION: Revision = Revision(7);

fn product() -> Product {
    Product {
        no: ProductNo(1),
        draft: ProductDraft::named(
            CanonicalProductId::parse("nova_x2").unwrap(),
            "Nova X2",
            Provenance::Catalogue,
        ),
    }
}

fn terms() -> CheckTerms {
    CheckTerms {
        revision: TERMS_REVISION,
        currency: currency("EUR"),
        freshness: FRESHNESS,
    }
}

fn stores() -> Vec<Store> {
    (1..=3).map(store).collect()
}

/// What a check of these offers is asked.
fn checked<T>(offers: &[Offer], ask: impl Fn(&PriceCheck<'_>) -> T) -> T {
    let (product, stores) = (product(), stores());
    ask(&PriceCheck::of(&product, offers, &stores, terms()))
}

fn evidence(check: &PriceCheck<'_>) -> Evidence {
    check.evidence(None)
}

fn hooked(mut watch: Watch) -> Watch {
    watch.channel = Channel::Webhook {
        destination: EmailAddress::parse("kept@example.com"),
    };
    watch
}

#[test]
fn only_a_live_watch_that_fires_makes_an_event() {
    let table = [
        // side, status, mode, price, new side, event
        (Above, Active, Mode::Live, 49_999, Some(Below), true),
        (Above, Active, Mode::Test, 49_999, Some(Below), false),
        (Above, Paused, Mode::Live, 49_999, Some(Below), false),
        (Below, Active, Mode::Live, 49_999, None, false),
        (Above, Active, Mode::Live, 50_000, None, false),
        (Below, Active, Mode::Live, 50_000, Some(Above), false),
        (Below, Paused, Mode::Test, 50_000, Some(Above), false),
    ];
    for (side, status, mode, price, after, is_told) in table {
        for watch in [watch(side, status), hooked(watch(side, status))] {
            let change = checked(&[offer(1, price)], |check| check.observe(&watch, mode));
            let case = format!("{side:?} {status:?} {mode:?} {price}");
            assert_eq!(change.side, after, "{case}");
            assert_eq!(change.event.is_some(), is_told, "{case}");
            let mails = is_told && watch.channel == email();
            assert_eq!(change.mail_to.is_some(), mails, "{case}");
        }
    }
}

#[test]
fn nothing_changes_without_a_stated_price() {
    let mut silent = offer(1, 1_000);
    silent.facts.delivery_cost = None;
    for (side, status) in every([Above, Below], [Active, Paused]) {
        let change = checked(std::slice::from_ref(&silent), |check| {
            check.observe(&watch(side, status), Mode::Live)
        });
        assert_eq!(change, WatchChange::default());
    }
}

#[test]
fn an_event_tells_of_the_price_that_fired_it() {
    let offers = [offer(1, 49_000), offer(2, 48_000)];
    let change = checked(&offers, |check| {
        check.observe(&watch(Above, Active), Mode::Live)
    });
    let event = change.event.unwrap();
    assert_eq!(event.id, watch(Above, Active).event_id(TERMS_REVISION));
    assert_eq!(
        (event.product, event.revision),
        (ProductNo(1), TERMS_REVISION)
    );
    assert_eq!((event.firing.watch, event.firing.observed_at), (ID, NOW));
    assert_eq!(event.firing.minimum.price, amount(48_000));
    assert_eq!(event.firing.product_name, "Nova X2");
    assert_eq!(event.firing.evidence(), checked(&offers, evidence));
    assert_eq!(event.evidence_until, Some(MIDNIGHT));
    assert_eq!(change.mail_to.as_ref(), email().mail_to());
}

#[test]
fn a_replacement_is_for_live_active_watches_below_their_target() {
    let table = [
        // side, status, mode, price, replaced
        (Below, Active, Mode::Live, Some(49_999), true),
        (Above, Active, Mode::Live, Some(49_999), true),
        (Below, Active, Mode::Live, Some(50_000), false),
        (Below, Active, Mode::Live, None, false),
        (Below, Paused, Mode::Live, Some(49_999), false),
        (Below, Active, Mode::Test, Some(49_999), false),
    ];
    for (side, status, mode, price, is_replaced) in table {
        let offers: Vec<Offer> = price.map(|price| offer(1, price)).into_iter().collect();
        let replaced = checked(&offers, |check| {
            check.replacement(&watch(side, status), mode)
        });
        assert_eq!(
            replaced.is_some(),
            is_replaced,
            "{side:?} {status:?} {mode:?}"
        );
    }
}

#[test]
fn an_event_has_a_successor_in_its_own_words_only() {
    use WatchConditionKind::{BackInStock, TargetPrice};

    let of = |condition, store: Option<&str>| Watch {
        condition,
        store: store.and_then(StoreName::parse),
        ..watch(Below, Active)
    };
    let target = watch(Below, Active).condition;
    let (stock, shop) = (WatchCondition::BackInStock, StoreName::parse("shop one"));
    for (watch, told, of_shop, expected) in [
        (of(target, None), TargetPrice, None, true),
        (of(target, None), BackInStock, None, false),
        (of(stock, None), BackInStock, None, true),
        (of(stock, None), TargetPrice, None, false),
        (
            of(target, Some("Shop One")),
            TargetPrice,
            shop.as_ref(),
            true,
        ),
        (of(target, Some("Shop One")), TargetPrice, None, false),
        (of(target, None), TargetPrice, shop.as_ref(), false),
    ] {
        let is_same = watch.waits_as(told, of_shop, 9);
        assert_eq!(is_same, expected, "{watch:?} {told:?} {of_shop:?}");
    }
    let low = WatchCondition::NewLow(NewLow::default());
    for condition in [falling(None).condition, low] {
        let watch = Watch {
            restarts: 1,
            ..of(condition, None)
        };
        for (restarts, expected) in [(0, false), (1, true), (2, false)] {
            assert_eq!(watch.waits_as(condition.kind(), None, restarts), expected);
        }
        assert!(!watch.waits_as(TargetPrice, None, 1));
    }
}

#[test]
fn a_check_tells_of_a_low_by_the_past_alone() {
    let offers = [offer(1, 45_000)];
    let closed = |price, days| {
        let ago = |days| NOW - Duration::days(days);
        PriceSegment {
            item_price: amount(price),
            from: ago(days),
            last_seen: ago(1),
            ended: Some(ago(1)),
            ..PriceSegment::of_offer(&offers[0])
        }
    };
    let of = |from| Watch {
        condition: WatchCondition::NewLow(NewLow::begun_at(Some(amount(from)))),
        ..watch(Above, Active)
    };
    let stands = Some(amount(45_000));
    for (past, watch, is_told) in [
        (None, of(50_000), false),
        (Some(closed(50_000, 100)), of(50_000), true),
        (Some(closed(50_000, 100)), of(45_001), false),
        (Some(closed(50_000, 80)), of(50_000), false),
        (Some(closed(45_000, 100)), of(50_000), false),
    ] {
        let (product, stores) = (product(), stores());
        let check = PriceCheck::of(&product, &offers, &stores, terms());
        let is_due = watch.condition.reference() > Some(amount(45_001));
        assert_eq!(check.needs_past(&watch), is_due);
        if let Some(closed) = past.clone() {
            let first = Some(closed.from);
            let past = KnownPast::of(vec![closed], &offers, stores.clone(), first);
            check.look_back(&past, None);
        }
        let change = check.observe(&watch, Mode::Live);
        assert_eq!(change.side, None);
        assert_eq!(change.last, stands);
        assert_eq!(change.reference, stands.filter(|_| is_told), "{past:?}");
        assert_eq!(change.event.is_some(), is_told, "{past:?} {watch:?}");
    }
}

#[test]
fn deliveries_are_judged_by_the_evidence_of_their_event() {
    use DeliveryError::{SourceExpired, SourceSuperseded};
    let offers = [offer(1, 48_000), offer(2, 49_000)];
    let told = checked(&offers, evidence);
    let mut stale = offers.clone();
    stale[0].last_seen_at = NOW - TTL;
    let moved = [offer(1, 47_000), offer(2, 49_000)];
    let unstated = Evidence {
        price: None,
        ..told.clone()
    };
    let table = [
        // evidence of the event, offers now, why it is not sent
        (&told, &offers[..], None),
        (&told, &stale[..], Some(SourceExpired)),
        (&told, &moved[..], Some(SourceSuperseded)),
        (&told, &[], Some(SourceSuperseded)),
        (&unstated, &offers[..], Some(SourceExpired)),
    ];
    for (told, offers, why) in table {
        checked(offers, |check| {
            assert_eq!(objection(told, Some(check)), why);
            let waits = judge(told, false, Some(check), NOW);
            let sent = judge(told, true, Some(check), NOW);
            let stays = |good_until| Judgement::Stays { good_until };
            match why {
                None => assert_eq!([waits, sent], [stays(Some(MIDNIGHT)); 2]),
                Some(why) => {
                    assert_eq!(waits, Judgement::Cancelled(why));
                    assert_eq!(sent, stays(Some(NOW)), "it cannot be recalled");
                }
            }
        });
    }
    assert_eq!(objection(&told, None), Some(SourceExpired));
    assert_eq!(
        judge(&told, false, None, NOW),
        Judgement::Cancelled(SourceExpired)
    );
}

#[test]
fn a_product_is_sold_out_when_nothing_can_be_ordered() {
    let ordered = offer(1, 48_000);
    let with = |change: fn(&mut Offer)| {
        let mut other = ordered.clone();
        change(&mut other);
        other
    };
    let table = [
        // what is offered, whether it has a stated price, whether it is sold out
        (with(|_| ()), true, false),
        (with(|o| o.quarantined = true), false, false),
        (with(|o| o.facts.delivery_cost = None), false, false),
        (
            with(|o| o.facts.availability = Availability::OutOfStock),
            false,
            true,
        ),
        (with(|o| o.facts.condition = Condition::Used), false, true),
        (with(|o| o.last_seen_at = NOW - TTL), false, true),
    ];
    for (offered, is_priced, is_sold_out) in table {
        for other in [None, Some(2)] {
            // what another store has says nothing of this one, unless it confirms a price that is held back
            let mut offers = vec![offered.clone()];
            offers.extend(other.map(|no| offer(no, 500_000)));
            let name = store(1).name;
            let found = checked(&offers, |check| check.current(Some(&name)));
            assert_eq!(
                (found.price.is_some(), found.is_sold_out),
                (is_priced, is_sold_out)
            );
            let of_all = checked(&offers, |check| check.current(None));
            assert_eq!(of_all.is_sold_out, is_sold_out && other.is_none());
        }
    }
    assert!(checked(&[], |check| check.current(None)).is_sold_out);
}

#[test]
fn an_event_is_told_once_more_within_minutes() {
    let change = checked(&[offer(1, 48_000)], |check| {
        check.observe(&watch(Above, Active), Mode::Live)
    });
    let event = change.event.unwrap();
    let told = event.firing.evidence();
    let other = Evidence {
        price: Some(amount(1)),
        ..told.clone()
    };
    assert!(event.repeats(&told, NOW));
    assert!(event.repeats(&told, NOW - REUSED + Duration::MICROSECOND));
    assert!(!event.repeats(&told, NOW - REUSED));
    assert!(!event.repeats(&other, NOW));
    let ids: std::collections::BTreeSet<_> = (0..50).map(|n| event.numbered(n).id).collect();
    assert_eq!((ids.len(), event.numbered(0)), (50, event));
}

#[test]
fn the_shown_price_counts_assumed_delivery() {
    let mut silent = offer(1, 10_000);
    silent.facts.delivery_cost = None;
    let offers = [silent, offer(2, 10_450)];
    let showing = Showing {
        freshness: FRESHNESS,
        assumed_delivery: amount(499),
    };
    let shown = |offers, category: Option<i64>| {
        let category = category.map(amount);
        let assessment = showing.assess(offers, &stores(), category);
        let shown = ShownProduct::of(&product(), offers, &assessment, FRESHNESS);
        shown.map(|shown| shown.price)
    };
    // a stated price goes before an assumed one, however low
    assert_eq!(shown(&offers[..], Some(390)), Some(amount(10_450)));
    assert_eq!(shown(&offers[..1], Some(390)), Some(amount(10_390)));
    assert_eq!(shown(&offers[..1], None), Some(amount(10_499)));
    assert_eq!(shown(&[], None), None);
}

#[test]
fn a_check_tells_of_a_fall_from_where_it_was_counted() {
    for (from, price, reference, is_told) in [
        (Some(50_000), 45_001, None, false),
        (Some(50_000), 45_000, Some(45_000), true),
        (Some(50_000), 50_001, Some(50_001), false),
        (None, 45_000, Some(45_000), false),
    ] {
        let watch = falling(from);
        let change = checked(&[offer(1, price)], |check| {
            check.observe(&watch, Mode::Live)
        });
        assert_eq!(change.side, None, "{from:?} {price}");
        assert_eq!(change.reference, reference.map(amount), "{from:?} {price}");
        let told = change.event.map(|event| event.firing.condition);
        assert_eq!(told, is_told.then_some(watch.condition));
        let silent = checked(&[offer(1, price)], |check| {
            check.observe(&watch, Mode::Test)
        });
        assert_eq!((silent.reference, silent.event), (change.reference, None));
    }
}

proptest! {
    /// Whatever is offered: an event tells of a price below the target that its own check confirms, and
    /// comes with the watch's turn to below; a second check of the same prices changes nothing.
    #[test]
    fn an_event_is_true_when_it_is_made((offers, stores) in any_market(), below in any::<bool>(), paused in any::<bool>()) {
        let product = product();
        let check = PriceCheck::of(&product, &offers, &stores, terms());
        let watch = watch(if below { Below } else { Above }, if paused { Paused } else { Active });
        let watch = Watch { condition: super::below("100"), ..watch };
        let change = check.observe(&watch, Mode::Live);
        if let Some(event) = &change.event {
            prop_assert_eq!(change.side, Some(Side::Below));
            let target = watch.condition.target().unwrap();
            prop_assert!(target.is_above(event.firing.minimum.price, event.currency));
            let judged = judge(&event.firing.evidence(), false, Some(&check), NOW);
            prop_assert_eq!(judged, Judgement::Stays { good_until: event.evidence_until });
        }
        let after = Watch { side: change.side.unwrap_or(watch.side), ..watch };
        prop_assert_eq!(check.observe(&after, Mode::Live), WatchChange::default());
    }
}
