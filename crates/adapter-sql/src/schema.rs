//! The tables of `migrations/`, once for both databases.
#![expect(missing_docs, reason = "the migrations say what each column means")]

mod alerts;
mod console;
mod schedule;
mod webhooks;

use diesel::{allow_tables_to_appear_in_same_query, joinable, table};

pub use alerts::{alert_requests, alert_tokens};
pub use console::{operator_acts, operator_sessions, operators};
pub use schedule::{import_runs, sources};
pub use webhooks::{audit, deliveries, incidents, secret_rotations, subscriptions};

/// The end of what has not ended.
pub const OPEN_REV: i64 = i64::MAX;

table! {
    catalogue_state (one) {
        one -> Bool,
        revision -> BigInt,
        staging -> Nullable<BigInt>,
        currency -> Nullable<Text>,
    }
}

table! {
    use diesel::sql_types::{BigInt, Bool, Integer, Nullable, Text};
    use crate::types::SqlTs;

    stores (no) {
        no -> BigInt,
        name -> Text,
        folded_name -> Text,
        seller_score_milli -> Nullable<Integer>,
        seller_reviews -> Nullable<BigInt>,
        return_days -> Nullable<Integer>,
        warranty_months -> Nullable<Integer>,
        delivery_minor -> Nullable<BigInt>,
        free_from_minor -> Nullable<BigInt>,
        delivery_days -> Nullable<Integer>,
        url -> Nullable<Text>,
        highest_delivery_minor -> Nullable<BigInt>,
        last_observed_at -> Nullable<SqlTs>,
        full_seen_at -> Nullable<SqlTs>,
        has_past -> Bool,
        doubted_until -> Nullable<SqlTs>,
    }
}

table! {
    use diesel::sql_types::{BigInt, Bool, Integer, Nullable, Text};
    use crate::types::SqlJson;

    products (no) {
        no -> BigInt,
        canonical_id -> Text,
        name -> Text,
        brand -> Text,
        model -> Text,
        variant -> Text,
        category -> Text,
        mpn -> Text,
        description -> Text,
        image_path -> Nullable<Text>,
        aliases -> SqlJson,
        specs -> SqlJson,
        provenance -> Text,
        pack_size -> Integer,
        is_bundle -> Bool,
        in_review -> Bool,
        from_rev -> BigInt,
        merged_into -> Nullable<BigInt>,
        merged_by -> Nullable<Text>,
    }
}

table! {
    product_gtins (product_no, gtin) {
        product_no -> BigInt,
        gtin -> BigInt,
        place -> Integer,
        provenance -> Text,
        confidence_milli -> Integer,
        from_rev -> BigInt,
    }
}

table! {
    product_keys (key, product_no) {
        key -> BigInt,
        product_no -> BigInt,
    }
}

table! {
    use diesel::sql_types::{BigInt, Binary, Bool, Date, Integer, Nullable, Text};
    use crate::types::{SqlJson, SqlTs};

    offers (no) {
        no -> BigInt,
        store_no -> BigInt,
        offer_id -> Text,
        product_no -> BigInt,
        title -> Text,
        url -> Text,
        image_url -> Nullable<Text>,
        item_minor -> BigInt,
        delivery_minor -> Nullable<BigInt>,
        availability -> Text,
        stock_quantity -> Nullable<BigInt>,
        delivery_days -> Nullable<Integer>,
        delivery_estimate -> Nullable<Date>,
        condition -> Text,
        seller_score_milli -> Nullable<Integer>,
        return_days -> Nullable<Integer>,
        warranty_months -> Nullable<Integer>,
        stated_updated_at -> Nullable<SqlTs>,
        updated_at -> SqlTs,
        price_since -> SqlTs,
        seen_at -> SqlTs,
        quarantined -> Bool,
        rung -> Text,
        confidence_milli -> Integer,
        content -> Binary,
        identity_digest -> Binary,
        identity -> SqlJson,
        from_rev -> BigInt,
        to_rev -> BigInt,
        ends_segment -> Bool,
        closed_seen_at -> Nullable<SqlTs>,
        closed_at -> Nullable<SqlTs>,
        quarantine_reason -> Nullable<Text>,
        quarantine_by_person -> Bool,
        held_by -> Nullable<BigInt>,
        believed_minor -> Nullable<BigInt>,
    }
}

table! {
    use diesel::sql_types::{BigInt, Nullable, Text};
    use crate::types::SqlTs;

    snapshots (no) {
        no -> BigInt,
        store_no -> BigInt,
        kind -> Text,
        state -> Text,
        observed_at -> SqlTs,
        opened_at -> SqlTs,
        published_at -> Nullable<SqlTs>,
        revision -> Nullable<BigInt>,
        rows_read -> BigInt,
        rows_accepted -> BigInt,
        rows_rejected -> BigInt,
        offer_ttl_seconds -> BigInt,
    }
}

table! {
    changes (revision, product_no) {
        revision -> BigInt,
        product_no -> BigInt,
    }
}

table! {
    use diesel::sql_types::{BigInt, Bool, Nullable, Text};
    use crate::types::SqlTs;

    price_segments (product_no, store_no, offer_id, from_at) {
        product_no -> BigInt,
        store_no -> BigInt,
        offer_id -> Text,
        from_at -> SqlTs,
        last_seen_at -> SqlTs,
        ended_at -> Nullable<SqlTs>,
        item_minor -> BigInt,
        delivery_minor -> Nullable<BigInt>,
        availability -> Text,
        condition -> Text,
        quarantined -> Bool,
        imported -> Bool,
    }
}

table! {
    use diesel::sql_types::BigInt;
    use crate::types::SqlTs;

    scale_versions (version) {
        version -> BigInt,
        made_at -> SqlTs,
        measured -> BigInt,
    }
}

table! {
    scales (version, category, attribute) {
        version -> BigInt,
        category -> Text,
        attribute -> Text,
        low -> Double,
        high -> Double,
        products -> BigInt,
    }
}

table! {
    category_delivery (category) {
        category -> Text,
        rate_minor -> BigInt,
    }
}

table! {
    delivery_rates (store_no, category, rate_minor) {
        store_no -> BigInt,
        category -> Text,
        rate_minor -> BigInt,
        offers -> BigInt,
    }
}

table! {
    use diesel::sql_types::{BigInt, Integer, Text};

    lexicons (one) {
        one -> Integer,
        products -> BigInt,
        words -> Text,
    }
}

table! {
    use diesel::sql_types::{BigInt, Bool, Text};

    match_reviews (no) {
        no -> BigInt,
        product_no -> BigInt,
        candidate_no -> BigInt,
        reason -> Text,
        from_rev -> BigInt,
        is_settled -> Bool,
    }
}

table! {
    use diesel::sql_types::{BigInt, Nullable, Text};
    use crate::types::SqlJson;

    workspaces (no) {
        no -> BigInt,
        name -> Text,
        entitlements -> SqlJson,
        alert_email -> Nullable<Text>,
        reads_per_minute -> Nullable<BigInt>,
    }
}

table! {
    use diesel::sql_types::{BigInt, Binary, Nullable, Text};
    use crate::types::{SqlJson, SqlTs};

    api_keys (id) {
        id -> Text,
        workspace_no -> BigInt,
        mode -> Text,
        scopes -> SqlJson,
        digest -> Binary,
        created_at -> SqlTs,
        revoked_at -> Nullable<SqlTs>,
        label -> Text,
        expires_at -> Nullable<SqlTs>,
        last_used_at -> Nullable<SqlTs>,
    }
}

table! {
    use diesel::sql_types::{BigInt, Bool, Integer, Nullable, Text};
    use crate::types::{SqlTs, SqlUuid};

    watches (no) {
        no -> BigInt,
        id -> SqlUuid,
        workspace_no -> BigInt,
        mode -> Text,
        client_id -> Text,
        product_no -> BigInt,
        channel -> Text,
        destination -> Nullable<Text>,
        target -> BigInt,
        status -> Text,
        below -> Bool,
        created_at -> SqlTs,
        updated_at -> SqlTs,
        language -> Nullable<Text>,
        store_name -> Nullable<Text>,
        each_time -> Bool,
        condition -> Text,
        percent -> Nullable<Integer>,
        reference_minor -> Nullable<BigInt>,
        last_price_minor -> Nullable<BigInt>,
        restarts -> Integer,
    }
}

table! {
    use diesel::sql_types::{BigInt, Integer, Nullable, Text};
    use crate::types::{SqlTs, SqlUuid};

    events (id) {
        id -> SqlUuid,
        kind -> Text,
        workspace_no -> BigInt,
        watch_id -> Nullable<SqlUuid>,
        channel -> Text,
        product_no -> Nullable<BigInt>,
        revision -> Nullable<BigInt>,
        source_revision -> Nullable<SqlUuid>,
        payload -> Text,
        created_at -> SqlTs,
        price_minor -> Nullable<BigInt>,
        evidence_until -> Nullable<SqlTs>,
        fan_out_after -> Nullable<BigInt>,
        store_name -> Nullable<Text>,
        condition -> Nullable<Text>,
        reference_minor -> Nullable<BigInt>,
        restarts -> Nullable<Integer>,
    }
}

table! {
    use diesel::sql_types::{BigInt, Integer, Nullable, Text};
    use crate::types::{SqlJson, SqlTs, SqlUuid};

    mails (id) {
        id -> SqlUuid,
        workspace_no -> BigInt,
        destination -> Text,
        content -> SqlJson,
        state -> Text,
        attempts -> Integer,
        due_at -> Nullable<SqlTs>,
        last_error -> Nullable<Text>,
        created_at -> SqlTs,
        ended_at -> Nullable<SqlTs>,
    }
}

table! {
    use diesel::sql_types::{BigInt, Binary, Integer, Nullable, Text};
    use crate::types::{SqlJson, SqlTs};

    idempotency_keys (workspace_no, mode, key) {
        workspace_no -> BigInt,
        mode -> Text,
        key -> Text,
        fingerprint -> Binary,
        api_key_id -> Text,
        status -> Integer,
        body -> Binary,
        location -> Nullable<Text>,
        created_at -> SqlTs,
        secret -> Nullable<Binary>,
        secret_key -> Nullable<Text>,
        outcome -> Nullable<SqlJson>,
    }
}

joinable!(api_keys -> workspaces (workspace_no));
allow_tables_to_appear_in_same_query!(
    offers,
    stores,
    products,
    product_gtins,
    product_keys,
    snapshots,
    catalogue_state
);
allow_tables_to_appear_in_same_query!(api_keys, workspaces);
joinable!(watches -> products (product_no));
allow_tables_to_appear_in_same_query!(watches, products);
