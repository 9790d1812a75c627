//! How alike offers are that share keys.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::ids::ProductNo;
use ports_store::{Candidate, GroupedOffer, StoreError};
use product_knowledge::matching::{LEAST_LIKENESS, Lexicon, Likeness, Subject, Weighed, likeness};

use super::Grouping;
use crate::matching::candidates::most_shared;
use crate::matching::rematch::LOOKED_UP;

/// Of a product so many items are compared at most: more are there only where thousands of offers left it.
const COMPARED: usize = 50;

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
            let own = self.titles(offers.values().flatten());
            if own.is_empty() {
                continue;
            }
            let near: BTreeMap<u32, Vec<ProductNo>> = own
                .iter()
                .map(|(item, titles)| (*item, self.near(*item, titles)))
                .collect();
            let products: BTreeSet<ProductNo> = near.values().flatten().copied().collect();
            let (others, items) = self.others(products).await?;
            self.compare(&own, &near, &others, &items, &mut compared);
        }
        let mut likenesses: Vec<Likeness> = compared.into_values().collect();
        likenesses.sort_by_key(|pair| (pair.one, pair.other));
        Ok(likenesses)
    }

    /// What shops call the items of some offers.
    fn titles<'o>(&self, offers: impl Iterator<Item = &'o GroupedOffer>) -> Titles {
        let mut titles = Titles::new();
        let mut known: BTreeSet<(u32, &str)> = BTreeSet::new();
        for offer in offers {
            let Some(item) = self.item_of.get(&offer.no) else {
                continue;
            };
            let titles = titles.entry(*item).or_default();
            if titles.len() < Candidate::TITLES && known.insert((*item, &offer.identity.title)) {
                titles.push(self.regroup.subject(offer));
            }
        }
        titles
    }

    /// The products whose offers an item is compared with: its own, and those that share most keys.
    fn near(&self, item: u32, titles: &[Subject]) -> Vec<ProductNo> {
        let keys = titles
            .iter()
            .flat_map(|title| title.search_keys(self.regroup.lexicon));
        let keys: BTreeSet<_> = keys.collect();
        let shared = keys.iter().flat_map(|key| {
            let products = self.keys.with(key, &[]).into_iter();
            products.map(|no| (self.plan.became(no), key.is_of_number()))
        });
        let own = self.item(item).map(|item| item.product);
        most_shared(shared).chain(own).collect()
    }

    /// What shops call the items of products, and which items each product has.
    async fn others(
        &self,
        products: BTreeSet<ProductNo>,
    ) -> Result<(Titles, HashMap<ProductNo, Vec<u32>>), StoreError> {
        let mut titles = Titles::new();
        let products: Vec<ProductNo> = products.into_iter().collect();
        for products in products.chunks(LOOKED_UP) {
            let offers = self.regroup.groups.grouped_offers(products).await?;
            titles.extend(self.titles(offers.iter()));
        }
        let mut items: HashMap<ProductNo, Vec<u32>> = HashMap::new();
        for item in titles.keys() {
            if let Some(known) = self.item(*item) {
                items.entry(known.product).or_default().push(*item);
            }
        }
        Ok((titles, items))
    }

    fn compare(
        &self,
        own: &Titles,
        near: &BTreeMap<u32, Vec<ProductNo>>,
        others: &Titles,
        items: &HashMap<ProductNo, Vec<u32>>,
        compared: &mut Compared,
    ) {
        let lexicon = self.regroup.lexicon;
        let (own, others) = (weighed(own, lexicon), weighed(others, lexicon));
        for (item, products) in near {
            let found = products.iter().filter_map(|product| items.get(product));
            for other in found.flat_map(|items| items.iter().take(COMPARED)) {
                let pair = ((*item).min(*other), (*item).max(*other));
                if item == other || compared.contains_key(&pair) || self.share_place(pair) {
                    continue;
                }
                let titles = own.get(item).zip(others.get(other));
                let alike = titles.and_then(|(one, other)| likeliest(one, other));
                if let Some((likelihood, is_contradicted)) = alike
                    && likelihood >= LEAST_LIKENESS
                {
                    let likeness = Likeness {
                        one: pair.0,
                        other: pair.1,
                        likelihood,
                        is_contradicted: is_contradicted || self.are_two(pair),
                    };
                    compared.insert(pair, likeness);
                }
            }
        }
    }

    fn share_place(&self, (one, other): (u32, u32)) -> bool {
        let items = self.item(one).zip(self.item(other));
        items.is_some_and(|(one, other)| {
            let mut places = one.places.iter();
            places.any(|place| other.places.binary_search(place).is_ok())
        })
    }

    /// Whether a person said that the products of two items are two.
    fn are_two(&self, (one, other): (u32, u32)) -> bool {
        let items = self.item(one).zip(self.item(other));
        items.is_some_and(|(one, other)| {
            let (one, other) = (one.product, other.product);
            self.two.contains(&(one.min(other), one.max(other)))
        })
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
