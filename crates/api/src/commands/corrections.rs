//! `api match split` and `api match correct`: what a person corrects of a product.

use app::matching::corrections::{Corrected, Correction, NAME_ACCEPTED, Split};
use domain::gtin::Gtin;
use domain::ids::CanonicalProductId;
use serde_json::json;

use super::store;
use crate::cli::CorrectArgs;
use crate::console;
use crate::failure::Failure;
use crate::output;
use crate::settings::Settings;
use crate::stores;

/// Takes an offer out of a product.
pub async fn split(
    product: &str,
    store: &str,
    offer: &str,
    json: bool,
    settings: &Settings,
) -> Result<(), Failure> {
    let product = product_id("PRODUCT", product)?;
    let store = store::name("STORE", store)?;
    let desk = console::desk(&stores::open(settings).await?, settings);
    match desk.corrections().split(&product, &store, offer).await? {
        Split::Done {
            left,
            product: made,
        } => {
            let shown = json!({ "left": left.as_str(), "product": made.as_str() });
            output::line(&if json {
                shown.to_string()
            } else {
                format!("the offer is of {made} from now on, and stays away from {left}")
            });
            Ok(())
        }
        Split::NoProduct => Err(no_product("PRODUCT", &product)),
        Split::NoOffer => Err(Failure::refused(format!(
            "{product} has no offer of {} with the id {offer:?}",
            store.as_str()
        ))),
        Split::OnlyOffer => Err(Failure::refused(format!(
            "it is the only offer of {product}, which is made of nothing else"
        ))),
    }
}

/// Corrects a product.
pub async fn correct(args: &CorrectArgs, json: bool, settings: &Settings) -> Result<(), Failure> {
    let product = product_id("PRODUCT", &args.product)?;
    let correction = Correction {
        name: args.name.clone(),
        add: gtins("--add-ean", &args.add_ean)?,
        remove: gtins("--remove-ean", &args.remove_ean)?,
    };
    let desk = console::desk(&stores::open(settings).await?, settings);
    let (outcome, words) = match desk.corrections().correct(&product, &correction).await? {
        Corrected::Done { is_of_catalogue } => {
            if is_of_catalogue {
                output::note(
                    "it is in your catalogue: the next import of that makes it what the file says",
                );
            }
            ("corrected", format!("{product} is corrected"))
        }
        Corrected::Unchanged => ("unchanged", format!("{product} was like this already")),
        Corrected::BadName => {
            let name = args.name.as_deref().unwrap_or_default();
            return Err(Failure::not_accepted("--name", name, NAME_ACCEPTED));
        }
        Corrected::AddedAndRemoved(gtin) => {
            let message = format!("--add-ean and --remove-ean both name {gtin}");
            return Err(Failure::usage("--add-ean", message));
        }
        Corrected::NotItsNumber(gtin) => {
            let message = format!("{product} does not have the number {gtin}: nothing is changed");
            return Err(Failure::refused(message));
        }
        Corrected::NoTradeItem(gtin) => {
            return Err(Failure::not_accepted(
                "--add-ean",
                &gtin.to_string(),
                "the number of a trade item, not one that shops make themselves",
            ));
        }
        Corrected::OfAnother(gtin, other) => {
            return Err(Failure::refused(format!(
                "{gtin} is the number of {other}: merge the two, or remove it there first"
            )));
        }
        Corrected::NoProduct => return Err(no_product("PRODUCT", &product)),
        Corrected::Merged => {
            return Err(Failure::refused(format!(
                "{product} was merged into another meanwhile: try again"
            )));
        }
    };
    output::line(&if json {
        json!({ "product": product.as_str(), "outcome": outcome }).to_string()
    } else {
        words
    });
    Ok(())
}

/// Reads the public id of a product that is given as `name`.
pub fn product_id(name: &str, text: &str) -> Result<CanonicalProductId, Failure> {
    CanonicalProductId::parse(text)
        .ok_or_else(|| Failure::not_accepted(name, text, "a canonical product id: ^[a-z0-9_]+$"))
}

fn gtins(flag: &str, texts: &[String]) -> Result<Vec<Gtin>, Failure> {
    let read = |text: &String| {
        Gtin::parse(text).map_err(|wrong| {
            let accepted = format!("an EAN with its check digit, but: {wrong}");
            Failure::not_accepted(flag, text, &accepted)
        })
    };
    texts.iter().map(read).collect()
}

/// The catalogue has no product with the id that this argument gives.
pub fn no_product(argument: &str, id: &CanonicalProductId) -> Failure {
    let message = format!("{argument}: no product of the catalogue has the id {id}");
    let accepted = "the id of a product, as GET /v1/search and api match review show it";
    Failure::missing(argument, id.as_str(), message, accepted)
}
