//! `api match rerun`

use std::time::Duration;

use adapter_system::System;
use app::matching::rematch::{RematchCounts, Rematcher};
use ports_store::StoreError;
use ports_system::Clock;
use serde_json::json;

use crate::failure::Failure;
use crate::output;
use crate::progress::Reporter;
use crate::settings::Settings;
use crate::stores;

/// How long it waits while an import or another rerun changes the catalogue.
const PATIENCE: time::Duration = time::Duration::seconds(5);
/// How often it asks meanwhile.
const ASKED_EVERY: Duration = Duration::from_millis(100);

/// Matches the whole catalogue anew.
pub async fn run(dry_run: bool, json: bool, settings: &Settings) -> Result<(), Failure> {
    let system = System::new();
    let began = system.now();
    let stores = stores::open(settings).await?;
    let rematcher = Rematcher {
        stores: stores.lexicon(),
        groups: &*stores.groups,
        clock: &system,
        offer_ttl: settings.offer_ttl,
        dry_run,
    };
    let mut reporter = Reporter::new(&system);
    let counted = rematch_in_turn(&rematcher, &system, &mut reporter).await;
    reporter.finish()?;
    let RematchCounts {
        products,
        rekeyed,
        merged,
        moved,
        doubts,
    } = counted?;
    let seconds = (system.now() - began).as_seconds_f64();
    output::line(&if json {
        let counts = json!({
            "products": products,
            "rekeyed": rekeyed,
            "merged": merged,
            "moved": moved,
            "doubts": doubts,
            "seconds": seconds,
        });
        counts.to_string()
    } else {
        format!(
            "products={products} rekeyed={rekeyed} merged={merged} doubts={doubts} \
             moved={moved} seconds={seconds:.3}"
        )
    });
    Ok(())
}

/// Matches as soon as nobody else changes the catalogue.
#[expect(
    clippy::disallowed_methods,
    reason = "a loop that asks until its turn has come"
)]
async fn rematch_in_turn(
    rematcher: &Rematcher<'_>,
    system: &System,
    reporter: &mut Reporter<'_>,
) -> Result<RematchCounts, StoreError> {
    let began = system.now();
    loop {
        let counted = rematcher
            .rematch(&mut |products| reporter.looked_at(products))
            .await;
        let is_locked = matches!(counted, Err(StoreError::Locked));
        if !is_locked || system.now() - began >= PATIENCE {
            return counted;
        }
        tokio::time::sleep(ASKED_EVERY).await;
    }
}
