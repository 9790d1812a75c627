//! Offers leave what they do not belong to.

use domain::availability::Condition;
use domain::ids::{CanonicalProductId, ProductNo};
use domain::money::Amount;
use domain::placement::{Confidence, MatchRung};
use domain::product::Provenance;
use domain::snapshot::SnapshotKind;
use ports_net::FeedItem;
use ports_store::{CatalogueReader, MatchEdit, MatchStore};
use rstest::rstest;

use super::{NOW, World, draft, gtin, of_feed, offer};

impl World {
    /// A catalogue of one product, `x2`.
    async fn with_x2() -> Self {
        let world = Self::new().await;
        let own = draft("x2", "Velora X2 128GB", "Velora", "X2", &[1]);
        world.save(vec![own]).await;
        world
    }

    /// The product that a feed founded, and that of the catalogue.
    async fn founded_and_own(&self) -> [ProductNo; 2] {
        let (products, ..) = self.state().await;
        [Provenance::Feed, Provenance::Catalogue].map(|provenance| {
            let mut products = products.iter().map(|it| &it.candidate);
            let found = products.find(|it| it.provenance == provenance);
            found.unwrap().product
        })
    }

    /// The titles of the offers of a product of the catalogue.
    async fn titles(&self, id: &str) -> Vec<String> {
        let id = CanonicalProductId::parse(id).unwrap();
        let record = self.store.find(&id).await.unwrap().unwrap();
        let mut titles: Vec<String> = record.offers.into_iter().map(|it| it.title).collect();
        titles.sort();
        titles
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_number_brought_leaves_when_the_number_is_found_out() {
    let world = World::with_x2().await;
    world.rematch(false).await;
    let rightful = offer("a1", "Velora X2", "Velora", &[1]);
    world.import("Store A", vec![rightful]).await;
    // each comes alone: no feed has both
    for (id, title) in [("z1", "Garden hose 20 m"), ("z2", "Desk lamp white")] {
        let item = offer(id, title, "", &[1]);
        world
            .import_as("Store Z", SnapshotKind::Delta, vec![item])
            .await;
    }
    let brought = ["Desk lamp white", "Garden hose 20 m", "Velora X2"];
    assert_eq!(world.titles("x2").await, brought);
    let done = world.told_and_done().await;
    assert_eq!((done.moved, done.merged), (2, 0));
    assert_eq!(world.titles("x2").await, ["Velora X2"]);
    // what left claims no number, and the shop is not believed again
    let item = offer("z3", "Bread knife", "", &[1]);
    world
        .import_as("Store Z", SnapshotKind::Delta, vec![item])
        .await;
    assert_eq!(world.titles("x2").await, ["Velora X2"]);
    let (products, ..) = world.state().await;
    let claiming = products
        .iter()
        .filter(|it| it.candidate.gtins.contains(&gtin(1)));
    assert_eq!(claiming.count(), 1);
    let again = world.told_and_done().await;
    assert_eq!((again.moved, again.merged, again.doubts), (0, 0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_product_that_an_ambiguous_number_made_does_not_claim_it_any_more() {
    let world = World::new().await;
    for (id, title) in [("z1", "Garden hose 20 m"), ("z2", "Desk lamp white")] {
        let item = offer(id, title, "", &[1]);
        world
            .import_as("Store Z", SnapshotKind::Delta, vec![item])
            .await;
    }
    let claiming = async || {
        let (products, ..) = world.state().await;
        let claiming = products
            .iter()
            .filter(|it| it.candidate.gtins.contains(&gtin(1)));
        claiming.count()
    };
    assert_eq!(claiming().await, 1);
    let done = world.told_and_done().await;
    assert_eq!((done.moved, claiming().await), (1, 0));
    let again = world.told_and_done().await;
    assert_eq!((again.moved, again.merged, again.doubts), (0, 0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_that_contradicts_its_product_leaves_it_unless_a_person_put_it_there() {
    for by_person in [false, true] {
        let world = World::with_x2().await;
        let larger = offer("b1", "Velora X2 256GB", "Velora", &[2]);
        world.import("Store B", vec![larger]).await;
        let [product, into] = world.founded_and_own().await;
        // as an earlier version had decided
        let merge = MatchEdit::Merge {
            product,
            into,
            rung: if by_person {
                MatchRung::Person
            } else {
                MatchRung::Gtin
            },
            confidence: Confidence::FULL,
            settles: None,
        };
        world.store.apply_matches(&[merge], NOW).await.unwrap();
        let done = world.told_and_done().await;
        assert_eq!(done.moved, u64::from(!by_person));
        assert_eq!(world.titles("x2").await.is_empty(), !by_person);
        let again = world.told_and_done().await;
        assert_eq!((again.moved, again.merged), (0, 0));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn words_leave_a_store_one_offer_of_a_product_in_a_condition() {
    let world = World::with_x2().await;
    world.rematch(false).await;
    let items = vec![
        offer("a1", "Velora X2 128GB", "Velora", &[1]),
        offer("a2", "Velora X2 128GB sim free", "Velora", &[]),
    ];
    world.import("Store A", items).await;
    let [product, into] = world.founded_and_own().await;
    let merge = MatchEdit::Merge {
        product,
        into,
        rung: MatchRung::Model,
        confidence: Confidence::from_milli(800),
        settles: None,
    };
    world.store.apply_matches(&[merge], NOW).await.unwrap();
    assert_eq!(world.titles("x2").await.len(), 2);
    let done = world.told_and_done().await;
    assert_eq!(done.moved, 1);
    assert_eq!(world.titles("x2").await, ["Velora X2 128GB"]);
}

/// An offer as it is, but of these goods.
fn in_condition(mut item: FeedItem, condition: Condition) -> FeedItem {
    if let FeedItem::Offer(offer, _) = &mut item {
        offer.facts.condition = condition;
    }
    item
}

/// An offer of which the feed says whose it is.
fn pinned(mut item: FeedItem, product: &str) -> FeedItem {
    if let FeedItem::Offer(offer, _) = &mut item {
        offer.pinned = CanonicalProductId::parse(product);
    }
    item
}

#[rstest]
#[case::another_condition(Condition::Used, 1)]
#[case::the_same_condition(Condition::New, 0)]
#[tokio::test(flavor = "multi_thread")]
async fn words_make_one_product_of_a_stores_offers_in_two_conditions(
    #[case] condition: Condition,
    #[case] merged: u64,
) {
    let world = World::new().await;
    let own = draft("x2", "Velora X2 128GB", "Velora", "X2", &[1]);
    let other = draft("other", "Velora X2 128GB", "Velora", "X2", &[]);
    world.save(vec![own, of_feed(other)]).await;
    let items = vec![
        pinned(offer("a1", "Velora X2 128GB", "Velora", &[]), "x2"),
        pinned(
            in_condition(offer("a2", "Velora X2 128GB", "Velora", &[]), condition),
            "other",
        ),
    ];
    world.import("Store A", items).await;
    assert_eq!(world.told_and_done().await.merged, merged);
}

#[rstest]
#[case::another_condition(Condition::Used, 2)]
#[case::the_same_condition(Condition::New, 1)]
#[tokio::test(flavor = "multi_thread")]
async fn an_offer_that_leaves_joins_another_one_of_its_store_in_another_condition(
    #[case] condition: Condition,
    #[case] offers: usize,
) {
    let world = World::new().await;
    let second = offer("a2", "Velora X2 128GB", "Velora", &[]);
    world
        .import("Store A", vec![in_condition(second, condition)])
        .await;
    let (products, ..) = world.state().await;
    let product = products[0].candidate.product;
    let own = draft("x2", "Velora X2 128GB", "Velora", "X2", &[1]);
    let larger = draft("larger", "Velora X2 256GB", "Velora", "X2", &[2]);
    world.save(vec![own, larger]).await;
    let first = pinned(offer("a1", "Velora X2 128GB", "Velora", &[]), "x2");
    world
        .import_as("Store A", SnapshotKind::Delta, vec![first])
        .await;
    let id = CanonicalProductId::parse("larger").unwrap();
    // as an earlier version had decided
    let merge = MatchEdit::Merge {
        product,
        into: world.store.find(&id).await.unwrap().unwrap().product.no,
        rung: MatchRung::Model,
        confidence: Confidence::FULL,
        settles: None,
    };
    world.store.apply_matches(&[merge], NOW).await.unwrap();
    assert_eq!(world.titles("larger").await.len(), 1);
    assert_eq!(world.told_and_done().await.moved, 1);
    assert_eq!(world.titles("x2").await.len(), offers);
}

#[tokio::test(flavor = "multi_thread")]
async fn offers_of_several_shops_that_leave_together_come_together() {
    let world = World::with_x2().await;
    world.rematch(false).await;
    let (hose, lamp) = (
        "Korvex Breeze garden hose 20 m",
        "Acme Lumen desk lamp white",
    );
    for shop in ["Store Y", "Store Z"] {
        // each comes alone: no feed has both
        for (id, title) in [("1", hose), ("2", lamp)] {
            let item = offer(id, title, "", &[1]);
            world.import_as(shop, SnapshotKind::Delta, vec![item]).await;
        }
    }
    assert_eq!(world.titles("x2").await, [lamp, lamp, hose, hose]);
    let done = world.told_and_done().await;
    assert_eq!((done.moved, done.merged), (4, 0));
    let (products, ..) = world.state().await;
    let offered: Vec<(&str, usize)> = products
        .iter()
        .map(|it| (it.candidate.name.as_str(), it.places.len()))
        .collect();
    assert_eq!(offered, [("Velora X2 128GB", 0), (hose, 2), (lamp, 2)]);
    let again = world.told_and_done().await;
    assert_eq!((again.moved, again.merged, again.doubts), (0, 0, 0));
}

/// An offer at another price.
fn at(mut item: FeedItem, minor: i64) -> FeedItem {
    if let FeedItem::Offer(offer, _) = &mut item {
        offer.facts.item_price = Amount::from_minor(minor).unwrap();
    }
    item
}

#[tokio::test(flavor = "multi_thread")]
async fn what_words_brought_goes_to_the_product_that_they_name_once_that_is_there() {
    let world = World::new().await;
    let model = |id, model: &'static str, name| draft(id, name, "Kilma", model, &[]);
    let smaller = model("smaller", "KM-2300", "Kilma KM-2300 blender");
    world.save(vec![smaller]).await;
    world.rematch(false).await;
    let title = "Kilma KM-2300X Standmixer";
    let items = vec![offer("a1", title, "Kilma", &[])];
    world.import("Store A", items).await;
    assert_eq!(world.titles("smaller").await, [title]);
    assert_eq!(world.told_and_done().await.moved, 0);
    let larger = model("larger", "KM-2300X", "Kilma KM-2300X blender");
    world.save(vec![larger]).await;
    assert_eq!(world.told_and_done().await.moved, 1);
    assert_eq!(world.titles("larger").await, [title]);
    assert_eq!(world.told_and_done().await.moved, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_number_that_two_products_claim_holds_no_offer_that_names_the_other() {
    let world = World::new().await;
    let phone = draft("x2", "Velora X2 128GB", "Velora", "X2", &[1]);
    world.save(vec![phone]).await;
    world.rematch(false).await;
    for (shop, title) in [
        ("Store A", "Lumen garden lamp"),
        ("Store B", "Handy Velora X2"),
        ("Store C", "Sonderposten"),
    ] {
        world.import(shop, vec![offer("1", title, "", &[1])]).await;
    }
    assert_eq!(world.titles("x2").await.len(), 3);
    let lamp = draft("lamp", "Lumen garden lamp", "Lumen", "", &[1]);
    world.save(vec![lamp]).await;
    assert_eq!(world.told_and_done().await.moved, 1);
    assert_eq!(world.titles("lamp").await, ["Lumen garden lamp"]);
    let still_there = ["Handy Velora X2", "Sonderposten"];
    assert_eq!(world.titles("x2").await, still_there);
}

#[rstest]
#[case::a_knife_at_fourteen(1_400, 1)]
#[case::the_blender_at_two_hundred(20_000, 0)]
#[tokio::test(flavor = "multi_thread")]
async fn what_words_brought_leaves_when_it_costs_a_fraction_of_what_others_ask(
    #[case] minor: i64,
    #[case] moved: u64,
) {
    let world = World::new().await;
    let blender = draft("km", "Kilma KM-2300 blender", "Kilma", "KM-2300", &[1]);
    world.save(vec![blender]).await;
    world.rematch(false).await;
    let title = "Kilma KM-2300 Messer";
    let items = vec![at(offer("a1", title, "Kilma", &[]), minor)];
    world.import("Store A", items).await;
    assert_eq!(world.titles("km").await, [title], "no price was known");
    let items = vec![at(offer("b1", "Mixer", "Kilma", &[1]), 24_900)];
    world.import("Store B", items).await;
    assert_eq!(world.told_and_done().await.moved, moved);
    let left = world.titles("km").await.len();
    assert_eq!(u64::try_from(left).unwrap(), 2 - moved);
    assert_eq!(world.told_and_done().await.merged, 0);
}
