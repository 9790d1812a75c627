//! Cases of `LexiconStore`: what matching learned changes with the keys that are made of it.

use domain::ids::ProductNo;
use domain::placement::MatchKey;
use domain::snapshot::SnapshotKind::Full;
use ports_store::{KeyChange, StoreError, StoredLexicon};

use super::fixtures::{catalogued, day, import, key, number, open};
use super::match_fixtures::with_key;
use super::{Database, StoreUnderTest};

/// A change that nobody else makes on the first day.
async fn begin(store: &dyn StoreUnderTest) -> u64 {
    let begun = store.begin_change(day(0), day(1)).await.unwrap();
    begun.unwrap()
}

fn lexicon(products: u64, words: &str) -> StoredLexicon {
    StoredLexicon {
        products,
        words: words.to_owned(),
    }
}

/// Puts a lexicon in force.
pub(super) async fn learn(store: &dyn StoreUnderTest, words: &str) {
    let no = begin(store).await;
    let at = store.revision().await.unwrap();
    let learned = lexicon(3, words);
    assert!(store.switch_lexicon(no, at, &learned).await.unwrap());
    store.end_change(no).await.unwrap();
}

/// In order.
fn keys(texts: &[&str]) -> Vec<MatchKey> {
    let mut keys: Vec<MatchKey> = texts.iter().map(|text| key(text)).collect();
    keys.sort_unstable();
    keys
}

fn change(product: ProductNo, added: &[&str], removed: &[&str]) -> KeyChange {
    KeyChange {
        product,
        added: keys(added),
        removed: keys(removed),
    }
}

/// Changes keys as somebody who has read the catalogue just now.
pub(super) async fn change_keys(store: &dyn StoreUnderTest, changes: &[KeyChange]) {
    let no = begin(store).await;
    let at = store.revision().await.unwrap();
    assert!(store.change_keys(no, at, changes).await.unwrap());
    store.end_change(no).await.unwrap();
}

/// Gives a product a key.
pub(super) async fn give_key(store: &dyn StoreUnderTest, product: ProductNo, text: &str) {
    change_keys(store, &[change(product, &[text], &[])]).await;
}

/// Products are given keys and lose others; those that an import brought in between stay; no answer changes.
pub async fn keys_change_at_the_revision_at_which_they_were_read(db: &Database) {
    let store = db.connect().await;
    let mut both = catalogued("a");
    both.keys.push(key("shared"));
    store.save_products(&[both, catalogued("b")]).await.unwrap();
    let [a, b] = [number(&*store, "a").await, number(&*store, "b").await];
    let before = store.revision().await.unwrap();
    let changes = [
        change(a, &["it's new", "shared"], &["key of a", "unknown"]),
        change(b, &[], &["key of b"]),
    ];
    change_keys(&*store, &changes).await;
    assert_eq!(store.revision().await.unwrap(), before);
    for gone in ["key of a", "key of b"] {
        assert_eq!(with_key(&*store, &key(gone)).await, []);
    }
    for there in ["shared", "it's new"] {
        assert_eq!(with_key(&*store, &key(there)).await, [a]);
    }
    let listed = store.list_candidates(None, 9).await.unwrap();
    assert_eq!(listed[0].candidate.keys, keys(&["it's new", "shared"]));
    assert_eq!(listed[1].candidate.keys, []);

    let no = begin(&*store).await;
    store.save_products(&[catalogued("b")]).await.unwrap();
    let late = [change(b, &["late"], &["key of b"])];
    assert!(!store.change_keys(no, before, &late).await.unwrap());
    assert_eq!(with_key(&*store, &key("key of b")).await, [b]);
    assert_eq!(with_key(&*store, &key("late")).await, []);
}

/// There is none at first; the last one stays, and the one before is the spare; not while a snapshot is open, nor after
/// another one was published.
pub async fn a_lexicon_and_its_spare_change_places(db: &Database) {
    let (store, reader) = (db.connect().await, db.connect().await);
    assert_eq!(reader.find_lexicon().await.unwrap(), None);
    assert_eq!(reader.find_spare().await.unwrap(), None);
    let (first, second) = (
        lexicon(7, "nova\t7\n'quoted' ? $1 \u{1f4f1}"),
        lexicon(0, ""),
    );
    let no = begin(&*store).await;
    store.save_spare(no, Some(&first.words)).await.unwrap();
    assert_eq!(
        reader.find_spare().await.unwrap().as_ref(),
        Some(&first.words)
    );
    let at = store.revision().await.unwrap();
    assert!(store.switch_lexicon(no, at, &first).await.unwrap());
    assert_eq!(reader.find_lexicon().await.unwrap().as_ref(), Some(&first));
    assert_eq!(reader.find_spare().await.unwrap(), Some(String::new()));
    store.save_spare(no, None).await.unwrap();
    assert_eq!(reader.find_spare().await.unwrap(), None);

    let opened = open(&*reader, "Shop", day(0)).await;
    let locked = store.switch_lexicon(no, at, &second).await;
    assert!(matches!(locked, Err(StoreError::Locked)), "{locked:?}");
    reader.discard(opened.no).await.unwrap();
    import(&*store, "Shop", Full, &[("1", "a", 100)], day(0)).await;
    assert!(!store.switch_lexicon(no, at, &second).await.unwrap());
    assert_eq!(reader.find_lexicon().await.unwrap().as_ref(), Some(&first));
    assert_eq!(reader.find_spare().await.unwrap(), None);
    let at = store.revision().await.unwrap();
    assert!(store.switch_lexicon(no, at, &second).await.unwrap());
    assert_eq!(reader.find_lexicon().await.unwrap(), Some(second));
    assert_eq!(reader.find_spare().await.unwrap(), Some(first.words));
}

/// Whether matching anew came to its end is known to every process, and outlasts the change.
pub async fn matching_that_did_not_end_is_remembered(db: &Database) {
    let (store, other) = (db.connect().await, db.connect().await);
    assert!(!other.is_rematch_unfinished().await.unwrap());
    let no = begin(&*store).await;
    assert!(!other.is_rematch_unfinished().await.unwrap());
    store.save_rematch_unfinished(no, true).await.unwrap();
    store.end_change(no).await.unwrap();
    assert!(other.is_rematch_unfinished().await.unwrap());
    let next = begin(&*other).await;
    let former = store.save_rematch_unfinished(no, false).await;
    assert!(matches!(former, Err(StoreError::Superseded)), "{former:?}");
    other.save_rematch_unfinished(next, false).await.unwrap();
    assert!(!store.is_rematch_unfinished().await.unwrap());
}

/// Nobody begins a change while another one runs and its time has not passed; who comes after that time keeps what was
/// noted, and fences the former off.
pub async fn a_change_of_the_lexicon_fences_the_former_off(db: &Database) {
    let (store, other) = (db.connect().await, db.connect().await);
    let no = begin(&*store).await;
    store.save_spare(no, Some("words")).await.unwrap();
    assert_eq!(other.begin_change(day(0), day(1)).await.unwrap(), None);
    let next = other.begin_change(day(1), day(2)).await.unwrap().unwrap();
    other.renew_change(next, day(3)).await.unwrap();
    assert_eq!(store.begin_change(day(2), day(4)).await.unwrap(), None);
    assert_eq!(other.find_spare().await.unwrap().as_deref(), Some("words"));
    let at = store.revision().await.unwrap();
    for refused in [
        store.end_change(no).await,
        store.renew_change(no, day(9)).await,
        store.save_spare(no, None).await,
        store.change_keys(no, at, &[]).await.map(drop),
        store
            .switch_lexicon(no, at, &lexicon(1, ""))
            .await
            .map(drop),
    ] {
        assert!(
            matches!(refused, Err(StoreError::Superseded)),
            "{refused:?}"
        );
    }
    assert_eq!(store.find_lexicon().await.unwrap(), None);
    other.end_change(next).await.unwrap();
    begin(&*store).await;
    assert_eq!(store.find_spare().await.unwrap().as_deref(), Some("words"));
}
