//! The few words in which the two databases differ, as literals for `concat!`.

/// A condition that a column is one of the numbers in a JSON array (one place, `SqlJson`).
#[macro_export]
macro_rules! in_numbers {
    (sqlite) => {
        " IN (SELECT value FROM json_each(?)) "
    };
    (postgres) => {
        " IN (SELECT jsonb_array_elements_text(?)::bigint) "
    };
}

/// A condition that a column is one of the texts in a JSON array (one place, `SqlJson`).
#[macro_export]
macro_rules! in_texts {
    (sqlite) => {
        " IN (SELECT value FROM json_each(?)) "
    };
    (postgres) => {
        " IN (SELECT jsonb_array_elements_text(?)) "
    };
}

/// The texts in a JSON array as `given` with the column `value` (one place, `SqlJson`).
#[macro_export]
macro_rules! given_texts {
    (sqlite) => {
        " json_each(?) AS given "
    };
    (postgres) => {
        " jsonb_array_elements_text(?) AS given(value) "
    };
}

/// The key of matching that is made of the column `gtin`, as `MatchKey::of_gtin` makes it.
#[macro_export]
macro_rules! gtin_key {
    (sqlite) => {
        "'g:' || printf('%014d', gtin)"
    };
    (postgres) => {
        "'g:' || lpad(CAST(gtin AS text), 14, '0')"
    };
}

/// Keeps other writers from the row until the transaction ends; on SQLite the transaction itself
/// does.
#[macro_export]
macro_rules! for_update {
    (sqlite) => {
        ""
    };
    (postgres) => {
        " FOR UPDATE"
    };
}

/// The pairs of `product_no` and `offer_id` in a JSON array of arrays (one place, `SqlJson`).
#[macro_export]
macro_rules! given_offers {
    (sqlite) => {
        "(SELECT value->>0 AS product_no, value->>1 AS offer_id FROM json_each(?))"
    };
    (postgres) => {
        "(SELECT (value->>0)::bigint AS product_no, value->>1 AS offer_id \
          FROM jsonb_array_elements(?))"
    };
}

/// The triples of `product_no`, `bid` and `replaced` in a JSON array of arrays (one place, `SqlJson`).
#[macro_export]
macro_rules! given_bids {
    (sqlite) => {
        "(SELECT value->>0 AS product_no, value->>1 AS bid, value->>2 AS replaced \
          FROM json_each(?))"
    };
    (postgres) => {
        "(SELECT (value->>0)::bigint AS product_no, (value->>1)::bigint AS bid, \
             (value->>2)::bigint AS replaced FROM jsonb_array_elements(?))"
    };
}

/// The pairs of `product_no` and `price` in a JSON array of arrays (one place, `SqlJson`).
#[macro_export]
macro_rules! given_prices {
    (sqlite) => {
        "(SELECT value->>0 AS product_no, value->>1 AS price FROM json_each(?))"
    };
    (postgres) => {
        "(SELECT (value->>0)::bigint AS product_no, (value->>1)::bigint AS price \
          FROM jsonb_array_elements(?))"
    };
}

/// The triples of `store_no`, `gtin` and `goods` in a JSON array of arrays (one place, `SqlJson`).
#[macro_export]
macro_rules! given_uses {
    (sqlite) => {
        "(SELECT value->>0 AS store_no, value->>1 AS gtin, value->>2 AS goods \
          FROM json_each(?))"
    };
    (postgres) => {
        "(SELECT (value->>0)::bigint AS store_no, (value->>1)::bigint AS gtin, \
             (value->>2)::integer AS goods FROM jsonb_array_elements(?))"
    };
}

/// The watches `w` of each of the `given` products `g` that meet a condition, looked up product by product.
/// PostgreSQL would read all watches instead as long as it has no statistics of them: the offset keeps
/// the two from being joined in another way. SQLite takes the tables in the order of a cross join.
#[macro_export]
macro_rules! watches_of_given {
    (sqlite, $condition:literal) => {
        concat!(
            "given g CROSS JOIN watches w ON w.product_no = g.product_no AND ",
            $condition,
            " "
        )
    };
    (postgres, $condition:literal) => {
        concat!(
            "given g CROSS JOIN LATERAL (SELECT v.* FROM watches v \
             WHERE v.product_no = g.product_no AND ",
            $condition,
            " OFFSET 0) AS w "
        )
    };
}

/// Statements that keep watches from being created or changed until the transaction ends
/// (`exclusive`), or revisions from being made meanwhile (`shared`); on SQLite the transaction itself
/// does. The number is that of the advisory lock ("pcswat").
#[macro_export]
macro_rules! watch_lock {
    (sqlite, $kind:ident) => {
        None
    };
    (postgres, exclusive) => {
        Some("SELECT pg_advisory_xact_lock(123572441276788)")
    };
    (postgres, shared) => {
        Some("SELECT pg_advisory_xact_lock_shared(123572441276788)")
    };
}

/// Statements that keep requests with the same number from running until the transaction ends, and
/// wait for one that runs for 2 s at most. The second one has the number's place. On SQLite the caller
/// does it.
#[macro_export]
macro_rules! twin_lock {
    (sqlite) => {
        None
    };
    (postgres) => {
        Some([
            "SET LOCAL lock_timeout = '2s'",
            "SELECT pg_advisory_xact_lock(?)",
            "SET LOCAL lock_timeout = 0",
        ])
    };
}

/// Leaves out rows that others have locked; on SQLite nobody else writes.
#[macro_export]
macro_rules! skip_locked {
    (sqlite) => {
        ""
    };
    (postgres) => {
        " FOR UPDATE SKIP LOCKED"
    };
}

/// Leaves out rows that others have locked, after `for_change`.
#[macro_export]
macro_rules! skip_locked_rows {
    (sqlite) => {
        ""
    };
    (postgres) => {
        " SKIP LOCKED"
    };
}

/// Begins an insertion of price segments. On SQLite a later segment of an offer with the same
/// beginning replaces the earlier one, which lasted no time.
#[macro_export]
macro_rules! put_segments {
    (sqlite) => {
        "INSERT OR REPLACE INTO price_segments "
    };
    (postgres) => {
        "INSERT INTO price_segments "
    };
}

/// The columns that name a row of `price_segments`.
#[macro_export]
macro_rules! segment_key {
    (sqlite) => {
        "product_no, store_no, offer_id, from_at"
    };
    (postgres) => {
        "tableoid, ctid"
    };
}

/// The number of the period of 30 days since 1970 in which `from_at` lies.
#[macro_export]
macro_rules! segment_period {
    // integer division rounds towards 0: 100,000 periods more keep earlier instants above it
    (sqlite) => {
        "(from_at + 259200000000000000) / 2592000000000"
    };
    (postgres) => {
        "floor(extract(epoch FROM from_at) / 2592000)"
    };
}

/// The columns of `price_segments` in the order of `rows::SegmentRow`.
#[macro_export]
macro_rules! segment_columns {
    () => {
        "product_no, store_no, offer_id, from_at, last_seen_at, ended_at, item_minor, \
         delivery_minor, availability, condition, quarantined, imported"
    };
}

/// The same of a current offer `o` of the store `s`.
#[macro_export]
macro_rules! open_columns {
    () => {
        "o.product_no, o.store_no, o.offer_id, o.price_since, \
         CASE WHEN s.full_seen_at > o.seen_at THEN s.full_seen_at ELSE o.seen_at END, NULL, \
         o.item_minor, o.delivery_minor, o.availability, o.condition, o.quarantined, false"
    };
}

/// The same of a version of an offer that has ended.
#[macro_export]
macro_rules! ended_columns {
    () => {
        "product_no, store_no, offer_id, price_since, coalesce(closed_seen_at, seen_at), closed_at, \
         item_minor, delivery_minor, availability, condition, quarantined, false"
    };
}

/// Begins the successors of ended versions of offers where those ended: held back, or not any more (five
/// places, `Bool`).
#[macro_export]
macro_rules! succeed_where {
    ($condition:literal) => {
        concat!(
            "INSERT INTO offers (store_no, offer_id, product_no, title, url, image_url, item_minor, \
                 delivery_minor, availability, stock_quantity, delivery_days, delivery_estimate, \
                 condition, seller_score_milli, return_days, warranty_months, stated_updated_at, \
                 updated_at, rung, confidence_milli, content, identity_digest, identity, from_rev, \
                 price_since, seen_at, quarantined, quarantine_by_person, quarantine_reason, held_by, \
                 believed_minor) \
             SELECT store_no, offer_id, product_no, title, url, image_url, item_minor, \
                 delivery_minor, availability, stock_quantity, delivery_days, delivery_estimate, \
                 condition, seller_score_milli, return_days, warranty_months, stated_updated_at, \
                 updated_at, rung, confidence_milli, content, identity_digest, identity, to_rev, \
                 CASE WHEN ends_segment THEN closed_at ELSE price_since END, closed_seen_at, ?, ?, \
                 CASE WHEN ? THEN quarantine_reason END, CASE WHEN ? THEN held_by END, \
                 CASE WHEN ? THEN believed_minor END \
             FROM offers WHERE ",
            $condition
        )
    };
}

/// A condition that a column is one of the ids in a JSON array of texts (one place, `SqlJson`).
#[macro_export]
macro_rules! in_ids {
    (sqlite) => {
        " IN (SELECT value FROM json_each(?)) "
    };
    (postgres) => {
        " IN (SELECT jsonb_array_elements_text(?)::uuid) "
    };
}

/// Keeps other writers, but not those that only refer to them, from rows of the table named last.
#[macro_export]
macro_rules! for_change {
    (sqlite, $table:literal) => {
        ""
    };
    (postgres, $table:literal) => {
        concat!(" FOR NO KEY UPDATE OF ", $table)
    };
}

/// The columns of `rows::SubscriptionRow` with where they come from.
#[macro_export]
macro_rules! subscription_columns {
    () => {
        "s.no, s.id, s.workspace_no, s.url, s.events, s.enabled, s.version, s.failures, \
         s.cooldown_until, s.tested_at, s.created_at, s.updated_at, s.deleted_at, \
         i.no, i.id, i.cause, i.reminders, i.opened_at, i.remind_at, i.acknowledged_at, \
         i.resolved_at, r.id, r.expires_at \
         FROM subscriptions s \
         LEFT JOIN incidents i ON i.subscription_no = s.no AND i.resolved_at IS NULL \
         LEFT JOIN secret_rotations r ON r.subscription_no = s.no AND r.state = 'prepared' "
    };
}

/// The columns of `rows::DeliveryRow` of a delivery `d`.
#[macro_export]
macro_rules! delivery_columns {
    () => {
        "d.no, d.subscription_no, d.version, d.status, d.attempts, d.cycle_attempts, d.replays, \
         d.due_at, d.last_error, d.delivered_at"
    };
}

/// The columns of `rows::ListedRow` with where they come from.
#[macro_export]
macro_rules! listed_columns {
    () => {
        "d.no, d.subscription_no, d.version, d.status, d.attempts, d.cycle_attempts, d.replays, \
         d.due_at, d.last_error, d.delivered_at, d.id, s.id, d.event_id, d.kind, d.created_at, \
         d.updated_at FROM deliveries d JOIN subscriptions s ON s.no = d.subscription_no "
    };
}

/// The microseconds from one instant to another.
#[macro_export]
macro_rules! micros_between {
    (sqlite, $from:literal, $to:literal) => {
        concat!("(", $to, " - ", $from, ")")
    };
    (postgres, $from:literal, $to:literal) => {
        concat!(
            "CAST(extract(epoch FROM (",
            $to,
            " - ",
            $from,
            ")) * 1000000 AS bigint)"
        )
    };
}

/// The time by the database's own clock; a file has none.
#[macro_export]
macro_rules! store_clock {
    (sqlite) => {
        "NULL"
    };
    (postgres) => {
        "clock_timestamp()"
    };
}
