//! What a state does not allow.

use ports_store::StepRefusal;
use time::Duration;

use crate::ask::Ask;
use crate::store::Told;
use crate::world::{START, World};

#[actix_web::test]
async fn every_refusal_has_its_status_and_code() {
    let world = World::new().await;
    let again_at = START + Duration::milliseconds(41_200);
    for (why, status, code, wait) in [
        (StepRefusal::NotFound, 404, "not_found", None),
        (
            StepRefusal::DeliveryUnavailable,
            503,
            "delivery_unavailable",
            None,
        ),
        (StepRefusal::QuotaReached, 429, "rate_limited", Some("3600")),
        (StepRefusal::Disabled, 409, "webhook_disabled", None),
        (
            StepRefusal::TestedRecently { again_at },
            429,
            "rate_limited",
            Some("42"),
        ),
        (
            StepRefusal::NotReplayable,
            409,
            "delivery_not_replayable",
            None,
        ),
        (StepRefusal::WebhookChanged, 409, "webhook_changed", None),
        (
            StepRefusal::SourceNotCurrent,
            409,
            "source_not_current",
            None,
        ),
        (
            StepRefusal::ReplayLimitReached,
            409,
            "replay_limit_reached",
            None,
        ),
        (
            StepRefusal::RotationInProgress,
            409,
            "rotation_in_progress",
            None,
        ),
        (
            StepRefusal::RotationNotPending,
            409,
            "rotation_not_pending",
            None,
        ),
        (StepRefusal::RotationExpired, 409, "rotation_expired", None),
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
    let told = Told::Refused(StepRefusal::TestedRecently { again_at });
    world.store.told.lock().unwrap().push_back(told);
    let answer = Ask::test().send(&world).await;
    assert_eq!(answer.header("retry-after"), Some("1"));
}
