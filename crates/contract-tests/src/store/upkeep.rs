//! Cases of `UpkeepStore`.

use ports_store::{UpkeepTask, UpkeepTurn};
use time::Duration;

use super::fixtures::day;
use super::{Database, ROUNDS};

const TASK: UpkeepTask = UpkeepTask::Thinning;

/// Of two processes that take a task at once one has it, and another task is another one.
pub async fn an_upkeep_is_of_one_process_at_a_time(db: &Database) {
    let (first, second) = (db.connect().await, db.connect().await);
    for n in 0..i64::try_from(ROUNDS).unwrap() {
        let (now, until) = (day(n), day(n) + Duration::hours(1));
        let (one, other) = tokio::join!(
            first.begin_upkeep(TASK, now, until),
            second.begin_upkeep(TASK, now, until)
        );
        let turns = [one.unwrap(), other.unwrap()];
        assert_eq!(turns.iter().flatten().count(), 1, "{turns:?}");
        let later = until - Duration::microseconds(1);
        assert_eq!(second.begin_upkeep(TASK, later, until).await.unwrap(), None);
    }
    let other = UpkeepTask::Forgetting;
    let turn = first.begin_upkeep(other, day(0), day(1)).await.unwrap();
    assert_eq!(turn.map(|turn| turn.progress), Some(None));
}

/// A turn whose lease ran out is taken up where it was noted last, and is no more of who had it; one that ended
/// begins anew when it is due.
pub async fn an_upkeep_goes_on_where_it_was_broken_off(db: &Database) {
    let store = db.connect().await;
    let begun = store.begin_upkeep(TASK, day(0), day(1)).await.unwrap();
    let begun = begun.unwrap();
    assert_eq!(begun.progress, None);
    let noted = UpkeepTurn {
        progress: Some(7),
        ..begun
    };
    assert!(store.note_upkeep(&noted, day(3)).await.unwrap());
    let other = db.connect().await;
    assert_eq!(
        other.begin_upkeep(TASK, day(2), day(4)).await.unwrap(),
        None
    );
    let taken = other.begin_upkeep(TASK, day(3), day(4)).await.unwrap();
    let taken = taken.unwrap();
    assert_eq!(taken.progress, Some(7));
    let late = UpkeepTurn {
        progress: Some(9),
        ..begun
    };
    assert!(!store.note_upkeep(&late, day(9)).await.unwrap());
    assert!(!store.end_upkeep(&late, day(9)).await.unwrap());
    assert!(other.end_upkeep(&taken, day(5)).await.unwrap());
    assert!(!other.note_upkeep(&taken, day(9)).await.unwrap());
    let (before, after) = (day(5) - Duration::seconds(1), day(5));
    assert_eq!(
        store.begin_upkeep(TASK, before, day(6)).await.unwrap(),
        None
    );
    let anew = store.begin_upkeep(TASK, after, day(6)).await.unwrap();
    assert_eq!(anew.map(|turn| turn.progress), Some(None));
}
