//! Cases of `OperatorStore` and `OperatorActStore`.

use ports_store::{Operator, OperatorAct, OperatorSession};
use time::{Duration, OffsetDateTime};

use super::fixtures::day;
use super::{Database, ROUNDS};

fn operator(name: &str, password: &str) -> Operator {
    Operator {
        name: name.to_owned(),
        password_digest: password.to_owned(),
        changed_at: day(0),
    }
}

fn session(number: u8, operator: &str, begun_at: OffsetDateTime) -> OperatorSession {
    OperatorSession {
        digest: [number; 32],
        operator: operator.to_owned(),
        begun_at,
        ends_at: begun_at + Duration::HOUR,
    }
}

/// An operator is found by name as saved last, and listed in order of names.
pub async fn an_operator_is_found_as_saved_last(db: &Database) {
    let store = db.connect().await;
    assert_eq!(store.find_operator("ada").await.unwrap(), None);
    for saved in [
        operator("bob", "b"),
        operator("ada", "a"),
        operator("ada", "c"),
    ] {
        store.save_operator(&saved).await.unwrap();
        assert_eq!(store.find_operator(&saved.name).await.unwrap(), Some(saved));
    }
    let listed = db.connect().await.list_operators().await.unwrap();
    assert_eq!(listed, [operator("ada", "c"), operator("bob", "b")]);
}

/// Names are ordered by their bytes, whatever the collation of the database is.
pub async fn operators_are_listed_in_order_of_names(db: &Database) {
    let store = db.connect().await;
    for name in ["b", "aa", "a_b", "Zoe", "ab", "a-c"] {
        store.save_operator(&operator(name, "p")).await.unwrap();
    }
    let listed = store.list_operators().await.unwrap();
    let names: Vec<String> = listed.into_iter().map(|it| it.name).collect();
    assert_eq!(names, ["Zoe", "a-c", "a_b", "aa", "ab", "b"]);
}

/// A session is found until it ends, whether by itself, by its operator, or with the operator.
pub async fn a_session_is_found_until_it_ends(db: &Database) {
    let store = db.connect().await;
    store.save_operator(&operator("ada", "a")).await.unwrap();
    store.save_operator(&operator("bob", "b")).await.unwrap();
    let (one, two, other) = (
        session(1, "ada", day(0)),
        session(2, "ada", day(0)),
        session(3, "bob", day(0)),
    );
    for (session, password) in [(&one, "a"), (&two, "a"), (&other, "b")] {
        assert!(store.insert_session(session, password).await.unwrap());
        let found = store.find_session(&session.digest, day(0)).await.unwrap();
        assert_eq!(found.as_ref(), Some(session));
    }
    let last = one.ends_at - Duration::microseconds(1);
    assert_eq!(
        store.find_session(&one.digest, last).await.unwrap(),
        Some(one.clone())
    );
    assert_eq!(
        store.find_session(&one.digest, one.ends_at).await.unwrap(),
        None
    );
    store.remove_session(&one.digest).await.unwrap();
    store.remove_session(&one.digest).await.unwrap();
    assert_eq!(store.find_session(&one.digest, day(0)).await.unwrap(), None);
    assert!(
        store
            .find_session(&two.digest, day(0))
            .await
            .unwrap()
            .is_some()
    );
    store.save_operator(&operator("ada", "c")).await.unwrap();
    assert_eq!(store.find_session(&two.digest, day(0)).await.unwrap(), None);
    assert!(store.remove_operator("bob").await.unwrap());
    assert!(!store.remove_operator("bob").await.unwrap());
    assert_eq!(
        store.find_session(&other.digest, day(0)).await.unwrap(),
        None
    );
}

/// Nobody begins a session with a password that is not the operator's any more.
pub async fn a_session_needs_the_password_of_now(db: &Database) {
    let store = db.connect().await;
    let wanted = session(1, "ada", day(0));
    assert!(!store.insert_session(&wanted, "a").await.unwrap());
    store.save_operator(&operator("ada", "c")).await.unwrap();
    assert!(!store.insert_session(&wanted, "a").await.unwrap());
    assert_eq!(
        store.find_session(&wanted.digest, day(0)).await.unwrap(),
        None
    );
    let other = db.connect().await;
    for round in 0..ROUNDS {
        store.save_operator(&operator("ada", "old")).await.unwrap();
        let begun = session(u8::try_from(round % 200).unwrap(), "ada", day(0));
        let changed = operator("ada", "new");
        let (saved, inserted) = tokio::join!(
            store.save_operator(&changed),
            other.insert_session(&begun, "old")
        );
        saved.unwrap();
        inserted.unwrap();
        assert_eq!(
            store.find_session(&begun.digest, day(0)).await.unwrap(),
            None
        );
    }
}

/// A session that begins sweeps away what has ended, whoever it was of, and nothing else.
pub async fn ended_sessions_go_when_another_begins(db: &Database) {
    let store = db.connect().await;
    store.save_operator(&operator("ada", "a")).await.unwrap();
    store.save_operator(&operator("bob", "b")).await.unwrap();
    let (old, others) = (session(1, "ada", day(0)), session(3, "bob", day(0)));
    let mut lasting = session(4, "bob", day(0));
    lasting.ends_at += Duration::microseconds(1);
    for (session, password) in [(&old, "a"), (&others, "b"), (&lasting, "b")] {
        assert!(store.insert_session(session, password).await.unwrap());
    }
    let next = session(2, "ada", old.ends_at);
    assert!(store.insert_session(&next, "a").await.unwrap());
    for gone in [old, others] {
        let found = store.find_session(&gone.digest, day(0)).await.unwrap();
        assert_eq!(found, None);
    }
    for there in [next, lasting] {
        let at = there.begun_at;
        let found = store.find_session(&there.digest, at).await.unwrap();
        assert_eq!(found, Some(there));
    }
}

/// A session that is refused leaves what has ended where it is: nothing is written.
pub async fn a_refused_session_writes_nothing(db: &Database) {
    let store = db.connect().await;
    store.save_operator(&operator("ada", "a")).await.unwrap();
    let old = session(1, "ada", day(0));
    assert!(store.insert_session(&old, "a").await.unwrap());
    for (name, password) in [("ada", "wrong"), ("nobody", "a")] {
        let refused = session(2, name, old.ends_at);
        assert!(!store.insert_session(&refused, password).await.unwrap());
        let at = refused.begun_at;
        let found = store.find_session(&refused.digest, at).await.unwrap();
        assert_eq!(found, None);
    }
    let found = store.find_session(&old.digest, day(0)).await.unwrap();
    assert_eq!(found, Some(old));
}

/// Acts are listed newest first, a page at a time, and stay when their operator goes.
pub async fn acts_are_listed_newest_first_and_stay(db: &Database) {
    let store = db.connect().await;
    store.save_operator(&operator("ada", "a")).await.unwrap();
    let act = |number: i64| OperatorAct {
        at: day(number),
        operator: "ada".to_owned(),
        act: "judge doubt".to_owned(),
        subject: format!("m{number}"),
        outcome: "accepted".to_owned(),
    };
    for number in 1..=5 {
        store.insert_act(&act(number)).await.unwrap();
    }
    store.remove_operator("ada").await.unwrap();
    let first = store.list_acts(None, 2).await.unwrap();
    let last = first.last().unwrap().no;
    let second = store.list_acts(Some(last), 2).await.unwrap();
    let last = second.last().unwrap().no;
    let rest = store.list_acts(Some(last), 10).await.unwrap();
    assert_eq!((first.len(), second.len(), rest.len()), (2, 2, 1));
    let listed = first.into_iter().chain(second).chain(rest);
    let all: Vec<OperatorAct> = listed.map(|it| it.act).collect();
    assert_eq!(all, [5, 4, 3, 2, 1].map(act));
}
