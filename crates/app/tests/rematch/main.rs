//! Matching the whole catalogue anew, on SQLite in a temporary file: a dry run tells what the run does.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod correcting;
mod grouping;
mod leaving;
mod numbers;
mod parts;
mod relearning;
#[path = "../support/mod.rs"]
mod support;

use adapter_sqlite::SqliteStore;
use app::matching::lexicon::LexiconStores;
use app::matching::rematch::{RematchCounts, Rematcher};
use domain::freshness::Freshness;
use domain::gtin::Gtin;
use domain::ids::CanonicalProductId;
use domain::placement::{Confidence, MatchKey};
use domain::product::{ProductDraft, ProductGtin, Provenance};
use domain::snapshot::SnapshotKind;
use fakes::{ManualClock, PreparedBatches};
use ports_net::FeedItem;
use ports_store::{
    CatalogueReader, CatalogueWriter, CataloguedProduct, MatchEdit, MatchStore, OfferedCandidate,
    StoredLexicon,
};
use support::{START, TTL, empty_store, importer, offer_of, request};
use tempfile::TempDir;

/// When edits are made.
const NOW: Freshness = Freshness {
    now: START,
    offer_ttl: TTL,
};

struct World {
    store: SqliteStore,
    clock: ManualClock,
    _folder: TempDir,
}

/// The n-th of some valid numbers.
fn gtin(n: u64) -> Gtin {
    let body = 400_000_000_000 + n;
    (0..10)
        .find_map(|check| Gtin::from_number(body * 10 + check))
        .unwrap()
}

fn offer(id: &str, title: &str, brand: &str, gtins: &[u64]) -> FeedItem {
    let mut offer = offer_of(id, title, brand, 5_000);
    offer.identity.gtins = gtins.iter().map(|n| gtin(*n)).collect();
    FeedItem::Offer(Box::new(offer), Vec::new())
}

/// A product of the operator's catalogue, or (as if a feed had brought it) of a feed.
fn draft(id: &str, name: &str, brand: &str, model: &str, gtins: &[u64]) -> ProductDraft {
    let numbered = |n: &u64| ProductGtin {
        gtin: gtin(*n),
        provenance: Provenance::Catalogue,
        confidence: Confidence::FULL,
    };
    ProductDraft {
        brand: brand.to_owned(),
        model: model.to_owned(),
        gtins: gtins.iter().map(numbered).collect(),
        ..ProductDraft::named(
            CanonicalProductId::parse(id).unwrap(),
            name,
            Provenance::Catalogue,
        )
    }
}

fn of_feed(draft: ProductDraft) -> ProductDraft {
    ProductDraft {
        provenance: Provenance::Feed,
        ..draft
    }
}

impl World {
    async fn new() -> Self {
        let (store, folder) = empty_store().await;
        Self {
            store,
            clock: ManualClock::at(START),
            _folder: folder,
        }
    }

    async fn import(&self, store: &str, items: Vec<FeedItem>) {
        self.import_as(store, SnapshotKind::Full, items).await;
    }

    async fn import_as(&self, store: &str, kind: SnapshotKind, items: Vec<FeedItem>) {
        let mut feed = PreparedBatches::of(items);
        let importer = importer(&self.store, &self.clock);
        let request = request(store, kind);
        let imported = importer.import(&request, &mut feed, &mut ()).await;
        assert_eq!(imported.unwrap().rejected, 0);
    }

    /// Saves products under a key that no rule makes.
    async fn save(&self, drafts: Vec<ProductDraft>) {
        let keyed = |draft| CataloguedProduct {
            draft,
            keys: vec![MatchKey::of_text("another rule's")],
            removed: Vec::new(),
        };
        let products: Vec<_> = drafts.into_iter().map(keyed).collect();
        for products in products.chunks(500) {
            self.store.save_products(products).await.unwrap();
        }
    }

    async fn rematch(&self, dry_run: bool) -> RematchCounts {
        let rematcher = Rematcher {
            stores: self.lexicon(),
            groups: &self.store,
            clock: &self.clock,
            offer_ttl: TTL,
            dry_run,
        };
        rematcher.rematch(&mut |_| ()).await.unwrap()
    }

    fn lexicon(&self) -> LexiconStores<'_> {
        LexiconStores {
            matches: &self.store,
            reader: &self.store,
            lexicons: &self.store,
        }
    }

    async fn state(&self) -> (Vec<OfferedCandidate>, Option<StoredLexicon>, i64) {
        (
            self.store.list_candidates(None, 100_000).await.unwrap(),
            self.store.find_lexicon().await.unwrap(),
            self.store.revision().await.unwrap().0,
        )
    }

    /// A dry run, which changes nothing, and then the run that it tells of.
    async fn told_and_done(&self) -> RematchCounts {
        let before = self.state().await;
        let told = self.rematch(true).await;
        assert!(self.state().await == before, "a dry run writes nothing");
        let done = self.rematch(false).await;
        assert_eq!(told, done);
        let left = self.state().await.0.len();
        let merged = usize::try_from(done.merged).unwrap();
        let moved = usize::try_from(done.moved).unwrap();
        let made = (left + merged).checked_sub(before.0.len());
        assert!(
            made.is_some_and(|made| made <= moved),
            "what was told was done"
        );
        done
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_catalogue_brought_later_is_merged_as_it_was_told() {
    let world = World::new().await;
    let iron = offer("a1", "Velora Breeze 40 steam iron", "Velora", &[1]);
    world.import("Store A", vec![iron]).await;
    let other = draft("other", "Korvex Q9", "Korvex", "Q9", &[7]);
    let own = draft(
        "breeze",
        "Velora Breeze 40 Iron",
        "Velora",
        "Breeze 40",
        &[1],
    );
    world.save(vec![other, own]).await;
    let done = world.told_and_done().await;
    assert_eq!((done.products, done.rekeyed, done.merged), (3, 2, 1));
    let again = world.told_and_done().await;
    assert_eq!((again.merged, again.doubts), (0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn merges_that_follow_from_others_are_told() {
    for apart in [0_u64, 700] {
        let world = World::new().await;
        let own = draft(
            "breeze",
            "Velora Breeze 40 Iron",
            "Velora",
            "Breeze 40",
            &[1],
        );
        let both = of_feed(draft(
            "both",
            "Velora Breeze 40 Iron",
            "Velora",
            "Breeze 40",
            &[1, 2],
        ));
        let filler = |n: u64| {
            let name = format!("Filler {n}");
            draft(&format!("filler_{n}"), &name, "Acme", &name, &[1000 + n])
        };
        let second = of_feed(draft("second", "Velora iron", "Velora", "", &[2]));
        let mut drafts = vec![own, both];
        drafts.extend((0..apart).map(filler));
        drafts.push(second);
        world.save(drafts).await;
        let done = world.told_and_done().await;
        assert_eq!(done.merged, 2, "{apart} products lie between the two");
        let id = CanonicalProductId::parse("second").unwrap();
        let led = world.store.find(&id).await.unwrap().unwrap();
        assert_eq!(led.product.draft.id.as_str(), "breeze");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn doubts_are_told_once_and_settled_ones_never() {
    let world = World::new().await;
    let phone = offer("b1", "Korvex Q9 phone", "Korvex", &[1]);
    world.import("Store B", vec![phone]).await;
    let own = draft("x2", "Velora X2 128GB", "Velora", "X2", &[1]);
    world.save(vec![own]).await;
    let done = world.told_and_done().await;
    assert_eq!((done.merged, done.doubts), (0, 1));
    let again = world.told_and_done().await;
    assert_eq!((again.merged, again.doubts), (0, 0), "it is open");
    let doubt = world.store.list_doubts(9).await.unwrap().doubts.remove(0);
    let keep = MatchEdit::Distinct {
        product: doubt.product.product,
        other: doubt.candidate.product,
    };
    world.store.apply_matches(&[keep], NOW).await.unwrap();
    let again = world.told_and_done().await;
    assert_eq!((again.merged, again.doubts), (0, 0), "it is settled");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dry_run_tells_what_the_run_does_to_any_catalogue() {
    let brands = ["Velora", "Korvex", "Acme", "Nova"];
    for seed in 1..=6_u64 {
        let world = World::new().await;
        let mut state = seed;
        let mut random = |below: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(seed);
            (state >> 33) % below
        };
        let mut drafts = Vec::new();
        for n in 0..600 {
            let brand = brands[usize::try_from(random(4)).unwrap()];
            let model = format!("X{}", random(40));
            let colour = ["", " black", " white"][usize::try_from(random(3)).unwrap()];
            let gtins: Vec<u64> = (0..random(3)).map(|_| random(300)).collect();
            let name = format!("{brand} {model}{colour}");
            let made = draft(&format!("p{n}"), &name, brand, &model, &gtins);
            drafts.push(if random(4) == 0 { made } else { of_feed(made) });
        }
        for draft in &mut drafts {
            let mut seen = std::collections::BTreeSet::new();
            draft.gtins.retain(|it| seen.insert(it.gtin));
        }
        world.save(drafts).await;
        let items: Vec<FeedItem> = (0..40)
            .map(|n| {
                let brand = brands[usize::try_from(random(4)).unwrap()];
                let title = format!("{brand} X{} phone", random(40));
                offer(&format!("o{n}"), &title, brand, &[random(300)])
            })
            .collect();
        world.import("Store", items).await;
        let first = world.told_and_done().await;
        assert!(first.merged > 0, "seed {seed}: {first:?}");
        world.told_and_done().await;
    }
}
