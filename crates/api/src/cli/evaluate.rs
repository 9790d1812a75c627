//! `api evaluate`: measuring rules on labelled data. No store is opened.

use std::path::PathBuf;

use clap::{Args, Subcommand};

/// `api evaluate`
#[derive(Debug, Subcommand)]
pub enum EvaluateCommand {
    /// How well offers are matched, on labelled pairs or clusters.
    Match(EvaluateMatchArgs),
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
