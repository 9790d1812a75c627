//! Cases of `ImportRunStore`.

use domain::import_run::{ImportRun, KeptRejections, RUNS_KEPT, RejectedRow, Rejections, RunId};
use domain::source::{Fault, FaultClass, ImportCounts, SourceId};
use domain::store::StoreName;
use ports_store::KeptRun;
use time::Duration;
use uuid::Uuid;

use super::Database;
use super::fixtures::day;

fn name(text: &str) -> StoreName {
    StoreName::parse(text).unwrap()
}

/// A run that ended on a day.
pub(super) fn run(number: u128, store: &str, ended: i64) -> KeptRun {
    KeptRun {
        run: ImportRun {
            id: RunId(Uuid::from_u128(number)),
            store: name(store),
            source: None,
            began_at: day(ended) - Duration::seconds(7),
            ended_at: day(ended),
            format: None,
            counts: ImportCounts::default(),
            fault: None,
        },
        rejections: KeptRejections::default(),
    }
}

fn numbers(runs: &[ImportRun]) -> Vec<u128> {
    runs.iter().map(|run| run.id.0.as_u128()).collect()
}

/// A run is found as it was kept, with all that is known of it or with nothing but its end.
pub async fn a_run_is_found_as_it_was_kept(db: &Database) {
    let store = db.connect().await;
    let mut rejections = Rejections::default();
    for line in 1..=3 {
        let reason = "\"1,00\" is <b>no</b> price 🎧\\";
        rejections.count(line, Some("a\"1\u{0}"), "price", reason);
    }
    rejections.count(9, None, "", "the row is empty");
    let mut whole = run(1, "Shop One", 1);
    whole.run.source = Some(SourceId(Uuid::from_u128(7)));
    whole.run.format = Some("offers CSV".to_owned());
    whole.run.fault = Some(Fault::new(FaultClass::Refused, "it is \"empty\" 🎧"));
    whole.run.counts = ImportCounts {
        read: 8,
        accepted: 7,
        rejected: 6,
        created: 5,
        changed: 4,
        unchanged: 3,
        gone: 2,
        quarantined: 1,
    };
    whole.rejections = rejections.kept();
    let bare = run(2, "Shop One", 2);
    for kept in [&whole, &bare] {
        store.insert_run(kept).await.unwrap();
        let found = db.connect().await.find_run(kept.run.id).await.unwrap();
        assert_eq!(found.as_ref(), Some(kept));
    }
    let listed = store.list_runs(None, 9).await.unwrap();
    assert_eq!(listed, [bare.run, whole.run]);
    let unknown = RunId(Uuid::from_u128(3));
    assert_eq!(store.find_run(unknown).await.unwrap(), None);
}

/// Runs are listed that ended last first, of all shops or of one, whatever the case of its name, at most so many.
pub async fn runs_are_listed_that_ended_last_first(db: &Database) {
    let store = db.connect().await;
    for (number, shop, ended) in [
        (4, "Shop One", 3),
        (3, "Shop Two", 2),
        (2, "SHOP ONE", 4),
        (1, "Shop Two", 1),
    ] {
        store.insert_run(&run(number, shop, ended)).await.unwrap();
    }
    let list = |of: Option<&'static str>, limit| {
        let store = store.clone();
        async move {
            let of = of.map(name);
            numbers(&store.list_runs(of.as_ref(), limit).await.unwrap())
        }
    };
    assert_eq!(list(None, 9).await, [2, 4, 3, 1]);
    assert_eq!(list(None, 2).await, [2, 4]);
    assert_eq!(list(Some("shop one"), 9).await, [2, 4]);
    assert_eq!(list(Some("Shop Two"), 1).await, [3]);
    assert_eq!(list(Some("Shop Three"), 9).await, [0; 0]);
}

/// Of each shop its own last runs are listed, whatever the case of its name and however many others have ended since.
pub async fn a_busy_shop_keeps_no_other_off_the_list_of_last_runs(db: &Database) {
    let store = db.connect().await;
    assert_eq!(store.list_last_runs(9).await.unwrap(), []);
    for (number, shop, ended) in [
        (1, "Shop One", 1),
        (2, "Shop Two", 2),
        (3, "Shop Two", 3),
        (5, "SHOP TWO", 5),
        (4, "Shop Two", 5),
        (6, "Shop Three", 4),
    ] {
        store.insert_run(&run(number, shop, ended)).await.unwrap();
    }
    for (of_each, wanted) in [
        (0, vec![]),
        (1, vec![5, 6, 1]),
        (2, vec![5, 4, 6, 1]),
        (9, vec![5, 4, 6, 3, 2, 1]),
    ] {
        let listed = store.list_last_runs(of_each).await.unwrap();
        assert_eq!(numbers(&listed), wanted, "{of_each} of each");
    }
}

/// Of each shop the last runs are kept, by when they ended and not by when they are told; those of other shops stay.
pub async fn the_last_runs_of_each_shop_are_kept(db: &Database) {
    let store = db.connect().await;
    let other = run(900, "Shop Two", 0);
    store.insert_run(&other).await.unwrap();
    let most = u128::from(RUNS_KEPT);
    for number in 1..=most + 5 {
        let shop = if number % 2 == 0 {
            "Shop One"
        } else {
            "shop one"
        };
        let mut kept = run(number, shop, i64::try_from(number).unwrap());
        let row = RejectedRow::new(1, None, "price", "is no price");
        kept.rejections.rows = vec![row];
        store.insert_run(&kept).await.unwrap();
    }
    let shop = name("Shop One");
    let listed = store.list_runs(Some(&shop), 999).await.unwrap();
    let wanted: Vec<u128> = (6..=most + 5).rev().collect();
    assert_eq!(numbers(&listed), wanted);
    let forgotten = RunId(Uuid::from_u128(5));
    assert_eq!(store.find_run(forgotten).await.unwrap(), None);
    // one that ended before all that are kept is not
    store.insert_run(&run(901, "Shop One", 2)).await.unwrap();
    let listed = store.list_runs(Some(&shop), 999).await.unwrap();
    assert_eq!(numbers(&listed), wanted);
    assert_eq!(store.find_run(other.run.id).await.unwrap(), Some(other));
}
