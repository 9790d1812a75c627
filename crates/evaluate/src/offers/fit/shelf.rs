//! What a store holds when a shop's feed comes in: a part of the catalogue, and what the feeds of other shops brought.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use domain::ids::ProductNo;
use domain::placement::{KEY_LIMIT, MatchKey};
use product_knowledge::matching::{Candidacy, Lexicon, Subject, SubjectTexts};

use super::super::market::Market;
use crate::matching::{ListedOffer, spread};
use app::matching::candidates::most_shared;

/// Of a hundred offers that came in, so many stay apart from what is there already, as imports show; half of them with
/// a question.
const APART: u64 = 25;
/// How many titles of its offers a product is known by.
const TITLES: usize = ports_store::Candidate::TITLES;

/// A product of the store.
struct Held {
    name: String,
    subject: Subject,
    titles: Vec<Subject>,
    /// The titles as they are written.
    called: BTreeSet<String>,
    /// Which product it is in truth, by its place in the market.
    product: usize,
    /// The shops that offer it.
    stores: BTreeSet<String>,
    /// What it may be the same as.
    may_be: Vec<ProductNo>,
}

/// The products of a store.
pub(super) struct Shelf<'m> {
    held: Vec<Held>,
    pub(super) lexicon: Lexicon,
    /// The products that have a key, by their places.
    sharing: HashMap<MatchKey, Vec<usize>>,
    /// The offers that come next, and which product each is in truth.
    pub(super) next: Vec<(&'m ListedOffer, usize)>,
}

/// What there is when a feed comes in.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stock {
    /// How much of the catalogue is missing, in percent.
    pub(super) missing: u64,
    /// How many of the offers came before, in percent.
    pub(super) offered: u64,
}

impl<'m> Shelf<'m> {
    /// Puts up what is there.
    pub(super) fn new(market: &'m Market, stock: Stock) -> Self {
        let mut held = catalogue(market, stock.missing);
        let mut first: BTreeMap<usize, usize> = held
            .iter()
            .enumerate()
            .map(|(place, held)| (held.product, place))
            .collect();
        let mut next = Vec::new();
        for (offer, product) in market.offers.iter().zip(&market.product_of) {
            let (is_here, lot) = (lot("here", offer, stock), lot("apart", offer, stock));
            if is_here >= stock.offered {
                next.push((offer, *product));
                continue;
            }
            let known = first.get(product).copied();
            let joined = known.filter(|_| lot >= APART);
            if let Some(joined) = joined.and_then(|place| held.get_mut(place)) {
                joined.join(offer);
                continue;
            }
            let is_asked = lot % 2 == 0;
            let may_be = known.filter(|_| is_asked).map(number);
            first.entry(*product).or_insert(held.len());
            held.push(Held::founded(offer, *product, may_be));
        }
        let lexicon = Lexicon::learned(held.iter().map(|held| (held.name.as_str(), "")));
        let mut sharing: HashMap<MatchKey, Vec<usize>> = HashMap::new();
        for (place, one) in held.iter().enumerate() {
            for key in one.subject.keys(&lexicon) {
                sharing.entry(key).or_default().push(place);
            }
        }
        Self {
            held,
            lexicon,
            sharing,
            next,
        }
    }

    /// The products that an offer is compared with, as an import finds them.
    pub(super) fn candidates(&self, offer: &ListedOffer, subject: &Subject) -> Vec<Candidacy<'_>> {
        let mut shared = Vec::new();
        for key in subject.search_keys(&self.lexicon) {
            let places = self.sharing.get(&key).map_or(&[][..], Vec::as_slice);
            if places.len() <= KEY_LIMIT {
                let of_number = key.is_of_number();
                shared.extend(places.iter().map(|place| (number(*place), of_number)));
            }
        }
        let candidacy = |product: ProductNo| {
            let held = self.held(product)?;
            Some(Candidacy {
                product,
                subject: &held.subject,
                titles: &held.titles,
                is_taken: held.stores.contains(&offer.store),
                may_be: &held.may_be,
            })
        };
        most_shared(shared).filter_map(candidacy).collect()
    }

    /// Whether a product of the store is this one in truth.
    pub(super) fn is(&self, no: ProductNo, product: usize) -> bool {
        self.held(no).is_some_and(|held| held.product == product)
    }

    /// Whether a product can be found.
    pub(super) fn has(&self, product: usize) -> bool {
        self.held.iter().any(|held| held.product == product)
    }

    fn held(&self, no: ProductNo) -> Option<&Held> {
        let place = domain::num::usize_from_i64(no.0).checked_sub(1)?;
        self.held.get(place)
    }
}

impl Held {
    fn founded(offer: &ListedOffer, product: usize, may_be: Option<ProductNo>) -> Self {
        Self {
            name: offer.title.clone(),
            subject: subject(offer, false),
            titles: Vec::new(),
            called: BTreeSet::new(),
            product,
            stores: BTreeSet::from([offer.store.clone()]),
            may_be: may_be.into_iter().collect(),
        }
    }

    fn join(&mut self, offer: &ListedOffer) {
        self.stores.insert(offer.store.clone());
        let is_known = offer.title == self.name || self.called.contains(&offer.title);
        if self.titles.len() < TITLES && !is_known {
            self.called.insert(offer.title.clone());
            self.titles.push(subject(offer, false));
        }
    }
}

/// The names of a catalogue of which so many percent are missing.
fn catalogue(market: &Market, missing: u64) -> Vec<Held> {
    let products = market.products.iter().enumerate();
    let there =
        products.filter(|(_, known)| spread(&format!("{missing} {}", known.id)) % 100 >= missing);
    let named = there.filter_map(|(product, known)| {
        let entry = known.entry.as_ref()?;
        Some(Held {
            name: entry.title.clone(),
            subject: subject(entry, true),
            titles: Vec::new(),
            called: BTreeSet::new(),
            product,
            stores: BTreeSet::new(),
            may_be: Vec::new(),
        })
    });
    named.collect()
}

/// A number below 100 for each offer, the same on every machine.
fn lot(of: &str, offer: &ListedOffer, stock: Stock) -> u64 {
    let (missing, offered) = (stock.missing, stock.offered);
    spread(&format!(
        "{of} {missing} {offered} {} {}",
        offer.store, offer.id
    )) % 100
}

fn number(place: usize) -> ProductNo {
    ProductNo(domain::num::i64_from_usize(place + 1))
}

/// What is known of an offer, or of a name of the catalogue.
pub(in super::super) fn subject(offer: &ListedOffer, is_canonical: bool) -> Subject {
    Subject::new(SubjectTexts {
        title: &offer.title,
        brand: &offer.brand,
        model: &offer.model,
        mpn: &offer.mpn,
        pack_size: 1,
        is_canonical,
        ..SubjectTexts::default()
    })
}
