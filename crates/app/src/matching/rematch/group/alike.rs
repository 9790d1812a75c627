//! How alike offers are that share keys.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::ids::ProductNo;
use domain::placement::KEY_LIMIT;
use ports_store::{Candidate, GroupedOffer, StoreError};
use product_knowledge::matching::{
    LEAST_LIKENESS, Lexicon, Likeness, SharedPart, Subject, Weighed, likeness, shared_part,
};

use super::Grouping;
use crate::matching::candidates::most_shared;
use crate::matching::rematch::LOOKED_UP;

/// A key that more items have finds nothing. It finds twice as many items as products, because each product has several.
const SHARING: usize = 2 * KEY_LIMIT;

/// What shops call items, by their numbers.
type Titles = BTreeMap<u32, Vec<Subject>>;

/// Pairs of items that were compared.
type Compared = HashMap<(u32, u32), Likeness>;

impl Grouping<'_> {
    /// How alike items are that may be one product, in order.
    pub(super) async fn likenesses(&self) -> Result<Vec<Likeness>, StoreError> {
        let mut compared = Compared::new();
        let mut after = None;
        while let Some((_, offers)) = self.regroup.page(&mut after).await? {
            let own = self.titles(offers.values().flatten(), |_| true);
            if own.is_empty() {
                continue;
            }
            let near: BTreeMap<u32, Vec<u32>> = own
                .iter()
                .map(|(item, titles)| (*item, self.near(*item, titles)))
                .collect();
            let others = self
                .others(near.values().flatten().copied().collect())
                .await?;
            self.compare(&own, &near, &others, &mut compared);
        }
        self.keep_apart(&mut compared);
        let mut likenesses: Vec<Likeness> = compared.into_values().collect();
        likenesses.sort_by_key(|pair| (pair.one, pair.other));
        Ok(likenesses)
    }

    /// What shops call the items of some offers.
    fn titles<'o>(
        &self,
        offers: impl Iterator<Item = &'o GroupedOffer>,
        is_wanted: impl Fn(u32) -> bool,
    ) -> Titles {
        let mut titles = Titles::new();
        let mut known: BTreeSet<(u32, &str)> = BTreeSet::new();
        for offer in offers {
            let item = self.item_of.get(&offer.no);
            let Some(item) = item.filter(|item| is_wanted(**item)) else {
                continue;
            };
            let titles = titles.entry(*item).or_default();
            if titles.len() < Candidate::TITLES && known.insert((*item, &offer.identity.title)) {
                titles.push(self.regroup.subject(offer));
            }
        }
        titles
    }

    /// The items that share most keys with one.
    fn near(&self, item: u32, titles: &[Subject]) -> Vec<u32> {
        let keys = titles
            .iter()
            .flat_map(|title| title.search_keys(self.regroup.lexicon));
        let keys: BTreeSet<_> = keys.collect();
        let shared = keys.iter().flat_map(|key| {
            let items = self.keys.with(*key, &[], SHARING).into_iter();
            let others = items.filter(|other| *other != item && !self.share_place(item, *other));
            // the older ones are those with the lower numbers, as among products
            others.map(|other| (ProductNo(i64::from(other)), key.is_of_number()))
        });
        most_shared(shared)
            .filter_map(|no| u32::try_from(no.0).ok())
            .collect()
    }

    /// What shops call items.
    async fn others(&self, items: BTreeSet<u32>) -> Result<Titles, StoreError> {
        let from = items.iter().filter_map(|item| self.item(*item));
        let products: BTreeSet<ProductNo> = from
            .flat_map(|item| item.offers.iter().map(|(_, product)| *product))
            .collect();
        let products: Vec<ProductNo> = products.into_iter().collect();
        let mut titles = Titles::new();
        for products in products.chunks(LOOKED_UP) {
            let offers = self.regroup.groups.grouped_offers(products).await?;
            titles.extend(self.titles(offers.iter(), |item| items.contains(&item)));
        }
        Ok(titles)
    }

    fn compare(
        &self,
        own: &Titles,
        near: &BTreeMap<u32, Vec<u32>>,
        others: &Titles,
        compared: &mut Compared,
    ) {
        let lexicon = self.regroup.lexicon;
        let (own, others) = (weighed(own, lexicon), weighed(others, lexicon));
        for (item, other) in near
            .iter()
            .flat_map(|(item, near)| near.iter().map(move |it| (item, it)))
        {
            let pair = ((*item).min(*other), (*item).max(*other));
            if compared.contains_key(&pair) {
                continue;
            }
            let Some((one, other)) = own.get(item).zip(others.get(other)) else {
                continue;
            };
            let part = part(one, other);
            if let Some((likelihood, is_contradicted)) = likeliest(one, other)
                && (likelihood >= LEAST_LIKENESS || part != SharedPart::No)
            {
                let likeness = Likeness {
                    one: pair.0,
                    other: pair.1,
                    likelihood,
                    is_contradicted,
                    part,
                };
                compared.insert(pair, likeness);
            }
        }
    }

    fn share_place(&self, one: u32, other: u32) -> bool {
        let items = self.item(one).zip(self.item(other));
        items.is_some_and(|(one, other)| {
            let mut places = one.places.iter();
            places.any(|place| other.places.binary_search(place).is_ok())
        })
    }

    /// What a person said is two is never one, alike or not.
    fn keep_apart(&self, compared: &mut Compared) {
        for (one, other) in &self.two {
            let items = self.own.get(one).zip(self.own.get(other));
            if let Some((one, other)) = items.filter(|(one, other)| one != other) {
                let pair = ((*one).min(*other), (*one).max(*other));
                let likeness = compared.entry(pair).or_insert(Likeness {
                    one: pair.0,
                    other: pair.1,
                    likelihood: 0.0,
                    is_contradicted: true,
                    part: SharedPart::No,
                });
                likeness.is_contradicted = true;
            }
        }
    }
}

fn weighed<'t>(titles: &'t Titles, lexicon: &Lexicon) -> BTreeMap<u32, Vec<Weighed<'t>>> {
    let weigh = |title| Weighed::new(title, lexicon);
    let weighed = titles
        .iter()
        .map(|(item, titles)| (*item, titles.iter().map(weigh).collect()));
    weighed.collect()
}

/// How alike the two titles are that are most alike.
fn likeliest(one: &[Weighed<'_>], other: &[Weighed<'_>]) -> Option<(f64, bool)> {
    let pairs = one
        .iter()
        .flat_map(|one| other.iter().map(move |other| likeness(one, other)));
    pairs.max_by(|a, b| a.0.total_cmp(&b.0))
}

/// What brand and part number say of two items: nothing of one contradicts what binds another.
fn part(one: &[Weighed<'_>], other: &[Weighed<'_>]) -> SharedPart {
    let pairs = one
        .iter()
        .flat_map(|one| other.iter().map(move |other| shared_part(one, other)));
    pairs.max().unwrap_or(SharedPart::No)
}
