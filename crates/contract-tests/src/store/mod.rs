//! What every store promises: catalogue, snapshots, access, price history, evidence,
//! scales, watches, mails, webhooks and their deliveries, secrets, matches.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::missing_panics_doc,
    reason = "a suite of tests"
)]

mod access;
mod activity;
mod alarms;
mod alerts;
mod audits;
mod candidates;
mod commands;
mod desk;
mod doubts;
mod doubts_of_merged;
mod evidence;
mod excerpts;
mod falls;
mod fan_out;
mod fan_out_batches;
mod faults;
mod fixtures;
mod followed_numbers;
mod forgetting;
mod held;
mod history;
mod imported;
mod interrupted;
mod leasing;
mod leaving_nothing;
mod left_watches;
mod lexicons;
mod lows;
mod mails;
mod match_fixtures;
mod matches;
mod merged_watches;
mod merges;
mod operators;
mod outcomes;
mod products;
mod reading;
mod refused_feeds;
mod regrouping;
mod removals;
mod replay_ranges;
mod rotations;
mod runs;
mod scales;
mod sequences;
mod snapshots;
mod source_changes;
mod sources;
mod staging;
mod stores;
mod subscriptions;
mod switching;
mod targets;
mod thinning;
mod trigger_kinds;
mod trigger_sequences;
mod triggers;
mod upkeep;
mod watch_fixtures;
mod watches;
mod webhook_fixtures;
mod whole_feeds;

use std::pin::Pin;
use std::sync::Arc;

use ports_store::{
    AccessStore, ActivityStore, AlarmStore, AlertStore, CatalogueReader, CatalogueWriter,
    DeliveryStore, EvidenceStore, HistoryStore, ImportRunStore, KeyUseStore, LexiconStore,
    MailStore, MatchStore, OperatorActStore, OperatorStore, RegroupingStore, RemovalStore,
    ScaleStore, SecretStore, SnapshotStore, SourceChangeStore, SourceStore, SuspectStore,
    UpkeepStore, WatchStore, WebhookDeskStore, WebhookStore,
};
use time::OffsetDateTime;

pub use access::*;
pub use activity::*;
pub use alarms::*;
pub use alerts::*;
pub use audits::*;
pub use candidates::*;
pub use commands::*;
pub use desk::*;
pub use doubts::*;
pub use doubts_of_merged::*;
pub use evidence::*;
pub use excerpts::*;
pub use falls::*;
pub use fan_out::*;
pub use fan_out_batches::*;
pub use faults::*;
pub use followed_numbers::*;
pub use forgetting::*;
pub use held::*;
pub use history::*;
pub use imported::*;
pub use interrupted::*;
pub use leasing::*;
pub use leaving_nothing::*;
pub use left_watches::*;
pub use lexicons::*;
pub use lows::*;
pub use mails::*;
pub use matches::*;
pub use merged_watches::*;
pub use merges::*;
pub use operators::*;
pub use outcomes::*;
pub use products::*;
pub use reading::*;
pub use refused_feeds::*;
pub use regrouping::*;
pub use removals::*;
pub use replay_ranges::*;
pub use rotations::*;
pub use runs::*;
pub use scales::*;
pub use sequences::*;
pub use snapshots::*;
pub use source_changes::*;
pub use sources::*;
pub use staging::*;
pub use stores::*;
pub use subscriptions::*;
pub use switching::*;
pub use targets::*;
pub use thinning::*;
pub use trigger_kinds::*;
pub use trigger_sequences::*;
pub use triggers::*;
pub use upkeep::*;
pub use watches::*;
pub use whole_feeds::*;

/// A store with all its ports.
pub trait StoreUnderTest:
    CatalogueReader
    + CatalogueWriter
    + SnapshotStore
    + AccessStore
    + HistoryStore
    + EvidenceStore
    + SuspectStore
    + ScaleStore
    + WatchStore
    + MailStore
    + WebhookStore
    + DeliveryStore
    + SecretStore
    + SourceStore
    + UpkeepStore
    + MatchStore
    + LexiconStore
    + RegroupingStore
    + OperatorStore
    + OperatorActStore
    + ImportRunStore
    + SourceChangeStore
    + KeyUseStore
    + WebhookDeskStore
    + AlertStore
    + RemovalStore
    + ActivityStore
    + AlarmStore
{
}

impl<S> StoreUnderTest for S where
    S: CatalogueReader
        + CatalogueWriter
        + SnapshotStore
        + AccessStore
        + HistoryStore
        + EvidenceStore
        + SuspectStore
        + ScaleStore
        + WatchStore
        + MailStore
        + WebhookStore
        + DeliveryStore
        + SecretStore
        + SourceStore
        + UpkeepStore
        + MatchStore
        + LexiconStore
        + RegroupingStore
        + OperatorStore
        + OperatorActStore
        + ImportRunStore
        + SourceChangeStore
        + KeyUseStore
        + WebhookDeskStore
        + AlertStore
        + RemovalStore
        + ActivityStore
        + AlarmStore
{
}

/// A closed price segment as the database holds it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Segment {
    /// The shop's id of the offer.
    pub offer_id: String,
    /// Item price.
    pub item_minor: i64,
    /// When it began.
    pub from_at: OffsetDateTime,
    /// When it was last seen.
    pub last_seen_at: OffsetDateTime,
}

/// What a probe gives.
pub type Later<T> = Pin<Box<dyn Future<Output = T> + Send>>;

/// Which statements the database refuses, as one does that is damaged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refused {
    /// None.
    Nothing,
    /// Those that note that a snapshot is published.
    Publishing,
    /// Those that change the state of the catalogue.
    Catalogue,
    /// Those that write events about the product with this number.
    EventsOf(i64),
}

/// What cases see and do past the ports.
pub struct Probes {
    /// Lists the closed price segments in any order.
    pub segments: Box<dyn Fn() -> Later<Vec<Segment>> + Send + Sync>,
    /// Lists every row of every table as text, each with the name of its table, in any order.
    pub rows: Box<dyn Fn() -> Later<Vec<String>> + Send + Sync>,
    /// Makes the database refuse statements from now on.
    pub refuse: Box<dyn Fn(Refused) -> Later<()> + Send + Sync>,
}

/// An empty migrated database that lives as long as this.
pub struct Database {
    connect: Box<dyn Fn() -> Later<Arc<dyn StoreUnderTest>> + Send + Sync>,
    probes: Probes,
}

impl Database {
    /// A database from what opens it as a process of its own would.
    pub fn new(
        connect: impl Fn() -> Later<Arc<dyn StoreUnderTest>> + Send + Sync + 'static,
        probes: Probes,
    ) -> Self {
        Self {
            connect: Box::new(connect),
            probes,
        }
    }

    async fn connect(&self) -> Arc<dyn StoreUnderTest> {
        (self.connect)().await
    }

    async fn segments(&self) -> Vec<Segment> {
        let mut segments = (self.probes.segments)().await;
        segments.sort();
        segments
    }

    async fn rows(&self) -> Vec<String> {
        let mut rows = (self.probes.rows)().await;
        rows.sort();
        rows
    }

    async fn refuse(&self, refused: Refused) {
        (self.probes.refuse)(refused).await;
    }
}

/// Rounds of a race: fewer let a fault pass.
const ROUNDS: usize = 25;

/// Stamps one test for each promise of the store's ports. The expression is a future of an empty,
/// migrated [`Database`].
#[macro_export]
macro_rules! store_contract {
    ($empty:expr) => {
        $crate::store_contract! { @cases $empty;
            an_empty_catalogue_has_revision_0
            every_revision_has_a_stamp_of_its_own
            find_gives_everything_that_was_stored
            links_are_read_as_uris
            load_leaves_out_unknown_numbers
            list_gives_pages_in_order_of_number
            offers_are_in_order_and_stores_come_once
            the_category_delivery_is_its_75th_percentile
            changes_are_complete_and_each_once
            every_answer_is_of_one_revision
            readers_see_nothing_until_publish
            the_same_snapshot_twice_changes_nothing
            a_new_price_makes_a_new_revision
            a_snapshot_that_stages_nothing_makes_no_revision
            a_full_snapshot_renews_all_and_a_delta_only_what_it_names
            a_retired_offer_is_gone_after_publish
            ended_versions_become_price_segments
            publish_replaces_the_delivery_rates
            a_delta_leaves_the_delivery_rates
            open_tells_what_readers_see
            discard_restores_exactly
            a_new_store_goes_with_its_discarded_snapshot
            a_store_with_terms_stays_when_its_snapshot_is_discarded
            a_killed_snapshot_is_removed_by_the_next_open
            a_killed_snapshot_is_removed_before_products_are_saved
            a_superseded_snapshot_can_do_nothing
            a_published_snapshot_can_do_nothing
            an_open_snapshot_keeps_others_out
            of_two_snapshots_at_once_one_is_open
            a_publish_that_fails_releases_the_lock
            a_discard_that_fails_releases_the_lock
            a_dropped_snapshot_releases_the_lock
            a_cancelled_publish_releases_the_lock
            numbers_that_stand_for_several_goods_are_kept_with_their_store
            a_discarded_snapshot_leaves_every_table_as_it_was
            a_killed_snapshot_leaves_every_table_as_it_was
            known_gives_current_offers_of_the_store
            unreplaced_gives_pages_without_what_was_replaced
            a_batch_is_staged_as_a_whole_or_not_at_all
            an_offer_id_is_staged_once
            ten_thousand_offers_are_staged_at_once
            learned_numbers_are_added_once
            a_confirmation_changes_no_answers
            doubts_are_staged_and_discarded
            candidates_are_found_by_key_and_id
            products_are_told_with_the_keys_that_find_them
            candidates_include_what_the_snapshot_staged
            candidates_tell_what_is_asked_for_them
            candidates_tell_what_their_offers_call_them
            a_key_that_more_than_50_products_have_finds_nothing
            a_taken_id_gets_the_next_free_suffix
            the_first_currency_stays
            migrating_at_once_is_fine
            save_products_twice_changes_nothing
            ten_thousand_products_are_saved_at_once
            saved_products_change_as_one_revision
            save_products_keeps_what_feeds_taught
            a_removed_number_goes_whoever_said_so
            a_product_of_a_feed_becomes_the_catalogues
            a_merged_id_is_not_saved_but_told
            store_names_are_the_same_when_they_fold_alike
            a_change_of_terms_leaves_what_it_does_not_say
            save_store_changes_the_products_that_it_offers
            what_counts_for_a_whole_store_reaches_all_its_products
            a_key_is_found_by_its_digest
            a_key_exists_once
            a_revoked_key_is_found_no_more
            keys_are_listed_oldest_first
            a_workspace_keeps_what_a_change_does_not_say
            of_two_workspaces_at_once_there_is_one
            the_access_epoch_changes_with_every_commit
            a_fresh_product_has_no_closed_segments
            a_product_without_offers_was_never_seen
            a_changed_price_closes_its_segment
            a_retired_offer_closes_its_segment
            a_segment_that_is_not_moved_yet_is_history
            segments_keep_condition_stock_and_doubt
            history_begins_at_the_asked_instant
            history_is_of_one_product
            histories_are_found_together_in_their_order
            a_point_is_of_the_product_with_its_id
            a_point_is_of_the_product_with_its_number
            a_point_is_of_the_product_of_its_offer
            a_point_is_of_the_product_of_its_imported_past
            a_point_without_an_offer_is_of_the_only_one
            a_point_says_since_when_its_store_is_watched
            points_are_of_what_readers_see
            an_imported_past_is_read_back
            an_imported_past_replaces_the_imported_only
            an_imported_past_leaves_what_was_watched
            an_import_of_history_changes_its_products
            an_import_of_history_creates_its_store
            an_imported_past_that_has_changed_is_read_again
            an_open_snapshot_keeps_pasts_verdicts_and_scales_out
            thinning_drops_what_is_old
            thinning_keeps_the_cheapest_of_each_period
            thinning_removes_what_is_no_price
            thinning_goes_on_until_all_products_were_looked_at
            competitors_are_current_offers_of_other_stores
            the_past_of_a_product_is_that_of_all_its_offers
            the_past_includes_what_is_not_moved_yet
            held_offers_are_listed_in_pages
            an_accepted_price_counts_from_now_on
            a_rejected_price_stays_held_back
            what_is_not_held_back_cannot_be_settled
            a_discarded_snapshot_restores_a_held_offer
            of_two_verdicts_at_once_one_settles
            a_feed_is_held_back_as_a_whole
            what_is_held_back_with_its_feed_is_no_evidence
            a_price_that_is_held_back_again_keeps_what_was_believed
            what_is_staged_as_released_is_held_back_again
            until_when_a_store_is_doubted_is_published_with_the_snapshot
            a_held_snapshot_that_is_discarded_leaves_nothing
            a_held_snapshot_fires_when_it_is_accepted
            a_held_snapshot_takes_its_old_prices_away
            a_rejected_snapshot_stays_held_back
            a_large_feed_is_held_back_and_accepted
            a_refusal_is_recorded_until_a_later_snapshot
            a_refusal_is_begun_anew_under_its_number
            traits_of_offers_are_found_by_their_numbers
            shops_that_are_refused_or_unseen_are_listed
            there_are_no_scales_at_first
            scales_count_their_versions
            described_products_are_listed_in_pages
            new_scales_change_every_described_product
            of_two_scales_at_once_each_has_its_version
            a_price_below_the_target_fires_once
            prices_that_do_not_count_fire_nothing
            a_watch_of_stock_fires_when_the_product_is_back
            a_watch_of_a_fall_fires_at_each_fall_from_the_highest_price_since
            a_fall_that_is_not_told_is_counted_again_from_its_reference
            a_fall_that_goes_on_before_it_is_told_is_told_whole
            a_watch_of_one_store_follows_its_price_alone
            an_event_of_one_store_is_judged_by_its_price
            paused_and_test_watches_follow_silently
            a_discarded_snapshot_fires_nothing
            a_watch_that_is_touched_while_a_snapshot_is_staged_is_looked_at
            terms_and_verdicts_move_watches
            a_watch_that_is_looked_at_late_is_looked_at_with_what_is_staged
            a_watch_that_changes_before_it_is_looked_at_fires_all_the_same
            a_product_that_cannot_be_looked_at_keeps_no_other_waiting
            a_watch_created_while_a_price_falls_misses_nothing
            a_client_that_changes_its_watch_waits_for_no_other
            watches_without_a_price_take_no_place_of_others
            very_many_watches_fire_with_their_revision
            any_sequence_fires_as_the_rules_say
            a_watch_begins_on_the_side_of_the_price
            saving_again_replaces_the_watch
            a_refused_watch_leaves_its_key_unused
            a_used_key_replays_its_answer
            keys_of_tenants_are_independent
            of_requests_with_one_key_at_once_one_takes_effect
            a_workspace_has_no_more_watches_than_its_quota
            a_changed_watch_is_later
            a_watch_without_a_target_gets_none
            a_fall_is_counted_from_where_its_client_began
            a_fall_that_is_begun_anew_forgets_what_waits
            a_watch_of_a_low_fires_below_the_prices_of_90_days
            a_low_needs_a_past_of_90_days
            a_low_that_returns_after_none_was_asked_is_not_told
            lows_of_many_products_are_looked_at_after_the_revision
            what_a_revision_left_is_looked_at_before_the_next
            what_terms_left_is_looked_at_before_the_next
            a_snapshot_that_is_discarded_looks_at_no_watch
            a_verdict_on_a_price_looks_first_at_what_is_left
            a_verdict_on_a_feed_looks_first_at_what_is_left
            a_merge_looks_first_at_what_is_left
            an_offer_that_leaves_looks_first_at_what_is_left
            a_low_that_is_not_told_is_counted_again_from_its_reference
            a_low_is_counted_from_where_its_client_began
            a_watch_of_another_owner_does_not_exist
            watches_are_listed_oldest_first
            a_leased_mail_is_due_again_when_its_lease_runs_out
            a_mail_that_is_put_off_waits
            an_upkeep_is_of_one_process_at_a_time
            an_upkeep_goes_on_where_it_was_broken_off
            a_ledger_is_found_as_it_was_saved_last
            a_ledger_is_saved_by_who_read_it_last
            the_last_ledgers_are_kept
            workspaces_are_listed_in_order
            the_last_use_of_a_key_is_kept
            workspaces_in_trouble_come_first
            what_an_id_names_is_found
            events_are_listed_as_they_happen
            a_payload_is_found_as_it_is_sent
            a_refusal_of_a_replay_is_known_before
            uses_of_keys_are_noted_by_many_at_once
            a_request_is_found_by_its_tokens
            only_requests_that_wait_get_tokens
            a_confirmed_request_has_no_address
            requests_are_limited
            requests_at_once_are_counted_one_after_another
            mails_of_alerts_are_told_from_others
            an_alert_is_found_by_its_tokens
            an_ended_alert_leaves_no_mails
            expired_requests_are_forgotten
            an_alert_is_made_once
            an_operator_is_found_as_saved_last
            operators_are_listed_in_order_of_names
            a_session_is_found_until_it_ends
            a_session_needs_the_password_of_now
            ended_sessions_go_when_another_begins
            a_refused_session_writes_nothing
            acts_are_listed_newest_first_and_stay
            workspaces_take_turns
            of_two_leases_at_once_each_mail_goes_to_one
            old_mails_are_given_up
            ended_mails_are_forgotten
            a_source_is_found_as_it_was_added
            a_leased_source_is_due_again_when_its_lease_ends
            a_stale_run_is_not_recorded
            what_has_been_due_for_longest_is_leased_first
            a_source_that_is_lost_again_waits
            a_source_is_removed_while_it_is_run
            of_two_leases_of_a_source_one_holds_it
            a_changed_source_is_leased_as_it_is_now
            a_paused_source_is_leased_by_its_id_alone
            a_run_is_found_as_it_was_kept
            runs_are_listed_that_ended_last_first
            a_busy_shop_keeps_no_other_off_the_list_of_last_runs
            the_last_runs_of_each_shop_are_kept
            open_tells_of_the_last_full_snapshot
            a_subscription_is_found_as_it_was_registered
            a_workspace_has_no_more_subscriptions_than_its_quota
            without_delivery_what_needs_it_is_refused
            pages_neither_repeat_nor_skip_while_rows_arrive
            pages_do_not_go_on_from_rows_of_another_workspace
            webhooks_of_others_do_not_exist
            the_same_values_again_change_nothing
            another_url_or_filter_cancels_what_waits
            switching_on_ends_a_cooldown
            switching_off_keeps_what_waits
            a_removed_subscription_leaves_its_deliveries
            a_command_with_a_key_is_done_once
            every_outcome_is_replayed_as_it_was
            a_replayed_answer_has_its_secret_for_a_day
            a_refused_command_leaves_its_key_unused
            of_commands_with_one_key_at_once_one_is_done
            the_audit_has_what_succeeded_and_what_a_state_refused
            the_audit_keeps_1000_entries_of_a_tenant
            a_test_is_accepted_once_in_an_interval
            of_two_tests_at_once_one_is_accepted
            an_incident_is_acknowledged
            an_acknowledgement_forgets_no_reminder
            a_failed_delivery_is_replayed_three_times
            what_cannot_be_replayed_is_refused
            a_replay_needs_current_evidence
            of_two_replays_at_once_one_is_done
            failed_deliveries_of_a_time_are_replayed
            a_replay_of_a_time_goes_on_where_it_ended
            of_a_time_only_what_may_be_replayed_is
            a_replay_of_a_time_may_be_refused
            of_two_replays_of_a_time_at_once_each_delivery_is_replayed_by_one
            a_secret_signs_from_its_activation_on
            a_prepared_secret_is_leased_while_it_can_be_activated
            a_rotation_that_is_over_is_not_activated
            of_activation_cancellation_and_removal_one_wins
            a_rotation_leaves_all_else
            an_event_goes_to_those_who_ask_for_it
            an_event_is_fanned_out_in_batches
            of_two_workers_each_event_is_queued_once
            of_two_workers_each_subscription_has_events_in_their_order
            workspaces_take_turns_when_events_are_queued
            an_event_that_is_queued_late_tells_the_price_of_then
            what_waits_is_judged_before_it_is_leased
            what_waits_is_judged_after_a_revision_of_very_many_products
            new_evidence_replaces_what_waits
            a_paused_watch_gets_no_new_event
            the_same_evidence_again_cancels_nothing
            a_price_that_is_gone_arms_the_watch_if_nobody_was_told
            a_watch_that_is_armed_late_is_looked_at_with_what_is_staged
            stale_evidence_cancels_what_waits
            stale_evidence_is_replaced_by_what_is_still_true
            a_firing_and_a_replacement_are_one_event
            what_is_being_sent_is_judged_when_it_failed
            one_event_takes_the_place_of_two
            events_of_kept_deliveries_are_not_forgotten
            what_is_due_is_taken_the_oldest_first
            endpoints_and_workspaces_take_turns
            an_endpoint_has_the_places_of_its_condition
            an_endpoint_probes_once_at_a_time
            no_attempt_has_two_holders
            an_attempt_whose_lease_ran_out_is_lost
            the_tally_says_what_waits
            every_outcome_is_recorded
            a_cycle_ends_after_eight_attempts
            a_batch_of_outcomes_settles_every_endpoint
            the_last_excerpts_stay_with_their_delivery
            an_incident_opens_and_is_resolved
            an_incident_may_open_and_be_over_in_one_batch
            the_workspace_is_reminded_of_an_open_incident
            the_summary_counts_deliveries_and_attempts
            old_deliveries_are_forgotten
            what_is_forgotten_is_not_counted
            deliveries_are_forgotten_in_small_batches
            a_delivery_that_is_replayed_is_not_forgotten
            what_is_over_is_forgotten
            secrets_are_listed_and_sealed_anew
            the_first_pepper_stays
            any_sequence_delivers_as_the_rules_say
            a_doubt_tells_both_sides
            what_joins_most_is_asked_first
            doubts_of_an_open_snapshot_are_not_seen
            two_that_are_kept_apart_are_not_asked_about_again
            two_products_are_asked_about_once
            a_doubts_number_is_never_given_again
            the_operators_product_is_the_candidate
            only_a_person_overrules_a_person
            a_doubt_is_decided_once
            a_third_product_is_not_the_candidate
            a_product_is_known_as_what_a_person_said
            no_doubt_is_left_of_two_of_the_operators_products
            products_are_found_by_their_keys
            candidates_are_listed_with_their_places
            candidates_tell_the_doubts_about_them
            keys_change_at_the_revision_at_which_they_were_read
            a_lexicon_and_its_spare_change_places
            matching_that_did_not_end_is_remembered
            a_change_of_the_lexicon_fences_the_former_off
            edits_of_a_call_are_one_revision
            an_open_snapshot_keeps_edits_out
            grouped_offers_tell_what_brought_them
            an_offer_leaves_with_its_past
            an_offer_leaves_for_a_new_product
            an_offer_that_a_person_moves_stays_away
            an_offer_leaves_for_what_another_one_made
            an_offer_that_is_another_by_now_is_not_moved
            watches_stay_when_an_offer_leaves
            a_product_forgets_only_what_feeds_taught_it
            a_number_follows_the_last_offer_that_states_it
            a_number_stays_while_another_offer_states_it
            a_number_does_not_stay_for_who_uses_it_for_several_goods
            a_number_that_others_than_feeds_say_follows_nobody
            a_number_follows_no_offer_that_did_not_leave
            ambiguous_numbers_are_kept_by_regroupings
            what_happened_in_a_span_is_counted
            watches_of_all_workspaces_are_counted
            a_removed_store_leaves_nothing
            a_store_with_offers_is_not_removed
            a_store_is_removed_after_a_killed_import
            a_removed_product_leaves_nothing
            a_watched_product_goes_with_its_watches_only
            offers_go_with_their_product
            the_past_goes_with_its_product
            numbers_and_keys_go_with_their_product
            a_merged_id_leads_to_its_target
            an_import_finds_the_target_of_a_merged_product
            a_merge_of_what_is_no_pair_is_refused
            doubts_follow_a_merge
            in_review_is_what_may_be_another
            watches_go_with_their_product
            the_watch_that_tells_more_stays
            of_two_falls_the_smaller_stays
            a_merge_compares_watches_of_one_client
            links_follow_the_watch_that_stays
            a_merge_fires_watches
            deliveries_of_a_merged_product_are_judged
        }
    };
    (@cases $empty:expr; $($case:ident)+) => {
        $(
            #[tokio::test(flavor = "multi_thread")]
            async fn $case() {
                let database: $crate::store::Database = $empty.await;
                $crate::store::$case(&database).await;
            }
        )+
    };
}
