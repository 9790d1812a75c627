//! What several shops call alike comes together, whatever came first.

use std::collections::{BTreeMap, BTreeSet};

use app::matching::lexicon::LexiconStores;
use app::matching::rematch::{Followed, Rematcher};
use domain::ids::{CanonicalProductId, ProductNo};
use domain::placement::{Confidence, MatchRung};
use domain::product::Spec;
use ports_net::FeedItem;
use ports_store::{
    CatalogueReader, Destination, GroupedOffer, LexiconStore, MatchEdit, MatchStore, Regrouping,
    RegroupingStore, StagedProduct,
};

use rstest::rstest;
use time::Duration;

use super::relearning::{Event, Eventful};
use super::support::TTL;
use super::{NOW, World, draft, of_feed, offer};

/// Ovens with codes that differ in one digit, phones that differ in capacity or one word, cameras with and without a
/// lens; more than are needed to tell which words are rare.
fn names() -> Vec<String> {
    let mut names = Vec::new();
    for series in ["HX75M", "HX84G", "BF52K"] {
        let name = |number| format!("Brenta {series}{}{number}1 Steel", 4 + number % 3);
        names.extend((0..12).map(name));
    }
    for model in [
        "Sierra",
        "Sierra Pro",
        "Corda",
        "Corda Mini",
        "Vela",
        "Vela Max",
    ] {
        for generation in 7..10 {
            let name = |gigabytes| format!("Ombra {model} {generation} {gigabytes}GB");
            names.extend([64, 128].map(name));
        }
    }
    for model in 0..20 {
        let camera = format!("Lumora Alto {}0D", 20 + 3 * model);
        names.extend([format!("{camera} + 18-55mm"), camera]);
    }
    names
}

/// How a shop writes a name.
fn title(shop: usize, name: &str) -> String {
    match shop {
        0 => name.to_owned(),
        1 => {
            let name = name.to_lowercase().replace(" + ", " with ");
            name.replace("gb", " gb unlocked black")
        }
        _ => {
            let name = name.replace(" + ", " kit ");
            format!("{name} | free delivery, two years of warranty")
        }
    }
}

/// The first shop offers every name, the others three in four, under ids that say which name it is.
fn feed(shop: usize) -> Vec<FeedItem> {
    let names = names();
    let named = names.iter().enumerate();
    let named = named.filter(|(number, _)| shop == 0 || !(number + shop).is_multiple_of(4));
    let offer = |(number, name): (usize, &String)| {
        offer(&format!("{number}-{shop}"), &title(shop, name), "", &[])
    };
    named.map(offer).collect()
}

impl World {
    pub(super) async fn with_shops(order: [usize; 3]) -> Self {
        let world = Self::new().await;
        for shop in order {
            world.import(&format!("Shop {shop}"), feed(shop)).await;
        }
        world
    }

    /// What is due after an import.
    async fn follow_growth(&self) -> Followed {
        self.rematcher(self.lexicon())
            .follow_growth()
            .await
            .unwrap()
    }

    fn rematcher<'a>(&'a self, stores: LexiconStores<'a>) -> Rematcher<'a> {
        Rematcher {
            stores,
            groups: &self.store,
            clock: &self.clock,
            offer_ttl: TTL,
            dry_run: false,
        }
    }

    /// Takes an offer out of its product; the one that is made for it.
    async fn put_apart(&self, offer: &GroupedOffer) -> ProductNo {
        let made = StagedProduct {
            draft: of_feed(draft("put_apart", &offer.identity.title, "", "", &[])),
            keys: Vec::new(),
        };
        let apart = Regrouping::Move {
            offer: offer.no,
            from: offer.product,
            to: Destination::New(Box::new(made)),
            rung: MatchRung::New,
            confidence: Confidence::FULL,
        };
        self.store.apply_regroupings(&[apart], NOW).await.unwrap();
        let id = CanonicalProductId::parse("put_apart").unwrap();
        self.store.find(&id).await.unwrap().unwrap().product.no
    }

    /// The ids of the offers of each product.
    pub(super) async fn together(&self) -> BTreeMap<CanonicalProductId, BTreeSet<String>> {
        let mut together: BTreeMap<CanonicalProductId, BTreeSet<String>> = BTreeMap::new();
        for record in self.store.list(None, 1000).await.unwrap() {
            for offer in record.offers {
                let ids = together.entry(record.product.draft.id.clone()).or_default();
                ids.insert(offer.facts.offer_id);
            }
        }
        together
    }
}

/// Of the pairs of offers of one name, those that stand together; and those of two names that do.
fn right_and_wrong(together: &BTreeMap<CanonicalProductId, BTreeSet<String>>) -> (usize, usize) {
    let name = |id: &String| id.split('-').next().unwrap().to_owned();
    let (mut right, mut wrong) = (0, 0);
    for ids in together.values() {
        for (place, one) in ids.iter().enumerate() {
            for other in ids.iter().skip(place + 1) {
                *(if name(one) == name(other) {
                    &mut right
                } else {
                    &mut wrong
                }) += 1;
            }
        }
    }
    (right, wrong)
}

fn groups(together: &BTreeMap<CanonicalProductId, BTreeSet<String>>) -> BTreeSet<BTreeSet<String>> {
    together.values().cloned().collect()
}

#[tokio::test]
async fn offers_of_several_shops_come_together_and_a_dry_run_tells_it() {
    let world = World::with_shops([0, 1, 2]).await;
    let before = right_and_wrong(&world.together().await);
    let told = world.rematch(true).await;
    assert_eq!(right_and_wrong(&world.together().await), before);
    let done = world.rematch(false).await;
    assert_eq!(told, done);
    let together = world.together().await;
    let (right, wrong) = right_and_wrong(&together);
    assert!(
        right > 200 && right >= before.0,
        "{right} {wrong}, before {before:?}"
    );
    assert!(wrong * 50 <= right, "{right} {wrong}, before {before:?}");
    // words are learned of other names now, which changes little, and then nothing
    let again = world.rematch(false).await;
    let offers: usize = together.values().map(BTreeSet::len).sum();
    let changed = usize::try_from(again.merged + again.moved).unwrap();
    assert!(changed * 20 <= offers, "{again:?} of {offers}");
    let last = world.rematch(false).await;
    assert_eq!((last.merged, last.moved), (0, 0));
}

#[tokio::test]
async fn what_stands_together_hardly_depends_on_who_came_first() {
    let one = World::with_shops([0, 1, 2]).await;
    let other = World::with_shops([2, 0, 1]).await;
    for world in [&one, &other] {
        world.rematch(false).await;
    }
    let (one, other) = (
        groups(&one.together().await),
        groups(&other.together().await),
    );
    let all = one.union(&other).count();
    let same = one.intersection(&other).count();
    assert!(
        same * 100 >= all * 95,
        "{same} of {all} groups are the same"
    );
}

/// Two shops' offers are called alike, and only their properties say that one is another variant.
fn with_storage(id: &str, title: &str, storage: &str) -> FeedItem {
    let mut item = offer(id, title, "Zorvex", &[]);
    if let FeedItem::Offer(offer, _) = &mut item {
        offer.specs = vec![Spec {
            label: "Storage".to_owned(),
            value: storage.to_owned(),
            icon: None,
        }];
    }
    item
}

#[rstest]
#[case::another("512 GB", 2)]
#[case::the_same("128 GB", 1)]
#[tokio::test]
async fn variants_that_only_properties_tell_apart_stay_apart(
    #[case] storage: &str,
    #[case] products: usize,
) {
    let world = World::with_shops([0, 1, 2]).await;
    world.rematch(false).await;
    for (store, storage) in [("Shop 8", "128 GB"), ("Shop 9", storage)] {
        let id = format!("phone-{store}");
        let item = with_storage(&id, "Zorvex Sierra X21 smartphone", storage);
        world.import(store, vec![item]).await;
    }
    let holding = async || {
        let together = world.together().await;
        let is_phone = |ids: &&BTreeSet<String>| ids.iter().any(|id| id.starts_with("phone"));
        together.values().filter(is_phone).count()
    };
    assert_eq!(holding().await, products);
    world.rematch(false).await;
    assert_eq!(holding().await, products);
}

/// A person is not overruled: what was said to be two stays two, though all words are the same.
#[tokio::test]
async fn what_a_person_said_is_two_is_not_put_together() {
    let world = World::with_shops([0, 1, 2]).await;
    world.rematch(false).await;
    let together = world.together().await;
    let (id, ids) = together.iter().find(|(_, ids)| ids.len() > 1).unwrap();
    let product = world.store.find(id).await.unwrap().unwrap().product.no;
    let offers = world.store.grouped_offers(&[product]).await.unwrap();
    let apart = world.put_apart(offers.last().unwrap()).await;
    let doubt = MatchEdit::Doubt {
        product: apart,
        candidate: product,
        reason: "asked".to_owned(),
    };
    let distinct = MatchEdit::Distinct {
        product: apart,
        other: product,
    };
    world
        .store
        .apply_matches(&[doubt, distinct], NOW)
        .await
        .unwrap();
    world.rematch(false).await;
    assert!(!groups(&world.together().await).contains(ids));
}

#[tokio::test]
async fn a_catalogue_that_grew_by_half_is_matched_anew_once_two_stores_are_in_it() {
    let world = World::new().await;
    world.import("Shop 0", feed(0)).await;
    assert_eq!(world.follow_growth().await, Followed::Learned);
    assert_eq!(world.follow_growth().await, Followed::Nothing);
    let world = World::with_shops([0, 1, 2]).await;
    let before = right_and_wrong(&world.together().await);
    let followed = world.follow_growth().await;
    assert!(matches!(followed, Followed::Matched(_)), "{followed:?}");
    let after = right_and_wrong(&world.together().await);
    assert!(after.0 >= before.0, "{before:?} {after:?}");
}

/// What is broken off after the words were learned is done a quarter of an hour later, though the catalogue grows no more.
#[tokio::test]
async fn matching_that_was_broken_off_is_due_until_it_is_done() {
    let untouched = World::with_shops([0, 1, 2]).await;
    let counting = Eventful::new(&untouched, Event::Killed, usize::MAX);
    let rematcher = untouched.rematcher(counting.stores());
    let Followed::Matched(expected) = rematcher.follow_growth().await.unwrap() else {
        panic!("nothing was matched");
    };
    // the last steps: no second lexicon is left, it has come to its end, another one may begin
    let at = counting.steps() - 3;

    let world = World::with_shops([0, 1, 2]).await;
    let before = world.together().await;
    let killed = Eventful::new(&world, Event::Killed, at);
    let rematcher = world.rematcher(killed.stores());
    let failed = rematcher.follow_growth().await;
    assert!(failed.is_err(), "{failed:?}");
    assert_eq!(world.together().await, before);
    assert_eq!(
        world.follow_growth().await,
        Followed::Elsewhere,
        "its time runs"
    );
    world.clock.advance(Duration::minutes(15));
    let Followed::Matched(counts) = world.follow_growth().await else {
        panic!("nothing was matched");
    };
    assert_eq!(counts.merged, expected.merged);
    assert_eq!(
        groups(&world.together().await),
        groups(&untouched.together().await)
    );
    assert!(!world.store.is_rematch_unfinished().await.unwrap());
}
