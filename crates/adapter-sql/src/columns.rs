//! Parts that several statements have: lists of columns, each in the order of its row, and a statement whose plan
//! tests ask for.

use const_format::concatcp;

/// The columns of `price_segments` in the order of `rows::SegmentRow`.
pub const SEGMENT_COLUMNS: &str = "product_no, store_no, offer_id, from_at, last_seen_at, \
     ended_at, item_minor, delivery_minor, availability, condition, quarantined, imported";

/// The same of a current offer `o` of the store `s`.
pub const OPEN_COLUMNS: &str = "o.product_no, o.store_no, o.offer_id, o.price_since, \
     CASE WHEN s.full_seen_at > o.seen_at THEN s.full_seen_at ELSE o.seen_at END, NULL, \
     o.item_minor, o.delivery_minor, o.availability, o.condition, o.quarantined, false";

/// The same of a version of an offer that has ended.
pub const ENDED_COLUMNS: &str = "product_no, store_no, offer_id, price_since, \
     coalesce(closed_seen_at, seen_at), closed_at, item_minor, delivery_minor, availability, \
     condition, quarantined, false";

/// Begins the successors of ended versions of offers where those ended: held back, or not any more (five
/// places, `Bool`). The condition follows.
pub const SUCCEED_WHERE: &str = "INSERT INTO offers (store_no, offer_id, product_no, title, url, \
         image_url, item_minor, delivery_minor, availability, stock_quantity, delivery_days, \
         delivery_estimate, condition, seller_score_milli, return_days, warranty_months, \
         stated_updated_at, updated_at, rung, confidence_milli, content, identity_digest, \
         identity, from_rev, price_since, seen_at, quarantined, quarantine_by_person, \
         quarantine_reason, held_by, believed_minor) \
     SELECT store_no, offer_id, product_no, title, url, image_url, item_minor, \
         delivery_minor, availability, stock_quantity, delivery_days, delivery_estimate, \
         condition, seller_score_milli, return_days, warranty_months, stated_updated_at, \
         updated_at, rung, confidence_milli, content, identity_digest, identity, to_rev, \
         CASE WHEN ends_segment THEN closed_at ELSE price_since END, closed_seen_at, ?, ?, \
         CASE WHEN ? THEN quarantine_reason END, CASE WHEN ? THEN held_by END, \
         CASE WHEN ? THEN believed_minor END \
     FROM offers WHERE ";

/// The columns of `rows::SubscriptionRow` with where they come from.
pub const SUBSCRIPTION_COLUMNS: &str = "s.no, s.id, s.workspace_no, s.url, s.events, s.enabled, \
         s.version, s.failures, s.cooldown_until, s.tested_at, s.created_at, s.updated_at, \
         s.deleted_at, i.no, i.id, i.cause, i.reminders, i.opened_at, i.remind_at, \
         i.acknowledged_at, i.resolved_at, r.id, r.expires_at \
     FROM subscriptions s \
     LEFT JOIN incidents i ON i.subscription_no = s.no AND i.resolved_at IS NULL \
     LEFT JOIN secret_rotations r ON r.subscription_no = s.no AND r.state = 'prepared' ";

/// The columns of `rows::DeliveryRow` of a delivery `d` and its place `q` in the queue, if it has one.
pub const DELIVERY_COLUMNS: &str = "d.no, d.subscription_no, d.version, \
     CASE WHEN q.started_at IS NOT NULL THEN 'sending' ELSE d.status END, \
     coalesce(q.attempts, d.attempts), coalesce(q.cycle_attempts, d.cycle_attempts), d.replays, \
     q.due_at, d.last_error, d.delivered_at";

/// Of a place `q` in the queue whose number is named: and it waits. It does not say that it is among those of a smaller index, all of
/// which might be read then.
pub const AND_WAITING: &str = " AND CASE WHEN q.started_at IS NULL THEN 1 ELSE 0 END = 1 ";

/// Likewise: and it is being sent.
pub const AND_SENDING: &str = " AND CASE WHEN q.started_at IS NULL THEN 0 ELSE 1 END = 1 ";

/// The columns of `rows::ListedRow` with where they come from, but for the place in the queue.
pub const LISTED_COLUMNS: &str = concatcp!(
    DELIVERY_COLUMNS,
    ", d.id, s.id, d.event_id, d.kind, d.created_at, coalesce(q.started_at, d.updated_at) \
     FROM deliveries d JOIN subscriptions s ON s.no = d.subscription_no",
);

/// The numbers of the offers of a store that are on offer and that the open snapshot has not replaced, in pages:
/// store, revision that readers see, number of the last one, rows. What was replaced ends with the next revision,
/// which is before the end of time.
pub const UNREPLACED: &str = "SELECT no FROM offers WHERE store_no = ? \
     AND to_rev = 9223372036854775807 AND from_rev <= ? AND no > ? ORDER BY no LIMIT ?";

/// The columns of `rows::WatchRow` of a watch `w`.
pub const WATCH_COLUMNS: &str = "w.no, w.id, w.workspace_no, w.mode, w.product_no, w.channel, \
     w.destination, w.target, w.status, w.below, w.created_at, w.updated_at, w.language, w.store_name, \
     w.condition, w.percent, w.reference_minor, w.last_price_minor, w.restarts";
