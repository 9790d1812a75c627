//! What has to change so that groups are products.

use std::collections::{BTreeMap, HashMap};

use domain::ids::{OfferNo, ProductNo};
use domain::placement::MatchRung;
use ports_store::{Destination, GroupedOffer, MatchEdit, Regrouping, StagedProduct, StoreError};
use product_knowledge::matching::{Grouped, in_thousandths};

use super::items::Item;
use super::{GroupChanges, Grouping};
use crate::importing::import_snapshot::draft;
use crate::matching::rematch::LOOKED_UP;

/// Items of one group, each with how likely it belongs there.
type Group<'g> = Vec<(&'g Item, f64)>;

impl Grouping<'_> {
    pub(super) fn item(&self, number: u32) -> Option<&Item> {
        self.items.get(usize::try_from(number).ok()?)
    }

    /// What has to change so that groups are products. A product stays with the group of what it is; of several such the
    /// oldest stays and the others become that one. Offers without such a product make a new one.
    pub(super) async fn changes(&self, grouped: &Grouped) -> Result<GroupChanges, StoreError> {
        let mut groups: BTreeMap<u32, Group<'_>> = BTreeMap::new();
        for ((item, first), likelihood) in self
            .items
            .iter()
            .zip(&grouped.group)
            .zip(&grouped.likelihood)
        {
            groups.entry(*first).or_default().push((item, *likelihood));
        }
        let mut changes = GroupChanges::default();
        let mut homeless = Vec::new();
        for group in groups.into_values() {
            let own = group.iter().filter(|(item, _)| item.is_itself);
            match own.map(|(item, _)| item.product).min_by_key(|no| no.age()) {
                Some(stays) => gather_in(stays, &group, &mut changes),
                None => homeless.push(group),
            }
        }
        let founders = self.founders(&homeless).await?;
        for group in homeless {
            self.found(&group, &founders, &mut changes);
        }
        Ok(changes)
    }

    /// The first offers of groups that have no product.
    async fn founders(
        &self,
        groups: &[Group<'_>],
    ) -> Result<HashMap<OfferNo, GroupedOffer>, StoreError> {
        let first = |group: &Group<'_>| group.first()?.0.offers.first().copied();
        let wanted: HashMap<OfferNo, ProductNo> = groups.iter().filter_map(first).collect();
        let mut products: Vec<ProductNo> = wanted.values().copied().collect();
        products.sort_unstable();
        products.dedup();
        let mut founders = HashMap::new();
        for products in products.chunks(LOOKED_UP) {
            for offer in self.regroup.groups.grouped_offers(products).await? {
                if wanted.contains_key(&offer.no) {
                    founders.insert(offer.no, offer);
                }
            }
        }
        Ok(founders)
    }

    /// Makes a product of a group that has none.
    fn found(
        &self,
        group: &Group<'_>,
        founders: &HashMap<OfferNo, GroupedOffer>,
        changes: &mut GroupChanges,
    ) {
        let mut offers = group.iter().flat_map(|(item, likelihood)| {
            let confidence = in_thousandths(*likelihood);
            item.offers
                .iter()
                .map(move |(offer, from)| (*offer, *from, confidence))
        });
        let founder = offers.next();
        let founder = founder.and_then(|(offer, ..)| founders.get(&offer));
        let Some(founder) = founder else {
            return;
        };
        let deciding = self.regroup.deciding(founder);
        let subject = self.regroup.subject(founder);
        let made = StagedProduct {
            draft: draft::named(&founder.identity, &founder.offer_id, &deciding),
            keys: subject.keys(self.regroup.lexicon),
        };
        changes.regroupings.push(Regrouping::Move {
            offer: founder.no,
            from: founder.product,
            to: Destination::New(Box::new(made)),
            rung: MatchRung::New,
            confidence: product_knowledge::matching::weights::NEW_BY_TITLE,
        });
        changes
            .regroupings
            .extend(offers.map(|(offer, from, confidence)| Regrouping::Move {
                offer,
                from,
                to: Destination::With(founder.no),
                rung: MatchRung::Model,
                confidence,
            }));
    }
}

/// Brings a group to a product that is one of it.
fn gather_in(stays: ProductNo, group: &Group<'_>, changes: &mut GroupChanges) {
    for (item, likelihood) in group.iter().filter(|(item, _)| item.is_itself) {
        if item.product != stays {
            changes.merged.insert(item.product, stays);
            changes.edits.push(MatchEdit::Merge {
                product: item.product,
                into: stays,
                rung: MatchRung::Model,
                confidence: in_thousandths(*likelihood),
                settles: None,
            });
        }
    }
    for (item, likelihood) in group {
        // what became this one brings its offers along
        let comes_along = changes.merged.get(&item.product) == Some(&stays);
        if item.product == stays || comes_along {
            continue;
        }
        let moves = item.offers.iter().map(|(offer, from)| Regrouping::Move {
            offer: *offer,
            from: *from,
            to: Destination::Existing(stays),
            rung: MatchRung::Model,
            confidence: in_thousandths(*likelihood),
        });
        changes.regroupings.extend(moves);
    }
}
