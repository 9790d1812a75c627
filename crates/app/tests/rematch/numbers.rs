//! Trade item numbers follow the offers that state them.

use domain::ids::CanonicalProductId;
use domain::placement::{Confidence, MatchRung};
use domain::product::{ProductGtin, Provenance};
use domain::snapshot::SnapshotKind;
use ports_net::FeedItem;
use ports_store::{
    CatalogueReader, Destination, MatchEdit, MatchStore, Regrouping, RegroupingStore,
};

use super::{NOW, World, draft, gtin, offer};

/// The offer that is with the smaller phone and is the larger one.
const LARGER: &str = "Velora X2 256GB";

impl World {
    /// A catalogue with one phone, with which an offer of another one is, as an earlier version had decided.
    async fn with_wrong_phone() -> Self {
        let world = Self::new().await;
        world.save_phone("smaller", "Velora X2 128GB").await;
        world.rematch(false).await;
        let item = offer("a1", LARGER, "Velora", &[5]);
        world.import("Store A", vec![item]).await;
        let products = world.state().await.0;
        let of = |provenance| {
            let mut products = products.iter().map(|it| &it.candidate);
            let found = products.find(|it| it.provenance == provenance);
            found.unwrap().product
        };
        let merge = MatchEdit::Merge {
            product: of(Provenance::Feed),
            into: of(Provenance::Catalogue),
            rung: MatchRung::Gtin,
            confidence: Confidence::FULL,
            settles: None,
        };
        world.store.apply_matches(&[merge], NOW).await.unwrap();
        assert_eq!(world.numbers("smaller").await, [(gtin(5), 900)]);
        world
    }

    async fn save_phone(&self, id: &str, name: &str) {
        self.save(vec![draft(id, name, "Velora", "X2", &[])]).await;
    }

    /// The numbers that feeds taught a product, with how sure each is in thousandths.
    async fn numbers(&self, id: &str) -> Vec<(domain::gtin::Gtin, u16)> {
        let id = CanonicalProductId::parse(id).unwrap();
        let record = self.store.find(&id).await.unwrap().unwrap();
        let gtins = record.product.draft.gtins.into_iter();
        let taught = gtins.filter(|it| it.provenance == Provenance::Feed);
        taught.map(|it| (it.gtin, it.confidence.milli())).collect()
    }

    async fn shops_of(&self, id: &str) -> usize {
        let id = CanonicalProductId::parse(id).unwrap();
        let record = self.store.find(&id).await.unwrap().unwrap();
        record.offers.len()
    }

    /// Moves an offer as an earlier version did: its numbers stayed.
    async fn move_alone(&self, from: &str, to: &str) {
        let number = async |id| {
            let id = CanonicalProductId::parse(id).unwrap();
            self.store.find(&id).await.unwrap().unwrap().product.no
        };
        let (from, to) = (number(from).await, number(to).await);
        let offers = self.store.grouped_offers(&[from]).await.unwrap();
        let moves: Vec<Regrouping> = offers
            .iter()
            .filter(|it| it.identity.title == LARGER)
            .map(|it| Regrouping::Move {
                offer: it.no,
                from,
                to: Destination::Existing(to),
                rung: MatchRung::Model,
                confidence: Confidence::from_milli(880),
            })
            .collect();
        assert_eq!(moves.len(), 1);
        self.store.apply_regroupings(&moves, NOW).await.unwrap();
    }

    /// A dry run and a run that change nothing more.
    async fn is_settled(&self) {
        let before = self.state().await.0;
        let again = self.told_and_done().await;
        assert_eq!((again.moved, again.merged, again.doubts), (0, 0, 0));
        assert!(self.state().await.0 == before, "numbers are as they were");
    }
}

fn smaller(id: &str, gtins: &[u64]) -> FeedItem {
    offer(id, "Velora X2 128GB", "Velora", gtins)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_number_goes_with_its_offer_to_a_product_that_exists() {
    let world = World::with_wrong_phone().await;
    world.import("Store B", vec![smaller("b1", &[])]).await;
    world.save_phone("larger", LARGER).await;
    assert_eq!(world.told_and_done().await.moved, 1);
    assert_eq!(world.numbers("smaller").await, []);
    assert_eq!(world.numbers("larger").await, [(gtin(5), 900)]);
    let by_number = offer("c1", "Handy", "Velora", &[5]);
    world.import("Store C", vec![by_number]).await;
    let shops = [
        world.shops_of("smaller").await,
        world.shops_of("larger").await,
    ];
    assert_eq!(shops, [1, 2]);
    world.is_settled().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_number_stays_while_another_offer_of_the_product_states_it() {
    let world = World::with_wrong_phone().await;
    world.import("Store B", vec![smaller("b1", &[5])]).await;
    world.save_phone("larger", LARGER).await;
    assert_eq!(world.told_and_done().await.moved, 1);
    assert_eq!(world.numbers("smaller").await, [(gtin(5), 900)]);
    assert_eq!(world.numbers("larger").await, []);
    world.is_settled().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_number_goes_with_its_offer_to_a_new_product() {
    let world = World::with_wrong_phone().await;
    assert_eq!(world.told_and_done().await.moved, 1);
    assert_eq!(world.numbers("smaller").await, []);
    let claiming = world.state().await.0;
    let claiming = claiming.iter().map(|it| &it.candidate);
    let claiming: Vec<&str> = claiming
        .filter(|it| it.gtins.contains(&gtin(5)))
        .map(|it| it.name.as_str())
        .collect();
    assert_eq!(claiming, [LARGER]);
    world.is_settled().await;
}

/// What earlier versions left behind is put right; what nobody states stays.
#[tokio::test(flavor = "multi_thread")]
async fn a_number_that_only_an_offer_of_another_product_states_goes_there() {
    let world = World::with_wrong_phone().await;
    world.import("Store B", vec![smaller("b1", &[5, 6])]).await;
    world.save_phone("larger", LARGER).await;
    world.move_alone("smaller", "larger").await;
    let all = [(gtin(5), 900), (gtin(6), 950)];
    assert_eq!(world.numbers("smaller").await, all);
    world.import("Store B", vec![smaller("b1", &[])]).await;
    assert_eq!(world.told_and_done().await.moved, 0);
    assert_eq!(world.numbers("smaller").await, [(gtin(6), 950)]);
    assert_eq!(world.numbers("larger").await, [(gtin(5), 880)]);
    world.is_settled().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_product_without_offers_keeps_its_numbers() {
    let world = World::with_wrong_phone().await;
    world.save_phone("larger", LARGER).await;
    world.move_alone("smaller", "larger").await;
    world.told_and_done().await;
    assert_eq!(world.numbers("smaller").await, [(gtin(5), 900)]);
}

/// What a shop writes on several goods teaches nothing, wherever its offer goes.
#[tokio::test(flavor = "multi_thread")]
async fn a_number_for_several_goods_goes_nowhere() {
    let world = World::with_wrong_phone().await;
    world.import("Store B", vec![smaller("b1", &[])]).await;
    let hose = offer("a2", "Garden hose 20 m", "", &[5]);
    world
        .import_as("Store A", SnapshotKind::Delta, vec![hose])
        .await;
    world.save_phone("larger", LARGER).await;
    assert!(world.told_and_done().await.moved > 0);
    for id in ["smaller", "larger"] {
        assert_eq!(world.numbers(id).await, [], "{id}");
    }
    world.is_settled().await;
}

/// As many as imports teach it.
#[tokio::test(flavor = "multi_thread")]
async fn a_product_that_has_very_many_numbers_learns_none() {
    let world = World::with_wrong_phone().await;
    world.import("Store B", vec![smaller("b1", &[])]).await;
    let mut full = draft("larger", LARGER, "Velora", "X2", &[]);
    full.gtins = (1000..1200)
        .map(|n| ProductGtin {
            gtin: gtin(n),
            provenance: Provenance::Catalogue,
            confidence: Confidence::FULL,
        })
        .collect();
    world.save(vec![full]).await;
    assert_eq!(world.told_and_done().await.moved, 1);
    assert_eq!(world.numbers("smaller").await, []);
    assert_eq!(world.numbers("larger").await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_takes_an_offer_out_with_its_number() {
    let world = World::new().await;
    let with_part = |id, title, gtins: &[u64]| {
        let mut item = offer(id, title, "Marlo", gtins);
        if let FeedItem::Offer(offer, _) = &mut item {
            "XK4501".clone_into(&mut offer.identity.mpn);
        }
        item
    };
    let first = with_part("a1", "Marlo XK4501 Lampe", &[]);
    world.import("Store A", vec![first]).await;
    let second = with_part("b1", "Marlo XK4501 lamp white", &[1, 2]);
    world.import("Store B", vec![second]).await;
    let third = offer("d1", "Marlo lamp", "Marlo", &[2]);
    world.import("Store D", vec![third]).await;
    let lamp = "marlo_xk4501_lampe";
    assert_eq!(world.numbers(lamp).await, [(gtin(1), 950), (gtin(2), 950)]);
    let split = world.split(lamp, "Store B", "b1").await;
    let made = "marlo_xk4501_lamp_white";
    assert!(format!("{split:?}").contains(made), "{split:?}");
    let stated = [(gtin(2), 950)];
    assert_eq!(world.numbers(lamp).await, stated, "another states it");
    assert_eq!(world.numbers(made).await, [(gtin(1), 950)]);
    let other = offer("c1", "Marlo XK4501 wit", "Marlo", &[1]);
    world.import("Store C", vec![other]).await;
    assert_eq!(
        [world.shops_of(lamp).await, world.shops_of(made).await],
        [2, 2]
    );
    world.is_settled().await;
}
