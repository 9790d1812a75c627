//! Importing what arrived.

use domain::source::Outcome;
use ports_net::{FeedContent, Rereadable};
use ports_store::{StoreError, StoredSource};
use time::OffsetDateTime;

use super::{Finished, LOCK_TRIES, SourceRunner};
use crate::importing::import_runs::RunObserver;
use crate::importing::import_snapshot::{ImportError, SnapshotImporter, SnapshotRequest};
use crate::matching::lexicon::{self, LexiconStores};

impl SourceRunner {
    pub(super) async fn import(
        &self,
        leased: &StoredSource,
        content: FeedContent,
        observed_at: OffsetDateTime,
        observer: &mut RunObserver<'_>,
    ) -> Result<Finished, ImportError> {
        let source = &leased.source;
        let FeedContent { input, mark } = content;
        let input = Rereadable::new(input);
        let open = || {
            let input = Box::new(input.clone());
            self.content.read(source, input, observed_at)
        };
        let (format, mut batches) = open().await?;
        if lexicon::is_catalogue_empty(&*self.matches).await? {
            lexicon::learn_ahead(self.lexicon(), &*self.clock, &mut *batches).await?;
            (_, batches) = open().await?;
        }
        observer.seen.format = Some(format.to_string());
        let request = SnapshotRequest {
            store: source.store.clone(),
            kind: source.kind,
            observed_at: Some(observed_at),
            offer_ttl: self.offer_ttl,
            max_shrink: source.max_shrink,
            dry_run: false,
        };
        let importer = SnapshotImporter {
            snapshots: &*self.snapshots,
            evidence: &*self.evidence,
            matches: &*self.matches,
            currency: self.currency,
            clock: &*self.clock,
            digester: &*self.digester,
        };
        // nothing is read before the lock is held, so that the same batches can be tried again
        let mut imported = importer
            .import(&request, &mut *batches, &mut *observer)
            .await;
        for _ in 1..LOCK_TRIES {
            if matches!(imported, Err(ImportError::Store(StoreError::Locked))) {
                imported = importer
                    .import(&request, &mut *batches, &mut *observer)
                    .await;
            }
        }
        let counts = imported?;
        observer.seen.counts = counts.of_rows();
        let outcome = Outcome::Imported {
            mark,
            observed_at,
            counts: counts.of_rows(),
        };
        Ok(Finished {
            imported: Some((format, counts)),
            ..Finished::of(outcome)
        })
    }

    fn lexicon(&self) -> LexiconStores<'_> {
        LexiconStores {
            matches: &*self.matches,
            reader: &*self.reader,
            lexicons: &*self.lexicons,
        }
    }
}
