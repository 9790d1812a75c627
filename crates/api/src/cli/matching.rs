//! `api match`: what is the same product, and which prices are believed.

use clap::{Args, Subcommand};

/// `api match`
#[derive(Debug, Subcommand)]
pub enum MatchCommand {
    /// List what waits for a person (prices that are held back, doubts whether two products are the
    /// same), or settle one.
    Review(ReviewArgs),
    /// Make one product of two: the first goes over into the second with its offers, their history and
    /// its watches, and its id leads there from then on.
    Merge {
        /// Id of the product that goes.
        product: String,
        /// Id of the product that stays.
        into: String,
    },
    /// Match the whole catalogue anew: after it grew, or after the rules of matching changed.
    Rerun {
        /// Count, but change nothing.
        #[arg(long)]
        dry_run: bool,
    },
}

/// Arguments of `api match review`.
#[derive(Debug, Args)]
pub struct ReviewArgs {
    /// The price is right and counts from now on; the two products are the same.
    #[arg(long, value_name = "ID", conflicts_with = "reject")]
    pub accept: Option<String>,
    /// The price is wrong and stays held back as long as it stands; the two products are two.
    #[arg(long, value_name = "ID")]
    pub reject: Option<String>,
    /// The product that the doubtful one is, instead of the candidate; not for prices.
    #[arg(long, value_name = "P", requires = "accept")]
    pub product: Option<String>,
    /// How many doubts whether two products are the same are listed, 1 to 1000: those that join most.
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub limit: u32,
}

impl ReviewArgs {
    /// The id of what is settled.
    pub fn id(&self) -> Option<&str> {
        self.accept.as_deref().or(self.reject.as_deref())
    }
}
