//! Who may work with the console.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;

use adapter_sqlite::SqliteStore;
use app::operating::Tries;
use app::operating::operators::{Operators, SESSION};
use app::{AppError, ErrorCode};
use async_trait::async_trait;
use fakes::{ManualClock, QuickDigest, Seeded};
use ports_store::CatalogueWriter;
use ports_system::{PasswordError, PasswordHasher};
use time::Duration;
use time::macros::datetime;

/// Digests that are quick to make: the password itself.
struct Plain;

#[async_trait]
impl PasswordHasher for Plain {
    async fn hash(&self, password: &str) -> Result<String, PasswordError> {
        Ok(format!("plain {password}"))
    }

    async fn verify(&self, password: &str, digest: &str) -> Result<bool, PasswordError> {
        Ok(digest == format!("plain {password}"))
    }
}

const RIGHT: &str = "correct horse battery";
const WRONG: &str = "wrong horse battery";

struct World {
    operators: Operators,
    clock: Arc<ManualClock>,
    _folder: tempfile::TempDir,
}

impl World {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("prices.sqlite");
        let store = Arc::new(SqliteStore::open(&file, 1).await.unwrap());
        store.migrate().await.unwrap();
        let clock = Arc::new(ManualClock::at(datetime!(2026-03-01 12:00 UTC)));
        let operators = Operators {
            store: Arc::<SqliteStore>::clone(&store),
            acts: store,
            passwords: Arc::new(Plain),
            clock: Arc::<ManualClock>::clone(&clock),
            secrets: Arc::new(Seeded::new(1)),
            digester: Arc::new(QuickDigest),
            tries: Tries::default(),
        };
        operators.set_password("ada", RIGHT).await.unwrap();
        Self {
            operators,
            clock,
            _folder: folder,
        }
    }

    /// The code of the error with which a login is refused.
    async fn refused(&self, name: &str, password: &str) -> AppError {
        let session = self.operators.log_in(name, password).await;
        session.err().unwrap()
    }
}

#[tokio::test]
async fn ten_wrong_passwords_in_a_row_make_a_name_wait_whether_it_exists_or_not() {
    let world = World::new().await;
    for name in ["ada", "nobody"] {
        for _ in 0..10 {
            assert_eq!(
                world.refused(name, WRONG).await.code,
                ErrorCode::Authentication
            );
        }
        let refused = world.refused(name, RIGHT).await;
        assert_eq!(refused.code, ErrorCode::RateLimited, "the right one too");
        assert_eq!(refused.retry_after_seconds, Some(900));
    }
    world.clock.advance(Duration::minutes(15));
    world.operators.log_in("ada", RIGHT).await.unwrap();
    // and all tries are there again
    for _ in 0..9 {
        assert_eq!(
            world.refused("ada", WRONG).await.code,
            ErrorCode::Authentication
        );
    }
    world.operators.log_in("ada", RIGHT).await.unwrap();
}

#[tokio::test]
async fn a_session_ends_by_itself_and_each_has_forms_of_its_own() {
    let world = World::new().await;
    let one = world.operators.log_in("ada", RIGHT).await.unwrap();
    let other = world.operators.log_in("ada", RIGHT).await.unwrap();
    assert!(one.token != other.token && one.form_token != other.form_token);
    assert!(one.token != one.form_token);
    assert!(world.operators.is_form_of(&one, &one.form_token));
    assert!(!world.operators.is_form_of(&one, &other.form_token));
    let found = world.operators.session(&one.token).await.unwrap();
    assert!(found.is_some_and(|it| it == one));
    world.clock.advance(SESSION);
    assert!(world.operators.session(&one.token).await.unwrap().is_none());
}

#[tokio::test]
async fn logins_are_written_down_those_that_failed_too() {
    let world = World::new().await;
    world.refused("nobody", WRONG).await;
    world.refused("<b>", WRONG).await;
    let session = world.operators.log_in("ada", RIGHT).await.unwrap();
    world.operators.log_out(&session).await.unwrap();
    let acts = world.operators.acts(None, 10).await.unwrap().into_iter();
    let acts: Vec<_> = acts
        .map(|it| (it.act.operator, it.act.act, it.act.outcome))
        .collect();
    let expected = [
        ("ada", "log out", "done"),
        ("ada", "log in", "done"),
        ("(unknown name)", "log in", "wrong name or password"),
    ];
    assert_eq!(
        acts,
        expected.map(|(a, b, c)| (a.to_owned(), b.to_owned(), c.to_owned()))
    );
}
