//! Which of the products that share keys with an offer are compared with it.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use domain::gtin::Gtin;
use domain::ids::ProductNo;
use domain::money::Amount;
use domain::offer::{FeedOffer, OfferIdentity};
use product_knowledge::matching::{Subject, SubjectTexts, stated_code};

/// What matching looks at in an offer of a feed, of whose numbers these say which product it is.
pub(crate) fn in_feed(offer: &FeedOffer, gtins: &[Gtin]) -> Subject {
    let price = offer.facts.item_price;
    let code = stated_code(&offer.description, offer.facts.image_url.as_deref());
    let texts = SubjectTexts {
        code_beside: &code,
        ..texts(&offer.identity, gtins)
    };
    Subject::new(texts).priced(price, price)
}

/// What matching looks at in an offer at a price, of whose numbers these say which product it is.
pub(crate) fn offered(identity: &OfferIdentity, gtins: &[Gtin], price: Amount) -> Subject {
    Subject::new(texts(identity, gtins)).priced(price, price)
}

fn texts<'a>(identity: &'a OfferIdentity, gtins: &'a [Gtin]) -> SubjectTexts<'a> {
    SubjectTexts {
        title: &identity.title,
        brand: &identity.brand,
        model: &identity.model,
        variant: &identity.variant,
        category: &identity.category,
        mpn: &identity.mpn,
        code_beside: "",
        gtins,
        pack_size: identity.pack_size,
        is_bundle: identity.is_bundle,
        is_canonical: false,
    }
}

/// With how many products an offer is compared.
const CANDIDATES: usize = 30;

/// Of products, once for each key that they share and whether that is one of a number, those to compare with: all
/// that share a number, then those that share most keys; of the same, the older ones.
pub fn most_shared(
    shared: impl IntoIterator<Item = (ProductNo, bool)>,
) -> impl Iterator<Item = ProductNo> {
    let mut counts: BTreeMap<(bool, u64), (ProductNo, bool, usize)> = BTreeMap::new();
    for (product, is_number) in shared {
        let (_, by_number, keys) = counts.entry(product.age()).or_insert((product, false, 0));
        *by_number |= is_number;
        *keys += 1;
    }
    let mut counts: Vec<(ProductNo, bool, usize)> = counts.into_values().collect();
    counts.sort_by_key(|(_, by_number, keys)| (Reverse(*by_number), Reverse(*keys)));
    let by_number = counts.iter().filter(|(_, by_number, _)| *by_number).count();
    counts
        .into_iter()
        .take(by_number.max(CANDIDATES))
        .map(|(product, ..)| product)
}

#[cfg(test)]
mod tests {
    use domain::ids::ProductNo;

    use super::{CANDIDATES, most_shared};

    #[test]
    fn a_shared_number_counts_more_than_any_words() {
        let by_words = (1..100).flat_map(|no| [(ProductNo(no), false); 3]);
        let all = by_words.chain([(ProductNo(500), true), (ProductNo(-2), true)]);
        let found: Vec<i64> = most_shared(all).map(|product| product.0).collect();
        assert_eq!(found.len(), CANDIDATES);
        assert_eq!(found[..4], [500, -2, 1, 2]);
    }

    #[test]
    fn of_the_same_the_older_ones_are_taken() {
        let all = [-3, -1, 7, 4].map(|no| (ProductNo(no), false));
        let found: Vec<i64> = most_shared(all).map(|product| product.0).collect();
        assert_eq!(found, [4, 7, -1, -3]);
    }
}
