//! How well offers are matched, on labelled pairs or clusters, and fitting the model to them.

mod boosting;
mod clusters;
mod data;
mod examples;
mod figures;
mod fit;
mod pairs;
mod regression;

pub(crate) use boosting::{Growth, boost};
pub use data::{DataError, LabelledOffers, LabelledPair, Labels, ListedOffer, Part};
pub(crate) use data::{root, spread};
pub use figures::{Bin, MatchFigures};
pub(crate) use figures::{f1, share};
pub use fit::{FitError, Fitted, FittedOn, fit};
pub(crate) use regression::{Row, regress};

use data::Prepared;
use product_knowledge::matching::Model;

/// Measures a model on labelled offers.
pub fn measure(
    data: &LabelledOffers,
    model: &Model,
    part: &Part,
) -> Result<MatchFigures, DataError> {
    let prepared = Prepared::new(data)?;
    match &prepared.truth {
        data::Truth::Pairs(pairs) => pairs::measure(&prepared, pairs, model, part),
        data::Truth::Clusters(clusters) => clusters::measure(&prepared, clusters, model, part),
    }
}

#[cfg(test)]
mod tests;
