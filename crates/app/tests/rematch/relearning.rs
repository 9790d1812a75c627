//! What is learned of the catalogue's words is in force with its keys, whatever breaks off or comes between.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use app::importing::import_catalogue::import_catalogue;
use app::matching::lexicon::{LexiconStores, learn_ahead, relearn};
use domain::availability::Condition;
use domain::ids::Revision;
use domain::placement::MatchKey;
use domain::product::ProductDraft;
use fakes::PreparedBatches;
use ports_net::{CatalogueItem, FeedItem};
use ports_store::{
    CatalogueReader, KeyChange, LexiconStore, MatchStore, OfferedCandidate, StoreError,
    StoredLexicon,
};
use ports_system::Clock;
use time::OffsetDateTime;

use super::{World, draft, offer};

/// The n-th product of a catalogue of kettles, then irons. Of its words those make keys that are rarest.
fn kettle(n: usize) -> ProductDraft {
    let brand = if n.is_multiple_of(2) {
        "Velora"
    } else {
        "Korvex"
    };
    let model = format!("Breeze {n}");
    let kind = if n < 120 {
        "kettle breeze"
    } else {
        "iron zephyr"
    };
    let name = format!("{brand} {n} cordless automatic travelling {kind} compact");
    draft(&format!("p{n}"), &name, brand, &model, &[])
}

fn rows(drafts: Vec<ProductDraft>) -> PreparedBatches<CatalogueItem> {
    let product = |draft| CatalogueItem::Product {
        line: 1,
        draft: Box::new(draft),
        remarks: Vec::new(),
    };
    PreparedBatches::of(drafts.into_iter().map(product).collect())
}

fn keys_of(products: &[OfferedCandidate]) -> Vec<Vec<MatchKey>> {
    let each = products.iter().map(|it| it.candidate.keys.clone());
    each.collect()
}

/// What happens when the store is asked.
#[derive(Clone, Copy, PartialEq)]
pub enum Event {
    /// The process is killed before it is.
    Killed,
    /// A shop brings a product, and the operator another.
    Imported,
}

/// A store to which something happens when it is asked for the n-th time to change what was learned.
pub struct Eventful<'a> {
    world: &'a World,
    event: Event,
    at: usize,
    asked: AtomicUsize,
    /// What the operator brought.
    brought: Mutex<Vec<ProductDraft>>,
}

impl<'a> Eventful<'a> {
    pub const fn new(world: &'a World, event: Event, at: usize) -> Self {
        Self {
            world,
            event,
            at,
            asked: AtomicUsize::new(0),
            brought: Mutex::new(Vec::new()),
        }
    }

    /// How often it was asked.
    pub fn steps(&self) -> usize {
        self.asked.load(Ordering::SeqCst)
    }

    pub fn stores(&self) -> LexiconStores<'_> {
        LexiconStores {
            lexicons: self,
            ..self.world.lexicon()
        }
    }

    /// The store, once what happens has happened.
    async fn asked(&self) -> Result<&'a dyn LexiconStore, StoreError> {
        let asked = self.asked.fetch_add(1, Ordering::SeqCst);
        match self.event {
            Event::Killed if asked >= self.at => Err(StoreError::Failed("killed".to_owned())),
            Event::Imported if asked == self.at => {
                let fan = offer("fan", "Korvex Gale 900 tower fan", "Korvex", &[900]);
                self.world.import("Between", vec![fan]).await;
                let late = kettle(500 + asked);
                self.brought.lock().unwrap().push(late.clone());
                self.world.catalogue(vec![late]).await;
                Ok(&self.world.store)
            }
            _ => Ok(&self.world.store),
        }
    }
}

#[async_trait::async_trait]
impl LexiconStore for Eventful<'_> {
    async fn begin_change(
        &self,
        now: OffsetDateTime,
        until: OffsetDateTime,
    ) -> Result<Option<u64>, StoreError> {
        self.asked().await?.begin_change(now, until).await
    }

    async fn renew_change(&self, no: u64, until: OffsetDateTime) -> Result<(), StoreError> {
        self.world.store.renew_change(no, until).await
    }

    async fn end_change(&self, no: u64) -> Result<(), StoreError> {
        self.asked().await?.end_change(no).await
    }

    async fn find_spare(&self) -> Result<Option<String>, StoreError> {
        self.world.store.find_spare().await
    }

    async fn save_spare(&self, no: u64, words: Option<&str>) -> Result<(), StoreError> {
        self.asked().await?.save_spare(no, words).await
    }

    async fn is_rematch_unfinished(&self) -> Result<bool, StoreError> {
        self.world.store.is_rematch_unfinished().await
    }

    async fn save_rematch_unfinished(
        &self,
        no: u64,
        is_unfinished: bool,
    ) -> Result<(), StoreError> {
        let store = self.asked().await?;
        store.save_rematch_unfinished(no, is_unfinished).await
    }

    async fn change_keys(
        &self,
        no: u64,
        at: Revision,
        changes: &[KeyChange],
    ) -> Result<bool, StoreError> {
        self.asked().await?.change_keys(no, at, changes).await
    }

    async fn switch_lexicon(
        &self,
        no: u64,
        at: Revision,
        lexicon: &StoredLexicon,
    ) -> Result<bool, StoreError> {
        self.asked().await?.switch_lexicon(no, at, lexicon).await
    }
}

impl World {
    /// Imports an operator's catalogue; how many of its products were as they are already, their keys included.
    async fn catalogue(&self, drafts: Vec<ProductDraft>) -> u64 {
        let mut rows = rows(drafts);
        let imported = import_catalogue(&self.store, &self.store, &mut rows, &mut |_, _| ()).await;
        imported.unwrap().saved.unchanged
    }

    /// A catalogue of kettles of which more can be learned than is known.
    async fn of_kettles() -> (Self, Vec<ProductDraft>) {
        let world = Self::new().await;
        let first: Vec<ProductDraft> = (0..120).map(kettle).collect();
        world.catalogue(first).await;
        assert!(relearn(world.lexicon(), &world.clock).await.unwrap());
        let all: Vec<ProductDraft> = (0..190).map(kettle).collect();
        world.catalogue(all.clone()).await;
        (world, all)
    }

    /// Each product has the keys of the lexicon in force and no others, as an import of the same products finds.
    async fn is_of_one_lexicon(&self, all: Vec<ProductDraft>) {
        assert_eq!(self.store.find_spare().await.unwrap(), None);
        let products = u64::try_from(all.len()).unwrap();
        assert_eq!(self.catalogue(all).await, products);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_change_that_is_broken_off_is_done_or_undone_by_the_next_one() {
    let mut at = 1;
    loop {
        let (world, all) = World::of_kettles().await;
        let known = world.store.find_lexicon().await.unwrap();
        let killed = Eventful::new(&world, Event::Killed, at);
        let learned = relearn(killed.stores(), &world.clock).await;
        if learned.is_ok() {
            assert!(at > 6, "it was killed before each of its steps");
            return;
        }
        let (left, in_force, _) = world.state().await;
        let left = keys_of(&left);
        assert!(
            !relearn(world.lexicon(), &world.clock).await.unwrap(),
            "its hour runs"
        );
        world.clock.advance(time::Duration::hours(1));
        relearn(world.lexicon(), &world.clock).await.unwrap();
        assert_ne!(world.store.find_lexicon().await.unwrap(), known);
        world.is_of_one_lexicon(all).await;
        let last = keys_of(&world.state().await.0);
        if in_force != known {
            let has_all = left
                .iter()
                .zip(&last)
                .all(|(left, last)| last.iter().all(|key| left.contains(key)));
            assert!(has_all, "what is in force has its keys, step {at}");
        }
        at += 1;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_import_between_two_steps_brings_products_with_keys_of_what_is_learned() {
    for at in 0.. {
        let (world, mut all) = World::of_kettles().await;
        let eventful = Eventful::new(&world, Event::Imported, at);
        assert!(relearn(eventful.stores(), &world.clock).await.unwrap());
        if eventful.steps() <= at {
            return;
        }
        all.append(&mut eventful.brought.lock().unwrap());
        world.is_of_one_lexicon(all).await;
        // a feed's product has them, too: the same offer of another shop is found by its words
        let products = world.store.count_products().await.unwrap();
        let fan = offer("f2", "Korvex Gale 900 tower fan", "Korvex", &[]);
        world.import("Later", vec![fan]).await;
        assert_eq!(world.store.count_products().await.unwrap(), products);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_imported_while_words_are_learned_has_the_keys_of_what_is_in_force() {
    let (world, all) = World::of_kettles().await;
    let more: Vec<ProductDraft> = (190..5200).map(kettle).collect();
    let learning = async {
        while world.store.revision().await.unwrap() < Revision(4) {
            tokio::task::yield_now().await;
        }
        relearn(world.lexicon(), &world.clock).await.unwrap()
    };
    let (_, learned) = tokio::join!(world.catalogue(more.clone()), learning);
    assert!(learned);
    world.is_of_one_lexicon([all, more].concat()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_words_of_a_first_file_are_learned_before_its_products_are_saved() {
    let all: Vec<ProductDraft> = (0..190).map(kettle).collect();
    let (ahead, after) = (World::new().await, World::new().await);
    for (mut file, learned) in [(rows(Vec::new()), false), (rows(all.clone()), true)] {
        let done = learn_ahead(ahead.lexicon(), &ahead.clock, &mut file).await;
        assert_eq!(done.unwrap(), learned);
    }
    ahead.catalogue(all.clone()).await;
    let before = ahead.state().await;
    assert!(!relearn(ahead.lexicon(), &ahead.clock).await.unwrap());
    assert_eq!(ahead.state().await, before, "nothing is left to do");

    after.catalogue(all.clone()).await;
    assert!(relearn(after.lexicon(), &after.clock).await.unwrap());
    let ((one, words, _), (other, same, _)) = (ahead.state().await, after.state().await);
    assert_eq!(words, same);
    assert_eq!(keys_of(&one), keys_of(&other));

    let mut again = rows(all.clone());
    let done = learn_ahead(ahead.lexicon(), &ahead.clock, &mut again).await;
    assert!(!done.unwrap(), "what was learned stays");
    ahead.is_of_one_lexicon(all).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_first_feed_is_learned_of_before_it_is_imported() {
    let titled = |n: usize| {
        let ProductDraft { name, brand, .. } = kettle(n);
        offer(&format!("o{n}"), &name, &brand, &[])
    };
    let feed: Vec<FeedItem> = (0..190).map(titled).collect();
    let (ahead, after) = (World::new().await, World::new().await);
    // of the first file nothing comes: what it taught goes
    let wrong = (0..150).map(|n| offer(&format!("o{n}"), &format!("Nova {n} lamp"), "", &[]));
    for file in [wrong.collect(), feed.clone()] {
        let mut rows = PreparedBatches::of(file);
        let learned = learn_ahead(ahead.lexicon(), &ahead.clock, &mut rows).await;
        assert!(learned.unwrap());
    }
    ahead.import("Shop", feed.clone()).await;
    let before = ahead.state().await;
    assert!(!relearn(ahead.lexicon(), &ahead.clock).await.unwrap());
    assert_eq!(ahead.state().await, before, "nothing is left to do");

    after.import("Shop", feed).await;
    assert!(relearn(after.lexicon(), &after.clock).await.unwrap());
    let ((one, words, _), (other, same, _)) = (ahead.state().await, after.state().await);
    assert_eq!((one.len(), words), (190, same));
    assert_eq!(keys_of(&one), keys_of(&other));
}

/// What came before anything was learned is matched anew when it is: so it must not be learned ahead.
#[tokio::test(flavor = "multi_thread")]
async fn a_store_with_a_few_products_is_learned_of_afterwards() {
    let world = World::new().await;
    world
        .import("Small", vec![offer("o1", "Velora kettle", "Velora", &[])])
        .await;
    let titled = |n: usize| offer(&format!("o{n}"), &kettle(n).name, "", &[]);
    let mut rows = PreparedBatches::of((0..190).map(titled).collect());
    let learned = learn_ahead(world.lexicon(), &world.clock, &mut rows).await;
    assert!(!learned.unwrap());
    assert_eq!(world.store.find_lexicon().await.unwrap(), None);
}

/// What one shop calls alike are two things, but it may sell one thing new and used.
#[tokio::test(flavor = "multi_thread")]
async fn in_a_first_feed_words_bring_only_other_conditions_together() {
    let titled = |n: usize| {
        let title = format!("Velora {n} cordless automatic travelling kettle");
        offer(&format!("o{n}"), &title, "Velora", &[])
    };
    let as_used = |id: &str, item: FeedItem| match item {
        FeedItem::Offer(mut offer, remarks) => {
            offer.facts.offer_id = id.to_owned();
            offer.facts.condition = Condition::Used;
            FeedItem::Offer(offer, remarks)
        }
        rejected @ FeedItem::Rejected(_) => rejected,
    };
    // more than a batch, so that the first is to be found in the store
    let mut feed: Vec<FeedItem> = (0..1_100).map(titled).collect();
    feed.push(as_used("used", titled(7)));
    feed.push(as_used("another", titled(5_000)));
    let world = World::new().await;
    world.import("Shop", feed).await;
    let (products, ..) = world.state().await;
    assert_eq!(products.len(), 1_101);
    let both = products.iter().filter(|it| it.places.len() == 2);
    let names: Vec<&str> = both.map(|it| it.candidate.name.as_str()).collect();
    assert_eq!(names, ["Velora 7 cordless automatic travelling kettle"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_learned_by_former_rules_is_learned_anew() {
    let (world, all) = World::of_kettles().await;
    assert!(relearn(world.lexicon(), &world.clock).await.unwrap());
    assert!(!relearn(world.lexicon(), &world.clock).await.unwrap());
    let learned = world.store.find_lexicon().await.unwrap().unwrap();
    let (_, entries) = learned.words.split_once('\n').unwrap();
    let former = StoredLexicon {
        words: format!("lexicon 1\n{entries}"),
        ..learned.clone()
    };
    let now = world.clock.now();
    let change = world.store.begin_change(now, now).await.unwrap().unwrap();
    let revision = world.store.revision().await.unwrap();
    let switched = world.store.switch_lexicon(change, revision, &former);
    assert!(switched.await.unwrap());
    world.store.end_change(change).await.unwrap();

    assert!(relearn(world.lexicon(), &world.clock).await.unwrap());
    let found = world.store.find_lexicon().await.unwrap();
    assert_eq!(found, Some(learned));
    assert!(!relearn(world.lexicon(), &world.clock).await.unwrap());
    world.is_of_one_lexicon(all).await;
}
