//! `api match`: what is the same product, and which prices are believed.

use clap::{Args, Subcommand};

use crate::settings::whole_number;

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
    /// Take an offer out of a product that it does not belong to: it becomes a product of its own, with its past, and
    /// stays away from the one that it left.
    Split {
        /// Id of the product.
        product: String,
        /// Name of the shop.
        #[arg(long, value_name = "NAME")]
        store: String,
        /// The shop's id of the offer.
        #[arg(long, value_name = "ID")]
        offer: String,
    },
    /// Correct the name or the EANs of a product. A product that a feed brought is yours from then on; one of your
    /// catalogue is as the file says again after the next import of that.
    Correct(CorrectArgs),
    /// Match the whole catalogue anew: after it grew, or after the rules of matching changed.
    Rerun {
        /// Count, but change nothing.
        #[arg(long)]
        dry_run: bool,
    },
}

/// Arguments of `api match correct`.
#[derive(Debug, Args)]
#[command(group(clap::ArgGroup::new("what").required(true).multiple(true).args(["name", "add_ean", "remove_ean"])))]
pub struct CorrectArgs {
    /// Id of the product.
    pub product: String,
    /// Its name, 1 to 200 characters.
    #[arg(long, value_name = "TEXT")]
    pub name: Option<String>,
    /// An EAN that it has as well; may be given several times.
    #[arg(long, value_name = "EAN")]
    pub add_ean: Vec<String>,
    /// An EAN that it does not have; may be given several times.
    #[arg(long, value_name = "EAN")]
    pub remove_ean: Vec<String>,
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
    #[arg(long, value_name = "N", default_value_t = 100, allow_negative_numbers = true, value_parser = whole_number::<u32, 1, 1000>)]
    pub limit: u32,
}

impl ReviewArgs {
    /// The id of what is settled.
    pub fn id(&self) -> Option<&str> {
        self.accept.as_deref().or(self.reject.as_deref())
    }
}
