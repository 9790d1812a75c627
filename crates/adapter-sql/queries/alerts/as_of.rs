//! By what prices watches and deliveries are looked at.

use adapter_sql::rows::WatchPriceChecks;
use adapter_sql::{Failure, prepared};
use diesel::sql_types::{BigInt, Nullable, Text};
use domain::freshness::Freshness;
use domain::money::Currency;
use ports_store::ProductRecord;

use crate::dialect::{Pipeline, RunQueryDsl};

/// The prices of the current revision.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AsOf {
    pub(crate) revision: i64,
    /// The currency of the catalogue.
    pub(crate) currency: Currency,
    /// Which offers still count.
    pub(crate) freshness: Freshness,
}

impl AsOf {
    /// The current revision; none before the deployment is claimed.
    pub(crate) async fn current(
        pipeline: &Pipeline<'_>,
        freshness: Freshness,
    ) -> Result<Option<Self>, Failure> {
        let (revision, currency): (i64, Option<String>) =
            prepared::<(BigInt, Nullable<Text>)>("SELECT revision, currency FROM catalogue_state")
                .get_result(&mut pipeline.connection())
                .await?;
        let currency = currency.as_deref().and_then(Currency::parse);
        Ok(currency.map(|currency| Self {
            revision,
            currency,
            freshness,
        }))
    }

    /// Checks the prices of these products.
    pub(crate) fn checks<'a>(&self, records: &'a [ProductRecord]) -> WatchPriceChecks<'a> {
        WatchPriceChecks::new(records, self.revision, self.currency, self.freshness)
    }
}
