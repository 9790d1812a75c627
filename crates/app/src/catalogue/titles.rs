//! By which titles of its offers a product is found beside its own texts.
//!
//! They do not depend on the time: an offer that has turned stale, and is still the store's, counts until it ends. So an index
//! that is kept, followed or made anew has the same.

use std::collections::HashSet;

use domain::offer::Offer;
use domain::text;
use ports_store::IndexedProduct;

/// The most titles of a product.
const MOST: usize = 5;

/// So many titles are looked at for them.
const LOOKED_AT: usize = 50;

/// The titles that have words which neither the product's own texts nor the titles before have: those of offers whose price is
/// not held back, the first of each store before the others, in the order of stores and offer ids.
pub(super) fn searched(product: &IndexedProduct, offers: &[Offer]) -> Vec<String> {
    let mut titles = in_turn(offers)
        .take(LOOKED_AT)
        .filter(|title| *title != product.name)
        .peekable();
    if titles.peek().is_none() {
        return Vec::new();
    }
    let mut known = own_words(product);
    let brings_words = |title: &&str| {
        let before = known.len();
        known.extend(text::tokens(title));
        known.len() > before
    };
    let chosen = titles.filter(brings_words).take(MOST);
    chosen.map(str::to_owned).collect()
}

/// The titles of what is shown.
fn in_turn(offers: &[Offer]) -> impl Iterator<Item = &str> {
    let of_stores = || {
        let stores = offers.chunk_by(|one, other| one.store == other.store);
        stores.map(|of_one| of_one.iter().filter(|offer| !offer.quarantined))
    };
    let first = of_stores().filter_map(|mut of_one| of_one.next());
    let others = of_stores().flat_map(|of_one| of_one.skip(1));
    first.chain(others).map(|offer| offer.title.as_str())
}

fn own_words(product: &IndexedProduct) -> HashSet<String> {
    let IndexedProduct {
        no: _,
        name,
        brand,
        model,
        variant,
        category,
        mpn,
        aliases,
        description,
        titles: _,
        gtins: _,
        is_several: _,
    } = product;
    let texts = [name, brand, model, variant, category, mpn, description];
    let texts = texts.into_iter().chain(aliases);
    texts.flat_map(|text| text::tokens(text)).collect()
}

#[cfg(test)]
mod tests {
    use domain::ids::{OfferNo, ProductNo, StoreNo};
    use domain::offer::Offer;
    use domain::placement::{Confidence, MatchRung};
    use ports_store::IndexedProduct;
    use time::OffsetDateTime;

    use super::{LOOKED_AT, MOST, searched};
    use crate::importing::import_snapshot::samples;

    fn offer(store: i64, title: &str) -> Offer {
        Offer {
            no: OfferNo(1),
            store: StoreNo(store),
            product: ProductNo(1),
            title: title.to_owned(),
            facts: samples::offer("1").facts,
            updated_at: OffsetDateTime::UNIX_EPOCH,
            price_since: OffsetDateTime::UNIX_EPOCH,
            last_seen_at: OffsetDateTime::UNIX_EPOCH,
            quarantined: false,
            held_with_feed: false,
            rung: MatchRung::Gtin,
            confidence: Confidence::FULL,
        }
    }

    fn of(name: &str, offers: &[Offer]) -> Vec<String> {
        let product = IndexedProduct {
            no: ProductNo(1),
            name: name.to_owned(),
            brand: "Hazet".to_owned(),
            model: String::new(),
            variant: String::new(),
            category: String::new(),
            mpn: String::new(),
            aliases: vec!["Ratchet".to_owned()],
            description: String::new(),
            titles: Vec::new(),
            gtins: Vec::new(),
            is_several: false,
        };
        searched(&product, offers)
    }

    #[test]
    fn titles_that_bring_words_are_searched() {
        let offers = [
            offer(1, "Hazet 916HP Umschaltknarre"),
            offer(2, "HAZET ratchet 916HP"),
            offer(3, "Hazet Knarre 916 HP"),
            offer(4, "Knarre, 916 HP"),
        ];
        let titles = of("Hazet 916HP Umschaltknarre", &offers);
        assert_eq!(titles, ["Hazet Knarre 916 HP"]);
    }

    #[test]
    fn the_first_of_each_store_come_first_and_few_are_taken() {
        let mut offers: Vec<Offer> = (0..9).map(|no| offer(1, &format!("first{no}"))).collect();
        offers.extend([offer(2, "second0"), offer(2, "second1"), offer(3, "third")]);
        let titles = of("Hazet", &offers);
        assert_eq!(titles, ["first0", "second0", "third", "first1", "first2"]);
        assert_eq!(titles.len(), MOST);
    }

    #[test]
    fn what_is_held_back_is_not_searched_and_a_long_list_not_to_its_end() {
        let mut held = offer(1, "spam");
        held.quarantined = true;
        assert!(of("Hazet", &[held]).is_empty());
        let stores = (1..).take(LOOKED_AT);
        let mut offers: Vec<Offer> = stores.map(|store| offer(store, "Hazet")).collect();
        offers.push(offer(1000, "Knarre"));
        assert!(of("Hazet", &offers).is_empty());
        offers.remove(0);
        assert_eq!(of("Hazet", &offers), ["Knarre"]);
    }
}
