//! `api store` and `api product`: terms that feeds do not carry, and what is to go.

use clap::{Args, Subcommand};

use crate::settings::whole_number;

/// `api store`
#[derive(Debug, Subcommand)]
pub enum StoreCommand {
    /// Set terms that feeds do not carry; the store is created when it is new.
    Set(StoreSetArgs),
    /// List stores.
    List,
    /// Remove a store with its offers, its past prices and its sources. It cannot be undone.
    Remove(StoreRemoveArgs),
}

/// Arguments of `api store remove`.
#[derive(Debug, Args)]
pub struct StoreRemoveArgs {
    /// Name of the store.
    pub name: String,
    /// Tell what would go; nothing is removed.
    #[arg(long)]
    pub dry_run: bool,
}

/// `api product`
#[derive(Debug, Subcommand)]
pub enum ProductCommand {
    /// Remove a product that no store offers any more, with its past prices. It cannot be undone.
    Remove(ProductRemoveArgs),
}

/// Arguments of `api product remove`.
#[derive(Debug, Args)]
pub struct ProductRemoveArgs {
    /// Canonical product id.
    pub product: String,
    /// Even where somebody watches it: the watches of all workspaces go with it.
    #[arg(long)]
    pub with_watches: bool,
}

/// Arguments of `api store set`.
#[derive(Debug, Args)]
pub struct StoreSetArgs {
    /// Name of the store.
    pub name: String,
    /// Rating, 0 to 5.
    #[arg(long, allow_negative_numbers = true)]
    pub seller_score: Option<String>,
    /// Number of reviews behind the rating.
    #[arg(long, allow_negative_numbers = true, value_parser = whole_number::<u32, 0, 4_294_967_295>)]
    pub seller_reviews: Option<u32>,
    /// Days for returning.
    #[arg(long, allow_negative_numbers = true, value_parser = whole_number::<u16, 0, 65_535>)]
    pub return_days: Option<u16>,
    /// Months of warranty.
    #[arg(long, allow_negative_numbers = true, value_parser = whole_number::<u16, 0, 65_535>)]
    pub warranty_months: Option<u16>,
    /// Delivery cost of an order.
    #[arg(long, allow_negative_numbers = true)]
    pub delivery_cost: Option<String>,
    /// Item price from which delivery is free.
    #[arg(long, allow_negative_numbers = true)]
    pub free_delivery_from: Option<String>,
    /// Business days until delivery.
    #[arg(long, allow_negative_numbers = true, value_parser = whole_number::<u16, 0, 65_535>)]
    pub delivery_days: Option<u16>,
    /// The shop's page, for offers without one.
    #[arg(long)]
    pub url: Option<String>,
}
