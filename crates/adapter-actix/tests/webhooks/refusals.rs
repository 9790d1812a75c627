//! What a state does not allow.

use ports_store::CommandRefusal;
use time::Duration;

use crate::store::Told;
use crate::support::{Ask, START};
use crate::world::World;

#[actix_web::test]
async fn every_refusal_has_its_status_and_code() {
    let world = World::new().await;
    let again_at = START + Duration::milliseconds(41_200);
    for (why, status, code, wait) in [
        (CommandRefusal::NotFound, 404, "not_found", None),
        (
            CommandRefusal::DeliveryUnavailable,
            503,
            "delivery_unavailable",
            None,
        ),
        (
            CommandRefusal::QuotaReached,
            429,
            "rate_limited",
            Some("3600"),
        ),
        (CommandRefusal::Disabled, 409, "webhook_disabled", None),
        (
            CommandRefusal::TestedRecently { again_at },
            429,
            "rate_limited",
            Some("42"),
        ),
        (
            CommandRefusal::NotReplayable,
            409,
            "delivery_not_replayable",
            None,
        ),
        (CommandRefusal::WebhookChanged, 409, "webhook_changed", None),
        (
            CommandRefusal::SourceNotCurrent,
            409,
            "source_not_current",
            None,
        ),
        (
            CommandRefusal::ReplayLimitReached,
            409,
            "replay_limit_reached",
            None,
        ),
        (
            CommandRefusal::RotationInProgress,
            409,
            "rotation_in_progress",
            None,
        ),
        (
            CommandRefusal::RotationNotPending,
            409,
            "rotation_not_pending",
            None,
        ),
        (
            CommandRefusal::RotationExpired,
            409,
            "rotation_expired",
            None,
        ),
    ] {
        for ask in Ask::changes() {
            let told = Told::Refused(why);
            world.store.told.lock().unwrap().push_back(told);
            let name = format!("{why:?} {}", ask.named());
            let answer = ask.send(&world).await;
            answer.assert_refused(status, code, &name);
            assert_eq!(answer.header("retry-after"), wait, "{name}");
            assert_eq!(answer.header("location"), None);
            assert_eq!(answer.header("cache-control"), Some("no-store"));
            assert!(!answer.text().contains("whsec_"), "{name}");
            let members = answer.json();
            assert!(members["message"].is_string() && members.get("details").is_none());
        }
    }
    // the store writes these to the audit itself, with its own transaction
    assert_eq!(world.store.noted.lock().unwrap().len(), 0);
}

#[actix_web::test]
async fn a_test_that_is_nearly_allowed_waits_a_second() {
    let world = World::new().await;
    let again_at = START + Duration::microseconds(1);
    let told = Told::Refused(CommandRefusal::TestedRecently { again_at });
    world.store.told.lock().unwrap().push_back(told);
    let answer = Ask::test().send(&world).await;
    assert_eq!(answer.header("retry-after"), Some("1"));
}
