//! Confirming that a store's offers are still those of a content that did not change.

use domain::snapshot::SnapshotKind;
use domain::source::{ContentMark, Outcome};
use ports_store::{OpenSnapshot, SnapshotSummary, StoreError, StoredSource};
use time::OffsetDateTime;

use super::{Finished, Hindrance, LOCK_TRIES, STORE_PAUSE, SourceRunner};

impl SourceRunner {
    /// Makes the store's offers count as seen, if they are still those of the content.
    pub(super) async fn confirm(
        &self,
        leased: &StoredSource,
        mark: ContentMark,
        observed_at: OffsetDateTime,
    ) -> Finished {
        let unchanged = |observed_at| Finished::of(Outcome::Unchanged { mark, observed_at });
        if leased.source.kind == SnapshotKind::Delta {
            return unchanged(None);
        }
        let mut confirmed = self.confirm_once(leased, observed_at).await;
        for _ in 1..LOCK_TRIES {
            if matches!(confirmed, Err(StoreError::Locked)) {
                confirmed = self.confirm_once(leased, observed_at).await;
            }
        }
        match confirmed {
            Ok(true) => unchanged(Some(observed_at)),
            Ok(false) => Finished::of(Outcome::Overtaken),
            Err(error) => Finished::put_off(STORE_PAUSE, Hindrance::Store(error)),
        }
    }

    /// Publishes a full snapshot in which nothing differs from the one that the content made, if that
    /// is still the store's last full one; whether it is.
    async fn confirm_once(
        &self,
        leased: &StoredSource,
        observed_at: OffsetDateTime,
    ) -> Result<bool, StoreError> {
        let StoredSource { source, state } = leased;
        let now = self.clock.now();
        let opened = self
            .snapshots
            .open(&OpenSnapshot {
                store: source.store.clone(),
                kind: SnapshotKind::Full,
                observed_at,
                opened_at: now,
                offer_ttl: self.offer_ttl,
            })
            .await?;
        let known = state.known.as_ref().map(|known| known.observed_at);
        let is_in_force = known.is_some()
            && opened.full_observed_at == known
            && opened
                .last_observed_at
                .is_none_or(|last| last <= observed_at);
        if !is_in_force {
            self.snapshots.discard(opened.no).await?;
            return Ok(false);
        }
        let counts = state.counts.unwrap_or_default();
        let summary = SnapshotSummary {
            read: counts.read,
            accepted: counts.accepted,
            rejected: counts.rejected,
            delivery_rates: None,
            ambiguous: Vec::new(),
            doubted_until: opened.doubted_until,
            published_at: now,
        };
        self.snapshots.publish(opened.no, &summary).await?;
        Ok(true)
    }
}
