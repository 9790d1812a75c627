//! `api evaluate`: measuring rules on labelled data. The operator's store is not opened.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use crate::settings::whole_number;

/// `api evaluate`
#[derive(Debug, Subcommand)]
pub enum EvaluateCommand {
    /// How well offers are matched, on labelled pairs or clusters.
    Match(EvaluateMatchArgs),
    /// How offers come together when feeds are imported into a throwaway store, one shop after the other.
    Offers(EvaluateOffersArgs),
    /// How well search ranks, on rated queries.
    Search {
        /// A folder with catalog.jsonl (or .gz) and qrels.csv (`query,product_id,rating`).
        dir: PathBuf,
    },
    /// How well price texts are read.
    Prices {
        /// CSV: `hint,raw,currency,amount_text,amount`.
        file: PathBuf,
    },
    /// How well shop pages are read.
    Pages {
        /// A folder with *.html.gz and truth.csv.
        dir: PathBuf,
    },
}

/// Arguments of `api evaluate match`.
#[derive(Debug, Args)]
pub struct EvaluateMatchArgs {
    /// A folder with offers.csv and pairs.csv (split,left,right,label) or clusters.csv
    /// (`offer_id,cluster_id`).
    pub dir: PathBuf,
    /// Only the pairs of this split; `unseen` and `seen` are the halves of the products by which models are
    /// fitted. With --fit: the split that is kept apart.
    #[arg(long, value_name = "NAME")]
    pub split: Option<String>,
    /// Fit the weights of the model on the other pairs and print them with their provenance.
    #[arg(long)]
    pub fit: bool,
    /// With --fit: further folders, so that one model is fitted to all of them.
    #[arg(long = "with", value_name = "DIR", requires = "fit")]
    pub with: Vec<PathBuf>,
}

/// Arguments of `api evaluate offers`.
#[derive(Debug, Args)]
pub struct EvaluateOffersArgs {
    /// A folder with offers.csv and clusters.csv (`offer_id,cluster_id,cluster_label`; labels are the catalogue's
    /// names) or pairs.csv (the offers of the first store are the catalogue).
    pub dir: PathBuf,
    /// Only the offers of this source; may be given several times.
    #[arg(long = "source", value_name = "NAME")]
    pub sources: Vec<String>,
    /// How much of the catalogue is there before the first offer, in percent.
    #[arg(long, value_name = "PERCENT", default_value_t = 100, allow_negative_numbers = true, value_parser = whole_number::<u64, 0, 100>)]
    pub catalogue: u64,
    /// Another order of the shops for each number; 0 is the order of their names.
    #[arg(long, value_name = "SEED", default_value_t = 0, allow_negative_numbers = true, value_parser = whole_number::<u64, 0, { u64::MAX }>)]
    pub order: u64,
    /// Import in so many orders, --order and the numbers behind it, and tell what share of the offers the others placed
    /// otherwise than the first.
    #[arg(long, value_name = "COUNT", default_value_t = 1, allow_negative_numbers = true, value_parser = whole_number::<u64, 1, 100>)]
    pub orders: u64,
    /// Match all anew after the imports, as `api match rerun` does.
    #[arg(long)]
    pub rerun: bool,
    /// Import nothing: fit the model of candidate lists to the offers and print it with its provenance. Sources that
    /// --source does not name are left out.
    #[arg(long, group = "fitting")]
    pub fit: bool,
    /// As --fit, for the model that says which offers are one product where the catalogue has none.
    #[arg(long, group = "fitting")]
    pub fit_links: bool,
    /// With --fit or --fit-links: further folders, so that one model is fitted to all of them.
    #[arg(long = "with", value_name = "DIR", requires = "fitting")]
    pub with: Vec<PathBuf>,
}
