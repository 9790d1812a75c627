//! What a first file teaches before anything of it is saved.

use ports_net::{Batches, CatalogueItem, FeedItem};
use ports_store::StoreError;
use ports_system::Clock;

use super::{Change, LONGEST, Learning, LexiconStores, Relearned, is_catalogue_empty};

/// Learns the words of a file before any of its products is saved, where the catalogue is empty: so their keys are made once.
/// Whether it did: not of a file that cannot be read, nor while somebody else writes. `rows` are read to their end, or
/// to the first error.
pub async fn learn_ahead<T: Named>(
    stores: LexiconStores<'_>,
    clock: &dyn Clock,
    rows: &mut dyn Batches<T>,
) -> Result<bool, StoreError> {
    let mut learning = Learning::default();
    loop {
        // whoever saves the rows tells what is wrong with the file
        let Ok(items) = rows.next().await else {
            return Ok(false);
        };
        if items.is_empty() {
            break;
        }
        for (name, brand) in items.iter().filter_map(Named::name_and_brand) {
            learning.learn(name, brand);
        }
    }
    if learning.products == 0 {
        return Ok(false);
    }
    match put_first_in_force(stores, clock, learning).await {
        // the products are saved all the same, and learned of afterwards
        Err(StoreError::Locked | StoreError::Superseded) => Ok(false),
        done => done,
    }
}

async fn put_first_in_force(
    stores: LexiconStores<'_>,
    clock: &dyn Clock,
    learning: Learning,
) -> Result<bool, StoreError> {
    let Some(change) = Change::begin(stores, clock, LONGEST).await? else {
        return Ok(false);
    };
    let done = async {
        let is_empty = is_catalogue_empty(stores.matches).await?;
        if is_empty {
            let learned = Relearned::with(learning, stores).await?;
            change.put_in_force(&learned).await?;
        }
        Ok(is_empty)
    };
    change.end(done.await).await
}

/// A row of a file that may name a product.
pub trait Named {
    /// What it calls the product, and its brand, which may be empty.
    fn name_and_brand(&self) -> Option<(&str, &str)>;
}

impl Named for CatalogueItem {
    fn name_and_brand(&self) -> Option<(&str, &str)> {
        match self {
            Self::Product { draft, .. } => Some((&draft.name, &draft.brand)),
            Self::Rejected(_) => None,
        }
    }
}

impl Named for FeedItem {
    fn name_and_brand(&self) -> Option<(&str, &str)> {
        match self {
            Self::Offer(offer, _) => Some((&offer.identity.title, &offer.identity.brand)),
            Self::Rejected(_) => None,
        }
    }
}
