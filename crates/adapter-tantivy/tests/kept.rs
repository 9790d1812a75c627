//! What is kept in a folder is there again, or is not used at all.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use adapter_tantivy::{KeptRows, TantivyIndex, open_kept};
use contract_tests::index::product;
use domain::ids::Revision;
use ports_store::{CatalogueKeeper, KeptRow, KeptState, ProductIndex};
use product_knowledge::query::SearchQuery;

const STATE: KeptState = KeptState {
    revision: 7,
    stamp: -99,
};

/// More than a block of rows.
const ROWS: i64 = 20_000;

fn open(folder: &Path) -> (TantivyIndex, KeptRows) {
    open_kept(folder, "this build".to_owned()).unwrap()
}

fn row(no: i64, texts: &str) -> KeptRow<'_> {
    KeptRow {
        no,
        texts,
        ends: [1, 2, 3, 4, 5, 5],
        has_image: true,
        confidence: 987,
        store_count: 3,
        availability: 1,
        offers: 70_000,
        until: i64::MAX,
        full_names: [1, u64::MAX],
        of_stores: -1,
        is_of_stores_assumed: false,
        category: (no % 2 == 0).then_some(5),
        item: 1_999,
        revision: no,
        text_digest: 1 << 63,
    }
}

fn texts(no: i64) -> String {
    format!("product {no} with a text of some length, so that there are several blocks")
}

fn keep(rows: &KeptRows) {
    let mut left = 0..ROWS;
    rows.keep(STATE, &mut |each| {
        for no in left.by_ref().take(1_000) {
            each(&row(no, &texts(no)));
        }
        !left.is_empty()
    })
    .unwrap();
}

fn finds(index: &TantivyIndex, q: &str) -> Vec<i64> {
    let hits = index.search(&SearchQuery::parse(q).unwrap()).unwrap();
    let mut found: Vec<i64> = hits.iter().map(|hit| hit.product.0).collect();
    found.sort_unstable();
    found
}

/// A folder in which a catalogue was kept.
fn kept() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let (index, rows) = open(&folder.path().join("index"));
    let products = [product(1, "Nova Phone"), product(2, "Nova Lamp")];
    index.apply(&products, &[], Revision(7)).unwrap();
    keep(&rows);
    folder
}

#[test]
fn what_was_kept_is_there_again() {
    let folder = kept();
    let (index, rows) = open(&folder.path().join("index"));
    assert_eq!(finds(&index, "nova"), [1, 2]);
    assert_eq!(rows.kept(), Some(STATE));
    let mut read = 0;
    rows.read(&mut |kept| {
        assert_eq!(*kept, row(read, &texts(read)));
        read += 1;
    })
    .unwrap();
    assert_eq!(read, ROWS);
    rows.forget().unwrap();
    assert_eq!(rows.kept(), None);
}

#[test]
fn two_never_have_one_folder() {
    let folder = kept();
    let path = folder.path().join("index");
    let first = open(&path);
    assert!(open_kept(&path, "this build".to_owned()).is_err());
    assert_eq!(finds(&first.0, "nova"), [1, 2]);
    drop(first);
    open(&path);
}

#[test]
fn what_another_build_kept_is_not_used() {
    let folder = kept();
    let path = folder.path().join("index");
    let (_, rows) = open_kept(&path, "another build".to_owned()).unwrap();
    assert_eq!(rows.kept(), None);
    drop(rows);
}

#[test]
fn rows_that_are_torn_or_damaged_are_noticed() {
    let folder = kept();
    let path = folder.path().join("index");
    let file = path.join("rows");
    let whole = fs::read(&file).unwrap();
    assert!(whole.len() > 2 << 20, "several blocks");
    let (_, rows) = open(&path);
    for length in [whole.len() - 1, whole.len() - 8, whole.len() / 2, 1 << 20] {
        fs::write(&file, &whole[..length]).unwrap();
        assert!(rows.read(&mut |_| ()).is_err(), "{length} bytes");
    }
    for place in [200, whole.len() / 3, whole.len() - 9] {
        let mut damaged = whole.clone();
        damaged[place] ^= 0x10;
        fs::write(&file, &damaged).unwrap();
        assert!(rows.read(&mut |_| ()).is_err(), "byte {place}");
    }
    for length in [0, 5, 20] {
        fs::write(&file, &whole[..length]).unwrap();
        assert_eq!(rows.kept(), None, "{length} bytes");
    }
    let mut older = whole.clone();
    older[9] = b'0';
    fs::write(&file, &older).unwrap();
    assert_eq!(rows.kept(), None);
    fs::write(&file, &whole).unwrap();
    assert_eq!(rows.kept(), Some(STATE));
}

#[test]
fn a_damaged_index_is_made_anew_and_empty() {
    let words = |folder: &Path| -> Vec<_> {
        let entries = fs::read_dir(folder.join("index/words")).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path());
        let of_a_segment = |path: &std::path::PathBuf| {
            let extension = path.extension().unwrap_or_default();
            extension == "term" || extension == "idx" || extension == "fast"
        };
        paths.filter(of_a_segment).collect()
    };
    let files = words(kept().path()).len();
    assert!(files >= 3);
    for no in 0..files {
        let folder = kept();
        let file = &words(folder.path())[no];
        let mut bytes = fs::read(file).unwrap();
        bytes[0] ^= 1;
        fs::remove_file(file).unwrap();
        fs::write(file, bytes).unwrap();
        let (index, _rows) = open(&folder.path().join("index"));
        assert_eq!(index.texts().unwrap(), [], "{}", file.display());
        index
            .apply(&[product(3, "Nova Desk")], &[], Revision(8))
            .unwrap();
        assert_eq!(finds(&index, "nova"), [3]);
    }
}
