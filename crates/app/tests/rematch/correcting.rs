//! A person corrects a product: it stays so through imports and through matching anew.

use app::matching::corrections::{Corrected, Correction, Corrections, Split};
use domain::gtin::Gtin;
use domain::ids::CanonicalProductId;
use domain::product::Provenance;
use domain::snapshot::SnapshotKind;
use domain::store::StoreName;
use ports_store::{CatalogueReader, ProductRecord};

use super::support::TTL;
use super::{World, draft, gtin, offer};

impl World {
    fn corrections(&self) -> Corrections<'_> {
        Corrections {
            reader: &self.store,
            writer: &self.store,
            matches: &self.store,
            groups: &self.store,
            clock: &self.clock,
            offer_ttl: TTL,
        }
    }

    pub(super) async fn split(&self, product: &str, store: &str, offer: &str) -> Split {
        let store = StoreName::parse(store).unwrap();
        let split = self.corrections();
        split.split(&id(product), &store, offer).await.unwrap()
    }

    async fn correct(&self, product: &str, correction: &Correction) -> Corrected {
        let corrections = self.corrections();
        corrections.correct(&id(product), correction).await.unwrap()
    }

    async fn record(&self, product: &str) -> ProductRecord {
        self.store.find(&id(product)).await.unwrap().unwrap()
    }

    async fn offers_of(&self, product: &str) -> Vec<String> {
        let record = self.record(product).await;
        let mut ids: Vec<String> = record
            .offers
            .into_iter()
            .map(|it| it.facts.offer_id)
            .collect();
        ids.sort();
        ids
    }

    /// A product of the catalogue with the offers of two shops, one of which has its number wrongly.
    async fn with_wrong_offer() -> Self {
        let world = Self::new().await;
        let own = draft("x2", "Velora X2 128GB", "Velora", "X2", &[1]);
        world.save(vec![own]).await;
        world.rematch(false).await;
        let right = offer("a1", "Velora X2 128GB", "Velora", &[1]);
        world.import("Store A", vec![right]).await;
        world.import("Store B", vec![wrong("b1", "black")]).await;
        assert_eq!(world.offers_of("x2").await, ["a1", "b1"]);
        world
    }
}

fn id(text: &str) -> CanonicalProductId {
    CanonicalProductId::parse(text).unwrap()
}

/// An offer that has the phone's number, and a word that tells what it is.
fn wrong(id: &str, word: &str) -> ports_net::FeedItem {
    offer(id, &format!("Velora X2 128GB {word}"), "Velora", &[1])
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_that_a_person_takes_out_stays_away() {
    let world = World::with_wrong_offer().await;
    let Split::Done { product, .. } = world.split("x2", "store b", "b1").await else {
        panic!("it is taken out")
    };
    assert_eq!(world.offers_of("x2").await, ["a1"]);
    assert_eq!(world.offers_of(product.as_str()).await, ["b1"]);
    let made = world.record(product.as_str()).await.product.draft;
    assert_eq!(made.provenance, Provenance::Feed);
    assert!(made.gtins.is_empty(), "the number is the other one's");
    // as it was, with another title, matched anew, and as another shop's offer with the number goes on
    world.import("Store B", vec![wrong("b1", "black")]).await;
    assert_eq!(world.offers_of("x2").await, ["a1"]);
    world.import("Store B", vec![wrong("b1", "sim free")]).await;
    assert_eq!(world.offers_of("x2").await, ["a1"], "its title is another");
    let made = world.record(product.as_str()).await.product.draft;
    assert!(made.gtins.is_empty(), "it learns no number");
    let done = world.rematch(false).await;
    assert_eq!((done.merged, done.moved), (0, 0));
    let right = offer("c1", "Velora X2 128GB", "Velora", &[1]);
    world.import("Store C", vec![right]).await;
    assert_eq!(world.offers_of("x2").await, ["a1", "c1"]);
    for (product, store, offer, split) in [
        ("x2", "Store B", "b1", Split::NoOffer),
        ("x2", "Store Z", "a1", Split::NoOffer),
        ("nothing", "Store A", "a1", Split::NoProduct),
        (product.as_str(), "Store B", "b1", Split::OnlyOffer),
    ] {
        assert_eq!(
            world.split(product, store, offer).await,
            split,
            "{product} {store} {offer}"
        );
    }
    // of the catalogue's product even the last may go
    let last = world.split("x2", "Store A", "a1").await;
    assert!(matches!(last, Split::Done { .. }));
    let last = world.split("x2", "Store C", "c1").await;
    assert!(matches!(last, Split::Done { .. }));
    assert!(world.offers_of("x2").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_and_numbers_that_a_person_corrects_stay() {
    let world = World::new().await;
    let iron = offer("a1", "VELORA Breez40 iron!!", "Velora", &[1]);
    world.import("Store A", vec![iron]).await;
    let before = world.state().await.0.remove(0).candidate;
    let correction = Correction {
        name: Some(" Velora Breeze 40 ".to_owned()),
        add: vec![gtin(2), gtin(3)],
        remove: vec![gtin(1)],
    };
    let done = Corrected::Done {
        is_of_catalogue: false,
    };
    let id = before.id.as_str();
    assert_eq!(world.correct(id, &correction).await, done);
    let again = Correction {
        remove: Vec::new(),
        ..correction.clone()
    };
    assert_eq!(world.correct(id, &again).await, Corrected::Unchanged);
    let told = world.rematch(false).await;
    assert_eq!((told.merged, told.moved), (0, 0));
    let second = offer("b1", "Iron", "Velora", &[3]);
    world
        .import_as("Store B", SnapshotKind::Delta, vec![second])
        .await;
    let record = world.record(id).await;
    let after = record.product.draft;
    assert_eq!(after.name, "Velora Breeze 40");
    assert_eq!(after.provenance, Provenance::Person);
    let gtins: Vec<_> = after.gtins.iter().map(|it| it.gtin).collect();
    assert_eq!(gtins, [gtin(2), gtin(3)]);
    assert_eq!(record.offers.len(), 2, "a number that was added decides");
    assert_eq!(
        world.correct("nothing", &correction).await,
        Corrected::NoProduct
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_number_that_a_person_added_is_taken_back() {
    let world = World::with_wrong_offer().await;
    let done = Corrected::Done {
        is_of_catalogue: true,
    };
    let adds = Correction {
        add: vec![gtin(5)],
        ..Correction::default()
    };
    let removes = Correction {
        remove: vec![gtin(5)],
        ..Correction::default()
    };
    assert_eq!(world.correct("x2", &adds).await, done);
    assert_eq!(world.correct("x2", &removes).await, done);
    let gtins = world.record("x2").await.product.draft.gtins;
    assert!(gtins.iter().all(|it| it.gtin != gtin(5)), "{gtins:?}");
    let gone = Corrected::NotItsNumber(gtin(5));
    assert_eq!(world.correct("x2", &removes).await, gone);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_correction_that_makes_no_sense_changes_nothing() {
    let world = World::with_wrong_offer().await;
    let before = world.state().await.2;
    let named = |name: &str| Correction {
        name: Some(name.to_owned()),
        ..Correction::default()
    };
    let both = Correction {
        add: vec![gtin(5)],
        remove: vec![gtin(5)],
        ..Correction::default()
    };
    for (correction, refused) in [
        (named(" "), Corrected::BadName),
        (named("a\u{7}b"), Corrected::BadName),
        (named(&"x".repeat(201)), Corrected::BadName),
        (both, Corrected::AddedAndRemoved(gtin(5))),
    ] {
        let answered = world.correct("x2", &correction).await;
        assert_eq!(answered, refused, "{correction:?}");
    }
    let nothing = Correction::default();
    assert_eq!(world.correct("x2", &nothing).await, Corrected::Unchanged);
    assert_eq!(world.state().await.2, before);
    let in_store = Gtin::parse("2000000000008").unwrap();
    for invisible in ["\u{200b}", "\u{202e}X2", "--"] {
        let answered = world.correct("x2", &named(invisible)).await;
        assert_eq!(answered, Corrected::BadName, "{invisible:?}");
    }
    let other = draft("y1", "Velora Y1", "Velora", "Y1", &[7]);
    world.save(vec![other]).await;
    world.rematch(false).await;
    for (number, refused) in [
        (gtin(7), Corrected::OfAnother(gtin(7), id("y1"))),
        (in_store, Corrected::NoTradeItem(in_store)),
    ] {
        let adds = Correction {
            add: vec![number],
            ..Correction::default()
        };
        assert_eq!(world.correct("x2", &adds).await, refused);
    }
    let done = Corrected::Done {
        is_of_catalogue: true,
    };
    assert_eq!(world.correct("x2", &named("Velora X2")).await, done);
    let provenance = world.record("x2").await.product.draft.provenance;
    assert_eq!(provenance, Provenance::Catalogue);
}
