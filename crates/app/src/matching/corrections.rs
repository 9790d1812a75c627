//! What a person corrects of a product: an offer that does not belong to it, its name, its trade item numbers.

use std::collections::BTreeSet;

use domain::freshness::Freshness;
use domain::gtin::Gtin;
use domain::ids::CanonicalProductId;
use domain::placement::{Confidence, MatchKey, MatchRung};
use domain::product::{Product, ProductDraft, ProductGtin, Provenance};
use domain::store::StoreName;
use domain::text::turns_direction;
use ports_store::{
    Candidate, CatalogueReader, CatalogueWriter, CataloguedProduct, Destination, GroupedOffer,
    MatchStore, ProductRecord, Regrouping, RegroupingStore, StagedProduct, StoreError,
};
use ports_system::Clock;
use time::Duration;

use super::candidates::offered;
use super::lexicon;
use crate::importing::import_catalogue::catalogued;
use crate::importing::import_snapshot::draft;

/// Characters of a name that a person gives a product.
const NAME_CHARS: std::ops::RangeInclusive<usize> = 1..=200;

/// What a name has to be.
pub const NAME_ACCEPTED: &str =
    "1 to 200 characters of text on one line, a letter or digit among them";

/// What correcting needs.
pub struct Corrections<'a> {
    /// Where products are found by their public ids.
    pub reader: &'a dyn CatalogueReader,
    /// Where products are saved.
    pub writer: &'a dyn CatalogueWriter,
    /// What was learned of the catalogue's words.
    pub matches: &'a dyn MatchStore,
    /// Which offers stand together.
    pub groups: &'a dyn RegroupingStore,
    /// The time.
    pub clock: &'a dyn Clock,
    /// How long an offer that is not seen again stays true.
    pub offer_ttl: Duration,
}

/// What became of an offer that a person took out of its product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Split {
    /// It is of a product of its own now.
    Done {
        /// The product that it was of: a merged id leads to it.
        left: CanonicalProductId,
        /// The product that it is of now.
        product: CanonicalProductId,
    },
    /// The catalogue has no product with this id.
    NoProduct,
    /// The product has no such offer (any more).
    NoOffer,
    /// A shop's feed made the product, and this is its only offer: nothing would be left of it.
    OnlyOffer,
}

/// What is to be another of a product.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Correction {
    /// Its name; `None` leaves it.
    pub name: Option<String>,
    /// Trade item numbers that it has as well.
    pub add: Vec<Gtin>,
    /// Trade item numbers that it does not have.
    pub remove: Vec<Gtin>,
}

/// What became of a correction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Corrected {
    /// It was saved. Of a product of the operator's catalogue the next import of that takes it back.
    Done {
        /// Whether the product is of the operator's catalogue.
        is_of_catalogue: bool,
    },
    /// The product was like this before.
    Unchanged,
    /// A name is [`NAME_ACCEPTED`].
    BadName,
    /// This number was to be added and removed at once.
    AddedAndRemoved(Gtin),
    /// This number was to be removed, and the product does not have it.
    NotItsNumber(Gtin),
    /// Shops make this number themselves: it may mean different things at two of them.
    NoTradeItem(Gtin),
    /// This number is another product's.
    OfAnother(Gtin, CanonicalProductId),
    /// The catalogue has no product with this id.
    NoProduct,
    /// It was merged into another meanwhile.
    Merged,
}

impl Corrections<'_> {
    /// Takes an offer out of a product: it becomes one of its own, with its past, and stays away from the one that it
    /// left, whatever its title becomes. Numbers that feeds taught the product and no other offer of it states go with it;
    /// others that the product claims are not claimed for the new one.
    pub async fn split(
        &self,
        product: &CanonicalProductId,
        store: &StoreName,
        offer_id: &str,
    ) -> Result<Split, StoreError> {
        let Some(record) = self.reader.find(product).await? else {
            return Ok(Split::NoProduct);
        };
        let stores = record.stores.iter();
        let mut named = stores.filter(|it| it.name.is_same(store));
        let Some(store) = named.next().map(|it| it.no) else {
            return Ok(Split::NoOffer);
        };
        let no = record.product.no;
        let offers = self.groups.grouped_offers(&[no]).await?;
        let is_it = |it: &&GroupedOffer| it.store == store && it.offer_id == offer_id;
        let Some(offer) = offers.iter().find(is_it) else {
            return Ok(Split::NoOffer);
        };
        if record.product.draft.provenance == Provenance::Feed && offers.len() == 1 {
            return Ok(Split::OnlyOffer);
        }
        let others = offers.iter().filter(|it| it.no != offer.no);
        let taken = taken_along(offer, others, &record);
        let mut leaves = vec![Regrouping::Move {
            offer: offer.no,
            from: no,
            to: Destination::New(Box::new(self.of_its_own(offer, &record).await?)),
            rung: MatchRung::Person,
            confidence: Confidence::FULL,
        }];
        leaves.extend(taken.into_iter().map(|gtin| Regrouping::Follow {
            gtin,
            offer: offer.no,
            from: no,
        }));
        let done = self.groups.apply_regroupings(&leaves, self.freshness());
        let made = self.reader.load(&done.await?.made).await?.pop();
        Ok(made.map_or(Split::NoOffer, |made| Split::Done {
            left: record.product.draft.id,
            product: made.product.draft.id,
        }))
    }

    /// The product that an offer makes which leaves another. What that one claims it learns when the store lets it follow.
    async fn of_its_own(
        &self,
        offer: &GroupedOffer,
        leaves: &ProductRecord,
    ) -> Result<StagedProduct, StoreError> {
        let claimed = &leaves.product.draft.gtins;
        let is_free = |gtin: &Gtin| claimed.iter().all(|it| it.gtin != *gtin);
        let gtins = offer.identity.gtins.iter().copied();
        let gtins: Vec<Gtin> = gtins.filter(is_free).collect();
        let subject = offered(&offer.identity, &gtins, offer.item_price);
        Ok(StagedProduct {
            draft: draft::named(&offer.identity, &offer.offer_id, &gtins),
            keys: subject.keys(&lexicon::find(self.matches).await?),
        })
    }

    /// Corrects a product. One that a feed brought is the person's from then on: nothing but a person makes it another.
    pub async fn correct(
        &self,
        product: &CanonicalProductId,
        correction: &Correction,
    ) -> Result<Corrected, StoreError> {
        let Correction { name, add, remove } = correction;
        let Some(record) = self.reader.find(product).await? else {
            return Ok(Corrected::NoProduct);
        };
        let before = record.product;
        let name = match name.as_deref().map(str::trim) {
            None => before.draft.name.clone(),
            Some(name) if is_name(name) => name.to_owned(),
            Some(_) => return Ok(Corrected::BadName),
        };
        if let Some(both) = add.iter().find(|gtin| remove.contains(gtin)) {
            return Ok(Corrected::AddedAndRemoved(*both));
        }
        let known = &before.draft.gtins;
        let is_unknown = |gtin: &&Gtin| known.iter().all(|it| it.gtin != **gtin);
        if let Some(unknown) = remove.iter().find(is_unknown) {
            return Ok(Corrected::NotItsNumber(*unknown));
        }
        if let Some(wrong) = self.not_its_own(&before, add).await? {
            return Ok(wrong);
        }
        let is_of_catalogue = before.draft.provenance == Provenance::Catalogue;
        let mut after = ProductDraft {
            name,
            gtins: without(&before.draft.gtins, remove, add),
            ..before.draft.clone()
        };
        if after == before.draft {
            return Ok(Corrected::Unchanged);
        }
        if !is_of_catalogue {
            after.provenance = Provenance::Person;
            after.in_review = false;
        }
        let lexicon = lexicon::find(self.matches).await?;
        let saved = [CataloguedProduct {
            removed: remove.clone(),
            ..catalogued(after, &lexicon)
        }];
        let saved = self.writer.save_products(&saved).await?;
        Ok(if saved.merged.is_empty() {
            Corrected::Done { is_of_catalogue }
        } else {
            Corrected::Merged
        })
    }

    /// Why one of the numbers cannot be added to a product; `None` when all can.
    async fn not_its_own(
        &self,
        product: &Product,
        add: &[Gtin],
    ) -> Result<Option<Corrected>, StoreError> {
        for gtin in add {
            if gtin.is_restricted() {
                return Ok(Some(Corrected::NoTradeItem(*gtin)));
            }
            let found = self.matches.find_keyed(&[MatchKey::of_gtin(*gtin)]).await?;
            let mut others = found.into_iter().map(|it| it.candidate);
            let other = others.find(|it| it.product != product.no && it.gtins.contains(gtin));
            if let Some(Candidate { id, .. }) = other {
                return Ok(Some(Corrected::OfAnother(*gtin, id)));
            }
        }
        Ok(None)
    }

    fn freshness(&self) -> Freshness {
        Freshness {
            now: self.clock.now(),
            offer_ttl: self.offer_ttl,
        }
    }
}

/// The numbers that go with an offer which leaves a product: feeds taught them, and no other offer of it states them.
fn taken_along<'o>(
    offer: &GroupedOffer,
    others: impl Iterator<Item = &'o GroupedOffer>,
    leaves: &ProductRecord,
) -> Vec<ProductGtin> {
    let stated: BTreeSet<Gtin> = others.flat_map(|it| &it.identity.gtins).copied().collect();
    let claimed = leaves.product.draft.gtins.iter();
    let is_taken = |it: &&ProductGtin| {
        let is_its = offer.identity.gtins.contains(&it.gtin) && !stated.contains(&it.gtin);
        it.provenance == Provenance::Feed && is_its
    };
    claimed.filter(is_taken).cloned().collect()
}

fn is_name(name: &str) -> bool {
    NAME_CHARS.contains(&name.chars().count())
        && name.chars().any(char::is_alphanumeric)
        && !name.chars().any(|c| c.is_control() || turns_direction(c))
}

/// Numbers without those that are wrong, and with those that were missing.
fn without(known: &[ProductGtin], wrong: &[Gtin], missing: &[Gtin]) -> Vec<ProductGtin> {
    let mut gtins: Vec<ProductGtin> = known.to_vec();
    gtins.retain(|it| !wrong.contains(&it.gtin));
    for gtin in missing {
        if gtins.iter().all(|it| it.gtin != *gtin) {
            gtins.push(ProductGtin {
                gtin: *gtin,
                provenance: Provenance::Person,
                confidence: Confidence::FULL,
            });
        }
    }
    gtins
}
